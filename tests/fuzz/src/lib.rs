//! Fuzz targets: a function for each kind of text.
//!
//! For any input, nothing may panic or take long, every diagnostic must have its place inside its text, and accepted
//! games must be playable. The test `tests/program/hostile/damage.rs` calls the same functions with the seeds and with
//! texts made from them.

use std::sync::LazyLock;

use weakfish::diagnostic::{Diagnostic, Severity};
use weakfish::engine::{Game, Position};
use weakfish::format::format;
use weakfish::model::{SetupId, Variant};
use weakfish::notation::replay;
use weakfish::notation::{fen as position_text, read_move, read_uci_move, uci};
use weakfish::rulebook::page;
use weakfish::source::Source;
use weakfish::syntax::Document;
use weakfish::{BuiltIns, builtin, check, load};

/// The games for positions, moves and game texts: together they have every part of a position.
const GAMES: [&str; 5] = ["fide", "feeble", "not-quite-weakest", "gearshift", "foolish-king"];

/// The most moves that are played of a game.
const MAX_PLIES: usize = 8;

/// Chooses one of the games by the length of the input.
fn game(text: &str) -> &'static Game {
    static COMPILED: LazyLock<Vec<Game>> = LazyLock::new(|| {
        let source = |name| builtin::source(name).expect("a built-in game");
        GAMES.map(|name| load(&source(name), &BuiltIns).expect("a sound definition")).into()
    });
    &COMPILED[text.len() % COMPILED.len()]
}

/// Asserts that every diagnostic has a message, and spans inside of the text.
fn check_diagnostics<'a>(text: &str, diagnostics: impl IntoIterator<Item = &'a Diagnostic>) {
    for diagnostic in diagnostics {
        assert!(!diagnostic.message.is_empty(), "{diagnostic:?}");
        assert!(!diagnostic.labels.is_empty(), "{diagnostic:?}");
        for label in &diagnostic.labels {
            assert!(text.get(label.span.range()).is_some(), "{diagnostic:?} points outside of {text:?}");
        }
    }
}

/// Asserts that a position round-trips through its FEN, and its first moves through their texts.
fn check_round_trips(position: &Position) {
    let text = position_text::write(position);
    let setup = position.arrangement().setup;
    let again = position_text::read(position.game(), setup, &text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    assert_eq!(position_text::write(&again), text);
    for (name, mv) in uci::legal_moves(position).into_iter().take(4) {
        assert_eq!(uci::find(position, &name), Some(mv), "{name} in {text}");
        assert!(position.check_move(mv).is_ok(), "{name} in {text}");
    }
}

/// Asserts that a game can be described and played.
fn check_game(game: &Game) {
    assert!(!page::game(game.variant()).is_empty());
    for setup in 0..game.variant().setups.len().min(2) {
        let mut position = game.start_of(SetupId(setup as u8));
        for ply in 0..MAX_PLIES {
            check_round_trips(&position);
            // A draw ends the game although there may be legal moves.
            if position.outcome().is_some() {
                break;
            }
            let moves = position.legal_moves().count();
            let Some(mv) = position.legal_moves().into_iter().nth(ply * 7 % moves.max(1)) else { break };
            position.play(mv).expect("a legal move");
        }
    }
}

/// Asserts that formatting changes only the layout, and is idempotent.
fn check_format(text: &str) {
    let formatted = format(text);
    let codes = |text| {
        let problems = Document::read(text).diagnostics.into_iter().filter(|told| told.severity > Severity::Note);
        problems.map(|problem| problem.code).collect::<Vec<_>>()
    };
    assert_eq!(codes(text), codes(&formatted), "{text:?} is laid out as {formatted:?}");
    assert_eq!(format(&formatted), formatted, "twice is other than once: {text:?}");
}

/// Target: a definition is refused with reasons, or its game can be described and played.
pub fn definition(text: &str) {
    let checked = check(&Source::new("fuzz.variant", text), &BuiltIns);
    check_diagnostics(text, checked.report.diagnostics());
    assert_eq!(checked.game.is_none(), checked.report.errors() > 0, "{text}");
    assert!(checked.report.diagnostics().all(|diagnostic| diagnostic.help.is_some()), "{text}");
    check_format(text);
    checked.game.iter().for_each(check_game);
}

/// Target: a Betza string is refused with reasons, or has a meaning, a diagram and a canonical spelling of the same meaning.
pub fn betza(text: &str) {
    let (movement, diagnostics) = weakfish::betza::movement(text);
    check_diagnostics(text, &diagnostics);
    assert_eq!(movement.is_none(), diagnostics.iter().any(Diagnostic::is_error), "{text}");
    let Some(movement) = movement else { return };
    weakfish::betza::targets(&movement);
    assert!(!weakfish::betza::describe(&movement).is_empty(), "{text}");
    assert!(!weakfish::betza::diagram(&movement).is_empty(), "{text}");
    let spelt = weakfish::betza::form(text).0.map(|form| form.to_string()).unwrap_or_default();
    assert_eq!(weakfish::betza::movement(&spelt).0, Some(movement), "{text} is {spelt}");
}

/// Target: a FEN is refused with reasons, or makes a position that comes back.
pub fn fen(text: &str) {
    match position_text::read(game(text), SetupId::default(), text) {
        Ok(position) => check_round_trips(&position),
        Err(error) => check_diagnostics(text, error.diagnostics()),
    }
}

/// Target: words are read as moves, by machines and by people; those that are legal are played.
pub fn moves(text: &str) {
    let mut position = game(text).start();
    for word in text.split_whitespace().take(40) {
        let by_people = read_move(&position, word);
        let by_machines = read_uci_move(&position, word);
        for diagnostic in [&by_people, &by_machines].into_iter().filter_map(|read| read.as_ref().err()) {
            check_diagnostics(word, [diagnostic]);
        }
        if let Ok(mv) = by_people {
            assert!(by_machines.is_err() || by_machines == Ok(mv), "{word} in {}", position_text::write(&position));
            assert!(position.play(mv).is_ok(), "{word} is illegal in {}", position_text::write(&position));
        }
    }
    check_round_trips(&position);
}

/// Target: a game text is played through as far as it is legal, and its mistakes stand inside of it.
pub fn game_text(text: &str) {
    let replay = replay::replay(game(text), SetupId::default(), text);
    check_diagnostics(text, &replay.diagnostics);
    replay.lines.iter().for_each(|line| check_round_trips(&line.position));
}

/// Target: a model from JSON is refused, or its game can be described and played.
pub fn model(text: &str) {
    let Ok(variant) = serde_json::from_str::<Variant>(text) else { return };
    if let Ok(game) = Game::compile(variant) {
        check_game(&game);
    }
}
