//! Lints of rules, promotions, check and counts: rules without effect, and rules that lack something they need.

use std::collections::BTreeSet;

use super::{Finding, KindItem, Lint, ModelItem, PartialModel, PromotionItem};
use crate::geometry::{Board, Side, Square};
use crate::model::{
    Castling, CheckRule, Clearance, CompulsoryMove, Condition, Count, CountLimit, Curve, Kind, KindId, KingTravel,
    Modes, Movement, Promotion, PromotionChoice, Repetition, Rules, Series, SeriesLength, SeriesMovers, Variant,
    kinds_in_hand,
};
use crate::syntax::ast::RuleName;

/// Finds castling that is ambiguous, that no setup has the men for, or that has no room.
pub(super) fn castling_findings(view: &PartialModel<'_>) -> Vec<Finding> {
    let Some(rules) = view.all_rules() else { return Vec::new() };
    let sides: Vec<(Side, &Castling)> =
        Side::ALL.into_iter().filter_map(|side| Some((side, rules.castling[side].as_ref()?))).collect();
    // If both sides castle alike, that is one rule, and it is enough if one side can use it.
    let alike = |castling: &Castling| {
        let partners: Vec<_> = castling.partners.iter().map(|&partner| view.symbol(partner)).collect();
        let travel = Some(castling.travel).filter(|travel| !matches!(travel, KingTravel::To { .. }));
        (view.symbol(castling.king), partners, travel, castling.landing)
    };
    match sides.as_slice() {
        [(_, white), (_, black)] if alike(white) == alike(black) => check_castling_rule(view, &sides),
        several => several.chunks(1).flat_map(|side| check_castling_rule(view, side)).collect(),
    }
}

