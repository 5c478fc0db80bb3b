//! Betza notation as Fairy-Stockfish reads it, and the same movement in the spelling of definitions.
//!
//! The engine skips every letter that it does not know, reads some direction letters in its own way, and has riders,
//! hoppers and lame leapers of some classes only. What counts is the movement that results.

use std::collections::{BTreeMap, BTreeSet};

use weakfish::betza::{self, aim_letters};
use weakfish::geometry::Leap;
use weakfish::model::Movement;

/// How a leap is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Manner {
    /// Again and again, at most so often, or without end if that is 0.
    Slide(u8),
    /// Over exactly one man and on.
    Hop,
    /// Over exactly one man to the square behind it.
    Grasshopper,
    /// Once, over an empty way.
    Lame,
    /// Once.
    Leap,
}

/// A leap and how it is made.
pub(super) type Way = (Leap, Manner);

/// A movement as that engine has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reading {
    /// The ways to empty squares.
    pub(super) quiet: BTreeSet<Way>,
    /// The ways to enemies.
    pub(super) captures: BTreeSet<Way>,
    /// The ways to empty squares from the squares of double steps only.
    pub(super) initial: BTreeSet<Way>,
}

const ATOMS: [(char, &[(i8, i8)]); 15] = [
    ('W', &[(1, 0)]),
    ('F', &[(1, 1)]),
    ('D', &[(2, 0)]),
    ('N', &[(2, 1)]),
    ('A', &[(2, 2)]),
    ('H', &[(3, 0)]),
    ('L', &[(3, 1)]),
    ('C', &[(3, 1)]),
    ('J', &[(3, 2)]),
    ('Z', &[(3, 2)]),
    ('G', &[(3, 3)]),
    ('K', &[(1, 0), (1, 1)]),
    ('R', &[(1, 0)]),
    ('B', &[(1, 1)]),
    ('Q', &[(1, 0), (1, 1)]),
];

/// Forward and rightward factors of the long and the short step, and the letter pairs that select the leap.
type Direction = ((i8, i8), (i8, i8), &'static [&'static str]);

/// The eight leaps of a class, each with the pairs of direction letters that choose it. A leap is given by what of the
/// longer and the shorter distance goes forward and to the right.
const DIRECTIONS: [Direction; 8] = [
    ((1, 0), (0, 1), &["ff", "vv", "rf", "rv", "fh", "rh", "hr"]),
    ((-1, 0), (0, -1), &["bb", "vv", "lb", "lv", "bh", "lh", "hr"]),
    ((0, -1), (1, 0), &["rr", "ss", "br", "bs", "bh", "rh", "hr"]),
    ((0, 1), (-1, 0), &["ll", "ss", "fl", "fs", "fh", "lh", "hr"]),
    ((0, 1), (1, 0), &["rr", "ss", "fr", "fs", "fh", "rh", "hl"]),
    ((0, -1), (-1, 0), &["ll", "ss", "bl", "bs", "bh", "lh", "hl"]),
    ((-1, 0), (0, 1), &["bb", "vv", "rb", "rv", "bh", "rh", "hl"]),
    ((1, 0), (0, -1), &["ff", "vv", "lf", "lv", "fh", "lh", "hl"]),
];

/// The tables of that engine: by capture and first move, the kind of table, and the leap. A later leap replaces the
/// same one before it.
type Tables = BTreeMap<(bool, bool, u8, Leap), Manner>;

/// The leaps of each manner, class and choice of modes.
type Terms = BTreeMap<(Manner, (u8, u8), (bool, bool)), Vec<Leap>>;

/// The letters before an atom.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a letter that is there or not")]
struct Prefix {
    quiet: bool,
    captures: bool,
    hops: bool,
    grasshopper: bool,
    lame: bool,
    initial: bool,
    directions: Vec<String>,
}

/// Finds the first letter that the engine skips without a word, and where it stands.
pub(super) fn skipped(text: &str) -> Option<(usize, char)> {
    let known = |letter: char| {
        letter.is_ascii_digit() || "mcpgniefbvhrls ".contains(letter) || ATOMS.iter().any(|(name, _)| *name == letter)
    };
    text.char_indices().find(|(_, letter)| !known(*letter))
}

