//! Enumerations against plain iteration over moves of the naive generator.

use std::collections::{BTreeMap, BTreeSet};

use weakfish::engine::{Game, Position};
use weakfish::geometry::PerSide;
use weakfish::model::{Repetition, SetupId};
use weakfish::notation::fen;
use weakfish::source::Source;
use weakfish::{BuiltIns, load};
use weakfish_solve::{Enumeration, ExactValue, Key, Link, Node, Retrograde, SolveError, Unsupported};
use weakfish_testing::definition::definition;
use weakfish_testing::dice::{Dice, cases, is_long};
use weakfish_testing::games::{game, loaded};
use weakfish_testing::iteration::{Kept, iterate, naive_nodes};

/// The number of definitions that are thrown; most have more positions than are compared.
const DEFINITIONS: u64 = 600;

/// The most positions of a game that is compared.
const MAX_POSITIONS: usize = 2_000;

/// The nodes of an enumeration: for each key its node, and the keys of its successors with the exchange of the sides.
type Nodes = BTreeMap<Vec<u8>, (Node, Vec<(Vec<u8>, bool)>)>;

/// All positions by their keys; `None` if they are too many.
fn nodes_of(enumeration: &Enumeration, most: usize) -> Option<Nodes> {
    let mut expander = enumeration.expander();
    let mut nodes = Nodes::new();
    let mut open = vec![enumeration.key(enumeration.root()).unwrap().bytes];
    while let Some(key) = open.pop() {
        if nodes.contains_key(&key) {
            continue;
        }
        if nodes.len() >= most {
            return None;
        }
        // A hand may grow without limit.
        let node = match expander.expand(&key) {
            Err(SolveError::TooMany) => return None,
            node => node.unwrap(),
        };
        let successors: Vec<_> = expander.successors().map(|next| (next.key.to_vec(), next.exchanged)).collect();
        open.extend(successors.iter().map(|(key, _)| key.clone()));
        nodes.insert(key, (node, successors));
    }
    Some(nodes)
}

/// All positions by their keys, with their values; `None` if they are too many.
fn values(enumeration: &Enumeration, most: usize) -> Option<BTreeMap<Vec<u8>, ExactValue>> {
    let nodes = nodes_of(enumeration, most)?;
    let numbers: BTreeMap<&[u8], u32> = nodes.keys().map(Vec::as_slice).zip(0..).collect();
    let (mut retrograde, mut before) = (Retrograde::new(), vec![Vec::new(); nodes.len()]);
    for (number, (key, (node, successors))) in (0..).zip(&nodes) {
        retrograde.push(key, *node).unwrap();
        for (successor, exchanged) in successors {
            before[numbers[successor.as_slice()] as usize].push(Link::new(number, *exchanged));
        }
    }
    let predecessors = |number: u32, found: &mut Vec<Link>| -> Result<(), SolveError> {
        found.extend(&before[number as usize]);
        Ok(())
    };
    retrograde.run(predecessors).unwrap();
    let values = (0..nodes.len()).map(|number| retrograde.value(number)).collect::<Vec<_>>();
    Some(nodes.into_keys().zip(values).collect())
}

/// What the symmetries of an enumeration do.
#[derive(Debug, PartialEq)]
struct Reduced {
    symmetries: Vec<String>,
    /// The positions without symmetries, and with them.
    positions: [usize; 2],
}

/// Compares the values of all positions with those that they have with symmetries, and without what follows missed wins; `None` if they
/// are too many.
fn reduce(start: &Position, most: usize, which: &dyn Fn() -> String) -> Option<Reduced> {
    let plain = Enumeration::new(start).ok()?;
    let all = values(&plain, most)?;
    let reduced = Enumeration::new(start).unwrap().with_symmetries().unwrap();
    let found = values(&reduced, most).unwrap();
    for (key, &value) in &all {
        // The game has no position of some keys at which it is over.
        let Some(position) = plain.position(key) else { continue };
        let Key { bytes, exchanged } = reduced.key(&position).unwrap();
        let expected = found.get(&bytes).map(|value| value.exchanged(exchanged));
        assert_eq!(expected, Some(value), "{} in {}", fen::write(&position), which());
    }
    let symmetries = reduced.symmetries();
    let kept = values(&reduced.without_missed_wins(), most).unwrap();
    assert!(kept.len() <= found.len(), "{} of {} positions in {}", kept.len(), found.len(), which());
    // Positions at which the game is over have keys of their own.
    for (key, value) in kept.iter().filter(|(_, value)| !matches!(value, ExactValue::Won(_, 0))) {
        let expected = found.get(key).or((*value == ExactValue::Draw).then_some(&ExactValue::Draw));
        assert_eq!(Some(value), expected, "{key:?} in {}", which());
    }
    Some(Reduced { symmetries, positions: [all.len(), found.len()] })
}

