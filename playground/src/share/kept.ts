// The work, kept in this browser so that closing the page loses nothing.

import type { Page } from '../page';
import { position, type Theme } from '../store';
import { toOpen } from './link';
import type { Opened } from '../session';
import type { Shared } from './pack';

const WORK = 'weakfish-playground-work';
const THEME = 'weakfish-playground-theme';

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
