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

test('on a narrow screen a failed test leads to its result, and that to its place in the text', async () => {
  const { page, context, assertQuiet } = await open(world, { width: 390, height: 640 });
  const definitionButton = page.getByRole('button', { name: 'Text', exact: true });
  await definitionButton.click();
  await write(page, GAME);
  const result = page.locator('#panel-test').getByRole('button', { name: 'not twenty-one' });
  const ways = [page.locator('.problems').getByRole('button', { name: '1 of 2 tests fails' }), page.locator('.tests .failed')];
  // The panel may be that of the tests already.
  for (const way of [...ways, ...ways]) {
    await way.click();
    const { y = 0, height = 0 } = (await result.boundingBox()) ?? {};
    assert.ok(y > 0 && y + height <= 640, `the result is at ${y}`);
    await result.click();
    assert.equal(await page.locator('#game').isVisible(), false);
    assert.equal(await definitionButton.getAttribute('aria-pressed'), 'true');
    assert.match(await selected(page), /not twenty-one/);
    assert.ok(await page.locator('.cm-line', { hasText: 'not twenty-one' }).isVisible());
    assert.equal(await page.evaluate(() => document.activeElement?.className), 'editor');
  }
  await context.close();
  assertQuiet();
});

test('the mend of a result changes nothing in another text', async () => {
  const { page, context, assertQuiet } = await open(world);
  const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
  const text = `game "Mended" extends fide\n\ntest "the start"\n  position: ${start} passd=0\n  perft 1: 20\n`;
  await write(page, text);
  await page.getByRole('tab', { name: 'Test' }).click();
  const mend = page.locator('#panel-test .failed').getByRole('button', { name: /passed/ });
  await mend.waitFor();
  // What was on the screen before may be clicked until there are new results.
  const buttons = [await mend.elementHandle(), await page.locator('#panel-test .to-test').elementHandle()];
  const other = `// Some words before it\n${text}`;
  await write(page, other);
  const place = await selected(page);
  for (const button of buttons) await button?.evaluate(button => /** @type {HTMLElement} */ (button).click());
  await ready(page);
  assert.equal(await definition(page), other);
  assert.equal(await selected(page), place);
  await page.waitForFunction(() => document.querySelector('#panel-test .results')?.getAttribute('aria-busy') === 'false');
  await mend.click();
  await page.waitForFunction(() => document.querySelector('#panel-test')?.textContent?.includes('The test passes'));
  assert.equal(await definition(page), other.replace('passd', 'passed'));
  await context.close();
  assertQuiet();
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
