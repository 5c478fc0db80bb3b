//! The words of the language, each in one place.
//!
//! A [`Construct`] is a line, a property of a man, a heading or a phrase: its words, an example of its most usual form,
//! and the rules of the grammar that read it. The reader finds the rule of a value here, messages take their examples
//! and expectations from here, and the checker its names of facts and rules. All its forms and what each means stand in
//! the reference, `docs/reference`, in the entry that has the example among its forms.

use std::collections::HashSet;

use crate::diagnostic::Code;
use crate::model::GameResult;
use crate::reference;
use weakfish_grammar::variant::Rule;

/// A construct of the language.
#[derive(Debug)]
pub(crate) struct Construct {
    /// The place at which it is written.
    pub(crate) site: Site,
    /// The words it begins with, with an example for what varies: `castling`, `long step of P`.
    pub(crate) words: &'static str,
    /// An example of its most usual form, whole: of a line the line, of a property the property.
    pub(crate) example: &'static str,
    /// The rule that reads its words.
    pub(super) rule: Rule,
    /// The value after its colon; absent for phrases and headings.
    pub(super) value: Option<Value>,
}

/// The place of a construct in a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Site {
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
    /// The rules of what it can begin with in this line, if these are not all that the grammar says.
    pub(super) begins: &'static [Rule],
}

impl Construct {
    /// The example that has most words in common with a text; of several the first.
    pub(super) fn example_like(&self, text: &str) -> &'static str {
        /// Texts may be long; the first words are enough.
        const WORDS: usize = 40;
        let bare = |word: &'_ str| word.trim_end_matches([',', ':']).to_owned();
        let written: HashSet<String> = text.split_ascii_whitespace().take(WORDS).map(bare).collect();
        let common = |example: &str| {
            example.split(' ').map(bare).filter(|word| written.contains(word)).collect::<HashSet<_>>().len()
        };
        let examples = self.entry().into_iter().flat_map(|entry| &entry.forms).flat_map(|form| &form.examples).copied();
        examples.rev().max_by_key(|example| common(example)).unwrap_or(self.example)
    }

    /// The reference's entry about it.
    pub(crate) fn entry(&self) -> Option<&'static reference::Entry> {
        use reference::Section as Chapter;
        let chapters: &[Chapter] = match self.site {
            Site::Heading => &Chapter::ALL,
            Site::Line(Section::Facts) => &[Chapter::Facts],
            Site::Line(Section::Men) => &[Chapter::Men],
            Site::Line(Section::Regions) | Site::Area => &[Chapter::Regions],
            Site::Line(Section::Setup) | Site::Change => &[Chapter::Setups],
            Site::Line(Section::Rules) => &[Chapter::Rules],
            Site::Line(Section::Endings) => &[Chapter::Endings],
            Site::Line(Section::Test) => &[Chapter::Tests],
            Site::Property => &[Chapter::Properties],
            Site::Result => &[Chapter::Results],
            Site::Turn => &[Chapter::Turn],
        };
        chapters.iter().find_map(|&chapter| reference::of_form(chapter, self.example))
    }
}

/// A construct: where it is written, the rule that reads its words, its words, the rule that reads what stands after
/// its colon and the rules of what that can begin with, an example unless its words are one.
macro_rules! construct {
    (
        $site:expr; $rule:ident $words:literal $([$value:ident $(: $($begins:ident),+)?])? $(=> $example:literal)?
    ) => {
        Construct {
            site: $site,
            words: $words,
            example: construct!(@example $words $($example)?),
            rule: Rule::$rule,
            value: construct!(@value $($value $($($begins),+)?)?),
        }
    };
    (@example $words:literal) => { $words };
    (@example $words:literal $example:literal) => { $example };
    (@value) => { None };
    (@value $value:ident $($($begins:ident),+)?) => {
        Some(Value { rule: Rule::$value, begins: &[$($(Rule::$begins),+)?] })
    };
}

/// The names of constructs, in the same order.
pub(crate) trait NamedConstruct: Copy + 'static {
    /// All that are written.
    const WRITTEN: &'static [Self];

    /// Their constructs.
    const CONSTRUCTS: &'static [Construct];

    /// Its words and forms.
    fn construct(self) -> &'static Construct;

    /// The one whose words this rule of the grammar reads.
    fn read_by(rule: Rule) -> Option<Self> {
        Self::WRITTEN.iter().copied().find(|name| name.construct().rule == rule)
    }
}

