//! The men: their movements and properties.

use super::findings::{Places, report_finding};
use super::lines::{FileId, InForce, LinesInForce, ManLine, overlap};
use super::movements::Movements;
use super::names::{Names, User};
use super::phrases;
use super::properties::{Chosen, FirstMoveText, Properties, PropertyValue, common, own};
use super::regions::Regions;
use super::report::{Partial, Reported, Reporter, all};
use super::turning::{leave_out_idle_turns, turning};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::PerSide;
use crate::lints;
use crate::model::{Component, Elsewhere, FirstMove, Kind, KindId, Mode, Modes, Movement, RegionId, Royalty};
use crate::source::Spanned;
use crate::syntax::ast::{FirstMode, MovementText, Name, Part, RoyalWhen, Section, Symbol};

/// The kinds, in the order of their ids.
pub(super) struct Men<'a> {
    names: &'a Names<'a>,
    kinds: Vec<Result<Kind, Reported>>,
    whole: Result<(), Reported>,
}

impl<'a> Men<'a> {
    /// The men by their symbols.
    pub(super) fn names(&self) -> &'a Names<'a> {
        self.names
    }

    /// A kind, unless its line has errors.
    pub(super) fn kind(&self, id: KindId) -> Result<&Kind, Reported> {
        self.kinds[id.index()].as_ref().map_err(|proof| *proof)
    }

    /// The kinds in the order of their ids; `None` is one with a mistake.
    pub(super) fn kinds(&self) -> impl Iterator<Item = Option<&Kind>> {
        self.kinds.iter().map(|kind| kind.as_ref().ok())
    }

    /// Whether no kind has errors.
    pub(super) fn whole(&self) -> Result<(), Reported> {
        self.kinds.iter().try_for_each(|kind| kind.as_ref().map(|_| ()).map_err(|proof| *proof)).and(self.whole)
    }

    /// All kinds, unless one of them has errors.
    pub(super) fn into_whole(self) -> Result<Vec<Kind>, Reported> {
        self.whole?;
        self.kinds.into_iter().collect()
    }
}

/// Makes all kinds.
pub(super) fn men<'a>(
    lines: &'a LinesInForce,
    names: &'a Names<'a>,
    regions: &Regions,
    reporter: &mut Reporter,
) -> Men<'a> {
    let mut whole = names.whole().and(reporter.complete(Section::Men));
    let mut of_all: Vec<(PerSide<bool>, Properties<'_>)> = Vec::new();
    for line in &lines.all_men {
        let Partial { read, whole: complete } = common(line, reporter);
        whole = whole.and(complete);
        of_all.push((line.sides, read));
    }
    let mut kinds = Vec::new();
    let mut movements = Movements::default();
    for (index, man) in names.men().iter().enumerate() {
        let all = of_all.iter().find(|(sides, _)| overlap(*sides, man.sides)).map(|(_, all)| all);
        let id = KindId(index as u8);
        let mut reading = Reading { id, man, names, regions, movements: &mut movements, reporter };
        let kind = reading.kind(all).and_then(|kind| {
            let places = Places { lines, names, board: None, rules: None, endings: &[] };
            let proof = lints::of_kind(reading.id, &kind)
                .into_iter()
                .filter_map(|found| report_finding(found, &places, reporter));
            proof.last().map_or(Ok(kind), Err)
        });
        kinds.push(kind);
    }
    let whole = whole.and(few_states(names, &kinds, reporter));
    Men { names, kinds, whole }
}

/// Reads the line of one man.
struct Reading<'m, 'a> {
    id: KindId,
    man: &'a InForce<ManLine>,
    names: &'a Names<'a>,
    regions: &'m Regions,
    movements: &'m mut Movements,
    reporter: &'m mut Reporter,
}