/// Finds castling that is inherited, and that no setup of this game allows.
pub(super) fn idle_castling(game: &Variant) -> Vec<Finding> {
    // In a game that has the line itself these findings are errors.
    castling_findings(&PartialModel::from(game))
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
pub(super) fn idle_opposition(game: &Variant) -> Vec<Finding> {
    let (rules, facts) = (&game.rules, game.facts());
    let captures_by = |kind: KindId, movement: &Movement| {
        let kind = game.kind(kind);
        let [part] = kind.components.as_slice() else { return false };
        let plain = kind.elsewhere.is_empty()
            && kind.flips.is_none()
            && !kind.turns()
            && kind.captures.is_none()
            && kind.captured_by.is_none()
            && kind.hops_over.is_none()
            && kind.passes_own.is_empty()
            && !kind.kills()
            && !facts.men.hold
            && !facts.men.relay;
        plain && movement.paths.iter().all(|path| part.movement.restricted(Modes::CAPTURES).paths.contains(path))
    };
    let idle = rules.opposition.iter().find(|rule| {
        let royal = [rule.watcher, rule.watched].into_iter().all(|kind| game.kind(kind).is_always_royal());
        let captures = rule.movement.restricted(Modes::CAPTURES);
        // A straight path back is the same path turned around.
        let straight = captures.paths.iter().all(|path| {
            let [leg] = path.legs.as_slice() else { return false };
            leg.curve == Curve::Straight && leg.clearance == Clearance::Leaps
        });
        let reversed = captures.turned(4);
        straight
            && royal
            && !rule.to_be_broken
            && captures_by(rule.watcher, &captures)
            && captures_by(rule.watched, &reversed)
    });
    let Some(rule) = idle.filter(|_| Side::ALL.into_iter().all(|side| !rules.own_check_in_series[side])) else {
        return Vec::new();
    };
    let (watcher, watched) = (&game.kind(rule.watcher).symbol, &game.kind(rule.watched).symbol);
    let message = format!("`{watcher}` and `{watched}` could not face each other so anyway: each would be in check");
    let finding = Finding::new(Lint::IdleOpposition, ModelItem::Rule(RuleName::Opposition, None), message)
        .label("forbids nothing more")
        .help("leave this pair out, or name a movement that reaches farther, as in `K and K, as R`");
    vec![finding]
}

/// Finds long steps that may be captured en passant, where no man of the opponent captures so.
pub(super) fn unanswered_steps(game: &Variant) -> Vec<Finding> {
    let rules = &game.rules;
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
    let answered = |side: Side| game.kinds().any(|(id, kind)| captures(!side, kind, id));
    let steps = Side::ALL.into_iter().flat_map(|side| {
        let steps = rules.long_steps[side].iter().enumerate().filter(|(_, step)| step.en_passant);
        steps.map(move |(index, _)| (side, index))
    });
    let steps: Vec<(Side, usize)> = steps.collect();
    let Some(&(side, index)) = steps.first().filter(|_| !steps.iter().any(|&(side, _)| answered(side))) else {
        return Vec::new();
    };
    let message = "no man of the opponent captures en passant";
    let finding = Finding::new(Lint::UnansweredStep, ModelItem::LongStep(side, index), message)
        .label("nobody answers this step")
        .help("leave out `en passant`, or name who captures so, as in the rule `en passant: by P`");
    vec![finding]
}

/// Finds mistakes in the castling rule of one side, or of both: several kings, missing men, no room.
fn check_castling_rule(view: &PartialModel<'_>, sides: &[(Side, &Castling)]) -> Vec<Finding> {
    let (Some(setups), Some((first, first_castling))) = (view.all_setups(), sides.first()) else { return Vec::new() };
    let item = ModelItem::Rule(RuleName::Castling, Some(*first));
    let mut has_both = false;
    let mut any_room = false;
    for setup in setups {
        for &(side, castling) in sides {
            let (kings, partners) = castling.starts(side, &setup.men);
            let held = || kinds_in_hand(&view.kinds.made, setups, side);
            let dropped = |kind: KindId| kind == castling.king || partners.iter().any(|&(_, partner)| partner == kind);
            let arrive = castling.dropped.is_none() || held().into_iter().any(dropped);
            has_both |= !kings.is_empty() && !partners.is_empty() && arrive;
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
            let room = |king: Square| partners.iter().any(|&(partner, _)| has_room(view, castling, king, partner));
            any_room |= kings.iter().any(|&king| room(king));
        }
    }
    let finding = match (has_both, any_room) {
        (false, _) => {
            let who = |alone: &str, all: &str| {
                if let [(side, _)] = sides { format!("{side} {alone}") } else { format!("no side {all}") }
            };
            let (message, help) = if first_castling.dropped.is_some() {
                (who("never drops one of the two men", "ever drops one of the two men"), "leave out `also dropped …`")
            } else {
                (
                    who("does not have both men in any setup", "has both men in any setup"),
                    "put both into a setup, or remove the rule",
                )
            };
            Finding::new(Lint::CastlingOfNobody, item, message).label("of nobody").help(help)
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
fn has_room(view: &PartialModel<'_>, castling: &Castling, king: Square, partner: Square) -> bool {
    let board = view.board;
    let distance = (board.file(king) - board.file(partner)).abs();
    let fits = match castling.travel {
        KingTravel::Exactly(least) | KingTravel::AtLeast(least) | KingTravel::Between { least, .. } => {
            distance >= i32::from(least)
        }
        KingTravel::To { first_file, .. } => board.rank(first_file) == board.rank(king),
    };
    board.rank(king) == board.rank(partner) && fits
}

/// Finds a duty to move where every move leaves its square.
pub(super) fn nothing_must_move(view: &PartialModel<'_>) -> Vec<Finding> {
    let Some(kinds) = view.all_kinds() else { return Vec::new() };
    let rests = kinds.iter().any(|kind| {
        !kind.orientation.turns().is_empty()
            || kind.flips.is_some()
            || kind.components.iter().any(|part| !part.turns.is_empty())
    });
    let turns = view.facts().turns;
    if turns.stationary_limit.is_none() || rests || turns.passing {
        return Vec::new();
    }
    let message = "every move leaves its square anyway: no man turns or flips as a move";
    let finding = Finding::new(Lint::NothingMustMove, ModelItem::Rule(RuleName::MustMove, None), message)
        .label("forbids nothing")
        .help("let a man turn or flip, as in `turns 45`, or remove the rule");
    vec![finding]
}

/// Finds a grid of single squares, which every move leaves.
pub(super) fn idle_grid(view: &PartialModel<'_>) -> Vec<Finding> {
    let single = view.rules.made.grid.filter(|grid| (grid.files, grid.ranks) == (1, 1));
    let finding = |_| {
        Finding::new(Lint::IdleGrid, ModelItem::Rule(RuleName::Grid, None), "every move leaves a block of one square")
            .label("without effect")
            .help("make the blocks larger, or leave the rule out")
    };
    single.map(finding).into_iter().collect()
}

/// Finds rules of who captures en passant, none of which has a long step to answer.
pub(super) fn idle_en_passant(view: &PartialModel<'_>) -> Vec<Finding> {
    let Some(rules) = view.all_rules() else { return Vec::new() };
    let ruled = || Side::ALL.into_iter().filter(|&side| rules.en_passant[side].is_some());
    let answers = |side: Side| rules.long_steps[!side].iter().any(|step| step.en_passant);
    let finding = |side| {
        let message = "no long step of the opponent can be captured en passant";
        Finding::new(Lint::IdleEnPassant, ModelItem::Rule(RuleName::EnPassant, Some(side)), message)
            .label("nothing to answer")
            .help("write `en passant` after a long step of the opponent, or leave the rule out")
    };
    ruled().next().filter(|_| !ruled().any(answers)).map(finding).into_iter().collect()
}

/// Finds men that capture en passant by Betza's `e`, where the opponent has no long step that can be answered.
pub(super) fn idle_en_passant_movement(view: &PartialModel<'_>) -> Vec<Finding> {
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

/// Finds endings by repetition where repetition is illegal.
pub(super) fn never_repeated(view: &PartialModel<'_>) -> Vec<Finding> {
    let illegal = view.rules.made.repetition == Repetition::Illegal;
    let endings = view.all_endings().filter(|_| illegal).unwrap_or_default();
    let waits = endings.iter().enumerate().filter(|(_, ending)| matches!(ending.condition, Condition::Position { .. }));
    let finding = |index| {
        let message = "no position can occur again where repetition is illegal";
        Finding::new(Lint::NeverRepeated, ModelItem::Ending(index), message)
            .label("never happens")
            .because(ModelItem::Rule(RuleName::Repetition, None), "repetition is illegal")
            .help("`position 3 times: none` under `endings` takes such an ending out; or leave the rule out")
    };
    waits.map(|(index, _)| finding(index)).collect()
}

/// The sides that play series, with their rules.
fn sides_with_series<'a>(view: &'a PartialModel<'_>) -> impl Iterator<Item = (Side, Series)> + use<'a> {
    Side::ALL.into_iter().filter_map(|side| Some((side, view.rules.made.series[side]?)))
}

/// Finds series of one move each.
pub(super) fn idle_series(view: &PartialModel<'_>) -> Vec<Finding> {
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
        ModelItem::Rule(RuleName::Turn, Some(side)),
        "every turn has one move, as without this rule",
    )
    .label("without effect")
    .help("let a turn be longer, or remove the rule");
    vec![finding]
}

/// Finds a choice for players stuck in a series where no series can end early, or where no ending is by stalemate.
pub(super) fn stuck_findings(view: &PartialModel<'_>) -> Vec<Finding> {
    let choosing = sides_with_series(view).find(|(_, series)| series.stuck_may_claim_stalemate);
    let Some((side, _)) = choosing else { return Vec::new() };
    let item = ModelItem::Rule(RuleName::Turn, Some(side));
    let mut found = Vec::new();
    if view.all_endings().is_some_and(|endings| endings.iter().all(|ending| ending.condition != Condition::Stalemate)) {
        found.push(needs_ending_finding(Lint::StuckWithoutEnding, item, "stuck may claim stalemate", STALEMATE));
    }
    let choice = |length: SeriesLength| match length {
        SeriesLength::Answering { longer, shorter, .. } => longer > 0 || shorter > 0,
        SeriesLength::Fixed { .. } | SeriesLength::LongerEachTurn(_) | SeriesLength::LongerThanLast(_) => false,
    };
    if view.all_rules().is_some()
        && !sides_with_series(view).any(|(_, series)| choice(series.length) || series.movers != SeriesMovers::Any)
    {
        let message = "a player without legal moves has no choice here, since no turn can be ended early";
        let needs = Finding::new(Lint::StuckWithoutChoice, item, message)
            .label("needs turns with a choice of lengths")
            .help("leave this out, or write `turn: as long as the opponent's last, 1 longer or 1 shorter`");
        found.push(needs);
    }
    found
}

const CHECKMATE: (&str, &str) = ("checkmate", "checkmated");
const STALEMATE: (&str, &str) = ("stalemate", "stalemated");

/// The finding of a rule that has no effect without an ending, which is given by the word for the event and the one of its line.
fn needs_ending_finding(lint: Lint, item: ModelItem, rule: &str, (event, ending): (&str, &str)) -> Finding {
    Finding::new(lint, item, format!("`{rule}` leads to {event}, and no ending gives the result of that"))
        .label(format!("needs the ending `{ending}`"))
        .help(format!("add a line under `endings`: `{ending}: loses`, or `draw`"))
}

/// Finds finishing moves toward a checkmate or stalemate that no ending speaks of.
pub(super) fn finishing_move_findings(view: &PartialModel<'_>) -> Vec<Finding> {
    let (Some(finishing), Some(endings), Some(setups)) =
        (view.rules.made.finishing_move, view.all_endings(), view.all_setups())
    else {
        return Vec::new();
    };
    let item = ModelItem::Rule(RuleName::FinishingMove, None);
    let has = |wanted: Condition| endings.iter().any(|ending| ending.condition == wanted);
    let needs = |ending| needs_ending_finding(Lint::FinishingWithoutEnding, item, "finishing move", ending);
    let mut found = Vec::new();
    let royal = setups.iter().flat_map(|setup| &setup.men).any(|man| view.is_royal(man.kind));
    if finishing.to_checkmate && royal && !has(Condition::Checkmate) {
        found.push(needs(CHECKMATE));
    }
    if finishing.to_stalemate && !has(Condition::Stalemate) {
        found.push(needs(STALEMATE));
    }
    if finishing.to_checkmate && !royal {
        let needs = Finding::new(Lint::FinishingWithoutRoyal, item, "there is no royal man to checkmate")
            .label("needs a royal man")
            .help("make a man royal, as in `K king: K, royal`, or remove the rule");
        found.push(needs);
    }
    found
}

/// Finds promotions that contradict other rules or have no effect.
pub(super) fn promotion_findings(view: &PartialModel<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (side, promotions) in view.rules.made.promotions.iter() {
        for (index, promotion) in promotions.iter().enumerate() {
            let lints = PromotionLints { view, side, index, promotion };
            found.extend(lints.never_promotes());
            found.extend(lints.on_shared_squares());
            found.extend(lints.of_royal());
            let targets = lints.targets();
            if targets.is_empty() && promotion.to != PromotionChoice::Nothing && view.all_setups().is_some() {
                found.push(lints.without_choice());
            }
            for &target in &targets {
                found.extend(lints.findings_of_target(target));
            }
        }
    }
    found
}

/// Whether both sides promote on the same squares, which are not as far from one side as from the other.
pub(super) fn is_zone_shared(board: Board, rules: &Rules, promotion: &Promotion) -> bool {
    let ranks = |side| promotion.zone.iter().map(|at| board.own_rank(side, at)).collect::<BTreeSet<_>>();
    let alike = |side: Side| {
        let mut others = rules.promotions[side].iter();
        others.any(|other| other.kind == promotion.kind && other.zone == promotion.zone)
    };
    !promotion.zone.is_empty() && Side::ALL.into_iter().all(alike) && ranks(Side::White) != ranks(Side::Black)
}

/// One promotion of one side.
struct PromotionLints<'a> {
    view: &'a PartialModel<'a>,
    side: Side,
    index: usize,
    promotion: &'a Promotion,
}

impl PromotionLints<'_> {
    fn item(&self, part: PromotionItem) -> ModelItem {
        ModelItem::Promotion(self.side, self.index, part)
    }

    /// The kinds that can be chosen, in any setup that could be made.
    fn targets(&self) -> Vec<KindId> {
        let any = matches!(self.promotion.to, PromotionChoice::AnyStartingBut(_));
        let has = |id: &KindId| self.view.kind(*id).is_some_and(|kind| kind.sides[self.side]);
        let targets = self.promotion.to.kinds(self.view.setups.made);
        targets.into_iter().filter(|id| !any || has(id)).collect()
    }

    /// Finds that Black promotes on White's squares, although its men come from the other end of the board.
    fn on_shared_squares(&self) -> Option<Finding> {
        if self.side == Side::White || !is_zone_shared(self.view.board, self.view.rules.made, self.promotion) {
            return None;
        }
        let message = "Black promotes on the same squares as White, which are not as far from Black's own first rank";
        let finding = Finding::new(Lint::PromotionShared, self.item(PromotionItem::Zone), message);
        let help =
            "write `own rank …` or `own` before the squares, which turn around for Black, or give each side a line";
        Some(finding.label("squares of the board, for both sides").help(help))
    }

    /// Finds a promotion without a square to promote on.
    fn never_promotes(&self) -> Option<Finding> {
        let message = format!("{} has no square to promote on", self.side);
        let finding = Finding::new(Lint::PromotionNowhere, self.item(PromotionItem::Zone), message)
            .label(format!("nothing for {}", self.side))
            .help("define it for that side too, or give each side a line of its own");
        self.promotion.zone.is_empty().then_some(finding)
    }

    /// The finding of a promotion without any choice.
    fn without_choice(&self) -> Finding {
        let message = format!("there is nothing that {}'s man could become", self.side);
        Finding::new(Lint::PromotionToNothing, self.item(PromotionItem::To), message)
            .label("no man is left")
            .help("name the men it becomes, as in `to Q or R`")
    }

    /// Finds the promotion of a royal man to one that is not, after which its side could no longer be beaten, or to one
    /// that others capture, so that checks would depend on it.
    fn of_royal(&self) -> Option<Finding> {
        let royal = self.view.is_royal(self.promotion.kind);
        let captors = |kind: KindId| {
            let by = self.view.kind(kind).map(|kind| kind.captured_by.clone());
            let takes = |other: &Kind| other.captures.as_ref().is_some_and(|list| list.contains(&kind));
            (by, self.view.kinds.made.iter().flatten().map(|other| takes(other)).collect::<Vec<_>>())
        };
        let targets = self.targets();
        let loses = targets.iter().any(|&target| !self.view.is_royal(target));
        let differs = targets.iter().any(|&target| captors(target) != captors(self.promotion.kind));
        let symbol = self.view.symbol(self.promotion.kind);
        let (message, label) = if loses {
            (format!("the royal `{symbol}` can't promote"), "it would no longer be royal")
        } else {
            (format!("the royal `{symbol}` can't promote to a man that others capture"), "other men could check it")
        };
        let finding = Finding::new(Lint::PromotionOfRoyal, self.item(PromotionItem::To), message)
            .label(label)
            .help("let another man promote, or remove `royal` from this man's line");
        (royal && (loses || differs)).then_some(finding)
    }

    /// Finds what is wrong with the promotion to one kind.
    fn findings_of_target(&self, target: KindId) -> Vec<Finding> {
        let symbol = self.view.symbol(target);
        let mut found = Vec::new();
        if target == self.promotion.kind {
            let message = format!("`{symbol}` would promote to itself");
            let itself = Finding::new(Lint::PromotionToItself, self.item(PromotionItem::To), message)
                .label("is among these")
                .help("leave it out, as in `any starting man but K or P`; `optional` lets it stay what it is");
            found.push(itself);
        } else if self.view.is_always_royal(target) && matches!(self.promotion.to, PromotionChoice::AnyStartingBut(_)) {
            let message = format!("a man can't promote to the royal `{symbol}`");
            let royal = Finding::new(Lint::PromotionToRoyal, self.item(PromotionItem::To), message)
                .label("is among these")
                .help(format!("leave `{symbol}` out, as in `any starting man but {symbol} or …`"));
            found.push(royal);
        }
        found.extend(self.outside_region(target));
        found
    }

    /// Finds that a man promotes outside the region that the new man may not leave.
    fn outside_region(&self, target: KindId) -> Option<Finding> {
        let kind = self.view.kind(target)?;
        let region = self.view.regions?.get(kind.stays_in?.index())?;
        let all = || self.view.board.squares().filter(|_| !self.promotion.from.is_empty());
        let anywhere = self.promotion.zone.iter().chain(all());
        let outside = anywhere.into_iter().find(|&square| !region.squares[self.side].contains(square))?;
        let place = region.name.as_ref().map_or("its place".to_owned(), |name| format!("the region `{name}`"));
        let message = format!(
            "{}'s `{}` never leaves {place}, and {} is outside",
            self.side,
            kind.symbol,
            self.view.board.name(outside)
        );
        let finding = Finding::new(Lint::PromotionOutsideRegion, self.item(PromotionItem::To), message)
            .label("is among these")
            .help(format!("leave `{}` out, or let it promote within the region only", kind.symbol));
        Some(finding)
    }
}

/// Finds rules about check that need a royal man or series which the game does not have.
pub(super) fn check_without_need(view: &PartialModel<'_>) -> Vec<Finding> {
    let (Some(rules), Some(setups)) = (view.all_rules(), view.all_setups()) else { return Vec::new() };
    let men = || setups.iter().flat_map(|setup| &setup.men);
    let has_royal = |side: Side| men().any(|man| man.side == side && view.is_royal(man.kind));
    let plays_series = |side: Side| rules.series[side].is_some();
    let mut found = side_without_need(&|side| rules.check[side] != CheckRule::Allowed, &|side| has_royal(!side))
        .map(|side| needs_royal_finding(RuleName::Check, side))
        .into_iter()
        .collect::<Vec<_>>();
    let must_check = |side: Side| rules.compulsory[side].iter().any(|class| class.contains(&CompulsoryMove::Check));
    found.extend(
        side_without_need(&must_check, &|side| has_royal(!side))
            .map(|side| needs_royal_finding(RuleName::Compulsory, side)),
    );
    found.extend(
        side_without_need(&|side| rules.no_flight[side], &has_royal)
            .map(|side| needs_royal_finding(RuleName::CheckEvasion, side)),
    );
    let own_check = |side| rules.own_check_in_series[side];
    found.extend(side_without_need(&own_check, &has_royal).map(|side| needs_royal_finding(RuleName::OwnCheck, side)));
    found.extend(
        side_without_need(&own_check, &plays_series).map(|side| needs_series_finding(RuleName::OwnCheck, side)),
    );
    let only_last = |side| rules.check[side] == CheckRule::OnlyLastOfSeries;
    found.extend(side_without_need(&only_last, &plays_series).map(|side| needs_series_finding(RuleName::Check, side)));
    found
}

/// A side for which a rule is in force, if no such side has what the rule needs.
fn side_without_need(in_force: &dyn Fn(Side) -> bool, has: &dyn Fn(Side) -> bool) -> Option<Side> {
    let sides = || Side::ALL.into_iter().filter(|&side| in_force(side));
    sides().next().filter(|_| !sides().any(has))
}

/// The finding of a rule about check without a royal man.
fn needs_royal_finding(rule: RuleName, side: Side) -> Finding {
    Finding::new(Lint::CheckWithoutRoyal, ModelItem::Rule(rule, Some(side)), "there is no royal man to check")
        .label("needs a royal man")
        .help("make a man royal, as in `K king: K, royal`, or remove the rule")
}

/// The finding of a rule about check within series in a game without series.
fn needs_series_finding(rule: RuleName, side: Side) -> Finding {
    Finding::new(
        Lint::CheckWithoutSeries,
        ModelItem::Rule(rule, Some(side)),
        "this needs turns of several moves, and there are none",
    )
    .label("needs the number of moves in a turn")
    .help("give the length of a turn: `turn: 2 moves`, `turn: 1 longer each turn`, …; or leave this out")
}

/// Finds counts of moves that no ending speaks of, and limits that an earlier limit covers.
pub(super) fn counting_findings(view: &PartialModel<'_>) -> Vec<Finding> {
    let Some(rules) = view.all_rules() else { return Vec::new() };
    let of_both = [(&rules.counting_when_bared, RuleName::CountingWhenBared), (&rules.counting, RuleName::Counting)];
    let mut found = Vec::new();
    for (counts, rule) in of_both {
        let first = Side::ALL.into_iter().find_map(|side| Some((side, counts[side].as_ref()?)));
        let Some((side, _)) = first else { continue };
        let ends = |condition: &Condition| *condition == Condition::CountedOut;
        if view.all_endings().is_some_and(|endings| !endings.iter().any(|ending| ends(&ending.condition))) {
            let message = "moves are counted, and no ending speaks of that";
            let needs = Finding::new(Lint::CountWithoutEnding, ModelItem::Rule(rule, Some(side)), message)
                .label("needs the ending `counted out`")
                .help("add a line under `endings`: `counted out: draw on claim`, or `draw`");
            found.push(needs);
        }
        let covered = Side::ALL.into_iter().find(|&side| counts[side].as_ref().is_some_and(has_covered_limit));
        found.extend(covered.map(|side| {
            let message = "a limit of this count is never used: an earlier one covers its cases";
            Finding::new(Lint::CountLimitCovered, ModelItem::Rule(rule, Some(side)), message)
                .label("one limit too many")
                .help("name the larger number of men first: `8 moves against 2 R, 16 moves against R`")
        }));
    }
    found
}

/// Whether a limit of the count is covered by an earlier one.
fn has_covered_limit(count: &Count) -> bool {
    let covers = |before: &CountLimit, limit: &CountLimit| match (&before.against, &limit.against) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(before), Some(men)) => {
            before.least <= men.least && men.kinds.iter().all(|kind| before.kinds.contains(kind))
        }
    };
    let limits = count.limits.iter().enumerate();
    limits.into_iter().any(|(index, limit)| count.limits[..index].iter().any(|before| covers(before, limit)))
}
