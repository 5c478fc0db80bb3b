//! Rules and endings, compiled to squares and piece numbers: setups, castling, opposition, features, the ending prefilter.

use std::sync::Arc;

use super::hands::{DropTable, LeftTable, compile_drops, compile_left};
use super::movement::{Exhausted, TableBuilder};
use super::{Attacks, Bits, BySquare, MoveTable, PieceTable, Slides, TableCache, find_piece, group_index};
use crate::engine::{Arrangement, CompileError, PieceInfo};
use crate::geometry::{Board, PerSide, Side, Square, SquareSet};
use crate::model::facts::{self, Deaths, Facts};
use crate::model::{
    Basis, Castling, Condition, Ending, Kind, KindId, KingTravel, ManState, MaterialSide, Modes, Movement,
    PartnerLanding, PlacedMan, PromotedFacing, Promotion, Setup, SetupId, StateSpace, Variant,
};

/// Home squares of a group, each with the piece that a captured man of the group becomes there.
type Homes = Box<[(Square, u16)]>;

/// Tables that depend on the setup a game began from.
#[derive(Clone, Debug)]
pub(crate) struct SetupTable<const W: usize> {
    /// The men at the start.
    pub(crate) men: Vec<(Square, u16)>,
    /// The number of men of each side at the start that are always royal.
    pub(crate) royals: PerSide<usize>,
    /// By side and wing: toward the first file, toward the last file.
    pub(crate) wings: PerSide<[Option<CastlingWing<W>>; 2]>,
    /// The squares of men that have a first move, or can leave another behind by it.
    pub(crate) unmoved: Bits<W>,
    /// By square: the castling rights that remain after a man leaves it or arrives on it.
    pub(crate) keeps_rights: BySquare<u8, W>,
    /// By side, kind and half of the board (left, right): the pieces that men of the kind promote to.
    pub(crate) promotions: PerSide<Vec<[Box<[u16]>; 2]>>,
    /// By side: the men in hand at the start, as groups with their number.
    pub(crate) hands: Vec<(usize, u16)>,
    /// By side: the drops of each kind that it can have in hand.
    pub(crate) drops: PerSide<Vec<DropTable<W>>>,
    /// By group: the home squares of captured men.
    pub(crate) homes: Box<[Homes]>,
    /// By side: the men in hand that others can leave behind.
    pub(crate) left: PerSide<Vec<LeftTable<W>>>,
}

impl<const W: usize> SetupTable<W> {
    /// The squares where a man's departure or arrival loses a castling right.
    pub(crate) fn rights_squares(&self) -> Bits<W> {
        let wings = self.wings.iter().flat_map(|(_, wings)| wings).flatten();
        wings.flat_map(|wing| [wing.king, wing.partner]).collect()
    }
}

/// A watcher of one side, and the kind it may not reach.
#[derive(Debug)]
pub(crate) struct OppositionTable<const W: usize> {
    pub(crate) watcher: u8,
    pub(crate) watched: u8,
    pub(crate) reach: MoveTable<W>,
    /// By square: the squares that it reaches from there for some arrangement of the other men.
    pub(crate) possible: Box<[Bits<W>]>,
    /// Whether only men between them keep them from facing each other: there are no hurdles and no lame steps.
    pub(crate) in_line: bool,
    /// Whether they may come to face each other, and the next move must break the opposition.
    pub(crate) to_be_broken: bool,
    /// By square: the squares from which the watcher reaches it by a leap.
    pub(crate) leap_sources: Box<[Bits<W>]>,
}

/// Compiles the oppositions of each side.
pub(crate) fn compile_oppositions<const W: usize>(
    variant: &Variant,
    cache: &mut TableCache<W>,
) -> Result<PerSide<Vec<OppositionTable<W>>>, CompileError> {
    let mut tables = PerSide::from_fn(|_| Vec::new());
    for side in Side::ALL {
        for rule in &variant.rules.opposition {
            // The watcher reaches a square if it could move or capture there, were the square empty.
            let mut movement: Movement = variant.black.movement(side, &rule.movement);
            for leg in movement.paths.iter_mut().flat_map(|path| &mut path.legs) {
                leg.stops.moves |= leg.stops.captures;
            }
            let builder = TableBuilder {
                board: variant.board,
                movement: &|_| &movement,
                expanded: false,
                first_squares: SquareSet::EMPTY,
                mask: None,
            };
            let table = builder.build(Modes::MOVES, cache);
            let reach = table.map_err(|Exhausted| CompileError::TooManyPaths { kind: rule.watcher })?;
            let back = variant
                .board
                .rectangle()
                .map(|to| variant.board.squares().filter(|&from| reach.leaps(from).contains(to)).collect());
            let back = back.collect();
            let possible = variant.board.rectangle().map(|from| reach.possible_targets(&cache.slides, from)).collect();
            let in_line = reach.only_men_block();
            tables[side].push(OppositionTable {
                watcher: rule.watcher.0,
                watched: rule.watched.0,
                reach,
                possible,
                in_line,
                to_be_broken: rule.to_be_broken,
                leap_sources: back,
            });
        }
    }
    Ok(tables)
}

