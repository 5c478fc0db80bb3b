//! Notes on inherited men that never come onto the board, and on inherited promotions to men that stand in no setup.

use super::findings::promotes_to_span;
use super::lines::{InForce, LinesInForce};
use super::names::ManTable;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Side;
use crate::model::{KindId, PromotionChoice, Setup, Variant, coming_men};
use crate::prose::{all_of, any_of, quoted};
use crate::syntax::ast::{Property, Rule, RuleLine, RuleName, RuleSetting};

/// An inherited man that never comes onto the board.
struct AbsentMan<'l> {
    /// `white ` or `black ` if only that side has it.
    side: &'static str,
    symbol: &'l str,
}

/// Notes the inherited men that stand in no setup of a game and that nothing brings onto the board.
pub(super) fn note_absent_men(variant: &Variant, lines: &LinesInForce, man_table: &ManTable<'_>) {
    let reporter = man_table.reporter;
    let own = reporter.own();
    let comes = kinds_that_come(variant);
    let men = man_table.men().iter().zip(comes);
    let men: Vec<AbsentMan> = men
        .filter(|(man, comes)| man.file != own && !comes)
        .map(|(man, _)| AbsentMan {
            side: match (man.sides.white, man.sides.black) {
                (true, false) => "white ",
                (false, true) => "black ",
                _ => "",
            },
            symbol: &man.line.symbol.value,
        })
        .collect();
    if men.is_empty() {
        return;
    }
    let stand = if men.len() == 1 { "stands" } else { "stand" };
    let names: Vec<String> = men.iter().map(|man| format!("{}{}", man.side, man.symbol)).collect();
    let message = format!(
        "the inherited {} {stand} in no setup, and nothing brings such a man onto the board",
        all_of(quoted(&names))
    );
    let absent = Diagnostic::note(Code::CheckUnusedMan, reporter.extends(), message)
        .label("never on the board")
        .help(lines_that_remove(&men, lines, man_table));
    reporter.note(absent);
}

