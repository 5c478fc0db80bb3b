//! Facts about a game: which parts of the rules it has. The engine's tables derive more.
//!
//! [`Facts`] destructure rules, kinds, effects and endings completely: a new part does not compile until they handle
//! it. Their users destructure the facts in turn: the flags of the engine's loops, the conclusions of a search, the
//! limits of tables, solvers and exports. A new fact does not compile until each of them handles it.

#![expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]

use super::{
    Basis, Captured, Change, CheckRule, DropRule, Effect, EffectRange, Ending, Event, GameResult, Kind, KindId,
    Lasting, Passing, Progress, Promotion, Repetition, Royalty, Rules, SeriesLength, SeriesMovers, Setup, Variant,
    WallRule, kinds_in_hand,
};
use crate::geometry::{PerSide, Side};

/// The facts about a game, by subject.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Several moves in a turn.
    pub series: Series,
    /// Passes, finishing moves and moves on the spot.
    pub turns: Turns,
    /// Drops and hands.
    pub drops: Drops,
    /// Moves that come before others.
    pub compulsion: Compulsion,
    /// Walls put in play.
    pub walls: Walls,
    /// Effects of moves on men.
    pub effects: Effects,
    /// Properties of men.
    pub men: Men,
    /// Royal men.
    pub royals: Royals,
    /// Moves that may, or may not, leave a side in check.
    pub checks: Checks,
    /// Castling.
    pub castling: Castlings,
    /// Men that may not face each other.
    pub opposition: Oppositions,
    /// Repetition of positions.
    pub repetition: Repetitions,
    /// Limits of moves without progress.
    pub quiet: Quiet,
    /// Other events that are counted.
    pub counts: Counts,
    /// Results that are more, or less, than a game that is over, won or drawn.
    pub results: Results,
    /// Some long step can be answered en passant.
    pub en_passant: bool,
    /// Every move leaves a block of squares.
    pub grid: bool,
    /// Some side's men may not go where they could never move again.
    pub immobility_illegal: bool,
    /// There are several setups, on which endings may depend.
    pub several_setups: bool,
    /// Some setup is shuffled.
    pub shuffled: bool,
}

/// Facts about series.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Series {
    /// A side has several moves in a turn.
    pub any: bool,
    /// The length of some series depends on the one before.
    pub varying: bool,
    /// In some series the same man must, or may not, move again.
    pub limit_movers: bool,
}

/// Facts about turns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    /// A side may pass, always or when stuck.
    pub passing: bool,
    /// A move of any man may end the game.
    pub finishing_moves: bool,
    /// Most moves in a row that may leave no square.
    pub stationary_limit: Option<u8>,
}

/// Facts about drops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drops {
    /// Men can be in hand.
    pub hands: bool,
    /// Some men are dropped without being in hand.
    pub unlimited: bool,
    /// Drops of some men depend on men that are on no line with the square.
    pub by_men_around: bool,
    /// A man may leave one from the hand behind by its first move.
    pub left_behind: bool,
}

impl Drops {
    /// Whether men can be dropped: from a hand, or without being in one.
    pub fn any(&self) -> bool {
        self.hands || self.unlimited
    }
}

/// Facts about moves that come before others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compulsion {
    /// A side must capture if it can.
    pub captures: PerSide<bool>,
    /// A side has classes of moves that come before others, in an order.
    pub order: bool,
    /// A side must drop certain men if it can.
    pub drops: bool,
}

impl Compulsion {
    /// Whether any move is compulsory.
    pub fn any(&self) -> bool {
        let Self { captures, order, drops } = self;
        *order || *drops || *captures != PerSide::both(false)
    }
}

/// Facts about walls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walls {
    /// A rule puts walls that stay.
    pub staying: bool,
    /// A rule puts one wall at a time, and takes the one that stands away.
    pub one_at_a_time: bool,
    /// Each move puts a wall that stays: the board fills.
    pub filling: bool,
    /// A wall is put instead of a move.
    pub instead_of_moves: bool,
    /// Men become walls.
    pub of_men: bool,
}

