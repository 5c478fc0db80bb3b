/**
 * The language of definitions, for editors: as much of it as colours, folds and indents need.
 *
 * Sections, men, setups and tests have a structure. What rules, conditions and properties say is a list of words:
 * which of them may follow which is for `weakfish check` and `weakfish lsp` to say, and a line that is only half typed
 * keeps its colours. The grammars that decide are Weakfish's `grammar/variant.pest` and `grammar/betza.pest`.
 *
 * A line ends where it ends, unless a comma carries it on: behind a comma no end is valid, so that it is a blank there.
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

// `INSTA_UPDATE=always cargo test --test it editors` writes the first three lists from `grammar/variant.pest`.

/** The words of the language. */
const LANGUAGE = [
  'a', 'about', 'accepted', 'against', 'aims', 'all', 'allowed', 'along', 'also', 'and', 'any', 'anywhere',
  'approaches', 'arriving', 'as', 'at', 'attacks', 'bared', 'be', 'become', 'becomes', 'before', 'behind', 'beside',
  'between', 'black', 'block', 'board', 'both', 'broken', 'but', 'by', 'came', "captor's", 'capture', 'captured',
  'captures', 'capturing', 'castled', 'castling', 'chain', 'changes', 'check', 'checkered', 'checkmate', 'checkmated',
  'checks', 'claim', 'colour', 'colours', 'compulsory', 'convert', 'converts', 'coordinated', 'could', 'counted',
  'counting', 'crossed', 'destroys', 'diagonals', 'dies', 'different', 'direction', 'discs', 'draw', 'drop',
  'dropped', 'each', 'else', 'empty', 'en', 'enclosed', 'endings', 'ends', 'enemy', 'enters', 'evasion', 'every',
  'exactly', 'expect', 'extends', 'facing', 'farther', 'fewer', 'figures', 'file', 'files', 'finishing', 'first',
  'flight', 'flip', 'flips', 'for', 'forbidden', 'from', 'full', 'game', 'given', 'go', 'goes', 'grid', 'hand', 'has',
  'have', 'holds', 'home', 'hops', 'if', 'illegal', 'immobility', 'in', 'inherited', 'instead', 'inventor', 'it',
  'its', 'itself', 'keep', 'last', 'least', 'leave', 'leaves', 'left', 'legal', 'letters', 'line', 'lines', 'long',
  'longer', 'loses', 'man', 'may', 'men', 'middle', 'mirrors', 'more', 'most', 'move', 'movement', 'moves', 'moving',
  'must', 'next', 'no', 'none', 'not', 'nothing', 'number', 'octagons', 'of', 'on', 'once', 'one', 'one-way',
  'ongoing', 'only', 'opponent', "opponent's", 'opposition', 'optional', 'or', 'orthogonally', 'other', 'out', 'over',
  'own', "owner's", 'palace', 'part', 'pass', 'passant', 'passes', 'passing', 'pentagons', 'perft', 'perpetual',
  'plain', 'play', 'plies', 'points', 'position', 'progress', 'promotion', 'rank', 'ranks', 'reach', 'regions',
  'relays', 'repetition', 'rest', 'river', 'rotates', 'row', 'royal', 'rules', 'safe', 'same', 'secure', 'series',
  'setup', 'shorter', 'shuffled', 'side', 'sides', 'slid', 'source', 'square', 'squares', 'stalemate', 'stalemated',
  'start', 'starting', 'stays', 'step', 'steps', 'stored', 'stuck', 'style', 'test', 'than', 'the', 'time', 'times',
  'to', 'together', 'toward', 'turn', 'turns', 'two', 'unanswered', 'unlimited', 'up', 'v', 'victim', 'wall', 'way',
  'weakfish', 'when', 'where', 'white', 'win', 'wing', 'wins', 'with', 'withdraws', 'within', 'without', 'written',
  'year',
];

/** Words that are all that a rule says, or how a game ends. */
const VERDICTS = [
  'allowed', 'compulsory', 'draw', 'forbidden', 'illegal', 'inherited', 'loses', 'none', 'nothing', 'ongoing',
  'stored', 'wins',
];

/** The words before the colon of a fact. */
const FACTS = [
  'about', 'black', 'board', 'board style', 'figures', 'first', 'inventor', 'letters', 'lines', 'sides', 'source',
  'year',
];

/** Facts about pictures. */
const DRAWN = ['board style', 'figures'];

/** Words of the language that only the rules below name. */
const NAMED = [
  'about', 'as', 'black', 'board', "captor's", 'endings', 'exactly', 'expect', 'extends', 'file', 'files', 'for',
  'from', 'game', 'in', 'inventor', 'legal', 'letters', 'lines', 'men', 'middle', 'mirrors', 'move', 'of', "opponent's",
  "owner's", 'perft', 'play', 'regions', 'rotates', 'rules', 'setup', 'shuffled', 'source', 'test', 'to', 'weakfish',
  'white', 'withdraws', 'year',
];

