//! Moves as people write them: algebraic notation, extended by turns, flips and states.
//!
//! [`read()`] reads one without a position; [`resolve()`] finds the legal move that it means in a position.
//! The notation is that of FIDE's Laws of Chess, appendix C, short and long, with what printed games add to it;
//! `docs/game-text.md` lists all forms.

mod read;
mod resolve;

pub(crate) use read::{SanForm, SanMove, read};
pub(crate) use resolve::resolve;

use super::foreign_moves;
use super::man::{Letters, symbol};
use super::uci;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{ManMove, Move, MoveKind, MoveShape, Position};
use crate::geometry::Side;
use crate::model::{KindId, ManState, Variant, WallPlace};
use crate::source::Span;

/// Angles of turns, the usual ones first; the smallest turn of a man needs no number.
const ANGLES: [&str; 5] = ["", "90 ", "135 ", "180 ", "45 "];

/// Writes a legal move as people do: `Nf3`, `exd5`, `O-O`, `b8=Q`, `Ag5 turns left`, `e4 flips`, `Qd3/g6`.
///
/// A move that gives check ends with `+`, one that gives checkmate with `#`. [`read_move`](crate::notation::read_move)
/// finds the same move again, and so does [`replay`](crate::notation::replay) in a text. Where no usual form means this move
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
    let name = write_without_check_mark(position, mv);
    if !position.gives_check(mv) {
        return name;
    }
    let mut after = position.clone();
    after.make(mv);
    let mates = after.outcome().is_some_and(|outcome| &*outcome.reason == "checkmate");
    name + if mates { "#" } else { "+" }
}

/// Writes the move in algebraic notation without `+` or `#`.
fn write_without_check_mark(position: &Position, mv: Move) -> String {
    let machine_form = || uci::write(position, mv);
    if let Move::Wall(square) = mv {
        return format!("/{}", position.game().variant().board.name(square));
    }
    let Some(own) = mv.man() else { return machine_form() };
    let Some(before) = position.piece_at(own.from).map(|piece| position.game().piece_info(piece)) else {
        return machine_form();
    };
    if let Some((kind, on)) = own.left_behind() {
        let alone = write_without_check_mark(position, own.without_left_man().into());
        let (variant, letter) = (position.game().variant(), symbol(position.game().variant(), Side::White, kind));
        let square = if own.kind.castling().is_some() { variant.board.name(on) } else { String::new() };
        let text = format!("{alone}/{letter}{square}");
        return if means(position, own.into(), &text) { text } else { machine_form() };
    }
    let candidates = Candidates { position, mv: own, kind: before.kind, state: &before.state };
    let Some(wall) = mv.wall() else {
        return candidates.forms().into_iter().find(|text| means(position, mv, text)).unwrap_or_else(machine_form);
    };
    // The square that the man has left needs no words.
    let rule = position.game().variant().rules.walls[position.turn()].as_ref();
    let implied = rule.is_some_and(|rule| rule.place == WallPlace::WhereItCameFrom);
    let end = if implied { String::new() } else { format!("/{}", position.game().variant().board.name(wall)) };
    candidates
        .forms()
        .into_iter()
        .map(|form| form + &end)
        .find(|text| means(position, mv, text))
        .unwrap_or_else(machine_form)
}

/// Whether a text means a move, and no other.
fn means(position: &Position, mv: Move, text: &str) -> bool {
    let Ok((written, end)) = read(position.game(), false, text, 0) else { return false };
    end == text.len()
        && resolve(position, text, &written, &Letters::default())
            .is_ok_and(|(found, warnings)| found == mv && warnings.is_empty())
}

