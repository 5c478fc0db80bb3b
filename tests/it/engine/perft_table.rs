//! Counts with a table and by several threads are the same as those without, whatever the rules look back at.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use weakfish::engine::{Arrangement, Game, Perft, PerftTable, Position};
use weakfish::geometry::PerSide;
use weakfish::model::{Condition, Ending, GameResult, SetupId};
use weakfish::notation::fen;
use weakfish::source::Source;
use weakfish::{BuiltIns, load};

use weakfish_testing::definition::definition;
use weakfish_testing::dice::{Dice, cases, times};
use weakfish_testing::games::{game, loaded, one_file_games, weak_games};

#[path = "../../../crates/engine/src/engine/perft_bucket.rs"]
mod perft_bucket;

use perft_bucket::{Bucket, Entry, Key};

/// Small games whose counters matter soon, and two that look at earlier positions, where no table is used: how the King
/// and the Rook move, what the rules are, what ends a game.
const SMALL: [[&str; 4]; 14] = [
    ["K, royal", "W, when moving may turn 45", "repetition: forbidden", ""],
    ["K, royal", "fWbF", "long step of R: 2 squares from own rank 1 to 2", "7 plies without progress, to move: loses"],
    ["W, royal, turns 45", "fW, turns 90", "", "9 plies without progress, to move: wins"],
    ["fW, royal, turns 45", "W", "must move: every 3 turns", ""],
    ["K, royal", "fWbF, flips m/c", "must move: every 2 turns", ""],
    ["K, royal", "R, when moving may turn any", "passing: allowed", ""],
    ["K, royal", "fW, turns 90", "turn: 2 moves, the first 1, ends by check", ""],
    ["W, royal", "fF, turns 90", "", "position 2 times: draw\n  9 plies without progress, to move: wins"],
    ["W, royal", "W", "turn: 1 longer than the opponent's last", "3 series without progress, to move: loses"],
    ["W, royal", "fWbF, turns 90", "turn: 3 moves, the first 1\n  passing: allowed", "2 checks given: wins"],
    [
        "W, royal",
        "fW, turns 90",
        "turn: 2 moves, the first 1\n  must move: every 3 turns",
        "5 series without progress, to move: wins",
    ],
    [
        "K, royal",
        "W, when captured goes to the captor's hand",
        "drop of R: not on a file with 1 R or more, not to checkmate",
        "9 plies without progress, to move: wins",
    ],
    ["K, royal", "fWbF, when captured goes to its owner's hand", "drop of R: on own rank 1 to 2, compulsory", ""],
    ["W, royal", "R, when captured goes to the captor's hand", "drop of R: not to check", "3 R or more: wins"],
];

/// One of these games on its own little board.
fn small([king, rook, rules, endings]: [&str; 4]) -> Game {
    let board = "board: 4x4\nfirst: white\nblack: mirrors white";
    let men = format!("men\n  K king: {king}\n  R rook: {rook}");
    let setup = "setup standard\n  r . k .\n  . . . .\n  . . . .\n  R . K .";
    let sheet = format!(
        "{board}\n{men}\n{setup}\nrules\n  {rules}\nendings\n  {endings}\n  checkmated: loses\n  stalemated: loses\n"
    );
    let mut variant = loaded("small", &format!("game \"Small\"\n{sheet}")).variant().clone();
    // No definition says so, but a model can: whoever has to move in a position that has stood before has won.
    let repeated = |ending: &&mut Ending| matches!(ending.condition, Condition::Position { .. });
    variant.endings.iter_mut().filter(repeated).for_each(|ending| ending.result = GameResult::Wins);
    Game::compile(variant).unwrap()
}

/// Tables that have been used before, of a few entries, of many, and of enough.
struct Tables([PerftTable; 3]);

impl Tables {
    fn new(game: &Game) -> Self {
        Self([0, 1, 4].map(|mebibytes| PerftTable::new(game, mebibytes).unwrap()))
    }

    /// Counts a position in all ways.
    fn count(&self, position: &Position, depth: u32, dice: &mut Dice) {
        let nodes = position.perft(depth);
        let told = |text: String| format!("{text}, depth {depth}, {}", fen::write(position));
        for table in &self.0 {
            let threads = dice.between(1, 3);
            let perft = Perft::new(depth).threads(threads).table(table);
            assert_eq!(perft.count(position), nodes, "{}", told(format!("with a table and {threads} threads")));
        }
        let perft = Perft::new(depth).threads(2);
        assert_eq!(perft.divide(position), position.divide(depth), "{}", told("by two threads".to_owned()));
    }
}

/// The greatest depth to which there are about so many sequences at most.
fn deep(position: &Position, most: u64) -> u32 {
    let mut last = 1;
    for depth in 1..20 {
        let nodes = position.perft(depth);
        if nodes == 0 || nodes * (nodes / last).max(2) > most {
            return depth;
        }
        last = nodes;
    }
    20
}

