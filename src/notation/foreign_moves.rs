//! Moves in the notations of other programs.
//!
//! * Fairy-Stockfish: coordinates, with the letters of other programs; `+` for a promotion to the man with `+` before its letter.
//! * USI, the Universal Shogi Interface (Tord Romstad, 2007): `7g7f`, `2b3c+`, `P*5e`. Files are numbered from the right, ranks
//!   lettered from the top.
//! * Western notation of Shogi (George Hodges, 1976): `P-7f`, `Bx3c+`, `S-68`, `P*5e`.
//! * Korean notation: `P79-78`, squares by two digits.
//! * ICCS, of the Internet Chinese Chess Server: `H2-E2`, with ranks from 0.
//! * WXF, of the World Xiangqi Federation: `C2=5`, `H8+7`, `+R-1`, also in Chinese characters. Files are numbered from the player's
//!   right.

use std::collections::BTreeSet;

use super::dialect::{Dialect, foreign_symbol, has_sfen};
use super::{take_symbol, uci};
use crate::engine::{DropMove, ManMove, Move, Position};
use crate::geometry::{Board, Side, Square};
use crate::model::{KindId, Variant};

/// A notation: its dialect, its name, an example, and the reader of the legal moves that a text can mean.
pub(super) type Notation = (Dialect, &'static str, &'static str, fn(&Position, &[Move], &str) -> Vec<Move>);

/// The notations. No text of one is a move of another.
const NOTATIONS: [Notation; 7] = [
    (Dialect::FairyStockfish, "Fairy-Stockfish's notation", "P@e4", read_fairy),
    (Dialect::Sfen, "USI", "7g7f", read_usi),
    (Dialect::Sfen, "Western notation", "P-7f", read_western),
    (Dialect::Iccs, "ICCS", "H2-E2", read_iccs),
    (Dialect::Iccs, "WXF", "C2=5", read_wxf),
    (Dialect::Iccs, "Chinese notation", "炮二平五", read_chinese),
    (Dialect::Iccs, "Korean notation", "P79-78", read_korean),
];

/// Name of coordinates with ranks from 0 in small letters.
const RANKS_FROM_ZERO: &str = "coordinates with ranks from 0";

/// Ranks of a board on which some programs number the ranks from 0, so that each has one digit.
const TEN_RANKS: u8 = 10;

/// Whether the ranks of this board are counted from 0 by some programs.
pub(super) fn can_count_from_zero(position: &Position, chosen: Option<Dialect>) -> bool {
    position.game().variant().board.ranks() == TEN_RANKS && Dialect::Iccs.is_allowed(chosen)
}

/// Finds the only legal move that a text means in the notation of another program, and the name of that notation.
pub(super) fn find(
    position: &Position,
    text: &str,
    chosen: Option<Dialect>,
    ranks_from_zero: bool,
) -> Option<(Move, &'static str)> {
    if position.outcome().is_some() {
        return None;
    }
    let legal = position.legal_moves().to_vec();
    let only = |moves: Vec<Move>| moves.first().copied().filter(|_| moves.len() == 1);
    if ranks_from_zero && let Some(mv) = only(read_from_zero(position, &legal, text)) {
        return Some((mv, RANKS_FROM_ZERO));
    }
    let mut found = notations(position.game().variant(), chosen, ranks_from_zero)
        .filter_map(|(_, name, _, read)| Some((only(read(position, &legal, text))?, name)));
    found.next()
}

/// The notations in which a game's moves are read.
pub(super) fn notations(
    variant: &Variant,
    chosen: Option<Dialect>,
    ranks_from_zero: bool,
) -> impl Iterator<Item = Notation> {
    NOTATIONS.into_iter().filter(move |(dialect, ..)| {
        let is_possible = match dialect {
            Dialect::Weakfish | Dialect::FairyStockfish => !ranks_from_zero,
            Dialect::Sfen => has_sfen(variant),
            Dialect::Iccs => variant.board.ranks() == TEN_RANKS,
        };
        is_possible && dialect.is_allowed(chosen)
    })
}

/// What a text says about the man that arrives.
enum Change {
    /// Nothing.
    Unsaid,
    /// It becomes another man, `+`.
    Promotes,
    /// It stays what it is, `=`.
    Stays,
    /// It is a man of this kind.
    To(KindId),
}

