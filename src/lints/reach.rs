//! Reachability: the squares and states that the men of a game can ever have.
//!
//! A man is followed from each square where it starts in a setup, assuming that other men are wherever it needs them,
//! as victims or hurdles, and that nothing blocks it. So squares that are not reached here are reached in no game,
//! while the converse need not hold.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::geometry::{Board, PerSide, Side, Square, SquareSet};
use crate::model::{
    BoardLines, Effect, Ending, Event, Kind, KindId, KingTravel, ManState, Mode, Modes, Movement, PartnerLanding,
    PromotedFacing, PromotionChoice, RegionId, Repetition, Setup, SetupId, StateSpace, Variant, Victim, after_effects,
};
use crate::prose;

/// The maximal number of squares and landings visited, far more than any game on a board of usual size has.
const MAX_STEPS: usize = 1 << 17;

/// The maximal number of moves searched for a cycle.
const MAX_QUIET_MOVES: usize = 1 << 18;

/// Reachability of the men of all kinds.
pub(super) struct Reachability {
    kinds: Vec<PerSide<KindReachability>>,
    promoted: PerSide<Vec<bool>>,
    endless: PerSide<bool>,
}

/// Reachability of a side's men of one kind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KindReachability {
    /// The squares where they stand at the start of some setup.
    pub(super) starts: SquareSet,
    /// The squares on which they can ever stand.
    pub(super) squares: SquareSet,
    /// The squares that they can reach, and then never leave in any way.
    pub(super) stuck: SquareSet,
    /// The squares on which they can capture.
    pub(super) attacked: SquareSet,
    /// Whether some move takes one to a square of the other colour.
    pub(super) changes_colour: bool,
}

impl Reachability {
    /// Follows all men; `None` if that would take too long.
    pub(super) fn new(game: &Variant) -> Option<Self> {
        let mut walker = Walker::new(game);
        walker.add_setup_men();
        walker.add_dropped_men();
        walker.add_left_men();
        while let Some(man) = walker.worklist.pop() {
            walker.follow_man(man)?;
        }
        let endless = PerSide::from_fn(|side| walker.moves_endlessly(side));
        let kinds = walker.side_kinds.iter().map(|sides| PerSide::from_fn(|side| sides[side].reachability())).collect();
        Some(Self { kinds, promoted: walker.promoted, endless })
    }

    /// The reachability of a side's men of a kind.
    pub(super) fn of(&self, side: Side, kind: KindId) -> KindReachability {
        self.kinds.get(kind.index()).map_or_else(KindReachability::default, |sides| sides[side])
    }

    /// Whether a side always has another move without capture. Computed only for games without an ending that limits
    /// them.
    pub(super) fn moves_endlessly(&self, side: Side) -> bool {
        self.endless[side]
    }

    /// Whether the promotion of a side with this number is ever possible, or ever bars a square.
    pub(super) fn promotes(&self, side: Side, index: usize) -> bool {
        self.promoted[side].get(index).copied().unwrap_or(true)
    }
}

/// A man in a state on a square.
#[derive(Clone, Copy)]
struct WalkedMan {
    side: Side,
    kind: KindId,
    /// The number of its state among those of its kind.
    state: usize,
    square: Square,
}

impl WalkedMan {
    /// The man without its side, for the search for cycles.
    fn node(self) -> Node {
        Node { kind: self.kind, state: self.state as u32, square: self.square }
    }
}

/// A side's men of one kind.
struct SideKind<'a> {
    space: StateSpace<'a>,
    starts: SquareSet,
    states: Vec<ReachedState>,
    numbers: HashMap<ManState, usize>,
    /// The states that promotion leads to, with the facing of the start and with any facing.
    promoted: [Option<Vec<usize>>; 2],
    elsewhere: Vec<SquareSet>,
    attacked: SquareSet,
    changes_colour: bool,
    /// All its states, reached or not, if they are asked for.
    all: OnceCell<HashSet<ManState>>,
}

/// The numbers of the states after one that was reached.
struct NextStates {
    /// After a turn or a flip on the square.
    resting: Vec<usize>,
}

/// A state that was reached.
struct ReachedState {
    state: ManState,
    /// The states that it turns or flips to on its square; not known before the state is followed.
    next: Option<Rc<NextStates>>,
    usual: Movement,
    /// The movements of its parts, if effects depend on them.
    parts: Vec<Movement>,
    /// The movements in the regions where the kind has others.
    elsewhere: Vec<Movement>,
    reached: SquareSet,
    /// The squares from which it can go to another one.
    left: SquareSet,
}

