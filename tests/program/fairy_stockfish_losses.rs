//! Rules that Fairy-Stockfish has in another way, each beside a neighbour that it has: they are lost by name, and never in silence.

use weakfish::source::Source;
use weakfish::{BuiltIns, check, load};
use weakfish_fairy_stockfish::{Collection, export};

/// What a definition extends, its lines, and the loss of its export; no loss if the lines are the neighbour.
const EXPORTS: &[(&str, &str, &[&str])] = &[
    // Its pawns survive explosions.
    ("atomic-chess", "men\n  all men: when capturing dies, when capturing destroys all men but P next to it", &[]),
    (
        "atomic-chess",
        "men\n  all men: when capturing dies, when capturing destroys all men next to it",
        &["men that die or destroy others by a move, such as the king"],
    ),
    (
        "atomic-chess",
        "men\n  all men but P: when capturing dies, when capturing destroys all men but P next to it\n  P pawn: mfWcfF, when capturing \
         destroys all men but P next to it",
        &[],
    ),
    // It counts men of one kind on a file.
    ("crazyhouse", "rules\n  drop of N: not on a file with 1 N or more", &[]),
    (
        "crazyhouse",
        "rules\n  drop of N: not on a file with 1 N or more\n  drop of R: not on a file with 1 R or more",
        &["limits of drops other than by men of the kind on a file"],
    ),
    (
        "crazyhouse",
        "rules\n  drop of N: not on a file with 1 N or more\n  drop of R: not on a file with 2 R or more",
        &["limits of drops other than by men of the kind on a file"],
    ),
    (
        "crazyhouse",
        "rules\n  drop of N: not on a rank with 1 N or more",
        &["limits of drops other than by men of the kind on a file"],
    ),
    // A drop that mates loses there, as it does where it is illegal and the player without a move loses.
    ("tori-shogi", "endings\n  position 4 times: draw\n  checkmated: loses\n  stalemated: loses", &[]),
    (
        "tori-shogi",
        "endings\n  stalemated: draw\n  the rest: inherited",
        &["drops of only some men that may not give check or checkmate"],
    ),
    // It has one region for all drops, which pawns may have less of.
    ("crazyhouse", "rules\n  drop of N or B or R or Q: on own rank 1 to 3\n  drop of P: on own rank 2 to 3", &[]),
    ("crazyhouse", "rules\n  drop of N: on own rank 1 to 3", &["drops of several men on different squares"]),
    ("crazyhouse", "rules\n  drop of P: on own rank 3 to 7", &["drops of several men on different squares"]),
    // Its arrows fly as a promoted man moved before, and as a pawn's long step.
    ("duck-chess", "rules\n  wall: where the man came from", &[]),
    ("duck-chess", "rules\n  wall: where the man could go", &["walls by men that promote or take long steps"]),
    (
        "duck-chess",
        "rules\n  wall: where the man could go\n  long step of P: none",
        &["walls by men that promote or take long steps"],
    ),
    (
        "duck-chess",
        "rules\n  wall: where the man came from, one at a time",
        &["a single wall that depends on the man that moves"],
    ),
    // It hops over a man at any distance.
    ("fide", "men\n  N cannon: pR", &[]),
    ("fide", "men\n  N cannon: [pW-R]", &["the movement of the cannon"]),
    ("fide", "men\n  N cannon: pR3", &["the movement of the cannon"]),
    // It has two sorts of first moves.
    (
        "fide",
        "men\n  N knight: N, also at first fD\nrules\n  castling: none",
        &["a first move other than two that it knows, as the knight has it"],
    ),
    // There a capture en passant is a move like others.
    (
        "fide",
        "rules\n  promotion of P: on last rank, to Q or R or B or N, not by en passant",
        &["promotions of only some moves or to only some men"],
    ),
    // There a man promotes alike on all squares.
    (
        "fide",
        "rules\n  promotion of P: on own rank 7, to N, optional\n  promotion of P: on last rank, to Q or R or B or N",
        &["several promotions of one man"],
    ),
    // There both sides may claim it.
    (
        "fide",
        "endings\n  white 50 moves without progress: draw on claim\n  checkmated: loses\n  stalemated: draw\n  the rest: none",
        &["the ending `quiet-limit`"],
    ),
    // Its FENs mark either the men that have a first move or those that leave others behind.
    (
        "fide",
        "men\n  H archbishop: BN\n  K king: K, royal, also at first fsN not when in check not once R aims at it\n  N knight: N, when \
         first moving may leave H\nsetup\n  r n b q k b n r\n  p p p p p p p p\n  . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  \
         . . . . . . . .\n  P P P P P P P P\n  R N B Q K B N R\n  hand: H h\nrules\n  castling: none\n  drop of H: forbidden\n  promotion \
         of P: on last rank, to Q or B or N\n  progress: capture or move of P or promotion or drop",
        &["men left behind beside first moves"],
    ),
    // There a player loses by it.
    (
        "fide",
        "endings\n  position 3 times by perpetual check: draw\n  the rest: inherited",
        &["the ending `perpetual-check`"],
    ),
];

#[test]
fn rules_that_the_engine_has_otherwise_are_lost_by_name() {
    for (base, lines, losses) in EXPORTS {
        let text = format!("game \"Own\" extends {base}\n{lines}\n");
        let game =
            load(&Source::new("own.variant", text.as_str()), &BuiltIns).unwrap_or_else(|report| panic!("{report}"));
        assert_eq!(export(game.variant(), "own").losses, *losses, "{text}");
    }
}

