//! The words of the language, each in one place.
//!
//! A [`Construct`] is a line, a property of a man, a heading or a phrase: its words, an example of each of its forms,
//! and the rules of the grammar that read it. The reader finds the rule of a value here, messages take their examples
//! and expectations from here, and the checker its names of facts and rules. What each form means stands in the
//! reference, `docs/reference`; a test holds that it has a row for every form, and no other.

use std::collections::HashSet;

use crate::diagnostic::Code;
use crate::model::{GameResult, Judged};
use crate::reference;
use weakfish_grammar::variant::Rule;

/// A construct of the language.
#[derive(Debug)]
pub(crate) struct Construct {
    /// The place at which it is written.
    pub(crate) place: Place,
    /// The words it begins with, with an example for what varies: `castling`, `long step of P`.
    pub(crate) words: &'static str,
    /// Its forms, the most usual one first; at least one.
    pub(crate) forms: &'static [Form],
    /// The rule that reads its words.
    pub(super) rule: Rule,
    /// The value after its colon; absent for phrases and headings.
    pub(super) value: Option<Value>,
}

/// A form of a construct.
#[derive(Debug)]
pub(crate) struct Form {
    /// Examples, whole: of a line the line, of a property the property. At least one.
    pub(crate) examples: &'static [&'static str],
}

/// The place of a construct in a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    /// On a line of its own, without a colon.
    Heading,
    /// A line of this section.
    Line(Section),
    /// A property of a man.
    Property,
    /// A way to name squares.
    Area,
    /// In a changed setup.
    Change,
    /// After the colon of an ending.
    Result,
    /// After a comma, at the end of a condition that a side fulfils by its men.
    Turn,
}

/// The value after the colon of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    /// The rule that reads it.
    pub(super) rule: Rule,
    /// The words that it can begin with, in backquotes, and descriptions of other things. Of constructs that share a
    /// rule, only one has this.
    pub(super) begins: &'static [&'static str],
}

impl Construct {
    /// Its first example.
    pub(crate) fn example(&self) -> &'static str {
        self.forms.iter().flat_map(|form| form.examples).next().copied().unwrap_or(self.words)
    }

    /// The example that has most words in common with a text; of several the first.
    pub(super) fn example_like(&self, text: &str) -> &'static str {
        /// Texts may be long; the first words are enough.
        const WORDS: usize = 40;
        let bare = |word: &'_ str| word.trim_end_matches([',', ':']).to_owned();
        let written: HashSet<String> = text.split_ascii_whitespace().take(WORDS).map(bare).collect();
        let common = |example: &str| {
            example.split(' ').map(bare).filter(|word| written.contains(word)).collect::<HashSet<_>>().len()
        };
        let examples = self.forms.iter().flat_map(|form| form.examples).copied();
        examples.rev().max_by_key(|example| common(example)).unwrap_or(self.words)
    }

    /// The reference's entry about it.
    pub(crate) fn entry(&self) -> Option<&'static reference::Entry> {
        use reference::Section as Chapter;
        let chapters: &[Chapter] = match self.place {
            Place::Heading => &Chapter::ALL,
            Place::Line(Section::Facts) => &[Chapter::Facts],
            Place::Line(Section::Men) => &[Chapter::Men],
            Place::Line(Section::Regions) | Place::Area => &[Chapter::Regions],
            Place::Line(Section::Setup) | Place::Change => &[Chapter::Setups],
            Place::Line(Section::Rules) => &[Chapter::Rules],
            Place::Line(Section::Endings) => &[Chapter::Endings],
            Place::Line(Section::Test) => &[Chapter::Tests],
            Place::Property => &[Chapter::Properties],
            Place::Result => &[Chapter::Results],
            Place::Turn => &[Chapter::Turn],
        };
        chapters.iter().find_map(|&chapter| reference::of_form(chapter, self.example()))
    }

    /// Whether it may be `none`, which removes what is inherited.
    fn may_be_none(&self) -> bool {
        self.place == Place::Line(Section::Rules)
    }
}