impl SideKind<'_> {
    /// For each state, a number for its class: the least state among those to which turns and flips on the square lead.
    /// Each of these can be taken back.
    fn turn_classes(&self) -> Vec<usize> {
        let mut least: Vec<Option<usize>> = vec![None; self.states.len()];
        for number in 0..self.states.len() {
            let mut todo = vec![number];
            while let Some(state) = todo.pop() {
                if least[state].is_none() {
                    least[state] = Some(number);
                    todo.extend(self.states[state].next.iter().flat_map(|next| &next.resting));
                }
            }
        }
        least.into_iter().flatten().collect()
    }

    /// The reachability of the men of this kind, from all states.
    fn reachability(&self) -> KindReachability {
        let mut leavable: Vec<SquareSet> = self.states.iter().map(|state| state.left).collect();
        // A man that turns or flips first can leave a square if it can do so afterwards.
        let mut changed = true;
        while changed {
            changed = false;
            for (index, state) in self.states.iter().enumerate() {
                let next = state.next.iter().flat_map(|next| &next.resting);
                let more = next.fold(leavable[index], |free_here, &next| free_here.union(leavable[next]));
                changed |= more != leavable[index];
                leavable[index] = more;
            }
        }
        let mut reached = KindReachability {
            starts: self.starts,
            attacked: self.attacked,
            changes_colour: self.changes_colour,
            ..KindReachability::default()
        };
        for (state, leavable) in self.states.iter().zip(leavable) {
            reached.squares = reached.squares.union(state.reached);
            reached.stuck =
                reached.stuck.union(state.reached.iter().filter(|&square| !leavable.contains(square)).collect());
        }
        reached
    }
}

/// Walk of all men of a game over the board, from their squares in the setups.
struct Walker<'a> {
    game: &'a Variant,
    lines: BoardLines,
    side_kinds: Vec<PerSide<SideKind<'a>>>,
    /// By side and number of the promotion: what it leads to.
    targets: PerSide<Vec<Vec<KindId>>>,
    promoted: PerSide<Vec<bool>>,
    castlings: PerSide<Vec<(KindId, Square, Square)>>,
    worklist: Vec<WalkedMan>,
    /// The moves without capture that lead to another square, if they are asked for.
    quiet_moves: Option<PerSide<Vec<(Node, Node)>>>,
    steps: usize,
    /// Cache of the men and states that effects lead to.
    after: HashMap<(Side, KindId, usize, u32), KindsAndStates>,
    /// Buffer for the landings of the man that is followed.
    landings: LandingSets,
    /// The squares of the colour of a1.
    dark: SquareSet,
}

/// Kinds and numbers of their states.
type KindsAndStates = Rc<[(KindId, usize)]>;

/// The squares where moves may end in one way.
#[derive(Clone, Copy)]
struct Landings {
    to: SquareSet,
    /// By moving or capturing; in neither way if it can be made once only.
    stops: Modes,
    /// The part that makes the move, where that matters.
    part: Option<u8>,
}

/// The squares where the moves of a man may end, by the ways in which they may.
#[derive(Default)]
struct LandingSets {
    sets: Vec<Landings>,
    /// The landings that were added; squares may repeat.
    count: usize,
}

impl LandingSets {
    fn clear(&mut self) {
        self.sets.clear();
        self.count = 0;
    }

    /// Adds a square where a move may end.
    fn add(&mut self, to: Square, stops: Modes, part: Option<u8>) {
        self.count += 1;
        match self.sets.iter_mut().find(|landings| (landings.stops, landings.part) == (stops, part)) {
            Some(landings) => landings.to.insert(to),
            None => self.sets.push(Landings { to: SquareSet::from_iter([to]), stops, part }),
        }
    }
}

