import { Lane } from "./lane.js";

/**
 * @import {
 *   Arranged, Board, BuiltIns, Checked, Completions, Definition, Drawings, Edit, Edits, Ended, Found, Hover, Import, Limits,
 *   Outline, Perft, Place, Places, PositionRef, Progress, RecordFormat, Replayed, TestResults, Tokens, View
 * } from "./engine.js"
 * @import { Start } from "./lane.js"
 */

/**
 * Answers questions about definitions and games, each with a promise.
 *
 * Engines do the work in workers, so that nothing waits for anything long: one answers questions about texts, one those about
 * games, one searches, one counts and runs tests. A question that has no answer rejects with a `Refusal`. If an engine fails,
 * the call rejects with a `Fault`, and the next one has a new engine.
 */
export class Client {
  #text;
  #game;
  #search;
  #count;

  /**
   * @param {Start} start Starts a worker.
   * @param {Promise<WebAssembly.Module>} module The compiled engine.
   * @param {number} patience The milliseconds after which a call that should be quick is given up.
   */
  constructor(start, module, patience) {
    this.#text = new Lane(start, module, patience);
    this.#game = new Lane(start, module, patience);
    this.#search = new Lane(start, module, Infinity);
    this.#count = new Lane(start, module, Infinity);
  }

  /** Starts the workers for texts and games, which are otherwise started by the first question. */
  async ready() {
    await Promise.all([this.#text.warm(), this.#game.warm()]);
  }

  /**
   * The games that come with Weakfish.
   * @returns {Promise<BuiltIns>}
   */
  games() {
    return this.#text.call("games", []);
  }

  /**
   * What is wrong with a definition, and its game if it has one.
   * @param {Definition} definition
   * @returns {Promise<Checked>}
   */
  check(definition) {
    return this.#text.call("check", [definition]);
  }

  /**
   * The rules of a game in words and pictures, as elements of HTML. The pictures need the style of `style`.
   * @param {Definition} definition
   * @returns {Promise<string>}
   */
  sheet(definition) {
    return this.#text.call("sheet", [definition]);
  }

  /**
   * The style of pictures, as CSS.
   * @returns {Promise<string>}
   */
  style() {
    return this.#text.call("style", []);
  }

  /**
   * The changes that lay a definition out in the canonical way; none if it is laid out so.
   * @param {Definition} definition
   * @returns {Promise<Edits>}
   */
  format(definition) {
    return this.#text.call("format", [definition]);
  }

  /**
   * What can be written at a place, in the order of the language.
   * @param {Definition} definition
   * @param {number} offset
   * @returns {Promise<Completions>}
   */
  complete(definition, offset) {
    return this.#text.call("complete", [definition, offset]);
  }

  /**
   * What is shown beside the word at a place.
   * @param {Definition} definition
   * @param {number} offset
   * @returns {Promise<Hover | null>}
   */
  async hover(definition, offset) {
    return (await this.#text.call("hover", [definition, offset])) ?? null;
  }

  /**
   * Where the name at a place is defined, if that is in the text itself.
   * @param {Definition} definition
   * @param {number} offset
   * @returns {Promise<Place | null>}
   */
  async definitionOf(definition, offset) {
    return (await this.#text.call("definitionOf", [definition, offset])) ?? null;
  }

  /**
   * Where the name at a place stands in the text, its definition among them.
   * @param {Definition} definition
   * @param {number} offset
   * @returns {Promise<Places>}
   */
  uses(definition, offset) {
    return this.#text.call("uses", [definition, offset]);
  }

  /**
   * The changes that give the name at a place another name everywhere.
   * @param {Definition} definition
   * @param {number} offset
   * @param {string} name
   * @returns {Promise<Edits>}
   */
  rename(definition, offset, name) {
    return this.#text.call("rename", [definition, offset, name]);
  }

  /**
   * The sections of a definition with their lines.
   * @param {Definition} definition
   * @returns {Promise<Outline>}
   */
  outline(definition) {
    return this.#text.call("outline", [definition]);
  }

  /**
   * The words of a definition, for highlighting.
   * @param {Definition} definition
   * @returns {Promise<Tokens>}
   */
  tokens(definition) {
    return this.#text.call("tokens", [definition]);
  }

  /**
   * What the code of a diagnostic means, in Markdown.
   * @param {string} code Of a diagnostic.
   * @returns {Promise<string>}
   */
  explain(code) {
    return this.#text.call("explain", [code]);
  }

  /**
   * The text of a new game, to be changed line by line: one that changes a built-in game, one made from a FEN, or one with a
   * man that turns.
   * @param {string} title
   * @param {{ game?: string, fen?: string }} [from]
   * @returns {Promise<string>}
   */
  create(title, { game, fen } = {}) {
    return this.#text.call("create", [title, game, fen]);
  }

  /**
   * Makes definitions of the games of a configuration of Fairy-Stockfish.
   * @param {string} ini The text of a `variants.ini`.
   * @returns {Promise<Import>}
   */
  import(ini) {
    return this.#text.call("import", [ini]);
  }

  /**
   * The drawings of a game's men by their names, as elements of SVG in a square of 100x100.
   * @param {Definition} definition
   * @returns {Promise<Drawings>}
   */
  symbols(definition) {
    return this.#game.call("symbols", [definition]);
  }

  /**
   * A position, with all that can be done in it.
   * @param {Definition} definition
   * @param {PositionRef} position
   * @returns {Promise<View>}
   */
  view(definition, position) {
    return this.#game.call("view", [definition, position]);
  }

  /**
   * Why a move is not legal, as a sentence; empty if it is.
   * @param {Definition} definition
   * @param {PositionRef} position
   * @param {string} move In any notation.
   * @returns {Promise<string>}
   */
  why(definition, position, move) {
    return this.#game.call("why", [definition, position, move]);
  }

  /**
   * Why a man can't be moved from a square to another, as a sentence; empty if it can.
   * @param {Definition} definition
   * @param {PositionRef} position
   * @param {string} from
   * @param {string} to
   * @returns {Promise<string>}
   */
  attempt(definition, position, from, to) {
    return this.#game.call("attempt", [definition, position, from, to]);
  }

  /**
   * A move in the notation of programs. It is refused if it means no legal move, or several.
   * @param {Definition} definition
   * @param {PositionRef} position
   * @param {string} text A move in any notation.
   * @returns {Promise<string>}
   */
  read(definition, position, text) {
    return this.#game.call("read", [definition, position, text]);
  }

  /**
   * The position of a board arranged by hand, and why it is none.
   * @param {Definition} definition
   * @param {Board} board
   * @returns {Promise<Arranged>}
   */
  arrange(definition, board) {
    return this.#game.call("arrange", [definition, board]);
  }

  /**
   * A position as an SVG file.
   * @param {Definition} definition
   * @param {PositionRef} position
   * @returns {Promise<string>}
   */
  draw(definition, position) {
    return this.#game.call("draw", [definition, position]);
  }

  /**
   * Reads a game that is written down: the last one, if there are several.
   * @param {Definition} definition
   * @param {string} text A game text, or PGN.
   * @returns {Promise<Replayed>}
   */
  replay(definition, text) {
    return this.#game.call("replay", [definition, text]);
  }

  /**
   * The change that adds a test to a definition: that the moves can be played, and what is legal then.
   * @param {Definition} definition
   * @param {PositionRef} position
   * @param {string} name Of the test.
   * @returns {Promise<Edit>}
   */
  asTest(definition, position, name) {
    return this.#game.call("asTest", [definition, position, name]);
  }

  /**
   * Writes a game down: as a game text, or in PGN if that has words for it.
   * @param {Definition} definition
   * @param {PositionRef} position
   * @param {Record<string, string>} [tags] Names and values at its head. A game text knows `game`, `White` and `Black`.
   * @param {RecordFormat} [format]
   * @param {Ended} [ended] How it has ended, if not by its rules.
   * @returns {Promise<string>}
   */
  record(definition, position, tags, format, ended) {
    return this.#game.call("record", [definition, position, Object.entries(tags ?? {}), format, ended]);
  }

  /**
   * The number of sequences of so many moves. An abort ends the count.
   * @param {Definition} definition
   * @param {PositionRef} position
   * @param {number} depth
   * @param {AbortSignal} [signal]
   * @returns {Promise<Perft>}
   */
  perft(definition, position, depth, signal) {
    return this.#count.call("perft", [definition, position, depth], { signal });
  }

  /**
   * Runs the tests that are written in a definition. An abort ends them.
   * @param {Definition} definition
   * @param {AbortSignal} [signal]
   * @returns {Promise<TestResults>}
   */
  test(definition, signal) {
    return this.#count.call("test", [definition], { signal });
  }

  /**
   * Looks for the best move. An abort of the signal stops the search, which then gives what it has found; it rejects only if
   * it has not begun. Searches wait for each other.
   * @param {Definition} definition
   * @param {PositionRef} position
   * @param {Limits} limits Without any the search goes on until it is stopped.
   * @param {(progress: Progress) => void} [on] Called with what has been found so far.
   * @param {AbortSignal} [signal]
   * @returns {Promise<Found>}
   */
  search(definition, position, limits, on, signal) {
    return this.#search.call("search", [definition, position, limits], { on, signal });
  }

  /** Ends the workers. Calls that wait or run reject with a `Fault`. */
  close() {
    for (const lane of [this.#text, this.#game, this.#search, this.#count]) lane.close();
  }
}
