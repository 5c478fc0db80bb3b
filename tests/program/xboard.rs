//! `weakfish xboard`: the program, driven as XBoard drives it.

use std::path::Path;
use std::process::{Command, Stdio};

use weakfish::builtin;
use weakfish::engine::Position;
use weakfish::notation::uci;

use crate::uci::client::Client;
use weakfish_testing::dice::{Dice, check_law};
use weakfish_testing::games::game;

/// A conversation that has come to the commands.
fn start_client() -> Client {
    let mut client = Client::start("xboard");
    client.send("xboard\nprotover 2");
    let lines = client.until("feature done=1");
    assert!(lines.iter().all(|line| line.starts_with("feature ")), "{lines:?}");
    client
}

/// What is said before a ping is answered.
fn ask(client: &mut Client, line: &str) -> Vec<String> {
    client.send(line);
    client.send("ping 7");
    let mut lines = client.until("pong 7");
    lines.pop();
    lines
}

/// Whether a line describes a game to XBoard.
#[expect(clippy::ptr_arg, reason = "a function for lists of lines")]
fn is_description(line: &String) -> bool {
    line.starts_with("setup ") || line.starts_with("piece ")
}

/// The move that is made, without what is thought before.
fn read_move(client: &mut Client) -> String {
    let line = client.until("move").pop().unwrap();
    line["move ".len()..].to_owned()
}

fn after(name: &str, moves: &str) -> Position {
    let mut position = game(name).start();
    for word in moves.split_whitespace() {
        position.play(uci::find(&position, word).expect(word)).unwrap();
    }
    position
}

#[test]
fn a_game_is_played_as_xboard_plays_it() {
    let mut client = start_client();
    assert_eq!(ask(&mut client, "accepted done\nnew\nlevel 40 5 0\npost\nhard\nsd 2"), [""; 0]);
    client.send("time 30000\notim 30000\nusermove e2e4");
    let lines = client.until("move");
    let (answer, thoughts) = lines.split_last().unwrap();
    let answer = answer["move ".len()..].to_owned();
    assert!(uci::find(&after("fide", "e2e4"), &answer).is_some(), "{answer}");
    for line in thoughts {
        let words: Vec<&str> = line.split(' ').collect();
        assert!(words[..4].iter().all(|word| word.parse::<i64>().is_ok()) && words.len() > 4, "{line}");
    }
    let lines = ask(&mut client, "usermove e2e4");
    assert!(lines.len() == 1 && lines[0].starts_with("Illegal move (") && lines[0].ends_with("): e2e4"), "{lines:?}");
    assert_eq!(ask(&mut client, "easy\nforce\nremove\nnew\nforce\nusermove e2e4"), [""; 0]);
    // What was played in force mode counts, and can be taken back.
    client.send("usermove e7e5\nundo\nusermove c7c5\ngo");
    let answer = read_move(&mut client);
    assert!(uci::find(&after("fide", "e2e4 c7c5"), &answer).is_some(), "{answer}");
    assert_eq!(ask(&mut client, "force\nnonsense"), ["Error (unknown command): nonsense"]);
    for wrong in
        ["level x", "level 1 2", "level x 2 0", "level 1 2:x 0", "level 1 2 -1", "st nan", "sd -1", "time", "memory x"]
    {
        assert_eq!(ask(&mut client, wrong), [format!("Error (can't be understood): {wrong}")]);
    }
    client.send("new\nforce\nusermove f2f3\nusermove e7e5\nusermove g2g4\nusermove d8h4");
    assert_eq!(client.until("0-1").last().unwrap(), "0-1 {checkmate}");
    assert_eq!(ask(&mut client, "go"), ["0-1 {checkmate}"]);
    assert_eq!(client.quit().0, Some(0));
}

