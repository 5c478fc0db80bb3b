//! Terms that depend on several men: attacks, royal safety, threats, pairs, and pawn structure.

use std::collections::HashMap;

use super::Term;
use super::features::{Mobility, ShortestPaths, nearness, pieces_of_kind, promotion_zone};
use weakfish::engine::{Bits, Game, Piece, Position};
use weakfish::geometry::{PerSide, Side, Square, SquareSet};
use weakfish::model::KindId;

/// Tables for the terms that depend on several men, on boards of up to 64 × `W` squares.
#[derive(Debug)]
pub(super) struct Relations<const W: usize> {
    squares: usize,
    pawns: Pawns<W>,
    /// By piece; the default for 0, which no piece has.
    men: Vec<Man>,
    /// By square and side: royal zone, the squares at and around a royal man.
    royal_zones: Vec<PerSide<Bits<W>>>,
    /// By piece and square: squares from which the piece attacks it on an empty board.
    attack_sources: Vec<Bits<W>>,
    /// Colourbound kinds, with the parts of the board that such men can't leave.
    colourbound: Vec<(KindId, Vec<Bits<W>>)>,
    /// By piece and square: expected number of attacked squares, in sixteenths.
    expected_attacks: Vec<i32>,
}

/// Properties of a piece.
#[derive(Clone, Copy, Debug, Default)]
struct Man {
    side: Option<Side>,
    /// Whether its attacks count, as those of all men but pawns and royal ones do.
    attacks: bool,
    /// Mean mobility of its kind, in sixteenths of a square; 0 for royal men and pawns.
    mobility: i32,
}

/// The relations of men on a board of any width.
#[derive(Debug)]
pub(super) enum AnyRelations {
    One(Relations<1>),
    Two(Relations<2>),
    Four(Relations<4>),
}

impl AnyRelations {
    /// Makes the tables for the width of the game's board.
    pub(super) fn new(game: &Game, mobility: &Mobility) -> Self {
        match game.variant().board.len() {
            ..=64 => Self::One(Relations::new(game, mobility)),
            65..=128 => Self::Two(Relations::new(game, mobility)),
            _ => Self::Four(Relations::new(game, mobility)),
        }
    }

    /// Calls `visit` with each term: the piece, the term and its count in sixteenths.
    #[inline]
    pub(super) fn visit(&self, position: &Position, visit: impl FnMut(Piece, Term, i32)) {
        match self {
            Self::One(relations) => relations.visit(position, visit),
            Self::Two(relations) => relations.visit(position, visit),
            Self::Four(relations) => relations.visit(position, visit),
        }
    }
}

impl<const W: usize> Relations<W> {
    /// Computes the tables by piece, by kind and by square.
    pub(super) fn new(game: &Game, mobility: &Mobility) -> Self {
        let variant = game.variant();
        let board = variant.board;
        let pawns = Pawns::new(game, mobility);
        let (mut men, mut expected_attacks) = (vec![Man::default()], vec![0; board.len()]);
        for piece in game.pieces() {
            let info = game.piece_info(piece);
            let attacks = !variant.kind(info.kind).royal && !pawns.contains(info.kind);
            let mean_mobility = if attacks { (16.0 * mobility.of_kind(game, info.kind).0) as i32 } else { 0 };
            men.push(Man { side: Some(info.side), attacks, mobility: mean_mobility });
            let free = |square| if board.contains(square) { mobility.of_attacks(piece, square) } else { 0.0 };
            expected_attacks.extend(board.rectangle().map(|square| (free(square) * 16.0).round() as i32));
        }
        let can_move = |kind| mobility.of_kind(game, kind).1 > 0.0;
        let colourbound_kinds =
            variant.kinds().filter(|&(kind, data)| !data.royal && !pawns.contains(kind) && can_move(kind));
        let colourbound_kinds =
            colourbound_kinds.map(|(kind, _)| (kind, colour_classes(game, kind))).filter(|(_, parts)| parts.len() > 1);
        let colourbound =
            colourbound_kinds.map(|(kind, parts)| (kind, parts.into_iter().map(Bits::from_set).collect())).collect();
        Self {
            squares: board.len(),
            pawns,
            attack_sources: attack_sources(game, &men).into_iter().map(Bits::from_set).collect(),
            men,
            royal_zones: royal_zones(game)
                .into_iter()
                .map(|zone| PerSide::from_fn(|side| Bits::from_set(zone[side])))
                .collect(),
            colourbound,
            expected_attacks,
        }
    }

