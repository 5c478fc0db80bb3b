//! Lints of rules: rules without effect, and rules that lack something they need.

use super::{Finding, KindItem, Lint, ModelItem, RuleItem, View};
use crate::geometry::Side;
use crate::model::{
    Castling, Clearance, Condition, Curve, Kind, KindId, KingTravel, Modes, Movement, PlacedMan, Repetition, Series,
    SeriesLength,
};

pub(super) fn castling(view: &View<'_>) -> Vec<Finding> {
    let Some(rules) = view.all_rules() else { return Vec::new() };
    let sides: Vec<(Side, &Castling)> =
        Side::ALL.into_iter().filter_map(|side| Some((side, rules.castling[side].as_ref()?))).collect();
    // If both sides castle alike, that is one rule, and it is enough if one side can use it.
    let alike = |castling: &Castling| {
        let partners: Vec<_> = castling.partners.iter().map(|&partner| view.symbol(partner)).collect();
        let travel = match castling.travel {
            KingTravel::To { .. } => None,
            travel => Some(travel),
        };
        (view.symbol(castling.king), partners, travel, castling.landing)
    };
    match sides.as_slice() {
        [(_, white), (_, black)] if alike(white) == alike(black) => one_castling(view, &sides),
        several => several.chunks(1).flat_map(|side| one_castling(view, side)).collect(),
    }
}

/// Finds castling that is inherited, and that no setup of this game allows.
pub(super) fn idle_castling(view: &View<'_>) -> Vec<Finding> {
    // In a game that has the line itself these findings are errors.
    castling(view)
        .into_iter()
        .map(|finding| {
            let message = format!("castling is inherited, and never possible: {}", finding.message);
            Finding::new(Lint::IdleCastling, finding.item, message)
                .label("inherited from here")
                .help("write `castling: none`, or draw a setup in which both stand where they can castle")
        })
        .collect()
}

/// Finds oppositions of royal men that could not come so near each other anyway.
pub(super) fn idle_opposition(view: &View<'_>) -> Vec<Finding> {
    let Some(rules) = view.all_rules() else { return Vec::new() };
    let captures_so = |kind: KindId, movement: &Movement| {
        let Some(kind) = view.kind(kind) else { return false };
        let [part] = kind.components.as_slice() else { return false };
        let plain = kind.elsewhere.is_empty()
            && kind.flips.is_none()
            && !kind.turns()
            && kind.captures.is_none()
            && kind.captured_by.is_none()
            && kind.hops_over.is_none();
        plain && movement.paths.iter().all(|path| part.movement.restricted(Modes::CAPTURES).paths.contains(path))
    };
    let idle = rules.opposition.iter().find(|rule| {
        let royal = view.is_always_royal(rule.watcher) && view.is_always_royal(rule.watched);
        let captures = rule.movement.restricted(Modes::CAPTURES);
        // A straight path back is the same path turned around.
        let straight = captures.paths.iter().all(|path| {
            let [leg] = path.legs.as_slice() else { return false };
            leg.curve == Curve::Straight && leg.clearance == Clearance::Leaps
        });
        let back = captures.turned(4);
        straight
            && royal
            && !rule.to_be_broken
            && captures_so(rule.watcher, &captures)
            && captures_so(rule.watched, &back)
    });
    let Some(rule) = idle.filter(|_| Side::ALL.into_iter().all(|side| !rules.own_check_in_series[side])) else {
        return Vec::new();
    };
    let (watcher, watched) = (view.symbol(rule.watcher), view.symbol(rule.watched));
    let message = format!("`{watcher}` and `{watched}` could not face each other so anyway: each would be in check");
    let finding = Finding::new(Lint::IdleOpposition, ModelItem::Rule(RuleItem::Opposition), message)
        .label("forbids nothing more")
        .help("leave this pair out, or name a movement that reaches farther, as in `K and K, as R`");
    vec![finding]
}

