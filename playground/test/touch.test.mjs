// The page under a finger: a phone upright and on its side.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ready, start } from './browser.mjs';
import { moves, says, square } from './table.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

const UPRIGHT = { width: 390, height: 844 };
const LYING = { width: 844, height: 390 };
/** The least that a finger hits, in pixels. */
const LEAST = 44;

const TURRET = `game "Turret"
board: 6x6
first: white
black: mirrors white

men
  K king: K, royal
  T turret: fR, turns any
  Q queen: Q
  P pawn: fmWfcF

rules
  promotion of P: on last rank, to Q or T, facing any way

setup standard
  . p k p p t
  P p p p p p
  . . . . . .
  . . . . . .
  . P P P P P
  T P K P P T

endings
  checkmated: loses
  stalemated: draw
`;

/** @param {{ width: number, height: number }} viewport @param {string} path */
async function phone(viewport, path) {
  const context = await world.browser.newContext({ viewport, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(world.url + path);
  await page.locator('.board .man').first().waitFor();
  await ready(page);
  return { page, context };
}

/**
 * Checks that each choice is large, in sight, over no square and no other one, and has its words.
 * @param {import('playwright-core').Page} page
 * @param {RegExp[]} words
 */
async function assertChoices(page, words) {
  const choices = page.getByRole('menuitem');
  assert.equal(await choices.count(), words.length);
  const { width, height } = page.viewportSize() ?? assert.fail();
  const field = (await page.locator('.board-cells').boundingBox()) ?? assert.fail();
  const boxes = [];
  for (const [at, choice] of (await choices.all()).entries()) {
    await choice.scrollIntoViewIfNeeded();
    const box = (await choice.boundingBox()) ?? assert.fail();
    assert.ok(box.width >= LEAST && box.height >= LEAST, `${box.width}x${box.height}`);
    assert.ok(box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height, JSON.stringify(box));
    assert.ok(box.y >= field.y + field.height - 1 || box.x >= field.x + field.width - 1, 'it is over the board');
    assert.match(await choice.innerText(), words[at] ?? /^$/);
    boxes.push(box);
  }
}

for (const [name, viewport] of Object.entries({ upright: UPRIGHT, 'on its side': LYING })) {
  test(`turns and promotions are words that a finger hits, ${name}`, async () => {
    const { page, context } = await phone(viewport, '#game=weakest');
    await square(page, 'e2').tap();
    await assertChoices(page, [/^turns left$/, /^flips: may capture$/, /^turns right$/]);
    await page.getByRole('menuitem', { name: 'flips' }).tap();
    await ready(page);
    assert.deepEqual(await moves(page), ['e2 flips']);
    // How long a side may go on so is read in full.
    const count = page.locator('.count-name').filter({ hasText: /^white's turns and flips in a row$/i });
    assert.ok(await count.evaluate(name => name.clientWidth > 0 && name.scrollWidth <= name.clientWidth));
    // A finger that has chosen a man goes on to choose another, or a square.
    await square(page, 'e7').tap();
    await square(page, 'd7').tap();
    assert.match(await says(page, 'd7'), /chosen/);
    await square(page, 'd6').tap();
    await ready(page);
    assert.deepEqual(await moves(page), ['e2 flips', 'd6']);
    await context.close();
  });

  test(`a promotion says what the man becomes and how it will stand, ${name}`, async () => {
    const { page, context } = await phone(viewport, `#text=${encodeURIComponent(TURRET)}`);
    await square(page, 'a5').tap();
    await square(page, 'a6').tap();
    const facings = ['southwest', 'west', 'northwest', 'north', 'northeast', 'east', 'southeast', 'south'];
    await assertChoices(page, [/^Queen$/, ...facings.map(wind => new RegExp(`^Turret, facing ${wind}$`))]);
    await page.getByRole('menuitem', { name: 'a6=T@s', exact: true }).tap();
    await ready(page);
    assert.match(await says(page, 'a6'), /White Turret on a6, facing south/);
    await context.close();
  });
}

test('a mouse on the same page has the choices around the man', async () => {
  const { page, context } = await phone({ width: 1280, height: 800 }, '#game=weakest');
  await square(page, 'e2').click();
  const choice = (await page.getByRole('menuitem').first().boundingBox()) ?? assert.fail();
  const man = (await square(page, 'e2').boundingBox()) ?? assert.fail();
  assert.ok(Math.hypot(choice.x - man.x, choice.y - man.y) < 1.5 * man.width);
  await context.close();
});

test('a phone on its side has board and controls side by side, with a board that fills its height', async () => {
  for (const viewport of [LYING, { width: 667, height: 375 }, { width: 932, height: 430 }]) {
    const { page, context } = await phone(UPRIGHT, '#game=fide');
    await page.setViewportSize(viewport);
    const size = `${viewport.width}x${viewport.height}`;
    assert.equal(await page.locator('.editor').isVisible(), false, size);
    const board = (await page.locator('.board-frame').boundingBox()) ?? assert.fail();
    // The narrowest phones need the width for the controls.
    const least = (viewport.width < 720 ? 0.8 : 0.95) * viewport.height;
    assert.ok(board.height >= least, `${size}: the board is ${board.height} high`);
    assert.ok(board.y >= -1 && board.y + board.height <= viewport.height + 1, `${size}: from ${board.y}`);
    for (const place of ['#state', '#controls', '[role="tablist"]', '.top']) {
      const beside = (await page.locator(place).boundingBox()) ?? assert.fail(place);
      assert.ok(beside.x >= board.x + board.width && beside.x + beside.width <= viewport.width + 1, `${size}: ${place} at ${beside.x}`);
    }
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), size);
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    assert.ok(await page.locator('.editor').isVisible(), size);
    await context.close();
  }
});

test('everything that a finger touches is large enough', async () => {
  for (const viewport of [UPRIGHT, LYING]) {
    const { page, context } = await phone(viewport, '#game=crazyhouse');
    const small = async (/** @type {string} */ where) => {
      const found = await page.evaluate(least => {
        const touched = document.querySelectorAll('button, select, summary, input:not(.segment input), .segment');
        return [...touched].flatMap(one => {
          if (!one.checkVisibility({ visibilityProperty: true }) || one.closest('.board-cells')) return [];
          const { width, height } = one.getBoundingClientRect();
          if (one.matches('input[type="checkbox"]')) return [];
          return width < least - 0.5 || height < least - 0.5 ? [`${one.outerHTML.slice(0, 90)} ${width}x${height}`] : [];
        });
      }, LEAST);
      assert.deepEqual(found, [], `${where} at ${viewport.width}x${viewport.height}`);
    };
    await square(page, 'e2').tap();
    await square(page, 'e4').tap();
    await ready(page);
    await small('a game');
    for (const name of ['Analyse', 'Position', 'Test']) {
      await page.getByRole('tab', { name }).tap();
      await small(name);
    }
    await page.getByRole('tab', { name: 'Play' }).tap();
    await page.locator('.setup summary').tap();
    await small('a new game');
    await page.getByRole('button', { name: 'Settings' }).tap();
    await small('settings');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu' }).tap();
    await small('the menu');
    await context.close();
  }
});

test('a hint is seen on the board, wherever its button stands', async () => {
  for (const viewport of [UPRIGHT, LYING, { width: 360, height: 640 }]) {
    const { page, context } = await phone(viewport, '#game=fide');
    const hint = page.getByRole('button', { name: 'Hint', exact: true });
    await hint.scrollIntoViewIfNeeded();
    await hint.tap();
    // An arrow straight up has a box without width, which Playwright takes for hidden.
    await page.locator('.board-picture .pointer').first().waitFor({ state: 'attached' });
    const size = `${viewport.width}x${viewport.height}`;
    const board = (await page.locator('.board-frame').boundingBox()) ?? assert.fail();
    assert.ok(board.y >= -1 && board.y + board.height <= viewport.height + 1, `${size}: from ${board.y}, ${board.height} high`);
    await context.close();
  }
});
