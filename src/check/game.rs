//! Makes the model of a game from the lines in force, and compiles it.

use super::beginning::Search;
use super::endings::endings;
use super::facts::{Facts, facts};
use super::findings::{Places, report_finding};
use super::lines::LinesInForce;
use super::men::men;
use super::names::{Names, names};
use super::place::Subject;
use super::regions::{Regions, regions};
use super::report::{Partial, Reported, Reporter};
use super::rules::rules;
use super::setups::setups;
use super::tests::tests;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{CompileError, Game};
use crate::lints::{self, KindItem, Known, ModelItem, View};
use crate::model::{MODEL_VERSION, SetupId, Variant};
use crate::notation::explain_position_error;
use crate::syntax::ast::TestSection;

/// The thoroughness of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// Whether it is a game, and the lints of its lines.
    Lines,
    /// In addition the lints that follow men over the board.
    Play,
}

/// The meanings of the names in lines.
pub(super) struct Named<'a> {
    facts: Facts,
    pub(super) regions: Regions,
    pub(super) names: Names<'a>,
}

/// Reads the facts, the regions and the names that lines define.
pub(super) fn named<'a>(lines: &'a LinesInForce, reporter: &mut Reporter) -> Named<'a> {
    let facts = facts(lines, reporter);
    let regions = regions(lines, facts.board, facts.black, reporter);
    Named { facts, regions, names: names(lines, reporter) }
}

/// Makes the model of a game, unless there are errors in its text.
pub(super) fn model(
    lines: &Partial<LinesInForce>,
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
        // Reachability is meaningless while the game has errors.
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
pub(super) fn compile(
    variant: Variant,
    lines: &LinesInForce,
    names: &Names<'_>,
    depth: Depth,
    reporter: &mut Reporter,
) -> Result<Game, Reported> {
    let title = reporter.title();
    let places = Places { lines, names, board: Some(variant.board), rules: None, endings: &[] };
    let game = Game::compile(variant).map_err(|error| {
        let (at, label) = match &error {
            CompileError::TooManyPaths { kind } => {
                (places.of(ModelItem::Kind(*kind, KindItem::Symbol)), "the movement of this man takes the most room")
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
        let at = places.of(ModelItem::Setup(id)).map_or(title, |(file, span)| reporter.place(file, span));
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
fn unused_regions(lines: &LinesInForce, regions: &Regions, reporter: &mut Reporter) {
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