impl<'a> Walker<'a> {
    /// Prepares the walk of all men of a game; none has been placed yet.
    fn new(game: &'a Variant) -> Self {
        let side_kind = |id: KindId, kind: &'a Kind, side| {
            let men = game.setups.iter().flat_map(Setup::possible_men);
            let squares = |region: RegionId| game.regions[region.index()].squares[side];
            SideKind {
                space: kind.state_space(side, game.black),
                starts: men.filter(|man| man.side == side && man.kind == id).map(|man| man.square).collect(),
                states: Vec::new(),
                numbers: HashMap::new(),
                promoted: [None, None],
                elsewhere: kind.elsewhere.iter().map(|other| squares(other.region)).collect(),
                attacked: SquareSet::EMPTY,
                changes_colour: false,
                all: OnceCell::new(),
            }
        };
        let promotions = &game.rules.promotions;
        let targets = PerSide::from_fn(|side| {
            let has = |id: &KindId| game.kind(*id).sides[side];
            let targets = promotions[side].iter().map(|promotion| promotion.to.kinds(&game.setups));
            targets.map(|targets| targets.into_iter().filter(has).collect()).collect()
        });
        Self {
            game,
            lines: BoardLines::new(&game.lines),
            side_kinds: game.kinds().map(|(id, kind)| PerSide::from_fn(|side| side_kind(id, kind, side))).collect(),
            targets,
            castlings: PerSide::from_fn(|side| castling_moves(game, side)),
            promoted: PerSide::from_fn(|side| vec![false; promotions[side].len()]),
            worklist: Vec::new(),
            quiet_moves: is_unlimited(game).then(PerSide::default),
            steps: 0,
            after: HashMap::new(),
            landings: LandingSets::default(),
            dark: game.board.squares().filter(|&at| (game.board.file(at) + game.board.rank(at)) % 2 == 0).collect(),
        }
    }

    /// Adds the men of all setups to the worklist.
    fn add_setup_men(&mut self) {
        for man in self.game.setups.iter().flat_map(Setup::possible_men) {
            self.add_man(man.side, man.kind, &man.state, man.square);
        }
    }

    /// Adds the men that can be dropped to the worklist, on all squares where they may be.
    fn add_dropped_men(&mut self) {
        for side in Side::ALL {
            for drop in self.game.droppable_kinds(side).into_iter().map(|kind| self.game.drop_of(side, kind)) {
                for &kind in &drop.to {
                    let Some(state) = self.side_kinds[kind.index()][side].space.start(false) else { continue };
                    drop.on.iter().for_each(|square| self.add_man(side, kind, &state, square));
                }
            }
        }
    }

    /// Adds the men that others leave behind to the worklist, on the squares of these.
    fn add_left_men(&mut self) {
        for man in self.game.setups.iter().flat_map(Setup::possible_men) {
            for &kind in &self.game.kind(man.kind).may_leave {
                if !self.game.kinds_in_hand(man.side).contains(&kind) {
                    continue;
                }
                let Some(state) = self.side_kinds[kind.index()][man.side].space.start(false) else { continue };
                self.add_man(man.side, kind, &state, man.square);
            }
        }
    }

    /// The number of a state of a kind, which is new if the state has not been met.
    fn state_number(&mut self, side: Side, kind: KindId, state: &ManState) -> usize {
        let men = &mut self.side_kinds[kind.index()][side];
        if let Some(&known) = men.numbers.get(state) {
            return known;
        }
        let number = men.states.len();
        men.numbers.insert(state.clone(), number);
        let modes = match state.mode {
            None => Modes::BOTH,
            Some(Mode::Moving) => Modes::MOVES,
            Some(Mode::Capturing) => Modes::CAPTURES,
        };
        let others = self.game.kind(kind).elsewhere.iter();
        let of_parts = self.game.kind(kind).has_effects_of_parts();
        men.states.push(ReachedState {
            state: state.clone(),
            next: None,
            usual: men.space.movement(state),
            parts: if of_parts { men.space.movements(state).collect() } else { Vec::new() },
            elsewhere: others.map(|other| self.game.black.movement(side, &other.movement).restricted(modes)).collect(),
            reached: SquareSet::EMPTY,
            left: SquareSet::EMPTY,
        });
        number
    }

    /// The states in which a promoted man appears.
    fn promoted_states(&mut self, side: Side, kind: KindId, facing: PromotedFacing) -> Vec<usize> {
        let slot = usize::from(facing == PromotedFacing::Any);
        let men = &self.side_kinds[kind.index()][side];
        if let Some(known) = &men.promoted[slot] {
            return known.clone();
        }
        let states: Vec<ManState> = match facing {
            PromotedFacing::AsAtStart => [false, true].into_iter().filter_map(|right| men.space.start(right)).collect(),
            PromotedFacing::Any => {
                let mode = self.game.kind(kind).flips;
                men.space.all().into_iter().filter(|state| state.mode == mode).collect()
            }
        };
        let numbers: Vec<usize> = states.iter().map(|state| self.state_number(side, kind, state)).collect();
        self.side_kinds[kind.index()][side].promoted[slot] = Some(numbers.clone());
        numbers
    }

    /// Adds a man in a state on a square to the worklist, unless it has been reached.
    fn add_man(&mut self, side: Side, kind: KindId, state: &ManState, square: Square) {
        let state = self.state_number(side, kind, state);
        self.enqueue(WalkedMan { side, kind, state, square });
    }

    /// Marks a man as reached and puts it on the worklist, unless it was reached before.
    fn enqueue(&mut self, man: WalkedMan) {
        let reached = &mut self.side_kinds[man.kind.index()][man.side].states[man.state].reached;
        if !reached.contains(man.square) {
            reached.insert(man.square);
            self.worklist.push(man);
        }
    }

    /// The states after a turn or a flip on the square.
    fn next_states(&mut self, man: WalkedMan) -> Rc<NextStates> {
        let (side, kind) = (man.side, man.kind);
        let men = &self.side_kinds[kind.index()][side];
        let ReachedState { state, next, .. } = &men.states[man.state];
        if let Some(known) = next {
            return Rc::clone(known);
        }
        let mut resting = men.space.turned(state);
        resting.extend(self.game.kind(kind).flipped(state));
        let next =
            Rc::new(NextStates { resting: resting.iter().map(|state| self.state_number(side, kind, state)).collect() });
        self.side_kinds[kind.index()][side].states[man.state].next = Some(Rc::clone(&next));
        next
    }

    /// Returns the kinds and states that effects lead to, the unchanged man among them if all are optional. `happening` is the set
    /// of those that happen, as bits.
    fn after_effects(&mut self, man: WalkedMan, happening: u32) -> KindsAndStates {
        let key = (man.side, man.kind, man.state, happening);
        if let Some(known) = self.after.get(&key) {
            return Rc::clone(known);
        }
        let side = man.side;
        let of_side = |kind: KindId| self.side_kinds.get(kind.index()).map(|sides| &sides[side]);
        let effects = &self.game.kind(man.kind).effects;
        let happens = |effect: &Effect| {
            effects.iter().enumerate().any(|(index, other)| happening & 1 << index != 0 && effect == other)
        };
        let exists = |kind: KindId, state: &ManState| {
            self.game.kind(kind).sides[side]
                && of_side(kind)
                    .is_some_and(|men| men.all.get_or_init(|| men.space.all().into_iter().collect()).contains(state))
        };
        let state = &self.side_kinds[man.kind.index()][side].states[man.state].state;
        let space = |kind: KindId| of_side(kind).map(|men| &men.space);
        let men = after_effects(space, man.kind, state, happens, Victim::Any, exists);
        let after: KindsAndStates =
            men.into_iter().map(|(kind, state)| (kind, self.state_number(side, kind, &state))).collect();
        self.after.insert(key, Rc::clone(&after));
        after
    }

    /// The effects of a man's moves that happen, as bits.
    fn effects(&self, man: WalkedMan, happens: impl Fn(&Effect) -> bool) -> u32 {
        let effects = self.game.kind(man.kind).effects.iter().take(Kind::MAX_EFFECTS).enumerate();
        effects.fold(0, |bits, (index, effect)| bits | u32::from(happens(effect)) << index)
    }

    /// Lets a man become another one on its square.
    fn become_in_place(&mut self, man: WalkedMan) {
        let happening = self.effects(man, |effect| effect.event == Event::InPlace);
        if happening == 0 {
            return;
        }
        self.side_kinds[man.kind.index()][man.side].states[man.state].left.insert(man.square);
        for &(kind, state) in &*self.after_effects(man, happening) {
            let after = WalkedMan { kind, state, ..man };
            if kind != man.kind {
                self.note_quiet_move(man, after);
            }
            self.enqueue(after);
        }
    }

    /// Follows a man by all its moves; `None` if there are too many.
    fn follow_man(&mut self, man: WalkedMan) -> Option<()> {
        let next = self.next_states(man);
        for &state in &next.resting {
            self.enqueue(WalkedMan { state, ..man });
        }
        self.become_in_place(man);
        let mut landings = std::mem::take(&mut self.landings);
        landings.clear();
        self.add_landings(man, &mut landings);
        self.steps += 1 + landings.count;
        for landings in &landings.sets {
            let to = self.allowed(man, landings.to);
            if landings.stops.captures {
                let attacked = &mut self.side_kinds[man.kind.index()][man.side].attacked;
                *attacked = attacked.union(to);
            }
            self.arrive(man, Landings { to, ..*landings });
        }
        self.landings = landings;
        (self.steps <= MAX_STEPS).then_some(())
    }

    /// Adds where the moves of a man may end, if other men stand as it likes.
    fn add_landings(&self, man: WalkedMan, landings: &mut LandingSets) {
        let (board, side, square) = (self.game.board, man.side, man.square);
        let (kind, men) = (self.game.kind(man.kind), &self.side_kinds[man.kind.index()][side]);
        let state = &men.states[man.state];
        let elsewhere = men.elsewhere.iter().zip(&state.elsewhere).find(|(region, _)| region.contains(square));
        let at_start = men.starts.contains(square);
        let add_movement = |movement: &Movement, modes: Modes, part: Option<u8>, landings: &mut LandingSets| {
            movement.landings(board, &self.lines, square, &mut |landing| {
                if at_start || !landing.path.first_move_only {
                    let captures = landing.stops.captures || landing.en_passant;
                    landings.add(landing.at, modes.and(Modes { captures, ..landing.stops }), part);
                }
            });
        };
        if elsewhere.is_none() && !state.parts.is_empty() {
            for (movement, part) in state.parts.iter().zip(0..) {
                add_movement(movement, Modes::BOTH, Some(part), landings);
            }
        } else {
            add_movement(elsewhere.map_or(&state.usual, |(_, movement)| movement), Modes::BOTH, None, landings);
        }
        let capturing = state.state.mode == Some(Mode::Capturing);
        let has_first = at_start || kind.moves_once_a_game() && !men.starts.is_empty();
        if let (Some(first), true) = (&kind.first_move, has_first && !capturing) {
            add_movement(&self.game.black.movement(side, &first.movement), Modes::CAPTURES, None, landings);
        }
        let steps = self.game.rules.long_steps[side].iter().filter(|step| step.kind == man.kind && !capturing);
        for step in steps.filter(|step| step.from.contains(square)) {
            for leap in step.leaps_of(side, self.game.black) {
                for leap in [leap, leap.mirrored_in_files()] {
                    let ray = std::iter::successors(board.leap(square, leap), |&at| board.leap(at, leap));
                    ray.take(step.most.into())
                        .skip(usize::from(step.least).saturating_sub(1))
                        .for_each(|to| landings.add(to, Modes::MOVES, None));
                }
            }
        }
        let castlings = self.castlings[side].iter().filter(|(kind, from, _)| (*kind, *from) == (man.kind, square));
        castlings.for_each(|&(.., to)| landings.add(to, Modes::NONE, None));
    }

    /// The squares among some to which the rules let a man go from its square.
    fn allowed(&self, man: WalkedMan, mut to: SquareSet) -> SquareSet {
        if let Some(region) = self.game.kind(man.kind).stays_in.and_then(|id| self.game.regions.get(id.index())) {
            to = to.intersection(region.squares[man.side]);
        }
        match self.game.rules.grid {
            Some(grid) => to.iter().filter(|&to| grid.allows(self.game.board, man.square, to)).collect(),
            None => to,
        }
    }

    /// Brings a man to squares by moves.
    fn arrive(&mut self, man: WalkedMan, Landings { mut to, stops, part }: Landings) {
        let side = man.side;
        let mut unpromoted = to;
        let promotions = self.game.rules.promotions[side].iter().enumerate();
        for (index, promotion) in promotions.filter(|(_, promotion)| promotion.kind == man.kind) {
            let promoting = if promotion.from.contains(man.square) { to } else { to.intersection(promotion.zone) };
            self.promoted[side][index] |= !promoting.is_empty();
            if promotion.to == PromotionChoice::Nothing {
                to = to.without(promoting);
                unpromoted = unpromoted.without(promoting);
            } else if !promoting.is_empty() {
                let targets = self.targets[side][index].clone();
                if !targets.is_empty() && !promotion.by_capture && !promotion.not_by_en_passant {
                    let compulsory =
                        if promotion.optional { promoting.intersection(promotion.compulsory_on) } else { promoting };
                    unpromoted = unpromoted.without(compulsory);
                }
                for target in targets {
                    for state in self.promoted_states(side, target, promotion.facing) {
                        let promoted = WalkedMan { kind: target, state, ..man };
                        self.stand(man, promoted, promoting, stops.moves && !promotion.by_capture);
                    }
                }
            }
        }
        if to.is_empty() {
            return;
        }
        let men = &mut self.side_kinds[man.kind.index()][man.side];
        men.states[man.state].left.insert(man.square);
        let dark = self.dark;
        let other_colour = if dark.contains(man.square) { to.without(dark) } else { to.intersection(dark) };
        men.changes_colour |= !other_colour.is_empty();
        self.arrive_unpromoted(man, Landings { to: unpromoted, stops, part });
    }

    /// Brings a man to squares by moves on which it does not promote.
    fn arrive_unpromoted(&mut self, man: WalkedMan, Landings { to, stops, part }: Landings) {
        // A move that can be made once only captures nothing.
        let quietly = stops.moves || !stops.captures;
        for captures in [false, true].into_iter().filter(|&captures| if captures { stops.captures } else { quietly }) {
            let quiet = stops.moves && !captures;
            for (happening, to) in self.by_effects(man, to, captures, part) {
                if happening == 0 || stops == Modes::NONE {
                    self.stand(man, man, to, quiet);
                }
                if happening != 0 {
                    for &(kind, state) in &*self.after_effects(man, happening) {
                        self.stand(man, WalkedMan { kind, state, ..man }, to, quiet);
                    }
                }
            }
        }
    }

    /// Splits squares by the effects that happen when a man arrives there.
    fn by_effects(&self, man: WalkedMan, to: SquareSet, captures: bool, part: Option<u8>) -> Vec<(u32, SquareSet)> {
        if self.game.kind(man.kind).effects.is_empty() {
            return vec![(0, to)];
        }
        let mut split: Vec<(u32, SquareSet)> = Vec::new();
        for square in to.iter() {
            let happening = self.effects(man, |effect| effect.happens(man.side, square, captures, part));
            match split.iter_mut().find(|(effects, _)| *effects == happening) {
                Some((_, squares)) => squares.insert(square),
                None => split.push((happening, SquareSet::from_iter([square]))),
            }
        }
        split
    }

    /// Enqueues a man on the squares of its moves, as what it is afterwards, and notes the moves if they are quiet.
    fn stand(&mut self, man: WalkedMan, arrived: WalkedMan, to: SquareSet, quiet: bool) {
        if quiet && self.quiet_moves.is_some() {
            to.iter().for_each(|square| self.note_quiet_move(man, WalkedMan { square, ..arrived }));
        }
        let reached = self.side_kinds[arrived.kind.index()][arrived.side].states[arrived.state].reached;
        to.without(reached).iter().for_each(|square| self.enqueue(WalkedMan { square, ..arrived }));
    }

    /// Notes a move without capture, if such moves are asked for.
    fn note_quiet_move(&mut self, from: WalkedMan, to: WalkedMan) {
        let Some(moves) = &mut self.quiet_moves else { return };
        let moves = &mut moves[from.side];
        moves.push((from.node(), to.node()));
        if moves.len() > MAX_QUIET_MOVES {
            self.quiet_moves = None;
        }
    }

    /// Whether a side's men can move without end and without capturing.
    fn moves_endlessly(&self, side: Side) -> bool {
        let Some(moves) = &self.quiet_moves else { return false };
        let mut rests =
            self.side_kinds.iter().flat_map(|sides| &sides[side].states).filter_map(|state| state.next.as_ref());
        if self.game.rules.must_move.is_none() && rests.any(|next| !next.resting.is_empty()) {
            return true;
        }
        // A man that returns to a square may turn there as it likes.
        let least: Vec<Vec<usize>> = self.side_kinds.iter().map(|sides| sides[side].turn_classes()).collect();
        let turned = |node: Node| Node { state: least[node.kind.index()][node.state as usize] as u32, ..node };
        has_cycle(moves[side].iter().map(|&(from, to)| (turned(from), turned(to))).collect())
    }
}

