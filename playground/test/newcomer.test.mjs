// From the empty page to a won game with a man that turns, and its link.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { definition, open, ready, start } from './browser.mjs';
import { click, drag, moves, standing } from './table.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

/** What is typed, line by line; the editor indents as the line before. */
const GAME = `game "Corner"
board: 5x5
first: white
black: mirrors white

men
  K king: K, royal
  R rook: fR, turns 90

setup standard
  k . . . .
  . . . . .
  . K . . .
  . . . . .
  . . . . R

endings
  checkmated: loses
  stalemated: draw
`;

/**
 * Types a definition as a person does, who takes indentation back where it ends.
 * @param {import('playwright-core').Page} page
 * @param {string} text
 */
async function type(page, text) {
  let indented = 0;
  for (const line of text.trimEnd().split('\n')) {
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    if (line !== '') {
      for (; indented > indent; indented = Math.max(indent, indented - 2)) await page.keyboard.press('Backspace');
      await page.keyboard.type(line.slice(indented));
      indented = indent;
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
  }
}

test('a new game is written from the empty page, won by a turn, and shared', async () => {
  const { page, context, assertQuiet } = await open(world);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByLabel('Name of the game').fill('Corner');
  await page.getByRole('button', { name: 'Write it' }).click();
  await ready(page);
  assert.match(await definition(page), /^game "Corner" extends /m);
  assert.equal(await page.locator('.problems').innerText(), 'No mistakes.');

  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await type(page, GAME);
  await ready(page);
  assert.equal((await definition(page)).trimEnd(), GAME.trimEnd());
  assert.equal(await page.locator('.problems li.error').count(), 0);

  await drag(page, 'e1', 'e5');
  await drag(page, 'a5', 'b5');
  await click(page, 'e5');
  await page.getByRole('menuitem', { name: /turns left/ }).click();
  await ready(page);
  assert.equal((await moves(page)).length, 3);
  assert.match(await standing(page), /White wins by checkmate/);

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById('link')).value !== '');
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  const other = await open(world, { path: new URL(link).hash });
  assert.match(await standing(other.page), /White wins by checkmate/);
  await context.close();
  await other.context.close();
  assertQuiet();
  other.assertQuiet();
});
