//! Long steps, captures en passant, castling, opposition, and moves that bring back a position.

use super::attack::Afterwards;
use super::visitor::{Flow, MoveVisitor};
use super::{Core, Moves};
use crate::engine::bits::Bits;
use crate::engine::tables::{CastlingWay, EnPassantCapture, PieceTable, Wing, right};
use crate::engine::{Move, MoveKind, Piece};
use crate::geometry::{Leap, Side, Square};

impl<const W: usize> Moves<'_, W> {
    /// The long steps of a man, those apart that its movement allows anyway.
    pub(super) fn visit_long_steps(
        &self,
        piece: &PieceTable<W>,
        from: Square,
        usual: Bits<W>,
        visitor: &mut impl MoveVisitor<W>,
    ) -> Flow {
        let core = self.core;
        let Some(step) = piece.long_step.as_ref().filter(|step| step.from.contains(from)) else {
            return Flow::Continue(());
        };
        let mut at = from;
        for count in 1..=step.max {
            let next = core.tables.variant.board.leap(at, Leap::forward(piece.side));
            let Some(to) = next.filter(|&to| core.men.at(to) == 0) else { break };
            at = to;
            let to_here = piece.masked(from, Bits::of(to)) & !usual;
            if count >= step.min && !self.safety.safe_targets(core, from, to_here).is_empty() {
                visitor.arrivals(self, piece, from, Bits::of(to), MoveKind::LongStep)?;
            }
        }
        Flow::Continue(())
    }

    /// The captures en passant of those men that could make one.
    pub(super) fn visit_en_passant(&self, captors: Bits<W>, visitor: &mut impl MoveVisitor<W>) -> Flow {
        let core = self.core;
        for from in captors.iter() {
            let piece = core.piece_table(from);
            for to in core.en_passant_targets(piece, from).iter() {
                let Some(victim) = core.en_passant_victim(to) else { continue };
                if core.leaves_royals_safe(from, to, Bits::of(victim)) {
                    visitor.arrivals(self, piece, from, Bits::of(to), MoveKind::EnPassant { victim })?;
                }
            }
        }
        Flow::Continue(())
    }

    /// The castlings.
    pub(super) fn visit_castlings_of_side(&self, visitor: &mut impl MoveVisitor<W>) -> Flow {
        let core = self.core;
        let us = core.status.turn;
        if self.safety.in_check {
            return Flow::Continue(());
        }
        for (number, wing) in core.tables.setups[core.setup].wings[us].iter().enumerate() {
            let Some(wing) = wing else { continue };
            if core.status.rights & right(us, number) == 0 || wing.between.intersects(core.men.all()) {
                continue;
            }
            let piece = core.piece_table(wing.king);
            for way in &wing.ways {
                let to = piece.masked(wing.king, Bits::of(way.king_to));
                if !to.is_empty() && core.castles_safely(wing, way) {
                    let kind = MoveKind::Castling { partner_from: wing.partner, partner_to: way.partner_to };
                    let piece = Piece::new(core.men.at(wing.king));
                    visitor.single(self, Move { from: wing.king, to: way.king_to, piece, kind })?;
                }
            }
        }
        Flow::Continue(())
    }
}

impl<const W: usize> Core<W> {
    /// Whether a castling king, not in check now, is attacked nowhere on its path, nor where it lands, and meets no
    /// opposition there.
    fn castles_safely(&self, wing: &Wing<W>, way: &CastlingWay<W>) -> bool {
        let us = self.status.turn;
        let royals = self.royals(us);
        if !royals.is_empty() && way.leapers.iter().any(|(from, group)| self.men.of_group(*group).intersects(*from)) {
            return false;
        }
        if royals == Bits::of(wing.king) && !self.tables.features.opposition && self.tables.attacks[!us].are_simple() {
            return self.castles_past_riders(wing, way);
        }
        let piece = self.piece_table(wing.king);
        let enemies = self.men.of_side(!us);
        let others = self.men.all() & !Bits::of(wing.king);
        let crosses_safely = way.path.iter().all(|square| {
            let then = Afterwards { occupied: others | Bits::of(square), attackers: enemies };
            let attacked = piece.royal && self.is_attacked(square, !us, piece.kind, then);
            !attacked && !self.is_watched(us, piece.kind, square, then)
        });
        let landed = Afterwards { occupied: way.landed(others, wing), attackers: enemies };
        crosses_safely
            && royals.iter().all(|square| {
                let at = if square == wing.king { way.king_to } else { square };
                !self.is_attacked(at, !us, self.piece_table(square).kind, landed)
            })
    }

