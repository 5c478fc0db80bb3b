//! Exact tables in the search: won endings are won, drawn ones held, and nothing depends on what was made before.

use std::collections::HashMap;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use weakfish::engine::{Game, Piece, Position, TurnState};
use weakfish::geometry::{Side, Square};
use weakfish::model::SetupId;
use weakfish::notation::fen;
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, load};
use weakfish_endgame::{FileError, Men, Options, Tables, Value};
use weakfish_player::search::{
    Certainty, Level, Limits, Line, NoTimer, Score, Searcher, TableCache, TableRefusal, Tablebase, TablebaseBudget,
};
use weakfish_testing::dice::{Dice, is_long, times};

use super::{naming_definition, random_definition};

const BUDGET: TablebaseBudget = TablebaseBudget { memory: 64 << 20, time: Duration::from_secs(3) };

fn fide() -> Game {
    load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap()
}

fn limits(nodes: u64) -> Limits {
    let mut limits = Limits::default();
    limits.nodes = Some(nodes);
    limits
}

fn with_tables(game: &Game) -> Searcher {
    let mut searcher = Searcher::new(game);
    searcher.set_tablebase(Tablebase::new(game, BUDGET).ok().map(Arc::new));
    searcher
}

fn search(searcher: &mut Searcher, position: &Position) -> Vec<Line> {
    searcher.search(position, &limits(2000), &NoTimer, &mut |_| ())
}

fn read(game: &Game, text: &str) -> Position {
    fen::read(game, SetupId::default(), text).unwrap()
}

/// Chess on a small board.
const SMALL: &str = "game \"Small\"\nboard: 5x4\nfirst: white\nblack: mirrors white\n\nmen\n  K king: K, royal\n  R rook: R\n  \
    N knight: N\n  W wazir: W\n  P pawn: mfWcfF\n\nsetup start\n  r n . k p\n  . . . . .\n  . . . . .\n  R N W K P\n\nrules\n  \
    promotion of P: on last rank, to R or N\n\nendings\n  checkmated: loses\n  stalemated: draw\n  position 3 times: draw\n  \
    50 moves without progress: draw\n";

/// The pieces of these men, White's first.
pub(super) fn pieces(game: &Game, men: &Men) -> Vec<Piece> {
    let of_side = |side: Side| {
        men.of_side(side).iter().map(move |&kind| {
            let same = |piece: &Piece| (game.piece_info(*piece).side, game.piece_info(*piece).kind) == (side, kind);
            game.pieces().find(same).unwrap()
        })
    };
    Side::ALL.into_iter().flat_map(of_side).collect()
}

/// Puts men on squares at random; whether that is a position in which the game is not over.
pub(super) fn shuffle(dice: &mut Dice, position: &mut Position, men: &[Piece]) -> bool {
    let squares: Vec<Square> = position.game().variant().board.squares().collect();
    let placed: Vec<(Square, Piece)> = men.iter().map(|&man| (squares[dice.below(squares.len())], man)).collect();
    let turn = if dice.flip() { Side::White } else { Side::Black };
    position.rearrange(&placed, TurnState::of(turn)) && position.verdict().is_none()
}

#[test]
fn a_table_gives_the_score_and_a_line_to_the_end() {
    let game = fide();
    let mut searcher = with_tables(&game);
    let found = search(&mut searcher, &read(&game, "8/8/8/8/8/2k5/8/KQ6 w - - 0 1"));
    assert_eq!((found[0].score, found[0].moves.len()), (Score::Win(11), 11));
    let mut position = read(&game, "8/8/8/8/8/2k5/8/KQ6 w - - 0 1");
    found[0].moves.iter().for_each(|&mv| position.play(mv).unwrap());
    assert_eq!(position.outcome().unwrap().winner, Some(Side::White));
    // One line for each move.
    let mut all = limits(2000);
    all.lines = 100;
    let position = read(&game, "8/8/8/8/8/2k5/8/KQ6 w - - 0 1");
    let lines = searcher.search(&position, &all, &NoTimer, &mut |_| ());
    let drawn = lines.iter().filter(|line| line.score == Score::Centipawns(0)).count();
    assert_eq!((lines.len(), drawn), (position.legal_moves().count(), 4));
}

