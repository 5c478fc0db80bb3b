// axe looks at the board and the panels beside it, in both themes.
// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { start } from './browser.mjs';
import { click, openGame, panel } from './table.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

/** @param {import('playwright-core').Page} page */
async function violations(page) {
  // The page's policy forbids scripts of others; the debugger does not ask it.
  await page.evaluate(`${axe};0`);
  const { violations } = await page.evaluate("axe.run('#game')");
  return violations.map(
    (/** @type {any} */ one) => `${one.id}: ${one.nodes.map((/** @type {any} */ node) => node.html).join(' ')}`,
  );
}

for (const theme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe finds nothing, ${theme}`, async () => {
    const { page, context } = await openGame(world, 'weakest', { theme });
    await click(page, 'e2');
    assert.deepEqual(await violations(page), [], 'with a ring of turns');
    await click(page, 'e3');
    await page.selectOption('#by-black', 'engine');
    await page.locator('.move').nth(1).waitFor();
    assert.deepEqual(await violations(page), [], 'in a game');
    await panel(page, 'Analyse');
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.locator('.lines li').first().waitFor();
    assert.deepEqual(await violations(page), [], 'in analysis');
    await panel(page, 'Position');
    await page.getByRole('button', { name: 'White King' }).first().click();
    await click(page, 'e4');
    assert.deepEqual(await violations(page), [], 'putting up a position');
    await context.close();
  });
}
