use super::PlacedMan;
use crate::geometry::{Board, Side, Square};

/// The first field of a FEN: the men rank by rank from the last one, each with its state. `symbol` is that of White's men
/// of the same kind.
pub(crate) fn placement<'a>(board: Board, men: &[PlacedMan], symbol: impl Fn(&PlacedMan) -> &'a str) -> String {
    let mut on: Vec<Option<&PlacedMan>> = vec![None; board.len()];
    for man in men {
        if let Some(place) = on.get_mut(man.square.index()) {
            *place = Some(man);
        }
    }
    let on: Vec<(u8, Option<&PlacedMan>)> = (0..=u8::MAX).zip(on).collect();
    let ranks = on.chunks(usize::from(board.files())).rev().map(|rank| {
        let mut text = String::new();
        let mut empty = 0;
        for (index, man) in rank {
            if board.holes().contains(Square::new(*index)) {
                push_run(&mut text, &mut empty);
                text.push('*');
                continue;
            }
            let Some(man) = man else {
                empty += 1;
                continue;
            };
            push_run(&mut text, &mut empty);
            match man.side {
                Side::White => text.push_str(symbol(man)),
                Side::Black => text.push_str(&symbol(man).to_lowercase()),
            }
            text.push_str(&man.state.in_braces());
        }
        push_run(&mut text, &mut empty);
        text
    });
    ranks.collect::<Vec<_>>().join("/")
}

fn push_run(text: &mut String, empty: &mut usize) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
        *empty = 0;
    }
}