/// The help that names the lines that remove men, and the inherited lines that refer to these men.
fn lines_that_remove(men: &[AbsentMan<'_>], lines: &LinesInForce, man_table: &ManTable<'_>) -> String {
    let reporter = man_table.reporter;
    let own = reporter.own();
    let named = |text: &str| {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '+' || c == '\'';
        text.split(|c| !is_letter(c)).find_map(|word| men.iter().find(|man| man.symbol == word))
    };
    let is_named = |text: &str| named(text).is_some();
    let mut rules_of_men = Vec::new();
    let mut others = Vec::new();
    for rule in lines.rules.iter().filter(|rule| rule.file != own && setting_of(rule).is_some()) {
        let written = reporter.written(rule.file, rule.line.span);
        let key = written.split(':').next().unwrap_or_default();
        let of_castling = || named(&written).filter(|_| rule.line.name.value == RuleName::Castling);
        if let Some(man) = named(key).or_else(of_castling) {
            let side = if rule.line.side.is_some() { "" } else { man.side };
            rules_of_men.push(format!("{side}{key}: none"));
        } else if is_named(&written) {
            others.push(written);
        }
    }
    for ending in lines.endings.iter().filter(|ending| ending.file != own) {
        others.extend(Some(reporter.written(ending.file, ending.line.key.span)).filter(|written| is_named(written)));
    }
    let removals = men.iter().map(|man| format!("{}{}: none", man.side, man.symbol));
    let of_rules = if rules_of_men.is_empty() {
        String::new()
    } else {
        format!(", {} under `rules`", all_of(quoted(&rules_of_men)))
    };
    let again =
        if others.is_empty() { String::new() } else { format!(", and {} again without them", all_of(quoted(&others))) };
    format!("write {} under `men`{of_rules}{again}", all_of(quoted(removals)))
}

/// Notes the inherited promotions to men that stand in no setup of this game, while most others do, or men that nothing promotes to.
pub(super) fn note_promotions_to_absent_men(variant: &Variant, lines: &LinesInForce, man_table: &ManTable<'_>) {
    let reporter = man_table.reporter;
    let own = reporter.own();
    let stands = |kind: KindId| {
        let is_in_hand = |setup: &Setup| Side::ALL.iter().any(|&side| setup.hands[side].iter().any(|of| of.0 == kind));
        variant.setups.iter().any(|setup| setup.men.iter().any(|man| man.kind == kind) || is_in_hand(setup))
    };
    let symbol = |kind: &KindId| variant.kind(*kind).symbol.as_str();
    let men = man_table.men();
    let promotions = || Side::ALL.into_iter().flat_map(|side| &variant.rules.promotions[side]);
    let promoted_to = |kind: KindId| {
        promotions().any(|promotion| match &promotion.to {
            PromotionChoice::Kinds(to) => to.contains(&kind),
            PromotionChoice::AnyStartingBut(but) => !but.contains(&kind),
            PromotionChoice::Nothing => false,
        })
    };
    // A man in another one's place has the promotions from and to that one.
    let replaces = |id: KindId| {
        let man = men.get(id.index());
        let is_replacement = |property: &Property| matches!(property, Property::InsteadOf(_));
        man.is_some_and(|man| man.line.properties.iter().any(|property| is_replacement(&property.value)))
    };
    let is_own = |id: KindId| men.get(id.index()).is_some_and(|man| man.file == own);
    let promotes = |id: KindId| promotions().any(|promotion| promotion.kind == id);
    let others: Vec<KindId> = variant
        .kinds()
        .filter(|&(id, kind)| {
            is_own(id) && stands(id) && !kind.royal && !promotes(id) && !promoted_to(id) && !replaces(id)
        })
        .map(|(id, _)| id)
        .collect();
    if others.is_empty() && !lines.setups.iter().any(|setup| setup.file == own) {
        return;
    }
    let comes = kinds_that_come(variant);
    let mut told: Vec<*const InForce<RuleLine>> = Vec::new();
    for side in Side::ALL {
        let of_side = &variant.rules.promotions[side];
        for (index, promotion) in of_side.iter().enumerate() {
            let PromotionChoice::Kinds(to) = &promotion.to else { continue };
            let absent: Vec<&KindId> = to.iter().filter(|&&kind| !stands(kind) && !is_own(kind)).collect();
            let before = of_side[..index].iter().filter(|other| other.kind == promotion.kind).count();
            let mut of_man = lines.rules.iter().filter(|rule| {
                let of_man = rule.line.man.as_ref().is_some_and(|man| man.value == variant.kind(promotion.kind).symbol);
                rule.sides[side] && of_man && matches!(setting_of(rule), Some(Rule::Promotion(_)))
            });
            let line = of_man.nth(before);
            let Some(line) = line.filter(|line| line.file != own && !told.contains(&std::ptr::from_ref(*line))) else {
                continue;
            };
            // Setups of few men, such as endgames, leave out more; and the first man may be the prize.
            let is_prize = to.first().is_some_and(|first| absent.contains(&first));
            let may_be_meant = others.is_empty() && (is_prize || 2 * absent.len() >= to.len());
            if absent.is_empty() || may_be_meant || !comes.get(promotion.kind.index()).is_some_and(|comes| *comes) {
                continue;
            }
            told.push(std::ptr::from_ref(line));
            let span = match setting_of(line) {
                Some(Rule::Promotion(written)) => promotes_to_span(&written.to),
                _ => None,
            };
            let Some(span) = span else { continue };
            let names = |kinds: &mut dyn Iterator<Item = &KindId>| {
                kinds.map(|kind| symbol(kind).to_owned()).collect::<Vec<_>>()
            };
            let absent_names = names(&mut absent.iter().copied());
            let other_names = names(&mut others.iter());
            let kept = to.iter().filter(|kind| !absent.contains(kind)).chain(&others);
            let (before, behind) = (line.line.span.start..span.start, span.end..line.line.span.end);
            let written = |range: std::ops::Range<usize>| {
                reporter.written(line.file, crate::source::Span::new(range.start, range.end))
            };
            let rest = written(behind);
            let gap = if rest.is_empty() || rest.starts_with(',') { "" } else { " " };
            let new_line = format!("{} {}{gap}{rest}", written(before), any_of(kept.map(symbol)));
            let (do_stand, do_others) = (
                if absent_names.len() == 1 { "stands" } else { "stand" },
                if other_names.len() == 1 { "does" } else { "do" },
            );
            let mut message = format!(
                "`{}` promotes to {}, which {do_stand} in no setup",
                variant.kind(promotion.kind).symbol,
                all_of(quoted(&absent_names)),
            );
            let mut help = format!("write `{new_line}` under `rules`");
            if !others.is_empty() {
                message = format!("{message}, and not to {}, which {do_others}", all_of(quoted(&other_names)));
                let first = absent_names.first().map_or("B", String::as_str);
                help = format!("{help}; a man that is written with `instead of {first}` takes its place there too");
            }
            let note = Diagnostic::note(Code::CheckUnusedMan, reporter.extends(), message)
                .label("an inherited promotion")
                .help(help)
                .propose(reporter.write_rule(&new_line));
            reporter.note(note);
        }
    }
}

fn setting_of(rule: &InForce<RuleLine>) -> Option<&Rule> {
    match &rule.line.value {
        RuleSetting::Rule(rule) => Some(&rule.value),
        RuleSetting::None(_) | RuleSetting::Anyway(_) => None,
    }
}

/// Whether men of each kind ever come onto the board or into a hand, from all setups.
fn kinds_that_come(variant: &Variant) -> Vec<bool> {
    let mut comes = vec![false; variant.kinds.len()];
    let brought = |of: Vec<(Option<Side>, KindId)>| of.into_iter().map(|(_, kind)| kind);
    let mut found: Vec<KindId> = brought(coming_men(&variant.setups)).collect();
    while let Some(id) = found.pop() {
        match comes.get_mut(id.index()) {
            Some(known) if !*known => *known = true,
            _ => continue,
        }
        found.extend(brought(coming_men(variant.kind(id))));
        for side in Side::ALL {
            let promotions = variant.rules.promotions[side].iter().filter(|promotion| promotion.kind == id);
            found.extend(promotions.flat_map(|promotion| brought(coming_men(promotion))));
            let drops = variant.rules.drops[side].iter().filter(|drop| drop.kind == id);
            found.extend(drops.flat_map(|drop| brought(coming_men(drop))));
        }
    }
    comes
}
