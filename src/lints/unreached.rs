//! Lints of reachability: immobile men, promotions and goals on squares that no man comes to, royal men that are never
//! attacked, men that are all bound to one colour.

use super::finding::{first_side_with, may_capture};
use super::reach::{Reachability, has_no_movement, squares_in_words};
use super::rules::is_zone_shared;
use super::{Finding, KindItem, Lint, ModelItem, PromotionItem};
use crate::geometry::{PerSide, Side, Square, SquareSet};
use crate::model::{Condition, Ending, GameResult, Kind, KindId, Promotion, PromotionChoice, SetupId, Variant};
use crate::prose;

/// Finds promotions on squares that the man never reaches, and men that start where they would promote.
pub(super) fn useless_promotions(game: &Variant, reach: &Reachability) -> Vec<Finding> {
    let rules = &game.rules;
    let of_side =
        |side| rules.promotions[side].iter().enumerate().map(move |(index, promotion)| (side, index, promotion));
    let all = || Side::ALL.into_iter().flat_map(of_side);
    let reasons: Vec<_> =
        all().map(|(side, index, promotion)| useless_promotion(game, reach, side, index, promotion)).collect();
    let same_of_both = |kind: KindId, reason: UselessPromotion| {
        let mut of_each = Side::ALL.into_iter().map(|side| {
            let mut all = all().zip(&reasons);
            all.any(|((of, _, other), found)| of == side && other.kind == kind && *found == Some(reason))
        });
        of_each.all(|found| found)
    };
    let finding = |((side, index, promotion), reason): ((Side, usize, &Promotion), &Option<UselessPromotion>)| {
        let reason = (*reason)?;
        let whose = if same_of_both(promotion.kind, reason) { String::new() } else { format!("{side}'s ") };
        let man = format!("{whose}`{}`", game.kind(promotion.kind).symbol);
        let (lint, message, label, help) = match reason {
            UselessPromotion::BarsNothing => (
                Lint::UnreachedPromotion,
                format!("{man} never comes to these squares anyway"),
                "forbids nothing",
                "name squares that its moves lead to, or leave the rule out",
            ),
            UselessPromotion::Unreached => (
                Lint::UnreachedPromotion,
                format!("{man} never comes to these squares to promote"),
                "out of its reach",
                "name squares that its moves lead to, as in `on last rank`, or leave the rule out",
            ),
            UselessPromotion::StartsInZone => (
                Lint::PromotionAtStart,
                format!("{man} starts on squares where it promotes"),
                "it stands there already",
                "name squares that lie before it at the start, or put it elsewhere",
            ),
        };
        let item = ModelItem::Promotion(side, index, PromotionItem::Zone);
        Some(Finding::new(lint, item, message).label(label).help(help))
    };
    all().zip(&reasons).filter_map(finding).collect()
}

/// The reason why a promotion is useless.
#[derive(Clone, Copy, PartialEq, Eq)]
enum UselessPromotion {
    /// The rule bars squares (`to nothing`) that the man never reaches anyway.
    BarsNothing,
    /// The man never comes there.
    Unreached,
    /// The man starts on squares where it promotes.
    StartsInZone,
}

/// Returns why a promotion is useless, if it is: barred squares never reached, zone never reached, or a man that starts
/// in the zone.
fn useless_promotion(
    game: &Variant,
    reach: &Reachability,
    side: Side,
    index: usize,
    promotion: &Promotion,
) -> Option<UselessPromotion> {
    let reached = reach.of(side, promotion.kind);
    if reached.squares.is_empty() || promotion.zone.is_empty() || is_zone_shared(game.board, &game.rules, promotion) {
        return None;
    }
    let barred = promotion.to == PromotionChoice::Nothing;
    if !reach.promotes(side, index) {
        return Some(if barred { UselessPromotion::BarsNothing } else { UselessPromotion::Unreached });
    }
    // A man that changes by capturing, or wherever it goes, has to start on one of these squares.
    let region = game.kind(promotion.kind).stays_in.map(|region| &game.regions[region.index()]);
    let changes = promotion.by_capture
        || game.board.squares().all(|square| {
            promotion.zone.contains(square) || region.is_some_and(|region| !region.squares[side].contains(square))
        });
    let starts = reached.starts.iter().any(|square| promotion.zone.contains(square));
    (starts && !barred && !changes).then_some(UselessPromotion::StartsInZone)
}

