//! Observations: planes of squares, and numbers that no square has.

use weakfish::engine::{Game, Position, StatePart, StateValue};
use weakfish::geometry::Side;
use weakfish::model::{KindId, Mode};
use weakfish::notation::man_name;

use crate::values::{mode_name, side_name};

/// Observations of positions.
pub struct Observer {
    squares: usize,
    /// By number of the piece: where the plane of its side and kind begins, and those of its state.
    planes_of: Vec<(usize, Box<[usize]>)>,
    plane_names: Vec<String>,
    /// Parts of the state that are squares, each with where its plane begins.
    marked: Vec<(StatePart, usize)>,
    scalars: Vec<(String, Scalar)>,
}

#[derive(Clone, Copy)]
enum Scalar {
    WhiteToMove,
    /// Whether a part of the state has a wing of a side.
    Wing {
        part: StatePart,
        side: Side,
        last_file: bool,
    },
    /// Whether a part of the state holds of a side.
    Holds(StatePart, Side),
    /// A count, divided by its limit.
    Count {
        part: StatePart,
        side: Side,
        limit: f32,
    },
    /// Moves made in the present series, divided by the most that the first one can have.
    Series(f32),
    /// A count divided by the limit that it has with it.
    Share(StatePart),
    Repeated,
    InHand(Side, KindId),
}

impl Observer {
    /// Makes the list of planes and numbers of a game.
    pub fn new(game: &Game) -> Self {
        let variant = game.variant();
        let mut plane_names: Vec<String> = Vec::new();
        let mut plane = |name: String| {
            plane_names.iter().position(|other| *other == name).unwrap_or_else(|| {
                plane_names.push(name);
                plane_names.len() - 1
            })
        };
        let kinds: Vec<(Side, KindId)> = Side::ALL
            .into_iter()
            .flat_map(|side| variant.kinds().filter(move |(_, kind)| kind.sides[side]).map(move |(id, _)| (side, id)))
            .collect();
        for &(side, kind) in &kinds {
            plane(format!("{} {}", side_name(side), man_name(variant, kind)));
        }
        let squares = variant.board.len();
        let mut planes_of = vec![(0, Box::default())];
        for piece in game.pieces() {
            let info = game.piece_info(piece);
            let of_kind = plane(format!("{} {}", side_name(info.side), man_name(variant, info.kind)));
            let mut of_state = Vec::new();
            for (part, wind) in info.state.facings.iter().enumerate() {
                let of = if part == 0 { String::new() } else { format!(" of part {}", part + 1) };
                of_state.push(squares * plane(format!("facing {wind}{of}")));
            }
            of_state.extend(info.state.mode.map(|mode: Mode| squares * plane(mode_name(mode).to_owned())));
            of_state.extend(info.state.promoted.then(|| squares * plane("promoted".to_owned())));
            planes_of.push((squares * of_kind, of_state.into()));
        }
        let start = game.start();
        let mut marked = Vec::new();
        for &part in StatePart::ALL.iter().filter(|part| part.is_in(game.facts())) {
            if let StateValue::Squares(_) = start.part(part) {
                marked.push((part, squares * plane(part.declaration().name.to_owned())));
            }
        }
        Self { squares, planes_of, plane_names, marked, scalars: scalars(game) }
    }

    /// Names of the planes.
    pub fn planes(&self) -> &[String] {
        &self.plane_names
    }

    /// Names of the numbers.
    pub fn scalars(&self) -> Vec<String> {
        self.scalars.iter().map(|(name, _)| name.clone()).collect()
    }

    /// Length of an observation's planes.
    pub fn size(&self) -> usize {
        self.plane_names.len() * self.squares
    }

