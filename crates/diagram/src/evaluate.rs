//! The moves of men by their own `XBetza`, and their comparison with those of the game made of them.
//!
//! The evaluator shares the parser with the translation, and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use weakfish::engine::{Arrangement, Game, Move};
use weakfish::geometry::{Board, Leap, PerSide, Side, Square};
use weakfish::model::{Captured, KindId, PlacedMan, Royalty, Rules, SetupId, Variant};
use weakfish::random::SplitMix64;

use crate::xbetza::{Aim, Dialect, Leg, RING, Range, Shape, Term, Through};

/// Positions with men at random that are compared, for each side.
const RANDOM_POSITIONS: usize = 16;

/// A board with men, as a man sees it that moves.
struct Evaluator<'m> {
    board: Board,
    men: &'m BTreeMap<Square, Side>,
    side: Side,
    from: Square,
    dialect: Dialect,
    targets: BTreeSet<Square>,
}

/// The squares that a man reaches, castling and captures in passing left out. `stage` is 1 for a man that has never moved, 2
/// one square ahead of such a man, and else 0.
pub(crate) fn targets(
    terms: &[Term],
    dialect: Dialect,
    board: Board,
    men: &BTreeMap<Square, Side>,
    (side, from, stage): (Side, Square, usize),
) -> BTreeSet<Square> {
    let mut evaluator = Evaluator { board, men, side, from, dialect, targets: BTreeSet::new() };
    for term in terms.iter().filter(|term| term.initial == 0 || (1..=term.initial).contains(&stage)) {
        evaluator.follow(term);
    }
    evaluator.targets
}

