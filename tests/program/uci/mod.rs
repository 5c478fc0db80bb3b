//! `weakfish uci`: the program, driven as a graphical program, or a person, drives it.

pub(crate) mod client;

use std::path::PathBuf;

use client::Client;
use weakfish::builtin;
use weakfish::engine::Position;
use weakfish::model::SetupId;
use weakfish::notation::{Dialect, fen, read_uci_move, uci};

use weakfish_testing::dice::{Dice, check_law};
use weakfish_testing::games::game;

/// The position of `position startpos moves …` in a built-in game.
fn after(name: &str, moves: &str) -> Position {
    let mut position = game(name).start();
    for word in moves.split_whitespace() {
        position.play(uci::find(&position, word).expect(word)).unwrap();
    }
    position
}

/// Whether a text is a legal move.
fn is_legal(position: &Position, text: &str) -> bool {
    read_uci_move(position, text).is_ok()
}

/// The number after a word of a line.
fn value(line: &str, word: &str) -> Option<i64> {
    let mut words = line.split(' ').skip_while(|&other| other != word);
    words.nth(1)?.parse().ok()
}

/// The depths that were told of.
fn depths(lines: &[String]) -> Vec<i64> {
    lines.iter().filter(|line| line.starts_with("info depth")).filter_map(|line| value(line, "depth")).collect()
}

