//! `XBetza`, the notation of diagrams and of CECP: parsed into terms with the meaning that the script of a diagram gives
//! them. In a few places this is another meaning than that of Betza notation in definitions.

use weakfish::geometry::Leap;

/// A term: an atom with its letters, as the legs of a move.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    /// The term as written, without `i`.
    pub(crate) text: String,
    /// The number of letters `i`: the first moves of a man to which the term is limited; 0 for any move.
    pub(crate) initial: usize,
    /// The number of letters `n`.
    pub(crate) lame: usize,
    /// `p`, `g` or `j`.
    pub(crate) manner: Option<char>,
    /// `q` or `z`: the leaps of a rider turn.
    pub(crate) curve: Option<char>,
    pub(crate) wraps: bool,
    pub(crate) modes: Modes,
    pub(crate) shape: Shape,
}

/// How a move may end. Without letters it moves or captures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a letter of its own")]
pub(crate) struct Modes {
    pub(crate) moves: bool,
    pub(crate) captures: bool,
    pub(crate) en_passant: bool,
    /// `k`: captures only royal men.
    pub(crate) royal: bool,
}

/// What a term makes a man do.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// One leap of these, or as many in line as the range says.
    Leaps { leaps: Vec<Leap>, range: Range },
    /// Legs of single steps, each in a direction of eight.
    Legs(Vec<Leg>),
    /// To any square.
    Universal,
    /// Castling by so many squares, with the outermost man of the rank or the one next to it.
    Castling { squares: u8, next: bool },
    /// A man that may be dropped: the last rank, whether not on the first one, and whether one a file.
    Drop { last: u8, not_first: bool, one_a_file: bool },
}

/// The number of leaps in line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Range {
    /// At most this number, 1 for a leaper.
    UpTo(u8),
    Unlimited,
    /// As far as the middle of the board.
    ToMiddle,
}

/// A leg of a move.
#[derive(Clone, Debug)]
pub(crate) struct Leg {
    pub(crate) aim: Aim,
    pub(crate) slides: bool,
    /// What must stand where the leg ends, for the next one to begin.
    pub(crate) through: Through,
    /// Whether the move may end here.
    pub(crate) may_stop: bool,
}

/// The directions of a leg.
#[derive(Clone, Debug)]
pub(crate) enum Aim {
    /// Steps as White sees them.
    Steps(Vec<Leap>),
    /// Turns from the leg before, in eighths clockwise.
    Turns(Vec<i32>),
    /// Straight up or down the board, as the leg before goes.
    Vertical,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Through {
    Empty,
    Occupied,
    Anything,
}

/// The reading of letters on which diagrams and CECP differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Diagram,
    Cecp,
}

const ATOMS: [(char, i8, i8); 15] = [
    ('W', 0, 1),
    ('F', 1, 1),
    ('D', 0, 2),
    ('N', 1, 2),
    ('A', 2, 2),
    ('H', 0, 3),
    ('C', 1, 3),
    ('L', 1, 3),
    ('Z', 2, 3),
    ('J', 2, 3),
    ('G', 3, 3),
    ('R', 0, 1),
    ('B', 1, 1),
    ('K', 0, 0),
    ('Q', 0, 0),
];

/// The eight steps clockwise from straight forward.
pub(crate) const RING: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The most legs of a move. A fourth one can lead back to where the move began.
const MAX_LEGS: usize = 3;

/// Letters that no definition can follow, and what they mean.
const REFUSED: [(char, &str); 6] = [
    ('d', "captures of own men"),
    ('x', "borrowed moves and swaps"),
    ('u', "captured men that are put elsewhere"),
    ('t', "letters that change a man after its move"),
    ('w', "legs without effect"),
    ('h', "a half of directions that the atom doesn't divide so"),
];

/// Parses a movement; the error is the term that can't be followed, and why.
pub(crate) fn parse(text: &str, dialect: Dialect) -> Result<Vec<Term>, (String, String)> {
    let mut terms = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let prefix = rest.find(|letter: char| !letter.is_ascii_lowercase()).unwrap_or(rest.len());
        let end = term_end(rest, prefix);
        let (term, later) = rest.split_at(end);
        terms.push(parse_term(term, prefix, dialect).map_err(|why| (term.to_owned(), why))?);
        rest = later;
    }
    Ok(terms)
}

