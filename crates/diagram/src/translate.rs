//! Translation of `XBetza` into Betza notation and the rules that a definition has in place of its other letters.

use weakfish::betza;
use weakfish::geometry::Leap;

use crate::xbetza::{self, Dialect, Modes, Range, Shape, Term};

/// The movement of a man as a definition says it.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
pub(crate) struct Translation {
    /// The terms that it always has, in Betza notation.
    pub(crate) movement: Vec<Spelt>,
    /// The terms of its first move, without capture and with.
    pub(crate) first: Vec<Spelt>,
    pub(crate) first_captures: Vec<Spelt>,
    pub(crate) long_steps: Vec<LongStep>,
    /// Castling: the distance in squares, and whether it is not the outermost man that the king castles with.
    pub(crate) castling: Vec<(u8, bool)>,
    /// The movement by which it captures royal men only.
    pub(crate) royal_captures: String,
    /// The drop: the last rank, not on the first one, and one a file.
    pub(crate) drop: Option<(u8, bool, bool)>,
    /// Whether each move goes forward, so that the man never comes back.
    pub(crate) goes_forward: bool,
    /// Whether a first move that is no long step makes a right to capture in passing.
    pub(crate) passes_at_first: bool,
    /// Whether it has captures, some of them in passing, or all.
    pub(crate) captures: bool,
    pub(crate) in_passing: bool,
    pub(crate) all_in_passing: bool,
}

/// A term in Betza notation, with its modes apart.
#[derive(Clone, Debug)]
pub(crate) struct Spelt {
    modes: Modes,
    /// Directions before the modes.
    aim: String,
    /// Manner, atom and range.
    atom: String,
}

/// A long step straight forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LongStep {
    pub(crate) squares: u8,
    pub(crate) up_to: bool,
    pub(crate) from: Start,
    pub(crate) en_passant: bool,
}

/// The squares where a long step begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// Where the man stands at the start, or also one square ahead.
    Home {
        ahead: bool,
    },
    Anywhere,
    /// Wherever a step as far as the middle of the board begins.
    ToMiddle,
}

impl Spelt {
    fn text(&self, in_passing: bool) -> String {
        let Modes { moves, captures, en_passant, .. } = self.modes;
        let letters = [(moves && !captures, 'm'), (captures && !moves, 'c'), (in_passing && en_passant, 'e')];
        let letters: String = letters.iter().filter(|(has, _)| *has).map(|(_, letter)| *letter).collect();
        if self.atom.contains('[') && letters.is_empty() {
            return self.atom.clone();
        }
        [&self.aim, &letters, &self.atom].map(String::as_str).concat()
    }
}

/// The terms as one movement; `in_passing` if captures in passing stay letters.
pub(crate) fn movement_text(terms: &[Spelt], in_passing: bool) -> String {
    let mut texts: Vec<String> = terms.iter().map(|term| term.text(in_passing)).collect();
    // An atom right after the same one would make it a rider.
    texts.sort_by_key(|text| text.starts_with(|letter: char| letter.is_ascii_lowercase()));
    texts.dedup();
    texts.concat()
}

/// The movement in the author's own spelling if definitions read it alike, and else in the translated one.
pub(crate) fn spelling(original: &str, translated: String) -> String {
    let (meant, warnings) = betza::movement(&translated);
    let (own, own_warnings) = betza::movement(original);
    if own.is_some() && own == meant && own_warnings.is_empty() {
        return original.to_owned();
    }
    let clean = betza::form(&translated).0.filter(|_| !warnings.is_empty());
    clean.map_or(translated, |form| form.to_string())
}

