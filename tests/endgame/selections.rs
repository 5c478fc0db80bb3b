//! Statistics of men in certain states, against a count over all positions.

use weakfish::engine::{Arrangement, Game};
use weakfish::geometry::{PerSide, Side};
use weakfish::model::{ManState, PlacedMan, SetupId};
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, load};
use weakfish_endgame::{Men, Options, Selection, Tables, Value};

/// Men that face and flip, on a board with symmetries.
const FACING: &str = "game \"Facing\"\nboard: 4x4\nfirst: white\nblack: mirrors white\n\nmen\n  K king: K, royal\n  \
    L lance: fR, turns 90\n\nsetup start\n  . . l k\n  . . . .\n  . . . .\n  K L . .\n\nendings\n  \
    checkmated: loses\n  stalemated: draw\n";

/// Men that become each other.
pub(crate) const KINDS: &str = "game \"Kinds\"\nboard: 3x3\nfirst: white\nblack: mirrors white\n\nmen\n  \
    K king: K, royal\n  R rook: R, when moving becomes B\n  B bishop: B, when moving becomes R\n\nsetup start\n  . . k\n  \
    . . .\n  K R B\n\nendings\n  checkmated: loses\n  stalemated: draw\n";

fn game() -> Game {
    load(&Source::new("facing.variant", FACING), &BuiltIns).unwrap_or_else(|error| panic!("{error:?}"))
}

/// Numbers of won, drawn and lost positions by side to move, and the longest win, one position after the other: each man
/// on each square in each state, if `wanted`.
fn count(
    game: &Game,
    tables: &Tables,
    men: &Men,
    wanted: &dyn Fn(&[PlacedMan]) -> bool,
) -> PerSide<([u64; 3], Option<u16>)> {
    let variant = game.variant();
    let mut placings: Vec<Vec<PlacedMan>> = vec![Vec::new()];
    let all = Side::ALL.into_iter().flat_map(|side| men.of_side(side).iter().map(move |&kind| (side, kind)));
    for (side, kind) in all {
        let infos = game.pieces().map(|piece| game.piece_info(piece).clone());
        let infos: Vec<_> = infos.filter(|info| (info.side, info.kind) == (side, kind)).collect();
        let mut next = Vec::new();
        for placing in &placings {
            for square in variant.board.squares() {
                let free = placing.iter().all(|other| other.square != square);
                let in_order =
                    placing.last().is_none_or(|last| (last.side, last.kind) != (side, kind) || last.square < square);
                for info in infos.iter().filter(|_| free && in_order) {
                    let mut placing = placing.clone();
                    placing.push(PlacedMan { square, side, kind, state: info.state.clone() });
                    next.push(placing);
                }
            }
        }
        placings = next;
    }
    let mut counts = PerSide::<([u64; 3], Option<u16>)>::default();
    let start: Arrangement = game.start().arrangement();
    for placing in placings.iter().filter(|placing| wanted(placing)) {
        for turn in Side::ALL {
            let mut arrangement = start.clone();
            (arrangement.men, arrangement.turn) = (placing.clone(), turn);
            let Ok(position) = game.position(&arrangement) else { continue };
            let (figures, longest) = &mut counts[turn];
            match tables.value(&position).unwrap() {
                Value::Win(plies) => {
                    figures[0] += 1;
                    *longest = (*longest).max(Some(plies));
                }
                Value::Draw => figures[1] += 1,
                Value::Loss(_) => figures[2] += 1,
            }
        }
    }
    counts
}

