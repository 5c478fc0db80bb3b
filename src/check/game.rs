//! Makes the model of a game from the lines in force, and compiles it; advantages of the first move; symbols and names of
//! tests.

use std::collections::{BTreeMap, HashMap};

use super::drops::{drops, note_promoted};
use super::endings::{endings, expected_condition};
use super::figures::figures;
use super::findings::{SourceMap, report_finding};
use super::idle_hands::note_idle_hands;
use super::idle_men::{note_absent_men, note_promotions_to_absent_men};
use super::letters::letters;
use super::lines::{InForce, LinesInForce};
use super::lost_options::note_lost_options;
use super::men::{Men, men};
use super::names::{ManTable, man_table};
use super::other_readings::note_other_readings;
use super::regions::{Facts, Regions, facts, regions};
use super::report::{FileId, Partial, Place, Reported, Reporter, Subject};
use super::rules::rules;
use super::setups::{DrawnPosition, drawn_position, report_unknown_setup, setups};
use super::walls::refuse_walls_beside_other_rules;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{CompileError, Game, Move, Position};
use crate::geometry::{PerSide, Side};
use crate::lints::{self, KindItem, Known, MaterialJudge, ModelItem, PartialModel};
use crate::model::{Condition, Ending, GameResult, KindId, MODEL_VERSION, RegionId, SetupId, Variant};
use crate::notation::{explain_position_error, uci};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{Ending as EndingLine, Expectation, MovementText, SetupSection, State, TestSection, TestStep};

/// Level of checks of a definition. Not a search depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckLevel {
    /// Whether it is a game, and the lints of its lines.
    Lines,
    /// In addition the lints that follow men over the board and search the first moves.
    Full,
}

/// The meanings of the names in lines.
pub(super) struct NameTables<'a> {
    facts: Facts,
    pub(super) regions: Regions<'a>,
    pub(super) man_table: ManTable<'a>,
}

/// Reads the facts, the regions and the names that lines define.
pub(super) fn name_tables<'a>(lines: &'a LinesInForce, reporter: &'a Reporter) -> NameTables<'a> {
    let facts = facts(lines, reporter);
    let regions = regions(lines, facts.board, facts.black, reporter);
    NameTables { facts, regions, man_table: man_table(lines, reporter) }
}

/// The model of a game, and the lines of its endings.
pub(super) type ModelWithLines<'l> = (Variant, Vec<&'l InForce<EndingLine>>);

/// Builds the model of a game from its effective lines (lowering), and reads its tests, unless there are errors.
pub(super) fn build_model<'l>(
    lines: &'l Partial<LinesInForce>,
    names: &NameTables<'_>,
    tests: &[TestSection],
    reporter: &Reporter,
) -> Result<(ModelWithLines<'l>, TestMeanings), Reported> {
    let NameTables { facts, regions, man_table } = names;
    let Partial { read: lines, whole } = lines;
    let mut men = men(lines, man_table, regions);
    let setups = setups(lines, &men, regions, facts);
    let mut rules = rules(lines, &men, regions, &setups.read);
    let men_map = SourceMap { lines, man_table, board: None, rules: None, endings: &[] };
    let promoted = note_promoted(&mut men, &rules.read, &setups.read, &men_map);
    drops(lines, &men, regions, &setups.read, &mut rules);
    refuse_walls_beside_other_rules(lines, &men, &setups.read, &mut rules);
    let endings = endings(lines, man_table, regions);
    let letters = letters(lines, man_table);
    let figures = figures(lines, man_table);
    let meanings = read_tests(lines, names, &men, tests, reporter);
    let named_regions = regions.whole();
    let Partial { read: made_endings, whole: all_endings } = endings;
    let (endings, ending_lines): (Vec<_>, Vec<_>) = made_endings.into_iter().unzip();
    if let (Ok(board), Ok(())) = (facts.board, whole) {
        let view = PartialModel {
            board,
            lines: regions.board_lines().ok(),
            kinds: Known { made: men.kinds().collect(), whole: men.whole().is_ok() },
            regions: named_regions.as_deref().ok(),
            setups: Known { made: &setups.read, whole: setups.whole.is_ok() },
            rules: Known { made: &rules.read, whole: rules.whole.is_ok() },
            endings: Known { made: &endings, whole: all_endings.is_ok() },
        };
        let source_map =
            SourceMap { lines, man_table, board: Some(board), rules: Some(&rules.read), endings: &ending_lines };
        for finding in lints::of_game(&view) {
            report_finding(finding, &source_map);
        }
    }
    reporter.without_errors()?;
    all_endings?;
    promoted?;
    let variant = Variant {
        version: MODEL_VERSION,
        title: lines.title.clone(),
        inventor: facts.inventor.clone(),
        year: facts.year,
        source: facts.source.clone(),
        about: facts.about.clone(),
        board: facts.board?,
        lines: regions.board_lines()?.to_vec(),
        board_style: regions.board_style()?.clone(),
        first: facts.first?,
        black: facts.black?,
        side_names: facts.side_names.clone(),
        kinds: men.into_whole()?,
        letters: letters?,
        figures: figures?,
        regions: named_regions?,
        setups: setups.into_whole()?,
        rules: rules.into_whole()?,
        endings,
    };
    Ok(((variant, ending_lines), meanings))
}

