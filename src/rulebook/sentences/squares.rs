//! Sets of squares in words, as their owner sees them.

use std::collections::BTreeSet;

use crate::geometry::{Board, Side, SquareSet};
use crate::prose;

/// A noun phrase: `the last rank`, `its third rank`, `file e`, `d4 to e5`, `a1, c3 and e5`.
pub(super) fn squares(board: Board, side: Side, set: SquareSet) -> String {
    if set.is_empty() {
        return "no square".to_owned();
    }
    if set.len() == board.len() {
        return "any square".to_owned();
    }
    let ranks: BTreeSet<i32> = set.iter().map(|square| board.own_rank(side, square)).collect();
    let files: BTreeSet<i32> = set.iter().map(|square| board.file(square)).collect();
    let is_box = set.len() == ranks.len() * files.len();
    if is_box && files.len() == usize::from(board.files()) {
        return own_ranks(board, &ranks);
    }
    let (Some(low), Some(high)) = (set.iter().next(), set.iter().last()) else { return String::new() };
    let file = |index: &i32| ((b'a' + *index as u8) as char).to_string();
    if is_box && ranks.len() == usize::from(board.ranks()) {
        let names = prose::all_of(files.iter().map(file));
        return format!("{} {names}", if files.len() == 1 { "file" } else { "files" });
    }
    let contiguous = |indices: &BTreeSet<i32>| {
        indices.last().zip(indices.first()).is_some_and(|(last, first)| last - first + 1 == indices.len() as i32)
    };
    if is_box && set.len() > 2 && contiguous(&ranks) && contiguous(&files) {
        return format!("{} to {}", board.name(low), board.name(high));
    }
    prose::any_of(set.iter().map(|square| board.name(square)))
}

/// The same where both sides mean the same squares, so that ranks are numbered: `rank 8`, `ranks 4 and 5`.
pub(super) fn of_both(board: Board, set: SquareSet) -> String {
    let ranks: BTreeSet<i32> = set.iter().map(|square| board.rank(square)).collect();
    if set.len() < board.len() && set.len() == ranks.len() * usize::from(board.files()) {
        let names = prose::all_of(ranks.iter().map(|rank| (rank + 1).to_string()));
        return format!("{} {names}", if ranks.len() == 1 { "rank" } else { "ranks" });
    }
    squares(board, Side::White, set)
}

fn own_ranks(board: Board, ranks: &BTreeSet<i32>) -> String {
    let last = i32::from(board.ranks()) - 1;
    let names =
        ranks.iter().map(|&rank| if rank == last { "last".to_owned() } else { prose::ordinal(rank as u32 + 1) });
    let names = prose::any_of(names);
    if names == "last" || names == "first" { format!("the {names} rank") } else { format!("its {names} rank") }
}

#[cfg(test)]
mod tests {
    use super::squares;
    use crate::geometry::{Board, Side, SquareSet};

    #[test]
    fn squares_are_named_as_their_owner_sees_them() {
        let board = Board::new(8, 8).unwrap();
        let named = |names: &[&str]| names.iter().map(|name| board.parse(name).unwrap()).collect::<SquareSet>();
        let rank = |rank| board.squares().filter(|&square| board.rank(square) == rank).collect::<SquareSet>();
        assert_eq!(squares(board, Side::White, rank(1)), "its second rank");
        assert_eq!(squares(board, Side::Black, rank(0)), "the last rank");
        assert_eq!(squares(board, Side::White, named(&["d4", "e4", "d5", "e5"])), "d4 to e5");
        assert_eq!(squares(board, Side::White, named(&["e8"])), "e8");
        assert_eq!(squares(board, Side::White, named(&["a1", "c3"])), "a1 or c3");
    }
}
