//! Men in words, except their moves: facing, turning, flipping, capturing and being captured.

use std::borrow::Cow;

use super::hands::{fate_sentence, home_in_words};
use super::rules::kind_limit_sentences;
use super::{any_kind_of, kinds_of, royal_kinds, squares_of};
use crate::geometry::{PerSide, Side, Square, SquareSet};
use crate::model::{
    AffectedMen, CaptorFate, Change, Effect, EffectRange, Eighths, Event, FirstMove, Kind, KindId, KindsByOwner,
    Lasting, ManState, Mode, Orientation, Royalty, Symmetry, Variant, Whose, Within,
};
use crate::notation::man_name;
use crate::prose;

/// General remarks on the men: which way they look, holes and lines of the board, winds, modes and check.
pub(crate) fn basics(variant: &Variant) -> Vec<String> {
    let mut sentences = vec![match variant.black {
        Symmetry::MirrorsWhite => {
            "Men are described as White's, whose forward is up the board. Black's men are their mirror images: forward is \
             down the board, left and right stay as they are on it."
        }
        Symmetry::RotatesWhite => {
            "Men are described as White's, whose forward is up the board. Black's men are the same as seen from Black's end \
             of the board."
        }
    }
    .to_owned()];
    if !variant.board.holes().is_empty() {
        let holes = variant.board.holes().iter().map(|square| variant.board.name(square));
        sentences.push(format!(
            "The board has holes: {} are no part of it. No man stands on them or slides over them.",
            prose::all_of(holes)
        ));
    }
    if !variant.lines.is_empty() {
        let names =
            |line: &Vec<Square>| line.iter().map(|&square| variant.board.name(square)).collect::<Vec<_>>().join("-");
        sentences.push(format!(
            "Lines are drawn on the board: {}. A man moves along them where each of its leaps leads from a square of a line \
             to the next one, in either direction.",
            prose::all_of(variant.lines.iter().map(names))
        ));
    }
    if variant.kinds.iter().any(Kind::turns) {
        sentences.push(
            "The way a man faces is a direction of the compass: n is up the board, e to the right, ne between the two, nne \
             between n and ne, and so on around. A man that turns takes every direction of its moves along, 45° at a time: \
             a step forward becomes a step aslant, then a step aside; each knight's leap becomes the next of the eight."
                .to_owned(),
        );
    }
    if variant.kinds.iter().any(|kind| kind.flips.is_some()) {
        sentences.push("A man that flips is in one of two modes: - (it may move, but not capture) or x (it may capture, but not move).".to_owned());
    }
    if variant.kinds.iter().any(|kind| kind.royal && !kind.royalty.is_constant()) {
        sentences.push(
            "A side is in check while an enemy man could capture a man of it that is royal now, and no move may leave one's \
             own side in check. The description of a man says when it is royal."
                .to_owned(),
        );
        return sentences;
    }
    let royal = |side| {
        let names: Vec<_> = royal_kinds(variant, &[side]).into_iter().map(|kind| man_name(variant, kind)).collect();
        let several = names.len() > 1;
        (!names.is_empty()).then(|| (prose::all_of(names), several))
    };
    sentences.extend(match (royal(Side::White), royal(Side::Black)) {
        (None, None) => None,
        (Some((white, several)), Some((black, _))) if white == black => Some(if several {
            format!(
                "The {white} are royal: a side is in check while an enemy man could capture one of its own, and no move may leave one's own side in check."
            )
        } else {
            format!(
                "The {white} is royal: it is in check while an enemy man could capture it, and no move may leave one's own {white} in check."
            )
        }),
        (white, black) => {
            let sentence = |(side, names): (Side, Option<(String, bool)>)| match names {
                None => format!("{side} has no royal man, so it is never in check."),
                Some((names, true)) => format!(
                    "{side}'s {names} are royal: {side} is in check while an enemy man could capture one of them, and no move of {side} may leave it in check."
                ),
                Some((names, false)) => format!(
                    "{side}'s {names} is royal: it is in check while an enemy man could capture it, and no move of {side} may leave it in check."
                ),
            };
            Some([(Side::White, white), (Side::Black, black)].map(sentence).join(" "))
        }
    });
    sentences
}

