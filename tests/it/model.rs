//! Models that no checker made: read from JSON, each is refused with its reason and the path of what is wrong.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use serde::Serialize;
use serde_json::{Value, json};
use weakfish::engine::{CompileError, Game};
use weakfish::geometry::{Leap, Side, Square, SquareSet};
use weakfish::model::{
    At, Condition, In, KindId, Movement, Named, Parts, RegionId, Variant, Walker, Wing, coming_men, walked,
};
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, load};

use weakfish_testing::definition::definition;
use weakfish_testing::dice::Dice;
use weakfish_testing::games::{chess_with, variant};
use weakfish_testing::random;

fn json_of(variant: &Variant) -> Value {
    serde_json::to_value(variant).expect("a model is data")
}

#[test]
fn what_no_game_can_have_is_named_with_its_path() {
    let model = json_of(&variant("feeble"));
    for (pointer, value, reason) in [
        ("/version", json!(7), "version: 7 is not 6"),
        ("/board/files", json!(200), "there is no board of 200x8 squares"),
        ("/board/ranks", json!(0), "there is no board of 8x0 squares"),
        ("/kinds", json!([]), "kinds: 0 kinds are not from 1 to 255"),
        ("/kinds/0/symbol", json!("k"), "kinds[0].symbol: a symbol is a capital letter, perhaps with"),
        ("/kinds/0/symbol", json!("P"), "another kind of this side has this symbol"),
        ("/kinds/0/components", json!([]), "kinds[0].components: 0 parts are not from 1 to 8"),
        ("/kinds/0/components/0/movement/paths", json!([]), "movement: 0 paths are not from 1 to 1024"),
        ("/kinds/0/components/0/movement/paths/0/legs/0/least", json!(0), "legs[0].least: 0 is not from 1 to 255"),
        ("/kinds/0/components/0/movement/paths/0/legs/0/leap/dx", json!(-128), "a leap of (-128,1) is longer than 99"),
        ("/kinds/0/components/0/movement/paths/0/legs/0/least", json!(9), "legs[0].most: 1 is not from 9 to 255"),
        ("/kinds/0/orientation/whole/turns", json!([9]), "9 eighths of a turn are not from 1 to 4"),
        ("/setups/1/name", json!("queens"), "setups[1].name: another setup has this name"),
        ("/kinds/0/stays_in", json!(3), "kinds[0].stays_in: there is no region 3"),
        ("/kinds/0/captures", json!([250]), "kinds[0].captures[0]: there is no kind 250"),
        ("/setups", json!([]), "setups: 0 setups are not from 1 to 256"),
        ("/setups/0/men/0/square", json!(64), "setups[0].men[0].square: this square is not on the board"),
        ("/setups/0/men/0/square", json!(1), "setups[0].men[1].square: two men stand on this square"),
        ("/setups/0/men/0/state/facings", json!(["n", "n"]), "setups[0].men[0].state: no man of this kind can be"),
        ("/rules/must_move", json!(1), "rules.must_move: 1 is not from 2 to 255"),
        (
            "/rules/grid",
            json!({"files": 2, "ranks": 2, "first_file": 2}),
            "rules.grid: the first whole block is not the first",
        ),
        ("/endings/0/condition", json!({"position": {"times": 0}}), "times: 0 is not from 2 to 255"),
        (
            "/endings/0/condition",
            json!({"at_most": {"count": 0, "kinds": [99], "against": 0}}),
            "endings[0].condition.at_most.kinds[0]: there is no kind 99",
        ),
        (
            "/endings/0/condition",
            json!({"only_material": [{
                "white": {"men": [1, 0], "any_on_one_colour": null},
                "black": {"men": [0], "any_on_one_colour": null},
            }]}),
            "endings[0].condition.only_material[0].white.men: the men are not in order of id",
        ),
    ] {
        let mut model = model.clone();
        *model.pointer_mut(pointer).expect(pointer) = value;
        let error = serde_json::from_value::<Variant>(model).expect_err(pointer).to_string();
        assert!(error.contains(reason), "{pointer}: {error}");
    }
}

