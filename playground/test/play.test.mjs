// Games against the engine and between engines, taking back, hints, clocks, analysis, game texts.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { choose, ready, start } from './browser.mjs';
import { click, drag, moves, openGame, panel, says, seat, square, standing, startFrom } from './table.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

/** @param {string} game @param {object} options */
const game = (game, options = {}) => openGame(world, game, options);

/** Waits until so many moves are in the list. @param {import('playwright-core').Page} page @param {number} count */
const played = (page, count) =>
  page
    .locator('.movelist:visible .move')
    .nth(count - 1)
    .waitFor();

/** @param {import('playwright-core').Page} page @param {string} name */
const button = (page, name) => page.getByRole('button', { name, exact: true });

test('the engine answers, and a person takes back his move with the answer', async () => {
  const { page, context, assertQuiet } = await game('demichess');
  await seat(page);
  await drag(page, 'e2', 'e3');
  await played(page, 2);
  assert.match(await standing(page), /^White to move/);
  await button(page, 'Take back').click();
  await ready(page);
  assert.deepEqual(await moves(page), []);
  assert.match(await says(page, 'e2'), /Pawn/);
  await context.close();
  assertQuiet();
});

test('the engine begins when it has White, and the board is turned round', async () => {
  const { page, context, assertQuiet } = await game('fide');
  await seat(page, { colour: 'black' });
  await played(page, 1);
  assert.equal(await page.locator('.board-cell').first().getAttribute('data-square'), 'h1');
  await drag(page, 'e7', 'e6');
  await played(page, 3);
  await context.close();
  assertQuiet();
});

test('what Weakfish has learned about a game comes with its first search; without it, the page says so once', async () => {
  const { page, context } = await game('fide');
  let asked = 0;
  await page.route('**/fide.weights.*.txt', route => {
    asked += 1;
    return route.fulfill({ status: 404, body: '' });
  });
  await seat(page, { colour: 'black' });
  await played(page, 1);
  await page.getByText('What Weakfish has learned about this game could not be loaded').waitFor();
  await drag(page, 'e7', 'e6');
  await played(page, 3);
  assert.equal(asked, 1);
  await context.close();
});

test('two engines play until they are paused', async () => {
  const { page, context, assertQuiet } = await game('weakest');
  await seat(page, { opponent: 'engines', patience: '0.2' });
  await played(page, 3);
  await button(page, 'Pause').click();
  const before = (await moves(page)).length;
  await page.waitForTimeout(900);
  assert.ok((await moves(page)).length <= before + 1);
  await button(page, 'Resume').click();
  await played(page, before + 2);
  await context.close();
  assertQuiet();
});

test('a hint points at a legal move', async () => {
  const { page, context } = await game('feeble');
  await button(page, 'Hint').click();
  await page.getByText(/^Try /).waitFor();
  assert.ok((await page.locator('.board-picture .pointer').count()) > 0);
  await drag(page, 'c1', 'e3');
  await page.waitForFunction(() => document.querySelectorAll('.board-picture .pointer').length === 0);
  await context.close();
});

test('analysis follows the board, shows lines and a bar, and stops', async () => {
  const { page, context, assertQuiet } = await game('fide');
  await panel(page, 'Analyse');
  await button(page, 'Analyse').click();
  await page.locator('.lines li').nth(2).waitFor();
  assert.ok(await page.getByRole('meter', { name: /chances/ }).isVisible());
  // A line of the first depths may have one move.
  await page.waitForFunction(() => document.querySelectorAll('.lines li:first-child .line-number').length >= 2);
  const numbers = await page.locator('.lines li').first().locator('.line-number').allInnerTexts();
  assert.deepEqual(numbers.slice(0, 2), ['1.', '2.']);
  await page.locator('.line-move').first().click();
  await played(page, 1);
  await page.waitForFunction(() => document.querySelector('.lines .line-number')?.textContent === '1 …');
  await page.locator('.lines li').nth(2).waitFor();
  await page.selectOption('[aria-label="Number of lines"]', '1');
  await page.waitForFunction(() => document.querySelectorAll('.lines li').length === 1);
  await button(page, 'Stop').click();
  assert.equal(await page.getByRole('meter', { name: /chances/ }).isVisible(), false);
  assert.match(await page.locator('.analysis-state').innerText(), /stopped/);
  await context.close();
  assertQuiet();
});

