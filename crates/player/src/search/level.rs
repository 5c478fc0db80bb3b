//! Playing strength, from a beginner's to full strength.

use std::ops::RangeInclusive;

use super::table::move_hash;
use super::{Limits, Line, Score};
use weakfish::engine::{Move, Position};
use weakfish::random::mix;

/// Skill level: playing strength from a beginner's (0) to full strength (20).
///
/// A weaker level searches fewer nodes, overlooks moves, and adds random errors to the scores of the others before it
/// chooses the best. Errors of different moves are independent. The more a move loses, the more rarely it is chosen;
/// only beginners choose moves that are far worse than the best.
///
/// ```
/// use weakfish_player::search::Level;
///
/// assert!(Level::new(3) < Level::new(17));
/// assert_eq!(Level::new(20), Level::FULL);
/// assert!(Level::of_elo(1200) < Level::of_elo(1900));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level {
    /// In hundredths of a level.
    hundredths: u16,
}

impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

/// Least level that always plays a win by the next move.
const MIN_LEVEL_SEEING_WINS: f64 = 5.0;

/// Elo of every fourth level.
const ELO: [i32; 6] = [450, 850, 1400, 1850, 2200, 2500];

/// Distance between entries of [`ELO`], in hundredths of a level.
const ELO_STEP: u16 = 400;

impl Level {
    /// Full strength.
    pub const FULL: Self = Self { hundredths: 100 * Self::MAX as u16 };

    /// The number of [`Level::FULL`].
    pub const MAX: u8 = 20;

    /// Range of [`Level::of_elo`].
    pub const ELO: RangeInclusive<i32> = ELO[0]..=ELO[ELO.len() - 1];

    /// The level of a number from 0, a beginner, to 20, which is [`Level::FULL`]. Larger numbers mean 20.
    pub const fn new(number: u8) -> Self {
        let number = if number > Self::MAX { Self::MAX } else { number };
        Self { hundredths: 100 * number as u16 }
    }

    /// The level of about this Elo, clamped to [`Level::ELO`].
    ///
    /// The scale is rough. It was measured at orthodox chess, against the `UCI_Elo` of Fairy-Stockfish 11.1; above 2000 it
    /// is extrapolated from games of the levels against each other.
    pub fn of_elo(elo: i32) -> Self {
        let elo = elo.clamp(*Self::ELO.start(), *Self::ELO.end());
        let part = ELO.windows(2).position(|pair| elo <= pair[1]).unwrap_or_default();
        let (from, to) = (ELO[part], ELO[part + 1]);
        let within = i32::from(ELO_STEP) * (elo - from) / (to - from);
        Self { hundredths: ELO_STEP * part as u16 + within as u16 }
    }

    /// Approximate Elo of the level; see [`Level::of_elo`].
    pub fn elo(self) -> i32 {
        let part = usize::from(self.hundredths / ELO_STEP).min(ELO.len() - 2);
        let within = i32::from(self.hundredths) - i32::from(ELO_STEP) * part as i32;
        ELO[part] + (ELO[part + 1] - ELO[part]) * within / i32::from(ELO_STEP)
    }

    fn number(self) -> f64 {
        f64::from(self.hundredths) / 100.0
    }

    /// Distance from full strength, from 0 to 1.
    fn weakness(self) -> f64 {
        1.0 - self.number() / f64::from(Self::MAX)
    }

    /// Node limit.
    fn nodes(self) -> u64 {
        (150.0 * (0.53 * self.number()).exp2()) as u64
    }

    /// Number of lines to choose from.
    fn lines(self) -> usize {
        3 + (29.0 * self.weakness().powi(2)).round() as usize
    }

    /// Scale of the random errors of scores, in centipawns.
    fn error(self) -> f64 {
        80.0 * self.weakness().powf(2.5)
    }

    /// Probability that a move is overlooked.
    fn blindness(self) -> f64 {
        0.15 * self.weakness().powi(2)
    }

