//! Export of a variant as an Interactive Diagram.
//!
//! Each rule that diagrams lack is a loss, with a sentence. The parts of the model are destructured completely: a new one does
//! not compile until it is written or lost.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use weakfish::diagnostic::printable;
use weakfish::geometry::{Leap, PerSide, Side, Square, SquareSet};
use weakfish::model::{
    Between, Captured, Castling, Condition, EnPassant, Ending, GameResult, HandOf, InHand, Judged, Kind, KindId,
    KindsByOwner, KingTravel, Lasting, LongStep, Modes, Movement, Orientation, PartnerLanding, PlacedMan, Promotion,
    PromotionChoice, Royalty, Rules, SetupId, Symmetry, Variant,
};

use crate::spell::{self, Additions};

/// A variant as a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Export {
    /// HTML to paste into a page. A comment at its start lists the losses.
    pub page: String,
    /// Rules that diagrams lack, a sentence each. Without losses, the moves are the same.
    pub losses: Vec<String>,
    /// Draws that diagrams do not declare.
    pub notes: Vec<String>,
}

/// Makes a diagram of a variant; of several setups it has the first one.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load};
/// use weakfish_diagram::export;
///
/// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
/// let export = export(game.variant());
/// assert!(export.losses.is_empty());
/// assert!(export.page.contains("pawn:P:ifmnDfmWfceF:pawn:a2-h2\n"));
/// ```
pub fn export(variant: &Variant) -> Export {
    DiagramBuilder::new(variant).write()
}

/// Writes the movement of a man as the `piece` command of CECP has it, in `XBetza`; `None` if that has no words for it. Black's
/// man moves as White's, turned by half a turn.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load};
/// use weakfish_diagram::piece_movement;
///
/// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
/// let movement = |symbol: &str| {
///     let kind = game.variant().kinds().find(|(_, kind)| kind.symbol == symbol).unwrap().0;
///     piece_movement(game.variant(), kind).unwrap()
/// };
/// assert_eq!((movement("P").as_str(), movement("K").as_str()), ("ifmnDfmWfceF", "isO2K"));
/// ```
pub fn piece_movement(variant: &Variant, kind: KindId) -> Option<String> {
    let mut maker = DiagramBuilder::new(variant);
    let movement = maker.movement(kind);
    let faces_another = variant.rules.opposition.iter().any(|pair| pair.watcher == kind);
    let has_other_moves = variant.kinds.iter().any(|other| other.relays_to.contains(&kind));
    let is_known = maker.losses.is_empty() && !faces_another && !has_other_moves && !movement.contains(UNKNOWN_TO_CECP);
    Some(movement).filter(|movement| is_known && !movement.is_empty())
}

/// Letters of diagrams that `piece` commands lack: the cylinder, whose letter has another place there, and any square.
const UNKNOWN_TO_CECP: [char; 2] = ['o', 'U'];

struct DiagramBuilder<'v> {
    variant: &'v Variant,
    /// The kinds in the order of the diagram: those that promote come first.
    order: Vec<KindId>,
    lines: Vec<String>,
    losses: Vec<String>,
    notes: Vec<String>,
}

/// Directory of the script and address of the images of the pages.
const HEAD: &str = "<script type=\"text/javascript\" src=\"/membergraphics/MSinteractive-diagrams/betza.js\"></script>\n\
                    <div class=\"idiagram\">\n";

/// Parameters that only concern looks.
const LOOKS: [&str; 6] = [
    "graphicsDir=/graphics.dir/alfaeriePNG/",
    "whitePrefix=w",
    "blackPrefix=b",
    "graphicsType=png",
    "squareSize=50",
    "firstRank=1",
];

impl<'v> DiagramBuilder<'v> {
    fn new(variant: &'v Variant) -> Self {
        Self { variant, order: Vec::new(), lines: Vec::new(), losses: Vec::new(), notes: Vec::new() }
    }

    fn lose(&mut self, is_lost: bool, loss: impl Into<String>) {
        let loss = loss.into();
        if is_lost && !self.losses.contains(&loss) {
            self.losses.push(loss);
        }
    }

    fn line(&mut self, name: &str, value: impl std::fmt::Display) {
        self.lines.push(format!("{name}={value}"));
    }

