//! Effects of a man's moves: `when EVENT [may] EFFECT`, and `may become MEN`.

use super::lines::{InForce, ManLine};
use super::names::{ManTable, Mention, Referrer};
use super::properties::{Properties, PropertyValue, read_angles, report_unknown_part};
use super::regions::Regions;
use super::report::{Reported, Reporter, Subject};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::PerSide;
use crate::model::{AffectedMen, Change, Effect, EffectRange, Event, Kind, KindId, KindLimit, KindsByOwner};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{self, EffectChange, MenList, Name, Part, Property, Symbol, Whose};

/// Reads the effects of a man's moves.
pub(super) struct EffectReader<'m, 'a> {
    pub(super) id: KindId,
    pub(super) man: &'a InForce<ManLine>,
    pub(super) parts: &'a [Part],
    pub(super) man_table: &'a ManTable<'a>,
    pub(super) regions: &'m Regions<'m>,
    pub(super) reporter: &'m Reporter,
}

impl<'a> EffectReader<'_, 'a> {
    /// Reads all of them.
    pub(super) fn read_effects(&self, properties: &Properties<'a>) -> Result<Vec<Effect>, Reported> {
        let mut effects: Vec<Effect> = Vec::new();
        let mut whole = Ok(());
        for (index, property) in properties.effects.iter().enumerate() {
            let effect = self.read_effect(property).and_then(|effect| {
                let Some(earlier) =
                    effects.iter().position(|other| other.clashes(&effect)).filter(|_| effects.len() == index)
                else {
                    return Ok(effect);
                };
                let (message, help) = if effects[earlier].change.is_like(&effect.change) {
                    (
                        "one move would have two effects of the same sort",
                        "let no move be both events, as with `when capturing` and `when not capturing`",
                    )
                } else {
                    (
                        "one capture can't have both effects",
                        "leave one of them out, or let the other be an effect `when not capturing`",
                    )
                };
                let twice = Diagnostic::error(Code::CheckRepeatedProperty, property.span, message)
                    .label("again here")
                    .also(properties.effects[earlier].span, "first here")
                    .help(help);
                Err(self.reporter.error_in(property.file, twice))
            });
            match effect {
                Ok(effect) if effect.change == Change::Flips && properties.flips.is_none() && !property.of_all => {
                    let modes = Diagnostic::error(Code::CheckFlipWithoutModes, property.span, "this man has no modes")
                        .label("flips to no other mode")
                        .help("add the modes, the one at the start first, as in `flips m/c`");
                    whole = Err(self.reporter.error_in(property.file, modes));
                }
                Ok(effect) => effects.push(effect),
                Err(reported) => whole = Err(reported),
            }
        }
        whole.map(|()| effects)
    }

    fn read_effect(&self, property: &PropertyValue<&'a ast::Effect>) -> Result<Effect, Reported> {
        let ast::Effect { event, by, optional, change, limits: _ } = property.value;
        let by = by.as_ref().map(|name| self.read_part(property, name)).transpose();
        let event = match event {
            ast::Event::InPlace => Ok(Event::InPlace),
            ast::Event::Moving => Ok(Event::Moving),
            ast::Event::Capturing => Ok(Event::Capturing),
            ast::Event::NotCapturing => Ok(Event::NotCapturing),
            ast::Event::Arriving(place) => self.regions.place(property.file, place).map(Event::Arriving),
            ast::Event::Dropped => Ok(Event::Dropped),
            ast::Event::DroppedNextToOwn => Ok(Event::DroppedNextToOwn),
        };
        let change = match change {
            EffectChange::Turns(angles) => read_angles(property.file, angles, self.reporter).map(Change::Turns),
            EffectChange::Flips => Ok(Change::Flips),
            EffectChange::Becomes(symbols) => {
                let InForce { line, file, sides } = self.man;
                let at = Mention { file: *file, sides: *sides, referrer: Referrer::Man(&line.symbol.value) };
                self.man_table.resolve_men(at, symbols).map(Change::Becomes)
            }
            // The men are known when all lines are read: see `fill_in_victims`.
            EffectChange::BecomesVictim => Ok(Change::BecomesVictim(Vec::new())),
            EffectChange::Dies => Ok(Change::Dies),
            EffectChange::BecomesWall => Ok(Change::BecomesWall),
            EffectChange::Destroys { whose, men, range, partners } => {
                let whose = if range.spares_own() { Some(Whose::Enemy) } else { *whose };
                self.read_affected(property, (whose, men.as_ref()), *range, partners).map(Change::Destroys)
            }
            EffectChange::Converts { men, range, partners } => {
                let men = (Some(Whose::Enemy), men.as_ref());
                self.read_affected(property, men, *range, partners).map(Change::Converts)
            }
            EffectChange::Captor(fate) => Ok(Change::Captor(*fate)),
        };
        let limits = self.read_limits(property);
        Ok(Effect { event: event?, by: by?, optional: *optional, change: change?, limits: limits? })
    }

    /// Resolves the limits of the kinds that the man becomes. Kinds that it never becomes or has already can't be
    /// limited.
    fn read_limits(&self, property: &PropertyValue<&'a ast::Effect>) -> Result<Vec<KindLimit>, Reported> {
        let InForce { line, sides, .. } = self.man;
        let at = property.mention(self.man, if property.of_all { PerSide::both(true) } else { *sides });
        let is_chosen = |limited: &Symbol| {
            let EffectChange::Becomes(men) = &property.value.change else { return true };
            men.includes(limited) && limited.value != line.symbol.value
        };
        let limits = self.man_table.resolve_limits(at, &property.value.limits, is_chosen)?;
        let mut of_kinds: Vec<KindLimit> = Vec::new();
        for limit in limits.iter().flat_map(|limit| [limit.white, limit.black]).flatten() {
            if !of_kinds.contains(&limit) {
                of_kinds.push(limit);
            }
        }
        Ok(of_kinds)
    }

    /// Resolves the men that an effect reaches; all men if none are named.
    fn read_affected(
        &self,
        property: &PropertyValue<&'a ast::Effect>,
        (whose, men): (Option<Whose>, Option<&MenList>),
        range: EffectRange,
        partners: &MenList,
    ) -> Result<AffectedMen, Reported> {
        let at = property.mention(self.man, PerSide::both(true));
        let kinds = match men {
            Some(men) => self.man_table.resolve_men(at, men)?,
            None => (0..self.man_table.men().len()).map(|index| KindId(index as u8)).collect(),
        };
        let (own, enemy) = match whose {
            None => (kinds.clone(), kinds),
            Some(Whose::Own) => (kinds, Vec::new()),
            Some(Whose::Enemy) => (Vec::new(), kinds),
        };
        let partners = match range {
            EffectRange::Coordinated => {
                let own = property.mention(self.man, self.man.sides);
                self.man_table.resolve_men(own, partners)?
            }
            EffectRange::NextTo { .. }
            | EffectRange::Enclosed { .. }
            | EffectRange::Passed
            | EffectRange::Approached { .. }
            | EffectRange::WithdrawnFrom { .. } => Vec::new(),
        };
        Ok(AffectedMen { men: KindsByOwner { own, enemy }, range, partners })
    }

    /// Resolves the part whose moves have an effect.
    fn read_part(&self, property: &PropertyValue<&'a ast::Effect>, name: &Name) -> Result<u8, Reported> {
        let Some(part) = self.parts.iter().position(|part| part.name.value == name.value) else {
            let otherwise = format!("leave out `by {}`, for all its moves", name.value);
            return Err(report_unknown_part(property.file, name, self.parts, &otherwise, self.reporter));
        };
        self.reporter.record_use(Subject::Part(self.id, part), property.file, name.span);
        Ok(part as u8)
    }
}

