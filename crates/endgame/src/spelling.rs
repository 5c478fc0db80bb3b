//! Men of an ending in the spellings of other programs and of people, `KQvKR`, `K+Q:K+R`, `king and queen against king and rook`.

use weakfish::engine::Game;
use weakfish::geometry::Side;
use weakfish::model::Variant;

use crate::men::Men;
use crate::selection::Selection;

/// Separators of White's men and Black's, longer ones first.
const SEPARATORS: [&str; 13] = ["against", "versus", "vs.", "vs", "v.", "v", "V", "x", "-", "\u{2013}", ":", "/", "|"];

/// Characters between the men of a side.
const GAPS: [char; 5] = [' ', '+', ',', '&', '\t'];

/// Most bytes of a text that is read so; a longer one has too many men.
const MAX_BYTES: usize = 200;

impl Selection {
    /// Finds the possible meanings of a text in another spelling than [`Selection::text`], each in that spelling.
    ///
    /// ```
    /// use weakfish::{BuiltIns, builtin, load};
    /// use weakfish_endgame::Selection;
    ///
    /// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
    /// assert_eq!(Selection::respelled(&game, "KQvKR"), ["K Q v K R"]);
    /// ```
    pub fn respelled(game: &Game, text: &str) -> Vec<String> {
        let variant = game.variant();
        let text = text.trim();
        let mut found = Vec::new();
        if text.len() > MAX_BYTES {
            return found;
        }
        let mut splits: Vec<(&str, &str)> = Vec::new();
        for (at, _) in text.char_indices() {
            if let Some(separator) = SEPARATORS.iter().find(|separator| text[at..].starts_with(*separator)) {
                splits.push((&text[..at], &text[at + separator.len()..]));
            }
        }
        // The second king begins Black's men, as in `KQKR`.
        let is_royal = |text: &str| {
            let mut royals = variant.kinds().filter(|(_, kind)| kind.royal && kind.sides[Side::Black]);
            royals.any(|(_, kind)| text.starts_with(&kind.symbol))
        };
        let of_royals = text.char_indices().skip(1).filter(|(at, _)| is_royal(&text[*at..]));
        splits.extend(of_royals.map(|(at, _)| text.split_at(at)));
        for (white, black) in splits {
            for white in men_words(variant, Side::White, white) {
                for black in men_words(variant, Side::Black, black) {
                    let spelled = format!("{} v {}", white.join(" "), black.join(" "));
                    if Self::parse_exactly(game, &spelled).is_ok() && !found.contains(&spelled) {
                        found.push(spelled);
                    }
                }
            }
        }
        found
    }
}

/// The readings of a text as men of a side, each a list of symbols with states.
fn men_words(variant: &Variant, side: Side, text: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    read_men(variant, side, text, &mut Vec::new(), &mut found);
    found
}

/// Reads the next man of a text in each way, and those behind it.
fn read_men(variant: &Variant, side: Side, text: &str, men: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    let rest = text.trim_start_matches(GAPS);
    let rest = rest.strip_prefix("and ").unwrap_or(rest);
    if rest.is_empty() {
        if !men.is_empty() {
            found.push(men.clone());
        }
        return;
    }
    if men.len() > Men::MAX {
        return;
    }
    // A plus stands between men, or begins the symbol of one.
    let promoted = text.find('+').filter(|&at| text[..at].trim_start_matches(GAPS).is_empty()).map(|at| &text[at..]);
    for start in [Some(rest), promoted].into_iter().flatten() {
        let (count, start) = match start.chars().next().and_then(|digit| digit.to_digit(10)) {
            Some(count @ 1..) => (count as usize, &start[1..]),
            _ => (1, start),
        };
        for (symbol, length) in symbols_at(variant, side, start) {
            let behind = &start[length..];
            let braces = if behind.starts_with('{') { behind.find('}').map_or(0, |end| end + 1) } else { 0 };
            let before = men.len();
            men.extend(std::iter::repeat_n(format!("{symbol}{}", &behind[..braces]), count));
            read_men(variant, side, &behind[braces..], men, found);
            men.truncate(before);
        }
    }
}

/// The symbols or names of a side's men at the start of a text, in either case, with their bytes.
fn symbols_at<'v>(variant: &'v Variant, side: Side, text: &str) -> Vec<(&'v str, usize)> {
    let word = text.find(|char: char| !char.is_ascii_alphabetic()).unwrap_or(text.len());
    let own = || variant.kinds().filter(|(_, kind)| kind.sides[side]).map(|(_, kind)| kind);
    if let Some(kind) = own().find(|kind| kind.name.eq_ignore_ascii_case(&text[..word]) && word > 1) {
        return vec![(&kind.symbol, word)];
    }
    let begins = |symbol: &str| text.get(..symbol.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(symbol));
    own().filter(|kind| begins(&kind.symbol)).map(|kind| (kind.symbol.as_str(), kind.symbol.len())).collect()
}
