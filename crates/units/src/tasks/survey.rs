//! Surveys of endings in units: which men win against a bare king. An item is an ending, its result the figures.
//!
//! The table of one ending can't be cut: the value of a position follows from those of the positions that it leads to.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::Ordering;

use serde::{Deserialize, Serialize};
use weakfish::engine::Game;
use weakfish::geometry::{PerSide, Side};
use weakfish::model::{KindId, SetupId};
use weakfish_endgame::{MakeError, Men, Options, Progress, Statistics, Tables, in_moves, percent, royal_men};

use super::{Page, Prepared, ReportError, Runner, read_item, setting_fault};
use crate::fault::Fault;

/// A survey of endings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct SurveyTask {
    /// The setup by its name or number; the first setup if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
    /// The symbol of the man that every ending must have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub man: Option<String>,
    /// Whether each man is surveyed against each man.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub duels: bool,
    /// Memory that the tables of an ending may take, in MiB.
    pub memory: u64,
}

impl SurveyTask {
    /// A survey of all men, alone and in pairs, with so much memory in MiB.
    pub const fn new(memory: u64) -> Self {
        Self { setup: None, man: None, duels: false, memory }
    }

    pub(super) fn prepare(&self, game: &Game) -> Result<PreparedSurvey, Fault> {
        let name = self.setup.as_deref();
        let setup = name.map_or_else(|| Ok(game.start()), |name| game.start_named(name)).map(|start| start.setup());
        let setup = setup.map_err(|error| setting_fault(name.unwrap_or_default(), error.to_string()))?;
        let man = self.man.as_deref().map(|symbol| {
            let kind = game.variant().kind_of_symbol(Side::White, symbol);
            kind.ok_or_else(|| setting_fault(symbol, format!("White has no man `{symbol}`")))
        });
        Tables::new(game, setup).map_err(|error| setting_fault("table", error.to_string()))?;
        Ok(PreparedSurvey(Survey::new(game, setup, man.transpose()?, self.duels, self.memory)))
    }
}

/// Survey of endings: a king and one or two men against a king, or a king and a man against a king and a man.
#[derive(Clone, Debug)]
pub struct Survey {
    game: Game,
    setup: SetupId,
    endings: Vec<Men>,
    /// Memory that the tables of an ending may take, in bytes.
    memory: u64,
}

/// An ending: its figures, or the reason why there are none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SurveyRow {
    /// The men.
    pub men: String,
    /// The figures.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub statistics: Option<Statistics>,
    /// The reason if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Survey {
    /// A survey of the endings that have a man, if one is named; `duels` says whether each man is surveyed against each.
    pub fn new(game: &Game, setup: SetupId, man: Option<KindId>, duels: bool, mebibytes: u64) -> Self {
        let endings = list_endings(game, setup, man, duels);
        Self { game: game.clone(), setup, endings, memory: mebibytes << 20 }
    }

    /// The endings in the order of the definition: single men first, then pairs, or each man against each.
    pub fn endings(&self) -> &[Men] {
        &self.endings
    }

    /// Makes the table of an ending, if there is memory for it; `None` if the observer ended this.
    ///
    /// The row does not depend on the tables that have been made before.
    pub fn row(
        &self,
        tables: &mut Tables,
        men: &Men,
        threads: NonZero<usize>,
        observer: &mut dyn FnMut(Progress) -> bool,
    ) -> Option<SurveyRow> {
        let made = self.make(tables, men, threads, observer);
        if made == Err(MakeError::Interrupted) {
            return None;
        }
        let statistics = tables.statistics(men).filter(|_| made.is_ok());
        let reason = made.err().map(|error| error.to_string());
        Some(SurveyRow { men: men.text(self.game.variant()), statistics, reason })
    }

    fn make(
        &self,
        tables: &mut Tables,
        men: &Men,
        threads: NonZero<usize>,
        observer: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<(), MakeError> {
        // Tables that have been made would lower the estimate.
        let unmade = Tables::new(&self.game, self.setup).map_err(|_| MakeError::NoTable)?;
        let estimate = unmade.estimate(men, self.memory)?;
        if estimate.memory > self.memory {
            return Err(MakeError::Memory(estimate.memory));
        }
        tables.make(men, &Options { threads, max_memory: self.memory, keep_moves: true }, observer)
    }

    /// Title, board and column headings of the report, with line ends.
    pub fn heading(&self) -> String {
        let variant = self.game.variant();
        let (files, ranks) = (variant.board.files(), variant.board.ranks());
        let heads = format!("{:16} {:>16} {:>17} {:>14}", "", "White to move", "Black to move", "longest win");
        format!("{}, on {files}x{ranks}\n{heads}\n", variant.title)
    }

    /// The line of an ending in the report, with its line end.
    pub fn text(&self, row: &SurveyRow) -> String {
        let men = &row.men;
        let Some(statistics) = &row.statistics else {
            return format!("{men:16} {}\n", row.reason.as_deref().unwrap_or_default());
        };
        let PerSide { white, black } = &statistics.to_move;
        let longest = white.longest_win.map_or_else(|| "-".to_owned(), |plies| in_moves(&self.game, plies));
        format!(
            "{men:16} {:>16} {:>17} {longest:>14}\n",
            format!("wins {:>6}", percent(white.wins, white.positions)),
            format!("loses {:>6}", percent(black.losses, black.positions)),
        )
    }
}

