//! Makes a game from a text and the texts that it extends.

use super::allowed::{allowed_codes, without_allowed};
use super::beginning::Search;
use super::endings::endings;
use super::facts::{Facts, facts};
use super::findings::{Places, report_finding};
use super::lines::Lines;
use super::losses::Losses;
use super::men::men;
use super::merge::merge;
use super::names::{Names, names};
use super::place::Subject;
use super::regions::{Regions, regions};
use super::report::{Partial, Reported, Reporter, Text};
use super::rules::rules;
use super::setups::setups;
use super::symbols::{Symbols, symbols};
use super::tests::tests;
use super::{BaseError, Checked, Resolver};
use crate::diagnostic::{Code, Diagnostic, Report};
use crate::engine::{CompileError, Game};
use crate::lints::{self, Item, KindItem, Known, View};
use crate::model::{MODEL_VERSION, SetupId, Variant};
use crate::notation::explain_position_error;
use crate::prose::{all_of, quoted};
use crate::source::{Source, Span, Spanned};
use crate::syntax::ast::{Base, FactName, Section, TestSection};
use crate::syntax::{Parsed, parse};

/// The most games that extend each other in a row.
const MAX_ANCESTORS: usize = 16;

/// How much is said of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// Whether it is a game, and what its lines show.
    Lines,
    /// Moreover what is found by following men over the board.
    Play,
}

/// Checks a text; `resolver` finds what it extends.
pub(crate) fn check(source: &Source, resolver: &dyn Resolver, depth: Depth) -> Checked {
    let Opened { mut reporter, lines, tests, base_reports, .. } = open(source, resolver, &[]);
    let (mut game, mut known) = (None, Symbols::default());
    if let Ok(lines) = &lines {
        let named = named(&lines.read, &mut reporter);
        let variant = model(lines, &named, &tests, depth, &mut reporter);
        game = variant.and_then(|variant| compile(variant, &lines.read, &named.names, depth, &mut reporter)).ok();
        known = symbols(&lines.read, &named.names, &named.regions, &tests, reporter.take_uses());
        known.move_back(reporter.own(), reporter.origin());
    }
    let report = Report::new(source, without_allowed(&source.text, reporter.finish()));
    Checked { game, symbols: known, tests, report, base_reports }
}

/// A text with the lines it inherits.
struct Opened {
    reporter: Reporter,
    lines: Result<Partial<Lines>, Reported>,
    tests: Vec<TestSection>,
    /// The reports on the texts that this one extends, the oldest first.
    base_reports: Vec<Report>,
    /// The texts by way of which it extends one that extends it.
    circle: Option<Vec<String>>,
}

/// A text that another one extends, after checking.
struct Ancestor {
    /// Its lines, if it is a game.
    lines: Result<Lines, Reported>,
    /// The texts that it extends, and its own.
    texts: Vec<Text>,
    /// The codes of the warnings that they silence.
    allowed: Vec<Code>,
    reports: Vec<Report>,
}

/// Why a text that another one extends can't be read.
enum Refusal {
    /// For a reason that belongs to the line that extends it.
    Here(Diagnostic),
    /// It extends itself, by way of these texts, the last of which is itself again. That is told in the text that is
    /// checked, whichever of them that is.
    Circle(Vec<String>),
}

impl From<Diagnostic> for Refusal {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Here(diagnostic)
    }
}

/// The diagnostic for a circle of texts.
fn circular(source: &Source, extends: Span, circle: &[String]) -> Diagnostic {
    let (itself, way) = circle.split_last().map_or(("", circle), |(itself, way)| (itself.as_str(), way));
    let begin = way.iter().position(|name| name == itself).map_or(0, |at| at + 1);
    let who = if itself == source.name { "this game".to_owned() } else { format!("`{itself}`") };
    let way = match &way[begin..] {
        [] => String::new(),
        way => format!(", by way of {}", all_of(quoted(way))),
    };
    Diagnostic::error(Code::CheckCircularExtends, extends, format!("{who} extends itself{way}"))
        .label("leads in a circle")
        .help("let one game of the circle extend no other")
}

