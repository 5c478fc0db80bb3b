//! Ctrl-C in commands that take long: they tell what is known by then and how to continue, and end with 130.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use weakfish::model::SetupId;
use weakfish::notation::replay::replay;

use weakfish_testing::games::game;

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("interrupt").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn weakfish(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Starts a command, and waits until it takes note of SIGINT.
fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut child = weakfish(folder, arguments).spawn().unwrap();
    let catches = |status: String| {
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or("0");
        u64::from_str_radix(caught.trim(), 16).unwrap() & 2 != 0
    };
    while !fs::read_to_string(format!("/proc/{}/status", child.id())).is_ok_and(catches) {
        assert!(child.try_wait().unwrap().is_none(), "{arguments:?} ended");
        thread::sleep(Duration::from_millis(5));
    }
    child
}

/// Sends SIGINT; returns standard output and standard error of a command that ends by it as it should.
fn interrupt(mut child: Child) -> [String; 2] {
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let mut texts = [String::new(), String::new()];
    child.stdout.take().unwrap().read_to_string(&mut texts[0]).unwrap();
    child.stderr.take().map(|mut stderr| stderr.read_to_string(&mut texts[1]).unwrap());
    assert_eq!(child.wait().unwrap().code(), Some(130), "{texts:?}");
    texts
}

#[test]
fn an_interrupted_match_tells_its_score_and_its_command() {
    let folder = folder("match");
    let command = ["match", "fide", "--nodes=200", "--max-plies=12", "--save=kept file.txt"];
    let mut child = start(&folder, &[&command[..], &["--games=1000"]].concat());
    let mut told = String::new();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    while !told.contains("game 2:") {
        assert!(stderr.read_line(&mut told).unwrap() > 0, "{told}");
    }
    let [page, _] = interrupt(child);
    stderr.read_to_string(&mut told).unwrap();
    assert!(page.contains("ended by") && page.contains("limit of 12 plies"), "{page}");
    let again = "weakfish match fide --nodes=200 --max-plies=12 '--save=kept file.txt' --games=1000";
    assert!(told.contains(" of 1000 games were played; the same command plays the others: "), "{told}");
    assert!(told.trim_end().ends_with(again), "{told}");
    // Nothing of the game that was broken off is kept, and the match goes on.
    let text = fs::read_to_string(folder.join("kept file.txt")).unwrap();
    let kept = text.lines().filter(|line| line.starts_with(";{\"game\":")).count();
    assert!(kept >= 2 && replay(&game("fide"), SetupId::default(), &text).is_complete(), "{text}");
    let games = format!("--games={}", kept + 2);
    let output = weakfish(&folder, &[&command[..], &[&games]].concat()).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && told.contains(&format!("{kept} games have been played already")), "{told}");
}

#[test]
fn a_search_of_a_minute_is_broken_off() {
    let folder = folder("long");
    let program = format!("{} uci", env!("CARGO_BIN_EXE_weakfish"));
    for first in ["self", &program] {
        let engines = ["--engine", first, "--engine", &program];
        let command = [&["match", "fide", "--movetime=60", "--seed=7", "--games=2"][..], &engines].concat();
        let [page, told] = interrupt(start(&folder, &command));
        assert!(page.is_empty() || page.contains("0 games"), "{page}");
        assert!(page.is_empty() || told.contains("weakfish match --seed 8 fide --movetime=60 --games=2"), "{told}");
    }
}

#[test]
fn an_interrupted_playtest_tells_what_it_knows() {
    let quick = ["playtest", "--seed", "1", "los-alamos", "--nodes=20", "--max-plies=40", "--games=100000"];
    let quick = [&quick[..], &["--concurrency=1", "--html=it's.html"]].concat();
    let [page, told] = interrupt(start(&folder("playtest"), &quick));
    assert!(page.contains("Is it fair?"), "{page}");
    let next = "weakfish playtest --seed 2 los-alamos --nodes=20 --max-plies=40 --games=100000 --concurrency=1 \
                '--html=it'\\''s.html'";
    assert!(told.contains(" of 100000 games were played") && told.trim_end().ends_with(next), "{told}");
}

