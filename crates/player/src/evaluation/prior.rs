//! Prior weights, from the definition of a game alone.

use super::features::Mobility;
use super::goals::goal_squares;
use super::shortages::{Scarcity, Standstill};
use super::{KindWeights, Tapered, Term, Weights};
use weakfish::engine::Game;
use weakfish::geometry::{PerSide, SquareSet};
use weakfish::model::{KindId, Royalty};

/// H. G. Muller's formula for leapers with `reach` targets within two steps of a king, in centipawns:
/// 1.1 · N · (30 + 5/8 · N).
fn value_by_reach(reach: f64) -> f64 {
    1.1 * reach * (30.0 + 0.625 * reach)
}

impl Weights {
    /// Prior weights of a game, from its definition alone.
    ///
    /// Material values follow H. G. Muller's formula, 1.1 · N · (30 + 5/8 · N) centipawns for N targets. N is the
    /// geometric mean of the expected mobility on the best square and on an average one, on boards with a third of the
    /// squares occupied (Ralph Betza's *crowded board mobility*). A man that promotes is worth a part of the gain more.
    pub fn from_definition(game: &Game) -> Self {
        let variant = game.variant();
        let mobility = Mobility::new(game);
        let reach: Vec<f64> = variant
            .kinds()
            .map(|(kind, _)| {
                let (average, best) = mobility.of_kind(game, kind);
                (average * best).sqrt() * TARGETS_PER_MOBILITY
            })
            .collect();
        let value = |kind: KindId| value_by_reach(reach[kind.index()]);
        let gain = |kind: KindId| {
            let promotions = variant.rules.promotions.iter().flat_map(|(_, promotions)| promotions);
            let choices = promotions.filter(|rule| rule.kind == kind).flat_map(|rule| rule.to.kinds(&variant.setups));
            let promoted = choices.map(value).fold(0.0, f64::max);
            (promoted - value(kind)).max(0.0)
        };
        let material_value = |kind: KindId| value(kind) + gain(kind) * PROMOTION_FACTOR;
        let men: Vec<f64> = variant.setups.first().map_or_else(Vec::new, |setup| {
            let men = setup.men.iter().filter(|man| !variant.kind(man.kind).royal);
            men.map(|man| material_value(man.kind)).collect()
        });
        // As in `evaluator::pawn_value`.
        let pawn = if men.is_empty() { 100.0 } else { 0.4 * men.iter().sum::<f64>() / men.len() as f64 };
        let kinds = variant.kinds().map(|(kind, data)| {
            let (own, reach, gain) = (material_value(kind), reach[kind.index()].max(0.5), gain(kind));
            let royal = data.royal && data.royalty == Royalty::default();
            // The bonus for each square shrinks with the number of squares.
            let per_square = (0.2 * own / reach).min(0.24 * pawn / reach.sqrt());
            let is_attacker = !royal && gain <= 0.0;
            let mut kind_weights = KindWeights::default();
            let mut set = |term: Term, opening: f64, ending: f64| kind_weights[term] = taper(opening, ending);
            if royal {
                set(Term::Mobility, 0.0, per_square);
            } else {
                set(Term::Value, own, own);
                set(Term::Mobility, per_square, per_square);
                set(Term::Chased, -0.25 * pawn, -0.25 * pawn);
                set(Term::Hanging, -0.25 * pawn, -0.25 * pawn);
                set(Term::Paired, 0.1 * own, 0.12 * own);
                set(Term::Threatened, -0.25 * (own - 0.5 * pawn).clamp(0.0, 2.0 * pawn), -0.1 * pawn);
            }
            if data.royal {
                set(Term::Escape, 0.02 * pawn, 0.04 * pawn);
                set(Term::Exposed, -0.05 * pawn, -0.02 * pawn);
            }
            if is_attacker {
                set(Term::Freedom, per_square, per_square);
                set(Term::Attack, 0.06 * pawn, 0.01 * pawn);
                set(Term::Check, 0.06 * pawn, 0.03 * pawn);
            }
            if gain > 0.0 {
                set(Term::Promotion, 0.12 * gain, 0.3 * gain);
                set(Term::Passed, 0.1 * pawn, 0.8 * pawn);
                set(Term::Supported, 0.08 * pawn, 0.08 * pawn);
                set(Term::Isolated, -0.1 * pawn, -0.12 * pawn);
                set(Term::Shelter, 0.1 * pawn, 0.0);
            }
            if goal_squares(variant, kind) != PerSide::both(SquareSet::EMPTY) {
                set(Term::Goal, 150.0, 250.0);
            }
            kind_weights
        });
        let scarcity = if Scarcity::new(variant).has_endings() { taper(pawn, pawn) } else { Tapered::ZERO };
        let standstill = if Standstill::new(variant).is_some() { taper(2.0 * pawn, 2.0 * pawn) } else { Tapered::ZERO };
        Self { kinds: kinds.collect(), tempo: Tapered::both(100), scarcity, standstill, network: None }
    }
}

/// Share of the gain by promotion that is added to the material value.
const PROMOTION_FACTOR: f64 = 0.05;

/// Factor from mobility to targets of Muller's formula, which counts eight for an orthodox knight anywhere.
const TARGETS_PER_MOBILITY: f64 = 1.2;

/// Converts centipawns to weights.
fn taper(opening: f64, ending: f64) -> Tapered {
    Tapered::new((10.0 * opening).round() as i32, (10.0 * ending).round() as i32)
}
