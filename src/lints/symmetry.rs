//! Lints of what the two sides have in common: setups in which they correspond but for a few men, and squares of the
//! board that a line names for both sides although these come from opposite ends.

use std::collections::HashMap;

use super::{Finding, KindItem, Lint, ModelItem};
use crate::geometry::{Board, Side, Square, SquareSet};
use crate::model::{
    At, Condition, Ending, Kind, KindId, ManState, Parts, PlacedMan, RegionId, Setup, SetupId, StateSpace, Symmetry,
    Variant, Walker, walked,
};
use crate::prose;

/// The maximal number of squares that differ in a setup that is nearly symmetrical.
const MAX_DIFFERENT: usize = 2;

/// The minimal number of corresponding men for each square that differs.
const MIN_ALIKE_FOR_EACH: usize = 4;

/// The words of a definition for a symmetry.
fn symmetry_name(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::MirrorsWhite => "mirrors white",
        Symmetry::RotatesWhite => "rotates white",
    }
}

/// The symmetry that is not this one.
const fn other_symmetry(symmetry: Symmetry) -> Symmetry {
    match symmetry {
        Symmetry::MirrorsWhite => Symmetry::RotatesWhite,
        Symmetry::RotatesWhite => Symmetry::MirrorsWhite,
    }
}

/// A side's man on a square of a setup.
fn man_on(setup: &Setup, side: Side, square: Square) -> Option<&PlacedMan> {
    let at = setup.men.binary_search_by_key(&square, |man| man.square).ok()?;
    setup.men.get(at).filter(|man| man.side == side)
}

/// Compares both sides in a setup: White's squares on which Black has another man on the corresponding square, and the
/// number of those with equal men.
fn setup_differences(game: &Variant, setup: &Setup, symmetry: Symmetry) -> (Vec<Square>, usize) {
    let board = game.board;
    let symbol = |man: Option<&PlacedMan>| man.map(|man| game.kind(man.kind).symbol.as_str());
    let (mut different, mut alike) = (Vec::new(), 0);
    for square in board.squares() {
        let white = symbol(man_on(setup, Side::White, square));
        let black = symbol(man_on(setup, Side::Black, symmetry.square(board, Side::Black, square)));
        if white != black {
            different.push(square);
        } else if white.is_some() {
            alike += 1;
        }
    }
    (different, alike)
}

/// Whether the men of a setup correspond.
fn is_symmetrical(game: &Variant, setup: &Setup, symmetry: Symmetry) -> bool {
    setup_differences(game, setup, symmetry).0.is_empty()
}

/// Whether a man is another one seen in a mirror that exchanges left and right.
fn is_one_sided(kind: &Kind) -> bool {
    kind.movements().any(|movement| movement.mirrored_in_files() != *movement)
}

/// Finds setups that are nearly symmetrical, or symmetrical in the other way than the game says.
pub(super) fn nearly_symmetrical_setups(game: &Variant) -> Vec<Finding> {
    let black = game.black;
    let finding = |(index, setup): (usize, &Setup)| {
        let id = SetupId(index as u8);
        let (different, alike) = setup_differences(game, setup, black);
        if different.is_empty() {
            return odd_facings(game, id, setup);
        }
        if is_symmetrical(game, setup, other_symmetry(black)) {
            let one_sided = |man: &&PlacedMan| is_one_sided(game.kind(man.kind));
            let one_sided = setup.men.iter().find(one_sided);
            if let Some(man) = one_sided {
                return Some(wrong_symmetry(game, id, setup, man));
            }
            // Kings on different files are usual where nothing depends on it; castling does.
            let castles = |man: &PlacedMan| {
                let castling = &game.rules.castling[man.side];
                castling.as_ref().is_some_and(|castling| castling.king == man.kind)
            };
            if !different.iter().any(|&square| man_on(setup, Side::White, square).is_some_and(castles)) {
                return None;
            }
        }
        let nearly = different.len() <= MAX_DIFFERENT && alike >= MIN_ALIKE_FOR_EACH * different.len();
        let &first = different.first().filter(|_| nearly)?;
        // A side that has a man of its own, or plays without one, does so on purpose.
        let of_both = different.iter().all(|&square| {
            Side::ALL.into_iter().all(|side| {
                let man = man_on(setup, side, black.square(game.board, side, square));
                man.is_none_or(|man| {
                    let symbol = &game.kind(man.kind).symbol;
                    setup.men.iter().any(|other| other.side != side && game.kind(other.kind).symbol == *symbol)
                })
            })
        });
        if !of_both {
            return None;
        }
        let board = game.board;
        let image = black.square(board, Side::Black, first);
        let has = |side, square| {
            man_on(setup, side, square).map_or("nothing".to_owned(), |man| format!("`{}`", game.kind(man.kind).symbol))
        };
        let names = prose::all_of(different.iter().map(|&at| board.name(black.square(board, Side::Black, at))));
        let how = if black == Symmetry::MirrorsWhite { "mirror" } else { "correspond to" };
        let message = format!("in the setup `{}` Black's men {how} White's, but for {names}", setup.name);
        let (name, of_black, image_name, of_white) =
            (board.name(image), has(Side::Black, image), board.name(first), has(Side::White, first));
        let help = format!(
            "Black has {of_black} on {name}, and White has {of_white} on {image_name}: draw them alike, or say that it \
             is meant: `// allow check::nearly-symmetrical: …`"
        );
        let finding =
            Finding::new(Lint::NearlySymmetrical, ModelItem::Cell(id, image), message).label("otherwise than White's");
        Some(finding.because(ModelItem::Cell(id, first), "White's").help(help))
    };
    game.setups.iter().enumerate().filter_map(finding).collect()
}

