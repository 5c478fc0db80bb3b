//! Rare meetings of the effects of moves with other rules: men that die, change sides or return home, hands, walls, men that
//! are held or relay their moves.

use super::rule_interactions::{Line, agree_on_lines};

#[test]
fn effects_agree() {
    agree_on_lines(LINES);
}

/// Explosions, as in Atomic Chess.
const EXPLOSIONS: &str = "men\n  all men: when capturing dies, when capturing destroys all men but P next to it\n\
                          endings\n  no K: loses\n  only: none\n  the rest: inherited\n";

/// Explosions and two royal men a side.
const TWO_ROYALS: &str = "men
  C crown: K, royal
  all men: when capturing dies, when capturing destroys all men but P next to it
setup standard
  r n b c k b n r
  p p p p p p p p
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  P P P P P P P P
  R N B C K B N R
endings
  no K: loses
  no C: loses
  only: none
  the rest: inherited
";

/// A Rook is dropped, and Black may give no check.
const DROPPED_ROOK: &str = "men\n  all men: when captured goes to the captor's hand\n\
                            rules\n  drop: not to checkmate\n  black check: forbidden\n";

/// A Hawk in hand that some men leave behind.
macro_rules! gated {
    ($men:literal) => {
        concat!(
            "men
  H hawk: BN
  ",
            $men,
            "
setup standard
  r n b q k b n r
  p p p p p p p p
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  P P P P P P P P
  R N B Q K B N R
  hand: H h
rules
  drop: forbidden
"
        )
    };
}

/// Kings capture from afar.
const ROYAL_RIFLE: &str = "men\n  K king: K, royal when last before moving, when capturing stays behind\n";

