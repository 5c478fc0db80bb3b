//! Positions as FEN.

use super::symbol;
use crate::engine::{Arrangement, Position, StatePart, StateValue};
use crate::geometry::{Board, PerSide, Side, Square};
use crate::model::{KindId, PlacedMan, Variant};

/// The letters of the third field, in their order.
pub const WINGS: [char; 4] = ['K', 'Q', 'k', 'q'];

/// Writes a position as FEN.
pub fn write(position: &Position) -> String {
    write_arrangement(position.game().variant(), &position.arrangement())
}

/// Writes an arrangement as FEN.
pub fn write_arrangement(variant: &Variant, arrangement: &Arrangement) -> String {
    let right = |letter: char| {
        let (side, last_file) = castling_letter(letter)?;
        let partners = arrangement.partners[side];
        let partner = if last_file { partners.last_file } else { partners.first_file };
        let right = arrangement.castling[side].on(last_file);
        right.then(|| inner_partner(variant, arrangement, side, partner).unwrap_or(letter))
    };
    let field = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    let placement =
        write_placement(variant.board, &arrangement.men, &arrangement.walls, |man| &variant.kind(man.kind).symbol);
    let placement = placement + &write_hands(variant, &arrangement.hands);
    let (turn, rights) = (arrangement.turn.letter(), field(WINGS.into_iter().filter_map(right).collect()));
    let crossed = field(write_value(variant.board, arrangement.part(StatePart::EnPassant)));
    let Arrangement { halfmove, fullmove, .. } = arrangement;
    let mut text = format!("{placement} {turn} {rights} {crossed} {halfmove} {fullmove}");
    for &part in StatePart::ALL {
        let Some(key) = part.key() else { continue };
        let value = arrangement.part(part);
        // Without a key of the men that have never moved, castling rights name them.
        let all_moved =
            part == StatePart::Unmoved && arrangement.unmoved_complete && arrangement.once_a_game.is_empty();
        if value.is_none() && !all_moved {
            continue;
        }
        let value = field(write_value(variant.board, value));
        text.extend([" ", key, "=", &value]);
    }
    text
}

/// Writes the value of a part of the state as a FEN has it behind its key. Squares are sorted by file, without
/// separators.
fn write_value(board: Board, value: StateValue) -> String {
    match value {
        StateValue::Number(number) => number.to_string(),
        StateValue::Counts(PerSide { white: first, black: second }) | StateValue::Pair([first, second]) => {
            format!("{first}/{second}")
        }
        StateValue::Squares(squares) => {
            let mut squares: Vec<Square> = squares.iter().collect();
            squares.sort_by_key(|&square| (board.file(square), board.rank(square)));
            squares.into_iter().map(|square| board.name(square)).collect()
        }
        StateValue::Sides(sides) => Side::ALL.into_iter().filter(|&side| sides[side]).map(Side::letter).collect(),
        StateValue::Wings(wings) => {
            let has =
                |letter: &char| castling_letter(*letter).is_some_and(|(side, last_file)| wings[side].on(last_file));
            WINGS.into_iter().filter(has).collect()
        }
    }
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
