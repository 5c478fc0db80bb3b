//! Positions as text: FEN with states in braces and a tail of counters.
//!
//! `placement side castling ep halfmove fullmove key=value …`: the six fields of the usual FEN, then counters with
//! keys. A man may have its state in braces behind it, and runs of empty squares may exceed 9. The counters are
//! `still=W/B`, `series=N/K`, `quiet=N`, `checks=W/B` and others; they are left out if they are zero. `lapsed=wb` names
//! sides, `castled=Kq` wings.
//!
//! `*` is a square that no man can enter: a hole of the board, or a wall put in play.
//!
//! Men in hand stand in brackets behind the placement: `[QPp]`. Where positions record promotions, `~` follows a promoted man: `Q~`.
//!
//! Reading accepts what other programs write, if it can't be misread: their letters ([`Variant::letters`]), SFEN, numbers in
//! hands (`[2Pb]`), the checks that are left (`3+3`). Trailing fields may be missing, and so may that of en passant. A man without braces has its
//! starting state on that half of the board. An en passant square may be given even if no capture is possible. A
//! position is always written in the same form.

use std::str::FromStr;

pub use super::dialect::write_as;
use crate::diagnostic::{Code, Diagnostic, MAX_DIAGNOSTICS};
use crate::engine::{Arrangement, CastlingRights, Game, Position, PositionError, StatePart, StateValue};
use crate::geometry::{PerSide, Side, Square};
use crate::model::{Facts, KindId, PlacedMan, Setup, SetupId, Variant};
use crate::notation::dialect::{Dialect, Sfen, checks_needed, find_mixed_letter, find_sfen, has_sfen};
use crate::notation::man::{TextError, known_men, man_name, read_state, take_symbol};
use crate::notation::position_error::{FenSpans, Part, diagnose_position_error};
use crate::prose::any_of;
use crate::source::{Span, Word, words};
use weakfish_engine::text::fen::{WINGS, castling_letter};
pub use weakfish_engine::text::fen::{write, write_arrangement};

/// The word of the Universal Chess Interface for the position that a game starts from.
const START_POSITION: &str = "startpos";
const FIELDS: [&str; 6] = ["placement", "side to move", "castling", "en passant", "halfmove", "fullmove"];

/// The keys that may follow the fields.
fn keys() -> impl Iterator<Item = &'static str> + Clone {
    StatePart::ALL.iter().filter_map(|part| part.key())
}

/// Reads a position. The word `startpos` is that of the setup.
///
/// # Errors
/// Every mistake of the text with its place; or if the text is well formed, every reason why its position is impossible
/// in this game.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation::fen};
///
/// let game = load(&builtin::source("feeble").unwrap(), &BuiltIns).unwrap();
/// let position = fen::read(&game, Default::default(), "k7/8/8/8/8/8/8/A{nw}6K b - - 3 9 still=1/0").unwrap();
/// assert_eq!(fen::write(&position), "k{s}7/8/8/8/8/8/8/A{nw}6K{n} b - - 3 9 still=1/0");
///
/// let error = fen::read(&game, Default::default(), "k7/8/8/8/8/8/8/A{x}6K b").unwrap_err();
/// assert_eq!(error.to_string(), "the Alfil does not flip, so it has no mode");
/// assert_eq!(error.diagnostics()[0].code, "fen::state");
/// assert_eq!(error.diagnostics()[0].span().range(), 17..18);
/// ```
pub fn read(game: &Game, setup: SetupId, text: &str) -> Result<Position, TextError> {
    read_with(Game::position, game, setup, text, None).map(|(position, _)| position)
}

/// Reads a position as programs of the `chosen` dialect write it, or in any dialect. Also returns the dialect in which it is
/// written.
///
/// # Errors
/// As for [`read`]; and a text that two dialects read as different positions, if none is chosen.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation::{Dialect, fen}};
///
/// let game = load(&builtin::source("shogi").unwrap(), &BuiltIns).unwrap();
/// let sfen = "8k/9/7+R1/9/9/9/9/9/K8 b P 1";
/// let (position, dialect) = fen::read_in(&game, Default::default(), sfen, None).unwrap();
/// assert_eq!(fen::write(&position), "8k/9/7+R1/9/9/9/9/9/K8[P] w - - 0 1");
/// assert_eq!(dialect, Dialect::Sfen);
/// assert!(fen::read_in(&game, Default::default(), sfen, Some(Dialect::Weakfish)).is_err());
/// ```
pub fn read_in(
    game: &Game,
    setup: SetupId,
    text: &str,
    chosen: Option<Dialect>,
) -> Result<(Position, Dialect), TextError> {
    read_with(Game::position, game, setup, text, chosen)
}

/// Reads the position of a problem, in which one of the sides may lack its royal men. The word `startpos` is that of the
/// setup.
///
/// # Errors
/// As for [`read`].
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation::fen};
///
/// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
/// let only_one_king = "7k/5Q2/8/6R1/8/8/8/8 w - - 0 1";
/// assert!(fen::read(&game, Default::default(), only_one_king).is_err());
/// let position = fen::read_problem(&game, Default::default(), only_one_king).unwrap();
/// assert_eq!(fen::write(&position), only_one_king);
/// ```
pub fn read_problem(game: &Game, setup: SetupId, text: &str) -> Result<Position, TextError> {
    read_problem_in(game, setup, text, None).map(|(position, _)| position)
}

