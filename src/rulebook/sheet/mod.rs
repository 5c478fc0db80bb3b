//! Sheets: a game on a page of HTML, as its inventor would post it.

mod example;
mod page;

use std::collections::BTreeSet;

use crate::check::Checked;
use crate::engine::Game;
use crate::geometry::Side;
use crate::model::{KindId, Setup, SetupId, Variant};
use crate::notation::{board_diagram, fen, man_name};
use crate::picture::{Diagram, Facings, Frame, Legend, draw_setup, escaped, figure, symbols, views};
use crate::prose;

use super::page::{endings_intro, kinds_in_play, origin};
use super::sentences::{self, Paragraph};
use page::Page;

/// The most setups that are drawn; others are named.
const MAX_SETUPS: usize = 8;

/// The most diagrams of men; more are only said in words.
const MAX_DIAGRAMS: usize = 240;

/// A man with more diagrams than this has small ones.
const MANY: usize = 4;

/// Writes the sheet of a game: one HTML page without any other part, for screens, printers and screen readers. A
/// definition with errors has none.
///
/// It has the setups as pictures, every man with its moves in words and in diagrams of all its facings, the rules and
/// endings in words, how moves are written, and the moves of one of the definition's tests as an example. Nothing in it
/// runs, and what the definition says is text.
///
/// ```
/// use weakfish::{BuiltIns, Source, check, rulebook::sheet::sheet};
///
/// let text = "game \"Mine & Yours\" extends weakest\n";
/// let page = sheet(&check(&Source::new("mine.variant", text), &BuiltIns)).unwrap();
/// assert!(page.starts_with("<!DOCTYPE html>"));
/// assert!(page.contains("<h1>Mine &amp; Yours</h1>"));
/// ```
pub fn sheet(checked: &Checked) -> Option<String> {
    let game = checked.game.as_ref()?;
    let mut page = Page::new(&game.variant().title);
    write(&mut page, checked, game, true);
    Some(page.finish())
}

/// The same as elements of HTML, to be put into a page that has [`picture::STYLE`](crate::picture::STYLE) and its own ways
/// to lead to the sections. No style is written at an element.
///
/// ```
/// use weakfish::{Source, BuiltIns, check, rulebook::sheet::fragment};
///
/// let part = fragment(&check(&Source::new("mine.variant", "game \"Mine\" extends fide\n"), &BuiltIns)).unwrap();
/// assert!(part.starts_with("<svg ") && part.ends_with("</div>\n"));
/// ```
pub fn fragment(checked: &Checked) -> Option<String> {
    let mut page = Page::part();
    write(&mut page, checked, checked.game.as_ref()?, false);
    Some(page.into_text())
}

