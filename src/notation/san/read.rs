//! Reads moves as people write them: `Ac1-e3`, `Nbd2`, `e5:f6 en passant`, `b2xc1=O`, `Ag5 turns left`,
//! `Cd1 leap turns right`, `b6 turns towards c5`, `e4 flips`, `O-O`. It reads most machine moves too, also those
//! of two legs, `e1g1,h1f1`.

use crate::diagnostic::{Code, Diagnostic};
use crate::engine::Game;
use crate::geometry::{Board, Side, Square};
use crate::model::Variant;
use crate::notation::dialect::has_sfen;
use crate::notation::man::{TakenSymbol, take_symbol};
use crate::notation::uci;
use crate::source::{Span, Spanned};

/// A move as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SanMove {
    /// The move's place, without marks such as `+` and `!`.
    pub(crate) span: Span,
    /// The move itself.
    pub(crate) form: SanForm,
    /// The square of the wall that the move puts: `Qd3/g6`.
    pub(crate) wall: Option<Spanned<Square>>,
    /// The man that it leaves behind, if any.
    pub(crate) left: Option<LeftMan>,
    /// The place of `#`, which claims checkmate.
    pub(crate) mate: Option<Span>,
}

impl SanMove {
    /// The move of a man and the wall that follows it, where they are written as two legs: `e2e4,e4d5`.
    pub(crate) fn with_wall_of_legs(&self, board: Board) -> Option<Self> {
        let SanForm::TwoLegs(legs) = &self.form else { return None };
        let [SanMove { form: SanForm::Travel(first), .. }, SanMove { form: SanForm::Travel(second), span, .. }] =
            &**legs
        else {
            return None;
        };
        let wall = Some(Spanned::new(second.to.value, *span));
        let follows = second.from(board) == Some(first.to.value);
        follows.then(|| Self { form: SanForm::Travel(first.clone()), wall, ..self.clone() })
    }

    /// A move that puts no wall and leaves no man behind.
    pub(crate) const fn new(span: Span, form: SanForm, mate: Option<Span>) -> Self {
        Self { span, form, wall: None, left: None, mate }
    }
}

/// The written form of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SanForm {
    /// A man travels to another square: `Ac1-e3`, `exd5`, `b8=Q`.
    Travel(Travel),
    /// `O-O` (toward the last file) or `O-O-O`.
    Castling {
        /// Toward the last file.
        last_file: bool,
    },
    /// `e1g1,h1f1`: both legs of a castling, or two moves of a series without a blank between them.
    TwoLegs(Box<[SanMove; 2]>),
    /// A man turns on its square: `Ag5 turns left`.
    Turn {
        /// The man.
        man: ManOnSquare,
        /// The part that turns alone.
        part: Option<Spanned<String>>,
        /// The new facing.
        turn: Turn,
    },
    /// A man flips on its square: `e4 flips`.
    Flip(ManOnSquare),
    /// The state after a turn or flip, as in machine notation: `g5@nw`.
    State(ManOnSquare, Spanned<String>),
    /// A man in hand is dropped: `N@f3`.
    Drop(Drop),
    /// A wall is put instead of a move: `/d5`.
    Wall(Square),
    /// A move of no man: `end`, `stalemate`, `pass`.
    Word(String),
}

/// A man that is left behind, as written: `/H`, or `/He1` after a castling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LeftMan {
    /// Its symbol in capitals.
    pub(crate) symbol: Spanned<String>,
    /// The square where it is left, if it is written.
    pub(crate) on: Option<Spanned<Square>>,
}

/// A man and its square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ManOnSquare {
    /// Its symbol in capitals.
    pub(crate) symbol: Option<Spanned<String>>,
    /// Its square.
    pub(crate) square: Spanned<Square>,
}

/// A drop, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Drop {
    /// The symbol in capitals of the man in hand, if it arrives as another one.
    pub(crate) from: Option<Spanned<String>>,
    /// The symbol in capitals of the man as it arrives; none for a pawn.
    pub(crate) symbol: Option<Spanned<String>>,
    /// The square where it is put.
    pub(crate) to: Spanned<Square>,
}

/// A man travels to another square, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Travel {
    /// Its symbol in capitals.
    pub(crate) symbol: Option<Spanned<String>>,
    /// The file it comes from, counted from 0.
    pub(crate) file: Option<i32>,
    /// The rank it comes from, counted from 0.
    pub(crate) rank: Option<i32>,
    /// The square it goes to.
    pub(crate) to: Spanned<Square>,
    /// The sign between the squares: `x` or `:` is a capture, `-` is none.
    pub(crate) capture: Option<bool>,
    /// The man it becomes.
    pub(crate) promotion: Option<Spanned<Promotion>>,
    /// Whether the text marks a capture en passant.
    pub(crate) en_passant: bool,
    /// The turn that is part of the move.
    pub(crate) turn: Option<Turn>,
}

