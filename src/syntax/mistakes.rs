//! Diagnostics for lines that can't be read.

use super::ast::Section;
use super::expected::{all_expected, keywords};
use super::grammar::Rule;
use super::lines::Item;
use super::node::{Failure, Node, Piece};
use super::section::{ItemFailure, key_example};
use super::vocabulary::{Construct, Place, PropertyName};
use crate::diagnostic::{Code, Diagnostic, certain, nearest};
use crate::prose::any_of;
use crate::source::Span;

/// Longer lists of what could stand somewhere go into the help.
const LISTED_IN_LABEL: usize = 4;

/// Words before a colon that people are likely to write, with the right line.
const LIKELY_KEYS: &[(Section, &str, &str)] = &[
    (Section::Facts, "title", "the title is the first line: `game \"…\"`"),
    (Section::Facts, "name", "the title is the first line: `game \"…\"`"),
    (Section::Facts, "author", "the inventor stands in `inventor: \"…\"`"),
    (Section::Facts, "size", "the size of the board stands in `board: 8x8`"),
    (Section::Facts, "extends", "the game it builds on stands in the title: `game \"…\" extends NAME`"),
    (Section::Rules, "double step", "write `long step of P: 2 squares from own rank 2`"),
    (Section::Rules, "pawn double step", "write `long step of P: 2 squares from own rank 2`"),
    (Section::Rules, "en passant", "it stands at the end of the long step: `long step of P: …, en passant`"),
    (Section::Rules, "pawn promotion", "write `promotion of P: on the last rank, to …`"),
    (Section::Rules, "promotion", "name the man: `promotion of P: on the last rank, to …`"),
    (Section::Rules, "bare king", "that is an ending: `opponent bared: wins`, under `endings`"),
    (Section::Rules, "pass", "write `passing: when no other move` or `passing: always`"),
    (Section::Rules, "check ends series", "write `series ends: by check`"),
    (Section::Endings, "bare king", "write `opponent bared: wins` or `bared: loses`"),
    (Section::Endings, "mate", "write `checkmate`"),
    (Section::Endings, "repetition", "write `position 3 times: draw`, or under `rules`, `repetition: illegal`"),
    (Section::Endings, "threefold repetition", "write `position 3 times: draw`"),
    (Section::Endings, "fivefold repetition", "write `position 5 times: draw`"),
    (Section::Endings, "insufficient material", "list the men that are too few: `only K v K, or K N v K: draw`"),
    (Section::Endings, "fifty moves", "write `50 moves without progress: draw on claim`"),
    (Section::Endings, "no moves", "write `stalemate`"),
    (Section::Test, "fen", "write `position: …`"),
    (Section::Test, "moves", "write `play: …`, or `legal: …` for what should be possible"),
    (Section::Test, "result", "write `expect: white wins by checkmate`"),
];

/// Words after a colon that people are likely to write, and the right ones.
const LIKELY_WORDS: &[(&str, &str)] = &[
    ("won", "wins"),
    ("win", "wins"),
    ("lost", "loses"),
    ("loss", "loses"),
    ("lose", "loses"),
    ("drawn", "draw"),
    ("draws", "draw"),
    ("tie", "draw"),
    ("stalemates", "stalemate"),
    ("mate", "checkmate"),
    ("towards", "toward"),
    ("loose", "loses"),
    ("last", "the last rank"),
    ("vs", "v"),
    ("through", "to"),
    ("rotate", "turns"),
    ("turning", "turns"),
    ("&", "and"),
    ("instead", "instead of"),
];

/// Words that people are likely to write as properties of a man, with the right line.
const LIKELY_PROPERTIES: &[(&str, &str)] = &[
    ("promotes", "that is a rule: under `rules`, `promotion of P: on the last rank, to Q`"),
    ("promotion", "that is a rule: under `rules`, `promotion of P: on the last rank, to Q`"),
    ("castles", "that is a rule: under `rules`, `castling: K 2 toward R, R to the last square K crossed`"),
    ("castling", "that is a rule: under `rules`, `castling: K 2 toward R, R to the last square K crossed`"),
    ("double", "that is a rule: under `rules`, `long step of P: 2 squares from own rank 2, en passant`"),
    ("en", "that is a rule: under `rules`, `long step of P: 2 squares from own rank 2, en passant`"),
    ("must", "that is a rule, and for all men: under `rules`, as in `must move: once in 5` or `capture: compulsory`"),
    (
        "faces",
        "how a man faces at the start is drawn with it: `R{n}`; `one direction at a time from f` lets it use one",
    ),
    (
        "facing",
        "how a man faces at the start is drawn with it: `R{n}`; `one direction at a time from f` lets it use one",
    ),
    ("lame", "write `n` before the atom: `nN` is a lame knight"),
    ("jumps", "write it in the movement: `jR` must jump over exactly one man"),
    ("immobile", "write `no movement` instead of a movement"),
    ("cannot", "write the movement without it; `m` moves without capturing, `c` only captures"),
    ("value", "a man has no value: nothing in a game's rules depends on it"),
];