    fn write(&mut self) -> Export {
        let variant = self.variant;
        let board = variant.board;
        self.line("files", board.files());
        self.line("ranks", board.ranks());
        self.lines.extend(LOOKS.map(str::to_owned));
        self.lose(variant.setups.len() > 1, "setups besides the first one");
        self.lose(variant.first == Side::Black, "Black's first move");
        self.lose(!variant.lines.is_empty(), "lines drawn on the board");
        self.write_promotions();
        self.write_rules();
        self.write_endings();
        let symmetry = self.symmetry();
        self.line("symmetry", symmetry);
        self.write_shuffle();
        let royal: Vec<usize> = (0..self.order.len())
            .filter(|&index| variant.kind(self.order[index]).royal)
            .map(|index| index + 1)
            .collect();
        self.lose(royal.is_empty(), "a game without royal men");
        for number in &royal {
            self.line("royal", number);
        }
        for side in Side::ALL {
            let men = variant.setups.first().map_or(&[][..], |setup| &setup.men);
            let count = men.iter().filter(|man| man.side == side && variant.kind(man.kind).royal).count();
            self.lose(count != 1, format!("{side} without a royal man, or with several"));
        }
        let men: Vec<KindId> = self.order.clone();
        for (index, &id) in men.iter().enumerate() {
            self.write_man(index, id, symmetry);
        }
        let holes: Vec<Square> = board.holes().iter().collect();
        if !holes.is_empty() {
            self.lines.push(format!("hole::::{}", squares_text(self, &holes)));
        }
        let mut comment = vec![variant.title.clone()];
        comment.extend(self.losses.iter().map(|loss| format!("Lost: {loss}.")));
        comment.extend(self.notes.iter().map(|note| format!("Note: {note}.")));
        let comment = comment.join("\n").replace("--", "- -").replace(['<', '>'], "");
        let page = format!("<!--\n{comment}\n-->\n{HEAD}{}\n</div>\n", self.lines.join("\n"));
        let (losses, notes) = (self.losses.clone(), self.notes.clone());
        Export { page: printable(&page).into_owned(), losses, notes }
    }

    /// The men and the places of a side in the first setup.
    fn homes(&self, side: Side, kind: KindId) -> SquareSet {
        self.variant.homes(SetupId::default(), side, kind)
    }