/// Finds goals that no man of a side can reach.
pub(super) fn unreached_goal(game: &Variant, reach: &Reachability) -> Vec<Finding> {
    let finding = |(index, ending): (usize, &Ending)| {
        let Condition::ManOn { kinds, squares, .. } = &ending.condition else { return None };
        let reached =
            |side| kinds.iter().map(move |&kind| reach.of(side, kind)).filter(|reached| !reached.squares.is_empty());
        let concerned = |side: Side| ending.both || ending.concerns(side);
        let (side, both, goal) = first_side_with(|side| {
            let comes =
                reached(side).any(|reached| reached.squares.iter().any(|square| squares[side].contains(square)));
            let missed = concerned(side) && reached(side).next().is_some() && !comes && !squares[side].is_empty();
            missed.then_some(squares[side])
        })?;
        let who = if both { "no man".to_owned() } else { format!("no man of {side}'s") };
        let message = format!("{who} that counts here can ever come to {}", squares_in_words(game.board, goal));
        let help = match (both || ending.side.is_some() || ending.both, reached(side).next()) {
            (false, _) => format!("name squares that it can reach, or limit the line to {}", !side),
            _ => "name squares that it can reach, or a man that comes there".to_owned(),
        };
        let finding = Finding::new(Lint::UnreachedGoal, ModelItem::Ending(index), message);
        Some(finding.label("out of reach").help(help))
    };
    game.endings.iter().enumerate().filter_map(finding).collect()
}

/// Finds royal men that no enemy man can ever attack.
pub(super) fn unattacked_royal(game: &Variant, reach: &Reachability) -> Vec<Finding> {
    let attacks = |(id, kind): (KindId, &Kind), victim: KindId, side: Side| {
        let squares = reach.of(side, victim).squares;
        // A royal man does not go where another one that moves alike could capture it.
        let alike = game.kind(victim).components == kind.components;
        may_capture(game, id, victim)
            && !(alike && kind.is_always_royal())
            && reach.of(!side, id).attacked.iter().any(|square| squares.contains(square))
    };
    // A side that has nothing but royal men is not meant to win.
    let has_others = |side| game.kinds().any(|(id, kind)| !kind.royal && !reach.of(side, id).squares.is_empty());
    let finding = |(victim, kind): (KindId, &Kind)| {
        let (side, both, ()) = first_side_with(|side| {
            let safe = kind.royal
                && has_others(!side)
                && !reach.of(side, victim).squares.is_empty()
                && !game.kinds().any(|attacker| attacks(attacker, victim, side));
            safe.then_some(())
        })?;
        let symbol = &kind.symbol;
        let (message, attacker) = if both {
            (format!("no enemy man can ever attack the royal `{symbol}`"), "the other side".to_owned())
        } else {
            (format!("no man of {}'s can ever attack {side}'s royal `{symbol}`", !side), (!side).to_string())
        };
        let help = format!("give {attacker} a man that captures where `{symbol}` can stand, or leave out `royal`");
        let finding = Finding::new(Lint::UnattackedRoyal, ModelItem::Kind(victim, KindItem::Symbol), message);
        Some(finding.label("never in check").help(help))
    };
    game.kinds().filter_map(finding).collect()
}

/// Finds several men of a side that are bound to one colour, and all to the same.
pub(super) fn one_colour(game: &Variant, reach: &Reachability) -> Vec<Finding> {
    let board = game.board;
    let colour = |square: Square| (board.file(square) + board.rank(square)) % 2;
    // A man in hand is dropped on either colour.
    let in_hand = PerSide::from_fn(|side| game.droppable_kinds(side));
    let mut found: Vec<Finding> = Vec::new();
    for (index, setup) in game.setups.iter().enumerate() {
        let colours = |men: &dyn Fn(Side, KindId) -> bool| {
            let men = setup.men.iter().filter(|man| men(man.side, man.kind));
            let colours: Vec<i32> = men.map(|man| colour(man.square)).collect();
            (colours.len(), colours.windows(2).all(|pair| pair[0] == pair[1]))
        };
        // If all men start on one colour, the game is played on half of the board.
        if colours(&|_, _| true).1 {
            continue;
        }
        let bound = game.kinds().find_map(|(id, kind)| {
            let (side, both, count) = first_side_with(|side| {
                let (count, alike) = colours(&|of, kind| of == side && kind == id);
                // A man that keeps to a region is meant to guard certain squares.
                let free = kind.stays_in.is_none() && !has_no_movement(kind);
                let moves = free && !reach.of(side, id).changes_colour;
                (count == 2 && alike && moves && !in_hand[side].contains(&id)).then_some(count)
            })?;
            Some((id, kind, side, both, count))
        });
        let Some((_, kind, side, both, count)) = bound else { continue };
        let who = if both { "each side".to_owned() } else { side.to_string() };
        let message = format!(
            "in the setup `{}` {who} has {} `{}` on squares of one colour, and they never leave it",
            setup.name,
            prose::number(count as u64),
            kind.symbol
        );
        let item = ModelItem::Setup(SetupId(index as u8));
        let help = "put one of them on the other colour, or let one cross over, as in `BmW`";
        found.push(Finding::new(Lint::OneColour, item, message).label("half of the board has none").help(help));
    }
    found
}

