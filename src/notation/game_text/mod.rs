//! Game texts: headers, diagrams and moves, read without playing them, and written.
//!
//! `docs/game-text.md` describes the format.

use std::collections::VecDeque;

use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{Board, Side};
use crate::notation::board_diagram::{BoardDiagram, read_row};
use crate::notation::man::take_symbol;
use crate::notation::san::{self, SanForm, SanMove};
use crate::notation::{Letter, uci};
use crate::source::{Span, Spanned, Word};

pub use write::{NotedMove, write_game, write_moves};
pub(super) use write::{fill, result_sign, words};

pub mod replay;
mod write;

/// A part of a game text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) enum GameItem {
    /// `game: NAME`: the game it was written for.
    Game(Spanned<String>),
    /// The first tag of another game in PGN: begin from the setup.
    Another(Span),
    /// `setup: NAME`: begin from this setup.
    Setup(Spanned<String>),
    /// `position: FEN`: begin from this position.
    Position(Spanned<String>),
    /// `position: diagram w …`: begin from the diagram that follows; the rest of the FEN.
    PositionOfDiagram(Spanned<String>, BoardDiagram),
    /// A letter of `letters: R = S, white O = P`.
    Letter(Spanned<Letter>),
    /// A drawing of the board as it should stand here.
    Diagram(BoardDiagram),
    /// `12.` or `12...`
    Number(Spanned<MoveNumber>),
    /// A comma between moves.
    Comma,
    /// A move.
    Move(SanMove),
    /// A word about the position: `checkmate` or `stalemate`, or a mark like `#` that stands alone.
    Claim(Spanned<&'static str>),
    /// A player gives up; `None` is the player to move.
    Resigns(Spanned<Option<Side>>),
    /// `1-0`, `0-1`, `1/2-1/2`; `None` is a draw.
    Result(Spanned<Option<Side>>),
    /// An unreadable part.
    Unreadable(Diagnostic),
}

/// The number of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveNumber {
    /// The number; `None` where only dots are written.
    pub(crate) number: Option<u32>,
    /// Whether its dots mean that the player moves who did not move first.
    pub(crate) second: bool,
}

const HEADERS: [&str; 4] = ["game", "setup", "position", "letters"];
const BYTE_ORDER_MARK: char = '\u{feff}';
/// Lines that name the players.
const PLAYERS: [&str; 4] = ["White", "Black", "white", "black"];

/// A game text is no longer than this many bytes (1 MiB), so that any text is read in bounded time.
pub const MAX_BYTES: usize = 1 << 20;

/// Reads a game text for a board of this size, item by item; what can't be understood is [`GameItem::Unreadable`].
///
/// A text of more than [`MAX_BYTES`] is a single unreadable item.
pub(crate) fn read(board: Board, text: &str) -> Reader<'_> {
    let at = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
    let mut reader = Reader { board, text, at, fresh_line: true, after_tags: false, found: VecDeque::new() };
    if text.len() > MAX_BYTES {
        reader.at = text.len();
        let message = format!("this game text is larger than {MAX_BYTES} bytes");
        let help = "divide it into several texts";
        reader.unreadable(Code::GameTextTooLong, Span::at(0), message, "too large", help);
    }
    reader
}

/// The items of a game text, in order of place; see [`read`].
#[derive(Clone, Debug)]
pub(crate) struct Reader<'t> {
    board: Board,
    text: &'t str,
    at: usize,
    /// Whether there are only blanks before this place on its line.
    fresh_line: bool,
    /// Whether moves or a result stand after the tags that came last, so that other tags belong to another game.
    after_tags: bool,
    /// Items that were read and not yet returned.
    found: VecDeque<GameItem>,
}

