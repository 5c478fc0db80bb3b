//! A lint of material that is called a draw: a search for a goal, a check or a mate that is left to one side. A caller with
//! exact tables can judge the material where the search can't tell, or where it finds something.

use super::finding::may_capture;
use super::mates::{MateSearched, find_mate, split_royal};
use super::reach::Reachability;
use super::{Finding, Lint, ModelItem};
use crate::engine::Game;
use crate::geometry::{PerSide, Side, Square, SquareSet};
use crate::model::{
    Change, Condition, Curve, Effect, Ending, Event, GameResult, Judged, KindId, MaterialSide, PromotionChoice, Variant,
};

/// Verdict of exact values on the material that an ending calls a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MaterialVerdict {
    /// Nothing: there are too many positions, or no values.
    Unknown,
    /// No side wins from any position.
    Dead,
    /// A side wins by force from some position.
    Won {
        /// The material and the win, as in `` `K v K` is no draw in this game: White wins …``.
        message: String,
        /// A line of best play, and the lines to write instead of the ending.
        help: String,
    },
}

/// A function that judges the material of endings by exact values, in bounded time; it is given the indices of endings that
/// call material a draw, and answers in their order.
///
/// [`Checker::with_material_judge`](crate::check::Checker::with_material_judge) asks it, so that tables, which are made by
/// packages above this library, can show what a search for mates can't.
pub type MaterialJudge = fn(&Game, &[usize]) -> Vec<MaterialVerdict>;

/// Finding of the search about the material of an ending.
enum Guess {
    /// A side can still win.
    Live(Finding),
    /// No side has any way to win.
    Dead,
    /// No way to win was found, and there may be one.
    Unknown,
}

/// Finds material that is called a draw although one side can still win, by a search and, where it does not show that
/// nobody can, by a judge.
pub(super) fn live_material(game: &Game, reach: &Reachability, judge: Option<MaterialJudge>) -> Vec<Finding> {
    let endings = &game.variant().endings;
    let drawn = (0..).zip(endings).filter(|(_, ending)| ending.result == GameResult::Draw);
    let mut guesses: Vec<(usize, Guess)> = drawn
        .filter_map(|(index, ending)| {
            let Condition::OnlyMaterial(balances) = &ending.condition else { return None };
            Some((index, guess(game, reach, index, balances)))
        })
        .collect();
    if let Some(judge) = judge {
        let doubtful = |(_, guess): &&mut (usize, Guess)| !matches!(guess, Guess::Dead);
        let asked: Vec<usize> = guesses.iter_mut().filter(doubtful).map(|(index, _)| *index).collect();
        let verdicts = if asked.is_empty() { Vec::new() } else { judge(game, &asked) };
        for ((index, guess), verdict) in guesses.iter_mut().filter(doubtful).zip(verdicts) {
            match verdict {
                MaterialVerdict::Unknown => {}
                MaterialVerdict::Dead => *guess = Guess::Dead,
                MaterialVerdict::Won { message, help } => {
                    let finding = Finding::new(Lint::WonMaterial, ModelItem::Ending(*index), message);
                    *guess = Guess::Live(finding.label("a side wins by force").help(help));
                }
            }
        }
    }
    let live = guesses.into_iter().filter_map(|(_, guess)| match guess {
        Guess::Live(finding) => Some(finding),
        Guess::Dead | Guess::Unknown => None,
    });
    live.collect()
}

/// Searches the material of an ending for a way to win.
fn guess(game: &Game, reach: &Reachability, index: usize, balances: &[PerSide<MaterialSide>]) -> Guess {
    let variant = game.variant();
    let Some(ending) = variant.endings.get(index) else { return Guess::Unknown };
    let mut certain = true;
    for balance in balances {
        let together = variant.endings.iter().filter(|other| other.is_wherever(ending));
        let by_goal = together.into_iter().find_map(|other| way_to_win(variant, other, balance));
        let way = by_goal.or_else(|| match way_to_mate(game, reach, balance) {
            Mating::Way(way) => Some(way),
            Mating::None => {
                certain &= only_mate_wins(game, balance);
                None
            }
            Mating::Unknown => {
                certain = false;
                None
            }
        });
        let way = way.or_else(|| way_by_promotion(game, reach, balance));
        let Some((material, way)) = way else { continue };
        let message = format!("`{material}` is no draw in this game: {way}");
        let help = "`only: none` takes the line out; or name less material in a line `only …: draw`";
        let finding = Finding::new(Lint::LiveMaterial, ModelItem::Ending(index), message);
        return Guess::Live(finding.label("one side can still win").help(help));
    }
    if certain { Guess::Dead } else { Guess::Unknown }
}

