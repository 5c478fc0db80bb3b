//! The conventions of other programs for positions.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Arrangement, Position, StatePart};
use crate::geometry::{PerSide, Side};
use crate::model::{Condition, ForeignLetter, KindId, PlacedMan, Variant};
use crate::notation::man::take_symbol;
use crate::source::{Span, Word, words};
use weakfish_engine::text::fen::{write, write_arrangement, write_placement};

/// A family of conventions for positions and moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// The definition's own letters, and the FENs and moves of this library.
    #[default]
    Weakfish,
    /// FENs and moves of Fairy-Stockfish and the programs around it, with the definition's [letters](Variant::letters).
    FairyStockfish,
    /// Shogi: SFEN, and moves of USI or in Western notation.
    Sfen,
    /// Xiangqi: ranks from 0 as in ICCS, and moves in WXF notation.
    Iccs,
}

/// The dialects by name.
const DIALECTS: [(&str, Dialect); 4] = [
    ("weakfish", Dialect::Weakfish),
    ("fairy-stockfish", Dialect::FairyStockfish),
    ("sfen", Dialect::Sfen),
    ("iccs", Dialect::Iccs),
];

impl Dialect {
    /// The names of all dialects.
    pub fn names() -> impl Iterator<Item = &'static str> {
        DIALECTS.into_iter().map(|(name, _)| name)
    }

    /// Whether a text may be read in this dialect, if only `chosen` is allowed.
    pub(super) fn is_allowed(self, chosen: Option<Self>) -> bool {
        chosen.is_none_or(|chosen| chosen == self)
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, _) = DIALECTS.into_iter().find(|(_, dialect)| dialect == self).unwrap_or_default();
        f.write_str(name)
    }
}

impl FromStr for Dialect {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        DIALECTS.into_iter().find(|(known, _)| *known == name).map(|(_, dialect)| dialect).ok_or(())
    }
}

/// The fields of an SFEN.
pub(super) struct Sfen<'t> {
    pub(super) placement: Word<'t>,
    pub(super) turn: Side,
    pub(super) hands: Word<'t>,
    pub(super) number: Option<Word<'t>>,
}

/// The letter of other programs in a piece placement that has the game's own letter for the same man as well. Both stand there
/// only if they mean two men. A game that lists its own letter, too, has several forms of the man.
pub(super) fn find_mixed_letter<'v>(variant: &'v Variant, placement: &str) -> Option<&'v ForeignLetter> {
    let symbol = |at: usize| take_symbol(placement.get(at..)?).map(|symbol| symbol.capital);
    let written: BTreeSet<String> = (0..placement.len()).filter_map(symbol).collect();
    variant.letters.iter().find(|letter| {
        let own = &variant.kind(letter.kind).symbol;
        let is_listed = variant.letters.iter().any(|other| other.written == *own);
        !is_listed && written.contains(own) && written.contains(&letter.written)
    })
}

/// Whether the positions and moves of a game can be written as those of Shogi: men come back from hands, or promote to forms with
/// `+` before their letter, and nobody castles.
pub(super) fn has_sfen(variant: &Variant) -> bool {
    let castles = Side::ALL.into_iter().any(|side| variant.rules.castling[side].is_some());
    let foreign = variant.letters.iter().map(|letter| &letter.written);
    let mut symbols = variant.kinds.iter().map(|kind| &kind.symbol).chain(foreign);
    let is_possible = variant.has_hands() || symbols.any(|symbol| symbol.starts_with('+'));
    is_possible && !castles && variant.first == Side::White
}

