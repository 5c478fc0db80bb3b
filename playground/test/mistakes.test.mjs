// Texts with mistakes that are opened: what stands in place of a board, and what is kept and shared of them.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { choose, definition, open, ready, start, write } from './browser.mjs';
import { click, openGame, panel, seat, square } from './table.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

const GOOD = 'game "Mended" extends fide\n';
const BAD = 'game "Mended" extends fide\nmen\n  A archer: fW fF\n';

/** Buttons that have no words and so do nothing that anybody could know. @param {import('playwright-core').Page} page */
const ghosts = page =>
  page.locator('button:visible').evaluateAll(all => all.filter(one => !one.textContent?.trim() && !one.getAttribute('aria-label')).length);

/** @param {import('playwright-core').Page} page */
async function assertBoardless(page) {
  assert.match(await page.locator('.problems').innerText(), /^1 error.*\. There is no board until this is mended\./);
  await page.getByText('There is no board until the mistakes in the text are mended.').waitFor();
  assert.equal(await page.locator('.board').isVisible(), false);
  assert.equal(await page.getByRole('button', { name: 'Back', exact: true }).count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Play', exact: true }).count(), 0);
  assert.equal(await page.getByRole('combobox', { name: 'Type a move' }).count(), 0);
  assert.equal(await ghosts(page), 0);
  assert.match(await page.title(), /^Mended/);
}

test('a text with a mistake that is opened by a link has no board until it is mended', async () => {
  for (const width of [1280, 360]) {
    const { page, context, assertQuiet } = await open(world, { path: `#${new URLSearchParams({ text: BAD })}`, width });
    await page.getByText('There is no board until the mistakes').waitFor();
    if (width === 1280) {
      await assertBoardless(page);
      for (const name of ['Analyse', 'Position', 'Learn', 'Test', 'Play']) await panel(page, name);
      await write(page, GOOD);
      await square(page, 'e2').waitFor();
      assert.equal(await page.getByText('There is no board until').isVisible(), false);
      // From now on the last board stays.
      await write(page, BAD);
      assert.match(await page.locator('.problems').innerText(), /The board shows the last correct version of Mended/);
      assert.ok(await square(page, 'e2').isVisible());
    }
    await context.close();
    assertQuiet();
  }
});

test('a text with a mistake that is opened over a game does not show the board of that', async () => {
  const { page, context, assertQuiet } = await openGame(world, 'fide');
  await page.goto(`${world.url}#${new URLSearchParams({ text: BAD })}`);
  await page.getByText('There is no board until the mistakes').waitFor();
  await ready(page);
  await assertBoardless(page);
  await page.goBack();
  await square(page, 'e2').waitFor();
  await click(page, 'e2');
  await context.close();
  assertQuiet();
});

test('a game that is opened again keeps its board while its text has mistakes', async () => {
  const { page, context } = await openGame(world, 'fide');
  await choose(page, 'Chess');
  await write(page, BAD);
  assert.match(await page.locator('.problems').innerText(), /The board shows the last correct version of Chess/);
  assert.ok(await square(page, 'e2').isVisible());
  await context.close();
});

test('players and moves outlast loading a text with a mistake again', async () => {
  const { page, context, assertQuiet } = await openGame(world, 'fide');
  for (const name of ['e2', 'e4']) await click(page, name);
  await seat(page, { colour: 'black', goOn: true });
  const good = await definition(page);
  const bad = `${good}\nmen\n  A archer: fW fF\n`;
  await write(page, bad);
  for (let times = 0; times < 2; times++) {
    // Works are stored when the browser is idle.
    await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)));
    await page.reload();
    await ready(page);
    assert.match(await page.locator('.problems').innerText(), /There is no board/);
  }
  await write(page, good);
  await square(page, 'e4').waitFor();
  assert.match((await square(page, 'e4').getAttribute('aria-label')) ?? '', /White Pawn/);
  assert.deepEqual(await page.locator('.board-edge .seat-name').allInnerTexts(), ['Weakfish', 'You']);
  await context.close();
  assertQuiet();
});

test('whoever shares a text with a mistake is told', async () => {
  const { page, context } = await openGame(world, 'fide');
  const share = async () => {
    await page.getByRole('button', { name: 'Share' }).click();
    const words = await page.getByRole('dialog').innerText();
    await page.getByRole('button', { name: 'Close' }).click();
    return words;
  };
  assert.doesNotMatch(await share(), /mistakes/);
  await write(page, BAD);
  assert.match(await share(), /The definition has mistakes: people who open the link see them, and no board until they are mended\./);
  await context.close();
});

test('a miscounted rank of a new game is named', async () => {
  const { page, context } = await open(world);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByLabel('Start from').selectOption('position');
  const fen = page.getByLabel(/^The men, rank by rank/);
  const answer = page.getByRole('dialog').getByRole('alert');
  await fen.fill('rnkbrr/ppppp/6/6/PPPPPP/RNKBRR w');
  await page.getByRole('button', { name: 'Write it' }).click();
  await answer.filter({ hasText: 'Rank 2 from the top, ppppp, has 5 squares, and the first one 6.' }).waitFor();
  await fen.fill('rnkbr/ppppp/5/5/PPPPP/RNKBR x');
  await page.getByRole('button', { name: 'Write it' }).click();
  await answer.filter({ hasNotText: 'Rank 2' }).filter({ hasText: /./ }).waitFor();
  await context.close();
});
