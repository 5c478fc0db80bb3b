//! Training of a network: gradient descent on positions of self-play games.
//!
//! The network learns what the evaluation lacks: the sum of both, through a logistic function, predicts a mixture of the game's
//! result and the score of the search. Where men move alike on both wings, each position is learned with its reflection, in which left and
//! right are exchanged. The optimizer is *Adam* (Diederik Kingma and others, 2014). Each batch is cut into the same
//! parts whatever the number of threads, and their gradients are added in the same order, so the result does not depend on it.

use std::num::NonZero;
use std::thread;

use weakfish::engine::{Game, Move, Position};
use weakfish::geometry::{PerSide, Side};
use weakfish::random::SplitMix64;

use super::inputs::{Inputs, reflection};
use super::{
    MAX_OUTPUT_BIAS, MAX_OUTPUT_WEIGHT, NEURONS, Network, OUTPUT_CENTIPAWNS, OUTPUT_UNIT, Output, PHASES, Row,
    SATURATION, phase,
};
use crate::evaluation::Evaluator;

/// Settings of a training.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct TrainingOptions {
    /// Passes over all positions. A fifth of them are a short training of its own, at half the rate; the better network is kept. A
    /// training that goes on from a network has as many again.
    pub epochs: u32,
    /// Learning rate of the first epoch of the longer training; it falls to a twentieth.
    pub learning_rate: f32,
    /// Share of the search's score in what is predicted; the result of the game has the rest. From 0 to 1.
    pub score_share: f32,
    /// Seed of the initial weights and of the order of the positions.
    pub seed: u64,
    /// Threads.
    pub threads: NonZero<usize>,
}

impl Default for TrainingOptions {
    fn default() -> Self {
        Self { epochs: 20, learning_rate: 0.004, score_share: 0.95, seed: 1, threads: NonZero::<usize>::MIN }
    }
}

/// The short training has one epoch in this many.
const SHORT_SHARE: u32 = 5;

/// Learning rate of a training that goes on from a network, as a share of that of a new one.
const CONTINUED_RATE: f32 = 0.25;

/// One game in this many is held back for validation.
const VALIDATION_SHARE: usize = 10;

/// Positions of a batch.
const BATCH_SIZE: usize = 4096;

/// Parts of a batch, each with a gradient of its own.
const BATCH_PARTS: usize = 4;

/// Initial sum of a neuron: in the middle of what it can tell apart.
const INITIAL_BIAS: f32 = 0.3;

/// Largest initial weight, in either direction.
const INITIAL_WEIGHT: f32 = 0.06;

/// Largest weight of the first layer, in either direction. Sums over the men of a large board then stay within 16 bits.
const MAX_ROW_WEIGHT: f32 = 1.9;

/// Decay of all weights in a step, times the learning rate (decoupled weight decay, Loshchilov and Hutter 2017).
const WEIGHT_DECAY: f32 = 0.5;

/// Decay rates of Adam's moments.
const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;

/// Position of a game.
#[derive(Clone, Copy, Debug)]
struct Sample {
    /// Its men within [`NetworkTraining::men`].
    first: u32,
    count: u16,
    turn: Side,
    phase: u8,
    /// Static evaluation without a network, for the side to move, in centipawns.
    evaluation: f32,
    /// Score of the search, likewise.
    score: f32,
    /// Points of the side to move, from 0 to 1.
    result: f32,
}

/// Positions of self-play games, and what a network learns from them.
#[derive(Debug)]
pub struct NetworkTraining {
    inputs: Inputs,
    squares: u32,
    /// By view: the rows of each code. A code is that of a piece on a square, or beyond those that of a kind in a hand.
    rows: PerSide<Vec<Vec<u32>>>,
    /// The same for the reflected position, if the game looks the same with left and right exchanged.
    reflected_rows: Option<PerSide<Vec<Vec<u32>>>>,
    hand_codes: u32,
    initial_material: i32,
    /// Centipawns of an output of 1.
    centipawns: f32,
    /// Codes of the men of all samples.
    men: Vec<u32>,
    training: Vec<Sample>,
    validation: Vec<Sample>,
    games: usize,
    /// Slope of the logistic function, per centipawn.
    slope: f32,
}

/// One of the trainings, the best of which is kept.
#[derive(Clone, Copy)]
struct Run<'n> {
    /// The network that it goes on from; new weights without one.
    initial: Option<&'n Network>,
    /// Number of its first epoch.
    first: u32,
    epochs: u32,
    /// Learning rate of its first epoch.
    rate: f32,
}

