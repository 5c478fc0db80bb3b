//! The men: ids, movements, and what else is said of a kind.

use super::context::Context;
use super::orientation;
use super::properties::{Properties, Said, common, own};
use super::regions::region;
use super::sheet::{Generation, Held};
use super::words;
use crate::betza;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::PerSide;
use crate::model::{Component, Elsewhere, Kind, KindId, Mode, Modes, Movement, Orientation};
use crate::source::Spanned;
use crate::syntax::variant::ast::{AllMen, FirstMode, Man, ManBody, MovementText, Section, Symbol};

/// A game has at most so many kinds of men.
const MAX_KINDS: usize = 255;

/// Makes all kinds.
pub(super) fn men(context: &mut Context<'_>) {
    let alive: Vec<(usize, Held<Man>)> = (context.sheet.men.iter().enumerate())
        .filter(|(_, man)| man.removed.is_none() && (man.held.sides.white || man.held.sides.black))
        .map(|(slot, man)| (slot, man.held.clone()))
        .take(MAX_KINDS + 1)
        .collect();
    context.kind_of_slot = vec![None; context.sheet.men.len()];
    for (slot, held) in alive.iter().take(MAX_KINDS) {
        context.kind_of_slot[*slot] = Some(KindId(context.kinds.len() as u8));
        context.kinds.push(bare(held));
        context.kind_spans.push(context.place(held.generation, held.line.symbol.span));
        context.broken.push(false);
    }
    if let Some((_, held)) = alive.get(MAX_KINDS) {
        let message = format!("a game has at most {MAX_KINDS} kinds of men");
        let many = Diagnostic::error(Code::CheckTooMany, held.line.symbol.span, message)
            .label("one too many")
            .help("men that move alike can be one kind");
        context.report(held.generation, many);
    }
    if context.kinds.is_empty() && !context.damage.hurts(Section::Men) && context.sheet.men.is_empty() {
        context.diagnostics.push(
            Diagnostic::error(Code::CheckMissingSection, context.title, "the game has no men")
                .label("for this game")
                .help("write a section `men`, with a line for each man, as in `K king: K, royal`"),
        );
    }
    let all: Vec<Held<AllMen>> = context.sheet.all_men.clone();
    let mut everyone = Vec::new();
    for held in &all {
        everyone.push((held.clone(), common(context, held)));
    }
    for (index, (_, held)) in alive.iter().take(MAX_KINDS).enumerate() {
        let before = context.errors();
        let kind = kind(context, held, &everyone);
        context.kinds[index] = kind;
        context.broken[index] = context.errors() > before;
    }
    same_names(context, &alive);
    count_states(context);
}

/// A kind of which only the symbol, the name and the sides are known yet.
fn bare(held: &Held<Man>) -> Kind {
    Kind {
        symbol: held.line.symbol.value.clone(),
        name: held.line.name.as_ref().map_or_else(String::new, |name| name.value.clone()),
        sides: held.sides,
        components: Vec::new(),
        orientation: Orientation::Whole { turns: Vec::new(), within: None },
        flips: None,
        royal: false,
        captured_by: None,
        captures: None,
        stays_in: None,
        elsewhere: Vec::new(),
        turns_after_moving: Vec::new(),
    }
}

