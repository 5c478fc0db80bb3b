// Men in hand: they come by captures and are dropped with mouse, keys and finger.
// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { open, ready, start } from './browser.mjs';
import { click, moves, panel, says, seat, square, standing, type } from './table.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

/** @typedef {import('playwright-core').Page} Page */

const CRAZYHOUSE = `game "Crazyhouse" extends fide

men
  all men: when captured goes to the captor's hand as before promotion

rules
  drop of P: on own rank 2 to 7
`;
const PATH = `#text=${encodeURIComponent(CRAZYHOUSE)}`;

/** Two pawns have been exchanged. */
const EXCHANGE = ['e2e4', 'd7d5', 'e4d5', 'd8d5'];

/** @param {{ width?: number, height?: number, theme?: 'light' | 'dark', path?: string }} options */
async function exchanged(options = {}) {
  const opened = await open(world, { path: PATH, ...options });
  await opened.page.locator('.board .man').first().waitFor();
  await type(opened.page, ...EXCHANGE);
  return opened;
}

/** @param {Page} page @param {string} letter */
const inHand = (page, letter) => page.locator(`.hand-man[data-letter="${letter}"]`);

/** @param {import('playwright-core').Locator} place */
async function middle(place) {
  const box = (await place.boundingBox()) ?? assert.fail('it is not seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('a game without hands has none beside its board', async () => {
  const { page, context, assertQuiet } = await open(world, { path: '#game=fide' });
  await page.locator('.board .man').first().waitFor();
  assert.equal(await page.locator('.hand:visible').count(), 0);
  await context.close();
  assertQuiet();
});

test('captured men come to the hand, and two clicks drop one', async () => {
  const { page, context, assertQuiet } = await exchanged();
  const pawn = page.getByRole('group', { name: "White's hand" }).getByRole('button', { name: '1 Pawn in hand' });
  // The hand of the opponent is seen, but not used.
  assert.ok(await page.getByRole('group', { name: "Black's hand" }).getByRole('button', { name: '1 Pawn in hand' }).isDisabled());
  // Drops are made on the board, and have no buttons of their own, as passing has.
  assert.equal(await page.locator('#controls').getByText('@').count(), 0);
  await pawn.click();
  assert.equal(await pawn.getAttribute('aria-pressed'), 'true');
  assert.match(await says(page, 'e4'), /empty, can be reached/);
  assert.doesNotMatch(await says(page, 'e8'), /can be reached/);
  // Another man is chosen instead, or nothing.
  await click(page, 'g1');
  assert.equal(await pawn.getAttribute('aria-pressed'), 'false');
  await pawn.click();
  await pawn.click();
  assert.doesNotMatch(await says(page, 'e4'), /can be reached/);
  await pawn.click();
  await click(page, 'e1');
  await pawn.click();
  await click(page, 'e8');
  assert.match(await page.locator('.board-note:visible').innerText(), /e8/);
  await click(page, 'e4');
  assert.match(await says(page, 'e4'), /White Pawn on e4/);
  assert.equal(await inHand(page, 'P').getAttribute('aria-label'), 'no Pawns in hand');
  assert.equal((await moves(page)).at(-1), 'P@e4');
  assert.match(await standing(page), /^Black to move/);
  await page.getByRole('button', { name: 'Take back' }).click();
  await ready(page);
  assert.equal(await inHand(page, 'P').getAttribute('aria-label'), '1 Pawn in hand');
  assert.equal(await says(page, 'e4'), 'e4, empty');
  await context.close();
  assertQuiet();
});

test('the keyboard alone drops men', async () => {
  const { page, context, assertQuiet } = await exchanged();
  await inHand(page, 'P').focus();
  await page.keyboard.press('Enter');
  assert.match(await page.locator('.board-live').innerText(), /^1 Pawn in hand: \d+ squares to drop on/);
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-letter')), 'P');
  assert.equal(await inHand(page, 'P').getAttribute('aria-pressed'), 'false');
  await page.keyboard.press('Enter');
  await page.keyboard.type('e4');
  await page.keyboard.press('Enter');
  await ready(page);
  assert.match(await says(page, 'e4'), /White Pawn/);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-square')), 'e4');
  await context.close();
  assertQuiet();
});