/// Compares the positions that a position leads to; returns their number, or `None` if they are too many.
fn compare(start: &Position, most: usize, which: &dyn Fn() -> String) -> Option<usize> {
    let (game, setup) = (start.game(), start.setup());
    let enumeration = Enumeration::new(start).ok()?;
    let found = values(&enumeration, most)?;
    let kept = Kept { quiet: 0, rights: true };
    let nodes = naive_nodes(game, setup, &[fen::write(start)], kept, 4 * most)?;
    let nodes = iterate(nodes);
    for (text, node) in &nodes {
        let position = fen::read(game, setup, text).unwrap_or_else(|error| panic!("{text}: {error:?} in {}", which()));
        let key = enumeration.key(&position).unwrap().bytes;
        let expected = node.value.map_or(ExactValue::Draw, |(winner, plies)| ExactValue::Won(winner, plies));
        assert_eq!(found.get(&key), Some(&expected), "{text} in {}", which());
    }
    // FENs of the naive generator have counts that do not matter.
    assert!(nodes.len() >= found.len(), "{} of {} positions in {}", nodes.len(), found.len(), which());
    Some(found.len())
}

/// A game without rules about earlier positions.
fn without_past(text: &str) -> Option<Game> {
    let game = load(&Source::new("thrown.variant", text), &BuiltIns).ok()?;
    let mut variant = game.variant().clone();
    variant.endings.retain(|ending| !ending.condition.basis().is_past());
    variant.rules.repetition = Repetition::default();
    Game::compile(variant).ok()
}

/// A position with the royal men and one or two others of a setup, without rights.
fn with_few_men(game: &Game, setup: SetupId, dice: &mut Dice) -> Option<Position> {
    let mut arrangement = game.start_of(setup).arrangement();
    let (mut men, others): (Vec<_>, Vec<_>) =
        arrangement.men.drain(..).partition(|man| game.variant().kind(man.kind).royal);
    for _ in 0..dice.between(1, 2) {
        let man = others.get(dice.below(others.len().max(1)))?;
        if !men.contains(man) {
            men.push(man.clone());
        }
    }
    arrangement.men = men;
    arrangement.castling = PerSide::default();
    arrangement.unmoved.clear();
    arrangement.once_a_game.clear();
    game.position(&arrangement).ok()
}

/// A position with few men of a definition, without rules about earlier positions; `None` on a board of more than 16 squares.
pub(crate) fn small_position(text: &str, dice: &mut Dice) -> Option<Position> {
    // Loading a definition takes longer than all the rest.
    let size = text.lines().find_map(|line| line.strip_prefix("board:"))?;
    let sides: Vec<usize> = size.trim().split('x').filter_map(|side| side.parse().ok()).collect();
    if sides.len() != 2 || sides.iter().product::<usize>() > 16 {
        return None;
    }
    let game = without_past(text)?;
    let setup = SetupId(dice.below(game.variant().setups.len()) as u8);
    with_few_men(&game, setup, dice)
}

#[test]
fn agrees_with_plain_iteration() {
    let (mut games, mut positions, mut symmetric) = (0, 0, 0);
    for case in cases(DEFINITIONS) {
        let mut dice = Dice::new(case);
        let made = definition(&mut dice);
        let Some(start) = small_position(&made.text, &mut dice) else { continue };
        let which = || format!("case {case}, {}:\n{}", fen::write(&start), made.text);
        if let Some(count) = compare(&start, MAX_POSITIONS, &which) {
            games += 1;
            positions += count;
            let reduced = reduce(&start, MAX_POSITIONS, &which).unwrap();
            symmetric += usize::from(!reduced.symmetries.is_empty());
        }
    }
    println!("{games} games, {symmetric} with a symmetry, {positions} positions");
    assert!(!is_long() || games >= 40 && symmetric >= 5 && positions >= 1_000, "{games} {symmetric} {positions}");
}