    /// Calls `visit` with each term: the piece, the term and its count in sixteenths.
    #[inline]
    pub(super) fn visit(&self, position: &Position, mut visit: impl FnMut(Piece, Term, i32)) {
        let own = PerSide::from_fn(|side| Bits::from_set(position.men_of(side)));
        let royal = PerSide::from_fn(|side| Bits::from_set(position.royal_men(side)));
        let pawn_attacks = self.pawns.visit(position, &mut visit);
        let zone = PerSide::from_fn(|side| {
            let of = |square: Square| self.royal_zones.get(square.index()).map_or(Bits::EMPTY, |zone| zone[side]);
            royal[side].iter().fold(Bits::EMPTY, |all, square| all | of(square))
        });
        for side in Side::ALL {
            for square in (zone[side] & own[side] & !royal[side]).iter() {
                if let Some(piece) = position.piece_at(square) {
                    visit(piece, Term::Shelter, 16);
                }
            }
            for square in (pawn_attacks[!side] & own[side]).iter() {
                match position.piece_at(square) {
                    Some(piece) if self.properties_of(piece).attacks => visit(piece, Term::Threatened, 16),
                    _ => {}
                }
            }
        }
        self.visit_pairs(position, &mut visit);
        let mut attacked_squares = PerSide::both(Bits::EMPTY);
        // The weight of an attack grows with the number of attackers, which is known only in the end.
        let mut attackers = PerSide::both(0);
        let mut attacks = [(Side::White, None, 0); MAX_ATTACKERS];
        let mut found = 0;
        let mut checks = [(Side::White, None, Bits::EMPTY); MAX_ATTACKERS];
        let mut checking = 0;
        position.visit_attacks(
            |piece| self.properties_of(piece).attacks,
            |piece, square, squares| {
                let Some(side) = self.properties_of(piece).side else { return };
                let place = usize::from(piece.number()) * self.squares + square.index();
                let expected = self.expected_attacks.get(place).copied().unwrap_or_default();
                let squares = Bits::from_set(squares);
                let free = (squares & !own[side] & !pawn_attacks[!side]).len() as i32;
                visit(piece, Term::Freedom, free * 16 - expected);
                attacked_squares[side] |= squares;
                self.visit_chased(position, piece, squares & own[!side], &mut visit);
                let check = squares & !own[side] & self.checking_squares(royal[!side], piece);
                if !check.is_empty() {
                    if let Some(place) = checks.get_mut(checking) {
                        *place = (side, Some(piece), check);
                    }
                    checking += 1;
                }
                let attacked = (squares & zone[!side]).len() as i32;
                if attacked > 0 {
                    attackers[side] += 1;
                    if let Some(place) = attacks.get_mut(found) {
                        *place = (side, Some(piece), attacked);
                    }
                    found += 1;
                }
            },
        );
        let controlled = PerSide::from_fn(|side| attacked_squares[side] | pawn_attacks[side]);
        for side in Side::ALL {
            let royals = royal[side].iter().filter_map(|square| position.piece_at(square));
            let Some(piece) = royals.min_by_key(|piece| piece.number()) else { continue };
            let around = zone[side] & !royal[side];
            let free = around & !own[side] & !controlled[!side] & !zone[!side];
            visit(piece, Term::Escape, 16 * free.len() as i32);
            let exposed = zone[side] & controlled[!side] & !controlled[side];
            visit(piece, Term::Exposed, 16 * exposed.len() as i32);
        }
        for &(side, piece, squares) in checks.get(..checking).unwrap_or_default() {
            let safe = squares & !controlled[!side] & !zone[!side];
            if let Some(piece) = piece
                && !safe.is_empty()
            {
                visit(piece, Term::Check, 16 * safe.len() as i32);
            }
        }
        for side in Side::ALL {
            for square in (own[side] & controlled[!side] & !controlled[side] & !zone[side]).iter() {
                if let Some(piece) = position.piece_at(square) {
                    visit(piece, Term::Hanging, 16);
                }
            }
        }
        // With too many attackers none counts: a selection would depend on the order of the squares.
        for &(side, piece, attacked) in attacks.get(..found).unwrap_or_default() {
            if let Some(piece) = piece {
                visit(piece, Term::Attack, 8 * attackers[side] * attacked);
            }
        }
    }

