//! Makes a game from a text and the texts that it extends, which a [`Resolver`] finds. Comments silence warnings.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;

use super::FileId;
use super::game::{CheckLevel, Symbols, TestMeanings, build_model, collect_symbols, compile, name_tables};
use super::lines::{LinesInForce, merge};
use super::replaced::{Replaced, replaced};
use super::report::{Losses, Partial, Reported, Reporter, Text};
use crate::diagnostic::{Code, Diagnostic, Report, nearest};
use crate::engine::Game;
use crate::lints::MaterialJudge;
use crate::model::Variant;
use crate::prose::{all_of, quoted};
use crate::source::{Source, Span, Spanned};
use crate::syntax::ast::{Base as Written, FactName, Section, TestSection};
use crate::syntax::unread::UnreadMen;
use crate::syntax::{self, Line, Parsed, parse};

/// Checks a text; `resolver` finds the games that it extends.
pub(crate) fn check(source: &Source, resolver: &dyn Resolver, level: CheckLevel) -> Checked {
    check_with_cache(source, resolver, (level, None), &mut BaseCache::default(), &UnreadMen::default())
}

/// Checks a text at a level: merges its lines with those of its bases, builds the model, compiles the game, applies
/// `allow` comments.
fn check_with_cache(
    source: &Source,
    resolver: &dyn Resolver,
    (level, judge): (CheckLevel, Option<MaterialJudge>),
    bases: &mut BaseCache,
    corrected: &UnreadMen,
) -> Checked {
    let Loaded { reporter, lines, tests, base_reports, .. } = bases.parse_and_merge(source, resolver, &[], corrected);
    let (mut game, mut symbols, mut meanings) = (None, Symbols::default(), TestMeanings::default());
    let mut replaced_lines = Replaced::default();
    if let Ok(lines) = &lines {
        let names = name_tables(&lines.read, &reporter);
        if let Ok((model, of_tests)) = build_model(lines, &names, &tests, &reporter) {
            meanings = of_tests;
            replaced_lines = replaced(&lines.read, &model, &names.man_table, &reporter);
            game = compile(model, &lines.read, &names, level, judge).ok();
        }
        symbols = collect_symbols(&lines.read, &names.man_table, &names.regions, &tests, reporter.take_uses());
    }
    let report = Report::new(source, apply_suppressions(&source.text, reporter.finish()));
    Checked { game, symbols, tests, meanings, replaced: replaced_lines, report, base_reports }
}

/// Checks texts one after another, or one text again and again while it is written.
///
/// It remembers the games that the texts extend. They are read again if their texts, or texts that they extend, have
/// changed. [`suggest::check`](crate::suggest::check()) also suggests corrections of lines that can't be read.
///
/// ```
/// use weakfish::check::Checker;
/// use weakfish::{BuiltIns, Source};
///
/// let mut checker = Checker::new();
/// for text in ["game \"Draft\" extends", "game \"Draft\" extends weakest"] {
///     let checked = checker.check(&Source::new("draft.variant", text), &BuiltIns);
///     assert_eq!(checked.game.is_some(), text.ends_with("weakest"));
/// }
/// ```
#[derive(Debug, Default)]
pub struct Checker {
    bases: BaseCache,
    judge: Option<MaterialJudge>,
}

impl Checker {
    /// A checker that remembers nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the function that decides whether material called a draw is dead, where the search for mates proves nothing. A forced
    /// win that it finds makes an inherited ending an error.
    ///
    /// ```
    /// use weakfish::check::Checker;
    /// use weakfish::lints::MaterialVerdict;
    /// use weakfish::{BuiltIns, Source};
    ///
    /// let mut checker = Checker::new().with_material_judge(|_, endings| vec![MaterialVerdict::Dead; endings.len()]);
    /// let hill = "game \"Hill\" extends fide\nregions\n  hill: d4 to e5\nendings\n  K on hill: wins\n  the rest: inherited\n";
    /// let report = checker.check(&Source::new("hill.variant", hill), &BuiltIns).report;
    /// assert!(report.is_empty(), "the judge says that nobody wins");
    /// ```
    #[must_use]
    pub fn with_material_judge(self, judge: MaterialJudge) -> Self {
        Self { judge: Some(judge), ..self }
    }

