//! `weakfish solve`: problems, shortest games and proofs.

mod enumerate;
mod page;
mod store;

use std::fmt::Write as _;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::error::ErrorKind;
use clap::{ArgAction, Args};
use weakfish::builtin;
use weakfish::diagnostic::{Code, Diagnostic, Report, did_you_mean};
use weakfish::engine::Position;
use weakfish::notation::{TextError, fen};
use weakfish::prose::counted;
use weakfish::source::Source;
use weakfish_solve::{
    Aim, BranchReport, Claim, Games, GamesReport, Goal, Length, Options, Phase, Problem, Proof, ProofError, Prover,
    Solutions, SolveError, Stipulation, Unsupported, phases, read_men, read_problems, solve,
};

use self::page::{ClaimData, Numbering, ProofData, proved_in_words, write_tree};
use crate::support::clock::time_in_words;
use crate::support::console::{self, Failure, Progress};
use crate::support::load::{self, Loader, ReadError, STANDARD_INPUT};
use crate::support::start::StartOptions;
use crate::support::{files, interrupt, origin};

/// The questions that are answered without a proof.
const NOT_TO_PROVE: [&str; 11] = [
    "stipulation",
    "mate",
    "help_mate",
    "self_mate",
    "series",
    "series_help",
    "shortest",
    "to",
    "check",
    "enumerate",
    "probe",
];

/// The questions that are no problems.
const NO_PROBLEM: [&str; 6] = ["shortest", "to", "prove", "check", "enumerate", "probe"];

/// The questions without a bound of plies.
const NO_SHORTEST: [&str; 10] =
    ["stipulation", "mate", "help_mate", "self_mate", "series", "series_help", "prove", "check", "enumerate", "probe"];

/// The questions without a defence.
const UNDEFENDED: [&str; 9] =
    ["help_mate", "series", "series_help", "shortest", "to", "prove", "check", "enumerate", "probe"];

/// Arguments of `weakfish solve`.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    /// A built-in game, or the path of a .variant file; without it, the problems of a FILE are of orthodox chess
    #[arg(required_unless_present_any = ["check", "help_mate"])]
    pub(crate) game: Option<String>,
    /// Problems as Popeye or YACPDB has them, instead of a question; `-` is standard input
    pub(crate) file: Option<String>,
    #[command(flatten)]
    pub(crate) from: StartOptions,
    #[command(flatten)]
    pub(crate) question: Question,
    /// The position as a list of men in Popeye's letters, such as `white Kc1 Sd4 black Ke5`: S is a Knight
    #[arg(long, conflicts_with_all = ["setup", "fen", "play", "check"])]
    pub(crate) men: Option<String>,
    /// The set play too: the problem with the other side to move, as if the first move had been made
    #[arg(long, conflicts_with_all = NO_PROBLEM)]
    pub(crate) set_play: bool,
    /// The problem with the other side to move, too
    #[arg(long, conflicts_with_all = NO_PROBLEM)]
    pub(crate) duplex: bool,
    /// The most plies of the shortest games; by default 5 for all endings, and 400 for one or for a position
    #[arg(long, value_name = "N", conflicts_with_all = NO_SHORTEST)]
    pub(crate) plies: Option<NonZero<u16>>,
    /// First moves only, without what follows them
    #[arg(long, conflicts_with_all = UNDEFENDED)]
    pub(crate) keys: bool,
    /// The most moves that are listed
    #[arg(long, value_name = "N", default_value = "1000", conflicts_with_all = ["prove", "check", "enumerate", "probe"])]
    pub(crate) lines: usize,
    /// The most positions that are searched for a proof
    #[arg(long, value_name = "N", default_value = "1000000", conflicts_with_all = NOT_TO_PROVE)]
    pub(crate) nodes: NonZero<u64>,
    /// Number of threads that generate the moves of an enumeration
    #[arg(long, value_name = "T", default_value = "1", requires = "enumerate")]
    pub(crate) threads: NonZero<u16>,
    /// Counts positions that are images of each other under a symmetry of the game apart
    #[arg(long, requires = "enumerate")]
    pub(crate) no_symmetry: bool,
    /// Leaves out positions that are reached only if a player misses a win with the next move
    #[arg(long, requires = "enumerate")]
    pub(crate) skip_missed_wins: bool,
    /// Memory for positions that are known, in MiB
    #[arg(long, value_name = "MB", default_value = "1024")]
    pub(crate) memory: NonZero<u32>,
    /// Write the proof to a file, which `--check` verifies
    #[arg(short, long, value_name = "FILE", conflicts_with_all = NOT_TO_PROVE)]
    pub(crate) output: Option<PathBuf>,
    /// The answer as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Print help
    #[arg(short = 'h', action = ArgAction::HelpShort)]
    pub(crate) short_help: Option<bool>,
}

