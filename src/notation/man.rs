//! Writes and reads a man's symbol, name and state.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{Side, Wind};
use crate::model::{Kind, KindId, ManState, Mode, PlacedMan, Variant};
use crate::prose;
use crate::source::Span;

pub use weakfish_engine::text::symbol;

/// A man's name as sentences and pages print it, each word with a capital: `Alfil`, `Royal Knight`.
///
/// Books on chess variants print names in this way: a name of several words is recognized.
pub fn man_name(variant: &Variant, kind: KindId) -> String {
    prose::title_case(&variant.kind(kind).name)
}

/// A text for players, with the names of the game's sides in place of `White` and `Black`. Words of the game itself stay as
/// they are: its facts, and names such as that of a White Tiger.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation};
///
/// let game = load(&builtin::source("xiangqi").unwrap(), &BuiltIns).unwrap();
/// assert_eq!(notation::name_sides(game.variant(), "White wins".to_owned()), "Red wins");
/// ```
pub fn name_sides(variant: &Variant, text: String) -> String {
    let Some(names) = &variant.side_names else { return text };
    let facts = [&variant.inventor, &variant.source, &variant.about].into_iter().flatten().chain([&variant.title]);
    let setups = variant.setups.iter().map(|setup| &setup.name);
    let men = variant.kinds.iter().map(|kind| prose::title_case(&kind.name));
    let own: Vec<String> = facts.chain(setups).cloned().chain(men).collect();
    let kept = own.iter().map(|word| (word.as_str(), word.as_str()));
    let kept = kept.filter(|(word, _)| Side::ALL.iter().any(|side| word.contains(side.name())));
    let sides = Side::ALL.map(|side| (side.name(), names[side].as_str()));
    let mut changes: Vec<_> = kept.chain(sides).collect();
    // Of words that begin at the same place, the longest holds.
    changes.sort_by_key(|(word, _)| Reverse(word.len()));
    let mut named = String::with_capacity(text.len());
    let mut rest = text.as_str();
    let next = |rest: &str| {
        let found = changes.iter().filter_map(|&change| Some((rest.find(change.0)?, change)));
        found.min_by_key(|(at, _)| *at)
    };
    while let Some((at, (word, name))) = next(rest) {
        let end = at + word.len();
        let is_edge = |found: Option<char>| !found.is_some_and(char::is_alphanumeric);
        let is_word = is_edge(rest[..at].chars().next_back()) && is_edge(rest[end..].chars().next());
        named.push_str(&rest[..at]);
        named.push_str(if is_word { name } else { word });
        rest = &rest[end..];
    }
    named + rest
}

/// A man on its square in words, to be read aloud: `White Alfil on e3, facing northwest`, `Black Pawn on d6, facing south,
/// capturing`.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation};
///
/// let game = load(&builtin::source("weakest").unwrap(), &BuiltIns).unwrap();
/// let man = &game.variant().setups[0].men[8];
/// assert_eq!(notation::describe_man(game.variant(), man), "White Pawn on a2, facing north, moving");
/// ```
pub fn describe_man(variant: &Variant, man: &PlacedMan) -> String {
    let side = variant.side_name(man.side);
    let mut words = format!("{side} {} on {}", man_name(variant, man.kind), variant.board.name(man.square));
    let winds: Vec<_> = man.state.facings.iter().map(|wind| wind.in_words()).collect();
    if !winds.is_empty() {
        words.extend([", facing ", &winds.join(" and ")]);
    }
    words.push_str(match man.state.mode {
        None => "",
        Some(Mode::Moving) => ", moving",
        Some(Mode::Capturing) => ", capturing",
    });
    if man.state.promoted {
        words.push_str(", promoted");
    }
    words
}

/// The symbols of all men that a side can have: "White has `K`, `Q`, `P`".
pub(crate) fn known_men(variant: &Variant, side: Side) -> String {
    let kinds = variant.kinds.iter().filter(|kind| kind.sides[side]);
    let symbols: Vec<_> = kinds.map(|kind| format!("`{}`", kind.symbol)).collect();
    format!("{side} has {}", symbols.join(", "))
}

/// A symbol at the start of a text.
pub struct TakenSymbol<'a> {
    /// The symbol as White's, in capitals.
    pub capital: String,
    /// The side, by the case of the letter.
    pub side: Side,
    /// The text as written.
    pub text: &'a str,
}

/// The symbol that a text starts with: a letter, perhaps with `+` before or `'` after it.
pub fn take_symbol(text: &str) -> Option<TakenSymbol<'_>> {
    let plus = usize::from(text.starts_with('+'));
    let letter = *text.as_bytes().get(plus)?;
    if !letter.is_ascii_alphabetic() {
        return None;
    }
    let mut len = plus + 1;
    if plus == 0 && text[len..].starts_with('\'') {
        len += 1;
    }
    let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
    Some(TakenSymbol { capital: text[..len].to_ascii_uppercase(), side, text: &text[..len] })
}

/// Reads the text between a man's braces; `span` is its place.
pub(crate) fn read_state(
    variant: &Variant,
    side: Side,
    kind: KindId,
    text: &str,
    span: Span,
    code: Code,
) -> Result<ManState, Diagnostic> {
    let name = man_name(variant, kind);
    let kind = variant.kind(kind);
    let states = kind.states(side, variant.black);
    if let [only] = states.as_slice()
        && only == &ManState::default()
    {
        let message = format!("the {name} has neither facings nor modes");
        return Err(Diagnostic::error(code, span, message).label("no state of this man").help("leave the braces out"));
    }
    let (facings, mode) = match text.strip_suffix('-') {
        Some(rest) => (rest, Some(Mode::Moving)),
        None => match text.strip_suffix('x') {
            Some(rest) => (rest, Some(Mode::Capturing)),
            None => (text, None),
        },
    };
    let winds = match facings {
        "" => Vec::new(),
        _ => read_winds(facings, span.start, code, "a facing is a wind")?,
    };
    let state = ManState { facings: winds, mode, promoted: false };
    if states.contains(&state) {
        return Ok(state);
    }
    Err(state_error(kind, &name, &states, &state, span, code))
}

