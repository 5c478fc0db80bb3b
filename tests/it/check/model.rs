//! A model on a page: every fact of it a line, without the movements' own parts.

use std::fmt::Write;

use weakfish::geometry::{Side, Square, SquareSet};
use weakfish::model::{
    Castling, Change, Condition, Eighths, Event, Kind, KindId, ManState, Mode, Orientation, PromotionChoice, Region,
    Rules, Setup, SetupId, Variant, Whose,
};

/// The name of a region, or a dash for the squares that a man's line names.
fn region_name(region: &Region) -> &str {
    region.name.as_deref().unwrap_or("-")
}

/// The page of a game.
pub(crate) fn page(name: &str, variant: &Variant) -> String {
    let mut page = format!("{name}: {}\n", variant.title);
    let Variant { board, first, black, .. } = variant;
    writeln!(page, "{board}, {first} first, Black {black:?}\n").unwrap();
    for (id, kind) in variant.kinds() {
        man(&mut page, variant, id, kind);
    }
    for region in &variant.regions {
        let [white, black] = Side::ALL.map(|side| squares(variant, region.squares[side]));
        writeln!(page, "region {}: white {white}; black {black}", region_name(region)).unwrap();
    }
    for (index, setup) in variant.setups.iter().enumerate() {
        drawing(&mut page, variant, SetupId(index as u8), setup);
    }
    rules(&mut page, variant, &variant.rules);
    page.push_str("\nendings\n");
    for ending in &variant.endings {
        let side = ending.side.map_or_else(String::new, |side| format!("{side} "));
        let condition = condition(variant, &ending.condition);
        writeln!(page, "  {side}{condition}: {:?} ({})", ending.result, ending.label).unwrap();
    }
    page
}

fn symbol(variant: &Variant, kind: KindId) -> &str {
    &variant.kind(kind).symbol
}

fn symbols(variant: &Variant, kinds: &[KindId]) -> String {
    kinds.iter().map(|&kind| symbol(variant, kind)).collect::<Vec<_>>().join(" ")
}

fn squares(variant: &Variant, squares: SquareSet) -> String {
    let names: Vec<String> = squares.iter().map(|square| variant.board.name(square)).collect();
    match names.as_slice() {
        [first, .., last] if names.len() > 4 => format!("{first} … {last} ({})", names.len()),
        _ => names.join(" "),
    }
}

fn braces(state: &ManState) -> String {
    if *state == ManState::default() {
        return String::new();
    }
    let facings: Vec<&str> = state.facings.iter().map(|wind| wind.name()).collect();
    let mode = state.mode.map_or("", |mode| if mode == Mode::Moving { "-" } else { "x" });
    format!("{{{}{mode}}}", facings.join("."))
}

fn degrees(angles: &[Eighths]) -> String {
    angles.iter().map(|angle| angle.degrees().to_string()).collect::<Vec<_>>().join(" or ")
}

