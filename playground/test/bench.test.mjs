// The inventor's bench.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { open, start, write } from './browser.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

/** @param {import('playwright-core').Page} page @param {string} name */
const tool = (page, name) => page.getByRole('region', { name });

test('a playtest grows, the board answers meanwhile, and what is known is kept when it is stopped', async () => {
  const { page, context, assertQuiet } = await open(world, { path: '#game=los-alamos' });
  await page.getByRole('tab', { name: 'Bench' }).click();
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
  await page.getByRole('tab', { name: 'Bench' }).click();
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
