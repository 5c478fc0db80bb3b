//! Drive of a bare king (*mop-up evaluation*): a royal man that is left alone, or with men that can't move, is confined, and the
//! enemy's royal man comes close.

use super::features::{pieces_of_kind, promotion_zone};
use super::relations::colour_classes;
use weakfish::engine::{Game, Piece, Position};
use weakfish::geometry::{PerSide, Side, Square, SquareSet};
use weakfish::model::{Condition, KindId};

/// Most men beside the royal man that are tested for moves.
const MAX_STUCK_MEN: usize = 2;

/// Bonuses for full confinement, for a royal man next to the other one, and for a royal man at a square where it has fewest moves
/// and a colourbound enemy can attack it, in percent of a pawn.
const CONFINED: i32 = 150;
const CLOSE: i32 = 120;
const ON_COLOUR: i32 = 300;

/// Steps over which the squares that a royal man can go to are averaged. The mean falls from the middle of a board to its edges.
const STEPS: usize = 4;

/// Unit of the parts of a bonus.
const UNIT: i32 = 256;

/// Tables of the drive, for both sides.
#[derive(Debug)]
pub(super) struct Drive {
    squares: usize,
    /// By the side whose royal man moves.
    royal: PerSide<RoyalTables>,
    /// Sides that lose when they are mated.
    loses: PerSide<bool>,
    /// Kinds that drive: neither royal nor promoted, so that a side with pawns alone brings them to promotion. Those that are
    /// colourbound have the parts of the board that they can't leave.
    drivers: Vec<(KindId, Vec<BoundPart>)>,
}

/// Tables of a side's royal man on an empty board.
#[derive(Debug)]
struct RoyalTables {
    /// By square: how few squares it can go to from here and from nearby, up to [`UNIT`].
    confinement: Vec<i32>,
    /// By square and target square: nearness in moves, up to [`UNIT`] for a neighbour.
    nearness: Vec<i32>,
}

/// Part of the board that a colourbound man can't leave.
#[derive(Debug)]
struct BoundPart {
    squares: SquareSet,
    /// By the side of the royal man and its square: nearness to a most confined square of this part.
    nearness: PerSide<Vec<i32>>,
}

impl Drive {
    /// `None` if no side can be mated, or royal men are nowhere more confined than elsewhere.
    pub(super) fn new(game: &Game) -> Option<Self> {
        let variant = game.variant();
        let mates = variant.endings.iter().filter(|ending| ending.condition == Condition::Checkmate);
        let loses = PerSide::from_fn(|side| {
            let mut mates = mates.clone().filter(|ending| ending.side.is_none_or(|only| only == side));
            mates.next().is_some_and(|ending| ending.result.winner(side) == Some(!side))
        });
        if loses == PerSide::both(false) {
            return None;
        }
        let royal = PerSide::new(RoyalTables::new(game, Side::White)?, RoyalTables::new(game, Side::Black)?);
        let squares = variant.board.len();
        let promotes = |kind| Side::ALL.iter().any(|&side| !promotion_zone(variant, side, kind).is_empty());
        let drivers = variant.kinds().filter(|&(kind, data)| !data.royal && !promotes(kind)).map(|(kind, _)| {
            let parts = colour_classes(game, kind);
            let is_bound = parts.len() > 1;
            let part = |squares: SquareSet| {
                let nearness = PerSide::from_fn(|side| royal[side].nearness_to_confined(squares));
                BoundPart { squares, nearness }
            };
            (kind, parts.into_iter().filter(|_| is_bound).map(part).collect())
        });
        let drivers = drivers.collect();
        Some(Self { squares, royal, loses, drivers })
    }

    /// Bonus for White, in percent of a pawn.
    #[inline]
    pub(super) fn balance(&self, position: &Position) -> i32 {
        let few = |side| position.men_of(side).len() <= 1 + MAX_STUCK_MEN;
        if few(Side::White) || few(Side::Black) { self.balance_of_few(position) } else { 0 }
    }

    /// Bonus for White where a side has few men.
    #[cold]
    fn balance_of_few(&self, position: &Position) -> i32 {
        let bare = PerSide::from_fn(|side| bare_royal_man(position, side));
        match (bare[Side::White], bare[Side::Black]) {
            (Some(square), None) => -self.bonus(position, Side::White, square),
            (None, Some(square)) => self.bonus(position, Side::Black, square),
            _ => 0,
        }
    }

    /// Bonus against a side whose royal man stands alone on a square.
    fn bonus(&self, position: &Position, side: Side, bare: Square) -> i32 {
        if !self.loses[side] {
            return 0;
        }
        let at = |table: &[i32], index: usize| table.get(index).copied().unwrap_or_default();
        let confinement = at(&self.royal[side].confinement, bare.index());
        let nearness = |from: Square| at(&self.royal[!side].nearness, from.index() * self.squares + bare.index());
        let close = position.royal_men(!side).iter().map(nearness).max().unwrap_or(0);
        let (mut sum, mut parts, mut driven) = (0, 0, false);
        for (kind, bound) in &self.drivers {
            let men = position.men_of_kind(!side, *kind);
            driven |= !men.is_empty();
            for part in bound.iter().filter(|part| !part.squares.intersection(men).is_empty()) {
                sum += at(&part.nearness[side], bare.index());
                parts += 1;
            }
        }
        let bonus = (CONFINED * confinement + CLOSE * close + ON_COLOUR * sum / parts.max(1)) / UNIT;
        if driven { bonus } else { 0 }
    }
}

