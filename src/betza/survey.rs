//! The squares that a movement reaches around a man, without a game: as a list, and as diagrams show them.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::geometry::{Board, Square};
use crate::model::{Access, BoardLines, Landing, Leg, Modes, Movement, Path};

/// A square as files to the right and ranks forward of the man.
pub(crate) type Offset = (i32, i32);

/// An empty square board with the man in the middle, on which a movement is surveyed.
#[derive(Clone, Copy)]
pub(super) struct SurveyBoard {
    reach: i32,
}

impl SurveyBoard {
    /// 15x15 squares.
    pub(super) const LARGEST: Self = Self { reach: 7 };

    /// The board whose edges are `reach` squares from the man, but at least 1 and no more than on the largest board.
    pub(super) fn new(reach: i32) -> Self {
        Self { reach: reach.clamp(1, Self::LARGEST.reach) }
    }

    /// The board on which all moves on a board of this size have room.
    pub(super) fn on(board: Board) -> Self {
        Self::new(i32::from(board.files().max(board.ranks())) - 1)
    }

    /// The board and the square of the man.
    fn board_and_centre(self) -> Option<(Board, Square)> {
        let size = (2 * self.reach + 1) as u8;
        let board = Board::new(size, size)?;
        Some((board, board.square(self.reach, self.reach)?))
    }

    /// Calls `visit` with every landing of the movement.
    pub(super) fn landings<'a>(self, movement: &'a Movement, visit: &mut impl FnMut(&Landing<'a>)) {
        if let Some((board, centre)) = self.board_and_centre() {
            movement.landings(board, &BoardLines::default(), centre, visit);
        }
    }

    /// The number of leaps that it takes to find all landings of a path, counted until it exceeds `limit`.
    pub(super) fn walk_steps(self, path: &Path, limit: u64) -> u64 {
        self.board_and_centre().map_or(0, |(board, centre)| path.walk_steps(board, centre, limit))
    }

    /// The place of a square as seen from the man.
    pub(super) const fn offset(self, square: Square) -> Offset {
        let size = 2 * self.reach + 1;
        (square.index() as i32 % size - self.reach, square.index() as i32 / size - self.reach)
    }
}

/// The minimal number of squares for which an unlimited line is drawn.
const MIN_LINE_REACH: i32 = 3;

/// The conditions of a move to a square: free, lame or by a hop; as a first move only; en passant. Not the condition of
/// an ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MoveCondition {
    pub(crate) access: Access,
    pub(crate) first_move_only: bool,
    pub(crate) en_passant: bool,
}

/// How a man can end its move on a square, by condition.
pub(crate) type Ends = BTreeMap<MoveCondition, Modes>;

/// A square that a man reaches.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReachedSquare {
    /// The ends of moves on the square, without those that are also possible under weaker conditions.
    pub(crate) ends: Ends,
    /// Whether only the edge of the diagram stops it there.
    pub(crate) goes_on: bool,
}

/// The squares and ways of a movement around a man.
#[derive(Clone, Debug, Default)]
pub(crate) struct Survey {
    /// The distance from the man to the edge of the diagram.
    pub(crate) reach: i32,
    /// Whether the man passes from the first to the last file.
    pub(crate) wraps: bool,
    /// The squares on which moves end.
    pub(crate) squares: BTreeMap<Offset, ReachedSquare>,
    /// The squares that must be empty, and on which no move ends.
    pub(crate) passed: BTreeSet<Offset>,
    /// The ways of men that ride or bend, from square to square. A single leap has none.
    pub(crate) tracks: BTreeSet<(Offset, Offset)>,
}

impl Survey {
    /// The squares of a movement, on the offsets that are possible on a board of this size.
    pub(crate) fn on(movement: &Movement, board: Board) -> Self {
        Self::within(movement, SurveyBoard::on(board))
    }