    /// Checks a definition and compiles its game; reports everything that is wrong with it.
    ///
    /// `resolver` finds the definitions that it extends.
    pub fn check(&mut self, source: &Source, resolver: &dyn Resolver) -> Checked {
        check_with_cache(source, resolver, (CheckLevel::Full, self.judge), &mut self.bases, &UnreadMen::default())
    }

    /// Checks a definition as [`check`](Self::check) does, without findings that need men followed over the board.
    pub(crate) fn check_lines(&mut self, source: &Source, resolver: &dyn Resolver) -> Checked {
        self.check_corrected(source, resolver, &UnreadMen::default())
    }

    /// Checks the lines of a definition in which the lines of some men were corrected. Nothing is reported that follows
    /// from these corrections.
    pub(crate) fn check_corrected(
        &mut self,
        source: &Source,
        resolver: &dyn Resolver,
        corrected: &UnreadMen,
    ) -> Checked {
        check_with_cache(source, resolver, (CheckLevel::Lines, None), &mut self.bases, corrected)
    }

    /// Checks a definition and returns its game, as [`load`](crate::load) does.
    ///
    /// # Errors
    ///
    /// If the definition or one that it extends has errors: a report on each text with errors.
    pub fn load(&mut self, source: &Source, resolver: &dyn Resolver) -> Result<Game, Refused> {
        self.check_lines(source, resolver).into_game()
    }
}

/// Finds the texts that other texts extend.
///
/// The name of a [`Source`] is its identity: two texts of one name count as the same.
pub trait Resolver {
    /// The built-in of this name, for `extends NAME`.
    fn built_in(&self, name: &str) -> Option<Source>;

    /// The names of all built-ins, to suggest one from.
    fn built_in_names(&self) -> Vec<String>;

    /// The file at `path`, relative to the folder of the text `from`, for `extends "…"`.
    ///
    /// A definition may come from a stranger. So a resolver should read only files beside or below `from`, unless the
    /// user allows others.
    ///
    /// # Errors
    ///
    /// The reason why this file is not available.
    fn beside(&self, from: &Source, path: &str) -> Result<Source, BaseError>;
}

/// Reason why a file that a definition extends is not available.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BaseError {
    /// The file can't be read, for this reason.
    Unreadable(String),
    /// The file lies outside the folders that may be read.
    Outside {
        /// Instructions for the user to allow it.
        help: String,
    },
}

impl fmt::Display for BaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(reason) => write!(f, "it can't be read: {reason}"),
            Self::Outside { .. } => f.write_str("it lies outside the folder of the file that names it"),
        }
    }
}

impl std::error::Error for BaseError {}

/// The result of checking a text.
#[derive(Debug)]
#[non_exhaustive]
pub struct Checked {
    /// The game, unless there are errors.
    pub game: Option<Game>,
    /// The names that the game defines; of a text with errors, those that could be read.
    pub symbols: Symbols,
    /// The tests written in the text, without those of the game it extends. [`crate::testing::runner`] runs them.
    pub(crate) tests: Vec<TestSection>,
    /// Resolved conditions and boards of the tests' lines.
    pub(crate) meanings: TestMeanings,
    /// The inherited lines that lines of the text replace; none if there are errors.
    pub(crate) replaced: Replaced,
    /// The report on the text.
    pub report: Report,
    /// The reports on the texts that it extends, the oldest first.
    pub base_reports: Vec<Report>,
}

impl Checked {
    /// The model of the game, unless there are errors.
    pub fn variant(&self) -> Option<&Variant> {
        self.game.as_ref().map(Game::variant)
    }

    /// The report on one of the texts, with the text itself.
    pub fn report_on(&self, file: FileId) -> &Report {
        self.base_reports.get(file.index()).unwrap_or(&self.report)
    }

    /// The text itself, among those that it extends.
    pub fn own_file(&self) -> FileId {
        FileId(self.base_reports.len() as u8)
    }

    /// Moves the places of symbols back to the original text, for a text that was corrected before the check.
    pub(crate) fn map_own_spans(&mut self, map: impl Fn(Span) -> Span) {
        self.symbols.map_spans(self.own_file(), map);
    }

    /// Returns the game, or the errors.
    ///
    /// # Errors
    ///
    /// The reports on all texts that have errors.
    pub fn into_game(self) -> Result<Game, Refused> {
        let Self { game, report, base_reports, .. } = self;
        let faulty = |report: &Report| report.errors() > 0;
        game.ok_or_else(|| Refused { reports: base_reports.into_iter().chain([report]).filter(faulty).collect() })
    }
}