    /// The same where only the only royal man castles, and no attacks but slides need a look.
    fn castles_past_riders(&self, wing: &Wing<W>, way: &CastlingWay<W>) -> bool {
        let us = self.status.turn;
        let attacks = &self.tables.attacks[!us];
        let near = attacks.slides.iter().zip(&way.riders);
        let near = near.fold(Bits::EMPTY, |all, (source, from)| all | self.men.of_groups(&source.groups) & *from);
        if near.is_empty() {
            return true;
        }
        let victim_kind = self.piece_table(wing.king).kind;
        let others = self.men.all() & !Bits::of(wing.king);
        let attacked = |square, occupied| {
            self.is_attacked_by_slide(square, !us, victim_kind, Afterwards { occupied, attackers: near })
        };
        let crossed = way.path & !Bits::of(wing.king);
        crossed.iter().all(|square| !attacked(square, others | Bits::of(square)))
            && (!near.intersects(way.uncovered) || !attacked(way.king_to, way.landed(others, wing)))
    }

    /// The men of the side to move that could now capture en passant, if it leaves royal men safe.
    #[inline(always)]
    pub(super) fn en_passant_captors(&self) -> Bits<W> {
        if self.status.en_passant.is_empty() || self.status.series > 0 { Bits::EMPTY } else { self.captors_near() }
    }

    fn captors_near(&self) -> Bits<W> {
        let us = self.status.turn;
        let near = self
            .status
            .en_passant
            .iter()
            .fold(Bits::EMPTY, |near, crossed| near | self.tables.en_passant_from[us][crossed.index()]);
        let candidates = near & self.men.of_groups(&self.tables.en_passant_groups[us]);
        let captures = |&from: &Square| !self.en_passant_targets(self.piece_table(from), from).is_empty();
        candidates.iter().filter(captures).collect()
    }

    /// The squares on which the man on `from` could now capture en passant.
    pub(super) fn en_passant_targets(&self, piece: &PieceTable<W>, from: Square) -> Bits<W> {
        let crossed = self.status.en_passant & !self.men.all();
        let table = match &piece.en_passant {
            EnPassantCapture::Never => return Bits::EMPTY,
            EnPassantCapture::AsCapture => piece.captures(),
            EnPassantCapture::Table(table) => table,
        };
        let reached = table.targets(&self.tables.slides, from, self.men.all()) & crossed;
        let takes = |&to: &Square| {
            let victim = self.en_passant_victim(to);
            victim.map(|victim| self.piece_table(victim)).is_some_and(|man| !man.royal && piece.may_capture(man.kind))
        };
        reached.iter().filter(takes).collect()
    }

    /// The man whose long step crossed a square: the nearest one ahead of it, as its owner sees it.
    pub(super) fn en_passant_victim(&self, crossed: Square) -> Option<Square> {
        let them = !self.status.turn;
        let board = self.tables.variant.board;
        let ahead =
            std::iter::successors(board.leap(crossed, Leap::forward(them)), |&at| board.leap(at, Leap::forward(them)));
        let victim = ahead.into_iter().find(|&square| self.men.at(square) != 0)?;
        let piece = self.piece_table(victim);
        (piece.side == them && self.tables.long_steppers[them].contains(&piece.kind)).then_some(victim)
    }

    /// The crossed squares on which a capture en passant is legal, as far as royal men go.
    pub(super) fn legal_en_passant_squares(&self) -> Bits<W> {
        let mut legal = Bits::EMPTY;
        for from in self.en_passant_captors().iter() {
            for to in self.en_passant_targets(self.piece_table(from), from).iter() {
                let victim = self.en_passant_victim(to).map_or(Bits::EMPTY, Bits::of);
                if self.leaves_royals_safe(from, to, victim) {
                    legal.insert(to);
                }
            }
        }
        legal
    }

    /// The squares that a long step crosses.
    pub(super) fn crossed_by(&self, side: Side, from: Square, to: Square) -> Bits<W> {
        self.tables.ahead[side][from] & !self.tables.ahead[side][to] & !Bits::of(to)
    }

    /// The crossed squares right behind a man that has made a long step to `square`.
    pub(super) fn en_passant_behind(&self, side: Side, square: Square) -> Bits<W> {
        let board = self.tables.variant.board;
        let back = -Leap::forward(side);
        std::iter::successors(board.leap(square, back), |&at| board.leap(at, back))
            .take_while(|&at| self.status.en_passant.contains(at))
            .collect()
    }

