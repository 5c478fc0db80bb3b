//! Betza notation as Fairy-Stockfish reads it, and the same movement in the spelling of definitions.
//!
//! The engine skips every letter that it does not know, reads some direction letters in its own way, and has riders,
//! hoppers and lame leapers of some classes only. The resulting movement counts.

use std::collections::{BTreeMap, BTreeSet};

use weakfish::betza::{self, aim_letters};
use weakfish::geometry::Leap;

/// Type of a move in Betza's sense: rider or slider, hopper, grasshopper, lame leap or leap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum MoveType {
    /// Repeated leap, at most so often; unlimited if 0.
    Slide(u8),
    /// Hopper: over exactly one man and on.
    Hop,
    /// Hopper that goes at most this many squares, at least 2: over exactly one man and on.
    HopWithin(u8),
    /// Grasshopper: over exactly one man to the square behind it.
    Grasshopper,
    /// Lame leap: its path must be empty.
    Lame,
    /// Single leap.
    Leap,
}

/// A leap and how it is made.
pub(super) type TypedLeap = (Leap, MoveType);

/// Movement as Fairy-Stockfish parses it from Betza notation: quiet moves, captures and initial moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EngineMovement {
    /// Moves to empty squares.
    pub(super) quiet: BTreeSet<TypedLeap>,
    /// Captures.
    pub(super) captures: BTreeSet<TypedLeap>,
    /// Moves to empty squares from the squares of double steps only.
    pub(super) initial: BTreeSet<TypedLeap>,
    /// Atoms that the engine reads and has no moves for.
    pub(super) unmoved: BTreeSet<char>,
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

/// The eight leaps of a class, each with the pairs of direction letters that choose it. A leap is given by the parts of
/// the longer and the shorter distance that go forward and to the right.
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
type Tables = BTreeMap<(bool, bool, u8, Leap), MoveType>;

/// Leaps by move type, class and modes (quiet, capture).
type Terms = BTreeMap<(MoveType, (u8, u8), (bool, bool)), Vec<Leap>>;

/// Whether the text has a letter that the engine does not know and skips silently.
pub(super) fn has_unknown_letter(text: &str) -> bool {
    let known = |letter: char| {
        letter.is_ascii_digit() || "mcpgniefbvhrls ".contains(letter) || ATOMS.iter().any(|(name, _)| *name == letter)
    };
    !text.chars().all(known)
}

/// Parses Betza notation as Fairy-Stockfish does, which skips letters that it doesn't know. The engine has a table of its own for hoppers, sliders and leapers; a later entry of a leap replaces an earlier one.
///
/// # Errors
///
/// The reason, in a sentence, if the engine has a movement that can't be written.
pub(super) fn parse(text: &str) -> Result<EngineMovement, String> {
    let mut tables = Tables::new();
    let mut unmoved = BTreeSet::new();
    let (mut modifiers, mut directions) = (String::new(), Vec::new());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            'm' | 'c' | 'p' | 'g' | 'n' | 'i' => modifiers.push(letter),
            'f' | 'b' | 'v' | 'h' | 'r' | 'l' | 's' => {
                let second = letters.next_if(|&next| is_direction_pair(letter, next)).unwrap_or(letter);
                directions.push(String::from_iter([letter, second]));
            }
            _ => {
                let Some((_, base_leaps)) = ATOMS.iter().find(|(name, _)| *name == letter) else { continue };
                let repeat = letters.next_if(|&next| next.is_ascii_digit() || next == letter);
                let limit = repeat.and_then(|repeat| repeat.to_digit(10)).unwrap_or(0) as u8;
                let slides = ("RBQ".contains(letter) || repeat.is_some()).then_some(limit);
                let both_modes = !modifiers.contains(['m', 'c']);
                for &base_leap in *base_leaps {
                    let move_type = move_type(&modifiers, base_leap, slides, limit)
                        .map_err(|reason| format!("`{letter}`: {reason}"))?;
                    let Some(move_type) = move_type else {
                        unmoved.insert(letter);
                        continue;
                    };
                    let table = match move_type {
                        MoveType::Hop | MoveType::HopWithin(_) | MoveType::Grasshopper => 0,
                        MoveType::Slide(_) => 1,
                        MoveType::Lame | MoveType::Leap => 2,
                    };
                    for leap in leaps(base_leap, base_leaps.len() == 1, &directions) {
                        for (captures, mode) in [(false, 'm'), (true, 'c')] {
                            if both_modes || modifiers.contains(mode) {
                                tables.insert((captures, modifiers.contains('i'), table, leap), move_type);
                            }
                        }
                    }
                }
                modifiers.clear();
                directions.clear();
            }
        }
    }
    let moves_of = |captures: bool, initial: bool| -> BTreeSet<TypedLeap> {
        let here = tables.iter().filter(|((moves_of, first, ..), _)| (*moves_of, *first) == (captures, initial));
        here.map(|(&(.., leap), &move_type)| (leap, move_type)).collect()
    };
    // There are no first captures in the engine.
    let movement = EngineMovement {
        quiet: moves_of(false, false),
        captures: moves_of(true, false),
        initial: moves_of(false, true),
        unmoved,
    };
    for moves in [&movement.quiet, &movement.captures, &movement.initial] {
        check_mixed_directions(moves)?;
    }
    Ok(movement)
}

