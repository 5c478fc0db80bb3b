//! Input with completion and history in a terminal, otherwise line by line; the board as a player sees it: from the own
//! side, with squares in colours where a terminal has them.

use std::cell::OnceCell;
use std::fmt::Write;
use std::io::{self, IsTerminal};

use anstyle::{Ansi256Color, AnsiColor, Color, Style};
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use weakfish::engine::{Move, Position};
use weakfish::geometry::{Side, Square};
use weakfish::model::{BoardPattern, Figure, Kind, Mode, PlacedMan, Variant};
use weakfish::notation::{man_name, symbol, uci, write_move};

use crate::support::console::{self, Failure};
use crate::support::load;
use crate::support::paint::Paint;

/// No line is longer; what follows is another one.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// Input event: a line, Ctrl-C or the end.
pub(super) enum InputEvent {
    Line(String),
    /// Ctrl-C.
    Interrupted,
    /// Ctrl-D, or the end of the file.
    End,
}

/// Source of input: a person at a terminal, or anything else.
pub(super) struct Input {
    editor: Option<Editor<Suggestions, MemHistory>>,
    /// Names of commands.
    commands: Vec<&'static str>,
}

/// Completion of moves and commands.
#[derive(Default)]
struct Suggestions {
    position: Option<Position>,
    commands: Vec<&'static str>,
    /// Legal moves in algebraic and in machine notation, computed on demand.
    moves: OnceCell<Vec<[String; 2]>>,
}

impl Input {
    /// Makes an input with line editing in a terminal.
    pub(super) fn new(commands: Vec<&'static str>) -> Self {
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let history = MemHistory::with_config(&config);
        let editor = || Editor::with_history(config, history).ok();
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        Self { editor: if is_terminal { editor() } else { None }, commands }
    }

    pub(super) const fn is_terminal(&self) -> bool {
        self.editor.is_some()
    }

    /// Reads a line; moves of the position are completed.
    pub(super) fn read_line(&mut self, prompt: &str, position: Option<&Position>) -> Result<InputEvent, Failure> {
        let Some(editor) = &mut self.editor else { return read_plain_line(prompt) };
        let (position, commands) = (position.cloned(), self.commands.clone());
        editor.set_helper(Some(Suggestions { position, commands, ..Suggestions::default() }));
        match editor.readline(prompt) {
            Ok(line) => Ok(InputEvent::Line(line)),
            Err(ReadlineError::Interrupted) => Ok(InputEvent::Interrupted),
            Err(ReadlineError::Eof) => Ok(InputEvent::End),
            Err(error) => Err(Failure::Output(io::Error::other(error))),
        }
    }
}

/// Reads a line without an editor, and echoes it if the terminal does not.
fn read_plain_line(prompt: &str) -> Result<InputEvent, Failure> {
    console::print_text(prompt)?;
    console::flush()?;
    let Some(line) = load::next_line(&mut io::stdin().lock(), MAX_LINE_BYTES) else {
        console::print("")?;
        return Ok(InputEvent::End);
    };
    let line = line.trim().to_owned();
    if !io::stdin().is_terminal() {
        console::print(&line)?;
    }
    Ok(InputEvent::Line(line))
}

impl Suggestions {
    /// Legal moves in algebraic and in machine notation.
    fn legal_move_names(&self) -> &[[String; 2]] {
        self.moves.get_or_init(|| {
            let Some(position) = &self.position else { return Vec::new() };
            let legal = uci::legal_moves(position).into_iter();
            let mut moves: Vec<_> = legal.map(|(program, mv)| [write_move(position, mv), program]).collect();
            moves.sort();
            moves
        })
    }

    /// Completions of the beginning of a line.
    fn completions(&self, typed: &str) -> Vec<String> {
        let mut matches: Vec<String> = Vec::new();
        if typed.strip_prefix('/').is_none() {
            for notation in [0, 1] {
                let names = self.legal_move_names().iter().map(|names| &names[notation]);
                matches.extend(names.filter(|name| name.starts_with(typed)).cloned());
                // Machine notation is completed only once it has been begun.
                if typed.is_empty() || !matches.is_empty() {
                    break;
                }
            }
        }
        if !typed.is_empty() || self.position.is_none() {
            let slash = if typed.starts_with('/') { "/" } else { "" };
            let names = self.commands.iter().map(|name| format!("{slash}{name}"));
            matches.extend(names.filter(|name| name.starts_with(typed)));
        }
        matches
    }
}

