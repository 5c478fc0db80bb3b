//! The rules in force, a paragraph each.

use super::{Paragraph, a, any_kind_of, castling, counting, long_steps, moving_as, royal_name, sided, squares};
use crate::geometry::{PerSide, Side};
use crate::model::{
    CheckRule, Condition, Count, FinishingMove, Grid, Kind, Opposition, Passing, Points, PromotedFacing, Promotion,
    PromotionChoice, Repetition, Rules, Series, SeriesLength, Variant,
};
use crate::notation::man_name;
use crate::prose::{all_of, any_of, capitalized, counted_in_words, number, ordinal};

/// Every rule besides the men's moves and the endings.
pub(crate) fn rules(variant: &Variant) -> Vec<Paragraph> {
    // Destructured completely, so that a new rule can't be forgotten here. Progress is described with the endings that
    // count it.
    let Rules {
        castling,
        long_steps,
        en_passant,
        promotions,
        progress: _,
        series,
        must_move,
        repetition,
        grid,
        opposition,
        finishing_move,
        compulsory_capture,
        passing,
        immobility_illegal,
        check,
        own_check_in_series,
        no_flight,
        points,
        counting_when_bared,
        counting,
    } = &variant.rules;
    let mut paragraphs = vec![turns(variant, series)];
    let mut add = |title: &str, text: Option<String>| paragraphs.extend(text.map(|text| Paragraph::new(title, text)));
    add("Castling", sided(|side| castling[side].as_ref().map(|castling| castling::castles(variant, castling))));
    add("Long step", sided(|side| long_steps::steps(variant, side, &long_steps[side], en_passant[!side].as_ref())));
    add("Promotion", sided(|side| joined(&promotions[side], |promotion| promotes(variant, side, promotion))));
    let immobile = "No man may go where it could never move again, unless it becomes another man there. It attacks such \
                    squares all the same.";
    add("No immobile men", sided(|side| immobility_illegal[side].then(|| immobile.to_owned())));
    add("Must move", must_move.map(|window| must_move_paragraph(variant, window)));
    add(
        "No repetition",
        match repetition {
            Repetition::Allowed => None,
            Repetition::Illegal => Some(no_repetition(variant)),
        },
    );
    add("Grid", grid.map(|grid| blocks(variant, grid)));
    for rule in opposition {
        add("Opposition", Some(opposed(variant, rule)));
    }
    add("Finishing move", finishing_move.map(|rule| finishes(variant, rule)));
    add(
        "Compulsory capture",
        sided(|side| compulsory_capture[side].then(|| "A player who can capture must capture.".to_owned())),
    );
    add("Passing", sided(|side| passes(variant, passing[side])));
    add("Check", sided(|side| checks(check[side])));
    add(
        "Own check",
        sided(|side| {
            own_check_in_series[side].then(|| {
                "Within a series a player may leave its own royal men attacked; they must be safe when its turn ends."
                    .to_owned()
            })
        }),
    );
    add(
        "Check evasion",
        sided(|side| {
            no_flight[side].then(|| {
                "While its side is in check, a royal man may not leave its square, unless it captures the only man that \
                 gives check."
                    .to_owned()
            })
        }),
    );
    let counts = |counts: &PerSide<Option<Count>>, bared: bool| {
        sided(|side| counts[side].as_ref().map(|count| counting::counts(variant, count, bared)))
    };
    add("Counting when bared", counts(counting_when_bared, true));
    add("Counting", counts(counting, false));
    if let Some(points) = points {
        paragraphs.push(Paragraph::new("Points", points_of(variant, points)));
    }
    paragraphs
}

/// When a player may pass.
fn passes(variant: &Variant, passing: Passing) -> Option<String> {
    match passing {
        Passing::Never => None,
        Passing::WhenStuck => Some("A player who has no other legal move passes.".to_owned()),
        Passing::Always => {
            let unless = royal_name(variant).map(|royal| format!(", if that leaves no {royal} in check"));
            Some(format!("Instead of moving a player may pass{}.", unless.unwrap_or_default()))
        }
    }
}