#[test]
fn what_no_hand_can_have_is_named_with_its_path() {
    for (game, pointer, value, reason) in [
        (
            "kyoto-shogi",
            "/rules/drops/white/0/to",
            json!([1, 1]),
            "rules.drops.white[0].to[1]: this kind stands there twice",
        ),
        ("kyoto-shogi", "/rules/drops/white/0/to", json!([]), "rules.drops.white[0].to: the man arrives as no man"),
        (
            "shogi",
            "/rules/drops/white/0/limits/0/kinds",
            json!([7, 7]),
            "limits[0].kinds[1]: this kind stands there twice",
        ),
        ("shogi", "/rules/drops/white/0/limits/0/least", json!(0), "least: 0 is not from 1 to 255"),
        (
            "pocket-knight",
            "/setups/0/hands/white",
            json!([[4, 1], [4, 1]]),
            "white[1]: the kinds are not in order of id",
        ),
        ("pocket-knight", "/setups/0/hands/white", json!([[4, 0]]), "white[0]: 0 is not from 1 to 255"),
        (
            "shogi",
            "/rules/promotions/white/1/kind",
            variant("shogi").rules.promotions.white[0].kind.0.into(),
            "rules.promotions.white[1].zone: a move could belong to two promotions of this kind",
        ),
    ] {
        let mut model = json_of(&variant(game));
        *model.pointer_mut(pointer).expect(pointer) = value;
        let error = serde_json::from_value::<Variant>(model).expect_err(pointer).to_string();
        assert!(error.contains(reason), "{pointer}: {error}");
    }
}

/// Six parts that turn each for itself have too many states to number.
#[test]
fn a_man_of_too_many_states_is_refused() {
    let mut model = json_of(&variant("feeble"));
    let kind = model["kinds"].as_array_mut().unwrap().iter_mut().find(|kind| kind["symbol"] == "Q").unwrap();
    let mut part = kind["components"][0].clone();
    part["turns"] = json!([1]);
    kind["components"] = Value::Array(vec![part; 6]);
    let error = serde_json::from_value::<Variant>(model).expect_err("too many states").to_string();
    assert!(error.contains("kinds: the men have ") && error.contains("more than 4096"), "{error}");
}

#[test]
fn a_man_of_several_parts_moves_alike_everywhere() {
    let mut xiangqi = variant("xiangqi");
    let kind = xiangqi.kinds.iter_mut().find(|kind| !kind.elsewhere.is_empty()).unwrap();
    kind.components.push(kind.components[0].clone());
    let errors = xiangqi.validate();
    assert_eq!(errors.len(), 1);
    assert!(errors[0].path.ends_with("].elsewhere"), "{}", errors[0].path);
}

#[test]
fn what_is_changed_after_reading_is_refused_when_it_is_compiled() {
    let mut changed = variant("feeble");
    changed.setups[0].men[0].state.facings = vec![weakfish::geometry::Wind::new(1); 3];
    changed.kinds[1].components.clear();
    let errors = changed.validate();
    assert_eq!(errors[0].path, "kinds[1].components");
    assert!(matches!(Game::compile(changed.clone()), Err(CompileError::Invalid(_))));
    changed.kinds.clear();
    // Nothing that shows a model panics for want of a kind.
    assert_eq!(changed.kind(KindId(3)).symbol, "");
    assert!(matches!(Game::compile(changed), Err(CompileError::Invalid(_))));
}

/// A movement whose paths branch without end is refused before anything walks them.
#[test]
fn a_movement_that_explodes_is_refused() {
    let mut model = json_of(&variant("fide"));
    let legs = &mut model["kinds"][0]["components"][0]["movement"]["paths"][0]["legs"];
    let mut rider = legs[0].clone();
    rider["most"] = Value::Null;
    rider["curve"] = json!({"circular": 1});
    // There and back, so that the ways do not leave the board.
    let mut back = rider.clone();
    back["leap"] = json!({"dx": 1, "dy": 1});
    *legs = Value::Array([rider, back].into_iter().cycle().take(500).collect());
    let error = serde_json::from_value::<Variant>(model).expect_err("too many ways").to_string();
    assert!(error.contains("there are too many ways to go"), "{error}");
}

