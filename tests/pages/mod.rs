//! Pages that a person can review: a text first, then what came of it.

use std::sync::LazyLock;

use insta::Settings;
use miette::{GraphicalReportHandler, GraphicalTheme};
use weakfish::diagnostic::{Diagnostic, Report};
use weakfish::engine::Game;
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, load};

/// The built-in games, compiled once.
static GAMES: LazyLock<Vec<(&str, Game)>> = LazyLock::new(|| {
    let load = |name| {
        let source = builtin::source(name).unwrap_or_else(|| panic!("no game {name}"));
        load(&source, &BuiltIns).unwrap_or_else(|report| panic!("{name}: {report}"))
    };
    builtin::names().map(|name| (name, load(name))).collect()
});

/// A built-in game.
pub(crate) fn game(name: &str) -> Game {
    GAMES.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("no game {name}")).1.clone()
}

/// Diagnostics as the command line shows them, without colours.
pub(crate) fn rendered(source: &Source, diagnostics: &[Diagnostic]) -> String {
    if diagnostics.is_empty() {
        return String::new();
    }
    let report = Report::new(source, diagnostics.to_vec());
    let mut page = String::new();
    GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor())
        .with_width(110)
        .with_links(false)
        .render_report(&mut page, &report)
        .unwrap();
    page.lines().map(str::trim_end).collect::<Vec<_>>().join("\n") + "\n"
}

/// Compares a page with the stored one of this topic and name.
pub(crate) fn assert_page(topic: &str, name: &str, page: &str) {
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path(format!("../../snapshots/{topic}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, page));
}
