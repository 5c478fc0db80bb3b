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

use std::fmt;
use std::sync::LazyLock;

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let pages = PAGES.iter().flat_map(|(section, pages)| pages.iter().map(move |page| (*section, *page)));
    pages.flat_map(|(section, (path, text))| parse_page(section, path, text)).collect()
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

/// The entries for a word, by the first of these rules that matches. They have this name; they list it among their
/// words; the same without regard to case, blanks, hyphens and a plural `s`; their grammar contains it. Several words
/// without a match are looked up one by one.
///
/// ```
/// use weakfish::reference;
///
/// let names = |word| reference::find(word).iter().map(|entry| entry.name).collect::<Vec<_>>();
/// assert_eq!(names("queenside"), ["castling"]);
/// assert_eq!(names("n"), ["n"]);
/// assert_eq!(names("knight"), ["N"]);
/// assert_eq!(names("longer"), ["turn"]);
/// assert_eq!(names("kingside castling"), ["castling"]);
/// assert!(names("xyzzy").is_empty());
/// ```
pub fn find(word: &str) -> Vec<&'static Entry> {
    let whole = find_whole(word);
    if !whole.is_empty() || !word.contains(' ') {
        return whole;
    }
    // A word that occurs in grammars only, such as `to` or `the`, is no match by itself.
    let by_name = word.split_ascii_whitespace().flat_map(find_by_name);
    let mut found: Vec<&'static Entry> = Vec::new();
    for entry in by_name {
        if !found.contains(&entry) {
            found.push(entry);
        }
    }
    found
}

/// Whether words lead to the list of rules that no definition can express.
pub(crate) fn is_absent(words: &str) -> bool {
    find(words).iter().any(|entry| entry.page == "reference/absent.md")
}

/// The entries that a word or several words together lead to.
fn find_whole(word: &str) -> Vec<&'static Entry> {
    let by_name = find_by_name(word);
    if by_name.is_empty() { ENTRIES.iter().filter(|entry| entry.is_written_with(word)).collect() } else { by_name }
}

/// The entries with this name, or else those that have it among their words; first letter by letter, then without
/// regard to case, blanks and plural.
fn find_by_name(word: &str) -> Vec<&'static Entry> {
    let named =
        |is_wanted: &dyn Fn(&str) -> bool| ENTRIES.iter().filter(|entry| is_wanted(entry.name)).collect::<Vec<_>>();
    let with_word = |is_wanted: &dyn Fn(&str) -> bool| {
        ENTRIES.iter().filter(|entry| entry.words.iter().any(|word| is_wanted(word))).collect::<Vec<_>>()
    };
    let normal = normalize(word);
    let is_same = |other: &str| other == word;
    let is_alike = |other: &str| !normal.is_empty() && normalize(other) == normal;
    let searches: [&dyn Fn() -> Vec<&'static Entry>; 4] =
        [&|| named(&is_same), &|| with_word(&is_same), &|| named(&is_alike), &|| with_word(&is_alike)];
    searches.iter().map(|search| search()).find(|found| !found.is_empty()).unwrap_or_default()
}

/// Normalizes a word for comparison: small letters, no blanks and hyphens, no `s` at the end of several letters.
fn normalize(word: &str) -> String {
    let letters = word.chars().filter(|each| !matches!(each, ' ' | '-' | '_'));
    let mut normal: String = letters.flat_map(char::to_lowercase).collect();
    if normal.len() > 3 && normal.ends_with('s') {
        normal.pop();
    }
    normal
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

/// A part of the language, whose constructs stand in the same places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Section {
    /// Whole files: comments, names, inheritance.
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
    /// The results of such a condition.
    Results,
    /// The side to move for which a condition counts.
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

/// An entry of the reference.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// Its name, as it is written: `castling`, `captured only by`, `W`.
    pub name: &'static str,
    /// The section of definitions that has the construct.
    pub section: Section,
    /// Other words that lead to it: synonyms, words of other programs, other spellings.
    pub words: Vec<&'static str>,
    /// Its grammar, a form on each line: words of the language as they are, capitals for variable parts, brackets
    /// around optional ones. Empty if a sentence says it better.
    pub grammar: &'static str,
    /// A definition in one sentence; Markdown without links.
    pub summary: &'static str,
    /// Its forms, the most usual one first. Empty for a construct with one form.
    pub forms: Vec<Form>,
    /// The text of its page, in Markdown, without its heading.
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
    /// The meaning, as a phrase in Markdown.
    pub meaning: &'static str,
}

