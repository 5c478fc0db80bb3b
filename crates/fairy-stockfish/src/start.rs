//! The starting position of a game: a FEN as Fairy-Stockfish writes it.

use std::collections::{BTreeMap, BTreeSet};

use super::collection::GameConfig;
use super::men::PieceType;
use super::squares::Bitboard;
use super::values::{File, Rank};
use weakfish::geometry::{PerSide, Side};

/// A man on a square: the file and the rank from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) file: u8,
    pub(super) rank: u8,
    pub(super) side: Side,
    pub(super) man: PieceType,
}

/// A starting position.
#[derive(Clone, Debug)]
pub(super) struct Start {
    pub(super) men: Vec<Placed>,
    /// Squares that are walls.
    pub(super) walls: Bitboard,
    /// Men in hand, each with their number.
    pub(super) hands: PerSide<BTreeMap<PieceType, u32>>,
    pub(super) first: Side,
    /// The letters of the rights to castle.
    pub(super) castling: String,
    /// Whether moves have been counted already.
    pub(super) counts: bool,
    /// How many checks each side must still give.
    pub(super) checks: Option<PerSide<u32>>,
    /// Letters that no man has, which the engine skips.
    pub(super) skipped: BTreeSet<char>,
}

impl Start {
    /// Parses the FEN of `startFen`, as Fairy-Stockfish writes it.
    ///
    /// # Errors
    ///
    /// The mistake, in a sentence.
    pub(super) fn parse_fen(game: &GameConfig) -> Result<Self, String> {
        let text = game.rules.start_fen.as_str();
        let mut fields = text.split_ascii_whitespace();
        let placement = fields.next().unwrap_or_default();
        let (board, hand) = match placement.split_once('[') {
            Some((board, hand)) => (board, hand.trim_end_matches(']')),
            None => (placement, ""),
        };
        let mut start = Self {
            men: Vec::new(),
            walls: Bitboard::NONE,
            hands: PerSide::default(),
            first: if fields.next() == Some("b") { Side::Black } else { Side::White },
            castling: String::new(),
            counts: false,
            checks: None,
            skipped: BTreeSet::new(),
        };
        start.parse_placement(game, board)?;
        for letter in hand.chars().filter(char::is_ascii_alphabetic) {
            let Some(man) = game.letters.man(letter) else {
                start.skipped.insert(letter);
                continue;
            };
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            *start.hands[side].entry(man).or_default() += 1;
        }
        let remaining: Vec<&str> = fields.collect();
        let mut remaining = remaining.as_slice();
        // Without the fields of castling and en passant the counts come at once.
        if remaining.first().is_some_and(|field| !field.starts_with(|first: char| first.is_ascii_digit())) {
            remaining[0].clone_into(&mut start.castling);
            remaining = &remaining[1..];
            match remaining.first() {
                Some(&"-") => remaining = &remaining[1..],
                Some(field) if field.starts_with(|first: char| first.is_ascii_lowercase()) => {
                    return Err("a game does not begin with a capture en passant".to_owned());
                }
                _ => {}
            }
        }
        let is_number = |field: &&&str| field.bytes().all(|byte| byte.is_ascii_digit());
        start.counts = remaining.iter().filter(is_number).count() > 2;
        let checks = remaining.first().and_then(|field| field.split_once('+'));
        start.checks = checks.and_then(|(white, black)| Some(PerSide::new(white.parse().ok()?, black.parse().ok()?)));
        Ok(start)
    }

    /// Parses the placement field of the FEN: men, promoted men after `+`, and walls (`*`).
    fn parse_placement(&mut self, game: &GameConfig, board: &str) -> Result<(), String> {
        let (File(files), Rank(ranks)) = (game.rules.max_file, game.rules.max_rank);
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != usize::from(ranks) {
            return Err(format!("the position has {} ranks and the board {ranks}", rows.len()));
        }
        for (row, rank) in rows.iter().zip((0..ranks).rev()) {
            let mut file = 0_u32;
            let mut all_known = true;
            let mut letters = row.chars().peekable();
            while let Some(letter) = letters.next() {
                if let Some(digit) = letter.to_digit(10) {
                    let second = letters.next_if(char::is_ascii_digit).and_then(|next| next.to_digit(10));
                    file += second.map_or(digit, |second| 10 * digit + second);
                    continue;
                }
                if letter == '~' {
                    continue;
                }
                if file >= u32::from(files) {
                    return Err(format!("rank {} of the position has more squares than the board", rank + 1));
                }
                if letter == '*' {
                    self.walls.insert(file as u8, rank);
                    file += 1;
                    continue;
                }
                let (letter, promoted) = match letter {
                    '+' => (letters.next().unwrap_or_default(), true),
                    _ => (letter, false),
                };
                let Some(man) = game.letters.man(letter).filter(|_| letter.is_ascii_alphabetic()) else {
                    self.skipped.insert(letter);
                    all_known = false;
                    continue;
                };
                let man = if promoted {
                    game.rules.piece_promotion(man).ok_or_else(|| format!("`{letter}` promotes to nothing"))?
                } else {
                    man
                };
                let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
                self.men.push(Placed { file: file as u8, rank, side, man });
                file += 1;
            }
            // A skipped letter takes no square.
            if file != u32::from(files) && (all_known || file > u32::from(files)) {
                return Err(format!(
                    "rank {} of the position has {file} squares and the board {files} files",
                    rank + 1
                ));
            }
        }
        Ok(())
    }

    /// Whether a side has men in hand.
    pub(super) fn has_hands(&self) -> bool {
        self.hands.iter().any(|(_, hand)| !hand.is_empty())
    }

    /// How many men of a kind a side has on the board and in hand.
    pub(super) fn count_with_hand(&self, side: Side, man: PieceType) -> usize {
        self.count(side, man) + self.hands[side].get(&man).copied().unwrap_or_default() as usize
    }

    /// How many men of a kind a side has on the board.
    pub(super) fn count(&self, side: Side, man: PieceType) -> usize {
        self.men.iter().filter(|placed| placed.side == side && placed.man == man).count()
    }
}
