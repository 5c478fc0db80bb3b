// Written by tests/it/types from the types of Rust.

/** One of the two players. */
export type SideName = "white" | "black";

/** The pattern of a board. */
export type BoardPattern = "checkered" | "plain" | "points";

/** The mode of a man that flips: it can move or capture, never both. */
export type Mode = "moving" | "capturing";

/** A count that matters to a rule or an ending. */
export interface Counter {
  /** The name of the counter: `plies without progress`. */
  name: string;
  /** The present count. */
  value: number;
  /** The limit: the count at which a rule acts or an ending can be claimed. */
  limit?: number;
}

/** Severity of a diagnostic. */
export type Severity = "note" | "warning" | "error";

/** A kind of word. */
export type TokenKind = "heading" | "key" | "keyword" | "side" | "text" | "game" | "man" | "state" | "man-name" | "part" | "region" | "setup" | "movement" | "number" | "square" | "direction" | "empty" | "reason" | "position" | "play" | "move" | "comment";

/** A completion item. */
export interface Completion {
  /** Label; editors filter the list by it. */
  label: string;
  /** Kind of item. */
  kind: CompletionKind;
  /** An example, a name, a title. */
  detail?: string;
  /** Documentation in Markdown. */
  doc?: string;
  /** Replacement text. */
  insert: string;
}

/** Kind of a completion item. */
export type CompletionKind = "heading" | "line" | "keyword" | "man" | "name" | "game" | "square" | "atom";

/** Kind of an outline item. */
export type OutlineKind = "game" | "section" | "setup" | "test" | "fact" | "man" | "region" | "rule" | "ending" | "line";

/** The differences of two games. */
export interface Diff {
  /** The titles of the games. */
  titles: [string, string];
  /** The differences in sentences, by part. */
  differences: Difference[];
  /** The first moves that only one of the games has, of each setup that both have, where there are any. */
  moves: MoveDifference[];
}

/** A difference in sentences. */
export interface Difference {
  /** The part where the games differ. */
  part: Part;
  /** The word before a fact, the symbol of a man, the name of a setup, the title of a rule or an ending. */
  what: string;
  /** The sentences of the first game; `None` if it has nothing of this name. */
  first: string | null;
  /** The sentences of the second game. */
  second: string | null;
}

/** A part of a game. */
export type Part = "about" | "facts" | "men" | "setups" | "rules" | "endings";

/** The first moves of a setup that only one of two games has, in machine notation, sorted. */
export interface MoveDifference {
  /** The name of the setup, as in the first game. */
  setup: string;
  /** The moves that only the first game has. */
  only_first: string[];
  /** The moves that only the second game has. */
  only_second: string[];
}

/** Share of a number of games. */
export interface Share {
  /** The number of games. */
  games: number;
  /** The share, from 0 to 1. */
  share: number;
  /** Lower end of the 95 % interval. */
  low: number;
  /** Upper end of the 95 % interval. */
  high: number;
}

/** Mean of several measurements. */
export interface Estimate {
  /** The mean. */
  mean: number;
  /** Half the width of its 95 % interval. */
  margin: number;
}

/** Numbers of games played. */
export interface Games {
  /** Between players of the same strength. */
  equals: number;
  /** Between a better and a worse player. */
  unequal: number;
  /** Random games. */
  chance: number;
}

/** Results of games between equals from a setup. */
export interface Fairness {
  /** The name of the setup. */
  setup: string;
  /** Share won by White. */
  white: Share;
  /** Share of draws, unfinished games included. */
  draws: Share;
  /** Share won by Black. */
  black: Share;
  /** White's score, a draw counting a half. */
  score: Share;
}

/** Length of games of players, in plies. */
export interface Length {
  /** The mean. */
  plies: Estimate;
  /** Quartiles of the length. */
  quartiles: [number, number, number];
  /** Share of games unfinished at the ply limit. */
  unfinished: Share;
}

/** Choice of moves, averaged over the games of players. */
export interface Choice {
  /** Legal moves of a position. */
  moves: Estimate;
  /** Share of turns and flips among the legal moves. */
  stationary: Estimate;
  /** Share of turns and flips among the moves played. */
  stationary_played: Estimate;
}

/** Frequency of an ending. */
export interface EndingUse {
  /** Its label in the definition. */
  label: string;
  /** The only side that it is for, if it is not for both. */
  side: SideName | null;
  /** Share of games of players that end by it. */
  players: Share;
  /** Share of random games that end by it. */
  chance: Share;
}