test('a drop with several results asks in the ring', async () => {
  const text = CRAZYHOUSE.replace('on own rank 2 to 7', 'on own rank 2 to 7, as P or N');
  const { page, context, assertQuiet } = await exchanged({ path: `#text=${encodeURIComponent(text)}` });
  const choices = page.getByRole('menuitem');
  await inHand(page, 'P').click();
  await click(page, 'e4');
  assert.equal(await choices.count(), 2);
  // Back to the squares, and to the ring of another one.
  await page.keyboard.press('Escape');
  assert.equal(await choices.count(), 0);
  assert.equal(await inHand(page, 'P').getAttribute('aria-pressed'), 'true');
  await click(page, 'f5');
  await page.locator('.ring-choice[data-move*="N"]').click();
  await ready(page);
  assert.match(await says(page, 'f5'), /White Knight on f5/);
  assert.equal(await inHand(page, 'P').getAttribute('aria-label'), 'no Pawns in hand');
  await context.close();
  assertQuiet();
});

const GATES = `game "Gates" extends fide

men
  H hawk:  DA
  all men: when first moving may leave H

setup standard
  r n b q k b n r
  p p p p p p p p
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  P P P P P P P P
  R N B Q K B N R
  hand: H h
`;

test('a move that may leave a man behind asks whether it does', async () => {
  const path = `#text=${encodeURIComponent(GATES)}`;
  const { page, context, assertQuiet } = await open(world, { path });
  await page.locator('.board .man').first().waitFor();
  await click(page, 'b1');
  await click(page, 'c3');
  const choices = page.getByRole('menuitem');
  assert.deepEqual((await choices.allInnerTexts()).map(text => text.trim()), ['Nc3', 'Nc3/H']);
  await page.locator('.ring-choice[data-move="b1c3h"]').click();
  await ready(page);
  assert.match(await says(page, 'b1'), /White Hawk on b1/);
  assert.equal(await inHand(page, 'H').getAttribute('aria-label'), 'no Hawks in hand');
  await context.close();
  assertQuiet();
  const phone = await world.browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const touched = await phone.newPage();
  await touched.goto(world.url + path);
  await touched.locator('.board .man').first().waitFor();
  await ready(touched);
  await square(touched, 'b1').tap();
  await square(touched, 'c3').tap();
  assert.deepEqual(await touched.locator('.ring-words').allInnerTexts(), ['as it is', 'H on b1']);
  await phone.close();
});

test('men that are in no hand are dropped from beside the board, any number of them', async () => {
  const { page, context, assertQuiet } = await open(world, { path: '#game=ataxx' });
  await page.locator('.board .man').first().waitFor();
  assert.equal(await inHand(page, 'P').innerText(), '∞');
  await inHand(page, 'P').click();
  await click(page, 'b6');
  assert.match(await says(page, 'b6'), /White Stone/);
  assert.equal(await inHand(page, 'P').getAttribute('aria-label'), 'any number of Stones in hand');
  assert.match(await standing(page), /^Black to move/);
  await panel(page, 'Position');
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector('#fen')).value.startsWith('P5p/1P5/'));
  await context.close();
  assertQuiet();
});

test('a man is dragged from the hand, on either side of the board', async () => {
  const { page, context, assertQuiet } = await exchanged();
  const drag = async (/** @type {string} */ letter, /** @type {import('playwright-core').Locator} */ to) => {
    const [from, end] = [await middle(inHand(page, letter)), await middle(to)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 4 });
    const drawn = await page.locator('.board.dragging').count();
    await page.mouse.up();
    await ready(page);
    assert.equal(drawn, 1);
    assert.equal(await page.locator('.board.dragging').count(), 0);
  };
  await drag('P', page.locator('#state'));
  assert.equal((await moves(page)).length, EXCHANGE.length);
  await drag('P', square(page, 'e5'));
  assert.equal((await moves(page)).at(-1), 'P@e5');
  const board = await middle(page.locator('.board-frame'));
  assert.ok((await middle(inHand(page, 'P'))).y > board.y && (await middle(inHand(page, 'p'))).y < board.y);
  await page.getByRole('button', { name: 'Flip the board' }).click();
  assert.ok((await middle(inHand(page, 'P'))).y < board.y && (await middle(inHand(page, 'p'))).y > board.y);
  await drag('p', square(page, 'e4'));
  assert.match(await says(page, 'e4'), /Black Pawn/);
  await context.close();
  assertQuiet();
});