#[test]
fn positions_are_set_up_and_analyzed() {
    let mut client = start_client();
    client.send("new\nforce\nsetboard k7/8/1K6/8/8/8/8/7R w - - 0 1\nsd 3\ngo");
    assert_eq!(read_move(&mut client), "h1h8");
    assert_eq!(client.until("1-0").last().unwrap(), "1-0 {checkmate}");
    // Nothing is played from the position before one that is refused.
    let lines = ask(&mut client, "new\nforce\nusermove e2e4\nsetboard 9/9 w");
    assert!(lines.len() == 1 && lines[0].starts_with("tellusererror Illegal position"), "{lines:?}");
    for move_of_before in ["usermove e7e5", "e7e5"] {
        let lines = ask(&mut client, move_of_before);
        assert!(lines.len() == 1 && lines[0].starts_with("Illegal move ("), "{lines:?}");
    }
    assert_eq!(ask(&mut client, "sd 1\ngo\nanalyze\nhint\nexit"), [""; 0]);
    client.send("setboard k7/8/1K6/8/8/8/8/7R w - - 0 1\ngo");
    assert_eq!(read_move(&mut client), "h1h8");
    client.until("1-0");
    // Rights of castling that can't be are refused with the position, and not left out.
    let lines = ask(&mut client, "new\nforce\nsetboard 4k3/8/8/8/8/8/8/RK5R w KQ - 0 1");
    assert!(lines.len() == 1 && lines[0].starts_with("tellusererror Illegal position"), "{lines:?}");
    client.send("new\nanalyze");
    client.until("1");
    // Another position is analyzed from the beginning, and nothing is played.
    client.send("usermove e2e4");
    client.until("1");
    client.send(".");
    assert!(client.until("stat01:").iter().all(|line| !line.starts_with("move")));
    client.send("undo");
    client.until("2");
    let lines = ask(&mut client, "exit");
    assert!(lines.iter().all(|line| !line.starts_with("move")), "{lines:?}");
    assert_eq!(ask(&mut client, "."), [""; 0]);
}

#[test]
fn it_moves_at_once_when_it_is_told_to() {
    let mut client = start_client();
    client.send("new\nst 1000\ngo\n?");
    assert!(uci::find(&after("fide", ""), &read_move(&mut client)).is_some());
    // A ping is answered behind the move that is thought about.
    client.send("new\nst 1000\ngo\nping 3\n?");
    let lines = client.until("pong 3");
    assert!(lines[lines.len() - 2].starts_with("move "), "{lines:?}");
    // Without a word, whatever it thinks about.
    client.send("new\nst 1000\ngo");
    assert_eq!(client.quit().0, Some(0));
}

#[test]
fn every_game_that_is_offered_can_be_chosen() {
    let mut client = Client::start("xboard");
    client.send("protover 2");
    let features = client.until("feature done=1");
    let variants = features.iter().find_map(|line| line.strip_prefix("feature variants=\"")).unwrap();
    let offered: Vec<&str> = variants.trim_end_matches('"').split(',').collect();
    let mut refused = Vec::new();
    for name in builtin::names() {
        let game = game(name);
        let is_meant = |there: &&str| *there == name || builtin::resolve_alias(there) == Some(name);
        let found = offered.iter().copied().find(is_meant);
        let there = found.unwrap_or(name);
        let lines = ask(&mut client, &format!("new\nvariant {there}"));
        if found.is_none() {
            // The reason is told once, whatever follows.
            assert!(lines.len() == 1 && lines[0].starts_with(&format!("tellusererror {name} ")), "{name}: {lines:?}");
            assert_eq!(ask(&mut client, "go\nusermove e2e4\nsetboard 8/8/8/8/8/8/8/8 w"), [""; 0], "{name}");
            refused.push(name);
            continue;
        }
        if let Some(setup) = lines.first() {
            let board = game.variant().board;
            let size = format!(") {}x{}+", board.files(), board.ranks());
            assert!(setup.starts_with("setup (") && setup.contains(&size), "{name}: {lines:?}");
            // The board can be set up as it was told, and it is White's turn.
            let placement = setup.split(' ').nth(3).unwrap();
            assert_eq!(ask(&mut client, &format!("setboard {placement} w - - 0 1")), [""; 0], "{name}");
        }
        client.send("new");
        client.send(&format!("variant {there}\nsd 1\ngo"));
        let answer = read_move(&mut client);
        client.send(&format!("force\nnew\nvariant {there}\nforce\nusermove {answer}"));
        let lines = ask(&mut client, "bk");
        assert!(
            lines.iter().all(|line| !line.starts_with("Illegal") && !line.starts_with("Error")),
            "{name}: {lines:?}"
        );
    }
    let series = builtin::names().filter(|name| game(name).variant().rules.series.iter().any(|(_, it)| it.is_some()));
    assert!(series.clone().all(|name| refused.contains(&name)));
    let others: Vec<&str> = refused.iter().copied().filter(|name| !series.clone().any(|it| it == *name)).collect();
    assert_eq!(
        others,
        ["feeble", "not-quite-weakest", "weakest", "ploy", "kyoto-shogi", "ataxx", "reversi", "connect-four"]
    );
    assert_eq!(ask(&mut client, "variant nonsense\ngo\nusermove e2e4"), ["Error (unknown variant): variant nonsense"]);
    assert!(ask(&mut client, "new\nforce\nusermove e2e4").is_empty());
}

