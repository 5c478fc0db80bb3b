//! `weakfish play`: a game against Weakfish, or between two people, in a terminal.
//!
//! The dialogue is line by line, so that a script can play as well as a person. In a terminal lines are edited, moves
//! completed, and the board has colours.

mod choose;
mod game;
mod terminal;

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use clap::ValueEnum as _;
use weakfish::diagnostic::{Code, Diagnostic, nearest};
use weakfish::engine::{Move, Position};
use weakfish::geometry::Side;
use weakfish::model::Worth;
use weakfish::notation::replay::{self, MAX_PLIES};
use weakfish::notation::{fen, name_sides, read_move, uci, write_move, write_moves};
use weakfish::prose::{capitalized, counted};
use weakfish_player::search::Score;

use crate::play::choose::choose_game;
use crate::play::game::{Engine, HumanSides, Record};
use crate::play::terminal::{Input, InputEvent, Look, Marks};
use crate::support::console::{self, Failure};
use crate::support::load::Loader;
use crate::support::{start, weights};

pub(crate) use game::Arguments;

/// Plays until the player has had enough.
pub(crate) fn run(loader: Loader<'_>, arguments: &Arguments) -> Result<(), Failure> {
    let Some(name) = choose_game(loader, &arguments.start.game)? else { return Ok(()) };
    let first = arguments.start.from.before_play(loader, &name)?;
    let record = match &arguments.start.from.play {
        None => Record::new(first),
        Some(text) => Record::of(&start::replay_moves(&first, text, None)?),
    };
    let interrupted = Arc::new(AtomicBool::new(false));
    let input = Input::new(COMMANDS.map(|command| command.names[0]).into());
    if input.is_terminal() {
        let word = Arc::clone(&interrupted);
        // Without it, Ctrl-C ends the program.
        let _ = ctrlc::set_handler(move || word.store(true, Relaxed));
    }
    let weights = weights::load_for_game(record.position.game(), &name)?;
    let engine = Engine::new(record.position.game(), &weights, arguments, interrupted)?;
    let session = Session {
        record,
        human_sides: arguments.side,
        input,
        engine,
        flipped: false,
        look: Look { paint: console::paint(), figurines: arguments.figurines },
        is_paused: false,
        shown: Shown::default(),
        quick_tuning: weights::quick_tuning(Path::new(&name)).filter(|_| arguments.side != HumanSides::Both),
    };
    session.run()
}

/// Moves shown of a line.
const MAX_SHOWN_MOVES: usize = 8;

/// State of a game in the terminal.
struct Session {
    record: Record,
    human_sides: HumanSides,
    input: Input,
    engine: Engine,
    /// Whether the board is shown from the other side.
    flipped: bool,
    look: Look,
    /// Whether the engine pauses until `go`.
    is_paused: bool,
    shown: Shown,
    /// The command that tunes the game, if nobody has and Weakfish plays a side.
    quick_tuning: Option<String>,
}

/// Parts of the state that have been shown to the player.
#[derive(Clone, Copy, Default)]
struct Shown {
    board: bool,
    end: bool,
}

impl Session {
    /// Plays until the end of input, or `quit`.
    fn run(mut self) -> Result<(), Failure> {
        self.print_welcome()?;
        loop {
            let turn = self.record.position.turn();
            let is_over = self.record.outcome().is_some();
            if self.record.moves.len() >= MAX_PLIES && !is_over && !self.is_paused {
                console::print_message(format_args!(
                    "The game has reached {MAX_PLIES} plies, the most that a game text holds."
                ))?;
                self.is_paused = true;
            }
            if !is_over && !self.is_paused && !self.is_human(turn) {
                self.play_engine_move()?;
                continue;
            }
            if !std::mem::replace(&mut self.shown.board, true) {
                self.print_position()?;
            }
            self.print_end()?;
            match self.read_command()? {
                InputEvent::Line(line) => {
                    if !self.execute_line(line.trim())? {
                        return Ok(());
                    }
                }
                InputEvent::Interrupted => console::print_message("`quit` or Ctrl-D ends the program.")?,
                InputEvent::End => return Ok(()),
            }
        }
    }

