//! Tables against a second way to make them: the naive generator's moves, and plain iteration from one ply to the next.

use std::collections::BTreeMap;
use std::num::NonZero;

use weakfish::engine::{Arrangement, Game, Piece};
use weakfish::geometry::{PerSide, Side, Square};
use weakfish::model::{KindId, PlacedMan, SetupId};
use weakfish::notation::fen;
use weakfish::source::Source;
use weakfish::{BuiltIns, load};
use weakfish_endgame::{MakeError, Men, NotInTable, Options, Tables, Value};
use weakfish_testing::definition::{Definition, definition};
use weakfish_testing::dice::{Dice, cases, is_long};
pub(crate) use weakfish_testing::iteration::{Kept, iterate, naive_nodes};

/// The number of definitions that are thrown; most are on boards that are too large.
const DEFINITIONS: u64 = 1_500;

/// The most positions that an ending begins with, and that it leads to.
const MAX_POSITIONS: usize = 6_000;
const MAX_REACHED: usize = 12_000;

/// Features that random endings have had.
#[derive(Debug, Default)]
struct Survey {
    endings: usize,
    positions: usize,
    won: usize,
    longest: u16,
    elsewhere: usize,
    /// Made without a list of moves, too.
    again: usize,
    parts: BTreeMap<&'static str, usize>,
}

/// A game at random on a small board, and the dice for what follows; `None` if the definition has errors.
pub(crate) fn throw_small(case: u64) -> Option<(Dice, Definition, Game)> {
    let mut dice = Dice::new(case);
    let made = definition(&mut dice);
    let game = load(&Source::new("thrown.variant", made.text.as_str()), &BuiltIns).ok()?;
    (game.variant().board.len() <= 20).then_some((dice, made, game))
}

#[test]
fn agrees_with_plain_iteration() {
    let cases = cases(DEFINITIONS);
    let mut survey = Survey::default();
    for case in cases {
        let Some((mut dice, made, game)) = throw_small(case) else { continue };
        let setup = SetupId(dice.below(game.variant().setups.len()) as u8);
        let Some(men) = choose_men(&game, setup, &mut dice) else { continue };
        if compare(&game, setup, &men, &mut survey, &|| format!("case {case}:\n{}", made.text)) {
            made.parts.iter().for_each(|part| *survey.parts.entry(part).or_default() += 1);
        }
    }
    println!("{survey:#?}");
    if is_long() {
        assert!(survey.endings >= 40, "only {} endings", survey.endings);
        assert!(survey.again >= 30, "only {} endings by the second method", survey.again);
        let parts = [
            "flips",
            "promotion",
            "becomes",
            "series fixed",
            "must move",
            "checks given",
            "man on",
            "castling",
            "hops",
        ];
        let missing: Vec<_> = parts.iter().filter(|part| !survey.parts.contains_key(*part)).collect();
        assert!(missing.is_empty(), "no ending of a definition with {missing:?}");
    }
}

/// Men of a small ending: the royal men, and a few more.
pub(crate) fn choose_men(game: &Game, setup: SetupId, dice: &mut Dice) -> Option<Men> {
    let variant = game.variant();
    let mut sides: PerSide<Vec<KindId>> = PerSide::default();
    for man in &variant.setups[setup.index()].men {
        let kind = variant.kind(man.kind);
        if kind.royal && kind.royalty.is_constant() {
            sides[man.side].push(man.kind);
        }
    }
    for _ in 0..dice.between(1, 2) {
        let side = dice.pick(&Side::ALL);
        let kinds: Vec<KindId> = variant
            .kinds()
            .filter(|(_, kind)| kind.sides[side] && !(kind.royal && kind.royalty.is_constant()))
            .map(|(id, _)| id)
            .collect();
        if !kinds.is_empty() {
            sides[side].push(dice.pick(&kinds));
        }
    }
    let men = Men::new(sides);
    (!men.is_empty() && men.len() <= 4).then_some(men)
}

