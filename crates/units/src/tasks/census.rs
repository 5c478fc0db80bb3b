//! Census of mating men: which leapers and one-step men mate a bare king on square boards with the help of their king.
//! An item is a man on a board, its result the figures of the table `K X v K`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZero;
use std::sync::atomic::Ordering;

use serde::{Deserialize, Serialize};
use weakfish::engine::Game;
use weakfish::model::SetupId;
use weakfish::source::Source;
use weakfish::{BuiltIns, load};
use weakfish_endgame::{MakeError, Men, Options, Progress, Statistics, Tables};

use super::{Page, Prepared, ReportError, Runner, read_item, setting_fault};
use crate::fault::Fault;

/// A census of mating men.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct CensusTask {
    /// The sides of the square boards, from the smallest to the largest.
    pub boards: [u8; 2],
    /// Memory that the table of a man may take, in MiB.
    pub memory: u64,
}

impl CensusTask {
    /// The smallest and the largest board. Two kings and a man need four files, and the language has boards of at most 16.
    pub const BOARDS: [u8; 2] = [4, 16];
    /// The boards of a census that names none.
    pub const DEFAULT_BOARDS: [u8; 2] = [6, 12];

    /// A census on the boards from the first to the second side, with so much memory in MiB.
    pub const fn new(boards: [u8; 2], memory: u64) -> Self {
        Self { boards, memory }
    }

    pub(super) fn prepare(&self) -> Result<Census, Fault> {
        let [smallest, largest] = Self::BOARDS;
        let [first, last] = self.boards;
        if first < smallest || first > last || last > largest {
            let message = format!("the boards of a census have from {smallest} to {largest} files");
            return Err(setting_fault(format!("{first}-{last}"), message));
        }
        Ok(Census::new(self))
    }
}

/// Leapers by the letters of Betza's notation. A man that leaps has any of them.
const LEAPERS: &[u8; 8] = b"WFDANHCZ";

/// The steps of a king as bits of a set, clockwise from forward.
const STEPS: u32 = 8;

/// The eight rotations and reflections of a set of steps.
fn images(steps: u8) -> impl Iterator<Item = u8> {
    let mirrored = steps.reverse_bits().rotate_left(1);
    [steps, mirrored].into_iter().flat_map(|steps| (0..STEPS).step_by(2).map(move |turn| steps.rotate_left(turn)))
}

/// The set of its class that goes forward most, then to the right most.
fn representative(steps: u8) -> u8 {
    const FORWARD: u8 = 0b1000_0011;
    const RIGHT: u8 = 0b0000_1110;
    let rank = |set: u8| ((set & FORWARD).count_ones(), (set & RIGHT).count_ones(), set.reverse_bits());
    images(steps).max_by_key(|&set| rank(set)).unwrap_or(steps)
}

/// The movement of a set of steps in Betza's notation.
fn betza(steps: u8) -> String {
    // By the bits of forward, right, backward and left.
    const STRAIGHT: [&str; 16] = ["", "f", "r", "fr", "b", "v", "br", "vr", "l", "fl", "s", "fs", "bl", "vl", "bs", ""];
    // By the bits of forward right, backward right, backward left and forward left.
    const DIAGONAL: [&str; 16] =
        ["", "fr", "br", "r", "bl", "frbl", "b", "bfr", "fl", "f", "flbr", "fbr", "l", "fbl", "bfl", ""];
    let part = |first: u32, names: &[&'static str; 16], atom: &str| {
        let set = (0..4).filter(|bit| steps >> (2 * bit + first) & 1 == 1).map(|bit| 1_usize << bit).sum::<usize>();
        let name = names.get(set).copied().unwrap_or_default();
        if set == 0 { String::new() } else { format!("{name}{atom}") }
    };
    part(0, &STRAIGHT, "W") + &part(1, &DIAGONAL, "F")
}

/// A man of a census.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CensusMan {
    /// Its movement in Betza's notation.
    pub movement: String,
    /// The number of men that rotations and reflections make of it, itself among them.
    pub images: u8,
}

/// The men of a census: all sets of leapers, then the sets of a king's steps, one of those that rotations and reflections make
/// of each other.
pub fn census_men() -> Vec<CensusMan> {
    let leapers = (1..=u8::MAX).map(|set| {
        let letters = LEAPERS.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1).map(|(_, &letter)| letter);
        CensusMan { movement: letters.map(char::from).collect(), images: 1 }
    });
    let mut sets: Vec<u8> = (1..=u8::MAX).filter(|&set| representative(set) == set).collect();
    sets.sort_by_key(|set| set.count_ones());
    let steps = sets.into_iter().map(|set| {
        let mut images: Vec<u8> = images(set).collect();
        images.sort_unstable();
        images.dedup();
        CensusMan { movement: betza(set), images: images.len() as u8 }
    });
    // The symmetric sets are the Wazir, the Ferz and the King, which are leapers.
    let mut men: Vec<CensusMan> = leapers.collect();
    men.sort_by_key(|man| man.movement.len());
    men.extend(steps.filter(|man| man.images > 1));
    men
}

/// The definition of the game in which a man is tried.
pub fn census_definition(side: u8, movement: &str) -> String {
    let mut text = format!(
        "game \"K X v K\"\nboard: {side}x{side}\nfirst: white\nblack: mirrors white\n\nmen\n  K king: K, royal\n  X man: {movement}\n\n\
         setup kings\n"
    );
    for rank in (1..=side).rev() {
        let man = |file| match (file, rank) {
            (1, 1) => " K",
            (2, 1) => " X",
            (1, rank) if rank == side => " k",
            _ => " .",
        };
        let _ = writeln!(text, " {}", (1..=side).map(man).collect::<String>());
    }
    text + "\nendings\n  checkmated: loses\n  stalemated: draw\n"
}

