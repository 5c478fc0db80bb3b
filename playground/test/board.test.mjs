// The board in a browser: mouse, finger, keyboard, ring of choices, reasons, and what a screen reader is told.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { choose, open, ready, start } from './browser.mjs';
import { click, drag, moves, openGame, says, square, standing, startFrom, type } from './table.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

/** @param {string} game @param {object} options */
const game = (game, options = {}) => openGame(world, game, options);

test('a man is moved by two clicks', async () => {
  const { page, context, assertQuiet } = await game('fide');
  await click(page, 'e2');
  assert.match(await says(page, 'e2'), /chosen/);
  assert.match(await says(page, 'e4'), /can be reached/);
  assert.doesNotMatch(await says(page, 'e5'), /can be/);
  await click(page, 'e4');
  assert.match(await says(page, 'e4'), /White Pawn/);
  assert.equal(await says(page, 'e2'), 'e2, empty');
  assert.deepEqual(await moves(page), ['e4']);
  assert.match(await standing(page), /^Black to move/);
  await context.close();
  assertQuiet();
});

test('a man is dragged, and an illegal drag is answered with the reason', async () => {
  const { page, context, assertQuiet } = await game('fide');
  await drag(page, 'g1', 'f3');
  assert.deepEqual(await moves(page), ['Nf3']);
  await drag(page, 'e7', 'e4');
  await page.locator('.board-note:visible').waitFor();
  assert.match(await page.locator('.board-note').innerText(), /Pawn on e7/);
  assert.equal(await page.locator('.board-live').innerText(), await page.locator('.board-note').innerText());
  assert.equal((await moves(page)).length, 1);
  await click(page, 'e7');
  assert.equal(await page.locator('.board-note').isVisible(), false);
  await context.close();
  assertQuiet();
});

test('the other side has no men to choose', async () => {
  const { page, context } = await game('fide');
  await click(page, 'e7');
  assert.doesNotMatch(await says(page, 'e7'), /chosen/);
  await drag(page, 'e7', 'e5');
  assert.deepEqual(await moves(page), []);
  await context.close();
});

test('a finger taps and drags', async () => {
  const context = await world.browser.newContext({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(`${world.url}#game=fide`);
  await page.locator('.board .man').first().waitFor();
  await square(page, 'e2').tap();
  await square(page, 'e4').tap();
  await ready(page);
  assert.match(await says(page, 'e4'), /White Pawn/);
  const session = await context.newCDPSession(page);
  const place = async (/** @type {string} */ name) => {
    const box = await square(page, name).boundingBox();
    assert.ok(box);
    return [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  };
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: await place('e7') });
  for (const name of ['e6', 'e5'])
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: await place(name) });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await ready(page);
  assert.match(await says(page, 'e5'), /Black Pawn/);
  // The page has no need to be scrolled sideways.
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await context.close();
});

test('the keyboard alone moves men', async () => {
  const { page, context, assertQuiet } = await game('fide');
  await square(page, 'a1').focus();
  await page.keyboard.type('e2');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press(' ');
  await ready(page);
  assert.deepEqual(await moves(page), ['e4']);
  assert.match(await page.locator('.board-live').innerText(), /White: e4/);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-square')), 'e4');
  assert.equal(await page.locator('.board-cell[tabindex="0"]').count(), 1);
  await context.close();
  assertQuiet();
});

