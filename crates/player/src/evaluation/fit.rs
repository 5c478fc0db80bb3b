//! Tuning: weights fitted to the results of games by logistic regression.
//!
//! Peter Österlund's method (Texel 2014, <https://www.chessprogramming.org/Texel%27s_Tuning_Method>): the evaluation of
//! quiet positions, through a logistic function, predicts the results of the games. The evaluation is linear in the weights,
//! so the gradient is exact. The optimizer is *Adam* (Diederik Kingma and others, 2014).
//!
//! Positions of one game are correlated, so even a game with many positions counts as few. Each weight has a prior
//! around its initial value. Single squares are seldom occupied. So the value of a square is the sum of values for its
//! rank, its file and the square itself, with narrower priors for the finer parts.

use super::evaluator::HAND_PREMIUM;
use super::features::{FeatureTable, Mobility};
use super::{Evaluator, KindWeights, Tapered, Term, Weights};
use weakfish::engine::{Game, Move, Piece, Position};
use weakfish::geometry::{Side, Square};
use weakfish::model::KindId;

/// Training position: the features of a quiet position.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    men: Vec<(Piece, Square)>,
    /// Men in hand, White's minus Black's: kind and number.
    in_hand: Vec<(KindId, f32)>,
    /// Material of both sides, those in hand among it, in the unit of the evaluator.
    material: i32,
    /// Counts of terms that depend on several men, White's minus Black's: kind, term and count.
    relations: Vec<(u8, Term, f32)>,
    white_to_move: bool,
    /// Counts of the weights `scarcity` and `standstill` for White.
    shortages: [f32; 2],
}

impl Sample {
    /// Extracts the features of a position.
    pub fn new(position: &Position, evaluator: &Evaluator) -> Self {
        let men = position.men().map(|(square, piece)| (piece, square)).collect();
        let mut relations: Vec<(u8, Term, f32)> = Vec::new();
        evaluator.visit_relations(position, |piece, term, times| {
            let info = position.game().piece_info(piece);
            let (kind, sign) = (info.kind.index() as u8, if info.side == Side::White { 1.0 } else { -1.0 });
            let times = sign * times as f32 / 16.0;
            match relations.iter_mut().find(|known| (known.0, known.1) == (kind, term)) {
                Some(known) => known.2 += times,
                None => relations.push((kind, term, times)),
            }
        });
        let mut in_hand: Vec<(KindId, f32)> = Vec::new();
        for (side, sign) in [(Side::White, 1.0), (Side::Black, -1.0)] {
            for (kind, number) in position.hand(side) {
                let number = sign * f32::from(number);
                match in_hand.iter_mut().find(|known| known.0 == kind) {
                    Some(known) => known.1 += number,
                    None => in_hand.push((kind, number)),
                }
            }
        }
        let material = evaluator.accumulate(position).material;
        let shortages = evaluator.shortage_counts(position).map(|part| part as f32);
        Self { men, in_hand, material, relations, white_to_move: position.turn() == Side::White, shortages }
    }
}

/// A training game with its result.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingGame {
    /// Quiet positions.
    pub samples: Vec<Sample>,
    /// The score of White, from 0 to 1.
    pub score: f64,
}

impl TrainingGame {
    /// Maximum number of positions of a game.
    const MAX_SAMPLES: usize = 24;

    /// Makes a training game of a start position, moves, whether the position before each was quiet, and the score of
    /// White. It samples many quiet positions at equal distances.
    pub fn new(start: &Position, moves: &[Move], quiet: &[bool], score: f64, evaluator: &Evaluator) -> Self {
        let quiet_positions = quiet.iter().filter(|&&quiet| quiet).count();
        let step = quiet_positions.div_ceil(Self::MAX_SAMPLES).max(1);
        let mut position = start.clone();
        let (mut samples, mut quiet_seen) = (Vec::new(), 0);
        for (&mv, &quiet) in moves.iter().zip(quiet) {
            if quiet {
                if quiet_seen % step == step / 2 {
                    samples.push(Sample::new(&position, evaluator));
                }
                quiet_seen += 1;
            }
            if position.play(mv).is_err() {
                break;
            }
        }
        Self { samples, score }
    }

