//! Hash table with exact keys: the bytes of each key are kept and compared.

/// A table from keys of bytes to values. Entries are never removed one by one.
#[derive(Debug)]
pub(crate) struct Table<V> {
    /// Indices of entries plus one, at the place that the hash names or behind it; 0 is free. A power of two.
    slots: Vec<u32>,
    entries: Vec<Entry<V>>,
    /// The keys of all entries, one after the other.
    keys: Vec<u8>,
    max_bytes: usize,
}

#[derive(Debug)]
struct Entry<V> {
    /// Where its key begins; it ends where that of the next one begins.
    key: usize,
    hash: u32,
    value: V,
}

impl<V> Table<V> {
    /// An empty table that takes at most about `max_bytes`.
    pub(crate) fn new(max_bytes: usize) -> Self {
        Self { slots: vec![0; 1 << 10], entries: Vec::new(), keys: Vec::new(), max_bytes }
    }

    /// Removes all entries. Their memory is kept.
    pub(crate) fn clear(&mut self) {
        self.slots.fill(0);
        self.entries.clear();
        self.keys.clear();
    }

    /// Returns the number of entries.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The key with an index.
    fn key_at(&self, index: usize) -> &[u8] {
        let from = self.entries.get(index).map_or(0, |entry| entry.key);
        let to = self.entries.get(index + 1).map_or(self.keys.len(), |entry| entry.key);
        self.keys.get(from..to).unwrap_or_default()
    }

    /// The index of a key, or the slot where it would be put.
    fn find(&self, key: &[u8], hash: u64) -> Result<usize, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let Some(index) = (self.slots[slot] as usize).checked_sub(1) else { return Err(slot) };
            let same = self.entries.get(index).is_some_and(|entry| entry.hash == (hash >> 32) as u32);
            if same && self.key_at(index) == key {
                return Ok(index);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The index of the entry with a key.
    pub(crate) fn index_of(&self, key: &[u8]) -> Option<usize> {
        self.find(key, hash(key)).ok()
    }

    /// The value of a key.
    pub(crate) fn get(&self, key: &[u8]) -> Option<&V> {
        self.value(self.index_of(key)?)
    }

    /// The value with an index.
    pub(crate) fn value(&self, index: usize) -> Option<&V> {
        self.entries.get(index).map(|entry| &entry.value)
    }

    /// The value with an index, to be changed.
    pub(crate) fn value_mut(&mut self, index: usize) -> Option<&mut V> {
        self.entries.get_mut(index).map(|entry| &mut entry.value)
    }

    /// All values, to be changed.
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.entries.iter_mut().map(|entry| &mut entry.value)
    }

    /// Puts a value in place of that of the same key, or adds it. Returns its index; `None` if there is no room for it.
    pub(crate) fn insert(&mut self, key: &[u8], value: V) -> Option<usize> {
        let hash = hash(key);
        match self.find(key, hash) {
            Ok(index) => {
                *self.value_mut(index)? = value;
                Some(index)
            }
            Err(slot) => {
                let index = self.entries.len();
                let taken = self.keys.len() + index * size_of::<Entry<V>>() + self.slots.len() * size_of::<u32>();
                if taken + key.len() > self.max_bytes || index >= u32::MAX as usize - 1 {
                    return None;
                }
                self.slots[slot] = index as u32 + 1;
                self.entries.push(Entry { key: self.keys.len(), hash: (hash >> 32) as u32, value });
                self.keys.extend_from_slice(key);
                if self.entries.len() * 4 > self.slots.len() * 3 {
                    self.grow();
                }
                Some(index)
            }
        }
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(size, 0);
        for index in 0..self.entries.len() {
            let mut slot = hash(self.key_at(index)) as usize & (size - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = index as u32 + 1;
        }
    }
}

/// A hash of bytes by multiplication and rotation of words.
fn hash(key: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut hash = key.len() as u64;
    let mut mix = |word: u64| hash = (hash.rotate_left(29) ^ word).wrapping_mul(FACTOR);
    let (words, rest) = key.as_chunks::<8>();
    for word in words {
        mix(u64::from_le_bytes(*word));
    }
    mix(rest.iter().fold(1, |word, &byte| word << 8 | u64::from(byte)));
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    hash ^ hash >> 32
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn keys_are_found_and_told_apart() {
        let mut table = Table::new(1 << 20);
        for number in 0..5_000_u32 {
            let key = number.to_le_bytes();
            let key = &key[..=(number as usize % 4)];
            table.insert(key, number).unwrap();
            assert_eq!(table.get(key), Some(&number));
        }
        assert_eq!(table.get(&[9, 0, 0, 0, 0]), None);
        table.clear();
        assert_eq!((table.len(), table.get(&[7])), (0, None));
    }

    #[test]
    fn a_full_table_takes_no_more() {
        let mut table = Table::new(1 << 13);
        let added = (0..5_000_u32).filter(|number| table.insert(&number.to_le_bytes(), 0).is_some()).count();
        assert!(added > 100 && added == table.len());
    }
}
