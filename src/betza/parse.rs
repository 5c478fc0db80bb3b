//! Parses a text into its tree.
//!
//! The grammar is `grammar/betza.pest`, with comments on every token. The parser never gives up: it reports each term
//! that it can't read at its place, and the other terms are still in the tree.

#![allow(clippy::wildcard_enum_match_arm, reason = "the grammar has hundreds of rules, which pest declares")]

use pest::Parser;
use pest::iterators::Pair;

use super::token_errors;
use super::tree::{Atom, Body, BracketLeg, Joint, Modifiers, Range, RangedAtom, Stride, Term};
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::prose::movement_named;
use crate::source::{Span, Spanned};
use weakfish_grammar::betza::{Grammar, Rule};

/// The most bytes of a string.
const MAX_BYTES: usize = 2000;

/// The highest number in a range.
const MAX_RANGE: u8 = 99;

/// Reads a Betza string as terms, with diagnostics about its spelling.
///
/// Terms that can't be read are left out, each with an error. The places of diagnostics are bytes of
/// `text`.
pub(super) fn parse(text: &str) -> (Vec<Term>, Vec<Diagnostic>) {
    let whole = Span::new(0, text.len());
    let refused = |refusal: Diagnostic| (Vec::new(), vec![refusal]);
    if text.is_empty() {
        let empty = Diagnostic::error(Code::BetzaEmpty, whole, "a movement is missing");
        return refused(empty.label("nothing is written here").help("write at least one atom, such as `W`"));
    }
    if text.len() > MAX_BYTES {
        let long = Diagnostic::error(Code::BetzaTooComplex, whole, "this string is too long");
        let label = format!("{} bytes; {MAX_BYTES} are the most", text.len());
        return refused(long.label(label).help("leave out terms that say nothing more"));
    }
    if let Some(refusal) = find_piece_name(text) {
        return refused(refusal);
    }
    let mut reader = TreeBuilder::default();
    let mut terms = Vec::new();
    match Grammar::parse(Rule::betza, text) {
        Ok(pairs) => {
            for pair in pairs.flat_map(Pair::into_inner) {
                match pair.as_rule() {
                    Rule::EOI => {}
                    Rule::term => terms.extend(reader.build_term(pair)),
                    Rule::bare_letters => reader.report_bare_letters(&pair),
                    _ => reader.report_meaningless(&pair),
                }
            }
        }
        Err(error) => {
            let at = match error.location {
                pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => at,
            };
            reader
                .diagnostics
                .push(token_errors::unknown_token_error(Span::new(at, text.len()), text.get(at..).unwrap_or(text)));
        }
    }
    (terms, reader.diagnostics)
}

/// A diagnostic for a movement that ends with a name, as `bishop` and `fBishop` do.
fn find_piece_name(text: &str) -> Option<Diagnostic> {
    /// The longest name has as many letters.
    const MAX_NAME_BYTES: usize = 12;
    let first = text.len().saturating_sub(MAX_NAME_BYTES);
    (first..text.len()).filter_map(|at| Some((text.get(..at)?, text.get(at..)?))).find_map(|(letters, name)| {
        let movement = movement_named(&name.to_ascii_lowercase())?;
        letters
            .bytes()
            .all(|byte| byte.is_ascii_lowercase())
            .then(|| token_errors::named_movement_error(letters, name, movement))
    })
}

/// Builds the tree from the pairs of the pest parser, and reports pairs without a meaning.
#[derive(Default)]
struct TreeBuilder {
    diagnostics: Vec<Diagnostic>,
}

/// The place of a pair.
fn span_of(pair: &Pair<'_, Rule>) -> Span {
    Span::new(pair.as_span().start(), pair.as_span().end())
}

impl TreeBuilder {
    /// Reports a token without a meaning.
    fn report_meaningless(&mut self, pair: &Pair<'_, Rule>) {
        let before = pair.get_input().as_bytes()[..pair.as_span().start()].last();
        // A suffix that lengthens leaps is meaningless behind a rider, or alone.
        let rule = pair.as_rule();
        let lengthens = before.is_some_and(|atom| b"WFDNAHCZGLJ)".contains(atom));
        self.diagnostics.push(if rule == Rule::leap_suffix && !lengthens {
            token_errors::unknown_token_error(span_of(pair), pair.as_str())
        } else {
            token_errors::token_error(rule, span_of(pair), pair.as_str())
        });
    }