/// The properties of a kind of man in sentences, without its moves.
pub fn man(variant: &Variant, id: KindId) -> Vec<String> {
    let kind = variant.kind(id);
    // Destructured completely: a new property does not compile before it has a sentence.
    let Kind {
        symbol: _,
        name: _,
        sides,
        royal,
        royalty,
        flips,
        // Its moves.
        components: _,
        // `start_facing_sentence` and `turning_sentences`.
        orientation: _,
        effects: _,
        // `limit_sentences`.
        captured_by: _,
        captures: _,
        hops_over: _,
        hops_over_whose: _,
        passes_own: _,
        holds: _,
        holds_attacked: _,
        relays_to: _,
        stays_in: _,
        enters_by_capture: _,
        elsewhere: _,
        first_move: _,
        may_leave: _,
        // `fate_sentence`.
        captured: _,
        was: _,
    } = kind;
    let mut sentences = Vec::new();
    let has = |side: Side| sides[side] && kinds_of(variant, side).any(|other| other == id);
    match (has(Side::White), has(Side::Black)) {
        (true, false) => sentences.push("Only White has it.".to_owned()),
        (false, true) => sentences.push("Only Black has it.".to_owned()),
        _ => {}
    }
    if *royal {
        sentences.push(royalty_sentence(variant, id, *royalty));
    }
    sentences.extend(start_facing_sentence(variant, kind));
    sentences.extend(turning_sentences(variant, kind));
    if let Some(mode) = *flips {
        let (first, then) = match mode {
            Mode::Moving => ("- (moving)", "x (capturing)"),
            Mode::Capturing => ("x (capturing)", "- (moving)"),
        };
        sentences.push(format!("It starts in mode {first}. Instead of moving it may flip to {then}, and back."));
    }
    sentences.extend(limit_sentences(variant, id));
    sentences.extend(fate_sentence(variant, kind));
    sentences
}

/// The sentence on the times when a man is royal.
fn royalty_sentence(variant: &Variant, id: KindId, royalty: Royalty) -> String {
    let name = man_name(variant, id);
    match royalty {
        Royalty::Always => "It is royal.".to_owned(),
        Royalty::WhenLeft(number) | Royalty::WhenLeftBeforeMoving(number) => {
            let before = if matches!(royalty, Royalty::WhenLeftBeforeMoving(_)) {
                " A move may not leave it attacked either if it was royal before the move."
            } else {
                ""
            };
            let until = "until then it can be captured.";
            if number == 1 {
                format!("It is royal while it is the only {name} of its side; {until}{before}")
            } else {
                let number = prose::number(number);
                format!("It is royal while its side has no more than {number} men of its kind; {until}{before}")
            }
        }
        Royalty::Together => {
            "It is royal together with the other men of its side that are described so: no move may leave all of \
             them attacked. While there are several, it can be captured."
                .to_owned()
        }
    }
}

/// The sentence on a man's facing at the start; `None` for a man without facings.
fn start_facing_sentence(variant: &Variant, kind: &Kind) -> Option<String> {
    let in_words = |side: Side, mirrored: bool| {
        let state = kind.start_state(side, variant.black, mirrored)?;
        facings_in_words(variant, kind, side, &state)
    };
    let white = in_words(Side::White, false)?;
    let mut sentences = vec![format!("At the start White's faces {white}")];
    sentences.extend(in_words(Side::Black, false).map(|black| format!(", Black's {black}")));
    let mirrors = variant.setups.iter().any(|setup| setup.right_half_mirrored);
    if mirrors
        && let (Some(other), Some(black)) = (in_words(Side::White, true), in_words(Side::Black, true))
        && other != white
    {
        sentences.push(format!("; on the right half of the board {other} and {black}"));
    }
    Some(sentences.concat() + ".")
}

/// `n`, or with several parts `n with its short part, nne with its leap part`; `None` for a man without facings.
fn facings_in_words(variant: &Variant, kind: &Kind, side: Side, state: &ManState) -> Option<String> {
    let faced = kind.components.iter().enumerate();
    let faced = faced.filter(|(part, _)| kind.facings(side, variant.black, *part).len() > 1).zip(&state.facings);
    let faced: Vec<_> = faced.map(|((_, part), wind)| (part.name.as_deref().unwrap_or("other"), wind)).collect();
    match faced.as_slice() {
        [] => None,
        [(_, wind)] => Some(wind.to_string()),
        several => Some(prose::all_of(several.iter().map(|(part, wind)| format!("{wind} with its {part} part")))),
    }
}

