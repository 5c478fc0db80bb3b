//! Texts in memory, for definitions that extend others.

use std::collections::BTreeMap;

use super::{BaseError, Resolver};
use crate::source::Source;

/// A [`Resolver`] that finds files among texts in memory, by their paths, and built-in games through another resolver.
///
/// A path goes from the folder of the text that names it: `lib/men.variant` extends `"base.variant"`, which is
/// `lib/base.variant`. No path leads out of the folder in which all of them lie.
///
/// ```
/// use weakfish::check::Texts;
/// use weakfish::{BuiltIns, Source, load};
///
/// let mut texts = Texts::new(BuiltIns);
/// texts.insert("lib/base.variant", "game \"Base\" extends fide\n");
/// let game = load(&Source::new("mine.variant", "game \"Mine\" extends \"lib/base.variant\"\n"), &texts).unwrap();
/// assert_eq!(game.start().legal_moves().count(), 20);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Texts<R> {
    built_ins: R,
    texts: BTreeMap<String, String>,
}

impl<R: Resolver> Texts<R> {
    /// No texts, and the built-in games of a resolver.
    pub fn new(built_ins: R) -> Self {
        Self { built_ins, texts: BTreeMap::new() }
    }

    /// Adds a text under its path, or replaces the one that is there.
    pub fn insert(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.texts.insert(path.into(), text.into());
    }
}

impl<R: Resolver> Resolver for Texts<R> {
    fn built_in(&self, name: &str) -> Option<Source> {
        self.built_ins.built_in(name)
    }

    fn built_in_names(&self) -> Vec<String> {
        self.built_ins.built_in_names()
    }

    fn beside(&self, from: &Source, path: &str) -> Result<Source, BaseError> {
        let folder = from.name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let Some(whole) = joined(folder, path) else {
            return Err(BaseError::Outside { help: "name a file that is given together with this one".to_owned() });
        };
        match self.texts.get(&whole) {
            Some(text) => Ok(Source::new(whole, text.as_str())),
            None => Err(BaseError::Unreadable("no such file is given".to_owned())),
        }
    }
}

/// A path from a folder on, without `.` and `..`; `None` if it leads out of the folder in which all files lie.
fn joined(folder: &str, path: &str) -> Option<String> {
    if path.starts_with('/') {
        return None;
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn paths_stay_where_the_files_are() {
        assert_eq!(joined("", "a.variant").as_deref(), Some("a.variant"));
        assert_eq!(joined("lib/men", "../a.variant").as_deref(), Some("lib/a.variant"));
        assert_eq!(joined("lib", "./b//c.variant").as_deref(), Some("lib/b/c.variant"));
        assert_eq!(joined("lib", "../../a.variant"), None);
        assert_eq!(joined("lib", "/a.variant"), None);
    }
}
