//! The arrays of shuffled setups, found by trying every order of the men.

use weakfish::geometry::{Side, Square};
use weakfish::model::{KindId, PlacedMan, Setup, SetupId, Shuffle, Variant};

use super::Man;

/// The most orders that are tried.
const MAX_ORDERS: usize = 50_000;

/// Whether such a man can stand on a square at the start, in an array or as drawn.
pub(super) fn may_start(setup: &Setup, man: Man, square: Square) -> bool {
    let own = || setup.men.iter().filter(|start| start.side == man.side);
    let is_moved = |start: &PlacedMan| {
        let shuffle = setup.shuffle.as_ref();
        shuffle.is_some_and(|of| of.kinds.contains(&start.kind) && of.squares[start.side].contains(start.square))
    };
    let moved = || own().filter(|start| is_moved(start));
    own().any(|start| start.square == square && start.kind == man.kind)
        || moved().any(|start| start.square == square) && moved().any(|start| start.kind == man.kind)
}

/// The arrays of a setup as its men, in the order of their numbers; none if there are too many, or if it is not shuffled.
pub fn arrays(variant: &Variant, setup: SetupId) -> Option<Vec<Vec<PlacedMan>>> {
    let drawn = &variant.setups[setup.index()];
    let shuffle = drawn.shuffle.as_ref()?;
    let is_moved =
        |man: &PlacedMan| shuffle.kinds.contains(&man.kind) && shuffle.squares[man.side].contains(man.square);
    let fixed: Vec<PlacedMan> = drawn.men.iter().filter(|man| !is_moved(man)).cloned().collect();
    let orders = |side: Side| {
        let men: Vec<&PlacedMan> = drawn.men.iter().filter(|man| man.side == side && is_moved(man)).collect();
        let mut squares: Vec<Square> =
            men.iter().map(|man| variant.black.square(variant.board, side, man.square)).collect();
        squares.sort_unstable();
        orders_of(variant, shuffle, &squares, &men.iter().map(|man| man.kind).collect::<Vec<_>>())
    };
    let place = |men: &mut Vec<PlacedMan>, side: Side, order: &[(Square, KindId)]| {
        for &(square, kind) in order {
            let square = variant.black.square(variant.board, side, square);
            men.push(PlacedMan { square, side, kind, state: variant.start_state(setup, side, kind, square) });
        }
    };
    let (white, black) = (orders(Side::White)?, orders(Side::Black)?);
    let mut arrays = Vec::new();
    let both = !white[0].is_empty() && !black[0].is_empty();
    let pairs: Vec<(usize, usize)> = if both && !shuffle.each_side {
        (0..white.len()).map(|index| (index, index)).collect()
    } else {
        (0..black.len()).flat_map(|black| (0..white.len()).map(move |white| (white, black))).collect()
    };
    if pairs.len() > MAX_ORDERS {
        return None;
    }
    for (first, second) in pairs {
        let mut men = fixed.clone();
        place(&mut men, Side::White, &white[first]);
        place(&mut men, Side::Black, &black[second]);
        men.sort_by_key(|man| man.square);
        arrays.push(men);
    }
    Some(arrays)
}

/// The orders of these men on these squares that meet the conditions, sorted by their numbers.
fn orders_of(
    variant: &Variant,
    shuffle: &Shuffle,
    squares: &[Square],
    men: &[KindId],
) -> Option<Vec<Vec<(Square, KindId)>>> {
    let light = |square: Square| (variant.board.file(square) + variant.board.rank(square)) % 2 == 1;
    let mut orders: Vec<Vec<(Square, KindId)>> = vec![Vec::new()];
    for &square in squares {
        let mut longer = Vec::new();
        for order in &orders {
            for &kind in &shuffle.kinds {
                let left = men.iter().filter(|&&man| man == kind).count();
                if order.iter().filter(|(_, other)| *other == kind).count() < left {
                    longer.push([&order[..], &[(square, kind)]].concat());
                }
            }
        }
        orders = longer;
        if orders.len() > MAX_ORDERS {
            return None;
        }
    }
    orders.retain(|order| {
        let balanced = shuffle.both_colours.iter().all(|kinds| {
            let own = || order.iter().filter(|(_, kind)| kinds.contains(kind));
            2 * own().filter(|(square, _)| light(*square)).count() == own().count()
        });
        balanced
            && shuffle.between.iter().all(|between| {
                order.iter().filter(|(_, kind)| *kind == between.middle).all(|&(middle, _)| {
                    let away = |(square, kind): &(Square, KindId)| {
                        let same_rank = variant.board.rank(*square) == variant.board.rank(middle);
                        let away = variant.board.file(*square) - variant.board.file(middle);
                        if same_rank && between.outer.contains(kind) { away } else { 0 }
                    };
                    order.iter().any(|man| away(man) < 0) && order.iter().any(|man| away(man) > 0)
                })
            })
    });
    // The squares that each group takes among the free ones, the group that is placed last first.
    let key = |order: &Vec<(Square, KindId)>| {
        let mut free: Vec<(Square, KindId)> = order.clone();
        let mut key: Vec<Vec<usize>> = Vec::new();
        for &kind in &shuffle.kinds {
            let count = men.iter().filter(|&&man| man == kind).count();
            let apart = count % 2 == 0 && shuffle.both_colours.iter().any(|list| *list == [kind]);
            for colour in if apart { vec![Some(true), Some(false)] } else { vec![None] } {
                let fits = |square: Square| colour.is_none_or(|colour| light(square) == colour);
                let open: Vec<(Square, KindId)> = free.iter().copied().filter(|(square, _)| fits(*square)).collect();
                key.push((0..open.len()).filter(|&index| open[index].1 == kind).collect());
                free.retain(|&(square, other)| other != kind || !fits(square));
            }
        }
        key.reverse();
        key
    };
    orders.sort_by_cached_key(key);
    Some(orders)
}
