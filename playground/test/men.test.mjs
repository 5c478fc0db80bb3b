// Men and their signs: how large they are, where their signs lie, what these say.
// @ts-check
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import { ready, start } from './browser.mjs';
import { load } from './modules.mjs';
import { click, openGame, says, standing, startFrom } from './table.mjs';

const choice = await load('board/choice.ts');
const ring = await load('board/ring.ts');
const legend = await load('legend/signs.ts');

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

/** Men that face all ways and have either mode. */
const ALL_WAYS =
  'r{sx}n{sse-}a{sex}q{sex}k{sx}a{sw-}n{sswx}r{s-}/p{s-}p{sx}p{se-}p{swx}p{s-}p{sx}p{s-}p{s-}/8/8/8/3Q{swx}N{ssex}2R{ex}/' +
  'P{nx}P{n-}P{nx}P{nex}R{wx}P{n-}1P{n-}/R{nx}N{nnex}A{nex}Q{ne-}K{nx}A{nw-}N{nnwx}R{n-} w - - 0 1';

/**
 * Width and height of White's men on the first two ranks, in hundredths of a square.
 * @param {import('playwright-core').Page} page
 */
const sizes = page =>
  page.locator('.board-picture .man.white > use').evaluateAll(uses =>
    uses.map(use => {
      const { width, height } = /** @type {SVGGraphicsElement} */ (use).getBBox();
      const [box = 0] = [Number(use.getAttribute('width'))];
      // With the lines around the figure, four hundredths of its box wide.
      return { width: ((width + 0.04 * box) / 64) * 100, height: ((height + 0.04 * box) / 64) * 100 };
    }),
  );

test('men are as large in a game with facings and modes as in one without', async () => {
  const fide = await openGame(world, 'fide');
  const weakest = await openGame(world, 'weakest');
  const [usual, turning] = [await sizes(fide.page), await sizes(weakest.page)];
  const byWidth = (/** @type {{ width: number, height: number }[]} */ men) => [...men].sort((one, other) => one.width - other.width);
  const [pawn, queen] = [byWidth(usual)[0], byWidth(usual).at(-1)];
  assert.ok(pawn && pawn.width >= 50 && pawn.height >= 70, JSON.stringify(pawn));
  assert.ok(queen && queen.width >= 85, JSON.stringify(queen));
  const [small, large] = [byWidth(turning)[0], byWidth(turning).at(-1)];
  assert.ok(small && small.width >= 0.9 * pawn.width && small.height >= 0.9 * pawn.height, JSON.stringify(small));
  assert.ok(large && large.width >= 0.9 * queen.width && large.height >= 0.9 * queen.height, JSON.stringify(large));
  await Promise.all([fide.context.close(), weakest.context.close()]);
});

test('signs lie within the squares of their men, and apart from each other', async () => {
  const { page, context } = await openGame(world, 'weakest');
  await startFrom(page, ALL_WAYS);
  for (const flipped of [false, true]) {
    if (flipped) await page.getByRole('button', { name: 'Flip' }).click();
    const found = await page.evaluate(() => {
      const field = document.querySelector('.board-field')?.getBoundingClientRect();
      if (!field) throw new Error('no board');
      const cell = field.width / 8;
      return [...document.querySelectorAll('.men .man')].map(man => {
        const boxes = [...man.querySelectorAll('.facing, .badge')].map(sign => {
          const path = /** @type {SVGGeometryElement} */ (sign);
          const [length, matrix] = [path.getTotalLength(), path.getScreenCTM() ?? new DOMMatrix()];
          const points = Array.from({ length: 25 }, (_, at) => path.getPointAtLength((at / 24) * length).matrixTransform(matrix));
          const [across, down] = [points.map(point => (point.x - field.left) / cell), points.map(point => (point.y - field.top) / cell)];
          // With half its line.
          const line = Number.parseFloat(getComputedStyle(path).strokeWidth) / 2 / 64;
          return [Math.min(...across) - line, Math.max(...across) + line, Math.min(...down) - line, Math.max(...down) + line];
        });
        const { left, top, width, height } = man.querySelector('use')?.getBoundingClientRect() ?? new DOMRect();
        return { boxes, column: Math.floor((left + width / 2 - field.left) / cell), row: Math.floor((top + height / 2 - field.top) / cell) };
      });
    });
    assert.ok(found.length > 30);
    for (const { boxes, column, row } of found) {
      for (const [left = 0, right = 0, top = 0, bottom = 0] of boxes) {
        const inside = left >= column && right <= column + 1 && top >= row && bottom <= row + 1;
        assert.ok(inside, JSON.stringify({ column, row, left, right, top, bottom }));
      }
      const [[l1 = 0, r1 = 0, t1 = 0, b1 = 0] = [], [l2 = 9, r2 = 9, t2 = 9, b2 = 9] = []] = boxes;
      if (boxes.length > 1) assert.ok(r1 <= l2 || r2 <= l1 || b1 <= t2 || b2 <= t1, JSON.stringify({ column, row, boxes }));
    }
  }
  await context.close();
});

