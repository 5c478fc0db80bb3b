//! Translation of games, positions and moves for XBoard: one letter for each man, or for each of its states, and moves as
//! pairs of squares. A promoted man of Shogi is `+` and the letter of the man that it was.

use std::collections::{BTreeMap, BTreeSet};

use weakfish::builtin;
use weakfish::engine::{Game, ManMove, Move, MoveKind, MoveShape, Piece, PieceInfo, Position};
use weakfish::geometry::{Board, Leap, Side, Square};
use weakfish::model::{KindId, SetupId, Variant};
use weakfish::notation::{self, fen, read_moves, symbol, uci};
use weakfish_diagram::piece_movement;

use crate::engine::Parent;

/// Table of the variants that XBoard has of its own.
const NATIVE_TABLE: &str = include_str!("known.tsv");

/// Piece letters in the order of XBoard's pieceToCharTable; the king comes after them.
const PIECE_TO_CHAR_ORDER: &str = "PNBRQFEACWMOHIJGDVLSU";

/// Piece letters in the order of the table for games with promoted forms.
const ORDER_WITH_FORMS: &str = "PNBRLS...G";

/// The first place of that table whose man does not promote.
const FIRST_UNPROMOTING_PLACE: usize = 9;

/// Places of that table for other men that promote. Promotion is compulsory on the last ranks for the men of the others.
const PROMOTING_PLACES: [usize; 6] = [2, 3, 5, 6, 7, 8];

/// Places of that table for other men that do not promote.
const OTHER_PLACES: [usize; 8] = [9, 10, 8, 7, 6, 5, 3, 2];

/// Places from a man to its promoted form in XBoard's pieceToCharTable.
const PROMOTED_PLACES: usize = 11;

/// Letters for men. XBoard takes an `x` after a move for none, and an `O` for castling.
const LETTERS: &str = "ABCDEFGHIJKLMNPQRSTUVWYZ";

/// Null move of XBoard, written for a pass.
const NULL_MOVE: &str = "@@@@";

/// Variant that XBoard has built in: its piece letters and start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NativeVariant {
    letters: Vec<(&'static str, &'static str)>,
    /// The start position in XBoard's letters, if it differs.
    pub(super) start: Option<&'static str>,
    /// Whether castling is written as `O-O` and `O-O-O`.
    castling_in_words: bool,
}

/// Rows of the table: XBoard's name, and its variant.
fn native_variants() -> impl Iterator<Item = (&'static str, NativeVariant)> {
    let lines = NATIVE_TABLE.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t')).filter_map(|mut columns| {
        let name = columns.next()?;
        let letters = columns.next().unwrap_or_default().split(',').filter_map(|pair| pair.split_once('=')).collect();
        let start = columns.next().filter(|start| !start.is_empty());
        Some((name, NativeVariant { letters, start, castling_in_words: columns.next().is_some() }))
    })
}

/// XBoard's own variant for a built-in game.
pub(super) fn native_variant(name: &str) -> Option<NativeVariant> {
    native_variants().find(|(other, _)| weakfish_name(other) == Some(name)).map(|(_, native)| native)
}

/// XBoard's name of a built-in game.
pub(super) fn xboard_name(name: &'static str) -> &'static str {
    native_variants().find(|(other, _)| weakfish_name(other) == Some(name)).map_or(name, |(other, _)| other)
}

/// Weakfish's name of an XBoard variant: a built-in game, by the names that any program has for it.
pub(super) fn weakfish_name(name: &str) -> Option<&'static str> {
    builtin::names().find(|own| *own == name).or_else(|| builtin::resolve_alias(name))
}

/// Reason why a game can't be played in XBoard. `native`: whether XBoard has it built in; `pictures`: whether pieces are
/// shown as pictures.
pub(super) fn unsupported_reason(game: &Game, native: bool, pictures: bool) -> Option<String> {
    let (variant, needed) = (game.variant(), letters_needed(game));
    if game.facts().series.any {
        Some("has several moves in a turn, for which XBoard's protocol has no words".to_owned())
    } else if game.facts().drops.unlimited {
        Some("has men that are dropped without being in hand, for which XBoard has no room".to_owned())
    } else if !native && men_in_hand(game).any(|(side, kind)| variant.drop_of(side, kind).to != [kind]) {
        Some("has men that are dropped as others, which XBoard does not allow".to_owned())
    } else if pictures && needed > LETTERS.len() {
        let most = LETTERS.len();
        Some(format!("needs {needed} letters, one for each state of its men that turn or flip; XBoard has {most}"))
    } else {
        None
    }
}

