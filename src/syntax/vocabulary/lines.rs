//! The lines of each section.

use super::super::ast::Section;
use super::super::grammar::Rule;
use super::{Construct, Form, Place, Value, construct, named_constructs};

named_constructs! {
    /// The word before the colon of a fact.
    enum FactName in Place::Line(Section::Facts);
    Inventor = inventor "inventor" [text_value: "a text in quotes"] {
        "inventor: \"Ralph Betza\"" => "who invented the game; for its page",
    }
    Year = year "year" [year_value: "a number"] {
        "year: 2002" => "when the game was invented; for its page",
    }
    Source = source "source" [text_value] {
        "source: \"The Chess Variant Pages\"" => "where the game is documented; for its page",
    }
    About = about "about" [text_value] {
        "about: \"Chess with weak men\"" => "what the game is, in a few words; for its page",
    }
    Board = board "board" [board_value: "a size such as `8x8`"] {
        "board: 10x8" => "files × ranks, from 1x1 to 16x16; every drawing of the board has this size",
        "board: 10x10 without a1, j1, e5 to f6"
            => "a board with holes: these squares are no part of it; no man stands on them or slides over them, and they are \
                drawn as `*`",
    }
    Lines = lines "lines" [lines_value: "squares such as `d1 e2 f3`", "`none`"] {
        "lines: d1 e2 f3, d3 e2 f1"
            => "lines drawn on the board, each from square to square; they mean nothing to men that don't move `along lines`",
        "lines: none" => "the board has no lines, although that of the game that it extends has some",
    }
    First = first "first" [first_value: "`white`", "`black`"] {
        "first: white" => "the side that moves first",
    }
    Black = black "black" [black_value: "`mirrors white`", "`rotates white`"] {
        "black: mirrors white" => "Black's men are White's reflected in the ranks: left and right stay as on the board",
        "black: rotates white" => "Black's men are White's seen from the other end: left and right as Black sees them",
    }
}

/// A man.
pub(super) const MAN: Construct = construct! {
    Place::Line(Section::Men);
    symbol "K king" [man_value: "a movement such as `fW`", "`none`"] {
        "R rook: fW, turns 45 or 90" => "a man: its letter, its name, its movement in Betza notation, its properties",
        "C chancellor: short fW + leap rfN, turns 45, leap turns 45"
            => "a man whose movement has named parts, each of which can turn on its own",
        "X stone: no movement" => "a man that never moves and attacks nothing, and can be captured like any man",
        "white L lance: fR" => "a man that only White has",
        "B: none" => "the game has no B, although the game that it extends has one",
    }
};

/// A line for every man.
pub(super) const ALL_MEN: Construct = construct! {
    Place::Line(Section::Men);
    all "all men" [all_men_value: "a property such as `flips m/c`", "`none`"] {
        "all men: flips m/c" => "properties of every man of this game and of every game that extends it",
    }
};

/// A region.
pub(super) const REGION: Construct = construct! {
    Place::Line(Section::Regions);
    name "hill" [
        region_value: "a square such as `e4`", "`the last rank`", "`own rank`", "`rank`", "`file`", "`none`"
    ] {
        "hill: d4 to e5" => "a region of both sides",
        "white palace: d1 to f3" => "a region of one side",
        "home: own ranks 1 to 5, the last rank" => "a region of several areas",
        "camp: none" => "the game has no such region, although the game that it extends has one",
    }
};

/// How men face at the start.
pub(super) const FACING: Construct = construct! {
    Place::Line(Section::Setup);
    facing "facing" [facing_value: "`right half mirrored`", "`as written`"] {
        "facing: right half mirrored"
            => "men on the right half of the board, as their owner sees it, start as mirror images",
        "facing: as written" => "every man starts in the state that its own line gives it; this is the default",
    }
};

/// A setup made from another one.
pub(in super::super) const CHANGED_SETUP: Construct = construct! {
    Place::Line(Section::Setup);
    changed_setup_key "setup b" [changed_setup_value: "the name of a setup"] {
        "setup b: a with C for Q, Q on d1, empty b1" | "setup b: a"
            => "another setup with changes, made in their order; it keeps the other's `facing` line",
    }
};

