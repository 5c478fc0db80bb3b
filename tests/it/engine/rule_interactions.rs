//! Lines that random games hardly ever meet: the engine and the naive generator agree on each position of them, and the
//! moves for which a line stands here are legal or illegal at its end.

use std::panic::catch_unwind;

use weakfish::model::SetupId;
use weakfish::notation::{fen, uci};

use super::naive_agreement::{agree, kind_name};
use weakfish_testing::counts;
use weakfish_testing::games::loaded;
use weakfish_testing::naive;

/// A line of moves and what is legal after it.
pub(super) struct Line {
    pub(super) name: &'static str,
    /// The game that the definition extends.
    pub(super) base: &'static str,
    /// The definition, without its first line.
    pub(super) text: &'static str,
    pub(super) fen: &'static str,
    pub(super) moves: &'static [&'static str],
    pub(super) legal: &'static [&'static str],
    pub(super) illegal: &'static [&'static str],
}

const LINES: &[Line] = &[
    Line {
        name: "a capture en passant that leaves nothing to become makes no other position",
        base: "fide",
        text: "rules\n  promotion of P: on own rank 6, to Q, at most 1 Q\n  passing: allowed\nendings\n  the rest: none\n  checkmated: loses\n  stalemated: draw\n  position 2 times: draw\n",
        fen: "4k2q/8/8/8/1p6/8/P7/4K3 w - - 0 1",
        moves: &["a2a4", "pass", "pass"],
        legal: &[],
        illegal: &["b4b3"],
    },
    Line {
        name: "a position recurs after a pawn has gone home",
        base: "fide",
        text: "men\n  P pawn: fmWfcF, when captured goes home on its file\nendings\n  the rest: none\n  checkmated: loses\n  stalemated: draw\n  position 2 times: draw\n",
        fen: "4k3/8/8/8/r7/8/4P3/4K3 w - - 0 1",
        moves: &["e2e4", "a4e4", "e1d1", "e4b4", "d1e1", "b4a4"],
        legal: &[],
        illegal: &["e2e3"],
    },
    Line {
        name: "a position recurs after a pawn has changed sides twice",
        base: "fide",
        text: "men\n  N knight: N, when moving converts P next to it\nendings\n  the rest: none\n  checkmated: loses\n  stalemated: draw\n  position 2 times: draw\n",
        fen: "K6k/8/8/8/1N5n/8/4P3/8 w - - 0 1",
        moves: &["e2e3", "h4f3", "a8a7", "e3e2", "b4d3", "f3h4", "d3b4", "h8g8", "a7a8", "g8h8"],
        legal: &[],
        illegal: &["e2e3"],
    },
    Line {
        name: "what goes home after a capture needs an empty home",
        base: "fide",
        text: "men\n  N knight: N, when capturing goes home on its colour\n",
        fen: "4k3/8/8/3pp3/2N5/8/8/1B2K3 w - - 0 1",
        moves: &[],
        legal: &["c4b6", "c4e5"],
        illegal: &[],
    },
    Line {
        name: "a man whose home is taken gives no check",
        base: "fide",
        text: "men\n  N knight: N, when capturing goes home on its colour\n",
        fen: "1b2k3/8/8/8/8/3n4/8/4K3 w - - 0 1",
        moves: &[],
        legal: &["e1e2"],
        illegal: &[],
    },
    Line {
        name: "a man that changes sides by its capture may attack its own king",
        base: "fide",
        text: "men\n  R rook: R, when capturing changes sides\n",
        fen: "4k3/8/8/8/4n3/8/8/r1R1K2R w - - 0 1",
        moves: &["h1h4", "e8e7"],
        legal: &["h4h5"],
        illegal: &["c1a1", "h4e4"],
    },
    Line {
        name: "a claim of stalemate in a series that may end",
        base: "gearshift",
        text: "",
        fen: "7k/8/8/8/8/p1n5/P7/1K6 w - - 0 1 series=2/0",
        moves: &["b1a1"],
        legal: &["stalemate", "end"],
        illegal: &[],
    },
    Line {
        name: "after the claim the game is over",
        base: "gearshift",
        text: "",
        fen: "7k/8/8/8/8/p1n5/P7/1K6 w - - 0 1 series=2/0",
        moves: &["b1a1", "stalemate"],
        legal: &[],
        illegal: &["h8g8"],
    },
    Line {
        name: "who may end the series need not pass, though no other move is left",
        base: "gearshift",
        text: "rules\n  passing: when no other move\n",
        fen: "7k/8/8/8/8/p1n5/P7/1K6 w - - 0 1 series=2/0",
        moves: &["b1a1"],
        legal: &["end"],
        illegal: &["pass"],
    },
    Line {
        name: "nor does who ends it because no other man may move",
        base: "fide",
        text: "rules\n  turn: 2 moves, by different men\n  passing: when no other move\n",
        fen: "4k3/p7/8/8/8/8/8/4K3 w - - 0 9",
        moves: &["e1e2"],
        legal: &["end"],
        illegal: &["pass"],
    },
    Line {
        name: "a relocated man blocks a reply where it is the hurdle of a check, too",
        base: "cheapmate",
        text: "men\n  Q cannon: mRcpR\n",
        fen: "3rkr2/3p1p2/8/r7/8/8/8/N3Q1K1 w - - 0 1",
        moves: &[],
        legal: &["a1e5"],
        illegal: &["a1e4", "a1e6", "a1d5"],
    },
    Line {
        name: "a dropped man that gives check makes one of the checks that come first",
        base: "fide",
        text: "men\n  all men: when captured goes to the captor's hand\nrules\n  compulsory: check\n",
        fen: "4k3/8/8/8/8/8/P7/4K3[R] w - - 0 1",
        moves: &[],
        legal: &["R@a8", "R@e5"],
        illegal: &["R@a5", "a2a3"],
    },
    Line {
        name: "no man is dropped where it is the hurdle of a check",
        base: "fide",
        text: "men\n  Q cannon: mRcpR\n  all men: when captured goes to the captor's hand\n",
        fen: "k3q3/8/8/8/8/8/8/4K3[N] w - - 0 1",
        moves: &[],
        legal: &["N@a4", "e1d1"],
        illegal: &["N@e4", "N@e7"],
    },
    Line {
        name: "a king that captures en passant castles no more",
        base: "fide",
        text: "men\n  N stepper: mW\nrules\n  long step of N: 2 squares from own rank 6, en passant\n  \
               en passant: by K\n",
        fen: "4k3/8/8/8/8/3n4/8/4K2R b K - 0 1",
        moves: &["d3d1", "e1d2", "e8e7", "d2e1", "e7e8"],
        legal: &["e1d1"],
        illegal: &["e1g1"],
    },
    Line {
        name: "a position comes back though a rook returns to where it could castle once",
        base: "fide",
        text: "endings\n  position 3 times: draw\n  the rest: inherited\n",
        fen: "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        moves: &["h1g1", "e8e7", "g1h1", "e7e8", "h1g1", "e8e7", "g1h1", "e7e8", "h1g1"],
        legal: &[],
        illegal: &[],
    },
    Line {
        name: "castling leaves the square before a pawn",
        base: "fide",
        text: "",
        fen: "4k3/8/8/8/8/8/p7/R3K3 w Q - 0 1",
        moves: &["e1c1"],
        legal: &["a2a1q"],
        illegal: &[],
    },
    Line {
        name: "a mate by a drop is refused where nothing else is asked of moves",
        base: "fide",
        text: "men\n  all men: when captured goes to the captor's hand\nrules\n  drop: not to checkmate\n",
        fen: "7k/7p/7P/8/8/8/8/K7[R] w - - 0 1",
        moves: &[],
        legal: &["R@f1", "R@g8"],
        illegal: &["R@f8"],
    },
    Line {
        name: "men in hand are men of their side",
        base: "fide",
        text: "men\n  all men: when captured goes to the captor's hand\n\
               endings\n  no N: loses\n  only: none\n  the rest: inherited\n",
        fen: "4k1n1/8/8/8/8/8/8/4K1N1[N] w - - 0 1",
        moves: &["N@a1"],
        legal: &["g8f6"],
        illegal: &[],
    },
    Line {
        name: "a hopper mates over its hurdle",
        base: "fide",
        text: "men\n  Q cannon: mRcpR\n",
        fen: "7k/8/7P/8/8/8/5Q2/K5R1 w - - 0 1",
        moves: &["f2h2"],
        legal: &[],
        illegal: &["h8h7"],
    },
    Line {
        name: "a leaper has one more reply where the man that it guards is captured",
        base: "fide",
        text: "",
        fen: "4k3/8/8/3n4/8/4p3/8/4K1B1 w - - 0 1",
        moves: &["g1e3"],
        legal: &["d5e3"],
        illegal: &[],
    },
    Line {
        name: "the first turn is the shorter one, and no other",
        base: "fide",
        text: "rules\n  turn: 2 moves, the first 1\n",
        fen: "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
        moves: &["a2a3", "e8e7", "e7e6", "a3a4"],
        legal: &["a4a5"],
        illegal: &["e6e7"],
    },
    Line {
        name: "the last stone ends the game where all is full",
        base: "ataxx",
        text: "",
        fen: "PPPPPPP/PPPPPPP/PPPPPPP/PPPPPPP/PPPPPPP/ppppppp/pppppP1 w - - 0 1",
        moves: &["P@g1"],
        legal: &[],
        illegal: &[],
    },
    Line {
        name: "a wall alone meets a check",
        base: "fide",
        text: "rules\n  wall: on e2 to f2\n",
        fen: "4r1k1/8/8/8/8/8/8/4K2R w - - 0 1",
        moves: &[],
        legal: &["h1h2,h2e2", "e1d1,d1f2"],
        illegal: &["h1h2,h2f2"],
    },
    Line {
        name: "no king castles out of check",
        base: "fide",
        text: "",
        fen: "1k2r3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        moves: &[],
        legal: &["e1f1", "e1d1"],
        illegal: &["e1g1", "e1c1"],
    },
    Line {
        name: "no claim where the series must go on",
        base: "gearshift",
        text: "",
        fen: "7k/8/8/8/8/p1n5/P7/1K6 w - - 0 1 series=3/0",
        moves: &["b1a1"],
        legal: &[],
        illegal: &["stalemate", "end"],
    },
    Line {
        name: "the only reply to a finishing move would bring back a position",
        base: "cheapmate",
        text: "men\n  N stepper: rW\nrules\n  repetition: forbidden\nendings\n  the rest: none\n  checkmated: loses\n  stalemated: draw\n",
        fen: "6k1/R7/8/8/8/8/8/K2N1R2 w - - 0 1",
        moves: &["d1e1", "g8h8"],
        legal: &["e1d1"],
        illegal: &["e1c1"],
    },
    Line {
        name: "the same after a step that only a finishing move undoes",
        base: "cheapmate",
        text: "men\n  N stepper: fW\nrules\n  promotion of P: on last rank, to Q\n  repetition: forbidden\nendings\n  the rest: none\n  checkmated: loses\n  stalemated: draw\n",
        fen: "6k1/R7/8/8/8/8/8/K2N1R2 w - - 0 1",
        moves: &["d1d2", "g8h8"],
        legal: &["d2d1"],
        illegal: &["d2c1"],
    },
    Line {
        name: "both men of a capture en passant leave a rank with a rook on it",
        base: "fide",
        text: "",
        fen: "8/8/8/8/k2p3Q/8/4P3/3K4 w - - 0 1",
        moves: &["e2e4"],
        legal: &["d4d3"],
        illegal: &["d4e3"],
    },
    Line {
        name: "castling uncovers a rook behind the partner",
        base: "fide",
        text: "setup standard\n  . r . . k . . r\n  . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  \
               . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  . R . . K . . R\n",
        fen: "r3k3/8/8/8/8/8/8/1R2K2R b KQ - 0 1",
        moves: &["a8a1"],
        legal: &["e1g1"],
        illegal: &["e1c1"],
    },
    Line {
        name: "a man comes back by two promotions, and with it the position",
        base: "fide",
        text: "men\n  X shuttle: fW\n  N back: bW\nregions\n  up: d8\n  down: d7\nrules\n  promotion of X: on up, to N\n  \
               promotion of N: on down, to X\n  promotion of P: on last rank, to Q\n  repetition: forbidden
endings\n  the rest: none\n  checkmated: loses\n  stalemated: draw\n",
        fen: "8/3X4/8/8/8/8/8/K6k w - - 0 1",
        moves: &["d7d8n", "h1g1", "d8d7x"],
        legal: &["g1g2"],
        illegal: &["g1h1"],
    },
    Line {
        name: "a first move is one from a square where men of the side start",
        base: "fide",
        text: "men\n  N starter: WifD\n",
        fen: "k7/8/8/8/8/8/8/KN5N w - - 0 1",
        moves: &["b1b3", "a8b8", "b3b4", "b8a8", "b4b5", "a8b8", "b5b6", "b8a8"],
        legal: &["b6b7"],
        illegal: &["b6b8"],
    },
    Line {
        name: "no first move from a square where the other side's men start",
        base: "fide",
        text: "men\n  N starter: WibD\n",
        fen: "6N1/8/8/8/8/p7/8/K6k w - - 0 1",
        moves: &[],
        legal: &["g8g7"],
        illegal: &["g8g6"],
    },
    Line {
        name: "a relocation that leaves the player himself without moves ends nothing",
        base: "gearshift",
        text: "men\n  N stepper: fW\nrules\n  finishing move: any man to any square, to checkmate or stalemate\n",
        fen: "4N2k/8/8/8/8/p1n5/P6N/K7 w - - 0 1 series=3/0",
        moves: &[],
        legal: &["h2h3"],
        illegal: &["h2g8", "h2d8"],
    },
    Line {
        name: "a series with progress that its player ends is not quiet",
        base: "gearshift",
        text: "",
        fen: "7k/8/8/8/8/8/P7/K7 w - - 0 1 series=2/0",
        moves: &["a2a3", "end", "h8g8", "end", "a1b1", "end"],
        legal: &["g8h8"],
        illegal: &[],
    },
    Line {
        name: "two men on one line leave it, so that the capture of the relocated man exposes a king",
        base: "cheapmate",
        text: "",
        fen: "7k/7q/8/8/8/8/7N/K5RR w - - 0 1",
        moves: &[],
        legal: &["h2f7"],
        illegal: &["h2e6"],
    },
    Line {
        name: "whether a man may promote depends on an enemy that it would face",
        base: "fide",
        text: "rules\n  opposition: N and N, as N\n",
        fen: "7k/P7/8/3n4/8/8/8/K7 b - - 0 1",
        moves: &["d5b6"],
        legal: &["a7a8q"],
        illegal: &["a7a8n"],
    },
    Line {
        name: "a check given before the end of a series is counted once",
        base: "gearshift",
        text: "rules\n  turn: as long as the opponent's last, 1 longer or 1 shorter, stuck may claim stalemate\nendings\n  the rest: none\n  3 checks given: wins\n  checkmated: loses\n  stalemated: draw\n",
        fen: "7k/8/8/8/8/8/8/KR6 w - - 0 1 series=2/0",
        moves: &["b1b8", "end"],
        legal: &["h8g7"],
        illegal: &["h8g8"],
    },
    Line {
        name: "a series does not end while a capture is compulsory",
        base: "gearshift",
        text: "rules\n  capture: compulsory\n",
        fen: "7k/8/8/8/8/8/1p5R/K7 w - - 0 1 series=2/1",
        moves: &[],
        legal: &["a1b2"],
        illegal: &["end", "h2h3"],
    },
    Line {
        name: "what two men of a series crossed belongs to the nearer one, and to nobody when he moves on",
        base: "fide",
        text: "men\n  P pawn: mfWmfDcfF\nregions\n  home: own rank 1 to 4\nrules\n  \
               long step of P: 4 squares from home, en passant\n  turn: 3 moves\n  castling: none\n",
        fen: "4k3/8/1p6/1p6/8/8/P7/P3K3 w - - 0 1 series=3/0",
        moves: &["a2a6", "a1a5", "a5a7"],
        legal: &["b6a5"],
        illegal: &["b5a4"],
    },
    Line {
        name: "what a man crossed is gone when it moves on, however it has turned",
        base: "fide",
        text: "men\n  P pawn: mfWcfF, when moving may turn 45\nrules\n  long step of P: 2 squares from own rank 2, en passant\n  \
               turn: 2 moves\n  castling: none\n",
        fen: "4k3/8/8/8/1p{s}6/8/P{n}7/4K3 w - - 0 1",
        moves: &["a2a4@ne", "a4b5"],
        legal: &["b4b3"],
        illegal: &["b4a3"],
    },
    Line {
        name: "White must capture and Black need not",
        base: "fide",
        text: "rules\n  white capture: compulsory\n  black passing: allowed\n",
        fen: "4k3/8/3p4/4r3/3P4/8/8/6K1 b - - 0 1",
        moves: &["e5e4"],
        legal: &["g1f1"],
        illegal: &["e1d1", "pass"],
    },
    Line {
        name: "a side that need not capture may pass",
        base: "fide",
        text: "rules\n  white capture: compulsory\n  black passing: allowed\n",
        fen: "4k3/8/3p4/2r5/3P4/8/8/4K3 w - - 0 1",
        moves: &["d4c5"],
        legal: &["pass", "e8d7", "d6c5"],
        illegal: &["a1a1"],
    },
    Line {
        name: "a side that must capture does nothing else",
        base: "fide",
        text: "rules\n  white capture: compulsory\n  black passing: allowed\n",
        fen: "4k3/8/3p4/2r5/3P4/8/8/4K3 w - - 0 1",
        moves: &[],
        legal: &["d4c5"],
        illegal: &["pass", "e1d1", "d4d5"],
    },
    Line {
        name: "a man stays what it is where there is nothing to promote to",
        base: "fide",
        text: "setup standard\n  . . . . k . . .\n  p p p p p p p p\n  . . . . . . . .\n  . . . . . . . .\n  \
               . . . . . . . .\n  . . . . . . . .\n  P P P P P P P P\n  . . . . K . . .\n\
               setup full: standard with Q on d1\nrules\n  promotion of P: on last rank, to any starting man but K or P\n  castling: none\n",
        fen: "8/P7/8/8/8/8/8/K6k w - - 0 1",
        moves: &["a7a8"],
        legal: &["h1g1"],
        illegal: &[],
    },
    Line {
        name: "opposition concerns what a man promotes to, not what it was",
        base: "fide",
        text: "rules\n  opposition: P and K, as D\n",
        fen: "6k1/4P3/8/8/8/8/8/4K3 w - - 0 1",
        moves: &[],
        legal: &["e7e8q"],
        illegal: &[],
    },
    Line {
        name: "and promotes where it faces nobody",
        base: "fide",
        text: "rules\n  opposition: P and K, as D\n",
        fen: "8/4P3/7k/8/8/8/8/4K3 w - - 0 1",
        moves: &[],
        legal: &["e7e8q"],
        illegal: &[],
    },
    Line {
        name: "bare kings have drawn, though both could move",
        base: "fide",
        text: "",
        fen: "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        moves: &[],
        legal: &[],
        illegal: &[],
    },
    Line {
        name: "the partner shields the castling king from a bent man",
        base: "fide",
        text: "men\n  N bent: [F-R]\n",
        fen: "4k3/8/8/8/8/8/4n3/4K2R w K - 0 1",
        moves: &[],
        legal: &["e1g1"],
        illegal: &[],
    },
    Line {
        name: "a royal partner of castling is judged where it lands",
        base: "fide",
        text: ROYAL_ROOKS,
        fen: "1k1q4/7r/8/8/8/8/8/RK6 w Q - 0 1",
        moves: &[],
        legal: &["b1c1"],
        illegal: &["b1c1,a1d1"],
    },
    Line {
        name: "and castles where nobody looks at that square",
        base: "fide",
        text: ROYAL_ROOKS,
        fen: "1k5q/6r1/8/8/8/8/8/RK6 w Q - 0 1",
        moves: &[],
        legal: &["b1c1,a1d1"],
        illegal: &[],
    },
    Line {
        name: "no position comes back where one side plays series",
        base: "fide",
        text: "rules\n  white turn: 2 moves\n  repetition: forbidden\nendings\n  the rest: none\n  checkmated: loses\n  stalemated: draw\n",
        fen: "7k/8/8/8/8/8/8/K7 w - - 0 1",
        moves: &["a1b1", "b1a1", "h8g8", "a1b1", "b1a1"],
        legal: &["g8g7"],
        illegal: &["g8h8"],
    },
    Line {
        name: "another man leaves a crossed square within the series",
        base: "fide",
        text: "rules\n  turn: 3 moves\n",
        fen: "4k3/8/8/8/2Np4/8/4P3/4K3 w - - 0 2 series=3/0",
        moves: &["e2e4", "c4e3", "e3g4"],
        legal: &["d4e3"],
        illegal: &[],
    },
    Line {
        name: "nobody becomes royal where it would be attacked",
        base: "fide",
        text: "men\n  C crown: K, royal\nrules\n  castling: none\n  promotion of P: on last rank, to C or Q\n",
        fen: "4k3/7P/8/8/8/8/K7/7r w - - 0 1",
        moves: &[],
        legal: &["h7h8q"],
        illegal: &["h7h8c"],
    },
    Line {
        name: "a royal partner of castling is judged where it lands, and by a trial where men become royal",
        base: "fide",
        text: ROYAL_ROOKS_OF_PAWNS,
        fen: "1k1q4/7r/8/8/8/8/8/RK6 w Q - 0 1",
        moves: &[],
        legal: &["b1c1"],
        illegal: &["b1c1,a1d1"],
    },
    Line {
        name: "castling leaves the line of a rook to a royal man that does not castle",
        base: "fide",
        text: THIRD_ROYAL,
        fen: "7k/7c/8/C7/8/8/R3K3/r7 w Q - 0 1",
        moves: &[],
        legal: &["a2a1"],
        illegal: &["e2c2"],
    },
    Line {
        name: "and does no harm where that man stands elsewhere",
        base: "fide",
        text: THIRD_ROYAL,
        fen: "7k/7c/8/1C6/8/8/R3K3/r7 w Q - 0 1",
        moves: &[],
        legal: &["e2c2"],
        illegal: &[],
    },
    Line {
        name: "the king castles to the squares in whichever order they are named",
        base: "fide",
        text: "rules\n  castling: K to own g1 or own c1 with R, R to the other side of K\n",
        fen: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        moves: &[],
        legal: &["e1c1", "e1g1"],
        illegal: &[],
    },
    Line {
        name: "the nearer square of White is the farther one of a black army that rotates",
        base: "fide",
        text: "black: rotates white\nsetup standard\n  r . . k . . . r\n  . . . . . . . .\n  . . . . . . . .\n  \
               . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  R . . . K . . R\n\
               rules\n  castling: K to own b1 or own g1 with R, R to the other side of K\n",
        fen: "r2k3r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        moves: &[],
        legal: &["d8b8", "d8g8"],
        illegal: &[],
    },
    Line {
        name: "each side promotes by leaving its own zone",
        base: "fide",
        text: "men\n  R gold: W\nregions\n  camp: own rank 6 to 8\nrules\n  castling: none\n  \
               promotion of P: on last rank, to Q\n  promotion of R: on or from camp, to N, optional\n",
        fen: "7k/8/8/8/8/r7/8/7K b - - 0 1",
        moves: &[],
        legal: &["a3a4n", "a3a4"],
        illegal: &[],
    },
    Line {
        name: "a man that promotes at the end of its long step is not captured en passant",
        base: "fide",
        text: "men\n  N stepper: WfF\nrules\n  long step of N: 2 squares from own rank 2, en passant\n  \
               promotion of P: on own rank 4, to N or Q\n",
        fen: "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
        moves: &["e2e4n"],
        legal: &["e8e7"],
        illegal: &["d4e3", "d4e3n"],
    },
    Line {
        name: "a man that promotes no more is captured so",
        base: "fide",
        text: "rules\n  promotion of P: on own rank 4, to N or Q, optional\n",
        fen: "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
        moves: &["e2e4"],
        legal: &["d4e3"],
        illegal: &[],
    },
    Line {
        name: "a man captured en passant has no first move any more",
        base: "fide",
        text: "men\n  P pawn: mfWcfF, also at first fD\nsetup standard\n  . . . . k . . .\n  . . . . . . . .\n  \
               . . . . . . . .\n  . . . . p . . .\n  . . . . P . . .\n  . . . . . . . .\n  . . . . . . . .\n  \
               . . . . K . . .\nrules\n  castling: none\n",
        fen: "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1 unmoved=e4",
        moves: &["d4e3"],
        legal: &[],
        illegal: &[],
    },
    Line {
        name: "one rider gives check along three lines, which no square blocks together",
        base: "fide",
        text: "men\n  Q dragon: RDDHH\n",
        fen: "6k1/4q3/8/8/R7/R7/7N/4K3 w - - 0 1",
        moves: &[],
        legal: &["e1f1"],
        illegal: &["a4e4", "a3e3"],
    },
    Line {
        name: "two men of a capture en passant leave a rank on which kings face each other",
        base: "fide",
        text: "rules\n  opposition: K and K, as R\n",
        fen: "8/8/8/8/1k1p3K/8/4P3/8 w - - 0 1",
        moves: &["e2e4"],
        legal: &["d4d3"],
        illegal: &["d4e3"],
    },
    Line {
        name: "the partner of castling comes to face a man",
        base: "fide",
        text: "rules\n  opposition: R and K, as R\n",
        fen: "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
        moves: &[],
        legal: &["h1g1"],
        illegal: &["e1g1", "h1f1"],
    },
    Line {
        name: "a man does not come to face another that it may not face",
        base: "fide",
        text: "rules\n  opposition: N and K, as N\n",
        fen: "7k/8/8/4N3/8/8/P7/K7 w - - 0 1",
        moves: &[],
        legal: &["e5d7"],
        illegal: &["e5f7", "e5g6"],
    },
    Line {
        name: "a position does not come back without the first move that it had",
        base: "fide",
        text: "men\n  K king: K, royal, also at first fsN not once R aims at it\nrules\n  castling: none\n  \
               repetition: forbidden\nendings\n  the rest: none\n  checkmated: loses\n  stalemated: draw\n",
        fen: "k7/4r3/8/8/8/4P3/8/4K2N w - - 0 1 unmoved=e1",
        moves: &["h1g3", "e7d7", "g3h1"],
        legal: &["d7e7"],
        illegal: &[],
    },
    Line {
        name: "but does come back with it",
        base: "fide",
        text: "men\n  K king: K, royal, also at first fsN not once R aims at it\nrules\n  castling: none\n  \
               repetition: forbidden\nendings\n  the rest: none\n  checkmated: loses\n  stalemated: draw\n",
        fen: "k7/8/3n4/8/8/4P3/8/4K2N w - - 0 1 unmoved=e1",
        moves: &["h1g3", "d6c4", "g3h1"],
        legal: &["a8b8"],
        illegal: &["c4d6"],
    },
    Line {
        name: "the partner of castling aims at a man that has its first move, and loses its own",
        base: "fide",
        text: "men\n  Q queen: Q, also at first fsN not once R aims at it\n  R rook: R, also at first fD\n",
        fen: "3qk3/8/8/8/8/8/3P4/R3K3 w Q - 0 1 unmoved=a1d8",
        moves: &["e1c1"],
        legal: &[],
        illegal: &[],
    },
    Line {
        name: "a first move goes to no square where the man can capture en passant",
        base: "fide",
        text: "men\n  P pawn: mfWcfF, also at first fF\nsetup standard\n  . . . . k . . .\n  . . . . p . . .\n  \
               . . . . . . . .\n  . . . P . . . .\n  . . . p . . . .\n  . . . . . . . .\n  . . . . P . . .\n  \
               . . . . K . . .\nrules\n  castling: none\n",
        fen: "4k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1 unmoved=d5e7",
        moves: &["e7e5"],
        legal: &["d5e6", "d5c6"],
        illegal: &[],
    },
    Line {
        name: "a royal man is not captured en passant",
        base: "fide",
        text: "rules\n  castling: none\n  long step of K: 2 squares from own rank 1, en passant\n  \
               en passant: by P\n",
        fen: "4k3/8/8/8/8/3p4/8/4K3 w - - 0 1",
        moves: &["e1e3"],
        legal: &["d3d2"],
        illegal: &["d3e2"],
    },
    Line {
        name: "a long step that leaps over a man has crossed only the squares where it leapt",
        base: "fide",
        text: "rules\n  long step of P: 4 squares from own rank 2, en passant, or 2 squares as fD from own rank 2, en passant\n",
        fen: "4k3/8/1p6/1p6/8/N7/P7/4K3 w - - 0 1",
        moves: &["a2a6"],
        legal: &["b5a4"],
        illegal: &["b6a5"],
    },
    Line {
        name: "the partner of castling came to stand on a crossed square, and left it within the series",
        base: "fide",
        text: CROSSED_BY_CASTLING,
        fen: "7k/8/8/8/8/2n5/R3K3/3P4 w Q - 0 1 series=3/0",
        moves: &["d1d3", "e2c2", "d2e2"],
        legal: &["h8h7"],
        illegal: &["c3d2"],
    },
    Line {
        name: "a crossed square stays where no man came to stand on it",
        base: "fide",
        text: CROSSED_BY_CASTLING,
        fen: "7k/8/8/8/8/2n5/R3K3/3P4 w Q - 0 1 series=3/0",
        moves: &["d1d3", "e2f2", "a2a1"],
        legal: &["c3d2"],
        illegal: &[],
    },
    Line {
        name: "a series that a check cuts short counts in full where each is longer than the one before",
        base: "scotch",
        text: "",
        fen: "7k/8/8/8/8/8/8/R3K3 w - - 0 2 series=2/0",
        moves: &["a1a8", "h8g7", "g7f7", "f7e7"],
        legal: &["e7e6"],
        illegal: &[],
    },
    Line {
        name: "a promotion begins the count of moves anew",
        base: "fide",
        text: "rules\n  counting when bared: 4 moves against Q, 8 moves\nendings\n  the rest: none\n  counted out: draw\n  \
               checkmated: loses\n  stalemated: draw\n",
        fen: "8/P6k/8/8/8/8/8/K7 w - - 0 1 count=5/16",
        moves: &["a7a8q"],
        legal: &["h7g7"],
        illegal: &[],
    },
    Line {
        name: "a check of a lame leaper is met by moves that block its path, where captors explode",
        base: "atomic-chess",
        text: "men\n  N horse: nN, when capturing dies, when capturing destroys all men but P next to it\n",
        fen: "4k3/8/8/8/8/4n3/R4PPP/4QKBR w - - 0 1",
        moves: &[],
        legal: &["a2e2", "e1e2", "e1e3", "f1e2", "f2e3"],
        illegal: &["a2a3"],
    },
    Line {
        name: "a check of a hopper is met by the hurdle that goes away, where captors explode",
        base: "atomic-chess",
        text: "men\n  B hopper: gQ, when capturing dies, when capturing destroys all men but P next to it\n",
        fen: "4k3/8/8/8/8/5b2/5N2/R4K2 w - - 0 1",
        moves: &[],
        legal: &["f2d3", "f2h1", "f1e1"],
        illegal: &["a1a2"],
    },
    Line {
        name: "a check of a cannon is met by a second man between, where captors explode",
        base: "atomic-chess",
        text: "men\n  R cannon: mRcpR, when capturing dies, when capturing destroys all men but P next to it\n",
        fen: "4r2k/8/8/8/4p3/8/B7/4K3 w - - 0 1",
        moves: &[],
        legal: &["a2e6", "e1d1"],
        illegal: &["a2b1"],
    },
    Line {
        name: "a man left behind is the hurdle of a check that a man dying by the capture has blocked",
        base: "atomic-chess",
        text: "men\n  R cannon: mRcpR, when capturing dies, when capturing destroys all men but P next to it\n  N knight: N, when capturing dies, when capturing destroys all men but P next to it, when first moving may leave B\n  B bishop: B, when capturing dies, when capturing destroys all men but P next to it, when captured goes to the captor's hand\n",
        fen: "4k3/8/8/8/8/8/3p4/KNb4r[B] w - - 0 1 unmoved=b1",
        moves: &[],
        legal: &["b1d2"],
        illegal: &[],
    },
    Line {
        name: "two riders that check along one line are met by a man on a square of both",
        base: "fide",
        text: "men\n  N dabbabante: DD\n",
        fen: "8/8/8/8/4k3/8/2R5/K4rn1 w - - 0 1",
        moves: &[],
        legal: &["c2c1", "a1a2"],
        illegal: &["c2d2"],
    },
];

