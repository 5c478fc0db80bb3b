//! A game in XBoard's words: one letter for each man, in each of its states if there are enough letters, and moves as pairs
//! of squares.

use std::collections::BTreeMap;

use weakfish::engine::{Game, Move, MoveKind, Piece, Position};
use weakfish::geometry::{Side, Square};
use weakfish::model::{KindId, SetupId};
use weakfish::notation::{fen, symbol, uci};

/// The games that XBoard knows.
const KNOWN: &str = include_str!("known.tsv");

/// The letters of XBoard's pictures, as its own table for fairy chess has them; the royal man's is behind them.
const PICTURES: &str = "PNBRQFEACWMOHIJGDVLSU";

/// What men can be called. XBoard takes an `x` behind a move for none, and an `O` for castling.
const LETTERS: &str = "ABCDEFGHIJKLMNPQRSTUVWYZ";

/// The move of no man.
const NULL: &str = "@@@@";

/// A game as XBoard calls it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) there: &'static str,
    letters: Vec<(char, char)>,
    /// Where it begins there, in its letters, if not as ours.
    pub(super) start: Option<&'static str>,
}

/// The name and the letters that XBoard has for a built-in game that it knows.
pub(super) fn known(name: &str) -> Option<Known> {
    let lines = KNOWN.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t')).find_map(|mut columns| {
        let (ours, there) = (columns.next()?, columns.next()?);
        let letter = |pair: &str| Some((pair.chars().next()?, pair.chars().nth(2)?));
        let letters = columns.next().unwrap_or_default().split(',').filter_map(letter).collect();
        let start = columns.next().filter(|start| !start.is_empty());
        (ours == name).then_some(Known { there, letters, start })
    })
}

/// The name that we have for a game of XBoard.
pub(super) fn ours(there: &str) -> Option<&'static str> {
    let lines = KNOWN.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t')).find_map(|mut columns| {
        let ours = columns.next()?;
        (columns.next()? == there).then_some(ours)
    })
}

/// How a game is told.
#[derive(Clone, Debug)]
pub(super) struct Dialect {
    /// The letter of each piece, a capital for both sides.
    letters: BTreeMap<Piece, char>,
    /// Whether each state of a man has a letter of its own.
    pub(super) shows_states: bool,
    /// Ranks are counted from 0 where there are ten.
    from_zero: bool,
    /// The men that XBoard takes for kings.
    kings: Vec<KindId>,
}

impl Dialect {
    /// With pictures, each state of a man can be shown as another man.
    pub(super) fn new(game: &Game, known: Option<&Known>, pictures: bool) -> Self {
        let variant = game.variant();
        let mut by_kind: BTreeMap<KindId, [Vec<Piece>; 2]> = BTreeMap::new();
        for piece in game.pieces() {
            let info = game.piece_info(piece);
            by_kind.entry(info.kind).or_default()[info.side.index()].push(piece);
        }
        // The state that a man has at the start goes first, and has the letter of the kind.
        let start = game.start();
        let at_start: Vec<Piece> = start.men().map(|(_, piece)| piece).collect();
        for pieces in by_kind.values_mut().flatten() {
            pieces.sort_by_key(|piece| !at_start.contains(piece));
        }
        let states = |pieces: &[Vec<Piece>; 2]| pieces[0].len().max(pieces[1].len());
        let shows_states = pictures && by_kind.values().map(states).sum::<usize>() <= LETTERS.len();
        let mut taken: Vec<char> = Vec::new();
        let mut letters = BTreeMap::new();
        let mut firsts = BTreeMap::new();
        let told = |kind: KindId| {
            let own = variant.kind(kind).symbol.chars().find(char::is_ascii_uppercase);
            let there = |own: char| {
                let pairs = known.into_iter().flat_map(|known| &known.letters);
                pairs.into_iter().find(|(ours, _)| *ours == own).map_or(own, |&(_, there)| there)
            };
            own.map(there)
        };
        let mut take = |wanted: Option<char>| {
            let free = |letter: &char| LETTERS.contains(*letter) && !taken.contains(letter);
            let letter = wanted.filter(free).or_else(|| LETTERS.chars().rev().find(free));
            taken.extend(letter);
            letter
        };
        // Men whose symbol is a letter come before those with a sign, which share it.
        let mut kinds: Vec<KindId> = by_kind.keys().copied().collect();
        kinds.sort_by_key(|kind| variant.kind(*kind).symbol.len());
        for &kind in &kinds {
            firsts.insert(kind, take(told(kind)));
        }
        for (kind, pieces) in &by_kind {
            for index in 0..states(pieces) {
                let first = firsts.get(kind).copied().flatten();
                let letter = if index == 0 || !shows_states { first } else { take(None) };
                for pieces in pieces {
                    if let (Some(&piece), Some(letter)) = (pieces.get(index), letter) {
                        letters.insert(piece, letter);
                    }
                }
            }
        }
        let kings = kinds.into_iter().filter(|&kind| variant.kind(kind).royal).collect();
        Self { letters, shows_states, from_zero: variant.board.ranks() == 10, kings }
    }