/// A construct: where it is written, the rule that reads its words, its words, the rule that reads what stands after
/// its colon and what that can begin with, the examples of its forms.
macro_rules! construct {
    (
        $place:expr; $rule:ident $words:literal $([$value:ident $(: $($begins:literal),+)?])? {
            $($($example:literal)|+,)+
        }
    ) => {
        Construct {
            place: $place,
            words: $words,
            forms: &[$(Form { examples: &[$($example),+] },)+],
            rule: Rule::$rule,
            value: construct!(@value $($value $($($begins),+)?)?),
        }
    };
    (@value) => { None };
    (@value $value:ident $($($begins:literal),+)?) => {
        Some(Value { rule: Rule::$value, begins: &[$($($begins),+)?] })
    };
}

/// Declares constructs and an enum of their names, in one order; or the constructs of an enum of the model.
macro_rules! named_constructs {
    (
        $(#[$attribute:meta])*
        enum $Name:ident in $place:expr;
        $($Variant:ident = $rule:ident $words:literal $([$($value:tt)+])? { $($forms:tt)+ })+
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(crate) enum $Name {
            $(
                #[doc = concat!("`", $words, "`.")]
                $Variant,
            )+
        }

        named_constructs! {
            impl $Name in $place;
            $($Variant = $rule $words $([$($value)+])? { $($forms)+ })+
        }
    };
    (
        impl $Name:ident in $place:expr;
        $($Variant:ident = $rule:ident $words:literal $([$($value:tt)+])? { $($forms:tt)+ })+
    ) => {
        impl $Name {
            /// All that are written.
            pub(crate) const WRITTEN: &[Self] = &[$(Self::$Variant,)+];

            pub(super) const CONSTRUCTS: &[Construct] =
                &[$(construct!($place; $rule $words $([$($value)+])? { $($forms)+ }),)+];

            /// Its words and forms.
            pub(crate) const fn construct(self) -> &'static Construct {
                &Self::CONSTRUCTS[self as usize - Self::WRITTEN[0] as usize]
            }

            /// The one whose words this rule of the grammar reads.
            pub(super) fn read_by(rule: Rule) -> Option<Self> {
                Self::WRITTEN.iter().copied().find(|name| name.construct().rule == rule)
            }
        }
    };
}

named_constructs! {
    /// The word before the colon of a fact.
    enum FactName in Place::Line(Section::Facts);
    Inventor = inventor "inventor" [text_value: "a text in quotes"] { "inventor: \"Ralph Betza\"", }
    Year = year "year" [year_value: "a number"] { "year: 2002", }
    Source = source "source" [text_value] { "source: \"The Chess Variant Pages\"", }
    About = about "about" [text_value] { "about: \"Chess with weak men\"", }
    Board = board "board" [board_value: "a size such as `8x8`"] {
        "board: 10x8",
        "board: 10x10 without a1, j1, e5 to f6",
    }
    Lines = lines "lines" [lines_value: "squares such as `d1 e2 f3`", "`none`"] {
        "lines: d1 e2 f3, d3 e2 f1",
        "lines: none",
    }
    First = first "first" [first_value: "`white`", "`black`"] { "first: white", }
    Black = black "black" [black_value: "`mirrors white`", "`rotates white`"] {
        "black: mirrors white",
        "black: rotates white",
    }
}

/// A man.
pub(super) const MAN: Construct = construct! {
    Place::Line(Section::Men);
    symbol "K king" [man_value: "a movement such as `fW`", "`none`"] {
        "R rook: fW, turns 45 or 90",
        "C chancellor: short fW + leap rfN, turns 45, leap turns 45",
        "X stone: no movement",
        "white L lance: fR",
        "B: none",
    }
};

/// A line for every man.
pub(super) const ALL_MEN: Construct = construct! {
    Place::Line(Section::Men);
    all "all men" [all_men_value: "a property such as `flips m/c`", "`none`"] {
        "all men: flips m/c",
    }
};

/// A region.
pub(super) const REGION: Construct = construct! {
    Place::Line(Section::Regions);
    name "hill" [
        region_value: "a square such as `e4`", "`the last rank`", "`own rank`", "`rank`", "`file`", "`none`"
    ] {
        "hill: d4 to e5",
        "white palace: d1 to f3",
        "home: own ranks 1 to 5, the last rank",
        "camp: none",
    }
};