/// Compiles a game, and requires that it can begin from each of its setups.
pub(super) fn compile(
    (variant, endings): ModelWithLines<'_>,
    lines: &LinesInForce,
    NameTables { man_table, regions, .. }: &NameTables<'_>,
    level: CheckLevel,
    judge: Option<MaterialJudge>,
) -> Result<Game, Reported> {
    let title = man_table.reporter.title();
    let rules = variant.rules.clone();
    let source_map = SourceMap { lines, man_table, board: Some(variant.board), rules: Some(&rules), endings: &endings };
    let game = Game::compile(variant).map_err(|error| {
        let (location, label) = match &error {
            CompileError::TooManyPaths { kind } => (
                source_map.locate(ModelItem::Kind(*kind, KindItem::Symbol)),
                "the movement of this man takes the most room",
            ),
            CompileError::TooManyStates { .. } | CompileError::Invalid(_) => (None, "of this game"),
        };
        let span = location.map_or(title, |(file, span)| man_table.reporter.own_span(file, span));
        let big = Diagnostic::error(Code::CheckTooBig, span, format!("the game can't be compiled: {error}"))
            .label(label)
            .help("write movements with fewer legs or shorter ranges, or let fewer men turn");
        man_table.reporter.error(big)
    })?;
    if level == CheckLevel::Full {
        for finding in lints::of_play(&game, judge) {
            report_finding(finding, &source_map);
        }
        warn_unused_regions(lines, regions);
        note_absent_men(game.variant(), lines, man_table);
        note_promotions_to_absent_men(game.variant(), lines, man_table);
        note_idle_hands(game.variant(), lines, man_table);
        note_other_readings(game.variant(), lines, man_table);
        note_lost_options(&lines.lost, man_table.reporter);
    }
    let mut search = StartSearch::new();
    for (index, setup) in game.variant().setups.iter().enumerate() {
        let id = SetupId(index as u8);
        let start = game.start_of(id);
        let arrangement = start.arrangement();
        let span = source_map
            .locate(ModelItem::Setup(id))
            .map_or(title, |(file, span)| man_table.reporter.own_span(file, span));
        let Err(reasons) = game.position(&arrangement) else {
            if let Some(outcome) = start.outcome() {
                let message = format!("the setup `{}` is over before the first move: {}", setup.name, outcome.reason);
                let decided = Diagnostic::warning(Code::CheckDecidedStart, span, message)
                    .label("of this setup")
                    .help("draw another starting position, or change the line under `endings` that decides it");
                man_table.reporter.warning(decided);
            } else if level == CheckLevel::Full
                && let Some(slip) = search.find_warning(&start, &setup.name, span)
            {
                man_table.reporter.warning(slip);
            }
            continue;
        };
        for reason in reasons {
            let reason = explain_position_error(game.variant(), &arrangement, &reason);
            let message = format!("no game can begin from the setup `{}`: {reason}", setup.name);
            let impossible = Diagnostic::error(Code::CheckImpossibleStart, span, message)
                .label("of this setup")
                .help("draw another starting position, or let the other side move first");
            man_table.reporter.error(impossible);
        }
    }
    man_table.reporter.without_errors()?;
    Ok(game)
}

