//! Writes moves as people do: the shortest of the usual forms that means this move and no other.

use super::{read, resolve};
use crate::engine::{ManMove, Move, MoveKind, Position};
use crate::model::{KindId, ManState, Variant};
use crate::notation::{Letters, uci};

/// Angles of turns, the usual ones first; the smallest by which a man turns needs no number.
const ANGLES: [&str; 5] = ["", "90 ", "135 ", "180 ", "45 "];

/// Writes a legal move as people do: `Nf3`, `exd5`, `O-O`, `b8=Q`, `Ag5 turns left`, `e4 flips`.
///
/// A move that gives check ends with `+`, one that gives checkmate with `#`. [`read_move`](crate::notation::read_move)
/// finds the same move again, and so does [`replay`](crate::tools::replay) in a text. Where no usual form means this move
/// alone, it is written as programs write it.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation};
///
/// let game = load(&builtin::source("feeble").unwrap(), &BuiltIns).unwrap();
/// let mut position = game.start();
/// for (programs, people) in [("c1e3", "Ae3"), ("e7e6", "e6"), ("e3@nw", "Ae3 turns left")] {
///     let mv = notation::read_move(&position, programs)?;
///     assert_eq!(notation::write_move(&position, mv), people);
///     position.play(mv).unwrap();
/// }
/// # Ok::<(), weakfish::diagnostic::Diagnostic>(())
/// ```
pub fn write_move(position: &Position, mv: Move) -> String {
    let name = unsigned(position, mv);
    if !position.gives_check(mv) {
        return name;
    }
    let mut after = position.clone();
    after.make(mv);
    let mates = after.outcome().is_some_and(|outcome| &*outcome.reason == "checkmate");
    name + if mates { "#" } else { "+" }
}

/// The move without a sign of check.
fn unsigned(position: &Position, mv: Move) -> String {
    let programs = || uci::write(position, mv);
    let Some(own) = mv.man() else { return programs() };
    let Some(before) = position.piece_at(own.from).map(|piece| position.game().piece_info(piece)) else {
        return programs();
    };
    let candidates = Candidates { position, mv: own, kind: before.kind, state: &before.state };
    let means_this = |text: &String| {
        let Ok((written, end)) = read(position.game().variant().board, text, 0) else { return false };
        end == text.len()
            && resolve(position, text, &written, &Letters::default())
                .is_ok_and(|(found, warnings)| found == mv && warnings.is_empty())
    };
    candidates.all().into_iter().find(means_this).unwrap_or_else(programs)
}

/// The forms in which a move may be written.
struct Candidates<'a> {
    position: &'a Position,
    mv: ManMove,
    /// The man, and its state, before the move.
    kind: KindId,
    state: &'a ManState,
}

impl Candidates<'_> {
    fn variant(&self) -> &Variant {
        self.position.game().variant()
    }

    /// All of them, the shortest first.
    fn all(&self) -> Vec<String> {
        match self.mv.kind {
            MoveKind::Stationary => self.stationary(),
            MoveKind::Castling { partner_from, .. } => {
                let board = self.variant().board;
                let last_file = board.file(partner_from) > board.file(self.mv.from);
                vec![if last_file { "O-O" } else { "O-O-O" }.to_owned()]
            }
            _ => self.travels(),
        }
    }

    fn letter(&self) -> &str {
        match self.variant().kind(self.kind).symbol.as_str() {
            "P" => "",
            other => other,
        }
    }

    /// The state after the move.
    fn after(&self) -> &ManState {
        &self.position.game().piece_info(self.mv.piece).state
    }

    fn stationary(&self) -> Vec<String> {
        let man = format!("{}{}", self.letter(), self.variant().board.name(self.mv.from));
        let after = self.after();
        let mut forms = Vec::new();
        if after.facings == self.state.facings {
            forms.push(format!("{man} flips"));
        } else if after.mode == self.state.mode {
            forms.extend(turns().map(|turn| format!("{man} turns {turn}")));
            let parts = self.variant().kind(self.kind).components.iter().filter_map(|part| part.name.as_deref());
            for part in parts {
                forms.extend(turns().map(|turn| format!("{man} {part} turns {turn}")));
            }
            let facing = ManState { facings: after.facings.clone(), mode: None };
            forms.push(format!("{man} turns to {facing}"));
        }
        forms.push(format!("{man}@{after}"));
        forms
    }

    fn travels(&self) -> Vec<String> {
        let variant = self.variant();
        let board = variant.board;
        let (from, to) = (board.name(self.mv.from), board.name(self.mv.to));
        let (file, rank) = from.split_at(1);
        let (letter, captures) = (self.letter(), self.position.is_capture(self.mv.into()));
        let sign = if captures { "x" } else { "" };
        let long = if captures { "x" } else { "-" };
        let mut forms = Vec::new();
        for end in self.ends() {
            if !(letter.is_empty() && captures) {
                forms.push(format!("{letter}{sign}{to}{end}"));
            }
            forms.push(format!("{letter}{file}{sign}{to}{end}"));
            if !letter.is_empty() {
                forms.push(format!("{letter}{rank}{sign}{to}{end}"));
            }
            forms.push(format!("{letter}{from}{long}{to}{end}"));
        }
        forms
    }

    /// The suffixes that may follow the squares.
    fn ends(&self) -> Vec<String> {
        let after = self.position.game().piece_info(self.mv.piece);
        if after.kind != self.kind {
            let letter = &self.variant().kind(after.kind).symbol;
            return vec![format!("={letter}"), format!("={letter}@{}", after.state)];
        }
        if after.state != *self.state {
            let mut ends: Vec<String> = turns().map(|turn| format!(" turning {turn}")).collect();
            ends.extend([format!(" turning to {}", after.state), format!("@{}", after.state)]);
            return ends;
        }
        let en_passant = matches!(self.mv.kind, MoveKind::EnPassant { .. });
        [Some(String::new()), en_passant.then(|| " e.p.".to_owned())].into_iter().flatten().collect()
    }
}

/// Turns to one side by some angle.
fn turns() -> impl Iterator<Item = String> {
    ANGLES.iter().flat_map(|angle| ["left", "right"].map(|side| format!("{angle}{side}")))
}