/// Finds men that can never move, and men that reach squares which they can never leave.
pub(super) fn immobile_or_stuck_man(game: &Variant, reach: &Reachability) -> Vec<Finding> {
    let finding = |(id, kind): (KindId, &Kind)| {
        let immobile = first_side_with(|side| {
            let reached = reach.of(side, id);
            let stuck = !reached.squares.is_empty() && reached.stuck == reached.squares;
            (stuck && !has_no_movement(kind) && !makes_up_rows(game, id)).then_some(reached.squares)
        });
        let found = immobile.or_else(|| first_side_with(|side| unintended_stuck_squares(game, reach, side, id)));
        let (side, both, squares) = found?;
        let whose = if both { String::new() } else { format!("{side}'s ") };
        let (symbol, where_to) = (&kind.symbol, squares_in_words(game.board, squares));
        let item = ModelItem::Kind(id, KindItem::Movement(0));
        if immobile.is_some() {
            let message = format!("{whose}`{symbol}` can never move from where it can stand: {where_to}");
            let help =
                "give it a movement that leads somewhere from there, or write `no movement` if it is meant to stay";
            return Some(Finding::new(Lint::ImmobileMan, item, message).label("leads nowhere").help(help));
        }
        let message = format!("{whose}`{symbol}` can come to {where_to} and never leave again");
        let promotes = game.rules.promotions[side].iter().any(|promotion| promotion.kind == id);
        let help = if promotes {
            format!("let its promotion cover {where_to} too, or write the rule `immobility: forbidden`")
        } else {
            format!(
                "let it promote there, as in `promotion of {symbol}: on last rank, to …`, or write the rule \
                 `immobility: forbidden`"
            )
        };
        Some(Finding::new(Lint::StuckMan, item, message).label("leads nowhere from there").help(help))
    };
    game.kinds().filter_map(finding).collect()
}

/// Returns whether a square is a goal of an ending for a side's men of a kind. No warning is due for a man that can't
/// leave one.
fn is_goal(endings: &[Ending], side: Side, kind: KindId) -> impl Fn(Square) -> bool {
    let goal = |ending: &Ending| {
        let Condition::ManOn { kinds, squares, .. } = &ending.condition else { return None };
        kinds.contains(&kind).then_some(squares[side])
    };
    let squares: Vec<SquareSet> = endings.iter().filter(|ending| ending.concerns(side)).filter_map(goal).collect();
    move |square| squares.iter().any(|goal| goal.contains(square))
}

/// The squares that a side's man reaches and never leaves; `None` if the rules or endings show that this is intended.
fn unintended_stuck_squares(game: &Variant, reach: &Reachability, side: Side, id: KindId) -> Option<SquareSet> {
    let (kind, rules, endings) = (game.kind(id), &game.rules, &game.endings);
    // Whoever wins by having no move wants its men to be stuck.
    let wins_by_stalemate = |ending: &Ending| {
        ending.condition == Condition::Stalemate && ending.result == GameResult::Wins && ending.concerns(side)
    };
    let promotions = || rules.promotions[side].iter().filter(|promotion| promotion.kind == id);
    let allowed = has_no_movement(kind)
        || rules.immobility_illegal[side]
        || promotions().any(|promotion| is_zone_shared(game.board, &game.rules, promotion))
        || rules.grid.is_some()
        || promotions().any(|promotion| promotion.to == PromotionChoice::Nothing)
        || endings.iter().any(wins_by_stalemate)
        || makes_up_rows(game, id)
        // A man that changes on arrival may be stuck only by the player's choice.
        || !kind.effects.is_empty();
    // If every mobile man of a side can get stuck, that is the point of the game.
    let never_stuck = |(id, kind): (KindId, &Kind)| {
        let reached = reach.of(side, id);
        !reached.squares.is_empty() && reached.stuck.is_empty() && !has_no_movement(kind)
    };
    if allowed || !game.kinds().any(never_stuck) {
        return None;
    }
    let at_goal = is_goal(endings, side, id);
    let without_movement = kind.elsewhere.iter().filter(|other| other.movement.paths.is_empty());
    let idle_regions: Vec<SquareSet> =
        without_movement.map(|other| game.regions[other.region.index()].squares[side]).collect();
    let by_choice = |square| promotions().any(|promotion| promotion.zone.contains(square));
    let intended =
        |square| at_goal(square) || by_choice(square) || idle_regions.iter().any(|region| region.contains(square));
    let squares: SquareSet = reach.of(side, id).stuck.iter().filter(|&square| !intended(square)).collect();
    (!squares.is_empty()).then_some(squares)
}

/// Whether men of a kind count where they make up a row, a square or a chain, so that they need not leave it.
fn makes_up_rows(game: &Variant, id: KindId) -> bool {
    game.endings.iter().any(|ending| {
        let (Condition::InARow { kinds, .. } | Condition::InASquare { kinds, .. } | Condition::Chain { kinds, .. }) =
            &ending.condition
        else {
            return false;
        };
        kinds.as_ref().is_none_or(|kinds| kinds.contains(&id))
    })
}
