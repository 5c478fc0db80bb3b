//! The numbering of the positions of a table: men on squares in their states, the side to move, counts that rules
//! limit.
//!
//! Like men are interchangeable. A symmetry of the game makes several positions equivalent, and only one of them has a
//! number: the one with a certain man, the *leader*, on one of its canonical places.

use weakfish::engine::{Game, Piece, TurnState};
use weakfish::geometry::{BoardMap, PerSide, Side, Square, SquareSet};
use weakfish::model::{Condition, Kind, KindId, PromotionChoice, SeriesLength, Variant};

use crate::Men;
use crate::families::{Families, FamilyId, FamilyMen, NO_MAN, becomes};

/// A man on a square.
pub(crate) type Placed = (Square, Piece);

/// The places of the men of a position, by number within their group. Only as many count as there are men.
pub(crate) type Places = [u32; Men::MAX];

/// Marks that a piece cannot stand on a square, or that a piece belongs to no group.
const NONE: u32 = u32::MAX;

/// Like men of a table.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) family: FamilyId,
    /// Their number.
    pub(crate) count: usize,
    /// Their first index in the list of all men.
    pub(crate) first: usize,
    /// Places of one of them: squares with pieces.
    pub(crate) places: Vec<Placed>,
    /// By row of the piece and square: the number of the place.
    place_of: Vec<u32>,
    /// The number of ways to place all of them.
    arrangements: u64,
    /// The difference that its next place makes to the number of an arrangement, of the leader its next canonical place;
    /// `None` for men among their like.
    stride: Option<u64>,
}

impl Group {
    /// The number of the place of a piece on a square, if it may stand there.
    #[inline]
    fn place(&self, row: u32, squares: usize, square: Square) -> Option<u32> {
        let place = *self.place_of.get(row as usize * squares + square.index())?;
        (place != NONE).then_some(place)
    }
}

/// A symmetry of the game: the images of the places of each group.
#[derive(Clone, Debug)]
pub(crate) struct PlaceMap {
    pub(crate) board: BoardMap,
    /// By group and place.
    places: Vec<Vec<u32>>,
}

/// A canonical place of the leader.
#[derive(Clone, Copy, Debug)]
struct Canonical {
    place: u32,
    /// The number of places that symmetries make of it.
    images: u32,
}

/// The counts that rules limit, each with the number of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Limits {
    stationary: PerSide<u32>,
    series: u32,
    checks: PerSide<u32>,
    passes: u32,
}

/// The numbering of the positions of certain men.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) groups: Vec<Group>,
    /// The number of men.
    pub(crate) men: usize,
    squares: usize,
    /// By place in the list of men: the group.
    group_of_man: Vec<usize>,
    /// By number of a piece: its group and its row there.
    rows: Vec<(u8, u32)>,
    /// The group of the leader, if there is one.
    leader: Option<usize>,
    canonical: Vec<Canonical>,
    /// By place of the leader: the number of its canonical place, and the symmetry that leads there.
    to_canonical: Vec<(u32, u8)>,
    /// The symmetries, the identity first.
    pub(crate) maps: Vec<PlaceMap>,
    /// The maps of the board that are symmetries of the game, used or not, as far as these men show.
    pub(crate) admitted: Vec<BoardMap>,
    /// Whether some of the men may become others that can become them.
    pub(crate) has_families_of_several_kinds: bool,
    limits: Limits,
    /// The number of positions for each side to move and each set of counts.
    pub(crate) arrangements: u64,
    /// Binomial coefficients by the smaller number, then the larger.
    binomials: Vec<Vec<u64>>,
}