/// The kinds that each side can have in hand.
fn men_in_hand(game: &Game) -> impl Iterator<Item = (Side, KindId)> {
    Side::ALL.into_iter().flat_map(|side| game.variant().kinds_in_hand(side).into_iter().map(move |kind| (side, kind)))
}

/// The kind whose promoted form a kind is: its symbol, or in games with men in hand its letter in other programs, is that of this
/// kind behind a `+`.
fn unpromoted(variant: &Variant, kind: KindId) -> Option<KindId> {
    let foreign = variant.letters.iter().find(|letter| letter.kind == kind && variant.has_hands());
    let symbol = foreign.map_or(&variant.kind(kind).symbol, |letter| &letter.written).strip_prefix('+')?;
    variant.kinds().find(|(_, other)| other.symbol == symbol).map(|(id, _)| id)
}

/// Pieces (states) of each kind of men, White's and Black's. A man that has promoted is as one that has not.
fn pieces_of_kinds(game: &Game) -> BTreeMap<KindId, [Vec<Piece>; 2]> {
    let mut by_kind = BTreeMap::<_, [Vec<Piece>; 2]>::new();
    for piece in game.pieces() {
        let PieceInfo { side, kind, state, .. } = game.piece_info(piece);
        if !state.promoted {
            by_kind.entry(*kind).or_default()[side.index()].push(piece);
        }
    }
    by_kind
}

/// Number of states of a kind, by the side that has more.
fn state_count(pieces: &[Vec<Piece>; 2]) -> usize {
    pieces[0].len().max(pieces[1].len())
}

/// Number of letters that the men of a game need in all their states; promoted forms have none of their own.
fn letters_needed(game: &Game) -> usize {
    let by_kind = pieces_of_kinds(game).into_iter();
    by_kind
        .filter(|(kind, _)| unpromoted(game.variant(), *kind).is_none())
        .map(|(_, pieces)| state_count(&pieces))
        .sum()
}

/// Translation of a game for XBoard.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact about a game, not a state")]
pub(super) struct Dialect {
    /// The letter of each piece, a capital for both sides, behind a `+` if it is a promoted form.
    letters: BTreeMap<Piece, String>,
    /// XBoard's game whose rules hold but for the moves of men.
    parent: Parent,
    /// Whether each state of a man has a letter of its own.
    pub(super) shows_states: bool,
    /// Ranks are counted from 0 where there are ten.
    from_zero: bool,
    /// The men that XBoard takes for kings.
    kings: Vec<KindId>,
    /// Whether the game is described to XBoard, which does not know it.
    pub(super) is_described: bool,
    /// Whether castling is written as `O-O` and `O-O-O`.
    castling_in_words: bool,
}

