//! Judge of material that a definition calls a draw: the tables of that material, in the game without the ending that ends it
//! there.

use std::time::Duration;

use weakfish::check::Checker;
use weakfish::engine::Game;
use weakfish::geometry::{PerSide, Side};
use weakfish::lints::MaterialVerdict;
use weakfish::model::{Condition, Ending, Judged, KindId, MaterialSide, Variant};
use weakfish::notation::{fen, write_moves};

use crate::remarks::in_moves;
use crate::{Estimate, MakeError, Men, Options, Tables, Value};

/// The most men of a table.
const MAX_MEN: usize = 3;

/// The longest that all tables of a game may take, by estimates. A definition is checked while it is written.
const MAX_TIME: Duration = Duration::from_millis(150);

/// The time that counts for an estimate, and for the compilation of the game without an ending.
const ESTIMATE_TIME: Duration = Duration::from_millis(4);

/// The most positions, and moves that are tried, of a table that takes less time than an estimate.
const MAX_SMALL: u64 = 2000;

/// The most memory in bytes of the tables.
const MAX_MEMORY: u64 = 64 << 20;

/// The most moves of a line that are shown.
const MAX_SHOWN: usize = 16;

/// A checker of definitions that has the material judged by tables which some endings call a draw.
///
/// ```
/// use weakfish::{BuiltIns, Source};
///
/// let hill = "game \"Hill\" extends fide\nregions\n  hill: d4 to e5\nendings\n  K on hill: wins\n  the rest: inherited\n";
/// let checked = weakfish_endgame::checker().check(&Source::new("hill.variant", hill), &BuiltIns);
/// assert!(checked.game.is_none());
/// assert_eq!(checked.report.diagnostics().next().unwrap().code, "check::won-material");
/// ```
pub fn checker() -> Checker {
    Checker::new().with_material_judge(judge_material)
}

/// Judges the material that these endings of a game, by their indices, call a draw: whether a side wins by force from some
/// position of it in the game without that ending. At most three men are judged, and no more than some tenths of a second
/// are taken for all of it.
pub fn judge_material(game: &Game, endings: &[usize]) -> Vec<MaterialVerdict> {
    let mut time_left = MAX_TIME;
    endings.iter().map(|&index| judge(game, index, &mut time_left).unwrap_or(MaterialVerdict::Unknown)).collect()
}

/// Judges one ending; `None` if it is none by material, or the game has no tables.
fn judge(game: &Game, index: usize, time_left: &mut Duration) -> Option<MaterialVerdict> {
    let mut variant = game.variant().clone();
    if index >= variant.endings.len() {
        return None;
    }
    let ending = variant.endings.remove(index);
    let Condition::OnlyMaterial(balances) = &ending.condition else { return None };
    *time_left = time_left.checked_sub(ESTIMATE_TIME)?;
    let without = Game::compile(variant).ok()?;
    let setup = ending.setups.first().copied().unwrap_or_default();
    let mut tables = Tables::new(&without, setup).ok()?;
    let (mut first_win, mut won, mut all_judged) = (None, Vec::new(), true);
    for balance in balances {
        if balance.iter().any(|(_, side)| side.apart.is_some()) {
            // A table has the same men on squares of one colour as well.
            all_judged = false;
            continue;
        }
        for judged in materials(without.variant(), balance).iter().map(|men| judge_men(&mut tables, men, time_left)) {
            match judged {
                Shown::Unknown => all_judged = false,
                Shown::Dead => {}
                Shown::Won(win) => {
                    won.push(balance);
                    first_win = first_win.or(Some(win));
                    break;
                }
            }
        }
    }
    let Some(Win { message, line }) = first_win else {
        return Some(if all_judged { MaterialVerdict::Dead } else { MaterialVerdict::Unknown });
    };
    let left: Vec<&PerSide<MaterialSide>> = balances.iter().filter(|balance| !won.contains(balance)).collect();
    let instead = match line_of(without.variant(), &ending, &left) {
        Some(line) => format!("write `{line}` and `the rest: inherited`"),
        None if left.is_empty() => "`only: none` takes the line out".to_owned(),
        None => "`only: none` takes the line out; or name less material in a line `only …: draw`".to_owned(),
    };
    Some(MaterialVerdict::Won { message, help: format!("{line}; {instead}") })
}

/// Finding of the table of some men.
enum Shown {
    /// There is no table, or none that is small enough.
    Unknown,
    /// Only positions in which the game is over are won.
    Dead,
    /// A position is won.
    Won(Win),
}

/// A win, in words.
struct Win {
    message: String,
    /// A position and a line of best play.
    line: String,
}