/// The endings of a survey.
fn list_endings(game: &Game, setup: SetupId, man: Option<KindId>, duels: bool) -> Vec<Men> {
    let variant = game.variant();
    let royals = PerSide::from_fn(|side| royal_men(variant, setup, side));
    let kinds = PerSide::from_fn(|side| {
        let kinds = variant.kinds().filter(|(_, kind)| kind.sides[side] && !kind.royal);
        kinds.map(|(id, _)| id).collect::<Vec<KindId>>()
    });
    let own = &kinds.white;
    let added: Vec<PerSide<Vec<KindId>>> = if duels {
        let against = |&one: &KindId| kinds.black.iter().map(move |&other| PerSide::new(vec![one], vec![other]));
        own.iter().flat_map(against).collect()
    } else {
        let singles = own.iter().map(|&kind| vec![kind]);
        let pairs =
            own.iter().enumerate().flat_map(|(at, &one)| own.iter().skip(at).map(move |&other| vec![one, other]));
        singles.chain(pairs).map(|men| PerSide::new(men, Vec::new())).collect()
    };
    let wanted =
        |men: &PerSide<Vec<KindId>>| man.is_none_or(|man| men.white.contains(&man) || men.black.contains(&man));
    let with_kings = |men: PerSide<Vec<KindId>>| {
        Men::new(PerSide::from_fn(|side| [royals[side].as_slice(), men[side].as_slice()].concat()))
    };
    let endings = added.into_iter().filter(wanted).map(with_kings);
    endings.filter(|men| men.len() <= Men::MAX).collect()
}

/// A survey that is ready to be made.
pub(super) struct PreparedSurvey(Survey);

impl Prepared for PreparedSurvey {
    fn items(&self) -> u64 {
        self.0.endings.len() as u64
    }

    fn runner(&self) -> Runner<'_> {
        let mut tables = Tables::new(&self.0.game, self.0.setup).ok();
        Box::new(move |number, stop| {
            let mut go_on = |_: Progress| !stop.load(Ordering::Relaxed);
            let found = tables.as_mut().zip(self.0.endings.get(number as usize));
            let row = found.and_then(|(tables, men)| self.0.row(tables, men, NonZero::<usize>::MIN, &mut go_on));
            Ok(row.map(|row| serde_json::to_string(&row).unwrap_or_default()))
        })
    }

    fn report(&self, items: &BTreeMap<u64, &str>) -> Result<Page, ReportError> {
        let (mut text, mut json) = (self.0.heading(), Vec::new());
        for (&number, item) in items {
            let row: SurveyRow = read_item(number, item)?;
            text += &self.0.text(&row);
            json.push(serde_json::to_string(&row).unwrap_or_default());
        }
        Ok(Page { text, json: Some(json.join("\n")), html: None })
    }
}
