//! The men of a variant as those of the engine.

use std::collections::BTreeSet;

use super::SectionBuilder;
use crate::betza::{self, EngineMovement, MoveType, TypedLeap, class};
use crate::men::{DIAGONAL_LINE_MOVES, PieceType};
use crate::squares::Bitboard;
use crate::values::Rank;
use weakfish::geometry::{Leap, PerSide, Side, Square, SquareSet};
use weakfish::model::{
    Captured, Change, Clearance, Curve, Kind, KindId, Leg, Modes, Movement, Orientation, Symmetry, Through,
};

impl SectionBuilder<'_> {
    /// Maps every kind to a piece type of the engine.
    pub(super) fn map_men(&mut self) {
        let variant = self.variant;
        let royal = variant.kinds.iter().filter(|kind| kind.royal).count();
        self.record_loss_if(royal > 1, "royal men of several kinds");
        for (id, kind) in variant.kinds() {
            self.map_kind(id, kind, royal == 1);
        }
    }

    /// Maps a kind to a piece type that moves alike, or to a custom piece, with its letter and region; records the
    /// losses.
    fn map_kind(&mut self, id: KindId, kind: &Kind, one_royal: bool) {
        let name = kind.name.as_str();
        let Some(letter) = self.free_letter(&kind.symbol) else {
            return self.record_loss(format!("another letter, as for the {name}"));
        };
        let is_own_sparing = self.record_lost_properties(id, kind);
        let paths = kind.components.iter().flat_map(|component| component.movement.paths.iter().cloned());
        let movement = Movement::new(paths.collect());
        let lines = movement.along_lines(true);
        let Some(moves) = engine_movement(&movement.along_lines(false)) else {
            return self.record_loss(format!("the movement of the {name}"));
        };
        if moves.depends_on_path() && !self.variant.board.holes().is_empty() {
            // In the engine a hole is an obstacle like a man.
            self.record_loss(format!("men to which a hole is no man in the way, such as the {name}"));
        }
        if self.variant.black == Symmetry::MirrorsWhite && !moves.is_symmetric() {
            self.record_loss(format!("the {name} of Black as a mirror image of White's"));
        }
        let is_hopper = || {
            PieceType::HOPPER.movement().as_ref() == Some(&moves) && self.letters.letter(PieceType::HOPPER).is_none()
        };
        if is_own_sparing && (!is_hopper() || kind.royal) {
            return self.record_loss(format!("men that hop only over some men, such as the {name}"));
        }
        let soldier = self.soldier_rank(kind, &moves);
        if !kind.elsewhere.is_empty() && soldier.is_none() {
            self.record_loss(format!("another movement in a region, as the {name} has it"));
        }
        if kind.royal {
            let several = Side::ALL.into_iter().any(|side| self.count_at_start(side, id) > 1);
            self.record_loss_if(several, "several royal men of a side");
        }
        let man = if let Some(rank) = soldier {
            self.rules.soldier_promotion_rank = rank;
            PieceType::SOLDIER
        } else if is_own_sparing {
            PieceType::HOPPER
        } else if kind.royal && one_royal && !self.may_be_killed(id) && !self.facts.walls.any() {
            let Some(text) = engine_betza(&moves) else {
                return self.record_loss(format!("the movement of the {name}"));
            };
            if betza::parse("K").as_ref() != Ok(&moves) {
                self.letters.set_betza(PieceType::KING, Some(text));
            }
            PieceType::KING
        } else {
            let free = |man: &PieceType| self.letters.letter(*man).is_none();
            let moves_alike = |man: &PieceType| {
                man.movement().as_ref() == Some(&moves)
                    && *man != PieceType::HOPPER
                    && (*man != PieceType::SOLDIER || !lines.paths.is_empty())
            };
            let Some(man) = PieceType::all()
                .filter(free)
                .find(moves_alike)
                .or_else(|| PieceType::all().filter(free).find(|man| man.is_custom()))
            else {
                return self.record_loss("so many kinds of men");
            };
            if man.is_custom() {
                let Some(text) = engine_betza(&moves) else {
                    return self.record_loss(format!("the movement of the {name}"));
                };
                self.letters.set_betza(man, Some(text));
            }
            man
        };
        if !self.has_line_moves(man, &moves, &lines) {
            self.record_loss(format!("men that move so along lines drawn on the board, such as the {name}"));
        }
        let mut letter = letter;
        if man == PieceType::KING && !lines.paths.is_empty() {
            // Only a king that games of this family inherit moves along lines.
            self.parent = Some("minixiangqi");
            if kind.symbol != "K" && self.variant.kinds.iter().any(|other| other.symbol == "K") {
                self.record_loss(format!("another letter than `K` for the {name}"));
            }
            if kind.stays_in.is_none() {
                self.mobility.push((man, PerSide::both(Bitboard::ALL)));
            }
            letter = 'K';
        }
        if kind.symbol != letter.to_string() {
            self.notes.push(format!("the letter of the {name} is `{letter}` there"));
        }
        self.letters.set(man, letter);
        self.men[id.index()] = Some(man);
        if let Some(region) = kind.stays_in.and_then(|region| self.variant.regions.get(region.index())) {
            let squares = PerSide::from_fn(|side| self.to_bitboard(region.squares[side]));
            self.mobility.push((man, squares));
        }
    }

    /// Records the properties of a man that the engine lacks. Returns whether it neither hops over its own kind nor captures it,
    /// which is a man with a name of its own there.
    fn record_lost_properties(&mut self, id: KindId, kind: &Kind) -> bool {
        let Kind {
            // Mapped.
            symbol: _,
            name,
            sides: _,
            components: _,
            stays_in: _,
            elsewhere: _,
            was: _,
            first_move: _,
            may_leave: _,
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
            enters_by_capture,
            effects,
            captured,
        } = kind;
        let can_turn = kind.turns() || matches!(orientation, Orientation::OneDirection { .. });
        let all_but_own = |list: &Option<Vec<KindId>>| {
            let others =
                |list: &Vec<KindId>| self.variant.kinds().all(|(other, _)| list.contains(&other) != (other == id));
            list.as_ref().is_some_and(others)
        };
        let spares_own =
            all_but_own(captures) && all_but_own(hops_over) && hops_over_whose.is_none() && captured_by.is_none();
        let effects = effects.iter().filter_map(|effect| Some((true, lost_change(&effect.change)?)));
        let others = [
            (can_turn, "turn"),
            (*royal && !royalty.is_constant(), "are royal only at times"),
            (flips.is_some(), "flip"),
            (hops_over.is_some() && !spares_own, "hop only over some men"),
            (matches!(captured, Captured::Home(_)), "return home when they are captured"),
            (!passes_own.is_empty(), "pass men of their own side"),
            (!holds.is_empty() || !holds_attacked.is_empty(), "hold others still"),
            (*enters_by_capture != PerSide::default(), "enter some squares only by capturing"),
            (!relays_to.is_empty(), "relay their moves to others"),
            ((captured_by.is_some() || captures.is_some()) && !spares_own, "capture only some men"),
        ];
        for (is_lost, inability) in others.into_iter().chain(effects) {
            self.record_loss_if(is_lost, format!("men that {inability}, such as the {name}"));
        }
        spares_own
    }

    /// The letter of a man, or another one if the engine has no such or another man has it.
    fn free_letter(&self, symbol: &str) -> Option<char> {
        let taken = |letter: char| self.letters.man(letter).is_some();
        let is_symbol = |letter: char| self.variant.kinds.iter().any(|kind| kind.symbol == letter.to_string());
        let own_letter = symbol.parse().ok().filter(|letter: &char| letter.is_ascii_uppercase() && !taken(*letter));
        own_letter.or_else(|| ('A'..='Z').find(|&letter| !taken(letter) && !is_symbol(letter)))
    }

    /// Maps the lines drawn on the board: there they are on all squares of a set that touch by their corners.
    pub(super) fn map_lines(&mut self) {
        let board = self.variant.board;
        let drawn: SquareSet = self.variant.lines.iter().flatten().copied().collect();
        let sorted_pair = |ends: [Square; 2]| if ends[0] < ends[1] { ends } else { [ends[1], ends[0]] };
        let steps =
            self.variant.lines.iter().flat_map(|line| line.windows(2).map(|ends| sorted_pair([ends[0], ends[1]])));
        let corner_steps = [Leap::new(1, 1), Leap::new(-1, 1)].into_iter().flat_map(|leap| board.leaps(leap));
        let corner_steps = corner_steps.filter(|(from, to)| drawn.contains(*from) && drawn.contains(*to));
        let all_corner_steps: BTreeSet<_> = corner_steps.map(|(from, to)| sorted_pair([from, to])).collect();
        let drawn = self.to_bitboard(drawn);
        let late_soldiers =
            self.letters.letter(PieceType::SOLDIER).is_some() && self.rules.soldier_promotion_rank != Rank(1);
        if !drawn.is_empty()
            && (steps.collect::<BTreeSet<_>>() != all_corner_steps
                || drawn.has_gaps_on_diagonals(board)
                || late_soldiers)
        {
            self.record_loss(
                "lines drawn on the board otherwise than between all squares of a set that touch by their corners",
            );
        }
        self.rules.diagonal_lines = drawn;
    }

    /// Whether the engine gives a man these moves along lines.
    fn has_line_moves(&self, man: PieceType, moves: &EngineMovement, lines: &Movement) -> bool {
        let off_lines = lines.paths.iter().cloned().map(|mut path| {
            path.along_lines = false;
            path
        });
        let engine_moves =
            DIAGONAL_LINE_MOVES.iter().find(|(other, ..)| *other == man).map(|(_, betza, _)| betza::parse(betza));
        if lines.paths.is_empty() && (self.variant.lines.is_empty() || man == PieceType::KING || engine_moves.is_none())
        {
            return true;
        }
        let same_moves = engine_moves
            .is_some_and(|engine_moves| engine_movement(&Movement::new(off_lines.collect())) == engine_moves.ok());
        same_moves && (man != PieceType::KING || betza::parse("W").as_ref() == Ok(moves))
    }

    /// The rank from which a man that goes forward also goes sideways, if it is such a soldier
    /// (`soldierPromotionRank`).
    fn soldier_rank(&self, kind: &Kind, moves: &EngineMovement) -> Option<Rank> {
        let [beyond] = kind.elsewhere.as_slice() else { return None };
        let moves_as = |moves: &EngineMovement, text: &str| betza::parse(text).as_ref() == Ok(moves);
        let moves_beyond = engine_movement(&beyond.movement)?;
        if !moves_as(moves, "fW")
            || !moves_as(&moves_beyond, "fsW")
            || self.letters.letter(PieceType::SOLDIER).is_some()
        {
            return None;
        }
        let squares = self.variant.regions.get(beyond.region.index())?.squares;
        let ranks = self.variant.board.ranks();
        let board_squares = Bitboard::of_board(self.variant.board);
        let zone_from = |rank: u8| PerSide::from_fn(|side| Bitboard::zone(side, rank, ranks).and(board_squares));
        let region = PerSide::from_fn(|side| self.to_bitboard(squares[side]));
        (2..=ranks).find(|&rank| zone_from(rank) == region).map(Rank)
    }

    /// How many men of a kind a side has at the start.
    pub(super) fn count_at_start(&self, side: Side, kind: KindId) -> usize {
        let men = self.variant.setups.first().map_or(&[][..], |setup| &setup.men);
        men.iter().filter(|man| man.side == side && man.kind == kind).count()
    }
}

