// `<weakfish-board>` in pages of somebody else: on another server and under a policy, as in docs/embedding.md.
// @ts-check
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { start } from './browser.mjs';
import { drag, square } from './table.mjs';
import { serve } from '../serve.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const manual = readFileSync(path.join(import.meta.dirname, '../../docs/embedding.md'), 'utf8');
const example = /```html\n([\s\S]*?)```/.exec(manual)?.[1] ?? '';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
/** Another origin than that of the script. @type {Awaited<ReturnType<typeof serve>>} */
let elsewhere;
const folder = mkdtempSync(path.join(tmpdir(), 'embed-'));
before(async () => ([world, elsewhere] = await Promise.all([start(), serve(0, folder)])));
after(async () => {
  elsewhere.close();
  rmSync(folder, { recursive: true });
  await world.stop();
});

/**
 * Opens a page with these elements, under a policy that allows no more than the manual says. `close` fails if the console says something.
 * @param {string} body
 * @param {{ sameOrigin?: boolean, theme?: 'light' | 'dark', width?: number, hasTouch?: boolean }} [options]
 */
async function show(body, { sameOrigin = false, theme = 'light', width = 600, hasTouch = false } = {}) {
  const server = new URL(world.url).origin;
  const script = `<script type="module" src="${world.url}weakfish-board.js"></script>`;
  const policy = `default-src 'none'; script-src ${server} 'wasm-unsafe-eval'; connect-src ${server}; worker-src ${sameOrigin ? "'self'" : 'blob:'}`;
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>An article</title>
    <meta name="viewport" content="width=device-width"><meta name="color-scheme" content="${theme}">
    <meta http-equiv="Content-Security-Policy" content="${policy}">${script}<main><h1>An article</h1>${body}</main></html>`;
  const context = await world.browser.newContext({ viewport: { width, height: 800 }, colorScheme: theme, hasTouch });
  const page = await context.newPage();
  /** @type {string[]} */
  const faults = [];
  page.on('console', message => ['error', 'warning'].includes(message.type()) && faults.push(message.text()));
  page.on('pageerror', fault => faults.push(String(fault)));
  writeFileSync(path.join(folder, 'index.html'), html);
  if (sameOrigin) await page.route(`${world.url}article.html`, route => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto(sameOrigin ? `${world.url}article.html` : elsewhere.url);
  const board = page.locator('weakfish-board').first();
  return {
    page, board,
    standing: board.locator('.embed-standing'),
    async close() {
      await context.close();
      assert.deepEqual(faults, []);
    },
  };
}

/** @param {import('playwright-core').Page} page */
async function violations(page) {
  await page.evaluate(`${axe};0`);
  const { violations } = await page.evaluate('axe.run()');
  return violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes.map((/** @type {any} */ node) => node.html).join(' ')}`);
}

