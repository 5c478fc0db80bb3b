//! Spellings that mean the same, and the paths they become.

use weakfish::betza::{form, movement as read};
use weakfish::geometry::Leap;
use weakfish::model::{Clearance, Leg, Modes, Path, Through};

use super::{movement, reached, squares};

/// The paths of a string.
fn paths(text: &str) -> Vec<Path> {
    movement(text).paths
}

fn leap(x: i8, y: i8) -> Leg {
    Leg::leap(Leap::new(x, y))
}

fn passing(leg: &Leg, through: Through) -> Leg {
    let mut leg = leg.clone();
    (leg.through, leg.stops) = (through, Modes::NONE);
    leg
}

#[test]
fn spellings_that_mean_the_same() {
    for (one, other) in [
        ("K", "WF"),
        ("Q", "RB"),
        ("R", "WW"),
        ("R", "W0"),
        ("B", "FF"),
        ("NN", "N0"),
        ("R4", "W4"),
        ("K3", "W3F3"),
        ("mcN", "N"),
        ("L", "C"),
        ("J", "Z"),
        ("(3,1)", "C"),
        ("(2,0)", "D"),
        ("(1,2)(1,2)", "NN"),
        ("W-3", "W[3-3]"),
        ("fbN", "vN"),
        ("t[FR]", "[F?R]"),
        ("t[FWW]", "[F?R]"),
        ("g[WF]", "[W-F]"),
        ("afsW", "[W-F]"),
        ("afsF", "[F-W]"),
        ("afsK", "[W-F][F-W]"),
        ("yafsW", "[W-B]"),
        ("FyafsF", "F[F-R]"),
        ("masR", "[R-sR]"),
        ("mafsmafW", "[W-F-F]"),
        ("asazW", "[W-rW-lW][W-lW-rW]"),
        ("pafR", "pR"),
        ("pR", "[pR-R]"),
        ("gR", "[pR-W]"),
        ("gafQ", "gQ"),
        ("gafR", "gR"),
        ("gafB", "gB"),
        ("yafK", "[W-R][F-B]"),
        ("asafazW", "[W-rW-W-lW][W-lW-W-rW]"),
        ("pafK", "jDjA"),
        ("jR", "[mpW-R]"),
        ("jD", "[pW-W]"),
        ("jH", "[pW-W-W][W-pW-W]"),
        ("[K-W]", "[W-W][F-W]"),
        ("[pQ-K]", "gQ"),
        ("m[F?R]", "[mF?mR]"),
        ("aaK", "mamaK"),
        ("fmWfceFifmnD", "ifmnDcefFmfW"),
    ] {
        assert_eq!(movement(one), movement(other), "{one} and {other}");
    }
}

#[test]
fn lame_leaps_have_four_kinds() {
    let lame_leg = |clearance| {
        let mut leg = leap(1, 2);
        leg.clearance = clearance;
        leg
    };
    let lame = |clearance| vec![Path::new(vec![lame_leg(clearance)])];
    assert_eq!(paths("rfnN"), lame(Clearance::OrthogonalFirst));
    assert_eq!(paths("rf[W-F&F-W]"), lame(Clearance::Both));
    let in_steps = |first: Leg, second: Leg| Path::new(vec![passing(&first, Through::Empty), second]);
    assert_eq!(paths("rf[W-F]"), [in_steps(leap(0, 1), leap(1, 1))]);
    assert_eq!(paths("rf[F-W]"), [in_steps(leap(1, 1), leap(0, 1))]);
    assert_eq!(paths("rf[W-F]rf[F-W]").len(), 2);
    assert_eq!(paths("[W-W-F&F-W-W]"), paths("[F-W-W&W-W-F]"));
    let mut rider = lame_leg(Clearance::OrthogonalFirst);
    rider.most = None;
    assert_eq!(paths("rfnNN"), [Path::new(vec![rider])]);
}

#[test]
fn turning_an_eighth_makes_an_orthogonal_way_a_diagonal_one() {
    assert_eq!(movement("[W-F]").turned(1), movement("[F-W]"));
    assert_eq!(movement("[W-F&F-W]").turned(1), movement("[W-F&F-W]"));
    assert_eq!(movement("rf[W-F&F-W]").turned(1), movement("fr[W-F&F-W]"));
    assert_eq!(movement("fW").turned(1), movement("frF"));
    assert_eq!(movement("frA").turned(1), movement("rD"));
    assert_eq!(movement("rfN").turned(1), movement("frN"));
    assert_eq!(movement("frN").turned(1), movement("brN"));
    assert_eq!(movement("[F?R]").turned(1), movement("[W?B]"));
    assert_eq!(movement("fbNF").turned(1), movement("rffrlbblNW"));
    assert_eq!(movement("fBbN").turned(4), movement("bBfN"));
}

