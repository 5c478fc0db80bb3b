//! Kinds of men, and how the two armies correspond.

use serde::{Deserialize, Serialize};

use super::Movement;
use super::ids::{KindId, RegionId};
use super::limits::{MAX_EFFECTS, MAX_KINDS, MAX_REGIONS};
use super::parts::{parts, without_parts};
use super::walk::{At, Parts, Walker};
use crate::geometry::{Board, Leap, PerSide, Side, Square, SquareSet, Wind};

impl Kind {
    /// A man without a movement and without properties.
    pub const PLAIN: Self = Self {
        symbol: String::new(),
        name: String::new(),
        sides: PerSide::new(false, false),
        components: Vec::new(),
        orientation: Orientation::Whole { turns: Vec::new(), within: None },
        flips: None,
        royal: false,
        royalty: Royalty::Always,
        captured_by: None,
        captures: None,
        hops_over: None,
        hops_over_whose: None,
        passes_own: Vec::new(),
        holds: KindsByOwner { own: Vec::new(), enemy: Vec::new() },
        holds_attacked: KindsByOwner { own: Vec::new(), enemy: Vec::new() },
        relays_to: Vec::new(),
        stays_in: None,
        enters_by_capture: PerSide::new(SquareSet::EMPTY, SquareSet::EMPTY),
        elsewhere: Vec::new(),
        effects: Vec::new(),
        captured: Captured::Removed,
        was: None,
        first_move: None,
        may_leave: Vec::new(),
    };

    /// All its movements: of its parts, in certain regions, and as a first move or once a game.
    pub fn movements(&self) -> impl Iterator<Item = &Movement> {
        let parts = self.components.iter().map(|part| &part.movement);
        let others = self.elsewhere.iter().map(|other| &other.movement);
        parts.chain(others).chain(self.first_move.iter().map(|first| &first.movement))
    }
}

/// Squares seen from each side: a region, or those that the line of a man names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Region {
    /// The name of a region, as in `palace`.
    pub name: Option<String>,
    /// The squares; empty for a side that has no such region.
    pub squares: PerSide<SquareSet>,
}

parts! { struct Region[MAX_REGIONS] { name: NoLeaf, squares } }

/// The mode of a man that flips: it can move or capture, never both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Moves to empty squares; written `-`.
    Moving,
    /// Captures; written `x`.
    Capturing,
}

/// An angle in eighths of a full turn, from 1 (45°) to 4 (180°).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub struct Eighths(u8);

impl Eighths {
    /// 45°, 90°, 135° and 180°.
    pub const ALL: [Self; 4] = [Self(1), Self(2), Self(3), Self(4)];

    /// An angle of this many eighths; `None` unless they are from 1 to 4.
    pub fn new(eighths: u8) -> Option<Self> {
        (1..=4).contains(&eighths).then_some(Self(eighths))
    }

    /// An angle of 45, 90, 135 or 180 degrees; `None` for any other.
    pub fn from_degrees(degrees: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|eighths| eighths.degrees() == degrees)
    }

    /// The number of eighths.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The angle in degrees.
    pub const fn degrees(self) -> u32 {
        self.0 as u32 * 45
    }
}

impl From<Eighths> for u8 {
    fn from(eighths: Eighths) -> Self {
        eighths.0
    }
}

impl From<Eighths> for i32 {
    fn from(eighths: Eighths) -> Self {
        eighths.0.into()
    }
}

impl TryFrom<u8> for Eighths {
    type Error = String;

    fn try_from(eighths: u8) -> Result<Self, String> {
        Self::new(eighths).ok_or_else(|| format!("{eighths} eighths of a turn are not from 1 to 4"))
    }
}

