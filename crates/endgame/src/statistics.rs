//! Statistics of a table: how many positions are won, drawn and lost, and how long wins take.

use std::fmt::Write as _;

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
        self.up_to_symmetry += u64::from(first);
        self.count(value, images);
    }

    /// Counts positions of a value.
    pub fn count(&mut self, value: Value, images: u64) {
        self.positions += images;
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

/// Most rows of the histogram of distances.
const MAX_ROWS: usize = 16;

impl Statistics {
    /// The numbers of positions as a table.
    pub fn figures(&self) -> String {
        let to_move = &self.to_move;
        let mut page = String::new();
        let heads = ["positions", "won", "drawn", "lost"];
        let _ = writeln!(
            page,
            "{:13} {:>12} {:>19} {:>19} {:>19}  longest win  longest loss",
            "", heads[0], heads[1], heads[2], heads[3]
        );
        for (side, figures) in to_move.iter() {
            let share = |count: u64| format!("{count} {:>6}", percent(count, figures.positions));
            let longest = |plies: Option<u16>| plies.map_or_else(|| "-".to_owned(), |plies| plies.to_string());
            let _ = writeln!(
                page,
                "{:13} {:>12} {:>19} {:>19} {:>19}  {:>11}  {:>12}",
                format!("{side} to move"),
                figures.positions,
                share(figures.wins),
                share(figures.draws),
                share(figures.losses),
                longest(figures.longest_win),
                longest(figures.longest_loss)
            );
        }
        page
    }

    /// The distances of wins and losses as rows of plies.
    pub fn histogram(&self) -> String {
        let to_move = &self.to_move;
        let lists = Side::ALL.map(|side| [&to_move[side].won_in, &to_move[side].lost_in]);
        let longest = lists.iter().flatten().map(|list| list.len()).max().unwrap_or(0);
        if longest == 0 {
            return String::new();
        }
        let step = longest.div_ceil(MAX_ROWS);
        let mut page = format!(
            "\n{:>9} {:>12} {:>12} {:>12} {:>12}\n",
            "plies", "white wins", "white loses", "black wins", "black loses"
        );
        for from in (0..longest).step_by(step) {
            let plies = if step == 1 { from.to_string() } else { format!("{from}-{}", from + step - 1) };
            let _ = write!(page, "{plies:>9}");
            for list in lists.iter().flatten() {
                let sum: u64 = list.iter().skip(from).take(step).sum();
                let _ = write!(page, " {sum:>12}");
            }
            page.push('\n');
        }
        page
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

/// A share of a whole as text: `87.2%`.
pub fn percent(part: u64, whole: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "a share is written with a few digits")]
    let share = if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 };
    format!("{share:.1}%")
}
