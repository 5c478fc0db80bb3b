//! The drawings of men, in squares of 100x100 whose first row is on top.

/// A picture of a man: paths in the syntax of SVG.
#[derive(Debug)]
pub(super) struct Figure {
    /// What it shows, in small letters.
    pub(super) name: &'static str,
    /// Lines behind the body.
    pub(super) limbs: &'static [&'static str],
    /// Outlines that are filled, from the back to the front.
    pub(super) body: &'static [&'static str],
    /// Lines on the body.
    pub(super) lines: &'static [&'static str],
}

pub(super) static KING: Figure = Figure {
    name: "king",
    limbs: &[],
    body: &[
        "M50 44 C42 26 17 27 17 46 C17 58 28 62 30 74 H70 C72 62 83 58 83 46 C83 27 58 26 50 44 Z",
        "M28 74 H72 L77 89 H23 Z",
        "M46 7 H54 V14 H61 V21 H54 V31 C52 33 50 37 50 37 C50 37 48 33 46 31 V21 H39 V14 H46 Z",
    ],
    lines: &["M50 44 V66", "M33 81.5 H67"],
};

pub(super) static QUEEN: Figure = Figure {
    name: "queen",
    limbs: &[],
    body: &[
        "M25 73 L13 33 L31 54 L33 24 L46 52 L50 18 L54 52 L67 24 L69 54 L87 33 L75 73 Z",
        "M25 73 H75 L79 89 H21 Z",
        "M18.5 29 A5.5 5.5 0 1 1 7.5 29 A5.5 5.5 0 1 1 18.5 29 Z",
        "M38 20 A5.5 5.5 0 1 1 27 20 A5.5 5.5 0 1 1 38 20 Z",
        "M55.5 14 A5.5 5.5 0 1 1 44.5 14 A5.5 5.5 0 1 1 55.5 14 Z",
        "M73 20 A5.5 5.5 0 1 1 62 20 A5.5 5.5 0 1 1 73 20 Z",
        "M92.5 29 A5.5 5.5 0 1 1 81.5 29 A5.5 5.5 0 1 1 92.5 29 Z",
    ],
    lines: &["M31 81 H69"],
};

pub(super) static ROOK: Figure = Figure {
    name: "rook",
    limbs: &[],
    body: &["M25 14 H38 V22 H44 V14 H56 V22 H62 V14 H75 V34 L66 42 V67 L76 76 V89 H24 V76 L34 67 V42 L25 34 Z"],
    lines: &["M35 42 H65", "M35 67 H65", "M31 79 H69"],
};

pub(super) static BISHOP: Figure = Figure {
    name: "bishop",
    limbs: &[],
    body: &[
        "M50 20 C68 33 74 47 63 64 H37 C26 47 32 33 50 20 Z",
        "M36 64 H64 L67 74 H33 Z",
        "M20 89 C20 78 38 82 50 74 C62 82 80 78 80 89 Z",
        "M56 14 A6 6 0 1 1 44 14 A6 6 0 1 1 56 14 Z",
    ],
    lines: &["M50 34 V54", "M42 43 H58"],
};

pub(super) static KNIGHT: Figure = Figure {
    name: "knight",
    limbs: &[],
    body: &[
        "M31 89 C31 71 48 65 48 51 C42 57 35 56 31 60 C26 65 18 62 17 54 C17 48 29 38 31 29 C33 23 37 19 43 16 L43 7 L54 15 C72 20 82 38 82 62 C82 74 80 82 80 89 Z",
    ],
    lines: &["M57 24 C68 33 72 46 71 62", "M23 53 L24.5 52", "M38.5 31 L41 30"],
};

pub(super) static PAWN: Figure = Figure {
    name: "pawn",
    limbs: &[],
    body: &["M40 42 A14.5 14.5 0 1 1 60 42 L66 49 H58 C59 60 63 68 73 76 V89 H27 V76 C37 68 41 60 42 49 H34 Z"],
    lines: &["M43 49 H57", "M34 79 H66"],
};

