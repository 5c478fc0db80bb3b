// Measures the built page in Chromium: what is downloaded, how long the first board takes, what a key costs, and how fast the
// engine counts and searches. Medians. `node figures.mjs PROGRAM` measures the native program's speed as well; `--loading` ends
// after what is loaded.
// @ts-check
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { built, sizes } from './build.mjs';
import { open, ready, start, write } from './test/browser.mjs';

/** Of the files in `dist/`, those that a visitor doesn't load. */
const ON_DEMAND = ['offline.html', 'NOTICES.txt', 'icon-192.png', 'icon-512.png', 'preview.png'];
const KEYS = 15;
/** What the engine is timed at: plies to count, and positions to search. None takes much longer than a second. */
const GAMES = [
  { game: 'fide', plies: 6, nodes: 300_000 },
  { game: 'demichess', plies: 6, nodes: 300_000 },
  { game: 'grand', plies: 4, nodes: 300_000 },
];
const TIMES = 5;

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
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('\n//');
  await ready(page);
  /** @type {number[]} */
  const times = [];
  for (let at = 0; at < KEYS; at++) {
    // The key must not come before its listener.
    const watched = await page.evaluateHandle(() => ({
      taken: new Promise(resolve => {
        let begun = 0;
        addEventListener('keydown', () => (begun = performance.now()), { capture: true, once: true });
        const watcher = new MutationObserver(() => {
          if (document.body.dataset['state'] !== 'ready') return;
          watcher.disconnect();
          resolve(performance.now() - begun);
        });
        watcher.observe(document.body, { attributeFilter: ['data-state'] });
      }),
    }));
    await page.keyboard.press('x');
    times.push(/** @type {number} */ (await watched.evaluate(({ taken }) => taken)));
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

/**
 * Millions of sequences counted and thousands of positions searched in a second by the engine in a worker of the page. The
 * first time is told apart: functions run slowly until they have been compiled for good.
 * @param {import('playwright-core').Page} page
 * @param {typeof GAMES[number]} what
 * @returns {Promise<{ counted: number[], searched: number[] }>}
 */
function inPage(page, what) {
  return page.evaluate(
    async ({ game, plies, nodes, TIMES, files }) => {
      /** @param {'engine' | 'player'} kind @param {string} module */
      const started = async (kind, module) => {
        const worker = new Worker(files.worker);
        worker.postMessage({ load: await WebAssembly.compileStreaming(fetch(module)), kind });
        /** @param {string} call @param {unknown[]} args @returns {Promise<any>} */
        const ask = (call, ...args) =>
          new Promise(resolve => {
            worker.onmessage = ({ data }) => 'result' in data && resolve(data.result);
            worker.postMessage({ id: 1, call, args });
          });
        return { ask, end: () => worker.terminate() };
      };
      const { ask, end } = await started('engine', files.rules);
      const { ask: search, end: endSearch } = await started('player', files.player);
      await ask('perft', game, {}, 1);
      const [question, other] = [await ask('question', game, {}), await ask('question', 'shatranj', {})];
      const [counted, searched] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
      for (let at = 0; at < TIMES; at++) {
        const begun = performance.now();
        const found = await ask('perft', game, {}, plies);
        counted.push(Number(found.nodes) / (performance.now() - begun) / 1e3);
      }
      for (let at = 0; at < TIMES; at++) {
        // Another game in between clears its memory.
        await search('search', other, { nodes: 1 });
        const begun = performance.now();
        await search('search', question, { nodes });
        searched.push(nodes / (performance.now() - begun));
      }
      end();
      endSearch();
      return { counted, searched };
    },
    { ...what, TIMES, files: { worker: built('worker', '.js'), rules: built('rules', '.wasm'), player: built('player', '.wasm') } },
  );
}

/**
 * The same of the native program, with its start.
 * @param {string} program
 * @param {typeof GAMES[number]} what
 */
function natively(program, { game, plies, nodes }) {
  /** @param {string[]} args @param {(told: any) => number} done */
  const speed = (args, done) =>
    median(
      Array.from({ length: TIMES }, () => {
        const begun = performance.now();
        const told = JSON.parse(execFileSync(program, [...args, '--json'], { encoding: 'utf8' }));
        return done(told) / (performance.now() - begun);
      }),
    );
  return {
    counted: speed(['perft', game, `${plies}`], told => told.nodes) / 1e3,
    searched: speed(['analyze', game, '--nodes', `${nodes}`, '--hash', '32'], () => nodes),
  };
}

/** A slow phone: a processor of a quarter of the speed, and its network. */
const SLOW = { rate: 4, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8, offline: false };

/**
 * Milliseconds until a slow phone has words, a board and moves on it, at the first visit and at one that has what the first has left.
 * @param {Awaited<ReturnType<typeof start>>} world
 */
async function slowPhone(world) {
  const context = await world.browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const { rate, ...network } = SLOW;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  const times = async () => {
    await ready(page);
    return page.evaluate(() => ({
      words: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
      board: performance.getEntriesByName('drawn board')[0]?.startTime ?? NaN,
      moves: performance.getEntriesByName('first board')[0]?.startTime ?? NaN,
    }));
  };
  // A page is kept where it has a name.
  await page.goto(world.url.replace('127.0.0.1', 'localhost'));
  const first = await times();
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.reload();
  const again = await times();
  await context.close();
  return { first, again };
}

/** What a key costs, and how fast the engine is. */
async function speeds() {
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

  const program = process.argv.slice(2).find(argument => !argument.startsWith('--'));
  for (const what of GAMES) {
    const { counted, searched } = await inPage(page, what);
    const native = program ? natively(program, what) : null;
    /** @param {number[]} speeds @param {string} unit @param {number | undefined} other */
    const told = (speeds, unit, other) => {
      const share = other ? `, native ${other.toFixed(0)} (${(median(speeds) / other).toFixed(2)})` : '';
      return `${median(speeds).toFixed(0)} ${unit} (at first ${(speeds[0] ?? NaN).toFixed(0)}${share})`;
    };
    console.log(`${what.game}: counts ${told(counted, 'M/s', native?.counted)}, searches ${told(searched, 'k/s', native?.searched)}`);
  }
  await context.close();
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

  for (const [visit, times] of Object.entries(await slowPhone(world))) {
    const told = Object.entries(times).map(([what, time]) => `${what} after ${(time / 1e3).toFixed(1)} s`).join(', ');
    console.log(`slow phone, ${visit}: ${told}`);
  }
  if (!process.argv.includes('--loading')) await speeds();
} finally {
  await world.stop();
}