/// The finding of a setup that is symmetrical in the other way than the game says.
fn wrong_symmetry(game: &Variant, id: SetupId, setup: &Setup, man: &PlacedMan) -> Finding {
    let black = game.black;
    let (is, says) = match black {
        Symmetry::MirrorsWhite => ("rotated", "mirrored"),
        Symmetry::RotatesWhite => ("mirrored", "rotated"),
    };
    let message = format!(
        "in the setup `{}` Black's men stand {is}, but move as White's {says}: `{}` has left and right",
        setup.name,
        game.kind(man.kind).symbol
    );
    let help = format!("write `black: {}`, or draw Black's men {says}", symmetry_name(other_symmetry(black)));
    Finding::new(Lint::WrongSymmetry, ModelItem::Setup(id), message)
        .label(format!("not as `black: {}` says", symmetry_name(black)))
        .help(help)
}

/// Finds setups with the same men for both sides of which all but one or two face alike.
fn odd_facings(game: &Variant, id: SetupId, setup: &Setup) -> Option<Finding> {
    let (board, black) = (game.board, game.black);
    let mut different: Vec<(Square, Square)> = Vec::new();
    let mut alike = 0;
    let mut known: HashMap<(KindId, &ManState, &ManState), bool> = HashMap::new();
    let mut spaces: HashMap<KindId, [StateSpace<'_>; 2]> = HashMap::new();
    for white in setup.men.iter().filter(|man| man.side == Side::White) {
        let image = black.square(board, Side::Black, white.square);
        let man = man_on(setup, Side::Black, image)?;
        if (white.state.facings.is_empty() && white.state.mode.is_none()) || man.kind != white.kind {
            continue;
        }
        let same = *known.entry((white.kind, &white.state, &man.state)).or_insert_with(|| {
            let [of_white, of_black] = spaces
                .entry(white.kind)
                .or_insert_with(|| Side::ALL.map(|side| game.kind(white.kind).state_space(side, black)));
            let (of_white, of_black) = (of_white.movement(&white.state), of_black.movement(&man.state));
            black.movement(Side::Black, &of_white) == of_black && white.state.mode == man.state.mode
        });
        if same {
            alike += 1;
        } else {
            different.push((white.square, image));
        }
    }
    let nearly = different.len() <= MAX_DIFFERENT && alike >= MIN_ALIKE_FOR_EACH * different.len();
    let &(first, image) = different.first().filter(|_| nearly)?;
    let names = prose::all_of(different.iter().map(|(_, at)| board.name(*at)));
    let message = format!("in the setup `{}` Black's men face as White's do, but for {names}", setup.name);
    let finding = Finding::new(Lint::NearlySymmetrical, ModelItem::Cell(id, image), message).label("faces otherwise");
    let help = "turn it as White's man, or say that it is meant: `// allow check::nearly-symmetrical: …`";
    Some(finding.because(ModelItem::Cell(id, first), "White's").help(help))
}

/// Finds setups that say how men face, where no man faces in any direction.
pub(super) fn idle_facings(game: &Variant) -> Vec<Finding> {
    let turned = |kind: &Kind| {
        Side::ALL.into_iter().any(|side| {
            let states = kind.state_space(side, game.black);
            states.start(true) != states.start(false)
        })
    };
    let faces = |man: &PlacedMan| turned(game.kind(man.kind));
    let idle =
        game.setups.iter().enumerate().filter(|(_, setup)| setup.right_half_mirrored && !setup.men.iter().any(faces));
    let finding = |(index, _)| {
        let message = "no man of this setup is another one in a mirror, so that this changes nothing";
        Finding::new(Lint::IdleSetupFacing, ModelItem::SetupFacing(SetupId(index as u8)), message)
            .label("without effect")
            .help("leave it out, or let men turn, as in `R rook: fR, turns 90`")
    };
    idle.map(finding).collect()
}

/// The squares of Black that correspond to some of White's.
fn mirror_image(board: Board, symmetry: Symmetry, squares: SquareSet) -> SquareSet {
    squares.iter().map(|square| symmetry.square(board, Side::Black, square)).collect()
}

/// Whether a part names squares that are the same for both sides, although those of Black are not the image of White's.
fn shares_squares<T: Parts + Clone>(game: &Variant, part: &T) -> bool {
    let mut shared = SharedSquares { game, white: SquareSet::EMPTY, found: false };
    walked(part, &At::Root, &mut shared);
    shared.found
}

struct SharedSquares<'a> {
    game: &'a Variant,
    /// The squares of White that were seen last.
    white: SquareSet,
    found: bool,
}

