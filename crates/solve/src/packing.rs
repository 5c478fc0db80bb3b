//! Packed keys of positions: all of one length, with as many bits as the game needs, and readable back.
//!
//! A key holds everything that moves and endings depend on, except the past: repetition, plies without progress, and counts
//! of moves while few men are left. Its first bits are the result if the game is over, and the side to move. The key of the image
//! of a position under a symmetry is written without making that position.

use std::cmp::Ordering;

use weakfish::engine::{Arrangement, CastlingRights, Game, Piece, Position, StatePart, StateValue};
use weakfish::geometry::{PerSide, Side, Square, SquareSet};
use weakfish::model::{KindId, PlacedMan};

use crate::symmetry::{KeyParts, Symmetry};

/// Bits of the result.
const RESULT_BITS: u32 = 2;

/// The first bit of a key that is Black's turn.
const TURN_BIT: u8 = 1 << (8 - RESULT_BITS - 1);

/// Result of a key: the game is over, or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum KeyResult {
    /// The game is not over.
    #[default]
    Open,
    /// The game is over; the winner, `None` after a draw.
    Over(Option<Side>),
}

impl KeyResult {
    const fn number(self) -> u64 {
        match self {
            Self::Open => 0,
            Self::Over(Some(Side::White)) => 1,
            Self::Over(Some(Side::Black)) => 2,
            Self::Over(None) => 3,
        }
    }

    /// The result of a key.
    pub(crate) fn of_key(key: &[u8]) -> Self {
        match key.first().map_or(0, |byte| byte >> (8 - RESULT_BITS)) {
            0 => Self::Open,
            1 => Self::Over(Some(Side::White)),
            2 => Self::Over(Some(Side::Black)),
            _ => Self::Over(None),
        }
    }
}

/// The side to move of a key.
pub(crate) fn turn_of_key(key: &[u8]) -> Side {
    if key.first().is_some_and(|byte| byte & TURN_BIT != 0) { Side::Black } else { Side::White }
}

/// What keys have of a position.
#[derive(Debug, Default)]
pub(crate) struct Contents {
    /// The numbers of pieces, by square.
    pieces: Vec<u16>,
    /// The men in hands.
    hands: Vec<u16>,
    /// The values of the parts of the state.
    parts: Vec<StateValue>,
    result: KeyResult,
    turn: Side,
    is_first_turn: bool,
}

impl Contents {
    /// Whether the game is over.
    pub(crate) fn is_over(&self) -> bool {
        self.result != KeyResult::Open
    }

    /// Whether a side has won.
    pub(crate) fn is_won_by(&self, side: Side) -> bool {
        self.result == KeyResult::Over(Some(side))
    }

    /// Keeps the result and the turn alone.
    pub(crate) fn keep_result(&mut self) {
        self.pieces.fill(0);
        self.hands.fill(0);
        self.parts.clear();
        self.is_first_turn = false;
    }

    /// The first bits of the key of an image.
    fn first_bits(&self, symmetry: &Symmetry) -> u64 {
        let result = match self.result {
            KeyResult::Over(Some(winner)) => KeyResult::Over(Some(symmetry.side(winner))),
            KeyResult::Over(None) | KeyResult::Open => self.result,
        };
        result.number() << 1 | u64::from(symmetry.side(self.turn) == Side::Black)
    }

    /// The pieces of an image, by square.
    fn pieces_of(&self, symmetry: &Symmetry) -> impl Iterator<Item = u16> {
        symmetry.sources.iter().map(|&source| {
            let piece = self.pieces.get(source).copied().unwrap_or_default();
            symmetry.pieces.get(usize::from(piece)).copied().unwrap_or_default()
        })
    }
}

/// The layout of the keys of the positions that a position leads to.
#[derive(Clone, Debug)]
pub(crate) struct Packing {
    game: Game,
    /// The position at the root without men.
    root: Arrangement,
    squares: Vec<Square>,
    /// By number, from 1.
    pieces: Vec<Piece>,
    /// Bits of a square: a piece, or 0.
    square_bits: u32,
    /// The men that may be in a hand.
    hands: Vec<(Side, KindId)>,
    /// Bits of the number of men of a kind in a hand.
    hand_bits: u32,
    /// Each with the bits of its numbers.
    parts: Vec<(StatePart, u32)>,
    /// Whether the first turn may have another number of moves.
    first_turn: bool,
    bytes: usize,
}

