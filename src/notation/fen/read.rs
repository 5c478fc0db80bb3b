use super::impossible::impossible;
use super::places::{Part, Places};
use super::write::castling_letter;
use crate::diagnostic::{Code, Diagnostic, MAX_DIAGNOSTICS};
use crate::engine::{Arrangement, CastlingRights, Game, Position};
use crate::geometry::{PerSide, Side, Square};
use crate::model::{Condition, PlacedMan, SetupId, Variant};
use crate::notation::TextError;
use crate::notation::man::{known_men, read_state, take_symbol};
use crate::prose::any_of;
use crate::source::{Span, Spanned, Word, words};

/// The word of the Universal Chess Interface for the position that a game starts from.
const START: &str = "startpos";
const FIELDS: [&str; 6] = ["placement", "side to move", "castling", "en passant", "halfmove", "fullmove"];
const KEYS: [&str; 7] = ["still", "series", "quiet", CHECKS, "passed", "count", "unmoved"];

const CHECKS: &str = "checks";

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
    if text.trim() == START {
        return Ok(game.start_of(setup));
    }
    let (arrangement, places) = read_arrangement(game.variant(), setup, text)?;
    position(game, &arrangement, &places)
}

/// Reads an arrangement of men without validating it.
///
/// # Errors
/// Every mistake of the text with its place.
fn read_arrangement(variant: &Variant, setup: SetupId, text: &str) -> Result<(Arrangement, Places), TextError> {
    let mut reader = Reader::new(variant, setup);
    reader.fields(text, 0);
    reader.finish()
}

/// Reads a position whose men are drawn elsewhere in the same text. `tail` is the rest of the FEN.
pub(crate) fn read_around(
    game: &Game,
    setup: SetupId,
    men: Vec<(PlacedMan, Span)>,
    drawing: Span,
    tail: &Spanned<String>,
) -> Result<Position, TextError> {
    let offset = tail.span.start;
    let mut reader = Reader::new(game.variant(), setup);
    reader.fields(&tail.value, 1);
    let (arrangement, places) = reader.finish().map_err(|error| error.shifted(offset))?;
    let in_tail = places.parts.into_iter().map(|(part, span)| (part, span.shifted(offset)));
    let men_drawn = men.iter().map(|(man, span)| (Part::Man(man.square), *span));
    let places = Places { placement: drawing, parts: in_tail.chain(men_drawn).collect() };
    let arrangement = Arrangement { men: men.into_iter().map(|(man, _)| man).collect(), ..arrangement };
    position(game, &arrangement, &places)
}

/// The position of an arrangement.
fn position(game: &Game, arrangement: &Arrangement, places: &Places) -> Result<Position, TextError> {
    game.position(arrangement).map_err(|errors| {
        let errors = errors.iter().take(MAX_DIAGNOSTICS);
        TextError::new(errors.map(|error| impossible(game.variant(), arrangement, places, error)).collect())
    })
}

/// No men, the first player to move, no rights, all counters at their start.
fn empty_arrangement(variant: &Variant, setup: SetupId) -> Arrangement {
    Arrangement {
        setup,
        men: Vec::new(),
        turn: variant.first,
        castling: PerSide::both(CastlingRights::default()),
        en_passant: Vec::new(),
        halfmove: 0,
        fullmove: 1,
        stationary_run: PerSide::new(0, 0),
        last_series: 0,
        series: 0,
        quiet_series: 0,
        checks: PerSide::new(0, 0),
        passes: 0,
        counted: 0,
        count_limit: 0,
        unmoved: Vec::new(),
    }
}

