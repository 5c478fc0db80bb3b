//! Movements of the model in `XBetza`.

use std::collections::{BTreeMap, BTreeSet};

use weakfish::betza::aim_letters;
use weakfish::geometry::Leap;
use weakfish::model::{Clearance, Curve, Leg, Modes, Movement, Path, Through};

use crate::xbetza::RING;

/// What a term has besides its directions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct TermKey {
    class: (u8, u8),
    modes: String,
    shape: Shape,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    /// A leap with its manner, and its range: 1 for one leap, 0 without a limit.
    Leap { manner: &'static str, range: u8 },
    /// Legs of single steps: whether each slides, and what must stand where it ends.
    Legs(Vec<(bool, Through)>),
}

/// Letters that a rule adds to a movement.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Additions {
    /// Captures are also made in passing.
    pub(crate) in_passing: bool,
    /// Captures are of royal men only.
    pub(crate) royal: bool,
    pub(crate) initial: bool,
}

/// Writes a movement; `None` if `XBetza` has none like it.
pub(crate) fn xbetza(movement: &Movement, additions: Additions) -> Option<String> {
    let mut terms: BTreeMap<TermKey, BTreeMap<Leap, BTreeSet<Vec<i32>>>> = BTreeMap::new();
    for path in &movement.paths {
        if path.along_lines || path.first_move_only && !additions.initial {
            return None;
        }
        for end in 0..path.legs.len() {
            let (legs, is_last) = (path.legs.get(..=end)?, end + 1 == path.legs.len());
            let stops = legs.last()?.stops;
            let ends = stops.any() || is_last && path.en_passant;
            if !ends {
                continue;
            }
            let (leap, shape, turns) = shape_of(legs)?;
            if path.wraps && !matches!(shape, Shape::Leap { .. }) {
                return None;
            }
            let modes = mode_letters(path, stops, is_last, additions);
            let class = class(leap);
            terms.entry(TermKey { class, modes, shape }).or_default().entry(leap).or_default().insert(turns);
        }
    }
    let whole = |key: &TermKey| terms.get(key).is_some_and(|leaps| leaps.len() == 4);
    let mut text = String::new();
    for (key, leaps) in &terms {
        let other = TermKey { class: if key.class == (1, 0) { (1, 1) } else { (1, 0) }, ..key.clone() };
        let joined = matches!(key.shape, Shape::Leap { manner: "" | "p" | "g" | "j", .. });
        if key.class.0 == 1 && joined && whole(key) && whole(&other) {
            if let Shape::Leap { manner, range } = key.shape {
                let atom = if range == 0 { "Q".to_owned() } else { format!("K{}", range_text(range)) };
                if key.class == (1, 0) {
                    text.extend([key.modes.as_str(), manner, &atom]);
                }
            }
            continue;
        }
        text += &term_text(key, leaps)?;
    }
    Some(text)
}

fn range_text(range: u8) -> String {
    if range == 1 { String::new() } else { range.to_string() }
}

/// The longer and the shorter distance of a leap.
fn class(leap: Leap) -> (u8, u8) {
    let (x, y) = (leap.dx.unsigned_abs(), leap.dy.unsigned_abs());
    (x.max(y), x.min(y))
}

fn mode_letters(path: &Path, stops: Modes, is_last: bool, additions: Additions) -> String {
    let in_passing = is_last && (path.en_passant || additions.in_passing && stops.captures);
    let both = stops == Modes::BOTH && !in_passing;
    let letters = [
        (path.wraps, 'o'),
        (path.first_move_only || additions.initial, 'i'),
        (stops.moves && !both, 'm'),
        (stops.captures && !both && !additions.royal, 'c'),
        (in_passing && !additions.royal, 'e'),
        (additions.royal, 'k'),
    ];
    letters.iter().filter(|(has, _)| *has).map(|(_, letter)| *letter).collect()
}

