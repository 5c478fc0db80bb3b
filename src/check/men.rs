//! The men: their movements, properties and turns.

use super::effects::{EffectReader, check_royal_effects, fill_in_victims};
use super::findings::{SourceMap, report_finding};
use super::lines::{InForce, LinesInForce, ManLine, overlap};
use super::names::{ManTable, Mention, Referrer, named_sides};
use super::properties::{
    Properties, PropertyValue, Turns, common_properties, own_properties, read_angles, report_unknown_part,
};
use super::regions::Regions;
use super::report::{FileId, Partial, Reported, Reporter, Subject, collect_all};
use crate::betza;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{PerSide, Side};
use crate::lints::{self, Turning, idle_angles};
use crate::model::{
    self, Captured, Change, Component, Eighths, Elsewhere, FirstMove, HandOf, InHand, Kind, KindId, KindsByOwner,
    Lasting, Modes, Movement, Orientation, RegionId, Royalty,
};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{
    self, Angles, BecomesInHand, Chosen, EffectChange, MenList, MovementText, Name, Part, Place, Property, RoyalWhen,
    Section, Whose, Within, place_text,
};

/// The kinds, in the order of their ids.
pub(super) struct Men<'a> {
    man_table: &'a ManTable<'a>,
    kinds: Vec<Result<Kind, Reported>>,
    whole: Result<(), Reported>,
}

