//! Nouns of conditions without a side, such as `checkmate`. Where the result depends on the side, such a line has two
//! readings: it is refused, its help names both, and no fix is certain.

use strsim::osa_distance;

use super::construct::Section;
use super::lines::{Item, TextSlice};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Side;
use crate::model::Worth;
use crate::prose;

/// A noun of a condition.
struct Noun {
    /// Its spellings; a `*` stands for a number, or for a man.
    written: &'static [&'static str],
    /// The condition in the language; a `*` stands for the number or the man.
    condition: &'static str,
    /// Predicate of the side that the condition speaks of, such as `is checkmated`.
    of_side: &'static str,
    /// Predicate of its opponent, such as `checkmates`.
    of_opponent: &'static str,
}

const NOUNS: &[Noun] = &[
    Noun {
        written: &["checkmate", "mate", "check mate", "check-mate", "checkmates", "checkmating", "mating"],
        condition: "checkmated",
        of_side: "is checkmated",
        of_opponent: "checkmates",
    },
    Noun {
        written: &["stalemate", "stale mate", "stale-mate", "stalemates", "stalemating"],
        condition: "stalemated",
        of_side: "is stalemated",
        of_opponent: "stalemates",
    },
    Noun {
        written: &[
            "bare king",
            "bared king",
            "king bared",
            "king bare",
            "lone king",
            "bare",
            "baring",
            "baring the king",
        ],
        condition: "bared",
        of_side: "is bared",
        of_opponent: "bares",
    },
    Noun {
        written: &["* checks", "* check", "*th check", "*rd check", "*nd check", "*st check"],
        condition: "* checks given",
        of_side: "has given check",
        of_opponent: "was in check",
    },
    Noun {
        written: &["check", "checks", "any check", "first check"],
        condition: "1 check given",
        of_side: "has given check",
        of_opponent: "was in check",
    },
    Noun {
        written: &["perpetual check", "perpetual checks", "perpetual"],
        condition: "position 3 times by perpetual check",
        of_side: "gives the checks",
        of_opponent: "is in check",
    },
    Noun {
        written: &["repetition *times", "*-fold repetition", "*fold repetition", "* repetitions"],
        condition: "position * times, not to move",
        of_side: "brings the position about",
        of_opponent: "is to move then",
    },
    Noun {
        written: &["repetition", "threefold repetition", "threefold", "repetitions"],
        condition: "position 3 times, not to move",
        of_side: "brings the position about",
        of_opponent: "is to move then",
    },
    Noun {
        written: &["fivefold repetition", "fivefold"],
        condition: "position 5 times, not to move",
        of_side: "brings the position about",
        of_opponent: "is to move then",
    },
    Noun {
        written: &["fifty move rule", "fifty-move rule", "fifty moves"],
        condition: "50 moves without progress, to move",
        of_side: "is to move then",
        of_opponent: "has moved last",
    },
    Noun {
        written: &[
            "* move rule",
            "*-move rule",
            "no progress for *",
            "no progress for * moves",
            "no progress in * moves",
        ],
        condition: "* moves without progress, to move",
        of_side: "is to move then",
        of_opponent: "has moved last",
    },
    Noun {
        written: &["insufficient material", "material", "dead material"],
        condition: "1 man or fewer",
        of_side: "has so few men",
        of_opponent: "has more",
    },
    Noun {
        written: &["all pieces captured", "all men captured", "capture of all men", "capture of all pieces"],
        condition: "no men",
        of_side: "has lost them",
        of_opponent: "captured them",
    },
    Noun {
        written: &["capture of the *", "* is captured", "all * captured", "* captured", "* capture"],
        condition: "no *",
        of_side: "has lost one",
        of_opponent: "captured one",
    },
    Noun { written: &["castling"], condition: "castled", of_side: "castles", of_opponent: "faces this" },
];

/// Words that name the side of a condition; a misspelt word may stand for one of them.
const PARTICIPLES: &[&str] =
    &["checkmated", "mated", "stalemated", "bared", "castled", "* checks given", "* check given"];

