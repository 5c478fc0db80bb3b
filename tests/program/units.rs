//! Work units: any number of processes, in any order, give the report of one machine; what is lost is computed again; what is
//! damaged is refused with its place.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use weakfish::betza;
use weakfish_units::tasks::{Census, CensusTask};

#[path = "../../crates/units/src/number.rs"]
mod number;

use number::ExactCount;

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("units").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn weakfish(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
    command.args(arguments.split(' ')).current_dir(folder).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(folder: &Path, arguments: &str) -> Output {
    weakfish(folder, arguments).output().unwrap()
}

/// Standard output of a command that does not fail.
fn stdout(folder: &Path, arguments: &str) -> String {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Standard error of a command that fails.
fn stderr(folder: &Path, arguments: &str) -> String {
    let output = run(folder, arguments);
    assert!(!output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr).unwrap()
}

/// Writes `count` files, `NAME0` and so on, each with every `count`th line of a text.
fn deal(folder: &Path, name: &str, text: &str, count: usize) {
    for file in 0..count {
        let lines: Vec<&str> = text.split_inclusive('\n').skip(file).step_by(count).collect();
        fs::write(folder.join(format!("{name}{file}")), lines.concat()).unwrap();
    }
}

/// A game whose endings are all surveyed in a moment.
const TINY: &str = "game \"Tiny\"\nboard: 3x4\nfirst: white\nblack: mirrors white\n\nmen\n  K king: K, royal\n  R rook: R\n\n\
                    setup start\n  r . k\n  . . .\n  . . .\n  R . K\n\nendings\n  checkmated: loses\n  stalemated: draw\n";

/// A playtest that takes little time.
const QUICK_PLAYTEST: &str = "playtest los-alamos --nodes 5 --max-plies 40 --tables 0";

#[test]
fn a_hundred_units_in_several_processes_give_the_report_of_one_machine() {
    let folder = folder("hundred");
    let task = format!("{QUICK_PLAYTEST} --games 104");
    let units = stdout(&folder, &format!("units {task} -n 100"));
    assert_eq!(units.lines().count(), 100);
    deal(&folder, "units", &units, 4);
    let workers = [0, 1, 2, 3]
        .map(|file| weakfish(&folder, &format!("work units{file} --concurrency {}", 1 + file % 2)).spawn().unwrap());
    for (file, worker) in workers.into_iter().enumerate() {
        let output = worker.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
        fs::write(folder.join(format!("results{file}")), output.stdout).unwrap();
    }
    // In another order, and some of them twice.
    let merged = stdout(&folder, "merge results3 results0 results2 results0 results1");
    assert_eq!(merged, stdout(&folder, &task));
    assert_eq!(
        stdout(&folder, "merge results0 results1 results2 results3 --json"),
        stdout(&folder, &format!("{task} --json"))
    );
    // Merging is associative: merged results are merged with others.
    let output = run(&folder, "merge results0 results2 --output some");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&folder, "merge results1 some results3 --recheck 1%"), merged);
}

#[test]
fn every_task_gives_the_report_of_its_command() {
    let folder = folder("tasks");
    fs::write(folder.join("tiny.variant"), TINY).unwrap();
    for (units, command) in [
        ("perft marseillais 2 --divide", "perft marseillais 2 --divide"),
        ("perft fide 3 --play e2e4", "perft fide 3 --play e2e4"),
        ("perft feeble 0", "perft feeble 0"),
        (
            "match los-alamos --engine nodes=8 --engine level=3 --nodes 20 --games 7 --max-plies 40",
            "match los-alamos --engine nodes=8 --engine level=3 --nodes 20 --games 7 --max-plies 40",
        ),
        (
            "match fischer-random --engine nodes=50 --engine nodes=5 --games 12 --sprt=0,400 --max-plies 20",
            "match fischer-random --engine nodes=50 --engine nodes=5 --games 12 --sprt=0,400 --max-plies 20",
        ),
        ("table tiny.variant --survey --memory 1", "table tiny.variant --survey --memory 1"),
    ] {
        let units = stdout(&folder, &format!("units {units} -n 5"));
        fs::write(folder.join("units"), units).unwrap();
        fs::write(folder.join("results"), stdout(&folder, "work units --concurrency 2")).unwrap();
        assert_eq!(stdout(&folder, "merge results units"), stdout(&folder, command), "{command}");
        assert_eq!(stdout(&folder, "merge results --json"), stdout(&folder, &format!("{command} --json")), "{command}");
        stdout(&folder, "merge results --recheck 100%");
    }
}

