//! Games and lengths that are refused, and observers that stop.

use weakfish_solve::{
    Aim, Claim, Games, Goal, Length, Options, Problem, Prover, SolveError, Stipulation, Unsupported, solve,
};
use weakfish_testing::games::{game, loaded};

#[test]
fn lengths_are_numbers_of_moves() {
    for (text, halves) in [("1", 2), ("2.5", 5), ("0.5", 1), ("3.0", 6), ("99", 198)] {
        assert_eq!(Length::parse(text), Some(Length::halves(halves)));
    }
    for text in ["", "x", "1/2", "2.25", ".5", "-1", "+1", "100", "1.", "2.5.5"] {
        assert_eq!(Length::parse(text), None, "{text}");
    }
    assert_eq!((Length::halves(5).to_string(), Length::moves(3).to_string()), ("2.5".to_owned(), "3".to_owned()));
}

#[test]
fn games_that_leave_no_place_for_a_question_are_refused() {
    let ask = |name: &str, stipulation, halves| {
        let problem = Problem { aim: Aim::Win, stipulation, length: Length::halves(halves) };
        solve(&game(name).start(), problem, &Options::default(), &mut |_| true).err()
    };
    let refused = |reason| Some(SolveError::Unsupported(reason));
    for stipulation in [Stipulation::Help, Stipulation::Series, Stipulation::SeriesHelp] {
        assert_eq!(ask("marseillais", stipulation, 2), refused(Unsupported::SeveralMovesInTurn));
    }
    assert_eq!(ask("marseillais", Stipulation::Direct, 2), None);
    // The side that is left out would pass, which counts.
    let text = "game \"Passes\" extends fide\n\nrules\n  passing: allowed\n\nendings\n  both pass: draw\n  the rest:  inherited\n";
    let passes = loaded("passes.variant", text).start();
    for (stipulation, reason) in [
        (Stipulation::Series, refused(Unsupported::NoNullMoves)),
        (Stipulation::SeriesHelp, refused(Unsupported::NoNullMoves)),
        (Stipulation::Help, None),
    ] {
        let problem = Problem { aim: Aim::Win, stipulation, length: Length::moves(1) };
        assert_eq!(solve(&passes, problem, &Options::default(), &mut |_| true).err(), reason, "{stipulation:?}");
    }
    for (stipulation, halves) in [
        (Stipulation::Direct, 1),
        (Stipulation::SelfMate, 1),
        (Stipulation::Help, 0),
        (Stipulation::Series, 3),
        (Stipulation::SeriesHelp, 1),
        (Stipulation::Direct, 200),
        (Stipulation::Series, u16::MAX - 1),
    ] {
        assert_eq!(ask("fide", stipulation, halves), refused(Unsupported::Length), "{stipulation:?}");
    }
    let start = game("feeble").start();
    let prover = Prover::new(&start, Claim::Wins(start.turn()), &Options::default());
    assert_eq!(prover.err(), refused(Unsupported::RepetitionIllegal));
    let text = "game \"Claims\" extends fide\n\nendings\n  bared, not to move: loses on claim\n  the rest: inherited\n";
    let claims = loaded("claims.variant", text).start();
    assert_eq!(Games::new(&claims, &Goal::Endings, &Options::default()).err(), refused(Unsupported::WinsOnClaim));
}

#[test]
fn observers_stop_every_search() {
    let start = game("fide").start();
    let stop = &mut |_| false;
    let problem = |stipulation| Problem { aim: Aim::Win, stipulation, length: Length::moves(4) };
    for stipulation in [Stipulation::Direct, Stipulation::SelfMate, Stipulation::Help, Stipulation::Series] {
        let stopped = solve(&start, problem(stipulation), &Options::default(), stop);
        assert_eq!(stopped.err(), Some(SolveError::Interrupted), "{stipulation:?}");
    }
    let mut games = Games::new(&start, &Goal::Endings, &Options::default()).unwrap();
    assert_eq!(games.count(6, stop).err(), Some(SolveError::Interrupted));
    let mut prover = Prover::new(&start, Claim::Wins(start.turn()), &Options::default()).unwrap();
    assert_eq!(prover.search(100_000, stop).err(), Some(SolveError::Interrupted));
}
