// Looks of the page: sizes and weights of type, one primary action in a view, icons of one set.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ready, start } from './browser.mjs';
import { click, openGame, panel } from './table.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

/** Sizes in pixels and weights of all visible text outside of pictures. @param {import('playwright-core').Page} page */
const type = page =>
  page.evaluate(() => {
    /** @type {Map<string, string>} */
    const found = new Map();
    const roots = [document.body, ...[...document.querySelectorAll('*')].flatMap(one => one.shadowRoot ?? [])];
    for (const root of roots) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        if (!walker.currentNode.textContent?.trim() || !parent || parent.closest('svg, script, style, option')) continue;
        if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const { fontSize, fontWeight } = getComputedStyle(parent);
        found.set(`${fontSize} ${fontWeight}`, `${parent.tagName}.${parent.className}: ${walker.currentNode.textContent.trim().slice(0, 30)}`);
      }
    }
    return [...found];
  });

const SIZES = ['13px', '15px', '20px'];
const WEIGHTS = ['400', '600'];

for (const [width, height] of /** @type {const} */ ([
  [1440, 900],
  [390, 844],
])) {
  test(`every view has three sizes of type, two weights and one primary action at ${width}x${height}`, async () => {
    const { page, context, assertQuiet } = await openGame(world, 'weakest', { width, height });
    const check = async (/** @type {string} */ view) => {
      const odd = (await type(page)).filter(([key]) => {
        const [size = '', weight = ''] = key.split(' ');
        return !SIZES.includes(size) || !WEIGHTS.includes(weight);
      });
      assert.deepEqual(odd, [], view);
      const primary = await page.locator('button.main:visible').count();
      assert.ok(primary <= 1, `${view}: ${primary} primary actions`);
    };
    await check('the start');
    await click(page, 'e2');
    await click(page, 'e3');
    await check('a game');
    for (const name of ['Analyse', 'Position', 'Learn', 'Test']) {
      await panel(page, name);
      await page.waitForTimeout(200);
      await check(name);
    }
    await page.goto(`${world.url}#games`);
    await page.locator('.card').first().waitFor();
    await check('games');
    await page.goto(`${world.url}#learn=weakest`);
    await page.getByRole('heading', { name: 'Weakest Chess' }).first().waitFor();
    await ready(page);
    await check('rules');
    await context.close();
    assertQuiet();
  });
}

test('icons are strokes of one width and one size', async () => {
  const { page, context } = await openGame(world, 'fide');
  const icons = await page.locator('.icon').evaluateAll(all =>
    all.filter(one => one.checkVisibility()).map(one => {
      const { strokeWidth, width, height, fill } = getComputedStyle(one);
      return `${strokeWidth} ${width} ${height} ${fill}`;
    }),
  );
  assert.ok(icons.length >= 12);
  assert.deepEqual([...new Set(icons)], ['1.75px 20px 20px none']);
  await context.close();
});