impl Walls {
    /// Whether a rule puts walls on the board.
    pub fn placed(&self) -> bool {
        self.staying || self.one_at_a_time
    }

    /// Whether walls can be put in play: by a rule, or by men that become walls.
    pub fn any(&self) -> bool {
        self.placed() || self.of_men
    }
}

/// Deaths of men by moves that do not capture them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deaths {
    /// No man dies.
    #[default]
    None,
    /// Men die by captures alone: the captor, and men next to it.
    NextToCaptors,
    /// Men die by other moves, or farther away.
    Others,
}

/// Facts about the effects of moves on men.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Men die by moves that do not capture them.
    pub deaths: Deaths,
    /// Men change sides on the board.
    pub conversions: bool,
    /// Captured men return to where they stood in the setup.
    pub returns: bool,
    /// Captors stay on their squares, return home or change sides.
    pub captors: bool,
    /// A man becomes another one as a move of its own.
    pub in_place: bool,
}

impl Effects {
    /// Whether moves can make men die that they do not capture.
    pub fn deaths(&self) -> bool {
        self.deaths != Deaths::None
    }

    /// Whether some moves have an aftermath: captured men return home, men change sides, or captors have a fate of their own.
    pub fn aftermath(&self) -> bool {
        self.conversions || self.returns || self.captors
    }
}

/// Facts about properties of men.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Men {
    /// Some men turn.
    pub turn: bool,
    /// Some men flip.
    pub flip: bool,
    /// Some men hold others still, next to them or by attack.
    pub hold: bool,
    /// Some men relay their moves to others.
    pub relay: bool,
    /// Some men hop only over certain men, or pass certain men.
    pub see_kinds: bool,
    /// Positions record which men have never moved.
    pub first_moves: bool,
    /// Some men have a movement once a game.
    pub once_a_game: bool,
}

/// Facts about royal men.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Royals {
    /// There are royal men.
    pub any: bool,
    /// Some are royal only while their side has few of them, or together with others.
    pub vary: bool,
    /// By side: men that are not royal can become royal, or royal men come from the hand.
    pub gained: PerSide<bool>,
    /// By side: moves of the opponent can kill royal men without capturing them.
    pub killed: PerSide<bool>,
    /// A side's own capture can kill its royal man along a line.
    pub killed_along_lines: bool,
}

/// Facts about checks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// Some moves of a side may not give check.
    pub limited: bool,
    /// Royal men of a side may not flee from check.
    pub no_flight: bool,
    /// A side may leave its own royal men attacked within a series.
    pub own_in_series: bool,
}

/// Facts about castling.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Castlings {
    /// By side: whether it castles.
    pub by_side: PerSide<bool>,
    /// Men that were dropped may castle.
    pub dropped: bool,
    /// An ending depends on castling: positions note who has castled.
    pub noted: bool,
}

/// Facts about men that may not face each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Oppositions {
    /// Certain men may not face each other.
    pub any: bool,
    /// Some may come to face each other, and the next move must break it.
    pub to_be_broken: bool,
    /// An ending depends on whether a pass accepted such an opposition.
    pub accepted: bool,
}

/// Facts about repetition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repetitions {
    /// A move that repeats a position is illegal.
    pub illegal: bool,
    /// An ending depends on how often a position has occurred.
    pub ends: bool,
    /// In every setup repetition is a draw, perhaps on claim.
    pub draws: bool,
    /// Repetition makes a player win, without a claim or on claim.
    pub decides: bool,
}

/// Facts about limits of moves without progress.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quiet {
    /// The fewest plies without progress that an ending needs.
    pub plies: Option<u32>,
    /// The fewest series without progress that an ending needs.
    pub series: Option<u16>,
    /// Promotions, or moves that a man can't take back, count as progress.
    pub other_progress: bool,
}

/// Facts about the counts of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Moves are counted while few men are left.
    pub moves: bool,
    /// An ending depends on whether more moves have been counted than the limit.
    pub moves_end: bool,
    /// An ending depends on the number of checks that a side has given.
    pub checks: bool,
    /// An ending needs two passes in a row.
    pub passes: bool,
}

