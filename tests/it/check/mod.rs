//! The checker: what it makes of the shipped definitions, and pages of definitions with several mistakes, or mistakes that
//! the examples of `weakfish explain` don't have.

mod follow_ons;
mod helps;
mod inherited;
mod material;
mod mending;
mod model;
mod notes;
mod readings;
mod slips;
mod suggestions;

use std::fmt::Write;
use std::fs;

use weakfish::diagnostic::line_diff;
use weakfish::model::Variant;
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, check};

use weakfish_testing::cases::{Folder, files, folder, mistake};
use weakfish_testing::pages::{assert_page, plain_report, quoted_report};

#[test]
fn every_built_in_is_clean_and_survives_json() {
    let mut unclean = String::new();
    for name in builtin::names() {
        let source = builtin::source(name).unwrap();
        let checked = check(&source, &BuiltIns);
        for diagnostic in checked.report.diagnostics() {
            let (line, column) = source.line_column(diagnostic.span().start);
            writeln!(unclean, "{name}:{line}:{column}: {} {}", diagnostic.code, diagnostic.message).unwrap();
        }
        if let Some(variant) = checked.variant() {
            let json = serde_json::to_string(variant).unwrap();
            assert_eq!(serde_json::from_str::<Variant>(&json).unwrap(), *variant, "{name}");
        } else {
            writeln!(unclean, "{name}: no game").unwrap();
        }
    }
    assert!(unclean.is_empty(), "{unclean}");
}

#[test]
fn every_mistake_has_a_page() {
    for path in files("errors") {
        let (_, checked) = mistake(&path);
        let refused = checked.report.errors() > 0;
        assert_eq!(checked.game.is_none(), refused, "{}", path.display());
        let mut page = quoted_report(&checked.report);
        for base in checked.base_reports.iter().filter(|report| report.errors() > 0) {
            write!(page, "\n{}", quoted_report(base)).unwrap();
        }
        assert_page("errors", &path.file_stem().unwrap().to_string_lossy(), &page);
    }
}

/// What looks like a mistake that is warned of, and is none.
#[test]
fn what_is_meant_is_not_warned_of() {
    let mut warned = String::new();
    for path in files("right") {
        let name = path.file_name().unwrap().to_string_lossy();
        let source = Source::new(name, fs::read_to_string(&path).unwrap());
        let checked = check(&source, &BuiltIns);
        for diagnostic in checked.report.diagnostics() {
            writeln!(warned, "{}: {} {}", source.name, diagnostic.code, diagnostic.message).unwrap();
        }
    }
    assert!(warned.is_empty(), "{warned}");
}

#[test]
fn the_models_of_five_games() {
    for name in ["fide", "feeble", "not-quite-weakest", "weakest", "demichess"] {
        let checked = check(&builtin::source(name).unwrap(), &BuiltIns);
        assert_page("model", name, &model::page(name, checked.variant().unwrap()));
    }
}

/// The lines of a page that another one lacks, and those that it lacks.
fn page_beside(other: &str, page: &str) -> String {
    let mut lines = String::new();
    for edit in line_diff(other, page) {
        for (sign, text) in [("-", &other[edit.span.range()]), ("+", &edit.text)] {
            for line in text.lines() {
                writeln!(lines, "{}", format!("{sign} {line}").trim_end()).unwrap();
            }
        }
    }
    lines
}

/// A model is shown beside that of the game in which nothing is said but the title.
#[test]
fn what_is_inherited() {
    for path in files("check") {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let source = Source::new(format!("{name}.variant"), fs::read_to_string(&path).unwrap());
        let checked = check(&source, &Folder(folder("check")));
        let mut page = source.text.clone();
        if !checked.report.is_empty() {
            write!(page, "\n{}", plain_report(&checked.report)).unwrap();
        }
        if let Some(variant) = checked.variant() {
            let title = source.text.lines().find(|line| line.starts_with("game ")).expect("a title");
            let bare = check(&Source::new("bare.variant", title), &Folder(folder("check")));
            let bare = bare.variant().map_or_else(String::new, |bare| model::page(&name, bare));
            write!(page, "\n{}", page_beside(&bare, &model::page(&name, variant))).unwrap();
        }
        assert_page("model", &format!("inherited-{name}"), &page);
    }
}

#[test]
fn pieces_are_read_as_men() {
    let text = |heading: &str| format!("game \"Slip\" extends fide\n{heading}\n  Q queen: FD\n");
    let checked = |text: String| check(&Source::new("x.variant", text), &BuiltIns);
    assert_eq!(checked(text("pieces")).variant().unwrap(), checked(text("men")).variant().unwrap());
    let twice = checked(text("pieces") + "men\n  R rook: R\n");
    let told: Vec<_> = twice.report.diagnostics().map(|told| told.message.as_str()).collect();
    assert_eq!(told, ["`pieces` is read as `men`", "there are two headings `men`"]);
}

/// `own` holds for the squares of a list up to another word, as it does for ranks.
#[test]
fn own_holds_for_all_squares_of_a_list() {
    let of = |area: &str| {
        let place = area.replace(',', " or");
        let text = format!(
            "game \"Own\" extends fide\nregions\n  hill: {area}\nendings\n  Q on {place}, unanswered: wins\n  K on hill, unanswered: wins\n  \
             the rest: inherited\n"
        );
        let checked = check(&Source::new("own.variant", text), &BuiltIns);
        let variant = checked.variant().unwrap_or_else(|| panic!("{area}: {:#}", checked.report));
        (variant.regions.clone(), variant.endings.clone())
    };
    for (list, each) in [
        ("own d8 or e8", "own d8 or own e8"),
        ("own a1, h1", "own a1, own h1"),
        ("own a3 to b3, d1 to e2 or h1", "own a3 to b3, own d1 to e2 or own h1"),
        ("e8 or own d8", "own d8, rank 8 to 8 or e8"),
    ] {
        let same = list != "e8 or own d8";
        assert_eq!(of(list) == of(each), same, "{list}");
    }
    assert_eq!(of("own d4, rank 5, e4"), of("rank 5, e4, own d4"));
    let castling = |squares: &str| {
        let text =
            format!("game \"Own\" extends fide\nrules\n  castling: K to {squares} with R, R to the other side of K\n");
        check(&Source::new("own.variant", text), &BuiltIns).variant().unwrap().rules.castling.clone()
    };
    assert_eq!(castling("own c1 or g1"), castling("own c1 or own g1"));
}
