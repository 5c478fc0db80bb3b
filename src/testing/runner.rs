//! The runner of the tests that are written in a definition.

use std::collections::BTreeMap;

use super::stored_moves::{self, StoredList};
use super::{claim_expectation, expectation};
use crate::check::{Checked, DrawnPosition, TestMeanings};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Game, Move, Outcome, Position};
use crate::geometry::{PerSide, Side};
use crate::model::{Basis, Condition, Ending, QuietUnit, SetupId};
use crate::notation::replay::{Line, example_move, replay_in};
use crate::notation::{Dialect, TextError, fen, read_move, uci};
use crate::prose::counted;
use crate::source::{Span, Spanned};
use crate::syntax::ast::{Expectation, Name, Scored, State, TestLine, TestStep};

/// The maximum number of moves that a message names.
const MAX_NAMED_MOVES: usize = 8;

/// The result of one test.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TestResult {
    /// The name of the test.
    pub name: String,
    /// The place of its name in the definition.
    pub span: Span,
    /// The failed expectations, each with its place in the definition. Warnings are about the notation of moves.
    pub diagnostics: Vec<Diagnostic>,
    /// The lists that it stores, to compare with earlier ones.
    pub lists: Vec<StoredList>,
}

impl TestResult {
    /// Whether no expectation failed.
    pub fn passed(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// The maximum number of lines, plies and listed moves in all tests of a definition together.
pub const MAX_STEPS: usize = 20_000;

/// The maximum depth in plies of a `perft` in a test.
pub const MAX_PERFT_DEPTH: u32 = 30;

/// The maximum number of sequences without their last ply in all `perft` lines of a definition together: `perft N`
/// counts with its sequences of N - 1 plies. These determine the time, since moves of the last ply are mostly not
/// played.
pub const MAX_PERFT_SEQUENCES: u64 = 2_000_000;

/// Runs the tests of a definition on its game. A definition with errors has no game, and none of its tests is run.
///
/// The lines of a test are carried out in order. A `setup`, `position` or `play` that can't be carried out ends its
/// test; any other line that fails is reported, and the test continues. The work is bounded: lines beyond
/// [`MAX_STEPS`], [`MAX_PERFT_DEPTH`] or [`MAX_PERFT_SEQUENCES`] fail.
///
/// ```
/// use weakfish::source::Source;
/// use weakfish::testing::runner;
/// use weakfish::{BuiltIns, check};
///
/// let text = "game \"Tested\" extends fide\ntest \"fool's mate\"\n  play: 1. f3 e5 2. g4 Qh4#\n  expect: black wins\n";
/// let results = runner::run(&check(&Source::new("tested.variant", text), &BuiltIns));
/// assert_eq!(results[0].name, "fool's mate");
/// assert!(results[0].passed());
/// ```
pub fn run(checked: &Checked) -> Vec<TestResult> {
    run_some(checked, |_| true)
}

/// Runs those tests whose names are wanted.
pub fn run_some(checked: &Checked, wanted: impl Fn(&str) -> bool) -> Vec<TestResult> {
    let Some(game) = &checked.game else { return Vec::new() };
    let mut budget = Budget::default();
    let tests = checked.tests.iter().filter(|test| wanted(&test.name.value));
    tests
        .map(|test| {
            let mut tester = Tester::new(game, &checked.meanings, budget);
            let _ = test.lines.iter().all(|line| tester.run_line(line));
            budget = tester.budget;
            let (name, span) = (test.name.value.clone(), test.name.span);
            let lists = stored_lists(&name, tester.lists);
            TestResult { name, span, diagnostics: tester.problems, lists }
        })
        .collect()
}

/// The lists of a test under headings of their own: those of one kind are numbered from the second on.
fn stored_lists(test: &str, lists: Vec<StoredList>) -> Vec<StoredList> {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let headed = |list: StoredList| {
        let heading = format!("test \"{test}\"{}", list.heading);
        let number = numbers.entry(heading.clone()).or_default();
        *number += 1;
        let heading = if *number == 1 { heading } else { format!("{heading}, {number}") };
        StoredList { heading, ..list }
    };
    lists.into_iter().map(headed).collect()
}

/// A game that a test plays, for analysis and export.
pub(crate) struct PlayedGame<'c> {
    /// The name of the test.
    pub(crate) test: &'c str,
    /// The text of the moves.
    pub(crate) text: &'c str,
    /// The line that was played.
    pub(crate) line: Line,
}

/// Replays the games that the tests of a definition play; a test whose moves can't be played ends there.
pub(crate) fn played_games(checked: &Checked) -> Vec<PlayedGame<'_>> {
    let Some(game) = &checked.game else { return Vec::new() };
    let mut budget = Budget::default();
    let mut games = Vec::new();
    for test in &checked.tests {
        let mut tester = Tester::new(game, &checked.meanings, budget);
        for line in &test.lines {
            let is_played = matches!(
                line.step,
                TestStep::Setup { .. } | TestStep::Position(_) | TestStep::Drawn { .. } | TestStep::Play(_)
            );
            let is_done = !is_played || tester.run_line(line);
            if !is_done {
                break;
            }
            if let (TestStep::Play(text), Some(line)) = (&line.step, tester.line.take()) {
                games.push(PlayedGame { test: &test.name.value, text: &text.value, line });
            }
        }
        budget = tester.budget;
    }
    games
}