/// How men face at the start.
pub(super) const FACING: Construct = construct! {
    Place::Line(Section::Setup);
    facing "facing" [facing_value: "`right half mirrored`", "`as written`"] {
        "facing: right half mirrored",
        "facing: as written",
    }
};

/// A setup made from another one.
pub(super) const CHANGED_SETUP: Construct = construct! {
    Place::Line(Section::Setup);
    changed_setup_key "setup b" [changed_setup_value: "the name of a setup"] {
        "setup b: a with C for Q, Q on d1, empty b1" | "setup b: a",
    }
};

named_constructs! {
    /// The name of a rule, without the man it may be of.
    enum RuleName in Place::Line(Section::Rules);
    Castling = castling "castling" [castling_value: "a man such as `K`"] {
        "castling: K 2 toward R, R to the last square K crossed",
        "castling: K 2 or more toward R, R to any square K left or crossed",
        "castling: K 1 to 4 toward R or C, R or C to the last square K crossed",
        "castling: K 2 toward R or C, one farther to keep C on its colour, R or C to the last square K crossed",
        "castling: K to own c1 or own g1 with R, R to the other side of K",
        "castling: K 2 toward R, R to the last square K crossed, not on the wing where the opponent castled",
    }
    LongStep = long_step_of "long step of P" [long_step_value: "a number", "`up to`"] {
        "long step of P: 2 squares from own rank 2, en passant",
        "long step of P: up to 6 squares from own rank 2",
        "long step of P: 2 squares as fF from own rank 2, en passant",
        "long step of P: 2 squares from own rank 3, en passant, or up to 3 squares from own rank 2",
    }
    EnPassant = en_passant "en passant" [en_passant_value: "`by`", "`on`"] {
        "en passant: by P or S",
        "en passant: on own rank 6" | "en passant: by P, on own rank 6",
    }
    Promotion = promotion_of "promotion of P" [promotion_value: "`on`"] {
        "promotion of P: on the last rank, to Q, R, B or N",
        "promotion of P: on own rank 6, to any starting man but K or P, if wished, facing any way",
        "promotion of S: on or from camp, to G, if wished except on the last rank",
        "promotion of P: on the last rank, to Q, R, B or N, at most 1 Q or 2 R",
        "promotion of P: on the last rank, to Q, R, B or N, captured men only",
        "promotion of S: on or from camp, to G, by capture, if wished",
        "promotion of P: on the last rank, to nothing",
    }
    Progress = progress "progress" [progress_value: "`capture`", "`promotion`", "`move of`"] {
        "progress: capture or move of P",
        "progress: capture, promotion or one-way move of P",
    }
    Series = series "series" [series_value: "a number", "`as long as the opponent's last`"] {
        "series: 2 moves, first 1",
        "series: 1 longer each turn",
        "series: 1 longer than the opponent's last",
        "series: as long as the opponent's last, 1 longer or 1 shorter, at least 1",
    }
    SeriesEnds = series_ends "series ends" [series_ends_value: "`by check`", "`by capture`"] {
        "series ends: by check" | "series ends: by check or capture",
    }
    StuckInSeries = stuck_in_a_series "stuck in a series" [stuck_value: "`end or stalemate, by choice`"] {
        "stuck in a series: end or stalemate, by choice",
    }
    MustMove = must_move "must move" [must_move_value: "`once in`"] { "must move: once in 5", }
    Repetition = repetition "repetition" [repetition_value: "`illegal`"] { "repetition: illegal", }
    Grid = grid "grid" [grid_value: "`every move leaves its`"] { "grid: every move leaves its 2x2 block", }
    Opposition = opposition "opposition" [opposition_value: "a man such as `F`"] {
        "opposition: F and K, as NW",
        "opposition: K and K, as R, to be broken",
    }
    FinishingMove = finishing_move "finishing move" [finishing_value: "`any man as U`"] {
        "finishing move: any man as U, to checkmate or stalemate",
    }
    Capture = capture "capture" [capture_value: "`compulsory`"] { "capture: compulsory", }
    Passing = passing "passing" [passing_value: "`always`", "`when no other move`"] {
        "passing: when no other move" | "passing: always",
    }
    Immobility = immobility "immobility" [immobility_value: "`illegal`"] { "immobility: illegal", }
    Check = check "check" [check_value: "`forbidden`", "`only to checkmate`", "`only by the last move of a series`"] {
        "check: forbidden",
        "check: only to checkmate",
        "check: only by the last move of a series",
    }
    CheckEvasion = check_evasion "check evasion" [check_evasion_value: "`without flight`"] {
        "check evasion: without flight",
    }
    OwnCheck = own_check "own check" [own_check_value: "`allowed within a series`"] {
        "own check: allowed within a series",
    }
    Points = points "points" [points_value: "a man such as `R`", "`white`", "`black`"] {
        "points: R 13, C 7, P 2, black 1.5",
    }
    CountingWhenBared = counting_when_bared "counting when bared" [counting_value: "a number"] {
        "counting when bared: 8 moves against 2 R, 16 moves against R, 64 moves, without P, from the number of men",
    }
    Counting = counting "counting" [counting_value] {
        "counting: 64 moves, without P" | "counting: 63 moves, with 3 men or fewer",
    }
}

