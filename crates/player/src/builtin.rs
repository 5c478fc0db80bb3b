//! The weights of built-in games.

use weakfish::Source;

/// The texts of weights, with the paths of their games.
macro_rules! weights {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../weights/", $name, ".weights")))),*]
    };
}

const WEIGHTS: &[(&str, &str)] = weights!(
    "demichess" "feeble" "fide" "gearshift-demichess" "not-quite-weakest" "shatranj" "turning" "weakest"
    "large/capablanca"
);

/// The weights that `weakfish tune` has made for a built-in game, if it has.
pub fn weights(name: &str) -> Option<Source> {
    let (_, text) = WEIGHTS.iter().find(|(path, _)| path.rsplit('/').next() == Some(name))?;
    Some(Source::new(format!("built-in weights of {name}"), *text))
}