    /// Weight of each position.
    fn weight(&self) -> f64 {
        INDEPENDENT_SAMPLES / (self.samples.len() as f64).max(INDEPENDENT_SAMPLES)
    }
}

/// Number of independent positions that a game counts as.
const INDEPENDENT_SAMPLES: f64 = 4.0;

/// Prior widths of the weights, in tenths of a centipawn: a deviation of this size from the initial weight is penalized like
/// one wholly mispredicted position.
const VALUE_PRIOR_WIDTH: f64 = 1000.0;
const TERM_PRIOR_WIDTH: f64 = 300.0;
/// Values of ranks, and of files counted from the nearer edge.
const LINE_PRIOR_WIDTH: f64 = 300.0;
/// Values of pairs of squares that mirror each other.
const PAIR_PRIOR_WIDTH: f64 = 120.0;
const SQUARE_PRIOR_WIDTH: f64 = 40.0;

/// Number of weights of a kind without those by rank, file and square.
const TERMS: usize = Term::ALL.len();

/// Fits the weights of a game to training games.
#[derive(Debug)]
pub struct Fit {
    features: FeatureTable,
    initial_material: f64,
    ranks: usize,
    files: usize,
    kinds: usize,
    initial: Vec<f64>,
    weights: Vec<f64>,
    /// Slope of the logistic function, per tenth of a centipawn.
    scale: f64,
}

impl Fit {
    /// Starts from these weights, which are the centre of the prior.
    pub fn new(game: &Game, weights: &Weights) -> Self {
        let variant = game.variant();
        let kinds = variant.kinds.len();
        let features = FeatureTable::new(game, &Mobility::new(game));
        let initial = Evaluator::new(game, weights).accumulate(&game.start()).material;
        let mut fit = Self {
            features,
            initial_material: f64::from(initial.max(1)),
            ranks: variant.board.ranks().into(),
            files: variant.board.files().into(),
            kinds,
            initial: Vec::new(),
            weights: Vec::new(),
            scale: 1.0 / 2000.0,
        };
        fit.initial = fit.to_flat_vector(weights);
        fit.weights.clone_from(&fit.initial);
        fit
    }

    /// Number of files from an edge to the middle.
    const fn half_files(&self) -> usize {
        self.files.div_ceil(2)
    }

    /// Number of weights of a kind; each is a tapered pair.
    const fn weights_per_kind(&self) -> usize {
        TERMS + self.ranks + self.half_files() + self.ranks * self.half_files() + self.ranks * self.files
    }

    /// Indices of the four weights whose sum is a square's value: of its rank, of its file from the nearer edge, of the pair that it
    /// forms with its mirror square, and of the square itself. `first` is the index of the first weight of the kind.
    fn square_weight_indices(&self, first: usize, square: usize) -> [usize; 4] {
        let (rank, file) = (square / self.files, square % self.files);
        let mirrored = file.min(self.files - 1 - file);
        let ranks = first + TERMS;
        let files = ranks + self.ranks;
        let pairs = files + self.half_files();
        let squares = pairs + self.ranks * self.half_files();
        [ranks + rank, files + mirrored, pairs + rank * self.half_files() + mirrored, squares + square]
    }

    /// The weights fitted so far.
    pub fn weights(&self) -> Weights {
        let weight_pair = |index: usize| [self.weights[2 * index], self.weights[2 * index + 1]];
        let taper = |[opening, ending]: [f64; 2]| Tapered::new(opening.round() as i32, ending.round() as i32);
        let kinds = (0..self.kinds).map(|kind| {
            let first = kind * self.weights_per_kind();
            let mut weights = KindWeights::default();
            for term in Term::ALL {
                weights[term] = taper(weight_pair(first + term as usize));
            }
            let square = |square: usize| {
                let parts = self.square_weight_indices(first, square).map(weight_pair);
                taper(parts.into_iter().fold([0.0; 2], |sum, part| [sum[0] + part[0], sum[1] + part[1]]))
            };
            weights.squares = (0..self.ranks * self.files).map(square).collect();
            weights
        });
        let global_index = self.kinds * self.weights_per_kind();
        let mut weights = Weights { kinds: kinds.collect(), ..Weights::default() };
        for (index, weight) in weights.global_weights_mut().into_iter().enumerate() {
            *weight = taper(weight_pair(global_index + index));
        }
        weights
    }

