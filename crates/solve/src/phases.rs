//! Set play and duplex: a problem with the other side to move.

use weakfish::engine::Position;
use weakfish::notation::explain_position_error;

use crate::problem::{Length, Problem, Stipulation};

/// Part of a problem that is solved by itself.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Phase {
    /// What it is called: `set play`. Empty for the actual play.
    pub label: String,
    /// The problem.
    pub problem: Problem,
    /// The position, or why there is none, in words.
    pub position: Result<Position, String>,
}

/// The parts of a problem: the set play if it has one and it is asked for, the actual play, and the same for the other
/// side.
pub fn phases(position: &Position, problem: Problem, set_play: bool, duplex: bool) -> Vec<Phase> {
    let set_play = problem.set_play().filter(|_| set_play).map(|set_play| ("set play", set_play, true));
    let plays = set_play.into_iter().chain([("", problem, false)]);
    let of_half = |(half, exchanged): (&'static str, bool)| {
        plays.clone().map(move |(play, problem, other)| {
            let label = [half, play].into_iter().filter(|label| !label.is_empty()).collect::<Vec<_>>().join(", ");
            let position = if exchanged == other { Ok(position.clone()) } else { with_other_side_to_move(position) };
            Phase { label, problem, position }
        })
    };
    [("", false), ("duplex", true)].into_iter().take(1 + usize::from(duplex)).flat_map(of_half).collect()
}

/// The position with the other side to move, which can't capture en passant.
fn with_other_side_to_move(position: &Position) -> Result<Position, String> {
    let game = position.game();
    let mut arrangement = position.arrangement();
    arrangement.turn = !arrangement.turn;
    arrangement.en_passant.clear();
    game.problem(&arrangement).map_err(|errors| {
        let reasons = errors.iter().map(|error| explain_position_error(game.variant(), &arrangement, error));
        reasons.collect::<Vec<_>>().join(", ")
    })
}

impl Problem {
    /// The problem that is solved if the other side moves first, as if the first move had been made already.
    pub fn set_play(self) -> Option<Self> {
        let fewer = self.length.in_halves().saturating_sub(1);
        let (stipulation, halves, least) = match self.stipulation {
            // The last move alone.
            Stipulation::SeriesHelp => (Stipulation::Help, 1, 0),
            Stipulation::Help => (self.stipulation, fewer, 1),
            Stipulation::HelpSelf => (self.stipulation, fewer, 2),
            Stipulation::Direct | Stipulation::SelfMate | Stipulation::Reflex | Stipulation::SemiReflex => {
                (self.stipulation, fewer, if self.length.has_half() { u16::MAX } else { 2 })
            }
            Stipulation::Series => return None,
        };
        let length = Length::halves(halves);
        (halves >= least).then_some(Self { stipulation, length, ..self })
    }
}