impl Dialect {
    /// Gives each man a letter. With pictures, each state of a man gets one, if there are enough, so that it
    /// can be shown as another man.
    pub(super) fn new(game: &Game, native: Option<&NativeVariant>, pictures: bool) -> Self {
        let variant = game.variant();
        let mut by_kind = pieces_of_kinds(game);
        // The state that a man has at the start goes first, and has the letter of the kind.
        let start = game.start();
        let at_start: Vec<Piece> = start.men().map(|(_, piece)| piece).collect();
        for pieces in by_kind.values_mut().flatten() {
            pieces.sort_by_key(|piece| !at_start.contains(piece));
        }
        let shows_states = pictures && letters_needed(game) <= LETTERS.len();
        let mut taken: Vec<char> = Vec::new();
        let own_letter = |kind: KindId| {
            let symbol = variant.kind(kind).symbol.as_str();
            let mut pairs = native.into_iter().flat_map(|native| &native.letters);
            let theirs = pairs.find(|(ours, _)| *ours == symbol).map_or(symbol, |&(_, theirs)| theirs);
            theirs.chars().find(char::is_ascii_uppercase)
        };
        let mut take = |wanted: Option<char>| {
            let free = |letter: &char| LETTERS.contains(*letter) && !taken.contains(letter);
            let letter = wanted.filter(free).or_else(|| LETTERS.chars().rev().find(free));
            taken.extend(letter);
            letter.map(String::from)
        };
        // Men whose symbol is a letter come before those with a sign, which share it.
        let mut kinds: Vec<KindId> = by_kind.keys().copied().collect();
        kinds.sort_by_key(|kind| variant.kind(*kind).symbol.len());
        let (promoted, plain): (Vec<KindId>, Vec<KindId>) = kinds
            .iter()
            .copied()
            .partition(|&kind| unpromoted(variant, kind).is_some_and(|other| by_kind.contains_key(&other)));
        let mut kind_letters: BTreeMap<_, _> = plain.iter().map(|&kind| (kind, take(own_letter(kind)))).collect();
        for kind in promoted {
            let base = unpromoted(variant, kind).and_then(|base| kind_letters.get(&base)?.clone());
            kind_letters.insert(kind, base.map(|base| format!("+{base}")).or_else(|| take(None)));
        }
        let mut letters = BTreeMap::new();
        for (kind, pieces) in &by_kind {
            for index in 0..state_count(pieces) {
                let letter = if index == 0 || !shows_states { kind_letters[kind].clone() } else { take(None) };
                for pieces in pieces {
                    if let (Some(&piece), Some(letter)) = (pieces.get(index), &letter) {
                        letters.insert(piece, letter.clone());
                    }
                }
            }
        }
        for piece in game.pieces().filter(|&piece| game.piece_info(piece).state.promoted) {
            let mut before = game.piece_info(piece).clone();
            before.state.promoted = false;
            let same = letters.iter().find(|(other, _)| *game.piece_info(**other) == before);
            if let Some(letter) = same.map(|(_, letter)| letter.clone()) {
                letters.insert(piece, letter);
            }
        }
        let kings = kinds.into_iter().filter(|&kind| variant.kind(kind).royal).collect();
        Self {
            letters,
            parent: Parent::of(game),
            shows_states,
            from_zero: variant.board.ranks() == 10,
            kings,
            is_described: native.is_none(),
            castling_in_words: native.is_some_and(|native| native.castling_in_words),
        }
    }

    /// The letter of a piece: a capital for White.
    fn letter(&self, game: &Game, piece: Piece) -> String {
        let letter = self.letters.get(&piece).map_or("?", String::as_str);
        match game.piece_info(piece).side {
            Side::White => letter.to_owned(),
            Side::Black => letter.to_ascii_lowercase(),
        }
    }

    /// The letter of a man in hand.
    fn letter_in_hand(&self, game: &Game, side: Side, kind: KindId) -> String {
        let mut pieces = self.letters.keys().filter(|&&piece| {
            let info = game.piece_info(piece);
            info.side == side && info.kind == kind
        });
        pieces.next().map_or_else(String::new, |&piece| self.letter(game, piece))
    }

    /// The arguments of the `setup` command: the pieceToCharTable, the board with its room for men in hand, and the start.
    pub(super) fn setup(&self, position: &Position) -> String {
        let (game, board) = (position.game(), position.game().variant().board);
        let places = self.piece_to_char_places(game);
        // XBoard numbers the men in hand by their places.
        let men: Vec<&str> = places.iter().map(String::as_str).filter(|place| *place != ".").collect();
        let number = |(side, kind)| {
            let letter = self.letter_in_hand(game, side, kind).to_ascii_uppercase();
            men.iter().position(|man| *man == letter).map_or(0, |place| place + 1)
        };
        let room = men_in_hand(game).map(number).max().unwrap_or(0);
        let row = places.concat();
        let (lower, parent, fen) = (row.to_ascii_lowercase(), self.parent.name(), self.write_fen(position));
        format!("({row}{lower}) {}x{}+{room}_{parent} {fen}", board.files(), board.ranks())
    }

    /// The arguments of the `piece` commands: each man that has one letter, with its movement.
    pub(super) fn pieces(&self, game: &Game) -> Vec<String> {
        let variant = game.variant();
        let command = |(kind, pieces): (KindId, [Vec<Piece>; 2])| {
            let movement = piece_movement(variant, kind).filter(|_| !self.has_several_letters(game, kind))?;
            let letter = self.letters.get(pieces.iter().flatten().next()?)?;
            let id = match (variant.kind(kind).sides.white, variant.kind(kind).sides.black) {
                (true, true) => format!("{letter}&"),
                (true, false) => letter.clone(),
                (false, _) => letter.to_ascii_lowercase(),
            };
            Some(format!("{id} {movement}"))
        };
        pieces_of_kinds(game).into_iter().filter_map(command).collect()
    }

