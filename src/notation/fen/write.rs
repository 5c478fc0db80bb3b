use crate::engine::{Arrangement, Position};
use crate::geometry::{PerSide, Side, Square};
use crate::model::{Variant, placement};

/// Writes a position as FEN.
pub fn write(position: &Position) -> String {
    write_arrangement(position.game().variant(), &position.arrangement())
}

/// Writes an arrangement as FEN.
pub fn write_arrangement(variant: &Variant, arrangement: &Arrangement) -> String {
    let mut text = placement(variant.board, &arrangement.men, |man| &variant.kind(man.kind).symbol);
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