    /// The letter of a piece: a capital for White.
    fn letter(&self, game: &Game, piece: Piece) -> char {
        let letter = self.letters.get(&piece).copied().unwrap_or('?');
        match game.piece_info(piece).side {
            Side::White => letter,
            Side::Black => letter.to_ascii_lowercase(),
        }
    }

    /// The letters in the order of XBoard's pictures, for both sides.
    pub(super) fn table(&self, game: &Game) -> String {
        let variant = game.variant();
        let king = self.kings.first().and_then(|&king| {
            let royal = |&(piece, _): &(&Piece, &char)| game.piece_info(*piece).kind == king;
            let start = game.start();
            let is_at_start = |piece: &Piece| start.men().any(|(_, other)| other == *piece);
            self.letters.iter().filter(royal).min_by_key(|(piece, _)| !is_at_start(piece)).map(|(_, &letter)| letter)
        });
        let mut slots: Vec<Option<char>> = vec![None; PICTURES.len()];
        let mut letters: Vec<char> = self.letters.values().copied().filter(|&letter| Some(letter) != king).collect();
        letters.sort_unstable();
        letters.dedup();
        // XBoard has rules of its own for the man in the first place: what goes diagonally captures en passant.
        let is_plain_pawn = |letter: char| {
            let mut kinds = self.letters.iter().filter(|(_, other)| **other == letter);
            kinds.all(|(&piece, _)| {
                let kind = variant.kind(game.piece_info(piece).kind);
                variant.rules.promotions[game.piece_info(piece).side]
                    .iter()
                    .any(|rule| rule.kind == game.piece_info(piece).kind)
                    && kind.flips.is_none()
                    && !self.shows_several(game, game.piece_info(piece).kind)
            })
        };
        let mut homeless = Vec::new();
        for &letter in &letters {
            let place = PICTURES.chars().position(|picture| picture == letter);
            match place.filter(|&place| slots[place].is_none() && (place > 0 || is_plain_pawn(letter))) {
                Some(place) => slots[place] = Some(letter),
                None => homeless.push(letter),
            }
        }
        for letter in homeless {
            match slots.iter().skip(1).position(Option::is_none) {
                Some(place) => slots[place + 1] = Some(letter),
                None => slots.push(Some(letter)),
            }
        }
        let row: String = slots.iter().map(|slot| slot.unwrap_or('.')).chain([king.unwrap_or('.')]).collect();
        row.clone() + &row.to_ascii_lowercase()
    }

    /// Whether a kind has several letters.
    fn shows_several(&self, game: &Game, kind: KindId) -> bool {
        let own = |side| {
            self.letters.keys().filter(move |&&piece| {
                let info = game.piece_info(piece);
                info.kind == kind && info.side == side
            })
        };
        self.shows_states && (own(Side::White).count() > 1 || own(Side::Black).count() > 1)
    }