/// Translates the terms of a man; the error is the term that no definition has, and why.
pub(crate) fn translate(terms: &[Term], dialect: Dialect) -> Result<Translation, (String, String)> {
    let mut out = Translation { goes_forward: true, all_in_passing: true, ..Translation::default() };
    for term in terms {
        let refused = |why: &str| (term.text.clone(), why.to_owned());
        match &term.shape {
            Shape::Castling { squares, next } => {
                out.castling.push((*squares, *next));
                continue;
            }
            Shape::Drop { last, not_first, one_a_file } => {
                out.drop = Some((*last, *not_first, *one_a_file));
                continue;
            }
            Shape::Leaps { .. } | Shape::Legs(_) | Shape::Universal => {}
        }
        let spelt = spell(term, dialect);
        if term.modes.royal {
            out.royal_captures += &movement_text(&spelt, false);
            continue;
        }
        if let Some(step) = long_step(term) {
            out.long_steps.push(step);
            continue;
        }
        if matches!(&term.shape, Shape::Leaps { range: Range::ToMiddle, .. }) || term.lame > 1 || term.initial > 1 {
            return Err(refused("such a step other than straight forward and without capture"));
        }
        let goes_forward = match &term.shape {
            Shape::Leaps { leaps, .. } => term.curve.is_none() && leaps.iter().all(|leap| leap.dy > 0),
            Shape::Legs(_) | Shape::Universal | Shape::Castling { .. } | Shape::Drop { .. } => false,
        };
        out.captures |= term.modes.captures;
        out.in_passing |= term.modes.en_passant;
        out.all_in_passing &= term.modes.en_passant || !term.modes.captures;
        out.goes_forward &= goes_forward;
        out.passes_at_first |= term.initial > 0 && term.lame > 0 && !term.modes.captures;
        if term.initial > 0 && term.modes.captures {
            out.first_captures.extend(spelt);
        } else if term.initial > 0 {
            out.first.extend(spelt);
        } else {
            out.movement.extend(spelt);
        }
    }
    Ok(out)
}

/// The long step that a term is, if it goes straight forward without capture and only at first, or makes a right to capture in
/// passing.
fn long_step(term: &Term) -> Option<LongStep> {
    let Shape::Leaps { leaps, range } = &term.shape else { return None };
    let [leap] = leaps[..] else { return None };
    let plain = term.manner.is_none() && term.curve.is_none() && !term.wraps && !term.modes.captures;
    if leap.dx != 0 || leap.dy <= 0 || !plain {
        return None;
    }
    let from = match (term.initial, term.lame) {
        _ if *range == Range::ToMiddle => Start::ToMiddle,
        (0, 2) => Start::Anywhere,
        (1 | 2, _) => Start::Home { ahead: term.initial == 2 },
        _ => return None,
    };
    let (squares, up_to) = match (leap.dy, range) {
        (1, Range::ToMiddle) => (0, true),
        (1, Range::UpTo(most @ 2..)) => (*most, *most > 2),
        (2 | 3, Range::UpTo(1)) if term.lame > 0 => (leap.dy.unsigned_abs(), false),
        _ => return None,
    };
    Some(LongStep { squares, up_to, from, en_passant: true })
}

