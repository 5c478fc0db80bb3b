//! What every part of the checker works with: the sheet, the board, the kinds, and where to put complaints.

use super::damage::Damage;
use super::sheet::{Generation, Held, Sheet, Slot};
use super::words;
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::geometry::{Board, PerSide, Side};
use crate::model::{Kind, KindId, Region, Symmetry};
use crate::source::Span;
use crate::syntax::variant::ast::Symbol;

/// Repetitions are looked for among so many complaints; of more not all are told anyway.
const MAX_COMPARED: usize = 1000;

/// The sheet on its way to the model.
pub(super) struct Context<'a> {
    /// All lines in force.
    pub(super) sheet: &'a Sheet,
    /// What was lost to mistakes of grammar.
    pub(super) damage: &'a Damage,
    /// The title, to blame where nothing else is.
    pub(super) title: Span,
    /// The name after `extends`, to blame where what is inherited no longer holds.
    pub(super) extends: Option<Span>,
    /// The line that says the size of the board, or what the game extends.
    pub(super) board_span: Span,
    /// The size of the board, as said or as it seems from the first drawing.
    pub(super) board: Board,
    /// How Black's men are made.
    pub(super) black: Symmetry,
    /// The kinds, as far as they are known.
    pub(super) kinds: Vec<Kind>,
    /// The places of the kinds' lines.
    pub(super) kind_spans: Vec<Span>,
    /// Kinds with a mistake in them: what follows from it is not told.
    pub(super) broken: Vec<bool>,
    /// The kind of each slot.
    pub(super) kind_of_slot: Vec<Option<KindId>>,
    /// The regions.
    pub(super) regions: Vec<Region>,
    /// Everything found so far.
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Context<'_> {
    /// Puts a complaint about a line down; one about an inherited line is put to what the game extends.
    pub(super) fn report(&mut self, generation: Generation, diagnostic: Diagnostic) {
        let extends = self.extends.unwrap_or(self.title);
        self.report_because(generation, diagnostic, extends);
    }

    /// As [`Self::report`], where it is known which place of the game's own is to blame for what it inherits.
    pub(super) fn report_because(&mut self, generation: Generation, diagnostic: Diagnostic, span: Span) {
        if generation == self.sheet.own() {
            // What several setups are made from is read for each of them.
            let known = &self.diagnostics[..self.diagnostics.len().min(MAX_COMPARED)];
            if !known.contains(&diagnostic) {
                self.diagnostics.push(diagnostic);
            }
        } else if diagnostic.is_error() {
            let because = if Some(span) == self.extends { "inherited from here" } else { "because of this" };
            let from = self.sheet.texts.get(generation).map_or("its base", String::as_str);
            let message = format!("what is inherited from `{from}` no longer holds: {}", diagnostic.message);
            let inherited = Diagnostic::error(diagnostic.code, span, message).label(because);
            let inherited = match diagnostic.help {
                Some(help) => inherited.help(format!("write that line anew in this game: {help}")),
                None => inherited.help("write that line anew in this game"),
            };
            if !self.diagnostics.contains(&inherited) {
                self.diagnostics.push(inherited);
            }
        }
    }

    /// The place of a line, or of `extends` if it is inherited.
    pub(super) fn place(&self, generation: Generation, span: Span) -> Span {
        if generation == self.sheet.own() { span } else { self.extends.unwrap_or(self.title) }
    }

    /// The number of errors so far.
    pub(super) fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count()
    }

    /// The man that a symbol means, for each side of a line; `user` names the line.
    ///
    /// If no side has him, that is said.
    pub(super) fn man(
        &mut self,
        generation: Generation,
        for_sides: PerSide<bool>,
        symbol: &Symbol,
        user: &str,
    ) -> PerSide<Option<KindId>> {
        let found = self.find(generation, for_sides, &symbol.value);
        if found.white.is_none() && found.black.is_none() {
            self.no_man(generation, for_sides, symbol, user);
        }
        found
    }

    /// As [`Self::man`], as kinds without regard to their sides.
    pub(super) fn men<T>(&mut self, held: &Held<T>, symbols: &[Symbol], user: &str) -> Vec<KindId> {
        self.men_of(held.generation, held.sides, symbols, user)
    }

    /// The kinds that any of these symbols mean for any of these sides, in order of id.
    pub(super) fn men_of(
        &mut self,
        generation: Generation,
        for_sides: PerSide<bool>,
        symbols: &[Symbol],
        user: &str,
    ) -> Vec<KindId> {
        let mut kinds: Vec<KindId> = Vec::new();
        for (at, symbol) in symbols.iter().enumerate() {
            if symbols[..at].iter().any(|earlier| earlier.value == symbol.value) {
                self.report(
                    generation,
                    Diagnostic::warning(
                        Code::CheckNamedTwice,
                        symbol.span,
                        format!("`{}` is named twice", symbol.value),
                    )
                    .label("named before")
                    .help("once is enough"),
                );
                continue;
            }
            let found = self.man(generation, for_sides, symbol, user);
            kinds.extend([found.white, found.black].into_iter().flatten());
        }
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// The man that a symbol means for each of some sides, without a word if there is none.
    pub(super) fn find(
        &self,
        generation: Generation,
        for_sides: PerSide<bool>,
        symbol: &str,
    ) -> PerSide<Option<KindId>> {
        PerSide::from_fn(|side| {
            let slot = self.sheet.slot(generation, side, symbol).filter(|_| for_sides[side])?;
            self.kind_of_slot.get(slot).copied().flatten().filter(|id| self.kinds[id.index()].sides[side])
        })
    }

    /// Says that a symbol means no man.
    pub(super) fn no_man(&mut self, generation: Generation, for_sides: PerSide<bool>, symbol: &Symbol, user: &str) {
        let slots: Vec<Slot> = (Side::ALL.into_iter().filter(|&side| for_sides[side]))
            .filter_map(|side| self.sheet.slot(generation, side, &symbol.value))
            .collect();
        if let Some((by, removal)) = slots.iter().find_map(|&slot| self.sheet.men[slot].removed) {
            let (span, from) = (self.place(by, removal), self.sheet.texts[generation].clone());
            let said = format!("`{}` is taken out, but {user} of `{from}` still needs it", symbol.value);
            let anew = if user.starts_with("the rule") { ", or take the rule out with `none`" } else { "" };
            let diagnostic = Diagnostic::error(Code::CheckRemovedManUsed, span, said)
                .label("taken out here")
                .help(format!("keep the man; or write {user} anew without it{anew}"));
            if !self.diagnostics.contains(&diagnostic) {
                self.diagnostics.push(diagnostic);
            }
            return;
        }
        if self.damage.hides_man(&symbol.value) {
            return;
        }
        let other = PerSide::from_fn(|side| !for_sides[side]);
        let elsewhere = self.find(generation, other, &symbol.value);
        let known = self.symbols(generation, for_sides);
        let diagnostic = if elsewhere.white.is_some() || elsewhere.black.is_some() {
            let said = format!("{} has no man `{}`", words::sides(for_sides), symbol.value);
            Diagnostic::error(Code::CheckUnknownMan, symbol.span, said)
                .label(format!("only {} has it", words::sides(other)))
                .help(format!("{} has {}", words::sides(for_sides), words::all_of(&known)))
        } else {
            let near = did_you_mean(&symbol.value, known.iter().map(String::as_str));
            let near =
                if known.len() > 12 && near.starts_with("there is") { String::new() } else { format!("; {near}") };
            Diagnostic::error(Code::CheckUnknownMan, symbol.span, format!("there is no man `{}`", symbol.value))
                .label("no such man")
                .help(format!("give him a line under `men`, as in `{} name: …`{near}", symbol.value))
        };
        self.report(generation, diagnostic);
    }

    /// The symbols that these sides know.
    fn symbols(&self, generation: Generation, for_sides: PerSide<bool>) -> Vec<String> {
        let mut known: Vec<String> = (Side::ALL.into_iter().filter(|&side| for_sides[side]))
            .flat_map(|side| self.sheet.symbols[generation][side].keys().map(move |symbol| (side, symbol)))
            .filter(|&(side, symbol)| {
                self.find(generation, PerSide::from_fn(|each| each == side), symbol)[side].is_some()
            })
            .map(|(_, symbol)| symbol.clone())
            .collect();
        known.sort_unstable();
        known.dedup();
        known
    }

    /// A number within bounds; `None` after having said that it is not.
    pub(super) fn number(
        &mut self,
        generation: Generation,
        number: crate::source::Spanned<u32>,
        least: u32,
        most: u32,
        what: &str,
    ) -> Option<u32> {
        if (least..=most).contains(&number.value) {
            return Some(number.value);
        }
        let (side, near) = if number.value < least { ("few", least) } else { ("many", most) };
        self.report(
            generation,
            Diagnostic::error(
                Code::CheckNumberOutOfRange,
                number.span,
                format!("{} {what} are too {side}", number.value),
            )
            .label(format!("from {least} to {most}"))
            .help(format!("the nearest that will do is {near}")),
        );
        None
    }
}