/** Activity of a kind of men in games of players. */
export interface KindUse {
  /** The letter. */
  symbol: string;
  /** The name. */
  name: string;
  /**
   * Value of a man relative to the most frequent kind with a significantly positive value; `None` if too few games had
   * different numbers of the kind, or there is no such kind.
   */
  value: Estimate | null;
  /** Moves to other squares per game. */
  moves: Estimate;
  /** Captures per game. */
  captures: Estimate;
  /** Turns and flips per game; `None` if such men never turn. */
  turns: Estimate | null;
  /** Share of games in which no such man moves. */
  idle: Share;
}

/** Score of games between equals that begin with a move. */
export interface Opening {
  /** The move. */
  first: string;
  /** White's score. */
  score: Share;
}

/** Results of random games. */
export interface Chance {
  /** Share of draws. */
  draws: Share;
  /** The mean number of plies. */
  plies: Estimate;
  /** Share unfinished at the ply limit. */
  unfinished: Share;
}

/** All findings of a playtest. */
export interface Findings {
  /** The title of the game. */
  title: string;
  /** Numbers of games. */
  games: Games;
  /** Results of games between equals, by setup. */
  fairness: Fairness[];
  /** Score of the better player. */
  skill: Share;
  /** Length of games of players. */
  length: Length;
  /** Number of legal moves. */
  choice: Choice;
  /** The endings in the order of the definition. */
  endings: EndingUse[];
  /** The kinds of men. */
  men: KindUse[];
  /** Squares to which no man moved in any game of players. */
  unvisited: string[];
  /** First moves after which White's score in games between equals is significantly different. */
  openings: Opening[];
  /** Random games. */
  chance: Chance;
}

/** Statistics of the positions with one side to move; wins are those of that side. */
export interface SideStatistics {
  /** Legal positions; those in which the game is over are among them. */
  positions: number;
  /** Legal positions up to symmetry: of several equivalent ones, only one counts. */
  up_to_symmetry: number;
  /** Won positions. */
  wins: number;
  /** Drawn ones. */
  draws: number;
  /** Lost ones. */
  losses: number;
  /** The longest win. */
  longest_win: number | null;
  /** The longest loss. */
  longest_loss: number | null;
}

/** Statistics of the positions of certain men. All distances are in plies to the end of the game. */
export interface Statistics {
  /** By side to move. */
  to_move: Record<SideName, SideStatistics>;
  /**
   * Arrangements of the men where either player would be better off if the other one were to move: it wins then and
   * does not now, or draws then and loses now.
   */
  zugzwangs: number;
}

/** Numbers of wins that fit into limits, and that don't. */
export interface FitCounts {
  /** Positions that a side wins, with either side to move. */
  won: number;
  /** Positions whose win does not fit with nothing counted. */
  late: number;
  /**
   * The most plies to a move of progress or the end of the game in a win that fits; `None` where no win takes as long
   * as the limits.
   */
  longest: number | null;
}

/** A limit of plies without progress that some win of an ending exceeds. Its text says how many wins fit. */
export interface LimitReport extends Partial<FitCounts> {
  /** Label of the ending. */
  ending: string;
  /** The limit. */
  plies: number;
  /** Whether the draw must be claimed. */
  claimed: boolean;
  /** Wins that take as long as the limit. */
  long: number;
  /** Reason why they are not known. */
  unknown?: string;
}

/** The figures of a table. `TableReport::page` is its text. */
export interface TableReport extends Statistics {
  /** The name of the game. */
  game: string;
  /** The men, with the states in which they stand. */
  men: string;
  /** Limits of plies without progress that some win does not stay below. */
  limits?: LimitReport[];
  /** The time that the table has taken. */
  seconds: number;
}

/** An ending: its figures, or the reason why there are none. */
export interface SurveyRow extends Partial<Statistics> {
  /** The men. */
  men: string;
  /** The reason if there are none. */
  reason?: string;
}

/** A move of an answer, with the moves that follow it. */
export interface BranchReport {
  /** The move in machine notation. */
  move: string;
  /** The move in the notation of people. */
  text: string;
  /** The label of the ending, if the move has ended the game. */
  ending?: string;
  /** The moves that follow. */
  moves?: BranchReport[];
}

/** A first move that fails. */
export interface TryReport {
  /** The move in machine notation. */
  move: string;
  /** The answer that refutes it. */
  refutation: string | null;
}

