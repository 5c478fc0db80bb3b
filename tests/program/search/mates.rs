//! Forced wins: `tests/cases/mates` has positions with the shortest one, which a plain proof search has found by trying
//! all moves of both sides.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use weakfish::engine::{Move, Position};
use weakfish::geometry::Side;
use weakfish::model::SetupId;
use weakfish::notation::{fen, uci};
use weakfish_player::search::{Limits, Method, NoTimer, Score, Searcher};

use weakfish_testing::dice::{Dice, times};
use weakfish_testing::games::{game, loaded, weak_games};
use weakfish_testing::random::{choose, game_from_setup, game_from_shuffle, games};

const WINS: &str = include_str!("../../../tests/cases/mates/wins.tsv");

/// Looks for a proof that a side wins, whatever the other one does.
struct Prover {
    us: Side,
    /// How many more positions may be looked at.
    budget: u64,
}

impl Prover {
    /// Whether the side wins within so many plies; `None` if that takes too long to find out.
    fn wins(&mut self, position: &mut Position, plies: u32) -> Option<bool> {
        self.budget = self.budget.checked_sub(1)?;
        if let Some(verdict) = position.verdict() {
            return Some(verdict.winner == Some(self.us) && verdict.worth.is_full());
        }
        let mine = position.turn() == self.us;
        if plies == 0 || !mine && !position.claims().is_empty() {
            return Some(false);
        }
        let moves = position.legal_moves().to_vec();
        for &mv in &moves {
            let undo = position.make(mv);
            let won = self.wins(position, plies - 1);
            position.unmake(undo);
            if won? == mine {
                return Some(mine);
            }
        }
        Some(!mine && !moves.is_empty())
    }
}

/// The plies of the shortest forced win of the side to move, up to `most`, and the moves that begin one.
fn shortest(position: &Position, most: u32, budget: &mut u64) -> Option<(u32, Vec<Move>)> {
    let mut prover = Prover { us: position.turn(), budget: *budget };
    let mut position = position.clone();
    let mut found = None;
    if position.verdict().is_none() {
        for plies in 1..=most {
            let mut first = Vec::new();
            for mv in position.legal_moves() {
                let undo = position.make(mv);
                let won = prover.wins(&mut position, plies - 1);
                position.unmake(undo);
                match won {
                    Some(true) => first.push(mv),
                    Some(false) => {}
                    None => {
                        *budget = 0;
                        return None;
                    }
                }
            }
            if !first.is_empty() {
                found = Some((plies, first));
                break;
            }
        }
    }
    *budget = prover.budget;
    found
}

/// A position with its shortest forced win.
struct Win {
    game: &'static str,
    position: Position,
    plies: u32,
    /// The moves that begin a shortest win, by their texts.
    first: BTreeSet<&'static str>,
}

fn wins() -> Vec<Win> {
    let lines = WINS.lines().filter(|line| !line.starts_with('#') && !line.starts_with("game\t"));
    let read = |line: &'static str| {
        let [name, setup, text, plies, moves] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let game = game(name);
        let setup = game.variant().setup_named(setup).expect(line);
        let position = fen::read(&game, setup, text).unwrap_or_else(|problems| panic!("{line}: {problems:?}"));
        Win { game: name, position, plies: plies.parse().expect(line), first: moves.split(' ').collect() }
    };
    lines.map(read).collect()
}

/// What a search says of a position must be true: no win that is nearer than the nearest, no loss, and a nearest win
/// begins as it must. The depth at which that is found, if it is.
fn depth_of_win(searcher: &mut Searcher, win: &Win, nodes: Option<u64>) -> Option<u32> {
    let Win { game, position, plies, first } = win;
    let name = fen::write(position);
    let mut limits = Limits::default();
    (limits.nodes, limits.mate) = (nodes, Some(*plies));
    if nodes.is_none() {
        limits.depth = Some(*plies);
    }
    let mut found = None;
    searcher.clear();
    searcher.search(position, &limits, &NoTimer, &mut |report| {
        assert!(found.is_none(), "{game} {name}: the search goes on after the win");
        let best = &report.lines[0];
        match best.score {
            Score::Win(claimed) if u32::from(claimed) == *plies => {
                let mv = uci::write(position, best.moves[0]);
                assert!(first.contains(&*mv), "{game} {name}: {mv} does not win in {plies} plies");
                found = Some(report.depth);
            }
            Score::Win(claimed) => {
                assert!(u32::from(claimed) > *plies, "{game} {name}: a win in {claimed} plies, but it takes {plies}");
            }
            Score::Loss(claimed) => panic!("{game} {name}: lost in {claimed} plies, but won in {plies}"),
            Score::Centipawns(_) => {}
        }
    });
    found
}

