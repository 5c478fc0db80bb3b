//! `go mate N`: the solver of problems looks for the win before the search does.

use weakfish::engine::{Move, Position};
use weakfish_player::search::{Line, Score};
use weakfish_solve::{Aim, Branch, Length, Options, Problem, Stipulation, solve};

/// Positions that the solver looks at. Longer wins are left to the search, which finds many of them sooner.
const MAX_POSITIONS: u64 = 300_000;

/// Moves in the tree of a solution, of which one line is shown.
const MAX_BRANCHES: usize = 10_000;

/// The shortest win of the side to move in at most so many of its moves, with the positions that were searched; `None` if there is
/// none, the solver can't tell, or `go_on` has returned `false`.
pub(super) fn shortest_win(position: &Position, moves: u32, go_on: &dyn Fn() -> bool) -> Option<(Line, u64)> {
    let options = Options { max_branches: MAX_BRANCHES, ..Options::default() };
    let mut searched = 0;
    for length in 1..=moves.min(Length::MAX_MOVES.into()) {
        let length = Length::parse(&length.to_string())?;
        let problem = Problem { aim: Aim::Win, stipulation: Stipulation::Direct, length };
        let found =
            solve(position, problem, &options, &mut |positions| go_on() && searched + positions < MAX_POSITIONS);
        let found = found.ok()?;
        searched += found.positions;
        if !found.branches.is_empty() {
            let mut line = Vec::new();
            extend_line(&mut line, &found.branches, true);
            return Some((Line::new(Score::Win(line.len() as u16), line), searched));
        }
    }
    None
}

/// The line in which the winner wins as soon, and the loser loses as late as possible.
fn extend_line(line: &mut Vec<Move>, branches: &[Branch], is_winner: bool) {
    let next = if is_winner {
        branches.iter().min_by_key(|branch| branch.length)
    } else {
        branches.iter().max_by_key(|branch| branch.length)
    };
    if let Some(Branch { mv, branches, .. }) = next {
        line.push(*mv);
        extend_line(line, branches, !is_winner);
    }
}
