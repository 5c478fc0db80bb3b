//! Main loop of a game in the terminal: turns and commands.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use weakfish::engine::{Move, Position};
use weakfish::geometry::Side;
use weakfish::notation::replay;
use weakfish::notation::{fen, read_move, uci, write_move, write_moves};
use weakfish::prose::{capitalized, counted};
use weakfish_player::search::Score;

use super::arguments::{Arguments, People};
use super::board::{self, Marks};
use super::clocks::{self, Clocks};
use super::command::{self, Change, Command};
use super::engine::Engine;
use super::input::{Input, Typed};
use super::record::{Record, read_game};
use super::wording::{paragraph, refuse, standing, tell};
use crate::support::console::{self, Failure};
use crate::support::{scores, write};

/// Moves shown of a line.
const MAX_SHOWN_MOVES: usize = 8;

/// State of a game in the terminal.
pub(super) struct Session {
    /// Name of the game.
    name: String,
    record: Record,
    people: People,
    input: Input,
    engine: Engine,
    clocks: Option<Clocks>,
    /// Whether the board is shown from the other side.
    flipped: bool,
    /// Whether Weakfish waits for `go`.
    waits: bool,
    shown: Shown,
    /// The file that this game has been saved in, or loaded from.
    file: Option<PathBuf>,
}

/// Parts of the state that have been shown to the player.
#[derive(Clone, Copy, Default)]
struct Shown {
    board: bool,
    end: bool,
}

impl Session {
    pub(super) fn new(arguments: &Arguments, record: Record, input: Input, engine: Engine) -> Self {
        Self {
            name: arguments.start.game.clone(),
            record,
            people: arguments.side,
            input,
            engine,
            clocks: arguments.clock.map(Clocks::new),
            flipped: false,
            waits: false,
            shown: Shown::default(),
            file: arguments.load.as_ref().map(PathBuf::from),
        }
    }

    /// Plays until the end of input, or `quit`.
    pub(super) fn run(mut self) -> Result<(), Failure> {
        self.welcome()?;
        loop {
            self.look_at_clocks();
            let turn = self.record.position.turn();
            let is_over = self.record.outcome().is_some();
            if self.record.is_full() && !is_over && !self.waits {
                console::line("The game has become too long to be written down.")?;
                self.waits = true;
            }
            if !is_over && !self.waits && !self.is_person(turn) {
                self.let_weakfish_move()?;
                continue;
            }
            if !std::mem::replace(&mut self.shown.board, true) {
                self.show()?;
            }
            self.show_end()?;
            match self.ask()? {
                Typed::Line(line) => {
                    self.look_at_clocks();
                    // A move that comes after the end is none.
                    if self.record.outcome().is_some() != is_over {
                        continue;
                    }
                    if !self.execute(line.trim())? {
                        return Ok(());
                    }
                }
                Typed::Interrupted => console::line("`quit` or Ctrl-D ends the program.")?,
                Typed::End => return Ok(()),
            }
        }
    }

    fn welcome(&self) -> Result<(), Failure> {
        let title = &self.record.position.game().variant().title;
        let who = match self.people {
            People::White => format!("You play White, Weakfish plays Black at level {}.", self.engine.number),
            People::Black => format!("You play Black, Weakfish plays White at level {}.", self.engine.number),
            People::Both => "You play both sides.".to_owned(),
            People::None => format!("Weakfish plays both sides at level {}.", self.engine.number),
        };
        console::line(format_args!("{title}\n{who} `help` lists the commands."))
    }

    fn is_person(&self, side: Side) -> bool {
        match self.people {
            People::White => side == Side::White,
            People::Black => side == Side::Black,
            People::Both => true,
            People::None => false,
        }
    }

