// What somebody works on: a definition and the game that is played with it, with players, clocks and result.

import { asResumed, type Resumed } from '../play/game';
import { playing } from '../play/playing';
import type { Page } from '../page';
import { position, type State } from '../store';
import { toOpen } from './link';
import type { Shared } from './pack';

export interface Work extends Shared {
  play?: Resumed;
  mine?: boolean;
  /** Of the place in the browser's history where it was worked on. */
  id?: string;
}

/** All that there is to keep; `state` is that of the page, now or before a change that the game has not followed yet. */
export function workOf(page: Page, state: Readonly<State>): Work {
  const { text, name, line, mine, opened } = state;
  return { text, name, mine, ...position(state), moves: line.moves, play: playing(page).kept(opened) };
}

/** A work that was written down, if it is one. */
export function asWork(value: unknown): Work | null {
  const work = value as Work | null;
  if (!work || typeof work.text !== 'string' || work.text === '') return null;
  return { ...work, name: String(work.name), play: asResumed(work.play) ?? undefined };
}

export function openWork(page: Page, work: Work): void {
  playing(page).resume(work.play ?? null);
  page.session.open({ ...toOpen(work), mine: work.mine });
}
