//! A new game that starts from a position.

use std::collections::BTreeMap;

use super::{Title, heading, intro, tests};
use crate::check::{BaseError, CheckLevel, Refused, Resolver, check};
use crate::diagnostic::{Code, Diagnostic, Report};
use crate::format::format;
use crate::geometry::{Board, Side, Wind};
use crate::notation::take_symbol;
use crate::prose::counted;
use crate::source::{Source, Span, words};

/// The men of Chess: letter, name, movement. The pawn stands last, since pages begin with the most important men.
const CHESS: [(&str, &str, &str); 6] = [
    ("K", "king", "K, royal"),
    ("Q", "queen", "Q"),
    ("R", "rook", "R"),
    ("B", "bishop", "B"),
    ("N", "knight", "N"),
    ("P", "pawn", "mfWcfF"),
];

/// The rules that a new game has if they bring no fault into it. Of several lines with one key the last that fits counts.
const PROPOSALS: [(&str, &str); 6] = [
    ("must move", "every 4 turns"),
    ("castling", "K 2 toward R, R to the last square K crossed"),
    ("long step of P", "2 squares from own rank 2, en passant"),
    ("promotion of P", "on last rank, to Q"),
    ("promotion of P", "on last rank, to any starting man but K or P"),
    ("promotion of P", "on last rank, to any starting man but K or P, facing as at the start"),
];

/// A definition of a game that starts from the position of a FEN.
///
/// Board, letters, holes and setup are those of the FEN, and so is the side that begins. The letters of Chess are its
/// men; another one is a man that moves by single steps, until its author says how it moves. Of the rules of Chess it has
/// those that fit. The other fields of a FEN (rights, crossed squares, counters) are not read. `file` is the name of the
/// new definition; without one its text names no commands.
///
/// # Errors
///
/// The mistakes in the FEN; or those of the game, if none can start from such a position.
///
/// ```
/// use weakfish::starter::{self, Title};
///
/// let title = Title::new("Small").unwrap();
/// let text = starter::from_position(&title, Some("small.variant"), "rck/ppp/3/PPP/RCK w").unwrap();
/// assert!(text.contains("board: 3x5") && text.contains("C man c:"));
/// assert!(!starter::from_position(&title, None, "rck/ppp/3/PPP/RCK w").unwrap().contains("weakfish check"));
/// let refused = starter::from_position(&title, Some("small.variant"), "rck/ppp/4/PPP/RCK w").unwrap_err();
/// assert!(refused.to_string().contains("error[fen::rank-width]"));
/// ```
pub fn from_position(title: &Title, file: Option<&str>, fen: &str) -> Result<String, Refused> {
    let placement = Placement::read(fen)
        .map_err(|mistakes| Refused { reports: vec![Report::new(&Source::new("FEN", fen), mistakes)] })?;
    let top = intro(title, file, "All but its board and its setup is a proposal.", None)
        + &heading(title, "")
        + &placement.board_and_men();
    let check = |text: &str| check(&Source::new(file.unwrap_or_default(), text), &NoBases, CheckLevel::Lines);
    // Whether there is no game, and the number of diagnostics.
    let faults = |rules: &[(&str, &str)]| {
        let checked = check(&(top.clone() + &placement.rules_and_endings(rules)));
        (checked.game.is_none(), checked.report.diagnostics().len())
    };
    let progress = if placement.letters.contains_key("P") { "capture or move of P" } else { "capture" };
    let mut rules = vec![("progress", progress)];
    let mut before = faults(&rules);
    for (key, value) in PROPOSALS.into_iter().rev() {
        if rules.iter().any(|(other, _)| *other == key) {
            continue;
        }
        rules.insert(0, (key, value));
        let after = faults(&rules);
        if after <= before {
            before = after;
        } else {
            rules.remove(0);
        }
    }
    let text = format(&(top + &placement.rules_and_endings(&rules)));
    let game = check(&text).into_game()?;
    Ok(text + "\n" + &tests(&game, file))
}