named_constructs! {
    /// The name of a condition under `endings`, without its numbers and men.
    enum ConditionName in Place::Line(Section::Endings);
    Checkmate = checkmate "checkmate" [ending_value] { "checkmate: loses", }
    Stalemate = stalemate "stalemate" [ending_value] { "stalemate: draw", }
    OpponentBared = opponent_bared "opponent bared" [ending_value] { "opponent bared: wins", }
    Bared = bared "bared" [ending_value] { "bared: loses", }
    Quiet = quiet "100 moves without progress" [ending_value] {
        "75 moves without progress: draw (75-moves)" | "200 plies without progress: draw"
            | "10 series without progress: loses",
    }
    Position = position_times "position 3 times" [ending_value] {
        "position 3 times: draw on claim",
        "position 3 times, not to move: loses" | "white position 4 times: loses",
        "position 3 times by perpetual check: loses",
    }
    Only = only_material "only K v K" [ending_value] {
        "only K v K, or K N v K: draw",
        "only K and B of one colour: draw" | "only K and B of one color: draw",
    }
    ManOn = man_on "K on e8" [ending_value] {
        "K on e8: wins" | "K or Q on hill: draw (hill)",
        "3 P on hill: wins" | "3 men on hill: wins" | "any man on hill: wins",
        "P on hill, safe: wins",
        "any man on the last rank, secure: wins",
        "P on hill, no square empty: wins",
        "K on hill, unanswered: wins",
        "both K on hill, white to move: draw",
    }
    FewerThan = fewer_than "fewer than 2 K" [ending_value] {
        "fewer than 2 K: loses" | "fewer than 3 R or B: loses" | "fewer than 2 men: draw",
        "fewer than 2 men against 2 or more: loses",
    }
    InARow = in_a_row "4 men in a row" [ending_value] {
        "4 men in a row: wins" | "4 P or Q in a row on ranks, files or diagonals: wins",
        "3 men in line: wins" | "3 P in line on ranks or files: wins",
    }
    BothPass = both_pass "both pass" [ending_value] { "both pass: draw", }
    OppositionAccepted = opposition_accepted "opposition accepted" [ending_value] { "opposition accepted: draw", }
    CountedOut = counted_out "counted out" [ending_value] { "counted out: draw on claim", }
    Without = without_some "without Q" [ending_value] { "without F: loses" | "without R or A: loses", }
    WithoutMen = without_men "without men" [ending_value] { "without men: wins", }
    ChecksGiven = checks_given "3 checks given" [ending_value] { "3 checks given: wins" | "1 check given: wins", }
    TheRest = the_rest "the rest" [rest_value: "`inherited`"] { "the rest: inherited", }
}

