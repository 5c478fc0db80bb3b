//! Diagnostics for tokens that have no meaning in Betza notation or at this place: the reason, and the correct text.

#![allow(clippy::wildcard_enum_match_arm, reason = "the grammar has hundreds of rules, which pest declares")]

use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::source::Span;
use weakfish_grammar::betza::Rule;

/// Returns the diagnostic for a token that can't stand in a movement, with the correct text.
pub(super) fn token_error(rule: Rule, span: Span, text: &str) -> Diagnostic {
    if let Some(leap) = (rule == Rule::group).then(|| misspelt_leap_error(span, text)).flatten() {
        return leap;
    }
    let error = |code, message: &str, label: &str| Diagnostic::error(code, span, message).label(label);
    match rule {
        Rule::bare_letters => bare_letters_error(span, text),
        Rule::destroying => error(Code::BetzaOwnCapture, "a man can't capture men of its own side", "`d` would")
            .help("write `c` to capture enemy men; men that die beside a capture are a property, `when capturing destroys own men next to it`"),
        Rule::taming => error(Code::BetzaLetterT, "`t` stands only right before a bracket", "not here")
            .help("for a leg that may stop before the next one write `t[FR]` or `[F?R]`"),
        Rule::unloading => error(Code::BetzaUnload, "a man can't put down what it has captured", "`u` would")
            .help("leave it out; a captured man leaves the game"),
        Rule::inducing => error(Code::BetzaInducedMove, "a man can't lend its moves to others", "`x` would")
            .help("leave it out, and write the moves with the man that makes them"),
        Rule::royal_capture => {
            error(Code::BetzaKingCapture, "a movement doesn't say which kinds it captures", "`k` would")
                .help("in a definition write the property `captures only K` after the movement")
        }
        Rule::braces => error(Code::BetzaBraces, "conditions in braces belong to another dialect", "not read")
            .help("write hoppers with `p`, `g` or `j`, or as a path, such as `[pR-R]`"),
        Rule::placeholder => error(Code::BetzaPlaceholder, "a movement has no placeholders", "not read")
            .help("write the number, as in `W3`"),
        Rule::castling => {
            error(Code::BetzaCastlingAtom, "castling is a rule of the game, not a movement", "`O` is castling")
                .help(match text.trim_start_matches('O').parse::<u8>() {
                    Ok(steps) if steps > 0 => {
                        format!("in a definition write `castling: K {steps} toward R, R to the last square K crossed` among the rules")
                    }
                    _ => "in a definition write `castling: K 2 toward R, R to the last square K crossed` among the rules".to_owned(),
                })
        }
        Rule::imitator => error(Code::BetzaImitator, "a man can't imitate the last move", "`I` would")
            .help("write the moves that it makes; the letter for a first move is the small `i`"),
        Rule::leap_suffix => error(
            Code::BetzaLeapSuffix,
            "a letter after an atom doesn't lengthen its leap",
            "in other dialects `X` and `Y` do",
        )
        .help("write the leap by its length, as in `(4,1)`"),
        Rule::drop => {
            error(Code::BetzaDrop, "captured men don't return to the game", "`@` is a drop").help("leave it out")
        }
        Rule::group if text.starts_with('(') && text.contains(|c: char| c.is_ascii_digit()) => {
            error(Code::BetzaTuple, "this leap is misspelt", "neither a leap nor a bracket")
                .help("write two numbers, as in `(4,1)`")
        }
        Rule::group => error(Code::BetzaGroup, "parentheses don't group", "not read")
            .help("write a path in brackets, as in `[F?R]`; a range goes with an atom, as in `W3`")
            .propose(text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).map(|inside| Edit::new(span, inside))),
        Rule::range_modifier => error(
            Code::BetzaRangeLetters,
            "letters stand before an atom, not before its range",
            "an atom is missing between them",
        )
        .help("put the letters before the atom, as in `cR4`, and write bends as a path, as in `[F?R]`"),
        Rule::phases => {
            error(Code::BetzaPhases, "a man has one movement, not one for each phase", "a new phase would start here")
                .help("make each phase a kind of its own that promotes to the next")
        }
        Rule::bare_range => error(Code::BetzaLooseNumber, "a range with two ends stands in brackets", "its second end")
            .help("write both ends in brackets, as in `N[3-5]`; for an exact number write `N-3`"),
        Rule::outside_joint => {
            error(Code::BetzaJointOutsideBracket, "legs are joined inside a bracket", "there is none here")
                .help("write `[W-F]` for W and then F, `[F?R]` if it may also stop on the way")
        }
        Rule::loose_number => error(
            Code::BetzaLooseNumber,
            "a range stands right after an atom",
            "this one has none, or the atom has its range already",
        )
        .help("write one range for each atom, as in `W3`"),
        Rule::unopened => {
            error(Code::BetzaUnopenedBracket, "this closes nothing", "no bracket is open here").help("leave it out")
        }
        Rule::nested => error(Code::BetzaNestedBracket, "brackets don't nest", "the second one")
            .help("write all legs in one bracket, as in `[W-F?R]`"),
        _ => unknown_token_error(span, text),
    }
}

