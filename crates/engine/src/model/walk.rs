//! Walks over a model, which see and may replace the leaves of its parts.
//!
//! A leaf is an id, a square, a set of squares, a direction, a number, a side or a movement. A table beside each type
//! names the fields of a part. The type of a field determines how it is walked, or a `Role` after a colon in the table.

use std::fmt;

use super::ids::{KindId, RegionId, Wing};
use super::limits::{MAX_KINDS, MAX_LEAPS};
use super::movement::Movement;
use crate::geometry::{Leap, PerSide, Side, Square, SquareSet, Wind};

/// Part of a model whose leaves can be walked.
pub trait Parts {
    /// The most such parts that a list may have.
    const MOST: usize = usize::MAX;

    /// Takes a walker to each leaf.
    fn walk(&mut self, at: &At<'_>, walker: &mut dyn Walker);

    /// Puts the parts of a list in order after a walk, if their order has no meaning.
    #[expect(unused_variables, reason = "most have a meaning")]
    fn sort(list: &mut [Self])
    where
        Self: Sized,
    {
    }
}

/// Visitor of leaves, which may replace them. Leaves without a method of its own are left alone.
#[expect(unused_variables, reason = "a walker is called with what it ignores, too")]
pub trait Walker {
    /// A kind of man.
    fn kind(&mut self, at: &At<'_>, id: &mut KindId, named: Named) {}
    /// A region.
    fn region(&mut self, at: &At<'_>, id: &mut RegionId) {}
    /// A square.
    fn square(&mut self, at: &At<'_>, square: &mut Square) {}
    /// A set of squares.
    fn squares(&mut self, at: &At<'_>, squares: &mut SquareSet) {}
    /// A leap.
    fn leap(&mut self, at: &At<'_>, leap: &mut Leap) {}
    /// A direction on the board.
    fn wind(&mut self, at: &At<'_>, wind: &mut Wind) {}
    /// A wing of the board.
    fn wing(&mut self, at: &At<'_>, wing: &mut Wing) {}
    /// A side. A walker that exchanges the sides also exchanges the parts of each side.
    fn side(&mut self, at: &At<'_>, side: &mut Side) {}
    /// A number and its bounds.
    fn number(&mut self, at: &At<'_>, number: &mut u32, bounds: In) {}
    /// The length of a list and its bound.
    fn length(&mut self, at: &At<'_>, length: usize, most: usize) {}
    /// A movement. Its paths are [`Parts`], too.
    fn movement(&mut self, at: &At<'_>, movement: &mut Movement) {}
    /// The text from which a movement was read.
    fn spelling(&mut self, at: &At<'_>, text: &mut String) {}
}

/// Shows the leaves of a part to a walker: those of a copy, which is returned.
pub fn walked<T: Parts + Clone>(part: &T, at: &At<'_>, walker: &mut dyn Walker) -> T {
    let mut copy = part.clone();
    copy.walk(at, walker);
    copy
}

/// Place of a part, written as the path to it in the model's JSON.
#[derive(Clone, Copy)]
pub enum At<'a> {
    /// The whole.
    Root,
    /// A field.
    Field(&'a At<'a>, &'static str),
    /// An element of a list.
    Element(&'a At<'a>, usize),
    /// Part of one side.
    Side(&'a At<'a>, Side),
    /// Part of one side, where the path does not name the side.
    UnnamedSide(&'a At<'a>, Side),
}

impl<'a> At<'a> {
    /// The place of the part that contains this one.
    fn up(&'a self) -> &'a Self {
        match self {
            Self::Root => self,
            Self::Field(up, _) | Self::Element(up, _) | Self::Side(up, _) | Self::UnnamedSide(up, _) => up,
        }
    }

    /// The side whose part it is; `None` if it belongs to both.
    pub fn side(&self) -> Option<Side> {
        match self {
            Self::Root => None,
            Self::Field(up, _) | Self::Element(up, _) => up.side(),
            Self::Side(_, side) | Self::UnnamedSide(_, side) => Some(*side),
        }
    }
}

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Field(Self::Root, name) => f.write_str(name),
            Self::Field(up, name) => write!(f, "{up}.{name}"),
            Self::Element(up, index) => write!(f, "{up}[{index}]"),
            Self::Side(up, Side::White) => write!(f, "{up}.white"),
            Self::Side(up, Side::Black) => write!(f, "{up}.black"),
            Self::UnnamedSide(up, _) => up.fmt(f),
        }
    }
}

/// Context in which a kind is named.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The side that must have such men; `None` if either may.
    pub of: Option<Side>,
    /// Whether this brings such a man onto the board or into a hand.
    pub comes: bool,
}

/// The kinds that a part brings onto the board or into a hand, each with the side whose men these are; `None` is
/// either.
pub fn coming_men(part: &(impl Parts + Clone)) -> Vec<(Option<Side>, KindId)> {
    struct Coming(Vec<(Option<Side>, KindId)>);
    impl Walker for Coming {
        fn kind(&mut self, _: &At<'_>, id: &mut KindId, named: Named) {
            self.0.extend(named.comes.then_some((named.of, *id)));
        }
    }
    let mut coming = Coming(Vec::new());
    walked(part, &At::Root, &mut coming);
    coming.0
}

// Roles of fields.

/// Role of a field of type `T`: how it is walked, if its type alone does not say.
pub(crate) trait Role<T> {
    /// Walks the field.
    fn walk(self, value: &mut T, at: &At<'_>, walker: &mut dyn Walker);
}

/// The role of a field that has no other.
pub(crate) struct Plain;

impl<T: Parts> Role<T> for Plain {
    fn walk(self, value: &mut T, at: &At<'_>, walker: &mut dyn Walker) {
        value.walk(at, walker);
    }
}

/// Role of kinds.
#[derive(Clone, Copy)]
pub(crate) enum Men {
    /// Men of either side that don't come: the default role of kinds.
    Any,
    /// Any number of men of either side, some of one kind; the path does not number them.
    Together,
    /// Men of the side whose part it is; the path does not number them.
    Own,
    /// Men of that side, which come onto the board or into its hand.
    OwnComing,
    /// Men of this side, which come.
    Of(Side),
    /// Men of either side, which come.
    Coming,
}

impl Role<KindId> for Men {
    fn walk(self, value: &mut KindId, at: &At<'_>, walker: &mut dyn Walker) {
        let of = match self {
            Self::Any | Self::Together | Self::Coming => None,
            Self::Own | Self::OwnComing => at.side(),
            Self::Of(side) => Some(side),
        };
        let comes = matches!(self, Self::OwnComing | Self::Of(_) | Self::Coming);
        walker.kind(at, value, Named { of, comes });
    }
}

impl Role<Vec<KindId>> for Men {
    fn walk(self, value: &mut Vec<KindId>, at: &At<'_>, walker: &mut dyn Walker) {
        let most = if matches!(self, Self::Together) { usize::MAX } else { MAX_KINDS };
        walker.length(at, value.len(), most);
        let numbered = matches!(self, Self::Any | Self::Coming);
        for (index, kind) in value.iter_mut().enumerate().take(most) {
            let element = if numbered { At::Element(at, index) } else { *at };
            self.walk(kind, &element, walker);
        }
    }
}

/// Role of numbers from one to another. Numbers have no other role: each has bounds.
#[derive(Clone, Copy, Debug)]
pub struct In(
    /// The least.
    pub u32,
    /// The greatest.
    pub u32,
);

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl Role<$number> for In {
            fn walk(self, value: &mut $number, at: &At<'_>, walker: &mut dyn Walker) {
                let mut number = (*value).into();
                walker.number(at, &mut number, self);
                *value = number.try_into().unwrap_or(<$number>::MAX);
            }
        })*
    };
}

numbers! { u8, u16 }

/// Roles that distribute over options and sides.
pub(crate) trait Distributes: Copy {}

impl Distributes for Men {}
impl Distributes for In {}

impl<T, R: Role<T> + Distributes> Role<Option<T>> for R {
    fn walk(self, value: &mut Option<T>, at: &At<'_>, walker: &mut dyn Walker) {
        if let Some(value) = value {
            Role::walk(self, value, at, walker);
        }
    }
}

impl<T, R: Role<T> + Distributes> Role<PerSide<T>> for R {
    fn walk(self, value: &mut PerSide<T>, at: &At<'_>, walker: &mut dyn Walker) {
        for side in Side::ALL {
            Role::walk(self, &mut value[side], &At::Side(at, side), walker);
        }
        exchange(value, at, walker);
    }
}

/// Role of the name of a side, which goes with the side.
#[derive(Clone, Copy)]
pub(crate) struct SideName;

impl Role<String> for SideName {
    fn walk(self, _: &mut String, _: &At<'_>, _: &mut dyn Walker) {}
}

impl Distributes for SideName {}

/// Role of a text from which a movement was read.
pub(crate) struct Spelling;

impl Role<String> for Spelling {
    fn walk(self, value: &mut String, at: &At<'_>, walker: &mut dyn Walker) {
        walker.spelling(at, value);
    }
}

/// Role of a movement that a man may lack: it is walked if this is true.
pub(crate) struct If(pub(crate) bool);

impl Role<Movement> for If {
    fn walk(self, value: &mut Movement, at: &At<'_>, walker: &mut dyn Walker) {
        if self.0 {
            value.walk(at, walker);
        }
    }
}

/// Role of a side's part toward the last file; the field holds the part toward the first.
pub(crate) struct OtherWing<'a, T>(pub(crate) &'a mut T);

impl<T: Parts> Role<T> for OtherWing<'_, T> {
    fn walk(self, value: &mut T, at: &At<'_>, walker: &mut dyn Walker) {
        value.walk(at, walker);
        let mut wing = Wing::LastFile;
        wing.walk(at, walker);
        if wing == Wing::FirstFile {
            std::mem::swap(self.0, value);
        }
    }
}

/// Role of fields without leaves: names, angles, and directions that a man of White's has and that turn around with the side.
pub(crate) struct NoLeaf;

impl<T> Role<T> for NoLeaf {
    fn walk(self, _: &mut T, _: &At<'_>, _: &mut dyn Walker) {}
}

/// Role of a field that the path to its leaves does not name.
pub(crate) struct Unnamed<R>(pub(crate) R);

impl<T, R: Role<T>> Role<T> for Unnamed<R> {
    fn walk(self, value: &mut T, at: &At<'_>, walker: &mut dyn Walker) {
        self.0.walk(value, at.up(), walker);
    }
}

/// Role of squares of both sides that share one path.
pub(crate) struct UnnamedSides;

impl<T: Parts> Role<PerSide<T>> for UnnamedSides {
    fn walk(self, value: &mut PerSide<T>, at: &At<'_>, walker: &mut dyn Walker) {
        for side in Side::ALL {
            value[side].walk(&At::UnnamedSide(at, side), walker);
        }
        exchange(value, at, walker);
    }
}

/// Role of pairs that hold for White and Black or the other way round: they are not exchanged with the sides.
pub(crate) struct EitherWay;

impl<T: Parts> Role<Vec<PerSide<T>>> for EitherWay {
    fn walk(self, value: &mut Vec<PerSide<T>>, at: &At<'_>, walker: &mut dyn Walker) {
        for (index, pair) in value.iter_mut().enumerate() {
            for side in Side::ALL {
                pair[side].walk(&At::Side(&At::Element(at, index), side), walker);
            }
        }
    }
}

/// Exchanges the parts of the sides, if a walker exchanges the sides.
fn exchange<T>(sides: &mut PerSide<T>, at: &At<'_>, walker: &mut dyn Walker) {
    let mut first = Side::White;
    walker.side(at, &mut first);
    if first == Side::Black {
        std::mem::swap(&mut sides.white, &mut sides.black);
    }
}

// Leaves and collections.

macro_rules! leaves {
    ($($leaf:ident: $method:ident $([$most:expr])?),*) => {
        $(impl Parts for $leaf {
            $(const MOST: usize = $most;)?

            fn walk(&mut self, at: &At<'_>, walker: &mut dyn Walker) {
                walker.$method(at, self);
            }
        })*
    };
}

leaves! {
    RegionId: region, Square: square, SquareSet: squares, Leap: leap [MAX_LEAPS], Wing: wing, Side: side,
    Movement: movement
}

/// A direction on the board. One that a man of White's has is no leaf: see `NoLeaf`.
impl Parts for Wind {
    fn walk(&mut self, at: &At<'_>, walker: &mut dyn Walker) {
        walker.wind(at, self);
    }

    fn sort(list: &mut [Self]) {
        list.sort_unstable();
    }
}

impl Parts for KindId {
    const MOST: usize = MAX_KINDS;

    fn walk(&mut self, at: &At<'_>, walker: &mut dyn Walker) {
        Men::Any.walk(self, at, walker);
    }
}

/// Men in hand.
impl Parts for (KindId, u8) {
    const MOST: usize = MAX_KINDS;

    fn walk(&mut self, at: &At<'_>, walker: &mut dyn Walker) {
        Men::OwnComing.walk(&mut self.0, at, walker);
        In(1, 255).walk(&mut self.1, at, walker);
    }
}

/// The points of men.
impl Parts for (KindId, u16) {
    const MOST: usize = MAX_KINDS;

    fn walk(&mut self, at: &At<'_>, walker: &mut dyn Walker) {
        self.0.walk(at, walker);
        In(0, 65_535).walk(&mut self.1, at, walker);
    }
}

impl<T: Parts> Parts for Option<T> {
    fn walk(&mut self, at: &At<'_>, walker: &mut dyn Walker) {
        if let Some(part) = self {
            part.walk(at, walker);
        }
    }
}

impl<T: Parts> Parts for Vec<T> {
    fn walk(&mut self, at: &At<'_>, walker: &mut dyn Walker) {
        walker.length(at, self.len(), T::MOST);
        for (index, part) in self.iter_mut().enumerate().take(T::MOST) {
            part.walk(&At::Element(at, index), walker);
        }
        T::sort(self);
    }
}

impl<T: Parts> Parts for PerSide<T> {
    fn walk(&mut self, at: &At<'_>, walker: &mut dyn Walker) {
        for side in Side::ALL {
            self[side].walk(&At::Side(at, side), walker);
        }
        exchange(self, at, walker);
    }
}
