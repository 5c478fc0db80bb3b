//! From a text and whatever it extends to a variant.

use super::context::Context;
use super::contradictions::{Sound, contradictions};
use super::damage::Damage;
use super::inherit::extend;
use super::sheet::Sheet;
use super::{Checked, Resolver, endings, facts, men, outcomes, regions, rules, setups};
use crate::diagnostic::{Code, Diagnostic, Report, did_you_mean};
use crate::geometry::Board;
use crate::model::{MODEL_VERSION, Symmetry, Variant};
use crate::source::{Source, Span, Spanned};
use crate::syntax::variant::ast::{Ast, Base, FactName, Section, TestStep};
use crate::syntax::variant::parse;

/// A chain of games that extend each other is no longer than this.
const MAX_ANCESTORS: usize = 16;

/// No more than this is said of one text.
const MAX_DIAGNOSTICS: usize = 200;

/// What came of one text.
struct Loaded {
    checked: Checked,
    sheet: Sheet,
}

/// Checks a text; `resolver` finds what it extends.
pub(super) fn check(source: &Source, resolver: &dyn Resolver) -> Checked {
    load(source, resolver, &[]).checked
}

fn load(source: &Source, resolver: &dyn Resolver, heirs: &[&str]) -> Loaded {
    let (ast, mut diagnostics) = parse(&source.text);
    let damage = Damage::new(&source.text, &ast, &diagnostics);
    let extends = ast.title.as_ref().and_then(|title| title.extends.clone());
    let mut heirs = heirs.to_vec();
    heirs.push(&source.name);
    let mut base_report = None;
    let mut base_sheet = None;
    let mut base_missing = false;
    if let Some(extends) = &extends {
        match base(source, extends, resolver, &heirs) {
            Ok(loaded) if loaded.checked.variant.is_some() => base_sheet = Some(loaded.sheet),
            Ok(loaded) => {
                let (Base::BuiltIn(name) | Base::File(name)) = &extends.value;
                diagnostics.push(
                    Diagnostic::error(Code::CheckBrokenBase, extends.span, format!("`{name}` has mistakes of its own"))
                        .label("can't be extended before they are mended")
                        .help(format!("see {}", loaded.checked.report)),
                );
                base_report = Some(Box::new(loaded.checked.report));
                base_missing = true;
            }
            Err(diagnostic) => {
                diagnostics.push(diagnostic);
                base_missing = true;
            }
        }
    }
    // Without its base a game lacks so much that nothing more can be said of it; and a text without a readable title
    // and board may well have had one.
    let has_board = ast.facts.iter().any(|fact| fact.name.value == FactName::Board);
    base_missing |= damage.hurts(Section::Facts) && ast.title.is_none() && !has_board;
    let (sheet, variant) = if base_missing {
        (Sheet::default(), None)
    } else {
        let (sheet, inherited) = extend(base_sheet, &source.name, &ast, &damage);
        let (variant, found) = lower(&sheet, inherited, &ast, &damage, extends.map(|extends| extends.span));
        diagnostics.extend(found);
        (sheet, variant)
    };
    let variant = variant.filter(|_| !diagnostics.iter().any(Diagnostic::is_error));
    let title = title_of(&ast);
    let diagnostics = at_most(diagnostics, title);
    let checked = Checked { variant, title, tests: ast.tests, report: Report::new(source, diagnostics), base_report };
    Loaded { checked, sheet }
}

/// The text that another one extends, checked.
fn base(
    source: &Source,
    extends: &Spanned<Base>,
    resolver: &dyn Resolver,
    heirs: &[&str],
) -> Result<Loaded, Diagnostic> {
    let found = match &extends.value {
        Base::BuiltIn(name) => resolver.built_in(name).ok_or_else(|| {
            let known = resolver.built_in_names();
            Diagnostic::error(Code::CheckUnknownBase, extends.span, format!("there is no built-in game `{name}`"))
                .label("no such game")
                .help(format!(
                    "{}; a file beside this one stands in quotes: `extends \"{name}.variant\"`",
                    did_you_mean(name, known.iter().map(String::as_str))
                ))
        })?,
        Base::File(path) => resolver.beside(source, path).map_err(|reason| {
            Diagnostic::error(Code::CheckUnknownBase, extends.span, format!("`{path}` can't be read: {reason}"))
                .label("no such file beside this one")
                .help("the path begins where this file is; built-in games stand without quotes")
        })?,
    };
    if heirs.contains(&found.name.as_str()) {
        return Err(Diagnostic::error(Code::CheckCircularExtends, extends.span, "this game extends itself in the end")
            .label("leads back to this text")
            .help("let one game of the circle extend none"));
    }
    if heirs.len() >= MAX_ANCESTORS {
        let message = format!("more than {MAX_ANCESTORS} games extend each other in a row");
        return Err(Diagnostic::error(Code::CheckCircularExtends, extends.span, message)
            .label("too deep")
            .help("if the files do not form a circle, let this game extend one nearer to the first"));
    }
    Ok(load(&found, resolver, heirs))
}