/** Solutions of a problem. */
export interface SolutionsReport {
  /** The name of the game. */
  game: string;
  /** The heading of the problem in a file. */
  heading?: string[];
  /** The part of the problem: a twin, the set play. */
  part?: string;
  /** The position. */
  fen: string;
  /** The problem: `mate in 2`. */
  problem: string;
  /** The side that moves first. */
  first: SideName;
  /** The side that wins. */
  winner: SideName;
  /** The number of solutions. */
  count: number;
  /** Whether there is exactly one solution, and none that is shorter. */
  sound: boolean;
  /** A shorter length that has a solution, too. */
  shorter: string | null;
  /** The number of times that there is a choice after the first move. */
  duals: number;
  /** Whether moves were left out. */
  cut: boolean;
  /** Positions that were searched. */
  positions: number;
  /** The first moves that solve the problem, or the games. */
  solutions: BranchReport[];
  /** The first moves that don't, where there is a defence. */
  tries: TryReport[];
}

/** The shortest games to an ending or a position. */
export interface GamesReport {
  /** The label of the ending; `position` for a position. */
  ending: string;
  /** The plies of the shortest games; `null` if there are none within the bound. */
  plies: number | null;
  /** The number of the shortest games. */
  games: number;
  /** The numbers of games that end with each ply, from the first. */
  by_ply: number[];
  /** The games as trees. */
  lines?: BranchReport[];
}

/** Whether the player to move wins. */
export type ValueWord = "win" | "draw" | "loss";

/** Exact value of a legal move for the player who makes it. */
export interface MoveValue {
  /** The move in machine notation. */
  move: string;
  /** Whether that player wins. */
  value: ValueWord;
  /** Moves to the end of the game; absent for a draw, and for a win whose length a limit of moves without progress changes. */
  mate?: number;
  /** Whether no count of moves, and no repetition, can change the value. */
  certain: boolean;
}

/** A score as programs report it: centipawns, or mate in N moves. */
export interface Score {
  /** The score in centipawns of orthodox chess; `None` if the end of the game is certain. */
  centipawns?: number;
  /** Distance to the end of the game, negative if the side to move loses. See `Score::mate_distance`. */
  mate?: number;
  /** Winning chance of the side to move, from 0 to 1, with a draw for half a win. */
  chance: number;
}

/** Position: moves in machine notation from a setup or a FEN; from the first setup if neither is given. */
export interface PositionRef {
  setup?: string;
  fen?: string;
  moves?: string[];
}

/** Game with one of its positions, which `Engine.question` makes for a `Player`. */
export interface Question {
  /** Name of the built-in game, or of the text. */
  name: string;
  /** The rules, as JSON. */
  rules: string;
  /** Name of a built-in game with weights of its own. The package has them in the file `weights/NAME.weights`. */
  weighted?: string;
  /** Text of the weights, which `Engine.question` leaves out; without it, weights follow from the rules. */
  weights?: string;
  position: PositionRef;
}

/** Draw or win that the player to move can claim. */
export interface Claim {
  /** Label of the ending. */
  name: string;
  /** The player to move, or `null` for a draw. */
  winner: SideName | null;
  /** A sentence. */
  text: string;
}

/** A sentence about a man for the sheet of a game. */
export interface Remark {
  /** The index of the man among `Sheet.men`. */
  man: number;
  text: string;
}

/** Name of a built-in game, or a text. */
export type Definition = string | {
  text: string;
  /** Path of the text: `variants/mine.variant`. */
  name?: string;
  /** Texts of the files that it can extend, by their paths. */
  files?: Record<string, string>;
};

/** Man put on a board by hand. */
export interface BoardMan {
  square: string;
  side: SideName;
  /** Name of its kind. */
  man: string;
  /** Number of its state; 0 is the one at the start. */
  state?: number;
}

/** Men put into a hand. */
export interface HeldMan {
  /** Name of their kind. */
  man: string;
  count: number;
}

/** Board arranged by hand. */
export interface Board {
  placed: BoardMan[];
  side: SideName;
  /** Men in hand; none by default. */
  hands?: Record<SideName, HeldMan[]>;
  /** Fields of a FEN after the side to move. */
  rest?: string;
  /** Setup that rules such as castling refer to; the first one by default. */
  setup?: string;
}

/** Leap of a drawn movement, from the middle. */
export interface DrawnLeap {
  /** Files to the right. */
  dx: number;
  /** Ranks forward. */
  dy: number;
  /** Whether it may end on an empty square. */
  moves: boolean;
  /** Whether it may capture. */
  captures: boolean;
  /** Most leaps of a ride in that direction; any number by default. */
  most?: number;
}