impl Packing {
    pub(crate) fn new(root: &Position) -> Self {
        let game = root.game().clone();
        let facts = game.facts();
        let pieces: Vec<Piece> = game.pieces().collect();
        let mut arrangement = root.arrangement();
        let in_hand =
            arrangement.hands.iter().flat_map(|(_, hand)| hand).map(|(_, count)| usize::from(*count)).sum::<usize>();
        let men = arrangement.men.len() + in_hand;
        let held = Side::ALL
            .into_iter()
            .flat_map(|side| arrangement.hands[side].iter().map(move |&(kind, _)| (side, kind)).collect::<Vec<_>>());
        let captured = pieces.iter().filter_map(|&piece| game.captured_to_hand(piece));
        let mut hands: Vec<(Side, KindId)> =
            if facts.drops.hands { held.chain(captured).collect() } else { Vec::new() };
        hands.sort_unstable();
        hands.dedup();
        // The past, and what is known from other parts.
        let apart = [StatePart::Halfmove, StatePart::Quiet, StatePart::Fullmove, StatePart::Count];
        let parts = StatePart::ALL.iter().copied().filter(|part| !apart.contains(part) && part.is_in(facts));
        let parts: Vec<_> = parts.map(|part| (part, bits_of(part.greatest().into()))).collect();
        arrangement.men.clear();
        let root_values = arrangement.clone();
        arrangement =
            Arrangement { setup: arrangement.setup, partners: arrangement.partners, ..Arrangement::empty(Side::White) };
        arrangement.unmoved_complete = facts.men.first_moves || facts.men.once_a_game;
        let mut packing = Self {
            squares: game.variant().board.squares().collect(),
            square_bits: bits_of(pieces.len() as u64),
            hand_bits: bits_of(men as u64),
            first_turn: facts.series.any,
            root: arrangement,
            bytes: 0,
            game,
            pieces,
            hands,
            parts,
        };
        let part_bits: u32 = packing.parts.iter().map(|&part| packing.part_bits(part, root_values.part(part.0))).sum();
        let bits = RESULT_BITS
            + 1
            + u32::from(packing.first_turn)
            + packing.square_bits * packing.squares.len() as u32
            + packing.hand_bits * packing.hands.len() as u32
            + part_bits;
        packing.bytes = bits.div_ceil(8) as usize;
        packing
    }

    /// The length of a key.
    pub(crate) const fn bytes(&self) -> usize {
        self.bytes
    }

    fn part_bits(&self, (part, number): (StatePart, u32), value: StateValue) -> u32 {
        match value {
            StateValue::Number(_) => number,
            StateValue::Pair(_) if part == StatePart::Series => number,
            StateValue::Counts(_) | StateValue::Pair(_) => 2 * number,
            StateValue::Squares(_) => self.squares.len() as u32,
            StateValue::Sides(_) => 2,
            StateValue::Wings(_) => 4,
        }
    }

    /// The symmetries that may hold, other than the identity.
    pub(crate) fn candidates(&self) -> Vec<Symmetry> {
        let parts: Vec<StatePart> = self.parts.iter().map(|&(part, _)| part).collect();
        Symmetry::candidates(&KeyParts { game: &self.game, squares: &self.squares, hands: &self.hands, parts: &parts })
    }

    /// The symmetry that maps each position to itself.
    pub(crate) fn identity(&self) -> Symmetry {
        Symmetry::identity(&self.game, self.squares.len(), self.hands.len())
    }

    /// Reads what the keys of a position have; returns whether it has one: too many men in a hand have none.
    pub(crate) fn read(&self, position: &Position, result: KeyResult, contents: &mut Contents) -> bool {
        let Contents { pieces, hands, parts, .. } = contents;
        pieces.clear();
        pieces.extend(self.squares.iter().map(|&square| position.piece_at(square).map_or(0, Piece::number)));
        hands.clear();
        let mut fits = true;
        for &(side, kind) in &self.hands {
            let count = position.count_in_hand(side, Some(&[kind]));
            fits &= u64::from(count) >> self.hand_bits == 0;
            hands.push(count as u16);
        }
        parts.clear();
        parts.extend(self.parts.iter().map(|&(part, _)| position.part(part)));
        contents.result = result;
        contents.turn = position.turn();
        contents.is_first_turn = self.first_turn && position.fullmove() == 1;
        fits
    }