#[test]
fn a_capture_into_a_table_is_seen() {
    let game = fide();
    // The pawn takes the rook, and can't be stopped.
    let position = read(&game, "k7/8/3r4/4P3/4K3/8/8/8 w - - 0 1");
    let lines = search(&mut with_tables(&game), &position);
    assert!(matches!(lines[0].score, Score::Win(_)), "{lines:?}");
    assert!(!matches!(search(&mut Searcher::new(&game), &position)[0].score, Score::Win(_)));
    let mut end = position.clone();
    lines[0].moves.iter().for_each(|&mv| end.play(mv).unwrap());
    assert_eq!(end.outcome().unwrap().winner, Some(Side::White));
}

#[test]
fn a_win_that_comes_after_the_limit_of_quiet_moves_is_not_certain() {
    let game = fide();
    let mut searcher = with_tables(&game);
    for (halfmove, score) in [(0, Some(Score::Win(11))), (88, Some(Score::Win(11))), (89, None), (99, None)] {
        let position = read(&game, &format!("8/8/8/8/8/2k5/8/KQ6 w - - {halfmove} 80"));
        let found = search(&mut searcher, &position)[0].score;
        assert_eq!(Some(found).filter(|score| matches!(score, Score::Win(_))), score, "{halfmove}: {found}");
    }
}

#[test]
fn a_win_that_a_count_of_moves_may_take_away_is_not_certain() {
    for name in ["makruk", "ouk"] {
        let game = load(&builtin::source(name).unwrap(), &BuiltIns).unwrap();
        let mut searcher = with_tables(&game);
        // The table wins in 29 plies.
        for (position, counted) in
            [("8/8/8/8/3k4/8/8/KR6 w - - 0 1", ""), ("8/8/8/8/3k4/8/8/KR6 w - - 0 9", " count=30/32")]
        {
            let lines = search(&mut searcher, &read(&game, &format!("{position}{counted}")));
            let Score::Centipawns(score) = lines[0].score else { panic!("{name}{counted}: {lines:?}") };
            assert!((1..15_000).contains(&score), "{name}{counted}: {score}");
        }
        let lines = search(&mut searcher, &read(&game, "k7/8/1K6/8/8/8/8/7R w - - 0 1"));
        assert_eq!(lines[0].score, Score::Win(1));
        let position = read(&game, "8/8/8/8/3k4/8/8/KR6 w - - 0 9 count=30/32");
        let mut tables = Tables::new(&game, SetupId::default()).unwrap();
        tables.make(&Men::of(&position), &Options::default(), &mut |_| true).unwrap();
        let report = tables.position_report(&position).unwrap();
        assert!(
            report.to_string().contains("the count of moves, 30 of 32 plies, is not part of the value"),
            "{report}"
        );
    }
}

#[test]
fn played_with_tables_by_both_sides_a_game_ends_as_the_table_says() {
    let game = load(&Source::new("small.variant", SMALL), &BuiltIns).unwrap();
    let mut dice = Dice::new(7);
    let mut searchers = [with_tables(&game), with_tables(&game)];
    let (mut won, mut drawn) = (0, 0);
    for text in ["K R v K", "K W v K", "K P v K", "K N v K", "K R v K N", "K W N v K", "K P v K R", "K W v K P"] {
        let men = Men::parse(game.variant(), text).unwrap();
        let mut tables = Tables::new(&game, SetupId::default()).unwrap();
        tables.make(&men, &Options::default(), &mut |_| true).unwrap();
        let men = pieces(&game, &men);
        let mut position = game.start();
        for _ in 0..60 {
            if !shuffle(&mut dice, &mut position, &men) {
                continue;
            }
            let Ok(value) = tables.value(&position) else { continue };
            let (start, winner) = (fen::write(&position), value.winner(position.turn()));
            let mut plies = 0;
            while position.outcome().is_none() {
                let [one, other] = &mut searchers;
                let searcher = if position.turn() == Side::White { one } else { other };
                let line = search(searcher, &position).swap_remove(0);
                position.play(line.moves[0]).unwrap();
                plies += 1;
            }
            let outcome = position.outcome().unwrap();
            assert_eq!(outcome.winner, winner, "{start} in {}", game.variant().title);
            assert!(value.plies().is_none_or(|distance| plies == distance), "{start}: {value:?} after {plies}");
            *if winner.is_some() { &mut won } else { &mut drawn } += 1;
        }
    }
    assert!(won > 50 && drawn > 50, "{won} won, {drawn} drawn");
}

