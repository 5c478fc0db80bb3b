//! Player that runs an engine by XBoard's protocol (CECP, version 2).
//!
//! Such a program keeps the game itself: it is sent every move once, and `go` when it is to move.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use weakfish::engine::Position;
use weakfish::geometry::Side;
use weakfish::notation::{fen, read_move, uci};

use crate::matches::players::program::{
    EngineInfo, EngineMove, EngineProcess, Forfeit, LetterMap, MatchGame, MoveLimits, Player, Record,
};
use crate::matches::settings::EngineSettings;

/// First words of the lines that are read.
const WANTED: &[&str] = &["feature", "pong", "setup", "move", "resign", "Illegal", "1-0", "0-1", "1/2-1/2"];

/// The orthodox game.
const NORMAL: &str = "normal";

/// Time for the first word of a program: one that knows only version 1 says nothing of itself. The protocol says 2 s, in
/// which a busy machine may not start it.
const FEATURE_TIMEOUT: Duration = Duration::from_secs(10);

/// Engine process that speaks XBoard's protocol, kept from game to game if it can.
pub(super) struct XboardEngine {
    program: EngineProcess,
    features: Features,
    /// The variant sent to the program.
    variant: String,
    /// How many moves of the game it knows; `None` before the first.
    moves_sent: Option<usize>,
    pings: u32,
}

/// Features of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Features {
    name: Option<String>,
    variants: Vec<String>,
    /// The features that are on or off.
    switches: BTreeMap<String, bool>,
}

/// Whether it can play one game after another; all can but those that say otherwise.
const REUSE: &str = "reuse";

impl Features {
    fn has(&self, switch: &str) -> bool {
        self.switches.get(switch).copied().unwrap_or(switch == REUSE)
    }

    /// Parses a line `feature NAME=VALUE NAME="VALUE" …` and returns the names found.
    fn parse_line(&mut self, line: &str) -> Vec<String> {
        let mut names = Vec::new();
        let mut rest = line.trim();
        while let Some((name, behind)) = rest.split_once('=') {
            let (value, next) = match behind.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => behind.split_once(' ').unwrap_or((behind, "")),
            };
            let name = name.trim();
            match name {
                "myname" => self.name = Some(value.to_owned()),
                "variants" => self.variants = value.split(',').map(|name| name.trim().to_owned()).collect(),
                _ => {
                    self.switches.insert(name.to_owned(), value == "1");
                }
            }
            names.push(name.to_owned());
            rest = next.trim();
        }
        names
    }
}

impl XboardEngine {
    /// Makes the player; the program is started by the handshake.
    pub(super) fn new(settings: &EngineSettings, played: &MatchGame) -> Self {
        Self {
            program: EngineProcess::new(settings, played),
            features: Features::default(),
            variant: String::new(),
            moves_sent: None,
            pings: 0,
        }
    }

    /// Sends `ping`, waits for its `pong` if the engine supports that, and returns the lines in between.
    fn ping(&mut self) -> Result<Vec<String>, Forfeit> {
        if !self.features.has("ping") {
            return Ok(Vec::new());
        }
        self.pings += 1;
        self.program.send(format!("ping {}", self.pings));
        self.program.await_line(&format!("pong {}", self.pings))
    }

    /// Adds an offset to the ranks of a move on a board of ten ranks, which this protocol counts from 0.
    fn with_rank_offset(&self, text: &str, offset: i32) -> String {
        if self.program.played.game.variant().board.ranks() == 10 {
            offset_numbers(text, offset)
        } else {
            text.to_owned()
        }
    }

    /// Commands for a move: time control, position, moves not yet sent, clocks and `go`.
    fn go_commands(&self, record: &Record, budget: &MoveLimits) -> Vec<String> {
        let mut lines = Vec::new();
        let mover = record.position.turn();
        if self.moves_sent.is_none() {
            if let Some(time) = budget.limits.move_time {
                lines.push(format!("st {}", time.as_secs_f64()));
            } else if let Some((time, increment)) = budget.clock(mover) {
                let seconds = time.as_secs();
                lines.push(format!("level 0 {}:{:02} {}", seconds / 60, seconds % 60, increment.as_secs_f64()));
            }
            lines.extend(budget.limits.depth.map(|depth| format!("sd {depth}")));
            lines.push("force".to_owned());
            if self.features.has("setboard") {
                lines.push(format!("setboard {}", self.program.letters.engine_placement(&fen::write(&record.start))));
            }
        }
        for (text, mv) in record.texts.iter().zip(&record.moves).skip(self.moves_sent.unwrap_or(0)) {
            let word = if self.features.has("usermove") { "usermove " } else { "" };
            lines.push(format!("{word}{}", self.with_rank_offset(&self.program.letters.engine_move(text, *mv), -1)));
        }
        if let Some((own, _)) = budget.clock(mover) {
            let other = budget.clock(!mover).map_or(own, |(time, _)| time);
            lines.push(format!("time {}", own.as_millis() / 10));
            lines.push(format!("otim {}", other.as_millis() / 10));
        }
        lines.push("go".to_owned());
        lines
    }
}