    /// White's half of the pieceToCharTable: which letter has which of XBoard's pictures, the king last.
    fn piece_to_char_places(&self, game: &Game) -> Vec<String> {
        let variant = game.variant();
        let king = self.kings.first().and_then(|&king| {
            let royal = |&(piece, _): &(&Piece, &String)| game.piece_info(*piece).kind == king;
            let start = game.start();
            let is_at_start = |piece: &Piece| start.men().any(|(_, other)| other == *piece);
            self.letters.iter().filter(royal).min_by_key(|(piece, _)| !is_at_start(piece)).map(|(_, letter)| letter)
        });
        let mut letters: Vec<&String> =
            self.letters.values().filter(|letter| Some(*letter) != king && !letter.starts_with('+')).collect();
        letters.sort_unstable();
        letters.dedup();
        let has_form = |letter: &str| self.letters.values().any(|other| other.strip_prefix('+') == Some(letter));
        let is_marked = |letter: &str| {
            let mut pieces = self.letters.iter().filter(|(_, other)| *other == letter);
            pieces.any(|(&piece, _)| game.piece_info(piece).state.promoted)
        };
        // XBoard has rules of its own for the man in the first place: what goes diagonally captures en passant.
        let is_plain_pawn = |letter: &str| {
            let mut kinds = self.letters.iter().filter(|(_, other)| *other == letter);
            kinds.all(|(&piece, _)| {
                let info = game.piece_info(piece);
                variant.rules.promotions[info.side].iter().any(|rule| rule.kind == info.kind)
                    && variant.kind(info.kind).flips.is_none()
                    && !self.has_several_letters(game, info.kind)
            })
        };
        let has_forms_of_men = self.parent == Parent::PromotedForms;
        let fits = |letter: &str, place: usize| {
            (place > 0 || is_plain_pawn(letter))
                && (!has_forms_of_men || has_form(letter) == (place < FIRST_UNPROMOTING_PLACE))
        };
        let order = if has_forms_of_men { ORDER_WITH_FORMS } else { PIECE_TO_CHAR_ORDER };
        let mut places = vec![".".to_owned(); PIECE_TO_CHAR_ORDER.len()];
        let mut unplaced = Vec::new();
        for letter in letters {
            match order.find(letter.as_str()).filter(|&place| fits(letter, place)) {
                Some(place) => places[place].clone_from(letter),
                None => unplaced.push(letter),
            }
        }
        unplaced.sort_by_key(|letter| {
            let is_in_hand = |(side, kind)| self.letter_in_hand(game, side, kind).eq_ignore_ascii_case(letter);
            !men_in_hand(game).any(is_in_hand)
        });
        for letter in unplaced {
            let preferred: &[usize] = match (has_forms_of_men, has_form(letter)) {
                (true, true) => &PROMOTING_PLACES,
                (true, false) => &OTHER_PLACES,
                (false, _) => &[],
            };
            let mut free = preferred.iter().copied().chain(1..places.len()).filter(|&place| places[place] == ".");
            match free.next() {
                Some(place) => places[place].clone_from(letter),
                None => places.push(letter.clone()),
            }
        }
        for place in 0..PIECE_TO_CHAR_ORDER.len() - PROMOTED_PLACES {
            let form = if has_form(&places[place]) {
                "+"
            } else if is_marked(&places[place]) {
                "~"
            } else {
                continue;
            };
            if places[place + PROMOTED_PLACES] == "." {
                form.clone_into(&mut places[place + PROMOTED_PLACES]);
            }
        }
        places.push(king.map_or(".", String::as_str).to_owned());
        places
    }

    /// Whether a kind has several letters.
    fn has_several_letters(&self, game: &Game, kind: KindId) -> bool {
        let of_kind = self.letters.iter().filter(|(piece, _)| game.piece_info(**piece).kind == kind);
        self.shows_states && of_kind.map(|(_, letter)| letter).collect::<BTreeSet<_>>().len() > 1
    }

