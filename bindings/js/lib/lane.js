import { Fault, Refusal } from "./errors.js";

/** @import { Answer, Kind, Request } from "./serve.js" */

/**
 * Connection to a worker, as each platform implements it.
 * @typedef {object} Port
 * @property {(request: Request) => void} send
 * @property {() => void} end
 * @property {(busy: boolean) => void} hold Keeps the program alive while busy.
 */

/**
 * Starts a worker. `heard` is the listener of its messages, `failed` that of its failure.
 * @typedef {(heard: (answer: Answer) => void, failed: (reason: string) => void) => Port} Start
 */

/**
 * The module that a lane runs, and what loads it.
 * @typedef {{ kind: Kind, load: () => Promise<WebAssembly.Module> }} Module
 */

/**
 * Queued or running call.
 * @typedef {object} Call
 * @property {number} id
 * @property {string} name
 * @property {any[]} args
 * @property {(() => Promise<any>) | undefined} ask Gets the first argument, when the call begins.
 * @property {(result: any) => void} resolve
 * @property {(error: unknown) => void} reject
 * @property {((progress: any) => void) | undefined} on
 * @property {AbortSignal | undefined} signal
 * @property {(() => void) | undefined} forget Removes the listener of the signal.
 * @property {any} progress Last progress.
 * @property {Int32Array | undefined} flag Shared stop flag.
 * @property {boolean} stopping
 */

/** Queue of calls to one worker, which starts with the first call and is replaced after a fault. */
export class Lane {
  /** @type {Call[]} */
  #waiting = [];
  /** @type {Call | undefined} */
  #running;
  /** @type {Port | undefined} */
  #port;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #calls = 0;
  #closed = false;
  #start;
  #module;
  #patience;

  /**
   * @param {Start} start
   * @param {Module} module
   * @param {number} patience Time limit of a call, in milliseconds.
   */
  constructor(start, module, patience) {
    this.#start = start;
    this.#module = module;
    this.#patience = patience;
  }

  /**
   * Calls the engine.
   * @param {string} name
   * @param {any[]} args
   * @param {{ ask?: () => Promise<any>, on?: (progress: any) => void, signal?: AbortSignal }} [options]
   * @returns {Promise<any>}
   */
  call(name, args, { ask, on, signal } = {}) {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new Fault("the client is closed"));
      if (signal?.aborted) return reject(signal.reason);
      this.#calls += 1;
      /** @type {Call} */
      const call = {
        id: this.#calls, name, args, ask, resolve, reject, on, signal,
        forget: undefined, progress: undefined, flag: undefined, stopping: false,
      };
      if (signal) {
        const aborted = () => this.#abort(call);
        signal.addEventListener("abort", aborted, { once: true });
        call.forget = () => signal.removeEventListener("abort", aborted);
      }
      this.#waiting.push(call);
      this.#next();
    });
  }

  /** Starts the worker before it is needed. */
  async warm() {
    const module = await this.#module.load();
    if (!this.#closed) this.#ready(module);
  }

  /** Ends the worker; rejects all calls. */
  close() {
    this.#closed = true;
    const calls = [...(this.#running ? [this.#running] : []), ...this.#waiting];
    this.#waiting = [];
    this.#end();
    for (const call of calls) {
      call.forget?.();
      call.reject(new Fault("the client is closed"));
    }
  }

  async #next() {
    if (this.#running || this.#closed) return;
    const call = this.#waiting.shift();
    if (!call) return;
    this.#running = call;
    let module, args;
    try {
      const loading = this.#module.load().catch((error) => {
        throw new Fault(`the engine can't be loaded: ${error}`);
      });
      [module, args] = await Promise.all([loading, call.ask ? call.ask().then((first) => [first, ...call.args]) : call.args]);
    } catch (error) {
      if (this.#running === call) this.#finish(() => call.reject(error));
      return;
    }
    if (this.#running !== call) return;
    const port = this.#ready(module);
    port.hold(true);
    if (call.signal && call.name === "search" && typeof SharedArrayBuffer === "function" && mayShare()) {
      call.flag = new Int32Array(new SharedArrayBuffer(4));
    }
    if (Number.isFinite(this.#patience)) {
      this.#timer = setTimeout(() => this.#fault(`\`${call.name}\` took longer than ${this.#patience} ms`), this.#patience);
    }
    port.send({ id: call.id, call: call.name, args, stop: call.flag });
  }

  /** @param {WebAssembly.Module} module */
  #ready(module) {
    if (!this.#port) {
      const port = this.#start((answer) => this.#hear(answer), (reason) => {
        if (this.#port === port) this.#fault(reason);
      });
      this.#port = port;
      port.send({ load: module, kind: this.#module.kind });
      port.hold(false);
    }
    return this.#port;
  }

  /** @param {Answer} answer */
  #hear(answer) {
    const call = this.#running;
    if (!call || call.id !== answer.id) return;
    if ("progress" in answer) {
      call.progress = answer.progress;
      if (call.stopping) this.#cut(call);
      else call.on?.(answer.progress);
    } else if ("result" in answer) {
      this.#finish(() => call.resolve(answer.result));
    } else if ("refused" in answer) {
      this.#finish(() => call.reject(new Refusal(answer.refused)));
    } else {
      this.#fault(answer.fault);
    }
  }

  /** @param {Call} call */
  #abort(call) {
    if (call !== this.#running) {
      this.#waiting = this.#waiting.filter((other) => other !== call);
      call.reject(call.signal?.reason);
    } else if (call.flag) {
      Atomics.store(call.flag, 0, 1);
    } else if (call.name === "search" && this.#port) {
      // A searching engine receives no messages, so the search ends with its last progress; the first one comes at once.
      if (call.progress) this.#cut(call);
      else call.stopping = true;
    } else {
      this.#end();
      this.#finish(() => call.reject(call.signal?.reason));
    }
  }

  /**
   * Ends a search by ending its worker.
   * @param {Call} call
   */
  #cut(call) {
    const progress = call.progress;
    const [move = null, ponder] = progress.lines[0]?.moves ?? [];
    this.#end();
    this.#finish(() => call.resolve({ move, ...(ponder ? { ponder } : {}), progress }));
    // Another search is likely to follow soon.
    this.warm();
  }

  /** @param {string} reason */
  #fault(reason) {
    const call = this.#running;
    this.#end();
    if (call) this.#finish(() => call.reject(new Fault(reason)));
  }

  #end() {
    this.#port?.end();
    this.#port = undefined;
  }

  /** @param {() => void} settle */
  #finish(settle) {
    clearTimeout(this.#timer);
    this.#running?.forget?.();
    this.#running = undefined;
    this.#port?.hold(false);
    settle();
    this.#next();
  }
}

/** Whether memory can be shared with a worker: in browsers only on cross-origin isolated pages. */
function mayShare() {
  return /** @type {any} */ (globalThis).crossOriginIsolated !== false;
}
