//! Resolution of a tree to patterns: every letter gets its meaning, or a diagnostic. Terms of several legs are in
//! [`super::legs`].

use super::form::{
    DirectionSystem, Manner, Pattern, PatternLeg, SelectionError, Unit, Winds, is_ambiguous, spanned_letters,
};
use super::tree::{Body, Modifiers, Range, RangedAtom, Stride, Term};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Clearance, Modes};
use crate::source::{Span, Spanned};

/// The most letters before one atom or bracket.
const MAX_LETTERS: usize = 32;

/// The most patterns of a string.
const MAX_PATTERNS: usize = 1024;

/// Proof that an error was reported (rustc's `ErrorGuaranteed`); only [`Resolver::refuse`] makes one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reported(());

/// Gives every letter its meaning, or a diagnostic.
#[derive(Default)]
pub(super) struct Resolver {
    diagnostics: Vec<Diagnostic>,
}

/// The modifier letters of a prefix, sorted into directions, manner and others.
#[derive(Default)]
pub(super) struct SortedModifiers {
    pub(super) directions: Vec<Spanned<char>>,
    /// `j p g q z`.
    pub(super) manner: Option<Spanned<char>>,
    /// The places of the letters that are neither, in the order of [`OTHER_LETTERS`].
    others: [Option<Span>; OTHER_LETTERS.len()],
}

/// The letters that are neither directions nor manners.
const OTHER_LETTERS: &str = "mceiony";

impl SortedModifiers {
    /// The place of one of the letters `m c e i o n y`.
    pub(super) fn span_of(&self, letter: char) -> Option<Span> {
        OTHER_LETTERS.find(letter).and_then(|at| self.others[at])
    }

    /// Takes one of the letters `m c e i o n y` out.
    pub(super) fn take(&mut self, letter: char) -> Option<Span> {
        OTHER_LETTERS.find(letter).and_then(|at| self.others[at].take())
    }

    /// Whether one of the letters `m c e i o n y` is there.
    pub(super) fn has(&self, letter: char) -> bool {
        self.span_of(letter).is_some()
    }

    /// How the move may end: both ways, unless letters say otherwise.
    pub(super) fn modes(&self) -> Modes {
        let (moves, captures) = (self.has('m'), self.has('c'));
        if moves || captures || self.has('e') { Modes { moves, captures } } else { Modes::BOTH }
    }

    /// Letters that have no business here, each with its place.
    pub(super) fn misplaced(&self, allowed: &str) -> Vec<Spanned<char>> {
        let others = OTHER_LETTERS.chars().filter_map(|letter| Some(Spanned::new(letter, self.span_of(letter)?)));
        others.chain(self.manner).filter(|letter| !allowed.contains(letter.value)).collect()
    }
}

/// The patterns of terms, each with the place of its term, and the diagnostics of their letters.
///
/// If no diagnostic is an error, no term is missing.
pub(super) fn resolve(terms: &[Term]) -> (Vec<Spanned<Pattern>>, Vec<Diagnostic>) {
    let mut resolver = Resolver::default();
    let mut patterns = Vec::new();
    for term in terms {
        // Mistakes in a term are in the resolver's diagnostics.
        let of_term = resolver.resolve_term(term).unwrap_or_default();
        patterns.extend(of_term.into_iter().map(|pattern| Spanned::new(pattern, term.span)));
        if patterns.len() > MAX_PATTERNS {
            resolver.report_too_complex(term.span, &format!("more than {MAX_PATTERNS} paths"));
            return (Vec::new(), resolver.diagnostics);
        }
    }
    (patterns, resolver.diagnostics)
}

