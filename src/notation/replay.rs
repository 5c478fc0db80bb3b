//! Game texts: headers, diagrams and moves, read and played.
//!
//! `docs/game-text.md` describes the format.

mod foreign;
mod numbers;

use crate::diagnostic::{Code, Diagnostic, MAX_DIAGNOSTICS};
use crate::engine::{Game, Move, Outcome, Position, UnknownStart};
use crate::geometry::Side;
use crate::model::SetupId;
use crate::notation::board_diagram::{self, BoardDiagram, read_row};
use crate::notation::dialect::Dialect;
use crate::notation::foreign_errors::with_notations_help;
use crate::notation::foreign_moves::can_count_from_zero;
use crate::notation::san::{self, SanForm, SanMove, resolve};
use crate::notation::{
    Letter, Letters, TextError, explain_illegal_move, game_over_error, take_symbol, uci, with_small_letters_help,
};
use crate::prose::any_of;
use crate::source::{Span, Spanned, Word};

const HEADERS: [&str; 4] = ["game", "setup", "position", "letters"];
const BYTE_ORDER_MARK: char = '\u{feff}';
/// Lines that name the players.
const PLAYERS: [&str; 4] = ["White", "Black", "white", "black"];

/// Most bytes of a game text (1 MiB): any text is read in bounded time.
pub const MAX_BYTES: usize = 1 << 20;

/// The result of replaying a game text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Replay {
    /// The lines of play, one for each position that the text begins from.
    pub lines: Vec<Line>,
    /// Diagnostics of the text: all that can't be read, the first move of each line that can't be played, and warnings.
    pub diagnostics: Vec<Diagnostic>,
}

/// A line of play.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Line {
    /// The position that it begins from.
    pub start: Position,
    /// The plies that could be played.
    pub plies: Vec<Ply>,
    /// The position after them.
    pub position: Position,
    /// The outcome, by the rules, by resignation or by agreement.
    pub outcome: Option<Outcome>,
}

/// A ply of a replay.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Ply {
    /// Its place in the text; if it is the implied end of a series, the place before the next move.
    pub span: Span,
    /// The side that played it.
    pub side: Side,
    /// The move.
    pub mv: Move,
    /// The move in machine notation.
    pub text: String,
}