    /// Appends the least of the keys of the images of a position; returns the number of the symmetry.
    pub(crate) fn pack_least(&self, contents: &Contents, symmetries: &[Symmetry], keys: &mut Vec<u8>) -> usize {
        let Some((first, others)) = symmetries.split_first() else { return 0 };
        // Most keys differ in their first bits or in the men on the board: only equal ones are written.
        let mut least = (0, first, contents.first_bits(first));
        let mut is_tied = false;
        for (number, symmetry) in (1..).zip(others) {
            let bits = contents.first_bits(symmetry);
            match bits.cmp(&least.2).then_with(|| contents.pieces_of(symmetry).cmp(contents.pieces_of(least.1))) {
                Ordering::Less => (least, is_tied) = ((number, symmetry, bits), false),
                Ordering::Equal => is_tied = true,
                Ordering::Greater => {}
            }
        }
        let (start, mut chosen) = (keys.len(), least.0);
        self.pack(contents, least.1, keys);
        if !is_tied {
            return chosen;
        }
        for (number, symmetry) in symmetries.iter().enumerate().filter(|&(number, _)| number != least.0) {
            let next = keys.len();
            self.pack(contents, symmetry, keys);
            let (before, packed) = keys.split_at_mut(next);
            if let Some(before) = before.get_mut(start..)
                && *packed < *before
            {
                before.copy_from_slice(packed);
                chosen = number;
            }
            keys.truncate(next);
        }
        chosen
    }

    /// Appends the key of the image of a position.
    pub(crate) fn pack(&self, contents: &Contents, symmetry: &Symmetry, keys: &mut Vec<u8>) {
        let start = keys.len();
        let mut bits = BitWriter { bytes: keys, waiting: 0, count: 0 };
        bits.push(contents.first_bits(symmetry), RESULT_BITS + 1);
        if self.first_turn {
            bits.push(contents.is_first_turn.into(), 1);
        }
        for piece in contents.pieces_of(symmetry) {
            bits.push(piece.into(), self.square_bits);
        }
        for &source in &symmetry.hands {
            bits.push(contents.hands.get(source).copied().unwrap_or_default().into(), self.hand_bits);
        }
        for (&(part, number), &value) in self.parts.iter().zip(&contents.parts) {
            match symmetry.value(value) {
                StateValue::Number(value) => bits.push(value.into(), number),
                // The length of the last series matters only where series become longer.
                StateValue::Pair([_, series]) if part == StatePart::Series => bits.push(series.into(), number),
                StateValue::Counts(PerSide { white: first, black: second }) | StateValue::Pair([first, second]) => {
                    bits.push(first.into(), number);
                    bits.push(second.into(), number);
                }
                StateValue::Squares(set) => {
                    self.squares.iter().for_each(|&square| bits.push(set.contains(square).into(), 1));
                }
                StateValue::Sides(sides) => Side::ALL.into_iter().for_each(|side| bits.push(sides[side].into(), 1)),
                StateValue::Wings(wings) => {
                    for side in Side::ALL {
                        bits.push(wings[side].last_file.into(), 1);
                        bits.push(wings[side].first_file.into(), 1);
                    }
                }
            }
        }
        bits.finish();
        keys.resize(start + self.bytes, 0);
    }

    /// The position of a key; `None` if the game has no such position.
    pub(crate) fn unpack(&self, key: &[u8]) -> Option<Position> {
        let mut arrangement = self.root.clone();
        self.unpack_arrangement(key, &mut arrangement)?;
        self.game.position(&arrangement).ok()
    }

    /// An arrangement for [`Packing::arrange`].
    pub(crate) fn arrangement(&self) -> Arrangement {
        self.root.clone()
    }

    /// As [`Packing::unpack`], in the memory of a position and of an arrangement; returns whether the game has the position.
    pub(crate) fn arrange(&self, key: &[u8], arrangement: &mut Arrangement, position: &mut Position) -> bool {
        let mut men = std::mem::take(&mut arrangement.men);
        men.clear();
        let mut hands = std::mem::take(&mut arrangement.hands);
        for side in Side::ALL {
            hands[side].clear();
        }
        arrangement.clone_from(&self.root);
        (arrangement.men, arrangement.hands) = (men, hands);
        self.unpack_arrangement(key, arrangement).is_some() && position.arrange(arrangement).is_ok()
    }

