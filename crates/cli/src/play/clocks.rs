//! The clocks of both players.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use weakfish::geometry::Side;

/// The time for each player, and what is added for each turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Setting {
    pub(super) time: Duration,
    pub(super) increment: Duration,
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
        let read = || {
            let number = |text: &str| text.parse::<f64>().ok().filter(|number| *number >= 0.0);
            let seconds = match time.split_once(':') {
                Some((minutes, seconds)) => 60.0 * number(minutes)? + number(seconds)?,
                None => 60.0 * number(time)?,
            };
            let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero())?;
            let increment = Duration::try_from_secs_f64(number(increment)?).ok()?;
            // At most a day, so that it can be shown in hours and minutes.
            (time.as_secs() < 86_400 && increment.as_secs() < 86_400).then_some(Self { time, increment })
        };
        read().ok_or_else(|| "write minutes and seconds, such as `5+3`, `5` or `0:30+1`".to_owned())
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", format(self.time), self.increment.as_secs_f64())
    }
}

/// Clocks, one of which may run.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    pub(super) setting: Setting,
    left: [Duration; 2],
    running: Option<(Side, Instant)>,
}

impl Clocks {
    pub(super) fn new(setting: Setting) -> Self {
        Self { setting, left: [setting.time; 2], running: None }
    }

    /// Lets the clock of a side run, and no other.
    pub(super) fn run(&mut self, side: Side) {
        if self.running.is_none_or(|(running, _)| running != side) {
            self.stop();
            self.running = Some((side, Instant::now()));
        }
    }

    /// Stops the clock that runs.
    pub(super) fn stop(&mut self) {
        if let Some((side, since)) = self.running.take() {
            let left = &mut self.left[side.index()];
            *left = left.saturating_sub(since.elapsed());
        }
    }

    /// A side has made its turn.
    pub(super) fn press(&mut self, side: Side) {
        self.stop();
        self.left[side.index()] += self.setting.increment;
    }

    /// The time that a side has left.
    pub(super) fn left(&self, side: Side) -> Duration {
        let used = match self.running {
            Some((running, since)) if running == side => since.elapsed(),
            _ => Duration::ZERO,
        };
        self.left[side.index()].saturating_sub(used)
    }

    /// The side whose time has run out.
    pub(super) fn flag(&self) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.left(side).is_zero())
    }
}

/// A time as clocks show it: `4:59`, or with tenths in the last seconds.
pub(super) fn format(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..=9 => format!("0:0{seconds}.{}", time.subsec_millis() / 100),
        10..=3599 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_as_players_write_them() {
        let setting = |time, increment| Setting {
            time: Duration::from_millis(time),
            increment: Duration::from_millis(increment),
        };
        assert_eq!("5+3".parse(), Ok(setting(300_000, 3000)));
        assert_eq!("0.5".parse(), Ok(setting(30_000, 0)));
        assert_eq!("1:30+0.5".parse(), Ok(setting(90_000, 500)));
        for wrong in ["", "0", "x", "5+", "-5", "+3", "inf", "1e9"] {
            assert!(wrong.parse::<Setting>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_one_clock_runs() {
        let mut clocks = Clocks::new("1+2".parse().unwrap());
        clocks.run(Side::White);
        clocks.press(Side::White);
        assert!(clocks.left(Side::White) > Duration::from_secs(61));
        assert_eq!(clocks.left(Side::Black), Duration::from_secs(60));
        assert_eq!(clocks.flag(), None);
        let mut late = Clocks::new(Setting { time: Duration::from_nanos(1), increment: Duration::ZERO });
        late.run(Side::Black);
        std::thread::sleep(Duration::from_millis(1));
        assert_eq!(late.flag(), Some(Side::Black));
    }

    #[test]
    fn times_are_told_as_on_clocks() {
        let all = [9_870, 59_000, 61_000, 3_661_000].map(|time| format(Duration::from_millis(time)));
        assert_eq!(all, ["0:09.8", "0:59", "1:01", "1:01:01"]);
    }
}