/// Whether two adjacent direction letters make a pair.
fn is_direction_pair(first: char, second: char) -> bool {
    let vertical = |letter: char| "fbvh".contains(letter);
    let horizontal = |letter: char| "rlsh".contains(letter);
    first == second || vertical(first) && horizontal(second) || horizontal(first) && vertical(second)
}

/// Leaps of a class that pairs of direction letters select; all eight or four without such letters.
/// `is_only_class`: whether the atom has leaps of this class alone, unlike `K` or `Q`.
fn leaps((long, short): (i8, i8), is_only_class: bool, directions: &[impl AsRef<str>]) -> Vec<Leap> {
    let chooses = |pair: &str, pairs: &[&str]| {
        // An orthogonal atom reads each letter of a pair on its own: `fsW`.
        if is_only_class && short == 0 {
            pair.chars().any(|letter| pairs.iter().any(|twice| twice.chars().all(|other| other == letter)))
        } else {
            pairs.contains(&pair)
        }
    };
    let chosen = DIRECTIONS.iter().filter(|(_, _, pairs)| {
        directions.is_empty() || directions.iter().any(|direction| chooses(direction.as_ref(), pairs))
    });
    let distance = |(a, b): (i8, i8)| a * long + b * short;
    chosen
        .map(|&(forward, right, _)| Leap::new(distance((right.0, right.1)), distance((forward.0, forward.1))))
        .collect()
}

/// Move type of an atom with these modifiers; `None` if Fairy-Stockfish has no such riders, hoppers or lame leapers, and
/// leaves the man without these moves.
fn move_type(modes: &str, class: (i8, i8), slides: Option<u8>, limit: u8) -> Result<Option<MoveType>, String> {
    let grasshopper = modes.contains('g');
    Ok(match (class, slides) {
        _ if grasshopper || modes.contains('p') => match (class.0, grasshopper, limit) {
            (1, true, 0 | 1) => Some(MoveType::Grasshopper),
            (1, false, 0) => Some(MoveType::Hop),
            // The engine counts from where it starts.
            (1, false, 2..) => Some(MoveType::HopWithin(limit)),
            (1, ..) => {
                return Err("a hopper of limited range, which Fairy-Stockfish counts from where it starts".to_owned());
            }
            _ => None,
        },
        ((1, _) | (2, 1), Some(limit)) => Some(MoveType::Slide(limit)),
        (_, Some(_)) => None,
        _ if !modes.contains('n') => Some(MoveType::Leap),
        ((2, _) | (3, 2), _) => Some(MoveType::Lame),
        _ => None,
    })
}

/// Returns an error for moves that the engine confuses: along one line it can keep sliders, hoppers and lame
/// leaps apart only if each has all directions or none.
fn check_mixed_directions(moves: &BTreeSet<TypedLeap>) -> Result<(), String> {
    let line = |leap: Leap| match (leap.dx.unsigned_abs(), leap.dy.unsigned_abs()) {
        (0, 1) => Some(0),
        (1, 0) => Some(1),
        (1, 1) => Some(2),
        (1, 2) | (2, 1) => Some(3),
        _ => None,
    };
    for (line_id, directions) in [2, 2, 4, 8].into_iter().enumerate() {
        let mut by_type: BTreeMap<MoveType, Vec<MoveType>> = BTreeMap::new();
        for &(_, move_type) in moves.iter().filter(|mv| line(mv.0) == Some(line_id) && mv.1 != MoveType::Leap) {
            let table = if matches!(move_type, MoveType::Slide(_)) { MoveType::Slide(0) } else { move_type };
            by_type.entry(table).or_default().push(move_type);
        }
        let endless = |move_type: &MoveType| !matches!(move_type, MoveType::HopWithin(_) | MoveType::Slide(1..));
        if by_type.len() > 1 && !by_type.values().all(|kinds| kinds.len() == directions && kinds.iter().all(endless)) {
            let mixed = "sliding, hopping and lame moves along one line, which Fairy-Stockfish mixes up unless each has \
                         all directions and no limit";
            return Err(mixed.to_owned());
        }
    }
    Ok(())
}

