use crate::engine::{Arrangement, Position};
use crate::geometry::{PerSide, Side, Square};
use crate::model::{PlacedMan, Variant};
use crate::notation::man::{braces, symbol};

/// Writes a position as FEN.
pub fn write(position: &Position) -> String {
    write_arrangement(position.game().variant(), &position.arrangement())
}

/// Writes an arrangement as FEN.
pub fn write_arrangement(variant: &Variant, arrangement: &Arrangement) -> String {
    let mut text = placement(variant, &arrangement.men);
    let mut field = |value: &str| {
        text.push(' ');
        text.push_str(value);
    };
    field(&arrangement.turn.letter().to_string());
    field(&castling(arrangement));
    field(&squares(variant, &arrangement.en_passant).unwrap_or_else(|| "-".to_owned()));
    field(&arrangement.halfmove.to_string());
    field(&arrangement.fullmove.to_string());
    let pair = |values: PerSide<u8>| format!("{}/{}", values.white, values.black);
    let zero = PerSide::new(0, 0);
    if arrangement.stationary_run != zero {
        field(&format!("still={}", pair(arrangement.stationary_run)));
    }
    if (arrangement.last_series, arrangement.series) != (0, 0) {
        field(&format!("series={}/{}", arrangement.last_series, arrangement.series));
    }
    if arrangement.quiet_series != 0 {
        field(&format!("quiet={}", arrangement.quiet_series));
    }
    if arrangement.checks != zero {
        field(&format!("checks={}", pair(arrangement.checks)));
    }
    if arrangement.passes != 0 {
        field(&format!("passed={}", arrangement.passes));
    }
    if (arrangement.counted, arrangement.count_limit) != (0, 0) {
        field(&format!("count={}/{}", arrangement.counted, arrangement.count_limit));
    }
    if let Some(squares) = squares(variant, &arrangement.unmoved) {
        field(&format!("unmoved={squares}"));
    }
    text
}

/// The first field of a FEN: the men rank by rank from the last one, each with its state.
fn placement(variant: &Variant, men: &[PlacedMan]) -> String {
    let board = variant.board;
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
            text.push_str(&symbol(variant, man.side, man.kind));
            text.push_str(&braces(&man.state));
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

fn castling(arrangement: &Arrangement) -> String {
    let rights = arrangement.castling;
    let letters = [
        (rights.white.last_file, 'K'),
        (rights.white.first_file, 'Q'),
        (rights.black.last_file, 'k'),
        (rights.black.first_file, 'q'),
    ];
    let text: String = letters.into_iter().filter(|(held, _)| *held).map(|(_, letter)| letter).collect();
    if text.is_empty() { "-".to_owned() } else { text }
}

/// Squares without anything between them, file by file; `None` for none.
fn squares(variant: &Variant, squares: &[Square]) -> Option<String> {
    let board = variant.board;
    let mut squares = squares.to_vec();
    squares.sort_by_key(|&square| (board.file(square), board.rank(square)));
    squares.dedup();
    (!squares.is_empty()).then(|| squares.into_iter().map(|square| board.name(square)).collect())
}

/// The side of a letter of the third field, and whether the right is toward the last file.
pub(super) const fn castling_letter(letter: char) -> Option<(Side, bool)> {
    match letter {
        'K' => Some((Side::White, true)),
        'Q' => Some((Side::White, false)),
        'k' => Some((Side::Black, true)),
        'q' => Some((Side::Black, false)),
        _ => None,
    }
}
