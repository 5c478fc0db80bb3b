/// The candidate nearest to a misspelt word, if one is near enough to have been meant.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    let allowed = (word.chars().count() / 3).max(1);
    // A word that is much longer can't be that near; texts may be long, and the measure takes time.
    let could_be = |candidate: &&str| lower.len() <= 4 * candidate.len();
    candidates
        .into_iter()
        .filter(could_be)
        .map(|candidate| (strsim::osa_distance(&lower, &candidate.to_lowercase()), candidate))
        .filter(|&(distance, candidate)| distance <= allowed && distance < candidate.chars().count())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// "did you mean `x`?" for the nearest candidate, or else a list of all.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str> + Clone) -> String {
    if let Some(candidate) = nearest(word, candidates.clone()) {
        return format!("did you mean `{candidate}`?");
    }
    let all: Vec<_> = candidates.into_iter().map(|candidate| format!("`{candidate}`")).collect();
    if all.is_empty() { "there is none to choose from".to_owned() } else { format!("there is {}", all.join(", ")) }
}