/// A kind of man (piece type): its movement, turns and properties, for the sides that have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kind {
    /// The symbol as White's: a capital letter, or one with `+` before or `'` after it.
    pub symbol: String,
    /// The name, in small letters.
    pub name: String,
    /// The sides that can have such men.
    pub sides: PerSide<bool>,
    /// The parts that move and turn; at least one.
    pub components: Vec<Component>,
    /// Turns of the whole man.
    pub orientation: Orientation,
    /// The mode at the start, if men of this kind flip.
    pub flips: Option<Mode>,
    /// Whether it may not be left attacked, always or when `royalty` says.
    pub royal: bool,
    /// The times when it may not be left attacked, if it is royal.
    #[serde(default, skip_serializing_if = "Royalty::is_constant")]
    pub royalty: Royalty,
    /// The kinds that may capture it; `None` is all.
    pub captured_by: Option<Vec<KindId>>,
    /// The kinds it may capture; `None` is all.
    pub captures: Option<Vec<KindId>>,
    /// The kinds of either side that it may hop over; `None` is all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hops_over: Option<Vec<KindId>>,
    /// Owner of the men that it may hop over; either side if `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hops_over_whose: Option<Whose>,
    /// The kinds of its own side that it passes: to its movement their squares are as if empty, but it can't stop there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passes_own: Vec<KindId>,
    /// The men that it holds on the squares next to it: such a man makes no move and attacks nothing.
    #[serde(default, skip_serializing_if = "KindsByOwner::is_empty")]
    pub holds: KindsByOwner,
    /// The men that it holds on the squares where it could capture, whether it is held itself or not. Its own limits of
    /// captures do not matter.
    #[serde(default, skip_serializing_if = "KindsByOwner::is_empty")]
    pub holds_attacked: KindsByOwner,
    /// The kinds of its side to which it relays its moves: such a man moves and captures as it does, too, while it stands where
    /// this one could capture.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relays_to: Vec<KindId>,
    /// The region of its side that it never leaves.
    pub stays_in: Option<RegionId>,
    /// The squares that it enters only by capturing, for each side's men.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub enters_by_capture: PerSide<SquareSet>,
    /// Other movements of a man of one part for certain regions of its side; the first region that contains it counts.
    pub elsewhere: Vec<Elsewhere>,
    /// Effects of its moves. At most one effect of a move changes its facing, one its mode and one its kind, one kills it and
    /// one destroys others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// The fate of its men when they are captured.
    #[serde(default, skip_serializing_if = "Captured::leaves_the_game")]
    pub captured: Captured,
    /// Kind of a promoted man before its promotion; `None` if positions do not record which men have promoted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<KindId>,
    /// Its additional movement until it first moves, or until it has used it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_move: Option<FirstMove>,
    /// Kinds in hand: it may leave one such man on the square where it stood, when it first moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub may_leave: Vec<KindId>,
}

parts! { struct Kind[MAX_KINDS] {
    symbol: NoLeaf, name: NoLeaf, sides, components, orientation, flips, royal, royalty, captured_by, captures,
    hops_over, hops_over_whose, passes_own, holds, holds_attacked, relays_to, stays_in, enters_by_capture, elsewhere, effects,
    captured, was: Men::Coming, first_move, may_leave: Men::Coming,
} }

impl Kind {
    /// Returns whether positions record which men of this kind have never moved.
    pub fn has_first_move(&self) -> bool {
        self.first_move.as_ref().is_some_and(|first| first.lasts == Lasting::UntilItMoves) || !self.may_leave.is_empty()
    }

    /// Returns whether its men have a movement that each may use once a game.
    pub fn moves_once_a_game(&self) -> bool {
        self.first_move.as_ref().is_some_and(|first| first.lasts == Lasting::UntilItIsUsed)
    }

    /// Returns whether men of this kind are royal, however many of them are left.
    pub fn is_always_royal(&self) -> bool {
        self.royal && self.royalty.is_constant()
    }

    /// Whether its men may go to a square without capturing, as far as certain squares are closed to them.
    pub fn may_go_quietly(&self, regions: &[Region], side: Side, to: Square) -> bool {
        let region = self.stays_in.and_then(|id| regions.get(id.index()));
        region.is_none_or(|region| region.squares[side].contains(to)) && !self.enters_by_capture[side].contains(to)
    }

    /// Home choices: of captured men that return, and of captors.
    pub fn home_choices(&self) -> impl Iterator<Item = HomeChoice> {
        let captured = if let Captured::Home(choice) = self.captured { Some(choice) } else { None };
        let captor = if let Some(CaptorFate::GoesHome(choice)) = self.captor_fate() { Some(choice) } else { None };
        captured.into_iter().chain(captor)
    }

