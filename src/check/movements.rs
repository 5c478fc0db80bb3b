//! Reads the movements of a game, within limits.

use super::lines::FileId;
use super::report::{Reported, Reporter};
use crate::betza;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Movement;
use crate::source::Spanned;

/// The most bytes of Betza notation in a game.
///
/// A byte of Betza takes longer to read than one of other text, since few letters can mean many paths.
const MAX_BYTES: usize = 1 << 16;

/// A string counts as this many bytes at least: a short one can cost as much as a long one.
const MIN_BYTES: usize = 32;

/// The most paths of all movements together.
const MAX_PATHS: usize = 1 << 14;

/// Reads the movements of one game.
#[derive(Default)]
pub(super) struct Movements {
    bytes: usize,
    paths: usize,
    /// Set when a limit is exceeded, which is reported only once.
    exceeded: Option<Reported>,
}

impl Movements {
    /// The movement of a Betza string; an empty one is no movement. Mistakes in the string are reported at their places.
    pub(super) fn read(
        &mut self,
        file: FileId,
        text: &Spanned<String>,
        reporter: &mut Reporter,
    ) -> Result<Movement, Reported> {
        if text.value.is_empty() {
            return Ok(Movement::default());
        }
        if let Some(proof) = self.exceeded {
            return Err(proof);
        }
        self.bytes += text.value.len().max(MIN_BYTES);
        if self.bytes > MAX_BYTES {
            let message = "the movements of this game are too long to be read";
            return Err(self.exceed(file, text, message, format!("more than {MAX_BYTES} bytes up to here"), reporter));
        }
        let (movement, diagnostics) = betza::movement(&text.value);
        let mut whole = Ok(());
        for diagnostic in diagnostics {
            let error = diagnostic.is_error();
            let diagnostic = diagnostic.shifted(text.span.start);
            if error {
                whole = Err(reporter.error_in(file, diagnostic));
            } else {
                reporter.warning_in(file, diagnostic);
            }
        }
        let movement = movement.unwrap_or_default();
        self.paths += movement.paths.len();
        if self.paths > MAX_PATHS {
            let message = "the movements of this game have too many paths";
            return Err(self.exceed(file, text, message, format!("more than {MAX_PATHS} up to here"), reporter));
        }
        whole.map(|()| movement)
    }

    fn exceed(
        &mut self,
        file: FileId,
        text: &Spanned<String>,
        message: &str,
        label: String,
        reporter: &mut Reporter,
    ) -> Reported {
        let help = "write simpler movements, or fewer of them";
        let error = Diagnostic::error(Code::CheckTooBig, text.span, message).label(label).help(help);
        let proof = reporter.error_in(file, error);
        self.exceeded = Some(proof);
        proof
    }
}