    /// Weights as a flat vector of opening and endgame values, in the order of the indices of this fit; only
    /// whole square values, not those of ranks, files and pairs.
    fn to_flat_vector(&self, weights: &Weights) -> Vec<f64> {
        let mut flat = vec![0.0; 2 * (self.kinds * self.weights_per_kind() + Weights::GLOBAL_NAMES.len())];
        let mut set = |at: usize, value: Tapered| {
            flat[2 * at] = f64::from(value.opening);
            flat[2 * at + 1] = f64::from(value.ending);
        };
        for (index, kind) in weights.kinds.iter().enumerate().take(self.kinds) {
            let first = index * self.weights_per_kind();
            for term in Term::ALL {
                set(first + term as usize, kind[term]);
            }
            for (square, &value) in kind.squares.iter().enumerate().take(self.ranks * self.files) {
                set(self.square_weight_indices(first, square)[3], value);
            }
        }
        for (index, weight) in weights.global_weights().into_iter().enumerate() {
            set(self.kinds * self.weights_per_kind() + index, weight);
        }
        flat
    }

    /// Calls `visit` with the index of each weight in a position's evaluation, and its coefficient.
    fn visit_coefficients(&self, sample: &Sample, mut visit: impl FnMut(usize, f64)) {
        let opening = (f64::from(sample.material) / self.initial_material).clamp(0.0, 1.0);
        let mut visit_pair = |weight_index: usize, times: f64| {
            visit(2 * weight_index, times * opening);
            visit(2 * weight_index + 1, times * (1.0 - opening));
        };
        for &(piece, square) in &sample.men {
            let man = self.features.of(piece, square);
            let first = man.kind * self.weights_per_kind();
            man.visit_terms(|term, times| {
                if times != 0.0 {
                    visit_pair(first + term as usize, man.sign * times);
                }
            });
            for square_index in self.square_weight_indices(first, man.own_square) {
                visit_pair(square_index, man.sign);
            }
        }
        for &(kind, number) in &sample.in_hand {
            let value = kind.index() * self.weights_per_kind() + Term::Value as usize;
            visit_pair(value, f64::from(number) * (1.0 + 1.0 / f64::from(HAND_PREMIUM)));
        }
        for &(kind, term, times) in &sample.relations {
            visit_pair(usize::from(kind) * self.weights_per_kind() + term as usize, f64::from(times));
        }
        let global_index = self.kinds * self.weights_per_kind();
        visit_pair(global_index, if sample.white_to_move { 1.0 } else { -1.0 });
        for (index, times) in sample.shortages.into_iter().enumerate() {
            visit_pair(global_index + 1 + index, f64::from(times));
        }
    }

    /// Predicted winning chance of White.
    fn predict(&self, sample: &Sample) -> f64 {
        let mut evaluation = 0.0;
        self.visit_coefficients(sample, |at, times| evaluation += self.weights[at] * times);
        1.0 / (1.0 + (-evaluation * self.scale).exp())
    }

    /// Loss: the mean squared error of the predicted winning chances. The *validation loss* is that of games not trained on.
    pub fn loss(&self, games: &[TrainingGame]) -> f64 {
        let (mut sum, mut total_weight) = (0.0, 0.0);
        for game in games {
            let squared_error = |sample| (self.predict(sample) - game.score).powi(2);
            sum += game.weight() * game.samples.iter().map(squared_error).sum::<f64>();
            total_weight += game.weight() * game.samples.len() as f64;
        }
        if total_weight > 0.0 { sum / total_weight } else { 0.0 }
    }

