//! Colours of the target squares of a lifted man.

use weakfish::engine::{Move, Position};
use weakfish::geometry::Square;

use super::dialect::Dialect;

/// A man in the air.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lifted {
    pub(super) from: Square,
    /// The square where it has been put first: it is to be put back, turned.
    pub(super) via: Option<Square>,
}

/// The moves of a lifted man that end on a square; where it stands, the one for which it has gone another way.
pub(super) fn moves_to(position: &Position, lifted: Lifted, to: Square) -> Vec<Move> {
    if to == lifted.from {
        let turns = Dialect::detours(position, lifted.from).into_iter();
        return turns.filter(|(_, via)| lifted.via == Some(*via)).map(|(turn, _)| Move::Man(turn)).collect();
    }
    let moves = position.legal_moves();
    let fits = |mv: &Move| mv.man().is_some_and(|man| man.from == lifted.from && man.to == to);
    moves.into_iter().filter(fits).collect()
}

/// The colours of the squares where a lifted man can be put, as a FEN has men: `Y` for a move, `R` for a capture, `M` where
/// there is a choice of what it becomes, `B` where it becomes one other thing, and `C` for the squares by which it turns.
pub(super) fn colours(dialect: &Dialect, position: &Position, lifted: Lifted) -> String {
    let board = position.game().variant().board;
    let mut colours = vec![None; board.len()];
    let colour = |to: Square| {
        let moves = moves_to(position, lifted, to);
        let changed = moves.iter().filter(|mv| dialect.suffix(position, **mv).is_some()).count();
        let first = moves.first()?;
        Some(match (moves.len(), changed) {
            (1, 0) if position.is_capture(*first) => 'R',
            (_, 0) => 'Y',
            (1, 1) => 'B',
            _ => 'M',
        })
    };
    if lifted.via.is_some() {
        colours[lifted.from.index()] = colour(lifted.from);
    } else {
        for to in board.squares().filter(|&to| to != lifted.from) {
            colours[to.index()] = colour(to);
        }
        if dialect.shows_states {
            for (_, via) in Dialect::detours(position, lifted.from) {
                colours[via.index()] = Some('C');
            }
        }
    }
    let ranks = (0..i32::from(board.ranks())).rev().map(|rank| {
        let mut text = String::new();
        let mut empty = 0;
        let squares = (0..i32::from(board.files())).map(|file| board.square(file, rank));
        for colour in squares.map(|square| square.and_then(|square| colours.get(square.index()).copied().flatten())) {
            match colour {
                Some(colour) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                    }
                    empty = 0;
                    text.push(colour);
                }
                None => empty += 1,
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    });
    ranks.collect::<Vec<_>>().join("/")
}