    /// Prints the title, who plays which side, how to get help, and how men with a facing or a mode are written.
    fn print_welcome(&self) -> Result<(), Failure> {
        let title = &self.record.position.game().variant().title;
        let number = self.engine.level_number;
        let players = match self.human_sides {
            HumanSides::White => format!("You play White, Weakfish plays Black at level {number}."),
            HumanSides::Black => format!("You play Black, Weakfish plays White at level {number}."),
            HumanSides::Both => "You play both sides.".to_owned(),
            HumanSides::None => format!("Weakfish plays both sides at level {number}."),
        };
        let legend = terminal::legend(&self.record.position, self.look);
        let tuning = self.quick_tuning.as_ref().map_or_else(String::new, |command| {
            format!("\nTen minutes of tuning can make Weakfish play this game better: {command}")
        });
        console::print_message(format_args!("{title}\n{players} `help` lists the commands.{tuning}{legend}"))
    }

    /// Whether a person plays a side.
    fn is_human(&self, side: Side) -> bool {
        matches!(
            (self.human_sides, side),
            (HumanSides::Both, _) | (HumanSides::White, Side::White) | (HumanSides::Black, Side::Black)
        )
    }

    /// Reads a command of the player.
    fn read_command(&mut self) -> Result<InputEvent, Failure> {
        let position = &self.record.position;
        let turn = position.turn();
        let mut prompt = String::new();
        if self.record.outcome().is_none() {
            let is_second_side = turn != position.game().variant().first;
            let dots = if is_second_side { "..." } else { "." };
            prompt = format!("{}{dots} {}", position.fullmove(), position.game().variant().side_name(turn));
            if let Some((_, most)) = position.series_bounds().filter(|(_, most)| *most > 1) {
                let left = most.saturating_sub(position.series());
                let _ = write!(prompt, ", {} left", counted(u64::from(left), "move"));
            }
        }
        prompt += "> ";
        self.input.read_line(&prompt, Some(&self.record.position))
    }

    /// Makes a legal move.
    fn play(&mut self, mv: Move) {
        self.record.play(mv);
        self.shown.board = false;
    }

    /// Lets the engine search and play a move, or claim a draw or a win.
    fn play_engine_move(&mut self) -> Result<(), Failure> {
        let line = self.engine.search(self.engine.level, &self.record.position);
        // Without a person there is no prompt at which to react.
        let interrupted = self.engine.take_interrupt();
        self.is_paused |= interrupted && self.human_sides == HumanSides::None;
        let Some(line) = line else {
            self.is_paused = true;
            return Ok(());
        };
        if let Some(claim) = self.record.position.claims().first()
            && line.score <= Score::of_claim(claim)
        {
            console::print_message(format_args!("Weakfish claims {claim}."))?;
            self.record.end_by_claim(claim);
            return Ok(());
        }
        let Some(&mv) = line.moves.first() else { return Ok(()) };
        self.play(mv);
        if self.human_sides == HumanSides::None && self.record.outcome().is_none() {
            if self.input.is_terminal() {
                self.print_position()?;
            } else {
                self.print_last_turn()?;
            }
            self.shown.board = !self.is_paused;
        }
        Ok(())
    }