#[test]
fn it_says_who_it_is_and_what_can_be_set() {
    let mut client = Client::start("uci");
    client.send("uci");
    let lines = client.until("uciok");
    assert!(lines[0].starts_with("id name Weakfish "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    let options = &lines[2..lines.len() - 1];
    for option in options {
        let words: Vec<&str> = option.split(' ').collect();
        let kind = words.iter().position(|&word| word == "type").expect(option);
        assert_eq!(words[..2], ["option", "name"], "{option}");
        match words[kind + 1] {
            "spin" => {
                let [default, least, most] = ["default", "min", "max"].map(|word| value(option, word).expect(option));
                assert!(least <= default && default <= most, "{option}");
                // What is offered can be set.
                let name = words[2..kind].join(" ");
                assert_eq!(client.ask(&format!("setoption name {name} value {least}")), [""; 0], "{option}");
                assert_eq!(client.ask(&format!("setoption name {name} value {default}")), [""; 0], "{option}");
            }
            "check" | "combo" | "string" => assert!(option.contains(" default "), "{option}"),
            "button" => {}
            _ => panic!("{option}"),
        }
    }
    let games = options.iter().find(|option| option.contains("UCI_Variant")).expect("games");
    let offered: Vec<&str> = games.split(" var ").skip(1).collect();
    assert!(offered.contains(&"chess") && builtin::names().all(|name| offered.contains(&name)), "{games}");
    assert_eq!(client.quit(), (Some(0), vec![]));
}

#[test]
fn every_form_of_go_comes_to_a_legal_move() {
    let mut client = Client::start("uci");
    let moves = "e2e4 e7e5 g1f3";
    let position = after("fide", moves);
    for go in [
        "go depth 3",
        "go nodes 700",
        "go movetime 30",
        "go wtime 300 btime 300 winc 10 binc 10",
        "go wtime 100 btime 100 movestogo 2",
        "go btime 1",
        "go btime 0",
        "go btime -20 wtime -20",
        "go movetime 0",
        "go depth 0",
        "go depth -5",
        "go nodes 0",
        "go nodes -1",
        "go depth 2 nodes 100 movetime 1000 mate 1 unknown words",
        "  go   depth\t2  ",
    ] {
        client.send(&format!("position startpos moves {moves}"));
        let (best, lines) = client.go(go);
        assert!(is_legal(&position, &best), "{go}: {best}");
        // Where there is next to no time, not even that may be told.
        let timed = go.contains("time");
        assert!(depths(&lines).first().map_or(timed, |&depth| depth == 1), "{go}: {lines:?}");
        // Words that mean nothing are told.
        assert_eq!(
            lines.iter().any(|line| line.contains("knows no unknown words")),
            go.ends_with("unknown words"),
            "{go}"
        );
        for line in lines.iter().filter(|line| !line.contains("knows no")) {
            let line_of_play = line.split(" pv ").nth(1).unwrap_or_else(|| panic!("{go}: {line}"));
            after("fide", &format!("{moves} {line_of_play}"));
        }
    }
    let (_, lines) = client.go("go depth 3");
    assert_eq!(depths(&lines), [1, 2, 3]);
    let (best, _) = client.go("go depth 3 searchmoves a7a6 h7h6");
    assert!(["a7a6", "h7h6"].contains(&&*best), "{best}");
    let (best, _) = client.go("go searchmoves a7a6 depth 2");
    assert_eq!(best, "a7a6");
    // An illegal move is told, and no other one is played for it.
    let (best, lines) = client.go("go searchmoves a7a2 a7a6 h7h2 depth 2");
    assert_eq!((&*best, lines.iter().filter(|line| line.contains("no legal moves: a7a2 h7h2")).count()), ("a7a6", 1));
    let (best, lines) = client.go("go depth 2 searchmoves a7a2");
    assert_eq!((&*best, &*lines.join("|")), ("(none)", "info string no legal moves: a7a2"));
    assert_eq!(client.quit().0, Some(0));
}

#[test]
fn mates_are_told_in_moves() {
    let mut client = Client::start("uci");
    client.send("position fen k7/8/1K6/8/8/8/8/7R w - - 0 1");
    let (best, lines) = client.go("go mate 1");
    assert!(best == "h1h8" && lines.last().unwrap().contains("score mate 1 "), "{lines:?}");
    // The solver finds the key of Paul Morphy's problem, and its shortest length.
    client.send("position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    for moves in [2, 3] {
        let (best, lines) = client.go(&format!("go mate {moves}"));
        assert!(best == "a1a6" && lines.len() == 1 && lines[0].contains("score mate 2 "), "{lines:?}");
        let nodes = lines[0].split_once(" nodes ").unwrap().1.split(' ').next().unwrap().parse::<u64>().unwrap();
        assert!(nodes <= 2000, "{lines:?}");
    }
    client.send("position fen k7/8/1K6/8/8/8/8/7R w - - 0 1 moves h1h8");
    assert_eq!(client.go("go depth 3"), ("(none)".to_owned(), vec![]));
    client.send("position fen k7/8/1K6/8/8/8/8/7R b - - 0 1");
    let (_, lines) = client.go("go depth 10");
    assert!(lines.last().unwrap().contains("score mate -1 "), "{lines:?}");
}

#[test]
fn options_of_the_command_line_are_the_defaults() {
    let mut engine = Client::start_with(&["uci", "--tables", "7"]);
    engine.send("uci");
    let told = engine.until("uciok");
    assert!(told.iter().any(|line| line.starts_with("option name Tables type spin default 7 min 0 ")), "{told:?}");
    engine.quit();
}

#[test]
fn an_ending_of_few_men_is_played_by_its_table() {
    let mut engine = Client::start("uci");
    let position = "position fen 8/8/8/8/8/2k5/8/KR6 w - - 0 1";
    engine.send(position);
    let (best, told) = engine.go("go nodes 100");
    assert_eq!(best, "b1d1");
    assert!(told.iter().any(|line| line.contains(" score mate 14 ")), "{told:?}");
    engine.send("setoption name Tables value 0");
    engine.send(position);
    let (_, told) = engine.go("go nodes 100");
    assert!(told.iter().all(|line| !line.contains(" score mate ")), "{told:?}");
    engine.send("setoption name TablePath value nowhere");
    let told = engine.ask("d");
    assert!(told.iter().any(|line| line.contains("unreadable-file")), "{told:?}");
    engine.quit();
}

#[test]
fn nothing_is_played_before_it_may_be() {
    let mut client = Client::start("uci");
    let start = after("fide", "");
    client.send("position startpos");
    client.send("go infinite");
    client.until("info");
    client.send("stop");
    assert!(is_legal(&start, &client.read_best_move().0));
    // A search that has come to its end waits as well.
    client.send("go infinite depth 1");
    client.until("info");
    for _ in 0..20 {
        assert!(client.ask("").iter().all(|line| !line.starts_with("bestmove")));
    }
    client.send("stop");
    assert!(is_legal(&start, &client.read_best_move().0));
    client.send("position startpos moves e2e4 e7e5");
    client.send("go ponder wtime 50 btime 50");
    client.until("info");
    assert!(client.ask("").iter().all(|line| !line.starts_with("bestmove")));
    client.send("ponderhit");
    assert!(is_legal(&after("fide", "e2e4 e7e5"), &client.read_best_move().0));
    client.send("go ponder depth 1");
    client.until("info");
    client.send("stop");
    assert!(is_legal(&after("fide", "e2e4 e7e5"), &client.read_best_move().0));
    // Nothing to stop.
    assert_eq!(client.ask("stop"), [""; 0]);
    assert_eq!(client.ask("ponderhit"), [""; 0]);
    assert_eq!(client.quit(), (Some(0), vec![]));
}

#[test]
fn a_search_that_runs_is_not_disturbed() {
    let mut client = Client::start("uci");
    client.send("position startpos");
    for _ in 0..20 {
        client.send("position startpos");
        client.send("go infinite");
        client.send(
            "position startpos moves e2e4\ngo depth 1\nsetoption name Hash value 1\nucinewgame\nd\neval\nuci\nnonsense",
        );
        let lines = client.ask("stop");
        assert!(lines.iter().any(|line| line == "uciok"), "{lines:?}");
        let moves = lines.iter().filter(|line| line.starts_with("bestmove")).count();
        if moves == 0 {
            assert!(is_legal(&after("fide", ""), &client.read_best_move().0));
        } else {
            assert_eq!(moves, 1, "{lines:?}");
        }
        // The next search is of the position that was sent last.
        assert!(is_legal(&after("fide", "e2e4"), &client.go("go depth 1").0));
    }
    client.send("go infinite");
    assert_eq!(client.quit().0, Some(0));
    let mut client = Client::start("uci");
    client.send("go infinite");
    assert_eq!(client.close().0, Some(0));
}

#[test]
fn a_count_can_be_stopped_too() {
    let mut client = Client::start("uci");
    client.send("go perft 3");
    let lines = client.until("Nodes");
    assert_eq!(lines.last().unwrap(), "Nodes searched: 8902");
    assert_eq!(lines.iter().filter(|line| line.contains(": ")).count(), 21, "{lines:?}");
    client.send("go perft 20");
    client.send("stop");
    client.send("isready");
    client.until("readyok");
    // The next command is obeyed as soon as the count has ended.
    while client.ask("go perft 1").iter().any(|line| line.contains("a search runs")) {}
    client.send("go perft 20");
    client.send("stop");
    assert_eq!(client.quit().0, Some(0));
    // In a script the count comes to its end.
    let mut script = Client::start("uci");
    script.send("go perft 2\nquit");
    assert_eq!(script.until("Nodes").last().unwrap(), "Nodes searched: 400");
}

#[test]
fn a_measurement_is_the_same_each_time() {
    let mut client = Client::start("uci");
    let mut nodes = |line: &str| {
        client.send(line);
        client.until("Nodes").pop().unwrap()
    };
    let first = nodes("bench 1 1 3");
    assert_eq!(nodes("bench 1 1 3"), first);
    assert_ne!(nodes("bench 1 1 4"), first);
    client.ask("setoption name UCI_Variant value shatranj");
    client.send("bench 1 1 40");
    client.send("stop");
    assert!(client.until("info").pop().unwrap().contains("stopped"));
    assert!(client.ask("bench 1 1 3 apples").iter().all(|line| line.starts_with("info string")));
    // Whoever has nothing more to say still sees what it comes to.
    client.send("bench 1 2 2");
    let (code, lines) = client.close();
    assert!(code == Some(0) && lines.iter().any(|line| line.starts_with("Nodes searched")), "{lines:?}");
}

#[test]
fn positions_are_those_that_were_meant() {
    let mut client = Client::start("uci");
    let mut shown = |line: &str| {
        client.send(line);
        client.send("d");
        let lines = client.until("Fen:");
        (lines.last().unwrap()["Fen: ".len()..].to_owned(), lines)
    };
    let start = fen::write(&after("fide", ""));
    assert_eq!(shown("position startpos").0, start);
    assert_eq!(shown("position startpos moves").0, start);
    let after = |moves: &str| fen::write(&after("fide", moves));
    assert_eq!(shown("position startpos moves e2e4 e7e5").0, after("e2e4 e7e5"));
    assert_eq!(shown(&format!("position fen {start}")).0, start);
    assert_eq!(shown(&format!("position fen {start} moves e2e4")).0, after("e2e4"));
}

#[test]
fn nothing_is_played_from_the_position_before_one_that_is_refused() {
    let mut client = Client::start("uci");
    for wrong in [
        "position fen x moves y",
        "position fen",
        "position",
        "position here",
        "position moves e2e4",
        "position startpos e2e4",
        "position fen 8/8 w",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves e2e4 e2e4 e7e5",
        "position startpos moves e2e4 0000",
        "position startpos moves f2f3 e7e5 g2g4 d8h4 a2a3",
        "position startpos moves e2e4 e7e5 g1f3 x",
    ] {
        client.send("position startpos moves e2e4 e7e5");
        let told = client.ask(wrong);
        assert!(told.len() == 1 && told[0].starts_with("info string "), "{wrong}: {told:?}");
        // The reason is told once, and the position before does not come back by itself.
        for _ in 0..2 {
            assert_eq!(client.ask("d\neval\nbench 1 1 1"), [""; 0], "{wrong}");
            assert_eq!(client.go("go depth 1"), ("(none)".to_owned(), vec![]), "{wrong}");
            client.ask("ucinewgame\nsetoption name UCI_Chess960 value true\nsetoption name UCI_Chess960 value false");
        }
        // A longer list with the same move in it is refused again.
        assert_eq!(client.ask(&format!("{wrong} h7h6")).len(), 1, "{wrong}");
        client.send("position startpos moves e2e4 e7e5");
        assert!(is_legal(&after("fide", "e2e4 e7e5"), &client.go("go depth 1").0), "{wrong}");
    }
    assert_eq!(client.quit().0, Some(0));
}

/// The legal moves of the present position.
fn legal_moves(client: &mut Client) -> Vec<String> {
    client.send("go perft 1");
    let lines = client.until("Nodes");
    client.until("");
    let moves = lines.iter().filter_map(|line| line.strip_suffix(": 1"));
    moves.map(str::to_owned).collect()
}

#[test]
fn games_are_played_from_any_array() {
    let mut client = Client::start("uci");
    let men = |name: &str| match name {
        "crazyhouse" => "[]",
        _ => "",
    };
    for name in ["chess", "crazyhouse", "atomic", "3check", "kingofthehill", "capablanca", "giveaway", "antichess"] {
        client.ask(&format!("setoption name UCI_Variant value {name}"));
        client.ask("setoption name UCI_Chess960 value true");
        if name == "capablanca" {
            client.send("position fen k9/10/10/10/10/10/10/1R5K1R w B - 0 1 moves h1b1\nd");
            assert_eq!(client.until("Fen:").last().unwrap(), "Fen: k9/10/10/10/10/10/10/2KR5R b - - 1 1");
            continue;
        }
        let castles = name != "antichess";
        let hand = men(name);
        // Both forms of rights, and both forms of the move, castle from b1 with the Rooks on a1 and e1.
        for rights in ["KQ", "EA"].iter().filter(|_| castles) {
            let fen = format!("7k/8/8/8/8/8/5PPP/RK2R3{hand} w {rights} - 0 1");
            let told = client.ask(&format!("position fen {fen}"));
            assert!(told.is_empty(), "{name}: {told:?}");
            let legal = legal_moves(&mut client);
            let has = |text: &str| legal.iter().any(|mv| mv == text);
            assert!(has("b1a1") && has("b1e1") && has("b1c1"), "{name} {rights}: {legal:?}");
            for (castling, there) in [
                ("b1a1", "7k/8/8/8/8/8/5PPP/2KRR3"),
                ("b1e1", "7k/8/8/8/8/8/5PPP/R4RK1"),
                ("b1g1", "7k/8/8/8/8/8/5PPP/R4RK1"),
            ] {
                client.send(&format!("position fen {fen} moves {castling}\nd"));
                let shown = client.until("Fen:").pop().unwrap();
                assert!(shown.starts_with(&format!("Fen: {there}{hand} b")), "{name} {castling}: {shown}");
            }
            client.send(&format!("position fen {fen}"));
            let (best, lines) = client.go("go depth 1 searchmoves b1a1");
            assert!(best == "b1a1" && lines.last().unwrap().ends_with(" pv b1a1"), "{lines:?}");
        }
        // An array that is the usual one goes as usual.
        client.send("position startpos");
        let any_array = legal_moves(&mut client).len();
        client.ask("setoption name UCI_Chess960 value false");
        client.send("position startpos");
        assert_eq!(any_array, legal_moves(&mut client).len(), "{name}");
        if castles {
            let told = client.ask(&format!("position fen 7k/8/8/8/8/8/5PPP/RK2R3{hand} w KQ - 0 1"));
            assert!(told.len() == 1 && told[0].starts_with("info string "), "{name}: {told:?}");
            assert_eq!(client.go("go depth 1").0, "(none)", "{name}");
        }
    }
    // Where castling is not known for other arrays, the option says so and changes nothing.
    for name in ["circe-chess", "different-armies", "ataxx"] {
        client.ask(&format!("setoption name UCI_Variant value {name}"));
        let told = client.ask("setoption name UCI_Chess960 value true");
        let castles = name != "ataxx";
        assert_eq!(told.len(), usize::from(castles), "{name}: {told:?}");
        client.send("position startpos");
        assert!(is_legal(&after(name, ""), &client.go("go nodes 50").0), "{name}");
        client.ask("setoption name UCI_Chess960 value false");
    }
}

#[test]
fn the_position_stays_when_the_option_for_arrays_is_set() {
    let mut client = Client::start("uci");
    client.ask("position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5\nsetoption name UCI_Chess960 value true");
    assert!(legal_moves(&mut client).contains(&"e1h1".to_owned()));
    client.ask("setoption name UCI_Chess960 value false");
    assert!(legal_moves(&mut client).contains(&"e1g1".to_owned()));
}

/// The start as programs know it, if they can.
fn start_fen(start: &Position) -> String {
    fen::write_as(start, Dialect::FairyStockfish).unwrap_or_else(|_| fen::write(start))
}

#[test]
fn every_game_can_be_chosen() {
    let mut client = Client::start("uci");
    for name in builtin::names() {
        let lines = client.ask(&format!("setoption name UCI_Variant value {name}"));
        let start = game(name).start();
        let board = game(name).variant().board;
        let size = format!("files {} ranks {} ", board.files(), board.ranks());
        assert!(lines.len() == 1 && lines[0].contains(&size) && lines[0].contains(&start_fen(&start)), "{lines:?}");
        client.send("position startpos");
        let (best, _) = client.go("go nodes 50");
        assert!(is_legal(&start, &best), "{name}: {best}");
    }
    assert!(client.ask("setoption name UCI_Variant value chess")[0].contains(&fen::write(&after("fide", ""))));
}

#[test]
fn a_setup_can_be_chosen() {
    let mut client = Client::start("uci");
    client.ask("setoption name UCI_Variant value different-armies");
    let game = game("different-armies");
    let setup = game.variant().setups.len() - 1;
    client.send(&format!("setoption name Setup value {}", game.variant().setups[setup].name));
    client.send("position startpos\nd");
    let start = game.start_of(SetupId(setup as u8));
    assert_eq!(client.until("Fen:").last().unwrap(), &format!("Fen: {}", fen::write(&start)));
    assert!(is_legal(&start, &client.go("go depth 2").0));
    assert!(client.ask("setoption name Setup value nonsense")[0].starts_with("info string"));
    client.send("position startpos");
    client.go("go depth 1");
}

#[test]
fn what_positions_are_judged_by_can_be_chosen() {
    let mut client = Client::start("uci");
    // Material is even, and White has played more.
    client.send("position startpos moves e2e4 a7a6 d2d4 a6a5");
    let mut worth = |option: &str| {
        let told = client.ask(&format!("setoption name EvalFile value {option}"));
        client.send("eval");
        (client.until("Evaluation:").last().unwrap().clone(), told.iter().any(|line| line.starts_with("info string")))
    };
    let even = "Evaluation: +0.00 (White)".to_owned();
    assert_eq!(worth("material"), (even.clone(), false));
    let (of_game, of_definition) = (worth("<empty>"), worth("definition"));
    assert!(of_game != of_definition && of_definition.0 != even && !of_definition.1);
    let without_network = worth("no-network");
    assert!(![&of_game, &of_definition].contains(&&without_network) && !without_network.1);
    // What can't be read is told, and the definition will do.
    assert_eq!(worth("/nowhere/at-all.weights"), (of_definition.0, true));
}

#[test]
fn a_game_that_is_none_is_told_and_can_be_mended() {
    let mut client = Client::start("uci");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("uci-wrong");
    std::fs::create_dir_all(&folder).unwrap();
    let broken = folder.join("broken.variant");
    std::fs::write(&broken, "game \"Broken\"\nboard: 4x\n").unwrap();
    let folder = folder.to_string_lossy().into_owned();
    for wrong in ["nonsense", "", "-", "/nowhere/at-all.variant", &folder, &broken.to_string_lossy()] {
        let lines = client.ask(&format!("setoption name UCI_Variant value {wrong}"));
        assert!(!lines.is_empty() && lines.iter().all(|line| line.starts_with("info string ")), "`{wrong}`: {lines:?}");
        // Once is enough.
        assert_eq!(client.ask("position startpos\nd\neval"), [""; 0], "{wrong}");
        let (best, lines) = client.go("go depth 1");
        assert_eq!((best.as_str(), lines), ("(none)", Vec::new()), "{wrong}");
    }
    client.ask("setoption name UCI_Variant value shatranj");
    client.send("position startpos");
    assert!(is_legal(&after("shatranj", ""), &client.go("go depth 2").0));
}

#[test]
fn a_game_of_a_file_is_played_like_any_other() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("uci games");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("mine.variant");
    std::fs::write(&path, builtin::source("gardner").unwrap().text).unwrap();
    let mut client = Client::start("uci");
    client.ask(&format!("setoption name VariantPath value {}", path.display()));
    client.send("uci");
    let lines = client.until("uciok");
    let games = lines.iter().find(|line| line.contains("UCI_Variant")).unwrap();
    let offered = games.split(" var ").last().unwrap().to_owned();
    let start = after("gardner", "");
    for name in [offered, path.display().to_string()] {
        let lines = client.ask(&format!("setoption name UCI_Variant value {name}"));
        assert!(lines.last().unwrap().contains(&fen::write(&start)), "{lines:?}");
        client.send("position startpos");
        assert!(is_legal(&start, &client.go("go depth 2").0));
    }
}

#[test]
fn games_go_by_the_names_that_other_programs_have() {
    let mut client = Client::start("uci");
    client.send("uci");
    let lines = client.until("uciok");
    let offered = lines.iter().find(|line| line.contains("UCI_Variant")).unwrap();
    for (name, own) in builtin::aliases() {
        assert!(offered.contains(&format!(" var {name} ")), "{name}: {offered}");
        let lines = client.ask(&format!("setoption name UCI_Variant value {name}"));
        assert!(lines[0].starts_with(&format!("info string variant {name} ")), "{lines:?}");
        assert!(lines.len() == 1 && lines[0].ends_with(&start_fen(&game(own).start())), "{lines:?}");
    }
    let lines = client.ask("setoption name UCI_Variant value judkins");
    assert!(lines[0].contains(" pocket 6 template shogi "), "{lines:?}");
    for (name, own) in [("kingofthehill", "king-of-the-hill"), ("3check", "three-check"), ("atomic", "atomic-chess")] {
        assert_eq!(builtin::resolve_alias(name), Some(own));
    }
}

#[test]
fn castling_is_a_capture_of_the_partner_if_that_is_wanted() {
    let mut client = Client::start("uci");
    let moves = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5";
    let mut counted = |option: &str, position: &str| {
        client.send(&format!(
            "setoption name UCI_Chess960 value {option}\nposition startpos moves {position}\ngo perft 1"
        ));
        client.until("Nodes")
    };
    for (option, castling, other) in [("true", "e1h1: 1", "e1g1: 1"), ("false", "e1g1: 1", "e1h1: 1")] {
        let lines = counted(option, moves);
        let has = |text: &str| lines.iter().any(|line| line == text);
        assert!(has(castling) && !has(other) && has("d2d3: 1"), "{lines:?}");
    }
    // Both are read.
    for castling in ["e1h1", "e1g1"] {
        let lines = counted("true", &format!("{moves} {castling} g8f6"));
        assert!(lines.iter().any(|line| line == "f1e1: 1"), "{castling}: {lines:?}");
    }
    client.send(&format!("position startpos moves {moves}"));
    let (best, lines) = client.go("go depth 1 searchmoves e1h1");
    assert!(best == "e1h1" && lines.last().unwrap().ends_with("pv e1h1"), "{lines:?}");
    assert!(client.ask("setoption name UCI_Chess960 value perhaps")[0].starts_with("info string"));
}

#[test]
fn a_large_table_costs_nothing_before_it_is_used() {
    let mut client = Client::start("uci");
    client.send("uci");
    let lines = client.until("uciok");
    let most = value(lines.iter().find(|line| line.contains("name Hash")).unwrap(), "max").unwrap();
    let Some(before) = client.resident_mebibytes() else { return };
    // What the machine has, and not more.
    let all = std::fs::read_to_string("/proc/meminfo").unwrap();
    let all = all.lines().find_map(|line| line.strip_prefix("MemTotal:")).unwrap();
    let all = all.split_whitespace().next().unwrap().parse::<i64>().unwrap() >> 10;
    assert!((16..=all).contains(&most), "{most} of {all} MiB");
    for commands in ["setoption name Hash value 512", "ucinewgame", "setoption name Clear Hash"] {
        client.ask(commands);
        client.ask("position startpos");
        let after = client.resident_mebibytes().unwrap();
        assert!(after < before + 200, "{commands}: {before} MiB, then {after} MiB");
    }
    client.go("go depth 3");
    assert_eq!(client.ask("setoption name Clear Hash"), [""; 0]);
}

#[test]
fn several_lines_are_told_in_order() {
    let mut client = Client::start("uci");
    client.ask("setoption name MultiPV value 3");
    client.ask("setoption name Threads value 2");
    client.send("position startpos");
    let (best, lines) = client.go("go depth 3");
    assert_eq!(depths(&lines), [1, 1, 1, 2, 2, 2, 3, 3, 3]);
    let numbers: Vec<_> = lines.iter().filter_map(|line| value(line, "multipv")).collect();
    assert_eq!(numbers, [1, 2, 3].repeat(3));
    let first: Vec<&str> = lines[6..].iter().map(|line| line.split(" pv ").nth(1).unwrap()).collect();
    let first: Vec<&str> = first.iter().map(|line| line.split(' ').next().unwrap()).collect();
    assert!(first[0] == best && first[1] != best && first[2] != best && first[1] != first[2], "{first:?}");
}

#[test]
fn a_level_plays_by_its_seed_and_tells_what_was_asked_for() {
    let mut client = Client::start("uci");
    let start = after("fide", "");
    let mut played = |seed: u32, strength: &str| {
        for option in ["UCI_LimitStrength value false", "Skill Level value 20", strength] {
            assert_eq!(client.ask(&format!("setoption name {option}")), [""; 0], "{option}");
        }
        client.ask(&format!("setoption name Skill Seed value {seed}\nucinewgame\nposition startpos"));
        let (best, lines) = client.go("go depth 2");
        assert!(is_legal(&start, &best), "{best}");
        assert!(lines.iter().all(|line| value(line, "multipv") == Some(1)), "{lines:?}");
        best
    };
    for strength in ["Skill Level value 1", "UCI_LimitStrength value true\nsetoption name UCI_Elo value 500"] {
        let first: Vec<String> = (1..12).map(|seed| played(seed, strength)).collect();
        let second: Vec<String> = (1..12).map(|seed| played(seed, strength)).collect();
        assert_eq!(first, second);
        assert!(first.iter().any(|best| *best != first[0]), "{first:?}");
    }
    // Full strength needs no seed.
    assert_eq!(played(1, "Skill Level value 20"), played(2, "Skill Level value 20"));
    assert!(client.ask("setoption name UCI_LimitStrength value perhaps")[0].starts_with("info string"));
}

#[test]
fn numbers_beyond_all_measure_are_taken_for_large_ones() {
    let mut client = Client::start("uci");
    client.send("position startpos");
    for go in [
        "go mate 4294967295",
        "go mate 99999999999999999999999",
        "go mate -3",
        "go depth 4294967295",
        "go depth 99999999999999999999999",
        "go nodes 18446744073709551616",
        "go movetime 9223372036854775807",
        "go wtime 9223372036854775807 winc 9223372036854775807 movestogo 4294967295",
    ] {
        client.send(go);
        // More than one depth is searched.
        while value(&client.until("info").pop().unwrap(), "depth").is_none_or(|depth| depth < 2) {}
        client.send("stop");
        client.read_best_move();
    }
    for option in [
        "Threads value -1",
        "MultiPV value 99999999999999999999",
        "Hash value x",
        "Move Overhead value",
        "Nothing value 1",
        "",
        "Ponder",
    ] {
        client.ask(&format!("setoption name {option}"));
    }
    client.ask("setoption\nsetoption value 3\nsetoption name\nsetoption name value");
    client.go("go depth 1");
}

/// Something that is said, right or wrong.
fn random_input(dice: &mut Dice) -> Vec<u8> {
    const WORDS: [&str; 37] = [
        "go",
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "depth",
        "nodes",
        "1",
        "2",
        "-5",
        "0",
        "stop",
        "isready",
        "ucinewgame",
        "setoption",
        "name",
        "value",
        "Hash",
        "MultiPV",
        "UCI_Variant",
        "shatranj",
        "fide",
        "Setup",
        "d",
        "eval",
        "ponderhit",
        "movetime",
        "searchmoves",
        "mate",
        "perft",
        "8/8/8/8/8/8/8/8",
        "w",
        "KQkq",
        "99999999999999999999",
        "(none)",
    ];
    match dice.below(4) {
        0 => dice.list(0, 40, |dice| dice.below(256) as u8),
        1 => dice.text(60).into_bytes(),
        _ => {
            let words = dice.list(0, 8, |dice| dice.pick(&WORDS));
            words.join(" ").into_bytes()
        }
    }
}

#[test]
fn whatever_is_said_it_goes_on() {
    check_law(4, |dice| {
        let mut client = Client::start("uci");
        for _ in 0..60 {
            let mut bytes = random_input(dice);
            // Nobody waits for what can't be stopped here.
            let quits =
                String::from_utf8_lossy(&bytes).split('\n').any(|line| line.split_whitespace().next() == Some("quit"));
            if quits {
                continue;
            }
            bytes.push(b'\n');
            client.write(&bytes);
            client.ask("stop");
        }
        client.send("stop\nsetoption name UCI_Variant value fide\nsetoption name MultiPV value 1\nposition startpos");
        client.send("isready");
        client.until("readyok");
        let (best, _) = client.go("go depth 2");
        assert!(best == "(none)" || is_legal(&after("fide", ""), &best) || best.len() >= 4, "{best}");
        assert_eq!(client.quit().0, Some(0));
    });
}