/// The error of a definition that has errors, or extends a definition that has errors.
///
/// Its `Debug` is its `Display`: a program whose `main` returns it prints readable lines.
#[non_exhaustive]
pub struct Refused {
    /// A report on each text that has errors, the oldest first.
    pub reports: Vec<Report>,
}

impl fmt::Debug for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reports.iter().try_for_each(|report| report.fmt(f))
    }
}

impl std::error::Error for Refused {}

/// The most games that extend each other in a row.
const MAX_ANCESTORS: usize = 16;

/// The maximal number of games remembered.
const MAX_CACHED: usize = 64;

/// A text with the lines it inherits.
pub(super) struct Loaded {
    pub(super) reporter: Reporter,
    pub(super) lines: Result<Partial<LinesInForce>, Reported>,
    pub(super) tests: Vec<TestSection>,
    /// The reports on the texts that this one extends, the oldest first.
    pub(super) base_reports: Vec<Report>,
    extends: Option<Spanned<Written>>,
    base: Result<Option<Arc<Base>>, Unextendable>,
}

/// A text that another one extends, after checking.
#[derive(Debug)]
struct Base {
    source: Source,
    /// The name of the text that it extends, and its place.
    extends: Option<Spanned<Written>>,
    /// The text that it extends, as it was when this one was read.
    parent: Option<Arc<Base>>,
    /// Its lines, if it is a game.
    lines: Result<LinesInForce, Reported>,
    /// The texts that it extends, and its own.
    texts: Vec<Text>,
    /// The codes of the warnings that they silence.
    allowed: Vec<Code>,
    reports: Vec<Report>,
}

/// A cache of the definitions that texts have extended, by their names.
#[derive(Debug, Default)]
pub(super) struct BaseCache {
    known: HashMap<String, Arc<Base>>,
}

/// Reason why a text that another one extends can't be read.
#[derive(Debug)]
enum Unextendable {
    /// For a reason that belongs to the line that extends it.
    Here(Diagnostic),
    /// It extends itself through these texts; the last one is itself again. The error is reported in the text that is
    /// checked, whichever of them that is.
    Cycle(Vec<String>),
}

/// The diagnostic for games that extend each other in a circle; the last name of `circle` is also its first.
fn extends_cycle(source: &Source, extends: Span, circle: &[String]) -> Diagnostic {
    let (itself, path) = circle.split_last().map_or(("", circle), |(itself, path)| (itself.as_str(), path));
    let start = path.iter().position(|name| name == itself).map_or(0, |at| at + 1);
    let subject = if itself == source.name { "this game".to_owned() } else { format!("`{itself}`") };
    let path = match &path[start..] {
        [] => String::new(),
        path => format!(", by way of {}", all_of(quoted(path))),
    };
    Diagnostic::error(Code::CheckCircularExtends, extends, format!("{subject} extends itself{path}"))
        .label("leads in a circle")
        .help("let one game of the circle extend no other")
}

impl BaseCache {
    /// Parses a text and merges its lines with those of the texts that it extends. `descendants` are the names of the
    /// texts that extend it, `corrected` the men whose lines were corrected in it.
    pub(super) fn parse_and_merge(
        &mut self,
        source: &Source,
        resolver: &dyn Resolver,
        descendants: &[&str],
        corrected: &UnreadMen,
    ) -> Loaded {
        let Parsed { mut ast, diagnostics } = parse(&source.text);
        let losses = Losses::new(&source.text, &ast, &diagnostics, corrected);
        let tests = std::mem::take(&mut ast.tests);
        let title = ast.title.as_ref().map_or(Span::at(0), |title| title.span);
        let extends = ast.title.as_ref().and_then(|title| title.extends.clone());
        let base = self.load_base(source, extends.as_ref(), resolver, &[descendants, &[&source.name]].concat());
        let known_base = base.as_ref().ok().and_then(Option::as_deref);
        let (mut texts, mut base_reports) = (Vec::new(), Vec::new());
        if let Some(base) = known_base {
            texts.clone_from(&base.texts);
            base_reports.clone_from(&base.reports);
        }
        texts.push(Text { name: source.name.trim_start_matches("built-in ").to_owned(), written: source.text.clone() });
        let extends_span = extends.as_ref().map(|extends| extends.span);
        let mut reporter = Reporter::new(texts, title, extends_span, losses, diagnostics);
        reporter.allow_inherited(known_base.map_or_else(Vec::new, |base| base.allowed.clone()));
        let inherited = match (&base, &extends) {
            (Err(Unextendable::Here(diagnostic)), _) => Err(reporter.error(diagnostic.clone())),
            (Err(Unextendable::Cycle(circle)), Some(extends)) => {
                Err(reporter.error(extends_cycle(source, extends.span, circle)))
            }
            (Ok(Some(base)), Some(extends)) => match &base.lines {
                Ok(lines) => Ok(Some(lines.clone())),
                Err(_) => Err(reporter.error(broken_base_error(extends, base.reports.last()))),
            },
            _ => Ok(None),
        };
        // Without its base a game lacks so much that other errors would be misleading. A text without a readable title
        // and board may well have had a base.
        let has_board = ast.facts.iter().any(|fact| fact.name.value == FactName::Board);
        let readable =
            if ast.title.is_some() || has_board { Ok(()) } else { reporter.section_is_complete(Section::Facts) };
        let lines = inherited.and_then(|inherited| readable.map(|()| merge(inherited, ast, &reporter)));
        Loaded { reporter, lines, tests, base_reports, extends, base }
    }