test('rules for marks and values of the board touch no man', async () => {
  const { page, context } = await openGame(world, 'weakest');
  await startFrom(page, ALL_WAYS);
  const found = await page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules]);
    const selectors = rules.flatMap(rule => (rule instanceof CSSStyleRule ? rule.selectorText.split(/,\s*/) : []));
    const ofBoard = selectors.filter(selector => selector.startsWith('.board-picture '));
    const inMen = [...document.querySelectorAll('.board-picture .man, .board-picture .man *')];
    return { rules: ofBoard.length, men: inMen.length, touching: ofBoard.filter(selector => inMen.some(one => one.matches(selector))) };
  });
  assert.ok(found.rules > 20 && found.men > 100);
  assert.deepEqual(found.touching, []);
  await context.close();
});

test('only men that may capture have a badge, and both modes are said', async () => {
  const { page, context } = await openGame(world, 'weakest');
  assert.equal(await page.locator('.board-picture .man .badge').count(), 0);
  assert.equal(await says(page, 'e2'), 'White Pawn on e2, facing north, may move');
  await click(page, 'e2');
  await page.getByRole('menuitem', { name: /^\S+ flips: may capture$/ }).click();
  await page.waitForFunction(() => document.querySelectorAll('.board-picture .men .man .badge').length === 1);
  assert.match(await says(page, 'e2'), /^White Pawn on e2, facing north, may capture/);
  await context.close();
});

/** @param {string} wind @param {'moving' | 'capturing'} [mode] */
const man = (wind, mode) => ({
  square: 'a1',
  man: 'Rook',
  side: 'white',
  facings: [{ part: null, wind }],
  mode,
  label: `White Rook on a1, facing ${wind}${mode ? `, ${mode}` : ''}`,
});

test('what turns left stands left, what turns right stands right', () => {
  const move = (/** @type {string} */ wind) => ({ move: wind, text: wind, becomes: man(wind) });
  const order = (/** @type {string} */ from, /** @type {string[]} */ winds, flipped = false) =>
    ring.fromLeft(man(from), winds.map(move), flipped).map((/** @type {{ text: string }} */ { text }) => text);
  const all = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'];
  assert.deepEqual(order('n', all), ['sw', 'w', 'nw', 'n', 'ne', 'e', 'se', 's']);
  // Its own left, wherever it faces and however the board is seen.
  for (const flipped of [false, true]) assert.deepEqual(order('s', ['w', 'e'], flipped), ['e', 'w']);
  // What it becomes has a facing, and it had none.
  const before = { ...man('n'), facings: [] };
  const named = (/** @type {boolean} */ flipped) =>
    ring.fromLeft(before, ['e', 'n', 'w'].map(move), flipped).map((/** @type {{ text: string }} */ { text }) => text);
  assert.deepEqual(named(false), ['w', 'n', 'e']);
  assert.deepEqual(named(true), ['e', 'w', 'n']);
});

test('a flip says to what', () => {
  const flip = { move: 'a1x', text: 'Ra1 flips', becomes: man('n', 'capturing') };
  assert.equal(choice.wordsOf(flip, man('n', 'moving')), 'flips: may capture');
  assert.equal(choice.spokenMove(flip, man('n', 'moving')), 'Ra1 flips: may capture');
  assert.equal(choice.spokenMove({ move: 'a1@e', text: 'Ra1 turns right', becomes: man('e', 'moving') }, man('n', 'moving')), 'Ra1 turns right');
  assert.equal(choice.spoken({ label: 'White Rook on a1, facing north, capturing, promoted' }), 'White Rook on a1, facing north, may capture, promoted');
  assert.equal(choice.spoken({ label: 'White Rook on a1' }), 'White Rook on a1');
});

test('the legend has the signs of the game alone', () => {
  const state = { id: 0, facings: [{ part: null, wind: 'n' }], mode: 'moving' };
  const names = (/** @type {any[]} */ states, crowned = false) =>
    legend.signsOf({ men: [{ states, blackStates: [] }] }, crowned);
  assert.deepEqual(names([{ id: 0, facings: [] }]), []);
  assert.deepEqual(names([state]), ['faces']);
  assert.deepEqual(names([state, { ...state, mode: 'capturing' }], true), ['faces', 'capturing', 'royal']);
  assert.deepEqual(names([{ id: 0, facings: [...state.facings, ...state.facings], promoted: true }]), ['faces', 'faces-second', 'promoted']);
});

