//! Games of a definition from positions put together at random, in which parts act together.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::rc::Rc;

use weakfish::engine::{Arrangement, Game, IllegalMove, ManMove, Move, MoveKind, Piece, Position};
use weakfish::geometry::{PerSide, Side, Square};
use weakfish::model::{PlacedMan, Repetition, SetupId, Variant};
use weakfish::notation::{fen, uci};

use super::super::naive_agreement::agree;
use super::acting::{Seen, games_without};
use super::parts::Part;
use super::table::Table;
use weakfish_testing::counts;
use weakfish_testing::dice::Dice;
use weakfish_testing::naive;
use weakfish_testing::random;

/// Changes of the setup before a game, at most: castling and first moves need few, checks many.
const MOST_CHANGES: [usize; 4] = [3, 12, 40, 60];

/// Changes of a position in which parts have acted that are still asked, to have more like it, at most.
const MOST_CHANGES_OF_FOUND: usize = 4;

/// Positions of a definition that are kept for that.
const MAX_FOUND: usize = 12;

/// Plies of each game, ...
const PLIES_OF_EACH: usize = 10;

/// ... and of one that begins near a position that was found.
const PLIES_FROM_FOUND: usize = 3;

/// Games of a definition at least, ...
const LEAST_GAMES: usize = 8;

/// ... and so many after the last one that found something, ...
const PATIENCE: usize = 8;

/// ... but no more than these.
const MAX_GAMES: usize = 60;

/// Ways to squares that are tried in each position for the reason of a refusal.
const REFUSALS_OF_EACH: usize = 20;

/// The replies are counted by all ways where there are no more moves than this.
const MAX_COUNTED: usize = 40;

/// A definition under test: its game, the parts that it has, and the games without each of them.
pub(super) struct Tested<'a> {
    game: &'a Game,
    pub(super) has: Vec<usize>,
    without: BTreeMap<usize, Vec<Game>>,
}

impl<'a> Tested<'a> {
    pub(super) fn new(game: &'a Game, parts: &[Part]) -> Self {
        let variant = game.variant();
        let has: Vec<usize> = (0..parts.len()).filter(|&part| parts[part].is_in(variant)).collect();
        let without = has.iter().map(|&part| (part, games_without(&parts[part], variant))).collect();
        Self { game, has, without }
    }

    fn has_rule(&self, parts: &[Part], name: &str) -> bool {
        self.has.iter().any(|&part| parts[part] == Part::Rule(name.to_owned()))
    }

    /// Those of the parts that act in a position, as far as that is still asked, and the numbers of moves whose replies show it.
    fn acting(
        &self,
        table: &mut Table,
        position: &Position,
        moves: &[(String, Move)],
    ) -> (Vec<usize>, BTreeSet<usize>) {
        let mut seen = Seen::new(position);
        let mut asked = self.has.clone();
        // What acts seldom comes first: where it does not, its pairs ask nothing of the others.
        asked.sort_by_key(|&part| table.chance(part));
        let mut idle = BTreeSet::new();
        let mut acting = Vec::new();
        for part in asked {
            if !self.has.iter().any(|other| table.is_lacking(part, *other) && !idle.contains(other)) {
                continue;
            }
            let acts = match &table.parts[part] {
                Part::Royal(super::parts::Royals::None) => true,
                Part::Rule(name) if name == "repetition" => seen.differs_by_past(moves),
                _ => self.without[&part].iter().any(|without| seen.differs_in(without)),
            };
            table.tried(part, acts);
            if acts {
                acting.push(part);
            } else {
                idle.insert(part);
            }
        }
        // Where the past forbids moves, the numbers are others.
        let shown = if moves.len() == seen.moves() { seen.shown_by_replies } else { BTreeSet::new() };
        (acting, shown)
    }

    /// A position to begin with: the setup or a position that was found, changed.
    fn start(&self, parts: &[Part], dice: &mut Dice, found: Option<&Position>) -> Position {
        let mut position =
            found.map_or_else(|| self.game.start(), |found| self.game.position(&found.arrangement()).unwrap());
        let most = if found.is_some() { MOST_CHANGES_OF_FOUND } else { dice.pick(&MOST_CHANGES) };
        let change = |position: &mut Position, change: &mut dyn FnMut(&mut Arrangement)| {
            let mut arrangement = position.arrangement();
            change(&mut arrangement);
            forget_rights(&mut arrangement, &position.arrangement());
            for keeps_castling in [true, false] {
                if !keeps_castling {
                    arrangement.castling = PerSide::default();
                }
                if let Ok(other) = self.game.position(&arrangement) {
                    *position = other;
                    break;
                }
            }
        };
        if found.is_none() && dice.flip() {
            change(&mut position, &mut |arrangement| arrangement.turn = !arrangement.turn);
        }
        for _ in 0..dice.between(usize::from(found.is_some()), most) {
            let keeps = dice.percent(75);
            change(&mut position, &mut |arrangement| scatter(self.game.variant(), arrangement, keeps, dice));
        }
        let bares = self.has_rule(parts, "counting_when_bared");
        if found.is_none() && dice.percent(if bares { 60 } else { 5 }) {
            let side = dice.pick(&Side::ALL);
            change(&mut position, &mut |arrangement| {
                arrangement.men.retain(|man| man.side != side || self.game.variant().kind(man.kind).royal);
                arrangement.hands[side].clear();
            });
        }
        let quiet = dice.below(4) as u32;
        change(&mut position, &mut |arrangement| arrangement.halfmove = quiet);
        position
    }