named_constructs! {
    /// The words before the colon of a line of a test, without the depth of a perft.
    enum TestLineName in Place::Line(Section::Test);
    Setup = setup "setup" [test_setup_value: "the name of a setup"] { "setup: chancellors", }
    Position = position "position" [free_text_value: "a text"] { "position: 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", }
    Play = play "play" [free_text_value] { "play: 1. f3 e5 2. g4 Qh4#", }
    Expect = expect "expect" [expect_value: "`white wins`", "`black wins`", "`draw`", "`ongoing`"] {
        "expect: white wins by checkmate" | "expect: draw by stalemate" | "expect: ongoing",
    }
    Legal = legal "legal" [moves_value: "a move such as `e2e4`"] { "legal: c1e3 c1@nw", }
    Illegal = illegal "illegal" [moves_value] { "illegal: Ae3xc5", }
    Only = only "only" [moves_value] { "only: e1e2 e1f1", }
    Perft = perft_depth "perft 3" [perft_value: "a number"] { "perft 3: 8902", }
}

named_constructs! {
    /// The name of a property of a man.
    enum PropertyName in Place::Property;
    Royal = royal_property "royal" { "royal", "royal when last" | "royal when 2 or fewer left", "royal together", }
    Turns = turns_property "turns" {
        "turns 45 or 90" | "turns 45" | "turns any",
        "leap turns 45",
        "turns 45 within 90 of forward",
    }
    TurnsAfterMoving = turns_after_property "may turn" { "may turn 45 after moving", }
    OneDirection = one_direction_property "one direction at a time" { "one direction at a time from f", }
    Flips = flips_property "flips m/c" { "flips m/c" | "flips c/m", }
    StaysIn = stays_in_property "stays in" { "stays in palace", }
    In = in_property "in" { "in beyond fsW", "in camp no movement", }
    AlongLines = along_lines_property "along lines" { "along lines fF", }
    CapturedOnlyBy = captured_only_by_property "captured only by" { "captured only by P or K", }
    CapturesOnly = captures_only_property "captures only" { "captures only K", }
    NeverCaptures = never_captures_property "never captures" { "never captures C" | "never captures C or K", }
    HopsOnlyOver = hops_only_property "hops only over" { "hops only over S" | "hops only over S or P", }
    NeverHopsOver = never_hops_property "never hops over" { "never hops over C", }
    FirstMove = first_move_property "first move" {
        "first move fD",
        "first move fsN unless in check",
        "first move fsN unless in check until R aims at it",
    }
    InsteadOf = instead_of_property "instead of" { "instead of B", }
}

named_constructs! {
    impl GameResult in Place::Result;
    Wins = wins "wins" { "wins", }
    Loses = loses "loses" { "loses", }
    Draw = draw "draw" { "draw" | "draw (75-moves)", }
    DrawOnClaim = draw_on_claim "draw on claim" { "draw on claim", }
    WhiteWins = white_wins "white wins" { "white wins", }
    BlackWins = black_wins "black wins" { "black wins", }
    MoreMen = more_men_win "more men win" { "more men win", }
    FewerMen = fewer_men_win "fewer men win" { "fewer men win", }
    MorePoints = more_points_win "more points win" { "more points win", }
}

named_constructs! {
    impl Judged in Place::Turn;
    ToMove = to_move "to move" { "to move", }
    NotToMove = not_to_move "not to move" { "not to move", }
    WhiteToMove = white_to_move "white to move" { "white to move", }
    BlackToMove = black_to_move "black to move" { "black to move", }
    Unanswered = unanswered "unanswered" { "unanswered", }
}

/// Ways to name squares.
static AREAS: [Construct; 7] = [
    construct!(Place::Area; square_area "e4" { "e4", }),
    construct!(Place::Area; box_area "d4 to e5" { "d4 to e5", }),
    construct!(Place::Area; files_area "file e" { "file e" | "files a to c", }),
    construct!(Place::Area; ranks_area "rank 4" { "rank 4" | "ranks 4 to 5", }),
    construct!(Place::Area; own_ranks "own rank 2" { "own rank 2" | "own ranks 1 to 5", }),
    construct!(Place::Area; own_squares "own e4" { "own e4" | "own squares d1 to f3", }),
    construct!(Place::Area; last_rank "the last rank" { "the last rank", }),
];

/// Ways to change a setup.
static CHANGES: [Construct; 3] = [
    construct!(Place::Change; replace_change "C for Q" { "C for Q", }),
    construct!(Place::Change; place_change "Q on d1" { "Q on d1", }),
    construct!(Place::Change; empty_change "empty b1" { "empty b1", }),
];