    /// The squares of a movement, on a board as large as the movement needs and no larger than `largest`.
    pub(super) fn within(movement: &Movement, largest: SurveyBoard) -> Self {
        let wraps = movement.paths.iter().any(|path| path.wraps);
        let flat = Movement::new(movement.paths.iter().map(|path| Path { wraps: false, ..path.clone() }).collect());
        let board = SurveyBoard::new(diagram_reach(&flat).min(largest.reach));
        let mut survey = Self { reach: board.reach, wraps, ..Self::default() };
        board.landings(&flat, &mut |landing: &Landing<'_>| survey.add_landing(board, landing));
        for reached in survey.squares.values_mut() {
            reached.ends = minimal_ends(&reached.ends);
        }
        survey.passed.retain(|at| !survey.squares.contains_key(at));
        survey
    }

    /// Adds a square on which a path may end, and the squares it passes.
    fn add_landing(&mut self, board: SurveyBoard, landing: &Landing<'_>) {
        let at = board.offset(landing.at);
        let reached = self.squares.entry(at).or_default();
        let condition =
            MoveCondition { access: landing.access, first_move_only: landing.path.first_move_only, en_passant: false };
        let modes = reached.ends.entry(condition).or_insert(Modes::NONE);
        modes.moves |= landing.stops.moves;
        modes.captures |= landing.stops.captures;
        if landing.en_passant {
            reached.ends.insert(MoveCondition { en_passant: true, ..condition }, Modes::CAPTURES);
        }
        reached.goes_on |= landing.goes_on;
        if landing.access == Access::Lame {
            self.passed.extend(landing.empty.iter().map(|square| board.offset(square)));
        }
        if !matches!(landing.path.legs.as_slice(), [leg] if leg.most == Some(1)) {
            let (corner, before) = (board.offset(landing.corner), board.offset(landing.before));
            self.tracks.insert((before, at));
            // The corner, where the last leg begins; of two legs the first is a straight one.
            if landing.path.legs.len() == 2 && corner != (0, 0) {
                self.tracks.insert(((0, 0), corner));
            }
        }
    }
}

/// The distance from the man to the edge of its diagram.
fn diagram_reach(movement: &Movement) -> i32 {
    let mut reach = 2;
    let mut endless = false;
    SurveyBoard::LARGEST.landings(movement, &mut |landing: &Landing<'_>| {
        let unlimited = landing.path.legs.iter().any(|leg| leg.most.is_none());
        endless |= unlimited;
        if !unlimited {
            let (x, y) = SurveyBoard::LARGEST.offset(landing.at);
            reach = reach.max(x.abs()).max(y.abs());
        }
    });
    if endless {
        // Every leg without end has room for at least two leaps.
        let legs = movement.paths.iter().filter(|path| path.legs.iter().any(|leg| leg.most.is_none()));
        let length = legs.map(|path| {
            let longest = |leg: &Leg| i32::from(leg.leap.dx.unsigned_abs().max(leg.leap.dy.unsigned_abs()));
            let times = |leg: &Leg| if leg.most.is_none() { 2.max(leg.least.into()) } else { 1 };
            path.legs.iter().map(|leg| longest(leg) * times(leg)).sum::<i32>()
        });
        reach = reach.max(MIN_LINE_REACH).max(length.max().unwrap_or(0));
    }
    reach
}

/// The ends without those that are possible under weaker conditions too.
fn minimal_ends(ends: &Ends) -> Ends {
    let implies = |weak: &MoveCondition, strong: &MoveCondition| {
        weak != strong
            && (weak.access == Access::Free || weak.access == strong.access)
            && (!weak.first_move_only || strong.first_move_only)
            && !weak.en_passant
            && !strong.en_passant
    };
    let reduced = ends.iter().map(|(condition, modes)| {
        let weaker = ends.iter().filter(|(weak, _)| implies(weak, condition));
        let had = weaker.fold(Modes::NONE, |had, (_, modes)| Modes {
            moves: had.moves || modes.moves,
            captures: had.captures || modes.captures,
        });
        (*condition, Modes { moves: modes.moves && !had.moves, captures: modes.captures && !had.captures })
    });
    reduced.filter(|(_, modes)| modes.any()).collect()
}

/// The meaning of a mark: `moves; captures over a man`.
pub(crate) fn ends_in_words(ends: &Ends) -> String {
    let phrases = ends.iter().map(|(condition, modes)| {
        let mut text = match (modes.moves, modes.captures) {
            (true, true) => "moves or captures",
            (true, false) => "moves",
            _ => "captures",
        }
        .to_owned();
        if condition.en_passant {
            let also = ends.contains_key(&MoveCondition { en_passant: false, ..*condition });
            text = if also { "also en passant".to_owned() } else { "captures en passant".to_owned() };
        }
        let parts = [
            (condition.access == Access::Hop, " over a man"),
            (condition.access == Access::Lame, " if the way there is empty"),
            (condition.first_move_only, " from where it starts"),
        ];
        text.extend(parts.iter().filter(|(holds, _)| *holds).map(|(_, words)| *words));
        text
    });
    phrases.collect::<Vec<_>>().join("; ")
}

/// The squares that a movement reaches from the centre of a 15x15 board, sorted.
///
/// A square is its distance from the man: files to the right, ranks forward. Moves and captures that only a first move
/// can make are included. Hops over a man and captures en passant are not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Targets {
    /// The squares to which it can move while it is alone on the board.
    pub moves: Vec<[i32; 2]>,
    /// The squares where it could capture an enemy man that is alone with it on the board.
    pub captures: Vec<[i32; 2]>,
}

/// The squares that a movement reaches: on an empty board, and by capturing a lone man.
///
/// ```
/// use weakfish::betza;
///
/// let pawn = betza::movement("fmWfcF").0.unwrap();
/// let targets = betza::targets(&pawn);
/// assert_eq!(targets.moves, [[0, 1]]);
/// assert_eq!(targets.captures, [[-1, 1], [1, 1]]);
/// ```
pub fn targets(movement: &Movement) -> Targets {
    let mut moves = BTreeSet::new();
    let mut captures = BTreeSet::new();
    let board = SurveyBoard::LARGEST;
    board.landings(movement, &mut |landing: &Landing<'_>| {
        let (x, y) = board.offset(landing.at);
        if landing.access == Access::Hop {
            return;
        }
        if landing.stops.moves {
            moves.insert([x, y]);
        }
        if landing.stops.captures && !landing.empty.contains(landing.at) {
            captures.insert([x, y]);
        }
    });
    Targets { moves: moves.into_iter().collect(), captures: captures.into_iter().collect() }
}