/// The first leap of a move, its shape, and the turns of its later legs.
fn shape_of(legs: &[Leg]) -> Option<(Leap, Shape, Vec<i32>)> {
    let first = legs.first()?;
    let straight = |leg: &&Leg| leg.curve == Curve::Straight && leg.least == 1;
    if !legs.iter().all(|leg| straight(&leg)) {
        return None;
    }
    let simple =
        |manner: &'static str, range: Option<u8>| Some((Shape::Leap { manner, range: range.unwrap_or(0) }, vec![]));
    let (long, short) = class(first.leap);
    let is_lame = first.clearance != Clearance::Leaps && long > 1;
    let found = match legs {
        [leg] if is_lame => match (short == 0 || short == long, (long, short), leg.clearance) {
            _ if leg.most != Some(1) => None,
            (true, ..) if long < 4 => simple("n", Some(1)),
            (_, (2, 1), Clearance::Both) => simple("n", Some(1)),
            _ => None,
        },
        [leg] => simple("", leg.most),
        [one, other] if one.leap == other.leap => match (one.through, one.most, other.most) {
            (Through::Occupied, Some(1), Some(1)) if long == 1 => simple("j", Some(1)),
            (Through::Occupied, None, Some(1)) if long == 1 => simple("g", None),
            (Through::Occupied, None, None) if long == 1 => simple("p", None),
            (Through::Anything, Some(1), None) if long == 1 => simple("j", None),
            _ => None,
        },
        _ => None,
    };
    // The leap of the Mao is that of two legs.
    if let ([leg], (2, 1), Clearance::OrthogonalFirst | Clearance::DiagonalFirst) =
        (legs, (long, short), first.clearance)
    {
        let straight = if leg.leap.dx.abs() > leg.leap.dy.abs() {
            Leap::new(leg.leap.dx.signum(), 0)
        } else {
            Leap::new(0, leg.leap.dy.signum())
        };
        let slanting = Leap::new(leg.leap.dx.signum(), leg.leap.dy.signum());
        let (one, other) =
            if first.clearance == Clearance::OrthogonalFirst { (straight, slanting) } else { (slanting, straight) };
        let shape = Shape::Legs(vec![(false, Through::Empty), (false, Through::Empty)]);
        return (leg.most == Some(1)).then_some((one, shape, vec![(place(other)? - place(one)?).rem_euclid(8)]));
    }
    match found {
        Some((shape, turns)) if matches!(shape, Shape::Leap { manner: "j", range: 1 }) => {
            let twice = Leap::new(first.leap.dx * 2, first.leap.dy * 2);
            Some((twice, shape, turns))
        }
        Some((shape, turns)) => Some((first.leap, shape, turns)),
        None if legs.len() > 1 && legs.iter().all(|leg| matches!(leg.most, None | Some(1))) => {
            let places = legs.iter().map(|leg| place(leg.leap)).collect::<Option<Vec<i32>>>()?;
            let shape = legs.iter().map(|leg| (leg.most.is_none(), leg.through)).collect();
            Some((
                first.leap,
                Shape::Legs(shape),
                places.windows(2).map(|pair| (pair[1] - pair[0]).rem_euclid(8)).collect(),
            ))
        }
        None => None,
    }
}

/// The place of a single step on the ring of eight.
fn place(leap: Leap) -> Option<i32> {
    RING.iter().position(|&(x, y)| (x, y) == (leap.dx, leap.dy)).map(|place| place as i32)
}

/// Letters of leaps in the order of their classes; longer ones have a suffix.
const ATOMS: [((u8, u8), &str); 19] = [
    ((1, 0), "W"),
    ((1, 1), "F"),
    ((2, 0), "D"),
    ((2, 1), "N"),
    ((2, 2), "A"),
    ((3, 0), "H"),
    ((3, 1), "C"),
    ((3, 2), "Z"),
    ((3, 3), "G"),
    ((4, 0), "WX"),
    ((4, 1), "FX"),
    ((5, 0), "DX"),
    ((5, 1), "NX"),
    ((5, 2), "AX"),
    ((6, 0), "HX"),
    ((6, 1), "CX"),
    ((6, 2), "ZX"),
    ((6, 3), "GX"),
    ((4, 3), "NY"),
];