    /// Calls `visit` for the men on attacked squares whose mobility is much larger than that of their
    /// attacker.
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
            if 4 * self.properties_of(attacked).mobility > 5 * self.properties_of(attacker).mobility {
                visit(attacked, Term::Chased, 16);
            }
        }
    }

    /// Calls `visit` once for each colourbound kind with men on different parts of the board, such as a
    /// bishop pair.
    fn visit_pairs(&self, position: &Position, visit: &mut impl FnMut(Piece, Term, i32)) {
        for (kind, parts) in &self.colourbound {
            for side in Side::ALL {
                let men = Bits::from_set(position.men_of_kind(side, *kind));
                if !men.more_than_one() || parts.iter().filter(|part| part.intersects(men)).count() < 2 {
                    continue;
                }
                if let Some(piece) = men.iter().next().and_then(|square| position.piece_at(square)) {
                    visit(piece, Term::Paired, 16);
                }
            }
        }
    }

    /// Squares from which a piece would attack a royal man on an empty board.
    #[inline]
    fn checking_squares(&self, royal: Bits<W>, piece: Piece) -> Bits<W> {
        royal.iter().fold(Bits::EMPTY, |all, square| {
            let from = self.attack_sources.get(usize::from(piece.number()) * self.squares + square.index());
            all | from.copied().unwrap_or(Bits::EMPTY)
        })
    }

    /// The properties of a piece.
    #[inline]
    fn properties_of(&self, piece: Piece) -> Man {
        self.men.get(usize::from(piece.number())).copied().unwrap_or_default()
    }
}

/// Maximum number of attackers of royal zones, of both sides together.
const MAX_ATTACKERS: usize = 24;

