//! The endings in words, a paragraph for each.

use super::{
    Paragraph, a_man, any_kind_of, any_that_holds, bared_men, counted_men, kind_names, rules, squares_of,
    squares_of_both,
};
use crate::check::Replaced;
use crate::geometry::{PerSide, Side, SquareSet, Wind};
use crate::model::{
    Condition, Ending, GameResult, Judged, KindId, Lines, MaterialSide, QuietUnit, Variant, Wing, Worth,
};
use crate::notation::man_name;
use crate::prose::{all_of, any_of, capitalized, counted_in_words, number, plural};

/// All endings, in the order in which they are tested, with the lines that they replace.
pub(crate) fn endings(variant: &Variant, replaced: &Replaced) -> Vec<Paragraph> {
    let paragraph = |(index, ending): (usize, &Ending)| {
        let mut paragraph = Paragraph::new(title(&ending.label), ending_sentence(variant, ending));
        paragraph.in_place_of(&replaced.by_ending(index));
        paragraph
    };
    variant.endings.iter().enumerate().map(paragraph).collect()
}

/// `fivefold-repetition` as a heading: `Fivefold repetition`.
fn title(label: &str) -> String {
    capitalized(&label.replace('-', " "))
}

/// The sentence of an ending: if the condition holds, this is the result.
fn ending_sentence(variant: &Variant, ending: &Ending) -> String {
    let when = condition_clause(variant, ending) + judged_clause(ending);
    let speaks_of = |anyone: &str| ending.side.map_or_else(|| anyone.to_owned(), |side| side.to_string());
    let subject = match ending.condition {
        Condition::ManOn { .. }
        | Condition::AtMost { .. }
        | Condition::InARow { .. }
        | Condition::InASquare { .. }
        | Condition::Chain { .. }
        | Condition::Position { perpetual_check: true, .. }
        | Condition::ChecksGiven(_)
        | Condition::Castled(_)
        | Condition::NoCastling(_) => speaks_of("that player"),
        Condition::Bared if ending.judged != Judged::Always => speaks_of("that player"),
        Condition::Position { .. } if ending.judged == Judged::NotToMove => {
            speaks_of("the player who brought it about")
        }
        Condition::Quiet { .. } if ending.judged == Judged::NotToMove => speaks_of("the player who moved last"),
        Condition::Checkmate
        | Condition::Stalemate
        | Condition::Bared
        | Condition::Quiet { .. }
        | Condition::Position { .. }
        | Condition::OnlyMaterial(_)
        | Condition::BothPass
        | Condition::FullBoard
        | Condition::OppositionAccepted
        | Condition::CountedOut => speaks_of("the player to move"),
    };
    let scored = |score: u8| {
        if ending.worth.is_full() { String::new() } else { format!(" and scores {}", Worth::decimal(score)) }
    };
    let wins = scored(ending.worth.hundredths());
    let on_board = if ending.on_board { " on the board" } else { "" };
    let tie = if ending.tie_on_claim { "the player to move may claim a draw" } else { "it is a draw" };
    let result = match ending.result {
        GameResult::Wins if ending.on_claim => format!("{subject} may claim a win{}", wins.replace("scores", "score")),
        GameResult::Loses if ending.on_claim => {
            format!("the opponent, who is to move, may claim a win{}", wins.replace("scores", "score"))
        }
        GameResult::Wins => format!("{subject} wins{wins}"),
        GameResult::Loses => format!("{subject} loses{}", scored(100 - ending.worth.hundredths())),
        GameResult::Draw => "the game is a draw".to_owned(),
        GameResult::DrawOnClaim => "the player to move may claim a draw".to_owned(),
        GameResult::WhiteWins => format!("White wins{wins}"),
        GameResult::BlackWins => format!("Black wins{wins}"),
        GameResult::MoreMen => format!("the player with more men{on_board} wins{wins}; if both have as many, {tie}"),
        GameResult::FewerMen => format!("the player with fewer men{on_board} wins{wins}; if both have as many, {tie}"),
        GameResult::MorePoints => {
            format!("the player with more points{on_board} wins{wins}; if both have as many, {tie}")
        }
    };
    let setups = ending.setups.iter().filter_map(|setup| variant.setups.get(setup.index()));
    let setups: Vec<String> = setups.map(|setup| format!("`{}`", setup.name)).collect();
    match setups.len() {
        0 => format!("If {when}, {result}."),
        1 => format!("In games from the setup {}, if {when}, {result}.", all_of(setups)),
        _ => format!("In games from the setups {}, if {when}, {result}.", all_of(setups)),
    }
}