pub(super) static FERZ: Figure = Figure {
    name: "ferz",
    limbs: &[],
    body: &[
        "M22 89 C22 72 36 66 50 66 C64 66 78 72 78 89 Z",
        "M37 44 H63 V56 C63 72 37 72 37 56 Z",
        "M27 42 C19 22 38 16 50 16 C62 16 81 22 73 42 C72 50 28 50 27 42 Z",
        "M50 5 C57 11 56 17 50 21 C44 17 43 11 50 5 Z",
    ],
    lines: &["M31 38 C42 36 56 30 62 20", "M38 43 C52 41 64 36 70 28", "M50 70 V84"],
};

pub(super) static WAZIR: Figure = Figure {
    name: "wazir",
    limbs: &[],
    body: &[
        "M22 89 C22 72 36 66 50 66 C64 66 78 72 78 89 Z",
        "M37 42 H63 V56 C63 72 37 72 37 56 Z",
        "M35 14 H65 L71 44 H29 Z",
    ],
    lines: &["M34 36 H66", "M44 76 L50 82 L56 76"],
};

pub(super) static MANN: Figure = Figure {
    name: "mann",
    limbs: &[],
    body: &["M30 72 L22 30 L38 46 L50 22 L62 46 L78 30 L70 72 Z", "M29 72 H71 L76 89 H24 Z"],
    lines: &["M35 62 H65", "M33 81 H67"],
};

pub(super) static GENERAL: Figure = Figure {
    name: "general",
    limbs: &[],
    body: &[
        "M24 89 L31 74 H69 L76 89 Z",
        "M30 60 C30 34 38 25 50 25 C62 25 70 34 70 60 L76 74 H24 Z",
        "M50 25 C44 18 46 10 56 6 C68 4 74 10 84 8 C80 20 66 20 56 24 Z",
    ],
    lines: &["M30 60 H70", "M50 32 L53 40 L61 40 L55 45 L57 53 L50 48 L43 53 L45 45 L39 40 L47 40 Z"],
};

pub(super) static ELEPHANT: Figure = Figure {
    name: "elephant",
    limbs: &[],
    body: &[
        "M34 28 C44 13 74 12 82 34 C88 52 82 72 82 89 H48 C48 80 50 74 47 66 C42 67 38 65 36 62 C37 74 36 86 25 88 C16 89 10 83 11 75 L19 75 C19 81 27 81 27 71 C27 58 22 44 34 28 Z",
    ],
    lines: &["M56 31 C74 27 78 44 72 58 C67 68 55 64 55 50", "M39 62 C33 68 27 66 22 61", "M40 40 L42 39.5"],
};

pub(super) static DABBABA: Figure = Figure {
    name: "dabbaba",
    limbs: &[],
    body: &[
        "M30 38 H70 V72 H30 Z",
        "M22 40 L50 14 L78 40 Z",
        "M18 62 H30 V68 H18 L12 65 Z",
        "M46 78 A11 11 0 1 1 24 78 A11 11 0 1 1 46 78 Z",
        "M76 78 A11 11 0 1 1 54 78 A11 11 0 1 1 76 78 Z",
    ],
    lines: &["M43 72 V54 C43 46 57 46 57 54 V72", "M35 78 L35.2 78", "M65 78 L65.2 78"],
};

pub(super) static CAMEL: Figure = Figure {
    name: "camel",
    limbs: &["M84 60 C89 64 89 70 88 74"],
    body: &[
        "M9 33 C8 25 16 19 24 20 C31 21 33 29 33 37 C33 46 38 50 43 46 C47 24 64 22 69 46 C80 47 86 55 86 67 V89 H76 L73 70 H51 L49 89 H39 L37 68 C26 62 23 50 24 38 L13 40 C10 39 9 36 9 33 Z",
    ],
    lines: &["M20 28 L21.5 27.5"],
};