/// Parameters of a network while it is trained, in one vector: rows, biases, outputs.
#[derive(Clone)]
struct Parameters {
    values: Vec<f32>,
    biases: usize,
    outputs: usize,
}

/// Length of the part of an output: weights and bias.
const OUTPUT_LENGTH: usize = 2 * NEURONS + 1;

impl NetworkTraining {
    /// No games yet. `evaluator` has no network.
    pub fn new(game: &Game, evaluator: &Evaluator) -> Self {
        let inputs = Inputs::new(game);
        let squares = game.variant().board.len() as u32;
        let hand_codes = (game.pieces().count() as u32 + 1) * squares;
        let rows: PerSide<Vec<Vec<u32>>> = PerSide::from_fn(|view| {
            let men = inputs.men(view).map(<[u32]>::to_vec);
            let hands = Side::ALL
                .into_iter()
                .flat_map(|side| game.variant().kinds().map(move |(kind, _)| (side, kind)).collect::<Vec<_>>());
            men.chain(hands.map(|(side, kind)| inputs.in_hand(view, side, kind).into_iter().collect())).collect()
        });
        let reflected_rows = reflection(game).map(|images| {
            let image = |code: usize| images.get(code).map_or(code, |&image| image as usize);
            PerSide::from_fn(|view| (0..rows[view].len()).map(|code| rows[view][image(code)].clone()).collect())
        });
        Self {
            inputs,
            squares,
            rows,
            reflected_rows,
            hand_codes,
            initial_material: evaluator.initial_material(),
            centipawns: OUTPUT_CENTIPAWNS as f32 * evaluator.pawn_value() as f32 / 100.0,
            men: Vec::new(),
            training: Vec::new(),
            validation: Vec::new(),
            games: 0,
            slope: 1.0,
        }
    }

    /// Adds the quiet positions of a game: its moves, whether the position before each was quiet, the score of the search there
    /// for the side to move in centipawns, and White's points from 0 to 1. One game in ten is held back for validation.
    /// `evaluator` has no network.
    pub fn add_game(
        &mut self,
        start: &Position,
        (moves, quiet, scores): (&[Move], &[bool], &[i32]),
        points: f32,
        evaluator: &Evaluator,
    ) {
        let mut position = start.clone();
        let mut samples = Vec::new();
        for ((&mv, &quiet), &score) in moves.iter().zip(quiet).zip(scores) {
            if quiet {
                samples.push(self.sample(&position, score, points, evaluator));
            }
            if position.play(mv).is_err() {
                break;
            }
        }
        let held_back = self.games.is_multiple_of(VALIDATION_SHARE);
        if held_back { &mut self.validation } else { &mut self.training }.extend(samples);
        self.games += 1;
    }

    /// Number of positions that are trained on.
    pub const fn positions(&self) -> usize {
        self.training.len()
    }

    fn sample(&mut self, position: &Position, score: i32, points: f32, evaluator: &Evaluator) -> Sample {
        let first = self.men.len();
        for (square, piece) in position.men() {
            self.men.push(u32::from(piece.number()) * self.squares + square.index() as u32);
        }
        let kinds = position.game().variant().kinds.len() as u32;
        for side in Side::ALL {
            for (kind, number) in position.hand(side) {
                let code = self.hand_codes + side as u32 * kinds + kind.index() as u32;
                self.men.extend(std::iter::repeat_n(code, number.into()));
            }
        }
        let sum = evaluator.accumulate(position);
        let turn = position.turn();
        Sample {
            first: first as u32,
            count: (self.men.len() - first) as u16,
            turn,
            phase: phase(sum.material, self.initial_material) as u8,
            evaluation: evaluator.evaluate(position, sum) as f32,
            score: score as f32,
            result: if turn == Side::White { points } else { 1.0 - points },
        }
    }

    /// Losses of the evaluation alone and with a network on the games held back: the root of the mean squared error of the
    /// predicted points.
    pub fn losses(&self, network: &Network, options: &TrainingOptions) -> [f32; 2] {
        let parameters = Parameters::of(network, &self.inputs);
        let zero = Parameters::zero(&self.inputs);
        [&zero, &parameters].map(|parameters| self.loss(parameters, options))
    }