/// A rule that is the same for both sides is one value, and otherwise one for each.
#[test]
fn a_rule_of_one_side_is_written_for_each() {
    let fide = variant("fide");
    let mut sided = fide.clone();
    sided.rules.compulsory_capture.black = true;
    assert_eq!(json_of(&fide)["rules"]["compulsory_capture"], json!(false));
    let written = json_of(&sided);
    assert_eq!(written["rules"]["compulsory_capture"], json!({"white": false, "black": true}));
    assert_eq!(serde_json::from_value::<Variant>(written.clone()).unwrap(), sided);

    let mut wrong = written;
    wrong["rules"]["compulsory_capture"] = json!("always");
    let error = serde_json::from_value::<Variant>(wrong).unwrap_err().to_string();
    assert_eq!(error, "expected a value, or one for `white` and one for `black`");
}

/// Material of more men than the board has squares is never on it, and no mistake.
#[test]
fn more_men_than_squares_are_no_mistake() {
    let mut fide = variant("fide");
    let material = fide.endings.iter_mut().find_map(|ending| match &mut ending.condition {
        Condition::OnlyMaterial(balances) => balances.first_mut(),
        _ => None,
    });
    let men = &mut material.unwrap().white.men;
    men.resize(300, *men.last().unwrap());
    assert_eq!(fide.validate(), []);
}

/// Damages one leaf: the one before which so many others are left.
struct Damage(usize);

impl Damage {
    fn damage<T>(&mut self, leaf: &mut T, damaged: T) {
        self.0 = self.0.wrapping_sub(1);
        if self.0 == usize::MAX {
            *leaf = damaged;
        }
    }
}

impl Walker for Damage {
    fn kind(&mut self, _: &At<'_>, id: &mut KindId, _: Named) {
        self.damage(id, KindId(u8::MAX));
    }

    fn region(&mut self, _: &At<'_>, id: &mut RegionId) {
        self.damage(id, RegionId(u8::MAX));
    }

    fn square(&mut self, _: &At<'_>, square: &mut Square) {
        self.damage(square, Square::new(u8::MAX));
    }

    fn squares(&mut self, _: &At<'_>, squares: &mut SquareSet) {
        self.damage(squares, squares.iter().chain([Square::new(u8::MAX)]).collect());
    }

    fn number(&mut self, _: &At<'_>, number: &mut u32, In(least, most): In) {
        match (least, most) {
            // A number whose type is its bounds can't be wrong.
            (0, 255 | 65_535) => {}
            (0, _) => self.damage(number, most + 1),
            _ => self.damage(number, least - 1),
        }
    }

    fn movement(&mut self, at: &At<'_>, movement: &mut Movement) {
        movement.paths.walk(at, self);
    }
}

#[test]
fn a_damaged_leaf_is_refused() {
    const TRIED: usize = 40;
    for name in builtin::names() {
        let original = &variant(name);
        let mut counter = Damage(usize::MAX);
        walked(original, &At::Root, &mut counter);
        let leaves = usize::MAX - counter.0;
        // On the largest board all squares exist.
        let small = original.board.len() < 256;
        for index in (0..leaves).step_by(leaves.div_ceil(TRIED)).filter(|_| small) {
            let damaged = walked(original, &At::Root, &mut Damage(index));
            assert!(!damaged.validate().is_empty(), "{name}: leaf {index} of {leaves}");
        }
    }
}

/// A number of kinds has one byte.
#[test]
fn more_kinds_than_have_numbers_are_refused() {
    let fide = variant("fide");
    for (count, is_refused) in [(255, false), (256, true), (257, true), (600, true)] {
        let mut many = fide.clone();
        many.kinds = fide.kinds.iter().cloned().cycle().take(count).collect();
        // The symbols are wrong in any case.
        assert_eq!(many.validate().iter().any(|error| error.path == "kinds"), is_refused, "{count}");
    }
}

/// Marks each number that a walk shows in the JSON of the model, at its place.
struct Shown {
    json: Value,
    /// Leaves that are not at their place.
    misplaced: Vec<String>,
}

const SHOWN: &str = "shown";

