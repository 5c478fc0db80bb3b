//! Symbols of men: the kind that a symbol means in a text, for a side.

use std::collections::HashSet;
use std::fmt;

use super::lines::{InForce, LinesInForce, ManInForce, ManLine, Slot, only_side, overlap};
use super::report::{FileId, ManUse, Reported, Reporter, Subject};
use crate::diagnostic::{Code, Diagnostic, Edit, did_you_mean, nearest};
use crate::geometry::{PerSide, Side};
use crate::model::{Kind, KindId, KindLimit};
use crate::prose;
use crate::source::Span;
use crate::syntax::ast::{self, MenList, MovementText, RuleLine, Section, Symbol};

/// The construct that refers to a man.
#[derive(Clone, Copy)]
pub(super) enum Referrer<'a> {
    /// The man with this symbol.
    Man(&'a str),
    /// The properties of all men.
    AllMen,
    /// The setup of this name.
    Setup(&'a str),
    /// A rule.
    Rule(&'a RuleLine),
    /// The letters of other programs.
    Letters,
    /// The figures of men.
    Figures,
    /// An ending.
    Ending,
    /// A condition that a test expects.
    Test,
}

impl fmt::Display for Referrer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Man(symbol) => write!(f, "the man `{symbol}`"),
            Self::AllMen => f.write_str("the line `all men`"),
            Self::Setup("") => f.write_str("the board of a test"),
            Self::Setup(name) => write!(f, "the setup `{name}`"),
            Self::Rule(line) => write!(f, "the rule `{}`", line.words()),
            Self::Letters => f.write_str("the line `letters`"),
            Self::Figures => f.write_str("the line `figures`"),
            Self::Ending => f.write_str("an ending"),
            Self::Test => f.write_str("a test"),
        }
    }
}

/// A place that names men: a line, and the sides whose men are meant.
#[derive(Clone, Copy)]
pub(super) struct Mention<'a> {
    pub(super) file: FileId,
    pub(super) sides: PerSide<bool>,
    pub(super) referrer: Referrer<'a>,
}

impl Mention<'_> {
    /// The same place for one side's men.
    pub(super) fn of_side(self, side: Side) -> Self {
        Self { sides: only_side(side), ..self }
    }
}

/// The symbol table of men: every man with a line, in the order of ids.
pub(super) struct ManTable<'a> {
    pub(super) reporter: &'a Reporter,
    lines: &'a LinesInForce,
    men: Vec<&'a InForce<ManLine>>,
    kind_of_slot: Vec<Option<KindId>>,
    whole: Result<(), Reported>,
}

/// Builds the symbol table of men, and gives every man in force the id of its kind.
pub(super) fn man_table<'a>(lines: &'a LinesInForce, reporter: &'a Reporter) -> ManTable<'a> {
    let mut table =
        ManTable { reporter, lines, men: Vec::new(), kind_of_slot: vec![None; lines.men.len()], whole: Ok(()) };
    let alive =
        |(_, line): &(Slot, &ManInForce)| line.removed.is_none() && (line.man.sides.white || line.man.sides.black);
    for (slot, line) in lines.men.iter().enumerate().filter(alive) {
        if table.men.len() == Kind::MAX_KINDS {
            let symbol = &line.man.line.symbol;
            let message = format!("a game has at most {} kinds of men", Kind::MAX_KINDS);
            let help = "men that move alike can be one kind";
            table.whole = Err(reporter.too_many(line.man.file, symbol.span, message, help));
            break;
        }
        table.kind_of_slot[slot] = Some(KindId(table.men.len() as u8));
        table.men.push(&line.man);
    }
    if table.men.is_empty() && lines.men.is_empty() {
        let help = "write a section `men`, with a line for each man, as in `K king: K, royal`";
        table.whole = Err(reporter.missing_section(Section::Men, "the game has no men", help));
    }
    table
}

impl<'a> ManTable<'a> {
    /// The lines of the men, by id.
    pub(super) fn men(&self) -> &[&'a InForce<ManLine>] {
        &self.men
    }

    /// Whether these are all men.
    pub(super) fn whole(&self) -> Result<(), Reported> {
        self.whole
    }

