//! Statistics of games and matches, compared with published figures.

use weakfish_player::playtest::{Estimate, Pentanomial, Share, Sprt, SprtResult};

fn assert_near(value: f64, expected: f64, within: f64) {
    assert!((value - expected).abs() <= within, "{value} instead of {expected}");
}

/// Counts of pairs with what fastchess prints for them (`app/tests/elo_test.cpp`): Elo, its margin, normalised Elo,
/// its margin.
const FASTCHESS_ELO: [([u64; 5], [f64; 4]); 3] = [
    ([34, 54, 63, 64, 75], [55.58, 27.65, 57.94, 28.28]),
    ([332, 433, 498, 333, 334], [-8.64, 10.33, -9.17, 10.96]),
    ([7895, 8757, 5685, 568, 9999], [-21.04, 2.95, -19.01, 2.65]),
];

#[test]
fn estimates_are_those_that_fastchess_prints() {
    for (counts, [elo, margin, normalised, normalised_margin]) in FASTCHESS_ELO {
        let pairs = Pentanomial::from(counts);
        let (one, other) = (pairs.elo().unwrap(), pairs.normalised_elo().unwrap());
        assert_near(one.value, elo, 0.01);
        assert_near(one.margin(), margin, 0.05);
        assert_near(other.value, normalised, 0.01);
        assert_near(other.margin(), normalised_margin, 0.05);
    }
    assert_near(Pentanomial::from(FASTCHESS_ELO[1].0).likelihood_of_superiority().unwrap(), 0.0505, 0.0001);
}

#[test]
fn likelihood_ratios_are_those_that_fastchess_prints() {
    // The same, app/tests/sprt_test.cpp, "logistic pentanomial" 1 and 2.
    assert_near(Pentanomial::from([223, 9863, 21_279, 10_037, 246]).log_likelihood_ratio(0.5, 2.5), -3.07, 0.01);
    assert_near(Pentanomial::from([871, 26_175, 55_983, 26_678, 821]).log_likelihood_ratio(0.0, 2.0), -4.98, 0.01);
}

#[test]
fn a_test_ends_when_a_hypothesis_is_refused() {
    let test = Sprt { elo0: 0.0, elo1: 10.0 };
    assert_eq!(test.result(&Pentanomial::default()), SprtResult::Continue);
    assert_eq!(test.result(&Pentanomial::from([10, 20, 40, 20, 10])), SprtResult::Continue);
    assert_eq!(test.result(&Pentanomial::from([0, 200, 400, 500, 200])), SprtResult::AcceptH1);
    assert_eq!(test.result(&Pentanomial::from([200, 500, 400, 200, 0])), SprtResult::AcceptH0);
    assert_near(Sprt::llr_bounds()[1], 2.94, 0.01);
}

#[test]
fn two_increasing_differences_are_a_test() {
    assert_eq!("0,10".parse(), Ok(Sprt { elo0: 0.0, elo1: 10.0 }));
    for text in ["", "5", "5,0", "0,0", "0,inf", "nan,1"] {
        assert!(text.parse::<Sprt>().is_err(), "{text}");
    }
}

#[test]
fn changing_the_engines_changes_the_sign() {
    let (pairs, turned) = (Pentanomial::from([3, 5, 11, 7, 2]), Pentanomial::from([2, 7, 11, 5, 3]));
    let (one, other) = (pairs.elo().unwrap(), turned.elo().unwrap());
    assert_near(one.value, -other.value, 1e-9);
    assert_near(one.low, -other.high, 1e-9);
    assert_near(pairs.log_likelihood_ratio(-5.0, 5.0), -turned.log_likelihood_ratio(-5.0, 5.0), 1e-6);
}

#[test]
fn pairs_that_are_all_alike_say_nothing_of_elo() {
    for counts in [[0; 5], [0, 0, 9, 0, 0], [0, 0, 0, 0, 4]] {
        assert_eq!(Pentanomial::from(counts).elo(), None);
    }
}

#[test]
fn intervals_are_those_of_the_books() {
    // Wilson's interval for 10 of 20, and for none and all of 10.
    let half = Share::new(10, 20);
    assert!((half.low - 0.2993).abs() < 1e-3 && (half.high - 0.7007).abs() < 1e-3, "{half:?}");
    assert!((Share::new(0, 10).high - 0.2775).abs() < 1e-3);
    assert!((Share::new(10, 10).low - 0.7225).abs() < 1e-3);
    assert!(Share::new(0, 0).high > 0.99);
}

#[test]
fn draws_make_a_score_more_certain() {
    let (drawn, decided) = (Share::of_score(10, 80, 10), Share::of_score(50, 0, 50));
    assert_eq!((drawn.share, decided.share), (0.5, 0.5));
    assert!(drawn.high < decided.high && drawn.interval_contains(0.5));
    assert!(Share::of_score(100, 0, 0).low < 1.0);
}

#[test]
fn means_have_margins() {
    let estimate = Estimate::of(&[1.0, 2.0, 3.0, 4.0]);
    assert!((estimate.mean - 2.5).abs() < 1e-9);
    assert!((estimate.margin - 1.265).abs() < 1e-3, "{estimate:?}");
    assert_eq!(Estimate::of(&[]), Estimate::default());
}

#[test]
fn pairs_with_parts_of_points_count_as_what_they_are() {
    let mut pairs = Pentanomial::default();
    for hundredths in [175, 25, 125, 75, 150, 200] {
        pairs.add(hundredths);
    }
    assert_eq!((pairs.count(), pairs.counts()), (6, [0, 1, 2, 2, 1]));
    // The mean score of a game is 0.625.
    assert_near(pairs.elo().unwrap().value, 88.74, 0.01);
    assert!(pairs.log_likelihood_ratio(0.0, 50.0) > 0.0);
    assert_eq!(serde_json::to_string(&pairs).unwrap(), "[0,1,2,2,1]");
    let share = Share::of_scores(&[(0.25, 3), (0.75, 1)]);
    assert_near(share.share, 0.375, 1e-12);
}
