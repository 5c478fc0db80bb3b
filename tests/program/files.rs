//! Which files the command line reads: regular ones of bounded size, and bases beside or below what extends them.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of its own for a test and for this run of it, empty, and removed in the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_weakfish")).args(arguments).current_dir(&self.0).output().unwrap()
    }

    /// The command fails with exit code 1 and a diagnostic of this code, which shows no text that it should not.
    fn assert_refused(&self, arguments: &[&str], code: &str) {
        let output = self.run(arguments);
        let page = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {page}");
        assert!(page.contains(&format!("Error: {code}\n")) && page.contains("help: "), "{arguments:?}: {page}");
        assert!(!page.contains("secret"), "{arguments:?}: {page}");
    }

    fn assert_accepted(&self, arguments: &[&str]) {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

const BASE: &str = "game \"Base\" extends fide\n";

fn extends(path: &str) -> String {
    format!("game \"Own\" extends \"{path}\"\n")
}

#[test]
fn a_base_lies_beside_or_below_what_extends_it() {
    let folder = Folder::new("bases");
    folder.write("base.variant", BASE);
    folder.write("outside.txt", "secret");
    folder.write("games/base.variant", BASE);
    folder.write("games/more/base.variant", BASE);
    let absolute = folder.0.join("base.variant");
    let absolute = absolute.to_str().unwrap();
    let games = folder.0.join("games");
    for (name, path) in [("beside", "base.variant"), ("below", "more/base.variant"), ("around", "more/../base.variant")]
    {
        folder.write(&format!("games/{name}.variant"), &extends(path));
        folder.assert_accepted(&["check", &format!("games/{name}.variant")]);
    }
    for (name, path) in [
        ("above", "../base.variant"),
        ("text", "../outside.txt"),
        ("absolute", absolute),
        ("roundabout", "more/../../base.variant"),
        ("system", "/etc/hostname"),
        ("missing", "../no-such.variant"),
    ] {
        let own = format!("games/{name}.variant");
        folder.write(&own, &extends(path));
        folder.assert_refused(&["check", &own], "check::base-outside");
        // From inside the folder the path of the definition has no folder.
        let output = Command::new(env!("CARGO_BIN_EXE_weakfish"))
            .args(["check", &format!("{name}.variant")])
            .current_dir(&games)
            .output()
            .unwrap();
        assert!(String::from_utf8_lossy(&output.stderr).contains("check::base-outside"), "{name}");
    }
    for own in ["games/above.variant", "games/absolute.variant", "games/roundabout.variant"] {
        folder.assert_accepted(&["check", "--root", ".", own]);
        folder.assert_accepted(&["moves", own, "--root", "games", "--root", "."]);
        folder.assert_refused(&["check", own, "--root", "games"], "check::base-outside");
        folder.assert_refused(&["check", own, "--root", "no-such-folder"], "check::base-outside");
    }
}

#[cfg(unix)]
#[test]
fn a_link_does_not_lead_out_of_the_folder() {
    let folder = Folder::new("links");
    folder.write("base.variant", BASE);
    folder.write("games/real.variant", BASE);
    std::os::unix::fs::symlink("../base.variant", folder.0.join("games/out.variant")).unwrap();
    std::os::unix::fs::symlink("real.variant", folder.0.join("games/in.variant")).unwrap();
    std::os::unix::fs::symlink("..", folder.0.join("games/up")).unwrap();
    folder.write("games/good.variant", &extends("in.variant"));
    folder.assert_accepted(&["check", "games/good.variant"]);
    for path in ["out.variant", "up/base.variant"] {
        folder.write("games/own.variant", &extends(path));
        folder.assert_refused(&["check", "games/own.variant"], "check::base-outside");
    }
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_read() {
    let folder = Folder::new("kinds");
    folder.write("folder.variant/inside", "");
    folder.write("game.txt", "1. e4");
    let made = Command::new("mkfifo").arg(folder.0.join("pipe.variant")).status().unwrap();
    assert!(made.success());
    std::os::unix::fs::symlink("/dev/zero", folder.0.join("zero.variant")).unwrap();
    folder.assert_refused(&["check", "folder.variant"], "command::no-definitions");
    folder.assert_refused(&["moves", "folder.variant"], "command::not-a-file");
    for path in ["pipe.variant", "zero.variant", "/dev/zero"] {
        folder.assert_refused(&["check", path], "command::not-a-file");
        folder.assert_refused(&["moves", path], "command::not-a-file");
        folder.assert_refused(&["replay", "fide", path], "command::not-a-file");
    }
    for path in ["folder.variant", "pipe.variant"] {
        folder.write("own.variant", &extends(path));
        folder.assert_refused(&["check", "own.variant"], "check::unknown-base");
    }
    folder.assert_refused(&["check", "none.variant"], "command::unreadable-file");
}

#[test]
fn a_huge_file_is_not_read_to_its_end() {
    let folder = Folder::new("sizes");
    for name in ["huge.variant", "huge.txt", "huge.moves"] {
        File::create(folder.0.join(name)).unwrap().set_len(3 << 30).unwrap();
    }
    folder.assert_refused(&["check", "huge.variant"], "variant::too-large");
    folder.assert_refused(&["replay", "fide", "huge.txt"], "game-text::too-long");
    folder.write("own.variant", &extends("huge.variant"));
    folder.assert_refused(&["check", "own.variant"], "variant::too-large");
    // A character is cut where reading ends.
    for offset in 0..4 {
        let text = format!("{};{}", "\n".repeat(offset), "🂡".repeat(300_000));
        folder.write("wide.txt", &text);
        folder.assert_refused(&["replay", "fide", "wide.txt"], "game-text::too-long");
    }
}

#[test]
fn imported_games_have_safe_file_names_and_only_sound_ones_are_written() {
    let folder = Folder::new("imports");
    let attacked = "startFen = rnbqkbnr/pppp1ppp/8/8/8/4R3/PPPPPPPP/RNBQKBNR w KQ - 0 1";
    folder.write("own.ini", &format!("[CON:chess]\n[-o:chess]\n[../up:chess]\n[O:chess]\n[lost:chess]\n{attacked}\n"));
    for more in [&[][..], &["--incomplete"]] {
        let into = ["import", "fairy-stockfish", "own.ini", "--into", "."];
        assert_eq!(folder.run(&[&into, more].concat()).status.code(), Some(1));
        let all = fs::read_dir(&folder.0).unwrap();
        let mut files: Vec<_> = all.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        files.sort();
        assert_eq!(files, ["con-game.variant", "o.variant", "own.ini", "up.variant"]);
        folder.assert_accepted(&["check", "con-game.variant", "o.variant", "up.variant"]);
    }
    let diagram = "pawn::::a2-h2\nrook::::a1,h1\nking::::e1\n";
    folder.write("CON.txt", diagram);
    folder.write("lost.txt", &format!("{diagram}morph=N\n"));
    folder.assert_accepted(&["import", "diagram", "CON.txt", "--into", "."]);
    folder.assert_accepted(&["check", "con-game.variant"]);
    folder.assert_refused(&["import", "diagram", "lost.txt"], "diagram::lost");
    folder.assert_accepted(&["import", "diagram", "lost.txt", "--incomplete"]);
    let print = ["import", "fairy-stockfish", "own.ini", "lost"];
    folder.assert_refused(&print, "fairy::lost");
    folder.assert_refused(&[&print[..], &["--incomplete"]].concat(), "check::impossible-start");
    folder.write("long.ini", &format!("[own:chess]\n# {}\n", "x".repeat(10_000)));
    for more in [&[][..], &["own"], &["--into", "."]] {
        folder.assert_refused(&[&["import", "fairy-stockfish", "long.ini"], more].concat(), "fairy::too-large");
    }
}

#[test]
fn a_table_larger_than_the_memory_is_refused() {
    let folder = Folder::new("memory");
    let meminfo = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let available = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let available: Option<usize> = available.and_then(|text| text.split_whitespace().next()?.parse().ok());
    let mut sizes = vec!["99999999999".to_owned(), usize::MAX.to_string()];
    sizes.extend(available.map(|kibibytes| (kibibytes / 1024 + 2048).to_string()));
    for size in sizes {
        folder.assert_refused(&["perft", "fide", "2", "--hash", &size], "command::no-memory");
    }
    folder.assert_accepted(&["perft", "fide", "2", "--hash", "1"]);
}

#[test]
fn a_count_that_takes_long_is_announced() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;

    let weakfish = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
        command.stderr(Stdio::piped()).stdout(Stdio::null());
        command
    };
    let mut child = weakfish().args(["perft", "fide", "12"]).spawn().unwrap();
    let mut line = String::new();
    let read = BufReader::new(child.stderr.take().unwrap()).read_line(&mut line);
    child.kill().unwrap();
    child.wait().unwrap();
    read.unwrap();
    assert!(line.starts_with("perft 12 is a count of about ") && line.contains("takes long"), "{line:?}");

    let mut child = weakfish().args(["perft", "fide", "4"]).spawn().unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(child.wait().unwrap().success() && said.is_empty(), "{said}");
}

