//! Laws that hold of every game, tried on random games: tests without a line in the definition.

mod mirror;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::engine::{DropMove, Game, IllegalMove, ManMove, Move, MoveKind, Position};
use crate::geometry::Side;
use crate::model::{BoardLines, PlacedMan, SetupId};
use crate::notation::{fen, read_move, symbol, uci};
use crate::prose::{all_of, counted, quoted};
use crate::random::SplitMix64;
use mirror::Mirror;

macro_rules! laws {
    ($($(#[doc = $doc:literal])* $law:ident = $name:literal,)*) => {
        /// A law that holds of every sound game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Law {
            $($(#[doc = $doc])* $law,)*
        }

        impl Law {
            /// All laws.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$law),*];

            /// The law in a few words.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$law => $name,)*
                }
            }
        }
    };
}

laws! {
    /// Every legal move has a text of its own for programs, and is read back from it.
    MovesOfPrograms = "moves are read back as programs write them",
    /// Every legal move that has a usual long form for people is read back from it.
    MovesOfPeople = "moves are read back as people write them",
    /// Every position is read back from its FEN.
    Positions = "positions are read back from their FEN",
    /// The hash that is kept up from move to move is that of the position set up afresh.
    Hash = "the hash is kept up from move to move",
    /// A move that is made and taken back changes nothing.
    TakingBack = "moves can be taken back",
    /// A man's way to a square that is refused is refused for a reason of its own.
    Reasons = "moves are refused for a reason",
    /// With the sides exchanged, the same moves are legal. Only for games with equal sides.
    Symmetry = "the sides have the same moves",
    /// Games end, or reach a position where a player can claim a draw.
    Ends = "games come to an end",
}

/// The number and the length of the random games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trials {
    /// The number of games. They begin from the setups in turn.
    pub games: u32,
    /// The most plies of a game.
    pub plies: u32,
    /// Plies between trials of the laws of positions, after the first plies of each game.
    pub every: u32,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The maximum work for the laws of positions in all games together: for each position its legal moves, times those
    /// that are tried, and the states that its men can be in. Each game has its share, and the first position of each is
    /// always tried.
    pub work: u64,
}

impl Default for Trials {
    /// Eight games of at most a thousand plies: some tenths of a second for most games. The work is that of hundreds of
    /// games of chess.
    fn default() -> Self {
        Self { games: 8, plies: 1000, every: 16, seed: 0, work: 20_000_000 }
    }
}

/// Number of first plies of each game with trials of the laws after every ply.
const FIRST_PLIES: u32 = 8;

/// The maximum number of legal moves tried in a position; of more, every second is tried, or every third, and so on.
const MAX_TRIED_MOVES: usize = 60;

/// The result of trying a law.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LawResult {
    /// The law.
    pub law: Law,
    /// The verdict on it.
    pub verdict: Verdict,
}

/// The verdict on a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The law held whenever it was tried.
    Holds,
    /// The law doesn't apply to this game, for this reason.
    LeftOut(String),
    /// The law does not hold.
    Broken(Counterexample),
}

/// A position that breaks a law.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counterexample {
    /// The setup that the game began from.
    pub setup: String,
    /// The moves up to the position, in machine notation.
    pub moves: Vec<String>,
    /// The position.
    pub fen: String,
    /// The fault, as a sentence without an end.
    pub what: String,
}

/// The outcomes of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// The games that were played.
    pub games: u32,
    /// The plies of all of them.
    pub plies: u64,
    /// The positions on which the laws of positions were tried.
    pub positions: u64,
    /// Games that White won.
    pub white: u32,
    /// Games that Black won.
    pub black: u32,
    /// Games that were drawn.
    pub draws: u32,
    /// Games that went on, although a player could have claimed a draw.
    pub claims: u32,
    /// Games that went on after as many plies as were tried.
    pub unfinished: u32,
}

