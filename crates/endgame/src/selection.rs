//! Selections of the positions of a table: certain men, some of them in certain states.

use weakfish::engine::{Game, Piece};
use weakfish::geometry::Side;
use weakfish::model::{KindId, ManState, Variant};

use crate::layout::{Layout, Placed};
use crate::men::{Men, MenError, MenMistake};

/// The positions of certain men in which some of them stand in certain states: face a wind, or have a mode.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load};
/// use weakfish_endgame::Selection;
///
/// let game = load(&builtin::source("turning").unwrap(), &BuiltIns).unwrap();
/// let selection = Selection::parse(&game, "K B{ne} v K").unwrap();
/// assert_eq!(selection.men().len(), 3);
/// assert_eq!(selection.text(game.variant()), "K B{ne} v K");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    men: Men,
    /// The selected states, each of a man of its own.
    states: Vec<(Side, KindId, ManState)>,
}

impl From<Men> for Selection {
    fn from(men: Men) -> Self {
        Self { men, states: Vec::new() }
    }
}

impl Selection {
    /// Reads `K B{ne} v K`: men as [`Men::parse`] has them, each perhaps with its state in braces, as in a FEN. Reads a text in
    /// another spelling, such as `KQvKR`, if it has one meaning; see [`Selection::respelled`].
    ///
    /// # Errors
    ///
    /// The first word that is wrong, with the reason.
    pub fn parse(game: &Game, text: &str) -> Result<Self, MenError> {
        Self::parse_exactly(game, text).or_else(|error| match Self::respelled(game, text).as_slice() {
            [only] => Self::parse_exactly(game, only),
            _ => Err(error),
        })
    }

    /// Reads men as [`Selection::text`] writes them.
    pub(crate) fn parse_exactly(game: &Game, text: &str) -> Result<Self, MenError> {
        let variant = game.variant();
        let mut states = Vec::new();
        let men = Men::parse_words(variant, text, &mut |side, start, word| {
            let Some(brace) = word.find('{') else { return Ok(word) };
            let (symbol, braced) = word.split_at(brace);
            // An unknown symbol is reported before its state.
            let Some(kind) = variant.kind_of_symbol(side, symbol) else { return Ok(symbol) };
            let (start, end) = (start + brace, start + word.len());
            let wrong = MenError { mistake: MenMistake::UnknownState(side, kind), start, end };
            let inner =
                braced.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).ok_or_else(|| wrong.clone())?;
            let state = states_of(game, side, kind).into_iter().find(|state| state.to_string() == inner);
            states.push((side, kind, state.filter(|_| !inner.is_empty()).ok_or(wrong)?));
            Ok(symbol)
        })?;
        Ok(Self { men, states })
    }

    /// The men.
    pub const fn men(&self) -> &Men {
        &self.men
    }

    /// Whether a state is selected.
    pub const fn names_states(&self) -> bool {
        !self.states.is_empty()
    }

    /// Writes it as [`Selection::parse`] reads it, men with states before others like them.
    pub fn text(&self, variant: &Variant) -> String {
        let mut named = self.states.clone();
        let mut words = Vec::new();
        for side in Side::ALL {
            for &kind in self.men.of_side(side) {
                let at = named.iter().position(|(own, of, _)| (*own, *of) == (side, kind));
                let state = at.map_or_else(String::new, |at| format!("{{{}}}", named.remove(at).2));
                words.push(format!("{}{state}", variant.kind(kind).symbol));
            }
            if side == Side::White {
                words.push("v".to_owned());
            }
        }
        words.join(" ")
    }

    /// Whether men stand in the selected states.
    fn admits(&self, game: &Game, placed: &[Placed]) -> bool {
        let stands = |piece: Piece, (side, kind, state): &(Side, KindId, ManState)| {
            let info = game.piece_info(piece);
            (info.side, info.kind, &info.state) == (*side, *kind, state)
        };
        self.states.iter().all(|wanted| {
            let needed = self.states.iter().filter(|other| *other == wanted).count();
            placed.iter().filter(|&&(_, piece)| stands(piece, wanted)).count() >= needed
        })
    }

    /// Whether the men at their places are these, and not others that they may become and that can become them.
    fn has_kinds(&self, game: &Game, placed: &[Placed]) -> bool {
        let mut sides = weakfish::geometry::PerSide::<Vec<_>>::default();
        for &(_, piece) in placed {
            let info = game.piece_info(piece);
            sides[info.side].push(info.kind);
        }
        Men::new(sides) == self.men
    }

    /// The selected positions among those that an arrangement represents.
    pub(crate) fn share(&self, game: &Game, layout: &Layout, arrangement: u64) -> Share {
        let whole = || {
            let first = layout.maps.len() == 1 || layout.is_first_image(arrangement);
            Share { images: layout.images(arrangement).into(), first: first.then_some(0) }
        };
        if !layout.has_families_of_several_kinds && self.states.is_empty() {
            return whole();
        }
        let places = layout.places_of(arrangement);
        let mut placed = Vec::new();
        if layout.men_at(&places, &mut placed).is_none() || !self.has_kinds(game, &placed) {
            return Share::default();
        }
        if self.states.is_empty() {
            return whole();
        }
        let mut share = Share::default();
        layout.each_map(&places, &mut |map, new, places| {
            if layout.men_at(places, &mut placed).is_some() && self.admits(game, &placed) {
                share.images += u64::from(new);
                share.first = share.first.or(Some(map));
            }
        });
        share.first = share.first.filter(|_| layout.is_first_image(arrangement));
        share
    }
}

/// Share of selected positions among those that an arrangement represents.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Share {
    /// Their number.
    pub(crate) images: u64,
    /// A symmetry that leads to one of them, if the arrangement is the first of those that symmetries make of each other.
    pub(crate) first: Option<usize>,
}

/// The states of a side's men of a kind.
fn states_of(game: &Game, side: Side, kind: KindId) -> Vec<ManState> {
    let infos = game.pieces().map(|piece| game.piece_info(piece));
    infos.filter(|info| (info.side, info.kind) == (side, kind)).map(|info| info.state.clone()).collect()
}
