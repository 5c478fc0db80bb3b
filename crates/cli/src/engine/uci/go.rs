//! The command `go`.

use std::time::Duration;

use weakfish::engine::Position;
use weakfish::geometry::Side;
use weakfish::notation::uci;
use weakfish_player::search::{Clock, Limits};

/// A parsed `go` command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    pub(super) limits: Limits,
    /// The opponent is still to move.
    pub(super) ponders: bool,
    /// Nothing is played before `stop`.
    pub(super) infinite: bool,
    /// Not a search, but a count of sequences.
    pub(super) perft: Option<u32>,
}

impl Go {
    /// Parses the words after `go`; unknown ones are ignored.
    pub(super) fn read(words: &[&str], position: &Position, overhead: Duration) -> Self {
        let mut go = Self::default();
        let mut times = [None; 2];
        let mut increments = [Duration::ZERO; 2];
        let (mut moves_to_go, mut move_time) = (None, None);
        let mut rest = words.iter().copied().peekable();
        while let Some(word) = rest.next() {
            let mut number = || rest.next_if(|word| number(word).is_some()).and_then(number);
            let small = |number: Option<i64>| number.map(|number| number.clamp(0, i64::from(u32::MAX)) as u32);
            let time = |number: Option<i64>| Duration::from_millis(number.unwrap_or(0).max(0) as u64);
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponders = true,
                "depth" => go.limits.depth = small(number()),
                "nodes" => go.limits.nodes = number().map(|number| number.max(1) as u64),
                // Moves of the side to move, converted to plies.
                "mate" => go.limits.mate = small(number()).map(|moves| moves.saturating_mul(2).saturating_sub(1)),
                "perft" => go.perft = small(number()).or(Some(1)),
                "movetime" => move_time = Some(time(number())),
                "wtime" => times[Side::White.index()] = Some(time(number())),
                "btime" => times[Side::Black.index()] = Some(time(number())),
                "winc" => increments[Side::White.index()] = time(number()),
                "binc" => increments[Side::Black.index()] = time(number()),
                "movestogo" => moves_to_go = small(number()).filter(|&moves| moves > 0),
                "searchmoves" => {
                    while let Some(mv) = rest.peek().and_then(|word| uci::find(position, word)) {
                        go.limits.moves.push(mv);
                        rest.next();
                    }
                }
                _ => {}
            }
        }
        let side = position.turn().index();
        if let Some(left) = times[side] {
            let mut clock = Clock::new(left, increments[side]);
            (clock.moves_to_go, clock.overhead) = (moves_to_go, overhead);
            clock.limit(&mut go.limits);
        }
        if let Some(time) = move_time {
            let time = time.saturating_sub(overhead).max(Duration::from_millis(1));
            (go.limits.soft_time, go.limits.hard_time) = (None, Some(time));
        }
        go
    }
}

/// A number, or the nearest one that there is room for.
pub(super) fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(word.parse().unwrap_or(if word.starts_with('-') { i64::MIN } else { i64::MAX }))
}