/// Finds long steps that may be captured en passant, where no man of the opponent captures so.
pub(super) fn unanswered_steps(view: &View<'_>) -> Vec<Finding> {
    let (Some(kinds), Some(rules)) = (view.all_kinds(), view.all_rules()) else { return Vec::new() };
    let captures = |side: Side, kind: &Kind, id: KindId| {
        let by_rule = match rules.en_passant[side].as_ref().and_then(|rule| rule.by.as_ref()) {
            Some(by) => by.contains(&id),
            None => rules.long_steps[side].iter().any(|step| step.kind == id),
        };
        kind.sides[side]
            && kind
                .movements()
                .flat_map(|movement| &movement.paths)
                .any(|path| path.en_passant || by_rule && path.legs.iter().any(|leg| leg.stops.captures))
    };
    let answered = |side: Side| (0..).map(KindId).zip(&kinds).any(|(id, kind)| captures(!side, kind, id));
    let steps = Side::ALL.into_iter().flat_map(|side| {
        let steps = rules.long_steps[side].iter().enumerate().filter(|(_, step)| step.en_passant);
        steps.map(move |(index, _)| (side, index))
    });
    let steps: Vec<(Side, usize)> = steps.collect();
    let Some(&(side, index)) = steps.first().filter(|_| !steps.iter().any(|&(side, _)| answered(side))) else {
        return Vec::new();
    };
    let message = "no man of the opponent captures en passant";
    let finding = Finding::new(Lint::UnansweredStep, ModelItem::Rule(RuleItem::LongStep(side, index)), message)
        .label("nobody answers this step")
        .help("leave out `en passant`, or name who captures so, as in the rule `en passant: by P`");
    vec![finding]
}

/// Checks a castling rule of one side, or of both.
fn one_castling(view: &View<'_>, sides: &[(Side, &Castling)]) -> Vec<Finding> {
    let (Some(setups), Some((first, first_castling))) = (view.all_setups(), sides.first()) else { return Vec::new() };
    let item = ModelItem::Rule(RuleItem::Castling(*first));
    let mut has_both = false;
    let mut has_room = false;
    for setup in setups {
        for &(side, castling) in sides {
            let own = || setup.men.iter().filter(|man| man.side == side);
            let kings: Vec<&PlacedMan> = own().filter(|man| man.kind == castling.king).collect();
            let partners: Vec<&PlacedMan> = own().filter(|man| castling.partners.contains(&man.kind)).collect();
            has_both |= !kings.is_empty() && !partners.is_empty();
            if kings.len() > 1 && !partners.is_empty() {
                let symbol = view.symbol(castling.king);
                let message = format!(
                    "in the setup `{}` {side} has {} men `{symbol}` that could castle",
                    setup.name,
                    kings.len()
                );
                let many = Finding::new(Lint::CastlingAmbiguous, item, message).label("which of them?").help(
                    "a man that castles must be the only one of its kind; let another one castle, or remove the rule",
                );
                return vec![many];
            }
            has_room |= kings.iter().any(|king| partners.iter().any(|partner| room(view, castling, king, partner)));
        }
    }
    let finding = match (has_both, has_room) {
        (false, _) => {
            let who = if let [(side, _)] = sides { format!("{side} does not have") } else { "no side has".to_owned() };
            Finding::new(Lint::CastlingOfNobody, item, format!("{who} both men in any setup"))
                .label("of nobody")
                .help("put both into a setup, or remove the rule")
        }
        (true, false) => {
            let named = matches!(first_castling.travel, KingTravel::To { .. });
            let (message, help) = if named {
                (
                    "no king has a partner on the rank of these squares in any setup",
                    "name squares of the rank where both stand",
                )
            } else {
                let help = "the king goes at most to its partner's square: let it go less far";
                ("no king has a partner on its rank, so far away, in any setup", help)
            };
            Finding::new(Lint::CastlingWithoutRoom, item, message).label("no room").help(help)
        }
        (true, true) => return Vec::new(),
    };
    vec![finding]
}

/// Whether the king has room to go that far toward the partner.
fn room(view: &View<'_>, castling: &Castling, king: &PlacedMan, partner: &PlacedMan) -> bool {
    let board = view.board;
    let distance = (board.file(king.square) - board.file(partner.square)).abs();
    let fits = match castling.travel {
        KingTravel::Exactly(least) | KingTravel::AtLeast(least) | KingTravel::Between { least, .. } => {
            distance >= i32::from(least)
        }
        KingTravel::To { first_file, .. } => board.rank(first_file) == board.rank(king.square),
    };
    board.rank(king.square) == board.rank(partner.square) && fits
}

