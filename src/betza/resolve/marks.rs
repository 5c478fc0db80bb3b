//! The letters of one prefix, sorted by what they are about.

use crate::betza::ast::{Direction, Letter, Prefix};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Modes;
use crate::source::{Span, Spanned};

/// The letters of a prefix.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    pub(super) directions: Vec<Spanned<Direction>>,
    pub(super) moves: Option<Span>,
    pub(super) captures: Option<Span>,
    pub(super) en_passant: Option<Span>,
    pub(super) first_move: Option<Span>,
    pub(super) wraps: Option<Span>,
    pub(super) lame: Option<Span>,
    /// `j p g q z`.
    pub(super) manner: Option<Spanned<Letter>>,
    pub(super) toggles: Option<Span>,
}

impl Marks {
    /// Sorts the letters; a letter that is there twice or contradicts another is reported.
    pub(super) fn of(prefix: &Prefix, diagnostics: &mut Vec<Diagnostic>) -> Option<Self> {
        let mut marks = Self::default();
        let before = diagnostics.len();
        for &Spanned { value: letter, span } in &prefix.letters {
            let place = match letter {
                Letter::Direction(direction) => {
                    marks.directions.push(Spanned::new(direction, span));
                    continue;
                }
                Letter::Jumping | Letter::Hopping | Letter::Grasshopper | Letter::Circular | Letter::Crooked => {
                    if let Some(first) = marks.manner.replace(Spanned::new(letter, span)) {
                        diagnostics.push(two_manners(first, Spanned::new(letter, span)));
                    }
                    continue;
                }
                Letter::Moves => &mut marks.moves,
                Letter::Captures => &mut marks.captures,
                Letter::EnPassant => &mut marks.en_passant,
                Letter::FirstMove => &mut marks.first_move,
                Letter::Wrapping => &mut marks.wraps,
                Letter::Lame => &mut marks.lame,
                Letter::Toggling => &mut marks.toggles,
            };
            if let Some(first) = place.replace(span) {
                diagnostics.push(twice(letter, first, span));
            }
        }
        diagnostics[before..].iter().all(|diagnostic| !diagnostic.is_error()).then_some(marks)
    }

    /// How the move may end: both ways, unless letters say otherwise.
    pub(super) const fn modes(&self) -> Modes {
        match (self.moves, self.captures) {
            (None, None) if self.en_passant.is_none() => Modes::BOTH,
            (moves, captures) => Modes { moves: moves.is_some(), captures: captures.is_some() },
        }
    }

    /// Letters that have no business here, each with its place.
    pub(super) fn misplaced(&self, allowed: &str) -> Vec<(char, Span)> {
        let single = [
            ('m', self.moves),
            ('c', self.captures),
            ('e', self.en_passant),
            ('i', self.first_move),
            ('o', self.wraps),
            ('n', self.lame),
            ('y', self.toggles),
        ];
        let manner = self.manner.map(|letter| (letter.value.symbol(), Some(letter.span)));
        let all = single.into_iter().chain(manner);
        all.filter_map(|(symbol, span)| Some((symbol, span?)))
            .filter(|(symbol, _)| !allowed.contains(*symbol))
            .collect()
    }
}

fn two_manners(first: Spanned<Letter>, second: Spanned<Letter>) -> Diagnostic {
    let (a, b) = (first.value.symbol(), second.value.symbol());
    let (message, help) = if a == b {
        (format!("`{a}{a}` means nothing"), format!("write `{a}` once"))
    } else {
        (format!("`{a}` and `{b}` contradict each other"), "write two terms, one with each".to_owned())
    };
    Diagnostic::error(Code::BetzaContradictoryLetters, second.span, message)
        .label("the second")
        .also(first.span, "the first")
        .help(help)
}

fn twice(letter: Letter, first: Span, second: Span) -> Diagnostic {
    let symbol = letter.symbol();
    match letter {
        Letter::FirstMove => {
            Diagnostic::error(Code::BetzaDoubledFirstMove, second, "`ii` isn't supported: one step ahead of the start")
                .label("the second `i`")
                .help("in a definition write a long step from that rank among the rules")
        }
        Letter::Lame => Diagnostic::warning(Code::BetzaRedundantLetter, second, "`nn` is read as `n`")
            .label("says nothing more")
            .help("what may be captured en passant is said by the rules of the game, beside the long step"),
        _ => Diagnostic::warning(Code::BetzaRedundantLetter, second, format!("`{symbol}` is there twice"))
            .label("says nothing more")
            .also(first, "already here")
            .help("leave one of them out"),
    }
}
