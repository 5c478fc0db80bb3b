//! What stands within lines: properties of men, areas, changes of setups, results of endings.

use super::super::grammar::Rule;
use super::{Construct, Form, Place, construct, named_constructs};

named_constructs! {
    /// The name of a property of a man.
    enum PropertyName in Place::Property;
    Royal = royal_property "royal" {
        "royal" => "it may not be left attacked",
        "royal when last" | "royal when 2 or fewer left"
            => "it may not be left attacked while its side has no other man of its kind, or no more than that number; \
                until then it can be captured like any man",
        "royal together"
            => "not all men of a side that are royal together may be left attacked; the last of them is royal alone, and \
                until then they can be captured like any man",
    }
    Turns = turns_property "turns" {
        "turns 45 or 90" | "turns 45" | "turns any"
            => "turning on its square is a move: the whole man turns by one of these angles, to the left or to the right",
        "leap turns 45" => "the part `leap` can turn by this angle, and the other parts stay as they are",
        "turns 45 within 90 of forward" => "as before, but it never faces further away from forward than that",
    }
    TurnsAfterMoving = turns_after_property "may turn" {
        "may turn 45 after moving" => "it may turn as part of its move; not when it castles or promotes",
    }
    OneDirection = one_direction_property "one direction at a time" {
        "one direction at a time from f"
            => "the movement stays as it is on the board, and of its directions the man uses only the one it faces, at \
                first `f`; it turns only to directions it has, and needs `turns`",
    }
    Flips = flips_property "flips m/c" {
        "flips m/c" | "flips c/m"
            => "it is in one of two modes, moving or capturing, and starts in the one named first; flipping is a move",
    }
    StaysIn = stays_in_property "stays in" {
        "stays in palace" => "it never leaves its side's region of that name",
    }
    In = in_property "in" {
        "in beyond fsW" => "while it stands in that region, it moves like this instead",
        "in camp no movement" => "while it stands in that region, it doesn't move",
    }
    AlongLines = along_lines_property "along lines" {
        "along lines fF"
            => "besides, it moves like this where each of its leaps, too, leads along a line of the board to the next \
                square of that line",
    }
    CapturedOnlyBy = captured_only_by_property "captured only by" {
        "captured only by P or K" => "no other man can capture it or, if it is royal, check it",
    }
    CapturesOnly = captures_only_property "captures only" {
        "captures only K" => "it can capture, and check, no other man",
    }
    NeverCaptures = never_captures_property "never captures" {
        "never captures C" | "never captures C or K" => "it can capture, and check, every man but these",
    }
    HopsOnlyOver = hops_only_property "hops only over" {
        "hops only over S" | "hops only over S or P"
            => "of the men of either side only these can be what it hops over; no other man can be hopped over",
    }
    NeverHopsOver = never_hops_property "never hops over" {
        "never hops over C" => "it can hop over every man but these, of either side",
    }
    FirstMove = first_move_property "first move" {
        "first move fD"
            => "as long as it has never moved it can also go like this, without capturing, from the square where it \
                started",
        "first move fsN unless in check" => "not while its side is in check",
        "first move fsN unless in check until R aims at it"
            => "and not after a move of the opponent that leaves an R where it could capture on this square if the board \
                were otherwise empty",
    }
    InsteadOf = instead_of_property "instead of" {
        "instead of B" => "it takes the place of B in all that is inherited, setups and rules alike",
    }
}

named_constructs! {
    /// The result of an ending for the side that its condition holds for.
    enum EndingResult in Place::Result;
    Wins = wins "wins" {
        "wins" => "the side that the condition holds for wins",
    }
    Loses = loses "loses" {
        "loses" => "that side loses",
    }
    Draw = draw "draw" {
        "draw" | "draw (75-moves)" => "nobody wins; the label in parentheses is the reason that is reported",
    }
    DrawOnClaim = draw_on_claim "draw on claim" {
        "draw on claim" => "the player to move may claim a draw, and the game goes on otherwise",
    }
    WhiteWins = white_wins "white wins" {
        "white wins" => "White wins, whomever the condition holds for",
    }
    BlackWins = black_wins "black wins" {
        "black wins" => "Black wins, whomever the condition holds for",
    }
    MoreMen = more_men_win "more men win" {
        "more men win" => "the side with more men wins; a draw if both have as many",
    }
    FewerMen = fewer_men_win "fewer men win" {
        "fewer men win" => "the side with fewer men wins; a draw if both have as many",
    }
    MorePoints = more_points_win "more points win" {
        "more points win" => "the side whose men have more `points` wins; a draw if both have as many",
    }
}

named_constructs! {
    /// Who must be to move where an ending is judged.
    enum Judged in Place::Turn;
    ToMove = to_move "to move" {
        "to move" => "counts only if the side that the condition holds for is to move",
    }
    NotToMove = not_to_move "not to move" {
        "not to move" => "counts only if that side's opponent is to move",
    }
    WhiteToMove = white_to_move "white to move" {
        "white to move" => "counts only if White is to move, that is, where White began, after a whole round",
    }
    BlackToMove = black_to_move "black to move" {
        "black to move" => "counts only if Black is to move",
    }
    Unanswered = unanswered "unanswered" {
        "unanswered"
            => "counts only if the opponent is to move, and has no legal move after which the condition holds for it too",
    }
}

/// Ways to name squares.
static AREAS: [Construct; 7] = [
    construct!(Place::Area; square_area "e4" { "e4" => "a square", }),
    construct!(Place::Area; box_area "d4 to e5" { "d4 to e5" => "a box, by two opposite corners", }),
    construct!(Place::Area; files_area "file e" { "file e" | "files a to c" => "whole files", }),
    construct!(Place::Area; ranks_area "rank 4" {
        "rank 4" | "ranks 4 to 5" => "whole ranks, as the board numbers them",
    }),
    construct!(Place::Area; own_ranks "own rank 2" {
        "own rank 2" | "own ranks 1 to 5" => "whole ranks, as their side counts them",
    }),
    construct!(Place::Area; own_squares "own e4" {
        "own e4" | "own squares d1 to f3"
            => "squares as their side sees them: for Black those that correspond to White's, reflected or rotated as its \
                men are",
    }),
    construct!(Place::Area; last_rank "the last rank" {
        "the last rank" => "the rank farthest from its side's first",
    }),
];

/// Ways to change a setup.
static CHANGES: [Construct; 3] = [
    construct!(Place::Change; replace_change "C for Q" { "C for Q" => "every Q of the other setup becomes a C", }),
    construct!(Place::Change; place_change "Q on d1" {
        "Q on d1" => "this man stands there, instead of whatever stood there",
    }),
    construct!(Place::Change; empty_change "empty b1" { "empty b1" => "nothing stands there", }),
];

/// All constructs that are no lines.
pub(super) fn all() -> impl Iterator<Item = &'static Construct> {
    let named = PropertyName::CONSTRUCTS.iter().chain(EndingResult::CONSTRUCTS).chain(Judged::CONSTRUCTS);
    named.chain(&AREAS).chain(&CHANGES)
}
