//! Pictures: well-formed, complete, and in agreement with the engine.

use std::collections::BTreeSet;

use roxmltree::{Document, Node};
use weakfish::engine::{MoveList, Position};
use weakfish::geometry::{Board, PerSide, Side, Square, SquareSet, Wind};
use weakfish::model::{
    BoardPattern, BoardStyle, Figure, KindId, ManFigure, ManState, Mode, Palace, PlacedMan, SetupId, Variant,
};
use weakfish::notation::{fen, uci};
use weakfish::picture::{self, Annotations};
use weakfish::rulebook::sheet::sheet_with_remarks;
use weakfish::source::Source;
use weakfish::{BuiltIns, betza, builtin, check, notation};

use weakfish_testing::dice::{Dice, times};
use weakfish_testing::games::{game, loaded, variant};
use weakfish_testing::random::games;

/// A picture that is sound: well-formed, self-contained, and described.
fn assert_sound(svg: &str) -> Document<'_> {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
    let root = document.root_element();
    assert!(root.has_tag_name(("http://www.w3.org/2000/svg", "svg")));
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let known: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), known.len(), "an id twice");
    for node in document.descendants() {
        assert!(!matches!(node.tag_name().name(), "script" | "image" | "foreignObject"), "{svg}");
        for attribute in node.attributes() {
            assert!(!attribute.name().starts_with("on"), "{svg}");
            if attribute.name().ends_with("href") {
                assert!(attribute.value().strip_prefix('#').is_some_and(|id| known.contains(id)), "{svg}");
            }
        }
    }
    for named in ["aria-labelledby", "aria-describedby"] {
        let id = root.attribute(named).expect("a picture says what it shows");
        let node = root.children().find(|node| node.attribute("id") == Some(id)).expect("the words are there");
        assert!(node.text().is_some_and(|text| !text.trim().is_empty()), "{svg}");
    }
    // One element a line, so that a person can read it.
    let openings = |line: &str| line.matches('<').count();
    assert!(svg.lines().all(|line| openings(line) <= 2), "{svg}");
    document
}

fn with_class<'a, 'i>(node: Node<'a, 'i>, class: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.descendants().filter(move |node| node.attribute("class") == Some(class))
}

#[test]
fn every_setup_and_every_man_of_every_game_has_a_sound_picture() {
    for name in builtin::names() {
        let variant = variant(name);
        for (number, setup) in (0..).zip(&variant.setups) {
            let svg = picture::setup(&variant, SetupId(number));
            let document = assert_sound(&svg);
            let held: usize = Side::ALL.iter().map(|&side| setup.hands[side].len()).sum();
            assert_eq!(with_class(document.root(), "man").count(), setup.men.len() + held, "{name}");
        }
        for (id, _) in variant.kinds() {
            assert_sound(&picture::man(&variant, id, false));
        }
    }
}

/// The board of a variant with one man on it.
fn alone(variant: &Variant, side: Side, kind: KindId, state: &ManState) -> String {
    let mut variant = variant.clone();
    let square = variant.board.squares().next().unwrap();
    variant.setups[0].men = vec![PlacedMan { square, side, kind, state: state.clone() }];
    variant.setups[0].hands = PerSide::default();
    picture::setup(&variant, SetupId(0))
}

