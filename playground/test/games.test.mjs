// Every built-in game opens from the gallery and shows its board, its sheet and its tests.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { open, ready, start } from './browser.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

// The tests that play every built-in game open them all.
test('built-in games are opened from the gallery', async () => {
  const { page, context, assertQuiet } = await open(world);
  const gallery = page.getByRole('button', { name: 'Games' });
  await gallery.click();
  await page.locator('.card').first().waitFor();
  const count = await page.locator('.card').count();
  assert.ok(count >= 30, `only ${count} games`);
  await page.getByRole('tab', { name: 'Learn' }).evaluate(tab => /** @type {HTMLElement} */ (tab).click());
  await page.getByRole('button', { name: 'Close' }).click();
  for (let at = 0; at < count; at += 8) {
    await gallery.click();
    const card = page.locator('.card').nth(at);
    await card.waitFor();
    const title = await card.innerText();
    await card.click();
    await ready(page);
    assert.equal(await page.locator('.problems li.error').count(), 0, title);
    assert.equal(await page.locator('#notice').innerText(), '', title);
    assert.ok((await page.locator('#board svg').count()) > 0, title);
    assert.ok((await page.locator('.sheet h1').innerText()).length > 0, title);
  }
  await context.close();
  assertQuiet();
});

test('the gallery draws games when they come into sight', async () => {
  const { page, context, assertQuiet } = await open(world);
  await page.getByRole('button', { name: 'Games' }).click();
  await page.locator('.card img').first().waitFor();
  const last = page.locator('.card').last();
  await last.scrollIntoViewIfNeeded();
  await last.locator('img').waitFor();
  assert.ok(await last.locator('img').evaluate(image => /** @type {HTMLImageElement} */ (image).decode().then(() => true)));
  // All of a board that is taller than wide is in its place on the card.
  const tall = page.locator('.card', { hasText: 'Xiangqi' });
  await tall.scrollIntoViewIfNeeded();
  await tall.locator('img').waitFor();
  const boxes = await tall.evaluate(card => {
    const image = /** @type {HTMLImageElement} */ (card.querySelector('img'));
    const [inner, outer] = [image, image.parentElement].map(one => one?.getBoundingClientRect());
    return { inner, outer, fit: getComputedStyle(image).objectFit };
  });
  assert.ok(boxes.inner && boxes.outer && boxes.inner.bottom <= boxes.outer.bottom + 1 && boxes.inner.top >= boxes.outer.top - 1);
  assert.equal(boxes.fit, 'contain');
  await page.getByRole('searchbox', { name: 'Find' }).fill('weakest');
  assert.ok((await page.locator('.card:visible').count()) < 5);
  await context.close();
  assertQuiet();
});