/// Reports regions that no line in force names.
fn warn_unused_regions(lines: &LinesInForce, regions: &Regions<'_>) {
    for region in &lines.regions {
        let name = &region.line.name;
        let used = |id| regions.reporter.is_used(Subject::Region(id));
        if regions.id(&name.value).is_none_or(used) {
            continue;
        }
        let unused = Diagnostic::warning(
            Code::CheckUnusedRegion,
            name.span,
            format!("no man, rule or ending names the region `{}`", name.value),
        );
        let help = format!(
            "name it where it is meant, as in `stays in {0}` or `K on {0}: wins`, or leave its line out",
            name.value
        );
        regions.reporter.warning_in(region.file, unused.label("never used").help(help));
    }
}

/// A search of the first moves of each setup for a forced win or a hanging man, with a budget of nodes for the whole
/// game.
pub(super) struct StartSearch {
    /// The number of moves that may still be made.
    nodes_left: usize,
}

/// The search has tried its limit of moves.
struct Exhausted;

impl StartSearch {
    pub(super) const fn new() -> Self {
        Self { nodes_left: 1500 /* a few milliseconds */ }
    }

    /// Searches the first moves of a setup; returns a warning if the player who begins wins by force or captures a
    /// hanging man at once.
    pub(super) fn find_warning(&mut self, start: &Position, setup: &str, at: Span) -> Option<Diagnostic> {
        let mut position = start.clone();
        let side = position.turn();
        let mut wins = |plies| Some((plies, self.find_winning_move(&mut position, side, plies).ok().flatten()?));
        if let Some((plies, mv)) = [1, 3].into_iter().find_map(&mut wins) {
            let mv = uci::write(start, mv);
            let how = if plies == 1 { "at once, by" } else { "by force, beginning with" };
            let message = format!("from the setup `{setup}` {side} wins {how} `{mv}`");
            let won = Diagnostic::warning(Code::CheckWonStart, at, message).label("of this setup");
            return Some(won.help(format!("draw another starting position, in which {} has a defence", !side)));
        }
        let mv = self.find_hanging_capture(&mut position, side)?;
        let variant = start.game().variant();
        let victim = start.captured_square(mv)?;
        let man = start.game().piece_info(start.piece_at(victim)?).kind;
        let (name, square) = (&variant.kind(man).symbol, variant.board.name(victim));
        let mv = uci::write(start, mv);
        let message = format!(
            "in the setup `{setup}` {side} can capture `{name}` on {square} at once, and nothing is captured in return"
        );
        let hanging = Diagnostic::warning(Code::CheckHangingMan, at, message).label(format!("by `{mv}`"));
        Some(hanging.help("draw another starting position, in which this man is guarded or out of reach"))
    }