/// Compiles the tables of each setup.
pub(crate) fn compile_setups<const W: usize>(
    variant: &Variant,
    infos: &[PieceInfo],
    pieces: &[PieceTable<W>],
    states: &PerSide<Vec<StateSpace<'_>>>,
    attacks: &PerSide<Attacks<W>>,
    slides: &[Slides<W>],
) -> Vec<Arc<SetupTable<W>>> {
    let compiled = |(index, setup): (usize, &Setup)| {
        let id = SetupId(index as u8);
        let number =
            |man: &PlacedMan| find_piece(infos, man.side, man.kind.0, &man.state).map(|piece| (man.square, piece));
        let royals = |side| {
            let on_board = setup.men.iter().filter(|man| man.side == side).map(|man| (man.kind, 1));
            let in_hand = setup.hands[side].iter().map(|&(kind, count)| (kind, usize::from(count)));
            let royal = on_board.chain(in_hand).filter(|&(kind, _)| variant.kind(kind).is_always_royal());
            royal.map(|(_, count)| count).sum()
        };
        let wings = wings_of_men(variant, &setup.men, attacks, slides);
        Arc::new(SetupTable {
            men: setup.men.iter().filter_map(number).collect(),
            royals: PerSide::from_fn(royals),
            keeps_rights: kept_rights(&wings),
            wings,
            unmoved: men_with_first_move(variant, &setup.men),
            hands: {
                let of_side = |side: Side| setup.hands[side].iter().map(move |&(kind, count)| (side, kind, count));
                let all = Side::ALL.into_iter().flat_map(of_side);
                all.map(|(side, kind, count)| (group_index(side, kind.0), count.into())).collect()
            },
            drops: compile_drops(variant, infos, pieces, id),
            left: compile_left(variant, infos, pieces, id),
            homes: compile_homes(variant, infos, id),
            promotions: PerSide::from_fn(|side| {
                let of_rule = |promotion| {
                    [false, true]
                        .map(|right| promotion_choices(variant, infos, id, side, promotion, right, &states[side]))
                };
                variant.rules.promotions[side].iter().map(of_rule).collect()
            }),
        })
    };
    variant.setups.iter().enumerate().map(compiled).collect()
}

/// Compiles the squares that men return to in games from a setup.
fn compile_homes(variant: &Variant, infos: &[PieceInfo], setup: SetupId) -> Box<[Homes]> {
    let homes = |id: KindId, side: Side| -> Homes {
        let piece = |square: Square| find_piece(infos, side, id.0, &variant.start_state(setup, side, id, square));
        variant.homes(setup, side, id).iter().filter_map(|square| Some((square, piece(square)?))).collect()
    };
    variant.kinds().flat_map(|(id, _)| Side::ALL.map(|side| homes(id, side))).collect()
}

/// The castlings of both sides in a game that begins with these men.
fn wings_of_men<const W: usize>(
    variant: &Variant,
    men: &[PlacedMan],
    attacks: &PerSide<Attacks<W>>,
    slides: &[Slides<W>],
) -> PerSide<[Option<CastlingWing<W>>; 2]> {
    PerSide::from_fn(|side| match &variant.rules.castling[side] {
        None => [None, None],
        Some(castling) => [-1, 1].map(|toward| {
            let (kings, partners) = castling.starts(side, men);
            let king = *kings.first()?;
            let partner = nearest_toward(variant.board, &partners, king, toward)?;
            Some(CastlingWing::new(variant, side, castling, (king, partner), (&attacks[!side], slides)))
        }),
    })
}

/// The nearest of these partners toward an edge of the board, on the rank of the king.
fn nearest_toward(board: Board, partners: &[(Square, KindId)], king: Square, toward: i32) -> Option<(Square, KindId)> {
    let on_rank = (1..i32::from(board.files()))
        .filter_map(|steps| board.square(board.file(king) + toward * steps, board.rank(king)));
    on_rank.into_iter().find_map(|square| partners.iter().find(|(on, _)| *on == square)).copied()
}

/// The men that could castle with a king on this square toward an edge of the board, the nearest first.
fn partner_toward<'m>(
    board: Board,
    men: &'m [PlacedMan],
    side: Side,
    castling: &Castling,
    king: Square,
    toward: i32,
) -> impl Iterator<Item = &'m PlacedMan> {
    let on_rank = (1..i32::from(board.files()))
        .filter_map(move |steps| board.square(board.file(king) + toward * steps, board.rank(king)));
    on_rank.filter_map(move |square| {
        let stands = |man: &&PlacedMan| man.square == square && man.side == side;
        men.iter().find(stands).filter(|man| castling.is_with(man))
    })
}