    /// Whether its men, of kind `id`, may capture those of another kind, `other`, by the properties of both.
    pub fn may_capture(&self, id: KindId, other: KindId, victim: &Self) -> bool {
        self.captures.as_ref().is_none_or(|kinds| kinds.contains(&other))
            && victim.captured_by.as_ref().is_none_or(|captors| captors.contains(&id))
    }

    /// Returns whether a man of this kind may be captured, and the game goes on after it.
    pub fn can_be_captured(&self) -> bool {
        !self.is_always_royal() && self.captured_by.as_ref().is_none_or(|captors| !captors.is_empty())
    }
}

/// An effect of a man's moves: on the man itself, or on the men next to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effect {
    /// The moves that have it.
    pub event: Event,
    /// The part of the man whose moves have it, as an index into [`Kind::components`]; `None` is any move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<u8>,
    /// Whether the player may decline it.
    pub optional: bool,
    /// The change of the man.
    pub change: Change,
    /// The kinds that it can't become once its side has the given number of them. A man that must become another one
    /// and has no choice left by these limits doesn't change. A limit never forbids a man to keep its kind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<KindLimit>,
}

parts! { struct Effect[MAX_EFFECTS] { event, by: NoLeaf, optional, change, limits } }

/// The moves that have an effect. Castlings have none, and promotions none that changes the man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A move of its own: the man stays on its square.
    InPlace,
    /// Any move to another square.
    Moving,
    /// A capture.
    Capturing,
    /// A move to another square that captures nothing.
    NotCapturing,
    /// Any move to one of these squares of its side.
    Arriving(PerSide<SquareSet>),
    /// A drop. It only converts others.
    Dropped,
    /// A drop on a square next to another man of its own side. It only converts others.
    DroppedNextToOwn,
}

parts! { enum Event { InPlace, Moving, Capturing, NotCapturing, Arriving(squares: UnnamedSides), Dropped, DroppedNextToOwn } }

/// Change that an effect makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Turn by one of these angles, left or right.
    Turns(Vec<Eighths>),
    /// Flip to the other mode.
    Flips,
    /// Change to one of these kinds. The man faces as before, and keeps its mode, if men of the new kind can; else
    /// it stands as that kind is written.
    Becomes(Vec<KindId>),
    /// Change to the kind that the move captures, if it is one of these, as [`Change::Becomes`] does.
    BecomesVictim(Vec<KindId>),
    /// The man dies: it leaves the board as if it had been captured. Promotions have this effect too.
    Dies,
    /// The man dies and leaves a permanent wall on its square; see [`WallRule`](super::WallRule). Promotions have this
    /// effect too.
    BecomesWall,
    /// Men that the move reaches die. Promotions have this effect too.
    Destroys(AffectedMen),
    /// The opponent's men that the move reaches change sides, if men of the mover's side can be of their kind and stand there.
    /// They face as they did. Promotions have this effect too.
    Converts(AffectedMen),
    /// A captor's fate: the man that has captured stays, returns or changes sides.
    Captor(CaptorFate),
}

/// Fate of a man that has captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CaptorFate {
    /// Rifle capture: the captor never leaves its square, and does not promote.
    StaysBehind,
    /// Rebirth of the captor (Anticirce): the home square of its kind in the setup, as it stands there; for a promoted man that of the
    /// new kind. Without an empty home the capture is illegal.
    GoesHome(HomeChoice),
    /// Change of colour (Andernach): the opponent's man of the same kind and facing. Royal men keep their side, as does a man whom the
    /// opponent does not have or may not have on that square.
    ChangesSides,
}

parts! { enum Change {
    Turns(angles), Flips, Becomes(kinds: Men::Coming), BecomesVictim(kinds), Dies, BecomesWall, Destroys(men), Converts(men),
    Captor(fate),
} }

