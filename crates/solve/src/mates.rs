//! Mate pictures: whether a side may still mate with the moves that are left.
//!
//! In a mate the royal man is attacked. Each square that it could go to has a man of its own side, or is attacked too. The
//! men of this picture get to their squares by their own moves. So there is no mate if every picture needs more moves than
//! are left.

use std::collections::HashMap;

use weakfish::engine::{Position, Reach};
use weakfish::geometry::{PerSide, Side, Square, SquareSet};

use crate::routes::{Node, Routes, UNREACHABLE, least_sum, may_castle};

/// The most squares of a picture: that of the royal man, and those where it could go.
const MAX_SQUARES: usize = 16;

/// The most men of a side in a picture.
const MAX_MEN: usize = 64;

/// The most ends of all routes; with more, any position may lead to a mate.
const MAX_ENDS: usize = 1 << 24;

/// The most steps of the search for one picture; beyond them it is taken as possible.
const MAX_STEPS: u32 = 1 << 14;

/// The most moves that are counted of a man without a task in a picture.
const MAX_REST: u8 = 4;

/// A man of the winner in a picture. Squares of the picture are bits; the first one is that of the royal man.
#[derive(Clone, Debug)]
struct Guard {
    end: End,
    /// Its own square, if that is one of the picture.
    on: u16,
    /// The squares that it attacks.
    attacks: u16,
    /// By attacked square: those of the picture that must be empty for the attack.
    through: [u16; MAX_SQUARES],
    /// All squares that must be empty for its attack on the royal man.
    line: SquareSet,
}

impl Guard {
    /// Whether it does all that another one does.
    fn replaces(&self, other: &Self) -> bool {
        let mut through = self.through.iter().zip(&other.through).enumerate();
        self.end.moves <= other.end.moves
            && self.end.captures <= other.end.captures
            && (other.end.captures_here || !self.end.captures_here)
            && self.on & !other.on == 0
            && other.attacks & (!self.attacks | 1) == 0
            && through.all(|(bit, (own, others))| other.attacks >> bit & 1 == 0 || own & !others == 0)
    }
}

/// A node where a man may get.
#[derive(Clone, Copy, Debug)]
struct End {
    node: Node,
    /// The moves that it needs.
    moves: u8,
    /// The captures that it needs.
    captures: u8,
    /// Whether it needs only one move, which is a capture.
    captures_here: bool,
}

/// What a man on a node may do within the moves of its side.
#[derive(Debug)]
struct Row {
    /// The nodes where it may get, the nearest first.
    ends: Vec<End>,
    /// By square: the fewest moves after which a man of the winner attacks it, or any other man stands on it.
    costs: Vec<u8>,
    /// The fewest moves after which it may attack along lines.
    lines: u8,
    /// By square: the ends there of a man of the other side.
    stands: Vec<Vec<End>>,
    /// By picture: what a man of the winner guards there.
    guards: Vec<Option<Box<[Guard]>>>,
}

/// The mates of one side.
#[derive(Debug)]
pub(crate) struct Mates {
    routes: Routes,
    winner: Side,
    /// The most moves of each side.
    most: PerSide<u8>,
    /// By node.
    rows: Vec<Option<Row>>,
    /// By node of a man of the other side: the moves that it has whatever men are on the board.
    sure: Vec<Option<Reach>>,
    /// Squares that must be empty for the attack of a man on a square.
    lines: HashMap<(Node, Square), SquareSet>,
    /// By node of the royal man: the number of its picture.
    picture_of: Vec<Option<usize>>,
    /// By picture: the square of the royal man, and those where it could go on any board.
    pictures: Vec<Vec<Square>>,
    /// Ends of all routes.
    ends: usize,
}