/// Numbers that the JSON leaves out.
const LEFT_OUT: [(&str, &str); 1] = [("least", "1")];

impl Shown {
    fn show(&mut self, at: &At<'_>, leaf: &impl Serialize) {
        let path = at.to_string();
        let steps: Vec<&str> = path.split(['.', '[']).map(|step| step.trim_end_matches(']')).collect();
        for (_, number) in numbers(&serde_json::to_value(leaf).expect("data")) {
            if !mark(&mut self.json, &steps, &number) {
                self.misplaced.push(format!("{path}: {number}"));
            }
        }
    }
}

/// Marks a number at a path, or below it. A path may leave out the name of a variant, and the side where both have the same.
fn mark(value: &mut Value, steps: &[&str], number: &str) -> bool {
    let Some((step, rest)) = steps.split_first() else {
        return match value {
            Value::Number(found) if found.to_string() == number => {
                *value = SHOWN.into();
                true
            }
            Value::Array(list) => list.iter_mut().any(|value| mark(value, steps, number)),
            Value::Object(fields) => fields.values_mut().any(|value| mark(value, steps, number)),
            _ => false,
        };
    };
    match value {
        Value::Array(list) => step.parse().is_ok_and(|index: usize| mark(&mut list[index], rest, number)),
        Value::Object(fields) if fields.contains_key(*step) => mark(&mut fields[*step], rest, number),
        Value::Object(fields) if fields.len() == 1 => fields.values_mut().any(|value| mark(value, steps, number)),
        // The other side has shown it.
        _ if *step == "black" => true,
        _ if *step == "white" => mark(value, rest, number),
        _ => steps.len() == 1 && LEFT_OUT.contains(&(step, number)),
    }
}

/// The numbers of a JSON value, each with the names of the fields that lead to it.
fn numbers(value: &Value) -> Vec<(String, String)> {
    let below = |name: &str, value: &Value| {
        numbers(value).into_iter().map(|(path, number)| (format!("{name}/{path}"), number)).collect::<Vec<_>>()
    };
    match value {
        Value::Number(number) => vec![(String::new(), number.to_string())],
        Value::Array(list) => list.iter().flat_map(numbers).collect(),
        Value::Object(fields) => fields.iter().flat_map(|(name, value)| below(name, value)).collect(),
        _ => Vec::new(),
    }
}

impl Walker for Shown {
    fn kind(&mut self, at: &At<'_>, id: &mut KindId, _: Named) {
        self.show(at, id);
    }

    fn region(&mut self, at: &At<'_>, id: &mut RegionId) {
        self.show(at, id);
    }

    fn square(&mut self, at: &At<'_>, square: &mut Square) {
        self.show(at, square);
    }

    fn squares(&mut self, at: &At<'_>, squares: &mut SquareSet) {
        self.show(at, squares);
    }

    fn leap(&mut self, at: &At<'_>, leap: &mut Leap) {
        self.show(at, leap);
    }

    fn number(&mut self, at: &At<'_>, number: &mut u32, _: In) {
        self.show(at, number);
    }

    fn movement(&mut self, at: &At<'_>, movement: &mut Movement) {
        movement.paths.walk(&At::Field(at, "paths"), self);
    }
}

/// The models of all games, and of definitions at random, which have the other parts.
fn variants() -> &'static [(String, Variant)] {
    const RANDOM: u64 = 200;
    static VARIANTS: OnceLock<Vec<(String, Variant)>> = OnceLock::new();
    VARIANTS.get_or_init(|| {
        let games = random::games().iter().map(|tested| (tested.name.clone(), tested.engine.variant().clone()));
        let at_random = (0..RANDOM).filter_map(|case| {
            let text = definition(&mut Dice::new(case)).text;
            let game = load(&Source::new("random.variant", &*text), &BuiltIns).ok()?;
            Some((text, game.variant().clone()))
        });
        let square = chess_with("endings\n  4 P in a square: wins\n  the rest: inherited\n").variant().clone();
        games.chain([("a square".to_owned(), square)]).chain(at_random).collect()
    })
}

