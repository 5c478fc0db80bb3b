// axe looks at the board and the panels beside it, in both themes, and at the whole page at the sizes of common screens.
// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { ready, start, write } from './browser.mjs';
import { click, openGame, panel, seat, square } from './table.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

/** @param {import('playwright-core').Page} page @param {string} place a selector, or nothing for the whole page */
async function violations(page, place = "'#game'") {
  // The page's policy forbids scripts of others; the debugger does not ask it.
  await page.evaluate(`${axe};0`);
  const { violations } = await page.evaluate(`axe.run(${place})`);
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
    await seat(page, { goOn: true });
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
    await page.getByRole('button', { name: 'Men', exact: true }).click();
    await page.locator('.book-man').first().click();
    assert.deepEqual(await violations(page, "'#definition'"), [], 'the book of men');
    await context.close();
  });
}

for (const [width, height, hasTouch] of /** @type {const} */ ([
  [390, 844, true],
  [844, 390, true],
  [1024, 768, false],
  [1440, 900, false],
])) {
  test(`axe finds nothing on the whole page at ${width}x${height}`, async () => {
    const context = await world.browser.newContext({ viewport: { width, height }, hasTouch, isMobile: hasTouch });
    const page = await context.newPage();
    await page.goto(`${world.url}#game=weakest`);
    await page.locator('.board .man').first().waitFor();
    await ready(page);
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
    assert.deepEqual(await violations(page, ''), [], 'the board');
    await (hasTouch ? square(page, 'e2').tap() : square(page, 'e2').click());
    assert.equal(await page.getByRole('menuitem').count(), 3);
    assert.deepEqual(await violations(page, ''), [], 'with turns');
    if (hasTouch) await page.getByRole('button', { name: 'Text', exact: true }).click();
    await write(page, 'game extends\n');
    assert.deepEqual(await violations(page, ''), [], 'a text without a title');
    await context.close();
  });
}

test('choices are as large as a pointer hits, however small the squares', async () => {
  for (const [width, height] of /** @type {const} */ ([
    [1024, 768],
    [1024, 700],
    [1024, 640],
  ])) {
    const { page, context } = await openGame(world, 'weakest', { width, height });
    await click(page, 'b1');
    const choices = page.getByRole('menuitem');
    assert.ok((await choices.count()) > 1);
    for (const choice of await choices.all()) {
      const box = (await choice.boundingBox()) ?? assert.fail();
      assert.ok(box.width >= 23.9 && box.height >= 23.9, `at ${width}x${height}: ${box.width}x${box.height}`);
    }
    await context.close();
  }
});