/// The side that must be to move, as a clause after the condition.
fn judged_clause(ending: &Ending) -> &'static str {
    // The player to move in a position that recurs is named with the result.
    let recurs = matches!(ending.condition, Condition::Quiet { .. })
        || ending.side.is_none() && matches!(ending.condition, Condition::Position { perpetual_check: false, .. });
    match ending.judged {
        Judged::Always => "",
        Judged::WhiteToMove if recurs => " with White to move",
        Judged::BlackToMove if recurs => " with Black to move",
        _ if recurs => "",
        Judged::ToMove => " while it is that player's move",
        Judged::NotToMove => " while it is the opponent's move",
        Judged::WhiteToMove => " while it is White's move",
        Judged::BlackToMove => " while it is Black's move",
        Judged::Unanswered => " and the opponent, who is to move, has no legal move by which it achieves the same",
    }
}

/// The clause of [`Condition::OppositionAccepted`].
const PASSED_IN_OPPOSITION: &str = "the last move was a pass that left men facing each other who had to be parted";

/// The lines of a row of men: ` on a rank or a file`.
fn on_one_of(lines: Lines) -> String {
    let lines = [(lines.ranks, "a rank"), (lines.files, "a file"), (lines.diagonals, "a diagonal")];
    any_that_holds(lines).map_or_else(String::new, |lines| format!(" on {lines}"))
}