pub(super) fn must_move(view: &View<'_>) -> Vec<Finding> {
    let Some(kinds) = view.all_kinds() else { return Vec::new() };
    let rests = kinds.iter().any(|kind| {
        !kind.orientation.turns().is_empty()
            || kind.flips.is_some()
            || kind.components.iter().any(|part| !part.turns.is_empty())
    });
    let rules = view.rules.made;
    if rules.must_move.is_none() || rests || rules.may_pass() {
        return Vec::new();
    }
    let message = "every move leaves its square anyway: no man turns or flips as a move";
    let finding = Finding::new(Lint::NothingMustMove, ModelItem::Rule(RuleItem::MustMove), message)
        .label("forbids nothing")
        .help("let a man turn or flip, as in `turns 45`, or remove the rule");
    vec![finding]
}

pub(super) fn grid(view: &View<'_>) -> Vec<Finding> {
    let single = view.rules.made.grid.filter(|grid| (grid.files, grid.ranks) == (1, 1));
    let finding = |_| {
        Finding::new(Lint::IdleGrid, ModelItem::Rule(RuleItem::Grid), "every move leaves a block of one square")
            .label("without effect")
            .help("make the blocks larger, or leave the rule out")
    };
    single.map(finding).into_iter().collect()
}

/// Finds rules of who captures en passant, none of which has a long step to answer.
pub(super) fn en_passant(view: &View<'_>) -> Vec<Finding> {
    let Some(rules) = view.all_rules() else { return Vec::new() };
    let ruled = || Side::ALL.into_iter().filter(|&side| rules.en_passant[side].is_some());
    let answers = |side: Side| rules.long_steps[!side].iter().any(|step| step.en_passant);
    let finding = |side| {
        let message = "no long step of the opponent can be captured en passant";
        Finding::new(Lint::IdleEnPassant, ModelItem::Rule(RuleItem::EnPassant(side)), message)
            .label("nothing to answer")
            .help("write `en passant` after a long step of the opponent, or leave the rule out")
    };
    ruled().next().filter(|_| !ruled().any(answers)).map(finding).into_iter().collect()
}

/// Finds men that capture en passant by Betza's `e`, where the opponent has no long step that can be answered.
pub(super) fn answers_nothing(view: &View<'_>) -> Vec<Finding> {
    let (Some(kinds), Some(rules)) = (view.all_kinds(), view.all_rules()) else { return Vec::new() };
    let answers = |side: Side| rules.long_steps[!side].iter().any(|step| step.en_passant);
    let captures = |movement: &Movement| movement.paths.iter().any(|path| path.en_passant);
    let mut found = Vec::new();
    for (index, kind) in kinds.into_iter().enumerate() {
        if Side::ALL.into_iter().any(|side| kind.sides[side] && answers(side)) {
            continue;
        }
        let parts = kind.components.iter().map(|part| &part.movement).enumerate();
        let others = kind.elsewhere.iter().map(|other| &other.movement).enumerate();
        let parts = parts.map(|(part, movement)| (KindItem::Movement(part), movement));
        let all = parts.chain(others.map(|(number, movement)| (KindItem::Elsewhere(number), movement)));
        found.extend(all.filter(|(_, movement)| captures(movement)).map(|(item, _)| {
            let message = format!("`e` of `{}` has nothing to capture en passant", kind.symbol);
            Finding::new(Lint::AnswersNothing, ModelItem::Kind(KindId(index as u8), item), message)
                .label("the opponent has no long step that can be captured so")
                .help(
                    "leave `e` out, or write a rule such as `long step of P: 2 squares from own rank 2, en passant`; a \
                     step that is written in Betza, as in `imfD`, is not captured en passant",
                )
        }));
    }
    found
}

pub(super) fn repetition(view: &View<'_>) -> Vec<Finding> {
    let illegal = view.rules.made.repetition == Repetition::Illegal;
    let endings = view.all_endings().filter(|_| illegal).unwrap_or_default();
    let waits = endings.iter().enumerate().filter(|(_, ending)| matches!(ending.condition, Condition::Position { .. }));
    let finding = |index| {
        let message = "no position can occur again where repetition is illegal";
        Finding::new(Lint::NeverRepeated, ModelItem::Ending(index), message)
            .label("never happens")
            .because(ModelItem::Rule(RuleItem::Repetition), "repetition is illegal")
            .help("remove one of the two: the list of endings can be written anew without this line")
    };
    waits.map(|(index, _)| finding(index)).collect()
}