/// The length of the first term, whose small letters end at `atom`.
fn term_end(text: &str, atom: usize) -> usize {
    let after = &text[atom..];
    let first = after.chars().next();
    let mut end = match first {
        Some('[') => after.find(']').map_or(after.len(), |at| at + 1),
        Some(letter) => letter.len_utf8(),
        None => 0,
    };
    let suffix = |at: usize, take: &dyn Fn(char) -> bool| after[at..].chars().next().filter(|&next| take(next));
    end += suffix(end, &|next| matches!(next, 'X' | 'Y')).map_or(0, char::len_utf8);
    while let Some(next) = suffix(end, &|next| next.is_ascii_digit() || matches!(next, '*' | '\'')) {
        end += next.len_utf8();
    }
    end += suffix(end, &|next| Some(next) == first && next.is_ascii_uppercase() && end == 1).map_or(0, char::len_utf8);
    atom + end
}

fn parse_term(term: &str, prefix: usize, dialect: Dialect) -> Result<Term, String> {
    let (letters, atom) = term.split_at(prefix);
    let atom = atom.replace('\'', "");
    let mut symbols = atom.chars();
    let Some(letter) = symbols.next() else { return Err("small letters without an atom".to_owned()) };
    let mut suffix = symbols.as_str();
    let mut out = Term {
        text: term.replace(['i', '\''], ""),
        initial: 0,
        lame: 0,
        manner: None,
        curve: None,
        wraps: false,
        modes: Modes::default(),
        shape: Shape::Universal,
    };
    let legs: Vec<&str> = letters.split('a').collect();
    if letter == '[' {
        let inside = suffix.strip_suffix(']').ok_or("a bracket without its end")?;
        let directions = out.read_letters(letters)?;
        if !directions.is_empty() || out.has_manner() {
            return Err("letters of direction or manner before a bracket".to_owned());
        }
        if let Some(first) = inside.strip_suffix("?fqR").or_else(|| inside.strip_suffix("?qR")).filter(|at| *at == "F")
        {
            out.text = format!("{}v[F?R]", letters.replace('i', ""));
            out.shape = Shape::Legs(vec![first_leg(first, true)?, Leg { aim: Aim::Vertical, ..last_leg(true) }]);
            return Ok(out);
        }
        out.shape = Shape::Legs(bracket(inside)?);
        return Ok(out);
    }
    if legs.len() > 1 {
        out.shape = Shape::Legs(out.read_legs(&legs, letter, suffix)?);
        return Ok(out);
    }
    if letter == '@' || letter == 'O' {
        let number = suffix.parse().map_err(|_| "a number is missing".to_owned())?;
        let allowed = if letter == '@' { "fj" } else { "isj" };
        if let Some(other) = letters.chars().find(|other| !allowed.contains(*other)) {
            return Err(format!("`{other}` before `{letter}`"));
        }
        let next = letters.contains('j');
        out.shape = if letter == 'O' {
            Shape::Castling { squares: number, next }
        } else {
            Shape::Drop { last: number, not_first: next, one_a_file: letters.contains('f') }
        };
        return Ok(out);
    }
    let directions = out.read_letters(letters)?;
    if letter == 'U' {
        let plain = directions.is_empty() && suffix.is_empty() && !out.has_manner();
        return if plain { Ok(out) } else { Err("a universal leaper with other letters".to_owned()) };
    }
    let Some(&(_, mut short, mut long)) = ATOMS.iter().find(|(name, ..)| *name == letter) else {
        return Err(format!("an atom `{letter}`"));
    };
    if suffix.starts_with(['X', 'Y']) && (out.lame > 0 || out.manner.is_some() || out.curve.is_some()) {
        return Err("a manner of a lengthened leap".to_owned());
    }
    if let Some(after) = suffix.strip_prefix('X') {
        (long, suffix) = (long + 3, after);
    } else if let Some(after) = suffix.strip_prefix('Y').filter(|_| letter == 'N') {
        (short, long, suffix) = (3, 4, after);
    }
    if has_other_readings(letter, (short, long), &directions, dialect) {
        return Err("letters that programs read in different ways".to_owned());
    }
    let rides = matches!(letter, 'R' | 'B' | 'Q');
    let range = match suffix {
        "" if rides => Range::Unlimited,
        "" => Range::UpTo(1),
        "*" if letter == 'W' => Range::ToMiddle,
        "0" => Range::Unlimited,
        _ if suffix.chars().eq([letter]) && !rides => Range::Unlimited,
        _ => match suffix.parse::<u8>() {
            Ok(number) => Range::UpTo(number),
            Err(_) => return Err(format!("`{suffix}` after `{letter}`")),
        },
    };
    let leaps = if long == 0 { ring_steps(&directions)? } else { chosen_leaps((short, long), &directions)? };
    if leaps.is_empty() {
        return Err("directions that the atom doesn't have".to_owned());
    }
    out.shape = Shape::Leaps { leaps, range };
    out.check_manner(letter, rides, range, dialect)?;
    Ok(out)
}

