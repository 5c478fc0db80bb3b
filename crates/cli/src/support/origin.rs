//! Origin of the rules in a file that carries a game: a built-in game, or rules of its own under any title.

use weakfish::engine::Game;
use weakfish::model::Variant;
use weakfish::prose::all_of;
use weakfish::rulebook::diff::{Part, diff};
use weakfish::{BuiltIns, builtin};

/// The most differences that are named.
const MAX_NAMED: usize = 4;

/// Names the first differences of two games in a few words, or says that their models differ.
pub(crate) fn differences(game: &Game, other: &Game) -> String {
    let found = diff(game, other);
    let mut named: Vec<String> = Vec::new();
    for difference in found.differences.into_iter().filter(|difference| difference.part != Part::About) {
        let what = match difference.part {
            Part::Men => format!("the man {}", difference.what),
            Part::Setups => format!("the setup {}", difference.what),
            Part::About | Part::Facts | Part::Rules | Part::Endings => difference.what.to_lowercase(),
        };
        if !named.contains(&what) {
            named.push(what);
        }
    }
    let more = named.len().saturating_sub(MAX_NAMED);
    named.truncate(MAX_NAMED);
    named.extend((more > 0).then(|| format!("{more} more")));
    if named.is_empty() { "a part of the model that no sentence tells".to_owned() } else { all_of(named) }
}

/// A sentence that says whose rules the game of a file has.
pub(crate) fn sentence(game: &Game) -> String {
    let title = &game.variant().title;
    let heading = format!("game {title:?}");
    let sources = builtin::names().filter_map(|name| Some((name, builtin::source(name)?)));
    let same_title = sources.filter(|(_, source)| source.text.contains(&heading));
    let has_title = |variant: &Variant| variant.title == *title;
    let found = same_title.filter_map(|(name, source)| Some((name, weakfish::load(&source, &BuiltIns).ok()?)));
    match found.into_iter().find(|(_, built_in)| has_title(built_in.variant())) {
        None => format!("the file brings its own rules; no built-in game is called {title}"),
        Some((name, built_in)) if built_in.variant().plays_alike(game.variant()) => {
            format!("the rules are those of the built-in game `{name}`")
        }
        Some((name, built_in)) => format!(
            "the file brings its own rules, which are not those of the built-in game `{name}`: they differ in {}",
            differences(game, &built_in)
        ),
    }
}