/// The sentences about the turns of a man and of its parts.
fn turning_sentences(variant: &Variant, kind: &Kind) -> Vec<String> {
    let mut sentences = Vec::new();
    let several = kind.components.len() > 1;
    match &kind.orientation {
        Orientation::Whole { turns, within } if !turns.is_empty() => {
            let together = if several { ", all its parts together" } else { "" };
            let angles = angles_in_words(turns);
            sentences.push(format!(
                "Instead of moving it may turn on its square, {angles} left or right{together}{}.",
                within.map_or_else(String::new, sector_phrase)
            ));
        }
        Orientation::Whole { .. } => {}
        Orientation::OneDirection { turns, .. } => {
            sentences.push(format!(
                "Of its directions it uses only the one it faces. Instead of moving it may turn on its square, {} left or \
                 right, to another direction that it has.",
                angles_in_words(turns)
            ));
        }
    }
    for part in kind.components.iter().filter(|part| !part.turns.is_empty()) {
        sentences.push(format!(
            "Its {} part may turn alone, {} left or right.",
            part.name.as_deref().unwrap_or("only"),
            angles_in_words(&part.turns)
        ));
    }
    sentences.extend(kind.effects.iter().map(|effect| effect_sentence(variant, kind, effect)));
    sentences
}

/// An effect of its moves.
fn effect_sentence(variant: &Variant, kind: &Kind, effect: &Effect) -> String {
    let change = match &effect.change {
        Change::Turns(turns) => format!("turn {} left or right", angles_in_words(turns)),
        Change::Flips => "flip".to_owned(),
        Change::Becomes(kinds) => format!("become {}", any_kind_of(variant, kinds)),
        Change::BecomesVictim(_) => "become a man like the captured one".to_owned(),
        Change::Dies | Change::BecomesWall | Change::Destroys(_) | Change::Converts(_) | Change::Captor(_) => {
            String::new()
        }
    };
    let squares;
    let event = match &effect.event {
        Event::InPlace => {
            return format!("Instead of moving it may {change}.{}", kind_limit_sentences(variant, &effect.limits));
        }
        Event::Moving => "it has moved",
        Event::Capturing => "it has captured",
        Event::NotCapturing => "it has moved without a capture",
        Event::Dropped => "it has been dropped",
        Event::DroppedNextToOwn => "it has been dropped next to another man of its side",
        Event::Arriving(on) => {
            squares = format!("it has moved to {}", squares_of_sides(variant, on));
            &squares
        }
    };
    match &effect.change {
        Change::Captor(fate) => return captor_sentence(kind, *fate),
        Change::Converts(affected) => {
            let of_the_opponent = |(id, other): &(KindId, &Kind)| {
                affected.men.enemy.contains(id)
                    && Side::ALL.into_iter().any(|side| kind.sides[side] && other.sides[!side])
            };
            let men: Vec<KindId> = variant.kinds().filter(of_the_opponent).map(|(id, _)| id).collect();
            let turn = men.iter().any(|&id| variant.kind(id).turns());
            let stays = men.iter().any(|&id| variant.kind(id).stays_in.is_some());
            let men = any_kind_of(variant, &men);
            let facing = if turn { ", and faces as before" } else { "" };
            let where_ = range_in_words(variant, affected);
            let inside = if stays { ", unless it would then stand outside the squares that it stays on" } else { "" };
            return format!("When {event}, {men} of the opponent {where_} changes sides{facing}{inside}.");
        }
        Change::Turns(_)
        | Change::Flips
        | Change::Becomes(_)
        | Change::BecomesVictim(_)
        | Change::Dies
        | Change::BecomesWall
        | Change::Destroys(_) => {}
    }
    if effect.change.kills() {
        return death_sentence(variant, kind, event, &effect.change);
    }
    let then = if effect.optional { "it may then" } else { "it must then" };
    let part = effect.by.and_then(|part| kind.components.get(usize::from(part)));
    let by = part.map_or_else(String::new, |part| format!(" by its {} part", part.name.as_deref().unwrap_or("only")));
    let limits = kind_limit_sentences(variant, &effect.limits);
    let stays = !limits.is_empty() && !effect.optional;
    let stays = if stays { " If that leaves nothing, it stays what it is." } else { "" };
    format!("When {event}{by}, {then} {change}, but not when it castles or promotes.{limits}{stays}")
}

