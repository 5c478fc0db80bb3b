//! The rules in force, a paragraph each.

use super::hands::drop_sentences;
use super::walls::wall_sentences;
use super::{
    Paragraph, a_man, any_kind_of, any_that_holds, bared_men, counted_men, for_each_side, join_sentences, kind_names,
    moving_as, royal_name, squares_of, squares_of_both,
};
use crate::betza;
use crate::check::Replaced;
use crate::geometry::{Leap, PerSide, Side};
use crate::model::{
    Castling, CheckRule, CompulsoryMove, Count, EnPassant, FinishingMove, Grid, Kind, KindLimit, KingTravel, Leg,
    LongStep, Movement, Opposition, PartnerLanding, Passing, Path, Points, PromotedFacing, Promotion, PromotionChoice,
    Repetition, Rules, Series, SeriesLength, SeriesMovers, Variant,
};
use crate::notation::man_name;
use crate::prose::{all_of, any_of, capitalized, counted_in_words, number, ordinal};
use crate::syntax::ast::{NamedConstruct, RuleName};

/// All rules in force, a paragraph each, with the lines that they replace; without the men's moves and the endings.
pub(crate) fn rules(variant: &Variant, replaced: &Replaced) -> Vec<Paragraph> {
    let mut paragraphs = rules_in_force(variant);
    for rule in RuleName::WRITTEN.iter().copied() {
        if let Some(paragraph) = paragraphs.iter_mut().find(|paragraph| Some(paragraph.title.as_str()) == heading(rule))
        {
            paragraph.in_place_of(&replaced.by_rule(rule));
        }
    }
    paragraphs
}

/// The heading of the paragraph that speaks of a rule; none speaks of progress alone.
const fn heading(rule: RuleName) -> Option<&'static str> {
    Some(match rule {
        RuleName::Castling => "Castling",
        RuleName::LongStep | RuleName::EnPassant => "Long step",
        RuleName::Promotion => "Promotion",
        RuleName::Drop => "Drops",
        RuleName::Progress => return None,
        RuleName::Turn => "Turns",
        RuleName::Wall => "Walls",
        RuleName::MustMove => "Must move",
        RuleName::Repetition => "No repetition",
        RuleName::Grid => "Grid",
        RuleName::Opposition => "Opposition",
        RuleName::FinishingMove => "Finishing move",
        RuleName::Capture => "Compulsory capture",
        RuleName::Passing => "Passing",
        RuleName::Immobility => "No immobile men",
        RuleName::Check => "Check",
        RuleName::CheckEvasion => "Check evasion",
        RuleName::OwnCheck => "Own check",
        RuleName::Points => "Points",
        RuleName::CountingWhenBared => "Counting when bared",
        RuleName::Counting => "Counting",
        RuleName::Compulsory => "Compulsory moves",
    })
}

