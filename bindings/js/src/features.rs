//! Features of a game: those that need controls, and those by which people choose one.

use weakfish::engine::Game;
use weakfish::geometry::Side;
use weakfish::model::facts::{self, Facts};
use weakfish::model::{Kind, KindId, Setup, Variant};

use crate::answers::{Capabilities, Feature};

/// Squares of a chess board: games on more of them are large, on fewer small.
const SQUARES_OF_CHESS: usize = 64;

/// Returns the features that need controls on the page, and all by which people choose, the most telling ones first.
pub fn features(game: &Game) -> (Capabilities, Vec<Feature>) {
    let variant = game.variant();
    let Facts {
        series: facts::Series { any: series, varying, limit_movers: _ },
        turns: facts::Turns { passing, finishing_moves: _, stationary_limit: _ },
        drops: facts::Drops { hands, unlimited, by_men_around: _, left_behind: _ },
        compulsion: facts::Compulsion { captures: compulsory, order: _, drops: _ },
        ref walls,
        ref effects,
        men: facts::Men { turn, flip, hold, relay, see_kinds: _, first_moves: _, once_a_game: _ },
        royals: facts::Royals { any: royal, vary: _, gained: _, killed: _, killed_along_lines: _ },
        checks: facts::Checks { limited: _, no_flight: _, own_in_series: _ },
        castling: facts::Castlings { by_side: castling, dropped: _, noted: _ },
        opposition: facts::Oppositions { any: opposition, to_be_broken: _, accepted: _ },
        repetition: facts::Repetitions { illegal: _, ends: _, draws: _, decides: _ },
        quiet: facts::Quiet { plies: _, series: _, other_progress: _ },
        counts: facts::Counts { moves: _, moves_end: _, checks, passes: _ },
        results: facts::Results { claims: _, claims_lapse: _, partial, points },
        en_passant,
        grid,
        immobility_illegal: _,
        several_setups: _,
        shuffled,
    } = *game.facts();
    let facts::Walls { staying: _, one_at_a_time: _, filling: _, instead_of_moves: _, of_men: _ } = *walls;
    let facts::Effects { deaths: _, conversions, returns, captors: _, in_place: _ } = *effects;
    let squares = variant.board.squares().count();
    let has_kind = |has: fn(&Kind) -> bool| variant.kinds().any(|(_, kind)| has(kind));
    let any_side = |has: &dyn Fn(Side) -> bool| Side::ALL.into_iter().any(has);
    let all = [
        (Feature::Turns, turn),
        (Feature::Flips, flip),
        (Feature::Drops, hands || unlimited),
        (Feature::Walls, walls.any()),
        (Feature::Series, series && !varying),
        (Feature::Progressive, series && varying),
        (Feature::NoCheck, !royal),
        (Feature::Points, points || partial),
        (Feature::Conversions, conversions),
        (Feature::Deaths, effects.deaths()),
        (Feature::Returns, returns),
        (Feature::CompulsoryCaptures, any_side(&|side| compulsory[side])),
        (Feature::UnequalArmies, is_unequal(variant)),
        (Feature::Shuffled, shuffled),
        (Feature::Small, squares < SQUARES_OF_CHESS),
        (Feature::Large, squares > SQUARES_OF_CHESS),
        (Feature::Grid, grid),
        (Feature::Palace, has_kind(|kind| kind.stays_in.is_some())),
        (Feature::Opposition, opposition),
        (Feature::Paralysis, hold),
        (Feature::Relay, relay),
        (Feature::CountedChecks, checks),
        (Feature::Passing, passing),
        (Feature::Promotion, any_side(&|side| !variant.rules.promotions[side].is_empty())),
        (Feature::Castling, any_side(&|side| castling[side])),
        (Feature::EnPassant, en_passant),
    ];
    let capabilities = Capabilities { turns: turn, flips: flip, passes: passing, series, drops: hands || unlimited };
    (capabilities, all.into_iter().filter_map(|(feature, has)| has.then_some(feature)).collect())
}

/// Whether the sides have other men, or different numbers of them, in more than half of the setups.
fn is_unequal(variant: &Variant) -> bool {
    let men = |setup: &Setup, side: Side| -> Vec<(KindId, usize)> {
        let count = |id: KindId| {
            let placed = setup.men.iter().filter(|man| man.side == side && man.kind == id).count();
            let held = setup.hands[side].iter().filter(|(kind, _)| *kind == id);
            placed + held.map(|&(_, count)| usize::from(count)).sum::<usize>()
        };
        variant.kinds().map(|(id, _)| (id, count(id))).collect()
    };
    let unequal = variant.setups.iter().filter(|setup| men(setup, Side::White) != men(setup, Side::Black)).count();
    2 * unequal > variant.setups.len()
}
