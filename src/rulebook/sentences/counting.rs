//! Counts of moves in words.

use super::{bare, names, several};
use crate::model::{Count, Variant};
use crate::prose::counted_in_words;

/// The beginning and the limit of a count.
pub(super) fn counts(variant: &Variant, count: &Count, bared: bool) -> String {
    let (begins, who) = if bared {
        let begins = format!("the player to move has nothing but {} left, and the opponent has more", bare(variant));
        (begins, "and the player")
    } else {
        ("neither player is left with royal men alone".to_owned(), "and the player to move")
    };
    let mut when = vec![begins];
    if let Some(most) = count.most_men {
        when.push(format!("{who} has at most {}", several(variant, most, None)));
    }
    if !count.without.is_empty() {
        when.push(format!("and no {} is left on either side", names(variant, &count.without)));
    }
    let when = when.join(", ");
    let limits: Vec<String> = count
        .limits
        .iter()
        .map(|limit| {
            let moves = counted_in_words(limit.moves, "move");
            match &limit.against {
                None if count.limits.len() == 1 => moves,
                None => format!("otherwise {moves}"),
                Some(men) => {
                    format!("{moves} if the opponent has {} or more", several(variant, men.least, Some(&men.kinds)))
                }
            }
        })
        .collect();
    let or_none = if count.limits.last().is_some_and(|limit| limit.against.is_some()) {
        " Against other men nothing is counted."
    } else {
        ""
    };
    let from = if count.from_men { "the number of men on the board" } else { "zero" };
    let anew = if bared { " It begins anew after a capture or a promotion." } else { "" };
    format!(
        "If {when}, moves are counted, one by each player, from {from}, unless that is done already. The limit is {}.{or_none}{anew}",
        limits.join(", ")
    )
}
