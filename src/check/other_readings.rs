//! Notes on lines that are read in one way and could be meant in another. Each names both, and what to write for either.

use super::lines::{InForce, LinesInForce, allowed_without, sides};
use super::names::{ManTable, kinds};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Side;
use crate::model::{KindId, Variant};
use crate::source::Span;
use crate::syntax::ast::{Condition, EffectChange, Ending, Event, Property, RuleLine, RuleName};

/// Notes the lines of a game's own that could be meant otherwise.
pub(super) fn note_other_readings(variant: &Variant, lines: &LinesInForce, man_table: &ManTable<'_>) {
    let own = man_table.reporter.own();
    let mut notes: Vec<Diagnostic> = Vec::new();
    notes.extend(lines.lifted.iter().filter_map(|line| lifted_limit(line, variant, man_table)));
    for ending in lines.endings.iter().filter(|ending| ending.file == own) {
        notes.extend(men_of_both(ending, variant, man_table));
    }
    for man in man_table.men().iter().filter(|man| man.file == own) {
        let symbol = &man.line.symbol.value;
        for property in &man.line.properties {
            let Property::Effect(effect) = &property.value else { continue };
            let EffectChange::Becomes(men) = &effect.change else { continue };
            let is_itself = matches!(men.symbols.as_slice(), [only] if only.value == *symbol) && !men.all_but;
            if is_itself && effect.event != Event::InPlace {
                let message = format!("this changes nothing: `{symbol}` stays `{symbol}`");
                let note = Diagnostic::note(Code::CheckIdleProperty, property.span, message).label("the same man");
                notes.push(note.help("name another man, or leave it out"));
            }
        }
    }
    for note in notes {
        man_table.reporter.note(note);
    }
}

fn note(span: Span, message: String, label: &str, help: String) -> Diagnostic {
    Diagnostic::note(Code::CheckOtherReading, span, message).label(label.to_owned()).help(help)
}

/// The note on `none` for an inherited rule that limits what is allowed otherwise.
fn lifted_limit(line: &RuleLine, variant: &Variant, man_table: &ManTable<'_>) -> Option<Diagnostic> {
    let name = line.name.value;
    let then = allowed_without(name)?;
    if name == RuleName::Drop {
        let named = line
            .man
            .as_ref()
            .map(|man| man_table.lookup(man_table.reporter.own(), sides(line.side.as_ref()), &man.value));
        let is_meant = |kind: &KindId| named.is_none_or(|named| kinds(named).any(|named| named == *kind));
        if !Side::ALL.into_iter().any(|side| variant.kinds_in_hand(side).iter().any(is_meant)) {
            return None;
        }
    }
    let side = line.side.as_ref().map_or_else(String::new, |side| format!("{} ", side.value).to_lowercase());
    let words = format!("{side}{}", line.words());
    let free = if name == RuleName::Drop { "on anywhere" } else { "allowed" };
    let message = format!("`none` takes the inherited rule out: {then}");
    let help = format!("write `{words}: forbidden` to forbid it, or `{words}: {free}` if it is meant so");
    Some(note(line.span, message, "forbids nothing", help))
}

/// The note on `both N on …`, which is of both sides, where a side has several of these men.
fn men_of_both(ending: &InForce<Ending>, variant: &Variant, man_table: &ManTable<'_>) -> Option<Diagnostic> {
    let key = &ending.line.key;
    let Condition::ManOn { men, least: None, on: Some(on), .. } = &key.condition.value else { return None };
    let [man] = men.symbols.as_slice() else { return None };
    let of_sides = man_table.lookup(ending.file, ending.sides, &man.value);
    let several = |side: Side| {
        let is_it = |kind: KindId| of_sides[side] == Some(kind);
        variant
            .setups
            .iter()
            .any(|setup| setup.men.iter().filter(|man| man.side == side && is_it(man.kind)).count() > 1)
    };
    if !key.both || men.all_but || !Side::ALL.into_iter().any(several) {
        return None;
    }
    let man = &man.value;
    let on = man_table.reporter.written(ending.file, on.span);
    let message = format!("`both {man}` is of both sides: each has one there");
    let help = format!("write `both have 1 {man} on {on}` to say so, or `2 {man} on {on}` for two men of one side");
    Some(note(key.condition.span, message, "of both sides", help))
}
