//! Interactive Diagrams, and the lines that engines send to XBoard: import, export, and the moves of the men by their own
//! notation.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use weakfish::Report;
use weakfish::engine::{Game, Move};
use weakfish::geometry::{Side, SquareSet};
use weakfish::model::SetupId;
use weakfish::notation::uci;
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, check, load};
use weakfish_diagram::{Import, export, import_cecp, import_diagram};

use weakfish_testing::cases::{files, folder};
use weakfish_testing::dice::check_law;
use weakfish_testing::pages::{assert_page, plain_report};

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a readable file")
}

fn game(import: &Import) -> Game {
    let loaded = load(&Source::new("imported.variant", import.definition.as_str()), &BuiltIns);
    loaded.unwrap_or_else(|refused| panic!("{refused}\n{}", import.definition))
}

/// The diagrams and the setups of the cases, by their file names.
static CASES: LazyLock<Vec<(String, Result<Import, Report>)>> = LazyLock::new(|| {
    let read = files("diagrams").into_iter().filter_map(|path| {
        let name = path.file_name()?.to_str()?.to_owned();
        let source = Source::new(name.as_str(), read(&path));
        match path.extension()?.to_str()? {
            "diagram" => Some((name, import_diagram(&source))),
            "cecp" => Some((name, import_cecp(&source, true))),
            _ => None,
        }
    });
    read.collect()
});

/// The rows of a table of the cases, by their first column.
fn table(name: &str) -> BTreeMap<String, Vec<Vec<String>>> {
    let mut rows: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    for line in read(&folder("diagrams").join(name)).lines().skip(1) {
        let mut cells = line.split('\t').map(str::to_owned);
        rows.entry(cells.next().unwrap_or_default()).or_default().push(cells.collect());
    }
    rows
}

/// What came of a text: its definition with warnings, or the losses and mistakes.
fn outcome(import: &Result<Import, Report>) -> String {
    let report = |report: &Report| if report.is_empty() { String::new() } else { plain_report(report) + "\n" };
    match import {
        Ok(import) if import.losses.is_empty() => report(&import.warnings) + &import.definition,
        Ok(import) => report(&import.warnings) + &report(&import.lost),
        Err(refused) => report(refused),
    }
}

#[test]
fn each_text_becomes_a_game_or_is_refused_by_what_it_has() {
    let mut page = String::new();
    for (name, import) in &*CASES {
        let text = outcome(import);
        // The sections that most of them share say nothing new.
        let short = text.split("\nendings\n").next().unwrap_or_default();
        writeln!(page, "## {name}\n\n{}\n", short.trim()).unwrap();
    }
    assert_page("diagrams", "cases", &page);
}

#[test]
fn the_moves_at_the_start_are_those_that_another_evaluator_finds() {
    let moves = table("moves.tsv");
    let mut compared = 0;
    for (name, import) in &*CASES {
        let (Ok(import), Some(rows)) = (import, moves.get(name)) else { continue };
        let game = game(import);
        let board = game.variant().board;
        let ours: BTreeSet<(String, String)> = game
            .start()
            .legal_moves()
            .to_vec()
            .into_iter()
            .filter_map(|mv| match mv {
                Move::Man(mv) => Some((board.name(mv.from), board.name(mv.to))),
                _ => None,
            })
            .collect();
        let theirs: BTreeSet<(String, String)> = rows.iter().map(|row| (row[1].clone(), row[2].clone())).collect();
        assert_eq!(ours, theirs, "{name}\n{}", import.definition);
        compared += 1;
    }
    assert!(compared >= 20, "{compared} games");
}