    /// Finds a move by which a side wins within `plies` against any reply. Longer wins than one move are searched
    /// among checks and captures.
    fn find_winning_move(&mut self, position: &mut Position, side: Side, plies: u8) -> Result<Option<Move>, Exhausted> {
        for mv in position.legal_moves().to_vec() {
            if plies > 1 && !(position.is_capture(mv) || position.gives_check(mv)) {
                continue;
            }
            if self.wins_after_move(position, mv, side, plies)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Whether a side has won after a move, or wins within the plies that are left then.
    fn wins_after_move(&mut self, position: &mut Position, mv: Move, side: Side, plies: u8) -> Result<bool, Exhausted> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(Exhausted)?;
        let undo = position.make(mv);
        let won = match position.outcome() {
            Some(outcome) => Ok(outcome.winner == Some(side)),
            None if plies == 1 => Ok(false),
            None if position.turn() == side => self.find_winning_move(position, side, plies - 1).map(|mv| mv.is_some()),
            None => self.wins_against_all_replies(position, side, plies - 1),
        };
        position.unmake(undo);
        won
    }

    /// Whether a side wins within these plies against every move of the player to move.
    fn wins_against_all_replies(&mut self, position: &mut Position, side: Side, plies: u8) -> Result<bool, Exhausted> {
        for mv in position.legal_moves().to_vec() {
            if !self.wins_after_move(position, mv, side, plies)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Finds a capture of a hanging man: one after which the opponent has no capture. Only in games where losing men is
    /// bad.
    fn find_hanging_capture(&mut self, position: &mut Position, side: Side) -> Option<Move> {
        let variant = position.game().variant();
        let royal = Side::ALL.into_iter().all(|side| !position.royal_men(side).is_empty());
        if !royal || variant.rules.compulsory_capture[side] || rewards_losing_men(variant) {
            return None;
        }
        position.legal_moves().captures().to_vec().into_iter().find(|&mv| {
            let Some(left) = self.nodes_left.checked_sub(1) else { return false };
            self.nodes_left = left;
            let undo = position.make(mv);
            let free =
                position.turn() != side && position.outcome().is_none() && position.legal_moves().captures().is_empty();
            position.unmake(undo);
            free
        })
    }
}

/// Whether some ending rewards a side that has lost men: a hanging man is no mistake then.
fn rewards_losing_men(variant: &Variant) -> bool {
    let few = |ending: &Ending| {
        let condition = matches!(ending.condition, Condition::AtMost { .. } | Condition::Bared);
        condition && ending.result == GameResult::Wins || ending.result == GameResult::FewerMen
    };
    variant.endings.iter().any(few)
}

/// A name that a definition gives to something.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Symbol {
    /// The meaning of the symbol.
    pub kind: SymbolKind,
    /// How it is written: a man's letter, a name, the words of a property.
    pub name: String,
    /// The name of the man.
    pub title: Option<String>,
    /// The sides that have it.
    pub sides: PerSide<bool>,
    /// The place of its definition.
    pub definition: Place,
    /// The places of its uses, in the lines in force, in order.
    pub uses: Vec<Place>,
}

/// The meaning of a symbol. The ids are those of the game, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// A kind of men.
    Man(KindId),
    /// The part of a man with this number.
    Part(KindId, usize),
    /// A property of a man.
    Property(KindId),
    /// A region.
    Region(RegionId),
    /// A setup; `None` is one that is only the base of others.
    Setup(Option<SetupId>),
    /// The test with this number.
    Test(usize),
}

/// All symbols of a game, in the order of their definitions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols(Vec<Symbol>);

impl Symbols {
    /// The symbols, in the order of their definitions.
    pub fn iter(&self) -> impl Iterator<Item = &Symbol> {
        self.0.iter()
    }

    /// Applies a function to the places of definitions and uses in one text.
    pub(super) fn map_spans(&mut self, file: FileId, map: impl Fn(Span) -> Span) {
        let places = self.0.iter_mut().flat_map(|symbol| symbol.uses.iter_mut().chain([&mut symbol.definition]));
        places.filter(|known| known.file == file).for_each(|known| known.span = map(known.span));
    }

