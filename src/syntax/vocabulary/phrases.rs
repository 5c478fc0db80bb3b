//! Phrases within lines: properties of men, areas, changes of setups, results of endings.

use super::{Construct, Form, Place, construct, named_constructs};
use weakfish_grammar::variant::Rule;

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
    /// The result of an ending for the side that its condition holds for.
    enum EndingResult in Place::Result;
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
    /// The side to move where an ending is judged.
    enum Judged in Place::Turn;
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

/// All constructs that are no lines.
pub(super) fn all() -> impl Iterator<Item = &'static Construct> {
    let named = PropertyName::CONSTRUCTS.iter().chain(EndingResult::CONSTRUCTS).chain(Judged::CONSTRUCTS);
    named.chain(&AREAS).chain(&CHANGES)
}