for (const [name, viewport] of Object.entries({ upright: { width: 390, height: 844 }, 'on its side': { width: 844, height: 390 } })) {
  test(`a finger drops men on a phone ${name}, where all has room`, async () => {
    const context = await world.browser.newContext({ viewport, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    await page.goto(world.url + PATH);
    await page.locator('.board .man').first().waitFor();
    await ready(page);
    for (const move of EXCHANGE) {
      await square(page, move.slice(0, 2)).tap();
      await square(page, move.slice(2)).tap();
      await ready(page);
    }
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    const frame = (await page.locator('.board-frame').boundingBox()) ?? assert.fail();
    for (const button of await page.locator('.hand-man').all()) {
      const box = (await button.boundingBox()) ?? assert.fail();
      assert.ok(box.width >= 40 && box.height >= 40, `${box.width}x${box.height}`);
      assert.ok(box.x >= 0 && box.x + box.width <= viewport.width, JSON.stringify(box));
      const beside = box.x >= frame.x + frame.width - 1 || box.y >= frame.y + frame.height - 1 || box.y + box.height <= frame.y + 1;
      assert.ok(beside, 'it is over the board');
    }
    await inHand(page, 'P').tap();
    await square(page, 'e4').tap();
    await ready(page);
    assert.match(await says(page, 'e4'), /White Pawn/);
    const session = await context.newCDPSession(page);
    const touch = async (/** @type {string} */ type, /** @type {import('playwright-core').Locator[]} */ ...places) =>
      session.send('Input.dispatchTouchEvent', { type: /** @type {any} */ (type), touchPoints: await Promise.all(places.map(middle)) });
    // Neither is seen in part only.
    for (const place of [square(page, 'e5'), inHand(page, 'p')]) await place.scrollIntoViewIfNeeded();
    await touch('touchStart', inHand(page, 'p'));
    for (const name of ['e6', 'e5']) await touch('touchMove', square(page, name));
    await touch('touchEnd');
    await ready(page);
    assert.match(await says(page, 'e5'), /Black Pawn/);
    await context.close();
  });
}

for (const theme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe finds nothing with men in hand, ${theme}`, async () => {
    const { page, context } = await exchanged({ theme });
    await inHand(page, 'P').click();
    await page.evaluate(`${axe};0`);
    const { violations } = await page.evaluate("axe.run('#game')");
    assert.deepEqual(violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes.map((/** @type {any} */ node) => node.html).join(' ')}`), []);
    await context.close();
  });
}

test('an arranged position keeps its hands, and Weakfish plays on from it', async () => {
  const { page, context, assertQuiet } = await exchanged();
  await panel(page, 'Position');
  const fen = page.locator('#fen');
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector('#fen')).value.includes('[Pp]'));
  await fen.fill('4k3/8/8/8/8/8/8/4K3[QNNr] w - - 0 1');
  await fen.press('Enter');
  await page.locator('.hand-man[aria-label="2 Knights in hand"]').waitFor();
  assert.equal(await page.locator('.hand-man:enabled').count(), 0);
  await page.locator('.arrange button.main:enabled').click();
  await ready(page);
  await panel(page, 'Analyse');
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await page.locator('.board-picture .pointer').first().waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await panel(page, 'Play');
  await seat(page, { goOn: true });
  await inHand(page, 'N').click();
  await square(page, 'c3').click();
  await page.waitForFunction(() => document.querySelectorAll('.movelist .move').length >= 2);
  await ready(page);
  assert.equal((await moves(page))[0], 'N@c3');
  assert.equal(await inHand(page, 'N').getAttribute('aria-label'), '1 Knight in hand');
  await context.close();
  assertQuiet();
});