    /// Trains networks from new weights, and one that goes on from `initial` if that is given; `observer` sees each epoch with its
    /// loss on the games held back, and ends the training by returning `false`. The result is the network with the lowest loss; `None`
    /// without positions.
    pub fn train(
        &mut self,
        options: &TrainingOptions,
        initial: Option<&Network>,
        observer: &mut dyn FnMut(u32, f32) -> bool,
    ) -> Option<Network> {
        if self.training.is_empty() || self.validation.is_empty() {
            return None;
        }
        self.slope = self.fitted_slope();
        let none = Parameters::zero(&self.inputs);
        let mut best = (self.loss(&none, options), none);
        // Few or noisy positions are soon learned by heart; many need time.
        let short = options.epochs / SHORT_SHARE;
        let rate = options.learning_rate;
        let new = [
            Run { initial: None, first: 1, epochs: short, rate: rate / 2.0 },
            Run { initial: None, first: short + 1, epochs: options.epochs - short, rate },
        ];
        let first = options.epochs + 1;
        let continued = initial.map(|_| Run { initial, first, epochs: options.epochs, rate: rate * CONTINUED_RATE });
        for run in new.into_iter().chain(continued) {
            if !self.descend(run, options, &mut best, observer) {
                break;
            }
        }
        Some(best.1.quantised(&self.inputs))
    }

    /// Trains from new random weights, or from those of a network. Keeps the best parameters so far with their loss; returns `false` if
    /// the observer has ended the training.
    fn descend(
        &self,
        run: Run<'_>,
        options: &TrainingOptions,
        best: &mut (f32, Parameters),
        observer: &mut dyn FnMut(u32, f32) -> bool,
    ) -> bool {
        let mut random = SplitMix64::new(options.seed);
        let mut parameters = match run.initial {
            Some(network) => Parameters::of(network, &self.inputs),
            None => Parameters::initial(&self.inputs, &mut random),
        };
        let mut moments = [vec![0.0; parameters.values.len()], vec![0.0; parameters.values.len()]];
        // A reflected position has the number of the position, plus the number of all.
        let images = if self.reflected_rows.is_some() { 2 } else { 1 };
        let mut order: Vec<u32> = (0..images * self.training.len() as u32).collect();
        let mut step = 0;
        let batches = order.len().div_ceil(BATCH_SIZE) * run.epochs as usize;
        for epoch in run.first..run.first + run.epochs {
            for at in (1..order.len()).rev() {
                order.swap(at, random.below(at + 1));
            }
            for batch in order.chunks(BATCH_SIZE) {
                step += 1;
                // The learning rate falls as a cosine does.
                let done = step as f32 / batches as f32;
                let rate = run.rate * (0.05 + 0.475 * (1.0 + (done * std::f32::consts::PI).cos()));
                let gradient = self.gradient(&parameters, batch, options);
                adam_step(&mut parameters.values, &gradient, &mut moments, rate, step);
                parameters.clip();
            }
            let loss = self.loss(&parameters, options);
            if loss < best.0 {
                *best = (loss, parameters.clone());
            }
            if !observer(epoch, loss) {
                return false;
            }
        }
        true
    }

    /// The slope with which the evaluation alone predicts the results best.
    fn fitted_slope(&self) -> f32 {
        let error = |slope: f32| -> f64 {
            let squared = |sample: &Sample| {
                let points = logistic(sample.evaluation * slope);
                f64::from(points - sample.result).powi(2)
            };
            self.training.iter().step_by(8).map(squared).sum()
        };
        let slopes = (0..40).map(|step| 0.0008 * 1.12_f32.powi(step));
        slopes
            .map(|slope| (error(slope), slope))
            .min_by(|one, other| one.0.total_cmp(&other.0))
            .map_or(0.004, |(_, slope)| slope)
    }

    /// What is predicted: a mixture of score and result.
    fn target(&self, sample: &Sample, options: &TrainingOptions) -> f32 {
        options.score_share * logistic(sample.score * self.slope) + (1.0 - options.score_share) * sample.result
    }

    fn loss(&self, parameters: &Parameters, options: &TrainingOptions) -> f32 {
        let mut sum = 0.0;
        let mut views = [[0.0; NEURONS]; 2];
        for sample in &self.validation {
            let points = self.predict(parameters, sample, &self.rows, &mut views);
            sum += f64::from(points - self.target(sample, options)).powi(2);
        }
        (sum / self.validation.len().max(1) as f64).sqrt() as f32
    }