impl Walker for SharedSquares<'_> {
    fn squares(&mut self, at: &At<'_>, squares: &mut SquareSet) {
        match at.side() {
            Some(Side::White) => self.white = *squares,
            Some(Side::Black) => {
                let image = mirror_image(self.game.board, self.game.black, *squares);
                self.found |= !squares.is_empty() && *squares == self.white && *squares != image;
            }
            None => {}
        }
    }

    fn region(&mut self, at: &At<'_>, id: &mut RegionId) {
        walked(&self.game.regions[id.index()], at, self);
    }
}

/// Finds lines that name the same squares for both sides, which come from opposite ends of the board.
pub(super) fn shared_squares(game: &Variant) -> Vec<Finding> {
    // In other setups both sides may well have one goal.
    if !game.setups.iter().all(|setup| is_symmetrical(game, setup, game.black)) {
        return Vec::new();
    }
    let help = "write `own rank …` or `own` before the squares, which turn around for Black, or give each side a line";
    let label = "squares of the board, for both sides";
    let starts = |side: Side, kind: KindId| {
        let men =
            game.setups.iter().flat_map(|setup| &setup.men).filter(move |man| man.side == side && man.kind == kind);
        men.map(|man| man.square)
    };
    let mut found = Vec::new();
    for (index, ending) in game.endings.iter().enumerate() {
        let Ending { side: None, both: false, condition: Condition::ManOn { squares, .. }, .. } = ending else {
            continue;
        };
        if shares_squares(game, squares) {
            let message = "this is one goal for both sides, and Black is as far from it as White is from another one";
            let finding = Finding::new(Lint::SharedGoal, ModelItem::Ending(index), message);
            found.push(finding.label(label).help(help));
        }
    }
    for (id, kind) in game.kinds() {
        let stands = Side::ALL.into_iter().all(|side| starts(side, id).next().is_some());
        for (number, other) in kind.elsewhere.iter().enumerate().filter(|_| stands) {
            if shares_squares(game, other) {
                let region = &game.regions[other.region.index()];
                let place = region.name.as_ref().map_or("this place".to_owned(), |name| format!("the region `{name}`"));
                let message = format!(
                    "{place} has the same squares for both sides, and `{}` comes from opposite ends",
                    kind.symbol
                );
                let item = ModelItem::Kind(id, KindItem::Elsewhere(number));
                found.push(Finding::new(Lint::SharedRegion, item, message).label(label).help(help));
            }
        }
        for (number, effect) in kind.effects.iter().enumerate().filter(|_| stands) {
            if shares_squares(game, effect) {
                let message = format!(
                    "this happens on the same squares for both sides, and `{}` comes from opposite ends",
                    kind.symbol
                );
                let item = ModelItem::Kind(id, KindItem::Effect(number));
                found.push(Finding::new(Lint::SharedEvent, item, message).label(label).help(help));
            }
        }
    }
    found
}