/// By square: the castling rights that remain after a man leaves it or arrives on it.
fn kept_rights<const W: usize>(wings: &PerSide<[Option<CastlingWing<W>>; 2]>) -> BySquare<u8, W> {
    let mut kept = BySquare::all(u8::MAX);
    for (side, wings) in wings.iter() {
        for (number, wing) in wings.iter().enumerate() {
            for square in wing.iter().flat_map(|wing| [wing.king, wing.partner]) {
                kept[square] &= !castling_right(side, number);
            }
        }
    }
    kept
}

/// The squares of the men that have a first move, can leave another behind by it, or have a move once a game.
fn men_with_first_move<const W: usize>(variant: &Variant, men: &[PlacedMan]) -> Bits<W> {
    men.iter().filter(|man| has_first_move(variant.kind(man.kind))).map(|man| man.square).collect()
}

/// Whether men of a kind have a first move, or a move once a game.
fn has_first_move(kind: &Kind) -> bool {
    kind.has_first_move() || kind.moves_once_a_game()
}

/// Input of setup tables beside the men.
#[derive(Clone, Copy)]
pub(crate) struct SetupContext<'t, const W: usize> {
    pub(crate) variant: &'t Variant,
    pub(crate) infos: &'t [PieceInfo],
    pub(crate) attacks: &'t PerSide<Attacks<W>>,
    pub(crate) slides: &'t [Slides<W>],
}

impl<const W: usize> SetupContext<'_, W> {
    fn piece(&self, man: &PlacedMan) -> Option<(Square, u16)> {
        Some((man.square, find_piece(self.infos, man.side, man.kind.0, &man.state)?))
    }
}

impl<const W: usize> SetupTable<W> {
    /// The tables of an array of this shuffled setup.
    pub(crate) fn of_array(&self, context: SetupContext<'_, W>, men: &[PlacedMan]) -> Self {
        let SetupContext { variant, attacks, slides, .. } = context;
        let wings = wings_of_men(variant, men, attacks, slides);
        Self {
            men: men.iter().filter_map(|man| context.piece(man)).collect(),
            keeps_rights: kept_rights(&wings),
            wings,
            unmoved: men_with_first_move(variant, men),
            ..self.clone()
        }
    }

    /// The tables for an arrangement of this shuffled setup. Each castling right is for the king on its square, with
    /// the named partner or else the outermost one, if a game can begin with both on their squares. `men` has every
    /// possible starting man.
    pub(crate) fn for_shuffled_start(
        &self,
        context: SetupContext<'_, W>,
        setup: &Setup,
        arrangement: &Arrangement,
    ) -> Self {
        let SetupContext { variant, attacks, slides, .. } = context;
        let possible: Vec<PlacedMan> = setup.possible_men().collect();
        let may_start = |man: &PlacedMan| {
            let same = |other: &PlacedMan| (other.side, other.kind, other.square) == (man.side, man.kind, man.square);
            possible.iter().any(same)
        };
        let wing = |side: Side, castling: &Castling, toward: i32| {
            let rights = arrangement.castling[side];
            let has = if toward < 0 { rights.first_file } else { rights.last_file };
            let is_king = |man: &&PlacedMan| man.side == side && man.kind == castling.king;
            let king = arrangement.men.iter().filter(is_king).find(|man| has && may_start(man))?.square;
            let partners = partner_toward(variant.board, &arrangement.men, side, castling, king, toward);
            let mut partners = partners.filter(|man| may_start(man));
            let named =
                if toward < 0 { arrangement.partners[side].first_file } else { arrangement.partners[side].last_file };
            let partner = match named {
                Some(square) => partners.find(|man| man.square == square),
                None => partners.last(),
            };
            let partner = partner?;
            let men = (king, (partner.square, partner.kind));
            Some(CastlingWing::new(variant, side, castling, men, (&attacks[!side], slides)))
        };
        let wings = PerSide::from_fn(|side| match &variant.rules.castling[side] {
            None => [None, None],
            // These squares are those of the rule, wherever the men stand.
            Some(castling) if castling.dropped.is_some() => self.wings[side].clone(),
            Some(castling) => [-1, 1].map(|toward| wing(side, castling, toward)),
        });
        let in_start_state = |man: &PlacedMan| {
            let state = variant.start_state(arrangement.setup, man.side, man.kind, man.square);
            context.piece(&PlacedMan { state, ..man.clone() })
        };
        Self {
            men: self.men.iter().copied().chain(possible.iter().filter_map(in_start_state)).collect(),
            keeps_rights: kept_rights(&wings),
            wings,
            unmoved: men_with_first_move(variant, &possible),
            ..self.clone()
        }
    }
}

