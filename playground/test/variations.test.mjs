// Variations, comments and signs: as trees, as PGN, and on the page.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ready, start } from './browser.mjs';
import { load } from './modules.mjs';
import { click, drag, moves, openGame, panel, square } from './table.mjs';

const tree = await load('tree.ts');
const pgn = await load('play/pgn.ts');

test('a move that goes another way makes a variation, and one that is known is followed', () => {
  const { added, following, played, resized, without } = tree;
  let lines = [[]];
  lines = played(lines, [], ['a'], true);
  lines = played(lines, ['a'], ['a', 'b'], true);
  assert.deepEqual(lines, [['a', 'b']]);
  const analysed = played(lines, ['a', 'b'], ['a', 'c'], false);
  assert.deepEqual(analysed, [['a', 'b'], ['a', 'c']]);
  assert.deepEqual(played(lines, ['a', 'b'], ['a', 'c'], true), [['a', 'c'], ['a', 'b']]);
  assert.deepEqual(following(analysed, ['a', 'b'], 1, 'c'), ['a', 'c']);
  assert.deepEqual(following(analysed, ['a', 'b'], 1, 'd'), ['a', 'd']);
  // A move that is taken back is gone, unless another line has it.
  assert.deepEqual(resized(analysed, ['a', 'b'], ['a']), [['a', 'c']]);
  assert.deepEqual(without(analysed, ['a', 'c']), [['a', 'b']]);
  assert.deepEqual(added(analysed, ['a', 'b', 'd']), [['a', 'b', 'd'], ['a', 'c']]);
  assert.deepEqual(added(analysed, ['a']), analysed);
  const [root] = tree.treeOf(analysed);
  assert.deepEqual(root.children.map((/** @type {any} */ node) => node.move), ['b', 'c']);
});

test('PGN is taken apart into lines with their remarks', () => {
  const text = '[Event "x"]\n\n1. e4 {best {} (1. d4 d5 (1... Nf6 $5 2. c4) 2. c4!) 1... e5 ; usual\n2. Nf3!? Q(a1)b3 1-0\n';
  const lines = pgn.linesOf(text);
  assert.deepEqual(
    lines.map((/** @type {any} */ line) => line.text.split('\n').at(-1)),
    ['e4 e5 Nf3 Q(a1)b3', 'd4 d5 c4', 'd4 Nf6 c4'],
  );
  assert.deepEqual([...lines[0].notes], [[1, { comment: 'best {', glyph: undefined }], [2, { comment: 'usual', glyph: undefined }], [3, { comment: undefined, glyph: '!?' }]]);
  assert.deepEqual([...lines[2].notes], [[2, { comment: undefined, glyph: '!?' }]]);
  for (const other of ['', '(', ')))', '{', '1. e4 (', '((((', '\n;\n']) pgn.linesOf(other);
});

test('long texts are taken apart in no time', () => {
  const begun = performance.now();
  pgn.linesOf('('.repeat(20_000));
  pgn.linesOf('[a]\n'.repeat(20_000));
  pgn.linesOf(`1. ${'e4!? '.repeat(20_000)}`);
  assert.ok(performance.now() - begun < 5_000);
});

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

const GAME = `[Event "?"]
[White "?"]
[Black "?"]

1. e4 e5 (1... c5 $5 {sharp} 2. Nf3 (2. c3) 2... d6) 2. Nf3 {usual} 2... Nc6 *
`;