impl Travel {
    /// The square it comes from, if both file and rank are given.
    pub(crate) fn from(&self, board: Board) -> Option<Square> {
        board.square(self.file?, self.rank?)
    }
}

/// The man that another one becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Promotion {
    /// By symbol, in capitals.
    Symbol(String),
    /// By its movement, as in `=(WfDffNbsN)`.
    Betza(String),
}

/// A turn as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// `left`, `90 right`: by the smallest angle if none is given.
    By {
        /// Clockwise.
        right: bool,
        /// The angle in degrees.
        degrees: Option<Spanned<u32>>,
    },
    /// Into these facings, written as in the braces of a state: `to nw`, `to n.ene`.
    To(Spanned<String>),
    /// Toward a square: `towards c5`.
    Toward(Spanned<Square>),
}

/// Reads the move at a byte of a text, with ranks from 1 or from 0. Also returns the byte after it.
///
/// # Errors
/// If the text does not begin with a move, with the place where reading failed.
pub(crate) fn read(game: &Game, ranks_from_zero: bool, text: &str, at: usize) -> Result<(SanMove, usize), Diagnostic> {
    let mut reader = SanParser { game, board: game.variant().board, first_rank: i32::from(!ranks_from_zero), text, at };
    let written = reader.parse_move()?;
    Ok((written, reader.at))
}

struct SanParser<'t> {
    game: &'t Game,
    board: Board,
    /// The number of the first rank.
    first_rank: i32,
    text: &'t str,
    at: usize,
}

/// The figures of men in print, White's and Black's, with the names of the men.
const FIGURINES: [([char; 2], &str); 6] = [
    (['♔', '♚'], "king"),
    (['♕', '♛'], "queen"),
    (['♖', '♜'], "rook"),
    (['♗', '♝'], "bishop"),
    (['♘', '♞'], "knight"),
    (['♙', '♟'], "pawn"),
];

/// The man whose figure a text starts with; either colour may stand for the player's men.
fn take_figurine<'t>(variant: &Variant, text: &'t str) -> Option<TakenSymbol<'t>> {
    let (_, name) = FIGURINES.into_iter().find(|(figures, _)| text.starts_with(*figures))?;
    let kind = variant.kinds.iter().find(|kind| kind.name == name)?;
    let len = text.chars().next()?.len_utf8();
    Some(TakenSymbol { capital: kind.symbol.clone(), side: Side::White, text: &text[..len] })
}

fn is_file(byte: u8) -> bool {
    (b'a'..=b'p').contains(&byte)
}