/// The written forms of a move.
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
    fn forms(&self) -> Vec<String> {
        match self.mv.kind.shape() {
            MoveShape::InPlace => self.stationary_forms(),
            MoveShape::Castling { partner_from, .. } => {
                let board = self.variant().board;
                let last_file = board.file(partner_from) > board.file(self.mv.from);
                vec![if last_file { "O-O" } else { "O-O-O" }.to_owned()]
            }
            MoveShape::ToSquare | MoveShape::EnPassant { .. } => self.travel_forms(),
        }
    }

    /// The symbol of the man as a move begins with it; empty for a pawn.
    fn letter(&self) -> &str {
        match self.variant().kind(self.kind).symbol.as_str() {
            "P" => "",
            other => other,
        }
    }

    /// The state after the move.
    fn state_after(&self) -> &ManState {
        &self.position.game().piece_info(self.mv.piece).state
    }

    /// The forms of a turn or a flip.
    fn stationary_forms(&self) -> Vec<String> {
        let man = format!("{}{}", self.letter(), self.variant().board.name(self.mv.from));
        let after = self.state_after();
        let mut forms = Vec::new();
        let becomes = self.position.game().piece_info(self.mv.piece).kind;
        if becomes != self.kind {
            let letter = &self.variant().kind(becomes).symbol;
            return vec![format!("{man}={letter}"), format!("{man}={letter}@{after}")];
        }
        if after.facings == self.state.facings {
            forms.push(format!("{man} flips"));
        } else if after.mode == self.state.mode {
            forms.extend(turn_phrases().map(|turn| format!("{man} turns {turn}")));
            let parts = self.variant().kind(self.kind).components.iter().filter_map(|part| part.name.as_deref());
            for part in parts {
                forms.extend(turn_phrases().map(|turn| format!("{man} {part} turns {turn}")));
            }
            let facing = ManState { facings: after.facings.clone(), ..ManState::default() };
            forms.push(format!("{man} turns to {facing}"));
        }
        forms.push(format!("{man}@{after}"));
        forms
    }

    /// The forms of a move to another square.
    fn travel_forms(&self) -> Vec<String> {
        let variant = self.variant();
        let board = variant.board;
        let (from, to) = (board.name(self.mv.from), board.name(self.mv.to));
        let (file, rank) = from.split_at(1);
        let (letter, captures) = (self.letter(), self.position.is_capture(self.mv.into()));
        let sign = if captures { "x" } else { "" };
        let long = if captures { "x" } else { "-" };
        let mut forms = Vec::new();
        for end in self.suffixes() {
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
    fn suffixes(&self) -> Vec<String> {
        let after = self.position.game().piece_info(self.mv.piece);
        let changes = after.kind != self.kind || after.state != *self.state;
        if changes && uci::arrival_suffix(self.position, self.mv).is_empty() {
            return vec![String::new()];
        }
        if after.kind != self.kind {
            let letter = &self.variant().kind(after.kind).symbol;
            return vec![format!("={letter}"), format!("={letter}@{}", after.state)];
        }
        if after.state != *self.state {
            let mut ends: Vec<String> = turn_phrases().map(|turn| format!(" turning {turn}")).collect();
            ends.extend([format!(" turning to {}", after.state), format!("@{}", after.state)]);
            return ends;
        }
        let en_passant = matches!(self.mv.kind, MoveKind::EnPassant { .. });
        [Some(String::new()), en_passant.then(|| " e.p.".to_owned())].into_iter().flatten().collect()
    }
}

/// Turns to one side by some angle.
fn turn_phrases() -> impl Iterator<Item = String> {
    ANGLES.iter().flat_map(|angle| ["left", "right"].map(|side| format!("{angle}{side}")))
}

/// Reads a move, as people or as any program writes it, and returns the legal move that it means.
///
/// # Errors
///
/// If the text means no legal move, a diagnostic explains why in the game's terms. If it means several, the diagnostic
/// lists them.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation};
///
/// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
/// let position = game.start();
/// let knight = notation::read_move(&position, "Nf3").unwrap();
/// assert_eq!(notation::uci::write(&position, knight), "g1f3");
/// assert_eq!(notation::read_move(&position, "g1f3"), Ok(knight));
/// ```
pub fn read_move(position: &Position, text: &str) -> Result<Move, Diagnostic> {
    if let Some(mv) = uci::find(position, text) {
        return Ok(mv);
    }
    let foreign = || Some(foreign_moves::find(position, text, None, false)?.0);
    read_algebraic(position, text).or_else(|mistake| foreign().ok_or(mistake))
}

/// Reads a move in algebraic notation.
fn read_algebraic(position: &Position, text: &str) -> Result<Move, Diagnostic> {
    let written = match text {
        uci::END | uci::STALEMATE | uci::PASS => {
            SanMove::new(Span::new(0, text.len()), SanForm::Word(text.to_owned()), None)
        }
        _ => match read(position.game(), false, text, 0)
            .map_err(|mistake| with_small_letters_help(position, text, mistake))?
        {
            (written, end) if end == text.len() => written,
            (_, end) => {
                let rest = Span::new(end, text.len());
                let message = format!("`{}` is not part of the move", &text[rest.range()]);
                return Err(Diagnostic::error(Code::MoveUnreadable, rest, message)
                    .label("not understood")
                    .help("one move was expected here"));
            }
        },
    };
    resolve(position, text, &written, &Letters::default()).map(|(mv, _)| mv)
}

/// Reads a move in machine notation or as other programs write it, and returns the legal move.
///
/// # Errors
///
/// If no legal move has this text, a diagnostic explains why in the game's terms. A legal move that is written as
/// people write it is refused too, with a help that gives its text in machine notation.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation};
///
/// let game = load(&builtin::source("feeble").unwrap(), &BuiltIns).unwrap();
/// let mut position = game.start();
/// let turn = notation::read_uci_move(&position, "c1@nw").unwrap();
/// position.play(turn).unwrap();
///
/// let problem = notation::read_uci_move(&position, "c8a6").unwrap_err();
/// assert_eq!(problem.message, "the Alfil on c8 faces se; it can't reach a6 before it turns");
/// ```
pub fn read_uci_move(position: &Position, text: &str) -> Result<Move, Diagnostic> {
    if let Some(mv) = uci::find(position, text) {
        return Ok(mv);
    }
    if let Some((mv, _)) = foreign_moves::find(position, text, None, false) {
        return Ok(mv);
    }
    let mv = read_algebraic(position, text)?;
    let span = Span::new(0, text.len());
    Err(Diagnostic::error(Code::MoveUnreadable, span, "this is how people write a move, not programs")
        .label("machine notation was expected")
        .help(format!("write `{}`", uci::write(position, mv))))
}

/// Returns the error of a text that means no move. The help differs if only capitals keep it from being a move in
/// machine notation.
pub(crate) fn with_small_letters_help(position: &Position, text: &str, mistake: Diagnostic) -> Diagnostic {
    if mistake.code != Code::MoveUnreadable || !text.contains(|char: char| char.is_ascii_uppercase()) {
        return mistake;
    }
    match uci::find(position, &text.to_ascii_lowercase()) {
        Some(mv) => mistake.help(format!("squares are written in small letters: `{}`", uci::write(position, mv))),
        None => mistake,
    }
}
