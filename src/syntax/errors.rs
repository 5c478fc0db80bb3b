//! Diagnostics for syntax errors.

#![allow(clippy::wildcard_enum_match_arm, reason = "the grammar has hundreds of rules, which pest declares")]

use super::ast::{NamedConstruct, PropertyName, Section};
use super::construct::{Construct, Site};
use super::expected::{all_expected, expected, keywords};
use super::hints::{hint, key_hint, line_hint, no_ending_hint, phrase_hint, single_blanks};
use super::joined::joined_error;
use super::lines::{Failure, Item, Node, TextSlice};
use super::readings;
use super::section::{ItemFailure, key_example};
use super::vocabulary::language_words;
use crate::diagnostic::{Code, Diagnostic, Edit, did_you_mean, nearest};
use crate::geometry::Wind;
use crate::prose::any_of;
use crate::reference;
use crate::source::Span;
use weakfish_grammar::variant::{Rule, is_option};

/// The help for words of rules that no definition can express.
const ABSENT: &str = "no definition can say this: `weakfish explain limitations` lists what the language lacks";

/// Longer lists of possible texts go into the help.
const LISTED_IN_LABEL: usize = 4;

/// The diagnostic for an item of a section that can't be read.
pub(super) fn item_error(section: Section, item: Item<'_>, failure: ItemFailure) -> Diagnostic {
    if let Some(help) = line_hint(section, item.key.text, item.value.text) {
        let of_value = !matches!(failure, ItemFailure::Key(_));
        let (code, written, label) = match (of_value, section.words().unknown) {
            (false, Some(code)) => (code, item.key, "not known"),
            _ => (Code::VariantUnexpected, item.value, "not understood"),
        };
        let message = if of_value {
            format!("`{}` can't be said of `{}`", excerpt(written.text), excerpt(item.key.text))
        } else {
            format!("there is no {} `{}`", section.words().line, excerpt(written.text))
        };
        return help.put_into(Diagnostic::error(code, written.span(), message).label(label), item.whole.span());
    }
    if let Some(help) = no_ending_hint(section, item.key.text) {
        let message = format!("there is no ending `{}`", excerpt(item.key.text));
        let unknown = Diagnostic::error(Code::VariantNoSuchEnding, item.key.span(), message).label("not known");
        return help.put_into(unknown, item.key.span());
    }
    if let Some(joined) = joined_error(section, item).filter(|_| !matches!(failure, ItemFailure::Readings)) {
        return joined;
    }
    match failure {
        ItemFailure::Key(failure) => {
            let misspelt = (section == Section::Endings).then(|| readings::misspelt_error(item)).flatten();
            misspelt.unwrap_or_else(|| key_error(section, item, &failure))
        }
        ItemFailure::Value(construct, failure) => value_error(construct, item, &failure),
        ItemFailure::Readings => readings::two_readings_error(section, item)
            .unwrap_or_else(|| key_error(section, item, &Failure::at(item.key))),
    }
}

