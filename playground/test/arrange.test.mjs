// Positions put up by hand: palette, ring of states, drops, texts, what is wrong, playing on.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ready, start } from './browser.mjs';
import { click, drag, moves, openGame, panel, says, square } from './table.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

/** @param {string} game */
async function arrange(game) {
  const opened = await openGame(world, game);
  await panel(opened.page, 'Position');
  return opened;
}

/** @param {import('playwright-core').Page} page @param {string} name */
const button = (page, name) => page.getByRole('button', { name, exact: true });

/** The FEN of the draft, as soon as it fits. @param {import('playwright-core').Page} page @param {RegExp} sign */
async function fen(page, sign) {
  await page.waitForFunction(
    sign => new RegExp(sign).test(/** @type {HTMLInputElement} */ (document.querySelector('#fen')).value),
    sign.source,
  );
  return page.locator('#fen').inputValue();
}

test('men are put on an empty board, and the game goes on from there', async () => {
  const { page, context, assertQuiet } = await arrange('fide');
  await button(page, 'Clear').click();
  await page.locator('.arrange-problems li').first().waitFor();
  assert.ok(await button(page, 'Play from here').isDisabled());
  for (const [man, on] of /** @type {const} */ ([
    ['White King', 'e1'],
    ['White Rook', 'a1'],
    ['Black King', 'e8'],
  ])) {
    await button(page, man).click();
    await click(page, on);
  }
  await button(page, 'Black to move').click();
  await fen(page, /^4k3\/8\/8\/8\/8\/8\/8\/R3K3 b/);
  assert.equal(await page.locator('.arrange-problems li').count(), 0);
  await button(page, 'Play from here').click();
  await ready(page);
  assert.match(await page.locator('.table-standing').innerText(), /Black to move/);
  await drag(page, 'e8', 'd7');
  assert.equal((await moves(page)).length, 1);
  await context.close();
  assertQuiet();
});

test('the panel begins with the position of the game', async () => {
  const { page, context } = await arrange('fide');
  await fen(page, /^rnbqkbnr\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/RNBQKBNR w KQkq - 0 1$/);
  assert.ok(await button(page, 'Play from here').isEnabled());
  await context.close();
});

test('the panel follows the game until something is put up by hand', async () => {
  const { page, context } = await arrange('fide');
  await fen(page, /^rnbqkbnr\/pppppppp\/8\/8\/8\//);
  await panel(page, 'Play');
  await drag(page, 'e2', 'e4');
  await panel(page, 'Position');
  await fen(page, /^rnbqkbnr\/pppppppp\/8\/8\/4P3\/8\/PPPP1PPP\/RNBQKBNR b/);
  await drag(page, 'd2', 'd3');
  await panel(page, 'Play');
  await drag(page, 'e7', 'e5');
  await panel(page, 'Position');
  await fen(page, /^rnbqkbnr\/pppppppp\/8\/8\/4P3\/3P4\/PPP2PPP\/RNBQKBNR b/);
  await button(page, 'Play from here').click();
  await ready(page);
  await drag(page, 'd7', 'd5');
  await panel(page, 'Position');
  await fen(page, /^rnbqkbnr\/ppp1pppp\/8\/3p4\/4P3\/3P4\/PPP2PPP\/RNBQKBNR w/);
  await context.close();
});

test('men of many states are turned in a block of choices, which a click beside it closes', async () => {
  const { page, context } = await arrange('feeble');
  await page.getByRole('button', { name: 'Setup chancellors' }).click();
  await page.locator('[data-square="d1"][aria-label*="Chancellor"]').waitFor();
  await click(page, 'd1');
  const choices = page.getByRole('menuitem');
  assert.ok((await choices.count()) > 16);
  await page.locator('.ring.block').click({ position: { x: 3, y: 3 } });
  assert.equal(await choices.count(), 0);
  await click(page, 'd1');
  const wanted = await choices.last().getAttribute('aria-label');
  await choices.last().click();
  assert.equal(await choices.count(), 0);
  const words = /facing \S+ and \S+/;
  assert.equal(words.exec(await says(page, 'd1'))?.[0], words.exec(wanted ?? '')?.[0]);
  await context.close();
});

test('men are moved, taken off and removed', async () => {
  const { page, context, assertQuiet } = await arrange('fide');
  await drag(page, 'e2', 'e5');
  assert.match(await says(page, 'e5'), /White Pawn/);
  await click(page, 'd1');
  await click(page, 'd5');
  assert.match(await says(page, 'd5'), /White Queen/);
  await button(page, 'Remove').click();
  await click(page, 'a8');
  assert.equal(await says(page, 'a8'), 'a8, empty');
  await square(page, 'b8').focus();
  await page.keyboard.press('Delete');
  assert.equal(await says(page, 'b8'), 'b8, empty');
  // Beside the board is off the board.
  await button(page, 'Move and turn').click();
  const [man, tab] = [await square(page, 'c8').boundingBox(), await page.getByRole('tab', { name: 'Learn' }).boundingBox()];
  assert.ok(man && tab);
  await page.mouse.move(man.x + 9, man.y + 9);
  await page.mouse.down();
  await page.mouse.move(tab.x + 2, tab.y + 2, { steps: 3 });
  await page.mouse.up();
  assert.equal(await says(page, 'c8'), 'c8, empty');
  // Castling to a rook that is gone is no right any more.
  await fen(page, /^3qkbnr.* KQk - /);
  await context.close();
  assertQuiet();
});

test('a man is dragged from the palette', async () => {
  const { page, context } = await arrange('fide');
  await button(page, 'Black Queen').dragTo(square(page, 'd4'));
  assert.match(await says(page, 'd4'), /Black Queen/);
  await context.close();
});

test('a man is turned in the ring, and put in any of its states', async () => {
  const { page, context, assertQuiet } = await arrange('weakest');
  await click(page, 'c1');
  const choices = page.getByRole('menuitem');
  const count = await choices.count();
  assert.ok(count > 3);
  await page.getByRole('menuitem', { name: /facing (sw|southwest), may capture/ }).click();
  await fen(page, /A\{swx\}/);
  await page.locator('[data-man="black Knight"]').first().click();
  const states = page.getByRole('group', { name: 'States' }).getByRole('button');
  assert.ok((await states.count()) > 1);
  await states.last().click();
  const wanted = await states.last().getAttribute('aria-label');
  await click(page, 'e5');
  assert.equal((await says(page, 'e5')).replace(' on e5', ''), wanted);
  await context.close();
  assertQuiet();
});

test('what is wrong with a position is said in words', async () => {
  const { page, context } = await arrange('fide');
  await button(page, 'Remove').click();
  await click(page, 'e8');
  await page.locator('.arrange-problems li', { hasText: /King/ }).waitFor();
  await page.locator('#fen').fill('8/8/8/8/8/8/8/K7 w - - 0 1');
  await page.locator('#fen').press('Enter');
  await page.locator('#fen-answer:not(:empty)').waitFor();
  await button(page, 'Setup').click();
  await page.waitForFunction(() => document.querySelectorAll('.arrange-problems li').length === 0);
  assert.ok(await button(page, 'Play from here').isEnabled());
  await context.close();
});
