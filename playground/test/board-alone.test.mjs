// The board without the page: arrows and circles, moves in advance, and the drawing of boards of every style.
// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import { start } from './browser.mjs';

const source = path.join(import.meta.dirname, '..', 'src');

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
/** @type {import('playwright-core').Page} */
let page;
before(async () => {
  const { outputFiles } = await build({
    entryPoints: [path.join(source, 'board/index.ts')], bundle: true, format: 'iife', globalName: 'board', write: false, target: 'es2022',
  });
  world = await start();
  page = await world.browser.newPage({ viewport: { width: 512, height: 520 } });
  await page.setContent('<!doctype html><body><main></main></body>');
  await page.addStyleTag({ content: `main { width: 512px } body { margin: 0 } ${readFileSync(path.join(source, 'board/board.css'), 'utf8')}` });
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
});
after(() => world.stop());

/** Shows another board, with these properties; what it reports is kept. @param {Record<string, unknown>} props */
async function show(props) {
  await page.evaluate(props => {
    const host = /** @type {any} */ (globalThis);
    host.reported = [];
    host.shown?.destroy();
    host.shown = new host.board.Board({ onPremove: (/** @type {unknown} */ move) => host.reported.push(move) });
    host.shown.mount(document.querySelector('main'));
    const man = (/** @type {string} */ square, /** @type {string} */ side) => ({
      square, side, man: 'Pawn', letter: 'P', state: 0, facings: [], symbol: 'pawn', royal: false, crown: false, label: `${side} Pawn on ${square}`,
    });
    const men = [man('e2', 'white'), man('d2', 'white'), man('e7', 'black')];
    host.shown.update({ men, drawings: { pawn: '<circle cx="50" cy="50" r="30"/>' }, ...props });
  }, props);
}