/// The number of positions with Black to move in which his king can capture the man at once: a king and a man beside it, which
/// White's king does not protect. The same for each man.
fn hanging(side: u8) -> u64 {
    let squares: Vec<(i16, i16)> =
        (0..side).flat_map(|file| (0..side).map(move |rank| (i16::from(file), i16::from(rank)))).collect();
    let near = |one: &(i16, i16), other: &(i16, i16)| (one.0 - other.0).abs().max((one.1 - other.1).abs()) <= 1;
    let men = squares.iter().flat_map(|king| squares.iter().map(move |man| (king, man)));
    let beside = men.filter(|(king, man)| king != man && near(king, man));
    beside.map(|(king, man)| squares.iter().filter(|own| !near(own, king) && !near(own, man)).count() as u64).sum()
}

/// The figures of a man on a board. Positions are arrangements of the three men with a side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CensusRow {
    /// Files of the board.
    pub board: u8,
    /// The movement of the man in Betza's notation.
    pub man: String,
    /// The number of men that rotations and reflections make of it, itself among them.
    pub images: u8,
    /// Positions with White to move.
    pub positions: u64,
    /// Those that White wins.
    pub won: u64,
    /// Positions with Black to move in which he can't capture the man at once.
    pub safe: u64,
    /// Positions with Black to move that he loses.
    pub lost: u64,
    /// The longest win with White to move, in White's moves; 0 if there is none.
    pub longest: u16,
    /// The reason if there is no table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Census of mating men. An item is a man on a board, the smallest board first.
#[derive(Clone, Debug)]
pub struct Census {
    men: Vec<CensusMan>,
    boards: Vec<u8>,
    /// Memory that a table may take, in bytes.
    memory: u64,
}

impl Census {
    /// The census of a task.
    pub fn new(task: &CensusTask) -> Self {
        let [first, last] = task.boards;
        Self { men: census_men(), boards: (first..=last).collect(), memory: task.memory << 20 }
    }

    /// The items: a side of the board, and a man.
    pub fn items(&self) -> impl ExactSizeIterator<Item = (u8, &CensusMan)> {
        (0..self.boards.len() * self.men.len()).filter_map(|number| self.item(number)).collect::<Vec<_>>().into_iter()
    }

    fn item(&self, number: usize) -> Option<(u8, &CensusMan)> {
        let man = self.men.get(number % self.men.len().max(1))?;
        Some((*self.boards.get(number / self.men.len().max(1))?, man))
    }

    /// Makes the table of a man; `None` if the observer ended this.
    pub fn row(
        &self,
        (side, man): (u8, &CensusMan),
        threads: NonZero<usize>,
        observer: &mut dyn FnMut(Progress) -> bool,
    ) -> Option<CensusRow> {
        let row = CensusRow { board: side, man: man.movement.clone(), images: man.images, ..CensusRow::default() };
        match self.statistics(side, &man.movement, threads, observer) {
            Err(MakeError::Interrupted) => None,
            Err(error) => Some(CensusRow { reason: Some(error.to_string()), ..row }),
            Ok(statistics) => {
                let (white, black) = (&statistics.to_move.white, &statistics.to_move.black);
                Some(CensusRow {
                    positions: white.positions,
                    won: white.wins,
                    safe: black.positions - hanging(side).min(black.positions),
                    lost: black.losses,
                    longest: white.longest_win.map_or(0, |plies| plies.div_ceil(2)),
                    ..row
                })
            }
        }
    }

    fn statistics(
        &self,
        side: u8,
        movement: &str,
        threads: NonZero<usize>,
        observer: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Statistics, MakeError> {
        let text = census_definition(side, movement);
        let game: Game = load(&Source::new("census", text), &BuiltIns).map_err(|_| MakeError::NoTable)?;
        let men = Men::parse(game.variant(), "K X v K").map_err(|_| MakeError::NoTable)?;
        let mut tables = Tables::new(&game, SetupId::default()).map_err(|_| MakeError::NoTable)?;
        tables.make(&men, &Options { threads, max_memory: self.memory, keep_moves: true }, observer)?;
        tables.statistics(&men).ok_or(MakeError::NoTable)
    }

    /// The names of the columns, with a line end.
    pub const fn heading() -> &'static str {
        "board,man,images,positions,won,safe,lost,longest\n"
    }

    /// The line of a man, with its line end.
    pub fn text(row: &CensusRow) -> String {
        let CensusRow { board, man, images, positions, won, safe, lost, longest, reason } = row;
        match reason {
            None => format!("{board},{man},{images},{positions},{won},{safe},{lost},{longest}\n"),
            Some(reason) => format!("{board},{man},{images},,,,,,\"{reason}\"\n"),
        }
    }
}

impl Prepared for Census {
    fn items(&self) -> u64 {
        (self.boards.len() * self.men.len()) as u64
    }

    fn runner(&self) -> Runner<'_> {
        Box::new(move |number, stop| {
            let mut go_on = |_: Progress| !stop.load(Ordering::Relaxed);
            let row = self.item(number as usize).and_then(|item| self.row(item, NonZero::<usize>::MIN, &mut go_on));
            Ok(row.map(|row| serde_json::to_string(&row).unwrap_or_default()))
        })
    }

    fn report(&self, items: &BTreeMap<u64, &str>) -> Result<Page, ReportError> {
        let (mut text, mut json) = (Self::heading().to_owned(), Vec::new());
        for (&number, item) in items {
            let row: CensusRow = read_item(number, item)?;
            text += &Self::text(&row);
            json.push(serde_json::to_string(&row).unwrap_or_default());
        }
        Ok(Page { text, json: Some(json.join("\n")), html: None })
    }
}
