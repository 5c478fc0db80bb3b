//! Long steps, and which man a crossed square belongs to.

use weakfish::geometry::{Leap, Side, Square};
use weakfish::model::{KindId, LongStep, Mode, Symmetry};

use super::actions::Action;
use super::position::Target;
use super::{Game, Man, Position};

const AHEAD: Leap = Leap { dx: 0, dy: 1 };

impl Game {
    /// The leaps of a long step as a side's man makes them on the left half of the board, or on the right one.
    fn step_leaps(&self, step: &LongStep, side: Side, right_half: bool) -> Vec<Leap> {
        let white = if step.leaps.is_empty() { vec![AHEAD] } else { step.leaps.clone() };
        let seen = |leap: Leap| match (side, self.variant.black) {
            (Side::White, _) => leap,
            (Side::Black, Symmetry::MirrorsWhite) => Leap { dx: leap.dx, dy: -leap.dy },
            (Side::Black, Symmetry::RotatesWhite) => Leap { dx: -leap.dx, dy: -leap.dy },
        };
        let image = |leap: Leap| if right_half { Leap { dx: -leap.dx, dy: leap.dy } } else { leap };
        white.into_iter().map(seen).map(image).collect()
    }

    /// Whether all long steps of a side that can be answered go ahead square by square. Then the next man ahead of a
    /// crossed square is the one that crossed it, and nothing else is remembered.
    pub(super) fn steps_ahead(&self, side: Side) -> bool {
        let answered = self.variant.rules.long_steps[side].iter().filter(|step| step.en_passant);
        let on = self.variant.rules.en_passant[!side].as_ref().and_then(|rule| rule.on);
        let in_series = on.is_some() && self.variant.rules.series[side].is_some();
        !in_series && answered.into_iter().all(|step| step.leaps.is_empty() || step.leaps == [AHEAD])
    }

    /// Whether a man of a side can be captured en passant on a square.
    fn capturable_on(&self, stepper: Side, square: Square) -> bool {
        let rule = self.variant.rules.en_passant[!stepper].as_ref();
        rule.and_then(|rule| rule.on).is_none_or(|on| on.contains(square))
    }

    /// Whether a man captures en passant by all its captures.
    pub(super) fn answers(&self, man: Man) -> bool {
        match self.variant.rules.en_passant[man.side].as_ref().and_then(|rule| rule.by.as_ref()) {
            Some(by) => by.contains(&man.kind),
            None => self.variant.rules.long_steps[man.side].iter().any(|step| step.kind == man.kind),
        }
    }

    /// The squares one after another where equal leaps end.
    fn line(&self, from: Square, leap: Leap, most: u8) -> Vec<Square> {
        let board = self.variant.board;
        let (file, rank) = (board.file(from), board.rank(from));
        let at = |count: i32| board.square(file + count * i32::from(leap.dx), rank + count * i32::from(leap.dy));
        (1..=i32::from(most)).map_while(at).collect()
    }

    /// The ways of a man's long steps from a square on an empty board, each as all its squares and how many of them a
    /// step needs.
    fn long_step_paths(&self, from: Square, man: Man) -> Vec<(&LongStep, Vec<Square>)> {
        let starts = self.start_men(man.side, man.kind);
        let Some(half) = starts.iter().position(|start| start.turned == man.turned) else { return Vec::new() };
        let all = self.variant.rules.long_steps[man.side].iter();
        let own =
            all.filter(|step| step.kind == man.kind && step.from.contains(from) && man.mode != Some(Mode::Capturing));
        own.flat_map(|step| {
            let leaps = self.step_leaps(step, man.side, half == 1);
            leaps.into_iter().map(move |leap| (step, self.line(from, leap, step.most)))
        })
        .collect()
    }

    /// Whether a man could make a long step from a square on an empty board.
    pub(super) fn has_long_step(&self, from: Square, man: Man) -> bool {
        self.long_step_paths(from, man).iter().any(|(step, way)| way.len() >= usize::from(step.least))
    }

    /// How far beyond a crossed square such a man stands after a long step, counted in leaps, if it can have crossed it.
    fn leaps_beyond(&self, side: Side, kind: KindId, crossed: Square, at: Square) -> Option<usize> {
        let starts = self.start_men(side, kind);
        let halves = if starts[0].turned == starts[1].turned { 1 } else { 2 };
        let steps = self.variant.rules.long_steps[side].iter().filter(|step| step.kind == kind && step.en_passant);
        let mut found = Vec::new();
        for step in steps {
            for right_half in [false, true].into_iter().take(halves) {
                for leap in self.step_leaps(step, side, right_half) {
                    for from in step.from.iter() {
                        let way = self.line(from, leap, step.most);
                        let place = |square: Square| way.iter().position(|&on| on == square);
                        if let (Some(before), Some(end)) = (place(crossed), place(at))
                            && end > before
                            && end + 1 >= usize::from(step.least)
                        {
                            found.push(end - before);
                        }
                    }
                }
            }
        }
        found.into_iter().min()
    }
}

