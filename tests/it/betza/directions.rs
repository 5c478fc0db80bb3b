//! The exact targets of every direction modifier.

use super::squares;

/// Every pair is a modifier and its squares.
fn check(atom: &str, table: &[(&str, &[(i32, i32)])]) {
    for (letters, expected) in table {
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(squares(&format!("{letters}{atom}")), expected, "{letters}{atom}");
    }
}

const FORWARD: (i32, i32) = (0, 1);
const BACKWARD: (i32, i32) = (0, -1);
const LEFT: (i32, i32) = (-1, 0);
const RIGHT: (i32, i32) = (1, 0);

#[test]
fn orthogonal_letters_add_up() {
    check(
        "W",
        &[
            ("", &[FORWARD, BACKWARD, LEFT, RIGHT]),
            ("f", &[FORWARD]),
            ("b", &[BACKWARD]),
            ("l", &[LEFT]),
            ("r", &[RIGHT]),
            ("v", &[FORWARD, BACKWARD]),
            ("s", &[LEFT, RIGHT]),
            ("fr", &[FORWARD, RIGHT]),
            ("rf", &[FORWARD, RIGHT]),
            ("fs", &[FORWARD, LEFT, RIGHT]),
            ("sf", &[FORWARD, LEFT, RIGHT]),
            ("sb", &[BACKWARD, LEFT, RIGHT]),
            ("lr", &[LEFT, RIGHT]),
            ("fb", &[FORWARD, BACKWARD]),
            ("fblr", &[FORWARD, BACKWARD, LEFT, RIGHT]),
            ("ff", &[FORWARD]),
        ],
    );
    check("D", &[("f", &[(0, 2)]), ("s", &[(-2, 0), (2, 0)]), ("rb", &[(2, 0), (0, -2)])]);
    check("H", &[("l", &[(-3, 0)])]);
    check("R2", &[("rf", &[(0, 1), (0, 2), (1, 0), (2, 0)])]);
}

#[test]
fn diagonal_letters_join_to_corners() {
    const FL: (i32, i32) = (-1, 1);
    const FR: (i32, i32) = (1, 1);
    const BL: (i32, i32) = (-1, -1);
    const BR: (i32, i32) = (1, -1);
    check(
        "F",
        &[
            ("", &[FL, FR, BL, BR]),
            ("f", &[FL, FR]),
            ("b", &[BL, BR]),
            ("l", &[FL, BL]),
            ("r", &[FR, BR]),
            ("v", &[FL, FR, BL, BR]),
            ("s", &[FL, FR, BL, BR]),
            ("ff", &[FL, FR]),
            ("rr", &[FR, BR]),
            ("fr", &[FR]),
            ("rf", &[FR]),
            ("fl", &[FL]),
            ("lf", &[FL]),
            ("br", &[BR]),
            ("rb", &[BR]),
            ("bl", &[BL]),
            ("lb", &[BL]),
            ("fs", &[FL, FR]),
            ("bs", &[BL, BR]),
            ("lv", &[FL, BL]),
            ("rv", &[FR, BR]),
            ("fh", &[FL, FR]),
            ("bh", &[BL, BR]),
            ("lh", &[FL, BL]),
            ("rh", &[FR, BR]),
            ("fb", &[FL, FR, BL, BR]),
            ("lr", &[FL, FR, BL, BR]),
            ("flbr", &[FL, BR]),
            ("frlb", &[FR, BL]),
        ],
    );
    check("A", &[("fr", &[(2, 2)]), ("b", &[(-2, -2), (2, -2)])]);
    check("G", &[("l", &[(-3, 3), (-3, -3)])]);
}

