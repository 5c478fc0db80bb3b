// What tests do on the board, as a user does it.
// @ts-check
import { open, ready } from './browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * Opens a built-in game, and waits for its men.
 * @param {Parameters<typeof open>[0]} world
 * @param {string} name
 * @param {Parameters<typeof open>[1]} options
 */
export async function openGame(world, name, options = {}) {
  const opened = await open(world, { path: `#game=${name}`, ...options });
  await opened.page.locator('.board .man').first().waitFor();
  return opened;
}

/** @param {Page | import('playwright-core').Locator} page @param {string} name */
export const square = (page, name) => page.locator(`.board-cell[data-square="${name}"]`);

/** What a screen reader says of a square. @param {Page} page @param {string} name */
export const says = async (page, name) => (await square(page, name).getAttribute('aria-label')) ?? '';

/** @param {Page} page @param {string} name */
export async function click(page, name) {
  await square(page, name).click();
  await ready(page);
}

/** @param {Page} page @param {string} from @param {string} to @param {Page | import('playwright-core').Locator} board */
export async function drag(page, from, to, board = page) {
  await square(board, from).scrollIntoViewIfNeeded();
  const [start, end] = await Promise.all([from, to].map(name => square(board, name).boundingBox()));
  if (!start || !end) throw new Error('no such square');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 3, end.y + end.height / 3, { steps: 4 });
  await page.mouse.up();
  if (board === page) await ready(page);
}

/** Types moves, each when the one before is played. @param {Page} page @param {string[]} texts */
export async function type(page, ...texts) {
  const field = page.locator('#typed-move');
  for (const text of texts) {
    await field.fill(text);
    await field.press('Enter');
    // The library reads a move before the page plays it, and only then is the page busy.
    await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector('#typed-move')).value === '');
    await ready(page);
  }
}

/** The moves of the main line in the list. @param {Page} page */
export const moves = page => page.locator('.movelist:visible .round .move').allInnerTexts();

/** How the game stands. @param {Page} page */
export const standing = page => page.locator('.table-standing').innerText();

/** Opens a panel. @param {Page} page @param {string} name */
export async function panel(page, name) {
  await page.getByRole('tab', { name, exact: true }).click();
}

/** Puts a position on the board from its FEN, and plays from there. @param {Page} page @param {string} fen */
export async function startFrom(page, fen) {
  await panel(page, 'Position');
  await page.locator('#fen').fill(fen);
  await page.locator('#fen').press('Enter');
  const men = fen.split(' ')[0]?.replace(/\{[^}]*\}|\[[^\]]*\]|[^A-Za-z]/g, '').length;
  await page.waitForFunction(men => document.querySelectorAll('.board .man-place').length === men, men);
  await page.locator('.arrange button.main:enabled').click();
  await ready(page);
}

/**
 * Begins a game by the form, or lets these players go on from the position on the board.
 * @param {Page} page
 * @param {{ opponent?: 'engine' | 'person' | 'engines', colour?: 'white' | 'lot' | 'black', level?: number, times?: string,
 *   patience?: string, goOn?: boolean }} wish
 */
export async function seat(page, { opponent = 'engine', colour = 'white', level, times, patience, goOn = false } = {}) {
  await panel(page, 'Play');
  const form = page.locator('.setup');
  if ((await form.getAttribute('open')) === null) await form.locator('summary').click();
  await page.locator(`#opponent-${opponent}`).check();
  if (opponent === 'engine') await page.locator(`#colour-${colour}`).check();
  if (level !== undefined) {
    for (const side of ['white', 'black']) {
      const choice = page.locator(`#level-${side}-${level}`);
      if (await choice.isVisible()) await choice.check();
    }
  }
  if (times !== undefined) await page.selectOption('#times', times);
  if (patience !== undefined) await page.selectOption('#patience', patience);
  await page.getByRole('button', { name: goOn ? 'Go on from here' : 'Play', exact: true }).click();
  await ready(page);
}