impl Layout {
    /// Numbers all positions of these men, without regard to symmetry; `None` if there are more than fit into 64 bits.
    pub(crate) fn new(game: &Game, families: &Families, men: &FamilyMen) -> Option<Self> {
        let variant = game.variant();
        let squares = variant.board.len();
        let present: Vec<FamilyId> = men.iter().copied().filter(|&family| family != NO_MAN).collect();
        let mut rows = vec![(u8::MAX, NONE); 1 + game.pieces().count()];
        let mut groups: Vec<Group> = Vec::new();
        for (first, &family) in present.iter().enumerate() {
            if let Some(group) = groups.last_mut().filter(|group| group.family == family) {
                group.count += 1;
                continue;
            }
            let number = groups.len() as u8;
            let (mut places, mut place_of) = (Vec::new(), Vec::new());
            let pieces = game.pieces().filter(|piece| families.of_piece(piece.number()) == family);
            for (row, piece) in pieces.enumerate() {
                rows[usize::from(piece.number())] = (number, row as u32);
                let info = game.piece_info(piece);
                let standing = standing_squares(game, info.side, info.kind);
                place_of.resize((row + 1) * squares, NONE);
                for square in variant.board.squares().filter(|&square| standing.contains(square)) {
                    place_of[row * squares + square.index()] = places.len() as u32;
                    places.push((square, piece));
                }
            }
            groups.push(Group { family, count: 1, first, places, place_of, arrangements: 0, stride: None });
        }
        let most_places = groups.iter().map(|group| group.places.len()).max().unwrap_or(0);
        let most_alike = groups.iter().map(|group| group.count).max().unwrap_or(0);
        let binomials = binomials(most_alike, most_places);
        let mut arrangements: u64 = 1;
        for group in &mut groups {
            let row = binomials.get(group.count)?;
            group.arrangements = row.get(group.places.len()).copied().filter(|&number| number != u64::MAX)?;
            arrangements = arrangements.checked_mul(group.arrangements)?;
        }
        let identity = PlaceMap {
            board: BoardMap::Identity,
            places: groups.iter().map(|group| (0..group.places.len() as u32).collect()).collect(),
        };
        // The man with the most places is divided best; a king is as good as any.
        let single = groups.iter().enumerate().filter(|(_, group)| group.count == 1);
        let leader =
            single.max_by_key(|(index, group)| (group.places.len(), usize::MAX - index)).map(|(index, _)| index);
        let mut layout = Self {
            men: present.len(),
            squares,
            group_of_man: groups.iter().enumerate().flat_map(|(index, group)| vec![index; group.count]).collect(),
            rows,
            leader,
            canonical: Vec::new(),
            to_canonical: Vec::new(),
            maps: vec![identity],
            admitted: Vec::new(),
            has_families_of_several_kinds: present.iter().any(|&family| {
                let (side, kind) = families.first_kind(family);
                families.kinds_of(side, kind).len() > 1
            }),
            limits: Limits::new(game, families, &present),
            arrangements,
            binomials,
            groups,
        };
        layout.number_leader()?;
        layout.len().map(|_| layout)
    }

    /// Numbers only one of the positions that are equivalent by these symmetries. They form a group; the identity is
    /// not listed. Each comes with the image of each piece, by number.
    pub(crate) fn use_symmetries(&mut self, symmetries: &[(BoardMap, Vec<u16>)]) {
        if self.leader.is_none() {
            return;
        }
        let mut maps = Vec::new();
        for (board, pieces) in symmetries {
            let of_group = |group: &Group| {
                let image = |&(square, piece): &Placed| {
                    let square = board.apply(square)?;
                    let piece = *pieces.get(usize::from(piece.number()))?;
                    let (number, row) = *self.rows.get(usize::from(piece))?;
                    let own = self.groups.get(usize::from(number)).filter(|own| own.family == group.family)?;
                    own.place(row, self.squares, square)
                };
                group.places.iter().map(image).collect::<Option<Vec<u32>>>()
            };
            let Some(places) = self.groups.iter().map(of_group).collect::<Option<Vec<_>>>() else { return };
            maps.push(PlaceMap { board: board.clone(), places });
        }
        self.maps.truncate(1);
        self.maps.extend(maps);
        // A smaller number than before, which fitted.
        let _ = self.number_leader();
    }

