//! Moves that stand because they end the game: the engine finds those, and no others, that are found by trying to take
//! every man everywhere, in games put together at random and in those that are built in.

use std::collections::BTreeSet;

use weakfish::engine::{Arrangement, CastlingRights, Game, Move, MoveKind, Position, PositionError};
use weakfish::geometry::{PerSide, Side, Square};
use weakfish::model::{Captured, Change, Condition, FinishingMove, Passing, PlacedMan, Variant};
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, check};

use weakfish_testing::definition::definition;
use weakfish_testing::dice::{Dice, cases, is_long};
use weakfish_testing::games::weak_games;

/// The number of definitions.
const DEFINITIONS: u64 = 40;

/// A game with finishing moves, and the same one without them to try the replies in.
struct Tried {
    game: Game,
    replies: Game,
}

impl Tried {
    /// The game of a variant in which nothing but the want of moves ends it, a turn is one move, and positions may come
    /// back: trying one move after another would not do otherwise. Moves change no other men either, since trying takes one man to
    /// a square and does nothing else. `None` if men are royal only at times.
    fn new(mut variant: Variant, rule: FinishingMove) -> Option<Self> {
        for kind in &mut variant.kinds {
            let changes_others = |change: &Change| {
                !matches!(change, Change::Turns(_) | Change::Flips | Change::Becomes(_) | Change::BecomesVictim(_))
            };
            kind.effects.retain(|effect| !changes_others(&effect.change));
            (kind.holds, kind.holds_attacked) = Default::default();
            kind.relays_to = Vec::new();
            if matches!(kind.captured, Captured::Home(_)) {
                kind.captured = Captured::Removed;
            }
            // Taking a man to a square aims at none.
            if let Some(first) = &mut kind.first_move {
                first.until_aimed_at_by = Vec::new();
            }
        }
        let rules = &mut variant.rules;
        (rules.repetition, rules.series, rules.own_check_in_series) = Default::default();
        // Trying judges a move by the position after it, not by the move itself.
        (rules.check, rules.no_flight) = Default::default();
        // A position alone does not tell whether a move had to part men who faced each other before it.
        rules.opposition.retain(|rule| !rule.to_be_broken);
        if variant.kinds.iter().any(|kind| !kind.royalty.is_constant()) {
            return None;
        }
        rules.finishing_move = None;
        rules.passing = PerSide::both(Passing::Never);
        let fide = built_in("fide");
        let for_want_of_moves =
            |condition: &Condition| matches!(condition, Condition::Checkmate | Condition::Stalemate);
        variant.endings = fide.endings.into_iter().filter(|ending| for_want_of_moves(&ending.condition)).collect();
        let replies = Game::compile(variant.clone()).ok()?;
        variant.rules.finishing_move = Some(rule);
        Some(Self { game: Game::compile(variant).ok()?, replies })
    }

    /// The finishing moves, by trying all.
    fn moves_by_trial(&self, position: &Position) -> BTreeSet<(Square, Square)> {
        let variant = self.game.variant();
        let rule = variant.rules.finishing_move.unwrap();
        let before = position.arrangement();
        let ordinary: Vec<Move> =
            position.legal_moves().into_iter().filter(|mv| mv.kind() != Some(MoveKind::Finishing)).collect();
        let must_drop =
            |mv: &Move| mv.drop_move().is_some_and(|drop| variant.drop_of(before.turn, drop.kind).compulsory);
        if ordinary.is_empty() || ordinary.iter().any(must_drop) {
            return BTreeSet::new();
        }
        let royal = |man: &PlacedMan| variant.kind(man.kind).royal;
        let own = |man: &&PlacedMan| man.side == before.turn;
        let everywhere =
            || before.men.iter().filter(own).flat_map(|man| variant.board.squares().map(move |to| (man, to)));
        let may_end = |&(man, to): &(&PlacedMan, Square)| {
            let standing = before.men.iter().find(|man| man.square == to);
            let may_enter = standing.is_some() || !variant.kind(man.kind).enters_by_capture[man.side].contains(to);
            standing.is_none_or(|standing| standing.side != before.turn && !royal(standing))
                && may_enter
                && leaves_block(variant, man.square, to)
                && !ordinary.iter().any(|mv| (mv.from(), mv.to()) == (Some(man.square), Some(to)))
        };
        let finishes = |&(man, to): &(&PlacedMan, Square)| {
            self.after(&before, man, to).is_some_and(|after| {
                let wanted = if after.in_check() { rule.to_checkmate } else { rule.to_stalemate };
                wanted && after.legal_moves().is_empty()
            })
        };
        everywhere().filter(may_end).filter(finishes).map(|(man, to)| (man.square, to)).collect()
    }

