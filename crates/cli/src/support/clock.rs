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

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.time.as_secs_f64(), self.increment.as_secs_f64())
    }
}

impl FromStr for TimeControl {
    type Err = String;

    /// Parses `8+0.08`, in seconds, or with units, `1m+500ms`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
        let read = |text: &str| {
            Unit::Seconds
                .parse(text)
                .ok_or_else(|| format!("`{text}` is no time; write `8+0.08` for 8 s and 0.08 s a move, or `1m+500ms`"))
        };
        let control = Self { time: read(time)?, increment: read(increment)? };
        if control.time.is_zero() { Err("the time must be more than 0".to_owned()) } else { Ok(control) }
    }
}

/// The unit of a number that has none.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Unit {
    Milliseconds,
    Seconds,
}

/// The units, longer names first, in seconds.
const UNITS: [(&str, f64); 5] = [("ms", 0.001), ("min", 60.0), ("m", 60.0), ("s", 1.0), ("h", 3600.0)];

/// The longest time: a year, which can be added to the present without an overflow.
const MAX_TIME: Duration = Duration::from_secs(365 * 86_400);

impl Unit {
    /// Parses a time: numbers with units, `90s`, `500ms`, `1h30m`, or a number of this unit; at most a year.
    fn parse(self, text: &str) -> Option<Duration> {
        let mut rest = text.trim();
        if !rest.ends_with(|last: char| last.is_ascii_alphabetic()) {
            return self.number(rest);
        }
        let mut sum = Duration::ZERO;
        while !rest.is_empty() {
            let number = rest.find(|char: char| char.is_ascii_alphabetic() || char == ' ')?;
            let (number, behind) = rest.split_at(number);
            let behind = behind.trim_start();
            let end = behind.find(|char: char| !char.is_ascii_alphabetic()).unwrap_or(behind.len());
            let (_, seconds) = UNITS.into_iter().find(|(unit, _)| *unit == &behind[..end])?;
            sum = sum.checked_add(time_of(number, seconds)?)?;
            rest = behind[end..].trim_start();
        }
        Some(sum).filter(|time| *time <= MAX_TIME)
    }

    /// Parses a number of this unit.
    fn number(self, text: &str) -> Option<Duration> {
        time_of(
            text,
            match self {
                Self::Milliseconds => 0.001,
                Self::Seconds => 1.0,
            },
        )
    }
}

/// The time of a decimal number of units, each of so many seconds.
fn time_of(number: &str, seconds: f64) -> Option<Duration> {
    let is_decimal = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number: f64 = number.parse().ok().filter(|_| is_decimal)?;
    Duration::try_from_secs_f64(number * seconds).ok().filter(|time| *time <= MAX_TIME)
}

/// Parses a time of an option; a number alone is one of seconds.
pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    let time = Unit::Seconds.parse(text).filter(|time| !time.is_zero());
    time.ok_or_else(|| {
        "write seconds, such as `5` or `0.5`, or a time such as `90s`, `500ms`, `30m` or `1h`".to_owned()
    })
}

/// Parses a time of an option; a number alone is one of milliseconds, as in UCI.
pub(crate) fn parse_milliseconds(text: &str) -> Result<Duration, String> {
    Unit::Milliseconds
        .parse(text)
        .ok_or_else(|| "write milliseconds, such as `100`, or a time such as `2s`, `500ms` or `1m`".to_owned())
}

/// Parses a time of an option as [`parse_milliseconds`] does: a millisecond or more.
pub(crate) fn parse_move_time(text: &str) -> Result<Duration, String> {
    let time = parse_milliseconds(text)?;
    if time.as_millis() > 0 { Ok(time) } else { Err("the time must be a millisecond or more".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_the_unit_of_its_place() {
        let milliseconds = |text: &str| Unit::Milliseconds.parse(text).map(|time| time.as_millis());
        for (text, wanted) in [
            ("100", 100),
            ("1.5", 1),
            ("2s", 2000),
            ("500ms", 500),
            ("1m", 60_000),
            ("1min", 60_000),
            ("1 h 30 m", 5_400_000),
            ("0", 0),
        ] {
            assert_eq!(milliseconds(text), Some(wanted), "{text}");
        }
        assert_eq!(parse_time("90"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("0.5"), parse_time("500ms"));
        assert_eq!(parse_time("8760h"), Ok(MAX_TIME));
        for wrong in ["8761h", "31536001", "1m30", "m", "1 2", "1mm", "1.s.", "+1", "1_0", "٣"] {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
        assert_eq!("1m+500ms".parse(), "60+0.5".parse::<TimeControl>());
    }
}
