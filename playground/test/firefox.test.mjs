// The page in Firefox: it comes up, is played with mouse and keys, and fits its window.
// @ts-check
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launch } from 'puppeteer-core';
import { serve } from '../serve.mjs';

/** Where a Firefox may be; the variable `FIREFOX` says it of any other. */
const executablePath = [process.env['FIREFOX'], '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(place => place && existsSync(place));
const skip = executablePath ? false : 'there is no Firefox; install it, or set FIREFOX to its path';

/** Limit of a wait, in milliseconds. */
const LIMIT = Number(process.env['PAGE_TEST_LIMIT'] ?? 120_000);

/** @type {import('puppeteer-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
before(async () => {
  if (skip) return;
  server = await serve();
  browser = await launch({ browser: 'firefox', executablePath, headless: true, protocolTimeout: LIMIT });
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** @param {string} path @param {{ width: number, height: number }} viewport */
async function open(path, viewport) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT);
  await page.setViewport(viewport);
  /** @type {string[]} */
  const faults = [];
  page.on('console', message => {
    if (['error', 'warn'].includes(message.type())) faults.push(message.text());
  });
  page.on('pageerror', fault => faults.push(String(fault)));
  await page.goto(server.url + path);
  await page.waitForSelector('.board .man');
  await ready(page);
  return { page, context, faults };
}

/** @param {import('puppeteer-core').Page} page */
const ready = page => page.waitForSelector('body[data-state="ready"]');

/** @param {import('puppeteer-core').Page} page @param {string} name */
async function click(page, name) {
  await page.click(`.board-cell[data-square="${name}"]`);
  await ready(page);
}

/** @param {import('puppeteer-core').Page} page */
const moves = page => page.$$eval('.round .move', all => all.filter(one => one.checkVisibility()).map(one => one.textContent));

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  const size = `${viewport.width}x${viewport.height}`;
  test(`a game is played with the mouse and with keys at ${size}`, { skip }, async () => {
    const { page, context, faults } = await open('#game=weakest', viewport);
    await click(page, 'e2');
    await page.waitForSelector('.ring-choice');
    await click(page, 'e3');
    assert.deepEqual(await moves(page), ['e3']);
    await page.focus('.board-cell[tabindex="0"]');
    for (const key of ['e', '7', 'Enter', 'e', '6', 'Enter']) await page.keyboard.press(/** @type {any} */ (key));
    await page.waitForFunction(() => document.querySelectorAll('.round .move').length === 2);
    await page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('[aria-label="Hint"]')).click());
    await page.waitForFunction(() => /^Try /.test(document.querySelector('.table-note .message')?.textContent ?? ''));
    const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    assert.ok(fits, 'nothing is cut off');
    const board = await (await page.$('.board-frame'))?.boundingBox();
    const share = viewport.width > 1200 ? 0.6 : 0.8;
    assert.ok(board && board.height >= share * Math.min(viewport.width, viewport.height), `the board is ${board?.height} high`);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test(`Weakfish answers, and a text with a mistake is mended at ${size}`, { skip }, async () => {
    const { page, context, faults } = await open('#game=fide', viewport);
    await page.evaluate(() => {
      const [play] = [...document.querySelectorAll('button')].filter(one => one.textContent === 'Play' && one.classList.contains('main'));
      play?.click();
    });
    await ready(page);
    await click(page, 'e2');
    await click(page, 'e4');
    await page.waitForFunction(() => document.querySelectorAll('.round .move').length >= 2);
    if (viewport.width < 1200) await page.click('.text-switch');
    await page.waitForSelector('.editor', { visible: true });
    await page.evaluate(() => {
      const root = /** @type {ShadowRoot} */ (document.querySelector('.editor')?.shadowRoot);
      /** @type {HTMLElement} */ (root.querySelector('.cm-content')).focus();
    });
    await page.keyboard.down('Control');
    await page.keyboard.press('a');
    await page.keyboard.up('Control');
    await page.keyboard.type('game "Mine" extends fide\nmen\nR rook: R, trns 45\n');
    await page.waitForSelector('.problems .mend');
    await page.click('.problems .mend');
    await page.waitForFunction(() => document.querySelectorAll('.problems li.error').length === 0);
    assert.deepEqual(faults, []);
    await context.close();
  });
}
