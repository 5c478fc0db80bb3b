//! What a snippet puts into a text has no mistake as it stands.

use weakfish::source::Source;
use weakfish::testing::runner;
use weakfish::{BuiltIns, check};

use super::json;

/// A place in a snippet that its user fills in.
struct Field<'s> {
    number: &'s str,
    /// What may stand there; a field without choices has one.
    texts: Vec<&'s str>,
}

/// A snippet in pieces.
enum Piece<'s> {
    Text(&'s str),
    Field(Field<'s>),
}

/// Reads `${1:text}`, `${1|one,other|}` and `$1`.
fn pieces(body: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = body;
    while let Some((before, after)) = rest.split_once('$') {
        pieces.push(Piece::Text(before));
        let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
        if let Some(inside) = after.strip_prefix('{') {
            let (inside, after) = inside.split_once('}').expect("a brace");
            let (number, rest_of_field) = inside.split_at(digits(inside));
            let texts = match rest_of_field.strip_prefix('|').and_then(|choices| choices.strip_suffix('|')) {
                Some(choices) => choices.split(',').collect(),
                None => vec![rest_of_field.strip_prefix(':').expect("a text")],
            };
            pieces.push(Piece::Field(Field { number, texts }));
            rest = after;
        } else {
            let (number, after) = after.split_at(digits(after));
            assert!(!number.is_empty(), "{body}");
            pieces.push(Piece::Field(Field { number, texts: vec![] }));
            rest = after;
        }
    }
    pieces.push(Piece::Text(rest));
    pieces
}

/// The texts that come of a snippet: with the first choice everywhere, and with each other choice in turn.
fn expansions(body: &str) -> Vec<String> {
    let pieces = pieces(body);
    let fields = || pieces.iter().filter_map(|piece| if let Piece::Field(field) = piece { Some(field) } else { None });
    let text = |chosen: &str, choice: usize| -> String {
        let filled = |field: &Field<'_>| {
            let first = fields().find(|other| other.number == field.number && !other.texts.is_empty());
            first.map_or("", |first| first.texts[if first.number == chosen { choice } else { 0 }])
        };
        let piece = |piece: &Piece<'_>| match piece {
            Piece::Text(text) => (*text).to_owned(),
            Piece::Field(field) => filled(field).to_owned(),
        };
        pieces.iter().map(piece).collect()
    };
    let others = fields().flat_map(|field| (1..field.texts.len()).map(|choice| text(field.number, choice)));
    std::iter::once(text("", 0)).chain(others).collect()
}

/// A definition in which a snippet is all that is new.
fn definition(prefix: &str, text: &str) -> String {
    let chess = "game \"A Game\" extends fide\n\n";
    let promotion = "rules\n  promotion of P: on last rank, to R, B or N\n";
    let endings = "checkmated: loses\n  stalemated: draw\n  50 moves without progress: draw\n  the rest: none\n";
    match prefix {
        "game" | "newgame" => text.to_owned(),
        "man" | "parts" => format!("{chess}men\n  {text}, instead of Q\n\n{promotion}"),
        "royal" => format!("{chess}men\n  {text}\n"),
        "region" => format!("{chess}regions\n  {text}\n\nendings\n  Q on hill: wins\n  the rest: inherited\n"),
        "setup" | "test" | "testposition" => format!("{chess}{text}\n"),
        "changed" => {
            let board = "setup standard\n  r n b q k b n r\n  p p p p p p p p\n".to_owned();
            let rest = "  . . . . . . . .\n".repeat(4) + "  P P P P P P P P\n  R N B Q K B N R\n\n";
            format!("{chess}{board}{rest}{text}\n")
        }
        // Rules about turns and repetition need a man that turns, and no ending that waits for a repetition.
        "castling" | "longstep" | "promotion" | "rule" => {
            format!("{chess}men\n  K king: fK, royal, turns 45\n\nrules\n  {text}\n\nendings\n  {endings}")
        }
        // Who may pass is never stalemate.
        "passing" => {
            format!(
                "{chess}rules\n  {text}\n\nendings\n  checkmated: loses\n  50 moves without progress: draw\n  the rest: none\n"
            )
        }
        "ending" => format!("{chess}endings\n  {text}\n  no P: loses\n  the rest: inherited\n"),
        "draw" => format!("{chess}endings\n  {text}\n  the rest: inherited\n"),
        "goal" => format!("{chess}endings\n  {text}\n  {endings}"),
        other => panic!("no definition for the snippet `{other}`"),
    }
}

#[test]
fn every_snippet_checks_clean() {
    let snippets = json("editors/vscode/snippets/weakfish.json");
    let snippets = snippets.as_object().expect("snippets");
    assert!(snippets.len() > 10);
    for (name, snippet) in snippets {
        let prefix = snippet["prefix"].as_str().expect("a prefix");
        let body = match &snippet["body"] {
            serde_json::Value::String(line) => line.clone(),
            lines => lines
                .as_array()
                .expect("lines")
                .iter()
                .map(|line| line.as_str().expect("a line"))
                .collect::<Vec<_>>()
                .join("\n"),
        };
        for (choice, text) in expansions(&body).iter().enumerate() {
            let text = definition(prefix, text);
            let checked = check(&Source::new("snippet.variant", &*text), &BuiltIns);
            assert!(checked.report.is_empty(), "{name}\n{text}\n{}", checked.report);
            for result in runner::run(&checked) {
                // The other choices are what to change besides the moves.
                assert!(choice > 0 || result.passed(), "{name}\n{text}\n{:?}", result.diagnostics);
            }
        }
    }
}