/// Fills in the men of `becomes its victim`: those that the man may capture and become, other than itself. Removes
/// royal men from those that change sides.
pub(super) fn fill_in_victims(kinds: &mut [Result<Kind, Reported>]) {
    let becomes = |(id, before): (KindId, &Kind)| {
        let fits = |(other, after): (KindId, &Kind)| {
            let of_both_sides = after.sides.white && after.sides.black;
            let becomes = before.royal == after.royal && before.may_become(after);
            (other != id && before.may_capture(id, other, after) && of_both_sides && becomes).then_some(other)
        };
        all_read(kinds).filter_map(fits).collect::<Vec<KindId>>()
    };
    let victims: Vec<Vec<KindId>> = (0..kinds.len())
        .map(|index| kinds[index].as_ref().map_or_else(|_| Vec::new(), |kind| becomes((KindId(index as u8), kind))))
        .collect();
    for (kind, victims) in
        kinds.iter_mut().zip(victims).filter_map(|(kind, victims)| Some((kind.as_mut().ok()?, victims)))
    {
        for effect in &mut kind.effects {
            if let Change::BecomesVictim(kinds) = &mut effect.change {
                kinds.clone_from(&victims);
            }
        }
        kind.effects.retain(|effect| effect.change != Change::BecomesVictim(Vec::new()));
    }
    // Royal men stay with their side.
    let royal: Vec<bool> = kinds.iter().map(|kind| kind.as_ref().is_ok_and(|kind| kind.royal)).collect();
    for kind in kinds.iter_mut().flatten() {
        for effect in &mut kind.effects {
            if let Change::Converts(affected) = &mut effect.change {
                affected.men.enemy.retain(|id| !royal[id.index()]);
            }
        }
    }
}

