//! The command line.

use std::num::NonZero;
use std::path::PathBuf;

use clap::{ArgMatches, Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::commands::{analyze, playtest, tune, web};
use crate::support::load::STANDARD_INPUT;
use crate::support::start::Start;
use crate::{matches, play};

/// Interprets definitions of chess variants: men that face, turn and flip.
///
/// GAME is the name of a built-in game (`weakfish games` lists them) or the path of a .variant file. Wherever a file is
/// read, `-` is standard input.
#[derive(Debug, Parser)]
#[command(name = "weakfish", version)]
#[command(mut_arg("color", |color| color.help("Colours and arrows; by default in a terminal, without colours if NO_COLOR is set")))]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Definitions may also extend the files in this folder and below it, not only those beside and below themselves
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) root: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) color: colorchoice_clap::Color,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Lists the built-in games
    Games {
        /// Name, family, title, inventor, year, description, board and setups of each as JSON
        #[arg(long)]
        json: bool,
    },
    /// Writes a definition to start from
    New {
        /// The title, such as `My Chess`; or the path of the file to write, which ends in .variant
        name: String,
        /// Begin with another game (a built-in one, or the path of a .variant file) or with a position (a FEN)
        #[arg(long, value_name = "GAME|FEN")]
        from: Option<String>,
        /// The file to write, instead of one in this folder that is called as the game is; `-` is standard output
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Replace the file if there is one
        #[arg(long)]
        force: bool,
    },
    /// Checks definitions and reports all mistakes
    Check {
        /// Definitions, folders of them, or names of built-in games; `-` is standard input
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<String>,
        /// Output format: on standard error with the lines of the text, or one line each on standard output
        #[arg(long, value_enum, default_value_t = Format::Human)]
        format: Format,
        /// Apply the changes that certainly mend a mistake, and report the rest; for standard input, print the result
        #[arg(long)]
        fix: bool,
        /// Check again whenever one of the definitions changes, or a file beside or below it
        #[arg(long, conflicts_with = "fix")]
        watch: bool,
    },
    /// Lays definitions out in the one canonical way, and writes those that were not
    Fmt {
        /// Definitions, or folders of them; of `-`, which is standard input, the result is printed
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<String>,
        /// Write nothing, and name the definitions that are laid out otherwise; the exit code is 1 if there are any
        #[arg(long)]
        check: bool,
        /// Write nothing, and print what would change
        #[arg(long)]
        diff: bool,
    },
    /// Shows a game on a page: board, men with their moves, rules in words
    Show {
        /// A built-in game, or the path of a .variant file
        game: String,
        /// Only this man, in all its facings: its symbol or its name
        man: Option<String>,
        /// The checked model as JSON
        #[arg(long, conflicts_with = "man")]
        json: bool,
        /// The definition as it is written
        #[arg(long, conflicts_with_all = ["man", "json"])]
        source: bool,
    },
    /// Compares two games; the exit code is 1 if their rules differ
    Diff {
        /// A built-in game, or the path of a .variant file; what only it has is marked with `-`
        first: String,
        /// Another one; what only it has is marked with `+`
        second: String,
        /// The differences as JSON
        #[arg(long)]
        json: bool,
    },
    /// Draws a position, or how a man moves, as an SVG
    Draw {
        #[command(flatten)]
        start: Start,
        /// How this man moves, in all its facings, instead of a position: its symbol or its name
        #[arg(conflicts_with_all = ["setup", "fen", "play", "from"])]
        man: Option<String>,
        /// Mark the legal moves of the man on this square
        #[arg(long, value_name = "SQUARE")]
        from: Option<String>,
        /// The file to write; stdout if none is named
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Writes the sheet of a game: one page of HTML with pictures, to be posted or printed
    Sheet {
        /// A built-in game, or the path of a .variant file
        game: String,
        /// The file to write; stdout if none is named
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Explains a Betza string
    Betza {
        /// Such as `WfD` or `[F?R]`
        string: String,
        /// The squares it reaches from the centre of a 15x15 board as JSON
        #[arg(long)]
        json: bool,
    },
    /// Lists the legal moves of a position
    Moves {
        #[command(flatten)]
        start: Start,
        /// Position, status, moves and claims as JSON
        #[arg(long)]
        json: bool,
    },
    /// Counts the sequences of N plies from a position
    Perft {
        #[command(flatten)]
        start: Start,
        /// How many plies
        #[arg(value_name = "N")]
        depth: u32,
        /// Counts for every first move alone
        #[arg(long)]
        divide: bool,
        /// The count as JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        resources: Resources,
    },
    /// Counts a fixed set of positions of all built-in games and prints the speed
    Bench {
        /// One ply less from every position
        #[arg(long)]
        quick: bool,
        /// How many threads share the work
        #[arg(long, value_name = "T", default_value = "1")]
        threads: NonZero<u16>,
    },
    /// Plays a game's text through, and points at the first move that can't be played
    Replay {
        /// A built-in game, or the path of a .variant file
        game: String,
        /// The text of the game
        file: String,
        /// The setup it starts from
        #[arg(long, value_name = "NAME")]
        setup: Option<String>,
        /// Only this game of a file that `weakfish match` has written
        #[arg(long = "game", value_name = "N")]
        game_number: Option<usize>,
        /// Every line of play with its moves, its last position and its outcome as JSON
        #[arg(long)]
        json: bool,
    },
    /// Makes definitions of the games of another program
    Import {
        #[command(subcommand)]
        from: Imported,
    },
    /// Writes a game for another program
    Export {
        #[command(subcommand)]
        to: Exported,
    },
    /// Explains a word of the language, a letter of Betza notation, or the code of a diagnostic
    ///
    /// Words of other programs and usual English ones lead to those of the language: `weakfish explain queenside`.
    Explain {
        /// Such as `castling`, `turns`, `W`, `en passant` or `check::off-board`
        #[arg(required_unless_present_any = ["list", "words"])]
        word: Vec<String>,
        /// Lists all codes, a line each: the code, a tab, and what it means
        #[arg(long, conflicts_with = "word")]
        list: bool,
        /// Lists the reference, a line for each entry: its name, a tab, where it is written, a tab, and what it is
        #[arg(long, conflicts_with_all = ["word", "list"])]
        words: bool,
    },
    /// Prints what a shell needs to complete commands, options and the names of games
    ///
    /// Such as `weakfish completions bash > ~/.local/share/bash-completion/completions/weakfish`, or for zsh a file
    /// `_weakfish` in a folder of its `fpath`, or for fish `~/.config/fish/completions/weakfish.fish`.
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Prints the manual page, or writes a page for every command
    Man {
        /// The folder to write `weakfish.1`, `weakfish-new.1` and so on into, such as `~/.local/share/man/man1`
        #[arg(short, long, value_name = "DIR")]
        output: Option<PathBuf>,
    },
    /// Serves an editor on standard input and output: the Language Server Protocol
    Lsp {
        /// Accepted for compatibility; standard input and output are the only transport
        #[arg(long)]
        stdio: bool,
    },
    /// Plays a game with you in the terminal
    Play(play::Arguments),
    /// Opens the playground in the browser: a page to write definitions on and to play them
    Web(web::Arguments),
    /// Finds the best lines of a position, or judges every move of a game
    #[command(alias = "analyse")]
    Analyze(analyze::Arguments),
    /// Plays a match of two engines in any game, and estimates which one is stronger
    Match(matches::Arguments),
    /// Plays a draft against itself: is it fair, long, drawish, and is every man and every ending used?
    Playtest(playtest::Arguments),
    /// Tunes the evaluation weights of a game by self-play
    Tune(tune::Arguments),
    /// Plays any game, for a program that speaks the Universal Chess Interface on standard input and output
    Uci,
    /// Plays any game, for a program that speaks CECP 2 on standard input and output, as xboard does
    ///
    /// Such as `xboard -fcp "weakfish xboard"`. Games with several moves in a turn can't be played in this way.
    Xboard {
        /// More definitions to offer, each by the name of its file
        #[arg(value_name = "PATH")]
        games: Vec<String>,
    },
    /// Tests definitions: by their own tests, the laws of all games, and stored move lists
    Test {
        /// Definitions, folders of them, or names of built-in games; `-` is standard input
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<String>,
        /// Only what has this in its name, in large or small letters
        #[arg(long, value_name = "TEXT")]
        filter: Option<String>,
        /// Output format
        #[arg(long, value_enum, default_value_t = TestFormat::Human)]
        format: TestFormat,
        /// Stores the move lists as they are now
        #[arg(long)]
        accept: bool,
        /// Test again whenever a definition changes
        #[arg(long, conflicts_with = "accept")]
        watch: bool,
    },
}

/// Arguments that may name standard input.
const TEXTS: [&str; 9] = ["game", "paths", "first", "second", "file", "play", "openings", "load", "from"];

/// The texts that arguments name, and what else a command reads from standard input.
pub(crate) fn texts(matches: &ArgMatches) -> Vec<String> {
    let Some((command, below)) = matches.subcommand() else {
        let named = TEXTS.iter().filter_map(|id| matches.try_get_raw(id).ok().flatten()).flatten();
        return named.map(|text| text.to_string_lossy().into_owned()).collect();
    };
    let mut texts = texts(below);
    if command == "play" {
        texts.push(STANDARD_INPUT.to_owned());
    }
    texts
}

/// Output format of diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// With the lines of the text
    Human,
    /// `file:line:column: error[code]: message`
    Short,
    /// An object each: code, severity, file, span, line, column, message, help, labels, edits
    Json,
}

