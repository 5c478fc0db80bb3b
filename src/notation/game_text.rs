//! Writes moves, and whole games, in a form that people read and [`crate::notation::replay`] plays.

use crate::engine::{Move, Outcome, Position};
use crate::geometry::Side;
use crate::notation::{fen, write_move};

/// Lines of moves are about as long as this.
const LINE_WIDTH: usize = 100;

/// A move of a game to be written, with its comments.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotedMove {
    /// The move.
    pub mv: Move,
    /// A sign behind it, such as `?!` or `!`; empty for none.
    pub sign: &'static str,
    /// A comment behind it; empty for none.
    pub comment: String,
}

impl From<Move> for NotedMove {
    fn from(mv: Move) -> Self {
        Self { mv, sign: "", comment: String::new() }
    }
}

impl NotedMove {
    /// A move with a sign and a comment.
    pub fn new(mv: Move, sign: &'static str, comment: impl Into<String>) -> Self {
        Self { mv, sign, comment: comment.into() }
    }
}

/// Writes moves from a position on, with their numbers, as people do: `1. e4 e5 2. Nf3`, `4... Nxd5`.
///
/// The moves of a series have commas between them. Moves after an illegal one are left out.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation, notation::replay::replay};
///
/// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
/// let line = replay(&game, Default::default(), "f2f3 e7e5 g2g4 d8h4").lines.remove(0);
/// let moves: Vec<_> = line.plies.iter().map(|ply| ply.mv).collect();
/// assert_eq!(notation::write_moves(&line.start, &moves), "1. f3 e5 2. g4 Qh4#");
/// ```
pub fn write_moves(start: &Position, moves: &[Move]) -> String {
    let moves: Vec<NotedMove> = moves.iter().map(|&mv| mv.into()).collect();
    movetext_words(start, &moves).join(" ")
}

/// Writes a game as a text that [`crate::notation::replay`] plays: `headers` as `name: value`, the setup or position that it
/// begins from if it is not the first setup's, moves, and the result if there is one.
///
/// Headers are those that a game text may have: `game`, `White` and `Black`. A result that the rules have not brought
/// about, such as a loss on time, is followed by its reason as a comment.
///
/// ```
/// use weakfish::notation::{NotedMove, write_game};
/// use weakfish::{BuiltIns, builtin, load, notation::replay::replay};
///
/// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
/// let line = replay(&game, Default::default(), "f2f3 e7e5 g2g4 d8h4").lines.remove(0);
/// let mut moves: Vec<NotedMove> = line.plies.iter().map(|ply| ply.mv.into()).collect();
/// moves[2] = NotedMove::new(moves[2].mv, "??", "loses at once");
/// let text = write_game(&[("game", "fide")], &line.start, &moves, line.outcome.as_ref());
/// assert_eq!(text, "game: fide\n\n1. f3 e5 2. g4?? {loses at once} 2... Qh4# 0-1\n");
/// assert!(replay(&game, Default::default(), &text).diagnostics.is_empty());
/// ```
pub fn write_game(
    headers: &[(&str, &str)],
    start: &Position,
    moves: &[NotedMove],
    outcome: Option<&Outcome>,
) -> String {
    let mut text = String::new();
    for (name, value) in headers {
        text.extend([name, ": ", &one_line(value), "\n"]);
    }
    let setup = start.setup();
    if setup.index() > 0 {
        let name = &start.game().variant().setups[setup.index()].name;
        text.extend(["setup: ", name, "\n"]);
    }
    let begins = fen::write(start);
    if begins != fen::write(&start.game().start_of(setup)) {
        text.extend(["position: ", &begins, "\n"]);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let mut words = movetext_words(start, moves);
    if start.series() > 0 && words.len() > 1 {
        // Without the comma, the number of the first move would end the series in which the game begins.
        words.insert(1, ",".to_owned());
    }
    words.extend(outcome.map(|outcome| result_with_reason(start, moves, outcome)));
    wrap_words(&mut text, words.iter().flat_map(|word| word.split(' ')), LINE_WIDTH);
    text
}

/// Appends words in lines of at most this width in characters.
pub(in crate::notation) fn wrap_words<'w>(text: &mut String, words: impl Iterator<Item = &'w str>, width: usize) {
    let mut length = 0;
    for word in words {
        let more = word.chars().count();
        if length > 0 {
            let fits = length + 1 + more <= width;
            text.push(if fits { ' ' } else { '\n' });
            length = if fits { length + 1 } else { 0 };
        }
        text.push_str(word);
        length += more;
    }
    text.push('\n');
}

/// The sign of a result: `1-0`, `0-1`, `1/2-1/2`.
pub(in crate::notation) const fn result_sign(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::White) => "1-0",
        Some(Side::Black) => "0-1",
        None => "1/2-1/2",
    }
}

/// Writes the result, with its reason as a comment if it is not of the rules.
fn result_with_reason(start: &Position, moves: &[NotedMove], outcome: &Outcome) -> String {
    let mut last = start.clone();
    let by_rules = moves.iter().all(|noted| last.play(noted.mv).is_ok()) && last.outcome().is_some();
    let result = result_sign(outcome.winner);
    match &*outcome.reason {
        _ if by_rules => result.to_owned(),
        reason => format!("{result} {{{}}}", comment_text(reason)),
    }
}

/// Moves with their numbers, signs and comments.
pub(in crate::notation) fn movetext_words(start: &Position, moves: &[NotedMove]) -> Vec<String> {
    let variant = start.game().variant();
    let mut position = start.clone();
    let mut words = Vec::new();
    // Whether the other player's next move is numbered, too.
    let mut numbers_next = true;
    let mut before = None;
    for (index, noted) in moves.iter().enumerate() {
        let turn = position.turn();
        let begins = before != Some(turn);
        let has_series = variant.rules.series[turn].is_some();
        let name = write_move(&position, noted.mv);
        let number = position.fullmove();
        if position.play(noted.mv).is_err() {
            break;
        }
        let goes_on = position.turn() == turn;
        let next = moves.get(index + 1);
        // The other player's number ends a series as well.
        let implied = noted.mv == Move::EndSeries && !begins && next.is_some();
        let plain = noted.sign.is_empty() && noted.comment.is_empty();
        before = Some(turn);
        if implied && plain {
            numbers_next = true;
            continue;
        }
        let second = turn != variant.first;
        // A number within a series would end it.
        if begins && (numbers_next || !second || has_series) {
            let dots = if second { "..." } else { "." };
            words.push(format!("{number}{dots}"));
        }
        // A series that ends by choice needs no comma before its end.
        let ends_next = next.is_some_and(|next| {
            next.mv == Move::EndSeries && next.sign.is_empty() && next.comment.is_empty() && index + 2 < moves.len()
        });
        let comma = if goes_on && has_series && next.is_some() && !ends_next { "," } else { "" };
        if noted.comment.is_empty() {
            words.push(format!("{name}{}{comma}", noted.sign));
        } else {
            words.push(format!("{name}{}", noted.sign));
            words.push(format!("{{{}}}{comma}", comment_text(&noted.comment)));
        }
        numbers_next = !noted.comment.is_empty();
    }
    words
}

/// A text that can stand in braces.
fn comment_text(text: &str) -> String {
    one_line(text).replace('{', "(").replace('}', ")")
}

fn one_line(text: &str) -> String {
    text.chars().map(|char| if char.is_control() { ' ' } else { char }).collect()
}
