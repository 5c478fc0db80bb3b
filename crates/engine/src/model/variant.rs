use serde::{Deserialize, Serialize};

use super::parts::parts;
use super::{
    BoardStyle, Ending, Figures, Kind, KindId, ManState, Palace, Region, Rules, Setup, SetupId, Symmetry, is_default,
};
use crate::geometry::{Board, PerSide, Side, Square, SquareSet};

/// The version of the serialized model. It changes whenever programs that read the version before could misread it.
pub const MODEL_VERSION: u32 = 6;

/// A checked variant: its definition as data, including all that is inherited.
///
/// A variant that is deserialized is validated (see [`Variant::validate`]).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Variant {
    /// [`MODEL_VERSION`].
    pub version: u32,
    /// The title.
    pub title: String,
    /// The inventor's name.
    pub inventor: Option<String>,
    /// The year of invention.
    pub year: Option<u16>,
    /// A reference: a URL or a publication.
    pub source: Option<String>,
    /// A short description.
    pub about: Option<String>,
    /// The size of the board.
    pub board: Board,
    /// The lines drawn on the board, each from square to square.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Vec<Square>>,
    /// How the board is drawn.
    #[serde(skip_serializing_if = "is_default")]
    pub board_style: BoardStyle,
    /// The side that moves first.
    pub first: Side,
    /// How Black's men are made from White's.
    pub black: Symmetry,
    /// What players call White and Black; none in most games. No rule depends on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side_names: Option<PerSide<String>>,
    /// The kinds of men.
    pub kinds: Vec<Kind>,
    /// The letters that other programs have for men of this game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub letters: Vec<ForeignLetter>,
    /// How men and walls are drawn.
    #[serde(skip_serializing_if = "Figures::is_empty")]
    pub figures: Figures,
    /// The regions that men, rules and endings refer to.
    pub regions: Vec<Region>,
    /// The starting positions; at least one, and the first is the default.
    pub setups: Vec<Setup>,
    /// The rules.
    pub rules: Rules,
    /// The endings, in the order in which they are tested.
    pub endings: Vec<Ending>,
}

parts! { struct Variant {
    version: NoLeaf, title: NoLeaf, inventor: NoLeaf, year: NoLeaf, source: NoLeaf, about: NoLeaf, board: NoLeaf,
    lines, board_style, first: NoLeaf, black: NoLeaf, side_names: SideName, kinds, letters, figures, regions, setups, rules, endings,
} }

/// A letter that other programs have for a man: the Ferz of a game, which many write as `Q`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForeignLetter {
    /// The symbol there, in capitals; no other man of this game has it.
    pub written: String,
    /// The man of this game.
    pub kind: KindId,
}

parts! { struct ForeignLetter { written: NoLeaf, kind } }

/// Stands in for the kinds of a model that has none, which is invalid.
static NOBODY: Kind = Kind::PLAIN;

impl Variant {
    /// Whether the games are the same to play: they differ at most in title, inventor, year, source, description, the
    /// drawing of the board, the figures, the names of the sides and the letters of other programs.
    pub fn plays_alike(&self, other: &Self) -> bool {
        let without_facts = |variant: &Self| {
            let mut variant = variant.clone();
            (variant.title, variant.letters, variant.board_style, variant.figures) = Default::default();
            (variant.inventor, variant.year, variant.source, variant.about) = (None, None, None, None);
            variant.side_names = None;
            variant
        };
        without_facts(self) == without_facts(other)
    }

    /// The most characters in the name of a side.
    pub const MAX_SIDE_NAME: usize = 24;

    /// What players call a side: `White`, unless the game says otherwise.
    pub fn side_name(&self, side: Side) -> &str {
        match &self.side_names {
            Some(names) => &names[side],
            None => side.name(),
        }
    }

    /// Whether a side can have this name: letters, digits, blanks and hyphens, which mean nothing in any format.
    pub fn is_side_name(name: &str) -> bool {
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-');
        (1..=Self::MAX_SIDE_NAME).contains(&name.chars().count()) && name.chars().all(is_plain) && name.trim() == name
    }

    /// The additional lines of a drawing of the board: those that men move along, and the diagonals of palaces.
    pub fn drawn_lines(&self) -> Vec<Vec<Square>> {
        let board = self.board;
        let diagonals = self.board_style.palaces.iter().flat_map(|&Palace { from, to }| {
            let square = |file: Square, rank: Square| board.square(board.file(file), board.rank(rank));
            let other = square(from, to).zip(square(to, from)).map(|(one, other)| vec![one, other]);
            [Some(vec![from, to]), other]
        });
        self.lines.iter().cloned().chain(diagonals.flatten()).collect()
    }

    /// A kind by id.
    ///
    /// Ids belong to one variant. An id that this one does not have gives its last kind.
    #[inline]
    pub fn kind(&self, id: KindId) -> &Kind {
        self.kinds.get(id.index()).or(self.kinds.last()).unwrap_or(&NOBODY)
    }

    /// All kinds with their ids.
    pub fn kinds(&self) -> impl Iterator<Item = (KindId, &Kind)> {
        self.kinds.iter().enumerate().map(|(index, kind)| (KindId(index as u8), kind))
    }

    /// The kind of this symbol (in capitals, as White's) that `side` can have.
    pub fn kind_of_symbol(&self, side: Side, symbol: &str) -> Option<KindId> {
        self.kinds().find(|(_, kind)| kind.sides[side] && kind.symbol == symbol).map(|(id, _)| id)
    }

    /// The kind that a symbol (in capitals) means for `side` in the letters of other programs.
    pub fn kind_of_foreign_symbol(&self, side: Side, symbol: &str) -> Option<KindId> {
        let mut letters = self.letters.iter();
        letters.find(|letter| letter.written == symbol && self.kind(letter.kind).sides[side]).map(|letter| letter.kind)
    }

    /// The kind that a symbol (in capitals) means for `side`, in the game's letters or else in those of other programs.
    pub fn kind_of_any_symbol(&self, side: Side, symbol: &str) -> Option<KindId> {
        self.kind_of_symbol(side, symbol).or_else(|| self.kind_of_foreign_symbol(side, symbol))
    }

    /// The squares where a side's men of a kind stand in a setup, to which captured ones can return.
    pub fn homes(&self, setup: SetupId, side: Side, kind: KindId) -> SquareSet {
        let men = self.setups.get(setup.index()).map_or(&[][..], |setup| &setup.men);
        men.iter().filter(|man| man.side == side && man.kind == kind).map(|man| man.square).collect()
    }

    /// The setup of this name.
    pub fn setup_named(&self, name: &str) -> Option<SetupId> {
        self.setups.iter().position(|setup| setup.name == name).map(|index| SetupId(index as u8))
    }

    /// The state of a man of `kind` that stood on `square` in `setup` from the start: as written, or the
    /// mirror image on the right half where the setup says so.
    pub fn start_state(&self, setup: SetupId, side: Side, kind: KindId, square: Square) -> ManState {
        let mirrored = self.setups.get(setup.index()).is_some_and(|setup| setup.right_half_mirrored)
            && self.black.is_right_half(self.board, side, square);
        let kind = self.kind(kind);
        kind.start_state(side, self.black, mirrored)
            .or_else(|| kind.start_state(side, self.black, false))
            .unwrap_or_default()
    }
}