impl Arguments {
    /// Whether `--help` has no length, so that help is asked for.
    pub(crate) fn asks_for_help(&self) -> bool {
        self.question.help_mate.as_deref() == Some("")
    }
}

/// Arguments that choose the question: a problem, shortest games or a proof.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub(crate) struct Question {
    /// Direct: the side to move forces a win within N moves; with half a move, such as 2.5, the other side wins
    #[arg(long, value_name = "N")]
    pub(crate) mate: Option<String>,
    /// Help: both sides play to the win of the side that makes the last of N moves each; without N, print help
    #[arg(long = "help", value_name = "N", num_args = 0..=1, default_missing_value = "", id = "help_mate")]
    pub(crate) help_mate: Option<String>,
    /// Self: the side to move forces the other one to win within N moves
    #[arg(long = "self", value_name = "N", id = "self_mate")]
    pub(crate) self_mate: Option<String>,
    /// Series: the side to move makes N moves in a row, the last of which wins
    #[arg(long, value_name = "N")]
    pub(crate) series: Option<String>,
    /// The side to move makes N moves in a row, and one move of the other side wins
    #[arg(long, value_name = "N")]
    pub(crate) series_help: Option<String>,
    /// A stipulation as problemists write it: `#2`, `h#2.5`, `s#3`, `r#2`, `hs#3`, `ser-h=7`; `=` is stalemate
    #[arg(long, value_name = "TEXT")]
    pub(crate) stipulation: Option<String>,
    /// Counts the shortest games to each ending, or finds those to this one
    #[arg(long, value_name = "ENDING", num_args = 0..=1, default_missing_value = "")]
    pub(crate) shortest: Option<String>,
    /// Finds the shortest games that lead to this position
    #[arg(long, value_name = "FEN")]
    pub(crate) to: Option<String>,
    /// Proves who wins, if a proof is found
    #[arg(long)]
    pub(crate) prove: bool,
    /// Finds all positions that the game can reach, with their values, and keeps them in a folder; the command continues what
    /// it has begun there
    #[arg(long, value_name = "DIR")]
    pub(crate) enumerate: Option<PathBuf>,
    /// Looks a position up in a folder that `--enumerate` has written
    #[arg(long, value_name = "DIR")]
    pub(crate) probe: Option<PathBuf>,
    /// Verifies a file that `--prove -o` has written; with a game, one that has the rules of that game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["setup", "fen", "play", "json", "memory"])]
    pub(crate) check: Option<PathBuf>,
}

/// The largest file of a proof that is read.
const MAX_FILE: usize = 1 << 32;

/// Plies of the shortest games to all endings.
const DEFAULT_PLIES: u16 = 5;

/// The most plies of a game that is looked for.
const MAX_PLIES: u16 = 400;

/// Positions that are searched for a claim before the next one is tried.
const FIRST_SHARE: u64 = 20_000;

