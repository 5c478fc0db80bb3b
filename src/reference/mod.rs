//! The reference of the language: an entry for each construct, as the book has it.
//!
//! The texts are the Markdown files under `docs/reference`, embedded, and stand nowhere else. An entry begins with a
//! heading of any level whose next line names the words that lead to it, in a comment that a browser doesn't show:
//!
//! ````text
//! # castling
//!
//! <!-- words: castle, kingside, queenside -->
//!
//! One sentence that says what it is.
//!
//! ```grammar
//! castling: KING NUMBER toward PARTNERS, …
//! ```
//!
//! | line | meaning |
//! |---|---|
//! | `castling: K 2 toward R, R to the last square K crossed` | orthodox castling |
//!
//! Whatever else there is to say.
//! ````
//!
//! It ends where the next entry begins, or a heading of its own level or above. The notation of `grammar` blocks is
//! explained at the start of the reference: literal words, capitals for placeholders, brackets around optional parts.

mod entry;
mod pages;
mod read;
mod section;

use std::sync::LazyLock;

pub use entry::{Entry, Form};
pub use section::Section;

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let pages = pages::PAGES.iter().flat_map(|(section, pages)| pages.iter().map(move |page| (*section, *page)));
    pages.flat_map(|(section, (path, text))| read::entries(section, path, text)).collect()
});

/// All entries, in the order of the book.
///
/// ```
/// use weakfish::reference;
///
/// let castling = reference::entries().iter().find(|entry| entry.name == "castling").unwrap();
/// assert_eq!(castling.page, "reference/rules/castling.md");
/// assert!(castling.forms.iter().any(|form| form.meaning == "free castling"));
/// ```
pub fn entries() -> &'static [Entry] {
    &ENTRIES
}

/// The entries for a word: those of this name, or else those that list it among their words, or else either without
/// regard to case, blanks, hyphens and a plural `s`, or else those whose grammar contains it. Several words without a
/// match are looked up one by one.
///
/// ```
/// use weakfish::reference;
///
/// let names = |word| reference::find(word).iter().map(|entry| entry.name).collect::<Vec<_>>();
/// assert_eq!(names("queenside"), ["castling"]);
/// assert_eq!(names("n"), ["n"]);
/// assert_eq!(names("knight"), ["N"]);
/// assert_eq!(names("longer"), ["series"]);
/// assert_eq!(names("kingside castling"), ["castling"]);
/// assert!(names("xyzzy").is_empty());
/// ```
pub fn find(word: &str) -> Vec<&'static Entry> {
    let whole = find_whole(word);
    if !whole.is_empty() || !word.contains(' ') {
        return whole;
    }
    // A word that occurs in grammars only, such as `to` or `the`, is no match by itself.
    let called = word.split_ascii_whitespace().flat_map(find_called);
    let mut found: Vec<&'static Entry> = Vec::new();
    for entry in called {
        if !found.contains(&entry) {
            found.push(entry);
        }
    }
    found
}

/// Whether words lead to the list of what no definition can say.
pub(crate) fn is_absent(words: &str) -> bool {
    find(words).iter().any(|entry| entry.page == "reference/absent.md")
}

/// The entries that a word or several words together lead to.
fn find_whole(word: &str) -> Vec<&'static Entry> {
    let called = find_called(word);
    if called.is_empty() { ENTRIES.iter().filter(|entry| entry.is_written_with(word)).collect() } else { called }
}

/// The entries that are called like this, or have it among their words.
fn find_called(word: &str) -> Vec<&'static Entry> {
    let named = |is: &dyn Fn(&str) -> bool| ENTRIES.iter().filter(|entry| is(entry.name)).collect::<Vec<_>>();
    let leading = |is: &dyn Fn(&str) -> bool| {
        ENTRIES.iter().filter(|entry| entry.words.iter().any(|word| is(word))).collect::<Vec<_>>()
    };
    let loose = loosely(word);
    let same = |other: &str| other == word;
    let alike = |other: &str| !loose.is_empty() && loosely(other) == loose;
    let searches: [&dyn Fn() -> Vec<&'static Entry>; 4] =
        [&|| named(&same), &|| leading(&same), &|| named(&alike), &|| leading(&alike)];
    searches.iter().map(|search| search()).find(|found| !found.is_empty()).unwrap_or_default()
}

/// A word in small letters, without blanks and hyphens, and without an `s` at the end of several letters.
fn loosely(word: &str) -> String {
    let kept = word.chars().filter(|each| !matches!(each, ' ' | '-' | '_'));
    let mut loose: String = kept.flat_map(char::to_lowercase).collect();
    if loose.len() > 3 && loose.ends_with('s') {
        loose.pop();
    }
    loose
}

/// The entry of a section that has this form among its examples, letter by letter.
///
/// ```
/// use weakfish::reference::{Section, of_form};
///
/// assert_eq!(of_form(Section::Rules, "capture: compulsory").unwrap().name, "capture");
/// assert_eq!(of_form(Section::Tests, "perft 3: 8902").unwrap().name, "perft");
/// ```
pub fn of_form(section: Section, example: &str) -> Option<&'static Entry> {
    let has = |entry: &&Entry| entry.forms.iter().any(|form| form.examples.contains(&example));
    ENTRIES.iter().filter(|entry| entry.section == section).find(has)
}

/// The entry of this name in a section.
///
/// ```
/// use weakfish::reference::{Section, named};
///
/// assert_eq!(named(Section::Modifiers, "n").unwrap().summary, "Lame: every square on the way must be empty.");
/// ```
pub fn named(section: Section, name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.section == section && entry.name == name)
}

/// All words that lead to an entry: their names, and then the others.
pub fn words() -> impl Iterator<Item = &'static str> + Clone {
    let names = ENTRIES.iter().map(|entry| entry.name);
    names.chain(ENTRIES.iter().flat_map(|entry| entry.words.iter().copied()))
}

#[cfg(test)]
mod tests;