    /// Prints the board, the last turn, check, what can be claimed and whether the series can be ended.
    fn print_position(&self) -> Result<(), Failure> {
        let position = &self.record.position;
        let last_moves = self.record.last_turn().map(|(.., moves)| moves).unwrap_or_default();
        let bottom_side = if self.human_sides == HumanSides::Black { Side::Black } else { Side::White };
        let bottom_side = if self.flipped { !bottom_side } else { bottom_side };
        let page = terminal::draw_board(position, bottom_side, &Marks::of(position, &last_moves), self.look);
        console::print_message("")?;
        console::print_styled(&page)?;
        console::print_message("")?;
        if !self.record.moves.is_empty() {
            self.print_last_turn()?;
        }
        if self.record.outcome().is_some() {
            return Ok(());
        }
        let turn = position.game().variant().side_name(position.turn());
        if position.in_check() {
            console::print_message(format_args!("{turn} is in check."))?;
        }
        for claim in position.claims() {
            console::print_message(format_args!(
                "{turn} can claim {claim}: `{}` does.",
                if claim.winner.is_some() { "claim" } else { "draw" }
            ))?;
        }
        if position.check_move(Move::EndSeries).is_ok() {
            console::print_message("`end` ends the series.")?;
        }
        Ok(())
    }

    /// Prints the moves of the last turn and who made them.
    fn print_last_turn(&self) -> Result<(), Failure> {
        let Some((side, moves, _)) = self.record.last_turn() else { return Ok(()) };
        let player = if self.is_human(side) { String::new() } else { " (Weakfish)".to_owned() };
        let side = self.record.position.game().variant().side_name(side);
        console::print_message(format_args!("{side}{player}: {moves}"))
    }

    /// Prints the outcome once the game is over, and what can be done then.
    fn print_end(&mut self) -> Result<(), Failure> {
        let Some(outcome) = self.record.outcome() else {
            self.shown.end = false;
            return Ok(());
        };
        if std::mem::replace(&mut self.shown.end, true) {
            return Ok(());
        }
        let ended = name_sides(self.record.position.game().variant(), capitalized(&outcome.to_string()));
        console::print_message(format_args!("{ended}. `new`, `undo` or `quit`?"))
    }

    /// Prints the outcome and returns true if the game is over.
    fn print_if_over(&self) -> Result<bool, Failure> {
        let Some(outcome) = self.record.outcome() else { return Ok(false) };
        console::print_message(format_args!("The game is over: {outcome}."))?;
        Ok(true)
    }

    /// Executes a line; returns whether the session continues. A word after a slash is always a command, and may be
    /// abbreviated.
    fn execute_line(&mut self, line: &str) -> Result<bool, Failure> {
        if line.is_empty() {
            return Ok(true);
        }
        let after_slash = line.strip_prefix('/');
        let text = after_slash.unwrap_or(line);
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let by_name = COMMANDS.iter().find(|command| command.names.contains(&word));
        let by_prefix = || {
            let mut candidates =
                COMMANDS.iter().filter(|command| !word.is_empty() && command.names[0].starts_with(word));
            candidates.next().filter(|_| after_slash.is_some() && candidates.next().is_none())
        };
        let Some(command) = by_name.or_else(by_prefix) else {
            let problem = format!("There is no command `{word}`; `help` lists them.");
            return if after_slash.is_some() { console::print_message(problem) } else { self.play_input(line) }
                .map(|()| true);
        };
        let (name, rest) = (command.names[0], rest.trim());
        let outcome = if command.args.is_empty() && !rest.is_empty() {
            Ok(console::print_message(format_args!("Nothing stands behind `{name}`."))?)
        } else {
            (command.run)(self, rest)
        };
        match outcome {
            Ok(()) => Ok(true),
            Err(CommandError::Usage) => {
                console::print_message(format_args!("Write `{name} {}`.", command.args)).map(|()| true)
            }
            Err(CommandError::Quit) => Ok(false),
            Err(CommandError::Failure(failure)) => Err(failure),
        }
    }