/// Looks at each position with a searcher of its game.
fn each_win(method: Method, mut look: impl FnMut(&mut Searcher, &Win)) {
    let wins = wins();
    assert!(wins.len() >= 200, "only {} wins", wins.len());
    let mut last: Option<(&str, Searcher)> = None;
    for win in &wins {
        let (of, mut searcher) = last.take().filter(|(of, _)| *of == win.game).unwrap_or_else(|| {
            let mut searcher = Searcher::new(win.position.game());
            searcher.set_hash_bytes(1 << 20);
            searcher.set_method(method);
            (win.game, searcher)
        });
        look(&mut searcher, win);
        last = Some((of, searcher));
    }
}

#[test]
fn looking_at_everything_finds_each_win_at_its_distance() {
    // To look at all lines of five plies takes long; with `WEAKFISH_TIMES` it is done for all.
    let most = if times() > 1 { u32::MAX } else { 4 };
    each_win(Method::EXHAUSTIVE.with_table(true).with_ordering(true), |searcher, win| {
        if win.plies > most {
            return;
        }
        let found = depth_of_win(searcher, win, None);
        assert_eq!(found, Some(win.plies), "{} {}", win.game, fen::write(&win.position));
    });
}

#[test]
fn playing_finds_wins_and_their_distance() {
    /// A search that leaves out what looks bad finds some wins late: quiet sacrifices, and waiting moves where it has
    /// more to gain elsewhere.
    const NODES: u64 = 10_000;
    const PERCENT: u32 = 75;
    let (mut later, mut late, mut all) = (BTreeMap::<u32, u32>::new(), 0, 0);
    each_win(Method::PLAYING, |searcher, win| {
        let Win { game, position, plies, .. } = win;
        all += 1;
        if let Some(depth) = depth_of_win(searcher, win, Some(NODES * times())) {
            *later.entry(depth.saturating_sub(*plies)).or_default() += 1;
        } else {
            println!("{game} {}: no win in {plies} plies after {} nodes", fen::write(position), NODES * times());
            late += 1;
        }
    });
    println!("plies beyond the distance at which wins are found, and how many: {later:?}; not found: {late} of {all}");
    assert!(late * 100 <= (100 - PERCENT) * all, "{late} of {all} wins are not found");
}

#[test]
fn a_win_that_comes_after_a_draw_can_be_claimed_is_none() {
    let game = game("fide");
    let mut searcher = Searcher::new(&game);
    let mut limits = Limits::default();
    limits.depth = Some(7);
    // Mate in five plies, before which White can claim if it is late. What is known from one search is nothing to the other.
    for (halfmove, won) in [(97, false), (35, true), (97, false)] {
        let text = format!("6k1/4n3/8/8/1q6/8/8/K7 b - - {halfmove} 73");
        let position = fen::read(&game, SetupId(0), &text).unwrap();
        let mut budget = u64::MAX;
        assert_eq!(shortest(&position, 5, &mut budget).is_some(), won, "{text}");
        let mut scores = Vec::new();
        searcher.search(&position, &limits, &NoTimer, &mut |report| scores.push(report.lines[0].score));
        assert_eq!(scores.contains(&Score::Win(5)), won, "{text}: {scores:?}");
        assert!(won || scores.iter().all(|score| matches!(score, Score::Centipawns(_))), "{text}: {scores:?}");
    }
}

#[test]
fn a_whole_point_is_better_than_a_part_of_one_and_that_than_a_draw() {
    let text = "game \"Cheap\" extends fide\nendings\n  bared, not to move: loses 0.25\n  the rest: inherited\n";
    let game = loaded("cheap", text);
    let mut searcher = Searcher::new(&game);
    let mut limits = Limits::default();
    limits.depth = Some(5);
    let mut look = |text: &str| {
        let position = fen::read(&game, SetupId(0), text).unwrap();
        let line = searcher.search(&position, &limits, &NoTimer, &mut |_| ()).remove(0);
        (uci::write(&position, line.moves[0]), line.score.to_string(), line.score.end())
    };
    // White can take the last man, or give mate.
    let (_, score, end) = look("7k/8/6K1/8/8/1B6/n7/2R5 w - - 0 1");
    assert_eq!((score.as_str(), end), ("win in 1 ply", Some((100, 1))));
    let bare = ("a1a2".to_owned(), "scores 0.75 in 2 plies".to_owned(), Some((75, 2)));
    assert_eq!(look("7k/8/8/8/8/8/n7/K2R4 w - - 0 1"), bare);
    let (_, score, end) = look("7k/8/8/8/8/8/n7/K2R4 b - - 0 1");
    assert!(end.is_none_or(|(score, _)| score == 25), "{score}");
}

