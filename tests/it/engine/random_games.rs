//! Every part of the rules with every other: definitions put together at random are refused with reasons, or can be
//! played, and then the engine agrees with the naive generator and the laws hold in whole games.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use weakfish::engine::{Game, Move, MoveKind, Piece, Position};
use weakfish::geometry::{PerSide, Side};
use weakfish::model::{Condition, Ending, SetupId, Variant, Worth};
use weakfish::notation::{fen, uci};
use weakfish::source::Source;
use weakfish::{BuiltIns, check, load};

use weakfish_testing::counts;
use weakfish_testing::definition::{definition, surveyed};
use weakfish_testing::dice::{Dice, cases, is_long};
use weakfish_testing::naive::{self, Action};

/// The number of definitions.
const DEFINITIONS: u64 = 100;

/// What has been met, and how often.
#[derive(Default)]
struct Survey {
    accepted: u64,
    positions: usize,
    ended: usize,
    parts: BTreeMap<&'static str, usize>,
    codes: BTreeMap<&'static str, usize>,
    reasons: BTreeMap<String, usize>,
    /// Moves that were played and that random games seldom have.
    moves: BTreeMap<&'static str, usize>,
}

#[test]
fn every_part_goes_with_every_other_or_is_refused() {
    let cases = cases(DEFINITIONS);
    let definitions = cases.end - cases.start;
    let mut survey = Survey::default();
    let mut failed = Vec::new();
    for number in cases {
        let mut dice = Dice::new(number);
        let made = definition(&mut dice);
        let tried = catch_unwind(AssertUnwindSafe(|| {
            if let Some(game) = accepted(&made.text, &mut survey) {
                survey.accepted += 1;
                made.parts.iter().for_each(|part| *survey.parts.entry(part).or_default() += 1);
                let setup = dice.below(game.variant().setups.len()) as u8;
                play(&game, SetupId(setup), &mut dice, &mut survey);
            }
        }));
        if tried.is_err() {
            failed.push(number);
            eprintln!("in the game of case {number}:\n{}", made.text);
        }
    }

    let Survey { accepted, positions, ended, parts, codes, reasons, moves } = survey;
    println!("{accepted} of {definitions} accepted, {positions} positions, {ended} games ended");
    println!("in accepted definitions: {parts:?}\nreasons of refusals: {codes:?}\nends of games: {reasons:?}");
    println!("moves: {moves:?}");
    assert!(failed.is_empty(), "the laws do not hold in the games of cases {failed:?}");
    if is_long() {
        assert!(accepted * 100 >= definitions * 30, "only {accepted} of {definitions} are accepted");
        assert!(ended as u64 * 3 >= accepted, "only {ended} of {accepted} games came to an end");
        let missing: Vec<&str> = surveyed().filter(|part| !parts.contains_key(part)).collect();
        assert!(missing.is_empty(), "no accepted definition has {missing:?}");
        assert!(moves.contains_key("beside a held man"), "no man was ever held");
    }
}

/// The game of a definition, or reasons why it has none.
fn accepted(text: &str, survey: &mut Survey) -> Option<Game> {
    let source = Source::new("combination.variant", text);
    let checked = check(&source, &BuiltIns);
    for diagnostic in checked.report.diagnostics() {
        assert!(diagnostic.code.as_str().contains("::"), "{diagnostic:?}");
        assert!(!diagnostic.message.is_empty(), "{diagnostic:?}");
        assert!(!diagnostic.labels.is_empty() && diagnostic.help.is_some(), "{diagnostic:?}");
        assert!(diagnostic.span().start <= text.len(), "{diagnostic:?}");
        if diagnostic.is_error() {
            // The generator writes only what can be read.
            assert!(diagnostic.code.as_str().starts_with("check::"), "{diagnostic:?}");
            *survey.codes.entry(diagnostic.code.as_str()).or_default() += 1;
        }
    }
    assert_eq!(checked.game.is_some(), checked.report.errors() == 0);
    let game = load(&source, &BuiltIns);
    assert_eq!(game.is_ok(), checked.game.is_some());
    game.ok()
}