fn man(page: &mut String, variant: &Variant, id: KindId, kind: &Kind) {
    write!(page, "{} {} ({})", kind.symbol, kind.name, id.0).unwrap();
    let sides: Vec<String> = Side::ALL.into_iter().filter(|&side| kind.sides[side]).map(|s| s.to_string()).collect();
    if sides.len() == 1 {
        write!(page, " of {}", sides[0]).unwrap();
    }
    for part in &kind.components {
        let name = part.name.as_ref().map_or_else(String::new, |name| format!("{name} "));
        write!(
            page,
            ", {name}{} [{} paths]",
            if part.betza.is_empty() { "no movement" } else { &part.betza },
            part.movement.paths.len()
        )
        .unwrap();
        if !part.turns.is_empty() {
            write!(page, " turns alone {}", degrees(&part.turns)).unwrap();
        }
    }
    match &kind.orientation {
        Orientation::Whole { turns, within } => {
            if !turns.is_empty() {
                write!(page, ", turns {}", degrees(turns)).unwrap();
            }
            if let Some(within) = within {
                write!(page, " within {} of {}", degrees(&[within.eighths]), within.of).unwrap();
            }
        }
        Orientation::OneDirection { start, turns } => {
            write!(page, ", one direction at a time from {start}, turns {}", degrees(turns)).unwrap();
        }
    }
    for effect in &kind.effects {
        page.push_str(match effect.event {
            Event::InPlace => ", in place",
            Event::Moving => ", when moving",
            Event::Capturing => ", when capturing",
            Event::NotCapturing => ", when not capturing",
            Event::Arriving(_) => ", when arriving",
            other => panic!("a page has no words for {other:?}"),
        });
        if let Some(part) = effect.by {
            write!(page, " by part {part}").unwrap();
        }
        page.push_str(if effect.optional { " may" } else { " must" });
        match &effect.change {
            Change::Turns(angles) => write!(page, " turn {}", degrees(angles)).unwrap(),
            Change::Flips => page.push_str(" flip"),
            Change::BecomesVictim(kinds) => write!(page, " become its victim {}", symbols(variant, kinds)).unwrap(),
            Change::Becomes(kinds) => write!(page, " become {}", symbols(variant, kinds)).unwrap(),
            other => panic!("a page has no words for {other:?}"),
        }
        for limit in &effect.limits {
            let place = if limit.on_board { " on the board" } else { "" };
            write!(page, " at most {} {}{place}", limit.most, symbol(variant, limit.kind)).unwrap();
        }
    }
    if kind.royal {
        page.push_str(", royal");
    }
    dealings(page, variant, kind);
    if let Some(region) = kind.stays_in {
        write!(page, ", stays in {}", region_name(&variant.regions[region.index()])).unwrap();
    }
    for there in &kind.elsewhere {
        write!(page, ", on {} {}", region_name(&variant.regions[there.region.index()]), there.betza).unwrap();
    }
    if let Some(first) = &kind.first_move {
        write!(page, ", also at first {} [{} paths]", first.betza, first.movement.paths.len()).unwrap();
        if first.unless_in_check {
            page.push_str(" not when in check");
        }
        if !first.until_aimed_at_by.is_empty() {
            write!(page, " not once {} aims at it", symbols(variant, &first.until_aimed_at_by)).unwrap();
        }
    }
    let states = kind.states(Side::White, variant.black);
    if states.len() > 1 {
        let shown: Vec<String> = states.iter().take(8).map(braces).collect();
        let more = if states.len() > 8 { " …" } else { "" };
        write!(page, "\n    {} states: {}{more}", states.len(), shown.join(" ")).unwrap();
    }
    page.push('\n');
}

/// The men that it captures, hops over, passes, holds and relays its moves to.
fn dealings(page: &mut String, variant: &Variant, kind: &Kind) {
    if let Some(kinds) = &kind.captured_by {
        match kinds.as_slice() {
            [] => page.push_str(", captured by none"),
            kinds => write!(page, ", captured only by {}", symbols(variant, kinds)).unwrap(),
        }
    }
    if let Some(kinds) = &kind.captures {
        write!(page, ", captures only {}", symbols(variant, kinds)).unwrap();
    }
    if let Some(kinds) = &kind.hops_over {
        let whose = match kind.hops_over_whose {
            None => "",
            Some(Whose::Own) => "own ",
            Some(Whose::Enemy) => "enemy ",
        };
        write!(page, ", hops over only {whose}{}", symbols(variant, kinds)).unwrap();
    }
    if !kind.passes_own.is_empty() {
        write!(page, ", passes own {}", symbols(variant, &kind.passes_own)).unwrap();
    }
    if !kind.relays_to.is_empty() {
        write!(page, ", relays to {}", symbols(variant, &kind.relays_to)).unwrap();
    }
    for (holds, which) in [(&kind.holds, "next to it"), (&kind.holds_attacked, "it attacks")] {
        for (whose, held) in [("own", &holds.own), ("enemy", &holds.enemy)] {
            if !held.is_empty() {
                write!(page, ", holds {whose} {} {which}", symbols(variant, held)).unwrap();
            }
        }
    }
}

