// What the page calls the game in the text, and what it says while the board shows another one.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { definition, open, ready, start, undo, write } from './browser.mjs';
import { openGame } from './table.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

const AMAZON = 'game "Amazon Chess" extends fide\nmen\n  A amazon: QN, instead of Q\n';

/** @param {import('playwright-core').Page} page */
async function savedAs(page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByRole('button', { name: 'File' }).click();
      await page.getByRole('button', { name: 'Save the definition' }).click();
    })(),
  ]);
  return download.suggestedFilename();
}

/** What stands over the text: the title, and the name of the file if it is another. @param {import('playwright-core').Page} page */
const heading = async page => (await page.locator('#definition .titles').innerText()).split(/\s*\n\s*/).join(' | ');

test('title, heading, link and names of files follow the text', async () => {
  const { page, context, assertQuiet } = await openGame(world, 'lancer');
  assert.match(await heading(page), /^Chess with a Lancer( \| | )lancer$/);
  assert.equal(await savedAs(page), 'lancer.variant');
  for (const text of [AMAZON, AMAZON.replace('QN', 'QN, nonsense')]) {
    await write(page, text);
    assert.equal(await heading(page), 'Amazon Chess');
    assert.equal(await page.title(), 'Amazon Chess · Weakfish playground');
    assert.equal(await savedAs(page), 'Amazon-Chess.variant');
  }
  await page.getByRole('button', { name: 'Share' }).click();
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById('link')).value !== '');
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Page that plays offline' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'Amazon-Chess.html');
  await page.getByRole('button', { name: 'Close' }).click();
  const other = await open(world, { path: new URL(link).hash });
  assert.equal(await heading(other.page), 'Amazon Chess');
  // With its own title the text is what was opened again.
  await undo(page, 2);
  assert.match(await definition(page), /^game "Chess with a Lancer"/m);
  assert.equal(await savedAs(page), 'lancer.variant');
  await context.close();
  await other.context.close();
  assertQuiet();
});

test('the board of an earlier text is veiled, and says whose it is', async () => {
  const { page, context, assertQuiet } = await openGame(world, 'lancer');
  const told = page.locator('.table-outdated');
  const opacity = () => page.locator('.board-frame').evaluate(frame => Number(getComputedStyle(frame).opacity));
  assert.equal(await told.isVisible(), false);
  assert.equal(await opacity(), 1);
  const wrong = AMAZON.replace('QN', 'QN, nonsense');
  await write(page, wrong);
  await told.filter({ hasText: /^The board shows the last correct version of Chess with a Lancer/ }).waitFor({ state: 'visible' });
  assert.ok((await opacity()) < 0.6);
  assert.match(await page.locator('.problems [role="status"]').innerText(), /The board shows the last correct version of Chess with a Lancer/);
  await write(page, AMAZON);
  assert.equal(await told.isVisible(), false);
  assert.equal(await opacity(), 1);
  await write(page, wrong);
  await told.filter({ hasText: /^The board shows the last correct version of Amazon Chess/ }).waitFor({ state: 'visible' });
  // What is opened with mistakes has no board at all.
  await page.goto(`${world.url}#text=${encodeURIComponent(wrong)}`);
  await page.getByText('There is no board until').first().waitFor();
  assert.equal(await told.isVisible(), false);
  await context.close();
  assertQuiet();
});
