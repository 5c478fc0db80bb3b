//! The men of a variant as those of the engine.

use super::Maker;
use crate::fairy_stockfish::betza::{self, Manner, Reading, Way};
use crate::fairy_stockfish::men::Man;
use crate::fairy_stockfish::squares::Squares;
use crate::fairy_stockfish::values::Rank;
use crate::geometry::{PerSide, Side};
use crate::model::{Clearance, Curve, Kind, KindId, Leg, Modes, Movement, Orientation, Symmetry, Through};

impl Maker<'_> {
    /// Gives every kind a man of the engine.
    pub(super) fn men(&mut self) {
        let kinds: Vec<(KindId, Kind)> = self.variant.kinds().map(|(id, kind)| (id, kind.clone())).collect();
        let royal = kinds.iter().filter(|(_, kind)| kind.royal).count();
        if royal > 1 {
            self.lose("royal men of several kinds");
        }
        for (id, kind) in &kinds {
            self.kind(*id, kind, royal == 1);
        }
    }

    fn kind(&mut self, id: KindId, kind: &Kind, one_royal: bool) {
        let name = kind.name.as_str();
        let mut symbol = kind.symbol.chars();
        let letter = symbol.next().filter(|letter| letter.is_ascii_uppercase() && symbol.next().is_none());
        let Some(letter) = letter else {
            return self.lose(format!("a letter such as `{}`", kind.symbol));
        };
        if kind.sides != PerSide::both(true) {
            self.lose(format!("a man of one side only, such as the {name}"));
        }
        let turns = !kind.orientation.turns().is_empty()
            || matches!(kind.orientation, Orientation::OneDirection { .. })
            || !kind.turns_after_moving.is_empty()
            || kind.components.iter().any(|part| !part.turns.is_empty());
        if turns {
            self.lose(format!("men that turn, such as the {name}"));
        }
        if kind.royal && !kind.royalty.is_constant() {
            self.lose(format!("men that are royal only at times, such as the {name}"));
        }
        if kind.flips.is_some() {
            self.lose(format!("men that flip, such as the {name}"));
        }
        // A hopper that neither hops over its own kind nor captures it has a name of its own.
        let all_but_own = |list: &Option<Vec<KindId>>| {
            let others =
                |list: &Vec<KindId>| self.variant.kinds().all(|(other, _)| list.contains(&other) != (other == id));
            list.as_ref().is_some_and(others)
        };
        let spares_own = all_but_own(&kind.captures) && all_but_own(&kind.hops_over) && kind.captured_by.is_none();
        if kind.hops_over.is_some() && !spares_own {
            self.lose(format!("men that hop only over some men, such as the {name}"));
        }
        if (kind.captured_by.is_some() || kind.captures.is_some()) && !spares_own {
            self.lose(format!("men that capture only some men, such as the {name}"));
        }
        if kind.components.iter().any(|part| !part.movement.along_lines(true).paths.is_empty()) {
            return self.lose(format!("men that move along lines drawn on the board, such as the {name}"));
        }
        let paths = kind.components.iter().flat_map(|part| part.movement.paths.iter().cloned());
        let Some(reading) = reading(&Movement::new(paths.collect())) else {
            return self.lose(format!("the movement of the {name}"));
        };
        if self.variant.black == Symmetry::MirrorsWhite && !reading.is_symmetric() {
            self.lose(format!("the {name} of Black as a mirror image of White's"));
        }
        let hopper = Man::HOPPER.betza().and_then(|text| betza::read(text).ok());
        if spares_own && (hopper.as_ref() != Some(&reading) || self.letters.letter(Man::HOPPER).is_some() || kind.royal)
        {
            return self.lose(format!("men that hop only over some men, such as the {name}"));
        }
        let soldier = self.soldier(kind, &reading);
        if !kind.elsewhere.is_empty() && soldier.is_none() {
            self.lose(format!("another movement in a region, as the {name} has it"));
        }
        let man = if let Some(rank) = soldier {
            self.rules.soldier_promotion_rank = rank;
            Man::SOLDIER
        } else if spares_own {
            Man::HOPPER
        } else if kind.royal && one_royal {
            let each = |side: Side| self.count(side, id) <= 1;
            if !Side::ALL.into_iter().all(each) {
                self.lose("several royal men of a side");
            }
            let Some(text) = own_spelling(&reading) else {
                return self.lose(format!("the movement of the {name}"));
            };
            if text != "K" {
                self.letters.set_betza(Man::KING, Some(text));
            }
            Man::KING
        } else {
            let free = |man: &Man| self.letters.letter(*man).is_none();
            let alike = |man: &Man| {
                man.betza().and_then(|text| betza::read(text).ok()).is_some_and(|other| other == reading)
                    && ![Man::SOLDIER, Man::HOPPER].contains(man)
            };
            let Some(man) =
                Man::all().filter(free).find(alike).or_else(|| Man::all().filter(free).find(|man| man.is_slot()))
            else {
                return self.lose("so many kinds of men");
            };
            if man.is_slot() {
                let Some(text) = own_spelling(&reading) else {
                    return self.lose(format!("the movement of the {name}"));
                };
                self.letters.set_betza(man, Some(text));
            }
            man
        };
        self.letters.set(man, letter);
        self.men[id.index()] = Some(man);
        if let Some(region) = kind.stays_in.and_then(|region| self.variant.regions.get(region.index())) {
            let squares = PerSide::from_fn(|side| self.squares(region.squares[side]));
            self.mobility.push((man, squares));
        }
    }

    /// The rank from which a man also goes sideways, if it is such a soldier.
    fn soldier(&self, kind: &Kind, reading: &Reading) -> Option<Rank> {
        let [beyond] = kind.elsewhere.as_slice() else { return None };
        let is = |reading: &Reading, text: &str| betza::read(text).as_ref() == Ok(reading);
        let there = self::reading(&beyond.movement)?;
        if !is(reading, "fW") || !is(&there, "fsW") || self.letters.letter(Man::SOLDIER).is_some() {
            return None;
        }
        let squares = self.variant.regions.get(beyond.region.index())?.squares;
        let ranks = self.variant.board.ranks();
        let here = Squares::of_board(self.variant.board);
        let from = |rank: u8| PerSide::from_fn(|side| Squares::zone(side, rank, ranks).and(here));
        let wanted = PerSide::from_fn(|side| self.squares(squares[side]));
        (2..=ranks).find(|&rank| from(rank) == wanted).map(Rank)
    }

    /// How many men of a kind a side has at the start.
    pub(super) fn count(&self, side: Side, kind: KindId) -> usize {
        let men = self.variant.setups.first().map_or(&[][..], |setup| &setup.men);
        men.iter().filter(|man| man.side == side && man.kind == kind).count()
    }
}

