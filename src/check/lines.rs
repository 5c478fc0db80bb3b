//! All lines of a game that are in force: its own, and those it inherits, merged.
//!
//! Lines are kept as trees and read again for every game: inherited lines apply to the game's own board, men and
//! regions. A symbol in a line keeps its meaning in the text of that line. Each text has its own table from symbols to
//! *slots*, and a man that replaces another takes its slot.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::lost_options::{LostOptions, lost_options};
use super::report::{FileId, Partial, Place, Reported, Reporter};
use crate::diagnostic::{Code, Diagnostic, Edit, did_you_mean};
use crate::geometry::{PerSide, Side};
use crate::model::QuietUnit;
use crate::prose::all_of;
use crate::source::{Span, Spanned};
use crate::syntax::ast::{
    AllMen, Anyway, Ast, Condition, Ending, EndingKey, EndingLine, Fact, FactName, Formation, HoldsAnyway, Man,
    ManBody, MenLine, MenList, MovementText, Name, NamedConstruct, Property, RegionLine, Rule, RuleLine, RuleName,
    RuleSetting, Section, SetupSection, Symbol, TurnPart, place_text,
};

/// The index of a man among all men that the texts have ever defined.
pub(super) type Slot = usize;

/// A line in force.
#[derive(Clone, Debug)]
pub(super) struct InForce<T> {
    /// The line.
    pub(super) line: T,
    /// The text it comes from.
    pub(super) file: FileId,
    /// The sides it is in force for.
    pub(super) sides: PerSide<bool>,
}

/// The line of a man that moves.
#[derive(Clone, Debug)]
pub(super) struct ManLine {
    /// The whole line.
    pub(super) span: Span,
    /// The symbol.
    pub(super) symbol: Symbol,
    /// The name.
    pub(super) name: Name,
    /// The movement.
    pub(super) movement: MovementText,
    /// The properties.
    pub(super) properties: Vec<Spanned<Property>>,
}

impl ManLine {
    /// The symbol after `instead of`: of the inherited man that this one replaces in setups and rules.
    pub(super) fn replaces(&self) -> Option<&Symbol> {
        self.properties
            .iter()
            .find_map(|property| if let Property::InsteadOf(symbol) = &property.value { Some(symbol) } else { None })
    }
}

/// A man that one of the texts defines.
#[derive(Clone, Debug)]
pub(super) struct ManInForce {
    /// The line; its sides are those that have the man.
    pub(super) man: InForce<ManLine>,
    /// The line that removed the man.
    pub(super) removed: Option<(FileId, Span)>,
}

/// The effective lines of a game: its own, and those inherited that none of its own overrides.
#[derive(Clone, Debug, Default)]
pub(super) struct LinesInForce {
    /// The title of the game itself.
    pub(super) title: String,
    /// The facts. Those that describe a game, such as its inventor, are not inherited.
    pub(super) facts: Vec<InForce<Fact>>,
    /// Men by slot.
    pub(super) men: Vec<ManInForce>,
    /// The meaning of each symbol in each text, for each side.
    pub(super) symbols: Vec<PerSide<BTreeMap<String, Slot>>>,
    /// Properties of all men.
    pub(super) all_men: Vec<InForce<AllMen>>,
    /// Regions.
    pub(super) regions: Vec<InForce<RegionLine>>,
    /// The setups in force.
    pub(super) setups: Vec<InForce<SetupSection>>,
    /// Setups of ancestors that have been replaced; others may still be made from them.
    pub(super) older_setups: Vec<InForce<SetupSection>>,
    /// Rules.
    pub(super) rules: Vec<InForce<RuleLine>>,
    /// The endings, in the order in which they are tested.
    pub(super) endings: Vec<InForce<Ending>>,
    /// The inherited lines that lines of the game itself replace.
    pub(super) replaced: Vec<Replacement>,
    /// The lines of the game itself that take out an inherited rule by `none`.
    pub(super) lifted: Vec<RuleLine>,
    /// Options of inherited rules that lines of the game itself leave out.
    pub(super) lost: Vec<LostOptions>,
}

/// An inherited line that a line of the game itself replaces.
#[derive(Clone, Debug)]
pub(super) struct Replacement {
    /// The own line; of a setup, its name.
    pub(super) by: Span,
    /// The inherited line; of a setup, its name.
    pub(super) line: Place,
}

/// The set of sides that a line is for: the named one, or both.
pub(super) fn sides(side: Option<&Spanned<Side>>) -> PerSide<bool> {
    PerSide::from_fn(|each| side.is_none_or(|side| side.value == each))
}

/// One side.
pub(super) fn only_side(side: Side) -> PerSide<bool> {
    PerSide::from_fn(|each| each == side)
}

/// Whether two lines are for a common side.
pub(super) fn overlap(a: PerSide<bool>, b: PerSide<bool>) -> bool {
    (a.white && b.white) || (a.black && b.black)
}

/// Takes lines that another one overrides out of force for the sides of that line, and removes those that are left
/// with none.
pub(super) fn remove_overridden<T>(
    lines: &mut Vec<InForce<T>>,
    by: PerSide<bool>,
    replaced: impl Fn(&InForce<T>) -> bool,
) {
    for line in lines.iter_mut().filter(|line| replaced(line)) {
        line.sides = PerSide::from_fn(|side| line.sides[side] && !by[side]);
    }
    lines.retain(|line| line.sides.white || line.sides.black);
}

