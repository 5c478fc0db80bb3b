//! Rule sheets as HTML: a game on a page, as its inventor would post it.

use std::collections::BTreeSet;

use crate::check::{Checked, Replaced};
use crate::engine::{Game, MoveKind, Piece, Position};
use crate::geometry::Side;
use crate::model::{KindId, Setup, SetupId, Variant};
use crate::notation::replay::{Line, Ply};
use crate::notation::{fen, man_name, name_sides, uci};
use crate::picture::{
    Annotations, Diagram, Facings, Legend, ManFigures, STYLE, View, draw_position, draw_setup, escaped, figure,
    symbols, views,
};
use crate::prose;
use crate::rulebook::page::{difference_from_first, endings_intro, kinds_in_play, origin};
use crate::rulebook::sentences::{self, Paragraph};
use crate::source::Span;
use crate::testing::runner::{self, PlayedGame};

/// The maximum number of setups that are drawn; the others are named.
const MAX_SETUPS: usize = 8;

/// The maximum number of diagrams of men; the moves of the other men are only described.
const MAX_DIAGRAMS: usize = 240;

/// The maximum number of large diagrams of a man; a man with more has small ones.
const MAX_LARGE_DIAGRAMS: usize = 4;

/// Writes the sheet of a game: one HTML page without any other part, for screens, printers and screen readers. A
/// definition with errors has none.
///
/// It has the setups as pictures, every man with its moves in words and in diagrams of all its facings, the rules and
/// endings in words, the notation of moves, and the moves of one of the definition's tests as an example. It contains
/// no scripts, and texts of the definition stay text.
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
    sheet_with_remarks(checked, &[], false)
}

/// Writes the sheet as [`sheet`] does, with remarks on men that the rules don't show at a glance, such as their wins in
/// endings. Each is in the article about its man. `characters` is as in [`Annotations`].
///
/// ```
/// use weakfish::{BuiltIns, Source, check, model::KindId, rulebook::sheet::sheet_with_remarks};
///
/// let checked = check(&Source::new("mine.variant", "game \"Mine\" extends fide\n"), &BuiltIns);
/// let page = sheet_with_remarks(&checked, &[(KindId(1), "It wins against a King.".to_owned())], false).unwrap();
/// assert!(page.contains("<p>It wins against a King.</p>"));
/// ```
pub fn sheet_with_remarks(checked: &Checked, remarks: &[(KindId, String)], characters: bool) -> Option<String> {
    let game = checked.game.as_ref()?;
    Some(html_page(&game.variant().title, &sheet_content(checked, game, (remarks, characters), true)))
}

/// Writes the sheet as elements for a page that has [`picture::STYLE`](crate::picture::STYLE) and a table of contents of
/// its own. No style is written at an element.
///
/// ```
/// use weakfish::{Source, BuiltIns, check, rulebook::sheet::fragment};
///
/// let part = fragment(&check(&Source::new("mine.variant", "game \"Mine\" extends fide\n"), &BuiltIns)).unwrap();
/// assert!(part.starts_with("<svg ") && part.ends_with("</div>\n"));
/// ```
pub fn fragment(checked: &Checked) -> Option<String> {
    fragment_with_remarks(checked, &[], false)
}

/// Writes the sheet as [`fragment`] does, with sentences about men as [`sheet_with_remarks`] has them.
///
/// ```
/// use weakfish::{Source, BuiltIns, check, model::KindId, rulebook::sheet::fragment_with_remarks};
///
/// let checked = check(&Source::new("mine.variant", "game \"Mine\" extends fide\n"), &BuiltIns);
/// let part = fragment_with_remarks(&checked, &[(KindId(1), "It wins against a King.".to_owned())], false).unwrap();
/// assert!(part.contains("<p>It wins against a King.</p>"));
/// ```
pub fn fragment_with_remarks(checked: &Checked, remarks: &[(KindId, String)], characters: bool) -> Option<String> {
    Some(sheet_content(checked, checked.game.as_ref()?, (remarks, characters), false))
}

