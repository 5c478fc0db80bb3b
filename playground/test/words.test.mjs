// The words of the page: all of them come from the tables of `src/words`, and German fits everywhere.
// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { ready, start, write } from './browser.mjs';
import { load } from './modules.mjs';
import { click } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const { english } = await load('words/english.ts');
const { german } = await load('words/german.ts');

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

/**
 * Texts and labels in no table. With `?words=pseudo` those of a table stand between ⟦ and ⟧. What is written in definitions, notation
 * and names is marked with `translate="no"`; what the library says with `lang="en"`.
 * @param {Page} page
 */
const unlisted = page =>
  page.evaluate(() => {
    const OTHERS = '[lang="en"]:not(html), [translate="no"], script, style, noscript, svg text, .cm-content, .cm-gutters, .cm-tooltip';
    const KNOWN = /\b(?:Weakfish|PNG|SVG|PGN|FEN|GIF|MB|Ctrl|Shift|Alt|Escape|Tab|Enter)\b/g;
    const rest = (/** @type {string} */ text) => {
      let [before, now] = ['', text.replace(KNOWN, '')];
      while (before !== now) [before, now] = [now, now.replace(/⟦[^⟦⟧]*⟧/g, '')];
      return now;
    };
    const isUnlisted = (/** @type {string | null} */ text) => text !== null && /\p{L}{2}/u.test(rest(text));
    /** @type {Set<string>} */
    const found = new Set();
    const own = (/** @type {Node} */ node) => {
      if (node instanceof Element && (node.matches(OTHERS) || !node.checkVisibility())) return '';
      if (node instanceof Text) return node.data;
      /** @type {string} */
      const inside = [...node.childNodes].map(own).join('');
      for (const part of node instanceof Element ? ['::before', '::after'] : []) {
        const { content, visibility } = getComputedStyle(/** @type {Element} */ (node), part);
        if (visibility !== 'hidden' && isUnlisted(/^"(.*)"$/.exec(content)?.[1] ?? null)) found.add(`${node.nodeName} ${part}: ${content}`);
      }
      const isBlock = node instanceof Element && !['inline', 'contents'].includes(getComputedStyle(node).display);
      if (!isBlock) return inside;
      if (isUnlisted(inside)) found.add(`${node.localName}.${node.className}: ${rest(inside).trim().slice(0, 60)}`);
      return ' ';
    };
    own(document.body);
    for (const one of document.querySelectorAll('[title], [aria-label], [placeholder], [alt]')) {
      if (one.closest(OTHERS) || !one.checkVisibility()) continue;
      for (const name of ['title', 'aria-label', 'placeholder', 'alt']) {
        const text = one.getAttribute(name);
        if (isUnlisted(text)) found.add(`${one.localName}.${one.className} ${name}: ${text?.slice(0, 60)}`);
      }
    }
    return [...found];
  });

/** Opens the page for a language. @param {{ path: string, locale?: string, width?: number, height?: number }} options */
async function opened({ path, locale = 'en-US', width = 1440, height = 900 }) {
  const context = await world.browser.newContext({ locale, viewport: { width, height } });
  const page = await context.newPage();
  await page.goto(world.url + path);
  await ready(page);
  await page.locator('.board .man').first().waitFor();
  return { page, context };
}

const PANELS = ['play', 'analyse', 'position', 'learn', 'test', 'bench'];

/**
 * Goes through the views of the page, and looks at each.
 * @param {Page} page
 * @param {any} words the table of the page
 * @param {(view: string) => Promise<void>} look
 */
async function walk(page, words, look) {
  const press = (/** @type {string} */ name) => page.getByRole('button', { name }).first().click();
  /** Opens a window, looks at it, and closes it. @param {string} name */
  const window = async name => {
    await page.locator('dialog[open]').waitFor();
    await look(name);
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  };
  /** @param {string} name */
  const menu = async name => {
    const button = page.locator('#links-button');
    if (await button.isVisible()) await button.click();
    await press(name);
  };
  await look('the start');
  await page.locator('#opponent-engines').check({ force: true });
  await look('the form for a game of the engine alone');
  await page.locator('#opponent-person').check({ force: true });
  await click(page, 'e2');
  await look('a chosen man');
  await click(page, 'e3');
  await look('a move');
  for (const name of PANELS) {
    await page.locator(`#tab-${name}`).click();
    if (name === 'analyse') {
      await page.locator('.analysis button.main').click();
      await page.locator('.lines li').first().waitFor();
    }
    if (name === 'learn') await page.locator('.sheet').locator('h2').first().waitFor();
    await look(name);
    // The analysis would take the time of what follows.
    if (name === 'analyse') await page.locator('.analysis button.main').click();
  }
  await page.locator('#tab-play').click();
  await page.locator('.texts summary').click();
  await look('texts of the game');
  await press(words.table.settings);
  await look('settings');
  await page.keyboard.press('Escape');
  await press(words.table.share);
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById('link')).value !== '');
  await window('share');
  await page.locator('.setup > summary').click();
  await press(words.play.elsewhere);
  await page.locator('#remote-link').waitFor();
  await window('another device');
  await menu(words.menu.new);
  await window('a new game');
  await menu(words.menu.help);
  await window('help');
  await menu(words.menu.file);
  await look('the menu of files');
  await press(words.menu.import);
  await window('import');
}

