// Men, their signs and the marks of the board are told from the squares that they are on.
// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { ready, start } from './browser.mjs';
import { click, openGame } from './table.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

/** Of graphics, as WCAG 1.4.11 asks. */
const LEAST = 3;

/** @typedef {[red: number, green: number, blue: number, alpha: number]} Colour */

/** @param {string} css @returns {Colour} */
function colour(css) {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (css.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue, alpha];
}

/** @param {Colour} over @param {Colour} under @returns {Colour} */
function blended([red, green, blue, alpha], under) {
  const mixed = [red, green, blue].map((part, at) => part * alpha + (under[at] ?? 0) * (1 - alpha));
  return [mixed[0] ?? 0, mixed[1] ?? 0, mixed[2] ?? 0, 1];
}

/** @param {Colour} colour */
function luminance([red, green, blue]) {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map(part => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {Colour} one @param {Colour} other */
function contrast(one, other) {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The boards to choose from, each in both themes. */
const GROUNDS = ['wood', 'blue', 'grey'].flatMap(board => ['light', 'dark'].map(theme => ({ board, theme })));

/** @param {import('playwright-core').Page} page @param {string} board */
const takeBoard = (page, board) => page.evaluate(board => document.documentElement.setAttribute('data-board', board), board);

for (const { board, theme } of GROUNDS) {
  test(`men differ from their squares, ${board}, ${theme}`, async () => {
    const { page, context } = await openGame(world, 'fide', { theme: theme === 'dark' ? 'dark' : 'light' });
    await takeBoard(page, board);
    await click(page, 'e2');
    await click(page, 'e4');
    await click(page, 'd7');
    const style = (/** @type {string} */ selector) =>
      page.locator(`.board-picture ${selector}`).first().evaluate(one => {
        const { fill, stroke } = getComputedStyle(one);
        return { fill, stroke };
      });
    const squares = { light: colour((await style('.light')).fill), dark: colour((await style('.dark')).fill) };
    assert.notEqual((await style('.last')).fill, (await style('.chosen')).fill);
    const marks = { last: colour((await style('.last')).fill), chosen: colour((await style('.chosen')).fill) };
    for (const side of ['white', 'black']) {
      const man = await style(`.man.${side}`);
      const [fill, line] = [colour(man.fill), colour(man.stroke)];
      for (const [shade, square] of Object.entries(squares)) {
        const grounds = { bare: square, last: blended(marks.last, square), chosen: blended(marks.chosen, square) };
        for (const [mark, ground] of Object.entries(grounds)) {
          // On light squares White's men are seen by their lines; what is dark everywhere has lines that are hardly seen.
          const found = theme === 'dark' ? contrast(fill, ground) : Math.max(contrast(fill, ground), contrast(line, ground));
          assert.ok(found >= LEAST, `${side} on ${shade}, ${mark}: ${found.toFixed(2)}`);
        }
      }
    }
    assert.ok(contrast(squares.light, squares.dark) >= 1.5);
    await context.close();
  });
}

/** @param {Colour} fill @param {number} opacity @returns {Colour} */
const faded = ([red, green, blue, alpha], opacity) => [red, green, blue, alpha * opacity];

for (const { board, theme } of GROUNDS) {
  test(`every sign and mark differs from all kinds of squares, ${board}, ${theme}`, async () => {
    const { page, context } = await openGame(world, 'fide', { theme: theme === 'dark' ? 'dark' : 'light' });
    await takeBoard(page, board);
    // Each sign as its own drawing makes it: the elements of which one at least has to be seen, with the classes around them.
    const found = await page.evaluate(() => {
      const picture = document.querySelector('.board-picture');
      if (!picture) throw new Error('no board');
      const inMan = (/** @type {string} */ name) => `<g class="man white"><path class="${name}"/></g>`;
      const mark = (/** @type {string} */ name) => `<path class="${name}"/>`;
      /** @type {Record<string, string>} */
      const signs = {
        'badge of a mode': inMan('badge'),
        royal: inMan('royal'),
        promoted: inMan('promoted'),
        facing: inMan('facing'),
        'second facing': '<g class="man black"><path class="second"/><path class="second-inside"/></g>',
        // Their fills are lighter than that; the shape of their lines tells the marks from each other.
        'end of the last move': mark('last-corners'),
        'square that it left': mark('left-ring'),
        'chosen man': mark('chosen'),
        'square below a dragged man': mark('over'),
        check: mark('check'),
        move: mark('moves'),
        capture: mark('captures'),
        'move in advance': mark('premove'),
        pointer: '<path class="casing arrow"/><path class="pointer rank-0"/>',
        'head of a pointer': '<path class="pointer head rank-0"/>',
      };
      for (const value of ['win', 'draw', 'loss']) {
        signs[`move, ${value}`] = `<path class="moves ${value}"/>`;
        signs[`capture, ${value}`] = mark(`captures ${value}`);
        signs[`verdict, ${value}`] = `<path class="verdict ${value}"/>`;
      }
      const group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
      picture.append(group);
      const read = Object.entries(signs).map(([name, content]) => {
        const parsed = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`, 'image/svg+xml');
        group.replaceChildren(...parsed.documentElement.childNodes);
        const styles = [...group.querySelectorAll('path')].map(path => {
          const { fill, stroke, opacity } = getComputedStyle(path);
          return { colours: [fill, stroke].filter(one => one !== 'none'), opacity: Number(opacity) };
        });
        return { name, styles };
      });
      group.remove();
      const square = (/** @type {string} */ shade) => {
        const one = picture.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'rect'));
        one.setAttribute('class', shade);
        const { fill } = getComputedStyle(one);
        one.remove();
        return fill;
      };
      const names = { light: square('on-light'), dark: square('on-dark'), plain: square('on-plain') };
      return { read, squares: { light: square('light'), dark: square('dark'), plain: square('plain') }, names };
    });
    assert.equal(found.read.length, 24);
    for (const [shade, css] of Object.entries(found.squares)) {
      const ground = colour(css);
      const name = contrast(colour(found.names[/** @type {'light' | 'dark' | 'plain'} */ (shade)]), ground);
      assert.ok(name >= 4.5, `names of files and ranks on ${shade}: ${name.toFixed(2)}`);
      for (const { name, styles } of found.read) {
        const seen = styles.flatMap(({ colours, opacity }) =>
          colours.map(one => contrast(blended(faded(colour(one), opacity), ground), ground)),
        );
        assert.ok(Math.max(...seen) >= LEAST, `${name} on ${shade}: ${Math.max(...seen).toFixed(2)}`);
      }
    }
    await context.close();
  });
}

test('the board of wood has the colours of pictures that the library draws', () => {
  const read = (/** @type {string} */ file) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');
  const [light = '', dark = ''] = read('../src/picture/style.css').split('@media (prefers-color-scheme: dark)');
  const theme = /\[data-board="wood"\] \{([^}]*)\}/.exec(read('src/theme.css'))?.[1] ?? '';
  const parts = {
    'square-light': ['light', 'fill'], 'square-dark': ['dark', 'fill'], 'square-plain': ['plain', 'fill'], 'square-line': ['grid', 'stroke'],
    'coordinate-light': ['on-light', 'fill'], 'coordinate-dark': ['on-dark', 'fill'], 'coordinate-plain': ['on-plain', 'fill'],
  };
  for (const [name, [selector, property]] of Object.entries(parts)) {
    const drawn = [light, dark].map(css => new RegExp(`\\.${selector}[^{}]*\\{[^}]*${property}: (#[0-9a-f]{6})`).exec(css)?.[1]);
    assert.equal(new RegExp(`--${name}: light-dark\\(([^)]*)\\)`).exec(theme)?.[1], drawn.join(', '), name);
  }
});

test('the board that was chosen is kept', async () => {
  const { page, context } = await openGame(world, 'fide');
  const shown = () => page.evaluate(() => document.documentElement.dataset['board']);
  assert.equal(await shown(), 'wood');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Blue').check({ force: true });
  assert.equal(await shown(), 'blue');
  await page.reload();
  await ready(page);
  assert.equal(await shown(), 'blue');
  await context.close();
});