/// The movement in the model as the engine would have it; `None` if it has no such men.
fn reading(movement: &Movement) -> Option<Reading> {
    let mut reading = Reading::default();
    for path in &movement.paths {
        if path.first_move_only || path.en_passant || path.wraps || path.along_lines {
            return None;
        }
        let (way, stops) = match path.legs.as_slice() {
            [leg] => (single(leg)?, leg.stops),
            [first, second] => (hop(first, second)?, second.stops),
            _ => return None,
        };
        if stops.moves {
            reading.quiet.insert(way);
        }
        if stops.captures {
            reading.captures.insert(way);
        }
    }
    // The engine must read the spelling as the same movement.
    (movement.paths.is_empty() || own_spelling(&reading).is_some()).then_some(reading)
}

fn single(leg: &Leg) -> Option<Way> {
    if leg.curve != Curve::Straight || leg.least != 1 {
        return None;
    }
    let (long, short) = (
        leg.leap.dx.unsigned_abs().max(leg.leap.dy.unsigned_abs()),
        leg.leap.dx.unsigned_abs().min(leg.leap.dy.unsigned_abs()),
    );
    let straight = short == 0 || short == long;
    let manner = match (leg.clearance, leg.most) {
        (Clearance::Leaps, Some(1)) => Manner::Leap,
        (Clearance::Leaps, None) => Manner::Slide(0),
        (Clearance::Leaps, Some(most)) => Manner::Slide(most),
        (Clearance::OrthogonalFirst, Some(1)) => Manner::Lame,
        (_, Some(1)) if straight => Manner::Lame,
        _ => return None,
    };
    Some((leg.leap, manner))
}

fn hop(first: &Leg, second: &Leg) -> Option<Way> {
    let plain = |leg: &Leg| leg.curve == Curve::Straight && leg.least == 1 && leg.clearance == Clearance::Leaps;
    let fits = plain(first) && plain(second) && first.leap == second.leap;
    if !fits || first.most.is_some() || first.through != Through::Occupied || first.stops != Modes::NONE {
        return None;
    }
    match second.most {
        None => Some((second.leap, Manner::Hop)),
        Some(1) => Some((second.leap, Manner::Grasshopper)),
        Some(_) => None,
    }
}

/// A movement in Betza notation as the engine reads it.
pub(super) fn own_spelling(reading: &Reading) -> Option<String> {
    let text = reading.spelt_there();
    // Only one kind can be without a movement, which has a name of its own.
    (!text.is_empty() && betza::read(&text).as_ref() == Ok(reading)).then_some(text)
}