impl Resolver {
    /// Adds a diagnostic, unless another choice of W or F for the same letters has led to it already.
    fn report(&mut self, diagnostic: Diagnostic) {
        if !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports an error.
    pub(super) fn refuse(&mut self, error: Diagnostic) -> Reported {
        self.report(error);
        Reported(())
    }

    /// Reports an error with one place.
    pub(super) fn error(&mut self, code: Code, span: Span, message: &str, label: &str, help: &str) -> Reported {
        self.refuse(Diagnostic::error(code, span, message).label(label).help(help))
    }

    /// Reports letters or a range that change nothing.
    fn warn(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.report(Diagnostic::warning(code, span, message).label("says nothing more").help(help).edit(span, ""));
    }

    /// Resolves a term to its patterns.
    fn resolve_term(&mut self, term: &Term) -> Result<Vec<Pattern>, Reported> {
        match (&term.body, term.prefixes.as_slice()) {
            (Body::Atom(leaps), [prefix]) => self.resolve_single_leg(prefix, leaps),
            (Body::Atom(leaps), prefixes) => {
                self.refuse_universal_leg(leaps)?;
                self.resolve_chain(prefixes, leaps)
            }
            (Body::Bracket(ways), [prefix]) => {
                for leg in ways.iter().flatten() {
                    self.refuse_universal_leg(&leg.leaps)?;
                }
                self.resolve_bracket(term.span, prefix, ways)
            }
            (Body::Bracket(_), _) => {
                let message = "`a` doesn't join legs to a bracket";
                let help = "join the legs inside the bracket with `-` or `?`";
                Err(self.error(Code::BetzaChainOnBracket, term.span, message, "", help))
            }
        }
    }

    /// A term of one leg.
    fn resolve_single_leg(&mut self, prefix: &Modifiers, leaps: &RangedAtom) -> Result<Vec<Pattern>, Reported> {
        let modifiers = self.sort_modifiers(prefix)?;
        if leaps.atom.stride == Stride::Anywhere {
            self.require_bare_universal(&modifiers, leaps)?;
        }
        if let Some(span) = modifiers.span_of('y') {
            return Err(self.report_range_toggle(span));
        }
        if let (Some(moves), Some(captures), None) =
            (modifiers.span_of('m'), modifiers.span_of('c'), modifiers.span_of('e'))
        {
            let needless =
                Diagnostic::warning(Code::BetzaRedundantLetter, moves, "`m` and `c` together exclude nothing");
            let needless = needless.label("only to empty squares").also(captures, "and only by capture");
            self.report(needless.help("leave both out").edit(moves, "").edit(captures, ""));
        }
        let leg = PatternLeg { stops: modifiers.modes(), ..self.resolve_leg(&modifiers, leaps)? };
        let mut pattern = Pattern::new(vec![leg]);
        pattern.first_move_only = modifiers.has('i');
        pattern.en_passant = modifiers.has('e');
        pattern.wraps = modifiers.has('o');
        pattern.aim = self.resolve_aim(&modifiers.directions, &pattern)?;
        Ok(vec![pattern])
    }

    /// Rejects directions and ranges of a universal leap; only modes (`m`, `c`, `e`, `i`) may modify it.
    fn require_bare_universal(&mut self, modifiers: &SortedModifiers, leaps: &RangedAtom) -> Result<(), Reported> {
        let letter = modifiers.directions.first().copied().or_else(|| modifiers.misplaced("mcei").first().copied());
        let Some(span) = letter.map(|letter| letter.span).or(leaps.range.map(|range| range.span)) else {
            return Ok(());
        };
        let message = "`U` leaps to any square, in all directions and once";
        let help = "leave this out; before `U` may stand `m`, `c`, `e` and `i`";
        Err(self.error(Code::BetzaUniversalLeaper, span, message, "says nothing of it", help))
    }

    /// Reports a leap to any square among the legs of a path.
    pub(super) fn refuse_universal_leg(&mut self, leaps: &RangedAtom) -> Result<(), Reported> {
        if leaps.atom.stride != Stride::Anywhere {
            return Ok(());
        }
        let message = "`U` leaps to any square, and is no leg of a path";
        let help = "write it as a term of its own, or the leaps that this leg makes";
        Err(self.error(Code::BetzaUniversalLeaper, leaps.span, message, "not in a path", help))
    }

    /// Sorts the modifier letters of a prefix, and reports repeated and contradictory ones.
    pub(super) fn sort_modifiers(&mut self, prefix: &Modifiers) -> Result<SortedModifiers, Reported> {
        let mut modifiers = SortedModifiers::default();
        if prefix.letters.len() > MAX_LETTERS {
            let message = "these are more letters than an atom can have";
            let label = format!("{} letters; {MAX_LETTERS} are the most", prefix.letters.len());
            return Err(self.error(Code::BetzaTooComplex, prefix.span, message, &label, "write each letter once"));
        }
        let mut refused = None;
        for &letter in &prefix.letters {
            let Spanned { value: symbol, span } = letter;
            match symbol {
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => modifiers.directions.push(letter),
                'j' | 'p' | 'g' | 'q' | 'z' => {
                    if let Some(first) = modifiers.manner.replace(letter) {
                        refused = Some(self.report_two_manners(first, letter));
                    }
                }
                _ => {
                    if let Some(first) = OTHER_LETTERS.find(symbol).and_then(|at| modifiers.others[at].replace(span)) {
                        refused = self.report_repeated(symbol, first, span).err().or(refused);
                    }
                }
            }
        }
        refused.map_or(Ok(modifiers), Err)
    }

    /// Reports a second letter for the manner of a leg.
    fn report_two_manners(&mut self, first: Spanned<char>, second: Spanned<char>) -> Reported {
        let (a, b) = (first.value, second.value);
        let (message, help) = if a == b {
            (format!("`{a}{a}` means nothing"), format!("write `{a}` once"))
        } else {
            (format!("`{a}` and `{b}` contradict each other"), "write two terms, one with each".to_owned())
        };
        let error = Diagnostic::error(Code::BetzaContradictoryLetters, second.span, message);
        let error = error.label("the second").also(first.span, "the first").help(help);
        self.refuse(if a == b { error.edit(second.span, "") } else { error })
    }

    /// Reports a repeated letter, which is an error only if repeating it has a meaning elsewhere.
    fn report_repeated(&mut self, letter: char, first: Span, second: Span) -> Result<(), Reported> {
        match letter {
            'i' => {
                let message = "`ii` isn't supported: one step ahead of the start";
                let help = "in a definition write a long step from that rank among the rules";
                return Err(self.error(Code::BetzaDoubledFirstMove, second, message, "the second `i`", help));
            }
            'n' => {
                let help = "the rules of the game say what may be captured en passant, with the long step";
                self.warn(Code::BetzaRedundantLetter, second, "`nn` is read as `n`", help);
            }
            _ => {
                let message = format!("`{letter}` is written twice");
                let warning = Diagnostic::warning(Code::BetzaRedundantLetter, second, message);
                let warning = warning.label("says nothing more").also(first, "already here");
                self.report(warning.help("leave one of them out").edit(second, ""));
            }
        }
        Ok(())
    }

    /// Resolves the leaps of a leg: range, manner, lameness. Its mode and its direction are left open.
    pub(super) fn resolve_leg(
        &mut self,
        modifiers: &SortedModifiers,
        leaps: &RangedAtom,
    ) -> Result<PatternLeg, Reported> {
        let (stride, usual) = (leaps.atom.stride, leaps.atom.usual);
        let name = leaps.atom.to_string();
        let unlimited = |range: &Spanned<Range>| range.value == Range::UNLIMITED && usual == Range::UNLIMITED;
        if let Some(range) = leaps.range.filter(unlimited) {
            let message = format!("`{name}` has no limit anyway");
            self.warn(Code::BetzaRedundantRange, range.span, message, format!("write `{name}`"));
        }
        let mut leg = PatternLeg { range: leaps.range.map_or(usual, |range| range.value), ..PatternLeg::new(stride) };
        if let Some(letter) = modifiers.manner {
            self.apply_manner(&mut leg, letter, leaps.range.is_some(), &name)?;
        }
        let Some(span) = modifiers.span_of('n') else { return Ok(leg) };
        if matches!(leg.manner, Manner::Jumping | Manner::Hopping | Manner::Grasshopper) {
            let message = "a lame leap needs empty squares and a hop needs a man";
            let help = "write two terms, one lame and one that hops";
            return Err(self.error(Code::BetzaContradictoryLetters, span, message, "lame", help));
        }
        if stride.is_step() {
            let message = format!("nothing lies between the steps of `{name}`");
            self.warn(Code::BetzaRedundantLetter, span, message, "leave `n` out");
        } else {
            leg.clearance = Clearance::OrthogonalFirst;
        }
        Ok(leg)
    }

    /// Gives a leg the manner of `q z p g j`.
    fn apply_manner(
        &mut self,
        leg: &mut PatternLeg,
        letter: Spanned<char>,
        ranged: bool,
        name: &str,
    ) -> Result<(), Reported> {
        let Spanned { value: symbol, span } = letter;
        let (is_step, single) = (leg.stride.is_step(), leg.range.most == Some(1));
        leg.manner = match symbol {
            'q' => Manner::Circular,
            'z' => Manner::Crooked,
            'p' => Manner::Hopping,
            'g' => Manner::Grasshopper,
            _ => Manner::Jumping,
        };
        let no_move = "this term has no move";
        match leg.manner {
            Manner::Circular | Manner::Crooked if !ranged => leg.range = Range::UNLIMITED,
            Manner::Circular | Manner::Crooked if single => {
                let help = format!("leave the range out, `{symbol}{name}`, or make it longer");
                let (message, label) = ("one leap alone doesn't turn", "turns after each leap");
                return Err(self.error(Code::BetzaSingleLeapTurns, span, message, label, &help));
            }
            Manner::Hopping | Manner::Grasshopper if single => {
                let help = if is_step {
                    format!("give it a range, as in `{symbol}{name}{name}` or `{symbol}{name}2`")
                } else {
                    format!(
                        "write `j{name}` for a leap over exactly one man, `{symbol}{name}{name}` for a hopping rider"
                    )
                };
                let message = "a single leap has no room to hop";
                return Err(self.error(Code::BetzaEmptySelection, span, message, no_move, &help));
            }
            Manner::Hopping | Manner::Grasshopper if leg.range.least > 1 => {
                return Err(self.report_hop_with_least_range(span, "write the legs as a path, as in `[pR-W2]`"));
            }
            Manner::Jumping if !is_step && leg.range != Range::ONCE => {
                let help = format!("write a path of single leaps, each as `j{name}`");
                let message = "only a single leap jumps over a man";
                return Err(self.error(Code::BetzaJumpingRider, span, message, "jumps", &help));
            }
            Manner::Jumping if is_step && (single || leg.range.least > 1) => {
                let help =
                    format!("write `j` before a slider such as `j{name}{name}`, or before a longer leap such as `jD`");
                let message = "a slider with `j` skips its first square, and there is no second";
                return Err(self.error(Code::BetzaEmptySelection, span, message, no_move, &help));
            }
            Manner::Plain
            | Manner::Jumping
            | Manner::Hopping
            | Manner::Grasshopper
            | Manner::Circular
            | Manner::Crooked => {}
        }
        Ok(())
    }

    pub(super) fn report_hop_with_least_range(&mut self, span: Span, help: &str) -> Reported {
        self.error(Code::BetzaLeastRange, span, "a hopper has no least range", "hops", help)
    }

    /// Reports `y` where no leg follows.
    pub(super) fn report_range_toggle(&mut self, span: Span) -> Reported {
        let message = "`y` changes the range of the next leg, and there is none";
        let help = "write each leg with its own range, as in `[F-R]`";
        self.error(Code::BetzaRangeToggle, span, message, "no leg follows", help)
    }

    /// Reports a movement with too many legs or paths.
    pub(super) fn report_too_complex(&mut self, span: Span, label: &str) -> Reported {
        let message = "this is more than a movement can hold";
        let help = "leave legs out, or write W or F where K or Q stands";
        self.error(Code::BetzaTooComplex, span, message, label, help)
    }

    /// Resolves the direction letters of a pattern to the winds of its end, and warns of needless ones; `None` is all
    /// winds.
    pub(super) fn resolve_aim(
        &mut self,
        letters: &[Spanned<char>],
        pattern: &Pattern,
    ) -> Result<Option<Winds>, Reported> {
        let systems = pattern.direction_systems();
        let (Some(first), Some(last)) = (letters.first(), letters.last()) else { return Ok(None) };
        let span = first.span.to(last.span);
        if is_ambiguous(&systems, letters) {
            return Err(self.refuse_ambiguous_pair(letters, &pattern.legs));
        }
        let mut winds = Winds::NONE;
        for system in &systems {
            winds = winds.or(self.select(*system, letters)?);
        }
        let all = systems.iter().fold(Winds::NONE, |all, system| all.or(system.all()));
        if winds == all {
            self.warn(Code::BetzaRedundantDirection, span, "these directions are all it has", "leave them out");
            return Ok(None);
        }
        if systems == [DirectionSystem::Oblique] {
            self.lint_oblique(&DirectionSystem::Oblique.group_units(letters).unwrap_or_default(), winds);
            return Ok(Some(winds));
        }
        let redundant = (0..letters.len()).find(|&at| {
            // As they would be written: letters that come to stand side by side may form a pair.
            let fewer: String =
                [&letters[..at], &letters[at + 1..]].concat().iter().map(|letter| letter.value).collect();
            let fewer = spanned_letters(&fewer);
            let chosen = systems.iter().map(|system| system.select(&fewer).unwrap_or_default());
            !fewer.is_empty() && chosen.fold(Winds::NONE, Winds::or) == winds
        });
        if let Some(Spanned { value, span }) = redundant.map(|at| letters[at]) {
            let message = format!("`{value}` selects nothing more");
            self.warn(Code::BetzaRedundantDirection, span, message, "leave it out");
        }
        Ok(Some(winds))
    }

    /// The winds that letters choose in one direction system.
    pub(super) fn select(&mut self, system: DirectionSystem, letters: &[Spanned<char>]) -> Result<Winds, Reported> {
        system.select(letters).map_err(|(span, problem)| {
            let (code, message, label, help) = match problem {
                SelectionError::Order(right) => {
                    let message = "these letters are the wrong way round";
                    let help = format!(
                        "write `{right}` for the unit; other programs select nothing with this order, or everything"
                    );
                    let label = "a half and then a pair in it";
                    return self.error(Code::BetzaWrongOrder, span, message, label, &help);
                }
                SelectionError::Everything => {
                    let message = "`v` and `s` don't belong together";
                    (Code::BetzaWrongOrder, message, "every direction", "leave both out")
                }
                SelectionError::Half if system == DirectionSystem::Oblique => {
                    let help = "write `fh`, `bh`, `lh` or `rh` for a half, `hr` or `hl` for a chiral four";
                    (Code::BetzaEmptySelection, "`h` selects nothing by itself", "which half?", help)
                }
                SelectionError::Half => {
                    let (message, label) = ("`h` divides only oblique leaps", "selects nothing here");
                    (Code::BetzaEmptySelection, message, label, "write `f`, `b`, `l` or `r`")
                }
            };
            self.error(code, span, message, label, help)
        })
    }

    /// Refuses directions that cross on orthogonal and diagonal steps at once: programs read them differently.
    pub(super) fn refuse_ambiguous_pair(&mut self, letters: &[Spanned<char>], legs: &[PatternLeg]) -> Reported {
        let span = letters.iter().map(|letter| letter.span).reduce(Span::to).unwrap_or_default();
        let plain: Vec<_> = letters.iter().copied().filter(|letter| letter.value != 'h').collect();
        let part = |leg: &PatternLeg, class: (u8, u8), system: DirectionSystem| {
            let winds = system.select(if system == DirectionSystem::Orthogonal { &plain } else { letters }).ok()?;
            let aim = (winds != system.all()).then_some(winds);
            let legs = vec![PatternLeg { stride: Stride::Leap(class.0, class.1), ..*leg }];
            Some(Pattern { aim, ..Pattern::new(legs) }.to_string())
        };
        let spelt = match legs {
            [leg] => part(leg, (1, 0), DirectionSystem::Orthogonal).zip(part(leg, (1, 1), DirectionSystem::Diagonal)),
            _ => None,
        };
        let help = match spelt {
            Some((orthogonal, diagonal)) => {
                format!("spell out the orthogonal and the diagonal steps, for instance `{orthogonal}{diagonal}`")
            }
            None => "write the orthogonal and the diagonal paths as terms of their own".to_owned(),
        };
        let message = "these directions are read in several ways where orthogonal and diagonal steps are together";
        self.error(Code::BetzaAmbiguousPair, span, message, "ambiguous", &help)
    }

    /// Warns of letters that change nothing, and of single letters on oblique leaps.
    fn lint_oblique(&mut self, units: &[Unit], winds: Winds) {
        let spelt = DirectionSystem::Oblique.spell(winds);
        let (Some(first), Some(last)) = (units.first(), units.last()) else { return };
        let span = first.span.to(last.span);
        let help = format!("write `{spelt}`");
        let needless = (0..units.len()).find(|needless| {
            let others = units.iter().enumerate().filter(|(other, _)| other != needless).map(|(_, unit)| unit.winds);
            others.fold(Winds::NONE, Winds::or) == winds
        });
        if let Some(at) = needless {
            let message = "these letters select nothing more";
            return self.warn(Code::BetzaRedundantDirection, units[at].span, message, help);
        }
        let doubled = |unit: &Unit| unit.letters.1 == Some(unit.letters.0);
        let axial = |unit: &Unit| matches!(unit.letters.0, 'v' | 's');
        if units.iter().any(|unit| doubled(unit) && axial(unit)) || units.iter().all(doubled) && spelt.len() == 1 {
            let message = "the doubled letters select nothing more";
            return self.warn(Code::BetzaRedundantDirection, span, message, help);
        }
        if let Some(unit) = units.iter().find(|unit| unit.letters.1.is_none() && !axial(unit)) {
            let letter = unit.letters.0;
            let message = format!("`{letter}` alone is read as the narrow pair `{letter}{letter}`");
            let warning = Diagnostic::warning(Code::BetzaSingleLetter, unit.span, message);
            let help = format!("write `{spelt}`, or `{letter}h` if all four are meant");
            self.report(warning.label("two of the four leaps of this half").help(help));
        }
    }
}
