// The dialog that shares: who plays is in the link; files and pictures are saved.
// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { open, ready, start } from './browser.mjs';
import { drag, moves } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

/** Opens the dialog, and gives the link. @param {Page} page */
async function link(page) {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById('link')).value !== '');
  return page.getByRole('textbox', { name: 'Link' }).inputValue();
}

/** What a button of the dialog saves. @param {Page} page @param {string} name */
async function saved(page, name) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Size of a picture, and its number of frames. @param {Page} page @param {Buffer} bytes @param {string} type */
const decoded = (page, bytes, type) =>
  page.evaluate(
    async ([text, type]) => {
      const data = Uint8Array.from(atob(String(text)), letter => letter.charCodeAt(0));
      const decoder = new ImageDecoder({ data, type: String(type) });
      await decoder.tracks.ready;
      const { image } = await decoder.decode();
      const frames = decoder.tracks.selectedTrack?.frameCount ?? 0;
      // All of them can be decoded.
      for (let frameIndex = 0; frameIndex < frames; frameIndex++) await decoder.decode({ frameIndex });
      return { width: image.displayWidth, height: image.displayHeight, frames };
    },
    [bytes.toString('base64'), type],
  );

test('a link has who plays and at what level, and opens with these', async () => {
  const { page, context, assertQuiet } = await open(world, { path: '#2..HxAzALodUvJ5pxaUoBV8QEvAtoBVAgA' });
  assert.deepEqual((await moves(page)).slice(0, 1), ['e4']);
  const made = await link(page);
  await page.getByLabel('with who plays: White a person, Black Weakfish, level 3').waitFor();
  assert.ok(new URL(made).hash.length <= 60, made);
  await page.getByLabel('with who plays').uncheck();
  await page.waitForFunction(made => /** @type {HTMLInputElement} */ (document.getElementById('link')).value !== made, made);
  await context.close();
  assertQuiet();
});

test('a link that is opened in an open page brings its players, and Back brings those before', async () => {
  const { page, context, assertQuiet } = await open(world, { path: '#game=fide' });
  await page.evaluate(() => (location.hash = '#2..HxAzALodUvJ5pxaUoBV8QEvAtoBVAgA'));
  await page.waitForFunction(() => document.title.startsWith('Kept'));
  await ready(page);
  await link(page);
  await page.getByLabel('Black Weakfish, level 3').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.goBack();
  await page.waitForFunction(() => document.title.startsWith('Chess'));
  await ready(page);
  await link(page);
  await page.getByLabel('White a person, Black a person').waitFor();
  await context.close();
  assertQuiet();
});

test('a game is saved as PGN and game text with the names of people, the board as PNG and SVG, the game as GIF', async () => {
  const { page, context, assertQuiet } = await open(world, { path: '#game=fide' });
  await drag(page, 'e2', 'e4');
  await drag(page, 'e7', 'e5');
  await link(page);
  await page.getByRole('textbox', { name: "White's name" }).fill('Ann');
  const pgn = await saved(page, 'PGN');
  assert.equal(pgn.name, 'fide.pgn');
  assert.match(String(pgn.bytes), /\[White "Ann"\][^]*1\. e4 e5/);
  assert.match(String((await saved(page, 'Game text')).bytes), /White: Ann[^]*1\. e4 e5/);
  assert.match(String((await saved(page, 'Definition')).bytes), /^\/\/ Chess/);
  const svg = await saved(page, 'SVG');
  const width = Number(/width="(\d+)"/.exec(String(svg.bytes))?.[1]);
  const png = await saved(page, 'PNG');
  assert.equal((await decoded(page, png.bytes, 'image/png')).width, 2 * width);
  const gif = await saved(page, 'Moving GIF of the game');
  const { frames, width: small } = await decoded(page, gif.bytes, 'image/gif');
  assert.deepEqual([gif.name, frames, small], ['fide.gif', 3, Math.min(width, 480)]);
  assert.ok(gif.bytes.length < 100_000, `${gif.bytes.length} bytes`);
  // The name is there at the next visit.
  await page.reload();
  await ready(page);
  await link(page);
  assert.equal(await page.getByRole('textbox', { name: "White's name" }).inputValue(), 'Ann');
  await context.close();
  assertQuiet();
});

test('a game without a move has no GIF, which is told', async () => {
  const { page, context, assertQuiet } = await open(world, { path: '#game=fide' });
  await link(page);
  await page.getByRole('button', { name: 'Moving GIF of the game' }).click();
  await page.getByText('There is no move to show yet.').waitFor();
  await context.close();
  assertQuiet();
});
