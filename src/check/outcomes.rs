//! Whether the endings make a game of it: everybody can lose, everybody without a move has a result, and
//! every line can come to hold.

use super::context::Context;
use super::endings::Made;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Side;
use crate::model::{Condition, Ending, GameResult, Passing, PlacedMan, QuietUnit, Rules, Setup};
use crate::source::Span;

/// Looks at all endings together.
pub(super) fn outcomes(
    context: &mut Context<'_>,
    rules: &Rules,
    setups: &[Setup],
    endings: &[Made],
    setup_spans: &[Span],
) {
    let table = Table { setups, endings };
    losing(context, &table, setup_spans);
    without_moves(context, rules, &table);
    for (at, made) in endings.iter().enumerate() {
        at_the_start(context, &table, made);
        if !repeated(context, &endings[..at], made) {
            dead(context, rules, &table, at);
        }
    }
}

struct Table<'a> {
    setups: &'a [Setup],
    endings: &'a [Made],
}

impl Table<'_> {
    fn royal(context: &Context<'_>, man: &PlacedMan, side: Side) -> bool {
        man.side == side && context.kinds[man.kind.index()].royal
    }

    /// Whether a side has a royal man in any setup.
    fn has_royal(&self, context: &Context<'_>, side: Side) -> bool {
        self.setups.iter().flat_map(|setup| &setup.men).any(|man| Self::royal(context, man, side))
    }

    fn has(&self, side: Side, wanted: &Condition) -> bool {
        self.endings.iter().any(|made| speaks_of(&made.ending, side) && made.ending.condition == *wanted)
    }
}

/// Whether a line is for a side.
fn speaks_of(ending: &Ending, side: Side) -> bool {
    ending.side.is_none_or(|only| only == side)
}

/// Whether a side can lose by a line in a setup.
fn can_lose_by(context: &Context<'_>, ending: &Ending, setup: &Setup, side: Side) -> bool {
    let subject = match ending.result {
        GameResult::Loses => side,
        GameResult::Wins => !side,
        GameResult::Draw | GameResult::DrawOnClaim => return false,
    };
    let royal = || setup.men.iter().any(|man| Table::royal(context, man, subject));
    speaks_of(ending, subject) && (ending.condition != Condition::Checkmate || royal())
}

fn losing(context: &mut Context<'_>, table: &Table<'_>, setup_spans: &[Span]) {
    for (setup, &span) in table.setups.iter().zip(setup_spans) {
        let safe = |side: &Side| !table.endings.iter().any(|made| can_lose_by(context, &made.ending, setup, *side));
        let sides: Vec<Side> = Side::ALL.into_iter().filter(safe).collect();
        let (who, prefix) = match sides.as_slice() {
            [] => continue,
            [side] => (side.to_string(), format!("{} ", side.to_string().to_lowercase())),
            _ => ("either side".to_owned(), String::new()),
        };
        let royal = setup.men.iter().any(|man| sides.iter().any(|&side| Table::royal(context, man, side)));
        let (label, help) = if royal {
            let help = format!("say what becomes of a side that is checkmated: `{prefix}checkmate: loses`");
            ("no ending makes anything of its royal man", help)
        } else {
            let example = setup.men.iter().find(|man| sides.contains(&man.side)).map(|man| man.kind);
            let symbol = example.map_or("K", |kind| context.kinds[kind.index()].symbol.as_str());
            let ending = format!("{prefix}without {symbol}: loses");
            let help = format!("make a man `royal`, as in `K king: K, royal`, or add an ending such as `{ending}`");
            ("no royal man, and no ending instead", help)
        };
        let message = format!("in the setup `{}` nothing can make {who} lose", setup.name);
        context.diagnostics.push(Diagnostic::error(Code::CheckCannotLose, span, message).label(label).help(help));
        return;
    }
}

/// Whoever has no legal move needs a result.
fn without_moves(context: &mut Context<'_>, rules: &Rules, table: &Table<'_>) {
    for (condition, word) in [(Condition::Checkmate, "checkmate"), (Condition::Stalemate, "stalemate")] {
        let comes = |side: Side| match condition {
            Condition::Checkmate => table.has_royal(context, side),
            _ => rules.passing == Passing::Never,
        };
        let missing: Vec<Side> =
            Side::ALL.into_iter().filter(|&side| comes(side) && !table.has(side, &condition)).collect();
        let (who, line) = match missing.as_slice() {
            [] => continue,
            [side] => (side.to_string(), format!("{} {word}", side.to_string().to_lowercase())),
            _ => ("a side".to_owned(), word.to_owned()),
        };
        let check = if word == "checkmate" { "" } else { "not " };
        let message = format!("nothing says what becomes of {who} with no legal move and {check}in check");
        let own = table.endings.iter().find(|made| made.held.generation == context.sheet.own());
        let span = own.map_or(context.title, |made| made.held.line.span);
        context.diagnostics.push(
            Diagnostic::error(Code::CheckMissingEnding, span, message)
                .label(format!("no line `{line}` among the endings"))
                .help(format!("add one: `{line}: loses`, or `draw`")),
        );
    }
}