/// Answers what is asked.
pub(crate) fn run(loader: Loader<'_>, arguments: &Arguments) -> Result<(), Failure> {
    let question = &arguments.question;
    if let Some(path) = &question.check {
        return check(loader, path, arguments.game.as_deref());
    }
    let problem = question.problem()?;
    let folder = question.enumerate.as_ref().or(question.probe.as_ref());
    let is_asked =
        problem.is_some() || question.shortest.is_some() || question.to.is_some() || question.prove || folder.is_some();
    if arguments.file.is_some() || !is_asked {
        return solve_file(loader, arguments, is_asked);
    }
    let Some(game) = &arguments.game else {
        clap::Error::raw(ErrorKind::MissingRequiredArgument, "`--help N` needs a game\n").exit()
    };
    let position = match &arguments.men {
        None => {
            let mut from = arguments.from.clone();
            // A placement alone, as problemists write it, leaves open who begins.
            let placement = from.fen.as_mut().filter(|fen| fen.contains('/') && fen.split_whitespace().count() == 1);
            if let Some((placement, (_, _, problem))) = placement.zip(problem) {
                *placement = format!("{placement} {}", problem.usual_turn().letter());
            }
            from.position(loader, game)?
        }
        Some(men) => {
            let problem = problem.map(|(_, _, problem)| problem);
            let refused = |mistakes: Vec<Diagnostic>| Failure::new(&Source::new("--men", men), mistakes);
            read_men(&loader.game_with_note(game)?, men, problem).map_err(refused)?
        }
    };
    interrupt::install_handler();
    let solver = Solver { arguments, game, position: &position, part: "", heading: &[] };
    if let Some((option, text, problem)) = problem {
        if arguments.set_play && problem.set_play().is_none() {
            let message = "a problem of this kind and length has no set play";
            return Err(Failure::argument(
                option,
                text,
                Code::CommandLength,
                message,
                "this one",
                "leave `--set-play` out",
            ));
        }
        let phases = phases(&position, problem, arguments.set_play, arguments.duplex);
        return phases.iter().try_for_each(|phase| solver.phase(option, text, phase));
    }
    match (&question.enumerate, &question.probe) {
        (Some(folder), _) => return solver.enumerate(folder),
        (_, Some(folder)) => return solver.probe(folder),
        (None, None) => {}
    }
    match (question.shortest.as_deref(), &question.to) {
        (Some(""), _) => solver.shortest(),
        (Some(label), _) => solver.shortest_to(label),
        (_, Some(text)) => solver.proof_games(text),
        _ => solver.prove(),
    }
}

impl Question {
    /// The problem, with the option and its text.
    fn problem(&self) -> Result<Option<(&'static str, &str, Problem)>, Failure> {
        let problems = [
            (&self.mate, "--mate", Stipulation::Direct),
            (&self.help_mate, "--help", Stipulation::Help),
            (&self.self_mate, "--self", Stipulation::SelfMate),
            (&self.series, "--series", Stipulation::Series),
            (&self.series_help, "--series-help", Stipulation::SeriesHelp),
        ];
        for (length, option, stipulation) in problems {
            if let Some(text) = length {
                let length = Length::parse(text).ok_or_else(|| wrong_length(option, text, stipulation))?;
                return Ok(Some((option, text, Problem { aim: Aim::Win, stipulation, length })));
            }
        }
        let Some(text) = &self.stipulation else { return Ok(None) };
        let problem = Problem::parse(text).map_err(|error| {
            let message = format!("`{text}` can't be solved: {error}");
            let help = "write a kind, an aim and a length, such as `#2`, `h#2.5`, `s#3`, `r#2`, `hs#3` or `ser-h=7`";
            Failure::argument("--stipulation", text, Code::CommandLength, message, "this stipulation", help)
        })?;
        Ok(Some(("--stipulation", text, problem)))
    }
}

/// Solves the problems of a file one after the other. A problem that is refused does not keep the others from being solved.
fn solve_file(loader: Loader<'_>, arguments: &Arguments, is_asked: bool) -> Result<(), Failure> {
    let is_text = |file: &&String| *file == STANDARD_INPUT || Path::new(file).exists() && !file.ends_with(".variant");
    let (name, file) = match (&arguments.game, &arguments.file) {
        (Some(game), Some(file)) => (game.as_str(), file),
        (Some(file), None) if is_text(&file) => (builtin::ORTHODOX, file),
        _ => {
            let message = "a question such as `--mate N` is missing, or a FILE with problems\n\nFor more information, try '-h'.\n";
            clap::Error::raw(ErrorKind::MissingRequiredArgument, message).exit()
        }
    };
    let StartOptions { setup, fen, play, dialect } = &arguments.from;
    let has_position = [setup, fen, play, &arguments.men].into_iter().any(Option::is_some) || dialect.is_some();
    if is_asked || has_position || arguments.set_play || arguments.duplex || arguments.plies.is_some() {
        let message = "a FILE has its positions, questions and options itself\n";
        clap::Error::raw(ErrorKind::ArgumentConflict, message).exit();
    }
    let game = loader.game_with_note(name)?;
    let source = load::read_file_or_stdin(file)?;
    interrupt::install_handler();
    let (mut refused, mut begins) = (false, true);
    read_problems(&game, &source.text, &mut |problem| {
        refused |= problem.diagnostics.iter().any(Diagnostic::is_error);
        if !problem.diagnostics.is_empty() {
            console::print_report(&Report::new(&source, problem.diagnostics));
        }
        if !arguments.json && !problem.phases.is_empty() {
            let blank = if std::mem::take(&mut begins) { "" } else { "\n" };
            let heading = problem.heading.iter().map(|line| format!("{line}\n"));
            console::print_page(&format!("{blank}{}", heading.collect::<String>()))?;
        }
        let start = game.start();
        let solver = Solver { arguments, game: name, position: &start, part: "", heading: &problem.heading };
        for phase in &problem.phases {
            match solver.phase("Stipulation", &phase.problem.length.to_string(), phase) {
                Err(Failure::Reports(reports)) => {
                    reports.iter().for_each(console::print_report);
                    refused = true;
                }
                solved => solved?,
            }
        }
        Ok::<(), Failure>(())
    })?;
    if refused { Err(Failure::Reported) } else { Ok(()) }
}

