//! The lines of a text: nothing is lost of it, and each line is what it is.

use std::fs;
use std::path::{Path, PathBuf};

use weakfish::syntax::{Document, LineKind, Section};

use weakfish_testing::dice::Dice;
use weakfish_testing::lines::check_lines_are_lossless;

/// Every definition of the repository, the wrong ones too.
fn all_definitions(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            all_definitions(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "variant") {
            found.push(path);
        }
    }
}

#[test]
fn the_pieces_of_all_lines_are_the_text() {
    let root = weakfish_testing::root();
    let mut paths = Vec::new();
    for folder in ["defs", "tests"] {
        all_definitions(&root.join(folder), &mut paths);
    }
    assert!(paths.len() > 100, "{}", paths.len());
    let mut dice = Dice::new(3);
    for path in paths {
        let text = fs::read_to_string(&path).expect("UTF-8");
        let mut ways = vec![
            text.clone(),
            text.replace('\n', "\r\n"),
            text.replace('\n', "\r"),
            text.replace('\n', "\n\r\n"),
            format!("\u{FEFF}{text}"),
            format!("\u{FEFF}  \u{FEFF}{text}"),
            text.trim_end().to_owned(),
            text.replace(' ', "\t"),
            text.replace(':', "\t : \t"),
            text.replace(',', ",// and more\r\n\r\n"),
        ];
        ways.extend((0..4).map(|_| super::laid_out_otherwise(&text, &mut dice)));
        for text in ways {
            check_lines_are_lossless(&Document::read(&text), &text);
        }
    }
}

#[test]
fn lines_are_what_they_are() {
    use LineKind::{Blank, Carried, Comment, Damaged, Heading, Item, Row};
    let text = "\u{FEFF}// a definition
weakfish 2
game \"Lines\" extends fide // the title
about: \"a, b // c\"

men
  K king: K,
    // between two properties

    royal, turns 45 // and behind them
  Q: fW
regions
  hill: d4 d5
ruls
  castling: none
grid none of this
setup standard
  K . // a row
  . k
setup b: standard with K on a1,
  k on b2
test \"t\"
  legal: Ka1, // a move
   Kb2
";
    let expected = [
        (Comment, None),
        (Heading, Some(Section::Facts)),
        (Heading, Some(Section::Facts)),
        (Item, Some(Section::Facts)),
        (Blank, Some(Section::Facts)),
        (Heading, Some(Section::Men)),
        (Item, Some(Section::Men)),
        (Comment, Some(Section::Men)),
        (Blank, Some(Section::Men)),
        (Carried, Some(Section::Men)),
        (Damaged, Some(Section::Men)),
        (Heading, Some(Section::Regions)),
        (Damaged, Some(Section::Regions)),
        (Damaged, Some(Section::Rules)),
        (Item, Some(Section::Rules)),
        (Damaged, Some(Section::Rules)),
        (Heading, Some(Section::Setup)),
        (Row, Some(Section::Setup)),
        (Row, Some(Section::Setup)),
        (Heading, Some(Section::Setup)),
        (Carried, Some(Section::Setup)),
        (Heading, Some(Section::Test)),
        (Item, Some(Section::Test)),
        (Carried, Some(Section::Test)),
    ];
    let document = Document::read(text);
    let found: Vec<_> = document.lines.iter().map(|line| (line.kind, line.section)).collect();
    assert_eq!(found, expected, "{:#?}", document.diagnostics);
    let king = &document.lines[6..10];
    assert_eq!(king[0].pieces(), ["  ", "K king", ": ", "K,", "", "", "\n"]);
    assert_eq!(king[1].pieces(), ["    ", "", "", "", "", "// between two properties", "\n"]);
    assert_eq!(king[3].pieces(), ["    ", "", "", "royal, turns 45", " ", "// and behind them", "\n"]);
    assert_eq!(document.lines[2].pieces(), ["", "", "", "game \"Lines\" extends fide", " ", "// the title", "\n"]);
    assert_eq!(document.lines[3].value, "\"a, b // c\"");
}