/// A line that holds before the first move.
fn at_the_start(context: &mut Context<'_>, table: &Table<'_>, made: &Made) {
    for setup in table.setups {
        for side in Side::ALL.into_iter().filter(|&side| speaks_of(&made.ending, side)) {
            let mut men = setup.men.iter().filter(|man| man.side == side);
            let (holds, help) = match &made.ending.condition {
                Condition::Without(kinds) => {
                    let other = (!side).to_string().to_lowercase();
                    let help =
                        format!("say it of {} only, as in `{other} without …`, or give {side} such a man", !side);
                    (!men.any(|man| kinds.contains(&man.kind)), help)
                }
                Condition::WithoutMen => (men.next().is_none(), format!("give {side} a man")),
                Condition::ManOn { kinds, squares } => {
                    let holds = men.any(|man| kinds.contains(&man.kind) && squares[side].contains(man.square));
                    (holds, "name other squares, or say it of one side only".to_owned())
                }
                _ => return,
            };
            if holds {
                let message = format!("in the setup `{}` this holds of {side} before the first move", setup.name);
                let start = Diagnostic::error(Code::CheckHoldsAtStart, made.held.line.condition.span, message)
                    .label("the game would be over at once")
                    .help(help);
                context.report(made.held.generation, start);
                return;
            }
        }
    }
}

/// Says that the same condition stands above for the same side.
fn repeated(context: &mut Context<'_>, above: &[Made], made: &Made) -> bool {
    let overlap = |other: &Made| super::sheet::overlap(other.held.sides, made.held.sides);
    let earlier = above.iter().find(|other| other.ending.condition == made.ending.condition && overlap(other));
    let Some(earlier) = earlier.filter(|earlier| earlier.held.generation == made.held.generation) else { return false };
    let message = "this condition has a line already, and only the first that holds counts";
    let twice = Diagnostic::error(Code::CheckRepeatedLine, made.held.line.condition.span, message)
        .label("said again here")
        .also(earlier.held.line.condition.span, "first said here")
        .help("keep the one that is meant");
    context.report(made.held.generation, twice);
    true
}

/// Warns of a line that can never hold.
fn dead(context: &mut Context<'_>, rules: &Rules, table: &Table<'_>, at: usize) {
    let made = &table.endings[at];
    let ending = &made.ending;
    let sides = || Side::ALL.into_iter().filter(|&side| speaks_of(ending, side));
    let why = match &ending.condition {
        Condition::Stalemate if rules.passing != Passing::Never => "a player who may pass always has a move".to_owned(),
        Condition::Checkmate if !sides().any(|side| table.has_royal(context, side)) => {
            "there is no royal man to be checkmated".to_owned()
        }
        Condition::ChecksGiven(_) if !sides().any(|side| table.has_royal(context, !side)) => {
            "there is no royal man to give check to".to_owned()
        }
        condition => {
            let covered = |other: &&Made| {
                let claim = other.ending.result == GameResult::DrawOnClaim;
                !claim
                    && sides().all(|side| speaks_of(&other.ending, side))
                    && comes_first(&other.ending.condition, condition)
            };
            match table.endings[..at].iter().find(covered) {
                Some(_) => "a line above it holds sooner".to_owned(),
                None => return,
            }
        }
    };
    let dead = Diagnostic::warning(
        Code::CheckDeadEnding,
        made.held.line.condition.span,
        format!("this never comes to hold: {why}"),
    )
    .label("a dead line")
    .help("leave it out");
    context.report(made.held.generation, dead);
}

/// Whether a condition holds whenever another one does, or sooner.
fn comes_first(condition: &Condition, other: &Condition) -> bool {
    match (condition, other) {
        (Condition::Quiet { count, unit }, Condition::Quiet { count: other, unit: of }) => {
            let plies = |count: u16, unit: QuietUnit| match unit {
                QuietUnit::Moves => 2 * u32::from(count),
                QuietUnit::Plies | QuietUnit::Series => u32::from(count),
            };
            let series = |unit: &QuietUnit| *unit == QuietUnit::Series;
            series(unit) == series(of) && plies(*count, *unit) <= plies(*other, *of)
        }
        (Condition::Position { times }, Condition::Position { times: other }) => times <= other,
        (Condition::ChecksGiven(count), Condition::ChecksGiven(other)) => count <= other,
        (Condition::WithoutMen, Condition::WithoutMen) => true,
        (Condition::Without(kinds), Condition::Without(other)) => kinds.iter().all(|kind| other.contains(kind)),
        _ => condition == other,
    }
}
