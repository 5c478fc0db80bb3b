//! What men are to each other as they stand: what they aim at, whom they shelter, who threatens them.

use super::Term;
use super::mobility::Mobility;
use super::pawns::Pawns;
use weakfish::engine::bits::Bits;
use weakfish::engine::{Game, Piece, Position};
use weakfish::geometry::{PerSide, Side, Square, SquareSet};
use weakfish::model::KindId;

/// What can be known beforehand of the relations of men, for boards of up to 64 × `W` squares.
#[derive(Debug)]
pub(super) struct Relations<const W: usize> {
    squares: usize,
    pawns: Pawns<W>,
    /// By piece: its side; `None` for the number that no piece has.
    sides: Vec<Option<Side>>,
    /// By piece: whether what it aims at counts.
    aims: Vec<bool>,
    /// By square and side: the squares at and around a royal man of that side.
    near: Vec<PerSide<Bits<W>>>,
    /// By piece and square: from where such a piece aims at the square, on an empty board.
    from: Vec<Bits<W>>,
    /// By piece: how far its kind reaches, in sixteenths of a square; 0 for royal men and pawns.
    reach: Vec<i32>,
    /// The kinds of men that can't go everywhere, with the parts of the board that such men can't leave.
    bound: Vec<(KindId, Vec<Bits<W>>)>,
    /// By piece and square: at how many squares it can be expected to aim, in sixteenths.
    expected: Vec<i32>,
}

impl<const W: usize> Relations<W> {
    pub(super) fn new(game: &Game, mobility: &Mobility) -> Self {
        let variant = game.variant();
        let board = variant.board;
        let pawns = Pawns::new(game, mobility);
        let (mut sides, mut aims, mut expected) = (vec![None], vec![false], vec![0; board.len()]);
        let mut reach = vec![0];
        for piece in game.pieces() {
            let info = game.piece_info(piece);
            sides.push(Some(info.side));
            let counts = !variant.kind(info.kind).royal && !pawns.are(info.kind);
            aims.push(counts);
            reach.push(if counts { (16.0 * mobility.of_kind(game, info.kind).0) as i32 } else { 0 });
            let free = |square| if board.contains(square) { mobility.of_aims(piece, square) } else { 0.0 };
            expected.extend(board.rectangle().map(|square| (free(square) * 16.0).round() as i32));
        }
        let moves = |kind| mobility.of_kind(game, kind).1 > 0.0;
        let bound = variant.kinds().filter(|&(kind, data)| !data.royal && !pawns.are(kind) && moves(kind));
        let bound = bound.map(|(kind, _)| (kind, parts(game, kind))).filter(|(_, parts)| parts.len() > 1);
        let bound = bound.map(|(kind, parts)| (kind, parts.into_iter().map(Bits::from_set).collect())).collect();
        Self {
            squares: board.len(),
            pawns,
            from: from(game, &aims).into_iter().map(Bits::from_set).collect(),
            sides,
            aims,
            near: near(game).into_iter().map(|near| PerSide::from_fn(|side| Bits::from_set(near[side]))).collect(),
            reach,
            bound,
            expected,
        }
    }

    /// Calls `visit` for what counts about men as they stand: the man's piece, what counts, and how often, in sixteenths.
    #[inline]
    pub(super) fn visit(&self, position: &Position, mut visit: impl FnMut(Piece, Term, i32)) {
        let own = PerSide::from_fn(|side| Bits::from_set(position.men_of(side)));
        let royal = PerSide::from_fn(|side| Bits::from_set(position.royal_men(side)));
        let guarded = self.pawns.visit(position, &mut visit);
        let near = PerSide::from_fn(|side| {
            let of = |square: Square| self.near.get(square.index()).map_or(Bits::EMPTY, |near| near[side]);
            royal[side].iter().fold(Bits::EMPTY, |all, square| all | of(square))
        });
        for side in Side::ALL {
            for square in (near[side] & own[side] & !royal[side]).iter() {
                if let Some(piece) = position.piece_at(square) {
                    visit(piece, Term::Shelter, 16);
                }
            }
            for square in (guarded[!side] & own[side]).iter() {
                match position.piece_at(square) {
                    Some(piece) if self.aims_count(piece) => visit(piece, Term::Threatened, 16),
                    _ => {}
                }
            }
        }
        self.visit_pairs(position, &mut visit);
        let mut aimed = PerSide::both(Bits::EMPTY);
        // Two men that aim at a king are worth more than twice one of them, so that all must be known first.
        let mut attackers = PerSide::both(0);
        let mut attacks = [(Side::White, None, 0); MOST];
        let mut found = 0;
        let mut checks = [(Side::White, None, Bits::EMPTY); MOST];
        let mut checking = 0;
        position.visit_aims(
            |piece| self.aims_count(piece),
            |piece, square, squares| {
                let Some(side) = self.sides.get(usize::from(piece.number())).copied().flatten() else { return };
                let place = usize::from(piece.number()) * self.squares + square.index();
                let expected = self.expected.get(place).copied().unwrap_or_default();
                let squares = Bits::from_set(squares);
                let free = (squares & !own[side] & !guarded[!side]).len() as i32;
                visit(piece, Term::Freedom, free * 16 - expected);
                aimed[side] |= squares;
                self.visit_chased(position, piece, squares & own[!side], &mut visit);
                let check = squares & !own[side] & self.checks(royal[!side], piece);
                if !check.is_empty() {
                    if let Some(place) = checks.get_mut(checking) {
                        *place = (side, Some(piece), check);
                    }
                    checking += 1;
                }
                let attacked = (squares & near[!side]).len() as i32;
                if attacked > 0 {
                    attackers[side] += 1;
                    if let Some(place) = attacks.get_mut(found) {
                        *place = (side, Some(piece), attacked);
                    }
                    found += 1;
                }
            },
        );
        let held = PerSide::from_fn(|side| aimed[side] | guarded[side]);
        for side in Side::ALL {
            let royals = royal[side].iter().filter_map(|square| position.piece_at(square));
            let Some(piece) = royals.min_by_key(|piece| piece.number()) else { continue };
            let around = near[side] & !royal[side];
            let free = around & !own[side] & !held[!side] & !near[!side];
            visit(piece, Term::Escape, 16 * free.len() as i32);
            let exposed = near[side] & held[!side] & !held[side];
            visit(piece, Term::Exposed, 16 * exposed.len() as i32);
        }
        for &(side, piece, squares) in checks.get(..checking).unwrap_or_default() {
            let safe = squares & !held[!side] & !near[!side];
            if let Some(piece) = piece
                && !safe.is_empty()
            {
                visit(piece, Term::Check, 16 * safe.len() as i32);
            }
        }
        for side in Side::ALL {
            for square in (own[side] & held[!side] & !held[side] & !near[side]).iter() {
                if let Some(piece) = position.piece_at(square) {
                    visit(piece, Term::Hanging, 16);
                }
            }
        }
        // If there are too many, none is counted: whom to leave out would depend on the order of the squares.
        for &(side, piece, attacked) in attacks.get(..found).unwrap_or_default() {
            if let Some(piece) = piece {
                visit(piece, Term::Attack, 8 * attackers[side] * attacked);
            }
        }
    }

