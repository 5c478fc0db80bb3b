//! Wins within limits of moves without progress: the search wins what can be won in time, and calls nothing else won.

use std::sync::Arc;
use std::time::Duration;

use weakfish::engine::{Game, Position};
use weakfish::geometry::Side;
use weakfish::model::{GameResult, SetupId};
use weakfish::notation::fen;
use weakfish::source::Source;
use weakfish::{BuiltIns, load};
use weakfish_endgame::{Fit, Fits, Men, Options, Tables, Value};
use weakfish_player::search::{Limits, Line, NoTimer, Score, Searcher, Tablebase, TablebaseBudget};
use weakfish_testing::dice::Dice;

use super::tablebase::{pieces, shuffle};

const BUDGET: TablebaseBudget = TablebaseBudget { memory: 64 << 20, time: Duration::from_secs(20) };

/// A game on a small board with these rules and endings.
fn small(rules: &str, endings: &str) -> Game {
    let text = format!(
        "game \"Small\"\nboard: 4x5\nfirst: white\nblack: mirrors white\n\nmen\n  K king: K, royal\n  R rook: R\n  \
         F ferz: F\n  P pawn: mfWcfF\n\nsetup start\n  f . . k\n  p . r .\n  . . . .\n  P . R .\n  F . . K\n\nrules\n  \
         promotion of P: on last rank, to R\n{rules}\nendings\n{endings}"
    );
    load(&Source::new("small.variant", text.as_str()), &BuiltIns).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

/// The tables of some men and all wins compared with all limits of the game.
struct Truth {
    tables: Tables,
    fits: Fits,
}

impl Truth {
    fn new(game: &Game, men: &Men) -> Self {
        let mut tables = Tables::new(game, SetupId::default()).unwrap();
        tables.make(men, &Options::default(), &mut |_| true).unwrap();
        let limits: Vec<usize> = limits(game).iter().map(|&(index, _)| index).collect();
        let mut fits = Fits::new(&tables, &limits).unwrap();
        for below in tables.men_below(men) {
            fits.compare(&tables, &below, u32::from(u16::MAX), &Options::default(), &mut |_| true).unwrap();
        }
        Self { tables, fits }
    }

    /// The side that wins by force within the limits.
    fn winner(&self, position: &Position) -> Option<Side> {
        let value = self.tables.value(position).unwrap();
        let in_time = match self.fits.fit(&self.tables, position)? {
            Fit::Within { most, .. } => most.is_none_or(|most| position.halfmove() <= u32::from(most)),
            Fit::Late => false,
            fit @ Fit::Short => panic!("{fit:?} of {}", fen::write(position)),
        };
        value.winner(position.turn()).filter(|_| in_time)
    }
}

/// The draws after a number of plies without progress, by their places among the endings.
fn limits(game: &Game) -> Vec<(usize, u32)> {
    let endings = game.variant().endings.iter().enumerate();
    let draws = endings.filter(|(_, ending)| matches!(ending.result, GameResult::Draw | GameResult::DrawOnClaim));
    draws.filter_map(|(index, ending)| Some((index, ending.condition.quiet_plies()?))).collect()
}

/// The position with so many plies counted; `None` if the game is over then.
fn with_count(position: &Position, count: usize) -> Option<Position> {
    let text = fen::write(position);
    let mut fields: Vec<&str> = text.split(' ').collect();
    let count = count.to_string();
    fields[4] = &count;
    let position = fen::read(position.game(), SetupId::default(), &fields.join(" ")).ok()?;
    position.verdict().is_none().then_some(position)
}

fn searcher(game: &Game, budget: TablebaseBudget) -> Searcher {
    let mut searcher = Searcher::new(game);
    searcher.set_tablebase(Some(Arc::new(Tablebase::new(game, budget).unwrap())));
    searcher
}

fn search(searcher: &mut Searcher, position: &Position) -> Line {
    let mut limits = Limits::default();
    limits.nodes = Some(200);
    searcher.search(position, &limits, &NoTimer, &mut |_| ()).swap_remove(0)
}

/// Whether a score calls the position won or lost, whether its length is known or not.
fn called(score: Score) -> Option<bool> {
    match score {
        Score::Win(_) => Some(true),
        Score::Loss(_) => Some(false),
        Score::Centipawns(_) => score.sure_result(),
    }
}

/// Plays a game to its end, or until the player to move claims what is not worse for him than what comes.
fn play(
    searcher: &mut Searcher,
    truth: &Truth,
    start: &Position,
    defence: &mut dyn FnMut(&Position) -> bool,
) -> Option<Side> {
    let mut position = start.clone();
    let mut plies = 0;
    while position.outcome().is_none() {
        let (turn, winner) = (position.turn(), truth.winner(&position));
        if position.best_claim().is_some() && winner != Some(turn) {
            return None;
        }
        let line = search(searcher, &position);
        let wins = called(line.score).map(|wins| if wins { turn } else { !turn });
        assert_eq!(wins, winner, "{}: {:?}", fen::write(&position), line.score);
        if let Score::Win(moves) | Score::Loss(moves) = line.score {
            assert_eq!(usize::from(moves), line.moves.len(), "{}", fen::write(&position));
        }
        let legal = position.legal_moves().to_vec();
        let mv =
            if winner == Some(!turn) && defence(&position) { legal[plies * 7 % legal.len()] } else { line.moves[0] };
        position.play(mv).unwrap();
        plies += 1;
        assert!(plies < 2000, "no end of {}", fen::write(start));
    }
    position.outcome().unwrap().winner
}

/// The winner if both sides play by the distance to the end of the game, whatever is counted.
fn play_by_distance(tables: &Tables, start: &Position) -> Option<Side> {
    let mut position = start.clone();
    while position.outcome().is_none() && position.best_claim().is_none() {
        let (mv, _) = tables.moves(&position).unwrap()[0];
        position.play(mv).unwrap();
    }
    position.outcome()?.winner
}

/// Games with limits that bite, and the men that are played.
fn cases() -> Vec<(Game, &'static str)> {
    let mates = "  checkmated: loses\n  stalemated: draw\n  position 3 times: draw\n";
    let claimed = "  5 moves without progress: draw on claim\n";
    [
        ("", "  5 moves without progress: draw\n", "K R v K"),
        ("", claimed, "K R v K"),
        ("", "  4 moves without progress: draw\n", "K P v K"),
        ("", claimed, "K P v K F"),
        ("", "  6 moves without progress: draw\n", "K F F v K"),
        ("  progress: promotion\n", "  12 moves without progress: draw\n", "K P v K"),
        ("  progress: capture or one-way move of P\n", "  6 moves without progress: draw\n", "K P v K F"),
        // Progress that can be undone.
        ("  progress: promotion or move of K\n", "  3 plies without progress: draw\n", "K R v K"),
        ("  progress: capture or move of R\n", "  4 plies without progress: draw\n", "K R v K F"),
    ]
    .into_iter()
    .map(|(rules, limit, men)| (small(rules, &format!("{mates}{limit}")), men))
    .collect()
}

#[test]
fn what_is_won_in_time_is_won_and_nothing_else_is_called_so() {
    let mut dice = Dice::new(3);
    let (mut won, mut late, mut longer, mut drawn_by_distance) = (0, 0, 0, 0);
    for (game, men) in cases() {
        let men = Men::parse(game.variant(), men).unwrap();
        let truth = Truth::new(&game, &men);
        let (men, most) = (pieces(&game, &men), limits(&game)[0].1 as usize);
        let mut player = searcher(&game, BUDGET);
        let mut position = game.start();
        for round in 0..120 {
            if !shuffle(&mut dice, &mut position, &men)
                || !matches!(truth.tables.value(&position), Ok(Value::Win(_) | Value::Loss(_)))
            {
                continue;
            }
            let Some(start) = with_count(&position, dice.below(most)) else { continue };
            let winner = truth.winner(&start);
            let text = fen::write(&start);
            // Every third defender moves at random now and then.
            let mut errs = |_: &Position| round % 3 == 0 && dice.flip();
            assert_eq!(play(&mut player, &truth, &start, &mut errs), winner, "{text}");
            let distance = u32::from(truth.tables.value(&start).unwrap().plies().unwrap());
            longer += usize::from(winner.is_some() && start.halfmove() + distance > most as u32);
            drawn_by_distance += usize::from(winner.is_some() && play_by_distance(&truth.tables, &start).is_none());
            *if winner.is_some() { &mut won } else { &mut late } += 1;
        }
    }
    println!("{won} won, {longer} not by the soonest win, {drawn_by_distance} drawn by distance, {late} too late");
    assert!(won > 100 && late > 50 && longer > 20 && drawn_by_distance > 10);
}

#[test]
fn a_tree_above_the_tables_calls_nothing_won_that_comes_too_late() {
    let budget = TablebaseBudget { memory: 64 << 20, time: Duration::from_millis(30) };
    let mut dice = Dice::new(5);
    let (mut called_won, mut of_unknown_length, mut late) = (0, 0, 0);
    for rules in ["", "  progress: promotion\n"] {
        let game = small(rules, "  checkmated: loses\n  stalemated: draw\n  5 moves without progress: draw\n");
        let men = Men::parse(game.variant(), "K R v K F").unwrap();
        let truth = Truth::new(&game, &men);
        let tablebase = Arc::new(Tablebase::new(&game, budget).unwrap());
        let mut player = Searcher::new(&game);
        player.set_tablebase(Some(Arc::clone(&tablebase)));
        let (men, mut position) = (pieces(&game, &men), game.start());
        for _ in 0..300 {
            if !shuffle(&mut dice, &mut position, &men) {
                continue;
            }
            let Some(start) = with_count(&position, dice.below(10)) else { continue };
            let mut limits = Limits::default();
            limits.nodes = Some(1000);
            let line = player.search(&start, &limits, &NoTimer, &mut |_| ()).swap_remove(0);
            assert_eq!(tablebase.values(&start), None, "the table of the root has been made");
            let winner = truth.winner(&start);
            let turn = start.turn();
            if let Some(wins) = called(line.score) {
                assert_eq!(winner, Some(if wins { turn } else { !turn }), "{}: {line:?}", fen::write(&start));
                called_won += 1;
                of_unknown_length += usize::from(line.score.sure_result().is_some());
            }
            let decided = truth.tables.value(&start) != Ok(Value::Draw);
            late += usize::from(winner.is_none() && decided);
        }
    }
    println!("{called_won} called won or lost, {of_unknown_length} of unknown length, {late} too late");
    assert!(called_won > 10 && of_unknown_length > 0 && late > 50);
}