/** All other words. */
const WORDS = LANGUAGE.filter(word => !VERDICTS.includes(word) && !NAMED.includes(word));

/** Words in moves as people write them. */
const MOVE_WORDS = [
  'check', 'checkmate', 'end', 'flips', 'left', 'pass', 'resigns', 'right', 'stalemate', 'to', 'toward', 'towards',
  'turning', 'turns',
];

/** One or several, with commas between them. @param {RuleOrLiteral} rule */
const listed = rule => seq(rule, repeat(seq(',', rule)));

/**
 * A line of a section. It may be half typed: without a value, and without the colon.
 * @param {GrammarSymbols<string>} $ @param {RuleOrLiteral} key @param {RuleOrLiteral} value
 */
const item = ($, key, value) => seq(key, optional(seq(':', optional(value))), $._line_end);

/** @param {string[]} words */
const one_of = words => token(choice(...words));

module.exports = grammar({
  name: 'weakfish',

  externals: $ => [
    // The end of a line or of the text.
    $._line_end,
    // Nothing, before a word with a capital, a parenthesis or a bracket in it.
    $._betza_start,
    // Valid only where the parser looks for its way again.
    $._lost,
  ],

  extras: $ => [/[ \t\r\n]/, $.comment],

  // `setup` in a test is a line of it if a colon follows, and a heading if a name does.
  // A name before a movement begins a part, or is the last word of a property such as `on hill fsW`.
  conflicts: $ => [[$.test_section], [$.part, $.property]],

  rules: {
    definition: $ => repeat(choice(
      $.edition, $.title_section, $.men_section, $.regions_section, $.setup_section, $.changed_setup, $.rules_section,
      $.endings_section, $.test_section,
    )),

    comment: _ => token(prec(1, /\/\/[^\r\n]*/)),

    // ── Words ────────────────────────────────────────────────────────────────────────────────────────────────

    // What several of these rules match is of the first one that is valid: a name is what has no other meaning.
    black_man: _ => token(choice(/\+[a-z]/, /[a-z]'?/)),
    white_man: _ => token(choice(/\+[A-Z]/, /[A-Z]'?/)),
    file: _ => /[a-z]/,
    square: _ => /[a-z][1-9][0-9]?/,
    word: _ => one_of(WORDS),
    verdict: _ => one_of(VERDICTS),
    _move_word: _ => one_of(MOVE_WORDS),
    reason: _ => /[a-z0-9][a-z0-9-]*/,
    // Two slashes begin a comment; a comma with a blank behind it ends a move.
    _move_text: _ => /(\/?[^\s,\/]+)+(,(\/?[^\s,\/]+)+)*/,
    number: _ => /[0-9]+(\.[0-9]+)?/,
    size: _ => /[0-9]+x[0-9]+/,
    text: _ => /"[^"\r\n]*"/,
    name: _ => /[a-z][a-z0-9-]*/,
    side: _ => choice('white', 'black'),

    _squares: $ => choice(
      $.word,
      $.square,
      $.number,
      alias('to', $.word),
      prec.right(seq(
        alias(choice('file', 'files'), $.word),
        optional(seq($.file, optional(seq(alias('to', $.word), $.file)))),
      )),
    ),

    // ── Title and facts ──────────────────────────────────────────────────────────────────────────────────────

    edition: $ => seq(alias('weakfish', $.heading), $.number, $._line_end),

    title_section: $ => seq(
      alias('game', $.heading), optional(field('title', $.text)),
      optional(seq(alias('extends', $.heading), field('base', choice(alias($.name, $.game_name), $.text)))),
      $._line_end,
      repeat($.fact),
    ),

    fact: $ => choice(
      item(
        $,
        field('key', alias(choice(...FACTS.filter(key => !DRAWN.includes(key))), $.key)),
        choice(
          listed($.text),
          $.number,
          $.side,
          $.verdict,
          seq(alias(choice('mirrors', 'rotates'), $.word), $.side),
          seq($.size, optional(seq($.word, listed(repeat1($._squares))))),
          listed($.drawn_line),
          listed(seq(alias($.white_man, $.man), '=', alias($.white_man, $.man))),
        ),
      ),
      item($, field('key', alias('board style', $.key)), listed(repeat1(choice($.word, alias('to', $.word), $.number, $.square)))),
      item(
        $,
        field('key', alias('figures', $.key)),
        listed(choice(
          $.verdict,
          seq($.word, $.word),
          seq(choice(alias($.white_man, $.man), $.word), '=', choice($.name, $.word, $.text)),
        )),
      ),
    ),
    drawn_line: $ => repeat1($.square),

    // ── Men ──────────────────────────────────────────────────────────────────────────────────────────────────

    men_section: $ => seq(alias(choice('men', 'pieces'), $.heading), $._line_end, repeat($.man_line)),

    man_line: $ => item(
      $,
      seq(optional($.side), choice(
        seq(alias('all', $.word), alias('men', $.word), optional(seq(alias('but', $.word), repeat1(choice($.word, ',', alias($.white_man, $.man)))))),
        seq(field('letter', alias($.white_man, $.man)), optional(field('name', $.man_name))),
      )),
      seq(choice($.verdict, $.movement, $.property), repeat(seq(',', $.property))),
    ),
    man_name: $ => repeat1($.name),

    movement: $ => choice($.betza, seq($.part, repeat(seq('+', $.part)))),
    // A name before a movement is that of a part here, and that of a region in a property.
    part: $ => prec.dynamic(1, seq(field('name', alias(choice($.name, $.word), $.part_name)), $.betza)),

    property: $ => repeat1(choice(
      $.word,
      $.number,
      alias($.white_man, $.man),
      $.modes,
      alias(choice('as', "captor's", "captor’s", "owner's", "owner’s"), $.word),
      alias($.name, $.part_name),
      seq(alias(choice('move', 'lines', 'first', 'game'), $.word), optional($.betza)),
      seq(alias('in', $.word), choice(
        alias('check', $.word),
        $.word,
        $.square,
        seq(field('region', alias($.name, $.region_name)), optional($.betza)),
      )),
      seq(field('region', alias($.name, $.region_name)), $.betza),
      seq($.number, $.betza),
      seq($.square, optional($.betza)),
      seq(alias(choice('of', 'from'), $.word), choice(alias($.name, $.direction), alias($.white_man, $.man))),
      seq(alias('withdraws', $.word), alias('from', $.word)),
    )),
    modes: _ => choice('m/c', 'c/m'),

    // ── Betza notation ───────────────────────────────────────────────────────────────────────────────────────

    betza: $ => seq($._betza_start, repeat1($._betza)),
    _betza: $ => choice(
      $.betza_direction, $.betza_mode, $.betza_manner, $.atom, $.range, $.betza_bracket, $.betza_joint, $.betza_other,
    ),
    betza_bracket: $ => seq(alias(token.immediate('['), '['), repeat($._betza), alias(token.immediate(']'), ']')),
    betza_direction: _ => token.immediate(/[fblrvsh]+/),
    // Whether it moves, captures or captures en passant.
    betza_mode: _ => token.immediate(/[mce]+/),
    // Conditions, manners, and what joins legs or stands before a bracket.
    betza_manner: _ => token.immediate(/[ionjpgqzyat]+/),
    atom: _ => token.immediate(choice(/[A-Z]/, /\([^()"\r\n]*\)/)),
    range: _ => token.immediate(choice(/-?[0-9]+/, /\[[0-9]+-[0-9]+\]/)),
    betza_joint: _ => token.immediate(/[-?&]/),
    // What has no meaning in a movement.
    betza_other: _ => token.immediate(prec(-1, /[^\s,+"\]]/)),

    // ── Regions ──────────────────────────────────────────────────────────────────────────────────────────────

    regions_section: $ => seq(alias('regions', $.heading), $._line_end, repeat($.region)),
    region: $ => item(
      $,
      seq(optional($.side), field('name', alias($.name, $.region_name))),
      choice($.verdict, listed($.area)),
    ),
    area: $ => repeat1($._squares),

    // ── Setups ───────────────────────────────────────────────────────────────────────────────────────────────

    setup_section: $ => seq(
      alias('setup', $.heading), optional(field('name', alias($.name, $.setup_name))), $._line_end,
      repeat(choice($.row, $.facing, $.hand, $.shuffled)),
    ),
    row: $ => seq(repeat1(choice($.empty, $.hole, $._placed)), $._line_end),
    empty: _ => '.',
    hole: _ => '*',
    _placed: $ => seq(choice($.white_man, $.black_man), optional($.state)),
    state: _ => token.immediate(/\{[^{}\r\n]*\}/),
    facing: $ => item(
      $,
      alias('facing', $.key),
      $._facings,
    ),
    // `hand: 2 P N 2 p n`
    hand: $ => item(
      $,
      alias('hand', $.key),
      $._hand,
    ),
    // `shuffled: B, Q, N, K or R on own rank 1, B on both colours, K between R`
    shuffled: $ => item(
      $,
      alias('shuffled', $.key),
      listed(repeat1($._phrase)),
    ),
    _hand: $ => choice($.verdict, repeat1(choice($.number, $.white_man, $.black_man))),
    _facings: $ => listed(choice(
      repeat1(alias(choice('toward', 'the', 'middle', 'right', 'half', 'mirrored', 'as', 'written'), $.word)),
      $.faced,
    )),
    // `N on b1 and g1 e x`
    faced: $ => seq(
      choice($.white_man, $.black_man), alias('on', $.word), $.square,
      repeat(seq(choice(',', alias(choice('and', 'or'), $.word), seq(',', alias(choice('and', 'or'), $.word))), $.square)),
      alias($._faced_state, $.state),
    ),
    _faced_state: _ => token(choice(/[a-z.]+-?([ \t]+[x-])?/, '-')),

    // `setup b: a with C for Q, q{s} on d8, empty b1`
    changed_setup: $ => seq(
      alias('setup', $.heading), field('name', alias($.name, $.setup_name)), ':',
      optional(seq(
        field('from', alias($.name, $.setup_name)),
        optional(seq(alias('with', $.word), listed($.change))),
      )),
      $._line_end,
      repeat(choice($.facing, $.hand, $.shuffled)),
    ),
    change: $ => choice(
      seq(alias('empty', $.word), $.square),
      seq($._placed, alias('for', $.word), $._placed),
      seq($._placed, alias('on', $.word), $.square),
    ),

    // ── Rules and endings ────────────────────────────────────────────────────────────────────────────────────

    rules_section: $ => seq(alias('rules', $.heading), $._line_end, repeat($.rule)),
    rule: $ => item($, field('name', $.rule_name), field('value', $.rule_value)),
    rule_name: $ => seq(
      optional($.side),
      choice($.word, $.name),
      repeat(choice($.word, $.name, ',', alias($.white_man, $.man), alias(choice('move', 'of', 'in'), $.word))),
    ),
    rule_value: $ => listed(repeat1($._phrase)),

    _phrase: $ => choice(
      $._squares,
      alias($.white_man, $.man),
      $.size,
      $.side,
      $.verdict,
      alias(choice('men', 'move', 'of', 'in', 'from', 'for'), $.word),
      alias(choice("opponent's", "opponent’s"), $.word),
      seq(alias('as', $.word), optional($.betza)),
      alias($.name, $.region_name),
    ),

    endings_section: $ => seq(alias('endings', $.heading), $._line_end, repeat($.ending)),
    ending: $ => item(
      $,
      field('condition', $.condition),
      seq(field('result', $.result), optional(field('label', $.label))),
    ),
    condition: $ => seq(
      optional($.side),
      choice($.word, alias('in', $.word), $.name, $.number, alias($.white_man, $.man)),
      repeat($._phrase),
      repeat(seq(',', repeat1($._phrase))),
    ),
    result: $ => listed(repeat1(choice($.word, $.side, $.verdict, $.number, alias('men', $.word)))),
    label: _ => seq('(', token.immediate(/[a-z0-9][a-z0-9-]*/), ')'),

    // ── Tests ────────────────────────────────────────────────────────────────────────────────────────────────

    test_section: $ => seq(alias('test', $.heading), optional(field('title', $.text)), $._line_end, repeat(choice($.row, $.test_line))),

    test_line: $ => choice(
      // Without a colon it is a heading.
      seq(alias('setup', $.key), ':', optional(seq(alias($.name, $.setup_name), optional($.number))), $._line_end),
      item($, alias('position', $.key), $.position),
      item($, alias('facing', $.key), $._facings),
      item($, alias('hand', $.key), $._hand),
      item($, seq(alias('to', $.key), alias('move', $.word)), $.side),
      item($, alias(choice('play', 'legal', 'illegal', 'exactly', 'only'), $.key), $.moves),
      item($, alias('expect', $.key), $.outcome),
      item($, seq(alias('perft', $.key), optional($.number)), $.number),
      item($, alias('moves', $.key), $.verdict),
      item($, seq(alias('reach', $.key), alias('of', $.word), optional(alias($.white_man, $.man))), $.verdict),
    ),
    position: $ => repeat1(alias($._move_text, $.fen)),
    moves: $ => listed(repeat1(choice($.move_number, alias($._move_word, $.word), alias($._move_text, $.move)))),
    move_number: _ => token(prec(1, /[0-9]+\.+/)),
    outcome: $ => choice(
      seq(
        choice($.verdict, seq($.side, optional(seq($.verdict, optional($.number))))),
        optional(seq(alias('on', $.word), alias('claim', $.word))),
        optional(seq(alias('by', $.word), $.reason)),
      ),
      $.condition,
    ),
  },
});