/// The data set of `docs/mating-men.md`.
const CENSUS: &str = include_str!("../../docs/data/mating-men.csv");

#[test]
fn a_census_has_the_figures_of_the_data_set() {
    let census = Census::new(&CensusTask::new([6, 6], 100));
    let (mut rows, mut on_board) = (CENSUS.lines(), 0);
    assert_eq!(rows.next(), Some(Census::heading().trim_end()));
    for (item, line) in census.items().zip(rows) {
        on_board += 1;
        assert!(line.starts_with(&format!("6,{},{},", item.1.movement, item.1.images)), "{line}");
        assert_eq!(betza::movement(&item.1.movement).1.len(), 0, "{line}");
        // A man that mates, one that hardly does, and one without symmetry.
        if ["WD", "FNZ", "vrWfF"].contains(&item.1.movement.as_str()) {
            let row = census.row(item, NonZero::<usize>::MIN, &mut |_| true).unwrap();
            assert_eq!(Census::text(&row).trim_end(), line);
        }
    }
    assert_eq!(on_board, census.items().len());
}

#[test]
fn a_census_in_units_has_the_lines_of_one_machine() {
    let folder = folder("census");
    let units = stdout(&folder, "units table --census 4 -n 302");
    fs::write(folder.join("units"), units.split_inclusive('\n').take(2).collect::<String>()).unwrap();
    fs::write(folder.join("results"), stdout(&folder, "work units")).unwrap();
    let output = run(&folder, "merge results --missing again");
    assert_eq!(output.status.code(), Some(1));
    let expected = [Census::heading(), "4,W,1,1736,0,1608,0,0\n4,F,1,1864,0,1608,0,0\n"].concat();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
    assert!(stderr(&folder, "table --census 3").contains("sides are 4 to 16"));
    assert!(stderr(&folder, "table --census 8-6").contains("the smallest and the largest"));
    assert!(stderr(&folder, "table fide --census").contains("takes no game"));
}

#[test]
fn rounds_of_self_play_give_the_weights_of_one_machine() {
    let [one, many] = [folder("tune/one"), folder("tune/many")];
    let tune = "tune los-alamos --games 44 --round 24 --nodes 8 -o own.weights";
    stdout(&one, &format!("{tune} --concurrency 1"));
    for _ in 0..2 {
        fs::write(many.join("units"), stdout(&many, &format!("units {tune} -n 3"))).unwrap();
        fs::write(many.join("results"), stdout(&many, "work units")).unwrap();
        let games = fs::read_to_string(many.join("own.weights.games")).unwrap() + &stdout(&many, "merge results");
        fs::write(many.join("own.weights.games"), games).unwrap();
    }
    assert_eq!(stdout(&many, &format!("units {tune} -n 3")), "");
    stdout(&many, tune);
    for file in ["own.weights.games", "own.weights"] {
        assert_eq!(fs::read_to_string(one.join(file)).unwrap(), fs::read_to_string(many.join(file)).unwrap(), "{file}");
    }
}

/// Reads the first lines that a process prints.
fn read_lines(child: &mut Child, count: usize) -> (String, impl Read + use<>) {
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    for _ in 0..count {
        assert!(reader.read_line(&mut text).unwrap() > 0, "{text}");
    }
    (text, reader)
}

