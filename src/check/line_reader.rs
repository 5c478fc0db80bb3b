//! What the words of a line mean: its men, squares and numbers; and reports at its places.

use super::lines::InForce;
use super::names::{ManTable, Mention, Referrer};
use super::regions::Regions;
use super::report::{FileId, Reported, Reporter, collect_all};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{PerSide, Side, SquareSet};
use crate::model::KindId;
use crate::source::{Span, Spanned};
use crate::syntax::ast::{MenList, Place, RuleLine, Symbol};

/// Reads the words of a line in force.
pub(super) struct LineReader<'l, T> {
    pub(super) written: &'l T,
    /// The text that the line comes from.
    pub(super) file: FileId,
    /// The sides that the line is for.
    pub(super) sides: PerSide<bool>,
    /// Who mentions the men of the line, for messages.
    pub(super) referrer: Referrer<'l>,
    pub(super) man_table: &'l ManTable<'l>,
    pub(super) regions: &'l Regions<'l>,
}

impl<T> Clone for LineReader<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for LineReader<'_, T> {}

impl<'l, T> LineReader<'l, T> {
    pub(super) fn reporter(self) -> &'l Reporter {
        self.man_table.reporter
    }

    /// A mention of men of these sides in this line.
    pub(super) fn mention(self, sides: PerSide<bool>) -> Mention<'l> {
        Mention { file: self.file, sides, referrer: self.referrer }
    }

    pub(super) fn error(self, diagnostic: Diagnostic) -> Reported {
        self.reporter().error_in(self.file, diagnostic)
    }

    pub(super) fn warning(self, diagnostic: Diagnostic) {
        self.reporter().warning_in(self.file, diagnostic);
    }

    pub(super) fn warn_named_twice(self, span: Span, message: impl Into<String>) {
        self.reporter().warn_named_twice(self.file, span, message);
    }

    pub(super) fn too_many(self, span: Span, message: impl Into<String>, help: &str) -> Reported {
        self.reporter().too_many(self.file, span, message, help)
    }

    /// Reports that a side has no man of this symbol.
    pub(super) fn unknown_man(self, side: Side, symbol: &Symbol) -> Reported {
        self.man_table.report_unknown(self.mention(self.sides).of_side(side), symbol)
    }

    /// Reads a number within bounds.
    pub(super) fn number(self, number: Spanned<u32>, least: u32, most: u32, what: &str) -> Result<u32, Reported> {
        self.reporter().number(self.file, number, least, most, what)
    }

    /// Reads the squares of each side.
    pub(super) fn place(self, place: &Place) -> Result<PerSide<SquareSet>, Reported> {
        self.regions.place(self.file, place)
    }

    /// [`Self::place`], if it is written.
    pub(super) fn place_if_written(self, place: Option<&Place>) -> Result<Option<PerSide<SquareSet>>, Reported> {
        place.map(|place| self.place(place)).transpose()
    }

    /// Resolves a symbol for these sides; an error if none of them has such a man.
    pub(super) fn resolve(self, sides: PerSide<bool>, symbol: &Symbol) -> Result<PerSide<Option<KindId>>, Reported> {
        self.man_table.resolve(self.mention(sides), symbol)
    }

    /// Resolves men to the kinds of these sides.
    pub(super) fn kinds(self, sides: PerSide<bool>, men: &MenList) -> Result<Vec<KindId>, Reported> {
        self.man_table.resolve_men(self.mention(sides), men)
    }

    /// Resolves men to kinds for each side of the line; an error if no side has one of them.
    pub(super) fn kinds_of_sides(self, men: &MenList) -> Result<PerSide<Vec<KindId>>, Reported> {
        let found = collect_all(men.symbols.iter().map(|symbol| self.resolve(self.sides, symbol)))?;
        Ok(PerSide::from_fn(|side| {
            let mut kinds: Vec<KindId> = found.iter().filter_map(|of_sides| of_sides[side]).collect();
            if men.all_but {
                let others =
                    self.man_table.men().iter().zip((0..=u8::MAX).map(KindId)).filter(|(man, _)| man.sides[side]);
                kinds = others.map(|(_, kind)| kind).filter(|kind| !kinds.contains(kind)).collect();
            }
            kinds.sort_unstable();
            kinds.dedup();
            kinds
        }))
    }
}

impl<'l> LineReader<'l, RuleLine> {
    /// A reader of the line of a rule.
    pub(super) fn of_rule(line: &'l InForce<RuleLine>, man_table: &'l ManTable<'l>, regions: &'l Regions<'l>) -> Self {
        let InForce { line: written, file, sides } = line;
        Self { written, file: *file, sides: *sides, referrer: Referrer::Rule(written), man_table, regions }
    }

    /// The sides that the line is for.
    pub(super) fn each_side(self) -> impl Iterator<Item = Side> {
        Side::ALL.into_iter().filter(move |&side| self.sides[side])
    }

    /// Resolves the man that the rule is for to its kind for each side; none without a man. An error if one of these kinds already
    /// has such a rule, perhaps by another symbol.
    pub(super) fn subject(self, has_rule: impl Fn(Side, KindId) -> bool) -> Result<PerSide<Option<KindId>>, Reported> {
        let Some(symbol) = &self.written.man else { return Ok(PerSide::default()) };
        let kinds = self.resolve(self.sides, symbol)?;
        if !Side::ALL.into_iter().any(|side| kinds[side].is_some_and(|kind| has_rule(side, kind))) {
            return Ok(kinds);
        }
        let message = format!("this man already has a line `{}`", self.written.words());
        let twice = Diagnostic::error(Code::CheckRepeatedLine, self.written.name.span, message);
        Err(self.error(twice.label("a second line for one man").help("keep the one that is meant")))
    }
}