    /// Writes the FEN of a position for XBoard.
    pub(super) fn write_fen(&self, position: &Position) -> String {
        let (game, board) = (position.game(), position.game().variant().board);
        let man = |piece| {
            let mark = if game.piece_info(piece).state.promoted { "~" } else { "" };
            self.letter(game, piece) + mark
        };
        let men = fen_placement(board, |square| position.piece_at(square).map(man));
        let in_hand = |side| {
            let men = position.hand(side).into_iter();
            men.map(move |(kind, number)| self.letter_in_hand(game, side, kind).repeat(number.into()))
                .collect::<String>()
        };
        let hands = match Side::ALL.map(in_hand).concat() {
            _ if !game.facts().drops.hands => String::new(),
            hands if hands.is_empty() => "[-]".to_owned(),
            hands => format!("[{hands}]"),
        };
        // The other fields are equal, but for what XBoard would not understand.
        let weakfish_fen = fen::write(position);
        let mut tail: Vec<&str> = weakfish_fen.split(' ').skip(1).take(5).collect();
        if self.parent == Parent::PromotedForms {
            tail.retain(|field| *field != "-");
        }
        format!("{men}{hands} {}", tail.join(" "))
    }

    /// Reads a FEN in XBoard's letters or our own.
    pub(super) fn read_fen(&self, game: &Game, setup: SetupId, text: &str) -> Result<Position, String> {
        // XBoard drops rights that it does not know.
        let start = game.start_of(setup);
        let known = if self.is_described { 2 } else { 3 };
        if text.split_whitespace().take(known).eq(self.write_fen(&start).split_whitespace().take(known)) {
            return Ok(start);
        }
        let rules = &game.variant().rules;
        let (placement, tail) = text.split_once(' ').unwrap_or((text, "w"));
        let mut fields: Vec<&str> = tail.split_whitespace().collect();
        // XBoard has no fields for castling rights and en passant squares in games of its own without them.
        let has_castling = Side::ALL.into_iter().any(|side| rules.castling[side].is_some());
        match fields[..] {
            [_, first, _] if is_number(first) => fields.splice(1..1, ["-", "-"]).count(),
            [_, _, second, _] if is_number(second) => {
                fields.splice(if has_castling { 2..2 } else { 1..1 }, ["-"]).count()
            }
            _ => 0,
        };
        // SFEN has the men in hand in a field of its own, where XBoard has none.
        let has_sfen_fields = !placement.contains('[') && fields.get(1).is_some_and(|hands| !is_number(hands));
        if self.parent == Parent::PromotedForms
            && has_sfen_fields
            && let Ok((position, _)) = fen::read_in(game, setup, text, Some(notation::Dialect::Sfen))
        {
            return Ok(position);
        }
        // Some programs write the men in hand like a further rank.
        let ranks = usize::from(game.variant().board.ranks());
        let as_a_rank = placement.rsplit_once('/').filter(|_| placement.matches('/').count() == ranks);
        let (men, hands) = placement.split_once('[').or(as_a_rank).unwrap_or((placement, ""));
        let hands = hands.trim_end_matches(']').trim_matches('-');
        let joined = |men: &str, hands: &str, fields: &[&str]| {
            let hands = if game.facts().drops.hands { format!("[{hands}]") } else { String::new() };
            format!("{men}{hands} {}", fields.join(" "))
        };
        // A FEN of our own has states in braces, or no letters stand for states here.
        let native = fen::read(game, setup, &joined(men, hands, &fields));
        if let Ok(position) = &native
            && (!self.shows_states || text.contains('{'))
        {
            return Ok(position.clone());
        }
        let [men, hands] = [men, hands].map(|men| self.weakfish_men(game, men));
        let read = |fields: &[&str]| fen::read(game, setup, &joined(&men, &hands, fields)).ok();
        let position = read(&fields).or_else(|| {
            // XBoard has castling rights and en passant squares in games without castling and long steps, too.
            let without = [!has_castling, Side::ALL.into_iter().all(|side| rules.long_steps[side].is_empty())];
            let superfluous = fields.iter_mut().skip(1).zip(without).filter(|(_, without)| *without);
            superfluous.for_each(|(field, _)| *field = "-");
            read(&fields)
        });
        if let Some(position) = position {
            return Ok(position);
        }
        native.map_err(|error| error.diagnostics().first().map_or_else(String::new, |problem| problem.message.clone()))
    }