/// Whether no ending but mate and no rule of the game can give a side with these men the win, and no rule takes moves away
/// that [`find_mate`] thinks legal.
fn only_mate_wins(game: &Game, balance: &PerSide<MaterialSide>) -> bool {
    let variant = game.variant();
    let (rules, facts) = (&variant.rules, game.facts());
    let unusual = facts.series.any
        || facts.men.hold
        || facts.men.relay
        || facts.turns.stationary_limit.is_some()
        || facts.results.points
        || facts.compulsion.order
        || facts.checks.limited
        || facts.checks.no_flight
        || facts.immobility_illegal;
    let men = |side: Side| balance[side].men.iter().chain(&balance[side].any_on_one_colour);
    let changes = |side: Side| {
        let becomes = |kind: &&KindId| {
            let promotes = rules.promotions[side].iter().any(|promotion| promotion.kind == **kind);
            promotes || !variant.kind(**kind).effects.is_empty()
        };
        men(side).any(|kind| becomes(&kind))
    };
    let has = |kinds: &[KindId]| Side::ALL.into_iter().any(|side| men(side).any(|kind| kinds.contains(kind)));
    // Of royal men alone none is captured.
    let is_bare = Side::ALL.into_iter().all(|side| men(side).all(|&kind| variant.kind(kind).royal));
    let stays = || is_bare && !ends_at_once(variant, Side::White, &balance.white.men, &balance.black.men);
    let harmless = |ending: &Ending| {
        let condition = &ending.condition;
        matches!(ending.result, GameResult::Draw | GameResult::DrawOnClaim)
            || *condition == Condition::Checkmate && ending.judged == Judged::Always
            || *condition == Condition::Stalemate && is_bare && !may_be_stuck(game, balance)
            || matches!(condition, Condition::Bared | Condition::AtMost { .. }) && stays()
            // A man that gives check would have been found.
            || matches!(condition, Condition::Quiet { .. } | Condition::Position { .. } | Condition::ChecksGiven(_))
            || matches!(condition, Condition::ManOn { kinds, full: false, .. } if !has(kinds))
    };
    !unusual && !Side::ALL.into_iter().any(changes) && variant.endings.iter().all(harmless)
}

/// Men as they are written in a definition.
fn men_text<'a>(variant: &Variant, men: impl IntoIterator<Item = &'a KindId>) -> String {
    men.into_iter().map(|&kind| variant.kind(kind).symbol.as_str()).collect::<Vec<_>>().join(" ")
}

/// The way in which a side with this material can win by an ending other than mate, with the material.
fn way_to_win(variant: &Variant, ending: &Ending, balance: &PerSide<MaterialSide>) -> Option<(String, String)> {
    let mut sides = Side::ALL.into_iter().filter(|&side| ending.concerns(side));
    let (condition, wins) = (&ending.condition, ending.result == GameResult::Wins);
    let way = if let Condition::ManOn { kinds, squares, least, full: false, .. } = condition
        && wins
    {
        let man = sides.find_map(|side| {
            let men = &balance[side].men;
            let there = men.iter().filter(|kind| kinds.contains(kind)).count();
            let can = there >= usize::from(*least) && !squares[side].is_empty() && !ending.both;
            kinds.iter().find(|kind| can && men.contains(kind))
        })?;
        format!("`{}` can still reach its goal", variant.kind(*man).symbol)
    } else if matches!(condition, Condition::ChecksGiven(_)) && wins {
        let man = sides.find_map(|side| {
            let enemies = &balance[!side].men;
            let royal = enemies.iter().copied().find(|&kind| variant.kind(kind).royal)?;
            let side = &balance[side];
            side.men.iter().chain(&side.any_on_one_colour).copied().find(|&kind| gives_check(variant, kind, royal))
        })?;
        format!("`{}` can still give check", variant.kind(man).symbol)
    } else if let Condition::AtMost { kinds, .. } = condition
        && ending.result == GameResult::Loses
        && !ending.both
    {
        let counts = |id: &KindId| kinds.as_ref().is_none_or(|kinds| kinds.contains(id));
        let (killer, royal) = sides.find_map(|side| killer_of_royal(variant, side, balance, &counts))?;
        let [killer, royal] = [killer, royal].map(|id| &variant.kind(id).symbol);
        format!("a move of `{killer}` can still destroy `{royal}`")
    } else {
        return None;
    };
    let [white, black] =
        [&balance.white, &balance.black].map(|side| men_text(variant, side.men.iter().chain(&side.any_on_one_colour)));
    Some((format!("{white} v {black}"), way))
}

