//! Remarks of sheets: sentences from tables about the men that win.

use std::time::Duration;

use weakfish::engine::Game;
use weakfish::geometry::{PerSide, Side};
use weakfish::model::{KindId, SetupId, Variant};
use weakfish::prose::{capitalized, counted};

use crate::{Men, Options, Statistics, Tables, percent};

/// Most memory in bytes that the table for a remark may take.
const MAX_REMARK_MEMORY: u64 = 64 << 20;

/// Longest time that the table for a remark may take. A sheet is a page that is waited for, and has a dozen men.
const MAX_REMARK_TIME: Duration = Duration::from_millis(500);

/// Sentences about men of a game: the results of each with its king against a bare king, if the table takes at most
/// half a second. None where a bare king has lost anyway.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load};
///
/// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
/// let remarks = weakfish_endgame::remarks(&game);
/// assert!(remarks.iter().any(|(_, sentence)| sentence == "With its King it can't win against a bare King."));
/// ```
pub fn remarks(game: &Game) -> Vec<(KindId, String)> {
    let (variant, setup) = (game.variant(), SetupId::default());
    let Ok(mut tables) = Tables::new(game, setup) else { return Vec::new() };
    let royals = PerSide::from_fn(|side| royal_men(variant, setup, side));
    let ([king], [bare]) = (royals.white.as_slice(), royals.black.as_slice()) else { return Vec::new() };
    let mut remarks = Vec::new();
    for (id, _) in variant.kinds().filter(|(_, kind)| kind.sides.white && !kind.royal) {
        let men = Men::new(PerSide::new(vec![*king, id], vec![*bare]));
        let fits = tables.estimate_at_least(&men).is_some_and(|least| least.time() <= MAX_REMARK_TIME)
            && tables
                .estimate(&men, MAX_REMARK_MEMORY)
                .is_ok_and(|estimate| estimate.time() <= MAX_REMARK_TIME && estimate.memory <= MAX_REMARK_MEMORY);
        let options = Options { max_memory: MAX_REMARK_MEMORY, ..Options::default() };
        if !fits || tables.make(&men, &options, &mut |_| true).is_err() {
            continue;
        }
        let Some(statistics) = tables.statistics(&men) else { continue };
        let kings = [king, bare].map(|kind| capitalized(&variant.kind(*kind).name));
        remarks.extend(remark(game, &statistics, &kings).map(|sentence| (id, sentence)));
    }
    remarks
}

/// The sentence about a man; `kings` are the names of its king and of the other one.
fn remark(game: &Game, statistics: &Statistics, [king, bare]: &[String; 2]) -> Option<String> {
    let to_move = &statistics.to_move.white;
    match to_move.longest_win {
        None => Some(format!("With its {king} it can't win against a bare {bare}.")),
        // The game is over when no other man is left.
        Some(0) => None,
        Some(plies) => {
            let from = if to_move.wins == to_move.positions {
                "every position".to_owned()
            } else {
                format!("{} of the positions", percent(to_move.wins, to_move.positions))
            };
            let moves = in_moves(game, plies);
            Some(format!(
                "With its {king} it wins against a bare {bare} from {from} with its side to move, in at most {moves}."
            ))
        }
    }
}

/// The royal men that a side has in a setup.
pub fn royal_men(variant: &Variant, setup: SetupId, side: Side) -> Vec<KindId> {
    let men = variant.setups.get(setup.index()).into_iter().flat_map(|setup| &setup.men);
    let own = men.filter(|man| man.side == side).map(|man| man.kind);
    own.filter(|&kind| variant.kind(kind).royal).collect()
}

/// Length of a win of `plies` as text: moves of the winner, such as `14 moves`, or plies where a turn may have several
/// moves; `at once` for none.
pub fn in_moves(game: &Game, plies: u16) -> String {
    match plies {
        0 => "at once".to_owned(),
        _ if game.facts().series.any => counted(plies.into(), "ply"),
        _ => counted(plies.div_ceil(2).into(), "move"),
    }
}
