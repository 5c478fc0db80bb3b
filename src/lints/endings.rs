//! Lints of endings: each side can lose, a side without a legal move has a result, and each ending can hold.

use std::collections::HashMap;

use super::reach::{Reachability, is_unlimited};
use super::{Finding, KindItem, Lint, ModelItem, PartialModel};
use crate::geometry::Side;
use crate::model::{
    CheckRule, Condition, Ending, GameResult, Judged, KindId, Passing, PlacedMan, Progress, QuietUnit, Repetition,
    Setup, SetupId, Variant,
};
use crate::prose;

/// Whether a placed man is a royal one of this side.
fn is_royal_man(view: &PartialModel<'_>, man: &PlacedMan, side: Side) -> bool {
    man.side == side && view.is_royal(man.kind)
}

/// Whether a side has a royal man in any setup.
fn has_royal(view: &PartialModel<'_>, setups: &[Setup], side: Side) -> bool {
    let standing = setups.iter().flat_map(|setup| &setup.men).any(|man| is_royal_man(view, man, side));
    standing || setups.iter().any(|setup| holds_royal(view, setup, side))
}

/// Finds the endings that count quiet moves in certain units.
fn quiet_endings(view: &PartialModel<'_>, units: &[QuietUnit], finding: impl Fn(ModelItem) -> Finding) -> Vec<Finding> {
    let counts = |ending: &Ending| matches!(ending.condition, Condition::Quiet { unit, .. } if units.contains(&unit));
    let endings = view.endings.made.iter().enumerate();
    endings.filter(|(_, ending)| counts(ending)).map(|(index, _)| finding(ModelItem::Ending(index))).collect()
}

/// Finds endings that count series in a game without series.
pub(super) fn series_without_rule(view: &PartialModel<'_>) -> Vec<Finding> {
    let Some(rules) = view.all_rules() else { return Vec::new() };
    if rules.series.white.is_some() || rules.series.black.is_some() {
        return Vec::new();
    }
    quiet_endings(view, &[QuietUnit::Series], |ending| {
        Finding::new(Lint::SeriesWithoutRule, ending, "this counts series, and this game has none")
            .label("needs the number of moves in a turn")
            .help("count `moves` or `plies`; or give the length of a turn under `rules`, as in `turn: 2 moves`")
    })
}

/// Finds endings that count moves without progress in a game in which no move makes progress.
pub(super) fn quiet_without_progress(view: &PartialModel<'_>) -> Vec<Finding> {
    let Some(rules) = view.all_rules() else { return Vec::new() };
    if rules.progress != Progress::default() {
        return Vec::new();
    }
    quiet_endings(view, &[QuietUnit::Moves, QuietUnit::Plies], |ending| {
        Finding::new(Lint::QuietWithoutProgress, ending, "no move makes progress in this game")
            .label("counts all moves")
            .help("say under `rules` what makes progress, as in `progress: capture or move of P`")
    })
}

/// Finds endings that speak of what only a rule provides, in a game without it.
pub(super) fn ending_without_rule(view: &PartialModel<'_>) -> Vec<Finding> {
    let Some(rules) = view.all_rules() else { return Vec::new() };
    let facts = view.facts();
    let both_may_pass = Side::ALL.into_iter().all(|side| rules.passing[side] != Passing::Never);
    let finding = |(index, ending): (usize, &Ending)| {
        let (message, label, help) = if ending.result == GameResult::MorePoints && !facts.results.points {
            let help = "add the rule `points`, as in `points: R 5, B 3`; or write `more men win`";
            ("this counts points, and this game has none", "needs the rule `points`", help)
        } else if ending.condition == Condition::BothPass && !both_may_pass {
            let help = "add the rule `passing: allowed`, or leave this out";
            ("players never both pass in this game", "needs the rule `passing` for both sides", help)
        } else if ending.condition == Condition::OppositionAccepted && !facts.turns.passing {
            let help = "add the rule `passing: allowed`, or leave this out";
            ("nobody may pass in this game", "needs the rule `passing`", help)
        } else if ending.condition == Condition::OppositionAccepted && !facts.opposition.to_be_broken {
            let help = "add such a rule, as in `opposition: K and K, as R, to be broken`, or leave this out";
            ("no opposition is to be broken in this game", "needs the rule `opposition`", help)
        } else if ending.condition == Condition::CountedOut && !facts.counts.moves {
            let help = "add the rule, as in `counting: 64 moves, without P`, or leave this out";
            ("no moves are counted in this game", "needs the rule `counting`", help)
        } else if matches!(ending.condition, Condition::Castled(_) | Condition::NoCastling(_))
            && ending.sides_concerned().all(|side| rules.castling[side].is_none())
        {
            let help =
                "add the rule, as in `castling: K 2 toward R, R to the last square K crossed`, or leave this out";
            ("nobody castles in this game", "needs the rule `castling`", help)
        } else {
            return None;
        };
        let needs = Finding::new(Lint::EndingWithoutRule, ModelItem::Ending(index), message);
        Some(needs.label(label).help(help))
    };
    view.endings.made.iter().enumerate().filter_map(finding).collect()
}