    /// Plays games of the definition. Where parts act together of which that is still asked, both generators are held against
    /// each other.
    pub(super) fn play(&self, table: &mut Table, dice: &mut Dice) {
        let twin_game = naive::Game::new(self.game.variant(), SetupId::default());
        let mut known = HashSet::new();
        let mut found: Vec<(Vec<usize>, Position)> = Vec::new();
        let mut last_found = 0;
        for number in 0..MAX_GAMES {
            if number >= LEAST_GAMES && number > last_found + PATIENCE {
                break;
            }
            let near = found.iter().max_by_key(|(acting, _)| table.worth(acting)).filter(|_| dice.percent(70));
            let start = self.start(&table.parts, dice, near.map(|(_, position)| position));
            let plies = if near.is_some() { PLIES_FROM_FOUND } else { PLIES_OF_EACH };
            let new = self.play_from(start, plies, &twin_game, table, &mut known, dice);
            if !new.is_empty() {
                last_found = number;
            }
            found.extend(new);
            found.drain(..found.len().saturating_sub(MAX_FOUND));
        }
    }

    /// Plays a game, and gives the positions in which parts act together of which that was still asked.
    fn play_from(
        &self,
        mut position: Position,
        plies: usize,
        twin_game: &Rc<naive::Game>,
        table: &mut Table,
        known: &mut HashSet<String>,
        dice: &mut Dice,
    ) -> Vec<(Vec<usize>, Position)> {
        let keeps_history = self.game.variant().rules.repetition == Repetition::Illegal;
        let stays = self.has_rule(&table.parts, "must_move");
        let mut twin = naive::Position::from_fen(twin_game, &fen::write(&position)).unwrap();
        let shuttles = keeps_history && dice.percent(80);
        let plies = if shuttles { PLIES_OF_EACH } else { plies };
        let mut line: Vec<Move> = Vec::new();
        let mut place = format!("a pair, from {}:", fen::write(&position));
        let mut found = Vec::new();
        for _ in 0..plies {
            let moves = uci::legal_moves(&position);
            let is_known = !known.insert(fen::write(&position));
            let (acting, shown) =
                if is_known { (Vec::new(), BTreeSet::new()) } else { self.acting(table, &position, &moves) };
            let compared = table.is_new(&acting);
            if compared {
                table.add(&acting);
                if known.len() == 1 && moves.len() < MAX_COUNTED {
                    counts::check_perft_two(&position);
                }
                refusals_have_reasons(&position, &moves, dice);
                found.push((acting, position.clone()));
            }
            let both = if compared || keeps_history { agree(&position, &twin, &place) } else { Vec::new() };
            for (text, mv, action) in shown.iter().filter(|_| compared).map(|&number| &both[number]) {
                let mut next = position.clone();
                next.play(*mv).unwrap();
                agree(&next, &twin.play(action), text);
            }
            let own_last = line.len().checked_sub(2).filter(|_| shuttles).map(|before| line[before]);
            let Some((text, mv)) = choose(&position, &moves, stays, shuttles, own_last, dice) else { break };
            line.push(*mv);
            place.extend([" ", text]);
            position.play(*mv).unwrap();
            if keeps_history {
                let Some((.., action)) = both.iter().find(|(other, ..)| other == text) else { break };
                twin = twin.play(action);
            } else {
                twin = naive::Position::from_fen(twin_game, &fen::write(&position)).unwrap();
            }
        }
        found
    }
}