/// Declares constructs and an enum of their names, in one order; or the constructs of an enum of the model.
macro_rules! named_constructs {
    (
        $(#[$attribute:meta])*
        enum $Name:ident in $site:expr;
        $($Variant:ident = $rule:ident $words:literal $([$($value:tt)+])? $(=> $example:literal)?;)+
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
            impl $Name in $site;
            $($Variant = $rule $words $([$($value)+])? $(=> $example)?;)+
        }
    };
    (
        impl $Name:ident in $site:expr;
        $($Variant:ident = $rule:ident $words:literal $([$($value:tt)+])? $(=> $example:literal)?;)+
    ) => {
        impl NamedConstruct for $Name {
            const WRITTEN: &[Self] = &[$(Self::$Variant,)+];

            const CONSTRUCTS: &[Construct] =
                &[$(construct!($site; $rule $words $([$($value)+])? $(=> $example)?),)+];

            fn construct(self) -> &'static Construct {
                &Self::CONSTRUCTS[self as usize - Self::WRITTEN[0] as usize]
            }
        }
    };
}

named_constructs! {
    /// The word before the colon of a fact.
    enum FactName in Site::Line(Section::Facts);
    Inventor = inventor "inventor" [text_value] => "inventor: \"Ralph Betza\"";
    Year = year "year" [number_value] => "year: 2002";
    Source = source "source" [text_value] => "source: \"The Chess Variant Pages\"";
    About = about "about" [text_value] => "about: \"Chess with weak men\"";
    Board = board "board" [board_value] => "board: 10x8";
    Lines = lines "lines" [lines_value] => "lines: d1 e2 f3, d3 e2 f1";
    First = first "first" [first_value] => "first: white";
    Black = black "black" [black_value] => "black: mirrors white";
}

/// A man.
pub(super) const MAN: Construct = construct! {
    Site::Line(Section::Men);
    symbol "K king" [man_value] => "R rook: fW, turns 45 or 90"
};

/// A line for every man.
pub(super) const ALL_MEN: Construct = construct! {
    Site::Line(Section::Men);
    all "all men" [all_men_value] => "all men: flips m/c"
};

/// A region.
pub(super) const REGION: Construct = construct! {
    Site::Line(Section::Regions);
    name "hill" [region_value] => "hill: d4 to e5"
};

/// How men face at the start.
pub(super) const FACING: Construct = construct! {
    Site::Line(Section::Setup);
    facing "facing" [facing_value]
        => "facing: toward the middle"
};

/// The men in hand at the start.
pub(super) const HAND: Construct = construct! {
    Site::Line(Section::Setup);
    hand "hand" [hand_value] => "hand: 2 P N 2 p n"
};

/// How the men of a setup are shuffled.
pub(super) const SHUFFLED: Construct = construct! {
    Site::Line(Section::Setup);
    shuffled "shuffled" [shuffled_value: symbol, all_men_but, none]
        => "shuffled: B, Q, N, K or R on own rank 1, B on both colours, K between R"
};

/// A setup made from another one.
pub(super) const CHANGED_SETUP: Construct = construct! {
    Site::Line(Section::Setup);
    changed_setup_key "setup b" [changed_setup_value]
        => "setup b: a with C for Q, Q on d1, empty b1"
};

