// Runs the tests of the definition after each change, in a worker of its own.

import { latest } from '../latest';
import type { Page } from '../page';

/** Tests that take longer than so many milliseconds are given up as soon as the definition has changed. */
const PATIENCE = 500;
/** Tests that take longer than so many milliseconds are given up. */
const LIMIT = 60_000;

export function runTests(page: Page): void {
  /** Ends the run that is under way, if it has been under way for long. */
  let outdate = () => {};

  const run = latest(async (text: string) => {
    const begun = performance.now();
    const timers: ReturnType<typeof setTimeout>[] = [];
    const givenUp = new Promise<null>(resolve => {
      const end = () => (page.clients.stopTests(), resolve(null));
      timers.push(setTimeout(end, LIMIT));
      outdate = () => timers.push(setTimeout(end, Math.max(0, PATIENCE - (performance.now() - begun))));
    });
    try {
      const results = await Promise.race([page.clients.tests.test({ text }), givenUp]);
      if (page.store.state.good?.text === text) page.store.set({ tests: { text, results } });
    } finally {
      for (const timer of timers) clearTimeout(timer);
      outdate = () => {};
    }
  });

  let asked: string | undefined;
  // Not before there is a board: the first one should not wait for a second worker.
  page.store.watch(['good', 'view'], ({ good, view }) => {
    if (!good || !view || good.text === asked) return;
    asked = good.text;
    outdate();
    run(good.text);
  });
}