impl Mates {
    /// The mates of a side with at most these moves of each side; `None` if the rules allow no bound.
    pub(crate) fn new(position: &Position, winner: Side, moves: PerSide<u16>) -> Option<Self> {
        let routes = Routes::new(position)?;
        let variant = position.game().variant();
        let royal = position.royal_men(!winner).iter().next().and_then(|square| position.piece_at(square))?;
        let id = position.game().piece_info(royal).kind;
        let mut enemies = variant.kinds().filter(|(_, enemy)| enemy.sides[winner]);
        if !routes.leaps(royal) || !enemies.all(|(other, enemy)| variant.kind(id).may_capture(id, other, enemy)) {
            return None;
        }
        let nodes = routes.len();
        Some(Self {
            winner,
            most: PerSide::from_fn(|side| moves[side].min(u16::from(UNREACHABLE) - 2) as u8 + 1),
            rows: (0..nodes).map(|_| None).collect(),
            sure: vec![None; nodes],
            lines: HashMap::new(),
            picture_of: vec![None; nodes],
            pictures: Vec::new(),
            ends: 0,
            routes,
        })
    }

    /// The side that mates.
    pub(crate) fn winner(&self) -> Side {
        self.winner
    }

    /// Whether a position may lead to a mate within these moves of each side.
    pub(crate) fn may_follow(&mut self, position: &Position, moves: PerSide<u16>) -> bool {
        // Castling moves two men.
        let [attack, defence] = [self.winner, !self.winner]
            .map(|side| (moves[side] + u16::from(may_castle(position, side))).min(self.most[side].into()) as u8);
        let royals = position.royal_men(!self.winner);
        let (mut guards, mut blocks, mut royal) = (Vec::new(), Vec::new(), None);
        for (square, piece) in position.men() {
            let node = self.routes.node(piece, square);
            if royals.contains(square) {
                royal = Some(node);
            } else if position.game().piece_info(piece).side == self.winner {
                guards.push(node);
            } else {
                blocks.push(node);
            }
            self.add_row(node);
        }
        let Some(royal) = royal.filter(|_| royals.len() == 1) else { return true };
        if guards.len().max(blocks.len()) > MAX_MEN || self.ends > MAX_ENDS {
            return true;
        }
        let (guarded, blocked) = (self.nearest(&guards), self.nearest(&blocks));
        let mut index = 0;
        while let Some(&End { node, moves, .. }) = self.rows[royal].as_ref().and_then(|row| row.ends.get(index)) {
            if moves > defence {
                break;
            }
            index += 1;
            let left = defence - moves;
            let number = self.picture(node);
            let mut squares = self.pictures[number].iter().map(|square| square.index());
            let checked = squares.next().is_some_and(|square| guarded[square] <= attack);
            if checked
                && squares.all(|square| guarded[square] <= attack || blocked[square] <= left)
                && self.is_possible(number, (&guards, &blocks), (attack, left))
            {
                return true;
            }
        }
        false
    }

    /// By square: the fewest moves that any of these men needs.
    fn nearest(&self, men: &[Node]) -> Vec<u8> {
        let mut nearest = vec![UNREACHABLE; self.routes.squares];
        for row in men.iter().filter_map(|&node| self.rows[node].as_ref()) {
            nearest.iter_mut().zip(&row.costs).for_each(|(least, &cost)| *least = cost.min(*least));
        }
        nearest
    }

    /// Whether the men of a picture can be found, each for squares of its own.
    fn is_possible(&mut self, picture: usize, (guards, blocks): (&[Node], &[Node]), moves: (u8, u8)) -> bool {
        for &node in guards {
            self.add_guards(node, picture);
        }
        let row = |&node: &Node| self.rows[node].as_ref();
        let squares = &self.pictures[picture];
        let with_lines = guards.iter().filter_map(row).map(|row| row.lines <= moves.0);
        let blocks: Vec<&Row> = blocks.iter().filter_map(row).collect();
        let nearest = |square: &Square| blocks.iter().map(|row| row.costs[square.index()]).min().unwrap_or(UNREACHABLE);
        let mut search = Search {
            with_lines: with_lines.enumerate().filter(|(_, lines)| *lines).fold(0, |men, (man, _)| men | 1 << man),
            guards: guards.iter().filter_map(|node| row(node)?.guards.get(picture)?.as_deref()).collect(),
            mortal: guards
                .iter()
                .enumerate()
                .fold(0, |men, (man, &node)| men | u64::from(!self.routes.is_royal(node)) << man),
            nearest: squares.iter().map(nearest).collect(),
            blocks,
            attack: moves.0,
            defence: moves.1,
            mates: self,
            squares,
            checker: None,
            victims: Vec::new(),
            steps: 0,
        };
        let open = ((1_u32 << squares.len()) - 1) as u16;
        search.covers(open, Filled { full: 1, ..Filled::default() }, moves.0)
    }

