//! Games of Fairy-Stockfish: reading their configurations, importing and exporting.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::{env, fs};

use weakfish::diagnostic::{Code, Report};
use weakfish::engine::Game;
use weakfish::model::{Condition, Ending, GameResult, KindId, Movement, SetupId};
use weakfish::notation::{fen, uci};
use weakfish::source::Source;
use weakfish::{BuiltIns, check};
use weakfish_fairy_stockfish::{Collection, Export, Import, export, keys};

use weakfish_testing::cases::folder;
use weakfish_testing::pages::{assert_page, plain_report};

fn case(name: &str) -> Source {
    let path = folder("fairy-stockfish").join(name);
    Source::new(name, fs::read_to_string(path).expect("a readable file"))
}

/// An imported game, which must be a definition without errors.
fn game(import: &Import) -> Game {
    let checked = check(&Source::new(import.name.as_str(), import.definition.as_str()), &BuiltIns);
    checked.game.unwrap_or_else(|| panic!("{}\n{}", checked.report, import.definition))
}

/// The games built into the engine that can be imported whole.
fn complete_imports() -> Vec<Import> {
    let collection = Collection::built_in();
    let all = collection.names().map(|name| collection.import(name).expect("a game without mistakes"));
    all.filter(|import| import.losses.is_empty()).collect()
}

#[test]
fn every_mistake_in_a_configuration_is_told_at_its_place() {
    let source = case("bad.ini");
    let collection = Collection::read(&source);
    let mut page = plain_report(&collection.report());
    for name in ["small", "stranger", "late", "behind", "nobody"] {
        let report = collection.import(name).expect_err("a game with a mistake");
        write!(page, "\n{name}\n\n{}", plain_report(&report)).unwrap();
    }
    assert_page("fairy-stockfish", "bad", &format!("{}\n\n{page}", source.text));
}

#[test]
fn a_damaged_line_refuses_its_game_and_those_that_change_it_but_no_other() {
    let text = "[one:chess]\nmustCapture: true\n[two:one]\nnMoveRule = 40\n[three:chess]\nnMoveRule = 40\n";
    let collection = Collection::read(&Source::new("variants.ini", text));
    assert!(collection.import("one").is_err());
    assert!(collection.import("two").is_err());
    assert!(collection.import("three").is_ok());
}

#[test]
fn what_follows_the_letter_of_a_built_in_man_is_skipped_with_a_warning() {
    for (line, movement) in [("wazir = a:s", "W"), ("fers = aW", "F"), ("horse = a # the horse", "nN")] {
        let start = "startFen = 4k3/8/8/8/8/8/PPPPPPPP/A3K3 w - - 0 1";
        let source = Source::new("variants.ini", format!("[own:chess]\ncastling = false\n{line}\n{start}\n"));
        let collection = Collection::read(&source);
        let codes: Vec<_> =
            collection.report().diagnostics().map(|problem| (problem.code, problem.is_error())).collect();
        assert_eq!(codes, [(Code::FairyOtherMovement, false)], "{line}");
        let game = game(&collection.import("own").unwrap());
        let man = game.variant().kinds.iter().find(|kind| kind.symbol == "A").expect("the man");
        assert_eq!(Some(man.components[0].movement.clone()), weakfish::betza::movement(movement).0, "{line}");
    }
}

#[test]
fn first_moves_that_hop_are_made_from_the_squares_of_double_steps() {
    let own = import_section(
        "[own:chess]\ncastling = false\ncustomPiece1 = a:mRimpRcpR\ndoubleStepRegionWhite = *3\n\
         startFen = 4k3/p7/8/8/8/A7/P7/4K3 w - - 0 1\n",
    );
    let own = own.expect("an exact import");
    let hops = |fen: &str, from: &str| legal(&own, fen, from).contains(&format!("{from}a8"));
    assert!(hops("4k3/p7/8/8/8/A7/P7/4K3 w - - 0 1", "a3"));
    assert!(!hops("4k3/p7/8/8/A7/8/P7/4K3 w - - 0 1", "a4"));
}

#[test]
fn letters_that_no_man_has_are_skipped_in_the_start() {
    let text = "[own:chess]\ncastling = false\nstartFen = 4k3/8/8/8/8/8/8/XRX1K2Z w - - 0 1\n";
    let import = Collection::read(&Source::new("variants.ini", text)).import("own").unwrap();
    let codes = import.warnings.iter().flat_map(Report::diagnostics).map(|problem| problem.code);
    assert_eq!(codes.collect::<Vec<_>>(), [Code::FairyStart]);
    assert!(fen::write(&game(&import).start()).starts_with("4k3/8/8/8/8/8/8/R1K5 w"));
}

