//! Proofs that a side does not lose, although positions may recur.

use weakfish::engine::{Game, Position};
use weakfish::geometry::Side;
use weakfish::model::SetupId;
use weakfish::notation::fen;
use weakfish_endgame::{Men, Options as TableOptions, Tables, Value};
use weakfish_solve::{Claim, Enumeration, Options, Proof, ProofError, Prover};
use weakfish_testing::definition::definition;
use weakfish_testing::dice::{Dice, cases, is_long};
use weakfish_testing::games::{chess_with, game, loaded};
use weakfish_testing::iteration::{Kept, iterate, naive_nodes};

use crate::enumeration::small_position;

/// Chess's men on a small board, without castling and double steps.
const SMALL: &str = "game \"Small\" extends fide\nboard: 4x4\n\nsetup start\n  r q k r\n  p p p p\n  P P P P\n  R Q K R\n\n\
                     rules\n  castling:       none\n  long step of P: none\n";

/// Positions that are expanded for a proof.
const POSITIONS: u64 = 60_000;

/// The number of definitions that are thrown.
const DEFINITIONS: u64 = 600;

/// Perpetual check: White holds the draw by repetition only.
const PERPETUAL: &str = "6k1/6p1/8/6KQ/1r6/q7/8/8 w - - 0 1";

/// The proof that a side does not lose, if one is found.
fn held(position: &Position, side: Side) -> Option<Proof> {
    let mut prover = Prover::new(position, Claim::DoesNotLose(side), &Options::default()).unwrap();
    let found = prover.search(POSITIONS, &mut |_| true).unwrap();
    let proof = prover.proof().filter(|_| found);
    assert_eq!(proof.is_some(), found, "a strategy is missing: {}", fen::write(position));
    if let Some(proof) = &proof {
        proof.check().unwrap_or_else(|error| panic!("{}: {error}", fen::write(position)));
    }
    proof
}

/// Whether a side may not lose a position, by its value for the player to move.
fn is_safe(value: Value, turn: Side, side: Side) -> bool {
    match value {
        Value::Win(_) => side == turn,
        Value::Draw => true,
        Value::Loss(_) => side != turn,
    }
}

/// Proofs agree with tables of endings: no lost position is proved, and all others are.
#[test]
fn agrees_with_tables() {
    let small = loaded("small.variant", SMALL);
    let mut tables = Tables::new(&small, SetupId::default()).unwrap();
    let (mut drawn, mut decided) = (0, 0);
    for text in ["K P v K", "K R v K B", "K R v K N", "K Q v K P", "K R v K R"] {
        let men = Men::parse(small.variant(), text).unwrap();
        tables.make(&men, &TableOptions::default(), &mut |_| true).unwrap();
        let mut dice = Dice::new(text.len() as u64);
        let kinds = Side::ALL.map(|side| men.of_side(side).to_vec());
        let mut arrangement = small.start().arrangement();
        let squares: Vec<_> = small.variant().board.squares().collect();
        let kept = arrangement.men.clone();
        let mut left = if is_long() { 60 } else { 10 };
        while left > 0 {
            arrangement.men.clear();
            for (side, kinds) in Side::ALL.into_iter().zip(&kinds) {
                for &kind in kinds {
                    let mut man = kept.iter().find(|man| man.side == side).unwrap().clone();
                    (man.kind, man.square) = (kind, squares[dice.below(squares.len())]);
                    arrangement.men.push(man);
                }
            }
            arrangement.turn = Side::ALL[dice.below(2)];
            let Ok(position) = small.position(&arrangement) else { continue };
            let Ok(value) = tables.value(&position) else { continue };
            if position.outcome().is_some() {
                continue;
            }
            left -= 1;
            for side in Side::ALL {
                let safe = is_safe(value, position.turn(), side);
                assert_eq!(held(&position, side).is_some(), safe, "{side}: {} is {value}", fen::write(&position));
            }
            drawn += usize::from(value == Value::Draw);
            decided += usize::from(value != Value::Draw);
        }
    }
    assert!(drawn >= 10 && decided >= 10, "{drawn} {decided}");
}

