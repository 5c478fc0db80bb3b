//! Conclusions that the rules of a game allow a solver.

use weakfish::engine::{Game, Verdict};
use weakfish::geometry::Side;
use weakfish::model::facts::{self, Facts};
use weakfish::model::{Change, Condition, Effect, Ending, GameResult, SetupId, Variant};

use crate::claim::Claim;
use crate::error::Unsupported;
use crate::problem::Aim;
use crate::proof::hangs_on_past;

/// Limits that the rules of a game set to solvers.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question about the rules, not a state")]
pub(crate) struct Obstacles {
    /// A win must be claimed, or is lost.
    claims_lapse: bool,
    /// Moves that repeat a position are illegal.
    repetition_illegal: bool,
    /// A turn may have several moves.
    several_moves: bool,
    /// Passes are counted.
    counts_passes: bool,
}

impl Obstacles {
    /// Derives the limits of solvers from the rules of a game.
    pub(crate) fn of(game: &Game) -> Self {
        let Facts {
            series: facts::Series { any: several_moves, varying: _, limit_movers: _ },
            turns: facts::Turns { passing: _, finishing_moves: _, stationary_limit: _ },
            drops: facts::Drops { hands: _, unlimited: _, by_men_around: _, left_behind: _ },
            compulsion: _,
            walls: facts::Walls { staying: _, one_at_a_time: _, filling: _, instead_of_moves: _, of_men: _ },
            effects: facts::Effects { deaths: _, conversions: _, returns: _, captors: _, in_place: _ },
            men: facts::Men { turn: _, flip: _, hold: _, relay: _, see_kinds: _, first_moves: _, once_a_game: _ },
            royals: facts::Royals { any: _, vary: _, gained: _, killed: _, killed_along_lines: _ },
            checks: facts::Checks { limited: _, no_flight: _, own_in_series: _ },
            castling: facts::Castlings { by_side: _, dropped: _, noted: _ },
            opposition: facts::Oppositions { any: _, to_be_broken: _, accepted },
            repetition: facts::Repetitions { illegal: repetition_illegal, ends: _, draws: _, decides: _ },
            quiet: facts::Quiet { plies: _, series: _, other_progress: _ },
            counts: facts::Counts { moves: _, moves_end: _, checks: _, passes },
            results: facts::Results { claims: _, claims_lapse, partial: _, points: _ },
            en_passant: _,
            grid: _,
            immobility_illegal: _,
            several_setups: _,
            shuffled: _,
        } = *game.facts();
        Self { claims_lapse, repetition_illegal, several_moves, counts_passes: passes || accepted }
    }

    /// Refuses a game whose wins must be claimed.
    pub(crate) fn refuse_claims(self) -> Result<(), Unsupported> {
        refuse_if(self.claims_lapse, Unsupported::WinsOnClaim)
    }

    /// Refuses a game with illegal repetition.
    pub(crate) fn refuse_repetition(self) -> Result<(), Unsupported> {
        refuse_if(self.repetition_illegal, Unsupported::RepetitionIllegal)
    }

    /// Refuses a game in which the sides don't move in turn.
    pub(crate) fn refuse_series(self) -> Result<(), Unsupported> {
        refuse_if(self.several_moves, Unsupported::SeveralMovesInTurn)
    }

    /// Refuses a game without null moves.
    pub(crate) fn refuse_null_moves(self) -> Result<(), Unsupported> {
        refuse_if(self.several_moves || self.counts_passes, Unsupported::NoNullMoves)
    }
}

fn refuse_if(holds: bool, reason: Unsupported) -> Result<(), Unsupported> {
    if holds { Err(reason) } else { Ok(()) }
}