/// A move at random. Moves of unusual sorts and checks are liked; a game that shuttles avoids what can't be taken back.
fn choose<'a>(
    position: &Position,
    moves: &'a [(String, Move)],
    stays: bool,
    shuttles: bool,
    own_last: Option<Move>,
    dice: &mut Dice,
) -> Option<&'a (String, Move)> {
    let is_special = |mv: Move| mv.kind().is_none_or(|kind| kind != MoveKind::Ordinary);
    let stands = |mv: Move| mv.from().is_some() && mv.from() == mv.to();
    let checks = |mv: Move| {
        let mut next = position.clone();
        next.make(mv);
        next.in_check()
    };
    let takes_back = own_last
        .and_then(|last| moves.iter().find(|(_, mv)| (mv.from(), mv.to()) == (last.to(), last.from())))
        .filter(|_| dice.percent(90));
    if takes_back.is_some() {
        return takes_back;
    }
    let liked: Vec<&(String, Move)> = match dice.below(8) {
        _ if shuttles => moves.iter().filter(|(_, mv)| !is_special(*mv) && !position.is_capture(*mv)).collect(),
        0 | 1 => moves.iter().filter(|(_, mv)| is_special(*mv)).collect(),
        2 => moves.iter().filter(|(_, mv)| checks(*mv)).collect(),
        3..6 if stays => moves.iter().filter(|(_, mv)| stands(*mv)).collect(),
        _ => Vec::new(),
    };
    if !liked.is_empty() {
        return Some(dice.pick(&liked));
    }
    random::choose(position, moves, |(_, mv)| *mv, dice.below(1 << 16) as u16, None)
}

/// Puts a man elsewhere, into another state, or away; perhaps only one that has no right to lose.
fn scatter(variant: &Variant, arrangement: &mut Arrangement, keeps_rights: bool, dice: &mut Dice) {
    let castles = |man: &PlacedMan| {
        let rights = arrangement.castling[man.side];
        let castling = variant.rules.castling[man.side].as_ref().filter(|_| rights.last_file || rights.first_file);
        castling.is_some_and(|castling| castling.king == man.kind || castling.partners.contains(&man.kind))
    };
    let is_free = |man: &PlacedMan| !keeps_rights || !arrangement.unmoved.contains(&man.square) && !castles(man);
    let free: Vec<usize> = (0..arrangement.men.len()).filter(|&number| is_free(&arrangement.men[number])).collect();
    if free.is_empty() {
        return;
    }
    let number = dice.pick(&free);
    let (side, kind) = (arrangement.men[number].side, arrangement.men[number].kind);
    if dice.percent(35) && !variant.kind(kind).royal {
        arrangement.men.remove(number);
        let side = dice.pick(&Side::ALL);
        if variant.kinds_in_hand(side).contains(&kind) && dice.flip() {
            let hand = &mut arrangement.hands[side];
            match hand.iter_mut().find(|(other, _)| *other == kind) {
                Some((_, count)) => *count += 1,
                None => hand.push((kind, 1)),
            }
            hand.sort_unstable();
        }
        return;
    }
    let square = Square::new(dice.below(variant.board.len()) as u8);
    if arrangement.men.iter().any(|man| man.square == square && variant.kind(man.kind).royal) {
        return;
    }
    let states = variant.kind(kind).states(side, variant.black);
    arrangement.men[number].square = square;
    arrangement.men[number].state = states[dice.below(states.len())].clone();
    let mut at = 0;
    arrangement.men.retain(|man| {
        at += 1;
        at == number + 1 || man.square != square
    });
    arrangement.walls.retain(|wall| *wall != square);
}

/// Takes the rights of men that stand no longer where they stood.
fn forget_rights(arrangement: &mut Arrangement, before: &Arrangement) {
    let men = arrangement.men.clone();
    let stands = |square: &Square| men.iter().any(|man| man.square == *square && before.men.contains(man));
    arrangement.unmoved.retain(stands);
    arrangement.once_a_game.retain(stands);
    arrangement.unmoved_complete = true;
}

/// Ways of men to squares, drawn at random, are refused for a reason, if they are.
fn refusals_have_reasons(position: &Position, moves: &[(String, Move)], dice: &mut Dice) {
    let squares: Vec<Square> = position.game().variant().board.squares().collect();
    let is_own = |&(_, piece): &(Square, Piece)| position.game().piece_info(piece).side == position.turn();
    let men: Vec<(Square, Piece)> = position.men().filter(is_own).collect();
    for _ in 0..if men.is_empty() { 0 } else { REFUSALS_OF_EACH } {
        let ((from, piece), to) = (dice.pick(&men), dice.pick(&squares));
        if from != to && moves.iter().all(|(_, mv)| (mv.from(), mv.to()) != (Some(from), Some(to))) {
            let refused = position.check_move(ManMove::new(from, to, piece, MoveKind::Ordinary).into());
            assert_ne!(refused, Err(IllegalMove::Unexplained), "{from:?} to {to:?} in {}", fen::write(position));
        }
    }
}