    /// The position after a man has been taken to a square, if it can stand.
    fn after(&self, before: &Arrangement, man: &PlacedMan, to: Square) -> Option<Position> {
        let mut after = before.clone();
        (after.turn, after.en_passant) = (!before.turn, Vec::new());
        let captured = before.men.iter().find(|other| other.square == to);
        let piece = captured.and_then(|other| self.game.piece(other.side, other.kind, &other.state));
        if let Some((side, kind)) = piece.and_then(|piece| self.game.captured_to_hand(piece)) {
            match after.hands[side].iter_mut().find(|(other, _)| *other == kind) {
                Some((_, number)) => *number += 1,
                None => after.hands[side].push((kind, 1)),
            }
        }
        after.men.retain(|other| other.square != to && other.square != man.square);
        after.men.push(PlacedMan { square: to, ..man.clone() });
        after.unmoved.retain(|&square| square != to && square != man.square);
        after.once_a_game.retain(|&square| square != to);
        after.once_a_game.iter_mut().filter(|square| **square == man.square).for_each(|square| *square = to);
        after.stationary_run[before.turn] = 0;
        // From a shuffled setup a man that has moved may stand where it could have started.
        for side in Side::ALL {
            let partners = before.partners[side];
            let rule = self.game.variant().rules.castling[side].as_ref();
            let is_king = |man: &&PlacedMan| man.side == side && rule.is_some_and(|rule| rule.king == man.kind);
            let king = before.men.iter().find(is_king).map(|king| king.square);
            let touched = |square: Option<Square>| square.is_some_and(|square| square == man.square || square == to);
            let keeps = |partner: Option<Square>| partner.is_none() || !touched(partner) && !touched(king);
            let rights = &mut after.castling[side];
            rights.last_file &= keeps(partners.last_file);
            rights.first_file &= keeps(partners.first_file);
        }
        let mut reasons = match self.replies.position(&after) {
            Ok(position) => return Some(position),
            Err(reasons) => reasons,
        };
        reasons.retain(|reason| match *reason {
            PositionError::Castling { side, last_file: true } => std::mem::take(&mut after.castling[side].last_file),
            PositionError::Castling { side, .. } => std::mem::take(&mut after.castling[side].first_file),
            _ => false,
        });
        if reasons.is_empty() { None } else { self.replies.position(&after).ok() }
    }

    /// Compares at one position; gives how many finishing moves it has.
    fn agree(&self, position: &Position, place: &str) -> usize {
        let men = position.legal_moves().into_iter().filter_map(Move::man);
        let found = men.filter(|mv| mv.kind == MoveKind::Finishing);
        let found: Vec<(Square, Square)> = found.map(|mv| (mv.from, mv.to)).collect();
        let expected = self.moves_by_trial(position);
        let set: BTreeSet<_> = found.iter().copied().collect();
        assert_eq!(set, expected, "{place}\n{}", weakfish::notation::fen::write(position));
        assert_eq!(found.len(), set.len());
        set.len()
    }

    /// Games of a few plies at random; some of their positions are compared.
    fn agree_in_games(&self, dice: &mut Dice, place: &str) -> usize {
        let mut position = self.game.start();
        let mut found = 0;
        for ply in 0..40 {
            if ply % 13 == 12 {
                found += self.agree(&position, place);
            }
            let mut moves = position.legal_moves().to_vec();
            moves.retain(|mv| mv.kind() != Some(MoveKind::Finishing));
            if moves.is_empty() || position.outcome().is_some() {
                break;
            }
            position.play(moves[dice.below(moves.len())]).unwrap();
        }
        found
    }

