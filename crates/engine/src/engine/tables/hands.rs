//! Men in hand, compiled: the hand that a captured man goes to, and where the men of a hand are dropped.

use super::numbers::{find_piece, group_index};
use super::pieces::PieceTable;
use crate::engine::PieceInfo;
use crate::engine::bits::Bits;
use crate::geometry::{Board, LeapClass, PerSide, Side, Square, Wind};
use crate::model::{
    Captured, DropBeside, DropLimit, DropLine, DropRule, HandOf, InHand, KindId, PlacedMan, SetupId, Variant,
};

/// The drops of a side's men of one kind in hand, in games from one setup.
#[derive(Clone, Debug)]
pub(crate) struct DropTable<const W: usize> {
    /// The rule; the other fields are compiled from it.
    pub(crate) rule: DropRule,
    /// Index of the hand's counter; see [`group_index`].
    pub(crate) group: usize,
    /// Pieces after the drop, each with its squares.
    pub(crate) arrivals: Vec<(u16, Bits<W>)>,
    /// The lines along which it slides in, from the edge on; none if it is put on its square.
    pub(crate) slides: Vec<Vec<Square>>,
    /// The lines on which no man is dropped beside certain others.
    pub(crate) limits: Vec<LimitTable<W>>,
    /// The conditions on the men next to the square.
    pub(crate) beside: Vec<BesideTable>,
    /// The squares that are filled first.
    pub(crate) first_on: Bits<W>,
}

/// Men of whom at least one must be next to the square of a drop, or none may be.
#[derive(Clone, Debug)]
pub(crate) struct BesideTable {
    pub(crate) groups: Box<[usize]>,
    pub(crate) none: bool,
    pub(crate) orthogonally: bool,
}

impl BesideTable {
    fn new(side: Side, beside: &DropBeside) -> Self {
        let of_side = |owner: Side, kinds: &[KindId]| -> Vec<usize> {
            kinds.iter().map(|kind| group_index(owner, kind.0)).collect()
        };
        let groups = [of_side(side, &beside.own), of_side(!side, &beside.enemy)].concat();
        Self { groups: groups.into(), none: beside.none, orthogonally: beside.orthogonally }
    }
}

impl<const W: usize> DropTable<W> {
    /// The squares of these on which the man can come to stand, as the board is occupied.
    #[inline]
    pub(crate) fn landings(&self, open: Bits<W>, occupied: Bits<W>) -> Bits<W> {
        if self.slides.is_empty() {
            return open;
        }
        let last = |line: &Vec<Square>| line.iter().copied().take_while(|&at| !occupied.contains(at)).last();
        open & self.slides.iter().filter_map(last).collect()
    }
}

/// The lines of the board that begin at one of its sides, from there on as far as the board goes.
fn lines_from(board: Board, wind: Wind) -> Vec<Vec<Square>> {
    let inward = LeapClass::Radial(1).leap(i32::from(wind.index()) / 2 + 4);
    let first = board.squares().filter(|&square| board.leap(square, -inward).is_none());
    first.map(|square| std::iter::successors(Some(square), |&at| board.leap(at, inward)).collect()).collect()
}

/// Lines closed to drops while they hold at least `least` men of certain groups; or where they hold fewer, the last
/// squares of lines.
#[derive(Clone, Debug)]
pub(crate) struct LimitTable<const W: usize> {
    lines: Vec<Bits<W>>,
    groups: Vec<usize>,
    least: u32,
    /// The squares of drops whose last one on a line is closed; `None` if whole lines are.
    last_of: Option<Bits<W>>,
}

impl<const W: usize> LimitTable<W> {
    fn new(board: Board, side: Side, limit: &DropLimit, on: Bits<W>) -> Self {
        let number = |square: Square| match limit.along {
            DropLine::File => board.file(square),
            DropLine::Rank => board.rank(square),
            DropLine::Colour => (board.file(square) + board.rank(square)) % 2,
        };
        let mut lines = Vec::new();
        for square in board.squares() {
            let line = number(square) as usize;
            if lines.len() <= line {
                lines.resize(line + 1, Bits::EMPTY);
            }
            lines[line].insert(square);
        }
        let groups = limit.kinds.iter().map(|kind| group_index(side, kind.0)).collect();
        Self { lines, groups, least: limit.least.into(), last_of: limit.last.then_some(on) }
    }

    /// The squares that are closed with these men on the board, as it is occupied.
    #[inline]
    pub(crate) fn closed(&self, occupied: Bits<W>, men_of: impl Fn(&[usize]) -> Bits<W>) -> Bits<W> {
        let men = men_of(&self.groups);
        let full = |line: &&Bits<W>| {
            let enough = (**line & men).len() >= self.least;
            self.last_of.map_or(enough, |on| !enough && (**line & on & !occupied).len() == 1)
        };
        self.lines.iter().filter(full).fold(Bits::EMPTY, |all, &line| all | line)
    }
}

/// A kind in hand that men leave behind by their first move, in games from one setup.
#[derive(Clone, Debug)]
pub(crate) struct LeftTable<const W: usize> {
    /// The kind in hand.
    pub(crate) kind: KindId,
    /// Index of the hand's counter; see [`group_index`].
    pub(crate) group: usize,
    /// Pieces on the board, each with the squares where it can be left.
    pub(crate) arrivals: Vec<(u16, Bits<W>)>,
}