/// Reads the position of a problem in a dialect, as [`read_in`] does.
///
/// # Errors
/// As for [`read_in`].
pub fn read_problem_in(
    game: &Game,
    setup: SetupId,
    text: &str,
    chosen: Option<Dialect>,
) -> Result<(Position, Dialect), TextError> {
    read_with(Game::problem, game, setup, text, chosen)
}

/// Reads a position whose castling rights fit only another array of the men, as in Chess960: that of the game
/// [from any array](Variant::with_any_array). `None` if it is no such position.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation::fen};
///
/// let game = load(&builtin::source("atomic-chess").unwrap(), &BuiltIns).unwrap();
/// let text = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
/// assert!(fen::read(&game, Default::default(), text).is_err());
/// assert!(fen::read_from_any_array(&game, Default::default(), text, None).is_some());
/// ```
pub fn read_from_any_array(
    game: &Game,
    setup: SetupId,
    text: &str,
    chosen: Option<Dialect>,
) -> Option<(Position, Dialect)> {
    let is_castling =
        |problem: &Diagnostic| matches!(problem.code, Code::FenCastlingRight | Code::FenCastling | Code::FenUnmoved);
    let refused = read_in(game, setup, text, chosen).err()?;
    if !refused.diagnostics().iter().all(is_castling) {
        return None;
    }
    let any_array = Game::compile(game.variant().with_any_array()?).ok()?;
    read_in(&any_array, setup, text, chosen).ok()
}

/// Function that sets up a position: [`Game::position`] or [`Game::problem`].
type SetUp = fn(&Game, &Arrangement) -> Result<Position, Vec<PositionError>>;

/// Reads a position that this function sets up.
fn read_with(
    set_up: SetUp,
    game: &Game,
    setup: SetupId,
    text: &str,
    chosen: Option<Dialect>,
) -> Result<(Position, Dialect), TextError> {
    let (bare, is_sfen) = strip_wrapping(text);
    let text = bare.value;
    if text == START_POSITION {
        return Ok((game.start_of(setup), Dialect::Weakfish));
    }
    if let Some(rest) = text.strip_prefix(START_POSITION).filter(|rest| rest.starts_with(' ')) {
        let span = Span::new(text.len() - rest.trim_start().len(), text.len()).shifted(bare.span.start);
        let extra =
            Diagnostic::error(Code::FenExtraField, span, "only the position was expected").label("more than it");
        return Err(extra.help(MOVES_HELP).into());
    }
    let chosen = chosen.or((is_sfen && has_sfen(game.variant())).then_some(Dialect::Sfen));
    let read = FenParser::read(game, setup, text, 0, chosen).and_then(|FenReading { arrangement, spans, dialect }| {
        Ok((set_up_position(set_up, game, &arrangement, &spans)?, dialect))
    });
    let is_of_orthodox = || {
        let placement = |text: &str| text.split([' ', '[']).next().map(str::to_owned);
        placement(text).as_deref() == Some(ORTHODOX_PLACEMENT)
            && placement(&write(&game.start_of(setup))) != placement(text)
    };
    let read =
        read.map_err(|errors| if is_of_orthodox() { orthodox_start_error(game.variant(), text) } else { errors });
    read.map_err(|errors| errors.shifted(bare.span.start))
}

/// Help where moves follow a position.
const MOVES_HELP: &str = "leave the moves out here, and play them from this position";

/// Words of protocols before a position.
const PROTOCOL_WORDS: [&str; 3] = ["position", "fen", "sfen"];

/// A position without the words of a protocol before it and quotation marks around it, as in `position sfen …`; and whether
/// `sfen` is one of these words.
fn strip_wrapping(text: &str) -> (Word<'_>, bool) {
    let trimmed = text.trim_start();
    let mut bare = Word::new(trimmed.trim_end(), Span::new(text.len() - trimmed.len(), text.trim_end().len()));
    let mut is_sfen = false;
    loop {
        let value = bare.value;
        let quoted = ['"', '\''].into_iter().find_map(|quote| value.strip_prefix(quote)?.strip_suffix(quote));
        let after_word = value.split_once(char::is_whitespace).filter(|(first, _)| PROTOCOL_WORDS.contains(first));
        let (start, end) = match (quoted, after_word) {
            (Some(_), _) => (1, value.len() - 1),
            (None, Some((word, rest))) => {
                is_sfen |= word == "sfen";
                (value.len() - rest.trim_start().len(), value.len())
            }
            (None, None) => return (bare, is_sfen),
        };
        bare = bare.slice(start, end);
    }
}

/// A FEN, and the operations behind it in the Extended Position Description (EPD): `bm e4; id "1";` behind the fourth field, or
/// `;D1 20` behind any.
fn split_operations(text: &str) -> (&str, &str) {
    if let Some(at) = text.find(" ;") {
        return text.split_at(at);
    }
    let Some(ended) = text.trim_end().strip_suffix(';') else { return (text, "") };
    let mut fields = words(ended).skip(3);
    let (fourth, opcode) = (fields.next(), fields.next());
    let has_opcode = opcode.is_some_and(|word| word.value.starts_with(|first: char| first.is_ascii_alphabetic()));
    match fourth.filter(|_| has_opcode) {
        Some(fourth) => ended.split_at(fourth.span.end),
        None => (ended, ""),
    }
}

