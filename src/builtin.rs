//! The built-in definitions, by family. No other code names games.

use crate::source::Source;

/// The texts of the definitions in a folder, with their names.
macro_rules! definitions {
    ($folder:literal: $($name:literal)*) => {
        &[$(($name, include_str!(concat!("../defs/", $folder, $name, ".variant")))),*]
    };
}

/// Games of one sort: the name of the sort, and the names of the games with their definitions.
type Family = (&'static str, &'static [(&'static str, &'static str)]);

const FAMILIES: [Family; 17] = [
    (
        "weak chess and its kin",
        definitions!("": "fide" "feeble" "not-quite-weakest" "weakest" "demichess" "gearshift-demichess" "foolish-king"
            "cheapmate" "shatranj" "grid" "scotch" "gearshift" "tripunch" "turning"),
    ),
    ("turning men", definitions!("facing/": "lancer" "ploy")),
    ("other armies", definitions!("armies/": "chigorin" "different-armies" "knightmate" "spartan")),
    ("other Pawns", definitions!("pawns/": "berolina")),
    ("other setups", definitions!("setups/": "fischer-random" "placement-chess")),
    ("large boards", definitions!("large/": "capablanca" "gothic" "grand" "janus" "shako")),
    ("small boards", definitions!("small/": "gardner" "los-alamos")),
    (
        "other goals",
        definitions!("goals/": "antichess" "castle-chess" "demichess-scoring" "extinction" "giveaway" "horde"
            "king-of-the-hill" "racing-kings" "suicide" "three-check"),
    ),
    ("several moves in a turn", definitions!("series/": "italian-progressive" "marseillais" "monster")),
    ("historic games", definitions!("historic/": "chaturanga" "courier" "sho-shogi")),
    ("games of other countries", definitions!("regional/": "janggi" "kar-ouk" "makruk" "ouk" "xiangqi")),
    (
        "men in hand",
        definitions!("hands/": "crazyhouse" "chessgi" "pocket-knight" "seirawan" "shogi" "minishogi" "judkins-shogi"
            "kyoto-shogi" "tori-shogi" "dobutsu-shogi"),
    ),
    (
        "men that die or change by a capture",
        definitions!("captures/": "andernach" "atomic-chess" "cannibal" "circe-chess" "petrified" "rifle-chess"),
    ),
    ("men that change how others move", definitions!("influence/": "knight-relay" "madrasi")),
    ("men that change sides", definitions!("conversion/": "ataxx" "reversi")),
    ("walls", definitions!("walls/": "duck-chess" "amazons" "snailtrail" "atlantis")),
    ("men in a row", definitions!("rows/": "connect-four")),
];

/// Declares the games with weights. Their names and the texts are apart, so that a program which only asks for names has no texts.
macro_rules! weights {
    ($($path:literal)*) => {
        /// Paths of the games with weights.
        const WEIGHTED: &[&str] = &[$($path),*];
        /// Their weights, in the same order.
        const WEIGHTS: &[&str] = &[$(include_str!(concat!("../defs/", $path, ".weights"))),*];
    };
}

weights!(
    "demichess" "feeble" "fide" "gearshift-demichess" "not-quite-weakest" "shatranj" "turning" "weakest"
    "captures/atomic-chess" "hands/crazyhouse" "hands/shogi" "large/capablanca"
);

/// The built-in game that other programs call chess.
pub const ORTHODOX: &str = "fide";