impl<'a> Reading<'_, 'a> {
    fn kind(&mut self, all: Option<&Properties<'a>>) -> Result<Kind, Reported> {
        let InForce { line, file, sides } = self.man;
        let components = self.components();
        let Partial { read: properties, whole } = own(*file, &line.properties, self.reporter);
        let properties = properties.or(all);
        let royalty = properties.royal.map_or(Ok(Royalty::Always), |royal| self.royalty(royal));
        let other_side = PerSide::new(sides.black, sides.white);
        let captured_by = self.kinds_of(properties.captured_by, other_side);
        let captures = self.chosen(properties.captures, other_side);
        let hops_over = self.chosen(properties.hops_over, PerSide::both(true));
        let along_lines = self.along_lines(properties.along_lines);
        let stays_in = properties.stays_in.map(|properties| self.region(properties.file, properties.value)).transpose();
        let elsewhere = self.elsewhere(&properties.elsewhere);
        let first_move = properties.first_move.map(|first| self.first_move(first)).transpose();
        let turning = turning(self.id, &properties, self.parts(), self.reporter);
        whole?;
        let (turning, mut components) = (turning?, components?);
        if let (Some((written, movement)), [only]) = (along_lines?, components.as_mut_slice()) {
            only.along_lines = written;
            only.movement = Movement::new(only.movement.paths.drain(..).chain(movement.paths).collect());
        }
        for (part, angles) in turning.parts {
            components[part].turns = angles;
        }
        let mut kind = Kind {
            symbol: line.symbol.value.clone(),
            name: line.name.value.clone(),
            sides: *sides,
            components,
            orientation: turning.orientation,
            flips: properties.flips.map(|properties| match properties.value {
                FirstMode::Moving => Mode::Moving,
                FirstMode::Capturing => Mode::Capturing,
            }),
            royal: properties.royal.is_some(),
            royalty: royalty?,
            captured_by: captured_by?,
            captures: captures?,
            hops_over: hops_over?,
            stays_in: stays_in?,
            elsewhere: elsewhere?,
            turns_after_moving: turning.after_moving,
            first_move: first_move?,
        };
        leave_out_idle_turns(&properties, &mut kind);
        Ok(kind)
    }

    fn royalty(&mut self, royal: PropertyValue<RoyalWhen>) -> Result<Royalty, Reported> {
        Ok(match royal.value {
            RoyalWhen::Always => Royalty::Always,
            RoyalWhen::Last => Royalty::WhenLeft(1),
            RoyalWhen::Left(number) => {
                Royalty::WhenLeft(self.reporter.number(royal.file, number, 1, 255, "number of men")? as u8)
            }
            RoyalWhen::Together => Royalty::Together,
        })
    }

    fn parts(&self) -> &'a [Part] {
        match &self.man.line.movement {
            MovementText::Whole(_) => &[],
            MovementText::Parts(parts) => &parts[..parts.len().min(Kind::MAX_COMPONENTS)],
        }
    }

    fn components(&mut self) -> Result<Vec<Component>, Reported> {
        let file = self.man.file;
        let parts = match &self.man.line.movement {
            MovementText::Whole(betza) => {
                return Ok(vec![component(None, betza, self.movements.read(file, betza, self.reporter)?)]);
            }
            MovementText::Parts(parts) => parts,
        };
        let mut whole = Ok(());
        if let Some(part) = parts.get(Kind::MAX_COMPONENTS) {
            let message = format!("a man has at most {} parts", Kind::MAX_COMPONENTS);
            let help = "parts that turn together can be one";
            whole = Err(self.reporter.too_many(file, part.name.span, message, help));
        }
        let parts = self.parts();
        for (at, part) in parts.iter().enumerate() {
            if let Some(earlier) = parts[..at].iter().find(|earlier| earlier.name.value == part.name.value) {
                let message = format!("two parts are called `{}`", part.name.value);
                let twice = Diagnostic::error(Code::CheckRepeatedPart, part.name.span, message)
                    .label("the name is taken")
                    .also(earlier.name.span, "by this part")
                    .help("give each part a name of its own, so that each can turn alone");
                whole = Err(self.reporter.error_in(file, twice));
            }
        }
        let component = |part: &Part| {
            let movement = self.movements.read(file, &part.betza, self.reporter)?;
            Ok(component(Some(part.name.value.clone()), &part.betza, movement))
        };
        all(parts.iter().map(component)).and_then(|components| whole.map(|()| components))
    }

    /// Reads its first move.
    fn first_move(&mut self, written: PropertyValue<FirstMoveText<'a>>) -> Result<FirstMove, Reported> {
        let FirstMoveText { betza, unless_in_check, until } = written.value;
        let movement = self.movements.read(written.file, betza, self.reporter);
        let sides = self.man.sides;
        let until = (!until.is_empty()).then_some(until);
        let until = self.kinds_of(until, PerSide::new(sides.black, sides.white));
        let (movement, until) = (movement?, until?);
        let quiet = movement.restricted(Modes::MOVES);
        if quiet.paths.len() < movement.paths.len() {
            let message = format!("a first move captures nothing, and part of `{}` does nothing else", betza.value);
            let captures = Diagnostic::error(Code::CheckCapturingFirstMove, betza.span, message)
                .label("this captures")
                .help("leave out the terms with `c` alone; captures belong to the movement of the man");
            return Err(self.reporter.error_in(written.file, captures));
        }
        let until_aimed_at_by = until.unwrap_or_default();
        Ok(FirstMove { betza: betza.value.clone(), movement: quiet, unless_in_check, until_aimed_at_by })
    }

    /// The kinds of these sides that are chosen.
    fn chosen(&mut self, chosen: Option<Chosen<'_>>, of: PerSide<bool>) -> Result<Option<Vec<KindId>>, Reported> {
        match chosen {
            Some(Chosen::AllBut(symbols)) => {
                let barred = self.kinds_of(Some(symbols), of)?.unwrap_or_default();
                let men = self.names.men().iter().zip(0..).filter(|(man, _)| overlap(man.sides, of));
                Ok(Some(men.map(|(_, id)| KindId(id)).filter(|id| !barred.contains(id)).collect()))
            }
            Some(Chosen::Only(symbols)) => self.kinds_of(Some(symbols), of),
            None => Ok(None),
        }
    }

    /// The kinds of these sides that a list means.
    fn kinds_of(&mut self, symbols: Option<&[Symbol]>, of: PerSide<bool>) -> Result<Option<Vec<KindId>>, Reported> {
        let InForce { line, file, .. } = self.man;
        let user = User::Man(&line.symbol.value);
        symbols.map(|symbols| self.names.all_of(*file, of, symbols, user, self.reporter)).transpose()
    }

    /// A region, which must have squares for the sides of this man.
    fn region(&mut self, file: FileId, name: &Name) -> Result<RegionId, Reported> {
        let id = self.regions.find(file, name, self.reporter)?;
        let squares = self.regions.squares(id)?;
        let without = PerSide::from_fn(|side| self.man.sides[side] && squares[side].is_empty());
        if !without.white && !without.black {
            return Ok(id);
        }
        let who = phrases::sides(without);
        let proof = self.reporter.missing(Section::Regions, file, || {
            let message = format!("the region `{}` has no squares for {who}", name.value);
            let side = who.to_lowercase();
            Diagnostic::error(Code::CheckEmptyRegion, name.span, message)
                .label(format!("nothing for {who}"))
                .help(format!("define it for that side too, as in `{side} {}: d8 to f10`", name.value))
        });
        Err(proof)
    }

    /// Its movement along the lines of the board, as written and as paths.
    fn along_lines(
        &mut self,
        property: Option<PropertyValue<&Spanned<String>>>,
    ) -> Result<Option<(String, Movement)>, Reported> {
        let Some(PropertyValue { value: betza, span, file, .. }) = property else { return Ok(None) };
        let mut movement = self.movements.read(file, betza, self.reporter)?;
        if self.parts().len() > 1 {
            let message = "a man of several parts doesn't move along lines";
            let parts = Diagnostic::error(Code::CheckLinesAndParts, span, message)
                .label("this would belong to no part")
                .help("write the movement as one Betza string, or leave the lines out");
            return Err(self.reporter.error_in(file, parts));
        }
        if self.regions.drawn()?.is_empty() {
            self.reporter.complete(Section::Facts)?;
            let none = Diagnostic::error(Code::CheckNoLines, span, "the board has no lines")
                .label("nothing to move along")
                .help("draw them in a line under the title, as in `lines: d1 e2 f3, d3 e2 f1`");
            return Err(self.reporter.error_in(file, none));
        }
        movement.paths.iter_mut().for_each(|path| path.along_lines = true);
        Ok(Some((betza.value.clone(), Movement::new(movement.paths))))
    }

    fn elsewhere(
        &mut self,
        properties: &[PropertyValue<(&Name, &Spanned<String>)>],
    ) -> Result<Vec<Elsewhere>, Reported> {
        let mut elsewhere: Vec<Elsewhere> = Vec::new();
        let mut whole = Ok(());
        for &PropertyValue { value: (name, betza), span, file, .. } in properties {
            if self.parts().len() > 1 {
                let message = "a man of several parts has the same movement everywhere";
                let parts = Diagnostic::error(Code::CheckRegionAndParts, span, message)
                    .label("this would replace the whole movement")
                    .help("write the movement as one Betza string, or leave the region out");
                whole = Err(self.reporter.error_in(file, parts));
                continue;
            }
            let movement = self.movements.read(file, betza, self.reporter);
            let there = self.region(file, name).and_then(|region| {
                if elsewhere.iter().any(|there| there.region == region) {
                    let message = format!("the movement in `{}` is given twice", name.value);
                    let twice = Diagnostic::error(Code::CheckRepeatedProperty, span, message)
                        .label("given before")
                        .help("keep the one that is meant");
                    return Err(self.reporter.error_in(file, twice));
                }
                Ok(Elsewhere { region, betza: betza.value.clone(), movement: movement? })
            });
            whole = whole.and(there.map(|there| elsewhere.push(there)));
        }
        whole.map(|()| elsewhere)
    }
}

