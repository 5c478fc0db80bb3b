//! Map with exact keys and a limit of memory: the bytes of each key are kept and compared.
//!
//! The tests of the package compile this file too, since the map is private.

use indexmap::IndexMap;

/// Map from keys of bytes to values with an index. Entries are never removed one by one.
#[derive(Debug)]
pub(crate) struct Table<V> {
    entries: IndexMap<Box<[u8]>, V>,
    /// Estimated memory of the entries, in bytes.
    bytes: usize,
    max_bytes: usize,
}

/// Memory of a key beside its bytes: the allocator's overhead, and twice the index in the hash table, which may be half
/// empty.
const KEY_OVERHEAD: usize = 16 + 2 * size_of::<usize>();

impl<V> Table<V> {
    /// An empty table that takes at most about `max_bytes`.
    pub(crate) fn new(max_bytes: usize) -> Self {
        Self { entries: IndexMap::new(), bytes: 0, max_bytes }
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.bytes = 0;
    }

    /// Returns the number of entries.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Estimated memory of the entries, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The index of the entry with a key.
    pub(crate) fn index_of(&self, key: &[u8]) -> Option<usize> {
        self.entries.get_index_of(key)
    }

    /// The key with an index.
    pub(crate) fn key(&self, index: usize) -> Option<&[u8]> {
        self.entries.get_index(index).map(|(key, _)| key.as_ref())
    }

    /// The value of a key.
    pub(crate) fn get(&self, key: &[u8]) -> Option<&V> {
        self.entries.get(key)
    }

    /// The value with an index.
    pub(crate) fn value(&self, index: usize) -> Option<&V> {
        self.entries.get_index(index).map(|(_, value)| value)
    }

    /// The value with an index, to be changed.
    pub(crate) fn value_mut(&mut self, index: usize) -> Option<&mut V> {
        self.entries.get_index_mut(index).map(|(_, value)| value)
    }

    /// All values, to be changed.
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.entries.values_mut()
    }

    /// Puts a value in place of that of the same key, or adds it. Returns its index; `None` if there is no room for it.
    pub(crate) fn insert(&mut self, key: &[u8], value: V) -> Option<usize> {
        if let Some((index, _, old)) = self.entries.get_full_mut(key) {
            *old = value;
            return Some(index);
        }
        let bytes = self.bytes + key.len() + KEY_OVERHEAD + size_of::<(usize, Box<[u8]>, V)>();
        if bytes > self.max_bytes {
            return None;
        }
        self.bytes = bytes;
        Some(self.entries.insert_full(key.into(), value).0)
    }
}
