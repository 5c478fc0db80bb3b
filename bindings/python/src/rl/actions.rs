//! Action numbering: an index for every move that a man of a game could make on some square.
//!
//! The compiled tables alone determine the actions and their order: equal definitions have equal numbers. An action has
//! the squares of a man's move and the man after it; the man itself and the captured men follow from the position.

use std::collections::HashMap;

use weakfish::engine::{Game, Move, MoveKind, MoveSets, Piece, Position};
use weakfish::geometry::{Side, Square, SquareSet};
use weakfish::model::{Change, Kind, KindId, KingTravel, PartnerLanding, PromotedFacing, Variant, WallPlace};
use weakfish::notation::symbol;

/// No action.
const NONE: u32 = u32::MAX;

/// The most actions of a game: a mask of 16 MiB for every position.
pub const MAX_ACTIONS: usize = 1 << 24;

/// Discriminator of moves with the same two squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Extra {
    /// The man after the move, if it is not the one before; 0 if it is.
    becomes: u16,
    /// Whether it captures en passant where the man could also go without capturing.
    en_passant: bool,
    wall: Option<u8>,
    leaves: Option<(u8, u8)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Action {
    Goes {
        from: u8,
        to: u8,
        extra: Extra,
    },
    /// Castling, by the squares of king and partner; by where both go, too, if that is the player's choice.
    Castles {
        king: u8,
        partner: u8,
        to: Option<(u8, u8)>,
        wall: Option<u8>,
        leaves: Option<(u8, u8)>,
    },
    Drops {
        kind: u8,
        to: u8,
        piece: u16,
    },
    Wall(u8),
    Pass,
    EndSeries,
    ClaimStalemate,
}

impl Action {
    /// Squares of a move that does no more than go from one to the other.
    fn plain(self) -> Option<(u8, u8)> {
        let Self::Goes { from, to, extra } = self else { return None };
        (extra == Extra::default()).then_some((from, to))
    }
}

/// The actions of a game, by number.
pub struct Actions {
    game: Game,
    all: Vec<Action>,
    /// Number of the plain move from a square to another.
    plain: Vec<u32>,
    others: HashMap<Action, u32>,
    squares: usize,
    /// Whether the landing squares of a castling are the player's choice.
    castles_by_choice: bool,
}

fn at(square: Square) -> u8 {
    square.index() as u8
}

/// The actions of the men of a game, as they are found.
struct Finder<'a> {
    game: &'a Game,
    variant: &'a Variant,
    pieces: Vec<Piece>,
    all: Vec<Action>,
}

impl Actions {
    /// Numbers the actions of a game; `None` if there are more than [`MAX_ACTIONS`].
    pub fn new(game: &Game) -> Option<Self> {
        let variant = game.variant();
        let mut finder = Finder { game, variant, pieces: game.pieces().collect(), all: Vec::new() };
        finder.find_moves()?;
        finder.find_castlings()?;
        finder.find_drops();
        let mut all = finder.all;
        if Side::ALL.iter().any(|&side| variant.rules.walls[side].as_ref().is_some_and(|rule| rule.instead_of_move)) {
            all.extend(variant.board.squares().map(|square| Action::Wall(at(square))));
        }
        all.extend([Action::Pass, Action::EndSeries, Action::ClaimStalemate]);
        all.sort_unstable();
        all.dedup();
        if all.len() > MAX_ACTIONS {
            return None;
        }
        let squares = variant.board.len();
        let (mut plain, mut others) = (vec![NONE; squares * squares], HashMap::new());
        for (&action, number) in all.iter().zip(0_u32..) {
            if let Some((from, to)) = action.plain() {
                plain[usize::from(from) * squares + usize::from(to)] = number;
            } else {
                others.insert(action, number);
            }
        }
        let castles_by_choice = Side::ALL.iter().any(|&side| by_choice(variant, side));
        Some(Self { game: game.clone(), all, plain, others, squares, castles_by_choice })
    }

    /// The number of actions.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Adds the numbers of legal moves of a position to a list; gives back a move that has none.
    pub fn number_all(&self, position: &Position, moves: &MoveSets, numbers: &mut Vec<u32>) -> Result<(), Move> {
        // Most moves follow others of the same man.
        let (mut last, mut before) = (None, None);
        moves.iter().try_for_each(|mv| {
            let from = mv.from();
            if from != last {
                (last, before) = (from, from.and_then(|from| position.piece_at(from)));
            }
            numbers.push(self.number(before, mv).ok_or(mv)?);
            Ok(())
        })
    }

