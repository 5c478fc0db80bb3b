//! Words that show what somebody wants, but not how it is to be written.

use crate::syntax::ast::Section;

/// Words before a colon, with the help for a line that begins with them; `*` stands for any word.
pub(in crate::syntax) const KEYS: &[(Section, &str, &str)] = &[
    (Section::Facts, "title", "the title is the first line: `game \"…\"`"),
    (Section::Facts, "name", "the title is the first line: `game \"…\"`"),
    (Section::Facts, "extends", "the game it builds on stands in the title: `game \"…\" extends NAME`"),
    (Section::Facts, "license", REMARK),
    (Section::Facts, "licence", REMARK),
    (Section::Facts, "version", REMARK),
    (Section::Facts, "date", REMARK),
    (Section::Facts, "language", REMARK),
    (Section::Facts, "players", "there are always two players, `white` and `black`: leave this out"),
    (Section::Facts, "sides", "there are always two sides, `white` and `black`: leave this out"),
    (Section::Rules, "double step", "write `long step of P: 2 squares from own rank 2`"),
    (Section::Rules, "pawn double step", "write `long step of P: 2 squares from own rank 2`"),
    (Section::Rules, "long step", "name the man: `long step of P: 2 squares from own rank 2`"),
    (Section::Rules, "en passant", "it stands at the end of the long step: `long step of P: …, en passant`"),
    (Section::Rules, "pawn promotion", "write `promotion of P: on the last rank, to …`"),
    (Section::Rules, "promotion", "name the man: `promotion of P: on the last rank, to …`"),
    (Section::Rules, "bare king", "that is an ending: `opponent bared: wins`, under `endings`"),
    (Section::Rules, "* moves", "that is an ending: `50 moves without progress: draw on claim`, under `endings`"),
    (Section::Rules, "fifty-move rule", "that is an ending: `50 moves without progress: draw`, under `endings`"),
    (Section::Rules, "threefold repetition", "that is an ending: `position 3 times: draw`, under `endings`"),
    (Section::Rules, "win", "that is an ending: `checkmate: loses` or another one, under `endings`"),
    (Section::Rules, "goal", "that is an ending: `K on e8: wins` or another one, under `endings`"),
    (Section::Rules, "check ends series", "write `series ends: by check`"),
    (Section::Rules, "no check", "write `check: forbidden`"),
    (Section::Rules, "must capture", "write `capture: compulsory`"),
    (Section::Rules, "must take", "write `capture: compulsory`"),
    (Section::Rules, "forced capture", "write `capture: compulsory`"),
    (Section::Rules, "flip", FLIPS),
    (Section::Rules, "flips", FLIPS),
    (Section::Rules, "flipping", FLIPS),
    (Section::Rules, "modes", FLIPS),
    (Section::Rules, "turn", TURNS),
    (Section::Rules, "turns", TURNS),
    (Section::Rules, "turning", TURNS),
    (Section::Rules, "rotation", TURNS),
    (Section::Rules, "facing", "how a man faces is drawn with it in the setup: `R{n}`"),
    (Section::Rules, "royal", "that is a property of a man: under `men`, `K king: K, royal`"),
    (Section::Rules, "king", "that is a property of a man: under `men`, `K king: K, royal`"),
    (Section::Rules, "movement of *", "how a man moves stands under `men`: `P pawn: mfWcfF`"),
    (Section::Rules, "drops", "there are no drops: a captured man never comes back"),
    (Section::Rules, "drop", "there are no drops: a captured man never comes back"),
    (Section::Rules, "hand", "there are no drops: a captured man never comes back"),
    (Section::Rules, "gating", "there is no gating: all men stand on the board at the start"),
    (Section::Endings, "bare king", "write `opponent bared: wins` or `bared: loses`"),
    (Section::Endings, "baring", "write `opponent bared: wins` or `bared: loses`"),
    (Section::Endings, "insufficient material", "list the men that are too few: `only K v K, or K N v K: draw`"),
    (Section::Endings, "king captured", ROYAL_CAPTURED),
    (Section::Endings, "king is captured", ROYAL_CAPTURED),
    (Section::Endings, "capture of the king", ROYAL_CAPTURED),
    (
        Section::Endings,
        "* captured",
        "write `without K: loses`, if the man is not royal: a royal man is never captured",
    ),
    (Section::Endings, "only kings", "list the men of either side, as in `only K v K: draw`"),
    (Section::Endings, "* moves", "write how many without progress: `50 moves without progress: draw`"),
    (Section::Endings, "after * moves", "write how many without progress: `50 moves without progress: draw`"),
    (Section::Endings, "* moves without capture", PROGRESS),
    (Section::Endings, "* moves without a capture", PROGRESS),
    (Section::Endings, "* man left", "write `fewer than 2 men: loses`"),
    (Section::Endings, "* men left", "write `fewer than 3 men: loses`"),
    (Section::Endings, "most points", "a result compares the sides: `100 moves without progress: more points win`"),
    (Section::Endings, "pawn promotes", "a man that arrives wins by `P on the last rank: wins`"),
    (Section::Endings, "resignation", AGREED),
    (Section::Endings, "resigns", AGREED),
    (Section::Endings, "agreement", AGREED),
    (Section::Endings, "time", AGREED),
    (Section::Endings, "timeout", AGREED),
    (Section::Test, "legal moves", "write `legal: …` for some of them, or `only: …` for all"),
];