const LINES: &[Line] = &[
    Line {
        name: "men that die beside a capture go to the hand of their opponent",
        base: "fide",
        text: "men\n  all men: when capturing destroys all men but P and K next to it, \
               when captured goes to the captor's hand\n",
        fen: "4k3/8/1n6/r7/1B6/8/8/R3K3[] w - - 0 1",
        moves: &["a1a5"],
        legal: &["B@c6"],
        illegal: &["N@c6"],
    },
    Line {
        name: "and may be dropped from there",
        base: "fide",
        text: "men\n  all men: when capturing destroys all men but P and K next to it, \
               when captured goes to the captor's hand\n",
        fen: "4k3/8/1n6/r7/1B6/8/8/R3K3[] w - - 0 1",
        moves: &["a1a5", "e8d8"],
        legal: &["N@c4", "R@c4"],
        illegal: &["B@c4"],
    },
    Line {
        name: "a captor en passant becomes a wall where it arrives",
        base: "fide",
        text: "men\n  P pawn: mfWcfF, when capturing becomes a wall\n",
        fen: "4k3/p7/8/8/3p4/8/P3P3/4K3 w - - 0 1",
        moves: &["e2e4", "d4e3"],
        legal: &["e1e2"],
        illegal: &["e1e3"],
    },
    Line {
        name: "a king that captures is not beside its own explosion",
        base: "fide",
        text: "men\n  all men: when capturing destroys all men but P next to it\n\
               endings\n  no K: loses\n  only: none\n  the rest: inherited\n",
        fen: "8/8/8/8/8/4k3/8/4K3 w - - 0 1",
        moves: &[],
        legal: &["e1d1", "e1f1"],
        illegal: &["e1d2", "e1e2", "e1f2"],
    },
    Line {
        name: "a rook that would blow up its own king gives no check that quiet moves must meet",
        base: "fide",
        text: EXPLOSIONS,
        fen: "8/8/8/8/8/8/P3k3/r3K3 w - - 0 1",
        moves: &[],
        legal: &["a2a3", "a2a4"],
        illegal: &[],
    },
    Line {
        name: "nor does it pin a man",
        base: "fide",
        text: EXPLOSIONS,
        fen: "8/8/8/8/8/8/4k3/rN2K3 w - - 0 1",
        moves: &[],
        legal: &["b1c3"],
        illegal: &[],
    },
    Line {
        name: "one of two royal men blown up leaves the own check to be met",
        base: "fide",
        text: TWO_ROYALS,
        fen: "4r2k/1c6/n7/8/8/8/8/R3K1C1 w - - 0 1",
        moves: &[],
        legal: &["e1d1"],
        illegal: &["a1a6"],
    },
    Line {
        name: "both blown up end the game, whoever is in check",
        base: "fide",
        text: TWO_ROYALS,
        fen: "4r3/kc6/n7/8/8/8/8/R3K1C1 w - - 0 1",
        moves: &[],
        legal: &["a1a6"],
        illegal: &["a1a5"],
    },
    Line {
        name: "men that die are not converted, so that a wall may be put where they stood",
        base: "fide",
        text: "men\n  N knight: N, when moving destroys B next to it, when moving converts all men but P next to it\n\
               rules\n  wall: on c4 to d4\n",
        fen: "4k3/8/8/3n4/3b4/8/8/1N2K3 w - - 0 1",
        moves: &[],
        legal: &["b1c3,c3c4", "b1c3,c3d4"],
        illegal: &["b1a3,a3d4"],
    },
    Line {
        name: "a capture that would kill a king of its own gives no check, although that king is held",
        base: "fide",
        text: "men\n  N knight: N, when capturing destroys all men but P next to it\n  I immobilizer: mQ, holds enemy men next to it\n\
               endings\n  no K: loses\n  only: none\n  the rest: inherited\n",
        fen: "4k3/4I3/1nK5/8/8/8/8/8 w - - 0 1",
        moves: &[],
        legal: &["c6d7"],
        illegal: &[],
    },
    Line {
        name: "a man that would then stand outside the region that it stays in does not change sides",
        base: "fide",
        text: "men\n  N knight: N, when moving converts all men next to it\n  G guard: R, stays in own rank 1 to 4\n",
        fen: "4k3/8/g7/8/3N4/8/8/4K3 w - - 0 1",
        moves: &["d4b5"],
        legal: &["a6a8"],
        illegal: &[],
    },
    Line {
        name: "a man may be dropped where it faces only enemy men that its drop converts",
        base: "fide",
        text: "men\n  all men: when captured goes to the captor's hand\n  N knight: N, when dropped converts men enclosed in line\n\
               rules\n  opposition: N and P, as F\n",
        fen: "4k3/8/8/8/8/3p4/2B5/4K3[N] w - - 0 1",
        moves: &[],
        legal: &["N@e4"],
        illegal: &["N@c4"],
    },
    Line {
        name: "a rook that captures from afar and becomes another man castles no more",
        base: "fide",
        text: "men\n  R rook: R, when capturing becomes Q, when capturing stays behind\n",
        fen: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        moves: &["a1a8", "e8f7"],
        legal: &["e1g1"],
        illegal: &["e1c1"],
    },
    Line {
        name: "no wall is put where a man shot from afar returns home",
        base: "fide",
        text: "men\n  R rook: R, when capturing stays behind, when captured goes home on its file\n\
               rules\n  castling: none\n  wall: on a7 to a8\n",
        fen: "4k3/8/8/r7/8/8/8/R3K3 w - - 0 1",
        moves: &[],
        legal: &["a1a5,a5a7", "a1a4,a4a8"],
        illegal: &["a1a5,a5a8"],
    },
    Line {
        name: "a wall may be put where king and rook have castled from",
        base: "fide",
        text: "rules\n  wall: on e1 to h1\n",
        fen: "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        moves: &[],
        legal: &["e1g1,g1e1", "e1g1,g1h1"],
        illegal: &["e1g1,g1f1", "e1g1,g1g1"],
    },
    Line {
        name: "a rook that is held castles with nobody",
        base: "fide",
        text: "men\n  I immobilizer: mQ, holds enemy men next to it\n",
        fen: "4k3/8/8/8/8/8/7i/R3K2R w KQ - 0 1",
        moves: &[],
        legal: &["e1c1"],
        illegal: &["e1g1", "h1g1"],
    },
    Line {
        name: "a man that becomes another one on its square does not promote",
        base: "fide",
        text: "men\n  N knight: N, becomes M\n  M mann: K\nrules\n  compulsory: promotion\n",
        fen: "4k3/8/8/8/8/8/P7/1N2K3 w - - 0 1",
        moves: &[],
        legal: &["a2a3", "b1b1m", "b1c3"],
        illegal: &[],
    },
    Line {
        name: "the square that a man has left encloses nobody",
        base: "fide",
        text: "men\n  N knight: D, when moving destroys all men but K enclosed in line\n",
        fen: "4k3/8/8/8/8/8/6K1/Nn6 w - - 0 1",
        moves: &["a1c1"],
        legal: &["e8e7", "b1b3"],
        illegal: &[],
    },
    Line {
        name: "the answer to a dropped man that gives check may give check itself",
        base: "fide",
        text: DROPPED_ROOK,
        fen: "7k/2b4p/7P/8/8/6r1/7K/8[R] w - - 0 1",
        moves: &[],
        legal: &["R@f8", "R@f1"],
        illegal: &[],
    },
    Line {
        name: "a dropped man that mates whatever the answer gives is not dropped",
        base: "fide",
        text: DROPPED_ROOK,
        fen: "7k/2b4p/7P/8/8/8/8/K7[R] w - - 0 1",
        moves: &[],
        legal: &["R@f1"],
        illegal: &["R@f8"],
    },
    Line {
        name: "by castling a rook leaves what it may leave, and not what the king may",
        base: "fide",
        text: gated!("R rook: R, when first moving may leave H"),
        fen: "4k3/8/8/8/8/8/8/4K2R[H] w K - 0 1 unmoved=h1",
        moves: &[],
        legal: &["h1e1h", "h1g1h", "e1g1"],
        illegal: &["e1g1h", "e1f1h"],
    },
    Line {
        name: "and a king what it may",
        base: "fide",
        text: gated!("K king: K, royal, when first moving may leave H\n  R rook: R, also at first ffN"),
        fen: "4k3/8/8/8/8/8/8/4K2R[H] w K - 0 1 unmoved=e1h1",
        moves: &[],
        legal: &["e1g1h", "e1f1h", "e1g1"],
        illegal: &["h1e1h", "h1g1h"],
    },
    Line {
        name: "a royal man relays its moves, though it may not capture for them",
        base: "fide",
        text: "men\n  N knight: N, royal, relays to R, when capturing dies\n  K king: K\n\
               rules\n  castling: none\n  promotion of P: on last rank, to Q or R\n\
               endings\n  no N: loses\n  only: none\n  the rest: inherited\n",
        fen: "7n/p7/8/2n5/8/1R6/3N4/7N b - - 0 1",
        moves: &[],
        legal: &["c5e6", "c5e4"],
        illegal: &["a7a6", "h8f7"],
    },
    Line {
        name: "moves that are relayed to a man that has them are its moves",
        base: "fide",
        text: "men\n  R rook: R, relays to Q\n",
        fen: "k7/8/8/8/3Q4/8/8/3RK3 w - - 0 1",
        moves: &[],
        legal: &["d4d5", "d4h4"],
        illegal: &[],
    },
    Line {
        name: "a wall goes where a man could go when those that it converts are of its side",
        base: "fide",
        text: "men\n  Q locust: mQmgQ, hops over only enemy men, when moving converts all men but K next to it\n\
               rules\n  promotion of P: on last rank, to Q, R, B or N\n  wall: where the man could go\n",
        fen: "4k3/8/8/8/1n6/8/8/Q3K3 w - - 0 1",
        moves: &[],
        legal: &["a1a3,a3b2", "a1b1,b1b3", "a1b1,b1b5"],
        illegal: &["a1a3,a3c5", "a1a3,a3b4"],
    },
    Line {
        name: "and where the king could go past the rook with which it has castled",
        base: "fide",
        text: "men\n  K king: KmR, royal, passes own R\nrules\n  wall: where the man could go\n",
        fen: "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        moves: &[],
        legal: &["e1g1,h1f1,g1d1", "e1g1,h1f1,g1h1", "e1g1,g1f1"],
        illegal: &["e1g1,h1f1,g1f1"],
    },
    Line {
        name: "a man that was royal before it captures from afar is judged where it stands",
        base: "fide",
        text: ROYAL_RIFLE,
        fen: "4k3/8/2p5/3p4/3K4/8/8/8 w - - 0 1",
        moves: &[],
        legal: &["d4d5", "d4e5"],
        illegal: &[],
    },
    Line {
        name: "and opens no line to its square",
        base: "fide",
        text: ROYAL_RIFLE,
        fen: "3rk3/8/8/3p4/3K4/8/8/8 w - - 0 1",
        moves: &[],
        legal: &["d4e5"],
        illegal: &["d4d5"],
    },
    Line {
        name: "a hurdle meets a check by becoming a man over which the checker does not hop",
        base: "fide",
        text: "men\n  Q cannon: mRcpR, hops over only N\n  N knight: N, becomes M\n  M mann: K\n\
               endings\n  only: none\n  the rest: inherited\n",
        fen: "k3q3/8/8/8/4N3/8/P7/4K3 w - - 0 1",
        moves: &[],
        legal: &["e4e4m", "e4c5", "e1d1"],
        illegal: &["a2a3"],
    },
];