/// Verifies a file, and that its rules are those of a game if one is named.
fn check(loader: Loader<'_>, path: &Path, name: Option<&str>) -> Result<(), Failure> {
    let bytes = load::read_at_most(path, MAX_FILE).map_err(|error| {
        let (code, reason) = match error {
            ReadError::NotAFile(kind) => (Code::CommandNotAFile, format!("is {kind}")),
            ReadError::Io(error) => (Code::CommandUnreadableFile, format!("can't be read: {error}")),
        };
        let help = "`weakfish solve GAME --prove -o FILE` writes a proof";
        Failure::file(path, code, format!("`{}` {reason}", path.display()), help)
    })?;
    let refused = |error: ProofError| {
        let help = "`weakfish solve GAME --prove -o FILE` writes it anew";
        Failure::file(path, Code::CommandOtherProof, format!("`{}` proves nothing: {error}", path.display()), help)
    };
    let proof = Proof::read(&String::from_utf8_lossy(&bytes)).map_err(refused)?;
    let title = &proof.game().variant().title;
    if let Some(name) = name {
        let game = loader.game_with_note(name)?;
        if !game.variant().plays_alike(proof.game().variant()) {
            let differences = origin::differences(proof.game(), &game);
            let message = format!(
                "`{}` proves nothing about {}: the rules in it, called {title}, differ in {differences}",
                path.display(),
                game.variant().title
            );
            let help = "`weakfish solve --check FILE` verifies it by its own rules";
            return Err(Failure::argument("GAME", name, Code::CommandOtherProof, message, "this game", help));
        }
    }
    console::print_message(format_args!("{title}, {}", proof.fen()))?;
    if name.is_none() {
        console::print_message(origin::sentence(proof.game()))?;
    }
    for checked in proof.check().map_err(refused)? {
        console::print_message(proved_in_words(&checked))?;
    }
    Ok(())
}

/// A question about a position.
#[derive(Clone, Copy)]
struct Solver<'a> {
    arguments: &'a Arguments,
    game: &'a str,
    position: &'a Position,
    /// The part of a problem: a twin, the set play.
    part: &'a str,
    heading: &'a [String],
}