/// A resolver for a definition that extends nothing.
struct NoBases;

impl Resolver for NoBases {
    fn built_in(&self, _name: &str) -> Option<Source> {
        None
    }

    fn built_in_names(&self) -> Vec<String> {
        Vec::new()
    }

    fn beside(&self, _from: &Source, _path: &str) -> Result<Source, BaseError> {
        Err(BaseError::Unreadable("nothing is extended here".to_owned()))
    }
}

/// The states in which a FEN shows the men of a letter.
#[derive(Clone, Copy, Debug, Default)]
struct States {
    facing: Option<Wind>,
    has_mode: bool,
}

/// The placement of a FEN whose board is not known.
#[derive(Default)]
struct Placement {
    /// The ranks from the far one down, as the cells of a setup: `.`, `*` for a hole, or a man with its state.
    rows: Vec<Vec<String>>,
    letters: BTreeMap<String, States>,
    /// The men in hand, as a line of a setup has them; empty if there are none.
    hand: Vec<String>,
    /// The sides that have a king, on the board or in hand.
    kings: Vec<Side>,
    black_first: bool,
}

impl Placement {
    /// Parses the men and the side to move of a FEN, whose board is as large as they make it; or returns all mistakes.
    fn read(fen: &str) -> Result<Self, Vec<Diagnostic>> {
        let mut fields = words(fen);
        let Some(field) = fields.next() else {
            let empty = Diagnostic::error(Code::FenEmpty, Span::at(fen.len()), "there is no position here");
            return Err(vec![empty.label("expected a FEN").help("a FEN begins with the men, rank by rank")]);
        };
        let mut placement = Self::default();
        let mut mistakes = Vec::new();
        let mut start = 0;
        let board = match field.value.strip_suffix(']').and_then(|men| men.split_once('[')) {
            Some((board, hands)) => {
                let span = field.slice(board.len() + 1, board.len() + 1 + hands.len()).span;
                mistakes.extend(placement.parse_hands(hands, span).err());
                board
            }
            None => field.value,
        };
        for (number, rank) in board.split('/').enumerate() {
            let span = field.slice(start, start + rank.len()).span;
            start += rank.len() + 1;
            if number == usize::from(Board::MAX_SIZE) {
                let message = format!("a board has at most {} ranks", Board::MAX_SIZE);
                let many = Diagnostic::error(Code::FenRankCount, span, message).label("too many");
                mistakes.push(many.help("ranks stand between slashes, from the far one down"));
                break;
            }
            match placement.parse_rank(number + 1, rank, span) {
                Ok(row) => placement.rows.push(row),
                Err(mistake) => mistakes.push(mistake),
            }
        }
        match fields.next() {
            None => {}
            Some(word) if word.value == "w" => {}
            Some(word) if word.value == "b" => placement.black_first = true,
            Some(word) => {
                let message = format!("`{}` is no side to move", word.value);
                let side = Diagnostic::error(Code::FenSide, word.span, message).label("expected `w` or `b`");
                mistakes.push(side.help("the second field is the side to move: `w` is White, `b` is Black"));
            }
        }
        if mistakes.is_empty() { Ok(placement) } else { Err(mistakes) }
    }

    /// Parses the men in hand, which stand in brackets behind the board; `-` is none.
    fn parse_hands(&mut self, hands: &str, span: Span) -> Result<(), Diagnostic> {
        let mut counts: Vec<(String, usize)> = Vec::new();
        let mut index = 0;
        while index < hands.len() && hands != "-" {
            let Some(symbol) = take_symbol(&hands[index..]) else {
                let char = hands[index..].chars().next().unwrap_or_default();
                let place = Span::new(index, index + char.len_utf8()).shifted(span.start);
                let message = format!("`{char}` means nothing among the men in hand");
                let unexpected = Diagnostic::error(Code::FenUnexpected, place, message).label("no man");
                return Err(unexpected.help("men in hand are letters, capitals for White, as in `[QPp]`"));
            };
            index += symbol.text.len();
            if symbol.capital == "K" {
                self.kings.push(symbol.side);
            }
            self.letters.entry(symbol.capital).or_default();
            match counts.iter_mut().find(|(other, _)| other == symbol.text) {
                Some((_, count)) => *count += 1,
                None => counts.push((symbol.text.to_owned(), 1)),
            }
        }
        let counted = |(man, count)| if count == 1 { man } else { format!("{count} {man}") };
        self.hand = counts.into_iter().map(counted).collect();
        Ok(())
    }

