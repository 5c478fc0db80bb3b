//! The checker: what it makes of the shipped definitions, and a page for each of its diagnostics.

mod inherited;
mod mending;
mod model;
mod slips;
mod wordings;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

use weakfish::diagnostic::Code;
use weakfish::model::Variant;
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, check};

use weakfish_testing::cases::{Folder, files, folder, mistake};
use weakfish_testing::dice::Dice;
use weakfish_testing::pages::{assert_page, rendered_report};

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
        let (source, checked) = mistake(&path);
        let refused = checked.report.errors() > 0;
        assert_eq!(checked.game.is_none(), refused, "{}", path.display());
        let mut page = format!("{}\n{}", source.text, rendered_report(&checked.report));
        for base in checked.base_reports.iter().filter(|report| report.errors() > 0) {
            write!(page, "\n{}", rendered_report(base)).unwrap();
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
fn every_code_has_a_page() {
    let mut shown: BTreeSet<String> = generated().into_iter().map(|(code, _)| code.to_owned()).collect();
    for path in files("errors") {
        shown.extend(mistake(&path).1.report.diagnostics().map(|diagnostic| diagnostic.code.to_string()));
    }
    let codes = Code::ALL.iter().filter(|code| code.group() == "check").map(|code| code.as_str());
    let unshown: Vec<&str> = codes.filter(|&code| !shown.contains(code)).collect();
    assert!(unshown.is_empty(), "no page under tests/cases/errors shows {unshown:?}");
}

/// Definitions too large for a page, and what is said of them.
fn generated() -> Vec<(&'static str, String)> {
    let regions: Vec<String> = (0..257).map(|number| format!("  r{number}: d4")).collect();
    let regions = regions.join("\n");
    // Each setup is made from the one before: far more than a recursion should follow.
    let name = |number: usize| "x".repeat(number % 40 + 1) + &"y".repeat(number / 40);
    let setups: Vec<String> = (0..4000).map(|number| format!("setup {}: {}", name(number + 1), name(number))).collect();
    let setups = setups.join("\n");
    let parts: Vec<String> = (0..9).map(|number| format!("{} fW", "x".repeat(number + 1))).collect();
    let parts = parts.join(" + ");
    vec![
        ("check::too-many", format!("game \"Parts\" extends fide\nmen\n  Q queen: {parts}\n")),
        ("check::too-many", format!("game \"Regions\" extends fide\nregions\n{regions}")),
        ("check::too-many", format!("game \"Setups\" extends fide\nsetup x: standard\n{setups}")),
    ]
}

#[test]
fn what_is_too_large_is_refused() {
    for (code, text) in generated() {
        let checked = check(&Source::new("generated", text), &BuiltIns);
        let codes: Vec<_> = checked.report.diagnostics().map(|diagnostic| diagnostic.code.as_str()).collect();
        assert!(codes.contains(&code), "{code} is not among {codes:?}");
    }
}

#[test]
fn the_models_of_five_games() {
    for name in ["fide", "feeble", "not-quite-weakest", "weakest", "demichess"] {
        let checked = check(&builtin::source(name).unwrap(), &BuiltIns);
        assert_page("model", name, &model::page(name, checked.variant().unwrap()));
    }
}

#[test]
fn what_is_inherited() {
    for path in files("check") {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let source = Source::new(format!("{name}.variant"), fs::read_to_string(&path).unwrap());
        let checked = check(&source, &Folder(folder("check")));
        let mut page = source.text.clone();
        if !checked.report.is_empty() {
            write!(page, "\n{}", rendered_report(&checked.report)).unwrap();
        }
        if let Some(variant) = checked.variant() {
            write!(page, "\n{}", model::page(&name, variant)).unwrap();
        }
        assert_page("model", &format!("inherited-{name}"), &page);
    }
}

/// Definitions with one to three damages each never panic the checker, and end soon.
#[test]
fn damaged_definitions_never_panic() {
    let mut dice = Dice::new(1);
    let mut below = |end: usize| dice.below(end.max(1));
    let mut texts: Vec<String> = builtin::names().map(|name| builtin::source(name).unwrap().text).collect();
    texts.extend(files("errors").iter().map(|path| fs::read_to_string(path).unwrap()));
    let lines: Vec<String> = texts.iter().flat_map(|text| text.lines().map(str::to_owned)).collect();
    for round in 0..1000 {
        let mut text: Vec<String> = texts[round % texts.len()].lines().map(str::to_owned).collect();
        for _ in 0..=below(3) {
            let at = below(text.len());
            match below(5) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, lines[below(lines.len())].clone()),
                2 => text[at] = lines[below(lines.len())].clone(),
                3 => {
                    let other = below(text.len());
                    text.swap(at, other);
                }
                _ => {
                    let mut chars: Vec<char> = text[at].chars().collect();
                    let place = below(chars.len() + 1);
                    let new = b"KQRBNPAFC1234580:,.'+{}[]fblr xgame"[below(35)] as char;
                    if place < chars.len() && below(2) == 0 {
                        chars[place] = new;
                    } else {
                        chars.insert(place, new);
                    }
                    text[at] = chars.into_iter().collect();
                }
            }
            if text.is_empty() {
                text.push(String::new());
            }
        }
        let checked = check(&Source::new("damaged", text.join("\n")), &Folder(folder("errors")));
        let errors = checked.report.errors();
        assert_eq!(checked.game.is_none(), errors > 0);
        for diagnostic in checked.report.diagnostics() {
            assert!(diagnostic.help.is_some(), "{} has no help", diagnostic.code);
            assert!(diagnostic.labels.iter().all(|label| label.span.end <= text.join("\n").len()), "{diagnostic:?}");
        }
    }
}
