import { Engine, initSync as initEngine } from "./engine.js";
import { Player, initSync as initPlayer } from "./player.js";

/**
 * The module that a worker runs: that of rules, or that of searches.
 * @typedef {"engine" | "player"} Kind
 */

/**
 * A message to a worker: the compiled module, or a call.
 * @typedef {{ load: WebAssembly.Module, kind: Kind } | { id: number, call: string, args: any[], stop?: Int32Array }} Request
 */

/**
 * A message from a worker about a call.
 * @typedef {{ id: number, result: any } | { id: number, progress: any } | { id: number, refused: string }
 *   | { id: number, fault: string }} Answer
 */

/** Calls that tell their progress to a listener, and the milliseconds between two reports of all but searches. */
const TELLING = ["search", "surveyRow", "table", "solve"];
const INTERVAL = 50;

/**
 * Handler of a worker's messages.
 * @param {(answer: Answer) => void} post
 * @returns {(request: Request) => void} the listener of messages
 */
export function serve(post) {
  /** @type {Engine | Player} */
  let engine;
  return (request) => {
    if ("load" in request) {
      if (request.kind === "player") {
        initPlayer({ module: request.load });
        engine = new Player();
      } else {
        initEngine({ module: request.load });
        engine = new Engine();
      }
      return;
    }
    const { id, call, args, stop } = request;
    if (TELLING.includes(call)) args.push(nowAndThen((progress) => post({ id, progress }), call === "search" ? 0 : INTERVAL));
    if (call === "search") args.push(() => !!stop && Atomics.load(stop, 0) !== 0);
    try {
      const result = /** @type {any} */ (engine)[call](...args.map(wellFormed));
      post({ id, result });
    } catch (error) {
      if (error && typeof error === "object" && "refused" in error) {
        post({ id, refused: String(error.refused) });
      } else {
        post({ id, fault: String(error) });
      }
    }
  };
}

/**
 * Listener that passes on what it hears at most once in so many milliseconds.
 * @param {(progress: any) => void} tell
 * @param {number} interval
 */
function nowAndThen(tell, interval) {
  let told = -Infinity;
  return (/** @type {any} */ progress) => {
    const now = performance.now();
    if (now < told + interval) return;
    told = now;
    tell(progress);
  };
}

/**
 * Replaces lone surrogates, which an engine can't read, by replacement characters. Places stay the same.
 * @param {any} value
 * @returns {any}
 */
function wellFormed(value) {
  if (typeof value === "string") return value.isWellFormed?.() === false ? value.toWellFormed() : value;
  if (Array.isArray(value)) return value.map(wellFormed);
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, inside]) => [wellFormed(key), wellFormed(inside)]));
  }
  return value;
}