/** Base of a new definition: a built-in game or a FEN. */
export interface Base {
  game?: string;
  fen?: string;
}

/** `game` is a text that `replay` reads, for any game; `pgn` can't express some games. */
export type RecordFormat = "game" | "pgn";

/** End of a game by resignation, by agreement or on time. */
export interface Ended {
  /** `null` for a draw. */
  winner: SideName | null;
  /** A word or two: `resignation`. */
  reason: string;
}

/** Place in a text, in words of UTF-16. */
export interface Place {
  start: number;
  end: number;
}

/** Edit of a text: replaces the text at a place. */
export interface Edit extends Place {
  text: string;
}

/** Edits of a text, to be applied together. */
export type Edits = Edit[];

/** Words beside a place; may be empty. */
export interface Label extends Place {
  text: string;
}

/** Edits that correct a mistake, to be applied together. */
export interface Mend {
  title: string;
  edits: Edits;
  /** Whether the intended text is certain; else something else may have been meant. */
  certain: boolean;
}

export interface Diagnostic {
  /** Stable name; `explain` explains it. */
  code: string;
  severity: Severity;
  /** A sentence. */
  message: string;
  /** Advice on how to correct it. */
  help?: string;
  /** Places of the mistake, the main one first; at least one. */
  labels: Label[];
  /** Fixes, at most one. */
  mends: Mend[];
  /** Name of the text with the mistake, if that is not the definition itself. Places are in that text. */
  file?: string;
}

/** Result of checking a definition. */
export interface Checked {
  diagnostics: Diagnostic[];
  /** Whether there is a game. */
  ok: boolean;
  game?: Sheet;
}

export interface Hover extends Place {
  markdown: string;
  /** SVG of the moves of the man that the word is about, as it faces at the start. */
  svg?: string;
  /** Number of diagrams of that man in other facings. */
  more?: number;
}

/** Completions, and the place that each replaces. */
export interface Completions {
  from: number;
  to: number;
  items: Completion[];
}

/** Section, or line of one. */
export interface OutlineItem extends Place {
  name: string;
  /** Text after the colon. */
  detail: string;
  kind: OutlineKind;
  children: OutlineItem[];
}

export interface Token extends Place {
  kind: TokenKind;
}

export interface Facing {
  /** Name of the part, in a man of several. */
  part: string | null;
  /** One of sixteen winds: `n`, `nne`, `ne`, and so on. */
  wind: string;
}

/** State of the men of a kind and side. */
export interface State {
  /** Number of the state. */
  id: number;
  facings: Facing[];
  mode?: Mode;
  /** Whether the man has promoted, in games that distinguish such men. */
  promoted?: boolean;
}

/** Kind of men. */
export interface Man {
  /** Letter of White's man; empty if White has none. */
  white: string;
  /** Letter of Black's man; empty if Black has none. */
  black: string;
  name: string;
  /** Movement, if the man has a single part. */
  betza?: string;
  royal: boolean;
  /** Whether it can promote. */
  pawnlike: boolean;
  /** Name of its drawing; see `Sheet.drawings`. */
  symbol: string;
  /** States of White's men, the one at the start first. */
  states: State[];
  /** States of Black's men, the one at the start first. */
  blackStates: State[];
}

/** Start position. */
export interface Setup {
  name: string;
  fen: string;
  /** The number of its arrays, if its men are shuffled: numbered from 0, and named as in `standard 518`. */
  arrays?: number;
}

/** Named squares, as White and as Black has them. */
export interface Region {
  name: string;
  white: string[];
  black: string[];
}

/** Features of a game that need controls or signs. */
export interface Capabilities {
  /** Men turn. */
  turns: boolean;
  /** Men flip between moving and capturing. */
  flips: boolean;
  /** A player may pass. */
  passes: boolean;
  /** A turn may have several moves. */
  series: boolean;
  /** Men can be in hand, from where they are dropped. */
  drops: boolean;
}

/** Feature by which people choose a game. */
export type Feature = "turns" | "flips" | "drops" | "walls" | "series" | "progressive" | "no-check" | "points" | "conversions" | "deaths" | "returns" | "compulsory-captures" | "unequal-armies" | "shuffled" | "small" | "large" | "grid" | "palace" | "opposition" | "paralysis" | "relay" | "counted-checks" | "passing" | "promotion" | "castling" | "en-passant";

/**
 * Drawings by name: elements of SVG in a square of 100x100. `currentColor` is the colour of lines on the body; fill and
 * outline of the body are inherited.
 */