/// The numbers of a transformation, in order.
fn numbers(transform: &str) -> Vec<f64> {
    let words = transform.split(|letter: char| !(letter.is_ascii_digit() || matches!(letter, '-' | '.')));
    words.filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn a_man_shows_its_facings_and_its_mode_in_every_state() {
    let mut shown = 0;
    for name in builtin::names() {
        let variant = variant(name);
        for (id, kind) in variant.kinds() {
            for side in Side::ALL.into_iter().filter(|&side| kind.sides[side]) {
                for state in kind.states(side, variant.black).into_iter().take(64) {
                    let svg = alone(&variant, side, id, &state);
                    let document = assert_sound(&svg);
                    let men: Vec<_> = with_class(document.root(), "man").collect();
                    let class = if side == Side::White { "white" } else { "black" };
                    assert_eq!(with_class(men[0], class).count(), 1);
                    let first = with_class(men[0], "facing");
                    let arrows: Vec<_> = first.chain(with_class(men[0], "second")).collect();
                    assert_eq!(arrows.len(), state.facings.len(), "{svg}");
                    for (arrow, wind) in arrows.iter().zip(&state.facings) {
                        let [x, y, angle] = numbers(arrow.attribute("transform").unwrap())[..] else { panic!("{svg}") };
                        // An oblique arrow points as a knight leaps, a little off the middle of its neighbours.
                        let expected = 22.5 * f64::from(wind.index());
                        assert!((angle - expected).abs() < 5.0, "{wind} {angle}");
                        // It stands on the side to which it points; y goes down.
                        let (sin, cos) = expected.to_radians().sin_cos();
                        assert!(x * sin - y * cos > 20.0, "{wind} {x} {y}");
                        shown += 1;
                    }
                    // Men in moving mode have no badge.
                    let has_badge = state.mode == Some(Mode::Capturing);
                    assert_eq!(with_class(men[0], "badge").count(), usize::from(has_badge), "{svg}");
                    assert_eq!(with_class(men[0], "badge-cross").count(), usize::from(has_badge), "{svg}");
                }
            }
        }
    }
    assert!(shown > 500, "{shown}");
}

#[test]
fn blacks_men_point_down_the_board_at_the_start() {
    let variant = variant("weakest");
    let svg = picture::setup(&variant, SetupId(0));
    let document = assert_sound(&svg);
    let pawns = |class: &'static str, wind: Wind| {
        let angle = format!("rotate({})", 45 * u32::from(wind.index()) / 2);
        let men = with_class(document.root(), "man").filter(|man| with_class(*man, class).next().is_some());
        men.filter(|man| {
            with_class(*man, "facing").any(|arrow| arrow.attribute("transform").unwrap().ends_with(&angle))
        })
        .count()
    };
    // King, both Rooks and eight Pawns; the others face aslant.
    assert_eq!(pawns("white", Wind::NORTH), 11);
    assert_eq!(pawns("black", Wind::SOUTH), 11);
    assert_eq!(pawns("black", Wind::NORTH), 0);
    let words = document.root_element().children().find(|node| node.has_tag_name("desc")).unwrap().text().unwrap();
    assert!(words.contains("Knight on b8 facing sse moving") && words.contains("Knight on g1 facing nnw moving"));
}

/// The texts of all moves that a picture of the moves of one man shows.
fn marked(position: &Position, from: Square) -> Vec<String> {
    let svg = picture::position(position, &Annotations { from: Some(from), ..Annotations::default() });
    let document = assert_sound(&svg);
    let mut texts = Vec::new();
    for class in ["to-move", "to-capture", "to-stay"] {
        for mark in with_class(document.root(), class) {
            let title = mark.children().find(|node| node.has_tag_name("title")).unwrap();
            texts.extend(title.text().unwrap().split(' ').map(str::to_owned));
            assert!(mark.children().filter(Node::is_element).count() > 1, "a mark without a shape\n{svg}");
        }
    }
    texts.sort();
    texts
}

#[test]
fn the_marks_of_a_man_are_its_legal_moves() {
    let mut dice = Dice::new(0);
    let mut moves = MoveList::new();
    let mut seen = 0;
    for tested in games() {
        let mut position = tested.engine.start();
        for ply in 0..40 {
            if position.outcome().is_some() {
                break;
            }
            if ply % 8 == 5 && (ply == 21 || times() > 1) {
                let legal = uci::legal_moves(&position);
                for from in position.occupied().iter() {
                    let of_man = legal.iter().filter(|(_, mv)| mv.from() == Some(from));
                    let mut own: Vec<String> = of_man.map(|(text, _)| text.clone()).collect();
                    own.sort();
                    assert_eq!(marked(&position, from), own, "{} {}", tested.name, fen::write(&position));
                    seen += own.len();
                }
            }
            position.legal_moves().list_into(&mut moves);
            let mv = moves.get(dice.below(moves.len())).unwrap();
            position.play(*mv).unwrap();
        }
    }
    assert!(seen > if times() > 1 { 5000 } else { 1000 }, "{seen}");
}