/// Lists the pieces that a man promotes to by a rule on one half of the board.
fn promotion_choices(
    variant: &Variant,
    infos: &[PieceInfo],
    setup: SetupId,
    side: Side,
    promotion: &Promotion,
    right_half: bool,
    states: &[StateSpace<'_>],
) -> Box<[u16]> {
    let setups = variant.setups.get(setup.index()..=setup.index()).unwrap_or_default();
    let targets = promotion.to.kinds(setups);
    let mut pieces: Vec<u16> = Vec::new();
    for target in targets.into_iter().filter(|&target| variant.kind(target).sides[side]) {
        let states = &states[target.index()];
        let states: Vec<ManState> = match promotion.facing {
            PromotedFacing::AsAtStart => {
                let mirrored = right_half && variant.setups[setup.index()].right_half_mirrored;
                states.start(mirrored).or_else(|| states.start(false)).into_iter().collect()
            }
            PromotedFacing::Any => {
                let mode = variant.kind(target).flips;
                states.all().into_iter().filter(|state| state.mode == mode && !state.promoted).collect()
            }
        };
        let promoted = variant.kind(target).was.is_some();
        let states = states.into_iter().map(|state| ManState { promoted, ..state });
        pieces.extend(states.filter_map(|state| find_piece(infos, side, target.0, &state)));
    }
    pieces.sort_unstable();
    pieces.dedup();
    pieces.into()
}

// Castling, compiled to squares.

/// Castling toward one edge of the board.
#[derive(Clone, Debug)]
pub(crate) struct CastlingWing<const W: usize> {
    pub(crate) king: Square,
    pub(crate) partner: Square,
    pub(crate) king_kind: u8,
    pub(crate) partner_kind: u8,
    /// The squares between king and partner, or all that they cross and reach, which must be empty.
    pub(crate) between: Bits<W>,
    pub(crate) landings: Vec<CastlingLanding<W>>,
}

/// A pair of squares where king and partner may land, with the attackers of the king's way.
#[derive(Clone, Debug)]
pub(crate) struct CastlingLanding<const W: usize> {
    pub(crate) king_to: Square,
    pub(crate) partner_to: Square,
    /// The squares the king leaves, crosses and lands on.
    pub(crate) path: Bits<W>,
    /// Unconditional leaps that attack a square of the path: where the leapers can stand, and their group.
    pub(crate) leapers: Vec<(Bits<W>, usize)>,
    /// For each entry of [`Attacks::slides`]: the squares from which it attacks the path on an empty board.
    pub(crate) riders: Vec<Bits<W>>,
    /// The squares from which slides attack the king's destination only because the partner has left its square.
    pub(crate) uncovered: Bits<W>,
}

impl<const W: usize> CastlingLanding<W> {
    /// Finds from where the enemy can attack the king's path. `ends` are the squares where king and partner land.
    fn new(ends: (Square, Square), partner: Square, path: Bits<W>, attacks: &Attacks<W>, slides: &[Slides<W>]) -> Self {
        let over_path =
            |sources: &dyn Fn(Square) -> Bits<W>| path.iter().fold(Bits::EMPTY, |all, square| all | sources(square));
        let uncovered = attacks.slides.iter().map(|source| slides[source.rays].xray(ends.0, partner));
        Self {
            king_to: ends.0,
            partner_to: ends.1,
            path,
            leapers: attacks
                .leaps
                .iter()
                .map(|source| (over_path(&|square| source.from[square]), source.group))
                .collect(),
            riders: attacks
                .slides
                .iter()
                .map(|source| over_path(&|square| slides[source.rays].empty_board_attacks(square)))
                .collect(),
            uncovered: uncovered.fold(Bits::EMPTY, |all, squares| all | squares),
        }
    }

    /// The occupied squares after castling, where `others` are all men but the king.
    pub(crate) fn occupied_after(&self, others: Bits<W>, wing: &CastlingWing<W>) -> Bits<W> {
        others & !Bits::of(wing.partner) | Bits::of(self.king_to) | Bits::of(self.partner_to)
    }
}

/// Returns the bit of a castling right.
pub(crate) const fn castling_right(side: Side, wing: usize) -> u8 {
    1 << (2 * side.index() + wing)
}

/// The bits of all castling rights of a side.
pub(crate) const fn rights_of(side: Side) -> u8 {
    castling_right(side, 0) | castling_right(side, 1)
}

/// Lists the pairs of files where king and partner may land, counted from the king's square toward the partner, for a partner at this
/// distance. `to` is the file of the named square, if there is one.
///
/// A partner that keeps its colour has no castlings that would change it; or if none is left and the king goes a fixed
/// way, those with the king one square farther.
fn landing_files(castling: &Castling, partner: i32, to: Option<i32>, keeps_colour: bool) -> Vec<(i32, i32)> {
    let travels = match castling.travel {
        KingTravel::Exactly(steps) => steps.into()..=steps.into(),
        KingTravel::AtLeast(steps) => steps.into()..=partner,
        KingTravel::Between { least, most } => least.into()..=most.into(),
        KingTravel::To { .. } => {
            let Some(to) = to else { return Vec::new() };
            to..=to
        }
    };
    let landings = |steps: i32| match castling.landing {
        PartnerLanding::LastCrossed | PartnerLanding::OtherSide => steps - 1..steps,
        PartnerLanding::AnyLeftOrCrossed => 0..steps,
    };
    let mut ends: Vec<(i32, i32)> =
        travels.flat_map(|steps: i32| landings(steps).map(move |landing| (steps, landing))).collect();
    if keeps_colour {
        let keeps = |&(_, landing): &(i32, i32)| (partner - landing) % 2 == 0;
        let fixed = matches!(castling.travel, KingTravel::Exactly(_) | KingTravel::To { .. });
        if fixed && !ends.iter().any(keeps) {
            for (king, landing) in &mut ends {
                (*king, *landing) = (*king + 1, *landing + 1);
            }
        }
        ends.retain(keeps);
    }
    ends
}

impl<const W: usize> CastlingWing<W> {
    /// Castling of `side` with this partner of the king, on its rank.
    fn new(
        variant: &Variant,
        side: Side,
        castling: &Castling,
        (king, (partner, partner_kind)): (Square, (Square, KindId)),
        (attacks, slides): (&Attacks<W>, &[Slides<W>]),
    ) -> Self {
        let board = variant.board;
        let (file, rank) = (board.file(king), board.rank(king));
        let away = board.file(partner) - file;
        let (toward, distance) = (away.signum(), away.abs());
        let square_at = |steps: i32| board.square(file + toward * steps, rank);
        let named = if let KingTravel::To { first_file, last_file } = castling.travel {
            Some(if toward < 0 { first_file } else { last_file })
        } else {
            None
        };
        let to = named.filter(|&square| board.rank(square) == rank).map(|to| toward * (board.file(to) - file));
        let mut files = landing_files(castling, distance, to, castling.colourbound.contains(&partner_kind));
        // The partner goes by castling only where it may go at all. The king's destination is tested during move
        // generation, like its other moves.
        let may_land = |square: Square| {
            square == partner || variant.kind(partner_kind).may_go_quietly(&variant.regions, side, square)
        };
        let span = |from: i32, to: i32| from.min(to)..=from.max(to);
        // Neither man passes a hole of the board.
        let is_whole = |&(king_to, landing): &(i32, i32)| {
            span(0, king_to).chain(span(distance, landing)).chain(1..distance).all(|steps| square_at(steps).is_some())
        };
        files.retain(is_whole);
        let passed_by_both = |&(king_to, landing): &(i32, i32)| span(0, king_to).chain(span(distance, landing));
        let between: Bits<W> = match named {
            None => (1..distance).filter_map(square_at).collect(),
            Some(_) => files.iter().flat_map(passed_by_both).filter_map(square_at).collect(),
        };
        let landings = files.iter().filter_map(|&(steps, landing)| {
            let ends = (square_at(steps)?, square_at(landing)?);
            let in_reach = named.is_some() || (1..=distance).contains(&steps);
            let path = span(0, steps).filter_map(square_at).collect();
            (in_reach && may_land(ends.1)).then(|| CastlingLanding::new(ends, partner, path, attacks, slides))
        });
        Self {
            king,
            partner,
            king_kind: castling.king.0,
            partner_kind: partner_kind.0,
            between: between & !Bits::of(king) & !Bits::of(partner),
            landings: landings.collect(),
        }
    }
}

// Prefilter: a cheap test that rules out every decisive ending in most positions without evaluating the endings.

/// Signs of which at least one is present in every position where one of certain endings holds.
#[derive(Debug)]
pub(crate) struct EndingPrefilter<const W: usize> {
    /// A man of this group is on one of these squares.
    pub(crate) men_on: Vec<(usize, Bits<W>)>,
    /// At least this many plies have been played since progress.
    pub(crate) plies: u32,
    /// The groups in one of these lists have fewer men than the number beside it.
    pub(crate) few: Vec<(Vec<usize>, u32)>,
    /// A side has no men but royal ones.
    pub(crate) bared: bool,
    /// Some ending has no such sign: the endings are always evaluated.
    pub(crate) unfiltered: bool,
}

impl<const W: usize> EndingPrefilter<W> {
    /// Collects the signs of endings.
    pub(crate) fn new<'a>(variant: &Variant, endings: impl Iterator<Item = &'a Ending>) -> Self {
        let mut prefilter =
            Self { men_on: Vec::new(), plies: u32::MAX, few: Vec::new(), bared: false, unfiltered: false };
        // Without royal men "bare" means "no men at all". Such an ending is not prefiltered.
        let royal = variant.kinds.iter().any(|kind| kind.royal);
        for ending in endings {
            let sides = Side::ALL.into_iter().filter(|&side| ending.side.is_none_or(|only| only == side));
            match &ending.condition {
                Condition::ManOn { kinds, squares, .. } => {
                    let of_side = |side| {
                        let squares = Bits::from_set(squares[side]);
                        kinds.iter().map(move |kind| (group_index(side, kind.0), squares))
                    };
                    prefilter.men_on.extend(sides.flat_map(of_side));
                }
                Condition::AtMost { count, kinds, .. } => {
                    let counts = |id: KindId| kinds.as_ref().is_none_or(|kinds| kinds.contains(&id));
                    let of_side = |side| {
                        let kinds = variant.kinds().map(|(id, _)| id).filter(|&id| counts(id));
                        (kinds.map(|id| group_index(side, id.0)).collect(), u32::from(*count) + 1)
                    };
                    prefilter.few.extend(sides.map(of_side));
                }
                Condition::Bared if royal => prefilter.bared = true,
                condition @ Condition::Quiet { .. } => match condition.quiet_plies() {
                    Some(plies) => prefilter.plies = prefilter.plies.min(plies),
                    None => prefilter.unfiltered = true,
                },
                // A condition without a cheap sign is always evaluated.
                Condition::Bared
                | Condition::Checkmate
                | Condition::Stalemate
                | Condition::Position { .. }
                | Condition::OnlyMaterial(_)
                | Condition::InARow { .. }
                | Condition::InASquare { .. }
                | Condition::Chain { .. }
                | Condition::BothPass
                | Condition::FullBoard
                | Condition::OppositionAccepted
                | Condition::ChecksGiven(_)
                | Condition::CountedOut
                | Condition::Castled(_)
                | Condition::NoCastling(_) => prefilter.unfiltered = true,
            }
        }
        prefilter
    }
}