impl Replay {
    /// Whether the whole text could be played.
    pub fn is_complete(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// The number of plies that could be played.
    fn count_plies(&self) -> usize {
        self.lines.iter().map(|line| line.plies.len()).sum()
    }

    /// The last line of play.
    pub fn last(&self) -> Option<&Line> {
        self.lines.last()
    }
}

/// Plays a game text from the start of a setup.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation::replay::replay};
///
/// let game = load(&builtin::source("feeble").unwrap(), &BuiltIns).unwrap();
/// let text = "1. Ac1-e3 e7-e6 2. Ae3-g5 Ke8-e7 3. Ag5 turns left, checkmate";
/// let replay = replay(&game, Default::default(), text);
/// assert!(replay.is_complete());
/// let line = replay.last().unwrap();
/// assert_eq!(line.plies[4].text, "g5@nw");
/// assert_eq!(line.outcome.as_ref().unwrap().to_string(), "White has won by checkmate");
/// ```
pub fn replay(game: &Game, setup: SetupId, text: &str) -> Replay {
    replay_from(game.start_of(setup), setup, text)
}

/// Plays a game text from a position. `setup` is the setup of positions that the text itself gives.
///
/// The work is bounded: a text of more than [`MAX_BYTES`] is refused, and one with more plies than [`MAX_PLIES`], more
/// lines than [`MAX_LINES`] or more mistakes than are reported is not read to its end.
pub fn replay_from(position: Position, setup: SetupId, text: &str) -> Replay {
    replay_in(position, setup, text, None)
}

/// Plays a game text from a position, in the notation of the `chosen` dialect or of any. A note says once in which other
/// notation moves are read. Ranks are counted from 0 in the whole text or nowhere.
pub fn replay_in(position: Position, setup: SetupId, text: &str, chosen: Option<Dialect>) -> Replay {
    let from_zero = can_count_from_zero(&position, chosen);
    let first = replay_once(position.clone(), setup, text, chosen, from_zero && chosen.is_some());
    if !from_zero || chosen.is_some() {
        return first;
    }
    let other = replay_once(position, setup, text, chosen, true);
    match (first.is_complete(), other.is_complete()) {
        (true, true) => first.with_ranks_warning(&other),
        (false, true) => other.with_ranks_note(),
        // The mistake is one of the reading that fits the most moves.
        (false, false) if other.count_plies() > first.count_plies() => other,
        (_, false) => first,
    }
}

/// Plays a game text with ranks counted from 0 or from 1.
fn replay_once(
    position: Position,
    setup: SetupId,
    text: &str,
    chosen: Option<Dialect>,
    ranks_from_zero: bool,
) -> Replay {
    let at = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
    let mut player = Replayer {
        game: position.game().clone(),
        setup,
        text,
        at,
        fresh_line: true,
        after_tags: false,
        has_content: false,
        no_moves: Vec::new(),
        letters: Letters::default(),
        chosen,
        ranks_from_zero,
        is_foreign: false,
        termination: None,
        result: None,
        replay: Replay { lines: Vec::new(), diagnostics: Vec::new() },
        verdict: position.outcome(),
        line: Line { start: position.clone(), plies: Vec::new(), position, outcome: None },
        state: LineState::Playing,
        plies: 0,
        after_comma: false,
        number: None,
        numbered_from: None,
    };
    if text.len() > MAX_BYTES {
        player.at = text.len();
        let message = format!("this game text is larger than {MAX_BYTES} bytes");
        let help = "divide it into several texts";
        player.report_unreadable(Code::GameTextTooLong, Span::at(0), message, "too large", help);
    }
    while !player.is_over() && player.read_next_part() {}
    player.finish_line();
    if player.plies == 0
        && let Some(first) = player.no_moves.first().filter(|_| player.no_moves.len() >= NO_GAME)
    {
        player.replay.diagnostics = vec![no_game_error(text, *first)];
    }
    player.replay
}

/// A text is no game text if it has this many words that are no moves, and nothing of it is played.
const NO_GAME: usize = 8;

/// The mistake of a text that is no game text.
fn no_game_error(text: &str, first: Span) -> Diagnostic {
    let word = text.get(first.range()).unwrap_or_default();
    let message = format!("this is no game text: `{word}` is no move, and neither are many words after it");
    let help = "name another file; in a game text, comments stand in braces or behind a `;`";
    Diagnostic::error(Code::GameTextNoGame, first, message).label("the first of them").help(help)
}

/// Results as texts have them, with the winner.
const RESULTS: [(&str, Option<Side>); 7] = [
    ("1/2-1/2", None),
    ("1/2", None),
    ("1/2:1/2", None),
    ("½-½", None),
    ("½:½", None),
    ("1-0", Some(Side::White)),
    ("0-1", Some(Side::Black)),
];

/// Most plies of a text.
pub const MAX_PLIES: usize = 10_000;

/// Most lines of play in a text.
pub const MAX_LINES: usize = 1_000;

/// The state of the replay of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineState {
    /// The next move can be played.
    Playing,
    /// A mistake ended the line.
    Stopped,
    /// The position of the line can't be read or is impossible, so there is no line.
    NotBegun,
    /// The text is too long to be read on.
    Exhausted,
}

/// State of a replay: the line of play, and the reader's place in the text.
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own about what was read")]
struct Replayer<'t> {
    game: Game,
    setup: SetupId,
    text: &'t str,
    /// The place in the text.
    at: usize,
    /// Whether there are only blanks before this place on its line.
    fresh_line: bool,
    /// Whether moves or a result follow the last tags: further tags belong to another game.
    after_tags: bool,
    /// Whether a part of the text belongs to the present line of play.
    has_content: bool,
    /// The words that are no moves.
    no_moves: Vec<Span>,
    letters: Letters,
    /// The dialect that is asked for.
    chosen: Option<Dialect>,
    ranks_from_zero: bool,
    /// Whether a notation of other programs has been noted.
    is_foreign: bool,
    /// How the game has ended, if a tag says that it was not by play: by time, or by a ruling.
    termination: Option<String>,
    /// The winner by the tag `Result`, or `None` for a draw.
    result: Option<Spanned<Option<Side>>>,
    replay: Replay,
    line: Line,
    /// The outcome by the rules in the current position of the line.
    verdict: Option<Outcome>,
    state: LineState,
    /// The plies played in all lines.
    plies: usize,
    /// Whether a comma stands between the last move and the next one.
    after_comma: bool,
    /// The move number between them.
    number: Option<Spanned<MoveNumber>>,
    /// By how much the numbers of this line are greater than those of its positions.
    numbered_from: Option<i64>,
}

