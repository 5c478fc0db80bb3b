// The tests in a definition.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { definition, open, ready, start, write } from './browser.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

const GAME = `game "Tested" extends fide

test "twenty moves"
  perft 1: 20

test "not twenty-one"
  perft 1: 21
`;

/** What is selected in the text. @param {import('playwright-core').Page} page */
const selected = page =>
  page.locator('.cm-editor').evaluate(editor => {
    const root = /** @type {any} */ (editor.getRootNode());
    return String(root.getSelection?.() ?? getSelection());
  });

test('tests are green or red beside their lines, as one types', async () => {
  const { page, context, assertQuiet } = await open(world);
  await write(page, GAME);
  await page.locator('.tests .passed').waitFor();
  await page.locator('.tests .failed').waitFor();
  assert.match((await page.locator('.tests .failed').getAttribute('title')) ?? '', /perft 1 is 20, not 21/);
  assert.equal(await page.locator('.problems').innerText(), 'No mistakes; 1 of 2 tests fails.');
  await page.locator('.problems').getByRole('button', { name: '1 of 2 tests fails' }).click();
  assert.match(await page.locator('#panel-test').innerText(), /1 of 2 tests fails[^]*perft 1 is 20, not 21/);
  await page.locator('#panel-test').getByRole('button', { name: 'not twenty-one' }).click();
  assert.match(await selected(page), /not twenty-one/);
  await page.locator('.cm-line', { hasText: 'perft 1: 21' }).click();
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('0');
  await page.waitForFunction(() => document.querySelector('#panel-test')?.textContent?.includes('All 2 tests pass'));
  assert.equal(await page.locator('.tests .failed').count(), 0);
  assert.equal(await page.locator('.problems').innerText(), 'No mistakes.');
  assertQuiet();
  await context.close();
});

test('the position on the board is kept as a test, which passes', async () => {
  const { page, context, assertQuiet } = await open(world);
  await write(page, 'game "Kept" extends fide\n');
  await page.getByRole('tab', { name: 'Test' }).click();
  await page.locator('#test-name').fill('the start');
  await page.getByRole('button', { name: 'Keep as a test' }).click();
  await page.waitForFunction(() => document.querySelector('#panel-test')?.textContent?.includes('The test passes'));
  await ready(page);
  // It is shown and selected where it was written.
  assert.match(await selected(page), /^test "the start"\n[^]*\S$/);
  assert.match(await definition(page), /^test "the start"$/m);
  await context.close();
  assertQuiet();
});