/// Tries the laws on a game, one random game after another.
///
/// ```
/// use weakfish::testing::laws::{Laws, Trials, Verdict};
/// use weakfish::{BuiltIns, builtin, load};
///
/// let game = load(&builtin::source("demichess").unwrap(), &BuiltIns).unwrap();
/// let mut laws = Laws::new(&game, Trials { games: 2, ..Trials::default() });
/// while laws.play_one() {}
/// assert_eq!(laws.tally().games, 2);
/// assert!(laws.results().iter().all(|result| result.verdict == Verdict::Holds));
/// ```
#[derive(Debug)]
pub struct Laws<'g> {
    game: &'g Game,
    trials: Trials,
    tally: Tally,
    broken: BTreeMap<Law, Counterexample>,
    mirror: Arc<Mirror<'g>>,
    /// By setup: the reason why the sides are not alike, if they aren't.
    differences: Vec<Option<&'static str>>,
    /// A game that did not end.
    endless: Option<Counterexample>,
    /// The work that is left for the laws of positions.
    work: u64,
}

/// A game in progress.
struct Line<'g> {
    position: Position,
    setup: SetupId,
    moves: Vec<String>,
    /// The exchange of the sides, if they are alike in a game from this setup.
    mirror: Option<Arc<Mirror<'g>>>,
}

impl<'g> Laws<'g> {
    /// A run in which no game has been played yet.
    pub fn new(game: &'g Game, trials: Trials) -> Self {
        let mirror = Arc::new(Mirror::new(game));
        let differences = mirror.differences();
        let work = trials.work;
        Self {
            game,
            trials,
            work,
            tally: Tally::default(),
            broken: BTreeMap::new(),
            mirror,
            differences,
            endless: None,
        }
    }

    /// Plays one random game and tries the laws on its positions; false if all games have been played.
    pub fn play_one(&mut self) -> bool {
        if self.tally.games >= self.trials.games {
            return false;
        }
        let setups = self.game.variant().setups.len().max(1);
        let setup = SetupId((self.tally.games as usize % setups) as u8);
        let alike = self.differences.get(setup.index()).is_none_or(Option::is_none);
        let mirror = alike.then(|| Arc::clone(&self.mirror));
        let mut line = Line { position: self.game.start_of(setup), setup, moves: Vec::new(), mirror };
        let mut random = SplitMix64::new(self.trials.seed ^ (u64::from(self.tally.games) << 32));
        // Each game has its share: the setups of the last ones are tried, too.
        let reserved_work = self.work - self.work / u64::from(self.trials.games - self.tally.games);
        self.tally.games += 1;
        let mut claimable = false;
        for ply in 0..self.trials.plies {
            let moves = line.position.legal_moves().to_vec();
            if (ply <= FIRST_PLIES || ply % self.trials.every.max(1) == 0) && (ply == 0 || self.work > reserved_work) {
                self.work = self.work.saturating_sub(self.cost(&line.position, moves.len()));
                self.tally.positions += 1;
                self.check_position(&line);
            }
            if let Some(outcome) = line.position.outcome() {
                match outcome.winner {
                    Some(Side::White) => self.tally.white += 1,
                    Some(Side::Black) => self.tally.black += 1,
                    None => self.tally.draws += 1,
                }
                return true;
            }
            claimable |= !line.position.claims().is_empty();
            let Some(&mv) = moves.get(random.below(moves.len())) else { break };
            line.moves.push(uci::write(&line.position, mv));
            if line.position.play(mv).is_err() {
                self.record_broken(Law::MovesOfPrograms, &line, "a legal move can't be played".to_owned());
                break;
            }
            self.tally.plies += 1;
        }
        if claimable {
            self.tally.claims += 1;
        } else {
            self.tally.unfinished += 1;
            let fault = format!("the game is not over after {}", counted(line.moves.len() as u64, "ply"));
            self.endless.get_or_insert_with(|| counterexample(&line, fault));
        }
        true
    }

    /// The outcomes of the games played so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// The verdicts on all laws so far; that of the sides' symmetry is left out if they differ in every setup.
    pub fn results(&self) -> Vec<LawResult> {
        let common_difference = match self.differences.first() {
            Some(&Some(difference)) if self.differences.iter().all(Option::is_some) => Some(difference),
            _ => None,
        };
        let verdict = |law| match (law, self.broken.get(&law), common_difference, &self.endless) {
            (_, Some(example), ..) => Verdict::Broken(example.clone()),
            (Law::Symmetry, None, Some(difference), _) => Verdict::LeftOut(difference.to_owned()),
            // Some games take long at random; one that never ends has no rule that would end it.
            (Law::Ends, None, _, Some(endless)) if self.tally.unfinished == self.tally.games => {
                let fault = format!(
                    "none of {} at random comes to an end: {}",
                    counted(self.tally.games.into(), "game"),
                    endless.what
                );
                Verdict::Broken(Counterexample { what: fault, ..endless.clone() })
            }
            _ => Verdict::Holds,
        };
        Law::ALL.map(|law| LawResult { law, verdict: verdict(law) }).into()
    }

