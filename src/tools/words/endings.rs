//! The endings in words, a paragraph for each.

use super::{Paragraph, a, any_kind_of, royal_kinds, rules, squares};
use crate::geometry::Side;
use crate::model::{Condition, Ending, GameResult, KindId, MaterialSide, QuietUnit, Variant};
use crate::notation::man_name;
use crate::prose::{all_of, any_of, capitalized, counted_in_words, number, plural};

/// Every ending, in the order in which they are tested.
pub(crate) fn endings(variant: &Variant) -> Vec<Paragraph> {
    variant.endings.iter().map(|ending| Paragraph::new(title(&ending.label), sentence(variant, ending))).collect()
}

/// `fivefold-repetition` as a heading: `Fivefold repetition`.
fn title(label: &str) -> String {
    capitalized(&label.replace('-', " "))
}

fn sentence(variant: &Variant, ending: &Ending) -> String {
    let when = condition(variant, ending);
    let speaks_of = |anyone: &str| ending.side.map_or_else(|| anyone.to_owned(), |side| side.to_string());
    let subject = match ending.condition {
        Condition::ManOn { .. } | Condition::Without(_) | Condition::WithoutMen | Condition::ChecksGiven(_) => {
            speaks_of("that player")
        }
        _ => speaks_of("the player to move"),
    };
    match ending.result {
        GameResult::Wins => format!("If {when}, {subject} wins."),
        GameResult::Loses => format!("If {when}, {subject} loses."),
        GameResult::Draw => format!("If {when}, the game is a draw."),
        GameResult::DrawOnClaim => format!("If {when}, the player to move may claim a draw."),
    }
}

/// A clause after `if`.
fn condition(variant: &Variant, ending: &Ending) -> String {
    let to_move = ending.side.map_or_else(|| "the player to move".to_owned(), |side| format!("{side} is to move and"));
    let someone = ending.side.map_or_else(|| "a player".to_owned(), |side| side.to_string());
    match &ending.condition {
        Condition::Checkmate => format!("{to_move} has no legal move and is in check"),
        Condition::Stalemate => format!("{to_move} has no legal move and is not in check"),
        Condition::OpponentBared => {
            format!("the opponent has nothing but {} left, and {to_move} has more", bare(variant))
        }
        Condition::Bared => format!("{to_move} has nothing but {} left, and the opponent has more", bare(variant)),
        Condition::Quiet { count, unit } => quiet(variant, ending.side, *count, *unit),
        Condition::Position { times } => format!(
            "the same position, with the same player to move and the same rights, occurs for {}",
            rules::time(*times)
        ),
        Condition::OnlyMaterial(balances) => {
            let balances = balances.iter().map(|balance| {
                let [white, black] = [&balance.white, &balance.black].map(|side| material(variant, side));
                if white == black && balance.white.any_on_one_colour.is_some() {
                    return format!("{white} on either side, all on squares of one colour");
                }
                let coloured = balance.white.any_on_one_colour.or(balance.black.any_on_one_colour);
                let colour = coloured.map_or("", |_| ", those all on squares of one colour");
                format!("{white} against {black}{colour}")
            });
            format!("nothing is left but {}", any_of(balances))
        }
        Condition::ManOn { kinds, squares } => {
            let where_of = |side| squares::squares(variant.board, side, squares[side]);
            match ending.side {
                Some(side) => format!("{side} has {} on {}", any_kind_of(variant, kinds), where_of(side)),
                None if where_of(Side::White) == where_of(Side::Black) => {
                    format!("a player has {} on {}", any_kind_of(variant, kinds), where_of(Side::White))
                }
                None => format!(
                    "a player has {} on {} (White) or {} (Black)",
                    any_kind_of(variant, kinds),
                    where_of(Side::White),
                    where_of(Side::Black)
                ),
            }
        }
        Condition::Without(kinds) => match kinds.as_slice() {
            [kind] => format!("{someone} has no {} left", man_name(variant, *kind)),
            [one, other] => format!("{someone} has neither {} nor {} left", a(variant, *one), a(variant, *other)),
            several => format!("{someone} has no {} left", any_of(several.iter().map(|&kind| man_name(variant, kind)))),
        },
        Condition::WithoutMen => format!("{someone} has no men left"),
        Condition::ChecksGiven(checks) => format!("{someone} has given {}", counted_in_words(*checks, "check")),
    }
}

/// The men that a bared side still has: `the King`.
fn bare(variant: &Variant) -> String {
    let mut kinds: Vec<KindId> = Side::ALL.into_iter().flat_map(|side| royal_kinds(variant, side)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    match kinds.as_slice() {
        [kind] => format!("the {}", man_name(variant, *kind)),
        _ => "royal men".to_owned(),
    }
}

fn quiet(variant: &Variant, side: Option<Side>, count: u16, unit: QuietUnit) -> String {
    let progress = &variant.rules.progress;
    let mut kinds: Vec<String> = Vec::new();
    if progress.captures {
        kinds.push("a capture".to_owned());
    }
    if !progress.moves_of.is_empty() {
        let stationary =
            progress.moves_of.iter().any(|&kind| variant.kind(kind).turns() || variant.kind(kind).flips.is_some());
        let only = if stationary { " to another square" } else { "" };
        kinds.push(format!("a move of {}{only}", any_kind_of(variant, &progress.moves_of)));
    }
    let without = if kinds.is_empty() { "starting again".to_owned() } else { any_of(kinds) };
    let turn = side.map_or_else(String::new, |side| format!("{side} is to move and "));
    match unit {
        QuietUnit::Moves => {
            format!(
                "{turn}{} by each player in a row have been made without {without}",
                counted_in_words(count, "move")
            )
        }
        QuietUnit::Plies => format!(
            "{turn}{} in a row, both players' counted, have been made without {without}",
            counted_in_words(count, "move")
        ),
        QuietUnit::Series => format!(
            "{turn}{} in a row, both players' counted, have been completed without {without}",
            counted_in_words(count, "series")
        ),
    }
}

fn material(variant: &Variant, side: &MaterialSide) -> String {
    let mut men: Vec<(KindId, u32)> = Vec::new();
    for &kind in &side.men {
        match men.last_mut() {
            Some((last, count)) if *last == kind => *count += 1,
            _ => men.push((kind, 1)),
        }
    }
    let mut parts: Vec<String> = men
        .into_iter()
        .map(|(kind, count)| {
            let name = man_name(variant, kind);
            if count == 1 { name } else { format!("{} {}", number(count), plural(&name)) }
        })
        .collect();
    parts.extend(side.any_on_one_colour.map(|kind| format!("any number of {}", plural(&man_name(variant, kind)))));
    if parts.is_empty() { "no man".to_owned() } else { all_of(parts) }
}
