// Setups drawn from positions, boards of another size, and all mends at once.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { definition, ready, start, undo, write } from './browser.mjs';
import { load } from './modules.mjs';
import { openGame, panel, square } from './table.mjs';

const setup = await load('arrange/setup.ts');
const { lineDiff } = await load('editor/mendall.ts');

test('a placement becomes rows of cells', () => {
  const { rows, hand } = setup.rowsOf("rn1k'{ne}/+p2*/4[PPq] w - - 0 1");
  assert.deepEqual(rows, [['r', 'n', '.', "k'{ne}"], ['+p', '.', '.', '*'], ['.', '.', '.', '.']]);
  assert.equal(hand, 'PPq');
});

test('men stay in the middle of a board of another size, and at their edges', () => {
  const rows = [['r', 'k'], ['.', '.'], ['R', 'K']];
  assert.deepEqual(setup.resized(rows, 5, 4), [
    ['.', 'r', 'k', '.', '.'],
    ['.', '.', '.', '.', '.'],
    ['.', '.', '.', '.', '.'],
    ['.', 'R', 'K', '.', '.'],
  ]);
  assert.deepEqual(setup.resized(rows, 2, 2), [['r', 'k'], ['R', 'K']]);
  assert.equal(setup.resized(rows, 1, 3), null);
  assert.equal(setup.resized(rows, 2, 1), null);
});

test('a setup is written in the place of one with its name, or at the end', () => {
  const rows = [['k', '.'], ['.', 'K{e}']];
  const text = 'game "A"\n\nsetup one // first\n  . k\n  K .\n  facing: toward the middle\n  note: kept\n\nendings\n  checkmated: loses\n';
  const written = setup.withSetup(text, 'one', rows, 'PPq');
  assert.equal(written.text, 'game "A"\n\nsetup one // first\n  k .\n  . K{e}\n  hand: 2 P q\n  note: kept\n\nendings\n  checkmated: loses\n');
  assert.equal(written.text.slice(written.start, written.start + 9), 'setup one');
  assert.equal(setup.withSetup(text, 'two', rows).text, `${text}\nsetup two\n  k .\n  . K{e}\n`);
  assert.equal(setup.withSetup('', 'two', rows).text, 'setup two\n  k .\n  . K{e}\n');
});

test('lines that differ stand under each other', () => {
  assert.deepEqual(
    lineDiff('a\nb\nc', 'a\nd\nc').map((/** @type {any} */ { sign, text }) => sign + text),
    [' a', '-b', '+d', ' c'],
  );
  assert.deepEqual(lineDiff('a', 'a').length, 1);
});

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

const SLIPS = `game "Humble Chess" extends fide

men
  N knight: N
  R rook: R, trns 45

rules
  promotion of P: on last rank, to Q
  castlng: none

endings
  checkmated: loses
  stalemated: drwa
`;

test('all mends are shown, written by one button, and taken back by one undo', async () => {
  const { page, context, assertQuiet } = await openGame(world, 'fide');
  await write(page, SLIPS);
  const button = page.getByRole('button', { name: /^Mend all \(\d\)$/ });
  await button.click();
  const window = page.getByRole('dialog');
  assert.match(await window.locator('.diff-removed').first().innerText(), /trns 45/);
  assert.match(await window.locator('.diff-added').first().innerText(), /turns 45/);
  await page.getByRole('button', { name: 'Write it' }).click();
  await ready(page);
  assert.equal(await page.locator('.problems li.error').count(), 0);
  assert.match(await definition(page), /turns 45[^]*castling: none[^]*draw/);
  await undo(page);
  assert.equal(await definition(page), SLIPS);
  await context.close();
  assertQuiet();
});

test('a board of another size gets a setup by a button, and a man stands on it by drag and drop', async () => {
  const { page, context, assertQuiet } = await openGame(world, 'fide');
  await write(page, 'game "Amazons for Bishops" extends fide\nboard: 10x8\n\nmen\n  A amazon: QN\n');
  await page.getByRole('button', { name: 'Draw a setup of 10x8' }).click();
  await ready(page);
  await square(page, 'j8').waitFor();
  assert.match((await square(page, 'f1').getAttribute('aria-label')) ?? '', /White King/);
  await panel(page, 'Position');
  const amazon = page.getByRole('button', { name: 'White Amazon' });
  const [from, to] = [await amazon.boundingBox(), await square(page, 'd1').boundingBox()];
  assert.ok(from && to);
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector('#fen')).value.includes('RNAQK'));
  await page.getByRole('button', { name: 'Write as setup' }).click();
  await ready(page);
  assert.match(await definition(page), /setup standard\n(  [^\n]*\n){7}  \. R N A Q K B N R \.\n/);
  await context.close();
  assertQuiet();
});
