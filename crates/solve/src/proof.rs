//! Proofs as texts: the game, the position, and a move for every position with the proving side to move.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use weakfish::engine::{Arrangement, Game, Position};
use weakfish::geometry::Side;
use weakfish::json;
use weakfish::model::{Condition, SetupId};
use weakfish::notation::fen;

use crate::claim::Claim;

/// The first line of a proof.
const HEAD: &str = "weakfish proof 1";

/// A claim with the moves that prove it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Strategy {
    pub(crate) claim: Claim,
    /// Moves for programs, by the text of the position.
    pub(crate) moves: BTreeMap<String, String>,
}

/// A proof of claims about one position.
#[derive(Clone, Debug)]
pub struct Proof {
    pub(crate) game: Game,
    pub(crate) setup: SetupId,
    pub(crate) fen: String,
    pub(crate) strategies: Vec<Strategy>,
}

impl Proof {
    pub(crate) fn new(root: &Position, strategies: Vec<Strategy>) -> Self {
        Self { game: root.game().clone(), setup: root.setup(), fen: fen::write(root), strategies }
    }

    /// The game that it is about.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position that it is about.
    pub fn fen(&self) -> &str {
        &self.fen
    }

    /// The claims that it proves.
    pub fn claims(&self) -> impl Iterator<Item = Claim> {
        self.strategies.iter().map(|strategy| strategy.claim)
    }

    /// The number of positions with a move.
    pub fn moves(&self) -> usize {
        self.strategies.iter().map(|strategy| strategy.moves.len()).sum()
    }

    /// Adds the claims of another proof about the same position.
    pub fn extend(&mut self, other: Self) {
        if other.fen == self.fen {
            self.strategies.extend(other.strategies);
        }
    }

    /// The proof as a text.
    pub fn text(&self) -> String {
        let model = json::write(self.game.variant());
        let mut text = format!("{HEAD}\ngame {model}\nsetup {}\nposition {}\n", self.setup.index(), self.fen);
        for Strategy { claim, moves } in &self.strategies {
            let _ = writeln!(text, "claim {} {}", claim_word(*claim), claim.side().letter());
            for (position, mv) in moves {
                let _ = writeln!(text, "{mv}\t{position}");
            }
        }
        text
    }

    /// Reads a proof. [`Proof::check`] verifies it.
    ///
    /// # Errors
    ///
    /// If the text is no proof.
    pub fn read(text: &str) -> Result<Self, ProofError> {
        let mut lines = text.lines().enumerate();
        let mut line = || lines.next().map(|(number, line)| (number + 1, line));
        let head = line().ok_or(ProofError::Format { line: 1 })?;
        if head.1 != HEAD {
            return Err(ProofError::Format { line: 1 });
        }
        let mut value = |word: &str| {
            let (number, line) = line().unwrap_or_default();
            let value = line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
            value.ok_or(ProofError::Format { line: number })
        };
        let (model, setup, fen) = (value("game")?, value("setup")?, value("position")?);
        let variant = json::read(model).map_err(|_| ProofError::Game)?;
        let game = Game::compile(variant).map_err(|_| ProofError::Game)?;
        let setup = setup.parse().map(SetupId).map_err(|_| ProofError::Format { line: 3 })?;
        if setup.index() >= game.variant().setups.len() {
            return Err(ProofError::Format { line: 3 });
        }
        let mut proof = Self { game, setup, fen: fen.to_owned(), strategies: Vec::new() };
        for (number, line) in lines {
            let wrong = || ProofError::Format { line: number + 1 };
            if let Some(claim) = line.strip_prefix("claim ") {
                let claim = read_claim(claim).ok_or_else(wrong)?;
                proof.strategies.push(Strategy { claim, moves: BTreeMap::new() });
                continue;
            }
            let (mv, position) = line.split_once('\t').ok_or_else(wrong)?;
            let strategy = proof.strategies.last_mut().ok_or_else(wrong)?;
            if strategy.moves.insert(position.to_owned(), mv.to_owned()).is_some() {
                return Err(wrong());
            }
        }
        if proof.strategies.is_empty() { Err(ProofError::NoClaim) } else { Ok(proof) }
    }
}

const fn claim_word(claim: Claim) -> &'static str {
    match claim {
        Claim::Wins(_) => "wins",
        Claim::DoesNotLose(_) => "holds",
    }
}

