//! The parts of positions and moves, field by field, as walks over them see them.

use super::{Arrangement, CastlingPartners, CastlingRights, MoveKind};
use crate::model::parts;

parts! { struct Arrangement {
    setup: NoLeaf, men: NoLeaf, turn, castling, partners, en_passant, halfmove: NoLeaf, fullmove: NoLeaf,
    stationary_run: In(0, 255), last_series: NoLeaf, series: NoLeaf, moved, quiet_series: NoLeaf, checks: In(0, 255), lapsed,
    castled, passes: NoLeaf, counted: NoLeaf, count_limit: NoLeaf, hands, unmoved, once_a_game, unmoved_complete, walls,
} }
parts! { struct CastlingRights { first_file, last_file: OtherWing(first_file) } }
parts! { struct CastlingPartners { first_file, last_file: OtherWing(first_file) } }

parts! { enum MoveKind {
    Ordinary, LongStep, OnceAGame, Stationary, Finishing, EnPassant { victim }, Castling { partner_from, partner_to }, Leaving,
    KingLeaving { partner_from, partner_to }, PartnerLeaving { partner_from, partner_to },
} }