#[test]
fn the_wins_are_wins() {
    // The whole proof takes long; with `WEAKFISH_TIMES` it is done for all.
    let mut proved = 0;
    for Win { game, position, plies, first } in wins() {
        let mut budget = if times() > 1 { u64::MAX } else { 4_000 };
        let Some((shortest, moves)) = shortest(&position, plies, &mut budget) else {
            assert!(budget == 0, "{game} {}: no win in {plies} plies", fen::write(&position));
            continue;
        };
        let moves: BTreeSet<String> = moves.into_iter().map(|mv| uci::write(&position, mv)).collect();
        assert_eq!(shortest, plies, "{game} {}", fen::write(&position));
        assert_eq!(
            moves.iter().map(String::as_str).collect::<BTreeSet<_>>(),
            first,
            "{game} {}",
            fen::write(&position)
        );
        proved += 1;
    }
    assert!(proved >= 50, "{proved}");
}

/// Positions of a game played at random, near its end and with few men.
fn candidates(dice: &mut Dice, number: usize) -> Vec<Position> {
    let played = if dice.percent(85) {
        game_from_shuffle(dice, number..number + 1, 120)
    } else {
        game_from_setup(dice, number..number + 1, 200)
    };
    let mut position = games()[number].start(&played);
    let mut line = vec![position.clone()];
    for choice in &played.choices {
        let moves = uci::legal_moves(&position);
        let Some((_, mv)) = choose(&position, &moves, |(_, mv)| *mv, *choice, None) else { break };
        if position.play(*mv).is_err() {
            break;
        }
        line.push(position.clone());
    }
    line.into_iter().rev().take(8).collect()
}

/// Writes `tests/cases/mates/wins.tsv` anew.
#[test]
#[ignore = "it takes some minutes, and what it finds is kept"]
fn find_wins() {
    /// So many of each distance are kept of a game, and so many plies are the most.
    const WANTED: [usize; 6] = [0, 0, 2, 4, 2, 4];
    let mut page = String::from(
        "# Shortest forced wins of the side to move, found by `search::mates::find_wins`, which tries all moves.\n\
         # The last column has all moves that begin one of them.\n\
         game\tsetup\tfen\tplies\tmoves\n",
    );
    let built_in =
        games().iter().enumerate().filter(|(_, tested)| weakfish::builtin::names().any(|name| name == tested.name));
    assert!(weak_games().count() <= built_in.clone().count());
    for (number, tested) in built_in {
        let mut found: [Vec<String>; 6] = Default::default();
        let mut known = BTreeSet::new();
        let mut left: u64 = 12_000_000;
        for case in 0..3000 {
            let full = (2..6).all(|plies| found[plies].len() >= WANTED[plies]);
            if full || left == 0 {
                break;
            }
            for position in candidates(&mut Dice::new(number as u64 * 100_000 + case), number) {
                // What the position remembers of earlier ones is no part of its text.
                let text = fen::write(&position);
                let setup = position.arrangement().setup;
                let Ok(position) = fen::read(&tested.engine, setup, &text) else { continue };
                let few = position.perft(2) < 250;
                let mut budget = left.min(if few { 400_000 } else { 30_000 });
                let before = budget;
                let won = shortest(&position, if few { 5 } else { 3 }, &mut budget);
                left = left.saturating_sub(before - budget);
                let Some((plies, first)) = won else { continue };
                let place = &mut found[plies as usize];
                if plies < 2 || place.len() >= WANTED[plies as usize] || !known.insert(case) {
                    continue;
                }
                let moves: Vec<String> = first.iter().map(|&mv| uci::write(&position, mv)).collect();
                let setup = &tested.engine.variant().setups[usize::from(setup.0)].name;
                place.push(format!("{}\t{setup}\t{text}\t{plies}\t{}\n", tested.name, moves.join(" ")));
            }
        }
        println!("{}: {:?}", tested.name, found.iter().map(Vec::len).collect::<Vec<_>>());
        for line in found.iter().flatten() {
            write!(page, "{line}").unwrap();
        }
    }
    let file = weakfish_testing::root().join("tests/cases/mates/wins.tsv");
    std::fs::write(file, page).unwrap();
}
