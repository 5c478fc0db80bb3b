//! Games of a playtest, and the statistics collected of them.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::report::{Chance, Choice, EndingUse, Fairness, Findings, Games, KindUse, Length, Opening};
use super::{Estimate, Share};
use crate::search::{NoTimer, SearchTimer, Searcher, SelfPlay, SelfPlayGame};
use weakfish::engine::{Game, ManMove, Move, MoveKind, Outcome, Position};
use weakfish::geometry::{PerSide, Side, SquareSet};
use weakfish::model::{KindId, SetupId, Worth};
use weakfish::notation::write_move;
use weakfish::random::{SplitMix64, mix};

/// Maximum number of positions of a game in the regression of values.
const MAX_BALANCES: usize = 8;

/// Number of jackknife groups.
const JACKKNIFE_GROUPS: u64 = 10;

/// Minimum number of games with different numbers of a kind for it to get a value.
const MIN_GAMES_FOR_VALUE: usize = 30;

/// Deviation from the mean score, in standard errors, at which a first move is significant; high, since there are many.
const MIN_OPENING_DEVIATION: f64 = 3.0;
/// Minimum number of games with a first move.
const MIN_OPENING_GAMES: u64 = 20;

/// Numbers of results.
#[derive(Clone, Debug, Default)]
struct Results {
    /// By the score of White, in hundredths of a point.
    games: BTreeMap<u8, u64>,
}

impl Results {
    /// Counts a game by the score of White, in hundredths of a point.
    fn add(&mut self, score: u8) {
        *self.games.entry(score).or_default() += 1;
    }

    /// Adds other results.
    fn add_all(&mut self, others: &Self) {
        for (&score, games) in &others.games {
            *self.games.entry(score).or_default() += games;
        }
    }

    /// Number of games that ended less, as or more for White than a draw.
    fn count(&self, order: Ordering) -> u64 {
        self.games.iter().filter(|(score, _)| (*score).cmp(&Worth::DRAW) == order).map(|(_, games)| games).sum()
    }

    /// Share of these games.
    fn share(&self, order: Ordering) -> Share {
        Share::new(self.count(order), self.games.values().sum())
    }

    fn score(&self) -> Share {
        let scores = self.games.iter().map(|(&score, &games)| (f64::from(score) / 100.0, games));
        Share::of_scores(&scores.collect::<Vec<_>>())
    }
}

/// Activity of a kind of men, game by game.
#[derive(Clone, Debug, Default)]
struct Activity {
    moves: Vec<f64>,
    captures: Vec<f64>,
    turns: Vec<f64>,
    idle: u64,
}

/// Statistics of games, which may be added in any order.
#[derive(Clone, Debug)]
pub struct Study {
    game: Game,
    games: Games,
    by_setup: Vec<Results>,
    /// Results of the better player, counted as White's.
    better: Results,
    /// Length of each game of players, in plies.
    lengths: Vec<u32>,
    unfinished: u64,
    moves: Vec<f64>,
    stationary: Vec<f64>,
    stationary_played: Vec<f64>,
    /// By ending: games of players, and random games.
    endings: Vec<[u64; 2]>,
    activity: Vec<Activity>,
    visited: SquareSet,
    openings: BTreeMap<String, Results>,
    balances: Vec<Balance>,
    random_results: Results,
    random_lengths: Vec<f64>,
    random_unfinished: u64,
}

impl Study {
    /// Makes an empty study of a game.
    pub fn new(game: &Game) -> Self {
        let variant = game.variant();
        Self {
            game: game.clone(),
            games: Games::default(),
            by_setup: vec![Results::default(); variant.setups.len()],
            better: Results::default(),
            lengths: Vec::new(),
            unfinished: 0,
            moves: Vec::new(),
            stationary: Vec::new(),
            stationary_played: Vec::new(),
            endings: vec![[0; 2]; variant.endings.len()],
            activity: vec![Activity::default(); variant.kinds.len()],
            visited: SquareSet::EMPTY,
            openings: BTreeMap::new(),
            balances: Vec::new(),
            random_results: Results::default(),
            random_lengths: Vec::new(),
            random_unfinished: 0,
        }
    }