    /// Converts the letters of men to our own.
    fn weakfish_men(&self, game: &Game, text: &str) -> String {
        let mut men = String::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let len = if first == '+' { 2 } else { first.len_utf8() };
            let (letter, behind) = rest.split_at_checked(len).unwrap_or((rest, ""));
            let is_meant = |(piece, _): &(&Piece, &String)| self.letter(game, **piece) == letter;
            match self.letters.iter().find(is_meant).map(|(&piece, _)| game.piece_info(piece)) {
                Some(info) => men.extend([symbol(game.variant(), info.side, info.kind), info.state.in_braces()]),
                None => men += letter,
            }
            rest = behind;
        }
        men
    }

    /// Writes the name of a square.
    pub(super) fn square_name(&self, position: &Position, square: Square) -> String {
        let name = position.game().variant().board.name(square);
        if !self.from_zero {
            return name;
        }
        let (file, rank) = name.split_at(name.find(|char: char| char.is_ascii_digit()).unwrap_or(name.len()));
        format!("{file}{}", rank.parse::<u8>().map_or(0, |rank| rank.saturating_sub(1)))
    }

    /// Writes a move in XBoard's notation, or in ours if XBoard has none for it.
    pub(super) fn write_move(&self, position: &Position, mv: Move) -> String {
        let is_unique = |text: &String| {
            let clashes = |other| other != mv && self.xboard_text(position, other).as_ref() == Some(text);
            !position.legal_moves().into_iter().any(clashes)
        };
        self.xboard_text(position, mv).filter(is_unique).unwrap_or_else(|| uci::write(position, mv))
    }

    /// Text of a move in XBoard's coordinate notation, unless there is none; it may be ambiguous.
    fn xboard_text(&self, position: &Position, mv: Move) -> Option<String> {
        let man = match mv {
            Move::Man(man) => man,
            Move::Pass | Move::EndSeries => return Some(NULL_MOVE.to_owned()),
            Move::Drop(drop) => {
                let letter = self.letter_in_hand(position.game(), Side::White, drop.kind).to_ascii_uppercase();
                return Some(format!("{letter}@{}", self.square_name(position, drop.to)));
            }
            Move::Wall(_) | Move::ClaimStalemate => return None,
        };
        let name = |square| self.square_name(position, square);
        if let Some(wall) = man.wall() {
            let plain = self.xboard_text(position, man.without_wall().into())?;
            return Some(format!("{plain},{}{}", name(man.to), name(wall)));
        }
        let before = position.piece_at(man.from)?;
        let suffix = self.promotion_suffix(position, mv).map_or_else(String::new, |letter| letter.to_ascii_lowercase());
        if let Some((left, on)) = position.left_man(man) {
            let letter = self.letter(position.game(), left).to_ascii_lowercase();
            let to = if on == man.from { man.to } else { man.from };
            return Some(format!("{}{}{suffix}{letter}", name(on), name(to)));
        }
        match man.kind.shape() {
            // A leg to an empty square and back: XBoard has no move that stays.
            MoveShape::InPlace if self.shows_states => {
                let (_, via) = Self::detours(position, man.from).into_iter().find(|(turn, _)| *turn == man)?;
                Some(format!("{0}{1},{1}{0}{suffix}", name(man.from), name(via)))
            }
            MoveShape::InPlace => None,
            MoveShape::Castling { partner_from, .. } if self.castling_in_words => {
                let board = position.game().variant().board;
                Some(castling_words(board.file(partner_from) > board.file(man.from)).to_owned())
            }
            MoveShape::Castling { .. } if man.from == man.to => None,
            // Without letters for states, only promotions can be written.
            MoveShape::ToSquare | MoveShape::EnPassant { .. } | MoveShape::Castling { .. }
                if suffix.is_empty() && before != man.piece =>
            {
                None
            }
            MoveShape::ToSquare | MoveShape::EnPassant { .. } | MoveShape::Castling { .. } => {
                Some(name(man.from) + &name(man.to) + &suffix)
            }
        }
    }

    /// Letter of a promotion, as a capital, or `+` if the man takes its promoted form; `None` if the man keeps its letter.
    pub(super) fn promotion_suffix(&self, position: &Position, mv: Move) -> Option<String> {
        let man = mv.man()?;
        let (old, new) = (self.letters.get(&position.piece_at(man.from)?)?, self.letters.get(&man.piece)?);
        let suffix = if new.strip_prefix('+') == Some(old) { "+" } else { new };
        (old != new).then(|| suffix.to_owned())
    }

    /// Letter of the man after a move, as a capital.
    pub(super) fn result_letter(&self, mv: Move) -> Option<&str> {
        self.letters.get(&mv.man()?.piece).map(String::as_str)
    }

    /// Parses the name of a square.
    pub(super) fn parse_square(&self, position: &Position, text: &str) -> Option<Square> {
        let board = position.game().variant().board;
        board.squares().find(|&square| self.square_name(position, square) == text)
    }

    /// Stationary moves of a man, each with an empty square over which it goes to where it stands: in the direction in
    /// which it then faces if there is one, else as near as can be. The man moves to none of them, if that can be helped.
    ///
    /// Each has its own, because XBoard passes on the square alone if the man is black.
    pub(super) fn detours(position: &Position, from: Square) -> Vec<(ManMove, Square)> {
        let (game, board) = (position.game(), position.game().variant().board);
        let legal = position.legal_moves();
        let (mut turns, moves): (Vec<ManMove>, Vec<ManMove>) = legal
            .into_iter()
            .filter_map(Move::man)
            .filter(|man| man.from == from)
            .partition(|man| man.kind == MoveKind::Stationary);
        let is_target = |square: Square| moves.iter().any(|man| man.to == square);
        let offset = |square: Square| (board.file(square) - board.file(from), board.rank(square) - board.rank(from));
        let occupied = position.occupied();
        let mut free: Vec<Square> = board.squares().filter(|&square| !occupied.contains(square)).collect();
        free.sort_by_key(|&square| {
            let (files, ranks) = offset(square);
            (is_target(square), files.abs().max(ranks.abs()))
        });
        turns.sort_by_key(|turn| turn.piece);
        let before = position.piece_at(from).map(|piece| game.piece_info(piece).state.facings.clone());
        let is_ahead = |turn: &ManMove, square: Square| {
            let facings = &game.piece_info(turn.piece).state.facings;
            let turned = facings.iter().zip(before.iter().flatten()).find(|(new, old)| new != old);
            let (files, ranks) = offset(square);
            turned.is_some_and(|(&new, _)| Leap::new(files as i8, ranks as i8).wind() == new)
        };
        let mut detours = Vec::new();
        for nearest in [false, true] {
            turns.retain(|turn| {
                let fits = |&square: &Square| nearest || !is_target(square) && is_ahead(turn, square);
                let Some(index) = free.iter().position(fits) else { return true };
                detours.push((*turn, free.remove(index)));
                false
            });
        }
        detours
    }

    /// Parses a legal move in XBoard's notation or our own.
    pub(super) fn parse_move(&self, position: &Position, text: &str) -> Option<Move> {
        if position.outcome().is_some() {
            return None;
        }
        let legal = position.legal_moves().to_vec();
        // A promotion that is put off.
        let text = text.strip_suffix('=').unwrap_or(text);
        let xboard_text = |mv: &Move| self.xboard_text(position, *mv);
        let is_spelled_so = |mv: &&Move| xboard_text(mv).is_some_and(|name| name.eq_ignore_ascii_case(text));
        let mut matching = legal.iter().filter(is_spelled_so);
        if let (Some(&mv), None) = (matching.next(), matching.next()) {
            return Some(mv);
        }
        if let Some(turn) = self.parse_turn(position, text) {
            return Some(Move::Man(turn));
        }
        // A move that XBoard writes otherwise is not read with other ranks than XBoard's.
        let own = uci::find(position, text).filter(|mv| !self.from_zero || xboard_text(mv).is_none());
        let foreign = || {
            let read = read_moves(position, &[text], Some(notation::Dialect::FairyStockfish)).ok();
            read.filter(|_| !self.from_zero)?.moves.first().copied()
        };
        own.or_else(|| find_castling(position, &legal, text)).or_else(foreign)
    }

    /// Parses a stationary move, `e2e3,e3e2x`, or by `e2e2,e3f2`: thus XBoard passes it on if the man is black,
    /// as if it castled.
    fn parse_turn(&self, position: &Position, text: &str) -> Option<ManMove> {
        let (first, second) = text.split_once(',')?;
        let split = |text: &'_ str| {
            let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
            let (square, rest) = text.split_at_checked(1 + digits)?;
            Some((self.parse_square(position, square), rest.to_owned()))
        };
        let ((from, rest), (via, behind)) = (split(first)?, split(second)?);
        let (to, _) = split(&rest)?;
        let suffix = match split(&behind) {
            _ if to == from => None,
            Some((back, suffix)) if to == via && back == from => Some(suffix).filter(|suffix| !suffix.is_empty()),
            _ => return None,
        };
        let mut detours = Self::detours(position, from?).into_iter();
        let is_meant = |(turn, own): &(ManMove, Square)| match &suffix {
            Some(suffix) => self.result_letter(Move::Man(*turn)) == Some(&suffix.to_ascii_uppercase()),
            None => Some(*own) == via,
        };
        detours.find(is_meant).map(|(turn, _)| turn)
    }
}

