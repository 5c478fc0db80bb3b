//! Wins within limits of moves without progress, against plain iteration over positions with the plies that are counted.

use std::collections::HashMap;

use weakfish::engine::{Game, Position};
use weakfish::geometry::Side;
use weakfish::model::{Condition, Ending, GameResult, QuietUnit, SetupId};
use weakfish::notation::fen;
use weakfish::source::Source;
use weakfish::{BuiltIns, load};
use weakfish_endgame::{Fit, Fits, MakeError, Men, MoveFit, Options, Selection, Tables, Value};
use weakfish_testing::dice::{cases, is_long};

use crate::naive::{Kept, PASSING, choose_men, iterate, naive_nodes, starts, throw_small};
use crate::selections::KINDS;

/// Number of definitions that are thrown.
const DEFINITIONS: u64 = 1_500;

/// Most positions of a random ending, without counts, and those that they lead to, with counts.
const MAX_POSITIONS: usize = 4000;
const MAX_REACHED: usize = 30_000;

/// The last lines of most games here.
const MATES: &str = "  checkmated: loses\n  stalemated: draw\n";

/// The setup of a board so small that few positions are compared.
const CORNERS: &str = "  . . k\n  . . .\n  R P K";

/// Wins that were compared: those that fit, those that don't, and those that fit only with fewer plies counted.
#[derive(Debug, Default)]
struct Survey {
    endings: usize,
    fit: usize,
    late: usize,
    /// Wins that fit though they take longer than all limits.
    longer: usize,
    short: usize,
}

/// A game on a small board, with these rules and endings.
fn small(board: &str, rows: &str, endings: &str) -> Game {
    small_with(board, rows, "", endings)
}

