//! Which drawing a man has.

use super::figures::Figure;
use crate::betza;
use crate::model::{Kind, Movement, Variant};

/// Other names of the men that have drawings, with the names of these.
const SYNONYMS: &[(&str, &str)] = &[
    ("advisor", "ferz"),
    ("alfil", "elephant"),
    ("cardinal", "archbishop"),
    ("chariot", "rook"),
    ("commander", "general"),
    ("commoner", "mann"),
    ("counsellor", "ferz"),
    ("empress", "chancellor"),
    ("fers", "ferz"),
    ("guard", "wazir"),
    ("horse", "knight"),
    ("jester", "fool"),
    ("man", "mann"),
    ("marshal", "chancellor"),
    ("met", "ferz"),
    ("princess", "archbishop"),
    ("vizier", "wazir"),
];

/// Movements, with the names of the drawings of men that move so.
const BY_MOVEMENT: &[(&str, &str)] = &[
    ("Q", "queen"),
    ("R", "rook"),
    ("B", "bishop"),
    ("N", "knight"),
    ("F", "ferz"),
    ("W", "wazir"),
    ("K", "mann"),
    ("A", "elephant"),
    ("D", "dabbaba"),
    ("C", "camel"),
    ("RN", "chancellor"),
    ("BN", "archbishop"),
    ("QN", "amazon"),
    ("mRcpR", "cannon"),
    ("pR", "cannon"),
    ("mfWcfF", "pawn"),
];

/// A way to choose the drawing of a man.
type Choice<'a> = dyn Fn(&Kind) -> Option<&'static Figure> + 'a;

/// The drawing of each kind of man; `None` for those that have none, and show their letter.
///
/// No two kinds that one side can have share a drawing. The first is chosen by its whole name, by its movement if no
/// name is known, or by the last word of its name, in this order.
pub(super) fn figures(variant: &Variant) -> Vec<Option<&'static Figure>> {
    let movements: Vec<(Movement, &Figure)> = BY_MOVEMENT
        .iter()
        .filter_map(|(betza, figure)| Some((betza::movement(betza).0?, Figure::named(figure)?)))
        .collect();
    let by_name = |name: &str| {
        let synonym = SYNONYMS.iter().find(|(synonym, _)| *synonym == name);
        Figure::named(synonym.map_or(name, |(_, figure)| *figure))
    };
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
            let taken = chosen.iter().zip(&variant.kinds).any(|(other, owner)| *other == Some(figure) && meets(owner));
            if !taken {
                chosen[index] = Some(figure);
            }
        }
    }
    chosen
}

/// Whether a drawing is that of a man that is royal in most games.
pub(super) fn looks_royal(figure: Option<&Figure>) -> bool {
    figure.is_some_and(|figure| matches!(figure.name, "king" | "general"))
}
