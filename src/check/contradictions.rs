//! Rules that lack what they need, or that nothing can come of.

use super::context::Context;
use super::endings::Made;
use super::sheet::Held;
use super::words;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Side;
use crate::model::{
    Castling, Condition, KingTravel, Orientation, Passing, PlacedMan, PromotionChoice, QuietUnit, Repetition, Rules,
    SeriesLength, Setup,
};
use crate::syntax::variant::ast::{RuleLine, RuleName};

/// Which sections are as the text means them; what others lack is told of these only.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "one for each section, all independent")]
pub(super) struct Sound {
    pub(super) men: bool,
    pub(super) setups: bool,
    pub(super) rules: bool,
    pub(super) endings: bool,
}

/// The line of a rule, one of the text itself first.
pub(super) fn line_of(context: &Context<'_>, name: RuleName) -> Option<Held<RuleLine>> {
    let own = context.sheet.own();
    let lines = context.sheet.rules.iter().filter(|held| held.line.name.value == name);
    lines.max_by_key(|held| held.generation == own).cloned()
}

/// Everything that rules need of men, setups and endings.
pub(super) fn contradictions(
    context: &mut Context<'_>,
    rules: &Rules,
    setups: &[Setup],
    endings: &[Made],
    sound: Sound,
) {
    if sound.setups && sound.rules {
        castling(context, rules, setups);
    }
    if sound.men {
        must_move(context, rules);
    }
    if sound.endings {
        repetition(context, rules, endings);
        stuck(context, rules, endings);
        if sound.setups {
            finishing_move(context, rules, setups, endings);
        }
    }
    if sound.rules {
        series(context, rules, endings);
    }
    if sound.men && sound.setups && sound.rules {
        unused_men(context, rules, setups);
    }
}

fn castling(context: &mut Context<'_>, rules: &Rules, setups: &[Setup]) {
    let Some(held) = line_of(context, RuleName::Castling) else { return };
    // What is inherited and finds no men simply never happens.
    let own = held.generation == context.sheet.own();
    let mut has_both = false;
    let mut has_room = false;
    for setup in setups {
        for side in Side::ALL.into_iter().filter(|&side| held.sides[side]) {
            let Some(castling) = rules.castling[side] else { continue };
            let of = |kind| setup.men.iter().filter(move |man| man.side == side && man.kind == kind);
            let kings: Vec<&PlacedMan> = of(castling.king).collect();
            let partners: Vec<&PlacedMan> = of(castling.partner).collect();
            has_both |= !kings.is_empty() && !partners.is_empty();
            if let [first, _, ..] = kings.as_slice()
                && !partners.is_empty()
            {
                let symbol = &context.kinds[first.kind.index()].symbol;
                let message = format!(
                    "in the setup `{}` {side} has {} men `{symbol}` that could castle",
                    setup.name,
                    kings.len()
                );
                let many = Diagnostic::error(Code::CheckCastlingAmbiguous, held.line.span, message)
                    .label("which of them?")
                    .help("castling is for a man that stands once; let another one castle, or take the rule out");
                context.report(held.generation, many);
                return;
            }
            has_room |= kings.iter().any(|king| partners.iter().any(|partner| room(context, castling, king, partner)));
        }
    }
    let (code, message, label, mend) = if !has_both {
        let message = "no side has both men in any setup".to_owned();
        (Code::CheckCastlingOfNobody, message, "of nobody", "put both into a setup, or take the rule out")
    } else if !has_room {
        let message = "no king has a partner on its rank, so far away, in any setup".to_owned();
        (Code::CheckNoRoom, message, "no room", "the king goes at most to its partner's square: let it go less far")
    } else {
        return;
    };
    if own {
        let diagnostic = Diagnostic::error(code, held.line.span, message).label(label).help(mend);
        context.report(held.generation, diagnostic);
    }
}

/// Whether the king could go so far toward the partner.
fn room(context: &Context<'_>, castling: Castling, king: &PlacedMan, partner: &PlacedMan) -> bool {
    let board = context.board;
    let (KingTravel::Exactly(least) | KingTravel::AtLeast(least)) = castling.travel;
    let distance = (board.file(king.square) - board.file(partner.square)).abs();
    board.rank(king.square) == board.rank(partner.square) && distance >= i32::from(least)
}

fn must_move(context: &mut Context<'_>, rules: &Rules) {
    let Some(held) = line_of(context, RuleName::MustMove).filter(|_| rules.must_move.is_some()) else { return };
    let rests = context.kinds.iter().any(|kind| {
        let (Orientation::Whole { turns, .. } | Orientation::OneDirection { turns, .. }) = &kind.orientation;
        !turns.is_empty() || kind.flips.is_some() || kind.components.iter().any(|part| !part.turns.is_empty())
    });
    if !rests && rules.passing == Passing::Never {
        let message = "every move leaves its square anyway: no man turns or flips as a move";
        let needs = Diagnostic::error(Code::CheckNeedsTurns, held.line.span, message)
            .label("forbids nothing")
            .help("let a man turn or flip, as in `turns 45`, or take the rule out");
        context.report(held.generation, needs);
    }
}

fn repetition(context: &mut Context<'_>, rules: &Rules, endings: &[Made]) {
    let Some(held) = line_of(context, RuleName::Repetition).filter(|_| rules.repetition == Repetition::Illegal) else {
        return;
    };
    let own = context.sheet.own();
    for made in endings.iter().filter(|made| matches!(made.ending.condition, Condition::Position { .. })) {
        let message = "no position can stand again where repetition is illegal";
        let ending = &made.held;
        let ending_here = ending.generation == own;
        let (at, other) = if ending_here {
            let rule = (held.generation == own).then_some((held.line.span, "repetition is illegal"));
            (ending.line.condition.span, rule)
        } else {
            (context.place(held.generation, held.line.span), None)
        };
        let never = Diagnostic::error(Code::CheckNeverRepeated, at, message)
            .label(if ending_here { "never comes" } else { "but an inherited ending waits for it" })
            .help("take one of the two out: the list of endings can be written anew without this line");
        let never = match other {
            Some((span, label)) => never.also(span, label),
            None => never,
        };
        if !context.diagnostics.contains(&never) {
            context.diagnostics.push(never);
        }
    }
}