    /// Adds a game.
    pub fn add(&mut self, game: &PlaytestGame) {
        let played = &game.played;
        let score = |side| played.outcome.as_ref().map_or(Worth::DRAW, |outcome| outcome.score(side));
        let white = score(Side::White);
        let plies = u32::try_from(played.moves.len()).unwrap_or(u32::MAX);
        let unfinished = u64::from(played.outcome.is_none());
        match game.players {
            Players::Equals => {
                self.games.equals += 1;
                if let Some(results) = self.by_setup.get_mut(usize::from(game.setup.0)) {
                    results.add(white);
                }
                self.count_opening(game, white);
            }
            Players::Better(side) => {
                self.games.unequal += 1;
                self.better.add(score(side));
            }
            Players::Chance => {
                self.games.chance += 1;
                self.random_results.add(white);
                self.random_lengths.push(f64::from(plies));
                self.random_unfinished += unfinished;
            }
        }
        let last = self.replay(game, white);
        self.count_ending(game, &last);
    }

    /// Counts the result for the first move of a game.
    fn count_opening(&mut self, game: &PlaytestGame, score: u8) {
        let start = game.start(&self.game);
        if let Some(&first) = game.played.moves.first() {
            let mut name = write_move(&start, first);
            if self.by_setup.len() > 1 {
                let setup = self.game.variant().setups.get(usize::from(game.setup.0));
                name += &setup.map_or_else(String::new, |setup| format!(" ({})", setup.name));
            }
            self.openings.entry(name).or_default().add(score);
        }
    }

    /// Counts the ending of a game, declared or claimed.
    fn count_ending(&mut self, game: &PlaytestGame, last: &Position) {
        let Some(outcome) = &game.played.outcome else { return };
        let claimed = || {
            let mut endings = self.game.variant().endings.iter();
            endings.position(|ending| ending.must_be_claimed() && *ending.label == *outcome.reason)
        };
        let ending = last.verdict().map(|verdict| verdict.ending).or_else(claimed);
        if let Some(counts) = ending.and_then(|ending| self.endings.get_mut(ending)) {
            counts[usize::from(game.players == Players::Chance)] += 1;
        }
    }

    /// Replays a game and returns its last position; of games of players it counts moves, captures and turns
    /// of each kind and samples material balances for the values.
    fn replay(&mut self, game: &PlaytestGame, score: u8) -> Position {
        let played = &game.played;
        let mut position = game.start(&self.game);
        if game.players == Players::Chance {
            for &mv in &played.moves {
                position.make(mv);
            }
            return position;
        }
        self.lengths.push(u32::try_from(played.moves.len()).unwrap_or(u32::MAX));
        self.unfinished += u64::from(played.outcome.is_none());
        let kinds = self.activity.len();
        let (mut moved, mut captured, mut turned) = (vec![0.0; kinds], vec![0.0; kinds], vec![0.0; kinds]);
        let (mut legal, mut stationary, mut stationary_played) = (0_usize, 0_usize, 0_usize);
        let quiet_positions = played.quiet.iter().filter(|&&quiet| quiet).count();
        let step = quiet_positions.div_ceil(MAX_BALANCES).max(1);
        let result = f64::from(score) / 100.0;
        let number = self.lengths.len() as u64;
        let mut quiet_seen = 0;
        for (&mv, &quiet) in played.moves.iter().zip(&played.quiet) {
            let moves = position.legal_moves().to_vec();
            legal += moves.len();
            stationary += moves.iter().filter(|mv| is_stationary(**mv)).count();
            if quiet && game.players == Players::Equals {
                if quiet_seen % step == step / 2 {
                    let weight = 1.0 / quiet_positions.clamp(1, MAX_BALANCES) as f64;
                    self.balances.push(Balance { men: material_balance(&position), result, game: number, weight });
                }
                quiet_seen += 1;
            }
            stationary_played += usize::from(is_stationary(mv));
            if let Move::Man(ManMove { from, to, .. }) = mv {
                let kind = position.piece_at(from).map(|piece| self.game.piece_info(piece).kind.index());
                if let Some(kind) = kind {
                    if is_stationary(mv) {
                        turned[kind] += 1.0;
                    } else {
                        moved[kind] += 1.0;
                        self.visited.insert(to);
                    }
                    captured[kind] += f64::from(u8::from(position.captured_square(mv).is_some()));
                }
            }
            position.make(mv);
        }
        let plies = played.moves.len().max(1) as f64;
        self.moves.push(legal as f64 / plies);
        self.stationary.push(stationary as f64 / legal.max(1) as f64);
        self.stationary_played.push(stationary_played as f64 / plies);
        for (kind, activity) in self.activity.iter_mut().enumerate() {
            activity.idle += u64::from(moved[kind] + turned[kind] == 0.0);
            activity.moves.push(moved[kind]);
            activity.captures.push(captured[kind]);
            activity.turns.push(turned[kind]);
        }
        position
    }