/// The paragraphs of the rules in force.
fn rules_in_force(variant: &Variant) -> Vec<Paragraph> {
    // Destructured completely: a new rule can't be forgotten here. Progress is described with the endings that count
    // it.
    let Rules {
        castling,
        long_steps,
        en_passant,
        promotions,
        // Each kind in hand has its own rule.
        drops: _,
        walls,
        progress: _,
        series,
        must_move,
        repetition,
        grid,
        opposition,
        finishing_move,
        compulsory_capture,
        compulsory,
        passing,
        immobility_illegal,
        check,
        own_check_in_series,
        no_flight,
        points,
        counting_when_bared,
        counting,
    } = &variant.rules;
    let mut paragraphs = vec![turn_paragraph(variant, series)];
    let mut add = |title: &str, text: Option<String>| paragraphs.extend(text.map(|text| Paragraph::new(title, text)));
    let flag = |sides: &PerSide<bool>, text: &str| for_each_side(|side| sides[side].then(|| text.to_owned()));
    add("Castling", for_each_side(|side| castling[side].as_ref().map(|castling| castling_sentence(variant, castling))));
    add(
        "Long step",
        for_each_side(|side| long_step_sentences(variant, side, &long_steps[side], en_passant[!side].as_ref())),
    );
    add(
        "Promotion",
        for_each_side(|side| {
            join_sentences(&promotions[side], |promotion| promotion_sentence(variant, side, promotion))
        }),
    );
    add("Drops", for_each_side(|side| drop_sentences(variant, side)));
    add("Walls", for_each_side(|side| walls[side].as_ref().map(|rule| wall_sentences(variant, side, rule))));
    add(
        "No immobile men",
        flag(
            immobility_illegal,
            "No man may go where it could never move again, unless it becomes another man there. It attacks such squares all \
             the same.",
        ),
    );
    add("Must move", must_move.map(|window| must_move_sentence(variant, window)));
    add("No repetition", (*repetition == Repetition::Illegal).then(|| repetition_sentence(variant)));
    add("Grid", grid.map(|grid| grid_sentence(variant, grid)));
    for rule in opposition {
        add("Opposition", Some(opposition_sentence(variant, rule)));
    }
    add("Finishing move", finishing_move.map(|rule| finishing_move_sentence(variant, rule)));
    let ordered = |side: Side| !compulsory[side].is_empty();
    add(
        "Compulsory moves",
        for_each_side(|side| {
            ordered(side).then(|| compulsory_sentence(variant, &compulsory[side], compulsory_capture[side]))
        }),
    );
    let captures = PerSide::from_fn(|side| compulsory_capture[side] && !ordered(side));
    add("Compulsory capture", flag(&captures, "A player who can capture must capture."));
    add("Passing", for_each_side(|side| passing_sentence(variant, passing[side])));
    add("Check", for_each_side(|side| check_sentence(check[side])));
    add(
        "Own check",
        flag(
            own_check_in_series,
            "Within a series a player may leave its own royal men attacked; they must be safe when its turn ends.",
        ),
    );
    add(
        "Check evasion",
        flag(
            no_flight,
            "While its side is in check, a royal man may not leave its square, unless it captures the only man that gives \
             check.",
        ),
    );
    for (title, counts, bared) in [("Counting when bared", counting_when_bared, true), ("Counting", counting, false)] {
        add(title, for_each_side(|side| counts[side].as_ref().map(|count| counting_sentences(variant, count, bared))));
    }
    add("Points", points.as_ref().map(|points| points_sentence(variant, points)));
    paragraphs
}

/// The sentence on passing.
fn passing_sentence(variant: &Variant, passing: Passing) -> Option<String> {
    match passing {
        Passing::Never => None,
        Passing::WhenStuck => Some("A player who has no other legal move passes.".to_owned()),
        Passing::Always => {
            let unless = royal_name(variant).map(|royal| format!(", if that leaves no {royal} in check"));
            Some(format!("Instead of moving a player may pass{}.", unless.unwrap_or_default()))
        }
    }
}

/// The sentences on compulsory moves, captures last.
fn compulsory_sentence(variant: &Variant, classes: &[Vec<CompulsoryMove>], captures: bool) -> String {
    let sort_in_words = |sort: &CompulsoryMove| match sort {
        CompulsoryMove::Check => "give check".to_owned(),
        CompulsoryMove::Capture => "capture".to_owned(),
        CompulsoryMove::Promotion => "promote a man".to_owned(),
        CompulsoryMove::Drop => "drop a man".to_owned(),
        CompulsoryMove::MoveOf(kinds) => format!("move {}", any_kind_of(variant, kinds)),
    };
    let in_words = |class: &Vec<CompulsoryMove>| any_of(class.iter().map(sort_in_words));
    let mut classes: Vec<String> = classes.iter().map(in_words).collect();
    classes.extend(captures.then(|| "capture".to_owned()));
    let first = format!("A player who can {} must do so.", classes[0]);
    let others = classes[1..].iter().map(|class| format!(" If that is not possible, one who can {class} must do so."));
    first + &others.collect::<String>()
}

/// The sentence on moves that may give check.
fn check_sentence(rule: CheckRule) -> Option<String> {
    let text = match rule {
        CheckRule::Allowed => return None,
        CheckRule::Forbidden => "No move may give check.",
        CheckRule::OnlyToCheckmate => {
            "A move may give check only if it leaves the opponent without any move; that is judged as if the opponent's moves \
             could give check."
        }
        CheckRule::OnlyLastOfSeries => "Only the last move that a player can make in a series may give check.",
    };
    Some(text.to_owned())
}