/// The condition of an ending, as a clause after `if`.
fn condition_clause(variant: &Variant, ending: &Ending) -> String {
    let to_move = ending.side.map_or_else(|| "the player to move".to_owned(), |side| format!("{side} is to move and"));
    let anyone = if ending.both { "each player" } else { "a player" };
    let someone = ending.side.map_or_else(|| anyone.to_owned(), |side| side.to_string());
    match &ending.condition {
        Condition::Checkmate => format!("{to_move} has no legal move and is in check"),
        Condition::Stalemate => format!("{to_move} has no legal move and is not in check"),
        Condition::Bared => {
            let who = if ending.judged == Judged::Always { &to_move } else { &someone };
            format!("{who} has nothing but {} left, and the opponent has more", bared_men(variant))
        }
        Condition::Quiet { count, unit } => {
            let turn = match ending.judged {
                Judged::Always | Judged::ToMove => ending.side,
                Judged::NotToMove => ending.side.map(|side| !side),
                Judged::WhiteToMove | Judged::BlackToMove | Judged::Unanswered => None,
            };
            quiet_clause(variant, turn, *count, *unit)
        }
        Condition::Position { times, perpetual_check } => {
            let time = rules::nth_time(*times);
            let recurs =
                format!("the same position, with the same player to move and the same rights, occurs for {time}");
            if *perpetual_check && ending.both {
                format!("{recurs}, and since the first of these times {someone} has given check by each turn")
            } else if *perpetual_check {
                let since = "since the first of these times";
                format!("{recurs}, and {since} {someone} has given check by each turn, but the opponent has not")
            } else {
                recurs
            }
        }
        Condition::OnlyMaterial(balances) => {
            let balances = balances.iter().map(|balance| material_balance(variant, balance));
            format!("nothing is left but {}", any_of(balances))
        }
        Condition::ManOn { kinds, squares, least, safe, secure, full } => {
            let all = kinds.len() == variant.kinds.len() && kinds.len() > 1;
            let men = match (all, *least) {
                (true, 1) => "a man".to_owned(),
                (false, 1) => any_kind_of(variant, kinds),
                (_, least) => counted_men(variant, least, Some(kinds).filter(|_| !all)),
            };
            let on = squares_concerned(variant, ending, squares);
            let anywhere: SquareSet = variant.board.squares().collect();
            if ending.sides_concerned().all(|side| squares[side] == anywhere) && !(*safe || *secure || *full) {
                return format!("{someone} has {men}{}", if *least > 1 { " or more" } else { "" });
            }
            let safe = if *safe { " where no enemy attacks it" } else { "" };
            let secure = if *secure {
                ", and one capture can't undo that, since there is one more or since no enemy attacks any"
            } else {
                ""
            };
            let full = if *full { ", with none of these squares empty" } else { "" };
            format!("{someone} has {men} on {on}{safe}{secure}{full}")
        }
        Condition::AtMost { count, kinds, against } => {
            let few = match (count, kinds.as_deref()) {
                (0, Some([one, other])) => {
                    format!("{someone} has neither {} nor {} left", a_man(variant, *one), a_man(variant, *other))
                }
                (0, Some(several)) => format!("{someone} has no {} left", kind_names(variant, several)),
                (0, None) => format!("{someone} has no men left"),
                _ => format!("{someone} has at most {} left", counted_men(variant, *count, kinds.as_ref())),
            };
            match against {
                0 => few,
                _ => format!("{few} and the opponent at least {}", number(*against)),
            }
        }
        Condition::InARow { count, kinds, lines, apart } => {
            let row = if *apart { "" } else { " side by side" };
            format!("{someone} has {}{row}{}", counted_men(variant, *count, kinds.as_ref()), on_one_of(*lines))
        }
        Condition::InASquare { side, kinds } => {
            let men = counted_men(variant, u16::from(*side) * u16::from(*side), kinds.as_ref());
            format!("{someone} has {men} that fill a square of {side} by {side}")
        }
        Condition::Chain { kinds, from, to, steps } => {
            let ends = [from, to].map(|squares| squares_concerned(variant, ending, squares));
            format!("{someone} has {}", chain_in_words(variant, kinds.as_deref(), ends, steps))
        }
        Condition::CountedOut => "more moves have been counted than the limit of the count allows".to_owned(),
        Condition::FullBoard => "no square of the board is empty".to_owned(),
        Condition::BothPass => "both players pass one after the other".to_owned(),
        Condition::OppositionAccepted => PASSED_IN_OPPOSITION.to_owned(),
        Condition::Castled(wing) => format!("{someone} has castled{}", toward(*wing)),
        Condition::NoCastling(wing) => format!("{someone} has lost the right to castle{}", toward(*wing)),
        Condition::ChecksGiven(checks) => format!("{someone} has given {}", counted_in_words(*checks, "check")),
    }
}

/// A chain of men between two places, in words.
fn chain_in_words(variant: &Variant, kinds: Option<&[KindId]>, [from, to]: [String; 2], steps: &[Wind]) -> String {
    let men = kinds
        .map_or_else(|| "men".to_owned(), |kinds| any_of(kinds.iter().map(|&kind| plural(&man_name(variant, kind)))));
    let steps = match steps.iter().map(|step| step.index()).collect::<Vec<_>>().as_slice() {
        [0, 4, 8, 12] => "along a rank or file".to_owned(),
        all if all.len() == 8 => "in any direction".to_owned(),
        _ => any_of(steps.iter().map(|step| step.in_words())),
    };
    format!(
        "an unbroken chain of {men} that begins on {from} and ends on {to}, each of them one step {steps} from the one before"
    )
}

/// The wing on which a side castles, in words.
const fn toward(wing: Option<Wing>) -> &'static str {
    match wing {
        None => "",
        Some(Wing::FirstFile) => " toward the first file",
        Some(Wing::LastFile) => " toward the last file",
    }
}