/// Whether programs of a dialect disagree on the leaps: oblique ones by pairs such as `sf`; and in CECP diagonal ones by pairs
/// such as `fs`, and the letters `L` and `J`.
fn has_other_readings(atom: char, (short, long): (i8, i8), directions: &str, dialect: Dialect) -> bool {
    let is_wide = |letter: char| matches!(letter, 's' | 'v');
    units(directions).iter().any(|&(first, second)| match second {
        Some(second) if first != second && second != 'h' && short == long && long > 0 => {
            dialect == Dialect::Cecp && (is_wide(first) || is_wide(second))
        }
        Some(second) => first != second && short > 0 && short != long && is_wide(first),
        None => false,
    }) || dialect == Dialect::Cecp && matches!(atom, 'L' | 'J')
}

impl Term {
    /// Reads the letters of a term that are not directions, and returns those that are.
    fn read_letters(&mut self, letters: &str) -> Result<String, String> {
        let mut directions = String::new();
        for letter in letters.chars() {
            match letter {
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => directions.push(letter),
                'i' => self.initial += 1,
                'n' => self.lame += 1,
                'o' if !self.wraps => self.wraps = true,
                'm' => self.modes.moves = true,
                'c' => self.modes.captures = true,
                'e' => self.modes.en_passant = true,
                'k' => self.modes.royal = true,
                'p' | 'g' | 'j' if self.manner.is_none() => self.manner = Some(letter),
                'q' | 'z' if self.curve.is_none() => self.curve = Some(letter),
                _ => {
                    let why =
                        REFUSED.iter().find(|(refused, _)| *refused == letter).map_or("another letter", |it| it.1);
                    return Err(format!("`{letter}`: {why}"));
                }
            }
        }
        let modes = self.modes;
        if modes.royal && (modes.moves || modes.captures) || modes.en_passant && !modes.captures {
            return Err("these letters for moves and captures together".to_owned());
        }
        if !modes.moves && !modes.captures && !modes.royal {
            (self.modes.moves, self.modes.captures) = (true, true);
        }
        Ok(directions)
    }

    fn has_manner(&self) -> bool {
        self.manner.is_some() || self.curve.is_some() || self.lame > 0 || self.wraps || self.modes.royal
    }

    /// Refuses manners of an atom that definitions read otherwise.
    fn check_manner(&self, atom: char, rides: bool, range: Range, dialect: Dialect) -> Result<(), String> {
        let single = range == Range::UpTo(1);
        let fits = match (self.manner, self.curve, self.lame) {
            (Some('p'), None, 0) => rides,
            (Some('g'), None, 0) => rides && range == Range::Unlimited,
            (Some('j'), None, 0) => rides && range == Range::Unlimited || single && matches!(atom, 'D' | 'A'),
            (None, Some('q'), 0) => single && atom == 'N',
            (None, Some('z'), 0) => range == Range::Unlimited && atom == 'B',
            (None, None, 0) => true,
            (None, None, _) => {
                let one_square = matches!(atom, 'W' | 'F' | 'K') || rides;
                let straight = matches!(atom, 'D' | 'A' | 'H' | 'G');
                // The Mao of engines is lame on one square, the man of diagrams on two.
                one_square || single && (straight || atom == 'N' && (dialect == Dialect::Diagram || self.lame == 1))
            }
            _ => false,
        };
        let plain_middle = range != Range::ToMiddle || self.manner.is_none() && self.curve.is_none() && !self.wraps;
        if fits && plain_middle {
            Ok(())
        } else {
            Err("a manner that this atom doesn't have in definitions".to_owned())
        }
    }

