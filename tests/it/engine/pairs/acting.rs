//! Whether a part acts in a position: something is different without it.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use weakfish::engine::{Arrangement, Game, Move, MoveKind, Outcome, Position, PositionError};
use weakfish::geometry::PerSide;
use weakfish::model::Variant;
use weakfish::notation::{fen, uci};

use super::parts::Part;

/// Moves of a position of which is compared what they lead to: so many of unusual sorts, and so many of all.
const MAX_COMPARED: usize = 8;

/// The games without a part, as far as they can be played.
pub(super) fn games_without(part: &Part, variant: &Variant) -> Vec<Game> {
    let compiled = |mut variant: Variant| {
        for setup in &mut variant.setups {
            for man in &mut setup.men {
                let states = variant.kinds[man.kind.index()].states(man.side, variant.black);
                if !states.contains(&man.state) {
                    man.state = states[0].clone();
                }
            }
            if *part == Part::Property("captured".to_owned()) {
                setup.hands = PerSide::default();
            }
        }
        Game::compile(variant).ok()
    };
    part.taken_from(variant).into_iter().filter_map(compiled).collect()
}

/// A position in a game that lacks a part, without the rights and states that nobody has there; or why there is none.
fn in_game(arrangement: &Arrangement, game: &Game) -> Result<Position, Vec<PositionError>> {
    let mut arrangement = arrangement.clone();
    for man in &mut arrangement.men {
        let states = game.variant().kind(man.kind).states(man.side, game.variant().black);
        if !states.contains(&man.state) {
            man.state = states[0].clone();
        }
    }
    let changes: [fn(&mut Arrangement); 7] = [
        |lacking| lacking.castling = PerSide::default(),
        |lacking| lacking.en_passant.clear(),
        |lacking| (lacking.unmoved.clear(), lacking.once_a_game.clear()).0,
        |lacking| lacking.hands = PerSide::default(),
        |lacking| lacking.walls.clear(),
        |lacking| (lacking.counted, lacking.count_limit, lacking.stationary_run) = (0, 0, PerSide::default()),
        |lacking| (lacking.series, lacking.last_series, lacking.quiet_series, lacking.moved) = (0, 0, 0, Vec::new()),
    ];
    let mut found = game.position(&arrangement);
    for change in changes {
        if found.is_ok() {
            break;
        }
        change(&mut arrangement);
        found = game.position(&arrangement);
    }
    found
}

/// What a position says, apart from rights, and then what it says of these, whether or not they matter.
fn words(position: &Position) -> (String, String) {
    let fen = fen::write(position).replace("[]", "");
    let is_right = |(at, word): &(usize, &str)| {
        matches!(at, 2 | 3) || ["unmoved=", "once="].iter().any(|name| word.starts_with(name))
    };
    let (rights, words): (Vec<_>, Vec<_>) = fen.split(' ').enumerate().partition(is_right);
    let joined = |words: Vec<(usize, &str)>| words.into_iter().map(|(_, word)| word).collect::<Vec<_>>().join(" ");
    (joined(words), joined(rights))
}

/// What a move leads to.
struct After {
    words: String,
    rights: String,
    outcome: Option<Outcome>,
    position: Position,
    replies: OnceCell<Vec<String>>,
}

impl After {
    fn new(position: &Position, mv: Move) -> Self {
        let mut position = position.clone();
        position.make(mv);
        let (words, rights) = words(&position);
        Self { words, rights, outcome: position.outcome(), position, replies: OnceCell::new() }
    }

    fn replies(&self) -> &[String] {
        self.replies.get_or_init(|| texts(&uci::legal_moves(&self.position)))
    }

    /// Whether the replies are others because of rights or of squares crossed by a long step.
    fn has_other_replies(&self, other: &Self) -> bool {
        let has_rights = self.rights != other.rights || !self.position.arrangement().en_passant.is_empty();
        has_rights && self.replies() != other.replies()
    }
}

fn texts(moves: &[(String, Move)]) -> Vec<String> {
    moves.iter().map(|(text, _)| text.clone()).collect()
}

/// A position as if the game began with it, and what can be done there.
pub(super) struct Seen {
    arrangement: Arrangement,
    position: Position,
    moves: Vec<(String, Move)>,
    after: Vec<OnceCell<After>>,
    /// The moves after which a part was found to act only by the replies.
    pub(super) shown_by_replies: BTreeSet<usize>,
}

impl Seen {
    pub(super) fn new(position: &Position) -> Self {
        let arrangement = position.arrangement();
        let position = position.game().position(&arrangement).expect("a position of a game is one");
        let moves = uci::legal_moves(&position);
        let after = moves.iter().map(|_| OnceCell::new()).collect();
        Self { arrangement, position, moves, after, shown_by_replies: BTreeSet::new() }
    }

    /// Whether the moves, what they lead to, or the outcome are different in a game without a part, or the position could not
    /// have come about there.
    pub(super) fn differs_in(&mut self, without: &Game) -> bool {
        let other = match in_game(&self.arrangement, without) {
            Ok(other) => other,
            Err(errors) => return errors.iter().any(|error| matches!(error, PositionError::RoyalAttacked(_))),
        };
        let others = uci::legal_moves(&other);
        let texts = self.moves.iter().map(|(text, _)| text);
        if !others.iter().map(|(text, _)| text).eq(texts) || other.outcome() != self.position.outcome() {
            return true;
        }
        let is_special = |at: &usize| self.moves[*at].1.kind().is_some_and(|kind| kind != MoveKind::Ordinary);
        let special: Vec<usize> = (0..self.moves.len()).filter(is_special).take(MAX_COMPARED).collect();
        let step = self.moves.len().div_ceil(MAX_COMPARED).max(1);
        for at in special.into_iter().chain((0..self.moves.len()).step_by(step)) {
            let after = self.after[at].get_or_init(|| After::new(&self.position, self.moves[at].1));
            let other = After::new(&other, others[at].1);
            if after.words != other.words || after.outcome != other.outcome {
                return true;
            }
            if after.has_other_replies(&other) {
                self.shown_by_replies.insert(at);
                return true;
            }
        }
        false
    }

    /// The number of moves.
    pub(super) fn moves(&self) -> usize {
        self.moves.len()
    }

    /// Whether the past of the game forbids a move.
    pub(super) fn differs_by_past(&self, moves: &[(String, Move)]) -> bool {
        moves.len() != self.moves.len()
    }
}