#[test]
fn workers_that_are_killed_lose_the_units_in_hand_alone() {
    let folder = folder("killed");
    let task = format!("{QUICK_PLAYTEST} --games 96");
    deal(&folder, "units", &stdout(&folder, &format!("units {task} -n 48")), 4);
    let mut workers = [0, 1, 2, 3].map(|file| weakfish(&folder, &format!("work units{file}")).spawn().unwrap());
    for (file, worker) in workers.iter_mut().enumerate() {
        let (mut text, mut rest) = read_lines(worker, 3);
        if file < 2 {
            // SIGKILL.
            worker.kill().unwrap();
        }
        rest.read_to_string(&mut text).unwrap();
        worker.wait().unwrap();
        let complete = text.matches('\n').count();
        assert!(if file < 2 { (3..12).contains(&complete) } else { complete == 12 }, "{complete} of worker {file}");
        fs::write(folder.join(format!("results{file}")), text).unwrap();
    }
    let files = "results0 results1 results2 results3";
    let output = run(&folder, &format!("merge {files} --missing again"));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && told.contains(" of 96 items have results"), "{told}");
    let again = fs::read_to_string(folder.join("again")).unwrap();
    assert!(again.lines().count() < 24, "only what the killed workers had not done");
    fs::write(folder.join("results4"), stdout(&folder, "work again --concurrency 2")).unwrap();
    assert_eq!(stdout(&folder, &format!("merge {files} results4 --missing none")), stdout(&folder, &task));
    assert_eq!(fs::read_to_string(folder.join("none")).unwrap(), "");
}