impl CaptorFate {
    /// Whether another change of the same capture is excluded: the captor's own by a return, deaths and conversions by any fate.
    pub(super) fn excludes(self, other: &Change) -> bool {
        match self {
            Self::StaysBehind | Self::ChangesSides => other.kills() || other.converted().is_some(),
            Self::GoesHome(_) => true,
        }
    }
}

parts! { enum CaptorFate { StaysBehind, GoesHome(choice), ChangesSides } }

/// The most men of a kind that a side may have by its men's becoming them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KindLimit {
    /// The kind.
    pub kind: KindId,
    /// The number of men of the side, of any origin.
    pub most: u8,
    /// Whether men in hand are not counted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_board: bool,
}

parts! { struct KindLimit[MAX_KINDS] { kind: Men::Own, most: In(0, 255), on_board } }

/// Men that a move has an effect on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AffectedMen {
    /// Kinds of the men.
    #[serde(flatten)]
    pub men: KindsByOwner,
    /// Squares of the men.
    pub range: EffectRange,
    /// Kinds of the mover's side, at least one, that an effect by coordination needs; otherwise none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub partners: Vec<KindId>,
}

parts! { struct AffectedMen { men: Unnamed(Plain), range, partners } }

impl AffectedMen {
    /// Men of these kinds on these squares, without partners.
    pub const fn new(men: KindsByOwner, range: EffectRange) -> Self {
        Self { men, range, partners: Vec::new() }
    }
}

/// The squares whose men a move has an effect on. Men that the move captures are not there, nor is one that it leaves behind.
///
/// A move approaches, passes and withdraws from men in its direction: if it leads along a rank, a file or a diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EffectRange {
    /// The squares next to the one where it ends.
    NextTo {
        /// Only those that share a side with it.
        orthogonally: bool,
    },
    /// Custodial capture: the squares in a line between the target and another man of the mover's side, if men of these
    /// kinds stand on all of them.
    Enclosed {
        /// Only in ranks and files.
        orthogonally: bool,
    },
    /// The squares where the rank of the target crosses the file of a partner, or its file the partner's rank.
    Coordinated,
    /// The squares between those where it begins and ends.
    Passed,
    /// The square behind the one where it ends, in its direction.
    Approached {
        /// All squares of an unbroken line of such men that begins there.
        in_line: bool,
    },
    /// The square before the one where it begins, in its direction.
    WithdrawnFrom {
        /// All squares of an unbroken line of such men that begins there.
        in_line: bool,
    },
}

parts! { enum EffectRange {
    NextTo { orthogonally }, Enclosed { orthogonally }, Coordinated, Passed, Approached { in_line },
    WithdrawnFrom { in_line },
} }

impl EffectRange {
    /// Whether it has only men of the opponent.
    pub const fn spares_own(self) -> bool {
        matches!(self, Self::Enclosed { .. } | Self::Coordinated)
    }

    /// Whether it depends on where the move begins.
    pub(crate) const fn has_direction(self) -> bool {
        matches!(self, Self::Passed | Self::Approached { .. } | Self::WithdrawnFrom { .. })
    }
}

/// Owner of men, relative to a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whose {
    /// Those of its own side.
    Own,
    /// Those of the opponent.
    Enemy,
}

/// Kinds of men that a man holds or has an effect on, by whose they are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KindsByOwner {
    /// Kinds of its own side.
    pub own: Vec<KindId>,
    /// Kinds of the opponent.
    pub enemy: Vec<KindId>,
}

parts! { struct KindsByOwner { own, enemy } }

impl KindsByOwner {
    /// Returns whether it names no men.
    pub fn is_empty(&self) -> bool {
        self.own.is_empty() && self.enemy.is_empty()
    }

    /// The kinds of a side, for a man of the side `man`.
    pub fn of(&self, side: Side, man: Side) -> &[KindId] {
        if side == man { &self.own } else { &self.enemy }
    }
}

/// Times when a royal man may not be left attacked. At any other time it can be captured like any man.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Royalty {
    /// Always.
    #[default]
    Always,
    /// While its side has at most this many men of its kind; at least 1.
    WhenLeft(u8),
    /// The same, and no move may leave those attacked that were royal before it, even if there are more men of the kind
    /// after it.
    WhenLeftBeforeMoving(u8),
    /// Together with the other men of its side that are royal like this, of any kind: not all of them may be left
    /// attacked.
    Together,
}