#[test]
fn a_winner_does_not_repeat_what_would_be_a_draw() {
    let game = fide();
    let mut position = read(&game, "8/8/8/8/8/2k5/8/KQ6 w - - 0 1");
    let mut searcher = with_tables(&game);
    let best = search(&mut searcher, &position).swap_remove(0).moves;
    // The position after the best move comes twice, and the third time would be a draw that can be claimed.
    let shuttle = |position: &mut Position, texts: [&str; 4]| {
        for text in texts {
            let mv = weakfish::notation::uci::find(position, text).unwrap();
            position.play(mv).unwrap();
        }
    };
    position.play(best[0]).unwrap();
    let first = fen::write(&position);
    assert!(first.starts_with("8/8/8/8/4Q3/2k5/8/K7 b"), "{first}");
    shuttle(&mut position, ["c3b3", "e4b1", "b3c3", "b1e4"]);
    shuttle(&mut position, ["c3b3", "e4b1", "b3c3", "b1e4"]);
    shuttle(&mut position, ["c3b3", "e4b1", "b3c3", "a1a2"]);
    let mut plies = 0;
    while position.outcome().is_none() {
        assert!(position.claims().is_empty(), "{}", fen::write(&position));
        let line = search(&mut searcher, &position).swap_remove(0);
        position.play(line.moves[0]).unwrap();
        plies += 1;
        assert!(plies < 60);
    }
    assert_eq!(position.outcome().unwrap().winner, Some(Side::White));
}