/// Whether men come to squares only by their own moves, or two by castling, and whether the only squares closed to a royal
/// man are those that are attacked or have men of its side. Then routes of single men bound the length of games.
pub(crate) fn men_move_alone(game: &Game) -> bool {
    let Facts {
        series: facts::Series { any: series, varying: _, limit_movers: _ },
        turns: facts::Turns { passing: _, finishing_moves, stationary_limit: _ },
        drops: facts::Drops { hands, unlimited, by_men_around: _, left_behind },
        compulsion,
        walls,
        effects: facts::Effects { deaths: _, conversions, returns, captors, in_place: _ },
        men: facts::Men { turn: _, flip: _, hold, relay, see_kinds: _, first_moves: _, once_a_game: _ },
        royals: facts::Royals { any: _, vary, gained, killed, killed_along_lines },
        checks: facts::Checks { limited, no_flight, own_in_series: _ },
        castling: facts::Castlings { by_side: _, dropped, noted: _ },
        opposition: facts::Oppositions { any: opposition, to_be_broken: _, accepted: _ },
        repetition: facts::Repetitions { illegal: repetition, ends: _, draws: _, decides: _ },
        grid,
        immobility_illegal,
        quiet: _,
        counts: _,
        results: _,
        en_passant: _,
        several_setups: _,
        shuffled: _,
    } = game.facts();
    let comes_otherwise = *hands || *unlimited || *left_behind || *conversions || *returns || *captors || *dropped;
    let closed_otherwise = compulsion.any()
        || walls.any()
        || game.facts().effects.deaths()
        || [*series, *finishing_moves, *hold, *relay, *vary, *killed_along_lines, *limited, *no_flight].contains(&true)
        || [*opposition, *repetition, *grid, *immobility_illegal].contains(&true)
        || Side::ALL.into_iter().any(|side| gained[side] || killed[side]);
    // Effects that the routes don't know: those that depend on the victim or on the part that moves.
    let by_victim = |effect: &Effect| matches!(effect.change, Change::BecomesVictim(_)) || effect.by.is_some();
    let mut effects = game.variant().kinds.iter().flat_map(|kind| &kind.effects);
    !comes_otherwise && !closed_otherwise && !effects.any(by_victim)
}

/// Whether positions that recur may prove a claim: it is that a side does not lose, and this side loses by no ending that
/// depends on the past, such as repetition. Where series become longer without limit, no position recurs.
pub(crate) fn may_recur(game: &Game, setup: SetupId, claim: Claim) -> bool {
    let Claim::DoesNotLose(side) = claim else { return false };
    let may_lose = |ending: &Ending| match ending.result {
        GameResult::Draw | GameResult::DrawOnClaim => false,
        GameResult::MoreMen | GameResult::FewerMen | GameResult::MorePoints => true,
        result @ (GameResult::Wins | GameResult::Loses | GameResult::WhiteWins | GameResult::BlackWins) => {
            ending.sides_concerned().any(|subject| result.winner(subject) == Some(!side))
        }
    };
    let of_past = |ending: &&Ending| ending.is_of_setup(setup) && hangs_on_past(&ending.condition);
    !game.facts().series.varying && !game.variant().endings.iter().filter(of_past).any(may_lose)
}

/// The endings of a game by stalemate, as indices.
pub(crate) fn stalemates(variant: &Variant) -> Vec<usize> {
    let endings = variant.endings.iter().enumerate();
    endings.filter(|(_, ending)| ending.condition == Condition::Stalemate).map(|(index, _)| index).collect()
}

/// Whether a problem with this aim goes on after a verdict: material that can't mate may still stalemate.
pub(crate) fn goes_on(variant: &Variant, aim: Aim, verdict: Verdict) -> bool {
    let condition = variant.endings.get(verdict.ending).map(|ending| &ending.condition);
    aim == Aim::Stalemate && matches!(condition, Some(Condition::OnlyMaterial(_)))
}

/// Whether a side can win by checkmate only.
pub(crate) fn mates_only(variant: &Variant, winner: Side) -> bool {
    let may_win = |ending: &Ending| match ending.result {
        GameResult::Draw | GameResult::DrawOnClaim => false,
        GameResult::WhiteWins => winner == Side::White,
        GameResult::BlackWins => winner == Side::Black,
        GameResult::Wins | GameResult::Loses | GameResult::MoreMen | GameResult::FewerMen | GameResult::MorePoints => {
            true
        }
    };
    // The mated side loses: the winner has given check.
    variant
        .endings
        .iter()
        .filter(|ending| may_win(ending))
        .all(|ending| ending.condition == Condition::Checkmate && ending.result == GameResult::Loses && !ending.both)
}