/// The men that a balance is judged by, with White's and Black's exchanged too: of men on squares of one colour none or one.
fn materials(variant: &Variant, balance: &PerSide<MaterialSide>) -> Vec<Men> {
    let has = |side: Side, kinds: &[KindId]| kinds.iter().all(|&kind| variant.kind(kind).sides[side]);
    let mut all: Vec<Men> = Vec::new();
    for (one, other) in [(&balance.white, &balance.black), (&balance.black, &balance.white)] {
        let more = one.any_on_one_colour.map(|kind| one.men.iter().copied().chain([kind]).collect::<Vec<_>>());
        let extended = more.map(|more| (more, other.men.clone()));
        for (one, other) in [(one.men.clone(), other.men.clone())].into_iter().chain(extended) {
            for (white, black) in [(one.clone(), other.clone()), (other, one)] {
                let men = Men::new(PerSide::new(white.clone(), black.clone()));
                if has(Side::White, &white) && has(Side::Black, &black) && !all.contains(&men) {
                    all.push(men);
                }
            }
        }
    }
    all.sort_by_key(Men::len);
    all
}

/// Makes the table of some men if the time suffices, and finds a win in it.
fn judge_men(tables: &mut Tables, men: &Men, time_left: &mut Duration) -> Shown {
    if men.len() > MAX_MEN {
        return Shown::Unknown;
    }
    if tables.is_exchanged(men) {
        return Shown::Dead;
    }
    let fits = |estimate: &Estimate| estimate.time() <= *time_left && estimate.memory <= MAX_MEMORY;
    let Some(least) = tables.estimate_at_least(men).filter(fits) else { return Shown::Unknown };
    let is_small = least.positions <= MAX_SMALL && least.moves <= MAX_SMALL;
    let estimate = if is_small { Some(least) } else { tables.estimate(men, MAX_MEMORY).ok().filter(fits) };
    let Some(time) = estimate.map(|estimate| estimate.time()) else { return Shown::Unknown };
    *time_left = time_left.saturating_sub(time + ESTIMATE_TIME);
    let options = Options { max_memory: MAX_MEMORY, ..Options::default() };
    match tables.make(men, &options, &mut |_| true) {
        Ok(()) => find_win(tables, men),
        // Such men never stand together: the ending never holds.
        Err(MakeError::NoPosition) => Shown::Dead,
        Err(_) => Shown::Unknown,
    }
}

/// Looks for the longest win in a table.
fn find_win(tables: &Tables, men: &Men) -> Shown {
    let Some(statistics) = tables.statistics(men) else { return Shown::Unknown };
    let of_turn = |turn: Side| {
        let side = &statistics.to_move[turn];
        let (win, loss) = (side.longest_win.map(Value::Win), side.longest_loss.map(Value::Loss));
        [win, loss].into_iter().flatten().map(move |value| (turn, value))
    };
    // The game is over in positions without moves, which no play leads to.
    let decided =
        Side::ALL.into_iter().flat_map(of_turn).filter(|(_, value)| value.plies().is_some_and(|plies| plies > 0));
    let Some((turn, value)) = decided.max_by_key(|(_, value)| (value.plies(), value.rank())) else {
        return Shown::Dead;
    };
    let mut found = None;
    tables.visit(&men.clone().into(), turn, value, &mut |position| {
        found = Some(position.clone());
        false
    });
    let Some(position) = found else { return Shown::Unknown };
    let variant = tables.game().variant();
    let winner = if matches!(value, Value::Win(_)) { turn } else { !turn };
    let moves = in_moves(tables.game(), value.plies().unwrap_or_default());
    let message =
        format!("`{}` is no draw in this game: {winner} wins by force, in at most {moves}", men.text(variant));
    let mut best = tables.best_line(&position).unwrap_or_default();
    let is_cut = best.len() > MAX_SHOWN;
    best.truncate(MAX_SHOWN);
    let line = write_moves(&position, &best);
    let line = format!("from `{}` best play is {line}{}", fen::write(&position), if is_cut { " …" } else { "" });
    Shown::Won(Win { message, line })
}

/// The line of an ending with some of its balances; `None` if there are none, or if the line has other parts.
fn line_of(variant: &Variant, ending: &Ending, balances: &[&PerSide<MaterialSide>]) -> Option<String> {
    let says_more = ending.side.is_some() || ending.judged != Judged::default() || !ending.setups.is_empty();
    if says_more || balances.is_empty() {
        return None;
    }
    let text =
        |men: &[KindId]| men.iter().map(|&kind| variant.kind(kind).symbol.as_str()).collect::<Vec<_>>().join(" ");
    let one_colour = |side: &MaterialSide, any: KindId| {
        let before = if side.men.is_empty() { String::new() } else { format!("{} and ", text(&side.men)) };
        format!("{before}{} of", variant.kind(any).symbol)
    };
    let material = balances.iter().map(|PerSide { white, black }| {
        let colours = if white.apart.is_some() { "two colours" } else { "one colour" };
        match (white.any_on_one_colour, black.any_on_one_colour) {
            (Some(any), Some(_)) => format!("{} {colours}", one_colour(white, any)),
            (Some(any), None) => format!("{} one colour v {}", one_colour(white, any), text(&black.men)),
            (None, Some(any)) => format!("{} one colour v {}", one_colour(black, any), text(&white.men)),
            (None, None) if white.apart.is_some() => {
                format!("{} v {} of {colours}", text(&white.men), text(&black.men))
            }
            (None, None) => format!("{} v {}", text(&white.men), text(&black.men)),
        }
    });
    Some(format!("only {}: draw", material.collect::<Vec<_>>().join(", or ")))
}