    /// Restricts a search to the nodes, lines and moves of this level: overlooked moves are left out.
    pub(super) fn restrict(self, limits: &mut Limits, position: &Position, seed: u64) {
        limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(self.nodes()));
        limits.lines = limits.lines.max(self.lines());
        let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
        moves.retain(|mv| limits.moves.is_empty() || limits.moves.contains(mv));
        let is_noticed = |mv: Move| {
            // Captures and checks are overlooked less often.
            let is_forcing = position.is_capture(mv) || position.gives_check(mv);
            let blindness = if is_forcing { self.blindness() / 2.0 } else { self.blindness() };
            random_unit(seed, position, mv, Purpose::Overlook) >= blindness
        };
        let unless_empty = |moves: Vec<Move>, all: Vec<Move>| if moves.is_empty() { all } else { moves };
        let noticed = unless_empty(moves.iter().copied().filter(|&mv| is_noticed(mv)).collect(), moves.clone());
        limits.moves = if self.number() >= MIN_LEVEL_SEEING_WINS {
            unless_empty(moves.into_iter().filter(|&mv| wins_at_once(position, mv)).collect(), noticed)
        } else {
            noticed
        };
    }

    /// Index of the line to play, of lines sorted by score. `pawn_value` is the evaluator's.
    pub(super) fn choose_line(self, lines: &[Line], position: &Position, seed: u64, pawn_value: i32) -> usize {
        let compressed = |line: &Line| compress_score(line.score, pawn_value);
        let Some(best) = lines.first() else { return 0 };
        let error = self.error();
        let threshold = compressed(best) - 4.0 * error;
        let noisy_score = |line: &Line| match line.moves.first() {
            // Gumbel noise: each line has the largest sum with its softmax probability.
            Some(&mv) => compressed(line) - error * (-random_unit(seed, position, mv, Purpose::Misjudge).ln()).ln(),
            None => f64::NEG_INFINITY,
        };
        let candidates = lines.iter().enumerate().filter(|(_, line)| compressed(line) >= threshold);
        candidates.max_by(|(_, a), (_, b)| noisy_score(a).total_cmp(&noisy_score(b))).map_or(0, |(index, _)| index)
    }
}

/// Score compressed for large values: centipawns near 0, logarithmic beyond, since a pawn matters less to a player who is a
/// queen ahead. Forced wins and losses lie beyond all other scores.
fn compress_score(score: Score, pawn_value: i32) -> f64 {
    /// Advantage at which a pawn counts half, in centipawns.
    const HALF: f64 = 300.0;
    /// Compressed score of a win, and its reduction for each ply of distance.
    const WIN: f64 = 1200.0;
    const DELAY: f64 = 3.0;
    let plies = |plies: u16| f64::from(plies.min(100));
    match score {
        Score::Win(count) => WIN - DELAY * plies(count),
        Score::Loss(count) => DELAY * plies(count) - WIN,
        Score::Centipawns(centipawns) => {
            let score = f64::from(centipawns) * 100.0 / f64::from(pawn_value.max(1));
            (HALF * (score.abs() / HALF).ln_1p()).min(800.0).copysign(score)
        }
    }
}

/// Whether a move wins at once.
fn wins_at_once(position: &Position, mv: Move) -> bool {
    let mut after = position.clone();
    after.make(mv);
    after.verdict().is_some_and(|verdict| verdict.winner == Some(position.turn()))
}

/// Purpose of a random number about a move.
#[derive(Clone, Copy)]
enum Purpose {
    Overlook,
    Misjudge,
}

/// Pseudorandom number between 0 and 1, both excluded, determined by seed, position, move and purpose.
fn random_unit(seed: u64, position: &Position, mv: Move, purpose: Purpose) -> f64 {
    // The move number lets a repeated position have another choice.
    let input = u64::from(position.fullmove()) << 32 | u64::from(move_hash(mv)) << 8 | purpose as u64;
    let bits = mix(mix(mix(seed) ^ position.repetition_key()) ^ input);
    ((bits >> 12) as f64 + 0.5) / (1u64 << 52) as f64
}