/// Values like `yes` and `no`, where the language says how.
const YES_OR_NO: &[(&str, bool)] = &[
    ("yes", true),
    ("true", true),
    ("on", true),
    ("allowed", true),
    ("legal", true),
    ("no", false),
    ("false", false),
    ("off", false),
    ("not allowed", false),
    ("forbidden", false),
    ("disabled", false),
];

/// The diagnostic for an item of a section that can't be read.
pub(super) fn item(section: Section, item: Item<'_>, failure: ItemFailure) -> Diagnostic {
    match failure {
        ItemFailure::Key(failure) => key(section, item, &failure),
        ItemFailure::Value(construct, failure) => value(construct, item, &failure),
    }
}

fn key(section: Section, item: Item<'_>, failure: &Failure) -> Diagnostic {
    let written = item.key;
    if written.text.is_empty() {
        return Diagnostic::error(
            Code::VariantIncomplete,
            Span::new(written.start, written.start + 1),
            "nothing stands before the colon",
        )
        .label(format!("{} should be named here", section.a_line()))
        .help(format!("for example `{}`", section.words().example));
    }
    let Some(code) = section.words().unknown else {
        return unexpected(written, failure, key_example(section, written.text));
    };
    let unknown = || {
        let message = format!("there is no {} `{}`", section.words().line, shown(written.text));
        Diagnostic::error(code, written.span(), message).label("not known")
    };
    let keys = || section.words().keys();
    let words: Vec<_> = written.text.split_ascii_whitespace().collect();
    let phrase = words.join(" ").to_lowercase();
    let likely = LIKELY_KEYS.iter().find(|(of, wrong, _)| *of == section && *wrong == phrase);
    if let Some((_, _, help)) = likely {
        return unknown().help(*help);
    }
    if let Some(rule) = phrase.strip_prefix("no ").filter(|_| section == Section::Rules)
        && let Some(named) = nearest(rule, keys())
    {
        return unknown().help(format!("a rule that is not in force is `{named}: none`"));
    }
    let understood = failure.at > written.start;
    if understood {
        return unexpected(written, failure, key_example(section, written.text));
    }
    if nearest(written.text, keys()).is_some() {
        return unknown().suggest(written.span(), written.text, keys());
    }
    if section == Section::Men {
        return no_letter(written).unwrap_or_else(|| unexpected(written, failure, key_example(section, written.text)));
    }
    let first = all_expected(&failure.expected);
    match nearest(written.first_word(), keywords(&first)) {
        Some(meant) => unexpected(written, failure, section.words().example).help(format!("did you mean `{meant}`?")),
        None => unknown().suggest(written.span(), written.text, keys()),
    }
}

/// The diagnostic for a man whose line begins with a name, or with two letters.
fn no_letter(key: Piece<'_>) -> Option<Diagnostic> {
    let word = key.first_word();
    let initial = word.chars().next().filter(char::is_ascii_alphabetic)?.to_ascii_uppercase();
    let name = match key.text[word.len()..].trim() {
        "" => word.to_ascii_lowercase(),
        name => name.to_owned(),
    };
    let letters = word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    letters.then(|| {
        let span = Span::new(key.start, key.start + word.len());
        Diagnostic::error(Code::VariantNoSuchMan, span, format!("`{}` is no letter of a man", shown(word)))
            .label("one capital stands here")
            .help(format!(
                "for example `{initial} {name}: …`; if there are too few letters, `+{initial}` or `{initial}'`"
            ))
    })
}

/// The diagnostic for a line under the wrong heading, or without its own.
pub(super) fn wrong_section(section: Section, home: Section, item: Item<'_>) -> Diagnostic {
    let message = format!("`{}` doesn't stand under `{}`", shown(item.key.text), section.heading());
    let help = match home {
        Section::Facts => "facts stand right under the title".to_owned(),
        _ => format!("it belongs under the heading `{}`", home.words().heading_form),
    };
    Diagnostic::error(Code::VariantWrongSection, item.key.span(), message)
        .label(format!("this is {}", home.a_line()))
        .help(help)
}