/// Which moves may give check.
fn checks(rule: CheckRule) -> Option<String> {
    Some(match rule {
        CheckRule::Allowed => return None,
        CheckRule::Forbidden => "No move may give check.".to_owned(),
        CheckRule::OnlyToCheckmate => {
            "A move may give check only if it leaves the opponent without any move; that is judged as if \
             the opponent's moves could give check."
                .to_owned()
        }
        CheckRule::OnlyLastOfSeries => {
            "Only the last move that a player can make in a series may give check.".to_owned()
        }
    })
}

/// What men and sides count.
fn points_of(variant: &Variant, points: &Points) -> String {
    let in_words = |half: u16| match (half / 2, half % 2) {
        (whole, 0) => counted_in_words(whole, "point"),
        (0, _) => "half a point".to_owned(),
        (whole, _) => format!("{} and a half", counted_in_words(whole, "point")),
    };
    let men = points.men.iter().map(|&(kind, half)| format!("{} counts {}", a(variant, kind), in_words(half)));
    let sides = Side::ALL.into_iter().filter(|&side| points.side[side] > 0);
    let sides = sides.map(|side| format!("{side} has {} more", in_words(points.side[side])));
    format!("{}.", capitalized(&all_of(men.chain(sides))))
}

/// A sentence for each rule of a list, or nothing if there are none.
fn joined<T>(rules: &[T], in_words: impl Fn(&T) -> String) -> Option<String> {
    (!rules.is_empty()).then(|| rules.iter().map(in_words).collect::<Vec<_>>().join(" "))
}

/// The first player, and the number of moves in a turn.
fn turns(variant: &Variant, series: &PerSide<Option<Series>>) -> Paragraph {
    let first = format!("{} moves first", variant.first);
    let serial = Side::ALL.iter().any(|&side| series[side].is_some());
    if !serial {
        return Paragraph::new("Turns", format!("{first}; then the players move in turn, one move each."));
    }
    let length = sided(|side| {
        Some(series[side].map_or_else(|| "A turn is one move.".to_owned(), |series| series_length(series.length)))
    });
    let ends = sided(|side| series[side].and_then(series_ends));
    let check = royal_name(variant).map(|royal| {
        format!(
            "Every single move must leave one's own {royal} out of check, so a check is met by the first move of a series."
        )
    });
    let stuck = sided(|side| series[side].map(stuck_in_series));
    let sentences: Vec<_> = [Some(format!("{first}.")), length, ends, check, stuck].into_iter().flatten().collect();
    Paragraph::new("Turns", sentences.join(" "))
}

fn series_length(length: SeriesLength) -> String {
    match length {
        SeriesLength::Fixed { moves, first } if moves == first => {
            format!("A turn is a series of {}.", counted_in_words(moves, "move"))
        }
        SeriesLength::Fixed { moves, first } => {
            format!(
                "A turn is a series of {}; the first turn of the game has {}.",
                counted_in_words(moves, "move"),
                number(first)
            )
        }
        SeriesLength::LongerEachTurn(more) => format!(
            "A turn is a series of moves: {} in the first, and in each that follows {} more than the one before it had in \
             full, even if that was cut short. A series is played in full.",
            number(more),
            number(more)
        ),
        SeriesLength::LongerThanLast(more) => format!(
            "A turn is a series of moves: {} in the first, and in each that follows {} more than the opponent's last one \
             really had. A series is played in full.",
            number(more),
            number(more)
        ),
        SeriesLength::Answering { longer, shorter, least } => {
            let range = match (longer, shorter) {
                (0, 0) => String::new(),
                (longer, 0) => format!(", or up to {} more, as the player chooses", number(longer)),
                (0, shorter) => format!(", or up to {} fewer, as the player chooses", number(shorter)),
                (longer, shorter) => {
                    format!(", or up to {} more or {} fewer, as the player chooses", number(longer), number(shorter))
                }
            };
            format!(
                "A turn is a series of moves: as many as the opponent's last one really had{range}; never fewer than {}. \
                 The first series of all answers one of no moves. A player who stops short of the greatest length says so: \
                 `end`.",
                number(least)
            )
        }
    }
}