    /// Parses a rank, numbered from the top, to the cells of a setup; or returns its first mistake. Notes kings and
    /// the states of men.
    fn parse_rank(&mut self, number: usize, rank: &str, span: Span) -> Result<Vec<String>, Diagnostic> {
        let mut cells: Vec<String> = Vec::new();
        let max_files = usize::from(Board::MAX_SIZE);
        let mut index = 0;
        while let Some(char) = rank[index..].chars().next() {
            let start = index;
            let mistake = |code, end: usize, message: String| {
                Diagnostic::error(code, Span::new(start, end).shifted(span.start), message)
            };
            if char.is_ascii_digit() {
                index += rank[index..].bytes().take_while(u8::is_ascii_digit).count();
                let empty = rank[start..index].parse().unwrap_or(usize::MAX).min(max_files + 1);
                cells.extend(std::iter::repeat_n(".".to_owned(), empty));
            } else if char == '*' {
                index += 1;
                cells.push("*".to_owned());
            } else if let Some(symbol) = take_symbol(&rank[index..]) {
                index += symbol.text.len();
                if symbol.capital == "K" {
                    self.kings.push(symbol.side);
                }
                let states = self.letters.entry(symbol.capital).or_default();
                if rank[index..].starts_with('{') {
                    let Some(length) = rank[index..].find('}') else {
                        let open = mistake(Code::FenUnclosedBrace, rank.len(), "this brace is never closed".to_owned());
                        return Err(open.label("opened here").help("a man's state stands in braces: `A{ne}`"));
                    };
                    let state = &rank[index + 1..index + length];
                    index += length + 1;
                    let wind = state.trim_end_matches(['-', 'x']);
                    states.has_mode |= wind.len() < state.len();
                    states.facing = wind.parse().ok().or(states.facing);
                    if wind.parse::<Wind>().is_err() && (!wind.is_empty() || state.is_empty()) {
                        let unknown = mistake(Code::FenState, index, format!("`{wind}` is none of the sixteen winds"));
                        let help = "a facing is a wind, as in `A{ne}`; a man of several parts must be defined by hand";
                        return Err(unknown.label("no state").help(help));
                    }
                }
                cells.push(rank[start..index].to_owned());
            } else {
                let unexpected =
                    mistake(Code::FenUnexpected, index + char.len_utf8(), format!("`{char}` means nothing here"));
                return Err(unexpected.label("neither a man nor a number of empty squares").help(match char {
                    '[' => "men in hand stand behind the whole board, in brackets: `[QPp]`",
                    '~' => "leave the mark of a promoted man out",
                    _ => "a man is a letter, with `+` before or `'` after it perhaps, and its state in braces",
                }));
            }
            if cells.len() > max_files {
                break;
            }
        }
        let files = self.rows.first().map_or(cells.len(), Vec::len);
        let (message, label) = if cells.len() > max_files {
            (format!("a board has at most {max_files} files"), "too many")
        } else if cells.len() != files || cells.is_empty() {
            let count = counted(cells.len() as u64, "square");
            (format!("rank {number} from the top, `{rank}`, has {count}, and the first one {files}"), "another width")
        } else {
            return Ok(cells);
        };
        let uneven = Diagnostic::error(Code::FenRankWidth, span, message).label(label);
        Err(uneven.help("digits side by side form one number of empty squares"))
    }

