//! Moves, tags, signs and results as other programs write them in game texts.

use super::{LineState, Replay, Replayer};
use crate::builtin;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::Outcome;
use crate::geometry::Side;
use crate::notation::dialect::Dialect;
use crate::notation::san::{SanForm, SanMove};
use crate::notation::{TextError, fen, foreign_errors, foreign_moves};
use crate::source::{Span, Spanned, Word};

/// Ends of a word: what may follow a move without a blank.
const ENDS: [char; 5] = ['{', '(', ';', ',', ')'];

/// Signs that judge a position behind a move, as Chess Informant has them.
const EVALUATIONS: [&str; 16] =
    ["=", "+-", "-+", "+=", "=+", "+/-", "-/+", "+/=", "=/+", "+−", "−+", "±", "∓", "⩲", "⩱", "∞"];

/// Ending of a variant's name for games from arrays as those of Fischer Random Chess.
const ANY_ARRAY: &str = "960";

/// Values of the tag `Variant` that say nothing about the rules.
const UNSAID: [&str; 2] = ["From Position", ""];

/// Most bytes of a move in another notation; a text without blanks is read in bounded time.
const MAX_WORD_BYTES: usize = 64;

/// Judgements that may stand behind a move.
const JUDGEMENTS: [char; 3] = ['!', '?', '#'];

impl Replay {
    /// Notes that ranks are counted from 0, unless a note of the notation says so.
    pub(super) fn with_ranks_note(mut self) -> Self {
        let ply = self.lines.iter().flat_map(|line| &line.plies).next();
        let is_noted = self.diagnostics.iter().any(|problem| problem.code == Code::GameTextDialect);
        if let Some(ply) = ply.filter(|_| !is_noted) {
            let note = Diagnostic::note(Code::GameTextDialect, ply.span, "moves are read with ranks from 0");
            self.diagnostics.push(note.label("the first of them").help("`--dialect weakfish` counts ranks from 1"));
        }
        self
    }

    /// Warns if the text has other moves with ranks from 0, as in `other`.
    pub(super) fn with_ranks_warning(mut self, other: &Self) -> Self {
        let plies = |replay: &'_ Self| replay.lines.iter().flat_map(|line| line.plies.clone()).collect::<Vec<_>>();
        let (own, from_zero) = (plies(&self), plies(other));
        if let Some((ply, _)) = own.iter().zip(&from_zero).find(|(ply, other)| ply.mv != other.mv) {
            let message = "with ranks counted from 0 these moves are legal, too";
            let warning = Diagnostic::warning(Code::GameTextDialect, ply.span, message).label("read with ranks from 1");
            let help = "`--dialect iccs` counts ranks from 0, `--dialect weakfish` from 1";
            self.diagnostics.push(warning.help(help));
        }
        self
    }
}