/// Reads a text. `heirs` are the names of the texts that extend it.
fn open(source: &Source, resolver: &dyn Resolver, heirs: &[&str]) -> Opened {
    let Parsed { text, mut ast, diagnostics, slips, origin } = parse(&source.text);
    let losses = Losses::new(&text, &ast, &diagnostics);
    let tests = std::mem::take(&mut ast.tests);
    let title = ast.title.as_ref().map_or(Span::at(0), |title| title.span);
    let extends = ast.title.as_ref().and_then(|title| title.extends.clone());
    let heirs = [heirs, &[&source.name]].concat();
    let found = extends.as_ref().map(|extends| ancestor(source, extends, resolver, &heirs));
    let (mut texts, mut reports, mut allowed) = (Vec::new(), Vec::new(), Vec::new());
    let (mut refusal, mut circle) = (None, None);
    let base = match found {
        None => Ok(None),
        Some(Ok(ancestor)) => {
            (texts, reports, allowed) = (ancestor.texts, ancestor.reports, ancestor.allowed);
            ancestor.lines.map(Some)
        }
        Some(Err(Refusal::Here(diagnostic))) => {
            refusal = Some(diagnostic);
            Ok(None)
        }
        Some(Err(Refusal::Circle(texts))) => {
            refusal = extends.as_ref().map(|extends| circular(source, extends.span, &texts));
            circle = Some(texts);
            Ok(None)
        }
    };
    texts.push(Text {
        name: source.name.trim_start_matches("built-in ").to_owned(),
        written: text.clone().into_owned(),
    });
    let mut reporter = Reporter::new(texts, title, extends.as_ref().map(|extends| extends.span), losses, diagnostics);
    reporter.mended(slips, origin);
    reporter.allow_inherited(allowed);
    let base = match (base, refusal, &extends) {
        (_, Some(refusal), _) => Err(reporter.error(refusal)),
        (Err(_), _, Some(extends)) => Err(reporter.error(broken_base(extends, reports.last()))),
        (base, _, _) => base,
    };
    // Without its base a game lacks so much that other errors would be misleading. A text without a readable title and
    // board may well have had a base.
    let has_board = ast.facts.iter().any(|fact| fact.name.value == FactName::Board);
    let readable = if ast.title.is_some() || has_board { Ok(()) } else { reporter.complete(Section::Facts) };
    let lines = base.and_then(|base| readable.map(|()| merge(base, ast, &mut reporter)));
    Opened { reporter, lines, tests, base_reports: reports, circle }
}

fn broken_base(extends: &Spanned<Base>, report: Option<&Report>) -> Diagnostic {
    let (Base::BuiltIn(name) | Base::File(name)) = &extends.value;
    let broken = Diagnostic::error(Code::CheckBrokenBase, extends.span, format!("`{name}` has mistakes of its own"))
        .label("can't be extended before they are mended");
    match report {
        Some(report) => broken.help(format!("see {}", report.summary())),
        None => broken,
    }
}

/// Checks the text that another one extends.
fn ancestor(
    source: &Source,
    extends: &Spanned<Base>,
    resolver: &dyn Resolver,
    heirs: &[&str],
) -> Result<Ancestor, Refusal> {
    let found = match &extends.value {
        Base::BuiltIn(name) => resolver.built_in(name).ok_or_else(|| {
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
        })?,
        Base::File(path) => resolver.beside(source, path).map_err(|error| match error {
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
        })?,
    };
    if heirs.contains(&found.name.as_str()) {
        return Err(Refusal::Circle(vec![found.name]));
    }
    if heirs.len() >= MAX_ANCESTORS {
        let message = format!("more than {MAX_ANCESTORS} games extend each other in a row");
        let deep = Diagnostic::error(Code::CheckCircularExtends, extends.span, message).label("too deep");
        return Err(deep
            .help("if the files do not form a circle, let this game extend one nearer to the first")
            .into());
    }
    let Opened { mut reporter, lines, tests, base_reports: mut reports, circle } = open(&found, resolver, heirs);
    if let Some(circle) = circle {
        return Err(Refusal::Circle([vec![found.name], circle].concat()));
    }
    let lines = lines.and_then(|lines| {
        let named = named(&lines.read, &mut reporter);
        model(&lines, &named, &tests, Depth::Lines, &mut reporter)?;
        lines.into_whole()
    });
    let texts = reporter.texts().to_vec();
    let mut allowed = reporter.inherited_allowed().to_vec();
    allowed.extend(allowed_codes(&found.text));
    reports.push(Report::new(&found, reporter.finish()));
    Ok(Ancestor { lines, texts, allowed, reports })
}

/// The meanings of the names in lines.
struct Named<'a> {
    facts: Facts,
    regions: Regions,
    names: Names<'a>,
}

fn named<'a>(lines: &'a Lines, reporter: &mut Reporter) -> Named<'a> {
    let facts = facts(lines, reporter);
    let regions = regions(lines, facts.board, facts.black, reporter);
    Named { facts, regions, names: names(lines, reporter) }
}

