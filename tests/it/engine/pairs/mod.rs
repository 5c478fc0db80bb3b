//! Pairs of a rule, a property or an effect of men, a class of movement and a number of royal men, in positions in which both act:
//! the engine agrees with the naive generator there.
//!
//! What pairs are made of is read from the model: the fields of its rules and kinds, and the variants of its effects. A new one is a
//! new row of the table, and the test fails until definitions draw it. A part acts in a position if something is different without
//! it: the moves, what they lead to, or the outcome.

mod acting;
mod definitions;
mod parts;
mod play;
mod table;

use std::panic::{AssertUnwindSafe, catch_unwind};

use weakfish::engine::Game;
use weakfish::model::Kind;
use weakfish::source::Source;
use weakfish::{BuiltIns, check};

use definitions::definition;
use parts::{OF_EVERY_KIND, Part, changes, fields, parts};
use play::Tested;
use table::{ENOUGH, Table};
use weakfish_testing::dice::{Dice, is_long, times};
use weakfish_testing::games::loaded;

/// The number of definitions; `WEAKFISH_TIMES` multiplies it.
const DEFINITIONS: usize = 20;

/// Positions that are asked of each pair; `WEAKFISH_TIMES` multiplies them, until they are [`ENOUGH`]. That is the full form of the
/// test.
const ASKED: usize = 2;

/// Wordings of the same parts that are tried before one of them is left out.
const WORDINGS: usize = 3;

/// The game of a definition, or the code of the first error.
fn game(text: &str) -> Result<Game, String> {
    let checked = check(&Source::new("pair.variant", text), &BuiltIns);
    let error = checked.report.diagnostics().find(|diagnostic| diagnostic.is_error());
    match error {
        None => Ok(loaded("pair.variant", text)),
        Some(error) => {
            assert!(error.code.as_str().starts_with("check::"), "{error:?}\n{text}");
            Err(error.code.as_str().to_owned())
        }
    }
}

/// A definition with these parts. One after another is left out as long as the checker refuses them together, but not of a pair.
fn draw(table: &mut Table, mut chosen: Vec<usize>, dice: &mut Dice) -> Option<(Game, String)> {
    loop {
        for _ in 0..WORDINGS {
            let parts: Vec<&Part> = chosen.iter().map(|&part| &table.parts[part]).collect();
            let text = definition(&parts, dice);
            match game(&text) {
                Ok(game) => {
                    table.allow((chosen[0], chosen[1]));
                    return Some((game, text));
                }
                Err(code) if chosen.len() == 2 => table.refuse((chosen[0], chosen[1]), code),
                Err(_) => {}
            }
        }
        if chosen.len() == 2 {
            return None;
        }
        chosen.pop();
    }
}

/// Plays games of a definition with these parts, if the checker allows it; what goes wrong is added to the faults.
fn try_parts(table: &mut Table, chosen: Vec<usize>, dice: &mut Dice, faults: &mut Vec<String>) {
    let pair = [chosen[0], chosen[1]];
    let Some((game, text)) = draw(table, chosen, dice) else { return };
    let played = catch_unwind(AssertUnwindSafe(|| {
        let tested = Tested::new(&game, &table.parts);
        let others = tested.has.iter().copied().filter(|part| !pair.contains(part));
        table.draw(&others.chain(pair).collect::<Vec<_>>());
        tested.play(table, dice);
    }));
    if let Err(panic) = played {
        let said = panic.downcast_ref::<String>().map_or("a panic", String::as_str);
        faults.push(format!("{said}\nin a game of this definition:\n{text}"));
    }
}

#[test]
fn pairs_act_together_and_are_played_alike() {
    let asked = (ASKED * times() as usize).min(ENOUGH);
    let mut table = Table::new(parts(), asked);
    let mut faults = Vec::new();
    for case in 0..DEFINITIONS * times() as usize {
        let mut dice = Dice::new(case as u64);
        let Some(chosen) = table.choose_parts(&mut dice) else { break };
        try_parts(&mut table, chosen, &mut dice, &mut faults);
    }
    // Those that are said never to act together are tried as well.
    for (case, (one, other)) in table.never().into_iter().enumerate() {
        try_parts(&mut table, vec![one, other], &mut Dice::new(case as u64), &mut faults);
    }
    table.print();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    table.assert_pairs_that_never_act();
    if is_long() {
        table.assert_coverage();
    }
}

/// A kind of the model has its parts in this table or in the list of what every kind has.
#[test]
fn effects_of_the_model_are_rows() {
    assert!(changes().iter().any(|change| change == "destroys"));
    let kind: &Kind = &weakfish_testing::games::game("fide").variant().kinds[0].clone();
    for name in OF_EVERY_KIND {
        assert!(fields(kind).iter().any(|field| field == name), "{name}");
    }
}