/// The number of a move.
#[derive(Clone, Copy)]
struct MoveNumber {
    /// The number; `None` where only dots are written.
    number: Option<u32>,
    /// Whether its dots mean that the player moves who did not move first.
    second: bool,
}

/// Reads the text, part by part.
impl<'t> Replayer<'t> {
    /// The text that has not been read.
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The text up to the end of the line, without trailing blanks.
    fn rest_of_line(&self) -> Word<'t> {
        let rest = self.rest();
        let len = rest.find('\n').unwrap_or(rest.len());
        let line = rest[..len].trim_end();
        Spanned::new(line, Span::new(self.at, self.at + line.len()))
    }

    /// Reports a part of the text that can't be understood.
    fn report_unreadable(&mut self, code: Code, span: Span, message: impl Into<String>, label: &str, help: &str) {
        self.report(Diagnostic::error(code, span, message).label(label).help(help));
    }

    /// Moves on behind blanks, and notes whether a line begins.
    fn skip_blanks(&mut self) {
        let rest = self.rest();
        let blanks = &rest[..rest.len() - rest.trim_start().len()];
        self.fresh_line |= blanks.contains('\n');
        self.at += blanks.len();
    }

    /// Reads and plays one part of the text; false at its end.
    fn read_next_part(&mut self) -> bool {
        self.skip_blanks();
        let Some(next) = self.rest().chars().next() else { return false };
        if std::mem::take(&mut self.fresh_line) && self.read_whole_line() {
            return true;
        }
        let start = self.at;
        match next {
            '{' => self.skip_comment('{', '}'),
            '(' => self.skip_comment('(', ')'),
            ';' => self.at = self.rest_of_line().span.end,
            ',' => {
                self.at += 1;
                self.after_comma |= self.joins_line();
            }
            '$' => {
                self.at += 1 + self.rest()[1..].bytes().take_while(u8::is_ascii_digit).count();
            }
            _ if self.skip_evaluation() => {}
            '!' | '?' | '+' | '#' | '‼' | '⁇' | '⁉' | '⁈' | '†' | '‡' if !self.symbol_with_plus() => {
                self.at += next.len_utf8();
                if next == '#' && self.joins_line() {
                    self.check_mate_sign(Span::new(start, self.at));
                }
            }
            '*' => {
                self.at += 1;
                // The result of an unfinished game.
                self.after_tags = true;
            }
            _ => {
                if !(self.read_result() || self.read_move_number() || self.read_keyword()) {
                    self.read_move();
                }
            }
        }
        true
    }

    /// Whether a plus belongs to a man here, as in `+K…`.
    fn symbol_with_plus(&self) -> bool {
        self.rest().starts_with('+') && take_symbol(self.rest()).is_some()
    }

    /// Skips a comment in brackets, which may hold others of its kind. Text in braces within parentheses has none.
    fn skip_comment(&mut self, open: char, close: char) {
        let mut depth = 0_usize;
        let mut within_braces = false;
        for (at, char) in self.rest().char_indices() {
            if open == '(' && (char == '{' || within_braces) {
                within_braces = char != '}';
            } else if char == open {
                depth += 1;
            } else if char == close {
                depth -= 1;
            }
            if depth == 0 {
                self.at += at + close.len_utf8();
                return;
            }
        }
        // In PGN braces hold no others, and in prose a brace may lack its counterpart.
        if let Some(at) = self.rest().find(close) {
            self.at += at + close.len_utf8();
            return;
        }
        let span = Span::new(self.at, self.at + 1);
        let message = format!("this comment has no `{close}`");
        let help = format!("close it with `{close}`");
        self.report_unreadable(Code::GameTextUnclosedComment, span, message, "opened here", &help);
        self.at = self.text.len();
    }

    /// Reads a header, a tag or a row of a diagram; false if the line is none.
    fn read_whole_line(&mut self) -> bool {
        let line = self.rest_of_line();
        if line.value.starts_with('[') {
            self.read_tag(line);
            return true;
        }
        if line.value.starts_with('%') {
            // An escape line of PGN, for the program that wrote it.
            self.at = line.span.end;
            return true;
        }
        // A sign alone on its line is the result of an unfinished game.
        let is_result = line.value == "*" && self.game.variant().board.files() > 1;
        if !is_result && read_row(line).is_some() {
            let diagram = self.read_diagram();
            if self.is_right_size(&diagram)
                && self.joins_line()
                && let Err(error) = board_diagram::compare(&self.line.position, &diagram, &self.letters)
            {
                self.stop_line(error);
            }
            return true;
        }
        let Some((name, value)) = line.value.split_once(':') else { return false };
        if PLAYERS.contains(&name) {
            self.at = line.span.end;
            return true;
        }
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return false;
        }
        let from = name.len() + 1 + value.len() - value.trim_start().len();
        let name = line.slice(0, name.len());
        let value = line.slice(from, line.value.len());
        self.at = line.span.end;
        self.read_header(name, value);
        true
    }

    /// Reads a header line such as `setup: NAME`.
    fn read_header(&mut self, name: Word<'t>, value: Word<'t>) {
        if HEADERS.contains(&name.value) && value.value.is_empty() {
            let message = format!("`{}:` says nothing", name.value);
            let help = "write what it says after the colon, or leave the line out";
            self.report_unreadable(Code::GameTextHeader, name.span, message, "expected more after it", help);
            return;
        }
        match name.value {
            // A note: the caller chooses the game.
            "game" => {}
            "setup" => {
                let position = self.find_setup(value).map(|(setup, array)| {
                    self.setup = setup;
                    let start = array.and_then(|number| self.game.start_of_array(setup, number));
                    start.unwrap_or_else(|| self.game.start_of(setup))
                });
                self.begin_line(position.map_err(TextError::from), value.span);
            }
            "position" => self.read_position(value),
            "letters" => self.read_letters(value),
            other => {
                let message = format!("`{other}:` is no header of a game text");
                let unknown = Diagnostic::error(Code::GameTextHeader, name.span, message).label("unknown");
                self.report(unknown.suggest(name.span, other, HEADERS));
            }
        }
    }

    /// Reads a position from a FEN or a diagram, and begins a line from it.
    fn read_position(&mut self, value: Word<'t>) {
        let Some(rest) = value.value.strip_prefix("diagram").filter(|rest| rest.is_empty() || rest.starts_with(' '))
        else {
            return self.begin_from_fen(value, false);
        };
        let tail = value.slice(value.value.len() - rest.trim_start().len(), value.value.len());
        self.skip_blanks();
        if read_row(self.rest_of_line()).is_none() {
            let message = "here the diagram of the position should follow";
            let help = "draw the board below, a row for each rank, squares separated by blanks";
            self.report_unreadable(Code::GameTextDiagram, value.span, message, "says that a diagram follows", help);
            return;
        }
        let diagram = self.read_diagram();
        if self.is_right_size(&diagram) {
            let position = board_diagram::position(&self.game, self.setup, &diagram, tail, &self.letters);
            self.begin_line(position, diagram.span);
        }
    }

    /// Reads the meanings of letters in the text: `R = S, Q = O, white O = P`.
    fn read_letters(&mut self, value: Word<'t>) {
        let mut start = 0;
        for entry in value.value.split(',') {
            let entry_word = value.slice(start, start + entry.len());
            start += entry.len() + 1;
            let Some(letter) = Letter::parse(entry) else {
                let message = format!("`{}` explains no letter", entry.trim());
                let help = "as in `letters: R = S, Q = O, white O = P`: the text's letter first, then the game's";
                let label = "expected `LETTER = LETTER`";
                self.report_unreadable(Code::GameTextLetters, entry_word.span, message, label, help);
                continue;
            };
            self.add_letter(letter, entry_word.span);
        }
    }

    /// Reads a tag of PGN: `[FEN "…"]` or `[SFEN "…"]` begins a line, others are ignored. Tags after moves begin another game.
    fn read_tag(&mut self, line: Word<'t>) {
        // Some programs put several tags, and even moves, on one line.
        let end = line.value.find("\"]").map_or(line.value.len(), |at| at + 2);
        let line = line.slice(0, end);
        (self.at, self.fresh_line) = (line.span.end, true);
        if std::mem::take(&mut self.after_tags) {
            self.has_content = true;
            self.begin_line(Ok(self.game.start_of(self.setup)), line.span);
            (self.termination, self.result) = (None, None);
            // The first position of another game is its own.
            self.has_content = false;
        }
        let inside = line.value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let parsed = inside.and_then(|inside| {
            let (name, value) = inside.split_once(char::is_whitespace)?;
            Some((name, value.trim().strip_prefix('"')?.strip_suffix('"')?))
        });
        let Some((name, value)) = parsed else {
            let (message, help) = ("this tag can't be read", "a comment stands in `{…}` or `(…)`");
            return self.report_unreadable(Code::GameTextTag, line.span, message, "expected `[Name \"value\"]`", help);
        };
        let name = name.to_ascii_lowercase();
        match name.as_str() {
            "fen" | "sfen" => {
                let at = line.value.find(value).unwrap_or(0);
                self.begin_from_fen(line.slice(at, at + value.len()), name == "sfen");
            }
            "variant" => self.check_variant_tag(value, line),
            "result" => {
                let known = RESULTS.into_iter().find(|(text, _)| *text == value);
                self.result = known.map(|(_, winner)| Spanned::new(winner, line.span));
            }
            "termination" if !value.eq_ignore_ascii_case("normal") => self.termination = Some(value.to_owned()),
            _ => {}
        }
    }

    /// Reads the rows of a diagram from here on, up to an empty line.
    fn read_diagram(&mut self) -> BoardDiagram {
        let mut rows = Vec::new();
        let mut span = self.rest_of_line().span;
        loop {
            let line = self.rest_of_line();
            let Some(cells) = read_row(line) else { break };
            span = span.to(line.span);
            rows.push(cells);
            self.at = line.span.end;
            let rest = self.rest();
            let blanks = rest.len() - rest.trim_start().len();
            // An empty line ends a diagram.
            if rest[..blanks].matches('\n').count() != 1 {
                break;
            }
            self.skip_blanks();
        }
        self.fresh_line |= self.rest().starts_with('\n');
        BoardDiagram { span, rows }
    }

    /// Whether a diagram has the rows and files of the board; reports where it has not.
    fn is_right_size(&mut self, diagram: &BoardDiagram) -> bool {
        let board = self.game.variant().board;
        let (files, ranks) = (usize::from(board.files()), usize::from(board.ranks()));
        let mut is_right = diagram.rows.len() == ranks;
        for row in diagram.rows.iter().filter(|row| row.len() != files) {
            let span = row.iter().map(|cell| cell.span).reduce(Span::to).unwrap_or(diagram.span);
            let message = format!("this row has {} squares, but the board has {files} files", row.len());
            let wide = Diagnostic::error(Code::GameTextDiagram, span, message).label("a row of another width");
            self.report(wide);
            is_right = false;
        }
        if diagram.rows.len() != ranks {
            let message = format!("this diagram has {} rows, but the board has {ranks} ranks", diagram.rows.len());
            let (label, help) = ("another number of rows", "an empty line ends a diagram");
            self.report_unreadable(Code::GameTextDiagram, diagram.span, message, label, help);
        }
        is_right
    }

    /// Reads a result such as `1-0`; false if there is none.
    fn read_result(&mut self) -> bool {
        let start = self.at;
        for (text, winner) in RESULTS {
            let Some(after) = self.rest().strip_prefix(text) else { continue };
            if after.starts_with(|next: char| next.is_alphanumeric() || "-:".contains(next)) {
                continue;
            }
            self.at += text.len();
            self.after_tags = true;
            // No move of that number is played.
            self.number = None;
            if self.joins_line() {
                self.end_by_result(winner, Span::new(start, self.at));
            }
            return true;
        }
        false
    }

    /// Reads a word that is no move of a man; false if there is none.
    fn read_keyword(&mut self) -> bool {
        let word = self.next_word(self.at);
        let end = word.span.end;
        match word.value {
            "checkmate" | "mate" | "Checkmate" | "Mate" => self.add_claim("checkmate", word.span),
            "check" | "ch" => {
                self.at = end;
                return true;
            }
            // A word about the position, or the move that claims it: that depends on the position.
            uci::STALEMATE | uci::END | uci::PASS => {
                self.add_move(&SanMove::new(word.span, SanForm::Word(word.value.to_owned()), None));
            }
            "resigns" | "resign" | "resigned" => self.resign(None, word.span),
            "White" | "Black" | "white" | "black" => {
                let side = if word.value.eq_ignore_ascii_case("white") { Side::White } else { Side::Black };
                let gap = self.text[end..].len() - self.text[end..].trim_start().len();
                let next = self.next_word(end + gap);
                if gap == 0 || !matches!(next.value, "resigns" | "resign" | "resigned") {
                    return false;
                }
                self.at = next.span.end;
                self.resign(Some(side), word.span.to(next.span));
                return true;
            }
            _ => return false,
        }
        self.at = end;
        self.skip_full_stop();
        true
    }

    /// Moves on behind the full stop of a sentence.
    fn skip_full_stop(&mut self) {
        if self.rest().starts_with('.') && !self.rest().starts_with("..") {
            self.at += 1;
        }
    }

    /// The run of letters at a byte, if a mark or a blank follows it.
    fn next_word(&self, at: usize) -> Word<'t> {
        let rest = &self.text[at..];
        let len = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let whole = !rest[len..].starts_with(|next: char| next.is_alphanumeric() || "-:@='".contains(next));
        let len = if whole { len } else { 0 };
        Spanned::new(&rest[..len], Span::new(at, at + len))
    }

    /// Reads a move and plays it.
    fn read_move(&mut self) {
        let start = self.at;
        if self.ranks_from_zero && (self.read_foreign_move() || self.refuse_coordinates()) {
            return;
        }
        match san::read(&self.game, self.ranks_from_zero, self.text, self.at) {
            Err(_) if self.read_foreign_move() => {}
            Ok((written, end)) if end > start => {
                self.at = end;
                self.skip_full_stop();
                if self.rest().starts_with(char::is_alphanumeric) {
                    self.at = start;
                    if !self.read_foreign_move() {
                        self.report_unknown_word(start);
                    }
                    return;
                }
                self.add_move(&written);
            }
            Ok(_) => self.report_unknown_word(start),
            Err(mistake) => {
                self.report(self.explain_foreign_move(Span::at(start)).unwrap_or(mistake));
                self.skip_word(start);
            }
        }
    }

    /// Moves on behind the word at a byte, and returns its place.
    fn skip_word(&mut self, start: usize) -> Span {
        let rest = &self.text[start..];
        let len = rest.find(|char: char| char.is_whitespace() || char == ',').unwrap_or(rest.len());
        let len = len.max(rest.chars().next().map_or(0, char::len_utf8));
        self.at = self.at.max(start + len);
        Span::new(start, start + len)
    }

    /// Reports a word that is no move.
    fn report_unknown_word(&mut self, start: usize) {
        let span = self.skip_word(start);
        let message = format!("`{}` is no move", &self.text[span.range()]);
        let help = "words about the game stand in `{…}`, in `(…)` or after `;`";
        self.report_unreadable(Code::MoveUnreadable, span, message, "not understood", help);
    }
}