/// Reads a movement.
///
/// # Errors
///
/// The reason, in a sentence, if the engine has no such movement.
pub(super) fn read(text: &str) -> Result<Reading, String> {
    let letters: Vec<char> = text.chars().collect();
    let mut tables = Tables::new();
    let mut prefix = Prefix::default();
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        at += 1;
        match letter {
            'm' => prefix.quiet = true,
            'c' => prefix.captures = true,
            'p' => prefix.hops = true,
            'g' => (prefix.hops, prefix.grasshopper) = (true, true),
            'n' => prefix.lame = true,
            'i' => prefix.initial = true,
            'f' | 'b' | 'v' | 'h' | 'r' | 'l' | 's' => {
                let next = letters.get(at).copied();
                let pairs = next.filter(|&next| pairs(letter, next));
                at += usize::from(pairs.is_some());
                prefix.directions.push([letter, pairs.unwrap_or(letter)].iter().collect());
            }
            _ => {
                let Some((_, classes)) = ATOMS.iter().find(|(name, _)| *name == letter) else { continue };
                let again = letters.get(at).filter(|next| next.is_ascii_digit() || **next == letter).copied();
                at += usize::from(again.is_some());
                let limit = again.and_then(|again| again.to_digit(10)).unwrap_or(0) as u8;
                let slides = "RBQ".contains(letter) || again.is_some();
                add(&mut tables, &std::mem::take(&mut prefix), classes, letter, slides, limit)?;
            }
        }
    }
    let mut reading = Reading::default();
    for (&(captures, initial, _, leap), &manner) in &tables {
        match (captures, initial) {
            (false, false) => reading.quiet.insert((leap, manner)),
            (true, false) => reading.captures.insert((leap, manner)),
            (false, true) => reading.initial.insert((leap, manner)),
            // There are no first captures in the engine.
            (true, true) => continue,
        };
    }
    for ways in [&reading.quiet, &reading.captures, &reading.initial] {
        unmixed(ways)?;
    }
    Ok(reading)
}

/// Whether two direction letters side by side are one choice.
fn pairs(first: char, second: char) -> bool {
    let vertical = |letter: char| "fbvh".contains(letter);
    let horizontal = |letter: char| "rlsh".contains(letter);
    first == second || vertical(first) && horizontal(second) || horizontal(first) && vertical(second)
}

fn add(
    tables: &mut Tables,
    prefix: &Prefix,
    classes: &[(i8, i8)],
    letter: char,
    slides: bool,
    limit: u8,
) -> Result<(), String> {
    let both = !prefix.quiet && !prefix.captures;
    for &class in classes {
        let manner = manner(prefix, class, slides, limit).map_err(|reason| format!("`{letter}`: {reason}"))?;
        let table = match manner {
            Manner::Hop | Manner::Grasshopper => 0,
            Manner::Slide(_) => 1,
            Manner::Lame | Manner::Leap => 2,
        };
        for leap in leaps(class, classes.len() == 1, &prefix.directions) {
            for captures in [false, true] {
                if both || captures && prefix.captures || !captures && prefix.quiet {
                    tables.insert((captures, prefix.initial, table, leap), manner);
                }
            }
        }
    }
    Ok(())
}

/// The leaps of a class that pairs of letters choose.
fn leaps((long, short): (i8, i8), alone: bool, directions: &[String]) -> Vec<Leap> {
    // An orthogonal atom reads both letters of a pair by itself: `fsW`.
    let split = |pair: &String| -> Vec<String> {
        let letters: Vec<char> = pair.chars().collect();
        if alone && short == 0 && letters[0] != letters[1] {
            letters.iter().map(|letter| [*letter; 2].iter().collect()).collect()
        } else {
            vec![pair.clone()]
        }
    };
    let directions: Vec<String> = directions.iter().flat_map(split).collect();
    let chosen = DIRECTIONS.iter().filter(|(_, _, pairs)| {
        directions.is_empty() || directions.iter().any(|direction| pairs.contains(&direction.as_str()))
    });
    let of = |(a, b): (i8, i8)| a * long + b * short;
    chosen.map(|&(forward, right, _)| Leap::new(of((right.0, right.1)), of((forward.0, forward.1)))).collect()
}