test('a game with variations is read, shown, gone through and written again', async () => {
  const { page, context, assertQuiet } = await openGame(world, 'fide');
  await page.getByText('Game as text').click();
  const area = page.getByRole('textbox', { name: 'Game as text' });
  await area.fill(GAME);
  await page.getByRole('button', { name: 'Read this text' }).click();
  await page.locator('.texts .message', { hasText: '4 moves and 2 variations were read.' }).waitFor();
  assert.deepEqual(await moves(page), ['e4', 'e5', 'Nf3', 'Nc6']);
  await page.locator('.variation', { hasText: /1 … c5!\? sharp 2\. Nf3 \(2\. c3 \) 2 … d6/ }).first().waitFor();
  await page.locator('.variation .move', { hasText: 'c3' }).click();
  await ready(page);
  assert.match((await square(page, 'c3').getAttribute('aria-label')) ?? '', /White Pawn/);
  await page.getByRole('button', { name: 'Write as PGN' }).click();
  await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.querySelector('.texts textarea')).value.includes('{sharp}'));
  const written = await area.inputValue();
  const rest = GAME.slice(GAME.indexOf('1. e4'));
  assert.equal(written.slice(written.indexOf('1. e4')), rest);
  // It is kept when the page is loaded again.
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)));
  await page.reload();
  await ready(page);
  await page.locator('.variation .comment', { hasText: 'sharp' }).waitFor();
  await context.close();
  assertQuiet();
});

test('an analysis adds variations, signs and comments, and a line of the engine is played out', async () => {
  const { page, context, assertQuiet } = await openGame(world, 'fide');
  await drag(page, 'e2', 'e4');
  await drag(page, 'e7', 'e5');
  await panel(page, 'Analyse');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await ready(page);
  await click(page, 'c7');
  await click(page, 'c5');
  assert.deepEqual(await moves(page), ['e4', 'e5']);
  await page.locator('.movelist:visible .variation .move', { hasText: 'c5' }).waitFor();
  await page.getByRole('button', { name: 'interesting move' }).click();
  await page.getByRole('textbox', { name: 'Comment on the move on the board' }).fill('the Sicilian');
  await page.getByRole('textbox', { name: 'Comment on the move on the board' }).blur();
  await page.locator('.movelist:visible .variation .comment', { hasText: 'the Sicilian' }).waitFor();
  await page.locator('.movelist:visible .variation .move', { hasText: 'c5!?' }).waitFor();
  await page.getByRole('button', { name: 'Make it the main line' }).click();
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyse .round .move')[1]?.textContent === 'c5!?');
  await page.getByRole('button', { name: 'Analysis' }).click();
  const third = page.locator('.lines li').first().locator('.line-move').nth(2);
  await third.waitFor();
  // The board shows the position behind the move that is pointed at, and its own again.
  const men = () =>
    page.locator('.board-cell').evaluateAll(all => all.filter(cell => /Pawn|Knight|Bishop|Rook|Queen|King/.test(cell.ariaLabel ?? '')).map(cell => /** @type {HTMLElement} */ (cell).dataset['square']).join());
  const before = await men();
  const until = (/** @type {boolean} */ same) => assert.doesNotReject(async () => {
    const end = Date.now() + 30_000;
    while (((await men()) === before) !== same) {
      if (Date.now() > end) throw new Error(same ? 'the board does not come back' : 'the board does not change');
      await page.waitForTimeout(50);
    }
  });
  await third.hover();
  await until(false);
  await page.mouse.move(5, 5);
  await until(true);
  await third.click();
  await ready(page);
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyse .round .move').length === 5);
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyse .round .move').length === 4);
  await context.close();
  assertQuiet();
});

test('Home, End and the wheel over the board step through the game', async () => {
  const { page, context } = await openGame(world, 'fide', { width: 1440, height: 900 });
  for (const [from, to] of /** @type {const} */ ([['e2', 'e4'], ['e7', 'e5'], ['g1', 'f3']])) await drag(page, from, to);
  const shown = () => page.locator('.movelist:visible .move[aria-current]').allInnerTexts();
  await page.locator('#board').click({ position: { x: 2, y: 2 } });
  await page.keyboard.press('Home');
  await ready(page);
  assert.deepEqual(await shown(), []);
  await page.keyboard.press('End');
  await ready(page);
  assert.deepEqual(await shown(), ['Nf3']);
  await page.locator('.board-frame').hover();
  await page.mouse.wheel(0, -100);
  await page.locator('.movelist .move[aria-current]', { hasText: 'e5' }).waitFor();
  await page.mouse.wheel(0, 100);
  await page.locator('.movelist .move[aria-current]', { hasText: 'Nf3' }).waitFor();
  await context.close();
});
