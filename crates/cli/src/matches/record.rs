//! Games of a match as a text that `weakfish replay` plays and a match can be continued from.
//!
//! A game ends with a line for programs, which people and `replay` take for a comment: what stands behind the last of
//! these belongs to a game that was being written when the match was interrupted.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde::{Deserialize, Serialize};
use textwrap::{Options, WordSplitter};
use weakfish::diagnostic::Code;
use weakfish::engine::{Game, Move, Outcome, Position};
use weakfish::geometry::Side;
use weakfish::model::SetupId;
use weakfish::notation::{fen, pgn, replay};
use weakfish_player::matches::Summary;

use crate::matches::players::Record;
use crate::support::console::Failure;
use crate::support::files::{self, file_failure};
use crate::support::scores;

/// Prefix of lines with data.
const DATA_PREFIX: &str = ";{";

/// First record of a file: the settings that the games depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MatchHeader {
    /// The settings with their names.
    #[serde(rename = "match")]
    pub(super) settings: BTreeMap<String, String>,
}

/// Files of a match.
pub(super) struct Store<'a> {
    /// The game texts.
    save: Option<&'a Path>,
    pgn: Option<&'a Path>,
    /// The names of the engines.
    names: &'a [String; 2],
}

impl<'a> Store<'a> {
    /// Opens the files of a match; returns the games stored already.
    pub(super) fn open(
        save: Option<&'a Path>,
        pgn: Option<&'a Path>,
        names: &'a [String; 2],
        heading: &MatchHeader,
        played: (&Game, &str, SetupId),
    ) -> Result<(Self, Vec<Summary>), Failure> {
        let (game, name, setup) = played;
        let store = Self { save, pgn, names };
        let mut blocks = Vec::new();
        let old = save.filter(|path| path.exists()).map(files::read_log).transpose()?.unwrap_or_default();
        if let Some(path) = save {
            if old.trim().is_empty() {
                let name = single_line(name);
                files::write_atomically(path, &format!("game: {name}\n;{}\n", json(heading)))?;
            } else {
                let (head, complete) = split_games(&old);
                heading.require_same_settings(head, path)?;
                let length = head.len() + complete.iter().map(|(block, _)| block.len()).sum::<usize>();
                if length < old.len() {
                    files::write_atomically(path, &old[..length])?;
                }
                blocks = complete;
            }
        }
        if let Some(path) = pgn {
            let is_empty = blocks.is_empty();
            if is_empty && path.exists() && path.metadata().is_ok_and(|file| file.len() > 0 || !file.is_file()) {
                let help = "name another file, or remove it";
                return Err(file_failure(Code::CommandFileExists, path, "is there already", help));
            }
            let texts = blocks.iter().filter_map(|(block, summary)| {
                let line = replay::replay(game, setup, block).lines.pop()?;
                let moves: Vec<Move> = line.plies.iter().map(|ply| ply.mv).collect();
                store.pgn_text(&line.start, &moves, summary)
            });
            files::write_atomically(path, &texts.collect::<String>())?;
        }
        Ok((store, blocks.into_iter().map(|(_, summary)| summary).collect()))
    }

    /// Appends a game to the files.
    pub(super) fn add(&self, summary: &Summary, record: &Record) -> Result<(), Failure> {
        if let Some(path) = self.pgn {
            let text = self.pgn_text(&record.start, &record.moves, summary);
            files::append(path, &text.unwrap_or_default())?;
        }
        if let Some(path) = self.save {
            files::append(path, &self.game_text(summary, record))?;
        }
        Ok(())
    }

    /// Name of the engine that played a side.
    fn engine_name(&self, summary: &Summary, side: Side) -> String {
        let white = usize::from(summary.white.saturating_sub(1)) % 2;
        single_line(&self.names[if side == Side::White { white } else { 1 - white }])
    }

