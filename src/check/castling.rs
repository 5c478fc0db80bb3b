//! Castling: the men, how far the king goes, and where its partner lands.

use super::lines::InForce;
use super::names::{Names, User};
use super::regions::Regions;
use super::report::{Reported, Reporter, all};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{PerSide, Side, Square, SquareSet};
use crate::model::{Castling, KindId, KingTravel, PartnerLanding};
use crate::syntax::ast::{self, Landing, RuleLine, Symbol, Travel};

/// A castling for each side that has the men.
pub(super) fn castling(
    line: &InForce<RuleLine>,
    written: &ast::Castling,
    names: &Names<'_>,
    regions: &Regions,
    reporter: &mut Reporter,
) -> Result<PerSide<Option<Castling>>, Reported> {
    let (file, user) = (line.file, User::Rule(&line.line));
    let kings = names.man(file, line.sides, &written.king, user, reporter);
    let partners = kinds_of_sides(line, &written.partners, names, reporter);
    let colourbound = kinds_of_sides(line, &written.colourbound, names, reporter);
    let travel = travel(line, &written.travel, regions, reporter);
    let (kings, partners, colourbound, travel) = (kings?, partners?, colourbound?, travel?);
    if let Some(other) =
        written.colourbound.iter().find(|man| !written.partners.iter().any(|one| one.value == man.value))
    {
        let message = format!("`{}` is none of the men that castle", other.value);
        let idle = Diagnostic::error(Code::CheckCastlingOfNobody, other.span, message)
            .label("no partner")
            .help("name it among the men that castle, or leave it out here");
        return Err(reporter.error_in(file, idle));
    }
    for (king, partner) in written.partners.iter().map(|partner| (&written.king, partner)) {
        if Side::ALL.iter().any(|&side| kings[side].is_some_and(|kind| partners[side].contains(&kind)))
            && partner.value == king.value
        {
            let message = format!("`{}` can't castle with its own kind", king.value);
            let same = Diagnostic::error(Code::CheckCastlingWithItself, partner.span, message)
                .label("the same man")
                .help("name the man that it castles with, as in `K 2 toward R`");
            return Err(reporter.error_in(file, same));
        }
    }
    let castling = PerSide::from_fn(|side| {
        let king = kings[side]?;
        (!partners[side].is_empty()).then(|| Castling {
            king,
            partners: partners[side].clone(),
            colourbound: colourbound[side].clone(),
            travel: travel[side],
            landing: match written.landing.value {
                Landing::LastCrossed => PartnerLanding::LastCrossed,
                Landing::AnyLeftOrCrossed => PartnerLanding::AnyLeftOrCrossed,
                Landing::OtherSide => PartnerLanding::OtherSide,
            },
            other_wing: written.other_wing,
        })
    });
    if castling.white.is_none() && castling.black.is_none() && file == reporter.own() {
        let nobody = Diagnostic::error(Code::CheckCastlingOfNobody, line.line.span, "no side has both men")
            .label("of nobody")
            .help("give both to one side, or remove the rule");
        return Err(reporter.error(nobody));
    }
    Ok(castling)
}

/// The kinds that these symbols mean for each side of the line. It is an error if no side has one of them.
pub(super) fn kinds_of_sides(
    line: &InForce<RuleLine>,
    symbols: &[Symbol],
    names: &Names<'_>,
    reporter: &mut Reporter,
) -> Result<PerSide<Vec<KindId>>, Reported> {
    let found = symbols.iter().map(|symbol| names.man(line.file, line.sides, symbol, User::Rule(&line.line), reporter));
    let found = all(found)?;
    Ok(PerSide::from_fn(|side| {
        let mut kinds: Vec<KindId> = found.iter().filter_map(|of_sides| of_sides[side]).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }))
}

fn travel(
    line: &InForce<RuleLine>,
    written: &Travel,
    regions: &Regions,
    reporter: &mut Reporter,
) -> Result<PerSide<KingTravel>, Reported> {
    let file = line.file;
    let board = regions.board()?;
    let most = u32::from(board.files()).saturating_sub(1).max(1);
    let mut number =
        |squares, least| reporter.number(file, squares, least, most, "number of squares").map(|number| number as u8);
    Ok(PerSide::both(match written {
        Travel::Squares(squares) => KingTravel::Exactly(number(*squares, 1)?),
        Travel::OrMore(squares) => KingTravel::AtLeast(number(*squares, 1)?),
        Travel::From(least, farthest) => {
            let least = number(*least, 1)?;
            KingTravel::Between { least, most: number(*farthest, least.into())? }
        }
        Travel::To(one, other) => {
            let squares = [regions.area(file, one, reporter), regions.area(file, other, reporter)];
            let (one_of, other_of) = (squares[0]?, squares[1]?);
            let only = |squares: PerSide<SquareSet>, side: Side| squares[side].iter().next();
            let ends = PerSide::from_fn(|side| -> Option<[Square; 2]> {
                let mut ends = [only(one_of, side)?, only(other_of, side)?];
                ends.sort_unstable_by_key(|&square| board.file(square));
                let apart = board.file(ends[0]) != board.file(ends[1]) && board.rank(ends[0]) == board.rank(ends[1]);
                apart.then_some(ends)
            });
            let (Some(white), Some(black)) = (ends.white, ends.black) else {
                let message = "the king castles to two squares of one rank, one for each wing";
                let apart = Diagnostic::error(Code::CheckNoRoom, one.span.to(other.span), message)
                    .label("not two squares of one rank")
                    .help("name one square for each wing, as in `K to own c1 or own g1`");
                return Err(reporter.error_in(file, apart));
            };
            let to = |[first_file, last_file]: [Square; 2]| KingTravel::To { first_file, last_file };
            return Ok(PerSide::new(to(white), to(black)));
        }
    }))
}
