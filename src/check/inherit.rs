//! The sheet of a game from its own lines and its base's sheet.

use std::collections::BTreeMap;

use super::damage::Damage;
use super::sheet::{Generation, Held, Sheet, Slot, overlap, retire, sides};
use super::words;
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::geometry::{PerSide, Side};
use crate::source::Span;
use crate::syntax::variant::ast::{
    AllMen, Area, Ast, Condition, Ending, EndingLine, FactName, Man, ManBody, MenLine, Property, QuietUnit, RegionLine,
    RuleLine, RuleSetting, Section, Symbol,
};

/// Puts the lines of a text on top of its base's.
pub(super) fn extend(base: Option<Sheet>, name: &str, ast: &Ast, damage: &Damage) -> (Sheet, Vec<Diagnostic>) {
    let extends = base.is_some();
    let mut sheet = base.unwrap_or_default();
    sheet.texts.push(name.trim_start_matches("built-in ").to_owned());
    sheet.symbols.push(sheet.symbols.last().cloned().unwrap_or_default());
    sheet.title = ast.title.as_ref().map_or_else(String::new, |title| title.name.value.clone());
    let mut heir = Heir { generation: sheet.own(), extends, sheet, damage, diagnostics: Vec::new() };
    heir.facts(ast);
    heir.men(ast);
    heir.all_men(ast);
    heir.regions(ast);
    heir.setups(ast);
    heir.rules(ast);
    heir.endings(ast);
    (heir.sheet, heir.diagnostics)
}

/// More regions than this are refused, so no more are looked at.
const MAX_LINES: usize = 1000;

struct Heir<'a> {
    generation: Generation,
    extends: bool,
    sheet: Sheet,
    damage: &'a Damage,
    diagnostics: Vec<Diagnostic>,
}