impl Player for XboardEngine {
    fn handshake(&mut self) -> Result<EngineInfo, Forfeit> {
        self.program.start(WANTED)?;
        self.program.send("xboard");
        self.program.send("protover 2");
        self.features = Features::default();
        let (began, mut timeout) = (Instant::now(), FEATURE_TIMEOUT.min(self.program.played.timeout));
        let mut answered = false;
        while !self.features.has("done") {
            let Some((_, line)) = self.program.next_line(began + timeout)? else { break };
            let Some(features) = line.strip_prefix("feature ") else { continue };
            (answered, timeout) = (true, self.program.played.timeout);
            for name in self.features.parse_line(features) {
                // No board is shown here that squares could be highlighted on.
                let answer = if name == "highlight" { "rejected" } else { "accepted" };
                self.program.send(format!("{answer} {name}"));
            }
        }
        if !answered {
            self.program.stop();
            return Err(Forfeit::not_ready());
        }
        let (known, settings) = (&self.features.variants, &self.program.settings);
        self.variant = self.program.variant_name(known, NORMAL);
        if self.variant != NORMAL && !known.contains(&self.variant) && settings.variant.is_none() {
            return Err(Forfeit::unknown_game(self.variant.clone(), known));
        }
        let name = self.features.name.clone().unwrap_or_else(|| settings.text.clone());
        self.ping()?;
        Ok(EngineInfo { name, overhead_options: Vec::new() })
    }

    fn new_game(&mut self, _seed: u64) -> Result<(), Forfeit> {
        if !self.features.has(REUSE) {
            self.program.stop();
        }
        if !self.program.is_running() {
            self.handshake()?;
        }
        self.moves_sent = None;
        self.program.send("new");
        if self.variant != NORMAL {
            self.program.send(format!("variant {}", self.variant));
        }
        self.program.send("easy");
        self.program.send("nopost");
        for (name, value) in &self.program.settings.options {
            self.program.send(match name.as_str() {
                // Standard settings have commands of their own.
                "memory" | "cores" => format!("{name} {value}"),
                _ => format!("option {name}={value}"),
            });
        }
        let sent = self.ping()?;
        // A game that XBoard doesn't know is set up by the program, in its own letters.
        if self.program.settings.letters.is_empty() {
            let setup = sent.iter().rev().find_map(|line| line.strip_prefix("setup "));
            let theirs = setup.and_then(|setup| setup.split(' ').find(|word| word.contains('/')));
            let ours = fen::write(&self.program.played.game.start());
            self.program.letters =
                theirs.and_then(|theirs| LetterMap::from_placements(&ours, theirs)).unwrap_or_default();
        }
        Ok(())
    }

    fn go(&mut self, record: &Record, budget: &MoveLimits) -> Result<EngineMove, Forfeit> {
        let lines = self.go_commands(record, budget);
        let turn = record.position.turn();
        let choice = self.program.request_move(lines, budget.timeout, |line| {
            let mut words = line.split_whitespace();
            Some(match words.next()? {
                "move" => Ok(normalize_castling(&record.position, words.next().unwrap_or_default())),
                "resign" => Err(Forfeit::new("resignation", "gave up")),
                "1-0" if turn == Side::Black => Err(Forfeit::new("resignation", "gave up")),
                "0-1" if turn == Side::White => Err(Forfeit::new("resignation", "gave up")),
                "1-0" | "0-1" | "1/2-1/2" => Err(Forfeit::from_line("claim of a result", &line)),
                "Illegal" => Err(Forfeit::from_line("objection to a legal move", &line)),
                _ => return None,
            })
        })?;
        // So that it does not answer the next move before it is asked.
        self.program.send("force");
        self.moves_sent = Some(record.moves.len() + 1);
        Ok(EngineMove { text: self.with_rank_offset(&self.program.letters.weakfish_move(&choice.text), 1), ..choice })
    }

