//! Replays game texts.

use crate::diagnostic::{Code, Diagnostic, MAX_DIAGNOSTICS};
use crate::engine::{Game, Move, Outcome, Position};
use crate::geometry::Side;
use crate::model::SetupId;
pub use crate::notation::game_text::MAX_BYTES;
use crate::notation::game_text::{self, GameItem, MoveNumber};
use crate::notation::san::{SanForm, SanMove, resolve};
use crate::notation::{
    Letter, Letters, TextError, board_diagram, explain_illegal_move, fen, game_over, in_small_letters, uci,
};
use crate::prose::any_of;
use crate::source::{Span, Spanned};

/// The result of replaying a game text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Replay {
    /// The lines of play, one for each position that the text begins from.
    pub lines: Vec<Line>,
    /// What is wrong with the text: all that can't be read, the first move of each line that can't be played,
    /// and warnings.
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
    /// How the game has ended, by the rules, by resignation or by agreement.
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

    /// The last line of play.
    pub fn last(&self) -> Option<&Line> {
        self.lines.last()
    }
}

/// Plays a game text from the start of a setup.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, tools::replay::replay};
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
    let mut player = Player {
        game: position.game().clone(),
        setup,
        text,
        letters: Letters::default(),
        replay: Replay { lines: Vec::new(), diagnostics: Vec::new() },
        line: Line { start: position.clone(), plies: Vec::new(), position, outcome: None },
        verdict: None,
        state: State::Playing,
        plies: 0,
        after_comma: false,
        number: None,
        numbered_from: None,
    };
    player.verdict = player.line.position.outcome();
    let mut said_anything = false;
    let mut unreadable = Vec::new();
    for item in game_text::read(player.game.variant().board, text) {
        let begins = matches!(item, GameItem::Setup(_) | GameItem::Position(_) | GameItem::PositionOfDiagram(..));
        let another = matches!(item, GameItem::Another(_));
        let counts = !matches!(item, GameItem::Game(_) | GameItem::Letter(_) | GameItem::Unreadable(_));
        if let GameItem::Unreadable(mistake) = &item
            && mistake.code == Code::MoveUnreadable
        {
            unreadable.push(mistake.span());
        }
        player.item(item, begins && !said_anything);
        // The first position of another game is its own.
        said_anything = !another && (said_anything || counts);
        if player.state == State::Exhausted || player.replay.diagnostics.len() > MAX_DIAGNOSTICS {
            break;
        }
    }
    player.finish_line();
    if player.plies == 0
        && let Some(first) = unreadable.first().filter(|_| unreadable.len() >= NO_GAME)
    {
        player.replay.diagnostics = vec![no_game(text, *first)];
    }
    player.replay
}

/// A text is no game text if it has this many words that are no moves, and nothing of it is played.
const NO_GAME: usize = 8;

/// The mistake of a text that is no game text.
fn no_game(text: &str, first: Span) -> Diagnostic {
    let word = text.get(first.range()).unwrap_or_default();
    let message = format!("this is no game text: `{word}` is no move, and neither are many words after it");
    let help = "name another file; in a game text, comments stand in braces or behind a `;`";
    Diagnostic::error(Code::GameTextNoGame, first, message).label("the first of them").help(help)
}

/// No more plies than this are played of one text.
pub const MAX_PLIES: usize = 10_000;

/// No more lines of play than this are begun by one text.
pub const MAX_LINES: usize = 1_000;

/// The state of the replay of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The next move can be played.
    Playing,
    /// A mistake ended the line.
    Stopped,
    /// The position of the line can't be read or is impossible, so there is no line.
    NotBegun,
    /// The text is too long to be read on.
    Exhausted,
}

struct Player<'t> {
    game: Game,
    setup: SetupId,
    text: &'t str,
    letters: Letters,
    replay: Replay,
    line: Line,
    /// The outcome by the rules in the current position of the line.
    verdict: Option<Outcome>,
    state: State,
    /// The plies played in all lines.
    plies: usize,
    /// Whether a comma stands between the last move and the next one.
    after_comma: bool,
    /// The move number between them.
    number: Option<Spanned<MoveNumber>>,
    /// By how much the numbers of this line are greater than those of its positions.
    numbered_from: Option<i64>,
}