pub(super) static CANNON: Figure = Figure {
    name: "cannon",
    limbs: &[],
    body: &[
        "M12 59 C8 50 13 41 22 39 L80 17 L89 38 L34 64 C26 68 16 67 12 59 Z",
        "M76 15 L84 12 L95 37 L87 41 Z",
        "M62 70 A19 19 0 1 1 24 70 A19 19 0 1 1 62 70 Z",
    ],
    lines: &["M43 51 V89", "M24 70 H62", "M30 57 L56 83", "M56 57 L30 83"],
};

pub(super) static CHANCELLOR: Figure = Figure {
    name: "chancellor",
    limbs: &[],
    body: &[
        "M33 62 C34 52 48 48 48 40 C43 45 37 44 34 47 C29 51 22 48 22 42 C22 37 31 30 33 23 C35 18 38 15 43 13 L43 5 L52 12 C68 16 76 32 75 62 Z",
        "M21 58 H34 V65 H44 V58 H56 V65 H66 V58 H79 V73 L73 79 V89 H27 V79 L21 73 Z",
    ],
    lines: &["M56 19 C65 27 68 38 67 50", "M27 41.5 L28.5 40.5", "M39.5 25 L42 24", "M29 80 H71"],
};

pub(super) static ARCHBISHOP: Figure = Figure {
    name: "archbishop",
    limbs: &[],
    body: &[
        "M33 62 C34 52 48 48 48 40 C43 45 37 44 34 47 C29 51 22 48 22 42 C22 37 31 30 33 23 C35 18 38 15 43 13 L43 5 L52 12 C68 16 76 32 75 62 Z",
        "M18 89 C18 77 38 80 50 73 C62 80 82 77 82 89 Z",
        "M30 60 H76 L74 73 H33 Z",
    ],
    lines: &["M56 19 C65 27 68 38 67 50", "M27 41.5 L28.5 40.5", "M39.5 25 L42 24", "M53 62 V71", "M46 66.5 H60"],
};

pub(super) static AMAZON: Figure = Figure {
    name: "amazon",
    limbs: &[],
    body: &[
        "M33 62 C34 52 48 48 48 40 C43 45 37 44 34 47 C29 51 22 48 22 42 C22 37 31 30 33 23 C35 18 38 15 43 13 L43 5 L52 12 C68 16 76 32 75 62 Z",
        "M17 55 L33 66 L38 54 L50 66 L62 54 L67 66 L83 55 L76 89 H24 Z",
    ],
    lines: &["M56 19 C65 27 68 38 67 50", "M27 41.5 L28.5 40.5", "M39.5 25 L42 24", "M29 80 H71"],
};

pub(super) static FOOL: Figure = Figure {
    name: "fool",
    limbs: &[],
    body: &[
        "M30 66 C18 62 8 50 11 33 C22 33 32 40 36 48 C37 32 43 24 50 15 C57 24 63 32 64 48 C68 40 78 33 89 33 C92 50 82 62 70 66 Z",
        "M27 66 H73 L78 89 H22 Z",
        "M16.5 31 A5.5 5.5 0 1 1 5.5 31 A5.5 5.5 0 1 1 16.5 31 Z",
        "M55.5 12 A5.5 5.5 0 1 1 44.5 12 A5.5 5.5 0 1 1 55.5 12 Z",
        "M94.5 31 A5.5 5.5 0 1 1 83.5 31 A5.5 5.5 0 1 1 94.5 31 Z",
    ],
    lines: &["M36 48 L42 66", "M64 48 L58 66", "M28 75 L36 83 L43 75 L50 83 L57 75 L64 83 L72 75"],
};

pub(super) static LANCE: Figure = Figure {
    name: "lance",
    limbs: &[],
    body: &["M47 34 H53 V89 H47 Z", "M53 38 L86 47 L53 59 Z", "M50 5 L61 26 L50 38 L39 26 Z"],
    lines: &["M50 14 V30"],
};