test('one click shows the turns of a man around it, and one of them is played', async () => {
  const { page, context, assertQuiet } = await game('feeble');
  const before = await says(page, 'c1');
  assert.match(before, /facing northeast/);
  await click(page, 'c1');
  const ring = page.getByRole('menu');
  assert.equal(await ring.getByRole('menuitem').count(), 2);
  assert.match(await says(page, 'e3'), /can be reached/);
  await page.keyboard.press('Escape');
  assert.equal(await ring.count(), 0);
  await click(page, 'c1');
  await ring.getByRole('menuitem', { name: 'Ac1 turns left' }).click();
  await ready(page);
  assert.match(await says(page, 'c1'), /facing northwest/);
  assert.deepEqual(await moves(page), ['Ac1 turns left']);
  await page.locator('.table-counts').getByText(/^white's turns in a row: 1 of 4$/i).waitFor();
  await context.close();
  assertQuiet();
});

test('turns are in the direction into which the man will face, either way round', async () => {
  const { page, context } = await game('feeble');
  for (const flipped of [false, true]) {
    if (flipped) await page.getByRole('button', { name: 'Flip the board' }).click();
    await click(page, 'c1');
    const man = await square(page, 'c1').boundingBox();
    const turn = await page.getByRole('menuitem', { name: 'Ac1 turns left' }).boundingBox();
    assert.ok(man && turn);
    const left = turn.x + turn.width / 2 < man.x + man.width / 2;
    assert.equal(left, !flipped);
    await page.keyboard.press('Escape');
  }
  await context.close();
});

test('the keyboard reaches the ring by a second Enter', async () => {
  const { page, context } = await game('weakest');
  await square(page, 'a1').focus();
  await page.keyboard.type('e2');
  await page.keyboard.press('Enter');
  assert.match(await page.locator('.board-live').innerText(), /Enter again/);
  assert.match(await page.locator('.table-hint').innerText(), /Enter again/);
  await page.keyboard.press('Enter');
  await page.locator('.table-hint', { hasText: 'Escape' }).waitFor();
  const place = () => page.evaluate(() => document.activeElement?.getBoundingClientRect().x ?? 0);
  await page.keyboard.press('Home');
  const before = await place();
  await page.keyboard.press('ArrowLeft');
  const left = await place();
  assert.ok(left <= before);
  await page.keyboard.press('ArrowRight');
  assert.ok((await place()) > left);
  const chosen = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await page.keyboard.press('Enter');
  await ready(page);
  assert.deepEqual(await moves(page), [chosen]);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-square')), 'e2');
  await context.close();
});

test('a promotion is chosen in a ring, or given up', async () => {
  const { page, context, assertQuiet } = await game('fide');
  await startFrom(page, '7k/P7/8/8/8/8/8/K7 w - - 0 1');
  await drag(page, 'a7', 'a8');
  const ring = page.getByRole('menu');
  assert.equal(await ring.getByRole('menuitem').count(), 4);
  await page.keyboard.press('Escape');
  assert.match(await says(page, 'a7'), /White Pawn/);
  await click(page, 'a8');
  await ring.getByRole('menuitem', { name: /N/ }).click();
  await ready(page);
  assert.match(await says(page, 'a8'), /White Knight/);
  await context.close();
  assertQuiet();
});

test('a move that may turn the man asks how it will stand', async () => {
  const { page, context } = await game('turning');
  await drag(page, 'a2', 'a4');
  const choices = page.getByRole('menuitem');
  assert.equal(await choices.count(), 3);
  await page.getByRole('menuitem', { name: 'a4 turning left' }).click();
  await ready(page);
  assert.match(await says(page, 'a4'), /facing northwest/);
  await context.close();
});

/** A man whose choices lie beside men of its own. */
const TURRET = `game "Turret"
board: 6x6
first: white
black: mirrors white

men
  K king: K, royal
  T turret: fR, turns 45 or 90
  P pawn: fmWfcF

rules
  promotion of P: on last rank, to T, facing any way

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

/** @param {{ width?: number, height?: number }} options */
async function turret(options = {}) {
  const opened = await open(world, { path: `#text=${encodeURIComponent(TURRET)}`, ...options });
  await opened.page.locator('.board .man').first().waitFor();
  return opened;
}

test('a click on the man beside chooses that man, and plays no turn', async () => {
  for (const width of [1280, 360]) {
    const { page, context, assertQuiet } = await turret({ width });
    await click(page, 'a1');
    assert.equal(await page.getByRole('menuitem').count(), 4);
    // The mouse passes over the choice on its way.
    await page.getByRole('menuitem', { name: 'turns 90 right' }).hover();
    await page.waitForTimeout(150);
    await click(page, 'b1');
    assert.match(await says(page, 'b1'), /chosen/, `width ${width}`);
    assert.deepEqual(await moves(page), []);
    await context.close();
    assertQuiet();
  }
});

test('choices at the right edge need no scroll bar', async () => {
  for (const width of [1280, 1024, 360]) {
    const { page, context } = await turret({ width });
    await click(page, 'f1');
    const choices = page.getByRole('menuitem');
    for (const choice of await choices.all()) {
      await choice.hover();
      await choice.focus();
      await page.keyboard.press('Home');
      await choice.focus();
      const scrolls = await page.evaluate(() =>
        ['#board', '#game', 'html'].filter(name => {
          const place = document.querySelector(name);
          const scrolled = name === 'html' || (place && getComputedStyle(place).overflowX !== 'visible');
          return place && scrolled && place.scrollWidth > place.clientWidth;
        }),
      );
      assert.deepEqual(scrolls, [], `width ${width}`);
    }
    await context.close();
  }
});

test('a promotion that chooses a facing has each on its side', async () => {
  const { page, context } = await turret();
  await drag(page, 'a5', 'a6');
  const middle = async (/** @type {string} */ wind) => {
    const box = await page.locator(`.ring-choice[data-move$="@${wind}"]`).boundingBox();
    assert.ok(box, wind);
    return { x: box.x, y: box.y };
  };
  const [north, east, south, west] = await Promise.all(['n', 'e', 's', 'w'].map(middle));
  assert.ok(north && east && south && west);
  assert.ok(north.y < east.y && east.y < south.y && west.x < north.x && north.x < east.x);
  await context.close();
});

