import { Engine, initSync } from "./engine.js";

/**
 * A message to a worker: the compiled engine, or a call.
 * @typedef {{ load: WebAssembly.Module } | { id: number, call: string, args: any[], stop?: Int32Array }} Request
 */

/**
 * A message from a worker about a call.
 * @typedef {{ id: number, result: any } | { id: number, progress: any } | { id: number, refused: string }
 *   | { id: number, fault: string }} Answer
 */

/**
 * Handler of a worker's messages.
 * @param {(answer: Answer) => void} post
 * @returns {(request: Request) => void} the listener of messages
 */
export function serve(post) {
  /** @type {Engine} */
  let engine;
  return (request) => {
    if ("load" in request) {
      initSync({ module: request.load });
      engine = new Engine();
      return;
    }
    const { id, call, args, stop } = request;
    if (call === "search") {
      args.push((/** @type {any} */ progress) => post({ id, progress }), () => !!stop && Atomics.load(stop, 0) !== 0);
    }
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