named_constructs! {
    /// The name of a rule, without the man it may be of.
    enum RuleName in Place::Line(Section::Rules);
    Castling = castling "castling" [castling_value: "a man such as `K`"] {
        "castling: K 2 toward R, R to the last square K crossed"
            => "orthodox castling: K goes two squares toward R, and R to the square that K crossed last",
        "castling: K 2 or more toward R, R to any square K left or crossed" => "free castling",
        "castling: K 1 to 4 toward R or C, R or C to the last square K crossed"
            => "K goes one to four squares toward the nearest R or C on that side",
        "castling: K 2 toward R or C, one farther to keep C on its colour, R or C to the last square K crossed"
            => "a partner C comes to stand on a square of the colour that it leaves: K goes one square farther if need be",
        "castling: K to own c1 or own g1 with R, R to the other side of K"
            => "castling to named squares, from wherever K and R stand in the setup: toward the first file to the square \
                that is nearer to it, with R beside K; K and R may stay where they are and pass each other",
        "castling: K 2 toward R, R to the last square K crossed, not on the wing where the opponent castled"
            => "when a side has castled, the other one can't castle on the same wing any more",
    }
    LongStep = long_step_of "long step of P" [long_step_value: "a number", "`up to`"] {
        "long step of P: 2 squares from own rank 2, en passant"
            => "P may go two squares straight forward from there, over empty squares and without capturing; with \
                `en passant` it may be captured on a square it passed",
        "long step of P: up to 6 squares from own rank 2" => "the same over two to six squares",
        "long step of P: 2 squares as fF from own rank 2, en passant"
            => "P may make one of these leaps two times in a row, here one square aslant; the leaps are in Betza notation",
        "long step of P: 2 squares from own rank 3, en passant, or up to 3 squares from own rank 2"
            => "several long steps of one man",
    }
    EnPassant = en_passant "en passant" [en_passant_value: "`by`", "`on`"] {
        "en passant: by P or S"
            => "these men capture en passant, by any of their captures; without this line, the men that have a long \
                step themselves",
        "en passant: on own rank 6" | "en passant: by P, on own rank 6"
            => "crossed squares count only there, as the side that captures counts its ranks",
    }
    Promotion = promotion_of "promotion of P" [promotion_value: "`on`"] {
        "promotion of P: on the last rank, to Q, R, B or N" => "P, when it arrives there, becomes one of these",
        "promotion of P: on own rank 6, to any starting man but K or P, if wished, facing any way"
            => "it becomes any man that stands in the setup except these; with `if wished` it need not; it faces \
                as its owner chooses, or with `facing as at the start` as its kind starts",
        "promotion of S: on or from camp, to G, if wished except on the last rank"
            => "it promotes by a move that ends there or begins there; on the squares after `except` it must",
        "promotion of P: on the last rank, to Q, R, B or N, at most 1 Q or 2 R"
            => "not to a man of which its side has so many already; a man that must promote and can become nothing can't go there",
        "promotion of P: on the last rank, to Q, R, B or N, captured men only"
            => "only to a man of which its side has fewer than in the setup",
        "promotion of S: on or from camp, to G, by capture, if wished" => "it promotes only by a move that captures",
        "promotion of P: on the last rank, to nothing" => "P may not go there, although it attacks these squares",
    }
    Progress = progress "progress" [progress_value: "`capture`", "`promotion`", "`move of`"] {
        "progress: capture or move of P" => "after such a move the counts of moves without progress start again at 0",
        "progress: capture, promotion or one-way move of P"
            => "a one-way move is one that the man could not take back by its next move on an otherwise empty board",
    }
    Series = series "series" [series_value: "a number", "`as long as the opponent's last`"] {
        "series: 2 moves, first 1" => "the number of moves in a turn, and in the first turn of the game",
        "series: 1 longer each turn" => "each turn has one move more than the full length of the turn before",
        "series: 1 longer than the opponent's last" => "each turn has one move more than the opponent made in the turn before",
        "series: as long as the opponent's last, 1 longer or 1 shorter, at least 1"
            => "as many moves as the opponent made, or by choice one more or fewer; `end` ends a series before its greatest length",
    }
    SeriesEnds = series_ends "series ends" [series_ends_value: "`by check`", "`by capture`"] {
        "series ends: by check" | "series ends: by check or capture" => "such a move ends the series at once",
    }
    StuckInSeries = stuck_in_a_series "stuck in a series" [stuck_value: "`end or stalemate, by choice`"] {
        "stuck in a series: end or stalemate, by choice"
            => "a player without a move, where the series may end, may end it or claim stalemate",
    }
    MustMove = must_move "must move" [must_move_value: "`once in`"] {
        "must move: once in 5" => "of any five successive moves of a player, at least one takes a man to another square",
    }
    Repetition = repetition "repetition" [repetition_value: "`illegal`"] {
        "repetition: illegal"
            => "no move may bring back a position of the game: the same men in the same states, the same side to \
                move after as many moves of its series, the same rights, the same length of the last series where the \
                next depends on it, and the same numbers of checks given, where an ending counts them",
    }
    Grid = grid "grid" [grid_value: "`every move leaves its`"] {
        "grid: every move leaves its 2x2 block"
            => "every move goes from one block of the board to another, and so does every attack",
    }
    Opposition = opposition "opposition" [opposition_value: "a man such as `F`"] {
        "opposition: F and K, as NW"
            => "after no move may an F be able to reach an enemy K by this movement; no K may castle over a square where it could be reached; further pairs follow after commas",
        "opposition: K and K, as R, to be broken"
            => "K may come to face an enemy K, but the next move must leave no such pair facing each other, unless it is a \
                pass; where `opposition accepted` ends the game, that pass may be made even in check",
    }
    FinishingMove = finishing_move "finishing move" [finishing_value: "`any man as U`"] {
        "finishing move: any man as U, to checkmate or stalemate"
            => "any man may go to any square, if that checkmates or stalemates the opponent",
    }
    Capture = capture "capture" [capture_value: "`compulsory`"] {
        "capture: compulsory" => "a player who can capture must capture",
    }
    Passing = passing "passing" [passing_value: "`always`", "`when no other move`"] {
        "passing: when no other move" | "passing: always" => "a player may pass: a move that moves no man",
    }
    Immobility = immobility "immobility" [immobility_value: "`illegal`"] {
        "immobility: illegal"
            => "no man may go where it could never move again, unless it becomes another man there; it attacks such a square all the same",
    }
    Check = check "check" [check_value: "`forbidden`", "`only to checkmate`", "`only by the last move of a series`"] {
        "check: forbidden" => "no move may give check",
        "check: only to checkmate"
            => "a move may give check only if the opponent then has no move, where that is judged as if it could give check",
        "check: only by the last move of a series"
            => "only the last move that a player can make in a series may give check",
    }
    CheckEvasion = check_evasion "check evasion" [check_evasion_value: "`without flight`"] {
        "check evasion: without flight"
            => "a royal man may not leave its square while its side is in check, unless it captures the only man that \
                gives check",
    }
    OwnCheck = own_check "own check" [own_check_value: "`allowed within a series`"] {
        "own check: allowed within a series"
            => "a player may leave its own royal men attacked by a move that does not end its turn; they must be safe at \
                the end of it",
    }
    Points = points "points" [points_value: "a man such as `R`", "`white`", "`black`"] {
        "points: R 13, C 7, P 2, black 1.5"
            => "what men count where an ending has `more points win`; men that are not named count nothing; a side \
                that is named has so many points more",
    }
    CountingWhenBared = counting_when_bared "counting when bared" [counting_value: "a number"] {
        "counting when bared: 8 moves against 2 R, 16 moves against R, 64 moves, without P, from the number of men"
            => "when the player to move has only royal men left and the opponent has more, moves are counted, as many as the \
                opponent's men allow; with `without P` only when no P is left, with `from the number of men` from there on \
                instead of from 0",
    }
    Counting = counting "counting" [counting_value] {
        "counting: 64 moves, without P" | "counting: 63 moves, with 3 men or fewer"
            => "the same while neither player is bared; with `with 3 men or fewer` only when the player to move has so few",
    }
}