/// Finds the fields of SFEN: behind the side to move come the men in hand, and at most the number of the ply. There `b` is
/// the first player.
///
/// # Errors
/// A text that is also a FEN, where `b` is the other player.
pub(super) fn find_sfen<'t>(
    variant: &Variant,
    text: &'t str,
    chosen: Option<Dialect>,
) -> Result<Option<Sfen<'t>>, Diagnostic> {
    if !Dialect::Sfen.is_allowed(chosen) || !has_sfen(variant) {
        return Ok(None);
    }
    let fields: Vec<_> = words(text).collect();
    let (&[placement, side, hands, ref number @ ..], 3 | 4) = (&fields[..], fields.len()) else {
        return if chosen.is_some() { Err(not_sfen(text)) } else { Ok(None) };
    };
    let number = number.first().copied();
    let turn = match side.value {
        "b" => Side::White,
        "w" => Side::Black,
        _ if chosen.is_some() => return Err(not_sfen(text)),
        _ => return Ok(None),
    };
    let is_number = number.is_none_or(|number| number.value.parse::<u32>().is_ok());
    let Some(men) = men_in_hand(variant, hands.value).filter(|_| is_number && !placement.value.contains('[')) else {
        return if chosen.is_some() { Err(not_sfen(text)) } else { Ok(None) };
    };
    let is_fen = men.is_empty() && number.is_none();
    if is_fen && chosen.is_none() {
        let message = format!("`{}` is another side in SFEN than in a FEN", side.value);
        let (board, letter) = (placement.value, turn.letter());
        let hand = if variant.has_hands() { "[]" } else { "" };
        let help = format!(
            "SFEN's position is `{board}{hand} {letter} - - 0 1`; the position of a FEN is `{board}{hand} {} - - 0 1`",
            side.value
        );
        return Err(Diagnostic::error(Code::FenSfen, side.span, message).label(format!("{turn} in SFEN")).help(help));
    }
    Ok(Some(Sfen { placement, turn, hands, number }))
}

/// The error of a text that should be an SFEN.
fn not_sfen(text: &str) -> Diagnostic {
    let span = Span::new(0, text.len());
    Diagnostic::error(Code::FenSfen, span, "this is no SFEN")
        .label("other fields")
        .help("write the board, `b` or `w`, the men in hand or `-`, and the number of the ply: `… b 2Pb 1`")
}

/// The symbols of men in hand with their numbers: `2Pb` is two of White's Pawns and one of Black's Bishops. `None` if the text
/// is something else.
fn men_in_hand<'t>(variant: &Variant, text: &'t str) -> Option<Vec<(usize, &'t str)>> {
    let mut men = Vec::new();
    let mut rest = if text == "-" { "" } else { text };
    while !rest.is_empty() {
        let (number, symbol) =
            rest.split_at(rest.len() - rest.trim_start_matches(|char: char| char.is_ascii_digit()).len());
        let taken = take_symbol(symbol)?;
        variant.kind_of_any_symbol(taken.side, &taken.capital)?;
        men.push((if number.is_empty() { 1 } else { number.parse().ok()? }, taken.text));
        rest = &symbol[taken.text.len()..];
    }
    Some(men)
}

/// Writes a position as programs of a dialect do. SFEN numbers plies, and has no counter of moves without progress.
///
/// # Errors
/// The part of the position that the dialect has no words for, as a clause.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation::{Dialect, fen}};
///
/// let game = load(&builtin::source("shogi").unwrap(), &BuiltIns).unwrap();
/// let sfen = fen::write_as(&game.start(), Dialect::Sfen).unwrap();
/// assert_eq!(sfen, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
/// ```
pub fn write_as(position: &Position, dialect: Dialect) -> Result<String, String> {
    let (variant, arrangement) = (position.game().variant(), position.arrangement());
    match dialect {
        Dialect::Weakfish => Ok(write(position)),
        Dialect::FairyStockfish | Dialect::Iccs => write_fairy_fen(variant, &arrangement),
        Dialect::Sfen => write_sfen(variant, &arrangement),
    }
}

/// The number of checks that ends a game, if one does.
pub(super) fn checks_needed(variant: &Variant) -> Option<u8> {
    let mut endings = variant.endings.iter();
    endings.find_map(|ending| if let Condition::ChecksGiven(count) = ending.condition { Some(count) } else { None })
}