    /// The findings.
    pub fn findings(&self) -> Findings {
        let variant = self.game.variant();
        let players = self.games.equals + self.games.unequal;
        let fairness = variant.setups.iter().zip(&self.by_setup).map(|(setup, results)| Fairness {
            setup: setup.name.clone(),
            white: results.share(Ordering::Greater),
            draws: results.share(Ordering::Equal),
            black: results.share(Ordering::Less),
            score: results.score(),
        });
        let endings =
            variant.endings.iter().zip(&self.endings).map(|(ending, [by_players, random_results])| EndingUse {
                label: ending.label.clone(),
                side: ending.side,
                players: Share::new(*by_players, players),
                chance: Share::new(*random_results, self.games.chance),
            });
        let board = variant.board;
        let unvisited = board.squares().filter(|&square| !self.visited.contains(square));
        Findings {
            title: variant.title.clone(),
            games: self.games,
            fairness: fairness.collect(),
            skill: self.better.score(),
            length: self.length_statistics(players),
            choice: Choice {
                moves: Estimate::of(&self.moves),
                stationary: Estimate::of(&self.stationary),
                stationary_played: Estimate::of(&self.stationary_played),
            },
            endings: endings.collect(),
            men: self.kind_statistics(players),
            unvisited: unvisited.map(|square| board.name(square)).collect(),
            openings: self.significant_openings(),
            chance: Chance {
                draws: self.random_results.share(Ordering::Equal),
                plies: Estimate::of(&self.random_lengths),
                unfinished: Share::new(self.random_unfinished, self.games.chance),
            },
        }
    }

    /// Length of games of players: mean, quartiles, and the share of unfinished ones.
    fn length_statistics(&self, player_games: u64) -> Length {
        let mut sorted = self.lengths.clone();
        sorted.sort_unstable();
        let quartile = |quarter: usize| sorted.get(sorted.len() * quarter / 4).copied().unwrap_or_default();
        let plies: Vec<f64> = sorted.iter().copied().map(f64::from).collect();
        Length {
            plies: Estimate::of(&plies),
            quartiles: [1, 2, 3].map(quartile),
            unfinished: Share::new(self.unfinished, player_games),
        }
    }

    /// Activity and value of each kind, over `players` games of players.
    fn kind_statistics(&self, player_games: u64) -> Vec<KindUse> {
        let values = self.piece_values();
        let variant = self.game.variant();
        let kinds = variant.kinds().zip(&self.activity).zip(values);
        let kinds = kinds.map(|(((id, kind), activity), value)| {
            let mut pieces = self.game.pieces().filter(|&piece| self.game.piece_info(piece).kind == id);
            let turns = pieces.any(|piece| self.game.turns(piece).next().is_some());
            KindUse {
                symbol: kind.symbol.clone(),
                name: kind.name.clone(),
                value,
                moves: Estimate::of(&activity.moves),
                captures: Estimate::of(&activity.captures),
                turns: turns.then(|| Estimate::of(&activity.turns)),
                idle: Share::new(activity.idle, player_games),
            }
        });
        kinds.collect()
    }