fn small_with(board: &str, rows: &str, rules: &str, endings: &str) -> Game {
    let text = format!(
        "game \"Small\"\nboard: {board}\nfirst: white\nblack: mirrors white\n\nmen\n  K king: K, royal\n  R rook: R\n  \
         P pawn: mfWcfF\n\nsetup start\n{rows}\n\nrules\n  promotion of P: on last rank, to R\n{rules}\nendings\n{endings}"
    );
    load(&Source::new("small.variant", text.as_str()), &BuiltIns).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

/// The draws by plies without progress of a game that are in force.
fn limits(game: &Game, setup: SetupId) -> Vec<(usize, u32)> {
    let draws = |ending: &Ending| matches!(ending.result, GameResult::Draw | GameResult::DrawOnClaim);
    let endings =
        game.variant().endings.iter().enumerate().filter(|(_, ending)| draws(ending) && ending.is_of_setup(setup));
    endings.filter_map(|(index, ending)| Some((index, ending.condition.quiet_plies()?))).collect()
}

/// Compares all positions of some men with all counts; `false` if they are too many.
fn compare(game: &Game, setup: SetupId, men: &Men, most: (usize, usize), survey: &mut Survey, which: &str) -> bool {
    let Ok(mut tables) = Tables::new(game, setup) else { return false };
    let limits = limits(game, setup);
    let Some(highest) = limits.iter().map(|&(_, plies)| plies).max() else { return false };
    let plain = starts(game, setup, men);
    if plain.is_empty() || plain.len() > most.0 {
        return false;
    }
    let counted = |text: &String| {
        let fields: Vec<&str> = text.split(' ').collect();
        let with = |count: u32| {
            let count = count.to_string();
            let mut fields = fields.clone();
            fields[4] = &count;
            fields.join(" ")
        };
        (0..=highest).map(with).collect::<Vec<_>>()
    };
    let counted: Vec<String> = plain.iter().flat_map(counted).collect();
    let Some(nodes) = naive_nodes(game, setup, &counted, Kept { quiet: highest, rights: false }, most.1) else {
        return false;
    };
    match tables.make(men, &Options::default(), &mut |_| true) {
        Ok(()) => {}
        Err(MakeError::NoPosition) => return false,
        Err(error) => panic!("{error:?} in {which}"),
    }
    let endings: Vec<usize> = limits.iter().map(|&(index, _)| index).collect();
    let least = limits.iter().map(|&(_, plies)| plies).min().unwrap();
    let fits = tables.fits(men, &endings, &Options::default(), &mut |_| true).unwrap();
    for (text, node) in &iterate(nodes) {
        if text.starts_with("claimed") {
            continue;
        }
        let position = fen::read(game, setup, text).unwrap_or_else(|error| panic!("{text}: {error:?} in {which}"));
        let Ok(value) = tables.value(&position) else { continue };
        let count = position.halfmove();
        let expected = node.value.map(|(winner, _)| winner);
        let found = match fits.fit(&tables, &position) {
            Some(Fit::Within { most, plies }) => {
                assert!(count > 0 || u32::from(plies) <= highest + 1, "{text}: {plies} in {which}");
                most.is_none_or(|most| count <= u32::from(most))
            }
            Some(Fit::Late) => false,
            Some(Fit::Short) if count > 0 => continue,
            Some(Fit::Short) => {
                survey.short += 1;
                true
            }
            _ => {
                assert_eq!(value, Value::Draw, "{text} in {which}");
                false
            }
        };
        let winner = value.winner(position.turn()).filter(|_| found);
        assert_eq!(winner, expected, "{text}: {:?} of {value:?} in {which}", fits.fit(&tables, &position));
        if value != Value::Draw && count == 0 {
            *if found { &mut survey.fit } else { &mut survey.late } += 1;
            survey.longer += usize::from(found && u32::from(value.plies().unwrap()) > highest.max(least));
        }
    }
    survey.endings += 1;
    true
}

#[test]
fn wins_fit_exactly_where_plain_iteration_says_so() {
    let rook = "  . . k\n  . . .\n  . . .\n  R . K";
    let pawn = "  . . k\n  . . .\n  . . .\n  . P .\n  . . K";
    let most = (20_000, 400_000);
    let mut survey = Survey::default();
    for (board, rows, men, endings) in [
        ("3x4", rook, "K R v K", format!("{MATES}  3 moves without progress: draw\n")),
        // The limit comes first.
        ("3x4", rook, "K R v K", format!("  5 plies without progress: draw\n{MATES}")),
        ("3x4", rook, "K R v K", format!("{MATES}  3 moves without progress: draw on claim\n")),
        // Two at once.
        (
            "3x4",
            rook,
            "K R v K",
            format!(
                "{MATES}  4 plies without progress: draw on claim\n  5 plies without progress, black to move: draw\n"
            ),
        ),
        ("3x5", pawn, "K P v K", format!("{MATES}  4 plies without progress: draw\n")),
        ("3x5", pawn, "K P v K", format!("{MATES}  6 plies without progress: draw\n")),
        ("3x5", pawn, "K P v K", format!("{MATES}  3 moves without progress: draw on claim\n")),
    ] {
        let game = small(board, rows, &endings);
        let men = Men::parse(game.variant(), men).unwrap();
        assert!(compare(&game, SetupId::default(), &men, most, &mut survey, &endings), "{endings}");
    }
    // Moves of pawns are progress as in chess, some of them, or others; a turn has two moves.
    let endings = format!("{MATES}  6 plies without progress: draw\n");
    for (men, rules) in [
        ("K P v K", "  progress: capture or move of P\n"),
        ("K P v K", "  progress: promotion\n"),
        ("K P v K", "  progress: one-way move of P\n"),
        ("K P v K", "  progress: promotion or move of K\n"),
        ("K R v K", "  turn: 2 moves\n"),
    ] {
        let game = small_with("3x5", pawn, rules, &endings);
        let men = Men::parse(game.variant(), men).unwrap();
        assert!(compare(&game, SetupId::default(), &men, most, &mut survey, rules), "{rules}");
    }
    println!("{survey:#?}");
    assert!(survey.fit > 1000 && survey.late > 1000 && survey.longer > 100, "{survey:?}");
}

#[test]
fn positions_with_a_capture_en_passant_have_wins_of_their_own() {
    let passing = format!("{PASSING}  3 plies without progress: draw\n");
    let game = load(&Source::new("passing.variant", passing), &BuiltIns).unwrap();
    for men in ["P v P", "P P v P"] {
        let men = Men::parse(game.variant(), men).unwrap();
        let mut survey = Survey::default();
        assert!(compare(&game, SetupId::default(), &men, (20_000, 400_000), &mut survey, "en passant"));
        assert!(survey.fit > 100, "{survey:?}");
    }
}

#[test]
fn a_limit_holds_with_the_player_to_move_that_its_ending_names() {
    for limit in [
        "4 plies without progress, black to move: draw",
        "3 plies without progress, white to move: draw",
        "white 4 plies without progress, not to move: draw",
    ] {
        let game = small("3x3", CORNERS, &format!("{MATES}  {limit}\n"));
        let men = Men::parse(game.variant(), "K R v K").unwrap();
        let mut survey = Survey::default();
        assert!(compare(&game, SetupId::default(), &men, (1000, 10_000), &mut survey, limit));
        assert!(survey.fit > 10 && survey.late > 10, "{limit}: {survey:?}");
    }
}

/// The table of a rook has no win as long as the limit. Its wins are compared all the same, for those of the pawn.
#[test]
fn plies_count_on_after_a_promotion_that_is_no_progress() {
    let endings = format!("{MATES}  7 plies without progress: draw\n");
    let game = small_with("3x3", CORNERS, "  progress: capture\n", &endings);
    let men = Men::parse(game.variant(), "K P v K").unwrap();
    let mut survey = Survey::default();
    assert!(compare(&game, SetupId::default(), &men, (1000, 20_000), &mut survey, "promotion"));
    assert!(survey.fit > 10 && survey.late > 10, "{survey:?}");
}

/// Men that become each other share a table, where one of them needs longer wins than the other.
#[test]
fn counts_and_probes_agree_with_the_fits_of_all_positions() {
    let text = format!("{KINDS}  18 plies without progress: draw\n");
    let game = load(&Source::new("kinds.variant", text), &BuiltIns).unwrap();
    let (setup, options) = (SetupId::default(), Options::default());
    let men = ["K R v K", "K B v K"].map(|men| Men::parse(game.variant(), men).unwrap());
    let mut tables = Tables::new(&game, setup).unwrap();
    tables.make(&men[0], &options, &mut |_| true).unwrap();
    let mut fits = Fits::new(&tables, &[2]).unwrap();
    let (_, kept) = fits.estimate(&tables, &men[0], 0);
    assert_eq!(fits.bytes(), 0);
    fits.compare(&tables, &men[0], 0, &options, &mut |_| true).unwrap();
    let longest = men.map(|men| {
        let starts = starts(&game, setup, &men);
        // Each numbered position has four bytes, and symmetries make at most eight of one.
        assert!((starts.len() as u64 / 2..=kept).contains(&fits.bytes()), "{}", fits.bytes());
        let (mut won, mut late, mut longest) = (0, 0, None);
        for text in starts {
            let position = fen::read(&game, setup, &text).unwrap();
            // With fewer plies counted it is won.
            let below = match fits.fit(&tables, &position) {
                Some(Fit::Within { most, plies }) => {
                    longest = longest.max(Some(plies));
                    most.map(|most| u32::from(most) + 1)
                }
                Some(Fit::Late) => {
                    late += 1;
                    Some(0)
                }
                fit => {
                    assert_eq!((fit, tables.value(&position)), (None, Ok(Value::Draw)), "{text}");
                    continue;
                }
            };
            won += 1;
            for count in [0, 1, 10, 17] {
                let counted = text.replace(" 0 2", &format!(" {count} 2"));
                let position = fen::read(&game, setup, &counted).unwrap();
                assert_eq!(fits.probe(&tables, &position), Some(below.is_none_or(|below| count < below)), "{counted}");
            }
        }
        let counts = fits.counts(&tables, &Selection::from(men)).unwrap();
        assert_eq!((counts.won, counts.late, counts.longest), (won, late, longest));
        assert!(won > 100);
        longest
    });
    assert!(longest[0] < longest[1]);
}

/// Plays all moves of the loser and each move of least rank of the winner.
struct Play<'a> {
    tables: &'a Tables,
    fits: &'a Fits,
    winner: Side,
    /// Positions, by their text without the number of the move: whether all play from them has been looked through.
    seen: HashMap<String, bool>,
}