fn read_claim(text: &str) -> Option<Claim> {
    let (word, side) = text.split_once(' ')?;
    let side = Side::ALL.into_iter().find(|known| side == known.letter().to_string())?;
    match word {
        "wins" => Some(Claim::Wins(side)),
        "holds" => Some(Claim::DoesNotLose(side)),
        _ => None,
    }
}

/// Reason why a text is no proof.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProofError {
    /// A line is not one of a proof.
    Format {
        /// Its number, from 1; 0 if it is missing.
        line: usize,
    },
    /// The game can't be read.
    Game,
    /// Values of this game depend on the past.
    Unsupported,
    /// There is no claim.
    NoClaim,
    /// The position that the proof is about can't be set up, or one that it leads to.
    Position(String),
    /// There is no move for this position.
    NoMove(String),
    /// The move for this position is illegal.
    IllegalMove(String),
    /// The game is over without the claimed result, or by an ending that depends on earlier positions.
    WrongEnd(String),
    /// The player to move has no move in this position, and the game is not over.
    Stuck(String),
    /// The opponent can claim a draw in this position.
    DrawClaim(String),
    /// The moves lead back to a position.
    Cycle,
    /// The moves may repeat positions often enough for an ending by repetition.
    Repetition,
    /// A line may last longer than the moves without progress that the game allows.
    TooLong {
        /// The plies of the longest line.
        plies: u32,
    },
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format { line: 0 } => f.write_str("a line is missing"),
            Self::Format { line } => write!(f, "line {line} is none of a proof"),
            Self::Game => f.write_str("its game can't be read"),
            Self::Unsupported => f.write_str("values of its game depend on the past"),
            Self::NoClaim => f.write_str("it claims nothing"),
            Self::Position(position) => write!(f, "`{position}` can't be set up"),
            Self::NoMove(position) => write!(f, "it has no move in `{position}`"),
            Self::IllegalMove(position) => write!(f, "its move in `{position}` is illegal"),
            Self::WrongEnd(position) => write!(f, "the game is over in `{position}` without what it claims"),
            Self::Stuck(position) => write!(f, "nobody can move in `{position}`, and the game is not over"),
            Self::DrawClaim(position) => write!(f, "a draw can be claimed in `{position}`"),
            Self::Cycle => f.write_str("its moves lead back to a position"),
            Self::Repetition => f.write_str("its moves may repeat a position so often that the game ends by it"),
            Self::TooLong { plies } => {
                write!(f, "a line of {plies} plies may be longer than the game allows without progress")
            }
        }
    }
}

impl std::error::Error for ProofError {}

/// Whether an ending depends on earlier positions or on long counts: no proof may use it.
pub(crate) fn hangs_on_past(condition: &Condition) -> bool {
    condition.basis().is_past()
}

/// The text of a position without the counts that only end a game after long.
pub(crate) fn position_text(game: &Game, arrangement: Arrangement) -> String {
    fen::write_arrangement(game.variant(), &without_counts(game, arrangement))
}

/// The arrangement without the counts that only end a game after long.
pub(crate) fn without_counts(game: &Game, arrangement: Arrangement) -> Arrangement {
    let mut arrangement = arrangement;
    (arrangement.halfmove, arrangement.quiet_series) = (0, 0);
    // The first turn may have another number of moves.
    arrangement.fullmove = if game.facts().series.any { arrangement.fullmove.min(2) } else { 1 };
    arrangement
}

/// The text of a position without all that only endings by the past depend on.
pub(crate) fn normal_text(game: &Game, arrangement: Arrangement) -> String {
    fen::write_arrangement(game.variant(), &without_past_parts(game, arrangement))
}

/// The position without all that only endings by the past depend on.
pub(crate) fn normal_position(position: &Position) -> Position {
    let arrangement = without_past_parts(position.game(), position.arrangement());
    position.game().position(&arrangement).unwrap_or_else(|_| position.clone())
}

/// The arrangement without all that only endings by the past depend on.
pub(crate) fn without_past_parts(game: &Game, arrangement: Arrangement) -> Arrangement {
    let mut arrangement = without_counts(game, arrangement);
    (arrangement.counted, arrangement.count_limit) = (0, 0);
    arrangement
}
