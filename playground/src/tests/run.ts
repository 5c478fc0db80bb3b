// Runs the tests of the definition after each change, in a worker of its own, as soon as the keys rest.

import { latest } from '../latest';
import type { Page } from '../page';

/** Delay of the tests after the last change, in milliseconds, so that they do not slow down typing. */
const REST = 100;
/** Time in milliseconds after which running tests are cancelled by a change of the definition. */
const PATIENCE = 500;
/** Time limit of the tests, in milliseconds. */
const LIMIT = 60_000;

export function runTests(page: Page): void {
  /** Gives the run up that is under way, unless it is young; then as soon as it no longer is. */
  let outdate = () => {};

  const run = latest(async (text: string) => {
    const begun = performance.now();
    const stop = new AbortController();
    const timers = [setTimeout(() => stop.abort(), LIMIT)];
    outdate = () => timers.push(setTimeout(() => stop.abort(), PATIENCE - (performance.now() - begun)));
    try {
      const results = await page.client.test({ text }, stop.signal).catch(fault => {
        if (stop.signal.aborted) return null;
        throw fault;
      });
      if (page.store.state.good?.text === text) page.store.set({ tests: { text, results } });
    } finally {
      for (const timer of timers) clearTimeout(timer);
      outdate = () => {};
    }
  });

  let asked: string | undefined;
  let resting: ReturnType<typeof setTimeout> | undefined;
  // Not before there is a board: the first one should not wait for another worker.
  page.store.watch(['good', 'view'], ({ good, view }) => {
    if (!good || !view || good.text === asked) return;
    asked = good.text;
    outdate();
    clearTimeout(resting);
    resting = setTimeout(() => run(good.text), REST);
  });
}