/// The moves of men from one square to another that change the man so. Where nothing is said, moves that keep the man come
/// before those that change it.
fn travels(position: &Position, legal: &[Move], from: Square, to: Square, change: &Change) -> Vec<Move> {
    let kind_of = |piece| position.game().piece_info(piece).kind;
    let before = position.piece_at(from).map(kind_of);
    let stays = |mv: &ManMove| Some(kind_of(mv.piece)) == before;
    let plain = |mv: &ManMove| mv.wall().is_none() && mv.left_behind().is_none();
    let men = legal.iter().filter_map(|mv| mv.man()).filter(|mv| (mv.from, mv.to) == (from, to) && plain(mv));
    let (same, changed): (Vec<ManMove>, Vec<ManMove>) = men.partition(stays);
    let moves = match *change {
        Change::Unsaid if same.is_empty() => changed,
        Change::Unsaid | Change::Stays => same,
        Change::Promotes => changed,
        Change::To(kind) => changed.into_iter().filter(|mv| kind_of(mv.piece) == kind).collect(),
    };
    moves.into_iter().map(Move::Man).collect()
}

/// The drops of a man that arrives as this kind on a square.
fn drops(position: &Position, legal: &[Move], kind: KindId, to: Square) -> Vec<Move> {
    let arrives = |drop: DropMove| position.game().piece_info(drop.piece).kind == kind && drop.to == to;
    legal.iter().copied().filter(|mv| mv.drop_move().is_some_and(arrives)).collect()
}

/// The kind of a symbol in any case, by the game's letters or those of other programs.
fn kind_of(position: &Position, text: &str) -> Option<KindId> {
    let (variant, side) = (position.game().variant(), position.turn());
    let symbol = take_symbol(text).filter(|symbol| symbol.text == text)?.capital;
    variant.kind_of_any_symbol(side, &symbol)
}

/// A square at the start of a text, and the rest.
fn take_square(board: Board, text: &str) -> Option<(Square, &str)> {
    let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    let (name, rest) = text.split_at_checked(digits + 1)?;
    Some((board.parse(name)?, rest))
}

/// Reads `e7e8q`, `h8b2+`, `a2a3-` and `P@e4`; the man on its own square is a pass.
fn read_fairy(position: &Position, legal: &[Move], text: &str) -> Vec<Move> {
    let board = position.game().variant().board;
    let drop = text.split_once('@').and_then(|(man, square)| {
        let (to, rest) = take_square(board, square)?;
        Some(drops(position, legal, kind_of(position, man).filter(|_| rest.is_empty())?, to))
    });
    let travel = || {
        let (from, rest) = take_square(board, text)?;
        let (to, rest) = take_square(board, rest)?;
        if from == to && rest.is_empty() {
            return Some(passes(legal));
        }
        let change = match rest {
            "" => Change::Unsaid,
            "+" | "-" => Change::Promotes,
            letter => Change::To(kind_of(position, letter)?),
        };
        Some(travels(position, legal, from, to, &change))
    };
    // The King on its own square, as in `Ke2`.
    let pass = || {
        let man = take_symbol(text).filter(|symbol| symbol.side == Side::White)?.text;
        let (at, rest) = take_square(board, &text[man.len()..])?;
        let stays = rest.is_empty() || rest.strip_prefix('-').and_then(|to| board.parse(to)) == Some(at);
        (stays && is_of_kind(position, at, kind_of(position, man)?)).then(|| passes(legal))
    };
    // Where only one kind of man is dropped, and that nobody has in hand, its square says all.
    let square = || {
        let rules = &position.game().variant().rules.drops[position.turn()];
        let [rule] = &rules[..] else { return None };
        let to = board.parse(text).filter(|_| !position.game().variant().has_hands())?;
        Some(rule.to.iter().flat_map(|&kind| drops(position, legal, kind, to)).collect())
    };
    drop.or_else(travel).or_else(pass).or_else(square).unwrap_or_default()
}

/// The pass, if it is legal.
fn passes(legal: &[Move]) -> Vec<Move> {
    legal.iter().copied().filter(|mv| *mv == Move::Pass).collect()
}

