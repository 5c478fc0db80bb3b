//! Material that definitions call a draw, judged by tables.

use weakfish::diagnostic::{Code, Severity};
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin};
use weakfish_endgame::checker;

/// The diagnostics of a definition: severity, code, message and help.
fn diagnostics(text: &str) -> Vec<(Severity, Code, String, String)> {
    let checked = checker().check(&Source::new("mine.variant", text), &BuiltIns);
    let has_game = checked.game.is_some();
    let all = checked.report.diagnostics().map(|diagnostic| {
        assert!(!(diagnostic.is_error() && has_game), "{}", diagnostic.message);
        let help = diagnostic.help.clone().unwrap_or_default();
        (diagnostic.severity, diagnostic.code, diagnostic.message.clone(), help)
    });
    all.collect()
}

const HILL: &str = "game \"Hill\" extends fide\nregions\n  hill: d4 to e5\nendings\n  K on hill: wins\n";

#[test]
fn shipped_definitions_call_no_won_material_a_draw() {
    for name in builtin::names() {
        let checked = checker().check(&builtin::source(name).unwrap(), &BuiltIns);
        assert!(checked.report.is_empty(), "{}", checked.report);
    }
}

#[test]
fn an_inherited_draw_that_a_side_wins_is_an_error_with_a_line() {
    let found = diagnostics(&format!("{HILL}  the rest: inherited\n"));
    let [(Severity::Error, Code::CheckWonMaterial, message, help)] = found.as_slice() else { panic!("{found:?}") };
    assert!(message.contains("`K v K` is no draw in this game: White wins by force, in at most 3 moves"), "{message}");
    assert!(help.starts_with("from `") && help.contains("Kd4") && help.contains("`only: none`"), "{help}");
    assert!(!help.contains('…'), "a short line is shown whole: {help}");
    let mended = diagnostics(&format!("{HILL}  only: none\n  the rest: inherited\n"));
    assert!(mended.is_empty(), "{mended:?}");
}

#[test]
fn the_line_to_write_has_the_material_that_is_dead() {
    let squirrels = "game \"Squirrels\" extends fide\nmen\n  N squirrel: NAD, instead of N\n";
    let found = diagnostics(squirrels);
    let [(Severity::Error, Code::CheckWonMaterial, message, help)] = found.as_slice() else { panic!("{found:?}") };
    assert!(message.contains("`K N v K`") && message.contains("19 moves"), "{message}");
    assert!(help.contains(" …"), "a long line is cut: {help}");
    let line = "only K v K, or K and B of one colour: draw";
    assert!(help.contains(&format!("write `{line}` and `the rest: inherited`")), "{help}");
    let mended = diagnostics(&format!("{squirrels}endings\n  {line}\n  the rest: inherited\n"));
    assert!(mended.is_empty(), "{mended:?}");
}

#[test]
fn an_ending_that_the_author_wrote_is_only_warned_of() {
    let own = format!("{HILL}  only K v K: draw\n  the rest: inherited\n");
    let found = diagnostics(&own);
    assert!(
        matches!(found.as_slice(), [(Severity::Warning, Code::CheckLiveMaterial, _, help)] if help.contains("best play"))
    );
    let meant = "  // allow check::live-material: agreed between the players\n  only K v K: draw";
    let found = diagnostics(&own.replace("  only K v K: draw", meant));
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn a_table_clears_material_that_a_search_suspects() {
    // The search sees a goal and a King, and not that the King stays elsewhere.
    let walled = "game \"Walled\" extends fide\nregions\n  hill: d4 to e5\n  home: a1 to h2, a7 to h8\nmen\n  K king: K, \
                  royal, stays in home, instead of K\nendings\n  K on hill: wins\n  only K v K: draw\n  the rest: inherited\n";
    let warns = |report: &weakfish::Report| report.diagnostics().any(|found| found.code == Code::CheckLiveMaterial);
    let source = Source::new("mine.variant", walled);
    assert!(warns(&weakfish::check(&source, &BuiltIns).report));
    assert!(!warns(&checker().check(&source, &BuiltIns).report));
}

#[test]
fn large_boards_and_many_men_are_left_to_the_search() {
    let many = "game \"Many\" extends fide\nmen\n  N squirrel: NAD, instead of N\nendings\n  only K N N v K: draw\n  the rest: \
                inherited\n";
    let found = diagnostics(many);
    let [(Severity::Warning, Code::CheckLiveMaterial, message, _)] = found.as_slice() else { panic!("{found:?}") };
    assert!(message.contains("mates in"), "{message}");
}
