// Where things are, at the sizes of common screens.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ready, start } from './browser.mjs';
import { openGame, panel, square, standing } from './table.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

/** @param {import('playwright-core').Page} page @param {string} selector */
async function box(page, selector) {
  const found = await page.locator(selector).first().boundingBox();
  assert.ok(found, selector);
  return { ...found, right: found.x + found.width, bottom: found.y + found.height };
}

/** The share of the height that the board takes; where the width is scarce, the text and the panel have to be read, too. */
for (const [width, height, share] of /** @type {const} */ ([
  [1200, 800, 0.6],
  [1280, 800, 0.65],
  [1366, 768, 0.7],
  [1440, 900, 0.7],
  [1920, 1080, 0.75],
])) {
  test(`text, board and panel stand side by side at ${width}x${height}`, async () => {
    const { page, context, assertQuiet } = await openGame(world, 'lancer', { width, height });
    const [text, board, tabs] = [await box(page, '.editor'), await box(page, '.board-frame'), await box(page, '[role="tablist"]')];
    assert.ok(text.right <= board.x && board.right <= tabs.x);
    assert.ok(tabs.y < height / 4);
    assert.ok(board.height > share * height, `the board is ${board.height} high`);
    assert.ok((await box(page, '.table-tools')).bottom <= height);
    // All tabs in one row.
    assert.ok(tabs.height < 50);
    await context.close();
    assertQuiet();
  });
}

for (const [width, height] of /** @type {const} */ ([
  [1024, 768],
  [820, 1180],
  [1100, 640],
])) {
  test(`board, tabs and a part of the panel are seen at ${width}x${height}`, async () => {
    const { page, context } = await openGame(world, 'lancer', { width, height });
    assert.ok((await box(page, '.board-frame')).y >= 0);
    const tabs = await box(page, '[role="tablist"]');
    assert.ok(tabs.bottom + 180 <= height, `the tabs end at ${tabs.bottom}`);
    await context.close();
  });
}

test('the board stays where it is when the analysis begins', async () => {
  for (const width of [390, 1280]) {
    const { page, context } = await openGame(world, 'fide', { width });
    await panel(page, 'Analyse');
    const before = await box(page, '.board-frame');
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.locator('.gauge:not(.off)').waitFor();
    assert.deepEqual(await box(page, '.board-frame'), before);
    await context.close();
  }
});

test('a click at the board seats the engine as the opponent', async () => {
  const { page, context, assertQuiet } = await openGame(world, 'lancer');
  const button = page.getByRole('button', { name: 'Play against Weakfish' });
  await button.click();
  assert.equal(await button.isVisible(), false);
  assert.match(await page.locator('.table-opponent').innerText(), /^Black: Weakfish, level \d+$/);
  assert.equal(await page.locator('#by-black').inputValue(), 'engine');
  const field = page.locator('#typed-move');
  await field.fill('e2e4');
  await field.press('Enter');
  await page.locator('.movelist:visible .move').nth(1).waitFor();
  await ready(page);
  assert.match(await standing(page), /^White to move/);
  await context.close();
  assertQuiet();
});

test('tabs and the field for moves stay where they are', async () => {
  const { page, context } = await openGame(world, 'feeble');
  const lefts = () => page.getByRole('tab').evaluateAll(tabs => tabs.map(tab => tab.getBoundingClientRect().left));
  const top = async (/** @type {string} */ selector) => (await page.locator(selector).boundingBox())?.y;
  const [tabs, field] = [await lefts(), await top('#typed-move')];
  await square(page, 'c1').focus();
  await page.keyboard.press('Enter');
  assert.match(await page.locator('.table-hint').innerText(), /^Enter again to turn\.$/);
  assert.equal(await top('#typed-move'), field);
  const bar = await top('.tabs');
  for (const name of ['Test', 'Learn']) {
    await panel(page, name);
    assert.deepEqual(await lefts(), tabs);
  }
  await page.getByText('The men at a glance').waitFor();
  await page.locator('#panels').evaluate(place => (place.scrollTop = 500));
  assert.equal(await top('.tabs'), bar);
  await context.close();
});