impl Helper for Suggestions {}
impl Highlighter for Suggestions {}
impl Validator for Suggestions {}

impl Hinter for Suggestions {
    type Hint = String;
}

impl Completer for Suggestions {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = line.get(..at).unwrap_or(line);
        let blanks = typed.len() - typed.trim_start().len();
        let typed = &typed[blanks..];
        let pair = |text: String| Pair { display: text.clone(), replacement: text };
        Ok((blanks, self.completions(typed).into_iter().map(pair).collect()))
    }
}

/// White's men are bright on any square, Black's are orange.
const MEN: [u8; 2] = [231, 215];
/// Light and dark squares.
const SQUARES: [u8; 2] = [240, 236];
/// The squares of the last turn.
const LAST_MOVE: u8 = 22;
/// A royal man that is attacked.
const CHECK: u8 = 88;
/// A wall that was put in play.
const WALL: u8 = 244;
/// An empty point.
const POINT: u8 = 248;
const COORDINATES: Style = Style::new().dimmed();
const RIVER: Style = AnsiColor::Blue.on_default();

/// A wall, or a place that is no square.
const WALL_SIGN: &str = "*";

/// Men of chess by name, with White's and Black's figurine. The second is solid, so with colours it stands for either side.
const FIGURINES: [(&str, char, char); 6] = [
    ("king", '♔', '♚'),
    ("queen", '♕', '♛'),
    ("rook", '♖', '♜'),
    ("bishop", '♗', '♝'),
    ("knight", '♘', '♞'),
    ("pawn", '♙', '♟'),
];

/// How boards are drawn.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub(super) paint: Paint,
    /// Whether men of chess are figurines instead of letters.
    pub(super) figurines: bool,
}

impl Look {
    /// The figurine of a kind of men, if it has one.
    fn figurine(self, kind: &Kind, side: Side) -> Option<char> {
        let (_, white, black) = FIGURINES.iter().find(|(name, ..)| self.figurines && *name == kind.name)?;
        Some(if side == Side::White && !self.paint.colours { *white } else { *black })
    }
}

/// Highlighted squares.
#[derive(Default)]
pub(super) struct Marks {
    pub(super) last: Vec<Square>,
    pub(super) check: Vec<Square>,
}

impl Marks {
    /// Squares of the last moves, and royal pieces in check.
    pub(super) fn of(position: &Position, moves: &[Move]) -> Self {
        let last = moves.iter().flat_map(|mv| [mv.from(), mv.to()]).flatten().collect();
        let turn = position.turn();
        let royal = position.royal_men(turn).iter();
        let attacked = |square: &Square| !position.attackers(*square, !turn).is_empty();
        let check = if position.in_check() { royal.filter(attacked).collect() } else { Vec::new() };
        Self { last, check }
    }
}

