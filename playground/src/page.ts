// Context of every part of the page.

import type { Client } from 'weakfish';
import type { Session } from './session';
import type { State, Store } from './store';

export interface Page {
  readonly store: Store<State>;
  /** Session, which changes the definition and the game. */
  readonly session: Session;
  /** The library, in workers. */
  readonly client: Client;
}

/** A part of the page fills the place that it is given, and follows the store from then on. */
export type Part = (place: HTMLElement, page: Page) => void;