named_constructs! {
    /// The name of a rule, without the man it may be of.
    enum RuleName in Site::Line(Section::Rules);
    Castling = castling "castling" [castling_value]
        => "castling: K 2 toward R, R to the last square K crossed";
    LongStep = long_step_of "long step of P" [long_step_value]
        => "long step of P: 2 squares from own rank 2, en passant";
    EnPassant = en_passant "en passant" [en_passant_value] => "en passant: by P or S";
    Promotion = promotion_of "promotion of P" [promotion_value]
        => "promotion of P: on last rank, to Q, R, B or N";
    Drop = drop_of "drop of P" [drop_value: drop_on, drop_as, next_to, drop_limit, drop_check, compulsory, unlimited, forbidden, none]
        => "drop of P: on own rank 2 to 7";
    Wall = wall "wall" [wall_value: wall_on, wall_where, one_at_a_time, instead_of_move, none]
        => "wall: where the man could go";
    Progress = progress "progress" [progress_value]
        => "progress: capture or move of P";
    Turn = turn_rule "turn" [turn_value: fixed_length, as_long_as_last, none]
        => "turn: 2 moves, the first 1, ends by check";
    MustMove = must_move "must move" [must_move_value] => "must move: every 5 turns";
    Repetition = repetition "repetition" [permission_value: forbidden, none] => "repetition: forbidden";
    Grid = grid "grid" [grid_value] => "grid: every move leaves its 2x2 block";
    Opposition = opposition "opposition" [opposition_value]
        => "opposition: F and K, as WN";
    FinishingMove = finishing_move "finishing move" [finishing_value]
        => "finishing move: any man to any square, to checkmate or stalemate";
    Capture = capture "capture" [permission_value: compulsory, none] => "capture: compulsory";
    Passing = passing "passing" [permission_value: allowed, when_stuck, none]
        => "passing: when no other move";
    Immobility = immobility "immobility" [permission_value: forbidden, none] => "immobility: forbidden";
    Check = check "check" [permission_value: forbidden, only_to_checkmate, only_last_move, none]
        => "check: forbidden";
    CheckEvasion = check_evasion "check evasion" [permission_value: without_flight, none]
        => "check evasion: without flight";
    OwnCheck = own_check "own check" [permission_value: allowed_in_series, none]
        => "own check: allowed within a series";
    Points = points "points" [points_value]
        => "points: R 13, C 7, P 2, black 1.5";
    CountingWhenBared = counting_when_bared "counting when bared" [counting_value]
        => "counting when bared: 8 moves against 2 R, 16 moves against R, 64 moves, without P, from the number of men";
    Counting = counting "counting" [counting_value] => "counting: 64 moves, without P";
    Compulsory = compulsory "compulsory" [compulsory_value]
        => "compulsory: check, else capture, else move of P";
}

named_constructs! {
    /// The name of a condition under `endings`, without its numbers and men.
    enum ConditionName in Site::Line(Section::Endings);
    Checkmated = checkmated "checkmated" [ending_value] => "checkmated: loses";
    Stalemated = stalemated "stalemated" [ending_value] => "stalemated: draw";
    Bared = bared "bared" [ending_value] => "bared: loses";
    Quiet = quiet "100 moves without progress" [ending_value] => "75 moves without progress: draw (75-moves)";
    Position = position_times "position 3 times" [ending_value] => "position 3 times: draw on claim";
    Only = only_material "only K v K" [ending_value] => "only K v K, or K N v K: draw";
    ManOn = man_on "K on e8" [ending_value] => "K on e8: wins";
    Few = few "no Q" [ending_value] => "no Q: loses";
    InARow = in_a_row "4 men in a row" [ending_value] => "4 men in a row: wins";
    Chain = chain_of "chain of men" [ending_value] => "chain of men between file a and file h: wins";
    BothPass = both_pass "both pass" [ending_value] => "both pass: draw";
    FullBoard = full_board "full board" [ending_value] => "full board: more men win";
    OppositionAccepted = opposition_accepted "opposition accepted" [ending_value]
        => "opposition accepted: draw";
    CountedOut = counted_out "counted out" [ending_value] => "counted out: draw on claim";
    ChecksGiven = checks_given "3 checks given" [ending_value] => "3 checks given: wins";
    Castled = castled_ending "castled" [ending_value] => "castled: wins";
    NoCastling = no_castling "no castling" [ending_value] => "no castling: loses";
    TheRest = the_rest "the rest" [rest_value] => "the rest: inherited";
}

