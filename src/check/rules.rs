//! The rules, each as a part of the model.

use super::context::Context;
use super::men::read;
use super::promotion::promotion;
use super::regions::area_squares;
use super::sheet::Held;
use super::words;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{Leap, PerSide, Side};
use crate::model::{
    Castling, FinishingMove, Grid, KindId, KingTravel, LongStep, Opposition, PartnerLanding, Passing, Progress,
    Repetition, Rules, Series, SeriesLength, Setup,
};
use crate::source::Spanned;
use crate::syntax::variant::ast::{
    self, Finish, Landing, Rule, RuleLine, RuleName, RuleSetting, Section, SeriesEnd, Symbol,
};

/// Makes the rules. The second value is whether they are as the text means them.
pub(super) fn rules(context: &mut Context<'_>, setups: &[Setup]) -> (Rules, bool) {
    let before = context.errors();
    let mut rules = Rules::default();
    let lines: Vec<Held<RuleLine>> = context.sheet.rules.clone();
    for held in &lines {
        let RuleSetting::Rule(rule) = &held.line.value else { continue };
        if let Some(side) = &held.line.side
            && !has_sides(held.line.name.value)
        {
            let message = format!("`{}` holds for both sides or for none", words::rule(&held.line));
            let sided = Diagnostic::error(Code::CheckRuleOfBothSides, side.span, message)
                .label("it can't be for one side")
                .help("leave the side out");
            context.report(held.generation, sided);
            continue;
        }
        make(context, held, &rule.value, setups, &mut rules);
    }
    (rules, context.errors() == before && !context.damage.hurts(Section::Rules))
}

/// Whether a rule can be for one side only.
fn has_sides(name: RuleName) -> bool {
    matches!(
        name,
        RuleName::Castling
            | RuleName::LongStep
            | RuleName::Promotion
            | RuleName::Series
            | RuleName::SeriesEnds
            | RuleName::StuckInSeries
    )
}

fn make(context: &mut Context<'_>, held: &Held<RuleLine>, rule: &Rule, setups: &[Setup], rules: &mut Rules) {
    let user = format!("the rule `{}`", words::rule(&held.line));
    match rule {
        Rule::Castling(said) => castling(context, held, said, &user, rules),
        Rule::LongStep(said) => long_step(context, held, said, &user, rules),
        Rule::Promotion(said) => {
            let Some(kinds) = subject(context, held, &user) else { return };
            for side in Side::ALL {
                let taken = kinds[side].is_some_and(|kind| rules.promotions[side].iter().any(|p| p.kind == kind));
                if taken {
                    two_lines_for_one_man(context, held);
                    return;
                }
            }
            let made = promotion(context, held, said, kinds, setups, &user);
            for side in Side::ALL {
                rules.promotions[side].extend(made[side].clone());
            }
        }
        Rule::Progress(said) => {
            let moves_of = context.men(held, &said.moves_of, &user);
            rules.progress = Progress { captures: said.capture.is_some(), moves_of };
        }
        Rule::Series(said) => {
            let Some(length) = series_length(context, held, said) else { return };
            for side in Side::ALL.into_iter().filter(|&side| held.sides[side]) {
                rules.series[side].get_or_insert(NO_SERIES).length = length;
            }
        }
        // These wait for the series they belong to.
        Rule::SeriesEnds(_) | Rule::StuckInSeries => {}
        Rule::MustMove(number) => {
            rules.must_move = context.number(held.generation, *number, 2, 255, "moves").map(|number| number as u8);
        }
        Rule::RepetitionIllegal => rules.repetition = Repetition::Illegal,
        Rule::Grid { files, ranks } => grid(context, held, *files, *ranks, rules),
        Rule::Opposition(pairs) => {
            for pair in pairs {
                opposition(context, held, pair, &user, rules);
            }
        }
        Rule::FinishingMove(ways) => {
            let to = |wanted: Finish| ways.iter().any(|way| way.value == wanted);
            rules.finishing_move =
                Some(FinishingMove { to_checkmate: to(Finish::Checkmate), to_stalemate: to(Finish::Stalemate) });
        }
        Rule::CaptureCompulsory => rules.compulsory_capture = true,
        Rule::Passing(when) => {
            rules.passing = match when {
                ast::Passing::WhenNoOtherMove => Passing::WhenStuck,
                ast::Passing::Always => Passing::Always,
            };
        }
    }
}

/// A series before its length is known.
const NO_SERIES: Series = Series {
    length: SeriesLength::Fixed { moves: 1, first: 1 },
    ends_by_check: false,
    ends_by_capture: false,
    stuck_may_claim_stalemate: false,
};

