// The engine of the program that serves this page, if `weakfish play --web` does: it is faster than the library in the browser.

import { Refusal, type Client, type Definition, type Found, type Limits, type PositionRef, type Progress } from 'weakfish';
import { toOpen } from './share/link';
import type { Shared } from './share/pack';
import type { Opened } from './session';

/** The game that the program was started with: its definition has a path among the files that it extends. */
interface Game extends Shared {
  path: string;
  files: Record<string, string>;
}

/** A line of the answer to a search; the last one is `found` or `refused`. */
type Told = { progress: Progress } | { found: Found } | { refused: string };

const GONE = 'The engine of the program does not answer; the one in this page is used instead.';

const TOKEN = 'weakfish-playground-token';

/** The program does not answer, or knows nothing of this page: it was ended, or started anew. */
class Gone extends Error {}

/** The program has no thread for this search. */
class Busy extends Error {}

/** The token in the address. It is kept for when the page is loaded again, and taken out of links that are made of the address. */
function takeToken(): { token: string | null; isNew: boolean } {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  try {
    if (token === null) return { token: sessionStorage.getItem(TOKEN), isNew: false };
    sessionStorage.setItem(TOKEN, token);
  } catch {
    // The storage may be forbidden: then the address stays as it is.
    return { token, isNew: true };
  }
  history.replaceState(history.state, '', location.pathname + location.search);
  return { token, isNew: true };
}

/** The lines of a body, as they come. */
async function* lines(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
}

/** What the search has found so far, as if it had ended. */
function soFar(progress: Progress): Found {
  const [move = null, ponder] = progress.lines[0]?.moves ?? [];
  return { move, ...(ponder ? { ponder } : {}), progress };
}

export class Native {
  readonly #token: string;
  readonly #isNew: boolean;
  /** Told why the program's engine is used no longer. */
  readonly #say: (notice: string) => void;
  #gone = false;
  #prepared = false;
  /** What goes with the definition that was opened. */
  #beside: { name: string; files: Record<string, string> } | null = null;

  private constructor(token: string, isNew: boolean, say: (notice: string) => void) {
    this.#token = token;
    this.#isNew = isNew;
    this.#say = say;
  }

  /** The engine behind this page, if it was opened with a token. */
  static behind(say: (notice: string) => void): Native | null {
    const { token, isNew } = takeToken();
    return token === null ? null : new Native(token, isNew, say);
  }

  /** The game to open; `null` if there is none, or if it was opened already. */
  async game(): Promise<Opened | null> {
    let game;
    try {
      game = (await (await this.#ask('game')).json()) as Game | null;
    } catch (fault) {
      this.#gone = true;
      throw fault instanceof Gone ? new Error(GONE) : fault;
    }
    if (!game) return null;
    const { path, files } = game;
    if (Object.keys(files).length > 0) this.#beside = { name: path, files };
    return this.#isNew ? toOpen(game) : null;
  }

  /** A library that searches with the program, as long as that answers. */
  library(client: Client): Client {
    const search: Client['search'] = async (definition, position, limits, on, signal) => {
      const whole = this.#whole(definition);
      if (!this.#gone) {
        try {
          return await this.#search(whole, position, limits, on, signal);
        } catch (fault) {
          if (!(fault instanceof Gone || fault instanceof Busy)) throw fault;
          if (fault instanceof Gone) this.#leave();
        }
      }
      return client.search(whole, position, limits, on, signal);
    };
    return new Proxy(client, {
      get: (target, name) => {
        if (name === 'search') return search;
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (first: unknown, ...others: unknown[]) => {
          const answer: unknown = value.call(target, this.#whole(first), ...others);
          if (name === 'view') this.#prepare(client, this.#whole(first) as Definition, others[0] as PositionRef);
          return answer;
        };
      },
    });
  }

  /** Has the library search for a moment: it can't load its worker any more when the program is gone. */
  #prepare(client: Client, definition: Definition, position: PositionRef): void {
    if (this.#prepared) return;
    this.#prepared = true;
    client.search(definition, position, { depth: 1 }).catch(() => (this.#prepared = false));
  }

  /** A definition with the files that it extends. */
  #whole<T>(definition: T): T {
    const isText = typeof definition === 'object' && definition !== null && 'text' in definition && !('files' in definition);
    return isText && this.#beside ? { ...definition, ...this.#beside } : definition;
  }

  async #ask(what: string, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#token}` };
    let response;
    try {
      response = await fetch(what, { ...init, headers });
    } catch (fault) {
      throw init.signal?.aborted ? init.signal.reason : new Gone(String(fault));
    }
    if (response.status === 503) throw new Busy();
    if (response.status === 401 || response.status === 404) throw new Gone(await response.text());
    if (!response.ok) throw new Refusal((await response.text()).trim());
    return response;
  }

  async #search(
    definition: Definition, position: PositionRef, limits: Limits, on?: (progress: Progress) => void, signal?: AbortSignal,
  ): Promise<Found> {
    signal?.throwIfAborted();
    let last: Progress | undefined;
    try {
      const body = JSON.stringify({ definition, position, limits });
      const response = await this.#ask('search', { method: 'POST', body, signal: signal ?? null });
      if (!response.body) throw new Gone();
      for await (const line of lines(response.body)) {
        const told = JSON.parse(line) as Told;
        if ('refused' in told) throw new Refusal(told.refused);
        if ('found' in told) return told.found;
        last = told.progress;
        on?.(last);
      }
    } catch (fault) {
      // Whoever stops a search wants what it has found.
      if (signal?.aborted && last) return soFar(last);
      if (fault instanceof Gone || fault instanceof Busy || fault instanceof Refusal || signal?.aborted) throw fault;
      throw new Gone(String(fault));
    }
    throw new Gone();
  }

  #leave(): void {
    if (!this.#gone) this.#say(GONE);
    this.#gone = true;
  }
}
