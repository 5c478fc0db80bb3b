//! Castling from any array of the men on the kings' ranks, as in Chess960.

use super::{Between, Castling, KindId, KingTravel, PartnerLanding, Setup, Shuffle, Variant};
use crate::geometry::{PerSide, Side, Square, SquareSet};

impl Variant {
    /// Returns the game with any array of the men on the kings' ranks allowed, or `None` if its rules don't define
    /// castling then.
    ///
    /// King and partner castle from any squares to those where they arrive from the setup, as in Chess960. The setups
    /// and start positions stay. A game without castling is returned as it is.
    ///
    /// ```
    /// use weakfish::engine::Game;
    /// use weakfish::{BuiltIns, builtin, load, notation::{fen, uci}};
    ///
    /// let game = load(&builtin::source("crazyhouse").unwrap(), &BuiltIns).unwrap();
    /// let text = "k7/8/8/8/8/8/8/1R3KR1[] w B - 0 1";
    /// assert!(fen::read(&game, Default::default(), text).is_err());
    ///
    /// let any_array = Game::compile(game.variant().with_any_array().unwrap()).unwrap();
    /// let position = fen::read(&any_array, Default::default(), text).unwrap();
    /// assert!(uci::find(&position, "f1b1").is_some());
    /// ```
    pub fn with_any_array(&self) -> Option<Self> {
        let mut variant = self.clone();
        for side in Side::ALL {
            if let Some(castling) = &self.rules.castling[side] {
                variant.rules.castling[side] = Some(self.castling_from_anywhere(side, castling)?);
            }
        }
        if Side::ALL.into_iter().all(|side| self.rules.castling[side].is_none()) {
            return Some(variant);
        }
        // The homes of men are those of an array, which no position names.
        if self.kinds.iter().any(|kind| kind.home_choices().next().is_some()) {
            return None;
        }
        let shuffles = self.setups.iter().map(|setup| setup.shuffle.clone().or_else(|| self.king_rank_shuffle(setup)));
        let shuffles: Vec<_> = shuffles.collect();
        for (setup, shuffle) in variant.setups.iter_mut().zip(shuffles) {
            setup.shuffle = shuffle;
        }
        Some(variant)
    }

    /// Castling to the squares that a king reaches from its setup, if these are the same two in all setups.
    fn castling_from_anywhere(&self, side: Side, castling: &Castling) -> Option<Castling> {
        let distance = match castling.travel {
            KingTravel::To { .. } => return Some(castling.clone()),
            KingTravel::Exactly(distance) => i32::from(distance),
            KingTravel::AtLeast(_) | KingTravel::Between { .. } => return None,
        };
        let is_plain = castling.partners_on.is_none()
            && castling.colourbound.is_empty()
            && castling.dropped.is_none()
            && castling.landing != PartnerLanding::AnyLeftOrCrossed
            && self.setups.iter().all(|setup| setup.shuffle.is_none());
        if !is_plain {
            return None;
        }
        let mut targets: Option<[Square; 2]> = None;
        for setup in &self.setups {
            let kings = setup.men.iter().filter(|man| man.side == side && man.kind == castling.king);
            let king = match kings.map(|man| man.square).collect::<Vec<_>>()[..] {
                [] => continue,
                [king] => king,
                _ => return None,
            };
            let target = |files| self.board.square(self.board.file(king) + files, self.board.rank(king));
            let here = [target(-distance)?, target(distance)?];
            if targets.is_some_and(|other| other != here) {
                return None;
            }
            targets = Some(here);
        }
        let [first_file, last_file] = targets?;
        let travel = KingTravel::To { first_file, last_file };
        Some(Castling { travel, landing: PartnerLanding::OtherSide, ..castling.clone() })
    }

    /// The shuffle of all men on the ranks of the kings that castle, each of these between two partners; `None` if no such king
    /// stands in the setup.
    fn king_rank_shuffle(&self, setup: &Setup) -> Option<Shuffle> {
        let rank_of = |side: Side| {
            let castling = self.rules.castling[side].as_ref()?;
            let king = setup.men.iter().find(|man| man.side == side && man.kind == castling.king)?;
            Some(self.board.rank(king.square))
        };
        let ranks = PerSide::from_fn(rank_of);
        let shuffled = || setup.men.iter().filter(|man| ranks[man.side] == Some(self.board.rank(man.square)));
        let squares = |side| shuffled().filter(|man| man.side == side).map(|man| man.square).collect::<SquareSet>();
        let mut kinds: Vec<KindId> = shuffled().map(|man| man.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let mut between: Vec<Between> = Vec::new();
        for (_, castling) in self.rules.castling.iter() {
            if let Some(castling) =
                castling.as_ref().filter(|castling| between.iter().all(|it| it.middle != castling.king))
            {
                between.push(Between { middle: castling.king, outer: castling.partners.clone() });
            }
        }
        let both_colours = Vec::new();
        let shuffle = Shuffle { kinds, squares: PerSide::from_fn(squares), both_colours, between, each_side: true };
        (!shuffle.kinds.is_empty()).then_some(shuffle)
    }
}
