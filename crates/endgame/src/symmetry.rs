//! Symmetries of a game, found by trying the board's on positions of the men of a table.
//!
//! A symmetry maps squares to squares and each piece to a piece of the same kind, and of the same side or, where
//! colours are exchanged, of the other. It must map the legal moves, the outcome and the claims of every tried position
//! to those of the image.

use weakfish::engine::{Game, Move, MoveKind, Piece, Position, TurnState};
use weakfish::geometry::{Board, BoardMap, PerSide, Side, SquareSet};
use weakfish::model::SetupId;
use weakfish::random::SplitMix64;

use crate::layout::Layout;

/// Whether a symmetry exchanges the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Colours {
    Kept,
    Exchanged,
}

impl Colours {
    fn image(self, side: Side) -> Side {
        if self == Self::Kept { side } else { !side }
    }

    /// The image of a state.
    fn image_of_state(self, map: &BoardMap, state: TurnState) -> TurnState {
        let per_side = |counts: PerSide<u8>| PerSide::from_fn(|side| counts[self.image(side)]);
        TurnState {
            turn: self.image(state.turn),
            en_passant: map.apply_to_set(state.en_passant),
            stationary_run: per_side(state.stationary_run),
            checks: per_side(state.checks),
            ..state
        }
    }
}

/// The game whose symmetries are tried, and its setup: endings and promotions may depend on it.
pub(crate) type GameOf<'g> = (&'g Game, SetupId);

/// A symmetry of the positions of a layout, and of those `below` to which its moves lead, that exchanges the sides: the map
/// of the board, and the image of each piece by number. `None` if there is none.
pub(crate) fn find_exchange(of: GameOf<'_>, layout: &Layout, below: &[&Layout]) -> Option<(BoardMap, Vec<u16>)> {
    let board = of.0.variant().board;
    let maps = std::iter::once(BoardMap::Identity).chain(BoardMap::all(board));
    let exchange = |layout: &Layout, map: &BoardMap| {
        let pieces = map_pieces(of.0, layout, map, Colours::Exchanged)?;
        holds(of, layout, (map, Colours::Exchanged), &pieces).then_some(pieces)
    };
    maps.into_iter().find_map(|map| {
        let pieces = exchange(layout, &map)?;
        below.iter().all(|below| exchange(below, &map).is_some()).then_some((map, pieces))
    })
}

/// The image of a state without captures en passant where the sides are exchanged.
pub(crate) fn exchanged(state: TurnState) -> TurnState {
    Colours::Exchanged.image_of_state(&BoardMap::Identity, state)
}

/// A bit for each of these maps of a board.
pub(crate) fn bits(board: Board, maps: &[BoardMap]) -> u8 {
    let all = BoardMap::all(board).into_iter().enumerate();
    all.fold(0, |bits, (index, map)| bits | u8::from(maps.contains(&map)) << index)
}

/// The symmetries with these bits, which [`find`] has found of the same layout; `None` if they can't have been found.
pub(crate) fn of_bits(game: &Game, layout: &Layout, bits: u8) -> Option<Vec<(BoardMap, Vec<u16>)>> {
    let all = BoardMap::all(game.variant().board);
    let chosen = all.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1);
    let found = chosen.map(|(_, map)| Some((map.clone(), map_pieces(game, layout, map, Colours::Kept)?)));
    found.collect::<Option<Vec<_>>>().filter(|_| u32::from(bits) >> all.len() == 0)
}

/// Positions tried for each map at least.
const MIN_TRIALS: u64 = 600;

/// Positions tried for each place of each man.
const TRIALS_PER_PLACE: u64 = 2;

/// The symmetries of the positions of a layout, among those whose board map is in `admitted` if that is given. They
/// form a group, without the identity.
pub(crate) fn find(of: GameOf<'_>, layout: &Layout, admitted: Option<&[BoardMap]>) -> Vec<(BoardMap, Vec<u16>)> {
    let board = of.0.variant().board;
    let maps = BoardMap::all(board);
    let mut found: Vec<(BoardMap, Vec<u16>)> = Vec::new();
    for map in &maps {
        if admitted.is_some_and(|admitted| !admitted.contains(map)) {
            continue;
        }
        let Some(pieces) = map_pieces(of.0, layout, map, Colours::Kept) else { continue };
        if holds(of, layout, (map, Colours::Kept), &pieces) {
            found.push((map.clone(), pieces));
        }
    }
    // The symmetries of the game are a group. Trials may accept a false one; a set that is no group is rejected.
    let closed = found.iter().all(|(one, pieces)| {
        found.iter().all(|(other, later)| {
            let both = |piece: usize| pieces.get(piece).and_then(|&image| later.get(usize::from(image))).copied();
            let is_both =
                |images: &dyn Fn(usize) -> u16| (0..pieces.len()).all(|piece| both(piece) == Some(images(piece)));
            match one.then(other, &maps, board) {
                Some(BoardMap::Identity) => is_both(&|piece| piece as u16),
                Some(map) => {
                    let same = found.iter().find(|(kept, _)| *kept == map);
                    same.is_some_and(|(_, images)| is_both(&|piece| images.get(piece).copied().unwrap_or_default()))
                }
                None => false,
            }
        })
    });
    if closed { found } else { Vec::new() }
}

