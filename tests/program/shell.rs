//! What the command line owes to a shell: completions, manual pages, pipes that close, disks that are full, JSON.

use std::fs::{self, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use weakfish::builtin;

use crate::listed_commands;

fn weakfish(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
    command.args(arguments).current_dir(weakfish_testing::root()).stdin(Stdio::null());
    command
}

fn output(arguments: &[&str]) -> Output {
    weakfish(arguments).output().unwrap()
}

/// What a command prints, which is done.
fn stdout(arguments: &[&str]) -> String {
    let output = output(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(arguments)).unwrap()
}

#[test]
fn boards_diagrams_and_changes_have_colours_and_arrows_where_that_is_wanted() {
    let page = stdout(&["show", "weakest", "--color", "always"]);
    for part in ["\x1b[36mr↓-\x1b[0m \x1b[36mn↓↘-\x1b[0m", "\x1b[1mR↑-\x1b[0m", "\x1b[2m.\x1b[0m   \x1b[2m.\x1b[0m    "]
    {
        assert!(page.contains(part), "{part:?} is not in {page}");
    }
    // Colours change no words, and columns stand below each other.
    let mut bare = page.clone();
    for code in ["\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[36m"] {
        bare = bare.replace(code, "");
    }
    assert!(!bare.contains('\x1b') && bare.contains("\n     a   b    c   d   e   f   g    h\n"), "{bare}");
    let plain = stdout(&["show", "weakest", "--color", "never"]);
    assert!(plain.contains("  8  r{s-} n{sse-} ") && !plain.contains('\x1b') && plain == stdout(&["show", "weakest"]));
    let diagram = stdout(&["betza", "WfDcF", "--color", "always"]);
    assert!(diagram.contains("\x1b[31mx\x1b[0m \x1b[33m*\x1b[0m") && diagram.contains("\x1b[1mO\x1b[0m"), "{diagram}");
    assert!(diagram.ends_with("\nx  captures\n*  moves or captures\n\n* one square diagonally, only to capture\n* one square orthogonally\n* leaps 2 squares forward\n"), "{diagram}");
    let difference = String::from_utf8(output(&["diff", "fide", "shatranj", "--color", "always"]).stdout).unwrap();
    assert!(
        difference.contains("\x1b[31m  - title: Chess\x1b[0m\n\x1b[32m  + title: Shatranj\x1b[0m\n"),
        "{difference}"
    );
}

#[test]
fn every_shell_completes_commands_and_games() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(&["completions", shell]);
        assert!(script.contains("perft") && script.contains("divide"), "{shell}");
    }
    for shell in ["bash", "fish", "zsh"] {
        let script = stdout(&["completions", shell]);
        assert!(builtin::names().all(|name| script.contains(name)), "{shell}");
    }
    // Of zsh's only the function names games: it offers files, too.
    let script = stdout(&["completions", "zsh"]);
    assert_eq!(script.matches("not-quite-weakest").count(), 1);
    assert!(script.starts_with("#compdef weakfish\n") && script.matches(":_weakfish_games").count() > 8, "{script}");
}