fn value(construct: &Construct, item: Item<'_>, failure: &Failure) -> Diagnostic {
    let written = item.value;
    let form = construct.example_like(item.whole.text);
    let lower = written.text.to_lowercase();
    let expected = all_expected(&failure.expected);
    if written.text.is_empty() {
        let diagnostic =
            Diagnostic::error(Code::VariantIncomplete, item.whole.span(), "nothing stands after the colon");
        let diagnostic = diagnostic.label("only half of a line");
        return diagnostic.help(format!("for example `{form}`"));
    }
    if let Some(diagnostic) = no_movement(construct, written) {
        return diagnostic;
    }
    if let Some((_, whether)) = YES_OR_NO.iter().find(|(word, _)| *word == lower) {
        let key = shown(item.key.text);
        let message = format!("`{key}` isn't a matter of yes or no");
        let help = match whether {
            false if expected.iter().any(|words| words == "`none`") => format!("write `{key}: none`"),
            _ => format!("say how: for example `{form}`"),
        };
        let certain = help.ends_with(": none`");
        let diagnostic = Diagnostic::error(Code::VariantYesOrNo, written.span(), message)
            .label("this says whether, not how")
            .help(help);
        return if certain { diagnostic.edit(written.span(), "none") } else { diagnostic };
    }
    unexpected(written, failure, form)
}

/// The diagnostic for a man whose movement is left out or written in small letters.
fn no_movement(construct: &Construct, written: Piece<'_>) -> Option<Diagnostic> {
    if construct.place != Place::Line(Section::Men) {
        return None;
    }
    let word = written.first_word();
    let whole_word = written.text[word.len()..].is_empty() || written.text[word.len()..].starts_with(',');
    if PropertyName::ALL.iter().any(|property| property.construct().words.split(' ').next() == Some(word)) {
        let message = format!("no movement stands before `{word}`");
        let incomplete =
            Diagnostic::error(Code::VariantIncomplete, Span::new(written.start, written.start + word.len()), message);
        let help = format!("a movement comes first, as in `RN, {}`", shown(written.text));
        return Some(incomplete.label("properties follow the movement").help(help));
    }
    let small = word.len() <= 4 && word.bytes().all(|byte| b"wfdnahczgkqrb".contains(&byte)) && !word.is_empty();
    (small && whole_word).then(|| {
        let span = Span::new(written.start, written.start + word.len());
        Diagnostic::error(Code::VariantMovementForm, span, format!("`{word}` has no atom: they are capitals"))
            .label("small letters say how an atom is used")
            .help(format!("did you mean `{}`?", word.to_ascii_uppercase()))
    })
}

/// The diagnostic for the place where a text can't be read on.
pub(super) fn unexpected(written: Piece<'_>, failure: &Failure, form: &str) -> Diagnostic {
    let rest = written.after(failure.at.saturating_sub(written.start));
    let found = found(rest);
    let expected = all_expected(&failure.expected);
    if rest.text.starts_with('"') && expected.iter().any(|words| words == "a text in quotes") {
        return Diagnostic::error(Code::VariantUnclosedText, rest.span(), "this text doesn't end")
            .label("no quotation mark closes it on this line")
            .help("a text stands in quotation marks on one line, without any inside");
    }
    if rest.text == "," {
        return Diagnostic::error(Code::VariantStrayComma, rest.span(), "nothing follows this comma")
            .label("it would carry the line on")
            .help("leave it out; a line that is carried on has no colon of its own")
            .edit(rest.span(), "");
    }
    let list = any_of(&expected);
    let listed = !expected.is_empty() && expected.len() <= LISTED_IN_LABEL;
    let form = segment(written, failure.at).and_then(property_example).unwrap_or(form);
    let meant = meant(found, &expected);
    let property =
        LIKELY_PROPERTIES.iter().find(|(word, _)| *word == found && expected.iter().any(|words| words == "`royal`"));
    let help = match meant {
        _ if property.is_some() => property.map_or("", |(_, help)| help).to_owned(),
        Some(Meant { word, .. }) => format!("did you mean `{word}`?"),
        None if expected == ["`+`"] => {
            "a movement is one word, `mfW`; parts have names and `+` between them, `short fW + leap rfN`".to_owned()
        }
        None if listed => format!("for example `{form}`"),
        None if expected.is_empty() => format!("write it like `{form}`"),
        None => format!("here can stand {list}; for example `{form}`"),
    };
    let label = if listed { format!("expected {list}") } else { "not understood".to_owned() };
    let diagnostic = if rest.text.is_empty() {
        // The end of a line is not visible, but its last word is.
        let end = written.span().end;
        let before = written.words().last().map_or(Span::at(end), Piece::span);
        let message = if listed { format!("{list} is missing") } else { "something is missing".to_owned() };
        Diagnostic::error(Code::VariantIncomplete, before, message).label(format!("{label} after this"))
    } else {
        let span = Span::new(rest.start, rest.start + found.len());
        let unexpected =
            Diagnostic::error(Code::VariantUnexpected, span, format!("`{}` can't stand here", shown(found)));
        match meant {
            Some(Meant { word, certain: true }) => unexpected.label(label).edit(span, word),
            _ => unexpected.label(label),
        }
    };
    diagnostic.help(help)
}

