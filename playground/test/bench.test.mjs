// The inventor's bench.
// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { open, start, write } from './browser.mjs';
import { click, square } from './table.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

/** @param {import('playwright-core').Page} page @param {string} name */
const tool = (page, name) => page.getByRole('region', { name });

/** @param {import('playwright-core').Page} page */
const bench = page => page.getByRole('tab', { name: 'Bench' }).click();

/** What axe finds on the bench. @param {import('playwright-core').Page} page */
async function violations(page) {
  // The page's policy forbids scripts of others; the debugger does not ask it.
  await page.evaluate(`${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')};0`);
  const { violations } = await page.evaluate(`axe.run('#panels')`);
  return violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes.map((/** @type {any} */ node) => node.html).join(' ')}`);
}

test('a playtest grows, the board answers meanwhile, and what is known is kept when it is stopped', async () => {
  const { page, context, assertQuiet } = await open(world, { path: '#game=los-alamos' });
  await bench(page);
  const playtest = tool(page, 'Playtest');
  await playtest.getByRole('combobox', { name: 'Strength' }).selectOption('100');
  await playtest.getByRole('button', { name: 'Play' }).click();
  // The first games may have no result.
  await playtest.locator('.bench-result', { hasText: /White scores \d/ }).waitFor();
  await playtest.getByRole('button', { name: 'Stop' }).click();
  await playtest.getByText('Stopped: this is what is known.').waitFor();
  assert.match(await playtest.locator('.bench-result').innerText(), /White scores \d/);
  await playtest.getByRole('button', { name: /^P/ }).first().click();
  await context.close();
  assertQuiet();
});

test('a table says its figures, or why there is none; a mate is found; what was changed is said', async () => {
  const { page, context } = await open(world, { path: '#game=fide' });
  await bench(page);
  const table = tool(page, 'Exact table');
  const men = table.getByRole('textbox', { name: 'Men' });
  await men.fill('K Q v K');
  await table.getByRole('button', { name: 'Make it' }).click();
  await table.getByText(/White to move wins all, in at most 10; /).waitFor();
  await men.fill('K Q R B N v K Q');
  await table.getByRole('button', { name: 'Make it' }).click();
  await table.getByRole('status').filter({ hasText: /men|memory/ }).waitFor();

  const solver = tool(page, 'Solver');
  await solver.getByRole('spinbutton', { name: 'Moves' }).fill('4');
  await solver.getByRole('combobox', { name: 'Kind' }).selectOption('shortest');
  await solver.getByRole('button', { name: 'Solve' }).click();
  await solver.getByText('checkmate: 8 games of 4 plies.').waitFor();

  await write(page, 'game "Mine" extends fide\n\nrules\n  castling: none\n');
  const differs = tool(page, 'What differs');
  await differs.getByRole('button', { name: 'Compare' }).click();
  await differs.locator(".difference").filter({ hasText: /castl/i }).first().waitFor();
  await context.close();
});

const GAME = '1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0';

test('moves are judged line by line; a line shows its position, signs and comments come into the list', async () => {
  const { page, context, assertQuiet } = await open(world, { path: '#game=fide', width: 390, height: 844 });
  await bench(page);
  const review = tool(page, 'Judged moves');
  const judge = review.getByRole('button', { name: 'Judge' });
  await judge.click();
  await review.getByText('The game has no moves yet.').waitFor();
  await review.getByRole('combobox', { name: 'Game' }).selectOption('a game as text');
  const text = review.getByRole('textbox', { name: 'Text of the game' });
  await text.fill('1. e4 e5 2. Ke3');
  await judge.click();
  await review.getByRole('status').filter({ hasText: /Ke3|King|king/ }).waitFor();
  await text.fill(GAME);
  await review.getByRole('combobox', { name: 'Strength' }).selectOption('quick');
  await judge.click();
  const blunder = review.getByRole('row', { name: /3\.\.\. Nf6\?\?/ });
  await blunder.getByText(/1-0 in 1/).waitFor();
  await review.getByText(/^White: 4 moves, /).waitFor();
  await review.getByText(/^Black: 3 moves, .*1 blunder/).waitFor();
  assert.match((await review.getByRole('img').getAttribute('aria-label')) ?? '', /^White's chances, from .* to 1-0, with 1 bad move$/);
  await blunder.getByRole('button', { name: 'Nf6' }).click();
  await review.locator('tr[aria-current="step"]', { hasText: 'Nf6' }).waitFor();
  await review.getByRole('button', { name: 'Put signs and comments into the list of moves' }).click();
  // The better line becomes a variation.
  await blunder.getByRole('button', { name: /better/ }).click();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('tab', { name: 'Analyse' }).click();
  const list = page.getByRole('tabpanel', { name: 'Analyse' }).locator('.movelist');
  await list.locator('.move', { hasText: 'Nf6??' }).waitFor();
  await list.getByText(/loses in 1; better 3\.\.\./).waitFor();
  await list.locator('.move[aria-current]').waitFor();
  assert.notEqual(await list.locator('.move[aria-current]').innerText(), 'Nf6??');
  await context.close();
  assertQuiet();
});

test('tuning shows the values of men before and after, and the text that the program would write', async () => {
  const { page, context } = await open(world, { path: '#game=los-alamos' });
  await bench(page);
  const tuning = tool(page, 'Quick tuning');
  await tuning.getByRole('combobox', { name: 'Games' }).selectOption('2000 games');
  await tuning.getByRole('button', { name: 'Tune' }).click();
  await tuning.getByText(/^2[5-9] of 2000 games, about/).or(tuning.getByText(/^[3-9]\d of 2000 games, about/)).waitFor();
  await tuning.getByRole('button', { name: 'Stop' }).click();
  await tuning.getByRole('row', { name: /Q queen/ }).waitFor();
  assert.match(await tuning.getByRole('textbox', { name: 'Text of the weights' }).inputValue(), /^weights of "Los Alamos Chess"\nboard 6x6\n/);
  const [file] = await Promise.all([page.waitForEvent('download'), tuning.getByRole('button', { name: 'Save as a file' }).click()]);
  assert.equal(file.suggestedFilename(), 'Los-Alamos-Chess.weights');
  // The engine plays with them until the text is another one.
  const use = tuning.getByRole('button', { name: 'Play with these weights' });
  await use.click();
  assert.equal(await use.getAttribute('aria-pressed'), 'true');
  assert.deepEqual(await violations(page), []);
  await write(page, 'game "Mine" extends los-alamos\n');
  await page.waitForFunction(() => document.querySelector('[aria-label="Quick tuning"] [aria-pressed="false"]'));
  await context.close();
});

test('the board answers within 50 ms while all tools of the bench are at work', async t => {
  const { page, context } = await open(world, { path: '#game=fide' });
  await click(page, 'e2');
  await click(page, 'e4');
  await bench(page);
  await tool(page, 'Exact table').getByRole('textbox', { name: 'Men' }).fill('K Q v K R');
  await tool(page, 'Solver').getByRole('spinbutton', { name: 'Moves' }).fill('6');
  await tool(page, 'Judged moves').getByRole('combobox', { name: 'Strength' }).selectOption('strong');
  for (const name of ['Playtest', 'Quick tuning']) await tool(page, name).getByRole('combobox', { name: 'Games' }).selectOption('2000 games');
  const begin = { Playtest: 'Play', 'Which men win': 'Find out', 'Exact table': 'Make it', Solver: 'Solve', 'Judged moves': 'Judge', 'Quick tuning': 'Tune' };
  for (const [name, action] of Object.entries(begin)) await tool(page, name).getByRole('button', { name: action }).click();
  await tool(page, 'Quick tuning').getByText(/of 2000 games, about/).waitFor();
  await page.evaluate(() => {
    const board = document.querySelector('.board');
    const /** @type {number[]} */ times = [];
    const /** @type {number[]} */ tasks = [];
    Object.assign(globalThis, { answers: times, tasks });
    new PerformanceObserver(list => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
    // From the press of the button, as the system has seen it, to the marks on the board.
    board?.addEventListener('pointerdown', ({ timeStamp }) => {
      new MutationObserver((_, observer) => {
        times.push(performance.now() - timeStamp);
        observer.disconnect();
      }).observe(board, { subtree: true, childList: true, attributes: true });
    }, true);
  });
  for (let turn = 0; turn < 10; turn++) for (const name of ['b8', 'g8']) await square(page, name).click();
  assert.ok((await page.getByRole('button', { name: 'Stop' }).count()) >= 4, 'the tools are still at work');
  const [answers, tasks] = /** @type {number[][]} */ (await page.evaluate('[answers, tasks]'));
  const sorted = (answers ?? []).toSorted((one, other) => one - other);
  const [median = Infinity, last = Infinity, longest] = [sorted[sorted.length >> 1], sorted.at(-1), Math.max(0, ...(tasks ?? []))];
  t.diagnostic(`a press of the board is answered after ${median.toFixed(1)} ms (median of ${sorted.length}, at most ${last.toFixed(1)}); longest task ${longest} ms`);
  assert.ok(sorted.length >= 20 && median < 50, `${median} ms`);
  await context.close();
});
