//! Limits of moves without progress in `weakfish table`: how many wins fit, and whether that of a position does.

use std::num::NonZero;

use serde::Serialize;
use weakfish::engine::Position;
use weakfish::geometry::{PerSide, Side};
use weakfish::prose::counted;
use weakfish_endgame::{Fit, FitCounts, Fits, MakeError, Omission, Options, Selection, SideStatistics, Tables};

use crate::support::console::{Failure, Progress};
use crate::support::interrupt;

/// A limit of plies without progress that some win of an ending does not stay below.
#[derive(Serialize)]
pub(crate) struct LimitData {
    /// Label of the ending.
    ending: String,
    plies: u32,
    claimed: bool,
    /// Wins that take as long as the limit.
    long: u64,
    /// Wins that fit and that don't; `null` where this is not known.
    #[serde(flatten)]
    counts: Option<FitCounts>,
    /// Reason why they are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown: Option<String>,
}

/// The win of a position under a limit as JSON.
#[derive(Serialize)]
pub(crate) struct FitData {
    ending: String,
    plies: u32,
    claimed: bool,
    /// Whether it comes in time, with the plies that are counted in the position.
    fits: bool,
    /// Plies to the next move of progress, or to the end of the game.
    progress: Option<u16>,
    /// Greatest count of plies with which it comes in time; `null` where no count is too great, or none small enough.
    most: Option<u16>,
}

/// Makes what is needed to compare wins with limits.
pub(crate) struct Comparison<'a> {
    pub(crate) tables: &'a Tables,
    pub(crate) selection: &'a Selection,
    pub(crate) threads: NonZero<usize>,
    /// Memory that all may take, in bytes.
    pub(crate) memory: u64,
}

impl Comparison<'_> {
    /// The limits that some of the wins do not stay below.
    pub(crate) fn limits(&self, to_move: &PerSide<SideStatistics>) -> Result<Vec<LimitData>, Failure> {
        let mut found = Vec::new();
        for omission in self.tables.omissions() {
            let Omission::Quiet { plies: Some(plies), label, claimed, limit, .. } = omission else { continue };
            let longer = |list: &Vec<u64>| list.iter().skip(plies as usize).sum::<u64>();
            let of_side = |side: Side| longer(&to_move[side].won_in) + longer(&to_move[side].lost_in);
            let long: u64 = Side::ALL.into_iter().map(of_side).sum();
            if long == 0 {
                continue;
            }
            let (counts, unknown) = match limit {
                None => (None, Some("the ending is no draw".to_owned())),
                Some(ending) => match self.fits(ending)? {
                    Ok(fits) => (fits.counts(self.tables, self.selection), None),
                    Err(MakeError::Memory(bytes)) => {
                        let mebibytes = bytes.div_ceil(1 << 20);
                        (None, Some(format!("to compare them takes {mebibytes} MiB; `--memory MB` allows more")))
                    }
                    Err(error) => (None, Some(error.to_string())),
                },
            };
            found.push(LimitData { ending: label, plies, claimed, long, counts, unknown });
        }
        Ok(found)
    }

    /// The win of a position under the limits that some win of its men does not stay below.
    pub(crate) fn of_position(&self, position: &Position) -> Result<Vec<FitData>, Failure> {
        let mut found = Vec::new();
        for omission in self.tables.omissions() {
            let Omission::Quiet { plies: Some(plies), label: ending, claimed, limit: Some(limit), .. } = omission
            else {
                continue;
            };
            let Ok(fits) = self.fits(limit)? else { continue };
            let data = match fits.fit(self.tables, position) {
                Some(Fit::Within { most, plies: progress }) => {
                    let fits = most.is_none_or(|most| position.halfmove() <= u32::from(most));
                    FitData { ending, plies, claimed, fits, progress: Some(progress), most }
                }
                Some(Fit::Late) => FitData { ending, plies, claimed, fits: false, progress: None, most: None },
                _ => continue,
            };
            found.push(data);
        }
        Ok(found)
    }

    /// Compares the wins with a limit, and shows the progress.
    fn fits(&self, ending: usize) -> Result<Result<Fits, MakeError>, Failure> {
        let mut progress = Progress::new();
        let options = Options { threads: self.threads, max_memory: self.memory, keep_moves: true };
        let found = self.tables.fits(self.selection.men(), &[ending], &options, &mut |step| {
            let percent = 100 * step.done / step.total.max(1);
            progress.show(format_args!("progress, table {} of {}: {percent} %", step.tables_done + 1, step.tables));
            !interrupt::was_interrupted()
        });
        progress.clear();
        if matches!(found, Err(MakeError::Interrupted)) {
            interrupt::fail_if_interrupted(|| "the wins have not been compared with the limits".to_owned())?;
        }
        Ok(found)
    }
}

impl LimitData {
    /// Whether it is that of an ending.
    pub(crate) fn is_of(&self, ending: &str, plies: u32, claimed: bool) -> bool {
        (self.ending.as_str(), self.plies, self.claimed) == (ending, plies, claimed)
    }

    /// Numbers of wins that fit, in words.
    pub(crate) fn in_words(&self) -> String {
        let matters = || format!("could matter for {}", counted(self.long, "position"));
        match (&self.counts, &self.unknown) {
            (Some(FitCounts { won, late, longest, .. }), _) => {
                let within = match longest {
                    Some(plies) => format!(", with progress after {} at the latest", counted((*plies).into(), "ply")),
                    None => String::new(),
                };
                match late {
                    0 => format!("all wins fit{within}"),
                    _ if late == won => "no win fits".to_owned(),
                    1 => format!("1 of {won} wins does not fit; the others fit{within}"),
                    _ => format!("{late} of {won} wins don't fit; the others fit{within}"),
                }
            }
            (None, Some(reason)) => format!("{} ({reason})", matters()),
            (None, None) => matters(),
        }
    }
}

impl FitData {
    /// Whether the win comes in time, in words.
    pub(crate) fn in_words(&self) -> String {
        let claimed = if self.claimed { ", by a claim" } else { "" };
        let fit = match self.progress {
            Some(plies) if self.fits => format!("progress in {}, in time", counted(plies.into(), "ply")),
            Some(plies) => {
                format!("progress in {}, too late with the plies that are counted", counted(plies.into(), "ply"))
            }
            None => "the win does not fit".to_owned(),
        };
        format!("{}{claimed}: {fit}", self.ending)
    }
}