    /// The symbol of a kind.
    pub(super) fn symbol(&self, id: KindId) -> &'a str {
        &self.men[id.index()].line.symbol.value
    }

    /// The place of a man's line, or of `extends` if it is inherited.
    pub(super) fn line_span(&self, id: KindId, reporter: &Reporter) -> Span {
        let man = self.men[id.index()];
        reporter.own_span(man.file, man.line.symbol.span)
    }

    /// The name of a part of a man.
    pub(super) fn part_name(&self, id: KindId, index: usize) -> Option<&'a str> {
        match &self.men.get(id.index())?.line.movement {
            MovementText::Whole(_) => None,
            MovementText::Parts(parts) => parts.get(index).map(|part| part.name.value.as_str()),
        }
    }

    /// Looks up the kind that a symbol means for each of these sides; reports nothing.
    pub(super) fn lookup(&self, file: FileId, for_sides: PerSide<bool>, symbol: &str) -> PerSide<Option<KindId>> {
        PerSide::from_fn(|side| {
            let slot = self.lines.slot(file, side, symbol).filter(|_| for_sides[side])?;
            self.kind_of_slot[slot].filter(|id| self.men[id.index()].sides[side])
        })
    }

    /// Resolves a symbol to the kind that it means for each of the sides; reports an error if none of them has such a man.
    pub(super) fn resolve(&self, at: Mention<'_>, symbol: &Symbol) -> Result<PerSide<Option<KindId>>, Reported> {
        let found = self.lookup(at.file, at.sides, &symbol.value);
        if found.white.is_none() && found.black.is_none() {
            return Err(self.report_unknown(at, symbol));
        }
        for id in kinds(found) {
            self.reporter.record_use(Subject::Man(id), at.file, symbol.span);
        }
        Ok(found)
    }

    /// Resolves a symbol to the kind that it means for one side; reports an unknown one.
    pub(super) fn resolve_for_side(&self, at: Mention<'_>, side: Side, symbol: &Symbol) -> Result<KindId, Reported> {
        let at = at.of_side(side);
        self.resolve(at, symbol)?[side].ok_or_else(|| self.report_unknown(at, symbol))
    }

    /// Resolves a list of men to the kinds that it means for any of these sides, each once, in order of id.
    pub(super) fn resolve_men(&self, at: Mention<'_>, men: &MenList) -> Result<Vec<KindId>, Reported> {
        let named = self.resolve_all(at, &men.symbols)?;
        Ok(if men.all_but { self.all_but(at.sides, &named) } else { named })
    }

    /// Looks up the kinds that a list of men means for these sides, and where each is named; reports nothing.
    pub(super) fn lookup_men(
        &self,
        file: FileId,
        for_sides: PerSide<bool>,
        men: &MenList,
    ) -> Vec<(KindId, Option<Span>)> {
        let of_symbol = |symbol: &Symbol| {
            kinds(self.lookup(file, for_sides, &symbol.value)).zip(std::iter::repeat(Some(symbol.span)))
        };
        let named: Vec<_> = men.symbols.iter().flat_map(of_symbol).collect();
        if !men.all_but {
            return named;
        }
        let named: Vec<KindId> = named.into_iter().map(|(id, _)| id).collect();
        self.all_but(for_sides, &named).into_iter().map(|id| (id, None)).collect()
    }

    /// The kinds of these sides without some of them.
    fn all_but(&self, for_sides: PerSide<bool>, named: &[KindId]) -> Vec<KindId> {
        let of_sides =
            self.men().iter().zip((0..=u8::MAX).map(KindId)).filter(|(man, _)| overlap(man.sides, for_sides));
        of_sides.map(|(_, kind)| kind).filter(|kind| !named.contains(kind)).collect()
    }

    /// Resolves symbols to the kinds that they mean for any of these sides, each once, in order of id; reports unknown
    /// and repeated ones.
    pub(super) fn resolve_all(&self, at: Mention<'_>, symbols: &[Symbol]) -> Result<Vec<KindId>, Reported> {
        let mut named: HashSet<&str> = HashSet::new();
        let mut found: Vec<KindId> = Vec::new();
        let mut whole = Ok(());
        for symbol in symbols {
            if !named.insert(&symbol.value) {
                self.reporter.warn_named_twice(at.file, symbol.span, format!("`{}` is named twice", symbol.value));
                continue;
            }
            let ids = self.resolve(at, symbol);
            whole = whole.and(ids.map(|ids| found.extend(kinds(ids))));
        }
        found.sort_unstable();
        found.dedup();
        whole.map(|()| found)
    }

    /// Resolves limits to those of each side. Each must be of a man that the other one can become.
    pub(super) fn resolve_limits(
        &self,
        at: Mention<'_>,
        limits: &[ast::KindLimit],
        is_chosen: impl Fn(&Symbol) -> bool,
    ) -> Result<Vec<PerSide<Option<KindLimit>>>, Reported> {
        let mut found = Vec::new();
        let mut whole = Ok(());
        for ast::KindLimit { most, man: symbol, on_board } in limits {
            if !is_chosen(symbol) {
                let message = format!("it can't become `{}` anyway", symbol.value);
                let idle = Diagnostic::error(Code::CheckIdleLimit, symbol.span, message)
                    .label("limits nothing")
                    .help("limit a man that it can become, or leave this out");
                whole = Err(self.reporter.error_in(at.file, idle));
                continue;
            }
            let most = self.reporter.number(at.file, *most, 1, 255, "number of men").map(|number| number as u8);
            let kinds = self.resolve(at, symbol);
            whole = whole.and(most.and_then(|most| {
                let limit = |kind| KindLimit { kind, most, on_board: *on_board };
                let kinds = kinds?;
                found.push(PerSide::from_fn(|side| kinds[side].map(limit)));
                Ok(())
            }));
        }
        whole.map(|()| found)
    }

    /// Reports that a symbol means no man, and why: it was removed, replaced, is only the other side's, or never was.
    pub(super) fn report_unknown(&self, at: Mention<'_>, symbol: &Symbol) -> Reported {
        self.report_unknown_with(at, symbol, None)
    }

    /// Reports an unknown man as [`report_unknown`](Self::report_unknown) does, and proposes an edit.
    pub(super) fn report_unknown_with(&self, at: Mention<'_>, symbol: &Symbol, proposed: Option<Edit>) -> Reported {
        let Mention { file, sides: for_sides, referrer } = at;
        if let Err(reported) = self.reporter.below_error_limit() {
            return reported;
        }
        let mut slots = Side::ALL.into_iter().filter(|&side| for_sides[side]);
        let removed = slots.find_map(|side| self.lines.men[self.lines.slot(file, side, &symbol.value)?].removed);
        if let Some((by, removal)) = removed {
            let need = ManUse { file, line: referrer.to_string(), is_rule: matches!(referrer, Referrer::Rule(_)) };
            return self.reporter.removed_man_needed(&symbol.value, self.reporter.own_span(by, removal), need);
        }
        if let Err(reported) = self.reporter.lost_man(&symbol.value) {
            return reported;
        }
        let other = PerSide::from_fn(|side| !for_sides[side]);
        let of_other_sides = self.lookup(file, other, &symbol.value);
        let known = self.known_symbols(file, for_sides);
        let unknown = if let Some(new) = self.replacement_of(file, for_sides, &symbol.value) {
            // A setup draws Black's men in small letters.
            let side =
                if matches!(referrer, Referrer::Setup(_)) && !for_sides.white { Side::Black } else { Side::White };
            let written = as_drawn(side, &new.value);
            replaced_man(symbol, new, &written)
        } else if of_other_sides.white.is_some() || of_other_sides.black.is_some() {
            let message = format!("{} has no man `{}`", named_sides(for_sides), symbol.value);
            Diagnostic::error(Code::CheckUnknownMan, symbol.span, message)
                .label(format!("only {} has it", named_sides(other)))
                .help(format!("{} has {}", named_sides(for_sides), all_quoted(&known)))
        } else {
            let near = did_you_mean(&symbol.value, known.iter().copied());
            // The help would be too long with all of many men.
            let near =
                if known.len() > 12 && near.starts_with("there is") { String::new() } else { format!("; {near}") };
            let meant = nearest(&symbol.value, known.iter().copied()).map(|near| Edit::new(symbol.span, near));
            let edit = proposed.or(meant).or_else(|| self.reporter.leave_out_of_list(symbol.span));
            Diagnostic::error(Code::CheckUnknownMan, symbol.span, format!("there is no man `{}`", symbol.value))
                .label("no such man")
                .help(format!("give it a line under `men`, as in `{} name: …`{near}", symbol.value))
                .propose(edit.filter(|_| file == self.reporter.own()))
        };
        self.reporter.error_in(file, unknown)
    }

    /// The man that stands in a text `instead of` this one of the text that it extends.
    pub(super) fn replacement_of(&self, file: FileId, for_sides: PerSide<bool>, symbol: &str) -> Option<&'a Symbol> {
        let base = FileId(file.0.checked_sub(1)?);
        // The symbol alone is no proof: there may have been no such man, or another one may have been first.
        let has_place = |man: &InForce<ManLine>, side: Side| {
            let place = self.lines.slot(base, side, symbol);
            man.sides[side] && place.is_some() && place == self.lines.slot(file, side, &man.line.symbol.value)
        };
        let takes = |man: &&InForce<ManLine>| {
            man.file == file
                && man.line.replaces().is_some_and(|old| old.value == symbol)
                && Side::ALL.into_iter().any(|side| for_sides[side] && has_place(man, side))
        };
        self.men.iter().copied().find(takes).map(|man| &man.line.symbol)
    }

    /// The symbols that these sides' men have in a text, sorted, to suggest one from.
    fn known_symbols(&self, file: FileId, for_sides: PerSide<bool>) -> Vec<&str> {
        let mut known: Vec<&str> = (Side::ALL.into_iter().filter(|&side| for_sides[side]))
            .flat_map(|side| self.lines.symbols[file.index()][side].keys().map(move |symbol| (side, symbol.as_str())))
            .filter(|&(side, symbol)| self.lookup(file, only_side(side), symbol)[side].is_some())
            .map(|(_, symbol)| symbol)
            .collect();
        known.sort_unstable();
        known.dedup();
        known
    }
}