#[test]
fn men_alone_reach_what_another_evaluator_finds() {
    let reach = table("reach.tsv");
    for (name, import) in &*CASES {
        let (Ok(import), Some(rows)) = (import, reach.get(name)) else { continue };
        if !import.losses.is_empty() {
            continue;
        }
        let game = game(import);
        let board = game.variant().board;
        for row in rows {
            let [symbol, xbetza, from, squares] = &row[..] else { panic!("{row:?}") };
            let theirs: SquareSet = squares.split(' ').filter_map(|square| board.parse(square)).collect();
            let from = board.parse(from).expect("a square");
            // Men with an ID of another man have another letter here.
            let kinds = game.variant().kinds().filter(|(_, kind)| kind.symbol == *symbol && kind.sides.white);
            for (id, kind) in kinds.filter(|_| rows.iter().filter(|row| row[0] == *symbol).count() == 1) {
                let state = game.variant().start_state(SetupId::default(), Side::White, id, from);
                let piece = game.piece(Side::White, id, &state).expect("a piece");
                let ours = game.reach(piece, from, SquareSet::EMPTY).moves;
                let mut at_first = game.possible_reach(piece, from).moves;
                for step in game.variant().rules.long_steps.white.iter().filter(|step| step.kind == id) {
                    let squares = (1..=i32::from(step.most))
                        .filter_map(|rank| board.square(board.file(from), board.rank(from) + rank));
                    at_first = at_first.union(squares.collect());
                }
                assert!(ours.without(theirs).is_empty(), "{name}: {symbol} ({xbetza}), {}", kind.name);
                assert!(theirs.without(at_first).is_empty(), "{name}: {symbol} ({xbetza}), {}", kind.name);
            }
        }
    }
}

#[test]
fn definitions_written_by_hand_play_the_same() {
    let mut compared = 0;
    for (name, import) in &*CASES {
        let by_hand = folder("diagrams").join("expected").join(Path::new(name).with_extension("variant"));
        let Ok(text) = fs::read_to_string(by_hand) else { continue };
        let hand = load(&Source::new(name.as_str(), text), &BuiltIns).unwrap_or_else(|refused| panic!("{refused}"));
        let ours = game(import.as_ref().expect("an import"));
        assert_eq!(ours.start().perft(2), hand.start().perft(2), "{name}");
        let promotions = |game: &Game| {
            let rules = game.variant().rules.promotions.white.clone();
            let name = |kind| game.variant().kind(kind).symbol.clone();
            let all = rules.iter().map(|rule| (name(rule.kind), rule.zone, rule.optional));
            all.collect::<Vec<_>>()
        };
        assert_eq!(promotions(&ours), promotions(&hand), "{name}");
        compared += 1;
    }
    assert_eq!(compared, 5);
}

#[test]
fn steps_that_make_a_right_to_capture_in_passing_are_answered() {
    let men = "files=8\nranks=8\npawn:P:fmWfceFfmnnD::a2-h2\nprince:I:KfmnnD::d4\nking:K:K::e1\n";
    let import = import_diagram(&Source::new("own.txt", men)).unwrap_or_else(|refused| panic!("{refused}"));
    let game = game(&import);
    let mut position = game.start();
    // A white pawn is not yet beside the step of g7, and a black one is beside that of c2.
    for (mv, answer, is_legal) in [
        ("h2h4", "", true),
        ("g7g5", "h4g6", false),
        ("h4h5", "", true),
        ("a7a6", "", true),
        ("g2g4", "", true),
        ("a6a5", "", true),
        ("h5h6", "", true),
        ("b7b5", "", true),
        ("a2a3", "", true),
        ("b5b4", "", true),
        ("c2c4", "b4c3", true),
    ] {
        let found = position.legal_moves().to_vec().into_iter().find(|legal| uci::write(&position, *legal) == mv);
        position.play(found.unwrap_or_else(|| panic!("{mv}"))).expect("a legal move");
        let texts: Vec<String> =
            position.legal_moves().to_vec().into_iter().map(|mv| uci::write(&position, mv)).collect();
        assert!(answer.is_empty() || texts.iter().any(|text| text == answer) == is_legal, "{mv} {answer}");
    }
    assert!(import.definition.contains("en passant:          by P"), "{}", import.definition);
}

/// Parts of movements at random.
const LETTERS: [&str; 31] = [
    "", "", "", "f", "b", "s", "v", "l", "r", "fs", "fr", "fl", "fh", "rf", "m", "c", "fm", "fc", "n", "j", "p", "g",
    "i", "im", "o", "mafs", "yafs", "mpaf", "fmaf", "mafsaf", "q",
];

const ATOMS: [&str; 30] = [
    "W", "F", "D", "N", "A", "H", "C", "Z", "G", "K", "Q", "R", "B", "W2", "F3", "R2", "B0", "NN", "D0", "K2", "N2",
    "L", "J", "NX", "FX", "NY", "U", "[F?fsR]", "[vW?fsB]", "[F?fqR]",
];

