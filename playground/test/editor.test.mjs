// The text: what is said about it, where, and what changes it.
// @ts-check
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Client } from 'weakfish';
import { definition, open, ready, start, write } from './browser.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

const GAME = `game "Small"
board: 4x4
first: white
black: mirrors white

men
  K king: K, royal
  R rook: fR, turns 90

setup standard
  r . k .
  . . . .
  . . . .
  . K . R

endings
  checkmated: loses
  stalemated: draw
`;

/** Wrong definitions: what is written in place of what, and the words that must be underlined for it. */
const WRONG = [
  { title: 'a property that is none', from: 'turns 90', to: 'trns 90', words: 'trns' },
  { title: 'a man that is none', from: '. K . R', to: '. K . Z', words: 'Z' },
  { title: 'a result that is none', from: 'checkmated: loses', to: 'checkmated: looses', words: 'looses' },
  { title: 'letters beyond the basic plane before it', from: 'game "Small"', to: 'game "𝔖mall 🐟🐟"', words: 'Z', and: ['. K . R', '. K . Z'] },
];

/**
 * The underlined stretches of the text, as offsets. The whole text must be in sight, since the editor makes only those lines.
 * @param {import('playwright-core').Page} page
 */
function underlined(page) {
  return page.locator('.cm-content').evaluate(content => {
    /** @type {[number, number][]} */
    const stretches = [];
    let at = 0;
    for (const line of content.querySelectorAll('.cm-line')) {
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const { length } = /** @type {Text} */ (node);
        const last = stretches.at(-1);
        if (node.parentElement?.closest('.cm-lintRange')) {
          if (last && last[1] === at) last[1] = at + length;
          else stretches.push([at, at + length]);
        }
        at += length;
      }
      at += 1;
    }
    return stretches;
  });
}

/**
 * Stretches with those joined that touch or overlap, and line ends taken out, which can't be underlined.
 * @param {string} text
 * @param {{ start: number, end: number }[]} labels
 */
function joined(text, labels) {
  const marked = new Set(labels.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)));
  /** @type {[number, number][]} */
  const stretches = [];
  for (let at = 0; at < text.length; at++) {
    if (!marked.has(at) || text[at] === '\n') continue;
    const last = stretches.at(-1);
    if (last && last[1] === at) last[1] = at + 1;
    else stretches.push([at, at + 1]);
  }
  return stretches;
}

test('mistakes are underlined where they are', async () => {
  const { page, context, assertQuiet } = await open(world);
  for (const { title, from, to, words, and } of WRONG) {
    let text = GAME.replace(from, to);
    if (and) text = text.replace(and[0] ?? '', and[1] ?? '');
    await write(page, text);
    const found = (await underlined(page)).map(([start, end]) => text.slice(start, end));
    assert.ok(found.includes(words), `${title}: ${JSON.stringify(found)}`);
  }
  await context.close();
  assertQuiet();
});

test('every diagnostic of the wrong definitions in the repository is underlined at its place', async () => {
  const { page, context, assertQuiet } = await open(world, { height: 2400 });
  const folder = path.join(import.meta.dirname, '../../tests/cases/errors');
  const client = new Client();
  let diagnostics = 0;
  for (const name of readdirSync(folder).filter(name => name.endsWith('.variant'))) {
    const text = readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    const checked = await client.check({ text });
    const labels = checked.diagnostics.filter(({ file }) => file === undefined).flatMap(({ labels }) => labels.slice(0, 1));
    await write(page, text);
    assert.deepEqual(await underlined(page), joined(text, labels), name);
    assert.equal(await page.locator('.problems li').count(), checked.diagnostics.length, name);
    diagnostics += labels.length;
  }
  client.close();
  assert.ok(diagnostics > 100, `only ${diagnostics} diagnostics`);
  await context.close();
  assertQuiet();
});