named_constructs! {
    /// The words before the colon of a line of a test, without the depth of a perft.
    enum TestLineName in Site::Line(Section::Test);
    Setup = setup "setup" [test_setup_value] => "setup: chancellors";
    Position = position "position" [position_value] => "position: 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    Facing = facing "facing" [facing_value] => "facing: L on f8 sw";
    Hand = hand "hand" [hand_value] => "hand: 2 P n";
    ToMove = to_move "to move" [first_value] => "to move: black";
    Play = play "play" [free_text_value] => "play: 1. f3 e5 2. g4 Qh4#";
    Expect = expect "expect" [expect_value: side_wins, draw, ongoing, in_check, ending_condition]
        => "expect: white wins by checkmate";
    Legal = legal "legal" [moves_value] => "legal: c1e3 c1@nw";
    Illegal = illegal "illegal" [moves_value] => "illegal: Ae3xc5";
    Exactly = exactly "exactly" [moves_value] => "exactly: e1e2 e1f1";
    Perft = perft_depth "perft 3" [number_value] => "perft 3: 8902";
    Moves = moves "moves" [stored_value] => "moves: stored";
    Reach = reach_of "reach of Q" [stored_value] => "reach of Q: stored";
}

named_constructs! {
    /// The name of a property of a man.
    enum PropertyName in Site::Property;
    Royal = royal_property "royal";
    Turns = turns_property "turns" => "turns 45 or 90";
    When = when_property "when" => "when moving may turn 45";
    LeavesMan = leaves_man_property "when first moving" => "when first moving may leave H or E";
    ToHand = when_captured_property "when captured" => "when captured goes to the captor's hand";
    GoesHome = goes_home_property "when captured goes home" => "when captured goes home on its file";
    MayBecome = may_become_property "may become" => "may become R";
    OneDirection = one_direction_property "one direction at a time" => "one direction at a time from f";
    Flips = flips_property "flips m/c";
    StaysIn = stays_in_property "stays in" => "stays in palace";
    On = on_property "on" => "on hill fsW";
    AlongLines = along_lines_property "along lines" => "along lines fF";
    CapturedBy = captured_by_property "captured" => "captured only by P or K";
    Captures = captures_property "captures" => "captures only K";
    HopsOver = hops_over_property "hops over" => "hops over only S";
    PassesOwn = passes_own_property "passes own" => "passes own men";
    Holds = holds_property "holds" => "holds enemy men next to it";
    Relays = relays_property "relays" => "relays to own men";
    AtFirst = at_first_property "also at first" => "also at first fD";
    OnceAGame = once_a_game_property "also once a game" => "also once a game N";
    InsteadOf = instead_of_property "instead of" => "instead of B";
}

named_constructs! {
    impl GameResult in Site::Result;
    Wins = wins "wins";
    Loses = loses "loses";
    Draw = draw "draw";
    DrawOnClaim = on_claim "draw on claim";
    WhiteWins = side_wins "white wins";
    BlackWins = side_wins "black wins";
    MoreMen = more_win "more men win";
    FewerMen = more_win "fewer men win";
    MorePoints = more_win "more points win";
}

/// Ways to say who is to move where a condition counts, and in games from which setups.
static TURNS: [Construct; 6] = [
    construct!(Site::Turn; to_move "to move"),
    construct!(Site::Turn; to_move "not to move"),
    construct!(Site::Turn; to_move "white to move"),
    construct!(Site::Turn; to_move "black to move"),
    construct!(Site::Turn; unanswered "unanswered"),
    construct!(Site::Turn; in_setups "in setup standard"),
];

/// Ways to name squares.
static AREAS: [Construct; 8] = [
    construct!(Site::Area; square_area "e4"),
    construct!(Site::Area; square_area "d4 to e5"),
    construct!(Site::Area; file_area "file e"),
    construct!(Site::Area; rank_area "rank 4"),
    construct!(Site::Area; rank_area "own rank 2"),
    construct!(Site::Area; square_area "own e4"),
    construct!(Site::Area; rank_area "last rank"),
    construct!(Site::Area; whole_board "anywhere"),
];

/// Ways to change a setup.
static CHANGES: [Construct; 3] = [
    construct!(Site::Change; change "C for Q"),
    construct!(Site::Change; change "Q on d1"),
    construct!(Site::Change; change "empty b1"),
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
    section: Section,
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
    /// The rules of the beginnings of these words; empty if those are the words of its lines.
    pub(super) begins: &'static [Rule],
    /// Whether these words show that a line belongs to this section. They don't if users may choose any words.
    pub(super) key_identifies_section: bool,
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
    Site::Heading;
    edition "weakfish 1"
};

/// The word that begins that line.
pub(super) const EDITION_WORD: &str = "weakfish";

