// Where things are, at the sizes of common screens.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ready, start } from './browser.mjs';
import { openGame, panel, seat, square, standing, type } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

/** @param {Page} page @param {string} selector */
async function box(page, selector) {
  const found = await page.locator(selector).first().boundingBox();
  assert.ok(found, selector);
  return { ...found, right: found.x + found.width, bottom: found.y + found.height };
}

/** Hides the text, where it is shown. @param {Page} page */
async function hideText(page) {
  const toggle = page.getByRole('button', { name: 'Text', exact: true });
  if ((await toggle.getAttribute('aria-pressed')) === 'true') await toggle.click();
}

/** What a player needs without scrolling. */
const NEEDED = ['.board-frame', '.seat >> nth=0', '.seat >> nth=1', '.table-standing', '.table-last', '[aria-label="Hint"]', '[aria-label="Take back"]'];

for (const [width, height] of /** @type {const} */ ([
  [1920, 1080],
  [1440, 900],
  [1366, 768],
  [1024, 768],
  [820, 1180],
  [844, 390],
  [390, 844],
])) {
  test(`a player sees board, players, state, last move, hint and take back at ${width}x${height}`, async () => {
    const { page, context, assertQuiet } = await openGame(world, 'weakest', { width, height });
    await hideText(page);
    await type(page, 'e2e3');
    const needed = async () => {
      assert.equal(await page.evaluate(() => scrollY), 0);
      for (const selector of NEEDED) {
        const { x, y, right, bottom } = await box(page, selector);
        assert.ok(x >= 0 && y >= 0 && right <= width && bottom <= height, `${selector}: ${x} to ${right}, ${y} to ${bottom}`);
      }
    };
    await needed();
    const board = await box(page, '.board-frame');
    assert.ok(board.height >= 0.8 * Math.min(width, height), `the board is ${board.height} high`);
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await page.locator('.table-note .message', { hasText: /^Try / }).waitFor();
    assert.deepEqual(await box(page, '.board-frame'), board);
    // The hint is said in place of the last move.
    await page.locator('.board-picture .pointer').first().waitFor({ state: 'attached' });
    await context.close();
    assertQuiet();
  });
}

for (const [width, height] of /** @type {const} */ ([
  [1200, 800],
  [1440, 900],
  [1920, 1080],
])) {
  test(`text, board and panel stand side by side at ${width}x${height}`, async () => {
    const { page, context, assertQuiet } = await openGame(world, 'lancer', { width, height });
    const [text, board, tabs] = [await box(page, '.editor'), await box(page, '.board-frame'), await box(page, '[role="tablist"]')];
    assert.ok(text.width >= 460 && text.width <= 660, `the text is ${text.width} wide`);
    assert.ok(text.right <= board.x && board.right <= tabs.x);
    assert.ok((await box(page, '#controls')).bottom <= height);
    // All tabs in one row.
    assert.ok(tabs.height < 50);
    await context.close();
    assertQuiet();
  });
}

test('the text is made narrower by the pointer and by keys, hidden, and found so again', async () => {
  const { page, context, assertQuiet } = await openGame(world, 'lancer', { width: 1440, height: 900 });
  const divider = page.getByRole('separator', { name: 'Width of the text' });
  const before = await box(page, '#definition');
  const bar = await box(page, '.divider');
  await page.mouse.move(bar.x + 8, 400);
  await page.mouse.down();
  await page.mouse.move(bar.x - 92, 400, { steps: 3 });
  await page.mouse.up();
  const dragged = await box(page, '#definition');
  assert.ok(Math.abs(dragged.width - before.width + 100) <= 10, `${before.width} to ${dragged.width}`);
  await divider.focus();
  await page.keyboard.press('ArrowRight');
  assert.equal((await box(page, '#definition')).width, dragged.width + 24);
  assert.equal(await divider.getAttribute('aria-valuenow'), String(dragged.width + 24));
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  assert.equal(await page.locator('.editor').isVisible(), false);
  await page.reload();
  await ready(page);
  assert.equal(await page.locator('.editor').isVisible(), false);
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  assert.equal((await box(page, '#definition')).width, dragged.width + 24);
  await context.close();
  assertQuiet();
});

test('the text stands beside the board on a middle screen, in place of the panels', async () => {
  const { page, context } = await openGame(world, 'lancer', { width: 1024, height: 768 });
  assert.equal(await page.locator('.editor').isVisible(), false);
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  const [text, board] = [await box(page, '.editor'), await box(page, '.board-frame')];
  assert.ok(board.right <= text.x && text.right <= 1024);
  assert.ok((await box(page, '[aria-label="Hint"]')).bottom <= 768);
  await context.close();
});

test('the board stays where it is when the analysis begins', async () => {
  for (const width of [390, 1280]) {
    const { page, context } = await openGame(world, 'fide', { width });
    const before = await box(page, '.board-frame');
    await page.getByRole('button', { name: 'Analysis' }).click();
    await page.locator('.gauge:not(.off)').waitFor();
    assert.deepEqual(await box(page, '.board-frame'), before);
    await context.close();
  }
});

for (const [width, height] of /** @type {const} */ ([[390, 844], [844, 390]])) {
  test(`on a phone of ${width}x${height} the lines of the analysis are in view with the board and its controls`, async () => {
    const context = await world.browser.newContext({ viewport: { width, height }, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    await page.goto(`${world.url}#game=fide`);
    await page.locator('.board .man').first().waitFor();
    const before = await box(page, '.board-frame');
    await page.getByRole('button', { name: 'Analysis' }).tap();
    await page.locator('.lines li').nth(2).waitFor();
    await page.locator('.analysis-state', { hasText: 'Depth' }).waitFor();
    assert.equal(await page.evaluate(() => scrollY), 0);
    const board = await box(page, '.board-frame');
    assert.deepEqual(board, before);
    const controls = await box(page, '#controls');
    assert.ok(controls.bottom <= height, `controls end at ${controls.bottom}`);
    for (const at of [0, 1, 2]) {
      const line = await box(page, `.lines li >> nth=${at}`);
      const beside = width > height ? line.x >= board.right : line.y >= board.bottom;
      assert.ok(beside && line.bottom <= controls.y, `line ${at}: ${line.y} to ${line.bottom}, controls from ${controls.y}`);
    }
    await context.close();
  });
}

test('a game against the engine begins with one press, and the form folds', async () => {
  const { page, context, assertQuiet } = await openGame(world, 'lancer');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await ready(page);
  assert.equal(await page.getByRole('button', { name: 'Play', exact: true }).isVisible(), false);
  assert.deepEqual(await page.locator('.seat').allInnerTexts(), ['Weakfish\nClub', 'You']);
  await page.locator('.board-edge.edge-white.to-move').waitFor();
  const field = page.locator('#typed-move');
  await field.fill('e2e4');
  await field.press('Enter');
  await page.locator('.movelist:visible .move').nth(1).waitFor();
  await ready(page);
  assert.match(await standing(page), /^White to move/);
  await page.getByText('New game').click();
  await page.locator('#colour-lot').check();
  await seat(page, { colour: 'black' });
  await page.locator('.movelist:visible .move').first().waitFor();
  assert.deepEqual(await page.locator('.seat').allInnerTexts(), ['Weakfish\nClub', 'You']);
  assert.equal(await page.locator('.board-cell').first().getAttribute('data-square'), 'h1');
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