/// The men of orthodox chess at the start.
const ORTHODOX_PLACEMENT: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// The one error of a FEN that is the start of another game.
fn orthodox_start_error(variant: &Variant, text: &str) -> TextError {
    let span = words(text).next().map_or(Span::at(0), |word| word.span);
    let message = format!("this is the start of chess, and {} begins otherwise", variant.title);
    let help = "leave the position out, and the game begins from its own; or name the game that is meant";
    Diagnostic::error(Code::FenOtherGame, span, message).label("of another game").help(help).into()
}

/// Reads the position of a problem with men and walls drawn elsewhere in the same text. The men in hand are these, unless
/// `tail`, the rest of the FEN, begins with brackets.
pub(crate) fn read_with_men(
    game: &Game,
    setup: SetupId,
    men: Vec<(PlacedMan, Span)>,
    walls: Vec<Square>,
    hands: PerSide<Vec<(KindId, u16)>>,
    drawing: Span,
    tail: Word<'_>,
) -> Result<Position, TextError> {
    let offset = tail.span.start;
    let read = FenParser::read(game, setup, tail.value, 1, None);
    let FenReading { arrangement, spans, .. } = read.map_err(|error| error.shifted(offset))?;
    let in_tail = spans.parts.into_iter().map(|(part, span)| (part, span.shifted(offset)));
    let men_drawn = men.iter().map(|(man, span)| (Part::Man(man.square), *span));
    let spans = FenSpans { placement: drawing, parts: in_tail.chain(men_drawn).collect() };
    let hands = if spans.parts.iter().any(|(part, _)| *part == Part::Hand) { arrangement.hands.clone() } else { hands };
    let men = men.into_iter().map(|(man, _)| man).collect();
    let arrangement = Arrangement { men, hands, walls, ..arrangement };
    set_up_position(Game::problem, game, &arrangement, &spans)
}

/// Sets up the position of an arrangement; reasons why it is impossible are reported at their places in the text.
fn set_up_position(
    set_up: SetUp,
    game: &Game,
    arrangement: &Arrangement,
    spans: &FenSpans,
) -> Result<Position, TextError> {
    set_up(game, arrangement).map_err(|errors| {
        let errors = errors.iter().take(MAX_DIAGNOSTICS);
        TextError::new(errors.map(|error| diagnose_position_error(game.variant(), arrangement, spans, error)).collect())
    })
}

/// The content of a FEN, the places of its parts, and the dialect in which it is written.
struct FenReading {
    arrangement: Arrangement,
    spans: FenSpans,
    dialect: Dialect,
}

/// Parser of a FEN: the arrangement so far, the places of its parts, and the mistakes.
struct FenParser<'a> {
    variant: &'a Variant,
    facts: &'a Facts,
    arrangement: Arrangement,
    spans: FenSpans,
    errors: Vec<Diagnostic>,
    /// The dialect that is asked for; any if none is.
    chosen: Option<Dialect>,
    /// The dialect of what was read.
    dialect: Dialect,
}

impl<'a> FenParser<'a> {
    /// Reads the fields of a text from the one with this number on.
    fn read(
        game: &'a Game,
        setup: SetupId,
        text: &str,
        first: usize,
        chosen: Option<Dialect>,
    ) -> Result<FenReading, TextError> {
        let (variant, facts) = (game.variant(), game.facts());
        let arrangement = Arrangement { setup, ..Arrangement::empty(variant.first) };
        let (spans, errors, dialect) = (FenSpans::default(), Vec::new(), Dialect::Weakfish);
        let mut reader = Self { variant, facts, arrangement, spans, errors, chosen, dialect };
        reader.parse_fields(text, first);
        if !reader.errors.is_empty() {
            return Err(TextError::new(reader.errors));
        }
        Ok(FenReading { arrangement: reader.arrangement, spans: reader.spans, dialect: reader.dialect })
    }

    /// Adds an error with a label and a help.
    fn report_error(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        label: &str,
        help: impl Into<String>,
    ) {
        self.errors.push(Diagnostic::error(code, span, message).label(label).help(help));
    }

    /// Adds the error of a field or key that is given twice.
    fn report_duplicate(&mut self, field: &str, first: Span, second: Span) {
        let twice = Diagnostic::error(Code::FenKeyTwice, second, format!("{field} is given twice"));
        self.errors.push(twice.label("the second time").also(first, "the first time").help("leave one out"));
    }

    /// Notes the place of a part of the FEN.
    fn record_span(&mut self, part: Part, span: Span) {
        self.spans.parts.push((part, span));
    }

    /// Whether there are more mistakes than are reported: the rest of the text need not be read.
    fn has_too_many_errors(&self) -> bool {
        self.errors.len() > MAX_DIAGNOSTICS
    }