#[test]
fn imported_games_are_played_from_any_array_except_where_dropped_men_castle() {
    let refused = complete_imports().into_iter().filter(|import| {
        let any_array = game(import).variant().with_any_array();
        any_array.is_none_or(|variant| Game::compile(variant).is_err())
    });
    assert_eq!(refused.map(|import| import.name).collect::<Vec<_>>(), ["placement"]);
}

#[test]
fn keys_that_are_lost_for_one_reason_share_a_diagnostic() {
    let text = "[own:chess]\nstartFen = 4k3/pppppppp/8/8/8/8/PPPPPPPP/ABC1K3 w - - 0 1\ncastling = false\n\
                customPiece1 = a:FmiAmiD\ncustomPiece2 = b:FmiAmiD\ncustomPiece3 = c:FmiAmiD\ntwoBoards = true\n";
    let import = Collection::read(&Source::new("variants.ini", text)).import("own").unwrap();
    let messages = import.reports.iter().flat_map(Report::diagnostics).map(|problem| problem.message.as_str());
    let messages = messages.collect::<Vec<_>>();
    assert_eq!(messages.len(), 2, "{messages:#?}");
    assert!(messages.iter().any(|message| message.starts_with("`customPiece1`, `customPiece2` and `customPiece3` ")));
}

/// The rules by which a game of the engine is imported, or the first key that stands against it and why.
fn import_section(section: &str) -> Result<Game, (String, String)> {
    let collection = Collection::read(&Source::new("variants.ini", section));
    let import = collection.import("own").unwrap_or_else(|report| panic!("{report}"));
    match import.losses.first() {
        None => Ok(game(&import)),
        Some(loss) => Err((loss.key.clone(), loss.lost.clone())),
    }
}

/// Movements as pyffish plays them, and as their notation means.
#[test]
fn movements_are_those_that_the_engine_plays_or_those_that_are_meant() {
    for (notation, played, meant) in [
        ("[F?R]", "FR", Some("[F?R]")),
        ("zB", "B", Some("zB")),
        ("CC", "", Some("CC")),
        ("AAW", "W", Some("AAW")),
        ("nHmF", "mF", Some("nHmF")),
        ("gQcN", "gQcN", None),
        ("pN", "", None),
        ("W~F", "K", None),
        ("mWcF", "mWcF", None),
        ("N0", "NN", None),
    ] {
        let section = format!(
            "[own:chess]\ncastling = false\ncustomPiece1 = a:{notation}\nstartFen = 4k3/pppppppp/8/8/8/8/PPPPPPPP/A3K3 w - - 0 1\n"
        );
        let collection = Collection::read(&Source::new("variants.ini", section.as_str()));
        let movement = |import: &Import| {
            game(import)
                .variant()
                .kinds
                .iter()
                .find(|kind| kind.symbol == "A")
                .map(|kind| kind.components[0].movement.clone())
        };
        let of_betza = |betza: &str| weakfish::betza::movement(betza).0;
        let (exact, as_meant) = (collection.import("own").unwrap(), collection.import_as_meant("own").unwrap());
        let expected = if played.is_empty() { Some(Movement::default()) } else { of_betza(played) };
        assert_eq!(movement(&exact), expected, "{notation}");
        assert_eq!(movement(&as_meant), meant.map_or(expected, of_betza), "{notation}");
        let differs = meant.is_some() || notation.contains('~') || played.is_empty();
        assert_eq!(
            (exact.warnings.len(), as_meant.warnings.is_empty()),
            (usize::from(differs), meant.is_some() || !differs),
            "{notation}"
        );
    }
}

/// The name of an exported section, and the section with the name `own`.
fn with_name_own(section: &str) -> (String, String) {
    let heading = section.lines().find_map(|line| line.strip_prefix('[')).expect("a heading");
    let name = heading.split([':', ']']).next().expect("a name");
    (name.to_owned(), section.replacen(&format!("[{name}"), "[own", 1))
}

fn legal(game: &Game, fen: &str, from: &str) -> Vec<String> {
    let position = fen::read(game, SetupId(0), fen).expect("a sound position");
    let all = position.legal_moves().to_vec();
    let mut texts: Vec<String> = all.into_iter().map(|played| uci::write(&position, played)).collect();
    texts.retain(|text| text.starts_with(from));
    texts.sort();
    texts
}

