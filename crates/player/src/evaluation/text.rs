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
//! A [network](super::Network) may follow.
//!
//! Numbers are centipawns: one for the opening and one for the endgame, or a single one for both. Missing weights are 0.
//! `//` begins a comment. Piece-square tables are seen from the owner's side, the farthest rank first.

use std::fmt::Write as _;

use super::features::Mobility;
use super::network::{Network, model_hash};
use super::{KindWeights, Tapered, Term, Weights};
use weakfish::diagnostic::{Code, Diagnostic, Report, did_you_mean};
use weakfish::engine::Game;
use weakfish::model::{KindId, Variant};
use weakfish::source::{Source, Span, Spanned, Word, words};

/// Decimal places of mobilities.
const MOBILITY_DIGITS: usize = 2;

/// Mean mobility of a kind as text. It matches weights to the men that they were made for.
fn mobility_text(game: &Game, mobility: &Mobility, kind: KindId) -> String {
    format!("{:.MOBILITY_DIGITS$}", mobility.of_kind(game, kind).0)
}

/// Headings of the piece-square tables for the opening and the endgame.
const TABLE_HEADINGS: [&str; 2] = ["squares at the beginning", "squares at the end"];

// Parser of weights.

/// Largest weight, in centipawns.
const MAX_WEIGHT: f64 = 10_000.0;

impl Weights {
    /// Reads the weights of a game.
    ///
    /// # Errors
    ///
    /// The text has a syntax error, or was made for another game: its title, board, men or their mean mobilities differ.
    pub fn read(game: &Game, source: &Source) -> Result<Self, Report> {
        let mut reader = WeightsParser::new(game);
        for line in content_lines(&source.text) {
            reader.parse_line(line);
        }
        reader.finish(&source.text).map_err(|problems| Report::new(source, problems))
    }
}

/// Lines that are not blank, without comments.
fn content_lines(text: &str) -> impl Iterator<Item = Word<'_>> {
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
    phase: usize,
    /// Ranks read so far.
    ranks: usize,
    heading: Span,
}

struct WeightsParser<'g> {
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
    table: Option<PieceSquareTable>,
    network: Option<NetworkNumbers>,
    problems: Vec<Diagnostic>,
}

/// Network being read.
struct NetworkNumbers {
    heading: Span,
    numbers: Vec<i32>,
}