    /// Chooses the canonical places of the leader, and counts the positions.
    fn number_leader(&mut self) -> Option<()> {
        self.canonical.clear();
        self.to_canonical.clear();
        let mut arrangements: u64 = 1;
        for (number, group) in self.groups.iter().enumerate() {
            if Some(number) != self.leader {
                arrangements = arrangements.checked_mul(group.arrangements)?;
            }
        }
        if let Some(leader) = self.leader {
            let places = self.groups.get(leader)?.places.len();
            self.to_canonical = vec![(NONE, 0); places];
            for place in 0..places as u32 {
                let images: Vec<u32> = self.maps.iter().map(|map| map.image(leader, place)).collect();
                let least = images.iter().copied().min().unwrap_or(place);
                let map = images.iter().position(|&image| image == least).unwrap_or(0);
                if least == place {
                    let mut different = images.clone();
                    different.sort_unstable();
                    different.dedup();
                    self.to_canonical[place as usize] = (self.canonical.len() as u32, 0);
                    self.canonical.push(Canonical { place, images: different.len() as u32 });
                } else {
                    let (number, _) = *self.to_canonical.get(least as usize)?;
                    self.to_canonical[place as usize] = (number, map as u8);
                }
            }
            arrangements = arrangements.checked_mul(self.canonical.len() as u64)?;
        }
        self.arrangements = arrangements;
        let mut stride = 1;
        for (_, group) in self.groups.iter_mut().enumerate().rev().filter(|(number, _)| Some(*number) != self.leader) {
            group.stride = (group.count == 1).then_some(stride);
            stride *= group.arrangements;
        }
        if let Some(leader) = self.leader.and_then(|leader| self.groups.get_mut(leader)) {
            leader.stride = Some(stride);
        }
        Some(())
    }

    /// The number of positions that are numbered, legal or not; `None` if it does not fit into 64 bits.
    pub(crate) fn len(&self) -> Option<u64> {
        self.arrangements.checked_mul(u64::from(self.states()))
    }

    /// The number of combinations of side to move and counts.
    pub(crate) fn states(&self) -> u32 {
        let Limits { stationary, series, checks, passes } = self.limits;
        2 * stationary.white * stationary.black * series * checks.white * checks.black * passes
    }

    /// Whether a position is only its men and the side to move. Shorter computations then give the same values.
    pub(crate) fn counts_nothing(&self) -> bool {
        self.states() == 2
    }

    /// The side to move and the counts with this number. Numbers of White to move come before those of Black.
    pub(crate) fn state(&self, number: u32) -> TurnState {
        let Limits { stationary, series, checks, passes } = self.limits;
        let mut rest = number;
        let mut digit = |radix: u32| {
            let digit = rest % radix;
            rest /= radix;
            digit
        };
        let passes = digit(passes) as u8;
        let checks = PerSide::new(digit(checks.white) as u8, digit(checks.black) as u8);
        let series = digit(series) as u16;
        let stationary_run = PerSide::new(digit(stationary.white) as u8, digit(stationary.black) as u8);
        let turn = if digit(2) == 0 { Side::White } else { Side::Black };
        TurnState { en_passant: SquareSet::EMPTY, stationary_run, series, checks, passes, ..TurnState::of(turn) }
    }

    /// The number of a side to move with its counts. Counts beyond their limits are as good as these.
    #[inline]
    pub(crate) fn state_number(&self, state: &TurnState) -> u32 {
        if self.counts_nothing() {
            return state.turn.index() as u32;
        }
        let Limits { stationary, series, checks, passes } = self.limits;
        let mut number = state.turn.index() as u32;
        let mut add = |radix: u32, digit: u32| number = number * radix + digit.min(radix - 1);
        add(stationary.black, state.stationary_run.black.into());
        add(stationary.white, state.stationary_run.white.into());
        add(series, state.series.into());
        add(checks.black, state.checks.black.into());
        add(checks.white, state.checks.white.into());
        add(passes, state.passes.into());
        number
    }

