//! Matches of engines: the same each time, with engines that break every rule, interrupted and gone on with.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use weakfish::model::SetupId;
use weakfish::notation::replay::replay;
use weakfish::source::Source;
use weakfish::{BuiltIns, Game, builtin, load};

/// A folder of its own for a test, empty.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("contest").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn match_command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
    command.arg("match").args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

fn output(folder: &Path, arguments: &[&str]) -> Output {
    match_command(folder, arguments).output().unwrap()
}

/// The result of a match, which is played to its end.
fn run_match(folder: &Path, arguments: &[&str]) -> Value {
    let output = output(folder, &[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn game(name: &str) -> Game {
    load(&builtin::source(name).unwrap(), &BuiltIns).unwrap()
}

fn loaded(text: &str) -> Game {
    load(&Source::new("cheap", text), &BuiltIns).unwrap()
}

/// Games are read again to their end, each with the winner that is written behind it.
fn assert_replays(game: &Game, text: &str, games: usize) {
    let found = replay(game, SetupId::default(), text);
    assert!(found.diagnostics.is_empty(), "{:?}", found.diagnostics);
    let summaries: Vec<Value> = text
        .lines()
        .filter(|line| line.starts_with(";{\"game\":"))
        .map(|line| serde_json::from_str(&line[1..]).unwrap())
        .collect();
    assert_eq!((found.lines.len(), summaries.len()), (games, games));
    for (line, summary) in found.lines.iter().zip(&summaries) {
        let outcome = line.outcome.as_ref().unwrap();
        assert_eq!(serde_json::to_value(outcome.winner).unwrap(), summary["winner"]);
        assert_eq!(line.plies.len() as u64, summary["plies"].as_u64().unwrap());
        if summary["cause"] == "rules" {
            assert_eq!(*outcome.reason, *summary["reason"].as_str().unwrap());
        }
    }
}

#[test]
fn a_match_by_nodes_is_the_same_each_time() {
    let folder = folder("same");
    // One game has states of men and its own start, one two moves in a turn.
    for name in ["fide", "feeble", "marseillais"] {
        let arguments = [name, "--nodes", "60", "--games", "4", "--max-plies", "80", "--engine", "nodes=30"];
        let file = format!("{name}.txt");
        let first = run_match(&folder, &[&arguments[..], &["--save", &file]].concat());
        let second = run_match(&folder, &[&arguments[..], &["--concurrency", "2"]].concat());
        assert_eq!(first, second, "{name}");
        assert_eq!(first["games"], 4);
        assert_replays(&game(name), &fs::read_to_string(folder.join(file)).unwrap(), 4);
    }
    let other = run_match(&folder, &["fide", "--nodes", "60", "--games", "4", "--seed", "2", "--engine", "nodes=30"]);
    let one = run_match(&folder, &["fide", "--nodes", "60", "--games", "4", "--engine", "nodes=30"]);
    assert_ne!(one["mean_plies"], other["mean_plies"]);
}

#[test]
fn a_match_counts_what_a_result_is_worth() {
    let folder = folder("worth");
    let text = "game \"Cheap\" extends fide\nendings\n  4 plies without progress: white wins 0.75 (four)\n  the rest: inherited\n";
    fs::write(folder.join("cheap.variant"), text).unwrap();
    let arguments = ["cheap.variant", "--nodes", "20", "--games", "2", "--max-plies", "60"];
    let result = run_match(&folder, &[&arguments[..], &["--save", "games.txt", "--pgn", "games.pgn"]].concat());
    assert_eq!((&result["games"], &result["won"], &result["lost"]), (&2.into(), &1.into(), &1.into()), "{result}");
    assert_eq!((&result["score"], &result["pairs"]), (&0.5.into(), &serde_json::json!([0, 0, 1, 0, 0])), "{result}");
    let [saved, pgn] = ["games.txt", "games.pgn"].map(|name| fs::read_to_string(folder.join(name)).unwrap());
    assert_eq!(saved.matches("\"winner\":\"white\",\"worth\":0.75,").count(), 2, "{saved}");
    assert_eq!(pgn.matches("[Result \"1-0\"]\n[Score \"0.75-0.25\"]\n").count(), 2, "{pgn}");
    assert_replays(&loaded(text), &saved, 2);
}

#[test]
fn weakfish_as_a_program_plays_as_it_does_in_process() {
    let folder = folder("program");
    fs::write(folder.join("openings.txt"), "8/5k2/8/8/3R4/8/2K5/8 b - - 0 1\n1. e2-e4 e7-e5\n").unwrap();
    let program = format!("{} uci", env!("CARGO_BIN_EXE_weakfish"));
    for (name, more) in [("feeble", &["--random-plies", "4"]), ("fide", &["--openings", "openings.txt"])] {
        let match_of = |first: &str, second: &str| {
            let arguments = [name, "--engine", first, "--engine", second, "--games", "4", "--max-plies", "60"];
            run_match(&folder, &[&arguments[..], more].concat())
        };
        let (one, other) = ("name=One nodes=60", "name=Other nodes=90");
        let inside = match_of(one, other);
        assert_eq!(inside, match_of(one, &format!("{other} {program}")), "{name}");
        assert_eq!(inside, match_of(&format!("{one} {program}"), other), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_faulty_engine_loses_and_does_not_stop_the_match() {
    const ENGINE: &str = r#"
case "$1" in mute) exec sleep 60;; esac
while read -r line; do
  case "$line" in
    uci) echo "id name Faulty"; echo "option name UCI_Variant type combo default chess var chess"; echo uciok;;
    isready) test "$1" = unready && test -e played || echo readyok;;
    go*)
      touch played
      case "$1" in
        garbage) echo "a line"; echo "bestmove zz99";;
        illegal) echo "bestmove e1e8";;
        none) echo "bestmove (none)";;
        silent) ;;
        ends) exit 3;;
        closes) exec >&-; exec sleep 60;;
        floods) exec yes "bestmove a1a1";;
        endless) exec tr '\0' x </dev/zero;;
        unready) exit 1;;
      esac;;
    quit) exit 0;;
  esac