/// The kinds that could be read, with their ids.
fn all_read(kinds: &[Result<Kind, Reported>]) -> impl Iterator<Item = (KindId, &Kind)> {
    kinds.iter().enumerate().filter_map(|(index, kind)| Some((KindId(index as u8), kind.as_ref().ok()?)))
}

/// Requires royal men to become only men that are as royal as they are.
pub(super) fn check_royal_effects(man_table: &ManTable<'_>, kinds: &[Result<Kind, Reported>]) -> Result<(), Reported> {
    let mut whole = Ok(());
    let kind = |id: KindId| kinds.get(id.index()).and_then(|kind| kind.as_ref().ok());
    for (man, before) in man_table.men().iter().zip(kinds).filter_map(|(man, kind)| Some((man, kind.as_ref().ok()?))) {
        for Spanned { value, span } in &man.line.properties {
            if let Property::Effect(ast::Effect { change: EffectChange::Converts { men: Some(men), .. }, .. }) = value {
                let named = man_table.lookup_men(man.file, PerSide::both(true), men);
                let royal =
                    |&(id, place): &(KindId, Option<Span>)| place.is_some() && kind(id).is_some_and(|kind| kind.royal);
                if let Some((id, place)) = named.into_iter().find(royal) {
                    let message = format!("`{}` is royal", man_table.men()[id.index()].line.symbol.value);
                    let royal = Diagnostic::error(Code::CheckRoyalEffect, place.unwrap_or(*span), message)
                        .label("no royal man changes sides")
                        .help("name men that are not royal, or none, for all of them");
                    whole = Err(man_table.reporter.error_in(man.file, royal));
                }
            }
            let Property::Effect(ast::Effect { change: EffectChange::Becomes(men), .. }) = value else { continue };
            for (id, place) in man_table.lookup_men(man.file, man.sides, men) {
                let Some(after) = kind(id).filter(|after| !before.may_become(after)) else { continue };
                let place = place.unwrap_or(*span);
                let message = if after.royal {
                    format!("`{}` and `{}` are not royal alike", before.symbol, after.symbol)
                } else {
                    format!("`{}` is royal, and `{}` is not", before.symbol, after.symbol)
                };
                let royal = Diagnostic::error(Code::CheckRoyalEffect, place, message)
                    .label("a royal man stays as royal as it is")
                    .also(*span, "this effect")
                    .help(
                        "let both be `royal`, always and captured by the same men, or let another man have this effect",
                    );
                whole = Err(man_table.reporter.error_in(man.file, royal));
            }
        }
    }
    whole
}