/// The man a rule is of, for each side that has him.
fn subject(context: &mut Context<'_>, held: &Held<RuleLine>, user: &str) -> Option<PerSide<Option<KindId>>> {
    let symbol = held.line.man.as_ref()?;
    let found = context.man(held.generation, held.sides, symbol, user);
    (found.white.is_some() || found.black.is_some()).then_some(found)
}

fn two_lines_for_one_man(context: &mut Context<'_>, held: &Held<RuleLine>) {
    let message = format!("`{}` is said of a man of whom it is said already", words::rule(&held.line));
    let twice = Diagnostic::error(Code::CheckRepeatedLine, held.line.name.span, message)
        .label("a second line for one man")
        .help("keep the one that is meant");
    context.report(held.generation, twice);
}

fn castling(context: &mut Context<'_>, held: &Held<RuleLine>, said: &ast::Castling, user: &str, rules: &mut Rules) {
    let generation = held.generation;
    let kings = context.man(generation, held.sides, &said.king, user);
    let partners = context.man(generation, held.sides, &said.partner, user);
    let most = u32::from(context.board.files()).saturating_sub(1).max(1);
    let Some(squares) = context.number(generation, said.squares, 1, most, "squares") else { return };
    for side in Side::ALL {
        let (Some(king), Some(partner)) = (kings[side], partners[side]) else { continue };
        if king == partner {
            let message = format!("`{}` can't castle with its own kind", said.king.value);
            let same = Diagnostic::error(Code::CheckCastlingWithItself, said.partner.span, message)
                .label("the same man")
                .help("name the man that it castles with, as in `K 2 toward R`");
            context.report(generation, same);
            return;
        }
        rules.castling[side] = Some(Castling {
            king,
            partner,
            travel: if said.or_more { KingTravel::AtLeast(squares as u8) } else { KingTravel::Exactly(squares as u8) },
            landing: match said.landing.value {
                Landing::LastCrossed => PartnerLanding::LastCrossed,
                Landing::AnyLeftOrCrossed => PartnerLanding::AnyLeftOrCrossed,
            },
        });
    }
}

fn long_step(context: &mut Context<'_>, held: &Held<RuleLine>, said: &ast::LongStep, user: &str, rules: &mut Rules) {
    let generation = held.generation;
    let Some(kinds) = subject(context, held, user) else { return };
    let Some(most) = context.number(generation, said.squares, 2, 15, "squares") else { return };
    let before = context.errors();
    let squares = area_squares(context, generation, &said.from);
    if context.errors() > before {
        return;
    }
    for side in Side::ALL {
        let Some(kind) = kinds[side] else { continue };
        if rules.long_steps[side].iter().any(|step| step.kind == kind) {
            two_lines_for_one_man(context, held);
            return;
        }
        let (least, most) = (if said.up_to { 2 } else { most as u8 }, most as u8);
        rules.long_steps[side].push(LongStep {
            kind,
            least,
            most,
            from: squares[side],
            en_passant: said.en_passant.is_some(),
        });
        let room = |square| context.board.own_rank(side, square) + i32::from(least) < i32::from(context.board.ranks());
        if !squares[side].iter().any(room) {
            let message = format!("nowhere on these squares has {side} room for {least} squares forward");
            let long = Diagnostic::error(Code::CheckNoRoom, said.from.span, message)
                .label("too near the edge, or no square at all")
                .help(format!("the board is {}; begin farther back, or step less far", context.board));
            context.report(generation, long);
            return;
        }
    }
    let forward = |id: KindId| {
        let steps = |leg: &crate::model::Leg| leg.leap == Leap::new(0, 1) && leg.least == 1 && leg.stops.moves;
        let mut parts = context.kinds[id.index()].components.iter();
        context.broken[id.index()] || parts.any(|part| part.movement.paths.iter().any(|path| steps(&path.legs[0])))
    };
    if ![kinds.white, kinds.black].into_iter().flatten().any(forward)
        && let Some(symbol) = &held.line.man
    {
        let message = format!("`{}` has no step forward to make longer", symbol.value);
        let missing = Diagnostic::error(Code::CheckNoForwardStep, symbol.span, message)
            .label("does not move straight forward at the start")
            .help("a long step goes straight forward over empty squares: give the man one step so, as in `fW`");
        context.report(generation, missing);
    }
}

