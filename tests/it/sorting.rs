//! Sorts that are compiled once.

use weakfish::random::SplitMix64;
use weakfish::sorting::SortSmall;

#[test]
fn lists_are_sorted_as_by_the_standard_library() {
    let mut random = SplitMix64::new(1);
    for len in 0..40 {
        let list: Vec<(usize, usize)> = (0..len).map(|at| (random.below(12), at)).collect();
        let (mut whole, mut by_key, mut expected) = (list.clone(), list.clone(), list);
        // The second number is the place at first, so that whole items are in the order of a stable sort by the first.
        whole.reverse();
        whole.sort_small();
        by_key.sort_small_by_key(|&(key, _)| key);
        expected.sort_by_key(|&(key, _)| key);
        assert_eq!(whole, expected);
        assert_eq!(by_key, expected);
    }
}