/// Men of chess by their names.
const MEN: &[(&str, &str)] =
    &[("king", "K"), ("queen", "Q"), ("rook", "R"), ("bishop", "B"), ("knight", "N"), ("pawn", "P")];

/// Sides that a result names.
#[derive(Clone, Copy)]
enum ResultOf {
    /// The same of both: `draw`.
    OfBoth,
    /// `wins`, `loses 0.25`: the winner is the side of the condition or its opponent; the score is that side's.
    OfOne { wins: bool, hundredths: Option<u8> },
    /// `white wins`.
    Won(Side),
    /// Another one, or none.
    Unknown,
}

/// A condition and a result with two readings: the lines for both, and their meanings.
struct Readings {
    noun: String,
    ways: [(String, String); 2],
    /// The condition of both readings.
    more: &'static str,
}

/// The diagnostic for a line of a section that has two readings.
pub(super) fn two_readings_error(section: Section, item: Item<'_>) -> Option<Diagnostic> {
    let (written, readings) = match section {
        Section::Endings => {
            let of = |key: TextSlice<'_>, value: TextSlice<'_>| readings(key.text, value.text, false);
            let turned = || of(item.value, item.key).map(|readings| (item.value, readings));
            of(item.key, item.value).map(|readings| (item.key, readings)).or_else(turned)?
        }
        Section::Test if item.key.text == "expect" => {
            let expected = item.value.text.strip_prefix("not ").unwrap_or(item.value.text);
            let (side, _) = split_side(expected)?;
            side?;
            (item.value, readings(expected, "draw", false)?)
        }
        Section::Facts | Section::Men | Section::Regions | Section::Setup | Section::Rules | Section::Test => {
            return None;
        }
    };
    Some(readings.report(written, section == Section::Endings))
}

/// The diagnostic for a line under `endings` that would have two readings if its words were spelt right.
pub(super) fn misspelt_error(item: Item<'_>) -> Option<Diagnostic> {
    let is_sided = result(item.value.text).is_of_a_side();
    let readings = readings(item.key.text, item.value.text, true).filter(|_| is_sided)?;
    Some(readings.report(item.key, true))
}

/// The diagnostic for a line under `endings` that has no colon and two readings.
pub(super) fn two_readings_without_colon(slice: TextSlice<'_>) -> Option<Diagnostic> {
    /// Most words of a noun, with a side before it.
    const MAX_WORDS: usize = 8;
    /// Signs in the place of the colon.
    const SEPARATORS: &[char] = &[' ', '=', '-', '>', '\u{2013}', '\u{2192}'];
    let gaps = slice.words().skip(1).take(MAX_WORDS).map(|word| word.start - slice.start);
    let found = |gap: usize| {
        let (key, value) = slice.text.split_at_checked(gap)?;
        readings(key.trim_end_matches(SEPARATORS), value, false)
            .map(|readings| (TextSlice::new(key, slice.start), readings))
    };
    gaps.filter_map(found).last().map(|(key, readings)| readings.report(key, true))
}

/// Whether a text under `endings` has two readings, or would have if its words were spelt right: no fix is certain
/// then.
pub(super) fn may_have_two_readings(section: Section, text: &str) -> bool {
    let Some((key, value)) = text.split_once(':') else {
        let mut gaps = text.match_indices(' ').map(|(gap, _)| text.split_at(gap));
        let is_meant = |(key, value)| readings(key, value, true).is_some() && result(value).is_of_a_side();
        return section == Section::Endings && gaps.any(is_meant);
    };
    match section {
        Section::Endings => readings(key, value, true).or_else(|| readings(value, key, true)).is_some(),
        Section::Test if key.trim() == "expect" => {
            let expected = value.trim().strip_prefix("not ").unwrap_or(value);
            split_side(expected).is_some_and(|(side, _)| side.is_some()) && readings(expected, "draw", true).is_some()
        }
        Section::Facts | Section::Men | Section::Regions | Section::Setup | Section::Rules | Section::Test => false,
    }
}