/// Draws the board as text with coordinates, the first rank of `side` at the bottom.
pub(super) fn draw_board(position: &Position, side: Side, marks: &Marks, look: Look) -> String {
    let Look { paint, .. } = look;
    let variant = position.game().variant();
    let board = variant.board;
    let (men, walls) = (position.arrangement().men, position.walls());
    let (files, ranks) = (i32::from(board.files()), i32::from(board.ranks()));
    // From the upper left corner.
    let indices = |count: i32, rising: bool| -> Vec<i32> {
        if rising { (0..count).collect() } else { (0..count).rev().collect() }
    };
    let files = indices(files, side == Side::White);
    let ranks = indices(ranks, side == Side::Black);
    let has_points = variant.board_style.pattern == BoardPattern::Points;
    let cell = |file: i32, rank: i32| match board.square(file, rank) {
        None => (WALL_SIGN.to_owned(), None),
        Some(square) if walls.contains(square) => (WALL_SIGN.to_owned(), None),
        Some(square) => match men.iter().find(|man| man.square == square) {
            Some(man) => (man_text(position, man, look), Some(man.side)),
            None if paint.colours && !has_points => (String::new(), None),
            None if paint.colours => ("·".to_owned(), None),
            None => (".".to_owned(), None),
        },
    };
    let cells: Vec<Vec<(String, Option<Side>)>> =
        ranks.iter().map(|&rank| files.iter().map(|&file| cell(file, rank)).collect()).collect();
    let longest_in_column = |column: usize| cells.iter().map(|row| row[column].0.chars().count()).max().unwrap_or(1);
    let columns: Vec<usize> = (0..files.len()).map(longest_in_column).collect();
    let widest = columns.iter().copied().max().unwrap_or(1);
    let margin = ranks.len().to_string().len();
    let mut page = String::new();
    let board_width = columns.iter().map(|width| if paint.colours { widest + 2 } else { width + 1 }).sum::<usize>();
    for (index, (row, &rank)) in cells.iter().zip(&ranks).enumerate() {
        let is_behind =
            |before: i32| variant.board_style.river.is_some_and(|river| i32::from(river) == before.max(rank));
        if index.checked_sub(1).is_some_and(|before| is_behind(ranks[before])) {
            page.push_str(&" ".repeat(if paint.colours { margin + 1 } else { margin + 2 }));
            let width = if paint.colours { board_width } else { board_width - 1 };
            paint.push_styled(&mut page, RIVER, &"~".repeat(width));
            page.push('\n');
        }
        paint.push_styled(&mut page, COORDINATES, &format!("{:>margin$}", rank + 1));
        page.push_str(if paint.colours { " " } else { "  " });
        let mut line = String::new();
        for (column, ((text, man), &file)) in row.iter().zip(&files).enumerate() {
            if paint.colours {
                let square = board.square(file, rank);
                let shade = match variant.board_style.pattern {
                    BoardPattern::Checkered => usize::from((file + rank) % 2 == 0),
                    BoardPattern::Plain | BoardPattern::Points => {
                        usize::from(square.is_some_and(|square| in_palace(variant, square)))
                    }
                };
                let style = square_style(square, SQUARES[shade], (text.as_str(), *man), marks);
                paint.push_styled(&mut line, style, &format!(" {text:<widest$} "));
            } else {
                let _ = write!(line, "{text:<width$} ", width = columns[column]);
            }
        }
        page.push_str(line.trim_end_matches(|char| char == ' ' && !paint.colours));
        page.push('\n');
    }
    let names = files.iter().zip(&columns).map(|(&file, &width)| {
        let name = char::from(b'a' + file as u8);
        if paint.colours { format!(" {name:<widest$} ") } else { format!("{name:<width$} ") }
    });
    let names: String = names.collect();
    page.push_str(&" ".repeat(if paint.colours { margin + 1 } else { margin + 2 }));
    paint.push_styled(&mut page, COORDINATES, names.trim_end());
    page.push('\n');
    if position.game().facts().drops.hands {
        // In the order in which the players sit.
        page.extend([!side, side].map(|owner| hand_text(position, owner)));
    }
    page
}

/// Men in hand of a side as a line: `White in hand: 2 P, N`.
fn hand_text(position: &Position, side: Side) -> String {
    let men = position.hand(side).into_iter().map(|(kind, number)| {
        let letter = symbol(position.game().variant(), side, kind);
        if number == 1 { letter } else { format!("{number} {letter}") }
    });
    let men: Vec<String> = men.collect();
    let name = position.game().variant().side_name(side);
    format!("{name} in hand: {}\n", if men.is_empty() { "nothing".to_owned() } else { men.join(", ") })
}

/// Whether a square is within a palace.
fn in_palace(variant: &Variant, square: Square) -> bool {
    let board = variant.board;
    let (file, rank) = (board.file(square), board.rank(square));
    variant.board_style.palaces.iter().any(|palace| {
        let (files, ranks) =
            ([palace.from, palace.to].map(|at| board.file(at)), [palace.from, palace.to].map(|at| board.rank(at)));
        let within = |[one, other]: [i32; 2], at: i32| (one.min(other)..=one.max(other)).contains(&at);
        within(files, file) && within(ranks, rank)
    })
}