    /// Finds, checks and remembers the text that another one extends. A remembered one is used as long as no text of
    /// its bases has changed.
    fn load_base(
        &mut self,
        source: &Source,
        extends: Option<&Spanned<Written>>,
        resolver: &dyn Resolver,
        descendants: &[&str],
    ) -> Result<Option<Arc<Base>>, Unextendable> {
        let Some(extends) = extends else { return Ok(None) };
        let base_source = resolve_base(source, extends, resolver).map_err(Unextendable::Here)?;
        if descendants.contains(&base_source.name.as_str()) {
            return Err(Unextendable::Cycle(vec![base_source.name]));
        }
        if descendants.len() >= MAX_ANCESTORS {
            let message = format!("more than {MAX_ANCESTORS} games extend each other in a row");
            let deep = Diagnostic::error(Code::CheckCircularExtends, extends.span, message).label("too deep");
            let help = "if the files do not form a circle, let this game extend one nearer to the first";
            return Err(Unextendable::Here(deep.help(help)));
        }
        if let Some(cached) =
            self.known.get(&base_source.name).filter(|cached| cached.source.text == base_source.text).cloned()
        {
            let base = self.load_base(
                &base_source,
                cached.extends.as_ref(),
                resolver,
                &[descendants, &[&base_source.name]].concat(),
            );
            if base.is_ok_and(|base| base.as_ref().map(Arc::as_ptr) == cached.parent.as_ref().map(Arc::as_ptr)) {
                return Ok(Some(cached));
            }
        }
        let Loaded { reporter, lines, tests, base_reports: mut reports, extends, base } =
            self.parse_and_merge(&base_source, resolver, descendants, &UnreadMen::default());
        if let Err(Unextendable::Cycle(circle)) = base {
            return Err(Unextendable::Cycle([vec![base_source.name], circle].concat()));
        }
        let lines = lines.and_then(|lines| {
            let names = name_tables(&lines.read, &reporter);
            build_model(&lines, &names, &tests, &reporter)?;
            lines.into_whole()
        });
        let texts = reporter.texts().to_vec();
        let mut allowed = reporter.inherited_allowed().to_vec();
        allowed.extend(allowed_codes(&base_source.text));
        reports.push(Report::new(&base_source, reporter.finish()));
        let refused = base.is_err();
        let parent = base.ok().flatten();
        let checked_base = Arc::new(Base { source: base_source, extends, parent, lines, texts, allowed, reports });
        // The reason for a refusal may lie outside all these texts, and be removed there.
        if !refused {
            if self.known.len() >= MAX_CACHED {
                self.known.clear();
            }
            self.known.insert(checked_base.source.name.clone(), Arc::clone(&checked_base));
        }
        Ok(Some(checked_base))
    }
}

/// The diagnostic at `extends` for a base that has errors of its own.
fn broken_base_error(extends: &Spanned<Written>, report: Option<&Report>) -> Diagnostic {
    let (Written::BuiltIn(name) | Written::File(name)) = &extends.value;
    let broken = Diagnostic::error(Code::CheckBrokenBase, extends.span, format!("`{name}` has mistakes of its own"))
        .label("can't be extended before they are mended");
    match report {
        Some(report) => broken.help(format!("see {}", report.summary())),
        None => broken,
    }
}