/// Facts about results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// A player can claim a win or a draw.
    pub claims: bool,
    /// A win or a loss must be claimed, and lapses otherwise.
    pub claims_lapse: bool,
    /// The winner may score less than a point.
    pub partial: bool,
    /// Men have points.
    pub points: bool,
}

impl Facts {
    /// Whether passing while an opposition is to be broken ends the game.
    pub(crate) fn accepts_opposition(&self) -> bool {
        self.turns.passing && self.opposition.to_be_broken && self.opposition.accepted
    }

    /// Whether passes in a row are counted, since they end the game.
    pub(crate) fn counts_passes(&self) -> bool {
        self.turns.passing && self.counts.passes || self.accepts_opposition()
    }
}

impl Variant {
    /// Makes the facts about the game. A [`Game`](crate::engine::Game) has them.
    pub fn facts(&self) -> Facts {
        let kinds: Vec<_> = self.kinds.iter().map(Some).collect();
        Facts::of_parts(&kinds, &self.setups, &self.rules, &self.endings)
    }
}

impl Facts {
    /// Makes the facts about a model that may lack some kinds, rules or endings.
    pub fn of_parts(kinds: &[Option<&Kind>], setups: &[Setup], rules: &Rules, endings: &[Ending]) -> Self {
        let mut facts = Self::default();
        let known: Vec<(KindId, &Kind)> =
            (0..=u8::MAX).map(KindId).zip(kinds).filter_map(|(id, kind)| Some((id, (*kind)?))).collect();
        facts.add_rules(rules);
        for (_, kind) in &known {
            facts.add_kind(kind);
        }
        for ending in endings {
            facts.add_ending(ending);
        }
        facts.several_setups = setups.len() > 1;
        facts.shuffled = setups.iter().any(|setup| setup.shuffle.is_some());
        facts.drops.hands |= setups.iter().any(|setup| setup.hands.iter().any(|(_, hand)| !hand.is_empty()));
        facts.compulsion.drops &= facts.drops.any();
        facts.royals.gained = PerSide::from_fn(|side| gains_royals(kinds, setups, rules, side));
        facts.royals.killed = PerSide::from_fn(|side| {
            let mut royals = known.iter().filter(|(_, kind)| kind.royal && kind.sides[side]);
            royals.any(|(id, _)| known.iter().any(|(_, kind)| kind.may_kill(!side, *id)))
        });
        facts.royals.killed_along_lines = known.iter().flat_map(|(_, kind)| &kind.effects).any(|effect| {
            let Change::Destroys(affected) = &effect.change else { return false };
            affected.range.has_direction() && affected.men.own.iter().any(|&kind| is_royal(kinds, kind))
        });
        facts
    }

    fn add_rules(&mut self, rules: &Rules) {
        let Rules {
            castling,
            long_steps,
            en_passant: _,
            promotions: _,
            drops,
            walls,
            progress,
            series,
            must_move,
            repetition,
            grid,
            opposition,
            finishing_move,
            compulsory_capture,
            compulsory,
            passing,
            immobility_illegal,
            points,
            check,
            own_check_in_series,
            no_flight,
            counting_when_bared,
            counting,
        } = rules;
        let Progress { captures: _, moves_of: _, promotions, drops: _, one_way_moves_of } = progress;
        self.quiet.other_progress = *promotions || !one_way_moves_of.is_empty();
        self.turns.stationary_limit = *must_move;
        self.turns.finishing_moves = finishing_move.is_some();
        self.repetition.illegal = *repetition == Repetition::Illegal;
        self.grid = grid.is_some();
        self.opposition.any = !opposition.is_empty();
        self.opposition.to_be_broken = opposition.iter().any(|rule| rule.to_be_broken);
        self.results.points = points.is_some();
        self.compulsion.captures = *compulsory_capture;
        self.castling.by_side = PerSide::from_fn(|side| castling[side].is_some());
        for side in Side::ALL {
            self.castling.dropped |= castling[side].as_ref().is_some_and(|rule| rule.dropped.is_some());
            self.en_passant |= long_steps[side].iter().any(|step| step.en_passant);
            self.compulsion.order |= !compulsory[side].is_empty();
            self.turns.passing |= passing[side] != Passing::Never;
            self.immobility_illegal |= immobility_illegal[side];
            self.checks.limited |= check[side] != CheckRule::Allowed;
            self.checks.own_in_series |= own_check_in_series[side];
            self.checks.no_flight |= no_flight[side];
            self.counts.moves |= counting_when_bared[side].is_some() || counting[side].is_some();
            drops[side].iter().for_each(|rule| self.add_drop(rule));
            walls[side].iter().for_each(|rule| self.add_wall(rule));
            series[side].iter().for_each(|rule| self.add_series(*rule));
        }
    }