#[test]
fn a_promotion_to_the_own_kind_leaves_the_man_what_it_is() {
    let fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let own = import_section("[own:chess]\npromotionPieceTypes = p\n").unwrap();
    assert_eq!(legal(&own, fen, "a7"), ["a7a8"]);
    let either = import_section("[own:chess]\npromotionPieceTypes = pq\n").unwrap();
    assert_eq!(legal(&either, fen, "a7"), ["a7a8", "a7a8q"]);
    let two = "[own:chess]\ncustomPiece1 = s:fmFcfW\npawnTypes = ps\npromotionPieceTypes = sq\n\
               startFen = 4k3/pppppppp/8/8/8/PPPPSSSS/8/4K3 w - - 0 1\n";
    let two = import_section(two).unwrap();
    assert_eq!(legal(&two, fen, "a7"), ["a7a8q", "a7a8s"]);
    assert_eq!(legal(&two, &fen.replace('P', "S"), "a7"), ["a7b8", "a7b8q"]);
    // There these are two moves that lead to the same position.
    let wished = import_section("[own:chess]\npromotionPieceTypes = pq\nmandatoryPawnPromotion = false\n");
    assert_eq!(wished.unwrap_err().0, "promotionPieceTypes");
}

#[test]
fn a_capture_en_passant_does_not_promote() {
    let zone = "[own:chess]\npromotionRegionWhite = *6 *7 *8\npromotionRegionBlack = *3 *2 *1\n";
    let game = import_section(zone).unwrap();
    let fen = "4k3/8/2n5/3pP3/8/8/8/4K3 w - d6 0 1";
    assert_eq!(legal(&game, fen, "e5"), ["e5d6", "e5e6b", "e5e6n", "e5e6q", "e5e6r"]);
    assert_eq!(legal(&game, "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5"), ["e5e6b", "e5e6n", "e5e6q", "e5e6r"]);
}

#[test]
fn a_hopper_of_two_squares_hops_over_its_neighbour() {
    let game =
        import_section("[own:chess]\ncustomPiece1 = s:mRpB2\nstartFen = 4k3/8/8/8/8/8/8/S3K3 w - - 0 1\n").unwrap();
    let fen = "4k3/8/5s2/8/3S4/2S1S3/1s5s/S3K3 w - - 0 1";
    assert_eq!(
        legal(&game, fen, "d4").join(" "),
        "d4a4 d4b2 d4b4 d4c4 d4d1 d4d2 d4d3 d4d5 d4d6 d4d7 d4d8 d4e4 d4f2 d4f4 d4g4 d4h4"
    );
}

/// Imports a section, whose definition must have these lines, and imports it again from its export.
fn assert_comes_back(section: &str, lines: &[&str], depth: u32) {
    let collection = Collection::read(&Source::new("variants.ini", section));
    let import = collection.import("own").unwrap_or_else(|report| panic!("{report}"));
    assert_eq!(import.losses, [], "{section}");
    for line in lines {
        assert!(import.definition.contains(line), "{line}\n{}", import.definition);
    }
    let again = export(game(&import).variant(), "own");
    assert_eq!(again.losses, Vec::<String>::new(), "{section}");
    let again = import_section(&with_name_own(&again.section).1).unwrap();
    assert_eq!(game(&import).variant().endings, again.variant().endings, "{section}");
    assert_eq!(game(&import).start().perft(depth), again.start().perft(depth), "{section}");
}

#[test]
fn men_left_behind_slide_in_and_perpetual_checks_come_back_from_an_export() {
    for (section, lines) in [
        ("[own:seirawan]\n", ["when first moving may leave H or E", "drop of H:      forbidden"]),
        ("[own:shouse]\n", ["when first moving may leave N, B, R, Q, H or E", "when captured goes to"]),
        ("[own:torishogi]\n", ["both position 4 times by perpetual check: draw", "position 4 times, to move:"]),
        ("[own:minishogi]\n", ["white position 4 times:", "position 4 times by perpetual check:"]),
    ] {
        assert_comes_back(section, &lines, 3);
    }
}

#[test]
fn castling_chains_and_walls_among_explosions_come_back_from_an_export() {
    for (section, lines) in [
        ("[own:chess]\ncastlingWins = q\n", &["black castled toward the first file:"][..]),
        ("[own:chess]\ncastlingWins = KQkq\n", &["castled:", "no castling, not to move:", "no castling, to move:"]),
        (
            "[own:chess]\nconnectRegion1White = a*\nconnectRegion2White = h*\nconnectDiagonal = false\n",
            &["white chain of men between file a and file h by steps n or e, not to move:"],
        ),
        ("[own:duck]\nblastOnCapture = true\n", &["one at a time, not where a man dies"]),
    ] {
        assert_comes_back(section, lines, 2);
    }
}

