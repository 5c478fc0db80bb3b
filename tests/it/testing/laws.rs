//! The laws that `weakfish test` holds without being told: shipped games keep them, and what breaks them is found.

use weakfish::testing::laws::{Law, LawResult, Laws, Trials, Verdict, run};

use weakfish_testing::games::{game, loaded, one_file_games, weak_games};

fn verdict(results: &[LawResult], law: Law) -> &Verdict {
    &results.iter().find(|result| result.law == law).unwrap().verdict
}

#[test]
fn shipped_games_keep_the_laws() {
    let weak = weak_games().map(|name| (name.to_owned(), game(name)));
    let mut alike = Vec::new();
    for (name, game) in weak.chain(one_file_games().iter().cloned()) {
        // Where any man can go anywhere to finish the game, each look at a position takes long.
        let long = game.variant().rules.finishing_move.is_some() || game.variant().board.len() > 128;
        let trials =
            Trials { games: if long { 1 } else { 3 }, plies: if long { 60 } else { 1000 }, ..Trials::default() };
        let mut laws = Laws::new(&game, trials);
        while laws.play_one() {}
        for LawResult { law, verdict, .. } in laws.results() {
            let broken = matches!(verdict, Verdict::Broken(_)) && !(long && law == Law::Ends);
            assert!(!broken, "{name}: {}: {verdict:#?}", law.name());
        }
        let tally = laws.tally();
        let ended = tally.white + tally.black + tally.draws + tally.claims + tally.unfinished;
        assert_eq!(ended, trials.games, "{name}: {tally:?}");
        println!("{name}: {tally:?}");
        if *verdict(&laws.results(), Law::Symmetry) == Verdict::Holds {
            alike.push(name);
        }
    }
    println!("alike: {alike:?}");
    for (name, expected) in [
        ("fide", true),
        ("feeble", true),
        ("makruk", true),
        ("janus", true),
        ("capablanca", true),
        ("ploy", true),
        ("foolish-king", false),
        ("chigorin", false),
        ("horde", false),
        ("monster", false),
        ("racing-kings", false),
        // Black has a point and a half more.
        ("janggi", false),
        // Kings stand aside of each other.
        ("courier", true),
    ] {
        assert_eq!(alike.iter().any(|other| other == name), expected, "{name}: {alike:?}");
    }
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let game = game("weakest");
    let tally = |seed| {
        let mut laws = Laws::new(&game, Trials { games: 3, seed, ..Trials::default() });
        while laws.play_one() {}
        laws.tally()
    };
    assert_eq!(tally(0), tally(0));
    assert_ne!(tally(0), tally(1));
    assert!(!Laws::new(&game, Trials { games: 0, ..Trials::default() }).play_one());
}

#[test]
fn work_is_bounded_and_every_game_has_a_share() {
    let game = game("fide");
    let positions = |work| {
        let mut laws = Laws::new(&game, Trials { games: 4, plies: 200, every: 4, seed: 0, work });
        let each: Vec<u64> = std::iter::from_fn(|| laws.play_one().then(|| laws.tally().positions)).collect();
        (laws.tally().plies, each)
    };
    let (plies, each) = positions(u64::MAX);
    assert!(each[3] > 4 * 20, "{each:?}");
    // The start has twenty moves, and men of one state.
    assert_eq!(positions(0), (plies, vec![1, 2, 3, 4]));
    let (same, few) = positions(4 * 2000);
    assert!(same == plies && few[0] > 1 && few[3] > few[2] + 1 && few[3] < 4 * 8, "{few:?}");
}

#[test]
fn parts_that_turn_alone_are_read_back() {
    let text = "game \"Three Parts\" extends fide\nmen\n  R rook: short fW + long rfN + far fD, short turns 45, \
                long turns 45, far turns 45\nrules\n  castling: none\n  promotion of P: on last rank, to Q\n";
    let results = run(&loaded("three-parts.variant", text), Trials { games: 1, plies: 20, ..Trials::default() });
    for law in [Law::MovesOfPeople, Law::MovesOfPrograms, Law::Positions, Law::Symmetry] {
        assert_eq!(*verdict(&results, law), Verdict::Holds, "{results:#?}");
    }
}

#[test]
fn a_game_without_an_end_is_found() {
    let text = "game \"Endless\"\nboard: 4x4\nfirst: white\nblack: mirrors white\nmen\n  W wazir: mW\n\
        setup standard\n  w . . w\n  . . . .\n  . . . .\n  W . . W\nendings\n  stalemated: loses\n";
    let results = run(&loaded("endless.variant", text), Trials { plies: 200, ..Trials::default() });
    let Verdict::Broken(example) = verdict(&results, Law::Ends) else { panic!("{results:#?}") };
    assert_eq!(example.moves.len(), 200);
    assert_eq!(example.setup, "standard");
    assert!(example.what.contains("8 games") && example.what.contains("200 plies"), "{}", example.what);
    assert!(results.iter().filter(|result| result.law != Law::Ends).all(|result| result.verdict == Verdict::Holds));
    // Where a player can claim a draw, the game can end.
    let text = text.replace("stalemated: loses", "stalemated: loses\n  position 3 times: draw on claim");
    let results = run(&loaded("endless.variant", &text), Trials { plies: 200, ..Trials::default() });
    assert_eq!(*verdict(&results, Law::Ends), Verdict::Holds);
}

#[test]
fn sides_that_differ_are_not_compared() {
    let text = "game \"Other Aims\" extends fide\n";
    for (more, what) in [
        ("endings\n  white stalemated: wins\n  the rest: inherited\n", "some endings differ"),
        ("rules\n  white castling: none\n", "some rules differ"),
        ("rules\n  promotion of P: on rank 8, to Q\n", "some rules differ"),
        (
            "men\n  all men but K: when captured goes to the captor's hand\nrules\n  drop of P: on rank 3\n",
            "some rules differ",
        ),
        ("regions\n  hill: d4 to e4\nendings\n  K on hill: wins\n  the rest: inherited\n", "the board differs"),
        ("men\n  white Q queen: RN\n", "some men are of one side"),
        ("men\n  N knight: N, when arriving on rank 4 becomes B\n", "some men differ"),
        ("men\n  Q queen: Q, when arriving on rank 6 dies\n", "some men differ"),
        ("men\n  Q queen: Q, when arriving on e5 destroys P or N next to it\n", "some men differ"),
        ("men\n  Q queen: Q, when arriving on rank 5 to 8 converts enemy P next to it\n", "some men differ"),
        ("setup odds: standard with empty a1\n", "the setup differs"),
    ] {
        let game = loaded("other-aims.variant", &format!("{text}{more}"));
        let results = run(&game, Trials { games: 1, plies: 40, ..Trials::default() });
        assert_eq!(*verdict(&results, Law::Symmetry), Verdict::LeftOut(what.to_owned()), "{more}");
    }
}

#[test]
fn squares_of_effects_may_be_the_same_for_both_sides() {
    for place in ["own rank 4", "rank 4 to 5", "file a", "e4 or e5"] {
        let text = format!("game \"Arrivals\" extends fide\nmen\n  N knight: N, when arriving on {place} becomes B\n");
        let results = run(&loaded("arrivals.variant", &text), Trials { games: 2, plies: 60, ..Trials::default() });
        assert_eq!(*verdict(&results, Law::Symmetry), Verdict::Holds, "{place}");
    }
}