export type Drawings = Record<string, string>;

/** Game. */
export interface Sheet {
  /** Name of the built-in game or of the text. */
  name: string;
  title: string;
  files: number;
  ranks: number;
  /** Squares of the rectangle that are no part of the board. */
  holes: string[];
  /** How the squares are drawn. */
  pattern: BoardPattern;
  /** The number of ranks on White's side of a river. */
  river?: number;
  /** Additional lines on the board, each from square to square: those that men move along, and the diagonals of palaces. */
  lines: string[][];
  /** Files and ranks of the blocks that every move must leave. */
  grid?: [number, number];
  /** The lines between these blocks: the numbers of files to the left of each, and of ranks below each. */
  block_lines?: [number[], number[]];
  regions: Region[];
  setups: Setup[];
  men: Man[];
  /** The drawings of men and walls by their names; those of the men of one side that look otherwise, as `black NAME`. */
  drawings: Drawings;
  /** Characters of men as `white NAME` and `black NAME`, which can be shown instead of these drawings. */
  characters: Drawings;
  /** What players call the sides, if not White and Black. */
  side_names?: Record<SideName, string>;
  /** The colours of sides that have another one than white or black, as `#b3261e`. */
  side_colours: Record<SideName, string | null>;
  /** Name of the drawing of a wall, if it is not a filled square. */
  wall?: string;
  capabilities: Capabilities;
  /** Features by which people choose a game, the most telling ones first. */
  features: Feature[];
}

export interface BuiltIn {
  name: string;
  title: string;
  /** A sentence or two; may be empty. */
  about: string;
  family: string;
  text: string;
}

export type BuiltIns = BuiltIn[];

/** Man on the board. */
export interface Placed {
  square: string;
  side: SideName;
  /** Name of its kind. */
  man: string;
  letter: string;
  /** Number of its state among those of its side and kind. */
  state: number;
  facings: Facing[];
  mode?: Mode;
  /** Whether it has promoted, in games that distinguish such men. */
  promoted?: boolean;
  /** Name of its drawing. */
  symbol: string;
  royal: boolean;
  /** Whether it needs a sign that it is royal, since its drawing does not show it. */
  crown: boolean;
  /** Whether its drawing points at the enemy, so that Black's is turned around. */
  pointed?: boolean;
  /** Description: `White Knight on e4, facing n`. */
  label: string;
}

/** Men of a kind in hand, drawn as they would start on the board. */
export interface Held {
  side: SideName;
  /** Name of the kind. */
  man: string;
  letter: string;
  /** Number of men; may be 0. */
  count: number;
  /** Whether such men are dropped without being in hand, any number of them. */
  unlimited?: boolean;
  facings: Facing[];
  mode?: Mode;
  /** Name of the drawing. */
  symbol: string;
  royal: boolean;
  /** See `Placed.crown`. */
  crown: boolean;
  /** See `Placed.pointed`. */
  pointed?: boolean;
  /** Description: `2 Pawns in hand`. */
  label: string;
}

/** Men in hand: each kind that a side can have there, in the order of the game's men. */
export type Hands = Record<SideName, Held[]>;

/**
 * `finish`: any man goes to any square, since that ends the game. `drop`: a man in hand is put on an empty square, and the move
 * has no `from`. `wall`: a wall is put instead of a move.
 */
export type MoveKind = "move" | "turn" | "flip" | "castle" | "pass" | "end-series" | "claim" | "finish" | "drop" | "wall";

/** Legal move. */
export interface MoveView extends Last {
  /** In machine notation. */
  move: string;
  /** In the notation of people. */
  text: string;
  kind: MoveKind;
  /** Name of the man that it promotes to. */
  promotes?: string;
  /** Letter of the kind in hand that is dropped. */
  drops?: string;
  /** The man after the move, if it changes its kind or state or is dropped. */
  becomes?: Placed;
  /** Square of the man that a king castles with. */
  partner?: string;
  /** Square where the partner lands. */
  partnerTo?: string;
  /** The letter of the man from the hand that the move leaves behind. */
  leaves?: string;
  /** The square of the man that is left behind. */
  leavesOn?: string;
}

/** Squares of a move. */
export interface Last {
  from?: string;
  to?: string;
  /** Squares of captured men. */
  captures: string[];
  /** Square of the wall that it puts. */
  wall?: string;
}

export interface Outcome {
  /** `null` for a draw. */
  winner: SideName | null;
  /** Points of each side, together 1: 1, 0.5, 0, or the worth in the ending. */
  score: Record<SideName, number>;
  /** A sentence. */
  reason: string;
  /** Label of the ending: `checkmate`. */
  ending: string;
}