fn series_length(context: &mut Context<'_>, held: &Held<RuleLine>, said: &ast::SeriesLength) -> Option<SeriesLength> {
    let mut number = |number: Spanned<u32>, what: &str| {
        context.number(held.generation, number, 1, 255, what).map(|number| number as u8)
    };
    Some(match said {
        ast::SeriesLength::Moves { moves, first } => {
            let moves = number(*moves, "moves")?;
            let first = first.map_or(Some(moves), |first| number(first, "moves"))?;
            SeriesLength::Fixed { moves, first }
        }
        ast::SeriesLength::LongerEachTurn(by) => SeriesLength::LongerEachTurn(number(*by, "moves")?),
        ast::SeriesLength::LongerThanLast(by) => SeriesLength::LongerThanLast(number(*by, "moves")?),
        ast::SeriesLength::AsLongAsLast { longer, shorter, at_least } => SeriesLength::Answering {
            longer: longer.map_or(Some(0), |by| number(by, "moves"))?,
            shorter: shorter.map_or(Some(0), |by| number(by, "moves"))?,
            least: at_least.map_or(Some(1), |least| number(least, "moves"))?,
        },
    })
}

/// What ends a series, and what a player out of moves in one may do.
pub(super) fn series_parts(context: &mut Context<'_>, rules: &mut Rules) {
    let lines: Vec<Held<RuleLine>> = context.sheet.rules.clone();
    for held in &lines {
        let RuleSetting::Rule(rule) = &held.line.value else { continue };
        let word = match &rule.value {
            Rule::SeriesEnds(_) => "series ends",
            Rule::StuckInSeries => "stuck in a series",
            _ => continue,
        };
        let mut without = true;
        for side in Side::ALL.into_iter().filter(|&side| held.sides[side]) {
            let Some(series) = &mut rules.series[side] else { continue };
            without = false;
            match &rule.value {
                Rule::SeriesEnds(ends) => {
                    series.ends_by_check = ends.iter().any(|end| end.value == SeriesEnd::Check);
                    series.ends_by_capture = ends.iter().any(|end| end.value == SeriesEnd::Capture);
                }
                _ => series.stuck_may_claim_stalemate = true,
            }
        }
        let has_line = lines.iter().any(|held| held.line.name.value == RuleName::Series);
        if without && !(has_line && held.sides.white && held.sides.black) && !context.damage.hurts(Section::Rules) {
            let message = format!("`{word}` speaks of series, and there are none");
            let needs = Diagnostic::error(Code::CheckNeedsSeries, held.line.name.span, message)
                .label("needs a series")
                .help("say how long a series is: `series: 2 moves`, `1 longer each turn`, …; or leave this out");
            context.report(held.generation, needs);
        }
    }
}

fn grid(context: &mut Context<'_>, held: &Held<RuleLine>, files: Spanned<u32>, ranks: Spanned<u32>, rules: &mut Rules) {
    let board = context.board;
    let span = files.span.to(ranks.span);
    let (across, up) = (u32::from(board.files()), u32::from(board.ranks()));
    let divides = |part: u32, whole: u32| part != 0 && whole.is_multiple_of(part);
    let problem = if !divides(files.value, across) || !divides(ranks.value, up) {
        let message = format!("blocks of {}x{} don't divide a board of {board}", files.value, ranks.value);
        let sizes = |whole: u32| {
            let sizes: Vec<String> =
                (1..=whole).filter(|size| whole.is_multiple_of(*size)).map(|size| size.to_string()).collect();
            words::one_of(&sizes)
        };
        let mend = format!("a block is {} files wide and {} ranks high", sizes(across), sizes(up));
        Diagnostic::error(Code::CheckUnevenGrid, span, message).label("does not divide the board").help(mend)
    } else if (files.value, ranks.value) == (across, up) {
        Diagnostic::error(Code::CheckUnevenGrid, span, "the board is one block, which no move can leave")
            .label("as large as the board")
            .help("make the blocks smaller")
    } else {
        rules.grid = Some(Grid { files: files.value as u8, ranks: ranks.value as u8 });
        if (files.value, ranks.value) != (1, 1) {
            return;
        }
        Diagnostic::warning(Code::CheckIdleRule, span, "every move leaves a block of one square")
            .label("without effect")
            .help("make the blocks larger, or leave the rule out")
    };
    context.report(held.generation, problem);
}

fn opposition(context: &mut Context<'_>, held: &Held<RuleLine>, pair: &ast::Opposition, user: &str, rules: &mut Rules) {
    let both = PerSide::both(true);
    let find = |context: &mut Context<'_>, symbol: &Symbol| context.man(held.generation, both, symbol, user);
    let from = find(context, &pair.watcher);
    let to = find(context, &pair.watched);
    let movement = read(context, held.generation, &pair.betza);
    for side in Side::ALL {
        let (Some(watcher), Some(prey)) = (from[side], to[!side]) else { continue };
        if rules
            .opposition
            .iter()
            .any(|known| known.watcher == watcher && known.watched == prey && known.movement == movement)
        {
            continue;
        }
        let betza = pair.betza.value.clone();
        rules.opposition.push(Opposition { watcher, watched: prey, betza, movement: movement.clone() });
    }
}