/// Positions that look the same, and differ in what came before them.
fn twins(position: &Position, dice: &mut Dice) -> Vec<Position> {
    let game = position.game();
    let rules = &game.variant().rules;
    let arrangement = position.arrangement();
    let mut twins = vec![arrangement.clone()];
    let mut twin = |change: &dyn Fn(&mut Arrangement)| {
        let mut other = arrangement.clone();
        change(&mut other);
        twins.push(other);
    };
    let later = dice.pick(&[1, 5, 8, 95, 98, 99, 145, 148, 149, 195, 198, 199]);
    twin(&|other| other.halfmove = later);
    let fullmove = if arrangement.fullmove == 1 { 9 } else { 1 };
    twin(&|other| other.fullmove = fullmove);
    let setup = SetupId(dice.below(game.variant().setups.len()) as u8);
    twin(&|other| other.setup = setup);
    let still = rules.must_move.map_or(1, usize::from);
    let still = PerSide::new(dice.below(still) as u8, dice.below(still) as u8);
    twin(&|other| other.stationary_run = still);
    let quiet = dice.pick(&[1, 2, 8, 9]);
    twin(&|other| other.quiet_series = quiet);
    let last = dice.between(1, 4) as u16;
    twin(&|other| other.last_series = last);
    let checks = PerSide::new(dice.below(3) as u8, dice.below(3) as u8);
    twin(&|other| other.checks = checks);
    let passes = dice.below(2) as u8;
    twin(&|other| other.passes = passes);
    let counted = dice.between(0, 12) as u16;
    twin(&|other| (other.counted, other.count_limit) = (counted, 8));
    twin(&|other| (other.counted, other.count_limit) = (0, 0));
    twin(&|other| other.en_passant.clear());
    let held = PerSide::from_fn(|side| {
        let kinds = game.variant().kinds_in_hand(side).into_iter();
        kinds.map(|kind| (kind, dice.below(3) as u16)).filter(|&(_, count)| count > 0).collect()
    });
    twin(&|other| other.hands = held.clone());
    twins.iter().filter_map(|twin| game.position(twin).ok()).collect()
}

/// Plays at random, often to and fro, and counts the positions on the way with what looks like them.
fn walk(game: &Game, plies: usize, most: u64, dice: &mut Dice) {
    let tables = Tables::new(game);
    let setup = SetupId(dice.below(game.variant().setups.len()) as u8);
    let mut position = game.start_of(setup);
    let rest = dice.between(1, plies);
    for ply in 0..=plies {
        if ply % rest == 0 {
            let depth = deep(&position, most);
            tables.count(&position, depth, dice);
            for twin in twins(&position, dice) {
                tables.count(&twin, depth, dice);
            }
        }
        let mut moves = position.legal_moves().to_vec();
        if dice.percent(60) {
            moves.retain(|&mv| !position.is_capture(mv));
        }
        if moves.is_empty() || position.outcome().is_some() {
            break;
        }
        position.play(dice.pick(&moves)).unwrap();
    }
}

#[test]
fn built_in_games_count_the_same() {
    for (number, name) in (0..).zip(weak_games()) {
        let game = game(name);
        // A game with moves that must end it is slow to count.
        let most = if game.variant().rules.finishing_move.is_some() { 300 } else { 6000 };
        for round in cases(1) {
            walk(&game, 60, most, &mut Dice::new(100 * number + round));
        }
    }
}

#[test]
fn games_of_one_file_count_the_same() {
    assert!(!one_file_games().is_empty());
    for (number, (_, game)) in (0..).zip(one_file_games()) {
        for round in cases(1) {
            walk(game, 40, 3000, &mut Dice::new(1000 + 100 * number + round));
        }
    }
}

/// Pawns about to promote, to whatever stood at the start.
#[test]
fn setups_are_told_apart() {
    let game = game("feeble");
    let table = PerftTable::new(&game, 1).unwrap();
    let setups = 0..game.variant().setups.len() as u8;
    let mut counts: Vec<u64> = Vec::new();
    for setup in setups.map(SetupId) {
        let position = fen::read(&game, setup, "4k{s}3/1P6/8/8/8/8/1p6/4K{n}3 w - - 0 1").unwrap();
        counts.push(Perft::new(4).table(&table).count(&position));
        assert_eq!(counts.last(), Some(&position.perft(4)));
    }
    counts.dedup();
    assert!(counts.len() > 1);
}

/// A table is left alone by another game, even by the same one compiled again.
#[test]
fn games_are_told_apart() {
    let counts = ["fide", "grid"].map(|name| {
        let game = game(name);
        (game.start(), PerftTable::new(&game, 1).unwrap())
    });
    for (_, table) in &counts {
        for (start, _) in &counts {
            assert_eq!(Perft::new(3).table(table).count(start), start.perft(3));
        }
    }
}

/// With a table the counts can be greater than numbers of 64 bits are.
#[test]
fn a_count_beyond_all_numbers_is_the_greatest_one() {
    let game = game("fide");
    let position = fen::read(&game, SetupId(0), "k7/8/8/8/8/8/8/K7 w - - 0 1").unwrap();
    let table = PerftTable::new(&game, 8).unwrap();
    let perft = |depth| Perft::new(depth).table(&table);
    assert_eq!(perft(6).count(&position), position.perft(6));
    assert!(perft(20).count(&position) < u64::MAX);
    assert_eq!(perft(40).count(&position), u64::MAX);
    assert!(perft(40).threads(2).divide(&position).iter().all(|&(_, nodes)| nodes == u64::MAX));
}