    /// The symmetry by which Black's men, and the holes, are those of White.
    fn symmetry(&self) -> &'static str {
        let board = self.variant.board;
        let fits = |partner: &dyn Fn(Square) -> Square| {
            let holes = board.holes();
            holes.iter().all(|square| holes.contains(partner(square)))
                && self.variant.kinds().all(|(id, _)| {
                    let black: SquareSet = self.homes(Side::White, id).iter().map(partner).collect();
                    black == self.homes(Side::Black, id)
                })
        };
        if fits(&|square| board.mirrored_in_ranks(square)) {
            "mirror"
        } else if fits(&|square| board.rotated(square)) {
            "rotate"
        } else {
            "none"
        }
    }

    /// Orders the men, and writes their promotions: all to the same men on the same squares.
    fn write_promotions(&mut self) {
        let variant = self.variant;
        let ranks = i32::from(variant.board.ranks());
        let depth = &|side: Side, squares: SquareSet| {
            let reaches = |square: &Square, deep: i32| variant.board.own_rank(side, *square) >= ranks - deep;
            let zone =
                |deep: i32| variant.board.squares().filter(|square| reaches(square, deep)).collect::<SquareSet>();
            (0..=ranks).find(|&deep| zone(deep) == squares)
        };
        let of_side = |side: Side| -> Vec<_> {
            let all = &variant.rules.promotions[side];
            let is_first = |index: usize| all[..index].iter().all(|other| other.kind != all[index].kind);
            let firsts = (0..all.len()).filter(|&index| is_first(index));
            firsts.map(|index| merged_promotion(variant, all, &all[index], |squares| depth(side, squares))).collect()
        };
        let mut promotions = of_side(Side::White);
        self.lose(of_side(Side::Black) != promotions, "promotions that are not the same for both sides");
        // The first man is the one that must promote on the last rank.
        promotions.sort_by_key(|(promotion, [.., must], _)| promotion.optional && *must == Some(0));
        self.order = promotions.iter().map(|(promotion, ..)| promotion.kind).collect();
        let others = variant.kinds().map(|(id, _)| id).filter(|id| !self.order.contains(id));
        let (royal, others): (Vec<_>, Vec<_>) = others.partition(|id| variant.kind(*id).royal);
        self.order.extend(others.into_iter().chain(royal));
        self.line("maxPromote", promotions.len());
        let Some((main, [zone, ..], choice)) = promotions.first().cloned() else { return };
        self.line("promoZone", zone.unwrap_or(1));
        let mark = if main.captured_men_only { "*" } else { "" };
        let within =
            |ranks: Option<i32>| ranks.filter(|_| ranks < zone).map_or(String::new(), |ranks| ranks.to_string());
        let letter = |(id, ranks): &(KindId, Option<i32>)| format!("{mark}{}{}", self.letter(*id), within(*ranks));
        let letters: Vec<String> = choice.iter().map(letter).collect();
        self.line("promoChoice", letters.concat());
        if main.captured_men_only {
            self.line("holdingsType", 1);
        }
        for (index, (promotion, [own_zone, from, must], own_choice)) in promotions.into_iter().enumerate() {
            // Destructured completely: a new option does not compile until it is written or lost.
            let Promotion {
                kind,
                zone: _,
                from: _,
                to,
                optional,
                compulsory_on: _,
                by_capture,
                not_by_en_passant,
                captured_men_only,
                limits,
                facing: _,
            } = promotion;
            let name = &variant.kind(kind).name;
            let last_ranks = zone.is_some() && choice.iter().all(|(_, ranks)| ranks.is_some());
            let alike = own_zone == zone && last_ranks && own_choice == choice;
            self.lose(!alike, "promotions on several zones, to several lists of men, or before the last ranks alone");
            let fits = match (index, own_zone) {
                (0, Some(1)) => !optional,
                (0, _) => optional && must == Some(1),
                _ => optional && must == Some(0),
            };
            self.lose(!fits, format!("when the {name} may keep its kind, or must promote"));
            let forward = variant.kind(kind).movements().all(goes_forward);
            let leaves = from == own_zone || from == Some(0) && (forward || index == 0 && own_zone == Some(1));
            self.lose(!leaves, format!("promotions of the {name} by moves that begin elsewhere than they end"));
            let some_moves = by_capture || not_by_en_passant || to == PromotionChoice::Nothing;
            self.lose(some_moves, "promotions by certain moves only");
            self.lose(!limits.is_empty() || captured_men_only != main.captured_men_only, "limits of promotions");
        }
    }

    /// The ID of a kind: its letter, or one of its name or the alphabet that no other has.
    fn letter(&self, id: KindId) -> char {
        let symbol = |id: KindId| {
            let text = self.variant.kind(id).symbol.as_str();
            text.chars().next().filter(|_| text.len() == 1)
        };
        let mut taken: BTreeSet<char> = self.variant.kinds().filter_map(|(id, _)| symbol(id)).collect();
        for (other, kind) in self.variant.kinds() {
            let letters = kind.name.chars().filter(char::is_ascii_alphabetic).map(|it| it.to_ascii_uppercase());
            let free = || letters.chain('A'..='Z').find(|letter| !taken.contains(letter));
            let letter = symbol(other).or_else(free).unwrap_or('A');
            taken.insert(letter);
            if other == id {
                return letter;
            }
        }
        'A'
    }

    fn write_rules(&mut self) {
        let Rules {
            castling: _,
            long_steps: _,
            en_passant: _,
            promotions: _,
            drops,
            walls,
            progress: _,
            series,
            must_move,
            repetition,
            grid,
            opposition: _,
            finishing_move,
            compulsory_capture,
            compulsory,
            passing,
            immobility_illegal,
            points: _,
            check,
            own_check_in_series: _,
            no_flight,
            counting_when_bared,
            counting,
        } = &self.variant.rules;
        let plain = Rules::default();
        let lost = [
            (*drops != plain.drops, "limits of drops"),
            (*walls != plain.walls, "walls"),
            (*series != plain.series, "several moves in a turn"),
            (must_move.is_some(), "a limit of moves on the spot"),
            (*repetition != plain.repetition, "illegal repetitions"),
            (grid.is_some(), "a grid"),
            (finishing_move.is_some(), "moves that end the game"),
            (*compulsory_capture != plain.compulsory_capture, "compulsory captures"),
            (*compulsory != plain.compulsory, "moves that come before others"),
            (*passing != plain.passing, "passes"),
            (*immobility_illegal != plain.immobility_illegal, "men that may not go where they could never move again"),
            (*check != plain.check, "checks that may not be given"),
            (*no_flight != plain.no_flight, "kings that may not leave check"),
            (*counting_when_bared != plain.counting_when_bared || *counting != plain.counting, "counts of moves"),
        ];
        for (is_lost, what) in lost {
            self.lose(is_lost, what);
        }
        let men: Vec<&Kind> = self.variant.kinds.iter().filter(|kind| !kind.royal).collect();
        let is_taken = |kind: &&&Kind| match kind.captured {
            Captured::ToHand { of: HandOf::Captor, becomes } => {
                becomes == InHand::Same || becomes == InHand::BeforePromotion && kind.was.is_none()
            }
            Captured::Removed | Captured::Home(_) | Captured::ToHand { .. } => false,
        };
        let taken = men.iter().filter(is_taken).count();
        if taken > 0 && taken == men.len() {
            self.line("holdingsType", -1);
        } else {
            let lost = men.iter().any(|kind| !kind.captured.leaves_the_game());
            self.lose(lost, "captured men that come back in other ways than by a drop of their captor");
            self.lose(!lost && self.variant.has_hands(), "men in hand that are not captured ones");
        }
    }

    fn write_endings(&mut self) {
        let (mut checkmate, mut stalemate) = (false, false);
        for ending in &self.variant.endings {
            let Ending {
                side,
                both,
                judged,
                setups: _,
                condition,
                result,
                worth,
                on_claim,
                tie_on_claim,
                on_board,
                label,
            } = ending;
            let plain = side.is_none() && !both && *judged == Judged::Always && !on_claim && !tie_on_claim && !on_board;
            match (condition, result, plain && worth.is_full()) {
                (Condition::Checkmate, GameResult::Loses, true) => checkmate = true,
                (Condition::Stalemate, GameResult::Draw, true) => stalemate = true,
                (Condition::Stalemate, GameResult::Loses, true) => {
                    stalemate = true;
                    self.line("stalemate", "loss");
                }
                (Condition::Bared, GameResult::Loses, true) => self.line("baring", 0),
                (
                    Condition::Quiet { .. }
                    | Condition::Position { perpetual_check: false, .. }
                    | Condition::OnlyMaterial(_),
                    GameResult::Draw | GameResult::DrawOnClaim,
                    _,
                ) => {
                    let note = "diagrams don't end games by dead material, repetition or a limit of moves".to_owned();
                    if !self.notes.contains(&note) {
                        self.notes.push(note);
                    }
                }
                _ => self.lose(true, format!("the ending `{label}`")),
            }
        }
        self.lose(!checkmate, "a game that checkmate doesn't lose");
        self.lose(!stalemate, "a game that stalemate doesn't end");
    }

    fn write_shuffle(&mut self) {
        let Some(setup) = self.variant.setups.first() else { return };
        let Some(shuffle) = &setup.shuffle else { return };
        let whole = setup
            .men
            .iter()
            .all(|man| !shuffle.kinds.contains(&man.kind) || shuffle.squares[man.side].contains(man.square));
        let king = self.variant.rules.castling.white.as_ref();
        let between = |it: &Between| king.is_some_and(|rule| rule.king == it.middle && rule.partners == it.outer);
        let both = shuffle.both_colours.iter().all(|kinds| kinds.len() == 1);
        let moves = king.is_some_and(|rule| shuffle.kinds.contains(&rule.king));
        let kept = shuffle.between.iter().all(between) && moves != shuffle.between.is_empty();
        self.lose(!whole || !both || !kept || shuffle.each_side, "a shuffle with such conditions");
        let mark = |kind: &KindId| if shuffle.both_colours.contains(&vec![*kind]) { "!" } else { "" };
        let letters: Vec<String> =
            shuffle.kinds.iter().map(|kind| format!("{}{}", mark(kind), self.letter(*kind))).collect();
        self.line("shuffle", letters.concat());
    }

    /// The one rank on which men of a kind start, if they never come back to it.
    fn start_rank(&self, id: KindId) -> Option<i32> {
        let board = self.variant.board;
        let of_side =
            |side: Side| self.homes(side, id).iter().map(|square| board.own_rank(side, square) + 1).collect::<Vec<_>>();
        let ranks: BTreeSet<i32> = Side::ALL.into_iter().flat_map(of_side).collect();
        let forward = self.variant.kind(id).components.iter().all(|part| goes_forward(&part.movement));
        if forward && ranks.len() == 1 { ranks.first().copied() } else { None }
    }

    /// The terms of long steps, castling and opposition of a kind.
    fn special_terms(&mut self, id: KindId) -> String {
        let rules = &self.variant.rules;
        let name = self.variant.kind(id).name.clone();
        let board = self.variant.board;
        let mut text = String::new();
        let ranks_of = |step: &LongStep, side: Side| -> BTreeSet<i32> {
            step.from.iter().map(|square| board.own_rank(side, square) + 1).collect()
        };
        let steps = |side: Side| -> Vec<(LongStep, BTreeSet<i32>)> {
            let own = rules.long_steps[side].iter().filter(|step| step.kind == id);
            own.map(|step| (LongStep { from: SquareSet::EMPTY, ..step.clone() }, ranks_of(step, side))).collect()
        };
        let in_ranks = rules.long_steps.iter().all(|(side, steps)| {
            let on = |step: &LongStep, square| ranks_of(step, side).contains(&(board.own_rank(side, square) + 1));
            steps.iter().all(|step| board.squares().all(|square| !on(step, square) || step.from.contains(square)))
        });
        let white = steps(Side::White);
        let alike = white == steps(Side::Black) && in_ranks;
        self.lose(!alike, "long steps that are not the same for both sides, or from parts of a rank");
        let answered = rules.long_steps.iter().flat_map(|(_, steps)| steps).any(|step| step.en_passant);
        for (step, ranks) in white.iter().filter(|(_, ranks)| !ranks.is_empty()) {
            let home = self.start_rank(id).is_some_and(|rank| *ranks == BTreeSet::from([rank]));
            let term = match (step.least, step.most) {
                _ if !step.is_straight() => None,
                (2, 2) if ranks.len() == usize::from(board.ranks()) => Some("fmnnD".to_owned()),
                _ if !home => None,
                (2, 2) => Some("ifmnD".to_owned()),
                (3, 3) => Some("ifmnH".to_owned()),
                (2, most) => Some(format!("ifmW{most}")),
                _ => None,
            };
            self.lose(term.is_none(), format!("the long step of the {name}"));
            self.lose(answered && !step.en_passant, "long steps that can't be answered, beside others");
            text.extend(term);
        }
        for pair in rules.opposition.iter().filter(|pair| pair.watcher == id) {
            let additions = Additions { royal: true, ..Additions::default() };
            let captures = pair.movement.restricted(Modes::CAPTURES);
            let term = spell::xbetza(&captures, additions);
            let royal = self.variant.kinds().filter(|(_, kind)| kind.royal).map(|(id, _)| id).eq([id]);
            self.lose(
                pair.watched != id || pair.to_be_broken || !royal || term.is_none(),
                "men that may not face each other",
            );
            text += &term.unwrap_or_default();
        }
        if let Some(castling) = rules.castling.white.as_ref().filter(|rule| rule.king == id) {
            let distances = self.castling_distances(castling);
            self.lose(
                distances.is_none() || rules.castling.white != rules.castling.black,
                "castling by such distances",
            );
            if let Some((next, distances)) = distances {
                let inner = if next { "j" } else { "" };
                text.extend(distances.map(|distance| format!("is{inner}O{distance}")));
            }
        }
        let of_black_alone = rules.castling.white.is_none() && rules.castling.black.is_some();
        self.lose(of_black_alone, "castling by such distances");
        text
    }

    /// The distances of castling, and whether the partners are the men next to the outermost ones of the king's rank, not those;
    /// `None` if they are others.
    fn castling_distances(&self, rule: &Castling) -> Option<(bool, RangeInclusive<u8>)> {
        let Castling { king, partners: _, partners_on: _, colourbound, travel, landing, other_wing, dropped } = rule;
        let setup = self.variant.setups.first()?;
        let board = self.variant.board;
        let is_partner = |man: &&PlacedMan| rule.is_with(man);
        let fits = |side: Side, next: usize| {
            let at = self.homes(side, *king).iter().next()?;
            let on_rank = |man: &&PlacedMan| man.side == side && board.rank(man.square) == board.rank(at);
            let mut men: Vec<_> = setup.men.iter().filter(on_rank).collect();
            men.sort_by_key(|man| board.file(man.square));
            let (left, right) = men.split_at(men.iter().position(|man| man.square == at)?);
            let wings = [left.get(next), right.iter().skip(1).rev().nth(next)];
            let count = men.iter().filter(|man| is_partner(man)).count();
            let found = wings.iter().flatten().filter(|man| is_partner(man)).count();
            Some(count == found && count == wings.iter().flatten().count())
        };
        let both = |next: usize| Side::ALL.into_iter().all(|side| fits(side, next) == Some(true));
        let shuffled = setup.shuffle.as_ref().is_some_and(|shuffle| shuffle.kinds.contains(king));
        let next = if shuffled { Some(0) } else { [0, 1].into_iter().find(|&next| both(next)) }?;
        let plain =
            colourbound.is_empty() && !other_wing && dropped.is_none() && *landing == PartnerLanding::LastCrossed;
        let distances = match travel {
            _ if !plain => None,
            KingTravel::Exactly(squares) => Some(*squares..=*squares),
            KingTravel::Between { least, most } => Some(*least..=*most),
            KingTravel::AtLeast(_) | KingTravel::To { .. } => None,
        };
        distances.map(|distances| (next == 1, distances))
    }

    /// Whether a kind captures in passing by all its captures.
    fn captures_in_passing(&self, id: KindId) -> bool {
        let rules = &self.variant.rules;
        let answered = rules.long_steps.iter().flat_map(|(_, steps)| steps).any(|step| step.en_passant);
        let own = rules.long_steps.white.iter().any(|step| step.kind == id && step.en_passant);
        let by = rules.en_passant.white.as_ref().and_then(|EnPassant { by, on: _ }| by.as_ref());
        answered && by.map_or(own, |by| by.contains(&id))
    }

    /// The movement of a man with its long step and its castling.
    fn movement(&mut self, id: KindId) -> String {
        let variant = self.variant;
        let Kind {
            symbol: _,
            name,
            sides: _,
            components,
            orientation,
            flips,
            royal,
            royalty,
            captured_by,
            captures,
            hops_over,
            hops_over_whose,
            passes_own,
            holds,
            holds_attacked,
            relays_to,
            stays_in,
            enters_by_capture,
            elsewhere,
            effects,
            captured: _,
            was: _,
            first_move,
            may_leave,
        } = variant.kind(id);
        let turns = match orientation {
            Orientation::Whole { turns, within: _ } => !turns.is_empty(),
            Orientation::OneDirection { .. } => true,
        };
        let nobody = KindsByOwner::default();
        let lost = [
            (turns || components.iter().any(|part| !part.turns.is_empty()), "men that turn"),
            (flips.is_some(), "men that flip"),
            (*royal && *royalty != Royalty::Always, "men that are royal at times"),
            (
                captured_by.as_ref().is_some_and(|men| !men.is_empty()) || captures.is_some(),
                "men that capture only some men",
            ),
            (
                hops_over.is_some() || hops_over_whose.is_some() || !passes_own.is_empty(),
                "men that hop over only some men, or pass others",
            ),
            (*holds != nobody || *holds_attacked != nobody || !relays_to.is_empty(), "men that change how others move"),
            (stays_in.is_some() || *enters_by_capture != PerSide::default(), "men that stay in a region"),
            (!elsewhere.is_empty(), "other movements in a region"),
            (!effects.is_empty(), "effects of moves"),
            (!may_leave.is_empty(), "men that are left behind"),
        ];
        for (is_lost, what) in lost {
            self.lose(is_lost, format!("{what}, such as the {name}"));
        }
        let in_passing = self.captures_in_passing(id);
        let mut text = self.special_terms(id);
        for part in components {
            let additions = Additions { in_passing, initial: false, royal: false };
            let term = if part.betza == "U" { Some("U".to_owned()) } else { spell::xbetza(&part.movement, additions) };
            self.lose(term.is_none(), format!("the movement of the {name}"));
            text += &term.unwrap_or_default();
            let mirrored = part.movement.mirrored_in_files() != part.movement;
            self.lose(
                mirrored && variant.black == Symmetry::MirrorsWhite,
                format!("the {name} of Black as a mirror image of White's"),
            );
        }
        if let Some(first) = first_move {
            let plain =
                first.lasts == Lasting::UntilItMoves && !first.unless_in_check && first.until_aimed_at_by.is_empty();
            let quiet = first.movement.restricted(Modes::MOVES);
            let term = spell::xbetza(&quiet, Additions { initial: true, ..Additions::default() });
            self.lose(!plain || term.is_none(), format!("the first move of the {name}"));
            text += &term.unwrap_or_default();
        }
        let by_black = variant.rules.en_passant.white.as_ref().is_some_and(|rule| rule.on.is_some());
        self.lose(by_black, "captures in passing on some squares only");
        text
    }

    fn write_man(&mut self, index: usize, id: KindId, symmetry: &str) {
        let variant = self.variant;
        let Kind { name, captured_by, .. } = variant.kind(id);
        if captured_by.as_ref().is_some_and(Vec::is_empty) {
            self.line("iron", index + 1);
        }
        let text = self.movement(id);
        let squares = |side: Side| squares_text(self, &self.homes(side, id).iter().collect::<Vec<_>>());
        let (white, black) = (squares(Side::White), squares(Side::Black));
        let place = if symmetry == "none" && !black.is_empty() { format!("{white},,{black}") } else { white };
        let hands = variant.setups.first().map(|setup| setup.hands.clone()).unwrap_or_default();
        let count = |side: Side| hands[side].iter().find(|(kind, _)| *kind == id).map_or(0, |(_, count)| *count);
        let hand = match (count(Side::White), count(Side::Black)) {
            (0, 0) => String::new(),
            (white, black) if white == black => format!(":{white}"),
            (white, black) => format!(":{white},{black}"),
        };
        let image = name.replace([' ', '-'], "");
        self.lines.push(format!("{name}:{}:{text}:{image}:{place}{hand}", self.letter(id)));
    }
}