/// A Shogi square at the start of a text, `7g` or `77`, and the rest.
fn take_usi_square(board: Board, text: &str) -> Option<(Square, &str)> {
    let bytes = text.as_bytes();
    // Of two digits the second is the rank, unless a letter follows.
    let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_rank = |byte: &u8| byte.is_ascii_lowercase() && byte - b'a' < board.ranks();
    let is_lettered = digits > 0 && bytes.get(digits).is_some_and(is_rank);
    let (file, rank, len) = if is_lettered {
        (text[..digits].parse::<i32>().ok()?, i32::from(bytes[digits] - b'a') + 1, digits + 1)
    } else {
        (text.get(..1)?.parse().ok()?, text.get(1..2)?.parse().ok()?, 2)
    };
    let square = board.square(i32::from(board.files()) - file, i32::from(board.ranks()) - rank)?;
    Some((square, &text[len..]))
}

/// The end of a Shogi move: `+` promotes, `=` does not.
fn usi_change(text: &str) -> Option<Change> {
    match text {
        "" => Some(Change::Unsaid),
        "+" | "-" => Some(Change::Promotes),
        "=" => Some(Change::Stays),
        _ => None,
    }
}

/// Reads `7g7f`, `2b3c+` and `P*5e`.
fn read_usi(position: &Position, legal: &[Move], text: &str) -> Vec<Move> {
    let board = position.game().variant().board;
    let read = || {
        if let Some((man, square)) = text.split_once('*') {
            let (to, rest) = take_usi_square(board, square)?;
            return Some(drops(position, legal, kind_of(position, man).filter(|_| rest.is_empty())?, to));
        }
        let (from, rest) = take_usi_square(board, text)?;
        let (to, rest) = take_usi_square(board, rest)?;
        Some(travels(position, legal, from, to, &usi_change(rest)?))
    };
    read().unwrap_or_default()
}

/// Reads `P-7f`, `Bx3c+`, `G6i-7h`, `+R-23` and `P*5e`, `P'5e`.
fn read_western(position: &Position, legal: &[Move], text: &str) -> Vec<Move> {
    let board = position.game().variant().board;
    let read = || {
        let man = take_symbol(text).filter(|symbol| symbol.side == Side::White)?.text;
        let man = man.trim_end_matches('\'');
        let kind = kind_of(position, man)?;
        let rest = &text[man.len()..];
        let (from, rest) = match take_usi_square(board, rest) {
            Some((from, rest)) if rest.starts_with(['-', 'x']) => (Some(from), rest),
            _ => (None, rest),
        };
        let (sign, square) = rest.split_at(rest.len() - rest.trim_start_matches(['-', 'x', '*', '\'']).len());
        let (to, rest) = take_usi_square(board, square)?;
        let change = usi_change(rest)?;
        if matches!(sign, "*" | "'") {
            return Some(drops(position, legal, kind, to));
        }
        let men = position.men_of(position.turn()).iter().filter(|&square| from.is_none_or(|from| from == square));
        let of_kind = men.filter(|&square| is_of_kind(position, square, kind));
        Some(of_kind.flat_map(|from| travels(position, legal, from, to, &change)).collect())
    };
    read().unwrap_or_default()
}

/// Whether a man of this kind stands on a square.
fn is_of_kind(position: &Position, square: Square, kind: KindId) -> bool {
    position.piece_at(square).is_some_and(|piece| position.game().piece_info(piece).kind == kind)
}

/// Reads `H2-E2` and `H2E2`, with ranks from 0 on boards of ten ranks.
fn read_iccs(position: &Position, legal: &[Move], text: &str) -> Vec<Move> {
    if text.starts_with(|first: char| first.is_ascii_uppercase())
        && !text.contains(|char: char| char.is_ascii_lowercase())
    {
        read_from_zero(position, legal, &text.to_ascii_lowercase())
    } else {
        Vec::new()
    }
}

/// Reads `h2-e2` and `h2e2` with ranks from 0 on boards of ten ranks.
fn read_from_zero(position: &Position, legal: &[Move], text: &str) -> Vec<Move> {
    let board = position.game().variant().board;
    let read = || {
        let squares = text.replace('-', "");
        let &[first, one, second, other] = squares.as_bytes() else { return None };
        let square = |file: u8, rank: u8| {
            let is_right = file.is_ascii_lowercase() && rank.is_ascii_digit() && board.ranks() == TEN_RANKS;
            board.square(i32::from(file) - i32::from(b'a'), i32::from(rank) - i32::from(b'0')).filter(|_| is_right)
        };
        Some(travels(position, legal, square(first, one)?, square(second, other)?, &Change::Unsaid))
    };
    read().unwrap_or_default()
}