    /// The group of a piece and the number of its place on a square.
    #[inline]
    pub(crate) fn place(&self, piece: Piece, square: Square) -> Option<(usize, u32)> {
        let (group, row) = *self.rows.get(usize::from(piece.number()))?;
        let place = self.groups.get(usize::from(group))?.place(row, self.squares, square)?;
        Some((usize::from(group), place))
    }

    /// The group of a man, by its place in the list of men.
    #[inline]
    pub(crate) fn group_of_man(&self, man: usize) -> usize {
        self.group_of_man.get(man).copied().unwrap_or(usize::MAX)
    }

    /// The image of squares under the symmetry that leads the leader to its canonical place.
    pub(crate) fn canonical_squares(&self, places: &Places, squares: SquareSet) -> SquareSet {
        let place = self.leader.and_then(|leader| places.get(self.groups.get(leader)?.first));
        let map = place.and_then(|&place| self.to_canonical.get(place as usize)).map_or(0, |&(_, map)| map);
        let map = self.maps.get(usize::from(map));
        squares.iter().filter_map(|square| map.map_or(Some(square), |map| map.board.apply(square))).collect()
    }

    /// Whether a player may have several moves in a turn.
    pub(crate) const fn counts_series(&self) -> bool {
        self.limits.series > 1
    }

    /// Calls `visit` with the number of each arrangement that is numbered and that symmetries make of this one.
    pub(crate) fn each_image(&self, places: &Places, visit: &mut dyn FnMut(u64)) {
        let leader = self.leader.and_then(|leader| Some((leader, self.groups.get(leader)?)));
        let Some((leader, group)) = leader else { return visit(self.arrangement(places)) };
        let place = places.get(group.first).copied().unwrap_or(0);
        let canonical = self.to_canonical.get(place as usize).map_or(0, |&(canonical, _)| canonical);
        let target = self.canonical.get(canonical as usize).map(|canonical| canonical.place);
        for (number, map) in self.maps.iter().enumerate() {
            if Some(map.image(leader, place)) == target {
                visit(self.arrangement_by_map(u64::from(canonical), number, places));
            }
        }
    }

    /// The difference that the next place of a man makes to the number of an arrangement, of the leader its next canonical
    /// place; `None` for men among their like.
    pub(crate) fn stride(&self, man: usize) -> Option<u64> {
        self.groups.get(self.group_of_man(man))?.stride
    }

    /// The number of arrangements for each canonical place of the leader.
    pub(crate) fn leader_stride(&self) -> u64 {
        (self.arrangements / (self.canonical.len() as u64).max(1)).max(1)
    }

    /// The difference, modulo 2^64, that a man makes to the number of an arrangement that is numbered if it stands on another
    /// place; `None` if it depends on other men, or if the arrangement has several images.
    #[inline]
    pub(crate) fn difference(&self, man: usize, place: u32, other: u32) -> Option<u64> {
        let group = self.group_of_man(man);
        let stride = self.groups.get(group)?.stride?;
        let [place, other] = if Some(group) == self.leader {
            let canonical = |place: u32| {
                let (number, map) = *self.to_canonical.get(place as usize)?;
                let images = self.canonical.get(number as usize)?.images as usize;
                (map == 0 && images == self.maps.len()).then_some(u64::from(number))
            };
            [canonical(place)?, canonical(other)?]
        } else {
            [place, other].map(u64::from)
        };
        Some(other.wrapping_sub(place).wrapping_mul(stride))
    }

    /// Whether no symmetry leaves the leader where it stands in an arrangement that is numbered.
    #[inline]
    pub(crate) fn moves_leader(&self, places: &Places) -> bool {
        let Some(leader) = self.leader.and_then(|leader| self.groups.get(leader)) else { return true };
        let place = places.get(leader.first).and_then(|&place| self.to_canonical.get(place as usize));
        let canonical = place.and_then(|&(canonical, _)| self.canonical.get(canonical as usize));
        canonical.is_some_and(|canonical| canonical.images as usize == self.maps.len())
    }

