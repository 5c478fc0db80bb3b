//! The first field of a FEN: men and walls rank by rank, and men in hand.

use super::man::symbol;
use crate::geometry::{Board, PerSide, Side, Square};
use crate::model::{KindId, PlacedMan, Variant};

/// Writes the piece placement field of a FEN: the men and walls rank by rank from the last one, each man with its state. `symbol` is
/// that of White's men of the same kind.
pub(crate) fn write_placement<'a>(
    board: Board,
    men: &[PlacedMan],
    walls: &[Square],
    symbol: impl Fn(&PlacedMan) -> &'a str,
) -> String {
    let mut by_square: Vec<Option<&PlacedMan>> = vec![None; board.len()];
    for man in men {
        if let Some(occupant) = by_square.get_mut(man.square.index()) {
            *occupant = Some(man);
        }
    }
    let by_square: Vec<(u8, Option<&PlacedMan>)> = (0..=u8::MAX).zip(by_square).collect();
    let ranks = by_square.chunks(usize::from(board.files())).rev().map(|rank| {
        let mut text = String::new();
        let mut empty = 0;
        for (index, man) in rank {
            let square = Square::new(*index);
            if board.holes().contains(square) || walls.contains(&square) {
                push_empty_count(&mut text, &mut empty);
                text.push('*');
                continue;
            }
            let Some(man) = man else {
                empty += 1;
                continue;
            };
            push_empty_count(&mut text, &mut empty);
            match man.side {
                Side::White => text.push_str(symbol(man)),
                Side::Black => text.push_str(&symbol(man).to_lowercase()),
            }
            if man.state.promoted {
                text.push('~');
            }
            text.push_str(&man.state.in_braces());
        }
        push_empty_count(&mut text, &mut empty);
        text
    });
    ranks.collect::<Vec<_>>().join("/")
}

/// Appends the number of empty squares so far, if there are any.
fn push_empty_count(text: &mut String, empty: &mut usize) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
        *empty = 0;
    }
}

/// Writes the men in hand in brackets, White's first; nothing in a game without hands.
pub(crate) fn write_hands(variant: &Variant, hands: &PerSide<Vec<(KindId, u16)>>) -> String {
    if !variant.has_hands() {
        return String::new();
    }
    let of_side = |side: Side| {
        let men = hands[side].iter();
        men.map(move |&(kind, number)| symbol(variant, side, kind).repeat(number.into())).collect::<String>()
    };
    format!("[{}{}]", of_side(Side::White), of_side(Side::Black))
}