/// A kind of section of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Section {
    /// The title and the lines under it.
    Facts,
    /// `men`.
    Men,
    /// `regions`.
    Regions,
    /// `setup`.
    Setup,
    /// `rules`.
    Rules,
    /// `endings`.
    Endings,
    /// `test`.
    Test,
}

/// The words of a section.
pub(super) struct SectionWords {
    /// Its heading, whose first word determines the section.
    pub(super) heading: Construct,
    /// The heading, with `…` or `NAME` for what varies.
    pub(super) heading_form: &'static str,
    /// The name of its lines.
    pub(super) line: &'static str,
    /// One of its lines, as an example.
    pub(super) example: &'static str,
    /// The rule that reads the words before the colon of its lines.
    pub(super) key: Rule,
    /// The beginnings of these words; empty if those are the words of its lines.
    pub(super) begins: &'static [&'static str],
    /// Whether these words show that a line belongs to this section. They don't if users may choose any words.
    pub(super) key_tells: bool,
    /// Its lines with words of the language before the colon.
    pub(super) lines: &'static [Construct],
    /// Its lines with words of the user's own before the colon.
    pub(super) named_lines: &'static [Construct],
    /// The code for a line that it doesn't have; `None` where any word may begin a line.
    pub(super) unknown: Option<Code>,
}

impl SectionWords {
    /// All its lines.
    pub(super) fn lines(&self) -> impl Iterator<Item = &'static Construct> {
        self.named_lines.iter().chain(self.lines)
    }

    /// The words that its lines can begin with, without names that users choose.
    pub(super) fn keys(&self) -> impl Iterator<Item = &'static str> + Clone {
        self.lines.iter().map(|line| line.words)
    }
}

/// The first line of a definition, which names the edition of the language.
pub(super) static EDITION: Construct = construct! {
    Place::Heading;
    edition "weakfish 1" {
        "weakfish 1",
    }
};

/// The word that begins that line.
pub(super) const EDITION_WORD: &str = "weakfish";

/// All sections, in the order of the enum.
static SECTIONS: [(Section, SectionWords); Section::ALL.len()] = [
    (
        Section::Facts,
        SectionWords {
            heading: construct!(Place::Heading; title "game" {
                "game \"My Own Chess\" extends NAME" | "game \"My Own Chess\" extends \"base.variant\"",
            }),
            heading_form: "game \"…\"",
            line: "fact",
            example: "board: 8x8",
            key: Rule::fact_key,
            begins: &[],
            key_tells: true,
            lines: FactName::CONSTRUCTS,
            named_lines: &[],
            unknown: Some(Code::VariantNoSuchFact),
        },
    ),
    (
        Section::Men,
        SectionWords {
            heading: construct!(Place::Heading; men_heading "men" { "men" | "pieces", }),
            heading_form: "men",
            line: "man",
            example: "K king: K, royal",
            key: Rule::man_key,
            begins: &["a man such as `K`", "`all men`", "`white`", "`black`"],
            key_tells: true,
            lines: &[ALL_MEN],
            named_lines: &[MAN],
            unknown: Some(Code::VariantNoSuchMan),
        },
    ),
    (
        Section::Regions,
        SectionWords {
            heading: construct!(Place::Heading; regions_heading "regions" {
                "regions",
            }),
            heading_form: "regions",
            line: "region",
            example: "hill: d4 to e5",
            key: Rule::region_key,
            begins: &["a name in small letters", "`white`", "`black`"],
            key_tells: false,
            lines: &[],
            named_lines: &[REGION],
            unknown: None,
        },
    ),
    (
        Section::Setup,
        SectionWords {
            heading: construct!(Place::Heading; setup_heading "setup" {
                "setup standard",
            }),
            heading_form: "setup NAME",
            line: "line of a setup",
            example: "facing: right half mirrored",
            key: Rule::setup_line_key,
            begins: &[],
            key_tells: true,
            lines: &[FACING],
            named_lines: &[CHANGED_SETUP],
            unknown: Some(Code::VariantNoSuchSetupLine),
        },
    ),
    (
        Section::Rules,
        SectionWords {
            heading: construct!(Place::Heading; rules_heading "rules" { "rules", }),
            heading_form: "rules",
            line: "rule",
            example: "castling: none",
            key: Rule::rule_key,
            begins: &[],
            key_tells: true,
            lines: RuleName::CONSTRUCTS,
            named_lines: &[],
            unknown: Some(Code::VariantNoSuchRule),
        },
    ),
    (
        Section::Endings,
        SectionWords {
            heading: construct!(Place::Heading; endings_heading "endings" {
                "endings",
            }),
            heading_form: "endings",
            line: "ending",
            example: "stalemate: draw",
            key: Rule::ending_key,
            begins: &["a condition such as `checkmate`", "`the rest`", "`white`", "`black`"],
            key_tells: true,
            lines: ConditionName::CONSTRUCTS,
            named_lines: &[],
            unknown: Some(Code::VariantNoSuchEnding),
        },
    ),
    (
        Section::Test,
        SectionWords {
            heading: construct!(Place::Heading; test_heading "test" {
                "test \"the shortest mate\"",
            }),
            heading_form: "test \"…\"",
            line: "line of a test",
            example: "play: 1. e2-e4",
            key: Rule::test_key,
            begins: &[],
            key_tells: true,
            lines: TestLineName::CONSTRUCTS,
            named_lines: &[],
            unknown: Some(Code::VariantNoSuchTestLine),
        },
    ),
];