    fn add_drop(&mut self, rule: &DropRule) {
        self.drops.by_men_around |= rule.depends_on_men_around();
        self.compulsion.drops |= rule.compulsory;
        self.drops.unlimited |= rule.unlimited;
    }

    fn add_wall(&mut self, rule: &WallRule) {
        let WallRule { place: _, on: _, or_beside_wall: _, one_at_a_time, not_where_men_die: _, instead_of_move } =
            rule;
        self.walls.staying |= !one_at_a_time;
        self.walls.one_at_a_time |= one_at_a_time;
        self.walls.instead_of_moves |= instead_of_move;
        self.walls.filling |= !one_at_a_time && !instead_of_move;
    }

    fn add_series(&mut self, rule: super::Series) {
        let super::Series { length, ends_by_check: _, ends_by_capture: _, stuck_may_claim_stalemate: _, movers } = rule;
        self.series.any = true;
        self.series.varying |= match length {
            SeriesLength::Fixed { .. } => false,
            SeriesLength::LongerEachTurn(_) | SeriesLength::LongerThanLast(_) | SeriesLength::Answering { .. } => true,
        };
        self.series.limit_movers |= match movers {
            SeriesMovers::Any => false,
            SeriesMovers::Same | SeriesMovers::Different => true,
        };
    }

    fn add_kind(&mut self, kind: &Kind) {
        let Kind {
            symbol: _,
            name: _,
            sides: _,
            components: _,
            orientation: _,
            flips,
            royal,
            royalty,
            captured_by: _,
            captures: _,
            hops_over,
            hops_over_whose: _,
            passes_own,
            holds,
            holds_attacked,
            relays_to,
            stays_in: _,
            enters_by_capture: _,
            elsewhere: _,
            effects,
            captured,
            was: _,
            first_move,
            may_leave,
        } = kind;
        self.men.turn |= kind.turns();
        self.men.flip |= flips.is_some();
        self.men.hold |= !holds.is_empty() || !holds_attacked.is_empty();
        self.men.relay |= !relays_to.is_empty();
        self.men.see_kinds |= hops_over.is_some() || !passes_own.is_empty();
        self.royals.any |= royal;
        self.royals.vary |= *royal
            && match royalty {
                Royalty::Always => false,
                Royalty::WhenLeft(_) | Royalty::WhenLeftBeforeMoving(_) | Royalty::Together => true,
            };
        match captured {
            Captured::Removed => {}
            Captured::ToHand { .. } => self.drops.hands = true,
            Captured::Home(_) => self.effects.returns = true,
        }
        match first_move.as_ref().map(|first| first.lasts) {
            None => {}
            Some(Lasting::UntilItMoves) => self.men.first_moves = true,
            Some(Lasting::UntilItIsUsed) => self.men.once_a_game = true,
        }
        self.men.first_moves |= !may_leave.is_empty();
        self.drops.left_behind |= !may_leave.is_empty();
        for effect in effects {
            self.add_effect(effect);
        }
    }