    /// Positions with the royal men and a few others anywhere.
    fn agree_with_few_men(&self, positions: usize, dice: &mut Dice, place: &str) -> usize {
        let position = |_| self.few_men(dice);
        let positions: Vec<Position> = (0..positions).filter_map(position).collect();
        positions.iter().map(|position| self.agree(position, place)).sum()
    }

    fn few_men(&self, dice: &mut Dice) -> Option<Position> {
        let variant = self.game.variant();
        let mut arrangement = self.game.start().arrangement();
        let setup = std::mem::take(&mut arrangement.men);
        let (mut men, others): (Vec<_>, Vec<_>) = setup.into_iter().partition(|man| variant.kind(man.kind).royal);
        let few = if others.is_empty() { 0 } else { dice.between(1, 5) };
        men.extend((0..few).map(|_| others[dice.below(others.len())].clone()));
        let mut free: Vec<Square> = variant.board.squares().collect();
        let rim = |square: &Square| [0, i32::from(variant.board.ranks()) - 1].contains(&variant.board.rank(*square));
        for mut man in men {
            // Royal men at the edge are mated more often.
            let places: Vec<Square> = free.iter().filter(|square| rim(square)).copied().collect();
            let at_the_rim = variant.kind(man.kind).royal && !places.is_empty() && dice.percent(60);
            man.square = if at_the_rim { dice.pick(&places) } else { dice.pick(&free) };
            free.retain(|&square| square != man.square);
            if free.is_empty() {
                return None;
            }
            let states = variant.kind(man.kind).states(man.side, variant.black);
            man.state = states[dice.below(states.len())].clone();
            arrangement.men.push(man);
        }
        arrangement.castling = PerSide::both(CastlingRights::default());
        arrangement.turn = if dice.percent(50) { Side::White } else { Side::Black };
        self.game.position(&arrangement).ok()
    }
}

fn leaves_block(variant: &Variant, from: Square, to: Square) -> bool {
    let board = variant.board;
    variant.rules.grid.is_none_or(|grid| {
        let block = |square| (board.file(square) / i32::from(grid.files), board.rank(square) / i32::from(grid.ranks));
        block(from) != block(to)
    })
}

fn built_in(name: &str) -> Variant {
    check(&builtin::source(name).unwrap(), &BuiltIns).variant().unwrap().clone()
}

/// To checkmate or stalemate, or only to one of them.
fn rules() -> [FinishingMove; 3] {
    [(true, true), (true, false), (false, true)]
        .map(|(to_checkmate, to_stalemate)| FinishingMove { to_checkmate, to_stalemate })
}

#[test]
fn finishing_moves_of_games_put_together_at_random() {
    let cases = cases(DEFINITIONS);
    let definitions = cases.end - cases.start;
    let (mut games, mut found) = (0, 0);
    for number in cases {
        let mut dice = Dice::new(number);
        let text = definition(&mut dice).text;
        let checked = check(&Source::new("combination.variant", text.as_str()), &BuiltIns);
        let has_royal = |variant: &Variant| variant.kinds.iter().any(|kind| kind.royal);
        let Some(variant) = checked.variant().cloned().filter(has_royal) else { continue };
        let Some(tried) = Tried::new(variant, dice.pick(&rules())) else { continue };
        let place = format!("in the game of definition {number}:\n{text}");
        games += 1;
        found += tried.agree_in_games(&mut dice, &place);
        found += tried.agree_with_few_men(30, &mut dice, &place);
    }
    if is_long() {
        assert!(games * 8 >= definitions, "only {games} of {definitions} definitions could be tried");
        assert!(found as u64 >= games, "only {found} finishing moves in {games} games");
    }
}

#[test]
fn finishing_moves_with_the_men_of_built_in_games() {
    let mut found = 0;
    for name in weak_games() {
        let mut dice = Dice::new(7);
        for rule in rules() {
            let Some(tried) = Tried::new(built_in(name), rule) else { continue };
            found += tried.agree_in_games(&mut dice, name);
            found += tried.agree_with_few_men(60, &mut dice, name);
        }
    }
    assert!(found > 100, "only {found} finishing moves");
}
