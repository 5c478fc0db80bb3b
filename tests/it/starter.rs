//! Definitions to start from: whatever they are made of, they are sound and their tests pass.

use weakfish::notation::fen;
use weakfish::source::Source;
use weakfish::starter::{self, Title};
use weakfish::testing::runner;
use weakfish::{BuiltIns, builtin, check};

const NAMES: &[&str] = &[
    "My Chess",
    "a",
    "  Chess   with\u{a0}blanks ",
    "The \"Quoted\" Game",
    "\"",
    "{title} {file} {men} // {setup}",
    "Échecs féeriques",
    "象棋",
    "♞ 🐟 ♞",
    "e\u{301}tude",
    "CON",
    "lpt1",
    "feeble",
    "../../etc/passwd",
    "-o",
    "`rm` $HOME \\ 'x'",
    "game",
    "men",
    "12",
];

/// A definition is sound, without a warning, and its tests pass.
fn assert_sound(name: &str, text: &str) -> check::Checked {
    let checked = check(&Source::new(name, text), &BuiltIns);
    assert!(checked.game.is_some() && checked.report.is_empty(), "{name}: {}\n{text}", checked.report);
    let results = runner::run(&checked);
    assert!(!results.is_empty(), "{name} has no test");
    for result in &results {
        assert!(result.passed(), "{name}: {}: {:?}\n{text}", result.name, result.diagnostics);
    }
    checked
}

#[test]
fn every_title_makes_a_sound_game_and_a_plain_file_name() {
    for name in NAMES {
        let title = Title::new(name).unwrap();
        let file = title.file_name();
        assert!(file.ends_with(".variant") && !file.starts_with(['-', '.']), "{name}: {file}");
        assert!(file.chars().all(|char| char.is_alphanumeric() || "-.".contains(char)), "{name}: {file}");
        let checked = assert_sound(&file, &starter::plain(&title, Some(&file)));
        assert_eq!(checked.variant().unwrap().title, title.text());
        assert_sound(&file, &starter::from_position(&title, Some(&file), "k3/p3/3P/3K w").unwrap());
        let base = builtin::source("fide").unwrap();
        let changed = starter::from_game(&title, Some(&file), "fide", &base, &BuiltIns).unwrap();
        assert_sound(&file, &changed);
        assert!(changed.contains("//   weakfish check "), "{changed}");
    }
    let title = Title::new("Of No File").unwrap();
    let base = builtin::source("fide").unwrap();
    for text in [
        starter::plain(&title, None),
        starter::from_position(&title, None, "k3/p3/3P/3K w").unwrap(),
        starter::from_game(&title, None, "fide", &base, &BuiltIns).unwrap(),
    ] {
        assert_sound("own.variant", &text);
        assert!(!text.contains("weakfish ") && !text.contains("//\n//\n"), "{text}");
    }
    for (name, place) in [("", 0..0), (" \u{a0}", 0..3), ("two\nlines", 3..4), (&"long ".repeat(30), 0..150)] {
        let refused = Title::new(name).unwrap_err();
        assert_eq!((refused.code.as_str(), refused.span().range()), ("command::title", place), "{name}");
    }
    assert_eq!(Title::new(&"very ".repeat(20)).unwrap().file_name().len(), 59 + ".variant".len());
}

/// The text with the slashes before a line and those that follow it taken off, up to the next line of another sort.
fn uncommented(text: &str, first: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = lines.iter().position(|line| line.trim_start() == first).expect("this line");
    let indent = |line: &str| line.len() - line.trim_start_matches(['/', ' ']).len();
    let depth = indent(&lines[at]);
    for (number, line) in lines[at..].iter_mut().enumerate() {
        if number > 0 && (!line.trim_start().starts_with("//") || indent(line) <= depth) {
            break;
        }
        *line = line.replacen("// ", "", 1);
    }
    lines.join("\n") + "\n"
}

