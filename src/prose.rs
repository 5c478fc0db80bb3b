//! Parts of English sentences: lists, articles, plurals, numbers, names of movements.

/// `a`, `a or b`, `a, b or c`; without items `nothing`.
pub fn any_of(items: impl IntoIterator<Item: AsRef<str>>) -> String {
    join_list(items, "or")
}

/// `a`, `a and b`, `a, b and c`; without items `nothing`.
pub fn all_of(items: impl IntoIterator<Item: AsRef<str>>) -> String {
    join_list(items, "and")
}

/// Joins items with commas and a conjunction before the last one; `nothing` if there are none.
fn join_list(items: impl IntoIterator<Item: AsRef<str>>, conjunction: &str) -> String {
    let mut items = items.into_iter().peekable();
    let mut text = String::new();
    while let Some(item) = items.next() {
        if !text.is_empty() {
            text.push_str(if items.peek().is_some() { ", " } else { " " });
            if items.peek().is_none() {
                text.push_str(conjunction);
                text.push(' ');
            }
        }
        text.push_str(item.as_ref());
    }
    if text.is_empty() { "nothing".to_owned() } else { text }
}

/// The usual names of movements, and how Betza notation writes them.
const MOVEMENTS: &[(&str, &str)] = &[
    ("king", "K"),
    ("queen", "Q"),
    ("rook", "R"),
    ("bishop", "B"),
    ("knight", "N"),
    ("wazir", "W"),
    ("ferz", "F"),
    ("fers", "F"),
    ("dabbaba", "D"),
    ("dabbabah", "D"),
    ("alfil", "A"),
    ("elephant", "A"),
    ("threeleaper", "H"),
    ("camel", "C"),
    ("zebra", "Z"),
    ("tripper", "G"),
    ("nightrider", "NN"),
    ("commoner", "K"),
];

/// The movement that has this name in small letters, in the singular or the plural, in Betza notation.
pub fn movement_named(name: &str) -> Option<&'static str> {
    let singular = name.strip_suffix('s').unwrap_or(name);
    MOVEMENTS.iter().find(|(known, _)| *known == name || *known == singular).map(|(_, movement)| *movement)
}

/// Each item in backquotes.
pub fn quoted(items: impl IntoIterator<Item: AsRef<str>>) -> impl Iterator<Item = String> {
    items.into_iter().map(|item| format!("`{}`", item.as_ref()))
}

/// The text with a capital first letter.
pub fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The text with a capital first letter in every word: `Royal Knight`.
pub fn title_case(text: &str) -> String {
    text.split(' ').map(capitalized).collect::<Vec<_>>().join(" ")
}

/// The noun with its indefinite article: `a rook`, `an alfil`.
pub fn with_article(noun: &str) -> String {
    let vowel = noun.starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// The plural of a noun.
pub fn plural(noun: &str) -> String {
    if noun == "series" {
        return noun.to_owned();
    }
    if let Some(stem) = noun.strip_suffix("an").filter(|stem| stem.ends_with(['m', 'M'])) {
        return format!("{stem}en");
    }
    if let Some(stem) = noun.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u'])) {
        return format!("{stem}ies");
    }
    let sibilant = ["s", "x", "z", "ch", "sh"].iter().any(|ending| noun.ends_with(ending));
    format!("{noun}{}", if sibilant { "es" } else { "s" })
}

/// Returns the noun in the number that agrees with a count: the plural unless it is one.
fn agreeing(count: u64, noun: &str) -> String {
    if count == 1 { noun.to_owned() } else { plural(noun) }
}

/// `1 error`, `2 errors`.
pub fn counted(count: u64, noun: &str) -> String {
    format!("{count} {}", agreeing(count, noun))
}

/// `one move`, `two moves`, `40 moves`.
pub fn counted_in_words(count: impl Into<u64>, noun: &str) -> String {
    let count = count.into();
    format!("{} {}", number(count), agreeing(count, noun))
}

/// A number, in words up to twelve.
pub fn number(count: impl Into<u64>) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let count = count.into();
    let word = usize::try_from(count).ok().and_then(|count| WORDS.get(count));
    word.map_or_else(|| count.to_string(), |&word| word.to_owned())
}

/// `first`, `second`, `21st`.
pub fn ordinal(number: u32) -> String {
    const WORDS: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    if let Some(word) = (number as usize).checked_sub(1).and_then(|index| WORDS.get(index)) {
        return (*word).to_owned();
    }
    let ending = match (number / 10 % 10, number % 10) {
        (1, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}
