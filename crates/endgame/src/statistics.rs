//! Statistics of a table: how many positions are won, drawn and lost, and how long wins take.

use serde::{Deserialize, Serialize};
use weakfish::geometry::{PerSide, Side};

use crate::Value;
use crate::selection::Share;
use crate::table::Table;

/// Statistics of the positions of certain men. All distances are in plies to the end of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Statistics {
    /// By side to move.
    pub to_move: PerSide<SideStatistics>,
    /// Arrangements of the men where either player would be better off if the other one were to move: it wins then and
    /// does not now, or draws then and loses now.
    pub zugzwangs: u64,
}

/// Statistics of the positions with one side to move; wins are those of that side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SideStatistics {
    /// Legal positions; those in which the game is over are among them.
    pub positions: u64,
    /// Legal positions up to symmetry: of several equivalent ones, only one counts.
    pub up_to_symmetry: u64,
    /// Won positions.
    pub wins: u64,
    /// Drawn ones.
    pub draws: u64,
    /// Lost ones.
    pub losses: u64,
    /// The longest win.
    pub longest_win: Option<u16>,
    /// The longest loss.
    pub longest_loss: Option<u16>,
    /// The number of won positions by distance.
    #[serde(skip)]
    pub won_in: Vec<u64>,
    /// The number of lost positions by distance.
    #[serde(skip)]
    pub lost_in: Vec<u64>,
}

impl SideStatistics {
    fn add(&mut self, value: Value, images: u64, first: bool) {
        self.positions += images;
        self.up_to_symmetry += u64::from(first);
        let (total, longest, by_plies, plies) = match value {
            Value::Draw => return self.draws += images,
            Value::Win(plies) => (&mut self.wins, &mut self.longest_win, &mut self.won_in, plies),
            Value::Loss(plies) => (&mut self.losses, &mut self.longest_loss, &mut self.lost_in, plies),
        };
        *total += images;
        *longest = (*longest).max(Some(plies));
        if by_plies.len() <= usize::from(plies) {
            by_plies.resize(usize::from(plies) + 1, 0);
        }
        if let Some(count) = by_plies.get_mut(usize::from(plies)) {
            *count += images;
        }
    }
}

impl Table {
    /// Counts the positions that each arrangement represents.
    pub(crate) fn statistics(&self, share: impl Fn(u64) -> Share) -> Statistics {
        let layout = &self.layout;
        let mut statistics = Statistics::default();
        for arrangement in 0..layout.arrangements {
            let Share { images, first } = share(arrangement);
            if images == 0 {
                continue;
            }
            let first = first.is_some();
            for number in 0..layout.states() {
                let state = layout.state(number);
                let Some(value) = self.cell(number, arrangement).value() else { continue };
                statistics.to_move[state.turn].add(value, images, first);
                // The same counts with Black to move.
                if state.turn == Side::White && state.series == 0 && state.passes == 0 {
                    let Some(other) = self.cell(number + layout.states() / 2, arrangement).value() else { continue };
                    // From a loss by -1 to a win by 1, for White.
                    let score = |winner: Option<Side>| match winner {
                        Some(Side::White) => 1,
                        None => 0,
                        Some(Side::Black) => -1,
                    };
                    let (to_move, waiting) = (score(value.winner(Side::White)), score(other.winner(Side::Black)));
                    statistics.zugzwangs += if to_move < waiting { images } else { 0 };
                }
            }
        }
        statistics
    }
}