fn manner(prefix: &Prefix, class: (i8, i8), slides: bool, limit: u8) -> Result<Manner, String> {
    const NOTHING: &str = "so far Fairy-Stockfish doesn't move such a man at all";
    let step = class.0 == 1;
    if prefix.hops {
        return match (step, prefix.grasshopper, limit) {
            (false, ..) => Err(format!("a hopper by other steps than those of rook and bishop; {NOTHING}")),
            (true, true, 0 | 1) => Ok(Manner::Grasshopper),
            (true, false, 0) => Ok(Manner::Hop),
            (true, ..) => {
                Err("a hopper of limited range, which Fairy-Stockfish counts from where it starts".to_owned())
            }
        };
    }
    if slides {
        return match class {
            (1, _) | (2, 1) => Ok(Manner::Slide(limit)),
            _ => Err(format!("a rider by other leaps than those of rook, bishop and knight; {NOTHING}")),
        };
    }
    match class {
        _ if !prefix.lame => Ok(Manner::Leap),
        (2, _) | (3, 2) => Ok(Manner::Lame),
        _ => Err(format!("a lame leaper that is not of the classes D, N, A and Z; {NOTHING}")),
    }
}

/// Refuses movements that engine mixes up: along one line it has sliders and hoppers of all directions or of none.
fn unmixed(ways: &BTreeSet<Way>) -> Result<(), String> {
    let line = |leap: Leap| match (leap.dx.unsigned_abs(), leap.dy.unsigned_abs()) {
        (0, 1) => Some(0),
        (1, 0) => Some(1),
        (1, 1) => Some(2),
        (1, 2) | (2, 1) => Some(3),
        _ => None,
    };
    let table = |manner: Manner| match manner {
        Manner::Slide(_) => Some(0),
        Manner::Hop => Some(1),
        Manner::Grasshopper => Some(2),
        Manner::Lame => Some(3),
        Manner::Leap => None,
    };
    for number in 0..4 {
        let here: Vec<Way> = ways
            .iter()
            .copied()
            .filter(|(leap, manner)| line(*leap) == Some(number) && table(*manner).is_some())
            .collect();
        let kinds: BTreeSet<_> = here.iter().map(|(_, manner)| table(*manner)).collect();
        let whole = [2, 2, 4, 8][number];
        let complete = |kind: &Option<i32>| {
            let same: Vec<_> = here.iter().filter(|(_, manner)| table(*manner) == *kind).collect();
            same.len() == whole && same.iter().all(|(_, manner)| !matches!(manner, Manner::Slide(limit) if *limit > 0))
        };
        if kinds.len() > 1 && !kinds.iter().all(complete) {
            return Err(
                "sliding, hopping and lame moves along one line, which Fairy-Stockfish mixes up unless each has \
                        all directions and no limit"
                    .to_owned(),
            );
        }
    }
    Ok(())
}

impl Reading {
    /// Whether it can take back some of its moves to empty squares, and whether it can take back all of them.
    pub(super) fn takes_back(&self) -> (bool, bool) {
        let all: Vec<Way> = self.quiet.iter().chain(&self.initial).copied().collect();
        // A slide is taken back by a slide the other way; a limit can differ.
        let back = |&(leap, manner): &Way| {
            let away = Leap::new(-leap.dx, -leap.dy);
            let same = |&(other, _): &Way| other == away || parallel(other, away);
            (self.quiet.contains(&(away, manner)), self.quiet.iter().any(same))
        };
        let some = all.iter().any(|way| back(way).1);
        (some, all.iter().all(|way| back(way).0))
    }

    /// Whether left and right are alike.
    pub(super) fn is_symmetric(&self) -> bool {
        [&self.quiet, &self.captures, &self.initial]
            .into_iter()
            .all(|ways| ways.iter().all(|(leap, manner)| ways.contains(&(Leap::new(-leap.dx, leap.dy), *manner))))
    }

    /// The movement without first moves in the spelling of definitions; that of `original` if it means the same there.
    pub(super) fn spelt(&self, original: &str) -> String {
        let spelt = self.spell();
        let movement = |text: &str| -> Option<Movement> { betza::movement(text).0 };
        let (ours, theirs) = (movement(original), movement(&spelt));
        if ours.is_some() && ours == theirs { original.to_owned() } else { spelt }
    }

    fn spell(&self) -> String {
        let terms = self.terms();
        let whole = |terms: &BTreeMap<_, Vec<Leap>>, key| terms.get(&key).is_some_and(|leaps| leaps.len() == 4);
        let mut text = String::new();
        for (&(manner, class, modes), leaps) in &terms {
            // Both kinds of step together are one atom.
            let other = if class == (1, 0) { (1, 1) } else { (1, 0) };
            let joined = class.0 == 1 && whole(&terms, (manner, class, modes)) && whole(&terms, (manner, other, modes));
            if joined && class == (1, 1) {
                continue;
            }
            text += &if joined { String::new() } else { aim_letters(class, leaps) };
            text += mode_letter(modes);
            text += manner.letter();
            text += &atom(class, manner, joined);
        }
        text
    }
}