    /// Finds where the man on a node may get.
    fn add_row(&mut self, node: Node) {
        if self.rows[node].is_some() {
            return;
        }
        let side = self.routes.side(node);
        let ends = self.routes.within(node, self.most[side], false);
        let needed: HashMap<Node, u8> = self.routes.within(node, UNREACHABLE - 2, true).into_iter().collect();
        let first: HashMap<Node, bool> = self.routes.steps(node).iter().copied().collect();
        let of_end = |(end, moves): (Node, u8)| End {
            node: end,
            moves,
            captures: needed.get(&end).copied().unwrap_or_default(),
            captures_here: moves == 1 && first.get(&end) == Some(&true),
        };
        let ends: Vec<End> = ends.into_iter().map(of_end).collect();
        let (mut costs, mut stands) = (vec![UNREACHABLE; self.routes.squares], Vec::new());
        if side != self.winner {
            stands.resize(self.routes.squares, Vec::new());
        }
        let mut lines = UNREACHABLE;
        for &end in &ends {
            let (piece, at) = self.routes.man(end.node);
            let (moves, mut attacks) = (end.moves, SquareSet::from_iter([at]));
            if side == self.winner {
                attacks = self.routes.attacks(end.node);
            } else {
                stands[at.index()].push(end);
                self.sure[end.node] = self.routes.surely(end.node);
            }
            for square in attacks.iter() {
                costs[square.index()] = costs[square.index()].min(moves);
            }
            lines = if self.routes.leaps(piece) { lines } else { lines.min(moves) };
        }
        self.ends += ends.len();
        self.rows[node] = Some(Row { ends, costs, lines, stands, guards: Vec::new() });
    }

    /// Finds what a man of the winner may guard in a picture, without guards that others replace.
    fn add_guards(&mut self, node: Node, picture: usize) {
        let Some(row) = self.rows[node].as_ref().filter(|row| !matches!(row.guards.get(picture), Some(Some(_)))) else {
            return;
        };
        let mut guards: Vec<Guard> = Vec::new();
        let squares = &self.pictures[picture];
        for &end in &row.ends {
            let (_, square) = self.routes.man(end.node);
            let on = squares.iter().position(|&other| other == square).map_or(0, |bit| 1 << bit);
            // Royal men do not attack each other.
            if on == 1 || on != 0 && self.routes.is_royal(end.node) {
                continue;
            }
            let attacks = self.routes.attacks(end.node);
            let bits = squares.iter().enumerate().filter(|(_, square)| attacks.contains(**square));
            let mut guard = Guard {
                end,
                on,
                attacks: bits.fold(0, |bits, (bit, _)| bits | 1 << bit),
                through: [0; MAX_SQUARES],
                line: SquareSet::EMPTY,
            };
            if guard.attacks == 0 {
                continue;
            }
            for (bit, &between) in squares.iter().enumerate().skip(1) {
                let past = self.routes.attacks_past(end.node, between);
                for (attacked, _) in squares.iter().enumerate().filter(|(_, square)| !past.contains(**square)) {
                    guard.through[attacked] |= 1 << bit;
                }
            }
            if guard.attacks & 1 != 0 {
                let routes = &self.routes;
                let line = || routes.line(end.node, squares[0]);
                guard.line = *self.lines.entry((end.node, squares[0])).or_insert_with(line);
            }
            if !guards.iter().any(|known| known.replaces(&guard)) {
                guards.push(guard);
            }
        }
        if let Some(row) = &mut self.rows[node] {
            let len = row.guards.len().max(picture + 1);
            row.guards.resize(len, None);
            row.guards[picture] = Some(guards.into());
        }
    }

