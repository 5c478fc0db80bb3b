//! The command line.

use std::path::PathBuf;

use clap::builder::ArgPredicate;
use clap::{ArgMatches, Parser, Subcommand};
use clap_complete::Shell;

use crate::commands::moves::WrittenAs;
use crate::commands::{
    analyze, definitions, diagrams, fairy_stockfish, games, moves, playtest, replay, solve, survey, table, test, train,
    tune, units, web,
};
use crate::support::console::TERMINAL_WIDTH;
use crate::support::load::STANDARD_INPUT;
use crate::support::start::Start;
use crate::support::tablebase::TableOptions;
use crate::{matches, play};

/// Interprets definitions of chess variants: men that face, turn and flip.
///
/// GAME is the name of a built-in game (`weakfish games` lists them) or the path of a .variant file. Wherever a file is
/// read, `-` is standard input.
#[derive(Debug, Parser)]
#[command(name = "weakfish", version, max_term_width = TERMINAL_WIDTH)]
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
    New(definitions::NewArguments),
    /// Checks definitions and reports all mistakes
    Check(definitions::CheckArguments),
    /// Lays definitions out in the one canonical way, and writes those that were not
    Fmt(definitions::FmtArguments),
    /// Shows a game on a page: board, men with their moves, rules in words
    Show(games::ShowArguments),
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
    /// Draws a position, or how a man moves, as an SVG or a PNG
    Draw(games::DrawArguments),
    /// Writes the sheet of a game: one page of HTML with pictures, to be posted or printed
    Sheet {
        /// A built-in game, or the path of a .variant file
        game: String,
        /// Show the characters of men on tiles, as in Xiangqi and Shogi, instead of figures
        #[arg(long)]
        characters: bool,
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
        #[command(flatten)]
        written: WrittenAs,
        /// Position, status, moves and claims as JSON
        #[arg(long)]
        json: bool,
    },
    /// Counts the sequences of N plies from a position
    Perft(moves::PerftArguments),
    /// Plays a game's text through, and points at the first move that can't be played
    Replay(replay::Arguments),
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
    /// Prints what a shell needs to complete commands, options, games, setups, men and words
    ///
    /// Such as `weakfish completions bash > ~/.local/share/bash-completion/completions/weakfish`, or for zsh a file
    /// `_weakfish` in a folder of its `fpath`, or for fish `~/.config/fish/completions/weakfish.fish`.
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Lists completions of the last word of a command line, for the scripts of `completions`
    #[command(hide = true)]
    Complete {
        /// The words behind the program
        #[arg(allow_hyphen_values = true, trailing_var_arg = true)]
        words: Vec<String>,
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
    ///
    /// Without GAME, it asks which one.
    #[command(mut_arg("game", |game| game.required(false).default_value("").hide_default_value(true)))]
    Play(play::Arguments),
    /// Opens the playground in the browser: a page to write definitions on and to play them
    ///
    /// The programs of a release have the page in them. In the sources of Weakfish, `npm --prefix playground run page` builds it.
    Web(web::Arguments),
    /// Finds the best lines of a position, or judges every move of a game
    #[command(alias = "analyse")]
    Analyze(analyze::Arguments),
    /// Finds the exact value of every position of an ending, with the longest wins
    #[command(mut_arg("game", |game| {
        game.index(1)
            .required(false)
            .required_unless_present_any(["survey", "census"])
            .default_value_ifs(["survey", "census"].map(|option| (option, ArgPredicate::IsPresent, survey::NO_GAME)))
    }))]
    Table(table::Arguments),
    /// Solves problems, finds the shortest games, and proves who wins
    Solve(solve::Arguments),
    /// Plays a match of two engines in any game, and estimates which one is stronger
    Match(matches::Arguments),
    /// Plays a draft against itself: is it fair, long, drawish, and is every man and every ending used?
    Playtest(playtest::Arguments),
    /// Tunes the evaluation weights of a game by self-play
    Tune(tune::Arguments),
    /// Trains a small network that corrects the evaluation of a game, by self-play
    Train(train::Arguments),
    /// Cuts long work into units for many machines, a line of JSON for each
    ///
    /// `weakfish work` computes them, anywhere and in any order, and `weakfish merge` makes the report of the results.
    Units(units::Arguments),
    /// Computes work units: reads a line of JSON for each, writes a line for each result
    ///
    /// SIGTERM and Ctrl-C end it at once: items in hand are given up, and those before them are written.
    Work(units::work::Arguments),
    /// Merges results of work units, and prints the report that one machine would have made
    ///
    /// The exit code is 1 if results are missing.
    Merge(units::merge::Arguments),
    /// Plays any game, for a program that speaks the Universal Chess Interface on standard input and output
    Uci {
        #[command(flatten)]
        tables: TableOptions,
    },
    /// Plays any game, for a program that speaks CECP 2 on standard input and output, as xboard does
    ///
    /// Such as `xboard -fcp "weakfish xboard"`. Games with several moves in a turn can't be played in this way.
    #[cfg(feature = "xboard")]
    Xboard {
        /// More definitions to offer, each by the name of its file
        #[arg(value_name = "PATH")]
        games: Vec<String>,
        #[command(flatten)]
        tables: TableOptions,
    },
    /// Tests definitions: by their own tests, the laws of all games, and stored move lists
    Test(test::Arguments),
}

/// Ids of the arguments whose value may be `-`, standard input.
const FILE_ARGUMENTS: [&str; 10] =
    ["game", "paths", "first", "second", "file", "play", "openings", "from", "units", "results"];

/// Values of the file arguments, and `-` for `weakfish play`, which reads commands from standard input.
pub(crate) fn file_arguments(matches: &ArgMatches) -> Vec<String> {
    let Some((command, below)) = matches.subcommand() else {
        let named = FILE_ARGUMENTS.iter().filter_map(|id| matches.try_get_raw(id).ok().flatten()).flatten();
        return named.map(|text| text.to_string_lossy().into_owned()).collect();
    };
    let mut texts = file_arguments(below);
    if command == "play" {
        texts.push(STANDARD_INPUT.to_owned());
    }
    texts
}

/// Source of an import.
#[derive(Debug, Subcommand)]
pub(crate) enum Imported {
    /// Makes definitions of the games of a Fairy-Stockfish configuration, such as its own variants.ini
    ///
    /// A game with a rule that no definition can express is not imported: the keys in its way are reported with what
    /// would be lost, and the exit code is 1.
    FairyStockfish(fairy_stockfish::ImportedGames),
    /// Makes a definition of an Interactive Diagram of the Chess Variant Pages: a saved page, or the text of the diagram
    ///
    /// The men of the definition move as those of the diagram. A diagram with a rule that no definition can express is not
    /// imported: the parameters in its way are reported with what would be lost, and the exit code is 1.
    Diagram(diagrams::ImportedDiagram),
    /// Makes a definition of the `setup` and `piece` lines that an engine sends to XBoard
    ///
    /// Promotions and endings are those of orthodox chess, since the lines have none.
    Xboard {
        #[command(flatten)]
        lines: diagrams::ImportedDiagram,
        /// Play games of other families, such as shogi, by the rules of orthodox chess, too
        #[arg(long)]
        as_meant: bool,
    },
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
    /// Prints an Interactive Diagram, as HTML to paste into a page of the Chess Variant Pages
    ///
    /// A game with anything that a diagram can't do is not exported: the reasons are reported, and the exit code is 1.
    Diagram {
        /// A built-in game, or the path of a .variant file
        game: String,
        /// Export games that a diagram can't play exactly, too; a comment lists what is lost
        #[arg(long)]
        incomplete: bool,
    },
}