/// Plays a game at random, to its end or for as long as it is cheap.
fn play(game: &Game, setup: SetupId, dice: &mut Dice, survey: &mut Survey) {
    let (mut position, variant) = start(game, setup, &mut dice.clone());
    let mut twin = naive::Position::start(&naive::Game::new(&variant, setup));
    // The same game, made for good without a check.
    let mut advanced = position.clone();
    let mut budget = 6000;
    let mut count = 0;
    let perpetual = |ending: &Ending| matches!(ending.condition, Condition::Position { perpetual_check: true, .. });
    let chases = game.variant().endings.iter().any(perpetual) && dice.percent(80);
    let mut habits = Habits { chaser: dice.pick(&Side::ALL), last: PerSide::default() };
    loop {
        survey.positions += 1;
        if twin.has_held_man() {
            *survey.moves.entry("beside a held man").or_default() += 1;
        }
        let moves = uci::legal_moves(&position);
        let (actions, ended) = twin.judge();
        laws(&position, &moves);
        agree(&position, &twin, &moves, &actions, ended.as_ref());
        // Where any man can go anywhere to finish the game, each look at a move takes long.
        if count % if game.variant().rules.finishing_move.is_some() { 16 } else { 4 } == 0 {
            counts::check_perft_two(&position);
            assert_eq!(known(&advanced), known(&position), "{}", fen::write(&position));
        }
        if count % 16 == 0 && moves.len() < 40 {
            both_count(&position, &twin);
        }
        let pair =
            if chases { habits.choose(&position, &moves, dice) } else { choose(&position, &moves, &actions, dice) };
        let Some(index) = pair else { break };
        let ((_, mv), (_, action)) = (&moves[index], &actions[index]);
        habits.last[position.turn()] = Some(*mv);
        budget -= 100 + (moves.len() * if game.variant().rules.finishing_move.is_some() { 40 } else { 1 }) as i32;
        if budget < 0 {
            return;
        }
        count += 1;
        if let Some(name) = seldom(&position, *mv) {
            *survey.moves.entry(name).or_default() += 1;
        }
        twin = twin.play(action);
        position.play(*mv).unwrap();
        advanced.advance(*mv);
    }
    let outcome = position.outcome();
    assert!(outcome.is_some(), "{} is stuck without an outcome", fen::write(&position));
    survey.ended += 1;
    *survey.reasons.entry(outcome.unwrap().reason.to_string()).or_default() += 1;
}

/// What hangs on the moves that led to a position, and what is tested before each move.
fn known(position: &Position) -> impl PartialEq + std::fmt::Debug {
    let mobile = !position.legal_moves().is_empty();
    let verdict = if mobile { position.verdict_if_mobile() } else { position.verdict() };
    (fen::write(position), position.legal_moves().to_vec(), verdict, position.claims(), position.last_occurrence())
}

/// The start of a setup, or an array of it that is drawn, and the variant with the setup as that array.
fn start(game: &Game, setup: SetupId, dice: &mut Dice) -> (Position, Variant) {
    let mut variant = game.variant().clone();
    let drawn = (game.start_of(setup), variant.clone());
    let Some(arrays) = game.arrays(setup) else { return drawn };
    let of_drawn = &variant.setups[setup.index()];
    let number = arrays.number_of(of_drawn).expect("the drawn order is an array");
    assert_eq!(arrays.men(number, of_drawn, &variant.kinds).unwrap(), of_drawn.men);
    let Some(naive) = naive::arrays(&variant, setup) else { return drawn };
    assert_eq!(arrays.count(), naive.len() as u64);
    let number = dice.below(naive.len());
    let men = arrays.men(number as u64, of_drawn, &variant.kinds).unwrap();
    assert_eq!(men, naive[number], "array {number}");
    variant.setups[setup.index()].men = men;
    assert_eq!(arrays.number_of(&variant.setups[setup.index()]), Some(number as u64));
    let start = game.start_of_array(setup, number as u64).unwrap();
    // A side may be in check out of turn, or outside of what its rules allow.
    if game.position(&start.arrangement()).is_ok() { (start, variant) } else { drawn }
}

/// The name of a move that random games seldom have.
fn seldom(position: &Position, mv: Move) -> Option<&'static str> {
    let Move::Man(man) = mv else { return None };
    let piece = position.piece_at(man.from)?;
    let kind = |piece: Piece| position.game().piece_info(piece).kind;
    match man.kind {
        MoveKind::Castling { partner_from, .. } => {
            let partner = kind(position.piece_at(partner_from)?);
            let royal = position.game().variant().kind(partner).royal;
            Some(if royal { "castling with a royal man" } else { "castling" })
        }
        MoveKind::LongStep if kind(piece) != kind(man.piece) => Some("promotion by a long step"),
        MoveKind::EnPassant { .. } => Some("capture en passant"),
        MoveKind::LongStep => Some("long step"),
        MoveKind::OnceAGame => Some("move once a game"),
        _ => None,
    }
}

/// How the sides of a game move in which one chases the other, so that positions come again with checks in all of them.
struct Habits {
    chaser: Side,
    /// The last move of each side.
    last: PerSide<Option<Move>>,
}