    /// Plays the moves of an input line, in any notation of a game text.
    fn play_input(&mut self, line: &str) -> Result<(), Failure> {
        if self.print_if_over()? {
            return Ok(());
        }
        let before = &self.record.position;
        if !self.is_human(before.turn()) {
            return console::print_message("It is Weakfish's turn: `go` lets it move, `side` changes sides.");
        }
        let mut replay = replay::replay_from(before.clone(), before.setup(), line);
        if let Some(mistake) = replay.diagnostics.iter().find(|problem| problem.is_error()) {
            return print_illegal_move(before, line, mistake);
        }
        for warning in &replay.diagnostics {
            console::print_message(format_args!("{}.", capitalized(&warning.message)))?;
        }
        let is_one_line = replay.lines.len() == 1;
        let starts_here =
            |line_played: &replay::Line| is_one_line && fen::write(&line_played.start) == fen::write(before);
        let Some(line_played) = replay.lines.pop().filter(starts_here) else {
            return console::print_message(
                "This begins another game: `weakfish play` with `--fen` or `--setup` does that.",
            );
        };
        if line_played.plies.iter().any(|ply| !self.is_human(ply.side)) {
            return console::print_message("Only your own moves can be played.");
        }
        for ply in &line_played.plies {
            self.play(ply.mv);
        }
        if let Some(outcome) = line_played.outcome.filter(|_| self.record.outcome().is_none()) {
            match outcome.winner {
                Some(winner) if self.is_human(!winner) => self.record.end_by(Some(winner), "resignation"),
                _ => console::print_message("`draw` and `resign` end a game.")?,
            }
        }
        Ok(())
    }

    /// Prints the legal moves, or those of the man on a square: a line for each man.
    fn print_moves(&self, square: &str) -> Result<(), Failure> {
        let position = &self.record.position;
        let board = position.game().variant().board;
        let wanted = match square {
            "" => None,
            name => match board.parse(name) {
                Some(square) => Some(square),
                None => return console::print_message(format_args!("`{name}` is no square; the board is {board}.")),
            },
        };
        let legal = uci::legal_moves(position).into_iter().map(|(_, mv)| mv);
        let mut legal: Vec<Move> = legal.filter(|mv| wanted.is_none() || mv.from() == wanted).collect();
        if legal.is_empty() {
            let from = if square.is_empty() { String::new() } else { format!(" from {square}") };
            return console::print_message(format_args!("There is no legal move{from}."));
        }
        legal.sort_by_key(|mv| mv.from());
        // A line for each man.
        for moves in legal.chunk_by(|one, other| one.from() == other.from()) {
            let mut names: Vec<String> = moves.iter().map(|&mv| write_move(position, mv)).collect();
            names.sort();
            print_wrapped(&names.join(", "))?;
        }
        Ok(())
    }

    /// Prints the best move at full strength.
    fn print_hint(&mut self) -> Result<(), Failure> {
        let line = self.engine.analyze(&self.record.position);
        match line.as_ref().and_then(|line| line.moves.first()).filter(|_| self.record.outcome().is_none()) {
            Some(&mv) => console::print_message(write_move(&self.record.position, mv)),
            None => console::print_message("There is no move."),
        }
    }

    /// `eval`: evaluates the position, or that after a move.
    fn print_evaluation(&mut self, text: &str) -> Result<(), Failure> {
        let current = &self.record.position;
        let mut position = current.clone();
        let mut first = Vec::new();
        if !text.is_empty() {
            match read_move(current, text) {
                Ok(mv) => {
                    position.make(mv);
                    first.push(mv);
                }
                Err(mistake) => return print_illegal_move(current, text, &mistake),
            }
        }
        if let Some(outcome) = self.record.outcome().or_else(|| position.outcome()) {
            return console::print_message(format_args!("{}.", capitalized(&outcome.to_string())));
        }
        let line = self.engine.analyze(&position);
        let Some(line) = line else { return console::print_message("There is no move.") };
        let turn = position.turn();
        let score = line.score.white_text(position.game(), turn);
        let moves: Vec<Move> = first.into_iter().chain(line.moves).take(MAX_SHOWN_MOVES).collect();
        let line_text = write_moves(&self.record.position, &moves);
        print_wrapped(&format!("{} ({score}): {line_text}", assessment(line.score, turn, self.engine.pawn_value())))
    }

