//! Start position of a command: game, setup, FEN and moves.

use clap::Args;
use weakfish::diagnostic::{Code, Diagnostic, Report, did_you_mean};
use weakfish::engine::{Game, Move, Position, UnknownStart};
use weakfish::model::SetupId;
use weakfish::notation::replay::{self, Line, MAX_PLIES, Replay};
use weakfish::notation::{Dialect, TextError, fen, read_moves, read_uci_move, uci};
use weakfish::prose::any_of;
use weakfish::random::SplitMix64;
use weakfish::source::Source;
use weakfish_player::matches::draw_array;

use crate::support::console::{self, Failure};
use crate::support::load::Loader;
use crate::support::seed::random_seed;

/// The word of the Universal Chess Interface for the position that a game starts from.
const START_POSITION: &str = "startpos";

/// The word for an array of a shuffled setup that is drawn.
const RANDOM: &str = "random";

/// The word that claims stalemate.
const STALEMATE: &str = "stalemate";

/// Arguments that describe a position.
#[derive(Args, Debug)]
pub(crate) struct Start {
    /// A built-in game, or the path of a .variant file
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) from: StartOptions,
}

/// Options that describe a position of a game.
#[derive(Args, Clone, Debug)]
pub(crate) struct StartOptions {
    /// The setup it starts from, by its name; of a shuffled one also the number of an array, or `random`
    #[arg(long, value_name = "NAME")]
    pub(crate) setup: Option<String>,
    /// The position, instead of the setup's; `startpos` is the setup's
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// Moves to play from there, in machine notation (`e2e4 e7e5`) or as in a game text (`1. e4 e5`); `weakfish moves`
    /// reads them with `-` from standard input, a line for each position
    #[arg(long, value_name = "MOVES")]
    pub(crate) play: Option<String>,
    /// The dialect in which position and moves are written: `weakfish`, `fairy-stockfish`, `sfen` or `iccs`; without it, any
    #[arg(long, value_name = "NAME", value_parser = parse_dialect)]
    pub(crate) dialect: Option<Dialect>,
}

/// Parses the name of a dialect.
pub(crate) fn parse_dialect(name: &str) -> Result<Dialect, String> {
    name.parse().map_err(|()| format!("the dialects are {}", any_of(Dialect::names().map(|name| format!("`{name}`")))))
}

impl Start {
    /// The position that the arguments describe.
    pub(crate) fn position(&self, loader: Loader<'_>) -> Result<Position, Failure> {
        self.from.position(loader, &self.game)
    }

    /// The position before the moves of `--play`.
    pub(crate) fn before_play(&self, loader: Loader<'_>) -> Result<Position, Failure> {
        self.from.before_play(loader, &self.game)
    }
}

impl StartOptions {
    /// The position of a game, by name or path, that the options describe.
    pub(crate) fn position(&self, loader: Loader<'_>, game: &str) -> Result<Position, Failure> {
        let mut position = self.before_play(loader, game)?;
        if let Some(text) = &self.play {
            play_moves(&mut position, text, self.dialect)?;
        }
        Ok(position)
    }

    /// The position before the moves of `--play`.
    pub(crate) fn before_play(&self, loader: Loader<'_>, game: &str) -> Result<Position, Failure> {
        let game = loader.game_with_note(game)?;
        let start = find_start(&game, self.setup.as_deref())?;
        Ok(match &self.fen {
            None => start,
            Some(text) if is_start_position(text) => start,
            Some(text) => {
                let refused = |error: TextError| Failure::new(&Source::new("--fen", text), error.into_diagnostics());
                read_position(&game, start.setup(), text, self.dialect).map_err(refused)?
            }
        })
    }
}

/// Reads a position, also one of a problem in which a side lacks its royal men. The latter is most often meant, but can
/// be a slip, so a note tells of it.
fn read_position(game: &Game, setup: SetupId, text: &str, chosen: Option<Dialect>) -> Result<Position, TextError> {
    let (position, dialect) = match fen::read_in(game, setup, text, chosen) {
        Ok(read) => read,
        Err(error) => {
            if let Some(read) = fen::read_from_any_array(game, setup, text, chosen) {
                console::eprint("note: castling is that of another array, as in Chess960");
                read
            } else {
                let problem = fen::read_problem_in(game, setup, text, chosen).map_err(|_| error.clone())?;
                console::eprint(format_args!("note: {error}, as in a problem"));
                problem
            }
        }
    };
    match dialect {
        Dialect::Weakfish => {}
        Dialect::FairyStockfish => console::eprint("note: the position has the letters of other programs"),
        Dialect::Sfen | Dialect::Iccs => console::eprint("note: the position is read as SFEN"),
    }
    Ok(position)
}

/// Finds a setup by name; the default one without a name. The number of an array behind it is left aside.
pub(crate) fn find_setup(game: &Game, name: Option<&str>) -> Result<SetupId, Failure> {
    find_start(game, name).map(|start| start.setup())
}

