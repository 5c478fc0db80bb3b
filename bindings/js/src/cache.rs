//! LRU cache.

use std::rc::Rc;

/// Maximum number of values in a cache.
const MAX_CACHED: usize = 8;

/// LRU cache: values by key, the most recently used one last.
pub struct Cache<K, V>(Vec<(K, Rc<V>)>);

impl<K, V> Default for Cache<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: PartialEq, V> Cache<K, V> {
    /// Returns a value, which then counts as used last.
    pub fn get(&mut self, key: &K) -> Option<Rc<V>> {
        let at = self.0.iter().position(|(other, _)| other == key)?;
        self.0[at..].rotate_left(1);
        self.0.last().map(|(_, value)| Rc::clone(value))
    }

    /// Adds a value, and drops the least recently used one if there are too many.
    pub fn insert(&mut self, key: K, value: V) -> Rc<V> {
        self.0.retain(|(other, _)| *other != key);
        if self.0.len() >= MAX_CACHED {
            self.0.remove(0);
        }
        let value = Rc::new(value);
        self.0.push((key, Rc::clone(&value)));
        value
    }

    /// Iterates over the values in the order of their last use.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, &**value))
    }
}