impl Readings {
    fn report(self, written: TextSlice<'_>, is_line: bool) -> Diagnostic {
        let [(one, of_one), (other, of_other)] = self.ways;
        let message = format!("`{}` says not whose it is", self.noun);
        let help = format!("write `{one}`, where {of_one}; or `{other}`, where {of_other}{}", self.more);
        let label = if is_line { "the result depends on the side" } else { "of which side?" };
        Diagnostic::error(Code::VariantTwoReadings, written.span(), message).label(label).help(help)
    }
}

impl ResultOf {
    const fn is_of_a_side(self) -> bool {
        matches!(self, Self::OfOne { .. } | Self::Won(_))
    }
}

/// The readings of a condition before a result. A `rough` one may be misspelt, and so may the result.
fn readings(key: &str, value: &str, rough: bool) -> Option<Readings> {
    let (side, phrase) = split_side(key)?;
    let (phrase, turn, setups) = split_options(&phrase);
    let words = |phrase: &str| phrase.split([',', '/', '&']).flat_map(split_conjunctions).collect::<Vec<_>>();
    let parts = if find_noun(&phrase, false).is_some() { vec![phrase.clone()] } else { words(&phrase) };
    let (noun, found, hole) = parts.iter().find_map(|part| {
        let (noun, hole) = find_noun(part, rough)?;
        Some((part.clone(), noun, hole))
    })?;
    let result = result(value);
    let is_sided = side.is_some() || turn.is_some();
    let (winner, hundredths) = match result {
        ResultOf::OfBoth if !is_sided => return None,
        ResultOf::Unknown if !rough && !is_sided => return None,
        ResultOf::OfOne { wins, hundredths } => (Some(wins), hundredths),
        ResultOf::OfBoth | ResultOf::Won(_) | ResultOf::Unknown => (None, None),
    };
    // `not to move` names the side of a repetition.
    if found.condition.ends_with("to move") && turn.is_some() {
        return None;
    }
    let condition = match hole.as_deref() {
        Some("1") => found.condition.replacen('*', "1", 1).replacen("checks", "check", 1),
        hole => found.condition.replacen('*', hole.unwrap_or("3"), 1),
    };
    let of = |side: Option<Side>| side.map_or_else(String::new, |side| format!("{} ", side.to_string().to_lowercase()));
    let turn_of = |turned: bool| match turn {
        None => "",
        Some(to_move) if to_move != turned => ", to move",
        Some(_) => ", not to move",
    };
    let score = |hundredths: Option<u8>, turned: bool| {
        let own = |hundredths: u8| if turned { 100 - hundredths.min(100) } else { hundredths };
        hundredths.map_or_else(String::new, |hundredths| format!(" {}", Worth::decimal(own(hundredths))))
    };
    let word = |wins: bool| if wins { "wins" } else { "loses" };
    let line = |side: Option<Side>, turned: bool, result: String| {
        format!("{}{condition}{}{setups}: {result}", of(side), turn_of(turned))
    };
    let (subject, outcome) = match (side, result, winner) {
        (Some(side), ..) | (None, ResultOf::Won(side), _) => (side.to_string(), String::new()),
        (None, _, Some(wins)) => ("the side that".to_owned(), format!(" {}", word(wins))),
        (None, ..) => ("the side that".to_owned(), String::new()),
    };
    let says = |words: &str| format!("{subject} {words}{outcome}");
    let (one, other) = match (result, winner) {
        (ResultOf::Won(winner), _) => {
            let side = side.unwrap_or(winner);
            let result = if side == winner { "wins" } else { "loses" };
            let opposite = if side == winner { "loses" } else { "wins" };
            (line(Some(side), false, result.to_owned()), line(Some(!side), true, opposite.to_owned()))
        }
        (_, Some(wins)) => {
            let own = word(wins).to_owned() + &score(hundredths, false);
            let others = word(!wins).to_owned() + &score(hundredths, true);
            (line(side, false, own), line(side.map(|side| !side), true, others))
        }
        _ => {
            let written = value.trim();
            (line(side, false, written.to_owned()), line(side.map(|side| !side), true, written.to_owned()))
        }
    };
    let is_capture = found.written.iter().any(|written| written.contains("capture"));
    let more = if is_capture { "; a royal man is never captured: leave `royal` out of its line" } else { "" };
    Some(Readings { noun, ways: [(one, says(found.of_side)), (other, says(found.of_opponent))], more })
}