/// The diagnostic for a man that another one has replaced: `written` is how that one is written here.
pub(super) fn replaced_man(old: &Symbol, new: &Symbol, written: &str) -> Diagnostic {
    let (old_symbol, new_symbol) = (&old.value, &new.value);
    let message =
        format!("`{new_symbol}` has taken the place of `{old_symbol}`, which is no longer a man of this game");
    Diagnostic::error(Code::CheckUnknownMan, old.span, message)
        .label("no such man")
        .also(new.span, format!("`{new_symbol}` stands here instead of it"))
        .help(format!("write `{written}`; or leave out `instead of {old_symbol}`, and both are in the game"))
}

/// The kinds that a symbol means, each once.
pub(super) fn kinds(found: PerSide<Option<KindId>>) -> impl Iterator<Item = KindId> {
    let PerSide { white, black } = found;
    white.into_iter().chain(black.filter(|_| black != white))
}

/// `White`, `Black` or `neither side`, `both sides`.
pub(super) fn named_sides(sides: PerSide<bool>) -> &'static str {
    match (sides.white, sides.black) {
        (true, true) => "both sides",
        (true, false) => "White",
        (false, true) => "Black",
        (false, false) => "neither side",
    }
}

/// A symbol as it is drawn for a side.
pub(super) fn as_drawn(side: Side, symbol: &str) -> String {
    match side {
        Side::White => symbol.to_owned(),
        Side::Black => symbol.to_lowercase(),
    }
}

/// Several things as `a, b or c`, each in backquotes.
pub(super) fn any_quoted<T: AsRef<str>>(things: &[T]) -> String {
    prose::any_of(prose::quoted(things))
}

/// Several things as `a, b and c`, each in backquotes.
pub(super) fn all_quoted<T: AsRef<str>>(things: &[T]) -> String {
    prose::all_of(prose::quoted(things))
}