parts! { enum Royalty {
    Always, WhenLeft = "when_left" (men: In(1, 255)), WhenLeftBeforeMoving = "when_left_before_moving" (men: In(1, 255)), Together,
} }

impl Royalty {
    /// Whether such men are always royal, with any other men on the board.
    pub fn is_constant(&self) -> bool {
        *self == Self::Always
    }
}

/// A part of a man with a facing of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Component {
    /// The name of the part, where the man has several.
    pub name: Option<String>,
    /// The Betza string, as written; empty if there is no movement.
    pub betza: String,
    /// The Betza string of its movement along the lines of the board, as written; empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub along_lines: String,
    /// The movement as White's man has it at the start on the left half of the board, along lines and otherwise; it has
    /// no paths if a man without parts never moves.
    pub movement: Movement,
    /// The angles by which this part alone turns left or right as a move.
    pub turns: Vec<Eighths>,
}

parts! { struct Component {
    name: NoLeaf, betza: Spelling, along_lines: Spelling,
    movement: If(!betza.is_empty() || !movement.paths.is_empty()), turns,
} }

impl Component {
    /// The movement as a definition has it.
    pub fn written(&self) -> &str {
        if self.betza.is_empty() { "no movement" } else { &self.betza }
    }
}

/// Turns of a whole man as moves of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Orientation {
    /// All parts turn together.
    Whole {
        /// The angles, left or right; empty if the man as a whole doesn't turn.
        turns: Vec<Eighths>,
        /// The sector it keeps to.
        within: Option<Within>,
    },
    /// The man's movement stays as it is on the board, and it uses only the direction it faces.
    OneDirection {
        /// The direction faced at the start, as White's man has it on the left half of the board.
        start: Wind,
        /// The angles, left or right; only to directions the movement has.
        turns: Vec<Eighths>,
    },
}

parts! { enum Orientation { Whole { turns: Unnamed(Plain), within }, OneDirection { start: NoLeaf, turns: Unnamed(Plain) } } }

impl Orientation {
    /// The angles by which the whole man turns as a move.
    pub fn turns(&self) -> &[Eighths] {
        let (Self::Whole { turns, .. } | Self::OneDirection { turns, .. }) = self;
        turns
    }
}

/// A sector: all winds within an angle from its middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Within {
    /// The greatest angle.
    pub eighths: Eighths,
    /// The middle of the sector, as White's man has it.
    pub of: Wind,
}

parts! { struct Within { eighths, of: NoLeaf } }

/// A movement that holds in a region only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Elsewhere {
    /// The region of its side.
    pub region: RegionId,
    /// Whether the Betza string is added to the usual movement.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub also: bool,
    /// The Betza string, as written; empty if there is no movement.
    pub betza: String,
    /// The movement of a man inside the region, the usual one included where it still has that.
    pub movement: Movement,
}

parts! { struct Elsewhere[MAX_REGIONS] {
    region, also, betza: Spelling, movement: If(!betza.is_empty() || !movement.paths.is_empty()),
} }

/// A movement that a man of the setup has in addition to its usual one: until it first moves, or until it has used it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstMove {
    /// The Betza string, as written.
    pub betza: String,
    /// The movement of White's man, however it faces; it captures nothing.
    pub movement: Movement,
    /// The time for which the man has it.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub lasts: Lasting,
    /// Whether it can be made only while its side is not in check.
    pub unless_in_check: bool,
    /// The enemy kinds that cancel it by aiming at the man: by any move after which one of them could capture on its
    /// square on an otherwise empty board.
    pub until_aimed_at_by: Vec<KindId>,
}

parts! { struct FirstMove { betza: Spelling, movement, lasts, unless_in_check, until_aimed_at_by } }

/// Time for which a man has a movement in addition to its usual one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lasting {
    /// Until it first moves, turns or flips.
    #[default]
    UntilItMoves,
    /// Until it has moved so: once a game, from any square.
    UntilItIsUsed,
}