#[test]
fn states_are_counted_as_in_all_positions() {
    let game = game();
    let (king, lance) = ("K", "L");
    let kind = |symbol: &str| game.variant().kind_of_symbol(Side::White, symbol).unwrap();
    let cases: &[(&str, &[&str], &[&str])] = &[
        ("K L v K", &[], &[]),
        ("K L{n} v K", &["n"], &[]),
        ("K L{e} v K", &["e"], &[]),
        ("K L{e} v K L{s}", &["e"], &["s"]),
        ("K L v K L{w}", &[], &["w"]),
        ("K L{e} L v K", &["e"], &[]),
        ("K L{n} L{n} v K", &["n", "n"], &[]),
        ("K L{n} L{w} v K", &["n", "w"], &[]),
    ];
    for &(text, white, black) in cases {
        let selection = Selection::parse(&game, text).unwrap();
        assert_eq!(selection.text(game.variant()), text);
        let mut tables = Tables::new(&game, SetupId::default()).unwrap();
        tables.make(selection.men(), &Options::default(), &mut |_| true).unwrap();
        assert!(!tables.symmetries(selection.men()).is_empty(), "{text}");
        let wanted = |placing: &[PlacedMan]| {
            [(Side::White, white), (Side::Black, black)].into_iter().all(|(side, states)| {
                let of_side = placing.iter().filter(|man| (man.side, man.kind) == (side, kind(lance)));
                let mut own: Vec<&ManState> = of_side.map(|man| &man.state).collect();
                states.iter().all(|state: &&str| {
                    let at = own.iter().position(|own| own.to_string() == *state);
                    at.map(|at| own.remove(at)).is_some()
                })
            })
        };
        let counted = count(&game, &tables, selection.men(), &wanted);
        let found = tables.statistics_of(&selection).unwrap();
        for side in Side::ALL {
            let own = &found.to_move[side];
            let (figures, longest) = counted[side];
            assert_eq!([own.wins, own.draws, own.losses], figures, "{text}, {side} to move");
            assert_eq!(own.longest_win, longest, "{text}, {side} to move");
            assert!(own.up_to_symmetry <= own.positions);
            if let Some(plies) = longest {
                let mut listed = 0;
                tables.visit(&selection, side, Value::Win(plies), &mut |position| {
                    assert!(wanted(&position.arrangement().men), "{text}");
                    assert_eq!(tables.value(position), Ok(Value::Win(plies)));
                    listed += 1;
                    true
                });
                assert!(listed > 0, "{text}");
            }
        }
    }
    assert!(Selection::parse(&game, &format!("{king}{{n}} v {king}")).is_err());
}

#[test]
fn men_that_become_each_other_are_counted_apart() {
    let game = load(&Source::new("kinds.variant", KINDS), &BuiltIns).unwrap();
    let mut tables = Tables::new(&game, SetupId::default()).unwrap();
    for text in ["K R v K", "K B v K"] {
        let men = Men::parse(game.variant(), text).unwrap();
        tables.make(&men, &Options::default(), &mut |_| true).unwrap();
        let counted = count(&game, &tables, &men, &|_| true);
        let found = tables.statistics(&men).unwrap();
        for side in Side::ALL {
            let own = &found.to_move[side];
            let found = ([own.wins, own.draws, own.losses], own.longest_win);
            assert_eq!(found, counted[side], "{text}, {side} to move");
        }
    }
}

#[test]
fn spellings_of_others_are_understood() {
    let game = |name| load(&builtin::source(name).unwrap(), &BuiltIns).unwrap();
    let fide = game("fide");
    for text in [
        "KQvKR",
        "KQKR",
        "kqvkr",
        "KQ v KR",
        "KQvkr",
        "K+Q v K+R",
        "K+Q:K+R",
        "K,Q v K,R",
        "KQ-KR",
        "KQ/KR",
        "KQxKR",
        "KQ vs. KR",
        "KQ versus KR",
        "K & Q v K & R",
        "king and queen against king and rook",
        " K Q:K R ",
    ] {
        assert_eq!(Selection::respelled(&fide, text), ["K Q v K R"], "{text}");
        assert_eq!(Selection::parse(&fide, text), Selection::parse(&fide, "K Q v K R"), "{text}");
    }
    assert_eq!(Selection::respelled(&fide, "K2NvKP"), ["K N N v K P"]);
    assert_eq!(Selection::respelled(&fide, "KQK"), ["K Q v K"]);
    for text in ["", "v", "KQ", "KZvK", "x", "K Q", "vvvv", "KQvKRvK", "KNNNNNNNNNvK", &"K".repeat(2000)] {
        assert_eq!(Selection::respelled(&fide, text), [""; 0], "{text}");
        assert!(Selection::parse(&fide, text).is_err(), "{text}");
    }
    assert_eq!(Selection::respelled(&game("turning"), "KB{ne}vK"), ["K B{ne} v K"]);
    // A plus begins symbols in Shogi, so both are meant.
    let shogi = game("shogi");
    assert_eq!(Selection::respelled(&shogi, "K+RvK"), ["K R v K", "K +R v K"]);
    assert!(Selection::parse(&shogi, "K+RvK").is_err());
}