/// Makes the model of a game, unless there are errors in its text.
fn model(
    lines: &Partial<Lines>,
    Named { facts, regions, names }: &Named<'_>,
    written_tests: &[TestSection],
    depth: Depth,
    reporter: &mut Reporter,
) -> Result<Variant, Reported> {
    let Partial { read: lines, whole } = lines;
    let men = men(lines, names, regions, reporter);
    let setups = setups(lines, &men, regions, facts, reporter);
    let rules = rules(lines, &men, regions, &setups.read, reporter);
    let endings = endings(lines, names, regions, reporter);
    tests(lines, written_tests, reporter);
    let named_regions = regions.whole();
    let Partial { read: made, whole: all_endings } = endings;
    let (endings, ending_lines): (Vec<_>, Vec<_>) = made.into_iter().unzip();
    if let (Ok(board), Ok(())) = (facts.board, whole) {
        let view = View {
            board,
            black: facts.black.ok(),
            lines: regions.drawn().ok(),
            kinds: Known { made: men.kinds().collect(), whole: men.whole().is_ok() },
            regions: named_regions.as_deref().ok(),
            setups: Known { made: &setups.read, whole: setups.whole.is_ok() },
            rules: Known { made: &rules.read, whole: rules.whole.is_ok() },
            endings: Known { made: &endings, whole: all_endings.is_ok() },
        };
        let places = Places { lines, names, board: Some(board), rules: Some(&rules.read), endings: &ending_lines };
        for finding in lints::of_game(&view) {
            report_finding(finding, &places, reporter);
        }
        // What men can reach says nothing as long as the game is not what is meant.
        if depth == Depth::Play && reporter.clean().is_ok() {
            for finding in lints::of_play(&view) {
                report_finding(finding, &places, reporter);
            }
            unused_regions(lines, regions, reporter);
        }
    }
    reporter.clean()?;
    all_endings?;
    Ok(Variant {
        version: MODEL_VERSION,
        title: lines.title.clone(),
        inventor: facts.inventor.clone(),
        year: facts.year,
        source: facts.source.clone(),
        about: facts.about.clone(),
        board: facts.board?,
        lines: regions.drawn()?.to_vec(),
        first: facts.first?,
        black: facts.black?,
        kinds: men.into_whole()?,
        regions: named_regions?,
        setups: setups.into_whole()?,
        rules: rules.into_whole()?,
        endings,
    })
}

/// Compiles a game, and requires that it can begin from each of its setups.
fn compile(
    variant: Variant,
    lines: &Lines,
    names: &Names<'_>,
    depth: Depth,
    reporter: &mut Reporter,
) -> Result<Game, Reported> {
    let title = reporter.title();
    let places = Places { lines, names, board: Some(variant.board), rules: None, endings: &[] };
    let game = Game::compile(variant).map_err(|error| {
        let (at, label) = match &error {
            CompileError::TooManyPaths { kind } => {
                (places.of(Item::Kind(*kind, KindItem::Symbol)), "the movement of this man takes the most room")
            }
            _ => (None, "of this game"),
        };
        let at = at.map_or(title, |(file, span)| reporter.place(file, span));
        let big = Diagnostic::error(Code::CheckTooBig, at, format!("the game can't be compiled: {error}"))
            .label(label)
            .help("write movements with fewer legs or shorter ranges, or let fewer men turn");
        reporter.error(big)
    })?;
    let mut search = Search::new();
    for (index, setup) in game.variant().setups.iter().enumerate() {
        let id = SetupId(index as u8);
        let start = game.start_of(id);
        let arrangement = start.arrangement();
        let at = places.of(Item::Setup(id)).map_or(title, |(file, span)| reporter.place(file, span));
        let Err(reasons) = game.position(&arrangement) else {
            if let Some(outcome) = start.outcome() {
                let message = format!("the setup `{}` is over before the first move: {}", setup.name, outcome.reason);
                let decided = Diagnostic::warning(Code::CheckDecidedStart, at, message)
                    .label("of this setup")
                    .help("draw another starting position, or change the line under `endings` that decides it");
                reporter.warning(decided);
            } else if depth == Depth::Play
                && let Some(slip) = search.slip(&start, &setup.name, at)
            {
                reporter.warning(slip);
            }
            continue;
        };
        for reason in reasons {
            let reason = explain_position_error(game.variant(), &arrangement, &reason);
            let message = format!("no game can begin from the setup `{}`: {reason}", setup.name);
            let impossible = Diagnostic::error(Code::CheckImpossibleStart, at, message)
                .label("of this setup")
                .help("draw another starting position, or let the other side move first");
            reporter.error(impossible);
        }
    }
    reporter.clean()?;
    Ok(game)
}

/// Reports regions that no line in force names.
fn unused_regions(lines: &Lines, regions: &Regions, reporter: &mut Reporter) {
    for region in &lines.regions {
        let name = &region.line.name;
        let used = |id| reporter.is_used(Subject::Region(id));
        if regions.id(&name.value).is_none_or(used) {
            continue;
        }
        let unused = Diagnostic::warning(
            Code::CheckUnusedRegion,
            name.span,
            format!("no man, rule or ending names the region `{}`", name.value),
        );
        let help = format!(
            "name it where it is meant, as in `stays in {0}` or `K on {0}: wins`, or leave its line out",
            name.value
        );
        reporter.warning_in(region.file, unused.label("never used").help(help));
    }
}
