// Local storage: the current work, and earlier works.

import type { Page } from '../page';
import { playing } from '../play/playing';
import { position, type State } from '../store';
import type { Past } from './history';
import type { Shared } from './pack';
import { asWork, workOf, type Work } from './work';

const WORK = 'weakfish-playground-work';
const EARLIER = 'weakfish-playground-earlier';

/** Maximum number of earlier works, and maximum length of their definitions in characters. */
const MAX_EARLIER = 8;
const MAX_LENGTH = 200_000;

/** The storage may be forbidden or full; the page works without it. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Not stored then.
  }
}

export function storedWork(): Work | null {
  try {
    return asWork(JSON.parse(read(WORK) ?? 'null'));
  } catch {
    return null;
  }
}

/** Works that were left when others were opened, the last one first. */
export function earlierWorks(): Work[] {
  try {
    const works = JSON.parse(read(EARLIER) ?? '[]') as unknown[];
    return works.map(asWork).filter(work => work !== null);
  } catch {
    return [];
  }
}

/** Key to compare works. */
const mark = ({ text, setup, fen, moves = [] }: Omit<Shared, 'name'>) => JSON.stringify([text, setup, fen, moves]);

/** Stores the current work when another game is opened, so that no click on a game loses work. */
export function storeEarlier(page: Page): void {
  const marked = (state: Readonly<State>) => mark({ text: state.text, ...position(state), moves: [...state.line.moves] });
  page.store.watch(['opened'], (state, before) => {
    const others = earlierWorks().filter(one => ![marked(before), marked(state)].includes(mark(one)));
    if (before.mine && before.text.length <= MAX_LENGTH) write(EARLIER, JSON.stringify([workOf(page, before), ...others].slice(0, MAX_EARLIER)));
  });
}

/** Stores the current work when the browser is idle, and at the latest when the page is left. */
export function storeWork(page: Page, past: Past): void {
  let waiting = false;
  const save = () => {
    waiting = false;
    const { state } = page.store;
    if (state.text !== '') write(WORK, JSON.stringify({ ...workOf(page, state), id: past.id }));
  };
  const soon = () => {
    if (waiting || page.store.state.text === '') return;
    waiting = true;
    // Safari has no `requestIdleCallback`.
    if ('requestIdleCallback' in window) requestIdleCallback(save);
    else setTimeout(save, 200);
  };
  page.store.watch(['text', 'name', 'line', 'lines', 'notes'], soon);
  playing(page).store.watch(['game'], soon);
  // Clocks have gone on since the last change.
  addEventListener('pagehide', save);
}