/// The fate of a man that has captured.
fn captor_sentence(kind: &Kind, fate: CaptorFate) -> String {
    match fate {
        CaptorFate::StaysBehind => "When it captures, it stays on its square, and does not promote.".to_owned(),
        CaptorFate::GoesHome(choice) => format!(
            "When it captures, it returns to its first square{}, as at the start; it may not capture unless that is empty then.",
            home_in_words(choice)
        ),
        CaptorFate::ChangesSides if kind.royal => "It is royal, and stays with its side when it captures.".to_owned(),
        CaptorFate::ChangesSides => {
            let facing = if kind.turns() { ", and faces as before" } else { "" };
            format!("When it captures, it becomes a man of the opponent{facing}.")
        }
    }
}

/// The men of some sides in words, by the shorter of two lists: these men or all others. `None` for no men.
fn every_man_of(variant: &Variant, whose: &str, listed: &[KindId], is_theirs: &dyn Fn(Side) -> bool) -> Option<String> {
    let counts = |other: &Kind| Side::ALL.into_iter().any(|side| other.sides[side] && is_theirs(side));
    let spared = variant.kinds().filter(|(id, other)| counts(other) && !listed.contains(id));
    let spared: Vec<KindId> = spared.map(|(id, _)| id).collect();
    match (listed, &spared[..]) {
        ([], _) => None,
        (_, []) => Some(format!("every man{whose}")),
        (listed, spared) if spared.len() < listed.len() => {
            Some(format!("every man{whose} that is not {}", any_kind_of(variant, spared)))
        }
        (listed, _) => Some(format!("{}{whose}", any_kind_of(variant, listed))),
    }
}

/// The men that a man holds, in words.
fn held_men(variant: &Variant, kind: &Kind, KindsByOwner { own: own_kinds, enemy }: &KindsByOwner) -> String {
    let both = every_man_of(variant, "", own_kinds, &|_| true).filter(|_| own_kinds == enemy);
    let own = every_man_of(variant, " of its own side", own_kinds, &|side| kind.sides[side]);
    let enemy = every_man_of(variant, " of the opponent", enemy, &|side| kind.sides[!side]);
    both.unwrap_or_else(|| prose::all_of(own.into_iter().chain(enemy)))
}

/// The sentence for an effect that takes men off the board.
fn death_sentence(variant: &Variant, kind: &Kind, event: &str, change: &Change) -> String {
    let men = |whose: &str, listed: &[KindId], is_theirs: &dyn Fn(Side) -> bool| {
        every_man_of(variant, whose, listed, is_theirs)
    };
    if let Change::Destroys(affected) = change {
        let KindsByOwner { own, enemy } = &affected.men;
        let both = men("", own, &|_| true).filter(|_| own == enemy);
        let own = men(" of its own side", own, &|side| kind.sides[side]);
        let enemy = men(" of the opponent", enemy, &|side| kind.sides[!side]);
        let killed = both.map_or_else(|| own.into_iter().chain(enemy).collect(), |men| vec![men]);
        format!("When {event}, {} {} dies.", killed.join(" and "), range_in_words(variant, affected))
    } else if *change == Change::BecomesWall {
        format!("When {event}, it becomes a wall, which nothing enters or passes.")
    } else {
        format!("When {event}, it dies.")
    }
}

