// Work: a definition and the game that is played with it, with players, clocks and result.

import { asResumed, type Resumed } from '../play/game';
import { playing } from '../play/playing';
import type { Page } from '../page';
import { position, type State } from '../store';
import { toOpen } from './link';
import type { Shared } from './pack';

export interface Work extends Shared {
  play?: Resumed;
  mine?: boolean;
  /** Id of the browser's history entry. */
  id?: string;
}

/** All that there is to keep; `state` is that of the page, now or before a change that the game has not followed yet. */
export function workOf(page: Page, state: Readonly<State>): Work {
  const { text, name, line, mine, opened } = state;
  return { text, name, mine, ...position(state), moves: line.moves, play: playing(page).stored(opened) ?? undefined };
}

const word = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** A stored work, if it is one. Others may have written there, so malformed parts are left out. */
export function asWork(value: unknown): Work | null {
  const { text, name, setup, fen, moves, mine, id, play } = (value ?? {}) as Record<keyof Work, unknown>;
  if (typeof text !== 'string' || text === '') return null;
  const line = Array.isArray(moves) && moves.every(move => typeof move === 'string') ? moves : [];
  const game = { setup: word(setup), fen: word(fen), moves: line, play: asResumed(play) ?? undefined };
  return { text, name: word(name) ?? '', mine: mine === true, id: word(id), ...game };
}

export function openWork(page: Page, work: Work): void {
  page.session.open({ ...toOpen(work), mine: work.mine });
  // Only now: until then the game that is left counts as the one that was opened last.
  playing(page).resume(page.store.state.opened, work.play ?? null);
}