impl Solver<'_> {
    fn options(&self) -> Options {
        Options {
            max_memory: (self.arguments.memory.get() as usize) << 20,
            max_branches: self.arguments.lines,
            with_lines: !self.arguments.keys,
        }
    }

    fn title(&self) -> &str {
        &self.position.game().variant().title
    }

    /// Asks the library, and shows the progress.
    fn ask<T>(
        &self,
        question: impl FnOnce(&mut dyn FnMut(u64) -> bool) -> Result<T, SolveError>,
    ) -> Result<T, Failure> {
        let (mut progress, began, mut searched) = (Progress::new(), Instant::now(), 0);
        let answer = question(&mut |positions| {
            searched = positions;
            progress.show(format_args!("{positions} positions in {}", time_in_words(began.elapsed())));
            !interrupt::was_interrupted()
        });
        progress.clear();
        interrupt::fail_if_interrupted(|| {
            let next = interrupt::command_line("solve", None);
            format!(
                "there is no answer after {}, and nothing is kept; the same command begins anew: {next}",
                counted(searched, "position")
            )
        })?;
        answer.map_err(|error| self.failure(&error))
    }

    /// A failure by the rules of the game.
    fn failure(&self, error: &SolveError) -> Failure {
        let help = match error {
            SolveError::Unsupported(Unsupported::RepetitionIllegal) => "`--mate N` solves problems of this game",
            SolveError::Unsupported(Unsupported::NoNullMoves | Unsupported::SeveralMovesInTurn) => {
                "`--mate N` counts each move of a turn"
            }
            SolveError::TooMany => "fewer plies have fewer games",
            SolveError::Unsupported(
                Unsupported::WinsOnClaim
                | Unsupported::PastDecides
                | Unsupported::GrowingSeries
                | Unsupported::PartialScores
                | Unsupported::Length,
            )
            | SolveError::NoPosition
            | SolveError::Asymmetric { .. }
            | SolveError::Interrupted => "`weakfish analyze` searches positions of any game",
        };
        let message = format!("{} can't be solved like this: {error}", self.title());
        Failure::argument("GAME", self.game, Code::CommandNoSolution, message, "this game", help)
    }

    /// Solves a part of a problem, unless there is no such position.
    fn phase(&self, option: &str, text: &str, phase: &Phase) -> Result<(), Failure> {
        match &phase.position {
            Ok(position) => Solver { position, part: &phase.label, ..*self }.solve(option, text, phase.problem),
            Err(reason) if self.arguments.json => console::print_json(&serde_json::json!({
                "game": self.game, "heading": self.heading, "part": phase.label, "problem": phase.problem.name(),
                "count": 0, "impossible": reason,
            })),
            Err(reason) => {
                console::print_message(format_args!("{}, {}: there is none, since {reason}", self.title(), phase.label))
            }
        }
    }

    /// Solves a problem, which an option has with this text.
    fn solve(&self, option: &str, text: &str, problem: Problem) -> Result<(), Failure> {
        let options = self.options();
        let mut refused = false;
        let answer = self.ask(|observer| {
            let answer = solve(self.position, problem, &options, observer);
            refused = answer == Err(SolveError::Unsupported(Unsupported::Length));
            answer
        });
        if refused {
            return Err(wrong_length(option, text, problem.stipulation));
        }
        let solutions = answer?;
        if self.arguments.json { self.print_json(&solutions) } else { self.print_solutions(&solutions) }
    }

    fn print_json(&self, solutions: &Solutions) -> Result<(), Failure> {
        let mut report = solutions.report(self.game, self.position);
        report.heading = self.heading.to_vec();
        self.part.clone_into(&mut report.part);
        console::print_json(&report)
    }

    fn print_solutions(&self, solutions: &Solutions) -> Result<(), Failure> {
        let Solutions { problem, first, winner, .. } = solutions;
        let result = match problem.aim {
            Aim::Win => format!("{winner} wins"),
            Aim::Stalemate => format!("{winner} stalemates"),
        };
        let part = if self.part.is_empty() { String::new() } else { format!("{}, ", self.part) };
        let mut page = format!("{}, {part}{}: {first} begins, and {result}\n", self.title(), problem.name());
        let numbering = Numbering::of(*problem);
        write_tree(&mut page, &solutions.branches, numbering, 0, 0);
        if solutions.cut {
            page += "there are more moves; `--lines N` lists more\n";
        }
        let defended = problem.is_defended();
        if !solutions.tries.is_empty() {
            page += "tries, each with the answer that refutes it:\n";
            for tried in &solutions.tries {
                let answer = tried.refutation.as_ref().map_or(String::new(), |answer| format!(" {}", answer.text));
                let _ = writeln!(page, "  {}{}{answer}", numbering.before(0, true), tried.branch.text);
            }
        }
        let sound = if solutions.is_sound() { "sound: " } else { "" };
        let answered = defended && problem.length.has_half();
        let count = match solutions.count {
            0 if answered => "no first move has a solution".to_owned(),
            count if answered => {
                let moves = count + solutions.tries.len() as u64;
                format!(
                    "{count} of {} answered",
                    if moves == 1 { "1 first move is".to_owned() } else { format!("{moves} first moves are") }
                )
            }
            0 => "no solution".to_owned(),
            count => counted(count, "solution"),
        };
        let shorter = solutions.shorter.map_or(String::new(), |length| format!("; there is one in {length}, too"));
        let duals = match solutions.duals {
            0 => String::new(),
            duals => format!("; {} after the first move", counted(duals, "dual")),
        };
        let _ = writeln!(page, "{sound}{count}{shorter}{duals}");
        console::print_page(&page)
    }

    /// Counts the shortest games to each ending.
    fn shortest(&self) -> Result<(), Failure> {
        let most = self.arguments.plies.map_or(DEFAULT_PLIES, NonZero::get).min(MAX_PLIES);
        let options = self.options();
        let rows = self.ask(|observer| Games::to_endings(self.position, most, &options, observer))?;
        if self.arguments.json {
            return console::print_json(&rows);
        }
        let mut page = format!("{}, games by their ending, up to {}\n", self.title(), counted(most.into(), "ply"));
        for row in &rows {
            let _ = writeln!(page, "{}: {}", row.ending, row.in_words());
        }
        console::print_page(&page)
    }

    /// Finds the shortest games to one ending.
    fn shortest_to(&self, label: &str) -> Result<(), Failure> {
        let endings = &self.position.game().variant().endings;
        let known = || endings.iter().filter(|ending| !ending.must_be_claimed()).map(|ending| ending.label.as_str());
        let of_label = |index: &usize| {
            endings.get(*index).is_some_and(|ending| ending.label == label && !ending.must_be_claimed())
        };
        let found: Vec<usize> = (0..endings.len()).filter(of_label).collect();
        if found.is_empty() {
            let (message, note, help) = if endings.iter().any(|ending| ending.label == label) {
                let message = format!("`{label}` of {} must be claimed, and nobody does", self.title());
                (message, "ends no game by itself", "name an ending that needs no claim".to_owned())
            } else {
                let message = format!("{} has no ending `{label}`", self.title());
                (message, "no such ending", did_you_mean(label, known()))
            };
            return Err(Failure::argument("--shortest", label, Code::CommandUnknownEnding, message, note, help));
        }
        self.find_games(label, &Goal::AnyOf(found))
    }

    /// Finds the shortest games to a position.
    fn proof_games(&self, text: &str) -> Result<(), Failure> {
        let refused = |error: TextError| Failure::new(&Source::new("--to", text), error.into_diagnostics());
        let target = fen::read(self.position.game(), self.position.setup(), text).map_err(refused)?;
        self.find_games("position", &Goal::Position(Box::new(target)))
    }

    /// Finds the shortest games to a goal, up to the bound.
    fn find_games(&self, label: &str, goal: &Goal) -> Result<(), Failure> {
        let most = self.arguments.plies.map_or(MAX_PLIES, NonZero::get).min(MAX_PLIES);
        let options = self.options();
        let (by_ply, branches, cut) =
            self.ask(|observer| Games::shortest(self.position, goal, most, &options, observer))?;
        let mut data = GamesReport::new(label, by_ply);
        if self.arguments.json {
            data.lines = BranchReport::of(self.position, &branches);
            return console::print_json(&data);
        }
        let mut page = format!("{}, {label}: {}\n", self.title(), data.in_words());
        write_tree(&mut page, &branches, Numbering { skipped: 0, series: None }, 0, 0);
        if cut {
            page += "there are more moves; `--lines N` lists more\n";
        }
        console::print_page(&page)
    }

    /// Proves who wins, if a proof is found.
    fn prove(&self) -> Result<(), Failure> {
        let turn = self.position.turn();
        let claims = [Claim::Wins(turn), Claim::Wins(!turn), Claim::DoesNotLose(turn), Claim::DoesNotLose(!turn)];
        let mut options = self.options();
        options.max_memory /= claims.len();
        let nodes = self.arguments.nodes.get();
        let mut progress = Progress::new();
        let searched = prove(self.position, claims, &options, nodes, &mut |positions| {
            progress.show_share(format_args!("{positions} of at most {nodes} positions"), positions, nodes);
            !interrupt::was_interrupted()
        });
        progress.clear();
        let (proofs, positions) = searched.map_err(|error| self.failure(&error))?;
        let mut checked = Vec::new();
        let mut kept: Option<Proof> = None;
        for proof in proofs {
            // Only the checker's findings are printed.
            if let Ok(found) = proof.check() {
                checked.extend(found);
                match &mut kept {
                    Some(kept) => kept.extend(proof),
                    None => kept = Some(proof),
                }
            }
        }
        let winner = checked.iter().find_map(|checked| match checked.claim {
            Claim::Wins(side) => Some(side),
            Claim::DoesNotLose(_) => None,
        });
        let held = checked.iter().filter(|checked| matches!(checked.claim, Claim::DoesNotLose(_))).count();
        let value = match (winner, held) {
            (Some(_), _) => "win",
            (None, 2..) => "draw",
            _ => "unknown",
        };
        if let (Some(path), Some(proof)) = (&self.arguments.output, &kept) {
            files::write_atomically(path, &proof.text())?;
        }
        if self.arguments.json {
            let claims = checked.iter().map(ClaimData::of).collect();
            let data = ProofData { game: self.game, fen: fen::write(self.position), value, winner, positions, claims };
            console::print_json(&data)?;
            return interrupt::fail_if_interrupted(|| self.interrupted_proof(positions, kept.is_some()));
        }
        let verdict = match (winner, value, checked.as_slice()) {
            (Some(side), ..) => format!("{side} wins"),
            (None, "draw", _) => "drawn".to_owned(),
            (None, _, [held]) => format!("{}, {} searched", held.claim, counted(positions, "position")),
            _ => format!("no proof of its value, {} searched", counted(positions, "position")),
        };
        console::print_message(format_args!("{}, {}: {verdict}", self.title(), fen::write(self.position)))?;
        for checked in checked {
            console::print_message(proved_in_words(&checked))?;
        }
        interrupt::fail_if_interrupted(|| self.interrupted_proof(positions, kept.is_some()))
    }

    /// Says after an interrupt what is kept of the search for a proof, and how to continue.
    fn interrupted_proof(&self, positions: u64, is_proved: bool) -> String {
        let kept = match (&self.arguments.output, is_proved) {
            (Some(path), true) => format!("what is proved is kept in `{}`", path.display()),
            (None, true) => "what is proved is not kept without `-o FILE`".to_owned(),
            (_, false) => "nothing is proved, and nothing is kept".to_owned(),
        };
        let next = interrupt::command_line("solve", None);
        let searched = counted(positions, "position");
        format!(
            "{searched} of at most {} were searched; {kept}; the same command begins anew: {next}",
            self.arguments.nodes
        )
    }
}