    /// Undoes or redoes moves, each time until a human is to move; prints `message` if there is none.
    fn undo_or_redo(&mut self, count: &str, op: fn(&mut Record) -> bool, message: &str) -> Result<(), CommandError> {
        let count = if count.is_empty() { Some(1) } else { count.parse().ok().filter(|&count: &usize| count > 0) };
        let mut has_changed = false;
        for _ in 0..count.ok_or(CommandError::Usage)? {
            while op(&mut self.record) {
                has_changed = true;
                if self.human_sides == HumanSides::None || self.is_human(self.record.position.turn()) {
                    break;
                }
            }
        }
        if !has_changed {
            return Ok(console::print_message(message)?);
        }
        self.shown.board = false;
        // Weakfish would only repeat its move.
        self.is_paused = !self.is_human(self.record.position.turn());
        Ok(())
    }

    /// Lets the engine play the next move, whoever's turn it is, and go on after a pause.
    fn resume_engine(&mut self) -> Result<(), Failure> {
        if self.print_if_over()? {
            return Ok(());
        }
        self.is_paused = false;
        if self.human_sides == HumanSides::None && self.input.is_terminal() {
            // The main loop continues.
            return Ok(());
        }
        let turn = self.record.position.turn();
        self.play_engine_move()?;
        // The answer may follow at once.
        if self.is_human(turn) && !self.is_human(self.record.position.turn()) {
            self.print_last_turn()?;
        }
        Ok(())
    }

    /// Sets which sides people play, and prints that.
    fn set_human_sides(&mut self, people: HumanSides) -> Result<(), Failure> {
        (self.human_sides, self.is_paused, self.shown.board) = (people, false, false);
        console::print_message(match people {
            HumanSides::White => "You play White.",
            HumanSides::Black => "You play Black.",
            HumanSides::Both => "You play both sides.",
            HumanSides::None => "Weakfish plays both sides.",
        })
    }

    /// Claims a draw if the rules give one, or else offers it: two people agree, Weakfish if its own score is
    /// no better than a draw.
    fn claim_or_offer_draw(&mut self) -> Result<(), Failure> {
        if self.print_if_over()? {
            return Ok(());
        }
        let turn = self.record.position.turn();
        if let Some(claim) = self.record.position.claims().iter().find(|claim| claim.winner.is_none()) {
            self.record.end_by_claim(claim);
            return Ok(());
        }
        if self.is_human(turn) && self.is_human(!turn) {
            self.record.end_by(None, "agreement");
            return Ok(());
        }
        let line = self.engine.analyze(&self.record.position);
        let mover_score = line.map_or(Score::Centipawns(0), |line| line.score);
        let engine_score = if self.is_human(turn) { mover_score.negated() } else { mover_score };
        if engine_score > Score::Centipawns(0) {
            return console::print_message("No draw can be claimed, and Weakfish plays on.");
        }
        console::print_message("Weakfish agrees.")?;
        self.record.end_by(None, "agreement");
        Ok(())
    }

    /// Claims a win if the rules give one.
    fn claim_win(&mut self) -> Result<(), Failure> {
        if self.print_if_over()? {
            return Ok(());
        }
        match self.record.position.claims().iter().find(|claim| claim.winner.is_some()) {
            Some(claim) => {
                self.record.end_by_claim(claim);
                Ok(())
            }
            None => console::print_message("No win can be claimed here."),
        }
    }

    /// Resigns the game for the player at the keyboard.
    fn resign(&mut self) -> Result<(), Failure> {
        if self.print_if_over()? {
            return Ok(());
        }
        let turn = self.record.position.turn();
        let loser = if self.is_human(turn) || !self.is_human(!turn) { turn } else { !turn };
        self.record.end_by(Some(!loser), "resignation");
        Ok(())
    }
}

/// A command of the terminal.
struct Command {
    /// Names; the first is the usual one.
    names: &'static [&'static str],
    /// Arguments.
    args: &'static str,
    description: &'static str,
    /// Executes it, with what stands behind its name.
    run: fn(&mut Session, &str) -> Result<(), CommandError>,
}