/// The diagnostic for words before a colon that can't be read.
fn key_error(section: Section, item: Item<'_>, failure: &Failure) -> Diagnostic {
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
        return unexpected_error(written, failure, key_example(section, written.text));
    };
    let unknown = || {
        let message = format!("there is no {} `{}`", section.words().line, excerpt(written.text));
        Diagnostic::error(code, written.span(), message).label("not known")
    };
    let keys = || section.words().keys();
    if let Some(help) = key_hint(section, written.text) {
        return help.put_into(unknown(), written.span());
    }
    if let Some(unlisted) = all_but_error(written).filter(|_| section == Section::Rules) {
        return unlisted;
    }
    if let Some((men, any, place)) = men_on(written.text).filter(|_| section == Section::Endings) {
        return unknown().help(format!("say how many of them: `{any} {place}`, `8 {men} {place}`"));
    }
    let count = |ending: &&str| written.text.strip_suffix(*ending).is_some_and(|count| plain_count(count).is_some());
    if section == Section::Endings && [" captured", " lost", " taken"].iter().any(count) {
        let help = "an ending counts the men that are left: of 16 men `11 men or fewer` are left once 5 are captured";
        return unknown().help(help);
    }
    if let Some(count) = plain_count(written.text).filter(|_| section == Section::Endings) {
        if let Some(men) = count.strip_prefix("0 ") {
            return unknown().help(format!("write `no {men}`")).edit(written.span(), format!("no {men}"));
        }
        return unknown().help(format!("say whether more or fewer count: `{count} or more`, `{count} or fewer`"));
    }
    let phrase = single_blanks(written.text).to_lowercase();
    if reference::is_absent(&phrase) {
        return unknown().help(ABSENT);
    }
    if let Some(rule) = phrase.strip_prefix("no ").filter(|_| section == Section::Rules)
        && let Some(named) = nearest(rule, keys())
    {
        return unknown().help(format!("a rule that is not in force is `{named}: none`"));
    }
    let begins_well = failure.at > written.start;
    if begins_well {
        return unexpected_error(written, failure, key_example(section, written.text));
    }
    if let Some(near) = nearest(written.text, keys()) {
        // Men and numbers in it are examples.
        let has_examples = near.contains(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit());
        return unknown().help(if has_examples {
            format!("as in `{near}`")
        } else {
            format!("did you mean `{near}`?")
        });
    }
    if section == Section::Men {
        return no_letter_error(written)
            .unwrap_or_else(|| unexpected_error(written, failure, key_example(section, written.text)));
    }
    let expected = all_expected(failure);
    match nearest(written.first_word(), keywords(&expected)) {
        Some(meant) => {
            unexpected_error(written, failure, section.words().example).help(format!("did you mean `{meant}`?"))
        }
        None => unknown().help(did_you_mean(written.text, keys())),
    }
}

/// The diagnostic for a rule of men that are named by the others: `drop of men but P`.
fn all_but_error(key: TextSlice<'_>) -> Option<Diagnostic> {
    let (rule, men) = key.text.split_once(" of ")?;
    let words: Vec<&str> = men.split_ascii_whitespace().filter(|word| *word != "all").take(2).collect();
    let is_all_but = matches!(words[..], ["men" | "pieces", "but" | "except"]);
    let start = key.start + key.text.len() - men.len();
    let span = Span::new(start, key.start + key.text.len());
    let others =
        if rule.ends_with("drop") { "; a line `drop: …` is for all men without a line of their own" } else { "" };
    is_all_but.then(|| {
        Diagnostic::error(Code::VariantUnexpected, span, format!("`{}` can't stand here", excerpt(men)))
            .label("which men?")
            .help(format!("name the men that are meant, as in `{rule} of N or Q: …`{others}"))
    })
}

/// The men, one of them and the squares of a condition that says not how many men it is about: `men on hill`.
fn men_on(key: &str) -> Option<(&str, &str, String)> {
    let words: Vec<&str> = key.split_ascii_whitespace().collect();
    let (men, place) = match words.as_slice() {
        ["all" | "every" | "each", men, place @ ..] | [men @ ("men" | "pieces"), place @ ..] => (*men, place),
        _ => return None,
    };
    let any = match men {
        "men" | "man" | "pieces" => "any man",
        man if is_man(man) => man,
        _ => return None,
    };
    let men = if any == men { men } else { "men" };
    matches!(place, ["on" | "in", _, ..]).then(|| (men, any, place.join(" ")))
}

/// The words of a number of men without `or more` or `or fewer`: `2 Q`, `1 man`.
fn plain_count(key: &str) -> Option<String> {
    let words: Vec<&str> = key.split_ascii_whitespace().collect();
    let (number, men) = words.split_first()?;
    let is_men = matches!(men, ["man" | "men"]) || matches!(men, [man] if is_man(man));
    (is_men && number.bytes().all(|byte| byte.is_ascii_digit())).then(|| words.join(" "))
}

fn is_man(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_uppercase() || b"+'".contains(&byte))
}