/// Starts `weakfish work units`, ends it by SIGTERM after a while, and returns what it has written. It must end within a second.
fn terminated(folder: &Path, after: Duration) -> Output {
    let mut child = weakfish(folder, "work units").spawn().unwrap();
    let catches = |status: String| {
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or("0");
        // SIGTERM is the fifteenth.
        u64::from_str_radix(caught.trim(), 16).unwrap() & 1 << 14 != 0
    };
    while !fs::read_to_string(format!("/proc/{}/status", child.id())).is_ok_and(catches) {
        assert!(child.try_wait().unwrap().is_none());
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(after);
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    let began = Instant::now();
    let output = child.wait_with_output().unwrap();
    // A second, and much more where the machine has much else to do.
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    output
}

#[test]
fn sigterm_ends_a_unit_wherever_it_is() {
    let folder = folder("anywhere");
    for units in [
        // One item that takes hours.
        "perft fide 12 -n 1",
        "match fide --depth 60 --games 2 -n 1",
        "playtest fide --nodes 4000000000 --games 2 --tables 0 -n 1",
        "table capablanca --survey -n 1",
    ] {
        fs::write(folder.join("units"), stdout(&folder, &format!("units {units}"))).unwrap();
        let output = terminated(&folder, Duration::from_millis(300));
        assert_eq!(output.status.code(), Some(130), "{units}");
    }
}

#[test]
fn sigterm_gives_up_the_game_in_hand_and_writes_what_there_is() {
    let folder = folder("sigterm");
    fs::write(folder.join("units"), stdout(&folder, "units playtest fide --nodes 300 --games 2000 --tables 0 -n 2"))
        .unwrap();
    let output = terminated(&folder, Duration::from_millis(500));
    assert_eq!(output.status.code(), Some(130));
    let result = String::from_utf8(output.stdout).unwrap();
    assert!(result.lines().count() == 1 && result.ends_with("\"incomplete\":true}\n"), "{result}");
    fs::write(folder.join("results"), result).unwrap();
    let output = run(&folder, "merge results units --missing again");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && told.contains(" of 2000 items have results"), "{told}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("Is it fair?"));
}

#[test]
fn texts_in_a_folder_make_short_lines() {
    let folder = folder("store");
    let task = format!("{QUICK_PLAYTEST} --games 8");
    let units = stdout(&folder, &format!("units {task} -n 3 --store texts"));
    assert!(units.lines().all(|line| line.len() < 700), "{units}");
    fs::write(folder.join("units"), &units).unwrap();
    assert!(stderr(&folder, "work units").contains("unit::content"));
    fs::write(folder.join("results"), stdout(&folder, "work units --store texts")).unwrap();
    assert_eq!(stdout(&folder, "merge results --store texts"), stdout(&folder, &task));
    // The units are the same ones with and without their texts.
    let id = |line: &str| line.split("\"unit\":\"").nth(1).unwrap()[..32].to_owned();
    let whole = stdout(&folder, &format!("units {task} -n 3"));
    assert!(whole.lines().map(id).eq(units.lines().map(id)));
    // A text that is not the one that the unit was made for.
    for text in fs::read_dir(folder.join("texts")).unwrap() {
        fs::write(text.unwrap().path(), "{}").unwrap();
    }
    let told = stderr(&folder, "work units --store texts");
    assert!(
        told.contains("unit::content") && told.contains("has another hash") && told.contains("units:3:1"),
        "{told}"
    );
}

#[test]
fn damaged_lines_are_refused_with_their_place() {
    let folder = folder("damaged");
    let units = stdout(&folder, "units perft feeble 2 -n 2");
    fs::write(folder.join("units"), &units).unwrap();
    let results = stdout(&folder, "work units");
    let replaced = |from: &str, to: &str| {
        assert!(results.contains(from), "{from}");
        results.replace(from, to)
    };
    for (text, parts) in [
        (replaced("\"range\":[0,", "\"range\":[1,"), ["unit::damaged", "the field `unit`", "results:1:1"]),
        (replaced("\"range\":[0,", "\"range\":[0.5,"), ["unit::damaged", "is no unit or result", "results:1:1"]),
        (replaced("\"task\":\"perft\"", "\"task\":\"perfd\""), ["unit::damaged", "is it `perft`?", "results:2:1"]),
        (replaced("\"depth\":2", "\"deep\":2"), ["unit::damaged", "the field `settings`", "results:1:1"]),
        (replaced("\"sum\":\"", "\"sum\":\"0"), ["unit::damaged", "the results were changed", "results:2:1"]),
        (replaced("\"weakfish\":\"0.", "\"weakfish\":\"9."), ["unit::version", "the field `weakfish`", "results:2:1"]),
        (replaced("Feeble", "Fearful"), ["unit::content", "has another hash", "results:1:1"]),
        // The same version, of other sources.
        (
            replaced("\"weakfish\":\"0.1.0+", "\"weakfish\":\"0.1.0+0"),
            ["unit::version", "another build", "results:1:1"],
        ),
        ("\n\nwords\n".to_owned(), ["unit::damaged", "is no unit or result", "results:3:1"]),
        ("\n".to_owned(), ["unit::damaged", "neither a result nor a unit", "command line"]),
    ] {
        fs::write(folder.join("results"), text).unwrap();
        let told = stderr(&folder, "merge results");
        assert!(parts.iter().all(|part| told.contains(part)), "{parts:?}: {told}");
    }
    // A line that a killed worker has cut is left out.
    let mut cut = results.clone();
    cut.truncate(results.len() - 9);
    fs::write(folder.join("results"), cut).unwrap();
    let told = stderr(&folder, "merge results units");
    assert!(told.contains("results:2: the last line is cut") && told.contains(" items have results"), "{told}");
    // A worker computes the units that are sound.
    fs::write(folder.join("units"), format!("words\n{units}")).unwrap();
    let output = run(&folder, "work units");
    assert_eq!((output.status.code(), String::from_utf8(output.stdout).unwrap()), (Some(1), results));
}

/// Settings by which a stranger's unit would take more memory than there is.
#[test]
fn units_that_would_take_too_much_are_refused_at_once() {
    use weakfish::{BuiltIns, builtin, load};
    use weakfish_units::tasks::{MatchPlayer, MatchTask, PerftTask};
    use weakfish_units::{Plan, Task};

    let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
    let cut = |depth: u32, split: u32| {
        let mut task = PerftTask::new(depth);
        task.split = split;
        Task::Perft(task)
    };
    let contest = |change: fn(&mut MatchTask)| {
        let mut player = MatchPlayer::new("none");
        player.nodes = Some(1);
        let mut task = MatchTask::new(2, [player.clone(), player], ["a".to_owned(), "b".to_owned()]);
        change(&mut task);
        Task::Match(Box::new(task))
    };
    for (task, reason) in [
        (cut(2_147_483_647, 1), "a count has at most 10000 plies"),
        (cut(10_001, 1), "a count has at most 10000 plies"),
        (contest(|task| task.games = u32::MAX), "a match has at most 1048576 games"),
        (contest(|task| task.random_plies = u32::MAX), "a match has at most 1000 random plies"),
    ] {
        let report = Plan::new(task, &game, Vec::new()).unwrap_err();
        assert!(report.to_string().contains(reason), "{reason}: {report}");
    }
    assert!(Plan::new(cut(10_000, 1), &game, Vec::new()).is_ok());
}

#[test]
fn results_that_differ_are_both_shown_and_stop_the_merge() {
    use weakfish::{BuiltIns, builtin, load};
    use weakfish_units::tasks::PerftTask;
    use weakfish_units::{Merge, NoStore, Place, Plan, Task, Worker};

    let game = load(&builtin::source("feeble").unwrap(), &BuiltIns).unwrap();
    let plan = Plan::new(Task::Perft(PerftTask::new(2)), &game, Vec::new()).unwrap();
    let [unit] = &plan.cut(1.try_into().unwrap())[..] else { panic!("one unit") };
    let place = Place { file: "one", line: 1 };
    let right = Worker::new().run(unit, place, &AtomicBool::new(false)).unwrap().to_line();
    let wrong = with_result(&right, 3, "31");
    for (first, second) in [(&right, &wrong), (&wrong, &right)] {
        let mut merge = Merge::new();
        merge.add(first, place, &NoStore).unwrap();
        let report = merge.add(second, Place { file: "other", line: 7 }, &NoStore).unwrap_err();
        let text = &report.source().text;
        assert!(text.contains("one:1: ") && text.contains("other:7: ") && text.contains("31"), "{text}");
        assert_eq!(report.summary().contains("error"), report.errors() == 1);
    }
    // Computed anew, the wrong one is found.
    let mut merge = Merge::new();
    merge.add(&wrong, place, &NoStore).unwrap();
    assert!(merge.recheck(1.0, &AtomicBool::new(false)).unwrap_err().source().text.contains("computed anew"));
    let mut merge = Merge::new();
    merge.add(&right, place, &NoStore).unwrap();
    assert_eq!(merge.recheck(1.0, &AtomicBool::new(false)).unwrap(), plan.items());
}

/// A result line with another result of an item, and the hash that belongs to it.
fn with_result(line: &str, item: usize, result: &str) -> String {
    let (head, rest) = line.split_once("\"results\":[").unwrap();
    let (results, _) = rest.split_once(']').unwrap();
    let mut results: Vec<&str> = results.split(',').collect();
    results[item] = result;
    let id = &head.split("\"unit\":\"").nth(1).unwrap()[..32];
    let digest = hmac_sha256::Hash::hash(format!("{id}\n{}", results.join("\n")).as_bytes());
    let sum = digest.iter().take(16).fold(String::new(), |mut sum, byte| {
        let _ = write!(sum, "{byte:02x}");
        sum
    });
    format!("{head}\"results\":[{}],\"sum\":\"{sum}\"}}", results.join(","))
}

/// A sequential test needs no game behind its decision, and counts none.
#[test]
fn games_behind_the_decision_of_a_test_are_neither_missing_nor_counted() {
    use weakfish::{BuiltIns, builtin, load};
    use weakfish_player::evaluation::Weights;
    use weakfish_units::tasks::{MatchPlayer, MatchTask};
    use weakfish_units::{Content, Merge, NoStore, Place, Plan, Task, Worker};

    let game = load(&builtin::source("los-alamos").unwrap(), &BuiltIns).unwrap();
    let weights = Content::new(Weights::from_definition(&game).to_text(&game));
    let mut players = [MatchPlayer::new(&weights.hash), MatchPlayer::new(&weights.hash)];
    (players[0].nodes, players[1].nodes) = (Some(100), Some(2));
    let mut task = MatchTask::new(24, players, ["strong", "weak"].map(str::to_owned));
    (task.max_plies, task.sprt) = (60, Some("0,400".to_owned()));
    let plan = Plan::new(Task::Match(Box::new(task)), &game, vec![weights]).unwrap();
    let (worker, place) = (Worker::new(), Place { file: "results", line: 1 });
    let pairs = plan.cut(12.try_into().unwrap());
    let lines: Vec<String> =
        pairs.iter().map(|unit| worker.run(unit, place, &AtomicBool::new(false)).unwrap().to_line()).collect();
    let merged = |lines: &[&[String]]| {
        let mut merge = Merge::new();
        lines.iter().copied().flatten().for_each(|line| merge.add(line, place, &NoStore).unwrap());
        (merge.missing().len(), merge.reports().unwrap().remove(0).text)
    };
    let (none, report) = merged(&[&lines]);
    let decided = (1..=lines.len()).find(|&count| merged(&[&lines[..count]]).0 == 0).unwrap();
    assert!(none == 0 && (3..10).contains(&decided), "decided after {decided} pairs of games: {report}");
    assert_eq!(merged(&[&lines[..decided]]), (0, report.clone()));
    assert_eq!(merged(&[&lines[..decided], &lines[decided + 1..]]), (0, report));
    // Before the decision each game is needed.
    assert!(merged(&[&lines[..1], &lines[2..]]).0 > 0);
}

#[test]
fn engines_and_weights_are_read_as_everywhere() {
    use weakfish_units::settings::PlayerSettings;
    use weakfish_units::tasks::MatchPlayer;

    let folder = folder("settings");
    let squeezed = |text: &str| text.replace(['│', ' ', '\n'], "");
    for text in [
        "hash=70000",
        "Hash=0",
        "heat=1",
        "level=21",
        "nodes=0",
        "option.DEPTH=x",
        "threads=2",
        "tc=1+0",
        "movetime=100",
        "variant=chess",
        "letters=F=Q",
        "Protocol=xboard",
        "nodes=1 fish",
    ] {
        let output = weakfish(&folder, "units match feeble --games 2 --nodes 1 --engine").arg(text).output().unwrap();
        let settings = PlayerSettings::parse(text);
        let reason = settings
            .and_then(|read| MatchPlayer::of_settings(&read, None, None).map_err(|(problem, _)| problem.to_owned()));
        let reason = reason.expect_err(text);
        let reason = reason.split(';').next().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && squeezed(&told).contains(&squeezed(reason)), "{text}: {reason}\n{told}");
    }
    let units =
        |engine: &str| stdout(&folder, &format!("units match feeble --games 2 --engine {engine} --engine {engine}"));
    let players = |units: String| units.split("\"players\":").nth(1).unwrap().split(']').next().unwrap().to_owned();
    assert_eq!(players(units("Nodes=5")), players(units("nodes=5")));
    assert_eq!(PlayerSettings::parse("protocol=UCI nodes=5"), PlayerSettings::parse("nodes=5"));
    let sized = stdout(&folder, "units match feeble --games 2 --nodes 2 --engine option.HASH=3 -n 1");
    assert_eq!(sized.matches("\"hash\":3").count(), 1);
    // Built-in games have the weights that are built in, files those beside them.
    let id = |game: &str| {
        let line = stdout(&folder, &format!("units playtest {game} --games 8 --tables 0 -n 1"));
        line.split("\"unit\":\"").nth(1).unwrap()[..32].to_owned()
    };
    fs::write(folder.join("own.variant"), weakfish::builtin::source("fide").unwrap().text).unwrap();
    assert_ne!(id("own.variant"), id("fide"));
    fs::write(folder.join("own.weights"), weakfish::builtin::weights("fide").unwrap().text).unwrap();
    assert_eq!(id("own.variant"), id("fide"));
}

#[test]
fn large_counts_are_texts() {
    let text = |count| serde_json::to_string(&ExactCount(count)).unwrap();
    assert_eq!(text(1 << 53), "9007199254740992");
    assert_eq!(text((1 << 53) + 1), "\"9007199254740993\"");
    for count in [0, 1 << 53, u64::MAX] {
        assert_eq!(serde_json::from_str::<ExactCount>(&text(count)).unwrap(), ExactCount(count));
    }
    assert!(serde_json::from_str::<ExactCount>("\"18446744073709551616\"").is_err());
    assert!(serde_json::from_str::<ExactCount>("-1").is_err());
}