#[test]
fn an_interrupted_tuning_tells_what_it_keeps() {
    let folder = folder("tune");
    let command =
        ["tune", "los-alamos", "--nodes=20", "--random-plies=4", "--round=30", "-o", "own.weights", "--games=100000"];
    for (games, fitted) in [(2, 0), (40, 30)] {
        let mut child = start(&folder, &command);
        let kept = || {
            let text = fs::read_to_string(folder.join("own.weights.games")).unwrap_or_default();
            text.lines().skip(1).count()
        };
        let wanted = kept().max(games);
        while kept() < wanted || (fitted > 0 && !folder.join("own.weights").exists()) {
            assert!(child.try_wait().unwrap().is_none());
            thread::sleep(Duration::from_millis(5));
        }
        let [page, told] = interrupt(child);
        assert_eq!(page, "");
        let (_, said) = told.split_once("interrupted: ").unwrap();
        let (played, said) =
            said.split_once(" of 100000 games were played and are kept in `own.weights.games`; ").unwrap();
        assert_eq!(played.parse(), Ok(kept()), "{told}");
        let weights = if said.starts_with("no weights") { 0 } else { 30 };
        assert!(
            weights >= fitted && (weights == 0 || said.starts_with("`own.weights` has the weights of the first ")),
            "{told}"
        );
        let again = format!("the same command goes on: weakfish {}", command.join(" "));
        assert!(told.trim_end().ends_with(&again), "{told}");
    }
}

#[test]
fn an_interrupted_analysis_tells_what_it_knows() {
    let folder = folder("analyze");
    let [page, told] = interrupt(start(&folder, &["analyze", "fide", "--time=600"]));
    assert!(page.starts_with("White to move; depth ") && page.lines().count() == 2, "{page}");
    assert!(told.contains("interrupted: these are the lines of depth "), "{told}");
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 6. d4 exd4 7. Nxd4 c5 8. Nb3 Qxd1";
    fs::write(folder.join("game.txt"), moves).unwrap();
    let child = start(&folder, &["analyze", "fide", "game.txt", "--text", "--nodes=100000"]);
    thread::sleep(Duration::from_secs(2));
    let [text, told] = interrupt(child);
    let judged: usize = told.split_once("interrupted: ").unwrap().1.split(' ').next().unwrap().parse().unwrap();
    assert!(told.contains(" of 16 moves are judged"), "{told}");
    // The moves that are judged are the last ones, from the position before them.
    let found = replay(&game("fide"), SetupId::default(), &text);
    assert!(found.is_complete() && judged < 16, "{text}{told}");
    assert_eq!(found.last().unwrap().plies.len(), judged);
}

#[test]
fn an_interrupted_table_says_that_nothing_is_kept() {
    let folder = folder("table");
    let child = start(&folder, &["table", "fide", "K B N v K", "-o", "kept.table"]);
    let [stdout, stderr] = interrupt(child);
    assert!(stdout.is_empty(), "{stdout}");
    assert!(stderr.contains("the table is not finished, and nothing of it is kept"), "{stderr}");
    assert!(!folder.join("kept.table").exists());
}

#[test]
fn an_interrupted_problem_says_that_nothing_is_known() {
    let folder = folder("solve");
    for question in [&["--mate", "9"][..], &["--help", "9"], &["--shortest", "--plies", "30"], &["--prove"]] {
        let [stdout, stderr] = interrupt(start(&folder, &[&["solve", "fide"], question].concat()));
        let (kept, again) = if question[0] == "--prove" {
            assert!(stdout.contains(": no proof of its value, "), "{stdout}");
            ("nothing is proved, and nothing is kept", "weakfish solve fide --prove".to_owned())
        } else {
            assert!(stdout.is_empty(), "{stdout}");
            ("interrupted: there is no answer after ", format!("weakfish solve fide {}", question.join(" ")))
        };
        assert!(stderr.contains(kept), "{question:?}: {stderr}");
        assert!(
            stderr.trim_end().ends_with(&format!("the same command begins anew: {again}")),
            "{question:?}: {stderr}"
        );
    }
}