impl Evaluator<'_> {
    fn follow(&mut self, term: &Term) {
        match &term.shape {
            Shape::Castling { .. } | Shape::Drop { .. } => {}
            Shape::Universal => self.board.squares().for_each(|square| {
                self.end(term, square);
            }),
            Shape::Legs(legs) => self.walk(term, legs, self.from, Leap::new(0, 0)),
            Shape::Leaps { leaps, range } => {
                let most = match range {
                    Range::UpTo(most) => usize::from(*most),
                    Range::Unlimited => usize::MAX,
                    Range::ToMiddle => {
                        let rank = self.board.own_rank(self.side, self.from) + 1;
                        usize::try_from(i32::from(self.board.ranks()) / 2 - rank).unwrap_or_default()
                    }
                };
                for &leap in leaps {
                    match term.curve {
                        None => self.ride(term, leap, most),
                        Some(curve) => [1, -1].into_iter().for_each(|hand| self.turn(term, leap, curve, hand)),
                    }
                }
            }
        }
    }

    fn man(&self, square: Square) -> Option<Side> {
        self.men.get(&square).copied().filter(|_| square != self.from)
    }

    fn leap(&self, from: Square, leap: Leap, wraps: bool) -> Option<Square> {
        let leap = if self.side == Side::White { leap } else { Leap::new(-leap.dx, -leap.dy) };
        let file = self.board.file(from) + i32::from(leap.dx);
        let file = if wraps { file.rem_euclid(i32::from(self.board.files())) } else { file };
        self.board.square(file, self.board.rank(from) + i32::from(leap.dy))
    }

    /// Ends a move on a square if it may; returns whether the square is empty.
    fn end(&mut self, term: &Term, square: Square) -> bool {
        let man = self.man(square);
        let may = man.map_or(term.modes.moves, |other| other != self.side && term.modes.captures);
        if may && square != self.from {
            self.targets.insert(square);
        }
        man.is_none()
    }

    /// Leaps in line, by the manner of the term; the range counts all of them.
    fn ride(&mut self, term: &Term, leap: Leap, most: usize) {
        let (mut at, mut is_over) = (self.from, !matches!(term.manner, Some('p' | 'g')));
        for step in 1..=most {
            let Some(next) = self.leap(at, leap, term.wraps) else { return };
            if next == self.from || self.is_barred(term, at, leap) {
                return;
            }
            at = next;
            if !is_over {
                is_over = self.man(at).is_some();
            } else if term.manner == Some('j') && most > 1 && step == 1 {
                // The first square is skipped.
            } else if !self.end(term, at) || term.manner == Some('g') {
                return;
            }
        }
    }

    /// Whether men bar a lame or a jumping leap.
    fn is_barred(&self, term: &Term, at: Square, leap: Leap) -> bool {
        let (x, y) = (leap.dx, leap.dy);
        let parts = (1..x.abs().max(y.abs())).map(|part| Leap::new(x.signum() * part, y.signum() * part));
        let straight = if x.abs() > y.abs() { Leap::new(x.signum(), 0) } else { Leap::new(0, y.signum()) };
        let slanting = Leap::new(x.signum(), y.signum());
        let under: Vec<Leap> = match (x == 0 || y == 0 || x.abs() == y.abs(), self.dialect) {
            (true, _) => parts.collect(),
            (false, Dialect::Diagram) => vec![straight, slanting],
            (false, Dialect::Cecp) => vec![straight],
        };
        // A hole is no way for a lame leap, and no man to jump over.
        let occupied = |leap: &Leap| self.leap(at, *leap, term.wraps).map(|square| self.man(square).is_some());
        match term.manner {
            Some('j') if x.abs().max(y.abs()) > 1 => !under.iter().all(|leap| occupied(leap) == Some(true)),
            None if term.lame > 0 => under.iter().any(|leap| occupied(leap) != Some(false)),
            _ => false,
        }
    }

    /// Leaps that turn after each one, to the hand given.
    fn turn(&mut self, term: &Term, leap: Leap, curve: char, hand: i32) {
        let (mut at, mut leap, mut turn) = (self.from, leap, hand);
        while let Some(next) = self.leap(at, leap, term.wraps) {
            at = next;
            if at == self.from || !self.end(term, at) {
                return;
            }
            let eighths = if curve == 'q' { turn } else { 2 * turn };
            leap = leap.turned(eighths);
            turn = if curve == 'q' { turn } else { -turn };
        }
    }

    fn walk(&mut self, term: &Term, legs: &[Leg], at: Square, before: Leap) {
        let Some((leg, later)) = legs.split_first() else { return };
        let place = RING.iter().position(|&(x, y)| (x, y) == (before.dx, before.dy)).unwrap_or_default() as i32;
        let turned = |turn: &i32| RING[(place + turn).rem_euclid(8) as usize];
        let steps: Vec<Leap> = match &leg.aim {
            Aim::Steps(steps) => steps.clone(),
            Aim::Turns(turns) => turns.iter().map(turned).map(|(x, y)| Leap::new(x, y)).collect(),
            Aim::Vertical => vec![Leap::new(0, before.dy)],
        };
        for step in steps {
            let mut here = at;
            while let Some(next) = self.leap(here, step, false) {
                here = next;
                let is_empty = self.man(here).is_none();
                if later.is_empty() || leg.may_stop {
                    self.end(term, here);
                }
                let goes_on = match leg.through {
                    Through::Empty => is_empty,
                    Through::Occupied => !is_empty,
                    Through::Anything => true,
                };
                if goes_on {
                    self.walk(term, later, here, step);
                }
                if !is_empty || !leg.slides {
                    break;
                }
            }
        }
    }
}

/// A man of a game and its terms.
pub(crate) struct Compared<'t> {
    pub(crate) kind: KindId,
    pub(crate) terms: &'t [Term],
}

