//! Playing a game text through.

use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::engine::{Game, Move, MoveKind, Outcome, Position};
use crate::geometry::Side;
use crate::model::SetupId;
use crate::notation::game_text::{self, Item};
use crate::notation::san::{SanForm, SanMove, resolve};
use crate::notation::{Letters, board_diagram, explain, fen, game_over, outcome_text, uci};
use crate::source::{Span, Spanned};

/// What came of a game text.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The lines of play, one for each position that the text begins from.
    pub lines: Vec<Line>,
    /// What is wrong with the text: all that can't be read, the first move of each line that can't be played,
    /// and warnings.
    pub diagnostics: Vec<Diagnostic>,
}

/// A line of play.
#[derive(Clone, Debug)]
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
pub struct Ply {
    /// Where the text says it; for the end of a series that is only implied, the place before the next move.
    pub span: Span,
    /// Who played.
    pub side: Side,
    /// The move.
    pub mv: Move,
    /// The move in machine notation.
    pub text: String,
}

impl Replay {
    /// Whether the text could be played through.
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
/// assert_eq!(line.outcome.as_ref().unwrap().reason, "checkmate");
/// ```
pub fn replay(game: &Game, setup: SetupId, text: &str) -> Replay {
    replay_from(game.start(setup), setup, text)
}

/// Plays a game text from a position; `setup` is where positions that the text gives came from.
pub fn replay_from(position: Position, setup: SetupId, text: &str) -> Replay {
    let items = game_text::read(position.game().variant().board, text).items;
    let mut player = Player {
        game: position.game().clone(),
        setup,
        text,
        letters: Letters::default(),
        replay: Replay { lines: Vec::new(), diagnostics: Vec::new() },
        line: Line { start: position.clone(), plies: Vec::new(), position, outcome: None },
        stopped: false,
        after_comma: false,
        number: None,
    };
    let mut said_anything = false;
    for item in &items {
        let begins = matches!(item, Item::Setup(_) | Item::Position(_) | Item::PositionOfDiagram(..));
        player.item(item, begins && !said_anything);
        said_anything |= !matches!(item, Item::Game(_) | Item::Letter(_) | Item::Unreadable(_));
    }
    player.finish_line();
    player.replay
}

struct Player<'t> {
    game: Game,
    setup: SetupId,
    text: &'t str,
    letters: Letters,
    replay: Replay,
    line: Line,
    /// Nothing more of this line can be played.
    stopped: bool,
    /// A comma stands between the last move and the next one.
    after_comma: bool,
    /// A move number stands between them, and says or doesn't that the second player moves.
    number: Option<Spanned<bool>>,
}

