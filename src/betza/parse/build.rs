//! Builds the tree from the pairs of the grammar.

use pest::Parser;
use pest::iterators::Pair;

use super::refusals;
use crate::betza::ast::{
    Atom, Body, Bracket, BracketLeg, Direction, Joint, LegSequence, Letter, Prefix, Range, RangedAtom, Term, Tree,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::prose::movement_named;
use crate::source::{Span, Spanned};
use weakfish_grammar::betza::{Grammar, Rule};

/// The most bytes of a string.
const MAX_BYTES: usize = 2000;

/// The highest number in a range.
const MAX_RANGE: u8 = 99;

/// Reads a Betza string as a tree, with diagnostics about its spelling.
///
/// Terms that can't be read are left out of the tree, each with an error. The places of diagnostics are bytes of
/// `text`.
pub(crate) fn parse(text: &str) -> (Tree, Vec<Diagnostic>) {
    let whole = Span::new(0, text.len());
    if text.is_empty() {
        let empty =
            Diagnostic::error(Code::BetzaEmpty, whole, "a movement is missing").label("nothing is written here");
        return (Tree::default(), vec![empty.help("write at least one atom, such as `W`")]);
    }
    if text.len() > MAX_BYTES {
        let long = Diagnostic::error(Code::BetzaTooComplex, whole, "this string is too long")
            .label(format!("{} bytes; {MAX_BYTES} are the most", text.len()))
            .help("leave out terms that say nothing more");
        return (Tree::default(), vec![long]);
    }
    if let Some(refusal) = named(text) {
        return (Tree::default(), vec![refusal]);
    }
    let mut reader = Reader::default();
    let mut tree = Tree::default();
    match Grammar::parse(Rule::betza, text) {
        Ok(pairs) => {
            for pair in pairs.flat_map(Pair::into_inner) {
                match pair.as_rule() {
                    Rule::EOI => {}
                    Rule::term => tree.terms.extend(reader.term(pair)),
                    Rule::bare_letters => reader.bare_letters(&pair),
                    _ => reader.refuse(&pair),
                }
            }
        }
        Err(error) => {
            let at = match error.location {
                pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => at,
            };
            reader.diagnostics.push(refusals::unknown(Span::new(at, text.len()), text.get(at..).unwrap_or(text)));
        }
    }
    (tree, reader.diagnostics)
}

/// A diagnostic for a movement that ends with a name, as `bishop` and `fBishop` do.
fn named(text: &str) -> Option<Diagnostic> {
    /// The longest name has as many letters.
    const MAX_NAME_BYTES: usize = 12;
    let first = text.len().saturating_sub(MAX_NAME_BYTES);
    (first..text.len()).filter_map(|at| Some((text.get(..at)?, text.get(at..)?))).find_map(|(letters, name)| {
        let movement = movement_named(&name.to_ascii_lowercase())?;
        letters.bytes().all(|byte| byte.is_ascii_lowercase()).then(|| refusals::name(letters, name, movement))
    })
}

/// Turns the parser's pairs into a tree, and pairs without meaning into diagnostics.
#[derive(Default)]
struct Reader {
    diagnostics: Vec<Diagnostic>,
}

/// The place of a pair.
fn span(pair: &Pair<'_, Rule>) -> Span {
    Span::new(pair.as_span().start(), pair.as_span().end())
}

impl Reader {
    fn refuse(&mut self, pair: &Pair<'_, Rule>) {
        let before = pair.get_input().as_bytes()[..pair.as_span().start()].last();
        // A suffix that lengthens leaps is meaningless behind a rider, or alone.
        let rule = pair.as_rule();
        let lengthens = before.is_some_and(|atom| b"WFDNAHCZGLJ)".contains(atom));
        self.diagnostics.push(if rule == Rule::leap_suffix && !lengthens {
            refusals::unknown(span(pair), pair.as_str())
        } else {
            refusals::refusal(rule, span(pair), pair.as_str())
        });
    }

    fn error(&mut self, code: Code, span: Span, message: &str, label: &str, help: &str) {
        self.diagnostics.push(Diagnostic::error(code, span, message).label(label).help(help));
    }

    /// Builds a term, unless a part is refused.
    fn term(&mut self, pair: Pair<'_, Rule>) -> Option<Term> {
        let span = span(&pair);
        let mut prefixes = Vec::new();
        let mut body = None;
        let mut whole = true;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::prefix => match self.prefix(part) {
                    Some(prefix) => prefixes.push(prefix),
                    None => whole = false,
                },
                Rule::and_then => {}
                Rule::ranged_atom => body = self.ranged_atom(part).map(Body::Atom),
                Rule::bracket | Rule::marked_bracket => body = self.bracket(part).map(Body::Bracket),
                _ => self.refuse(&part),
            }
        }
        let body = body?;
        whole.then_some(Term { span, prefixes, body })
    }

    fn prefix(&mut self, pair: Pair<'_, Rule>) -> Option<Prefix> {
        let mut prefix = Prefix { span: span(&pair), letters: Vec::new() };
        let mut whole = true;
        for part in pair.into_inner() {
            if let Some(letter) = letter(part.as_rule()) {
                prefix.letters.push(Spanned::new(letter, span(&part)));
            } else {
                self.refuse(&part);
                whole = false;
            }
        }
        whole.then_some(prefix)
    }

    /// Refuses letters without an atom; or only those among them without meaning, as the likelier mistake.
    fn bare_letters(&mut self, pair: &Pair<'_, Rule>) {
        let strange: Vec<_> = pair
            .clone()
            .into_inner()
            .filter(|part| letter(part.as_rule()).is_none() && part.as_rule() != Rule::and_then)
            .collect();
        if strange.is_empty() {
            self.refuse(pair);
        } else {
            for part in &strange {
                self.refuse(part);
            }
        }
    }

    fn ranged_atom(&mut self, pair: Pair<'_, Rule>) -> Option<RangedAtom> {
        let mut parts = pair.into_inner();
        let atom = self.atom(parts.next()?);
        let range = match parts.next() {
            None => None,
            Some(part) => Some(Spanned::new(self.range(&part)?, span(&part))),
        };
        Some(RangedAtom { atom: atom?, range })
    }

    fn atom(&mut self, pair: Pair<'_, Rule>) -> Option<Spanned<Atom>> {
        let span = span(&pair);
        let atom = match pair.as_rule() {
            Rule::wazir => Atom::Leap(1, 0),
            Rule::ferz => Atom::Leap(1, 1),
            Rule::dabbaba => Atom::Leap(2, 0),
            Rule::knight => Atom::Leap(2, 1),
            Rule::alfil => Atom::Leap(2, 2),
            Rule::threeleaper => Atom::Leap(3, 0),
            Rule::camel => Atom::Leap(3, 1),
            Rule::zebra => Atom::Leap(3, 2),
            Rule::tripper => Atom::Leap(3, 3),
            Rule::king => Atom::King,
            Rule::queen => Atom::Queen,
            Rule::rook => Atom::Rook,
            Rule::bishop => Atom::Bishop,
            _ => return self.tuple(pair),
        };
        if matches!(pair.as_str(), "L" | "J") {
            let (written, modern) = (pair.as_str(), atom.name());
            let warning =
                Diagnostic::warning(Code::BetzaOlderLetter, span, format!("`{written}` is read as `{modern}`"))
                    .label(format!("some programs read it as `{}`", if modern == "C" { "Z" } else { "C" }))
                    .help(format!("write `{modern}`, which means the same to everyone"))
                    .edit(span, modern);
            self.diagnostics.push(warning);
        }
        Some(Spanned::new(atom, span))
    }

    fn tuple(&mut self, pair: Pair<'_, Rule>) -> Option<Spanned<Atom>> {
        let whole = span(&pair);
        let mut sides = [0; 2];
        for (side, part) in sides.iter_mut().zip(pair.into_inner()) {
            *side = self.number(span(&part), part.as_str(), 15)?;
        }
        let [x, y] = sides;
        if (x, y) == (0, 0) {
            self.error(
                Code::BetzaNullLeap,
                whole,
                "a leap goes somewhere",
                "this one stays where it is",
                "give it a length, as in `(4,1)`",
            );
            return None;
        }
        Some(Spanned::new(Atom::Leap(x.max(y), x.min(y)), whole))
    }

    fn range(&mut self, pair: &Pair<'_, Rule>) -> Option<Range> {
        let whole = span(pair);
        let mut numbers = Vec::new();
        for part in pair.clone().into_inner() {
            numbers.push(self.number(span(&part), part.as_str(), MAX_RANGE)?);
        }
        match (pair.as_rule(), numbers.as_slice()) {
            (Rule::rider, _) | (Rule::at_most, [0]) => Some(Range::UNLIMITED),
            (Rule::at_most, &[most]) => Some(Range { least: 1, most: Some(most) }),
            (Rule::exactly, &[times]) if times > 0 => Some(Range { least: times, most: Some(times) }),
            (Rule::from_to, &[least, 0]) if least > 0 => Some(Range { least, most: None }),
            (Rule::from_to, &[least, most]) if least > 0 && least <= most => Some(Range { least, most: Some(most) }),
            (Rule::zero_led, _) => {
                let digits = pair.as_str().trim_start_matches('0');
                let help = match digits {
                    "" => "`0` means any number of leaps".to_owned(),
                    digits => format!("write `-{digits}` for exactly {digits}, `{digits}` for up to {digits}"),
                };
                self.error(
                    Code::BetzaZeroLedRange,
                    whole,
                    "a range doesn't begin with 0",
                    "is this exactly, or at most?",
                    &help,
                );
                None
            }
            _ => {
                let help = "write the fewest leaps first, at least 1, as in `[2-4]`; `[2-0]` is two or more";
                self.error(Code::BetzaEmptyRange, whole, "this range is empty", "no number of leaps is in it", help);
                None
            }
        }
    }

    fn number(&mut self, span: Span, digits: &str, most: u8) -> Option<u8> {
        let number = digits.parse::<u8>().ok().filter(|&number| number <= most);
        if number.is_none() {
            let message = "this number is larger than any board";
            self.error(
                Code::BetzaLargeNumber,
                span,
                message,
                &format!("at most {most}"),
                "boards have at most 16 files and ranks",
            );
        }
        number
    }

    fn bracket(&mut self, pair: Pair<'_, Rule>) -> Option<Bracket> {
        let whole = span(&pair);
        let before = self.diagnostics.len();
        let mut implied = None;
        let mut closed = false;
        let mut bracket = BracketBuilder::default();
        for part in pair.into_inner() {
            let at = span(&part);
            match part.as_rule() {
                Rule::bracket_mark => {
                    implied = Some(if part.as_str() == "t" { Joint::MayStop } else { Joint::Then });
                }
                Rule::open => bracket.end = at,
                Rule::close => closed = true,
                Rule::leg => {
                    if let Some(joint) = implied.filter(|_| bracket.begun) {
                        bracket.joint = Some(Spanned::new(joint, Span::at(at.start)));
                    }
                    let follows = bracket.begun && bracket.joint.is_none();
                    if follows {
                        let help = "put `-` between them if the move goes on, `?` if it may also stop";
                        self.error(
                            Code::BetzaMissingJoint,
                            Span::at(at.start),
                            "a joint is missing between these legs",
                            "here",
                            help,
                        );
                    }
                    let leg = self.leg(part);
                    bracket.leg(leg, at);
                }
                Rule::then | Rule::may_stop | Rule::both if implied.is_some() => {
                    let help = "write the whole path either as `[F?R]` or as `t[FR]`";
                    self.error(
                        Code::BetzaJointInSequence,
                        at,
                        "here the letter before the bracket says how the legs are joined",
                        "one joint too many",
                        help,
                    );
                    bracket.end = at;
                }
                Rule::then | Rule::may_stop | Rule::both => {
                    if !bracket.begun || bracket.joint.is_some() {
                        self.missing_leg(Span::new(bracket.end.end, at.end));
                    }
                    match part.as_rule() {
                        Rule::both => bracket.way(),
                        Rule::then => bracket.joint = Some(Spanned::new(Joint::Then, at)),
                        _ => bracket.joint = Some(Spanned::new(Joint::MayStop, at)),
                    }
                    bracket.end = at;
                }
                Rule::bare_letters => self.bare_letters(&part),
                _ => self.refuse(&part),
            }
        }
        if !closed {
            self.error(
                Code::BetzaUnclosedBracket,
                whole,
                "this bracket is not closed",
                "it opens here",
                "close it with `]`",
            );
        } else if (!bracket.begun || bracket.joint.is_some())
            && self.diagnostics[before..].iter().all(|diagnostic| !diagnostic.is_error())
        {
            self.missing_leg(Span::new(bracket.end.start, whole.end));
        }
        bracket.way();
        let sound = self.diagnostics[before..].iter().all(|diagnostic| !diagnostic.is_error());
        sound.then_some(Bracket { ways: bracket.ways })
    }

    fn missing_leg(&mut self, span: Span) {
        let help = "a path is legs with joints between them, such as `[W-F]`";
        self.error(Code::BetzaMissingLeg, span, "a leg of this path is missing", "here", help);
    }

    fn leg(&mut self, pair: Pair<'_, Rule>) -> Option<BracketLeg> {
        let span = span(&pair);
        let mut prefixes = Vec::new();
        let mut leaps = None;
        let mut whole = true;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::prefix => match self.prefix(part) {
                    Some(prefix) => prefixes.push(prefix),
                    None => whole = false,
                },
                Rule::and_then => {
                    let at = self::span(&part);
                    self.error(
                        Code::BetzaChainInBracket,
                        at,
                        "`a` doesn't join legs inside a bracket",
                        "not here",
                        "write every leg with its own atom and `-` or `?` between them",
                    );
                    whole = false;
                }
                Rule::ranged_atom => leaps = self.ranged_atom(part),
                _ => self.refuse(&part),
            }
        }
        let prefix = prefixes.pop().filter(|_| whole)?;
        Some(BracketLeg { span, prefix, leaps: leaps? })
    }
}