/// Whether a side has a royal man in hand in a setup.
fn holds_royal(view: &PartialModel<'_>, setup: &Setup, side: Side) -> bool {
    setup.hands[side].iter().any(|&(kind, _)| view.is_royal(kind))
}

/// Whether a side can lose by an ending in a setup.
fn can_lose_by(view: &PartialModel<'_>, ending: &Ending, setup: &Setup, side: Side) -> bool {
    let subject = match ending.result {
        GameResult::Loses => side,
        GameResult::Wins => !side,
        GameResult::Draw | GameResult::DrawOnClaim => return false,
        GameResult::WhiteWins => return side == Side::Black,
        GameResult::BlackWins => return side == Side::White,
        GameResult::MoreMen | GameResult::FewerMen | GameResult::MorePoints => return true,
    };
    let royal = || setup.men.iter().any(|man| is_royal_man(view, man, subject)) || holds_royal(view, setup, subject);
    ending.concerns(subject) && (ending.condition != Condition::Checkmate || royal())
}

/// Finds setups in which a side can't lose: those of problems, and the first of any other sort.
pub(super) fn sides_that_cannot_lose(view: &PartialModel<'_>) -> Vec<Finding> {
    let (Some(setups), Some(endings)) = (view.all_setups(), view.all_endings()) else { return Vec::new() };
    let setups = setups.iter().enumerate();
    let mut found: Vec<Finding> =
        setups.filter_map(|(index, setup)| cannot_lose(view, endings, index, setup)).collect();
    // Most endings serve all setups, so the first setup in which they fail is enough.
    let first = found.iter().position(|finding| finding.lint == Lint::CannotLose);
    let mut index = 0..;
    found.retain(|finding| index.next() == first || finding.lint != Lint::CannotLose);
    found
}

/// Finds a side that can't lose in a setup by any ending.
fn cannot_lose(view: &PartialModel<'_>, endings: &[Ending], index: usize, setup: &Setup) -> Option<Finding> {
    let in_force = |ending: &&Ending| ending.is_of_setup(SetupId(index as u8));
    let safe = |side: &Side| !endings.iter().filter(in_force).any(|ending| can_lose_by(view, ending, setup, *side));
    let sides: Vec<Side> = Side::ALL.into_iter().filter(safe).collect();
    let (who, prefix) = match sides.as_slice() {
        [] => return None,
        [side] => (side.to_string(), format!("{} ", side.to_string().to_lowercase())),
        _ => ("either side".to_owned(), String::new()),
    };
    let royal = setup.men.iter().any(|man| sides.iter().any(|&side| is_royal_man(view, man, side)));
    let message = format!("in the setup `{}` nothing can make {who} lose", setup.name);
    let whole_setup = ModelItem::Setup(SetupId(index as u8));
    let finding =
        |item, label: &str, help: String| Finding::new(Lint::CannotLose, item, message).label(label).help(help);
    if royal {
        let help = format!("add the result for a side that is checkmated: `{prefix}checkmated: loses`");
        return Some(finding(whole_setup, "no ending depends on its royal man", help));
    }
    let man = setup.men.iter().find(|man| sides.contains(&man.side));
    let has = if prefix.is_empty() { String::new() } else { format!("{prefix}has ") };
    let ending = format!("{has}no {}: loses", man.map_or("K", |man| view.symbol(man.kind)));
    // A man called king that is not royal was most likely meant to be.
    let mut men = setup.men.iter().filter(|man| sides.contains(&man.side)).map(|man| man.kind);
    let king = men.find(|kind| view.kind(*kind).is_some_and(|kind| kind.name == "king"));
    Some(if let Some(king) = king {
        let help = format!("write `, royal` behind its movement, or add an ending such as `{ending}`");
        finding(ModelItem::Kind(king, KindItem::Movement(0)), "this king is not royal", help)
    } else if let Some(missing) = royal_men_in_words(view, &sides) {
        let help = format!("draw {missing} on the board, or add an ending such as `{ending}`");
        let missing = finding(whole_setup, "a royal man is missing here", help);
        // The other side can lose, as in a problem without a King of one side.
        let is_problem = sides.len() == 1;
        Finding { lint: if is_problem { Lint::ProblemSetup } else { Lint::CannotLose }, ..missing }
    } else {
        let help = format!("make a man `royal`, as in `K king: K, royal`, or add an ending such as `{ending}`");
        finding(whole_setup, "no royal man, and no ending instead", help)
    })
}