/// Reads `C2=5`, `H8+7`, `R1.4`, and with two men on a file `+R-1` or `R+-1`, the front one, `-R+2`, the rear one.
fn read_wxf(position: &Position, legal: &[Move], text: &str) -> Vec<Move> {
    let board = position.game().variant().board;
    let mine = position.turn();
    let forward = if mine == Side::White { 1 } else { -1 };
    let number = |square: Square| match mine {
        Side::White => i32::from(board.files()) - board.file(square),
        Side::Black => board.file(square) + 1,
    };
    let read = || {
        let chars: Vec<char> = text.chars().collect();
        let (man, place, sign, goal) = match chars[..] {
            [place @ ('+' | '-'), man, sign, goal] | [man, place, sign, goal] => {
                (man, place, sign, goal.to_digit(10)? as i32)
            }
            _ => return None,
        };
        let kind = kind_of(position, man.to_ascii_uppercase().encode_utf8(&mut [0; 4]))?;
        let men: Vec<Square> =
            position.men_of(mine).iter().filter(|&square| is_of_kind(position, square, kind)).collect();
        let ahead = |square: &Square| board.rank(*square) * forward;
        let is_meant = |square: &Square| {
            let on_file = men.iter().filter(|other| board.file(**other) == board.file(*square));
            let ranks: BTreeSet<i32> = on_file.map(ahead).collect();
            match place {
                '+' => ranks.len() > 1 && ranks.last() == Some(&ahead(square)),
                '-' => ranks.len() > 1 && ranks.first() == Some(&ahead(square)),
                digit => digit.to_digit(10) == u32::try_from(number(*square)).ok(),
            }
        };
        let goes = |mv: &ManMove| {
            let (ranks, same_file) = (ahead(&mv.to) - ahead(&mv.from), board.file(mv.to) == board.file(mv.from));
            let fits = match sign {
                '=' | '.' => ranks == 0,
                '+' => ranks > 0,
                '-' => ranks < 0,
                _ => false,
            };
            fits && if same_file { ranks.abs() == goal } else { number(mv.to) == goal }
        };
        let of_men = legal.iter().filter_map(|mv| mv.man());
        let meant = of_men.filter(|mv| men.contains(&mv.from) && is_meant(&mv.from) && goes(mv));
        Some(meant.map(Move::Man).collect())
    };
    read().unwrap_or_default()
}

/// The characters of Chinese notation and those of WXF.
const CHINESE: [(&str, char); 19] = [
    ("炮砲包", 'C'),
    ("馬马傌", 'H'),
    ("車车俥", 'R'),
    ("相象", 'E'),
    ("士仕", 'A'),
    ("帥帅將将", 'K'),
    ("兵卒", 'P'),
    ("平", '='),
    ("進进前", '+'),
    ("退後后", '-'),
    ("一１", '1'),
    ("二２", '2'),
    ("三３", '3'),
    ("四４", '4'),
    ("五５", '5'),
    ("六６", '6'),
    ("七７", '7'),
    ("八８", '8'),
    ("九９", '9'),
];

/// Reads `炮二平五`, `馬8進7` and `前車退六`, which are WXF's `C2=5`, `H8+7` and `+R-6` in Chinese characters.
fn read_chinese(position: &Position, legal: &[Move], text: &str) -> Vec<Move> {
    let letter = |char: char| {
        let found = CHINESE.into_iter().find(|(chars, _)| chars.contains(char));
        found.map(|(_, letter)| letter).or_else(|| char.is_ascii_digit().then_some(char))
    };
    let wxf: Option<String> = text.chars().map(letter).collect();
    wxf.filter(|_| !text.is_ascii()).map(|wxf| read_wxf(position, legal, &wxf)).unwrap_or_default()
}