/// Finds the starting position of a setup, an array number, or both; that of the default setup without a name.
/// [`RANDOM`] draws the number.
pub(crate) fn find_start(game: &Game, name: Option<&str>) -> Result<Position, Failure> {
    let variant = game.variant();
    let Some(name) = name else { return Ok(game.start()) };
    let unknown = |reason: UnknownStart| {
        let (message, label, help) = match reason {
            UnknownStart::NoSetup => {
                let help = did_you_mean(name, variant.setups.iter().map(|setup| setup.name.as_str()));
                (format!("{} has no setup `{name}`", variant.title), "no such setup", help)
            }
            UnknownStart::NotShuffled { .. } | UnknownStart::NoArray { .. } => {
                (reason.to_string(), "no such array", reason.help().to_owned())
            }
        };
        Failure::argument("--setup", name, Code::CommandUnknownSetup, message, label, help)
    };
    if let Some(setup) = name.trim().strip_suffix(RANDOM).filter(|_| variant.setup_named(name).is_none()) {
        // `random` alone, or behind the name of a setup.
        let (setup, _) = game.find_start(&format!("{setup}0")).map_err(unknown)?;
        if let Some(start) = draw_array(game, setup, &mut SplitMix64::new(random_seed())) {
            return Ok(start);
        }
    }
    game.start_named(name).map_err(unknown)
}

/// Plays moves in machine notation, or in any other that `weakfish replay` reads, and prints warnings. Returns the last
/// move.
pub(crate) fn play_moves(
    position: &mut Position,
    text: &str,
    chosen: Option<Dialect>,
) -> Result<Option<Move>, Failure> {
    let start = position.clone();
    let word = match play_machine_moves(position, text, chosen) {
        Ok(last) => return Ok(last),
        Err(word) => word,
    };
    if word == STALEMATE {
        // In a game text this is a remark, in a list of moves a claim.
        let offset = word.as_ptr() as usize - text.as_ptr() as usize;
        let refused = |mistake: Diagnostic| Failure::new(&Source::new("--play", text), vec![mistake.shifted(offset)]);
        return read_uci_move(position, word).map(Some).map_err(refused);
    }
    let line = replay_moves(&start, text, chosen)?;
    position.clone_from(&line.position);
    Ok(line.plies.last().map(|ply| ply.mv))
}

/// Replays moves as `weakfish replay` does, and prints warnings. Returns the last line of play.
pub(crate) fn replay_moves(start: &Position, text: &str, chosen: Option<Dialect>) -> Result<Line, Failure> {
    let mut replay = replay::replay_in(start.clone(), start.setup(), text, chosen);
    let mistakes = replay.diagnostics.into_iter().map(|mistake| {
        // The help for a file speaks of its lines.
        if mistake.code == Code::MoveGameOver {
            mistake.help("leave this out, and what follows")
        } else if mistake.code == Code::GameTextTooLong {
            mistake.help("begin from a later position with `--fen`")
        } else {
            mistake
        }
    });
    replay.diagnostics = mistakes.collect();
    last_line(&Source::new("--play", text), replay)
}

/// Returns the lines of a replayed text and prints its warnings; fails if it could not be played to its end.
pub(crate) fn require_complete(source: &Source, replay: Replay) -> Result<Vec<Line>, Failure> {
    let complete = replay.is_complete();
    let report = Report::new(source, replay.diagnostics);
    if !complete {
        return Err(report.into());
    }
    if !report.is_empty() {
        console::print_report(&report);
    }
    Ok(replay.lines)
}

/// Returns the last of [`lines`].
pub(crate) fn last_line(source: &Source, replay: Replay) -> Result<Line, Failure> {
    require_complete(source, replay)?.pop().ok_or(Failure::Reported)
}

/// Reads moves as [`play_moves`] does, and returns them in machine notation.
pub(crate) fn machine_moves(start: &Position, text: &str) -> Result<Vec<String>, Failure> {
    let mut position = start.clone();
    if play_machine_moves(&mut position, text, Some(Dialect::Weakfish)).is_ok() {
        return Ok(text.split_whitespace().map(str::to_owned).collect());
    }
    let line = replay_moves(start, text, None)?;
    let mut position = start.clone();
    let written = line.plies.iter().map(|ply| {
        let word = uci::write(&position, ply.mv);
        position.make(ply.mv);
        word
    });
    Ok(written.collect())
}

/// Whether a text of `--fen` is the word for the position of the setup.
pub(crate) fn is_start_position(text: &str) -> bool {
    text.trim() == START_POSITION
}

/// Fails if a setup is drawn, since it is another one each time.
pub(crate) fn refuse_drawn(game: &Game, setup: Option<&str>) -> Result<(), Failure> {
    let is_drawn = |name: &&str| name.trim().ends_with(RANDOM) && game.variant().setup_named(name).is_none();
    let Some(name) = setup.filter(is_drawn) else { return Ok(()) };
    let message = "an array that is drawn is another one each time";
    let help = "name an array by its number";
    Err(Failure::argument("--setup", name, Code::CommandUnknownSetup, message, "this setup", help))
}

/// Plays moves in machine notation or that of other programs; the error is the first word that is no legal move.
fn play_machine_moves<'t>(
    position: &mut Position,
    text: &'t str,
    chosen: Option<Dialect>,
) -> Result<Option<Move>, &'t str> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if let Some(word) = words.get(MAX_PLIES) {
        return Err(word);
    }
    let read = read_moves(position, &words, chosen).map_err(|(index, _)| words[index])?;
    if let Some(notation) = read.notation {
        console::eprint(format_args!("note: the moves are read as {notation}"));
    } else if read.is_ambiguous {
        let choice = "`--dialect iccs` counts ranks from 0, `--dialect weakfish` from 1";
        console::eprint(format_args!("note: with ranks counted from 0 these moves are legal, too; {choice}"));
    }
    for &mv in &read.moves {
        position.make(mv);
    }
    Ok(read.moves.last().copied())
}
