//! The reader of Popeye's input, word by word.

use weakfish::diagnostic::{Code, Diagnostic, did_you_mean};
use weakfish::engine::{Arrangement, CastlingRights, Game, Position};
use weakfish::geometry::{PerSide, Side, Square, SquareSet};
use weakfish::model::{KindId, PlacedMan, SetupId};
use weakfish::notation::explain_position_error;
use weakfish::prose::{any_of, capitalized, with_article};
use weakfish::source::{Span, Word};

use super::words::{self, CHANGES, KEYWORDS, OPTIONS, PROPERTIES};
use crate::phases::{Phase, phases};
use crate::problem::{Problem, Stipulation};
use crate::stipulation::StipulationError;

/// Problem of a text.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct ProblemText {
    /// Title, author and remarks.
    pub heading: Vec<String>,
    /// What is to be solved, for each twin; nothing if the problem is refused.
    pub phases: Vec<Phase>,
    /// The mistakes, and notes on words that change nothing.
    pub diagnostics: Vec<Diagnostic>,
}

/// Problem while it is read.
#[derive(Clone, Default)]
pub(super) struct Draft {
    men: Vec<(Square, Side, KindId)>,
    problem: Option<Problem>,
    /// Options, by their English words.
    options: Vec<(&'static str, Span)>,
    /// Squares that the last move has crossed.
    en_passant: Vec<Square>,
    /// Squares of men that do not castle.
    never_castle: Vec<Square>,
}

impl Draft {
    fn asks_for(&self, option: &str) -> Option<Span> {
        self.options.iter().find(|(other, _)| *other == option).map(|(_, span)| *span)
    }

    /// The rights to castle of men that stand as in the setup.
    fn castling(&self, game: &Game, side: Side) -> CastlingRights {
        let (variant, rights) = (game.variant(), game.start().castling_rights(side));
        let Some(castling) = &variant.rules.castling[side] else { return CastlingRights::default() };
        let at_home = |kind: KindId| {
            let men = self.men.iter().filter(|man| (man.1, man.2) == (side, kind)).map(|man| man.0);
            let may = men.filter(|square| !self.never_castle.contains(square)).collect::<SquareSet>();
            may.intersection(variant.homes(SetupId::default(), side, kind))
        };
        let partners = castling.partners.iter().map(|&kind| at_home(kind)).fold(SquareSet::EMPTY, SquareSet::union);
        let file = |square| variant.board.file(square);
        let on = |last_file: bool| {
            let may = |king| partners.iter().any(|partner| (file(partner) > file(king)) == last_file);
            rights.on(last_file) && at_home(castling.king).iter().any(may)
        };
        CastlingRights { first_file: on(false), last_file: on(true) }
    }

    /// The position with a side to move; its mistakes are those of a place.
    pub(super) fn position(&self, game: &Game, turn: Side, place: Span) -> Result<Position, Vec<Diagnostic>> {
        let (variant, setup) = (game.variant(), SetupId::default());
        let men = self.men.iter().map(|&(square, side, kind)| PlacedMan {
            square,
            side,
            kind,
            state: variant.start_state(setup, side, kind, square),
        });
        let arrangement = Arrangement {
            men: men.collect(),
            castling: PerSide::from_fn(|side| self.castling(game, side)),
            en_passant: self.en_passant.clone(),
            ..Arrangement::empty(turn)
        };
        game.problem(&arrangement).map_err(|errors| {
            let messages = errors.iter().map(|error| explain_position_error(variant, &arrangement, error));
            let mistakes = messages.map(|message| Diagnostic::error(Code::ProblemPosition, place, message));
            mistakes.map(|mistake| mistake.help("change the men, or name another game")).collect()
        })
    }
}

/// Names of squares one after the other; `None` if a text is something else.
fn split_squares(text: &str) -> Option<Vec<&str>> {
    let (mut rest, mut found) = (text, Vec::new());
    while rest.starts_with(|first: char| first.is_ascii_alphabetic()) {
        let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        found.push(&rest[..=digits]);
        rest = &rest[1 + digits..];
    }
    (rest.is_empty() && !found.is_empty() && found.iter().all(|name| name.len() > 1)).then_some(found)
}

fn is_number(word: Word<'_>) -> bool {
    word.value.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.'))
}

/// Reader of problems, word by word.
pub(super) struct Reader<'a> {
    game: &'a Game,
    pub(super) text: &'a str,
    /// The next byte.
    pub(super) at: usize,
    /// The byte behind the last one that is read.
    pub(super) end: usize,
    pub(super) language: usize,
    pub(super) draft: Draft,
    pub(super) found: ProblemText,
}