fn has_stalemate(endings: &[Made]) -> bool {
    endings.iter().any(|made| made.ending.condition == Condition::Stalemate)
}

fn stuck(context: &mut Context<'_>, rules: &Rules, endings: &[Made]) {
    let claims =
        Side::ALL.iter().any(|&side| rules.series[side].is_some_and(|series| series.stuck_may_claim_stalemate));
    let Some(held) = line_of(context, RuleName::StuckInSeries).filter(|_| claims) else { return };
    if !has_stalemate(endings) {
        needs_ending(context, &held, "stalemate");
    }
}

fn needs_ending(context: &mut Context<'_>, held: &Held<RuleLine>, ending: &str) {
    let message = format!("`{}` leads to {ending}, and no ending says what that is", words::rule(&held.line));
    let needs = Diagnostic::error(Code::CheckNeedsEnding, held.line.span, message)
        .label(format!("needs the ending `{ending}`"))
        .help(format!("add a line under `endings`: `{ending}: loses`, or `draw`"));
    context.report(held.generation, needs);
}

fn finishing_move(context: &mut Context<'_>, rules: &Rules, setups: &[Setup], endings: &[Made]) {
    let Some(finishing) = rules.finishing_move else { return };
    let Some(held) = line_of(context, RuleName::FinishingMove) else { return };
    let has = |wanted: &Condition| endings.iter().any(|made| made.ending.condition == *wanted);
    if finishing.to_checkmate && !has(&Condition::Checkmate) {
        needs_ending(context, &held, "checkmate");
    }
    if finishing.to_stalemate && !has(&Condition::Stalemate) {
        needs_ending(context, &held, "stalemate");
    }
    let royal = setups.iter().flat_map(|setup| &setup.men).any(|man| context.kinds[man.kind.index()].royal);
    if finishing.to_checkmate && !royal {
        let needs = Diagnostic::error(Code::CheckNeedsRoyal, held.line.span, "there is no royal man to checkmate")
            .label("needs a royal man")
            .help("make a man royal, as in `K king: K, royal`, or take the rule out");
        context.report(held.generation, needs);
    }
}

fn series(context: &mut Context<'_>, rules: &Rules, endings: &[Made]) {
    let any = rules.series.white.or(rules.series.black);
    for made in endings {
        if matches!(made.ending.condition, Condition::Quiet { unit: QuietUnit::Series, .. }) && any.is_none() {
            let needs = Diagnostic::error(
                Code::CheckNeedsSeries,
                made.held.line.condition.span,
                "this counts series, and there are none",
            )
            .label("needs a series")
            .help("count `moves` or `plies`; or say how long a series is, under `rules`");
            context.report(made.held.generation, needs);
        }
    }
    let Some(held) = line_of(context, RuleName::Series) else { return };
    let lengths = Side::ALL.into_iter().filter(|&side| held.sides[side]).filter_map(|side| rules.series[side]);
    let lengths: Vec<SeriesLength> = lengths.map(|series| series.length).collect();
    let single = |length: &SeriesLength| {
        matches!(
            length,
            SeriesLength::Fixed { moves: 1, first: 1 } | SeriesLength::Answering { longer: 0, shorter: _, least: 1 }
        )
    };
    if !lengths.is_empty() && lengths.iter().all(single) {
        let idle = Diagnostic::warning(Code::CheckIdleRule, held.line.span, "every series has one move, as without it")
            .label("without effect")
            .help("let a series be longer, or take the rule out");
        context.report(held.generation, idle);
    }
    let choice = |length: &SeriesLength| match length {
        SeriesLength::Answering { longer, shorter, .. } => longer + shorter > 0,
        _ => false,
    };
    let stuck = line_of(context, RuleName::StuckInSeries);
    if let Some(stuck) = stuck.filter(|_| !lengths.is_empty() && !lengths.iter().any(choice)) {
        let message = "a player out of moves has no choice here: a series can't be ended before its time";
        let needs = Diagnostic::error(Code::CheckNeedsChoice, stuck.line.span, message)
            .label("needs series with a choice of lengths")
            .help("leave this out, or let series be `as long as the opponent's last, 1 longer or 1 shorter`");
        context.report(stuck.generation, needs);
    }
}

fn unused_men(context: &mut Context<'_>, rules: &Rules, setups: &[Setup]) {
    let own = context.sheet.own();
    for slot in 0..context.sheet.men.len() {
        let Some(id) = context.kind_of_slot[slot] else { continue };
        let man = &context.sheet.men[slot].held;
        let stands = setups.iter().flat_map(|setup| &setup.men).any(|man| man.kind == id);
        let promoted = rules.promotions.iter().any(|(_, promotions)| {
            promotions.iter().any(|promotion| matches!(&promotion.to, PromotionChoice::Kinds(to) if to.contains(&id)))
        });
        if man.generation == own && !stands && !promoted {
            let message = format!("`{}` stands in no setup, and nothing promotes to it", man.line.symbol.value);
            let unused = Diagnostic::warning(Code::CheckUnusedMan, man.line.symbol.span, message)
                .label("never on the board")
                .help("draw it in a setup, or leave its line out");
            context.diagnostics.push(unused);
        }
    }
}