    /// The work of trying the laws on a position, as [`Trials::work`] counts it: each tried move is searched among all
    /// of them, and each man's state among all of its kind.
    fn cost(&self, position: &Position, moves: usize) -> u64 {
        let kinds = position.arrangement().men.into_iter().map(|man| self.game.variant().kind(man.kind));
        let states: u64 = kinds.map(|kind| kind.state_count() as u64).sum();
        (moves * moves.min(MAX_TRIED_MOVES)) as u64 + states
    }

    /// Checks the laws about single positions on the current one, and records a counterexample of each that is broken.
    fn check_position(&mut self, line: &Line) {
        type Check = fn(&Line) -> Option<String>;
        let checks: [(Law, Check); 7] = [
            (Law::MovesOfPrograms, uci_round_trip),
            (Law::MovesOfPeople, long_form_round_trip),
            (Law::Positions, fen_round_trip),
            (Law::Hash, hash_is_incremental),
            (Law::TakingBack, unmake_restores),
            (Law::Reasons, refusals_have_reasons),
            (Law::Symmetry, moves_are_symmetric),
        ];
        for (law, check) in checks {
            if self.broken.contains_key(&law) {
                continue;
            }
            if let Some(fault) = check(line) {
                self.record_broken(law, line, fault);
            }
        }
    }

    /// Records the first counterexample of a law.
    fn record_broken(&mut self, law: Law, line: &Line, fault: String) {
        self.broken.entry(law).or_insert_with(|| counterexample(line, fault));
    }
}

/// Tries the laws on a game.
pub fn run(game: &Game, trials: Trials) -> Vec<LawResult> {
    let mut laws = Laws::new(game, trials);
    while laws.play_one() {}
    laws.results()
}

/// A counterexample: the setup, the moves and the FEN of the current position, with the fault in words.
fn counterexample(line: &Line, fault: String) -> Counterexample {
    let setup = line.position.game().variant().setups.get(line.setup.index());
    Counterexample {
        setup: setup.map(|setup| setup.name.clone()).unwrap_or_default(),
        moves: line.moves.clone(),
        fen: fen::write(&line.position),
        what: fault,
    }
}

/// A sample of at most [`MAX_TRIED_MOVES`] legal moves, evenly spread, each with its text.
fn sample_moves(position: &Position) -> Vec<(String, Move)> {
    let moves = uci::legal_moves(position);
    let step = moves.len().div_ceil(MAX_TRIED_MOVES).max(1);
    moves.into_iter().step_by(step).collect()
}

/// Checks that every legal move has a UCI text of its own and is read back from it; returns the fault.
fn uci_round_trip(line: &Line) -> Option<String> {
    let moves = uci::legal_moves(&line.position);
    let texts: BTreeSet<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
    if texts.len() < moves.len() {
        return Some("two legal moves have the same text".to_owned());
    }
    let sample = sample_moves(&line.position);
    if let Some((text, mv)) = sample.iter().find(|(text, mv)| uci::write(&line.position, *mv) != *text) {
        return Some(format!("`{text}` is written `{}` by itself", uci::write(&line.position, *mv)));
    }
    let lost = sample.into_iter().find(|(text, mv)| uci::find(&line.position, text) != Some(*mv));
    lost.map(|(text, _)| format!("`{text}` is not read back as the move that it was written for"))
}

/// Checks that every legal move is read back from its long algebraic form; returns the fault.
fn long_form_round_trip(line: &Line) -> Option<String> {
    sample_moves(&line.position).into_iter().find_map(|(name, mv)| {
        let text = long_form(&line.position, mv)?;
        match read_move(&line.position, &text) {
            Ok(read) if read == mv => None,
            Ok(read) => Some(format!("`{text}` is read as `{}`, not as `{name}`", uci::write(&line.position, read))),
            Err(problem) => Some(format!("`{text}` is not read as `{name}`: {}", problem.message)),
        }
    })
}