/// Where the men stand that an effect reaches, in words.
fn range_in_words(variant: &Variant, affected: &AffectedMen) -> Cow<'static, str> {
    let where_ = match affected.range {
        EffectRange::Coordinated => {
            let partner = any_kind_of(variant, &affected.partners);
            return format!(
                "on the square where its rank crosses the file, or its file the rank, of {partner} of its side"
            )
            .into();
        }
        EffectRange::NextTo { orthogonally: false } => "next to it",
        EffectRange::NextTo { orthogonally: true } => "orthogonally next to it",
        EffectRange::Enclosed { orthogonally: false } => {
            "in a line, side by side, between it and another man of its side"
        }
        EffectRange::Enclosed { orthogonally: true } => {
            "in a rank or file, side by side, between it and another man of its side"
        }
        EffectRange::Passed => "that it has passed in a straight line",
        EffectRange::Approached { in_line: false } => "on the next square in the direction of its move",
        EffectRange::Approached { in_line: true } => "side by side before it in the direction of its move",
        EffectRange::WithdrawnFrom { in_line: false } => {
            "on the square behind the one that it left, in the direction of its move"
        }
        EffectRange::WithdrawnFrom { in_line: true } => {
            "side by side behind the square that it left, in the direction of its move"
        }
    };
    where_.into()
}

fn sector_phrase(within: Within) -> String {
    let of = if within.of == crate::geometry::Wind::NORTH { "forward".to_owned() } else { within.of.to_string() };
    format!(", never further than {}° away from {of}", within.eighths.degrees())
}

/// The sentences about the limits of a man: men that it may capture, hop over or be captured by, regions, lines, its
/// first move.
fn limit_sentences(variant: &Variant, id: KindId) -> Vec<String> {
    let kind = variant.kind(id);
    let mut sentences = Vec::new();
    // The shorter one of the two lists.
    let limited = |listed: &[KindId], others: &[KindId], [none, never, only]: [&str; 3], end: &str| {
        if listed.is_empty() {
            return format!("It {none}.");
        }
        let is_shorter = (1..listed.len()).contains(&others.len());
        let (verb, kinds) = if is_shorter { (never, others) } else { (only, listed) };
        format!("It {verb} {}{end}.", any_kind_of(variant, kinds))
    };
    let unlisted = |listed: &[KindId], counts: &dyn Fn(&Kind) -> bool| -> Vec<KindId> {
        variant.kinds().filter(|(id, other)| counts(other) && !listed.contains(id)).map(|(id, _)| id).collect()
    };
    if let Some(kinds) = kind.captures.as_deref() {
        let sides = kind.sides;
        let is_enemy = |other: &Kind| sides.white && other.sides.black || sides.black && other.sides.white;
        let spared = unlisted(kinds, &is_enemy);
        sentences.push(limited(kinds, &spared, ["captures nothing", "never captures", "can capture only"], ""));
    }
    if let Some(kinds) = kind.captured_by.as_deref() {
        sentences.push(limited(kinds, &[], ["can't be captured", "", "can be captured only by"], ""));
    }
    if let Some(kinds) = kind.hops_over.as_deref() {
        let barred = unlisted(kinds, &|_| true);
        let verbs = ["can hop over no man", "never hops over", "can hop only over"];
        sentences.push(match kind.hops_over_whose {
            None => limited(kinds, &barred, verbs, ", of either side"),
            Some(Whose::Own) if barred.is_empty() => "It can hop only over men of its own side.".to_owned(),
            Some(Whose::Enemy) if barred.is_empty() => "It can hop only over men of the opponent.".to_owned(),
            Some(Whose::Own) => limited(kinds, &[], verbs, " of its own side"),
            Some(Whose::Enemy) => limited(kinds, &[], verbs, " of the opponent"),
        });
    }
    if !kind.passes_own.is_empty() {
        let shares_a_side = |other: &Kind| Side::ALL.iter().any(|&side| kind.sides[side] && other.sides[side]);
        sentences.push(if unlisted(&kind.passes_own, &shares_a_side).is_empty() {
            "It passes all men of its own side as if their squares were empty.".to_owned()
        } else {
            let passed = any_kind_of(variant, &kind.passes_own);
            format!("It passes {passed} of its own side as if the square were empty.")
        });
    }
    if !kind.holds.is_empty() {
        let held = held_men(variant, kind, &kind.holds);
        sentences.push(format!(
            "It holds {held} next to it: as long as both stand so, that man makes no move and attacks nothing."
        ));
    }
    if !kind.holds_attacked.is_empty() {
        let held = held_men(variant, kind, &kind.holds_attacked);
        sentences.push(format!(
            "It holds {held} that stands where it could capture, even while it is held itself: as long as that man does, it \
             makes no move and attacks nothing."
        ));
    }
    if let Some(men) = every_man_of(variant, " of its side", &kind.relays_to, &|side| kind.sides[side]) {
        sentences.push(format!(
            "It relays its moves to {men} that stands where it could capture: as long as that man does, it moves and captures \
             like this one, too."
        ));
    }
    let board: SquareSet = variant.board.squares().collect();
    let region = kind.stays_in.and_then(|id| variant.regions.get(id.index()));
    if let Some(region) = region.filter(|region| region.squares != PerSide::both(board)) {
        let squares = squares_of_sides(variant, &region.squares);
        sentences.push(match &region.name {
            Some(name) => format!("It never leaves its {name} ({squares})."),
            None => format!("It never leaves {squares}."),
        });
    }
    if kind.enters_by_capture != PerSide::both(SquareSet::EMPTY) {
        sentences.push(format!("It enters {} only by capturing.", squares_of_sides(variant, &kind.enters_by_capture)));
    }
    let along = kind.components.iter().map(|part| part.along_lines.as_str()).filter(|betza| !betza.is_empty());
    sentences.extend(along.map(|betza| format!("Along the lines of the board it moves as {betza}, too.")));
    for elsewhere in &kind.elsewhere {
        if let Some(region) = variant.regions.get(elsewhere.region.index()) {
            let moves = match (elsewhere.betza.as_str(), elsewhere.also) {
                ("", _) => "doesn't move".to_owned(),
                (betza, true) => format!("also moves as {betza}"),
                (betza, false) => format!("moves as {betza} instead"),
            };
            let squares = squares_of_sides(variant, &region.squares);
            sentences.push(match &region.name {
                Some(name) => format!("While it stands in its {name} ({squares}) it {moves}."),
                None => format!("While it stands on {squares} it {moves}."),
            });
        }
    }
    sentences.extend(kind.first_move.as_ref().map(|first| first_move_sentence(variant, kind, first)));
    let stands = |kind: KindId| variant.setups.iter().flat_map(|setup| &setup.men).any(|man| man.kind == kind);
    if !kind.may_leave.is_empty() && stands(id) {
        sentences.push(format!(
            "When it moves for the first time, or castles, the player may put {} from the hand on the square that it \
             leaves. Only moves and castlings that are legal without that man can be made so.",
            any_kind_of(variant, &kind.may_leave)
        ));
    }
    sentences
}