/// Games that XBoard knows, each with a position as XBoard writes it and a legal move there in its notation.
const NATIVE: [(&str, &str, &str); 14] = [
    ("shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1", "h2e2"),
    ("shogi", "lnsgkgsnl/1r5b1/pppppp+Bpp/9/9/9/PPPPPPPPP/7R1/LNSGKGSNL[P] b 0 3", "h8g7"),
    ("shogi", "4k4/9/9/9/9/9/9/9/4K4[Pp] w 3 9", "P@e5"),
    ("shogi", "4k4/2R6/9/9/9/9/9/9/4K4[-] w 0 1", "c8b8+"),
    ("shogi", "4k4/2R6/9/9/9/9/9/9/4K4[-] w 0 1", "c8b8="),
    ("seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KGFDCBQkgfdcbq - 0 1", "b1c3h"),
    ("seirawan", "4k3/8/8/8/8/8/8/4K2R[H] w K - 0 1", "h1e1h"),
    ("crazyhouse", "4k3/8/8/3Q~4/8/8/8/4K3[n] b - - 0 1", "N@e2"),
    ("xiangqi", "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w 0 1", "h2e2"),
    ("makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w 0 1", "e3e4"),
    ("makruk", "4k3/8/8/P7/8/8/8/4K3 w 0 1", "a5a6m"),
    ("courier", "rnebmkfwbenr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNEBMKFWBENR w 0 1", "l2l3"),
    ("grand", "4k5/1P8/10/10/10/10/10/10/10/R3K5[RN] w - 0 30", "b8b9c"),
    ("spartan", "lgkcckwl/hhhhhhhh/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "e2e4\nusermove a7c5"),
];

#[test]
fn games_of_xboard_have_its_letters_and_squares() {
    let mut client = start_client();
    for (name, fen, mv) in NATIVE {
        let lines = ask(&mut client, &format!("new\nvariant {name}\nforce\nsetboard {fen}\nusermove {mv}"));
        assert_eq!(lines, [""; 0], "{name}: {fen} {mv}");
    }
    // The start is XBoard's, too.
    assert_eq!(ask(&mut client, "new\nvariant courier\nforce\nusermove l2l3\nusermove l7l6"), [""; 0]);
    client.send("new\nvariant shogi\nforce\nsetboard 4k4/9/4P4/9/9/9/9/9/8K[G] w 0 1\nsd 3\ngo");
    assert_eq!(read_move(&mut client), "G@e8");
    // Ranks are counted from 0; a stalemated player has lost, too.
    client.send("new\nvariant xiangqi\nforce\nsetboard 3k5/R8/9/9/9/9/9/9/9/1R2K4 w 0 1\nsd 3\ngo");
    let answer = read_move(&mut client);
    assert!(answer.starts_with("b0") || answer.starts_with("a8"), "{answer}");
    client.until("1-0");
}

#[test]
fn men_in_hand_have_room_and_promoted_forms_have_places() {
    let mut client = start_client();
    for (name, setup) in [
        ("minishogi", "(P.BR.S...G.+.++.+....Kp.br.s...g.+.++.+....k) 5x5+5_shogi rbsgk/4p/5/P4/KGSBR[-] w 0 1"),
        ("dobutsu", "(..C.....LGE..+..........c.....lge..+........) 3x4+4_shogi gle/1c1/1C1/ELG[-] w 0 1"),
        (
            "pocketknight",
            "(PNBRQ................Kpnbrq................k) 8x8+2_bughouse \
             rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nn] w KQkq - 0 1",
        ),
        (
            "chessgi",
            "(PNBRQ................Kpnbrq................k) 8x8+5_crazyhouse \
             rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[-] w KQkq - 0 1",
        ),
    ] {
        let lines = ask(&mut client, &format!("new\nvariant {name}"));
        assert_eq!(lines.first().map(String::as_str), Some(format!("setup {setup}").as_str()), "{name}");
    }
    let lines =
        ask(&mut client, "new\nvariant dobutsu\nforce\nsetboard 2l/C2/3/L2[g] w 0 1\nusermove a3a4+\nusermove G@b1");
    assert!(lines.iter().all(is_description), "{lines:?}");
}

#[test]
fn castling_in_fischer_random_chess_is_written_in_words() {
    let mut client = start_client();
    let setboard = |rights: &str| format!("setboard 4k3/8/8/8/8/8/8/RK5R w {rights} - 0 1");
    assert_eq!(ask(&mut client, "new\nvariant fischerandom\nforce"), [""; 0], "XBoard knows the game");
    for rights in ["KQ", "HA"] {
        for castling in ["O-O-O", "O-O", "0-0", "b1h1", "b1a1"] {
            assert_eq!(ask(&mut client, &format!("{}\nusermove {castling}", setboard(rights))), [""; 0], "{castling}");
        }
    }
    // Black is mated by castling.
    client.send("setboard 5k2/8/8/8/8/8/4R1RP/5K1R w H - 0 1\nsd 3\ngo");
    assert_eq!(read_move(&mut client), "O-O");
    client.until("1-0");
    let lines = ask(&mut client, "new\nforce\nusermove O-O");
    assert!(lines.len() == 1 && lines[0].starts_with("Illegal move ("), "{lines:?}");
    // Orthodox castling is understood in words as well, and written by squares.
    assert_eq!(ask(&mut client, "setboard 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\nusermove O-O-O"), [""; 0]);
}

#[test]
fn games_go_by_the_names_that_other_programs_have() {
    let mut client = start_client();
    for (name, own) in builtin::aliases() {
        let refused = builtin::source(own).is_none();
        let lines = ask(&mut client, &format!("new\nvariant {name}"));
        assert!(!refused && lines.iter().all(|line| !line.contains("unknown variant")), "{name}: {lines:?}");
    }
}

#[test]
fn a_man_that_turns_is_another_man() {
    let mut client = start_client();
    ask(&mut client, "new\nvariant lancer\nforce");
    let start = after("lancer", "");
    let turns: Vec<String> =
        uci::legal_moves(&start).into_iter().map(|(text, _)| text).filter(|text| text.contains('@')).collect();
    assert!(!turns.is_empty());
    // Squares where it does not go are the ways to where it stands, one for each turn.
    let square = turns[0].split('@').next().unwrap();
    let marks = ask(&mut client, &format!("lift {square}")).pop().unwrap();
    let of_square = turns.iter().filter(|turn| turn.starts_with(square)).count();
    assert!(marks.starts_with("highlight ") && marks.matches('C').count() == of_square, "{marks}");
    client.send("sd 1\ngo");
    read_move(&mut client);
    // Our own notation is understood as well.
    for turn in &turns {
        let lines = ask(&mut client, &format!("new\nvariant lancer\nforce\nusermove {turn}"));
        assert!(lines.iter().all(is_description), "{turn}: {lines:?}");
    }
}

#[test]
fn men_that_face_one_way_are_sent_with_their_movement() {
    let mut client = start_client();
    let mut pieces = |name: &str| -> String {
        let lines = ask(&mut client, &format!("new\nvariant {name}"));
        assert!(lines[1..].iter().all(|line| line.starts_with("piece ")), "{lines:?}");
        let pieces: Vec<&str> = lines[1..].iter().map(|line| &line["piece ".len()..]).collect();
        pieces.join(", ")
    };
    assert_eq!(pieces("shako"), "K& isjO2K, Q& Q, R& R, B& B, N& N, P& ifmnDfmWfceF, C& cpRmR, E& FA");
    assert_eq!(pieces("dobutsu"), "L& K, G& W, E& F, C& fW, +C& WfF");
    // The Lancer turns, a General stays in its palace, and men beside a Knight move like it.
    assert!(!pieces("lancer").contains('L'));
    assert_eq!(pieces("janggi"), "H& afsW");
    assert_eq!(pieces("knight-relay"), "");
}

#[test]
fn what_xboard_can_not_tell_is_known() {
    let mut client = start_client();
    // The right to a first move, which XBoard's FEN does not have.
    let setup = ask(&mut client, "new\nvariant ouk").remove(0);
    let placement = setup.split(' ').nth(3).unwrap();
    let lines = ask(&mut client, &format!("force\nsetboard {placement} w - - 0 1\nusermove d1b2"));
    assert_eq!(lines, [""; 0]);
    // A pass comes as the position behind it.
    let setup = ask(&mut client, "new\nvariant janggi").remove(0);
    let placement = setup.split(' ').nth(3).unwrap();
    client.send("force\nusermove a3b3\nsd 1\ngo");
    read_move(&mut client);
    client.send(&format!("setboard {placement} b - - 0 1"));
    read_move(&mut client);
}

#[test]
fn a_match_is_played_by_the_protocol() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("xboard");
    std::fs::create_dir_all(&folder).unwrap();
    let program = format!("protocol=xboard depth=2 {} xboard", env!("CARGO_BIN_EXE_weakfish"));
    for name in ["fide", "lancer", "demichess"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
        command.args(["match", name, "--engine", "depth=2", "--engine", &program, "--games", "2", "--json"]);
        let output = command.args(["--max-plies", "80"]).current_dir(&folder).stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let told = String::from_utf8_lossy(&output.stderr);
        for wrong in ["illegal", "no answer", "objection", "claim", "crash"] {
            assert!(!told.contains(wrong), "{name}: {told}");
        }
    }
}