/// The diagnostic for a man whose line begins with a name, with two letters, or with something else.
fn no_letter_error(key: TextSlice<'_>) -> Option<Diagnostic> {
    let word = key.first_word();
    if !word.is_empty() && !word.starts_with(|c: char| c.is_ascii_alphabetic()) || word.ends_with("''") {
        let span = Span::new(key.start, key.start + word.len());
        let odd = Diagnostic::error(Code::VariantNoSuchMan, span, format!("`{}` is no letter of a man", excerpt(word)));
        return Some(
            odd.label("not from A to Z").help(
                "a man has a capital from `A` to `Z`; if there are too few, one `+` before it or one `'` after it",
            ),
        );
    }
    let initial = word.chars().next().filter(char::is_ascii_alphabetic)?.to_ascii_uppercase();
    let name = match key.text[word.len()..].trim() {
        "" => word.to_ascii_lowercase(),
        name => name.to_owned(),
    };
    let letters = word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    letters.then(|| {
        let span = Span::new(key.start, key.start + word.len());
        Diagnostic::error(Code::VariantNoSuchMan, span, format!("`{}` is no letter of a man", excerpt(word)))
            .label("one capital stands here")
            .help(format!(
                "for example `{initial} {name}: …`; if there are too few letters, `+{initial}` or `{initial}'`"
            ))
    })
}

/// The diagnostic for a line under the wrong heading, or without its own.
pub(super) fn wrong_section_error(section: Section, home: Section, item: Item<'_>) -> Diagnostic {
    let message = format!("`{}` doesn't stand under `{}`", excerpt(item.key.text), section.heading());
    Diagnostic::error(Code::VariantWrongSection, item.key.span(), message)
        .label(format!("this is {}", home.a_line()))
        .help(home.where_lines_stand())
}

/// The diagnostic for a value that can't be read.
fn value_error(construct: &Construct, item: Item<'_>, failure: &Failure) -> Diagnostic {
    let written = item.value;
    let form = construct.example_like(item.whole.text);
    let small_letters = written.text.to_lowercase();
    let expected = all_expected(failure);
    if written.text.is_empty() {
        let diagnostic =
            Diagnostic::error(Code::VariantIncomplete, item.whole.span(), "nothing stands after the colon");
        let diagnostic = diagnostic.label("only half of a line");
        return diagnostic.help(format!("for example `{form}`"));
    }
    let of_all_men = item.key.first_word() == "all";
    if let Some(diagnostic) = no_movement_error(construct, written).filter(|_| !of_all_men) {
        return diagnostic;
    }
    if let Site::Line(section) = construct.site
        && let Some(phrase) = comma_segment(written, failure.at)
        && let Some(help) = phrase_hint(construct.rule, section, phrase.text)
    {
        return help
            .of_man(man_of_line(section, item.key.text))
            .put_into(unexpected_error(written, failure, form), phrase.span());
    }
    let is_forbidden = hint("forbidden", &small_letters).is_some();
    let is_no = is_forbidden || hint("no", &small_letters).is_some();
    if is_no || hint("yes", &small_letters).is_some() {
        let key = excerpt(item.key.text);
        let message = format!("`{key}` isn't a matter of yes or no");
        let ending = construct.site == Site::Line(Section::Endings);
        let certain = is_no && !ending && expected.iter().any(|words| words == "`none`");
        // A rule that restricts the players is not removed by a word that would enforce it.
        let grants = [Rule::castling, Rule::long_step_of, Rule::en_passant, Rule::promotion_of, Rule::passing];
        let certain = certain && (grants.contains(&construct.rule) || !is_forbidden);
        let help = if certain { format!("write `{key}: none`") } else { format!("say how: for example `{form}`") };
        let diagnostic = Diagnostic::error(Code::VariantYesOrNo, written.span(), message)
            .label("this says whether, not how")
            .help(help);
        // A rule that is only said to be there may be the usual one.
        let is_usual = !is_no && construct.site == Site::Line(Section::Rules) && !item.key.text.contains("white ");
        let usual = (is_usual && !item.key.text.contains("black ")).then(|| Edit::new(item.whole.span(), form));
        return if certain { diagnostic.edit(written.span(), "none") } else { diagnostic.propose(usual) };
    }
    let of_man = construct.site == Site::Line(Section::Men);
    let property =
        comma_segment(written, failure.at).filter(|_| of_man).and_then(|phrase| property_example(phrase.text));
    let error = unexpected_error(written, failure, property.unwrap_or(form));
    if construct.rule == Rule::facing && nearest(written.first_word(), keywords(&expected)).is_none() {
        let help = "name the man, its square and its facing, as in `facing: R on a1 e, r on a8 e`; or write `facing: toward the middle`";
        return error.help(help);
    }
    error
}

