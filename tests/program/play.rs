//! `weakfish play`: conversations as a script has them, without a terminal.

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

use weakfish::builtin;
use weakfish::model::SetupId;
use weakfish::notation::fen;
use weakfish::notation::replay::replay;

use weakfish_testing::games::game;

fn output(arguments: &[&str], typed: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
    command.arg("play").args(arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The program may have ended before all is read.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    child.wait_with_output().unwrap()
}

/// What is said in a conversation of which a line each is typed; nothing goes wrong in it.
fn play_as(arguments: &[&str], typed: &[&str]) -> String {
    let output = output(arguments, &(typed.join("\n") + "\n"));
    let [said, told] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(output.status.success(), "{arguments:?}: {said}{told}");
    assert!(!said.contains('\x1b') && told.is_empty(), "{arguments:?}: {said}{told}");
    said
}

/// The same with Weakfish so quick and so sure as tests need it.
fn play(arguments: &[&str], typed: &[&str]) -> String {
    play_as(&[arguments, &["--nodes", "100", "--seed", "1"]].concat(), typed)
}

/// What is said after a line has been typed, up to the next prompt; of lines typed twice, after the last one.
fn reply<'s>(said: &'s str, typed: &str) -> &'s str {
    let line = format!("> {typed}\n");
    let at = said.rfind(&line).unwrap_or_else(|| panic!("no `{typed}` in {said}")) + line.len();
    let rest = &said[at..];
    let end = rest.lines().scan(0, |at, line| {
        let start = *at;
        *at += line.len() + 1;
        Some((start, line))
    });
    let prompt = end.into_iter().find(|(_, line)| line.contains("> ") || line.ends_with('>'));
    rest[..prompt.map_or(rest.len(), |(start, _)| start)].trim()
}

#[test]
fn weakfish_answers_every_move_in_the_same_way() {
    for (name, first) in [("fide", "e4"), ("feeble", "Ac1-e3"), ("not-quite-weakest", "e3"), ("demichess", "e2e3")] {
        let typed = [first, "list", "fen", "quit"];
        let one = play(&[name, "--level", "4"], &typed);
        assert_eq!(one, play(&[name, "--level", "4"], &typed), "{name}");
        let list = reply(&one, "list");
        let line = replay(&game(name), SetupId::default(), list).lines.remove(0);
        assert_eq!((line.plies.len(), fen::write(&line.position).as_str()), (2, reply(&one, "fen")), "{name}: {one}");
        assert!(
            one.contains(&format!(
                "Black (Weakfish): 1... {}",
                list.split("e3 ").last().unwrap().trim_start_matches("1. e4 ")
            )),
            "{one}"
        );
    }
}

#[test]
fn both_sides_are_played_at_one_keyboard_to_the_end() {
    let said =
        play(&["fide", "--side", "both"], &["f3", "e5 2. g4", "d8h4", "e4", "undo", "moves d8", "Qh4", "new", "fen"]);
    let end = "White: 2. g4\n";
    assert!(said.contains(end) && said.contains("Black: 2... Qh4#\nBlack has won by checkmate."), "{said}");
    assert_eq!(reply(&said, "e4"), "The game is over: Black has won by checkmate.");
    assert_eq!(reply(&said, "moves d8"), "Qe7, Qf6, Qg5, Qh4#");
    assert!(reply(&said, "fen").ends_with("w KQkq - 0 1"), "{said}");
}

#[test]
fn a_wrong_move_is_refused_with_its_reason() {
    let said = play(&["feeble"], &["c1a3", "hnit", "Ae3 e6", "e9", "position: startpos", "/nothing", "level 21"]);
    assert!(
        reply(&said, "c1a3").starts_with(
            "The Alfil on c1 faces ne; it can't reach a3 before it turns.\nThe Alfil on c1 can play `Ac1 turns left`"
        ),
        "{said}"
    );
    assert!(reply(&said, "hnit").ends_with("Did you mean the command `hint`?"), "{said}");
    assert_eq!(reply(&said, "Ae3 e6"), "Only your own moves can be played.");
    assert!(reply(&said, "e9").contains("The board is 8x8."), "{said}");
    assert!(reply(&said, "/nothing").starts_with("There is no command `nothing`"), "{said}");
    assert_eq!(reply(&said, "level 21"), "Write `level [0 to 20]`.");
}