/// Parts of the board that a man of a kind can't leave, in any state; a single part for men that are not
/// colourbound.
pub(super) fn colour_classes(game: &Game, kind: KindId) -> Vec<SquareSet> {
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

/// King zones by square and side: the square and all that a royal man there attacks.
fn royal_zones(game: &Game) -> Vec<PerSide<SquareSet>> {
    let board = game.variant().board;
    let around = |square: Square, side: Side| {
        let royal = |piece: &Piece| {
            let info = game.piece_info(*piece);
            info.side == side && game.variant().kind(info.kind).royal
        };
        let mut zone = SquareSet::EMPTY;
        if board.contains(square) {
            zone.insert(square);
            for piece in game.pieces().filter(royal).take(8) {
                zone = zone.union(game.reach(piece, square, SquareSet::EMPTY).captures);
            }
        }
        zone
    };
    board.rectangle().map(|square| PerSide::from_fn(|side| around(square, side))).collect()
}

/// By piece and square: squares from which the piece attacks it on an empty board, for men whose attacks count.
fn attack_sources(game: &Game, men: &[Man]) -> Vec<SquareSet> {
    let board = game.variant().board;
    let mut sources = vec![SquareSet::EMPTY; men.len() * board.len()];
    for piece in game.pieces() {
        let number = usize::from(piece.number());
        if !men[number].attacks {
            continue;
        }
        for square in board.squares() {
            for target in game.reach(piece, square, SquareSet::EMPTY).captures.iter() {
                if let Some(set) = sources.get_mut(number * board.len() + target.index()) {
                    set.insert(square);
                }
            }
        }
    }
    sources
}

// Pawn structure: passed, supported and isolated pawns.
//
// A pawn is any man that promotes and has low mobility before. Its structure follows from the paths of such men, not from
// files.

/// Maximum mean mobility of a pawn, in squares.
const MAX_PAWN_MOBILITY: f64 = 2.5;

/// Maximum number of states times squares of a kind that counts as pawns.
const MAX_STATES: usize = 2_000;

/// Pawns of a game, on a board of up to 64 × `W` squares.
#[derive(Debug)]
pub(super) struct Pawns<const W: usize> {
    squares: usize,
    /// The kinds that are pawns.
    kinds: Vec<KindId>,
    /// By piece and square; empty if there are no pawns.
    spans: Vec<PawnSpans<W>>,
}

/// Sets of squares from which other pawns affect a pawn on a square.
#[derive(Clone, Copy, Debug)]
struct PawnSpans<const W: usize> {
    /// Squares that the pawn attacks.
    attacks: Bits<W>,
    /// Squares of enemy pawns that may stop it on its way: the passed-pawn mask.
    stoppers: Bits<W>,
    /// Squares from which an own pawn defends it.
    defenders: Bits<W>,
    /// Squares from which an own pawn may defend it, here or on its way, now or later.
    neighbours: Bits<W>,
    /// Nearness to promotion, in sixteenths.
    nearness: i32,
}

/// Squares that pawns of a side influence, by the square of the pawn.
struct Influence {
    pieces: Vec<Piece>,
    paths: ShortestPaths,
    /// Squares on the way to promotion.
    path_squares: HashMap<(Piece, Square), SquareSet>,
    /// Squares attacked now, in any state.
    attacks: Vec<SquareSet>,
    /// Squares attacked now or on the way.
    later_attacks: Vec<SquareSet>,
    /// Squares occupied or attacked now or on the way.
    later_control: Vec<SquareSet>,
}

impl Influence {
    /// Computes paths to promotion, and the squares attacked now and along them.
    fn new(game: &Game, side: Side, kind: KindId) -> Self {
        let board = game.variant().board;
        let captures = |piece, square| game.reach(piece, square, SquareSet::EMPTY).captures;
        let pieces = pieces_of_kind(game, side, kind);
        let paths = ShortestPaths::new(game, &pieces, promotion_zone(game.variant(), side, kind));
        let path_squares = paths.union_along_paths(|_, square| single_square_set(square));
        let path_attacks = paths.union_along_paths(captures);
        let [mut attacks, mut later_attacks, mut later_control] = [(); 3].map(|()| vec![SquareSet::EMPTY; board.len()]);
        for &piece in &pieces {
            for square in board.squares() {
                let at = square.index();
                let of = |map: &HashMap<_, SquareSet>| map.get(&(piece, square)).copied().unwrap_or_default();
                attacks[at] = attacks[at].union(captures(piece, square));
                later_attacks[at] = later_attacks[at].union(attacks[at]).union(of(&path_attacks));
                later_control[at] = later_control[at]
                    .union(single_square_set(square))
                    .union(later_attacks[at])
                    .union(of(&path_squares));
            }
        }
        Self { pieces, paths, path_squares, attacks, later_attacks, later_control }
    }
}

/// The set of one square.
fn single_square_set(square: Square) -> SquareSet {
    [square].into_iter().collect()
}

impl<const W: usize> Pawns<W> {
    /// Finds the kinds that are pawns, and computes the spans of each pawn on each square.
    pub(super) fn new(game: &Game, mobility: &Mobility) -> Self {
        let (variant, squares) = (game.variant(), game.variant().board.len());
        let promotes = |kind| Side::ALL.iter().any(|&side| !promotion_zone(variant, side, kind).is_empty());
        let is_small = |kind| {
            let states =
                pieces_of_kind(game, Side::White, kind).len().max(pieces_of_kind(game, Side::Black, kind).len());
            states * squares <= MAX_STATES && mobility.of_kind(game, kind).0 <= MAX_PAWN_MOBILITY
        };
        let kinds = variant.kinds().filter(|&(kind, data)| !data.royal && promotes(kind) && is_small(kind));
        let kinds: Vec<KindId> = kinds.map(|(kind, _)| kind).collect();
        let mut spans = Vec::new();
        if !kinds.is_empty() {
            let none = PawnSpans {
                attacks: Bits::EMPTY,
                stoppers: Bits::EMPTY,
                defenders: Bits::EMPTY,
                neighbours: Bits::EMPTY,
                nearness: 0,
            };
            let pieces = game.pieces().map(|piece| usize::from(piece.number())).max().unwrap_or(0);
            spans = vec![none; (pieces + 1) * squares];
        }
        for &kind in &kinds {
            let influence = PerSide::from_fn(|side| Influence::new(game, side, kind));
            for side in Side::ALL {
                let (own, enemy) = (&influence[side], &influence[!side]);
                for &piece in &own.pieces {
                    for square in variant.board.squares() {
                        let path = own.path_squares.get(&(piece, square)).copied().unwrap_or_default();
                        let squares_where = |holds: &dyn Fn(usize) -> bool| {
                            variant
                                .board
                                .squares()
                                .filter(|&squares_where| holds(squares_where.index()))
                                .collect::<Bits<W>>()
                        };
                        let path_and_square = path.union(single_square_set(square));
                        spans[usize::from(piece.number()) * squares + square.index()] = PawnSpans {
                            attacks: Bits::from_set(game.reach(piece, square, SquareSet::EMPTY).captures),
                            stoppers: squares_where(&|squares_where| {
                                !enemy.later_control[squares_where].intersection(path).is_empty()
                            }),
                            defenders: squares_where(&|squares_where| own.attacks[squares_where].contains(square)),
                            neighbours: squares_where(&|squares_where| {
                                squares_where != square.index()
                                    && !own.later_attacks[squares_where].intersection(path_and_square).is_empty()
                            }),
                            nearness: (16.0 * nearness(own.paths.distance(piece, square))).round() as i32,
                        };
                    }
                }
            }
        }
        Self { squares, kinds, spans }
    }

    /// Calls `visit` with each pawn term and its count in sixteenths. Returns the squares attacked by the pawns of each side.
    #[inline]
    pub(super) fn visit(&self, position: &Position, mut visit: impl FnMut(Piece, Term, i32)) -> PerSide<Bits<W>> {
        let mut attacked = PerSide::both(Bits::EMPTY);
        for &kind in &self.kinds {
            let men = PerSide::from_fn(|side| Bits::from_set(position.men_of_kind(side, kind)));
            for side in Side::ALL {
                for square in men[side].iter() {
                    let Some(piece) = position.piece_at(square) else { continue };
                    let place = usize::from(piece.number()) * self.squares + square.index();
                    let Some(spans) = self.spans.get(place) else { continue };
                    attacked[side] |= spans.attacks;
                    if spans.nearness > 0 && !spans.stoppers.intersects(men[!side]) {
                        visit(piece, Term::Passed, spans.nearness);
                    }
                    if spans.defenders.intersects(men[side]) {
                        visit(piece, Term::Supported, 16);
                    } else if !spans.neighbours.intersects(men[side]) {
                        visit(piece, Term::Isolated, 16);
                    }
                }
            }
        }
        attacked
    }

    /// Whether a kind counts as pawns.
    pub(super) fn contains(&self, kind: KindId) -> bool {
        self.kinds.contains(&kind)
    }
}
