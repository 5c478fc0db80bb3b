//! Text format of weights.
//!
//! ```text
//! weights of "Chess"
//! board 8x8
//! tempo 10
//!
//! P pawn reaches 1.61
//!   value 82 94
//!   promotion 12.5 60
//!   squares at the beginning
//!     0 0 0 0 0 0 0 0
//!     …
//! ```
//!
//! Numbers are centipawns: one for the opening and one for the endgame, or a single one for both. Missing weights are 0.
//! `//` begins a comment. Piece-square tables are seen from the owner's side, the farthest rank first.

use std::fmt::Write as _;

use super::features::Mobility;
use super::{KindWeights, Tapered, Term, Weights};
use weakfish::diagnostic::{Code, Diagnostic, Report, did_you_mean};
use weakfish::engine::Game;
use weakfish::model::{KindId, Variant};
use weakfish::source::{Source, Span, Spanned, Word, words};

/// Decimal places of mobilities.
const MOBILITY_DIGITS: usize = 2;

/// Mean mobility of a kind as text, by which weights are matched to the men that they were made for.
fn reach(game: &Game, mobility: &Mobility, kind: KindId) -> String {
    format!("{:.MOBILITY_DIGITS$}", mobility.of_kind(game, kind).0)
}

/// Headings of the piece-square tables for the opening and the endgame.
const SQUARES: [&str; 2] = ["squares at the beginning", "squares at the end"];

// Reader of weights.

/// Largest weight, in centipawns.
const MAX_WEIGHT: f64 = 10_000.0;

impl Weights {
    /// Reads the weights of a game.
    ///
    /// # Errors
    ///
    /// The text has a syntax error, or was made for another game: its title, board, men or their mean mobilities differ.
    pub fn read(game: &Game, source: &Source) -> Result<Self, Report> {
        let mut reader = Reader::new(game);
        for line in lines(&source.text) {
            reader.line(line);
        }
        reader.finish(&source.text).map_err(|problems| Report::new(source, problems))
    }
}

/// Lines that are not blank, without comments.
fn lines(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut start = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let begin = start;
        start += line.len();
        let content = line.find("//").map_or(line, |end| &line[..end]);
        let indent = content.len() - content.trim_start().len();
        let content = content.trim();
        (!content.is_empty()).then(|| Spanned::new(content, Span::new(begin + indent, begin + indent + content.len())))
    })
}

/// Piece-square table being read.
#[derive(Clone, Copy)]
struct PieceSquareTable {
    /// Opening (0) or endgame (1).
    number: usize,
    /// Ranks read so far.
    ranks: usize,
    heading: Span,
}

struct Reader<'g> {
    game: &'g Game,
    mobility: Mobility,
    weights: Weights,
    has_title: bool,
    has_board: bool,
    /// Kinds read so far, with their lines.
    kinds: Vec<(KindId, Span)>,
    /// Kind that the present lines belong to.
    kind: Option<KindId>,
    /// Entries read for it.
    entries: Vec<&'static str>,
    /// Whether a repeated entry was reported for it: the rest may belong to a man whose line is missing.
    reported_repeat: bool,
    grid: Option<PieceSquareTable>,
    problems: Vec<Diagnostic>,
}

impl<'g> Reader<'g> {
    fn new(game: &'g Game) -> Self {
        let kinds = vec![KindWeights::default(); game.variant().kinds.len()];
        Self {
            game,
            mobility: Mobility::new(game),
            weights: Weights { kinds, ..Weights::default() },
            has_title: false,
            has_board: false,
            kinds: Vec::new(),
            kind: None,
            entries: Vec::new(),
            reported_repeat: false,
            grid: None,
            problems: Vec::new(),
        }
    }