/// Finds the text that another one extends through the resolver; or returns the diagnostic that there is none.
fn resolve_base(source: &Source, extends: &Spanned<Written>, resolver: &dyn Resolver) -> Result<Source, Diagnostic> {
    match &extends.value {
        Written::BuiltIn(name) => resolver.built_in(name).ok_or_else(|| {
            let known = resolver.built_in_names();
            let known = known.iter().map(String::as_str);
            let mut unknown =
                Diagnostic::error(Code::CheckUnknownBase, extends.span, format!("there is no built-in game `{name}`"))
                    .label("no such game")
                    .suggest(extends.span, name, known);
            if let (Some(help), true) = (&mut unknown.help, unknown.edits.is_empty()) {
                help.push_str("; a file beside this one is written in quotes: `extends \"");
                help.push_str(name);
                help.push_str(".variant\"`");
            }
            unknown
        }),
        Written::File(path) => resolver.beside(source, path).map_err(|error| match error {
            BaseError::Unreadable(_) if resolver.built_in(path.trim_end_matches(".variant")).is_some() => {
                let name = path.trim_end_matches(".variant");
                let quoted = Span::new(extends.span.start.saturating_sub(1), extends.span.end + 1);
                Diagnostic::error(Code::CheckUnknownBase, extends.span, format!("there is no file `{path}`"))
                    .label("`…` in quotes is a file beside this one".replace('…', name))
                    .help(format!("a built-in game is written without quotes: `extends {name}`"))
                    .edit(quoted, name)
            }
            BaseError::Unreadable(reason) => {
                Diagnostic::error(Code::CheckUnknownBase, extends.span, format!("`{path}` can't be read: {reason}"))
                    .label("no such file beside this one")
                    .help("the path begins in this file's folder; built-in games are written without quotes")
            }
            BaseError::Outside { help } => {
                let message = format!("`{path}` lies outside the folder of this file");
                Diagnostic::error(Code::CheckBaseOutside, extends.span, message)
                    .label("neither beside this file nor below it")
                    .help(help)
            }
        }),
    }
}

/// A [`Resolver`] that finds files among texts in memory, by their paths, and built-in games through another resolver.
///
/// A path goes from the folder of the text that names it: `lib/men.variant` extends `"base.variant"`, which is
/// `lib/base.variant`. No path leads out of the folder that contains all of them.
///
/// ```
/// use weakfish::check::Texts;
/// use weakfish::{BuiltIns, Source, load};
///
/// let mut texts = Texts::new(BuiltIns);
/// texts.insert("lib/base.variant", "game \"Base\" extends fide\n");
/// let game = load(&Source::new("mine.variant", "game \"Mine\" extends \"lib/base.variant\"\n"), &texts).unwrap();
/// assert_eq!(game.start().legal_moves().count(), 20);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Texts<R> {
    built_ins: R,
    texts: BTreeMap<String, String>,
}

impl<R: Resolver> Texts<R> {
    /// No texts, and the built-in games of a resolver.
    pub fn new(built_ins: R) -> Self {
        Self { built_ins, texts: BTreeMap::new() }
    }

    /// Adds a text under its path, or replaces the one that is there.
    pub fn insert(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.texts.insert(path.into(), text.into());
    }
}

impl<R: Resolver> Resolver for Texts<R> {
    fn built_in(&self, name: &str) -> Option<Source> {
        self.built_ins.built_in(name)
    }

    fn built_in_names(&self) -> Vec<String> {
        self.built_ins.built_in_names()
    }

    fn beside(&self, from: &Source, path: &str) -> Result<Source, BaseError> {
        let folder = from.name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let Some(whole) = join_path(folder, path) else {
            return Err(BaseError::Outside { help: "name a file that is given together with this one".to_owned() });
        };
        match self.texts.get(&whole) {
            Some(text) => Ok(Source::new(whole, text.as_str())),
            None => Err(BaseError::Unreadable("no such file is given".to_owned())),
        }
    }
}

