//! The texts that a text extends, and the lines that it inherits from them.

use std::collections::HashMap;
use std::sync::Arc;

use super::allowed::allowed_codes;
use super::game::{Depth, model, named};
use super::lines::LinesInForce;
use super::losses::Losses;
use super::merge::merge;
use super::report::{Partial, Reported, Reporter, Text};
use super::{BaseError, Resolver};
use crate::diagnostic::{Code, Diagnostic, Report};
use crate::prose::{all_of, quoted};
use crate::source::{Source, Span, Spanned};
use crate::syntax::ast::{Base as Written, FactName, Section, TestSection};
use crate::syntax::{Parsed, parse};

/// The most games that extend each other in a row.
const MAX_ANCESTORS: usize = 16;

/// The maximal number of games remembered.
const MAX_REMEMBERED: usize = 64;

/// A text with the lines it inherits.
pub(super) struct Opened {
    pub(super) reporter: Reporter,
    pub(super) lines: Result<Partial<LinesInForce>, Reported>,
    pub(super) tests: Vec<TestSection>,
    /// The reports on the texts that this one extends, the oldest first.
    pub(super) base_reports: Vec<Report>,
    extends: Option<Spanned<Written>>,
    base: Result<Option<Arc<Base>>, Refused>,
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

/// The games that texts have extended so far, by their names.
#[derive(Debug, Default)]
pub(super) struct Bases {
    known: HashMap<String, Arc<Base>>,
}

/// Why a text that another one extends can't be read.
#[derive(Debug)]
enum Refused {
    /// For a reason that belongs to the line that extends it.
    Here(Diagnostic),
    /// It extends itself, by way of these texts, the last of which is itself again. The error is reported in the text
    /// that is checked, whichever of them that is.
    Circle(Vec<String>),
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

impl Bases {
    /// Reads a text and what it extends. `heirs` are the names of the texts that extend it.
    pub(super) fn open(&mut self, source: &Source, resolver: &dyn Resolver, heirs: &[&str]) -> Opened {
        let Parsed { mut ast, diagnostics } = parse(&source.text);
        let losses = Losses::new(&source.text, &ast, &diagnostics);
        let tests = std::mem::take(&mut ast.tests);
        let title = ast.title.as_ref().map_or(Span::at(0), |title| title.span);
        let extends = ast.title.as_ref().and_then(|title| title.extends.clone());
        let base = self.base(source, extends.as_ref(), resolver, &[heirs, &[&source.name]].concat());
        let found = base.as_ref().ok().and_then(Option::as_deref);
        let (mut texts, mut base_reports) = (Vec::new(), Vec::new());
        if let Some(base) = found {
            texts.clone_from(&base.texts);
            base_reports.clone_from(&base.reports);
        }
        texts.push(Text { name: source.name.trim_start_matches("built-in ").to_owned(), written: source.text.clone() });
        let place = extends.as_ref().map(|extends| extends.span);
        let mut reporter = Reporter::new(texts, title, place, losses, diagnostics);
        reporter.allow_inherited(found.map_or_else(Vec::new, |base| base.allowed.clone()));
        let inherited = match (&base, &extends) {
            (Err(Refused::Here(diagnostic)), _) => Err(reporter.error(diagnostic.clone())),
            (Err(Refused::Circle(circle)), Some(extends)) => {
                Err(reporter.error(circular(source, extends.span, circle)))
            }
            (Ok(Some(base)), Some(extends)) => match &base.lines {
                Ok(lines) => Ok(Some(lines.clone())),
                Err(_) => Err(reporter.error(broken_base(extends, base.reports.last()))),
            },
            _ => Ok(None),
        };
        // Without its base a game lacks so much that other errors would be misleading. A text without a readable title
        // and board may well have had a base.
        let has_board = ast.facts.iter().any(|fact| fact.name.value == FactName::Board);
        let readable = if ast.title.is_some() || has_board { Ok(()) } else { reporter.complete(Section::Facts) };
        let lines = inherited.and_then(|inherited| readable.map(|()| merge(inherited, ast, &mut reporter)));
        Opened { reporter, lines, tests, base_reports, extends, base }
    }

    /// The text that another one extends, checked.
    fn base(
        &mut self,
        source: &Source,
        extends: Option<&Spanned<Written>>,
        resolver: &dyn Resolver,
        heirs: &[&str],
    ) -> Result<Option<Arc<Base>>, Refused> {
        let Some(extends) = extends else { return Ok(None) };
        let found = find(source, extends, resolver).map_err(Refused::Here)?;
        if heirs.contains(&found.name.as_str()) {
            return Err(Refused::Circle(vec![found.name]));
        }
        if heirs.len() >= MAX_ANCESTORS {
            let message = format!("more than {MAX_ANCESTORS} games extend each other in a row");
            let deep = Diagnostic::error(Code::CheckCircularExtends, extends.span, message).label("too deep");
            let help = "if the files do not form a circle, let this game extend one nearer to the first";
            return Err(Refused::Here(deep.help(help)));
        }
        if let Some(known) = self.known.get(&found.name).filter(|known| known.source.text == found.text).cloned() {
            let base = self.base(&found, known.extends.as_ref(), resolver, &[heirs, &[&found.name]].concat());
            if base.is_ok_and(|base| base.as_ref().map(Arc::as_ptr) == known.parent.as_ref().map(Arc::as_ptr)) {
                return Ok(Some(known));
            }
        }
        let Opened { mut reporter, lines, tests, base_reports: mut reports, extends, base } =
            self.open(&found, resolver, heirs);
        if let Err(Refused::Circle(circle)) = base {
            return Err(Refused::Circle([vec![found.name], circle].concat()));
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
        let refused = base.is_err();
        let parent = base.ok().flatten();
        let made = Arc::new(Base { source: found, extends, parent, lines, texts, allowed, reports });
        // Why a text is refused may lie outside of all these texts, and be mended there.
        if !refused {
            if self.known.len() >= MAX_REMEMBERED {
                self.known.clear();
            }
            self.known.insert(made.source.name.clone(), Arc::clone(&made));
        }
        Ok(Some(made))
    }
}

fn broken_base(extends: &Spanned<Written>, report: Option<&Report>) -> Diagnostic {
    let (Written::BuiltIn(name) | Written::File(name)) = &extends.value;
    let broken = Diagnostic::error(Code::CheckBrokenBase, extends.span, format!("`{name}` has mistakes of its own"))
        .label("can't be extended before they are mended");
    match report {
        Some(report) => broken.help(format!("see {}", report.summary())),
        None => broken,
    }
}

/// Finds the text that another one extends.
fn find(source: &Source, extends: &Spanned<Written>, resolver: &dyn Resolver) -> Result<Source, Diagnostic> {
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
