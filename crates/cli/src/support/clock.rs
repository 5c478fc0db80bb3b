//! Time controls and durations: parsing and formatting.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Time control: time for the game, and increment after each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeControl {
    pub(crate) time: Duration,
    pub(crate) increment: Duration,
}

impl TimeControl {
    /// Parses minutes and seconds as players write them, `5+3`, `0:30+1`: at most a day, so that it can be shown in hours
    /// and minutes.
    pub(crate) fn of_minutes(text: &str) -> Result<Self, String> {
        let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
        let (minutes, seconds) = time.split_once(':').unwrap_or((time, "0"));
        let read = || {
            let number = |text: &str| text.parse::<f64>().ok().filter(|number| *number >= 0.0);
            let within_a_day =
                |seconds| Duration::try_from_secs_f64(seconds).ok().filter(|time| time.as_secs() < 86_400);
            let time = within_a_day(60.0 * number(minutes)? + number(seconds)?).filter(|time| !time.is_zero())?;
            Some(Self { time, increment: within_a_day(number(increment)?)? })
        };
        read().ok_or_else(|| "write minutes and seconds, such as `5+3`, `5` or `0:30+1`".to_owned())
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.time.as_secs_f64(), self.increment.as_secs_f64())
    }
}

impl FromStr for TimeControl {
    type Err = String;

    /// Reads `8+0.08`, in seconds.
    fn from_str(text: &str) -> Result<Self, String> {
        let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text: &str| {
            let seconds = text.trim().parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            seconds.ok_or_else(|| format!("`{text}` is no number of seconds; write `8+0.08` for 8 s and 0.08 s a move"))
        };
        let control = Self { time: seconds(time)?, increment: seconds(increment)? };
        if control.time.is_zero() { Err("the time must be more than 0".to_owned()) } else { Ok(control) }
    }
}

/// Formats a time as clocks show it: `4:59`, or with tenths in the last seconds.
pub(crate) fn format_time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..=9 => format!("0:0{seconds}.{}", time.subsec_millis() / 100),
        10..=3599 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

/// Parses a number of seconds.
pub(crate) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|seconds| !seconds.is_zero()).ok_or_else(|| "write seconds, such as `2` or `0.5`".to_owned())
}

/// Parses `30m`, `90s`, `1h`.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    let units = [('h', 3600), ('m', 60), ('s', 1)];
    let read = units.into_iter().find_map(|(unit, seconds)| {
        let number: u64 = text.strip_suffix(unit)?.trim().parse().ok()?;
        number.checked_mul(seconds).filter(|&seconds| seconds > 0)
    });
    read.map(Duration::from_secs).ok_or_else(|| "write a time such as `30m`, `90s` or `1h`".to_owned())
}