/// The words for castling toward a file.
const fn castling_words(to_last_file: bool) -> &'static str {
    if to_last_file { "O-O" } else { "O-O-O" }
}

/// The legal castling that is written in words, with letters or zeros.
fn find_castling(position: &Position, legal: &[Move], text: &str) -> Option<Move> {
    let board = position.game().variant().board;
    let text = text.replace(['0', 'o'], "O");
    let is_meant = |mv: &&Move| {
        let man = mv.man().filter(|man| man.left_behind().is_none() && man.wall().is_none());
        man.and_then(|man| Some((man.from, man.kind.castling()?.0)))
            .is_some_and(|(king, partner)| castling_words(board.file(partner) > board.file(king)) == text)
    };
    let mut castlings = legal.iter().filter(is_meant);
    castlings.next().copied().filter(|_| castlings.next().is_none())
}

/// Whether a field of a FEN is a number.
fn is_number(field: &str) -> bool {
    field.bytes().all(|byte| byte.is_ascii_digit())
}

/// Placement field of a FEN for one letter (or none) per square.
pub(super) fn fen_placement(board: Board, letter: impl Fn(Square) -> Option<String>) -> String {
    let ranks = (0..i32::from(board.ranks())).rev().map(|rank| {
        let letter = |file| board.square(file, rank).and_then(&letter);
        let letters: Vec<Option<String>> = (0..i32::from(board.files())).map(letter).collect();
        let runs = letters.chunk_by(|one, other| one.is_none() && other.is_none());
        runs.map(|run| run[0].clone().unwrap_or_else(|| run.len().to_string())).collect::<String>()
    });
    ranks.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use weakfish::geometry::PerSide;
    use weakfish::{BuiltIns, load};

    use super::*;

    /// A move as XBoard passes it on: of two legs, those of a black man come as if it castled.
    fn passed_on(side: Side, text: &str) -> String {
        let squares: Vec<&str> = text.split(',').flat_map(|leg| [&leg[..2], &leg[2..4]]).collect();
        match squares[..] {
            [from, via, _, to] if side == Side::Black => format!("{from}{to},{via}{to}"),
            _ => text.to_owned(),
        }
    }

    #[test]
    fn every_turn_arrives_whatever_the_side() {
        let mut turns = PerSide::both(0);
        for name in builtin::names() {
            let game = load(&builtin::source(name).unwrap(), &BuiltIns).unwrap();
            if unsupported_reason(&game, native_variant(name).is_some(), true).is_some() {
                continue;
            }
            let dialect = Dialect::new(&game, native_variant(name).as_ref(), true);
            let mut position = game.start();
            for _ in 0..2 {
                let legal = position.legal_moves().to_vec();
                for &mv in legal.iter().filter(|mv| mv.kind() == Some(MoveKind::Stationary)) {
                    let text = dialect.write_move(&position, mv);
                    let passed = passed_on(position.turn(), &text);
                    assert_eq!(dialect.parse_move(&position, &text), Some(mv), "{name}: {text}");
                    assert_eq!(dialect.parse_move(&position, &passed), Some(mv), "{name}: {passed} of {text}");
                    turns[position.turn()] += 1;
                }
                let step = legal.iter().find(|mv| mv.kind() != Some(MoveKind::Stationary));
                position.play(*step.unwrap()).unwrap();
            }
        }
        assert!(Side::ALL.iter().all(|&side| turns[side] > 0), "{turns:?}");
    }
}
