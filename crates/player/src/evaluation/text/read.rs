//! From a text to weights.

use super::{SQUARES, reach};
use weakfish::diagnostic::{Code, Diagnostic, Report, did_you_mean};
use weakfish::engine::Game;
use crate::evaluation::mobility::Mobility;
use crate::evaluation::{KindWeights, Tapered, Term, Weights};
use weakfish::model::{KindId, Variant};
use weakfish::source::{Source, Span, Spanned, Word, words};

/// No weight is further from 0 than this, in hundredths of a pawn.
const MOST: f64 = 10_000.0;

impl Weights {
    /// Reads the weights of a game.
    ///
    /// # Errors
    ///
    /// The text can't be read, or it was made for another game: its title, its board, its men, or how far they reach on
    /// average are not those of this one.
    pub fn read(game: &Game, source: &Source) -> Result<Self, Report> {
        let mut reader = Reader::new(game);
        for line in lines(&source.text) {
            reader.line(line);
        }
        reader.finish(&source.text).map_err(|problems| Report::new(source, problems))
    }
}

/// The lines that say something, without their comments.
fn lines(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut start = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let begin = start;
        start += line.len();
        let said = line.find("//").map_or(line, |end| &line[..end]);
        let indent = said.len() - said.trim_start().len();
        let said = said.trim();
        (!said.is_empty()).then(|| Spanned::new(said, Span::new(begin + indent, begin + indent + said.len())))
    })
}

/// What the numbers of a line belong to.
#[derive(Clone, Copy)]
enum Grid {
    None,
    /// Ranks of the squares: which of the two numbers, and how many ranks have been read.
    Squares {
        number: usize,
        ranks: usize,
        heading: Span,
    },
}

struct Reader<'g> {
    game: &'g Game,
    mobility: Mobility,
    weights: Weights,
    /// What must be said before there are men.
    titled: bool,
    sized: bool,
    /// The kinds that the text has spoken of, with where it did.
    known: Vec<(KindId, Span)>,
    /// The kind that lines are about now.
    kind: Option<KindId>,
    /// What has been said about it.
    said: Vec<&'static str>,
    /// Whether something has been said of it again: then the rest may be that of a man whose line is missing.
    repeats: bool,
    grid: Grid,
    problems: Vec<Diagnostic>,
}

impl<'g> Reader<'g> {
    fn new(game: &'g Game) -> Self {
        let kinds = vec![KindWeights::default(); game.variant().kinds.len()];
        Self {
            game,
            mobility: Mobility::new(game),
            weights: Weights { kinds, ..Weights::default() },
            titled: false,
            sized: false,
            known: Vec::new(),
            kind: None,
            said: Vec::new(),
            repeats: false,
            grid: Grid::None,
            problems: Vec::new(),
        }
    }