    fn player(&self, side: Side) -> &'static str {
        if self.is_person(side) { "player" } else { "Weakfish" }
    }

    /// Asks the player for a line.
    fn ask(&mut self) -> Result<Typed, Failure> {
        let position = &self.record.position;
        let turn = position.turn();
        let mut prompt = String::new();
        let mut bell: Option<(Duration, &'static str)> = None;
        if self.record.outcome().is_none() {
            let second = turn != position.game().variant().first;
            let dots = if second { "..." } else { "." };
            prompt = format!("{}{dots} {turn}", position.fullmove());
            if let Some((_, most)) = position.series_bounds().filter(|(_, most)| *most > 1) {
                let left = most.saturating_sub(position.series());
                let _ = write!(prompt, ", {} left", counted(u64::from(left), "move"));
            }
            if let Some(clocks) = self.clocks.as_mut().filter(|_| !self.waits) {
                clocks.run(turn);
                let _ = write!(prompt, ", {}", clocks::format(clocks.left(turn)));
                bell = Some((clocks.left(turn), "The time has run out."));
            }
        }
        prompt += "> ";
        self.input.line(&prompt, &self.record.position, bell)
    }

    /// Ends the game if a player's time has run out.
    fn look_at_clocks(&mut self) {
        let Some(clocks) = self.clocks.as_mut() else { return };
        if self.record.outcome().is_some() {
            return clocks.stop();
        }
        if let Some(loser) = clocks.flag() {
            self.record.declare(Some(!loser), "loss on time");
        }
    }

    /// Makes a legal move and presses the clock.
    fn play(&mut self, mv: Move) {
        let turn = self.record.position.turn();
        if let Some(clocks) = &mut self.clocks {
            clocks.run(turn);
        }
        self.look_at_clocks();
        if self.record.outcome().is_some() {
            return;
        }
        self.record.play(mv);
        if self.record.position.turn() != turn
            && let Some(clocks) = &mut self.clocks
        {
            clocks.press(turn);
        }
        self.shown.board = false;
        self.look_at_clocks();
    }

    fn let_weakfish_move(&mut self) -> Result<(), Failure> {
        let turn = self.record.position.turn();
        if let Some(clocks) = &mut self.clocks {
            clocks.run(turn);
        }
        let line = self.engine.choose(&self.record.position, self.clocks.as_ref());
        // Without a person there is no prompt at which to react.
        let interrupted = self.engine.was_interrupted();
        self.waits |= interrupted && self.people == People::None;
        let Some(line) = line else {
            self.waits = true;
            return Ok(());
        };
        if let Some(claim) = self.record.position.claims().first()
            && line.score <= Score::Worth(0)
        {
            let reason = claim.reason.to_string();
            console::line(format_args!("Weakfish claims a draw by {reason}."))?;
            self.record.declare(None, &reason);
            return Ok(());
        }
        let Some(&mv) = line.moves.first() else { return Ok(()) };
        self.play(mv);
        if self.people == People::None && self.record.outcome().is_none() {
            if self.input.is_terminal() {
                self.show()?;
            } else {
                self.show_turn()?;
            }
            self.shown.board = !self.waits;
        }
        Ok(())
    }

    /// The board, the last turn, and what the player must know of the position.
    fn show(&self) -> Result<(), Failure> {
        let position = &self.record.position;
        let last = self.record.last_turn().map(|(.., moves)| moves).unwrap_or_default();
        let below = if self.people == People::Black { Side::Black } else { Side::White };
        let below = if self.flipped { !below } else { below };
        let page = board::draw(position, below, &Marks::of(position, &last), console::paint());
        console::line("")?;
        console::painted(&page)?;
        console::line("")?;
        if !self.record.is_empty() {
            self.show_turn()?;
        }
        if self.record.outcome().is_some() {
            return Ok(());
        }
        let turn = position.turn();
        if position.in_check() {
            console::line(format_args!("{turn} is in check."))?;
        }
        for claim in position.claims() {
            console::line(format_args!("{turn} can claim a draw by {}: `draw` does.", claim.reason))?;
        }
        if position.check_move(Move::EndSeries).is_ok() {
            console::line("`end` ends the series.")?;
        }
        Ok(())
    }

    fn show_turn(&self) -> Result<(), Failure> {
        let Some((side, moves, _)) = self.record.last_turn() else { return Ok(()) };
        let who = if self.is_person(side) { String::new() } else { " (Weakfish)".to_owned() };
        console::line(format_args!("{side}{who}: {moves}"))
    }

    fn show_end(&mut self) -> Result<(), Failure> {
        let Some(outcome) = self.record.outcome() else {
            self.shown.end = false;
            return Ok(());
        };
        if std::mem::replace(&mut self.shown.end, true) {
            return Ok(());
        }
        console::line(format_args!("{}. `new`, `undo`, `save FILE` or `quit`?", capitalized(&outcome.to_string())))
    }

    /// Tells how the game has ended, if it has.
    fn tells_end(&self) -> Result<bool, Failure> {
        let Some(outcome) = self.record.outcome() else { return Ok(false) };
        console::line(format_args!("The game is over: {outcome}."))?;
        Ok(true)
    }

    /// Executes a line; returns whether the session continues.
    fn execute(&mut self, line: &str) -> Result<bool, Failure> {
        if line.is_empty() {
            return Ok(true);
        }
        let command = match command::read(line) {
            None => return self.play_typed(line).map(|()| true),
            Some(Err(problem)) => return console::line(format_args!("{}.", capitalized(&problem))).map(|()| true),
            Some(Ok(Command::Quit)) => return Ok(false),
            Some(Ok(command)) => command,
        };
        match command {
            Command::Go | Command::Draw | Command::Resign if self.tells_end()? => {}
            Command::Help => console::page(&command::help())?,
            Command::Board => self.shown.board = false,
            Command::Flip => (self.flipped, self.shown.board) = (!self.flipped, false),
            Command::Moves(square) => self.list_moves(&square)?,
            Command::List => self.list_game()?,
            Command::Fen => console::line(fen::write(&self.record.position))?,
            Command::Hint => self.hint()?,
            Command::Eval(mv) => self.evaluate(&mv)?,
            Command::Undo(count) => self.step(count, Record::undo, "There is nothing to take back.")?,
            Command::Redo(count) => self.step(count, Record::redo, "Nothing has been taken back.")?,
            Command::Go => self.go()?,
            Command::Level(level) => self.level(level)?,
            Command::Side(people) => self.set_people(people)?,
            Command::Swap => self.set_people(match self.people {
                People::White => People::Black,
                People::Black => People::White,
                other => other,
            })?,
            Command::Clock(change) => self.clock(change)?,
            Command::Draw => self.draw()?,
            Command::Resign => self.resign(),
            Command::New => {
                self.begin(Record::new(self.record.start.clone()));
                self.file = None;
            }
            Command::Save { path, replaces } => self.save(&path, replaces).or_else(tell)?,
            Command::Load(path) => self.load(&path).or_else(tell)?,
            Command::Quit => {}
        }
        Ok(true)
    }

    /// Starts another game.
    fn begin(&mut self, record: Record) {
        self.record = record;
        self.clocks = self.clocks.as_ref().map(|clocks| Clocks::new(clocks.setting));
        (self.shown, self.waits) = (Shown::default(), false);
    }

    /// Plays what is typed, in any notation of a game text.
    fn play_typed(&mut self, line: &str) -> Result<(), Failure> {
        if self.tells_end()? {
            return Ok(());
        }
        let before = &self.record.position;
        if !self.is_person(before.turn()) {
            return console::line("It is Weakfish's turn: `go` lets it move, `side` changes sides.");
        }
        let mut replay = replay::replay_from(before.clone(), before.setup(), line);
        if let Some(mistake) = replay.diagnostics.iter().find(|problem| problem.is_error()) {
            return refuse(before, line, mistake);
        }
        for warning in &replay.diagnostics {
            console::line(format_args!("{}.", capitalized(&warning.message)))?;
        }
        let begins_elsewhere = replay.lines.len() != 1;
        let Some(typed) = replay.lines.pop().filter(|typed| !begins_elsewhere && same(&typed.start, before)) else {
            return console::line("This begins another game: `load FILE` does that.");
        };
        if typed.plies.iter().any(|ply| !self.is_person(ply.side)) {
            return console::line("Only your own moves can be played.");
        }
        for ply in &typed.plies {
            self.play(ply.mv);
        }
        if let Some(outcome) = typed.outcome.filter(|_| self.record.outcome().is_none()) {
            match outcome.winner {
                Some(winner) if self.is_person(!winner) => self.record.declare(Some(winner), "resignation"),
                _ => console::line("`draw` and `resign` end a game.")?,
            }
        }
        Ok(())
    }

    fn list_moves(&self, square: &str) -> Result<(), Failure> {
        let position = &self.record.position;
        let board = position.game().variant().board;
        let wanted = match square {
            "" => None,
            name => match board.parse(name) {
                Some(square) => Some(square),
                None => return console::line(format_args!("`{name}` is no square; the board is {board}.")),
            },
        };
        let legal = uci::legal_moves(position).into_iter().map(|(_, mv)| mv);
        let mut legal: Vec<Move> = legal.filter(|mv| wanted.is_none() || mv.from() == wanted).collect();
        if legal.is_empty() {
            let from = if square.is_empty() { String::new() } else { format!(" from {square}") };
            return console::line(format_args!("There is no legal move{from}."));
        }
        legal.sort_by_key(|mv| mv.from());
        // A line for each man.
        for moves in legal.chunk_by(|one, other| one.from() == other.from()) {
            let mut names: Vec<String> = moves.iter().map(|&mv| write_move(position, mv)).collect();
            names.sort();
            paragraph(&names.join(", "))?;
        }
        Ok(())
    }

    fn list_game(&self) -> Result<(), Failure> {
        let moves = self.record.moves_text();
        paragraph(if moves.is_empty() { "No move has been made." } else { &moves })
    }

    /// Tells a good move.
    fn hint(&mut self) -> Result<(), Failure> {
        let line = self.engine.advise(&self.record.position);
        match line.as_ref().and_then(|line| line.moves.first()).filter(|_| self.record.outcome().is_none()) {
            Some(&mv) => console::line(write_move(&self.record.position, mv)),
            None => console::line("There is no move."),
        }
    }

    /// `eval`: evaluates the position, or that after a move.
    fn evaluate(&mut self, text: &str) -> Result<(), Failure> {
        let here = &self.record.position;
        let mut position = here.clone();
        let mut first = Vec::new();
        if !text.is_empty() {
            match read_move(here, text) {
                Ok(mv) => {
                    position.make(mv);
                    first.push(mv);
                }
                Err(mistake) => return refuse(here, text, &mistake),
            }
        }
        if let Some(outcome) = self.record.outcome().or_else(|| position.outcome()) {
            return console::line(format_args!("{}.", capitalized(&outcome.to_string())));
        }
        let line = self.engine.advise(&position);
        let Some(line) = line else { return console::line("There is no move.") };
        let turn = position.turn();
        let score = scores::format(position.game(), line.score, turn);
        let moves: Vec<Move> = first.into_iter().chain(line.moves).take(MAX_SHOWN_MOVES).collect();
        let line_text = write_moves(&self.record.position, &moves);
        paragraph(&format!("{} ({score}): {line_text}", standing(line.score, turn, self.engine.unit())))
    }

    /// Takes moves back or makes them again, each time until a person is to move.
    fn step(&mut self, count: usize, one: fn(&mut Record) -> bool, nothing: &str) -> Result<(), Failure> {
        let mut any = false;
        for _ in 0..count {
            while one(&mut self.record) {
                any = true;
                if self.people == People::None || self.is_person(self.record.position.turn()) {
                    break;
                }
            }
        }
        if !any {
            return console::line(nothing);
        }
        if self.clocks.as_ref().is_some_and(|clocks| clocks.flag().is_some()) {
            self.clocks = None;
            console::line("The clocks are gone.")?;
        }
        self.shown.board = false;
        // Weakfish would only repeat its move.
        self.waits = !self.is_person(self.record.position.turn());
        Ok(())
    }

    fn go(&mut self) -> Result<(), Failure> {
        self.waits = false;
        if self.people == People::None && self.input.is_terminal() {
            // The main loop continues.
            return Ok(());
        }
        let turn = self.record.position.turn();
        self.let_weakfish_move()?;
        // The answer may follow at once.
        if self.is_person(turn) && !self.is_person(self.record.position.turn()) {
            self.show_turn()?;
        }
        Ok(())
    }

    fn level(&mut self, level: Option<u8>) -> Result<(), Failure> {
        if let Some(level) = level {
            self.engine.set_level(level);
        }
        let about = self.engine.level.elo();
        console::line(format_args!("Weakfish plays at level {} of 20, about {about} Elo.", self.engine.number))
    }

    fn set_people(&mut self, people: People) -> Result<(), Failure> {
        (self.people, self.waits, self.shown.board) = (people, false, false);
        console::line(match people {
            People::White => "You play White.",
            People::Black => "You play Black.",
            People::Both => "You play both sides.",
            People::None => "Weakfish plays both sides.",
        })
    }

    fn clock(&mut self, change: Option<Change>) -> Result<(), Failure> {
        match change {
            Some(Change::Off) => self.clocks = None,
            Some(Change::To(setting)) => self.clocks = Some(Clocks::new(setting)),
            None => {}
        }
        let Some(clocks) = &self.clocks else { return console::line("There are no clocks.") };
        let [white, black] = Side::ALL.map(|side| clocks::format(clocks.left(side)));
        console::line(format_args!("White has {white}, Black has {black}; {}.", clocks.setting))
    }

    fn draw(&mut self) -> Result<(), Failure> {
        let turn = self.record.position.turn();
        if let Some(claim) = self.record.position.claims().first() {
            let reason = claim.reason.to_string();
            self.record.declare(None, &reason);
            return Ok(());
        }
        if self.is_person(turn) && self.is_person(!turn) {
            self.record.declare(None, "agreement");
            return Ok(());
        }
        let line = self.engine.advise(&self.record.position);
        let own = line.map_or(Score::Worth(0), |line| line.score);
        let theirs = if self.is_person(turn) { own.reversed() } else { own };
        if theirs > Score::Worth(0) {
            return console::line("No draw can be claimed, and Weakfish plays on.");
        }
        console::line("Weakfish agrees.")?;
        self.record.declare(None, "agreement");
        Ok(())
    }

    fn resign(&mut self) {
        let turn = self.record.position.turn();
        let loser = if self.is_person(turn) || !self.is_person(!turn) { turn } else { !turn };
        self.record.declare(Some(!loser), "resignation");
    }

    fn save(&mut self, path: &str, replaces: bool) -> Result<(), Failure> {
        let path = PathBuf::from(path);
        if path.exists() && !replaces && self.file.as_ref() != Some(&path) {
            let path = path.display();
            return console::line(format_args!("`{path}` is there already; `save! {path}` replaces it."));
        }
        let [white, black] = Side::ALL.map(|side| self.player(side));
        let text = self.record.text(&[("game", &self.name), ("White", white), ("Black", black)]);
        write::replace(&path, &text)?;
        console::line(format_args!("Saved in `{}`.", path.display()))?;
        self.file = Some(path);
        Ok(())
    }

    fn load(&mut self, path: &str) -> Result<(), Failure> {
        let (game, setup) = (self.record.position.game().clone(), self.record.start.setup());
        self.begin(read_game(&game, setup, path)?);
        self.file = Some(PathBuf::from(path));
        Ok(())
    }
}

/// Whether two positions have the same FEN.
fn same(one: &Position, other: &Position) -> bool {
    fen::write(one) == fen::write(other)
}