/// The verb for an effect's change that men of the engine can't make.
fn lost_change(change: &Change) -> Option<&'static str> {
    match change {
        Change::Turns(_) => Some("turn"),
        Change::Flips => Some("flip"),
        Change::Becomes(_) | Change::BecomesVictim(_) => Some("become others by their moves"),
        Change::Converts(_) => Some("make others change sides"),
        Change::Captor(_) => Some("do not stand where they capture"),
        // Mapped, or lost there.
        Change::Dies | Change::BecomesWall | Change::Destroys(_) => None,
    }
}

/// Converts a movement of the model to the engine's; `None` if the engine has no such men.
fn engine_movement(movement: &Movement) -> Option<EngineMovement> {
    let mut moves = EngineMovement::default();
    for path in &movement.paths {
        if path.first_move_only || path.en_passant || path.wraps || path.along_lines {
            return None;
        }
        let (typed_leap, stops) = match path.legs.as_slice() {
            [leg] => (one_leg_move(leg)?, leg.stops),
            [first, second] => (hop_move(first, second).or_else(|| horse_move(first, second))?, second.stops),
            _ => return None,
        };
        if stops.moves {
            moves.quiet.insert(typed_leap);
        }
        if stops.captures {
            moves.captures.insert(typed_leap);
        }
    }
    // The engine must read the spelling as the same movement.
    (movement.paths.is_empty() || engine_betza(&moves).is_some()).then_some(moves)
}