/// Parts of the state that the FENs of other programs have fields for, or that their fields imply.
const IN_FIELDS: [StatePart; 5] =
    [StatePart::EnPassant, StatePart::Fullmove, StatePart::Checks, StatePart::Unmoved, StatePart::Count];

/// Refuses states of men, and parts of the state for which there is no field.
fn require_plain(arrangement: &Arrangement, known: &[StatePart]) -> Result<(), String> {
    if let Some(man) = arrangement.men.iter().find(|man| !man.state.in_braces().is_empty()) {
        return Err(format!("it has no words for a man that is `{}`", man.state));
    }
    let unsaid =
        |part: &&StatePart| !known.contains(part) && part.key().is_some() && !arrangement.part(**part).is_none();
    match StatePart::ALL.iter().find(unsaid).and_then(|part| part.key()) {
        Some(key) => Err(format!("it has no words for `{key}=`")),
        None => Ok(()),
    }
}

/// The first letter that other programs have for a man, or else the game's own.
pub(super) fn foreign_symbol(variant: &Variant, kind: KindId) -> &str {
    let foreign = variant.letters.iter().find(|letter| letter.kind == kind);
    foreign.map_or(&variant.kind(kind).symbol, |letter| &letter.written)
}

/// Writes a FEN of Fairy-Stockfish.
fn write_fairy_fen(variant: &Variant, arrangement: &Arrangement) -> Result<String, String> {
    require_plain(arrangement, &IN_FIELDS)?;
    let symbol = |kind: KindId| foreign_symbol(variant, kind);
    let placement = write_placement(variant.board, &arrangement.men, &arrangement.walls, |man| symbol(man.kind));
    let hands: String = Side::ALL
        .into_iter()
        .flat_map(|side| arrangement.hands[side].iter().map(move |&(kind, number)| (side, kind, number)))
        .map(|(side, kind, number)| of_side(side, symbol(kind)).repeat(number.into()))
        .collect();
    let hands = match stock(variant, arrangement) {
        stock if !stock.is_empty() => format!("[{stock}]"),
        _ if variant.has_hands() => format!("[{hands}]"),
        _ => String::new(),
    };
    let field = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    // The other fields are those of our own FEN.
    let own = write_arrangement(variant, arrangement);
    let [_, _, rights, crossed, halfmove, fullmove, ..] = own.split(' ').collect::<Vec<_>>()[..] else {
        return Err("its fields are others".to_owned());
    };
    let (limit, counted) = (arrangement.count_limit.to_string(), arrangement.counted.to_string());
    let (crossed, halfmove) =
        if arrangement.count_limit > 0 { (limit.as_str(), counted.as_str()) } else { (crossed, halfmove) };
    let rights_of = |side: Side| {
        let is_of_side = |letter: &char| letter.is_ascii_uppercase() == (side == Side::White);
        rights.chars().filter(|letter| *letter != '-').filter(is_of_side).collect::<String>()
            + &unmoved_files(variant, arrangement, side)
    };
    let rights = Side::ALL.map(rights_of).concat();
    let needed = checks_needed(variant);
    let left = |side: Side| needed.unwrap_or_default().saturating_sub(arrangement.checks[side]);
    let checks = needed.map_or_else(String::new, |_| format!(" {}+{}", left(Side::White), left(Side::Black)));
    let turn = arrangement.turn.letter();
    Ok(format!("{placement}{hands} {turn} {} {crossed}{checks} {halfmove} {fullmove}", field(rights)))
}

