//! Setups whose men are shuffled, and the arrays that a shuffle admits, each with a number.

use std::cmp::Ordering;

use super::{Between, Kind, KindId, PlacedMan, Setup, Shuffle, Symmetry};
use crate::geometry::{Board, PerSide, Side, Square};

impl Setup {
    /// The men that its shuffle puts on other squares, in the order of squares; none without a shuffle.
    pub fn shuffled_men(&self, side: Side) -> impl Iterator<Item = &PlacedMan> + Clone {
        let shuffle = self.shuffle.as_ref();
        let is_shuffled = move |man: &&PlacedMan| shuffle.is_some_and(|shuffle| man.side == side && shuffle.moves(man));
        self.men.iter().filter(is_shuffled)
    }

    /// The men of the drawing, and for each man that is shuffled the others of its side on whose squares it can stand.
    pub fn possible_men(&self) -> impl Iterator<Item = PlacedMan> {
        let elsewhere = Side::ALL.into_iter().flat_map(move |side| {
            let men: Vec<&PlacedMan> = self.shuffled_men(side).collect();
            let squares: Vec<Square> = men.iter().map(|man| man.square).collect();
            let on_others = move |man: &PlacedMan| {
                let man = man.clone();
                let others: Vec<Square> = squares.iter().copied().filter(|&square| square != man.square).collect();
                others.into_iter().map(move |square| PlacedMan { square, ..man.clone() })
            };
            men.into_iter().flat_map(on_others).collect::<Vec<_>>()
        });
        self.men.iter().cloned().chain(elsewhere)
    }
}

impl Shuffle {
    /// Returns whether a man of the drawing is one that changes its place.
    pub fn moves(&self, man: &PlacedMan) -> bool {
        self.kinds.contains(&man.kind) && self.squares[man.side].contains(man.square)
    }

    /// Returns whether men that stand so meet all conditions.
    pub fn is_met_by(&self, board: Board, men: &(impl Iterator<Item = (Square, KindId)> + Clone)) -> bool {
        let balanced = |kinds: &Vec<KindId>| {
            let own = men.clone().filter(|(_, kind)| kinds.contains(kind));
            let (light, dark): (Vec<_>, Vec<_>) = own.partition(|(square, _)| is_light(board, *square));
            light.len() == dark.len()
        };
        let is_between = |between: &Between| {
            men.clone().filter(|(_, kind)| *kind == between.middle).all(|(middle, _)| {
                let on_rank = |square: &Square| board.rank(*square) == board.rank(middle);
                let outer = men.clone().filter(|(_, kind)| between.outer.contains(kind)).map(|(square, _)| square);
                let mut files = outer.filter(on_rank).map(|square| board.file(square).cmp(&board.file(middle)));
                let left = files.clone().any(Ordering::is_lt);
                left && files.any(Ordering::is_gt)
            })
        };
        self.both_colours.iter().all(balanced) && self.between.iter().all(is_between)
    }
}

/// The arrays of a shuffled setup, numbered from 0.
///
/// Men are placed kind by kind, in the order of [`Shuffle::kinds`]; of a kind that stands alone in a list of
/// [`Shuffle::both_colours`] first those on light squares, then those on dark ones. The men of a kind take some of the
/// squares that are still free, which are counted from White's left, in Black's case as White's image. All ways to do so
/// are in lexicographic order. Among the orders that meet the conditions, the way of the men placed first changes
/// first from number to number. With bishops, queen, knights, king and rooks placed in this order these are the numbers
/// of Reinhard Scharnagl (*Fischer-Random-Schach*, 2004), 518 being the array of chess. Where each side has an order of its own, the
/// number is that of White's plus as many times that of Black's as White has orders.
#[derive(Clone, Debug)]
pub struct Arrays {
    board: Board,
    black: Symmetry,
    each_side: bool,
    orders: PerSide<Option<Orders>>,
}