/// A path relative to a folder, without `.` and `..`; `None` if it leads out of the folder that contains all files.
fn join_path(folder: &str, path: &str) -> Option<String> {
    if path.starts_with('/') {
        return None;
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The word that begins a comment which silences warnings.
const ALLOW: &str = "allow";

/// A comment that silences warnings.
struct Suppression<'t> {
    /// The code as it is written, which may be none.
    code: &'t str,
    /// Its place in the text.
    span: Span,
    /// The line that it is about.
    line: Span,
    /// Whether it gives a reason.
    reason: bool,
}

/// Removes the warnings that comments suppress, and adds diagnostics about comments that suppress nothing or can't be
/// read.
pub(super) fn apply_suppressions(text: &str, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if !text.contains(ALLOW) {
        return diagnostics;
    }
    let lines = syntax::lines(text);
    let mut warnings = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some(allow) = parse_allow(&lines, index, line) else { continue };
        let on_line = |span: Span| allow.line.range().contains(&span.start);
        let Ok(code) = allow.code.parse::<Code>() else {
            let warning = diagnostics.iter().find(|other| !other.is_error() && on_line(other.span()));
            warnings.push(unknown_code(&allow, warning));
            continue;
        };
        if !allow.reason {
            let no_reason = Diagnostic::warning(Code::ReportUnreadableAllow, allow.span, "this gives no reason");
            let help = format!("say behind a colon why it is meant so: `// allow {}: …`", allow.code);
            warnings.push(no_reason.label("why is the warning silenced?").help(help));
        }
        let count_before = diagnostics.len();
        let is_silenced = |other: &Diagnostic| !other.is_error() && other.code == code && on_line(other.span());
        diagnostics.retain(|diagnostic| !is_silenced(diagnostic));
        if diagnostics.len() == count_before {
            let is_error = diagnostics.iter().any(|other| other.code == code && on_line(other.span()));
            let help = if is_error {
                "an error can't be silenced; mend it"
            } else {
                "put it behind the line that is warned of, or leave it out"
            };
            let idle = Diagnostic::warning(Code::ReportIdleAllow, allow.span, "this silences nothing");
            warnings.push(idle.label(format!("no such warning is about {}", line_in_words(&lines, index))).help(help));
        }
    }
    diagnostics.extend(warnings);
    diagnostics
}

/// The codes of the warnings that a text silences for some reason.
pub(super) fn allowed_codes(text: &str) -> Vec<Code> {
    if !text.contains(ALLOW) {
        return Vec::new();
    }
    let lines = syntax::lines(text);
    let allows = lines.iter().enumerate().filter_map(|(index, line)| parse_allow(&lines, index, line));
    allows.filter(|allow| allow.reason).filter_map(|allow| allow.code.parse().ok()).collect()
}

/// The warning that an `allow` comment names no code; suggests the nearest code, or that of the warning on the line.
fn unknown_code(allow: &Suppression<'_>, warning: Option<&Diagnostic>) -> Diagnostic {
    let Suppression { code, span, .. } = *allow;
    let unknown = Diagnostic::warning(Code::ReportUnreadableAllow, span, format!("there is no code `{code}`"));
    let unknown = unknown.label("of no warning");
    let codes = Code::ALL.iter().map(|code| code.as_str());
    if nearest(code, codes.clone()).is_some() {
        return unknown.suggest(span, code, codes);
    }
    unknown.help(match warning {
        Some(warning) => format!("the warning here is `{}`", warning.code),
        None => "write the code that stands above the warning, such as `check::unused-man`, or leave the comment out"
            .to_owned(),
    })
}

/// The line that a comment is about, in words.
fn line_in_words(lines: &[Line<'_>], index: usize) -> &'static str {
    if lines[index].is_comment() { "the next line" } else { "this line" }
}

/// Parses the suppression comment of a line (`// allow CODE: reason`), if it has one.
fn parse_allow<'t>(lines: &[Line<'t>], index: usize, line: &Line<'t>) -> Option<Suppression<'t>> {
    let words = line.comment.trim_start_matches('/').trim_start();
    let rest = words.strip_prefix(ALLOW)?;
    let start = line.comment_start() + line.comment.len() - rest.trim_start().len();
    let name: &str = rest.trim_start().split(|c: char| c.is_whitespace()).next().unwrap_or_default();
    let name = name.strip_suffix(':').unwrap_or(name);
    // Other comments may begin with this word.
    if !rest.starts_with([' ', '\t']) || !name.contains("::") {
        return None;
    }
    let span = Span::new(start, start + name.len());
    let reason = !rest.trim_start()[name.len()..].trim_start_matches(':').trim().is_empty();
    let about = if line.is_comment() {
        lines[index..].iter().find(|line| !line.is_comment() && !line.is_blank()).unwrap_or(line)
    } else {
        line
    };
    Some(Suppression { code: name, span, line: about.span(), reason })
}
