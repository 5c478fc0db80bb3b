//! The built-in definitions. No other code names games.

use crate::source::Source;

/// The text of a definition under `defs/`.
macro_rules! definition {
    ($name:literal) => {
        ($name, include_str!(concat!("../defs/", $name, ".variant")))
    };
}

const DEFINITIONS: [(&str, &str); 14] = [
    definition!("fide"),
    definition!("feeble"),
    definition!("not-quite-weakest"),
    definition!("weakest"),
    definition!("demichess"),
    definition!("gearshift-demichess"),
    definition!("foolish-king"),
    definition!("cheapmate"),
    definition!("shatranj"),
    definition!("grid"),
    definition!("scotch"),
    definition!("gearshift"),
    definition!("tripunch"),
    definition!("turning"),
];

/// The names of the built-in games, in the order in which they are listed.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    DEFINITIONS.iter().map(|&(name, _)| name)
}

/// The definition of a built-in game. The name of the source differs from all file names, so that a file of the same
/// game can extend it.
pub fn source(name: &str) -> Option<Source> {
    let (name, text) = DEFINITIONS.iter().find(|(known, _)| *known == name)?;
    Some(Source::new(format!("built-in {name}"), *text))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    #[test]
    fn every_definition_is_built_in() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/defs");
        let files: BTreeSet<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "variant"))
            .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        assert_eq!(files, super::names().map(str::to_owned).collect());
    }
}