    /// Reads the legs of a term whose letters `a` divides.
    fn read_legs(&mut self, legs: &[&str], atom: char, range: &str) -> Result<Vec<Leg>, String> {
        if !range.is_empty() || !matches!(atom, 'W' | 'F' | 'K' | 'R' | 'B' | 'Q') || legs.len() > MAX_LEGS {
            return Err("more than three legs, or legs of other atoms than W, F, K, R, B and Q".to_owned());
        }
        let mut slides = matches!(atom, 'R' | 'B' | 'Q');
        let mut read = Vec::new();
        for (index, letters) in legs.iter().enumerate() {
            let is_last = index + 1 == legs.len();
            let mut part = Self { modes: Modes::default(), manner: None, initial: 0, ..self.clone() };
            let toggles = letters.contains('y');
            let directions = part.read_letters(&letters.replace('y', ""))?;
            let through = match (part.manner, letters.contains('m')) {
                (None, _) => Through::Empty,
                (Some('p'), false) => Through::Occupied,
                (Some('p'), true) => Through::Anything,
                _ => return Err("`g` or `j` in a leg".to_owned()),
            };
            let ends_otherwise = !is_last && (letters.contains('c') || part.modes.en_passant);
            let odd = part.curve.is_some() || part.wraps || part.lame > 0 || part.modes.royal;
            if ends_otherwise || odd || is_last && (toggles || part.manner.is_some()) || index > 0 && part.initial > 0 {
                return Err("captures on the way, or other letters in a leg".to_owned());
            }
            let aim = if index > 0 {
                Aim::Turns(turns(&directions)?)
            } else if matches!(atom, 'K' | 'Q') && !directions.is_empty() {
                return Err("directions of a first leg in eight directions".to_owned());
            } else {
                Aim::Steps(steps_of(atom, &directions)?)
            };
            read.push(Leg { aim, slides, through, may_stop: false });
            slides ^= toggles;
            if index == 0 {
                self.initial = part.initial;
            }
            self.modes = part.modes;
        }
        Ok(read)
    }
}

/// The legs inside of a bracket.
fn bracket(inside: &str) -> Result<Vec<Leg>, String> {
    let mut legs: Vec<Leg> = Vec::new();
    for leg in inside.split_inclusive(['?', '-']) {
        let (text, may_stop) = match leg.strip_suffix('?') {
            Some(text) => (text, true),
            None => (leg.strip_suffix('-').unwrap_or(leg), false),
        };
        if legs.is_empty() {
            legs.push(first_leg(text, may_stop)?);
            continue;
        }
        let mut letters = text.chars();
        let atom = letters.next_back().unwrap_or_default();
        let (slides, diagonal) = match atom {
            'W' | 'R' => (atom == 'R', false),
            'F' | 'B' => (atom == 'B', true),
            _ => return Err("legs of other atoms than W, F, R and B".to_owned()),
        };
        let turns = turns(letters.as_str())?;
        let before = legs.iter().map(|leg| match &leg.aim {
            Aim::Steps(steps) => steps.first().map_or(0, |step| i32::from(step.dx != 0 && step.dy != 0)),
            Aim::Turns(turns) => turns.first().copied().unwrap_or_default(),
            Aim::Vertical => 0,
        });
        let before: i32 = before.sum();
        if turns.iter().any(|turn| (before + turn).rem_euclid(2) != i32::from(diagonal)) {
            return Err("a leg whose directions are not those of its atom".to_owned());
        }
        legs.push(Leg { aim: Aim::Turns(turns), slides, through: Through::Empty, may_stop });
    }
    if (2..=MAX_LEGS).contains(&legs.len()) {
        Ok(legs)
    } else {
        Err("a bracket with one leg, or more than three".to_owned())
    }
}

/// The first leg of a bracket, such as `vW`.
fn first_leg(text: &str, may_stop: bool) -> Result<Leg, String> {
    let mut letters = text.chars();
    let atom = letters.next_back().filter(|atom| matches!(atom, 'W' | 'F' | 'R' | 'B'));
    let atom = atom.ok_or("legs of other atoms than W, F, R and B")?;
    let steps = steps_of(atom, letters.as_str())?;
    Ok(Leg { aim: Aim::Steps(steps), slides: matches!(atom, 'R' | 'B'), through: Through::Empty, may_stop })
}

/// The last leg of a bracket, straight on.
fn last_leg(slides: bool) -> Leg {
    Leg { aim: Aim::Turns(vec![0]), slides, through: Through::Empty, may_stop: false }
}

fn steps_of(atom: char, directions: &str) -> Result<Vec<Leap>, String> {
    match atom {
        'W' | 'R' => chosen_leaps((0, 1), directions),
        'F' | 'B' => chosen_leaps((1, 1), directions),
        _ => ring_steps(directions),
    }
}

fn is_vertical(letter: char) -> bool {
    matches!(letter, 'f' | 'b' | 'v')
}

/// Splits letters of direction into units of one letter, or of two that belong together.
fn units(directions: &str) -> Vec<(char, Option<char>)> {
    let letters: Vec<char> = directions.chars().collect();
    let mut units = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let first = letters[at];
        let pairs = |&second: &char| {
            first == second || first == 'h' || second == 'h' || is_vertical(first) != is_vertical(second)
        };
        let second = letters.get(at + 1).copied().filter(pairs);
        units.push((first, second));
        at += 1 + usize::from(second.is_some());
    }
    units
}

