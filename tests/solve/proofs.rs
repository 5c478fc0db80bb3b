//! Proofs, and texts that look like one.

use weakfish::engine::Game;
use weakfish::geometry::Side;
use weakfish::model::SetupId;
use weakfish::notation::fen;
use weakfish::source::Source;
use weakfish::{BuiltIns, json, load};
use weakfish_solve::{Claim, Options, Proof, ProofError, Prover};
use weakfish_testing::definition::definition;
use weakfish_testing::dice::{Dice, cases, is_long};
use weakfish_testing::games::{game, loaded};

fn proof(game: &Game, text: &str, claim: Claim) -> Option<Proof> {
    let position = fen::read(game, SetupId::default(), text).unwrap();
    let mut prover = Prover::new(&position, claim, &Options::default()).unwrap();
    prover.search(200_000, &mut |_| true).unwrap();
    prover.proof()
}

/// Chess's men on 4x4 without castling and double steps.
const SMALL: &str = "game \"Small\" extends fide\nboard: 4x4\n\nsetup start\n  r q k r\n  p p p p\n  P P P P\n  R Q K R\n\n\
                     rules\n  castling:       none\n  long step of P: none\n";

#[test]
fn wins_are_proved_and_verified() {
    let small = loaded("small.variant", SMALL);
    for (game, text, claim) in [
        (&small, "rqkr/pppp/PPPP/RQKR w - - 0 1", Claim::Wins(Side::White)),
        (&small, "nqkr/pppp/PPPP/NQKR w - - 0 1", Claim::Wins(Side::White)),
        (&game("fide"), "8/8/8/8/8/2k5/8/KQ6 w - - 0 1", Claim::Wins(Side::White)),
        (&game("fide"), "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", Claim::DoesNotLose(Side::White)),
        (&game("demichess"), "4k3/8/8/8/8/8/S7/S3K3 w - - 0 1", Claim::Wins(Side::White)),
    ] {
        let proof = proof(game, text, claim).unwrap_or_else(|| panic!("no proof of {claim}: {text}"));
        let checked = proof.check().unwrap();
        assert_eq!(checked.iter().map(|checked| checked.claim).collect::<Vec<_>>(), [claim]);
        let again = Proof::read(&proof.text()).unwrap();
        assert_eq!((again.check().unwrap(), again.text()), (checked, proof.text()));
    }
}

/// Values that hang on repetition, on counts or on nothing are not proved.
#[test]
fn what_hangs_on_repetition_is_not_proved() {
    for (text, claim) in [
        // Perpetual check: repetition does not win.
        ("6k1/6p1/8/6KQ/1r6/q7/8/8 w - - 0 1", Claim::Wins(Side::White)),
        ("8/8/8/8/8/2k5/8/KR6 w - - 0 1", Claim::Wins(Side::Black)),
        ("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1", Claim::Wins(Side::Black)),
    ] {
        let found = proof(&game("fide"), text, claim);
        assert!(found.is_none(), "{claim}: {text}");
    }
    // Too many plies without progress have gone by.
    let text = "8/8/8/8/8/2k5/8/KQ6 w - - 95 1";
    if let Some(proof) = proof(&game("fide"), text, Claim::Wins(Side::White)) {
        assert!(matches!(proof.check(), Err(ProofError::TooLong { .. })));
    }
}

#[test]
fn damaged_proofs_are_refused() {
    let sound = proof(&game("fide"), "8/8/8/8/8/2k5/8/KQ6 w - - 0 1", Claim::Wins(Side::White)).unwrap().text();
    assert!(Proof::read(&sound).unwrap().check().is_ok());
    let refused = |text: &str| Proof::read(text).and_then(|proof| proof.check());
    let lines: Vec<&str> = sound.lines().collect();
    let strategy = lines.len() - 5;
    // Each move that is left out or changed is missed, if a line leads to its position.
    for index in 5..lines.len().min(60) {
        let mut fewer = lines.clone();
        fewer.remove(index);
        assert!(matches!(refused(&fewer.join("\n")), Err(ProofError::NoMove(_))), "without {}", lines[index]);
        let mut changed = lines.clone();
        let other = lines[index].replacen(|character: char| character.is_ascii_digit(), "9", 1);
        changed[index] = &other;
        assert!(refused(&changed.join("\n")).is_err(), "{other}");
    }
    assert!(strategy > 10);
    for (from, to) in [
        ("weakfish proof 1", "weakfish proof 2"),
        ("claim wins w", "claim wins b"),
        ("claim wins w", "claim wins"),
        ("KQ6 w", "KR6 w"),
        ("setup 0", "setup 7"),
        ("game {", "game {{"),
        ("position 8", "position 9"),
    ] {
        assert!(refused(&sound.replacen(from, to, 1)).is_err(), "{to}");
    }
    assert!(refused("").is_err() && refused("weakfish proof 1").is_err());
}

/// Moves that lead back are no proof of a win, though each of them is legal.
#[test]
fn cycles_are_no_proof() {
    let game = game("fide");
    let text = proof(&game, "8/8/8/8/8/2k5/8/KQ6 w - - 0 1", Claim::Wins(Side::White)).unwrap().text();
    let head: Vec<&str> = text.lines().take(4).collect();
    // White moves its king to and fro wherever it can.
    let mut proof = format!("{}\nclaim wins w\n", head.join("\n"));
    let mut known = std::collections::BTreeSet::new();
    for _ in 0..200 {
        let Err(error) = Proof::read(&proof).unwrap().check() else { panic!("a proof") };
        let ProofError::NoMove(position) = error else {
            assert!(matches!(error, ProofError::Cycle | ProofError::WrongEnd(_)), "{error}");
            return;
        };
        assert!(known.insert(position.clone()));
        let at = fen::read(&game, SetupId::default(), &position).unwrap();
        let (mv, _) = weakfish::notation::uci::legal_moves(&at).into_iter().next().unwrap();
        proof.push_str(&[&mv, "\t", &position, "\n"].concat());
    }
}