    /// Parses the fields of a FEN and its keys; `first` is the number of the first field.
    fn parse_fields(&mut self, text: &str, first: usize) {
        if first == 0 {
            match find_sfen(self.variant, text, self.chosen) {
                Ok(None) => {}
                Ok(Some(sfen)) => return self.parse_sfen(&sfen),
                Err(ambiguous) => return self.errors.push(ambiguous),
            }
        }
        let (text, operations) = split_operations(text);
        let rules = &self.variant.rules;
        let has_rights =
            Side::ALL.into_iter().any(|side| rules.castling[side].is_some() || !rules.long_steps[side].is_empty());
        let mut field = first;
        let mut keys_so_far: Vec<(&str, Span)> = Vec::new();
        let checks_key = StatePart::Checks.key();
        let mut rest = words(text).peekable();
        while let Some(word) = rest.next() {
            if self.has_too_many_errors() {
                return;
            }
            if field > 0
                && let Some((key, value)) = word.value.split_once('=')
            {
                if let Some(&(_, before)) = keys_so_far.iter().find(|(other, _)| *other == key) {
                    self.report_duplicate(&format!("`{key}`"), before, word.span);
                } else {
                    keys_so_far.push((key, word.span));
                    self.parse_key(key, value, word);
                }
                field = FIELDS.len();
                continue;
            }
            if field > 3
                && let Some(checks) = self.parse_foreign_checks(word.value)
            {
                if let Some(&(_, before)) = keys_so_far.iter().find(|(other, _)| Some(*other) == checks_key) {
                    self.report_duplicate("the number of checks", before, word.span);
                }
                keys_so_far.extend(checks_key.map(|key| (key, word.span)));
                self.arrangement.checks = checks;
                continue;
            }
            let has_hands = self.spans.parts.iter().any(|(part, _)| *part == Part::Hand);
            if field == 1 && first == 1 && word.value.starts_with('[') && !has_hands {
                // The board is drawn elsewhere, and its hands come first.
                self.parse_hands(word);
                continue;
            }
            // Some programs leave the rights out in games without castling and long steps, others only the crossed square.
            let is_number = word.value.bytes().all(|byte| byte.is_ascii_digit());
            let is_last = rest.peek().is_none_or(|next| next.value.contains('='));
            if is_number && (field == 2 && !has_rights || field == 3 && !self.facts.counts.moves) {
                field = if is_last && field == 3 { 5 } else { 4 };
            }
            match field {
                0 => self.parse_placement(word),
                1 => self.parse_side(word),
                2 => self.parse_castling(word),
                3 => self.parse_en_passant(word),
                // The limit of a count is followed by the plies counted.
                4 if self.arrangement.count_limit > 0 => self.arrangement.counted = self.parse_number(word, u32::MAX),
                4 => self.arrangement.halfmove = self.parse_number(word, u32::MAX),
                5 => {
                    self.record_span(Part::State(StatePart::Fullmove), word.span);
                    // Some programs number the first move 0.
                    self.arrangement.fullmove = self.parse_number::<u32>(word, u32::MAX).max(1);
                }
                _ => {
                    let message = format!("nothing more was expected, but here is `{}`", word.value);
                    let keys = any_of(keys().map(|key| format!("`{key}=`")));
                    let help = if word.value == "moves" {
                        MOVES_HELP.to_owned()
                    } else {
                        format!("after the six fields only {keys} may follow")
                    };
                    return self.report_error(Code::FenExtraField, word.span, message, "not part of a FEN", help);
                }
            }
            field += 1;
        }
        let behind = Span::new(text.len(), text.len() + operations.len());
        self.read_operations(Word::new(operations, behind));
        if field == 0 {
            let help = format!("a FEN has the fields {}", FIELDS.join(", "));
            let end = Span::at(text.len());
            self.report_error(Code::FenEmpty, end, "there is no position here", "expected a FEN", help);
        }
    }

    /// Reads the counters among the operations of EPD; the others say nothing about the position.
    fn read_operations(&mut self, operations: Word<'_>) {
        for operation in operations.value.split(';') {
            let from = operation.as_ptr() as usize - operations.value.as_ptr() as usize;
            let operation: Vec<_> = words(operation).collect();
            let [opcode, operand] = operation[..] else { continue };
            let operand = Word::new(operand.value, operand.span.shifted(operations.span.start + from));
            match opcode.value {
                "hmvc" => self.arrangement.halfmove = self.parse_number(operand, u32::MAX),
                "fmvn" => self.arrangement.fullmove = self.parse_number::<u32>(operand, u32::MAX).max(1),
                _ => {}
            }
        }
    }

    /// Parses the fields of an SFEN.
    fn parse_sfen(&mut self, sfen: &Sfen<'_>) {
        self.dialect = Dialect::Sfen;
        self.parse_placement(sfen.placement);
        self.arrangement.turn = sfen.turn;
        self.record_span(Part::Hand, sfen.hands.span);
        self.parse_men_in_hand(sfen.hands);
        if let Some(number) = sfen.number {
            self.record_span(Part::State(StatePart::Fullmove), number.span);
            let ply: u32 = self.parse_number(number, u32::MAX);
            self.arrangement.fullmove = (ply.saturating_add(1) / 2).max(1);
        }
    }

    /// The kind of a symbol, by the game's own letters or those of other programs.
    fn kind_of_symbol(&mut self, side: Side, symbol: &str) -> Option<KindId> {
        self.variant.kind_of_symbol(side, symbol).or_else(|| {
            let foreign = self.variant.kind_of_foreign_symbol(side, symbol);
            let foreign = foreign.filter(|_| self.chosen != Some(Dialect::Weakfish))?;
            if self.dialect == Dialect::Weakfish {
                self.dialect = Dialect::FairyStockfish;
            }
            Some(foreign)
        })
    }

    /// Refuses a man by its own letter in a text that has another program's letter for it: that letter may mean another man.
    fn check_letters(&mut self, placement: Word<'_>) {
        if let Some(letter) = find_mixed_letter(self.variant, placement.value) {
            let (own, man) = (&self.variant.kind(letter.kind).symbol, man_name(self.variant, letter.kind));
            let message = format!("`{own}` and `{}` both mean the {man} here", letter.written);
            let help = format!("if `{}` is another man, write the letter that this game has for it", letter.written);
            self.report_error(Code::FenUnknownMan, placement.span, message, "two letters for one man", help);
        }
    }

