//! The shuffle of a setup: its men, its squares and its conditions, and whether they leave any choice.

use super::lines::InForce;
use super::men::Men;
use super::names::{Mention, Referrer, kinds};
use super::regions::Regions;
use super::report::{FileId, Reported};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{Board, Side};
use crate::model::{Arrays, Between, KindId, NoArrays, Setup, Shuffle, Symmetry};
use crate::prose::any_of;
use crate::source::{Span, Spanned};
use crate::syntax::ast::{SetupSection, ShuffleCondition, Shuffled, Symbol};

/// A shuffle as written, and the text that it stands in.
#[derive(Clone, Copy)]
pub(super) struct WrittenShuffle<'a> {
    pub(super) file: FileId,
    pub(super) span: Span,
    pub(super) shuffle: &'a Shuffled,
}

/// Reads the shuffle of a setup whose men have been placed.
pub(super) fn shuffle(
    section: &InForce<SetupSection>,
    written: WrittenShuffle<'_>,
    setup: Setup,
    (board, black): (Board, Symmetry),
    men: &Men<'_>,
    regions: &Regions<'_>,
) -> Result<Setup, Reported> {
    ShuffleReader { section, written, board, black, men, regions }.read(setup)
}

/// Reader of one shuffle.
struct ShuffleReader<'m, 'a> {
    section: &'m InForce<SetupSection>,
    written: WrittenShuffle<'m>,
    board: Board,
    black: Symmetry,
    men: &'m Men<'a>,
    regions: &'m Regions<'m>,
}

impl ShuffleReader<'_, '_> {
    /// Reads the shuffle, and requires that it can put the men in several orders, the drawn one among them.
    fn read(&self, mut setup: Setup) -> Result<Setup, Reported> {
        let Shuffled { men, on, conditions, each_side } = self.written.shuffle;
        let squares = self.regions.place(self.written.file, on);
        let mut named: Vec<(KindId, Option<Span>)> = Vec::new();
        if men.all_but {
            let all = self.men.man_table().resolve_men(self.mention(), men)?;
            named.extend(all.into_iter().map(|kind| (kind, None)));
        } else {
            for symbol in &men.symbols {
                let found = self.kinds(std::slice::from_ref(symbol))?;
                named.extend(found.into_iter().map(|kind| (kind, Some(symbol.span))));
            }
        }
        let mut shuffle = Shuffle {
            kinds: named.iter().map(|(kind, _)| *kind).collect(),
            squares: squares?,
            both_colours: Vec::new(),
            between: Vec::new(),
            each_side: *each_side,
        };
        setup.shuffle = Some(shuffle.clone());
        for symbol in &men.symbols {
            let of_symbol = |kind: &KindId| named.contains(&(*kind, Some(symbol.span)));
            let stands = |side| setup.shuffled_men(side).any(|man| of_symbol(&man.kind));
            if !men.all_but && !Side::ALL.into_iter().any(stands) {
                let message = format!("no `{}` of this setup stands on these squares", symbol.value);
                return Err(self.error(symbol.span, message, "shuffles nobody", "leave it out, or name its squares"));
            }
        }
        for condition in conditions {
            let alone = self.condition(condition)?;
            let alone = Shuffle { both_colours: alone.0, between: alone.1, ..shuffle.clone() };
            for side in Side::ALL.into_iter().filter(|&side| setup.shuffled_men(side).next().is_some()) {
                if !alone.is_met_by(self.board, &setup.shuffled_men(side).map(|man| (man.square, man.kind))) {
                    let message = format!("{side}'s men as drawn do not meet this condition");
                    let help = "draw an order that meets all conditions, or leave this one out";
                    return Err(self.error(condition.span, message, "not met", help));
                }
            }
            shuffle.both_colours.extend(alone.both_colours);
            shuffle.between.extend(alone.between);
        }
        setup.shuffle = Some(shuffle);
        self.require_start_states(&setup)?;
        match Arrays::of_shuffle(self.board, self.black, &setup) {
            Some(Ok(arrays)) if arrays.count() < 2 => {
                let message = "these men can stand in one order only";
                let help = "name more men, or more of their squares, or leave the line out";
                Err(self.error(self.written.span, message.to_owned(), "shuffles nothing", help))
            }
            Some(Err(NoArrays::TooMany)) => {
                let most = Arrays::MAX;
                let message = format!("these men can stand in more than {most} orders, or too many to look through");
                let help = "name fewer men, or more conditions";
                Err(self.error(self.written.span, message, "too many orders", help))
            }
            Some(Err(NoArrays::Unlike)) => {
                let message = "Black's men do not stand opposite White's, and are to be shuffled alike".to_owned();
                let help = "write `each side by itself` behind a comma, or draw both sides alike";
                Err(self.error(self.written.span, message, "not alike", help))
            }
            _ => Ok(setup),
        }
    }