/// Why a command was not executed.
enum CommandError {
    /// Its arguments can't be read.
    Usage,
    Quit,
    Failure(Failure),
}

impl From<Failure> for CommandError {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

/// All commands in the order of the help.
const COMMANDS: [Command; 20] = [
    command(&["help", "?"], "", "lists the commands", |_, _| Ok(console::print_page(&help_page())?)),
    command(&["moves"], "[SQUARE]", "lists the legal moves, or those of the man on a square", |session, square| {
        Ok(session.print_moves(square)?)
    }),
    command(&["hint"], "", "shows a good move", |session, _| Ok(session.print_hint()?)),
    command(
        &["eval"],
        "[MOVE]",
        "evaluates the position, or that after a move, and shows the best line",
        |session, mv| Ok(session.print_evaluation(mv)?),
    ),
    command(&["undo", "back", "takeback"], "[N]", "takes moves back, to your last turn", |session, count| {
        session.undo_or_redo(count, Record::undo, "There is nothing to take back.")
    }),
    command(&["redo"], "[N]", "makes them again", |session, count| {
        session.undo_or_redo(count, Record::redo, "Nothing has been taken back.")
    }),
    command(&["go"], "", "lets Weakfish make the next move for you", |session, _| Ok(session.resume_engine()?)),
    command(&["board"], "", "shows the board", |session, _| {
        session.shown.board = false;
        Ok(())
    }),
    command(&["flip"], "", "turns the board round", |session, _| {
        (session.flipped, session.shown.board) = (!session.flipped, false);
        Ok(())
    }),
    command(&["figurines"], "", "shows men of chess as figurines, or as letters again", |session, _| {
        (session.look.figurines, session.shown.board) = (!session.look.figurines, false);
        let legend = terminal::legend(&session.record.position, session.look);
        if !legend.is_empty() {
            console::print_message(legend.trim_start())?;
        }
        Ok(())
    }),
    command(&["list"], "", "shows the moves so far", |session, _| {
        let text = session.record.game_text();
        Ok(console::print_message(text.as_deref().map_or("No move has been made.", str::trim_end))?)
    }),
    command(&["fen"], "", "shows the FEN", |session, _| Ok(console::print(fen::write(&session.record.position))?)),
    command(&["level"], "[0 to 20]", "shows or sets how strong Weakfish plays", |session, level| {
        if !level.is_empty() {
            session.engine.set_level(level.parse().ok().filter(|&level| level <= 20).ok_or(CommandError::Usage)?);
        }
        let Engine { level, level_number, .. } = &session.engine;
        Ok(console::print_message(format_args!(
            "Weakfish plays at level {level_number} of 20, about {} Elo.",
            level.elo()
        ))?)
    }),
    command(&["side"], "white|black|both|none", "sets which sides are played by people", |session, people| {
        Ok(session.set_human_sides(HumanSides::from_str(people, false).map_err(|_| CommandError::Usage)?)?)
    }),
    command(&["swap"], "", "changes sides with Weakfish", |session, _| {
        Ok(session.set_human_sides(match session.human_sides {
            HumanSides::White => HumanSides::Black,
            HumanSides::Black => HumanSides::White,
            same @ (HumanSides::Both | HumanSides::None) => same,
        })?)
    }),
    command(&["claim"], "", "claims a win if the rules give one", |session, _| Ok(session.claim_win()?)),
    command(&["draw"], "", "claims a draw if the rules give one, or offers it", |session, _| {
        Ok(session.claim_or_offer_draw()?)
    }),
    command(&["resign"], "", "gives up", |session, _| Ok(session.resign()?)),
    command(&["new"], "", "begins another game from the same start", |session, _| {
        session.record = Record::new(session.record.start.clone());
        (session.shown, session.is_paused) = (Shown::default(), false);
        Ok(())
    }),
    command(&["quit", "exit"], "", "ends the program, as Ctrl-D does", |_, _| Err(CommandError::Quit)),
];

/// Makes an entry of the table of commands.
const fn command(
    names: &'static [&'static str],
    args: &'static str,
    description: &'static str,
    run: fn(&mut Session, &str) -> Result<(), CommandError>,
) -> Command {
    Command { names, args, description, run }
}