/// The errors before the warnings, if there are too many to tell them all.
fn at_most(mut diagnostics: Vec<Diagnostic>, title: Span) -> Vec<Diagnostic> {
    if diagnostics.len() <= MAX_DIAGNOSTICS {
        return diagnostics;
    }
    diagnostics.sort_by_key(|diagnostic| (!diagnostic.is_error(), diagnostic.span()));
    let more = diagnostics.len() - MAX_DIAGNOSTICS;
    diagnostics.truncate(MAX_DIAGNOSTICS);
    let message = format!("there are {more} more things to be said of this text");
    let rest = Diagnostic::warning(Code::CheckTooMany, title, message)
        .label("not all are told")
        .help("mend these, and check it again");
    diagnostics.push(rest);
    diagnostics
}

/// The place of the title line; the beginning of a text that has none.
fn title_of(ast: &Ast) -> Span {
    ast.title.as_ref().map_or(Span::at(0), |title| title.span)
}

/// From the sheet to the model.
fn lower(
    sheet: &Sheet,
    diagnostics: Vec<Diagnostic>,
    ast: &Ast,
    damage: &Damage,
    extends: Option<Span>,
) -> (Option<Variant>, Vec<Diagnostic>) {
    let title = title_of(ast);
    let Some(board) = Board::new(8, 8) else { return (None, Vec::new()) };
    let mut context = Context {
        sheet,
        damage,
        title,
        extends,
        board_span: extends.unwrap_or(title),
        board,
        black: Symmetry::MirrorsWhite,
        kinds: Vec::new(),
        kind_spans: Vec::new(),
        broken: Vec::new(),
        kind_of_slot: Vec::new(),
        regions: Vec::new(),
        diagnostics,
    };
    let before = context.errors();
    let facts = facts::facts(&mut context);
    regions::regions(&mut context);
    let inherits = before == 0;
    let before = context.errors();
    men::men(&mut context);
    let men_sound = inherits && context.errors() == before && !damage.hurts(Section::Men);
    let (setups, setups_sound) = setups::setups(&mut context);
    let (mut rules, rules_sound) = rules::rules(&mut context, &setups);
    rules::series_parts(&mut context, &mut rules);
    let (endings, endings_sound) = endings::endings(&mut context);
    let sound = Sound {
        men: men_sound,
        setups: setups_sound && men_sound,
        rules: rules_sound && men_sound,
        endings: endings_sound && men_sound,
    };
    contradictions(&mut context, &rules, &setups, &endings, sound);
    if sound.setups && sound.endings && !endings.is_empty() {
        let spans: Vec<Span> =
            (sheet.setups.iter()).map(|held| context.place(held.generation, held.line.name.span)).collect();
        outcomes::outcomes(&mut context, &rules, &setups, &endings, &spans);
    }
    tests(&mut context, ast);
    let variant = Variant {
        version: MODEL_VERSION,
        title: sheet.title.clone(),
        inventor: facts.inventor,
        year: facts.year,
        source: facts.source,
        about: facts.about,
        board: context.board,
        first: facts.first,
        black: context.black,
        kinds: context.kinds,
        regions: context.regions,
        setups,
        rules,
        endings: endings.into_iter().map(|made| made.ending).collect(),
    };
    (Some(variant), context.diagnostics)
}

/// The names that tests speak of; what they play is for whoever runs them.
fn tests(context: &mut Context<'_>, ast: &Ast) {
    for (at, test) in ast.tests.iter().enumerate() {
        if let Some(earlier) = ast.tests[..at].iter().find(|other| other.name.value == test.name.value) {
            let same = format!("two tests are called \"{}\"", test.name.value);
            context.diagnostics.push(
                Diagnostic::warning(Code::CheckSameName, test.name.span, same)
                    .label("the name is taken")
                    .also(earlier.name.span, "by this test")
                    .help("a report of failures will want two names"),
            );
        }
        for line in &test.lines {
            let TestStep::Setup(name) = &line.step else { continue };
            let known: Vec<&str> = context.sheet.setups.iter().map(|held| held.line.name.value.as_str()).collect();
            if !known.contains(&name.value.as_str()) && !context.damage.hurts(Section::Setup) {
                let unknown = Diagnostic::error(
                    Code::CheckUnknownSetup,
                    name.span,
                    format!("there is no setup `{}`", name.value),
                )
                .label("no such setup")
                .help(did_you_mean(&name.value, known));
                context.diagnostics.push(unknown);
            }
        }
    }
}