    /// Returns the number of a legal move, by the man that makes it.
    #[inline]
    fn number(&self, before: Option<Piece>, mv: Move) -> Option<u32> {
        let action = match mv {
            Move::Man(man) => {
                if before == Some(man.piece)
                    && man.mark.is_none()
                    && matches!(
                        man.kind,
                        MoveKind::Ordinary | MoveKind::LongStep | MoveKind::OnceAGame | MoveKind::Finishing
                    )
                {
                    let number = self.plain[man.from.index() * self.squares + man.to.index()];
                    return (number != NONE).then_some(number);
                }
                let leaves = man.left_behind().map(|(kind, on)| (kind.0, at(on)));
                let (from, to) = (at(man.from), at(man.to));
                if let Some((partner, partner_to)) = man.kind.castling() {
                    let to = self.castles_by_choice.then_some((to, at(partner_to)));
                    Action::Castles { king: from, partner: at(partner), to, wall: man.wall().map(at), leaves }
                } else {
                    let becomes = if before == Some(man.piece) { 0 } else { man.piece.number() };
                    let goes_too = || self.game.possible_reach(before.unwrap_or(man.piece), man.from).moves;
                    let en_passant = matches!(man.kind, MoveKind::EnPassant { .. }) && goes_too().contains(man.to);
                    let extra = Extra { becomes, en_passant, wall: man.wall().map(at), leaves };
                    Action::Goes { from, to, extra }
                }
            }
            Move::Drop(drop) => Action::Drops { kind: drop.kind.0, to: at(drop.to), piece: drop.piece.number() },
            Move::Wall(square) => Action::Wall(at(square)),
            Move::EndSeries => Action::EndSeries,
            Move::ClaimStalemate => Action::ClaimStalemate,
            Move::Pass => Action::Pass,
        };
        let Some((from, to)) = action.plain() else { return self.others.get(&action).copied() };
        let number = self.plain[usize::from(from) * self.squares + usize::from(to)];
        (number != NONE).then_some(number)
    }

    /// Returns the text of an action.
    pub fn text(&self, number: usize) -> Option<String> {
        let variant = self.game.variant();
        let name = |square: u8| variant.board.name(Square::new(square));
        let left = |leaves: Option<(u8, u8)>| {
            leaves.map_or_else(String::new, |(kind, on)| {
                format!("/{}{}", symbol(variant, Side::Black, KindId(kind)), name(on))
            })
        };
        Some(match *self.all.get(number)? {
            Action::Goes { from, to, extra } => {
                let mut text = name(from);
                if from != to || extra.becomes == 0 {
                    text += &name(to);
                }
                if let Some(piece) = self.game.pieces().find(|piece| piece.number() == extra.becomes) {
                    let info = self.game.piece_info(piece);
                    let state = info.state.to_string();
                    text += &symbol(variant, info.side, info.kind);
                    if !state.is_empty() {
                        text += "@";
                        text += &state;
                    }
                    if info.state.promoted {
                        text += "~";
                    }
                }
                if extra.en_passant {
                    text += "ep";
                }
                if let Some(wall) = extra.wall {
                    text = format!("{text},{}{}", name(to), name(wall));
                }
                text + &left(extra.leaves)
            }
            Action::Castles { king, partner, to, wall, leaves } => {
                let (to, partner_to) = to.map_or_else(Default::default, |(to, other)| (name(to), name(other)));
                let wall = wall.map_or_else(String::new, |wall| format!(" wall {}", name(wall)));
                format!("{}{to},{}{partner_to}{wall}{}", name(king), name(partner), left(leaves))
            }
            Action::Drops { kind, to, piece } => {
                let kind = symbol(variant, Side::White, KindId(kind));
                let piece = self.game.pieces().find(|other| other.number() == piece)?;
                let info = self.game.piece_info(piece);
                let state = info.state.to_string();
                format!("{kind}={}{state}@{}", symbol(variant, info.side, info.kind), name(to))
            }
            Action::Wall(square) => format!("wall {}", name(square)),
            Action::Pass => "pass".to_owned(),
            Action::EndSeries => "end".to_owned(),
            Action::ClaimStalemate => "stalemate".to_owned(),
        })
    }
}

fn by_choice(variant: &Variant, side: Side) -> bool {
    let rule = variant.rules.castling[side].as_ref();
    let several = |travel| !matches!(travel, KingTravel::Exactly(_) | KingTravel::To { .. });
    rule.is_some_and(|rule| rule.landing == PartnerLanding::AnyLeftOrCrossed || several(rule.travel))
}