/// The content of a game's sheet, as HTML; `whole` is whether it is a page of its own.
fn sheet_content(
    checked: &Checked,
    game: &Game,
    (remarks, characters): (&[(KindId, String)], bool),
    whole: bool,
) -> String {
    let variant = game.variant();
    let men = ManFigures::new(variant).with_characters(characters);
    // A page has one of each; a part of a page must not bring others.
    let (header, main) = if whole { ("header", "main") } else { ("div", "div") };
    let about = paragraph(variant.about.as_deref().unwrap_or_default());
    let header =
        html_element(header, "", &[text_element("h1", &variant.title), about, paragraph(&origin(variant))].concat());
    let mut sections = vec![
        (
            "setups",
            if variant.setups.len() == 1 { "Setup" } else { "Setups" },
            setups_section(game, &men, &checked.replaced),
        ),
        ("men", "Men", men_section(&men, remarks, &checked.replaced)),
        ("rules", "Rules", definition_list(&sentences::rules(variant, &checked.replaced))),
        ("endings", "Endings", endings_section(variant, &checked.replaced)),
        ("notation", "Notation", notation_section(game)),
    ];
    sections
        .extend(choose_example(checked).map(|example| ("example", "Example", example_section(&example, characters))));
    let link = |(id, heading, _): &(&str, &str, String)| format!("<li><a href=\"#{id}\">{heading}</a></li>\n");
    let links: String = sections.iter().map(link).collect();
    let contents = html_element("nav", " aria-label=\"Contents\"", &html_element("ul", "", &links));
    let section = |(id, heading, content): &(&str, &str, String)| {
        let heading = format!("<h2 id=\"{id}-heading\">{heading}</h2>\n");
        html_element("section", &format!(" id=\"{id}\" aria-labelledby=\"{id}-heading\""), &(heading + content))
    };
    let sections: String = sections.iter().map(section).collect();
    let contents = if whole { contents } else { String::new() };
    symbols(&men) + &name_sides(variant, header + &contents + &html_element(main, "", &sections))
}

/// The section of the setups, as pictures.
fn setups_section(game: &Game, men: &ManFigures<'_>, replaced: &Replaced) -> String {
    let variant = game.variant();
    let board = |(number, setup): (u8, &Setup)| {
        let id = SetupId(number);
        let difference = difference_from_first(variant, setup).map_or_else(String::new, |text| format!(": {text}"));
        let hands = sentences::hands_sentence(variant, setup).map_or_else(String::new, |hands| format!(". {hands}"));
        let shuffle = sentences::shuffle_sentences(variant, setup);
        let shuffle = shuffle.map_or_else(String::new, |shuffle| format!(". {}", shuffle.trim_end_matches('.')));
        let caption = format!(
            "<figcaption>Setup <b>{}</b>{}{}\n<details class=\"fen\"><summary>FEN</summary><code>{}</code></details></figcaption>\n",
            escaped(&setup.name),
            escaped(&difference),
            escaped(&(hands + &shuffle)),
            escaped(&fen::write(&game.start_of(id)))
        );
        let picture = draw_setup(men, id, Some(&format!("setup-{number}")));
        html_element("figure", " class=\"board\"", &(picture + &caption))
    };
    let boards: String = (0..).zip(&variant.setups).take(MAX_SETUPS).map(board).collect();
    let boards = html_element("div", " class=\"boards\"", &boards);
    let boards = boards + &paragraph(&sentences::setups_replaced(replaced).unwrap_or_default());
    let others: Vec<&str> = variant.setups.iter().skip(MAX_SETUPS).map(|setup| setup.name.as_str()).collect();
    if others.is_empty() {
        return boards;
    }
    boards + &paragraph(&format!("Other setups: {}.", prose::all_of(others)))
}

/// The section of the men: remarks on all, a table, a legend of the diagrams, and an article about each man.
fn men_section(men: &ManFigures<'_>, remarks: &[(KindId, String)], replaced: &Replaced) -> String {
    let variant = men.variant();
    let mut diagrams_left = MAX_DIAGRAMS;
    let with_diagrams = |id: KindId| {
        let views = views(variant, id, Facings::All);
        let drawn_views = if views.len() <= diagrams_left { views.clone() } else { Vec::new() };
        diagrams_left -= drawn_views.len();
        (id, views, drawn_views.into_iter().map(|view| Diagram::new(variant, id, view)).collect())
    };
    let kinds: Vec<(KindId, Vec<View>, Vec<Diagram>)> = kinds_in_play(variant).map(with_diagrams).collect();
    let mut legend = Legend::default();
    for (id, _, diagrams) in &kinds {
        legend.merge(Legend::for_diagrams(variant, *id, diagrams));
    }
    let sign = |(sign, meaning): (String, String)| {
        html_element("li", "", &format!("{sign}<span>{}</span>\n", escaped(&meaning)))
    };
    let legend: String = legend.svg_entries().into_iter().map(sign).collect();
    let basics: String = sentences::basics(variant).iter().map(|sentence| paragraph(sentence)).collect();
    let article = |(id, views, diagrams): &(KindId, Vec<View>, Vec<Diagram>)| {
        let own: Vec<&String> = remarks.iter().filter(|(kind, _)| kind == id).map(|(_, sentence)| sentence).collect();
        man_article(men, *id, &own, (views, diagrams), replaced)
    };
    let articles: String = kinds.iter().map(article).collect();
    let legend_heading = text_element("h3", "How to read the diagrams");
    basics + &men_table(men) + &legend_heading + &html_element("ul", " class=\"legend\"", &legend) + &articles
}

