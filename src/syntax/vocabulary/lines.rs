//! The lines of each section.

use super::super::ast::Section;
use super::{Construct, Form, Place, Value, construct, named_constructs};
use weakfish_grammar::variant::Rule;

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
pub(in super::super) const CHANGED_SETUP: Construct = construct! {
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