/// The legend: signs of the board and what they mean, a line each.
pub(super) fn legend(position: &Position, look: Look) -> String {
    let variant = position.game().variant();
    let mut lines: Vec<String> = Vec::new();
    let side = if look.paint.colours { Side::Black } else { Side::White };
    let figurines =
        variant.kinds.iter().filter_map(|kind| Some(format!("{} {}", look.figurine(kind, side)?, kind.symbol)));
    let figurines: Vec<String> = figurines.collect();
    if !figurines.is_empty() {
        lines.push(format!("Figurines and the letters to type: {}.", figurines.join(", ")));
    }
    lines.extend(explain_state(position, look));
    if position.arrangement().men.iter().any(|man| man.state.promoted) {
        lines.push("A man with ~ is promoted.".to_owned());
    }
    if position.game().facts().walls.any() || !position.walls().is_empty() {
        let wall = match &variant.figures.wall {
            Some(Figure::Named(name)) => format!("the {name}"),
            Some(Figure::Drawn(_)) | None => "a wall".to_owned(),
        };
        lines.push(format!("On the board {WALL_SIGN} is {wall}: no man moves there."));
    }
    lines.insert(0, String::new());
    lines.join("\n")
}

/// A sentence about a man of the position that has a facing or a mode: how the board shows it, and what that means.
fn explain_state(position: &Position, look: Look) -> Option<String> {
    let Look { paint, .. } = look;
    let variant = position.game().variant();
    let men = position.arrangement().men;
    let has_signs = |man: &&PlacedMan| !man.state.facings.is_empty() || man.state.mode.is_some();
    let man = men.iter().find(has_signs)?;
    let (text, name) = (man_text(position, man, look), man_name(variant, man.kind));
    let cross = if paint.arrows { '×' } else { 'x' };
    let facings: Vec<_> = man.state.facings.iter().map(|wind| wind.in_words()).collect();
    let faces = if facings.is_empty() { String::new() } else { format!("faces {}", facings.join(" and ")) };
    let (mode, other) = match man.state.mode {
        None => ("", String::new()),
        Some(Mode::Moving) => ("may move, but not capture", format!("; with {cross} it may capture, but not move")),
        Some(Mode::Capturing) => ("may capture, but not move", "; with - it may move, but not capture".to_owned()),
    };
    let states: Vec<_> = [&*faces, mode].into_iter().filter(|words| !words.is_empty()).collect();
    Some(format!("On the board {text} is a {name} that {}{other}.", states.join(" and ")))
}

/// Man as in a FEN, with arrows for its facings in a terminal.
fn man_text(position: &Position, man: &PlacedMan, look: Look) -> String {
    let variant = position.game().variant();
    let state = man.state.to_string();
    let figurine = look.figurine(variant.kind(man.kind), man.side);
    let letter = figurine.map_or_else(|| symbol(variant, man.side, man.kind), String::from);
    let letter = if man.state.promoted { letter + "~" } else { letter };
    let text = if state.is_empty() { letter } else { format!("{letter}{{{state}}}") };
    look.paint.with_arrows(&text)
}

/// Style of a square: background by shade, last move or check; man by side.
fn square_style(square: Option<Square>, shade: u8, (text, man): (&str, Option<Side>), marks: &Marks) -> Style {
    let colour = |number| Some(Color::Ansi256(Ansi256Color(number)));
    let Some(square) = square else { return Style::new() };
    let background = if text == WALL_SIGN {
        WALL
    } else if marks.check.contains(&square) {
        CHECK
    } else if marks.last.contains(&square) {
        LAST_MOVE
    } else {
        shade
    };
    let foreground = man.map_or(POINT, |side| MEN[usize::from(side == Side::Black)]);
    Style::new().bg_color(colour(background)).fg_color(colour(foreground)).bold()
}

#[cfg(test)]
mod tests {
    use weakfish::{BuiltIns, builtin, load};

    use super::*;

    #[test]
    fn lines_are_completed_to_moves_and_commands() {
        let game = load(&builtin::source(builtin::ORTHODOX).unwrap(), &BuiltIns).unwrap();
        let commands = vec!["hint", "side", "swap"];
        let suggestions = Suggestions { position: Some(game.start()), commands, ..Suggestions::default() };
        assert_eq!(suggestions.completions("N"), ["Na3", "Nc3", "Nf3", "Nh3"]);
        assert_eq!(suggestions.completions("hi"), ["hint"]);
        assert_eq!(suggestions.completions("/s"), ["/side", "/swap"]);
        assert_eq!(suggestions.completions("g1f"), ["g1f3"]);
        assert!(suggestions.completions("").contains(&"e3".to_owned()));
        assert!(suggestions.completions("Nx").is_empty());
    }
}