    fn variant(&self) -> &'g Variant {
        self.game.variant()
    }

    fn unreadable(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.problems.push(Diagnostic::error(Code::WeightsUnreadable, span, message).help(help));
    }

    fn foreign(&mut self, span: Span, message: impl Into<String>) {
        // One reason is enough.
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
        self.titled = true;
        let title = line.value.strip_prefix("weights").map(str::trim_start).and_then(|rest| rest.strip_prefix("of"));
        let title = title.map(str::trim).and_then(|title| title.strip_prefix('"')?.strip_suffix('"'));
        let Some(title) = title else {
            let own = &self.variant().title;
            return self.unreadable(
                line.span,
                "this does not say whose weights these are",
                format!("write `weights of \"{own}\"`"),
            );
        };
        if title != self.variant().title {
            let own = &self.variant().title;
            self.foreign(line.span, format!("these are weights of \"{title}\", and this game is \"{own}\""));
        }
    }

    /// `board 8x8`.
    fn board(&mut self, line: Word<'_>) {
        let (own, said) = (self.variant().board.to_string(), line.value.trim_start_matches("board").trim());
        self.sized = true;
        if said != own {
            self.foreign(line.span, format!("these are weights for a board of {said}, and this one has {own}"));
        }
    }

    /// `P pawn reaches 1.61`.
    fn man(&mut self, line: Word<'_>, symbol: Word<'_>, rest: &[Word<'_>]) {
        (self.kind, self.said, self.repeats) = (None, Vec::new(), false);
        let variant = self.variant();
        let Some((id, kind)) = variant.kinds().find(|(_, kind)| kind.symbol == symbol.value) else {
            return self.foreign(symbol.span, format!("this game has no men `{}`", symbol.value));
        };
        if let Some(&(_, before)) = self.known.iter().find(|(known, _)| *known == id) {
            let problem =
                Diagnostic::error(Code::WeightsUnreadable, line.span, format!("`{}` stands here again", symbol.value));
            self.problems.push(problem.also(before, "the first time").help("remove one of them"));
            return;
        }
        self.known.push((id, line.span));
        self.kind = Some(id);
        let own = reach(self.game, &self.mobility, id);
        match rest {
            [.., number] if number.value != own => {
                let name = &kind.name;
                self.foreign(
                    number.span,
                    format!("the {name} of this game reaches {own} squares on average, and not {}", number.value),
                );
            }
            _ => {}
        }
    }

    /// `value 82 94`.
    fn term(&mut self, line: Word<'_>, first: Word<'_>, rest: &[Word<'_>]) {
        let Some(term) = Term::ALL.into_iter().find(|term| term.name() == first.value) else {
            let names = Term::ALL.map(Term::name);
            let help = did_you_mean(
                first.value,
                names.into_iter().chain(Weights::OF_GAME).chain(["squares", "board", "weights"]),
            );
            return self.unreadable(first.span, format!("nothing is called `{}` here", first.value), help);
        };
        let Some(worth) = self.pair(line, rest) else { return };
        if !self.say(line, term.name()) {
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

    /// Notes that something is said of the man; whether it is the first time.
    fn say(&mut self, line: Word<'_>, what: &'static str) -> bool {
        let first = !self.said.contains(&what);
        if first {
            self.said.push(what);
        } else if !std::mem::replace(&mut self.repeats, true) {
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
            let [opening, ending] = SQUARES;
            return self.unreadable(
                line.span,
                "which squares these are is not said",
                format!("write `{opening}` or `{ending}`"),
            );
        };
        if self.kind.is_none() && self.problems.is_empty() {
            self.unreadable(line.span, "these squares belong to no man", "write `P pawn reaches …` before them");
        }
        if self.say(line, SQUARES[number]) {
            self.grid = Grid::Squares { number, ranks: 0, heading: line.span };
        }
    }

    /// A rank of squares.
    fn rank(&mut self, line: Word<'_>, numbers: &[Word<'_>]) {
        let board = self.variant().board;
        let (files, all) = (usize::from(board.files()), usize::from(board.ranks()));
        let Grid::Squares { number, ranks, heading } = self.grid else {
            return self.unreadable(
                line.span,
                "these numbers belong to nothing",
                format!("write `{}` before them", SQUARES[0]),
            );
        };
        if ranks == all {
            return self.unreadable(line.span, format!("the board has {all} ranks, and this is one more"), "remove it");
        }
        if numbers.len() != files {
            let many = numbers.len();
            self.unreadable(
                line.span,
                format!("a rank of this board has {files} squares, not {many}"),
                "write a number for each",
            );
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
        self.grid = Grid::Squares { number, ranks: ranks + 1, heading };
    }

    fn end_of_squares(&mut self) {
        let all = usize::from(self.variant().board.ranks());
        if let Grid::Squares { ranks, heading, .. } = std::mem::replace(&mut self.grid, Grid::None)
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
        match word.value.parse::<f64>() {
            Ok(number) if number.abs() <= MOST => Some((number * 10.0).round() as i32),
            Ok(_) => {
                self.unreadable(
                    word.span,
                    format!("`{}` is too much", word.value),
                    format!("nothing is worth more than {MOST}"),
                );
                None
            }
            Err(_) => {
                let help = "write hundredths of a pawn, such as `82` or `-7.5`";
                self.unreadable(word.span, format!("`{}` is no number", word.value), help);
                None
            }
        }
    }

    fn finish(mut self, text: &str) -> Result<Weights, Vec<Diagnostic>> {
        self.end_of_squares();
        let end = Span::at(text.trim_end().len());
        if !self.titled {
            let help = format!("begin with `weights of \"{}\"`", self.variant().title);
            self.unreadable(Span::at(0), "this text does not say whose weights it has", help);
        } else if !self.sized {
            let help = format!("write `board {}` in the second line", self.variant().board);
            self.unreadable(end, "this text does not say for which board it is", help);
        }
        if self.problems.is_empty() {
            let missing = self.variant().kinds().find(|(id, _)| !self.known.iter().any(|(known, _)| known == id));
            if let Some((_, kind)) = missing {
                self.foreign(
                    end,
                    format!("this game has a {} `{}`, of which nothing stands here", kind.name, kind.symbol),
                );
            }
        }
        if self.problems.is_empty() { Ok(self.weights) } else { Err(self.problems) }
    }
}