    /// Calls `visit` for the men among those on `squares` that reach much more than the man that attacks them.
    #[inline]
    fn visit_chased(
        &self,
        position: &Position,
        attacker: Piece,
        squares: Bits<W>,
        visit: &mut impl FnMut(Piece, Term, i32),
    ) {
        for square in squares.iter() {
            let Some(attacked) = position.piece_at(square) else { continue };
            if 4 * self.reach_of(attacked) > 5 * self.reach_of(attacker) {
                visit(attacked, Term::Chased, 16);
            }
        }
    }

    /// Calls `visit` for the men that have a fellow where they can't go.
    fn visit_pairs(&self, position: &Position, visit: &mut impl FnMut(Piece, Term, i32)) {
        for (kind, parts) in &self.bound {
            for side in Side::ALL {
                let men = Bits::from_set(position.men_of_kind(side, *kind));
                if !men.several() || parts.iter().filter(|part| part.intersects(men)).count() < 2 {
                    continue;
                }
                if let Some(piece) = men.iter().next().and_then(|square| position.piece_at(square)) {
                    visit(piece, Term::Paired, 16);
                }
            }
        }
    }

    /// From where a piece would aim at a royal man.
    #[inline]
    fn checks(&self, royal: Bits<W>, piece: Piece) -> Bits<W> {
        royal.iter().fold(Bits::EMPTY, |all, square| {
            let from = self.from.get(usize::from(piece.number()) * self.squares + square.index());
            all | from.copied().unwrap_or(Bits::EMPTY)
        })
    }

    #[inline]
    fn reach_of(&self, piece: Piece) -> i32 {
        self.reach.get(usize::from(piece.number())).copied().unwrap_or_default()
    }

    #[inline]
    fn aims_count(&self, piece: Piece) -> bool {
        self.aims.get(usize::from(piece.number())).copied().unwrap_or_default()
    }
}

/// No more men that aim at a king are counted, of both sides together.
const MOST: usize = 24;

/// The parts of the board that no man of a kind leaves, whatever it turns to.
fn parts(game: &Game, kind: KindId) -> Vec<SquareSet> {
    let board = game.variant().board;
    let mut parts: Vec<SquareSet> = Vec::new();
    for square in board.squares() {
        let mut part: SquareSet = [square].into_iter().collect();
        for piece in game.pieces().filter(|&piece| game.piece_info(piece).kind == kind) {
            let reach = game.reach(piece, square, SquareSet::EMPTY);
            part = part.union(reach.moves).union(reach.captures);
        }
        let (joined, others): (Vec<_>, Vec<_>) =
            parts.into_iter().partition(|other| !other.intersection(part).is_empty());
        parts = others;
        parts.push(joined.into_iter().fold(part, SquareSet::union));
    }
    parts
}

/// By square: what is at and around a royal man there, as far as it could go by itself.
fn near(game: &Game) -> Vec<PerSide<SquareSet>> {
    let board = game.variant().board;
    let around = |square: Square, side: Side| {
        let royal = |piece: &Piece| {
            let info = game.piece_info(*piece);
            info.side == side && game.variant().kind(info.kind).royal
        };
        let mut near = SquareSet::EMPTY;
        if board.contains(square) {
            near.insert(square);
            for piece in game.pieces().filter(royal).take(8) {
                near = near.union(game.reach(piece, square, SquareSet::EMPTY).captures);
            }
        }
        near
    };
    board.rectangle().map(|square| PerSide::from_fn(|side| around(square, side))).collect()
}

/// By piece and square: from where such a piece aims at the square, on an empty board; only for pieces that are wanted.
fn from(game: &Game, wanted: &[bool]) -> Vec<SquareSet> {
    let board = game.variant().board;
    let mut from = vec![SquareSet::EMPTY; wanted.len() * board.len()];
    for piece in game.pieces() {
        let number = usize::from(piece.number());
        if !wanted.get(number).copied().unwrap_or_default() {
            continue;
        }
        for square in board.squares() {
            for target in game.reach(piece, square, SquareSet::EMPTY).captures.iter() {
                if let Some(set) = from.get_mut(number * board.len() + target.index()) {
                    set.insert(square);
                }
            }
        }
    }
    from
}