    /// Predicted points of the side to move. `views` gets the first-layer sums of the side to move and of its opponent.
    fn predict(
        &self,
        parameters: &Parameters,
        sample: &Sample,
        rows: &PerSide<Vec<Vec<u32>>>,
        views: &mut [[f32; NEURONS]; 2],
    ) -> f32 {
        let mut output = 0.0;
        let place = parameters.output(&self.inputs, sample);
        output += parameters.values[place + 2 * NEURONS];
        for (number, (view, sums)) in [sample.turn, !sample.turn].into_iter().zip(views.iter_mut()).enumerate() {
            let bias = parameters.bias(&self.inputs, view);
            sums.copy_from_slice(&parameters.values[bias..bias + NEURONS]);
            for row in self.rows_of(&rows[view], sample) {
                let row = &parameters.values[row * NEURONS..(row + 1) * NEURONS];
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum += weight;
                }
            }
            let weights = &parameters.values[place + number * NEURONS..place + (number + 1) * NEURONS];
            output += sums.iter().zip(weights).map(|(sum, weight)| activation(*sum) * weight).sum::<f32>();
        }
        logistic((sample.evaluation + output * self.centipawns) * self.slope)
    }

    /// The rows that the men of a position switch on in a view with these rows.
    fn rows_of<'t>(&'t self, rows: &'t [Vec<u32>], sample: &Sample) -> impl Iterator<Item = usize> + use<'t> {
        let men = &self.men[sample.first as usize..sample.first as usize + usize::from(sample.count)];
        men.iter().flat_map(move |&code| rows[code as usize].iter().map(|&row| row as usize))
    }

    /// Gradient of the loss on a batch.
    fn gradient(&self, parameters: &Parameters, batch: &[u32], options: &TrainingOptions) -> Vec<f32> {
        let parts: Vec<&[u32]> = batch.chunks(batch.len().div_ceil(BATCH_PARTS)).collect();
        let mut gradients: Vec<Option<Vec<f32>>> = vec![None; parts.len()];
        let threads = options.threads.get().min(parts.len());
        let share = parts.len().div_ceil(threads);
        thread::scope(|scope| {
            let work: Vec<_> = parts.chunks(share).zip(gradients.chunks_mut(share)).collect();
            let last = work.len() - 1;
            for (index, (parts, gradients)) in work.into_iter().enumerate() {
                let run = move || {
                    for (part, gradient) in parts.iter().zip(gradients) {
                        *gradient = Some(self.gradient_of_part(parameters, part, options));
                    }
                };
                if index == last {
                    run();
                } else {
                    scope.spawn(run);
                }
            }
        });
        let mut sum = vec![0.0; parameters.values.len()];
        for gradient in gradients.iter().flatten() {
            for (sum, part) in sum.iter_mut().zip(gradient) {
                *sum += part / batch.len() as f32;
            }
        }
        sum
    }

    fn gradient_of_part(&self, parameters: &Parameters, part: &[u32], options: &TrainingOptions) -> Vec<f32> {
        let mut gradient = vec![0.0; parameters.values.len()];
        let mut views = [[0.0; NEURONS]; 2];
        for &index in part {
            let index = index as usize;
            let (sample, rows) = match &self.reflected_rows {
                Some(reflected) if index >= self.training.len() => {
                    (&self.training[index - self.training.len()], reflected)
                }
                _ => (&self.training[index], &self.rows),
            };
            let points = self.predict(parameters, sample, rows, &mut views);
            let error = 2.0 * (points - self.target(sample, options)) * points * (1.0 - points);
            // Of the output.
            let slope = error * self.slope * self.centipawns;
            let place = parameters.output(&self.inputs, sample);
            gradient[place + 2 * NEURONS] += slope;
            for (number, (view, sums)) in [sample.turn, !sample.turn].into_iter().zip(&views).enumerate() {
                let first = place + number * NEURONS;
                let mut below = [0.0; NEURONS];
                for (neuron, &sum) in sums.iter().enumerate() {
                    gradient[first + neuron] += slope * activation(sum);
                    let clipped = sum.clamp(0.0, 1.0);
                    let active = if sum > 0.0 && sum < 1.0 { 2.0 * clipped } else { 0.0 };
                    below[neuron] = slope * parameters.values[first + neuron] * active;
                }
                let bias = parameters.bias(&self.inputs, view);
                for at in std::iter::once(bias).chain(self.rows_of(&rows[view], sample).map(|row| row * NEURONS)) {
                    for (sum, part) in gradient[at..at + NEURONS].iter_mut().zip(&below) {
                        *sum += part;
                    }
                }
            }
        }
        gradient
    }
}

impl Parameters {
    /// All weights 0: a network without effect.
    fn zero(inputs: &Inputs) -> Self {
        let biases = inputs.rows() * NEURONS;
        let outputs = biases + inputs.views() * NEURONS;
        Self { values: vec![0.0; outputs + inputs.views() * PHASES * OUTPUT_LENGTH], biases, outputs }
    }