/** Unfinished series of moves. */
export interface SeriesView {
  /** Number of moves made. */
  made: number;
  /** Maximum number of moves. */
  of: number;
  /** Minimum number of moves. */
  least: number;
  /** Squares of the men that have moved in it, where the same man must, or may not, move again. */
  moved: string[];
}

/** Position with its legal moves. */
export interface View {
  fen: string;
  side: SideName;
  /** Number of moves since the start. */
  ply: number;
  board: Placed[];
  /** `null` in games without hands. */
  hands: Hands | null;
  /** Squares where walls stand that were put in play. */
  walls: string[];
  /** Legal moves; none after the end of the game. */
  moves: MoveView[];
  /** Squares of royal men in check. */
  checks: string[];
  outcome: Outcome | null;
  claims: Claim[];
  series: SeriesView | null;
  counters: Counter[];
  last: Last | null;
  /** Moves made, in the notation of people. */
  history: string[];
  /** Sides that made them. */
  sides: SideName[];
}

export interface Arranged {
  fen: string;
  /** Sentences on why it is no position of the game. */
  problems: string[];
}

/** Number of sequences of moves, divided by the first move. */
export interface Perft {
  nodes: number;
  divide: FirstMove[];
}

/** Number of sequences that begin with a move. */
export interface FirstMove {
  move: string;
  nodes: number;
}

/** Replayed game. */
export interface Replayed {
  setup?: string;
  fen?: string;
  /** In machine notation. */
  moves: string[];
  /** Outcome by the text or by the rules. */
  outcome?: Outcome;
  /** First error in the text. */
  problem?: Problem;
}

/** Error in a text. */
export interface Problem extends Place {
  message: string;
}

/** Result of a test, at the place of its name. */
export interface TestResult extends Place {
  name: string;
  passed: boolean;
  /** Difference between the expected and the actual result. */
  message?: string;
  diagnostics: Diagnostic[];
}

/** Definitions made from a configuration of Fairy-Stockfish. */
export interface Import {
  definitions: ImportedDefinition[];
  /** Reasons why other games could not be made, at places in the configuration. */
  problems: Diagnostic[];
}

/** Definition made from a section of a configuration. */
export interface ImportedDefinition {
  name: string;
  text: string;
  /** Sentences on the losses of the definition, and on movements that follow the engine instead of their notation. */
  notes: string[];
}

/** Time on the clocks, in seconds. */
export interface SearchClock {
  white: number;
  black: number;
  whiteIncrement?: number;
  blackIncrement?: number;
}

/** Limits of a search. Without any it runs until it is stopped. */
export interface Limits {
  seconds?: number;
  depth?: number;
  nodes?: number;
  clock?: SearchClock;
  /** Playing strength, from 0, a beginner, to 20, full strength. */
  level?: number;
  /** Number of best lines. */
  lines?: number;
  /** Seed of the random choices of levels below 20. */
  seed?: number;
}

/** Options of a playtest: equal options make equal games. */
export interface PlaytestOptions {
  /** Number of games; 2000. */
  games?: number;
  /** Positions that a player looks at for a move, a better one four times as many; 400. */
  nodes?: number;
  /** Plies after which a game is broken off; 600. */
  maxPlies?: number;
  /** Equal seeds make equal games; 1. */
  seed?: number;
  /** Memory for exact tables of endings in MiB; 64. 0 makes none. */
  tables?: number;
}

/** Options of a review. A position gets 20,000 nodes, if nothing bounds its search. */
export interface ReviewOptions {
  /** Positions searched, for each position. */
  nodes?: number;
  /** Plies searched, for each position. */
  depth?: number;
  /** Memory for exact tables of endings in MiB; 64. 0 makes none. */
  tables?: number;
}

/** Options of tuning: equal options make equal games and weights. */
export interface TuneOptions {
  /** Number of games; 8000. */
  games?: number;
  /** Number of games after which weights are fitted, with which the next games are played; 2000. */
  round?: number;
  /** Positions that a player looks at for a move; 1000. */
  nodes?: number;
  /** Random plies at the beginning of a game; 8. */
  randomPlies?: number;
  /** Equal seeds make equal games and weights; 1. */
  seed?: number;
}