#[test]
fn movements_at_random_are_translated_to_what_they_mean_or_refused() {
    let translated = Cell::new(0);
    check_law(100, |dice| {
        let mut movement = String::new();
        for _ in 0..=dice.below(3) {
            movement += dice.pick(&LETTERS);
            movement += dice.pick(&ATOMS);
        }
        let text = format!("files=9\nranks=9\npawn::::a2-i2\nstranger:S:{movement}::b1,h1\nking:K:K::e1\n");
        match import_diagram(&Source::new("random.txt", text)) {
            Ok(import) => translated.set(translated.get() + usize::from(import.losses.is_empty())),
            // The translation itself is right wherever there is one.
            Err(refused) => assert!(!refused.to_string().contains("would reach"), "{movement}: {refused}"),
        }
    });
    assert!(translated.get() > 30, "{} movements", translated.get());
}

#[test]
fn damaged_texts_are_refused_and_never_crash() {
    let texts: Vec<Vec<char>> = files("diagrams").iter().map(|path| read(path).chars().collect()).collect();
    let signs: Vec<char> = "=:,-\n /<>[]@*'!0199999KQaimnO+é".chars().collect();
    check_law(60, |dice| {
        let mut text = texts[dice.below(texts.len())].clone();
        for _ in 0..=dice.below(3) {
            let at = dice.below(text.len());
            match dice.below(3) {
                0 => drop(text.remove(at)),
                1 => text[at] = dice.pick(&signs),
                _ => text.splice(at..at, std::iter::repeat_n(dice.pick(&signs), 1 + dice.below(12))).for_each(drop),
            }
        }
        let source = Source::new("damaged.txt", text.into_iter().collect::<String>());
        for import in [import_diagram(&source), import_cecp(&source, true)].into_iter().flatten() {
            assert!(check(&Source::new("own.variant", import.definition), &BuiltIns).game.is_some());
        }
    });
}

#[test]
fn an_exported_game_comes_back_as_the_same() {
    let mut exported = Vec::new();
    for name in builtin::names() {
        let there = load(&builtin::source(name).expect("a game"), &BuiltIns).expect("a game without mistakes");
        let export = export(there.variant());
        if !export.losses.is_empty() {
            continue;
        }
        let import = import_diagram(&Source::new("exported.html", export.page.as_str()));
        let import = import.unwrap_or_else(|refused| panic!("{name}: {refused}\n{}", export.page));
        assert!(import.losses.is_empty(), "{name}: {}", import.lost);
        let back = game(&import);
        let texts = |game: &Game| -> BTreeSet<String> {
            let start = game.start();
            start.legal_moves().to_vec().into_iter().map(|mv| uci::write(&start, mv)).collect()
        };
        assert_eq!(texts(&there), texts(&back), "{name}");
        assert_eq!(there.start().perft(2), back.start().perft(2), "{name}");
        exported.push(name);
    }
    assert_page("diagrams", "exported", &format!("{}\n", exported.join("\n")));
}

/// Rules that diagrams have and few games together.
const OWN: &str = "game \"Own\" extends fide
board: 8x8 without d4, e5
men
  K king: K, royal, also at first mN
  N knight: [W-F]
  B bishop: [F?R]
  Q queen: QrfNlfN
  A moa: [F-W], captured by none
  H hopper: mRcpRgB
  S ski: jRjD(4,1)
setup standard
  r n b q k b n r
  p p p p p p p p
  . a . . . h . .
  . . s . * . . .
  . . S * . . . .
  . A . . . H . .
  P P P P P P P P
  R N B Q K B N R
  shuffled: Q or S on own rank 1 to 4
rules
  opposition: K and K, as R
  castling: K 2 to 3 toward R, R to the last square K crossed
  long step of P: up to 3 squares from own rank 2, en passant
  promotion of P: on own rank 7 to 8, to Q, A or H, optional but on last rank
  progress: capture or move of P
endings
  bared: loses
  checkmated: loses
  stalemated: loses
  the rest: none
";

