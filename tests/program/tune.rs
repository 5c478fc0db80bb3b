//! `weakfish tune`: the same weights from the same seed, however games are played; weights that belong to another game.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use weakfish::builtin;

/// A folder of its own for a test, empty.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tune").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn weakfish(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

/// Two short rounds of a small game.
const TUNE: [&str; 8] =
    ["tune", "los-alamos", "--games=48", "--round=24", "--nodes=40", "--random-plies=4", "-o", "own.weights"];

fn tune(folder: &Path, more: &[&str]) -> String {
    let output = weakfish(folder, &[&TUNE[..], more].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "own.weights\n");
    fs::read_to_string(folder.join("own.weights")).unwrap()
}

/// The games of a run, in the order of their numbers.
fn games(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("own.weights.games")).unwrap();
    let mut games: Vec<String> = text.lines().skip(1).map(str::to_owned).collect();
    games.sort_by_key(|line| line.split(' ').next().unwrap().parse::<u32>().unwrap());
    games
}

#[test]
fn equal_seeds_give_equal_weights() {
    let [one, two, other] = ["one", "two", "other"].map(folder);
    let weights = tune(&one, &["--concurrency=1"]);
    assert_eq!(weights, tune(&two, &["--concurrency=3"]));
    assert_eq!(games(&one), games(&two));
    assert_eq!(games(&one).len(), 48);
    assert_ne!(weights, tune(&other, &["--seed=2"]));
    assert_ne!(games(&one), games(&other));
}

#[test]
fn an_interrupted_run_goes_on_where_it_was() {
    let [whole, cut] = ["whole", "cut"].map(folder);
    let weights = tune(&whole, &[]);
    let text = fs::read_to_string(whole.join("own.weights.games")).unwrap();
    // In the middle of a line, in either round.
    for part in [3, 4, 5] {
        fs::write(cut.join("own.weights.games"), &text[..text.len() * part / 6]).unwrap();
        assert_eq!(tune(&cut, &[]), weights);
        assert_eq!(games(&cut), games(&whole));
    }
}

#[test]
fn games_of_another_run_are_refused() {
    let folder = folder("refused");
    tune(&folder, &[]);
    let other = [&TUNE[..], &["--seed=7"]].concat();
    let output = weakfish(&folder, &other);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("command::other-games"));
}

#[test]
fn a_match_is_played_with_weights_of_its_own() {
    let folder = folder("match");
    tune(&folder, &[]);
    let plays = |game: &str, weights: &str| {
        let engine = format!("weights={weights}");
        let limits = ["--nodes=40", "--games=2", "--max-plies=12"];
        weakfish(&folder, &[&["match", game, "--engine", &engine][..], &limits].concat())
    };
    assert!(plays("los-alamos", "own.weights").status.success());
    for (game, weights) in [("gardner", "own.weights"), ("los-alamos", "none.weights")] {
        let output = plays(game, weights);
        assert_eq!(output.status.code(), Some(1), "{game} {weights}");
    }
}

#[test]
fn a_network_is_not_kept_with_other_weights() {
    let folder = folder("network");
    fs::write(folder.join("old.weights"), builtin::weights("fide").unwrap().text).unwrap();
    let arguments = ["tune", "fide", "--games=24", "--nodes=20", "--from=old.weights", "-o", "new.weights"];
    let output = weakfish(&folder, &arguments);
    assert!(String::from_utf8_lossy(&output.stderr).contains("the network of `old.weights` is left out"));
    assert!(!fs::read_to_string(folder.join("new.weights")).unwrap().contains("network"));
    let output = weakfish(&folder, &["tune", "fide", "--games=24", "--nodes=20", "-o", "old.weights"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("the network of `old.weights` is left out"));
}

#[test]
fn weights_beside_a_definition_are_its_own() {
    let folder = folder("beside");
    fs::write(folder.join("own.variant"), "game \"Own Chess\" extends los-alamos\n").unwrap();
    let output = weakfish(&folder, &["tune", "own.variant", "--games=24", "--nodes=30"]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "own.weights\n");
    let limits = ["--nodes=40", "--games=2", "--max-plies=12"];
    assert!(weakfish(&folder, &[&["match", "own.variant"][..], &limits].concat()).status.success());
    // The game has become another one, and its weights stand there still.
    fs::write(folder.join("own.variant"), "game \"Own Chess\" extends los-alamos\nmen\n  N camel: (1,3)\n").unwrap();
    let output = weakfish(&folder, &[&["match", "own.variant"][..], &limits].concat());
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("weights::other-game") && told.contains("the camel of this game reaches"), "{told}");
}

/// A definition of its own, without weights.
fn own_game(name: &str) -> PathBuf {
    let folder = folder(name);
    fs::write(folder.join("own.variant"), "game \"Own Chess\" extends los-alamos\n").unwrap();
    folder
}

#[test]
fn a_quick_run_writes_only_stronger_weights() {
    let folder = own_game("quick");
    let output = weakfish(&folder, &["tune", "own.variant", "--quick", "--time=3"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let is_stronger = said.contains("better with the new weights: own.weights");
    assert_eq!(is_stronger, !said.contains("nothing has been written"), "{said}");
    assert_eq!(is_stronger, folder.join("own.weights").exists(), "{said}");
    assert!(!folder.join("own.weights.games").exists());
    let output = weakfish(&folder, &["tune", "own.variant", "--quick", "--games=24"]);
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_game_that_nobody_tuned_is_offered_a_quick_run() {
    let folder = own_game("offer");
    let plays = |arguments: &[&str]| {
        let output = weakfish(&folder, &[&["play"], arguments].concat());
        String::from_utf8(output.stdout).unwrap()
    };
    let offer = "Ten minutes of tuning can make Weakfish play this game better: weakfish tune own.variant --quick\n";
    assert!(plays(&["own.variant"]).contains(offer));
    assert!(!plays(&["own.variant", "--side=both"]).contains(offer));
    assert!(!plays(&["los-alamos"]).contains("--quick"));
    tune(&folder, &[]);
    assert!(!plays(&["own.variant"]).contains("--quick"));
}
