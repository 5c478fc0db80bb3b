//! Random games and positions.

use std::ops::Range;
use std::rc::Rc;
use std::sync::OnceLock;

use weakfish::engine::{Arrangement, CastlingRights, Game, Move, MoveKind, Position};
use weakfish::geometry::{PerSide, Side, Square};
use weakfish::model::{KindId, PlacedMan, SetupId};

use super::dice::Dice;
use super::games::{game, one_file_games, weak_games};
use crate::naive;

/// A game under test.
pub struct TestedGame {
    pub name: String,
    pub engine: Game,
}

/// The games under test, by number: those built in, then those of one file each.
pub fn games() -> &'static [TestedGame] {
    static GAMES: OnceLock<Vec<TestedGame>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let built_in = weak_games().map(|name| (name.to_owned(), game(name)));
        let all = built_in.chain(one_file_games().iter().cloned());
        all.map(|(name, engine)| TestedGame { name, engine }).collect()
    })
}

/// The numbers of the built-in games.
fn built_in() -> Range<usize> {
    0..weak_games().count()
}

impl TestedGame {
    pub fn naive(&self, setup: u8) -> Rc<naive::Game> {
        naive::Game::new(self.engine.variant(), SetupId(setup))
    }

    /// Start of a random game: the setup, shuffled if the result is a valid position.
    pub fn start(&self, played: &RandomGame) -> Position {
        let start = self.engine.start_of(SetupId(played.setup));
        let mut position = start.clone();
        for (at, shuffle) in played.shuffles.iter().enumerate() {
            // Shuffled one by one, so that most of them stand.
            let mut arrangement = self.with_shuffle(position.arrangement(), *shuffle);
            if at == 0 && shuffle.side {
                arrangement.turn = !arrangement.turn;
            }
            if let Ok(other) = self.engine.position(&arrangement) {
                position = other;
            }
        }
        self.engine.position(&self.with_counters(position.arrangement(), played.clocks)).unwrap_or(position)
    }

    /// Counters as they may be later in a game.
    fn with_counters(&self, arrangement: Arrangement, [plies, still, series, quiet]: [u16; 4]) -> Arrangement {
        let rules = &self.engine.variant().rules;
        let mut later = arrangement;
        later.halfmove = index_of(plies, 250).saturating_sub(40) as u32;
        if let Some(moves) = rules.must_move {
            let still = index_of(still, usize::from(moves) * usize::from(moves));
            later.stationary_run = PerSide::new(still as u8 / moves, still as u8 % moves);
        }
        if rules.series[later.turn].is_some() {
            later.last_series = index_of(series, 8) as u16;
            later.quiet_series = index_of(quiet, 12).saturating_sub(1) as u16;
        }
        later
    }

    /// A man that goes away is in a hand afterwards, if it can be, half of the time in that of either side.
    fn put_in_hand(&self, arrangement: &mut Arrangement, side: Side, kind: KindId, number: u16) {
        let side = if number.is_multiple_of(2) { side } else { !side };
        if !self.engine.variant().kinds_in_hand(side).contains(&kind) {
            return;
        }
        let hand = &mut arrangement.hands[side];
        match hand.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, count)) => *count += 1,
            None => hand.push((kind, 1)),
        }
        hand.sort_unstable();
    }

    /// One man, if there is any, goes elsewhere or away, and perhaps into another state.
    fn with_shuffle(&self, mut arrangement: Arrangement, shuffle: Shuffle) -> Arrangement {
        if arrangement.men.is_empty() {
            return arrangement;
        }
        let variant = self.engine.variant();
        let number = index_of(shuffle.man, arrangement.men.len());
        let PlacedMan { side, kind, .. } = arrangement.men[number];
        if shuffle.away && !variant.kind(kind).royal {
            arrangement.men.remove(number);
            self.put_in_hand(&mut arrangement, side, kind, shuffle.square);
        } else {
            let square = Square::new(index_of(shuffle.square, variant.board.len()) as u8);
            let states = variant.kind(kind).states(side, variant.black);
            let state = states[index_of(shuffle.state, states.len())].clone();
            arrangement.men.retain(|man| man.square != square || variant.kind(man.kind).royal);
            let number = arrangement.men.iter().position(|man| man.side == side && man.kind == kind);
            if let Some(number) = number.filter(|_| arrangement.men.iter().all(|man| man.square != square)) {
                arrangement.men[number] = PlacedMan { square, side, kind, state };
            }
        }
        let rights = arrangement.castling;
        arrangement.castling = PerSide::both(CastlingRights::default());
        for side in Side::ALL {
            for (last_file, first_file) in [(true, true), (true, false), (false, true)] {
                let mut kept = arrangement.clone();
                let CastlingRights { last_file: last, first_file: first, .. } = rights[side];
                kept.castling[side] = CastlingRights { last_file: last && last_file, first_file: first && first_file };
                if self.engine.position(&kept).is_ok() {
                    arrangement = kept;
                    break;
                }
            }
        }
        arrangement
    }
}