    /// The symmetries in use, without the identity.
    pub(crate) fn used_maps(&self) -> Vec<BoardMap> {
        self.maps.iter().skip(1).map(|map| map.board.clone()).collect()
    }

    /// Whether the piece is one of its men.
    pub(crate) fn has(&self, piece: Piece) -> bool {
        self.rows.get(usize::from(piece.number())).is_some_and(|&(group, _)| group != u8::MAX)
    }

    /// The places of men that may stand in any order; `None` if they are not those of this table, or stand where they
    /// cannot.
    #[inline]
    pub(crate) fn places(&self, men: impl IntoIterator<Item = Placed>) -> Option<Places> {
        let mut places = [0; Men::MAX];
        let mut found = [0_u8; Men::MAX];
        let mut count = 0;
        for (square, piece) in men {
            let (group, place) = self.place(piece, square)?;
            let (group, found) = (self.groups.get(group)?, found.get_mut(group)?);
            if usize::from(*found) == group.count {
                return None;
            }
            *places.get_mut(group.first + usize::from(*found))? = place;
            *found += 1;
            count += 1;
        }
        (count == self.men).then_some(places)
    }

    /// The number of an arrangement, given the places of the men group by group.
    #[inline]
    pub(crate) fn arrangement(&self, places: &Places) -> u64 {
        let Some(leader) = self.leader.and_then(|leader| self.groups.get(leader)) else {
            return self.arrangement_by_map(0, 0, places);
        };
        let place = places.get(leader.first).copied().unwrap_or(0);
        let (canonical, map) = self.to_canonical.get(place as usize).copied().unwrap_or((0, 0));
        self.arrangement_by_map(u64::from(canonical), usize::from(map), places)
    }

    #[inline]
    fn arrangement_by_map(&self, canonical: u64, map: usize, places: &Places) -> u64 {
        let mut number = canonical;
        let map = self.maps.get(map);
        for (index, group) in self.groups.iter().enumerate() {
            if Some(index) == self.leader {
                continue;
            }
            let image = |place: u32| map.map_or(place, |map| map.image(index, place));
            let place = |at: usize| places.get(group.first + at).copied().unwrap_or(0);
            let own = if group.count == 1 {
                u64::from(image(place(0)))
            } else {
                let mut own = [0; Men::MAX];
                for (at, own) in own.iter_mut().enumerate().take(group.count) {
                    *own = image(place(at));
                }
                own[..group.count.min(Men::MAX)].sort_unstable();
                self.rank(&own[..group.count.min(Men::MAX)])
            };
            number = number * group.arrangements + own;
        }
        number
    }

    /// The number of a set of places, in ascending order, among those of the same size (combinatorial number system).
    fn rank(&self, places: &[u32]) -> u64 {
        let term = |(at, &place): (usize, &u32)| self.binomials.get(at + 1)?.get(place as usize).copied();
        places.iter().enumerate().filter_map(term).sum()
    }

    /// The places of the men in an arrangement, group by group.
    #[inline]
    pub(crate) fn places_of(&self, arrangement: u64) -> Places {
        let mut places = [0; Men::MAX];
        let mut rest = arrangement;
        for (index, group) in self.groups.iter().enumerate().rev() {
            if Some(index) == self.leader {
                continue;
            }
            let mut own = rest % group.arrangements.max(1);
            rest /= group.arrangements.max(1);
            for at in (0..group.count).rev() {
                let place = if group.count == 1 {
                    own
                } else {
                    let row = self.binomials.get(at + 1).map_or(&[][..], Vec::as_slice);
                    let place = row.partition_point(|&below| below <= own).saturating_sub(1);
                    own -= row.get(place).copied().unwrap_or(0);
                    place as u64
                };
                if let Some(slot) = places.get_mut(group.first + at) {
                    *slot = place as u32;
                }
            }
        }
        if let Some((leader, canonical)) =
            self.leader.and_then(|leader| self.groups.get(leader)).zip(self.canonical.get(rest as usize))
            && let Some(slot) = places.get_mut(leader.first)
        {
            *slot = canonical.place;
        }
        places
    }

