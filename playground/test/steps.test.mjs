// The arrow keys step through the moves of a game, where they have no use of their own.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ready, start } from './browser.mjs';
import { click, drag, openGame, panel, says, square } from './table.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

test('the arrow keys step through the moves', async () => {
  const { page, context, assertQuiet } = await openGame(world, 'fide');
  const shown = () => page.locator('.movelist:visible .move[aria-current]').allInnerTexts();
  /** @param {string} key @param {string[]} current */
  const assertStep = async (key, current) => {
    await page.keyboard.press(key);
    await ready(page);
    assert.deepEqual(await shown(), current, key);
  };
  await drag(page, 'e2', 'e4');
  await drag(page, 'e7', 'e5');
  await click(page, 'g1');
  await click(page, 'f3');
  assert.deepEqual(await shown(), ['Nf3']);
  // On the board that was clicked, again and again.
  await assertStep('ArrowLeft', ['e5']);
  await assertStep('ArrowLeft', ['e4']);
  assert.equal(await says(page, 'g1'), 'White Knight on g1');
  await assertStep('ArrowRight', ['e5']);
  // Beside it, on a button, and with nothing in focus.
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  assert.deepEqual(await shown(), ['e4']);
  await assertStep('ArrowRight', ['e5']);
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  await assertStep('ArrowLeft', ['e4']);
  await assertStep('ArrowLeft', []);
  await assertStep('ArrowLeft', []);
  for (const move of [['e4'], ['e5'], ['Nf3'], ['Nf3']]) await assertStep('ArrowRight', move);

  // Where they mean something else, they do that.
  await page.locator('.cm-content').focus();
  await assertStep('ArrowLeft', ['Nf3']);
  await page.locator('#typed-move').focus();
  await assertStep('ArrowLeft', ['Nf3']);
  await page.getByRole('tab', { name: 'Play' }).focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.getByRole('tab', { name: 'Analyse' }).getAttribute('aria-selected'), 'true');
  await panel(page, 'Play');
  await page.getByRole('button', { name: 'Hint', exact: true }).focus();
  await assertStep('Shift+ArrowLeft', ['Nf3']);
  await square(page, 'a1').focus();
  await page.keyboard.type('e2');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-square')), 'd2');
  assert.deepEqual(await shown(), ['Nf3']);
  await context.close();
  assertQuiet();
});
