//! What a user would type for each rule of the grammar.

use super::grammar::Rule;

/// What could stand where this rule was expected: words of the language in backquotes, other things described.
///
/// Empty for rules that only part a text and are never missed by themselves.
// A table: one line for each rule, however many there are and however alike.
#[allow(clippy::too_many_lines, clippy::match_same_arms)]
#[rustfmt::skip]
pub(super) fn said(rule: Rule) -> &'static [&'static str] {
    match rule {
        Rule::EOI => &["the end of the line"],

        // The first step, and blanks.
        Rule::sheet | Rule::line | Rule::item | Rule::plain | Rule::key | Rule::value | Rule::carried
        | Rule::carried_value | Rule::heading_ahead | Rule::item_ahead | Rule::gap | Rule::blank | Rule::newline
        | Rule::comment | Rule::byte_order_mark | Rule::WHITESPACE | Rule::COMMENT | Rule::end_of_word => &[],

        // Whole lines, which are missed when their first word is.
        Rule::heading_line | Rule::heading => {
            &["`game`", "`men`", "`regions`", "`setup`", "`rules`", "`endings`", "`test`"]
        }
        Rule::fact_key => &["`inventor`", "`year`", "`source`", "`about`", "`board`", "`first`", "`black`"],
        Rule::text_value => &["a text in quotes"],
        Rule::year_value | Rule::perft_value => &["a number"],
        Rule::board_value => &["a size such as `8x8`"],
        Rule::first_value => &["`white`", "`black`"],
        Rule::black_value => &["`mirrors white`", "`rotates white`"],
        Rule::man_key => &["a man such as `K`", "`all men`", "`white`", "`black`"],
        Rule::man_value => &["a movement such as `fW`", "`none`"],
        Rule::all_men_value => &["a property such as `flips m/c`", "`none`"],
        Rule::region_key => &["a name in small letters", "`white`", "`black`"],
        Rule::region_value => {
            &["a square such as `e4`", "`the last rank`", "`own rank`", "`rank`", "`file`", "`none`"]
        }
        Rule::row => &["a man such as `K` or `k`", "`.`"],
        Rule::setup_line_key => &["`facing`"],
        Rule::facing_value => &["`right half mirrored`", "`as written`"],
        Rule::changed_setup_key => &["`setup`"],
        Rule::changed_setup_value | Rule::test_setup_value => &["the name of a setup"],
        Rule::rule_key => said(Rule::rule_name),
        Rule::castling_value => &["a man such as `K`", "`none`"],
        Rule::long_step_value => &["a number", "`up to`", "`none`"],
        Rule::promotion_value => &["`on`", "`none`"],
        Rule::progress_value => &["`capture`", "`move of`", "`none`"],
        Rule::series_value => &["a number", "`as long as the opponent's last`", "`none`"],
        Rule::series_ends_value => &["`by check`", "`by capture`", "`none`"],
        Rule::stuck_value => &["`end or stalemate, by choice`", "`none`"],
        Rule::must_move_value => &["`once in`", "`none`"],
        Rule::repetition_value => &["`illegal`", "`none`"],
        Rule::grid_value => &["`every move leaves its`", "`none`"],
        Rule::opposition_value => &["a man such as `F`", "`none`"],
        Rule::finishing_value => &["`any man as U`", "`none`"],
        Rule::capture_value => &["`compulsory`", "`none`"],
        Rule::passing_value => &["`always`", "`when no other move`", "`none`"],
        Rule::ending_key => &["a condition such as `checkmate`", "`the rest`", "`white`", "`black`"],
        Rule::ending_value => said(Rule::result),
        Rule::rest_value => &["`inherited`"],
        Rule::test_key => {
            &["`setup`", "`position`", "`play`", "`expect`", "`legal`", "`illegal`", "`only`", "`perft`"]
        }
        Rule::free_text_value => &["a text"],
        Rule::expect_value => &["`white wins`", "`black wins`", "`draw`", "`ongoing`"],
        Rule::moves_value => &["a move such as `e2e4`"],

        // The user's own words.
        Rule::text => &["a text in quotes"],
        Rule::name => &["a name in small letters"],
        Rule::man_name => &["a name in small letters"],
        Rule::reason => &["a reason such as `checkmate`"],
        Rule::symbol => &["a man such as `K`"],
        Rule::number => &["a number"],
        Rule::size => &["a size such as `8x8`"],
        Rule::square => &["a square such as `e4`"],
        Rule::file => &["a file such as `e`"],
        Rule::betza | Rule::betza_small | Rule::betza_piece | Rule::in_parentheses | Rule::in_brackets
        | Rule::in_braces => &["a movement such as `fW`"],
        Rule::wind | Rule::betza_direction | Rule::direction_word | Rule::direction => &["a direction such as `f` or `ne`"],
        Rule::men_list => &["a man such as `K`"],
        Rule::free_text => &["a text"],
        Rule::move_text => &["a move such as `e2e4`"],
        Rule::letter | Rule::man | Rule::placed_man => &["a man such as `K` or `k`"],
        Rule::state => &["a facing such as `{n}`"],
        Rule::cell => &["a man such as `K` or `k`", "`.`"],
        Rule::empty_cell => &["`.`"],
        Rule::universal => &["`U`"],

        // Marks.
        Rule::comma | Rule::separator => &["`,`"],
        Rule::colon => &["`:`"],
        Rule::plus => &["`+`"],
        Rule::open => &["`(`"],
        Rule::close => &["`)`"],

        // Headings.
        Rule::edition => &["`weakfish 1`"],
        Rule::title => &["`game`"],
        Rule::men_heading => &["`men`"],
        Rule::regions_heading => &["`regions`"],
        Rule::setup_heading => &["`setup`"],
        Rule::rules_heading => &["`rules`"],
        Rule::endings_heading => &["`endings`"],
        Rule::test_heading => &["`test`"],

        // Men and squares.
        Rule::side => &["`white`", "`black`"],
        Rule::movement | Rule::parts => &["a movement such as `fW`"],
        Rule::part => &["a part such as `leap rfN`"],
        Rule::property => &["a property such as `royal`"],
        Rule::royal_property => &["`royal`"],
        Rule::turns_property => &["`turns`"],
        Rule::part_name => &["the name of a part"],
        Rule::angles => &["an angle such as `45`", "`any`"],
        Rule::within_phrase => &["`within`"],
        Rule::turns_after_property => &["`may turn`"],
        Rule::one_direction_property => &["`one direction at a time`"],
        Rule::flips_property => &["`flips m/c`"],
        Rule::modes => &["`m/c`", "`c/m`"],
        Rule::stays_in_property => &["`stays in`"],
        Rule::in_property => &["`in`"],
        Rule::captured_only_by_property => &["`captured only by`"],
        Rule::captures_only_property => &["`captures only`"],
        Rule::instead_of_property => &["`instead of`"],
        Rule::area => &["a square such as `e4`"],
        Rule::last_rank => &["`the last rank`"],
        Rule::own_ranks => &["`own rank`", "`own ranks`"],
        Rule::ranks_area => &["`rank`", "`ranks`"],
        Rule::files_area => &["`file`", "`files`"],
        Rule::box_area | Rule::square_area => &["a square such as `e4`"],
        Rule::place => &["a square such as `e4`", "`the last rank`", "`own rank`", "`rank`", "`file`", "a region's name"],
        Rule::change => &["a change such as `C for Q`"],
        Rule::empty_change => &["`empty`"],
        Rule::replace_change => &["a change such as `C for Q`"],
        Rule::place_change => &["a change such as `Q on d1`"],

        // Rules.
        Rule::rule_name => &[
            "`castling`", "`long step of P`", "`promotion of P`", "`progress`", "`series`", "`series ends`",
            "`stuck in a series`", "`must move`", "`repetition`", "`grid`", "`opposition`", "`finishing move`",
            "`capture`", "`passing`",
        ],
        Rule::long_step_of => &["`long step of P`"],
        Rule::promotion_of => &["`promotion of P`"],
        Rule::series_ends => &["`series ends`"],
        Rule::stuck_in_a_series => &["`stuck in a series`"],
        Rule::must_move => &["`must move`"],
        Rule::finishing_move => &["`finishing move`"],
        Rule::castling_king => &["a man such as `K`"],
        Rule::or_more => &["`or more`"],
        Rule::last_crossed => &["`the last square K crossed`"],
        Rule::any_crossed => &["`any square K left or crossed`"],
        Rule::up_to => &["`up to`"],
        Rule::en_passant => &["`en passant`"],
        Rule::any_starting_man | Rule::starting_man => &["`any starting man`"],
        Rule::if_wished => &["`if wished`"],
        Rule::promoted_facing => &["`facing`"],
        Rule::as_at_the_start => &["`as at the start`"],
        Rule::any_way => &["`any way`"],
        Rule::move_of => &["`move of`"],
        Rule::so_many_moves | Rule::longer_each_turn | Rule::longer_than_last => &["a number"],
        Rule::first_series => &["`first`"],
        Rule::as_long_as_last => &["`as long as the opponent's last`"],
        Rule::variation | Rule::so_longer | Rule::so_shorter => &["a number"],
        Rule::at_least => &["`at least`"],
        Rule::series_end => &["`check`", "`capture`"],
        Rule::opposed => &["a man such as `F`"],
        Rule::finish => &["`checkmate`", "`stalemate`"],

        // Endings and tests.
        Rule::the_rest => &["`the rest`"],
        Rule::condition => &["a condition such as `checkmate`"],
        Rule::opponent_bared => &["`opponent bared`"],
        Rule::quiet => &["`100 moves without progress`"],
        Rule::quiet_unit => &["`moves`", "`plies`", "`series`"],
        Rule::position_times => &["`position 3 times`"],
        Rule::only_material => &["`only K v K`"],
        Rule::balance | Rule::versus | Rule::one_colour | Rule::side_men => &["men such as `K N v K`"],
        Rule::without_men => &["`without men`"],
        Rule::without_some => &["`without Q`"],
        Rule::checks_given => &["`3 checks given`"],
        Rule::man_on => &["`K on e8`"],
        Rule::result => &["`wins`", "`loses`", "`draw`", "`draw on claim`"],
        Rule::draw_on_claim => &["`draw on claim`"],
        Rule::label => &["a reason in parentheses"],
        Rule::perft_depth => &["`perft`"],
        Rule::winner => &["`white wins`", "`black wins`"],
        Rule::by_reason => &["`by`"],

        // Words of the language.
        Rule::a => &["`a`"], Rule::about => &["`about`"], Rule::after => &["`after`"], Rule::all => &["`all`"],
        Rule::always => &["`always`"], Rule::and => &["`and`"], Rule::any => &["`any`"], Rule::r#as => &["`as`"],
        Rule::at => &["`at`"], Rule::bared => &["`bared`"], Rule::black => &["`black`"], Rule::block => &["`block`"],
        Rule::board => &["`board`"], Rule::but => &["`but`"], Rule::by => &["`by`"], Rule::capture => &["`capture`"],
        Rule::captured => &["`captured`"], Rule::captures => &["`captures`"], Rule::castling => &["`castling`"],
        Rule::check => &["`check`"], Rule::checkmate => &["`checkmate`"], Rule::checks => &["`checks`"],
        Rule::choice => &["`choice`"], Rule::claim => &["`claim`"], Rule::colour => &["`colour`"],
        Rule::compulsory => &["`compulsory`"], Rule::crossed => &["`crossed`"], Rule::direction_ => &["`direction`"],
        Rule::draw => &["`draw`"], Rule::each => &["`each`"], Rule::empty => &["`empty`"], Rule::en => &["`en`"],
        Rule::end => &["`end`"], Rule::endings => &["`endings`"], Rule::ends => &["`ends`"],
        Rule::every => &["`every`"], Rule::expect => &["`expect`"], Rule::extends => &["`extends`"],
        Rule::facing => &["`facing`"], Rule::file_ => &["`file`"], Rule::files => &["`files`"],
        Rule::finishing => &["`finishing`"], Rule::first => &["`first`"], Rule::flips => &["`flips`"],
        Rule::for_ => &["`for`"], Rule::from => &["`from`"], Rule::game => &["`game`"], Rule::given => &["`given`"],
        Rule::grid => &["`grid`"], Rule::half => &["`half`"], Rule::if_ => &["`if`"], Rule::illegal => &["`illegal`"],
        Rule::in_ => &["`in`"], Rule::inherited => &["`inherited`"], Rule::instead => &["`instead`"],
        Rule::inventor => &["`inventor`"], Rule::its => &["`its`"], Rule::last => &["`last`"],
        Rule::least => &["`least`"], Rule::leaves => &["`leaves`"], Rule::left => &["`left`"],
        Rule::legal => &["`legal`"], Rule::long => &["`long`"], Rule::longer => &["`longer`"],
        Rule::loses => &["`loses`"], Rule::man_ => &["`man`"], Rule::may => &["`may`"], Rule::men => &["`men`"],
        Rule::mirrored => &["`mirrored`"], Rule::mirrors => &["`mirrors`"], Rule::more => &["`more`"],
        Rule::move_ => &["`move`"], Rule::moves => &["`moves`"], Rule::moving => &["`moving`"],
        Rule::must => &["`must`"], Rule::no => &["`no`"], Rule::none => &["`none`"], Rule::of => &["`of`"],
        Rule::on => &["`on`"], Rule::once => &["`once`"], Rule::one => &["`one`"], Rule::ongoing => &["`ongoing`"],
        Rule::only => &["`only`"], Rule::opponent => &["`opponent`"], Rule::opponents => &["`opponent's`"],
        Rule::opposition => &["`opposition`"], Rule::or => &["`or`"], Rule::other => &["`other`"],
        Rule::own => &["`own`"], Rule::passant => &["`passant`"], Rule::passing => &["`passing`"],
        Rule::perft => &["`perft`"], Rule::play => &["`play`"], Rule::plies => &["`plies`"],
        Rule::position => &["`position`"], Rule::progress => &["`progress`"], Rule::promotion => &["`promotion`"],
        Rule::rank => &["`rank`"], Rule::ranks => &["`ranks`"], Rule::regions => &["`regions`"],
        Rule::repetition => &["`repetition`"], Rule::rest => &["`rest`"], Rule::right => &["`right`"],
        Rule::rotates => &["`rotates`"], Rule::royal => &["`royal`"], Rule::rules => &["`rules`"],
        Rule::series => &["`series`"], Rule::setup => &["`setup`"], Rule::shorter => &["`shorter`"],
        Rule::source => &["`source`"], Rule::square_ => &["`square`"], Rule::squares => &["`squares`"],
        Rule::stalemate => &["`stalemate`"], Rule::start => &["`start`"], Rule::starting => &["`starting`"],
        Rule::stays => &["`stays`"], Rule::step => &["`step`"], Rule::stuck => &["`stuck`"], Rule::test => &["`test`"],
        Rule::than => &["`than`"], Rule::the => &["`the`"], Rule::time => &["`time`"], Rule::times => &["`times`"],
        Rule::to => &["`to`"], Rule::toward => &["`toward`"], Rule::turn => &["`turn`"], Rule::turns => &["`turns`"],
        Rule::up => &["`up`"], Rule::v => &["`v`"], Rule::way => &["`way`"], Rule::weakfish => &["`weakfish`"],
        Rule::when => &["`when`"], Rule::white => &["`white`"], Rule::wins => &["`wins`"],
        Rule::wished => &["`wished`"], Rule::with => &["`with`"], Rule::within => &["`within`"],
        Rule::without => &["`without`"], Rule::written => &["`written`"], Rule::year => &["`year`"],
    }
}

/// All that could stand where one of these rules was expected, each once, the end of the line last.
pub(super) fn all_said(rules: &[Rule]) -> Vec<&'static str> {
    let mut all = Vec::new();
    let (ends, words): (Vec<Rule>, Vec<Rule>) = rules.iter().partition(|&&rule| rule == Rule::EOI);
    for said in words.into_iter().chain(ends).flat_map(said) {
        if !all.contains(said) {
            all.push(*said);
        }
    }
    all
}

/// The words of the language among these; of a phrase the first one.
pub(super) fn keywords<'a>(said: &'a [&'static str]) -> impl Iterator<Item = &'static str> + Clone + 'a {
    let phrases = said.iter().filter_map(|said| said.strip_prefix('`')?.strip_suffix('`'));
    phrases.filter_map(|phrase| phrase.split(' ').next()).filter(|word| word.len() > 1)
}