#[test]
fn captures_turns_and_flips_have_marks_of_their_own() {
    let game = game("weakest");
    let position = fen::read(&game, SetupId(0), "4k{s-}3/8/8/8/5p{s-}2/4P{nex}3/8/4K{n-}3 w - - 0 1").unwrap();
    let from = game.variant().board.parse("e3").unwrap();
    let svg = picture::position(&position, &Annotations { from: Some(from), ..Annotations::default() });
    let document = assert_sound(&svg);
    let count = |class: &'static str| with_class(document.root(), class).count();
    assert_eq!((count("to-move"), count("to-capture"), count("to-stay")), (0, 1, 1));
    assert_eq!((count("turn"), count("flip"), count("chosen")), (1, 1, 1));
    assert_eq!(marked(&position, from), ["e3@ne-", "e3@nx", "e3f4"]);
}

#[test]
fn a_diagram_marks_what_the_movement_reaches() {
    let mut compared = 0;
    for name in builtin::names() {
        let variant = variant(name);
        for (id, kind) in variant.kinds() {
            let whole = kind.elsewhere.is_empty() && kind.first_move.is_none() && !kind.turns();
            let [part] = kind.components.as_slice() else { continue };
            let targets = betza::targets(&part.movement);
            let svg = picture::man(&variant, id, false);
            let document = assert_sound(&svg);
            let diagrams: Vec<_> = with_class(document.root(), "diagram").collect();
            let [diagram] = diagrams[..] else { continue };
            let edge = with_class(diagram, "edge").next().unwrap();
            let reach = numbers(edge.attribute("width").unwrap())[0] as i32 / 128;
            let near = |[x, y]: &[i32; 2]| x.abs().max(y.abs()) <= reach;
            // The targets are without hops.
            let hops = with_class(diagram, "condition").next().is_some();
            if !whole || hops {
                continue;
            }
            let squares: BTreeSet<_> = targets.moves.iter().chain(&targets.captures).filter(|at| near(at)).collect();
            assert_eq!(with_class(diagram, "mark").count(), squares.len(), "{name} {}", kind.name);
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn a_diagram_has_the_squares_and_the_men_of_the_board() {
    for (name, man, pattern) in [("weakest", "P", "dark"), ("xiangqi", "H", "plain"), ("shogi", "N", "plain")] {
        let variant = variant(name);
        let man = variant.kind_of_symbol(Side::White, man).unwrap();
        let [figure, character] = [false, true].map(|characters| picture::man(&variant, man, characters));
        let document = assert_sound(&figure);
        let diagram = with_class(document.root(), "diagram").next().unwrap();
        let count = |class| with_class(diagram, class).count();
        assert!(count(pattern) > 0 && count("dark") * count("plain") == 0, "{name}");
        assert_eq!(count("grid"), count("plain"), "{name}");
        assert_eq!(figure == character, name == "weakest", "{name}");
        assert_sound(&character);
        let checked = check(&builtin::source(name).unwrap(), &BuiltIns);
        let [figures, characters] = [false, true].map(|one| sheet_with_remarks(&checked, &[], one).unwrap());
        assert_eq!(figures == characters, name == "weakest", "{name}");
    }
}

#[test]
fn what_a_definition_says_stays_text() {
    let text =
        "game \"<script>alert(1)</script> & 'x'\" extends fide\nmen\n  Z zed: (2,3)\nsetup a: standard with Z for Q\n";
    let game = loaded("hostile.variant", &text.replace("setup a: standard with Z for Q\n", ""));
    let svg = picture::position(&game.start(), &Annotations::default());
    let document = assert_sound(&svg);
    let title = document.root_element().children().find(|node| node.has_tag_name("title")).unwrap();
    assert_eq!(title.text(), Some("<script>alert(1)</script> & 'x', White to move"));
    for id in ["Z", "K"].map(|symbol| game.variant().kind_of_symbol(Side::White, symbol).unwrap()) {
        assert_sound(&picture::man(game.variant(), id, false));
    }
    let mut variant = game.variant().clone();
    variant.kinds.iter_mut().for_each(|kind| {
        kind.name = "a\u{1}<b>&amp;".to_owned();
        kind.symbol = "\"<".to_owned();
    });
    variant.title = "]]>\u{FFFF}\u{0}".to_owned();
    assert_sound(&picture::setup(&variant, SetupId(0)));
    assert_sound(&picture::man(&variant, KindId(0), false));
}

#[test]
fn large_boards_and_holes_are_drawn_square_by_square() {
    let mut variant = variant("fide");
    let holes: SquareSet = [0, 17, 255].map(Square::new).into_iter().collect();
    variant.board = Board::new(16, 16).unwrap().without(holes).unwrap();
    variant.setups[0].men.retain(|man| variant.board.contains(man.square));
    let svg = picture::setup(&variant, SetupId(0));
    let document = assert_sound(&svg);
    let squares = ["light", "dark"].map(|class| with_class(document.root(), class).count());
    assert_eq!(squares.iter().sum::<usize>(), 253);
    let names = with_class(document.root(), "coordinates").flat_map(|group| group.children().filter(Node::is_element));
    assert_eq!(names.count(), 32);
}

/// The lines that a board has besides its squares, each as the numbers of its path.
fn board_lines(variant: &Variant) -> Vec<String> {
    let svg = picture::setup(variant, SetupId(0));
    let document = assert_sound(&svg);
    with_class(document.root(), "grid").filter_map(|line| line.attribute("d")).map(str::to_owned).collect()
}

#[test]
fn boards_of_points_have_lines_a_river_and_palaces() {
    let mut variant = variant("fide");
    assert!(board_lines(&variant).is_empty());
    variant.board_style.pattern = BoardPattern::Plain;
    // Two borders of each square, and those of two edges.
    assert_eq!(board_lines(&variant)[0].matches(['v', 'h']).count(), 2 * 64 + 2 * 8);
    variant.board_style.pattern = BoardPattern::Points;
    assert_eq!(board_lines(&variant)[0].matches(['v', 'h']).count(), 2 * 7 * 8);
    let palace = ["a1", "c3"].map(|name| variant.board.parse(name).unwrap());
    variant.board_style =
        BoardStyle { river: Some(4), palaces: vec![Palace { from: palace[0], to: palace[1] }], ..variant.board_style };
    let lines = board_lines(&variant);
    assert_eq!(lines[0].matches(['v', 'h']).count(), 2 * 7 * 8 - 6);
    assert_eq!(lines[1..], ["M54 480L182 352", "M54 352L182 480"]);
    assert!(variant.validate().is_empty());
    variant.board_style.river = Some(8);
    assert_eq!(variant.validate().len(), 1);
}

#[test]
fn men_in_hand_stand_above_and_below_the_board() {
    let game = game("crazyhouse");
    let text = "1n~5k/P7/8/4b3/8/8/8/4K3[QPPPr] w - - 0 1";
    let position = fen::read(&game, SetupId::default(), text).unwrap();
    let svg = picture::position(&position, &Annotations::default());
    let document = assert_sound(&svg);
    let hands: Vec<Node> = with_class(document.root(), "hand").collect();
    let height = |node: &Node| numbers(node.attribute("transform").unwrap())[1];
    let heights = |node: Node| with_class(node, "man").map(|man| height(&man)).collect::<Vec<_>>();
    let [white, black] = hands[..] else { panic!("{} hands", hands.len()) };
    let on_board = with_class(with_class(document.root(), "men").next().unwrap(), "man").map(|man| height(&man));
    let (highest, lowest) = on_board.fold((f64::MAX, f64::MIN), |(high, low), at| (high.min(at), low.max(at)));
    assert!(heights(white).iter().all(|&at| at > lowest + 64.0) && heights(white).len() == 2);
    assert!(heights(black).iter().all(|&at| at < highest) && heights(black).len() == 1);
    let told: Vec<&str> = with_class(white, "number").filter_map(|node| node.text()).collect();
    assert_eq!(told, ["3"]);
    assert_eq!(with_class(document.root(), "promoted").count(), 1);
    assert!(
        svg.contains("one Queen in hand and three Pawns in hand.") && svg.contains("Knight on b8 promoted"),
        "{svg}"
    );
    // Nothing is in hand at the start.
    let start = picture::position(&game.start(), &Annotations::default());
    assert_eq!(with_class(assert_sound(&start).root(), "hand").count(), 0);
}

#[test]
fn no_man_of_a_built_in_game_is_a_letter() {
    for name in builtin::names() {
        let letters: Vec<_> = picture::drawings(&variant(name)).into_iter().map(|drawing| drawing.name).collect();
        assert!(letters.iter().all(|drawing| !drawing.contains("letter ")), "{name}: {letters:?}");
    }
}

#[test]
fn a_definition_names_its_figures_and_draws_its_own() {
    let text = "game \"Figures\" extends minishogi\nfigures: on octagons, P = \"<circle cx='50' cy='40' r='9'/>\", G = duck, wall = crane\n";
    let game = loaded("figures.variant", text);
    let variant = game.variant();
    let names: Vec<_> = picture::drawings(variant).into_iter().map(|drawing| (drawing.name, drawing.pointed)).collect();
    for name in ["rook on octagons", "duck on octagons", "own P on octagons", "promoted own +P on octagons"] {
        assert!(names.contains(&(name.to_owned(), false)), "{names:?}");
    }
    assert_eq!(picture::wall(variant).unwrap().name, "crane");
    let svg = picture::setup(variant, SetupId(0));
    assert_sound(&svg);
    assert!(svg.contains(r#"<circle cx="50" cy="40" r="9"/>"#), "{svg}");
    // Only the line of the game itself counts, and a man of its own may have the figure that another one has.
    assert!(picture::drawings(&self::variant("minishogi")).iter().all(|drawing| drawing.pointed));
}

#[test]
fn shapes_of_a_model_from_elsewhere_are_cleaned() {
    let mut variant = variant("fide");
    let queen = variant.kind_of_symbol(Side::White, "Q").unwrap();
    let figure = |shapes: &str| ManFigure { kind: queen, figure: Figure::Drawn(shapes.to_owned()) };
    variant.figures.men = vec![figure("<script>alert(1)</script>")];
    let drawing = picture::drawings(&variant).swap_remove(queen.index());
    assert_eq!((&*drawing.name, drawing.svg.contains("script")), ("queen", false));
    variant.figures.men = vec![figure("<g transform='scale(0.5)'><path d='M0 0L9 9'/></g>")];
    let drawing = picture::drawings(&variant).swap_remove(queen.index());
    assert_eq!(drawing.svg, r#"<g transform="scale(0.5)"><path d="M0 0L9 9"/></g>"#);
}

#[test]
fn a_figure_of_anything_but_shapes_is_refused() {
    let refused = |shapes: &str| {
        let text = format!("game \"Shapes\" extends fide\nfigures: Q = \"{shapes}\"\n");
        let checked = check(&Source::new("shapes.variant", text), &BuiltIns);
        checked.report.diagnostics().next().map(|diagnostic| diagnostic.message.clone())
    };
    for sound in [
        " <g transform='rotate(180 50 50)'><path d='M10 10L90,90Z' fill='none'/></g>\t<circle  cx='50' cy='50' r='4e1'/>",
        "<polygon points='1,2 3,4' stroke='currentColor' stroke-width='2'/>",
    ] {
        assert_eq!(refused(sound), None, "{sound}");
    }
    for (shapes, message) in [
        ("<circle r='4'/><script>alert(1)</script>", "`script` is no shape"),
        ("<circle r='4' onload='x'/>", "`circle` has no attribute `onload` in a figure"),
        ("<path d='M0 0' fill='url(#a)'/>", "this is no value of `fill`"),
        ("<path d='M0 0' style='x'/>", "`path` has no attribute `style` in a figure"),
        ("<use href='x'/>", "`use` is no shape"),
        ("<path d='&quot;'/>", "this is no value of `d`"),
        ("<path d='M0 0' transform='url(x)'/>", "this is no value of `transform`"),
        ("<path d='M0 0'></path>", "`path` ends with `/>`"),
        ("words", "only shapes stand here, such as `<circle cx='50' cy='50' r='40'/>`"),
        ("<circle r='4'/><!-- x -->", "`!--` is no shape"),
        ("<g><circle r='4'/>", "a group is not closed: `</g>` is missing"),
        ("</g>", "this ends no group"),
        ("", "a figure needs a shape"),
    ] {
        assert_eq!(refused(shapes).as_deref(), Some(message), "{shapes}");
    }
    assert!(refused(&"<g>".repeat(9)).is_some() && refused(&"<circle r='4'/>".repeat(900)).is_some());
}

#[test]
fn blacks_men_on_pentagons_are_turned_around_and_a_duck_is_drawn() {
    let turned = |svg: &str| svg.matches(r#"transform="rotate(180)"/>"#).count();
    assert_eq!(turned(&picture::setup(&variant("shogi"), SetupId(0))), 20);
    assert_eq!(turned(&picture::setup(&variant("xiangqi"), SetupId(0))), 0);
    let mut position = game("duck-chess").start();
    let mv = notation::read_uci_move(&position, "e2e4,e4d6").unwrap();
    position.play(mv).unwrap();
    let svg = picture::position(&position, &Annotations::default());
    let document = assert_sound(&svg);
    assert_eq!(with_class(document.root(), "blocker").count(), 1);
    assert_eq!(with_class(document.root(), "wall").count(), 0);
}

/// The man without a picture shows its letter, and no two men of a side look alike.
#[test]
fn men_of_a_side_can_be_told_apart() {
    for name in builtin::names() {
        let variant = variant(name);
        for side in Side::ALL {
            let mut drawings = BTreeSet::new();
            for (id, _) in variant.kinds().filter(|(_, kind)| kind.sides[side]) {
                let svg = alone(&variant, side, id, &ManState::default());
                let document = assert_sound(&svg);
                let symbol = document.descendants().find(|node| node.has_tag_name("symbol")).unwrap();
                let part =
                    |part: Node| format!("{:?} {:?} {:?}", part.attribute("d"), part.attribute("fill"), part.text());
                let drawing: Vec<String> = symbol.descendants().filter(Node::is_element).map(part).collect();
                assert!(drawings.insert(drawing), "{name}: {}", variant.kind(id).name);
            }
        }
    }
}

/// The pictures of the README and of `docs/pictures.md`, made by the commands that stand there.
#[test]
fn the_pictures_of_the_documents_are_up_to_date() {
    let game = game("weakest");
    let mut position = game.start();
    let mut last = None;
    for text in ["d2d3", "e7e6", "c1e3", "e8e7", "b1@ene-", "d7@se-", "e3@nex"] {
        let mv = notation::read_uci_move(&position, text).unwrap();
        position.play(mv).unwrap();
        last = Some(mv);
    }
    let pawn = game.variant().kind_of_symbol(Side::White, "P").unwrap();
    for (file, svg) in [
        ("weakest.svg", picture::position(&position, &Annotations { last, ..Annotations::default() })),
        ("weakest-pawn.svg", picture::man(game.variant(), pawn, false)),
    ] {
        let path = weakfish_testing::root().join("docs/pictures").join(file);
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(stored == svg, "docs/pictures/{file} is old: run the command of docs/pictures.md that makes it");
    }
}

#[test]
fn every_file_of_a_figure_is_a_drawing_that_its_surroundings_colour() {
    let folder = weakfish_testing::root().join("defs/figures");
    let files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() > 20);
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "svg")) {
        let svg = std::fs::read_to_string(file).unwrap();
        assert!(svg.contains(r#"viewBox="0 0 100 100""#), "{}", file.display());
        let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
        let elements: Vec<Node<'_, '_>> = document.root_element().children().filter(Node::is_element).collect();
        assert!(!elements.is_empty(), "{}", file.display());
        for element in elements {
            assert_eq!(element.tag_name().name(), "path", "{}", file.display());
            assert!(element.attribute("id").is_none() && element.attribute("style").is_none(), "{}", file.display());
        }
    }
}

#[test]
fn nothing_that_means_something_to_xml_stays() {
    assert_eq!(picture::escaped("<b a=\"x\">'&\u{1}\n</b>"), "&lt;b a=&quot;x&quot;&gt;&#39;&amp;\u{FFFD} &lt;/b&gt;");
}

#[test]
fn names_of_files_and_ranks_stand_beside_boards_of_lines() {
    for (name, files, ranks) in [("xiangqi", 9, 10), ("shogi", 9, 9)] {
        let svg = picture::setup(&variant(name), SetupId(0));
        assert_sound(&svg);
        assert_eq!(svg.matches(r#"class="coordinate beside on-plain""#).count(), files + ranks, "{name}");
        // A margin at the left and below; the first file is in the middle of its squares.
        assert!(svg.contains(&format!(r#"viewBox="0 0 {} {}""#, 64 * files + 22, 64 * ranks + 22)), "{svg}");
        assert!(svg.contains(r#"x="54" y="#), "{svg}");
    }
    assert!(!picture::setup(&variant("fide"), SetupId(0)).contains("coordinate beside"));
}

#[test]
fn men_on_tiles_have_characters() {
    let drawn = |name: &str, characters: bool| {
        let game = game(name);
        picture::position(&game.start(), &Annotations { characters, ..Annotations::default() })
    };
    for name in builtin::names() {
        let variant = variant(name);
        if variant.figures.on.is_none() {
            continue;
        }
        for (drawing, kind) in picture::drawings(&variant).iter().zip(&variant.kinds) {
            for side in Side::ALL {
                let character = drawing.characters[side].as_deref().unwrap_or_else(|| panic!("{name}: {}", kind.name));
                assert!(character.contains("<path d=\"M") && character.contains("scale(0.1"), "{name}: {character}");
            }
        }
        let (figures, characters) = (drawn(name, false), drawn(name, true));
        assert_sound(&characters);
        assert_ne!(figures, characters, "{name}");
    }
    assert_eq!(drawn("fide", false), drawn("fide", true));
    // The generals of both sides, in their colours.
    let generals = &picture::drawings(&variant("xiangqi"))[0].characters;
    let ink = |side: Side| generals[side].as_deref().unwrap().split("fill=").last().unwrap().to_owned();
    assert!(ink(Side::White).starts_with("\"#b3261e\"") && ink(Side::Black).starts_with("\"#1f1a17\""));
}

#[test]
fn sides_have_the_names_that_the_game_gives_them() {
    let text = "game \"Reds\" extends xiangqi\nsides: \"Red-Hot\", \"Black\"\n";
    let game = loaded("reds.variant", text);
    let variant = game.variant();
    assert_eq!([Side::White, Side::Black].map(|side| variant.side_name(side)), ["Red-Hot", "Black"]);
    assert_eq!(
        notation::name_sides(variant, "White's Whites: White, (White) Whitehall".to_owned()),
        "Red-Hot's Whites: Red-Hot, (Red-Hot) Whitehall"
    );
    let text = "game \"Black Sea\" extends xiangqi\nsides: \"Red\", \"Blue\"\nmen\n  H white tiger: N\n";
    let own = loaded("own.variant", text);
    assert_eq!(
        notation::name_sides(own.variant(), "Black Sea: White's White Tiger takes Black's".to_owned()),
        "Black Sea: Red's White Tiger takes Blue's"
    );
    assert!(picture::setup(variant, SetupId(0)).contains("Red-Hot has Chariot on a1"));
    assert!(weakfish::rulebook::page::game(variant).contains("Red-Hot"));
    let plain = loaded("plain.variant", "game \"Plain\" extends xiangqi\nsides: none\n");
    assert_eq!(plain.variant().side_name(Side::White), "White");
    assert!(plain.variant().plays_alike(variant));
    for refused in ["\"Red\", \"Red\"", "\"\", \"Black\"", "\"<b>\", \"Black\"", "\"White\", \" Black\""] {
        let text = format!("game \"Names\" extends fide\nsides: {refused}\n");
        let checked = check(&Source::new("names.variant", text), &BuiltIns);
        let told: Vec<_> = checked.report.diagnostics().map(|told| told.code.as_str()).collect();
        assert_eq!(told, ["check::side-name"], "{refused}");
    }
}
