//! Weights from played games: logistic regression on their outcomes.
//!
//! Peter Österlund's way of tuning Texel (2014, <https://www.chessprogramming.org/Texel%27s_Tuning_Method>): the
//! evaluation of quiet positions, through a logistic function, should say how often the games were won from there. The
//! evaluation is linear in the weights, so that the slope is known and no weight need be tried. The steps are those of
//! *Adam* (Diederik Kingma and others, 2014).
//!
//! Positions of one game say much the same, so that a game counts as few positions however many it has. And what stands
//! on single squares is seldom seen: the worth of a square is that of its rank and of its file first, and what it is worth
//! besides must be shown by many games.

use super::features::FeatureTable;
use super::mobility::Mobility;
use super::{Evaluator, KindWeights, Tapered, Term, Weights};
use weakfish::engine::{Game, Move, Piece, Position};
use weakfish::geometry::{Side, Square};

/// A quiet position of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    men: Vec<(Piece, Square)>,
    /// How often White's men of a kind stand in some relation more than Black's: kind, term and number.
    relations: Vec<(u8, Term, f32)>,
    white_to_move: bool,
    /// How much nearer Black is to losing by too few men, and by too few moves.
    shortages: [f32; 2],
}

impl Sample {
    /// What weights can speak of in a position.
    pub fn new(position: &Position, evaluator: &Evaluator) -> Self {
        let men = position.men().map(|(square, piece)| (piece, square)).collect();
        let mut relations: Vec<(u8, Term, f32)> = Vec::new();
        evaluator.relations(position, |piece, term, times| {
            let info = position.game().piece_info(piece);
            let (kind, sign) = (info.kind.index() as u8, if info.side == Side::White { 1.0 } else { -1.0 });
            let times = sign * times as f32 / 16.0;
            match relations.iter_mut().find(|known| (known.0, known.1) == (kind, term)) {
                Some(known) => known.2 += times,
                None => relations.push((kind, term, times)),
            }
        });
        let shortages = evaluator.shortages(position).map(|part| part as f32);
        Self { men, relations, white_to_move: position.turn() == Side::White, shortages }
    }
}

/// A game with what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// Quiet positions.
    pub samples: Vec<Sample>,
    /// Who won, if anybody did.
    pub winner: Option<Side>,
}

impl Lesson {
    /// No more positions than this are learned from in one game: the nearer they are, the more they are alike.
    const MOST: usize = 24;

    /// What can be learned from a game: where it began, its moves, whether the position before each was quiet, and who
    /// won.
    pub fn new(start: &Position, moves: &[Move], quiet: &[bool], winner: Option<Side>, evaluator: &Evaluator) -> Self {
        let many = quiet.iter().filter(|&&quiet| quiet).count();
        let step = many.div_ceil(Self::MOST).max(1);
        let mut position = start.clone();
        let (mut samples, mut seen) = (Vec::new(), 0);
        for (&mv, &quiet) in moves.iter().zip(quiet) {
            if quiet {
                if seen % step == step / 2 {
                    samples.push(Sample::new(&position, evaluator));
                }
                seen += 1;
            }
            if position.play(mv).is_err() {
                break;
            }
        }
        Self { samples, winner }
    }

    /// What White made of it: 1 a win, 0 a loss, a half a draw.
    fn result(&self) -> f64 {
        match self.winner {
            Some(Side::White) => 1.0,
            Some(Side::Black) => 0.0,
            None => 0.5,
        }
    }

    /// How much each of its positions counts.
    fn weight(&self) -> f64 {
        INDEPENDENT / (self.samples.len() as f64).max(INDEPENDENT)
    }
}

/// So many positions of a game say something of their own.
const INDEPENDENT: f64 = 4.0;

/// How far weights may go from where they begin before that costs as much as a position told quite wrong, in tenths of
/// hundredths of a pawn.
const FREE_VALUES: f64 = 1000.0;
const FREE_OTHERS: f64 = 300.0;
/// The ranks and the files, as seen from the nearer edge.
const FREE_LINES: f64 = 300.0;
/// The squares, a square of the left half and that of the right half together.
const FREE_PAIRS: f64 = 120.0;
const FREE_SQUARES: f64 = 40.0;

/// The weights of a kind besides those by rank, file and square.
const SINGLE: usize = Term::ALL.len();

/// Fits the weights of a game to what came of games.
#[derive(Debug)]
pub struct Fit {
    features: FeatureTable,
    material_at_start: f64,
    ranks: usize,
    files: usize,
    kinds: usize,
    begin: Vec<f64>,
    weights: Vec<f64>,
    /// How a worth becomes a chance of winning.
    scale: f64,
}