// The table is in the order of the enum.
const _: () = {
    let mut at = 0;
    while at < SECTIONS.len() {
        assert!(SECTIONS[at].0 as usize == at);
        at += 1;
    }
};

impl Section {
    /// All of them.
    pub(crate) const ALL: [Self; 7] =
        [Self::Facts, Self::Men, Self::Regions, Self::Setup, Self::Rules, Self::Endings, Self::Test];

    /// Its words.
    pub(super) fn words(self) -> &'static SectionWords {
        &SECTIONS[self as usize].1
    }
}

/// Every construct: headings, then the lines of each section, then what stands within lines.
pub(crate) fn all() -> impl Iterator<Item = &'static Construct> {
    let headings = std::iter::once(&EDITION).chain(Section::ALL.map(|section| &section.words().heading));
    let lines = Section::ALL.into_iter().flat_map(|section| section.words().lines());
    let named = PropertyName::CONSTRUCTS.iter().chain(GameResult::CONSTRUCTS).chain(Judged::CONSTRUCTS);
    headings.chain(lines).chain(named).chain(&AREAS).chain(&CHANGES)
}

/// Describes a rule of the grammar that was expected, if it reads a construct.
pub(super) fn expected(rule: Rule) -> Option<Vec<String>> {
    if let Some(construct) = all().find(|construct| construct.rule == rule) {
        return Some(vec![format!("`{}`", construct.words)]);
    }
    let (construct, value) = all().find_map(|construct| {
        let value = construct.value.filter(|value| value.rule == rule && !value.begins.is_empty())?;
        Some((construct, value))
    })?;
    let none = construct.may_be_none().then_some("`none`");
    Some(value.begins.iter().copied().chain(none).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::all;
    use crate::reference;

    #[test]
    fn the_reference_has_every_form_of_every_construct_and_no_other() {
        let mut missing = Vec::new();
        let mut known = BTreeSet::new();
        for construct in all() {
            let Some(entry) = construct.entry() else {
                missing.push(format!("no entry has `{}`", construct.example()));
                continue;
            };
            known.insert((entry.section, entry.name));
            for form in construct.forms {
                if !entry.forms.iter().any(|written| written.examples == form.examples) {
                    missing.push(format!("{}: {} lacks `{}`", entry.page, entry.name, form.examples.join("`, `")));
                }
            }
        }
        assert!(missing.is_empty(), "the reference lacks forms:\n{}", missing.join("\n"));
        let constructs: BTreeSet<&[&str]> = all().flat_map(|each| each.forms).map(|form| form.examples).collect();
        for entry in reference::entries().iter().filter(|entry| known.contains(&(entry.section, entry.name))) {
            for form in &entry.forms {
                assert!(
                    constructs.contains(&*form.examples),
                    "the vocabulary lacks {:?} of {}",
                    form.examples,
                    entry.page
                );
            }
        }
    }
}
