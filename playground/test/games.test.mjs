// The gallery: every built-in game opens from it, and is found by its title, its men and its rules.
// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { open, ready, start } from './browser.mjs';
import { drag, says } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

/** Names of the games on the cards, those to begin with left out. @param {Page} page */
const found = page =>
  page.locator('.cards:not(.begin) .card:visible').evaluateAll(cards => cards.map(card => card.getAttribute('data-game')));

/** What is marked on the cards. @param {Page} page */
const marked = page => page.locator('.card:visible mark').allInnerTexts();

/** @param {Page} page @param {string} words */
const find = (page, words) => page.getByRole('searchbox', { name: 'Find' }).fill(words);

// The tests that play every built-in game open them all.
test('built-in games are opened from the gallery, with the sheet', async () => {
  const { page, context, assertQuiet } = await open(world);
  await page.getByRole('tab', { name: 'Learn' }).evaluate(tab => /** @type {HTMLElement} */ (tab).click());
  await page.getByRole('link', { name: 'Games', exact: true }).click();
  const games = await found(page);
  assert.ok(games.length >= 60, `only ${games.length} games`);
  assert.equal(new Set(games).size, games.length);
  for (let at = 0; at < games.length; at += 12) {
    const card = page.locator('.cards:not(.begin) .card').nth(at);
    const title = await card.locator('h4').innerText();
    await card.click();
    await page.waitForFunction(title => document.title.startsWith(title), title);
    await ready(page);
    assert.equal(await page.locator('.problems li.error').count(), 0, title);
    assert.equal(await page.locator('#notice').innerText(), '', title);
    assert.ok((await page.locator('#board svg').count()) > 0, title);
    await page.locator('#panel-learn .sheet h1', { hasText: title }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Games', exact: true }).waitFor();
  }
  await context.close();
  assertQuiet();
});

test('the gallery draws games when they come into sight', async () => {
  const { page, context, assertQuiet } = await open(world, { path: '#games' });
  await page.locator('.card img').first().waitFor();
  assert.ok((await page.locator('.card img').count()) < (await page.locator('.card').count()) / 2);
  const last = page.locator('.card').last();
  await last.scrollIntoViewIfNeeded();
  await last.locator('img').waitFor();
  assert.ok(await last.locator('img').evaluate(image => /** @type {HTMLImageElement} */ (image).decode().then(() => true)));
  // All of a board that is taller than wide is in its place on the card.
  const tall = page.locator('.card[data-game="xiangqi"]');
  await tall.scrollIntoViewIfNeeded();
  await tall.locator('img').waitFor();
  const boxes = await tall.evaluate(card => {
    const image = /** @type {HTMLImageElement} */ (card.querySelector('img'));
    const [inner, outer] = [image, image.parentElement].map(one => one?.getBoundingClientRect());
    return { inner, outer, fit: getComputedStyle(image).objectFit };
  });
  assert.ok(boxes.inner && boxes.outer && boxes.inner.bottom <= boxes.outer.bottom + 1 && boxes.inner.top >= boxes.outer.top - 1);
  assert.equal(boxes.fit, 'contain');
  await context.close();
  assertQuiet();
});

test('the boards of the gallery have the colours of the board, in both themes', async () => {
  const { page, context, assertQuiet } = await open(world, { path: '#games' });
  const colour = () =>
    page.locator('.card img').first().evaluate(async image => {
      await /** @type {HTMLImageElement} */ (image).decode();
      const canvas = new OffscreenCanvas(100, 100);
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
      context.drawImage(/** @type {HTMLImageElement} */ (image), 0, 0, 100, 100);
      return [...context.getImageData(13, 43, 1, 1).data].slice(0, 3).join();
    });
  assert.ok(['240,223,192', '185,142,97'].includes(await colour()), await colour());
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction(() => document.querySelectorAll('.card img').length > 0);
  assert.ok(['161,141,109', '115,91,60'].includes(await colour()), await colour());
  await context.close();
  assertQuiet();
});

test('games are found by title, man and rule, which are marked, and the address has the filter', async () => {
  const { page, context, assertQuiet } = await open(world, { path: '#games' });
  const count = (await found(page)).length;
  await page.getByRole('heading', { name: 'Begin here' }).waitFor();
  await find(page, 'amazon');
  assert.deepEqual([await found(page), await marked(page)], [['amazons'], ['Amazon']]);
  assert.equal(new URL(page.url()).hash, '#games&find=amazon');
  assert.ok(!(await page.getByRole('heading', { name: 'Begin here' }).isVisible()));
  await find(page, 'turns');
  assert.ok((await found(page)).includes('lancer') && !(await found(page)).includes('fide'));
  assert.ok((await marked(page)).every(mark => mark === 'turns'));
  for (const [words, name] of [['hand', 'crazyhouse'], ['promotion', 'fide'], ['xiang', 'xiangqi'], ['cannons large', 'shako'], ['historic', 'courier']]) {
    await find(page, String(words));
    assert.ok((await found(page)).includes(String(name)), words);
  }
  // Titles come first, and the title itself before longer ones; then men, then rules.
  for (const [words, first] of /** @type {const} */ ([['shogi', ['shogi', 'sho-shogi']], ['knight', ['knightmate', 'pocket-knight']]])) {
    await find(page, words);
    assert.deepEqual((await found(page)).slice(0, 2), first, words);
  }
  const knights = await page.locator('.card:visible').evaluateAll(cards => cards.map(card => /knight/i.test(card.querySelector('h4')?.textContent ?? '')));
  assert.deepEqual(knights, knights.toSorted((one, other) => Number(other) - Number(one)));
  await find(page, 'nosuchthing');
  assert.deepEqual(await found(page), []);
  await page.getByRole('status').filter({ hasText: 'No game has all of this.' }).waitFor();
  await page.getByRole('button', { name: 'Show all games' }).click();
  assert.equal((await found(page)).length, count);
  await page.getByRole('button', { name: /^drops/ }).click();
  await page.getByRole('button', { name: /^small board/ }).click();
  assert.deepEqual(new URL(page.url()).hash, '#games&tag=drops&tag=small');
  const small = await found(page);
  assert.ok(small.includes('minishogi') && !small.includes('shogi') && !small.includes('gardner'));
  await page.getByLabel('Family').selectOption('men in a row');
  assert.deepEqual(await found(page), ['connect-four']);
  await page.reload();
  await ready(page);
  assert.deepEqual(await found(page), ['connect-four']);
  assert.equal(await page.getByRole('button', { name: /^drops/ }).getAttribute('aria-pressed'), 'true');
  await context.close();
  assertQuiet();
});

test('the gallery is a page that is gone back from, by the keyboard alone', async () => {
  const { page, context, assertQuiet } = await open(world, { path: '#game=fide' });
  await drag(page, 'e2', 'e4');
  await page.getByRole('link', { name: 'Games', exact: true }).press('Enter');
  const heading = page.getByRole('heading', { name: 'Games', exact: true });
  await heading.waitFor();
  assert.equal(await page.title(), 'Games · Weakfish playground');
  assert.ok(await heading.evaluate(one => one === document.activeElement));
  assert.ok(!(await page.locator('#board').isVisible()));
  await page.keyboard.press('Tab');
  // Arrows lead from the search into the cards and from row to row.
  const focused = () => page.evaluate(() => document.activeElement?.closest('.card')?.getAttribute('data-game') ?? document.activeElement?.id);
  for (const [key, game] of [['ArrowDown', 'weakest'], ['ArrowRight', 'feeble'], ['ArrowDown', 'feeble'], ['ArrowLeft', 'fide'], ['ArrowUp', 'weakest'], ['ArrowUp', 'find-game']]) {
    await page.keyboard.press(String(key));
    assert.equal(await focused(), game, key);
  }
  await page.keyboard.type('minishogi');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.title.startsWith('Minishogi'));
  await ready(page);
  assert.ok(await page.locator('#board').isVisible());
  await page.goBack();
  assert.deepEqual(await found(page), ['minishogi']);
  await page.goBack();
  await page.waitForFunction(() => document.title.startsWith('Chess'));
  await ready(page);
  // The arrows have not stepped through the game behind.
  assert.match(await says(page, 'e4'), /White Pawn/);
  await context.close();
  assertQuiet();
});