/// Plays the moves read so far.
impl Replayer<'_> {
    /// Whether the rest of the text is not read: there are too many lines, plies or mistakes.
    fn is_over(&self) -> bool {
        self.state == LineState::Exhausted || self.replay.diagnostics.len() > MAX_DIAGNOSTICS
    }

    /// Adds a part of the text to the present line of play; returns whether it can be played.
    fn joins_line(&mut self) -> bool {
        self.has_content = true;
        self.state == LineState::Playing
    }

    /// Reports a text that can't be understood.
    fn report(&mut self, mistake: Diagnostic) {
        if self.is_over() {
            return;
        }
        let span = mistake.span();
        if mistake.code == Code::MoveUnreadable {
            self.no_moves.push(span);
        }
        let word = self.text.get(span.range()).unwrap_or_default();
        let mistake = with_small_letters_help(&self.line.position, word, mistake);
        let mistake = with_notations_help(&self.line.position, word, self.chosen, mistake);
        self.stop_line(mistake.into());
    }

    /// Plays a move, if the line can still be played.
    fn add_move(&mut self, written: &SanMove) {
        self.after_tags = true;
        if self.joins_line() {
            self.play_written(written);
        }
    }

    /// Checks a word about the position, such as `checkmate`, or a `#` that stands alone.
    fn add_claim(&mut self, reason: &str, span: Span) {
        if self.joins_line() {
            self.check_claim(reason, span);
        }
    }

    /// Ends the line as a player gives up; `None` is the player to move.
    fn resign(&mut self, side: Option<Side>, span: Span) {
        self.after_tags = true;
        if self.joins_line() {
            self.end_series(None, span);
            let loser = side.unwrap_or_else(|| self.line.position.turn());
            self.end_by_agreement(Some(!loser), "resignation", span);
        }
    }

    /// Adds a letter of the text, if the game has the man that it means.
    fn add_letter(&mut self, letter: Letter, span: Span) {
        if self.is_over() {
            return;
        }
        let variant = self.game.variant();
        let Letter { side, means, .. } = &letter;
        let mut sides = Side::ALL.into_iter().filter(|one| side.is_none_or(|side| side == *one));
        if sides.any(|side| variant.kind_of_symbol(side, means).is_some()) {
            return self.letters.add(letter);
        }
        let whose = side.map_or_else(|| variant.title.clone(), |side| side.to_string());
        let unknown = Diagnostic::error(Code::GameTextLetters, span, format!("{whose} has no man `{means}`"));
        let known = variant.kinds.iter().filter(|kind| side.is_none_or(|side| kind.sides[side]));
        let known: Vec<_> = known.map(|kind| format!("`{}`", kind.symbol)).collect();
        let help = format!("the game's letter stands behind the `=`: {}", any_of(known));
        self.replay.diagnostics.push(unknown.label("no man of the game").help(help));
    }

    /// The setup of this name, or the error of an unknown one.
    fn find_setup(&self, name: Word<'_>) -> Result<(SetupId, Option<u64>), Diagnostic> {
        let variant = self.game.variant();
        self.game.find_start(name.value).map_err(|reason| {
            if reason != UnknownStart::NoSetup {
                let unknown = Diagnostic::error(Code::GameTextSetup, name.span, reason.to_string());
                return unknown.label("no such array").help(reason.help());
            }
            let message = format!("{} has no setup `{}`", variant.title, name.value);
            let known = variant.setups.iter().map(|setup| setup.name.as_str());
            let unknown = Diagnostic::error(Code::GameTextSetup, name.span, message).label("no such setup");
            unknown.suggest(name.span, name.value, known)
        })
    }

    /// Begins a new line, in place of the present one if no part of the text belongs to that.
    fn begin_line(&mut self, position: Result<Position, TextError>, span: Span) {
        if self.is_over() {
            return;
        }
        if std::mem::replace(&mut self.has_content, true) {
            self.finish_line();
        }
        if self.replay.lines.len() >= MAX_LINES {
            return self.stop_replay(format!("this is one of more than {MAX_LINES} positions to begin from"), span);
        }
        self.after_comma = false;
        (self.number, self.numbered_from) = (None, None);
        match position {
            Ok(position) => {
                self.state = LineState::Playing;
                self.verdict = position.outcome();
                self.line = Line { start: position.clone(), plies: Vec::new(), position, outcome: None };
            }
            Err(error) => {
                self.stop_line(error);
                self.state = LineState::NotBegun;
            }
        }
    }

    /// Adds the present line to the replay.
    fn finish_line(&mut self) {
        self.refuse_lone_number();
        if self.state == LineState::NotBegun || self.replay.lines.len() >= MAX_LINES {
            return;
        }
        let mut line = self.line.clone();
        line.outcome = line.outcome.or_else(|| self.verdict.clone());
        self.check_result_tag(line.outcome.as_ref());
        self.replay.lines.push(line);
    }

    /// Reports errors, and plays no more of the present line.
    fn stop_line(&mut self, error: TextError) {
        self.replay.diagnostics.extend(error.into_diagnostics());
        if self.state == LineState::Playing {
            self.state = LineState::Stopped;
        }
    }

    /// Ends the replay at a place beyond which nothing is played.
    fn stop_replay(&mut self, message: String, span: Span) {
        let error = Diagnostic::error(Code::GameTextTooLong, span, message).label("nothing is played from here on");
        self.stop_line(error.help("divide the text into several").into());
        self.state = LineState::Exhausted;
    }

    /// Finds the legal move that a written one means, and plays it.
    fn play_written(&mut self, written: &SanMove) {
        self.end_series(Some(written), written.span);
        self.check_move_number();
        if let Some(outcome) = &self.line.outcome {
            return self.stop_line(game_over_error(outcome, written.span).into());
        }
        if matches!(&written.form, SanForm::Word(word) if word == uci::STALEMATE)
            && uci::find(&self.line.position, uci::STALEMATE).is_none()
        {
            return self.check_claim("stalemate", written.span);
        }
        match (resolve(&self.line.position, self.text, written, &self.letters), &written.form) {
            (Ok((mv, warnings)), _) => {
                self.replay.diagnostics.extend(warnings);
                self.note_foreign_letter(written);
                self.play(mv, written.span);
            }
            (Err(_), SanForm::TwoLegs(legs)) if self.plays_series() => {
                for leg in legs.iter() {
                    self.play_written(leg);
                    if self.state != LineState::Playing {
                        return;
                    }
                    self.after_comma = true;
                }
            }
            (Err(_), SanForm::TwoLegs(legs))
                if resolve(&self.line.position, self.text, &legs[0], &self.letters).is_ok() =>
            {
                return self.stop_line(joined_moves_error(self.text, written, legs).into());
            }
            (Err(mistake), _) => {
                if !self.read_foreign_move_at(written.span.start) {
                    let mistake = self.explain_foreign_move(written.span).unwrap_or(mistake);
                    self.stop_line(with_letters_help(self.text, mistake).into());
                }
                return;
            }
        }
        self.after_comma = false;
        if let Some(span) = written.mate.filter(|_| self.state == LineState::Playing) {
            self.check_mate_sign(span);
        }
    }

    /// Whether the side to move plays series.
    fn plays_series(&self) -> bool {
        self.game.variant().rules.series[self.line.position.turn()].is_some()
    }

    /// Plays a legal move of the present line.
    fn play(&mut self, mv: Move, span: Span) {
        if self.plies >= MAX_PLIES {
            return self.stop_replay(format!("this is one of more than {MAX_PLIES} plies"), span);
        }
        let before = &self.line.position;
        let ply = Ply { span, side: before.turn(), mv, text: uci::write(before, mv) };
        match self.line.position.play(mv) {
            Ok(()) => {
                self.plies += 1;
                self.line.plies.push(ply);
                self.verdict = self.line.position.outcome();
            }
            Err(reason) => {
                let mistake = explain_illegal_move(&self.line.position, mv, &reason, span);
                self.stop_line(mistake.into());
            }
        }
    }

    /// Ends the series of the player who has just moved, if the text goes over to the other player here.
    fn end_series(&mut self, next: Option<&SanMove>, span: Span) {
        if !self.plays_series() || self.line.position.arrangement().series == 0 {
            return;
        }
        let goes_on = next.is_some_and(|written| {
            // Programs write `end`.
            let text = self.text.get(written.span.range()).unwrap_or_default();
            self.after_comma || (self.number.is_none() && uci::find(&self.line.position, text).is_some())
        });
        if goes_on {
            return;
        }
        if self.line.position.check_move(Move::EndSeries).is_ok() {
            self.play(Move::EndSeries, Span::at(span.start));
        }
    }

    /// Warns if a word such as `checkmate` is not true of the position.
    fn check_claim(&mut self, reason: &str, span: Span) {
        let message = match &self.verdict {
            Some(outcome) if *outcome.reason == *reason => return,
            None => format!("this is no {reason}: the game goes on"),
            Some(outcome) => format!("this is no {reason}: {outcome}"),
        };
        let warning = Diagnostic::warning(Code::GameTextSays, span, message).label(format!("said to be {reason}"));
        self.replay.diagnostics.push(match example_move(&self.line.position) {
            Some(example) => warning.help(example),
            None => warning,
        });
    }

    /// Ends the line by a result that the players have agreed on.
    fn end_by_agreement(&mut self, winner: Option<Side>, reason: &str, span: Span) {
        if let Some(outcome) = self.line.outcome.as_ref().or(self.verdict.as_ref()) {
            return self.stop_line(game_over_error(outcome, span).into());
        }
        self.line.outcome = Some(Outcome::new(winner, reason));
    }
}