fn component(name: Option<String>, betza: &Spanned<String>, movement: Movement) -> Component {
    Component { name, betza: betza.value.clone(), along_lines: String::new(), movement, turns: Vec::new() }
}

/// Limits the states of all men, since the engine numbers them all.
fn few_states(names: &Names<'_>, kinds: &[Result<Kind, Reported>], reporter: &mut Reporter) -> Result<(), Reported> {
    let count = |kind: &Result<Kind, Reported>| {
        let kind = kind.as_ref().ok()?;
        Some(kind.state_count().saturating_mul(usize::from(kind.sides.white) + usize::from(kind.sides.black)))
    };
    let counts: Vec<usize> = kinds.iter().map(|kind| count(kind).unwrap_or(0)).collect();
    let sum = counts.iter().fold(0_usize, |sum, &count| sum.saturating_add(count));
    let worst = counts.iter().zip(names.men()).max_by_key(|(count, _)| **count);
    let Some((_, worst)) = worst.filter(|_| sum > Kind::MAX_STATES) else { return Ok(()) };
    let symbol = &worst.line.symbol;
    let message = format!("the men have more than {} states in all, which is all that fit", Kind::MAX_STATES);
    let many = Diagnostic::error(Code::CheckTooManyStates, reporter.place(worst.file, symbol.span), message)
        .label(format!("`{}` has the most of them", symbol.value))
        .help("every part that turns multiplies the states: let fewer parts turn, or by greater angles");
    Err(reporter.error(many))
}