fn series_ends(series: Series) -> Option<String> {
    let ends: Vec<_> = [(series.ends_by_check, "gives check"), (series.ends_by_capture, "captures")]
        .into_iter()
        .filter(|(ends, _)| *ends)
        .map(|(_, what)| what.to_owned())
        .collect();
    let sentence = || format!("A move that {} ends the series at once, whatever its length.", any_of(ends.clone()));
    (!ends.is_empty()).then(sentence)
}

fn stuck_in_series(series: Series) -> String {
    if series.stuck_may_claim_stalemate {
        "A player who runs out of legal moves where the series may end chooses between `end` and `stalemate`; where it may \
         not end, that is having no legal move."
    } else if matches!(series.length, SeriesLength::Answering { .. }) {
        "A player who runs out of legal moves where the series may end can only end it; where it may not end, that is having \
         no legal move."
    } else {
        "A player who runs out of legal moves inside a series has no legal move."
    }
    .to_owned()
}

fn promotes(variant: &Variant, side: Side, promotion: &Promotion) -> String {
    let man = capitalized(&a(variant, promotion.kind));
    let zone = squares::squares(variant.board, side, promotion.zone);
    let moves = match (promotion.zone.is_empty(), promotion.from.is_empty()) {
        (_, true) => format!("reaches {zone}"),
        (true, _) => format!("leaves {}", squares::squares(variant.board, side, promotion.from)),
        _ if promotion.from == promotion.zone => format!("reaches {zone}, or leaves them by a move to any square,"),
        _ => format!("reaches {zone}, or leaves {},", squares::squares(variant.board, side, promotion.from)),
    };
    if promotion.to == PromotionChoice::Nothing {
        return format!("{man} never goes to {zone}, although it attacks these squares.");
    }
    let by_capture = if promotion.by_capture { " by a capture" } else { "" };
    let (to, chosen): (String, Vec<&Kind>) = match &promotion.to {
        PromotionChoice::Nothing => ("nothing".to_owned(), Vec::new()),
        PromotionChoice::Kinds(kinds) => {
            let choice = if kinds.len() > 1 { ", as the player chooses" } else { "" };
            (any_kind_of(variant, kinds) + choice, kinds.iter().map(|&kind| variant.kind(kind)).collect())
        }
        PromotionChoice::AnyStartingBut(not) => {
            let but = if not.is_empty() {
                String::new()
            } else {
                format!(" except {}", all_of(not.iter().map(|&kind| man_name(variant, kind))))
            };
            let kinds = variant.kinds().filter(|(id, _)| !not.contains(id)).map(|(_, kind)| kind).collect();
            (
                format!(
                    "any kind of man that stood on the board at the start, on either side,{but}, as the player chooses"
                ),
                kinds,
            )
        }
    };
    let becomes = if promotion.optional { "may become" } else { "becomes" };
    let mut text = format!("{man} that {moves}{by_capture} {becomes} {to}.").replace(",,", ",");
    if promotion.optional && !promotion.compulsory_on.is_empty() {
        let compulsory_on = squares::squares(variant.board, side, promotion.compulsory_on);
        text = format!("{text} On {compulsory_on} it must.");
    }
    if promotion.captured_men_only {
        text += " It can become only what its side has fewer of than at the start.";
    }
    for limit in &promotion.limits {
        let most = counted_in_words(limit.most, "man");
        let name = man_name(variant, limit.kind);
        text += &format!(" It can't become {} if its side has {most} of that kind or more.", a(variant, limit.kind))
            .replace("one man of that kind", &format!("a {name}"));
    }
    if !promotion.optional && (promotion.captured_men_only || !promotion.limits.is_empty()) {
        text += " If that leaves nothing, it can't go there.";
    }
    if chosen.iter().any(|kind| kind.turns()) {
        text += match promotion.facing {
            PromotedFacing::AsAtStart => {
                " The new man faces as a man of its kind would at the start on that half of the board."
            }
            PromotedFacing::Any => " The new man faces any way the player likes.",
        };
    }
    if chosen.iter().any(|kind| kind.flips.is_some()) {
        text += " It is in the mode of the start.";
    }
    text
}

