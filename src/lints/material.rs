//! A lint of material that is called a draw: it finds what the men left can still win by.
//!
//! Whether a king and one leaper can mate at all is found by looking at all positions of the three men. For other men
//! it is not tried, and nothing is said.

use std::cell::RefCell;

use super::{Finding, Item, Lint, View};
use crate::geometry::{PerSide, Side, Square, SquareSet};
use crate::model::{
    CheckRule, Clearance, Condition, Ending, GameResult, Judged, Kind, KindId, MaterialSide, Modes, Movement,
};

/// Larger boards than this are not searched for mates.
const MAX_SQUARES: usize = 144;

/// Finds material that is called a draw although one side can still win.
pub(super) fn live(view: &View<'_>) -> Vec<Finding> {
    let (Some(endings), Some(_)) = (view.all_endings(), view.all_kinds()) else { return Vec::new() };
    let mates = Mates { view, known: RefCell::default() };
    let mut found = Vec::new();
    for (index, ending) in endings.iter().enumerate().filter(|(_, ending)| ending.result == GameResult::Draw) {
        let Condition::OnlyMaterial(balances) = &ending.condition else { continue };
        let chance = balances.iter().find_map(|balance| {
            let way = endings.iter().find_map(|other| way_to_win(&mates, other, balance))?;
            Some((balance, way))
        });
        let Some((balance, way)) = chance else { continue };
        let [white, black] = [&balance.white, &balance.black].map(|side| material(view, side));
        let message = format!("`{white} v {black}` is no draw in this game: {way}");
        let finding = Finding::new(Lint::LiveMaterial, Item::Ending(index), message);
        let help = "write the list of endings without this line, or with less material";
        found.push(finding.label("one side can still win").help(help));
    }
    found
}

/// Men as they are written in a definition.
fn material(view: &View<'_>, side: &MaterialSide) -> String {
    let men = side.men.iter().chain(&side.any_on_one_colour).map(|&kind| view.symbol(kind));
    men.collect::<Vec<_>>().join(" ")
}

/// How a side with this material can win by an ending.
fn way_to_win(mates: &Mates<'_, '_>, ending: &Ending, balance: &PerSide<MaterialSide>) -> Option<String> {
    let view = mates.view;
    let mut sides = Side::ALL.into_iter().filter(|&side| ending.side.is_none_or(|only| only == side));
    match &ending.condition {
        Condition::ManOn { kinds, squares, least, full: false, .. } if ending.result == GameResult::Wins => {
            let man = sides.find_map(|side| {
                let men = &balance[side].men;
                let there = men.iter().filter(|kind| kinds.contains(kind)).count();
                let can = there >= usize::from(*least) && !squares[side].is_empty() && !ending.both;
                kinds.iter().find(|kind| can && men.contains(kind))
            })?;
            Some(format!("`{}` can still reach its goal", view.symbol(*man)))
        }
        Condition::ChecksGiven(_) if ending.result == GameResult::Wins => {
            let man = sides.find_map(|side| {
                let enemies = &balance[!side].men;
                let royal = enemies.iter().copied().find(|&kind| view.is_royal(kind))?;
                let side = &balance[side];
                side.men.iter().chain(&side.any_on_one_colour).copied().find(|&kind| attacks(view, kind, royal))
            })?;
            Some(format!("`{}` can still give check", view.symbol(man)))
        }
        Condition::Checkmate if ending.result == GameResult::Loses && ending.judged == Judged::Always => {
            let may_check = |side: Side| view.rules.made.check[side] != CheckRule::Forbidden;
            let mut losers = sides.filter(|&side| may_check(!side));
            let man = losers.find_map(|side| mates.mating(&balance[!side], &balance[side]))?;
            Some(format!("there are positions in which `{}` mates", view.symbol(man)))
        }
        _ => None,
    }
}

/// Whether a kind that is not royal may capture another, as far as the rules say whom.
fn attacks(view: &View<'_>, kind: KindId, royal: KindId) -> bool {
    let (Some(attacker), Some(victim)) = (view.kind(kind), view.kind(royal)) else { return false };
    !attacker.royal
        && attacker.captures.as_ref().is_none_or(|kinds| kinds.contains(&royal))
        && victim.captured_by.as_ref().is_none_or(|kinds| kinds.contains(&kind))
        && attacker.components.iter().any(|part| part.movement.paths.iter().any(may_capture))
}

fn may_capture(path: &crate::model::Path) -> bool {
    path.legs.last().is_some_and(|leg| leg.stops.captures)
}

/// Which men can mate. One answer serves both sides, as their men move alike.
struct Mates<'v, 'a> {
    view: &'v View<'a>,
    /// The answers so far: a royal man and its helper against a royal man.
    known: RefCell<Vec<([KindId; 3], bool)>>,
}

impl Mates<'_, '_> {
    /// The man that mates with a royal one, if these are all men of the attacking side, and the other side has a royal
    /// man alone.
    fn mating(&self, attackers: &MaterialSide, defenders: &MaterialSide) -> Option<KindId> {
        let view = self.view;
        let (&[first, second], &[defender]) = (attackers.men.as_slice(), defenders.men.as_slice()) else { return None };
        let bare = attackers.any_on_one_colour.is_none() && defenders.any_on_one_colour.is_none();
        let (royal, man) = if view.is_royal(first) { (first, second) } else { (second, first) };
        let fits =
            bare && view.is_always_royal(royal) && view.is_always_royal(defender) && attacks(view, man, defender);
        (fits && self.can_mate([royal, man, defender])).then_some(man)
    }

