//! Fewest moves and captures that men need to get to squares, with most other men out of their way.
//!
//! The bounds hold if men go elsewhere only by their own moves, one in a ply: see [`men_move_alone`].

use std::collections::VecDeque;

use weakfish::engine::{Game, Piece, Position, Reach};
use weakfish::geometry::{Side, Square, SquareSet};
use weakfish::model::{Castling, Clearance, KingTravel, PartnerLanding, Through};

use crate::rules::men_move_alone;

/// A piece on a square, as a number.
pub(crate) type Node = usize;

/// Nodes one move away, each with whether the move is a capture.
type Steps = Box<[(Node, bool)]>;

/// Number of moves that no route has.
pub(crate) const UNREACHABLE: u8 = u8::MAX;

/// The most nodes of a game for which routes are looked for.
const MAX_NODES: usize = 1 << 17;

/// The moves of single men from node to node.
#[derive(Debug)]
pub(crate) struct Routes {
    game: Game,
    pieces: Vec<Piece>,
    /// The number of squares, holes of the board included.
    pub(crate) squares: usize,
    /// Kinds that other men only hinder, by id.
    hindered: Vec<bool>,
    /// Kinds all of whose moves are leaps, by id.
    leapers: Vec<bool>,
    /// Squares whose men stay: no man enters or passes them.
    fixed: SquareSet,
    /// Castling: the squares that men on some nodes may go to.
    castling: Vec<(Node, SquareSet)>,
    /// By node: the nodes one move away, each with whether the move is a capture.
    steps: Vec<Option<Steps>>,
    distances: Vec<u8>,
}

impl Routes {
    /// The routes of men from a position on; `None` if the rules of the game allow no bounds.
    pub(crate) fn new(position: &Position) -> Option<Self> {
        let game = position.game();
        let variant = game.variant();
        let squares = usize::from(variant.board.files()) * usize::from(variant.board.ranks());
        let pieces: Vec<Piece> = game.pieces().collect();
        let nodes = pieces.len() * squares;
        if !men_move_alone(game) || nodes > MAX_NODES {
            return None;
        }
        let hindered = variant.kinds.iter().map(|kind| {
            let hops = |through: Through| through != Through::Empty;
            let mut legs = kind
                .movements()
                .flat_map(|movement| &movement.paths)
                .flat_map(|path| path.legs.split_last().map_or(&[][..], |(_, legs)| legs));
            kind.passes_own.is_empty() && !legs.any(|leg| hops(leg.through))
        });
        let leapers = variant.kinds.iter().map(|kind| {
            kind.movements().flat_map(|movement| &movement.paths).all(|path| {
                let [leg] = path.legs.as_slice() else { return false };
                (leg.least, leg.most, leg.clearance) == (1, Some(1), Clearance::Leaps)
            })
        });
        let mut routes = Self {
            hindered: hindered.collect(),
            leapers: leapers.collect(),
            game: game.clone(),
            pieces,
            squares,
            fixed: SquareSet::EMPTY,
            castling: Vec::new(),
            steps: vec![None; nodes],
            distances: vec![UNREACHABLE; nodes],
        };
        for side in Side::ALL {
            if let Some(castling) = &variant.rules.castling[side]
                && may_castle(position, side)
            {
                routes.add_castling(position, side, castling);
            }
        }
        Some(routes)
    }

    /// Adds the moves of castling men as moves of their own.
    fn add_castling(&mut self, position: &Position, side: Side, castling: &Castling) {
        let board = self.game.variant().board;
        let row = |at: Square| board.squares().filter(move |&to| board.rank(to) == board.rank(at));
        let kings = position.men_of_kind(side, castling.king);
        let distance = match castling.travel {
            KingTravel::Exactly(squares) if castling.colourbound.is_empty() => Some(i32::from(squares)),
            KingTravel::Exactly(_) | KingTravel::AtLeast(_) | KingTravel::Between { .. } | KingTravel::To { .. } => {
                None
            }
        };
        let follows = castling.landing == PartnerLanding::LastCrossed;
        for (at, piece) in position.men() {
            let info = self.game.piece_info(piece);
            let ends: SquareSet = if info.side != side {
                continue;
            } else if kings.contains(at) {
                row(at)
                    .filter(|&to| distance.is_none_or(|by| board.file(to).abs_diff(board.file(at)) as i32 == by))
                    .collect()
            } else if castling.partners.contains(&info.kind) {
                let near = |to: Square, king: Square| {
                    let by = board.file(to).abs_diff(board.file(king)) as i32;
                    board.rank(to) == board.rank(king) && distance.is_none_or(|most| !follows || by < most)
                };
                row(at).filter(|&to| kings.iter().any(|king| near(to, king))).collect()
            } else {
                continue;
            };
            let node = self.node(piece, at);
            self.castling.push((node, ends));
        }
    }