for (const [width, height] of /** @type {const} */ ([[390, 844], [844, 390]])) {
  test(`on a phone of ${width}x${height} gallery and rules fit the screen, and all that is touched has 44 pixels`, async () => {
    const context = await world.browser.newContext({ viewport: { width, height }, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    await page.goto(`${world.url}#learn`);
    await ready(page);
    for (const view of ['learn', 'games']) {
      await page.evaluate(view => (location.hash = view), view);
      await page.locator(`#view-${view} h2`).first().waitFor();
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)) <= 0, view);
      const small = await page.locator(`#view-${view}`).evaluate(place =>
        [...place.querySelectorAll('a, button, input, select')]
          // The link of a title covers its card.
          .map(one => ({ one, box: (one.closest('h4')?.closest('.card') ?? one).getBoundingClientRect() }))
          .filter(({ box }) => box.height > 0 && (box.height < 44 || box.width < 44))
          .map(({ one, box }) => `${one.textContent}: ${box.width}x${box.height}`),
      );
      assert.deepEqual(small, [], view);
      await page.evaluate(`${AXE};0`);
      const { violations } = await page.evaluate('axe.run()');
      assert.deepEqual(violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes[0].html}`), [], view);
    }
    await page.getByRole('button', { name: /^walls/ }).tap();
    await page.locator('.card:visible', { hasText: 'Duck Chess' }).tap();
    await page.waitForFunction(() => document.title.startsWith('Duck Chess'));
    await context.close();
  });
}

test('who comes for the first time finds Weakest Chess', async () => {
  const { page, context } = await open(world);
  assert.match(await page.title(), /^Weakest Chess/);
  await context.close();
});