/// Square of a side's royal man, if it has no other man that can move or be dropped.
fn bare_royal_man(position: &Position, side: Side) -> Option<Square> {
    let (men, royal) = (position.men_of(side), position.royal_men(side));
    if royal.len() != 1 || men.len() > 1 + MAX_STUCK_MEN || position.count_in_hand(side, None) > 0 {
        return None;
    }
    let can_move = |square: Square| {
        let reach = position.piece_at(square).map(|piece| position.game().reach(piece, square, position.occupied()));
        reach.is_some_and(|reach| {
            let captures = reach.captures.intersection(position.men_of(!side));
            !captures.is_empty() || !reach.moves.without(position.occupied()).is_empty()
        })
    };
    if men.without(royal).iter().any(can_move) { None } else { royal.iter().next() }
}

impl RoyalTables {
    /// `None` if the side has no royal man that is more confined on one square than on another.
    fn new(game: &Game, side: Side) -> Option<Self> {
        let variant = game.variant();
        let board = variant.board;
        let royal = variant.kinds().filter(|(_, data)| data.royal);
        let pieces: Vec<Piece> = royal.flat_map(|(kind, _)| pieces_of_kind(game, side, kind)).collect();
        let neighbours: Vec<SquareSet> = board
            .rectangle()
            .map(|from| {
                pieces
                    .iter()
                    .fold(SquareSet::EMPTY, |all, &piece| all.union(game.reach(piece, from, SquareSet::EMPTY).moves))
            })
            .collect();
        let mut freedom: Vec<f64> = neighbours.iter().map(|squares| squares.len() as f64).collect();
        let mut sums = freedom.clone();
        for _ in 1..STEPS {
            let mean = |(square, squares): (usize, &SquareSet)| {
                let sum: f64 = squares.iter().map(|next| freedom[next.index()]).sum();
                (freedom[square] + sum) / (1 + squares.len()) as f64
            };
            freedom = neighbours.iter().enumerate().map(mean).collect();
            sums.iter_mut().zip(&freedom).for_each(|(sum, part)| *sum += part);
        }
        let of_board = || board.squares().map(|square| sums[square.index()]);
        let (least, most) = (of_board().fold(f64::MAX, f64::min), of_board().fold(0.0, f64::max));
        if most - least < 0.5 {
            return None;
        }
        let confinement = sums.iter().map(|sum| ((most - sum) / (most - least) * f64::from(UNIT)).round() as i32);
        let distances: Vec<Option<u16>> = board.rectangle().flat_map(|from| distances(&neighbours, from)).collect();
        let longest = i32::from(distances.iter().flatten().copied().max().unwrap_or(0)).max(2);
        let nearness = |distance: Option<u16>| {
            distance.map_or(0, |distance| UNIT * (longest - i32::from(distance).max(1)) / (longest - 1))
        };
        let confinement = confinement.collect();
        Some(Self { confinement, nearness: distances.into_iter().map(nearness).collect() })
    }

    /// By square: nearness to a most confined square of a part of the board.
    fn nearness_to_confined(&self, part: SquareSet) -> Vec<i32> {
        let squares = self.confinement.len();
        let confinement = |square: Square| self.confinement.get(square.index()).copied().unwrap_or_default();
        let most = part.iter().map(confinement).max().unwrap_or(0);
        // Squares that differ only by rounding, or by little, are alike.
        let targets: Vec<Square> = part.iter().filter(|&square| confinement(square) >= most - UNIT / 16).collect();
        let nearest = |from: usize| {
            let nearness = |target: &Square| {
                let on_it = if target.index() == from { UNIT / 8 } else { 0 };
                on_it + self.nearness.get(from * squares + target.index()).copied().unwrap_or_default()
            };
            targets.iter().map(nearness).max().unwrap_or(0)
        };
        (0..squares).map(nearest).collect()
    }
}

/// By square: the fewest moves from a square; `None` if it can't be reached.
fn distances(neighbours: &[SquareSet], from: Square) -> Vec<Option<u16>> {
    let mut distances = vec![None; neighbours.len()];
    let mut frontier = vec![from];
    distances[from.index()] = Some(0);
    for moves in 1.. {
        let mut reached = Vec::new();
        for square in frontier {
            for next in neighbours[square.index()].iter() {
                let distance = &mut distances[next.index()];
                if distance.is_none() {
                    *distance = Some(moves);
                    reached.push(next);
                }
            }
        }
        if reached.is_empty() {
            break;
        }
        frontier = reached;
    }
    distances
}