/// The side that a condition begins with, and the words behind it; `None` if it is of both sides.
fn split_side(key: &str) -> Option<(Option<Side>, String)> {
    let words = key.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let lower = words.to_ascii_lowercase();
    let after =
        |beginnings: &[&str]| beginnings.iter().find_map(|beginning| lower.strip_prefix(beginning)).map(str::len);
    let rest = |length: usize| words[words.len() - length..].to_owned();
    if after(&["both "]).is_some() {
        return None;
    }
    let sides = [(Side::White, ["white ", "white's "]), (Side::Black, ["black ", "black's "])];
    let found = sides.into_iter().find_map(|(side, words)| Some((Some(side), rest(after(&words)?))));
    Some(found.unwrap_or((None, words)))
}

/// The words of a condition without the options behind commas: the side to move (`true`, that of the condition), and
/// the setups.
fn split_options(phrase: &str) -> (String, Option<bool>, String) {
    let (phrase, setups) = match phrase.find(", in setup ") {
        Some(start) => phrase.split_at(start),
        None => (phrase, ""),
    };
    let strip = |suffix: &str| phrase.strip_suffix(suffix).map(|rest| rest.trim_end_matches([',', ' ']).to_owned());
    let (phrase, turn) = match (strip("not to move"), strip("to move")) {
        (Some(rest), _) => (rest, Some(false)),
        (None, Some(rest)) => (rest, Some(true)),
        (None, None) => (phrase.to_owned(), None),
    };
    (phrase, turn, setups.to_owned())
}

/// The conditions that `or` or `and` joins, without articles.
fn split_conjunctions(phrase: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for word in phrase.split_ascii_whitespace() {
        match (word, parts.last_mut()) {
            ("or" | "and", _) => parts.push(String::new()),
            ("a" | "an" | "the" | "by", Some(part)) if part.is_empty() => {}
            (_, Some(part)) => {
                part.extend(if part.is_empty() { None } else { Some(' ') });
                part.push_str(word);
            }
            (_, None) => {}
        }
    }
    parts
}

/// The noun of a phrase, with the text of its `*`. A `rough` one may be misspelt.
fn find_noun(phrase: &str, rough: bool) -> Option<(&'static Noun, Option<String>)> {
    let all = || NOUNS.iter().flat_map(|noun| noun.written.iter().map(move |written| (noun, *written)));
    let mut spellings = all().filter_map(|(noun, written)| Some((noun, match_noun(phrase, written)?)));
    let exact = spellings.next().map(|(noun, hole)| (noun, Some(hole).filter(|hole| !hole.is_empty())));
    if exact.is_some() || !rough {
        return exact;
    }
    // A word that is nearer to one that names the side of the condition is read as that.
    let (lower, hole) = with_hole(&phrase.to_ascii_lowercase());
    let most = (lower.len() / 4).max(1);
    let near = |written: &str| Some(osa_distance(&lower, written)).filter(|distance| *distance <= most);
    let participle = PARTICIPLES.iter().filter_map(|written| near(written)).min();
    // A number is no slip for a word.
    let has_number = |written: &str| hole.is_none() || written.contains('*') && !written.contains("capture");
    let nearest = all().filter(|(_, written)| has_number(written));
    let nearest =
        nearest.filter_map(|(noun, written)| Some((near(written)?, noun))).min_by_key(|(distance, _)| *distance);
    let (distance, noun) = nearest?;
    // The number of a phrase is no man.
    let is_of_men = noun.condition == "no *";
    let is_near = participle.is_none_or(|participle| participle > 0 && distance <= participle);
    (is_near && !(is_of_men && hole.is_some())).then_some((noun, hole))
}

/// A phrase with a `*` for its first number, and the number.
fn with_hole(phrase: &str) -> (String, Option<String>) {
    match phrase.split_ascii_whitespace().find_map(|word| Some((word, number(word)?))) {
        Some((word, number)) => (phrase.replacen(word, "*", 1), Some(number)),
        None => (phrase.to_owned(), None),
    }
}