/// The error of small letters after which there is no leap.
fn bare_letters_error(span: Span, text: &str) -> Diagnostic {
    /// The maximal number of letters quoted in the message.
    const MAX_QUOTED_LETTERS: usize = 8;
    let named = (1..=MAX_QUOTED_LETTERS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_lowercase());
    let letters = match (named, text.len()) {
        (true, 1) => format!("the letter `{text}` says"),
        (true, _) => format!("the letters `{text}` say"),
        _ => "these letters say".to_owned(),
    };
    // Letters for longer ways have no meaning in a single step.
    let example = if named && text.bytes().all(|byte| b"fblrvsmc".contains(&byte)) { text } else { "m" };
    Diagnostic::error(Code::BetzaMissingAtom, span, format!("{letters} how a man leaps, and no leap follows"))
        .label("a capital letter is missing after this")
        .help(format!("write the leap, as in `{example}W`, or leave the small letters out"))
}

/// The error of a movement's name behind modifier letters.
pub(super) fn named_movement_error(letters: &str, name: &str, movement: &str) -> Diagnostic {
    let written = format!("{letters}{movement}");
    let end = letters.len() + name.len();
    let span = Span::new(letters.len(), end);
    Diagnostic::error(Code::BetzaUnknownLetter, span, format!("`{name}` is a name, not Betza notation"))
        .label("a word")
        .help(format!("write `{written}`"))
        .edit(Span::new(0, end), written)
}

/// The error of a leap whose numbers can be read, although they are written otherwise.
fn misspelt_leap_error(span: Span, text: &str) -> Option<Diagnostic> {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty());
    let (first, second) = (numbers.next()?, numbers.next().filter(|_| numbers.next().is_none())?);
    let leap = format!("({first},{second})");
    let misspelt = Diagnostic::error(Code::BetzaTuple, span, "this leap is misspelt");
    Some(misspelt.label("neither a leap nor a bracket").help(format!("write `{leap}`")).edit(span, leap))
}

/// The error of a character that means nothing in Betza notation: a blank, a letter of another dialect, a sign.
pub(super) fn unknown_token_error(span: Span, text: &str) -> Diagnostic {
    if text.chars().all(char::is_whitespace) {
        return Diagnostic::error(Code::BetzaBlank, span, "a movement is one word")
            .label("a blank")
            .help("leave it out; parts that turn on their own have names and `+` between them in a definition");
    }
    if matches!(text, ";" | "." | ",") {
        return Diagnostic::error(Code::BetzaUnknownLetter, span, format!("`{text}` is no part of a movement"))
            .label("behind it")
            .help("leave it out")
            .edit(span, "");
    }
    let help = match text.trim_end_matches(|c: char| c.is_ascii_digit()) {
        "E" => "in some programs the compound of rook and knight; write `RN`",
        "M" => "in some programs the compound of ferz and camel; write `FC`",
        "S" => "in some programs the compound of ferz and dabbaba; write `FD`",
        "T" => "in some programs the leap (3,3); write `G`",
        "P" => "a pawn is `mfWcfF`",
        "w" => "the wazir's step is the capital `W`",
        "*" | "∞" => {
            "write `0` after an atom for a range without end, as in `W0`; for a first move as far as the middle of the board, `*` in Interactive Diagrams, a definition has `long step of P`"
        }
        "X" | "Y" => {
            "the atoms are W F D N A H C Z G K Q R B; a leap that has no letter is written by its length, as in `(4,1)`"
        }
        "|" | "/" | "+" => "leave it out: movements that stand side by side are all the man's own, as in `RN`",
        _ => {
            "the atoms are W F D N A H C Z G K Q R B and leaps such as `(4,1)`; the letters before them f b l r v s h m c e i o n j p g q z"
        }
    };
    // A help that ends with one text names what other programs call so.
    let meant = help.strip_suffix('`').and_then(|help| help.rsplit_once("write `")).map(|(_, meant)| meant);
    let letter = Span::new(span.start, span.start + text.trim_end_matches(|c: char| c.is_ascii_digit()).len());
    Diagnostic::error(Code::BetzaUnknownLetter, span, format!("`{text}` means nothing in Betza notation"))
        .label("unknown")
        .help(help)
        .propose(meant.map(|meant| Edit::new(letter, meant)))
}