impl Heir<'_> {
    fn held<T>(&self, line: T, sides: PerSide<bool>) -> Held<T> {
        Held { line, generation: self.generation, sides }
    }

    fn repeated(&mut self, span: Span, earlier: Span, what: &str) {
        self.diagnostics.push(
            Diagnostic::error(Code::CheckRepeatedLine, span, format!("{what} is said twice"))
                .label("said again here")
                .also(earlier, "first said here")
                .help("one fact, one line: keep the one that is meant"),
        );
    }

    fn nothing_inherited(&mut self, span: Span, what: &str) {
        if self.damage.hurts(Section::Facts) {
            return;
        }
        self.diagnostics.push(
            Diagnostic::error(Code::CheckNothingInherited, span, format!("{what}, but this game extends no other"))
                .label("nothing is inherited")
                .help("say what it extends in the first line, as in `game \"…\" extends NAME`, or leave this out"),
        );
    }

    fn facts(&mut self, ast: &Ast) {
        // What describes the base is not true of what is made from it.
        self.sheet.facts.retain(|held| {
            !matches!(held.line.name.value, FactName::Inventor | FactName::Year | FactName::Source | FactName::About)
        });
        let mut said: Vec<(FactName, Span)> = Vec::new();
        for fact in &ast.facts {
            let name = fact.name.value;
            if let Some(&(_, earlier)) = said.iter().find(|(other, _)| *other == name) {
                self.repeated(fact.name.span, earlier, &format!("`{}`", words::fact(name)));
                continue;
            }
            said.push((name, fact.name.span));
            self.sheet.facts.retain(|held| held.line.name.value != name);
            let held = self.held(fact.clone(), PerSide::both(true));
            self.sheet.facts.push(held);
        }
    }

    fn men(&mut self, ast: &Ast) {
        let mut own: Vec<&Man> = Vec::new();
        for line in &ast.men {
            let MenLine::Man(man) = line else { continue };
            let sides_of = sides(man.side.map(|side| side.value));
            let earlier = own.iter().find(|other| {
                other.symbol.value == man.symbol.value && overlap(sides(other.side.map(|side| side.value)), sides_of)
            });
            match earlier.map(|other| other.symbol.span) {
                Some(earlier) => self.repeated(man.symbol.span, earlier, &format!("the man `{}`", man.symbol.value)),
                None => own.push(man),
            }
        }
        // Who takes another's place goes first: the letter left free may then be a new man's.
        let mut taken: BTreeMap<(Slot, Side), Span> = BTreeMap::new();
        for man in &own {
            if let Some(place) = instead_of(man) {
                self.take_place(man, place, &mut taken);
            }
        }
        for man in &own {
            match &man.body {
                ManBody::None(_) => self.remove(man),
                ManBody::Moves { .. } if instead_of(man).is_none() => self.put(man, &man.symbol.value),
                ManBody::Moves { .. } => {}
            }
        }
    }

    fn take_place(&mut self, man: &Man, place: &Symbol, taken: &mut BTreeMap<(Slot, Side), Span>) {
        if !self.extends {
            self.nothing_inherited(place.span, &format!("`instead of {}` takes an inherited man's place", place.value));
            self.put(man, &man.symbol.value);
            return;
        }
        let base = self.generation - 1;
        let for_sides = sides(man.side.map(|side| side.value));
        let found: Vec<(Slot, Side)> = Side::ALL
            .into_iter()
            .filter(|&side| for_sides[side])
            .filter_map(|side| Some((self.sheet.slot(base, side, &place.value)?, side)))
            .filter(|&(slot, _)| self.sheet.men[slot].removed.is_none())
            .collect();
        if found.is_empty() {
            self.unknown_man(place);
            self.put(man, &man.symbol.value);
            return;
        }
        if let Some(&earlier) = found.iter().find_map(|key| taken.get(key)) {
            self.diagnostics.push(
                Diagnostic::error(
                    Code::CheckPlaceTaken,
                    place.span,
                    format!("two men take the place of `{}`", place.value),
                )
                .label("its place is taken")
                .also(earlier, "by this man")
                .help(format!(
                    "only one can follow `{}` in what is inherited; leave out one `instead of`",
                    place.value
                )),
            );
            self.put(man, &man.symbol.value);
            return;
        }
        taken.extend(found.iter().map(|&key| (key, place.span)));
        // The man that had the letter before goes too: its line is replaced.
        let old: Vec<(Slot, Side)> = found
            .iter()
            .filter_map(|&(_, side)| Some((self.sheet.slot(base, side, &man.symbol.value)?, side)))
            .filter(|key| !found.contains(key))
            .collect();
        self.put(man, &place.value);
        for (slot, side) in old {
            if let Some(new) = self.sheet.slot(self.generation, side, &man.symbol.value) {
                self.sheet.men[slot].held.sides[side] = false;
                self.sheet.redirect(side, slot, new);
            }
        }
    }

    /// Gives a man the slot that `place` has, or a new one.
    fn put(&mut self, man: &Man, place: &str) {
        let for_sides = sides(man.side.map(|side| side.value));
        let held = self.held(man.clone(), for_sides);
        let mut home: Option<Slot> = None;
        for side in Side::ALL.into_iter().filter(|&side| for_sides[side]) {
            let Some(slot) = self.sheet.slot(self.generation, side, place) else { continue };
            let slot = if for_sides[!side] { slot } else { self.sheet.split(slot, side) };
            match home {
                None => home = Some(slot),
                Some(home) if home != slot => {
                    // Two men of one letter, one for each side, become one man.
                    self.sheet.men[slot].held.sides[side] = false;
                    self.sheet.redirect(side, slot, home);
                }
                Some(_) => {}
            }
            self.sheet.symbols[self.generation][side].remove(place);
        }
        let slot = match home {
            Some(slot) => {
                self.sheet.men[slot].held = held;
                self.sheet.men[slot].removed = None;
                slot
            }
            None => self.sheet.push_man(held),
        };
        for side in Side::ALL.into_iter().filter(|&side| for_sides[side]) {
            self.sheet.symbols[self.generation][side].insert(man.symbol.value.clone(), slot);
        }
    }

    fn remove(&mut self, man: &Man) {
        if !self.extends {
            self.nothing_inherited(man.span, &format!("`{}: none` takes out an inherited man", man.symbol.value));
            return;
        }
        let for_sides = sides(man.side.map(|side| side.value));
        let mut found = false;
        for side in Side::ALL.into_iter().filter(|&side| for_sides[side]) {
            let Some(slot) = self.sheet.slot(self.generation, side, &man.symbol.value) else { continue };
            found = true;
            let slot = if for_sides[!side] { slot } else { self.sheet.split(slot, side) };
            self.sheet.men[slot].removed = Some((self.generation, man.span));
            self.sheet.symbols[self.generation][side].remove(&man.symbol.value);
        }
        if !found {
            self.unknown_man(&man.symbol);
        }
    }

    fn unknown_man(&mut self, symbol: &Symbol) {
        if self.damage.hides_man(&symbol.value) {
            return;
        }
        let table = &self.sheet.symbols[self.generation.saturating_sub(1)];
        let known: Vec<&str> = table.white.keys().chain(table.black.keys()).map(String::as_str).collect();
        let mut known: Vec<&str> = known.into_iter().filter(|known| *known != symbol.value).collect();
        known.sort_unstable();
        known.dedup();
        let base = self.sheet.texts.get(self.generation.saturating_sub(1)).cloned().unwrap_or_default();
        self.diagnostics.push(
            Diagnostic::error(Code::CheckUnknownMan, symbol.span, format!("`{base}` has no man `{}`", symbol.value))
                .label("no such man is inherited")
                .help(did_you_mean(&symbol.value, known)),
        );
    }

    fn all_men(&mut self, ast: &Ast) {
        let mut own: Vec<&AllMen> = Vec::new();
        for line in &ast.men {
            let MenLine::AllMen(all) = line else { continue };
            let for_sides = sides(all.side.map(|side| side.value));
            if let Some(earlier) = own.iter().find(|other| overlap(sides(other.side.map(|side| side.value)), for_sides))
            {
                self.repeated(all.span, earlier.span, "`all men`");
                continue;
            }
            own.push(all);
            retire(&mut self.sheet.all_men, for_sides, |_| true);
            if !all.properties.is_empty() {
                let held = self.held(all.clone(), for_sides);
                self.sheet.all_men.push(held);
            } else if !self.extends {
                self.nothing_inherited(all.span, "`all men: none` takes out inherited properties");
            }
        }
        // What all men of one side have, the other side's have not: such kinds are of one side each.
        if self.sheet.all_men.iter().any(|held| held.sides.white != held.sides.black) {
            for slot in 0..self.sheet.men.len() {
                if self.sheet.men[slot].held.sides.white {
                    self.sheet.split(slot, Side::Black);
                }
            }
        }
    }

    fn regions(&mut self, ast: &Ast) {
        for line in ast.regions.iter().take(MAX_LINES) {
            let for_sides = sides(line.side.map(|side| side.value));
            let own = |held: &&Held<_>| held.generation == self.generation;
            let same =
                |held: &Held<RegionLine>| held.line.name.value == line.name.value && overlap(held.sides, for_sides);
            if let Some(earlier) = self.sheet.regions.iter().filter(own).find(|held| same(held)) {
                let earlier = earlier.line.name.span;
                self.repeated(line.name.span, earlier, &format!("the region `{}`", line.name.value));
                continue;
            }
            if line.areas.is_empty() && !self.sheet.regions.iter().any(same) {
                self.idle_none(line.span, &format!("there is no region `{}`", line.name.value));
            }
            retire(&mut self.sheet.regions, for_sides, |held| held.line.name.value == line.name.value);
            if !line.areas.is_empty() {
                let held = self.held(line.clone(), for_sides);
                self.sheet.regions.push(held);
            }
        }
    }

    fn idle_none(&mut self, span: Span, why: &str) {
        self.diagnostics.push(
            Diagnostic::warning(Code::CheckIdleNone, span, format!("this takes nothing out: {why}"))
                .label("without effect")
                .help("leave the line out; what is not written is not in force"),
        );
    }

    fn setups(&mut self, ast: &Ast) {
        if ast.setups.is_empty() {
            return;
        }
        let older = std::mem::take(&mut self.sheet.setups);
        self.sheet.older_setups.extend(older);
        for section in &ast.setups {
            let earlier = self.sheet.setups.iter().find(|held| held.line.name.value == section.name.value);
            if let Some(earlier) = earlier.map(|held| held.line.name.span) {
                self.repeated(section.name.span, earlier, &format!("the setup `{}`", section.name.value));
                continue;
            }
            let held = self.held(section.clone(), PerSide::both(true));
            self.sheet.setups.push(held);
        }
    }

    fn rules(&mut self, ast: &Ast) {
        for line in &ast.rules {
            let for_sides = sides(line.side.map(|side| side.value));
            let symbol = |line: &RuleLine| line.man.as_ref().map(|man| man.value.clone());
            let earlier = ast.rules.iter().take_while(|other| other.span != line.span).find(|other| {
                other.name.value == line.name.value
                    && symbol(other) == symbol(line)
                    && overlap(sides(other.side.map(|side| side.value)), for_sides)
            });
            if let Some(earlier) = earlier {
                self.repeated(line.name.span, earlier.name.span, &format!("`{}`", words::rule(line)));
                continue;
            }
            let mut replaced = false;
            for side in Side::ALL.into_iter().filter(|&side| for_sides[side]) {
                let slot = self.rule_slot(self.generation, side, line).or_else(|| {
                    // A rule may be taken out together with its man.
                    self.rule_slot(self.generation.checked_sub(1)?, side, line)
                });
                let meant: Vec<bool> = (self.sheet.rules.iter())
                    .map(|held| {
                        held.generation != self.generation
                            && held.sides[side]
                            && held.line.name.value == line.name.value
                            && (line.man.is_none() || self.rule_slot(held.generation, side, &held.line) == slot)
                    })
                    .collect();
                replaced |= meant.contains(&true);
                for (held, _) in self.sheet.rules.iter_mut().zip(&meant).filter(|(_, meant)| **meant) {
                    held.sides[side] = false;
                }
            }
            self.sheet.rules.retain(|held| held.sides.white || held.sides.black);
            match line.value {
                RuleSetting::None(_) if !replaced && !self.damage.hurts(Section::Facts) => {
                    self.idle_none(line.span, &format!("`{}` is not in force anyway", words::rule(line)));
                }
                RuleSetting::None(_) => {}
                RuleSetting::Rule(_) => {
                    let held = self.held(line.clone(), for_sides);
                    self.sheet.rules.push(held);
                }
            }
        }
    }

    fn rule_slot(&self, generation: Generation, side: Side, line: &RuleLine) -> Option<Slot> {
        self.sheet.slot(generation, side, &line.man.as_ref()?.value)
    }

    fn endings(&mut self, ast: &Ast) {
        if ast.endings_heading.is_none() && ast.endings.is_empty() {
            return;
        }
        let base = std::mem::take(&mut self.sheet.endings);
        let own: Vec<Held<Ending>> = (ast.endings.iter())
            .filter_map(|line| match line {
                EndingLine::Ending(ending) => Some(ending),
                EndingLine::TheRest(_) => None,
            })
            .map(|ending| self.held(ending.clone(), sides(ending.side.map(|side| side.value))))
            .collect();
        let mut rest_at: Option<Span> = None;
        let mut lines = own.iter();
        for line in &ast.endings {
            match line {
                EndingLine::Ending(_) => self.sheet.endings.extend(lines.next().cloned()),
                EndingLine::TheRest(span) if !self.extends => {
                    self.nothing_inherited(*span, "`the rest: inherited` stands for inherited endings");
                }
                EndingLine::TheRest(span) => {
                    if let Some(earlier) = rest_at {
                        self.repeated(*span, earlier, "`the rest`");
                        continue;
                    }
                    rest_at = Some(*span);
                    let rest: Vec<_> = base.iter().filter_map(|held| self.unless_said(held.clone(), &own)).collect();
                    self.sheet.endings.extend(rest);
                }
            }
        }
    }

    /// An inherited ending for the sides for which no own line has its wording.
    fn unless_said(&self, mut held: Held<Ending>, own: &[Held<Ending>]) -> Option<Held<Ending>> {
        for side in Side::ALL {
            let said =
                |other: &&Held<Ending>| other.sides[side] && self.wording(other, side) == self.wording(&held, side);
            let said = own.iter().any(|other| said(&other));
            held.sides[side] &= !said;
        }
        (held.sides.white || held.sides.black).then_some(held)
    }

    /// The words of a condition with its numbers left out.
    fn wording(&self, held: &Held<Ending>, side: Side) -> String {
        let men = |symbols: &[Symbol]| {
            let slot = |symbol: &Symbol| match self.sheet.slot(held.generation, side, &symbol.value) {
                Some(slot) => slot.to_string(),
                None => symbol.value.clone(),
            };
            let mut slots: Vec<String> = symbols.iter().map(slot).collect();
            slots.sort_unstable();
            slots.join(" ")
        };
        match &held.line.condition.value {
            Condition::Checkmate => "checkmate".to_owned(),
            Condition::Stalemate => "stalemate".to_owned(),
            Condition::OpponentBared => "opponent bared".to_owned(),
            Condition::Bared => "bared".to_owned(),
            Condition::Quiet { unit, .. } => match unit.value {
                // A move is two plies, so one limit takes the place of the other.
                QuietUnit::Moves | QuietUnit::Plies => "moves without progress".to_owned(),
                QuietUnit::Series => "series without progress".to_owned(),
            },
            Condition::Position { .. } => "position".to_owned(),
            Condition::Only(_) => "only".to_owned(),
            Condition::ManOn { men: symbols, on } => format!("{} on {}", men(symbols), area(&on.value)),
            Condition::Without(symbols) => format!("without {}", men(symbols)),
            Condition::WithoutMen => "without men".to_owned(),
            Condition::ChecksGiven(_) => "checks given".to_owned(),
        }
    }
}

fn instead_of(man: &Man) -> Option<&Symbol> {
    let ManBody::Moves { properties, .. } = &man.body else { return None };
    properties.iter().find_map(|property| match &property.value {
        Property::InsteadOf(symbol) => Some(symbol),
        _ => None,
    })
}

fn area(area: &Area) -> String {
    match area {
        Area::Square(square) => square.to_string(),
        Area::Box(a, b) => format!("{} to {}", a.value, b.value),
        Area::Files(a, b) => format!("files {} to {}", a.value, b.value),
        Area::Ranks(a, b) => format!("ranks {} to {}", a.value, b.value),
        Area::OwnRanks(a, b) => format!("own ranks {} to {}", a.value, b.value),
        Area::LastRank => "the last rank".to_owned(),
        Area::Region(name) => name.clone(),
    }
}