impl Fit {
    /// Begins with these weights of a game.
    pub fn new(game: &Game, weights: &Weights) -> Self {
        let variant = game.variant();
        let kinds = variant.kinds.len();
        let features = FeatureTable::new(game, &Mobility::new(game));
        let at_start: i32 = game.start().men().map(|(square, piece)| features.of(piece, square).material).sum();
        let mut fit = Self {
            features,
            material_at_start: f64::from(at_start.max(1)),
            ranks: variant.board.ranks().into(),
            files: variant.board.files().into(),
            kinds,
            begin: Vec::new(),
            weights: Vec::new(),
            scale: 1.0 / 2000.0,
        };
        fit.begin = fit.flattened(weights);
        fit.weights.clone_from(&fit.begin);
        fit
    }

    /// The files from an edge to the middle.
    const fn half(&self) -> usize {
        self.files.div_ceil(2)
    }

    /// The weights for each kind, each of which is a pair of numbers.
    const fn of_kind(&self) -> usize {
        SINGLE + self.ranks + self.half() + self.ranks * self.half() + self.ranks * self.files
    }

    /// Where the weights of the rank, the file, the pair of squares and the square itself stand.
    fn places(&self, first: usize, square: usize) -> [usize; 4] {
        let (rank, file) = (square / self.files, square % self.files);
        let mirrored = file.min(self.files - 1 - file);
        let ranks = first + SINGLE;
        let files = ranks + self.ranks;
        let pairs = files + self.half();
        let squares = pairs + self.ranks * self.half();
        [ranks + rank, files + mirrored, pairs + rank * self.half() + mirrored, squares + square]
    }

    /// The weights as they are fitted so far.
    pub fn weights(&self) -> Weights {
        let exact = |at: usize| [self.weights[2 * at], self.weights[2 * at + 1]];
        let taper = |[opening, ending]: [f64; 2]| Tapered::new(opening.round() as i32, ending.round() as i32);
        let kinds = (0..self.kinds).map(|kind| {
            let first = kind * self.of_kind();
            let mut weights = KindWeights::default();
            for term in Term::ALL {
                weights[term] = taper(exact(first + term as usize));
            }
            let square = |square: usize| {
                let parts = self.places(first, square).map(exact);
                taper(parts.into_iter().fold([0.0; 2], |sum, part| [sum[0] + part[0], sum[1] + part[1]]))
            };
            weights.squares = (0..self.ranks * self.files).map(square).collect();
            weights
        });
        let game = self.kinds * self.of_kind();
        let mut weights = Weights { kinds: kinds.collect(), ..Weights::default() };
        for (index, weight) in weights.of_game_mut().into_iter().enumerate() {
            *weight = taper(exact(game + index));
        }
        weights
    }

    fn flattened(&self, weights: &Weights) -> Vec<f64> {
        let mut flat = vec![0.0; 2 * (self.kinds * self.of_kind() + Weights::OF_GAME.len())];
        let mut set = |at: usize, value: Tapered| {
            flat[2 * at] = f64::from(value.opening);
            flat[2 * at + 1] = f64::from(value.ending);
        };
        for (index, kind) in weights.kinds.iter().enumerate().take(self.kinds) {
            let first = index * self.of_kind();
            for term in Term::ALL {
                set(first + term as usize, kind[term]);
            }
            for (square, &value) in kind.squares.iter().enumerate().take(self.ranks * self.files) {
                set(self.places(first, square)[3], value);
            }
        }
        for (index, worth) in weights.of_game().into_iter().enumerate() {
            set(self.kinds * self.of_kind() + index, worth);
        }
        flat
    }

    /// Calls `visit` with each weight that counts in a position, and by how much it is multiplied.
    fn each_term(&self, sample: &Sample, mut visit: impl FnMut(usize, f64)) {
        let left: i32 = sample.men.iter().map(|&(piece, square)| self.features.of(piece, square).material).sum();
        let opening = (f64::from(left) / self.material_at_start).clamp(0.0, 1.0);
        let mut both = |at: usize, times: f64| {
            visit(2 * at, times * opening);
            visit(2 * at + 1, times * (1.0 - opening));
        };
        for &(piece, square) in &sample.men {
            let man = self.features.of(piece, square);
            let first = man.kind * self.of_kind();
            man.each_term(|term, times| {
                if times != 0.0 {
                    both(first + term as usize, man.sign * times);
                }
            });
            for place in self.places(first, man.own_square) {
                both(place, man.sign);
            }
        }
        for &(kind, term, times) in &sample.relations {
            both(usize::from(kind) * self.of_kind() + term as usize, f64::from(times));
        }
        let game = self.kinds * self.of_kind();
        both(game, if sample.white_to_move { 1.0 } else { -1.0 });
        for (index, times) in sample.shortages.into_iter().enumerate() {
            both(game + 1 + index, f64::from(times));
        }
    }