/// Names of built-in games in other programs, such as those of `UCI_Variant`, of XBoard's `variant` and of PGN, with our own. A
/// name is listed only if it means the same rules there.
const ALIASES: [(&str, &str); 39] = [
    ("chess", ORTHODOX),
    ("normal", ORTHODOX),
    ("standard", ORTHODOX),
    ("chess960", "fischer-random"),
    ("fischerandom", "fischer-random"),
    ("frc", "fischer-random"),
    ("wild/fr", "fischer-random"),
    ("3check", "three-check"),
    ("threecheck", "three-check"),
    ("atomic", "atomic-chess"),
    ("duck", "duck-chess"),
    ("flipello", "reversi"),
    ("othello", "reversi"),
    ("koth", "king-of-the-hill"),
    ("kingofthehill", "king-of-the-hill"),
    ("racingkings", "racing-kings"),
    ("losalamos", "los-alamos"),
    ("minichess", "gardner"),
    ("placement", "placement-chess"),
    ("cambodian", "ouk"),
    ("karouk", "kar-ouk"),
    ("pocketknight", "pocket-knight"),
    ("judkins", "judkins-shogi"),
    ("judkinsshogi", "judkins-shogi"),
    ("kyotoshogi", "kyoto-shogi"),
    ("torishogi", "tori-shogi"),
    ("dobutsu", "dobutsu-shogi"),
    ("shoshogi", "sho-shogi"),
    ("schess", "seirawan"),
    ("cchess", "xiangqi"),
    ("chinesechess", "xiangqi"),
    ("koreanchess", "janggi"),
    ("rifle", "rifle-chess"),
    ("circe", "circe-chess"),
    ("castle", "castle-chess"),
    ("knightrelay", "knight-relay"),
    ("progressive", "italian-progressive"),
    ("connect4", "connect-four"),
    ("courierchess", "courier"),
];

/// The built-in games by family: the name of the family and those of its games, in the order of lists.
pub fn families() -> impl Iterator<Item = (&'static str, impl Iterator<Item = &'static str> + Clone)> + Clone {
    FAMILIES.into_iter().map(|(family, games)| (family, games.iter().map(|&(name, _)| name)))
}

/// The names of the built-in games, in the order of lists.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    families().flat_map(|(_, names)| names)
}

/// The names that other programs have for built-in games, each with our own name of the game.
pub fn aliases() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    ALIASES.into_iter()
}

/// Resolves an alias, such as the `UCI_Variant` of another program, to the built-in game's own name; case does not
/// matter.
pub fn resolve_alias(name: &str) -> Option<&'static str> {
    aliases().find(|(alias, _)| alias.eq_ignore_ascii_case(name)).map(|(_, own)| own)
}

/// Resolves a name that another program may have for a game, such as PGN's `Three-check`, to the built-in game's own name: an
/// alias or that name itself. Case, blanks and hyphens don't matter.
pub fn resolve_name(name: &str) -> Option<&'static str> {
    let mut known = aliases().chain(names().map(|own| (own, own)));
    known.find(|(known, _)| is_same_name(known, name)).map(|(_, own)| own)
}

/// Whether two names of games differ at most in case and in other characters than letters and digits.
pub fn is_same_name(one: &str, other: &str) -> bool {
    let letters = |name: &'_ str| {
        name.chars().filter(char::is_ascii_alphanumeric).map(|char| char.to_ascii_lowercase()).collect::<String>()
    };
    letters(one) == letters(other)
}

/// The title of a built-in game.
pub fn title(name: &str) -> Option<&'static str> {
    let (_, text) = FAMILIES.iter().flat_map(|(_, games)| *games).find(|(known, _)| *known == name)?;
    let (_, title) = text.split_once("game \"")?;
    title.split('"').next()
}

/// The definition of a built-in game. The name of the source differs from all file names: a file of the same game can
/// extend it.
pub fn source(name: &str) -> Option<Source> {
    let (name, text) = FAMILIES.iter().flat_map(|(_, games)| *games).find(|(known, _)| *known == name)?;
    Some(Source::new(format!("built-in {name}"), *text))
}

/// The name of the built-in game whose definition has this text.
pub fn name_of_text(text: &str) -> Option<&'static str> {
    FAMILIES.iter().flat_map(|(_, games)| *games).find(|(_, known)| *known == text).map(|&(name, _)| name)
}

/// Evaluation weights of a built-in game, made by `weakfish tune` and `weakfish train`: the text beside its definition.
pub fn weights(name: &str) -> Option<Source> {
    let text = WEIGHTS.get(weights_index(name)?)?;
    Some(Source::new(format!("built-in weights of {name}"), *text))
}

/// Whether a built-in game has [weights].
pub fn has_weights(name: &str) -> bool {
    weights_index(name).is_some()
}

fn weights_index(name: &str) -> Option<usize> {
    WEIGHTED.iter().position(|path| path.rsplit('/').next() == Some(name))
}