/// The sentence on the points of men and sides.
fn points_sentence(variant: &Variant, points: &Points) -> String {
    let in_words = |half: u16| match (half / 2, half % 2) {
        (whole, 0) => counted_in_words(whole, "point"),
        (0, _) => "half a point".to_owned(),
        (whole, _) => format!("{} and a half", counted_in_words(whole, "point")),
    };
    let men = points.men.iter().map(|&(kind, half)| format!("{} counts {}", a_man(variant, kind), in_words(half)));
    let sides = Side::ALL.into_iter().filter(|&side| points.side[side] > 0);
    let sides = sides.map(|side| format!("{side} has {} more", in_words(points.side[side])));
    format!("{}.", capitalized(&all_of(men.chain(sides))))
}

/// The first player, and the number of moves in a turn.
fn turn_paragraph(variant: &Variant, series: &PerSide<Option<Series>>) -> Paragraph {
    let first = format!("{} moves first", variant.first);
    let serial = Side::ALL.iter().any(|&side| series[side].is_some());
    if !serial {
        return Paragraph::new("Turns", format!("{first}; then the players move in turn, one move each."));
    }
    let length = for_each_side(|side| {
        Some(
            series[side]
                .map_or_else(|| "A turn is one move.".to_owned(), |series| series_length_sentence(series.length)),
        )
    });
    let ends = for_each_side(|side| series[side].and_then(series_end_sentence));
    let check = royal_name(variant).map(|royal| {
        format!(
            "Every single move must leave one's own {royal} out of check, so a check is met by the first move of a series."
        )
    });
    let movers = for_each_side(|side| series[side].and_then(|series| movers_sentence(variant, series.movers)));
    let stuck = for_each_side(|side| series[side].map(stuck_in_series_sentence));
    let sentences = [Some(format!("{first}.")), length, ends, movers, check, stuck].into_iter().flatten();
    let sentences: Vec<_> = sentences.collect();
    Paragraph::new("Turns", sentences.join(" "))
}

/// The sentences on the length of a series.
fn series_length_sentence(length: SeriesLength) -> String {
    let growing = |more: u8, than: &str| {
        let more = number(more);
        format!(
            "A turn is a series of moves: {more} in the first, and in each that follows {more} more than {than}. A series is \
             played in full."
        )
    };
    match length {
        SeriesLength::Fixed { moves, first } => {
            let moves_of_first = if moves == first {
                String::new()
            } else {
                format!("; the first turn of the game has {}", number(first))
            };
            format!("A turn is a series of {}{moves_of_first}.", counted_in_words(moves, "move"))
        }
        SeriesLength::LongerEachTurn(more) => {
            growing(more, "the one before it had in full, even if that was cut short")
        }
        SeriesLength::LongerThanLast(more) => growing(more, "the opponent's last one really had"),
        SeriesLength::Answering { longer, shorter, least } => {
            let range = [(longer, "more"), (shorter, "fewer")];
            let range = range.into_iter().filter(|(moves, _)| *moves > 0);
            let range: Vec<_> = range.map(|(moves, word)| format!("{} {word}", number(moves))).collect();
            let range = if range.is_empty() {
                String::new()
            } else {
                format!(", or up to {}, as the player chooses", any_of(range))
            };
            format!(
                "A turn is a series of moves: as many as the opponent's last one really had{range}; never fewer than {}. The \
                 first series of all answers one of no moves. A player who stops short of the greatest length says so: `end`.",
                number(least)
            )
        }
    }
}

fn series_end_sentence(series: Series) -> Option<String> {
    let ends = any_that_holds([(series.ends_by_check, "gives check"), (series.ends_by_capture, "captures")])?;
    Some(format!("A move that {ends} ends the series at once, whatever its length."))
}

