//! Castling, compiled to squares.

use super::{Attacks, Bits, Slides};
use crate::geometry::{Side, Square};
use crate::model::{Castling, KingTravel, PartnerLanding, PlacedMan, Setup, Variant};

/// Castling toward one edge of the board.
#[derive(Debug)]
pub(crate) struct Wing<const W: usize> {
    pub(crate) king: Square,
    pub(crate) partner: Square,
    pub(crate) king_kind: u8,
    pub(crate) partner_kind: u8,
    /// The squares between king and partner, or all that they cross and reach, which must be empty.
    pub(crate) between: Bits<W>,
    pub(crate) ways: Vec<CastlingWay<W>>,
}

/// One pair of squares where king and partner may land.
#[derive(Debug)]
pub(crate) struct CastlingWay<const W: usize> {
    pub(crate) king_to: Square,
    pub(crate) partner_to: Square,
    /// The squares the king leaves, crosses and lands on.
    pub(crate) path: Bits<W>,
    /// Unconditional leaps that attack a square of the path: where the leapers can stand, and their group.
    pub(crate) leapers: Vec<(Bits<W>, usize)>,
    /// For each entry of [`Attacks::slides`]: the squares from which it attacks the path on an empty board.
    pub(crate) riders: Vec<Bits<W>>,
    /// The squares from which slides attack the king's destination only because the partner has left its square.
    pub(crate) uncovered: Bits<W>,
}

impl<const W: usize> CastlingWay<W> {
    fn new(ends: (Square, Square), partner: Square, path: Bits<W>, attacks: &Attacks<W>, slides: &[Slides<W>]) -> Self {
        let over = |from: &dyn Fn(Square) -> Bits<W>| path.iter().fold(Bits::EMPTY, |all, square| all | from(square));
        let uncovered = attacks.slides.iter().map(|source| slides[source.back].behind(ends.0, partner));
        Self {
            king_to: ends.0,
            partner_to: ends.1,
            path,
            leapers: attacks.leaps.iter().map(|source| (over(&|square| source.from[square]), source.group)).collect(),
            riders: attacks
                .slides
                .iter()
                .map(|source| over(&|square| slides[source.back].empty_board_attacks(square)))
                .collect(),
            uncovered: uncovered.fold(Bits::EMPTY, |all, squares| all | squares),
        }
    }

    /// The occupied squares after castling, where `others` are all men but the king.
    pub(crate) fn landed(&self, others: Bits<W>, wing: &Wing<W>) -> Bits<W> {
        others & !Bits::of(wing.partner) | Bits::of(self.king_to) | Bits::of(self.partner_to)
    }
}

/// The bit of a castling right.
pub(crate) const fn right(side: Side, wing: usize) -> u8 {
    1 << (2 * side.index() + wing)
}

/// The bits of all castling rights of a side.
pub(crate) const fn rights_of(side: Side) -> u8 {
    right(side, 0) | right(side, 1)
}

/// The castlings of one king with one partner toward one edge of the board, as numbers of files from the king's square
/// toward that edge.
struct Files {
    partner: i32,
    /// Landing files of king and partner.
    ends: Vec<(i32, i32)>,
}

impl Files {
    /// All castlings for a partner at this distance in files, where `to` is the file of the named square, if there is
    /// one.
    fn new(castling: &Castling, partner: i32, to: Option<i32>) -> Self {
        let travels = match castling.travel {
            KingTravel::Exactly(steps) => i32::from(steps)..=i32::from(steps),
            KingTravel::AtLeast(steps) => i32::from(steps)..=partner,
            KingTravel::Between { least, most } => i32::from(least)..=i32::from(most),
            KingTravel::To { .. } => match to {
                Some(to) => to..=to,
                None => return Self { partner, ends: Vec::new() },
            },
        };
        let mut ends = Vec::new();
        for steps in travels {
            match castling.landing {
                PartnerLanding::LastCrossed | PartnerLanding::OtherSide => ends.push((steps, steps - 1)),
                PartnerLanding::AnyLeftOrCrossed => ends.extend((0..steps).map(|landing| (steps, landing))),
            }
        }
        Self { partner, ends }
    }