    fn variant(&self) -> &'g Variant {
        self.game.variant()
    }

    fn unreadable(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.problems.push(Diagnostic::error(Code::WeightsUnreadable, span, message).help(help));
    }

    /// Reports a weights file made for another game; only the first difference.
    fn report_other_game(&mut self, span: Span, message: impl Into<String>) {
        // Only the first difference is reported.
        if !self.problems.iter().any(|problem| problem.code == Code::WeightsOtherGame) {
            let problem = Diagnostic::error(Code::WeightsOtherGame, span, message).label("of another game");
            self.problems.push(problem.help("make weights for this game with `weakfish tune`"));
        }
    }

    fn line(&mut self, line: Word<'_>) {
        let found: Vec<Word<'_>> =
            words(line.value).map(|word| Spanned::new(word.value, word.span.shifted(line.span.start))).collect();
        let Some((&first, rest)) = found.split_first() else { return };
        if first.value.starts_with(|char: char| char.is_ascii_digit() || matches!(char, '-' | '.')) {
            return self.rank(line, &found);
        }
        self.end_of_squares();
        match (first.value, rest) {
            ("weights", _) => self.title(line),
            ("board", _) => self.board(line),
            (name, numbers) if self.kind.is_none() && Weights::OF_GAME.contains(&name) => {
                let Some(worth) = self.pair(line, numbers) else { return };
                for (own, weight) in Weights::OF_GAME.into_iter().zip(self.weights.of_game_mut()) {
                    if own == name {
                        *weight = worth;
                    }
                }
            }
            (symbol, [.., word, _]) if word.value == "reaches" => {
                self.man(line, Spanned::new(symbol, first.span), rest);
            }
            ("squares", _) => self.squares(line),
            _ => self.term(line, first, rest),
        }
    }

    /// `weights of "TITLE"`.
    fn title(&mut self, line: Word<'_>) {
        self.has_title = true;
        let own = self.variant().title.as_str();
        let title = line.value.strip_prefix("weights").map(str::trim_start).and_then(|rest| rest.strip_prefix("of"));
        let title = title.map(str::trim).and_then(|title| title.strip_prefix('"')?.strip_suffix('"'));
        let Some(title) = title else {
            let help = format!("write `weights of \"{own}\"`");
            return self.unreadable(line.span, "this does not say whose weights these are", help);
        };
        if title != own {
            self.report_other_game(line.span, format!("these are weights of \"{title}\", and this game is \"{own}\""));
        }
    }

    /// `board 8x8`.
    fn board(&mut self, line: Word<'_>) {
        let (own, content) = (self.variant().board.to_string(), line.value.trim_start_matches("board").trim());
        self.has_board = true;
        if content != own {
            self.report_other_game(
                line.span,
                format!("these are weights for a board of {content}, and this one has {own}"),
            );
        }
    }

    /// `P pawn reaches 1.61`.
    fn man(&mut self, line: Word<'_>, symbol: Word<'_>, rest: &[Word<'_>]) {
        (self.kind, self.entries, self.reported_repeat) = (None, Vec::new(), false);
        let variant = self.variant();
        let Some((id, kind)) = variant.kinds().find(|(_, kind)| kind.symbol == symbol.value) else {
            return self.report_other_game(symbol.span, format!("this game has no men `{}`", symbol.value));
        };
        if let Some(&(_, before)) = self.kinds.iter().find(|(known, _)| *known == id) {
            let problem =
                Diagnostic::error(Code::WeightsUnreadable, line.span, format!("`{}` stands here again", symbol.value));
            self.problems.push(problem.also(before, "the first time").help("remove one of them"));
            return;
        }
        self.kinds.push((id, line.span));
        self.kind = Some(id);
        let own = reach(self.game, &self.mobility, id);
        if let Some(number) = rest.last().filter(|number| number.value != own) {
            let (name, found) = (&kind.name, number.value);
            let message = format!("the {name} of this game reaches {own} squares on average, and not {found}");
            self.report_other_game(number.span, message);
        }
    }

    /// `value 82 94`.
    fn term(&mut self, line: Word<'_>, first: Word<'_>, rest: &[Word<'_>]) {
        let Some(term) = Term::ALL.into_iter().find(|term| term.name() == first.value) else {
            let names = Term::ALL.map(Term::name).into_iter().chain(Weights::OF_GAME);
            let help = did_you_mean(first.value, names.chain(["squares", "board", "weights"]));
            return self.unreadable(first.span, format!("nothing is called `{}` here", first.value), help);
        };
        let Some(worth) = self.pair(line, rest) else { return };
        if !self.record(line, term.name()) {
            return;
        }
        match self.kind {
            Some(kind) => self.weights.kinds[kind.index()][term] = worth,
            None if self.problems.is_empty() => {
                self.unreadable(line.span, "this belongs to no man", "write `P pawn reaches …` before it");
            }
            None => {}
        }
    }

    /// Records an entry of the man; returns whether it is the first of its name.
    fn record(&mut self, line: Word<'_>, what: &'static str) -> bool {
        let first = !self.entries.contains(&what);
        if first {
            self.entries.push(what);
        } else if !std::mem::replace(&mut self.reported_repeat, true) {
            let help = "remove one of the two, or write a line such as `N knight reaches …` before it";
            self.unreadable(line.span, format!("`{what}` is told a second time"), help);
        }
        first
    }

    /// `squares at the beginning`.
    fn squares(&mut self, line: Word<'_>) {
        let Some(number) = SQUARES
            .iter()
            .position(|heading| words(heading).map(|word| word.value).eq(words(line.value).map(|word| word.value)))
        else {
            let help = format!("write `{}` or `{}`", SQUARES[0], SQUARES[1]);
            return self.unreadable(line.span, "which squares these are is not said", help);
        };
        if self.kind.is_none() && self.problems.is_empty() {
            self.unreadable(line.span, "these squares belong to no man", "write `P pawn reaches …` before them");
        }
        if self.record(line, SQUARES[number]) {
            self.grid = Some(PieceSquareTable { number, ranks: 0, heading: line.span });
        }
    }

    /// A rank of squares.
    fn rank(&mut self, line: Word<'_>, numbers: &[Word<'_>]) {
        let board = self.variant().board;
        let (files, all) = (usize::from(board.files()), usize::from(board.ranks()));
        let Some(PieceSquareTable { number, ranks, heading }) = self.grid else {
            let help = format!("write `{}` before them", SQUARES[0]);
            return self.unreadable(line.span, "these numbers belong to nothing", help);
        };
        if ranks == all {
            return self.unreadable(line.span, format!("the board has {all} ranks, and this is one more"), "remove it");
        }
        if numbers.len() != files {
            let message = format!("a rank of this board has {files} squares, not {}", numbers.len());
            self.unreadable(line.span, message, "write a number for each");
        }
        let rank = all - 1 - ranks;
        for (file, &word) in numbers.iter().take(files).enumerate() {
            let Some(worth) = self.number(word) else { continue };
            let Some(kind) = self.kind else { continue };
            let squares = &mut self.weights.kinds[kind.index()].squares;
            squares.resize(files * all, Tapered::ZERO);
            let square = &mut squares[rank * files + file];
            if number == 0 { square.opening = worth } else { square.ending = worth }
        }
        self.grid = Some(PieceSquareTable { number, ranks: ranks + 1, heading });
    }

    fn end_of_squares(&mut self) {
        let all = usize::from(self.variant().board.ranks());
        if let Some(PieceSquareTable { ranks, heading, .. }) = self.grid.take()
            && ranks < all
        {
            let message = format!("the board has {all} ranks, and here are {ranks}");
            self.unreadable(heading, message, "write a line for each");
        }
    }

    /// One number or two.
    fn pair(&mut self, line: Word<'_>, numbers: &[Word<'_>]) -> Option<Tapered> {
        match *numbers {
            [both] => Some(Tapered::both(self.number(both)?)),
            [opening, ending] => {
                let (opening, ending) = (self.number(opening), self.number(ending));
                Some(Tapered::new(opening?, ending?))
            }
            _ => {
                let help = "write what it is worth at the beginning and at the end of a game, such as `82 94`";
                self.unreadable(line.span, "here must be one number or two", help);
                None
            }
        }
    }

    /// A number in tenths.
    fn number(&mut self, word: Word<'_>) -> Option<i32> {
        let (what, help) = match word.value.parse::<f64>() {
            Ok(number) if number.abs() <= MAX_WEIGHT => return Some((number * 10.0).round() as i32),
            Ok(_) => ("too much", format!("nothing is worth more than {MAX_WEIGHT}")),
            Err(_) => ("no number", "write hundredths of a pawn, such as `82` or `-7.5`".to_owned()),
        };
        self.unreadable(word.span, format!("`{}` is {what}", word.value), help);
        None
    }

    fn finish(mut self, text: &str) -> Result<Weights, Vec<Diagnostic>> {
        self.end_of_squares();
        let end = Span::at(text.trim_end().len());
        if !self.has_title {
            let help = format!("begin with `weights of \"{}\"`", self.variant().title);
            self.unreadable(Span::at(0), "this text does not say whose weights it has", help);
        } else if !self.has_board {
            let help = format!("write `board {}` in the second line", self.variant().board);
            self.unreadable(end, "this text does not say for which board it is", help);
        }
        if self.problems.is_empty() {
            let missing = self.variant().kinds().find(|(id, _)| !self.kinds.iter().any(|(known, _)| known == id));
            if let Some((_, kind)) = missing {
                let message = format!("this game has a {} `{}`, of which nothing stands here", kind.name, kind.symbol);
                self.report_other_game(end, message);
            }
        }
        if self.problems.is_empty() { Ok(self.weights) } else { Err(self.problems) }
    }
}