test('mistakes stand beside the last good board, and a click mends them', async () => {
  const { page, context, assertQuiet } = await open(world);
  await write(page, GAME);
  const board = () => page.locator('#board svg').first().innerHTML();
  const good = await board();
  await write(page, GAME.replace('turns 90', 'trns 90'));
  assert.match(await page.locator('.problems').innerText(), /1 error\./);
  assert.equal(await board(), good);
  await page.locator('.problems .mend').first().click();
  await ready(page);
  assert.equal(await definition(page), GAME);
  assert.equal(await page.locator('.problems li.error').count(), 0);
  await context.close();
  assertQuiet();
});

test('a mistake can be gone to from the list', async () => {
  const { page, context } = await open(world);
  await write(page, GAME.replace('checkmated: loses', 'checkmated: looses'));
  await page.locator('.problems .jump').first().click();
  await page.keyboard.insertText('loses');
  await ready(page);
  assert.equal(await definition(page), GAME);
  await context.close();
});

test('words are coloured by what they are', async () => {
  const { page, context } = await open(world);
  await write(page, GAME);
  await page.waitForFunction(() => document.querySelector('.editor')?.shadowRoot?.querySelector('.word-movement')?.textContent === 'K');
  assert.ok((await page.locator('.word-heading').allTextContents()).includes('game'));
  await context.close();
});

