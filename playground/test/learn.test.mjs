// The sheet of the game, and what its men win, which is found after the sheet is shown.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { open, start, write } from './browser.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

/**
 * A game of two kinds of men on five files and ranks.
 * @param {string} other the moves of the other kind
 */
const game = other => `game "Small"
board: 5x5
first: white
black: mirrors white

men
  K king:  K, royal
  X other: ${other}

setup standard
  k . . . x
  . . . . .
  . . . . .
  . . . . .
  K . . . X

endings
  checkmated: loses
  stalemated: draw
`;

test('Learn says which men win with their King, and says it anew when the definition changes', async () => {
  const { page, context, assertQuiet } = await open(world);
  await write(page, game('R'));
  await page.getByRole('tab', { name: 'Learn' }).click();
  const sheet = page.locator('.sheet .body');
  const wins = 'With its king it wins against a bare king from every position with its side to move, in at most 10 moves.';
  await sheet.getByText(wins).waitFor();
  await write(page, game('F'));
  await sheet.getByText("With its king it can't win against a bare king.").waitFor();
  assert.equal(await sheet.getByText(wins).count(), 0);
  await context.close();
  assertQuiet();
});