impl Iterator for Reader<'_> {
    type Item = GameItem;

    fn next(&mut self) -> Option<GameItem> {
        while self.found.is_empty() && self.item() {}
        self.found.pop_front()
    }
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn line(&self) -> Word<'t> {
        let rest = self.rest();
        let len = rest.find('\n').unwrap_or(rest.len());
        let line = rest[..len].trim_end();
        Spanned::new(line, Span::new(self.at, self.at + line.len()))
    }

    fn push(&mut self, item: GameItem) {
        self.after_tags |= matches!(item, GameItem::Move(_) | GameItem::Result(_) | GameItem::Resigns(_));
        self.found.push_back(item);
    }

    fn unreadable(&mut self, code: Code, span: Span, message: impl Into<String>, label: &str, help: &str) {
        self.push(GameItem::Unreadable(Diagnostic::error(code, span, message).label(label).help(help)));
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        let blanks = &rest[..rest.len() - rest.trim_start().len()];
        self.fresh_line |= blanks.contains('\n');
        self.at += blanks.len();
    }

    /// Reads at most one item; false at the end of the text.
    fn item(&mut self) -> bool {
        self.skip_blanks();
        let Some(next) = self.rest().chars().next() else { return false };
        if std::mem::take(&mut self.fresh_line) && self.whole_line() {
            return true;
        }
        let start = self.at;
        match next {
            '{' => self.comment('{', '}'),
            '(' => self.comment('(', ')'),
            ';' => self.at = self.line().span.end,
            ',' => {
                self.at += 1;
                self.push(GameItem::Comma);
            }
            '$' => {
                self.at += 1 + self.rest()[1..].bytes().take_while(u8::is_ascii_digit).count();
            }
            '!' | '?' | '+' | '#' | '‼' | '⁇' | '⁉' | '⁈' | '†' | '‡' if !self.symbol_with_plus() => {
                self.at += next.len_utf8();
                if next == '#' {
                    self.push(GameItem::Claim(Spanned::new("checkmate", Span::new(start, self.at))));
                }
            }
            '*' => {
                self.at += 1;
                // The result of an unfinished game.
                self.after_tags = true;
            }
            _ => {
                if !(self.game_result() || self.number() || self.keyword()) {
                    self.chess_move();
                }
            }
        }
        true
    }

    /// `+K…`: a plus that belongs to a man.
    fn symbol_with_plus(&self) -> bool {
        self.rest().starts_with('+') && take_symbol(self.rest()).is_some()
    }

    /// A comment in brackets, which may hold others of its sort. What stands in braces within parentheses has none.
    fn comment(&mut self, open: char, close: char) {
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
        self.unreadable(Code::GameTextUnclosedComment, span, message, "opened here", &help);
        self.at = self.text.len();
    }

    /// A header, a tag or a row of a diagram.
    fn whole_line(&mut self) -> bool {
        let line = self.line();
        if line.value.starts_with('[') {
            self.tag(line);
            return true;
        }
        if line.value.starts_with('%') {
            // An escape line of PGN, for the program that wrote it.
            self.at = line.span.end;
            return true;
        }
        // A sign alone on its line is the result of an unfinished game.
        let is_result = line.value == "*" && self.board.files() > 1;
        if !is_result && read_row(line).is_some() {
            let diagram = self.diagram();
            if self.is_right_size(&diagram) {
                self.push(GameItem::Diagram(diagram));
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
        self.header(name, value);
        true
    }

    fn header(&mut self, name: Word<'t>, value: Word<'t>) {
        if HEADERS.contains(&name.value) && value.value.is_empty() {
            let message = format!("`{}:` says nothing", name.value);
            let help = "write what it says after the colon, or leave the line out";
            self.unreadable(Code::GameTextHeader, name.span, message, "expected more after it", help);
            return;
        }
        match name.value {
            "game" => self.push(GameItem::Game(value.map(str::to_owned))),
            "setup" => self.push(GameItem::Setup(value.map(str::to_owned))),
            "position" => self.position(value),
            "letters" => self.letters(value),
            other => {
                let message = format!("`{other}:` is no header of a game text");
                let unknown = Diagnostic::error(Code::GameTextHeader, name.span, message).label("unknown");
                self.push(GameItem::Unreadable(unknown.suggest(name.span, other, HEADERS)));
            }
        }
    }

    fn position(&mut self, value: Word<'t>) {
        let Some(rest) = value.value.strip_prefix("diagram").filter(|rest| rest.is_empty() || rest.starts_with(' '))
        else {
            self.push(GameItem::Position(value.map(str::to_owned)));
            return;
        };
        let tail = value.slice(value.value.len() - rest.trim_start().len(), value.value.len());
        self.skip_blanks();
        if read_row(self.line()).is_none() {
            let message = "here the diagram of the position should follow";
            let help = "draw the board below, a row for each rank, squares separated by blanks";
            self.unreadable(Code::GameTextDiagram, value.span, message, "says that a diagram follows", help);
            return;
        }
        let diagram = self.diagram();
        if self.is_right_size(&diagram) {
            self.push(GameItem::PositionOfDiagram(tail.map(str::to_owned), diagram));
        }
    }

    /// `R = S, Q = O, white O = P`
    fn letters(&mut self, value: Word<'t>) {
        let mut start = 0;
        for entry in value.value.split(',') {
            let entry_word = value.slice(start, start + entry.len());
            start += entry.len() + 1;
            let Some(letter) = letter(entry) else {
                let message = format!("`{}` explains no letter", entry.trim());
                let help = "as in `letters: R = S, Q = O, white O = P`: the text's letter first, then the game's";
                let label = "expected `LETTER = LETTER`";
                self.unreadable(Code::GameTextLetters, entry_word.span, message, label, help);
                continue;
            };
            self.push(GameItem::Letter(Spanned::new(letter, entry_word.span)));
        }
    }

    /// `[FEN "…"]` and other tags of PGN, which are ignored.
    fn tag(&mut self, line: Word<'t>) {
        self.at = line.span.end;
        if std::mem::take(&mut self.after_tags) {
            self.push(GameItem::Another(line.span));
        }
        let inside = line.value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let parsed = inside.and_then(|inside| {
            let (name, value) = inside.split_once(char::is_whitespace)?;
            Some((name, value.trim().strip_prefix('"')?.strip_suffix('"')?))
        });
        match parsed {
            Some(("FEN", fen)) => {
                let at = line.value.find(fen).unwrap_or(0);
                self.push(GameItem::Position(line.slice(at, at + fen.len()).map(str::to_owned)));
            }
            Some(_) => {}
            None => {
                let (message, help) = ("this tag can't be read", "a comment stands in `{…}` or `(…)`");
                self.unreadable(Code::GameTextTag, line.span, message, "expected `[Name \"value\"]`", help);
            }
        }
    }

    /// All rows of a diagram from here on.
    fn diagram(&mut self) -> BoardDiagram {
        let mut rows = Vec::new();
        let mut span = self.line().span;
        loop {
            let line = self.line();
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

    fn is_right_size(&mut self, diagram: &BoardDiagram) -> bool {
        let (files, ranks) = (usize::from(self.board.files()), usize::from(self.board.ranks()));
        let before = self.found.len();
        for row in diagram.rows.iter().filter(|row| row.len() != files) {
            let span = row.iter().map(|cell| cell.span).reduce(Span::to).unwrap_or(diagram.span);
            let message = format!("this row has {} squares, but the board has {files} files", row.len());
            let wide = Diagnostic::error(Code::GameTextDiagram, span, message).label("a row of another width");
            self.push(GameItem::Unreadable(wide));
        }
        if diagram.rows.len() != ranks {
            let message = format!("this diagram has {} rows, but the board has {ranks} ranks", diagram.rows.len());
            let (label, help) = ("another number of rows", "an empty line ends a diagram");
            self.unreadable(Code::GameTextDiagram, diagram.span, message, label, help);
        }
        self.found.len() == before
    }

    fn game_result(&mut self) -> bool {
        const RESULTS: [(&str, Option<Side>); 6] = [
            ("1/2-1/2", None),
            ("1/2:1/2", None),
            ("½-½", None),
            ("½:½", None),
            ("1-0", Some(Side::White)),
            ("0-1", Some(Side::Black)),
        ];
        let start = self.at;
        for (text, winner) in RESULTS {
            let Some(after) = self.rest().strip_prefix(text) else { continue };
            if after.starts_with(|next: char| next.is_alphanumeric() || next == '-') {
                continue;
            }
            self.at += text.len();
            self.push(GameItem::Result(Spanned::new(winner, Span::new(start, self.at))));
            return true;
        }
        false
    }

    /// A move's number and its dots: `1.`, `1...`, `4 ...`, `16`.
    fn number(&mut self) -> bool {
        let rest = self.rest();
        if rest.starts_with("0-0") {
            return false;
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let after = &rest[digits..];
        let blanks = after.len() - after.trim_start_matches([' ', '\t']).len();
        // An ellipsis counts as three dots, and is three bytes long.
        let dots = after[blanks..].len() - after[blanks..].trim_start_matches(['.', '…']).len();
        if digits == 0 && dots == 0 {
            return false;
        }
        if digits == 0 && dots == 1 {
            // The full stop of a sentence.
            self.at += blanks + dots;
            return true;
        }
        let len = if dots > 0 { digits + blanks + dots } else { digits };
        let span = Span::new(self.at, self.at + len);
        self.at = span.end;
        let number = MoveNumber { number: rest[..digits].parse().ok(), second: dots >= 2 };
        self.push(GameItem::Number(Spanned::new(number, span)));
        true
    }

    /// A word that is no move of a man.
    fn keyword(&mut self) -> bool {
        let word = self.next_word(self.at);
        let end = word.span.end;
        let claim = |outcome| GameItem::Claim(Spanned::new(outcome, word.span));
        let item = match word.value {
            "checkmate" | "mate" | "Checkmate" | "Mate" => claim("checkmate"),
            "check" | "ch" => {
                self.at = end;
                return true;
            }
            // A word about the position, or the move that claims it: that depends on the position.
            uci::STALEMATE | uci::END | uci::PASS => {
                GameItem::Move(SanMove { span: word.span, form: SanForm::Word(word.value.to_owned()), mate: None })
            }
            "resigns" | "resign" | "resigned" => GameItem::Resigns(Spanned::new(None, word.span)),
            "White" | "Black" | "white" | "black" => {
                let side = if word.value.eq_ignore_ascii_case("white") { Side::White } else { Side::Black };
                let gap = self.text[end..].len() - self.text[end..].trim_start().len();
                let next = self.next_word(end + gap);
                if gap == 0 || !matches!(next.value, "resigns" | "resign" | "resigned") {
                    return false;
                }
                self.at = next.span.end;
                self.push(GameItem::Resigns(Spanned::new(Some(side), word.span.to(next.span))));
                return true;
            }
            _ => return false,
        };
        self.at = end;
        self.skip_full_stop();
        self.push(item);
        true
    }

    fn skip_full_stop(&mut self) {
        if self.rest().starts_with('.') && !self.rest().starts_with("..") {
            self.at += 1;
        }
    }

    /// The run of letters at a byte, if nothing but a mark or a blank follows it.
    fn next_word(&self, at: usize) -> Word<'t> {
        let rest = &self.text[at..];
        let len = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let whole = !rest[len..].starts_with(|next: char| next.is_alphanumeric() || "-:@='".contains(next));
        let len = if whole { len } else { 0 };
        Spanned::new(&rest[..len], Span::new(at, at + len))
    }

    fn chess_move(&mut self) {
        let start = self.at;
        match san::read(self.board, self.text, self.at) {
            Ok((written, end)) if end > start => {
                self.at = end;
                self.skip_full_stop();
                if self.rest().starts_with(char::is_alphanumeric) {
                    return self.refuse_word(start);
                }
                self.push(GameItem::Move(written));
            }
            Ok(_) => self.refuse_word(start),
            Err(mistake) => {
                self.push(GameItem::Unreadable(mistake));
                self.skip_word(start);
            }
        }
    }

    fn skip_word(&mut self, start: usize) -> Span {
        let rest = &self.text[start..];
        let len = rest.find(|char: char| char.is_whitespace() || char == ',').unwrap_or(rest.len());
        let len = len.max(rest.chars().next().map_or(0, char::len_utf8));
        self.at = self.at.max(start + len);
        Span::new(start, start + len)
    }

    fn refuse_word(&mut self, start: usize) {
        let span = self.skip_word(start);
        let message = format!("`{}` is no move", &self.text[span.range()]);
        let help = "words about the game stand in `{…}`, in `(…)` or after `;`";
        self.unreadable(Code::MoveUnreadable, span, message, "not understood", help);
    }
}

fn letter(entry: &str) -> Option<Letter> {
    let (left, means) = entry.split_once('=')?;
    let (side, written) = match left.trim().split_once(char::is_whitespace) {
        Some(("white", rest)) => (Some(Side::White), rest.trim()),
        Some(("black", rest)) => (Some(Side::Black), rest.trim()),
        Some(_) => return None,
        None => (None, left.trim()),
    };
    let whole = |text: &str| take_symbol(text).filter(|symbol| symbol.text == text).map(|symbol| symbol.capital);
    Some(Letter { side, written: whole(written)?, means: whole(means.trim())? })
}