    /// Value of each kind, relative to the most frequent kind with a significantly positive value.
    fn piece_values(&self) -> Vec<Option<Estimate>> {
        let variant = self.game.variant();
        let kinds = variant.kinds.len();
        let at_start = |kind: usize| {
            let men = variant.setups.first().map_or(&[][..], |setup| &setup.men);
            men.iter().filter(|man| man.kind.index() == kind).count()
        };
        let has_data = |kind: usize| {
            let royal = variant.kind(KindId(kind as u8)).royal;
            let mut games: Vec<u64> =
                self.balances.iter().filter(|balance| balance.men[kind] != 0).map(|balance| balance.game).collect();
            games.dedup();
            !royal && games.len() >= MIN_GAMES_FOR_VALUE
        };
        let has_data: Vec<bool> = (0..kinds).map(has_data).collect();
        let all_data = fit_piece_values(&self.balances.iter(), kinds);
        let left_out: Vec<Vec<f64>> = (0..JACKKNIFE_GROUPS)
            .map(|part| {
                fit_piece_values(
                    &self.balances.iter().filter(move |balance| balance.game % JACKKNIFE_GROUPS != part),
                    kinds,
                )
            })
            .collect();
        let is_positive = |kind: usize| {
            let partial: Vec<f64> = left_out.iter().map(|values| values[kind]).collect();
            let value = Estimate::jackknifed(all_data[kind], &partial);
            has_data[kind] && value.mean > value.margin
        };
        let Some(reference) = (0..kinds).filter(|&kind| is_positive(kind)).max_by_key(|&kind| at_start(kind)) else {
            return vec![None; kinds];
        };
        let relative = |values: &[f64], kind: usize| values[kind] / values[reference];
        let value = |kind: usize| {
            let partial: Vec<f64> = left_out.iter().map(|values| relative(values, kind)).collect();
            has_data[kind].then(|| Estimate::jackknifed(relative(&all_data, kind), &partial))
        };
        (0..kinds).map(value).collect()
    }

    /// First moves with a significant effect, the largest first.
    fn significant_openings(&self) -> Vec<Opening> {
        let mut all = Results::default();
        for results in &self.by_setup {
            all.add_all(results);
        }
        let mean = all.score().share;
        let is_significant = |results: &Results| {
            let score = results.score();
            score.games >= MIN_OPENING_GAMES
                && (score.share - mean).abs() > MIN_OPENING_DEVIATION * score.standard_error()
        };
        let openings = self.openings.iter().filter(|(_, results)| is_significant(results));
        let mut openings: Vec<Opening> =
            openings.map(|(first, results)| Opening { first: first.clone(), score: results.score() }).collect();
        openings.sort_by(|one, other| (other.score.share - mean).abs().total_cmp(&(one.score.share - mean).abs()));
        openings
    }
}

/// Whether a move is a turn or a flip.
fn is_stationary(mv: Move) -> bool {
    matches!(mv, Move::Man(ManMove { kind: MoveKind::Stationary, .. }))
}

/// Material balance: by kind, White's men minus Black's.
fn material_balance(position: &Position) -> Vec<i8> {
    let game = position.game();
    let mut men = vec![0_i8; game.variant().kinds.len()];
    for (_, piece) in position.men() {
        let info = game.piece_info(piece);
        let count = &mut men[info.kind.index()];
        *count = if info.side == Side::White { count.saturating_add(1) } else { count.saturating_sub(1) };
    }
    men
}

// Games of a playtest.

/// Players of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Players {
    /// Random movers.
    Chance,
    /// Two players of the same strength.
    Equals,
    /// One side searches more nodes than the other.
    Better(Side),
}

/// Parameters of a playtest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plan {
    /// Nodes a move.
    pub nodes: u64,
    /// Factor of the nodes of a better player.
    pub better_factor: u64,
    /// Maximum length of a game, in plies.
    pub max_plies: u32,
    /// Random plies at the beginning of games of players.
    pub random_plies: u32,
    /// Seed.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self { nodes: 400, better_factor: 4, max_plies: 600, random_plies: 4, seed: 1 }
    }
}

