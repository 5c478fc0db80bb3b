//! Openings of a match: from a setup or an opening book, with random plies.

use std::collections::HashSet;
use std::fmt;

use weakfish::diagnostic::{Diagnostic, Report};
use weakfish::engine::{Game, Move, Position};
use weakfish::model::SetupId;
use weakfish::notation::fen;
use weakfish::notation::replay::{Line, replay};
use weakfish::random::{SplitMix64, mix};
use weakfish::source::Source;

/// Opening: a start position, and the moves to play from it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Opening {
    /// The position that the game begins from.
    pub start: Position,
    /// The moves.
    pub moves: Vec<Move>,
}

/// Reason why no openings were chosen.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum OpeningError {
    /// The text of openings has mistakes.
    Text(Report),
    /// No game can be continued from any opening of the text.
    NoneLeft,
    /// After the random plies no game was left to play.
    Decided,
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(report) => f.write_str(&report.summary()),
            Self::NoneLeft => f.write_str("no game can be continued from these openings"),
            Self::Decided => f.write_str("after these random plies no game was left to play"),
        }
    }
}

impl std::error::Error for OpeningError {}

/// Attempts to find an opening that is new and not decided.
const MAX_TRIES: usize = 1000;

/// Chooses openings of `pairs` pairs of games, without repetition as far as possible: the start of a setup, or one of the
/// openings of a text, with random plies behind it. Where `shuffled`, each pair begins from an array of the setup that is drawn.
///
/// The opening of a pair depends on those before it alone: with more pairs, the first ones have the same openings.
///
/// # Errors
///
/// If the text has no opening that can be played on from, or the random plies decide every game.
pub fn choose_openings(
    (start, shuffled): (&Position, bool),
    text: Option<&Source>,
    plies: u32,
    seed: u64,
    pairs: usize,
) -> Result<Vec<Opening>, OpeningError> {
    let (game, setup) = (start.game(), start.setup());
    let starts = match text {
        Some(text) => parse_opening_book(game, setup, text)?,
        None => vec![Opening { start: start.clone(), moves: Vec::new() }],
    };
    let mut positions = HashSet::new();
    let mut chosen = Vec::new();
    for pair in 0..pairs {
        let mut random = SplitMix64::new(mix(seed) ^ mix(pair as u64));
        let drawn = if shuffled && text.is_none() { draw_array(game, setup, &mut random) } else { None };
        let drawn = drawn.map(|start| Opening { start, moves: Vec::new() });
        let base = drawn.as_ref().unwrap_or(&starts[pair % starts.len()]);
        let mut candidate = None;
        // Without random plies there is nothing else to try.
        for _ in 0..if plies == 0 { 1 } else { MAX_TRIES } {
            let Some(opening) = base.with_random_plies(plies, &mut random) else { continue };
            let is_new = positions.insert(opening.position().hash());
            candidate = Some(opening);
            if is_new {
                break;
            }
        }
        chosen.push(candidate.ok_or(OpeningError::Decided)?);
    }
    Ok(chosen)
}

/// Whether each pair of games begins from an array of its own: where the setup of this name is shuffled, and no number names
/// an array.
pub fn is_shuffled(game: &Game, setup: Option<&str>) -> bool {
    let named = setup.map_or(Ok((game.start().setup(), None)), |name| game.find_start(name));
    named.is_ok_and(|(setup, array)| array.is_none() && game.arrays(setup).is_some())
}

/// Draws an array of a shuffled setup; `None` if its men are not shuffled.
pub fn draw_array(game: &Game, setup: SetupId, random: &mut SplitMix64) -> Option<Position> {
    let count = game.arrays(setup)?.count();
    game.start_of_array(setup, random.below(usize::try_from(count).unwrap_or(usize::MAX)) as u64)
}

impl Opening {
    /// The position that the engines play from.
    pub fn position(&self) -> Position {
        let mut position = self.start.clone();
        for &mv in &self.moves {
            position.make(mv);
        }
        position
    }

    /// Appends random plies; `None` if the game is decided then.
    fn with_random_plies(&self, plies: u32, random: &mut SplitMix64) -> Option<Self> {
        let (mut position, mut moves) = (self.position(), self.moves.clone());
        for _ in 0..plies {
            if position.outcome().is_some() {
                return None;
            }
            let legal = position.legal_moves().to_vec();
            let mv = *legal.get(random.below(legal.len()))?;
            position.make(mv);
            moves.push(mv);
        }
        (plies == 0 || is_undecided(&mut position)).then(|| Self { start: self.start.clone(), moves })
    }
}

/// Whether the game is undecided: not over, not lost by every move, and not won at once.
fn is_undecided(position: &mut Position) -> bool {
    if position.outcome().is_some() || !position.claims().is_empty() {
        return false;
    }
    let mover = position.turn();
    let (mut wins, mut continues) = (false, false);
    for mv in position.legal_moves().to_vec() {
        let undo = position.make(mv);
        match position.outcome() {
            None => continues = true,
            Some(outcome) => wins |= outcome.winner == Some(mover),
        }
        position.unmake(undo);
    }
    continues && !wins
}

/// Parses an opening book: a game text, or a FEN or a list of moves on each line.
fn parse_opening_book(game: &Game, setup: SetupId, text: &Source) -> Result<Vec<Opening>, OpeningError> {
    let prefixes = ["position:", "setup:", "["];
    let is_game_text = text.text.lines().any(|line| prefixes.iter().any(|head| line.trim_start().starts_with(head)));
    let mut openings = Vec::new();
    let mut mistakes = Vec::new();
    let of_line =
        |line: &Line| Opening { start: line.start.clone(), moves: line.plies.iter().map(|ply| ply.mv).collect() };
    if is_game_text {
        let replay = replay(game, setup, &text.text);
        openings.extend(replay.lines.iter().map(of_line));
        mistakes.extend(replay.diagnostics.into_iter().filter(Diagnostic::is_error));
    } else {
        let mut offset = 0;
        for line in text.text.split_inclusive('\n') {
            let is_empty = line.trim().is_empty() || line.trim_start().starts_with([';', '#', '{']);
            if is_empty {
            } else if let Ok(start) = fen::read(game, setup, line.trim()) {
                openings.push(Opening { start, moves: Vec::new() });
            } else {
                let replay = replay(game, setup, line);
                openings.extend(replay.lines.iter().map(of_line));
                let errors = replay.diagnostics.into_iter().filter(Diagnostic::is_error);
                mistakes.extend(errors.map(|mistake| mistake.shifted(offset)));
            }
            offset += line.len();
        }
    }
    if !mistakes.is_empty() {
        return Err(OpeningError::Text(Report::new(text, mistakes)));
    }
    openings.retain(|opening| opening.position().outcome().is_none());
    if openings.is_empty() {
        return Err(OpeningError::NoneLeft);
    }
    Ok(openings)
}