fn term_text(key: &TermKey, leaps: &BTreeMap<Leap, BTreeSet<Vec<i32>>>) -> Option<String> {
    let atom = ATOMS.iter().find(|(class, _)| *class == key.class)?.1;
    let all: Vec<Leap> = leaps.keys().copied().collect();
    match &key.shape {
        Shape::Leap { manner, range } => {
            let aim = aim_letters(key.class, &all);
            let hops = matches!(*manner, "p" | "g") || *manner == "j" && *range == 0;
            let atom = match (atom, range) {
                ("W", 0) => "R".to_owned(),
                ("F", 0) => "B".to_owned(),
                ("W", _) if hops => format!("R{range}"),
                ("F", _) if hops => format!("B{range}"),
                _ => format!("{atom}{}", range_text(*range)),
            };
            let initial = if key.modes.contains('i') { "i" } else { "" };
            Some(format!("{initial}{aim}{}{manner}{atom}", key.modes.replace('i', "")))
        }
        Shape::Legs(legs) => {
            let atom = match (atom, legs.first()?.0) {
                ("W", true) => "R",
                ("F", true) => "B",
                (atom, _) => atom,
            };
            // First leaps with the same turns are one term.
            let mut groups: BTreeMap<&BTreeSet<Vec<i32>>, Vec<Leap>> = BTreeMap::new();
            for (leap, turns) in leaps {
                groups.entry(turns).or_default().push(*leap);
            }
            let mut text = String::new();
            for (turns, leaps) in groups {
                let aim = aim_letters(key.class, &leaps);
                for letters in turn_letters(turns)? {
                    text += &legs_text(&aim, &key.modes, legs, &letters, atom)?;
                }
            }
            Some(text)
        }
    }
}

/// One term of legs, whose later ones have these letters of direction.
fn legs_text(aim: &str, modes: &str, legs: &[(bool, Through)], letters: &[String], atom: &str) -> Option<String> {
    let initial = if modes.contains('i') { "i" } else { "" };
    let mut text = format!("{initial}{aim}");
    for (index, (slides, through)) in legs.iter().enumerate() {
        if index > 0 {
            text.push('a');
            text += letters.get(index - 1)?;
        }
        let Some((next, _)) = legs.get(index + 1) else { continue };
        text += match through {
            Through::Empty => "",
            Through::Occupied => "p",
            Through::Anything => "mp",
        };
        if next != slides {
            text.push('y');
        }
    }
    Some(format!("{text}{}{atom}", modes.replace('i', "")))
}

/// Letters for the turns of each later leg: one list if any turn of a leg goes with any of another, else several.
fn turn_letters(turns: &BTreeSet<Vec<i32>>) -> Option<Vec<Vec<String>>> {
    let later = turns.first()?.len();
    let each: Vec<BTreeSet<i32>> =
        (0..later).map(|leg| turns.iter().filter_map(|turns| turns.get(leg).copied()).collect()).collect();
    let letters = |turns: &BTreeSet<i32>| -> Option<String> {
        let all: Vec<i32> = turns.iter().copied().collect();
        let known = [(vec![1, 7], "fs"), (vec![2, 6], "s"), (vec![3, 5], "bs")];
        if let Some((_, letters)) = known.iter().find(|(known, _)| *known == all) {
            return Some((*letters).to_owned());
        }
        let single = ["f", "fr", "r", "br", "b", "bl", "l", "fl"];
        (all.len() == 1).then(|| single.get(*all.first()? as usize).map(|it| (*it).to_owned()))?
    };
    let product: usize = each.iter().map(BTreeSet::len).product();
    if product == turns.len()
        && let Some(letters) = each.iter().map(letters).collect::<Option<Vec<String>>>()
    {
        return Some(vec![letters]);
    }
    let one = |turns: &Vec<i32>| turns.iter().map(|turn| letters(&BTreeSet::from([*turn]))).collect();
    turns.iter().map(one).collect()
}