/// A played game of a playtest.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlaytestGame {
    /// The players.
    pub players: Players,
    /// The setup.
    pub setup: SetupId,
    /// The number of the array, if the setup is shuffled.
    pub array: Option<u64>,
    /// The game.
    pub played: SelfPlayGame,
}

impl PlaytestGame {
    /// The position that it began from.
    pub fn start(&self, game: &Game) -> Position {
        let array = self.array.and_then(|number| game.start_of_array(self.setup, number));
        array.unwrap_or_else(|| game.start_of(self.setup))
    }
}

/// Maximum length of random games, in plies: those of orthodox chess take several hundred.
const MAX_RANDOM_PLIES: u32 = 6_000;

impl Plan {
    /// Plays the game of a number. It depends only on the plan, the number and the weights of the searcher.
    ///
    /// Schedule of eight games: two are random, four between equals and two between unequal players, one with each
    /// colour. Setups alternate; each game draws an array of a shuffled one.
    pub fn play(&self, searcher: &mut Searcher, game: &Game, number: u64) -> PlaytestGame {
        let played = self.play_until(searcher, game, number, &NoTimer);
        played.unwrap_or_else(|| self.unplayed(game, number))
    }

    /// Plays the game of a number like [`play`](Self::play); `None` if the timer has stopped it.
    pub fn play_until(
        &self,
        searcher: &mut Searcher,
        game: &Game,
        number: u64,
        timer: &dyn SearchTimer,
    ) -> Option<PlaytestGame> {
        let start = self.unplayed(game, number);
        let mut quick = SelfPlay {
            seed: self.seed.wrapping_mul(0x1_0000_0001).wrapping_add(number),
            random_plies: self.random_plies,
            max_plies: self.max_plies,
            nodes: PerSide::both(self.nodes),
        };
        match start.players {
            Players::Chance => (quick.random_plies, quick.max_plies) = (u32::MAX, self.max_plies.max(MAX_RANDOM_PLIES)),
            Players::Better(side) => quick.nodes[side] = self.nodes.saturating_mul(self.better_factor.max(1)),
            Players::Equals => {}
        }
        let played = quick.play_until(searcher, &start.start(game), timer)?;
        Some(PlaytestGame { played, ..start })
    }

    /// The game of a number before its first move: players, setup and array.
    fn unplayed(&self, game: &Game, number: u64) -> PlaytestGame {
        let players = match number % 8 {
            0 | 4 => Players::Chance,
            2 => Players::Better(Side::White),
            6 => Players::Better(Side::Black),
            _ => Players::Equals,
        };
        let setups = game.variant().setups.len().max(1) as u64;
        let setup = SetupId(u8::try_from(number / 8 % setups).unwrap_or_default());
        // The number of the game determines the array: all players meet all of them.
        let mut random = SplitMix64::new(mix(self.seed) ^ mix(number));
        let array = game.arrays(setup).map(|arrays| random.next() % arrays.count().max(1));
        PlaytestGame { players, setup, array, played: SelfPlayGame::default() }
    }

    /// Reads the game of a number again, from the text of its moves as [`SelfPlayGame::moves_text`] writes it.
    ///
    /// # Errors
    ///
    /// The first word that is no legal move.
    pub fn parse<'t>(
        &self,
        game: &Game,
        number: u64,
        moves: &'t str,
        outcome: Option<Outcome>,
    ) -> Result<PlaytestGame, &'t str> {
        let unplayed = self.unplayed(game, number);
        Ok(PlaytestGame { played: SelfPlayGame::parse(moves, &unplayed.start(game), outcome)?, ..unplayed })
    }
}

// Values of men by logistic regression of game results on material balance, with Newton's method.

/// Material balance of a position: by kind, White's men minus Black's.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Balance {
    pub(super) men: Vec<i8>,
    /// Result of the game for White: 1, ½ or 0.
    pub(super) result: f64,
    /// The number of its game.
    pub(super) game: u64,
    /// Weight of the position, since positions of one game are correlated.
    pub(super) weight: f64,
}