    /// The squares whose men stay: no man enters or passes them from now on.
    pub(crate) fn fix(&mut self, squares: SquareSet) {
        self.fixed = squares;
        self.steps.fill(None);
    }

    pub(crate) fn node(&self, piece: Piece, square: Square) -> Node {
        (usize::from(piece.number()) - 1) * self.squares + square.index()
    }

    pub(crate) fn man(&self, node: Node) -> (Piece, Square) {
        (self.pieces[node / self.squares], Square::new((node % self.squares) as u8))
    }

    /// The side of the man on a node.
    pub(crate) fn side(&self, node: Node) -> Side {
        self.game.piece_info(self.man(node).0).side
    }

    /// Whether the man on a node is always royal.
    pub(crate) fn is_royal(&self, node: Node) -> bool {
        self.game.variant().kind(self.game.piece_info(self.man(node).0).kind).is_always_royal()
    }

    /// The squares that a man may attack from a node, whatever men are on the board.
    pub(crate) fn attacks(&self, node: Node) -> SquareSet {
        let (piece, square) = self.man(node);
        self.game.possible_reach(piece, square).captures
    }

    /// The squares that a man may attack from a node, if there is a man on a square between.
    pub(crate) fn attacks_past(&self, node: Node, between: Square) -> SquareSet {
        let (piece, square) = self.man(node);
        let reach = self.game.possible_reach(piece, square);
        if self.is_only_hindered(piece, square) {
            return self.game.reach(piece, square, SquareSet::from_iter([between])).captures;
        }
        reach.captures
    }

    /// All squares that must be empty for an attack of a man on a square.
    pub(crate) fn line(&self, node: Node, attacked: Square) -> SquareSet {
        let squares = self.game.variant().board.squares();
        squares.filter(|&between| between != attacked && !self.attacks_past(node, between).contains(attacked)).collect()
    }

    /// The moves and captures of a man whatever men are on the board.
    pub(crate) fn surely(&self, node: Node) -> Option<Reach> {
        let (piece, square) = self.man(node);
        let all = self.game.variant().board.squares().collect();
        self.is_only_hindered(piece, square).then(|| self.game.reach(piece, square, all))
    }

    /// Whether the man on a node may capture a man by the properties of both.
    pub(crate) fn may_capture(&self, node: Node, victim: Piece) -> bool {
        let [id, other] = [self.man(node).0, victim].map(|piece| self.game.piece_info(piece).kind);
        let variant = self.game.variant();
        variant.kind(id).may_capture(id, other, variant.kind(other))
    }

    /// Whether all moves of a man are leaps over any men.
    pub(crate) fn leaps(&self, piece: Piece) -> bool {
        self.leapers[self.game.piece_info(piece).kind.index()]
    }

    /// Whether other men take moves from a man on a square, and give it none.
    fn is_only_hindered(&self, piece: Piece, square: Square) -> bool {
        self.hindered[self.game.piece_info(piece).kind.index()]
            && self.game.possible_reach(piece, square) == self.game.reach(piece, square, SquareSet::EMPTY)
    }

    /// The squares that a man may go to from a node, whether they are empty or have an enemy.
    pub(crate) fn ways(&self, node: Node) -> SquareSet {
        let (piece, square) = self.man(node);
        let reach = self.game.reach(piece, square, SquareSet::EMPTY);
        reach.moves.intersection(reach.captures)
    }

    /// The number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// The nodes one move away from a node, each with whether the move is a capture.
    pub(crate) fn steps(&mut self, node: Node) -> &[(Node, bool)] {
        if self.steps[node].is_none() {
            self.steps[node] = Some(self.find_steps(node).into());
        }
        self.steps[node].as_deref().unwrap_or_default()
    }