/** @param {string} square */
async function middleOf(square) {
  const box = await page.locator(`.board-cell[data-square="${square}"]`).boundingBox();
  if (!box) throw new Error(`no square ${square}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {string} from @param {string} to @param {'left' | 'right'} button */
async function dragTo(from, to, button) {
  const [start, end] = [await middleOf(from), await middleOf(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down({ button });
  await page.mouse.move(end.x, end.y, { steps: 3 });
  await page.mouse.up({ button });
}

const drawn = () => page.locator('.drawings .drawn:not(.head)').evaluateAll(all => all.map(one => `${one.tagName} ${one.classList[1]}`));
const reported = () => page.evaluate(() => /** @type {any} */ (globalThis).reported.splice(0));

test('the right button draws circles and arrows, and the left one clears them', async () => {
  await show({});
  await dragTo('e4', 'e4', 'right');
  await dragTo('g1', 'f3', 'right');
  assert.deepEqual(await drawn(), ['circle green', 'path green']);
  await page.keyboard.down('Shift');
  await dragTo('g1', 'f3', 'right');
  await page.keyboard.up('Shift');
  await page.keyboard.down('Alt');
  await dragTo('a1', 'a8', 'right');
  await page.keyboard.up('Alt');
  assert.deepEqual(await drawn(), ['circle green', 'path red', 'path blue']);
  await dragTo('e4', 'e4', 'right');
  assert.deepEqual(await drawn(), ['path red', 'path blue']);
  await page.evaluate(() => /** @type {any} */ (globalThis).shown.update({ flipped: true }));
  assert.equal((await drawn()).length, 2);
  await dragTo('c3', 'c3', 'left');
  assert.deepEqual(await drawn(), []);
});

test('a man is moved in advance by two clicks, by a drag and by keys', async () => {
  await show({ mover: null, premoves: 'white' });
  await dragTo('e2', 'e2', 'left');
  await dragTo('e4', 'e4', 'left');
  assert.deepEqual(await reported(), [{ from: 'e2', to: 'e4' }]);
  assert.equal(await page.locator('.premove').count(), 2);
  assert.match((await page.locator('[data-square="e2"]').getAttribute('aria-label')) ?? '', /moves in advance/);
  // Own men can be moved to as well, where they may have been captured by then.
  await dragTo('e2', 'd2', 'left');
  assert.deepEqual(await reported(), [{ from: 'e2', to: 'd2' }]);
  await page.keyboard.press('Escape');
  assert.deepEqual(await reported(), [null]);
  assert.equal(await page.locator('.premove').count(), 0);
  await page.locator('[data-square="d2"]').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  assert.deepEqual(await reported(), [{ from: 'd2', to: 'd3' }]);
  await dragTo('h5', 'h5', 'right');
  assert.deepEqual([await reported(), await drawn()], [[null], []]);
});

test('a move in advance ends when the turn comes, and is none of the other side', async () => {
  await show({ mover: null, premoves: 'white' });
  await dragTo('e7', 'e5', 'left');
  assert.deepEqual(await reported(), []);
  await dragTo('e2', 'e4', 'left');
  await page.evaluate(() => /** @type {any} */ (globalThis).shown.update({ mover: 'white' }));
  assert.equal(await page.locator('.premove').count(), 0);
  await show({ mover: null, premoves: null });
  await dragTo('e2', 'e4', 'left');
  assert.deepEqual(await reported(), [{ from: 'e2', to: 'e4' }].slice(1));
});

test('men are moved by clicks alone, or by drags alone, if that is wanted', async () => {
  for (const [input, byClick, byDrag] of /** @type {const} */ ([['click', 1, 0], ['drag', 0, 1], ['either', 1, 1]])) {
    await show({ mover: null, premoves: 'white', input });
    await dragTo('e2', 'e2', 'left');
    await dragTo('e4', 'e4', 'left');
    assert.equal((await reported()).length, byClick, `${input}: clicks`);
    await show({ mover: null, premoves: 'white', input });
    await dragTo('e2', 'e4', 'left');
    assert.equal((await reported()).length, byDrag, `${input}: a drag`);
  }
});

test('men slide unless they are not to', async () => {
  const slides = (/** @type {boolean} */ animated) =>
    page.evaluate(animated => {
      const { shown } = /** @type {any} */ (globalThis);
      const [first, ...others] = shown.props.men;
      shown.update({ animated, men: [{ ...first, square: first.square === 'e2' ? 'e4' : 'e2' }, ...others] });
      return document.querySelectorAll('.men .man').length && document.getAnimations().length;
    }, animated);
  await show({});
  assert.deepEqual([await slides(true), await slides(false)], [1, 0]);
});

test('names of files and ranks beside a board stand at the middle of what they name, clear of men', async () => {
  for (const style of ['points', 'plain', 'checkered']) {
    const shape = { files: 9, ranks: 10, holes: [], blockLines: null, lines: [], style, river: null, wall: null };
    for (const flipped of [false, true]) {
      await show({ shape, flipped, coordinates: 'outside' });
      const off = await page.evaluate(() => {
        const field = document.querySelector('.board-cells')?.getBoundingClientRect();
        const frame = document.querySelector('.board-frame')?.getBoundingClientRect();
        if (!field || !frame) throw new Error('no board');
        return [...document.querySelectorAll('.coordinates text')].filter(text => {
          const name = text.textContent ?? '';
          const isFile = text.classList.contains('file');
          const cell = document.querySelector(`[data-square="${isFile ? `${name}5` : `e${name}`}"]`)?.getBoundingClientRect();
          const box = text.getBoundingClientRect();
          if (!cell) return true;
          const apart = isFile ? Math.abs(box.x + box.width / 2 - cell.x - cell.width / 2) : Math.abs(box.y + box.height / 2 - cell.y - cell.height / 2);
          const clear = isFile ? box.y >= field.bottom - 1 : box.right <= field.left;
          return apart > 3 || !clear || box.left < frame.left || box.bottom > frame.bottom + 1;
        }).map(text => text.textContent);
      });
      assert.deepEqual(off, [], `${style} ${flipped}`);
      assert.equal(await page.locator('.coordinates text').count(), 19);
    }
  }
  await show({ coordinates: 'off' });
  assert.equal(await page.locator('.coordinates text').count(), 0);
});

test('boards of points and of one colour', async () => {
  const shape = { files: 9, ranks: 10, holes: [], blockLines: null, lines: [['d1', 'f3']], style: 'points', river: 5, wall: null };
  await show({ shape });
  const found = () =>
    page.evaluate(() => {
      const line = /** @type {SVGPathElement} */ (document.querySelector('.board-picture .ground .line'));
      const segments = (line.getAttribute('d') ?? '').match(/M[\d.]+ [\d.]+[hv]-?\d+/g) ?? [];
      const first = document.querySelector('.board-picture .ground .line');
      const box = /** @type {SVGPathElement} */ (first).getBBox();
      return { segments: segments.length, box: [box.x, box.y, box.width, box.height], plain: document.querySelectorAll('.ground .plain').length };
    });
  // Ten ranks of eight lines each, and nine files of nine but for seven over the river.
  assert.deepEqual(await found(), { segments: 10 * 8 + 9 * 9 - 7, box: [32, 32, 8 * 64, 9 * 64], plain: 90 });
  assert.deepEqual(await page.locator('.coordinates .file').allTextContents(), [...'abcdefghi']);
  // Men stand on crossings, in the middle of what is clicked.
  const man = await page.locator('.man-place').first().boundingBox();
  const at = await middleOf('e2');
  assert.ok(man && Math.abs(man.x + man.width / 2 - at.x) < 1 && Math.abs(man.y + man.height / 2 - at.y) < 1);
  await show({ shape: { ...shape, files: 3, ranks: 3, style: 'plain', river: null, lines: [], holes: ['b2'] } });
  const d = (await page.locator('.ground .line').getAttribute('d')) ?? '';
  // Every border of eight squares, of which none is drawn twice: the hole has its four from its neighbours.
  assert.equal(d.length > 0 && (await page.locator('.ground .plain').count()), 8);
});

test('coordinates keep off holes', async () => {
  const shape = { files: 3, ranks: 3, holes: ['a1', 'a3'], blockLines: null, lines: [], style: 'checkered', river: null, wall: null };
  await show({ shape });
  const names = await page.locator('.coordinates text').evaluateAll(all => all.map(one => `${one.textContent} ${one.getAttribute('class')}`));
  assert.deepEqual(names, ['3 rank on-light', '2 rank on-light', '1 rank on-light', 'a file on-light', 'b file on-light', 'c file on-dark']);
});