/// A knight that becomes a queen, which stands on its last rank alone.
const BOUND_QUEEN: &str = "[own:chess]\npromotedPieceType = n:q\nmandatoryPiecePromotion = true\nmobilityRegionWhiteQueen = *8\n\
                           mobilityRegionBlackQueen = *1\nstartFen = rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1\n";

/// Keys of a section, and a key that is lost, or a line of the definition.
const IMPORTS: &[(&str, Result<&str, &str>)] = &[
    // A pawn survives an explosion beside it, and dies when it captures.
    (
        "[own:nocheckatomic]\n",
        Ok("P pawn: fmWfcF, when capturing dies, when capturing destroys all men but P next to it"),
    ),
    // An arrow also flies as a pawn's long step.
    ("[own:duck]\nwallingRule = past\n", Ok("wall: where the man came from")),
    ("[own:duck]\nwallingRule = arrow\n", Err("wallingRule")),
    (
        "[own:duck]\nwallingRule = arrow\nstartFen = rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1\n",
        Ok("wall: where the man could go"),
    ),
    ("[own:duck]\n", Ok("wall: anywhere, one at a time")),
    // A wall hinders a man there for good.
    ("[own:shogi]\n", Ok("immobility: forbidden")),
    ("[own:duck]\nimmobilityIllegal = true\n", Err("immobilityIllegal")),
    ("[own:petrified]\nimmobilityIllegal = true\n", Err("immobilityIllegal")),
    // A king that explosions spare comes to no hand; there it does.
    ("[own:crazyhouse]\nblastOnCapture = true\nblastImmuneTypes = k\n", Err("blastOnCapture")),
    // One of two rooks has moved.
    (
        "[own:seirawan]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w QBCDEFGqbcdefg - 0 1\n",
        Err("seirawanGating"),
    ),
    (
        "[own:nocastle]\nmobilityRegionWhiteKing = d* e*\nmobilityRegionBlackKing = d* e*\n",
        Ok("squares-of-k: file d to e"),
    ),
    // Empty squares are a number of two digits.
    (
        "[own:chess]\nmaxFile = 12\ncastling = false\nstartFen = 3k8/12/12/12/12/12/12/8K3 w - - 0 1\n",
        Ok("board: 12x8"),
    ),
];

#[test]
fn keys_that_a_definition_has_otherwise_are_lost_by_name() {
    let bound = |pawns: &str| format!("{BOUND_QUEEN}promotionPieceTypes = {pawns}\n");
    // A pawn that becomes a knight stands on the last rank, and promotes as it leaves it.
    let bound =
        [(bound("r"), Ok("promotion of N: on last rank, to Q")), (bound("rn"), Err("mobilityRegionWhiteQueen"))];
    let others = IMPORTS.iter().map(|&(section, expected)| (section.to_owned(), expected));
    for (section, expected) in others.chain(bound) {
        let import = Collection::read(&Source::new("variants.ini", section.as_str())).import("own").unwrap();
        let definition = import.definition.split_whitespace().collect::<Vec<_>>().join(" ");
        match expected {
            Err(lost) => assert!(import.losses.iter().any(|loss| loss.key == lost), "{section}{:?}", import.losses),
            Ok(line) => {
                assert!(import.losses.is_empty() && definition.contains(line), "{section}{}", import.definition);
            }
        }
        let checked = check(&Source::new("own.variant", import.definition.as_str()), &BuiltIns);
        assert!(checked.game.is_some(), "{section}{}", checked.report);
    }
}

/// A section, and a key that changes nothing of its game.
const IDLE: &[(&str, &str)] = &[
    // There is no king.
    ("[own:nocheckatomic]\n", "flyingGeneral = true\n"),
    // No king castles.
    ("[own:crazyhouse]\ncastlingRookPieces = -\n", "castlingDroppedPiece = true\n"),
];

#[test]
fn walls_that_guard_kings_in_the_definition_alone_are_told() {
    let warnings = |section: &str| {
        let import = Collection::read(&Source::new("variants.ini", section)).import("own").unwrap();
        assert!(import.losses.is_empty(), "{section}{:?}", import.losses);
        import.warnings.iter().map(ToString::to_string).collect::<String>()
    };
    let told = warnings("[own:chess]\nwallingRule = past\n");
    assert!(told.contains("a wall can guard a king in the definition, and not in Fairy-Stockfish"), "{told}");
    assert_eq!(warnings("[own:duck]\nwallingRule = past\n"), "");
}

#[test]
fn keys_that_mean_nothing_in_a_game_change_no_definition() {
    for (section, key) in IDLE {
        let [with, without] = [*key, ""].map(|key| {
            let section = format!("{section}{key}");
            Collection::read(&Source::new("variants.ini", section.as_str())).import("own").unwrap()
        });
        assert_eq!(
            (&with.definition, with.losses.len()),
            (&without.definition, without.losses.len()),
            "{section}{key}"
        );
    }
}

#[test]
fn a_movement_that_is_read_otherwise_is_warned_of_at_its_key() {
    let text =
        "[own:chess]\ncastling = false\ncustomPiece1 = a:zB\nstartFen = 4k3/pppppppp/8/8/8/8/PPPPPPPP/A3K3 w - - 0 1\n";
    let import = Collection::read(&Source::new("variants.ini", text)).import("own").unwrap();
    let places: Vec<String> = import.warnings.iter().map(ToString::to_string).collect();
    assert!(matches!(&places[..], [warning] if warning.starts_with("variants.ini:3:")), "{places:?}");
}
