//! Lints: what is contradictory or useless in a model whose parts are all valid.
//!
//! A lint is a function from the model to [`Finding`]s. It works on any model, whether the checker made it or it was
//! read from JSON, and names the part of the model it is about. The checker reports findings at the lines
//! of the definition that made these parts.
//!
//! ```
//! use weakfish::{BuiltIns, builtin, lints, load};
//!
//! let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
//! let mut variant = game.variant().clone();
//! assert!(lints::all(&variant).is_empty());
//! variant.endings.clear();
//! let found = lints::all(&variant);
//! assert!(found.iter().any(|finding| finding.lint == lints::Lint::CannotLose && finding.path() == "setups[0]"));
//! ```

mod endings;
mod item;
mod kinds;
mod men;
mod promotions;
mod rules;

pub(crate) use item::{Item, KindItem, PromotionItem, RuleItem, Turning};
pub(crate) use kinds::idle_angles;

use crate::diagnostic::{Code, Severity};
use crate::geometry::Board;
use crate::model::{Ending, Kind, KindId, Region, Rules, Setup, Variant};

/// Declares the lints: name, code, level, the place to blame in games that inherit the item, and what the lint finds.
macro_rules! lints {
    ($($name:ident: $code:ident, $level:ident, $blame:ident, $finds:literal;)+) => {
        /// A kind of finding.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Lint {
            $(#[doc = concat!("Finds ", $finds, ".")] $name,)+
        }

        impl Lint {
            /// All lints.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The code under which it is reported.
            pub const fn code(self) -> Code {
                match self { $(Self::$name => Code::$code,)+ }
            }

            /// Whether a game with such a finding is refused.
            pub const fn level(self) -> Severity {
                match self { $(Self::$name => Severity::$level,)+ }
            }

            /// The place to blame in a game that inherits the item.
            pub(crate) const fn blame(self) -> Blame {
                match self { $(Self::$name => Blame::$blame,)+ }
            }
        }
    };
}

lints! {
    IdleTurn: CheckIdleTurn, Error, Line, "turns that change nothing";
    OutsideSector: CheckOutsideSector, Error, Line, "men that start outside the sector they keep to";
    NoSuchDirection: CheckNoSuchDirection, Error, Line, "a starting direction that the movement does not have";
    IdleMode: CheckIdleMode, Warning, Line, "a mode in which a man can do nothing";
    SameName: CheckSameName, Warning, Line, "two men of one name";
    UnusedMan: CheckUnusedMan, Warning, Own, "men that never come onto the board";
    CastlingAmbiguous: CheckCastlingAmbiguous, Error, Line, "several men of a side that could castle";
    CastlingOfNobody: CheckCastlingOfNobody, Error, Own, "castling of men that no setup has";
    CastlingWithoutRoom: CheckNoRoom, Error, Own, "castling farther than any partner stands";
    PromotionToItself: CheckPromotionToItself, Error, Line, "men that promote to themselves";
    PromotionToRoyal: CheckPromotionToRoyal, Error, Line, "promotion to a royal man";
    PromotionOfRoyal: CheckPromotionOfRoyal, Error, Line, "promotion of a royal man";
    PromotionToNothing: CheckNoPromotion, Error, Line, "promotion to no man at all";
    PromotionNowhere: CheckEmptyRegion, Error, Line, "promotion on no square";
    PromotionOutsideRegion: CheckOutsideRegion, Error, Line, "promotion outside the region the new man keeps to";
    NothingMustMove: CheckNeedsTurns, Error, Line, "a duty to move where every move leaves its square";
    IdleGrid: CheckIdleRule, Warning, Line, "a grid of single squares, which every move leaves";
    IdleSeries: CheckIdleRule, Warning, Line, "series of one move each";
    StuckWithoutChoice: CheckNeedsChoice, Error, Line, "a choice for players stuck in a series that can't end early";
    StuckWithoutEnding: CheckNeedsEnding, Error, Line, "a choice of stalemate where no ending has it";
    FinishingWithoutEnding: CheckNeedsEnding, Error, Line, "finishing moves to a result that no ending has";
    FinishingWithoutRoyal: CheckNeedsRoyal, Error, Line, "finishing moves to checkmate of nobody";
    SeriesWithoutRule: CheckNeedsSeries, Error, Line, "an ending that counts series where there are none";
    NeverRepeated: CheckNeverRepeated, Error, Line, "an ending by repetition where repetition is illegal";
    CannotLose: CheckCannotLose, Error, Game, "a setup in which a side can't lose";
    MissingEnding: CheckMissingEnding, Error, Game, "no result for a side without legal moves";
    HoldsAtStart: CheckHoldsAtStart, Error, Line, "an ending that holds before the first move";
    RepeatedEnding: CheckRepeatedLine, Error, Own, "two endings with one condition";
    DeadEnding: CheckDeadEnding, Warning, Line, "an ending that never holds";
}

/// The place to blame for a finding about an inherited item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Blame {
    /// The inherited line: in this game it no longer holds.
    Line,
    /// The game as a whole.
    Game,
    /// None: the finding is reported only in the game that has the line.
    Own,
}