#[test]
fn limits_of_promotion_count_men_on_the_board_alone() {
    assert_comes_back(
        "[own:grand]\npieceDrops = true\ncapturesToHand = true\n",
        &["at most 2 N, 2 B, 2 R, 1 Q, 1 A or 1 C on the board, optional"],
        2,
    );
    let line = "rules\n  promotion of P: on last rank, to Q, R, B or N, at most 1 Q\n";
    let export = export_definition(&format!("game \"Own\" extends crazyhouse\n{line}"));
    assert!(export.losses.iter().any(|loss| loss.contains("count men in hand")), "{:?}", export.losses);
}

#[test]
fn walls_that_may_guard_a_king_beside_explosions_are_lost() {
    let lost = import_section("[own:atomic]\nwallingRule = duck\n").unwrap_err();
    assert_eq!(lost.0, "wallingRule");
    let rules = "men\n  K king: mK, royal\n  all men: when capturing dies, when capturing destroys all men but P next to it\n\
                 rules\n  wall: anywhere, one at a time, not where a man dies\n\
                 endings\n  no K: loses (king-exploded)\n  only: none\n  the rest: inherited\n";
    let export = export_definition(&format!("game \"Own\" extends fide\n{rules}"));
    assert!(export.losses.iter().any(|loss| loss.contains("destroy others")), "{:?}", export.losses);
}

#[test]
fn a_game_that_is_over_before_its_first_move_is_imported_with_a_warning() {
    let full = "[own:ataxx]\ncustomPiece1 = p:cK\nmaxRank = 2\nmaxFile = 2\nstartFen = Pp/pP w - - 0 1\n\
                enclosingDrop = none\npieceDrops = false\npassOnStalemate = false\n";
    let import = Collection::read(&Source::new("variants.ini", full)).import("own").unwrap();
    assert_eq!(import.losses, []);
    assert_eq!(game(&import).start().outcome().map(|outcome| outcome.reason), Some("full-board".into()));
    let warnings: Vec<_> = import.warnings.iter().flat_map(Report::diagnostics).collect();
    assert_eq!(warnings.iter().map(|warning| warning.code).collect::<Vec<_>>(), [Code::CheckDecidedStart]);
}

#[test]
fn a_definition_that_is_refused_is_lost_with_the_reason() {
    let attacked = "[own:chess]\nstartFen = rnbqkbnr/pppp1ppp/8/8/8/4R3/PPPPPPPP/RNBQKBNR w KQ - 0 1\n";
    let lost = import_section(attacked).unwrap_err();
    assert_eq!(
        lost,
        (
            "startFen".to_owned(),
            "no game can begin from the setup `standard`: Black's King on e8 could be captured at once".to_owned()
        )
    );
}

#[test]
fn pawns_are_dropped_where_the_keys_let_them() {
    let fen = "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1";
    let drops = |keys: &str| {
        let game = import_section(&format!("[own:crazyhouse]\n{keys}")).unwrap();
        let ranks = legal(&game, fen, "P@b").concat();
        ranks.replace("P@b", "")
    };
    assert_eq!(drops(""), "234567");
    assert_eq!(drops("firstRankPawnDrops = true\n"), "1234567");
    assert_eq!(drops("promotionZonePawnDrops = true\n"), "2345678");
    assert_eq!(drops("dropRegionWhite = *1 *2 *3\n"), "23");
    assert_eq!(drops("dropChecks = false\n"), "234567");
    assert_eq!(drops("dropNoDoubled = p\ndropNoDoubledCount = 0\n"), "");
}

#[test]
fn men_in_hand_do_not_count_where_material_decides() {
    let game = import_section("[own:crazyhouse]\nmaterialCounting = unweighted\n").unwrap();
    let endings = &game.variant().endings;
    assert!(endings.iter().any(|ending| ending.result == GameResult::MoreMen && ending.on_board));
    assert!(endings.iter().all(|ending| ending.result != GameResult::MoreMen || ending.on_board));
}

#[test]
fn a_promoted_man_of_shogi_is_in_hand_what_it_was() {
    let game = import_section("[own:judkins]\n").unwrap();
    let mut position = fen::read(&game, SetupId(0), "5k/6/1+p4/1R4/6/K5[] w - - 0 1").expect("a sound position");
    let captures = position.legal_moves().to_vec().into_iter().find(|played| uci::write(&position, *played) == "b3b4");
    position.play(captures.expect("a legal capture")).expect("a legal move");
    assert!(fen::write(&position).starts_with("5k/6/1R4/6/6/K5[P] b"), "{}", fen::write(&position));
}

