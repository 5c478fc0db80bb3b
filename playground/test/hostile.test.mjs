// Definitions that would hurt the page.
// @ts-check
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { open, ready, start, write } from './browser.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

/** A king and hoppers everywhere, on the largest board. */
const row = (/** @type {string} */ letter) => `  ${Array.from({ length: 16 }, () => letter).join(' ')}\n`;
const board = (/** @type {number} */ empty) =>
  `setup standard\n${row('q').replace('q', 'k')}${row('q').repeat(3)}${row('.').repeat(empty)}${row('Q').repeat(3)}${row('Q').replace('Q', 'K')}`;

const HOSTILE = {
  'the largest board, full of men that turn in every way': `game "Large"\nboard: 16x16\nfirst: white\nblack: mirrors white\n\nmen\n  K king: K, royal\n  Q queen: QNNCCZZHHaKaW, turns any\n\n${board(8)}\nendings\n  checkmated: loses\n`,
  'a test without end': 'game "Endless" extends fide\n\ntest "for ever"\n  perft 20: 1\n',
  'a movement of a hundred thousand letters': `game "Long" extends fide\nmen\n  Q queen: ${'aK'.repeat(50_000)}\n`,
  'nested brackets': `game "Deep" extends fide\nmen\n  Q queen: ${'('.repeat(5_000)}K${')'.repeat(5_000)}\n`,
  'a line of a megabyte': `game "${'x'.repeat(900_000)}"\n`,
  'twenty thousand mistakes': 'men\n'.repeat(20_000),
  'signs that are no letters': '\u0000\u202e\ud800\uffff\u200b'.repeat(1_000),
  'HTML': 'game "<img src=x onerror=alert(1)><style>*{display:none}</style>" extends fide\nmen\n  Q "<script>alert(1)</script>": Q\n',
};

for (const [title, text] of Object.entries(HOSTILE)) {
  test(`the page survives ${title}`, { timeout: 60_000 }, async () => {
    const { page, context } = await open(world);
    await write(page, text);
    // A frame is painted and a key is answered while the library is busy.
    const frame = await page.evaluate(async () => {
      const begun = performance.now();
      await new Promise(resolve => requestAnimationFrame(resolve));
      return performance.now() - begun;
    });
    assert.ok(frame < 1_000, `a frame took ${frame} ms`);
    await write(page, 'game "After" extends fide\n\ntest "twenty moves"\n  perft 1: 20\n');
    await ready(page);
    assert.equal(await page.locator('.problems li.error').count(), 0);
    assert.ok((await page.locator('#board svg').count()) > 0);
    await page.locator('.tests .passed').waitFor();
    await context.close();
  });
}
