//! Reports the findings of lints at the places where the items of the model are written.

use super::lines::{InForce, LinesInForce, only_side, overlap};
use super::names::ManTable;
use super::report::{FileId, Reported};
use crate::diagnostic::{Diagnostic, Severity};
use crate::geometry::{Board, PerSide, Side, Square};
use crate::lints::{Blame, Finding, KindItem, Lint, ModelItem, PromotionItem, Turning};
use crate::model::{Eighths, KindId, Rules, SetupId};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{
    Angles, Effect, EffectChange, Ending, FactName, Layout, MovementText, PromotesTo, Property, Rule, RuleLine,
    RuleName, RuleSetting, TurningPart,
};

/// The map from the items of a model back to the spans of their lines.
pub(super) struct SourceMap<'a> {
    pub(super) lines: &'a LinesInForce,
    pub(super) man_table: &'a ManTable<'a>,
    /// The board of the model, to find the squares of setups.
    pub(super) board: Option<Board>,
    /// The rules of the model, to find the lines of some rules.
    pub(super) rules: Option<&'a Rules>,
    /// The lines of the endings.
    pub(super) endings: &'a [&'a InForce<Ending>],
}

/// A place in one of the texts.
type Location = Option<(FileId, Span)>;

impl<'a> SourceMap<'a> {
    /// Locates an item of the model in the texts.
    pub(super) fn locate(&self, item: ModelItem) -> Location {
        match item {
            ModelItem::Lines => {
                let fact = self.lines.facts.iter().find(|fact| fact.line.name.value == FactName::Lines)?;
                Some((fact.file, fact.line.span))
            }
            ModelItem::Kind(id, item) => self.locate_in_kind(id, item),
            ModelItem::Setup(id) => {
                let setup = self.lines.setups.get(id.index())?;
                Some((setup.file, setup.line.name.span))
            }
            ModelItem::Cell(id, square) => self.locate_cell(id, square),
            ModelItem::SetupFacing(id) => {
                let setup = self.lines.setups.get(id.index())?;
                Some((setup.file, setup.line.facing.as_ref()?.span))
            }
            ModelItem::Rule(RuleName::Grid, _) => self.locate_grid(),
            ModelItem::Rule(name, side) => self.find_rule(name, side).map(|rule| (rule.file, rule.line.span)),
            ModelItem::Promotion(side, index, part) => self.locate_promotion(side, index, part),
            ModelItem::LongStep(side, index) => self.locate_long_step(side, index),
            ModelItem::Endings => {
                let own = self.lines.own();
                let ending = self.lines.endings.iter().find(|ending| ending.file == own)?;
                Some((own, ending.line.key.span))
            }
            ModelItem::Ending(index) => {
                let ending = self.endings.get(index)?;
                Some((ending.file, ending.line.key.condition.span))
            }
        }
    }

    /// Locates a square in the drawing of a setup.
    fn locate_cell(&self, id: SetupId, square: Square) -> Location {
        let setup = self.lines.setups.get(id.index())?;
        let Layout::Drawn(rows) = &setup.line.layout else { return None };
        let board = self.board?;
        let rank = board.rank(square) as usize;
        let row = rows.get(rows.len().checked_sub(rank + 1)?)?;
        Some((setup.file, row.cells.get(board.file(square) as usize)?.span))
    }