/// Names the royal men that each of these sides might have, as a setup draws them; `None` if one of the sides has no
/// such men.
fn royal_men_in_words(view: &PartialModel<'_>, sides: &[Side]) -> Option<String> {
    let symbol = |kind: KindId, side: Side| match side {
        Side::White => format!("`{}`", view.symbol(kind)),
        Side::Black => format!("`{}`", view.symbol(kind).to_lowercase()),
    };
    let of_side = |&side: &Side| {
        let has = |kind: &KindId| view.kind(*kind).is_some_and(|kind| kind.royal && kind.sides[side]);
        let men: Vec<String> = view.kinds().filter(has).map(|kind| symbol(kind, side)).collect();
        (!men.is_empty()).then(|| prose::any_of(men))
    };
    sides.iter().map(of_side).collect::<Option<Vec<_>>>().map(|men| men.join(" and "))
}

/// Whether a player who is not in check always has a move: a pass, which no other rule forbids.
fn can_always_pass(view: &PartialModel<'_>, side: Side) -> bool {
    let rules = view.rules.made;
    rules.passing[side] != Passing::Never && rules.repetition == Repetition::Allowed && rules.must_move.is_none()
}

/// Finds sides for which checkmate or stalemate has no ending.
pub(super) fn missing_ending(view: &PartialModel<'_>) -> Vec<Finding> {
    let (Some(setups), Some(endings)) = (view.all_setups(), view.all_endings()) else { return Vec::new() };
    let mut found = Vec::new();
    for (condition, word) in [(Condition::Checkmate, "checkmated"), (Condition::Stalemate, "stalemated")] {
        let mated = condition == Condition::Checkmate;
        let comes = |side| if mated { has_royal(view, setups, side) } else { !can_always_pass(view, side) };
        let seen_in = |side: Side, setup: usize| {
            let in_force = |ending: &Ending| ending.is_of_setup(SetupId(setup as u8)) && ending.concerns(side);
            endings.iter().any(|ending| in_force(ending) && ending.condition == condition)
        };
        let seen = |side: Side| (0..setups.len()).all(|setup| seen_in(side, setup));
        let missing: Vec<Side> = Side::ALL.into_iter().filter(|&side| comes(side) && !seen(side)).collect();
        let (who, line) = match missing.as_slice() {
            [] => continue,
            [side] => (side.to_string(), format!("{} {word}", side.to_string().to_lowercase())),
            _ => ("a side".to_owned(), word.to_owned()),
        };
        let check = if word == "checkmated" { "" } else { "not " };
        let message = format!("there is no result for {who} with no legal move and {check}in check");
        let missing = Finding::new(Lint::MissingEnding, ModelItem::Endings, message)
            .label(format!("no line `{line}` among the endings"))
            .help(format!("add one: `{line}: loses`, or `draw`"));
        found.push(missing);
    }
    found.extend(missing_royal_death(view, setups, endings));
    found
}

/// Finds royal men that moves can kill without capturing them, where no line says what their side's loss of them means.
fn missing_royal_death(view: &PartialModel<'_>, setups: &[Setup], endings: &[Ending]) -> Option<Finding> {
    let is_said = |side: Side, id: KindId, setup: usize| {
        endings.iter().any(|ending| {
            let Condition::AtMost { kinds, .. } = &ending.condition else { return false };
            let counts = kinds.as_ref().is_none_or(|kinds| kinds.contains(&id));
            counts && ending.is_of_setup(SetupId(setup as u8)) && ending.concerns(side)
        })
    };
    let unsaid = |side: Side, id: KindId| {
        let has_it = view.kind(id).is_some_and(|kind| kind.sides[side]);
        has_it && view.may_kill_royal(side, id) && !(0..setups.len()).all(|setup| is_said(side, id, setup))
    };
    let id = view.kinds().find(|&id| Side::ALL.into_iter().any(|side| unsaid(side, id)))?;
    let line = format!("no {}", view.symbol(id));
    let finding = Finding::new(
        Lint::MissingEnding,
        ModelItem::Endings,
        "a royal man can die without being captured, and the game goes on",
    )
    .label(format!("no line `{line}` among the endings"))
    .help(format!("add one above the others: `{line}: loses`"));
    Some(finding)
}