impl<'g> WeightsParser<'g> {
    /// Makes a parser for the weights of a game.
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
            table: None,
            network: None,
            problems: Vec::new(),
        }
    }

    fn variant(&self) -> &'g Variant {
        self.game.variant()
    }

    fn error(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
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

    /// Parses a line by its first word: title, board, weights of the game, man, heading or rank of a table,
    /// or term of a man.
    fn parse_line(&mut self, line: Word<'_>) {
        let line_words: Vec<Word<'_>> =
            words(line.value).map(|word| Spanned::new(word.value, word.span.shifted(line.span.start))).collect();
        let Some((&first, rest)) = line_words.split_first() else { return };
        if first.value.starts_with(|char: char| char.is_ascii_digit() || matches!(char, '-' | '.')) {
            return match &self.network {
                Some(_) => self.parse_network_line(&line_words),
                None => self.parse_rank(line, &line_words),
            };
        }
        self.finish_table();
        match (first.value, rest) {
            ("weights", _) => self.parse_title(line),
            ("board", _) => self.parse_board(line),
            (name, numbers) if self.kind.is_none() && Weights::GLOBAL_NAMES.contains(&name) => {
                let Some(value) = self.parse_pair(line, numbers) else { return };
                for (own, weight) in Weights::GLOBAL_NAMES.into_iter().zip(self.weights.global_weights_mut()) {
                    if own == name {
                        *weight = value;
                    }
                }
            }
            (symbol, [.., word, _]) if word.value == "reaches" => {
                self.parse_man(line, Spanned::new(symbol, first.span), rest);
            }
            ("squares", _) => self.parse_table_heading(line),
            ("network", _) => self.parse_network_heading(line),
            _ => self.parse_term(line, first, rest),
        }
    }

    /// `weights of "TITLE"`.
    fn parse_title(&mut self, line: Word<'_>) {
        self.has_title = true;
        let own = self.variant().title.as_str();
        let title = line.value.strip_prefix("weights").map(str::trim_start).and_then(|rest| rest.strip_prefix("of"));
        let title = title.map(str::trim).and_then(|title| title.strip_prefix('"')?.strip_suffix('"'));
        let Some(title) = title else {
            let help = format!("write `weights of \"{own}\"`");
            return self.error(line.span, "this does not say whose weights these are", help);
        };
        if title != own {
            self.report_other_game(line.span, format!("these are weights of \"{title}\", and this game is \"{own}\""));
        }
    }

    /// `board 8x8`.
    fn parse_board(&mut self, line: Word<'_>) {
        let (own, content) = (self.variant().board.to_string(), line.value.trim_start_matches("board").trim());
        self.has_board = true;
        if content != own {
            self.report_other_game(
                line.span,
                format!("these are weights for a board of {content}, and this one has {own}"),
            );
        }
    }

    /// `network of 3b5f0c2a91d4e867`.
    fn parse_network_heading(&mut self, line: Word<'_>) {
        let own = model_hash(self.game);
        let found = words(line.value).nth(2).map(|word| word.value);
        if found != Some(own.as_str()) {
            self.report_other_game(line.span, "this network was trained for other rules");
        }
        self.kind = None;
        self.network = Some(NetworkNumbers { heading: line.span, numbers: Vec::new() });
    }

    /// A line of the network: whole numbers.
    fn parse_network_line(&mut self, numbers: &[Word<'_>]) {
        for word in numbers {
            let Ok(number) = word.value.parse::<i32>() else {
                let message = format!("`{}` is no whole number", word.value);
                return self.error(word.span, message, "`weakfish train` writes networks");
            };
            if let Some(network) = &mut self.network {
                network.numbers.push(number);
            }
        }
    }

    /// Ends the network being read.
    fn finish_network(&mut self) {
        let Some(NetworkNumbers { heading, numbers }) = self.network.take() else { return };
        if !self.problems.is_empty() {
            return;
        }
        match Network::of_numbers(self.game, &numbers) {
            Ok(network) => self.weights.network = Some(network),
            Err(expected) => {
                let message =
                    format!("the network of this game has {expected} numbers, and here are {}", numbers.len());
                self.error(heading, message, "the file is cut short or damaged; `weakfish train` writes it anew");
            }
        }
    }

    /// `P pawn reaches 1.61`.
    fn parse_man(&mut self, line: Word<'_>, symbol: Word<'_>, rest: &[Word<'_>]) {
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
        let own = mobility_text(self.game, &self.mobility, id);
        if let Some(number) = rest.last().filter(|number| number.value != own) {
            let (name, found) = (&kind.name, number.value);
            let message = format!("the {name} of this game reaches {own} squares on average, and not {found}");
            self.report_other_game(number.span, message);
        }
    }

    /// `value 82 94`.
    fn parse_term(&mut self, line: Word<'_>, first: Word<'_>, rest: &[Word<'_>]) {
        let Some(term) = Term::ALL.into_iter().find(|term| term.name() == first.value) else {
            let names = Term::ALL.map(Term::name).into_iter().chain(Weights::GLOBAL_NAMES);
            let help = did_you_mean(first.value, names.chain(["squares", "board", "weights"]));
            return self.error(first.span, format!("nothing is called `{}` here", first.value), help);
        };
        let Some(value) = self.parse_pair(line, rest) else { return };
        if !self.record_entry(line, term.name()) {
            return;
        }
        match self.kind {
            Some(kind) => self.weights.kinds[kind.index()][term] = value,
            None if self.problems.is_empty() => {
                self.error(line.span, "this belongs to no man", "write `P pawn reaches …` before it");
            }
            None => {}
        }
    }

    /// Records an entry of the man; returns whether it is not repeated.
    fn record_entry(&mut self, line: Word<'_>, entry: &'static str) -> bool {
        let first = !self.entries.contains(&entry);
        if first {
            self.entries.push(entry);
        } else if !std::mem::replace(&mut self.reported_repeat, true) {
            let help = "remove one of the two, or write a line such as `N knight reaches …` before it";
            self.error(line.span, format!("`{entry}` is told a second time"), help);
        }
        first
    }

    /// `squares at the beginning`.
    fn parse_table_heading(&mut self, line: Word<'_>) {
        let Some(phase) = TABLE_HEADINGS
            .iter()
            .position(|heading| words(heading).map(|word| word.value).eq(words(line.value).map(|word| word.value)))
        else {
            let help = format!("write `{}` or `{}`", TABLE_HEADINGS[0], TABLE_HEADINGS[1]);
            return self.error(line.span, "which squares these are is not said", help);
        };
        if self.kind.is_none() && self.problems.is_empty() {
            self.error(line.span, "these squares belong to no man", "write `P pawn reaches …` before them");
        }
        if self.record_entry(line, TABLE_HEADINGS[phase]) {
            self.table = Some(PieceSquareTable { phase, ranks: 0, heading: line.span });
        }
    }

    /// Parses a rank of a piece-square table, the farthest one first.
    fn parse_rank(&mut self, line: Word<'_>, numbers: &[Word<'_>]) {
        let board = self.variant().board;
        let (files, all) = (usize::from(board.files()), usize::from(board.ranks()));
        let Some(PieceSquareTable { phase, ranks, heading }) = self.table else {
            let help = format!("write `{}` before them", TABLE_HEADINGS[0]);
            return self.error(line.span, "these numbers belong to nothing", help);
        };
        if ranks == all {
            return self.error(line.span, format!("the board has {all} ranks, and this is one more"), "remove it");
        }
        if numbers.len() != files {
            let message = format!("a rank of this board has {files} squares, not {}", numbers.len());
            self.error(line.span, message, "write a number for each");
        }
        let rank = all - 1 - ranks;
        for (file, &word) in numbers.iter().take(files).enumerate() {
            let Some(value) = self.parse_number(word) else { continue };
            let Some(kind) = self.kind else { continue };
            let squares = &mut self.weights.kinds[kind.index()].squares;
            squares.resize(files * all, Tapered::ZERO);
            let square = &mut squares[rank * files + file];
            if phase == 0 { square.opening = value } else { square.ending = value }
        }
        self.table = Some(PieceSquareTable { phase, ranks: ranks + 1, heading });
    }

    /// Ends the piece-square table being read, and reports missing ranks.
    fn finish_table(&mut self) {
        let all = usize::from(self.variant().board.ranks());
        if let Some(PieceSquareTable { ranks, heading, .. }) = self.table.take()
            && ranks < all
        {
            let message = format!("the board has {all} ranks, and here are {ranks}");
            self.error(heading, message, "write a line for each");
        }
    }

    /// Parses a weight: opening and endgame, or one number for both.
    fn parse_pair(&mut self, line: Word<'_>, numbers: &[Word<'_>]) -> Option<Tapered> {
        match *numbers {
            [both] => Some(Tapered::both(self.parse_number(both)?)),
            [opening, ending] => {
                let (opening, ending) = (self.parse_number(opening), self.parse_number(ending));
                Some(Tapered::new(opening?, ending?))
            }
            _ => {
                let help = "write what it is worth at the beginning and at the end of a game, such as `82 94`";
                self.error(line.span, "here must be one number or two", help);
                None
            }
        }
    }

    /// Parses a number in centipawns, and returns tenths of one.
    fn parse_number(&mut self, word: Word<'_>) -> Option<i32> {
        let (problem, help) = match word.value.parse::<f64>() {
            Ok(number) if number.abs() <= MAX_WEIGHT => return Some((number * 10.0).round() as i32),
            Ok(_) => ("too much", format!("nothing is worth more than {MAX_WEIGHT}")),
            Err(_) => ("no number", "write hundredths of a pawn, such as `82` or `-7.5`".to_owned()),
        };
        self.error(word.span, format!("`{}` is {problem}", word.value), help);
        None
    }

    /// The weights, or the errors of the text; reports a missing title, board or man.
    fn finish(mut self, text: &str) -> Result<Weights, Vec<Diagnostic>> {
        self.finish_table();
        self.finish_network();
        let end = Span::at(text.trim_end().len());
        if !self.has_title {
            let help = format!("begin with `weights of \"{}\"`", self.variant().title);
            self.error(Span::at(0), "this text does not say whose weights it has", help);
        } else if !self.has_board {
            let help = format!("write `board {}` in the second line", self.variant().board);
            self.error(end, "this text does not say for which board it is", help);
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
        for (name, weight) in Self::GLOBAL_NAMES.into_iter().zip(self.global_weights()) {
            if weight != Tapered::ZERO {
                let _ = writeln!(text, "{name} {}", format_pair(weight));
            }
        }
        for ((id, kind), weights) in variant.kinds().zip(&self.kinds) {
            let _ = writeln!(text, "\n{} {} reaches {}", kind.symbol, kind.name, mobility_text(game, &mobility, id));
            for term in Term::ALL.into_iter().filter(|&term| weights[term] != Tapered::ZERO) {
                let _ = writeln!(text, "  {} {}", term.name(), format_pair(weights[term]));
            }
            write_squares(&mut text, weights, variant.board.files().into());
        }
        if let Some(network) = &self.network {
            network.write(game, &mut text);
        }
        text
    }
}

/// Writes piece-square tables from the owner's side, the farthest rank first.
fn write_squares(text: &mut String, weights: &KindWeights, files: usize) {
    let numbers: [fn(&Tapered) -> i32; 2] = [|value| value.opening, |value| value.ending];
    for (heading, number) in TABLE_HEADINGS.into_iter().zip(numbers) {
        if weights.squares.iter().all(|value| number(value) == 0) {
            continue;
        }
        let _ = writeln!(text, "  {heading}");
        for rank in weights.squares.chunks(files).rev() {
            let numbers = rank.iter().map(|value| format!(" {:>5}", format_decimal(number(value))));
            let _ = writeln!(text, "   {}", numbers.collect::<String>());
        }
    }
}

/// Writes a pair, as one number if both are equal.
fn format_pair(worth: Tapered) -> String {
    let opening = format_decimal(worth.opening);
    if worth.opening == worth.ending { opening } else { format!("{opening} {}", format_decimal(worth.ending)) }
}

/// Writes tenths as a decimal number.
fn format_decimal(tenths: i32) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, rest) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
    if rest == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
}