impl LinesInForce {
    /// The text of the game itself.
    pub(super) fn own(&self) -> FileId {
        FileId(self.symbols.len().saturating_sub(1) as u8)
    }

    /// Looks up the slot of a symbol in a text, for a side.
    pub(super) fn slot(&self, file: FileId, side: Side, symbol: &str) -> Option<Slot> {
        self.symbols.get(file.index())?[side].get(symbol).copied()
    }

    /// Adds a man that has no symbol yet.
    pub(super) fn push_man(&mut self, man: InForce<ManLine>) -> Slot {
        self.men.push(ManInForce { man, removed: None });
        self.men.len() - 1
    }

    /// Replaces one slot by another for a side, wherever symbols mean it.
    pub(super) fn redirect_slot(&mut self, side: Side, from: Slot, to: Slot) {
        for table in &mut self.symbols {
            for slot in table[side].values_mut().filter(|slot| **slot == from) {
                *slot = to;
            }
        }
    }

    /// Makes a slot that belongs to one side only, and returns it. The other side keeps its own.
    pub(super) fn split_slot(&mut self, slot: Slot, side: Side) -> Slot {
        if !self.men[slot].man.sides[!side] {
            return slot;
        }
        let mut copy = self.men[slot].clone();
        copy.man.sides[!side] = false;
        self.men[slot].man.sides[side] = false;
        self.men.push(copy);
        let new = self.men.len() - 1;
        self.redirect_slot(side, slot, new);
        new
    }
}

/// The most lines of a section; a game that needs more has too many men, regions or setups anyway.
const MAX_LINES: usize = 2000;

/// Merges the lines of a text into those it inherits, section by section.
pub(super) fn merge(base: Option<LinesInForce>, ast: Ast, reporter: &Reporter) -> Partial<LinesInForce> {
    let extends = base.is_some();
    let mut lines = base.unwrap_or_default();
    lines.replaced.clear();
    lines.lifted.clear();
    lines.lost.clear();
    lines.symbols.push(lines.symbols.last().cloned().unwrap_or_default());
    let heading = ast.heading(Section::Endings);
    let own_endings = heading.is_some() || !ast.endings.is_empty();
    lines.title = ast.title.map_or_else(String::new, |title| title.name.value);
    let mut merge = Merge { own: lines.own(), extends, lines, whole: Ok(()), reporter };
    merge.merge_facts(ast.facts);
    merge.merge_men(ast.men);
    merge.merge_regions(ast.regions);
    merge.merge_setups(ast.setups);
    merge.merge_rules(ast.rules);
    if own_endings {
        merge.merge_endings(ast.endings, heading, ast.edition.map(|edition| edition.value));
    }
    Partial { read: merge.lines, whole: merge.whole }
}

/// A line under `men` that replaces no other man.
enum ManChange {
    /// Defines a man, or overrides the inherited one of this symbol.
    Define(InForce<ManLine>),
    /// Removes an inherited man (`B: none`).
    Remove { span: Span, symbol: Symbol, for_sides: PerSide<bool> },
}

/// The merging of one text: the inherited lines, into which its own are put.
struct Merge<'m> {
    own: FileId,
    extends: bool,
    lines: LinesInForce,
    whole: Result<(), Reported>,
    reporter: &'m Reporter,
}