done
"#;
    let folder = |name: &str| {
        let folder = folder(name);
        fs::write(folder.join("engine.sh"), ENGINE).unwrap();
        folder
    };
    // Most of the time these matches wait, so that all of them are played at once.
    std::thread::scope(|scope| {
        for (fault, reason) in [
            ("garbage", "illegal move"),
            ("illegal", "illegal move"),
            ("none", "no move"),
            ("silent", "loss on time"),
            ("ends", "crash"),
            ("closes", "disconnection"),
            ("floods", "illegal move"),
            ("endless", "loss on time"),
        ] {
            scope.spawn(move || {
                // Only silence is to be a matter of time.
                let limit = if reason == "loss on time" { "movetime=20ms " } else { "" };
                let engine = format!("{limit}sh engine.sh {fault}");
                let result = run_match(&folder(fault), &["fide", "--nodes", "20", "--games", "4", "--engine", &engine]);
                assert_eq!((&result["won"], &result["lost"]), (&4.into(), &0.into()), "{fault}: {result}");
                assert_eq!(result["endings"][reason]["won"], 4, "{fault}: {result}");
            });
        }
        let patient = |fault| {
            let engine = format!("sh engine.sh {fault}");
            let arguments = ["fide", "--nodes", "20", "--games", "2", "--patience", "3", "--engine", &engine];
            run_match(&folder(&format!("{fault}-patient")), &arguments)
        };
        // Where only patience bounds an answer, silence has another name.
        scope.spawn(move || {
            let result = patient("silent");
            assert_eq!(result["endings"]["no answer"]["won"], 2, "{result}");
        });
        // One that is never ready again after its first game can't start any more; the match goes on.
        scope.spawn(move || {
            let endings = &patient("unready")["endings"];
            assert_eq!((&endings["crash"]["won"], &endings["no answer"]["won"]), (&1.into(), &1.into()));
        });
    });
    let folder = folder("faulty");
    // One that never says a word can't begin a match.
    let refused = output(&folder, &["fide", "--patience", "1", "--engine", "sh engine.sh mute"]);
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(1) && told.contains("command::engine"), "{told}");
    let refused = output(&folder, &["feeble", "--engine", "sh engine.sh none"]);
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(told.contains("command::engine") && told.contains("it knows chess"), "{told}");
    // A name that is given is one that it knows, unless a file that it is told of may have it.
    let refused = output(&folder, &["fide", "--games", "2", "--engine", "variant=atomic sh engine.sh none"]);
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(told.contains("command::engine") && told.contains("it knows chess"), "{told}");
}

