//! Values that one call makes for the next ones.

use weakfish_js_values::Refusal;

/// The value of the last key. One is enough: a page asks about one game at a time.
pub struct Kept<K, T>(Option<(K, T)>);

impl<K, T> Default for Kept<K, T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<K: PartialEq, T> Kept<K, T> {
    /// Returns the value of a key; makes it if the last key was another one, whose value is freed before.
    pub fn get_or_make(&mut self, key: K, make: impl FnOnce(&K) -> Result<T, Refusal>) -> Result<&mut T, Refusal> {
        let entry = match self.0.take().filter(|(known, _)| *known == key) {
            Some(entry) => entry,
            None => {
                let value = make(&key)?;
                (key, value)
            }
        };
        Ok(&mut self.0.insert(entry).1)
    }

    /// Forgets the value.
    pub fn clear(&mut self) {
        self.0 = None;
    }
}