/// Signs of which at least one is present in every position with a legal move where an ending holds without a claim.
#[derive(Debug)]
pub(crate) struct MobilePrefilter<const W: usize> {
    /// Those of endings that depend neither on earlier positions nor on balances of material.
    pub(crate) signs: EndingPrefilter<W>,
    /// There are fewer men than this, besides those of the groups.
    pub(crate) material: (Vec<usize>, u32),
    /// The position occurs at least for this time, and at least this many plies have been played since an irreversible move.
    pub(crate) recurrence: Option<(u8, u32)>,
}

impl<const W: usize> MobilePrefilter<W> {
    /// Collects the signs of the endings of a variant.
    pub(crate) fn new(variant: &Variant, features: &RuleFeatures) -> Self {
        let endings = || variant.endings.iter().filter(|ending| !ending.must_be_claimed());
        let others = endings().filter(|ending| {
            ending.condition.basis() != Basis::Moves
                && !matches!(ending.condition, Condition::Position { .. } | Condition::OnlyMaterial(_))
        });
        let balances = endings().filter_map(|ending| {
            if let Condition::OnlyMaterial(balances) = &ending.condition { Some(balances) } else { None }
        });
        let times = endings().filter_map(|ending| {
            if let Condition::Position { times, .. } = ending.condition { Some(times.max(1)) } else { None }
        });
        // There and back takes two moves of each side, if a move leaves the opponent's men where they are.
        let returns_after = if features.irregular_turns {
            1
        } else if features.hands || features.walls || features.aftermath {
            2
        } else {
            4
        };
        Self {
            signs: EndingPrefilter::new(variant, others),
            material: most_material(balances.flatten()),
            recurrence: times.min().map(|times| (times, u32::from(times - 1) * returns_after)),
        }
    }
}

