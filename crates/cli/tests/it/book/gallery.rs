//! The gallery of built-in games: `docs/gallery.md`, with pictures of their setups and of men, all drawn anew and compared.

use std::fmt::Write;
use std::fs;

use weakfish::model::Variant;
use weakfish::{BuiltIns, Game, builtin, load, picture};

use super::pages::{self, updating};

/// What stands above the games.
const START: &str = "\
# Gallery

The games that come with Weakfish, by family. `weakfish show NAME` prints the rules of one in words,
`weakfish show --source NAME` its definition, `weakfish sheet NAME -o FILE.html` makes a page of it with all its men.
[Pictures](pictures.md) says what the arrows and badges show. The drawings and this page are made by a test.
";

fn game(name: &str) -> Game {
    load(&builtin::source(name).unwrap(), &BuiltIns).unwrap()
}

/// Who invented it, when, and where it is documented.
fn origin(variant: &Variant) -> String {
    let year = variant.year.map(|year| year.to_string());
    let parts: Vec<String> =
        variant.inventor.iter().cloned().chain(year).chain(variant.source.iter().cloned()).collect();
    parts.join(", ")
}

/// What the page says about a game.
fn entry(name: &str, variant: &Variant) -> String {
    let mut entry = format!("\n### {}\n\n", variant.title);
    if let Some(about) = &variant.about {
        write!(entry, "{}\n\n", about.trim_end_matches('.').to_owned() + ".").unwrap();
    }
    writeln!(entry, "![The start of {}](pictures/gallery/{name}.svg)\n", variant.title).unwrap();
    let men: Vec<String> = variant.kinds().map(|(_, kind)| kind.name.clone()).collect();
    let setups: Vec<String> = variant.setups.iter().map(|setup| format!("`{}`", setup.name)).collect();
    writeln!(entry, "| | |\n|---|---|\n| name | `{name}` |").unwrap();
    writeln!(entry, "| board | {} |", variant.board).unwrap();
    writeln!(entry, "| men | {} |", men.join(", ")).unwrap();
    if setups.len() > 1 {
        writeln!(entry, "| setups | {} |", setups.join(", ")).unwrap();
    }
    if !origin(variant).is_empty() {
        writeln!(entry, "| origin | {} |", origin(variant)).unwrap();
    }
    entry
}

#[test]
fn the_gallery_is_made_of_the_games() {
    let folder = pages::docs().join("pictures/gallery");
    let mut page = START.to_owned();
    let mut old = Vec::new();
    let mut stored = Vec::new();
    if updating() {
        fs::create_dir_all(&folder).unwrap();
    }
    for (family, names) in builtin::families() {
        write!(page, "\n## {}{}\n", family[..1].to_uppercase(), &family[1..]).unwrap();
        for name in names {
            let game = game(name);
            page += &entry(name, game.variant());
            let svg = picture::position(&game.start(), &picture::Shown::default());
            let file = folder.join(format!("{name}.svg"));
            stored.push(file.clone());
            if updating() {
                fs::write(&file, &svg).unwrap();
            }
            if fs::read_to_string(&file).ok() != Some(svg) {
                old.push(format!("docs/pictures/gallery/{name}.svg is not what is drawn now"));
            }
        }
    }
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    old.extend(files.filter(|file| !stored.contains(file)).map(|file| format!("{} is of no game", file.display())));
    let written = pages::all().into_iter().find(|page| page.path == "gallery.md").expect("docs/gallery.md");
    old.extend(written.compare(&page, "the games are others"));
    assert!(old.is_empty(), "{}\n`INSTA_UPDATE=always cargo test --test it book` writes them", old.join("\n"));
}