#[test]
fn hoppers_are_paths_over_an_occupied_square() {
    let rider = |leap: Leap| Leg::rider(leap);
    let over = passing(&rider(Leap::new(0, 1)), Through::Occupied);
    assert_eq!(paths("fpR"), [Path::new(vec![over.clone(), rider(Leap::new(0, 1))])]);
    assert_eq!(paths("fgR"), [Path::new(vec![over, leap(0, 1)])]);
    assert_eq!(paths("fpW2"), [Path::new(vec![passing(&leap(0, 1), Through::Occupied), leap(0, 1)])]);
    assert_eq!(paths("fpW3").len(), 2);
    assert_eq!(paths("fjD"), paths("fpW2"));
    assert_eq!(paths("fjR"), [Path::new(vec![passing(&leap(0, 1), Through::Anything), rider(Leap::new(0, 1))])]);
    assert_eq!(squares("pR"), []);
    assert_eq!(squares("fjW3"), [(0, 2), (0, 3)]);
}

#[test]
fn riders_that_turn() {
    assert_eq!(paths("qN").len(), 16);
    assert_eq!(paths("qK").len(), 16);
    assert_eq!(paths("zB").len(), 8);
    // A rose comes back to where it began and may not end there.
    assert!(!squares("qN").contains(&(0, 0)));
    assert!(squares("frzB").contains(&(0, 2)) && squares("frzB").contains(&(2, 0)));
    assert_eq!(squares("fzW2"), [(-1, 1), (0, 1), (1, 1)]);
    assert!(squares("qW").iter().all(|(x, y)| x.abs() < 2 && y.abs() < 2));
}

#[test]
fn moves_and_captures_are_told_apart() {
    let pawn = reached("fmWfceFifmnD");
    assert_eq!((pawn.moves, pawn.captures), (vec![[0, 1], [0, 2]], vec![[-1, 1], [1, 1]]));
    let en_passant = reached("feF");
    assert_eq!((en_passant.moves, en_passant.captures), (vec![], vec![]));
    let cannon = reached("mRcpR");
    assert_eq!((cannon.moves.len(), cannon.captures.len()), (28, 0));
    let gryphon = reached("[cF?mR]");
    assert_eq!((gryphon.moves.len(), gryphon.captures.len()), (8 * 6, 4));
    // A cylinder's lines come back to where they began.
    assert_eq!(reached("orR").moves.len(), 14);
}

#[test]
fn the_canonical_spelling() {
    for (written, printed) in [
        ("cfmN", "ffN"),
        ("fiW", "ifW"),
        ("fN", "ffN"),
        ("llrrN", "sN"),
        ("fsN", "fsN"),
        ("hrN", "hrN"),
        ("ffrrN", "ffrrN"),
        ("FFWW", "BR"),
        ("W0", "R"),
        ("W1", "W"),
        ("L(1,4)", "C(4,1)"),
        ("t[FR]", "[F?R]"),
        ("mafsmafW", "[W-F-F]"),
        ("mW-3", "mW-3"),
        ("NN3", ""),
        ("N1N3", "N1N3"),
        ("NNN", "NNN"),
        ("NNN3", "NNN3"),
        ("fWWR", "fWWR"),
        ("zFFB", "zFFB"),
        ("mKKQ", "mKKQ"),
        ("qNNN", "qNNN"),
        ("[mF?mR]", "m[F?R]"),
        ("rf[F-W&W-F]", "rf[W-F&F-W]"),
        ("qNN", "qN"),
        ("asR", "[R-sR]"),
    ] {
        let spelt = form(written).0.map(|form| form.to_string()).unwrap_or_default();
        assert_eq!(spelt, printed, "{written}");
    }
}

#[test]
fn everything_is_bounded() {
    for text in [
        "aaaaaK",
        "[K?K?K?K?K?K?K?K]",
        "[K-vsK-vsK-vsK-vsK-vsK-vsK]",
        "aaaaaaaaaaaaaaaaaK",
        &"W".repeat(5000),
        &"NfR".repeat(600),
    ] {
        let (movement, diagnostics) = read(text);
        assert!(movement.is_none_or(|movement| movement.paths.len() <= 1024));
        assert!(diagnostics.len() < 1000);
    }
    assert!(super::codes(&read("aaaaaK").1)[0].starts_with("too-complex"));
}