/// Groups of men, and a number: wherever one of these balances is left, there are fewer men than the number, besides those of the
/// groups.
fn most_material<'a>(balances: impl Iterator<Item = &'a PerSide<MaterialSide>> + Clone) -> (Vec<usize>, u32) {
    let sides = balances.clone().flat_map(|balance| Side::ALL.map(|side| &balance[side]));
    let any_number: Vec<KindId> = sides.filter_map(|side| side.any_on_one_colour).collect();
    let listed = |side: &MaterialSide| side.men.iter().filter(|kind| !any_number.contains(kind)).count() as u32;
    let most = balances.map(|PerSide { white, black }| listed(white) + listed(black) + 1).max();
    let mut groups: Vec<usize> =
        any_number.iter().flat_map(|kind| Side::ALL.map(|side| group_index(side, kind.0))).collect();
    groups.sort_unstable();
    groups.dedup();
    (groups, most.unwrap_or(0))
}

// Which parts of the rules a game has, as flags that the move loops test.

/// The parts of the rules that cost time only in games that have them.
///
/// The fast paths rely on assumptions about the rules that the compiler cannot check. A new part of the rules must
/// answer these questions, in a flag here or at the place named (`docs/internals/adding-a-rule.md` names the
/// tests):
///
/// 1. Movement and capture: does the fast class of the man's moves still fit, and is a clear line still an attack
///    (`groups.rs`)?
/// 2. Can a man change on arrival (`PieceTable::changes_in`), and can its moves then be undone (`irreversible`)?
/// 3. Does a position hold more: status, hash, arrangement, FEN, validation?
/// 4. Does a move change more than one man and the square it goes to: making and unmaking (`core/make.rs`), king safety,
///    repetition, opposition?
/// 5. Does legality depend on the position a move makes (`MoveGenerator::needs_legality_test`), or on other moves (`extra_moves`)?
/// 6. Do the replies to a move depend on more than the squares it changes (`bulk_replies`, `core/perft.rs`)?
/// 7. Can a reply become illegal other than by check or a blocked route (`core/rules.rs`)?
/// 8. Do the sides still move in turn (`irregular_turns`), and when can a position recur (`core/counters.rs`)?
/// 9. Can counts differ although men and hash are equal (`perft.rs`)?
/// 10. Does it decide the game (`EndingPrefilter`, `Ending::decides`)?
/// 11. How is a move explained that it forbids (`core/endings.rs`)?
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question about the rules, not a state")]
pub(crate) struct RuleFeatures {
    /// Some side plays series.
    pub(crate) any_series: bool,
    /// In some series the same man must, or may not, move again.
    pub(crate) series_movers: bool,
    /// The length of some series depends on that of the series before.
    pub(crate) series_answer: bool,
    pub(crate) counts_checks: bool,
    /// A win may be claimed, and lapses if it is not.
    pub(crate) claims_lapse: bool,
    /// An ending depends on castling, which `Status::castled` records.
    pub(crate) notes_castling: bool,
    /// A turn may have several moves, or checks, passes, claims or moves while few men are left are counted, or castling is
    /// noted.
    pub(crate) counts_within_turns: bool,
    /// Stationary moves in a row are counted.
    pub(crate) counts_stationary: bool,
    /// No move may bring back a position.
    pub(crate) repetition_illegal: bool,
    /// A decisive ending depends on how often a position has occurred.
    pub(crate) repetition_decides: bool,
    /// A player may move twice in a row, or pass.
    pub(crate) irregular_turns: bool,
    /// No man on the board makes some moves, or they depend on which other moves are legal: drops, walls instead of
    /// moves, passing, ending a series, finishing moves.
    pub(crate) extra_moves: bool,
    /// Moves are counted while few men are left.
    pub(crate) counts_moves: bool,
    /// Passes in a row end the game.
    pub(crate) counts_passes: bool,
    /// A promotion or a move that cannot be taken back counts as progress.
    pub(crate) other_progress: bool,
    /// Some men have a first move or one once a game, which they lose.
    pub(crate) first_moves: bool,
    /// Any move on the fast path may take a first move away, or be progress by how the man goes. In games without either,
    /// few moves there change more than men and counters.
    pub(crate) has_rare_effects: bool,
    /// Some kinds may not face each other.
    pub(crate) opposition: bool,
    /// Passing while an opposition is to be broken ends the game.
    pub(crate) accepts_opposition: bool,
    /// Whether every move must be tried, because of opposition (which can depend on the men between) or of check.
    pub(crate) needs_trial: bool,
    /// Rules about check that sets cannot judge: every move must be made on a copy; see `core/rules.rs`.
    pub(crate) check_rules: bool,
    /// Whether a side is in check depends on how many royal men it has.
    pub(crate) royalty_varies: bool,
    /// Men that are not royal can become royal, perhaps on an attacked square.
    pub(crate) gains_royals: PerSide<bool>,
    /// Some men hop only over certain men, or pass certain men: attacks depend on the man on a square, not only on
    /// occupancy.
    pub(crate) paths_depend_on_kinds: bool,
    /// A player's own check is judged by the position that a move makes, and by nothing before.
    pub(crate) own_check_by_trial: bool,
    /// Men that are dropped can gain castling rights.
    pub(crate) dropped_castling: bool,
    /// Some moves are compulsory: drops, captures, or classes of moves that come before others.
    pub(crate) compulsion: bool,
    /// Men can be in hand, or are dropped without.
    pub(crate) hands: bool,
    /// Men die by moves that do not capture them.
    pub(crate) deaths: bool,
    /// They die by captures alone: the captor, and men next to it. Other moves are judged as if none died.
    pub(crate) deaths_by_captures: bool,
    /// Men die by captures alone, and other moves may be made as in games where none dies.
    pub(crate) plain_quiet_moves: bool,
    /// Captured men return home, men change sides, or captors stay on their squares.
    pub(crate) aftermath: bool,
    /// Some men hold others, which then make no move and attack nothing.
    pub(crate) holds: bool,
    /// Some men relay their moves to others, which then move and attack like them, too.
    pub(crate) relays: bool,
    /// Not every man that reaches a royal man attacks it: men are held, or would kill their own by the capture.
    pub(crate) limits_attackers: bool,
    /// Moves of the opponent can kill royal men, without capturing them.
    pub(crate) loses_royals: PerSide<bool>,
    /// A man may leave one from the hand behind by its first move.
    pub(crate) leaves_men: bool,
    /// Some men are dropped without being in hand.
    pub(crate) unlimited_drops: bool,
    /// A player who can drop certain men must drop one.
    pub(crate) compulsory_drops: bool,
    /// Moves put walls, or walls can stand on the board.
    pub(crate) walls: bool,
    /// Moves by a man's movement are legal if they leave the royal men safe. There are no other moves except captures
    /// en passant and castling.
    pub(crate) legal_if_safe: bool,
    /// A move mostly leaves the number of replies elsewhere on the board unchanged: `core/perft.rs` can count the
    /// replies to all moves together.
    pub(crate) bulk_replies: bool,
}

