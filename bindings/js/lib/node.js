import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { Client as Base } from "./client.js";

export { Fault, Refusal } from "./errors.js";

/** @import { Start } from "./lane.js" */

/** Client for Node.js, with worker threads. Idle threads do not keep a program alive. */
export class Client extends Base {
  /**
   * `weights` loads the text of the weights of a built-in game, and `warn` is the listener of warnings, which go to the console by default.
   * @param {{ patience?: number, weights?: (name: string) => Promise<string>, warn?: (message: string) => void }} [options]
   */
  constructor({ patience = 30_000, weights = shipped, warn } = {}) {
    super(start, { engine: () => compiled("engine"), player: () => compiled("player"), weights }, patience, warn);
  }
}

/** @type {Start} */
function start(heard, failed) {
  // Node.js would pass the program's own flags, such as `--input-type`, to the thread.
  const worker = new Worker(new URL("./node-worker.js", import.meta.url), { execArgv: [] });
  worker.on("message", heard);
  worker.on("messageerror", () => failed("an answer can't be read"));
  worker.on("error", (error) => failed(String(error)));
  worker.on("exit", () => failed("the thread has ended"));
  return {
    send: (request) => worker.postMessage(request),
    end: () => void worker.terminate(),
    hold: (busy) => (busy ? worker.ref() : worker.unref()),
  };
}

/** @param {string} name */
async function compiled(name) {
  return WebAssembly.compile(new Uint8Array(await readFile(new URL(`./${name}_bg.wasm`, import.meta.url))));
}

/** @param {string} name */
function shipped(name) {
  return readFile(new URL(`./weights/${name}.weights`, import.meta.url), "utf8");
}