impl Manner {
    const fn letter(self) -> &'static str {
        match self {
            Self::Hop => "p",
            Self::Grasshopper => "g",
            Self::Lame => "n",
            Self::Slide(_) | Self::Leap => "",
        }
    }
}

/// The letter for moves to empty squares only, or to enemies only.
const fn mode_letter((quiet, captures): (bool, bool)) -> &'static str {
    match (quiet, captures) {
        (true, false) => "m",
        (false, true) => "c",
        _ => "",
    }
}

/// Whether two leaps go the same way, one of them perhaps further.
pub(super) fn parallel(one: Leap, other: Leap) -> bool {
    let ((ax, ay), (bx, by)) = ((i32::from(one.dx), i32::from(one.dy)), (i32::from(other.dx), i32::from(other.dy)));
    ax * by == ay * bx && ax * bx >= 0 && ay * by >= 0
}

fn atom(class: (u8, u8), manner: Manner, joined: bool) -> String {
    let long = match manner {
        Manner::Slide(0) | Manner::Hop | Manner::Grasshopper => true,
        Manner::Slide(_) | Manner::Lame | Manner::Leap => false,
    };
    let name = match (class, long, joined) {
        (_, true, true) => "Q",
        (_, false, true) => "K",
        ((1, 0), true, _) => "R",
        ((1, 1), true, _) => "B",
        ((2, 1), true, _) => "NN",
        ((1, 0), ..) => "W",
        ((1, 1), ..) => "F",
        ((2, 0), ..) => "D",
        ((2, 1), ..) => "N",
        ((2, 2), ..) => "A",
        ((3, 0), ..) => "H",
        ((3, 1), ..) => "C",
        ((3, 2), ..) => "Z",
        _ => "G",
    };
    match manner {
        Manner::Slide(limit) if limit > 0 => format!("{name}{limit}"),
        _ => name.to_owned(),
    }
}

impl Reading {
    /// The movement in the engine's own dialect, without first moves.
    pub(super) fn spelt_there(&self) -> String {
        let mut text = String::new();
        for ((manner, class, modes), leaps) in self.terms() {
            let letters = choice(class, &leaps);
            text += mode_letter(modes);
            text += manner.letter();
            text += &letters;
            text += &atom(class, manner, false);
        }
        text
    }

    /// The leaps of each manner, class and choice of modes.
    fn terms(&self) -> Terms {
        let mut terms = Terms::new();
        for way in self.quiet.union(&self.captures) {
            let &(leap, manner) = way;
            let (x, y) = (leap.dx.unsigned_abs(), leap.dy.unsigned_abs());
            let modes = (self.quiet.contains(way), self.captures.contains(way));
            terms.entry((manner, (x.max(y), x.min(y)), modes)).or_default().push(leap);
        }
        terms
    }
}

/// Direction letters by which the engine chooses exactly these leaps of a class; none if they are all.
fn choice((long, short): (u8, u8), wanted: &[Leap]) -> String {
    let of = |words: &[&str]| -> BTreeSet<Leap> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        leaps((long as i8, short as i8), true, &words).into_iter().collect()
    };
    let wanted: BTreeSet<Leap> = wanted.iter().copied().collect();
    if of(&[]) == wanted {
        return String::new();
    }
    let singles = [("f", "ff"), ("b", "bb"), ("l", "ll"), ("r", "rr"), ("v", "vv"), ("s", "ss")];
    if let Some((letter, _)) = singles.iter().find(|(_, pair)| of(&[pair]) == wanted) {
        return (*letter).to_owned();
    }
    let pairs = ["ff", "bb", "ll", "rr", "rf", "lf", "rb", "lb", "fr", "fl", "br", "bl", "fh", "bh", "lh", "rh"];
    if let Some(pair) = pairs.iter().find(|pair| of(&[pair]) == wanted) {
        return (*pair).to_owned();
    }
    let parts: Vec<&str> = pairs.iter().copied().filter(|pair| of(&[pair]).is_subset(&wanted)).collect();
    let mut chosen: Vec<&str> = Vec::new();
    for part in parts {
        if !of(&[part]).is_subset(&of_chosen(&of, &chosen)) {
            chosen.push(part);
        }
    }
    chosen.concat()
}

fn of_chosen(of: &dyn Fn(&[&str]) -> BTreeSet<Leap>, chosen: &[&str]) -> BTreeSet<Leap> {
    if chosen.is_empty() { BTreeSet::new() } else { of(chosen) }
}
