//! Leaps on their rings, and the squares under lame leaps.

use weakfish::engine::Move;
use weakfish::geometry::Leap;
use weakfish::model::Clearance;

#[test]
fn a_ring_goes_clockwise_and_closes() {
    for (dx, dy) in [(0, 1), (1, 1), (0, 3), (3, -3), (2, 1), (-1, 2), (5, 2)] {
        let leap = Leap::new(dx, dy);
        assert_eq!(leap.turned(8), leap);
        assert_eq!(leap.turned(-3).turned(3), leap);
        assert_eq!(leap.turned(4), -leap);
        assert_eq!(leap.turned(2), Leap::new(dy, -dx));
        assert_eq!(leap.turned(1).turned(1), leap.turned(2));
        assert_eq!(leap.turned(1).wind(), leap.wind().turned(1));
    }
    assert_eq!(Leap::new(0, 1).turned(1), Leap::new(1, 1));
    assert_eq!(Leap::new(1, 2).turned(1), Leap::new(2, 1));
    assert_eq!(Leap::new(2, 1).turned(1), Leap::new(2, -1));
}

#[test]
fn a_lame_leap_steps_over_the_squares_of_its_path() {
    let at = |list: &[(i8, i8)]| list.iter().map(|&(x, y)| Leap::new(x, y)).collect::<Vec<_>>();
    assert_eq!(Clearance::OrthogonalFirst.squares(Leap::new(1, 2)), at(&[(0, 1)]));
    assert_eq!(Clearance::DiagonalFirst.squares(Leap::new(1, 2)), at(&[(1, 1)]));
    assert_eq!(Clearance::Both.squares(Leap::new(-2, 1)), at(&[(-1, 0), (-1, 1)]));
    assert_eq!(Clearance::OrthogonalFirst.squares(Leap::new(2, 3)), at(&[(0, 1), (1, 2)]));
    assert_eq!(Clearance::Both.squares(Leap::new(2, -2)), at(&[(1, -1)]));
    assert_eq!(Clearance::DiagonalFirst.squares(Leap::new(-3, 0)), at(&[(-2, 0), (-1, 0)]));
}

#[test]
fn a_move_fits_into_a_word() {
    assert_eq!(size_of::<Move>(), 8);
    assert_eq!(size_of::<Option<Move>>(), 8);
}