/// The sentence about a man's first move, or its move once a game: an extra movement as long as it has never moved, or until it
/// has used it.
fn first_move_sentence(variant: &Variant, kind: &Kind, first: &FirstMove) -> String {
    let unless = if first.unless_in_check { ", and not in check" } else { "" };
    let stationary = kind.turns() || kind.flips.is_some();
    let until = if first.until_aimed_at_by.is_empty() {
        String::new()
    } else {
        format!(
            " It loses this by an enemy's move after which {} could capture on its square if the board were otherwise empty.",
            any_kind_of(variant, &first.until_aimed_at_by)
        )
    };
    if first.lasts == Lasting::UntilItIsUsed {
        let betza = &first.betza;
        return format!(
            "Once a game each of those in the setup can also go as {betza}, without capturing{unless}.{until}"
        );
    }
    format!(
        "As long as it has never moved{} it can also go as {}, without capturing{unless}.{until}",
        if stationary { ", turned or flipped" } else { "" },
        first.betza
    )
}

/// The squares of a region in words, for both sides.
pub(crate) fn squares_of_sides(variant: &Variant, squares: &PerSide<SquareSet>) -> String {
    let [white, black] = Side::ALL.map(|side| squares_of(variant.board, side, squares[side]));
    if white == black { white } else { format!("{white} for White, {black} for Black") }
}

/// Angles in degrees: `45°`, `45° or 90°`.
fn angles_in_words(angles: &[Eighths]) -> String {
    prose::any_of(angles.iter().map(|angle| format!("{}°", angle.degrees())))
}