impl Player<'_> {
    fn item(&mut self, item: GameItem, first: bool) {
        match item {
            GameItem::Letter(letter) => self.letter(letter),
            GameItem::Another(span) => self.begin(Ok(self.game.start_of(self.setup)), false, span),
            GameItem::Setup(name) => {
                let position = self.setup(&name).map(|setup| {
                    self.setup = setup;
                    self.game.start_of(setup)
                });
                self.begin(position.map_err(TextError::from), first, name.span);
            }
            GameItem::Position(text) => {
                let position = fen::read(&self.game, self.setup, &text.value);
                self.begin(position.map_err(|error| error.shifted(text.span.start)), first, text.span);
            }
            GameItem::PositionOfDiagram(tail, drawing) => {
                let position = board_diagram::position(&self.game, self.setup, &drawing, &tail, &self.letters);
                self.begin(position, first, drawing.span);
            }
            GameItem::Unreadable(mistake) => {
                let word = self.text.get(mistake.span().range()).unwrap_or_default();
                let mistake = in_small_letters(&self.line.position, word, mistake);
                self.stop(mistake.into());
            }
            _ if self.state != State::Playing => {}
            GameItem::Diagram(drawing) => {
                if let Err(error) = board_diagram::compare(&self.line.position, &drawing, &self.letters) {
                    self.stop(error);
                }
            }
            GameItem::Number(number) => {
                self.number = Some(number);
                self.after_comma = false;
            }
            GameItem::Comma => self.after_comma = true,
            GameItem::Move(written) => self.written_move(&written),
            GameItem::Claim(claim) => self.check_claim(claim.value, claim.span),
            GameItem::Resigns(side) => {
                self.end_series(None, side.span);
                let loser = side.value.unwrap_or_else(|| self.line.position.turn());
                self.declare(Some(!loser), "resignation", side.span);
            }
            GameItem::Result(winner) => self.result(winner),
            // `game: NAME` is a note: the caller chooses the game.
            _ => {}
        }
    }

    fn letter(&mut self, letter: Spanned<Letter>) {
        let variant = self.game.variant();
        let Letter { side, means, .. } = &letter.value;
        let mut sides = Side::ALL.into_iter().filter(|one| side.is_none_or(|side| side == *one));
        if sides.any(|side| variant.kind_of_symbol(side, means).is_some()) {
            return self.letters.add(letter.value);
        }
        let whose = side.map_or_else(|| variant.title.clone(), |side| side.to_string());
        let unknown = Diagnostic::error(Code::GameTextLetters, letter.span, format!("{whose} has no man `{means}`"));
        let known = variant.kinds.iter().filter(|kind| side.is_none_or(|side| kind.sides[side]));
        let known: Vec<_> = known.map(|kind| format!("`{}`", kind.symbol)).collect();
        let help = format!("the game's letter stands behind the `=`: {}", any_of(known));
        self.replay.diagnostics.push(unknown.label("no man of the game").help(help));
    }

    fn setup(&self, name: &Spanned<String>) -> Result<SetupId, Diagnostic> {
        let variant = self.game.variant();
        variant.setup_named(&name.value).ok_or_else(|| {
            let message = format!("{} has no setup `{}`", variant.title, name.value);
            let known = variant.setups.iter().map(|setup| setup.name.as_str());
            let unknown = Diagnostic::error(Code::GameTextSetup, name.span, message).label("no such setup");
            unknown.suggest(name.span, &name.value, known)
        })
    }

    /// Begins a new line. `first` means that no part of the text belongs to the line before.
    fn begin(&mut self, position: Result<Position, TextError>, first: bool, span: Span) {
        if !first {
            self.finish_line();
        }
        if self.replay.lines.len() >= MAX_LINES {
            return self.exhaust(format!("this is one of more than {MAX_LINES} positions to begin from"), span);
        }
        self.after_comma = false;
        (self.number, self.numbered_from) = (None, None);
        match position {
            Ok(position) => {
                self.state = State::Playing;
                self.verdict = position.outcome();
                self.line = Line { start: position.clone(), plies: Vec::new(), position, outcome: None };
            }
            Err(error) => {
                self.stop(error);
                self.state = State::NotBegun;
            }
        }
    }

    fn finish_line(&mut self) {
        if self.state == State::NotBegun || self.replay.lines.len() >= MAX_LINES {
            return;
        }
        let mut line = self.line.clone();
        line.outcome = line.outcome.or_else(|| self.verdict.clone());
        self.replay.lines.push(line);
    }

    fn stop(&mut self, error: TextError) {
        self.replay.diagnostics.extend(error.into_diagnostics());
        if self.state == State::Playing {
            self.state = State::Stopped;
        }
    }

    /// Ends the replay at a place beyond which nothing is played.
    fn exhaust(&mut self, message: String, span: Span) {
        let error = Diagnostic::error(Code::GameTextTooLong, span, message).label("nothing is played from here on");
        self.stop(error.help("divide the text into several").into());
        self.state = State::Exhausted;
    }

    fn written_move(&mut self, written: &SanMove) {
        self.end_series(Some(written), written.span);
        self.check_number();
        if let Some(outcome) = &self.line.outcome {
            return self.stop(game_over(outcome, written.span).into());
        }
        if matches!(&written.form, SanForm::Word(word) if word == uci::STALEMATE)
            && uci::find(&self.line.position, uci::STALEMATE).is_none()
        {
            return self.check_claim("stalemate", written.span);
        }
        match (resolve(&self.line.position, self.text, written, &self.letters), &written.form) {
            (Ok((mv, warnings)), _) => {
                self.replay.diagnostics.extend(warnings);
                self.play(mv, written.span);
            }
            (Err(_), SanForm::TwoLegs(legs)) if self.has_series() => {
                for leg in legs.iter() {
                    self.written_move(leg);
                    if self.state != State::Playing {
                        return;
                    }
                    self.after_comma = true;
                }
            }
            (Err(_), SanForm::TwoLegs(legs))
                if resolve(&self.line.position, self.text, &legs[0], &self.letters).is_ok() =>
            {
                return self.stop(joined(self.text, written, legs).into());
            }
            (Err(mistake), _) => return self.stop(with_letters(mistake).into()),
        }
        self.after_comma = false;
        if let Some(span) = written.mate.filter(|_| self.state == State::Playing) {
            self.check_claim("checkmate", span);
        }
    }

    fn has_series(&self) -> bool {
        self.game.variant().rules.series[self.line.position.turn()].is_some()
    }

    fn play(&mut self, mv: Move, span: Span) {
        if self.plies >= MAX_PLIES {
            return self.exhaust(format!("this is one of more than {MAX_PLIES} plies"), span);
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
                self.stop(mistake.into());
            }
        }
    }

    /// Ends the series of the player who has just moved, if the text goes over to the other player here.
    fn end_series(&mut self, next: Option<&SanMove>, span: Span) {
        if !self.has_series() || self.line.position.arrangement().series == 0 {
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

    /// Warns if a move number gives the move to the other player, or is not the one after the number before it.
    fn check_number(&mut self) {
        let Some(Spanned { value: MoveNumber { number, second }, span }) = self.number.take() else { return };
        if self.verdict.is_some() {
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

    /// Warns if a word such as `checkmate` is not true of the position.
    fn check_claim(&mut self, reason: &str, span: Span) {
        let message = match &self.verdict {
            Some(outcome) if *outcome.reason == *reason => return,
            None => format!("this is no {reason}: the game goes on"),
            Some(outcome) => format!("this is no {reason}: {outcome}"),
        };
        let warning = Diagnostic::warning(Code::GameTextSays, span, message).label(format!("said to be {reason}"));
        self.replay.diagnostics.push(match example(&self.line.position) {
            Some(example) => warning.help(example),
            None => warning,
        });
    }

    /// A result that the players have agreed on.
    fn declare(&mut self, winner: Option<Side>, reason: &str, span: Span) {
        if let Some(outcome) = self.line.outcome.as_ref().or(self.verdict.as_ref()) {
            return self.stop(game_over(outcome, span).into());
        }
        self.line.outcome = Some(Outcome { winner, reason: reason.into() });
    }

    fn result(&mut self, winner: Spanned<Option<Side>>) {
        let Some(outcome) = self.line.outcome.as_ref().or(self.verdict.as_ref()) else {
            let reason = if winner.value.is_some() { "resignation" } else { "agreement" };
            return self.declare(winner.value, reason, winner.span);
        };
        if outcome.winner != winner.value {
            let message = format!("the game has another result: {outcome}");
            let contradicts = Diagnostic::error(Code::GameTextResult, winner.span, message);
            let help = "leave the result out, or look for the move that should be another";
            self.stop(contradicts.label("contradicts the rules").help(help).into());
        }
    }
}

/// An example of a legal move, which shows that the game goes on: "White can play `a2a3`, for one".
pub(super) fn example(position: &Position) -> Option<String> {
    let moves = uci::legal_moves(position);
    moves.first().map(|(first, _)| format!("{} can play `{first}`, for one", position.turn()))
}

/// The mistake of two moves with a comma between them where there are no series.
fn joined(text: &str, written: &SanMove, legs: &[SanMove; 2]) -> Diagnostic {
    let comma = Span::new(legs[0].span.end, legs[1].span.start);
    let [first, second] = legs.each_ref().map(|leg| text.get(leg.span.range()).unwrap_or_default());
    let message = "a comma joins the two legs of a castling, and these are two moves";
    Diagnostic::error(Code::MoveUnreadable, comma, message)
        .label("two moves")
        .also(written.span, "read as one move")
        .help(format!("write a blank between them: `{first} {second}`"))
}

/// Adds to the help that a text can define its own letters.
fn with_letters(mut mistake: Diagnostic) -> Diagnostic {
    if mistake.code == Code::MoveUnknownLetter {
        let known = mistake.help.take().map_or_else(String::new, |help| help + "; ");
        mistake.help = Some(known + "a line like `letters: R = S` says what a text's own letters mean");
    }
    mistake
}