test('a mate in two is found and shown as such', async () => {
  const { page, context } = await game('fide');
  await startFrom(page, '7k/8/8/8/8/8/R7/KR6 w - - 0 1');
  await panel(page, 'Analyse');
  await button(page, 'Analyse').click();
  await page.locator('.lines .score', { hasText: /^#2$/ }).first().waitFor();
  await context.close();
});

test('a finished game is analysed before its last move, and a resignation that nobody confirms is none', async () => {
  const { page, context } = await game('fide');
  await startFrom(page, '7k/8/6K1/8/8/8/R7/8 w - - 0 1');
  await drag(page, 'a2', 'a1');
  await drag(page, 'h8', 'g8');
  await button(page, 'Resign').click();
  await page.getByText('Not resigned.').waitFor();
  await drag(page, 'a1', 'a8');
  assert.match(await standing(page), /White wins/);
  await button(page, 'Analyse').click();
  await page.locator('.lines .score', { hasText: /^#1$/ }).first().waitFor();
  assert.match(await standing(page), /White to move/);
  await context.close();
});

test('each move has the colour of its exact value where few men are left', async () => {
  const { page, context, assertQuiet } = await game('fide');
  await startFrom(page, '8/8/8/8/8/2k5/8/KQ6 w - - 0 1');
  await panel(page, 'Analyse');
  await button(page, 'Analyse').click();
  await page.locator('.lines .score', { hasText: /^#6$/ }).first().waitFor();
  assert.match(await page.locator('.analysis-state').innerText(), /White wins in 6 moves/);
  const counts = await Promise.all(['win', 'draw'].map(value => page.locator(`.values .value.${value}`).count()));
  assert.deepEqual(counts, [17, 4]);
  await button(page, 'Qe4 wins in 6 moves').waitFor();
  await click(page, 'b1');
  assert.equal(await page.locator('.board-picture .moves.draw').count(), 4);
  assert.ok((await page.locator('.board-picture .moves.win').count()) > 10);
  // Nobody needs to tell the colours apart.
  assert.equal(await page.locator('.board-picture .sign.draw', { hasText: /^=$/ }).count(), 4);
  assert.ok((await page.locator('.board-picture .sign.win', { hasText: /^\+$/ }).count()) > 10);
  assert.equal(await says(page, 'e4'), 'e4, empty, can be reached, wins in 6 moves');
  assert.match(await page.locator('.values-legend').innerText(), /\+ wins.*= draws.*− loses/);
  await button(page, 'Qe4 wins in 6 moves').click();
  await played(page, 1);
  await page.locator('.values .value.loss').first().waitFor();
  await context.close();
  assertQuiet();
});

test('the list of moves leads to each position, and another move can be tried there', async () => {
  const { page, context, assertQuiet } = await game('fide');
  await drag(page, 'e2', 'e4');
  await drag(page, 'e7', 'e5');
  await drag(page, 'g1', 'f3');
  await page.locator('.move', { hasText: /^e4$/ }).click();
  await ready(page);
  assert.match(await standing(page), /^Black/);
  assert.equal(await says(page, 'e5'), 'e5, empty');
  assert.deepEqual(await moves(page), ['e4', 'e5', 'Nf3']);
  assert.equal(await page.locator('.move[aria-current]').innerText(), 'e4');
  await button(page, 'To the end').click();
  await ready(page);
  assert.match(await says(page, 'f3'), /Knight/);
  await button(page, 'To the start').click();
  await ready(page);
  await drag(page, 'd2', 'd4');
  assert.deepEqual(await moves(page), ['d4']);
  await context.close();
  assertQuiet();
});

test('clocks run down, and who has no time left loses', async () => {
  const { page, context } = await game('fide');
  await seat(page, { opponent: 'person', times: '60 0' });
  await drag(page, 'e2', 'e4');
  await page.locator('.clock-black.running').waitFor();
  assert.equal(await page.locator('.clock-white').innerText(), '1:00');
  await page.waitForFunction(() => /0:5\d/.test(document.querySelector('.clock-black')?.textContent ?? ''));
  await drag(page, 'e7', 'e5');
  await page.locator('.clock-white.running').waitFor();
  await context.close();
});

test('a player resigns, and the game is over', async () => {
  const { page, context } = await game('fide');
  await drag(page, 'e2', 'e4');
  await button(page, 'Resign').dblclick();
  assert.match(await standing(page), /White wins/);
  await drag(page, 'e7', 'e5');
  assert.equal((await moves(page)).length, 1);
  // The first step back is the resignation, the second the move.
  await button(page, 'Take back').click();
  assert.match(await standing(page), /Black to move/);
  assert.deepEqual(await moves(page), ['e4']);
  await button(page, 'Take back').click();
  await ready(page);
  assert.deepEqual(await moves(page), []);
  await drag(page, 'e2', 'e4');
  await button(page, 'Resign').dblclick();
  // What the analysis of this game showed is no advice in the next one.
  await button(page, 'Analyse').click();
  await page.getByRole('tab', { name: 'Play' }).click();
  assert.equal(await page.getByRole('button', { name: 'Analysis', exact: true }).getAttribute('aria-pressed'), 'true');
  await button(page, 'Play again').click();
  await ready(page);
  assert.match(await standing(page), /White to move/);
  assert.equal(await page.getByRole('button', { name: 'Analysis', exact: true }).getAttribute('aria-pressed'), 'false');
  await context.close();
});

test('a game is written as a text and as PGN, and read again', async () => {
  const { page, context, assertQuiet } = await game('fide');
  await drag(page, 'e2', 'e4');
  await drag(page, 'e7', 'e5');
  await page.getByText('Game as text').click();
  const area = page.getByRole('textbox', { name: 'Game as text' });
  for (const [name, sign] of /** @type {const} */ ([
    ['Write as game text', /e4/],
    ['Write as PGN', /\[Variant|\[Event/],
  ])) {
    await button(page, name).click();
    await page.waitForFunction(
      sign => new RegExp(sign).test(/** @type {HTMLTextAreaElement} */ (document.querySelector('.texts textarea')).value),
      sign.source,
    );
    const text = await area.inputValue();
    await seat(page, { opponent: 'person' });
    assert.deepEqual(await moves(page), []);
    await area.fill(text);
    await button(page, 'Read this text').click();
    await played(page, 2);
    assert.deepEqual(await moves(page), ['e4', 'e5']);
  }
  // A text with a fault leaves the game as it was.
  await area.fill('1. d4 d5 2. Ke4');
  await button(page, 'Read this text').click();
  await page.waitForFunction(() => /King/.test(document.querySelector('.texts .message')?.textContent ?? ''));
  assert.deepEqual(await moves(page), ['e4', 'e5']);
  assert.equal(
    await area.evaluate(area => {
      const { value, selectionStart, selectionEnd } = /** @type {HTMLTextAreaElement} */ (area);
      return value.slice(selectionStart, selectionEnd);
    }),
    'Ke4',
  );
  await context.close();
  assertQuiet();
});

test('a series is counted, ended by a button, and listed as one turn', async () => {
  const { page, context, assertQuiet } = await game('gearshift');
  await drag(page, 'e2', 'e4');
  assert.match(await page.locator('.table-counts').innerText(), /Series/);
  await drag(page, 'e7', 'e5');
  await drag(page, 'd7', 'd5');
  assert.match(await standing(page), /^White/);
  await drag(page, 'g1', 'f3');
  await button(page, 'End the series').click();
  await ready(page);
  assert.match(await standing(page), /^Black/);
  assert.deepEqual(await page.locator('.round').nth(0).locator('.turn').nth(1).locator('.move').allInnerTexts(), ['e5', 'd5']);
  await context.close();
  assertQuiet();
});

test('a draw by repetition is claimed', async () => {
  const { page, context } = await game('fide');
  for (let time = 0; time < 2; time++) {
    for (const [from, to] of /** @type {const} */ ([
      ['g1', 'f3'],
      ['g8', 'f6'],
      ['f3', 'g1'],
      ['f6', 'g8'],
    ]))
      await drag(page, from, to);
  }
  const claim = page.getByRole('button', { name: /^Claim a draw/ });
  if (await claim.count()) await claim.click();
  assert.match(await standing(page), /^Draw/);
  await click(page, 'e2');
  assert.equal(await page.locator('.board-cell[aria-selected="true"]').count(), 0);
  await context.close();
});

test('a move in advance is made when its turn comes, and given up with Escape', async () => {
  const { page, context, assertQuiet } = await game('fide');
  await seat(page, { level: 20, patience: '10' });
  await drag(page, 'e2', 'e4');
  await click(page, 'd2');
  await click(page, 'd3');
  await page.locator('.board-picture .premove').first().waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.board-picture .premove').count(), 0);
  await drag(page, 'g2', 'g3');
  await played(page, 3);
  assert.equal((await moves(page))[2], 'g3');
  await context.close();
  assertQuiet();
});

test('sounds are off until they are wanted, and that is kept', async () => {
  const { page, context, assertQuiet } = await game('fide');
  await page.evaluate(() => {
    const { start } = OscillatorNode.prototype;
    document.body.dataset['tones'] = '0';
    OscillatorNode.prototype.start = function (...when) {
      document.body.dataset['tones'] = String(Number(document.body.dataset['tones']) + 1);
      return start.apply(this, when);
    };
  });
  const tones = () => page.evaluate(() => document.body.dataset['tones']);
  await drag(page, 'e2', 'e4');
  assert.equal(await tones(), '0');
  await button(page, 'Sounds').click();
  await drag(page, 'e7', 'e5');
  assert.equal(await tones(), '1');
  await page.reload();
  await ready(page);
  assert.equal(await button(page, 'Sounds').getAttribute('aria-pressed'), 'true');
  await context.close();
  assertQuiet();
});

test('after the end another game begins with the same players or with sides exchanged, or the game is analysed', async () => {
  const { page, context, assertQuiet } = await game('fide');
  await seat(page, { level: 2 });
  await drag(page, 'e2', 'e4');
  await played(page, 2);
  await button(page, 'Resign').dblclick();
  assert.equal(await page.locator('.game-result:visible').innerText(), '0–1 · White resigns.');
  await button(page, 'Swap sides').click();
  await played(page, 1);
  assert.deepEqual(await page.locator('.seat-name').allInnerTexts(), ['You', 'Weakfish'].reverse());
  assert.match(await page.locator('.board-edge.edge-white').innerText(), /Weakfish\s+Beginner/);
  await button(page, 'Resign').dblclick();
  await button(page, 'Analyse').click();
  await page.locator('.lines li').first().waitFor();
  // Another game begins without analysis, and the person has White again.
  await choose(page, 'Feeble Chess');
  assert.equal(await button(page, 'Analysis').getAttribute('aria-pressed'), 'false');
  assert.deepEqual(await page.locator('.seat-name').allInnerTexts(), ['Weakfish', 'You']);
  assert.match(await standing(page), /White to move/);
  await context.close();
  assertQuiet();
});

test('captured men stand beside the name of who has captured them', async () => {
  const { page, context } = await game('fide');
  for (const [from, to] of /** @type {const} */ ([['e2', 'e4'], ['d7', 'd5'], ['e4', 'd5'], ['d8', 'd5'], ['b1', 'c3'], ['d5', 'a2'], ['c3', 'a2']])) {
    await drag(page, from, to);
  }
  const taken = (/** @type {string} */ side) => page.locator(`.edge-${side} .seat-taken`).getAttribute('aria-label');
  assert.equal(await taken('white'), 'Captured: Queen, Pawn');
  assert.equal(await taken('black'), 'Captured: 2 × Pawn');
  await button(page, 'To the start').click();
  await ready(page);
  assert.equal(await taken('white'), 'Captured: no men');
  await context.close();
});

test('a move with a wall asks for its square, with the man where it goes', async () => {
  const { page, context, assertQuiet } = await game('duck-chess');
  await click(page, 'e2');
  await click(page, 'e4');
  assert.match(await page.locator('.table-hint').innerText(), /^Now place the (duck|wall)\.$/);
  const [man, target] = await Promise.all([
    page.locator('.board .man-place').filter({ has: page.locator('[transform]') }).first().boundingBox(),
    square(page, 'e4').boundingBox(),
  ]);
  assert.ok(man && target && Math.abs(man.y + man.height / 2 - target.y - target.height / 2) < target.height / 3);
  await click(page, 'e6');
  assert.equal((await moves(page)).length, 1);
  assert.match(await says(page, 'e4'), /White Pawn/);
  await context.close();
  assertQuiet();
});

test('clicks that come before the answer make no move for the other side', async () => {
  const { page, context, assertQuiet } = await game('duck-chess');
  await seat(page, { level: 2 });
  for (const name of ['a2', 'a4', 'a2', 'g1', 'h3', 'g1']) await square(page, name).click({ delay: 0 });
  await played(page, 2);
  await ready(page);
  assert.equal(await page.locator('.variation').count(), 0);
  assert.ok((await moves(page)).every(text => !/^[a-h][1-8][a-h][1-8],/.test(text)), String(await moves(page)));
  assert.match(await standing(page), /^White to move/);
  await context.close();
  assertQuiet();
});