/// A man of the opponent with a move that can kill a royal man of a side without capturing it, and that royal man.
fn killer_of_royal(
    variant: &Variant,
    side: Side,
    balance: &PerSide<MaterialSide>,
    counts: &dyn Fn(&KindId) -> bool,
) -> Option<(KindId, KindId)> {
    let men = |side: Side| balance[side].men.iter().chain(&balance[side].any_on_one_colour).copied();
    // A royal man does not kill itself.
    let dies_by_capturing = |killer: KindId| {
        let kind = variant.kind(killer);
        let dies = |effect: &Effect| {
            effect.event == Event::Capturing && matches!(effect.change, Change::Dies | Change::BecomesWall)
        };
        kind.royal && kind.effects.iter().any(dies)
    };
    let captures_one = |killer: KindId| {
        let paths = || variant.kind(killer).movements().flat_map(|movement| &movement.paths);
        let captures = paths().any(|path| path.legs.iter().any(|leg| leg.stops.captures));
        let apart = |victim: KindId| {
            balance[!side].apart == Some(killer) && balance[side].apart == Some(victim) && keeps_colour(variant, killer)
        };
        let may = |victim: KindId| {
            variant.kind(victim).can_be_captured() && may_capture(variant, killer, victim) && !apart(victim)
        };
        captures && men(side).any(may) && !dies_by_capturing(killer)
    };
    let kills = |killer: KindId, royal: KindId| {
        variant.kind(killer).effects.iter().any(|effect| {
            let Change::Destroys(destroyed) = &effect.change else { return false };
            destroyed.men.enemy.contains(&royal) && (effect.event != Event::Capturing || captures_one(killer))
        })
    };
    let royals = || balance[side].men.iter().copied().filter(|id| variant.kind(*id).royal && counts(id));
    men(!side).find_map(|killer| Some((killer, royals().find(|&royal| kills(killer, royal))?)))
}

/// Whether all moves of a kind stay on squares of the colour that it leaves.
fn keeps_colour(variant: &Variant, kind: KindId) -> bool {
    let mut legs = variant.kind(kind).movements().flat_map(|movement| &movement.paths).flat_map(|path| &path.legs);
    legs.all(|leg| leg.curve == Curve::Straight && (leg.leap.dx + leg.leap.dy) % 2 == 0)
}

/// Result of a search for a mate with the men of a balance.
enum Mating {
    /// The material and the way.
    Way((String, String)),
    /// Neither side can mate.
    None,
    /// No mate was found, and there may be one.
    Unknown,
}