impl Player<'_> {
    fn item(&mut self, item: &Item, first: bool) {
        match item {
            Item::Letter(letter) => self.letters.add(letter.clone()),
            Item::Setup(name) => {
                let position = self.setup(name).map(|setup| {
                    self.setup = setup;
                    self.game.start(setup)
                });
                self.begin(position.map_err(|problem| vec![problem]), first);
            }
            Item::Position(text) => {
                let read = fen::read(&self.game, self.setup, &text.value);
                let shifted = |problems: Vec<Diagnostic>| {
                    problems.into_iter().map(|problem| problem.shifted(text.span.start)).collect()
                };
                self.begin(read.map_err(shifted), first);
            }
            Item::PositionOfDiagram(tail, drawing) => {
                let position = board_diagram::position(&self.game, self.setup, drawing, tail, &self.letters);
                self.begin(position, first);
            }
            Item::Unreadable(problem) => self.stop(vec![problem.clone()]),
            _ if self.stopped => {}
            Item::Diagram(drawing) => {
                if let Err(problems) = board_diagram::compare(&self.line.position, drawing, &self.letters) {
                    self.stop(problems);
                }
            }
            Item::Number(number) => {
                self.number = Some(*number);
                self.after_comma = false;
            }
            Item::Comma => self.after_comma = true,
            Item::Move(written) => self.written_move(written),
            Item::Claim(said) => self.says(said.value, said.span),
            Item::Resigns(side) => {
                self.end_series(None, side.span);
                let loser = side.value.unwrap_or_else(|| self.line.position.turn());
                self.declare(Some(!loser), "resignation", side.span);
            }
            Item::Result(winner) => self.result(*winner),
            // `game: NAME` is for whoever chooses the game.
            _ => {}
        }
    }

    fn setup(&self, name: &Spanned<String>) -> Result<SetupId, Diagnostic> {
        let variant = self.game.variant();
        variant.setup_named(&name.value).ok_or_else(|| {
            let message = format!("{} has no setup `{}`", variant.title, name.value);
            let known = variant.setups.iter().map(|setup| setup.name.as_str());
            let help = did_you_mean(&name.value, known);
            Diagnostic::error(Code::GameTextSetup, name.span, message).label("no such setup").help(help)
        })
    }

    /// Begins a new line; one that could not be begun is not played.
    fn begin(&mut self, position: Result<Position, Vec<Diagnostic>>, first: bool) {
        if !first {
            self.finish_line();
        }
        self.stopped = false;
        self.after_comma = false;
        self.number = None;
        match position {
            Ok(position) => {
                self.line = Line { start: position.clone(), plies: Vec::new(), position, outcome: None };
            }
            Err(problems) => self.stop(problems),
        }
    }

    fn finish_line(&mut self) {
        let mut line = self.line.clone();
        line.outcome = line.outcome.or_else(|| line.position.outcome());
        self.replay.lines.push(line);
    }

    fn stop(&mut self, problems: Vec<Diagnostic>) {
        self.replay.diagnostics.extend(problems);
        self.stopped = true;
    }

    fn written_move(&mut self, written: &SanMove) {
        self.end_series(Some(written), written.span);
        self.check_number();
        if let Some(outcome) = &self.line.outcome {
            return self.stop(vec![game_over(outcome, written.span)]);
        }
        if matches!(&written.form, SanForm::Word(word) if word == "stalemate")
            && uci::find(&self.line.position, "stalemate").is_none()
        {
            return self.says("stalemate", written.span);
        }
        match (resolve(&self.line.position, self.text, written, &self.letters), &written.form) {
            (Ok((mv, warnings)), _) => {
                self.replay.diagnostics.extend(warnings);
                self.play(mv, written.span);
            }
            (Err(_), SanForm::TwoLegs(legs)) if self.has_series() => {
                for leg in legs.iter() {
                    self.written_move(leg);
                    if self.stopped {
                        return;
                    }
                    self.after_comma = true;
                }
            }
            (Err(problem), _) => return self.stop(vec![with_letters(problem)]),
        }
        self.after_comma = false;
        if let Some(span) = written.mate.filter(|_| !self.stopped) {
            self.says("checkmate", span);
        }
    }

    fn has_series(&self) -> bool {
        self.game.variant().rules.series[self.line.position.turn()].is_some()
    }

    fn play(&mut self, mv: Move, span: Span) {
        let before = &self.line.position;
        let ply = Ply { span, side: before.turn(), mv, text: uci::write(before, mv) };
        match self.line.position.play(mv) {
            Ok(()) => self.line.plies.push(ply),
            Err(reason) => {
                let problem = explain(&self.line.position, mv, &reason, span);
                self.stop(vec![problem]);
            }
        }
    }

    /// Ends the series of the player who has just moved, if the text goes over to the other player here.
    fn end_series(&mut self, next: Option<&SanMove>, span: Span) {
        let goes_on = match next {
            // What programs write has an `end` of its own.
            Some(written) => {
                let said = self.text.get(written.span.range()).unwrap_or_default();
                self.after_comma || (self.number.is_none() && uci::find(&self.line.position, said).is_some())
            }
            None => false,
        };
        if goes_on || !self.has_series() || self.line.position.arrangement().series == 0 {
            return;
        }
        let end = self.line.position.legal_moves().into_iter().find(|mv| mv.kind == MoveKind::EndSeries);
        if let Some(end) = end {
            self.play(end, Span::at(span.start));
        }
    }

    /// Warns if a move number gives the move to the other player.
    fn check_number(&mut self) {
        let Some(number) = self.number.take() else { return };
        let turn = self.line.position.turn();
        if number.value == (turn != self.game.variant().first) || self.line.position.outcome().is_some() {
            return;
        }
        let warning = Diagnostic::warning(Code::GameTextNumber, number.span, format!("here it is {turn}'s move"));
        let help = "the second player's moves are numbered with dots, as in `1... e5`";
        self.replay.diagnostics.push(warning.label("a number for the other player").help(help));
    }

    /// A word about the position, which must be so.
    fn says(&mut self, reason: &str, span: Span) {
        let outcome = self.line.position.outcome();
        if outcome.as_ref().is_some_and(|outcome| outcome.reason == reason) {
            return;
        }
        let message = match outcome {
            None => format!("this is no {reason}: the game goes on"),
            Some(outcome) => format!("this is no {reason}: {}", outcome_text(&outcome)),
        };
        let warning = Diagnostic::warning(Code::GameTextSays, span, message).label(format!("said to be {reason}"));
        let position = &self.line.position;
        let moves = uci::legal_moves(position);
        let warning = match moves.first() {
            Some((first, _)) => warning.help(format!("{} can play `{first}`, for one", position.turn())),
            None => warning,
        };
        self.replay.diagnostics.push(warning);
    }

    /// A result that the players have agreed on.
    fn declare(&mut self, winner: Option<Side>, reason: &str, span: Span) {
        if let Some(outcome) = self.line.outcome.clone().or_else(|| self.line.position.outcome()) {
            return self.stop(vec![game_over(&outcome, span)]);
        }
        self.line.outcome = Some(Outcome { winner, reason: reason.to_owned() });
    }

    fn result(&mut self, winner: Spanned<Option<Side>>) {
        let Some(outcome) = self.line.outcome.clone().or_else(|| self.line.position.outcome()) else {
            let reason = if winner.value.is_some() { "resignation" } else { "agreement" };
            return self.declare(winner.value, reason, winner.span);
        };
        if outcome.winner != winner.value {
            let message = format!("the result is another: {}", outcome_text(&outcome));
            self.stop(vec![Diagnostic::error(Code::GameTextResult, winner.span, message).label("not so")]);
        }
    }
}

/// Says how a text can keep its own letters.
fn with_letters(mut problem: Diagnostic) -> Diagnostic {
    if problem.code == Code::MoveUnknownLetter {
        let known = problem.help.take().map_or_else(String::new, |help| help + "; ");
        problem.help = Some(known + "a line like `letters: R = S` says what a text's own letters mean");
    }
    problem
}