    /// Small random weights.
    fn initial(inputs: &Inputs, random: &mut SplitMix64) -> Self {
        let mut parameters = Self::zero(inputs);
        for value in &mut parameters.values {
            *value = ((random.next() >> 40) as f32 / (1 << 23) as f32 - 1.0) * INITIAL_WEIGHT;
        }
        parameters.values[parameters.biases..parameters.outputs].fill(INITIAL_BIAS);
        // Training begins with the evaluation as it is.
        parameters.values[parameters.outputs..].fill(0.0);
        parameters
    }

    /// First parameter of the bias of a view.
    fn bias(&self, inputs: &Inputs, view: Side) -> usize {
        self.biases + if inputs.views() > 1 { view as usize * NEURONS } else { 0 }
    }

    /// First parameter of the second layer of a position.
    fn output(&self, inputs: &Inputs, sample: &Sample) -> usize {
        let set = if inputs.views() > 1 { sample.turn as usize * PHASES } else { 0 };
        self.outputs + (set + usize::from(sample.phase)) * OUTPUT_LENGTH
    }

    /// Keeps the weights within what integers can hold.
    fn clip(&mut self) {
        const MAX_BIAS: f32 = MAX_OUTPUT_BIAS as f32 / (OUTPUT_UNIT * SATURATION) as f32;
        let most = MAX_OUTPUT_WEIGHT as f32 / OUTPUT_UNIT as f32;
        let (rows, rest) = self.values.split_at_mut(self.outputs);
        for value in rows {
            *value = value.clamp(-MAX_ROW_WEIGHT, MAX_ROW_WEIGHT);
        }
        for output in rest.chunks_mut(OUTPUT_LENGTH) {
            let (weights, bias) = output.split_at_mut(2 * NEURONS);
            for value in weights {
                *value = value.clamp(-most, most);
            }
            for value in bias {
                *value = value.clamp(-MAX_BIAS, MAX_BIAS);
            }
        }
    }

    /// The network in integers.
    fn quantised(&self, inputs: &Inputs) -> Network {
        let row = |values: &[f32], unit: i32| -> Row {
            std::array::from_fn(|neuron| (values[neuron] * unit as f32).round() as i16)
        };
        let (rows, rest) = self.values.split_at(inputs.rows() * NEURONS);
        let (biases, outputs) = rest.split_at(inputs.views() * NEURONS);
        let output = |values: &[f32]| Output {
            weights: [&values[..NEURONS], &values[NEURONS..]].map(|values| row(values, OUTPUT_UNIT)),
            bias: (values[2 * NEURONS] * (OUTPUT_UNIT * SATURATION) as f32).round() as i32,
        };
        Network {
            rows: rows.chunks(NEURONS).map(|values| row(values, SATURATION)).collect(),
            biases: biases.chunks(NEURONS).map(|values| row(values, SATURATION)).collect(),
            outputs: outputs.chunks(OUTPUT_LENGTH).map(output).collect(),
        }
    }

    /// The parameters of a network.
    fn of(network: &Network, inputs: &Inputs) -> Self {
        let mut parameters = Self::zero(inputs);
        let unit = |value: &i16, unit: i32| f32::from(*value) / unit as f32;
        let rows = network.rows.iter().chain(&network.biases).flatten().map(|value| unit(value, SATURATION));
        let outputs = network.outputs.iter().flat_map(|output| {
            let weights = output.weights.iter().flatten().map(|value| unit(value, OUTPUT_UNIT));
            weights.chain([output.bias as f32 / (OUTPUT_UNIT * SATURATION) as f32])
        });
        for (own, value) in parameters.values.iter_mut().zip(rows.chain(outputs)) {
            *own = value;
        }
        parameters
    }
}

/// Activation of a neuron: the square of its sum, which is clipped to 0 and 1.
fn activation(sum: f32) -> f32 {
    let clipped = sum.clamp(0.0, 1.0);
    clipped * clipped
}

fn logistic(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// Step of Adam, with the first and second moments of the gradient.
fn adam_step(values: &mut [f32], gradient: &[f32], [first, second]: &mut [Vec<f32>; 2], rate: f32, step: i32) {
    let kept = 1.0 - rate * WEIGHT_DECAY;
    let (correction_1, correction_2) = (1.0 - BETA_1.powi(step), 1.0 - BETA_2.powi(step));
    for (((value, &gradient), first), second) in values.iter_mut().zip(gradient).zip(first).zip(second) {
        *first = BETA_1 * *first + (1.0 - BETA_1) * gradient;
        *second = BETA_2 * *second + (1.0 - BETA_2) * gradient * gradient;
        *value = *value * kept - rate * (*first / correction_1) / ((*second / correction_2).sqrt() + 1e-8);
    }
}