/// Finds lines about royal men that moves can kill, below a line by which their side's stalemate decides otherwise: a side
/// without its royal man is not in check.
pub(super) fn late_royal_death(view: &PartialModel<'_>) -> Vec<Finding> {
    let Some(endings) = view.all_endings() else { return Vec::new() };
    let mut found = Vec::new();
    for (index, ending) in endings.iter().enumerate() {
        let Condition::AtMost { kinds, .. } = &ending.condition else { continue };
        let counts = |id: &KindId| kinds.as_ref().is_none_or(|kinds| kinds.contains(id));
        let mortal = |side: Side| view.kinds().any(|id| counts(&id) && view.may_kill_royal(side, id));
        let decides_otherwise = |other: &Ending| {
            let by_side = |side: Side| {
                mortal(side) && other.concerns(side) && other.result.winner(side) != ending.result.winner(side)
            };
            other.condition == Condition::Stalemate
                && !other.must_be_claimed()
                && other.is_wherever(ending)
                && ending.sides_concerned().any(by_side)
        };
        let Some(above) = endings[..index].iter().position(decides_otherwise) else { continue };
        let message = "stalemate decides before this, where a royal man has died and its side has no move left";
        let late = Finding::new(Lint::LateRoyalDeath, ModelItem::Ending(index), message).label("judged too late");
        let late = late.because(ModelItem::Ending(above), "judged first");
        found.push(late.help("put it above: the first ending that holds decides"));
    }
    found
}

/// Finds endings that hold before the first move.
pub(super) fn endings_that_hold_at_start(view: &PartialModel<'_>) -> Vec<Finding> {
    let (Some(setups), Some(endings)) = (view.all_setups(), view.all_endings()) else { return Vec::new() };
    let each = endings.iter().enumerate();
    let first = |(index, ending): (usize, &Ending)| {
        let setups = setups.iter().enumerate().filter(|(setup, _)| ending.is_of_setup(SetupId(*setup as u8)));
        setups.map(|(_, setup)| setup).find_map(|setup| holds_at_start(setup, index, ending))
    };
    each.filter_map(first).collect()
}

/// Finds an ending that holds at the start of a setup.
fn holds_at_start(setup: &Setup, index: usize, ending: &Ending) -> Option<Finding> {
    // The first player may be either side, so that only conditions that hold in any case are reported.
    if ending.both || ending.judged != Judged::Always || ending.must_be_claimed() {
        return None;
    }
    for side in ending.sides_concerned() {
        let men = setup.men.iter().filter(|man| man.side == side);
        let (holds, help) =
            if let Condition::ManOn { kinds, squares, least, safe: false, secure: false, full } = &ending.condition {
                let there = men.filter(|man| kinds.contains(&man.kind) && squares[side].contains(man.square)).count();
                let filled = setup.men.iter().filter(|man| squares[side].contains(man.square)).count();
                let holds = there >= usize::from(*least) && (!full || filled == squares[side].len());
                let is_whole = setup.men.iter().all(|man| squares[side].contains(man.square));
                let other = if is_whole { "a greater number" } else { "other squares" };
                (holds, format!("name {other}, or limit it to one side"))
            } else if let Condition::AtMost { count, kinds, against } = &ending.condition {
                let counts = |kind: KindId| kinds.as_ref().is_none_or(|kinds| kinds.contains(&kind));
                let has = |side| {
                    let in_hand = setup.hands[side].iter().filter(|(kind, _)| counts(*kind));
                    let standing = setup.men.iter().filter(|man| man.side == side && counts(man.kind));
                    standing.count() + in_hand.map(|(_, number)| usize::from(*number)).sum::<usize>()
                };
                let holds = has(side) <= usize::from(*count) && has(!side) >= usize::from(*against);
                let other = (!side).to_string().to_lowercase();
                let help = match (count, kinds) {
                    (0, None) => format!("give {side} a man"),
                    (0, Some(_)) => {
                        format!("limit it to {}, as in `{other} has no …`, or give {side} such a man", !side)
                    }
                    _ => format!("name a smaller number, or give {side} more of these men"),
                };
                (holds, help)
            } else {
                return None;
            };
        if holds {
            let message = format!("in the setup `{}` this holds for {side} before the first move", setup.name);
            let finding = Finding::new(Lint::HoldsAtStart, ModelItem::Ending(index), message)
                .label("the game would be over at once")
                .help(help);
            return Some(finding);
        }
    }
    None
}

