//! Unusual sentences of a game: those that few shipped games have. A line that means something else than its author
//! thinks often shows in one of them.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;
use std::sync::LazyLock;

use super::page::kinds_in_play;
use super::sentences::{self, Paragraph};
use crate::check::Replaced;
use crate::model::Variant;
use crate::notation::man_name;
use crate::prose::{self, plural};

/// The greatest number of sentences that are shown of a game.
const MAX_SENTENCES: usize = 3;

/// A pattern is usual if more than one in so many shipped games has it.
const USUAL: usize = 10;

/// The number of shipped games, then a line for each pattern that more than two of them have: their number and the pattern.
const PATTERNS: &str = include_str!("patterns.txt");

/// A sentence of a game that few shipped games have.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnusualSentence {
    /// What the sentence is about: the name of a man, the heading of a rule or of an ending.
    pub about: String,
    /// The sentence.
    pub text: String,
}

impl fmt::Display for UnusualSentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.about, self.text)
    }
}

/// Returns the most unusual sentences of a game, the rarest first: at most three, one about each man, rule or ending,
/// and each pattern once.
///
/// ```
/// use weakfish::{BuiltIns, Source, load, rulebook::unusual};
///
/// let text = "game \"Mine\" extends fide\nmen\n  N knight: N, on rank 4 or rank 5 K\n";
/// let game = load(&Source::new("mine.variant", text), &BuiltIns).unwrap();
/// let unusual = unusual::sentences(game.variant());
/// assert_eq!(unusual.len(), 1);
/// assert!(unusual[0].text.ends_with("it moves as K instead."));
/// ```
pub fn sentences(variant: &Variant) -> Vec<UnusualSentence> {
    let (games, counts) = &*COUNTS;
    let names = Names::new(variant);
    let mut rarest: Vec<(usize, String, UnusualSentence)> = Vec::new();
    for (about, text, is_man) in all_sentences(variant) {
        let pattern = names.pattern(&about, &text, is_man);
        let count = counts.get(&*pattern).copied().unwrap_or(0);
        if count * USUAL > *games {
            continue;
        }
        // Several men may have the same sentence.
        match rarest.iter_mut().find(|(_, known, sentence)| sentence.about == about || *known == pattern) {
            Some((least, ..)) if *least <= count => {}
            Some(known) => *known = (count, pattern, UnusualSentence { about, text }),
            None => rarest.push((count, pattern, UnusualSentence { about, text })),
        }
    }
    rarest.sort_by_key(|(count, ..)| *count);
    rarest.into_iter().map(|(.., sentence)| sentence).take(MAX_SENTENCES).collect()
}

/// Returns the patterns of a game's sentences, each once: sentences without names of men, numbers, squares and movements.
///
/// The patterns of the shipped games decide which sentences are unusual.
pub fn patterns(variant: &Variant) -> BTreeSet<String> {
    let names = Names::new(variant);
    all_sentences(variant).into_iter().map(|(about, text, is_man)| names.pattern(&about, &text, is_man)).collect()
}

/// The number of shipped games, and of those that have each pattern.
static COUNTS: LazyLock<(usize, HashMap<&str, usize>)> = LazyLock::new(|| {
    let mut lines = PATTERNS.lines();
    let games = lines.next().and_then(|games| games.parse().ok()).unwrap_or_default();
    let pattern = |line: &'static str| {
        let (count, pattern) = line.split_once(' ')?;
        Some((pattern, count.parse().ok()?))
    };
    (games, lines.filter_map(pattern).collect())
});

/// The sentences about men, rules and endings, each with what it is about and whether that is a man.
fn all_sentences(variant: &Variant) -> Vec<(String, String, bool)> {
    let men = kinds_in_play(variant).flat_map(|id| {
        let name = man_name(variant, id);
        sentences::man(variant, id).into_iter().map(move |text| (name.clone(), text, true))
    });
    let nothing = Replaced::default();
    let paragraphs = sentences::rules(variant, &nothing).into_iter().chain(sentences::endings(variant, &nothing));
    let of_paragraphs = paragraphs.map(|Paragraph { title, text }| (title, text, false));
    let split = |(about, text, is_man): (String, String, bool)| {
        let each: Vec<_> =
            text.split_inclusive(". ").map(|one| (about.clone(), one.trim().to_owned(), is_man)).collect();
        each
    };
    men.chain(of_paragraphs).flat_map(split).collect()
}

/// The words of a game that stand for its men and regions.
struct Names(HashSet<String>);

impl Names {
    fn new(variant: &Variant) -> Self {
        let men = variant.kinds().flat_map(|(id, _)| [man_name(variant, id), plural(&man_name(variant, id))]);
        let regions = variant.regions.iter().filter_map(|region| region.name.clone());
        let words = men.chain(regions).flat_map(|name| name.split(' ').map(str::to_lowercase).collect::<Vec<_>>());
        Self(words.collect())
    }

    /// A sentence with `@` for names and movements and `#` for numbers and squares; a list of them is one sign.
    fn pattern(&self, about: &str, text: &str, is_man: bool) -> String {
        static NUMBERS: LazyLock<HashSet<String>> =
            LazyLock::new(|| (1..=20_u32).flat_map(|number| [prose::number(number), prose::ordinal(number)]).collect());
        let mut words: Vec<String> = Vec::new();
        let heading = if is_man { "" } else { about };
        for (index, word) in heading.split_whitespace().enumerate().chain(text.split_whitespace().enumerate()) {
            let core = word.trim_matches(|c: char| !c.is_alphanumeric());
            let lower = core.to_lowercase();
            let has_capital = core.contains(|c: char| c.is_ascii_uppercase());
            let word = if self.0.contains(&lower) || has_capital && (index > 0 || core != prose::capitalized(&lower)) {
                "@".to_owned()
            } else if NUMBERS.contains(&lower) || core.contains(|c: char| c.is_ascii_digit()) {
                "#".to_owned()
            } else {
                lower
            };
            let is_sign = |word: &str| word == "@" || word == "#";
            let joins = |word: &str| matches!(word, "and" | "or" | "to" | "a" | "an");
            let before = words.iter().rposition(|word| !joins(word));
            if is_sign(&word)
                && let Some(before) = before.filter(|before| words[*before] == word)
            {
                words.truncate(before + 1);
            } else {
                words.push(word);
            }
        }
        words.retain(|word| !word.is_empty() && !matches!(word.as_str(), "a" | "an"));
        words.join(" ")
    }
}