    /// The line, as a place that names men.
    fn mention(&self) -> Mention<'_> {
        let referrer = Referrer::Setup(&self.section.line.name.value);
        Mention { file: self.written.file, sides: self.section.sides, referrer }
    }

    /// The kinds that symbols mean, in their order.
    fn kinds(&self, symbols: &[Symbol]) -> Result<Vec<KindId>, Reported> {
        let mut found: Vec<KindId> = Vec::new();
        for symbol in symbols {
            found.extend(kinds(self.men.man_table().resolve(self.mention(), symbol)?));
        }
        found.dedup();
        Ok(found)
    }

    /// Reads a condition.
    fn condition(&self, condition: &Spanned<ShuffleCondition>) -> Result<(Vec<Vec<KindId>>, Vec<Between>), Reported> {
        Ok(match &condition.value {
            ShuffleCondition::OnBothColours(men) => (vec![self.kinds(men)?], Vec::new()),
            ShuffleCondition::Between { middle, outer } => {
                let outer = self.kinds(outer)?;
                let middle = self.kinds(std::slice::from_ref(middle))?;
                (Vec::new(), middle.into_iter().map(|middle| Between { middle, outer: outer.clone() }).collect())
            }
        })
    }

    /// Requires the shuffled men to be in their start states, and to be allowed on each other's squares.
    fn require_start_states(&self, setup: &Setup) -> Result<(), Reported> {
        for man in setup.possible_men().filter(|man| setup.shuffle.as_ref().is_some_and(|shuffle| shuffle.moves(man))) {
            let kind = self.men.kind(man.kind)?;
            let square = self.board.name(man.square);
            if let Some(region) = kind.stays_in
                && !self.regions.squares(region)?[man.side].contains(man.square)
            {
                let words = self.regions.words(region);
                let message = format!("the {} could come to stand on {square}, outside the {words}", kind.name);
                let help = "leave this man out, or name only squares where it may stand";
                return Err(self.error(self.written.span, message, "leaves its region", help));
            }
        }
        for man in Side::ALL.into_iter().flat_map(|side| setup.shuffled_men(side)) {
            let kind = self.men.kind(man.kind)?;
            let mirrored = setup.right_half_mirrored && self.black.is_right_half(self.board, man.side, man.square);
            let start = kind.start_state(man.side, self.black, mirrored);
            if start.as_ref() != Some(&man.state) {
                let square = self.board.name(man.square);
                let message = format!("the {} on {square} has a state of its own, and is to be shuffled", kind.name);
                let help = any_of(["leave its state out".to_owned(), "leave this man out of the shuffle".to_owned()]);
                return Err(self.error(self.written.span, message, "shuffles a man with a state", &help));
            }
        }
        Ok(())
    }

    fn error(&self, span: Span, message: String, label: &str, help: &str) -> Reported {
        let error = Diagnostic::error(Code::CheckShuffle, span, message).label(label).help(help);
        self.men.man_table().reporter.error_in(self.written.file, error)
    }
}