fn drawing(page: &mut String, variant: &Variant, id: SetupId, setup: &Setup) {
    let mirrored = if setup.right_half_mirrored { ", toward the middle" } else { "" };
    writeln!(page, "\nsetup {} ({}){mirrored}", setup.name, id.0).unwrap();
    let cell = |square: Square| match setup.men.iter().find(|man| man.square == square) {
        None => ".".to_owned(),
        Some(man) => {
            let symbol = symbol(variant, man.kind);
            let symbol = if man.side == Side::White { symbol.to_owned() } else { symbol.to_lowercase() };
            format!("{symbol}{}", braces(&man.state))
        }
    };
    let files = i32::from(variant.board.files());
    let width = variant.board.squares().map(|square| cell(square).len()).max().unwrap_or(1);
    for rank in (0..i32::from(variant.board.ranks())).rev() {
        let row: Vec<String> = (0..files)
            .filter_map(|file| variant.board.square(file, rank))
            .map(|square| format!("{:width$}", cell(square)))
            .collect();
        writeln!(page, "  {}", row.join(" ").trim_end()).unwrap();
    }
}

/// A castling rule.
fn castling(page: &mut String, variant: &Variant, side: Side, castling: &Castling) {
    let (king, partner) = (symbol(variant, castling.king), symbols(variant, &castling.partners));
    let (travel, landing) = (castling.travel, castling.landing);
    let keeps = match castling.colourbound.as_slice() {
        [] => String::new(),
        kinds => format!(", {} on its colour", symbols(variant, kinds)),
    };
    let on = castling.partners_on.map_or_else(String::new, |on| format!(" on {}", squares(variant, on)));
    let wing = if castling.other_wing { ", on other wings" } else { "" };
    writeln!(page, "  {side} castling: {king} {travel:?} toward {partner}{on}, {landing:?}{keeps}{wing}").unwrap();
}

