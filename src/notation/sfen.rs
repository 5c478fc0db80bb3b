//! Recognizes SFEN, the notation of Shogi programs for positions, where `b` moves first.

use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Side;
use crate::model::Variant;
use crate::source::words;

/// Refuses a text that has the fields of SFEN: behind the side to move come the men in hand, and at most the number of
/// the ply. Its `b` and `w` are the first and the second player: as a FEN it would have the other side to move.
pub(super) fn find_sfen(variant: &Variant, text: &str) -> Option<Diagnostic> {
    let castles = Side::ALL.into_iter().any(|side| variant.rules.castling[side].is_some());
    if !variant.has_hands() || castles || variant.first == Side::Black {
        return None;
    }
    let fields: Vec<_> = words(text).collect();
    let (&[placement, side, hands, ref number @ ..], 3 | 4) = (&fields[..], fields.len()) else { return None };
    let as_sfen = match side.value {
        "b" => Side::White,
        "w" => Side::Black,
        _ => return None,
    };
    let men = men_in_hand(variant, hands.value)?;
    let ply = number.first().map_or(Some(1), |number| number.value.parse::<u32>().ok())?;
    if placement.value.contains('[') {
        return None;
    }
    let message = format!("`{}` is another side in SFEN than in a FEN", side.value);
    let (board, number) = (placement.value, ply.saturating_add(1) / 2);
    let as_fen = if men.is_empty() {
        format!("; the position of a FEN is `{board}[] {} - - 0 1`", side.value)
    } else {
        String::new()
    };
    let turn = as_sfen.letter();
    let help = format!("SFEN's position is `{board}[{men}] {turn} - - 0 {}`{as_fen}", number.max(1));
    Some(Diagnostic::error(Code::FenSfen, side.span, message).label(format!("{as_sfen} in SFEN")).help(help))
}

/// The men of SFEN's third field, one letter each; `None` if it is no such field.
fn men_in_hand(variant: &Variant, field: &str) -> Option<String> {
    if field == "-" {
        return Some(String::new());
    }
    let mut men = String::new();
    let mut rest = field;
    while let Some(letter) = rest.trim_start_matches(|char: char| char.is_ascii_digit()).chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|char: char| char.is_ascii_digit()).len();
        let number =
            if digits == 0 { 1 } else { rest[..digits].parse::<usize>().ok().filter(|number| *number < 100)? };
        let symbol = letter.to_ascii_uppercase().to_string();
        if !variant.kinds().any(|(_, kind)| kind.symbol == symbol) {
            return None;
        }
        men.extend(std::iter::repeat_n(letter, number));
        rest = &rest[digits + letter.len_utf8()..];
    }
    rest.is_empty().then_some(men)
}