#[test]
fn a_man_turns_in_the_starter_and_its_proposals_are_sound() {
    let title = Title::new("My Chess").unwrap();
    let text = starter::plain(&title, Some("my-chess.variant"));
    let variant = assert_sound("my-chess.variant", &text).variant().unwrap().clone();
    assert!(variant.kinds.iter().any(weakfish::model::Kind::turns));
    for proposal in [
        "// inventor: \"Your name\"",
        "// year:     2026",
        "// N knight: ffN, turns 90",
        "// castling: none",
        "// passing: when no other move",
        "// endings",
    ] {
        let changed = uncommented(&text, proposal);
        assert!(changed != text);
        let checked = check(&Source::new("my-chess.variant", changed.as_str()), &BuiltIns);
        assert!(checked.game.is_some() && checked.report.is_empty(), "{proposal}: {}", checked.report);
    }
}

#[test]
fn what_another_game_says_is_written_out() {
    for name in builtin::names() {
        let base = builtin::source(name).unwrap();
        let title = Title::new("Other").unwrap();
        let text = starter::from_game(&title, Some("other.variant"), name, &base, &BuiltIns).unwrap();
        let variant = assert_sound(name, &text).variant().unwrap().clone();
        let mut bare = check(&base, &BuiltIns).variant().unwrap().clone();
        bare.title.clone_from(&variant.title);
        (bare.about, bare.inventor, bare.source, bare.year) = (None, None, None, None);
        assert!(variant == bare, "{name}\n{text}");
        for section in ["men", "setup ", "rules", "endings"] {
            let is_there = |heading: &str| text.lines().any(|line| line.starts_with(heading));
            // A warning that the game allows would be new to who changes it.
            let allowed = section == "endings" && base.text.contains("// allow check::endless-game");
            assert!(is_there(section) || section == "rules" || allowed, "{name} has no {section}\n{text}");
            assert!(!is_there(&format!("// {section}")) || allowed, "{name}: {section}\n{text}");
        }
        assert!(!text.contains("--source"), "{name}\n{text}");
    }
}

#[test]
fn a_game_starts_from_the_position_of_any_other() {
    for name in builtin::names() {
        let game = weakfish::load(&builtin::source(name).unwrap(), &BuiltIns).unwrap();
        let start = game.start();
        let position = fen::write(&start);
        let title = Title::new("Other").unwrap();
        let text = match starter::from_position(&title, Some("other.variant"), &position) {
            Ok(text) => text,
            // The men move otherwise than in the other game, so that one side may be in check from the start. A position
            // without men shows none to define.
            Err(refused) => {
                let is_empty = start.arrangement().men.is_empty();
                let reason = if is_empty { "check::missing-section" } else { "check::impossible-start" };
                assert!(refused.to_string().contains(reason), "{name}: {refused}");
                continue;
            }
        };
        let checked = check(&Source::new("other.variant", text.as_str()), &BuiltIns);
        let other = checked.game.as_ref().unwrap().start();
        let (own, other) = (start.arrangement().men, other.arrangement().men);
        let bare =
            |men: &[weakfish::model::PlacedMan]| men.iter().map(|man| (man.square, man.side)).collect::<Vec<_>>();
        assert_eq!(bare(&own), bare(&other), "{name}\n{text}");
        assert!(runner::run(&checked).iter().all(runner::TestResult::passed), "{name}");
    }
}

#[test]
fn a_wrong_position_is_told_at_its_place() {
    let title = Title::new("Other").unwrap();
    for (position, code, place) in [
        ("", "fen::empty", 0..0),
        ("k/2/K", "fen::rank-width", 2..3),
        ("k2//K2", "fen::rank-width", 3..3),
        ("k[Q]/K1", "fen::unexpected", 1..2),
        ("kQ~/K1", "fen::unexpected", 2..3),
        ("k{up}1/K1", "fen::state", 0..5),
        ("k{n1/K1", "fen::unclosed-brace", 0..4),
        ("k99999999999999999999/K1", "fen::rank-width", 0..21),
        ("k1/K1 white", "fen::side", 6..11),
        (&"1/".repeat(20), "fen::rank-count", 32..33),
        ("é1/K1", "fen::unexpected", 0..2),
    ] {
        let refused = starter::from_position(&title, Some("other.variant"), position).unwrap_err();
        let first = refused.reports[0].diagnostics().next().unwrap();
        assert_eq!((first.code.as_str(), first.span().range()), (code, place), "{position}");
        assert!(first.help.is_some());
    }
}
