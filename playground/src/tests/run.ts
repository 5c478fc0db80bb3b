// Runs the tests of the definition after each change, in a worker of its own.

import { latest } from '../latest';
import type { Page } from '../page';

export function runTests(page: Page): void {
  const run = latest(async (text: string) => {
    const results = await page.clients.background.test({ text });
    if (page.store.state.good?.text === text) page.store.set({ tests: { text, results } });
  });
  page.store.watch(['good'], ({ good }, before) => {
    if (good && good.text !== before.good?.text) run(good.text);
  });
}