/// Output format of test results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TestFormat {
    /// Lines to read, with the mistakes and where they are
    Human,
    /// XML as `JUnit` writes it
    Junit,
}

/// Source of an import.
#[derive(Debug, Subcommand)]
pub(crate) enum Imported {
    /// Makes definitions of the games of a Fairy-Stockfish configuration, such as its own variants.ini
    ///
    /// A game with a rule that no definition can express is not imported: the keys in its way are reported with what
    /// would be lost, and the exit code is 1.
    FairyStockfish(ImportedGames),
}

/// Target of an export.
#[derive(Debug, Subcommand)]
pub(crate) enum Exported {
    /// Prints played games in PGN, as most programs read it
    ///
    /// A game with anything that PGN has no words for, such as turning men or several moves in a turn, is not exported.
    Pgn {
        /// A built-in game, or the path of a .variant file
        game: String,
        /// The text of the games, as `weakfish replay` reads it
        file: String,
        /// The setup they start from
        #[arg(long, value_name = "NAME")]
        setup: Option<String>,
    },
    /// Prints a section of a Fairy-Stockfish configuration
    ///
    /// A game with anything that Fairy-Stockfish can't do is not exported: the reasons are reported, and the exit code
    /// is 1. Draws of dead and endless games that it does not call by itself are comments in the section.
    FairyStockfish {
        /// A built-in game, or the path of a .variant file
        game: String,
        /// Export games that Fairy-Stockfish can't play exactly, too; comments in the section list what is lost
        #[arg(long)]
        incomplete: bool,
    },
}

/// Games of a Fairy-Stockfish configuration.
#[derive(Args, Debug)]
pub(crate) struct ImportedGames {
    /// A configuration, or the name of a game that is built into Fairy-Stockfish
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The game of this name, printed on standard output; without it, all of the configuration with `--into`
    pub(crate) section: Option<String>,
    /// Write this game, or all of the configuration, into files of this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) into: Option<PathBuf>,
    /// Import games with rules that no definition can express, too; comments in the definition list what is lost
    #[arg(long)]
    pub(crate) incomplete: bool,
}

/// Resources of a count.
#[derive(Args, Debug)]
pub(crate) struct Resources {
    /// How many threads share the work
    #[arg(long, value_name = "T", default_value = "1")]
    pub(crate) threads: NonZero<u16>,
    /// How many MiB a table of positions already counted may take; without it there is none
    #[arg(long, value_name = "MB")]
    pub(crate) hash: Option<NonZero<usize>>,
    /// Play the moves of the last ply, too, instead of counting them
    #[arg(long)]
    pub(crate) no_bulk: bool,
}
