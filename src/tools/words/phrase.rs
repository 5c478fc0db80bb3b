//! Small change of English: numbers, lists, articles, plurals.

/// The word with a capital.
pub(in crate::tools) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The name with `a` or `an`.
pub(super) fn with_article(name: &str) -> String {
    let vowel = name.chars().next().is_some_and(|first| "AEIOaeio".contains(first));
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// `a`, `a or b`, `a, b or c`.
pub(super) fn list(items: impl IntoIterator<Item = String>, last: &str) -> String {
    let mut items: Vec<String> = items.into_iter().collect();
    let Some(end) = items.pop() else { return String::new() };
    if items.is_empty() { end } else { format!("{} {last} {end}", items.join(", ")) }
}

/// A number, in words up to twelve.
pub(super) fn number(count: impl Into<u32>) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let count = count.into();
    WORDS.get(count as usize).map_or_else(|| count.to_string(), |&word| word.to_owned())
}

/// `one move`, `two moves`.
pub(super) fn counted(count: impl Into<u32>, what: &str) -> String {
    let count = count.into();
    format!("{} {}", number(count), if count == 1 { what.to_owned() } else { plural(what) })
}

/// `first`, `second`, `21st`.
pub(super) fn ordinal(number: u32) -> String {
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

/// The plural of a name or a word.
pub(super) fn plural(word: &str) -> String {
    if word == "series" {
        return word.to_owned();
    }
    if let Some(stem) = word.strip_suffix("man").or_else(|| word.strip_suffix("Man")) {
        let initial = &word[stem.len()..=stem.len()];
        return format!("{stem}{initial}en");
    }
    if let Some(stem) = word.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u'])) {
        return format!("{stem}ies");
    }
    let hisses = ["s", "x", "z", "ch", "sh"].iter().any(|ending| word.ends_with(ending));
    format!("{word}{}", if hisses { "es" } else { "s" })
}

/// Angles in eighths as degrees: `45°`, `45° or 90°`.
pub(super) fn angles(eighths: &[u8]) -> String {
    list(eighths.iter().map(|&eighths| format!("{}°", u32::from(eighths) * 45)), "or")
}

#[cfg(test)]
mod tests {
    use super::{counted, list, ordinal, plural, with_article};

    #[test]
    fn english_is_regular_enough() {
        assert_eq!(list(["a", "b", "c"].map(str::to_owned), "or"), "a, b or c");
        assert_eq!(counted(2_u32, "series"), "two series");
        assert_eq!(counted(40_u32, "move"), "40 moves");
        assert_eq!(["Ferz", "Royal Man", "Bay", "Army"].map(plural), ["Ferzes", "Royal Men", "Bays", "Armies"]);
        assert_eq!([3, 11, 22, 75].map(ordinal), ["third", "11th", "22nd", "75th"]);
        assert_eq!(["Oyster", "Unicorn"].map(with_article), ["an Oyster", "a Unicorn"]);
    }
}