fn kind(context: &mut Context<'_>, held: &Held<Man>, everyone: &[(Held<AllMen>, Properties)]) -> Kind {
    let generation = held.generation;
    let mut kind = bare(held);
    let ManBody::Moves { movement, properties } = &held.line.body else { return kind };
    kind.components = components(context, generation, movement);
    let own = own(context, generation, properties);
    let all = everyone.iter().find(|(all, _)| super::sheet::overlap(all.sides, held.sides));
    kind.royal = own.royal || all.is_some_and(|(_, all)| all.royal);

    let user = format!("the man `{}`", held.line.symbol.value);
    let other_side = PerSide::new(held.sides.black, held.sides.white);
    let kinds = |context: &mut Context<'_>, symbols: &Option<Vec<Symbol>>| {
        symbols.as_ref().map(|symbols| context.men_of(generation, other_side, symbols, &user))
    };
    kind.captured_by = kinds(context, &own.captured_by);
    kind.captures = kinds(context, &own.captures);

    let home = own.stays_in.as_ref().map(|said| (generation, said));
    let home = home.or_else(|| all.and_then(|(line, all)| Some((line.generation, all.stays_in.as_ref()?))));
    if let Some((generation, name)) = home {
        kind.stays_in = region(context, generation, name);
        if let Some(id) = kind.stays_in {
            region_of_side(context, generation, name, id, held.sides);
        }
    }
    elsewhere(context, held, &own, &mut kind);

    let flips = own.flips.as_ref().map(|said| (generation, said));
    let flips = flips.or_else(|| all.and_then(|(line, all)| Some((line.generation, all.flips.as_ref()?))));
    if let Some((line, said)) = flips {
        kind.flips = Some(match said.value {
            FirstMode::Moving => Mode::Moving,
            FirstMode::Capturing => Mode::Capturing,
        });
        if line == generation {
            idle_mode(context, line, &kind, said);
        }
    }
    orientation::orient(context, held, &own, all.map(|(line, all)| (line.generation, all)), &mut kind);
    kind
}

fn components(context: &mut Context<'_>, generation: Generation, text: &MovementText) -> Vec<Component> {
    match text {
        MovementText::Whole(betza) => vec![Component {
            name: None,
            betza: betza.value.clone(),
            movement: read(context, generation, betza),
            turns: Vec::new(),
        }],
        MovementText::Parts(parts) => {
            if let Some(part) = parts.get(Kind::MAX_COMPONENTS) {
                let message = format!("a man has at most {} parts", Kind::MAX_COMPONENTS);
                let many = Diagnostic::error(Code::CheckTooMany, part.name.span, message)
                    .label("one too many")
                    .help("parts that turn together can be one");
                context.report(generation, many);
            }
            let parts = &parts[..parts.len().min(Kind::MAX_COMPONENTS)];
            for (at, part) in parts.iter().enumerate() {
                let earlier = parts[..at].iter().find(|earlier| earlier.name.value == part.name.value);
                if let Some(earlier) = earlier {
                    let message = format!("two parts are called `{}`", part.name.value);
                    let twice = Diagnostic::error(Code::CheckRepeatedPart, part.name.span, message)
                        .label("the name is taken")
                        .also(earlier.name.span, "by this part")
                        .help("give each part a name of its own, so that each can turn alone");
                    context.report(generation, twice);
                }
            }
            let component = |context: &mut Context<'_>, part: &crate::syntax::variant::ast::Part| Component {
                name: Some(part.name.value.clone()),
                betza: part.betza.value.clone(),
                movement: read(context, generation, &part.betza),
                turns: Vec::new(),
            };
            parts.iter().map(|part| component(context, part)).collect()
        }
    }
}

/// The movement of a Betza string; what is wrong with the string is put to its place.
pub(super) fn read(context: &mut Context<'_>, generation: Generation, text: &Spanned<String>) -> Movement {
    let (movement, diagnostics) = betza::movement(&text.value);
    for diagnostic in diagnostics {
        context.report(generation, diagnostic.shifted(text.span.start));
    }
    movement.unwrap_or_default()
}

fn elsewhere(context: &mut Context<'_>, held: &Held<Man>, own: &Properties, kind: &mut Kind) {
    for Said { value: (name, betza), span } in &own.elsewhere {
        if kind.components.len() > 1 {
            let parts =
                Diagnostic::error(Code::CheckRegionAndParts, *span, "a man of several parts moves alike everywhere")
                    .label("this speaks of a movement as a whole")
                    .help("write the movement as one Betza string, or leave the region out");
            context.report(held.generation, parts);
            continue;
        }
        let movement = read(context, held.generation, betza);
        let Some(id) = region(context, held.generation, name) else { continue };
        region_of_side(context, held.generation, name, id, held.sides);
        if kind.elsewhere.iter().any(|there| there.region == id) {
            let twice = Diagnostic::error(
                Code::CheckRepeatedProperty,
                *span,
                format!("how it moves in `{}` is said twice", name.value),
            )
            .label("said before")
            .help("keep the one that is meant");
            context.report(held.generation, twice);
            continue;
        }
        kind.elsewhere.push(Elsewhere { region: id, betza: betza.value.clone(), movement });
    }
}

