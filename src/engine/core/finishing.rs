//! Finishing moves: moves of any man to any square, legal because they end the game.

use super::Moves;
use super::visitor::{Flow, Visit};
use crate::engine::bits::Bits;
use crate::engine::{ManMove, Move, MoveKind};

impl<const W: usize> Moves<'_, W> {
    /// The finishing moves of a position that has ordinary moves.
    pub(super) fn each_finishing(&self, visit: Visit<Move>) -> Flow {
        let core = self.core;
        let us = core.status.turn;
        let Some(rule) = core.tables.variant.rules.finishing_move else { return Flow::Continue(()) };
        let mut then = core.lean_copy(false, false);
        let relocations = then.with_turn_passed(|then| then.finishing_candidates(rule, core.relocations()));
        if relocations.is_empty() {
            return Flow::Continue(());
        }
        let usual = self.ordinary_targets();
        for relocation in relocations {
            let from = relocation.from;
            let candidates = relocation.to & !usual[from.index()];
            for to in self.safety.safe_targets(core, from, candidates).iter() {
                let Some(piece) = core.men.piece(from) else { continue };
                let mv = Move::Man(ManMove { from, to, piece, kind: MoveKind::Finishing });
                then.make(mv);
                let replies = Moves::new(&then);
                let wanted = if replies.in_check() { rule.to_checkmate } else { rule.to_stalemate };
                // Inside a series the opponent is not to move yet, so that the game is not over.
                let finishes = wanted && then.status.turn != us && !replies.any_of_men();
                then.unmake();
                if finishes && self.respects_opposition(mv) && self.respects_check_rules(mv) {
                    visit(mv)?;
                }
            }
        }
        Flow::Continue(())
    }

    /// For each square: where ordinary legal moves take the man on it.
    fn ordinary_targets(&self) -> Box<[Bits<W>]> {
        let mut usual: Box<[Bits<W>]> = vec![Bits::EMPTY; self.core.tables.variant.board.len()].into();
        let _ = self.each_of_men(&mut |mv| {
            usual[mv.from.index()].insert(mv.to);
            Flow::Continue(())
        });
        usual
    }
}