/// The sentences on the men that make the moves of a series.
fn movers_sentence(variant: &Variant, movers: SeriesMovers) -> Option<String> {
    let rules = &variant.rules;
    let castles = rules.castling.iter().any(|(_, rule)| rule.is_some());
    let (men, both) = match movers {
        SeriesMovers::Any => return None,
        SeriesMovers::Same => {
            ("All moves of a series are made by the same man.", "after castling either of the two men may go on")
        }
        SeriesMovers::Different => ("No man moves twice in a series.", "castling moves both its men"),
    };
    let facts = variant.facts();
    let may_end = facts.effects.deaths() || facts.effects.aftermath() || facts.turns.passing || facts.walls.placed();
    let ends = if movers == SeriesMovers::Same && may_end {
        " It ends when that man is gone, or with a move that no man makes."
    } else {
        ""
    };
    let also = [(castles, both), (facts.drops.any(), "a man that is dropped has moved")];
    let also: Vec<&str> = also.into_iter().filter(|(holds, _)| *holds).map(|(_, words)| words).collect();
    let also = if also.is_empty() { String::new() } else { format!(" {}.", capitalized(&also.join("; "))) };
    Some(format!("{men}{ends}{also}"))
}

/// The sentence on a player who runs out of legal moves inside a series.
fn stuck_in_series_sentence(series: Series) -> String {
    if series.movers != SeriesMovers::Any {
        if series.stuck_may_claim_stalemate {
            "A player who runs out of legal moves inside a series chooses between `end` and `stalemate`; in check that is \
             having no legal move."
        } else {
            "A player who runs out of legal moves inside a series ends it: `end`; in check that is having no legal move."
        }
    } else if series.stuck_may_claim_stalemate {
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

/// The sentences about the promotion of a man.
fn promotion_sentence(variant: &Variant, side: Side, promotion: &Promotion) -> String {
    let man = capitalized(&a_man(variant, promotion.kind));
    let [zone, from] = [promotion.zone, promotion.from].map(|set| squares_of(variant.board, side, set));
    if promotion.to == PromotionChoice::Nothing {
        return format!("{man} never goes to {zone}, although it attacks these squares.");
    }
    let moves = match (promotion.zone.is_empty(), promotion.from.is_empty()) {
        (_, true) => format!("reaches {zone}"),
        (true, _) => format!("leaves {from}"),
        _ if promotion.from == promotion.zone => format!("reaches {zone}, or leaves them by a move to any square,"),
        _ => format!("reaches {zone}, or leaves {from},"),
    };
    let by_capture = if promotion.by_capture { " by a capture" } else { "" };
    let (to, chosen): (String, Vec<&Kind>) = match &promotion.to {
        PromotionChoice::Nothing => (String::new(), Vec::new()),
        PromotionChoice::Kinds(kinds) => {
            let choice = if kinds.len() > 1 { ", as the player chooses" } else { "" };
            (any_kind_of(variant, kinds) + choice, kinds.iter().map(|&kind| variant.kind(kind)).collect())
        }
        PromotionChoice::AnyStartingBut(not) => {
            let but = all_of(not.iter().map(|&kind| man_name(variant, kind)));
            let but = if not.is_empty() { String::new() } else { format!(", except {but}") };
            let any = "any kind of man that stood on the board at the start, on either side";
            let kinds = variant.kinds().filter(|(id, _)| !not.contains(id)).map(|(_, kind)| kind).collect();
            (format!("{any}{but}, as the player chooses"), kinds)
        }
    };
    let becomes = if promotion.optional { "may become" } else { "becomes" };
    let mut text = format!("{man} that {moves}{by_capture} {becomes} {to}.");
    if promotion.not_by_en_passant {
        text += " By a capture en passant it does not.";
    }
    if promotion.optional && !promotion.compulsory_on.is_empty() {
        text = format!("{text} On {} it must.", squares_of(variant.board, side, promotion.compulsory_on));
    }
    if promotion.captured_men_only {
        text += " It can become only what its side has fewer of than at the start.";
    }
    text += &kind_limit_sentences(variant, &promotion.limits);
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

/// The sentences, each behind a space, about limits of the kinds that a man becomes.
pub(super) fn kind_limit_sentences(variant: &Variant, limits: &[KindLimit]) -> String {
    let sentence = |limit: &KindLimit| {
        let man = a_man(variant, limit.kind);
        let most = match limit.most {
            1 => man.clone(),
            most => format!("{} of that kind", counted_in_words(most, "man")),
        };
        let place = if limit.on_board { " on the board" } else { "" };
        format!(" It can't become {man} if its side has {most} or more{place}.")
    };
    limits.iter().map(sentence).collect()
}

/// The sentence on the rule `must move`.
fn must_move_sentence(variant: &Variant, window: u8) -> String {
    let [turns, flips] = stationary_moves_exist(variant);
    format!(
        "Of any {} of a player in a row at least one must take a man to another square: after {} {} in a row the next move \
         must leave its square.",
        counted_in_words(window, "move"),
        number(window.saturating_sub(1)),
        any_that_holds([(turns, "turns"), (flips, "flips")]).unwrap_or_default()
    )
}

/// Whether some men turn, and whether some flip.
fn stationary_moves_exist(variant: &Variant) -> [bool; 2] {
    [variant.kinds.iter().any(Kind::turns), variant.kinds.iter().any(|kind| kind.flips.is_some())]
}

/// The sentence on illegal repetition.
fn repetition_sentence(variant: &Variant) -> String {
    let state = match stationary_moves_exist(variant) {
        [true, true] => ", facing the same ways and in the same modes",
        [true, false] => ", facing the same ways",
        [false, true] => ", in the same modes",
        [false, false] => "",
    };
    format!(
        "A move is illegal if it brings back a position that has stood before in the game, the one at the start included: the \
         same men on the same squares{state}, with the same player to move."
    )
}

/// The sentences about the blocks of the board that every move must leave.
fn grid_sentence(variant: &Variant, grid: Grid) -> String {
    let king = Side::ALL.iter().find_map(|&side| variant.rules.castling[side].as_ref()).map(|castling| castling.king);
    let castling =
        king.map_or_else(String::new, |king| format!(" When castling, so must the {}.", man_name(variant, king)));
    let from = format!("{}{}", char::from(b'a' + grid.first_file), grid.first_rank + 1);
    format!(
        "The board is cut into blocks of {}x{} squares, counted from {from}. Every move must end in another block than it \
         began in, and so a man attacks nothing in its own block.{castling}",
        grid.files, grid.ranks
    )
}

/// The sentences on opposition.
fn opposition_sentence(variant: &Variant, rule: &Opposition) -> String {
    let watcher = man_name(variant, rule.watcher);
    let watched = man_name(variant, rule.watched);
    let a_watcher = a_man(variant, rule.watcher);
    let betza = moving_as(&rule.betza, &rule.movement);
    let castles = |side| variant.rules.castling[side].as_ref().is_some_and(|castling| castling.king == rule.watched);
    let castling = Side::ALL.into_iter().any(castles);
    if rule.to_be_broken {
        let facing = if rule.watcher == rule.watched {
            format!("{a_watcher} stands where an enemy {watched} could reach it moving as {betza}")
        } else {
            format!("{a_watcher}, moving as {betza}, could reach an enemy {watched}")
        };
        let facts = variant.facts();
        let pass = match (facts.turns.passing, facts.opposition.accepted) {
            (false, _) => "",
            (true, false) => ", unless it is a pass",
            (true, true) => ", unless it is a pass, which may then be made even in check",
        };
        return format!("While {facing}, a move must leave no such men facing each other{pass}. This is no check.");
    }
    let text = if rule.watcher == rule.watched {
        format!("After no move may {a_watcher} stand where an enemy {watched} could reach it moving as {betza}.")
    } else {
        format!(
            "After no move may {a_watcher}, moving as {betza}, be able to reach an enemy {watched}: the {watcher} may not go \
             to such a square, the {watched} may not go to a square that is reached, and no move may open the way between \
             them. This is no check."
        )
    };
    if !castling {
        return text;
    }
    format!("{text} Nor may the {watched} castle over a square that is reached.")
}

/// The sentences about the finishing move.
fn finishing_move_sentence(variant: &Variant, rule: FinishingMove) -> String {
    let royal = royal_name(variant).unwrap_or_else(|| "royal man".to_owned());
    let ends = any_that_holds([(rule.to_checkmate, "checkmate"), (rule.to_stalemate, "stalemate")]);
    format!(
        "Instead of a move by the rules a player may take any one man of their own from its square to any square that is \
         empty or holds an enemy man other than the {royal}, which it captures. It must leave one's own {royal} out of check, \
         and it stands only if it ends the game at once, by {}; the opponent has none but moves by the rules against it. \
         Nothing else changes: the man does not promote, and no other man is moved or taken off.",
        ends.unwrap_or_default()
    )
}

/// `the third time`, for endings.
pub(super) fn nth_time(times: u8) -> String {
    format!("the {} time", ordinal(u32::from(times)))
}

/// The sentences about the castling of a side.
pub(super) fn castling_sentence(variant: &Variant, castling: &Castling) -> String {
    let king = man_name(variant, castling.king);
    let (partner, other) = match castling.partners.as_slice() {
        [only] => (a_man(variant, *only), man_name(variant, *only)),
        several => (any_kind_of(variant, several), "other man".to_owned()),
    };
    let travel = match castling.travel {
        KingTravel::Exactly(squares) => counted_in_words(squares, "square") + &toward_phrase(&other),
        KingTravel::AtLeast(squares) => {
            let least = counted_in_words(squares, "square");
            format!("{least} or more, as far as the {other}'s own square,{}", toward_phrase(&other))
        }
        KingTravel::Between { least, most } => {
            format!("{} to {}{}", number(least), counted_in_words(most, "square"), toward_phrase(&other))
        }
        KingTravel::To { first_file, last_file } => {
            let name = |square| variant.board.name(square);
            format!("to {}, or to {} if the {other} comes from that side", name(first_file), name(last_file))
        }
    };
    let landing = match castling.landing {
        PartnerLanding::LastCrossed => format!("on the last square the {king} crossed"),
        PartnerLanding::AnyLeftOrCrossed => format!("on any square the {king} left or crossed, as the player chooses"),
        PartnerLanding::OtherSide => format!("beside the {king}, on its other side"),
    };
    let to_square = matches!(castling.travel, KingTravel::To { .. });
    let empty = if to_square {
        "if they stand on one rank, and no other man on a square that either of them crosses or reaches"
    } else {
        "if they stand on one rank with nothing between them"
    };
    let mut text = format!(
        "The {king} and {partner} that have not moved yet may castle in one move, {empty}: the {king} goes {travel}, and the \
         {other} lands {landing}."
    );
    if let Some(on) = castling.partners_on {
        text = format!("{text} The {other} must have started on {}.", squares_of_both(variant.board, on));
    }
    if !castling.colourbound.is_empty() {
        let goes_farther = to_square || matches!(castling.travel, KingTravel::Exactly(_));
        let farther = format!("; the {king} goes one square farther if need be");
        let farther = if goes_farther { farther } else { String::new() };
        let names = kind_names(variant, &castling.colourbound);
        text = format!("{text} A {names} lands on a square of the colour it leaves{farther}.");
    }
    if variant.kind(castling.king).royal {
        text = format!("{text} The {king} may not be in check, nor cross or reach a square on which it would be.");
    }
    if let Some(dropped) = &castling.dropped {
        let (own, others) = (variant.board.name(dropped.king_on), squares_of_both(variant.board, dropped.partners_on));
        let partner = man_name(variant, dropped.partner);
        text = format!(
            "{text} They castle from where the {king} stands on {own} and the {partner} on {others}; when one of the two is \
             dropped there while the other one stands so, they may castle, even if that one has moved."
        );
    }
    if castling.other_wing {
        text += " When one side has castled, the other can no longer castle on that wing.";
    }
    let mut kinds = castling.partners.iter().chain([&castling.king]);
    if kinds.any(|&id| variant.kind(id).turns() || variant.kind(id).flips.is_some()) {
        text += " Both keep their facing.";
    }
    text
}

fn toward_phrase(other: &str) -> String {
    format!(" toward the {other}")
}

/// The sentences on counted moves and their limits.
fn counting_sentences(variant: &Variant, count: &Count, bared: bool) -> String {
    let (begins, who) = if bared {
        let begins =
            format!("the player to move has nothing but {} left, and the opponent has more", bared_men(variant));
        (begins, "and the player")
    } else {
        ("neither player is left with royal men alone".to_owned(), "and the player to move")
    };
    let mut when = vec![begins];
    if let Some(most) = count.most_men {
        when.push(format!("{who} has at most {}", counted_men(variant, most, None)));
    }
    if !count.without.is_empty() {
        when.push(format!("and no {} is left on either side", kind_names(variant, &count.without)));
    }
    let when = when.join(", ");
    let limits = count.limits.iter().map(|limit| {
        let moves = counted_in_words(limit.moves, "move");
        match &limit.against {
            None if count.limits.len() == 1 => moves,
            None => format!("otherwise {moves}"),
            Some(men) => {
                format!("{moves} if the opponent has {} or more", counted_men(variant, men.least, Some(&men.kinds)))
            }
        }
    });
    let limits = limits.collect::<Vec<_>>().join(", ");
    let or_none = count.limits.last().is_some_and(|limit| limit.against.is_some());
    let or_none = if or_none { " Against other men nothing is counted." } else { "" };
    let start = if count.from_men { "the number of men on the board" } else { "zero" };
    let begins_anew = if bared { " It begins anew after a capture or a promotion." } else { "" };
    let on_board = if count.on_board { " Only men on the board count for all this, not those in hand." } else { "" };
    format!(
        "If {when}, moves are counted, one by each player, from {start}, unless that is done already. The limit is {limits}.{or_none}{begins_anew}{on_board}"
    )
}

/// The sentences about the long steps of a side, and about the opponent's en passant captures of them.
fn long_step_sentences(variant: &Variant, side: Side, steps: &[LongStep], rule: Option<&EnPassant>) -> Option<String> {
    join_sentences(steps, |step| {
        let makes = long_step_sentence(variant, side, step);
        if step.en_passant { format!("{makes} {}", en_passant_sentence(variant, side, rule)) } else { makes }
    })
}

/// The sentence about one long step of a side.
fn long_step_sentence(variant: &Variant, side: Side, step: &LongStep) -> String {
    let man = capitalized(&a_man(variant, step.kind));
    let how_far = |noun: &str| match (step.least, step.most) {
        (least, most) if least == most => counted_in_words(most, noun),
        (2, most) => format!("up to {}", counted_in_words(most, noun)),
        (least, most) => format!("{} to {}", number(least), counted_in_words(most, noun)),
    };
    let facing = if variant.kind(step.kind).turns() { ", while it faces as at the start" } else { "" };
    let from = squares_of(variant.board, side, step.from);
    if step.is_straight() {
        let how_far = how_far("square");
        return format!(
            "{man} on {from} may go {how_far} straight forward at once, over empty squares to an empty one{facing}."
        );
    }
    let leaps = any_of(betza::describe(&movement_of_leaps(&step.leaps)));
    let times = how_far("time");
    format!(
        "{man} on {from} may make one leap {times} in a row in the same direction, each time to an empty square{facing}: {leaps}."
    )
}

/// A movement by these leaps.
fn movement_of_leaps(leaps: &[Leap]) -> Movement {
    Movement::new(leaps.iter().map(|&leap| Path::new(vec![Leg::leap(leap)])).collect())
}

/// The sentences on captures en passant.
fn en_passant_sentence(variant: &Variant, side: Side, rule: Option<&EnPassant>) -> String {
    let in_series = variant.rules.series[!side].is_some();
    let when = if in_series { "the first move of the series that follows" } else { "the very next move" };
    let by = rule.and_then(|rule| rule.by.as_ref()).map(|by| capitalized(&any_kind_of(variant, by)));
    let on = rule.and_then(|rule| rule.on);
    let on_squares = on.map_or_else(String::new, |on| format!(", on {},", squares_of(variant.board, !side, on)));
    let comma = if on_squares.is_empty() { "," } else { "" };
    let who = by.map_or_else(
        || {
            format!(
                "An enemy man that has such a step too, and could capture on a square just crossed{comma}{on_squares} may"
            )
        },
        |by| format!("{by} of the enemy that could capture on a square just crossed{on_squares} may"),
    );
    let mut text =
        format!("{who} capture it there as if it had stopped on that square, but only with {when} (en passant).");
    if in_series {
        text += " The crossed square must still be empty, and the man must not have moved again.";
    }
    text
}
