// Measures the built page in Chromium: what is downloaded, how long the first board takes, and what a key costs. Medians.
// @ts-check
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { sizes } from './build.mjs';
import { open, ready, start, write } from './test/browser.mjs';

/** Of the files in `dist/`, those that a visitor doesn't load. */
const ON_DEMAND = ['offline.html', 'NOTICES.txt'];
const KEYS = 15;

/** @param {number[]} numbers */
function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? NaN;
}

/**
 * Milliseconds from a key to diagnostics and board, for keys typed one after another at the end of the definition.
 * @param {import('playwright-core').Page} page
 */
async function keystrokes(page) {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('\n//');
  await ready(page);
  /** @type {number[]} */
  const times = [];
  for (let at = 0; at < KEYS; at++) {
    const taken = page.evaluate(
      () =>
        new Promise(resolve => {
          let begun = 0;
          addEventListener('keydown', () => (begun = performance.now()), { capture: true, once: true });
          const watcher = new MutationObserver(() => {
            if (document.body.dataset['state'] !== 'ready') return;
            watcher.disconnect();
            resolve(performance.now() - begun);
          });
          watcher.observe(document.body, { attributeFilter: ['data-state'] });
        }),
    );
    await page.keyboard.press('x');
    times.push(/** @type {number} */ (await taken));
  }
  return median(times);
}

/** A definition of many lines: a game with a test for each of its lines. */
function long() {
  const tests = Array.from({ length: 660 }, (_, at) => `\ntest "number ${at + 1}"\n  perft 1: 20\n`);
  return `game "Long" extends fide\n${tests.join('')}`;
}

/** @param {string} folder @returns {string[]} */
function definitions(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const name = path.join(folder, entry.name);
    return entry.isDirectory() ? definitions(name) : name.endsWith('.variant') ? [name] : [];
  });
}

const world = await start();
try {
  const loaded = sizes().filter(({ file }) => !ON_DEMAND.includes(file));
  const sum = (/** @type {'gzip' | 'brotli'} */ key) => loaded.reduce((total, size) => total + size[key], 0);
  console.log(`download: ${(sum('gzip') / 1e6).toFixed(2)} MB with gzip, ${(sum('brotli') / 1e6).toFixed(2)} MB with brotli`);

  /** @type {number[]} */
  const first = [];
  for (let at = 0; at < 7; at++) {
    const { page, context } = await open(world);
    await page.reload();
    await ready(page);
    first.push(await page.evaluate(() => performance.getEntriesByName('first board')[0]?.startTime ?? NaN));
    await context.close();
  }
  console.log(`first board: ${median(first).toFixed(0)} ms`);

  const { page, context } = await open(world);
  /** @type {{ name: string, time: number }[]} */
  const all = [];
  for (const name of definitions(path.join(import.meta.dirname, '../defs'))) {
    await write(page, readFileSync(name, 'utf8'));
    all.push({ name: path.basename(name), time: await keystrokes(page) });
  }
  all.sort((one, other) => other.time - one.time);
  const slowest = all.slice(0, 3).map(({ name, time }) => `${name} ${time.toFixed(1)}`).join(', ');
  console.log(`key to diagnostics and board, defs/*: ${median(all.map(({ time }) => time)).toFixed(1)} ms (slowest: ${slowest})`);
  await write(page, long());
  console.log(`key to diagnostics and board, ${long().split('\n').length} lines: ${(await keystrokes(page)).toFixed(1)} ms`);
  await context.close();
} finally {
  await world.stop();
}
