//! Two generators, one game: the engine's moves, positions and outcomes are the naive generator's, through whole
//! games played at random and on positions thrown together at random.

use std::collections::{BTreeMap, HashSet};
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use weakfish::engine::{CastlingPartners, CastlingRights, Game, Move, MoveKind, Position};
use weakfish::geometry::Side;
use weakfish::model::KindId;
use weakfish::notation::{fen, uci};

use weakfish_testing::counts;
use weakfish_testing::dice::{Dice, is_long, times};
use weakfish_testing::naive;
use weakfish_testing::random::{self, RandomGame, TestedGame, games};

/// Positions of all games together, no two of them alike.
const IN_ALL: usize = 1_500;

/// Positions of each game at least, ...
const OF_EACH: usize = 20;

/// ... or of a game whose positions take long.
const OF_EACH_IF_SLOW: usize = 10;

/// One position of so many has its moves and the replies to them counted, ...
const COUNTED: usize = 2;

/// ... or in games whose positions take long, one of so many, ...
const COUNTED_IF_SLOW: usize = 10;

/// ... the first that comes with fewer moves than this, ...
const MOVES_IF_SLOW: usize = 300;

/// ... and one of so many, if they don't, by the naive generator too.
const COUNTED_NAIVELY: usize = 20;

/// What the games must have met, besides the rules that are in every game. What is too rare to be met
/// for certain, such as a claim of stalemate, is in `rule_interactions.rs`.
const MET: [&str; 15] = [
    "castlings",
    "checkmate",
    "drops",
    "en passant",
    "ends of series",
    "finishing moves",
    "long steps",
    "ordinary moves",
    "passes",
    "problems",
    "fivefold-repetition",
    "stalemate",
    "turns and flips",
    "walls after moves",
    "walls instead of moves",
];

/// A move by its text, as the engine and as the naive generator have it.
pub(super) type Choice = (String, Move, naive::Action);

/// Holds both against each other at one position, and gives what can be done.
pub(super) fn agree(position: &Position, naive: &naive::Position, place: &str) -> Vec<Choice> {
    assert_eq!(fen::write(position), naive.fen(), "{place}");
    let moves = uci::legal_moves(position);
    let (actions, ended) = naive.judge();
    let engine: Vec<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
    let expected: Vec<&str> = actions.iter().map(|(text, _)| text.as_str()).collect();
    if engine != expected {
        let only = |here: &[&str], there: &[&str]| -> Vec<String> {
            here.iter().filter(|text| !there.contains(text)).map(ToString::to_string).collect()
        };
        panic!(
            "{place}\n{}\nonly the engine has {:?}\nonly the naive generator has {:?}",
            naive.fen(),
            only(&engine, &expected),
            only(&expected, &engine)
        );
    }
    let outcome = position.outcome().map(|outcome| (outcome.winner, outcome.worth, outcome.reason.to_string()));
    assert_eq!(outcome, ended, "{place}\n{}", naive.fen());
    moves.into_iter().zip(actions).map(|((text, mv), (_, action))| (text, mv, action)).collect()
}

/// What has been met in a game.
#[derive(Default)]
struct Tally {
    /// The positions on which both agree, each as its FEN.
    agreed: HashSet<String>,
    /// How many of them have had two plies counted.
    counted: usize,
    /// How many of these by the naive generator too.
    counted_naively: usize,
    /// Kinds of moves and reasons of endings, and how often.
    met: BTreeMap<String, usize>,
}

impl Tally {
    /// Holds both generators against each other at one position, and gives what can be done.
    fn agree(&mut self, position: &Position, twin: &naive::Position, place: &str) -> Vec<Choice> {
        let moves = agree(position, twin, place);
        for (_, mv, _) in &moves {
            self.meet(kind_name(*mv));
        }
        if self.agreed.insert(twin.fen()) {
            let number = self.agreed.len();
            let due = number / counted(position.game()) > self.counted;
            if due && (moves.len() < MOVES_IF_SLOW || !is_slow(position.game())) {
                counts::check_perft_two(position);
                self.counted += 1;
                if number.is_multiple_of(COUNTED_NAIVELY) && moves.len() < 40 && !is_slow(position.game()) {
                    assert_eq!(position.perft(2), twin.perft(2), "{place}\n{}", twin.fen());
                    self.counted_naively += 1;
                }
            }
        }
        moves
    }

    fn meet(&mut self, what: &str) {
        match self.met.get_mut(what) {
            Some(times) => *times += 1,
            None => self.met.extend([(what.to_owned(), 1)]),
        }
    }

    /// Plays both through the same game, from this position.
    fn agree_through(&mut self, played: &RandomGame, mut position: Position) {
        let game = &games()[played.game];
        let mut twin = naive::Position::from_fen(&game.naive(played.setup), &fen::write(&position)).unwrap();
        let place = format!("{} (setup {})", game.name, played.setup);
        let mut moves = self.agree(&position, &twin, &place);
        let mut line: Vec<Move> = Vec::new();
        for choice in &played.choices {
            let own_last = line.len().checked_sub(2).filter(|_| played.shuttles).map(|before| line[before]);
            let Some((_, mv, action)) = random::choose(&position, &moves, |(_, mv, _)| *mv, *choice, own_last) else {
                break;
            };
            twin = twin.play(action);
            line.push(*mv);
            position.play(*mv).unwrap();
            moves = self.agree(&position, &twin, &place);
        }
        position.outcome().into_iter().for_each(|outcome| self.meet(&outcome.reason));
    }