impl<'t> SanParser<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Takes this text if it comes next.
    fn take(&mut self, prefix: &str) -> bool {
        let found = self.rest().starts_with(prefix);
        if found {
            self.at += prefix.len();
        }
        found
    }

    /// Takes characters as long as they satisfy a condition.
    fn take_while(&mut self, keep: impl Fn(char) -> bool) -> Spanned<&'t str> {
        let start = self.at;
        let rest = self.rest();
        let len = rest.find(|char| !keep(char)).unwrap_or(rest.len());
        self.at += len;
        Spanned::new(&rest[..len], Span::new(start, self.at))
    }

    /// The next word of small letters after blanks; nothing is taken if there is none.
    fn take_word(&mut self) -> Option<Spanned<&'t str>> {
        let before = self.at;
        self.take_while(char::is_whitespace);
        let word = self.take_while(|char| char.is_ascii_lowercase());
        if before == word.span.start || word.value.is_empty() {
            self.at = before;
            return None;
        }
        Some(word)
    }

    /// Parses a move with the marks behind it.
    fn parse_move(&mut self) -> Result<SanMove, Diagnostic> {
        let start = self.at;
        if let Some(null) = uci::NULL_MOVES.into_iter().find(|null| self.take(null)) {
            return Ok(SanMove::new(Span::new(start, self.at), SanForm::Word(null.to_owned()), self.parse_marks()));
        }
        if let Some(wall) = self.parse_wall()? {
            let span = Span::new(start, self.at);
            return Ok(SanMove::new(span, SanForm::Wall(wall.value), self.parse_marks()));
        }
        let (form, mut span) = match self.parse_castling() {
            Some(last_file) => (SanForm::Castling { last_file }, Span::new(start, self.at)),
            None => self.parse_man_move()?,
        };
        // A square behind `/` is that of a wall, a letter is a man left behind.
        let wall = self.parse_wall()?;
        let left = if wall.is_some() { None } else { self.parse_left_man()? };
        let ends = if wall.is_some() || left.is_some() { self.at } else { span.end };
        span = Span::new(span.start, ends);
        let mate = self.parse_marks();
        let written = SanMove { span, form, wall, left, mate };
        Ok(self.parse_two_legs(&written).unwrap_or(written))
    }

    /// Parses the square of a wall behind `/`, or as some programs write it behind a comma or in brackets.
    fn parse_wall(&mut self) -> Result<Option<Spanned<Square>>, Diagnostic> {
        let start = self.at;
        let has_walls = self.game.facts().walls.placed();
        let in_brackets = has_walls && self.take("(");
        if !(in_brackets || self.take("/") || has_walls && self.take(",")) {
            return Ok(None);
        }
        let at = self.at;
        let (Some(file), Some(rank)) = self.parse_partial_square() else {
            self.at = start;
            return Ok(None);
        };
        if self.rest().starts_with(char::is_alphanumeric) || in_brackets && !self.take(")") {
            // Two legs, as in `e2e4,e4d5`, or a variation.
            self.at = start;
            return Ok(None);
        }
        let square = self.square_on_board((file, rank), Span::new(at, self.at))?;
        Ok(Some(Spanned::new(square.value, Span::new(start, self.at))))
    }

    /// Parses `O-O` or `O-O-O`; whether it is toward the last file.
    fn parse_castling(&mut self) -> Option<bool> {
        for (text, last_file) in
            [("O-O-O", false), ("0-0-0", false), ("o-o-o", false), ("O-O", true), ("0-0", true), ("o-o", true)]
        {
            let follows = self.rest().strip_prefix(text).map(|rest| rest.chars().next());
            if follows.is_some_and(|next| !next.is_some_and(|next| next.is_alphanumeric() || next == '-')) {
                self.at += text.len();
                return Some(last_file);
            }
        }
        None
    }

    /// Parses the man that a move leaves behind, after `/`; takes nothing if there is none.
    fn parse_left_man(&mut self) -> Result<Option<LeftMan>, Diagnostic> {
        let Some(found) = self.rest().strip_prefix('/').and_then(take_symbol) else { return Ok(None) };
        let start = self.at + 1;
        self.at = start + found.text.len();
        let symbol = Spanned::new(found.capital, Span::new(start, self.at));
        let at = self.at;
        let on = if let (Some(file), Some(rank)) = self.parse_partial_square() {
            Some(self.square_on_board((file, rank), Span::new(at, self.at))?)
        } else {
            self.at = at;
            None
        };
        Ok(Some(LeftMan { symbol, on }))
    }

    /// Parses signs of check, mate and praise; returns the place of `#`.
    fn parse_marks(&mut self) -> Option<Span> {
        let marks = self.take_while(|char| "+#!?‼⁇⁉⁈†‡".contains(char));
        let at = marks.value.find('#')?;
        Some(Span::new(marks.span.start + at, marks.span.start + at + 1))
    }

    /// Parses `,h1f1` after `e1g1`, the other half of a castling or the next move of a series, or `,e8g4` after
    /// `e7e8q`, the square of a wall. Returns both as one move if both are bare from-to moves.
    fn parse_two_legs(&mut self, first: &SanMove) -> Option<SanMove> {
        let bare = |written: &SanMove, may_promote: bool| {
            matches!(&written.form, SanForm::Travel(travel)
                if travel.from(self.board).is_some() && travel.symbol.is_none() && travel.capture.is_none()
                    && (may_promote || travel.promotion.is_none()) && !travel.en_passant && travel.turn.is_none())
        };
        if !bare(first, true)
            || first.wall.is_some()
            || first.left.is_some()
            || first.mate.is_some()
            || !self.rest().starts_with(',')
        {
            return None;
        }
        let mut ahead = SanParser { at: self.at + 1, ..*self };
        let (form, span) = ahead.parse_man_move().ok()?;
        let second = SanMove::new(span, form, ahead.parse_marks());
        let goes_on = match (&first.form, &second.form) {
            (SanForm::Travel(first), SanForm::Travel(second)) => second.from(self.board) == Some(first.to.value),
            _ => false,
        };
        if !bare(&second, false) || !bare(first, goes_on) {
            return None;
        }
        self.at = ahead.at;
        let span = first.span.to(second.span);
        let mate = second.mate;
        Some(SanMove::new(span, SanForm::TwoLegs(Box::new([first.clone(), second])), mate))
    }

    /// Parses a man and its action: a travel, a turn, a flip or a state.
    fn parse_man_move(&mut self) -> Result<(SanForm, Span), Diagnostic> {
        let start = self.at;
        // Programs, and Black's players, write the man that they drop with a small letter, too.
        let is_man =
            |found: &TakenSymbol<'_>| found.side == Side::White || self.rest()[found.text.len()..].starts_with('@');
        let figurine = take_figurine(self.game.variant(), self.rest());
        let symbol = figurine.or_else(|| take_symbol(self.rest()).filter(is_man)).map(|found| {
            self.at += found.text.len();
            Spanned::new(found.capital, Span::new(start, self.at))
        });
        if let Some(drop) = self.parse_drop(symbol.as_ref())? {
            return Ok((SanForm::Drop(drop), Span::new(start, self.at)));
        }
        let first = self.parse_partial_square();
        let sign_at = self.at;
        let capture = self.parse_capture_sign();
        let second_at = self.at;
        let second = self.parse_partial_square();
        let (from, to, to_span) = if let (Some(file), Some(rank)) = second {
            (first, (file, rank), Span::new(second_at, self.at))
        } else {
            // There is only one square; the text after it is something else.
            self.at = sign_at;
            let ((Some(file), Some(rank)), None) = (first, capture) else { return Err(self.no_move_error(start)) };
            let from = symbol.as_ref().map_or(start, |symbol| symbol.span.end);
            ((None, None), (file, rank), Span::new(from, sign_at))
        };
        let to = self.square_on_board(to, to_span)?;
        let alone = from == (None, None) && capture.is_none();
        if alone && self.take("@") {
            let form = SanForm::State(ManOnSquare { symbol, square: to }, self.parse_state());
            return Ok((form, Span::new(start, self.at)));
        }
        if alone && let Some(form) = self.parse_stationary(ManOnSquare { symbol: symbol.clone(), square: to })? {
            return Ok((form, Span::new(start, self.at)));
        }
        if let (Some(file), Some(rank)) = from {
            self.square_on_board((file, rank), Span::new(start, sign_at))?;
        }
        let (file, rank) = from;
        let mut travel = Travel { symbol, file, rank, to, capture, promotion: None, en_passant: false, turn: None };
        self.parse_suffixes(&mut travel)?;
        Ok((SanForm::Travel(travel), Span::new(start, self.at)))
    }

    /// Parses the rest of a drop after its man: `@f3`, `*f3`, or `=R@f3` if it arrives as another man. Takes nothing if
    /// there is none.
    fn parse_drop(&mut self, symbol: Option<&Spanned<String>>) -> Result<Option<Drop>, Diagnostic> {
        let start = self.at;
        let mut drop = (None, symbol.cloned());
        if symbol.is_some() && self.take("=") {
            let at = self.at;
            let Some(found) = take_symbol(self.rest()) else {
                self.at = start;
                return Ok(None);
            };
            self.at += found.text.len();
            drop = (drop.1, Some(Spanned::new(found.capital, Span::new(at, self.at))));
        }
        if !(self.take("@") || symbol.is_some() && self.take("*")) {
            self.at = start;
            return Ok(None);
        }
        let at = self.at;
        let (Some(file), Some(rank)) = self.parse_partial_square() else { return Err(self.no_move_error(start)) };
        let to = self.square_on_board((file, rank), Span::new(at, self.at))?;
        let (from, symbol) = drop;
        Ok(Some(Drop { from, symbol, to }))
    }

    /// Parses a state after `@`.
    fn parse_state(&mut self) -> Spanned<String> {
        self.take_while(|char| char.is_ascii_lowercase() || matches!(char, '.' | '-')).map(str::to_owned)
    }

    /// Reads a file letter and a rank number; either may be missing (disambiguation).
    fn parse_partial_square(&mut self) -> (Option<i32>, Option<i32>) {
        let file = self.rest().bytes().next().filter(|&byte| is_file(byte)).map(|byte| i32::from(byte - b'a'));
        self.at += usize::from(file.is_some());
        let digits = self.take_while(|char| char.is_ascii_digit());
        (file, digits.value.parse::<i32>().ok().map(|rank| rank - self.first_rank))
    }

    /// Parses the sign between two squares; whether it is a capture.
    fn parse_capture_sign(&mut self) -> Option<bool> {
        if ["x", ":", "×"].into_iter().any(|sign| self.take(sign)) {
            return Some(true);
        }
        ["-", "–"].into_iter().any(|sign| self.take(sign)).then_some(false)
    }

    /// The square on a file and rank, or the error of one that the board does not have.
    fn square_on_board(&self, (file, rank): (i32, i32), span: Span) -> Result<Spanned<Square>, Diagnostic> {
        self.board.square(file, rank).map(|square| Spanned::new(square, span)).ok_or_else(|| self.off_board_error(span))
    }

    fn off_board_error(&self, span: Span) -> Diagnostic {
        let message = format!("`{}` is no square of this board", &self.text[span.range()]);
        let help = format!("the board is {}", self.board);
        Diagnostic::error(Code::MoveSquare, span, message).label("not on the board").help(help)
    }

    /// The diagnostic for a text that is no move, up to the next blank.
    fn no_move_error(&self, start: usize) -> Diagnostic {
        let rest = &self.text[start..];
        let len = rest.find(|char: char| char.is_whitespace() || char == ',').unwrap_or(rest.len());
        let span = Span::new(start, start + len);
        Diagnostic::error(Code::MoveUnreadable, span, format!("`{}` is no move", &self.text[span.range()]))
            .label("not understood")
            .help("a move is written like `Ac1-e3`, `e4xe5`, `Ag5 turns left`, `e4 flips` or `O-O`")
    }

    /// Reads the suffix after the target square: promotion, en passant, a turn.
    fn parse_suffixes(&mut self, travel: &mut Travel) -> Result<(), Diagnostic> {
        loop {
            let start = self.at;
            if self.take("e.p.") || self.take("ep") {
                travel.en_passant = true;
            } else if self.take("=(") {
                let betza = self.take_while(|char| char != ')' && !char.is_whitespace());
                if !self.take(")") {
                    let (span, message) = (Span::new(start, self.at), "this bracket is never closed");
                    let unclosed = Diagnostic::error(Code::MoveUnclosed, span, message).label("opened here");
                    return Err(unclosed.help("a man named by its movement stands in brackets: `=(WfDffNbsN)`"));
                }
                travel.promotion =
                    Some(Spanned::new(Promotion::Betza(betza.value.to_owned()), Span::new(start, self.at)));
            } else if let Some(symbol) = self.symbol_in_brackets() {
                travel.promotion = Some(symbol.map(Promotion::Symbol));
            } else if self.stays_by_choice() {
                // In Shogi `=` alone says that the man stays what it is, as a move without it does here.
                self.take("=");
            } else if self.rest().starts_with('=') || (travel.promotion.is_none() && self.symbol_follows()) {
                self.take("=");
                let Some(symbol) = take_symbol(self.rest()) else { return Err(self.no_promotion_error(start)) };
                self.at += symbol.text.len();
                let span = Span::new(start, self.at);
                travel.promotion = Some(Spanned::new(Promotion::Symbol(symbol.capital), span));
            } else if self.take("@") {
                travel.turn = Some(Turn::To(self.parse_state()));
            } else {
                break;
            }
        }
        let before = self.at;
        match self.take_word().map(|word| word.value) {
            Some("en") if self.take_word().is_some_and(|word| word.value == "passant") => travel.en_passant = true,
            Some("e") if self.take(".p.") => travel.en_passant = true,
            Some("turning") => travel.turn = Some(self.parse_turn()?),
            _ => self.at = before,
        }
        Ok(())
    }

    /// The diagnostic for a promotion that names no man.
    fn no_promotion_error(&self, start: usize) -> Diagnostic {
        let error = |span, message| Diagnostic::error(Code::MovePromotion, span, message);
        if self.rest().starts_with("3D") {
            return error(Span::new(start, self.at + 2), "`=3D` is `=` as a mail program encodes it")
                .label("an encoding slip")
                .help("write `=`, then the man");
        }
        error(Span::new(start, self.at), "this promotion names no man")
            .label("expected a man's letter after it")
            .help("a promotion is written like `b8=Q` or `b8=(WfDffNbsN)`")
    }

    /// Takes a promotion in brackets, as in `b8(Q)`.
    fn symbol_in_brackets(&mut self) -> Option<Spanned<String>> {
        let symbol = take_symbol(self.rest().strip_prefix('(')?).filter(|symbol| symbol.side == Side::White)?;
        let (start, len) = (self.at + 1, symbol.text.len());
        self.text[start + len..].starts_with(')').then(|| self.at = start + len + 1)?;
        Some(Spanned::new(symbol.capital, Span::new(start, start + len)))
    }

    /// Whether a `=` follows that names no man, in a game with the notation of Shogi.
    fn stays_by_choice(&self) -> bool {
        let rest = self.rest().strip_prefix('=');
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n']))
            && has_sfen(self.game.variant())
    }

    /// Whether a promotion without `=` follows: a letter, alone or with its mark.
    fn symbol_follows(&self) -> bool {
        let Some(symbol) = take_symbol(self.rest()) else { return false };
        let after = self.rest()[symbol.text.len()..].chars().next();
        !after.is_some_and(char::is_alphanumeric)
    }

    /// Reads `turns …`, `PART turns …` or `flips` after a man on its square; consumes nothing if it finds neither.
    fn parse_stationary(&mut self, man: ManOnSquare) -> Result<Option<SanForm>, Diagnostic> {
        let before = self.at;
        let Some(word) = self.take_word() else { return Ok(None) };
        if matches!(word.value, "flips" | "flip") {
            return Ok(Some(SanForm::Flip(man)));
        }
        let part = if matches!(word.value, "turns" | "turn") {
            None
        } else {
            if !self.take_word().is_some_and(|word| matches!(word.value, "turns" | "turn")) {
                self.at = before;
                return Ok(None);
            }
            Some(word.map(str::to_owned))
        };
        Ok(Some(SanForm::Turn { man, part, turn: self.parse_turn()? }))
    }

    /// Reads the rest after `turns`.
    fn parse_turn(&mut self) -> Result<Turn, Diagnostic> {
        let verb = self.at;
        let mut degrees = self.parse_degrees();
        let word = self.take_word();
        let right = match word.map(|word| word.value) {
            Some("left" | "counterclockwise" | "anticlockwise") => false,
            Some("right" | "clockwise") => true,
            Some("to" | "toward" | "towards") => return self.parse_turn_target(),
            _ => {
                let span = word.map_or(self.word_before(verb), |word| word.span);
                let error = Diagnostic::error(Code::MoveTurn, span, "a turn goes left, right, or to a direction");
                let help = "a turn is written like `turns left`, `turns 90 right`, `turns to nw` or `turns towards c5`";
                return Err(error.label("expected `left`, `right` or `to`").help(help));
            }
        };
        if degrees.is_none() {
            degrees = self.parse_degrees();
        }
        Ok(Turn::By { right, degrees })
    }

    /// The word that ends at a byte.
    fn word_before(&self, end: usize) -> Span {
        let before = self.text[..end].trim_end();
        let word = before.rsplit(char::is_whitespace).next().unwrap_or(before);
        Span::new(before.len() - word.len(), before.len())
    }

    /// Parses the angle of a turn, such as `90°`; takes nothing if there is none.
    fn parse_degrees(&mut self) -> Option<Spanned<u32>> {
        let before = self.at;
        self.take_while(char::is_whitespace);
        let digits = self.take_while(|char| char.is_ascii_digit());
        // `turns left 5. e4`: a number with a dot is the next move's.
        match digits.value.parse().ok().filter(|&degrees| degrees >= 45 && !self.rest().starts_with('.')) {
            Some(degrees) if before < digits.span.start => {
                self.take("°");
                Some(Spanned::new(degrees, digits.span))
            }
            _ => {
                self.at = before;
                None
            }
        }
    }

    /// Reads the rest after `turns to`: a square or facings.
    fn parse_turn_target(&mut self) -> Result<Turn, Diagnostic> {
        let verb = self.at;
        self.take_while(char::is_whitespace);
        let target = self.take_while(|char| char.is_ascii_lowercase() || char.is_ascii_digit() || char == '.');
        let text = target.value.trim_end_matches('.');
        let span = Span::new(target.span.start, target.span.start + text.len());
        self.at = span.end;
        if text.is_empty() {
            return Err(Diagnostic::error(Code::MoveTurn, self.word_before(verb), "this turn has no target")
                .label("expected a wind or a square after it")
                .help("as in `turns to nw` or `turns towards c5`"));
        }
        if text.ends_with(|char: char| char.is_ascii_digit()) {
            let square = self.board.parse(text).ok_or_else(|| self.off_board_error(span))?;
            return Ok(Turn::Toward(Spanned::new(square, span)));
        }
        Ok(Turn::To(Spanned::new(text.to_owned(), span)))
    }
}