#[test]
fn rules_that_diagrams_have_come_back_too() {
    let there = load(&Source::new("own.variant", OWN), &BuiltIns).unwrap_or_else(|refused| panic!("{refused}"));
    let export = export(there.variant());
    assert_eq!(export.losses, [] as [&str; 0]);
    let import = import_diagram(&Source::new("own.html", export.page.as_str()));
    let back = game(&import.unwrap_or_else(|refused| panic!("{refused}\n{}", export.page)));
    assert_eq!(there.start().perft(2), back.start().perft(2));
    let (there, back) = (there.variant(), back.variant());
    assert!(
        there
            .endings
            .iter()
            .all(|one| back.endings.iter().any(|it| (&it.condition, it.result) == (&one.condition, one.result)))
    );
    assert_page("diagrams", "own", &export.page);
}

#[test]
fn promotions_of_one_man_come_back_rank_by_rank() {
    let text = "game \"Ranks\" extends fide\nrules\n  promotion of P: on own rank 6, to N, optional\n  \
                promotion of P: on own rank 7, to N or R, optional\n  promotion of P: on last rank, to Q, N or R\n";
    let there = load(&Source::new("own.variant", text), &BuiltIns).unwrap_or_else(|refused| panic!("{refused}"));
    let export = export(there.variant());
    assert_eq!(export.losses, [] as [&str; 0]);
    assert!(export.page.contains("\npromoZone=3\npromoChoice=Q1R2N\n"), "{}", export.page);
    let import = import_diagram(&Source::new("own.html", export.page.as_str()));
    let back = game(&import.unwrap_or_else(|refused| panic!("{refused}")));
    let promotions = |game: &Game| {
        let rules = game.variant().rules.promotions.black.iter();
        rules.map(|rule| (rule.zone, rule.optional, rule.to.kinds(&game.variant().setups).len())).collect::<Vec<_>>()
    };
    assert_eq!(promotions(&back), promotions(&there));
    // Where the end of the zone is no longer the last rank, it has no parameter.
    let inner = text.replace("last rank, to Q, N or R", "last rank, to Q");
    let there = load(&Source::new("own.variant", inner), &BuiltIns).unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!(weakfish_diagram::export(there.variant()).losses.len(), 1);
}

#[test]
fn losses_of_exports_are_named() {
    let mut page = String::new();
    for name in ["seirawan", "shogi", "foolish-king", "duck-chess", "horde", "xiangqi"] {
        let game = load(&builtin::source(name).expect("a game"), &BuiltIns).expect("a game without mistakes");
        writeln!(page, "## {name}\n").unwrap();
        export(game.variant()).losses.iter().for_each(|loss| writeln!(page, "- {loss}").unwrap());
        page.push('\n');
    }
    let shako = load(&builtin::source("shako").expect("a game"), &BuiltIns).expect("a game without mistakes");
    write!(page, "## shako\n\n{}", export(shako.variant()).page).unwrap();
    assert_page("diagrams", "losses", &page);
}

/// Movements of a man that are refused, in a diagram and for an engine.
const REFUSED: &[(&str, bool, bool)] = &[
    ("caK", true, true),
    ("mabK", true, true),
    ("dN", true, true),
    ("uN", true, true),
    ("xK", true, true),
    ("nZ", true, true),
    ("nC", true, true),
    ("jN", true, true),
    ("gR3", true, true),
    ("ooR", true, true),
    ("frlK", true, true),
    ("sfN", true, true),
    ("I", true, true),
    ("zR", true, true),
    ("qB", true, true),
    ("[F-qR]", true, true),
    ("[F?R]", true, true),
    ("fhW", true, true),
    ("imnnD", true, true),
    ("L", false, true),
    ("fsF", false, true),
    ("nnN", true, true),
    ("fsN", false, false),
    ("nN", false, false),
    ("frK", false, false),
];

#[test]
fn movements_with_other_meanings_here_or_elsewhere_are_refused() {
    for (movement, by_diagram, by_engine) in REFUSED {
        let diagram = format!("pawn::::a2-h2\nman:M:{movement}::d1\nking::::e1\n");
        let refused = import_diagram(&Source::new("own.txt", diagram)).is_err();
        assert_eq!(refused, *by_diagram, "{movement}");
        let lines = format!("setup 3mk3/8/8/8/8/8/8/3MK3 w - - 0 1\npiece M& {movement}\npiece K& K\n");
        let refused = import_cecp(&Source::new("own.txt", lines), false);
        let is_movement = refused.as_ref().err().is_some_and(|report| report.to_string().contains("diagram::movement"));
        assert_eq!(is_movement, *by_engine, "{movement}: {refused:?}");
    }
}

