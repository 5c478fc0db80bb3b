// What every part of the page is given.

import type { Client } from 'weakfish';
import type { Session } from './session';
import type { State, Store } from './store';

export interface Page {
  readonly store: Store<State>;
  /** What changes the definition and the game. */
  readonly session: Session;
  /** The library, for short questions. Whatever may take long has workers of its own: see `clients`. */
  readonly client: Client;
  readonly clients: Clients;
}

/** Workers by purpose, so that none waits for another; each is started when it is first asked for. */
export interface Clients {
  readonly quick: Client;
  /** For pictures and sheets. */
  readonly background: Client;
  readonly tests: Client;
  readonly engine: Client;
  /** Ends the worker of `tests`, whatever it is doing; a new one is started when it is asked for. */
  stopTests(): void;
}

/** A part of the page fills the place that it is given, and follows the store from then on. */
export type Part = (place: HTMLElement, page: Page) => void;