/// The engine's leap, lame leap or slide of a path with one leg; `None` if the engine has no such move.
fn one_leg_move(leg: &Leg) -> Option<TypedLeap> {
    if leg.curve != Curve::Straight || leg.least != 1 {
        return None;
    }
    let (long, short) = class(leg.leap);
    let straight = short == 0 || short == long;
    let move_type = match (leg.clearance, leg.most) {
        (Clearance::Leaps, Some(1)) => MoveType::Leap,
        (Clearance::Leaps, most) => MoveType::Slide(most.unwrap_or(0)),
        (Clearance::OrthogonalFirst, Some(1)) => MoveType::Lame,
        (_, Some(1)) if straight => MoveType::Lame,
        _ => return None,
    };
    Some((leg.leap, move_type))
}

/// The engine's hop of a path with two legs: a slide to an occupied square, and on beyond it; `None` for
/// other paths.
fn hop_move(first: &Leg, second: &Leg) -> Option<TypedLeap> {
    let is_rider = |leg: &Leg| leg.curve == Curve::Straight && leg.least == 1 && leg.clearance == Clearance::Leaps;
    let fits = is_rider(first) && is_rider(second) && first.leap == second.leap;
    if !fits || first.most.is_some() || first.through != Through::Occupied || first.stops != Modes::NONE {
        return None;
    }
    match second.most {
        None => Some((second.leap, MoveType::Hop)),
        Some(1) => Some((second.leap, MoveType::Grasshopper)),
        Some(_) => None,
    }
}