#[test]
fn hands_that_no_definition_can_say_are_lost() {
    for (keys, lost) in [
        ("freeDrops = true\n", "freeDrops"),
        ("castlingDroppedPiece = true\ncastlingRookPieces = rn\n", "castlingDroppedPiece"),
        ("enclosingDrop = anyside\n", "enclosingDrop"),
        ("dropOppositeColoredBishop = true\n", "dropOppositeColoredBishop"),
        ("mustDrop = true\nmustDropType = n\n", "mustDropType"),
        ("promotionPawnTypes = pr\n", "promotionPawnTypes"),
    ] {
        assert_eq!(import_section(&format!("[own:crazyhouse]\n{keys}")).unwrap_err().0, lost, "{keys}");
    }
}

/// Every game that is built into the engine, with what is lost. Those that are whole make a sound game, in the words of the
/// language, with movements of one reading, and without endings that never hold.
#[test]
fn every_built_in_game_is_imported_or_says_why_not() {
    let collection = Collection::built_in();
    assert!(collection.report().is_empty(), "{}", collection.report());
    let (mut page, mut found) = (String::new(), Vec::new());
    for name in collection.names() {
        let import = collection.import(name).expect("a game without mistakes");
        if import.losses.is_empty() {
            let checked = check(&Source::new(name, import.definition.as_str()), &BuiltIns);
            assert!(checked.game.is_some(), "{}\n{}", checked.report, import.definition);
            found.extend(checked.report.diagnostics().map(|found| format!("{name}: {}", found.code)));
            assert!(import.reports.is_empty());
            writeln!(page, "{name}").unwrap();
            continue;
        }
        assert_eq!(import.losses.len(), import.reports.iter().map(|report| report.diagnostics().len()).sum::<usize>());
        writeln!(page, "{name}").unwrap();
        for loss in &import.losses {
            assert!(!loss.lost.is_empty(), "{name}: {}", loss.key);
            writeln!(page, "    {}: {}", loss.key, loss.lost).unwrap();
        }
    }
    assert_page("fairy-stockfish", "built-in", &page);
    // There both bishops of a side stand on one colour.
    assert_eq!(found, ["modern: check::one-colour"]);
}

/// The definitions as they are printed: of some games whole, of others the lines that none before has.
#[test]
fn definitions_are_laid_out_like_those_that_are_built_in() {
    let collection = Collection::built_in();
    let definition = |name: &str| collection.import(name).expect("a game without mistakes").definition;
    let mut seen = BTreeSet::new();
    for name in ["crazyhouse", "kyotoshogi", "manchu", "shogi"] {
        let definition = definition(name);
        assert_page("fairy-stockfish", name, &definition);
        seen.extend(definition.lines().map(str::to_owned));
    }
    let mut others = String::new();
    for name in ["breakthrough", "chigorin", "courier", "shako", "sortofalmost"] {
        let definition = definition(name);
        let new = definition.lines().filter(|line| seen.insert((*line).to_owned()));
        others.extend(new.flat_map(|line| [line, "\n"]));
    }
    assert_page("fairy-stockfish", "others", &others);
}

#[test]
fn no_key_is_lost_without_a_word() {
    let collection = Collection::read(&case("keys.ini"));
    assert!(collection.report().is_empty(), "{}", collection.report());
    let text = case("keys.ini").text;
    let parents: BTreeMap<&str, &str> =
        text.lines().filter_map(|line| line[1..].strip_suffix(']')?.split_once(':')).collect();
    // The definition without its first lines, which have the name of the game.
    let rules =
        |import: &Import| import.definition.lines().filter(|line| !line.starts_with("//")).skip(2).collect::<String>();
    let mut missing = Vec::new();
    for key in keys() {
        let name = key.names[0].trim_end_matches("White");
        // Whether other starting positions are played is not in the rules of this one. These two matter only together.
        if matches!(name, "chess960" | "connectRegion2") {
            continue;
        }
        let import = collection.import(name).unwrap_or_else(|report| panic!("{name}: {report}"));
        let parent = collection.import(parents[name]).expect("a game without mistakes");
        let lost = |import: &Import| import.losses.iter().any(|loss| loss.key == name);
        if !lost(&import) && (rules(&import) == rules(&parent)) {
            missing.push(name.to_owned());
        }
    }
    assert!(missing.is_empty(), "neither said nor lost: {missing:?}");
}