    /// The picture with the royal man on a node.
    fn picture(&mut self, node: Node) -> usize {
        if let Some(number) = self.picture_of[node] {
            return number;
        }
        let (_, at) = self.routes.man(node);
        let ways = self.routes.ways(node);
        self.pictures.push(std::iter::once(at).chain(ways.iter()).take(MAX_SQUARES).collect());
        *self.picture_of[node].insert(self.pictures.len() - 1)
    }
}

/// What is known of a picture that is being filled.
#[derive(Clone, Copy, Default)]
struct Filled {
    /// Squares with a man.
    full: u16,
    /// Those with a man of the royal man's side.
    blocked: u16,
    /// Squares that must be empty.
    empty: u16,
    /// Men of the winner in use.
    guards: u64,
    /// Other men that have been captured.
    captured: u32,
    /// The fewest moves of other men for their squares.
    moves: u32,
}

/// The search for the men of a picture: guards one by one, then all blocks together.
struct Search<'a> {
    mates: &'a Mates,
    squares: &'a [Square],
    /// The guards of each man of the winner, those of the fewest moves first.
    guards: Vec<&'a [Guard]>,
    /// The men of the winner that may come to attack along lines, as bits.
    with_lines: u64,
    /// The men of the winner that may be captured, as bits.
    mortal: u64,
    /// The other men.
    blocks: Vec<&'a Row>,
    /// By square: the fewest moves of another man.
    nearest: Vec<u8>,
    /// The moves of the winner.
    attack: u8,
    /// The moves of the other men.
    defence: u8,
    /// The only attacker of the royal man, if no other man of the winner can pin men or attack through their squares.
    checker: Option<&'a Guard>,
    /// Squares where the last move of a guard captures.
    victims: Vec<Square>,
    steps: u32,
}

