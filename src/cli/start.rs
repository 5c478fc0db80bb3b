//! The position that a command is about.

use weakfish::diagnostic::{Code, Diagnostic, did_you_mean};
use weakfish::engine::{Game, Move, Position};
use weakfish::model::SetupId;
use weakfish::notation::{TextError, explain_illegal_move, fen, read_uci_move};
use weakfish::source::{Source, Span};
use weakfish::tools::replay::MAX_PLIES;

use super::arguments::Start;
use super::console::{Console, Failure};
use super::load::Loader;

impl Start {
    /// The position that the arguments describe.
    pub(super) fn position(&self, console: &mut Console, loader: Loader<'_>) -> Result<Position, Failure> {
        let mut position = self.before_play(console, loader)?;
        if let Some(text) = &self.play {
            play(&mut position, text)?;
        }
        Ok(position)
    }

    /// The same without the moves to play from there.
    pub(super) fn before_play(&self, console: &mut Console, loader: Loader<'_>) -> Result<Position, Failure> {
        let game = loader.game_with_note(console, &self.game)?;
        let setup = setup(&game, self.setup.as_deref())?;
        Ok(match &self.fen {
            None => game.start_of(setup),
            Some(text) => {
                let refused = |error: TextError| Failure::new(&Source::new("--fen", text), error.into_diagnostics());
                fen::read(&game, setup, text).map_err(refused)?
            }
        })
    }
}

/// The setup of a name, or the default one.
pub(super) fn setup(game: &Game, name: Option<&str>) -> Result<SetupId, Failure> {
    let variant = game.variant();
    let Some(name) = name else { return Ok(SetupId::default()) };
    variant.setup_named(name).ok_or_else(|| {
        let problem = Diagnostic::error(
            Code::CommandUnknownSetup,
            Span::new(0, name.len()),
            format!("{} has no setup `{name}`", variant.title),
        )
        .label("no such setup")
        .help(did_you_mean(name, variant.setups.iter().map(|setup| setup.name.as_str())));
        Failure::new(&Source::new("--setup", name), vec![problem])
    })
}

/// Plays moves in machine notation; the result is the last one, if there is any.
pub(super) fn play(position: &mut Position, text: &str) -> Result<Option<Move>, Failure> {
    let mut last = None;
    for (number, word) in text.split_whitespace().enumerate() {
        // The words are slices of the text.
        let offset = word.as_ptr() as usize - text.as_ptr() as usize;
        let fail = |problem: Diagnostic| Failure::new(&Source::new("--play", text), vec![problem.shifted(offset)]);
        let span = Span::new(0, word.len());
        if number >= MAX_PLIES {
            let message = format!("this is one of more than {MAX_PLIES} plies");
            let too_long = Diagnostic::error(Code::GameTextTooLong, span, message);
            return Err(fail(
                too_long.label("nothing is played from here on").help("begin from a later position with `--fen`"),
            ));
        }
        let mv = read_uci_move(position, word).map_err(fail)?;
        position.play(mv).map_err(|reason| fail(explain_illegal_move(position, mv, &reason, span)))?;
        last = Some(mv);
    }
    Ok(last)
}