    /// Game text that `weakfish replay` reads.
    fn game_text(&self, summary: &Summary, record: &Record) -> String {
        /// Columns of a line of moves.
        const WIDTH: usize = 100;
        let variant = record.start.game().variant();
        let setup = record.start.setup();
        let start = record.start.game().start_of(setup);
        let start_line = if record.from_start {
            "position: startpos".to_owned()
        } else if fen::write(&start) == fen::write(&record.start) {
            format!("setup: {}", variant.setups[setup.index()].name)
        } else {
            format!("position: {}", fen::write(&record.start))
        };
        let mut text = format!("\n{start_line}\n");
        for side in Side::ALL {
            let _ = writeln!(text, "{side}: {}", self.engine_name(summary, side));
        }
        let mut position = record.start.clone();
        let (mut words, mut before) = (Vec::new(), None);
        for (word, &mv) in record.texts.iter().zip(&record.moves) {
            let turn = position.turn();
            if before != Some(turn) && (turn == variant.first || before.is_none()) {
                words.push(format!("{}{}", position.fullmove(), if turn == variant.first { "." } else { "..." }));
            }
            words.push(word.clone());
            before = Some(turn);
            position.make(mv);
        }
        let options = Options::new(WIDTH).break_words(false).word_splitter(WordSplitter::NoHyphenation);
        let moves = textwrap::fill(&words.join(" "), options);
        let end = if moves.is_empty() { "" } else { "\n" };
        let _ = write!(text, "{moves}{end}{}\n;{}\n", scores::result_text(summary.winner), json(summary));
        text
    }

    /// PGN of a game; `None` if PGN can't express it.
    fn pgn_text(&self, start: &Position, moves: &[Move], summary: &Summary) -> Option<String> {
        let outcome = Outcome { winner: summary.winner, worth: summary.worth, reason: summary.reason.as_str().into() };
        let [white, black] = Side::ALL.map(|side| self.engine_name(summary, side));
        let (round, reason) = (summary.game.to_string(), summary.reason.as_str());
        let tags = [("Round", round.as_str()), ("White", &white), ("Black", &black), ("Termination", reason)];
        pgn::write(&tags, start, moves, Some(&outcome)).ok().map(|text| text + "\n")
    }
}

impl MatchHeader {
    /// Fails if the head of a file has other settings than this match.
    fn require_same_settings(&self, head: &str, path: &Path) -> Result<(), Failure> {
        let help = "name another file, or repeat the command with which it was begun";
        let line = head.lines().find_map(|line| line.strip_prefix(';').filter(|_| line.starts_with(DATA_PREFIX)));
        let Some(old) = line.and_then(|line| serde_json::from_str::<Self>(line).ok()) else {
            return Err(file_failure(Code::CommandOtherMatch, path, "holds no match", help));
        };
        let keys = self.settings.keys().chain(old.settings.keys());
        let differs = keys.into_iter().find(|key| self.settings.get(*key) != old.settings.get(*key));
        let Some(key) = differs else { return Ok(()) };
        let [old, new] = [&old, self].map(|heading| heading.settings.get(key).map_or("none", String::as_str));
        let difference = format!("holds a match with another {key}: `{old}`, and not `{new}`");
        Err(file_failure(Code::CommandOtherMatch, path, &difference, help))
    }
}

/// Finds a game by number in the file of a match: its offset and its text.
pub(crate) fn find_game(text: &str, game: usize) -> Option<(usize, &str)> {
    let (head, games) = split_games(text);
    let mut start = head.len();
    for (block, summary) in games {
        if summary.game == game {
            return Some((start, block));
        }
        start += block.len();
    }
    None
}

/// Splits a file into what is before the first game, and the complete games.
fn split_games(text: &str) -> (&str, Vec<(&str, Summary)>) {
    let mut head_end = 0;
    let mut games = Vec::new();
    let (mut start, mut end) = (0, 0);
    for line in text.split_inclusive('\n') {
        end += line.len();
        let is_summary = line.ends_with('\n') && line.starts_with(DATA_PREFIX);
        let Some(line) = line.strip_prefix(';').filter(|_| is_summary) else { continue };
        if let Ok(summary) = serde_json::from_str::<Summary>(line) {
            games.push((&text[start..end], summary));
            start = end;
        } else if games.is_empty() {
            (head_end, start) = (end, end);
        }
    }
    (&text[..head_end], games)
}

/// A text on one line.
fn single_line(text: &str) -> String {
    text.chars().map(|char| if char.is_control() { ' ' } else { char }).collect()
}

/// Serializes as JSON on one line.
fn json(data: &impl Serialize) -> String {
    serde_json::to_string(data).unwrap_or_default()
}
