import { Lane } from "./lane.js";

/**
 * @import { Definition, Engine, Found, Limits, Perft, PositionRef, Progress, Remark, TestResult } from "./engine.js"
 * @import { Start } from "./lane.js"
 */

/** Calls about texts. */
const TEXT = /** @type {const} */ ([
  "games", "check", "sheet", "style", "format", "complete", "hover", "definitionOf", "uses", "rename", "outline", "tokens",
  "explain", "create", "import",
]);

/** Calls about games. */
const GAME = /** @type {const} */ ([
  "symbols", "view", "why", "attempt", "stuck", "read", "arrange", "draw", "replay", "asTest", "record",
]);

/**
 * The calls of an `Engine`, each with a promise.
 * @template {keyof Engine} Name
 * @typedef {{ [Call in keyof Pick<Engine, Name>]: (...args: Parameters<Engine[Call]>) => Promise<ReturnType<Engine[Call]>> }} Calls
 */

/** @type {new () => Calls<typeof TEXT[number] | typeof GAME[number]>} */
const Base = /** @type {any} */ (Object);

/**
 * Answers calls about definitions and games, each with a promise.
 *
 * Engines run in workers, so that short calls never wait for long ones: one for texts, one for games, one for searches, one for
 * counts and tests. A call that has no result rejects with a `Refusal`. If an engine fails, the call rejects with a `Fault`, and
 * the next one has a new engine.
 */
export class Client extends Base {
  #text;
  #game;
  #search;
  #count;

  /**
   * @param {Start} start Starts a worker.
   * @param {Promise<WebAssembly.Module>} module The compiled engine.
   * @param {number} patience Time limit of a short call, in milliseconds.
   */
  constructor(start, module, patience) {
    super();
    this.#text = new Lane(start, module, patience);
    this.#game = new Lane(start, module, patience);
    this.#search = new Lane(start, module, Infinity);
    this.#count = new Lane(start, module, Infinity);
    const add = (/** @type {Lane} */ lane, /** @type {readonly string[]} */ names) => {
      const calls = names.map((name) => [name, (/** @type {any[]} */ ...args) => lane.call(name, args)]);
      Object.assign(this, Object.fromEntries(calls));
    };
    add(this.#text, TEXT);
    add(this.#game, GAME);
  }

  /** Starts the workers for texts and games, which otherwise start with the first call. */
  async ready() {
    await Promise.all([this.#text.warm(), this.#game.warm()]);
  }

  /**
   * Counts the sequences of `depth` moves. An abort ends the count.
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
   * Finds remarks on the men that win with their king against a bare one, for `sheet`. An abort ends the search.
   * @param {Definition} definition
   * @param {AbortSignal} [signal]
   * @returns {Promise<Remark[]>}
   */
  remarks(definition, signal) {
    return this.#count.call("remarks", [definition], { signal });
  }

  /**
   * Runs the tests of a definition. An abort ends them.
   * @param {Definition} definition
   * @param {AbortSignal} [signal]
   * @returns {Promise<TestResult[]>}
   */
  test(definition, signal) {
    return this.#count.call("test", [definition], { signal });
  }

  /**
   * Searches for the best move. An abort of the signal stops the search, which resolves with its result so far; it rejects only
   * if it has not begun. Searches run one after another.
   * @param {Definition} definition
   * @param {PositionRef} position
   * @param {Limits} limits Without any the search runs until it is stopped.
   * @param {(progress: Progress) => void} [on] Listener of intermediate results.
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