/// The image of each piece, by number. `None` if a piece of the layout has none.
fn map_pieces(game: &Game, layout: &Layout, map: &BoardMap, colours: Colours) -> Option<Vec<u16>> {
    let found = game.images_of_pieces(map, colours == Colours::Exchanged);
    let image = |(piece, image): (Piece, Option<Piece>)| match image {
        Some(image) => Some(image.number()),
        None => (!layout.has(piece)).then_some(piece.number()),
    };
    std::iter::once(Some(0)).chain(game.pieces().zip(found).map(image)).collect()
}

/// Tries a map on positions of the layout, among them some with each man on each of its places.
fn holds((game, setup): GameOf<'_>, layout: &Layout, (map, colours): (&BoardMap, Colours), pieces: &[u16]) -> bool {
    let by_number: Vec<Piece> = game.pieces().collect();
    let image = |piece: Piece| {
        let number = usize::from(*pieces.get(usize::from(piece.number()))?);
        by_number.get(number.checked_sub(1)?).copied()
    };
    let mut random = SplitMix64::new(1);
    let (mut position, mut mirrored) = (game.start_of(setup), game.start_of(setup));
    let total: u64 = layout.groups.iter().map(|group| group.places.len() as u64).sum();
    let rounds = TRIALS_PER_PLACE.max(MIN_TRIALS.div_ceil(total.max(1)));
    let (mut men, mut images) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        for (number, group) in layout.groups.iter().enumerate() {
            for place in 0..group.places.len() {
                men.clear();
                images.clear();
                let mut occupied = SquareSet::EMPTY;
                for (other, own) in layout.groups.iter().enumerate() {
                    for man in 0..own.count {
                        let chosen = if (other, man) == (number, 0) { place } else { random.below(own.places.len()) };
                        let Some(&(square, piece)) = own.places.get(chosen) else { return false };
                        if !occupied.contains(square) {
                            occupied.insert(square);
                            men.push((square, piece));
                        }
                    }
                }
                if men.len() != layout.men {
                    continue;
                }
                for &(square, piece) in &men {
                    let Some(placed) = map.apply(square).zip(image(piece)) else { return false };
                    images.push(placed);
                }
                let state = layout.state(random.below(layout.states() as usize) as u32);
                let legal = position.rearrange(&men, state);
                if legal != mirrored.rearrange(&images, colours.image_of_state(map, state))
                    || legal && !is_image(&mut position, &mut mirrored, (map, colours), &image)
                {
                    return false;
                }
            }
        }
    }
    true
}

/// Whether one position is the image of the other, as far as moves, outcomes and claims show; where the sides are exchanged,
/// those after each move too.
fn is_image(
    position: &mut Position,
    mirrored: &mut Position,
    (map, colours): (&BoardMap, Colours),
    image: &impl Fn(Piece) -> Option<Piece>,
) -> bool {
    if !ends_alike(position, mirrored, colours) {
        return false;
    }
    let mapped = |mv: Move| {
        let Move::Man(mut man) = mv else { return Some(mv) };
        man.from = map.apply(man.from)?;
        man.to = map.apply(man.to)?;
        man.piece = image(man.piece)?;
        if let MoveKind::EnPassant { victim } = &mut man.kind {
            *victim = map.apply(*victim)?;
        }
        Some(Move::Man(man))
    };
    let moves = position.legal_moves().to_vec();
    let Some(images) = moves.iter().map(|&mv| mapped(mv)).collect::<Option<Vec<Move>>>() else { return false };
    let mut sorted = images.clone();
    let mut others = mirrored.legal_moves().to_vec();
    sorted.sort_unstable();
    others.sort_unstable();
    if sorted != others {
        return false;
    }
    // A rule of one side may show only after its move: by an ending, or a capture en passant.
    colours == Colours::Kept
        || moves.into_iter().zip(images).all(|(mv, other)| {
            let (undo, mirrored_undo) = (position.make(mv), mirrored.make(other));
            let alike = colours.image_of_state(map, position.turn_state()) == mirrored.turn_state()
                && ends_alike(position, mirrored, colours);
            mirrored.unmake(mirrored_undo);
            position.unmake(undo);
            alike
        })
}

/// Whether the outcomes and claims of two positions are images of each other.
fn ends_alike(position: &Position, mirrored: &Position, colours: Colours) -> bool {
    let outcome = |position: &Position| position.verdict().map(|verdict| (verdict.winner, verdict.worth));
    let expected = outcome(position).map(|(winner, worth)| (winner.map(|side| colours.image(side)), worth));
    expected == outcome(mirrored) && position.best_claim().is_some() == mirrored.best_claim().is_some()
}