/// The man of a line under `men`, or the only one of a rule such as `drop of P`.
fn man_of_line(section: Section, key: &str) -> Option<&str> {
    let mut men =
        key.split_ascii_whitespace().filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase() || c == '+'));
    let man = men.next().filter(|_| section == Section::Men || key.contains(" of "))?;
    let is_only = men.next().is_none() && !man.ends_with(',') && !key.contains("all ");
    is_only.then_some(man)
}

/// The diagnostic for a man whose movement is left out or written in small letters.
fn no_movement_error(construct: &Construct, written: TextSlice<'_>) -> Option<Diagnostic> {
    if construct.site != Site::Line(Section::Men) {
        return None;
    }
    let word = written.first_word();
    let whole_word = written.text[word.len()..].is_empty() || written.text[word.len()..].starts_with(',');
    if PropertyName::WRITTEN.iter().any(|property| property.construct().words.split(' ').next() == Some(word)) {
        let message = format!("no movement stands before `{word}`");
        let incomplete =
            Diagnostic::error(Code::VariantIncomplete, Span::new(written.start, written.start + word.len()), message);
        let help = format!("a movement comes first, as in `RN, {}`", excerpt(written.text));
        return Some(incomplete.label("properties follow the movement").help(help));
    }
    let small = word.len() <= 4 && word.bytes().all(|byte| b"wfdnahczgkqrb".contains(&byte)) && !word.is_empty();
    (small && whole_word).then(|| {
        let span = Span::new(written.start, written.start + word.len());
        Diagnostic::error(Code::VariantMovementForm, span, format!("`{word}` has no atom: they are capitals"))
            .label("small letters say how an atom is used")
            .help(format!("did you mean `{}`?", word.to_ascii_uppercase()))
            .propose(Some(Edit::new(span, word.to_ascii_uppercase())))
    })
}

