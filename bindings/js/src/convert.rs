//! From the library's values to those that JavaScript sees.

use weakfish::engine::{Game, PieceInfo, Position};
use weakfish::geometry::{Side, Square, SquareSet, Wind};
use weakfish::model::{Kind, KindId, ManState, Mode, PlacedMan, Variant};
use weakfish::notation::{describe_man, man_name, symbol};
use weakfish::picture::{self, Drawing};
use weakfish::source::{Span, Utf16};

use crate::types::{self, Facing, Placed, SideName};

impl From<Side> for SideName {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}

impl From<SideName> for Side {
    fn from(side: SideName) -> Self {
        match side {
            SideName::White => Self::White,
            SideName::Black => Self::Black,
        }
    }
}

impl From<Mode> for types::Mode {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Moving => Self::Moving,
            Mode::Capturing => Self::Capturing,
        }
    }
}

pub fn place(places: &Utf16, span: Span) -> types::Place {
    let range = places.of_span(span);
    types::Place { start: range.start, end: range.end }
}

pub fn edit(places: &Utf16, edit: &weakfish::diagnostic::Edit) -> types::Edit {
    let range = places.of_span(edit.span);
    types::Edit { start: range.start, end: range.end, text: edit.text.clone() }
}

pub fn squares(variant: &Variant, squares: SquareSet) -> Vec<String> {
    squares.iter().map(|square| variant.board.name(square)).collect()
}

/// What a game's men look like, and the numbers of their states.
#[derive(Debug)]
pub struct Looks {
    drawings: Vec<Drawing>,
    kinds: Vec<KindLooks>,
}

/// What the states of a kind's men are.
#[derive(Debug)]
struct KindLooks {
    states: [Vec<ManState>; 2],
    /// The names of the parts that have a facing, where a man has several parts.
    parts: Vec<Option<String>>,
}

/// The states of a side's men of a kind, the one at the start first.
fn states(variant: &Variant, kind: &Kind, side: Side) -> Vec<ManState> {
    let mut states = kind.states(side, variant.black);
    let start = kind.start_state(side, variant.black, false);
    if let Some(at) = states.iter().position(|state| Some(state) == start.as_ref()) {
        states[..=at].rotate_right(1);
    }
    states
}

impl Looks {
    pub fn new(variant: &Variant) -> Self {
        let looks = |kind: &Kind| {
            let faces = |part: &usize| kind.facings(Side::White, variant.black, *part).len() > 1;
            let parts = (0..kind.components.len()).filter(faces);
            KindLooks {
                states: Side::ALL.map(|side| states(variant, kind, side)),
                parts: parts.map(|part| kind.components[part].name.clone()).collect(),
            }
        };
        Self { drawings: picture::drawings(variant), kinds: variant.kinds.iter().map(looks).collect() }
    }

    pub fn drawings(&self) -> &[Drawing] {
        &self.drawings
    }

    pub fn drawing(&self, kind: KindId) -> &Drawing {
        &self.drawings[kind.index()]
    }

    pub fn states(&self, kind: KindId, side: Side) -> &[ManState] {
        &self.kinds[kind.index()].states[side.index()]
    }

    /// The facings of a man's parts.
    pub fn facings(&self, kind: KindId, state: &ManState) -> Vec<Facing> {
        let parts = &self.kinds[kind.index()].parts;
        let facing = |(at, wind): (usize, &Wind)| Facing { part: parts.get(at).cloned().flatten(), wind: wind.name() };
        state.facings.iter().enumerate().map(facing).collect()
    }

    /// The man on a square of a position.
    pub fn placed(&self, position: &Position, square: Square) -> Option<Placed> {
        let piece = position.piece_at(square)?;
        Some(self.man(position.game(), square, position.game().piece_info(piece)))
    }

    /// A man as it would stand on a square.
    pub fn man(&self, game: &Game, square: Square, man: &PieceInfo) -> Placed {
        let variant = game.variant();
        let PieceInfo { side, kind, state, .. } = man;
        let (side, id) = (*side, *kind);
        let drawing = self.drawing(id);
        let placed = PlacedMan { square, side, kind: id, state: state.clone() };
        Placed {
            square: variant.board.name(square),
            side: side.into(),
            man: man_name(variant, id),
            letter: symbol(variant, side, id),
            state: self.states(id, side).iter().position(|other| other == state).unwrap_or_default(),
            facings: self.facings(id, state),
            mode: state.mode.map(Into::into),
            symbol: drawing.name.clone(),
            royal: variant.kind(id).royal,
            crown: drawing.needs_crown,
            label: describe_man(variant, &placed),
        }
    }
}
