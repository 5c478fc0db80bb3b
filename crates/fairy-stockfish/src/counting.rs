//! Tables of the engine's counting rules.

use super::men::Man;
use super::values::Counting;

/// A count: its limits, each with the men of the opponent that it needs, and when it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) limits: Vec<(u16, Option<(u16, Man)>)>,
    /// Whether the count requires that there are no pawns.
    pub(super) without_pawns: bool,
    pub(super) most_men: Option<u16>,
    /// Whether it begins with the number of men.
    pub(super) from_men: bool,
}

/// The count of a bared player, and that of others, in a game with such men; `None` for a count that never begins.
pub(super) fn tables(rule: Counting, has: impl Fn(Man) -> bool) -> [Option<Table>; 2] {
    let of_men = |limits: [u16; 6]| {
        let men = [(2, Man::ROOK), (1, Man::ROOK), (2, Man::SILVER), (2, Man::KNIGHT), (1, Man::SILVER)];
        limits.into_iter().zip(men.into_iter().map(Some).chain([None])).collect()
    };
    let plain = Table { limits: Vec::new(), without_pawns: true, most_men: None, from_men: true };
    let (bared, others) = match rule {
        Counting::None => return [None, None],
        Counting::Makruk => (
            Table { limits: of_men([8, 16, 22, 32, 44, 64]), ..plain.clone() },
            Some(Table { limits: vec![(64, None)], from_men: false, ..plain }),
        ),
        Counting::Cambodian => (
            Table { limits: of_men([7, 15, 21, 31, 43, 63]), ..plain.clone() },
            Some(Table { limits: vec![(63, None)], without_pawns: false, most_men: Some(3), from_men: false }),
        ),
        Counting::Asean => {
            let limits = [(16, Man::ROOK), (44, Man::SILVER), (64, Man::KNIGHT)];
            let limits = limits.into_iter().map(|(moves, man)| (moves, Some((1, man)))).collect();
            (Table { limits, from_men: false, ..plain }, None)
        }
    };
    [Some(bared), others].map(|table| {
        let mut table = table?;
        table.limits.retain(|(_, against)| against.is_none_or(|(_, man)| has(man)));
        table.without_pawns &= has(Man::PAWN);
        (!table.limits.is_empty()).then_some(table)
    })
}