/** Options of a survey. By default it covers all men, alone and in pairs. */
export interface SurveyOptions {
  /** Symbol of the man that every ending must have. */
  man?: string;
  /** Whether each man is surveyed against each man instead. */
  duels?: boolean;
  /** Setup by its name or number; the first one by default. */
  setup?: string;
  /** Memory that the tables of an ending may take, in MiB; 1024. */
  memory?: number;
}

/** How a table is made. */
export interface TableOptions {
  /** Memory that the tables may take, in MiB; 1024. */
  memory?: number;
}

/** Task of the solver: a problem, or the shortest games to a goal. By default, the shortest games to each ending. */
export interface Task {
  /** Stipulation in the notation of problemists: `#2`, `h#2.5`, `s#3`, `ser-h=7`. */
  stipulation?: string;
  /** Moves within which the side to move forces a win. */
  mate?: number;
  /** Moves of each side to a win that both play for. */
  help?: number;
  /** Moves within which the side to move forces the other one to win. */
  self?: number;
  /** Moves in a row, the last of which wins. */
  series?: number;
  /** Moves in a row, after which one move of the other side wins. */
  seriesHelp?: number;
  /** Label of the ending that the shortest games have; all endings if it is empty. */
  shortest?: string;
  /** FEN of the position that the shortest games lead to. */
  to?: string;
  /** The most plies of the shortest games; by default 5 for all endings, and 400 for one or for a position. */
  plies?: number;
  /** Whether the set play is solved too. */
  setPlay?: boolean;
  /** Whether only first moves are listed. */
  keys?: boolean;
  /** The most moves that are listed; 1000. */
  lines?: number;
  /** Memory for positions that are known, in MiB; 512. */
  memory?: number;
}

/** Line of play. */
export interface Line {
  /** In machine notation. */
  moves: string[];
  /** In the notation of people. */
  texts: string[];
  /** Sides that make them. */
  sides: SideName[];
  score: Score;
}

export interface Progress {
  /** Depth in plies. */
  depth: number;
  nodes: number;
  seconds: number;
  /** Best lines, the best one first. */
  lines: Line[];
  /** Exact values of all legal moves, the best first, where a table of endings has the position. */
  values?: MoveValue[];
}

/** Result of a search. */
export interface Found {
  /** Best move; `null` if the game is over. */
  move: string | null;
  /** Expected reply. */
  ponder?: string;
  /** Draw or win to claim instead; its text is no sentence, but `a draw by repetition`. */
  claim?: Claim;
  progress: Progress;
}

/** A game of a playtest. */
export interface PlayedGame {
  number: number;
  /** Outcome as JSON; `null` for a game that was broken off. */
  outcome: string | null;
  moves: string;
}

/** A move of a game with its judgement. */
export interface Judged {
  /** Number of moves before it. */
  ply: number;
  /** Number of the move: `3.`, or `3...` if the other side begins the game. */
  number: string;
  side: SideName;
  /** In machine notation. */
  move: string;
  /** In the notation of people. */
  text: string;
  /** Score before the move, as White sees it: `+0.35`, `1-0 in 3`. */
  score_before: string;
  /** White's winning chance before the move, from 0 to 1, with a draw for half a win. */
  chance_before: number;
  /** Score after the move. */
  score: string;
  /** White's winning chance after the move. */
  chance: number;
  /** The winning chances that the move loses, from 0 to 1. */
  loss: number;
  /** `??`, `?` or `?!`; empty if the move is not bad. */
  sign: string;
  /** What a bad move misses or allows, and the better line. */
  remark: string | null;
  /** The same, and how the move changes the score. */
  comment: string | null;
  /** The best line before the move, in machine notation. */
  better: string[];
  /** Statistics of White's moves that are judged so far, in words. */
  white: string;
  /** Those of Black's. */
  black: string;
}

/** A game that is played for tuning. */
export interface SelfPlayed {
  /** Score of White, in hundredths of a point. */
  score: number;
  /** Winner and moves. */
  text: string;
}

/** Weights fitted to games. */
export interface Tuned {
  /** Number of games. */
  games: number;
  /** Root mean square error of the winning chances that the definition's weights predict, in games that the fit does not use. */
  initial_loss: number;
  /** That of the fitted weights. */
  loss: number;
  /** The men that have a value. */
  men: TunedMan[];
  /** Text of the weights, as `weakfish tune` writes it. */
  weights: string;
}

/** Values of a man in pawns, each at the beginning and at the end of a game. */
export interface TunedMan {
  symbol: string;
  name: string;
  /** Values that follow from the definition. */
  before: [number, number];
  /** Fitted values. */
  after: [number, number];
}