/// Writes all that the sheet of a game says.
fn write(page: &mut Page, checked: &Checked, game: &Game, whole: bool) {
    let variant = game.variant();
    // A page has one of each; a part of a page must not bring others.
    let (header, main) = if whole { ("header", "main") } else { ("div", "div") };
    page.raw(&symbols(variant));
    page.open(header, "");
    page.element("h1", &variant.title);
    for text in [variant.about.clone().unwrap_or_default(), origin(variant)] {
        page.paragraph(&text);
    }
    page.close(header);
    let example = example::of(checked, game);
    let mut sections = vec![("setups", "Setups"), ("men", "Men"), ("rules", "Rules"), ("endings", "Endings")];
    sections.push(("notation", "Notation"));
    if example.is_some() {
        sections.push(("example", "Example"));
    }
    if variant.setups.len() == 1 {
        sections[0].1 = "Setup";
    }
    if whole {
        page.contents(&sections);
    }
    page.open(main, "");
    for (id, heading) in sections {
        page.open("section", &format!(r#" id="{id}" aria-labelledby="{id}-heading""#));
        page.line(&format!(r#"<h2 id="{id}-heading">{heading}</h2>"#));
        match id {
            "setups" => setups(page, game),
            "men" => men(page, variant),
            "rules" => paragraphs(page, &sentences::rules(variant)),
            "endings" => endings(page, variant),
            "notation" => notation(page, game),
            _ => example.iter().for_each(|example| example::show(page, example)),
        }
        page.close("section");
    }
    page.close(main);
}

fn setups(page: &mut Page, game: &Game) {
    let variant = game.variant();
    let Some(first) = variant.setups.first() else { return };
    page.open("div", r#" class="boards""#);
    for (number, setup) in (0..).zip(&variant.setups).take(MAX_SETUPS) {
        let id = SetupId(number);
        let name = format!("setup-{number}");
        let words = if number == 0 { String::new() } else { differences(variant, first, setup) };
        page.open("figure", r#" class="board""#);
        page.raw(&draw_setup(variant, id, &Frame::within_page(&name)));
        page.line(&format!(
            "<figcaption>Setup <b>{}</b>{}<br/><code>{}</code></figcaption>",
            escaped(&setup.name),
            escaped(&words),
            escaped(&fen::write(&game.start_of(id)))
        ));
        page.close("figure");
    }
    page.close("div");
    let others = variant.setups.iter().skip(MAX_SETUPS).map(|setup| setup.name.as_str());
    if variant.setups.len() > MAX_SETUPS {
        page.paragraph(&format!("Other setups: {}.", prose::all_of(others)));
    }
}

/// How a setup differs from the first one, if that is short.
fn differences(variant: &Variant, first: &Setup, setup: &Setup) -> String {
    let differences = board_diagram::differences(variant, &first.men, &setup.men);
    if differences.len() > 6 { String::new() } else { format!(": as {}, but {}", first.name, differences.join(", ")) }
}

fn men(page: &mut Page, variant: &Variant) {
    for sentence in sentences::basics(variant) {
        page.paragraph(&sentence);
    }
    at_a_glance(page, variant);
    let mut left = MAX_DIAGRAMS;
    let kinds: Vec<_> = kinds_in_play(variant)
        .map(|id| {
            let views = views(variant, id, Facings::All);
            let drawn: Vec<_> = if views.len() <= left { views.clone() } else { Vec::new() };
            left -= drawn.len();
            (id, views, drawn.into_iter().map(|view| Diagram::new(variant, id, view)).collect::<Vec<_>>())
        })
        .collect();
    let mut legend = Legend::default();
    for (id, _, diagrams) in &kinds {
        legend.add(Legend::of(variant, *id, diagrams));
    }
    page.element("h3", "How to read the diagrams");
    page.open("ul", r#" class="legend""#);
    for (sign, words) in legend.in_page() {
        page.open("li", "");
        page.raw(&sign);
        page.line(&format!("<span>{}</span>", escaped(&words)));
        page.close("li");
    }
    page.close("ul");
    for (id, views, diagrams) in &kinds {
        page.open("article", r#" class="man""#);
        page.line(&format!("<h3>{}{}</h3>", figure(variant, *id), escaped(&man_name(variant, *id))));
        for sentence in sentences::man(variant, *id) {
            page.paragraph(&sentence);
        }
        let many = views.len() > MANY;
        if many || diagrams.is_empty() {
            page.open("ul", r#" class="moves""#);
            for view in views {
                page.element("li", &view.in_words());
            }
            page.close("ul");
        }
        page.open("div", if many { r#" class="diagrams many""# } else { r#" class="diagrams""# });
        for (number, diagram) in diagrams.iter().enumerate() {
            let name = format!("diagram-{}-{number}", id.0);
            page.open("figure", "");
            page.raw(&diagram.in_page(&Frame::within_page(&name)));
            let words = if many { prose::capitalized(&diagram.view.when) } else { diagram.view.in_words() };
            page.element("figcaption", &words);
            page.close("figure");
        }
        page.close("div");
        page.close("article");
    }
}

/// The men as a table.
fn at_a_glance(page: &mut Page, variant: &Variant) {
    page.open("table", "");
    page.element("caption", "The men at a glance");
    page.line(
        r#"<thead><tr><th scope="col">Man</th><th scope="col">Letter</th><th scope="col">Moves (Betza notation)</th><th scope="col">White, Black at the start</th></tr></thead>"#,
    );
    page.open("tbody", "");
    for id in kinds_in_play(variant) {
        let kind = variant.kind(id);
        let written: Vec<_> = kind.components.iter().map(|part| escaped(part.written())).collect();
        let count = |side: Side| {
            let men = variant.setups.first().map(|setup| &setup.men).into_iter().flatten();
            men.filter(|man| man.kind == id && man.side == side).count()
        };
        page.line(&format!(
            r#"<tr><th scope="row">{}{}</th><td>{}</td><td><code>{}</code></td><td>{}, {}</td></tr>"#,
            figure(variant, id),
            escaped(&man_name(variant, id)),
            escaped(&kind.symbol),
            written.join(" + "),
            count(Side::White),
            count(Side::Black)
        ));
    }
    page.close("tbody");
    page.close("table");
}

fn paragraphs(page: &mut Page, paragraphs: &[Paragraph]) {
    page.open("dl", "");
    for paragraph in paragraphs {
        page.element("dt", &paragraph.title);
        page.element("dd", &paragraph.text);
    }
    page.close("dl");
}

fn endings(page: &mut Page, variant: &Variant) {
    page.paragraph(&endings_intro(variant));
    page.open("ol", "");
    for ending in sentences::endings(variant) {
        page.line(&format!("<li><b>{}.</b> {}</li>", escaped(&ending.title), escaped(&ending.text)));
    }
    page.close("ol");
}

/// How positions and moves of the game are written, with moves that are legal at the start.
fn notation(page: &mut Page, game: &Game) {
    let variant = game.variant();
    let letters = |side: Side| {
        let known: BTreeSet<KindId> = variant.kinds().filter(|(_, kind)| kind.sides[side]).map(|(id, _)| id).collect();
        let men = known.into_iter().map(|id| format!("{} {}", variant.kind(id).symbol, man_name(variant, id)));
        men.collect::<Vec<_>>()
    };
    let (white, black) = (letters(Side::White), letters(Side::Black));
    page.paragraph(&if white == black {
        format!("Letters: {}. On boards and in positions Black's are small.", prose::all_of(white))
    } else {
        format!("White's letters: {}. Black's, small on boards: {}.", prose::all_of(white), prose::all_of(black))
    });
    for sentence in example::notation(&game.start()) {
        page.paragraph(&sentence);
    }
}