    /// Locates a part of a kind.
    fn locate_in_kind(&self, id: KindId, item: KindItem) -> Location {
        let man = *self.man_table.men().get(id.index())?;
        match item {
            KindItem::Symbol => Some((man.file, man.line.symbol.span)),
            KindItem::Name => Some((man.file, man.line.name.span)),
            KindItem::Flips => self.locate_property(id, |property| matches!(property, Property::Flips { .. })),
            KindItem::Movement(part) => match &man.line.movement {
                MovementText::Whole(betza) => Some((man.file, betza.span)),
                MovementText::Parts(parts) => Some((man.file, parts.get(part)?.betza.span)),
            },
            KindItem::Elsewhere(index) => {
                let mut others = self.properties(id).filter_map(|(file, property)| {
                    if let Property::On { betza, .. } = &property.value { Some((file, betza.span)) } else { None }
                });
                others.nth(index)
            }
            KindItem::HopsOver => self.locate_property(id, |property| matches!(property, Property::HopsOver { .. })),
            KindItem::Effect(index) => {
                let effects = self.properties(id).filter(|(_, property)| matches!(property.value, Property::Effect(_)));
                effects.map(|(file, property)| (file, property.span)).nth(index)
            }
            KindItem::Captured => {
                self.locate_property(id, |property| matches!(property, Property::ToHand { .. } | Property::GoesHome(_)))
            }
            KindItem::MayLeave => self.locate_property(id, |property| matches!(property, Property::LeavesMan(_))),
            KindItem::PassesOwn => self.locate_property(id, |property| matches!(property, Property::PassesOwn(_))),
            KindItem::Captures => self.locate_property(id, |property| matches!(property, Property::Captures(_))),
            KindItem::AlongLines => self.locate_property(id, |property| matches!(property, Property::AlongLines(_))),
            KindItem::FirstMove => self.locate_property(id, |property| matches!(property, Property::AtFirst { .. })),
            KindItem::Direction => self.locate_in_property(id, |property| {
                if let Property::OneDirection { from } = property { Some(from.span) } else { None }
            }),
            KindItem::Sector => self.locate_in_property(id, |property| {
                let Property::Turns { part: TurningPart::Whole, within, .. } = property else { return None };
                within.as_ref().map(|within| within.span)
            }),
            KindItem::Turn(turning, eighths) => {
                let part = match turning {
                    Turning::Part(index) => Some(self.man_table.part_name(id, index)?),
                    Turning::Whole | Turning::Effect(_) => None,
                };
                let angles = |property: &'a Property| match (property, turning) {
                    (Property::Effect(Effect { change: EffectChange::Turns(angles), .. }), Turning::Effect(_))
                    | (Property::Turns { part: TurningPart::Whole, angles, .. }, Turning::Whole)
                    | (Property::Turns { part: TurningPart::Each, angles, .. }, Turning::Part(_)) => Some(angles),
                    (Property::Turns { part: TurningPart::Named(name), angles, .. }, Turning::Part(_)) => {
                        (Some(name.value.as_str()) == part).then_some(angles)
                    }
                    _ => None,
                };
                self.locate_in_property(id, |property| angles(property).and_then(|angles| angle_span(angles, eighths)))
                    .or_else(|| self.locate_property(id, |property| angles(property).is_some()))
            }
        }
    }

    /// The properties of a kind as they are written, its own ones first, then those of all men.
    fn properties(&self, id: KindId) -> impl Iterator<Item = (FileId, &'a Spanned<Property>)> {
        let man: Option<&InForce<_>> = self.man_table.men().get(id.index()).copied();
        let own = man.into_iter().flat_map(|man| man.line.properties.iter().map(|property| (man.file, property)));
        let all = self.lines.all_men.iter().filter(move |all| man.is_some_and(|man| overlap(all.sides, man.sides)));
        own.chain(all.flat_map(|all| all.line.properties.iter().map(|property| (all.file, property))))
    }

    /// Locates the first property of a kind that passes a test.
    fn locate_property(&self, id: KindId, is_wanted: impl Fn(&'a Property) -> bool) -> Location {
        let found = self.properties(id).find(|(_, property)| is_wanted(&property.value));
        found.map(|(file, property)| (file, property.span))
    }

    /// Locates a part of a property: the first span that a function finds in one of a kind's properties.
    fn locate_in_property(&self, id: KindId, find_span: impl Fn(&'a Property) -> Option<Span>) -> Location {
        self.properties(id).find_map(|(file, property)| Some((file, find_span(&property.value)?)))
    }

    /// Locates the size of the grid's blocks.
    fn locate_grid(&self) -> Location {
        let rule = self.find_rule(RuleName::Grid, None)?;
        let RuleSetting::Rule(Spanned { value: Rule::Grid { files, ranks, .. }, .. }) = &rule.line.value else {
            return None;
        };
        Some((rule.file, files.span.to(ranks.span)))
    }

    /// Locates a long step of a side.
    fn locate_long_step(&self, side: Side, index: usize) -> Location {
        let steps = &self.rules?.long_steps[side];
        let kind = steps.get(index)?.kind;
        let rule = self.rules_of_man(RuleName::LongStep, side, kind).next()?;
        let RuleSetting::Rule(Spanned { value: Rule::LongStep(written), .. }) = &rule.line.value else {
            return None;
        };
        let before = steps[..index].iter().filter(|step| step.kind == kind).count();
        Some((rule.file, written.get(before)?.from.span))
    }

    /// Locates a part of a promotion.
    fn locate_promotion(&self, side: Side, index: usize, part: PromotionItem) -> Location {
        let (of_side, kind) = (&self.rules?.promotions[side], self.rules?.promotions[side].get(index)?.kind);
        let before = of_side[..index].iter().filter(|other| other.kind == kind).count();
        let rule = self.rules_of_man(RuleName::Promotion, side, kind).nth(before)?;
        let RuleSetting::Rule(Spanned { value: Rule::Promotion(written), .. }) = &rule.line.value else {
            return None;
        };
        let span = match part {
            PromotionItem::Zone => written.on.span,
            PromotionItem::To => promotes_to_span(&written.to).unwrap_or(written.on.span),
        };
        Some((rule.file, span))
    }

    /// Finds the line of a rule, for a side if one is given.
    fn find_rule(&self, name: RuleName, side: Option<Side>) -> Option<&'a InForce<RuleLine>> {
        let mut rules = self.lines.rules.iter().filter(|rule| rule.line.name.value == name);
        rules.find(|rule| side.is_none_or(|side| rule.sides[side]))
    }

    /// The lines of a rule about one kind of men of a side.
    fn rules_of_man(&self, name: RuleName, side: Side, kind: KindId) -> impl Iterator<Item = &'a InForce<RuleLine>> {
        self.lines.rules.iter().filter(move |rule| rule.sides[side]).filter(move |rule| {
            let man = rule.line.man.as_ref().filter(|_| rule.line.name.value == name);
            man.is_some_and(|man| self.man_table.lookup(rule.file, only_side(side), &man.value)[side] == Some(kind))
        })
    }
}