fn must_move_paragraph(variant: &Variant, window: u8) -> String {
    let turns = variant.kinds.iter().any(Kind::turns).then(|| "turns".to_owned());
    let flips = variant.kinds.iter().any(|kind| kind.flips.is_some()).then(|| "flips".to_owned());
    format!(
        "Of any {} of a player in a row at least one must take a man to another square: after {} {} in a row the next move \
         must leave its square.",
        counted_in_words(window, "move"),
        number(window.saturating_sub(1)),
        any_of(turns.into_iter().chain(flips))
    )
}

fn no_repetition(variant: &Variant) -> String {
    let turns = variant.kinds.iter().any(Kind::turns);
    let flips = variant.kinds.iter().any(|kind| kind.flips.is_some());
    let state = match (turns, flips) {
        (true, true) => ", facing the same ways and in the same modes",
        (true, false) => ", facing the same ways",
        (false, true) => ", in the same modes",
        (false, false) => "",
    };
    format!(
        "A move is illegal if it brings back a position that has stood before in the game, the one at the start included: the \
         same men on the same squares{state}, with the same player to move."
    )
}

fn blocks(variant: &Variant, grid: Grid) -> String {
    let king = Side::ALL.iter().find_map(|&side| variant.rules.castling[side].as_ref()).map(|castling| castling.king);
    let castling =
        king.map_or_else(String::new, |king| format!(" When castling, so must the {}.", man_name(variant, king)));
    format!(
        "The board is cut into blocks of {}x{} squares, counted from a1. Every move must end in another block than it began \
         in, and so a man attacks nothing in its own block.{castling}",
        grid.files, grid.ranks
    )
}

fn opposed(variant: &Variant, rule: &Opposition) -> String {
    let watcher = man_name(variant, rule.watcher);
    let target = man_name(variant, rule.watched);
    let one = a(variant, rule.watcher);
    let betza = moving_as(&rule.betza, &rule.movement);
    let castling = Side::ALL
        .iter()
        .any(|&side| variant.rules.castling[side].as_ref().is_some_and(|castling| castling.king == rule.watched));
    if rule.to_be_broken {
        let facing = if rule.watcher == rule.watched {
            format!("{one} stands where an enemy {target} could reach it moving as {betza}")
        } else {
            format!("{one}, moving as {betza}, could reach an enemy {target}")
        };
        let accepts = variant.endings.iter().any(|ending| ending.condition == Condition::OppositionAccepted);
        let pass = match (variant.rules.may_pass(), accepts) {
            (false, _) => "",
            (true, false) => ", unless it is a pass",
            (true, true) => ", unless it is a pass, which may then be made even in check",
        };
        return format!("While {facing}, a move must leave no such men facing each other{pass}. This is no check.");
    }
    let text = if rule.watcher == rule.watched {
        format!("After no move may {one} stand where an enemy {target} could reach it moving as {betza}.")
    } else {
        format!(
            "After no move may {one}, moving as {betza}, be able to reach an enemy {target}: the {watcher} may not go \
             to such a square, the {target} may not go to a square that is reached, and no move may open the way between \
             them. This is no check."
        )
    };
    if !castling {
        return text;
    }
    format!("{text} Nor may the {target} castle over a square that is reached.")
}

fn finishes(variant: &Variant, rule: FinishingMove) -> String {
    let royal = royal_name(variant).unwrap_or_else(|| "royal man".to_owned());
    let ends: Vec<_> = [(rule.to_checkmate, "checkmate"), (rule.to_stalemate, "stalemate")]
        .into_iter()
        .filter(|(counts, _)| *counts)
        .map(|(_, what)| what.to_owned())
        .collect();
    format!(
        "Instead of a move by the rules a player may take any one man of their own from its square to any square that is \
         empty or holds an enemy man other than the {royal}, which it captures. It must leave one's own {royal} out of check, \
         and it stands only if it ends the game at once, by {}; the opponent has none but moves by the rules against it. \
         Nothing else changes: the man does not promote, and no other man is moved or taken off.",
        any_of(ends)
    )
}

/// `the third time`, for endings.
pub(super) fn time(times: u8) -> String {
    format!("the {} time", ordinal(u32::from(times)))
}