/// The work that is left for the tests of a definition.
#[derive(Clone, Copy)]
struct Budget {
    steps: usize,
    sequences: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { steps: MAX_STEPS, sequences: MAX_PERFT_SEQUENCES }
    }
}

/// A test that is being run: the position so far, and the problems found.
struct Tester<'c> {
    meanings: &'c TestMeanings,
    setup: SetupId,
    position: Position,
    /// The outcome by the rules, by resignation or by agreement.
    outcome: Option<Outcome>,
    /// The line played last.
    line: Option<Line>,
    problems: Vec<Diagnostic>,
    /// The lists to store; their headings are to follow the name of the test.
    lists: Vec<StoredList>,
    budget: Budget,
}

impl<'c> Tester<'c> {
    /// A test that begins from the first setup.
    fn new(game: &Game, meanings: &'c TestMeanings, budget: Budget) -> Self {
        let setup = SetupId::default();
        let position = game.start_of(setup);
        // A setup may be over before the first move; that is only a warning.
        let outcome = position.outcome();
        Self { meanings, setup, position, outcome, line: None, problems: Vec::new(), lists: Vec::new(), budget }
    }

    /// Carries out a line; false if the test can't go on.
    fn run_line(&mut self, line: &TestLine) -> bool {
        let moves = if let TestStep::Legal(moves) | TestStep::Illegal(moves) | TestStep::Exactly(moves) = &line.step {
            moves.len()
        } else {
            0
        };
        let Some(steps) = self.budget.steps.checked_sub(1 + moves) else {
            let message = format!("the tests of a definition have at most {MAX_STEPS} lines and moves");
            return self.give_up(line.span, message, "leave some tests out, or write them into another definition");
        };
        self.budget.steps = steps;
        match &line.step {
            TestStep::Setup { name, array } => return self.run_setup(name, *array),
            TestStep::Position(fen) => {
                let read = fen::read_problem(self.position.game(), self.setup, &fen.value);
                return self.go_on_from(read.map_err(|error| error.shifted(fen.span.start)));
            }
            TestStep::Drawn { board, turn } => {
                return self.run_drawn(board.span, turn.as_ref());
            }
            TestStep::ToMove(_) | TestStep::Facing(_) | TestStep::Hand(_) => {}
            TestStep::Play(text) => return self.run_play(text),
            TestStep::Expect(expected) => self.run_expect(expected),
            TestStep::Legal(moves) => {
                if !self.refuse_finished(line.span, "this line") {
                    let problems: Vec<Diagnostic> = moves.iter().filter_map(|mv| self.find_move(mv).err()).collect();
                    self.problems.extend(problems);
                }
            }
            TestStep::Illegal(moves) => {
                if !self.refuse_finished(line.span, "this line") {
                    self.run_illegal(moves);
                }
            }
            TestStep::Exactly(moves) => {
                if !self.refuse_finished(line.span, "this line") {
                    self.run_exactly(moves, line.span);
                }
            }
            TestStep::MovesStored => {
                self.lists.push(StoredList::of_moves(String::new(), &self.position));
                self.refuse_finished(line.span, "the list");
            }
            TestStep::ReachStored(symbol) => self.store_reach(symbol),
            TestStep::Perft { depth, nodes } => return self.run_perft(depth, nodes),
        }
        true
    }