/// The way in which a side with this material can mate.
fn way_to_mate(game: &Game, reach: &Reachability, balance: &PerSide<MaterialSide>) -> Mating {
    let variant = game.variant();
    let pairs = [(&balance.white, &balance.black), (&balance.black, &balance.white)];
    let mut certain = true;
    for (attackers, defenders) in pairs.into_iter().take(if balance.white == balance.black { 1 } else { 2 }) {
        // Of the men on squares of one colour there may be none, or one.
        let one = attackers
            .any_on_one_colour
            .filter(|kind| ![attackers, defenders].iter().any(|side| side.men.contains(kind)));
        let more = one.map(|kind| attackers.men.iter().copied().chain([kind]).collect::<Vec<_>>());
        let (few, defenders) = (&attackers.men, &defenders.men);
        for attackers in [Some(few), more.as_ref()].into_iter().flatten() {
            let has = |side: Side, men: &[KindId]| men.iter().all(|&id| variant.kind(id).sides[side]);
            let decisive = |side: Side| {
                let mate = |ending: &&Ending| {
                    ending.condition == Condition::Checkmate
                        && ending.judged == Judged::Always
                        && ending.concerns(!side)
                };
                let first = variant.endings.iter().find(mate);
                first.is_some_and(|ending| ending.result.winner(!side) == Some(side))
            };
            // The men of both sides move alike, so one answer serves both.
            let mut sides = Side::ALL.into_iter().filter(|&side| has(side, attackers) && has(!side, defenders));
            certain &= sides.clone().all(|side| is_searched_whole(game, side, attackers, defenders));
            let Some(side) = sides.find(|&side| decisive(side) && !ends_at_once(variant, side, attackers, defenders))
            else {
                continue;
            };
            match find_mate(game, reach, side, attackers, defenders) {
                MateSearched::Found(mate) => {
                    let material = format!("{} v {}", men_text(variant, attackers), men_text(variant, defenders));
                    return Mating::Way((
                        material,
                        format!("`{}` mates in `{}`", variant.kind(mate.checker).symbol, mate.fen),
                    ));
                }
                MateSearched::None => {}
                MateSearched::Unknown => certain = false,
            }
        }
    }
    if certain { Mating::None } else { Mating::Unknown }
}

/// The way in which a side with this material can mate once one of its men has promoted.
fn way_by_promotion(game: &Game, reach: &Reachability, balance: &PerSide<MaterialSide>) -> Option<(String, String)> {
    let variant = game.variant();
    let is_drawn = |balance: &PerSide<MaterialSide>| {
        let swapped = PerSide::new(balance.black.clone(), balance.white.clone());
        let names = |ending: &Ending| {
            let Condition::OnlyMaterial(drawn) = &ending.condition else { return false };
            drawn.contains(balance) || drawn.contains(&swapped)
        };
        variant.endings.iter().any(names)
    };
    let of_man = |side: Side, at: usize, kind: KindId| {
        let promotions = variant.rules.promotions[side].iter();
        let choices = promotions.filter(|promotion| promotion.kind == kind && !promotion.captured_men_only);
        let choices = choices.flat_map(|promotion| match &promotion.to {
            PromotionChoice::Kinds(kinds) => kinds.as_slice(),
            PromotionChoice::AnyStartingBut(_) | PromotionChoice::Nothing => &[],
        });
        choices.copied().find_map(|choice| {
            let mut promoted = balance.clone();
            promoted[side].men[at] = choice;
            promoted[side].men.sort_unstable();
            let Mating::Way((_, way)) = way_to_mate(game, reach, &promoted) else { return None };
            let [kind, choice] = [kind, choice].map(|kind| &variant.kind(kind).symbol);
            (!is_drawn(&promoted)).then(|| format!("`{kind}` can still become `{choice}`, and {way}"))
        })
    };
    let men = Side::ALL.into_iter().flat_map(|side| (0..).zip(&balance[side].men).map(move |man| (side, man)));
    let way = men.into_iter().find_map(|(side, (at, kind))| of_man(side, at, *kind))?;
    let [white, black] = [&balance.white, &balance.black].map(|side| men_text(variant, &side.men));
    Some((format!("{white} v {black}"), way))
}

/// Whether a search of mates by one man with the help of a royal man leaves nothing out: each side has one royal man, and
/// there is one other man, of the attacker, or of a defender whose royal man attacks as the other does.
fn is_searched_whole(game: &Game, attacker: Side, attackers: &[KindId], defenders: &[KindId]) -> bool {
    let variant = game.variant();
    let (Some((Some(royal), helpers)), Some((Some(king), guards))) =
        (split_royal(variant, attackers), split_royal(variant, defenders))
    else {
        return false;
    };
    match (helpers.as_slice(), guards.as_slice()) {
        ([] | [_], []) => true,
        ([], [_]) => royal == king && attacks_mutually(game, attacker, royal),
        _ => false,
    }
}