/// The castling moves of a side in any setup: a kind, its square, and its target.
fn castling_moves(game: &Variant, side: Side) -> Vec<(KindId, Square, Square)> {
    let Some(castling) = &game.rules.castling[side] else { return Vec::new() };
    let board = game.board;
    let mut castlings = Vec::new();
    for setup in &game.setups {
        let (kings, partners) = castling.starts(side, &setup.men);
        for king in kings {
            let (start, rank) = (board.file(king), board.rank(king));
            for &(partner, kind) in partners.iter().filter(|&&(square, _)| board.rank(square) == rank) {
                let toward = (board.file(partner) - start).signum();
                let distance = (board.file(partner) - start).abs();
                let (least, most) = match castling.travel {
                    KingTravel::Exactly(exactly) => {
                        let longer = i32::from(castling.colourbound.contains(&kind));
                        (i32::from(exactly), i32::from(exactly) + longer)
                    }
                    KingTravel::AtLeast(least) => (least.into(), distance),
                    KingTravel::Between { least, most } => (least.into(), distance.min(most.into())),
                    KingTravel::To { first_file, last_file } => {
                        let by = toward * (board.file(if toward < 0 { first_file } else { last_file }) - start);
                        (by, by)
                    }
                };
                for file in (least..=most).map(|by| start + toward * by) {
                    let landings: Vec<i32> = match castling.landing {
                        PartnerLanding::LastCrossed | PartnerLanding::OtherSide => vec![file - toward],
                        PartnerLanding::AnyLeftOrCrossed => {
                            (0..(file - start).abs()).map(|by| start + toward * by).collect()
                        }
                    };
                    let to = |file| board.square(file, rank);
                    castlings.extend(to(file).map(|to| (castling.king, king, to)));
                    let landings = landings.into_iter().filter_map(to);
                    castlings.extend(landings.map(|to| (kind, partner, to)));
                }
            }
        }
    }
    // A man that stays where it is does not move.
    castlings.retain(|(_, from, to)| from != to);
    castlings
}