/// A page: its path from `docs`, and its text.
type Page = (&'static str, &'static str);

macro_rules! pages {
    ($($name:literal)*) => {
        &[$((
            concat!("reference/", $name, ".md"),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reference/", $name, ".md")),
        )),*]
    };
}

/// The pages of each section, in the order of the book.
const PAGES: &[(Section, &[Page])] = include!("../../docs/reference/contents.rs");

/// Markers around the words of an entry.
const WORDS: (&str, &str) = ("<!-- words: ", " -->");

/// Parses the entries of a page.
fn parse_page(section: Section, page: &'static str, text: &'static str) -> Vec<Entry> {
    let headings = headings(text);
    let entry = |index: usize| {
        let heading = &headings[index];
        let (words, body) = split_words_comment(&text[heading.end..])?;
        let next = headings[index + 1..].iter().find(|next| next.level <= heading.level || is_entry(text, next));
        let end = next.map_or(text.len(), |next| next.start);
        let body = text.get(text.len() - body.len()..end)?.trim();
        let is_whole_page = heading.level == 1;
        Some(Entry {
            name: heading.title,
            section,
            words,
            grammar: grammar_block(body),
            summary: body.split("\n\n").next().unwrap_or_default(),
            forms: parse_forms(body),
            text: body,
            page,
            anchor: if is_whole_page { String::new() } else { slug(heading.title) },
        })
    };
    (0..headings.len()).filter_map(entry).collect()
}

/// A heading: the number of its signs, its words, where its line starts and where the text after it does.
struct Heading {
    level: usize,
    title: &'static str,
    start: usize,
    end: usize,
}

/// The headings of a page, without lines in fenced blocks.
fn headings(text: &'static str) -> Vec<Heading> {
    let mut headings = Vec::new();
    let mut fenced = false;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        fenced ^= line.starts_with("```");
        let level = line.bytes().take_while(|&byte| byte == b'#').count();
        if let Some(title) = line[level..].strip_prefix(' ').filter(|_| level > 0 && !fenced) {
            headings.push(Heading { level, title: title.trim_end(), start, end });
        }
        start = end;
    }
    headings
}

/// Splits off the comment right below a heading that names the words of an entry: the words, and the text after it.
fn split_words_comment(after: &'static str) -> Option<(Vec<&'static str>, &'static str)> {
    let (words, body) = after.trim_start().strip_prefix(WORDS.0)?.split_once(WORDS.1)?;
    Some((words.split(", ").collect(), body))
}

fn is_entry(text: &'static str, heading: &Heading) -> bool {
    split_words_comment(&text[heading.end..]).is_some()
}

/// The first block of an entry that is marked `grammar`.
fn grammar_block(body: &'static str) -> &'static str {
    let block = body.split_once("```grammar\n").and_then(|(_, rest)| rest.split_once("\n```"));
    block.map_or("", |(block, _)| block)
}

/// Parses the forms from the rows of tables of examples and their meaning.
fn parse_forms(body: &'static str) -> Vec<Form> {
    let form = |line: &'static str| {
        let (examples, meaning) = line.strip_prefix("| `")?.strip_suffix(" |")?.split_once("` | ")?;
        Some(Form { examples: examples.split("`, `").collect(), meaning })
    };
    let mut forms = Vec::new();
    let mut in_table = false;
    for line in body.lines() {
        in_table = line.starts_with('|') && (in_table || line.ends_with(" | meaning |"));
        forms.extend(form(line).filter(|_| in_table));
    }
    forms
}

/// The anchor of a heading, as browsers make it: small letters, hyphens for blanks, nothing else but letters, digits,
/// `-` and `_`.
fn slug(title: &str) -> String {
    let kept = title.chars().filter(|each| each.is_alphanumeric() || matches!(each, ' ' | '-' | '_'));
    kept.map(|each| if each == ' ' { '-' } else { each }).flat_map(char::to_lowercase).collect()
}