/// Piece values by ridge logistic regression of results on material balance (Newton's method): log-odds per man of each
/// kind, then White's first-move advantage.
///
/// Ridge regression keeps kinds with few different balances near 0.
pub(super) fn fit_piece_values<'a>(balances: &(impl Iterator<Item = &'a Balance> + Clone), kinds: usize) -> Vec<f64> {
    const ITERATIONS: usize = 12;
    const RIDGE: f64 = 0.05;
    let size = kinds + 1;
    let mut values = vec![0.0; size];
    for _ in 0..ITERATIONS {
        let mut gradient: Vec<f64> = values.iter().map(|value| -RIDGE * value).collect();
        let mut hessian = vec![vec![0.0; size]; size];
        for (index, row) in hessian.iter_mut().enumerate() {
            row[index] = RIDGE;
        }
        for balance in balances.clone() {
            let men: Vec<f64> = balance.men.iter().map(|&men| f64::from(men)).chain([1.0]).collect();
            let sum: f64 = men.iter().zip(&values).map(|(men, value)| men * value).sum();
            let chance = 1.0 / (1.0 + (-sum).exp());
            for (row, &count) in men.iter().enumerate().filter(|(_, men)| **men != 0.0) {
                gradient[row] += balance.weight * (balance.result - chance) * count;
                for (column, &other_count) in men.iter().enumerate() {
                    hessian[row][column] += balance.weight * chance * (1.0 - chance) * count * other_count;
                }
            }
        }
        let Some(step) = solve_linear_system(hessian, gradient) else { break };
        values.iter_mut().zip(&step).for_each(|(value, step)| *value += step.clamp(-2.0, 2.0));
        if step.iter().all(|step| step.abs() < 1e-6) {
            break;
        }
    }
    values
}

/// Solves a system of linear equations by Gaussian elimination.
fn solve_linear_system(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for column in 0..size {
        let pivot = (column..size).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))?;
        if rows[pivot][column].abs() < 1e-12 {
            return None;
        }
        rows.swap(column, pivot);
        right.swap(column, pivot);
        for row in column + 1..size {
            let factor = rows[row][column] / rows[column][column];
            let (above, below) = rows.split_at_mut(row);
            below[0].iter_mut().zip(&above[column]).skip(column).for_each(|(to, from)| *to -= factor * from);
            right[row] -= factor * right[column];
        }
    }
    for column in (0..size).rev() {
        let substituted: f64 = (column + 1..size).map(|other| rows[column][other] * right[other]).sum();
        right[column] = (right[column] - substituted) / rows[column][column];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        let solved = solve_linear_system(vec![vec![0.0, 2.0], vec![1.0, 1.0]], vec![4.0, 5.0]).unwrap();
        assert_eq!(solved, [3.0, 2.0]);
        assert_eq!(solve_linear_system(vec![vec![1.0, 1.0], vec![1.0, 1.0]], vec![1.0, 1.0]), None);
    }

    #[test]
    fn values_that_games_were_made_with_are_found() {
        // Sample games: a man of the second kind is worth three of the first, and White is ahead by a half.
        let mut balances = Vec::new();
        for game in 0..20_000_u64 {
            let men = vec![(game % 7) as i8 - 3, (game / 7 % 5) as i8 - 2];
            let sum = 0.4 * f64::from(men[0]) + 1.2 * f64::from(men[1]) + 0.2;
            let chance = 1.0 / (1.0 + f64::exp(-sum));
            let dice = (game.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 11) as f64 / (1_u64 << 53) as f64;
            balances.push(Balance { men, result: f64::from(u8::from(dice < chance)), game, weight: 1.0 });
        }
        let values = fit_piece_values(&balances.iter(), 2);
        assert!((values[1] / values[0] - 3.0).abs() < 0.25, "{values:?}");
        assert!((values[2] - 0.2).abs() < 0.1, "{values:?}");
    }
}