/// Men of a diagram for a parameter to be tried on.
const BASE: &str = "pawn::::a2-h2\nrook::::a1,h1\nknight:N:::b1,g1\nbishop::::c1,f1\nqueen::::d1\nking::::e1\n";

/// Parameters, some with values that are refused.
const PARAMETERS: &[&str] = &[
    "symmetry=rotate",
    "symmetry=point",
    "firstRank=0",
    "maxPromote=0",
    "maxPromote=2",
    "promoZone=3",
    "promoZone=3 promoChoice=!PQR",
    "promoZone=3 promoChoice=QR2",
    "promoZone=3 promoChoice=Q1R1*N3*B2 holdingsType=1 maxPromote=2",
    "promoChoice=*Q*R holdingsType=1",
    "promoChoice=*Q*R",
    "promoChoice=QXR",
    "promoChoice=",
    "maxPromote=1 promoOffset=4",
    "maxPromote=2 promoOffset=3",
    "maxPromote=2 promoOffset=3 holdingsType=-1",
    "holdingsType=-1",
    "royal=5",
    "royal=N",
    "royal=X",
    "royal=Q royal=K",
    "succession=1",
    "stalemate=win",
    "baring=0",
    "baring=1",
    "shuffle=NB",
    "shuffle=N!BRQK",
    "shuffle=N,B",
    "shuffle=:B",
    "shuffle=X",
    "iron=2",
    "protected=3",
    "counterStrike=3",
    "antiTrade=3",
    "tradeThreshold=3",
    "morph=N",
    "captureMatrix=/",
    "autoGate=1",
    "castleFlip=1",
    "contagion=1",
    "files=eight",
    "files=20",
    "promozone=2",
    "squareSize=40 satellite=x AIlevel=2",
];

#[test]
fn each_parameter_is_expressed_or_named() {
    let base = outcome(&import_diagram(&Source::new("own.txt", BASE)));
    let mut page = String::new();
    for parameters in PARAMETERS {
        let text = format!("{}\n{BASE}", parameters.replace(' ', "\n"));
        let found = outcome(&import_diagram(&Source::new("own.txt", text)));
        writeln!(page, "## {parameters}\n").unwrap();
        let new = found.lines().filter(|line| !base.lines().any(|known| known == *line) && !line.is_empty());
        new.for_each(|line| writeln!(page, "    {line}").unwrap());
        page.push('\n');
    }
    assert_page("diagrams", "parameters", &page);
}