    /// Writes the observation of a position.
    pub fn write(&self, position: &Position, planes: &mut [u8], scalars: &mut [f32]) {
        planes.fill(0);
        for (square, piece) in position.men() {
            let Some((of_kind, of_state)) = self.planes_of.get(usize::from(piece.number())) else { continue };
            planes[of_kind + square.index()] = 1;
            for of_state in of_state {
                planes[of_state + square.index()] = 1;
            }
        }
        for &(part, of_part) in &self.marked {
            for square in position.part(part).squares().iter() {
                planes[of_part + square.index()] = 1;
            }
        }
        for ((_, scalar), value) in self.scalars.iter().zip(scalars) {
            *value = scalar.of(position);
        }
    }
}

fn scalars(game: &Game) -> Vec<(String, Scalar)> {
    let (variant, start) = (game.variant(), game.start());
    let mut scalars = vec![("white to move".to_owned(), Scalar::WhiteToMove)];
    for &part in StatePart::ALL.iter().filter(|part| part.is_in(game.facts())) {
        let (declaration, limit) = (part.declaration(), part.limit(variant, &|_| true));
        let name = declaration.name;
        let count = |side| Scalar::Count { part, side, limit: limit.unwrap_or(1).max(1) as f32 };
        let has_it = |side: &Side| (declaration.is_in)(game.facts(), *side);
        match start.part(part) {
            StateValue::Number(_) if limit.is_none() => {}
            StateValue::Number(_) => scalars.push((name.to_owned(), count(Side::White))),
            StateValue::Pair(_) if part == StatePart::Series => {
                let most = start.series_bounds().map_or(1, |(_, most)| most.max(1));
                scalars.push((name.to_owned(), Scalar::Series(f32::from(most))));
            }
            StateValue::Pair(_) => scalars.push((name.to_owned(), Scalar::Share(part))),
            StateValue::Counts(_) => scalars.extend(Side::ALL.map(|side| (format!("{side}'s {name}"), count(side)))),
            // They are planes.
            StateValue::Squares(_) => {}
            StateValue::Sides(_) => {
                scalars
                    .extend(Side::ALL.map(|side| (format!("{} {name}", side_name(side)), Scalar::Holds(part, side))));
            }
            StateValue::Wings(_) => {
                for side in Side::ALL.into_iter().filter(has_it) {
                    scalars.extend([(true, "last"), (false, "first")].map(|(last_file, wing)| {
                        let name = format!("{} {name} on the {wing} file", side_name(side));
                        (name, Scalar::Wing { part, side, last_file })
                    }));
                }
            }
        }
    }
    for side in Side::ALL {
        for kind in variant.droppable_kinds(side) {
            let name = format!("{} {} in hand", side_name(side), man_name(variant, kind));
            scalars.push((name, Scalar::InHand(side, kind)));
        }
    }
    scalars.push(("the position has occurred before".to_owned(), Scalar::Repeated));
    scalars
}

impl Scalar {
    fn of(self, position: &Position) -> f32 {
        let flag = |flag: bool| if flag { 1.0 } else { 0.0 };
        match self {
            Self::WhiteToMove => flag(position.turn() == Side::White),
            Self::Wing { part, side, last_file } => {
                let StateValue::Wings(wings) = position.part(part) else { return 0.0 };
                flag(wings[side].on(last_file))
            }
            Self::Holds(part, side) => {
                let StateValue::Sides(sides) = position.part(part) else { return 0.0 };
                flag(sides[side])
            }
            Self::Count { part, side, limit } => {
                let count = match position.part(part) {
                    StateValue::Number(count) => count,
                    StateValue::Counts(counts) => counts[side],
                    StateValue::Pair(_) | StateValue::Squares(_) | StateValue::Sides(_) | StateValue::Wings(_) => 0,
                };
                count as f32 / limit
            }
            Self::Series(most) => f32::from(position.series()) / most,
            Self::Share(part) => {
                let StateValue::Pair([count, limit]) = position.part(part) else { return 0.0 };
                count as f32 / limit.max(1) as f32
            }
            Self::Repeated => flag(position.last_occurrence().is_some()),
            Self::InHand(side, kind) => position.count_in_hand(side, Some(&[kind])) as f32,
        }
    }
}
