//! The second step: reads statements into sections. Each is read on its own, so a mistake affects no other.

use super::ast::{Ast, CHANGED_SETUP, Layout, Section, SetupSection, TestLine, TestSection, TestStep};
use super::headings::{self, Heading};
use super::lines::{Failure, Item, LineKind, Node, Statement, TextSlice};
use super::section::{ItemFailure, ROW, ReadItem, heading_words, is_row};
use super::{ast, errors, hints, synonyms};
use crate::diagnostic::{Code, Diagnostic, MAX_DIAGNOSTICS, nearest};
use crate::source::{Span, Spanned};
use weakfish_grammar::variant::Rule;

/// Name of a setup whose heading has none.
const STANDARD: &str = "standard";

/// The present edition of the language. A text that names none is of this one.
const EDITION: u32 = 2;

/// The greatest number of digits of a number, and of a count of positions.
const MAX_DIGITS: usize = 9;
const MAX_DIGITS_OF_NODES: usize = 18;

/// Most unreadable statements. The rest is not read: such a text is hardly a definition.
const MAX_MISTAKES: usize = MAX_DIAGNOSTICS - 1;

/// The result of reading the statements of a text.
pub(super) struct ReadStatements {
    pub(super) ast: Ast,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The kind of each statement, and the section it stands in.
    pub(super) kinds: Vec<(LineKind, Option<Section>)>,
}

/// Parses all statements of a text into the tree, and finds the kind and the section of each.
pub(super) fn read(statements: &[Statement<'_>]) -> ReadStatements {
    let mut reader = StatementParser::new();
    let mut kinds = Vec::with_capacity(statements.len());
    for (index, &statement) in statements.iter().enumerate() {
        let mistakes = reader.mistakes;
        if mistakes >= MAX_MISTAKES {
            reader.give_up(statement.whole.span());
            break;
        }
        reader.opens = false;
        match statement.item {
            None => reader.read_line_without_colon(statement.whole, statements.get(index + 1)),
            Some(item) => reader.read_item(item),
        }
        let span = statement.whole.span();
        if index > 0 && reader.ast.edition.is_some_and(|edition| span.start <= edition.span.start) {
            reader.refuse(
                Section::Facts,
                Diagnostic::error(Code::VariantLateEdition, span, "the edition stands on the first line")
                    .label("other lines stand before it")
                    .help("move this line to the top"),
            );
        }
        let refused = reader.mistakes > mistakes;
        reader.refused = Some(statement).filter(|_| refused);
        if refused && reader.section == Some(Section::Men) {
            reader.ast.unread_men.add_line(statement.whole.text);
        }
        let kind = match statement.item {
            _ if refused || reader.section.is_none() => LineKind::Damaged,
            _ if reader.opens => LineKind::Heading,
            Some(_) => LineKind::Item,
            None => LineKind::Row,
        };
        kinds.push((kind, reader.section));
    }
    kinds.resize(statements.len(), (LineKind::Damaged, None));
    let (ast, diagnostics) = reader.finish();
    ReadStatements { ast, diagnostics, kinds }
}

/// Parses statements into the tree, one after another, with error recovery at each.
struct StatementParser<'t> {
    ast: Ast,
    diagnostics: Vec<Diagnostic>,
    /// The section that the lines belong to; `None` under an unknown heading, where they are ignored.
    section: Option<Section>,
    /// The section that they really belong to, if its heading seems to be lost.
    presumed: Option<Section>,
    /// Whether the statement opens a section or names the edition.
    opens: bool,
    /// The statement before, if it was refused.
    refused: Option<Statement<'t>>,
    /// The number of mistakes, including those not reported because they follow from others.
    mistakes: usize,
}