    /// The castlings for a partner that keeps its colour: without those that would change it, or if none is left and
    /// the king goes a fixed way, with the king one square farther.
    fn of_one_colour(mut self, castling: &Castling) -> Self {
        let keeps = |partner: i32, landing: i32| (partner - landing) % 2 == 0;
        let fixed = matches!(castling.travel, KingTravel::Exactly(_) | KingTravel::To { .. });
        if fixed && self.ends.iter().all(|&(_, landing)| !keeps(self.partner, landing)) {
            self.ends.iter_mut().for_each(|(king, landing)| (*king, *landing) = (*king + 1, *landing + 1));
        }
        self.ends.retain(|&(_, landing)| keeps(self.partner, landing));
        self
    }
}

impl<const W: usize> Wing<W> {
    /// Castling of `side` toward the first file (`toward` = -1) or the last file (1), with the nearest partner there.
    pub(super) fn new(
        variant: &Variant,
        setup: &Setup,
        side: Side,
        castling: &Castling,
        toward: i32,
        (attacks, slides): (&Attacks<W>, &[Slides<W>]),
    ) -> Option<Self> {
        let board = variant.board;
        let king = setup.men.iter().find(|man| man.side == side && man.kind == castling.king)?.square;
        let (file, rank) = (board.file(king), board.rank(king));
        let at = |steps: i32| board.square(file + toward * steps, rank);
        let partner_at = |steps: i32| -> Option<&PlacedMan> {
            let square = at(steps)?;
            let stands = |man: &&PlacedMan| man.square == square && man.side == side;
            setup.men.iter().find(stands).filter(|man| castling.partners.contains(&man.kind))
        };
        let (distance, partner) =
            (1..i32::from(board.files())).find_map(|steps| partner_at(steps).map(|man| (steps, man)))?;
        let named = match castling.travel {
            KingTravel::To { first_file, last_file } => Some(if toward < 0 { first_file } else { last_file }),
            _ => None,
        };
        let to = named.filter(|&square| board.rank(square) == rank).map(|to| toward * (board.file(to) - file));
        let mut files = Files::new(castling, distance, to);
        if castling.colourbound.contains(&partner.kind) {
            files = files.of_one_colour(castling);
        }
        // The partner may not leave its region by castling either. The king's destination is tested during move
        // generation, like its other moves.
        let region = variant.kind(partner.kind).stays_in.map(|id| variant.regions[id.index()].squares[side]);
        let stays_home = |square: Square| region.is_none_or(|region| region.contains(square));
        let span = |one: i32, other: i32| one.min(other)..=one.max(other);
        // Neither man passes a hole of the board.
        let is_whole = |&(king_to, landing): &(i32, i32)| {
            span(0, king_to).chain(span(distance, landing)).chain(1..distance).all(|steps| at(steps).is_some())
        };
        files.ends.retain(is_whole);
        let passed_by_both = |&(king_to, landing): &(i32, i32)| span(0, king_to).chain(span(distance, landing));
        let between: Bits<W> = match named {
            None => (1..distance).filter_map(at).collect(),
            Some(_) => files.ends.iter().flat_map(passed_by_both).filter_map(at).collect(),
        };
        let ways = files.ends.iter().filter_map(|&(steps, landing)| {
            let ends = (at(steps)?, at(landing)?);
            let in_reach = named.is_some() || (1..=distance).contains(&steps);
            let path = span(0, steps).filter_map(at).collect();
            (in_reach && stays_home(ends.1)).then(|| CastlingWay::new(ends, partner.square, path, attacks, slides))
        });
        Some(Self {
            king,
            partner: partner.square,
            king_kind: castling.king.0,
            partner_kind: partner.kind.0,
            between: between & !Bits::of(king) & !Bits::of(partner.square),
            ways: ways.collect(),
        })
    }
}