/// The first word after the last comma before a place.
fn segment(written: Piece<'_>, at: usize) -> Option<&str> {
    let before = written.text.get(..at.saturating_sub(written.start))?;
    let segment = before.rfind(',').map_or(before, |comma| &before[comma + 1..]);
    segment.split_ascii_whitespace().next()
}

/// The word that was meant by another one.
#[derive(Clone, Copy)]
struct Meant<'a> {
    word: &'a str,
    certain: bool,
}

/// The word that was meant by this one.
fn meant<'a>(found: &str, expected: &'a [String]) -> Option<Meant<'a>> {
    let likely = LIKELY_WORDS.iter().find(|(wrong, _)| wrong.eq_ignore_ascii_case(found)).map(|(_, right)| *right);
    let possible = |word: &&str| {
        expected.iter().any(|words| words.trim_matches('`').starts_with(word.split(' ').next().unwrap_or(word)))
    };
    if let Some(word) = likely.filter(possible) {
        return Some(Meant { word, certain: true });
    }
    let certainly = certain(found, keywords(expected));
    nearest(found, keywords(expected)).map(|word| Meant { word, certain: certainly == Some(word) })
}

/// The word or mark with which a text goes on.
fn found(rest: Piece<'_>) -> &str {
    match rest.first_word() {
        "" => rest.text.chars().next().map_or("", |first| &rest.text[..first.len_utf8()]),
        word => word.find(')').filter(|&at| at > 0).map_or(word, |at| &word[..at]),
    }
}

/// The user's words as a message shows them: shortened and printable.
pub(super) fn shown(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    let mut words = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = words.char_indices().nth(MAX_CHARS) {
        words.truncate(end);
        words.push('…');
    }
    if words.chars().any(char::is_control) { words.escape_debug().to_string() } else { words }
}

/// The property of a man that begins with this word, as an example, if it has more words.
fn property_example(word: &str) -> Option<&'static str> {
    let examples = PropertyName::ALL.iter().map(|property| property.construct().example());
    examples.into_iter().find(|example| example.split_once(' ').is_some_and(|(first, _)| first == word))
}

/// The diagnostic for a man that has a movement but no name.
pub(super) fn nameless(item: Item<'_>, key: &Node<'_>, value: &Node<'_>) -> Option<Diagnostic> {
    if key.has(Rule::all) || key.has(Rule::man_name) || value.has(Rule::none) {
        return None;
    }
    let symbol = key.child(Rule::symbol)?;
    Some(
        Diagnostic::error(Code::VariantNamelessMan, item.key.span(), "this man has no name")
            .label("only a symbol")
            .help(format!("for example `{} king: …`", symbol.text())),
    )
}

/// The diagnostic for a second facing line of one setup.
pub(super) fn facing_twice(first: Span, second: Span) -> Diagnostic {
    Diagnostic::error(Code::VariantFacingTwice, second, "this setup has two facing lines")
        .label("the second one")
        .also(first, "the first one")
        .help("leave one of them")
}

/// The diagnostic for a castling line that names a man that does not castle, or exchanges two.
pub(super) fn castling_men(value: &Node<'_>) -> Option<Diagnostic> {
    let king = value.child_of(&[Rule::castling_king, Rule::king_to_squares])?.child(Rule::symbol)?;
    let partners = value.child(Rule::partners)?;
    let again = value.child(Rule::castling_partners)?.child(Rule::partners)?;
    let beside = value.child_of(&[Rule::last_crossed, Rule::any_crossed, Rule::the_other_side])?.child(Rule::symbol)?;
    let (partners, again) = (partners.words_of(Rule::symbol), again.words_of(Rule::symbol));
    let (beside, king) = (beside.at(beside.text().to_owned()), king.at(king.text().to_owned()));
    let differs = |at: &usize| partners.get(*at).map(|man| &man.value) != again.get(*at).map(|man| &man.value);
    let (wrong, right, is) = if let Some(at) = (0..partners.len().max(again.len())).find(differs) {
        let (last, expected) = (again.last()?, partners.last()?);
        (again.get(at).unwrap_or(last).clone(), partners.get(at).unwrap_or(expected).clone(), "the man it castles with")
    } else if beside.value != king.value {
        (beside, king, "the man that castles")
    } else {
        return None;
    };
    let message = format!("`{}` can't stand here: it is not what castles", wrong.value);
    Some(
        Diagnostic::error(Code::VariantCastlingMen, wrong.span, message)
            .label(format!("expected `{}`", right.value))
            .also(right.span, is)
            .help("for example `castling: K 2 toward R, R to the last square K crossed`"),
    )
}