/// Checks that the position is read back from its FEN; returns the fault.
fn fen_round_trip(line: &Line) -> Option<String> {
    let text = fen::write(&line.position);
    match fen::read(line.position.game(), line.setup, &text) {
        Ok(read) if read.arrangement() == line.position.arrangement() => None,
        Ok(read) => Some(format!("its FEN is read as `{}`", fen::write(&read))),
        Err(error) => {
            Some(format!("its FEN is not read: {}", error.diagnostics().first().map_or("", |first| &first.message)))
        }
    }
}

/// Checks that the incremental hash is that of the position set up from scratch; returns the fault.
fn hash_is_incremental(line: &Line) -> Option<String> {
    let fresh = line.position.game().position(&line.position.arrangement());
    match fresh {
        Ok(fresh) if fresh.hash() == line.position.hash() => None,
        Ok(_) => Some("the hash is another one than that of the position set up afresh".to_owned()),
        Err(problems) => Some(format!(
            "it can't be set up afresh: {}",
            problems.first().map(ToString::to_string).unwrap_or_default()
        )),
    }
}

/// Checks that unmaking a move restores the position and its hash; returns the fault.
fn unmake_restores(line: &Line) -> Option<String> {
    let mut position = line.position.clone();
    let (before, hash) = (position.arrangement(), position.hash());
    sample_moves(&line.position).into_iter().find_map(|(text, mv)| {
        let undo = position.make(mv);
        position.unmake(undo);
        let restored = position.arrangement() == before && position.hash() == hash;
        (!restored).then(|| format!("`{text}` made and taken back leaves `{}`", fen::write(&position)))
    })
}

/// The maximum number of illegal ways whose reasons are tested in a position: each is searched among all legal moves.
const MAX_TRIED_WAYS: usize = 12;

/// Checks that illegal ways of men are refused for a reason; returns the fault. The ways come from the movements on the
/// empty board; after each move others are tried.
fn refusals_have_reasons(line: &Line) -> Option<String> {
    let position = &line.position;
    let variant = position.game().variant();
    let lines = BoardLines::new(&variant.lines);
    let legal: BTreeSet<_> = position.legal_moves().into_iter().map(|mv| (mv.from(), mv.to())).collect();
    let mut ways = BTreeSet::new();
    let men = position.arrangement().men.into_iter().filter(|man| man.side == position.turn());
    for PlacedMan { square, side, kind, state } in men {
        let Some(piece) = position.piece_at(square) else { continue };
        let movement = variant.kind(kind).movement(side, variant.black, &state);
        movement.landings(variant.board, &lines, square, &mut |landing| {
            if landing.at != square && !legal.contains(&(Some(square), Some(landing.at))) {
                ways.insert(ManMove::new(square, landing.at, piece, MoveKind::Ordinary));
            }
        });
    }
    let step = ways.len().div_ceil(MAX_TRIED_WAYS).max(1);
    let mut tried = ways.into_iter().skip(line.moves.len() % step).step_by(step);
    let unexplained = tried.find(|&way| position.check_move(way.into()) == Err(IllegalMove::Unexplained));
    unexplained.map(|way| {
        let [from, to] = [way.from, way.to].map(|square| variant.board.name(square));
        format!("`{from}{to}` is refused, and no rule is known that forbids it")
    })
}

/// Checks that the same moves are legal with the sides exchanged; returns the fault.
fn moves_are_symmetric(line: &Line) -> Option<String> {
    let mirror = line.mirror.as_ref()?;
    // In the first turn a series may have another length, with either side first.
    if line.position.fullmove() < 2 || line.position.outcome().is_some() {
        return None;
    }
    let game = line.position.game();
    // Earlier positions don't count in either.
    let Ok(position) = game.position(&line.position.arrangement()) else { return None };
    let Ok(image) = game.position(&mirror.arrangement_image(&line.position.arrangement())) else {
        return Some("with the sides exchanged the position can't stand".to_owned());
    };
    let mirrored: Option<BTreeSet<Move>> = position.legal_moves().into_iter().map(|mv| mirror.move_image(mv)).collect();
    let image_moves: BTreeSet<Move> = image.legal_moves().into_iter().collect();
    let Some(mirrored) = mirrored else {
        return Some("with the sides exchanged a man can't be what it becomes".to_owned());
    };
    if image_moves != mirrored {
        let differing = image_moves.symmetric_difference(&mirrored).take(4).map(|&mv| uci::write(&image, mv));
        let differing = all_of(quoted(differing));
        return Some(format!("with the sides exchanged it is `{}`, and {differing} differ", fen::write(&image)));
    }
    let [outcome, of_image] =
        [position.outcome(), image.outcome()].map(|over| over.map(|over| (over.winner, over.worth, over.reason)));
    let outcome = outcome.map(|(winner, worth, reason)| (winner.map(|side| !side), worth, reason));
    (outcome != of_image && !mirror.has_one_sided_endings())
        .then(|| format!("with the sides exchanged it is `{}`, and ends otherwise", fen::write(&image)))
}