// Captured men.

/// Fate of a captured man.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Captured {
    /// Removal from the game.
    #[default]
    Removed,
    /// Transfer to a hand.
    ToHand {
        /// The player who gets it, and whose man it is from then on.
        of: HandOf,
        /// The man that it becomes there.
        becomes: InHand,
    },
    /// Return to the square where such a man of its side stands in the setup, if that square is empty after the move.
    /// Without an empty one the man is removed.
    Home(HomeChoice),
}

parts! { enum Captured { Removed, ToHand { of, becomes: Unnamed(Plain) }, Home(choice) } }

impl Captured {
    /// Returns whether the man leaves the game.
    pub fn leaves_the_game(&self) -> bool {
        *self == Self::Removed
    }
}

/// Choice of the square that a captured man returns to, among those where such men stand in the setup.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HomeChoice {
    /// The only one.
    #[default]
    Only,
    /// The one on the file of the square where it is captured.
    OnItsFile,
    /// The one on a square of the same colour as that where it is captured.
    OnItsColour,
}

/// The player whose hand a captured man goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandOf {
    /// The player who captures it: the man changes sides.
    Captor,
    /// The player who has lost it.
    Owner,
}

/// The kind of a captured man in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InHand {
    /// The kind that it is on the board.
    Same,
    /// Always this kind.
    Kind(KindId),
    /// The kind that it was before it promoted, if it did: [`Kind::was`].
    BeforePromotion,
}

parts! { enum InHand { Same, Kind(kind: Men::Coming), BeforePromotion } }

// How the two armies correspond.

/// Symmetry of the sides: how Black's men are made from White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Symmetry {
    /// Reflected in the ranks: left and right are as on the board.
    MirrorsWhite,
    /// Seen from the other end of the board: left and right are as their owner sees them.
    RotatesWhite,
}

impl Symmetry {
    /// The movement of `side` that corresponds to this one of White.
    pub fn movement(self, side: Side, movement: &Movement) -> Movement {
        match (side, self) {
            (Side::White, _) => Movement::new(movement.paths.clone()),
            (Side::Black, Self::MirrorsWhite) => movement.mirrored_in_ranks(),
            (Side::Black, Self::RotatesWhite) => movement.turned(4),
        }
    }

    /// The leap of `side` that corresponds to this one of White.
    pub(crate) const fn leap(self, side: Side, leap: Leap) -> Leap {
        match (side, self) {
            (Side::White, _) => leap,
            (Side::Black, Self::MirrorsWhite) => Leap::new(leap.dx, -leap.dy),
            (Side::Black, Self::RotatesWhite) => Leap::new(-leap.dx, -leap.dy),
        }
    }

    /// The wind of `side` that corresponds to this one of White.
    pub const fn wind(self, side: Side, wind: Wind) -> Wind {
        match (side, self) {
            (Side::White, _) => wind,
            (Side::Black, Self::MirrorsWhite) => wind.mirrored_in_ranks(),
            (Side::Black, Self::RotatesWhite) => wind.turned(4),
        }
    }

    /// The square of `side` that corresponds to this one of White, and the other way round.
    pub fn square(self, board: Board, side: Side, square: Square) -> Square {
        match (side, self) {
            (Side::White, _) => square,
            (Side::Black, Self::MirrorsWhite) => board.mirrored_in_ranks(square),
            (Side::Black, Self::RotatesWhite) => board.rotated(square),
        }
    }

    /// Whether `square` is on the half of the board that is right of the middle line as `side` sees it, or on the line
    /// itself.
    pub fn is_right_half(self, board: Board, side: Side, square: Square) -> bool {
        let file = board.file(square);
        match (self, side) {
            (Self::RotatesWhite, Side::Black) => board.is_right_half(i32::from(board.files()) - 1 - file),
            _ => board.is_right_half(file),
        }
    }
}

without_parts! { HandOf, HomeChoice, Lasting, Mode, Whose }

impl Parts for Eighths {
    const MOST: usize = Self::ALL.len();

    fn walk(&mut self, _: &At<'_>, _: &mut dyn Walker) {}
}