impl Play<'_> {
    fn look_through(&mut self, position: &mut Position) {
        let text = fen::write(position);
        let text = text.rsplit_once(' ').unwrap().0.to_owned();
        if let Some(&done) = self.seen.get(&text) {
            return assert!(done, "no end of the play from {text}");
        }
        if let Some(verdict) = position.verdict() {
            return assert_eq!(verdict.winner, Some(self.winner), "{text}");
        }
        // No win takes as long as the limits.
        if position.halfmove() == 0 && self.fits.fit(self.tables, position) == Some(Fit::Short) {
            return;
        }
        self.seen.insert(text.clone(), false);
        let mut moves = self.fits.moves(self.tables, position);
        assert!(!moves.is_empty(), "{text}");
        if position.turn() == self.winner {
            let rank = |fit| if let MoveFit::InTime { rank } = fit { Some(rank) } else { None };
            let least = moves.iter().filter_map(|&(_, fit)| rank(fit)).min();
            assert!(least.is_some(), "no move is in time in {text}: {moves:?}");
            moves.retain(|&(_, fit)| rank(fit) == least);
        } else {
            assert!(position.best_claim().is_none(), "{text}");
        }
        for (mv, _) in moves {
            let undo = position.make(mv);
            self.look_through(position);
            position.unmake(undo);
        }
        self.seen.insert(text, true);
    }
}