fn rules(page: &mut String, variant: &Variant, rules: &Rules) {
    page.push_str("\nrules\n");
    for side in Side::ALL {
        if let Some(rule) = &rules.castling[side] {
            castling(page, variant, side, rule);
        }
        for step in &rules.long_steps[side] {
            let (kind, from) = (symbol(variant, step.kind), squares(variant, step.from));
            let (least, most, en_passant) = (step.least, step.most, step.en_passant);
            let leaps: Vec<String> = step.leaps.iter().map(|leap| format!("({},{})", leap.dx, leap.dy)).collect();
            let leaps = if leaps.is_empty() { String::new() } else { format!(" of {}", leaps.join(" ")) };
            writeln!(
                page,
                "  {side} long step of {kind}: {least} to {most}{leaps} from {from}, en passant {en_passant}"
            )
            .unwrap();
        }
        if let Some(rule) = &rules.en_passant[side] {
            let by = rule.by.as_ref().map(|kinds| format!(" by {}", symbols(variant, kinds))).unwrap_or_default();
            let on = rule.on.map(|on| format!(" on {}", squares(variant, on))).unwrap_or_default();
            writeln!(page, "  {side} en passant{by}{on}").unwrap();
        }
        for promotion in &rules.promotions[side] {
            let to = match &promotion.to {
                PromotionChoice::Kinds(kinds) => symbols(variant, kinds),
                PromotionChoice::AnyStartingBut(kinds) => format!("any starting but {}", symbols(variant, kinds)),
                PromotionChoice::Nothing => panic!("a choice that this page does not show"),
            };
            let (kind, zone) = (symbol(variant, promotion.kind), squares(variant, promotion.zone));
            let mut optional = if promotion.optional { ", optional".to_owned() } else { String::new() };
            let mut add = |text: String| optional.push_str(&text);
            if !promotion.from.is_empty() {
                add(format!(", or from {}", squares(variant, promotion.from)));
            }
            if !promotion.compulsory_on.is_empty() {
                add(format!(", except on {}", squares(variant, promotion.compulsory_on)));
            }
            if promotion.by_capture {
                add(", by capture".to_owned());
            }
            if promotion.captured_men_only {
                add(", captured men only".to_owned());
            }
            for limit in &promotion.limits {
                add(format!(", at most {} {}", limit.most, symbol(variant, limit.kind)));
            }
            writeln!(page, "  {side} promotion of {kind}: on {zone} to {to}, {:?}{optional}", promotion.facing)
                .unwrap();
        }
        if let Some(series) = &rules.series[side] {
            writeln!(page, "  {side} {series:?}").unwrap();
        }
    }
    let Rules { progress, must_move, repetition, grid, opposition, finishing_move, .. } = rules;
    let moves_of = symbols(variant, &progress.moves_of);
    writeln!(page, "  progress: captures {}, moves of {moves_of}", progress.captures).unwrap();
    if progress.promotions || !progress.one_way_moves_of.is_empty() {
        let one_way = symbols(variant, &progress.one_way_moves_of);
        writeln!(page, "  progress: promotions {}, one-way moves of {one_way}", progress.promotions).unwrap();
    }
    if progress.drops {
        writeln!(page, "  progress: drops").unwrap();
    }
    if let Some(points) = &rules.points {
        writeln!(page, "  {points:?}").unwrap();
    }
    if let Some(moves) = must_move {
        writeln!(page, "  must move: every {moves} turns").unwrap();
    }
    writeln!(page, "  repetition: {repetition:?}").unwrap();
    if let Some(grid) = grid {
        writeln!(page, "  {grid:?}").unwrap();
    }
    for pair in opposition {
        let [from, to] = [pair.watcher, pair.watched].map(|kind| symbol(variant, kind));
        writeln!(page, "  opposition: {from} and {to}, as {}", pair.betza).unwrap();
    }
    if let Some(finishing) = finishing_move {
        writeln!(page, "  {finishing:?}").unwrap();
    }
    for (side, compulsory) in rules.compulsory_capture.iter() {
        if *compulsory {
            writeln!(page, "  capture is compulsory for {side}").unwrap();
        }
    }
    match (rules.passing.white, rules.passing.black) {
        (white, black) if white == black => writeln!(page, "  passing: {white:?}").unwrap(),
        (white, black) => writeln!(page, "  passing: {white:?} of White, {black:?} of Black").unwrap(),
    }
    for (words, counts) in [("bared", &rules.counting_when_bared), ("others", &rules.counting)] {
        for (side, count) in counts.iter() {
            if let Some(count) = count {
                writeln!(page, "  counting of {words}, {side}: {count:?}").unwrap();
            }
        }
    }
}

fn condition(variant: &Variant, condition: &Condition) -> String {
    match condition {
        Condition::AtMost { count, kinds, against } => {
            let men = kinds.as_ref().map_or_else(|| "men".to_owned(), |kinds| symbols(variant, kinds));
            format!("At most {count} of {men} v {against}")
        }
        Condition::ManOn { kinds, squares: on, least, safe, secure, full } => {
            let [white, black] = Side::ALL.map(|side| squares(variant, on[side]));
            let least = if *least > 1 { format!("{least} of ") } else { String::new() };
            let more = [(safe, ", safe"), (secure, ", secure"), (full, ", no square empty")];
            let more: String = more.into_iter().filter(|(holds, _)| **holds).map(|(_, words)| words).collect();
            format!("{least}{} on {white} / {black}{more}", symbols(variant, kinds))
        }
        Condition::OnlyMaterial(balances) => {
            let balance = balances.iter().map(|balance| {
                let side = |side| {
                    let material: &weakfish::model::MaterialSide = &balance[side];
                    let any = material
                        .any_on_one_colour
                        .map_or_else(String::new, |kind| format!(" and any {} on one colour", symbol(variant, kind)));
                    let apart =
                        material.apart.map_or_else(String::new, |kind| format!(", {} apart", symbol(variant, kind)));
                    format!("{}{any}{apart}", symbols(variant, &material.men))
                };
                format!("{} v {}", side(Side::White), side(Side::Black))
            });
            format!("Only {}", balance.collect::<Vec<_>>().join(", "))
        }
        other => format!("{other:?}"),
    }
}