#[test]
fn weakfish_says_what_it_thinks_of_a_position_and_of_a_move() {
    let fen = "k7/8/1K6/8/8/8/8/7R w - - 0 1";
    let said = play(
        &["fide", "--fen", fen, "--side", "both"],
        &["eval", "hint", "eval Rh7", "eval Rh8", "eval Kb7", "eval Rb1"],
    );
    assert_eq!(reply(&said, "eval"), "White wins (1-0 in 1): 1. Rh8#");
    assert_eq!(reply(&said, "hint"), "Rh8#");
    assert!(reply(&said, "eval Rh7").starts_with("White wins (1-0 in 1): 1. Rh7 Kb8 2. Rh8#"), "{said}");
    assert_eq!(reply(&said, "eval Rh8"), "White has won by checkmate.");
    assert!(reply(&said, "eval Kb7").starts_with("White's King would be attacked on b7."), "{said}");
    assert!(reply(&said, "eval Rb1").contains("1. Rb1 Kb8"), "{said}");
    // Nothing has been played.
    assert!(!said.contains("1... Black"), "{said}");
}

#[test]
fn moves_are_taken_back_and_made_again() {
    let said = play(&["fide"], &["undo", "d4", "Nf3", "undo", "list", "redo", "list", "undo 2", "redo", "list", "e4"]);
    assert_eq!(reply(&said, "undo"), reply(&said, "undo"));
    assert!(said.contains("> undo\nThere is nothing to take back.\n"), "{said}");
    let lists: Vec<&str> = said.split("> list\n").skip(1).map(|rest| rest.lines().next().unwrap()).collect();
    assert_eq!((lists.len(), lists[0]), (3, lists[2]), "{said}");
    assert!(lists[1].starts_with(lists[0]) && lists[1].contains("2. Nf3"), "{said}");
    // It is the player's turn each time.
    assert!(!said.contains("Black> "), "{said}");
}

#[test]
fn a_turn_of_several_moves_says_how_many_are_left() {
    let said = play(&["gearshift", "--side", "both"], &["e4", "e5", "end", "d4", "undo", "fen"]);
    assert!(said.contains("`end` ends the series.") && said.contains("White: 2. d4"), "{said}");
    assert!(said.contains("1. White, 1 move left> ") || said.contains(", 1 move left> "), "{said}");
    assert!(said.contains(" moves left> "), "{said}");
}

#[test]
fn the_list_of_moves_continues_a_game() {
    let typed = ["Ae3", "Ac1 turns left", "list"];
    let first = play(&["feeble", "--level", "3"], &typed);
    let list = reply(&first, "list");
    let again = play(&["feeble", "--play", list], &["list", "undo", "list"]);
    assert!(again.contains(&format!("> list\n{list}\n")) && reply(&again, "list") != list, "{first}{again}");
    // Wherever it began, and however it ended.
    let fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 3 40";
    for (arguments, typed, header) in [
        (&["fide", "--fen", fen][..], ["O-O-O", "resign"], &*format!("position: {fen}\n\n40. O-O-O ")),
        (&["fischer-random", "--setup", "random"], ["e4", "draw"], "position: "),
        (&["gearshift", "--side", "both", "--play", "e4 e5", "--fen", "startpos"], ["end", "d4"], "1. e4"),
    ] {
        let said = play(arguments, &[&typed[..], &["list", "fen"]].concat());
        let list = reply(&said, "list");
        assert!(list.starts_with(header), "{said}");
        let again = play(&[arguments[0], "--play", list], &["list", "fen"]);
        assert_eq!([reply(&again, "list"), reply(&again, "fen")], [list, reply(&said, "fen")], "{said}");
    }
}

#[test]
fn sides_levels_and_draws() {
    let typed = ["side both", "level", "level 20", "draw", "undo"];
    let said = play(&["fide", "--level", "0", "--side", "both"], &typed);
    assert!(reply(&said, "level").starts_with("Weakfish plays at level 0 of 20, about "), "{said}");
    assert!(reply(&said, "level 20").starts_with("Weakfish plays at level 20 of 20, about "), "{said}");
    assert!(reply(&said, "draw").starts_with("It is a draw by agreement."), "{said}");
    let said = play(&["fide", "--fen", "7k/8/8/8/8/8/8/K5R1 w - - 100 90", "--side", "both"], &["draw"]);
    assert!(said.contains("can claim a draw") || said.contains("is a draw by"), "{said}");
}

