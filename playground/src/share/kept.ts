// The work, kept in this browser so that closing the page loses nothing.

import type { Page } from '../page';
import { position, type Theme } from '../store';
import { toOpen } from './link';
import type { Opened } from '../session';
import type { Shared } from './pack';

const WORK = 'weakfish-playground-work';
const EARLIER = 'weakfish-playground-earlier';
const THEME = 'weakfish-playground-theme';

/** So many definitions are kept besides the present one, and none that is longer than so many letters. */
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

export function keptWork(): Opened | null {
  try {
    const kept = JSON.parse(read(WORK) ?? 'null') as Shared | null;
    return kept && typeof kept.text === 'string' && kept.text !== '' ? toOpen(kept) : null;
  } catch {
    return null;
  }
}

/** Definitions that were changed here before others were opened, the last one first. */
export function earlierWorks(): Opened[] {
  try {
    const kept = JSON.parse(read(EARLIER) ?? '[]') as Shared[];
    return kept.filter(({ text }) => typeof text === 'string').map(toOpen);
  } catch {
    return [];
  }
}

/** Keeps what was changed when another definition is opened, so that no click on a game loses work. */
export function keepEarlier(page: Page): void {
  let asOpened = page.store.state.text;
  page.store.watch(['opened'], (state, { text, name }) => {
    const others = earlierWorks().filter(one => one.text !== text && one.text !== state.text);
    if (text !== asOpened && text.length <= MAX_LENGTH) write(EARLIER, JSON.stringify([{ text, name }, ...others].slice(0, MAX_EARLIER)));
    asOpened = state.text;
  });
}

export function keptTheme(): Theme {
  const theme = read(THEME);
  return theme === 'light' || theme === 'dark' ? theme : 'auto';
}

/** Writes the work down when the browser has nothing else to do, and at the latest when the page is left. */
export function keep(page: Page): void {
  let waiting = false;
  const save = () => {
    waiting = false;
    const { text, name, line } = page.store.state;
    if (text !== '') write(WORK, JSON.stringify({ text, name, ...position(page.store.state), moves: line.moves }));
  };
  page.store.watch(['text', 'name', 'line'], ({ text }) => {
    if (waiting || text === '') return;
    waiting = true;
    // Safari has no `requestIdleCallback`.
    if ('requestIdleCallback' in window) requestIdleCallback(save);
    else setTimeout(save, 200);
  });
  addEventListener('pagehide', () => waiting && save());
  page.store.watch(['theme'], ({ theme }) => write(THEME, theme));
}