/// Reason why a shuffle has no arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoArrays {
    /// More than [`Arrays::MAX`] of a side, or too many to look through.
    TooMany,
    /// Black's men do not stand opposite White's, and yet have no order of their own.
    Unlike,
}

/// The admissible orders of one side.
#[derive(Clone, Debug)]
struct Orders {
    /// The squares, as White sees its own, from the first file of the first rank on.
    squares: Vec<Square>,
    /// The groups in the order in which they are placed.
    groups: Vec<Group>,
    /// Each order as one number: the way of the first group, plus that of the second times the greatest number of ways
    /// of the first, and so on. Sorted.
    keys: Vec<u128>,
}

/// Men of a kind that are placed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Group {
    kind: KindId,
    count: usize,
    /// The colour of their squares: light, dark, or either (`None`).
    light: Option<bool>,
    /// Place value of this group's combination in the sort key.
    weight: u128,
}

impl Arrays {
    /// The most orders that a side may have.
    pub const MAX: usize = 1_000_000;

    /// The most ways to place the men of a side that are looked through, whether they meet the conditions or not.
    const MAX_TRIED: usize = 4_000_000;

    /// Makes the arrays of a setup; `None` if it is not shuffled or has too many.
    pub fn new(board: Board, black: Symmetry, setup: &Setup) -> Option<Self> {
        Self::of_shuffle(board, black, setup)?.ok()
    }

    /// Makes the arrays of a setup; the error is the reason why it has none. `None` without a shuffle.
    pub fn of_shuffle(board: Board, black: Symmetry, setup: &Setup) -> Option<Result<Self, NoArrays>> {
        let shuffle = setup.shuffle.as_ref()?;
        let seen = |side| -> Vec<(Square, KindId)> {
            let men = setup.shuffled_men(side);
            let mut men: Vec<_> = men.map(|man| (black.square(board, side, man.square), man.kind)).collect();
            men.sort_unstable();
            men
        };
        let men = PerSide::from_fn(seen);
        let both = Side::ALL.into_iter().all(|side| !men[side].is_empty());
        if both && !shuffle.each_side && men.white != men.black {
            return Some(Err(NoArrays::Unlike));
        }
        let mut orders = PerSide::new(None, None);
        for side in Side::ALL {
            if men[side].is_empty() || side == Side::Black && both && !shuffle.each_side {
                continue;
            }
            match Orders::new(board, shuffle, &men[side]) {
                Ok(found) => orders[side] = Some(found),
                Err(reason) => return Some(Err(reason)),
            }
        }
        Some(Ok(Self { board, black, each_side: shuffle.each_side, orders }))
    }

    /// The number of arrays, which are numbered from 0.
    pub fn count(&self) -> u64 {
        self.orders.iter().filter_map(|(_, orders)| orders.as_ref()).map(|orders| orders.keys.len() as u64).product()
    }

    /// The kinds on the squares of the men that are shuffled, for the array of this number.
    fn placed(&self, number: u64) -> Option<Vec<(Side, Square, KindId)>> {
        let mut rest = number;
        let mut placed = Vec::new();
        for side in Side::ALL {
            let Some(orders) = &self.orders[side] else { continue };
            let count = orders.keys.len() as u64;
            let men = orders.decode(self.board, *orders.keys.get(usize::try_from(rest.checked_rem(count)?).ok()?)?);
            rest /= count;
            for (square, kind) in men {
                placed.push((side, self.black.square(self.board, side, square), kind));
                if !self.each_side && self.orders[!side].is_none() {
                    placed.push((!side, self.black.square(self.board, Side::Black, square), kind));
                }
            }
        }
        (rest == 0).then_some(placed)
    }

