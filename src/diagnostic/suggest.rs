//! Suggestions for misspelt words.

use strsim::osa_distance;

use super::Diagnostic;
use crate::source::Span;

/// Most characters of a word with suggestions.
const MAX_WORD: usize = 40;

/// The maximal number of candidates of similar length that are compared with a word.
const MAX_COMPARED: usize = 256;

/// The maximal number of candidates listed.
const MAX_LISTED: usize = 24;

/// The candidate nearest to a misspelt word, if one is near enough to have been meant: at most a third of the word's
/// characters are different, missing, added or swapped with their neighbour (optimal string alignment).
///
/// The work is bounded: nothing is suggested for very long words, and of thousands of candidates only some are
/// compared.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // The number of bytes is tested first, since counting the characters of a megabyte for every candidate takes long.
    if word.len() > 4 * MAX_WORD || word.chars().count() > MAX_WORD {
        return None;
    }
    let lower = word.to_lowercase();
    let length = lower.chars().count();
    let max_distance = (length / 3).max(1);
    let has_similar_length = |candidate: &&str| {
        candidate.len() <= 4 * (MAX_WORD + max_distance) && candidate.chars().count().abs_diff(length) <= max_distance
    };
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates.into_iter().filter(has_similar_length).take(MAX_COMPARED) {
        let distance = osa_distance(&lower, &candidate.to_lowercase());
        let is_near = distance <= max_distance && distance < candidate.chars().count();
        if is_near && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
        if distance == 0 {
            break;
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The candidate that was certainly meant by a misspelt word: one that differs in case alone, or by no more than a
/// quarter of the letters, and no other one is as near.
pub(crate) fn certain_match<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let meant = nearest(word, candidates.clone())?;
    let lower = word.to_lowercase();
    let distance = |candidate: &str| osa_distance(&lower, &candidate.to_lowercase());
    let least = distance(meant);
    let mut others = candidates.into_iter().filter(|&other| other != meant).take(MAX_COMPARED);
    let is_near = least <= lower.chars().count() / 4;
    (is_near && others.all(|other| other.len() > 4 * (MAX_WORD + 1) || distance(other) > least)).then_some(meant)
}

impl Diagnostic {
    /// Suggests the nearest of some words for the misspelt one at a place; if that is certain, with the edit.
    #[must_use]
    pub(crate) fn suggest<'a>(
        self,
        span: Span,
        word: &str,
        candidates: impl IntoIterator<Item = &'a str> + Clone,
    ) -> Self {
        let meant = certain_match(word, candidates.clone());
        let suggested = self.help(did_you_mean(word, candidates));
        match meant {
            Some(meant) => suggested.edit(span, meant),
            None => suggested,
        }
    }
}

/// "did you mean `x`?" for the nearest candidate, or else a list of the candidates.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str> + Clone) -> String {
    if let Some(candidate) = nearest(word, candidates.clone()) {
        return format!("did you mean `{candidate}`?");
    }
    let mut candidates = candidates.into_iter();
    let listed: Vec<_> = candidates.by_ref().take(MAX_LISTED).map(|candidate| format!("`{candidate}`")).collect();
    match (listed.is_empty(), candidates.count()) {
        (true, _) => "there is none to choose from".to_owned(),
        (false, 0) => format!("there is {}", listed.join(", ")),
        (false, more) => format!("there is {} and {more} more", listed.join(", ")),
    }
}