    /// Whether an enemy watcher reaches a man of `us` and `kind` on `square`.
    fn is_watched(&self, us: Side, kind: u8, square: Square, then: Afterwards<W>) -> bool {
        self.tables.oppositions[!us].iter().filter(|rule| rule.watched == kind).any(|rule| {
            let watchers = self.men.of(!us, rule.watcher) & then.attackers;
            watchers
                .iter()
                .any(|watcher| rule.reach.targets(&self.tables.slides, watcher, then.occupied).contains(square))
        })
    }

    /// Where no man of the side to move and of this kind may go, since an enemy would face it there whom it may not
    /// face, as far as that depends on leaps alone.
    pub(super) fn opposition_mask(&self, kind: u8) -> Bits<W> {
        let us = self.status.turn;
        let theirs = self.tables.oppositions[!us].iter().filter(|rule| rule.watched == kind);
        let watched =
            theirs.flat_map(|rule| self.men.of(!us, rule.watcher).iter().map(|watcher| rule.reach.leaps(watcher)));
        let ours = self.tables.oppositions[us].iter().filter(|rule| rule.watcher == kind);
        let watching = ours.flat_map(|rule| self.men.of(!us, rule.watched).iter().map(|man| rule.back[man.index()]));
        watched.chain(watching).fold(Bits::EMPTY, |all, squares| all | squares)
    }

    /// A watcher and the man it would face after a move, if some opposition forbids that.
    pub(super) fn opposition_after(&self, mv: Move) -> Option<(Square, Square)> {
        let (mut leaving, mut arriving) = (Bits::of(mv.from) | Bits::of(mv.to), Bits::of(mv.to));
        match mv.kind {
            MoveKind::EnPassant { victim } => leaving.insert(victim),
            MoveKind::Castling { partner_from, partner_to } => {
                leaving |= Bits::of(partner_from) | Bits::of(partner_to);
                arriving.insert(partner_to);
            }
            _ if mv.piece.is_none() => (leaving, arriving) = (Bits::EMPTY, Bits::EMPTY),
            _ => {}
        }
        let lands = |square: Square, side: Side, kind: u8| {
            let number = match mv.kind {
                MoveKind::Castling { partner_from, partner_to } if square == partner_to => self.men.at(partner_from),
                _ => mv.piece.map_or(0, Piece::number),
            };
            let piece = &self.tables.pieces[usize::from(number)];
            piece.side == side && piece.kind == kind
        };
        let men = |side: Side, kind: u8| {
            let staying = self.men.of(side, kind) & !leaving;
            staying | arriving.iter().filter(|&square| lands(square, side, kind)).collect()
        };
        self.faced(&men, self.men.all() & !leaving | arriving)
    }

    /// A watcher and the man it faces against the rules.
    pub(crate) fn opposition(&self) -> Option<(Square, Square)> {
        self.faced(&|side, kind| self.men.of(side, kind), self.men.all())
    }

    fn faced(&self, men: &dyn Fn(Side, u8) -> Bits<W>, occupied: Bits<W>) -> Option<(Square, Square)> {
        Side::ALL.into_iter().find_map(|side| {
            self.tables.oppositions[side].iter().find_map(|rule| {
                let watched = men(!side, rule.watched);
                men(side, rule.watcher).iter().find_map(|watcher| {
                    let faced = rule.reach.targets(&self.tables.slides, watcher, occupied) & watched;
                    faced.first().map(|square| (watcher, square))
                })
            })
        })
    }
}

impl<const W: usize> Core<W> {
    /// Where long steps of `side` that crossed a square started and ended.
    pub(crate) fn long_step_ends(
        &self,
        side: Side,
        crossed: Square,
        min: u8,
        max: u8,
        starts: Bits<W>,
    ) -> impl Iterator<Item = (Square, Square)> {
        let board = self.tables.variant.board;
        let ahead = move |square, steps: u8| {
            std::iter::successors(Some(square), |&at| board.leap(at, Leap::forward(side))).nth(steps.into())
        };
        let behind = std::iter::successors(board.leap(crossed, -Leap::forward(side)), move |&at| {
            board.leap(at, -Leap::forward(side))
        });
        behind.take(max.into()).filter(move |&from| starts.contains(from)).flat_map(move |from| {
            (min..=max).filter_map(move |steps| ahead(from, steps)).filter_map(move |to| {
                let beyond = board.own_rank(side, to) > board.own_rank(side, crossed);
                beyond.then_some((from, to))
            })
        })
    }
}
