//! `weakfish bench`.

use std::time::{Duration, Instant};

use weakfish::engine::Perft;
use weakfish::notation::fen;
use weakfish::source::Source;

use crate::support::console::{self, Failure};
use crate::support::load::Loader;
use crate::support::start;

/// Positions of all built-in games.
const POSITIONS: &str = include_str!("bench.tsv");

/// A position, and how many plies are counted from it.
#[derive(Clone, Copy, Debug)]
struct Line {
    game: &'static str,
    setup: Option<&'static str>,
    position: &'static str,
    depth: u32,
    fen: &'static str,
}

/// Counts a fixed set of positions and says how fast that went.
pub(crate) fn run(quick: bool, threads: usize) -> Result<(), Failure> {
    let width = |text: fn(&Line) -> &str| lines().map(|line| text(&line).len()).max().unwrap_or_default();
    let (games, positions) = (width(|line| line.game), width(|line| line.position));
    console::line(format_args!("{:games$}  {:positions$}  depth       nodes     time    M/s", "game", "position"))?;
    let mut signature = Signature::EMPTY;
    let (mut all, mut total) = (0, Duration::ZERO);
    for Line { game, setup, position, depth, fen } in lines() {
        let compiled = Loader::new(&[]).game(game)?;
        let setup = start::setup(&compiled, setup)?;
        let from = fen::read(&compiled, setup, fen);
        let from = from.map_err(|error| Failure::new(&Source::new(position, fen), error.into_diagnostics()))?;
        let depth = if quick { depth - 1 } else { depth };
        let began = Instant::now();
        let nodes = Perft::new(depth).threads(threads).count(&from);
        let time = began.elapsed();
        (all, total) = (all + nodes, total + time);
        signature.add(nodes);
        let (seconds, speed) = (time.as_secs_f64(), millions_a_second(nodes, time));
        console::line(format_args!(
            "{game:games$}  {position:positions$}  {depth:5}  {nodes:10}  {seconds:6.3}s  {speed:5.1}"
        ))?;
    }
    console::line(format_args!("Nodes searched: {all}"))?;
    console::line(format_args!("Nodes per second: {:.1} M", millions_a_second(all, total)))?;
    console::line(format_args!("Signature: {:016x}", signature.0))
}

/// The positions; that no line is lost, a test says.
fn lines() -> impl Iterator<Item = Line> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.filter_map(|line| {
        let mut columns = line.split('\t');
        Some(Line {
            game: columns.next()?,
            setup: columns.next().map(|setup| (setup != "-").then_some(setup))?,
            position: columns.next()?,
            depth: columns.next()?.parse().ok().filter(|&depth| depth > 1)?,
            fen: columns.next()?,
        })
    })
}

fn millions_a_second(nodes: u64, time: Duration) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a speed is printed with a few digits")]
    let nodes = nodes as f64;
    nodes / 1e6 / time.as_secs_f64().max(1e-9)
}

/// A number that changes when any of many counts changes: Fowler, Noll and Vo's FNV-1a.
struct Signature(u64);

impl Signature {
    const EMPTY: Self = Self(0xCBF2_9CE4_8422_2325);

    fn add(&mut self, count: u64) {
        for byte in count.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_line_is_read_and_every_game_of_the_first_family_has_two() {
        assert_eq!(lines().count(), POSITIONS.lines().count() - 2);
        let (_, names) = weakfish::builtin::families().next().unwrap();
        for name in names {
            let positions: BTreeSet<_> = lines().filter(|line| line.game == name).map(|line| line.position).collect();
            assert!(positions.len() >= 2 && positions.contains("start"), "{name}: {positions:?}");
        }
    }

    #[test]
    fn every_count_is_in_the_signature() {
        let of = |counts: &[u64]| {
            let mut signature = Signature::EMPTY;
            for &count in counts {
                signature.add(count);
            }
            signature.0
        };
        assert_ne!(of(&[1, 2]), of(&[2, 1]));
        assert_ne!(of(&[20, 400]), of(&[20, 401]));
    }
}