/// The place of an angle in a list.
fn angle_span(angles: &Angles, eighths: Eighths) -> Option<Span> {
    let Angles::Degrees(degrees) = angles else { return None };
    degrees.iter().find(|angle| angle.value == eighths.degrees()).map(|angle| angle.span)
}

/// The place of the men that a man promotes to.
pub(super) fn promotes_to_span(to: &PromotesTo) -> Option<Span> {
    match to {
        PromotesTo::Men(men) => men.symbols.iter().map(|symbol| symbol.span).reduce(Span::to),
        PromotesTo::AnyStartingMan { span, .. } | PromotesTo::Nothing(span) => Some(*span),
    }
}

/// Reports a lint's finding at the line that it is about: as an error or a warning, or at `extends` or at the culprit
/// if the line is inherited. Returns the proof of an error.
pub(super) fn report_finding(mut finding: Finding, source_map: &SourceMap<'_>) -> Option<Reported> {
    let own = source_map.man_table.reporter.own();
    let location = source_map.locate(finding.item);
    if finding.lint == Lint::WonMaterial {
        match location {
            Some((file, _)) if file != own => {
                // The text with the line may declare that it is intended.
                if source_map.man_table.reporter.inherited_allowed().contains(&Lint::LiveMaterial.code()) {
                    return None;
                }
                finding.message = source_map.man_table.reporter.inherited_message(file, &finding.message);
            }
            // Players may agree on draws.
            _ => finding.lint = Lint::LiveMaterial,
        }
    }
    // A setup made by changing another one differs from it on purpose, and a list of endings that is inherited
    // unchanged is judged in the text that has it.
    let may_lack_line =
        matches!(finding.item, ModelItem::Cell(..) | ModelItem::SetupFacing(_)) || finding.lint == Lint::EndlessGame;
    if location.is_none() && may_lack_line {
        return None;
    }
    let (file, span) = location.unwrap_or((own, source_map.man_table.reporter.title()));
    let culprit = finding.because.as_ref().and_then(|(item, text)| Some((source_map.locate(*item)?, text.as_str())));
    let own_culprit = culprit.filter(|((file, _), _)| *file == own).map(|((_, span), text)| (span, text));
    let reported_span =
        if finding.lint.blame() == Blame::Game { source_map.man_table.reporter.own_span(file, span) } else { span };
    let diagnostic =
        Diagnostic::error(finding.lint.code(), reported_span, finding.message).label(finding.label).help(finding.help);
    if file == own {
        let reporter = source_map.man_table.reporter;
        let edit = if finding.lint == Lint::PromotionShared {
            reporter.write_own(file, span)
        } else if finding.lint == Lint::QuietWithoutProgress {
            let pawns = source_map.man_table.lookup(own, PerSide::both(true), "P");
            let men = if pawns.white.or(pawns.black).is_some() { " or move of P" } else { "" };
            reporter.write_rule(&format!("progress: capture{men}"))
        } else {
            None
        };
        let diagnostic = diagnostic.propose(edit);
        let diagnostic = match own_culprit {
            Some((span, text)) => diagnostic.also(span, text),
            None => diagnostic,
        };
        return match finding.lint.level() {
            Severity::Error => Some(source_map.man_table.reporter.error(diagnostic)),
            Severity::Warning => {
                source_map.man_table.reporter.warning(diagnostic);
                None
            }
            Severity::Note => {
                source_map.man_table.reporter.note(diagnostic);
                None
            }
        };
    }
    match (finding.lint.level(), finding.lint.blame()) {
        (Severity::Note | Severity::Warning, Blame::Game) => {
            // Warnings silenced in an ancestor stay silent in every game that extends it.
            if !source_map.man_table.reporter.inherited_allowed().contains(&diagnostic.code) {
                source_map.man_table.reporter.warning(diagnostic);
            }
            None
        }
        (Severity::Note | Severity::Warning, _) | (_, Blame::Own) => None,
        (Severity::Error, Blame::Line) => Some(match own_culprit {
            // The help is about both items, and the reader can change one of them here.
            Some((span, _)) => {
                let message = source_map.man_table.reporter.inherited_message(file, &diagnostic.message);
                let blamed = Diagnostic::error(diagnostic.code, span, message).label("because of this");
                source_map.man_table.reporter.error(Diagnostic { help: diagnostic.help, ..blamed })
            }
            None => source_map.man_table.reporter.error_in(file, diagnostic),
        }),
        (Severity::Error, Blame::Game) => Some(source_map.man_table.reporter.error(diagnostic)),
    }
}