named_constructs! {
    /// The name of a condition under `endings`, without its numbers and men.
    enum ConditionName in Place::Line(Section::Endings);
    Checkmate = checkmate "checkmate" [ending_value] {
        "checkmate: loses" => "holds for the player to move; label `checkmate`",
    }
    Stalemate = stalemate "stalemate" [ending_value] {
        "stalemate: draw" => "holds for the player to move; label `stalemate`",
    }
    OpponentBared = opponent_bared "opponent bared" [ending_value] {
        "opponent bared: wins"
            => "the opponent has only royal men left, and the player to move has more; holds for the player to move; \
                label `bare-king`",
    }
    Bared = bared "bared" [ending_value] {
        "bared: loses"
            => "the player to move has only royal men left, and the opponent has more; holds for the player to move; \
                label `bare-king`",
    }
    Quiet = quiet "100 moves without progress" [ending_value] {
        "75 moves without progress: draw (75-moves)" | "200 plies without progress: draw"
            | "10 series without progress: loses"
            => "a move is one by each side, a ply one by either; holds for the player to move; label `quiet-limit`",
    }
    Position = position_times "position 3 times" [ending_value] {
        "position 3 times: draw on claim" => "the position has occurred three times; holds for neither side; label `repetition`",
        "position 3 times, not to move: loses" | "white position 4 times: loses"
            => "holds for the player who brought it about, or for the side that is named",
        "position 3 times by perpetual check: loses"
            => "moreover, by each of its turns since the first of these three times a side has given check, and the \
                opponent has not by each of its own; holds for that side; label `perpetual-check`",
    }
    Only = only_material "only K v K" [ending_value] {
        "only K v K, or K N v K: draw"
            => "the men left are exactly these, either side with either list; holds for neither side; label \
                `insufficient-material`",
        "only K and B of one colour: draw" | "only K and B of one color: draw"
            => "each side has these men and any number of the last, all of those on squares of one colour",
    }
    ManOn = man_on "K on e8" [ending_value] {
        "K on e8: wins" | "K or Q on hill: draw (hill)"
            => "one of these men stands there; holds for its owner; label `goal`",
        "3 P on hill: wins" | "3 men on hill: wins" | "any man on hill: wins"
            => "so many of these men stand there, or a man of any kind",
        "P on hill, safe: wins" => "only men count that no enemy attacks",
        "any man on the last rank, secure: wins"
            => "the opponent can't undo it by one capture: a man more stands there than are needed, or no enemy attacks one",
        "P on hill, no square empty: wins" => "moreover every square there is occupied, by men of either side",
        "K on hill, unanswered: wins"
            => "the opponent is to move and has no legal move after which the condition holds for it too",
        "both K on hill, white to move: draw"
            => "both sides fulfil the condition; so with every condition that holds for a side, whoever is to move",
    }
    FewerThan = fewer_than "fewer than 2 K" [ending_value] {
        "fewer than 2 K: loses" | "fewer than 3 R or B: loses" | "fewer than 2 men: draw"
            => "a side has fewer of these men, all told; holds for that side; label `extinction`",
        "fewer than 2 men against 2 or more: loses" => "and the opponent has at least so many of them",
    }
    InARow = in_a_row "4 men in a row" [ending_value] {
        "4 men in a row: wins" | "4 P or Q in a row on ranks, files or diagonals: wins"
            => "so many of these men of one side stand side by side on a rank, a file or a diagonal, or on one of \
                the lines that are named; holds for that side; label `row`",
        "3 men in line: wins" | "3 P in line on ranks or files: wins" => "other squares and men may lie between them",
    }
    BothPass = both_pass "both pass" [ending_value] {
        "both pass: draw" => "the last two moves were passes; holds for neither side; label `passing`",
    }
    OppositionAccepted = opposition_accepted "opposition accepted" [ending_value] {
        "opposition accepted: draw"
            => "the last move was a pass, and men face each other although that is `to be broken`; holds for neither side; \
                label `opposition`",
    }
    CountedOut = counted_out "counted out" [ending_value] {
        "counted out: draw on claim"
            => "more moves have been counted than `counting` allows; holds for neither side; label `counting`",
    }
    Without = without_some "without Q" [ending_value] {
        "without F: loses" | "without R or A: loses"
            => "a side has none of these men; holds for that side; label `extinction`",
    }
    WithoutMen = without_men "without men" [ending_value] {
        "without men: wins" => "a side has no men at all; holds for that side; label `extinction`",
    }
    ChecksGiven = checks_given "3 checks given" [ending_value] {
        "3 checks given: wins" | "1 check given: wins"
            => "a side has given three checks in the game, or one; holds for that side; label `checks`",
    }
    TheRest = the_rest "the rest" [rest_value: "`inherited`"] {
        "the rest: inherited"
            => "stands for the inherited endings, except those whose condition is in this list in the same words, whatever the numbers",
    }
}