    /// Fills an arrangement without men; `None` if the key names a piece that the game has not.
    fn unpack_arrangement(&self, key: &[u8], arrangement: &mut Arrangement) -> Option<()> {
        let mut bits = BitReader { bytes: key, at: 0 };
        bits.take(RESULT_BITS);
        arrangement.turn = if bits.take(1) == 1 { Side::Black } else { Side::White };
        // The number of the move matters only if the first turn may have another number of moves.
        arrangement.fullmove = if self.first_turn && bits.take(1) == 0 { 2 } else { 1 };
        for &square in &self.squares {
            let number = bits.take(self.square_bits) as usize;
            if number > 0 {
                let info = self.game.piece_info(*self.pieces.get(number - 1)?);
                arrangement.men.push(PlacedMan { square, side: info.side, kind: info.kind, state: info.state.clone() });
            }
        }
        for &(side, kind) in &self.hands {
            let count = bits.take(self.hand_bits);
            if count > 0 {
                arrangement.hands[side].push((kind, count as u16));
            }
        }
        for &(part, number) in &self.parts {
            let value = match self.root.part(part) {
                StateValue::Number(_) => StateValue::Number(bits.take(number) as u32),
                StateValue::Counts(_) => {
                    let white = bits.take(number) as u32;
                    StateValue::Counts(PerSide::new(white, bits.take(number) as u32))
                }
                StateValue::Pair(_) if part == StatePart::Series => StateValue::Pair([0, bits.take(number) as u32]),
                StateValue::Pair(_) => {
                    let first = bits.take(number) as u32;
                    StateValue::Pair([first, bits.take(number) as u32])
                }
                StateValue::Squares(_) => {
                    let marked: SquareSet = self.squares.iter().copied().filter(|_| bits.take(1) == 1).collect();
                    StateValue::Squares(marked)
                }
                StateValue::Sides(_) => {
                    let white = bits.take(1) == 1;
                    StateValue::Sides(PerSide::new(white, bits.take(1) == 1))
                }
                StateValue::Wings(_) => {
                    let mut rights = || {
                        let last_file = bits.take(1) == 1;
                        CastlingRights { last_file, first_file: bits.take(1) == 1 }
                    };
                    let white = rights();
                    StateValue::Wings(PerSide::new(white, rights()))
                }
            };
            arrangement.set_part(part, value);
        }
        Some(())
    }
}

/// Bits of the numbers up to the greatest.
const fn bits_of(greatest: u64) -> u32 {
    u64::BITS - greatest.leading_zeros()
}

/// Appends numbers of at most 32 bits, the highest first.
struct BitWriter<'a> {
    bytes: &'a mut Vec<u8>,
    /// The last bits, not yet appended: fewer than 32.
    waiting: u64,
    /// Their number.
    count: u32,
}

impl BitWriter<'_> {
    fn push(&mut self, number: u64, bits: u32) {
        // A number that does not fit is no number of a key.
        self.waiting = self.waiting << bits | number & ((1 << bits) - 1);
        self.count += bits;
        if self.count >= 32 {
            self.count -= 32;
            self.bytes.extend_from_slice(&((self.waiting >> self.count) as u32).to_be_bytes());
        }
    }

    /// Appends the last bits, and zeros up to a byte.
    fn finish(self) {
        if self.count == 0 {
            return;
        }
        let last = (self.waiting << (u64::BITS - self.count) >> 32) as u32;
        let bytes = last.to_be_bytes();
        self.bytes.extend(bytes.into_iter().take(self.count.div_ceil(8) as usize));
    }
}

/// Reads numbers of so many bits; zeros behind the end.
struct BitReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl BitReader<'_> {
    /// The next number of at most 32 bits.
    fn take(&mut self, bits: u32) -> u64 {
        let first = self.at / 8;
        let byte = |index: usize| u64::from(self.bytes.get(first + index).copied().unwrap_or_default());
        let window = byte(0) << 32 | byte(1) << 24 | byte(2) << 16 | byte(3) << 8 | byte(4);
        let behind = 40 - (self.at % 8) as u32 - bits;
        self.at += bits as usize;
        window >> behind & ((1 << bits) - 1)
    }
}