#[test]
fn a_game_that_is_exported_and_imported_again_is_the_same() {
    let mut exported = 0;
    for import in complete_imports() {
        let made = export(game(&import).variant(), &import.name);
        if !made.losses.is_empty() {
            continue;
        }
        exported += 1;
        let section = with_name_own(&made.section).1;
        let again = Collection::read(&Source::new("again.ini", section.as_str())).import("own");
        let again = again.unwrap_or_else(|report| panic!("{section}\n{report}"));
        assert!(again.losses.is_empty(), "{section}\n{:?}", again.losses);
        let (one, other) = (game(&import), game(&again));
        let plain = |game: &Game| {
            let mut variant = game.variant().clone();
            variant.title.clear();
            variant.source = None;
            for kind in &mut variant.kinds {
                kind.name.clear();
                for part in &mut kind.components {
                    part.betza.clear();
                }
            }
            variant.kinds.sort_by(|a, b| a.symbol.cmp(&b.symbol));
            // Beside walls a royal man is one that may not be missing, there.
            let is_royal = |kinds: &[KindId]| kinds.iter().all(|&kind| game.variant().kind(kind).royal);
            let missing = |ending: &&Ending| match &ending.condition {
                Condition::AtMost { kinds: Some(kinds), .. } => variant.facts().walls.any() && is_royal(kinds),
                _ => false,
            };
            let endings = variant.endings.iter().filter(|ending| !missing(ending));
            let endings: Vec<_> = endings.map(|ending| (ending.side, ending.result)).collect();
            (
                variant
                    .kinds
                    .iter()
                    .map(|kind| (kind.symbol.clone(), kind.royal, kind.components[0].movement.clone()))
                    .collect::<Vec<_>>(),
                variant.setups.len(),
                endings,
            )
        };
        assert_eq!(plain(&one), plain(&other), "{section}");
        assert_eq!(one.start().perft(2), other.start().perft(2), "{section}");
    }
    assert!(exported > 30, "only {exported} games can be exported again");
}

/// The counts of the exported games were compared with the engine's.
#[test]
fn built_in_games_that_the_engine_can_play_are_exported_and_imported_again() {
    let mut exported = Vec::new();
    for name in weakfish::builtin::names() {
        let game =
            weakfish::load(&weakfish::builtin::source(name).expect("built in"), &BuiltIns).expect("a sound game");
        let made = export(game.variant(), name);
        if !made.losses.is_empty() {
            continue;
        }
        let (own, section) = with_name_own(&made.section);
        let again = import_section(&section).unwrap();
        // The engine skips a section with the name of a game that it has.
        assert!(Collection::built_in().names().all(|name| name != own), "{own}");
        assert_eq!(count(&game), count(&again), "{}", made.section);
        exported.push(name);
    }
    let page = include_str!("../../docs/fairy-stockfish.md");
    let told = format!("games built into Weakfish {} can be exported.", exported.len());
    assert!(page.contains(&told), "{told} {exported:?}");
    for name in ["fide", "horde", "janggi", "janus", "racing-kings", "xiangqi"] {
        assert!(exported.contains(&name), "{name}");
    }
}

/// Sequences of three plies from the start; of two where those are many already, as in games with walls.
fn count(game: &Game) -> [u64; 2] {
    let start = game.start();
    let two = start.perft(2);
    [two, if two > 100_000 { 0 } else { start.perft(3) }]
}

fn export_definition(text: &str) -> Export {
    let game = weakfish::load(&Source::new("own.variant", text), &BuiltIns).unwrap_or_else(|report| panic!("{report}"));
    let made = export(game.variant(), "own");
    if made.losses.is_empty() {
        let again = import_section(&made.section).unwrap();
        assert_eq!(count(&game), count(&again), "{}", made.section);
    }
    made
}