/// Nearest command name to a mistyped word.
fn nearest_command(word: &str) -> Option<&'static str> {
    let is_word = word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let names = COMMANDS.iter().flat_map(|entry| entry.names.iter().copied());
    if is_word { nearest(word, names) } else { None }
}

/// The help page: how moves are written, and all commands.
fn help_page() -> String {
    let heading = |entry: &Command| format!("{} {}", entry.names[0], entry.args);
    let width = COMMANDS.iter().map(|entry| heading(entry).len()).max().unwrap_or_default();
    let moves = "A move is written as people or programs write it: `e4`, `Nf3`, `exd5`, `O-O`, `b8=Q`, `Ag5 turns left`, \
                 `e4 flips`, `e2e4`, `g5@nw`. Tab completes it. Anything else is a command, with or without a slash:";
    let mut page = console::hanging("", 0, moves) + "\n";
    for entry in &COMMANDS {
        page += &console::hanging(&format!("  {:<width$}  ", heading(entry)), width + 4, entry.description);
    }
    page.push('\n');
    page
}

/// Prints why a move is illegal, with a correction or suggestion.
fn print_illegal_move(position: &Position, line: &str, mistake: &Diagnostic) -> Result<(), Failure> {
    let word = line.split_whitespace().next().unwrap_or(line);
    console::print_message(format_args!("{}.", capitalized(&mistake.message)))?;
    if mistake.code == Code::MoveUnreadable
        && let Some(meant) = nearest_command(word)
    {
        return console::print_message(format_args!("Did you mean the command `{meant}`?"));
    }
    match &mistake.help {
        Some(help) => console::print_message(format_args!("{}.", capitalized(&with_san_moves(position, help)))),
        None => Ok(()),
    }
}

/// Replaces moves in machine notation within a sentence by algebraic notation (SAN).
fn with_san_moves(position: &Position, text: &str) -> String {
    let pieces = text.split('`').enumerate().map(|(index, piece)| {
        let mv = if index % 2 == 1 { uci::find(position, piece) } else { None };
        mv.map_or_else(|| piece.to_owned(), |mv| write_move(position, mv))
    });
    pieces.collect::<Vec<_>>().join("`")
}

/// Prints a long text, wrapped even where no terminal has a width.
fn print_wrapped(text: &str) -> Result<(), Failure> {
    let options = textwrap::Options::new(console::TERMINAL_WIDTH - 1).break_words(false);
    console::print_message(textwrap::fill(text, options))
}

/// Assessment of a score in words, relative to the value of a pawn in this game.
fn assessment(score: Score, turn: Side, pawn_value: i32) -> String {
    if let (Score::Centipawns(_), Some((score, _))) = (score, score.end()) {
        let (winner, score) = if score > Worth::DRAW { (turn, score) } else { (!turn, 100 - score) };
        return format!("{winner} wins and scores {}", Worth::decimal(score));
    }
    let (leader, advantage) = match score {
        _ if score.sure_result() == Some(true) => return format!("{turn} wins"),
        _ if score.sure_result() == Some(false) => return format!("{} wins", !turn),
        Score::Centipawns(advantage) if advantage < 0 => (!turn, -advantage),
        Score::Centipawns(advantage) => (turn, advantage),
        Score::Win(_) => return format!("{turn} wins"),
        Score::Loss(_) => return format!("{} wins", !turn),
    };
    match 100 * advantage / pawn_value.max(1) {
        0..50 => "The game is about level".to_owned(),
        50..150 => format!("{leader} stands slightly better"),
        150..400 => format!("{leader} stands better"),
        _ => format!("{leader} should win"),
    }
}
