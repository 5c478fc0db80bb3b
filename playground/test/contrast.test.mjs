// Men are told from the squares that they stand on.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { start } from './browser.mjs';
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

for (const theme of /** @type {const} */ (['light', 'dark'])) {
  test(`men differ from their squares, ${theme}`, async () => {
    const { page, context } = await openGame(world, 'fide', { theme });
    await click(page, 'e2');
    await click(page, 'e4');
    await click(page, 'd7');
    const style = (/** @type {string} */ selector) =>
      page.locator(`.board-picture ${selector}`).first().evaluate(one => {
        const { fill, stroke } = getComputedStyle(one);
        return { fill, stroke };
      });
    const squares = { light: colour((await style('.light')).fill), dark: colour((await style('.dark')).fill) };
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