/// The diagnostic for the place where reading of a text fails: the text there, the possible texts, and an example in
/// this `form`.
pub(super) fn unexpected_error(written: TextSlice<'_>, failure: &Failure, form: &str) -> Diagnostic {
    let rest = written.after(beginning_of_word(written.text, failure.at.saturating_sub(written.start)));
    let found = first_token(rest);
    let expected = all_expected(failure);
    let before = written.text.get(..rest.start.saturating_sub(written.start)).unwrap_or_default();
    if let Some((label, help)) = error_by_context(before.trim_end(), found, &expected) {
        let on = (label == "`on` stands before squares").then(|| Edit::new(Span::at(rest.start), "on "));
        let (code, span, message) = if found.is_empty() {
            let last = written.words().last().map_or_else(|| written.span(), TextSlice::span);
            (Code::VariantIncomplete, last, "something is missing after this".to_owned())
        } else {
            let span = Span::new(rest.start, rest.start + found.len());
            (Code::VariantUnexpected, span, format!("`{}` can't stand here", excerpt(found)))
        };
        return Diagnostic::error(code, span, message).label(label).help(help).propose(on);
    }
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
    // A word of the language is hardly a slip for another one, unless they are forms of one word.
    let is_form = |word: &&str| {
        let same = word.bytes().zip(found.bytes()).take_while(|(one, other)| one == other).count();
        same >= 4 || same == word.len().min(found.len()) && same > 2
    };
    let meant = nearest(found, keywords(&expected).filter(|word| *word != found));
    let meant = meant.filter(|word| !language_words().contains(found) || is_form(word));
    // A phrase whose first word is right, if there is only one.
    let phrases = expected.iter().filter_map(|words| words.strip_prefix('`')?.strip_suffix('`'));
    let mut begun = phrases.filter(|words| words.split_once(' ').is_some_and(|(first, _)| first == found));
    let begun = begun.next().filter(|_| begun.next().is_none());
    let meant = begun.or(meant);
    let segment = rest.text.split(',').next().unwrap_or_default().trim_end();
    let property = hint("property", segment)
        .map(|help| (help, segment))
        .or_else(|| Some((hint("property", found)?, found)))
        .filter(|_| expected.iter().any(|words| words == "`royal`"));
    let help = match meant {
        _ if property.is_some() => String::new(),
        _ if found.len() > 2 && reference::is_absent(found) => ABSENT.to_owned(),
        Some(word) => format!("did you mean `{word}`?"),
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
        let before = written.words().last().map_or(Span::at(end), TextSlice::span);
        let message = if listed { format!("{list} is missing") } else { "something is missing".to_owned() };
        Diagnostic::error(Code::VariantIncomplete, before, message).label(format!("{label} after this"))
    } else {
        let span = Span::new(rest.start, rest.start + found.len());
        Diagnostic::error(Code::VariantUnexpected, span, format!("`{}` can't stand here", excerpt(found))).label(label)
    };
    if let Some((property, words)) = property {
        return property.put_into(diagnostic, Span::new(rest.start, rest.start + words.len()));
    }
    let meant = meant.filter(|meant| help.contains(&format!("`{meant}`?")));
    let found = Span::new(rest.start, rest.start + found.len());
    diagnostic.help(help).propose(meant.map(|meant| Edit::new(found, meant)))
}

/// The beginning of the word that a byte is in.
fn beginning_of_word(text: &str, byte: usize) -> usize {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric();
    let bytes = text.as_bytes();
    let before = bytes.get(..byte).unwrap_or_default().iter().rev().take_while(|byte| is_part(byte)).count();
    if bytes.get(byte).is_some_and(is_part) { byte - before } else { byte }
}

/// The label and the help for some mistakes that the words around the place of failure reveal.
fn error_by_context(before: &str, found: &str, expected: &[String]) -> Option<(&'static str, &'static str)> {
    let is_square = |word: &str| {
        let (file, rank) = word.split_at_checked(1).unwrap_or_default();
        file.starts_with(|c: char| c.is_ascii_lowercase()) && rank.parse::<u8>().is_ok()
    };
    let last = before.rsplit(' ').next().unwrap_or_default().trim_end_matches(',');
    let goes_on = matches!(found, "or" | "and" | "," | "&");
    // In a setup each change has its own square.
    if is_square(last) && (goes_on || is_square(found)) && before.contains(" on ") && !before.contains(" with ") {
        let help =
            "join several squares by `or`, as in `on e4 or d4`, or give them a name under `regions`: `goal: e4, d4`";
        return Some(("squares are joined by `or`", help));
    }
    if before.ends_with("when") && found == "leaving" {
        let help = "no event is about where a move begins: `when moving becomes B` is wherever it does";
        return Some(("no such event", help));
    }
    if matches!(last, "enemy" | "enemy's" | "opponent's") && matches!(found, "rank" | "ranks") {
        let help = "ranks are counted from the own side: the enemy's first one is `last rank`, and others are such as `own rank 7`";
        return Some(("no such rank", help));
    }
    if matches!(found, "on" | "in") && !expected.iter().any(|words| words == "`on`") {
        if before.starts_with("no ") {
            let help = "no ending is about squares where men are missing: `no P: loses` is about the whole board";
            return Some(("not of some squares", help));
        }
        let phrase = before.rsplit(',').next().unwrap_or_default();
        if phrase.contains(" become") {
            let help = "the squares stand before what a man becomes there, as in `when arriving on hill may become Q`";
            return Some(("squares stand before it", help));
        }
    }
    let names_squares = matches!(found, "own" | "rank" | "ranks" | "last" | "file" | "files") || is_square(found);
    if names_squares && expected.iter().any(|words| words == "`on`") && !expected.iter().any(|words| words == "`own`") {
        return Some(("`on` stands before squares", "write `on` before them, as in `on own rank 2 to 7`"));
    }
    if found == "then" {
        let help = "a movement with a bend is written in brackets: `[F?R]` is F and then R outward, and `[F-R]` never stops between them";
        return Some(("a bend", help));
    }
    if matches!(found, "left" | "right") && last == "turns" {
        return Some(("to both sides", "leave this out: a man turns to the left and to the right alike"));
    }
    if matches!(last, "becomes" | "become") && matches!(found, "the" | "what" | "a") {
        let help = "name the men it may become, as in `when capturing becomes Q or R`, or write `becomes its victim`";
        return Some(("no man of the game", help));
    }
    if found == "captured" && last == "never" {
        return Some((
            "no such property",
            "write `captured by none`, or say which men may capture it, as in `captured only by K`",
        ));
    }
    if expected.iter().any(|words| words == "`starting`") {
        let help = "write `any starting man but K or P`, with the men that it can't become; or name those that it can";
        return Some(("no such choice", help));
    }
    if found.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
        return Some(("not a half", "men count whole points or halves, as in `R 5, B 3.5`"));
    }
    if before.starts_with("game ") && found.starts_with(".variant") {
        let help = "a built-in game is its name alone, `extends NAME`; the path of a file stands in quotes, `extends \"base.variant\"`";
        return Some(("a name or a file", help));
    }
    if before.starts_with("game ") && before.contains(" extends ") && goes_on {
        return Some(("one game too many", "a game extends one other, which may extend another in its turn"));
    }
    None
}

