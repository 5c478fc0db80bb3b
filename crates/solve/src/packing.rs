//! Packed keys of positions: all of one length, with as many bits as the game needs, and readable back.
//!
//! A key holds everything that moves and endings depend on, except the past: repetition, plies without progress, and counts
//! of moves while few men are left. Its first bits are the result if the game is over, and the side to move.

use weakfish::engine::{Arrangement, CastlingRights, Game, Piece, Position, StatePart, StateValue};
use weakfish::geometry::{PerSide, Side, Square, SquareSet};
use weakfish::model::{KindId, PlacedMan};

/// Bits of the result.
const RESULT_BITS: u32 = 2;

/// The first bit of a key that is Black's turn.
const TURN_BIT: u8 = 1 << (8 - RESULT_BITS - 1);

/// Result of a key: the game is over, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyResult {
    /// The game is not over.
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
    parts: Vec<StatePart>,
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
        let parts: Vec<StatePart> = parts.collect();
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
        let part_bits: u32 = packing.parts.iter().map(|&part| packing.part_bits(part, root_values.part(part))).sum();
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

    fn part_bits(&self, part: StatePart, value: StateValue) -> u32 {
        let number = bits_of(part.greatest().into());
        match value {
            StateValue::Number(_) => number,
            StateValue::Pair(_) if part == StatePart::Series => number,
            StateValue::Counts(_) | StateValue::Pair(_) => 2 * number,
            StateValue::Squares(_) => self.squares.len() as u32,
            StateValue::Sides(_) => 2,
            StateValue::Wings(_) => 4,
        }
    }

    /// Appends the key of a position; returns whether it has one: too many men in a hand have none.
    pub(crate) fn pack(&self, position: &Position, result: KeyResult, keys: &mut Vec<u8>) -> bool {
        let start = keys.len();
        let mut bits = BitWriter { bytes: keys, free: 0 };
        bits.push(result.number(), RESULT_BITS);
        bits.push((position.turn() == Side::Black).into(), 1);
        if self.first_turn {
            bits.push((position.fullmove() == 1).into(), 1);
        }
        for &square in &self.squares {
            bits.push(position.piece_at(square).map_or(0, Piece::number).into(), self.square_bits);
        }
        let mut fits = true;
        if !self.hands.is_empty() {
            let hands = PerSide::from_fn(|side| position.hand(side));
            for &(side, kind) in &self.hands {
                let count = hands[side].iter().find(|(held, _)| *held == kind).map_or(0, |&(_, count)| count);
                fits &= u64::from(count) >> self.hand_bits == 0;
                bits.push(count.into(), self.hand_bits);
            }
        }
        for &part in &self.parts {
            let number = bits_of(part.greatest().into());
            match position.part(part) {
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
        keys.resize(start + self.bytes, 0);
        fits
    }

    /// The position of a key; `None` if the game has no such position.
    pub(crate) fn unpack(&self, key: &[u8]) -> Option<Position> {
        let mut bits = BitReader { bytes: key, at: 0 };
        bits.take(RESULT_BITS);
        let mut arrangement = self.root.clone();
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
        for &part in &self.parts {
            let number = bits_of(part.greatest().into());
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
        self.game.position(&arrangement).ok()
    }
}

/// Bits of the numbers up to the greatest.
const fn bits_of(greatest: u64) -> u32 {
    u64::BITS - greatest.leading_zeros()
}

/// Appends numbers of so many bits, the highest first.
struct BitWriter<'a> {
    bytes: &'a mut Vec<u8>,
    /// Bits of the last byte that are free.
    free: u32,
}

impl BitWriter<'_> {
    fn push(&mut self, number: u64, bits: u32) {
        let mut left = bits;
        while left > 0 {
            if self.free == 0 {
                self.bytes.push(0);
                self.free = 8;
            }
            let taken = left.min(self.free);
            let part = (number >> (left - taken)) & ((1 << taken) - 1);
            if let Some(last) = self.bytes.last_mut() {
                *last |= (part as u8) << (self.free - taken);
            }
            self.free -= taken;
            left -= taken;
        }
    }
}

/// Reads numbers of so many bits; zeros behind the end.
struct BitReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl BitReader<'_> {
    fn take(&mut self, bits: u32) -> u64 {
        (0..bits).fold(0, |number, _| {
            let byte = self.bytes.get(self.at / 8).copied().unwrap_or_default();
            let bit = byte >> (7 - self.at % 8) & 1;
            self.at += 1;
            number << 1 | u64::from(bit)
        })
    }
}