const FLIPS: &str = "that is a property of a man: under `men`, `P pawn: fW, flips m/c`, or `all men: flips m/c`";
const TURNS: &str = "that is a property of a man: under `men`, `R rook: fW, turns 45`, or `all men: turns 45`";
const REMARK: &str = "write it as a remark, behind `//`, or as part of `about: \"…\"`";
const ROYAL_CAPTURED: &str =
    "a royal man is never captured: write `checkmate: loses`; or leave `royal` out, and write `without K: loses`";
const PROGRESS: &str = "write `50 moves without progress: draw`; under `rules`, `progress: capture` says what counts";
const AGREED: &str = "leave the line out: what players agree on, and their clocks, are no part of a definition";

/// Words that people are likely to write as properties of a man, with the help.
pub(in crate::syntax) const PROPERTIES: &[(&str, &str)] = &[
    ("promotes", PROMOTION),
    ("promotion", PROMOTION),
    ("castles", CASTLING),
    ("castling", CASTLING),
    ("double", LONG_STEP),
    ("en", LONG_STEP),
    ("must", "that is a rule, and for all men: under `rules`, as in `must move: once in 5` or `capture: compulsory`"),
    ("faces", FACING),
    ("facing", FACING),
    ("starts", FACING),
    ("king", "write `royal`: it may not be left attacked"),
    ("not", "leave this out: a man is nothing and does nothing that is not written"),
    ("lame", "write `n` before the atom: `nN` is a lame knight"),
    ("jumps", "write it in the movement: `jR` must jump over exactly one man"),
    ("immobile", "write `no movement` instead of a movement"),
    ("cannot", NEVER),
    ("can't", NEVER),
    ("immune", UNCAPTURED),
    ("invulnerable", UNCAPTURED),
    ("uncapturable", UNCAPTURED),
    ("value", "what men count stands under `rules`: `points: R 5, P 1`"),
    ("worth", "what men count stands under `rules`: `points: R 5, P 1`"),
];

const PROMOTION: &str = "that is a rule: under `rules`, `promotion of P: on the last rank, to Q`";
const CASTLING: &str = "that is a rule: under `rules`, `castling: K 2 toward R, R to the last square K crossed`";
const LONG_STEP: &str = "that is a rule: under `rules`, `long step of P: 2 squares from own rank 2, en passant`";
const FACING: &str =
    "at the start a man faces forward, unless it is drawn otherwise, as in `R{n}`; `turns 90` lets it turn";
const NEVER: &str = "write the movement without it, where `m` moves without capturing and `c` only captures; or say which \
                     men may capture it, as in `captured only by K`";
/// The help for a man that nobody shall capture.
pub(in crate::syntax) const UNCAPTURED: &str = "say which men may capture it, as in `captured only by K`";

/// Values that say whether, where the language says how.
pub(in crate::syntax) const YES_OR_NO: &[(&str, bool)] = &[
    ("yes", true),
    ("true", true),
    ("on", true),
    ("allowed", true),
    ("legal", true),
    ("standard", true),
    ("normal", true),
    ("usual", true),
    ("orthodox", true),
    ("no", false),
    ("false", false),
    ("off", false),
    ("never", false),
    ("optional", false),
    ("not allowed", false),
    ("forbidden", false),
    ("disabled", false),
];