/// Compares all positions of some men, and those that they lead to; `false` if there are too many.
fn compare(game: &Game, setup: SetupId, men: &Men, survey: &mut Survey, which: &dyn Fn() -> String) -> bool {
    let Ok(mut tables) = Tables::new(game, setup) else { return false };
    let starts = starts(game, setup, men);
    // Where any man can go anywhere to finish the game, each look at a move takes long.
    let share = if game.variant().rules.finishing_move.is_some() { 20 } else { 1 };
    if starts.is_empty() || starts.len() > MAX_POSITIONS / share {
        return false;
    }
    let Some(nodes) = naive_nodes(game, setup, &starts, Kept::default(), MAX_REACHED / share) else { return false };
    match tables.make(men, &Options::default(), &mut |_| true) {
        Ok(()) => {}
        // A man that would promote wherever it goes.
        Err(MakeError::NoPosition) => return false,
        Err(error) => panic!("{error:?} for {} in {}", men.text(game.variant()), which()),
    }
    // The same without a list of moves, except where a capture en passant may be legal.
    let mut again = Tables::new(game, setup).unwrap();
    let options = Options { keep_moves: false, threads: NonZero::new(2).unwrap(), ..Options::default() };
    let again = again.make(men, &options, &mut |_| true).is_ok().then_some(again);
    survey.again += usize::from(again.is_some());
    let nodes = iterate(nodes);
    let mut counted = PerSide::<[u64; 3]>::default();
    for (text, node) in &nodes {
        let expected = match node.value {
            None => Value::Draw,
            Some((winner, plies)) => Value::of_winner(Some(winner), node.turn, plies),
        };
        // Claims of stalemate are no positions of a FEN.
        if text.starts_with("claimed") {
            continue;
        }
        let position = fen::read(game, setup, text).unwrap_or_else(|error| panic!("{text}: {error:?} in {}", which()));
        match tables.value(&position) {
            Ok(value) => {
                assert_eq!(value, expected, "{text} of {} in {}", men.text(game.variant()), which());
                if let Some(again) = &again {
                    assert_eq!(again.value(&position), Ok(expected), "{text}, generated again, in {}", which());
                }
                survey.positions += 1;
                survey.won += usize::from(value != Value::Draw);
                survey.longest = survey.longest.max(value.plies().unwrap_or(0));
                if Men::of(&position) == *men {
                    counted[node.turn][match value {
                        Value::Win(_) => 0,
                        Value::Draw => 1,
                        Value::Loss(_) => 2,
                    }] += 1;
                }
            }
            Err(NotInTable::Place) => survey.elsewhere += 1,
            Err(error) => panic!("{text}: {error:?} in {}", which()),
        }
    }
    // With counts there are positions that no move leads to, and captures en passant are no positions of their own.
    let plain = tables.counts(men) == 1 && nodes.keys().all(|text| text.split(' ').nth(3) == Some("-"));
    if plain {
        let statistics = tables.statistics(men).unwrap();
        for side in Side::ALL {
            let found = &statistics.to_move[side];
            let found = [found.wins, found.draws, found.losses];
            assert_eq!(found, counted[side], "{side} to move, {} in {}", men.text(game.variant()), which());
        }
    }
    survey.endings += 1;
    true
}

/// The legal positions of some men, with nothing counted.
pub(crate) fn starts(game: &Game, setup: SetupId, men: &Men) -> Vec<String> {
    let variant = game.variant();
    let mut kinds: Vec<(Side, KindId)> = Vec::new();
    for side in Side::ALL {
        kinds.extend(men.of_side(side).iter().map(|&kind| (side, kind)));
    }
    let mut placings: Vec<Vec<(Square, Piece)>> = vec![Vec::new()];
    for (index, &(side, kind)) in kinds.iter().enumerate() {
        let pieces: Vec<Piece> = game
            .pieces()
            .filter(|&piece| (game.piece_info(piece).side, game.piece_info(piece).kind) == (side, kind))
            .collect();
        let mut next = Vec::new();
        for placing in &placings {
            for square in variant.board.squares() {
                if placing.iter().any(|&(other, _)| other == square) {
                    continue;
                }
                // Like men in one order only.
                if index > 0 && kinds[index - 1] == (side, kind) && placing[index - 1].0.index() > square.index() {
                    continue;
                }
                for &piece in &pieces {
                    let mut placing = placing.clone();
                    placing.push((square, piece));
                    next.push(placing);
                }
            }
        }
        placings = next;
        if placings.len() > 2 * MAX_POSITIONS {
            return Vec::new();
        }
    }
    let mut arrangement: Arrangement = game.start_of(setup).arrangement();
    arrangement.castling = PerSide::default();
    arrangement.unmoved.clear();
    arrangement.once_a_game.clear();
    arrangement.fullmove = 2;
    let mut texts = Vec::new();
    for turn in Side::ALL {
        for placing in &placings {
            arrangement.turn = turn;
            arrangement.men = placing
                .iter()
                .map(|&(square, piece)| {
                    let info = game.piece_info(piece);
                    PlacedMan { square, side: info.side, kind: info.kind, state: info.state.clone() }
                })
                .collect();
            if game.position(&arrangement).is_ok() {
                texts.push(fen::write_arrangement(variant, &arrangement));
            }
        }
    }
    texts
}

/// Captures en passant, which have positions of their own.
pub(crate) const PASSING: &str = r#"
game "Passing"
board: 3x6
first: white
black: mirrors white

men
  P pawn: mfWcfF
  K king: K

setup start
  p . p
  . . .
  . . .
  . . .
  . . .
  P P P

rules
  long step of P: 2 squares from own rank 2, en passant, or 3 squares from own rank 1, en passant
  promotion of P: on last rank, to K

endings
  K on last rank: wins
  no men:         loses
  stalemated:     loses
"#;

#[test]
fn agrees_on_captures_en_passant() {
    let game = load(&Source::new("passing.variant", PASSING), &BuiltIns).unwrap_or_else(|error| panic!("{error:?}"));
    let mut survey = Survey::default();
    for men in ["P v P", "P P v P"] {
        let men = Men::parse(game.variant(), men).unwrap();
        assert!(compare(&game, SetupId::default(), &men, &mut survey, &|| "en passant".to_owned()));
    }
    assert_eq!(survey.again, 0, "positions with captures en passant need a list of moves");
}