#[test]
fn a_definition_without_tests_says_so() {
    let folder = Folder::new("untested");
    folder.write("own.variant", BASE);
    let output = folder.run(&["test", "own.variant"]);
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("own.variant: no tests are written in it\n"), "{said}");
}

#[test]
fn standard_input_is_a_definition_wherever_one_is_read() {
    use std::io::Write;
    use std::process::Stdio;

    let folder = Folder::new("input");
    folder.write("base.variant", BASE);
    folder.write("game.txt", "1. e2-e4");
    let run = |arguments: &[&str], text: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_weakfish"))
            .args(arguments)
            .current_dir(&folder.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // What is refused at once reads nothing.
        let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
        child.wait_with_output().unwrap()
    };
    let own = extends("base.variant");
    for arguments in [
        &["check", "-"][..],
        &["show", "-"],
        &["show", "-", "K"],
        &["moves", "-"],
        &["perft", "-", "1"],
        &["replay", "-", "game.txt"],
        &["export", "fairy-stockfish", "-", "--incomplete"],
    ] {
        let output = run(arguments, &own);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        let output = run(arguments, &extends("../base.variant"));
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && told.contains("check::base-outside"), "{arguments:?}: {told}");
    }
    for arguments in [&["check", "-", "-"][..], &["replay", "-", "-"], &["moves", "-", "--play", "-"]] {
        folder.assert_refused(arguments, "command::input-twice");
    }
}