impl Position {
    /// Where a man's long steps lead, with the squares that can be answered.
    pub(super) fn long_step_ends(&self, from: Square, man: Man) -> Vec<(Square, Vec<Square>)> {
        let mut ends: Vec<(Square, Vec<Square>)> = Vec::new();
        for (step, way) in self.game.long_step_paths(from, man) {
            for (count, &to) in way.iter().enumerate() {
                if !self.is_empty(to) {
                    break;
                }
                if count + 1 < usize::from(step.least)
                    || !self.game.region_allows(man, from, to)
                    || !self.game.may_enter_quietly(man, to)
                {
                    continue;
                }
                let answered =
                    way[..count].iter().filter(|&&on| step.en_passant && self.game.capturable_on(man.side, on));
                let crossed: Vec<Square> = answered.copied().collect();
                match ends.iter_mut().find(|(end, _)| *end == to) {
                    Some((_, known)) => known.extend(crossed),
                    None => ends.push((to, crossed)),
                }
            }
        }
        for (_, crossed) in &mut ends {
            crossed.sort_unstable();
            crossed.dedup();
        }
        ends
    }

    /// The long steps to squares where the man can't go anyway.
    pub(super) fn long_steps(&self, from: Square, man: Man, actions: &mut Vec<Action>) {
        let mut known: Vec<Square> = actions
            .iter()
            .filter_map(|action| match *action {
                Action::Go { from: start, to, victim: None, .. } if start == from => Some(to),
                _ => None,
            })
            .collect();
        // Nor where it can't go only because of what it would be there.
        let quiet = |target: &Target| target.stops.moves && self.victim_en_passant(man, target).is_none();
        let own = self.targets(from, man);
        known.extend(own.iter().filter(|target| quiet(target)).map(|target| target.to));
        known.extend(self.relayed_targets(from, man, &own).iter().filter(|to| to.stops.moves).map(|target| target.to));
        for (to, crossed) in self.long_step_ends(from, man) {
            if !known.contains(&to) {
                self.arrivals(from, to, man, None, None, &crossed, actions);
            }
        }
    }

    /// Gives each crossed square to one man: the nearest of those that crossed it.
    ///
    /// Where steps go other ways than ahead, it is the nearest that can have crossed it, and of several the one on the
    /// first square. A square on which a man came to stand belongs to nobody.
    pub(super) fn assign_crossed(&mut self, side: Side, arrived: &[Square]) {
        if self.game.steps_ahead(side) {
            let all = self.crossed.clone();
            let distance = |&(square, stepper): &(Square, Square)| square.index().abs_diff(stepper.index());
            let nearer =
                |one: &(Square, Square)| all.iter().any(|other| other.0 == one.0 && distance(other) < distance(one));
            self.crossed.retain(|one| !nearer(one));
            return;
        }
        self.crossed.retain(|(square, _)| !arrived.contains(square));
        let mut squares: Vec<Square> = self.crossed.iter().map(|(square, _)| *square).collect();
        squares.sort_unstable();
        squares.dedup();
        let steppers: Vec<Square> = self.crossed.iter().map(|(_, stepper)| *stepper).collect();
        self.crossed = squares
            .into_iter()
            .filter_map(|square| Some((square, self.stepper_across(side, square, &steppers)?)))
            .collect();
    }

    pub(super) fn stepper_across(&self, side: Side, crossed: Square, steppers: &[Square]) -> Option<Square> {
        let beyond = |&at: &Square| {
            let man = self.man(at).filter(|man| man.side == side)?;
            Some((self.game.leaps_beyond(side, man.kind, crossed, at)?, at))
        };
        steppers.iter().filter_map(beyond).min().map(|(_, at)| at)
    }

    /// The squares of a FEN: those that were crossed, and where steps go other ways than ahead, those of the men.
    pub(super) fn en_passant_squares(&self) -> Vec<Square> {
        let side = if self.series > 0 { self.turn } else { !self.turn };
        let mut all: Vec<Square> = self.crossed.iter().map(|&(square, _)| square).collect();
        if !self.game.steps_ahead(side) {
            all.extend(self.crossed.iter().map(|&(_, stepper)| stepper));
        }
        all
    }
}
