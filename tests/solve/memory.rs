//! The map of positions that the solver keeps: exact keys, and a limit of memory.

#[allow(dead_code, reason = "the solver needs more of it")]
#[path = "../../crates/solve/src/table.rs"]
mod table;

use table::Table;

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
    assert!(added > 50 && added == table.len());
}