    /// Parses the first field: the ranks with their men, from the last one down.
    fn parse_placement(&mut self, word: Word<'_>) {
        self.spans.placement = word.span;
        self.check_letters(word);
        let word = self.parse_hands(word);
        let board = self.variant.board;
        let mut start = 0;
        let mut ranks = Vec::new();
        for rank in word.value.split('/') {
            ranks.push(word.slice(start, start + rank.len()));
            start += rank.len() + 1;
        }
        let wanted = usize::from(board.ranks());
        if ranks.len() != wanted {
            let message = format!("the board has {wanted} ranks; the number of ranks here is {}", ranks.len());
            let (span, label) = match ranks.get(wanted) {
                Some(extra) => (Span::new(extra.span.start, word.span.end), "too many"),
                None => (word.span, "too few ranks"),
            };
            let help = "ranks are written from the last one down to the first, with `/` between them";
            self.report_error(Code::FenRankCount, span, message, label, help);
        }
        for (rank, row) in (0..i32::from(board.ranks())).rev().zip(ranks) {
            self.parse_rank(rank, row);
        }
    }

    /// Parses the men in hand and returns the word without them. They stand in brackets behind the board, or, in some
    /// programs, like a further rank.
    fn parse_hands<'t>(&mut self, word: Word<'t>) -> Word<'t> {
        let ranks = usize::from(self.variant.board.ranks());
        let as_a_rank = || {
            let all_ranks = self.facts.drops.hands && word.value.matches('/').count() == ranks;
            word.value.rsplit_once('/').filter(|_| all_ranks).map(|(board, men)| (board, Some(men)))
        };
        let in_brackets = word.value.split_once('[').map(|(board, men)| (board, men.strip_suffix(']')));
        let Some((board, men)) = in_brackets.or_else(as_a_rank) else { return word };
        let from = board.len() + 1;
        let span = word.slice(board.len(), word.value.len()).span;
        self.record_span(Part::Hand, span);
        let Some(men) = men else {
            let help = "the men in hand stand in brackets behind the board: `[QPp]`";
            self.report_error(Code::FenHand, span, "this bracket is never closed", "opened here", help);
            return word.slice(0, board.len());
        };
        if self.facts.drops.hands {
            self.parse_men_in_hand(word.slice(from, from + men.len()));
        } else if !self.facts.drops.any() {
            // Where men are dropped from a boundless stock, some programs write it.
            let help = "leave the brackets out";
            self.report_error(Code::FenHand, span, "no man is ever in hand in this game", "men in hand", help);
        }
        word.slice(0, board.len())
    }

    /// Parses men in hand, perhaps with their numbers: `2Pb`, or `-` for none.
    fn parse_men_in_hand(&mut self, word: Word<'_>) {
        let men = word.value;
        let mut offset = 0;
        while offset < men.len() && men != "-" && !self.has_too_many_errors() {
            let digits = men[offset..].bytes().take_while(u8::is_ascii_digit).count();
            let number = if digits == 0 { Some(1) } else { parse_digits(&men[offset..offset + digits]) };
            offset += digits;
            let symbol = take_symbol(&men[offset..]);
            let width = men[offset..].chars().next().map_or(1, char::len_utf8);
            let len = symbol.as_ref().map_or(width, |symbol| symbol.text.len());
            let span = word.slice(offset - digits, offset + len).span;
            offset += len;
            let kind = symbol
                .as_ref()
                .and_then(|symbol| Some((symbol.side, self.kind_of_symbol(symbol.side, &symbol.capital)?)));
            let (Some((side, kind)), Some(number)) = (kind, number) else {
                let help = "capitals are White's men in hand, small letters Black's";
                let message = format!("`{}` is no man of this game", &men[offset - len - digits..offset]);
                self.report_error(Code::FenHand, span, message, "no such man", help);
                continue;
            };
            let hand = &mut self.arrangement.hands[side];
            match hand.iter_mut().find(|(other, _)| *other == kind) {
                Some((_, known)) => *known = known.saturating_add(number),
                None => hand.push((kind, number)),
            }
        }
    }

    /// Parses the men, holes and empty squares of a rank.
    fn parse_rank(&mut self, rank: i32, row: Word<'_>) {
        let board = self.variant.board;
        let files = i32::from(board.files());
        let errors_before = self.errors.len();
        let mut file = 0_i32;
        let mut offset = 0;
        while let Some(next) = row.value[offset..].chars().next().filter(|_| !self.has_too_many_errors()) {
            let rest = &row.value[offset..];
            let start = offset;
            if next.is_ascii_digit() {
                offset += rest.bytes().take_while(u8::is_ascii_digit).count();
                let end = rest[..offset - start].parse::<i32>().map_or(i32::MAX, |run| file.saturating_add(run));
                self.reject_hole((file..end.min(files)).map(|file| (file, rank)), row.slice(start, offset).span);
                file = end;
                continue;
            }
            if next == '*' {
                offset += 1;
                if file < files && !board.is_hole(file, rank) {
                    self.parse_wall(board.square(file, rank), row.slice(start, offset).span);
                }
                file = file.saturating_add(1);
                continue;
            }
            let Some(symbol) = take_symbol(rest) else {
                offset += next.len_utf8();
                let label = "expected a man or a number of empty squares";
                let help = "a man is a letter, with `+` before or `'` after it perhaps, and its state in braces";
                let message = format!("`{next}` means nothing here");
                self.report_error(Code::FenUnexpected, row.slice(start, offset).span, message, label, help);
                continue;
            };
            offset += symbol.text.len();
            let man = row.slice(start, offset).span;
            let promoted = row.value[offset..].starts_with('~');
            offset += usize::from(promoted);
            let mut inside = None;
            if let Some(braces) = row.value[offset..].strip_prefix('{') {
                let Some((state, _)) = braces.split_once('}') else {
                    let span = row.slice(offset, row.value.len()).span;
                    let help = "a man's state stands in braces: `A{ne}`";
                    let message = "this brace is never closed";
                    return self.report_error(Code::FenUnclosedBrace, span, message, "opened here", help);
                };
                inside = Some(row.slice(offset + 1, offset + 1 + state.len()));
                offset += state.len() + 2;
            }
            self.reject_hole(std::iter::once((file, rank)), man);
            let mut parsed = self.parse_man(board.square(file, rank), &symbol.capital, symbol.side, man, inside);
            if let Some(parsed) = parsed.as_mut().filter(|_| promoted) {
                self.mark_promoted(parsed, row.slice(start, offset).span);
            }
            if let Some(man) = parsed {
                self.record_span(Part::Man(man.square), row.slice(start, offset).span);
                self.arrangement.men.push(man);
            }
            file = file.saturating_add(1);
        }
        if file != files && self.errors.len() == errors_before {
            let found = if file > 999 { "far more".to_owned() } else { file.to_string() };
            let few = if file < files { "too few" } else { "too many" };
            let message = format!("rank {} has {found} squares, but the board has {files} files", rank + 1);
            let help = "digits side by side form one number of empty squares";
            self.report_error(Code::FenRankWidth, row.span, message, few, help);
        }
    }

    /// Adds a wall, or reports that this game has none.
    fn parse_wall(&mut self, square: Option<Square>, span: Span) {
        if !self.facts.walls.any() {
            let help = "a digit stands for empty squares, as many as it says";
            self.report_error(Code::FenHole, span, "the board has no hole here", "a square", help);
        } else if let Some(square) = square {
            self.record_span(Part::Man(square), span);
            self.arrangement.walls.push(square);
        }
    }

    /// Marks a man as promoted, or reports that positions of this game do not record promotions.
    fn mark_promoted(&mut self, man: &mut PlacedMan, span: Span) {
        if self.variant.kind(man.kind).was.is_some() {
            man.state.promoted = true;
            return;
        }
        // Where nothing depends on it, some programs mark promoted men as well.
        if self.variant.rules.promotions[man.side]
            .iter()
            .any(|rule| rule.to.kinds(&self.variant.setups).contains(&man.kind))
        {
            return;
        }
        let name = man_name(self.variant, man.kind);
        let message = format!("a promoted {name} is a {name} like others in this game");
        self.report_error(Code::FenHand, span, message, "marked as promoted", "leave `~` out");
    }

    /// Refuses a text of squares, as file and rank, if one is a hole.
    fn reject_hole(&mut self, mut squares: impl Iterator<Item = (i32, i32)>, span: Span) {
        let board = self.variant.board;
        if let Some((file, rank)) = squares.find(|&(file, rank)| board.is_hole(file, rank)) {
            let message = format!("{}{} is no part of the board", char::from(b'a' + file as u8), rank + 1);
            self.report_error(Code::FenHole, span, message, "a hole", "write `*` for it");
        }
    }

    /// Reads a man by its symbol and the text between its braces.
    fn parse_man(
        &mut self,
        square: Option<Square>,
        symbol: &str,
        side: Side,
        span: Span,
        inside: Option<Word<'_>>,
    ) -> Option<PlacedMan> {
        let variant = self.variant;
        let Some(kind) = self.kind_of_symbol(side, symbol) else {
            let message = format!("{side} has no man `{symbol}` in this game");
            self.report_error(Code::FenUnknownMan, span, message, "no such man", known_men(variant, side));
            return None;
        };
        // A man beyond the board's edge is reported with the width of the rank.
        let square = square?;
        let state = match inside {
            None => Ok(variant.start_state(self.arrangement.setup, side, kind, square)),
            Some(inside) => read_state(variant, side, kind, inside.value, inside.span, Code::FenState),
        };
        let state = state.map_err(|mistake| self.errors.push(mistake)).ok()?;
        Some(PlacedMan { square, side, kind, state })
    }

    /// Parses the side to move.
    fn parse_side(&mut self, word: Word<'_>) {
        match word.value {
            "w" | "W" => self.arrangement.turn = Side::White,
            "b" | "B" => self.arrangement.turn = Side::Black,
            other => {
                let help = "the second field says who is to move: `w` is White, `b` is Black";
                let message = format!("`{other}` is no side to move");
                self.report_error(Code::FenSide, word.span, message, "expected `w` or `b`", help);
            }
        }
    }

    /// Parses the castling rights, or as some programs write them the files of unmoved men.
    fn parse_castling(&mut self, word: Word<'_>) {
        if word.value == "-" {
            return;
        }
        let never_castles =
            |letter: char| castling_letter(letter).is_some_and(|(side, _)| self.variant.rules.castling[side].is_none());
        if word.value.chars().any(never_castles) {
            let castling: String = word.value.chars().filter(|&letter| !never_castles(letter)).collect();
            let right = if castling.is_empty() { "-".to_owned() } else { castling };
            let message = if right == "-" {
                "nobody castles in this game".to_owned()
            } else {
                format!("only the rights `{right}` are possible in this game")
            };
            let help = format!("write `{right}`");
            return self.report_error(Code::FenCastlingRight, word.span, message, "no such right", help);
        }
        for (offset, letter) in word.value.char_indices() {
            if self.has_too_many_errors() {
                return;
            }
            let span = word.slice(offset, offset + letter.len_utf8()).span;
            let Some((side, last_file)) = castling_letter(letter) else {
                // Some programs write the files of men here that have never moved.
                let shuffled = self
                    .variant
                    .setups
                    .get(self.arrangement.setup.index())
                    .is_some_and(|setup| setup.shuffle.is_some());
                if shuffled && self.parse_partner_file(letter, span) {
                    continue;
                }
                let unmoved = self.unmoved_on_file(letter);
                if unmoved.is_empty() && self.parse_partner_file(letter, span) {
                    continue;
                }
                if unmoved.is_empty() {
                    let message = format!("`{letter}` is no castling right");
                    let help = "`K` is toward White's last file, `Q` toward the first; small letters are Black's";
                    self.report_error(Code::FenCastling, span, message, "expected some of `KQkq`, or `-`", help);
                }
                for square in unmoved {
                    self.add_square(StatePart::Unmoved, square, span);
                }
                continue;
            };
            let rights = &mut self.arrangement.castling[side];
            let right = if last_file { &mut rights.last_file } else { &mut rights.first_file };
            if std::mem::replace(right, true) {
                let message = format!("the castling right `{letter}` is given twice");
                self.report_error(Code::FenCastling, span, message, "the second time", "leave it out");
            }
            self.record_span(Part::Castling(side, last_file), span);
        }
    }

    /// Parses a castling right in Shredder-FEN, the file of the partner; `false` if that file has no partner on the king's
    /// rank.
    fn parse_partner_file(&mut self, letter: char, span: Span) -> bool {
        let (variant, side) = (self.variant, if letter.is_ascii_uppercase() { Side::White } else { Side::Black });
        let Some(rule) = &variant.rules.castling[side] else { return false };
        let men = &self.arrangement.men;
        let file = i32::from(letter.to_ascii_lowercase() as u8) - i32::from(b'a');
        let Some(king) = men.iter().find(|man| man.side == side && man.kind == rule.king) else { return false };
        let square = variant.board.square(file, variant.board.rank(king.square));
        let Some(partner) = men.iter().find(|man| Some(man.square) == square && man.side == side && rule.is_with(man))
        else {
            return false;
        };
        let (partner, last_file) = (partner.square, file > variant.board.file(king.square));
        let (rights, partners) = (&mut self.arrangement.castling[side], &mut self.arrangement.partners[side]);
        let (right, place) = if last_file {
            (&mut rights.last_file, &mut partners.last_file)
        } else {
            (&mut rights.first_file, &mut partners.first_file)
        };
        *place = Some(partner);
        if std::mem::replace(right, true) {
            let message = format!("the castling right `{letter}` is given twice");
            self.report_error(Code::FenCastling, span, message, "the second time", "leave it out");
        }
        self.record_span(Part::Castling(side, last_file), span);
        true
    }

    /// The squares on a file of men of a side with a first move; the letter is small for Black.
    fn unmoved_on_file(&self, letter: char) -> Vec<Square> {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        let file = i32::from(letter.to_ascii_lowercase() as u8) - i32::from(b'a');
        let setup = self.variant.setups.get(self.arrangement.setup.index());
        let men = setup.into_iter().flat_map(Setup::possible_men).filter(|man| {
            let kind = self.variant.kind(man.kind);
            let first = kind.has_first_move() && !kind.moves_once_a_game();
            man.side == side && first && self.variant.board.file(man.square) == file
        });
        men.map(|man| man.square).collect()
    }

    /// Adds a square to a part of the state, once.
    fn add_square(&mut self, part: StatePart, square: Square, span: Span) {
        if !self.arrangement.part(part).squares().contains(square) {
            self.arrangement.set_part(part, StateValue::Squares([square].into_iter().collect()));
            self.record_span(Part::Square(part, square), span);
        }
    }

    /// Parses the en passant squares, or as some programs write it here the limit of a count.
    fn parse_en_passant(&mut self, word: Word<'_>) {
        if word.value == "-" {
            return;
        }
        // Some programs write the limit of a count here.
        if self.facts.counts.moves && word.value.starts_with(|first: char| first.is_ascii_digit()) {
            self.record_span(Part::State(StatePart::Count), word.span);
            self.arrangement.count_limit = self.parse_number(word, u32::MAX);
            return;
        }
        let label = "expected the square that a man has just crossed";
        for (square, span) in self.parse_squares(word, label, "put `-` where no long step has just been made") {
            self.add_square(StatePart::EnPassant, square, span);
        }
    }

    /// Squares without anything between them, as in `e3f4`.
    fn parse_squares(&mut self, word: Word<'_>, label: &str, help: &str) -> Vec<(Square, Span)> {
        let mut squares = Vec::new();
        let mut offset = 0;
        while offset < word.value.len() && !self.has_too_many_errors() {
            let rest = &word.value[offset..];
            let first = rest.chars().next().map_or(0, char::len_utf8);
            let digits = rest[first..].bytes().take_while(u8::is_ascii_digit).count();
            let name = &rest[..first + digits];
            let span = word.slice(offset, offset + name.len()).span;
            offset += name.len();
            if let Some(square) = self.variant.board.parse(name) {
                squares.push((square, span));
            } else {
                let message = format!("`{name}` is no square of this board");
                self.report_error(Code::FenOffBoard, span, message, label, help);
            }
        }
        squares
    }

    /// The number that a word writes, or zero.
    fn parse_number<T: TryFrom<u32> + Default>(&mut self, word: Word<'_>, most: u32) -> T {
        let number = parse_digits(word.value).filter(|&number| number <= most);
        number.and_then(|number| T::try_from(number).ok()).unwrap_or_else(|| {
            let message = format!("`{}` is no number that can stand here", word.value);
            let help = "the last fields are plies since progress and the number of the move, as in `0 1`";
            self.report_error(Code::FenNumber, word.span, message, "expected a count", help);
            T::default()
        })
    }

    /// Parses a `key=value` after the fields.
    fn parse_key(&mut self, name: &str, value: &str, word: Word<'_>) {
        let from = name.len() + 1;
        let value = word.slice(from, from + value.len());
        let Some(part) = StatePart::of_key(name) else {
            let span = word.slice(0, name.len()).span;
            let unknown = Diagnostic::error(Code::FenUnknownKey, span, format!("`{name}` is no key of a FEN"));
            return self.errors.push(unknown.label("unknown").suggest(span, name, keys()));
        };
        let Some([_, expected, help]) = part.declaration().key else { return };
        let most = part.greatest();
        self.record_span(Part::State(part), word.span);
        // They name all such men, and castling rights none.
        self.arrangement.unmoved_complete |= matches!(part, StatePart::Unmoved | StatePart::Once);
        let value = match self.arrangement.part(part) {
            StateValue::Number(_) => StateValue::Number(self.parse_number(value, most)),
            StateValue::Counts(_) => {
                let [white, black] = self.parse_pair(value, most, help);
                StateValue::Counts(PerSide::new(white, black))
            }
            StateValue::Pair(_) => StateValue::Pair(self.parse_pair(value, most, help)),
            StateValue::Squares(_) if value.value == "-" && part == StatePart::Unmoved => return,
            StateValue::Squares(_) => {
                let squares = self.parse_squares(value, &format!("expected {expected}"), help);
                return squares.into_iter().for_each(|(square, span)| self.add_square(part, square, span));
            }
            StateValue::Sides(_) => StateValue::Sides(self.parse_sides(value, expected, help)),
            StateValue::Wings(_) => StateValue::Wings(self.parse_wings(value, expected, help)),
        };
        self.arrangement.set_part(part, value);
    }

    /// Parses sides by their letters, as `lapsed=` has them: `w`, `b` or `wb`.
    fn parse_sides(&mut self, word: Word<'_>, expected: &str, help: &str) -> PerSide<bool> {
        let sides = PerSide::from_fn(|side| word.value.contains(side.letter()));
        let letters: String = Side::ALL.into_iter().filter(|&side| sides[side]).map(Side::letter).collect();
        if letters.is_empty() || letters != word.value {
            let message = format!("`{}` is neither `w`, `b` nor `wb`", word.value);
            self.report_error(Code::FenNumber, word.span, message, &format!("expected {expected}"), help);
        }
        sides
    }

    /// Parses the wings on which sides have castled, by the letters of the rights in their order.
    fn parse_wings(&mut self, word: Word<'_>, expected: &str, help: &str) -> PerSide<CastlingRights> {
        let has = |letter: char| word.value.contains(letter);
        let known: String = WINGS.into_iter().filter(|&letter| has(letter)).collect();
        if known.is_empty() || known != word.value {
            let message = format!("`{}` is not some of `KQkq`", word.value);
            self.report_error(Code::FenNumber, word.span, message, &format!("expected {expected}"), help);
        }
        PerSide::new(
            CastlingRights { last_file: has('K'), first_file: has('Q') },
            CastlingRights { last_file: has('k'), first_file: has('q') },
        )
    }

    /// Parses the checks given, as other programs write them in games that count them: `+1+0` as here, or `2+3` for the checks
    /// that White and Black still need.
    fn parse_foreign_checks(&self, text: &str) -> Option<PerSide<u8>> {
        let needed = checks_needed(self.variant)?;
        let given = text.strip_prefix('+');
        let (white, black) = given.unwrap_or(text).split_once('+')?;
        let number = |text: &str| {
            let number = parse_digits(text)?;
            if given.is_some() { Some(number) } else { needed.checked_sub(number) }
        };
        Some(PerSide::new(number(white)?, number(black)?))
    }

    /// Two numbers with a slash between them; zeros if they can't be read.
    fn parse_pair(&mut self, word: Word<'_>, most: u32, help: &str) -> [u32; 2] {
        let Some((first, second)) = word.value.split_once('/') else {
            let message = format!("`{}` is no pair of numbers", word.value);
            self.report_error(Code::FenNumber, word.span, message, "expected two numbers", help);
            return Default::default();
        };
        let second = word.slice(first.len() + 1, first.len() + 1 + second.len());
        [word.slice(0, first.len()), second].map(|word| self.parse_number(word, most))
    }
}

/// A number that is written with digits only.
fn parse_digits<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}