/// A random game: where it begins, and a number for each choice.
#[derive(Clone, Debug)]
pub struct RandomGame {
    pub game: usize,
    pub setup: u8,
    pub shuffles: Vec<Shuffle>,
    pub clocks: [u16; 4],
    /// Whether moves are often taken back, so that positions come again.
    pub shuttles: bool,
    pub choices: Vec<u16>,
}

/// A change of an arrangement.
#[derive(Clone, Copy, Debug)]
pub struct Shuffle {
    man: u16,
    square: u16,
    state: u16,
    away: bool,
    side: bool,
}

/// The place in a list that a number means, so that smaller numbers are earlier places.
fn index_of(number: u16, len: usize) -> usize {
    usize::from(number) * len / (usize::from(u16::MAX) + 1)
}

/// The move that a number means; captures and moves that leave their square are liked, so that games get on.
///
/// `own_last` is what the player moved last, if that is to be taken back.
pub fn choose<'a, T>(
    position: &Position,
    moves: &'a [T],
    mv: impl Fn(&T) -> Move,
    choice: u16,
    own_last: Option<Move>,
) -> Option<&'a T> {
    let captures = |mv: Move| position.is_capture(mv) || matches!(mv.kind(), Some(MoveKind::Castling { .. }));
    let takes_back =
        |last: Move| moves.iter().find(|item| (mv(item).from(), mv(item).to()) == (last.to(), last.from()));
    if let Some(item) = own_last.filter(|_| !choice.is_multiple_of(16)).and_then(takes_back) {
        return Some(item);
    }
    let liked: Vec<&'a T> = match choice % 4 {
        0 => moves.iter().filter(|item| captures(mv(item))).collect(),
        1 => moves.iter().filter(|item| mv(item).from() != mv(item).to()).collect(),
        _ => moves.iter().collect(),
    };
    let liked: Vec<&'a T> = if liked.is_empty() { moves.iter().collect() } else { liked };
    liked.get(index_of(choice, liked.len())).copied()
}

/// A setup of one of the games with these numbers.
fn setup(dice: &mut Dice, games: Range<usize>) -> (usize, u8) {
    let game = dice.between(games.start, games.end - 1);
    (game, dice.below(self::games()[game].engine.variant().setups.len()) as u8)
}

fn number(dice: &mut Dice) -> u16 {
    dice.below(1 << 16) as u16
}

/// A game from a setup, of fewer than `plies` plies.
pub fn game_from_setup(dice: &mut Dice, games: Range<usize>, plies: usize) -> RandomGame {
    let (game, setup) = setup(dice, games);
    let shuttles = dice.percent(10);
    let choices = dice.list(0, plies - 1, number);
    RandomGame { game, setup, shuffles: Vec::new(), clocks: [0; 4], shuttles, choices }
}

/// `least` to `most` changes of an arrangement.
pub fn shuffles(dice: &mut Dice, least: usize, most: usize) -> Vec<Shuffle> {
    dice.list(least, most, |dice| Shuffle {
        man: number(dice),
        square: number(dice),
        state: number(dice),
        away: dice.flip(),
        side: dice.flip(),
    })
}

/// A game from a shuffled setup.
pub fn game_from_shuffle(dice: &mut Dice, games: Range<usize>, plies: usize) -> RandomGame {
    let (game, setup) = setup(dice, games);
    let (least, most) = dice.pick(&[(0, 59), (60, 119)]);
    let shuffles = shuffles(dice, least, most);
    let clocks = if dice.flip() { [0; 4].map(|_: u16| number(dice)) } else { [0; 4] };
    let shuttles = dice.percent(10);
    let choices = dice.list(0, plies - 1, number);
    RandomGame { game, setup, shuffles, clocks, shuttles, choices }
}

/// A built-in game from a setup, shuffled or not.
pub fn random_game(dice: &mut Dice, plies: usize) -> RandomGame {
    if dice.flip() { game_from_shuffle(dice, built_in(), plies) } else { game_from_setup(dice, built_in(), plies) }
}