/// For each ending, the first one above it with the same condition for a common side.
fn repeated_endings(endings: &[Ending]) -> Vec<Option<usize>> {
    let mut seen: HashMap<(&Condition, Judged, bool, Side), Vec<usize>> = HashMap::new();
    let mut repeats = Vec::with_capacity(endings.len());
    for (index, ending) in endings.iter().enumerate() {
        let sides = || ending.sides_concerned();
        let key = |side| (&ending.condition, ending.judged, ending.both, side);
        let earlier = sides().filter_map(|side| seen.get(&key(side))).flatten().copied();
        repeats.push(earlier.filter(|&earlier| endings[earlier].is_wherever(ending)).min());
        sides().for_each(|side| seen.entry(key(side)).or_default().push(index));
    }
    repeats
}

/// Finds endings that repeat another one.
pub(super) fn repeated_ending(view: &PartialModel<'_>) -> Vec<Finding> {
    let Some(endings) = view.all_endings() else { return Vec::new() };
    let finding = |(index, earlier): (usize, Option<usize>)| {
        let message = "this condition has a line already, and only the first that holds counts";
        let finding = Finding::new(Lint::RepeatedEnding, ModelItem::Ending(index), message)
            .label("again here")
            .because(ModelItem::Ending(earlier?), "first here")
            .help("keep the one that is meant");
        Some(finding)
    };
    repeated_endings(endings).into_iter().enumerate().filter_map(finding).collect()
}

/// Finds endings that never hold.
pub(super) fn dead_ending(view: &PartialModel<'_>) -> Vec<Finding> {
    let (Some(setups), Some(endings)) = (view.all_setups(), view.all_endings()) else { return Vec::new() };
    let royal = Side::ALL.map(|side| has_royal(view, setups, side));
    let repeats = repeated_endings(endings);
    let mut found = Vec::new();
    for (index, ending) in endings.iter().enumerate().filter(|(index, _)| repeats[*index].is_none()) {
        let sides = || ending.sides_concerned();
        let mut sooner = None;
        let needs_royal =
            !royal.contains(&true) && matches!(ending.condition, Condition::Checkmate | Condition::ChecksGiven(_));
        let mut help =
            if needs_royal { "leave it out; or make a man royal, as in `K king: K, royal`" } else { "leave it out" };
        let condition = &ending.condition;
        let counts_checks = matches!(condition, Condition::ChecksGiven(_));
        let why = if *condition == Condition::Stalemate && sides().all(|side| can_always_pass(view, side)) {
            "a player who may pass always has a move"
        } else if *condition == Condition::Checkmate && !sides().any(|side| royal[side.index()]) {
            "there is no royal man to be checkmated"
        } else if (counts_checks || is_perpetual_check(condition)) && !sides().any(|side| royal[(!side).index()]) {
            "there is no royal man to give check to"
        } else if counts_checks && sides().all(|side| view.rules.made.check[side] == CheckRule::Forbidden) {
            "no move may give check"
        } else if let Condition::AtMost { count, kinds, .. } = condition
            && sides().all(|side| count_lasting(view, setups, side, kinds.as_deref()) > usize::from(*count))
        {
            if *count == 0 {
                help = "leave it out; or write the man without `royal`, as in `K king: K`, and it can be captured";
                "a royal man is never captured"
            } else {
                "royal men are never captured"
            }
        } else {
            let covers = |other: &Ending| {
                !other.must_be_claimed()
                    && other.is_wherever(ending)
                    && (other.judged == Judged::Always || other.judged == ending.judged || holds_for_anyone(other))
                    && (!other.both || ending.both)
                    && (other.both == ending.both || !is_perpetual_check(condition))
                    && sides().all(|side| other.concerns(side))
                    && holds_no_later(&other.condition, condition)
            };
            sooner = endings[..index].iter().position(covers);
            if sooner.is_none() {
                continue;
            }
            "a line above it holds sooner"
        };
        let message = format!("this never holds: {why}");
        let dead = Finding::new(Lint::DeadEnding, ModelItem::Ending(index), message).label("without effect");
        let dead = match sooner {
            Some(above) => dead.because(ModelItem::Ending(above), "this one"),
            None => dead,
        };
        found.push(dead.help(help));
    }
    found
}