#[test]
fn holes_men_of_one_side_and_kings_that_hardly_castle_have_keys() {
    let rows = |far: &str, middle: &str, near: &str| {
        let empty = ". . . . . . . .\n";
        let pawns = "p p p p p p p p\n";
        format!("setup standard\n{far}\n{pawns}{empty}{middle}\n{middle}\n{empty}{}{near}\n", pawns.to_uppercase())
    };
    let empty = ". . . . . . . .";
    let usual = ["r n b q k b n r", "R N B Q K B N R"];
    let holed = rows(usual[0], ". . . * * . . .", usual[1]);
    let holes = export_definition(&format!("game \"Own\" extends fide\nboard: 8x8 without d4 to e5\n{holed}"));
    assert_eq!(holes.losses, Vec::<String>::new());
    assert!(holes.section.contains("/3**3/3**3/"), "{}", holes.section);
    let hopping = format!(
        "game \"Own\" extends fide\nboard: 8x8 without d4 to e5\nmen\n  N horse: nN\n{holed}endings\n  the rest: inherited\n"
    );
    assert_eq!(export_definition(&hopping).losses, ["men to which a hole is no man in the way, such as the horse"]);

    let near = rows("r . . . . k . r", empty, "R . . . . K . R");
    let castling = "rules\n  castling: K to own c1 or own g1 with R, R to the other side of K\n";
    let near = export_definition(&format!("game \"Own\" extends fide\n{near}{castling}"));
    assert!(near.losses.is_empty() && near.section.contains("\nchess960 = true\n"), "{}", near.section);

    let pawns = rows(usual[0], empty, usual[1]);
    let sided = export_definition(&format!(
        "game \"Own\" extends fide\nmen\n  white P pawn: mfWcfF\n  black P runner: mfFcfW\n{pawns}rules\n  \
         long step of P: none\n"
    ));
    assert_eq!(sided.losses, Vec::<String>::new());
    assert!(sided.notes.contains(&"the letter of the pawn is `A` there".to_owned()), "{:?}", sided.notes);
}

/// A position where captures explode beside Kings and Pawns, and one where a man becomes a wall.
#[test]
fn explosions_come_back_from_an_export() {
    let built_in = weakfish::load(&weakfish::builtin::source("atomic-chess").unwrap(), &BuiltIns).unwrap();
    let made = export(built_in.variant(), "own");
    assert_eq!(made.losses, Vec::<String>::new());
    for key in ["blastOnCapture = true", "extinctionPseudoRoyal = true", "commoner = k", "castlingKingPiece = k"] {
        assert!(made.section.contains(key), "{}", made.section);
    }
    let again = import_section(&with_name_own(&made.section).1).unwrap();
    let fen = "r3k2r/8/2npb3/2ppr3/2Nn4/1P6/8/R3K2R w KQkq - 3 1";
    let counts = |game: &Game| fen::read(game, SetupId(0), fen).unwrap().perft(3);
    assert_eq!(counts(&built_in), counts(&again));

    for name in ["nocheckatomic", "petrified"] {
        let import = Collection::built_in().import(name).unwrap();
        assert!(import.losses.is_empty(), "{name}: {:?}", import.losses);
        let one = game(&import);
        let made = export(one.variant(), "own");
        assert_eq!(made.losses, Vec::<String>::new(), "{name}");
        let again = import_section(&with_name_own(&made.section).1).unwrap();
        assert_eq!(counts(&one), counts(&again), "{name}");
    }

    // The engine looks first at the side that has moved, and in no other order.
    let import = Collection::built_in().import("nocheckatomic").unwrap();
    let [first, second] = ["  no K, not to move:         loses\n", "  no K, to move:             loses\n"];
    let definition = import.definition.replace(&format!("{first}{second}"), &format!("{second}{first}"));
    assert_ne!(definition, import.definition);
    let loss = "who must be to move, or that both sides must fulfil it, in the ending `extinction`";
    assert!(export_definition(&definition).losses.contains(&loss.to_owned()));
    let half = "game \"Own\" extends fide\nmen\n  N knight: N, when capturing dies\n";
    assert_eq!(export_definition(half).losses, ["men that die or destroy others by a move, such as the knight"]);
    let drawn = "game \"Own\" extends atomic-chess\nendings\n  no K:     draw (explosion)\n  the rest: inherited\n";
    assert_eq!(export_definition(drawn).losses, ["a royal king that dies without an end of the game"]);
}