/// The text between the commas around a place.
fn comma_segment(written: TextSlice<'_>, byte: usize) -> Option<TextSlice<'_>> {
    let (before, behind) = written.text.split_at_checked(byte.saturating_sub(written.start))?;
    let start = before.rfind(',').map_or(0, |comma| comma + 1);
    let end = behind.find(',').map_or(written.text.len(), |comma| before.len() + comma);
    let segment = written.text.get(start..end)?;
    let blanks = segment.len() - segment.trim_start().len();
    Some(TextSlice { text: segment.trim(), start: written.start + start + blanks })
}

/// The first word or mark of a text.
fn first_token(rest: TextSlice<'_>) -> &str {
    match rest.first_word() {
        "" => rest.text.chars().next().map_or("", |first| &rest.text[..first.len_utf8()]),
        word => word.find(')').filter(|&at| at > 0).map_or(word, |at| &word[..at]),
    }
}

/// The user's words as a message shows them: shortened and printable.
pub(crate) fn excerpt(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    let mut words = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = words.char_indices().nth(MAX_CHARS) {
        words.truncate(end);
        words.push('…');
    }
    if words.chars().any(char::is_control) { words.escape_debug().to_string() } else { words }
}

/// An example of the property of a man that begins with the first of these words, if it has several words.
fn property_example(words: &str) -> Option<&'static str> {
    let first = words.split_ascii_whitespace().next()?;
    let properties = PropertyName::WRITTEN.iter().map(|property| property.construct());
    let property = properties.filter(|property| property.example.contains(' '));
    let mut property = property.filter(|property| property.example.split(' ').next() == Some(first));
    property.next().map(|property| property.example_like(words))
}

/// The diagnostic for a man that has a movement but no name.
pub(super) fn nameless_man_error(item: Item<'_>, key: &Node<'_>, value: &Node<'_>) -> Option<Diagnostic> {
    if key.has(Rule::all) || key.has(Rule::man_name) || value.has(Rule::none) {
        return None;
    }
    let symbol = key.child(Rule::symbol)?;
    let name = readings::usual_name(symbol.text());
    let edit = name.map(|name| Edit::new(Span::at(symbol.span().end), format!(" {name}")));
    Some(
        Diagnostic::error(Code::VariantNamelessMan, item.key.span(), "this man has no name")
            .label("only a symbol")
            .help(format!("for example `{} {}: …`", symbol.text(), name.unwrap_or("king")))
            .propose(edit),
    )
}