/// The article about a man: its properties, its moves in words and in diagrams.
fn man_article(
    men: &ManFigures<'_>,
    id: KindId,
    remarks: &[&String],
    (views, diagrams): (&[View], &[Diagram]),
    replaced: &Replaced,
) -> String {
    let variant = men.variant();
    let mut article = format!("<h3>{}{}</h3>\n", figure(men, id), escaped(&man_name(variant, id)));
    let in_place_of = sentences::in_place_of(&replaced.by_man(id));
    article.extend(
        sentences::man(variant, id)
            .iter()
            .chain(&in_place_of)
            .chain(remarks.iter().copied())
            .map(|sentence| paragraph(sentence)),
    );
    let are_small = views.len() > MAX_LARGE_DIAGRAMS;
    if are_small || diagrams.is_empty() {
        let moves: String = views.iter().map(|view| text_element("li", &view.in_words())).collect();
        article += &html_element("ul", " class=\"moves\"", &moves);
    }
    let draw = |(number, diagram): (usize, &Diagram)| {
        let caption = if are_small { prose::capitalized(&diagram.view.caption) } else { diagram.view.in_words() };
        let picture = diagram.to_svg(men, Some(&format!("diagram-{}-{number}", id.0)));
        html_element("figure", "", &(picture + &text_element("figcaption", &caption)))
    };
    let figures: String = diagrams.iter().enumerate().map(draw).collect();
    article +=
        &html_element("div", if are_small { " class=\"diagrams many\"" } else { " class=\"diagrams\"" }, &figures);
    html_element("article", " class=\"man\"", &article)
}

/// The men at a glance, as a table: names, letters, movements, and how many stand at the start.
fn men_table(men: &ManFigures<'_>) -> String {
    let variant = men.variant();
    let row = |id: KindId| {
        let kind = variant.kind(id);
        let written: Vec<_> = kind.components.iter().map(|part| escaped(part.written())).collect();
        let count = |side: Side| {
            let men = variant.setups.first().map(|setup| &setup.men).into_iter().flatten();
            men.filter(|man| man.kind == id && man.side == side).count()
        };
        format!(
            "<tr><th scope=\"row\">{}{}</th><td>{}</td><td><code>{}</code></td><td>{}, {}</td></tr>\n",
            figure(men, id),
            escaped(&man_name(variant, id)),
            escaped(&kind.symbol),
            written.join(" + "),
            count(Side::White),
            count(Side::Black)
        )
    };
    let headings = ["Man", "Letter", "Moves (Betza notation)", "White, Black at the start"];
    let headings = headings.map(|heading| format!("<th scope=\"col\">{heading}</th>")).concat();
    let rows: String = kinds_in_play(variant).map(row).collect();
    let caption = text_element("caption", "The men at a glance");
    let head = format!("<thead><tr>{headings}</tr></thead>\n");
    html_element("table", "", &(caption + &head + &html_element("tbody", "", &rows)))
}

fn definition_list(paragraphs: &[Paragraph]) -> String {
    let entry = |paragraph: &Paragraph| text_element("dt", &paragraph.title) + &text_element("dd", &paragraph.text);
    html_element("dl", "", &paragraphs.iter().map(entry).collect::<String>())
}

/// The section of the endings.
fn endings_section(variant: &Variant, replaced: &Replaced) -> String {
    let item = |ending: &Paragraph| format!("<li><b>{}.</b> {}</li>\n", escaped(&ending.title), escaped(&ending.text));
    let list: String = sentences::endings(variant, replaced).iter().map(item).collect();
    paragraph(&endings_intro(variant)) + &html_element("ol", "", &list)
}

/// The section of the notation of positions and moves, with moves that are legal at the start.
fn notation_section(game: &Game) -> String {
    let variant = game.variant();
    let letters = |side: Side| {
        let known: BTreeSet<KindId> = variant.kinds().filter(|(_, kind)| kind.sides[side]).map(|(id, _)| id).collect();
        let men = known.into_iter().map(|id| format!("{} {}", variant.kind(id).symbol, man_name(variant, id)));
        prose::all_of(men)
    };
    let (white, black) = (letters(Side::White), letters(Side::Black));
    let letters = if white == black {
        format!("Letters: {white}. On boards and in positions Black's are small.")
    } else {
        format!("White's letters: {white}. Black's, small on boards: {black}.")
    };
    let sentences = notation_in_words(&game.start());
    [letters].iter().chain(&sentences).map(|sentence| paragraph(sentence)).collect()
}

/// The maximum length of the game in plies.
const MAX_PLIES: usize = 80;