#[test]
fn moves_of_the_least_rank_win_against_all_defence() {
    for (men, rules, limit) in [
        ("K R v K", "", 6),
        // A king's move is progress, but nothing is won by it alone.
        ("K R v K", "  progress: move of K\n", 1),
        ("K P v K", "  progress: promotion or move of K\n", 1),
        ("K P v K", "", 4),
    ] {
        let game = small_with("3x3", CORNERS, rules, &format!("{MATES}  {limit} plies without progress: draw\n"));
        let (setup, options) = (SetupId::default(), Options::default());
        let own = Men::parse(game.variant(), men).unwrap();
        let mut tables = Tables::new(&game, setup).unwrap();
        tables.make(&own, &options, &mut |_| true).unwrap();
        let mut fits = Fits::new(&tables, &[2]).unwrap();
        fits.compare(&tables, &own, 0, &options, &mut |_| true).unwrap();
        let mut played = 0;
        for text in starts(&game, setup, &own) {
            let mut position = fen::read(&game, setup, &text).unwrap();
            if let Some(Fit::Within { .. }) = fits.fit(&tables, &position) {
                let winner = tables.value(&position).unwrap().winner(position.turn()).unwrap();
                Play { tables: &tables, fits: &fits, winner, seen: HashMap::new() }.look_through(&mut position);
                played += 1;
            }
        }
        assert!(played > 20, "{played} of {men}, {rules}");
    }
}

#[test]
fn wins_fit_in_random_games_where_plain_iteration_says_so() {
    let cases = cases(DEFINITIONS);
    let mut survey = Survey::default();
    for case in cases {
        let Some((mut dice, made, game)) = throw_small(case) else { continue };
        if game.variant().rules.finishing_move.is_some() {
            continue;
        }
        let mut variant = game.variant().clone();
        variant.endings.retain(|ending| !matches!(ending.condition, Condition::Quiet { .. }));
        let Some(mut limit) = variant.endings.first().cloned() else { continue };
        (limit.side, limit.both, limit.on_claim) = (None, false, false);
        (limit.judged, limit.worth) = Default::default();
        limit.setups.clear();
        limit.condition = Condition::Quiet { count: 1 + dice.below(3) as u16, unit: QuietUnit::Plies };
        limit.result = if dice.flip() { GameResult::Draw } else { GameResult::DrawOnClaim };
        variant.endings.insert(dice.below(variant.endings.len() + 1), limit);
        let Ok(game) = Game::compile(variant) else { continue };
        let setup = SetupId(dice.below(game.variant().setups.len()) as u8);
        let Some(men) = choose_men(&game, setup, &mut dice) else { continue };
        let which = format!("case {case}, limits {:?}:\n{}", limits(&game, setup), made.text);
        compare(&game, setup, &men, (MAX_POSITIONS, MAX_REACHED), &mut survey, &which);
    }
    println!("{survey:#?}");
    if is_long() {
        assert!(survey.endings >= 15 && survey.fit > 3000 && survey.late > 300, "{survey:?}");
    }
}

#[test]
fn what_is_no_draw_by_plies_is_refused() {
    let game = small(
        "3x4",
        "  . . k\n  . . .\n  . . .\n  R . K",
        "  checkmated: loses\n  stalemated: draw\n  6 plies without progress, to move: loses\n  9 plies without progress: draw\n",
    );
    let men = Men::parse(game.variant(), "K R v K").unwrap();
    let mut tables = Tables::new(&game, SetupId::default()).unwrap();
    let options = Options::default();
    assert_eq!(tables.fits(&men, &[3], &options, &mut |_| true).unwrap_err(), MakeError::NoTable);
    tables.make(&men, &options, &mut |_| true).unwrap();
    assert_eq!(tables.fits(&men, &[2], &options, &mut |_| true).unwrap_err(), MakeError::NoLimit);
    let little = Options { max_memory: 1000, ..options };
    assert!(matches!(tables.fits(&men, &[3], &little, &mut |_| true), Err(MakeError::Memory(_))));
    assert_eq!(tables.fits(&men, &[3], &options, &mut |_| false).unwrap_err(), MakeError::Interrupted);
}

/// A limit of a ply or two is over within the moves that values are looked up for.
#[test]
fn values_of_moves_do_not_depend_on_limits() {
    let rook = "  . . k\n  . . .\n  . . .\n  R . K";
    let unlimited = small("3x4", rook, MATES);
    for limit in
        ["1 plies without progress: draw", "2 plies without progress: draw", "1 plies without progress, to move: loses"]
    {
        let limited = small("3x4", rook, &format!("  {limit}\n{MATES}"));
        let men = Men::parse(limited.variant(), "K R v K").unwrap();
        let [one, other] = [&unlimited, &limited].map(|game| {
            let mut tables = Tables::new(game, SetupId::default()).unwrap();
            tables.make(&men, &Options::default(), &mut |_| true).unwrap();
            tables
        });
        let starts = starts(&limited, SetupId::default(), &men);
        assert!(starts.len() > 100);
        for text in &starts {
            let [first, second] = [&one, &other].map(|tables| {
                let position = fen::read(tables.game(), SetupId::default(), text).unwrap();
                (tables.value(&position), tables.moves(&position))
            });
            assert_eq!(first, second, "{text}, {limit}");
        }
    }
}
