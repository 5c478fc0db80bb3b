//! Refusals with help: texts that name no men, men without a table, positions that no table has.

use weakfish::diagnostic::{Code, Diagnostic, did_you_mean};
use weakfish::engine::Game;
use weakfish::geometry::Side;
use weakfish::model::{KindId, Variant};
use weakfish::notation::man_name;
use weakfish::prose::{all_of, any_of, counted};
use weakfish::source::Span;

use crate::{Estimate, MakeError, Men, MenError, MenMistake, NotInTable, Selection};

impl MenError {
    /// The diagnostic about a text that names no men of a game.
    pub fn diagnostic(&self, game: &Game, text: &str) -> Diagnostic {
        let (variant, &Self { ref mistake, start, end }) = (game.variant(), self);
        let word = text.get(start..end).unwrap_or_default();
        let meant: Vec<String> =
            Selection::respelled(game, text).iter().map(|spelled| format!("`{spelled}`")).collect();
        if meant.len() > 1 {
            let message = format!("`{}` can be read in {} ways", text.trim(), meant.len());
            let problem = Diagnostic::error(Code::CommandMen, Span::new(0, text.len()), message);
            return problem.label("which men are meant?").help(format!("write {}", any_of(&meant)));
        }
        let (label, help) = match *mistake {
            MenMistake::UnknownState(side, kind) => ("no state of this man", states_help(game, side, kind)),
            MenMistake::UnknownMan(side) => {
                let known = variant.kinds().filter(|(_, kind)| kind.sides[side]);
                let known: Vec<&str> = known.map(|(_, kind)| kind.symbol.as_str()).collect();
                ("no such symbol", did_you_mean(word, known))
            }
            MenMistake::TooManyMen => ("one too many", format!("a table has at most {} men", Men::MAX)),
            MenMistake::NoVersus | MenMistake::SecondVersus | MenMistake::NoMen => {
                ("these men", "write White's men, `v`, and Black's, such as `K R v K`".to_owned())
            }
        };
        let (code, message) = match *mistake {
            MenMistake::UnknownMan(side) => {
                (Code::CommandUnknownMan, format!("{side} has no man `{word}` in {}", variant.title))
            }
            MenMistake::UnknownState(side, kind) => {
                (Code::CommandMen, format!("{side}'s {} never stands as `{word}` says", man_name(variant, kind)))
            }
            MenMistake::NoVersus | MenMistake::SecondVersus | MenMistake::TooManyMen | MenMistake::NoMen => {
                (Code::CommandMen, format!("these are not the men of an ending: {mistake}"))
            }
        };
        Diagnostic::error(code, Span::new(start, end), message).label(label).help(help)
    }
}

/// Writes the help on the states of a side's men of a kind.
fn states_help(game: &Game, side: Side, kind: KindId) -> String {
    let infos = game.pieces().map(|piece| game.piece_info(piece));
    let states = infos.filter(|info| (info.side, info.kind) == (side, kind)).map(|info| info.state.to_string());
    let states: Vec<String> = states.filter(|state| !state.is_empty()).map(|state| format!("`{{{state}}}`")).collect();
    match states.as_slice() {
        [] => "it has neither facings nor modes: leave the braces out".to_owned(),
        [first, ..] if states.len() > 16 => format!("it has {} states, such as {first}", states.len()),
        _ => format!("its states are {}", any_of(&states)),
    }
}

/// Writes the royal men that a side must have.
fn needed_royals(variant: &Variant) -> String {
    let royals = |side: Side| {
        let men = variant.setups.first().into_iter().flat_map(|setup| &setup.men).filter(move |man| man.side == side);
        let royals = men.map(|man| variant.kind(man.kind)).filter(|kind| kind.royal && kind.royalty.is_constant());
        royals.map(|kind| format!("`{}`", kind.symbol)).collect::<Vec<_>>()
    };
    let sides = Side::ALL.into_iter().map(|side| (side, royals(side))).filter(|(_, royals)| !royals.is_empty());
    let needed: Vec<String> = sides.map(|(side, royals)| format!("{side} has {}", all_of(royals))).collect();
    if needed.is_empty() { "men must have squares to stand on".to_owned() } else { needed.join(", ") }
}

impl MakeError {
    /// The code of a diagnostic, its message and its help.
    pub fn explain(&self, variant: &Variant) -> (Code, String, String) {
        let fewer = "fewer men have fewer positions".to_owned();
        match self {
            Self::NoPosition => {
                let message = format!("{} has no legal position of these men", variant.title);
                (Code::CommandMen, message, needed_royals(variant))
            }
            Self::Memory(_) | Self::TooManyPositions | Self::EnPassant => {
                (Code::CommandNoMemory, self.to_string(), Estimate::MEMORY_HELP.to_owned())
            }
            Self::TooManyMoves
            | Self::TooLong
            | Self::Missing(_)
            | Self::Interrupted
            | Self::NoLimit
            | Self::NoTable => (Code::CommandNoTable, self.to_string(), fewer),
        }
    }
}

impl Estimate {
    /// Help for tables that take too much memory.
    pub const MEMORY_HELP: &str = "`--memory MB` allows more; fewer men take less";

    /// Writes the refusal of tables beyond a memory limit in MiB; `None` if they fit.
    pub fn refusal(&self, mebibytes: u64) -> Option<String> {
        let needed = self.memory >> 20;
        (needed > mebibytes).then(|| format!("the tables take about {needed} MiB, and may take {mebibytes}"))
    }

    /// Writes a sentence on the memory and time of the tables of men.
    pub fn sentence(&self, men: &str) -> String {
        let others = match self.tables {
            0 | 1 => String::new(),
            tables => format!(" and {} that it leads to", counted(tables as u64 - 1, "table")),
        };
        let time = match self.seconds() {
            0 => "less than a second".to_owned(),
            seconds @ 1..120 => format!("about {}", counted(seconds, "second")),
            seconds => format!("about {} minutes", seconds / 60),
        };
        let (positions, memory) = (counted(self.positions, "position"), self.memory.div_ceil(1 << 20));
        format!("{men}{others}: up to {positions}, about {memory} MiB, {time}")
    }
}

impl NotInTable {
    /// The message and the help of a diagnostic.
    pub fn explain(&self, variant: &Variant) -> (String, &'static str) {
        match self {
            Self::Rights => (
                "no exact table has positions in which somebody may castle or has a first move".to_owned(),
                "leave the rights out",
            ),
            Self::Men(men) => {
                (format!("the position has the men {}", men.text(variant)), "name the men of the position, or none")
            }
            Self::Place => ("a man stands where no game leads it".to_owned(), "put it elsewhere"),
        }
    }
}