    /// The chance of winning that the weights give White in a position.
    fn chance(&self, sample: &Sample) -> f64 {
        let mut worth = 0.0;
        self.each_term(sample, |at, times| worth += self.weights[at] * times);
        1.0 / (1.0 + (-worth * self.scale).exp())
    }

    /// How far the chances are from what came of the games, on average: the mean of the squared differences.
    pub fn error(&self, lessons: &[Lesson]) -> f64 {
        let (mut sum, mut all) = (0.0, 0.0);
        for lesson in lessons {
            let of = |sample| (self.chance(sample) - lesson.result()).powi(2);
            sum += lesson.weight() * lesson.samples.iter().map(of).sum::<f64>();
            all += lesson.weight() * lesson.samples.len() as f64;
        }
        if all > 0.0 { sum / all } else { 0.0 }
    }

    /// Looks for the scale at which the weights, as they are, say most about the outcomes.
    pub fn set_scale(&mut self, lessons: &[Lesson]) {
        let mut best = (f64::INFINITY, self.scale);
        for step in 0..30 {
            self.scale = 0.00005 * 1.16_f64.powi(step);
            let error = self.error(lessons);
            best = if error < best.0 { (error, self.scale) } else { best };
        }
        self.scale = best.1;
    }

    /// Goes through lessons again and again, and takes a step toward what came of them after each few. The weights that
    /// tell best what came of other games, the `unseen` ones, are kept; it ends when these have not become better for a
    /// while.
    pub fn improve(&mut self, lessons: &[Lesson], unseen: &[Lesson]) {
        /// Games before each step.
        const BATCH: usize = 128;
        /// Rounds in all, and those without anything better.
        const MOST: usize = 200;
        const PATIENCE: usize = 20;
        let (mut first, mut second) = (vec![0.0; self.weights.len()], vec![0.0; self.weights.len()]);
        let free: Vec<f64> = (0..self.weights.len()).map(|at| self.free(at / 2)).collect();
        let mut best = (self.error(unseen), self.weights.clone());
        let (mut step, mut patience) = (0, PATIENCE);
        for _ in 0..MOST {
            for batch in lessons.chunks(BATCH) {
                step += 1;
                let part = batch.len() as f64 / lessons.len() as f64;
                let slope = self.slope(batch, part, &free);
                self.step(&slope, &mut first, &mut second, step);
            }
            let error = self.error(unseen);
            patience -= 1;
            if error < best.0 {
                best = (error, self.weights.clone());
                patience = PATIENCE;
            }
            if patience == 0 {
                break;
            }
        }
        self.weights = best.1;
    }

    /// How the error of a part of the lessons changes with each weight.
    fn slope(&self, batch: &[Lesson], part: f64, free: &[f64]) -> Vec<f64> {
        let mut slope = vec![0.0; self.weights.len()];
        for lesson in batch {
            for sample in &lesson.samples {
                let chance = self.chance(sample);
                let miss = 2.0 * (chance - lesson.result()) * chance * (1.0 - chance);
                let push = lesson.weight() * miss * self.scale;
                self.each_term(sample, |at, times| slope[at] += push * times);
            }
        }
        for (at, slope) in slope.iter_mut().enumerate() {
            *slope += part * 2.0 * (self.weights[at] - self.begin[at]) / (free[at] * free[at]);
        }
        slope
    }

    /// How free a weight is to move.
    fn free(&self, at: usize) -> f64 {
        match at % self.of_kind() {
            _ if at >= self.kinds * self.of_kind() => FREE_OTHERS,
            0 => FREE_VALUES,
            place if place < SINGLE => FREE_OTHERS,
            place if place < SINGLE + self.ranks + self.half() => FREE_LINES,
            place if place < SINGLE + self.ranks + self.half() + self.ranks * self.half() => FREE_PAIRS,
            _ => FREE_SQUARES,
        }
    }

    /// A step of Adam.
    fn step(&mut self, slope: &[f64], first: &mut [f64], second: &mut [f64], step: i32) {
        const RATE: f64 = 5.0;
        const FIRST: f64 = 0.9;
        const SECOND: f64 = 0.999;
        for (at, &slope) in slope.iter().enumerate() {
            first[at] = FIRST * first[at] + (1.0 - FIRST) * slope;
            second[at] = SECOND * second[at] + (1.0 - SECOND) * slope * slope;
            let (mean, spread) = (first[at] / (1.0 - FIRST.powi(step)), second[at] / (1.0 - SECOND.powi(step)));
            self.weights[at] -= RATE * mean / (spread.sqrt() + 1e-12);
        }
    }
}
