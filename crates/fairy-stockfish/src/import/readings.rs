//! Movements that Fairy-Stockfish plays otherwise than their notation means.

use crate::betza::{EngineMovement, has_unknown_letter};
use crate::men::PieceType;
use weakfish::betza;
use weakfish::diagnostic::{Code, Diagnostic};
use weakfish::source::Span;

/// Choice of a man's movement: that of the engine or that of the notation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Reading {
    /// The one that the engine plays.
    #[default]
    Played,
    /// The one that its notation means, where a definition can read it.
    Meant,
}

/// Notation of a man that the engine plays otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Misread {
    key: String,
    notation: String,
    /// The movement that the engine plays, in the notation of definitions; empty if such a man does not move.
    played: String,
    /// Whether a definition can express the intended movement.
    is_readable: bool,
    /// Whether the man moves as it is meant.
    as_meant: bool,
}

impl Misread {
    /// The notation of a man, if the engine plays `moves` and it means something else.
    pub(super) fn find(man: PieceType, written: &str, moves: &EngineMovement, reading: Reading) -> Option<Self> {
        let played = moves.to_definition_betza(written);
        let notation = written.trim();
        let meant = betza::movement(notation).0;
        // First moves and captures en passant are parts of other rules.
        let engine_letters = notation.contains(['i', 'e']);
        let differs = if meant.is_none() || engine_letters {
            !moves.unmoved.is_empty() || has_unknown_letter(notation)
        } else {
            meant != betza::movement(&played).0
        };
        let is_readable = meant.is_some() && !engine_letters;
        let as_meant = is_readable && reading == Reading::Meant;
        let key = man.plain().key();
        differs.then(|| Self { key, notation: notation.to_owned(), played, is_readable, as_meant })
    }

    /// Whether it is the notation of this man, which moves as it is meant.
    pub(super) fn is_as_meant(&self, man: PieceType) -> bool {
        self.as_meant && self.key == man.plain().key()
    }

    /// The key of the configuration that gives the notation.
    pub(super) fn key(&self) -> &str {
        &self.key
    }

    /// The movement that the man gets; empty if it does not move.
    pub(super) fn movement(&self) -> &str {
        if self.as_meant { &self.notation } else { &self.played }
    }

    /// Comment of a definition for a man that moves as it is meant; `None` if it moves as the engine plays it.
    pub(super) fn comment(&self) -> Option<String> {
        let played = if self.played.is_empty() { "nothing" } else { &self.played };
        self.as_meant.then(|| format!("As meant: {} as {}; Fairy-Stockfish plays {played}.", self.key, self.notation))
    }

    /// Warning, at the line of its key, for a man that moves as the engine plays it; `None` if it moves as it is meant.
    pub(super) fn warning(&self, span: Span) -> Option<Diagnostic> {
        if self.as_meant {
            return None;
        }
        let message = format!("Fairy-Stockfish does not play what `{}` means", self.notation);
        let label = match self.played.as_str() {
            "" => "it does not move such a man, nor does the definition".to_owned(),
            played => format!("it plays `{played}`, and so does the definition"),
        };
        let help = if self.is_readable {
            "to import the movement that is meant: `--as-meant`"
        } else {
            "definitions can't read it either; write it in another way if what is played is not meant"
        };
        Some(Diagnostic::warning(Code::FairyOtherMovement, span, message).label(label).help(help))
    }
}
