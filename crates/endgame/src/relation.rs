//! Which positions may lead to a position: learned from all moves of a table, by the places of the man that moves and
//! by the counts before and after.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use weakfish::engine::{Move, MoveKind};

use crate::layout::{Layout, Places};

/// Pairs of numbers below `count`, which several threads add.
#[derive(Debug)]
struct Pairs {
    count: usize,
    related: Vec<AtomicU64>,
}

impl Pairs {
    fn new(count: usize) -> Self {
        Self { count, related: (0..(count * count).div_ceil(64)).map(|_| AtomicU64::new(0)).collect() }
    }

    #[inline]
    fn add(&self, before: u32, after: u32) {
        let bit = after as usize * self.count + before as usize;
        let Some(word) = self.related.get(bit / 64) else { return };
        // Most are there already, and reading is cheaper.
        if word.load(Ordering::Relaxed) >> (bit % 64) & 1 == 0 {
            word.fetch_or(1 << (bit % 64), Ordering::Relaxed);
        }
    }

    fn have(&self, before: u32, after: u32) -> bool {
        let bit = after as usize * self.count + before as usize;
        self.related.get(bit / 64).is_some_and(|word| word.load(Ordering::Relaxed) >> (bit % 64) & 1 == 1)
    }

    /// The numbers before each number.
    fn before(&self) -> Vec<Vec<u32>> {
        let numbers = 0..self.count as u32;
        numbers.clone().map(|after| numbers.clone().filter(|&before| self.have(before, after)).collect()).collect()
    }
}

/// Moves within a table, as pairs of the places of a man and of the counts.
#[derive(Debug)]
pub(crate) struct Relation {
    /// By group: the places of the man that moves.
    places: Vec<Pairs>,
    /// Sides to move with their counts.
    states: Pairs,
    /// Whether some move moves several men.
    moves_several: AtomicBool,
}

impl Relation {
    pub(crate) fn new(layout: &Layout) -> Self {
        Self {
            places: layout.groups.iter().map(|group| Pairs::new(group.places.len())).collect(),
            states: Pairs::new(layout.states() as usize),
            moves_several: AtomicBool::new(false),
        }
    }

    /// Adds a move from a position with these places and state to the position with this number.
    #[inline]
    pub(crate) fn learn(&self, layout: &Layout, mv: Move, places: &Places, state: u32, number: u64) {
        self.states.add(state, (number / layout.arrangements.max(1)) as u32);
        if self.learn_places(layout, mv, places).is_none() {
            self.moves_several.store(true, Ordering::Relaxed);
        }
    }

    /// Adds the places of the man that moves; `None` if there are several, or none.
    #[inline]
    fn learn_places(&self, layout: &Layout, mv: Move, places: &Places) -> Option<()> {
        let Move::Man(man) = mv else { return None };
        if !matches!(man.kind, MoveKind::Ordinary | MoveKind::Stationary | MoveKind::Finishing | MoveKind::LongStep) {
            return None;
        }
        let (group, after) = layout.place(man.piece, man.to)?;
        let own = layout.groups.get(group)?;
        let mut before = (own.first..own.first + own.count).filter_map(|at| places.get(at).copied());
        let before = before.find(|&place| own.places.get(place as usize).is_some_and(|at| at.0 == man.from))?;
        self.places.get(group)?.add(before, after);
        Some(())
    }

    /// The predecessors by place and state. The pairs were learned from positions that stand for all their images, so the
    /// symmetries are applied to them.
    pub(crate) fn into_predecessors(self, layout: &Layout) -> Predecessors {
        let places = self.places.iter().enumerate().map(|(group, pairs)| {
            let learned = pairs.before();
            for map in &layout.maps {
                for (after, before) in learned.iter().enumerate() {
                    for &before in before {
                        pairs.add(map.image(group, before), map.image(group, after as u32));
                    }
                }
            }
            pairs.before()
        });
        Predecessors {
            places: places.collect(),
            states: self.states.before(),
            moves_several: self.moves_several.into_inner(),
        }
    }
}

/// Positions that may lead to another one: all that do, and more.
#[derive(Debug)]
pub(crate) struct Predecessors {
    /// By group and place: the places from which a man comes there.
    places: Vec<Vec<Vec<u32>>>,
    /// By state: those before.
    states: Vec<Vec<u32>>,
    /// Whether some move moves several men: the predecessors are unknown then.
    pub(crate) moves_several: bool,
}

impl Predecessors {
    /// Calls `visit` with the number of each position that may lead to one of these, which are in ascending order.
    ///
    /// A man that goes from one place to another changes all numbers by the same difference. Man by man, the visited
    /// numbers ascend like the given ones: memory is read nearly in order.
    pub(crate) fn each(&self, layout: &Layout, numbers: &[u64], visit: &mut impl FnMut(u64)) {
        let arrangements = layout.arrangements.max(1);
        let places_of = |number: u64| layout.places_of(number % arrangements);
        for numbers in numbers.chunk_by(|one, other| one / layout.leader_stride() == other / layout.leader_stride()) {
            let Some(&first) = numbers.first() else { continue };
            let Some(states) = self.states.get((first / arrangements) as usize) else { continue };
            let has_one_image = layout.moves_leader(&places_of(first));
            for (man, sources) in self.of_men(layout) {
                let sources = |place: u32| sources.get(place as usize).into_iter().flatten().copied();
                let Some(stride) = layout.stride(man).filter(|_| has_one_image) else {
                    for &number in numbers {
                        let places = places_of(number);
                        for source in sources(places[man]) {
                            each_image(layout, (&places, man, source), states, visit);
                        }
                    }
                    continue;
                };
                for numbers in numbers.chunk_by(|one, other| one / stride == other / stride) {
                    let Some(&first) = numbers.first() else { continue };
                    let place = places_of(first)[man];
                    for source in sources(place) {
                        let difference = layout.difference(man, place, source);
                        for &number in numbers {
                            match difference {
                                Some(difference) => {
                                    let before = (number % arrangements).wrapping_add(difference);
                                    for &state in states {
                                        visit(u64::from(state) * arrangements + before);
                                    }
                                }
                                None => each_image(layout, (&places_of(number), man, source), states, visit),
                            }
                        }
                    }
                }
            }
        }
    }

    /// The men, each with the places before by place.
    fn of_men<'a>(&'a self, layout: &'a Layout) -> impl Iterator<Item = (usize, &'a Vec<Vec<u32>>)> {
        let groups = layout.groups.iter().zip(&self.places);
        groups.flat_map(|(group, sources)| (group.first..group.first + group.count).map(move |man| (man, sources)))
    }
}

/// Calls `visit` with the numbers of the positions in these states with a man on its source.
fn each_image(
    layout: &Layout,
    (places, man, source): (&Places, usize, u32),
    states: &[u32],
    visit: &mut impl FnMut(u64),
) {
    let mut earlier = *places;
    if let Some(slot) = earlier.get_mut(man) {
        *slot = source;
    }
    layout.each_image(&earlier, &mut |arrangement| {
        for &state in states {
            visit(u64::from(state) * layout.arrangements + arrangement);
        }
    });
}