impl Merge<'_> {
    /// A line of this text, in force for some sides.
    fn in_force<T>(&self, line: T, sides: PerSide<bool>) -> InForce<T> {
        InForce { line, file: self.own, sides }
    }

    /// Notes that a line of this text replaces an inherited one.
    fn note_replaced(&mut self, by: Span, file: FileId, span: Span) {
        if file != self.own {
            self.lines.replaced.push(Replacement { by, line: Place { file, span } });
        }
    }

    fn report_error(&mut self, diagnostic: Diagnostic) {
        self.whole = Err(self.reporter.error(diagnostic));
    }

    /// Cuts a section that is too long.
    fn truncate_section<T>(&mut self, lines: &mut Vec<T>, span: impl Fn(&T) -> Span) {
        if let Some(line) = lines.get(MAX_LINES) {
            let message = format!("a section has at most {MAX_LINES} lines of its kind");
            let help = "leave out what the game does not need";
            self.whole = Err(self.reporter.too_many(self.own, span(line), message, help));
            lines.truncate(MAX_LINES);
        }
    }

    /// Reports that a line is given twice; `subject` names what it is about.
    fn report_repeated(&mut self, span: Span, earlier: Span, subject: &str) {
        let twice = Diagnostic::error(Code::CheckRepeatedLine, span, format!("{subject} is given twice"))
            .label("again here")
            .also(earlier, "first here")
            .help("keep the line that is meant");
        self.report_error(match self.reporter.same_line(earlier, span) {
            Some(edit) => twice.edit(edit.span, edit.text),
            None => twice,
        });
    }

    /// Reports a line about inheritance in a game that extends none; `claim` describes the line.
    fn report_nothing_inherited(&mut self, span: Span, claim: &str) {
        if let Err(reported) = self.reporter.section_is_complete(Section::Facts) {
            self.whole = Err(reported);
            return;
        }
        self.report_error(
            Diagnostic::error(Code::CheckNothingInherited, span, format!("{claim}, but this game extends no other"))
                .label("nothing is inherited")
                .help("name that game in the title, as in `game \"…\" extends NAME`, or leave this out"),
        );
    }

    /// Merges the facts: each replaces the inherited one of its name.
    fn merge_facts(&mut self, facts: Vec<Fact>) {
        // Facts that describe the base are not true of a game that extends it.
        self.lines.facts.retain(|fact| {
            !matches!(fact.line.name.value, FactName::Inventor | FactName::Year | FactName::Source | FactName::About)
        });
        let mut seen: Vec<(FactName, Span)> = Vec::new();
        for fact in facts {
            let name = fact.name.value;
            if let Some(&(_, earlier)) = seen.iter().find(|(other, _)| *other == name) {
                self.report_repeated(fact.name.span, earlier, &format!("`{}`", name.construct().words));
                continue;
            }
            seen.push((name, fact.name.span));
            self.lines.facts.retain(|fact| fact.line.name.value != name);
            let fact = self.in_force(fact, PerSide::both(true));
            self.lines.facts.push(fact);
        }
    }

    /// Merges the men: each replaces an inherited man, removes one, or is new.
    fn merge_men(&mut self, mut lines: Vec<MenLine>) {
        self.truncate_section(&mut lines, |line| match line {
            MenLine::Man(man) => man.span,
            MenLine::AllMen(all) => all.span,
        });
        let mut seen: HashMap<String, PerSide<Option<Span>>> = HashMap::new();
        let (mut successors, mut others, mut all_men) = (Vec::new(), Vec::new(), Vec::new());
        for line in lines {
            let man = match line {
                MenLine::Man(man) => man,
                MenLine::AllMen(all) => {
                    all_men.push(all);
                    continue;
                }
            };
            let for_sides = sides(man.side.as_ref());
            let seen = seen.entry(man.symbol.value.clone()).or_default();
            if let Err(earlier) = insert_once(seen, for_sides, man.symbol.span) {
                self.report_repeated(man.symbol.span, earlier, &format!("the man `{}`", man.symbol.value));
                continue;
            }
            let Man { span, symbol, name, body, .. } = man;
            match body {
                ManBody::None(_) => others.push(ManChange::Remove { span, symbol, for_sides }),
                ManBody::Moves { movement, properties } => {
                    let name = name.unwrap_or_else(|| Name::new(String::new(), symbol.span));
                    let man = self.in_force(ManLine { span, symbol, name, movement, properties }, for_sides);
                    match man.line.replaces().cloned() {
                        Some(place) => successors.push((man, place)),
                        None => others.push(ManChange::Define(man)),
                    }
                }
            }
        }
        // Men that replace others come first, since a letter that becomes free may then belong to a new man.
        let mut taken: BTreeMap<(Slot, Side), Span> = BTreeMap::new();
        for (man, place) in successors {
            self.replace_man(man, &place, &mut taken);
        }
        for line in others {
            match line {
                ManChange::Remove { span, symbol, for_sides } => self.remove_man(span, &symbol, for_sides),
                ManChange::Define(man) => {
                    let place = man.line.symbol.value.clone();
                    self.define_man(man, &place);
                }
            }
        }
        self.merge_all_men(all_men);
    }

    /// Puts a man that is written `instead of` another into that man's slot. A man that had its letter before is
    /// removed.
    fn replace_man(
        &mut self,
        man: InForce<ManLine>,
        replaced: &Symbol,
        slots_taken: &mut BTreeMap<(Slot, Side), Span>,
    ) {
        let symbol = man.line.symbol.value.clone();
        let Some(base) = self.base() else {
            self.report_nothing_inherited(
                replaced.span,
                &format!("`instead of {}` takes an inherited man's place", replaced.value),
            );
            self.define_man(man, &symbol);
            return;
        };
        let for_sides = man.sides;
        let slots: Vec<(Slot, Side)> = Side::ALL
            .into_iter()
            .filter(|&side| for_sides[side])
            .filter_map(|side| Some((self.lines.slot(base, side, &replaced.value)?, side)))
            .filter(|&(slot, _)| self.lines.men[slot].removed.is_none())
            .collect();
        if slots.is_empty() {
            self.report_unknown_man(base, replaced);
            self.define_man(man, &symbol);
            return;
        }
        if let Some(&earlier) = slots.iter().find_map(|key| slots_taken.get(key)) {
            let message = format!("two men take the place of `{}`", replaced.value);
            let help = format!("only one man can replace `{}`; leave out one `instead of`", replaced.value);
            self.report_error(
                Diagnostic::error(Code::CheckPlaceTaken, replaced.span, message)
                    .label("its place is taken")
                    .also(earlier, "by this man")
                    .help(help),
            );
            self.define_man(man, &symbol);
            return;
        }
        slots_taken.extend(slots.iter().map(|&key| (key, replaced.span)));
        // The man that had the letter before is removed too: its line is replaced.
        let former_holders: Vec<(Slot, Side)> = slots
            .iter()
            .filter_map(|&(_, side)| Some((self.lines.slot(base, side, &symbol)?, side)))
            .filter(|key| !slots.contains(key))
            .collect();
        self.define_man(man, &replaced.value);
        for (slot, side) in former_holders {
            if let Some(new) = self.lines.slot(self.own, side, &symbol) {
                self.lines.men[slot].man.sides[side] = false;
                self.lines.redirect_slot(side, slot, new);
            }
        }
    }

    /// The text that this one extends.
    fn base(&self) -> Option<FileId> {
        self.own.0.checked_sub(1).filter(|_| self.extends).map(FileId)
    }

    /// Defines a man in the slot of the symbol `place`, where inherited lines refer to it, or in a new slot if there is
    /// none.
    fn define_man(&mut self, man: InForce<ManLine>, place: &str) {
        let for_sides = man.sides;
        let symbol = man.line.symbol.value.clone();
        let mut common_slot: Option<Slot> = None;
        for side in Side::ALL.into_iter().filter(|&side| for_sides[side]) {
            let Some(slot) = self.lines.slot(self.own, side, place) else { continue };
            let former = &self.lines.men[slot].man;
            self.note_replaced(man.line.span, former.file, former.line.span);
            let slot = if for_sides[!side] { slot } else { self.lines.split_slot(slot, side) };
            match common_slot {
                None => common_slot = Some(slot),
                Some(common_slot) if common_slot != slot => {
                    // Two men of one letter, one for each side, become one man.
                    self.lines.men[slot].man.sides[side] = false;
                    self.lines.redirect_slot(side, slot, common_slot);
                }
                Some(_) => {}
            }
            self.lines.symbols[self.own.index()][side].remove(place);
        }
        let slot = match common_slot {
            Some(slot) => {
                self.lines.men[slot].man = man;
                self.lines.men[slot].removed = None;
                slot
            }
            None => self.lines.push_man(man),
        };
        for side in Side::ALL.into_iter().filter(|&side| for_sides[side]) {
            self.lines.symbols[self.own.index()][side].insert(symbol.clone(), slot);
        }
    }

    /// Removes an inherited man.
    fn remove_man(&mut self, span: Span, symbol: &Symbol, for_sides: PerSide<bool>) {
        let Some(base) = self.base() else {
            self.report_nothing_inherited(span, &format!("`{}: none` removes an inherited man", symbol.value));
            return;
        };
        let mut found = false;
        for side in Side::ALL.into_iter().filter(|&side| for_sides[side]) {
            let Some(slot) = self.lines.slot(self.own, side, &symbol.value) else { continue };
            found = true;
            let slot = if for_sides[!side] { slot } else { self.lines.split_slot(slot, side) };
            self.lines.men[slot].removed = Some((self.own, span));
            self.lines.symbols[self.own.index()][side].remove(&symbol.value);
        }
        if !found {
            self.report_unknown_man(base, symbol);
        }
    }

    /// Reports a line about an inherited man that the base does not have.
    fn report_unknown_man(&mut self, base: FileId, symbol: &Symbol) {
        if let Err(reported) = self.reporter.lost_man(&symbol.value) {
            self.whole = Err(reported);
            return;
        }
        let table = &self.lines.symbols[base.index()];
        let mut known: Vec<&str> = table.white.keys().chain(table.black.keys()).map(String::as_str).collect();
        known.retain(|known| *known != symbol.value);
        known.sort_unstable();
        known.dedup();
        let message = format!("`{}` has no man `{}`", self.reporter.text_name(base), symbol.value);
        let unknown = Diagnostic::error(Code::CheckUnknownMan, symbol.span, message);
        self.report_error(unknown.label("no such man is inherited").help(did_you_mean(&symbol.value, known)));
    }

    /// Merges the properties of all men.
    fn merge_all_men(&mut self, lines: Vec<AllMen>) {
        let mut seen: PerSide<Option<Span>> = PerSide::default();
        for all in lines {
            let for_sides = sides(all.side.as_ref());
            if let Err(earlier) = insert_once(&mut seen, for_sides, all.span) {
                self.report_repeated(all.span, earlier, "`all men`");
                continue;
            }
            remove_overridden(&mut self.lines.all_men, for_sides, |_| true);
            if !all.properties.is_empty() {
                let all = self.in_force(all, for_sides);
                self.lines.all_men.push(all);
            } else if !self.extends {
                self.report_nothing_inherited(all.span, "`all men: none` removes inherited properties");
            }
        }
        // A property of all men of one side is not one of the other side's men, so each kind belongs to one side.
        if self.lines.all_men.iter().any(|all| all.sides.white != all.sides.black) {
            for slot in 0..self.lines.men.len() {
                if self.lines.men[slot].man.sides.white {
                    self.lines.split_slot(slot, Side::Black);
                }
            }
        }
    }

    /// Merges the regions: each replaces the inherited one of its name.
    fn merge_regions(&mut self, mut lines: Vec<RegionLine>) {
        self.truncate_section(&mut lines, |line| line.span);
        for line in lines {
            let for_sides = sides(line.side.as_ref());
            let same = |region: &InForce<RegionLine>| {
                region.line.name.value == line.name.value && overlap(region.sides, for_sides)
            };
            let earlier = self.lines.regions.iter().find(|region| region.file == self.own && same(region));
            if let Some(earlier) = earlier.map(|region| region.line.name.span) {
                self.report_repeated(line.name.span, earlier, &format!("the region `{}`", line.name.value));
                continue;
            }
            if line.areas.is_empty() && !self.lines.regions.iter().any(same) {
                self.warn_idle_none(line.span, &format!("there is no region `{}`", line.name.value));
            }
            remove_overridden(&mut self.lines.regions, for_sides, |region| region.line.name.value == line.name.value);
            if !line.areas.is_empty() {
                let region = self.in_force(line, for_sides);
                self.lines.regions.push(region);
            }
        }
    }

    /// Warns of a `none` that removes nothing.
    fn warn_idle_none(&mut self, span: Span, why: &str) {
        let help = "leave the line out; what is not written is not in force";
        self.reporter.warning(idle_none(span, why).help(help));
    }

    /// Where en passant comes from a long step in force: the reason why no line of its own removes it, and the line
    /// that does.
    fn long_step_en_passant(&self) -> Option<(String, String)> {
        self.lines.rules.iter().find_map(|rule| {
            let RuleSetting::Rule(Spanned { value: Rule::LongStep(steps), .. }) = &rule.line.value else { return None };
            let step = steps.iter().find(|step| step.en_passant.is_some())?;
            let (squares, from) = (step.squares.value, place_text(&step.from));
            let words = rule.line.words();
            let why = format!("en passant is a part of `{words}` here");
            Some((why, format!("write the step without it: `{words}: {squares} squares from {from}`")))
        })
    }

    /// Merges the setups: a game's own ones replace all that it inherits.
    fn merge_setups(&mut self, mut setups: Vec<SetupSection>) {
        if setups.is_empty() {
            return;
        }
        self.truncate_section(&mut setups, |setup| setup.name.span);
        let older = std::mem::take(&mut self.lines.setups);
        for setup in &older {
            self.note_replaced(setups[0].name.span, setup.file, setup.line.name.span);
        }
        self.lines.older_setups.extend(older);
        let mut seen: HashMap<String, Span> = HashMap::new();
        for setup in setups {
            let name = &setup.name;
            if let Some(&earlier) = seen.get(&name.value) {
                self.report_repeated(name.span, earlier, &format!("the setup `{}`", name.value));
                continue;
            }
            seen.insert(name.value.clone(), name.span);
            let setup = self.in_force(setup, PerSide::both(true));
            self.lines.setups.push(setup);
        }
    }

    /// Merges the rules: each replaces the inherited one of its name, for its sides. A line for one side is an exception
    /// to one for both in the same text.
    fn merge_rules(&mut self, mut lines: Vec<RuleLine>) {
        self.truncate_section(&mut lines, |line| line.span);
        let (anyway, lines): (Vec<_>, Vec<_>) =
            lines.into_iter().partition(|line| matches!(line.value, RuleSetting::Anyway(_)));
        let (of_one_side, of_both): (Vec<_>, Vec<_>) = lines.into_iter().partition(|line| line.side.is_some());
        self.merge_rules_alike(of_both);
        let before: Vec<_> =
            self.lines.rules.iter().filter(|rule| rule.file == self.own).map(|rule| rule.line.span).collect();
        self.merge_rules_alike(of_one_side);
        for span in before {
            if !self.lines.rules.iter().any(|rule| rule.file == self.own && rule.line.span == span) {
                let message = "this line is for both sides, and each has one of its own";
                self.report_error(
                    Diagnostic::error(Code::CheckRepeatedLine, span, message)
                        .label("in force for neither side")
                        .help("keep the lines that are meant"),
                );
            }
        }
        for line in anyway {
            self.merge_anyway(&line);
        }
    }

    /// Merges rules that are all for both sides, or all for one.
    fn merge_rules_alike(&mut self, lines: Vec<RuleLine>) {
        let mut seen: HashMap<_, PerSide<Option<Span>>> = HashMap::new();
        // A line for several parts of a turn is reported once.
        let mut repeated = None;
        for line in lines {
            let for_sides = sides(line.side.as_ref());
            let symbol = line.man.as_ref().map(|man| man.value.clone());
            let seen = seen.entry((line.name.value, line.part, symbol)).or_default();
            if let Err(earlier) = insert_once(seen, for_sides, line.name.span)
                && !self.is_further_promotion(&line, earlier)
            {
                if repeated.replace(line.name.span) == Some(line.name.span) {
                    continue;
                }
                self.report_repeated(line.name.span, earlier, &format!("`{}`", line.words()));
                continue;
            }
            let replaced = self.replace_rule(&line, for_sides);
            match line.value {
                RuleSetting::None(_) if !replaced && self.reporter.section_is_complete(Section::Facts).is_ok() => {
                    match self.long_step_en_passant().filter(|_| line.name.value == RuleName::EnPassant) {
                        Some((why, help)) => self.reporter.warning(idle_none(line.span, &why).help(help)),
                        None if line.name.value == RuleName::Drop => {
                            let why =
                                format!("there is no line `{}`, and men in hand are dropped without one", line.words());
                            let help = format!(
                                "to keep them in hand write `{}: forbidden`; or leave the line out",
                                line.words()
                            );
                            self.reporter.warning(idle_none(line.span, &why).help(help));
                        }
                        None if matches!(
                            line.name.value,
                            RuleName::Check | RuleName::CheckEvasion | RuleName::OwnCheck
                        ) =>
                        {
                            let why = format!("`{}` is not in force anyway", line.words());
                            self.reporter.warning(idle_none(line.span, &why).help(WITHOUT_CHECK));
                        }
                        None => self.warn_idle_none(line.span, &format!("`{}` is not in force anyway", line.words())),
                    }
                }
                RuleSetting::None(_) => self.lines.lifted.push(line),
                RuleSetting::Anyway(_) => {}
                RuleSetting::Rule(_) => {
                    let rule = self.in_force(line, for_sides);
                    self.lines.rules.push(rule);
                }
            }
        }
    }

    /// Whether a line is a further promotion of a man, for squares of its own, beside the line at a place.
    fn is_further_promotion(&self, line: &RuleLine, earlier: Span) -> bool {
        let is_promotion =
            |line: &RuleLine| line.name.value == RuleName::Promotion && matches!(line.value, RuleSetting::Rule(_));
        let at = |rule: &InForce<RuleLine>| {
            rule.file == self.own && rule.line.name.span == earlier && rule.line.span != line.span
        };
        is_promotion(line) && self.lines.rules.iter().any(|rule| at(rule) && is_promotion(&rule.line))
    }

    /// Merges a line that says what holds anyway, with a note; `check: allowed` is `check: none` where a rule is inherited.
    fn merge_anyway(&mut self, line: &RuleLine) {
        let RuleSetting::Anyway(Anyway { span, holds, why }) = line.value else { return };
        let for_sides = sides(line.side.as_ref());
        let words = line.words();
        let is_own = |rule: &InForce<RuleLine>| {
            rule.file == self.own && rule.line.name.value == line.name.value && overlap(rule.sides, for_sides)
        };
        let own = self.lines.rules.iter().find(|rule| is_own(rule)).map(|rule| rule.line.name.span);
        let is_part =
            |rule: &InForce<RuleLine>| rule.line.name.value == line.name.value && overlap(rule.sides, for_sides);
        let note = match (holds, own) {
            (HoldsAnyway::WithoutRule, Some(own)) => {
                self.report_repeated(line.name.span, own, &format!("`{words}`"));
                return;
            }
            // `none` could be meant as `forbidden` there.
            (HoldsAnyway::WithoutRule, None)
                if allowed_without(line.name.value).is_some() && self.replace_rule(line, for_sides) =>
            {
                return;
            }
            (HoldsAnyway::WithoutRule, None) if self.replace_rule(line, for_sides) => {
                let read = format!("this takes out the inherited rule `{words}`: then {why}");
                Diagnostic::note(Code::VariantSynonym, span, read)
                    .help(format!("write `{words}: none`"))
                    .edit(span, "none")
            }
            (HoldsAnyway::WithRule, _)
                if !self.lines.rules.iter().any(is_part)
                    && (line.name.value != RuleName::EnPassant || self.long_step_en_passant().is_none()) =>
            {
                let example = line.name.value.construct().example;
                let missing = format!("this says nothing: no rule `{words}` is in force");
                let edit = line.side.is_none().then(|| Edit::new(line.span, example));
                self.report_error(
                    Diagnostic::error(Code::VariantYesOrNo, span, missing)
                        .label("this says whether, not how")
                        .help(format!("say how: for example `{example}`"))
                        .propose(edit),
                );
                return;
            }
            _ => Diagnostic::note(Code::VariantSynonym, line.span, format!("this goes without saying: {why}"))
                .help("leave the line out")
                .edit(self.whole_line(line.span), ""),
        };
        self.reporter.note(note);
    }

    /// The place of a line with its indentation and its end, or only its words if a comment stands behind them.
    fn whole_line(&self, words: Span) -> Span {
        let text = self.reporter.texts().last().map_or("", |text| text.written.as_str());
        let (before, behind) = (text.get(..words.start).unwrap_or(""), text.get(words.end..).unwrap_or(""));
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        match behind.split_once('\n') {
            Some((blank, _)) if blank.trim().is_empty() => Span::new(start, words.end + blank.len() + 1),
            _ => words,
        }
    }

    /// Takes the inherited rule that this line replaces out of force: the length of a turn replaces all parts of one.
    /// Returns whether there was one.
    fn replace_rule(&mut self, line: &RuleLine, for_sides: PerSide<bool>) -> bool {
        let mut replaced = false;
        for side in Side::ALL.into_iter().filter(|&side| for_sides[side]) {
            // A rule may be removed together with its man; then only the base has that man.
            let slot = rule_slot(&self.lines, self.own, side, line)
                .or_else(|| rule_slot(&self.lines, FileId(self.own.0.checked_sub(1)?), side, line));
            let is_replaced: Vec<bool> = (self.lines.rules.iter())
                .map(|rule| {
                    (rule.file != self.own || rule.line.side.is_none() && line.side.is_some())
                        && rule.sides[side]
                        && rule.line.name.value == line.name.value
                        && (rule.line.part == line.part || line.part == Some(TurnPart::Length))
                        && (line.man.is_none() || rule_slot(&self.lines, rule.file, side, &rule.line) == slot)
                })
                .collect();
            replaced |= is_replaced.contains(&true);
            for index in (0..is_replaced.len()).filter(|&index| is_replaced[index]) {
                let rule = &mut self.lines.rules[index];
                rule.sides[side] = false;
                let (file, span) = (rule.file, rule.line.span);
                if file != self.own {
                    self.lines.lost.extend(lost_options((file, &rule.line), line, self.own, self.reporter));
                }
                self.note_replaced(line.span, file, span);
            }
        }
        self.lines.rules.retain(|rule| rule.sides.white || rule.sides.black);
        replaced
    }

    /// Merges the endings: each replaces the inherited ones of its kind. The others stand where `the rest` does, or else
    /// behind the own ones; in edition 1 they are gone if it stands nowhere.
    fn merge_endings(&mut self, mut lines: Vec<EndingLine>, heading: Option<Span>, edition: Option<u32>) {
        self.truncate_section(&mut lines, EndingLine::span);
        let base = std::mem::take(&mut self.lines.endings);
        let mut own_keys: PerSide<HashSet<String>> = PerSide::default();
        for line in &lines {
            let (EndingLine::Ending(Ending { key, .. }) | EndingLine::None(key)) = line else { continue };
            for side in Side::ALL.into_iter().filter(|&side| sides(key.side.as_ref())[side]) {
                own_keys[side].insert(override_key(&self.lines, self.own, side, key));
            }
        }
        let rest: Vec<_> = base.iter().filter_map(|ending| unless_overridden(&self.lines, ending, &own_keys)).collect();
        let kind = |ending: &InForce<Ending>, side: Side| {
            ending.sides[side].then(|| override_key(&self.lines, ending.file, side, &ending.line.key))
        };
        let kinds: Vec<_> = base.iter().map(|ending| PerSide::from_fn(|side| kind(ending, side))).collect();
        let says = lines.iter().find_map(|line| match line {
            EndingLine::TheRest { inherited, .. } => Some(*inherited),
            EndingLine::Ending(_) | EndingLine::None(_) => None,
        });
        let inherits = says.unwrap_or(edition != Some(1));
        let mut rest_at: Option<Span> = None;
        for line in lines {
            match line {
                EndingLine::Ending(ending) => {
                    let for_sides = sides(ending.key.side.as_ref());
                    for inherited in self.endings_of_kind(&ending.key, &base, &kinds) {
                        self.note_replaced(ending.key.span, inherited.file, inherited.line.key.span);
                    }
                    let ending = self.in_force(ending, for_sides);
                    self.lines.endings.push(ending);
                }
                EndingLine::None(key) if !self.extends => {
                    self.report_nothing_inherited(key.span, "`none` takes out an inherited ending");
                }
                EndingLine::None(key) => {
                    let is_idle = self.endings_of_kind(&key, &base, &kinds).is_empty();
                    self.check_removed_ending(&key, is_idle, inherits);
                }
                EndingLine::TheRest { span, .. } if !self.extends => {
                    self.report_nothing_inherited(span, "`the rest` stands for inherited endings");
                }
                EndingLine::TheRest { span, inherited } => {
                    if let Some(earlier) = rest_at {
                        self.report_repeated(span, earlier, "`the rest`");
                        continue;
                    }
                    rest_at = Some(span);
                    if inherited {
                        self.lines.endings.extend(rest.iter().cloned());
                    }
                }
            }
        }
        if rest_at.is_some() || rest.is_empty() {
            return;
        }
        let complete = self.reporter.section_is_complete(Section::Endings).is_ok();
        if inherits {
            self.lines.endings.extend(rest.iter().cloned());
        }
        if let Some(heading) = heading.filter(|_| complete && inherits && edition.is_none()) {
            self.note_kept_endings(heading, &rest);
        }
    }

    /// Notes which endings stay in force beside a list that doesn't name them, in a text that names no edition.
    fn note_kept_endings(&self, heading: Span, rest: &[InForce<Ending>]) {
        let words = |ending: &InForce<Ending>| {
            let text = self.reporter.texts().get(ending.file.index())?;
            Some(format!("`{}`", text.written.get(ending.line.key.condition.span.range())?.trim()))
        };
        let named = all_of(rest.iter().filter_map(words).collect::<Vec<_>>());
        let one = rest.len() == 1;
        let (endings, stay, them) = if one { ("ending", "stays", "it") } else { ("endings", "stay", "them") };
        let message = format!("the inherited {endings} {named} {stay} in force, behind those of this list");
        let note = Diagnostic::note(Code::CheckEndingsKept, heading, message).label("adds to the inherited endings");
        self.reporter.note(
            note.help(format!(
                "`the rest: none` takes {them} out; `the rest: inherited` keeps {them} without this note"
            )),
        );
    }

    /// The inherited endings of the kind of an own line, for a side of that line; `kinds` are those of all of them.
    fn endings_of_kind<'e>(
        &self,
        own: &EndingKey,
        base: &'e [InForce<Ending>],
        kinds: &[PerSide<Option<String>>],
    ) -> Vec<&'e InForce<Ending>> {
        let for_sides = sides(own.side.as_ref());
        let own = PerSide::from_fn(|side| for_sides[side].then(|| override_key(&self.lines, self.own, side, own)));
        let is_of_kind = |kinds: &PerSide<Option<String>>| {
            Side::ALL.into_iter().any(|side| own[side].is_some() && own[side] == kinds[side])
        };
        base.iter().zip(kinds).filter(|(_, kinds)| is_of_kind(kinds)).map(|(ending, _)| ending).collect()
    }

    /// Reports a line such as `only: none` that takes out no inherited ending.
    fn check_removed_ending(&mut self, key: &EndingKey, is_idle: bool, inherits: bool) {
        let (why, help) = if !inherits {
            ("this list inherits none", "add a line `the rest: inherited`, or leave this one out")
        } else if is_idle {
            ("no such ending is inherited", "write the condition as the base has it, or leave the line out")
        } else {
            return;
        };
        self.report_error(
            Diagnostic::error(Code::CheckIdleNone, key.span, format!("this takes out nothing: {why}"))
                .label("without effect")
                .help(help),
        );
    }
}