    /// Adds an error with a label and a help.
    fn report_error(&mut self, code: Code, span: Span, message: &str, label: &str, help: &str) {
        self.diagnostics.push(Diagnostic::error(code, span, message).label(label).help(help));
    }

    /// Builds a term, unless a part is refused.
    fn build_term(&mut self, pair: Pair<'_, Rule>) -> Option<Term> {
        let span = span_of(&pair);
        let mut prefixes = Vec::new();
        let mut body = None;
        let mut whole = true;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::prefix => match self.build_prefix(part) {
                    Some(prefix) => prefixes.push(prefix),
                    None => whole = false,
                },
                Rule::and_then => {}
                Rule::ranged_atom => body = self.build_ranged_atom(part).map(Body::Atom),
                Rule::bracket | Rule::marked_bracket => body = self.build_bracket(part).map(Body::Bracket),
                _ => self.report_meaningless(&part),
            }
        }
        let body = body?;
        whole.then_some(Term { span, prefixes, body })
    }

    /// Builds the letters before an atom or bracket; `None` if one has no meaning there.
    fn build_prefix(&mut self, pair: Pair<'_, Rule>) -> Option<Modifiers> {
        let mut prefix = Modifiers { span: span_of(&pair), letters: Vec::new() };
        let mut whole = true;
        for part in pair.into_inner() {
            if let Some(letter) = modifier_letter(&part) {
                prefix.letters.push(Spanned::new(letter, span_of(&part)));
            } else {
                self.report_meaningless(&part);
                whole = false;
            }
        }
        whole.then_some(prefix)
    }

    /// Refuses letters without an atom; or only those among them without meaning, as the likelier mistake.
    fn report_bare_letters(&mut self, pair: &Pair<'_, Rule>) {
        let meaningless = |part: &Pair<'_, Rule>| modifier_letter(part).is_none() && part.as_rule() != Rule::and_then;
        let meaningless: Vec<_> = pair.clone().into_inner().filter(meaningless).collect();
        for part in if meaningless.is_empty() { std::slice::from_ref(pair) } else { &meaningless } {
            self.report_meaningless(part);
        }
        // Behind the only atom, they are perhaps meant before it.
        let (atom, letters) = (pair.get_input().get(..pair.as_span().start()).unwrap_or_default(), pair.as_str());
        let is_one =
            atom.starts_with(|c: char| c.is_ascii_uppercase()) && atom[1..].bytes().all(|byte| byte.is_ascii_digit());
        if let Some(told) = self.diagnostics.pop_if(|told| is_one && told.code == Code::BetzaMissingAtom) {
            let turned = Edit::new(Span::new(0, pair.as_span().end()), format!("{letters}{atom}"));
            self.diagnostics.push(told.propose(Some(turned)));
        }
    }

    /// Builds an atom with its range.
    fn build_ranged_atom(&mut self, pair: Pair<'_, Rule>) -> Option<RangedAtom> {
        let mut parts = pair.into_inner();
        let first = parts.next()?;
        let span = span_of(&first);
        let atom = self.build_atom(first);
        let range = match parts.next() {
            None => None,
            Some(part) => Some(Spanned::new(self.build_range(&part)?, span_of(&part))),
        };
        Some(RangedAtom { span, atom: atom?, range })
    }

    /// Builds an atom: a letter or a tuple.
    fn build_atom(&mut self, pair: Pair<'_, Rule>) -> Option<Atom> {
        let (span, written) = (span_of(&pair), pair.as_str());
        let (stride, usual) = match written {
            "W" => (Stride::Leap(1, 0), Range::ONCE),
            "F" => (Stride::Leap(1, 1), Range::ONCE),
            "D" => (Stride::Leap(2, 0), Range::ONCE),
            "N" => (Stride::Leap(2, 1), Range::ONCE),
            "A" => (Stride::Leap(2, 2), Range::ONCE),
            "H" => (Stride::Leap(3, 0), Range::ONCE),
            "C" | "L" => (Stride::Leap(3, 1), Range::ONCE),
            "Z" | "J" => (Stride::Leap(3, 2), Range::ONCE),
            "G" => (Stride::Leap(3, 3), Range::ONCE),
            "K" => (Stride::King, Range::ONCE),
            "Q" => (Stride::King, Range::UNLIMITED),
            "R" => (Stride::Leap(1, 0), Range::UNLIMITED),
            "B" => (Stride::Leap(1, 1), Range::UNLIMITED),
            "U" => (Stride::Anywhere, Range::ONCE),
            "WX" => (Stride::Leap(4, 0), Range::ONCE),
            "FX" => (Stride::Leap(4, 1), Range::ONCE),
            "AX" => (Stride::Leap(4, 2), Range::ONCE),
            "GX" => (Stride::Leap(4, 3), Range::ONCE),
            "DX" => (Stride::Leap(5, 0), Range::ONCE),
            "NX" => (Stride::Leap(5, 1), Range::ONCE),
            "ZX" => (Stride::Leap(5, 2), Range::ONCE),
            "HX" => (Stride::Leap(6, 0), Range::ONCE),
            "CX" => (Stride::Leap(6, 1), Range::ONCE),
            _ => (self.build_tuple(pair)?, Range::ONCE),
        };
        let atom = Atom { stride, usual };
        if matches!(written, "L" | "J") {
            let modern = atom.to_string();
            let message = format!("`{written}` is read as `{modern}`");
            let warning = Diagnostic::warning(Code::BetzaOlderLetter, span, message)
                .label(format!("some programs read it as `{}`", if modern == "C" { "Z" } else { "C" }))
                .help(format!("write `{modern}`, which means the same to everyone"));
            self.diagnostics.push(warning.edit(span, modern));
        }
        Some(atom)
    }

    /// Builds a leap by its two distances, such as `(4,1)`.
    fn build_tuple(&mut self, pair: Pair<'_, Rule>) -> Option<Stride> {
        let whole = span_of(&pair);
        let mut sides = [0; 2];
        for (side, part) in sides.iter_mut().zip(pair.into_inner()) {
            *side = self.parse_number(span_of(&part), part.as_str(), 15)?;
        }
        let [x, y] = sides;
        if (x, y) == (0, 0) {
            let (message, label) = ("a leap goes somewhere", "this one stays where it is");
            self.report_error(Code::BetzaNullLeap, whole, message, label, "give it a length, as in `(4,1)`");
            return None;
        }
        Some(Stride::Leap(x.max(y), x.min(y)))
    }

    /// Builds the range of an atom: how many leaps it may make.
    fn build_range(&mut self, pair: &Pair<'_, Rule>) -> Option<Range> {
        let whole = span_of(pair);
        let mut numbers = Vec::new();
        for part in pair.clone().into_inner() {
            numbers.push(self.parse_number(span_of(&part), part.as_str(), MAX_RANGE)?);
        }
        match (pair.as_rule(), numbers.as_slice()) {
            (Rule::rider, _) | (Rule::at_most, [0]) => Some(Range::UNLIMITED),
            (Rule::at_most, &[most]) => Some(Range { least: 1, most: Some(most) }),
            (Rule::exactly, &[times]) if times > 0 => Some(Range { least: times, most: Some(times) }),
            (Rule::from_to, &[least, 0]) if least > 0 => Some(Range { least, most: None }),
            (Rule::from_to, &[least, most]) if least > 0 && least <= most => Some(Range { least, most: Some(most) }),
            (Rule::zero_led, _) => {
                let help = match pair.as_str().trim_start_matches('0') {
                    "" => "`0` means any number of leaps".to_owned(),
                    digits => format!("write `-{digits}` for exactly {digits}, `{digits}` for up to {digits}"),
                };
                let (message, label) = ("a range doesn't begin with 0", "is this exactly, or at most?");
                self.report_error(Code::BetzaZeroLedRange, whole, message, label, &help);
                None
            }
            _ => {
                let help = "write the fewest leaps first, at least 1, as in `[2-4]`; `[2-0]` is two or more";
                let turned = match numbers[..] {
                    [most, least] if least > 0 && least < most => Some(Edit::new(whole, format!("[{least}-{most}]"))),
                    _ => None,
                };
                let empty = Diagnostic::error(Code::BetzaEmptyRange, whole, "this range is empty");
                let empty = empty.label("no number of leaps is in it").help(help);
                self.diagnostics.push(empty.propose(turned));
                None
            }
        }
    }

    /// Parses a number up to a limit, and reports a larger one.
    fn parse_number(&mut self, span: Span, digits: &str, most: u8) -> Option<u8> {
        let number = digits.parse::<u8>().ok().filter(|&number| number <= most);
        if number.is_none() {
            let (message, label) = ("this number is larger than any board", format!("at most {most}"));
            self.report_error(Code::BetzaLargeNumber, span, message, &label, "boards have at most 16 files and ranks");
        }
        number
    }

    /// Builds the ways of a bracket, each a list of legs; `None` if any part is refused.
    fn build_bracket(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<Vec<BracketLeg>>> {
        let whole = span_of(&pair);
        let before = self.diagnostics.len();
        let mut implied = None;
        let mut closed = false;
        let mut ways = Vec::new();
        let mut way: Vec<BracketLeg> = Vec::new();
        // Whether the current way has a leg, even if that was refused; the joint after it; the end of the last token.
        let (mut begun, mut joint, mut end) = (false, None, Span::default());
        for part in pair.into_inner() {
            let at = span_of(&part);
            match part.as_rule() {
                Rule::bracket_mark => {
                    implied = Some(if part.as_str() == "t" { Joint::MayStop } else { Joint::Then });
                }
                Rule::open => end = at,
                Rule::close => closed = true,
                Rule::leg => {
                    if let Some(implied) = implied.filter(|_| begun) {
                        joint = Some(Spanned::new(implied, Span::at(at.start)));
                    }
                    if begun && joint.is_none() {
                        let message = "a joint is missing between these legs";
                        let help = "put `-` between them if the move goes on, `?` if it may also stop";
                        self.report_error(Code::BetzaMissingJoint, Span::at(at.start), message, "here", help);
                    }
                    let leg = self.build_leg(part);
                    if let Some(last) = way.last_mut() {
                        last.joint = joint;
                    }
                    way.extend(leg);
                    (begun, joint, end) = (true, None, at);
                }
                Rule::then | Rule::may_stop | Rule::both if implied.is_some() => {
                    let message = "here the letter before the bracket says how the legs are joined";
                    let help = "write the whole path either as `[F?R]` or as `t[FR]`";
                    self.report_error(Code::BetzaJointInSequence, at, message, "one joint too many", help);
                    end = at;
                }
                rule @ (Rule::then | Rule::may_stop | Rule::both) => {
                    if !begun || joint.is_some() {
                        self.report_missing_leg(Span::new(end.end, at.end));
                    }
                    if rule == Rule::both {
                        ways.extend(Some(std::mem::take(&mut way)).filter(|way| !way.is_empty()));
                        (begun, joint) = (false, None);
                    } else {
                        let value = if rule == Rule::then { Joint::Then } else { Joint::MayStop };
                        joint = Some(Spanned::new(value, at));
                    }
                    end = at;
                }
                Rule::bare_letters => self.report_bare_letters(&part),
                _ => self.report_meaningless(&part),
            }
        }
        let sound = |diagnostics: &[Diagnostic]| !diagnostics[before..].iter().any(Diagnostic::is_error);
        if !closed {
            let (message, label) = ("this bracket is not closed", "it opens here");
            let unclosed = Diagnostic::error(Code::BetzaUnclosedBracket, whole, message).label(label);
            let closed = Edit::new(Span::at(whole.end), "]");
            self.diagnostics.push(unclosed.help("close it with `]`").propose(Some(closed)));
        } else if (!begun || joint.is_some()) && sound(&self.diagnostics) {
            self.report_missing_leg(Span::new(end.start, whole.end));
        }
        ways.extend(Some(way).filter(|way| !way.is_empty()));
        sound(&self.diagnostics).then_some(ways)
    }

    /// Reports a joint without a leg beside it.
    fn report_missing_leg(&mut self, span: Span) {
        let help = "a path is legs with joints between them, such as `[W-F]`";
        self.report_error(Code::BetzaMissingLeg, span, "a leg of this path is missing", "here", help);
    }

    /// Builds a leg of a bracket.
    fn build_leg(&mut self, pair: Pair<'_, Rule>) -> Option<BracketLeg> {
        let span = span_of(&pair);
        let (mut prefix, mut leaps) = (None, None);
        let mut whole = true;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::prefix => {
                    prefix = self.build_prefix(part);
                    whole &= prefix.is_some();
                }
                Rule::and_then => {
                    let at = span_of(&part);
                    let message = "`a` doesn't join legs inside a bracket";
                    let help = "write every leg with its own atom and `-` or `?` between them";
                    self.report_error(Code::BetzaChainInBracket, at, message, "not here", help);
                    whole = false;
                }
                Rule::ranged_atom => leaps = self.build_ranged_atom(part),
                _ => self.report_meaningless(&part),
            }
        }
        Some(BracketLeg { span, prefix: prefix.filter(|_| whole)?, leaps: leaps?, joint: None })
    }
}

/// The letter of a token, unless it is one that is meaningless here.
fn modifier_letter(pair: &Pair<'_, Rule>) -> Option<char> {
    pair.as_str().parse().ok().filter(|letter| "fblrvshmceionjpgqzy".contains(*letter))
}