/** Progress of the tables of an ending. */
export interface TableProgress {
  /** Tables that are finished. */
  made: number;
  of: number;
  /** Finished share of the present table, from 0 to 1. */
  share: number;
}

/** Answer of a solver: the solutions of each part of a problem, or the shortest games by ending. */
export interface Solved {
  solutions: SolutionsReport[];
  games: GamesReport[];
}

/** Answers calls about definitions and games. A call that has no result throws `{ refused: string }`. */
export class Engine {
  constructor();
  free(): void;
  /** Lists the built-in games. */
  games(): BuiltIns;
  /** Returns the diagnostics of a definition, and its game if it has one. */
  check(definition: Definition): Checked;
  /**
   * Returns the rules of a game in words and pictures, as elements of HTML that need the CSS of `style`. `characters` is
   * whether men are drawn as their characters, where they have some.
   */
  sheet(definition: Definition, remarks?: readonly Remark[], characters?: boolean): string;
  /** Returns the CSS of `sheet` and of pictures. */
  style(): string;
  /** Returns the drawings of a game's men. */
  symbols(definition: Definition): Drawings;
  /** Returns the edits that give a definition the canonical layout. */
  format(definition: Definition): Edits;
  /** Returns the completions at a place, in the order of the language. */
  complete(definition: Definition, offset: number): Completions;
  /** Returns the hover of the word at a place. `characters` is whether its picture has them. */
  hover(definition: Definition, offset: number, characters?: boolean): Hover | null;
  /** Returns the place where a name is defined, if that is in the text itself. */
  definitionOf(definition: Definition, offset: number): Place | null;
  /** Returns the places of a name in the text, its definition among them. */
  uses(definition: Definition, offset: number): Place[];
  /** Returns the edits that give the name at a place another name everywhere. */
  rename(definition: Definition, offset: number, name: string): Edits;
  /** Returns the sections of a definition with their lines. */
  outline(definition: Definition): OutlineItem[];
  /** Returns the words of a definition with their kinds, for highlighting. */
  tokens(definition: Definition): Token[];
  /** Explains the code of a diagnostic, in Markdown. */
  explain(code: string): string;
  /** Returns what two games differ in, in sentences. */
  diff(first: Definition, second: Definition): Diff;
  /** Returns the notation of a movement that is drawn leap by leap; empty if there are none. */
  spell(leaps: readonly DrawnLeap[]): string;
  /** Writes a new definition: one that changes a built-in game, one made from a FEN, or one with a man that turns. */
  create(title: string, base?: Base): string;
  /** Makes definitions of the games of a `variants.ini`. */
  import(ini: string): Import;
  /** Returns a position with its legal moves. */
  view(definition: Definition, position: PositionRef): View;
  /** Explains why a move, in any notation, is illegal; empty if it is legal. */
  why(definition: Definition, position: PositionRef, move: string): string;
  /** Explains why a man can't move from a square to another; empty if it can. */
  attempt(definition: Definition, position: PositionRef, from: string, to: string): string;
  /** Explains why the man on a square has no move; empty if it has one, or reaches no square at all. */
  stuck(definition: Definition, position: PositionRef, square: string): string;
  /** Reads a move in any notation; returns it in machine notation. Refused if no legal move, or several, are meant. */
  read(definition: Definition, position: PositionRef, text: string): string;
  /** Returns the FEN of a board arranged by hand, and why it is no position. */
  arrange(definition: Definition, board: Board): Arranged;
  /** Draws a position as an SVG file. `characters` is whether men are drawn as their characters, where they have some. */
  draw(definition: Definition, position: PositionRef, characters?: boolean): string;
  /** Replays a game text or PGN: the last game in it. */
  replay(definition: Definition, text: string): Replayed;
  /** Returns the edit that adds a test to a definition: that the moves can be played, and which moves are legal then. */
  asTest(definition: Definition, position: PositionRef, name: string): Edit;
  /**
   * Writes a game down. `tags` are names and values at its head; a game text has only `game`, `White` and `Black`.
   * `ended` is its end if the rules have not ended it.
   */
  record(
    definition: Definition,
    position: PositionRef,
    tags?: Record<string, string>,
    format?: RecordFormat,
    ended?: Ended,
  ): string;
  /** Counts the sequences of `depth` moves. */
  perft(definition: Definition, position: PositionRef, depth: number): Perft;
  /** Runs the tests of a definition. */
  test(definition: Definition): TestResult[];
  /** Returns a game with one of its positions as data, for a `Player`. */
  question(definition: Definition, position: PositionRef): Question;
}