pub(super) static SHIELD: Figure = Figure {
    name: "shield",
    limbs: &[],
    body: &["M50 12 C60 18 72 20 83 20 C83 50 77 74 50 90 C23 74 17 50 17 20 C28 20 40 18 50 12 Z"],
    lines: &["M50 22 V80", "M24 44 H76"],
};

pub(super) static SNAIL: Figure = Figure {
    name: "snail",
    limbs: &["M13 48 L7 32", "M21 48 L25 31"],
    body: &[
        "M8 82 C7 68 13 60 12 45 H22 C23 58 27 66 36 70 L84 74 C90 77 93 83 94 88 H14 C10 88 8 86 8 82 Z",
        "M86 48 A27 27 0 1 1 32 48 A27 27 0 1 1 86 48 Z",
    ],
    lines: &["M59 48 C56 45 61 40 66 44 C72 50 66 59 57 58 C46 56 44 42 53 36 C64 29 78 38 77 52"],
};

pub(super) static CRAB: Figure = Figure {
    name: "crab",
    limbs: &[
        "M26 62 L10 58 L6 68",
        "M27 70 L13 72 L11 82",
        "M33 77 L24 84 L24 91",
        "M74 62 L90 58 L94 68",
        "M73 70 L87 72 L89 82",
        "M67 77 L76 84 L76 91",
    ],
    body: &[
        "M24 62 C24 46 36 40 50 40 C64 40 76 46 76 62 C76 74 64 80 50 80 C36 80 24 74 24 62 Z",
        "M30 48 C18 44 12 32 18 18 L24 28 L32 16 C40 26 38 40 34 46 Z",
        "M70 48 C82 44 88 32 82 18 L76 28 L68 16 C60 26 62 40 66 46 Z",
    ],
    lines: &["M43 50 L43.2 52", "M57 50 L56.8 52", "M40 67 C46 72 54 72 60 67"],
};

pub(super) static LOBSTER: Figure = Figure {
    name: "lobster",
    limbs: &["M42 52 L28 56 L24 64", "M42 60 L29 66 L26 74", "M58 52 L72 56 L76 64", "M58 60 L71 66 L74 74"],
    body: &[
        "M42 74 C30 78 30 88 36 92 L50 86 L64 92 C70 88 70 78 58 74 Z",
        "M40 44 C40 32 60 32 60 44 L58 76 H42 Z",
        "M40 46 C28 46 18 38 20 22 C20 14 26 9 32 8 L31 20 L38 12 C42 22 38 32 34 36 L43 38 Z",
        "M60 46 C72 46 82 38 80 22 C80 14 74 9 68 8 L69 20 L62 12 C58 22 62 32 66 36 L57 38 Z",
    ],
    lines: &["M42 56 H58", "M42 65 H58", "M46 44 L46.2 44", "M54 44 L53.8 44"],
};

pub(super) static OYSTER: Figure = Figure {
    name: "oyster",
    limbs: &[],
    body: &[
        "M50 86 C40 86 36 82 32 76 C14 70 8 54 14 38 C22 18 38 14 50 14 C62 14 78 18 86 38 C92 54 86 70 68 76 C64 82 60 86 50 86 Z",
    ],
    lines: &["M50 78 V22", "M44 76 L30 26", "M56 76 L70 26", "M38 72 L17 44", "M62 72 L83 44"],
};

pub(super) static SOLDIER: Figure = Figure {
    name: "soldier",
    limbs: &[],
    body: &[
        "M22 89 C22 70 34 60 50 60 C66 60 78 70 78 89 Z",
        "M38 44 H62 V52 C62 66 38 66 38 52 Z",
        "M50 12 L80 44 C66 50 34 50 20 44 Z",
    ],
    lines: &["M50 14 L44 44", "M50 14 L58 44", "M50 68 V84"],
};