#[test]
fn commands_are_told_from_moves_and_wrong_ones_say_what_they_want() {
    for (typed, wanted) in [
        ("level 21", "Write `level [0 to 20]`."),
        ("undo x", "Write `undo [N]`."),
        ("undo 0", "Write `undo [N]`."),
        ("side left", "Write `side white|black|both|none`."),
        ("flip e2", "Nothing stands behind `flip`."),
        ("/xyz", "There is no command `xyz`; `help` lists them."),
        ("/", "There is no command ``; `help` lists them."),
        ("/s", "There is no command `s`; `help` lists them."),
        ("/mo e2", "e3, e4"),
        ("back", "There is nothing to take back."),
    ] {
        let said = play(&["fide", "--side", "both"], &[typed]);
        assert_eq!(reply(&said, typed), wanted, "{said}");
    }
}

#[test]
fn weakfish_plays_itself_in_every_game() {
    for name in builtin::names() {
        let said = play_as(&[name, "--nodes", "20", "--level", "2", "--seed", "7"], &["go", "go", "go", "list"]);
        let replay = replay(&game(name), SetupId::default(), reply(&said, "list"));
        assert!(replay.diagnostics.is_empty(), "{name}: {said}{:?}", replay.diagnostics);
        assert!(replay.last().unwrap().plies.len() >= 3, "{name}: {said}");
    }
}

#[test]
fn garbage_ends_nothing() {
    let mut typed =
        b"\xff\xfe\0\n\n   \n/\n{\n}\n((((\n[FEN \"x\"]\nposition: 8/8\nsetup: x\nletters: A\n1-0\n1/2-1/2\n=\n"
            .to_vec();
    typed.extend(vec![b'x'; 100_000]);
    typed.extend(b"\nfen\nWhite resigns\nfen");
    let output = output(&["fide", "--nodes", "50", "--seed", "1"], &String::from_utf8_lossy(&typed));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && said.contains("Black has won by resignation."), "{said}");
    assert_eq!(said.matches("w KQkq - 0 1").count(), 2, "{said}");
}

/// A whole game against itself comes to an end with a reason.
#[test]
fn a_game_between_levels_ends() {
    let said = play(&["gearshift", "--side", "none", "--level", "1"], &["list"]);
    assert!(said.contains(" has won by ") || said.contains("It is a draw by "), "{said}");
    assert!(said.lines().count() > 20, "{said}");
}

#[test]
fn boards_have_a_legend_figurines_and_a_river() {
    let said = play(&["fide", "--figurines"], &["e4", "figurines"]);
    assert!(said.contains("Figurines and the letters to type: ♔ K, ♕ Q, ♖ R, ♗ B, ♘ N, ♙ P.\n"), "{said}");
    assert!(said.contains("8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜\n"), "{said}");
    assert!(reply(&said, "figurines").contains("1  R N B Q K B N R\n"), "{said}");
    let said = play(&["xiangqi"], &[]);
    let river = said.lines().position(|line| line == "    ~~~~~~~~~~~~~~~~~").unwrap();
    assert!(said.lines().nth(river - 1).unwrap().starts_with(" 6  "), "{said}");
    let said = play(&["duck-chess"], &[]);
    assert!(said.contains("On the board * is the duck: no man moves there.\n"), "{said}");
    assert!(!play(&["fide"], &[]).contains("On the board"));
}

#[test]
fn a_game_is_asked_for_at_a_terminal_alone() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
    let output = command.arg("play").stdin(Stdio::null()).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        told.starts_with("error: the game is missing: write `weakfish play fide`; `weakfish games` lists all"),
        "{told}"
    );
    // `script` gives a command a terminal.
    let line = format!("stty cols 80; {} play --side both", env!("CARGO_BIN_EXE_weakfish"));
    let mut command = Command::new("script");
    command.args(["--quiet", "--return", "--command", &line, "/dev/null"]).env("TERM", "xterm");
    let Ok(mut child) = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() else { return };
    let (mut keys, mut screen) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut page = Vec::new();
    // What is typed before a prompt may be lost.
    for (prompt, typed) in [("game> ", "list\r"), ("game> ", "feeb\t\r"), ("White> ", "quit\r")] {
        let begin = page.len();
        while !String::from_utf8_lossy(&page[begin..]).contains(prompt) {
            let mut buffer = [0; 1024];
            let read = screen.read(&mut buffer).unwrap();
            assert!(read > 0, "{}", String::from_utf8_lossy(&page));
            page.extend_from_slice(&buffer[..read]);
        }
        keys.write_all(typed.as_bytes()).unwrap();
    }
    screen.read_to_end(&mut page).unwrap();
    assert!(child.wait().unwrap().success());
    let page = String::from_utf8_lossy(&page);
    assert!(page.contains("Which game?") && page.contains("men in hand: crazyhouse, "), "{page}");
    assert!(page.contains("Feeble Chess") && page.contains("You play both sides."), "{page}");
}