#[test]
fn bash_completes_a_game_by_its_first_letters() {
    let script = stdout(&["completions", "bash"]);
    let complete =
        "COMP_WORDS=(weakfish show feeb) COMP_CWORD=2\n_weakfish weakfish feeb show\necho \"${COMPREPLY[@]}\"\n";
    let Ok(output) = Command::new("bash").args(["-c", &format!("{script}\n{complete}")]).output() else { return };
    assert_eq!(String::from_utf8_lossy(&output.stdout), "feeble\n", "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn shells_complete_setups_levels_men_and_words() {
    let complete = |line: &str| stdout(&[&["complete", "--"], &line.split(' ').collect::<Vec<_>>()[..]].concat());
    assert_eq!(complete("play chigorin --setup "), stdout(&["complete", "--", "moves", "chigorin", "--setup="]));
    assert!(complete("play fide --level 2").starts_with("2\n20\n"));
    assert_eq!(complete("show weakest qu"), "queen\n");
    assert!(complete("explain check::off-b").contains("check::off-board\n"));
    for (line, completions) in [
        ("play fide --setup st", "standard\n"),
        ("play --nodes 5 fide --setup = st", "standard\n"),
        ("play fide --setup =", "standard\n"),
        ("play fide --setup=s", "standard\n"),
        ("units perft fide --setup ", "standard\n"),
        ("show weakest R", "R\n"),
        ("draw fide ro", "rook\n"),
        ("table fide K R v", "v\n"),
    ] {
        assert_eq!(complete(line), completions, "{line}");
    }
    assert!(complete("explain en").lines().any(|word| word == "en passant"));
    assert!(complete("moves fide --dialect ").lines().any(|word| word == "sfen"));
    for nothing in ["", "pl", "play ", "play fide", "play nowhere --setup ", "check fide ", "games x y z"] {
        assert_eq!(complete(nothing), "", "{nothing}");
    }
    let script = stdout(&["completions", "zsh"]);
    for values in ["'--setup=[", "'--level=[", "'::man -- ", "'*::word -- ", "'*::men -- "] {
        let mut lines = script.lines().filter(|line| line.starts_with(values)).peekable();
        assert!(lines.peek().is_some(), "{values}");
        lines.for_each(|line| assert!(line.contains(":_weakfish_values'"), "{line}"));
    }
    let script = stdout(&["completions", "fish"]);
    assert!(script.contains("complete -c weakfish -l setup -x -a \"(weakfish complete -- "), "{script}");
    let script = stdout(&["completions", "bash"]);
    let folder = Path::new(env!("CARGO_BIN_EXE_weakfish")).parent().unwrap().display().to_string();
    for (words, wanted) in [
        (&["show", "fide", "kn"][..], "knight"),
        (&["explain", "en pas"], "en\\ passant"),
        (&["play", "feeb"], "feeble"),
        (&["games", "--js"], "--json"),
    ] {
        let (count, typed, before) = (words.len(), words[words.len() - 1], words[words.len() - 2]);
        let words = words.join("' '");
        let complete = format!(
            "PATH={folder}:$PATH\nCOMP_WORDS=(weakfish '{words}') COMP_CWORD={count}\n\
             _weakfish_values weakfish '{typed}' '{before}'\necho \"${{COMPREPLY[@]}}\"\n"
        );
        let Ok(output) = Command::new("bash").args(["-c", &format!("{script}\n{complete}")]).output() else { return };
        let found = String::from_utf8_lossy(&output.stdout);
        assert_eq!(found.trim_end(), wanted, "{words}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn every_command_has_a_manual_page() {
    assert!(stdout(&["man"]).contains(".TH weakfish 1"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("man");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let written = stdout(&["man", "-o", folder.to_str().unwrap()]);
    let help = stdout(&["--help"]);
    for command in listed_commands(&help).chain(["man", "work", "merge"]) {
        let page = fs::read_to_string(folder.join(format!("weakfish-{command}.1"))).expect(command);
        assert!(page.contains(&format!(".TH weakfish-{command} 1")), "{command}");
        assert!(written.contains(&format!("weakfish-{command}.1")), "{command}");
    }
    let page = folder.join("weakfish.1");
    let refused = output(&["man", "--output", page.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("command::unwritable-file"));
    assert!(!folder.join("weakfish-complete.1").exists(), "scripts alone call it");
}

#[test]
fn missing_folders_of_outputs_are_made() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("made");
    let _ = fs::remove_dir_all(&folder);
    for (arguments, file) in [
        (&["man", "-o"][..], "weakfish.1"),
        (&["sheet", "fide", "-o"], "fide.html"),
        (&["draw", "fide", "-o"], "fide.svg"),
        (&["new", "own", "-o"], "own.variant"),
        (&["table", "fide", "K v K", "-o"], "own.table"),
        (&["import", "fairy-stockfish", "chess", "--into"], "chess.variant"),
    ] {
        let below = folder.join(arguments[0]).join("below");
        let names_folder = matches!(arguments[0], "man" | "import");
        let path = if names_folder { below.clone() } else { below.join(file) };
        stdout(&[arguments, &[path.to_str().unwrap()]].concat());
        assert!(below.join(file).is_file(), "{arguments:?}");
    }
}

#[test]
fn help_has_80_columns() {
    let help = stdout(&["--help"]);
    let commands: Vec<&str> = listed_commands(&help).chain(["work", "merge", "man"]).collect();
    let nested =
        [("import", "diagram"), ("import", "xboard"), ("export", "pgn"), ("units", "match"), ("units", "table")];
    let mut pages = vec![help.clone()];
    pages.extend(commands.iter().map(|command| stdout(&[command, "--help"])));
    pages.extend(nested.map(|(command, below)| stdout(&[command, below, "--help"])));
    for line in pages.iter().flat_map(|page| page.lines()) {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn a_pipe_that_closes_is_no_mistake() {
    let mut child = weakfish(&["show", "feeble"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert!(child.wait().unwrap().success() && told.is_empty(), "{told}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    for arguments in [&["games"][..], &["show", "fide"], &["perft", "fide", "1"], &["new", "x", "-o", "-"], &["man"]] {
        let output = weakfish(arguments).stdout(full()).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && told.contains("can't write"), "{arguments:?}: {told}");
    }
    let output = weakfish(&["new", "x", "--force", "-o", "/dev/full"]).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("command::unwritable-file") && told.contains("make room on this disk"), "{told}");
}

#[test]
fn counts_lists_and_replays_come_as_json() {
    let games = json(&["games", "--json"]);
    let names: Vec<&str> = games.as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert_eq!(names, builtin::names().collect::<Vec<_>>());
    assert_eq!(games[0]["board"], "8x8");

    assert_eq!(stdout(&["perft", "fide", "2", "--json"]), "{\"depth\":2,\"nodes\":400}\n");
    let divided = json(&["perft", "fide", "2", "--divide", "--json"]);
    assert_eq!((divided["nodes"].as_u64(), divided["divide"][0]["nodes"].as_u64()), (Some(400), Some(20)));
    assert_eq!(
        (divided["divide"].as_array().unwrap().len(), divided["divide"][0]["move"].as_str()),
        (20, Some("a2a3"))
    );

    let mut child = weakfish(&["replay", "fide", "-", "--json"]);
    let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"1. f3 e5 2. g4 Qh4#\nsetup: standard\n1. e4 e4\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let played: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(played["complete"], false);
    assert_eq!(played["lines"][0]["moves"], serde_json::json!(["f2f3", "e7e5", "g2g4", "d8h4"]));
    assert_eq!(played["lines"][0]["reason"], "checkmate");
    assert_eq!(played["lines"][1]["fen"], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
}

#[test]
fn warnings_on_a_definition_are_told_where_it_is_played() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("warned");
    fs::create_dir_all(&folder).unwrap();
    let definition = "game \"Warned\" extends fide\nmen\n  N knight: fN\nrules\n  promotion of P: on last rank, to Q\n";
    fs::write(folder.join("own.variant"), definition).unwrap();
    fs::write(folder.join("game.txt"), "1. e4").unwrap();
    for arguments in
        [&["moves", "own.variant"][..], &["perft", "own.variant", "1"], &["replay", "own.variant", "game.txt"]]
    {
        let output = weakfish(arguments).current_dir(&folder).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{told}");
        let line = told.lines().next().unwrap_or_default();
        assert!(line.contains("warning") && line.ends_with("; `weakfish check own.variant` shows more"), "{told}");
    }
    let output = weakfish(&["moves", "fide"]).output().unwrap();
    assert!(!String::from_utf8_lossy(&output.stderr).contains("warning"));
}

/// Writes texts with what steers a terminal in each of their free texts, and returns that of the definition.
fn write_wild_texts(folder: &Path, wild: &str) -> String {
    fs::create_dir_all(folder).unwrap();
    // A carriage return ends a line of a definition.
    let title = wild.replace('\r', "");
    let text = format!(
        "// {title}\ngame \"{title}\" extends fide\ninventor: \"{title}\"\nsource: \"{title}\"\nabout: \"{title}\"\n\n\
         test \"{title}\"\n  perft 1: 20\n\ntest \"{title} fails\"\n  perft 1: 21\n"
    );
    let game = format!("game: {title}\nWhite: {title}\nBlack: {title}\n\n{{{title}}} 1. e4 {{{title}}} e5 ; {title}\n");
    // An engine whose name and moves do the same.
    let engine = format!(
        "while read line; do case \"$line\" in\nuci) printf '%s\\n' 'id name {title}' uciok;;\n\
         isready) echo readyok;;\ngo*) printf '%s\\n' 'bestmove {wild}';;\nquit) exit;;\nesac; done\n"
    );
    let section = |name: &str, pieces: &str| format!("# {title}\n[{name}:chess]\n{pieces}\n");
    let lines = ["", "position fen ", "setoption name ", "setboard ", "usermove ", "variant ", "st "];
    let lines: String = lines.map(|command| format!("{command}{title}\n")).concat();
    for (file, content) in [
        ("wild.variant", text.clone()),
        (&format!("{title}.variant"), text.clone()),
        ("broken.variant", text.replace("perft 1: 20", &format!("{title}: {title}"))),
        ("game.txt", game),
        ("no-game.txt", format!("1. {title}\n")),
        ("wild.sh", engine),
        ("wild.ini", section(&title, "pawn = -\nsoldier = p")),
        (
            "wild.txt",
            format!("pawn::::a2-h2\n{title}:{title}:{title}:{title}:b1\nking::::e1\n{title}=1\nsetup {title}\n"),
        ),
        ("odd.ini", section("odd", &format!("{title} = {title}\nknight = {title}"))),
        ("lines.txt", format!("xboard\n{lines}quit\n")),
    ] {
        fs::write(folder.join(file), content).unwrap();
    }
    text
}

#[test]
fn no_text_steers_a_terminal() {
    // The same with a BEL, a CSI of one character, a carriage return and characters that set the direction of writing.
    let wild = "x\u{1b}[31m\u{7}\u{9b}2J\r\u{202e}\u{2066}\u{200f}\u{7f}y";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wild");
    let text = write_wild_texts(&folder, wild);
    let title = wild.replace('\r', "");
    let file = format!("{title}.variant");
    let matched = ["match", "fide", "--nodes", "20", "--games", "2", "--engine", "sh wild.sh"];
    let named = format!("name='{title}'");
    let commands = [
        &["show", "wild.variant"][..],
        &["show", &file],
        &["games", &title],
        &["new", &title, "-o", "-"],
        &["new", "Own", "--from", "wild.variant", "-o", "-"],
        &["check", &file],
        &["check", "broken.variant", "--format", "short"],
        &["check", "broken.variant", "--format", "json"],
        &["fmt", "broken.variant", "--check"],
        &["draw", "wild.variant", &title],
        &["draw", "wild.variant", "--fen", &title],
        &["draw", "fide", "-o", &format!("{title}.jpg")],
        &["sheet", &title],
        &["betza", &title],
        &["perft", "wild.variant", "1", "--divide", "--fen", &title],
        &["perft", "wild.variant", &title],
        &["replay", "wild.variant", "game.txt"],
        &["replay", "wild.variant", "game.txt", "--json"],
        &["replay", "wild.variant", "no-game.txt"],
        &["replay", "wild.variant", &title],
        &["import", "fairy-stockfish", "wild.ini"],
        &["import", "fairy-stockfish", "odd.ini", "odd"],
        &["import", "fairy-stockfish", "odd.ini", &title],
        &["export", "fairy-stockfish", "wild.variant"],
        &["export", "fairy-stockfish", &file],
        &["import", "diagram", "wild.txt"],
        &["import", "xboard", "wild.txt"],
        &["import", "diagram", &title],
        &["export", "diagram", "wild.variant", "--incomplete"],
        &["export", "pgn", "wild.variant", "game.txt"],
        &["export", "pgn", "fide", "no-game.txt"],
        &["explain", &title],
        &["completions", &title],
        &["man", &title],
        &["lsp", &title],
        &["analyze", "wild.variant", "game.txt", "--nodes", "50", "--text"],
        &["analyze", "wild.variant", "game.txt", "--nodes", "50", "--json"],
        &["analyze", "wild.variant", "--nodes", "50", "--fen", &title],
        &["web", &title, "--no-browser"],
        &["playtest", "wild.variant", "--games", "4", "--nodes", "5", "--max-plies", "20"],
        &["tune", "wild.variant", "--games", "2", "--nodes", "5", "-o", &format!("{title}.weights"), "--from", &title],
        &["train", "wild.variant", "--games", "2", "--nodes", "5", "-o", &format!("{title}.weights"), "--from", &title],
        &["units", "perft", "wild.variant", "1"],
        &["work", &title],
        &["merge", &title],
        &["table", "wild.variant", "K v K"],
        &["table", "wild.variant", &title],
        &["table", "--survey", &title],
        &["solve", "wild.variant", "--mate", "1", "--fen", &title],
        &["solve", "wild.variant", "--check", "no-game.txt"],
        &["uci"],
        #[cfg(feature = "xboard")]
        &["xboard", "wild.variant"],
        &[&matched[..], &["--engine", &named]].concat(),
        &["show", "wild.variant", "K"],
        &["show", "wild.variant", "--json"],
        &["diff", "wild.variant", "fide"],
        &["diff", "wild.variant", "fide", "--json"],
        &["check", "wild.variant"],
        &["test", "wild.variant"],
        &["fmt", "wild.variant", "--diff"],
        &["play", "wild.variant"],
        &["moves", "fide", "--play", wild],
        &["moves", "fide", "--fen", wild],
        &["show", wild],
        &matched[..],
        &[&matched[..], &["--json"]].concat(),
    ];
    let page = stdout(&["--help"]);
    for name in listed_commands(&page) {
        assert!(commands.iter().any(|arguments| arguments[0] == name), "{name} is not tried");
    }
    for arguments in commands {
        let mut command = weakfish(arguments);
        if ["uci", "xboard"].contains(&arguments[0]) {
            command.stdin(fs::File::open(folder.join("lines.txt")).unwrap());
        }
        let output = command.current_dir(&folder).output().unwrap();
        let (data, notes) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        for page in [&data, &notes] {
            let steers = page.find(|char: char| char != '\n' && title.contains(char) && !char.is_ascii_graphic());
            assert_eq!(steers.map(|at| &page[at..]), None, "{arguments:?}: {page:?}");
            assert!(!page.contains('\r'), "{arguments:?}: {page:?}");
        }
        assert!(!(data + &notes).is_empty(), "{arguments:?}");
    }
    // JSON means what the definition has, and a file is printed as it is.
    let model = weakfish(&["show", "wild.variant", "--json"]).current_dir(&folder).output().unwrap();
    let model: Value = serde_json::from_slice(&model.stdout).unwrap();
    assert_eq!(model["title"], title.as_str());
    let source = weakfish(&["show", "wild.variant", "--source"]).current_dir(&folder).output().unwrap();
    assert_eq!(source.stdout, text.as_bytes());
}

#[test]
fn messages_and_pages_are_wrapped_between_words() {
    const COLUMNS: usize = 80;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrapped");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("play.txt"), "moves\ne2e5\nhelp\neval\n/xyz\nquit\n").unwrap();
    let mut wrapped = 0;
    for arguments in [
        &["show", "weakest"][..],
        &["explain", "castling"],
        &["explain", "check::off-board"],
        &["diff", "fide", "weakest"],
        &["playtest", "los-alamos", "--games", "6", "--nodes", "5", "--max-plies", "30", "--seed", "3"],
        &["table", "fide", "K v K"],
        &["table", "shogi", "K+RvK"],
        &["web", "--page", "."],
        &["analyze", "fide", "--time", "5x"],
        &["match", "fide", "--nodes", "20", "--games", "2", "--max-plies", "12"],
        &["play", "weakest", "--side", "both", "--nodes", "100"],
    ] {
        let run = |columns: Option<&str>| {
            let mut command = weakfish(arguments);
            command.current_dir(&folder).env_remove("COLUMNS");
            command.envs(columns.map(|columns| ("COLUMNS", columns)));
            if arguments[0] == "play" {
                command.stdin(fs::File::open(folder.join("play.txt")).unwrap());
            }
            let output = command.output().unwrap();
            String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
        };
        let (whole, page) = (run(None), run(Some("80")));
        for line in page.lines() {
            let is_one_word = line.split_whitespace().count() == 1;
            assert!(line.chars().count() <= COLUMNS || is_one_word, "{arguments:?}: {line}");
        }
        wrapped += usize::from(whole.lines().any(|line| line.chars().count() > COLUMNS));
        // Frames of diagnostics are drawn anew at each width.
        let words = |text: &str| -> Vec<String> {
            let is_frame = |word: &&str| word.chars().all(|char| "─┬╰╭╮╯·│┌┐".contains(char));
            text.split_whitespace().filter(|word| !is_frame(word)).map(str::to_owned).collect()
        };
        assert_eq!(words(&page), words(&whole), "{arguments:?}");
    }
    assert!(wrapped >= 8, "{wrapped}");
}
