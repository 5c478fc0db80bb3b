// A game on two devices.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ready, start } from './browser.mjs';
import { load } from './modules.mjs';
import { drag, moves, openGame, says, standing } from './table.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

test('messages that make no sense are left aside', async () => {
  const { asMessage } = await load('remote/match.ts');
  for (const other of [null, 5, 'move', {}, { is: 'move' }, { is: 'move', at: 0.5, move: 'a' }, { is: 'game', side: 'white' }, { is: 'game', work: { text: 'x' }, side: 'red' }]) {
    assert.equal(asMessage(other), null);
  }
  assert.deepEqual(asMessage({ is: 'move', at: 3, move: 'e2e4', more: 1 }), { is: 'move', at: 3, move: 'e2e4' });
});

test('two people play on two devices, and resign', async () => {
  const host = await openGame(world, 'weakest');
  await drag(host.page, 'e2', 'e3');
  await host.page.getByText('New game').click();
  await host.page.getByRole('button', { name: 'Play with someone on another device' }).click();
  const link = host.page.getByRole('textbox', { name: 'The link' });
  await link.waitFor();
  const context = await world.browser.newContext();
  const page = await context.newPage();
  await page.goto(await link.inputValue());
  const answer = page.getByRole('textbox', { name: 'The answer' });
  await answer.waitFor();
  await host.page.getByRole('textbox', { name: 'The answer' }).fill(await answer.inputValue());
  await host.page.getByRole('button', { name: 'Connect' }).click();
  // The guest has the game with its moves, from Black's side.
  await page.locator('.movelist .move', { hasText: 'e3' }).waitFor();
  await page.locator('.seat-more', { hasText: 'on the other device' }).waitFor();
  await host.page.locator('.seat-more', { hasText: 'on the other device' }).waitFor();
  assert.equal(await page.locator('.board-cell').first().getAttribute('data-square'), 'h1');
  // Neither moves for the other.
  await drag(host.page, 'e7', 'e6');
  assert.deepEqual(await moves(host.page), ['e3']);
  await drag(page, 'e7', 'e6');
  await host.page.locator('.movelist:visible .move', { hasText: 'e6' }).waitFor();
  await ready(host.page);
  assert.match(await says(host.page, 'e6'), /Black Pawn/);
  await drag(host.page, 'd2', 'd3');
  await page.locator('.movelist:visible .move', { hasText: 'd3' }).waitFor();
  await ready(page);
  await page.getByRole('button', { name: 'Resign' }).dblclick();
  await host.page.locator('.table-standing', { hasText: 'Black resigns' }).waitFor();
  assert.match(await standing(page), /White wins/);
  await page.goto('about:blank');
  await host.page.locator('#notice', { hasText: 'closed' }).waitFor();
  await context.close();
  await host.context.close();
  host.assertQuiet();
});

test('a text that is no invitation is told', async () => {
  const context = await world.browser.newContext();
  const page = await context.newPage();
  await page.goto(`${world.url}#join=abc`);
  await page.getByRole('dialog').getByText('This is no invitation.').waitFor();
  await context.close();
});
