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
//! It ends where the next entry begins, or a heading of its own level or above. What `grammar` blocks mean is said at
//! the start of the reference: words as they are written, capitals for what varies, brackets around what may be absent.

mod pages;
mod read;

use std::fmt;
use std::sync::LazyLock;

/// A part of the language, whose constructs stand in the same places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Section {
    /// What holds of the whole file: comments, names, inheritance.
    File,
    /// The title and the facts under it.
    Facts,
    /// Lines of men.
    Men,
    /// Properties of men.
    Properties,
    /// Regions, and ways to name squares.
    Regions,
    /// Setups, and changes of them.
    Setups,
    /// Rules.
    Rules,
    /// Conditions under which the game ends.
    Endings,
    /// What such a condition leads to.
    Results,
    /// Who is to move where a condition counts.
    Turn,
    /// Lines of tests.
    Tests,
    /// Betza notation: which leap.
    Atoms,
    /// Betza notation: how often it is repeated.
    Ranges,
    /// Betza notation: small letters before an atom.
    Modifiers,
    /// Betza notation: several leaps one after another.
    Paths,
}

impl Section {
    /// All of them, in the order of the book.
    pub const ALL: [Self; 15] = [
        Self::File,
        Self::Facts,
        Self::Men,
        Self::Properties,
        Self::Regions,
        Self::Setups,
        Self::Rules,
        Self::Endings,
        Self::Results,
        Self::Turn,
        Self::Tests,
        Self::Atoms,
        Self::Ranges,
        Self::Modifiers,
        Self::Paths,
    ];

    /// Its title: `properties of men`.
    pub const fn title(self) -> &'static str {
        match self {
            Self::File => "the shape of a file",
            Self::Facts => "title and facts",
            Self::Men => "men",
            Self::Properties => "properties of men",
            Self::Regions => "regions",
            Self::Setups => "setups",
            Self::Rules => "rules",
            Self::Endings => "endings",
            Self::Results => "results of endings",
            Self::Turn => "who is to move in an ending",
            Self::Tests => "tests",
            Self::Atoms => "Betza notation, atoms",
            Self::Ranges => "Betza notation, ranges",
            Self::Modifiers => "Betza notation, modifiers",
            Self::Paths => "Betza notation, paths",
        }
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

/// What the reference says about one construct.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// Its name, as it is written: `castling`, `captured only by`, `W`.
    pub name: &'static str,
    /// Where it is written.
    pub section: Section,
    /// Other words that lead to it: synonyms, words of other programs, other spellings.
    pub words: Vec<&'static str>,
    /// How it is written, a form on each line: words of the language as they are, capitals for what varies, brackets
    /// around what may be absent. Empty if a sentence says it better.
    pub grammar: &'static str,
    /// What it is, in a sentence; Markdown without links.
    pub summary: &'static str,
    /// Its forms, the most usual one first. Empty for what has one form only.
    pub forms: Vec<Form>,
    /// Everything that the page says about it, in Markdown, without its heading.
    pub text: &'static str,
    /// The page, as a path from `docs`: `reference/rules/castling.md`. Links in its text are relative to it.
    pub page: &'static str,
    /// The place on the page, as browsers name it; empty if the page is about nothing else.
    pub anchor: String,
}

impl Entry {
    /// Whether its grammar has these words of the language, side by side.
    fn is_written_with(&self, words: &str) -> bool {
        let parts =
            |text: &'static str| text.split(|each: char| !(each.is_alphanumeric() || matches!(each, '-' | '\'')));
        let sought: Vec<&str> = words.split_ascii_whitespace().collect();
        !sought.is_empty()
            && self.grammar.lines().any(|line| {
                let written: Vec<&str> = parts(line).filter(|part| !part.is_empty()).collect();
                written.windows(sought.len()).any(|window| window == sought)
            })
    }
}

/// A form of a construct.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Form {
    /// Examples, whole: of a line the line, of a property the property. At least one.
    pub examples: Vec<&'static str>,
    /// What it means, as a phrase in Markdown.
    pub meaning: &'static str,
}

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

/// The entries that a word leads to: those of this name, or else those that have it among their words, or else both
/// without regard to large and small letters, blanks and hyphens, or else those in whose grammar it is a word.
///
/// ```
/// use weakfish::reference;
///
/// let names = |word| reference::find(word).iter().map(|entry| entry.name).collect::<Vec<_>>();
/// assert_eq!(names("queenside"), ["castling"]);
/// assert_eq!(names("n"), ["n"]);
/// assert_eq!(names("knight"), ["N"]);
/// assert_eq!(names("longer"), ["series"]);
/// assert!(names("xyzzy").is_empty());
/// ```
pub fn find(word: &str) -> Vec<&'static Entry> {
    let named = |is: &dyn Fn(&str) -> bool| ENTRIES.iter().filter(|entry| is(entry.name)).collect::<Vec<_>>();
    let leading = |is: &dyn Fn(&str) -> bool| {
        ENTRIES.iter().filter(|entry| entry.words.iter().any(|word| is(word))).collect::<Vec<_>>()
    };
    let loose = loosely(word);
    let same = |other: &str| other == word;
    let alike = |other: &str| !loose.is_empty() && loosely(other) == loose;
    let written = || ENTRIES.iter().filter(|entry| entry.is_written_with(word)).collect::<Vec<_>>();
    let searches: [&dyn Fn() -> Vec<&'static Entry>; 5] =
        [&|| named(&same), &|| leading(&same), &|| named(&alike), &|| leading(&alike), &written];
    searches.iter().map(|search| search()).find(|found| !found.is_empty()).unwrap_or_default()
}

/// A word in small letters, without blanks and hyphens.
fn loosely(word: &str) -> String {
    word.chars().filter(|each| !matches!(each, ' ' | '-' | '_')).flat_map(char::to_lowercase).collect()
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
