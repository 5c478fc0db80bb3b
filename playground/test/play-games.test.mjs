// Every built-in game is played as a user plays it: ten moves with the mouse, ten with the keyboard, and the engine answers.
// @ts-check
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { ready, start } from './browser.mjs';
import { openGame, seat } from './table.mjs';

const MOVES = 10;

const names = readdirSync(path.join(import.meta.dirname, '../../defs'), { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.variant'))
  .map(file => path.basename(file, '.variant'));

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
/** @type {Awaited<ReturnType<typeof openGame>>} */
let opened;
before(async () => {
  world = await start();
  opened = await openGame(world, 'fide', { width: 1440, height: 900 });
});
after(() => world.stop());

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ name: string, x: number, y: number }} Spot A square, and a place on it beside any choices around a man. */

/**
 * What a user sees: the moves made, whether more can be made, the men that can be taken, the squares that can be reached, and
 * the choices around a man.
 * @param {Page} page
 */
const look = page =>
  page.evaluate(() => {
    const middle = (/** @type {Element} */ element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const corner = (/** @type {Element} */ cell) => {
      const { x, y } = cell.getBoundingClientRect();
      return { name: cell.getAttribute('data-square') ?? '', x: x + 6, y: y + 6 };
    };
    const cells = [...document.querySelectorAll('.board-cell')];
    return {
      moves: document.querySelectorAll('.movelist .move').length,
      over: !/to move/.test(document.querySelector('.table-standing')?.textContent ?? ''),
      men: cells.filter(cell => cell.matches('.active')).map(corner),
      targets: cells.filter(cell => /can be (reached|captured)/.test(cell.getAttribute('aria-label') ?? '')).map(corner),
      choices: [...document.querySelectorAll('[role="menuitem"]')].map(middle),
      asks: document.querySelector('.ring.asks') !== null,
    };
  });

/**
 * @typedef {object} Hand How a user does things.
 * @property {(square: Spot) => Promise<void>} choose
 * @property {(choice: { x: number, y: number }, asked: boolean) => Promise<void>} pick Takes the first choice.
 */

/** @param {Page} page @returns {Hand} */
const mouse = page => ({
  choose: ({ x, y }) => page.mouse.click(x, y),
  pick: ({ x, y }) => page.mouse.click(x, y),
});

/** @param {Page} page @returns {Hand} */
const keyboard = page => ({
  async choose({ name }) {
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
  },
  // A ring that has to be answered has the focus already; else a second Enter leads to it.
  async pick(_choice, asked) {
    if (!asked) await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
  },
});

/** Waits until the list has so many moves. @param {Page} page @param {number} count */
const made = (page, count) => page.waitForFunction(count => document.querySelectorAll('.movelist .move').length === count, count);

/** Makes some move, of another man each time. @param {Page} page @param {number} turn @param {Hand} hand */
async function move(page, turn, hand) {
  const { moves, men, over } = await look(page);
  if (over) return;
  for (let at = 0; at < men.length; at++) {
    const man = men[(turn * 7 + at) % men.length];
    if (!man) break;
    await hand.choose(man);
    const { targets, choices } = await look(page);
    if (targets[0]) {
      await hand.choose(targets[0]);
      const asked = await look(page);
      if (asked.asks && asked.choices[0]) await hand.pick(asked.choices[0], true);
      // A wall is put on a square, too.
      else if (asked.moves === moves && asked.targets[0]) await hand.choose(asked.targets[0]);
    } else if (choices[0]) await hand.pick(choices[0], false);
    else continue;
    await made(page, moves + 1);
    return;
  }
  // A game may have no moves but drops.
  const held = page.locator('.hand-man:enabled').first();
  if ((await held.count()) > 0) {
    await held.click();
    const [target] = (await look(page)).targets;
    if (target) {
      await page.mouse.click(target.x, target.y);
      await made(page, moves + 1);
      return;
    }
  }
  // What is left is a button, such as that for a pass.
  await page.locator('#controls [data-kind]').first().click();
  await ready(page);
}

for (const name of names) {
  test(name, async () => {
    const { page, faults, assertQuiet } = opened;
    faults.length = 0;
    await page.evaluate(name => (location.hash = `#game=${name}`), name);
    await page.locator('.file-name').getByText(name, { exact: true }).waitFor();
    await made(page, 0);
    await ready(page);
    for (let turn = 0; turn < MOVES; turn++) await move(page, turn, mouse(page));
    await page.locator('.board-cell[tabindex="0"]').focus();
    for (let turn = 0; turn < MOVES; turn++) await move(page, turn, keyboard(page));
    assert.ok((await look(page)).moves > 0);
    await seat(page, { colour: 'black', level: 2 });
    await page.locator('.movelist .move').first().waitFor();
    // The next game begins between people.
    await seat(page, { opponent: 'person' });
    assertQuiet();
  });
}