    /// Reports a line about moves if the game is over in this position; returns whether it is. Such a line would hold
    /// for any men. A player without moves is no such case: that depends on the men.
    fn refuse_finished(&mut self, span: Span, line: &str) -> bool {
        let Some(outcome) = self.position.outcome() else { return false };
        if self.has_no_move() {
            return false;
        }
        let message = format!("the game is over: {outcome}; no move is legal, and {line} can say nothing of one");
        let help = format!(
            "write `expect: {}`; or let the game go on, by more men under `position:` or fewer moves under `play:`",
            expectation(Some(&outcome))
        );
        let over = Diagnostic::error(Code::MoveGameOver, span, message).label("nothing can be played any more");
        self.problems.push(over.help(help));
        true
    }

    /// Whether the player to move is checkmated or stalemated.
    fn has_no_move(&self) -> bool {
        [Condition::Checkmate, Condition::Stalemate]
            .into_iter()
            .any(|no_move| self.position.holds(&Ending::draw(no_move)))
    }

    /// Reports that the work of the tests is too much, and ends the test.
    fn give_up(&mut self, span: Span, message: String, help: &str) -> bool {
        let too_much = Diagnostic::error(Code::TestTooMuch, span, message).label("not tested");
        self.problems.push(too_much.help(help));
        false
    }

    /// Runs `perft N: NODES`; false if counting would take more work than is left.
    fn run_perft(&mut self, depth: &Spanned<u32>, nodes: &Spanned<u64>) -> bool {
        let help = "`weakfish perft` counts to any depth";
        if depth.value > MAX_PERFT_DEPTH {
            let message = format!("a test counts the sequences of at most {MAX_PERFT_DEPTH} plies");
            return self.give_up(depth.span, message, help);
        }
        // In a finished position no sequence begins, although counts go on through draws.
        if depth.value > 0 && self.position.outcome().is_some() && !self.has_no_move() {
            if nodes.value > 0 {
                self.refuse_finished(nodes.span, "this count");
            }
            return true;
        }
        let mut sequences_found = 1;
        for plies in 1..=depth.value {
            let Some(sequences) = self.budget.sequences.checked_sub(sequences_found) else {
                let message = format!(
                    "`perft {}` takes too long for a test: it has {sequences_found} sequences of {} alone",
                    depth.value,
                    counted((plies - 1).into(), "ply")
                );
                return self.give_up(depth.span, message, help);
            };
            self.budget.sequences = sequences;
            sequences_found = self.position.perft(plies);
        }
        if sequences_found != nodes.value {
            let message = format!("perft {} is {sequences_found}, not {}", depth.value, nodes.value);
            let help = format!("write `{sequences_found}` if every move of the definition is as you mean it");
            self.problems
                .push(Diagnostic::error(Code::TestPerft, nodes.span, message).label("expected here").help(help));
        }
        true
    }

    /// Continues the test from a board that is drawn; false if it can't stand.
    fn run_drawn(&mut self, board: Span, turn: Option<&Spanned<Side>>) -> bool {
        let DrawnPosition { men, walls, hands } = self.meanings.boards.get(&board).cloned().unwrap_or_default();
        let hands = PerSide::from_fn(|side| hands[side].iter().map(|&(kind, count)| (kind, count.into())).collect());
        let side = turn.map_or(Side::White, |side| side.value);
        let word = if side == Side::White { "w" } else { "b" };
        let tail = Spanned::new(word, turn.map_or(board, |side| side.span));
        let read = fen::read_with_men(self.position.game(), self.setup, men, walls, hands, board, tail);
        let first = self.problems.len();
        let goes_on = self.go_on_from(read);
        for problem in self.problems[first..].iter_mut().filter(|problem| problem.code == Code::FenRoyalAttacked) {
            let other = (!side).to_string().to_lowercase();
            problem.help = Some(format!("if {} is to move, write `to move: {other}` below the board", !side));
        }
        goes_on
    }

