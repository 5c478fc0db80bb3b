//! The three programs' ways to count: the last ply in bulk, or every move played.

use std::cell::RefCell;

use shakmaty::Position as _;
use weakfish::engine::{MoveList, Perft};
use weakfish::model::SetupId;

use crate::race::Count;

/// One position as each program has it.
pub(crate) struct Position {
    weakfish: weakfish::engine::Position,
    shakmaty: shakmaty::Chess,
    cozy: cozy_chess::Board,
}

impl Position {
    /// Reads a position of chess.
    pub(crate) fn read(game: &weakfish::engine::Game, fen: &str) -> Self {
        let setup: shakmaty::fen::Fen = fen.parse().expect("a valid FEN");
        Self {
            weakfish: weakfish::notation::fen::read(game, SetupId::default(), fen).expect("a valid position"),
            shakmaty: setup.into_position(shakmaty::CastlingMode::Standard).expect("a valid position"),
            cozy: fen.parse().expect("a valid FEN"),
        }
    }

    /// Weakfish, shakmaty and cozy-chess, counting the last ply without playing it.
    pub(crate) fn counted(&self, depth: u32) -> [Count<'_>; 3] {
        [
            Box::new(move || Perft::new(depth).count(&self.weakfish)),
            Box::new(move || shakmaty::perft(&self.shakmaty, depth)),
            Box::new(move || cozy_counted(&self.cozy, depth)),
        ]
    }

    /// The same, playing every move, those of the last ply too. The fourth is Weakfish again, not by its own count but
    /// as a program that uses the library plays: list, make, unmake.
    pub(crate) fn played(&self, depth: u32) -> [Count<'_>; 4] {
        [
            Box::new(move || Perft::new(depth).bulk(false).count(&self.weakfish)),
            Box::new(move || shakmaty_played(&self.shakmaty, depth)),
            Box::new(move || cozy_played(&self.cozy, depth)),
            public(&self.weakfish, depth),
        ]
    }
}

/// A count through the public API alone: every move is made and unmade.
pub(crate) fn public(start: &weakfish::engine::Position, depth: u32) -> Count<'_> {
    // Cloned before the clock starts, as a search keeps one position and one list a ply.
    let kept = RefCell::new((start.clone(), vec![MoveList::new(); depth as usize]));
    Box::new(move || {
        let (position, lists) = &mut *kept.borrow_mut();
        public_played(position, lists)
    })
}

fn public_played(position: &mut weakfish::engine::Position, lists: &mut [MoveList]) -> u64 {
    let Some((list, rest)) = lists.split_first_mut() else { return 1 };
    position.legal_moves().list_into(list);
    let mut nodes = 0;
    for mv in &*list {
        let undo = position.make(mv);
        nodes += if rest.is_empty() { 1 } else { public_played(position, rest) };
        position.unmake(undo);
    }
    nodes
}

fn cozy_counted(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += cozy_counted(&child, depth - 1);
            }
        }
        false
    });
    nodes
}

fn cozy_played(board: &cozy_chess::Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            nodes += cozy_played(&child, depth - 1);
        }
        false
    });
    nodes
}

fn shakmaty_played(position: &shakmaty::Chess, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let after = |mv| {
        let mut child = position.clone();
        child.play_unchecked(mv);
        shakmaty_played(&child, depth - 1)
    };
    position.legal_moves().into_iter().map(after).sum()
}
