//! Walls placed in play.

use super::squares_of;
use crate::geometry::{Side, SquareSet};
use crate::model::{Variant, WallPlace, WallRule};
use crate::prose::any_of;

/// The sentences about the walls that a side puts.
pub(super) fn wall_sentences(variant: &Variant, side: Side, rule: &WallRule) -> String {
    let board: SquareSet = variant.board.squares().collect();
    let mut places = Vec::new();
    if rule.on != board {
        places.push(format!("on {}", squares_of(variant.board, side, rule.on)));
        if rule.or_beside_wall {
            places.push("one step along a rank or file from another wall".to_owned());
        }
    }
    let (lead, from_man) = match (rule.instead_of_move, rule.place) {
        (true, _) => ("Instead of a move, a player may put a wall on an empty square", None),
        (false, WallPlace::Anywhere) => ("After moving a man, a player puts a wall on an empty square", None),
        (false, WallPlace::WhereItCameFrom) => {
            ("After moving a man, a player puts a wall on the square that the man has left", Some(()))
        }
        (false, WallPlace::WhereItCouldGo) => (
            "After moving a man, a player puts a wall on an empty square where the man could move next by its own \
             movement, without capturing",
            Some(()),
        ),
    };
    let places = if places.is_empty() { String::new() } else { format!(", {}", any_of(places)) };
    let places = if from_man.is_some() && !places.is_empty() { format!("{places}, if it is there") } else { places };
    let mut sentences = vec![format!("{lead}{places}.")];
    if !rule.instead_of_move {
        sentences.push("A move after which there is no such square is illegal.".to_owned());
    }
    if rule.not_where_men_die {
        sentences.push("It is put on no square where a man dies by the move.".to_owned());
    }
    sentences.push(if rule.one_at_a_time {
        "There is one wall at a time: the one that stood before goes away, and it may not stay where it was.".to_owned()
    } else {
        "Walls stay until the game ends.".to_owned()
    });
    sentences.push(
        "No man goes to a wall or through one; it is in the way as a man is, can be hopped over as a man can, and \
         nothing captures it. Check is judged when the wall stands."
            .to_owned(),
    );
    sentences.join(" ")
}