    fn find_steps(&self, node: Node) -> Vec<(Node, bool)> {
        let (piece, from) = self.man(node);
        let variant = self.game.variant();
        if self.fixed.contains(from) || !variant.board.contains(from) {
            return Vec::new();
        }
        let info = self.game.piece_info(piece);
        let mut reach = self.game.possible_reach(piece, from);
        if self.is_only_hindered(piece, from) {
            reach = self.game.reach(piece, from, self.fixed);
        }
        let mut steps: Vec<(Node, bool)> =
            self.game.turns(piece).map(|turned| (self.node(turned, from), false)).collect();
        let castling = self.castling.iter().filter(|(king, _)| *king == node);
        let moves = castling.fold(reach.moves, |moves, (_, ends)| moves.union(*ends));
        for (ends, captures) in [(moves, false), (reach.captures, true)] {
            for to in ends.without(self.fixed).iter() {
                let arrivals = self.game.arrivals(piece, from, to, captures, SquareSet::EMPTY);
                steps.extend(arrivals.into_iter().map(|piece| (self.node(piece, to), captures)));
                for promotion in variant.rules.promotions[info.side].iter().filter(|by| by.kind == info.kind) {
                    if !promotion.zone.contains(to) && !promotion.from.contains(from) {
                        continue;
                    }
                    let kinds = promotion.to.kinds(&variant.setups);
                    let promoted = self.pieces.iter().filter(|&&piece| {
                        let new = self.game.piece_info(piece);
                        new.side == info.side && kinds.contains(&new.kind)
                    });
                    steps.extend(promoted.map(|&piece| (self.node(piece, to), captures)));
                }
            }
        }
        steps.sort_unstable();
        steps.dedup_by_key(|(node, _)| *node);
        steps
    }

    /// The nodes within a number of moves from a node, the nearest first; or within a number of captures, with any number of
    /// other moves.
    pub(crate) fn within(&mut self, source: Node, most: u8, captures_only: bool) -> Vec<(Node, u8)> {
        let mut found = vec![(source, 0)];
        let mut queue = VecDeque::from([source]);
        let mut distances = std::mem::take(&mut self.distances);
        distances[source] = 0;
        while let Some(node) = queue.pop_front() {
            let distance = distances[node];
            for &(next, captures) in self.steps(node) {
                let by = u8::from(captures || !captures_only);
                if distance + by >= distances[next].min(most.saturating_add(1)) {
                    continue;
                }
                if distances[next] == UNREACHABLE {
                    found.push((next, 0));
                }
                distances[next] = distance + by;
                if by == 0 { queue.push_front(next) } else { queue.push_back(next) }
            }
        }
        for (node, distance) in &mut found {
            *distance = std::mem::replace(&mut distances[*node], UNREACHABLE);
        }
        self.distances = distances;
        found
    }
}

/// Whether a side has a right to castle.
pub(crate) fn may_castle(position: &Position, side: Side) -> bool {
    let rights = position.castling_rights(side);
    rights.first_file || rights.last_file
}

/// The most columns of [`least_sum`].
const MAX_COLUMNS: usize = 64;

/// Whether each row of costs can have a column of its own so that their sum is at most `most`, by the Hungarian method.
pub(crate) fn least_sum(costs: &[Vec<u8>], most: u32) -> bool {
    const NEVER: i32 = 1 << 12;
    let columns = costs.first().map_or(0, Vec::len);
    if columns < costs.len() || columns > MAX_COLUMNS {
        return columns >= costs.len();
    }
    // Potentials of rows and columns, and the row of each column. Number 0 is none.
    let (mut of_rows, mut of_columns) = ([0; MAX_COLUMNS + 1], [0; MAX_COLUMNS + 1]);
    let mut rows = [0; MAX_COLUMNS + 1];
    for row in 1..=costs.len() {
        rows[0] = row;
        let (mut column, mut before) = (0, [0; MAX_COLUMNS + 1]);
        let (mut least, mut used) = ([2 * NEVER; MAX_COLUMNS + 1], [false; MAX_COLUMNS + 1]);
        while rows[column] != 0 {
            used[column] = true;
            let (here, mut delta, mut next) = (rows[column], 2 * NEVER, 0);
            for other in (1..=columns).filter(|&other| !used[other]) {
                let cost = costs[here - 1][other - 1];
                let cost = if cost == UNREACHABLE { NEVER } else { i32::from(cost) };
                let reduced = cost - of_rows[here] - of_columns[other];
                if reduced < least[other] {
                    (least[other], before[other]) = (reduced, column);
                }
                if least[other] < delta {
                    (delta, next) = (least[other], other);
                }
            }
            for other in 0..=columns {
                if used[other] {
                    of_rows[rows[other]] += delta;
                    of_columns[other] -= delta;
                } else {
                    least[other] -= delta;
                }
            }
            column = next;
        }
        // The sum only grows with the rows.
        if -of_columns[0] > most as i32 {
            return false;
        }
        while column != 0 {
            rows[column] = rows[before[column]];
            column = before[column];
        }
    }
    true
}