/// The maximum number of boards.
const MAX_BOARDS: usize = 8;

/// Chooses the game of the tests that is shown: the first that ends, or else the longest.
fn choose_example(checked: &Checked) -> Option<PlayedGame<'_>> {
    let worth = |line: &Line| (line.outcome.is_some(), line.plies.len());
    let games =
        runner::played_games(checked).into_iter().filter(|game| (1..=MAX_PLIES).contains(&game.line.plies.len()));
    games.reduce(|best, game| if worth(&best.line) < worth(&game.line) { game } else { best })
}

/// The section of the example: its moves, and a board after each or, of a long game, after some.
fn example_section(example: &PlayedGame<'_>, characters: bool) -> String {
    let line = &example.line;
    let mut text = paragraph(&format!("A game from the tests of the definition: {}.", example.test));
    let setups = &line.start.game().variant().setups;
    if let Some(setup) = setups.get(line.start.setup().index()).filter(|_| setups.len() > 1) {
        text += &paragraph(&format!("It begins from the setup {}.", setup.name));
    }
    // The moves as the definition writes them; the end of a series may not be written.
    let written = |span: Span| example.text.get(span.range()).map(str::trim).filter(|written| !written.is_empty());
    let ply = |ply: &Ply| format!("{} <code>{}</code>", ply.side, escaped(written(ply.span).unwrap_or(&ply.text)));
    let plies: Vec<String> = line.plies.iter().map(ply).collect();
    let items: String = plies.iter().map(|ply| ["<li>", ply, "</li>\n"].concat()).collect();
    text += &html_element("ol", " class=\"plies\"", &items);
    text += &line.outcome.as_ref().map_or_else(String::new, |outcome| paragraph(&format!("{outcome}.")));
    let count = plies.len();
    let boards = count.min(MAX_BOARDS);
    // Spread evenly over the game, the last position always.
    let drawn: Vec<usize> = (1..=boards).map(|board| board * count / boards).collect();
    let mut figures = String::new();
    let mut position = line.start.clone();
    for (number, (ply, caption)) in (1..).zip(line.plies.iter().zip(&plies)) {
        if position.play(ply.mv).is_err() {
            break;
        }
        if drawn.contains(&number) {
            let annotations = Annotations { last: Some(ply.mv), from: None, characters };
            let picture = draw_position(&position, &annotations, Some(&format!("ply-{number}")));
            let caption = format!("<figcaption>{number}. {caption}</figcaption>\n");
            figures += &html_element("figure", " class=\"board\"", &(picture + &caption));
        }
    }
    text + &html_element("div", " class=\"boards small\"", &figures)
}

/// Sentences about the notation of moves, with moves of a position.
fn notation_in_words(position: &Position) -> Vec<String> {
    let mode = |piece: Piece| position.game().piece_info(piece).state.mode;
    // A move to another square, a turn, a flip.
    let mut examples: [Option<String>; 3] = Default::default();
    for (text, mv) in uci::legal_moves(position) {
        let Some(man) = mv.man() else { continue };
        let example_index = if man.from != man.to {
            0
        } else if man.kind == MoveKind::Stationary {
            if position.piece_at(man.from).map(mode) == Some(mode(man.piece)) { 1 } else { 2 }
        } else {
            continue;
        };
        examples[example_index].get_or_insert(text);
    }
    let sentences = [
        format!("{} may begin with a move of a man,", position.turn()),
        "A turn on the spot has the square and, after @, the way the man then faces,".to_owned(),
        "A flip has the new mode after @, - for moving and x for capturing, and the facing before it if there is one,"
            .to_owned(),
    ];
    let intro = "Squares are named by file and rank, as on the boards. A move is written as the squares where it begins and ends.";
    let examples =
        sentences.into_iter().zip(examples).filter_map(|(words, text)| Some(format!("{words} for example {}.", text?)));
    [intro.to_owned()].into_iter().chain(examples).collect()
}

/// The style of a page, without that of its pictures.
const PAGE_STYLE: &str = include_str!("style.css");

/// A page with this title and body.
fn html_page(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<title>{title}</title>
<style>
{STYLE}{PAGE_STYLE}</style>
</head>
<body>
{body}</body>
</html>
"#
    )
}

/// An HTML element with others inside; `attributes` begin with a blank.
fn html_element(name: &str, attributes: &str, inside: &str) -> String {
    format!("<{name}{attributes}>\n{inside}</{name}>\n")
}

/// An HTML element with a text, which is escaped.
fn text_element(name: &str, text: &str) -> String {
    format!("<{name}>{}</{name}>\n", escaped(text))
}

/// An HTML paragraph, unless the text is empty.
fn paragraph(content: &str) -> String {
    if content.is_empty() { String::new() } else { text_element("p", content) }
}