/// Whether no ending and no rule limits the number of moves without progress.
pub(super) fn is_unlimited(game: &Variant) -> bool {
    let stops = |ending: &Ending| ending.condition.basis().is_past();
    let stops_in = |setup: SetupId| game.endings.iter().any(|ending| ending.is_of_setup(setup) && stops(ending));
    game.rules.repetition == Repetition::Allowed && !(0..game.setups.len()).all(|setup| stops_in(SetupId(setup as u8)))
}

/// Whether a man has no movement at all, as it says itself.
pub(super) fn has_no_movement(kind: &Kind) -> bool {
    kind.components.iter().all(|part| part.movement.paths.is_empty())
}

/// Squares in words: a rank, or up to four squares by name.
pub(crate) fn squares_in_words(board: Board, squares: SquareSet) -> String {
    const MAX_NAMED_SQUARES: usize = 4;
    let ranks = 0..i32::from(board.ranks());
    let whole = |rank: &i32| board.squares().filter(|&at| board.rank(at) == *rank).collect::<SquareSet>() == squares;
    if let Some(rank) = ranks.into_iter().find(whole).filter(|_| squares.len() > 1) {
        return format!("rank {}", rank + 1);
    }
    let names = |most| squares.iter().take(most).map(|square| board.name(square)).collect::<Vec<_>>();
    if squares.len() <= MAX_NAMED_SQUARES {
        return prose::all_of(names(MAX_NAMED_SQUARES));
    }
    format!("{} and {} other squares", names(MAX_NAMED_SQUARES - 1).join(", "), squares.len() - (MAX_NAMED_SQUARES - 1))
}

/// A man in a state on a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Node {
    pub(super) kind: KindId,
    /// The number of the state, in few bytes: moves are sorted by their nodes.
    pub(super) state: u32,
    pub(super) square: Square,
}

/// Whether moves can lead back to where one of them began.
pub(super) fn has_cycle(mut moves: Vec<(Node, Node)>) -> bool {
    moves.sort_unstable();
    moves.dedup();
    // Moves that nothing leads to are in no cycle, nor are those that only they lead to.
    let mut leading: HashMap<Node, usize> = HashMap::new();
    for &(_, to) in &moves {
        *leading.entry(to).or_default() += 1;
    }
    let mut todo: Vec<Node> = moves.iter().map(|&(from, _)| from).filter(|from| !leading.contains_key(from)).collect();
    todo.dedup();
    let mut left = moves.len();
    while let Some(node) = todo.pop() {
        let first = moves.partition_point(|&(from, _)| from < node);
        for (_, to) in moves[first..].iter().take_while(|&&(from, _)| from == node) {
            left -= 1;
            if let Some(count) = leading.get_mut(to) {
                *count -= 1;
                if *count == 0 {
                    todo.push(*to);
                }
            }
        }
    }
    left > 0
}
