//! Games that are not built in run from one file each, with the parts there are.

use weakfish::model::SetupId;
use weakfish::notation;

use weakfish_testing::counts;
use weakfish_testing::dice::times;
use weakfish_testing::games::one_file_games;
use weakfish_testing::naive;

/// What outside programs count from the starting positions.
const COUNTS: &str = include_str!("../../perft/others.tsv");

/// Longer counts than some times this are left to the engine alone: `naive_agreement` plays these games, too.
const MAX_NODES: u64 = 3000;

#[test]
fn every_game_moves_as_the_naive_generator_has_it() {
    for (name, game) in one_file_games() {
        let start = game.start();
        let oracle = naive::Game::new(game.variant(), SetupId::default());
        let position = naive::Position::from_fen(&oracle, &notation::fen::write(&start)).unwrap();
        let depths = (1..=3).take_while(|&depth| depth == 1 || start.perft(depth - 1) * 30 < MAX_NODES * times());
        for depth in depths {
            assert_eq!(start.perft(depth), position.perft(depth), "{name} at depth {depth}");
        }
    }
}

#[test]
fn every_game_counts_as_outside_programs_do() {
    let games = one_file_games();
    let lines = COUNTS.lines().filter(|line| !line.starts_with('#')).skip(1);
    for line in lines {
        let columns: Vec<&str> = line.split('\t').collect();
        let [name, depth, nodes, _] = columns[..] else { panic!("{line}") };
        let (_, game) = games.iter().find(|(known, _)| known == name).expect(name);
        let start = game.start();
        assert_eq!(start.perft(depth.parse().unwrap()), nodes.parse::<u64>().unwrap(), "{name}");
    }
}

#[test]
fn a_king_who_is_not_royal_castles_as_soon_as_nobody_stands_between() {
    let games = one_file_games();
    let (_, game) = games.iter().find(|(name, _)| name == "extinction").unwrap();
    // Nine moves of the queen on b1 open the way; she may also take the rook.
    let fen = "rnb1kbnr/1p1pp1p1/p4p2/6Pp/3pP3/4BP1N/P3Q1BP/Rq2K1R1 b Qkq - 3 12";
    let position = notation::fen::read(game, SetupId::default(), fen).unwrap();
    counts::check_perft_two(&position);
    assert_eq!(position.perft(2), 1045);
}

#[test]
fn a_man_who_attacks_nobody_may_bar_squares_to_a_royal_one() {
    // Nobody attacks as a camel leaps, so what the King's safety depends on says nothing of it.
    let text = include_str!("../../data/shunned.variant");
    let game = weakfish::load(&weakfish::source::Source::new("shunned", text), &weakfish::BuiltIns)
        .unwrap_or_else(|report| panic!("{report:?}"));
    for square in game.variant().board.squares() {
        for turn in [weakfish::geometry::Side::White, weakfish::geometry::Side::Black] {
            let mut arrangement = game.start().arrangement();
            arrangement.turn = turn;
            let fool = arrangement.men.iter_mut().find(|man| !game.variant().kind(man.kind).royal).unwrap();
            fool.square = square;
            let Ok(position) = game.position(&arrangement) else { continue };
            counts::check_perft_two(&position);
        }
    }
}