/// The text of a spelling's `*`, if a phrase has that spelling; empty without a `*`.
fn match_noun(phrase: &str, written: &str) -> Option<String> {
    let Some((before, behind)) = written.split_once('*') else {
        return phrase.eq_ignore_ascii_case(written).then(String::new);
    };
    let starts = phrase.get(..before.len())?.eq_ignore_ascii_case(before);
    let end = phrase.len().checked_sub(behind.len()).filter(|end| *end >= before.len())?;
    let ends = phrase.get(end..)?.eq_ignore_ascii_case(behind);
    let hole = phrase.get(before.len()..end).filter(|_| starts && ends)?.trim();
    let is_man_wanted = written.contains("capture");
    if is_man_wanted { man(hole) } else { number(hole) }
}

/// A number in digits or words.
fn number(word: &str) -> Option<String> {
    let word = word.to_ascii_lowercase();
    let is_digits = !word.is_empty() && word.len() < 6 && word.bytes().all(|byte| byte.is_ascii_digit());
    let named = || (1..=12_u64).find(|&count| prose::number(count) == word || prose::ordinal(count as u32) == word);
    if is_digits { Some(word) } else { named().map(|count| count.to_string()) }
}

/// A man by its letter, or by its name in chess.
fn man(word: &str) -> Option<String> {
    let word = word.strip_prefix("the ").unwrap_or(word);
    let lower = word.to_ascii_lowercase();
    let singular = lower.strip_suffix("'s").or(lower.strip_suffix('s')).unwrap_or(&lower);
    let named = MEN.iter().find(|(name, _)| *name == singular).map(|(_, letter)| (*letter).to_owned());
    let is_letter = word.bytes().any(|byte| byte.is_ascii_uppercase()) && word.len() <= 2;
    named.or_else(|| is_letter.then(|| word.to_owned()))
}

/// The name that the man of a letter has in chess.
pub(super) fn usual_name(symbol: &str) -> Option<&'static str> {
    MEN.iter().find(|(_, letter)| *letter == symbol).map(|(name, _)| *name)
}

/// Sides that a result names, in the words of the language or in others.
fn result(value: &str) -> ResultOf {
    let lower = value.trim().to_ascii_lowercase();
    let words: Vec<&str> = lower.split([' ', ',', '(']).filter(|word| !word.is_empty()).collect();
    let wins = |word: &str| match word {
        "wins" | "win" | "won" | "victory" | "winner" | "winning" => Some(true),
        "loses" | "lose" | "loose" | "looses" | "lost" | "loss" | "defeat" | "loser" | "losing" => Some(false),
        _ => None,
    };
    match words.as_slice() {
        [
            "none" | "draw" | "draws" | "drawn" | "tie" | "more" | "fewer" | "½" | "1/2" | "1/2-1/2" | "inherited"
            | "claimable",
            ..,
        ] => ResultOf::OfBoth,
        ["white" | "w" | "1-0"] => ResultOf::Won(Side::White),
        ["black" | "b" | "0-1"] => ResultOf::Won(Side::Black),
        [side @ ("white" | "black"), word, ..] => match (wins(word), *side == "white") {
            (Some(true), true) | (Some(false), false) => ResultOf::Won(Side::White),
            (Some(_), _) => ResultOf::Won(Side::Black),
            (None, _) => ResultOf::Unknown,
        },
        ["a" | "the" | "player" | "mover" | "opponent" | "side", .., word] if wins(word).is_some() => {
            ResultOf::OfOne { wins: wins(word).unwrap_or_default(), hundredths: None }
        }
        [word, rest @ ..] => match wins(word) {
            Some(wins) => {
                let score: Option<f64> = rest.first().and_then(|score| score.parse().ok());
                let hundredths = score.map(|score| (score * 100.0).round() as u8);
                ResultOf::OfOne { wins, hundredths }
            }
            None => ResultOf::Unknown,
        },
        [] => ResultOf::Unknown,
    }
}
