//! Material that definitions call a draw, judged by tables.

use weakfish::diagnostic::{Code, Severity};
use weakfish::engine::{Game, Piece, Position, TurnState};
use weakfish::geometry::{Side, Square};
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

/// Sixteen plies are the longest win of a rook on three files and six ranks, and the longest line that is not cut.
#[test]
fn a_line_of_as_many_moves_as_are_shown_is_whole() {
    let text = "game \"Narrow\"\nboard: 3x6\nfirst: white\nblack: mirrors white\n\nmen\n  K king: K, royal\n  R rook: R\n\nsetup \
                start\n  . r k\n  . . .\n  . . .\n  . . .\n  . . .\n  K R .\n\nendings\n  checkmated: loses\n  stalemated: \
                draw\n  only K R v K: draw\n  position 3 times: draw\n";
    let found = diagnostics(text);
    let [(Severity::Warning, Code::CheckLiveMaterial, message, help)] = found.as_slice() else { panic!("{found:?}") };
    assert!(message.contains("in at most 8 moves"), "{message}");
    assert!(help.contains(" 9. Ra6#;") && !help.contains('…'), "{help}");
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

/// All ways to put men on the board, each after the ones before it, and whether one of them is a win of White's with Black to
/// move. Men are given by the squares on which such men stand at the start.
struct Search<'g> {
    game: &'g Game,
    men: Vec<(&'static str, Piece)>,
    /// Whether the Bishops are to stand as they do in the material: those of a side on one colour, and of both sides on two.
    by_colour: bool,
}

impl<'g> Search<'g> {
    fn new(game: &'g Game, men: &[&'static str], by_colour: bool) -> Self {
        let start = game.start();
        let piece = |square: &str| start.piece_at(game.variant().board.parse(square).unwrap()).unwrap();
        Self { game, men: men.iter().map(|&square| (square, piece(square))).collect(), by_colour }
    }

    fn finds_a_win(&self, placed: &mut Vec<(Square, Piece)>, position: &mut Position) -> bool {
        let board = self.game.variant().board;
        let at = placed.len();
        if at == self.men.len() {
            let stands = position.rearrange(placed, TurnState::of(Side::Black));
            return stands && position.verdict().is_some_and(|verdict| verdict.winner == Some(Side::White));
        }
        let (home, piece) = self.men[at];
        let shade = |square: Square| (board.file(square) + board.rank(square)) % 2;
        let side = |home: &str| home.ends_with('1');
        for square in board.squares() {
            let (file, rank) = (board.file(square), board.rank(square));
            // The first one is Black's King. All symmetries of the board are ones of the game.
            let is_mirrored = at == 0 && !(file <= 3 && rank <= file);
            // Men of one kind are not put down in both orders.
            let before = at.checked_sub(1).filter(|&last| self.men[last] == self.men[at]).map(|last| placed[last].0);
            let is_bishop = |home: &str| home.starts_with('c');
            let off_colour = self.by_colour
                && is_bishop(home)
                && placed.iter().zip(&self.men).any(|((other, _), (other_home, _))| {
                    is_bishop(other_home) && (shade(*other) == shade(square)) != (side(other_home) == side(home))
                });
            if is_mirrored
                || off_colour
                || before.is_some_and(|last| last >= square)
                || placed.iter().any(|(other, _)| *other == square)
            {
                continue;
            }
            placed.push((square, piece));
            let found = self.finds_a_win(placed, position);
            placed.pop();
            if found {
                return true;
            }
        }
        false
    }
}

/// Tables can't be made of a game in which men die beside a capture, so all positions are looked at. Men that can't be captured
/// remain, so that a side that has won in none of them can't win with any help.
#[test]
fn nobody_can_win_with_what_is_dead_in_atomic_chess() {
    let explosions = "game \"Explosions\" extends atomic-chess\nendings\n  only: none\n  the rest: inherited\n";
    let game = weakfish::load(&Source::new("mine.variant", explosions), &BuiltIns).unwrap();
    let can_win = |men: &[&'static str], by_colour: bool| {
        Search::new(&game, men, by_colour).finds_a_win(&mut Vec::new(), &mut game.start())
    };
    // Men by their first squares, Black's King before the others.
    for (men, by_colour, won) in [
        (&["e8", "e1"][..], false, false),
        (&["e8", "e1", "b1"], false, false),
        (&["e8", "e1", "c1"], false, false),
        (&["e8", "e1", "a1"], false, false),
        (&["e8", "e1", "b1", "b1"], false, false),
        (&["e8", "e1", "c1", "c1"], true, false),
        (&["e8", "e1", "c1", "c8"], true, false),
        (&["e8", "e1", "c8"], false, false),
        // And nearly the same is won.
        (&["e8", "e1", "d1"], false, true),
        (&["e8", "e1", "c1", "c1"], false, true),
        (&["e8", "e1", "a1", "b1"], false, true),
        (&["e8", "c8", "c8", "c1", "e1"], true, true),
    ] {
        assert_eq!(can_win(men, by_colour), won, "{men:?} {by_colour}");
    }
}

/// Bishops on squares of two colours never meet, and others may.
#[test]
fn bishops_of_two_colours_are_dead_where_only_captures_win() {
    let text = |line: &str| {
        format!("game \"Explosions\" extends atomic-chess\nendings\n  only {line}: draw\n  the rest: inherited\n")
    };
    assert_eq!(diagnostics(&text("K B v K B of two colours")), []);
    for (line, message) in [
        ("K B v K B", "a move of `B` can still destroy `K`"),
        ("K N v K N of two colours", "a move of `N` can still destroy `K`"),
    ] {
        let found = diagnostics(&text(line));
        let [(Severity::Warning, Code::CheckLiveMaterial, told, _)] = found.as_slice() else {
            panic!("{line}: {found:?}")
        };
        assert!(told.contains(message), "{told}");
    }
}