#[test]
fn a_walk_shows_each_number_of_a_model_at_its_place() {
    // A walk passes over facts, the board, its river, the numbers of parts and of setups, worths and angles.
    const LEFT_ALONE: [&str; 11] = [
        "/board/",
        "/board_style/river/",
        "/endings/setups/",
        "/version/",
        "/year/",
        "circular/",
        "crooked/",
        "effects/by/",
        "eighths/",
        "turns/",
        "worth/",
    ];
    let mut left = BTreeSet::new();
    for (name, variant) in variants() {
        let mut shown = Shown { json: json_of(variant), misplaced: Vec::new() };
        walked(variant, &At::Root, &mut shown);
        assert!(shown.misplaced.is_empty(), "{name}: {:?}", shown.misplaced);
        left.extend(numbers(&shown.json).into_iter().map(|(path, _)| path));
    }
    left.retain(|path| {
        let path = format!("/{path}");
        !LEFT_ALONE.iter().any(|field| path.starts_with(field) || !field.starts_with('/') && path.ends_with(field))
    });
    assert!(left.is_empty(), "{left:?}");
}

/// Exchanges the sides and the wings.
struct Exchange;

impl Walker for Exchange {
    fn side(&mut self, _: &At<'_>, side: &mut Side) {
        *side = !*side;
    }

    fn wing(&mut self, _: &At<'_>, wing: &mut Wing) {
        *wing = wing.other();
    }
}

/// Exchanges the sides and the wings of the JSON of a model.
fn exchanged(value: &Value) -> Value {
    match value {
        Value::String(text) => match text.as_str() {
            "white" => "black",
            "black" => "white",
            "first_file" => "last_file",
            "last_file" => "first_file",
            "white_to_move" => "black_to_move",
            "black_to_move" => "white_to_move",
            "white_wins" => "black_wins",
            "black_wins" => "white_wins",
            other => other,
        }
        .into(),
        Value::Array(list) => list.iter().map(exchanged).collect(),
        Value::Object(fields) if fields.len() == 2 && fields.contains_key("white") => {
            json!({"white": exchanged(&fields["black"]), "black": exchanged(&fields["white"])})
        }
        Value::Object(fields) if fields.len() == 2 && fields.contains_key("first_file") => {
            json!({"first_file": exchanged(&fields["last_file"]), "last_file": exchanged(&fields["first_file"])})
        }
        // Neither who moves first nor material on both sides belongs to a side.
        Value::Object(fields) => {
            let of_no_side = |name: &str| matches!(name, "first" | "only_material");
            let exchanged = |(name, value): (&String, &Value)| {
                (name.clone(), if of_no_side(name) { value.clone() } else { exchanged(value) })
            };
            Value::Object(fields.iter().map(exchanged).collect())
        }
        other => other.clone(),
    }
}

#[test]
fn a_walk_exchanges_all_that_belongs_to_a_side_or_a_wing() {
    for (name, variant) in variants() {
        let walked = walked(variant, &At::Root, &mut Exchange);
        assert_eq!(json_of(&walked), exchanged(&json_of(variant)), "{name}");
    }
}

/// The men that a part brings, by side and symbol.
fn coming(variant: &Variant, part: &(impl Parts + Clone)) -> String {
    let name = |(side, kind): (Option<Side>, KindId)| {
        let side = side.map_or("either".to_owned(), |side| side.to_string());
        format!("{side} {}", variant.kind(kind).symbol)
    };
    let names: BTreeSet<String> = coming_men(part).into_iter().map(name).collect();
    names.into_iter().collect::<Vec<_>>().join(", ")
}

#[test]
fn men_come_from_hands_by_promotions_and_by_effects() {
    let chigorin = variant("chigorin");
    assert_eq!(coming(&chigorin, &chigorin.rules), "Black B, Black Q, Black R, White C, White N, White R");
    assert_eq!(coming(&chigorin, &chigorin.endings), "");
    let pocket_knight = variant("pocket-knight");
    assert_eq!(coming(&pocket_knight, &pocket_knight.setups[0].hands), "Black N, White N");
    let kyoto = variant("kyoto-shogi");
    assert_eq!(
        coming(&kyoto, &kyoto.kinds),
        "either B, either G, either L, either N, either P, either R, either S, either T"
    );
}