/// Two men that can only go to and fro.
#[test]
fn a_count_may_be_as_deep_as_one_likes() {
    let setup = "setup standard\n  . r\n  R .";
    let sheet = format!(
        "board: 2x2\nfirst: white\nblack: mirrors white\nmen\n  R rook: fWbW\n{setup}\nendings\n  no R: loses\n  stalemated: draw\n"
    );
    let game = loaded("corridor", &format!("game \"Corridor\"\n{sheet}"));
    let start = game.start();
    let table = PerftTable::new(&game, 1).unwrap();
    for depth in [99, 100, 101, 102, 100_000] {
        assert_eq!(start.perft(depth), 1);
        assert_eq!(Perft::new(depth).table(&table).threads(2).count(&start), 1);
    }
}

#[test]
fn games_in_which_the_past_matters_soon_count_the_same() {
    for (number, parts) in (0..).zip(SMALL) {
        let game = small(parts);
        for round in cases(1) {
            walk(&game, 20, 8000, &mut Dice::new(5000 + 100 * number + round));
        }
    }
}

#[test]
fn games_put_together_at_random_count_the_same() {
    let mut games = 0_u64;
    for number in cases(36) {
        let mut dice = Dice::new(number);
        let text = definition(&mut dice).text;
        if let Ok(game) = load(&Source::new("combination", text), &BuiltIns) {
            let most = if game.variant().rules.finishing_move.is_some() { 300 } else { 2000 };
            walk(&game, 30, most, &mut dice);
            games += 1;
        }
    }
    assert!(games > 7 * times(), "{games}");
}

/// A count that takes hours ends when it is told to, with or without a table, which keeps no part of it.
#[test]
fn a_stopped_count_ends_and_leaves_nothing() {
    let games = [game("fide"), game("los-alamos"), small(SMALL[11])];
    for game in games {
        let start = game.start();
        let table = PerftTable::new(&game, 4).unwrap();
        for depth in [40, 4_000] {
            for threads in [1, 2] {
                for perft in [Perft::new(depth), Perft::new(depth).bulk(false), Perft::new(depth).table(&table)] {
                    let stop = AtomicBool::new(false);
                    let ended = thread::scope(|scope| {
                        let count = scope.spawn(|| {
                            perft.threads(threads).stop(&stop).count(&start);
                            Instant::now()
                        });
                        thread::sleep(Duration::from_millis(20));
                        let told = Instant::now();
                        stop.store(true, Ordering::Relaxed);
                        count.join().unwrap().saturating_duration_since(told)
                    });
                    // A hundredth of that where the machine has nothing else to do.
                    assert!(ended < Duration::from_secs(10), "{game:?}: {ended:?} to end a count of {depth} plies");
                }
            }
        }
        assert_eq!(Perft::new(3).table(&table).count(&start), start.perft(3));
        assert_eq!(Perft::new(4).table(&table).count(&start), start.perft(4));
    }
}

const MINE: Key = Key { first: 1 << 63 | 5, second: 77 };
const OTHER: Key = Key { first: 1 << 63 | 5, second: 78 };

#[test]
fn an_entry_written_in_part_is_nobodys() {
    let written = |key, count| {
        let entry = Entry::default();
        entry.put(key, count);
        entry
    };
    let (mine, other) = (written(MINE, 1000), written(OTHER, 2000));
    assert_eq!((mine.get(MINE), other.get(OTHER)), (Some(1000), Some(2000)));
    // Every mixture of the two entries, other than the entries themselves.
    for parts in 1..7 {
        let part = |number: u32, word: fn(&Entry) -> &AtomicU64| {
            let from = if parts >> number & 1 == 1 { &mine } else { &other };
            AtomicU64::new(word(from).load(Ordering::Relaxed))
        };
        let torn = Entry {
            first: part(0, |entry| &entry.first),
            second: part(1, |entry| &entry.second),
            count: part(2, |entry| &entry.count),
        };
        assert_eq!((torn.get(MINE), torn.get(OTHER)), (None, None), "{parts:b}");
    }
}

#[test]
fn big_counts_are_kept_and_new_ones_find_room() {
    let bucket = Bucket::default();
    let key = |number: u64| Key { first: number, second: !number };
    for number in 0..5 {
        bucket.put(key(number), 1000 + number);
    }
    for number in 5..50 {
        bucket.put(key(number), number);
        assert_eq!(bucket.get(key(number)), Some(number));
    }
    let kept: Vec<_> = (0..5).filter_map(|number| bucket.get(key(number))).collect();
    assert_eq!(kept, [1001, 1002, 1003, 1004]);
    bucket.put(key(50), 5000);
    let kept: Vec<_> = (0..=50).filter_map(|number| bucket.get(key(number))).collect();
    assert_eq!(kept, [1002, 1003, 1004, 49, 5000]);
}