/// Men that go to the captor's hand.
const HANDS: &str = "game \"Hands\"\nboard: 2x4\nfirst: white\nblack: rotates white\n\nmen\n  K king: W, royal\n  P pawn: fW\n  \
                     all men but K: when captured goes to the captor's hand\n\nsetup start\n  k p\n  . .\n  . .\n  P K\n\n\
                     endings\n  checkmated: loses\n  stalemated: loses\n  position 3 times: draw\n";

/// Kings that castle, and a double step that can be answered en passant.
const RIGHTS: &str = "game \"Rights\"\nboard: 4x4\nfirst: white\nblack: mirrors white\n\nmen\n  K king: sW, royal\n  R rook: sW\n  \
                      P pawn: mfWcfF\n\nsetup start\n  k . . r\n  . p . .\n  . . P .\n  K . . R\n\nrules\n  castling: K 2 toward R, R to the last square K crossed\n  \
                      long step of P: 2 squares from own rank 2, en passant\n\nendings\n  checkmated: loses\n  stalemated: loses\n";

#[test]
fn small_games_have_the_values_of_plain_iteration() {
    let count = |text: &str| compare(&loaded("small.variant", text).start(), 5_000, &|| text.to_owned());
    assert!(count(HANDS).is_some_and(|positions| positions > 100), "{:?}", count(HANDS));
    assert!(count(RIGHTS).is_some_and(|positions| positions > 20), "{:?}", count(RIGHTS));
}

/// Kings and pawns.
const PAWNS: &str = "board: 3x4\nfirst: white\nblack: mirrors white\n\nmen\n  K king: W, royal\n  P pawn: fW\n\nsetup start\n  \
                     . k .\n  . p .\n  . P .\n  . K .\n\nendings\n  checkmated: loses\n  stalemated: loses\n";

/// A man that turns.
const TURNING: &str = "board: 3x3\nfirst: white\nblack: mirrors white\n\nmen\n  K king: W, royal\n  A arrow: fW, when moving may turn 90\n\n\
                       setup start\n  k . .\n  . A .\n  . . K\n\nendings\n  checkmated: loses\n  stalemated: draw\n";

/// Positions have the same values whether images count as one or not.
#[test]
fn symmetries_keep_all_values() {
    let reduced = |text: &str| {
        let reduced = reduce(&loaded("small.variant", text).start(), 20_000, &|| text.to_owned()).unwrap();
        assert_eq!(reduced.positions[0] > reduced.positions[1], !reduced.symmetries.is_empty(), "{text}");
        reduced
    };
    let small = |lines: &str| reduced(&format!("game \"Small\"\n{lines}")).symmetries;
    let [mirror, flip, turn] = ["left and right", "front and back, sides exchanged", "half a turn, sides exchanged"];
    assert_eq!(
        reduced(HANDS),
        Reduced { symmetries: [mirror, flip, turn].map(str::to_owned).into(), positions: [2464, 616] }
    );
    // The king castles to one side.
    assert_eq!(reduced(RIGHTS).symmetries, [flip]);
    assert_eq!(small(PAWNS), [mirror, flip, turn]);
    assert_eq!(small(&format!("{PAWNS}  P on last rank: wins\n")), [mirror, flip, turn]);
    // One side has a rule that shows only at the end.
    assert_eq!(small(&format!("{PAWNS}  white P on rank 4: wins\n")), [mirror]);
    assert_eq!(small(&format!("{PAWNS}  white K on c3: wins\n")).len(), 0);
    // All reflections and rotations, and the same with the sides exchanged.
    assert_eq!(small(TURNING).len(), 15);
    assert_eq!(small(&TURNING.replace("fW, when", "fWbF, when")).len(), 15);
    // A man that goes to the left.
    assert_eq!(
        small(&PAWNS.replace("P pawn: fW", "P pawn: lW")),
        ["front and back", "identity, sides exchanged", flip]
    );
}