    /// Continues the test from a position that was read; false if it can't stand.
    fn go_on_from(&mut self, read: Result<Position, TextError>) -> bool {
        match read {
            Ok(position) => self.set_position(position),
            Err(error) => {
                self.problems.extend(error.into_diagnostics());
                return false;
            }
        }
        true
    }

    /// Continues the test from a position.
    fn set_position(&mut self, position: Position) {
        self.outcome = position.outcome();
        self.position = position;
    }

    /// Runs `setup: NAME` and `setup: NAME NUMBER`.
    fn run_setup(&mut self, name: &Spanned<String>, array: Option<Spanned<u32>>) -> bool {
        let game = self.position.game().clone();
        let variant = game.variant();
        if let Some(setup) = variant.setup_named(&name.value) {
            self.setup = setup;
            let start = match array {
                None => Some(game.start_of(setup)),
                Some(number) => game.start_of_array(setup, number.value.into()),
            };
            if let Some(start) = start {
                self.set_position(start);
                return true;
            }
            let number = array.unwrap_or(Spanned::new(0, name.span));
            let (message, help) = match game.arrays(setup) {
                Some(arrays) => {
                    let last = arrays.count().saturating_sub(1);
                    (
                        format!("the setup `{}` has no array {}", name.value, number.value),
                        format!("they are numbered from 0 to {last}"),
                    )
                }
                None => (
                    format!("the men of the setup `{}` are not shuffled", name.value),
                    "leave the number out; only the arrays of a setup with a line `shuffled:` are numbered".to_owned(),
                ),
            };
            let unknown = Diagnostic::error(Code::CheckUnknownSetup, number.span, message).label("no such array");
            self.problems.push(unknown.help(help));
            return false;
        }
        let message = format!("this game has no setup `{}`", name.value);
        let unknown = Diagnostic::error(Code::CheckUnknownSetup, name.span, message).label("no such setup");
        let known = variant.setups.iter().map(|setup| setup.name.as_str());
        self.problems.push(unknown.suggest(name.span, &name.value, known));
        false
    }

    /// Runs `play: …`; false if the moves can't be played.
    fn run_play(&mut self, text: &Spanned<String>) -> bool {
        let replay = replay_in(self.position.clone(), self.setup, &text.value, Some(Dialect::Weakfish));
        let complete = replay.is_complete();
        let plies = replay.lines.iter().map(|line| line.plies.len()).sum();
        self.budget.steps = self.budget.steps.saturating_sub(plies);
        self.problems.extend(replay.diagnostics.into_iter().map(|problem| problem.shifted(text.span.start)));
        if let Some(line) = replay.lines.into_iter().next_back() {
            self.position = line.position.clone();
            self.outcome.clone_from(&line.outcome);
            self.line = Some(line);
        }
        complete
    }

    /// Adds the list of the squares that a man reaches.
    fn store_reach(&mut self, symbol: &Spanned<String>) {
        let variant = self.position.game().variant();
        // White's and Black's men of one symbol may be of two kinds.
        let kinds: Vec<_> = variant.kinds().filter(|(_, kind)| kind.symbol == symbol.value).collect();
        if kinds.is_empty() {
            let message = format!("there is no man `{}`", symbol.value);
            let unknown = Diagnostic::error(Code::CheckUnknownMan, symbol.span, message).label("no such man");
            let known = variant.kinds.iter().map(|kind| kind.symbol.as_str());
            self.problems.push(unknown.suggest(symbol.span, &symbol.value, known));
            return;
        }
        let lines = kinds.iter().flat_map(|&(id, _)| stored_moves::reach(variant, id)).collect();
        self.lists.push(StoredList { heading: format!(", reach of {}", symbol.value), lines, men: Vec::new() });
    }