/// Puts the braces around the facing in a cell of a row that lacks them: `R{e}` for `Re`.
pub(super) fn with_braces(cell: &str) -> Option<String> {
    let (man, state) =
        cell.split_at_checked(1).filter(|(man, _)| man.bytes().all(|byte| byte.is_ascii_alphabetic()))?;
    state.parse::<Wind>().is_ok().then(|| format!("{man}{{{state}}}"))
}

/// The diagnostic for `to move` in a test that stands below no board, or a second time.
pub(super) fn stray_turn_error(span: Span) -> Diagnostic {
    Diagnostic::error(Code::VariantUnexpected, span, "this line stands below no board")
        .label("who is to move, once for each board that is drawn under `position:`")
        .help("draw the board under `position:` above it; a FEN has `w` or `b` behind its board")
}

/// The diagnostic for `facing` in a test that stands below no board, or a second time.
pub(super) fn stray_facing_error(span: Span) -> Diagnostic {
    Diagnostic::error(Code::VariantUnexpected, span, "this line stands below no board")
        .label("how men face, once for each board that is drawn under `position:`")
        .help("draw the board under `position:` above it; a FEN has facings in braces")
}

/// The diagnostic for `hand` in a test that stands below no board.
pub(super) fn stray_hand_error(span: Span) -> Diagnostic {
    Diagnostic::error(Code::VariantUnexpected, span, "this line stands below no board")
        .label("men in hand, once for each board that is drawn under `position:`")
        .help("draw the board under `position:` above it; a FEN has men in hand in brackets behind its board: `[QPp]`")
}

/// The diagnostic for a second facing line of one setup.
pub(super) fn facing_twice_error(first: Span, second: Span) -> Diagnostic {
    Diagnostic::error(Code::VariantFacingTwice, second, "this setup has two facing lines")
        .label("the second one")
        .also(first, "the first one")
        .help("put all men into one of them, with commas, as in `facing: R on a1 e, r on a8 and h8 w`")
}

/// The diagnostic for a second line of men in hand of one setup.
pub(super) fn hand_twice_error(first: Span, second: Span) -> Diagnostic {
    Diagnostic::error(Code::VariantHandTwice, second, "this setup has two lines of men in hand")
        .label("the second one")
        .also(first, "the first one")
        .help("put the men of both sides into one line, as in `hand: 2 P N 2 p n`")
}

/// The diagnostic for a second shuffle of one setup.
pub(super) fn shuffled_twice_error(first: Span, second: Span) -> Diagnostic {
    Diagnostic::error(Code::VariantShuffledTwice, second, "this setup is shuffled by two lines")
        .label("the second one")
        .also(first, "the first one")
        .help("put all men and conditions into one line, as in `shuffled: B, N or K on own rank 1, B on both colours`")
}

/// The diagnostic for a condition on fewer men than none.
pub(super) fn fewer_than_none_error(key: &Node<'_>) -> Option<Diagnostic> {
    let few = key.child(Rule::few).filter(|few| few.has(Rule::than))?;
    let number = few.number().filter(|number| number.value == 0)?;
    Some(
        Diagnostic::error(Code::VariantUnexpected, number.span, "no number of men is smaller than 0")
            .label("never true")
            .help("write `no`, as in `no P: loses`, where a side has none of these men"),
    )
}

/// The diagnostic for a king that castles one of two distances which are not neighbours: `K 2 or 4 toward R`.
pub(super) fn castling_range_error(value: &Node<'_>) -> Option<Diagnostic> {
    let king = value.child(Rule::castling_king).filter(|king| king.has(Rule::or))?;
    let [least, most] = king.numbers().collect::<Vec<_>>()[..] else { return None };
    (least.value.checked_add(1) != Some(most.value)).then(|| {
        Diagnostic::error(Code::VariantUnexpected, most.span, format!("`{}` can't stand here", most.value))
            .label("not one more than the number before it")
            .help("a king castles by a number of squares, or by a range of them: `K 2 toward R`, `K 2 to 4 toward R`")
    })
}