impl StatementParser<'_> {
    /// A parser at the beginning of a text, where the facts stand.
    fn new() -> Self {
        Self {
            ast: Ast::default(),
            diagnostics: Vec::new(),
            section: Some(Section::Facts),
            presumed: None,
            opens: false,
            refused: None,
            mistakes: 0,
        }
    }

    /// Returns the tree and the diagnostics; reports that the title is missing.
    fn finish(mut self) -> (Ast, Vec<Diagnostic>) {
        if self.ast.title.is_none() && !self.ast.incomplete.contains(&Section::Facts) {
            let diagnostic = Diagnostic::error(Code::VariantNoTitle, Span::at(0), "this definition has no title")
                .label("it should begin here")
                .help("for example `game \"My Own Chess\"`");
            self.refuse(Section::Facts, diagnostic);
        }
        self.diagnostics.extend(upgrade_note(&self.ast));
        (self.ast, self.diagnostics)
    }

    /// Adds a diagnostic, and marks the section as incomplete.
    fn refuse(&mut self, section: Section, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
        self.mark_incomplete(section);
    }

    /// Marks a section as incomplete.
    fn mark_incomplete(&mut self, section: Section) {
        self.mistakes += 1;
        if !self.ast.incomplete.contains(&section) {
            self.ast.incomplete.push(section);
        }
    }

    /// Reports that the rest of the text is not read.
    fn give_up(&mut self, rest: Span) {
        let diagnostic = Diagnostic::error(Code::ReportCutShort, rest, "there are too many mistakes")
            .label("from here on nothing is read")
            .help("mend the first ones; is this text a definition?");
        self.refuse(Section::Facts, diagnostic);
        self.ast.incomplete = Section::ALL.to_vec();
    }

    // ---- lines without a colon

    /// Reads a line without a colon, as a row of a board or a heading; reports any other.
    fn read_line_without_colon(&mut self, slice: TextSlice<'_>, next: Option<&Statement<'_>>) {
        let row = slice.read(Rule::row);
        let above_board = || next.is_some_and(|next| next.item.is_none() && is_row(next.whole));
        match (headings::classify(slice, self.section, row.is_ok(), above_board), self.section) {
            (Heading::Known(word), _) => self.read_heading(slice, word),
            (Heading::Misspelt(meant), _) => self.read_misspelt_heading(slice, meant),
            (Heading::None | Heading::Unknown, None) => {}
            (Heading::None, Some(section))
                if self.board_is_open(section) && (row.is_ok() || headings::looks_like_row(slice)) =>
            {
                self.read_row(section, slice, row);
            }
            (Heading::None, Some(_)) if row.is_ok() => {
                let help = match self.section {
                    Some(Section::Test) => "a board is drawn under `position:`, or under a heading `setup NAME`",
                    _ => "a board is drawn under a heading `setup NAME`",
                };
                let diagnostic =
                    Diagnostic::error(Code::VariantBoardWithoutSetup, slice.span(), "this row belongs to no setup")
                        .label("a row of a board")
                        .help(help);
                if self.may_have_lost_heading(Section::Setup) {
                    self.mark_incomplete(Section::Setup);
                } else {
                    self.refuse(Section::Setup, diagnostic);
                }
                self.section = None;
            }
            // Rubbish, or the rest of a line that was refused, is reported once.
            (Heading::None, Some(section))
                if self.refused.is_some() && headings::missing_colon_places(section, slice).next().is_none() =>
            {
                self.mark_incomplete(section);
            }
            (Heading::None, Some(section)) => {
                let diagnostic = headings::no_colon_error(section, slice);
                self.refuse(section, diagnostic);
            }
            (Heading::Unknown, Some(_)) => {
                self.refuse(Section::Facts, headings::unknown_heading_error(slice));
                self.ast.incomplete = Section::ALL.to_vec();
                self.section = None;
            }
        }
    }

    /// Whether rows of a board can stand here: in a setup, or below `position:` in a test.
    fn board_is_open(&self, section: Section) -> bool {
        let last = || self.ast.tests.last().and_then(|test| test.lines.last());
        section == Section::Setup
            || section == Section::Test && last().is_some_and(|line| matches!(line.step, TestStep::Drawn { .. }))
    }

    /// Adds a row to its setup, or to the position of a test.
    fn read_row(&mut self, section: Section, slice: TextSlice<'_>, read: Result<Node<'_>, Failure>) {
        self.diagnostics.extend(read.iter().flat_map(synonyms::notes));
        let read = read.and_then(|row| ast::row(slice.span(), &row).ok_or_else(|| Failure::at(slice)));
        let row = match read {
            Ok(row) => row,
            Err(failure) => {
                let mut diagnostic = errors::unexpected_error(slice, &failure, ROW);
                if diagnostic.code == Code::VariantUnexpected {
                    let cell = slice.after(diagnostic.span().start - slice.start).first_word();
                    diagnostic = diagnostic.help(match errors::with_braces(cell) {
                        Some(written) => format!("how a man faces stands in braces: `{written}`"),
                        None => "blanks separate the cells of a row; `.` is an empty square".to_owned(),
                    });
                }
                self.refuse(section, diagnostic);
                return;
            }
        };
        let setup = if section == Section::Test {
            let step = self.ast.tests.last_mut().and_then(|test| Some(&mut test.lines.last_mut()?.step));
            step.and_then(|step| if let TestStep::Drawn { board, .. } = step { Some(&mut **board) } else { None })
        } else {
            self.ast.setups.last_mut()
        };
        let Some(setup) = setup else { return };
        match &mut setup.layout {
            Layout::Drawn(rows) => rows.push(row),
            Layout::Changed { .. } => {
                let diagnostic = Diagnostic::error(
                    Code::VariantBoardUnderChangedSetup,
                    setup.span,
                    "this setup changes another one, and a board is drawn under it too",
                )
                .label("either this")
                .also(slice.span(), "or this")
                .help("the heading of a drawing has no colon: `setup NAME`");
                self.refuse(Section::Setup, diagnostic);
                self.section = None;
            }
        }
    }

    // ---- headings

    /// Opens the section of a heading whose first word is right.
    fn read_heading(&mut self, slice: TextSlice<'_>, word: &str) {
        match slice.read(Rule::heading_line) {
            Ok(line) => {
                self.diagnostics.extend(synonyms::notes(&line));
                self.open_section(slice.span(), word, Some(&line), slice);
            }
            Err(failure) => {
                let diagnostic = errors::unexpected_error(slice, &failure, heading_words(word).example);
                self.open_broken_heading(diagnostic, slice, word);
            }
        }
    }

    /// Opens the section of a heading whose first word is misspelt.
    fn read_misspelt_heading(&mut self, slice: TextSlice<'_>, meant: Section) {
        self.open_broken_heading(headings::misspelt_heading_error(slice, meant), slice, meant.heading());
    }

    /// Opens the section of a heading that can't be read, since the lines under it may be right; reports the heading.
    fn open_broken_heading(&mut self, diagnostic: Diagnostic, slice: TextSlice<'_>, word: &str) {
        let section = Section::by_heading_word(word).unwrap_or(Section::Facts);
        self.refuse(section, diagnostic);
        self.open_section(slice.span(), word, None, slice);
    }

    /// Opens a section by its heading, even if only some words of the heading can be read.
    fn open_section(&mut self, span: Span, word: &str, line: Option<&Node<'_>>, slice: TextSlice<'_>) {
        self.opens = true;
        let Some(section) = Section::by_heading_word(word) else {
            self.read_edition(line);
            return;
        };
        self.section = Some(section);
        self.presumed = None;
        let first_heading = match section {
            Section::Facts => self.ast.title.as_ref().map(|title| title.span),
            Section::Setup | Section::Test => None,
            Section::Men | Section::Regions | Section::Rules | Section::Endings => self.ast.heading(section),
        };
        self.ast.headings.push((section, span));
        if let Some(first) = first_heading.filter(|_| line.is_some()) {
            let message = format!("there are two headings `{}`", section.heading());
            let diagnostic = Diagnostic::error(Code::VariantSectionTwice, span, message)
                .label("the second one")
                .also(first, "the first one")
                .help("put all their lines under one heading; only `setup` and `test` may repeat");
            self.refuse(section, diagnostic);
        }
        match section {
            Section::Facts => {
                let title = line.and_then(ast::title).or_else(|| headings::salvage_title(slice));
                self.ast.title = self.ast.title.take().or(title);
            }
            Section::Setup => {
                let heading = line.and_then(|line| line.child(Rule::setup_heading));
                let unnamed = |heading: Node<'_>| Spanned::new(STANDARD.to_owned(), heading.span());
                let read_name = heading.map(|heading| heading.word_of(Rule::name).unwrap_or_else(|| unnamed(heading)));
                let name = read_name.unwrap_or_else(|| headings::salvage_name(slice));
                self.ast.setups.push(SetupSection {
                    span,
                    name,
                    layout: Layout::Drawn(Vec::new()),
                    facing: None,
                    hand: None,
                    shuffled: None,
                });
            }
            Section::Test => {
                let read_name =
                    line.and_then(|line| Some(line.child(Rule::test_heading)?.child(Rule::text)?.unquoted()));
                let name = read_name.unwrap_or_else(|| headings::salvage_name(slice));
                self.ast.tests.push(TestSection { span, name, lines: Vec::new() });
            }
            Section::Men | Section::Regions | Section::Rules | Section::Endings => {}
        }
    }

    /// Reads the edition of the language from the heading that names it; reports one that this program can't read.
    fn read_edition(&mut self, line: Option<&Node<'_>>) {
        let Some(edition) = line.and_then(ast::edition) else { return };
        if !(1..=EDITION).contains(&edition.value) {
            let message = format!("edition {} of the language can't be read", edition.value);
            let diagnostic = Diagnostic::error(Code::VariantUnknownEdition, edition.span, message)
                .label(format!("this program reads editions 1 to {EDITION}"))
                .help("a newer program may read it");
            self.refuse(Section::Facts, diagnostic);
        }
        self.ast.edition = Some(edition);
    }

    // ---- lines with a colon

    /// Reads a line with a colon.
    fn read_item(&mut self, item: Item<'_>) {
        let word = item.key.first_word();
        let in_test =
            item.key.text == "setup" && (self.section == Some(Section::Test) || self.may_be_in_lost_test(item));
        if word == "setup" && item.key.text != word {
            self.read_changed_setup(item);
        } else if headings::is_heading_word(word) && !in_test && !self.may_be_condition(item) {
            let diagnostic = headings::item_as_heading_error(item, word);
            self.open_broken_heading(diagnostic, item.whole, word);
        } else if let Some(section) = self.section {
            self.read_section_item(section, item);
        }
    }

    /// Whether a line that begins with `men` is a condition of an ending: `men on hill: wins`.
    fn may_be_condition(&self, item: Item<'_>) -> bool {
        self.section == Some(Section::Endings) && item.key.text.contains(' ') && item.key.words().count() > 2
    }

    /// Whether the line before was refused and may have been the heading of this section.
    fn may_have_lost_heading(&self, section: Section) -> bool {
        let heading = section.heading();
        self.refused.is_some_and(|statement| match statement.item {
            None => true,
            Some(item) => {
                let near = |word: TextSlice<'_>| nearest(word.text, [heading]).is_some();
                item.whole.text.contains(heading) || item.whole.words().any(near)
            }
        })
    }

    /// Whether the section has a heading already, if it is one that stands only once.
    fn has_heading(&self, section: Section) -> bool {
        matches!(section, Section::Facts | Section::Setup | Section::Test) || self.ast.heading(section).is_some()
    }

    /// Whether `setup: NAME` seems to be a line of a test that has lost its heading.
    fn may_be_in_lost_test(&self, item: Item<'_>) -> bool {
        self.presumed == Some(Section::Test)
            || self.may_have_lost_heading(Section::Test) && item.value.is(Rule::test_setup_value)
    }

    /// Reads a setup that changes another one, `setup b: a with C for Q`.
    fn read_changed_setup(&mut self, item: Item<'_>) {
        self.section = Some(Section::Setup);
        self.presumed = None;
        self.opens = true;
        let key = item.key.read(Rule::changed_setup_key);
        let value = item.value.read(Rule::changed_setup_value);
        let (failure, slice) = match (key, value) {
            (Ok(key), Ok(value)) => {
                self.check_numbers(Section::Setup, &[&key, &value]);
                self.diagnostics.extend(synonyms::notes(&value));
                if let Some(setup) = ast::changed_setup(item.whole.span(), &key, &value) {
                    self.ast.setups.push(setup);
                    return;
                }
                (Failure::at(item.value), item.value)
            }
            (Err(failure), _) => (failure, item.key),
            (_, Err(failure)) => (failure, item.value),
        };
        let diagnostic = errors::unexpected_error(slice, &failure, CHANGED_SETUP.example);
        self.refuse(Section::Setup, diagnostic);
        // A board may still follow, and its rows may be right.
        let name = headings::salvage_name(item.key);
        self.ast.setups.push(SetupSection {
            span: item.whole.span(),
            name,
            layout: Layout::Drawn(Vec::new()),
            facing: None,
            hand: None,
            shuffled: None,
        });
    }

    /// Reads a line with a colon by the rules of its section, or of the section that it seems to belong to.
    fn read_section_item(&mut self, section: Section, item: Item<'_>) {
        let presumed = self.presumed.filter(|presumed| item.key.is(presumed.words().key));
        let section = presumed.unwrap_or(section);
        match section.read(item) {
            Ok(read) => self.lower_item(section, item, &read),
            Err(ItemFailure::Key(failure)) => self.report_misplaced_item(section, item, failure),
            Err(_) if section == Section::Rules && self.read_anyway(item) => {}
            Err(failure) => self.refuse(section, errors::item_error(section, item, failure)),
        }
    }

    /// Reads a rule that says what holds anyway, such as `check: allowed`; `false` if it says anything else.
    fn read_anyway(&mut self, item: Item<'_>) -> bool {
        let Some((holds, why)) = hints::holds_anyway(item) else { return false };
        let Ok(key) = item.key.read(Rule::rule_key) else { return false };
        let anyway = ast::Anyway { span: item.value.span(), holds, why };
        let lines = ast::lines_of_anyway(item.whole.span(), &key, anyway);
        let is_read = lines.is_some();
        self.ast.rules.extend(lines.into_iter().flatten());
        is_read
    }

    /// Reports a line whose words before the colon don't belong here: misspelt ones, a heading with a colon, a line of
    /// another section. Reads it with its intended meaning.
    fn report_misplaced_item(&mut self, section: Section, item: Item<'_>, failure: Failure) {
        let (key, value) = (item.key.text, item.value.text);
        let is_phrase = hints::key_hint(section, key).is_some() || hints::line_hint(section, key, value).is_some();
        if nearest(item.key.text, section.words().keys()).is_some() {
            self.refuse(section, errors::item_error(section, item, ItemFailure::Key(failure)));
        } else if let Some(meant) = headings::heading_with_stray_colon(item) {
            self.open_broken_heading(headings::stray_colon_error(item, meant), item.whole, meant.heading());
        } else if let Some(home) = section.section_of_misplaced(item, &failure, is_phrase) {
            // The first of several such lines is reported for all, unless the heading itself was refused.
            if !self.may_have_lost_heading(home) {
                self.refuse(section, errors::wrong_section_error(section, home, item));
            }
            self.presumed = Some(home);
            // The line counts, but the section, which has no heading here, may lack others.
            let read = home.read(item).is_ok_and(|read| self.add_item(home, item, &read));
            if !read || !self.has_heading(home) {
                self.mark_incomplete(home);
            }
        } else {
            self.refuse(section, errors::item_error(section, item, ItemFailure::Key(failure)));
        }
    }

    /// Lowers a line that the grammar has read and adds it to the tree; refuses it if its numbers are too long.
    fn lower_item(&mut self, section: Section, item: Item<'_>, read: &ReadItem<'_>) {
        if self.check_numbers(section, &[&read.key, &read.value]) && !self.add_item(section, item, read) {
            let failure = ItemFailure::Value(read.construct, Failure::at(item.value));
            self.refuse(section, errors::item_error(section, item, failure));
        }
    }

    /// Lowers a line into the section of the tree that it belongs to; `false` if it can't be lowered.
    fn add_item(&mut self, section: Section, item: Item<'_>, read: &ReadItem<'_>) -> bool {
        /// Adds a line that has been read.
        fn add<T>(lines: &mut Vec<T>, line: Option<T>) -> bool {
            let read = line.is_some();
            lines.extend(line);
            read
        }
        let (key, value) = (&read.key, &read.value);
        self.diagnostics.extend(synonyms::notes_of_item(key, value));
        let span = item.whole.span();
        if let Some(diagnostic) = [key, value].into_iter().find_map(errors::fewer_than_none_error) {
            self.refuse(section, diagnostic);
            return true;
        }
        for diagnostic in errors::options_twice(value) {
            self.refuse(section, diagnostic);
        }
        match section {
            Section::Facts => add(&mut self.ast.facts, ast::fact(span, key, value)),
            Section::Men => {
                if let Some(diagnostic) = errors::nameless_man_error(item, key, value) {
                    self.refuse(section, diagnostic);
                    return true;
                }
                add(&mut self.ast.men, ast::men_line(span, key, value))
            }
            Section::Regions => add(&mut self.ast.regions, ast::region_line(span, key, value)),
            Section::Setup => {
                let Some(setup) = self.ast.setups.last_mut() else { return true };
                let refused = if key.has(Rule::hand) {
                    let line = ast::hand_line(span, value);
                    line.and_then(|line| set_once(&mut setup.hand, line, |line| line.span, errors::hand_twice_error))
                } else if key.has(Rule::shuffled) {
                    let line = ast::shuffled_line(span, value);
                    line.and_then(|line| {
                        set_once(&mut setup.shuffled, line, |line| line.span, errors::shuffled_twice_error)
                    })
                } else {
                    let line = ast::facing_line(span, value);
                    line.and_then(|line| {
                        set_once(&mut setup.facing, line, |line| line.span, errors::facing_twice_error)
                    })
                };
                if let Some(diagnostic) = refused {
                    self.refuse(section, diagnostic);
                }
                true
            }
            Section::Rules => {
                let castling = [errors::castling_men_error(value), errors::castling_range_error(value)];
                for diagnostic in castling.into_iter().flatten() {
                    self.refuse(section, diagnostic);
                }
                let lines = ast::rule_lines(span, key, value);
                let read = lines.is_some();
                self.ast.rules.extend(lines.into_iter().flatten());
                read
            }
            Section::Endings => add(&mut self.ast.endings, ast::ending_line(span, key, value)),
            Section::Test => {
                let line = ast::test_line(span, key, value);
                let last = self.ast.tests.last_mut().and_then(|test| test.lines.last_mut());
                let last = last.map(|line| &mut line.step);
                match line {
                    Some(TestLine { step: TestStep::ToMove(side), .. }) => {
                        match last {
                            Some(TestStep::Drawn { turn: turn @ None, .. }) => *turn = Some(side),
                            _ => self.refuse(section, errors::stray_turn_error(span)),
                        }
                        return true;
                    }
                    Some(TestLine { step: TestStep::Facing(line), .. }) => {
                        let refused = match last {
                            Some(TestStep::Drawn { board, .. }) => {
                                set_once(&mut board.facing, line, |line| line.span, errors::facing_twice_error)
                            }
                            _ => Some(errors::stray_facing_error(span)),
                        };
                        if let Some(diagnostic) = refused {
                            self.refuse(section, diagnostic);
                        }
                        return true;
                    }
                    Some(TestLine { step: TestStep::Hand(line), .. }) => {
                        let refused = match last {
                            Some(TestStep::Drawn { board, .. }) => {
                                set_once(&mut board.hand, line, |line| line.span, errors::hand_twice_error)
                            }
                            _ => Some(errors::stray_hand_error(span)),
                        };
                        if let Some(diagnostic) = refused {
                            self.refuse(section, diagnostic);
                        }
                        return true;
                    }
                    _ => {}
                }
                // If there is no test, its heading is lost, which was reported.
                self.ast.tests.last_mut().is_none_or(|test| add(&mut test.lines, line))
            }
        }
    }

    /// Refuses numbers with too many digits; `false` if there are any.
    fn check_numbers(&mut self, section: Section, nodes: &[&Node<'_>]) -> bool {
        let before = self.mistakes;
        let counts = nodes.iter().any(|node| node.has(Rule::perft_depth));
        for node in nodes {
            let most = if counts && node.rule() == Rule::number_value { MAX_DIGITS_OF_NODES } else { MAX_DIGITS };
            let digits = |token: &Node<'_>| token.text().split('x').map(str::len).max().unwrap_or(0);
            let numbers = node.tokens().filter(|token| matches!(token.rule(), Rule::number | Rule::size));
            for number in numbers.filter(|token| digits(token) > most) {
                let diagnostic =
                    Diagnostic::error(Code::VariantNumberTooLarge, number.span(), "this number is too large")
                        .label(format!("more than {most} digits"))
                        .help("no game has use for it");
                self.refuse(section, diagnostic);
            }
        }
        self.mistakes == before
    }
}