#[cfg(unix)]
#[test]
fn settings_of_an_engine_stand_before_its_command() {
    const ENGINE: &str = r#"
echo "argument $1" >> log
while read -r line; do
  echo "$line" >> log
  case "$line" in
    uci)
      echo "id name Fish 1"
      echo "option name UCI_Variant type combo default chess var chess var 3check"
      echo "option name Minimum Thinking Time type spin default 20 min 0 max 5000"
      echo uciok;;
    isready) echo readyok;;
    go*) echo "bestmove (none)";;
    quit) exit 0;;
  esac
done
"#;
    let folder = folder("settings");
    fs::write(folder.join("my fish.sh"), ENGINE).unwrap();
    let arguments = ["fide", "--games", "2", "--random-plies", "0", "--max-plies", "2", "--engine", "hash=8 hash=9"];
    let command = "option.name=x variant=chess letters=f=q,A=B sh \"my fish.sh\" 'a b'";
    let with = |settings: &str| {
        let output = output(&folder, &[&arguments[..], &["--engine", &format!("{settings} {command}")]].concat());
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap())
    };
    let [report, told] = with("nodes=200 'Move Overhead=0'");
    assert!(report.contains("against Fish 1") && report.contains("1+0.01 against 200 nodes a move"), "{report}");
    assert!(!told.contains("Minimum Thinking Time"), "{told}");
    let log = fs::read_to_string(folder.join("log")).unwrap();
    for line in ["argument a b", "setoption name Move Overhead value 0", "setoption name name value x", "go nodes 200"]
    {
        assert!(log.lines().any(|other| other == line), "no `{line}` in {log}");
    }
    let reserve = "`Minimum Thinking Time` 20 ms for each move";
    assert!(with("tc=8+0.005")[1].contains(reserve) && !with("tc=8+0.02")[1].contains(reserve));
    assert!(!with("tc=8+0.005 'Minimum Thinking Time=5'")[1].contains("Minimum Thinking Time"));
    assert!(with("tc=8+0.08")[0].contains("1+0.01 against 8+0.08"));
}

#[test]
fn what_cannot_be_meant_is_refused() {
    for wrong in [
        "'fish",
        "nodes=0 fish",
        "nodes=many",
        "Contempt=3",
        "variant=chess",
        "letters=FQ fish",
        "tc=x",
        "level=21",
        "protocol=x fish",
        "protocol=xboard",
    ] {
        assert_eq!(output(Path::new("."), &["fide", "--engine", wrong]).status.code(), Some(2), "{wrong}");
    }
    for wrong in ["", "0", "-1", "1+", "1+x", "1e300"] {
        assert_eq!(output(Path::new("."), &["fide", &format!("--tc={wrong}")]).status.code(), Some(2), "{wrong}");
    }
}

#[test]
fn a_clock_that_is_overdrawn_at_each_move_runs_out() {
    // Its knight goes to and fro; each move takes some milliseconds more than the increment, and less than the margin.
    const ENGINE: &str = r#"
while read -r line; do
  case "$line" in
    uci)
      echo "id name Slow"; echo "option name UCI_Variant type combo default chess var chess"
      echo "option name Minimum Thinking Time type spin default 20 min 0 max 5000"; echo uciok;;
    isready) echo readyok;;
    position*)
      set -- $line; moves=$#; case "$line" in *moves*) moves=$((moves - 9));; *) moves=0;; esac;;
    go*)
      sleep 0.03
      case $((moves % 4)) in 0) echo bestmove g1f3;; 1) echo bestmove g8f6;; 2) echo bestmove f3g1;; 3) echo bestmove f6g8;; esac;;
    quit) exit 0;;
  esac