impl EngineMovement {
    /// Whether a man with it moves.
    pub(super) fn moves(&self) -> bool {
        !self.quiet.is_empty() || !self.captures.is_empty()
    }

    /// Whether it can take back some of its moves to empty squares, and whether it can take back all of them.
    pub(super) fn reversibility(&self) -> (bool, bool) {
        let all: Vec<TypedLeap> = self.quiet.iter().chain(&self.initial).copied().collect();
        // A slide is taken back by a slide the other way; a limit can differ.
        let back = |&(leap, kind): &TypedLeap| (self.quiet.contains(&(-leap, kind)), self.has_quiet_leap(-leap));
        let some = all.iter().any(|mv| back(mv).1);
        (some, all.iter().all(|mv| back(mv).0))
    }

    /// Whether it has a quiet move in the direction of a leap.
    pub(super) fn has_quiet_leap(&self, leap: Leap) -> bool {
        let parts = |leap: Leap| (i32::from(leap.dx), i32::from(leap.dy));
        let (ax, ay) = parts(leap);
        let parallel = |(bx, by): (i32, i32)| ax * by == ay * bx && ax * bx >= 0 && ay * by >= 0;
        self.quiet.iter().any(|(other, _)| parallel(parts(*other)))
    }

    /// Whether it has hops or lame leaps, which depend on men on the path.
    pub(super) fn depends_on_path(&self) -> bool {
        let needs = |move_type: MoveType| !matches!(move_type, MoveType::Slide(_) | MoveType::Leap);
        self.quiet.union(&self.captures).any(|(_, move_type)| needs(*move_type))
    }

    /// Whether left and right are alike.
    pub(super) fn is_symmetric(&self) -> bool {
        [&self.quiet, &self.captures, &self.initial]
            .into_iter()
            .all(|moves| moves.iter().all(|(leap, kind)| moves.contains(&(Leap::new(-leap.dx, leap.dy), *kind))))
    }

    /// Writes Betza notation for a definition, without first moves: `original` if it means the same there, in another
    /// spelling if the checker would warn of it.
    pub(super) fn to_definition_betza(&self, original: &str) -> String {
        let spelt = self.spell();
        let (ours, warnings) = betza::movement(original);
        if ours.is_none() || ours != betza::movement(&spelt).0 {
            return spelt;
        }
        let clean = betza::form(original).0.filter(|_| !warnings.is_empty());
        clean.map_or_else(|| original.to_owned(), |form| form.to_string())
    }

    /// Betza notation as definitions spell it: for each term the direction letters, the mode letters and the
    /// atom.
    fn spell(&self) -> String {
        let terms = self.terms();
        let whole = |key| terms.get(&key).is_some_and(|leaps| leaps.len() == 4);
        let mut text = String::new();
        for (&(move_type, class, modes), leaps) in &terms {
            // Both kinds of step together are one atom.
            let other = if class == (1, 0) { (1, 1) } else { (1, 0) };
            if let MoveType::HopWithin(limit) = move_type {
                let aim = aim_letters(class, leaps);
                for length in 2..=limit {
                    text += &[aim.clone(), mode_letters(move_type, modes), jump_text(class, length)].concat();
                }
                continue;
            }
            let joined = class.0 == 1 && whole((move_type, class, modes)) && whole((move_type, other, modes));
            if joined && class == (1, 1) {
                continue;
            }
            text += &if joined { String::new() } else { aim_letters(class, leaps) };
            text += &mode_letters(move_type, modes);
            text += &atom_text(class, move_type, joined);
        }
        text
    }