/// An example of a legal move, which shows that the game is not over: "White can play `a2a3`, for one".
pub(crate) fn example_move(position: &Position) -> Option<String> {
    let moves = uci::legal_moves(position);
    moves.first().map(|(first, _)| format!("{} can play `{first}`, for one", position.turn()))
}

/// The error of two moves with a comma between them where there are no series.
fn joined_moves_error(text: &str, written: &SanMove, legs: &[SanMove; 2]) -> Diagnostic {
    let comma = Span::new(legs[0].span.end, legs[1].span.start);
    let [first, second] = legs.each_ref().map(|leg| text.get(leg.span.range()).unwrap_or_default());
    let message = "a comma joins the two legs of a castling, and these are two moves";
    Diagnostic::error(Code::MoveUnreadable, comma, message)
        .label("two moves")
        .also(written.span, "read as one move")
        .help(format!("write a blank between them: `{first} {second}`"))
}

/// Adds to the help that a text can define its own letters.
fn with_letters_help(text: &str, mut mistake: Diagnostic) -> Diagnostic {
    if mistake.code == Code::MoveUnknownLetter {
        let known = mistake.help.take().map_or_else(String::new, |help| help + "; ");
        let letter = text.get(mistake.span().range()).unwrap_or("S");
        mistake.help = Some(format!(
            "{known}a line `letters: {letter} = …` above the moves names the game's letter for the text's"
        ));
    }
    mistake
}