// Moves in the long form of people.

/// Writes a move in long form, as in `Pe7-e8=Q`, to be read back. `None` for moves that need more words: those of no
/// man, turns that are part of a move, castling.
pub(super) fn long_form(position: &Position, mv: Move) -> Option<String> {
    let man = match mv {
        Move::Man(man) => match man.wall() {
            None => man,
            Some(wall) => {
                let moved = long_form(position, man.without_wall().into())?;
                return Some(format!("{moved}/{}", position.game().variant().board.name(wall)));
            }
        },
        Move::Drop(drop) => return Some(long_form_of_drop(position, drop)),
        Move::Wall(_) | Move::Pass | Move::EndSeries | Move::ClaimStalemate => return None,
    };
    let game = position.game();
    let (variant, board) = (game.variant(), game.variant().board);
    let before = game.piece_info(position.piece_at(man.from)?);
    let after = game.piece_info(man.piece);
    // White's letter: people write men in capitals.
    let letter = symbol(variant, Side::White, before.kind);
    let ManMove { from, to, kind, .. } = man;
    let (from, to) = (board.name(from), board.name(to));
    match kind {
        MoveKind::Stationary if before.kind != after.kind => None,
        MoveKind::Stationary
            if before.state.mode != after.state.mode && before.state.facings == after.state.facings =>
        {
            Some(format!("{letter}{from} flips"))
        }
        MoveKind::Stationary if before.state.mode == after.state.mode => {
            let facings: Vec<&str> = after.state.facings.iter().map(|wind| wind.name()).collect();
            Some(format!("{letter}{from} turns to {}", facings.join(".")))
        }
        MoveKind::Ordinary | MoveKind::LongStep | MoveKind::OnceAGame | MoveKind::EnPassant { .. } => {
            let sign = if position.is_capture(mv) { 'x' } else { '-' };
            if before.kind == after.kind && before.state == after.state {
                Some(format!("{letter}{from}{sign}{to}"))
            } else if before.kind != after.kind && is_determined_by_kind(position, man) {
                let new = symbol(variant, Side::White, after.kind);
                Some(format!("{letter}{from}{sign}{to}={new}"))
            } else {
                None
            }
        }
        MoveKind::Stationary
        | MoveKind::Finishing
        | MoveKind::Castling { .. }
        | MoveKind::Leaving
        | MoveKind::KingLeaving { .. }
        | MoveKind::PartnerLeaving { .. } => None,
    }
}

/// Writes a drop in long form, as in `P@e4`, or `P=R@e4` if the man arrives as another one.
fn long_form_of_drop(position: &Position, drop: DropMove) -> String {
    let variant = position.game().variant();
    let arriving = position.game().piece_info(drop.piece).kind;
    let letter = |kind| symbol(variant, Side::White, kind);
    let from = if drop.kind == arriving { String::new() } else { letter(drop.kind) + "=" };
    format!("{from}{}@{}", letter(arriving), variant.board.name(drop.to))
}

/// Whether the squares and the new kind determine a promotion: no other legal move makes the same kind in another
/// state.
fn is_determined_by_kind(position: &Position, man: ManMove) -> bool {
    let new_kind = |mv: ManMove| position.game().piece_info(mv.piece).kind;
    let is_same = |mv: &ManMove| mv.from == man.from && mv.to == man.to && new_kind(*mv) == new_kind(man);
    let alike: BTreeSet<ManMove> =
        position.legal_moves().into_iter().filter_map(Move::man).filter(is_same).map(ManMove::without_wall).collect();
    alike.len() == 1
}
