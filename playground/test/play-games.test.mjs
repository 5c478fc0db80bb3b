// Every built-in game is played as a user plays it: ten moves with the mouse, ten with the keyboard, and the engine answers.
// @ts-check
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { ready, start } from './browser.mjs';
import { openGame } from './table.mjs';

const MOVES = 10;

const names = readdirSync(path.join(import.meta.dirname, '../../defs'), { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.variant'))
  .map(file => path.basename(file, '.variant'));

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

/** @typedef {import('playwright-core').Page} Page */

/** The moves in the list, or how the game has ended. @param {Page} page */
const state = page =>
  page.evaluate(() => ({
    moves: document.querySelectorAll('.movelist .move').length,
    over: !/to move/.test(document.querySelector('.table-standing')?.textContent ?? ''),
  }));

/** The squares whose labels say something. @param {Page} page @param {string} words */
const squares = (page, words) =>
  page.evaluate(
    words =>
      [...document.querySelectorAll('.board-cell')]
        .filter(cell => new RegExp(words).test(cell.getAttribute('aria-label') ?? ''))
        .map(cell => cell.getAttribute('data-square') ?? ''),
    words,
  );

/** The squares of men that can be taken, beginning somewhere else each time. @param {Page} page @param {number} turn */
async function own(page, turn) {
  const active = await page.evaluate(() =>
    [...document.querySelectorAll('.board-cell.active')].map(cell => cell.getAttribute('data-square') ?? ''),
  );
  const from = (turn * 7) % Math.max(1, active.length);
  return [...active.slice(from), ...active.slice(0, from)];
}

/**
 * Makes some move. `choose` chooses a square, `pick` one of the choices around it.
 * @param {Page} page
 * @param {number} turn
 * @param {{ choose: (square: string) => Promise<void>, pick: () => Promise<void>, cancel: () => Promise<void> }} by
 */
async function makeMove(page, turn, { choose, pick, cancel }) {
  const { moves } = await state(page);
  for (const square of await own(page, turn)) {
    await choose(square);
    const [target] = await squares(page, 'can be (reached|captured)');
    if (target) {
      await choose(target);
      if (await page.locator('.ring.asks').count()) await pick();
    } else if (await page.getByRole('menuitem').count()) await pick();
    else {
      await cancel();
      continue;
    }
    await ready(page);
    assert.equal((await state(page)).moves, moves + 1, `${square} ${target}`);
    return;
  }
  // No man can move: what is left is a button, such as that for a pass.
  await page.locator('.table-tools .bar [data-kind]').first().click();
  await ready(page);
}

/** @param {Page} page */
const mouse = page => ({
  choose: (/** @type {string} */ square) => page.locator(`[data-square="${square}"]`).click({ position: { x: 8, y: 8 } }),
  pick: () => page.getByRole('menuitem').first().click(),
  cancel: () => page.keyboard.press('Escape'),
});

/** @param {Page} page */
const keyboard = page => ({
  choose: async (/** @type {string} */ square) => {
    await page.keyboard.type(square);
    await page.keyboard.press('Enter');
  },
  // In a ring that has to be answered the focus is there already; else a second Enter leads to it.
  pick: async () => {
    if (!(await page.locator('.ring.asks').count())) await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
  },
  cancel: () => page.keyboard.press('Escape'),
});

for (const name of names) {
  test(name, async () => {
    const { page, context, assertQuiet } = await openGame(world, name, { width: 1440, height: 900 });
    for (let turn = 0; turn < MOVES && !(await state(page)).over; turn++) await makeMove(page, turn, mouse(page));
    await page.locator('.board-cell[tabindex="0"]').focus();
    for (let turn = 0; turn < MOVES && !(await state(page)).over; turn++) await makeMove(page, turn, keyboard(page));
    const { moves } = await state(page);
    assert.ok(moves > 0);
    await page.getByRole('button', { name: 'New game' }).click();
    await ready(page);
    await page.locator('#by-white').selectOption('engine');
    await page.locator('#level-white').fill('0');
    await page.locator('.movelist .move').first().waitFor();
    await context.close();
    assertQuiet();
  });
}
