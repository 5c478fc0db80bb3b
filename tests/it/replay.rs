//! The printed games and analysis lines, played through; where a text is wrong, the replay says why.

use std::fmt::Write as _;
use std::fs;

use weakfish::diagnostic::{Code, Report};
use weakfish::model::SetupId;
use weakfish::notation::fen;
use weakfish::notation::replay::{Line, replay};
use weakfish::source::Source;

use weakfish_testing::dice::check_law;
use weakfish_testing::games::game;
use weakfish_testing::pages::{assert_page, quoted_report};

/// Texts that hold a mistake of their source.
fn is_wrong(name: &str) -> bool {
    name.ends_with("-as-printed") || name.ends_with("-second-slip")
}

#[test]
fn every_text_plays_to_its_end_or_to_its_mistake() {
    let mut count = 0;
    let folder = weakfish_testing::root().join("tests/games");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap();
        let source = Source::new(format!("{name}.txt"), text);
        let game_name = named_game(&source.text);
        let replay = replay(&game(&game_name), SetupId::default(), &source.text);
        let mut page = String::new();
        for line in &replay.lines {
            page += &line_page(line);
        }
        page += &quoted_report(&Report::new(&source, replay.diagnostics.clone()));
        assert_page("replay", &name, &page);
        assert_eq!(replay.is_complete(), !is_wrong(&name), "{name}");
        count += 1;
    }
    assert!(count > 20);
}

#[test]
fn a_text_that_is_no_game_is_told_once() {
    let codes = |text: &str| -> Vec<Code> {
        let replay = replay(&game("fide"), SetupId::default(), text);
        replay.diagnostics.iter().map(|mistake| mistake.code).collect()
    };
    let readme = fs::read_to_string(weakfish_testing::root().join("README.md")).unwrap();
    let prose = "it was the best of times, it was the worst of times";
    for text in [&readme, prose, &format!("[Event \"none\"]\n{prose}\n")] {
        assert_eq!(codes(text), [Code::GameTextNoGame], "{text}");
    }
    // Few words, and words in a text of which something is played, are told one by one.
    assert_eq!(codes("it was the best"), [Code::MoveUnreadable; 4]);
    assert_eq!(codes(&format!("1. e4 e5 {prose}")).len(), 12);
}

/// What a text's `game:` says.
fn named_game(text: &str) -> String {
    let name = text.lines().find_map(|line| line.strip_prefix("game:"));
    name.expect("a text of tests/games says its game").trim().to_owned()
}

fn line_page(line: &Line) -> String {
    let mut page = String::new();
    let plies: Vec<_> = line.plies.iter().map(|ply| ply.text.as_str()).collect();
    writeln!(page, "from {}", fen::write(&line.start)).unwrap();
    for plies in plies.chunks(12) {
        writeln!(page, "  {}", plies.join(" ")).unwrap();
    }
    writeln!(page, "to   {}", fen::write(&line.position)).unwrap();
    let outcome = line.outcome.as_ref().map_or_else(|| "the game goes on".to_owned(), ToString::to_string);
    writeln!(page, "{outcome}\n").unwrap();
    page
}

#[test]
fn any_text_is_read_to_its_end() {
    const MARKS: &str = "abcdefghKQRBNAPOxX12345678:=@{}().,;+#!?\n/ '\"é[]-";
    let marks: Vec<char> = MARKS.chars().collect();
    let game = game("weakest");
    check_law(500, |dice| {
        let marked = dice.list(0, 60, |dice| dice.pick(&marks)).into_iter().collect::<String>();
        for text in [dice.text(60), marked] {
            replay(&game, SetupId::default(), &text);
        }
    });
}
