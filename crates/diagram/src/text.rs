//! The text of a diagram: its lines, found on a page or copied from one, and the table of parameters.

use weakfish::source::{Source, Span};

/// A line of a diagram.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) text: String,
    /// The place of the text as it stands in the source.
    pub(crate) span: Span,
}

/// What becomes of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Treatment {
    /// It is read and expressed, or refused by its value.
    Read,
    /// It is about looks.
    Looks,
    /// It is lost, with this description.
    Lost(&'static str),
}

use Treatment::{Looks, Lost, Read};

/// The parameters, by the treatment of each.
const PARAMETERS: [(&str, Treatment); 45] = [
    ("files", Read),
    ("ranks", Read),
    ("symmetry", Read),
    ("firstRank", Read),
    ("maxPromote", Read),
    ("promoZone", Read),
    ("promoChoice", Read),
    ("promoOffset", Read),
    ("holdingsType", Read),
    ("royal", Read),
    ("extinction", Read),
    ("stalemate", Read),
    ("baring", Read),
    ("shuffle", Read),
    ("iron", Read),
    ("succession", Lost("a royal man that another one succeeds")),
    ("protected", Lost("a man that may not be exchanged while it is protected")),
    ("counterStrike", Lost("a limit of captures after the capture of such a man")),
    ("antiTrade", Lost("a limit of exchanges")),
    ("tradeThreshold", Lost("a limit of exchanges")),
    ("morph", Lost("men that change on certain squares")),
    ("captureMatrix", Lost("men that change by what they capture, or may not capture it")),
    ("autoGate", Lost("men of the holdings that enter behind a first move")),
    ("castleFlip", Lost("castling by which Black goes the other way round")),
    ("zonal", Lost("limits of men to zones by a script")),
    ("shady", Lost("limits of moves by a script")),
    ("contagion", Lost("men that take over the movement of what they capture")),
    ("counters", Lost("counters")),
    ("trackPieces", Lost("counters of men")),
    ("spells", Lost("spells")),
    ("rimes", Lost("men that are bound to each other")),
    ("enableAI", Looks),
    ("useMarkers", Looks),
    ("satellite", Looks),
    ("squareSize", Looks),
    ("graphicsDir", Looks),
    ("graphicsType", Looks),
    ("whitePrefix", Looks),
    ("blackPrefix", Looks),
    ("lightShade", Looks),
    ("darkShade", Looks),
    ("startShade", Looks),
    ("rimColor", Looks),
    ("coordColor", Looks),
    ("borders", Looks),
];

/// Functions of JavaScript by which a page adds rules to its diagram.
pub(crate) const SCRIPTS: [&str; 4] = ["WeirdPromotion(", "BadZone(", "Shade(", "Tinker("];

/// The treatment of a parameter; `None` if it is unknown.
pub(crate) fn treatment(name: &str) -> Option<Treatment> {
    PARAMETERS.iter().find(|(known, _)| *known == name).map(|(_, treatment)| *treatment)
}

/// The names of all parameters.
pub(crate) fn parameter_names() -> impl Iterator<Item = &'static str> + Clone {
    PARAMETERS.iter().map(|(name, _)| *name)
}

/// A parameter and its value, if the line is one.
pub(crate) fn parameter(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once('=')?;
    let name = name.trim();
    let is_name = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    (is_name && name.starts_with(|letter: char| letter.is_ascii_alphabetic())).then(|| (name, value.trim()))
}

/// Whether a line is a man: four colons or more.
pub(crate) fn is_man(text: &str) -> bool {
    !text.starts_with('#') && parameter(text).is_none() && text.matches(':').count() >= 4
}

/// The ranges of the texts of diagrams in a page, or the whole text if it has no such elements.
fn diagrams(text: &str) -> Vec<Span> {
    let lower = text.to_ascii_lowercase();
    let mut spans = Vec::new();
    let mut at = 0;
    while let Some(open) = lower[at..].find('<').map(|found| at + found) {
        let Some(close) = lower[open..].find('>').map(|found| open + found + 1) else { break };
        let tag = lower[open..close].replace(['"', '\''], "");
        let is_diagram = ["class=idiagram", "id=diagram"].iter().any(|mark| tag.contains(mark));
        at = close;
        if is_diagram && !tag.starts_with("</") {
            let end = lower[close..].find("</div").map_or(text.len(), |found| close + found);
            spans.push(Span::new(close, end));
            at = end;
        }
    }
    if spans.is_empty() { vec![Span::new(0, text.len())] } else { spans }
}

/// The lines of the first diagram of a text, and the number of diagrams.
pub(crate) fn read_lines(source: &Source) -> (Vec<Line>, usize) {
    let spans = diagrams(&source.text);
    let Some(span) = spans.first() else { return (Vec::new(), 0) };
    let mut lines = Vec::new();
    let mut at = span.start;
    let here = source.text.get(span.range()).unwrap_or_default();
    for line in here.split_inclusive('\n') {
        for part in split_at_breaks(line) {
            let start = at + (part.as_ptr() as usize - line.as_ptr() as usize);
            push_line(&mut lines, part, start);
        }
        at += line.len();
    }
    (lines, spans.len())
}

/// Splits a line at `<br>`; other tags end what the script reads of it.
fn split_at_breaks(line: &str) -> Vec<&str> {
    let lower = line.to_ascii_lowercase();
    let mut parts = Vec::new();
    let mut rest = 0;
    while let Some(found) = lower[rest..].find("<br") {
        parts.push(&line[rest..rest + found]);
        let after = rest + found;
        rest = lower[after..].find('>').map_or(line.len(), |close| after + close + 1);
    }
    parts.push(&line[rest..]);
    parts
}

/// Adds a line, or several if it has several parameters and men with blanks between them.
fn push_line(lines: &mut Vec<Line>, text: &str, start: usize) {
    let trimmed = text.trim();
    let start = start + (text.len() - text.trim_start().len());
    if trimmed.is_empty() || trimmed.starts_with('#') {
        return;
    }
    let mut words: Vec<(usize, &str)> = Vec::new();
    for word in trimmed.split_whitespace() {
        let at = word.as_ptr() as usize - trimmed.as_ptr() as usize;
        words.push((at, word));
    }
    let begins = |word: &str| parameter(word).is_some() || is_man(word);
    let first: Vec<usize> = (0..words.len()).filter(|&index| begins(words[index].1)).collect();
    if first.len() < 2 {
        lines.push(Line { text: decoded(trimmed), span: Span::new(start, start + trimmed.len()) });
        return;
    }
    // Words between two men are the beginning of the name of the second.
    let mut from = 0;
    for (number, &index) in first.iter().enumerate() {
        let is_parameter = parameter(words[index].1).is_some();
        let until = first.get(number + 1).copied().unwrap_or(words.len());
        let (open, close) = (if is_parameter { index } else { from.min(index) }, index);
        let (begin, end) = (words[open].0, words[close].0 + words[close].1.len());
        let text = &trimmed[begin..end];
        lines.push(Line { text: decoded(text), span: Span::new(start + begin, start + end) });
        from = (index + 1).min(until);
    }
}

/// A text without its HTML tags and entities.
fn decoded(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        plain += before;
        rest = after.split_once('>').map_or("", |(_, rest)| rest);
    }
    plain += rest;
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"), ("&nbsp;", " ")];
    let plain = entities.iter().fold(plain, |text, (entity, letter)| text.replace(entity, letter));
    plain.replace("&amp;", "&").trim().to_owned()
}
