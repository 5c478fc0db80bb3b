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
            read_time(text)
                .ok_or_else(|| format!("`{text}` is no time; write `8+0.08` for 8 s and 0.08 s a move, or `1m+500ms`"))
        };
        let control = Self { time: read(time)?, increment: read(increment)? };
        if control.time.is_zero() { Err("the time must be more than 0".to_owned()) } else { Ok(control) }
    }
}

/// The units, longer names first, in seconds.
const UNITS: [(&str, f64); 5] = [("ms", 0.001), ("min", 60.0), ("m", 60.0), ("s", 1.0), ("h", 3600.0)];

/// The longest time: a year, which can be added to the present without an overflow.
const MAX_TIME: Duration = Duration::from_secs(365 * 86_400);

/// Parses a time: a number of seconds, `30`, or numbers with units, `90s`, `500ms`, `1h30m`; at most a year.
fn read_time(text: &str) -> Option<Duration> {
    let mut rest = text.trim();
    if !rest.ends_with(|last: char| last.is_ascii_alphabetic()) {
        return time_of(rest, 1.0);
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

/// The time of a decimal number of units, each of so many seconds.
fn time_of(number: &str, seconds: f64) -> Option<Duration> {
    let is_decimal = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number: f64 = number.parse().ok().filter(|_| is_decimal)?;
    Duration::try_from_secs_f64(number * seconds).ok().filter(|time| *time <= MAX_TIME)
}

/// Parses a time of an option, a millisecond or more; a number alone is one of seconds.
pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    let time = parse_time_or_zero(text)?;
    if time.as_millis() > 0 { Ok(time) } else { Err("write a millisecond or more, such as `1ms`".to_owned()) }
}

/// Parses a time of an option as [`parse_time`] does, or 0.
pub(crate) fn parse_time_or_zero(text: &str) -> Result<Duration, String> {
    read_time(text).ok_or_else(|| {
        "write seconds, such as `5` or `0.5`, or a time such as `90s`, `500ms`, `30m` or `1h`".to_owned()
    })
}

/// Writes a time to people: `9 s`, `3 min 10 s`, `2 h 5 min`.
pub(crate) fn time_in_words(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{} s", seconds.max(1)),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_alone_is_one_of_seconds() {
        for (text, milliseconds) in [
            ("30", 30_000),
            ("30s", 30_000),
            ("5m", 300_000),
            ("1h", 3_600_000),
            ("0.5s", 500),
            ("200ms", 200),
            ("1.5", 1500),
            ("1min", 60_000),
            ("1 h 30 m", 5_400_000),
        ] {
            assert_eq!(parse_time(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        assert_eq!(parse_time("8760h"), Ok(MAX_TIME));
        for wrong in ["8761h", "31536001", "1m30", "m", "1 2", "1mm", "1.s.", "+1", "1_0", "٣"] {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
        assert!(parse_time("0").is_err() && parse_time_or_zero("0") == Ok(Duration::ZERO));
        assert_eq!("1m+500ms".parse(), "60+0.5".parse::<TimeControl>());
    }

    #[test]
    fn times_in_words_have_two_units() {
        for (seconds, words) in [(0, "1 s"), (59, "59 s"), (190, "3 min 10 s"), (7500, "2 h 5 min")] {
            assert_eq!(time_in_words(Duration::from_secs(seconds)), words);
        }
    }
}