done
"#;
    let folder = folder("overdrawn");
    fs::write(folder.join("slow.sh"), ENGINE).unwrap();
    let overdrawn = |settings: &str| {
        let engine = format!("tc=0.01+0.01 {settings} sh slow.sh");
        let arguments = ["fide", "--depth=1", "--games=2", "--random-plies=0", "--json", "--engine", &engine];
        let output = output(&folder, &arguments);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let result: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(result["endings"]["loss on time"]["won"], 2, "{result}{told}");
        told
    };
    let note =
        "note: Slow has `Minimum Thinking Time` 20 ms for each move, and the clock adds 10 ms: it overdraws its clock";
    assert!(overdrawn("").contains(note));
    assert!(!overdrawn("'option.Minimum Thinking Time=0'").contains("note: "));
}

#[cfg(all(unix, feature = "xboard"))]
#[test]
fn programs_play_under_xboards_protocol() {
    // It plays three moves of pawns and keeps count of what it has been told.
    const ENGINE: &str = r#"
mine=0; theirs=0; black=0
while read -r line; do
  case "$line" in
    protover*) echo 'feature myname="Old Engine" variants="normal,suicide" setboard=1 usermove=1 ping=1 done=1';;
    ping*) echo "pong ${line#ping }";;
    new) mine=0; theirs=0;;
    setboard*) case "$line" in *" w "*) black=0;; *) black=1;; esac;;
    usermove*) theirs=$((theirs + 1));;
    go)
      case "$1" in
        resigns) echo resign;;
        claims) echo "1/2-1/2 {Draw by boredom}";;
        objects) echo "Illegal move: e2e4";;
        *)
          # After each of its moves it must have been told one more of the opponent's.
          if test $((theirs - mine)) = 1; then set -- plays a7a6 b7b6 c7c6; else set -- plays a2a3 b2b3 c2c3; fi
          shift $((mine + 1)); mine=$((mine + 1)); echo "move $1";;
      esac;;
    quit) exit 0;;
  esac
done
"#;
    let folder = folder("xboard");
    fs::write(folder.join("old.sh"), ENGINE).unwrap();
    let match_with = |mode: &str| {
        let engine = format!("protocol=xboard sh old.sh {mode}");
        let arguments = ["fide", "--depth", "1", "--games", "4", "--random-plies", "0", "--max-plies", "6"];
        run_match(&folder, &[&arguments[..], &["--engine", "", "--engine", &engine]].concat())
    };
    let result = match_with("plays");
    assert_eq!((&result["drawn"], &result["engines"][1]), (&4.into(), &"Old Engine".into()), "{result}");
    for (mode, reason) in
        [("resigns", "resignation"), ("claims", "claim of a result"), ("objects", "objection to a legal move")]
    {
        assert_eq!(match_with(mode)["endings"][reason]["won"], 4, "{mode}");
    }
    for (name, limit) in [("fide", "--nodes"), ("marseillais", "--depth"), ("feeble", "--depth")] {
        let refused = output(&folder, &[name, limit, "5", "--engine", "protocol=xboard sh old.sh plays"]);
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(1) && told.contains("command::engine"), "{name}: {told}");
    }
}