/// The diagnostic for a castling line that names a man that does not castle, or exchanges two.
pub(super) fn castling_men_error(value: &Node<'_>) -> Option<Diagnostic> {
    let king = value.child_of(&[Rule::castling_king, Rule::king_to_squares])?.child(Rule::symbol)?;
    let mut both = value.children().filter(|child| child.rule() == Rule::partners);
    let (partners, again) = (both.next()?, both.next()?);
    let beside = value.child_of(&[Rule::crossed_square, Rule::the_other_side])?.child(Rule::symbol)?;
    let (partners, again) = (partners.words_of(Rule::symbol), again.words_of(Rule::symbol));
    let (beside, king) = (beside.at(beside.text().to_owned()), king.at(king.text().to_owned()));
    let differs = |nth: &usize| partners.get(*nth).map(|man| &man.value) != again.get(*nth).map(|man| &man.value);
    let (wrong, right, role) = if let Some(nth) = (0..partners.len().max(again.len())).find(differs) {
        let (last, expected) = (again.last()?, partners.last()?);
        (
            again.get(nth).unwrap_or(last).clone(),
            partners.get(nth).unwrap_or(expected).clone(),
            "the man it castles with",
        )
    } else if beside.value != king.value {
        (beside, king, "the man that castles")
    } else {
        return None;
    };
    let message = format!("`{}` can't stand here: it is not what castles", wrong.value);
    Some(
        Diagnostic::error(Code::VariantCastlingMen, wrong.span, message)
            .label(format!("expected `{}`", right.value))
            .also(right.span, role)
            .help("for example `castling: K 2 toward R, R to the last square K crossed`"),
    )
}

/// The diagnostics for options that a line has twice.
pub(super) fn options_twice(value: &Node<'_>) -> Vec<Diagnostic> {
    let mut seen: Vec<(Rule, Node<'_>)> = Vec::new();
    let mut twice = Vec::new();
    for option in value.children().filter(|child| is_option(child.rule())) {
        // Longer and shorter turns are two options; `optional` and `compulsory` are one.
        let kind = match option.rule() {
            Rule::also_compulsory => Rule::optionally,
            rule => option.child_of(&[Rule::longer, Rule::shorter]).map_or(rule, |word| word.rule()),
        };
        let words = any_of(expected(if kind == Rule::optionally { kind } else { option.rule() }));
        match seen.iter().find(|(rule, _)| *rule == kind) {
            Some((_, first)) => {
                let message = format!("{words} stands twice in this line");
                let again = Diagnostic::error(Code::VariantOptionTwice, option.span(), message)
                    .label("again here")
                    .also(first.span(), "first here");
                twice.push(match joined_limits(value, first, &option) {
                    Some((text, edits)) => edits
                        .into_iter()
                        .fold(again, |again, edit| again.edit(edit.span, edit.text))
                        .help(format!("the limits of a line are one list: write `{text}`")),
                    None => again.help("keep the one that is meant; the options of a line may stand in any order"),
                });
            }
            None => seen.push((kind, option)),
        }
    }
    twice
}

/// Two limits as one, `at most 1 Q or 1 C`, and the edits that join them; `None` for other options, and for limits that
/// count men in different places.
fn joined_limits(value: &Node<'_>, first: &Node<'_>, again: &Node<'_>) -> Option<(String, [Edit; 2])> {
    let is_limit = |node: &Node<'_>| node.rule() == Rule::at_most && !node.has(Rule::on_the_board);
    if !is_limit(first) || !is_limit(again) {
        return None;
    }
    let number = again.child(Rule::number)?;
    let more = format!(" or {}", &again.text()[number.span().start - again.span().start..]);
    let comma = value.text()[..again.span().start - value.span().start].rfind(',')? + value.span().start;
    let edits =
        [Edit::new(Span::at(first.span().end), more.as_str()), Edit::new(Span::new(comma, again.span().end), "")];
    Some((format!("{}{more}", first.text()), edits))
}
