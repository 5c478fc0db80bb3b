// The page as a whole.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { open, start } from './browser.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

test('the page has a title and its panels', async () => {
  const { page, context } = await open(world);
  assert.equal(await page.title(), 'Weakfish playground');
  assert.deepEqual(await page.getByRole('tab').allTextContents(), ['Play', 'Analyse', 'Position', 'Learn', 'Test']);
  await context.close();
});