    /// Writes the lines about the board, the men and the setup.
    fn board_and_men(&self) -> String {
        let ranks = self.rows.len();
        let hole_names = self.rows.iter().enumerate().flat_map(|(row, cells)| {
            let holes = cells.iter().zip('a'..).filter(|(cell, _)| *cell == "*");
            holes.map(move |(_, file)| format!("{file}{}", ranks - row))
        });
        let hole_names: Vec<String> = hole_names.collect();
        let without = if hole_names.is_empty() { String::new() } else { format!(" without {}", hole_names.join(", ")) };
        let first = if self.black_first { "black" } else { "white" };
        let files = self.rows.first().map_or(0, Vec::len);
        let hand = if self.hand.is_empty() { String::new() } else { format!("hand: {}\n", self.hand.join(" ")) };
        format!(
            "board: {files}x{ranks}{without}\nfirst: {first}\nblack: mirrors white\n\n\
             // A letter, a name, a movement in Betza notation, properties. With `, turns 45` a man turns. A man that is called by its\n\
             // letter alone, since the position doesn't say how it moves, goes one step in every direction.\n\
             men\n{}\n\nsetup standard\n{}\n{hand}",
            self.men().join("\n"),
            self.rows.iter().map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
        )
    }

    /// The lines of the men: those of Chess, and between them and the pawn the others, with a movement that fits the
    /// states in the FEN.
    fn men(&self) -> Vec<String> {
        let chess_man = |symbol: &str| CHESS.into_iter().find(|(letter, ..)| *letter == symbol);
        // A pawn needs a man to become.
        let lonely_pawn = self.letters.contains_key("P") && self.letters.keys().all(|letter| "KP".contains(letter));
        let is_there = |letter: &&str| self.letters.contains_key(*letter) || lonely_pawn && *letter == "Q";
        let others = self.letters.keys().map(String::as_str).filter(|symbol| chess_man(symbol).is_none());
        let [officers @ .., pawn] = CHESS.map(|(letter, ..)| letter);
        let symbols = officers.into_iter().chain(others).chain([pawn]);
        let line = |symbol: &str| {
            let States { facing, has_mode } = self.letters.get(symbol).copied().unwrap_or_default();
            let letter = symbol.trim_matches(['+', '\'']).to_lowercase();
            let name = match chess_man(symbol) {
                Some((_, name, _)) => name.to_owned(),
                None if symbol.starts_with('+') => format!("promoted {letter}"),
                None if symbol.ends_with('\'') => format!("other {letter}"),
                None => format!("man {letter}"),
            };
            let movement = match (chess_man(symbol), facing) {
                (Some((.., movement)), None) if !has_mode => movement,
                // The winds between the eight directions are those of a Knight's leaps.
                (_, Some(wind)) if wind.name().len() == 3 => "rfN",
                (_, Some(_)) => "fW",
                (_, None) => "K",
            };
            let royal = if symbol == "K" && !movement.contains("royal") { ", royal" } else { "" };
            let turns = if facing.is_some() { ", turns 45" } else { "" };
            let flips = if has_mode { ", flips m/c" } else { "" };
            format!("{symbol} {name}: {movement}{royal}{turns}{flips}")
        };
        symbols.filter(is_there).map(line).collect()
    }

    /// Writes these rules, and endings that fit the royal men.
    fn rules_and_endings(&self, rules: &[(&str, &str)]) -> String {
        let rules: Vec<String> = rules.iter().map(|(key, value)| format!("{key}: {value}")).collect();
        let is_royal = |side: &Side| self.kings.contains(side);
        let checkmate = if self.kings.is_empty() { "" } else { "checkmated: loses\n" };
        let bare = if Side::ALL.iter().all(is_royal) { "" } else { "no men: loses\n" };
        format!(
            "\nrules\n{}\n\n// The first ending that holds decides the game.\nendings\n{checkmate}{bare}stalemated: draw\n\
             75 moves without progress: draw (75-moves)\nposition 3 times: draw on claim\n",
            rules.join("\n")
        )
    }
}
