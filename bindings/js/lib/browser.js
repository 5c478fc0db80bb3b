import { Client as Base } from "./client.js";

export { Fault, Refusal } from "./errors.js";

/** @import { Start } from "./lane.js" */

/**
 * @typedef {object} Options
 * @property {() => Worker} [worker] Creates a worker that runs `browser-worker.js`; for bundlers and single-file pages.
 * @property {string | URL | Response | Promise<Response> | BufferSource | WebAssembly.Module} [wasm] The compiled module of rules, or its address.
 * @property {string | URL | Response | Promise<Response> | BufferSource | WebAssembly.Module} [player] Likewise the module of searches, which is loaded
 *   later.
 * @property {number} [patience] Time limit of a short call, in milliseconds, after which it rejects with a `Fault`; 30000.
 */

/** Client for browsers, with web workers. */
export class Client extends Base {
  /** @param {Options} [options] */
  constructor({
    worker = makeWorker,
    wasm = new URL("./engine_bg.wasm", import.meta.url),
    player = new URL("./player_bg.wasm", import.meta.url),
    patience = 30_000,
  } = {}) {
    super(start(worker), { engine: () => compiled(wasm), player: () => compiled(player) }, patience);
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
  const response = wasm instanceof Response ? wasm : await fetch(wasm);
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  // Compiling during the download needs the right content type.
  return response.headers.get("content-type") === "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}