    /// Runs `expect: …`: compares the state of the game with the expected one.
    fn run_expect(&mut self, expected: &Spanned<Expectation>) {
        let same = |wanted: Option<&Name>, found: &str| wanted.is_none_or(|reason| reason.value == *found);
        let met = match (&expected.value, &self.outcome) {
            (Expectation::Ongoing, None) => true,
            (Expectation::Over { winner, score, reason }, Some(outcome)) => {
                let scores =
                    |score: &Scored| winner.is_some_and(|winner| score.hundredths() == Some(outcome.score(winner)));
                *winner == outcome.winner && score.as_ref().is_none_or(scores) && same(reason.as_ref(), &outcome.reason)
            }
            (Expectation::Claimable { winner, score, reason }, None) => self.position.claims().iter().any(|claim| {
                let scores = |score: &Scored| {
                    winner.is_some_and(|winner| score.hundredths() == Some(claim.outcome().score(winner)))
                };
                *winner == claim.winner && score.as_ref().is_none_or(scores) && same(reason.as_ref(), &claim.reason)
            }),
            (Expectation::Holds { state, negated }, _) => return self.expect_state(state, *negated, expected.span),
            _ => false,
        };
        if met {
            return;
        }
        let (mut found, mut written) = (self.found(), expectation(self.outcome.as_ref()));
        if matches!(expected.value, Expectation::Claimable { .. }) && self.outcome.is_none() {
            if let Some(claim) = self.position.claims().first() {
                found = format!("{found}, and {claim} can be claimed");
                written = claim_expectation(claim);
            } else {
                found += ", and nothing can be claimed";
            }
        }
        let problem =
            Diagnostic::error(Code::TestOutcome, expected.span, format!("here {found}")).label("expected this");
        let example = example_move(&self.position).map_or_else(String::new, |example| format!("{example}; "));
        let help = format!("{example}write `expect: {written}` if the definition is as you mean it");
        self.problems.push(problem.help(help));
    }

    /// The outcome in words.
    fn found(&self) -> String {
        self.outcome.as_ref().map_or_else(|| "the game goes on".to_owned(), Outcome::to_string)
    }

    /// Requires that a state of the game holds here, or that it does not.
    fn expect_state(&mut self, state: &State, negated: bool, span: Span) {
        let (holds, found) = match state {
            State::InCheck(side) => {
                let side = side.unwrap_or(self.position.turn());
                let holds = self.position.is_in_check(side);
                (holds, format!("{side} is {}in check", if holds { "" } else { "not " }))
            }
            State::Condition(key) => {
                let ending = self.meanings.conditions.get(&key.span);
                if let Some(uncounted) = ending.and_then(|ending| self.uncounted(ending, span)) {
                    return self.problems.push(uncounted);
                }
                let check = if self.position.in_check() { "in check" } else { "not in check" };
                let found = format!("{}; {} is to move, {check}", self.found(), self.position.turn());
                let count = ending.map_or_else(String::new, |ending| self.count_in_words(&ending.condition));
                (ending.is_some_and(|ending| self.position.holds(ending)), found + &count)
            }
        };
        if holds != negated {
            return;
        }
        let (message, label, help) = if negated {
            (format!("this holds here: {found}"), "expected not to hold", "leave out `not`")
        } else {
            (format!("here {found}"), "expected this", "write `not` before it")
        };
        let problem = Diagnostic::error(Code::TestOutcome, span, message).label(label);
        self.problems.push(problem.help(format!("{help} if the definition is as you mean it")));
    }

