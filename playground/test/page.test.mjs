// The page as a whole.
// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { open, ready, start } from './browser.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PANELS = ['Play', 'Analyse', 'Position', 'Learn', 'Test', 'Bench'];

/**
 * What axe finds wrong, a line each.
 * @param {import('playwright-core').Page} page
 */
async function violations(page) {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run(document, { resultTypes: ['violations'] });
    return violations.flatMap((/** @type {any} */ { id, nodes }) =>
      nodes.map((/** @type {any} */ { target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
  });
}

test('the page comes up with a board, its panels, and quietly', async () => {
  const { page, context, assertQuiet } = await open(world);
  assert.match(await page.title(), /^\S.* · Weakfish playground$/);
  assert.deepEqual(await page.getByRole('tab').allTextContents(), PANELS);
  assert.ok((await page.locator('#board svg').count()) > 0);
  await context.close();
  assertQuiet();
});

for (const theme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe finds nothing, ${theme}`, async () => {
    const { page, context, assertQuiet } = await open(world, { theme });
    for (const panel of PANELS) {
      await page.getByRole('tab', { name: panel }).click();
      assert.deepEqual(await violations(page), [], panel);
    }
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('\nnonsense: of no sense\n');
    await ready(page);
    assert.deepEqual(await violations(page), [], 'with a mistake');
    for (const name of ['New', 'Share', 'Help']) {
      await page.getByRole('button', { name }).click();
      await page.getByRole('dialog').waitFor();
      assert.deepEqual(await violations(page), [], name);
      await page.getByRole('button', { name: 'Close' }).click();
    }
    for (const view of ['games', 'learn', 'games&find=amazon']) {
      await page.evaluate(view => (location.hash = view), view);
      await page.locator('.view:visible h2').first().waitFor();
      assert.deepEqual(await violations(page), [], view);
    }
    await context.close();
    assertQuiet();
  });
}

test('a page that loads slowly says so at once, until there is a board', async () => {
  const context = await world.browser.newContext();
  const page = await context.newPage();
  /** @type {Map<string, () => void>} */
  const held = new Map();
  for (const file of ['page', 'rules']) {
    const released = new Promise(resolve => held.set(file, () => resolve(undefined)));
    await page.route(`**/${file}.*.{js,wasm}`, async route => {
      await released;
      await route.continue();
    });
  }
  await page.goto(world.url, { waitUntil: 'commit' });
  const loading = page.getByRole('status').filter({ hasText: /^\s*Loading/ });
  await loading.waitFor();
  assert.ok(await loading.getByRole('progressbar').isVisible());
  held.get('page')?.();
  await page.getByRole('tab', { name: 'Play' }).waitFor();
  assert.ok(await loading.isVisible());
  held.get('rules')?.();
  await ready(page);
  assert.equal(await loading.count(), 0);
  assert.ok(await page.locator('.board .man').first().isVisible());
  await context.close();
});

for (const [width, height, path] of /** @type {const} */ ([[390, 844, ''], [1440, 900, '#game=xiangqi']])) {
  test(`the first board is there before the rules and stays as it is, ${width}x${height}, at /${path}`, async () => {
    const context = await world.browser.newContext({ viewport: { width, height } });
    const page = await context.newPage();
    let release = () => {};
    const released = new Promise(resolve => (release = () => resolve(undefined)));
    await page.route('**/rules.*.wasm', async route => {
      await released;
      await route.continue();
    });
    await page.goto(world.url + path, { waitUntil: 'commit' });
    const board = page.locator('#board .board');
    const drawn = async () => ({
      picture: await board.locator('.board-picture').innerHTML(),
      players: await board.locator('.seat-name').allTextContents(),
      standing: await page.locator('.table-standing').textContent(),
      title: await page.locator('.table-title').textContent(),
      places: await Promise.all(['.board', '.board-picture', '#state', '#controls'].map(part => page.locator(part).first().boundingBox())),
    });
    await board.locator('.man').first().waitFor();
    const isInert = () => board.evaluate(one => /** @type {HTMLElement} */ (one).inert && one.ariaBusy === 'true');
    assert.ok(await isInert());
    assert.ok(await page.getByRole('status').filter({ hasText: /^\s*Loading/ }).isVisible());
    const before = await drawn();
    release();
    await ready(page);
    assert.ok(!(await isInert()));
    assert.deepEqual(await drawn(), before);
    await context.close();
  });
}

test('a page whose engine does not come says that', async () => {
  const context = await world.browser.newContext();
  const page = await context.newPage();
  /** @type {string[]} */
  const faults = [];
  page.on('pageerror', fault => faults.push(String(fault)));
  await page.route('**/rules.*.wasm', route => route.fulfill({ status: 404, body: '' }));
  await page.goto(world.url);
  const told = page.locator('#loading').filter({ hasText: /could not be loaded.*rules\..*\.wasm: 404/s });
  await told.waitFor();
  assert.equal(await page.getByRole('progressbar').count(), 0);
  assert.deepEqual(faults, []);
  // A work that was kept opens without being asked for.
  await page.evaluate(() => localStorage.setItem('weakfish-playground-work', JSON.stringify({ text: 'game "Kept" extends fide\n' })));
  await page.reload();
  await ready(page);
  await told.waitFor();
  await context.close();
});

test('the theme can be switched, and is kept', async () => {
  const { page, context } = await open(world, { theme: 'light' });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  const choose = async (/** @type {string} */ theme) => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.locator(`#theme-${theme}`).check();
    await page.keyboard.press('Escape');
  };
  // Each press is seen.
  for (const dark of [true, false, true]) {
    await choose(dark ? 'dark' : 'light');
    assert.equal((await paper()) !== light, dark);
  }
  await page.reload();
  await ready(page);
  assert.notEqual(await paper(), light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await choose('light');
  assert.equal(await paper(), light);
  await context.close();
});

test("on a phone's width nothing is cut off, and text and board are a tap apart", async () => {
  const { page, context, assertQuiet } = await open(world, { width: 360, height: 740 });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  for (const panel of PANELS) {
    await page.getByRole('tab', { name: panel }).click();
    assert.ok((await overflow()) <= 0, panel);
  }
  assert.equal(await page.getByRole('heading', { name: 'Weakest Chess' }).isVisible(), true);
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  assert.ok(await page.locator('.cm-content').isVisible());
  assert.ok(!(await page.locator('#board').isVisible()));
  assert.ok((await overflow()) <= 0);
  await context.close();
  assertQuiet();
});

test('the security policy forbids scripts and styles in the page itself, and other origins', async () => {
  const html = readFileSync(new URL('../dist/index.html', import.meta.url), 'utf8');
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:|\*/);
  const one = readFileSync(new URL('../dist/offline.html', import.meta.url), 'utf8');
  const ofOne = /Content-Security-Policy" content="([^"]*)"/.exec(one)?.[1] ?? '';
  assert.match(ofOne, /script-src 'sha256-/);
  assert.doesNotMatch(ofOne, /unsafe-inline|'unsafe-eval'|https?:|\*/);
});

test('a link to the page has a title, words and a picture where it is shown', () => {
  const html = readFileSync(new URL('../dist/index.html', import.meta.url), 'utf8');
  const content = (/** @type {string} */ name) => new RegExp(`<meta property="og:${name}" content="([^"]+)">`).exec(html)?.[1];
  assert.match(content('title') ?? '', /Weakfish/);
  assert.ok((content('description') ?? '').length > 40);
  const picture = readFileSync(new URL(`../dist/${content('image')}`, import.meta.url));
  assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)].map(String), [content('image:width'), content('image:height')]);
});

test('nothing is asked of any other place', async () => {
  const { page, context } = await open(world);
  /** @type {string[]} */
  const requests = [];
  page.on('request', request => requests.push(request.url()));
  await page.reload();
  await ready(page);
  assert.ok(requests.length > 3);
  assert.deepEqual(requests.filter(url => !url.startsWith(world.url) && !url.startsWith('blob:') && !url.startsWith('data:')), []);
  await context.close();
});