/// The note about a text of an earlier edition, with the edits that make it one of the present edition. In edition 1, a
/// list of endings without `the rest` inherits none.
fn upgrade_note(ast: &Ast) -> Option<Diagnostic> {
    let edition = ast.edition.filter(|edition| edition.value == 1)?;
    let extends = ast.title.as_ref().is_some_and(|title| title.extends.is_some());
    let heading = ast.heading(Section::Endings);
    let heading = heading.filter(|_| extends && !ast.endings.iter().any(ast::EndingLine::is_the_rest));
    let message = format!("edition 1 of the language; the present one is edition {EDITION}");
    let note = Diagnostic::note(Code::VariantOldEdition, edition.span, message);
    let note = note.help("`weakfish fmt` rewrites the file in it, with the same meaning");
    let note = note.edit(edition.span, EDITION.to_string());
    Some(match (heading, ast.endings.first()) {
        (Some(_), Some(first)) => note.edit(Span::at(first.span().start), "the rest: none\n  "),
        (Some(heading), None) => note.edit(Span::at(heading.end), "\n  the rest: none"),
        (None, _) => note,
    })
}

/// Sets a line that a board has at most once; returns the diagnostic of a second one.
fn set_once<T>(
    slot: &mut Option<T>,
    line: T,
    span: impl Fn(&T) -> Span,
    twice: fn(Span, Span) -> Diagnostic,
) -> Option<Diagnostic> {
    if let Some(first) = slot {
        return Some(twice(span(first), span(&line)));
    }
    *slot = Some(line);
    None
}
