//! The figures of men and walls.

use super::lines::LinesInForce;
use super::names::{ManTable, Mention, Referrer, kinds};
use super::report::{FileId, Reported, Reporter};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::geometry::PerSide;
use crate::model::{Figure, Figures, KindId, ManFigure};
use crate::picture::{FigureError, clean_figure, figure_names};
use crate::source::Span;
use crate::syntax::ast::{FactValue, WrittenFigure};

/// Resolves the line `figures`. The figure of an inherited man is left out if the man is gone.
pub(super) fn figures(lines: &LinesInForce, man_table: &ManTable<'_>) -> Result<Figures, Reported> {
    let reporter = man_table.reporter;
    let both = PerSide::both(true);
    let mut figures = Figures::default();
    let mut whole = Ok(());
    for fact in &lines.facts {
        let FactValue::Figures { on, pairs } = &fact.line.value else { continue };
        figures.on = *on;
        for (man, written) in pairs {
            let read = read_figure(fact.file, written, reporter);
            let Some(man) = man else {
                match read {
                    Ok(figure) => figures.wall = Some(figure),
                    Err(reported) => whole = Err(reported),
                }
                continue;
            };
            let is_gone = kinds(man_table.lookup(lines.own(), both, &man.value)).next().is_none();
            if fact.file != lines.own() && is_gone {
                continue;
            }
            let at = Mention { file: fact.file, sides: both, referrer: Referrer::Figures };
            let meant = man_table.resolve(at, man).map(|meant| kinds(meant).collect::<Vec<KindId>>());
            let read = meant.and_then(|meant| Ok((meant, read?)));
            match read {
                Ok((meant, _)) if figures.men.iter().any(|other| meant.contains(&other.kind)) => {
                    let message = format!("`{}` has two figures", man.value);
                    let twice = Diagnostic::error(Code::CheckNamedTwice, man.span, message).label("named before");
                    whole = Err(reporter.error_in(fact.file, twice.help("leave one of them out")));
                }
                Ok((meant, figure)) => {
                    figures.men.extend(meant.into_iter().map(|kind| ManFigure { kind, figure: figure.clone() }));
                }
                Err(reported) => whole = Err(reported),
            }
        }
    }
    whole.map(|()| figures)
}

/// Reads a figure: a name, or shapes.
fn read_figure(file: FileId, written: &WrittenFigure, reporter: &Reporter) -> Result<Figure, Reported> {
    match written {
        WrittenFigure::Named(name) if figure_names().any(|known| known == name.value) => {
            Ok(Figure::Named(name.value.clone()))
        }
        WrittenFigure::Named(name) => {
            let message = format!("there is no figure `{}`", name.value);
            let unknown = Diagnostic::error(Code::CheckUnknownFigure, name.span, message).label("no such figure");
            Err(reporter.error_in(file, unknown.help(did_you_mean(&name.value, figure_names()))))
        }
        WrittenFigure::Drawn(shapes) => match clean_figure(&shapes.value) {
            Ok(_) => Ok(Figure::Drawn(shapes.value.clone())),
            Err(FigureError { start, end, message }) => {
                let span = Span::new(shapes.span.start + start, shapes.span.start + end);
                let refused = Diagnostic::error(Code::CheckFigureShapes, span, message).label("not part of a figure");
                let help = "a figure consists of shapes in a square of 100x100: `path`, `circle`, `ellipse`, `rect`, \
                            `line`, `polyline`, `polygon`, and groups of them, `g`, with `fill` and `stroke` of `none` or \
                            `currentColor`; attributes stand in single quotes";
                Err(reporter.error_in(file, refused.help(help)))
            }
        },
    }
}
