//! Notes on men in hand that no drop can bring onto the board.

use super::lines::{InForce, LinesInForce};
use super::names::ManTable;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{PerSide, Side};
use crate::model::{Condition, DropRule, Ending, GameResult, KindId, Variant};
use crate::prose::{all_of, quoted};
use crate::source::Spanned;
use crate::syntax::ast::{self, Rule, RuleLine, RuleSetting};

/// The kinds that a line about drops keeps in hand.
struct Kept<'l> {
    line: &'l InForce<RuleLine>,
    kinds: Vec<KindId>,
}

/// Notes the men in hand that no drop can bring onto the board and that no man leaves behind, for each line that keeps
/// them there. A game may forbid drops to count captured men, and others may extend it.
pub(super) fn note_idle_hands(variant: &Variant, lines: &LinesInForce, man_table: &ManTable<'_>) {
    let reporter = man_table.reporter;
    let mut kept: Vec<Kept<'_>> = Vec::new();
    for side in Side::ALL {
        for kind in variant.kinds_in_hand(side) {
            let rule = variant.drop_of(side, kind);
            let starts_in_hand =
                variant.setups.iter().any(|setup| setup.hands[side].iter().any(|(other, _)| *other == kind));
            let is_idle = if rule.unlimited { starts_in_hand } else { !has_square(variant, side, &rule) };
            if !is_idle || is_left_behind(variant, side, kind) || counts_in_hand(variant, kind) {
                continue;
            }
            let Some(line) = find_drop_line(lines, man_table, side, kind) else { continue };
            let is_meant = is_forbidden(line) && line.file == reporter.own() && !starts_in_hand;
            if is_meant || !is_own_doing(lines, man_table, line, kind) {
                continue;
            }
            match kept.iter_mut().find(|known| std::ptr::eq(known.line, line)) {
                Some(known) if known.kinds.contains(&kind) => {}
                Some(known) => known.kinds.push(kind),
                None => kept.push(Kept { line, kinds: vec![kind] }),
            }
        }
    }
    for Kept { line, kinds } in kept {
        let symbols: Vec<&str> = kinds.iter().map(|kind| variant.kind(*kind).symbol.as_str()).collect();
        let names = all_of(quoted(&symbols));
        let unlimited = is_unlimited(line);
        let why = match (unlimited, is_forbidden(line)) {
            (true, _) => "drops of these men take none from the hand",
            (_, true) => "drops of these men are forbidden",
            _ => "on none of the squares of its drop such a man may stand",
        };
        let help = if unlimited {
            format!("leave {names} out of the hand, or leave out `unlimited`")
        } else {
            let side = line.line.side.as_ref().map_or(String::new(), |side| format!("{} ", side.value).to_lowercase());
            let words = if let [symbol] = symbols[..] { format!("drop of {symbol}") } else { line.line.words() };
            format!(
                "write `{side}{words}: on {}` under `rules`; or let no such man come into a hand",
                place_of_drops(variant, &kinds)
            )
        };
        let message = format!("{names} in hand can never be used: {why}");
        let span = reporter.own_span(line.file, line.line.span);
        reporter.note(Diagnostic::note(Code::CheckUnusedMan, span, message).label("stays in hand").help(help));
    }
}

/// Whether a line of the text itself says how men of this kind come into a hand, or how they are dropped.
fn is_own_doing(lines: &LinesInForce, man_table: &ManTable<'_>, drop: &InForce<RuleLine>, kind: KindId) -> bool {
    let own = man_table.reporter.own();
    drop.file == own
        || man_table.men().get(kind.index()).is_some_and(|man| man.file == own)
        || lines.all_men.iter().any(|all| all.file == own)
        || lines.setups.iter().any(|setup| setup.file == own && setup.line.hand.is_some())
}

/// Whether a drop by a rule can end on some square.
fn has_square(variant: &Variant, side: Side, rule: &DropRule) -> bool {
    rule.to.iter().map(|&to| variant.kind(to)).any(|kind| {
        let region = kind.stays_in.and_then(|region| variant.regions.get(region.index()));
        let may_stand = |square| region.is_none_or(|region| region.squares[side].contains(square));
        rule.on.iter().any(|square| may_stand(square) && !kind.enters_by_capture[side].contains(square))
    })
}

/// Whether some man of a side may leave a man of this kind behind, which comes from the hand.
fn is_left_behind(variant: &Variant, side: Side, kind: KindId) -> bool {
    variant.kinds.iter().any(|other| other.sides[side] && other.may_leave.contains(&kind))
}

/// Whether an ending counts men of this kind in hand.
fn counts_in_hand(variant: &Variant, kind: KindId) -> bool {
    let counts = |ending: &Ending| {
        let of_kind = if let Condition::AtMost { kinds, .. } = &ending.condition {
            kinds.as_ref().is_none_or(|kinds| kinds.contains(&kind))
        } else {
            matches!(ending.result, GameResult::MoreMen | GameResult::FewerMen | GameResult::MorePoints)
        };
        of_kind && !ending.on_board
    };
    variant.endings.iter().any(counts)
}

/// Finds the line about drops of a side's men of a kind: that of the man, or that of all men.
fn find_drop_line<'l>(
    lines: &'l LinesInForce,
    man_table: &ManTable<'_>,
    side: Side,
    kind: KindId,
) -> Option<&'l InForce<RuleLine>> {
    let is_drop = |line: &&InForce<RuleLine>| drop_of(line).is_some() && line.sides[side];
    let is_of_kind = |line: &&InForce<RuleLine>| {
        let sides = PerSide::from_fn(|each| each == side);
        let of = line.line.man.as_ref().map(|man| man_table.lookup(line.file, sides, &man.value)[side]);
        of == Some(Some(kind))
    };
    let mut of_all = lines.rules.iter().filter(is_drop).filter(|line| line.line.man.is_none());
    lines.rules.iter().filter(is_drop).find(is_of_kind).or_else(|| of_all.next())
}

fn drop_of(line: &InForce<RuleLine>) -> Option<&ast::Drop> {
    if let RuleSetting::Rule(Spanned { value: Rule::Drop(drop), .. }) = &line.line.value { Some(drop) } else { None }
}

fn is_forbidden(line: &InForce<RuleLine>) -> bool {
    drop_of(line).is_some_and(|drop| drop.forbidden)
}

fn is_unlimited(line: &InForce<RuleLine>) -> bool {
    drop_of(line).is_some_and(|drop| drop.plain.unlimited)
}

/// A place where men of these kinds may be dropped: the region that the first of them never leaves, or the board.
fn place_of_drops(variant: &Variant, kinds: &[KindId]) -> String {
    let region = kinds.first().and_then(|kind| variant.regions.get(variant.kind(*kind).stays_in?.index()));
    match region.and_then(|region| region.name.clone()) {
        Some(name) => name,
        None => format!("own rank 1 to {}", variant.board.ranks()),
    }
}
