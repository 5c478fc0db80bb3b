// The sheet of the game, and what its men win, which is found after the sheet is shown.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { open, ready, start, write } from './browser.mjs';

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

test('Learn is a page with an address: of a built-in game, or of the open work as it changes', async () => {
  const { page, context, assertQuiet } = await open(world, { path: '#learn=xiangqi' });
  const view = page.locator('#view-learn');
  await view.getByText('palace').first().waitFor();
  assert.equal(await page.title(), 'Rules of Xiangqi · Weakfish playground');
  const heading = view.getByRole('heading', { name: 'Xiangqi', exact: true, level: 2 });
  assert.ok(await heading.evaluate(one => one === document.activeElement));
  // The drawing tells the start; its FEN is there to be copied.
  assert.equal(await view.getByText('rheagaehr').count(), 0);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await view.getByRole('button', { name: 'Copy the FEN' }).click();
  await view.getByText('Copied.').waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^rheagaehr\//);
  await view.getByRole('link', { name: 'Play it' }).click();
  await page.waitForFunction(() => document.title.startsWith('Xiangqi'));
  await ready(page);
  await write(page, game('R'));
  await page.getByRole('tab', { name: 'Learn' }).click();
  await page.getByRole('link', { name: 'Open as a page' }).click();
  await view.getByRole('heading', { name: 'Small', level: 2 }).waitFor();
  await view.getByRole('button', { name: 'Copy the FEN' }).click();
  await view.getByText('With its king it wins against a bare king').waitFor();
  // The remark may come after the press: the answer to it stays.
  await view.getByText('Copied.').waitFor();
  await page.goBack();
  assert.ok(await page.locator('#board').isVisible());
  await page.evaluate(() => (location.hash = 'learn=nosuchgame'));
  await view.getByText('There is no built-in game of that name.').waitFor();
  await context.close();
  assertQuiet();
});

test('Learn prints as a sheet, in light colours', async () => {
  const { page, context } = await open(world, { path: '#learn=fide', theme: 'dark' });
  await page.locator('#view-learn .sheet h2').first().waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const one of ['.top', '.learn-bar .bar', '#main']) assert.ok(!(await page.locator(one).first().isVisible()), one);
  assert.ok(await page.locator('#view-learn h2').first().isVisible());
  const ink = await page.locator('#view-learn h2').first().evaluate(one => getComputedStyle(one).color);
  assert.equal(ink, 'rgb(31, 29, 26)');
  // More than one page: nothing is cut off at the height of the window.
  const pdf = await page.pdf();
  assert.ok((pdf.toString('latin1').match(/\/Type \/Page\b/g) ?? []).length > 1);
  await context.close();
});
