// All built-in games, one after another on one page: nothing is left of those before.
// @ts-check
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { choose, open, ready, start } from './browser.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

/** Games after which all parts of the page have been in use. */
const WARM = 8;

/** Growth that caches with a bound of their own may cause. */
const MAX_GROWTH = { heap: 1.4, nodes: 1.2, listeners: 1.1 };

/** Names and titles of the definitions in a folder. @param {string} folder @returns {[string, string][]} */
function games(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap(entry => {
    const title = entry.isFile() && /^game "(.*?)"/m.exec(readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))?.[1];
    return title ? [/** @type {[string, string]} */ ([path.basename(entry.name, '.variant'), title])] : [];
  });
}

test('no game leaves memory behind', async () => {
  const { page, context, assertQuiet } = await open(world);
  const session = await context.newCDPSession(page);
  await session.send('HeapProfiler.enable');
  const measured = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners: listeners } = await session.send('Memory.getDOMCounters');
    const { usedSize: heap } = await session.send('Runtime.getHeapUsage');
    return { heap, nodes, listeners };
  };
  const visit = async (/** @type {typeof all} */ games) => {
    for (const [name, title] of games) {
      await page.evaluate(hash => location.assign(hash), `#game=${name}`);
      await page.waitForFunction(title => document.title.startsWith(title), title);
      await ready(page);
      await page.waitForSelector('.board .man');
    }
    // Measured at the same game each time.
    await choose(page, 'Weakest Chess');
    return measured();
  };
  const all = games(path.join(import.meta.dirname, '../../defs'));
  const before = await visit(all.slice(0, WARM));
  const left = await visit(all);
  for (const key of /** @type {const} */ (['heap', 'nodes', 'listeners'])) {
    assert.ok(left[key] <= before[key] * MAX_GROWTH[key], `${key}: ${before[key]} and, ${all.length} games later, ${left[key]}`);
  }
  assertQuiet();
  await context.close();
});