/// Builds a bracket.
#[derive(Default)]
struct BracketBuilder {
    ways: Vec<LegSequence>,
    first: Option<BracketLeg>,
    rest: Vec<(Spanned<Joint>, BracketLeg)>,
    /// Whether the current way has a leg, even if that was refused.
    begun: bool,
    joint: Option<Spanned<Joint>>,
    /// The last token.
    end: Span,
}

impl BracketBuilder {
    fn leg(&mut self, leg: Option<BracketLeg>, at: Span) {
        let joint = self.joint.take();
        if let Some(leg) = leg {
            match (joint, &self.first) {
                (Some(joint), Some(_)) => self.rest.push((joint, leg)),
                _ => self.first = Some(leg),
            }
        }
        self.begun = true;
        self.end = at;
    }

    /// Ends the current way.
    fn way(&mut self) {
        let rest = std::mem::take(&mut self.rest);
        self.ways.extend(self.first.take().map(|first| LegSequence { first, rest }));
        self.begun = false;
        self.joint = None;
    }
}

/// The letter of a token, unless it is one that is meaningless here.
fn letter(rule: Rule) -> Option<Letter> {
    Some(match rule {
        Rule::forward => Letter::Direction(Direction::Forward),
        Rule::backward => Letter::Direction(Direction::Backward),
        Rule::left => Letter::Direction(Direction::Left),
        Rule::right => Letter::Direction(Direction::Right),
        Rule::vertical => Letter::Direction(Direction::Vertical),
        Rule::sideways => Letter::Direction(Direction::Sideways),
        Rule::half => Letter::Direction(Direction::Half),
        Rule::moves => Letter::Moves,
        Rule::captures => Letter::Captures,
        Rule::en_passant => Letter::EnPassant,
        Rule::first_move => Letter::FirstMove,
        Rule::wrapping => Letter::Wrapping,
        Rule::lame => Letter::Lame,
        Rule::jumping => Letter::Jumping,
        Rule::hopping => Letter::Hopping,
        Rule::grasshopper => Letter::Grasshopper,
        Rule::circular => Letter::Circular,
        Rule::crooked => Letter::Crooked,
        Rule::toggling => Letter::Toggling,
        _ => return None,
    })
}