/// Reads `P79-78` and `K95-95`, where the first digit is the rank from White's far side, 0 for the tenth, and the second is the file.
fn read_korean(position: &Position, legal: &[Move], text: &str) -> Vec<Move> {
    let board = position.game().variant().board;
    let square = |text: &str| {
        let digits = text.parse::<i32>().ok().filter(|_| text.len() == 2)?;
        let from_top = if digits < 10 { i32::from(TEN_RANKS) } else { digits / 10 };
        board.square(digits % 10 - 1, i32::from(TEN_RANKS) - from_top)
    };
    let read = || {
        let man = take_symbol(text).filter(|symbol| symbol.side == Side::White)?.text;
        let (from, to) = text[man.len()..].split_once(['-', 'x'])?;
        let (from, to) = (square(from)?, square(to)?);
        if !is_of_kind(position, from, kind_of(position, man)?) {
            return None;
        }
        Some(if from == to { passes(legal) } else { travels(position, legal, from, to, &Change::Unsaid) })
    };
    read().unwrap_or_default()
}

/// Writes a move as Fairy-Stockfish does: as [`uci::write()`], but for a promotion to the man with `+` before its letter, which
/// is `+`, for the [letters](Variant::letters) of other programs, and for a pass, which is the move of the King or else of the first
/// man to its own square.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation::{fen, uci, write_fairy_move}};
///
/// let game = load(&builtin::source("shogi").unwrap(), &BuiltIns).unwrap();
/// let position = fen::read(&game, Default::default(), "4k4/9/7P1/9/9/9/9/9/4K4[] w - - 0 1").unwrap();
/// let promotion = uci::find(&position, "h7h8+p").unwrap();
/// assert_eq!(write_fairy_move(&position, promotion), "h7h8+");
/// ```
pub fn write_fairy_move(position: &Position, mv: Move) -> String {
    let own = uci::write(position, mv);
    let variant = position.game().variant();
    let board = variant.board;
    let name = |kind: KindId| foreign_symbol(variant, kind);
    let text = match mv {
        Move::Pass => {
            let royal = |&square: &Square| {
                let piece = position.piece_at(square).map(|piece| position.game().piece_info(piece).kind);
                piece.is_some_and(|kind| variant.kind(kind).royal)
            };
            let men = position.men_of(position.turn());
            men.iter().find(royal).or(men.iter().next()).map(|man| board.name(man) + &board.name(man))
        }
        Move::Drop(drop) => {
            Some(format!("{}@{}", name(position.game().piece_info(drop.piece).kind), board.name(drop.to)))
        }
        Move::Man(man) => position.piece_at(man.from).and_then(|before| {
            let [before, after] = [before, man.piece].map(|piece| position.game().piece_info(piece).kind);
            let squares = board.name(man.from) + &board.name(man.to);
            let suffix = if is_promotion(variant, before, after) {
                "+".to_owned()
            } else if is_promotion(variant, after, before) {
                "-".to_owned()
            } else {
                // Where the man has no choice, nothing is written.
                let is_written = before != after && own.starts_with(&squares) && own != squares;
                name(after).to_ascii_lowercase().repeat(usize::from(is_written))
            };
            (!suffix.is_empty()).then(|| squares + &suffix)
        }),
        Move::Wall(_) | Move::EndSeries | Move::ClaimStalemate => None,
    };
    let legal = position.legal_moves().to_vec();
    text.filter(|text| read_fairy(position, &legal, text) == [mv]).unwrap_or(own)
}

/// Whether a kind is another one promoted, as Shogi has it: its letter is that of the other with `+` before it.
pub(super) fn is_promotion(variant: &Variant, from: KindId, to: KindId) -> bool {
    let plain = foreign_symbol(variant, from);
    let foreign = variant.letters.iter().filter(|letter| letter.kind == to).map(|letter| &letter.written);
    foreign.chain([&variant.kind(to).symbol]).any(|promoted| promoted.strip_prefix('+') == Some(plain))
}

/// Writes a move as [`write_fairy_move`] does, with ranks from 0.
pub fn write_from_zero(position: &Position, mv: Move) -> String {
    let board = position.game().variant().board;
    let name = |square: Square| format!("{}{}", &board.name(square)[..1], board.rank(square));
    match mv.man() {
        Some(man) => name(man.from) + &name(man.to),
        None => write_fairy_move(position, mv),
    }
}