/// Notes where a line for some sides stands; `Err` is the place of an earlier line for one of these sides.
fn insert_once(seen: &mut PerSide<Option<Span>>, for_sides: PerSide<bool>, span: Span) -> Result<(), Span> {
    let sides = || Side::ALL.into_iter().filter(|&side| for_sides[side]);
    sides().find_map(|side| seen[side]).map_or(Ok(()), Err)?;
    sides().for_each(|side| seen[side] = Some(span));
    Ok(())
}

/// The slot of the man that a rule is for.
fn rule_slot(lines: &LinesInForce, file: FileId, side: Side, line: &RuleLine) -> Option<Slot> {
    lines.slot(file, side, &line.man.as_ref()?.value)
}

/// An inherited ending, limited to the sides without an own line of its kind.
fn unless_overridden(
    lines: &LinesInForce,
    ending: &InForce<Ending>,
    own_keys: &PerSide<HashSet<String>>,
) -> Option<InForce<Ending>> {
    let remaining = PerSide::from_fn(|side| {
        ending.sides[side] && !own_keys[side].contains(&override_key(lines, ending.file, side, &ending.line.key))
    });
    (remaining.white || remaining.black).then(|| InForce { sides: remaining, ..ending.clone() })
}

/// Returns the kind of an ending: its condition and its setups, with slots for men and without numbers and the side to
/// move. An own line replaces all inherited endings of its kind.
fn override_key(lines: &LinesInForce, file: FileId, side: Side, ending: &EndingKey) -> String {
    let both = if ending.both { "both " } else { "" };
    let condition = &ending.condition.value;
    let men = |men: &MenList| {
        let slot = |symbol: &Symbol| match lines.slot(file, side, &symbol.value) {
            Some(slot) => slot.to_string(),
            None => symbol.value.clone(),
        };
        let mut slots: Vec<String> = men.symbols.iter().map(slot).collect();
        slots.sort_unstable();
        format!("{}{}", if men.all_but { "all but " } else { "" }, slots.join(" "))
    };
    let of = match condition {
        Condition::Quiet { unit, .. } if unit.value == QuietUnit::Series => "series".to_owned(),
        Condition::Position { perpetual: true, .. } => "perpetual check".to_owned(),
        Condition::Plain(condition) => format!("{condition:?}"),
        Condition::ManOn { men: symbols, on: Some(on), .. } => format!("{} on {}", men(symbols), place_text(on)),
        Condition::InARow { men: symbols, formation: Formation::Line, .. } => format!("{} in line", men(symbols)),
        Condition::InARow { men: symbols, formation: Formation::Square, .. } => format!("{} in a square", men(symbols)),
        Condition::Chain { men: symbols, between: [from, to], .. } => {
            format!("{} between {} and {}", men(symbols), place_text(from), place_text(to))
        }
        Condition::ManOn { men: symbols, on: None, .. }
        | Condition::AtMost { men: symbols, .. }
        | Condition::InARow { men: symbols, .. } => men(symbols),
        // Only its kind distinguishes it from others. A move is two plies: limits of both units are of one kind.
        Condition::Quiet { .. } | Condition::Position { .. } | Condition::Only(_) | Condition::ChecksGiven(_) => {
            String::new()
        }
    };
    let mut setups: Vec<&str> = ending.setups.iter().map(|name| name.value.as_str()).collect();
    setups.sort_unstable();
    format!("{both}{:?} {of} {}", std::mem::discriminant(condition), setups.join(" "))
}

/// The help for `none` of a rule about check, which is no game without check.
const WITHOUT_CHECK: &str = "leave the line out; to play without check leave `royal` out of the lines of men, and write `no K: loses` under `endings`";

/// Rules that limit something, with what is allowed without them: their `none` could be meant as `forbidden`.
const LIMITS: [(RuleName, &str); 4] = [
    (RuleName::Drop, "such men in hand may be dropped on any square"),
    (RuleName::Immobility, "a man may go where it can never move again"),
    (RuleName::Repetition, "positions may come again"),
    (RuleName::Check, "every move may give check"),
];

/// What is allowed without a rule of [`LIMITS`].
pub(super) fn allowed_without(rule: RuleName) -> Option<&'static str> {
    LIMITS.iter().find(|(limit, _)| *limit == rule).map(|(_, allowed)| *allowed)
}

/// The warning about a `none` that removes nothing, without its help.
fn idle_none(span: Span, why: &str) -> Diagnostic {
    Diagnostic::warning(Code::CheckIdleNone, span, format!("this removes nothing: {why}")).label("without effect")
}
