import { Client as Base } from "./client.js";

export { Fault, Refusal } from "./errors.js";

/** @import { Start } from "./lane.js" */

/**
 * @typedef {object} Options
 * @property {() => Worker} [worker] Creates a worker that runs `browser-worker.js`; for bundlers and single-file pages.
 * @property {string | URL | Response | Promise<Response> | BufferSource | WebAssembly.Module} [wasm] The compiled module of rules, or its address.
 * @property {string | URL | Response | Promise<Response> | BufferSource | WebAssembly.Module} [player] Likewise the module of searches, which is loaded
 *   later.
 * @property {(name: string) => string | URL | Response | Promise<Response>} [weights] The weights of a built-in game, or their address; they are loaded
 *   when a search of the game begins.
 * @property {(message: string) => void} [warn] Listener of warnings; they go to the console by default.
 * @property {number} [patience] Time limit of a short call, in milliseconds, after which it rejects with a `Fault`; 30000.
 */

/** Client for browsers, with web workers. */
export class Client extends Base {
  /** @param {Options} [options] */
  constructor({
    worker = makeWorker,
    wasm = new URL("./engine_bg.wasm", import.meta.url),
    player = new URL("./player_bg.wasm", import.meta.url),
    weights = (name) => new URL(`./weights/${name}.weights`, import.meta.url),
    warn,
    patience = 30_000,
  } = {}) {
    const text = async (/** @type {string} */ name) => (await fetched(await weights(name))).text();
    super(start(worker), { engine: () => compiled(wasm), player: () => compiled(player), weights: text }, patience, warn);
  }
}

function makeWorker() {
  return new Worker(new URL("./browser-worker.js", import.meta.url), { type: "module" });
}

/**
 * @param {() => Worker} make
 * @returns {Start}
 */
function start(make) {
  return (heard, failed) => {
    const worker = make();
    worker.addEventListener("message", (event) => heard(event.data));
    worker.addEventListener("messageerror", () => failed("an answer can't be read"));
    worker.addEventListener("error", (event) => {
      // The call rejects; the page needs no error event as well.
      event.preventDefault();
      failed(event.message || "the worker can't be started");
    });
    return {
      send: (request) => worker.postMessage(request),
      end: () => worker.terminate(),
      hold: () => {},
    };
  };
}

/**
 * @param {NonNullable<Options["wasm"]>} wasm
 * @returns {Promise<WebAssembly.Module>}
 */
async function compiled(wasm) {
  if (wasm instanceof Promise) return compiled(await wasm);
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) return WebAssembly.compile(/** @type {BufferSource} */ (wasm));
  const response = await fetched(wasm);
  // Compiling during the download needs the right content type.
  return response.headers.get("content-type") === "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * @param {string | URL | Response} place
 * @returns {Promise<Response>}
 */
async function fetched(place) {
  const response = place instanceof Response ? place : await fetch(place);
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  return response;
}