/// Reads winds with dots between them, as in `n.ene`, in a text that starts at `at`.
pub(super) fn read_winds(text: &str, mut at: usize, code: Code, label: &str) -> Result<Vec<Wind>, Diagnostic> {
    let read = |word: &str| {
        let place = Span::new(at, at + word.len());
        at += word.len() + 1;
        word.parse::<Wind>().map_err(|()| {
            Diagnostic::error(code, place, format!("`{word}` is none of the sixteen winds"))
                .label(label)
                .help(format!("the winds are {}", prose::any_of(Wind::all().map(Wind::name))))
        })
    };
    text.split('.').map(read).collect()
}

/// The diagnostic for a state that the man doesn't have, by the most likely mistake.
fn state_error(kind: &Kind, name: &str, states: &[ManState], state: &ManState, span: Span, code: Code) -> Diagnostic {
    let wanted = states.first().map_or(0, |first| first.facings.len());
    let example = states.first().map(ToString::to_string).unwrap_or_default();
    let message = match (kind.flips, state.mode) {
        (Some(_), None) => format!("the mode of the {name} is missing: `-` moves, `x` captures"),
        (None, Some(_)) => format!("the {name} does not flip, so it has no mode"),
        _ if state.facings.len() != wanted => {
            let facings = if wanted == 1 { "facing" } else { "facings" };
            format!("the {name} has {wanted} {facings}, but the number of facings here is {}", state.facings.len())
        }
        _ => {
            let facing = ManState { facings: state.facings.clone(), ..ManState::default() };
            format!("the {name} never faces {facing}")
        }
    };
    let diagnostic = Diagnostic::error(code, span, message).label("no state of this man");
    if states.len() <= 16 {
        let all: Vec<_> = states.iter().map(|state| format!("`{state}`")).collect();
        diagnostic.help(format!("its states are {}", prose::any_of(&all)))
    } else {
        diagnostic.help(format!("it has {} states, such as `{example}`", states.len()))
    }
}

/// The meanings of a text's own letters: the game's symbol by the side, or `None` for both, and the symbol in the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Letters(BTreeMap<(Option<Side>, String), String>);

/// One letter of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Letter {
    /// The side whose men it is for; `None` is both.
    pub(crate) side: Option<Side>,
    /// The symbol in the text, in capitals.
    pub(crate) written: String,
    /// The symbol in the game, in capitals.
    pub(crate) means: String,
}

impl Letter {
    /// Parses an entry such as `white O = P`.
    pub(crate) fn parse(entry: &str) -> Option<Self> {
        let (left, means) = entry.split_once('=')?;
        let (side, written) = match left.trim().split_once(char::is_whitespace) {
            Some(("white", rest)) => (Some(Side::White), rest.trim()),
            Some(("black", rest)) => (Some(Side::Black), rest.trim()),
            Some(_) => return None,
            None => (None, left.trim()),
        };
        let whole = |text: &str| take_symbol(text).filter(|symbol| symbol.text == text).map(|symbol| symbol.capital);
        Some(Self { side, written: whole(written)?, means: whole(means.trim())? })
    }
}

impl Letters {
    /// Adds a letter; a later one replaces an earlier one.
    pub(crate) fn add(&mut self, letter: Letter) {
        self.0.insert((letter.side, letter.written), letter.means);
    }

    /// The game's symbol for a symbol of the text, both in capitals. A letter for one side takes precedence.
    pub(crate) fn meaning<'a>(&'a self, side: Side, written: &'a str) -> &'a str {
        let of = |side| self.0.get(&(side, written.to_owned()));
        of(Some(side)).or_else(|| of(None)).map_or(written, String::as_str)
    }
}

/// The error of a text that can't be read: all its mistakes, in the order in which they were found.
///
/// `Display` has the message of the first one and the number of the others.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation::fen};
///
/// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
/// let error = fen::read(&game, Default::default(), "k7/8/8/3X4/8/3z4/8/K7 w").unwrap_err();
/// assert_eq!(error.to_string(), "White has no man `X` in this game (and 1 more mistake)");
/// assert_eq!(error.diagnostics()[1].span().range(), 14..15);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError(Vec<Diagnostic>);

impl TextError {
    /// An error of these mistakes, at least one.
    pub(super) fn new(diagnostics: Vec<Diagnostic>) -> Self {
        assert!(!diagnostics.is_empty(), "a text without mistakes is not refused");
        Self(diagnostics)
    }

    /// The mistakes, each with its place in the text; never empty.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.0
    }

    /// The mistakes, as [`crate::diagnostic::Report::new`] takes them.
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.0
    }

    /// The mistakes in a longer text that contains this one's text at `offset`.
    #[must_use]
    pub(crate) fn shifted(self, offset: usize) -> Self {
        Self(self.0.into_iter().map(|mistake| mistake.shifted(offset)).collect())
    }
}

impl From<Diagnostic> for TextError {
    fn from(mistake: Diagnostic) -> Self {
        Self(vec![mistake])
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, others)) = self.0.split_first() else { return Ok(()) };
        f.write_str(&first.message)?;
        match others.len() {
            0 => Ok(()),
            1 => f.write_str(" (and 1 more mistake)"),
            count => write!(f, " (and {count} more mistakes)"),
        }
    }
}

impl std::error::Error for TextError {}