/// Whether a condition is perpetual check: by one side it is not that of both.
fn is_perpetual_check(condition: &Condition) -> bool {
    matches!(condition, Condition::Position { perpetual_check: true, .. })
}

/// Returns whether an ending holds for one of the sides in every position that fulfils its condition.
fn holds_for_anyone(ending: &Ending) -> bool {
    let condition =
        matches!(ending.condition, Condition::Quiet { .. } | Condition::Position { perpetual_check: false, .. });
    condition && ending.side.is_none() && matches!(ending.judged, Judged::ToMove | Judged::NotToMove)
}

/// Finds games that nothing ever stops, as both sides can move on and on.
pub(super) fn endless_game(game: &Variant, reach: &Reachability) -> Vec<Finding> {
    let moves = |side: &Side| reach.moves_endlessly(*side);
    // After any move of one side the other one may pass, and after a pass too if that does not end the game.
    let passes =
        game.endings.iter().all(|ending| ending.condition != Condition::BothPass) || Side::ALL.iter().any(moves);
    // The board fills with walls that stay.
    let walls = |side: &Side| game.rules.walls[*side].as_ref();
    let fills = Side::ALL.iter().filter_map(walls).any(|rule| !rule.instead_of_move)
        && Side::ALL.iter().filter_map(walls).all(|rule| !rule.one_at_a_time);
    let goes_on = |side: &Side| moves(side) || passes && game.rules.passing[*side] != Passing::Never;
    if !is_unlimited(game) || fills || !Side::ALL.iter().all(goes_on) {
        return Vec::new();
    }
    let finding = Finding::new(
        Lint::EndlessGame,
        ModelItem::Endings,
        "nothing ends a game in which both sides only move to and fro",
    )
    .label("no line among these endings")
    .help("add `position 3 times: draw`, `50 moves without progress: draw`, or the rule `repetition: forbidden`");
    vec![finding]
}

/// Counts the men of these kinds that a side keeps whatever happens, in the setup where they are the fewest.
fn count_lasting(view: &PartialModel<'_>, setups: &[Setup], side: Side, kinds: Option<&[KindId]>) -> usize {
    let promotes = |kind| view.rules.made.promotions[side].iter().any(|promotion| promotion.kind == kind);
    let lasts = |man: &&PlacedMan| {
        let counts = kinds.is_none_or(|kinds| kinds.contains(&man.kind) && !promotes(man.kind));
        man.side == side && view.is_always_royal(man.kind) && !view.may_kill_royal(side, man.kind) && counts
    };
    setups.iter().map(|setup| setup.men.iter().filter(lasts).count()).min().unwrap_or_default()
}

/// Whether a condition holds whenever another one does, or sooner.
fn holds_no_later(condition: &Condition, other: &Condition) -> bool {
    match (condition, other) {
        (Condition::Quiet { count, unit }, Condition::Quiet { count: other, unit: of }) => {
            let plies = |count: u16, unit: QuietUnit| match unit {
                QuietUnit::Moves => 2 * u32::from(count),
                QuietUnit::Plies | QuietUnit::Series => u32::from(count),
            };
            let series = |unit: &QuietUnit| *unit == QuietUnit::Series;
            series(unit) == series(of) && plies(*count, *unit) <= plies(*other, *of)
        }
        (Condition::Position { times, perpetual_check: false }, Condition::Position { times: other, .. }) => {
            times <= other
        }
        (Condition::ChecksGiven(count), Condition::ChecksGiven(other)) => count <= other,
        (Condition::Castled(wing), Condition::Castled(other)) => wing.is_none() || wing == other,
        (Condition::NoCastling(wing), Condition::NoCastling(other)) => other.is_none() || wing == other,
        (
            Condition::AtMost { count, kinds, against },
            Condition::AtMost { count: other, kinds: of, against: opposing },
        ) => {
            let some_of = |of: &[KindId], kinds: &[KindId]| kinds.iter().all(|kind| of.contains(kind));
            let fewer = match (kinds, of) {
                (Some(kinds), Some(of)) => *against == 0 && some_of(of, kinds),
                (kinds, None) => *against == 0 || kinds.is_none(),
                (None, Some(_)) => false,
            };
            count >= other && (fewer || kinds == of) && against <= opposing
        }
        _ => condition == other,
    }
}