    /// Fits the slope of the logistic function to the present weights, by trying values of a geometric
    /// series.
    pub fn fit_scale(&mut self, games: &[TrainingGame]) {
        let mut best = (f64::INFINITY, self.scale);
        for step in 0..30 {
            self.scale = 0.00005 * 1.16_f64.powi(step);
            let loss = self.loss(games);
            best = if loss < best.0 { (loss, self.scale) } else { best };
        }
        self.scale = best.1;
    }

    /// Trains the weights by mini-batches, and keeps those with the lowest validation loss. Stops early when the validation
    /// loss has not improved for some epochs.
    pub fn train(&mut self, training: &[TrainingGame], validation: &[TrainingGame]) {
        /// Games of a batch.
        const BATCH_SIZE: usize = 128;
        /// Maximum number of epochs, and of epochs without improvement.
        const MAX_EPOCHS: usize = 200;
        const PATIENCE: usize = 20;
        let (mut first_moments, mut second_moments) = (vec![0.0; self.weights.len()], vec![0.0; self.weights.len()]);
        let prior_widths: Vec<f64> = (0..self.weights.len()).map(|at| self.prior_width(at / 2)).collect();
        let mut best = (self.loss(validation), self.weights.clone());
        let (mut step, mut patience) = (0, PATIENCE);
        for _ in 0..MAX_EPOCHS {
            for batch in training.chunks(BATCH_SIZE) {
                step += 1;
                let share = batch.len() as f64 / training.len() as f64;
                let gradient = self.gradient(batch, share, &prior_widths);
                self.adam_step(&gradient, &mut first_moments, &mut second_moments, step);
            }
            let loss = self.loss(validation);
            patience -= 1;
            if loss < best.0 {
                best = (loss, self.weights.clone());
                patience = PATIENCE;
            }
            if patience == 0 {
                break;
            }
        }
        self.weights = best.1;
    }

    /// Gradient of the loss on a batch, which is a part of all training games.
    fn gradient(&self, batch: &[TrainingGame], share: f64, prior_widths: &[f64]) -> Vec<f64> {
        let mut gradient = vec![0.0; self.weights.len()];
        for game in batch {
            for sample in &game.samples {
                let chance = self.predict(sample);
                let error = 2.0 * (chance - game.score) * chance * (1.0 - chance);
                let scaled_error = game.weight() * error * self.scale;
                self.visit_coefficients(sample, |at, times| gradient[at] += scaled_error * times);
            }
        }
        for (at, gradient) in gradient.iter_mut().enumerate() {
            *gradient += share * 2.0 * (self.weights[at] - self.initial[at]) / (prior_widths[at] * prior_widths[at]);
        }
        gradient
    }

    /// Prior width of a weight, by its index: the finer the part of the board, the narrower.
    fn prior_width(&self, at: usize) -> f64 {
        let [.., pairs, squares] = self.square_weight_indices(0, 0);
        match at % self.weights_per_kind() {
            _ if at >= self.kinds * self.weights_per_kind() => TERM_PRIOR_WIDTH,
            0 => VALUE_PRIOR_WIDTH,
            place if place < TERMS => TERM_PRIOR_WIDTH,
            place if place < pairs => LINE_PRIOR_WIDTH,
            place if place < squares => PAIR_PRIOR_WIDTH,
            _ => SQUARE_PRIOR_WIDTH,
        }
    }

    /// Step of Adam, with the first and second moments of the gradient.
    fn adam_step(&mut self, gradient: &[f64], first_moments: &mut [f64], second_moments: &mut [f64], step: i32) {
        const LEARNING_RATE: f64 = 5.0;
        const BETA_1: f64 = 0.9;
        const BETA_2: f64 = 0.999;
        for (at, &gradient) in gradient.iter().enumerate() {
            first_moments[at] = BETA_1 * first_moments[at] + (1.0 - BETA_1) * gradient;
            second_moments[at] = BETA_2 * second_moments[at] + (1.0 - BETA_2) * gradient * gradient;
            let (mean, variance) =
                (first_moments[at] / (1.0 - BETA_1.powi(step)), second_moments[at] / (1.0 - BETA_2.powi(step)));
            self.weights[at] -= LEARNING_RATE * mean / (variance.sqrt() + 1e-12);
        }
    }
}