    /// The men of the array of this number; `None` if there is none.
    ///
    /// `setup` and `kinds` are those of the game. Men that are shuffled stand in the state that they have at the start
    /// on their square.
    pub fn men(&self, number: u64, setup: &Setup, kinds: &[Kind]) -> Option<Vec<PlacedMan>> {
        let shuffle = setup.shuffle.as_ref()?;
        let mut men: Vec<PlacedMan> = setup.men.iter().filter(|man| !shuffle.moves(man)).cloned().collect();
        let has = |side| setup.shuffled_men(side).next().is_some();
        for (side, square, kind) in self.placed(number)?.into_iter().filter(|(side, ..)| has(*side)) {
            let mirrored = setup.right_half_mirrored && self.black.is_right_half(self.board, side, square);
            let data = kinds.get(kind.index())?;
            let state = data.start_state(side, self.black, mirrored);
            let state = state.or_else(|| data.start_state(side, self.black, false))?;
            men.push(PlacedMan { square, side, kind, state });
        }
        men.sort_unstable_by_key(|man| man.square);
        Some(men)
    }

    /// The number of the array of `setup` as drawn; `None` if it does not meet the conditions.
    pub fn number_of(&self, setup: &Setup) -> Option<u64> {
        let mut number = 0;
        let mut factor = 1;
        for side in Side::ALL {
            let Some(orders) = &self.orders[side] else { continue };
            let men = setup.shuffled_men(side);
            let men = men.map(|man| (self.black.square(self.board, side, man.square), man.kind)).collect::<Vec<_>>();
            let at = orders.keys.binary_search(&orders.encode(self.board, &men)?).ok()?;
            number += factor * at as u64;
            factor *= orders.keys.len() as u64;
        }
        Some(number)
    }
}

impl Orders {
    /// Enumerates the admissible orders of men on squares in White's view.
    fn new(board: Board, shuffle: &Shuffle, men: &[(Square, KindId)]) -> Result<Self, NoArrays> {
        let squares: Vec<Square> = men.iter().map(|(square, _)| *square).collect();
        let mut groups = Vec::new();
        for &kind in &shuffle.kinds {
            let count = men.iter().filter(|(_, other)| *other == kind).count();
            if count == 0 {
                continue;
            }
            let group = |count: usize, light: Option<bool>| Group { kind, count, light, weight: 0 };
            // An odd number meets the condition in no order.
            if shuffle.both_colours.iter().any(|list| list[..] == [kind]) && count.is_multiple_of(2) {
                groups.extend([true, false].map(|light| group(count / 2, Some(light))));
            } else {
                groups.push(group(count, None));
            }
        }
        let mut weight: u128 = 1;
        for group in &mut groups {
            group.weight = weight;
            weight = weight.checked_mul(ways(squares.len(), group.count) as u128).ok_or(NoArrays::TooMany)?;
        }
        let mut orders = Self { squares, groups, keys: Vec::new() };
        let mut search = Search { board, shuffle, tried: 0, keys: Vec::new() };
        let mut on = vec![None; orders.squares.len()];
        search.place(&orders, 0, 0, &mut on)?;
        search.keys.sort_unstable();
        orders.keys = search.keys;
        Ok(orders)
    }

    /// The indices of the free squares that a group can take.
    fn free(&self, board: Board, group: &Group, on: &[Option<KindId>]) -> Vec<usize> {
        let takes = |index: &usize| {
            on[*index].is_none() && group.light.is_none_or(|light| is_light(board, self.squares[*index]) == light)
        };
        (0..self.squares.len()).filter(takes).collect()
    }

    /// The men of the order with this key.
    fn decode(&self, board: Board, key: u128) -> Vec<(Square, KindId)> {
        let mut on = vec![None; self.squares.len()];
        for (index, group) in self.groups.iter().enumerate() {
            let above = self.groups.get(index + 1).map_or(key, |next| key % next.weight);
            let way = (above / group.weight) as usize;
            let free = self.free(board, group, &on);
            for taken in nth_way(free.len(), group.count, way) {
                on[free[taken]] = Some(group.kind);
            }
        }
        self.squares.iter().zip(on).filter_map(|(&square, kind)| Some((square, kind?))).collect()
    }