    /// The men at their places, group by group; `None` if two are on one square.
    #[inline]
    pub(crate) fn men_at(&self, places: &Places, men: &mut Vec<Placed>) -> Option<()> {
        men.clear();
        let mut occupied = SquareSet::EMPTY;
        for group in &self.groups {
            for at in 0..group.count {
                let place = *places.get(group.first + at)?;
                let (square, piece) = *group.places.get(place as usize)?;
                if occupied.contains(square) {
                    return None;
                }
                occupied.insert(square);
                men.push((square, piece));
            }
        }
        Some(())
    }

    /// The number of equivalent positions that this arrangement represents.
    pub(crate) fn images(&self, arrangement: u64) -> u32 {
        let Some(leader) = self.leader else { return 1 };
        let others = self.groups.iter().enumerate().filter(|(index, _)| *index != leader);
        let others = others.fold(1, |product: u64, (_, group)| product * group.arrangements.max(1));
        self.canonical.get((arrangement / others.max(1)) as usize).map_or(1, |canonical| canonical.images)
    }

    /// Calls `visit` with each symmetry, whether it takes the leader to a new place, and the images of the men's
    /// places. An arrangement represents its images by the symmetries that take the leader to different places.
    pub(crate) fn each_map(&self, places: &Places, visit: &mut dyn FnMut(usize, bool, &Places)) {
        let leader = self.leader.and_then(|leader| Some((leader, *places.get(self.groups.get(leader)?.first)?)));
        for (number, map) in self.maps.iter().enumerate() {
            let image = leader.map(|(leader, place)| map.image(leader, place));
            let led = |map: &PlaceMap| leader.map(|(leader, place)| map.image(leader, place)) == image;
            visit(number, !self.maps.iter().take(number).any(led), &self.mapped(number, places));
        }
    }

    /// The images of men's places under a symmetry.
    pub(crate) fn mapped(&self, map: usize, places: &Places) -> Places {
        let mut mapped = *places;
        let Some(map) = self.maps.get(map) else { return mapped };
        for (man, place) in mapped.iter_mut().enumerate().take(self.men) {
            *place = map.image(self.group_of_man(man), *place);
        }
        mapped
    }

    /// Whether the arrangement is the first of those that symmetries make of it. Others have numbers of their own where
    /// a symmetry leaves the leader where it stands.
    pub(crate) fn is_first_image(&self, arrangement: u64) -> bool {
        let Some(leader) = self.leader else { return true };
        let places = self.places_of(arrangement);
        let Some(place) = self.groups.get(leader).and_then(|leader| places.get(leader.first)).copied() else {
            return true;
        };
        let canonical = self.to_canonical.get(place as usize).map_or(0, |&(canonical, _)| u64::from(canonical));
        let keeping = (0..self.maps.len()).filter(|&map| self.maps[map].image(leader, place) == place);
        keeping.into_iter().all(|map| self.arrangement_by_map(canonical, map, &places) >= arrangement)
    }
}

impl PlaceMap {
    /// The place that the symmetry makes of a place of a group.
    #[inline]
    pub(crate) fn image(&self, group: usize, place: u32) -> u32 {
        self.places.get(group).and_then(|places| places.get(place as usize)).copied().unwrap_or(place)
    }
}