named_constructs! {
    /// The words before the colon of a line of a test, without the depth of a perft.
    enum TestLineName in Place::Line(Section::Test);
    Setup = setup "setup" [test_setup_value: "the name of a setup"] {
        "setup: chancellors" => "starts from that setup",
    }
    Position = position "position" [free_text_value: "a text"] {
        "position: 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1" => "starts from that position",
    }
    Play = play "play" [free_text_value] {
        "play: 1. f3 e5 2. g4 Qh4#" => "plays a game text, in any notation that `weakfish replay` reads",
    }
    Expect = expect "expect" [expect_value: "`white wins`", "`black wins`", "`draw`", "`ongoing`"] {
        "expect: white wins by checkmate" | "expect: draw by stalemate" | "expect: ongoing" => "the outcome now",
    }
    Legal = legal "legal" [moves_value: "a move such as `e2e4`"] {
        "legal: c1e3 c1@nw" => "each of these moves is legal now",
    }
    Illegal = illegal "illegal" [moves_value] {
        "illegal: Ae3xc5" => "none of these moves is legal now",
    }
    Only = only "only" [moves_value] {
        "only: e1e2 e1f1" => "the legal moves are exactly these",
    }
    Perft = perft_depth "perft 3" [perft_value: "a number"] {
        "perft 3: 8902" => "the number of sequences of three plies",
    }
}
