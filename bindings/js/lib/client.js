import { playtest, review, survey, tune } from "./bench.js";
import { Lane } from "./lane.js";

/**
 * @import { PlaytestReport, ReviewReport, SurveyReport, TuneReport } from "./bench.js"
 * @import {
 *   Definition, Engine, Found, Limits, Perft, PlaytestOptions, PositionRef, Progress, Question, Remark, ReviewOptions, Solved, SurveyOptions,
 *   TableOptions, TableProgress, TableReport, Task, TestResult, TuneOptions,
 * } from "./engine.js"
 * @import { Module, Start } from "./lane.js"
 * @import { Kind } from "./serve.js"
 */

/** Calls about texts. */
const TEXT = /** @type {const} */ ([
  "games", "check", "sheet", "style", "format", "complete", "hover", "definitionOf", "uses", "rename", "outline", "tokens",
  "explain", "create", "import", "diff", "spell",
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
 * What the platform loads: the compiled modules, and the text of the weights of a built-in game.
 * @typedef {Record<Kind, () => Promise<WebAssembly.Module>> & { weights: (name: string) => Promise<string> }} Files
 */

/**
 * A definition with the text of the weights that the engine plays it with, as `tune` gives it. Without weights they are those that were
 * made for a built-in game, or follow from the definition.
 * @typedef {Definition | { text: string, name?: string, files?: Record<string, string>, weights?: string }} Weighted
 */

/**
 * Answers calls about definitions and games, each with a promise.
 *
 * Engines run in workers, so that short calls never wait for long ones: one for texts, one for games, one for counts and tests, one
 * for searches, one for reviews, one for tables, one for problems, two for playtests and tuning. The first three run the module of rules, the others that of
 * searches. A call that has no result rejects with a `Refusal`. If an engine fails, the call rejects with a `Fault`, and the next one
 * has a new engine.
 */
export class Client extends Base {
  #text;
  #game;
  #count;
  #search;
  #review;
  #table;
  #solve;
  #bench;
  #player;
  #files;
  #warn;
  /** Weights of built-in games by name. @type {Map<string, Promise<string | undefined>>} */
  #weights = new Map();

  /**
   * @param {Start} start Starts a worker.
   * @param {Files} files Load what comes later.
   * @param {number} patience Time limit of a short call, in milliseconds.
   * @param {(message: string) => void} [warn]
   */
  constructor(start, files, patience, warn = console.warn) {
    super();
    this.#files = files;
    this.#warn = warn;
    const engine = once("engine", files);
    this.#player = once("player", files);
    this.#text = new Lane(start, engine, patience);
    this.#game = new Lane(start, engine, patience);
    this.#count = new Lane(start, engine, Infinity);
    this.#search = new Lane(start, this.#player, Infinity);
    this.#review = new Lane(start, this.#player, Infinity);
    this.#table = new Lane(start, this.#player, Infinity);
    this.#solve = new Lane(start, this.#player, Infinity);
    this.#bench = [new Lane(start, this.#player, Infinity), new Lane(start, this.#player, Infinity)];
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

  /** Loads the module of searches, which otherwise comes with the first search. */
  async prepare() {
    await this.#player.load();
  }

  /**
   * @param {Definition} definition
   * @param {PositionRef} [position]
   * @returns {() => Promise<Question>}
   */
  #ask(definition, position = {}) {
    return () => this.#game.call("question", [definition, position]);
  }

  /**
   * Asks for a search, with the weights of the definition.
   * @param {Weighted} definition
   * @param {PositionRef} [position]
   */
  #weigh(definition, position) {
    const ask = this.#ask(definition, position);
    return async () => {
      const question = await ask();
      const own = typeof definition === "object" && "weights" in definition ? definition.weights : undefined;
      const weights = own ?? (question.weighted && await this.#weightsOf(question.weighted));
      return weights === undefined ? question : { ...question, weights };
    };
  }

  /**
   * Loads the weights of a built-in game once. If they can't be loaded, there is one warning, and none are used.
   * @param {string} name
   */
  #weightsOf(name) {
    let weights = this.#weights.get(name);
    if (!weights) {
      weights = this.#files.weights(name).catch((error) => {
        this.#warn(`the weights of ${name} can't be loaded, and the engine plays worse without them: ${error}`);
        return undefined;
      });
      this.#weights.set(name, weights);
    }
    return weights;
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
    return this.#table.call("remarks", [], { ask: this.#ask(definition), signal });
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
   * @param {Weighted} definition
   * @param {PositionRef} position
   * @param {Limits} limits Without any the search runs until it is stopped.
   * @param {(progress: Progress) => void} [on] Listener of intermediate results.
   * @param {AbortSignal} [signal]
   * @returns {Promise<Found>}
   */
  search(definition, position, limits, on, signal) {
    return this.#search.call("search", [limits], { ask: this.#weigh(definition, position), on, signal });
  }

  /**
   * Plays a game against itself and finds what its inventor would like to know, as `weakfish playtest` does. Equal options have equal
   * games. An abort of the signal ends the playtest, which resolves with the findings so far.
   * @param {Weighted} definition
   * @param {PlaytestOptions} [options]
   * @param {(report: PlaytestReport) => void} [on] Listener of intermediate findings.
   * @param {AbortSignal} [signal]
   * @returns {Promise<PlaytestReport>}
   */
  async playtest(definition, options = {}, on, signal) {
    return playtest(this.#bench, await this.#weigh(definition)(), options, on, signal);
  }

  /**
   * Judges each move of a game, as `weakfish analyze` does, from the last one to the first. An abort of the signal ends the review,
   * which resolves with the moves so far.
   * @param {Weighted} definition
   * @param {PositionRef} game
   * @param {ReviewOptions} [options]
   * @param {(report: ReviewReport) => void} [on] Listener of intermediate reports.
   * @param {AbortSignal} [signal]
   * @returns {Promise<ReviewReport>}
   */
  async review(definition, game, options = {}, on, signal) {
    return review(this.#review, await this.#weigh(definition, game)(), options, on, signal);
  }

  /**
   * Fits the weights of a game's evaluation to games of the engine against itself, as `weakfish tune` does. Equal options have equal
   * weights. An abort of the signal ends the games, and the weights are those of the games so far.
   * @param {Definition} definition
   * @param {TuneOptions} [options]
   * @param {(report: TuneReport) => void} [on] Listener of intermediate reports.
   * @param {AbortSignal} [signal]
   * @returns {Promise<TuneReport>}
   */
  async tune(definition, options = {}, on, signal) {
    return tune(this.#bench, await this.#ask(definition)(), options, on, signal);
  }

  /**
   * Finds out which men win against a bare king, as `weakfish table --survey` does. An abort of the signal ends the survey, which
   * resolves with the endings so far.
   * @param {Definition} definition
   * @param {SurveyOptions} [options]
   * @param {(report: SurveyReport) => void} [on] Listener of intermediate reports.
   * @param {AbortSignal} [signal]
   * @returns {Promise<SurveyReport>}
   */
  async survey(definition, options = {}, on, signal) {
    return survey(this.#table, await this.#ask(definition)(), options, on, signal);
  }

  /**
   * Makes the exact table of some men, such as `K R v K`, as `weakfish table` does. Rejects with the reason if there can't be one.
   * @param {Definition} definition
   * @param {string} men
   * @param {TableOptions} [options]
   * @param {(progress: TableProgress) => void} [on]
   * @param {AbortSignal} [signal]
   * @returns {Promise<TableReport>}
   */
  async table(definition, men, options = {}, on, signal) {
    const begun = performance.now();
    const report = await this.#table.call("table", [men, options], { ask: this.#ask(definition), on: on ?? ignore, signal });
    return { ...report, seconds: Math.round(performance.now() - begun) / 1000 };
  }

  /**
   * Solves a problem, or finds the shortest games, as `weakfish solve` does.
   * @param {Definition} definition
   * @param {PositionRef} position
   * @param {Task} task
   * @param {(positions: number) => void} [on] Listener of the number of positions that were searched.
   * @param {AbortSignal} [signal]
   * @returns {Promise<Solved>}
   */
  solve(definition, position, task, on, signal) {
    return this.#solve.call("solve", [task], { ask: this.#ask(definition, position), on: on ?? ignore, signal });
  }

  /** Ends the workers. Calls that wait or run reject with a `Fault`. */
  close() {
    const lanes = [
      this.#text, this.#game, this.#count, this.#search, this.#review, this.#table, this.#solve, ...this.#bench,
    ];
    for (const lane of lanes) lane.close();
  }
}

/**
 * Loads a module when it is first asked for, and once more after a failure.
 * @param {Kind} kind
 * @param {Record<Kind, () => Promise<WebAssembly.Module>>} modules
 * @returns {Module}
 */
function once(kind, modules) {
  /** @type {Promise<WebAssembly.Module> | undefined} */
  let loading;
  const load = () => (loading ??= modules[kind]().catch((error) => {
    loading = undefined;
    throw error;
  }));
  return { kind, load };
}

function ignore() {}