#[test]
fn oblique_letters_choose_a_half_and_then_a_pair() {
    const NNE: (i32, i32) = (1, 2);
    const ENE: (i32, i32) = (2, 1);
    const ESE: (i32, i32) = (2, -1);
    const SSE: (i32, i32) = (1, -2);
    const SSW: (i32, i32) = (-1, -2);
    const WSW: (i32, i32) = (-2, -1);
    const WNW: (i32, i32) = (-2, 1);
    const NNW: (i32, i32) = (-1, 2);
    check(
        "N",
        &[
            ("", &[NNE, ENE, ESE, SSE, SSW, WSW, WNW, NNW]),
            ("f", &[NNW, NNE]),
            ("b", &[SSW, SSE]),
            ("l", &[WNW, WSW]),
            ("r", &[ENE, ESE]),
            ("v", &[NNE, NNW, SSE, SSW]),
            ("s", &[ENE, ESE, WNW, WSW]),
            ("ff", &[NNW, NNE]),
            ("bb", &[SSW, SSE]),
            ("ll", &[WNW, WSW]),
            ("rr", &[ENE, ESE]),
            ("vv", &[NNE, NNW, SSE, SSW]),
            ("ss", &[ENE, ESE, WNW, WSW]),
            ("lf", &[NNW]),
            ("rf", &[NNE]),
            ("lb", &[SSW]),
            ("rb", &[SSE]),
            ("fl", &[WNW]),
            ("fr", &[ENE]),
            ("bl", &[WSW]),
            ("br", &[ESE]),
            ("fs", &[WNW, ENE]),
            ("bs", &[WSW, ESE]),
            ("lv", &[NNW, SSW]),
            ("rv", &[NNE, SSE]),
            ("fh", &[NNW, NNE, WNW, ENE]),
            ("bh", &[SSW, SSE, WSW, ESE]),
            ("lh", &[NNW, SSW, WNW, WSW]),
            ("rh", &[NNE, SSE, ENE, ESE]),
            ("hr", &[NNE, ESE, SSW, WNW]),
            ("hl", &[NNW, WSW, SSE, ENE]),
            ("fb", &[NNE, NNW, SSE, SSW]),
            ("lr", &[ENE, ESE, WNW, WSW]),
            ("ffrr", &[NNW, NNE, ENE, ESE]),
            ("llrr", &[ENE, ESE, WNW, WSW]),
            ("fbs", &[NNW, NNE, WSW, ESE]),
            ("fsb", &[WNW, ENE, SSW, SSE]),
            ("ffbs", &[NNW, NNE, WSW, ESE]),
            ("lflb", &[NNW, SSW]),
            ("rfbl", &[NNE, WSW]),
        ],
    );
    check("C", &[("fs", &[(-3, 1), (3, 1)]), ("rf", &[(1, 3)])]);
    check("Z", &[("br", &[(3, -2)])]);
    check("(4,1)", &[("ff", &[(-1, 4), (1, 4)])]);
    check("(1,4)", &[("bs", &[(-4, -1), (4, -1)])]);
}

#[test]
fn king_and_queen_pass_single_letters_on_to_both_their_parts() {
    check(
        "K",
        &[
            ("f", &[(-1, 1), (0, 1), (1, 1)]),
            ("b", &[(-1, -1), (0, -1), (1, -1)]),
            ("l", &[(-1, 1), (-1, 0), (-1, -1)]),
            ("r", &[(1, 1), (1, 0), (1, -1)]),
            ("v", &[(-1, 1), (0, 1), (1, 1), (-1, -1), (0, -1), (1, -1)]),
            ("s", &[(-1, 1), (-1, 0), (-1, -1), (1, 1), (1, 0), (1, -1)]),
        ],
    );
    check("Q2", &[("f", &[(-1, 1), (-2, 2), (0, 1), (0, 2), (1, 1), (2, 2)])]);
}

#[test]
fn a_prefix_binds_to_its_own_capital_only() {
    assert_eq!(squares("WfD"), [(-1, 0), (0, -1), (0, 1), (0, 2), (1, 0)]);
    assert_eq!(squares("bFfA"), [(-2, 2), (-1, -1), (1, -1), (2, 2)]);
    assert_eq!(squares("ffNbsN"), [(-2, -1), (-1, 2), (1, 2), (2, -1)]);
    assert_eq!(squares("WfDffNbsN").len(), 9);
    // A letter of another sort in between keeps directions apart.
    assert_eq!(squares("fmrF"), squares("fFrF"));
}

#[test]
fn letters_before_a_bracket_choose_by_where_the_path_ends() {
    assert_eq!(squares("rf[W-F]"), [(1, 2)]);
    assert_eq!(squares("fs[F-W]"), [(-2, 1), (2, 1)]);
    assert_eq!(squares("f[W-W]"), [(0, 2)]);
    assert_eq!(squares("fr[F-F]"), [(2, 2)]);
    assert_eq!(squares("fr[W-sW]"), [(1, 1)]);
    assert_eq!(squares("[fW-sW]"), [(-1, 1), (1, 1)]);
    assert_eq!(squares("v[F?W3]").len(), 4 + 4 * 3);
}