/// A length that no problem of a kind has.
fn wrong_length(option: &str, text: &str, stipulation: Stipulation) -> Failure {
    let halves = !matches!(stipulation, Stipulation::Series | Stipulation::SeriesHelp);
    let help = if halves { "write a number of moves, such as 2 or 2.5" } else { "write a number of moves, such as 4" };
    let message = format!("`{text}` is no length of such a problem");
    Failure::argument(option, text, Code::CommandLength, message, "in moves", help)
}

/// Searches for proofs of the claims in turn, each time longer, until the value is known, the limit of positions is reached or the
/// observer ends it. Returns the proofs, and the number of positions.
fn prove(
    position: &Position,
    claims: [Claim; 4],
    options: &Options,
    nodes: u64,
    observer: &mut dyn FnMut(u64) -> bool,
) -> Result<(Vec<Proof>, u64), SolveError> {
    let mut provers = Vec::new();
    for claim in claims {
        provers.push((claim, Prover::new(position, claim, options)?));
    }
    let mut proofs: Vec<Proof> = Vec::new();
    let (mut share, mut done) = (FIRST_SHARE, 0);
    while done < nodes && !provers.is_empty() {
        for (claim, prover) in &mut provers {
            let before = prover.positions();
            let proved =
                match prover.search(share.min(nodes.saturating_sub(done)), &mut |at| observer(done + at - before)) {
                    Err(SolveError::Interrupted) => return Ok((proofs, done + prover.positions() - before)),
                    proved => proved?,
                };
            done += prover.positions() - before;
            if !proved {
                continue;
            }
            proofs.extend(prover.proof());
            if matches!(claim, Claim::Wins(_)) {
                return Ok((proofs, done));
            }
        }
        let proved: Vec<Claim> = proofs.iter().flat_map(Proof::claims).collect();
        if proved.len() == 2 {
            break;
        }
        // A proof that a side does not lose makes a second one useless, and refutes the opponent's win.
        provers.retain(|(claim, prover)| {
            let settled = |known: &Claim| known == claim || *claim == Claim::Wins(!known.side());
            !prover.is_exhausted() && !proved.iter().any(settled)
        });
        share *= 2;
    }
    Ok((proofs, done))
}
