//! Forms in memory of the values of a table, and of the plies whose positions are still to be carried back.

#![allow(dead_code, unreachable_pub, reason = "the tables need more of these files, and publish some of it")]

#[path = "../../crates/endgame/src/cells.rs"]
mod cells;
#[path = "../../crates/endgame/src/pending.rs"]
mod pending;
#[path = "../../crates/endgame/src/value.rs"]
mod value;

/// Chunks of another size than those of the tables.
mod chunks {
    pub(super) const CHUNK: u64 = 1 << 10;

    pub(super) const fn chunks(total: u64) -> u64 {
        total.div_ceil(CHUNK)
    }
}

use cells::{Cells, SharedCells};
use chunks::CHUNK;
use pending::{BY_CHUNK, Pending};
use value::Cell;

/// All values up to a number of plies.
fn all(longest: u16) -> Vec<Cell> {
    let ended = [Cell::OPEN, Cell::DRAWN, Cell::ILLEGAL];
    (0..=longest).flat_map(|plies| [Cell::win(plies), Cell::loss(plies)]).chain(ended).collect()
}

#[test]
fn values_are_kept_one_by_one() {
    for (longest, many) in [(125, false), (300, false), (Cell::MAX_PLIES, true)] {
        let cells: Cells = all(longest).into_iter().collect();
        assert_eq!(matches!(cells, Cells::Wide(_)), many);
        assert_eq!(cells.iter().collect::<Vec<_>>(), all(longest));
    }
}

#[test]
fn shared_values_change() {
    let values = all(300);
    let shared = SharedCells::new(values.len() as u64);
    for (number, &cell) in (0..).zip(&values) {
        // Long ones become short, and the other way round.
        shared.set(number, if number % 2 == 0 { Cell::win(1000) } else { Cell::loss(1) });
        shared.set(number, cell);
    }
    assert!(shared.is_better_wide() && !SharedCells::new(values.len() as u64).is_better_wide());
    assert_eq!(shared.widened().into_cells().iter().collect::<Vec<_>>(), values);
    assert_eq!(shared.into_cells().iter().collect::<Vec<_>>(), values);
}

#[test]
fn open_moves_are_counted_down_to_none() {
    let narrow = SharedCells::new(5);
    for shared in [narrow.widened(), narrow] {
        for (number, moves) in [(0, Some(1)), (1, Some(3)), (2, Some(1000)), (3, None)] {
            shared.set_open_moves(number, moves);
        }
        shared.set(4, Cell::loss(0));
        let rounds = (0..4).map(|_| (0..5).map(|number| shared.count_down(number)).collect::<Vec<_>>());
        assert_eq!(
            rounds.collect::<Vec<_>>(),
            [
                [true, false, false, false, false],
                [true, false, false, false, false],
                [true, true, false, false, false],
                [true, true, false, false, false]
            ]
        );
        assert!((0..4).all(|number| shared.get(number).is_open()));
        assert_eq!(shared.get(4), Cell::loss(0));
        assert_eq!(shared.into_cells().iter().take(4).collect::<Vec<_>>(), [Cell::OPEN; 4]);
    }
}

#[test]
fn plies_are_pending_until_taken() {
    let pending = Pending::new(2 * CHUNK);
    let long = BY_CHUNK as u16 + 7;
    for (number, plies) in [(CHUNK, 70), (3, 5), (CHUNK + 9, 5), (4, long)] {
        pending.add(number, plies);
    }
    assert_eq!(pending.least(), Some(5));
    assert_eq!([5, 6, 70, long].map(|plies| pending.has(plies)), [true, false, true, true]);
    assert!(pending.take(0, 5) && !pending.take(0, 5) && pending.take(CHUNK, 5));
    pending.remove(5);
    assert_eq!(pending.least(), Some(70));
    assert!(!pending.take(0, 70) && pending.take(CHUNK, 70));
    // Any chunk may have long ones.
    assert_eq!(pending.least(), Some(long));
    assert!(pending.take(0, long) && pending.take(CHUNK, long));
    pending.remove(long);
    assert_eq!(pending.least(), None);
}