struct Reader<'a> {
    variant: &'a Variant,
    arrangement: Arrangement,
    places: Places,
    mistakes: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    fn new(variant: &'a Variant, setup: SetupId) -> Self {
        let arrangement = empty_arrangement(variant, setup);
        Self { variant, arrangement, places: Places::default(), mistakes: Vec::new() }
    }

    fn finish(self) -> Result<(Arrangement, Places), TextError> {
        if self.mistakes.is_empty() { Ok((self.arrangement, self.places)) } else { Err(TextError::new(self.mistakes)) }
    }

    fn refuse(&mut self, mistake: Diagnostic) {
        self.mistakes.push(mistake);
    }

    fn refuse_second(&mut self, what: &str, first: Span, second: Span) {
        let twice = Diagnostic::error(Code::FenKeyTwice, second, format!("{what} is given twice"));
        self.refuse(twice.label("the second time").also(first, "the first time").help("leave one out"));
    }

    fn note(&mut self, part: Part, span: Span) {
        self.places.parts.push((part, span));
    }

    /// Whether there are more mistakes than are reported, so that the rest of the text need not be read.
    fn is_hopeless(&self) -> bool {
        self.mistakes.len() > MAX_DIAGNOSTICS
    }

    /// Reads the fields from the one with this number on.
    fn fields(&mut self, text: &str, first: usize) {
        let mut position = first;
        let mut seen: Vec<(&str, Span)> = Vec::new();
        for word in words(text) {
            if self.is_hopeless() {
                return;
            }
            if position > 0
                && let Some((key, value)) = word.value.split_once('=')
            {
                if let Some(&(_, before)) = seen.iter().find(|(other, _)| *other == key) {
                    self.refuse_second(&format!("`{key}`"), before, word.span);
                } else {
                    seen.push((key, word.span));
                    self.key(key, value, word);
                }
                position = FIELDS.len();
                continue;
            }
            if position > 3
                && let Some(checks) = self.checks_elsewhere(word.value)
            {
                if let Some(&(_, before)) = seen.iter().find(|(other, _)| *other == CHECKS) {
                    self.refuse_second("the number of checks", before, word.span);
                }
                seen.push((CHECKS, word.span));
                self.arrangement.checks = checks;
                continue;
            }
            match position {
                0 => self.placement(word),
                1 => self.side(word),
                2 => self.castling(word),
                3 => self.en_passant(word),
                // The limit of a count is followed by the plies counted.
                4 if self.arrangement.count_limit > 0 => self.arrangement.counted = self.number(word).unwrap_or(0),
                4 => self.arrangement.halfmove = self.number(word).unwrap_or(0),
                5 => {
                    self.note(Part::Fullmove, word.span);
                    self.arrangement.fullmove = self.number(word).unwrap_or(1);
                }
                _ => {
                    let message = format!("nothing more was expected, but here is `{}`", word.value);
                    let keys = KEYS.map(|key| format!("`{key}=`"));
                    self.refuse(
                        Diagnostic::error(Code::FenExtraField, word.span, message)
                            .label("not part of a FEN")
                            .help(format!("after the six fields only {} may follow", any_of(&keys))),
                    );
                    return;
                }
            }
            position += 1;
        }
        if position == 0 {
            self.refuse(
                Diagnostic::error(Code::FenEmpty, Span::at(text.len()), "there is no position here")
                    .label("expected a FEN")
                    .help(format!("a FEN has the fields {}", FIELDS.join(", "))),
            );
        }
    }

    fn placement(&mut self, word: Word<'_>) {
        self.places.placement = word.span;
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
            self.refuse(
                Diagnostic::error(Code::FenRankCount, span, message)
                    .label(label)
                    .help("ranks are written from the last one down to the first, with `/` between them"),
            );
        }
        for (rank, row) in (0..i32::from(board.ranks())).rev().zip(ranks) {
            self.rank(rank, row);
        }
    }

    fn rank(&mut self, rank: i32, row: Word<'_>) {
        let board = self.variant.board;
        let mistakes = self.mistakes.len();
        let mut file = 0_i32;
        let mut at = 0;
        while let Some(next) = row.value[at..].chars().next().filter(|_| !self.is_hopeless()) {
            let rest = &row.value[at..];
            let start = at;
            if next.is_ascii_digit() {
                at += rest.bytes().take_while(u8::is_ascii_digit).count();
                let end = rest[..at - start].parse::<i32>().map_or(i32::MAX, |run| file.saturating_add(run));
                self.square_or_hole(
                    (file..end.min(i32::from(board.files()))).map(|file| (file, rank)),
                    row.slice(start, at).span,
                );
                file = end;
                continue;
            }
            if next == '*' {
                at += 1;
                if file < i32::from(board.files()) && !board.is_hole(file, rank) {
                    let filled =
                        Diagnostic::error(Code::FenHole, row.slice(start, at).span, "the board has no hole here");
                    self.refuse(filled.label("a square").help("a digit stands for empty squares, as many as it says"));
                }
                file = file.saturating_add(1);
                continue;
            }
            let Some(symbol) = take_symbol(rest) else {
                at += next.len_utf8();
                let span = row.slice(start, at).span;
                self.refuse(
                    Diagnostic::error(Code::FenUnexpected, span, format!("`{next}` means nothing here"))
                        .label("expected a man or a number of empty squares")
                        .help("a man is a letter, with `+` before or `'` after it perhaps, and its state in braces"),
                );
                continue;
            };
            at += symbol.text.len();
            let Ok(braces) = read_braces(&row.value[at..]) else {
                let span = row.slice(at, row.value.len()).span;
                let open = Diagnostic::error(Code::FenUnclosedBrace, span, "this brace is never closed");
                self.refuse(open.label("opened here").help("a man's state stands in braces: `A{ne}`"));
                return;
            };
            let man_span = row.slice(start, at).span;
            self.square_or_hole(std::iter::once((file, rank)), man_span);
            let inside = braces.map(|inside| row.slice(at + 1, at + 1 + inside.len()));
            at += braces.map_or(0, |inside| inside.len() + 2);
            if let Some(man) = self.man(board.square(file, rank), &symbol.capital, symbol.side, man_span, inside) {
                self.note(Part::Man(man.square), row.slice(start, at).span);
                self.arrangement.men.push(man);
            }
            file = file.saturating_add(1);
        }
        let files = i32::from(board.files());
        if file != files && self.mistakes.len() == mistakes {
            let found = if file > 999 { "far more".to_owned() } else { file.to_string() };
            let few = if file < files { "too few" } else { "too many" };
            let message = format!("rank {} has {found} squares, but the board has {files} files", rank + 1);
            let wide = Diagnostic::error(Code::FenRankWidth, row.span, message).label(few);
            self.refuse(wide.help("digits side by side form one number of empty squares"));
        }
    }

    /// Refuses a text that means squares, as file and rank, of which one is a hole.
    fn square_or_hole(&mut self, mut squares: impl Iterator<Item = (i32, i32)>, span: Span) {
        let board = self.variant.board;
        if let Some((file, rank)) = squares.find(|&(file, rank)| board.is_hole(file, rank)) {
            let name = format!("{}{}", char::from(b'a' + file as u8), rank + 1);
            let hole = Diagnostic::error(Code::FenHole, span, format!("{name} is no part of the board"));
            self.refuse(hole.label("a hole").help("write `*` for it"));
        }
    }

    /// Reads a man by its symbol and the text between its braces.
    fn man(
        &mut self,
        square: Option<Square>,
        symbol: &str,
        side: Side,
        span: Span,
        inside: Option<Word<'_>>,
    ) -> Option<PlacedMan> {
        let variant = self.variant;
        let Some(kind) = variant.kind_of_symbol(side, symbol) else {
            let message = format!("{side} has no man `{symbol}` in this game");
            let unknown = Diagnostic::error(Code::FenUnknownMan, span, message).label("no such man");
            self.refuse(unknown.help(known_men(variant, side)));
            return None;
        };
        // A man beyond the board's edge is reported with the width of the rank.
        let square = square?;
        let state = match inside {
            None => variant.start_state(self.arrangement.setup, side, kind, square),
            Some(inside) => match read_state(variant, side, kind, inside.value, inside.span, Code::FenState) {
                Ok(state) => state,
                Err(mistake) => {
                    self.refuse(mistake);
                    return None;
                }
            },
        };
        Some(PlacedMan { square, side, kind, state })
    }

    fn side(&mut self, word: Word<'_>) {
        match word.value {
            "w" => self.arrangement.turn = Side::White,
            "b" => self.arrangement.turn = Side::Black,
            other => self.refuse(
                Diagnostic::error(Code::FenSide, word.span, format!("`{other}` is no side to move"))
                    .label("expected `w` or `b`")
                    .help("the second field says who is to move: `w` is White, `b` is Black"),
            ),
        }
    }

    fn castling(&mut self, word: Word<'_>) {
        if word.value == "-" {
            return;
        }
        for (at, letter) in word.value.char_indices() {
            if self.is_hopeless() {
                return;
            }
            let span = word.slice(at, at + letter.len_utf8()).span;
            let Some((side, last_file)) = castling_letter(letter) else {
                // Some programs write the files of men here that have never moved.
                let unmoved = self.unmoved_on_file(letter);
                if !unmoved.is_empty() {
                    for square in unmoved {
                        self.unmoved(square, span);
                    }
                    continue;
                }
                self.refuse(
                    Diagnostic::error(Code::FenCastling, span, format!("`{letter}` is no castling right"))
                        .label("expected some of `KQkq`, or `-`")
                        .help("`K` is toward White's last file, `Q` toward the first; small letters are Black's"),
                );
                continue;
            };
            let rights = &mut self.arrangement.castling[side];
            let right = if last_file { &mut rights.last_file } else { &mut rights.first_file };
            if std::mem::replace(right, true) {
                let message = format!("the castling right `{letter}` is given twice");
                let twice = Diagnostic::error(Code::FenCastling, span, message).label("the second time");
                self.refuse(twice.help("leave it out"));
            }
            self.note(Part::Castling(side, last_file), span);
        }
    }

    /// The squares on a file of men of a side with a first move; the letter is small for Black.
    fn unmoved_on_file(&self, letter: char) -> Vec<Square> {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        let file = i32::from(letter.to_ascii_lowercase() as u8) - i32::from(b'a');
        let setup = self.variant.setups.get(self.arrangement.setup.index());
        let men = setup.into_iter().flat_map(|setup| &setup.men).filter(|man| {
            let first = self.variant.kind(man.kind).first_move.is_some();
            man.side == side && first && self.variant.board.file(man.square) == file
        });
        men.map(|man| man.square).collect()
    }

    fn unmoved(&mut self, square: Square, span: Span) {
        if !self.arrangement.unmoved.contains(&square) {
            self.arrangement.unmoved.push(square);
            self.note(Part::Unmoved(square), span);
        }
    }

    fn en_passant(&mut self, word: Word<'_>) {
        if word.value == "-" {
            return;
        }
        // Some programs write the limit of a count here.
        if self.variant.rules.counts_moves() && word.value.starts_with(|first: char| first.is_ascii_digit()) {
            self.note(Part::Count, word.span);
            self.arrangement.count_limit = self.number(word).unwrap_or(0);
            return;
        }
        let label = "expected the square that a man has just crossed";
        for (square, span) in self.squares(word, label, "put `-` where no long step has just been made") {
            if !self.arrangement.en_passant.contains(&square) {
                self.arrangement.en_passant.push(square);
                self.note(Part::EnPassant(square), span);
            }
        }
    }

    /// Squares without anything between them, as in `e3f4`.
    fn squares(&mut self, word: Word<'_>, label: &str, help: &str) -> Vec<(Square, Span)> {
        let mut squares = Vec::new();
        let mut at = 0;
        while at < word.value.len() && !self.is_hopeless() {
            let rest = &word.value[at..];
            let first = rest.chars().next().map_or(0, char::len_utf8);
            let digits = rest[first..].bytes().take_while(u8::is_ascii_digit).count();
            let name = &rest[..first + digits];
            let span = word.slice(at, at + name.len()).span;
            at += name.len();
            match self.variant.board.parse(name) {
                Some(square) => squares.push((square, span)),
                None => self.refuse(
                    Diagnostic::error(Code::FenOffBoard, span, format!("`{name}` is no square of this board"))
                        .label(label)
                        .help(help),
                ),
            }
        }
        squares
    }

    fn number<T: std::str::FromStr>(&mut self, word: Word<'_>) -> Option<T> {
        let number = word.value.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.value.parse().ok()).flatten();
        if number.is_none() {
            let message = format!("`{}` is no number that can stand here", word.value);
            let number = Diagnostic::error(Code::FenNumber, word.span, message).label("expected a count");
            self.refuse(
                number.help("the last fields are plies since progress and the number of the move, as in `0 1`"),
            );
        }
        number
    }

    fn key(&mut self, key: &str, value: &str, word: Word<'_>) {
        let from = key.len() + 1;
        let value = word.slice(from, from + value.len());
        match key {
            "still" => {
                self.note(Part::StationaryRun, word.span);
                if let Some((white, black)) = self.pair(value, "still=1/0") {
                    self.arrangement.stationary_run = PerSide::new(white, black);
                }
            }
            "series" => {
                self.note(Part::Series, word.span);
                if let Some((last, played)) = self.pair(value, "series=2/1") {
                    (self.arrangement.last_series, self.arrangement.series) = (last, played);
                }
            }
            "quiet" => self.arrangement.quiet_series = self.number(value).unwrap_or(0),
            "passed" => {
                self.note(Part::Passes, word.span);
                self.arrangement.passes = self.number(value).unwrap_or(0);
            }
            "count" => {
                self.note(Part::Count, word.span);
                if let Some((counted, limit)) = self.pair(value, "count=17/128") {
                    (self.arrangement.counted, self.arrangement.count_limit) = (counted, limit);
                }
            }
            "unmoved" => {
                let label = "expected the square of a man that has never moved";
                for (square, span) in self.squares(value, label, "leave `unmoved=` out where all such men have moved") {
                    self.unmoved(square, span);
                }
            }
            CHECKS => {
                if let Some((white, black)) = self.pair(value, "checks=1/0") {
                    self.arrangement.checks = PerSide::new(white, black);
                }
            }
            _ => {
                let span = word.slice(0, key.len()).span;
                self.refuse(
                    Diagnostic::error(Code::FenUnknownKey, span, format!("`{key}` is no key of a FEN"))
                        .label("unknown")
                        .suggest(span, key, KEYS),
                );
            }
        }
    }

    /// The checks given, as other programs write them in games that count them: `+1+0` as here, or `2+3` for the checks
    /// that White and Black still need.
    fn checks_elsewhere(&self, text: &str) -> Option<PerSide<u8>> {
        let needed = self.variant.endings.iter().find_map(|ending| match ending.condition {
            Condition::ChecksGiven(count) => Some(count),
            _ => None,
        })?;
        let given = text.strip_prefix('+');
        let (white, black) = given.unwrap_or(text).split_once('+')?;
        let number = |text: &str| {
            let number = text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u8>().ok()).flatten()?;
            if given.is_some() { Some(number) } else { needed.checked_sub(number) }
        };
        Some(PerSide::new(number(white)?, number(black)?))
    }

    /// Two numbers with a slash between them.
    fn pair<T: std::str::FromStr>(&mut self, word: Word<'_>, example: &str) -> Option<(T, T)> {
        let Some((first, second)) = word.value.split_once('/') else {
            let message = format!("`{}` is no pair of numbers", word.value);
            let pair = Diagnostic::error(Code::FenNumber, word.span, message).label("expected two numbers");
            self.refuse(pair.help(format!("a slash stands between them, as in `{example}`")));
            return None;
        };
        let second = word.slice(first.len() + 1, first.len() + 1 + second.len());
        let first = self.number(word.slice(0, first.len()));
        let second = self.number(second);
        Some((first?, second?))
    }
}

/// The text between braces at the start of a text, if it starts with one.
fn read_braces(text: &str) -> Result<Option<&str>, ()> {
    match text.strip_prefix('{') {
        None => Ok(None),
        Some(rest) => rest.split_once('}').map(|(inside, _)| Some(inside)).ok_or(()),
    }
}
