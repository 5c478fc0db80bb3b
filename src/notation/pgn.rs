//! Writes games as PGN (Portable Game Notation), which other programs read; [`crate::notation::replay`] reads it.
//!
//! PGN has no words for turns, flips, series and passes. Games with these can't be written.

use crate::engine::{Move, Outcome, Position};
use crate::geometry::Side;
use crate::model::{KindId, PartnerLanding, Passing, Variant, Worth};
use crate::notation::game_text::{NotedMove, movetext_words, result_sign, wrap_words};
use crate::notation::{fen, man_name, uci};

/// Greatest length of a line of moves, by the standard.
const MAX_LINE_WIDTH: usize = 79;

/// The features of a game that PGN cannot express, each as a clause; empty if all its games can be written.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation::pgn};
///
/// let [orthodox, turning] = ["fide", "feeble"].map(|name| load(&builtin::source(name).unwrap(), &BuiltIns).unwrap());
/// assert!(pgn::unsupported_features(orthodox.variant()).is_empty());
/// assert_eq!(pgn::unsupported_features(turning.variant())[0], "the King turns");
/// ```
pub fn unsupported_features(variant: &Variant) -> Vec<String> {
    let mut reasons = Vec::new();
    let men = |has: &dyn Fn(KindId) -> bool| variant.kinds().map(|(id, _)| id).find(|&id| has(id));
    let mut add = |man: Option<KindId>, what: &str| {
        reasons.extend(man.map(|id| format!("the {} {what}", man_name(variant, id))));
    };
    add(men(&|id| variant.kind(id).turns() || !variant.kind(id).effects.is_empty()), "turns");
    add(men(&|id| variant.kind(id).flips.is_some()), "flips");
    add(men(&|id| variant.kind(id).symbol.len() > 1), "has more than a letter");
    let rules = &variant.rules;
    let sides = |has: &dyn Fn(Side) -> bool| Side::ALL.iter().any(|&side| has(side));
    for (has, what) in [
        (sides(&|side| rules.series[side].is_some()), "there are several moves in a turn"),
        (sides(&|side| rules.passing[side] != Passing::Never), "a player may pass"),
        (
            sides(&|side| {
                let landing = rules.castling[side].as_ref().map(|castling| castling.landing);
                landing.is_some_and(|landing| landing == PartnerLanding::AnyLeftOrCrossed)
            }),
            "the partner of castling may land on several squares",
        ),
    ] {
        if has {
            reasons.push(what.to_owned());
        }
    }
    reasons
}

/// Writes a game: the seven tags that every program expects, `Variant`, `SetUp` and `FEN` where it does not begin from the
/// first setup, and its moves.
///
/// `tags` are names and values; missing ones have question marks. Invalid tag names are left out, and so are `Result`,
/// `Variant`, `SetUp` and `FEN`, which follow from the game.
///
/// # Errors
///
/// The features of the game that PGN cannot express ([`unsupported_features`]); or the move that is not legal.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation::pgn, notation::replay::replay};
///
/// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
/// let line = replay(&game, Default::default(), "1. f2-f3 e7-e5 2. g2-g4 Qd8-h4").lines.remove(0);
/// let moves: Vec<_> = line.plies.iter().map(|ply| ply.mv).collect();
/// let text = pgn::write(&[("White", "Anne")], &line.start, &moves, line.outcome.as_ref()).unwrap();
/// assert!(text.contains("[White \"Anne\"]\n[Black \"?\"]\n"));
/// assert!(text.contains("[Variant \"Chess\"]\n") && text.ends_with("\n1. f3 e5 2. g4 Qh4# 0-1\n"));
/// ```
pub fn write(
    tags: &[(&str, &str)],
    start: &Position,
    moves: &[Move],
    outcome: Option<&Outcome>,
) -> Result<String, Vec<String>> {
    /// The first of the seven tags, with their values where nothing is known.
    const ROSTER: [(&str, &str); 6] =
        [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];
    let game = start.game();
    let variant = game.variant();
    let reasons = unsupported_features(variant);
    if !reasons.is_empty() {
        return Err(reasons);
    }
    let result = outcome.map_or("*", |outcome| result_sign(outcome.winner));
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value: String = value.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.extend(["[", name, " \"", &value, "\"]\n"]);
    };
    for (name, unknown) in ROSTER {
        tag(name, tags.iter().find(|(other, _)| *other == name).map_or(unknown, |(_, value)| value));
    }
    tag("Result", result);
    if let Some(outcome) = outcome.filter(|outcome| !outcome.worth.is_full()) {
        let [white, black] = Side::ALL.map(|side| Worth::decimal(outcome.score(side)));
        tag("Score", &format!("{white}-{black}"));
    }
    tag("Variant", &variant.title);
    let is_other = |name: &str| {
        let own = ["Result", "Score", "Variant", "SetUp", "FEN"];
        !own.contains(&name) && ROSTER.iter().all(|(known, _)| *known != name)
    };
    let is_name =
        |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    for (name, value) in tags.iter().filter(|(name, _)| is_name(name) && is_other(name)) {
        tag(name, value);
    }
    let position = fen::write(start);
    if position != fen::write(&game.start()) {
        tag("SetUp", "1");
        tag("FEN", &position);
    }
    text.push('\n');
    let mut last = start.clone();
    if let Some(&mv) = moves.iter().find(|mv| last.play(**mv).is_err()) {
        return Err(vec![format!("`{}` is not legal", uci::write(&last, mv))]);
    }
    let moves: Vec<NotedMove> = moves.iter().map(|&mv| mv.into()).collect();
    // The standard has no hyphen between squares.
    let standard = |word: String| if word.starts_with("O-O") { word } else { word.replace('-', "") };
    let mut words: Vec<String> = movetext_words(start, &moves).into_iter().map(standard).collect();
    words.push(result.to_owned());
    wrap_words(&mut text, words.iter().map(String::as_str), MAX_LINE_WIDTH);
    Ok(text)
}
