//! Movements drawn leap by leap, and spelled.

use weakfish::betza::{self, DrawnLeap, spell_drawn};
use weakfish::geometry::Leap;
use weakfish::model::Modes;

const WAZIR: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const FERZ: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

fn drawn(leaps: &[(i8, i8)], modes: Modes, most: Option<u8>) -> Vec<DrawnLeap> {
    leaps.iter().map(|&(dx, dy)| DrawnLeap { leap: Leap::new(dx, dy), modes, most }).collect()
}

#[test]
fn whole_rings_need_no_letters_for_directions() {
    let both = Modes::BOTH;
    assert_eq!(spell_drawn(&drawn(&WAZIR, both, None)), "R");
    assert_eq!(spell_drawn(&[drawn(&WAZIR, both, None), drawn(&FERZ, both, None)].concat()), "Q");
    assert_eq!(spell_drawn(&[drawn(&WAZIR, both, Some(1)), drawn(&FERZ, both, Some(1))].concat()), "K");
    assert_eq!(spell_drawn(&[drawn(&WAZIR, both, Some(3)), drawn(&FERZ, both, Some(1))].concat()), "W3F");
    assert_eq!(spell_drawn(&[]), "");
    assert_eq!(spell_drawn(&drawn(&[(0, 0)], both, None)), "");
    assert_eq!(spell_drawn(&drawn(&WAZIR, Modes::NONE, None)), "");
}

/// Each spelling is read as a movement of exactly the leaps drawn, with their modes and ranges.
#[test]
fn spellings_are_read_as_they_were_drawn() {
    let all: Vec<(i8, i8)> =
        (-4..=4).flat_map(|dx| (-4..=4).map(move |dy| (dx, dy))).filter(|&at| at != (0, 0)).collect();
    let mut state = 7_u32;
    let mut random = move |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % below
    };
    let mut spelled = 0;
    for _ in 0..400 {
        let mut leaps: Vec<DrawnLeap> = Vec::new();
        for &(dx, dy) in &all {
            if random(12) == 0 {
                let modes = [Modes::BOTH, Modes::MOVES, Modes::CAPTURES][random(3) as usize];
                let most = [Some(1), Some(2), Some(5), None][random(4) as usize];
                leaps.push(DrawnLeap { leap: Leap::new(dx, dy), modes, most });
            }
        }
        if leaps.is_empty() {
            continue;
        }
        let text = spell_drawn(&leaps);
        let (movement, errors) = betza::movement(&text);
        assert!(errors.is_empty(), "{text}: {errors:?}");
        let movement = movement.expect("a drawn movement can be read");
        let key = |leap: Leap, modes: Modes, most| (leap.dx, leap.dy, modes.moves, modes.captures, most);
        let mut read: Vec<_> =
            movement.paths.iter().map(|path| &path.legs[0]).map(|leg| key(leg.leap, leg.stops, leg.most)).collect();
        let mut meant: Vec<_> = leaps.iter().map(|drawn| key(drawn.leap, drawn.modes, drawn.most)).collect();
        read.sort_unstable();
        meant.sort_unstable();
        assert_eq!(read, meant, "{text}");
        spelled += 1;
    }
    assert!(spelled > 300);
}