impl Habits {
    /// The place of a move in the list: one that gives check, for the chaser, and that takes back the last one, if any.
    fn choose(&self, position: &Position, moves: &[(String, Move)], dice: &mut Dice) -> Option<usize> {
        let gives_check = |&at: &usize| {
            let mut next = position.clone();
            next.play(moves[at].1).unwrap();
            next.turn() == position.turn() || next.in_check()
        };
        let takes_back = |&at: &usize| {
            let (last, mv) = (self.last[position.turn()], moves[at].1);
            last.is_some_and(|last| last.to().is_some() && (last.from(), last.to()) == (mv.to(), mv.from()))
        };
        let mut liked: Vec<usize> = (0..moves.len()).collect();
        if position.turn() == self.chaser {
            let checks: Vec<usize> = liked.iter().copied().filter(gives_check).collect();
            liked = if checks.is_empty() { liked } else { checks };
        }
        let back: Vec<usize> = liked.iter().copied().filter(takes_back).collect();
        let liked = if back.is_empty() || dice.percent(10) { liked } else { back };
        (!liked.is_empty()).then(|| dice.pick(&liked))
    }
}

/// The place of a move in the list, at random; those that leave their square, capture, or are seldom otherwise are
/// liked.
fn choose(
    position: &Position,
    moves: &[(String, Move)],
    actions: &[(String, Action)],
    dice: &mut Dice,
) -> Option<usize> {
    let liked = dice.below(6);
    let indices: Vec<usize> = (0..moves.len())
        .filter(|&index| match liked {
            0 => matches!(actions[index].1, Action::Go { victim: Some(_), .. }),
            1 => matches!(actions[index].1, Action::Go { .. } | Action::Castle { .. }),
            2 => seldom(position, moves[index].1).is_some(),
            3 => seldom(position, moves[index].1).is_some_and(|name| name != "long step"),
            _ => true,
        })
        .collect();
    if indices.is_empty() { (!moves.is_empty()).then(|| dice.below(moves.len())) } else { Some(dice.pick(&indices)) }
}

/// What holds of any position.
fn laws(position: &Position, moves: &[(String, Move)]) {
    let text = fen::write(position);
    let texts: BTreeSet<&String> = moves.iter().map(|(text, _)| text).collect();
    assert_eq!(texts.len(), moves.len(), "{text}: {moves:?}");
    for (name, mv) in moves {
        assert_eq!(uci::find(position, name), Some(*mv), "{name} in {text}");
        assert!(position.check_move(*mv).is_ok(), "{name} in {text}");
    }
    let arrangement = position.arrangement();
    let read = fen::read(position.game(), arrangement.setup, &text);
    let read = read.unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
    assert_eq!(read.arrangement(), arrangement, "{text}");
    assert_eq!(fen::write(&read), text);
    let again = position.game().position(&arrangement).unwrap_or_else(|reasons| panic!("{text}: {reasons:?}"));
    assert_eq!(again.hash(), position.hash(), "{text}");
}

/// Both generators say the same.
fn agree(
    position: &Position,
    twin: &naive::Position,
    moves: &[(String, Move)],
    actions: &[(String, Action)],
    ended: Option<&(Option<Side>, Worth, String)>,
) {
    assert_eq!(fen::write(position), twin.fen());
    let engine: BTreeSet<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
    let expected: BTreeSet<&str> = actions.iter().map(|(text, _)| text.as_str()).collect();
    let only_engine: Vec<_> = engine.difference(&expected).collect();
    let only_naive: Vec<_> = expected.difference(&engine).collect();
    assert!(
        only_engine.is_empty() && only_naive.is_empty(),
        "{}\nonly the engine has {only_engine:?}\nonly the naive generator has {only_naive:?}",
        twin.fen()
    );
    assert_eq!(moves.len(), actions.len(), "{}", twin.fen());
    let outcome = position.outcome().map(|outcome| (outcome.winner, outcome.worth, outcome.reason.to_string()));
    assert_eq!(outcome.as_ref(), ended, "{}", twin.fen());
}

/// Both count the same.
fn both_count(position: &Position, twin: &naive::Position) {
    let nodes = position.perft(2);
    if twin.perft(2) != nodes {
        let moves = uci::legal_moves(position);
        for ((text, mv), (_, action)) in moves.iter().zip(twin.judge().0) {
            let (mut position, twin) = (position.clone(), twin.play(&action));
            position.play(*mv).unwrap();
            eprintln!("after {text}");
            let (actions, ended) = twin.judge();
            agree(&position, &twin, &uci::legal_moves(&position), &actions, ended.as_ref());
            eprintln!("{} {}", position.perft(1), twin.perft(1));
        }
    }
    assert_eq!(twin.perft(2), nodes, "{}", twin.fen());
}
