//! Movements in words.

use super::change::{Change, Slip, halves, place};
use crate::diagnostic::Code;
use crate::prose::movement_named;
use crate::syntax::ast::Section;

/// Words between movements.
const JOINTS: &[&str] = &["", "and", "or", "plus"];

/// Words of a sentence that tells a movement.
const FILLERS: &[&str] = &["moves", "move", "leaps", "leap", "slides", "like", "as", "a", "an", "the"];

/// A movement in words or in pieces: `rook and knight`, `R + N`, `R, N`.
pub(super) fn movement(slip: Slip<'_>) -> Option<Change> {
    let (_, value, from) = halves(slip.piece.text).filter(|_| slip.section == Some(Section::Men))?;
    let mut letters = String::new();
    let (mut end, mut at, mut parts, mut named) = (0, 0, 0, false);
    for word in value.split_inclusive([' ', '+', ',', '/', '&']) {
        let bare = word.trim_end_matches([' ', '+', ',', '/', '&']);
        let lower = bare.to_ascii_lowercase();
        let movement = movement_named(&lower);
        match movement {
            // `K, king` has a movement and a wish.
            Some(movement) if letters == movement => break,
            Some(movement) => {
                letters.push_str(movement);
                named = true;
            }
            None if JOINTS.contains(&&*lower) || FILLERS.contains(&&*lower) => {
                named |= FILLERS.contains(&&*lower);
                at += word.len();
                continue;
            }
            None if bare
                .bytes()
                .next_back()
                .is_some_and(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b']') =>
            {
                letters.push_str(bare);
            }
            None => break,
        }
        parts += 1;
        end = at + bare.len();
        at += word.len();
    }
    if parts == 0 || parts == 1 && !named {
        return None;
    }
    let message = if named { "a movement is written in Betza notation" } else { "a movement is one word" };
    let change = Change::new(Code::VariantMovementForm, message, "the movement", format!("write `{letters}`"));
    Some(change.edit(place(slip, from, end), letters))
}