/// The men that a man may become, each on a number of last ranks; `None` if its squares are others.
type ChoicesOnLastRanks = Vec<(KindId, Option<i32>)>;

/// Merges the promotions of a man into one without squares. Its zone, the squares that it promotes from, and those where it must
/// promote become numbers of last ranks.
fn merged_promotion(
    variant: &Variant,
    all: &[Promotion],
    first: &Promotion,
    depth: impl Fn(SquareSet) -> Option<i32>,
) -> (Promotion, [Option<i32>; 3], ChoicesOnLastRanks) {
    let none = SquareSet::EMPTY;
    let rules: Vec<&Promotion> = all.iter().filter(|rule| rule.kind == first.kind).collect();
    let union =
        |squares: &dyn Fn(&Promotion) -> SquareSet| rules.iter().fold(none, |all, rule| all.union(squares(rule)));
    let terms = |rule: &Promotion| {
        (rule.by_capture, rule.not_by_en_passant, rule.captured_men_only, rule.to == PromotionChoice::Nothing)
    };
    let differ = rules.iter().any(|rule| terms(rule) != terms(first));
    let kinds = |rule: &Promotion| rule.to.kinds(&variant.setups);
    let choice: BTreeSet<KindId> = rules.iter().flat_map(|rule| kinds(rule)).collect();
    let on = |kind: KindId| union(&|rule| if kinds(rule).contains(&kind) { rule.zone } else { none });
    let choice = choice.into_iter().map(|kind| (kind, depth(on(kind)).filter(|_| !differ))).collect();
    let optional = rules.iter().any(|rule| rule.optional);
    let must = |rule: &Promotion| if rule.optional || !optional { rule.compulsory_on } else { rule.zone };
    let depths = [union(&|rule| rule.zone), union(&|rule| rule.from), union(&must)].map(depth);
    let limits = rules.iter().flat_map(|rule| rule.limits.clone()).collect();
    (Promotion { zone: none, from: none, compulsory_on: none, optional, limits, ..first.clone() }, depths, choice)
}

/// Whether each move of a movement goes forward.
fn goes_forward(movement: &Movement) -> bool {
    let forward = |leap: Leap| leap.dy > 0;
    movement.paths.iter().all(|path| path.legs.iter().all(|leg| forward(leg.leap)))
}

/// Squares as a diagram lists them: rows of neighbours by their ends.
fn squares_text(maker: &DiagramBuilder<'_>, squares: &[Square]) -> String {
    let board = maker.variant.board;
    let mut rows: Vec<(Square, Square)> = Vec::new();
    for &square in squares {
        match rows.last_mut() {
            Some((_, last)) if board.leap(*last, Leap::new(1, 0)) == Some(square) => *last = square,
            _ => rows.push((square, square)),
        }
    }
    let text = |&(first, last): &(Square, Square)| {
        let (first, last) = (board.name(first), board.name(last));
        if first == last { first } else { format!("{first}-{last}") }
    };
    rows.iter().map(text).collect::<Vec<_>>().join(",")
}