for (const theme of /** @type {const} */ (['light', 'dark'])) {
  test(`the examples of the manual, ${theme}: a game by mouse, a game to read, one library; axe finds nothing`, async () => {
    assert.match(example, /<script type="module" src="[^"]*\/weakfish-board\.js"><\/script>/);
    const { page, board, standing, close } = await show(example.replace(/<script.*<\/script>/, ''), { theme });
    const boards = page.locator('weakfish-board');
    for (const one of await boards.all()) await one.locator('.man').first().waitFor();
    assert.deepEqual(await boards.locator('.embed-page').allInnerTexts(), ['Weakest Chess', 'Chess', 'Chess', 'Amazons for Queens']);
    assert.equal(await page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.wasm')).length), 1);

    const sent = board.evaluate(host => new Promise(resolve => host.addEventListener('move', event => resolve(/** @type {CustomEvent} */ (event).detail))));
    await drag(page, 'e2', 'e3', board);
    assert.deepEqual(await sent, { move: 'e2e3', moves: ['e2e3'] });
    await board.locator('.embed-move').nth(1).waitFor();
    await standing.filter({ hasText: 'White to move' }).waitFor();

    const read = boards.nth(1);
    assert.deepEqual(await read.locator('.embed-move').allInnerTexts(), ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5']);
    const [a1, h8] = await Promise.all(['a1', 'h8'].map(name => square(read, name).boundingBox()));
    assert.ok(a1 && h8 && a1.y < h8.y);
    await read.getByRole('button', { name: 'Back' }).click();
    await read.locator('.embed-move[aria-current]', { hasText: 'Nc6' }).waitFor();
    await read.getByRole('button', { name: 'e4', exact: true }).click();
    await read.locator('.embed-standing', { hasText: 'Black to move' }).waitFor();

    const own = boards.nth(3);
    await square(own, 'd1').click();
    await square(own, 'c3').click();
    await own.locator('.embed-move', { hasText: 'c3' }).waitFor();
    assert.match((await own.locator('.embed-page').getAttribute('href')) ?? '', /\/#text=game%20%22Amazons/);
    assert.deepEqual(await violations(page), []);
    await close();
  });
}

test('a game by keys alone, on the server of the script', async () => {
  const { page, board, standing, close } = await show('<weakfish-board game="fide" play="black" level="0" moves="e4"></weakfish-board>', { sameOrigin: true });
  await standing.filter({ hasText: 'Black to move' }).waitFor();
  assert.equal(await page.getByRole('group', { name: 'Board of Chess' }).count(), 1);
  await page.keyboard.press('Tab');
  for (const key of ['a', '7', 'Enter', 'a', '2', 'Enter']) await page.keyboard.press(key);
  await board.locator('.board-note', { hasText: 'a2' }).waitFor();
  for (const key of ['e', '7', 'Enter', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await board.locator('.embed-move').nth(2).waitFor();
  assert.equal((await board.locator('.embed-move').allInnerTexts())[1], 'e5');
  await close();
});

test('a problem: a refutation, the key, the defence and the mate; by touch', async () => {
  const { page, board, standing, close } = await show(
    '<weakfish-board game="fide" fen="kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1" problem="#2"></weakfish-board>', { hasTouch: true, width: 390 },
  );
  const move = async (/** @type {string} */ from, /** @type {string} */ to) => {
    await square(board, from).tap();
    await square(board, to).tap();
  };
  await standing.filter({ hasText: 'Mate in 2: White to move.' }).waitFor();
  await move('a1', 'b1');
  await standing.filter({ hasText: 'Rb1 fails to a5.' }).waitFor();
  await move('a1', 'a6');
  await standing.filter({ hasText: 'White to move. Ra6 is right.' }).waitFor();
  assert.equal((await board.locator('.embed-move').allInnerTexts()).join(' '), 'Ra6 bxa6');
  await move('b6', 'b7');
  await standing.filter({ hasText: 'White wins by checkmate. Solved.' }).waitFor();
  await board.getByRole('button', { name: 'To the start' }).tap();
  await board.getByRole('button', { name: 'Show the solution' }).tap();
  await board.locator('.embed-move[aria-current]', { hasText: 'Ra6' }).waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await close();
});

test('mistakes are said in the element, and other attributes mend them', async () => {
  const mistakes = /** @type {const} */ ([
    ['game="nonsense"', 'There is no built-in game nonsense'],
    ['game="fide" fen="nonsense"', '“nonsense”: the board has 8 ranks'],
    ['game="fide" moves="e4 e6 Ke3"', "“Ke3”: the King on e1 can't go to e3."],
    ['game="fide" setup="mine"', 'Chess has no setup mine'],
    ['game="fide" problem="nonsense"', 'is no problem that can be tried'],
    ['', 'There is no definition.'],
  ]);
  const { page, board, close } = await show(mistakes.map(([attributes]) => `<weakfish-board ${attributes}></weakfish-board>`).join(''));
  for (const [at, [, words]] of mistakes.entries()) {
    await page.locator('weakfish-board').nth(at).getByRole('alert').filter({ hasText: words }).waitFor();
  }
  await board.evaluate(host => host.setAttribute('game', 'duck-chess'));
  await board.locator('.man').first().waitFor();
  assert.ok(await board.getByRole('alert').isHidden());
  await board.evaluate(host => host.setAttribute('flipped', ''));
  await board.getByRole('button', { name: 'Flip the board' }).click();
  assert.equal(await board.getAttribute('flipped'), null);
  await close();
});