/// A knight's leap as a step of a wazir and one of a ferz outward: that of a horse which can be blocked.
fn horse_move(first: &Leg, second: &Leg) -> Option<TypedLeap> {
    let step = |leg: &Leg| one_leg_move(leg).filter(|(_, kind)| *kind == MoveType::Leap).map(|(leap, _)| leap);
    let (wazir, ferz) = (step(first)?, step(second)?);
    let leap = Leap::new(wazir.dx + ferz.dx, wazir.dy + ferz.dy);
    let horse = PieceType::HORSE.movement()?;
    let is_horse = wazir.dx.abs() + wazir.dy.abs() == 1 && ferz.dx.abs() == 1 && ferz.dy.abs() == 1;
    let typed_leap = (leap, MoveType::Lame);
    (is_horse && first.through == Through::Empty && first.stops == Modes::NONE && horse.quiet.contains(&typed_leap))
        .then_some(typed_leap)
}

/// Writes a movement in the engine's Betza notation, if it reads that back as the same movement.
pub(super) fn engine_betza(moves: &EngineMovement) -> Option<String> {
    let text = moves.to_engine_betza();
    // Only one kind can be without a movement, which has a name of its own.
    (!text.is_empty() && betza::parse(&text).as_ref() == Ok(moves)).then_some(text)
}
