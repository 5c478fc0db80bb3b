//! Movements drawn leap by leap, and spelled.

use weakfish::betza::{self, DrawnLeap, spell_drawn};
use weakfish::geometry::Leap;
use weakfish::model::Modes;

fn drawn(leaps: &[(i8, i8)], modes: Modes, most: Option<u8>) -> Vec<DrawnLeap> {
    leaps.iter().map(|&(dx, dy)| DrawnLeap { leap: Leap::new(dx, dy), modes, most }).collect()
}

const WAZIR: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const FERZ: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

#[test]
fn whole_rings_need_no_letters_for_directions() {
    let both = Modes::BOTH;
    assert_eq!(spell_drawn(&drawn(&WAZIR, both, None)), "R");
    assert_eq!(spell_drawn(&[drawn(&WAZIR, both, None), drawn(&FERZ, both, None)].concat()), "Q");
    assert_eq!(spell_drawn(&[drawn(&WAZIR, both, Some(1)), drawn(&FERZ, both, Some(1))].concat()), "K");
    assert_eq!(spell_drawn(&[drawn(&WAZIR, both, Some(3)), drawn(&FERZ, both, Some(1))].concat()), "W3F");
    assert_eq!(spell_drawn(&[]), "");
}

/// Every spelling is read as a movement that reaches exactly the squares drawn.
#[test]
fn spellings_are_read_as_they_were_drawn() {
    let all: Vec<(i8, i8)> =
        (-4..=4).flat_map(|dx| (-4..=4).map(move |dy| (dx, dy))).filter(|&at| at != (0, 0)).collect();
    let mut state = 7_u32;
    for _ in 0..400 {
        let mut leaps = Vec::new();
        for &at in &all {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if state >> 28 == 0 {
                leaps.push(at);
            }
        }
        let text = spell_drawn(&drawn(&leaps, Modes::BOTH, Some(1)));
        if leaps.is_empty() {
            continue;
        }
        let (movement, errors) = betza::movement(&text);
        assert!(errors.is_empty(), "{text}: {errors:?}");
        let movement = movement.expect("a drawn movement can be read");
        let mut ends: Vec<(i8, i8)> =
            movement.paths.iter().map(|path| (path.legs[0].leap.dx, path.legs[0].leap.dy)).collect();
        ends.sort_unstable();
        leaps.sort_unstable();
        assert_eq!(ends, leaps, "{text}");
    }
}
