//! Positions as FEN.

use super::symbol;
use crate::engine::{Arrangement, Position};
use crate::geometry::{Board, PerSide, Side, Square};
use crate::model::{KindId, PlacedMan, Variant};

/// Writes a position as FEN.
pub fn write(position: &Position) -> String {
    write_arrangement(position.game().variant(), &position.arrangement())
}

/// Writes an arrangement as FEN.
pub fn write_arrangement(variant: &Variant, arrangement: &Arrangement) -> String {
    let Arrangement { castling, halfmove, fullmove, stationary_run, last_series, series, .. } = *arrangement;
    let Arrangement { quiet_series, checks, lapsed, passes, counted, count_limit, .. } = *arrangement;
    let castled = |letter: &char| {
        let wing = castling_letter(*letter).map(|(side, last_file)| (arrangement.castled[side], last_file));
        wing.is_some_and(|(wings, last_file)| if last_file { wings.last_file } else { wings.first_file })
    };
    let castled: String = ['K', 'Q', 'k', 'q'].into_iter().filter(castled).collect();
    let right = |letter: char| {
        let (side, last_file) = castling_letter(letter)?;
        let (rights, partners) = (castling[side], arrangement.partners[side]);
        let (right, partner) =
            if last_file { (rights.last_file, partners.last_file) } else { (rights.first_file, partners.first_file) };
        right.then(|| inner_partner(variant, arrangement, side, partner).unwrap_or(letter))
    };
    let rights: String = ['K', 'Q', 'k', 'q'].into_iter().filter_map(right).collect();
    // Squares without anything between them, file by file.
    let squares = |squares: &[Square]| -> String {
        let mut squares = squares.to_vec();
        squares.sort_by_key(|&square| (variant.board.file(square), variant.board.rank(square)));
        squares.dedup();
        squares.into_iter().map(|square| variant.board.name(square)).collect()
    };
    let field = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    let placement =
        write_placement(variant.board, &arrangement.men, &arrangement.walls, |man| &variant.kind(man.kind).symbol);
    let placement = placement + &write_hands(variant, &arrangement.hands);
    let (turn, rights, crossed) = (arrangement.turn.letter(), field(rights), field(squares(&arrangement.en_passant)));
    let mut text = format!("{placement} {turn} {rights} {crossed} {halfmove} {fullmove}");
    let zero = PerSide::new(0, 0);
    let letters = |sides: PerSide<bool>| -> String {
        Side::ALL.into_iter().filter(|&side| sides[side]).map(Side::letter).collect()
    };
    let [unmoved, once, moved] =
        [&arrangement.unmoved, &arrangement.once_a_game, &arrangement.moved].map(|set| squares(set));
    let keys = [
        (stationary_run != zero, format!("still={}/{}", stationary_run.white, stationary_run.black)),
        ((last_series, series) != (0, 0), format!("series={last_series}/{series}")),
        (!moved.is_empty(), format!("moved={moved}")),
        (quiet_series != 0, format!("quiet={quiet_series}")),
        (checks != zero, format!("checks={}/{}", checks.white, checks.black)),
        (lapsed != PerSide::both(false), format!("lapsed={}", letters(lapsed))),
        (!castled.is_empty(), format!("castled={castled}")),
        (passes != 0, format!("passed={passes}")),
        ((counted, count_limit) != (0, 0), format!("count={counted}/{count_limit}")),
        (!unmoved.is_empty(), format!("unmoved={unmoved}")),
        (arrangement.unmoved_complete && unmoved.is_empty() && once.is_empty(), "unmoved=-".to_owned()),
        (!once.is_empty(), format!("once={once}")),
    ];
    for (_, key) in keys.iter().filter(|(written, _)| *written) {
        text.extend([" ", key]);
    }
    text
}

/// The letter of a castling partner's file, if another man that could be the partner stands farther from the king.
fn inner_partner(variant: &Variant, arrangement: &Arrangement, side: Side, partner: Option<Square>) -> Option<char> {
    let (board, rule, partner) = (variant.board, variant.rules.castling[side].as_ref()?, partner?);
    let king = arrangement.men.iter().find(|man| man.side == side && man.kind == rule.king)?.square;
    let (file, toward) = (board.file(partner), (board.file(partner) - board.file(king)).signum());
    let is_farther = |man: &PlacedMan| {
        man.side == side
            && rule.is_with(man)
            && board.rank(man.square) == board.rank(partner)
            && (board.file(man.square) - file) * toward > 0
    };
    let letter = char::from(b'a' + u8::try_from(file).ok()?);
    let letter = if side == Side::White { letter.to_ascii_uppercase() } else { letter };
    arrangement.men.iter().any(is_farther).then_some(letter)
}

/// The side of a letter of the third field, and whether the right is toward the last file.
pub const fn castling_letter(letter: char) -> Option<(Side, bool)> {
    match letter {
        'K' => Some((Side::White, true)),
        'Q' => Some((Side::White, false)),
        'k' => Some((Side::Black, true)),
        'q' => Some((Side::Black, false)),
        _ => None,
    }
}

/// Writes the piece placement field of a FEN: the men and walls rank by rank from the last one, each man with its state. `symbol` is
/// that of White's men of the same kind.
pub fn write_placement<'a>(
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
fn write_hands(variant: &Variant, hands: &PerSide<Vec<(KindId, u16)>>) -> String {
    if !variant.has_hands() {
        return String::new();
    }
    let of_side = |side: Side| {
        let men = hands[side].iter();
        men.map(move |&(kind, number)| symbol(variant, side, kind).repeat(number.into())).collect::<String>()
    };
    format!("[{}{}]", of_side(Side::White), of_side(Side::Black))
}
