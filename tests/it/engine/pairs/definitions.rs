//! Definitions that have parts, and the lines that say each part.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use weakfish_testing::dice::Dice;

use super::parts::{Class, Part, Royals};

/// Words of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Words {
    Rule(&'static str),
    Ending(&'static str),
    /// A property of a man.
    Man(&'static str),
    /// The movement of a man, perhaps with properties.
    Moves(&'static str),
    /// Captured men go to a hand, and some are there.
    Hand,
}

/// What a definition is put together from.
#[derive(Default)]
struct Draft {
    /// The movement and the properties of each man.
    men: BTreeMap<char, (&'static str, Vec<&'static str>)>,
    /// Lines by what they are about, so that two parts share one.
    rules: BTreeMap<&'static str, &'static str>,
    endings: BTreeSet<&'static str>,
    has_hand: bool,
}

impl Draft {
    fn give(&mut self, man: char, words: &'static str) {
        let properties = &mut self.men.get_mut(&man).unwrap().1;
        for property in words.split(", ") {
            if !properties.contains(&property) {
                properties.push(property);
            }
        }
    }

    /// The lines of these words. Properties and movements meet on the same man as often as on different ones.
    fn add(&mut self, words: &[Words], movers: &mut Vec<char>, favourite: char, dice: &mut Dice) {
        for words in words {
            match words {
                Words::Rule(line) => {
                    let about = line.split_once(':').expect("a rule has a colon").0;
                    self.rules.entry(about).or_insert(line);
                }
                Words::Ending(line) => drop(self.endings.insert(line)),
                Words::Hand => self.has_hand = true,
                Words::Moves(moves) => {
                    if !movers.is_empty() {
                        self.men.get_mut(&movers.remove(0)).unwrap().0 = moves;
                    }
                }
                Words::Man(words) => {
                    let men = [favourite, favourite, 'A', 'B', 'C', 'R', 'P', 'K'];
                    let first = dice.pick(&men);
                    self.give(first, words);
                    if dice.percent(40) {
                        let other = dice.pick(&men);
                        self.give(other, words);
                    }
                }
            }
        }
    }
}

/// A definition with these parts.
pub(super) fn definition(parts: &[&Part], dice: &mut Dice) -> String {
    let royals = parts.iter().find_map(|part| if let Part::Royal(royals) = part { Some(*royals) } else { None });
    let royals = royals.unwrap_or(Royals::One);
    let men = [('K', "K"), ('P', "mfWcfF"), ('R', "R"), ('A', "N"), ('B', "FD"), ('C', "WD")];
    let mut draft = Draft { men: men.map(|(man, moves)| (man, (moves, Vec::new()))).into(), ..Draft::default() };
    match royals {
        Royals::None => {}
        Royals::One => draft.give('K', "royal"),
        Royals::Several => ['K', 'R'].into_iter().for_each(|man| draft.give(man, "royal")),
        Royals::ByNumber => draft.give('K', dice.pick(&["royal when last", "royal when 2 or fewer", "royal together"])),
    }
    let mut movers = vec!['A', 'B', 'C', 'R', 'P'];
    movers.swap(0, dice.below(2));
    let favourite = movers[0];
    if dice.percent(20) {
        movers.insert(dice.below(2), 'K');
    }
    for part in parts {
        draft.add(&part.wording(dice), &mut movers, favourite, dice);
    }
    if draft.has_hand {
        for man in ['A', 'B', 'P'] {
            if !draft.men[&man].1.iter().any(|property| property.starts_with("when captured")) {
                draft.give(man, "when captured goes to the captor's hand");
            }
        }
    }
    let second_king = royals == Royals::ByNumber && dice.flip();
    written(&draft, royals, second_king)
}

fn written(draft: &Draft, royals: Royals, second_king: bool) -> String {
    let mut text = "game \"Pair\"\nboard: 7x6\nfirst: white\nblack: mirrors white\nregions\n  home: own rank 1 to 3\n  beyond: own rank 4 to 6\nmen\n".to_owned();
    for (man, (moves, properties)) in &draft.men {
        let properties = properties.iter().fold(String::new(), |all, words| all + ", " + words);
        let _ = writeln!(text, "  {man} man {}: {moves}{properties}", man.to_lowercase());
    }
    let rank = format!("R C B K {} . R", if second_king { 'K' } else { '.' });
    let (white, black) = (rank.clone(), rank.to_lowercase());
    let _ = writeln!(
        text,
        "setup first\n  {black}\n  p a p . p a p\n  . . . . . . .\n  . . . . . . .\n  P A P . P A P\n  {white}"
    );
    if draft.has_hand {
        text += "  hand: A P a p\n";
    }
    text += "rules\n";
    for rule in draft.rules.values() {
        let _ = writeln!(text, "  {rule}");
    }
    text += "endings\n";
    if royals != Royals::None {
        text += "  checkmated: loses\n";
    }
    if text.contains("destroys") || royals == Royals::None {
        text += "  no K: loses\n";
    }
    if text.contains("destroys") && royals == Royals::Several {
        text += "  no R: loses\n";
    }
    text += "  stalemated: draw\n";
    for ending in &draft.endings {
        let _ = writeln!(text, "  {ending}");
    }
    text + "  12 moves without progress: draw\n"
}

impl Part {
    /// What says it in a definition, drawn among several wordings.
    #[expect(clippy::too_many_lines, reason = "an arm for each part")]
    fn wording(&self, dice: &mut Dice) -> Vec<Words> {
        use Words::{Ending, Hand, Man, Moves, Rule};
        let rule = |line: &'static str| vec![Rule(line)];
        let man = |words: &'static str| vec![Man(words)];
        match self {
            Self::Rule(name) => match name.as_str() {
                "castling" => rule("castling: K 2 toward R, R to the last square K crossed"),
                "long_steps" => rule("long step of P: 2 squares from own rank 1 to 3, en passant"),
                "en_passant" => vec![
                    Rule("long step of P: 2 squares from own rank 1 to 3, en passant"),
                    Rule("en passant: by A or B or R"),
                ],
                "promotions" => rule(dice.pick(&[
                    "promotion of P: on own rank 4 to 6, to A, B",
                    "promotion of P: on own rank 4 to 6, to B, optional",
                    "promotion of A: on own rank 3 to 6, to B, at most 2 B",
                ])),
                "drops" => vec![
                    Hand,
                    Rule(dice.pick(&[
                        "drop of A: on home",
                        "drop of A: on beyond",
                        "drop of A: not on a file with 1 P or more",
                        "drop of A: not to check",
                        "drop of A: compulsory",
                    ])),
                ],
                "walls" => rule(dice.pick(&[
                    "wall: on file d, one at a time",
                    "wall: where the man came from",
                    "wall: where the man could go",
                    "wall: on own rank 3 or own rank 4",
                    "wall: anywhere, instead of a move",
                ])),
                "progress" => rule("progress: capture or move of P or A"),
                "series" => rule(dice.pick(&[
                    "turn: 2 moves",
                    "turn: 2 moves, ends by check",
                    "turn: 2 moves, by different men",
                ])),
                "must_move" => vec![Rule("must move: every 2 turns"), Moves("fR, turns 45")],
                "repetition" => rule("repetition: forbidden"),
                "grid" => rule("grid: every move leaves its 1x2 block"),
                "opposition" => rule(dice.pick(&[
                    "opposition: A and P, as R",
                    "opposition: A and B, as WN",
                    "opposition: P and P, as F",
                ])),
                "finishing_move" => rule("finishing move: any man to any square, to checkmate or stalemate"),
                "compulsory_capture" => rule("capture: compulsory"),
                "compulsory" => rule(dice.pick(&["compulsory: move of A", "compulsory: capture, else move of P"])),
                "passing" => rule("passing: allowed"),
                "immobility_illegal" => vec![Rule("immobility: forbidden"), Moves(dice.pick(&["fW", "fR", "ffN"]))],
                "points" => vec![Rule("points: A 3, P 1"), Ending("4 plies without progress: more points win")],
                "check" => rule("check: forbidden"),
                "own_check_in_series" => vec![Rule("turn: 2 moves"), Rule("own check: allowed within a series")],
                "no_flight" => rule("check evasion: without flight"),
                "counting_when_bared" => vec![Rule("counting when bared: 3 moves"), Ending("counted out: draw")],
                "counting" => vec![Rule("counting: 3 moves, with 16 men or fewer"), Ending("counted out: draw")],
                other => panic!("no definition draws the rule `{other}`: add a wording"),
            },
            Self::Property(name) => {
                match name.as_str() {
                    "orientation" => vec![Moves(dice.pick(&["fR, turns 45", "fF, turns any", "ffN, turns 90"]))],
                    "flips" => man("flips m/c"),
                    "captured_by" => man("captured only by P or B"),
                    "captures" => man("captures only P or R"),
                    "hops_over" => vec![Moves(dice.pick(&[
                        "gQ, hops over only P",
                        "mRcpR, hops over no P",
                        "gQ, hops over only enemy P or R",
                    ]))],
                    "passes_own" => vec![Moves(dice.pick(&["R, passes own P", "Q, passes own men"]))],
                    "holds" => man(dice.pick(&["holds enemy men next to it", "holds enemy P or R next to it"])),
                    "holds_attacked" => man(dice.pick(&["holds enemy men it attacks", "holds P or R it attacks"])),
                    "relays_to" => man("relays to own men"),
                    "stays_in" => man("stays in home"),
                    "enters_by_capture" => man(dice
                        .pick(&["enters own rank 3 to 6 only by capturing", "enters file a to c only by capturing"])),
                    "elsewhere" => man(dice.pick(&["on home N", "on beyond pB", "on home nN"])),
                    "captured" => {
                        if dice.flip() {
                            vec![Hand]
                        } else {
                            man("when captured goes home if empty")
                        }
                    }
                    "first_move" => man(dice.pick(&["also at first K", "also at first pR", "also once a game fsN"])),
                    "may_leave" => vec![Hand, Man("when first moving may leave A or B")],
                    other => panic!("no definition draws the property `{other}`: add a wording"),
                }
            }
            Self::Effect(name) => match name.as_str() {
                "turns" => vec![Moves(
                    dice.pick(&["fR, turns 45, when moving may turn 45", "ffN, turns 90, when capturing turns 90"]),
                )],
                "flips" => man("flips m/c, when moving flips"),
                "becomes" => man(dice.pick(&[
                    "when moving becomes B",
                    "when capturing may become P",
                    "when moving becomes B or R, at most 2 B or 1 R",
                    "becomes R, at most 1 R on the board",
                ])),
                "becomes_victim" => man("when capturing becomes its victim"),
                "dies" => man(dice.pick(&["when capturing dies", "when arriving on beyond dies"])),
                "becomes_wall" => man("when capturing becomes a wall"),
                "destroys" => man(dice.pick(&[
                    "when capturing destroys all men but P next to it",
                    "when capturing dies, when capturing destroys all men next to it",
                    "when capturing dies, when capturing destroys all men but P next to it",
                    "when moving destroys enemy men it approaches",
                    "when moving destroys enemy men enclosed in line",
                    "when moving destroys men it passes",
                    "when moving destroys enemy men coordinated with K",
                ])),
                "converts" => {
                    man(dice
                        .pick(&["when moving converts men next to it", "when moving converts men enclosed in line"]))
                }
                "captor" => man(dice.pick(&[
                    "when capturing stays behind",
                    "when capturing goes home",
                    "when capturing goes home on its file",
                    "when capturing changes sides",
                ])),
                other => panic!("no definition draws the effect `{other}`: add a wording"),
            },
            Self::Movement(class) => vec![Moves(match class {
                Class::Leaper => dice.pick(&["N", "K", "FD"]),
                Class::Rider => dice.pick(&["R", "Q", "NN", "DD"]),
                Class::LameLeaper => dice.pick(&["nN", "nA", "nD", "WnN"]),
                Class::Hopper => dice.pick(&["gQ", "pB", "mRcpR", "pR"]),
                Class::BentRider => dice.pick(&["t[FR]", "[W-F]", "[F-R]", "zB", "qN"]),
                Class::Divergent => dice.pick(&["mRcB", "cKmN", "mBcW"]),
                Class::Cylindrical => dice.pick(&["oR", "oW", "oB"]),
            })],
            Self::Royal(_) => Vec::new(),
        }
    }
}