test('all words of the page are in a table', async () => {
  const { page, context } = await opened({ path: '?words=pseudo#game=weakest' });
  /** @type {string[]} */
  const found = [];
  const look = async (/** @type {string} */ view) => void found.push(...(await unlisted(page)).map(text => `${view}: ${text}`));
  await walk(page, english, look);
  await page.locator('#tab-bench').click();
  for (const { title, begin } of [english.bench.difference, english.bench.solver, english.bench.playtest]) {
    const tool = page.getByRole('region', { name: title });
    await tool.getByRole('button', { name: begin }).click();
    await tool.locator('.bench-result p, .bench-result h4').first().waitFor();
    await look(title);
    const stop = tool.getByRole('button', { name: english.bench.stop });
    if (await stop.isVisible()) await stop.click();
  }
  await look('a tool that was stopped');
  await page.getByRole('button', { name: english.editor.drawMan }).click();
  await page.locator('dialog[open]').waitFor();
  await look('a man is drawn');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `⟦${english.book.title}⟧`, exact: true }).click();
  await page.locator('.book-man').first().click();
  await page.getByRole('button', { name: english.book.putOn }).click();
  await look('the book of men');
  await write(page, 'game "Weak" extends fide\nabuot: "a"\nmen\n  A amazon: QN, royl\n');
  await look('mistakes');
  await page.goto(`${world.url}?words=pseudo#text=game+extends`);
  await page.locator('body.boardless').waitFor();
  await ready(page);
  await look('no board');
  await page.goto(`${world.url}?words=pseudo#games&find=knight`);
  await page.locator('.card:visible').first().waitFor();
  await look('the gallery');
  await page.goto(`${world.url}?words=pseudo#learn=feeble`);
  await page.locator('.sheet.page').locator('h2').first().waitFor();
  await look('the rules of a game');
  assert.deepEqual(found, []);
  await context.close();
});

/** What is wider than its place, or reaches over the edge of the screen. @param {Page} page */
const overflowing = page =>
  page.evaluate(() => {
    /** @type {string[]} */
    const found = [];
    for (const one of document.querySelectorAll('button, label, legend, summary, select, h2, h3, p, li, dialog, input')) {
      if (!one.checkVisibility() || one.closest('.editor, .board, .line-moves, svg, .visually-hidden')) continue;
      const { left, right, width } = one.getBoundingClientRect();
      if (width < 2) continue;
      const isWide = one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && getComputedStyle(one).textOverflow !== 'ellipsis';
      if (left < -1 || right > innerWidth + 1 || (isWide && one.matches('button, label, summary'))) {
        found.push(`${one.localName}.${one.className} ${one.textContent?.trim().slice(0, 40)}: ${left} to ${right}, ${one.scrollWidth} in ${one.clientWidth}`);
      }
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    return found;
  });

/** Views that axe looks at; other tests show it all of them in English. */
const JUDGED = ['the start', 'analyse', 'bench', 'share'];

for (const [width, height] of /** @type {const} */ ([
  [1440, 900],
  [390, 844],
])) {
  test(`a German browser has German words, which fit, at ${width}x${height}`, async () => {
    const { page, context } = await opened({ path: '#game=weakest', locale: 'de-DE', width, height });
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    assert.equal(await page.locator('.table-standing').innerText(), 'Weiß am Zug');
    assert.equal(await page.locator('.board-cell[data-square="e2"]').getAttribute('aria-label'), 'Weiß: Bauer auf e2, blickt nach Norden, darf ziehen');
    // The page's policy forbids scripts of others; the debugger does not ask it.
    await page.evaluate(`${axe};0`);
    /** @type {string[]} */
    const found = [];
    await walk(page, german, async view => {
      found.push(...(await overflowing(page)).map(text => `${view}: ${text}`));
      if (!JUDGED.includes(view)) return;
      const { violations } = await page.evaluate('axe.run()');
      found.push(...violations.map((/** @type {any} */ one) => `${view}: ${one.id} ${one.nodes.map((/** @type {any} */ node) => node.html).join(' ')}`));
    });
    assert.deepEqual(found, []);
    await context.close();
  });
}

test('the language of the settings is kept, and the game with it', async () => {
  const { page, context } = await opened({ path: '#game=weakest', locale: 'fr-FR' });
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  await click(page, 'e2');
  await click(page, 'e3');
  await page.getByRole('button', { name: english.table.settings }).click();
  await page.locator('#language').selectOption('de');
  await page.locator('html[lang="de"]').waitFor();
  await ready(page);
  assert.equal(await page.locator('.table-last').innerText(), 'Letzter Zug: e3');
  assert.equal(await page.title(), 'Weakest Chess · Weakfish');
  await context.close();
});