/// A king that may be left where it is taken: most positions follow a missed win, and those that do not keep their values.
#[test]
fn missed_wins_lead_nowhere() {
    let text = HANDS
        .replace(", royal", "")
        .replace("checkmated: loses\n  stalemated: loses", "no K: loses\n  stalemated: loses");
    let start = loaded("small.variant", &text).start();
    let all = values(&Enumeration::new(&start).unwrap(), 1_000_000).unwrap();
    let kept = values(&Enumeration::new(&start).unwrap().without_missed_wins(), 1_000_000).unwrap();
    assert!(4 * kept.len() < 3 * all.len(), "{} of {}", kept.len(), all.len());
    let open = |value: &ExactValue| !matches!(value, ExactValue::Won(_, 0));
    assert!(kept.iter().filter(|(_, value)| open(value)).all(|(key, value)| all.get(key) == Some(value)));
    // Wins with the next move are among them, and lead to one of two keys.
    assert!(kept.values().any(|value| matches!(value, ExactValue::Won(_, 1))));
    assert_eq!(kept.values().filter(|value| !open(value)).count(), 2);
}

/// A rule that random games hardly ever meet is met while the enumeration goes on.
#[test]
fn a_false_symmetry_is_found() {
    // Nearly all moves go to the side, and the last rank is far.
    let row = |men: char| format!("  {men}{}\n", " .".repeat(15));
    let board: String = (0..16)
        .map(|rank| {
            row(if rank == 0 {
                'r'
            } else if rank == 15 {
                'R'
            } else {
                '.'
            })
        })
        .collect();
    let text = format!(
        "game \"Wide\"\nboard: 16x16\nfirst: white\nblack: mirrors white\n\nmen\n  R runner: mfWmsR\n\nsetup start\n{board}\n\
         endings\n  stalemated: loses\n  white R on rank 16: wins\n"
    );
    let start = loaded("wide.variant", &text).start();
    let enumeration = Enumeration::new(&start).unwrap().with_symmetries().unwrap();
    assert_eq!(enumeration.symmetries().len(), 3);
    let mut expander = enumeration.expander();
    let mut open = vec![enumeration.key(&start).unwrap().bytes];
    let mut known: BTreeSet<Vec<u8>> = open.iter().cloned().collect();
    let error = loop {
        let key = open.pop().expect("the symmetry is believed");
        if let Err(error) = expander.expand(&key) {
            break error;
        }
        for next in expander.successors() {
            if known.insert(next.key.to_vec()) {
                open.push(next.key.to_vec());
            }
        }
    };
    assert!(matches!(&error, SolveError::Asymmetric { fen, .. } if fen.contains('R')), "{error:?}");
}

/// Positions of games are read back from their keys.
#[test]
fn keys_are_read_back() {
    for name in [
        "fide",
        "crazyhouse",
        "dobutsu-shogi",
        "demichess",
        "turning",
        "atlantis",
        "three-check",
        "seirawan",
        "marseillais",
    ] {
        let game = game(name);
        let enumeration = Enumeration::new(&game.start()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut dice = Dice::new(7);
        let mut position = game.start();
        for _ in 0..60 {
            let moves = position.legal_moves().to_vec();
            if moves.is_empty() || position.outcome().is_some() {
                break;
            }
            position.play(moves[dice.below(moves.len())]).unwrap();
            if position.outcome().is_some() {
                break;
            }
            let key = enumeration.key(&position).unwrap();
            assert_eq!(key.bytes.len(), enumeration.key_bytes());
            let again = enumeration.position(&key.bytes).unwrap_or_else(|| panic!("{name}: {}", fen::write(&position)));
            assert_eq!(enumeration.key(&again).unwrap(), key);
            let texts = |position: &Position| {
                let moves = weakfish::notation::uci::legal_moves(position);
                moves.into_iter().map(|(text, _)| text).collect::<Vec<_>>()
            };
            assert_eq!(texts(&again), texts(&position), "{name}: {}", fen::write(&position));
        }
    }
}

#[test]
fn games_whose_values_hang_on_the_past_are_refused() {
    let refused = |name: &str| Enumeration::new(&game(name).start()).err();
    assert_eq!(refused("italian-progressive"), Some(SolveError::Unsupported(Unsupported::GrowingSeries)));
    assert_eq!(refused("shogi"), Some(SolveError::Unsupported(Unsupported::PastDecides)));
}