/// A region that a man of these sides needs is empty for one of them.
fn region_of_side(
    context: &mut Context<'_>,
    generation: Generation,
    name: &Spanned<String>,
    id: crate::model::RegionId,
    sides: PerSide<bool>,
) {
    let squares = context.regions[id.index()].squares;
    let without = PerSide::from_fn(|side| sides[side] && squares[side].is_empty());
    if (without.white || without.black) && !context.damage.hurts(Section::Regions) {
        let who = words::sides(without);
        let message = format!("the region `{}` has no squares for {who}", name.value);
        let side = who.to_lowercase();
        let empty = Diagnostic::error(Code::CheckEmptyRegion, name.span, message)
            .label(format!("nothing for {who}"))
            .help(format!("say where it is for that side too, as in `{side} {}: d8 to f10`", name.value));
        context.report(generation, empty);
    }
}

/// A man that flips but can do nothing in one of its modes.
fn idle_mode(context: &mut Context<'_>, generation: Generation, kind: &Kind, said: &Said<FirstMode>) {
    if kind.components.iter().any(|part| part.movement.paths.is_empty()) {
        return;
    }
    let idle = |modes: Modes| kind.components.iter().all(|part| part.movement.restricted(modes).paths.is_empty());
    let what = match (idle(Modes::MOVES), idle(Modes::CAPTURES)) {
        (true, _) => "move",
        (_, true) => "capture",
        _ => return,
    };
    let warning = Diagnostic::warning(Code::CheckIdleMode, said.span, format!("this man can never {what}"))
        .label(format!("in that mode `{}` does nothing", kind.components[0].betza))
        .help("leave the flips out, or give it a movement that can do both");
    context.report(generation, warning);
}

fn same_names(context: &mut Context<'_>, men: &[(usize, Held<Man>)]) {
    for (at, (_, held)) in men.iter().enumerate() {
        let Some(name) = &held.line.name else { continue };
        let earlier = men[..at].iter().find(|(_, other)| {
            let same = other.line.name.as_ref().is_some_and(|other| other.value == name.value);
            same && super::sheet::overlap(other.sides, held.sides)
        });
        if let Some((_, earlier)) = earlier {
            let same =
                Diagnostic::warning(Code::CheckSameName, name.span, format!("two men are called {}", name.value))
                    .label("the name is taken")
                    .help(format!("`{}` has it too; players will want two names", earlier.line.symbol.value));
            context.report(held.generation, same);
        }
    }
}

fn count_states(context: &mut Context<'_>) {
    let counts: Vec<usize> = (context.kinds.iter())
        .map(|kind| {
            let sides = usize::from(kind.sides.white) + usize::from(kind.sides.black);
            kind.state_count(context.black).saturating_mul(sides)
        })
        .collect();
    let all = counts.iter().fold(0, |sum: usize, &count| sum.saturating_add(count));
    let worst = counts.iter().enumerate().max_by_key(|&(_, count)| count).map(|(index, _)| index);
    if let Some(worst) = worst.filter(|_| all > Kind::MAX_STATES) {
        let kind = &context.kinds[worst];
        let message = format!("the men have more than {} states in all, which is all that fit", Kind::MAX_STATES);
        context.diagnostics.push(
            Diagnostic::error(Code::CheckTooManyStates, context.kind_spans[worst], message)
                .label(format!("`{}` has the most of them", kind.symbol))
                .help("every part that turns multiplies the states: let fewer parts turn, or by greater angles"),
        );
        context.broken[worst] = true;
    }
}