/// Compares men with those of a game: at the start, alone, and among others at random. Returns the first man that moves
/// otherwise, and how.
pub(crate) fn find_difference(variant: &Variant, dialect: Dialect, men: &[Compared<'_>]) -> Option<(KindId, String)> {
    let bare = without_other_rules(variant);
    let game = match Game::compile(bare) {
        Ok(game) => game,
        Err(error) => return Some((men.first()?.kind, error.to_string())),
    };
    let variant = game.variant();
    let (board, setup) = (variant.board, variant.setups.first()?);
    let placed = |kind: KindId, side: Side, square: Square| PlacedMan {
        square,
        side,
        kind,
        state: variant.start_state(SetupId::default(), side, kind, square),
    };
    let homes = |side: Side, kind: KindId| variant.homes(SetupId::default(), side, kind);
    let mut positions = vec![setup.men.clone()];
    let middle = board.square(i32::from(board.files()) / 2, i32::from(board.ranks()) / 2);
    let everywhere: Vec<Square> = board.squares().collect();
    for man in men {
        for side in Side::ALL {
            let squares =
                middle.into_iter().chain(homes(side, man.kind).iter().take(1)).chain(everywhere.first().copied());
            positions.extend(squares.map(|square| vec![placed(man.kind, side, square)]));
        }
    }
    let mut random = SplitMix64::new(1);
    for _ in 0..RANDOM_POSITIONS {
        let mut here = BTreeMap::new();
        for _ in 0..everywhere.len() / 3 {
            let square = everywhere[random.below(everywhere.len())];
            let side = Side::ALL[random.below(2)];
            let kind = men.get(random.below(men.len()))?.kind;
            here.insert(square, placed(kind, side, square));
        }
        positions.push(here.into_values().collect());
    }
    let mut compared_any = false;
    for mut placed in positions {
        let stage = |man: &PlacedMan| {
            let home = homes(man.side, man.kind);
            let ranks: BTreeSet<i32> = home.iter().map(|square| board.own_rank(man.side, square)).collect();
            let rank = board.own_rank(man.side, man.square);
            match (home.contains(man.square), ranks.contains(&rank), ranks.contains(&(rank - 1))) {
                (true, ..) => Some(1),
                (_, true, _) => None,
                (.., true) => Some(2),
                _ => Some(0),
            }
        };
        let initial =
            |man: &PlacedMan| men.iter().any(|it| it.kind == man.kind && it.terms.iter().any(|at| at.initial > 0));
        // A man that can't have come there, or begins nowhere, may have other first moves in the definition.
        let may_stand = |man: &PlacedMan| stage(man).is_some() && !homes(man.side, man.kind).is_empty();
        placed.retain(|man| !initial(man) || may_stand(man));
        let on: BTreeMap<Square, Side> = placed.iter().map(|man| (man.square, man.side)).collect();
        for turn in Side::ALL {
            let mut arrangement = Arrangement::empty(turn);
            let has_first = |man: &&PlacedMan| variant.kind(man.kind).has_first_move() && stage(man) == Some(1);
            arrangement.unmoved = placed.iter().filter(has_first).map(|man| man.square).collect();
            arrangement.unmoved_complete = true;
            arrangement.men.clone_from(&placed);
            let Ok(position) = game.position(&arrangement) else { continue };
            compared_any = true;
            let moves = position.legal_moves().to_vec();
            for man in placed.iter().filter(|man| man.side == turn) {
                let Some(compared) = men.iter().find(|it| it.kind == man.kind) else { continue };
                let ours: BTreeSet<Square> = moves.iter().filter_map(|mv| target_from(*mv, man.square)).collect();
                let at = (turn, man.square, stage(man).unwrap_or_default());
                let theirs = targets(compared.terms, dialect, board, &on, at);
                if ours != theirs {
                    return Some((man.kind, difference_text(board, man.square, &ours, &theirs)));
                }
            }
        }
    }
    if compared_any { None } else { Some((men.first()?.kind, "no position could be compared".to_owned())) }
}

fn target_from(mv: Move, from: Square) -> Option<Square> {
    match mv {
        Move::Man(mv) => Some(mv.to).filter(|_| mv.from == from),
        Move::Drop(_) | Move::Wall(_) | Move::Pass | Move::EndSeries | Move::ClaimStalemate => None,
    }
}

fn difference_text(board: Board, from: Square, ours: &BTreeSet<Square>, theirs: &BTreeSet<Square>) -> String {
    let names = |set: &BTreeSet<Square>| set.iter().map(|square| board.name(*square)).collect::<Vec<_>>().join(" ");
    let (extra, missing) = (ours.difference(theirs).copied().collect(), theirs.difference(ours).copied().collect());
    format!("from {} it would reach [{}] instead of [{}]", board.name(from), names(&extra), names(&missing))
}

/// The men of a game and their long steps, with no other rule.
fn without_other_rules(variant: &Variant) -> Variant {
    let mut bare = variant.clone();
    for kind in &mut bare.kinds {
        (kind.royal, kind.royalty, kind.captured, kind.captured_by) = (false, Royalty::Always, Captured::Removed, None);
    }
    let long_steps = std::mem::take(&mut bare.rules.long_steps);
    bare.rules = Rules { long_steps, ..Rules::default() };
    bare.endings.clear();
    bare.setups.truncate(1);
    for setup in &mut bare.setups {
        setup.shuffle = None;
        setup.hands = PerSide::new(Vec::new(), Vec::new());
    }
    bare
}