    /// The problem that the game counts nothing of the kind which a condition is about.
    fn uncounted(&self, ending: &Ending, span: Span) -> Option<Diagnostic> {
        let basis = ending.condition.basis();
        let (counted, example) = match basis {
            Basis::Checks => ("checks", "3 checks given: wins"),
            Basis::Castling => ("castlings", "castled: wins"),
            Basis::Passes => ("passes", "both pass: draw"),
            Basis::AcceptedOpposition => ("passes", "opposition accepted: draw"),
            Basis::Moves
            | Basis::Men
            | Basis::CastlingRights
            | Basis::Positions
            | Basis::Quiet
            | Basis::CountedMoves => return None,
        };
        if self.position.game().variant().endings.iter().any(|other| other.condition.basis() == basis) {
            return None;
        }
        let message = format!("this game counts no {counted}, since no ending is about them");
        let problem = Diagnostic::error(Code::TestOutcome, span, message).label("can't be tested");
        Some(problem.help(format!("write such a line under `endings`, as in `{example}`, or leave this out")))
    }

    /// Describes the counter of a condition in this position, after a semicolon.
    fn count_in_words(&self, condition: &Condition) -> String {
        let position = &self.position;
        if let Condition::Position { .. } = condition {
            let occurred = |times: &u8| {
                let condition = Condition::Position { times: *times, perpetual_check: false };
                position.holds(&Ending::draw(condition))
            };
            let times = (1..=u8::MAX).take_while(occurred).count();
            format!("; this position has occurred {}", counted(times as u64, "time"))
        } else if let Condition::Quiet { unit: QuietUnit::Series, .. } = condition {
            format!("; {} series without progress", position.quiet_series())
        } else if let Condition::Quiet { .. } = condition {
            format!("; {} without progress", counted(position.halfmove().into(), "ply"))
        } else if let Condition::ChecksGiven(_) = condition {
            let given = |side| counted(position.checks_given(side).into(), "check");
            format!("; White has given {}, Black {}", given(Side::White), given(Side::Black))
        } else {
            String::new()
        }
    }

    /// Finds the legal move of a text, in machine notation or as people write it.
    fn find_move(&self, text: &Spanned<String>) -> Result<Move, Diagnostic> {
        read_move(&self.position, &text.value).map_err(|problem| problem.shifted(text.span.start))
    }

    /// Runs `illegal: …`: requires that none of these moves is legal, and that each names a move.
    fn run_illegal(&mut self, moves: &[Spanned<String>]) {
        for text in moves {
            match self.find_move(text) {
                Ok(mv) => {
                    let message = format!("`{}` is legal here", uci::write(&self.position, mv));
                    let help = "take it out of this line if the definition is as you mean it";
                    let legal = Diagnostic::error(Code::TestLegal, text.span, message).label("expected to be illegal");
                    self.problems.push(legal.help(help));
                }
                // A text that doesn't name a single move would be illegal for the wrong reason.
                Err(problem)
                    if matches!(
                        problem.code,
                        Code::MoveUnreadable | Code::MoveSquare | Code::MoveUnknownLetter | Code::MoveAmbiguous
                    ) =>
                {
                    self.problems.push(problem);
                }
                Err(_) => {}
            }
        }
    }

    /// Runs `exactly: …`: requires that exactly these moves are legal.
    fn run_exactly(&mut self, moves: &[Spanned<String>], span: Span) {
        let (listed, unreadable): (Vec<_>, Vec<_>) =
            moves.iter().map(|text| self.find_move(text)).partition(Result::is_ok);
        let listed: Vec<Move> = listed.into_iter().filter_map(Result::ok).collect();
        if !unreadable.is_empty() {
            return self.problems.extend(unreadable.into_iter().filter_map(Result::err));
        }
        let legal = uci::legal_moves(&self.position);
        let missing: Vec<_> =
            legal.iter().filter(|(_, mv)| !listed.contains(mv)).map(|(text, _)| format!("`{text}`")).collect();
        if missing.is_empty() {
            return;
        }
        let more = missing.len().saturating_sub(MAX_NAMED_MOVES);
        let named = missing.iter().take(MAX_NAMED_MOVES).cloned().collect::<Vec<_>>().join(", ");
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        let message = format!("these are legal too: {named}{more}");
        let help = if more.is_empty() {
            "write them into this line too if the definition is as you mean it"
        } else {
            "`legal:` lists some of the legal moves, `exactly:` all of them"
        };
        let others = Diagnostic::error(Code::TestOnly, span, message).label("expected to be all legal moves");
        self.problems.push(others.help(help));
    }
}