/// Squares that a leaper attacks and goes to, by its square, whatever stands elsewhere; `None` of other men.
fn leaps(game: &Game, side: Side, kind: KindId) -> Option<Vec<(SquareSet, SquareSet)>> {
    let variant = game.variant();
    let states = variant.kind(kind).state_space(side, variant.black).all();
    let [state] = states.as_slice() else { return None };
    let piece = game.piece(side, kind, state)?;
    let all: SquareSet = variant.board.squares().collect();
    let from = |from: Square| {
        if !all.contains(from) {
            return Some((SquareSet::EMPTY, SquareSet::EMPTY));
        }
        let mut others = all;
        others.remove(from);
        let [alone, crowded] = [SquareSet::EMPTY, others].map(|occupied| game.reach(piece, from, occupied));
        (alone.captures == crowded.captures).then(|| (alone.captures, alone.moves.intersection(crowded.moves)))
    };
    variant.board.rectangle().map(from).collect()
}

/// Whether one of two royal men that stand alone may be without a move while it is not attacked.
fn may_be_stuck(game: &Game, balance: &PerSide<MaterialSide>) -> bool {
    let royals = Side::ALL.map(|side| match balance[side].men.as_slice() {
        [royal] => leaps(game, side, *royal),
        _ => None,
    });
    let [Some(white), Some(black)] = royals else { return true };
    let squares = || game.variant().board.squares();
    let is_stuck = |own: &[(SquareSet, SquareSet)], other: &[(SquareSet, SquareSet)], at: Square, enemy: Square| {
        let (attacked, _) = other[enemy.index()];
        let mut free = own[at.index()].1.without(attacked);
        free.remove(enemy);
        at != enemy && !attacked.contains(at) && free.is_empty()
    };
    squares()
        .any(|at| squares().any(|enemy| is_stuck(&white, &black, at, enemy) || is_stuck(&black, &white, at, enemy)))
}

/// Whether a man of one side attacks one of the other, of the same kind, only where it is attacked by it, whatever stands
/// elsewhere.
fn attacks_mutually(game: &Game, side: Side, kind: KindId) -> bool {
    let (Some(own), Some(other)) = (leaps(game, side, kind), leaps(game, !side, kind)) else { return false };
    let is_answered = |from: Square| own[from.index()].0.iter().all(|to| other[to.index()].0.contains(from));
    game.variant().board.squares().all(is_answered)
}

/// Whether another ending holds as soon as these men are left.
fn ends_at_once(variant: &Variant, attacker: Side, attackers: &[KindId], defenders: &[KindId]) -> bool {
    let is_bare = |men: &[KindId]| men.iter().all(|&kind| variant.kind(kind).royal);
    let holds = |ending: &Ending, side: Side| {
        let (own, other) = if side == attacker { (attackers, defenders) } else { (defenders, attackers) };
        let Condition::AtMost { count, kinds, against } = &ending.condition else {
            return ending.condition == Condition::Bared && is_bare(own) && !is_bare(other);
        };
        let number =
            |men: &[KindId]| men.iter().filter(|kind| kinds.as_ref().is_none_or(|kinds| kinds.contains(kind))).count();
        number(own) <= usize::from(*count) && number(other) >= usize::from(*against)
    };
    variant.endings.iter().any(|ending| Side::ALL.into_iter().any(|side| ending.concerns(side) && holds(ending, side)))
}

/// Whether men of a kind that is not royal can capture the royal man, and so give check.
fn gives_check(variant: &Variant, kind: KindId, royal: KindId) -> bool {
    let attacker = variant.kind(kind);
    let mut paths = attacker.components.iter().flat_map(|part| &part.movement.paths);
    !attacker.royal
        && may_capture(variant, kind, royal)
        && paths.any(|path| path.legs.last().is_some_and(|leg| leg.stops.captures))
}