    /// Plays games at random until both agree on `positions` of them, no two alike. The games are the cases of the
    /// dice from `positions * number` on, so that no two games share them.
    fn of_games(number: usize, positions: usize) -> Result<Self, String> {
        let mut tally = Self::default();
        let plies = if is_slow(&games()[number].engine) { 40 } else { 240 };
        // More games than are ever needed: one that ends where it begins adds one position.
        for round in 0..positions {
            if tally.agreed.len() >= positions {
                break;
            }
            let mut dice = Dice::new((positions * number + round) as u64);
            let only = number..number + 1;
            let played = match dice.below(3) {
                0 => random::game_from_setup(&mut dice, only, plies),
                1 => random::game_from_shuffle(&mut dice, only, 40),
                _ => random::game_from_shuffle(&mut dice, only, 80),
            };
            let start = games()[number].start(&played);
            let problem = dice.percent(15).then(|| without_royals(&start, dice.pick(&Side::ALL))).flatten();
            let start = problem.inspect(|_| tally.meet("problems")).unwrap_or(start);
            let agreed = catch_unwind(AssertUnwindSafe(|| tally.agree_through(&played, start)));
            agreed.map_err(|panic| {
                let said = panic.downcast_ref::<String>().map_or("a panic", String::as_str);
                format!("{}: {said}\nin {played:?}", games()[number].name)
            })?;
        }
        Ok(tally)
    }
}

/// The problem in which a side lacks its royal men, if the game has it.
fn without_royals(position: &Position, side: Side) -> Option<Position> {
    let game = position.game();
    let mut arrangement = position.arrangement();
    let royal = |kind: KindId| game.variant().kind(kind).royal;
    arrangement.men.retain(|man| man.side != side || !royal(man.kind));
    arrangement.hands[side].retain(|&(kind, _)| !royal(kind));
    arrangement.castling[side] = CastlingRights::default();
    arrangement.partners[side] = CastlingPartners::default();
    let is_game = game.position(&arrangement).is_ok();
    game.problem(&arrangement).ok().filter(|_| !is_game)
}

pub(super) fn kind_name(mv: Move) -> &'static str {
    let mv = match mv {
        Move::Man(mv) => mv,
        Move::Drop(_) => return "drops",
        Move::Wall(_) => return "walls instead of moves",
        Move::EndSeries => return "ends of series",
        Move::ClaimStalemate => return "claims of stalemate",
        Move::Pass => return "passes",
    };
    match mv.kind {
        _ if mv.wall().is_some() => "walls after moves",
        MoveKind::Ordinary => "ordinary moves",
        MoveKind::LongStep => "long steps",
        MoveKind::OnceAGame => "moves once a game",
        MoveKind::EnPassant { .. } => "en passant",
        MoveKind::Castling { .. } => "castlings",
        MoveKind::Stationary => "turns and flips",
        MoveKind::Finishing => "finishing moves",
        _ => "others",
    }
}

/// Whether the naive generator takes long over the positions of a game.
fn is_slow(game: &Game) -> bool {
    game.variant().rules.finishing_move.is_some() || game.variant().board.len() > 128
}

/// Of so many positions of a game, one has its moves and the replies to them counted.
fn counted(game: &Game) -> usize {
    if is_slow(game) { COUNTED_IF_SLOW } else { COUNTED }
}

/// Both agree on positions of every game.
///
/// `--nocapture` shows what was met.
#[test]
fn moves_positions_and_outcomes_agree() {
    let times = times() as usize;
    let slow = games().iter().filter(|game| is_slow(&game.engine)).count();
    let of_others = (IN_ALL - slow * OF_EACH_IF_SLOW).div_ceil(games().len() - slow).max(OF_EACH);
    let mut order: Vec<usize> = (0..games().len()).collect();
    // What takes longest begins first, so that no thread is left alone with it.
    order.sort_by_key(|&number| !is_slow(&games()[number].engine));

    let next = AtomicUsize::new(0);
    let results = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, NonZero::get) {
            scope.spawn(|| {
                while let Some(&number) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let TestedGame { name, engine } = &games()[number];
                    let positions = times * if is_slow(engine) { OF_EACH_IF_SLOW } else { of_others };
                    let start = Instant::now();
                    let result = Tally::of_games(number, positions);
                    results.lock().unwrap().insert(name, (result, start.elapsed()));
                }
            });
        }
    });

    let results = results.into_inner().unwrap();
    let mut all = Tally::default();
    let mut positions = 0;
    let mut disagreements = Vec::new();
    for (name, (result, time)) in results {
        match result {
            Ok(Tally { agreed, counted, counted_naively, met }) => {
                println!(
                    "{name}: {} positions in {time:.1?}, {counted} counted, {counted_naively} by both; {met:?}",
                    agreed.len()
                );
                assert!(agreed.len() >= OF_EACH_IF_SLOW, "only {} positions of {name}", agreed.len());
                assert!(counted > 0 || !is_long(), "no position of {name} was counted");
                positions += agreed.len();
                all.counted += counted;
                all.counted_naively += counted_naively;
                for (what, times) in met {
                    *all.met.entry(what).or_default() += times;
                }
            }
            Err(disagreement) => disagreements.push(disagreement),
        }
    }
    println!("{positions} positions in all, {} counted, {} by both", all.counted, all.counted_naively);
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n\n"));
    assert!(positions >= IN_ALL, "only {positions} positions");
    assert!(all.counted >= IN_ALL / COUNTED / 2, "only {} positions were counted", all.counted);
    assert!(all.counted_naively >= IN_ALL / 30, "only {} positions were counted by both", all.counted_naively);
    let missing: Vec<&&str> = MET.iter().filter(|what| !all.met.contains_key(**what)).collect();
    assert!(missing.is_empty() || !is_long(), "no game has met {missing:?}");
}