    /// The key of an order of these men.
    fn encode(&self, board: Board, men: &[(Square, KindId)]) -> Option<u128> {
        let mut on = vec![None; self.squares.len()];
        let mut key = 0;
        for group in &self.groups {
            let free = self.free(board, group, &on);
            let stands = |index: usize| men.contains(&(self.squares[index], group.kind));
            let taken: Vec<usize> = (0..free.len()).filter(|&index| stands(free[index])).collect();
            if taken.len() != group.count {
                return None;
            }
            key += group.weight * number_of_way(free.len(), &taken) as u128;
            for &index in &taken {
                on[free[index]] = Some(group.kind);
            }
        }
        Some(key)
    }
}

/// The search for the orders that meet the conditions.
struct Search<'s> {
    board: Board,
    shuffle: &'s Shuffle,
    tried: usize,
    keys: Vec<u128>,
}

impl Search<'_> {
    /// Places the groups from this one on in every way.
    fn place(
        &mut self,
        orders: &Orders,
        index: usize,
        key: u128,
        on: &mut Vec<Option<KindId>>,
    ) -> Result<(), NoArrays> {
        self.tried += 1;
        if self.tried > Arrays::MAX_TRIED {
            return Err(NoArrays::TooMany);
        }
        let Some(group) = orders.groups.get(index) else {
            let standing = orders.squares.iter().zip(&*on).filter_map(|(&square, kind)| Some((square, (*kind)?)));
            if self.shuffle.is_met_by(self.board, &standing) {
                self.keys.push(key);
            }
            return if self.keys.len() > Arrays::MAX { Err(NoArrays::TooMany) } else { Ok(()) };
        };
        let free = orders.free(self.board, group, on);
        if free.len() < group.count {
            return Ok(());
        }
        let mut taken: Vec<usize> = (0..group.count).collect();
        let mut way: u128 = 0;
        loop {
            for &at in &taken {
                on[free[at]] = Some(group.kind);
            }
            let placed = self.place(orders, index + 1, key + group.weight * way, on);
            for &at in &taken {
                on[free[at]] = None;
            }
            placed?;
            if !next_way(free.len(), &mut taken) {
                return Ok(());
            }
            way += 1;
        }
    }
}

/// Returns whether a square is light, as h1 is.
fn is_light(board: Board, square: Square) -> bool {
    (board.file(square) + board.rank(square)) % 2 != 0
}

/// The number of ways to take `count` of `free` squares, as far as it is a small number.
fn ways(free: usize, count: usize) -> usize {
    (0..count.min(free)).fold(1_usize, |ways, taken| ways.saturating_mul(free - taken) / (taken + 1)).max(1)
}

/// Goes to the next way to take squares, in lexicographic order; false after the last.
fn next_way(free: usize, taken: &mut [usize]) -> bool {
    let count = taken.len();
    let Some(at) = (0..count).rev().find(|&at| taken[at] < free - count + at) else { return false };
    let first = taken[at] + 1;
    taken[at..].iter_mut().zip(first..).for_each(|(square, index)| *square = index);
    true
}

/// The way of this number to take `count` of `free` squares.
fn nth_way(free: usize, count: usize, number: usize) -> Vec<usize> {
    let mut rest = number;
    let mut taken = Vec::with_capacity(count);
    for index in 0..free {
        let left = count - taken.len();
        if left == 0 {
            break;
        }
        // The ways that begin with this square.
        let with = if free - index > left - 1 { ways(free - index - 1, left - 1) } else { 1 };
        if free - index == left || rest < with {
            taken.push(index);
        } else {
            rest -= with;
        }
    }
    taken
}

/// The number of a way to take some of `free` squares.
fn number_of_way(free: usize, taken: &[usize]) -> usize {
    let skipped = |index: &usize| !taken.contains(index) && taken.iter().any(|other| other > index);
    let before = (0..free).filter(skipped).map(|index| {
        let left = taken.iter().filter(|&&other| other > index).count();
        ways(free - index - 1, left - 1)
    });
    before.sum()
}
