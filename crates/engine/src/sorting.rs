//! Sorting for code that is not hot. The standard library's sorts are compiled anew for each type and key, and take 4 to 12 kB
//! each time, which pages have to load.

use std::cmp::Ordering;

/// Stable sorts that share one compiled sort of indices.
pub trait SortSmall<T> {
    /// Sorts like `sort`.
    fn sort_small(&mut self)
    where
        T: Ord;

    /// Sorts like `sort_by_key`.
    fn sort_small_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K);
}

impl<T> SortSmall<T> for [T] {
    fn sort_small(&mut self)
    where
        T: Ord,
    {
        if self.len() > 1 {
            let order = sorted(self.len(), &|one, other| self[one].cmp(&self[other]));
            permute(self, order);
        }
    }

    fn sort_small_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K) {
        if self.len() > 1 {
            let order = sorted(self.len(), &|one, other| key(&self[one]).cmp(&key(&self[other])));
            permute(self, order);
        }
    }
}

/// The indices of a list in the order of its items.
#[inline(never)]
fn sorted(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_by(|&one, &other| compare(one, other));
    order
}

/// Puts the item of each index of `order` in its place.
fn permute<T>(list: &mut [T], mut order: Vec<usize>) {
    for start in 0..list.len() {
        let mut at = start;
        while order[at] != start {
            let from = order[at];
            list.swap(at, from);
            order[at] = at;
            at = from;
        }
        order[at] = at;
    }
}
