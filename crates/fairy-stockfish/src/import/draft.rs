//! A definition as it is made: lines for each section, and what is lost.

use std::collections::BTreeMap;

use super::loss::Loss;
use crate::betza::Reading;
use crate::game::Game;
use crate::men::{Man, MenSet};
use crate::rules::KEYS;
use crate::squares::Squares;
use crate::start::Start;
use weakfish::geometry::{Board, Leap, PerSide, Side};

/// A man that can come onto the board.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    pub(super) man: Man,
    pub(super) letter: char,
    pub(super) name: String,
    /// The movement as it is written, with what it is somewhere else.
    pub(super) movement: String,
    /// The movement as the engine has it.
    pub(super) reading: Reading,
    /// Whether it may never be left attacked.
    pub(super) royal: bool,
    /// Whether it may not be left attacked while few such men are left.
    pub(super) at_times: bool,
    /// Which side can have it.
    pub(super) sides: PerSide<bool>,
    pub(super) properties: Vec<String>,
}

/// A definition in the making.
#[derive(Clone, Debug)]
pub(super) struct Draft<'g> {
    pub(super) game: &'g Game,
    pub(super) start: Start,
    pub(super) board: Board,
    /// The men that can come onto the board, in the order of their table.
    pub(super) kinds: BTreeMap<Man, Kind>,
    /// The lines drawn on the board, in words.
    pub(super) lines: Vec<String>,
    pub(super) regions: Vec<(String, PerSide<Squares>)>,
    /// Lines as the words before the colon and those after it.
    pub(super) rules: Vec<(String, String)>,
    pub(super) endings: Vec<(String, String)>,
    pub(super) losses: Vec<Loss>,
}

impl<'g> Draft<'g> {
    pub(super) const fn new(game: &'g Game, start: Start, board: Board) -> Self {
        Self {
            game,
            start,
            board,
            kinds: BTreeMap::new(),
            lines: Vec::new(),
            regions: Vec::new(),
            rules: Vec::new(),
            endings: Vec::new(),
            losses: Vec::new(),
        }
    }

    /// Records the loss of a key, described by the table.
    pub(super) fn lose(&mut self, key: &str) {
        let what = KEYS.iter().find(|known| known.name == key).map_or("", |known| known.lost);
        self.lose_as(key, what);
    }

    /// Records the loss of a key with a description.
    pub(super) fn lose_as(&mut self, key: &str, what: &str) {
        if self.losses.iter().all(|lost| lost.key != key) {
            self.losses.push(Loss { key: key.to_owned(), value: String::new(), lost: what.to_owned() });
        }
    }

    pub(super) fn rule(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.rules.push((name.into(), value.into()));
    }

    /// Adds a rule for both sides if it is the same for them, or else for each side that has it. `text` writes it, for one
    /// side or for both.
    pub(super) fn rule_of_sides<T: PartialEq>(
        &mut self,
        name: &str,
        rule: &PerSide<Option<T>>,
        text: impl Fn(&mut Self, Option<Side>, &T) -> String,
    ) {
        let alike = rule.white == rule.black;
        for (side, rule) in rule.iter().take(if alike { 1 } else { 2 }) {
            let side = Some(side).filter(|_| !alike);
            if let Some(rule) = rule {
                let text = text(self, side, rule);
                self.rule(side.map_or_else(|| name.to_owned(), |side| of_side(side, name)), text);
            }
        }
    }

    pub(super) fn ending(&mut self, condition: impl Into<String>, result: impl Into<String>) {
        self.endings.push((condition.into(), result.into()));
    }

    /// The letter of a man that can come onto the board.
    pub(super) fn letter(&self, man: Man) -> Option<char> {
        self.kinds.get(&man).map(|kind| kind.letter)
    }

    /// The letters of those of these men that can come onto the board.
    pub(super) fn symbols(&self, men: MenSet) -> Vec<String> {
        self.kinds.values().filter(|kind| men.has(kind.man)).map(|kind| kind.letter.to_string()).collect()
    }
}

/// A name with the side before it: `white castling`.
pub(super) fn of_side(side: Side, name: &str) -> String {
    format!("{} {name}", side.to_string().to_lowercase())
}

/// A leap of White's man, as that of a side.
pub(super) fn seen_by(side: Side, leap: Leap) -> Leap {
    if side == Side::White { leap } else { -leap }
}
