//! Endings and perft.

use std::collections::BTreeSet;

use weakfish::geometry::{Side, Square, Wind};
use weakfish::model::{Condition, Ending, GameResult, Judged, KindId, MaterialSide, QuietUnit, Wing, Worth};

use super::{Action, Man, Position};

/// Whether one of the wings is marked that are meant, of those toward the last and toward the first file.
fn on_wing([last, first]: [bool; 2], wing: Option<Wing>) -> bool {
    match wing {
        None => last || first,
        Some(Wing::LastFile) => last,
        Some(Wing::FirstFile) => first,
    }
}

/// Who won, if anybody did, what the winner scores, and the label of the ending.
pub(super) type Outcome = (Option<Side>, Worth, String);

impl Position {
    /// Legal actions sorted by text, and the outcome; no actions if the game is over.
    pub fn judge(&self) -> (Vec<(String, Action)>, Option<Outcome>) {
        let legal = self.legal_actions();
        let outcome = self.first_ending(&legal, true);
        if outcome.is_some() { (Vec::new(), outcome) } else { (self.sorted_by_text(legal), outcome) }
    }

    /// Perft: number of sequences of so many plies; draws do not cut them short.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let legal = self.legal_actions();
        if self.claimed_by.is_some() || self.first_ending(&legal, false).is_some() {
            0
        } else if depth == 1 {
            legal.len() as u64
        } else {
            legal.iter().map(|action| self.play(action).perft(depth - 1)).sum()
        }
    }

    /// The first ending that holds, draws perhaps left out.
    fn first_ending(&self, legal: &[Action], draws: bool) -> Option<Outcome> {
        if let Some(side) = self.claimed_by {
            let stalemate = |ending: &&Ending| ending.condition == Condition::Stalemate;
            let ending = self.game.variant.endings.iter().find(stalemate);
            let label = ending.map_or("stalemate", |ending| &ending.label);
            let lapsed =
                |winner: &Side| ending.is_some_and(|ending| ending.worth != Worth::FULL) && self.passed_up[*winner];
            let winner = ending.and_then(|ending| self.winner(ending, side)).filter(|winner| !lapsed(winner));
            let worth = ending.filter(|_| winner.is_some()).map_or(Worth::FULL, |ending| ending.worth);
            return Some((winner, worth, label.to_owned()));
        }
        for ending in &self.game.variant.endings {
            if ending.result == GameResult::DrawOnClaim || ending.on_claim {
                continue;
            }
            let Some(side) = self.side_of_ending(ending, legal) else { continue };
            let mut winner = self.winner(ending, side);
            if ending.tie_on_claim && winner.is_none() {
                continue;
            }
            if ending.worth != Worth::FULL && winner.is_some_and(|winner| self.passed_up[winner]) {
                winner = None;
            }
            if winner.is_some() || draws {
                let worth = if winner.is_some() { ending.worth } else { Worth::FULL };
                return Some((winner, worth, ending.label.clone()));
            }
        }
        None
    }

    /// Whether the player to move could claim a win, if it has passed up none.
    pub(super) fn could_claim(&self) -> bool {
        let legal = self.legal_actions();
        let wins = |ending: &&Ending| {
            let wins = |side: &Side| self.winner(ending, *side) == Some(self.turn);
            ending.on_claim && self.sides_of_ending(ending, &legal).iter().any(wins)
        };
        self.game.variant.endings.iter().any(|ending| wins(&ending))
    }

    /// The side that an ending speaks of, if it holds: the player to move if it could be either.
    fn side_of_ending(&self, ending: &Ending, legal: &[Action]) -> Option<Side> {
        self.sides_of_ending(ending, legal).first().copied()
    }

    /// The sides that an ending speaks of, the player to move first; none if it does not hold.
    fn sides_of_ending(&self, ending: &Ending, legal: &[Action]) -> Vec<Side> {
        let holds = |side: Side| self.holds(&ending.condition, ending.both, side, legal);
        if !ending.setups.is_empty() && !ending.setups.contains(&self.game.setup) {
            return Vec::new();
        }
        let of_turn = match ending.judged {
            Judged::WhiteToMove => self.turn == Side::White,
            Judged::BlackToMove => self.turn == Side::Black,
            _ => true,
        };
        if !of_turn {
            return Vec::new();
        }
        if ending.both {
            return Some(self.turn).filter(|&side| holds(side) && holds(!side)).into_iter().collect();
        }
        let mut sides = Vec::new();
        for side in [self.turn, !self.turn] {
            let on_move = side == self.turn;
            let fits = match ending.judged {
                Judged::ToMove => on_move,
                Judged::NotToMove | Judged::Unanswered => !on_move,
                // A bared side and a limit without progress count for the player to move.
                Judged::Always => on_move || !matches!(ending.condition, Condition::Bared | Condition::Quiet { .. }),
                _ => true,
            };
            if fits && ending.side.is_none_or(|for_| for_ == side) && holds(side) {
                let answers =
                    |action: &Action| self.after_action(action).holds(&ending.condition, false, self.turn, &[]);
                let answered = ending.judged == Judged::Unanswered && legal.iter().any(answers);
                sides.extend(Some(side).filter(|_| !answered));
            }
        }
        sides
    }

    /// The squares of a chain that begins on some of these squares, of men on others.
    fn joined(&self, mut joined: Vec<Square>, own: &[Square], steps: &[Wind]) -> Vec<Square> {
        let board = self.game.variant.board;
        let is_step = |one: Square, next: Square| {
            let (files, ranks) = (board.file(next) - board.file(one), board.rank(next) - board.rank(one));
            let north = ["s", "", "n"].get((ranks + 1) as usize);
            let east = ["w", "", "e"].get((files + 1) as usize);
            let name = north.zip(east).map(|(north, east)| format!("{north}{east}"));
            name.is_some_and(|name| steps.iter().any(|step| step.name() == name))
        };
        // As often as there are men, so that the longest chain is found.
        for _ in own {
            let next = own.iter().filter(|&&at| joined.iter().any(|&one| is_step(one, at)));
            let next: Vec<Square> = next.copied().filter(|at| !joined.contains(at)).collect();
            joined.extend(next);
        }
        joined
    }

    /// Whether a condition holds and speaks of this side, perhaps as one that both must fulfil.
    fn holds(&self, condition: &Condition, both: bool, side: Side, legal: &[Action]) -> bool {
        let on_move = side == self.turn;
        match condition {
            Condition::Checkmate => on_move && legal.is_empty() && self.in_check(side),
            Condition::Stalemate => on_move && legal.is_empty() && !self.in_check(side),
            Condition::Bared => self.is_bare(side) && !self.is_bare(!side),
            Condition::Quiet { count, unit } => {
                let count = u32::from(*count);
                match unit {
                    QuietUnit::Moves => self.halfmove >= 2 * count,
                    QuietUnit::Plies => self.halfmove >= count,
                    QuietUnit::Series => self.quiet_series >= count,
                }
            }
            Condition::Position { times, perpetual_check } => {
                self.checks_while_repeated(u32::from(*times)).is_some_and(|turns| {
                    let always = |side: Side| turns[side].1 > 0 && turns[side].0 == turns[side].1;
                    !perpetual_check || always(side) && (both || !always(!side))
                })
            }
            Condition::OnlyMaterial(balances) => balances.iter().any(|balance| {
                self.are_left(&balance.white, &balance.black) || self.are_left(&balance.black, &balance.white)
            }),
            Condition::ManOn { kinds, squares, least, safe, secure, full } => {
                let counts = |(square, man): &(Square, Man)| {
                    kinds.contains(&man.kind)
                        && squares[side].contains(*square)
                        && !(*safe && self.is_attacked(*square, side, man.kind))
                };
                let empty = |square: Square| self.is_empty(square);
                let counted: Vec<_> = self.men(side).filter(counts).collect();
                let taken = counted.iter().any(|(square, man)| self.is_attacked(*square, side, man.kind));
                counted.len() >= usize::from(*least)
                    && !(*secure && taken && counted.len() <= usize::from(*least))
                    && !(*full && squares[side].iter().any(empty))
            }
            Condition::AtMost { count, kinds, against } => {
                let counts = |kind: &KindId| kinds.as_ref().is_none_or(|kinds| kinds.contains(kind));
                let has = |side| self.all_kinds(side).into_iter().filter(counts).count();
                has(side) <= usize::from(*count) && has(!side) >= usize::from(*against)
            }
            Condition::InARow { count, kinds, lines, apart } => {
                let board = self.game.variant.board;
                let own = |square: Square| {
                    self.man(square).is_some_and(|man| {
                        man.side == side && kinds.as_ref().is_none_or(|kinds| kinds.contains(&man.kind))
                    })
                };
                let mut ways = Vec::new();
                if lines.ranks {
                    ways.push((1, 0));
                }
                if lines.files {
                    ways.push((0, 1));
                }
                if lines.diagonals {
                    ways.extend([(1, 1), (-1, 1)]);
                }
                // Every stretch of a line, as long as the men side by side, or as the board.
                let length = if *apart { 16 } else { i32::from(*count) };
                board.squares().any(|start| {
                    ways.iter().any(|&(files, ranks)| {
                        let at = |step: i32| {
                            board.square(board.file(start) + files * step, board.rank(start) + ranks * step)
                        };
                        (0..length).filter_map(at).filter(|&square| own(square)).count() >= usize::from(*count)
                    })
                })
            }
            Condition::InASquare { side: length, kinds } => {
                let board = self.game.variant.board;
                let counts =
                    |man: Man| man.side == side && kinds.as_ref().is_none_or(|kinds| kinds.contains(&man.kind));
                // The own men of each block, counted.
                board.squares().any(|start| {
                    let inside = |square: &Square| {
                        let apart = [board.file(*square) - board.file(start), board.rank(*square) - board.rank(start)];
                        apart.into_iter().all(|apart| (0..i32::from(*length)).contains(&apart))
                    };
                    let own = board.squares().filter(inside).filter(|&square| self.man(square).is_some_and(counts));
                    own.count() == usize::from(*length) * usize::from(*length)
                })
            }
            Condition::Chain { kinds, from, to, steps } => {
                let counts = |man: Man| kinds.as_ref().is_none_or(|kinds| kinds.contains(&man.kind));
                let own = self.men(side).filter(|(_, man)| counts(*man)).map(|(at, _)| at).collect::<Vec<_>>();
                let first = own.iter().copied().filter(|&at| from[side].contains(at)).collect();
                self.joined(first, &own, steps).into_iter().any(|at| to[side].contains(at))
            }
            Condition::CountedOut => self.counted.is_some_and(|(plies, limit)| plies > limit),
            Condition::BothPass => self.passed >= 2,
            Condition::FullBoard => self.game.variant.board.squares().all(|square| !self.is_empty(square)),
            Condition::OppositionAccepted => self.passed > 0 && self.are_opposed(),
            Condition::Castled(wing) => on_wing(self.castled[side], *wing),
            Condition::NoCastling(wing) => !on_wing(self.castling[side], *wing),
            Condition::ChecksGiven(checks) => self.checks[side] >= u32::from(*checks),
        }
    }

    /// Whether an enemy man could capture a man of this side and kind on a square.
    fn is_attacked(&self, square: Square, side: Side, kind: KindId) -> bool {
        self.men(!side).any(|(from, attacker)| {
            let captures =
                self.targets(from, attacker).into_iter().any(|target| target.to == square && target.stops.captures);
            (captures || self.relayed_captures(from, attacker).contains(&square))
                && !self.is_held(from)
                && self.game.may_capture(attacker.kind, kind)
                && self.may_capture_on(from, attacker, square)
        })
    }

    fn winner(&self, ending: &Ending, side: Side) -> Option<Side> {
        // Men in hand count unless those on the board alone do.
        let kinds = |side: Side| -> Vec<KindId> {
            if ending.on_board { self.men(side).map(|(_, man)| man.kind).collect() } else { self.all_kinds(side) }
        };
        let half_points = |side: Side| {
            let points = self.game.variant.rules.points.as_ref();
            let of = |kind: KindId| {
                let known = points.and_then(|points| points.men.iter().find(|(other, _)| *other == kind));
                known.map_or(0, |(_, half)| u32::from(*half))
            };
            let men: u32 = kinds(side).into_iter().map(of).sum();
            men + points.map_or(0, |points| u32::from(points.side[side]))
        };
        let more = |white: u32, black: u32| match white.cmp(&black) {
            std::cmp::Ordering::Greater => Some(Side::White),
            std::cmp::Ordering::Less => Some(Side::Black),
            std::cmp::Ordering::Equal => None,
        };
        let men = |side| kinds(side).len() as u32;
        match ending.result {
            GameResult::Wins => Some(side),
            GameResult::Loses => Some(!side),
            GameResult::Draw | GameResult::DrawOnClaim => None,
            GameResult::WhiteWins => Some(Side::White),
            GameResult::BlackWins => Some(Side::Black),
            GameResult::MoreMen => more(men(Side::White), men(Side::Black)),
            GameResult::FewerMen => more(men(Side::Black), men(Side::White)),
            GameResult::MorePoints => more(half_points(Side::White), half_points(Side::Black)),
        }
    }

    /// Whether a side has no men but royal ones, on the board or in hand.
    pub(super) fn is_bare(&self, side: Side) -> bool {
        self.all_kinds(side).into_iter().all(|kind| self.game.variant.kind(kind).royal)
    }

    /// Whether White has the one material and Black the other.
    fn are_left(&self, white: &MaterialSide, black: &MaterialSide) -> bool {
        self.has_only(Side::White, white)
            && self.has_only(Side::Black, black)
            && self.stand_apart(white.apart, black.apart)
    }

    /// Whether a side has this material and no other.
    fn has_only(&self, side: Side, material: &MaterialSide) -> bool {
        let free = material.any_on_one_colour;
        let counted = |kind: &KindId| Some(*kind) != free || material.men.contains(kind);
        // A man in hand has no colour yet.
        let uncoloured = |kind: KindId| Side::ALL.iter().any(|&side| self.hands[side][kind.index()] > 0);
        if free.is_some_and(uncoloured) || material.apart.is_some_and(uncoloured) {
            return false;
        }
        let kinds: Vec<KindId> = self.all_kinds(side).into_iter().filter(counted).collect();
        let board = self.game.variant.board;
        let mut colours: Vec<i32> = Side::ALL
            .into_iter()
            .filter(|&other| other == side || material.apart != free)
            .flat_map(|side| self.men(side))
            .filter(|(_, man)| Some(man.kind) == free)
            .map(|(square, _)| (board.file(square) + board.rank(square)) % 2)
            .collect();
        colours.dedup();
        kinds == material.men && colours.iter().all(|colour| *colour == colours[0])
    }

    /// Whether no man of White's kind shares the colour of its square with one of Black's, nor two colours are among those
    /// of one side.
    fn stand_apart(&self, white: Option<KindId>, black: Option<KindId>) -> bool {
        let board = self.game.variant.board;
        let shades = |side: Side, kind: Option<KindId>| -> BTreeSet<i32> {
            let men = self.men(side).filter(|(_, man)| Some(man.kind) == kind);
            men.map(|(square, _)| (board.file(square) + board.rank(square)) % 2).collect()
        };
        let (white, black) = (shades(Side::White, white), shades(Side::Black, black));
        white.len() < 2 && black.len() < 2 && white.is_disjoint(&black)
    }
}
