//! First moves. That engine has two: a king's sideways leap, and a fers's leap over two squares.

use super::Maker;
use crate::men::Man;
use crate::values::Rank;
use weakfish::geometry::Side;
use weakfish::model::{Kind, KindId, Modes, PlacedMan, PromotionChoice};

impl Maker<'_> {
    /// Takes the first moves. They are marked where rights to castle stand, by the files of their men.
    pub(super) fn marked_first_moves(&mut self, castling: &str) -> Option<String> {
        let variant = self.variant;
        let kinds: Vec<(KindId, &Kind)> = variant.kinds().filter(|(_, kind)| kind.first_move.is_some()).collect();
        if kinds.is_empty() {
            return None;
        }
        if castling != "-" {
            self.lose("first moves of men besides castling");
        }
        for (id, kind) in kinds {
            if !self.is_known(id, kind) {
                self.lose(format!("a first move other than two that it knows, as the {} has it", kind.name));
            }
        }
        let own_rank = |man: &PlacedMan| variant.board.own_rank(man.side, man.square);
        let men = variant.setups.first()?.men.iter();
        let marked: Vec<&PlacedMan> = men.filter(|man| variant.kind(man.kind).first_move.is_some()).collect();
        let rank = own_rank(marked.first()?);
        if marked.iter().any(|man| own_rank(man) != rank) {
            self.lose("first moves of men on several ranks");
        }
        self.rules.castling_rank = Rank(rank as u8 + 1);
        self.rules.gating = true;
        self.rules.cambodian_moves = true;
        let letters = Side::ALL.into_iter().flat_map(|side| {
            let files = marked.iter().filter(move |man| man.side == side).map(|man| variant.board.file(man.square));
            files.map(move |file| {
                let letter = char::from(b'a' + file as u8);
                if side == Side::White { letter.to_ascii_uppercase() } else { letter }
            })
        });
        Some(letters.collect())
    }

    /// Whether a first move is one of those that the engine has.
    fn is_known(&self, id: KindId, kind: &Kind) -> bool {
        let Some(first) = &kind.first_move else { return true };
        let goes = |betza: &str| {
            let movement = weakfish::betza::movement(betza).0;
            movement.is_some_and(|movement| movement.restricted(Modes::MOVES) == first.movement)
        };
        match self.man(id) {
            Some(Man::KING) => {
                let all = self.variant.kinds().map(|(id, _)| id);
                let rooks: Vec<KindId> = all.filter(|&id| self.man(id) == Some(Man::ROOK)).collect();
                let gained = |to: &PromotionChoice| matches!(to, PromotionChoice::Kinds(kinds) if kinds.iter().any(|kind| rooks.contains(kind)));
                let mut promotions = self.variant.rules.promotions.iter().flat_map(|(_, all)| all);
                let until = first.until_aimed_at_by == rooks && !promotions.any(|promotion| gained(&promotion.to));
                goes("fsN") && first.unless_in_check && until && self.variant.board.holes().is_empty()
            }
            Some(Man::FERS) => goes("fD") && !first.unless_in_check && first.until_aimed_at_by.is_empty(),
            _ => false,
        }
    }
}