/// A finding: something contradictory or useless in a model.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The lint.
    pub lint: Lint,
    /// What it is about.
    pub(crate) item: Item,
    /// Another item that is the cause, with a few words about it.
    pub(crate) because: Option<(Item, String)>,
    /// One sentence: what is wrong.
    pub message: String,
    /// A few words beside the item.
    pub label: String,
    /// How to mend it.
    pub help: String,
}

impl Finding {
    fn new(lint: Lint, item: Item, message: impl Into<String>) -> Self {
        Self { lint, item, because: None, message: message.into(), label: String::new(), help: String::new() }
    }

    /// The path in the model's JSON of what the finding is about: `kinds[2].name`, `rules.grid`.
    pub fn path(&self) -> String {
        self.item.to_string()
    }

    fn label(self, text: impl Into<String>) -> Self {
        Self { label: text.into(), ..self }
    }

    fn because(self, item: Item, text: impl Into<String>) -> Self {
        Self { because: Some((item, text.into())), ..self }
    }

    fn help(self, text: impl Into<String>) -> Self {
        Self { help: text.into(), ..self }
    }
}

/// A model, or as much of one as could be made of a definition with mistakes.
///
/// A lint that draws conclusions from something absent needs all of the part.
#[derive(Clone, Debug)]
pub(crate) struct View<'a> {
    /// The size of the board.
    pub(crate) board: Board,
    /// The kinds by id; `None` is one with a mistake.
    pub(crate) kinds: Known<Vec<Option<&'a Kind>>>,
    /// The regions, if all could be made.
    pub(crate) regions: Option<&'a [Region]>,
    /// The setups.
    pub(crate) setups: Known<&'a [Setup]>,
    /// The rules.
    pub(crate) rules: Known<&'a Rules>,
    /// The endings.
    pub(crate) endings: Known<&'a [Ending]>,
}

/// A part of a model, as far as it could be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known<T> {
    /// The items that could be made.
    pub(crate) made: T,
    /// Whether these are all items.
    pub(crate) whole: bool,
}

impl<'a> View<'a> {
    /// All kinds, if all could be made.
    fn all_kinds(&self) -> Option<Vec<&'a Kind>> {
        self.kinds.made.iter().copied().collect::<Option<_>>().filter(|_| self.kinds.whole)
    }

    /// A part that refers to kinds, if it and all kinds could be made.
    fn whole<T: Copy>(&self, part: Known<T>) -> Option<T> {
        (part.whole && self.kinds.whole).then_some(part.made)
    }

    /// The setups, if all could be made.
    fn all_setups(&self) -> Option<&'a [Setup]> {
        self.whole(self.setups)
    }

    /// The rules, if all could be made.
    fn all_rules(&self) -> Option<&'a Rules> {
        self.whole(self.rules)
    }

    /// The endings, if all could be made.
    fn all_endings(&self) -> Option<&'a [Ending]> {
        self.whole(self.endings)
    }

    /// A kind by id.
    fn kind(&self, id: KindId) -> Option<&'a Kind> {
        self.kinds.made.get(id.index()).copied().flatten()
    }

    /// The symbol of a kind.
    fn symbol(&self, id: KindId) -> &'a str {
        self.kind(id).map_or("", |kind| &kind.symbol)
    }

    /// Whether men of a kind are royal.
    fn is_royal(&self, id: KindId) -> bool {
        self.kind(id).is_some_and(|kind| kind.royal)
    }
}

impl<'a> From<&'a Variant> for View<'a> {
    fn from(variant: &'a Variant) -> Self {
        Self {
            board: variant.board,
            kinds: Known { made: variant.kinds.iter().map(Some).collect(), whole: true },
            regions: Some(&variant.regions),
            setups: Known { made: &variant.setups, whole: true },
            rules: Known { made: &variant.rules, whole: true },
            endings: Known { made: &variant.endings, whole: true },
        }
    }
}

/// Everything that the lints find in a model.
pub fn all(variant: &Variant) -> Vec<Finding> {
    let mut found: Vec<Finding> = variant.kinds().flat_map(|(id, kind)| of_kind(id, kind)).collect();
    found.extend(of_game(&View::from(variant)));
    found
}

/// Everything that the lints find in one kind of men.
pub(crate) fn of_kind(id: KindId, kind: &Kind) -> Vec<Finding> {
    let mut found = kinds::idle_turns(id, kind);
    found.extend(kinds::outside_sector(id, kind));
    found.extend(kinds::no_such_direction(id, kind));
    found.extend(kinds::idle_mode(id, kind));
    found
}

/// Everything that the lints find in the game as a whole.
pub(crate) fn of_game(view: &View<'_>) -> Vec<Finding> {
    let lints: [fn(&View<'_>) -> Vec<Finding>; 16] = [
        men::same_names,
        men::unused,
        promotions::promotions,
        rules::castling,
        rules::must_move,
        rules::grid,
        rules::series,
        rules::stuck_in_series,
        rules::finishing_move,
        rules::repetition,
        endings::series,
        endings::losing,
        endings::without_moves,
        endings::at_the_start,
        endings::repeated,
        endings::dead,
    ];
    lints.iter().flat_map(|lint| lint(view)).collect()
}