/// Whether a distance goes where a letter says: forward or to the right if positive.
fn goes(letter: char, distance: i8) -> bool {
    match letter {
        'f' | 'r' => distance > 0,
        'b' | 'l' => distance < 0,
        _ => distance != 0,
    }
}

/// Whether a leap goes into the half of the board that a letter names.
fn is_in_half(letter: char, leap: Leap) -> bool {
    goes(letter, if is_vertical(letter) { leap.dy } else { leap.dx })
}

/// The leaps of a class that letters choose; all without letters.
fn chosen_leaps((short, long): (i8, i8), directions: &str) -> Result<Vec<Leap>, String> {
    let mut all: Vec<Leap> = Vec::new();
    for (x, y) in [(short, long), (long, short)] {
        all.extend([(x, y), (x, -y), (-x, y), (-x, -y)].map(|(x, y)| Leap::new(x, y)));
    }
    all.sort_unstable();
    all.dedup();
    if directions.is_empty() {
        return Ok(all);
    }
    let oblique = short != 0 && short != long;
    if directions.contains('h') && !oblique {
        return Err("`h`: a half of directions that the atom doesn't divide so".to_owned());
    }
    // Along which of its sides an oblique leap goes farther.
    let is_along = |letter: char, leap: Leap| {
        (leap.dy.unsigned_abs() > leap.dx.unsigned_abs()) == is_vertical(letter) && is_in_half(letter, leap)
    };
    let units = if short == 0 { directions.chars().map(|letter| (letter, None)).collect() } else { units(directions) };
    let chooses = |leap: Leap, unit: (char, Option<char>)| match unit {
        ('h', Some(hand)) => {
            let right = (leap.dy.unsigned_abs() > leap.dx.unsigned_abs()) == (leap.dx * leap.dy > 0);
            right == (hand == 'r')
        }
        (half, Some('h')) => is_in_half(half, leap),
        (half, Some(side)) if oblique && half != side => is_in_half(half, leap) && is_along(side, leap),
        (first, _) if oblique => is_along(first, leap),
        (first, second) => is_in_half(first, leap) && is_in_half(second.unwrap_or(first), leap),
    };
    if units.iter().any(|unit| unit.0 == 'h' && !matches!(unit.1, Some('r' | 'l'))) {
        return Err("`h` without its hand".to_owned());
    }
    Ok(all.into_iter().filter(|&leap| units.iter().any(|&unit| chooses(leap, unit))).collect())
}

/// The places on the ring of eight steps that letters choose: a letter alone one straight step, two one between.
fn ring_places(directions: &str) -> Result<Vec<i32>, String> {
    let units = units(directions);
    let mixed = |unit: &(char, Option<char>)| unit.1.is_some_and(|second| second != unit.0);
    if units.iter().any(mixed) && units.len() > 1 {
        return Err("directions that can be divided in several ways".to_owned());
    }
    if units.iter().any(|unit| unit.0 == 'h' || unit.1 == Some('h') && matches!(unit.0, 'v' | 's')) {
        return Err("`h` without its half".to_owned());
    }
    let chooses = |(x, y): (i8, i8), &(first, second): &(char, Option<char>)| {
        let leap = Leap::new(x, y);
        match second {
            Some('h') => is_in_half(first, leap),
            Some(second) if second != first => is_in_half(first, leap) && is_in_half(second, leap),
            _ => (x == 0 || y == 0) && is_in_half(first, leap),
        }
    };
    let chosen =
        (0..8).zip(RING).filter(|(_, step)| directions.is_empty() || units.iter().any(|it| chooses(*step, it)));
    Ok(chosen.map(|(place, _)| place).collect())
}

fn ring_steps(directions: &str) -> Result<Vec<Leap>, String> {
    let places = ring_places(directions)?.into_iter();
    Ok(places.filter_map(|place| RING.get(place as usize)).map(|&(x, y)| Leap::new(x, y)).collect())
}

/// The turns of a later leg. Without letters it would go any way but back, which definitions read otherwise; a leg back can
/// end where the move began, which is a pass.
fn turns(directions: &str) -> Result<Vec<i32>, String> {
    let turns = ring_places(directions)?;
    match (directions, turns.iter().any(|turn| (3..=5).contains(turn))) {
        ("", _) => Err("a later leg without directions".to_owned()),
        (_, true) => Err("a leg that goes back".to_owned()),
        _ => Ok(turns),
    }
}