/// The sides that play series, with their rules.
fn sides_with_series<'a>(view: &'a View<'_>) -> impl Iterator<Item = (Side, Series)> + use<'a> {
    Side::ALL.into_iter().filter_map(|side| Some((side, view.rules.made.series[side]?)))
}

pub(super) fn series(view: &View<'_>) -> Vec<Finding> {
    let single = |length: SeriesLength| {
        matches!(
            length,
            SeriesLength::Fixed { moves: 1, first: 1 } | SeriesLength::Answering { longer: 0, shorter: _, least: 1 }
        )
    };
    let idle = view.all_rules().is_some() && sides_with_series(view).all(|(_, series)| single(series.length));
    let Some((side, _)) = sides_with_series(view).next().filter(|_| idle) else { return Vec::new() };
    let finding = Finding::new(
        Lint::IdleSeries,
        ModelItem::Rule(RuleItem::Series(side)),
        "every series has one move, as without this rule",
    )
    .label("without effect")
    .help("let a series be longer, or remove the rule");
    vec![finding]
}

pub(super) fn stuck_in_series(view: &View<'_>) -> Vec<Finding> {
    let choosing = sides_with_series(view).find(|(_, series)| series.stuck_may_claim_stalemate);
    let Some((side, _)) = choosing else { return Vec::new() };
    let item = ModelItem::Rule(RuleItem::StuckInSeries(side));
    let mut found = Vec::new();
    if view.all_endings().is_some_and(|endings| endings.iter().all(|ending| ending.condition != Condition::Stalemate)) {
        found.push(needs_ending(Lint::StuckWithoutEnding, item, "stuck in a series", "stalemate"));
    }
    let choice = |length: SeriesLength| match length {
        SeriesLength::Answering { longer, shorter, .. } => longer > 0 || shorter > 0,
        _ => false,
    };
    if view.all_rules().is_some() && !sides_with_series(view).any(|(_, series)| choice(series.length)) {
        let message = "a player without legal moves has no choice here, since no series can be ended early";
        let needs = Finding::new(Lint::StuckWithoutChoice, item, message)
            .label("needs series with a choice of lengths")
            .help("leave this out, or let series be `as long as the opponent's last, 1 longer or 1 shorter`");
        found.push(needs);
    }
    found
}

fn needs_ending(lint: Lint, item: ModelItem, rule: &str, ending: &str) -> Finding {
    Finding::new(lint, item, format!("`{rule}` leads to {ending}, and no ending gives the result of that"))
        .label(format!("needs the ending `{ending}`"))
        .help(format!("add a line under `endings`: `{ending}: loses`, or `draw`"))
}

pub(super) fn finishing_move(view: &View<'_>) -> Vec<Finding> {
    let (Some(finishing), Some(endings), Some(setups)) =
        (view.rules.made.finishing_move, view.all_endings(), view.all_setups())
    else {
        return Vec::new();
    };
    let item = ModelItem::Rule(RuleItem::FinishingMove);
    let has = |wanted: Condition| endings.iter().any(|ending| ending.condition == wanted);
    let needs = |ending| needs_ending(Lint::FinishingWithoutEnding, item, "finishing move", ending);
    let mut found = Vec::new();
    let royal = setups.iter().flat_map(|setup| &setup.men).any(|man| view.is_royal(man.kind));
    if finishing.to_checkmate && royal && !has(Condition::Checkmate) {
        found.push(needs("checkmate"));
    }
    if finishing.to_stalemate && !has(Condition::Stalemate) {
        found.push(needs("stalemate"));
    }
    if finishing.to_checkmate && !royal {
        let needs = Finding::new(Lint::FinishingWithoutRoyal, item, "there is no royal man to checkmate")
            .label("needs a royal man")
            .help("make a man royal, as in `K king: K, royal`, or remove the rule");
        found.push(needs);
    }
    found
}