/// In any game without decisions by the past, exactly the positions that are not lost are proved.
#[test]
fn agrees_with_plain_iteration() {
    let (mut games, mut proved, mut lost) = (0, 0, 0);
    for case in cases(DEFINITIONS) {
        let mut dice = Dice::new(case);
        let made = definition(&mut dice);
        let Some(start) = small_position(&made.text, &mut dice) else { continue };
        let (game, setup) = (start.game().clone(), start.setup());
        // Nobody claims, but values of the iteration assume claims.
        let claims = game.variant().endings.iter().any(weakfish::model::Ending::may_be_claimed);
        if claims || Enumeration::new(&start).is_err() {
            continue;
        }
        let kept = Kept { quiet: 0, rights: true };
        let Some(nodes) = naive_nodes(&game, setup, &[fen::write(&start)], kept, 3_000) else { continue };
        let nodes = iterate(nodes);
        let mut texts: Vec<&String> = nodes.keys().collect();
        texts.sort();
        games += 1;
        for _ in 0..6 {
            let text = dice.pick(&texts);
            let position = fen::read(&game, setup, text).unwrap();
            // Without a move, and with the game not over, nothing is proved.
            let winner = nodes[text].value.map(|(winner, _)| winner);
            for side in Side::ALL {
                let proof = held(&position, side).is_some();
                assert!(!proof || winner != Some(!side), "case {case}: {side} loses {text}\n{}", made.text);
                assert!(proof || winner == Some(!side), "case {case}: {side} holds {text}\n{}", made.text);
                *(if proof { &mut proved } else { &mut lost }) += 1;
            }
        }
    }
    println!("{games} games, {proved} positions proved, {lost} lost");
    let least = if is_long() { [15, 100, 10] } else { [5, 30, 20] };
    let found = [games, proved, lost];
    assert!(found.iter().zip(least).all(|(&found, least)| found >= least), "{found:?}");
}

/// What repetition does decides whether it is a proof.
#[test]
fn repetition_is_a_proof_where_it_does_not_lose() {
    let proof_in = |game: &Game| {
        let position = fen::read(game, SetupId::default(), PERPETUAL).unwrap();
        held(&position, Side::White)
    };
    let fide = proof_in(&game("fide")).unwrap();
    assert_eq!(fide.check().unwrap()[0].plies, None);
    for (line, is_proof) in [
        ("position 3 times: draw", true),
        ("position 3 times: draw on claim", true),
        ("position 3 times: white wins", true),
        ("position 3 times: black wins", false),
        ("position 3 times by perpetual check: loses", false),
        ("50 moves without progress: draw", true),
        ("50 moves without progress, to move: loses", false),
    ] {
        let changed =
            chess_with(&format!("\nendings\n  {line}\n  checkmated: loses\n  stalemated: draw\n  the rest: none\n"));
        assert_eq!(proof_in(&changed).is_some(), is_proof, "{line}");
        // The checker does not trust the search.
        let model = format!("game {}", weakfish::json::write(changed.variant()));
        let text = fide.text();
        let lines: Vec<&str> =
            text.lines().map(|line| if line.starts_with("game ") { model.as_str() } else { line }).collect();
        let result = Proof::read(&lines.join("\n")).unwrap().check();
        assert_eq!(result.is_ok(), is_proof, "{line}: {result:?}");
    }
    // There is no proof at all where moves that repeat a position are illegal.
    let illegal = chess_with(
        "\nrules\n  repetition: forbidden\n\nendings\n  checkmated: loses\n  stalemated: draw\n  the rest: none\n",
    );
    let position = fen::read(&illegal, SetupId::default(), PERPETUAL).unwrap();
    assert!(Prover::new(&position, Claim::DoesNotLose(Side::White), &Options::default()).is_err());
}

#[test]
fn damaged_closed_sets_are_refused() {
    let game = game("fide");
    let position = fen::read(&game, SetupId::default(), "8/8/8/8/8/2k5/8/KR6 w - - 0 1").unwrap();
    let text = held(&position, Side::White).unwrap().text();
    let lines: Vec<&str> = text.lines().collect();
    for index in 5..lines.len().min(40) {
        let mut fewer = lines.clone();
        let line = fewer.remove(index);
        let refused = Proof::read(&fewer.join("\n")).unwrap().check();
        assert!(matches!(refused, Err(ProofError::NoMove(_))), "without {line}");
    }
    let lost = text.replace("claim holds w", "claim wins w");
    assert!(Proof::read(&lost).unwrap().check().is_err());
}

/// A search with too little memory, or with too few positions, says so.
#[test]
fn limits_are_kept() {
    let game = game("fide");
    let position = fen::read(&game, SetupId::default(), "7K/8/8/8/8/5k2/6R1/r7 w - - 0 1").unwrap();
    let claim = Claim::DoesNotLose(Side::Black);
    let mut prover = Prover::new(&position, claim, &Options { max_memory: 1 << 16, ..Options::default() }).unwrap();
    assert_eq!(prover.search(100_000, &mut |_| true), Ok(false));
    assert!(prover.is_exhausted() && prover.proof().is_none());
    let mut prover = Prover::new(&position, claim, &Options::default()).unwrap();
    assert_eq!(prover.search(100, &mut |_| true), Ok(false));
    assert!(prover.positions() == 100 && !prover.is_exhausted() && prover.proof().is_none());
    assert!(prover.search(1_000, &mut |_| false).is_err());
}