impl<const W: usize> LeftTable<W> {
    /// The piece that such a man is on a square; `None` if no man leaves it there.
    pub(crate) fn piece_on(&self, square: Square) -> Option<u16> {
        self.arrivals.iter().find(|(_, on)| on.contains(square)).map(|(piece, _)| *piece)
    }
}

/// Compiles the men that each side's men can leave behind in games from a setup.
pub(crate) fn compile_left<const W: usize>(
    variant: &Variant,
    infos: &[PieceInfo],
    pieces: &[PieceTable<W>],
    setup: SetupId,
) -> PerSide<Vec<LeftTable<W>>> {
    let men = variant.setups.get(setup.index()).map_or(&[][..], |setup| &setup.men);
    PerSide::from_fn(|side| {
        let compiled = |kind: KindId| {
            let mut arrivals: Vec<(u16, Bits<W>)> = Vec::new();
            let leaves = |man: &&PlacedMan| man.side == side && variant.kind(man.kind).may_leave.contains(&kind);
            for man in men.iter().filter(leaves) {
                let state = variant.start_state(setup, side, kind, man.square);
                let Some(piece) = find_piece(infos, side, kind.0, &state) else { continue };
                if can_stand(variant, pieces, piece, side, kind, man.square) {
                    add_arrival(&mut arrivals, piece, man.square);
                }
            }
            LeftTable { kind, group: group_index(side, kind.0), arrivals }
        };
        variant.kinds_in_hand(side).into_iter().map(compiled).filter(|left| !left.arrivals.is_empty()).collect()
    })
}

/// Whether a piece may stand on a square: inside its region, and not where it could never move if that is illegal.
fn can_stand<const W: usize>(
    variant: &Variant,
    pieces: &[PieceTable<W>],
    piece: u16,
    side: Side,
    kind: KindId,
    square: Square,
) -> bool {
    let region = variant.kind(kind).stays_in.and_then(|id| variant.regions.get(id.index()));
    region.is_none_or(|region| region.squares[side].contains(square))
        && !pieces[usize::from(piece)].immobile_on.contains(square)
}

/// Adds a square where a piece arrives.
fn add_arrival<const W: usize>(arrivals: &mut Vec<(u16, Bits<W>)>, piece: u16, square: Square) {
    match arrivals.iter_mut().find(|(other, _)| *other == piece) {
        Some((_, on)) => on.insert(square),
        None => arrivals.push((piece, Bits::of(square))),
    }
}

/// By piece: the index of the hand's counter that grows when such a man is captured; `None` if it leaves the game.
pub(crate) fn captured_groups(variant: &Variant, infos: &[PieceInfo]) -> Box<[Option<usize>]> {
    let group = |info: &PieceInfo| {
        let kind = variant.kind(info.kind);
        // A man that is never captured can die, and then leaves the game.
        let Captured::ToHand { of, becomes } = kind.captured else { return None };
        if !kind.can_be_captured() {
            return None;
        }
        let side = match of {
            HandOf::Captor => !info.side,
            HandOf::Owner => info.side,
        };
        let in_hand = match becomes {
            InHand::Kind(other) => other,
            InHand::BeforePromotion if info.state.promoted => kind.was.unwrap_or(info.kind),
            InHand::Same | InHand::BeforePromotion => info.kind,
        };
        variant.kind(in_hand).sides[side].then(|| group_index(side, in_hand.0))
    };
    let pieces = infos.iter().enumerate();
    pieces.map(|(number, info)| if number == 0 { None } else { group(info) }).collect()
}

/// Compiles the drops of each side in games from a setup.
pub(crate) fn compile_drops<const W: usize>(
    variant: &Variant,
    infos: &[PieceInfo],
    pieces: &[PieceTable<W>],
    setup: SetupId,
) -> PerSide<Vec<DropTable<W>>> {
    PerSide::from_fn(|side| {
        let compiled = |kind: KindId| {
            let rule = variant.drop_of(side, kind);
            let mut arrivals: Vec<(u16, Bits<W>)> = Vec::new();
            for square in rule.on.iter() {
                for &to in rule.to.iter().filter(|&&to| variant.kind(to).sides[side]) {
                    let state = variant.start_state(setup, side, to, square);
                    let Some(piece) = find_piece(infos, side, to.0, &state) else { continue };
                    if can_stand(variant, pieces, piece, side, to, square) {
                        add_arrival(&mut arrivals, piece, square);
                    }
                }
            }
            DropTable {
                group: group_index(side, kind.0),
                arrivals,
                slides: rule.slid_from.iter().flat_map(|&wind| lines_from(variant.board, wind)).collect(),
                limits: rule
                    .limits
                    .iter()
                    .map(|limit| LimitTable::new(variant.board, side, limit, Bits::from_set(rule.on)))
                    .collect(),
                beside: rule.beside.iter().map(|beside| BesideTable::new(side, beside)).collect(),
                first_on: Bits::from_set(rule.first_on),
                rule,
            }
        };
        variant.droppable_kinds(side).into_iter().map(compiled).collect()
    })
}