test('words are completed', async () => {
  const { page, context, assertQuiet } = await open(world);
  await write(page, `${GAME.replace(', turns 90', '')}`);
  await page.locator('.cm-line', { hasText: 'R rook: fR' }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(', turn');
  await page.locator('.completions li', { hasText: 'turns' }).first().waitFor();
  // The editor takes no answer to a list that has only just come up: it may have been meant for the text.
  await page.waitForTimeout(300);
  await page.keyboard.press('Enter');
  await ready(page);
  assert.match(await definition(page), /R rook: fR, turns/);
  await context.close();
  assertQuiet();
});

test('a movement is explained with a picture', async () => {
  const { page, context, assertQuiet } = await open(world);
  await write(page, GAME);
  await page.locator('.word-movement', { hasText: 'fR' }).hover();
  const image = page.locator('.hover img');
  await image.waitFor();
  assert.ok(await image.evaluate(one => /** @type {HTMLImageElement} */ (one).decode().then(() => true)));
  assert.match(await page.locator('.hover').innerText(), /forward/);
  await context.close();
  assertQuiet();
});

test('the card over a word leaves the focus in the text, and goes with the cursor', async () => {
  const { page, context, assertQuiet } = await open(world);
  await write(page, GAME);
  await page.locator('.cm-line', { hasText: 'R rook: fR' }).click();
  await page.locator('.word-movement', { hasText: 'fR' }).hover();
  await page.locator('.hover').click();
  assert.equal(await page.evaluate(() => document.activeElement?.className), 'editor');
  await page.keyboard.press('ArrowUp');
  await page.locator('.hover').waitFor({ state: 'detached' });
  await context.close();
  assertQuiet();
});

test('the card over a word goes when the text changes, and none comes up while somebody types', async () => {
  const { page, context, assertQuiet } = await open(world);
  await write(page, GAME);
  await page.locator('.cm-line', { hasText: 'K king: K' }).click();
  await page.keyboard.press('End');
  await page.locator('.word-movement', { hasText: 'fR' }).hover();
  const card = page.locator('.hover');
  await card.waitFor();
  assert.match(await card.innerText(), /and 3 more, turned/);
  await page.keyboard.type(' ');
  await card.waitFor({ state: 'detached' });
  // By the clock of the page: between two steps of a test more than a second may pass.
  const rests = await page.evaluateHandle(() => {
    /** @type {number[]} */
    const rests = [];
    let typed = performance.now();
    addEventListener('keydown', () => void (typed = performance.now()), true);
    const root = document.querySelector('.editor')?.shadowRoot ?? document;
    const look = () => void (root.querySelector('.hover') && rests.push(performance.now() - typed));
    new MutationObserver(look).observe(root, { childList: true, subtree: true });
    return rests;
  });
  for (let times = 0; times < 5; times++) {
    await page.waitForTimeout(300);
    await page.keyboard.type(' ');
    await page.mouse.move(10, 10);
    await page.locator('.word-movement', { hasText: 'fR' }).hover();
  }
  await card.waitFor();
  const [first = 0] = await rests.jsonValue();
  assert.ok(first >= 1000, `a card came ${first} ms after a key`);
  await context.close();
  assertQuiet();
});

test('another text is shown from its top, under its title', async () => {
  const { page, context } = await open(world);
  await write(page, GAME + '\n'.repeat(100));
  const top = () => page.locator('.cm-scroller').evaluate(scroller => scroller.scrollTop);
  assert.ok((await top()) > 0);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByLabel('Name of the game').fill('Other');
  await page.getByRole('button', { name: 'Write it' }).click();
  await page.locator('#definition').getByRole('heading', { name: 'Other' }).waitFor();
  assert.equal(await top(), 0);
  await context.close();
});

test('the text is laid out by the button', async () => {
  const { page, context, assertQuiet } = await open(world);
  await write(page, GAME.replace('  R rook: fR, turns 90', '      R   rook:fR,   turns 90'));
  await page.getByRole('button', { name: 'Format' }).click();
  await ready(page);
  assert.match(await definition(page), /^ {2}R rook: fR, turns 90$/m);
  await context.close();
  assertQuiet();
});

test('a name leads to its definition, and the outline to headings', async () => {
  const { page, context, assertQuiet } = await open(world);
  await write(page, GAME.replace('stalemated: draw', 'stalemated: draw\n  only K v K: draw'));
  await page.locator('.cm-line', { hasText: '. K . R' }).click();
  await page.keyboard.press('End');
  await page.keyboard.press('F12');
  await page.waitForFunction(
    () => document.querySelector('.editor')?.shadowRoot?.querySelector('.cm-activeLine')?.textContent?.includes('R rook'),
  );
  const outline = page.getByRole('combobox', { name: 'Go to' });
  await outline.focus();
  const option = outline.locator('option', { hasText: 'setup' }).first();
  await option.waitFor({ state: 'attached' });
  await outline.selectOption(await option.getAttribute('value'));
  await page.waitForFunction(
    () => document.querySelector('.editor')?.shadowRoot?.querySelector('.cm-activeLine')?.textContent?.startsWith('setup'),
  );
  await context.close();
  assertQuiet();
});

test('lines become comments and lines again by a key', async () => {
  const { page, context, assertQuiet } = await open(world);
  await write(page, GAME);
  await page.locator('.cm-line', { hasText: 'checkmated: loses' }).click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+/');
  await ready(page);
  assert.match(await definition(page), /endings\n {2}\/\/ checkmated: loses\n {2}\/\/ stalemated: draw\n/);
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+/');
  await ready(page);
  assert.equal(await definition(page), GAME);
  await context.close();
  assertQuiet();
});

test('a new game made from another one has its men, setup, rules and endings as lines', async () => {
  const { page, context, assertQuiet } = await open(world);
  for (const base of ['fide', 'xiangqi', 'ploy', 'weakest']) {
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const choice = page.getByLabel('Start from');
    await choice.locator(`option[value="=${base}"]`).waitFor({ state: 'attached' });
    await choice.selectOption(`=${base}`);
    await page.getByLabel('Name of the game').fill(`Mine of ${base}`);
    await page.getByRole('button', { name: 'Write it' }).click();
    await page.locator('#definition').getByRole('heading', { name: `Mine of ${base}` }).waitFor();
    await ready(page);
    const text = await definition(page);
    for (const section of ['men', 'setup', 'rules'].filter(section => base !== 'ploy' || section !== 'rules')) {
      assert.match(text, new RegExp(`^${section}\\b.*\\n {2}\\S`, 'm'), base);
    }
    const comments = text.split('\n').filter(line => line.startsWith('//')).length;
    assert.ok(comments <= 15, `${base}: ${comments} comments`);
    assert.equal(await page.locator('.problems').innerText(), 'No mistakes.', base);
  }
  await context.close();
  assertQuiet();
});