/// Texts as people copy them from pages.
const COPIES: &[&str] = &[
    // All on one line, as a browser copies it.
    "files=8 ranks=8 promoZone=1 promoChoice=QR graphicsDir=/graphics.dir/alfaeriePNG/ pawn::::a2-h2 rook::::a1,h1 silver \
     general:S:FfW:silver:c1,f1 queen::::d1 king:K:KisO2:king:e1",
    // A page, whose other elements have colons too.
    "<html><p style=\"a:b:c:d:e\">a:b:c:d:e</p>\n<div style=\"float: left\" class='idiagram'><p>files=8</p><br>\nranks=8<br>\n\
     pawn::::a2-h2<br/>\nroyal &amp; loyal:R:K:man:e1<br>\nroyal=2<br></div>\n</html>",
    // No diagram.
    "Hello: this is my game.\n",
    // Wrong men.
    "pawn::::a2-h2\nking:K:Kx:king:e9\nrook:R:R(3):rook:a1\n",
    "pawn::::a2-h2\nking::::e1\nqueen::::e1\n",
    // A hole.
    "files=5\nranks=5\nhole::::c3\npawn:P:fmWfcF::a2-e2\nrook::::a1\nking:K:K::e1\n",
    // Directions that definitions read otherwise.
    "pawn:P:fmWfcF::a2-h2\ngeneral:G:fKsQ2::b1\nhorse:H:nN::c1\nelephant:E:fsKbW::d1\nking:K:K::e1\n",
    // Men that come back, and first moves that capture.
    "pawn:P:ifmnDfmWfceF::a2-c2,d3-h3\nking:K:KimN::e1\nrook::::a1\n",
    "pawn:P:fmWfcFifcF::a2-h2\nqueen:Q:QiN::d1\nking:K:K::e1\n",
    // Long steps of all sorts.
    "files=10\nranks=10\npawn:P:fmWfceFifmW3::a2-j2\nsoldier:S:fmWfmW*fceF::a3-j3\nrook::::a1\nking:K:K::e1\n",
    // Kings that may not face each other, and castling by several distances.
    "files=10\npawn:P:fmWfcF::a2-j2\nrook::::a1,j1\nqueen::::d1\nking:K:KfkRisO2isO3::f1\n",
    // A man whose left and right differ, and whose partner is Black's turned by half a circle.
    "symmetry=none\npawn:P:fmWfcF::a2-h2,,a7-h7\nturncoat:T:frFlW::d1,,e8\nking:K:K::e1,,d8\n",
    // Men in hand as in Shogi, and promotions by places in the list.
    "files=9\nranks=9\npromoZone=3\npromoOffset=8\nmaxPromote=6\nholdingsType=-1\nroyal=8\nsymmetry=rotate\n\
     Pawn:P:fW:pawn:a3-i3\nLance:L:fR:lance:a1,i1\nKnight:N:ffN:knight:b1,h1\nSilver:S:FfW:silver:c1,g1\n\
     Bishop:B:B:bishop:b2\nRook:R:R:rook:h2\nGold:G:WfF:gold:d1,f1\nKing:K:K:king:e1\ntokin:+P:WfF:gold:\n\
     promoted lance:+L:WfF:gold:\npromoted knight:+N:WfF:gold:\npromoted silver:+S:WfF:gold:\n\
     horse:H:BW:horse:\ndragon:D:RF:dragon:\n",
    // Promotions to captured men only, and before the last rank if the player likes.
    "files=10\nranks=10\npromoZone=3\nmaxPromote=1\npromoChoice=!*Q*R*B*N*M*C\nholdingsType=1\n\
     pawn::ifmnDfmWfceF::a3-j3\nrook::::a1,j1\nknight:N:::b2,i2\nbishop::::c2,h2\nqueen::::d2\nking::K::e2\n\
     marshall:M:::f2\ncardinal:C:::g2\nroyal=6\n",
    // On each rank other men, and more of them than stand on the board.
    "files=12\nranks=12\npromoZone=3\npromoChoice=*N*B*V*W*R2*S2*C2*Q1*M1*A1\nholdingsType=1\nroyal=12\n\
     pawn:P:ifmW3fmWfceF::a3-l3\nknight:N:::d2,i2:4\nbishop:B:::e2,h2:4\nrook:R:::b2,k2:4\nqueen:Q:::f2:2\n\
     marshall:M:::a1,l1\narchbishop:A:::b1,k1\nchampion:S:WAD::c2,j2\nwizard:W:::d1,i1\ncannon:C:::e1,h1\n\
     vao:V:mBcpB::c1,j1\nking:K:isO2isO3isO4K::g2\n",
    // Ranks from 0, a man that nothing captures, endings.
    "files=8\nranks=8\nfirstRank=0\nbaring=0\nstalemate=loss\niron=3\nshuffle=N!B\nroyal=K\npawn::::a1-h1\n\
     knight:N:::b0,g0\nwall:W::wall:d3\nbishop::::c0,f0\nrook::::a0,h0\nqueen::::d0\nking:K:KisO2:king:e0\n",
    "pawn::::a2-h2\nrook::::a1,h1\nking::::e1\n<script>function WeirdPromotion(x, y) {}</script>",
    // Pawns of one side.
    "symmetry=none\npawn::::a2-h2\nknight:N:::,,b8,g8\nqueen::::,,d8\nking::::e1,,e8\n",
];

#[test]
fn copied_texts_are_read_or_refused_with_the_reason() {
    let mut page = String::new();
    for text in COPIES {
        let found = outcome(&import_diagram(&Source::new("copied.txt", *text)));
        let short = found.split("\nendings\n").next().unwrap_or_default();
        text.lines().for_each(|line| writeln!(page, "> {line}").unwrap());
        writeln!(page, "\n{}\n", short.trim()).unwrap();
    }
    assert_page("diagrams", "copies", &page);
}