    /// A position as XBoard reads it.
    pub(super) fn fen(&self, position: &Position) -> String {
        let (game, board) = (position.game(), position.game().variant().board);
        let ranks = (0..i32::from(board.ranks())).rev().map(|rank| {
            let mut text = String::new();
            let mut empty = 0;
            for file in 0..i32::from(board.files()) {
                let piece = board.square(file, rank).and_then(|square| position.piece_at(square));
                if let Some(piece) = piece {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                        empty = 0;
                    }
                    text.push(self.letter(game, piece));
                } else {
                    empty += 1;
                }
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            text
        });
        let ranks: Vec<String> = ranks.collect();
        // What stands behind the men is alike, but for what XBoard would not understand.
        let own = fen::write(position);
        let tail: Vec<&str> = own.split(' ').skip(1).take(5).collect();
        format!("{} {}", ranks.join("/"), tail.join(" "))
    }

    /// A position as XBoard writes it, or as we do.
    pub(super) fn read_fen(&self, game: &Game, setup: SetupId, text: &str) -> Result<Position, String> {
        // One of our own has states in braces, or there is nobody to whom letters could mean states.
        let own = fen::read(game, setup, text);
        if let Ok(position) = &own
            && (!self.shows_states || text.contains('{'))
        {
            return Ok(position.clone());
        }
        let (placement, tail) = text.split_once(' ').unwrap_or((text, "w"));
        let translated: String = placement.chars().map(|char| self.man(game, char)).collect();
        let mut fields: Vec<&str> = tail.split_whitespace().collect();
        loop {
            if let Ok(position) = fen::read(game, setup, &format!("{translated} {}", fields.join(" "))) {
                return Ok(position);
            }
            // XBoard may have castling rights and en passant squares that the game has not.
            match fields.get_mut(1..3) {
                Some(rights) if rights.iter().any(|right| *right != "-") => rights.fill("-"),
                _ => break,
            }
        }
        own.map_err(|error| error.diagnostics().first().map_or_else(String::new, |problem| problem.message.clone()))
    }

    /// What a letter of XBoard is in our own FEN.
    fn man(&self, game: &Game, char: char) -> String {
        let side = if char.is_ascii_uppercase() { Side::White } else { Side::Black };
        let is_meant = |(piece, letter): &(&Piece, &char)| {
            game.piece_info(**piece).side == side && **letter == char.to_ascii_uppercase()
        };
        if !char.is_ascii_alphabetic() {
            return char.to_string();
        }
        let Some((&piece, _)) = self.letters.iter().find(is_meant) else { return char.to_string() };
        let info = game.piece_info(piece);
        let state = info.state.to_string();
        let man = symbol(game.variant(), info.side, info.kind);
        if state.is_empty() { man } else { format!("{man}{{{state}}}") }
    }

    /// The name of a square.
    pub(super) fn square(&self, position: &Position, square: Square) -> String {
        let name = position.game().variant().board.name(square);
        if !self.from_zero {
            return name;
        }
        let (file, rank) = name.split_at(name.find(|char: char| char.is_ascii_digit()).unwrap_or(name.len()));
        format!("{file}{}", rank.parse::<u8>().map_or(0, |rank| rank.saturating_sub(1)))
    }

    /// A move as XBoard writes it; as we do, if it has no words for it.
    pub(super) fn write(&self, position: &Position, mv: Move) -> String {
        let legal = position.legal_moves().to_vec();
        self.write_among(position, &legal, mv)
    }

    fn write_among(&self, position: &Position, legal: &[Move], mv: Move) -> String {
        let Some(text) = self.spelled(position, mv) else { return uci::write(position, mv) };
        let clashes = |&other: &Move| other != mv && self.spelled(position, other).as_ref() == Some(&text);
        if legal.iter().any(clashes) { uci::write(position, mv) } else { text }
    }