    fn add_effect(&mut self, effect: &Effect) {
        let Effect { event, by: _, optional: _, change, limits: _ } = effect;
        match event {
            Event::InPlace => self.effects.in_place = true,
            Event::Moving
            | Event::Capturing
            | Event::NotCapturing
            | Event::Arriving(_)
            | Event::Dropped
            | Event::DroppedNextToOwn => {}
        }
        let near = match change {
            Change::Turns(_) | Change::Flips | Change::Becomes(_) | Change::BecomesVictim(_) => return,
            Change::Converts(_) => return self.effects.conversions = true,
            Change::Captor(_) => return self.effects.captors = true,
            Change::Dies => true,
            Change::BecomesWall => {
                self.walls.of_men = true;
                true
            }
            Change::Destroys(affected) => match affected.range {
                EffectRange::NextTo { .. } => true,
                EffectRange::Enclosed { .. }
                | EffectRange::Coordinated
                | EffectRange::Passed
                | EffectRange::Approached { .. }
                | EffectRange::WithdrawnFrom { .. } => false,
            },
        };
        let by_captures = near && *event == Event::Capturing && self.effects.deaths != Deaths::Others;
        self.effects.deaths = if by_captures { Deaths::NextToCaptors } else { Deaths::Others };
    }

    fn add_ending(&mut self, ending: &Ending) {
        let Ending {
            side: _,
            both: _,
            judged: _,
            setups,
            condition,
            result,
            worth,
            on_claim,
            tie_on_claim: _,
            on_board: _,
            label: _,
        } = ending;
        let drawn = matches!(result, GameResult::Draw | GameResult::DrawOnClaim);
        self.results.claims |= ending.may_be_claimed();
        self.results.claims_lapse |= on_claim;
        self.results.partial |= !worth.is_full() && !drawn;
        match condition.basis() {
            Basis::Positions => {
                self.repetition.ends = true;
                self.repetition.draws |= setups.is_empty() && drawn;
                // A win that is not claimed lapses, which may make a later one a draw.
                self.repetition.decides |= ending.decides() || *on_claim;
            }
            Basis::Quiet => {
                self.quiet.plies = self.quiet.plies.into_iter().chain(condition.quiet_plies()).min();
                self.quiet.series = self.quiet.series.into_iter().chain(condition.quiet_series()).min();
            }
            Basis::Passes => self.counts.passes = true,
            Basis::AcceptedOpposition => self.opposition.accepted = true,
            Basis::CountedMoves => self.counts.moves_end = true,
            Basis::Checks => self.counts.checks = true,
            Basis::Castling => self.castling.noted = true,
            Basis::Moves | Basis::Men | Basis::CastlingRights => {}
        }
    }
}

fn is_royal(kinds: &[Option<&Kind>], id: KindId) -> bool {
    kinds.get(id.index()).copied().flatten().is_some_and(|kind| kind.royal)
}

/// Whether a man of a side that is not royal can become one that is, or a royal man can come from a hand.
fn gains_royals(kinds: &[Option<&Kind>], setups: &[Setup], rules: &Rules, side: Side) -> bool {
    let dropped = |id: KindId| match rules.drops[side].iter().find(|rule| rule.kind == id) {
        Some(rule) => rule.to.iter().any(|&to| is_royal(kinds, to)),
        None => is_royal(kinds, id),
    };
    let unlimited = rules.drops[side].iter().filter(|rule| rule.unlimited).map(|rule| rule.kind);
    let becomes = |promotion: &Promotion| {
        let mut royals = (0..=u8::MAX).map(KindId).take(kinds.len()).filter(|&id| is_royal(kinds, id));
        !is_royal(kinds, promotion.kind) && royals.any(|id| promotion.to.may_be(id))
    };
    let has_royal_effect =
        |kind: &Kind| !kind.royal && kind.sides[side] && kind.becomes().any(|to| is_royal(kinds, to));
    kinds_in_hand(kinds, setups, side).into_iter().chain(unlimited).any(dropped)
        || rules.promotions[side].iter().any(becomes)
        || kinds.iter().copied().flatten().any(has_royal_effect)
}