impl Finder<'_> {
    /// Target squares of a piece from a square, in any position.
    fn targets(&self, piece: Piece, from: Square) -> SquareSet {
        let reach = self.game.possible_reach(piece, from);
        reach.moves.union(reach.captures)
    }

    /// The pieces of a side and kind, in all states.
    fn of_kind(&self, side: Side, kind: KindId) -> impl Iterator<Item = Piece> {
        self.pieces.iter().copied().filter(move |&piece| {
            let info = self.game.piece_info(piece);
            info.side == side && info.kind == kind
        })
    }

    /// The pieces that effects of its moves can make of a piece.
    fn changed(&self, piece: Piece) -> Vec<Piece> {
        let info = self.game.piece_info(piece);
        let mut kinds: Vec<KindId> = Vec::new();
        for effect in &self.variant.kind(info.kind).effects {
            match &effect.change {
                Change::Turns(_) | Change::Flips => kinds.push(info.kind),
                Change::Becomes(others) | Change::BecomesVictim(others) => kinds.extend(others),
                Change::Dies | Change::BecomesWall | Change::Destroys(_) | Change::Converts(_) | Change::Captor(_) => {}
            }
        }
        kinds.sort_unstable();
        kinds.dedup();
        kinds.into_iter().flat_map(|kind| self.of_kind(info.side, kind)).collect()
    }

    /// The pieces that a piece can promote to by a move.
    fn promoted(&self, piece: Piece, from: Square, to: Square) -> Vec<Piece> {
        let info = self.game.piece_info(piece);
        let rules = self.variant.rules.promotions[info.side].iter().filter(|rule| rule.kind == info.kind);
        let here = rules.filter(|rule| rule.zone.contains(to) || rule.from.contains(from));
        let mut found = Vec::new();
        for rule in here {
            for kind in rule.to.kinds(&self.variant.setups) {
                let start = |mirrored| self.variant.kind(kind).start_state(info.side, self.variant.black, mirrored);
                let starts = [start(false), start(true)];
                let is_start = |piece: &Piece| {
                    let state = &self.game.piece_info(*piece).state;
                    let alike = |start: &weakfish::model::ManState| {
                        (&start.facings, start.mode) == (&state.facings, state.mode)
                    };
                    rule.facing == PromotedFacing::Any || starts.iter().flatten().any(alike)
                };
                found.extend(self.of_kind(info.side, kind).filter(is_start));
            }
        }
        found
    }

    /// The walls that can follow a move that makes a man arrive as a piece; only `None` in games without walls.
    fn walls(&self, arrived: Piece, from: Square, to: Square) -> Vec<Option<u8>> {
        let side = self.game.piece_info(arrived).side;
        let Some(rule) = self.variant.rules.walls[side].as_ref() else { return vec![None] };
        if rule.instead_of_move {
            return vec![None];
        }
        let all: SquareSet = self.variant.board.squares().collect();
        let place = match rule.place {
            WallPlace::WhereItCameFrom => [from].into_iter().collect(),
            WallPlace::WhereItCouldGo => self.targets(arrived, to),
            WallPlace::Anywhere => all,
        };
        let place = if rule.or_beside_wall { place } else { place.intersection(rule.on) };
        place.iter().filter(|&wall| wall != to).map(|wall| Some(at(wall))).collect()
    }

    fn captures_en_passant(&self, side: Side, id: KindId, kind: &Kind) -> bool {
        let rules = &self.variant.rules;
        let of_rule = match rules.en_passant[side].as_ref().and_then(|rule| rule.by.as_ref()) {
            Some(kinds) => kinds.contains(&id),
            None => rules.long_steps[side].iter().any(|step| step.kind == id),
        };
        of_rule || kind.components.iter().any(|part| part.betza.contains('e'))
    }

    /// Adds actions; `None` if there are too many of them.
    fn add(&mut self, mut found: Vec<Action>) -> Option<()> {
        found.sort_unstable();
        found.dedup();
        self.all.extend(found);
        // Most are found for several men.
        if self.all.len() > 2 * MAX_ACTIONS {
            self.all.sort_unstable();
            self.all.dedup();
            return (self.all.len() <= MAX_ACTIONS).then_some(());
        }
        Some(())
    }

    fn find_moves(&mut self) -> Option<()> {
        for piece in self.pieces.clone() {
            let info = self.game.piece_info(piece);
            let kind = self.variant.kind(info.kind);
            let en_passant = self.captures_en_passant(info.side, info.kind, kind);
            let changed = self.changed(piece);
            for from in self.variant.board.squares() {
                let mut found = Vec::new();
                let mut results: Vec<(Square, Piece, bool)> =
                    self.game.turns(piece).map(|turned| (from, turned, false)).collect();
                let goes = self.game.possible_reach(piece, from).moves;
                for to in self.targets(piece, from).iter() {
                    let promoted = self.promoted(piece, from, to);
                    let arrivals = || [piece].into_iter().chain(changed.iter().chain(&promoted).copied());
                    results.extend(arrivals().map(|arrived| (to, arrived, false)));
                    if en_passant && goes.contains(to) {
                        results.extend(arrivals().map(|arrived| (to, arrived, true)));
                    }
                }
                for (to, arrived, en_passant) in results {
                    let becomes = if arrived == piece { 0 } else { arrived.number() };
                    for wall in self.walls(arrived, from, to) {
                        let extra = Extra { becomes, en_passant, wall, leaves: None };
                        found.push(Action::Goes { from: at(from), to: at(to), extra });
                        for left in &kind.may_leave {
                            let extra = Extra { leaves: Some((left.0, at(from))), ..extra };
                            found.push(Action::Goes { from: at(from), to: at(to), extra });
                        }
                    }
                }
                self.add(found)?;
            }
        }
        Some(())
    }

    /// The walls that can follow a castling; `None` alone in games without.
    fn walls_after_castling(&self, side: Side, rank: i32) -> Vec<Option<u8>> {
        let board = self.variant.board;
        let Some(rule) = self.variant.rules.walls[side].as_ref().filter(|rule| !rule.instead_of_move) else {
            return vec![None];
        };
        let place: SquareSet = match rule.place {
            WallPlace::WhereItCameFrom => board.squares().filter(|&square| board.rank(square) == rank).collect(),
            WallPlace::Anywhere | WallPlace::WhereItCouldGo => board.squares().collect(),
        };
        let place = if rule.or_beside_wall { place } else { place.intersection(rule.on) };
        place.iter().map(|wall| Some(at(wall))).collect()
    }

    fn find_castlings(&mut self) -> Option<()> {
        let board = self.variant.board;
        let by_choice = Side::ALL.iter().any(|&side| by_choice(self.variant, side));
        for side in Side::ALL {
            let Some(rule) = &self.variant.rules.castling[side] else { continue };
            let men = self.variant.setups.iter().flat_map(|setup| &setup.men);
            let kings = men.filter(|man| man.side == side && man.kind == rule.king).map(|man| man.square);
            let dropped = rule.dropped.as_ref().map(|dropped| dropped.king_on);
            let mut ranks: Vec<i32> = kings.chain(dropped).map(|square| board.rank(square)).collect();
            ranks.sort_unstable();
            ranks.dedup();
            let left: Vec<u8> = self.variant.kinds().flat_map(|(_, kind)| &kind.may_leave).map(|kind| kind.0).collect();
            for rank in ranks {
                let walls = self.walls_after_castling(side, rank);
                let on_rank = || (0..i32::from(board.files())).filter_map(|file| board.square(file, rank)).map(at);
                let pairs = || on_rank().flat_map(|one| on_rank().map(move |other| (one, other)));
                let landings: Vec<Option<(u8, u8)>> = if by_choice { pairs().map(Some).collect() } else { vec![None] };
                for (king, partner) in pairs().filter(|(king, partner)| king != partner) {
                    let mut found = Vec::new();
                    let left = left.iter().flat_map(|&kind| [Some((kind, king)), Some((kind, partner))]);
                    for leaves in [None].into_iter().chain(left) {
                        for &to in &landings {
                            found.extend(walls.iter().map(|&wall| Action::Castles { king, partner, to, wall, leaves }));
                        }
                    }
                    self.add(found)?;
                }
            }
        }
        Some(())
    }

    fn find_drops(&mut self) {
        let mut found = Vec::new();
        for side in Side::ALL {
            for kind in self.variant.droppable_kinds(side) {
                let rule = self.variant.drop_of(side, kind);
                let all = !rule.slid_from.is_empty();
                let squares = self.variant.board.squares();
                for to in squares.filter(|&to| all || rule.on.contains(to) || rule.first_on.contains(to)) {
                    let pieces = rule.to.iter().flat_map(|&kind| self.of_kind(side, kind));
                    let pieces = pieces.filter(|&piece| !self.game.piece_info(piece).state.promoted);
                    found.extend(pieces.map(|piece| Action::Drops { kind: kind.0, to: at(to), piece: piece.number() }));
                }
            }
        }
        self.all.extend(found);
    }
}