/// The stock of men in a game in which men are dropped that nobody has in hand: as many for each side as there are empty squares.
/// Programs that count the men in hand in every game would read an empty hand otherwise.
fn stock(variant: &Variant, arrangement: &Arrangement) -> String {
    if variant.has_hands() {
        return String::new();
    }
    let empty = variant.board.squares().count().saturating_sub(arrangement.men.len() + arrangement.walls.len());
    let of_side = |side: Side| {
        let dropped = variant.rules.drops[side].iter().filter(|rule| !rule.on.is_empty());
        dropped.map(|rule| of_side(side, foreign_symbol(variant, rule.kind)).repeat(empty)).collect::<String>()
    };
    Side::ALL.map(of_side).concat()
}

/// The files of a side's men that have never moved and that no castling right implies, White's in capitals.
fn unmoved_files(variant: &Variant, arrangement: &Arrangement, side: Side) -> String {
    let file = |man: &PlacedMan| variant.board.file(man.square);
    let is_implied = |man: &PlacedMan| {
        let rights = arrangement.castling[man.side];
        let rule = variant.rules.castling[man.side].as_ref();
        let king = rule.and_then(|rule| {
            let mut men = arrangement.men.iter();
            men.find(|other| other.side == man.side && other.kind == rule.king)
        });
        rule.zip(king).is_some_and(|(rule, king)| {
            if man.square == king.square {
                rights.on(true) || rights.on(false)
            } else {
                rule.is_with(man) && rights.on(file(man) > file(king))
            }
        })
    };
    // Without a man in hand that it could leave behind, a man's first move is like any other.
    let is_special = |man: &PlacedMan| {
        let (kind, mut hand) = (variant.kind(man.kind), arrangement.hands[side].iter());
        kind.first_move.is_some() || hand.any(|(in_hand, _)| kind.may_leave.contains(in_hand))
    };
    let is_unmoved = |man: &&PlacedMan| {
        man.side == side && arrangement.unmoved.contains(&man.square) && is_special(man) && !is_implied(man)
    };
    let mut men: Vec<&PlacedMan> = arrangement.men.iter().filter(is_unmoved).collect();
    men.sort_by_key(|man| file(man));
    let letter = |man: &PlacedMan| of_side(man.side, &variant.board.name(man.square)[..1].to_ascii_uppercase());
    men.into_iter().map(letter).collect()
}

/// Men in hand in the order of SFEN; men of other games follow.
const SFEN_HAND_ORDER: &str = "RBGSNLP";

/// Writes SFEN.
fn write_sfen(variant: &Variant, arrangement: &Arrangement) -> Result<String, String> {
    require_plain(arrangement, &[StatePart::Fullmove])?;
    if arrangement.castling.iter().any(|(_, rights)| rights.on(true) || rights.on(false)) {
        return Err("it has no words for castling".to_owned());
    }
    let placement =
        write_placement(variant.board, &arrangement.men, &arrangement.walls, |man| foreign_symbol(variant, man.kind));
    let rank = |kind: KindId| SFEN_HAND_ORDER.find(foreign_symbol(variant, kind)).unwrap_or(SFEN_HAND_ORDER.len());
    let of_hand = |side: Side, &(kind, number): &(KindId, u16)| {
        let count = if number == 1 { String::new() } else { number.to_string() };
        count + &of_side(side, foreign_symbol(variant, kind))
    };
    let hands: String = Side::ALL
        .into_iter()
        .flat_map(|side| {
            let mut hand = arrangement.hands[side].clone();
            hand.sort_by_key(|&(kind, _)| rank(kind));
            hand.into_iter().map(move |entry| of_hand(side, &entry))
        })
        .collect();
    let turns = PerSide::new("b", "w");
    let ply = 2 * arrangement.fullmove.saturating_sub(1) + u32::from(arrangement.turn != variant.first) + 1;
    Ok(format!("{placement} {} {} {ply}", turns[arrangement.turn], if hands.is_empty() { "-" } else { &hands }))
}

/// A symbol in the case of a side.
fn of_side(side: Side, symbol: &str) -> String {
    if side == Side::White { symbol.to_owned() } else { symbol.to_ascii_lowercase() }
}