impl Limits {
    fn new(game: &Game, families: &Families, present: &[FamilyId]) -> Self {
        let variant = game.variant();
        let rules = &variant.rules;
        let turns = |side: Side| {
            let own = |number: u16| present.contains(&families.of_piece(number));
            let mut pieces = game.pieces().filter(|&piece| own(piece.number()) && game.piece_info(piece).side == side);
            pieces.any(|piece| game.turns(piece).next().is_some())
        };
        let stationary = PerSide::from_fn(|side| match rules.must_move {
            // A pass counts as a move that leaves no square.
            Some(moves) if game.facts().turns.passing || turns(side) => u32::from(moves).max(1),
            _ => 1,
        });
        let longest = |side: Side| match rules.series[side].map(|series| series.length) {
            Some(SeriesLength::Fixed { moves, .. }) => u32::from(moves).max(1),
            // No tables are made for turns of varying length.
            Some(
                SeriesLength::LongerEachTurn(_) | SeriesLength::LongerThanLast(_) | SeriesLength::Answering { .. },
            )
            | None => 1,
        };
        let checks = PerSide::from_fn(|side| 1 + u32::from(most_checks(variant, side)));
        let counts_passes = game.facts().counts.passes || game.facts().opposition.accepted;
        let passes = if counts_passes { 3 } else { 1 };
        Self { stationary, series: longest(Side::White).max(longest(Side::Black)), checks, passes }
    }
}

/// The most checks of a side that an ending needs.
fn most_checks(variant: &Variant, side: Side) -> u8 {
    let checks = variant.endings.iter().filter(|ending| ending.side.is_none_or(|only| only == side) || ending.both);
    let checks = checks
        .filter_map(|ending| if let Condition::ChecksGiven(checks) = ending.condition { Some(checks) } else { None });
    checks.max().unwrap_or(0)
}

/// The squares where a side's man of a kind may stand in a game.
///
/// A man that promotes does not stand where it would have promoted, nor where no move leads, if no setup has it there:
/// in chess, pawns are on the second to the seventh rank.
fn standing_squares(game: &Game, side: Side, kind: KindId) -> SquareSet {
    let variant = game.variant();
    let data: &Kind = variant.kind(kind);
    let region = data.stays_in.and_then(|region| variant.regions.get(region.index()));
    let allowed = |square: &Square| region.is_none_or(|region| region.squares[side].contains(*square));
    let all: SquareSet = variant.board.squares().filter(allowed).collect();
    let own = variant.rules.promotions[side].iter().filter(|promotion| promotion.kind == kind);
    let own: Vec<_> = own.filter(|promotion| !matches!(promotion.to, PromotionChoice::Nothing)).collect();
    let comes_about = variant.kinds().any(|(other, _)| becomes(variant, side, other).contains(&kind));
    if own.is_empty() || comes_about {
        return all;
    }
    let must_promote = own.iter().fold(SquareSet::EMPTY, |squares, promotion| {
        if promotion.by_capture || promotion.not_by_en_passant {
            return squares;
        }
        let zone =
            if promotion.optional { promotion.zone.intersection(promotion.compulsory_on) } else { promotion.zone };
        squares.union(zone)
    });
    let mut entered = SquareSet::EMPTY;
    let board: SquareSet = variant.board.squares().collect();
    for piece in game.pieces() {
        let info = game.piece_info(piece);
        if (info.side, info.kind) != (side, kind) {
            continue;
        }
        for square in variant.board.squares() {
            for occupied in [SquareSet::EMPTY, board] {
                let reach = game.reach(piece, square, occupied);
                entered = entered.union(reach.moves).union(reach.captures);
            }
        }
    }
    let starts = variant.setups.iter().flat_map(|setup| &setup.men);
    let starts = starts.filter(|man| (man.side, man.kind) == (side, kind)).map(|man| man.square);
    entered.without(must_promote).union(starts.collect()).intersection(all)
}

/// Binomial coefficients up to `most` of `all`; the largest number where one does not fit.
fn binomials(most: usize, all: usize) -> Vec<Vec<u64>> {
    let mut rows = vec![vec![1; all + 1]];
    for number in 1..=most {
        let mut row: Vec<u64> = vec![0; all + 1];
        for of in 1..=all {
            let below = rows.get(number - 1).and_then(|row: &Vec<u64>| row.get(of - 1)).copied().unwrap_or(0);
            row[of] = row[of - 1].saturating_add(below);
        }
        rows.push(row);
    }
    rows
}