impl RuleFeatures {
    /// Derives the flags from the facts about a game.
    pub(crate) fn new<const W: usize>(facts: &Facts, oppositions: &PerSide<Vec<OppositionTable<W>>>) -> Self {
        let Facts {
            series: facts::Series { any: any_series, varying: series_answer, limit_movers: series_movers },
            turns: facts::Turns { passing, finishing_moves, stationary_limit },
            drops: facts::Drops { hands: _, unlimited, by_men_around, left_behind },
            compulsion: _,
            walls: facts::Walls { staying: _, one_at_a_time: _, filling: _, instead_of_moves, of_men: _ },
            effects: facts::Effects { deaths: deaths_by, conversions: _, returns: _, captors, in_place },
            men: facts::Men { turn: _, flip: _, hold, relay, see_kinds, first_moves, once_a_game },
            royals: facts::Royals { any: any_royal, vary: royalty_varies, gained, killed, killed_along_lines },
            checks: facts::Checks { limited, no_flight, own_in_series },
            castling: facts::Castlings { by_side: _, dropped: dropped_castling, noted: notes_castling },
            opposition: facts::Oppositions { any: opposition, to_be_broken: _, accepted: _ },
            repetition:
                facts::Repetitions { illegal: repetition_illegal, ends: _, draws: _, decides: repetition_decides },
            quiet: facts::Quiet { plies: _, series: _, other_progress },
            counts: facts::Counts { moves: counts_moves, moves_end: _, checks: counts_checks, passes: _ },
            results: facts::Results { claims: _, claims_lapse, partial: _, points: _ },
            en_passant: _,
            grid: _,
            immobility_illegal: _,
            several_setups: _,
            shuffled: _,
        } = *facts;
        let (accepts_opposition, counts_passes) = (facts.accepts_opposition(), facts.counts_passes());
        let irregular_turns = any_series || passing;
        let counts_within_turns =
            any_series || counts_checks || counts_passes || claims_lapse || notes_castling || counts_moves;
        let opposition_needs_trial = Side::ALL
            .iter()
            .any(|&side| oppositions[side].iter().any(|rule| !rule.reach.only_leaps() || rule.to_be_broken))
            || opposition && in_place;
        let becomes_royal = gained != PerSide::both(false);
        let (walls, aftermath, hands) = (facts.walls.any(), facts.effects.aftermath(), facts.drops.any());
        let own_check_by_trial = see_kinds
            || royalty_varies
            || killed_along_lines
            || becomes_royal
            || (walls || aftermath || hold || relay) && any_royal
            || own_in_series;
        let first_moves = first_moves || once_a_game;
        let has_rare_effects = other_progress || first_moves;
        let check_rules = own_check_by_trial || limited || no_flight;
        let compulsion = facts.compulsion.any();
        let (deaths, deaths_by_captures) = (deaths_by != Deaths::None, deaths_by != Deaths::Others);
        let needs_trial =
            opposition_needs_trial || deaths && opposition || check_rules || walls || aftermath || hold || relay;
        let plain = !compulsion && !needs_trial && !deaths;
        let extra_moves = irregular_turns || finishing_moves || hands || instead_of_moves;
        Self {
            any_series,
            series_movers,
            series_answer,
            counts_checks,
            claims_lapse,
            notes_castling,
            counts_within_turns,
            counts_moves,
            counts_passes,
            other_progress,
            first_moves,
            has_rare_effects,
            counts_stationary: stationary_limit.is_some(),
            repetition_illegal,
            repetition_decides,
            irregular_turns,
            extra_moves,
            opposition,
            accepts_opposition,
            needs_trial,
            check_rules,
            royalty_varies,
            gains_royals: gained,
            paths_depend_on_kinds: see_kinds,
            own_check_by_trial,
            dropped_castling,
            compulsion,
            hands,
            deaths,
            deaths_by_captures,
            plain_quiet_moves: deaths
                && deaths_by_captures
                && !(hands || aftermath || walls || has_rare_effects || counts_within_turns),
            aftermath,
            holds: hold,
            relays: relay,
            limits_attackers: deaths || hold || captors,
            loses_royals: killed,
            leaves_men: hands && left_behind,
            unlimited_drops: unlimited,
            compulsory_drops: facts.compulsion.drops,
            walls,
            legal_if_safe: plain && !extra_moves && !first_moves && !opposition,
            bulk_replies: plain && !any_series && !by_men_around,
        }
    }
}
