//! Solving: which search a problem needs.

use weakfish::engine::Position;

use crate::encoding::without_past;
use crate::error::{SolveError, Unsupported};
use crate::forced::Forced;
use crate::games::{Games, Goal};
use crate::problem::{Aim, Length, Options, Problem, Solutions, Stipulation};
use crate::rules::{Obstacles, stalemates};

/// Finds all solutions of a problem. The observer sees the number of positions searched so far, and ends the search by
/// returning `false`.
///
/// # Errors
///
/// If the rules of the game or the length don't fit the problem, or the observer does not go on.
pub fn solve(
    position: &Position,
    problem: Problem,
    options: &Options,
    observer: &mut dyn FnMut(u64) -> bool,
) -> Result<Solutions, SolveError> {
    let obstacles = Obstacles::of(position.game());
    obstacles.refuse_claims()?;
    let Problem { aim: _, stipulation, length } = problem;
    let defended = problem.is_defended();
    let fits = match stipulation {
        Stipulation::Direct | Stipulation::SelfMate | Stipulation::Reflex | Stipulation::SemiReflex => {
            length.whole() > 0
        }
        Stipulation::Help => length.in_halves() > 0,
        Stipulation::HelpSelf => length.in_halves() > 1,
        Stipulation::Series | Stipulation::SeriesHelp => length.whole() > 0 && !length.has_half(),
    };
    if !fits || length.whole() > Length::MAX_MOVES {
        return Err(Unsupported::Length.into());
    }
    if !defended {
        obstacles.refuse_series()?;
    }
    let root = without_past(position);
    if defended {
        return Forced::new(root, problem, options, observer).solve();
    }
    solve_help(&root, problem, options, observer)
}

/// Solves help problems and series problems.
fn solve_help(
    root: &Position,
    problem: Problem,
    options: &Options,
    observer: &mut dyn FnMut(u64) -> bool,
) -> Result<Solutions, SolveError> {
    let first = root.turn();
    let winner = problem.winner(first);
    // Plies at the end of a series in which the sides move in turn.
    let tail = match problem.stipulation {
        Stipulation::Series => Some(0),
        Stipulation::SeriesHelp => Some(1),
        Stipulation::Direct
        | Stipulation::SelfMate
        | Stipulation::Reflex
        | Stipulation::SemiReflex
        | Stipulation::HelpSelf
        | Stipulation::Help => None,
    };
    let goal = match problem.aim {
        Aim::Win => Goal::Win(winner),
        Aim::Stalemate => Goal::AnyOf(stalemates(root.game().variant())),
    };
    let mut games = Games::new(root, &goal, options)?.with_aim(problem.aim);
    if problem.stipulation == Stipulation::HelpSelf {
        games = games.forced_at_the_end();
    }
    if let Some(tail) = tail {
        games = games.in_series(tail)?;
    }
    let plies = problem.plies();
    let step = if tail.is_some() { 1 } else { 2 };
    let mut shorter = None;
    let shortest = if problem.stipulation == Stipulation::SeriesHelp { 2 } else { 1 };
    for fewer in (1..plies).filter(|fewer| *fewer >= shortest && (plies - fewer).is_multiple_of(step)) {
        if games.count(fewer, observer)?.total() > 0 {
            let forced = u16::from(problem.stipulation == Stipulation::HelpSelf);
            let halves = if tail.is_some() { 2 * (fewer + 1 - shortest) } else { fewer + forced };
            shorter = Some(Length::halves(halves));
            break;
        }
    }
    let count = games.count(plies, observer)?.total();
    let (branches, cut) = games.list(plies, options.max_branches, observer)?;
    let positions = games.positions();
    Ok(Solutions { problem, first, winner, branches, tries: Vec::new(), count, shorter, duals: 0, cut, positions })
}
