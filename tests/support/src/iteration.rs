//! Exact values of positions by plain iteration over moves of the naive generator.

use std::collections::HashMap;
use std::rc::Rc;

use weakfish::engine::Game;
use weakfish::geometry::{PerSide, Side};
use weakfish::model::{Condition, GameResult, SetupId};
use weakfish::notation::fen;

use crate::naive;

/// A position of the naive generator and what it leads to.
pub struct Node {
    pub turn: Side,
    /// Whether the game is over, and who has won.
    over: bool,
    winner: Option<Side>,
    /// A draw can be claimed.
    claim: bool,
    children: Vec<usize>,
    pub value: Option<(Side, u16)>,
}

/// What positions keep of their past.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kept {
    /// Plies without progress are counted up to this number.
    pub quiet: u32,
    /// Castling rights, first moves, moves once a game, and the first turn.
    pub rights: bool,
}

/// Takes away what exact values do not look at.
fn normalize(mut position: naive::Position, kept: Kept) -> naive::Position {
    let variant = &position.game.variant;
    if !kept.rights {
        position.castling = PerSide::both([false; 2]);
        position.unmoved.clear();
        position.once.clear();
    }
    position.fullmove = if kept.rights { position.fullmove.min(2) } else { 2 };
    position.halfmove = position.halfmove.min(kept.quiet);
    (position.quiet_series, position.last_series, position.counted) = (0, 0, None);
    position.history = None;
    let run = variant.rules.must_move.map_or(0, |moves| u32::from(moves) - 1);
    position.still = PerSide::from_fn(|side| position.still[side].min(run));
    let most = |side: Side| {
        let endings =
            variant.endings.iter().filter(|ending| ending.both || ending.side.is_none_or(|only| only == side));
        let checks = endings.filter_map(|ending| match ending.condition {
            Condition::ChecksGiven(checks) => Some(u32::from(checks)),
            _ => None,
        });
        checks.max().unwrap_or(0)
    };
    let most = PerSide::from_fn(most);
    position.checks = PerSide::from_fn(|side| position.checks[side].min(most[side]));
    position
}

/// The positions that some lead to, by their text; `None` if they are more than `most`. Plies without progress are counted
/// up to a number.
pub fn naive_nodes(
    game: &Game,
    setup: SetupId,
    starts: &[String],
    kept: Kept,
    most: usize,
) -> Option<(HashMap<String, usize>, Vec<Node>)> {
    let twin = naive::Game::new(game.variant(), setup);
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut positions: Vec<Rc<naive::Position>> = Vec::new();
    let number = |position: naive::Position, numbers: &mut HashMap<String, usize>, positions: &mut Vec<_>| {
        let claimed = position.claimed_by.map_or(String::new(), |side| format!("claimed by {side} "));
        let count = numbers.len();
        let number = *numbers.entry(claimed + &position.fen()).or_insert(count);
        if number == count {
            positions.push(Rc::new(position));
        }
        number
    };
    for text in starts {
        let position = naive::Position::from_fen(&twin, text).unwrap();
        number(normalize(position, kept), &mut numbers, &mut positions);
    }
    let of_history = |condition: &Condition| {
        matches!(condition, Condition::Position { .. } | Condition::CountedOut)
            || kept.quiet == 0 && matches!(condition, Condition::Quiet { .. })
    };
    let claims = game
        .variant()
        .endings
        .iter()
        .any(|ending| ending.result == GameResult::DrawOnClaim && !of_history(&ending.condition));
    let mut nodes = Vec::new();
    while let Some(position) = positions.get(nodes.len()).cloned() {
        if positions.len() > most {
            return None;
        }
        let (actions, ended) = position.judge();
        let claim = claims && ended.is_none() && {
            let read = fen::read(game, setup, &position.fen()).unwrap();
            read.best_claim().is_some()
        };
        let children = actions
            .iter()
            .map(|(_, action)| number(normalize(position.play(action), kept), &mut numbers, &mut positions))
            .collect();
        let (over, winner) = (ended.is_some(), ended.and_then(|(winner, ..)| winner));
        nodes.push(Node { turn: position.turn, over, winner, claim, children, value: None });
    }
    Some((numbers, nodes))
}

/// Finds the value of each position: first those where the game is over, then what is decided after one ply, and so on.
#[allow(clippy::implicit_hasher, reason = "the tables of `naive_nodes` alone")]
pub fn iterate((numbers, mut nodes): (HashMap<String, usize>, Vec<Node>)) -> HashMap<String, Node> {
    for node in &mut nodes {
        node.value = node.winner.map(|winner| (winner, 0));
    }
    for plies in 1.. {
        let mut found = Vec::new();
        for (number, node) in nodes.iter().enumerate() {
            if node.value.is_some() || node.over {
                continue;
            }
            let values: Vec<Option<(Side, u16)>> = node.children.iter().map(|&child| nodes[child].value).collect();
            let wins = values.iter().flatten().any(|(winner, _)| *winner == node.turn);
            let loses = !values.is_empty()
                && !node.claim
                && values.iter().all(|value| value.is_some_and(|(winner, _)| winner != node.turn));
            if wins || loses {
                found.push((number, if wins { node.turn } else { !node.turn }));
            }
        }
        let longest = nodes.iter().filter_map(|node| Some(node.value?.1)).max();
        if found.is_empty() && longest.is_none_or(|longest| longest < plies) {
            break;
        }
        for (number, winner) in found {
            nodes[number].value = Some((winner, plies));
        }
    }
    let mut nodes: Vec<Option<Node>> = nodes.into_iter().map(Some).collect();
    numbers.into_iter().map(|(text, number)| (text, nodes[number].take().unwrap())).collect()
}
