//! Numbers of moves in game texts.

use super::{LineState, MoveNumber, Replayer};
use crate::diagnostic::{Code, Diagnostic};
use crate::notation::dialect::has_sfen;
use crate::source::{Span, Spanned};

/// Most digits of a move's number without dots; longer ones are moves of other notations, in digits.
const MAX_NUMBER_DIGITS: usize = 3;

impl Replayer<'_> {
    /// Reads a move's number and its dots; false if there is none: `1.`, `1...`, `4 ...`, `16`.
    pub(super) fn read_move_number(&mut self) -> bool {
        let rest = self.rest();
        if rest.starts_with("0-0") {
            return false;
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let after = &rest[digits..];
        let blanks = after.len() - after.trim_start_matches([' ', '\t']).len();
        // An ellipsis counts as three dots, and is three bytes long.
        let dots = after[blanks..].len() - after[blanks..].trim_start_matches(['.', '…']).len();
        if dots == 0 && (digits == 0 || digits > MAX_NUMBER_DIGITS) {
            return false;
        }
        // USI begins with the number of a file.
        if dots == 0 && after.starts_with(|next: char| next.is_ascii_lowercase()) && self.read_foreign_move() {
            return true;
        }
        if digits == 0 && dots == 1 {
            // The full stop of a sentence.
            self.at += blanks + dots;
            return true;
        }
        let is_foreign = dots == 0 && after.starts_with(|next: char| next.is_ascii_lowercase());
        if is_foreign && self.explain_foreign_move(Span::at(self.at)).is_some() {
            return false;
        }
        if dots == 0 && self.number.is_some() {
            // The number of the move has been read.
            return false;
        }
        let len = if dots > 0 { digits + blanks + dots } else { digits };
        let span = Span::new(self.at, self.at + len);
        self.at = span.end;
        if self.joins_line() {
            let number = MoveNumber { number: rest[..digits].parse().ok(), second: dots >= 2 };
            self.number = Some(Spanned::new(number, span));
            self.after_comma = false;
        }
        true
    }

    /// Warns if a move number gives the move to the other player, or is not the one after the number before it.
    pub(super) fn check_move_number(&mut self) {
        let Some(Spanned { value: MoveNumber { number, second }, span }) = self.number.take() else { return };
        // Texts of Shogi number plies.
        if self.verdict.is_some() || has_sfen(self.game.variant()) {
            return;
        }
        let turn = self.line.position.turn();
        // Some texts number from the position's own number, others from 1.
        let here = i64::from(self.line.position.arrangement().fullmove);
        let before = number.and_then(|number| self.numbered_from.replace(i64::from(number) - here));
        if second == (turn == self.game.variant().first) {
            let warning = Diagnostic::warning(Code::GameTextNumber, span, format!("here it is {turn}'s move"));
            let help = "the second player's moves are numbered with dots, as in `1... e5`";
            self.replay.diagnostics.push(warning.label("a number for the other player").help(help));
            return;
        }
        if let (Some(before), Some(number)) = (before, number)
            && before != i64::from(number) - here
        {
            let expected = before + here;
            let message = format!("after the numbers before it this is move {expected}, not {number}");
            let warning = Diagnostic::warning(Code::GameTextNumber, span, message);
            self.replay
                .diagnostics
                .push(warning.label("another number").help("has a move been left out, or written twice?"));
        }
    }

    /// Refuses a number without dots that no move follows: it may be a move of another notation.
    pub(super) fn refuse_lone_number(&mut self) {
        let is_bare =
            |number: &Spanned<MoveNumber>| self.text[number.span.range()].bytes().all(|byte| byte.is_ascii_digit());
        let number = self.number.take().filter(is_bare);
        if let Some(Spanned { span, .. }) = number.filter(|_| self.state == LineState::Playing) {
            let at = std::mem::replace(&mut self.at, span.start);
            self.report_unknown_word(span.start);
            self.at = at;
        }
    }
}