/// Castling crosses squares that long steps crossed, and men capture en passant that attack nothing.
const CROSSED_BY_CASTLING: &str = "men
  N snatcher: bWfeF
setup standard
  . . . p . . . .
  r . . . k . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  R . . . K . . .
  . . . P . . . .
rules
  castling: K 2 toward R, R to the last square K crossed
  long step of P: 2 squares from own rank 1, en passant, or 2 squares as fF from own rank 1, en passant
  turn: 3 moves
";

/// A third man is royal, behind the partner of castling.
const THIRD_ROYAL: &str = "men
  C crown: K, royal
setup standard
  . c . . . . . .
  r . . . k . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  R . . . K . . .
  . C . . . . . .
rules
  castling: K 2 toward R, R to the last square K crossed
";

/// Rooks are royal, too, and castling goes to squares.
macro_rules! royal_rooks {
    ($promoted:literal) => {
        concat!(
            "men
  R rook: R, royal
setup standard
  r k . . . . . .
  p . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  P . . . . . . .
  R K . . . . . .
rules
  castling: K to own c1 or own g1 with R, R to the other side of K
  promotion of P: on last rank, to ",
            $promoted,
            "\n"
        )
    };
}

const ROYAL_ROOKS: &str = royal_rooks!("Q");

/// Men become royal, so that the position after each move is judged.
const ROYAL_ROOKS_OF_PAWNS: &str = royal_rooks!("Q or R");