/// Men that can only turn: after two turns of each side the position recurs, and Black wins.
const TURNING: &str = "game \"Turning\"\nboard: 2x2\nfirst: white\nblack: mirrors white\n\nmen\n  A arrow: fF, captured by none, \
                       turns 180\n\nsetup start\n  a a\n  A A\n\nrules\n  must move: every 5 turns\n\nendings\n  position 2 \
                       times: black wins\n  stalemated: draw\n  black has no A: loses\n  white has no A: loses\n";

/// Turns in a row tell positions apart, but not for repetition.
#[test]
fn repetitions_with_other_counts_are_no_proof() {
    for (source, refused) in [(TURNING.to_owned(), true), (TURNING.replace("black wins", "draw"), false)] {
        let game = loaded("turning.variant", &source);
        let over = proof(&game, "2/A{n}A{n} b - - 0 1", Claim::DoesNotLose(Side::White)).unwrap().text();
        let mut proof = over.replace("2/A{n}A{n} b", "a{s}a{s}/A{n}A{n} w");
        let result = loop {
            let result = Proof::read(&proof).unwrap().check();
            let Err(ProofError::NoMove(position)) = &result else { break result };
            let at = fen::read(&game, SetupId::default(), position).unwrap();
            let (mv, _) = weakfish::notation::uci::legal_moves(&at).into_iter().next().unwrap();
            proof.push_str(&[&mv, "\t", position, "\n"].concat());
        };
        assert_eq!(result == Err(ProofError::Repetition), refused, "{result:?}");
        assert_eq!(result.is_ok(), !refused);
    }
}

/// A player who can claim a draw does not lose: neither the search nor the checker overlooks it.
#[test]
fn wins_against_claims_of_draws_are_not_proved() {
    let claims = "game \"Claims\" extends fide\n\nendings\n  only K Q v K: draw on claim\n  the rest:     inherited\n";
    let claims = loaded("claims.variant", claims);
    let (text, claim) = ("8/8/8/8/8/2k5/8/KQ6 w - - 0 1", Claim::Wins(Side::White));
    let sound = proof(&game("fide"), text, claim).unwrap().text();
    assert!(proof(&claims, text, claim).is_none());
    assert!(proof(&claims, text, Claim::DoesNotLose(Side::Black)).is_none(), "White need not claim");
    let other = format!("game {}", json::write(claims.variant()));
    let lines: Vec<&str> =
        sound.lines().map(|line| if line.starts_with("game ") { other.as_str() } else { line }).collect();
    let result = Proof::read(&lines.join("\n")).unwrap().check();
    assert!(matches!(result, Err(ProofError::DrawClaim(_))), "{result:?}");
}

/// The number of definitions that are thrown.
const DEFINITIONS: u64 = 75;

/// Legal moves of a position whose claims are tried: each square of a large board that can be walled makes thousands of them, and each
/// position that is expanded as many children.
const MAX_MOVES: usize = 150;

/// Proofs of games at random are all verified, and none of them contradicts another one.
#[test]
fn proofs_in_any_game_are_sound() {
    let (mut tried, mut proved, mut longest) = (0, 0, 0);
    let cases = cases(DEFINITIONS);
    for case in cases {
        let mut dice = Dice::new(case);
        let made = definition(&mut dice);
        let Ok(game) = load(&Source::new("thrown.variant", made.text.as_str()), &BuiltIns) else { continue };
        // The last positions of a game are more often won than others.
        let mut played = vec![game.start_of(SetupId(dice.below(game.variant().setups.len()) as u8))];
        for _ in 0..100 {
            let mut next = played.last().unwrap().clone();
            let moves = next.legal_moves().to_vec();
            if moves.is_empty() || next.verdict().is_some() {
                break;
            }
            next.make(dice.pick(&moves));
            played.push(next);
        }
        let back = dice.between(1, 6);
        let Some(position) = played.len().checked_sub(1 + back).map(|at| &played[at]) else { continue };
        if position.legal_moves().to_vec().len() > MAX_MOVES {
            continue;
        }
        let mut shown: Vec<Claim> = Vec::new();
        for side in Side::ALL {
            for claim in [Claim::Wins(side), Claim::DoesNotLose(side)] {
                let Ok(mut prover) = Prover::new(position, claim, &Options::default()) else { continue };
                tried += 1;
                let found = prover.search(1_500, &mut |_| true).unwrap();
                let Some(proof) = prover.proof() else {
                    assert!(!found, "case {case}: {claim} has no proof:\n{}", made.text);
                    continue;
                };
                match proof.check() {
                    Ok(checked) => {
                        longest = longest.max(checked[0].plies.unwrap_or_default());
                        proved += 1;
                        shown.push(claim);
                    }
                    // The search leaves it to the checker how long a line may be, and what repetition overlooks.
                    Err(ProofError::TooLong { .. } | ProofError::Repetition) => {}
                    Err(error) => panic!("case {case}: {claim}, {error}:\n{}\n{}", proof.fen(), made.text),
                }
            }
        }
        for claim in &shown {
            if let Claim::Wins(side) = claim {
                let other = [Claim::Wins(!*side), Claim::DoesNotLose(!*side)];
                assert!(!shown.iter().any(|shown| other.contains(shown)), "case {case}: {shown:?}");
            }
        }
    }
    println!("{proved} of {tried} claims are proved, by up to {longest} plies");
    assert!(!is_long() || proved >= 25 && longest >= 3, "{proved} {longest}");
}
