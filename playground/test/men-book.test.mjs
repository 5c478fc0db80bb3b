// The book of men: men are dragged, or sent by keys and by touch, into the text and onto the board.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ready, start, undo } from './browser.mjs';
import { openGame, says, square } from './table.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
const text = page => page.locator('.cm-content').innerText();

/** Opens the book and searches. @param {Page} page @param {string} sought */
async function find(page, sought) {
  const field = page.getByRole('searchbox', { name: 'Search men' });
  if (!(await field.isVisible())) await page.getByRole('button', { name: 'Men', exact: true }).click();
  await page.locator('.book-man').first().waitFor();
  await field.fill(sought);
  return page.locator('.book-man').first();
}

/** @param {Page} page @param {import('playwright-core').Locator} from @param {import('playwright-core').Locator} to */
async function drag(page, from, to) {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('nothing to drag');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 3 });
  await page.mouse.up();
}

test('a man is dragged into the text and onto the board; each is one change, and undone at once', async () => {
  const { page, context, assertQuiet } = await openGame(world, 'fide', { width: 1440, height: 900 });
  const before = await text(page);
  await drag(page, await find(page, 'QN'), page.locator('.cm-line', { hasText: 'B bishop' }));
  await page.locator('.cm-line', { hasText: 'A amazon: QN' }).waitFor();
  await ready(page);
  const lines = (await text(page)).split('\n');
  assert.match(lines[lines.findIndex(line => line.includes('A amazon')) - 1] ?? '', /B bishop/);
  await undo(page);
  assert.equal(await text(page), before);

  await drag(page, await find(page, 'camel'), square(page, 'd4'));
  await page.getByText('The camel stands on d4 in the setup standard.').waitFor();
  await ready(page);
  assert.match(await says(page, 'd4'), /White Camel on d4/);
  assert.match(await text(page), /C camel: C\n/);
  assert.match(await text(page), /\. \. \. C \. \. \. \./);
  assert.ok(await page.getByText(/^No mistakes/).isVisible());
  // The man has a line now, so that only the board changes; both sides get one.
  await page.locator('#book-side-both').check();
  await drag(page, await find(page, 'camel'), square(page, 'a3'));
  await page.getByText('The camel stands on a3').waitFor();
  await ready(page);
  assert.equal((await text(page)).match(/camel/g)?.length, 1);
  assert.match(`${await says(page, 'a3')} ${await says(page, 'a6')}`, /White Camel on a3.* Black Camel on a6/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await undo(page);
  assert.equal(await text(page), before);
  await context.close();
  assertQuiet();
});

test('by keys: a man is chosen, written at the cursor, and put on a square', async () => {
  const { page, context, assertQuiet } = await openGame(world, 'fide', { width: 1440, height: 900 });
  await find(page, 'zebra');
  await page.getByRole('searchbox').focus();
  for (const key of ['Tab', 'Tab', 'Enter', 'Tab', 'Enter']) await page.keyboard.press(key);
  await page.locator('.cm-line', { hasText: 'Z zebra: Z' }).waitFor();
  await page.getByRole('button', { name: 'Put on the board' }).focus();
  await page.keyboard.press('Enter');
  assert.ok(await page.getByText('Choose a square for the zebra.').isVisible());
  for (const key of ['e', '4', 'Enter']) await page.keyboard.press(key);
  await page.getByText('The zebra stands on e4').waitFor();
  await ready(page);
  assert.match(await says(page, 'e4'), /White Zebra on e4/);
  await context.close();
  assertQuiet();
});

test('by touch, on a phone; a game with mistakes says why nothing is written', async () => {
  const context = await world.browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(`${world.url}#text=${encodeURIComponent('game "Own" extends fide\n')}`);
  await ready(page);
  await page.locator('.text-switch').tap();
  await (await find(page, 'amazon')).tap();
  await page.getByRole('button', { name: 'Put on the board' }).tap();
  await square(page, 'd1').tap();
  await page.waitForFunction(() => /White Amazon on d1/.test(document.querySelector('[data-square="d1"]')?.getAttribute('aria-label') ?? ''));
  await ready(page);
  await page.locator('.text-switch').tap();
  assert.match(await text(page), /men\n {2}A amazon: QN[\s\S]*R N B A K B N R/);
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('nonsense\n');
  await page.getByRole('button', { name: 'Write into the text' }).tap();
  await page.getByText('The definition has mistakes.').waitFor();
  await context.close();
});