    fn spelled(&self, position: &Position, mv: Move) -> Option<String> {
        let man = match mv {
            Move::Man(man) => man,
            Move::Pass | Move::EndSeries => return Some(NULL.to_owned()),
            _ => return None,
        };
        let name = |square| self.square(position, square);
        let before = position.piece_at(man.from)?;
        let suffix =
            self.suffix(position, mv).map_or_else(String::new, |letter| letter.to_ascii_lowercase().to_string());
        match man.kind {
            // A leg to an empty square and back: XBoard has no move that stays.
            MoveKind::Stationary if self.shows_states => {
                let via = Self::way_round(position, man.from)?;
                Some(format!("{0}{1},{1}{0}{suffix}", name(man.from), name(via)))
            }
            MoveKind::Stationary => None,
            MoveKind::Castling { .. } if man.from == man.to => None,
            // Where states have no letters, only a promotion can be said.
            _ if suffix.is_empty() && before != man.piece => None,
            _ => Some(name(man.from) + &name(man.to) + &suffix),
        }
    }

    /// The letter of what a man becomes by a move, if it is another one, as a capital.
    pub(super) fn suffix(&self, position: &Position, mv: Move) -> Option<char> {
        let man = mv.man()?;
        let (old, new) = (self.letters.get(&position.piece_at(man.from)?)?, self.letters.get(&man.piece)?);
        (old != new).then_some(*new)
    }

    /// The letter of what a man is after a move, as a capital.
    pub(super) fn becomes(&self, mv: Move) -> Option<char> {
        self.letters.get(&mv.man()?.piece).copied()
    }

    /// The square of a name.
    pub(super) fn read_square(&self, position: &Position, text: &str) -> Option<Square> {
        let board = position.game().variant().board;
        board.squares().find(|&square| self.square(position, square) == text)
    }

    /// The empty square next to a man, or else as near as can be, over which it goes to where it stands. It moves to none
    /// such square, if that can be helped.
    pub(super) fn way_round(position: &Position, square: Square) -> Option<Square> {
        let board = position.game().variant().board;
        let occupied = position.occupied();
        let empty = board.squares().filter(|&other| !occupied.contains(other));
        let moves = position.legal_moves();
        let targets: Vec<Square> =
            moves.into_iter().filter_map(Move::man).filter(|man| man.from == square).map(|man| man.to).collect();
        empty.min_by_key(|&other| {
            let files = (board.file(square) - board.file(other)).abs();
            (targets.contains(&other), files.max((board.rank(square) - board.rank(other)).abs()))
        })
    }

    /// The legal move of a text: XBoard's or our own.
    pub(super) fn find(&self, position: &Position, text: &str) -> Option<Move> {
        if position.outcome().is_some() {
            return None;
        }
        let legal = position.legal_moves().to_vec();
        let spelled = |mv: &Move| self.spelled(position, *mv);
        let alike = |mv: &&Move| spelled(mv).is_some_and(|name| name.eq_ignore_ascii_case(text));
        let mut same = legal.iter().filter(alike);
        if let (Some(&mv), None) = (same.next(), same.next()) {
            return Some(mv);
        }
        // The way round does not matter, only what the man has become.
        if let Some(turned) = Self::without_way_round(text) {
            let other = |mv: &&Move| {
                let own = spelled(mv).and_then(|name| Self::without_way_round(&name));
                own.is_some_and(|own| own.eq_ignore_ascii_case(&turned))
            };
            return legal.iter().find(other).copied();
        }
        uci::find(position, text)
    }

    /// `e2x` of `e2e3,e3e2x`.
    fn without_way_round(text: &str) -> Option<String> {
        let (first, second) = text.split_once(',')?;
        let split = |text: &str| {
            let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
            let (one, rest) = text.split_at_checked(1 + digits)?;
            Some((one.to_owned(), rest.to_owned()))
        };
        let (from, via) = split(first)?;
        let (again, rest) = split(second)?;
        let (to, suffix) = split(&rest)?;
        (again == via && to == from).then(|| from + &suffix)
    }
}
