//! Proofs as texts: the game, the position, and a move for every position in which the proving side is to move.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use weakfish::engine::{Game, Position};
use weakfish::geometry::Side;
use weakfish::model::SetupId;
use weakfish::notation::fen;

use crate::check::ProofError;
use crate::prover::Claim;

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

    /// What it claims.
    pub fn claims(&self) -> impl Iterator<Item = Claim> {
        self.strategies.iter().map(|strategy| strategy.claim)
    }

    /// The number of positions for which it has a move.
    pub fn moves(&self) -> usize {
        self.strategies.iter().map(|strategy| strategy.moves.len()).sum()
    }

    /// Adds the claims of another proof about the same position.
    pub fn extend(&mut self, other: Self) {
        if other.fen == self.fen {
            self.strategies.extend(other.strategies);
        }
    }

    /// The proof as a text; empty if the game can't be written.
    pub fn text(&self) -> String {
        let Ok(model) = serde_json::to_string(self.game.variant()) else { return String::new() };
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
        let variant = serde_json::from_str(model).map_err(|_| ProofError::Game)?;
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