#[test]
fn interactions_agree() {
    assert!(agree_on_lines(LINES).contains(&"claims of stalemate"));
}

/// Holds the engine against the naive generator through these lines. Returns the kinds of the moves made.
pub(super) fn agree_on_lines(lines: &[Line]) -> Vec<&'static str> {
    let (mut met, mut failed) = (Vec::new(), Vec::new());
    for line in lines {
        match catch_unwind(|| agree_on_line(line)) {
            Ok(moves) => met.extend(moves),
            Err(_) => failed.push(line.name),
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
    met
}

fn agree_on_line(&Line { name, base, text, fen, moves, legal, illegal }: &Line) -> Vec<&'static str> {
    let game = loaded("rare", &format!("game \"Rare\" extends {base}\n{text}"));
    let mut position = fen::read(&game, SetupId::default(), fen).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    let mut twin = naive::Position::from_fen(&naive::Game::new(game.variant(), SetupId::default()), fen).unwrap();
    let mut choices = agree(&position, &twin, name);
    let (mut met, mut advanced) = (Vec::new(), position.clone());
    counts::check_perft_two(&position);
    for text in moves {
        let (_, mv, action) = choices
            .iter()
            .find(|(name, ..)| name == text)
            .unwrap_or_else(|| panic!("{name}: {text} is illegal in {fen}"));
        met.push(kind_name(*mv));
        twin = twin.play(action);
        position.play(*mv).unwrap();
        advanced.advance(*mv);
        assert_eq!(fen::write(&advanced), fen::write(&position), "{name}");
        choices = agree(&position, &twin, name);
        if position.outcome().is_none() {
            counts::check_perft_two(&position);
            let again = fen::read(&game, SetupId::default(), &fen::write(&position)).unwrap();
            assert_eq!(again.hash(), position.hash(), "{name}");
        }
    }
    let has = |text: &&&str| uci::find(&position, text).is_some();
    assert_eq!(legal.iter().filter(has).collect::<Vec<_>>(), legal.iter().collect::<Vec<_>>(), "{name}");
    assert!(!illegal.iter().any(|text| has(&text)), "{name}: {illegal:?}");
    met
}
