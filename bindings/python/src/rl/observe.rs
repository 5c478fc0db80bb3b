//! Observations: planes of squares, and numbers that no square has.

use weakfish::engine::{CastlingRights, Game, Position};
use weakfish::geometry::{Side, SquareSet};
use weakfish::model::{KindId, Mode};
use weakfish::notation::man_name;

use crate::values::{mode_name, side_name};

/// What is seen of a position.
pub struct Observer {
    squares: usize,
    /// By number of the piece: where the plane of its side and kind begins, and those of its state.
    planes_of: Vec<(usize, Box<[usize]>)>,
    plane_names: Vec<String>,
    en_passant: Option<usize>,
    unmoved: Option<usize>,
    once: Option<usize>,
    walls: Option<usize>,
    scalars: Vec<(String, Scalar)>,
}

#[derive(Clone, Copy)]
enum Scalar {
    WhiteToMove,
    Castling {
        side: Side,
        last_file: bool,
    },
    Castled {
        side: Side,
        last_file: bool,
    },
    /// Plies without progress, divided by their limit.
    Quiet(f32),
    QuietSeries(f32),
    Repeated,
    InHand(Side, KindId),
    Stationary(Side, f32),
    Checks(Side, f32),
    Passes,
    Series(f32),
    Counted,
}

impl Observer {
    /// Makes the list of planes and numbers of a game.
    pub fn new(game: &Game) -> Self {
        let variant = game.variant();
        let facts = game.facts();
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
        let en_passant = facts.en_passant.then(|| plane("en passant".to_owned()));
        let unmoved = facts.men.first_moves.then(|| plane("unmoved".to_owned()));
        let once = facts.men.once_a_game.then(|| plane("once a game".to_owned()));
        let walls = facts.walls.any().then(|| plane("walls".to_owned()));
        let scalars = scalars(game);
        Self { squares, planes_of, plane_names, en_passant, unmoved, once, walls, scalars }
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

    /// Writes what is seen of a position.
    pub fn write(&self, position: &Position, planes: &mut [u8], scalars: &mut [f32]) {
        planes.fill(0);
        for (square, piece) in position.men() {
            let Some((of_kind, of_state)) = self.planes_of.get(usize::from(piece.number())) else { continue };
            planes[of_kind + square.index()] = 1;
            for of_state in of_state {
                planes[of_state + square.index()] = 1;
            }
        }
        let mut mark = |plane: Option<usize>, squares: &dyn Fn() -> SquareSet| {
            if let Some(plane) = plane {
                for square in squares().iter() {
                    planes[plane * self.squares + square.index()] = 1;
                }
            }
        };
        mark(self.en_passant, &|| position.en_passant());
        mark(self.unmoved, &|| position.unmoved());
        mark(self.once, &|| position.once_a_game());
        mark(self.walls, &|| position.walls());
        for ((_, scalar), value) in self.scalars.iter().zip(scalars) {
            *value = scalar.of(position);
        }
    }
}

fn scalars(game: &Game) -> Vec<(String, Scalar)> {
    let (variant, facts) = (game.variant(), game.facts());
    let mut scalars = vec![("white to move".to_owned(), Scalar::WhiteToMove)];
    for side in Side::ALL.into_iter().filter(|&side| facts.castling.by_side[side]) {
        for (last_file, wing) in [(true, "last"), (false, "first")] {
            let name = format!("{} castles on the {wing} file", side_name(side));
            scalars.push((name, Scalar::Castling { side, last_file }));
            if facts.castling.noted {
                let name = format!("{} has castled on the {wing} file", side_name(side));
                scalars.push((name, Scalar::Castled { side, last_file }));
            }
        }
    }
    let limit = |limit: Option<u32>| limit.unwrap_or(1).max(1) as f32;
    for counter in game.start().counters() {
        let limit = limit(counter.limit);
        let side = if counter.name.starts_with("White") { Side::White } else { Side::Black };
        let scalar = match counter.name.as_str() {
            "plies without progress" => Scalar::Quiet(limit),
            "series without progress" => Scalar::QuietSeries(limit),
            "passes in a row" => Scalar::Passes,
            name if name.ends_with("in a row") => Scalar::Stationary(side, limit),
            name if name.ends_with("checks") => Scalar::Checks(side, limit),
            _ => continue,
        };
        scalars.push((counter.name, scalar));
    }
    if facts.series.any {
        let most = Side::ALL.into_iter().filter_map(|_| game.start().series_bounds()).map(|(_, most)| most).max();
        scalars.push(("moves made in the series".to_owned(), Scalar::Series(f32::from(most.unwrap_or(1).max(1)))));
    }
    if facts.counts.moves {
        scalars.push(("plies counted".to_owned(), Scalar::Counted));
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
        let on_wing = |wings: CastlingRights, last| flag(if last { wings.last_file } else { wings.first_file });
        match self {
            Self::WhiteToMove => flag(position.turn() == Side::White),
            Self::Castling { side, last_file } => on_wing(position.castling_rights(side), last_file),
            Self::Castled { side, last_file } => on_wing(position.castled(side), last_file),
            Self::Quiet(limit) => position.halfmove() as f32 / limit,
            Self::QuietSeries(limit) => f32::from(position.quiet_series()) / limit,
            Self::Repeated => flag(position.last_occurrence().is_some()),
            Self::InHand(side, kind) => position.count_in_hand(side, Some(&[kind])) as f32,
            Self::Stationary(side, limit) => f32::from(position.stationary_run(side)) / limit,
            Self::Checks(side, limit) => f32::from(position.checks_given(side)) / limit,
            Self::Passes => f32::from(position.passes()),
            Self::Series(most) => f32::from(position.series()) / most,
            Self::Counted => {
                position.move_count().map_or(0.0, |(counted, limit)| f32::from(counted) / f32::from(limit.max(1)))
            }
        }
    }
}