#[test]
fn searches_depend_on_nothing_that_was_made_before() {
    let game = fide();
    let shared = Arc::new(Tablebase::new(&game, BUDGET).unwrap());
    let texts = [
        "8/8/8/8/3r4/1k6/5B1P/7K w - - 0 1",
        "8/5k2/8/8/3KP3/8/8/8 w - - 0 1",
        "8/2p2k2/8/8/3KP3/8/8/8 b - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ];
    for text in texts.iter().chain(texts.iter().rev()) {
        let position = read(&game, text);
        let mut one = Searcher::new(&game);
        one.set_tablebase(Some(Arc::clone(&shared)));
        assert_eq!(search(&mut one, &position), search(&mut with_tables(&game), &position), "{text}");
    }
}

#[test]
fn far_from_tables_and_at_weaker_levels_nothing_changes() {
    let game = fide();
    let position = read(&game, "8/2p2k2/7r/8/3KP2P/8/8/8 b - - 0 1");
    assert_eq!(search(&mut with_tables(&game), &position), search(&mut Searcher::new(&game), &position));
    let position = read(&game, "8/8/8/8/8/2k5/8/KQ6 w - - 0 1");
    let [with, without] = [with_tables(&game), Searcher::new(&game)].map(|mut searcher| {
        searcher.search_at_level(Level::new(3), 1, &position, &limits(2000), &NoTimer, &mut |_| ())
    });
    assert_eq!(with, without);
}

#[test]
fn a_first_turn_of_fewer_moves_is_in_no_table() {
    let text = SMALL.replace("rules\n", "rules\n  turn: 2 moves, the first 1\n");
    let game = load(&Source::new("small.variant", text), &BuiltIns).unwrap();
    let tablebase = Tablebase::new(&game, BUDGET).unwrap();
    for (number, has) in [(1, false), (2, true)] {
        let position = read(&game, &format!("4k/5/5/KR3 w - - 0 {number}"));
        tablebase.prepare(&position, &mut |_| true);
        assert_eq!(tablebase.values(&position).is_some(), has, "{number}");
    }
}

/// The game on a small board with more rules and endings.
pub(super) fn small(rules: &str, endings: &str) -> Game {
    let text = SMALL.replace("rules\n", &format!("rules\n{rules}")).replace("  position 3 times: draw\n", endings);
    load(&Source::new("small.variant", text.as_str()), &BuiltIns).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

#[test]
fn what_series_without_progress_or_illegal_repetition_may_change_is_not_certain() {
    let (series, rook, knight) = ("  turn: 2 moves\n", "4k/5/5/KR3 b - - 0 2", "4k/5/5/KN3 w - - 0 2");
    for (rules, endings, text, certainty) in [
        (series, "", rook, Certainty::Exact),
        (series, "  2 series without progress: draw\n", rook, Certainty::Open),
        ("", "", knight, Certainty::Exact),
        ("  repetition: forbidden\n", "", knight, Certainty::Open),
    ] {
        let game = small(rules, endings);
        let (tablebase, position) = (Tablebase::new(&game, BUDGET).unwrap(), read(&game, text));
        tablebase.prepare(&position, &mut |_| true);
        let values = tablebase.values(&position).unwrap();
        assert_eq!(values.moves[0].certainty, certainty, "{rules}{endings}{text}: {values:?}");
    }
}

#[test]
fn files_are_used_and_wrong_ones_are_refused() {
    let game = fide();
    let men = Men::parse(game.variant(), "K R v K").unwrap();
    let mut tables = Tables::new(&game, SetupId::default()).unwrap();
    tables.make(&men, &Options::default(), &mut |_| true).unwrap();
    let bytes = tables.to_bytes(&men).unwrap();
    // Nothing may be made.
    let tablebase = Tablebase::new(&game, TablebaseBudget::of_mebibytes(0)).unwrap();
    let position = read(&game, "8/8/8/8/8/2k5/8/KR6 w - - 0 1");
    assert_eq!(tablebase.values(&position), None);
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    assert!(tablebase.add_file(&damaged, u64::MAX).is_err());
    assert_eq!(tablebase.values(&position), None);
    assert_eq!(tablebase.add_file(&bytes, u64::MAX), Ok(3));
    let values = tablebase.values(&position).unwrap();
    assert_eq!(Ok(values.value), tables.value(&position));
    assert!(values.moves.iter().all(|rated| rated.certainty == Certainty::Exact));
    let small = load(&Source::new("small.variant", SMALL), &BuiltIns).unwrap();
    let other = Tablebase::new(&small, BUDGET).unwrap();
    assert_eq!(other.add_file(&bytes, u64::MAX), Err(FileError::OtherGame("Chess".to_owned())));
}

/// Few men of games at random: the moves are legal to the end, certain scores are those of the tables, and the value of a
/// position is that of its best move.
#[test]
fn in_games_at_random_lines_are_legal_and_scores_those_of_the_tables() {
    let (mut dice, mut certain) = (Dice::new(11), 0);
    for _ in 0..500 * times() {
        let Some((text, game)) = random_definition(&mut dice) else { continue };
        if game.variant().board.len() > 30 {
            continue;
        }
        let budget = TablebaseBudget { memory: 8 << 20, time: Duration::from_millis(100) };
        let Ok(tablebase) = Tablebase::new(&game, budget) else { continue };
        let tablebase = Arc::new(tablebase);
        let mut searcher = Searcher::new(&game);
        searcher.set_tablebase(Some(Arc::clone(&tablebase)));
        let all: Vec<Piece> = game.pieces().collect();
        let royal = |piece: &&Piece| game.variant().kind(game.piece_info(**piece).kind).royal;
        let mut position = game.start();
        naming_definition(&text, || {
            for _ in 0..20 {
                let royals = Side::ALL.into_iter().filter_map(|side| {
                    all.iter().filter(royal).find(|piece| game.piece_info(**piece).side == side).copied()
                });
                let mut men: Vec<Piece> = royals.collect();
                men.extend((0..=dice.below(2)).map(|_| all[dice.below(all.len())]));
                if !shuffle(&mut dice, &mut position, &men) {
                    continue;
                }
                let lines = searcher.search(&position, &limits(100), &NoTimer, &mut |_| ());
                for line in &lines {
                    let mut end = position.clone();
                    line.moves.iter().for_each(|&mv| end.play(mv).unwrap());
                }
                let Some(values) = tablebase.values(&position) else { continue };
                // Beside a drawn move an open one may be worth more.
                let draws = values.value == Value::Draw;
                let others = values.moves.iter().skip(1).filter(|_| draws);
                if values.moves[..1].iter().chain(others).any(|rated| rated.certainty != Certainty::Exact) {
                    continue;
                }
                let score = match values.value {
                    Value::Win(plies) => Score::Win(plies),
                    Value::Draw => Score::Centipawns(0),
                    Value::Loss(plies) => Score::Loss(plies),
                };
                assert_eq!(lines[0].score, score, "{}: {:?}", fen::write(&position), values.moves);
                certain += 1;
            }
        });
    }
    println!("{certain} certain");
    // The usual cases have 4 on an idle machine. The searches have a limit of time, so a busy one may see fewer.
    assert!(certain > if is_long() { 30 } else { 2 }, "{certain}");
}

/// A table that the budget refuses is named with what it takes, and a search without a limit of time makes those that it admits.
#[test]
fn refused_tables_say_why() {
    let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
    let position = fen::read(&game, SetupId(0), "8/8/8/8/8/2k5/8/KBN5 w - - 0 1").unwrap();
    let with = |memory, time| Tablebase::new(&game, TablebaseBudget { memory, time }).unwrap();
    let small = with(2 << 20, Duration::MAX);
    small.prepare(&position, &mut |_| true);
    let refusal = small.refusal(&position);
    assert!(matches!(refusal, Some(TableRefusal::Memory(bytes)) if bytes > 2 << 20), "{refusal:?}");
    let hasty = with(1 << 32, Duration::from_millis(200));
    hasty.prepare(&position, &mut |_| true);
    assert!(matches!(hasty.refusal(&position), Some(TableRefusal::Time(time)) if time > Duration::from_millis(200)));
    // Both have the tables that a capture leads into.
    let fewer = fen::read(&game, SetupId(0), "8/8/8/8/8/2k5/8/KR6 w - - 0 1").unwrap();
    for tablebase in [&small, &hasty] {
        tablebase.prepare(&fewer, &mut |_| true);
        assert_eq!(tablebase.refusal(&fewer), None);
        assert!(tablebase.values(&fewer).is_some());
    }
}

/// While one thread makes tables, another searches with those that are finished; afterwards it has all.
#[test]
fn searches_go_on_while_tables_are_made() {
    let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
    let position = fen::read(&game, SetupId(0), "8/8/8/8/8/2k5/8/KR6 w - - 0 1").unwrap();
    let tablebase = Arc::new(Tablebase::new(&game, BUDGET).unwrap());
    let mut searcher = Searcher::new(&game);
    searcher.set_tablebase(Some(Arc::clone(&tablebase)));
    let mut searched = false;
    tablebase.prepare(&position, &mut |_| {
        if !std::mem::replace(&mut searched, true) {
            let mut limits = limits(200);
            limits.hard_time = Some(Duration::from_secs(60));
            let lines = searcher.search(&position, &limits, &NoTimer, &mut |_| ());
            assert!(position.check_move(lines[0].moves[0]).is_ok());
        }
        true
    });
    assert!(searched);
    let lines = searcher.search(&position, &limits(200), &NoTimer, &mut |_| ());
    assert!(matches!(lines[0].score, Score::Win(_)));
}

/// A search that is told to stop ends before it knows what tables would cost.
#[test]
fn estimates_of_tables_end_with_the_search() {
    let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
    let position = fen::read(&game, SetupId(0), "8/8/8/8/8/2k5/8/KBN5 w - - 0 1").unwrap();
    let tablebase = Tablebase::new(&game, TablebaseBudget { memory: 1 << 30, time: Duration::MAX }).unwrap();
    let mut asked = 0;
    tablebase.prepare(&position, &mut |_| {
        asked += 1;
        false
    });
    assert_eq!((asked, tablebase.refusal(&position)), (1, None));
    assert!(tablebase.values(&position).is_none());
}

/// Tables in memory under their names, and how often one was found.
#[derive(Clone, Default)]
struct Kept {
    tables: Arc<Mutex<HashMap<String, Vec<u8>>>>,
    found: Arc<AtomicUsize>,
}

impl TableCache for Kept {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        let bytes = self.tables.lock().unwrap().get(name).cloned()?;
        self.found.fetch_add(1, Relaxed);
        Some(bytes)
    }

    fn store(&self, name: &str, bytes: &[u8]) {
        self.tables.lock().unwrap().insert(name.to_owned(), bytes.to_vec());
    }
}

/// A table from a cache has the values of one that was made, and a damaged one is made again.
#[test]
fn tables_are_kept_in_a_cache() {
    let game = load(&builtin::source("los-alamos").unwrap(), &BuiltIns).unwrap();
    let position = fen::read(&game, SetupId(0), "4k1/6/3n2/6/6/K4R w - - 0 1").unwrap();
    let kept = Kept::default();
    let budget = TablebaseBudget { memory: 1 << 28, time: Duration::from_secs(60) };
    let values = || {
        let tablebase = Tablebase::new(&game, budget).unwrap().with_cache(Box::new(kept.clone()));
        tablebase.prepare(&position, &mut |_| true);
        tablebase.values(&position).unwrap()
    };
    let found = || kept.found.load(Relaxed);
    let made = values();
    let names: Vec<String> = kept.tables.lock().unwrap().keys().cloned().collect();
    assert_eq!((names.len(), found()), (1, 0), "{names:?}");
    assert!(names[0].bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'), "{names:?}");
    assert_eq!((values(), found()), (made.clone(), 1));
    let damage = |bytes: &mut Vec<u8>| {
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
    };
    kept.tables.lock().unwrap().values_mut().for_each(damage);
    assert_eq!(values(), made);
    // It was stored anew.
    assert_eq!((values(), found()), (made, 3));
}