#[test]
fn an_interrupted_match_goes_on_where_it_was() {
    let folder = folder("interrupted");
    let arguments = ["fide", "--nodes", "40", "--engine", "nodes=20", "--max-plies", "80", "--pgn", "games.pgn"];
    let save = |name: &str, more: &[&str]| {
        let _ = fs::remove_file(folder.join("games.pgn"));
        run_match(&folder, &[&arguments[..], &["--save", name], more].concat())
    };
    let whole = save("whole.txt", &["--games", "8"]);
    let (text, pgn) = (fs::read(folder.join("whole.txt")).unwrap(), fs::read(folder.join("games.pgn")).unwrap());
    assert_replays(&game("fide"), std::str::from_utf8(&text).unwrap(), 8);

    // Cut anywhere, it comes out the same, to the last byte.
    for part in [3, 5, 9, 10] {
        // At last only the end of the last line is missing.
        let length = (text.len() * part / 10).min(text.len() - 1);
        fs::write(folder.join("cut.txt"), &text[..length]).unwrap();
        assert_eq!(save("cut.txt", &["--games", "8"]), whole, "{part}");
        assert_eq!(fs::read(folder.join("cut.txt")).unwrap(), text, "{part}");
        assert_eq!(fs::read(folder.join("games.pgn")).unwrap(), pgn, "{part}");
    }
    // Ended from outside, too.
    let _ = fs::remove_file(folder.join("games.pgn"));
    let more = ["--save", "killed.txt", "--games", "8", "--concurrency", "2"];
    let mut running = match_command(&folder, &[&arguments[..], &more].concat());
    let mut running = running.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let has_games = || {
        let text = fs::read_to_string(folder.join("killed.txt")).unwrap_or_default();
        text.contains(";{\"game\":")
    };
    while !has_games() && running.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    running.kill().unwrap();
    running.wait().unwrap();
    assert_eq!(save("killed.txt", &["--games", "8", "--concurrency", "2"]), whole);
    // A match that is over is told again, and goes on if more games are wanted.
    assert_eq!(save("whole.txt", &["--games", "8"]), whole);
    assert_eq!(fs::read(folder.join("whole.txt")).unwrap(), text);
    assert_eq!(save("whole.txt", &["--games", "10"])["games"], 10);

    let refused = |arguments: &[&str], code: &str| {
        let output = output(&folder, arguments);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && told.contains(code), "{arguments:?}: {told}");
    };
    refused(&["fide", "--nodes", "41", "--save", "whole.txt"], "command::other-match");
    refused(&["fide", "--nodes", "40", "--save", "games.pgn"], "command::other-match");
    refused(&["fide", "--nodes", "40", "--pgn", "games.pgn"], "command::file-exists");
    refused(&["feeble", "--nodes", "40", "--pgn", "other.pgn"], "command::no-pgn");

    let number = |number: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
        command.args(["replay", "fide", "whole.txt", "--json", "--game", number]).current_dir(&folder).output().unwrap()
    };
    let ninth: Value = serde_json::from_slice(&number("9").stdout).unwrap();
    assert_eq!((ninth["complete"].as_bool(), ninth["lines"].as_array().unwrap().len()), (Some(true), 1));
    assert!(String::from_utf8_lossy(&number("11").stderr).contains("command::no-such-game"));
}

#[test]
fn a_sequential_test_ends_a_match() {
    let folder = folder("sequential");
    let arguments = ["fide", "--engine", "nodes=600", "--engine", "depth=1 nodes=1", "--max-plies", "200"];
    let result = run_match(&folder, &[&arguments[..], &["--games", "1000", "--sprt", "0,300"]].concat());
    assert_eq!(result["sprt"]["decision"], "second", "{result}");
    assert!(result["games"].as_u64().unwrap() < 100, "{result}");
    let pairs: u64 = result["pairs"].as_array().unwrap().iter().map(|pairs| pairs.as_u64().unwrap()).sum();
    assert_eq!(pairs, result["games"].as_u64().unwrap() / 2);
}

#[test]
fn openings_come_from_a_file() {
    let folder = folder("openings");
    fs::write(folder.join("lines.txt"), "; two openings\n1. d2-d4 d7-d5\n\nk7/8/1K6/8/8/8/8/7R w - - 0 1\n").unwrap();
    fs::write(folder.join("games.txt"), "position: startpos\n1. d4\nd5\nposition: k7/8/1K6/8/8/8/8/7R w - - 0 1\n")
        .unwrap();
    let arguments = |file| ["fide", "--depth", "3", "--games", "4", "--max-plies", "12", "--openings", file];
    let [one, other] = ["lines.txt", "games.txt"].map(|file| run_match(&folder, &arguments(file)));
    assert_eq!(one, other);
    assert_eq!(one["endings"]["checkmate"], serde_json::json!({"won": 1, "drawn": 0, "lost": 1}), "{one}");
    fs::write(folder.join("wrong.txt"), "1. d2-d4 d7-d5\n1. e4 e5 2. Ke3\n").unwrap();
    let output = output(&folder, &arguments("wrong.txt"));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(1) && told.contains("wrong.txt:2:"), "{told}");
}
