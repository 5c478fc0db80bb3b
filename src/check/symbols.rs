//! The symbols of a game, with the places where each is defined and used.

use super::lines::{FileId, LinesInForce};
use super::names::Names;
use super::place::{Place, Subject};
use super::properties;
use super::regions::Regions;
use crate::geometry::PerSide;
use crate::model::{KindId, RegionId, SetupId};
use crate::syntax::Origin;
use crate::syntax::ast::{MovementText, TestSection};

/// A name that a definition gives to something.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Symbol {
    /// The meaning of the symbol.
    pub kind: SymbolKind,
    /// How it is written: a man's letter, a name, the words of a property.
    pub name: String,
    /// The name of the man.
    pub title: Option<String>,
    /// The sides that have it.
    pub sides: PerSide<bool>,
    /// The place of its definition.
    pub definition: Place,
    /// The places of its uses, in the lines in force, in order.
    pub uses: Vec<Place>,
}

/// The meaning of a symbol. The ids are those of the game, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SymbolKind {
    /// A kind of men.
    Man(KindId),
    /// The part of a man with this number.
    Part(KindId, usize),
    /// A property of a man.
    Property(KindId),
    /// A region.
    Region(RegionId),
    /// A setup; `None` is one that is only the base of others.
    Setup(Option<SetupId>),
    /// The test with this number.
    Test(usize),
}

/// All symbols of a game, in the order of their definitions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols(Vec<Symbol>);

impl Symbols {
    /// The symbols, in the order of their definitions.
    pub fn iter(&self) -> impl Iterator<Item = &Symbol> {
        self.0.iter()
    }

    /// Leads the places in one text back to it as it was written.
    pub(super) fn move_back(&mut self, file: FileId, origin: &Origin) {
        let places = self.0.iter_mut().flat_map(|symbol| symbol.uses.iter_mut().chain([&mut symbol.definition]));
        places.filter(|place| place.file == file).for_each(|place| place.span = origin.of(place.span));
    }

    /// The symbol that is defined or used at a byte of a text.
    pub fn at(&self, file: FileId, byte: usize) -> Option<&Symbol> {
        let here = |place: &Place| place.file == file && place.span.range().contains(&byte);
        self.0.iter().find(|symbol| here(&symbol.definition) || symbol.uses.iter().any(here))
    }
}

/// Gathers the symbols of a game.
pub(super) fn symbols(
    lines: &LinesInForce,
    names: &Names<'_>,
    regions: &Regions,
    tests: &[TestSection],
    mut uses: Vec<(Subject, Place)>,
) -> Symbols {
    uses.sort_unstable();
    uses.dedup();
    let uses_of = |subject: Subject| -> Vec<Place> {
        let first = uses.partition_point(|(other, _)| *other < subject);
        uses[first..].iter().take_while(|(other, _)| *other == subject).map(|(_, place)| *place).collect()
    };
    let both = PerSide::both(true);
    let symbol = |kind, name: &str, sides, file, span, uses| Symbol {
        kind,
        name: name.to_owned(),
        title: None,
        sides,
        definition: Place { file, span },
        uses,
    };
    let mut symbols = Vec::new();
    for (index, man) in names.men().iter().enumerate() {
        let (id, file, line) = (KindId(index as u8), man.file, &man.line);
        symbols.push(Symbol {
            title: Some(line.name.value.clone()),
            ..symbol(
                SymbolKind::Man(id),
                &line.symbol.value,
                man.sides,
                file,
                line.symbol.span,
                uses_of(Subject::Man(id)),
            )
        });
        if let MovementText::Parts(parts) = &line.movement {
            for (number, part) in parts.iter().enumerate() {
                let uses = uses_of(Subject::Part(id, number));
                let kind = SymbolKind::Part(id, number);
                symbols.push(symbol(kind, &part.name.value, man.sides, file, part.name.span, uses));
            }
        }
        for property in &line.properties {
            let (kind, name) = (SymbolKind::Property(id), properties::name(&property.value));
            symbols.push(symbol(kind, &name, man.sides, file, property.span, Vec::new()));
        }
    }
    for region in &lines.regions {
        let Some(id) = regions.id(&region.line.name.value) else { continue };
        let (name, uses) = (&region.line.name, uses_of(Subject::Region(id)));
        symbols.push(symbol(SymbolKind::Region(id), &name.value, region.sides, region.file, name.span, uses));
    }
    let setups = lines.setups.iter().enumerate().map(|(index, setup)| (Some(SetupId(index as u8)), setup));
    let older = lines.older_setups.iter().map(|setup| (None, setup));
    for (id, setup) in setups.chain(older) {
        let name = &setup.line.name;
        let uses = uses_of(Subject::Setup(setup.file, name.span));
        symbols.push(symbol(SymbolKind::Setup(id), &name.value, both, setup.file, name.span, uses));
    }
    for (number, test) in tests.iter().enumerate() {
        let kind = SymbolKind::Test(number);
        symbols.push(symbol(kind, &test.name.value, both, lines.own(), test.name.span, Vec::new()));
    }
    symbols.sort_by_key(|symbol| symbol.definition);
    Symbols(symbols)
}