#[test]
fn a_picture_is_written_as_a_whole_or_not_at_all() {
    let folder = Folder::new("pictures");
    folder.assert_accepted(&["draw", "fide", "-o", "fide.svg"]);
    let written = fs::read_to_string(folder.0.join("fide.svg")).unwrap();
    let printed = folder.run(&["draw", "fide"]);
    assert_eq!(written.as_bytes(), printed.stdout);
    assert_eq!(folder.run(&["draw", "fide", "-o", "-"]).stdout, printed.stdout);
    // A file that is there is replaced, and nothing else is left beside it.
    folder.assert_accepted(&["draw", "fide", "knight", "-o", "fide.svg"]);
    assert_ne!(fs::read_to_string(folder.0.join("fide.svg")).unwrap(), written);
    folder.assert_accepted(&["sheet", "fide", "-o", "fide.html"]);
    folder.write("folder/inside", "");
    folder.assert_refused(&["draw", "fide", "-o", "folder"], "command::unwritable-file");
    folder.assert_refused(&["sheet", "fide", "-o", "fide.svg/fide.html"], "command::unwritable-file");
    let mut names: Vec<_> = fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["fide.html", "fide.svg", "folder"]);
}

#[test]
fn tables_that_were_kept_are_used_and_damaged_ones_told() {
    let folder = Folder::new("tables");
    folder.write("tables/own.variant", "no table");
    folder.assert_accepted(&["table", "fide", "K R v K", "-o", "tables/rook.table"]);
    folder.assert_accepted(&["table", "gardner", "K Q v K", "-o", "tables/other-game.table"]);
    let analyze = |path: &str| {
        let fen = ["--fen", "8/8/8/8/8/2k5/8/KR6 w - - 0 1", "--nodes", "100"];
        folder.run(&[&["analyze", "fide", "--tables", "0", "--table-path", path], &fen[..]].concat())
    };
    let output = analyze("tables");
    let (found, told) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && found.contains("1-0 in 14"), "{found}{told}");
    assert!(told.contains("Error: command::other-table\n") && told.contains("own.variant"), "{told}");
    assert!(!told.contains("other-game"), "{told}");
    let mut bytes = fs::read(folder.0.join("tables/rook.table")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(folder.0.join("tables/rook.table"), bytes).unwrap();
    let output = analyze("tables");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && told.contains("rook.table"), "{told}");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("1-0 in 14"));
    folder.assert_refused(&["analyze", "fide", "--table-path", "nowhere"], "command::unreadable-file");
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_a_device_is_written_to() {
    let folder = Folder::new("written-links");
    folder.write("real.svg", "old");
    std::os::unix::fs::symlink("real.svg", folder.0.join("link.svg")).unwrap();
    folder.assert_accepted(&["draw", "fide", "-o", "link.svg"]);
    assert!(folder.0.join("link.svg").is_symlink());
    assert!(fs::read_to_string(folder.0.join("real.svg")).unwrap().starts_with("<svg"));
    folder.assert_accepted(&["draw", "fide", "-o", "/dev/null"]);
}

#[test]
fn game_texts_may_be_in_latin_1_and_games_have_the_names_of_other_programs() {
    let folder = Folder::new("latin-1");
    fs::write(folder.0.join("game.pgn"), b"[White \"M\xfcller\"]\n1. e4 e5\n").unwrap();
    fs::write(folder.0.join("binary.pgn"), b"1. e4 \x00\xff e5\n").unwrap();
    let [named, own] = ["chess", "fide"].map(|game| folder.run(&["replay", game, "game.pgn"]));
    assert!(own.status.success() && own.stdout == named.stdout, "{}", String::from_utf8_lossy(&own.stderr));
    folder.assert_refused(&["replay", "fide", "binary.pgn"], "command::not-utf8");
    folder.assert_refused(&["replay", "Chess", "game.pgn"], "command::unknown-game");
}