/// Rules that the engine has a key for, and judges otherwise beside another one. `tests/oracles/exports.py` has found them.
#[test]
fn what_the_engine_judges_otherwise_is_named() {
    let endings = "endings\n  no K: loses (exploded)\n  only: none\n  the rest: inherited\n";
    let explosions = "  all men: when capturing dies, when capturing destroys all men but P next to it\n";
    let immobile = "  castling: none\n  immobility: forbidden\n  promotion of P: on last rank, to Q, B or N\n";
    for (men, rules, loss) in [
        ("", "  wall: anywhere, one at a time\n", None),
        ("", "  check: forbidden\n", None),
        (
            "",
            "  wall: anywhere, one at a time, instead of a move\n",
            Some("a single wall that is put instead of a move"),
        ),
        (
            "",
            "  wall: where the man came from\n  check: forbidden\n",
            Some("a royal king that may not be put in check, where it may die or walls may guard it"),
        ),
        (
            explosions,
            "  check: forbidden\n",
            Some("a royal king that may not be put in check, where it may die or walls may guard it"),
        ),
        ("  K king: K\n", "  wall: anywhere, one at a time\n", None),
        (
            "  K king: K\n  R lance: fR, instead of R\n",
            &format!("{immobile}  wall: anywhere\n"),
            Some("men that may not go where they could never move again, beside walls"),
        ),
        ("  K king: K\n  R lance: fR, instead of R\n", immobile, None),
        (
            "  K king: K\n  R lance: fR, instead of R\n",
            "  castling: none\n  immobility: forbidden\n",
            Some("men that may not go where they could never move again, and could promote to such"),
        ),
        (explosions, "", None),
        (
            &format!("  K king: K\n{explosions}"),
            "  castling: none\n",
            Some("men of both sides that may be missing after one move, in the ending `exploded`"),
        ),
        (&format!("  K king: KmR, royal\n{explosions}"), "  castling: none\n", None),
        (
            &format!("  K king: Q, royal\n{explosions}"),
            "  castling: none\n",
            Some("a royal king that attacks no other from afar, since its captures kill it"),
        ),
    ] {
        let section =
            |name: &str, lines: &str| if lines.is_empty() { String::new() } else { format!("{name}\n{lines}") };
        let (men, rules) = (section("men", men), section("rules", rules));
        let made = export_definition(&format!("game \"Own\" extends fide\n{men}{rules}{endings}"));
        assert_eq!(made.losses, loss.into_iter().map(str::to_owned).collect::<Vec<_>>(), "{men}{rules}");
    }
}

#[test]
fn what_the_engine_can_not_do_is_named() {
    let mut page = String::new();
    for name in weakfish::builtin::names() {
        let game =
            weakfish::load(&weakfish::builtin::source(name).expect("built in"), &BuiltIns).expect("a sound game");
        let made = export(game.variant(), name);
        writeln!(page, "{name}").unwrap();
        for loss in made.losses {
            writeln!(page, "    {loss}").unwrap();
        }
        for note in made.notes {
            writeln!(page, "    (note: {note})").unwrap();
        }
    }
    assert_page("fairy-stockfish", "unsayable", &page);
}

/// The counts of the page were confirmed by the engine itself.
#[test]
fn built_in_games_have_the_counts_that_the_engine_has() {
    let page = include_str!("../../docs/fairy-stockfish.md");
    let rows: Vec<Vec<&str>> = page.lines().map(|line| line.split('|').map(str::trim).collect()).collect();
    let collection = Collection::built_in();
    let mut compared = 0;
    for row in rows.iter().filter(|row| row.len() > 7 && row[2] == "built in" && !row[3].is_empty()) {
        let import = collection.import(row[1]).expect("a game without mistakes");
        assert!(import.losses.is_empty(), "{}: {:?}", row[1], import.losses);
        for (depth, count) in (1..3).zip(row[3].split(", ").filter(|count| !count.is_empty())) {
            assert_eq!(game(&import).start().perft(depth).to_string(), count, "{} {depth}", row[1]);
            compared += 1;
        }
    }
    assert!(compared > 80, "only {compared} counts");
}

/// The page of all keys.
#[test]
fn the_page_of_keys_is_made_from_the_table() {
    let mut page = "# Keys of Fairy-Stockfish\n\n\
        This page lists the rule keys of a Fairy-Stockfish configuration. The last column names what is lost if a definition can't\n\
        express the value of the key. A configuration also has these keys:\n\n\
        * the name of a man, with its letter: `rook = r`;\n\
        * `customPiece1` to `customPiece25` and `king`, with a letter and a movement: `customPiece1 = c:mRcpR`;\n\
        * `mobilityRegionWhiteRook` and similar keys, with the squares on which a man may stand;\n\
        * `pawnTypes`, which sets `promotionPawnTypes`, `enPassantTypes` and `nMoveRuleTypes`.\n\n\
        [The games](fairy-stockfish.md) of the engine have a page of their own.\n\n\
        | key | values | default | lost in the import |\n\
        |---|---|---|---|\n".to_owned();
    for key in keys() {
        let names: Vec<String> = key.names.iter().map(|name| format!("`{name}`")).collect();
        let default = if key.default.is_empty() { String::new() } else { format!("`{}`", key.default) };
        writeln!(page, "| {} | {} | {default} | {} |", names.join(", "), key.kind, key.lost).unwrap();
    }
    let path = weakfish_testing::root().join("docs/fairy-stockfish-keys.md");
    if env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(&path, &page).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == page, "`INSTA_UPDATE=always cargo test the_page_of_keys` writes {}", path.display());
}
