//! Which drawing a man has.

use super::figures::{
    AMAZON, ARCHBISHOP, BISHOP, CAMEL, CANNON, CHANCELLOR, CRAB, DABBABA, ELEPHANT, FERZ, FOOL, Figure, GENERAL, KING,
    KNIGHT, LANCE, LOBSTER, MANN, OYSTER, PAWN, QUEEN, ROOK, SHIELD, SNAIL, SOLDIER, WAZIR,
};
use crate::betza;
use crate::model::{Kind, Movement, Variant};

/// Names of the field, with the drawings of men that are called so.
static BY_NAME: &[(&str, &Figure)] = &[
    ("advisor", &FERZ),
    ("alfil", &ELEPHANT),
    ("amazon", &AMAZON),
    ("archbishop", &ARCHBISHOP),
    ("bishop", &BISHOP),
    ("camel", &CAMEL),
    ("cannon", &CANNON),
    ("cardinal", &ARCHBISHOP),
    ("chancellor", &CHANCELLOR),
    ("chariot", &ROOK),
    ("commander", &GENERAL),
    ("commoner", &MANN),
    ("counsellor", &FERZ),
    ("crab", &CRAB),
    ("dabbaba", &DABBABA),
    ("elephant", &ELEPHANT),
    ("empress", &CHANCELLOR),
    ("fers", &FERZ),
    ("ferz", &FERZ),
    ("fool", &FOOL),
    ("general", &GENERAL),
    ("guard", &WAZIR),
    ("horse", &KNIGHT),
    ("jester", &FOOL),
    ("king", &KING),
    ("knight", &KNIGHT),
    ("lance", &LANCE),
    ("lobster", &LOBSTER),
    ("man", &MANN),
    ("mann", &MANN),
    ("marshal", &CHANCELLOR),
    ("met", &FERZ),
    ("oyster", &OYSTER),
    ("pawn", &PAWN),
    ("princess", &ARCHBISHOP),
    ("queen", &QUEEN),
    ("rook", &ROOK),
    ("shield", &SHIELD),
    ("snail", &SNAIL),
    ("soldier", &SOLDIER),
    ("vizier", &WAZIR),
    ("wazir", &WAZIR),
];

/// Movements, with the drawings of men that move so.
static BY_MOVEMENT: &[(&str, &Figure)] = &[
    ("Q", &QUEEN),
    ("R", &ROOK),
    ("B", &BISHOP),
    ("N", &KNIGHT),
    ("F", &FERZ),
    ("W", &WAZIR),
    ("K", &MANN),
    ("A", &ELEPHANT),
    ("D", &DABBABA),
    ("C", &CAMEL),
    ("RN", &CHANCELLOR),
    ("BN", &ARCHBISHOP),
    ("QN", &AMAZON),
    ("mRcpR", &CANNON),
    ("pR", &CANNON),
    ("mfWcfF", &PAWN),
];

/// A way to choose the drawing of a man.
type Choice<'a> = dyn Fn(&Kind) -> Option<&'static Figure> + 'a;

/// The drawing of each kind of man; `None` for those that have none, and show their letter.
///
/// No two kinds that one side can have share a drawing. The first is chosen by its whole name, by its movement if no
/// name is known, or by the last word of its name, in this order.
pub(super) fn figures(variant: &Variant) -> Vec<Option<&'static Figure>> {
    let movements: Vec<(Movement, &Figure)> =
        BY_MOVEMENT.iter().filter_map(|(betza, figure)| Some((betza::movement(betza).0?, *figure))).collect();
    let by_name = |name: &str| BY_NAME.iter().find(|(known, _)| *known == name).map(|(_, figure)| *figure);
    let by_movement = |kind: &Kind| {
        let [part] = kind.components.as_slice() else { return None };
        let found = movements.iter().find(|(movement, _)| *movement == part.movement);
        found.map(|(_, figure)| *figure).filter(|_| !kind.royal)
    };
    let by_last_word = |kind: &Kind| kind.name.rsplit_once(' ').and_then(|(_, word)| by_name(word));
    let choices: [&Choice<'_>; 3] = [&|kind| by_name(&kind.name), &by_movement, &by_last_word];
    let mut chosen: Vec<Option<&'static Figure>> = vec![None; variant.kinds.len()];
    for choice in choices {
        for (index, kind) in variant.kinds.iter().enumerate() {
            if chosen[index].is_some() {
                continue;
            }
            let Some(figure) = choice(kind) else { continue };
            let meets =
                |other: &Kind| (other.sides.white && kind.sides.white) || (other.sides.black && kind.sides.black);
            let taken = chosen
                .iter()
                .zip(&variant.kinds)
                .any(|(other, owner)| other.is_some_and(|other| other.name == figure.name) && meets(owner));
            if !taken {
                chosen[index] = Some(figure);
            }
        }
    }
    chosen
}

/// Whether a drawing is that of a man that is royal in most games.
pub(super) fn looks_royal(figure: Option<&Figure>) -> bool {
    figure.is_some_and(|figure| figure.name == KING.name || figure.name == GENERAL.name)
}
