//! Limits of moves without progress in reports: how many wins fit, and whether that of a position does.

use std::fmt;

use serde::Serialize;
use weakfish::engine::Position;
use weakfish::geometry::Side;
use weakfish::prose::counted;

use crate::{
    Fit, FitCounts, Fits, MakeError, Omission, Options, Progress, Selection, SideStatistics, Statistics, Tables,
};

/// A limit of plies without progress that some win of an ending exceeds. Its text says how many wins fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LimitReport {
    /// Label of the ending.
    pub ending: String,
    /// The limit.
    pub plies: u32,
    /// Whether the draw must be claimed.
    pub claimed: bool,
    /// Wins that take as long as the limit.
    pub long: u64,
    /// Wins that fit and that don't, where this is known.
    #[serde(flatten)]
    pub counts: Option<FitCounts>,
    /// Reason why they are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<String>,
}

/// The win of a position under a limit of plies without progress. Its text says whether it comes in time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FitReport {
    /// Label of the ending.
    pub ending: String,
    /// The limit.
    pub plies: u32,
    /// Whether the draw must be claimed.
    pub claimed: bool,
    /// Whether it comes in time, with the plies that are counted in the position.
    pub fits: bool,
    /// Plies to the next move of progress, or to the end of the game.
    pub progress: Option<u16>,
    /// Greatest count of plies with which it comes in time; `None` if any count does, or none.
    pub most: Option<u16>,
}

impl Tables {
    /// The limits that some of the selected wins do not stay below.
    ///
    /// # Errors
    ///
    /// If the observer does not go on. Other reasons why wins can't be compared with a limit are in its report.
    pub fn limits(
        &self,
        selection: &Selection,
        statistics: &Statistics,
        options: &Options,
        observer: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Vec<LimitReport>, MakeError> {
        let mut found = Vec::new();
        for omission in self.omissions() {
            let Omission::Quiet { plies: Some(plies), label, claimed, limit, .. } = omission else { continue };
            let longer = |list: &Vec<u64>| list.iter().skip(plies as usize).sum::<u64>();
            let of_side = |side: &SideStatistics| longer(&side.won_in) + longer(&side.lost_in);
            let long: u64 = Side::ALL.into_iter().map(|side| of_side(&statistics.to_move[side])).sum();
            if long == 0 {
                continue;
            }
            let (counts, unknown) = match limit.map(|ending| self.fits_of(selection, ending, options, observer)) {
                None => (None, Some("the ending is no draw".to_owned())),
                Some(Ok(fits)) => (fits.counts(self, selection), None),
                Some(Err(MakeError::Interrupted)) => return Err(MakeError::Interrupted),
                Some(Err(MakeError::Memory(bytes))) => {
                    let mebibytes = bytes.div_ceil(1 << 20);
                    (None, Some(format!("to compare them takes {mebibytes} MiB; `--memory MB` allows more")))
                }
                Some(Err(error)) => (None, Some(error.to_string())),
            };
            found.push(LimitReport { ending: label, plies, claimed, long, counts, unknown });
        }
        Ok(found)
    }

    /// The win of a position under the limits that some selected win does not stay below.
    ///
    /// # Errors
    ///
    /// If the observer does not go on.
    pub fn limits_at(
        &self,
        selection: &Selection,
        position: &Position,
        options: &Options,
        observer: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Vec<FitReport>, MakeError> {
        let mut found = Vec::new();
        for omission in self.omissions() {
            let Omission::Quiet { plies: Some(plies), label: ending, claimed, limit: Some(limit), .. } = omission
            else {
                continue;
            };
            let fits = match self.fits_of(selection, limit, options, observer) {
                Ok(fits) => fits,
                Err(MakeError::Interrupted) => return Err(MakeError::Interrupted),
                Err(_) => continue,
            };
            found.extend(match fits.fit(self, position) {
                Some(Fit::Within { most, plies: progress }) => {
                    let fits = most.is_none_or(|most| position.halfmove() <= u32::from(most));
                    Some(FitReport { ending, plies, claimed, fits, progress: Some(progress), most })
                }
                Some(Fit::Late) => Some(FitReport { ending, plies, claimed, fits: false, progress: None, most: None }),
                Some(Fit::Short) | None => None,
            });
        }
        Ok(found)
    }

    fn fits_of(
        &self,
        selection: &Selection,
        ending: usize,
        options: &Options,
        observer: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Fits, MakeError> {
        self.fits(selection.men(), &[ending], options, observer)
    }
}

impl LimitReport {
    /// Whether it is that of an ending.
    pub(crate) fn is_of(&self, ending: &str, plies: u32, claimed: bool) -> bool {
        (self.ending.as_str(), self.plies, self.claimed) == (ending, plies, claimed)
    }
}

impl fmt::Display for LimitReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(FitCounts { won, late, longest }) = self.counts else {
            write!(f, "could matter for {}", counted(self.long, "position"))?;
            return self.unknown.as_ref().map_or(Ok(()), |reason| write!(f, " ({reason})"));
        };
        match late {
            0 => f.write_str("all wins fit")?,
            _ if late == won => return f.write_str("no win fits"),
            1 => write!(f, "1 of {won} wins does not fit; the others fit")?,
            _ => write!(f, "{late} of {won} wins don't fit; the others fit")?,
        }
        let within = |plies: u16| write!(f, ", with progress after {} at the latest", counted(plies.into(), "ply"));
        longest.map_or(Ok(()), within)
    }
}

impl fmt::Display for FitReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let claimed = if self.claimed { ", by a claim" } else { "" };
        write!(f, "{}{claimed}: ", self.ending)?;
        let Some(plies) = self.progress else { return f.write_str("the win does not fit") };
        let fit = if self.fits { "in time" } else { "too late with the plies that are counted" };
        write!(f, "progress in {}, {fit}", counted(plies.into(), "ply"))
    }
}