test('the legend is read once, and can be shown again', async () => {
  const entry = path.join(import.meta.dirname, '../src/legend/index.ts');
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'iife', globalName: 'legend', write: false, target: 'es2022' });
  const context = await world.browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  const shown = async () => {
    await page.goto(`${world.url}NOTICES.txt`);
    await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
    await page.evaluate(() => {
      const men = [{ states: [{ id: 0, facings: [{ part: null, wind: 'n' }], mode: 'capturing' }], blackStates: [] }];
      const state = { good: { sheet: { name: 'game', men, drawings: {} } }, view: { board: [] } };
      /** @type {any} */ (globalThis).legend.mountLegend(document.body, { store: { state, watch() {} } });
    });
    return page.locator('.legend li:visible').count();
  };
  assert.equal(await shown(), 2);
  await page.getByRole('button', { name: 'Got it' }).click();
  assert.equal(await page.locator('.legend li:visible').count(), 0);
  assert.equal(await shown(), 0);
  await page.evaluate(() => /** @type {any} */ (globalThis).legend.showLegend());
  assert.equal(await page.locator('.legend li:visible').count(), 2);
  await context.close();
});

test('men on tiles are shown as characters if that is wanted, and sides have the names and colours of the game', async () => {
  const { page, context, assertQuiet } = await openGame(world, 'xiangqi');
  assert.equal(await standing(page), 'Red to move');
  assert.deepEqual(await page.locator('.seat').allInnerTexts(), ['Black', 'Red']);
  assert.match(await says(page, 'e1'), /^Red General on e1/);
  assert.deepEqual(await page.locator('label[for^="colour-"]').allInnerTexts(), ['Red', 'By lot', 'Black']);
  const colours = await page.locator('.seat-sign').evaluateAll(all => all.map(one => getComputedStyle(one).backgroundColor));
  assert.equal(new Set(colours).size, 2);
  /** The paths of the drawings of the men on two squares. @param {string[]} squares */
  const drawn = (...squares) =>
    page.evaluate(
      squares =>
        squares.map(square => {
          const cell = document.querySelector(`[data-square="${square}"]`)?.getBoundingClientRect();
          const all = [...document.querySelectorAll('.board-picture .man use')];
          const used = all.find(one => {
            const box = one.getBoundingClientRect();
            return cell && Math.hypot(box.x + box.width / 2 - cell.x - cell.width / 2, box.y + box.height / 2 - cell.y - cell.height / 2) < 4;
          });
          return document.querySelector(used?.getAttribute('href') ?? '#none')?.innerHTML;
        }),
      squares,
    );
  const [red, black] = await drawn('e1', 'e10');
  assert.ok(red && black && red !== black);
  /** The picture of the game in the gallery, once it is another than before. @param {string} before */
  const inGallery = async before => {
    await page.evaluate(() => (location.hash = 'games&find=xiangqi'));
    const pixels = await page.waitForFunction(before => {
      const image = document.querySelector('.cards:not(.begin) > [data-game="xiangqi"] img');
      if (!(image instanceof HTMLImageElement) || !image.complete) return '';
      const canvas = Object.assign(document.createElement('canvas'), { width: 200, height: 200 });
      canvas.getContext('2d')?.drawImage(image, 0, 0, 200, 200);
      const drawn = canvas.toDataURL();
      return drawn === before ? '' : drawn;
    }, before);
    await page.evaluate(() => (location.hash = ''));
    return String(await pixels.jsonValue());
  };
  const inFigures = await inGallery('');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Characters' }).check();
  const [character, other] = await drawn('e1', 'e10');
  assert.ok(character && other && character !== other && character !== red && !character.includes('<text'));
  assert.notEqual(await inGallery(inFigures), inFigures);
  await page.evaluate(() => (location.hash = 'learn=xiangqi'));
  await page.waitForFunction(outline => {
    const symbols = [...(document.querySelector('#view-learn .sheet')?.shadowRoot?.querySelectorAll('symbol path') ?? [])];
    return symbols.some(path => path.getAttribute('d') === outline);
  }, /<path d="([^"]+)"/.exec(character)?.[1]);
  await page.evaluate(() => (location.hash = ''));
  await page.reload();
  await ready(page);
  await page.locator('.board .man').first().waitFor();
  assert.deepEqual(await drawn('e1', 'e10'), [character, other]);
  await page.evaluate(() => (location.hash = 'game=fide'));
  await page.waitForFunction(() => document.title.startsWith('Chess'));
  await ready(page);
  assert.equal(await standing(page), 'White to move');
  await page.getByRole('button', { name: 'Settings' }).click();
  assert.equal(await page.getByRole('radio', { name: 'Characters' }).isVisible(), false);
  await context.close();
  assertQuiet();
});

test('captured men on pentagons point as on the board', async () => {
  const { page, context } = await openGame(world, 'sho-shogi');
  await startFrom(page, 'lnsgkgsnl/1r2e2b1/pppp1pppp/4p4/4P4/9/PPPP1PPPP/1B2E2R1/LNSGKGSNL w 0 1');
  await click(page, 'e5');
  await click(page, 'e6');
  const turned = () => page.locator('.seat-taken use').evaluateAll(all => all.map(one => one.getAttribute('transform')));
  await page.locator('.seat-taken use').first().waitFor({ state: 'attached' });
  assert.deepEqual(await turned(), ['rotate(180)']);
  await page.getByRole('button', { name: 'Flip the board' }).click();
  assert.deepEqual(await turned(), [null]);
  await context.close();
});