impl<'a> Men<'a> {
    /// The men by their symbols.
    pub(super) fn man_table(&self) -> &'a ManTable<'a> {
        self.man_table
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

    /// Notes the kind that promotes to another one; `always` is whether all men of that one have promoted.
    pub(super) fn set_promoted_from(&mut self, id: KindId, before: KindId, always: bool) {
        let Some(Ok(kind)) = self.kinds.get_mut(id.index()) else { return };
        match &mut kind.captured {
            Captured::ToHand { becomes, .. } if always => *becomes = InHand::Kind(before),
            Captured::Removed | Captured::ToHand { .. } | Captured::Home(_) => kind.was = Some(before),
        }
    }

    /// Reports that the men have too many states in all, if that has not been reported.
    pub(super) fn check_state_count(&mut self) -> Result<(), Reported> {
        self.whole = self.whole.and_then(|()| check_state_count(self.man_table, &self.kinds));
        self.whole
    }

    /// All kinds, unless one of them has errors.
    pub(super) fn into_whole(self) -> Result<Vec<Kind>, Reported> {
        self.whole?;
        self.kinds.into_iter().collect()
    }
}

/// Makes all kinds from the lines of men and of `all men`, in the order of their ids.
pub(super) fn men<'a>(lines: &'a LinesInForce, man_table: &'a ManTable<'a>, regions: &Regions<'_>) -> Men<'a> {
    let mut whole = man_table.whole().and(man_table.reporter.section_is_complete(Section::Men));
    let mut of_all: Vec<(PerSide<bool>, Vec<KindId>, Properties<'_>)> = Vec::new();
    for line in &lines.all_men {
        let Partial { read, whole: complete } = common_properties(line, man_table.reporter);
        let at = Mention { file: line.file, sides: line.sides, referrer: Referrer::AllMen };
        let but = man_table.resolve_all(at, &line.line.but);
        whole = whole.and(complete).and(but.as_ref().map(|_| ()).map_err(|reported| *reported));
        of_all.push((line.sides, but.unwrap_or_default(), read));
    }
    let mut kinds = Vec::new();
    let mut movements = MovementReader::new(man_table.reporter);
    for (index, man) in man_table.men().iter().enumerate() {
        let id = KindId(index as u8);
        let all = of_all.iter().find(|(sides, but, _)| overlap(*sides, man.sides) && !but.contains(&id));
        let all = all.map(|(.., all)| all);
        let mut reader =
            ManReader { id, man, man_table, regions, movements: &mut movements, reporter: man_table.reporter };
        let kind = reader.read_kind(all).and_then(|kind| {
            man_table.reporter.is_read(&man.line.symbol.value)?;
            let source_map = SourceMap { lines, man_table, board: None, rules: None, endings: &[] };
            let findings = lints::of_kind(reader.id, &kind).into_iter();
            let proof = findings.fold(None, |proof, finding| report_finding(finding, &source_map).or(proof));
            proof.map_or(Ok(kind), Err)
        });
        kinds.push(kind);
    }
    fill_in_victims(&mut kinds);
    let whole = whole.and(check_royal_effects(man_table, &kinds)).and(check_state_count(man_table, &kinds));
    Men { man_table, kinds, whole }
}

/// Reads the line of one man.
struct ManReader<'m, 'a> {
    id: KindId,
    man: &'a InForce<ManLine>,
    man_table: &'a ManTable<'a>,
    regions: &'m Regions<'m>,
    movements: &'m mut MovementReader<'a>,
    reporter: &'m Reporter,
}

impl<'a> ManReader<'_, 'a> {
    /// Reads the whole line as a kind. Every property is read before the first error ends it: all errors are reported.
    fn read_kind(&mut self, all: Option<&Properties<'a>>) -> Result<Kind, Reported> {
        let InForce { line, file, sides } = self.man;
        let components = self.read_components();
        let Partial { read: properties, whole } = own_properties(*file, &line.properties, self.reporter);
        let properties = properties.or(all);
        let effects = EffectReader {
            id: self.id,
            man: self.man,
            parts: self.parts(),
            man_table: self.man_table,
            regions: self.regions,
            reporter: self.reporter,
        }
        .read_effects(&properties);
        let turning = read_turns(self.id, &properties, self.parts(), self.reporter);
        let mut kind = Kind {
            symbol: line.symbol.value.clone(),
            name: line.name.value.clone(),
            sides: *sides,
            flips: properties.flips.map(|flips| flips.value),
            ..Kind::PLAIN
        };
        let mut whole = whole.and(components.map(|components| kind.components = components));
        // What is added to the usual movement on some squares is read when that is known.
        let (added, others): (Vec<_>, Vec<_>) =
            properties.others.iter().partition(|property| matches!(property.value, Property::On { also: true, .. }));
        for property in others.into_iter().chain(added) {
            whole = whole.and(self.read_property(property, &mut kind));
        }
        whole.and(self.check_once_a_game(&properties))?;
        let turning = turning?;
        kind.orientation = turning.orientation;
        for (part, angles) in turning.parts {
            kind.components[part].turns = angles;
        }
        kind.effects = effects?;
        remove_idle_turns(&properties, &mut kind);
        let is_fate = |property: &Property| matches!(property, Property::ToHand { .. } | Property::GoesHome(_));
        if !kind.can_be_captured() && properties.others.iter().any(|of| of.of_all && is_fate(of.value)) {
            kind.captured = Captured::Removed;
        }
        Ok(kind)
    }

    /// Reads a property into the kind, if it depends on no other.
    fn read_property(&mut self, property: &PropertyValue<&'a Property>, kind: &mut Kind) -> Result<(), Reported> {
        let file = property.file;
        let own = self.man.sides;
        let enemies = PerSide::new(own.black, own.white);
        match property.value {
            Property::Royal(when) => {
                kind.royal = true;
                kind.royalty = self.read_royalty(file, *when)?;
            }
            Property::StaysIn(place) => kind.stays_in = Some(self.region(file, place)?),
            Property::EntersByCapture(place) => kind.enters_by_capture = self.regions.place(file, place)?,
            Property::On { also, place, betza } => {
                let usual = kind.components.first().filter(|_| *also);
                let there = self.read_elsewhere(property, place, betza, usual, &kind.elsewhere)?;
                kind.elsewhere.push(there);
            }
            Property::AlongLines(betza) => {
                let movement = self.read_along_lines(property, betza)?;
                if let [only] = kind.components.as_mut_slice() {
                    only.along_lines.clone_from(&betza.value);
                    only.movement = Movement::new(only.movement.paths.drain(..).chain(movement.paths).collect());
                }
            }
            Property::ToHand { of, becomes } => {
                kind.captured = Captured::ToHand { of: *of, becomes: self.read_hand(property, *of, becomes)? };
            }
            Property::GoesHome(choice) => kind.captured = Captured::Home(*choice),
            Property::CapturedBy(men) => kind.captured_by = Some(self.kinds_of(men, enemies)?),
            Property::Captures(chosen) => kind.captures = Some(self.chosen_kinds(chosen, enemies)?),
            Property::HopsOver { whose, men } => {
                kind.hops_over = Some(self.chosen_kinds(men, PerSide::both(true))?);
                kind.hops_over_whose = *whose;
            }
            Property::PassesOwn(men) => kind.passes_own = self.passed_kinds(men)?,
            Property::Relays(men) => kind.relays_to = self.kinds_of(men, own)?,
            Property::Holds { whose, men, attacked } => {
                let held = self.held_kinds(property, *whose, men.as_ref())?;
                *(if *attacked { &mut kind.holds_attacked } else { &mut kind.holds }) = held;
            }
            Property::LeavesMan(men) => kind.may_leave = self.left_kinds(property, men)?,
            Property::AtFirst { lasts, betza, unless_in_check, until } => {
                kind.first_move = Some(self.read_first_move(file, *lasts, betza, *unless_in_check, until)?);
            }
            // The first is read by the table of men, the others together.
            Property::InsteadOf(_)
            | Property::Turns { .. }
            | Property::Effect(_)
            | Property::OneDirection { .. }
            | Property::Flips { .. } => {}
        }
        Ok(())
    }

    /// Reads the man that the man is in a hand. A man of `all men` may be one of another text.
    fn read_hand(
        &self,
        property: &PropertyValue<&Property>,
        of: HandOf,
        becomes: &BecomesInHand,
    ) -> Result<InHand, Reported> {
        Ok(match becomes {
            BecomesInHand::Same => InHand::Same,
            BecomesInHand::BeforePromotion => InHand::BeforePromotion,
            BecomesInHand::Man(symbol) => {
                let sides = self.man.sides;
                let owners = if of == HandOf::Captor { PerSide::new(sides.black, sides.white) } else { sides };
                let at = property.mention(self.man, owners);
                let found = self.man_table.resolve(at, symbol)?;
                let lacking = Side::ALL.into_iter().find(|&side| owners[side] && found[side].is_none());
                if let Some(side) = lacking {
                    return Err(self.man_table.report_unknown(at.of_side(side), symbol));
                }
                match (found.white, found.black) {
                    (Some(white), Some(black)) if white != black => {
                        let message = format!("`{}` is not the same man for both sides", symbol.value);
                        let two = Diagnostic::error(Code::CheckForeignMan, symbol.span, message)
                            .label("two men of one letter")
                            .help("write a line for each side's men, as in `white P pawn: …` and `black P pawn: …`");
                        return Err(self.reporter.error_in(property.file, two));
                    }
                    (white, black) => white.or(black).map_or(InHand::Same, InHand::Kind),
                }
            }
        })
    }

    /// Reads when the man is royal.
    fn read_royalty(&mut self, file: FileId, when: RoyalWhen) -> Result<Royalty, Reported> {
        let when_left = |number: u8, before_moving: bool| {
            if before_moving { Royalty::WhenLeftBeforeMoving(number) } else { Royalty::WhenLeft(number) }
        };
        Ok(match when {
            RoyalWhen::Always => Royalty::Always,
            RoyalWhen::Last { before_moving } => when_left(1, before_moving),
            RoyalWhen::Left { number, before_moving } => {
                when_left(self.reporter.number(file, number, 1, 255, "number of men")? as u8, before_moving)
            }
            RoyalWhen::Together => Royalty::Together,
        })
    }

    /// The parts of the man as they are written, at most as many as a man may have; none if it is one Betza string.
    fn parts(&self) -> &'a [Part] {
        match &self.man.line.movement {
            MovementText::Whole(_) => &[],
            MovementText::Parts(parts) => &parts[..parts.len().min(Kind::MAX_COMPONENTS)],
        }
    }