/// Writes a term in Betza notation, without its first moves.
fn spell(term: &Term, dialect: Dialect) -> Vec<Spelt> {
    let modes = term.modes;
    let Shape::Leaps { leaps, range } = &term.shape else {
        let atom = if matches!(term.shape, Shape::Universal) { "U".to_owned() } else { term.text.clone() };
        // Legs have their letters within.
        let modes = if matches!(term.shape, Shape::Legs(_)) {
            Modes { moves: true, captures: true, ..Modes::default() }
        } else {
            modes
        };
        return vec![Spelt { modes, aim: String::new(), atom }];
    };
    let mut classes: Vec<((u8, u8), Vec<Leap>)> = Vec::new();
    for leap in leaps {
        let (x, y) = (leap.dx.unsigned_abs(), leap.dy.unsigned_abs());
        let class = (x.max(y), x.min(y));
        match classes.iter_mut().find(|(known, _)| *known == class) {
            Some((_, same)) => same.push(*leap),
            None => classes.push((class, vec![*leap])),
        }
    }
    let is_lame = term.lame > 0;
    let manner: String = [term.wraps.then_some('o'), term.curve, term.manner].into_iter().flatten().collect();
    if classes.len() == 2 && leaps.len() == 8 {
        let atom = if *range == Range::Unlimited { "Q".to_owned() } else { range_text("K", *range) };
        return vec![Spelt { modes, aim: String::new(), atom: manner + &atom }];
    }
    let spell_class = |((long, short), leaps): ((u8, u8), Vec<Leap>)| {
        let aim = betza::aim_letters((long, short), &leaps);
        let name = match (long, short) {
            (1, 0) if *range == Range::Unlimited => "R".to_owned(),
            (1, 1) if *range == Range::Unlimited => "B".to_owned(),
            (1, 0) => "W".to_owned(),
            (1, 1) => "F".to_owned(),
            (2, 0) => "D".to_owned(),
            (2, 1) => "N".to_owned(),
            (2, 2) => "A".to_owned(),
            (3, 0) => "H".to_owned(),
            (3, 1) => "C".to_owned(),
            (3, 2) => "Z".to_owned(),
            (3, 3) => "G".to_owned(),
            _ => format!("({long},{short})"),
        };
        let atom = if matches!(name.as_str(), "R" | "B") { name.clone() } else { range_text(&name, *range) };
        match (is_lame && long > 1, long == short || short == 0, dialect) {
            (false, ..) => Spelt { modes, aim, atom: format!("{manner}{atom}") },
            (true, false, Dialect::Diagram) => {
                // Modes stand at the end of a path.
                let mode = movement_mode(modes);
                Spelt {
                    modes: Modes { moves: true, captures: true, ..Modes::default() },
                    aim: String::new(),
                    atom: format!("{aim}[W-{mode}F&F-{mode}W]"),
                }
            }
            (true, ..) => Spelt { modes, aim, atom: format!("{manner}n{atom}") },
        }
    };
    classes.into_iter().map(spell_class).collect()
}

fn movement_mode(modes: Modes) -> &'static str {
    match (modes.moves, modes.captures) {
        (true, false) => "m",
        (false, true) => "c",
        _ => "",
    }
}

fn range_text(atom: &str, range: Range) -> String {
    match range {
        Range::UpTo(1) | Range::ToMiddle => atom.to_owned(),
        Range::UpTo(most) => format!("{atom}{most}"),
        Range::Unlimited => format!("{atom}{atom}"),
    }
}

/// The movement of a man that gives none, by its name; `None` if it has none.
pub(crate) fn named_movement(name: &str, files: u8) -> Option<&'static str> {
    if name == "king" {
        return Some(if files > 8 { "KisO3" } else { "KisO2" });
    }
    NAMED.iter().find(|(names, _)| names.split(' ').any(|known| known == name)).map(|(_, movement)| *movement)
}

/// Movements by name. Of the falcon the script has one that can't be written here.
const NAMED: [(&str, &str); 27] = [
    ("pawn", "ifmnDfmWfceF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("cardinal archbishop", "BN"),
    ("chancellor marshall", "RN"),
    ("amazon", "QN"),
    ("mao horse", "mafsW"),
    ("elephant", "mafF"),
    ("cannon pao", "mRcpR"),
    ("advisor ferz", "F"),
    ("lance", "fR"),
    ("copper", "vWfF"),
    ("silver silvergeneral", "FfW"),
    ("gold goldgeneral", "WfF"),
    ("man commoner", "K"),
    ("camel", "C"),
    ("zebra", "Z"),
    ("nightrider", "NN"),
    ("grasshopper", "gQ"),
    ("griffon gryphon", "yafsF"),
    ("wizard", "FC"),
    ("champion", "WAD"),
    ("lion", "KNADcaKcabKmabK"),
    ("falcon", "?"),
    ("hole", ""),
];

/// Reads and translates a movement.
pub(crate) fn read(text: &str, dialect: Dialect) -> Result<(Vec<Term>, Translation), (String, String)> {
    let terms = xbetza::parse(text, dialect)?;
    let translation = translate(&terms, dialect)?;
    Ok((terms, translation))
}
