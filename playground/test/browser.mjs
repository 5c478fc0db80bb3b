// A browser for the tests: Debian's Chromium, and the built page served to it.
// @ts-check
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { serve } from '../serve.mjs';

/** Where a Chromium may be; the variable `CHROMIUM` says it of any other. */
const PLACES = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Limit of a wait, in milliseconds: on a busy machine a state may be late, and only a test that fails waits this long. */
const LIMIT = Number(process.env['PAGE_TEST_LIMIT'] ?? 120_000);

/** Two pages of one machine find each other without a network. */
const LOCAL = ['--allow-loopback-in-peer-connection', '--disable-features=WebRtcHideLocalIpsWithMdns'];

/** Starts the browser and the server. */
export async function start() {
  const executablePath = PLACES.find(place => place && existsSync(place));
  if (!executablePath) throw new Error('there is no Chromium; install it, or set CHROMIUM to its path');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', ...LOCAL] });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async options => {
    const context = await newContext(options);
    context.setDefaultTimeout(LIMIT);
    return context;
  };
  const server = await serve();
  return {
    browser,
    url: server.url,
    async stop() {
      await browser.close();
      server.close();
    },
  };
}

/**
 * A new page with nothing stored, at an address below the server's; waits for its first board. `faults` has every error
 * and warning on the console, and must be empty at the end of a test: `assertQuiet`.
 * @param {Awaited<ReturnType<typeof start>>} world
 * @param {{ path?: string, width?: number, height?: number, theme?: 'light' | 'dark' }} options
 */
export async function open(world, { path = '', width = 1280, height = 800, theme = 'light' } = {}) {
  const context = await world.browser.newContext({ viewport: { width, height }, colorScheme: theme });
  const page = await context.newPage();
  /** @type {string[]} */
  const faults = [];
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  page.on('pageerror', fault => faults.push(String(fault)));
  page.on('requestfailed', request => {
    // What is under way when a page is left is aborted.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') faults.push(`not loaded: ${request.url()}`);
  });
  await page.goto(world.url + path);
  await ready(page);
  return { page, context, faults, assertQuiet: () => assert.deepEqual([...new Set(faults)], []) };
}

/**
 * Waits until the library has answered about all that was done.
 * @param {import('playwright-core').Page} page
 */
export async function ready(page) {
  await page.waitForSelector('body[data-state="ready"]');
}

/**
 * Opens a built-in game from the gallery.
 * @param {import('playwright-core').Page} page
 * @param {string} title
 */
export async function choose(page, title) {
  await page.getByRole('link', { name: 'Games', exact: true }).click();
  await page.locator('.card').filter({ has: page.getByRole('link', { name: title, exact: true }) }).first().click();
  await page.waitForFunction(() => document.body.dataset['view'] === undefined);
  await ready(page);
}

/**
 * Replaces the definition, as if pasted.
 * @param {import('playwright-core').Page} page
 * @param {string} text
 */
export async function write(page, text) {
  // A click would need the mouse to stay where a card over a word opens.
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
  await ready(page);
}

/**
 * Takes back the last changes of the definition.
 * @param {import('playwright-core').Page} page
 */
export async function undo(page, times = 1) {
  await page.locator('.cm-content').focus();
  for (let time = 0; time < times; time++) await page.keyboard.press('Control+Z');
  await ready(page);
}

/**
 * The definition as the page saves it.
 * @param {import('playwright-core').Page} page
 */
export async function definition(page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByRole('button', { name: 'File' }).click();
      await page.getByRole('button', { name: 'Save the definition' }).click();
    })(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}