impl<'t> Replayer<'t> {
    /// The word at this place, without judgements behind it.
    fn foreign_word(&self) -> Word<'t> {
        self.foreign_word_at(self.at)
    }

    /// The word at a place, without judgements behind it; a longer one than any move is cut.
    fn foreign_word_at(&self, start: usize) -> Word<'t> {
        let rest = &self.text[start..];
        let is_end = |&(at, char): &(usize, char)| at > MAX_WORD_BYTES || char.is_whitespace() || ENDS.contains(&char);
        let end = rest.char_indices().find(is_end).map_or(rest.len(), |(at, _)| at);
        let word = rest[..end].trim_end_matches(JUDGEMENTS);
        Word::new(word, Span::new(start, start + word.len()))
    }

    /// As [`Self::read_foreign_move`], for the word at an earlier place.
    pub(super) fn read_foreign_move_at(&mut self, start: usize) -> bool {
        let end = std::mem::replace(&mut self.at, start);
        let is_read = self.read_foreign_move();
        self.at = self.at.max(end);
        is_read
    }

    /// Reads a move in the notation of another program and plays it; false if there is none.
    pub(super) fn read_foreign_move(&mut self) -> bool {
        let word = self.foreign_word();
        if self.state != LineState::Playing || self.line.outcome.is_some() {
            // The first mistake of a line in a foreign notation is told, and no move behind it can be read.
            self.at = if self.is_foreign { word.span.end } else { self.at };
            return self.is_foreign && !word.value.is_empty();
        }
        let found = foreign_moves::find(&self.line.position, word.value, self.chosen, self.ranks_from_zero);
        let Some((mv, notation)) = found else { return false };
        self.at = word.span.end;
        (self.has_content, self.after_tags) = (true, true);
        self.check_move_number();
        self.note_notation(notation, word.span);
        self.play(mv, word.span);
        self.after_comma = false;
        true
    }

    /// Refuses coordinates that are no move with ranks from 0, where those of this text are; false if there are none here.
    pub(super) fn refuse_coordinates(&mut self) -> bool {
        let word = self.foreign_word().value.replace('-', "");
        let is_rank = |rank: &str| !rank.is_empty() && rank.bytes().all(|byte| byte.is_ascii_digit());
        let ranks: Vec<&str> = word.split(|char: char| char.is_ascii_lowercase()).collect();
        let are_squares = matches!(ranks[..], ["", from, to] if is_rank(from) && is_rank(to));
        if are_squares {
            self.report_unknown_word(self.at);
        }
        are_squares
    }

    /// Begins a line from the position of a FEN, or of an SFEN.
    pub(super) fn begin_from_fen(&mut self, text: Word<'t>, is_sfen: bool) {
        let chosen = is_sfen.then_some(Dialect::Sfen);
        let position = fen::read_in(&self.game, self.setup, text.value, chosen).or_else(|error| {
            let read = fen::read_from_any_array(&self.game, self.setup, text.value, chosen).ok_or(error)?;
            let note =
                Diagnostic::note(Code::GameTextDialect, text.span, "castling is that of another array, as in Chess960");
            self.replay
                .diagnostics
                .push(note.label("from this position").help("the array of the setup has other rights"));
            Ok(read)
        });
        let position = position.map(|(position, _)| position);
        self.begin_line(position.map_err(|error: TextError| error.shifted(text.span.start)), text.span);
    }

    /// Moves on behind a sign that judges the position; false if there is none.
    pub(super) fn skip_evaluation(&mut self) -> bool {
        let behind = |sign: &&str| self.rest().strip_prefix(*sign).map(|behind| behind.chars().next());
        let ends = |sign: &&str| behind(sign).is_some_and(|next| next.is_none_or(char::is_whitespace));
        let sign = EVALUATIONS.into_iter().find(ends);
        self.at += sign.map_or(0, str::len);
        sign.is_some()
    }

    /// The reason why the word at a place is no legal move in the notation of another program.
    pub(super) fn explain_foreign_move(&self, span: Span) -> Option<Diagnostic> {
        let word = self.foreign_word_at(span.start).value;
        let reason = foreign_errors::explain(&self.line.position, word, self.chosen)?;
        Some(reason.shifted(span.start))
    }

    /// Notes once that moves are read in the notation of other programs.
    fn note_notation(&mut self, notation: &str, span: Span) {
        if !std::mem::replace(&mut self.is_foreign, true) {
            let note = Diagnostic::note(Code::GameTextDialect, span, format!("moves are read as {notation}"));
            self.replay
                .diagnostics
                .push(note.label("the first of them").help("`--dialect weakfish` forbids other notations"));
        }
    }

    /// Notes once that men have the letters of other programs.
    pub(super) fn note_foreign_letter(&mut self, written: &SanMove) {
        let SanForm::Travel(travel) = &written.form else { return };
        let (variant, side) = (self.game.variant(), self.line.position.turn());
        let is_own = |symbol: &str| variant.kind_of_symbol(side, self.letters.meaning(side, symbol)).is_some();
        if travel.symbol.as_ref().is_some_and(|symbol| !is_own(&symbol.value)) {
            self.note_notation("those of programs with other letters", written.span);
        }
    }

    /// Warns if the tag `Variant` names another game than the one that is played. A definition of the user's own may have any name.
    pub(super) fn check_variant_tag(&mut self, name: &str, line: Word<'_>) {
        let title = &self.game.variant().title;
        // Some programs write `Atomic960` for games from shuffled arrays.
        let plain = name.strip_suffix(ANY_ARRAY).unwrap_or(name).trim_end();
        let titles = [name, plain].map(|name| builtin::resolve_name(name).and_then(builtin::title));
        let is_built_in = builtin::names().any(|own| builtin::title(own) == Some(title));
        let is_this = titles.contains(&Some(title.as_str()))
            || [name, plain].iter().any(|name| builtin::is_same_name(name, title));
        let is_unsaid = UNSAID.iter().any(|unsaid| builtin::is_same_name(unsaid, name));
        if is_this || is_unsaid || titles == [None; 2] && !is_built_in {
            return;
        }
        let other = titles[0].or(titles[1]).unwrap_or(name);
        let message = format!("this game is one of {other}, and is read as one of {title}");
        let warning = Diagnostic::warning(Code::GameTextVariant, line.span, message).label("the game's variant");
        self.replay.diagnostics.push(warning.help("name the game that is meant, or leave the tag out"));
    }

    /// Warns if the tag `Result` has another result than the game.
    pub(super) fn check_result_tag(&mut self, outcome: Option<&Outcome>) {
        let (Some(Spanned { value: winner, span }), Some(outcome)) = (self.result, outcome) else { return };
        if winner != outcome.winner && self.termination.is_none() && self.state == LineState::Playing {
            let message = format!("the game has another result: {outcome}");
            let contradicts = Diagnostic::warning(Code::GameTextResult, span, message).label("another result");
            self.replay.diagnostics.push(contradicts.help("a tag `Termination` says how else the game ended"));
        }
    }

    /// Warns if a `#` follows a move that does not win.
    pub(super) fn check_mate_sign(&mut self, span: Span) {
        let winner = self.verdict.as_ref().and_then(|outcome| outcome.winner);
        // Programs write it for any win.
        if winner.is_none() {
            self.check_claim("checkmate", span);
        }
    }

    /// Ends the line by a result as it is written, or checks it against the rules; `None` is a draw.
    pub(super) fn end_by_result(&mut self, winner: Option<Side>, span: Span) {
        let Some(outcome) = self.line.outcome.as_ref().or(self.verdict.as_ref()) else {
            let reason = if winner.is_some() { "resignation" } else { "agreement" };
            return self.end_by_agreement(winner, reason, span);
        };
        if outcome.winner == winner {
            return;
        }
        let message = format!("the game has another result: {outcome}");
        if let Some(termination) = &self.termination {
            let ruled = Diagnostic::warning(Code::GameTextResult, span, message).label("not by the rules of this game");
            let help = format!("the tag `Termination` says that the game ended by `{termination}`");
            self.line.outcome = Some(Outcome::new(winner, termination.to_lowercase()));
            self.replay.diagnostics.push(ruled.help(help));
        } else {
            let contradicts = Diagnostic::error(Code::GameTextResult, span, message);
            let help = "leave the result out, or look for the move that should be another";
            self.stop_line(contradicts.label("contradicts the rules").help(help).into());
        }
    }
}