    /// The symbol that is defined or used at a byte of a text.
    pub fn at(&self, file: FileId, byte: usize) -> Option<&Symbol> {
        let here = |place: &Place| place.file == file && place.span.range().contains(&byte);
        self.0.iter().find(|symbol| here(&symbol.definition) || symbol.uses.iter().any(here))
    }
}

/// Collects the symbols of a game with their definitions and uses, for editors.
pub(super) fn collect_symbols(
    lines: &LinesInForce,
    man_table: &ManTable<'_>,
    regions: &Regions<'_>,
    tests: &[TestSection],
    mut uses: Vec<(Subject, Place)>,
) -> Symbols {
    uses.sort_unstable();
    uses.dedup();
    let uses_of = |subject: Subject| -> Vec<Place> {
        let first = uses.partition_point(|(other, _)| *other < subject);
        uses[first..].iter().take_while(|(other, _)| *other == subject).map(|(_, place)| *place).collect()
    };
    let both = PerSide::both(true);
    let symbol = |kind, name: &str, sides, file, span, uses| Symbol {
        kind,
        name: name.to_owned(),
        title: None,
        sides,
        definition: Place { file, span },
        uses,
    };
    let mut symbols = Vec::new();
    for (index, man) in man_table.men().iter().enumerate() {
        let (id, file, line) = (KindId(index as u8), man.file, &man.line);
        symbols.push(Symbol {
            title: Some(line.name.value.clone()),
            ..symbol(
                SymbolKind::Man(id),
                &line.symbol.value,
                man.sides,
                file,
                line.symbol.span,
                uses_of(Subject::Man(id)),
            )
        });
        if let MovementText::Parts(parts) = &line.movement {
            for (number, part) in parts.iter().enumerate() {
                let uses = uses_of(Subject::Part(id, number));
                let kind = SymbolKind::Part(id, number);
                symbols.push(symbol(kind, &part.name.value, man.sides, file, part.name.span, uses));
            }
        }
        for property in &line.properties {
            let (kind, name) = (SymbolKind::Property(id), property.value.words());
            symbols.push(symbol(kind, &name, man.sides, file, property.span, Vec::new()));
        }
    }
    for region in &lines.regions {
        let Some(id) = regions.id(&region.line.name.value) else { continue };
        let (name, uses) = (&region.line.name, uses_of(Subject::Region(id)));
        symbols.push(symbol(SymbolKind::Region(id), &name.value, region.sides, region.file, name.span, uses));
    }
    let setups = lines.setups.iter().enumerate().map(|(index, setup)| (Some(SetupId(index as u8)), setup));
    let older = lines.older_setups.iter().map(|setup| (None, setup));
    for (id, setup) in setups.chain(older) {
        let name = &setup.line.name;
        let uses = uses_of(Subject::Setup(setup.file, name.span));
        symbols.push(symbol(SymbolKind::Setup(id), &name.value, both, setup.file, name.span, uses));
    }
    for (number, test) in tests.iter().enumerate() {
        let kind = SymbolKind::Test(number);
        symbols.push(symbol(kind, &test.name.value, both, lines.own(), test.name.span, Vec::new()));
    }
    symbols.sort_by_key(|symbol| symbol.definition);
    Symbols(symbols)
}

/// Resolved conditions and boards of test lines, by the spans of the lines.
#[derive(Debug, Default)]
pub(crate) struct TestMeanings {
    /// The conditions that they expect; one that can never hold is left out.
    pub(crate) conditions: BTreeMap<Span, Ending>,
    /// The men on the boards that they draw, each with the place of its cell, and the men in hand.
    pub(crate) boards: BTreeMap<Span, DrawnPosition>,
}

/// Checks that the names of tests differ and that their setups exist; reads their expected conditions and their drawn
/// boards.
fn read_tests(
    lines: &LinesInForce,
    names: &NameTables<'_>,
    men: &Men<'_>,
    tests: &[TestSection],
    reporter: &Reporter,
) -> TestMeanings {
    let setups: HashMap<&str, &InForce<SetupSection>> =
        lines.setups.iter().map(|setup| (setup.line.name.value.as_str(), setup)).collect();
    let mut seen: HashMap<&str, Span> = HashMap::new();
    let mut meanings = TestMeanings::default();
    for test in tests {
        let name = &test.name;
        if let Some(&earlier) = seen.get(name.value.as_str()) {
            let same = format!("two tests are called \"{}\"", name.value);
            let same = Diagnostic::warning(Code::CheckSameName, name.span, same)
                .label("the name is taken")
                .also(earlier, "by this test")
                .help("give each test a name of its own");
            reporter.warning(same);
        } else {
            seen.insert(&name.value, name.span);
        }
        for line in &test.lines {
            match &line.step {
                TestStep::Setup { name, .. } => match setups.get(name.value.as_str()) {
                    Some(setup) => {
                        let own = reporter.own();
                        reporter.record_use(Subject::Setup(setup.file, setup.line.name.span), own, name.span);
                    }
                    None => {
                        report_unknown_setup(name, reporter.own(), &lines.setups, reporter);
                    }
                },
                TestStep::Drawn { board, .. } => {
                    let men = drawn_position(board, lines, men, &names.regions, &names.facts);
                    meanings.boards.extend(men.ok().map(|men| (board.span, men)));
                }
                TestStep::Expect(Spanned {
                    value: Expectation::Holds { state: State::Condition(key), .. }, ..
                }) => {
                    let condition = expected_condition(key, &names.man_table, &names.regions);
                    meanings.conditions.extend(condition.ok().flatten().map(|condition| (key.span, condition)));
                }
                TestStep::Position(_)
                | TestStep::Facing(_)
                | TestStep::Hand(_)
                | TestStep::ToMove(_)
                | TestStep::Play(_)
                | TestStep::Expect(_)
                | TestStep::Legal(_)
                | TestStep::Illegal(_)
                | TestStep::Exactly(_)
                | TestStep::MovesStored
                | TestStep::ReachStored(_)
                | TestStep::Perft { .. } => {}
            }
        }
    }
    meanings
}