    /// Writes Betza notation for the engine, without first moves.
    pub(super) fn to_engine_betza(&self) -> String {
        let spell = |((move_type, class, modes), leaps): ((MoveType, _, _), Vec<Leap>)| {
            let modes = mode_letters(move_type, modes).replace('j', "p");
            modes + &direction_letters(class, leaps) + &atom_text(class, move_type, false)
        };
        self.terms().into_iter().map(spell).collect()
    }

    /// Leaps by move type, class and modes (quiet, capture).
    fn terms(&self) -> Terms {
        let mut terms = Terms::new();
        for mv in self.quiet.union(&self.captures) {
            let &(leap, move_type) = mv;
            let modes = (self.quiet.contains(mv), self.captures.contains(mv));
            terms.entry((move_type, class(leap), modes)).or_default().push(leap);
        }
        terms
    }
}

/// The longer and the shorter distance of a leap.
pub(super) fn class(leap: Leap) -> (u8, u8) {
    let (x, y) = (leap.dx.unsigned_abs(), leap.dy.unsigned_abs());
    (x.max(y), x.min(y))
}

/// Modifier letters of modes and move type: `m` or `c`, and `p`, `g` or `n`.
fn mode_letters(move_type: MoveType, modes: (bool, bool)) -> String {
    let mode = match modes {
        (true, false) => "m",
        (false, true) => "c",
        _ => "",
    };
    let modifier = match move_type {
        MoveType::Hop => "p",
        MoveType::HopWithin(_) => "j",
        MoveType::Grasshopper => "g",
        MoveType::Lame => "n",
        MoveType::Slide(_) | MoveType::Leap => "",
    };
    [mode, modifier].concat()
}

/// Atom of a leap of this many steps.
fn jump_text((long, short): (u8, u8), length: u8) -> String {
    match (long * length, short * length) {
        (2, 0) => "D".to_owned(),
        (2, 2) => "A".to_owned(),
        (3, 0) => "H".to_owned(),
        (3, 3) => "G".to_owned(),
        (long, short) => format!("({long},{short})"),
    }
}

/// Letter of an atom, with the limit of a slide after it: `F`, `R`, `W3`. `joined` writes the steps of wazir and ferz
/// as one atom: `K` or `Q`.
fn atom_text(class: (u8, u8), move_type: MoveType, joined: bool) -> String {
    let hops = matches!(move_type, MoveType::Hop | MoveType::HopWithin(_) | MoveType::Grasshopper);
    let slides_or_hops = hops || move_type == MoveType::Slide(0);
    let name = match (class, slides_or_hops) {
        _ if joined => ["K", "Q"][usize::from(slides_or_hops)],
        ((1, 0), true) => "R",
        ((1, 1), true) => "B",
        ((2, 1), true) => "NN",
        ((1, 0), _) => "W",
        ((1, 1), _) => "F",
        ((2, 0), _) => "D",
        ((2, 1), _) => "N",
        ((2, 2), _) => "A",
        ((3, 0), _) => "H",
        ((3, 1), _) => "C",
        ((3, 2), _) => "Z",
        _ => "G",
    };
    if let MoveType::Slide(limit) | MoveType::HopWithin(limit) = move_type
        && limit > 0
    {
        return format!("{name}{limit}");
    }
    name.to_owned()
}

/// Direction letters that select exactly these leaps of a class; none if they are all.
fn direction_letters((long, short): (u8, u8), wanted: Vec<Leap>) -> String {
    let selected =
        |words: &[&str]| -> BTreeSet<Leap> { leaps((long as i8, short as i8), true, words).into_iter().collect() };
    let wanted = BTreeSet::from_iter(wanted);
    if selected(&[]) == wanted {
        return String::new();
    }
    let pairs =
        ["ff", "bb", "ll", "rr", "vv", "ss", "rf", "lf", "rb", "lb", "fr", "fl", "br", "bl", "fh", "bh", "lh", "rh"];
    if let Some(pair) = pairs.iter().find(|pair| selected(&[pair]) == wanted) {
        // One letter selects the same as the letter twice.
        return pair[usize::from(pair[..1] == pair[1..])..].to_owned();
    }
    let mut chosen: Vec<&str> = Vec::new();
    let candidates =
        pairs.into_iter().filter(|pair| !["vv", "ss"].contains(pair) && selected(&[pair]).is_subset(&wanted));
    for candidate in candidates {
        if chosen.is_empty() || !selected(&[candidate]).is_subset(&selected(&chosen)) {
            chosen.push(candidate);
        }
    }
    chosen.concat()
}