/// All sections, in the order of the enum.
static SECTIONS: [SectionWords; Section::ALL.len()] = [
    SectionWords {
        section: Section::Facts,
        heading: construct!(Site::Heading; title "game" => "game \"My Own Chess\" extends NAME"),
        heading_form: "game \"…\"",
        line: "fact",
        example: "board: 8x8",
        key: Rule::fact_key,
        begins: &[],
        key_identifies_section: true,
        lines: FactName::CONSTRUCTS,
        named_lines: &[],
        unknown: Some(Code::VariantNoSuchFact),
    },
    SectionWords {
        section: Section::Men,
        heading: construct!(Site::Heading; men "men"),
        heading_form: "men",
        line: "man",
        example: "K king: K, royal",
        key: Rule::man_key,
        begins: &[Rule::symbol, Rule::all_men, Rule::side],
        key_identifies_section: true,
        lines: &[ALL_MEN],
        named_lines: &[MAN],
        unknown: Some(Code::VariantNoSuchMan),
    },
    SectionWords {
        section: Section::Regions,
        heading: construct!(Site::Heading; regions "regions"),
        heading_form: "regions",
        line: "region",
        example: "hill: d4 to e5",
        key: Rule::region_key,
        begins: &[Rule::name, Rule::side],
        key_identifies_section: false,
        lines: &[],
        named_lines: &[REGION],
        unknown: None,
    },
    SectionWords {
        section: Section::Setup,
        heading: construct!(Site::Heading; setup_heading "setup" => "setup standard"),
        heading_form: "setup NAME",
        line: "line of a setup",
        example: "facing: toward the middle",
        key: Rule::setup_line_key,
        begins: &[],
        key_identifies_section: true,
        lines: &[FACING, HAND, SHUFFLED],
        named_lines: &[CHANGED_SETUP],
        unknown: Some(Code::VariantNoSuchSetupLine),
    },
    SectionWords {
        section: Section::Rules,
        heading: construct!(Site::Heading; rules "rules"),
        heading_form: "rules",
        line: "rule",
        example: "castling: none",
        key: Rule::rule_key,
        begins: &[],
        key_identifies_section: true,
        lines: RuleName::CONSTRUCTS,
        named_lines: &[],
        unknown: Some(Code::VariantNoSuchRule),
    },
    SectionWords {
        section: Section::Endings,
        heading: construct!(Site::Heading; endings "endings"),
        heading_form: "endings",
        line: "ending",
        example: "stalemated: draw",
        key: Rule::ending_key,
        begins: &[Rule::ending_condition, Rule::the_rest, Rule::side],
        key_identifies_section: true,
        lines: ConditionName::CONSTRUCTS,
        named_lines: &[],
        unknown: Some(Code::VariantNoSuchEnding),
    },
    SectionWords {
        section: Section::Test,
        heading: construct!(Site::Heading; test_heading "test" => "test \"the shortest mate\""),
        heading_form: "test \"…\"",
        line: "line of a test",
        example: "play: 1. e2-e4",
        key: Rule::test_key,
        begins: &[],
        key_identifies_section: true,
        lines: TestLineName::CONSTRUCTS,
        named_lines: &[],
        unknown: Some(Code::VariantNoSuchTestLine),
    },
];

// The table is in the order of the enum.
const _: () = {
    let mut at = 0;
    while at < SECTIONS.len() {
        assert!(SECTIONS[at].section as usize == at);
        at += 1;
    }
};

impl Section {
    /// All of them.
    pub(crate) const ALL: [Self; 7] =
        [Self::Facts, Self::Men, Self::Regions, Self::Setup, Self::Rules, Self::Endings, Self::Test];

    /// Its words.
    pub(super) fn words(self) -> &'static SectionWords {
        &SECTIONS[self as usize]
    }
}

/// Every construct: headings, then the lines of each section, then what stands within lines.
pub(crate) fn all() -> impl Iterator<Item = &'static Construct> {
    let headings = std::iter::once(&EDITION).chain(Section::ALL.map(|section| &section.words().heading));
    let lines = Section::ALL.into_iter().flat_map(|section| section.words().lines());
    let named = PropertyName::CONSTRUCTS.iter().chain(GameResult::CONSTRUCTS);
    headings.chain(lines).chain(named).chain(&TURNS).chain(&AREAS).chain(&CHANGES)
}