    fn can_mate(&self, men: [KindId; 3]) -> bool {
        let known = self.known.borrow().iter().find(|(known, _)| *known == men).map(|(_, answer)| *answer);
        known.unwrap_or_else(|| {
            let answer = self.searched(men).unwrap_or_default();
            self.known.borrow_mut().push((men, answer));
            answer
        })
    }

    /// Whether a search finds a mate; `None` if these men, or so large a board, are not searched.
    fn searched(&self, men: [KindId; 3]) -> Option<bool> {
        if self.view.board.len() > MAX_SQUARES {
            return None;
        }
        let [royal, helper, defender] = men.map(|kind| self.view.kind(kind).and_then(leaps));
        let [royal, helper, defender] = [royal?, helper?, defender?];
        // Seen from the other side, a man of the defender may go otherwise. Only men that don't are looked at.
        let symmetrical = *defender == defender.mirrored_in_ranks() && *defender == defender.mirrored_in_files();
        Some(symmetrical && Search::new(self.view, royal, helper, defender).finds_a_mate())
    }
}

/// The movement of a man that only leaps, wherever it stands and whatever it has done.
fn leaps(kind: &Kind) -> Option<&Movement> {
    let [part] = kind.components.as_slice() else { return None };
    let plain = kind.stays_in.is_none() && kind.elsewhere.is_empty() && kind.flips.is_none();
    let leaps = part.movement.paths.iter().all(|path| {
        let [leg] = path.legs.as_slice() else { return false };
        leg.most == Some(1)
            && leg.clearance == Clearance::Leaps
            && !path.first_move_only
            && !path.wraps
            && !path.along_lines
    });
    (plain && !kind.turns() && leaps).then_some(&part.movement)
}

/// The number of squares in both sets.
fn common(one: SquareSet, other: SquareSet) -> usize {
    one.words().into_iter().zip(other.words()).map(|(one, other)| (one & other).count_ones() as usize).sum()
}

/// A search for a position in which a royal man and a helper mate a royal man that is alone.
struct Search {
    /// Where the lone man is looked for.
    defenders: Vec<Square>,
    squares: Vec<Square>,
    /// By square: where the men can capture.
    royal: Vec<SquareSet>,
    helper: Vec<SquareSet>,
    /// By square: where the lone man can go, and where it can capture.
    moves: Vec<SquareSet>,
    captures: Vec<SquareSet>,
}

impl Search {
    fn new(view: &View<'_>, royal: &Movement, helper: &Movement, defender: &Movement) -> Self {
        let board = view.board;
        let targets = |movement: &Movement, counts: fn(Modes) -> bool| {
            let legs = || movement.paths.iter().filter_map(|path| path.legs.last()).filter(|leg| counts(leg.stops));
            let of = |from| legs().filter_map(|leg| board.leap(from, leg.leap)).collect();
            board.rectangle().map(of).collect()
        };
        // Of positions that mirror each other one is enough.
        let movements = [royal, helper, defender];
        let alike = |mirrored: fn(&Movement) -> Movement| {
            board.holes().is_empty() && movements.iter().all(|movement| **movement == mirrored(movement))
        };
        let (files, ranks) = (i32::from(board.files()), i32::from(board.ranks()));
        let left = if alike(Movement::mirrored_in_files) { (files + 1) / 2 } else { files };
        let low = if alike(Movement::mirrored_in_ranks) { (ranks + 1) / 2 } else { ranks };
        let defenders = board.squares().filter(|&square| board.file(square) < left && board.rank(square) < low);
        Self {
            defenders: defenders.collect(),
            squares: board.squares().collect(),
            royal: targets(royal, |stops| stops.captures),
            helper: targets(helper, |stops| stops.captures),
            moves: targets(defender, |stops| stops.moves),
            captures: targets(defender, |stops| stops.captures),
        }
    }

    fn finds_a_mate(&self) -> bool {
        self.defenders.iter().any(|&defender| {
            let flights = self.moves[defender.index()];
            // What the helper leaves open must be no more than the royal man can guard from where it may stand.
            let apart = self.squares.iter().filter(|&&at| at != defender && !flights.contains(at));
            let most = apart.map(|royal| common(self.royal[royal.index()], flights)).max().unwrap_or_default();
            let checks = self.squares.iter().filter(|helper| self.helper[helper.index()].contains(defender));
            checks.into_iter().any(|&helper| {
                let open = flights.len() - common(self.helper[helper.index()], flights);
                // The helper may stand on one of the open squares, and the royal man may bar another.
                helper != defender && open <= most + 2 && self.is_mated(defender, helper)
            })
        })
    }

    /// Whether the attackers' royal man has a square from which it guards what the helper, who gives check, does not.
    fn is_mated(&self, defender: Square, helper: Square) -> bool {
        let flights = &self.moves[defender.index()];
        let captures = self.captures[defender.index()];
        self.squares.iter().any(|&royal| {
            let apart = royal != defender && royal != helper && !captures.contains(royal);
            let guarded = |square: Square| self.royal[royal.index()].contains(square);
            apart
                && (!captures.contains(helper) || guarded(helper))
                && flights
                    .iter()
                    .filter(|&flight| flight != royal && flight != helper)
                    .all(|flight| guarded(flight) || self.helper[helper.index()].contains(flight))
        })
    }
}
