// The work, kept in this browser so that closing the page loses nothing.

import type { Page } from '../page';
import { playing } from '../play/playing';
import { position, type State, type Theme } from '../store';
import type { Past } from './history';
import type { Shared } from './pack';
import { asWork, workOf, type Work } from './work';

const WORK = 'weakfish-playground-work';
const EARLIER = 'weakfish-playground-earlier';
const THEME = 'weakfish-playground-theme';

/** So many works are kept besides the present one, and none whose definition is longer than so many letters. */
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
    // Nothing is kept then.
  }
}

export function keptWork(): Work | null {
  try {
    return asWork(JSON.parse(read(WORK) ?? 'null'));
  } catch {
    return null;
  }
}

/** Works that were left when others were opened, the last one first. */
export function earlierWorks(): Work[] {
  try {
    const kept = JSON.parse(read(EARLIER) ?? '[]') as unknown[];
    return kept.map(asWork).filter(work => work !== null);
  } catch {
    return [];
  }
}

/** What tells one work from another. */
const mark = ({ text, setup, fen, moves = [] }: Omit<Shared, 'name'>) => JSON.stringify([text, setup, fen, moves]);

/** Keeps what was written or played when something else is opened, so that no click on a game loses work. */
export function keepEarlier(page: Page): void {
  const marked = (state: Readonly<State>) => mark({ text: state.text, ...position(state), moves: state.line.moves });
  page.store.watch(['opened'], (state, before) => {
    const others = earlierWorks().filter(one => ![marked(before), marked(state)].includes(mark(one)));
    if (before.mine && before.text.length <= MAX_LENGTH) write(EARLIER, JSON.stringify([workOf(page, before), ...others].slice(0, MAX_EARLIER)));
  });
}

export function keptTheme(): Theme {
  const theme = read(THEME);
  return theme === 'light' || theme === 'dark' ? theme : 'auto';
}

/** Writes the work down when the browser has nothing else to do, and at the latest when the page is left. */
export function keep(page: Page, past: Past): void {
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
  page.store.watch(['text', 'name', 'line'], soon);
  playing(page).store.watch(['game'], soon);
  // Clocks have gone on since the last change.
  addEventListener('pagehide', save);
  page.store.watch(['theme'], ({ theme }) => write(THEME, theme));
}