    /// Reads the man's parts with their movements; a man without parts is one component.
    fn read_components(&mut self) -> Result<Vec<Component>, Reported> {
        let file = self.man.file;
        let parts = match &self.man.line.movement {
            MovementText::Whole(betza) => {
                return Ok(vec![component(None, betza, self.movements.read(file, betza)?)]);
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
        for (index, part) in parts.iter().enumerate() {
            if let Some(earlier) = parts[..index].iter().find(|earlier| earlier.name.value == part.name.value) {
                let message = format!("two parts are called `{}`", part.name.value);
                let twice = Diagnostic::error(Code::CheckRepeatedPart, part.name.span, message)
                    .label("the name is taken")
                    .also(earlier.name.span, "by this part")
                    .help("give each part a name of its own, so that each can turn alone");
                whole = Err(self.reporter.error_in(file, twice));
            }
        }
        let component = |part: &Part| {
            let movement = self.movements.read(file, &part.betza)?;
            Ok(component(Some(part.name.value.clone()), &part.betza, movement))
        };
        collect_all(parts.iter().map(component)).and_then(|components| whole.map(|()| components))
    }

    /// Reads the man's first move, or its move once a game, which may not capture.
    fn read_first_move(
        &mut self,
        file: FileId,
        lasts: Lasting,
        betza: &Spanned<String>,
        unless_in_check: bool,
        until: &MenList,
    ) -> Result<FirstMove, Reported> {
        let movement = self.movements.read(file, betza);
        let sides = self.man.sides;
        let until = (!until.is_empty()).then(|| self.kinds_of(until, PerSide::new(sides.black, sides.white)));
        let (movement, until_aimed_at_by) = (movement?, until.transpose()?.unwrap_or_default());
        let quiet = movement.restricted(Modes::MOVES);
        if quiet.paths.len() < movement.paths.len() {
            let which = match lasts {
                Lasting::UntilItMoves => "a first move",
                Lasting::UntilItIsUsed => "a move once a game",
            };
            let message = format!("{which} captures nothing, and part of `{}` does nothing else", betza.value);
            let captures = Diagnostic::error(Code::CheckCapturingFirstMove, betza.span, message)
                .label("this captures")
                .help("leave out the terms with `c` alone; captures belong to the movement of the man");
            return Err(self.reporter.error_in(file, captures));
        }
        Ok(FirstMove { betza: betza.value.clone(), movement: quiet, lasts, unless_in_check, until_aimed_at_by })
    }

    /// Reports a move once a game of a man that may leave another behind when it first moves: no state records whether
    /// a man that has moved has used the one.
    fn check_once_a_game(&self, properties: &Properties<'a>) -> Result<(), Reported> {
        let mut others = properties.others.iter();
        let once = |property: &&PropertyValue<&Property>| {
            matches!(property.value, Property::AtFirst { lasts: Lasting::UntilItIsUsed, .. })
        };
        let leaves = |property: &PropertyValue<&Property>| matches!(property.value, Property::LeavesMan(_));
        let Some(first) = others.find(once).filter(|_| properties.others.iter().any(leaves)) else { return Ok(()) };
        let symbol = &self.man.line.symbol.value;
        let message = format!("`{symbol}` has a movement once a game, and may leave a man behind when it first moves");
        let both = Diagnostic::error(Code::CheckOnceAndLeaving, first.span, message)
            .label("a man has one of the two")
            .help("leave one of them out; or write `also at first` here, if the movement is for a man that has never moved");
        Err(self.reporter.error_in(first.file, both))
    }

    /// Resolves a choice of kinds, `only` some or all but some, among the kinds of these sides.
    fn chosen_kinds(&mut self, chosen: &Chosen, of: PerSide<bool>) -> Result<Vec<KindId>, Reported> {
        match chosen {
            Chosen::AllBut(men) => self.kinds_of(&MenList { all_but: !men.all_but, ..men.clone() }, of),
            Chosen::Only(men) => self.kinds_of(men, of),
        }
    }

    /// Resolves the own men that the man passes; an empty list is all of them.
    fn passed_kinds(&self, passed: &MenList) -> Result<Vec<KindId>, Reported> {
        // `passes own men` names no man that might be left out.
        let all = MenList { all_but: true, symbols: Vec::new() };
        self.kinds_of(if passed.is_empty() { &all } else { passed }, self.man.sides)
    }

    /// Resolves the men that the man holds; all men if none are named.
    fn held_kinds(
        &self,
        property: &PropertyValue<&Property>,
        whose: Option<Whose>,
        men: Option<&MenList>,
    ) -> Result<KindsByOwner, Reported> {
        let own = self.man.sides;
        let of = |side: Whose| match side {
            Whose::Own => own,
            Whose::Enemy => PerSide::new(own.black, own.white),
        };
        let all = MenList { all_but: true, symbols: Vec::new() };
        let kinds = self.kinds_of(men.unwrap_or(&all), whose.map_or(PerSide::both(true), of))?;
        let of_side = |side: Whose| -> Vec<KindId> {
            let counts = |id: &&KindId| overlap(self.man_table.men()[id.index()].sides, of(side));
            let is_meant = whose.is_none_or(|whose| whose == side);
            kinds.iter().filter(|id| is_meant && counts(id)).copied().collect()
        };
        let holds = KindsByOwner { own: of_side(Whose::Own), enemy: of_side(Whose::Enemy) };
        if holds.is_empty() {
            let nobody = Diagnostic::error(Code::CheckUnknownMan, property.span, "there are no such men")
                .label("holds nobody")
                .help("name men that the game has, or leave the property out");
            return Err(self.reporter.error_in(property.file, nobody));
        }
        Ok(holds)
    }

    /// Resolves the men in hand that the man may leave behind, one of them.
    fn left_kinds(&self, property: &PropertyValue<&Property>, men: &MenList) -> Result<Vec<KindId>, Reported> {
        self.man_table.resolve_men(property.mention(self.man, self.man.sides), men)
    }

    /// Resolves a list of men to kinds of these sides.
    fn kinds_of(&self, men: &MenList, of: PerSide<bool>) -> Result<Vec<KindId>, Reported> {
        let InForce { line, file, .. } = self.man;
        let at = Mention { file: *file, sides: of, referrer: Referrer::Man(&line.symbol.value) };
        self.man_table.resolve_men(at, men)
    }

    /// Resolves a place as a region, which must have squares for the sides of this man.
    fn region(&mut self, file: FileId, place: &Place) -> Result<RegionId, Reported> {
        let id = self.regions.region(file, place)?;
        let squares = self.regions.squares(id)?;
        let without = PerSide::from_fn(|side| self.man.sides[side] && squares[side].is_empty());
        if !without.white && !without.black {
            return Ok(id);
        }
        let who = named_sides(without);
        let proof = self.reporter.missing(Section::Regions, file, || {
            let name = place_text(place);
            let message = format!("the region `{name}` has no squares for {who}");
            let side = who.to_lowercase();
            Diagnostic::error(Code::CheckEmptyRegion, place.span, message)
                .label(format!("nothing for {who}"))
                .help(format!("define it for that side too, as in `{side} {name}: d8 to f10`"))
        });
        Err(proof)
    }

    /// Reads the man's movement along the lines of the board.
    fn read_along_lines(
        &mut self,
        property: &PropertyValue<&Property>,
        betza: &Spanned<String>,
    ) -> Result<Movement, Reported> {
        let PropertyValue { span, file, .. } = *property;
        let mut movement = self.movements.read(file, betza)?;
        if self.parts().len() > 1 {
            let message = "a man of several parts doesn't move along lines";
            let parts = Diagnostic::error(Code::CheckLinesAndParts, span, message)
                .label("this would belong to no part")
                .help("write the movement as one Betza string, or leave the lines out");
            return Err(self.reporter.error_in(file, parts));
        }
        if self.regions.board_lines()?.is_empty() {
            self.reporter.section_is_complete(Section::Facts)?;
            let none = Diagnostic::error(Code::CheckNoLines, span, "the board has no lines")
                .label("nothing to move along")
                .help("draw them in a line under the title, as in `lines: d1 e2 f3, d3 e2 f1`");
            return Err(self.reporter.error_in(file, none));
        }
        movement.paths.iter_mut().for_each(|path| path.along_lines = true);
        Ok(Movement::new(movement.paths))
    }

    /// Reads the man's movement in a region, which replaces its movement there or is added to the `usual` one.
    fn read_elsewhere(
        &mut self,
        property: &PropertyValue<&Property>,
        place: &Place,
        betza: &Spanned<String>,
        usual: Option<&Component>,
        elsewhere: &[Elsewhere],
    ) -> Result<Elsewhere, Reported> {
        let PropertyValue { span, file, .. } = *property;
        if self.parts().len() > 1 {
            let message = "a man of several parts has the same movement everywhere";
            let parts = Diagnostic::error(Code::CheckRegionAndParts, span, message)
                .label("this would replace the whole movement")
                .help("write the movement as one Betza string, or leave the region out");
            return Err(self.reporter.error_in(file, parts));
        }
        let movement = self.movements.read(file, betza);
        let region = self.region(file, place)?;
        if elsewhere.iter().any(|there| there.region == region) {
            let message = format!("the movement on `{}` is given twice", place_text(place));
            let twice = Diagnostic::error(Code::CheckRepeatedProperty, span, message)
                .label("given before")
                .help("keep the one that is meant");
            return Err(self.reporter.error_in(file, twice));
        }
        let (betza, mut movement) = (betza.value.clone(), movement?);
        if let Some(usual) = usual {
            movement = Movement::new(usual.movement.paths.iter().cloned().chain(movement.paths).collect());
        }
        Ok(Elsewhere { region, also: usual.is_some(), betza, movement })
    }
}

/// Makes a component that does not turn.
fn component(name: Option<String>, betza: &Spanned<String>, movement: Movement) -> Component {
    Component { name, betza: betza.value.clone(), along_lines: String::new(), movement, turns: Vec::new() }
}

/// Reports that the men have too many states in all, since the engine numbers each state; names the man with most.
fn check_state_count(man_table: &ManTable<'_>, kinds: &[Result<Kind, Reported>]) -> Result<(), Reported> {
    let count = |kind: &Result<Kind, Reported>| {
        let kind = kind.as_ref().ok()?;
        Some(kind.state_count().saturating_mul(usize::from(kind.sides.white) + usize::from(kind.sides.black)))
    };
    let counts: Vec<usize> = kinds.iter().map(|kind| count(kind).unwrap_or(0)).collect();
    let sum = counts.iter().fold(0_usize, |sum, &count| sum.saturating_add(count));
    let worst = counts.iter().zip(man_table.men()).max_by_key(|(count, _)| **count);
    let Some((_, worst)) = worst.filter(|_| sum > Kind::MAX_STATES) else { return Ok(()) };
    let symbol = &worst.line.symbol;
    let message = format!("the men have more than {} states in all, which is all that fit", Kind::MAX_STATES);
    let many =
        Diagnostic::error(Code::CheckTooManyStates, man_table.reporter.own_span(worst.file, symbol.span), message)
            .label(format!("`{}` has the most of them", symbol.value))
            .help("every part that turns multiplies the states: let fewer parts turn, or by greater angles");
    Err(man_table.reporter.error(many))
}

/// The turns of a man, as written.
pub(super) struct WrittenTurns {
    pub(super) orientation: Orientation,
    /// The angles of parts that turn alone, in eighths.
    pub(super) parts: Vec<(usize, Vec<Eighths>)>,
}

/// Reads the turns of a man: as a whole, after moving, and of its parts. Properties of all men apply where its own
/// line has none.
pub(super) fn read_turns(
    id: KindId,
    properties: &Properties<'_>,
    parts: &[Part],
    reporter: &Reporter,
) -> Result<WrittenTurns, Reported> {
    let part_turns = read_part_turns(id, properties, parts, reporter);
    let turns = properties.turns.map(|turns| (turns, read_angles(turns.file, turns.value.angles, reporter)));
    let orientation = match (properties.one_direction, turns) {
        (Some(from), turns) => {
            let allowed = check_one_direction(properties, parts, reporter);
            let turns = turns.map_or(Ok(Vec::new()), |(_, angles)| angles);
            turns.and_then(|turns| allowed.map(|()| Orientation::OneDirection { start: from.value.value, turns }))
        }
        (None, Some((turns, angles))) => read_sector(&turns, angles, reporter),
        (None, None) => Ok(Orientation::Whole { turns: Vec::new(), within: None }),
    };
    Ok(WrittenTurns { orientation: orientation?, parts: part_turns? })
}

/// Removes the angles that change nothing, unless they were written for this kind, which is then a mistake.
pub(super) fn remove_idle_turns(properties: &Properties<'_>, kind: &mut Kind) {
    if let Some(turns) = &properties.turns {
        remove_idle_angles(kind, Turning::Whole, turns.of_all, turns.value.angles);
    }
    for (index, effect) in properties.effects.iter().enumerate() {
        if let EffectChange::Turns(angles) = &effect.value.change {
            remove_idle_angles(kind, Turning::Effect(index), effect.of_all, angles);
        }
    }
    let flips = kind.flips.is_some();
    kind.effects.retain(|effect| match &effect.change {
        Change::Turns(angles) => !angles.is_empty(),
        Change::Flips => flips,
        Change::Becomes(_)
        | Change::BecomesVictim(_)
        | Change::Dies
        | Change::BecomesWall
        | Change::Destroys(_)
        | Change::Converts(_)
        | Change::Captor(_) => true,
    });
    for part in 0..kind.components.len() {
        let named = |(name, _): &(&Name, Turns<'_>)| kind.components[part].name.as_ref() == Some(&name.value);
        if let Some(own) = properties.part_turns.iter().find(|turns| named(&turns.value)) {
            remove_idle_angles(kind, Turning::Part(part), false, own.value.1.angles);
        } else if let Some(each) = &properties.each_part {
            remove_idle_angles(kind, Turning::Part(part), true, each.value.angles);
        }
    }
}

/// Removes angles that change nothing from a kind's turns, if they were written for all men. Of `any` they are removed
/// unless no angle would be left.
fn remove_idle_angles(kind: &mut Kind, turning: Turning, of_all: bool, written: &Angles) {
    if !of_all && !matches!(written, Angles::Any(_)) {
        return;
    }
    let idle = idle_angles(kind, turning);
    let angles = match turning {
        Turning::Whole => {
            let (Orientation::Whole { turns, .. } | Orientation::OneDirection { turns, .. }) = &mut kind.orientation;
            turns
        }
        Turning::Effect(index) => match kind.effects.get_mut(index).map(|effect| &mut effect.change) {
            Some(Change::Turns(angles)) => angles,
            _ => return,
        },
        Turning::Part(part) => &mut kind.components[part].turns,
    };
    if of_all || idle.len() < angles.len() {
        angles.retain(|angle| !idle.contains(angle));
    }
}

/// Reads the turns of parts that turn alone.
fn read_part_turns(
    id: KindId,
    properties: &Properties<'_>,
    parts: &[Part],
    reporter: &Reporter,
) -> Result<Vec<(usize, Vec<Eighths>)>, Reported> {
    let mut turning: Vec<(usize, Vec<Eighths>)> = Vec::new();
    let mut whole = Ok(());
    let named = properties.part_turns.iter().map(|turns| (Some(turns.value.0), turns.value.1, turns.span, turns.file));
    let each = properties.each_part.iter().map(|turns| (None, turns.value, turns.span, turns.file));
    for (name, turns, span, file) in named.chain(each) {
        let angles = read_angles(file, turns.angles, reporter);
        if let Some(within) = turns.within {
            let sector = Diagnostic::error(Code::CheckSectorOfAPart, within.span, "a part has no sector of its own")
                .label("only a whole man keeps to a sector")
                .help("leave the sector out, or let the whole man turn");
            whole = Err(reporter.error_in(file, sector));
        }
        match name.map(|name| (name, parts.iter().position(|part| part.name.value == name.value))) {
            Some((name, Some(part))) => {
                reporter.record_use(Subject::Part(id, part), file, name.span);
                whole = whole.and(angles.map(|angles| turning.push((part, angles))));
            }
            Some((name, None)) => {
                let otherwise = "write `turns …` for the whole man";
                whole = Err(report_unknown_part(file, name, parts, otherwise, reporter));
            }
            None if parts.is_empty() => {
                let none = Diagnostic::error(Code::CheckUnknownPart, span, "this man has no parts")
                    .label("no part that could turn")
                    .help("name its parts, as in `short fW + leap rfN`; or write `turns …` for the whole man");
                whole = Err(reporter.error_in(file, none));
            }
            // A part with turns of its own has no others.
            None => {
                let others: Vec<usize> =
                    (0..parts.len()).filter(|part| turning.iter().all(|(other, _)| other != part)).collect();
                whole = whole.and(angles.map(|angles| {
                    turning.extend(others.into_iter().map(|part| (part, angles.clone())));
                }));
            }
        }
        if properties.one_direction.is_some() {
            let message = "a man that uses one direction at a time has no parts that turn alone";
            let alone = Diagnostic::error(Code::CheckDirectionAndParts, span, message)
                .label("turns a part alone")
                .help("leave out one of the two");
            whole = Err(reporter.error_in(file, alone));
        }
    }
    whole.map(|()| turning)
}

/// Reads the turns of a man that turns as a whole, with the sector that limits them, if it has one.
fn read_sector(
    properties: &PropertyValue<Turns<'_>>,
    angles: Result<Vec<Eighths>, Reported>,
    reporter: &Reporter,
) -> Result<Orientation, Reported> {
    let Some(Within { degrees, of, .. }) = properties.value.within else {
        return Ok(Orientation::Whole { turns: angles?, within: None });
    };
    let value = degrees.value;
    let Some(limit) = Eighths::from_degrees(value).filter(|_| value < 180) else {
        let help = if value >= 180 { "leave the sector out: it holds every direction" } else { "write 45, 90 or 135" };
        let message = format!("a sector of {value} degrees to either side can't limit turns");
        let none = Diagnostic::error(Code::CheckImpossibleAngle, degrees.span, message).label("no such sector");
        return Err(reporter.error_in(properties.file, none.help(help)));
    };
    let fills = |angle: &Eighths| limit.get().is_multiple_of(angle.get());
    let mut turns = angles?;
    if matches!(properties.value.angles, Angles::Any(_)) {
        turns.retain(fills);
    } else if let Some(angle) = turns.iter().find(|angle| !fills(angle)) {
        let message = format!("turns by {} don't divide a sector of {value}", angle.degrees());
        let uneven = Diagnostic::error(Code::CheckUnevenSector, degrees.span, message)
            .label("can't be filled by such turns")
            .help("let the angle of the turn divide the sector, as in `turns 45 within 90 of forward`");
        return Err(reporter.error_in(properties.file, uneven));
    }
    Ok(Orientation::Whole { turns, within: Some(model::Within { eighths: limit, of: of.value }) })
}

/// Checks that a man with `one direction at a time` has no property that excludes this, and can turn.
fn check_one_direction(properties: &Properties<'_>, parts: &[Part], reporter: &Reporter) -> Result<(), Reported> {
    let Some(from) = properties.one_direction else { return Ok(()) };
    let mut whole = Ok(());
    let mut exclude = |code, file, span: Span, message: &str| {
        let excluded = Diagnostic::error(code, span, message)
            .label("these exclude each other")
            .help("leave out one of the two; the directions of the movement are the limit of its turns");
        whole = Err(reporter.error_in(file, excluded));
    };
    if parts.len() > 1 {
        let message = "a man of several parts can't use one direction at a time";
        exclude(Code::CheckDirectionAndParts, from.file, from.span, message);
    } else if let Some((turns, within)) = properties.turns.and_then(|turns| Some((turns, turns.value.within?))) {
        let message = "a man that uses one direction at a time keeps to the directions it has, not to a sector";
        exclude(Code::CheckDirectionAndSector, turns.file, within.span, message);
    }
    let turns = |effect: &PropertyValue<&ast::Effect>| matches!(effect.value.change, EffectChange::Turns(_));
    if properties.turns.is_none() && !properties.effects.iter().any(turns) {
        let message = "a man that uses one direction at a time must turn to use another";
        let needs = Diagnostic::error(Code::CheckDirectionWithoutTurns, from.span, message)
            .label("needs a turn")
            .help("add `turns 45`");
        whole = Err(reporter.error_in(from.file, needs));
    }
    whole
}

/// The most bytes of Betza notation in a game.
///
/// A byte of Betza takes longer to read than one of other text, since few letters can mean many paths.
const MAX_BYTES: usize = 1 << 16;

/// A string counts as this many bytes at least: a short one can cost as much as a long one.
const MIN_BYTES: usize = 32;

/// The most paths of all movements together.
const MAX_PATHS: usize = 1 << 14;

/// Reads the Betza strings of one game, within a budget of bytes and paths.
pub(super) struct MovementReader<'a> {
    pub(super) reporter: &'a Reporter,
    bytes: usize,
    paths: usize,
    /// Set when a limit is exceeded, which is reported only once.
    exceeded: Option<Reported>,
}

impl<'a> MovementReader<'a> {
    pub(super) fn new(reporter: &'a Reporter) -> Self {
        Self { reporter, bytes: 0, paths: 0, exceeded: None }
    }

    /// Reads a Betza string as a movement; an empty one is no movement. Mistakes in the string are reported at their
    /// places.
    pub(super) fn read(&mut self, file: FileId, text: &Spanned<String>) -> Result<Movement, Reported> {
        if text.value.is_empty() {
            return Ok(Movement::default());
        }
        if let Some(proof) = self.exceeded {
            return Err(proof);
        }
        self.bytes += text.value.len().max(MIN_BYTES);
        if self.bytes > MAX_BYTES {
            let message = "the movements of this game are too long to be read";
            return Err(self.report_exceeded(file, text, message, format!("more than {MAX_BYTES} bytes up to here")));
        }
        let (movement, diagnostics) = betza::movement(&text.value);
        let mut whole = Ok(());
        for diagnostic in diagnostics {
            let error = diagnostic.is_error();
            let diagnostic = diagnostic.shifted(text.span.start);
            if error {
                whole = Err(self.reporter.error_in(file, diagnostic));
            } else {
                self.reporter.warning_in(file, diagnostic);
            }
        }
        let movement = movement.unwrap_or_default();
        self.paths += movement.paths.len();
        if self.paths > MAX_PATHS {
            let message = "the movements of this game have too many paths";
            return Err(self.report_exceeded(file, text, message, format!("more than {MAX_PATHS} up to here")));
        }
        whole.map(|()| movement)
    }

    /// Reports once that the movements of the game exceed a limit.
    fn report_exceeded(&mut self, file: FileId, text: &Spanned<String>, message: &str, label: String) -> Reported {
        let help = "write simpler movements, or fewer of them";
        let error = Diagnostic::error(Code::CheckTooBig, text.span, message).label(label).help(help);
        let proof = self.reporter.error_in(file, error);
        self.exceeded = Some(proof);
        proof
    }
}
