//! How strong to play: from a beginner to all that the search can do.

use std::ops::RangeInclusive;

use super::table::bits_of;
use super::{Limits, Line, Score};
use weakfish::dice::mix;
use weakfish::engine::{Move, Position};

/// How strong to play.
///
/// A weaker level looks at fewer positions, overlooks moves, and misjudges those it sees: it chooses the move that looks
/// best once each score has an error at random. So a move is chosen the more rarely the more it loses, a mistake on
/// one move says nothing of the next, and what is far worse than the best is never chosen but by beginners.
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

/// From this level on, a win by the next move is seen and played.
const SEES_WINS: f64 = 5.0;

/// The Elo of every fourth level.
const ELO: [i32; 6] = [450, 850, 1400, 1850, 2200, 2500];

/// The levels between two entries of [`ELO`], in hundredths.
const STEP: u16 = 400;

impl Level {
    /// All that the search can do.
    pub const FULL: Self = Self { hundredths: 100 * Self::MOST as u16 };

    /// The number of [`Level::FULL`].
    pub const MOST: u8 = 20;

    /// What [`Level::of_elo`] can tell apart.
    pub const ELO: RangeInclusive<i32> = ELO[0]..=ELO[ELO.len() - 1];

    /// The level of a number from 0, a beginner, to 20, which is [`Level::FULL`]. Larger numbers are taken for 20.
    pub const fn new(number: u8) -> Self {
        let number = if number > Self::MOST { Self::MOST } else { number };
        Self { hundredths: 100 * number as u16 }
    }

    /// The level that plays about so well, in Elo of [`Level::ELO`]; numbers outside are taken for the nearest.
    ///
    /// The scale is rough. It was measured at orthodox chess, against the `UCI_Elo` of Fairy-Stockfish 11.1; above 2000 it
    /// is guessed from games of the levels against each other.
    pub fn of_elo(elo: i32) -> Self {
        let elo = elo.clamp(*Self::ELO.start(), *Self::ELO.end());
        let part = ELO.windows(2).position(|pair| elo <= pair[1]).unwrap_or_default();
        let (from, to) = (ELO[part], ELO[part + 1]);
        let within = i32::from(STEP) * (elo - from) / (to - from);
        Self { hundredths: STEP * part as u16 + within as u16 }
    }

    /// About how well the level plays, in Elo; see [`Level::of_elo`].
    pub fn elo(self) -> i32 {
        let part = usize::from(self.hundredths / STEP).min(ELO.len() - 2);
        let within = i32::from(self.hundredths) - i32::from(STEP) * part as i32;
        ELO[part] + (ELO[part + 1] - ELO[part]) * within / i32::from(STEP)
    }

    fn number(self) -> f64 {
        f64::from(self.hundredths) / 100.0
    }

    /// How far it is from full strength, from 0 to 1.
    fn weakness(self) -> f64 {
        1.0 - self.number() / f64::from(Self::MOST)
    }

    /// The positions that are looked at.
    fn nodes(self) -> u64 {
        (150.0 * (0.53 * self.number()).exp2()) as u64
    }

    /// The lines to choose from.
    fn lines(self) -> usize {
        3 + (29.0 * self.weakness().powi(2)).round() as usize
    }

    /// How large errors of judgement are, in hundredths of a pawn.
    fn error(self) -> f64 {
        80.0 * self.weakness().powf(2.5)
    }

    /// How often a move is not even looked at.
    fn blindness(self) -> f64 {
        0.15 * self.weakness().powi(2)
    }

    /// Bounds a search as this level demands, and leaves out the moves that it overlooks.
    pub(super) fn restrict(self, limits: &mut Limits, position: &Position, seed: u64) {
        limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(self.nodes()));
        limits.lines = limits.lines.max(self.lines());
        let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
        moves.retain(|mv| limits.moves.is_empty() || limits.moves.contains(mv));
        let sees = |mv: Move| {
            // What takes a man, or attacks the king, catches the eye.
            let striking = position.is_capture(mv) || position.gives_check(mv);
            let blindness = if striking { self.blindness() / 2.0 } else { self.blindness() };
            unit(seed, position, mv, Question::Seen) >= blindness
        };
        let only = |seen: Vec<Move>, all: Vec<Move>| if seen.is_empty() { all } else { seen };
        let seen = only(moves.iter().copied().filter(|&mv| sees(mv)).collect(), moves.clone());
        limits.moves = if self.number() >= SEES_WINS {
            only(moves.into_iter().filter(|&mv| wins(position, mv)).collect(), seen)
        } else {
            seen
        };
    }

    /// The line to play, by its index, of lines sorted by their scores. A pawn is worth `pawn`.
    pub(super) fn choose(self, lines: &[Line], position: &Position, seed: u64, pawn: i32) -> usize {
        let looks = |line: &Line| looks(line.score, pawn);
        let Some(best) = lines.first() else { return 0 };
        let error = self.error();
        let least = looks(best) - 4.0 * error;
        let judged = |line: &Line| match line.moves.first() {
            // Of numbers so distributed, the largest is that of each line as often as a softmax says (Gumbel).
            Some(&mv) => looks(line) - error * (-unit(seed, position, mv, Question::Judged).ln()).ln(),
            None => f64::NEG_INFINITY,
        };
        let seen = lines.iter().enumerate().filter(|(_, line)| looks(line) >= least);
        seen.max_by(|(_, one), (_, other)| judged(one).total_cmp(&judged(other))).map_or(0, |(index, _)| index)
    }
}

/// What a score is to a player, in hundredths of a pawn near 0 and less and less beyond: whoever is a queen ahead does
/// not mind a pawn. Wins and losses known for sure are beyond all others.
fn looks(score: Score, pawn: i32) -> f64 {
    /// Where a pawn counts half.
    const HALF: f64 = 300.0;
    /// A win, with so much off for each ply to it.
    const WIN: f64 = 1200.0;
    const DELAY: f64 = 3.0;
    let plies = |plies: u16| f64::from(plies.min(100));
    match score {
        Score::Win(count) => WIN - DELAY * plies(count),
        Score::Loss(count) => DELAY * plies(count) - WIN,
        Score::Worth(worth) => {
            let worth = f64::from(worth) * 100.0 / f64::from(pawn.max(1));
            (HALF * (worth.abs() / HALF).ln_1p()).min(800.0).copysign(worth)
        }
    }
}

/// Whether a move wins at once.
fn wins(position: &Position, mv: Move) -> bool {
    let mut after = position.clone();
    after.make(mv);
    after.verdict().is_some_and(|verdict| verdict.winner == Some(position.turn()))
}

/// What chance is asked about a move.
#[derive(Clone, Copy)]
enum Question {
    Seen,
    Judged,
}

/// A number between 0 and 1, both excluded, that depends on the seed, the position, the move and the question, and on
/// nothing else.
fn unit(seed: u64, position: &Position, mv: Move, question: Question) -> f64 {
    // Where a position comes back, another move may be chosen.
    let asked = u64::from(position.fullmove()) << 32 | u64::from(bits_of(mv)) << 8 | question as u64;
    let word = mix(mix(mix(seed) ^ position.repetition_key()) ^ asked);
    ((word >> 12) as f64 + 0.5) / (1u64 << 52) as f64
}