// Writer of weights.

impl Weights {
    /// Writes the weights of a game as text, which [`Weights::read`] reads.
    pub fn to_text(&self, game: &Game) -> String {
        let variant = game.variant();
        let mobility = Mobility::new(game);
        let mut text = format!("weights of \"{}\"\nboard {}\n", variant.title, variant.board);
        for (name, worth) in Self::OF_GAME.into_iter().zip(self.of_game()) {
            if worth != Tapered::ZERO {
                let _ = writeln!(text, "{name} {}", pair(worth));
            }
        }
        for ((id, kind), weights) in variant.kinds().zip(&self.kinds) {
            let _ = writeln!(text, "\n{} {} reaches {}", kind.symbol, kind.name, reach(game, &mobility, id));
            for term in Term::ALL.into_iter().filter(|&term| weights[term] != Tapered::ZERO) {
                let _ = writeln!(text, "  {} {}", term.name(), pair(weights[term]));
            }
            write_squares(&mut text, weights, variant.board.files().into());
        }
        text
    }
}

/// Writes piece-square tables from the owner's side, the farthest rank first.
fn write_squares(text: &mut String, weights: &KindWeights, files: usize) {
    let numbers: [fn(&Tapered) -> i32; 2] = [|worth| worth.opening, |worth| worth.ending];
    for (heading, number) in SQUARES.into_iter().zip(numbers) {
        if weights.squares.iter().all(|worth| number(worth) == 0) {
            continue;
        }
        let _ = writeln!(text, "  {heading}");
        for rank in weights.squares.chunks(files).rev() {
            let numbers = rank.iter().map(|worth| format!(" {:>5}", decimal(number(worth))));
            let _ = writeln!(text, "   {}", numbers.collect::<String>());
        }
    }
}

/// Writes a pair, as one number if both are equal.
fn pair(worth: Tapered) -> String {
    let opening = decimal(worth.opening);
    if worth.opening == worth.ending { opening } else { format!("{opening} {}", decimal(worth.ending)) }
}

/// Writes tenths as a decimal number.
fn decimal(tenths: i32) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, rest) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
    if rest == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
}
