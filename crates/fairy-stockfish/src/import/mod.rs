//! From a game of Fairy-Stockfish to the text of a definition.
//!
//! Each file says one part of the rules. What can't be said is a [`Loss`]; a rule that is neither said nor lost would
//! be a silent difference, which a test looks for, key by key.

mod draft;
mod endings;
mod layout;
mod lines;
mod long_steps;
mod loss;
mod men;
mod moves;
mod places;
mod unsaid;

use super::collection::Collection;
use super::game::{Game, TextId, names};
use super::rules::KEYS;
use super::start::Start;
use draft::Draft;
pub use loss::Loss;
use weakfish::BuiltIns;
use weakfish::diagnostic::{Code, Diagnostic, Report, did_you_mean};
use weakfish::geometry::Board;
use weakfish::source::{Source, Span};

/// A game of Fairy-Stockfish as a definition.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Import {
    /// The name of the game there.
    pub name: String,
    /// The text of the definition. If something is lost, comments at its start say what.
    pub definition: String,
    /// The losses. If there are none, the definition has the same legal moves and endings.
    pub losses: Vec<Loss>,
    /// The losses as reports, on the text of the configuration and on that of the games built into the engine.
    pub reports: Vec<Report>,
}

impl Collection {
    /// Makes a definition of a game of the text, or of one that is built into the engine.
    ///
    /// ```
    /// use weakfish_fairy_stockfish::Collection;
    /// use weakfish::{BuiltIns, Source, load};
    ///
    /// let text = "[rifles:chess]\nmustCapture = true\n";
    /// let import = Collection::read(&Source::new("variants.ini", text)).import("rifles").unwrap();
    /// assert!(import.losses.is_empty());
    /// let game = load(&Source::new("rifles.variant", import.definition), &BuiltIns).unwrap();
    /// assert_eq!(game.start().perft(2), 400);
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such game, or something is wrong with its section or one that it changes.
    pub fn import(&self, name: &str) -> Result<Import, Report> {
        let refused = |problems| Report::new(self.source(), problems);
        let problems = self.problems(name);
        if problems.iter().any(Diagnostic::is_error) {
            return Err(refused(problems));
        }
        let Some(game) = self.game(name) else {
            let unknown = format!("there is no game `{name}`");
            let unknown = Diagnostic::error(Code::FairyUnknownGame, Span::at(0), unknown);
            let help = did_you_mean(name, self.all_names());
            return Err(refused(vec![unknown.label("neither in this text nor built into Fairy-Stockfish").help(help)]));
        };
        let wrong_start = |reason: String| {
            let (text, span) = Self::origin(game, "startFen");
            let wrong = Diagnostic::error(Code::FairyStart, span, reason);
            Report::new(
                &self.text(text),
                vec![wrong.label("this start").help("give a `startFen` that fits the board and the men")],
            )
        };
        let start = Start::read(game).map_err(wrong_start)?;
        if start.men.is_empty() && !start.in_hand && !game.rules.piece_drops {
            return Err(wrong_start("the game begins without men".to_owned()));
        }
        let board = Board::new(game.rules.max_file.0, game.rules.max_rank.0);
        let board = board.ok_or_else(|| wrong_start("the board has no squares".to_owned()))?;
        let mut draft = Draft::new(game, start, board);
        draft.men();
        draft.moves();
        draft.points();
        draft.endings();
        draft.unsaid();
        if draft.losses.is_empty() {
            // A definition can refuse what that engine plays: a start in which a side can't lose, say.
            let checked = weakfish::check(&Source::new(name, draft.text(name, &[])), &BuiltIns);
            if let Some(problem) = checked.report.diagnostics().find(|problem| problem.is_error()) {
                draft.lose_as("startFen", &problem.message);
            }
        }
        // In the order of the table of keys, men last.
        draft.losses.sort_by_key(|loss| KEYS.iter().position(|key| key.name == loss.key).unwrap_or(KEYS.len()));
        let mut losses = std::mem::take(&mut draft.losses);
        for loss in &mut losses {
            loss.value = self.value(game, &loss.key);
        }
        let definition = draft.text(name, &losses);
        let reports = self.reports(game, &losses);
        Ok(Import { name: name.to_owned(), definition, losses, reports })
    }

    /// The value of a key in a game, as it is written.
    fn value(&self, game: &Game, key: &str) -> String {
        if KEYS.iter().any(|known| known.name == key) {
            return game.rules.written(key, &game.letters);
        }
        let (text, span) = Self::origin(game, key);
        let source = self.text(text).text;
        let line = source.get(span.range()).unwrap_or_default();
        line.split_once('=').map(|(_, value)| value.trim().to_owned()).unwrap_or_default()
    }

    /// Place of a key: the line that gave it last, or else the heading of the section.
    fn origin(game: &Game, name: &str) -> (TextId, Span) {
        let key = KEYS.iter().find(|key| key.name == name);
        let mut names = key.map_or_else(|| vec![name.to_owned()], names);
        if ["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"].contains(&name) {
            names.push("pawnTypes".to_owned());
        }
        let given = names.iter().filter_map(|name| game.origins.get(name)).max();
        given.copied().unwrap_or(game.heading)
    }

    fn reports(&self, game: &Game, losses: &[Loss]) -> Vec<Report> {
        let mut reports = Vec::new();
        for text in [TextId::BuiltIn, TextId::Own] {
            let here = losses.iter().map(|loss| (loss, Self::origin(game, &loss.key)));
            let here = here.filter(|(_, (found, _))| *found == text).map(|(loss, (_, span))| {
                let message = format!("`{}` can't be said: {}", loss.key, loss.lost);
                let lost = Diagnostic::error(Code::FairyLost, span, message);
                lost.label("a definition has no words for it")
                    .help("import without it, and say so in the text: `--incomplete`")
            });
            let here: Vec<_> = here.collect();
            if !here.is_empty() {
                reports.push(Report::new(&self.text(text), here));
            }
        }
        reports
    }
}