test('a board turned round is read from Black’s side', async () => {
  const { page, context } = await game('fide');
  assert.equal(await page.locator('.board-cell').first().getAttribute('data-square'), 'a8');
  await page.getByRole('button', { name: 'Flip the board' }).click();
  assert.equal(await page.locator('.board-cell').first().getAttribute('data-square'), 'h1');
  await drag(page, 'e2', 'e4');
  assert.deepEqual(await moves(page), ['e4']);
  await context.close();
});

test('a man that has no move says so when it is chosen, and why', async () => {
  const { page, context, assertQuiet } = await game('fide');
  const note = page.locator('.board-note:visible');
  await click(page, 'a1');
  await note.filter({ hasText: /^The Rook on a1 has no move here\. .*Pawn on a2/ }).waitFor();
  assert.equal(await page.locator('.board-live').innerText(), await note.innerText());
  await click(page, 'e2');
  await note.waitFor({ state: 'hidden' });
  await square(page, 'e1').focus();
  await page.keyboard.press('Enter');
  await note.filter({ hasText: /^The King on e1 has no move here\. .*stands there/ }).waitFor();
  await startFrom(page, '4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1');
  await click(page, 'e2');
  await note.filter({ hasText: /^The Bishop on e2 has no move here\. .*attacked/ }).waitFor();
  await context.close();
  assertQuiet();
});

test('a hint is seen on the board, whatever is chosen', async () => {
  const { page, context } = await game('fide');
  await click(page, 'b1');
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText(/^Try /).waitFor();
  assert.equal(await page.locator('.board-picture .pointer.head').count(), 1);
  await context.close();
});

test('what was said of a typed move goes with its position', async () => {
  const { page, context, assertQuiet } = await game('fide');
  const field = page.getByRole('combobox', { name: 'Type a move' });
  const answer = page.locator('#typed-answer');
  const refuse = async () => {
    await field.fill('Ke5');
    await field.press('Enter');
    await answer.filter({ hasText: /./ }).waitFor();
  };
  const assertClear = async () => {
    await ready(page);
    assert.equal(await answer.innerText(), '');
    assert.equal(await field.inputValue(), '');
  };
  await refuse();
  await drag(page, 'e2', 'e4');
  await assertClear();
  await refuse();
  await page.getByRole('button', { name: 'Take back' }).click();
  await assertClear();
  await refuse();
  await choose(page, 'Feeble Chess');
  await assertClear();
  await refuse();
  await page.goBack();
  await page.goBack();
  await page.waitForFunction(() => document.title.startsWith('Chess'));
  await assertClear();
  await context.close();
  assertQuiet();
});

test('moves are typed as people and as programs write them', async () => {
  const { page, context } = await game('fide');
  const field = page.getByRole('combobox', { name: 'Type a move' });
  await type(page, 'Nf3', 'e7e5');
  assert.deepEqual(await moves(page), ['Nf3', 'e5']);
  await field.fill('Ke4');
  await field.press('Enter');
  await page.locator('#typed-answer:not(:empty)').waitFor();
  assert.match(await page.locator('#typed-answer').innerText(), /King/);
  await context.close();
});

test('a king in check is said, and so is mate', async () => {
  const { page, context } = await game('fide');
  await type(page, 'e4', 'e5', 'Bc4', 'Nc6', 'Qh5', 'Nf6', 'Qxf7#');
  assert.match(await standing(page), /White wins/);
  assert.match(await page.locator('.board-live').innerText(), /checkmate/);
  assert.match(await says(page, 'e8'), /in check/);
  await click(page, 'g8');
  assert.equal(await page.locator('.board-cell[aria-selected="true"]').count(), 0);
  await context.close();
});

test('nothing slides for those who want less motion', async () => {
  const { page, context } = await game('fide');
  // Slides are over soon: they are counted as they begin.
  await page.evaluate(() => {
    const { animate } = Element.prototype;
    document.body.dataset['slides'] = '0';
    Element.prototype.animate = function (...how) {
      document.body.dataset['slides'] = String(Number(document.body.dataset['slides']) + 1);
      return animate.apply(this, how);
    };
  });
  const slides = () => page.evaluate(() => Number(document.body.dataset['slides']));
  const field = page.locator('#typed-move');
  const move = async (/** @type {string} */ text) => {
    await field.fill(text);
    await field.press('Enter');
    await page.locator(`[data-square="${text}"][aria-label*="Pawn"]`).waitFor();
  };
  await move('e4');
  assert.equal(await slides(), 1);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await move('e5');
  assert.equal(await slides(), 1);
  await context.close();
});