/// The squares that an ending has for the sides that it concerns.
fn squares_concerned(variant: &Variant, ending: &Ending, squares: &PerSide<SquareSet>) -> String {
    let where_of = |side| squares_of(variant.board, side, squares[side]);
    match ending.side {
        Some(side) => where_of(side),
        None if squares[Side::White] == squares[Side::Black] => squares_of_both(variant.board, squares[Side::White]),
        None if where_of(Side::White) == where_of(Side::Black) => where_of(Side::White),
        None => format!("{} (White) or {} (Black)", where_of(Side::White), where_of(Side::Black)),
    }
}

/// The condition of this many moves without progress, as a clause after `if`.
fn quiet_clause(variant: &Variant, side: Option<Side>, count: u16, unit: QuietUnit) -> String {
    let progress = &variant.rules.progress;
    let mut resets: Vec<String> = Vec::new();
    resets.extend(progress.captures.then(|| "a capture".to_owned()));
    resets.extend(progress.promotions.then(|| "a promotion".to_owned()));
    resets.extend(progress.drops.then(|| "a drop".to_owned()));
    if !progress.one_way_moves_of.is_empty() {
        let men = any_kind_of(variant, &progress.one_way_moves_of);
        resets.push(format!("a move of {men} that it could not take back"));
    }
    if !progress.moves_of.is_empty() {
        let stationary =
            progress.moves_of.iter().any(|&kind| variant.kind(kind).turns() || variant.kind(kind).flips.is_some());
        let only = if stationary { " to another square" } else { "" };
        resets.push(format!("a move of {}{only}", any_kind_of(variant, &progress.moves_of)));
    }
    // If no move is progress, all moves count.
    let (row, without) = match resets.as_slice() {
        [] => ("", String::new()),
        _ => (" in a row", format!(" without {}", any_of(resets))),
    };
    let turn = side.map_or_else(String::new, |side| format!("{side} is to move and "));
    let (noun, counted) = match unit {
        QuietUnit::Moves => ("move", format!(" by each player{row} have been made")),
        QuietUnit::Plies => ("move", format!("{row}, both players' counted, have been made")),
        QuietUnit::Series => ("series", format!("{row}, both players' counted, have been completed")),
    };
    format!("{turn}{}{counted}{without}", counted_in_words(count, noun))
}

/// The men of both sides in a balance of dead material, with the colours of squares that count.
fn material_balance(variant: &Variant, balance: &PerSide<MaterialSide>) -> String {
    let [white, black] = [&balance.white, &balance.black].map(|side| material_phrase(variant, side));
    let any = balance.white.any_on_one_colour.or(balance.black.any_on_one_colour);
    match (any, balance.white.apart.or(balance.black.apart)) {
        (Some(_), None) if white == black => format!("{white} on either side, all on squares of one colour"),
        (Some(_), None) => format!("{white} against {black}, those all on squares of one colour"),
        (Some(_), Some(_)) if white == black => {
            format!("{white} on either side, White's on squares of one colour and Black's on those of the other")
        }
        (_, Some(kind)) => {
            let men = plural(&man_name(variant, kind));
            format!("{white} against {black}, the {men} of the two sides on squares of different colours")
        }
        (None, None) => format!("{white} against {black}"),
    }
}

/// The men of a side in a balance of dead material: `King, two Knights`.
fn material_phrase(variant: &Variant, side: &MaterialSide) -> String {
    let mut men: Vec<(KindId, u32)> = Vec::new();
    for &kind in &side.men {
        match men.last_mut() {
            Some((last, count)) if *last == kind => *count += 1,
            _ => men.push((kind, 1)),
        }
    }
    let counted_name = |(kind, count)| match (man_name(variant, kind), count) {
        (name, 1) => name,
        (name, count) => format!("{} {}", number(count), plural(&name)),
    };
    let mut names: Vec<String> = men.into_iter().map(counted_name).collect();
    names.extend(side.any_on_one_colour.map(|kind| format!("any number of {}", plural(&man_name(variant, kind)))));
    if names.is_empty() { "no man".to_owned() } else { all_of(names) }
}