    fn restart(&mut self) {
        self.program.stop();
    }
}

impl Forfeit {
    /// Forfeit by a line that the engine printed.
    fn from_line(reason: &'static str, line: &str) -> Self {
        let line = line.chars().filter(|char| !char.is_control()).take(60).collect::<String>();
        Self::new(reason, format!("said `{line}`"))
    }
}

impl LetterMap {
    /// Learns the letters from one placement written by us and by the engine; `None` if they differ otherwise.
    fn from_placements(ours: &str, theirs: &str) -> Option<Self> {
        let ours = ours.split(' ').next().unwrap_or_default();
        let mut letters = Vec::new();
        for (ours_char, theirs_char) in ours.chars().zip(theirs.chars()) {
            let is_man = ours_char.is_ascii_alphabetic();
            if is_man
                && ours_char.is_ascii_uppercase() == theirs_char.is_ascii_uppercase()
                && theirs_char.is_ascii_alphabetic()
            {
                letters.push((ours_char.to_ascii_uppercase(), theirs_char.to_ascii_uppercase()));
            } else if is_man || ours_char != theirs_char {
                return None;
            }
        }
        letters.sort_unstable();
        letters.dedup();
        let clash = |&(ours_char, theirs_char): &(char, char)| {
            letters.iter().filter(|it| it.0 == ours_char || it.1 == theirs_char).count() > 1
        };
        (ours.len() == theirs.len() && !letters.iter().any(clash)).then_some(Self(letters))
    }
}

/// Converts `O-O` and `O-O-O` to our notation; leaves other moves. Programs that speak to XBoard may write `O-O`.
fn normalize_castling(position: &Position, text: &str) -> String {
    let castles = matches!(text, "O-O" | "O-O-O" | "0-0" | "0-0-0");
    let read = castles.then(|| read_move(position, text).ok()).flatten();
    read.map_or_else(|| text.to_owned(), |mv| uci::write(position, mv))
}

/// Adds an offset to every number in a text.
fn offset_numbers(text: &str, offset: i32) -> String {
    let mut written = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|char: char| char.is_ascii_digit()) {
        let end = rest[start..].find(|char: char| !char.is_ascii_digit()).map_or(rest.len(), |length| start + length);
        let number = rest[start..end]
            .parse::<i32>()
            .map_or_else(|_| rest[start..end].to_owned(), |number| (number + offset).to_string());
        written.push_str(&rest[..start]);
        written.push_str(&number);
        rest = &rest[end..];
    }
    written + rest
}

#[cfg(test)]
mod tests {
    use weakfish::builtin::{self, ORTHODOX};
    use weakfish::model::SetupId;
    use weakfish::{BuiltIns, load};

    use super::*;

    #[test]
    fn ranks_can_be_counted_from_zero() {
        assert_eq!(offset_numbers("a1j10", -1), "a0j9");
        assert_eq!(offset_numbers("a0j9q", 1), "a1j10q");
        assert_eq!(offset_numbers("pass", 1), "pass");
    }

    #[test]
    fn letters_are_learned_from_the_same_placement() {
        let learned = LetterMap::from_placements("sclok/pp3/PP3 w - - 0 1", "sclzk/pp3/PP3").unwrap();
        assert_eq!((learned.weakfish_move("c7c8z").as_str(), learned.engine_letter('o')), ("c7c8o", 'z'));
        for theirs in ["sclzk/pp3/PP2", "sclzk/pp3/PP3p", "sclZk/pp3/PP3", "scllk/pp3/PP3", "sclzk/pq3/PP3"] {
            assert!(LetterMap::from_placements("sclok/pp3/PP3", theirs).is_none(), "{theirs}");
        }
    }

    #[test]
    fn castling_may_be_written_in_signs() {
        let game = load(&builtin::source(ORTHODOX).unwrap(), &BuiltIns).unwrap();
        let position = fen::read(&game, SetupId(0), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        for (text, here) in [("O-O", "e1g1"), ("0-0-0", "e1c1"), ("e1g1", "e1g1"), ("a1a2", "a1a2")] {
            assert_eq!(normalize_castling(&position, text), here);
        }
        // An illegal move stays as it was written.
        assert_eq!(normalize_castling(&game.start(), "O-O"), "O-O");
    }
}