impl<'a> Reader<'a> {
    pub(super) fn new(game: &'a Game, text: &'a str) -> Self {
        let (draft, found) = (Draft::default(), ProblemText::default());
        Self { game, text, at: 0, end: text.len(), language: 0, draft, found }
    }

    pub(super) fn error(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.found.diagnostics.push(Diagnostic::error(code, span, message).help(help));
    }

    fn note(&mut self, word: Word<'_>) {
        let message = format!("`{}` changes only how Popeye searches and prints", word.value);
        let note = Diagnostic::note(Code::ProblemIgnored, word.span, message);
        self.found.diagnostics.push(note.help("the solutions are the same without it"));
    }

    /// Refuses what is known but can't be solved.
    pub(super) fn refuse(&mut self, what: &str, word: Word<'_>) {
        let help = match what {
            "condition" => "leave it out, and name a game with this rule: `weakfish solve GAME FILE`",
            "colour" => "men are `White` or `Black`",
            _ => "leave it out to solve the problem without it",
        };
        self.error(Code::ProblemRefused, word.span, format!("the {what} `{}` can't be solved", word.value), help);
    }

    pub(super) fn peek(&self) -> Option<Word<'a>> {
        let is_separator = |letter: char| letter.is_whitespace() || matches!(letter, ',' | ';');
        let start = self.at + self.text.get(self.at..self.end)?.find(|letter| !is_separator(letter))?;
        let rest = &self.text[start..self.end];
        let word = &rest[..rest.find(is_separator).unwrap_or(rest.len())];
        Some(Word::new(word, Span::new(start, start + word.len())))
    }

    fn next(&mut self) -> Option<Word<'a>> {
        let word = self.peek()?;
        self.at = word.span.end;
        Some(word)
    }

    /// Takes the word that must follow another one.
    fn after(&mut self, word: Word<'_>, what: &str) -> Option<Word<'a>> {
        let next = self.next();
        if next.is_none() {
            let message = format!("nothing follows `{}`", word.value);
            self.error(Code::ProblemWord, word.span, message, format!("write {what} after it"));
        }
        next
    }

    /// Takes the next word if a table has it, and gives its English word.
    fn take(&mut self, table: &'static str) -> Option<(&'static str, Word<'a>)> {
        loop {
            let word = self.peek()?;
            let found = words::find(table, self.language, word.value);
            let &(english, _) = found.first()?;
            self.at = word.span.end;
            if found.len() == 1 {
                return Some((english, word));
            }
            let all = any_of(found.iter().map(|(_, word)| format!("`{word}`")));
            let message = format!("`{}` is the beginning of several words", word.value);
            self.error(Code::ProblemWord, word.span, message, format!("write {all}"));
        }
    }

    fn take_line(&mut self) -> &'a str {
        let line = self.text[self.at..self.end].split(['\r', '\n']).next().unwrap_or_default();
        self.at += line.len();
        line.trim()
    }

    fn skip_to_keyword(&mut self) {
        let language = self.language;
        let ends = |word: &str| word.len() > 2 && !words::find(KEYWORDS, language, word).is_empty();
        while self.peek().is_some_and(|word| !ends(word.value)) {
            self.next();
        }
    }

    /// Refuses the next word, and all that follows.
    pub(super) fn refuse_rest(&mut self) {
        if let Some(word) = self.next() {
            let message = format!("`{}` means nothing here", word.value);
            self.error(Code::ProblemWord, word.span, message, "leave it out, or correct it");
            self.at = self.end;
        }
    }

    /// Reads a problem to its end.
    pub(super) fn read_problem(&mut self) {
        self.draft = Draft::default();
        let start = self.peek().map_or(self.end, |word| word.span.start);
        let (mut base, mut twins, mut label) = (None, Vec::new(), String::new());
        loop {
            let Some((keyword, word)) = self.take(KEYWORDS) else {
                let Some(word) = self.next() else {
                    let end = Span::new(self.end, self.end);
                    self.error(Code::ProblemIncomplete, end, "the problem has no end", "write `EndProblem` below it");
                    break;
                };
                let all = KEYWORDS.split(", ").filter_map(|words| words.split(' ').nth(self.language));
                let message = format!("`{}` is no word of a problem", word.value);
                self.error(Code::ProblemWord, word.span, message, did_you_mean(word.value, all));
                self.skip_to_keyword();
                continue;
            };
            match keyword {
                "BeginProblem" if word.span.start == start => {}
                "EndProblem" | "NextProblem" => break,
                "Twin" | "ZeroPosition" => {
                    if keyword == "Twin" {
                        twins.push((std::mem::take(&mut label), self.draft.clone()));
                    }
                    let base = base.get_or_insert_with(|| self.draft.clone()).clone();
                    label = self.read_twin(&base, word);
                }
                "Title" | "Author" | "Origin" | "Award" | "Remark" => {
                    let line = self.take_line();
                    self.found.heading.push(line.to_owned());
                }
                "Protocol" | "LaTeX" => {
                    self.take_line();
                    self.note(word);
                }
                "Pieces" => self.read_men(),
                "Forsyth" => self.read_forsyth(word),
                "Condition" => self.read_condition(word),
                "Option" => self.read_options(),
                "Stipulation" => self.read_stipulation(word),
                _ => {
                    self.take_line();
                    self.refuse("line", word);
                }
            }
        }
        twins.push((label, self.draft.clone()));
        self.finish(&twins, Span::new(start, self.at));
    }

    /// Sets up the positions of a problem and its twins.
    pub(super) fn finish(&mut self, twins: &[(String, Draft)], place: Span) {
        for (letter, (label, draft)) in ('a'..='z').zip(twins) {
            let twin = if twins.len() > 1 || !label.is_empty() { format!("{letter}) {label}") } else { String::new() };
            for phase in self.phases(draft, place) {
                let labels = [twin.trim(), &phase.label].into_iter().filter(|label| !label.is_empty());
                let label = labels.collect::<Vec<_>>().join(", ");
                self.found.phases.push(Phase { label, ..phase });
            }
        }
        if twins.len() > 26 {
            let help = "write the others as problems of their own";
            self.error(Code::ProblemRefused, place, "there are more twins than letters", help);
        }
        if self.found.diagnostics.iter().any(Diagnostic::is_error) {
            self.found.phases.clear();
        }
    }

    /// What is to be solved.
    fn phases(&mut self, draft: &Draft, place: Span) -> Vec<Phase> {
        if self.found.diagnostics.iter().any(Diagnostic::is_error) {
            return Vec::new();
        }
        let Some(mut problem) = draft.problem.filter(|_| !draft.men.is_empty()) else {
            let help = "write them: `Pieces White Kc1 Qd4 Black Ke5 Stipulation h#2`";
            self.error(Code::ProblemIncomplete, place, "the problem lacks its men or its stipulation", help);
            return Vec::new();
        };
        let mut turn = problem.usual_turn();
        if draft.asks_for("HalfDuplex").is_some() {
            turn = !turn;
        }
        let whole_help = problem.stipulation == Stipulation::Help && !problem.length.has_half();
        for (option, applies) in [("SetPlay", true), ("WhiteToPlay", whole_help)] {
            let Some(span) = draft.asks_for(option) else { continue };
            match problem.set_play().filter(|_| applies) {
                // The set play alone.
                Some(set_play) if option == "WhiteToPlay" => (problem, turn) = (set_play, !turn),
                Some(_) => {}
                None => {
                    let message = format!("a problem of this kind and length has no `{option}`");
                    self.error(Code::ProblemRefused, span, message, "leave the option out");
                }
            }
        }
        let [set_play, duplex] = ["SetPlay", "Duplex"].map(|option| draft.asks_for(option).is_some());
        match draft.position(self.game, turn, place) {
            Ok(position) => phases(&position, problem, set_play, duplex),
            Err(errors) => {
                self.found.diagnostics.extend(errors);
                Vec::new()
            }
        }
    }

    /// Reads the squares of a word.
    fn squares(&mut self, word: Word<'_>) -> Vec<Square> {
        let board = self.game.variant().board;
        let names = split_squares(word.value).unwrap_or_default();
        let squares: Vec<Square> = names.iter().filter_map(|name| board.parse(&name.to_ascii_lowercase())).collect();
        if names.is_empty() || squares.len() < names.len() {
            let message = format!("`{}` names no squares of the board", word.value);
            self.error(Code::ProblemMan, word.span, message, "squares are written together, such as `a1b2`");
            return Vec::new();
        }
        squares
    }

    /// Reads the squares after a word, each with a man.
    fn men_after(&mut self, word: Word<'_>) -> Vec<Square> {
        let Some(word) = self.after(word, "a square") else { return Vec::new() };
        let squares = self.squares(word);
        if squares.iter().any(|square| !self.draft.men.iter().any(|man| man.0 == *square)) {
            let message = format!("there is no man on `{}`", word.value);
            self.error(Code::ProblemMan, word.span, message, "name the square of a man");
        }
        squares
    }

    /// Finds the kind that letters stand for.
    fn kind(&self, side: Side, letters: &str) -> Result<KindId, (String, String)> {
        let variant = self.game.variant();
        let name = words::men(self.language).find(|(known, _)| known.eq_ignore_ascii_case(letters));
        let named = |name: &str| variant.kinds().find(|(_, kind)| kind.name == name && kind.sides[side]);
        let kind = match name {
            Some((_, name)) => named(name).map(|(kind, _)| kind),
            None => variant.kind_of_any_symbol(side, &letters.to_ascii_uppercase()),
        };
        kind.ok_or_else(|| {
            let known = words::men(self.language).filter(|(_, name)| named(name).is_some());
            let known: Vec<_> = known.map(|(letters, name)| format!("{} {name}", letters.to_uppercase())).collect();
            let name = name.map_or(String::new(), |(_, name)| format!(", {},", with_article(&capitalized(name))));
            let message = format!("`{letters}`{name} is no man of {}", variant.title);
            (message, format!("the letters are {}", known.join(", ")))
        })
    }

    /// Puts men of a side on squares: `Pa2b2`.
    fn add_men(&mut self, side: Side, letters: &str, squares: &[Square], span: Span) {
        match self.kind(side, letters) {
            Ok(kind) => {
                for &square in squares {
                    if self.draft.men.iter().any(|man| man.0 == square) {
                        let message = format!("two men stand on {}", self.game.variant().board.name(square));
                        self.error(Code::ProblemMan, span, message, "leave one of them out");
                    } else {
                        self.draft.men.push((square, side, kind));
                    }
                }
            }
            Err((message, help)) => self.error(Code::ProblemMan, span, message, help),
        }
    }

    /// Reads letters and squares: `Kc1`; returns whether the word is that.
    pub(super) fn read_man(&mut self, side: Side, word: Word<'_>) -> bool {
        let parts = (1..=2).filter_map(|letters| word.value.split_at_checked(letters));
        let Some((letters, squares)) = parts.into_iter().find(|(_, rest)| split_squares(rest).is_some()) else {
            return false;
        };
        let place = Span::new(word.span.start + letters.len(), word.span.end);
        let squares = self.squares(Word::new(squares, place));
        self.add_men(side, letters, &squares, word.span);
        true
    }

    /// Reads men with their colours: `white Kc1 Qd4 black Ke5`.
    pub(super) fn read_men(&mut self) {
        let mut side = None;
        while let Some(word) = self.peek() {
            let at = std::mem::replace(&mut self.at, word.span.end);
            if self.read_man(side.unwrap_or(Side::White), word) {
                if side.is_none() {
                    let help = "begin with a colour: `white Kc1 Qd4 black Ke5`";
                    self.error(Code::ProblemMan, word.span, format!("`{}` has no colour", word.value), help);
                    side = Some(Side::White);
                }
                continue;
            }
            self.at = at;
            match self.take(PROPERTIES) {
                Some(("White", _)) => side = Some(Side::White),
                Some(("Black", _)) => side = Some(Side::Black),
                Some((english, word)) => {
                    self.refuse(if english == "Neutral" { "colour" } else { "property" }, word);
                    side = side.or(Some(Side::White));
                }
                None => break,
            }
        }
    }

    /// Reads the placement of a FEN, with the letters of the language. Two letters stand behind a dot.
    fn read_forsyth(&mut self, word: Word<'_>) {
        let Some(word) = self.after(word, "a position") else { return };
        let board = self.game.variant().board;
        let mut squares = (0..board.ranks())
            .rev()
            .flat_map(|rank| (0..board.files()).filter_map(move |file| board.square(file.into(), rank.into())));
        let files = usize::from(board.files());
        let (mut rest, mut read) = (word.value, 0_usize);
        while let Some(first) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let len = if first == '.' { 3 } else { digits.max(first.len_utf8()) };
            let (part, others) = rest.split_at_checked(len).unwrap_or((rest, ""));
            rest = others;
            if let Ok(empty) = part.parse::<usize>() {
                read = read.saturating_add(empty);
                squares.by_ref().take(empty).for_each(drop);
            } else if part == "/" {
                // A rank that is too short or too long would shift all men behind it.
                if read != files {
                    let message = format!("a rank of the position has {read} squares, and the board has {files} files");
                    let help = "write each rank from the first file to the last, with `/` between them";
                    return self.error(Code::ProblemMan, word.span, message, help);
                }
                read = 0;
            } else {
                let Some(square) = squares.next() else {
                    let help = "write the ranks from above, with `/` between them";
                    return self.error(
                        Code::ProblemMan,
                        word.span,
                        "the position has more squares than the board",
                        help,
                    );
                };
                let side = if part.contains(char::is_uppercase) { Side::White } else { Side::Black };
                read += 1;
                self.add_men(side, part.trim_start_matches('.'), &[square], word.span);
            }
        }
    }

    /// Refuses conditions, up to the next word that is something else.
    fn read_condition(&mut self, word: Word<'_>) {
        let Some(first) = self.after(word, "a condition") else { return };
        self.skip_to_keyword();
        let span = Span::new(first.span.start, self.at);
        self.refuse("condition", Word::new(&self.text[span.range()], span));
    }

    pub(super) fn read_options(&mut self) {
        while let Some((option, word)) = self.take(OPTIONS) {
            match option {
                "EnPassant" | "NoCastling" => {
                    let squares = self.after(word, "a square").map(|word| self.squares(word)).unwrap_or_default();
                    // Three squares are of the whole step: those between the first and the last have been crossed.
                    match (option, squares.as_slice()) {
                        ("NoCastling", _) => self.draft.never_castle.extend(squares),
                        (_, [_, crossed @ .., _]) if !crossed.is_empty() => self.draft.en_passant.extend(crossed),
                        _ => self.draft.en_passant.extend(squares),
                    }
                }
                "SetPlay" | "WhiteToPlay" | "Duplex" | "HalfDuplex" => self.draft.options.push((option, word.span)),
                "Try" | "Variations" | "NoWk" | "NoBk" => {}
                // With a number, it limits the solutions.
                "Intelligent" if self.peek().is_some_and(is_number) => self.refuse("limit of", word),
                "Defence" | "MoveNumbers" | "NoThreat" | "NoBoard" | "Intelligent" | "Beep" | "MaxTime"
                | "NoShortVariations" | "SuppressGrid" | "WriteGrid" | "TrivialTriesAvoid" => self.note(word),
                _ => self.refuse("option", word),
            }
            while self.peek().is_some_and(is_number) {
                self.next();
            }
        }
    }

    pub(super) fn read_stipulation(&mut self, word: Word<'_>) {
        let Some(mut word) = self.after(word, "a stipulation") else { return };
        if let Some(length) = self.peek().filter(|word| is_number(*word))
            && !word.value.ends_with(|last: char| last.is_ascii_digit())
        {
            self.at = length.span.end;
            let span = word.span.to(length.span);
            word = Word::new(&self.text[span.range()], span);
        }
        match Problem::parse(&word.value.replace(' ', "").to_lowercase()) {
            Ok(problem) => self.draft.problem = Some(problem),
            Err(error) => {
                let known = matches!(error, StipulationError::Refused(_));
                let code = if known { Code::ProblemRefused } else { Code::ProblemWord };
                let message = format!("`{}` can't be solved: {error}", word.value);
                self.error(code, word.span, message, "write `#2`, `h#2.5`, `s#3`, `r#2`, `hs#3` or `ser-h=7`");
            }
        }
    }

    /// Reads the changes of a twin, from the first position or with `Continued` from the last one. Returns their text.
    pub(super) fn read_twin(&mut self, base: &Draft, word: Word<'_>) -> String {
        let start = self.at;
        let before = std::mem::replace(&mut self.draft, base.clone());
        while let Some((change, word)) = self.take(CHANGES) {
            match change {
                "Continued" => self.draft = before.clone(),
                "Move" => {
                    let from = self.men_after(word);
                    let to = self.after(word, "two squares").map(|word| self.squares(word)).unwrap_or_default();
                    if let (&[from], &[to]) = (from.as_slice(), to.as_slice()) {
                        self.draft.men.retain(|man| man.0 != to || from == to);
                        self.draft.men.iter_mut().filter(|man| man.0 == from).for_each(|man| man.0 = to);
                    }
                }
                "Exchange" => {
                    let (one, other) = (self.men_after(word), self.men_after(word));
                    if let (&[one], &[other]) = (one.as_slice(), other.as_slice()) {
                        let exchanged = |at| {
                            if at == one {
                                other
                            } else if at == other {
                                one
                            } else {
                                at
                            }
                        };
                        self.draft.men.iter_mut().for_each(|man| man.0 = exchanged(man.0));
                    }
                }
                "Remove" => {
                    let squares = self.men_after(word);
                    self.draft.men.retain(|man| !squares.contains(&man.0));
                }
                "Add" => {
                    let old = std::mem::take(&mut self.draft.men);
                    self.read_men();
                    let is_free = |square| !self.draft.men.iter().any(|man| man.0 == square);
                    let kept: Vec<_> = old.into_iter().filter(|man| is_free(man.0)).collect();
                    self.draft.men.extend(kept);
                }
                "PolishType" => self.draft.men.iter_mut().for_each(|man| man.1 = !man.1),
                "Stipulation" => self.read_stipulation(word),
                _ => {
                    self.skip_to_keyword();
                    self.refuse("change", word);
                }
            }
        }
        let text = self.text[start..self.at].split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            self.error(Code::ProblemWord, word.span, "the twin has no changes", "write them: `Move a1 b2`");
        }
        text
    }
}