#[test]
fn whatever_is_said_it_goes_on() {
    const WORDS: [&str; 32] = [
        "new", "force", "go", "usermove", "e2e4", "e7e5", "undo", "remove", "setboard", "8/8/8/8", "w", "variant",
        "shatranj", "normal", "analyze", "exit", ".", "?", "level", "40", "5", "0", "st", "sd", "1", "hard", "post",
        "lift", "put", "e2", "memory", "-1",
    ];
    check_law(4, |dice: &mut Dice| {
        let mut client = start_client();
        for _ in 0..60 {
            let mut bytes = match dice.below(4) {
                0 => dice.list(0, 40, |dice| dice.below(256) as u8),
                1 => dice.text(60).into_bytes(),
                _ => dice.list(0, 5, |dice| dice.pick(&WORDS)).join(" ").into_bytes(),
            };
            let text = String::from_utf8_lossy(&bytes).into_owned();
            if text.split('\n').any(|line| line.split_whitespace().next() == Some("quit")) {
                continue;
            }
            bytes.push(b'\n');
            client.write(&bytes);
        }
        client.send("force\nnew\nforce\nping 99");
        client.until("pong 99");
        assert!(ask(&mut client, "usermove e2e4").is_empty());
        assert_eq!(client.quit().0, Some(0));
    });
}