impl Search<'_> {
    /// Whether men that are not in use can attack or block the open squares.
    fn covers(&mut self, open: u16, filled: Filled, moves: u8) -> bool {
        if open == 0 {
            return self.has_blocks(filled);
        }
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return true;
        }
        let bit = open.trailing_zeros() as usize;
        let here = 1 << bit;
        let after = Filled {
            full: filled.full | here,
            blocked: filled.blocked | here,
            moves: filled.moves + u32::from(self.nearest[bit]),
            ..filled
        };
        // The royal man itself must be attacked.
        let can_block = bit > 0 && (filled.full | filled.empty) & here == 0;
        if can_block && self.may_fit(after) && self.covers(open & !here, after, moves) {
            return true;
        }
        for man in (0..self.guards.len()).filter(|man| filled.guards >> man & 1 == 0) {
            let guards = self.guards[man];
            for guard in guards.iter().take_while(|guard| guard.end.moves <= moves) {
                let after = Filled {
                    full: filled.full | guard.on,
                    empty: filled.empty | guard.through[bit],
                    guards: filled.guards | 1 << man,
                    captured: filled.captured + u32::from(guard.end.captures),
                    ..filled
                };
                // The last move gives the check. A man that stood there before has moved away and back, if nothing else did.
                let moves_needed =
                    if bit == 0 && guard.end.moves == 0 && guard.line.is_empty() { 2 } else { guard.end.moves };
                if guard.attacks & here == 0
                    || moves_needed > moves
                    || filled.full & guard.on != 0
                    || after.full & after.empty != 0
                    || !self.may_fit(after)
                {
                    continue;
                }
                if bit == 0 {
                    self.checker = (self.with_lines & !(1 << man) == 0).then_some(guard);
                }
                // With moves to spare, it may come by another way.
                let here_only = guard.end.captures_here && guard.end.moves == moves;
                self.victims.extend(here_only.then(|| self.mates.routes.man(guard.end.node).1));
                if self.covers(open & !guard.attacks, after, moves - moves_needed) {
                    return true;
                }
                self.victims.truncate(self.victims.len() - usize::from(here_only));
            }
        }
        false
    }

    /// Whether there may be enough other men, with moves enough, for blocks and captures.
    fn may_fit(&self, filled: Filled) -> bool {
        filled.moves <= self.defence.into() && filled.blocked.count_ones() + filled.captured <= self.blocks.len() as u32
    }

    /// Whether the other men can block all squares that are left to them, and stand where they are captured.
    fn has_blocks(&self, filled: Filled) -> bool {
        let blocked = self.squares.iter().enumerate().filter(|(bit, _)| filled.blocked >> bit & 1 != 0);
        // Men of the winner that may be captured.
        let spare = (self.mortal & !filled.guards).count_ones() as u8;
        let of_square = |square: Square| self.blocks.iter().map(|row| self.block(row, square, spare)).collect();
        let of_victim = |square: &Square| self.blocks.iter().map(|row| row.costs[square.index()]).collect();
        let mut costs: Vec<Vec<u8>> = blocked.map(|(_, &square)| of_square(square)).collect();
        costs.extend(self.victims.iter().map(of_victim));
        // A man with no task in the picture does not disturb it at the end, unless it is captured. The last move captures no
        // such man, but for one that opens a line.
        let rests: Vec<u8> = self.blocks.iter().map(|row| self.rest(row, filled, spare)).collect();
        if !least_sum(&costs, self.defence.into()) {
            return false;
        }
        for row in &mut costs {
            row.iter_mut().zip(&rests).for_each(|(cost, rest)| *cost = cost.saturating_add(MAX_REST - rest));
        }
        let opens = self.checker.is_some_and(|checker| !checker.line.is_empty());
        let mut needed = rests;
        needed.sort_unstable();
        needed.truncate((needed.len() + usize::from(!opens)).saturating_sub(self.attack.into()));
        let needed = needed.into_iter().map(u32::from).sum();
        let most = u32::from(self.defence) + costs.len() as u32 * u32::from(MAX_REST);
        let Some(most) = most.checked_sub(needed) else { return false };
        least_sum(&costs, most)
    }

    /// The moves that a man needs to stand on a square without a parry of the check.
    fn block(&self, row: &Row, square: Square, spare: u8) -> u8 {
        let mut ends = row.stands[square.index()].iter().filter(|end| end.captures <= spare && !self.parries(end.node));
        ends.next().map_or(UNREACHABLE, |end| end.moves)
    }

    /// The moves that a man needs to a square where it neither disturbs a picture nor parries the check, up to [`MAX_REST`].
    fn rest(&self, row: &Row, filled: Filled, spare: u8) -> u8 {
        let taken = filled.blocked | filled.empty | 1;
        let is_free = |end: Node| {
            let (_, at) = self.mates.routes.man(end);
            let bit = self.squares.iter().position(|&square| square == at);
            bit.is_none_or(|bit| taken >> bit & 1 == 0) && !self.parries(end)
        };
        let mut ends = row.ends.iter().filter(|end| end.captures <= spare && is_free(end.node));
        ends.next().map_or(MAX_REST, |end| end.moves.min(MAX_REST))
    }

    /// Whether a man parries the check of the only checker from a node, whatever other men are on the board.
    fn parries(&self, end: Node) -> bool {
        let Some(checker) = self.checker else { return false };
        let (piece, at) = self.mates.routes.man(checker.end.node);
        self.mates.sure[end].is_some_and(|sure| {
            !sure.moves.intersection(checker.line).is_empty()
                || sure.captures.contains(at) && self.mates.routes.may_capture(end, piece)
        })
    }
}
