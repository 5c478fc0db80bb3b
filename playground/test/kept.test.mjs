// What a visit keeps for the next one, without a network and with a new version.
// @ts-check
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { built, dist } from '../build.mjs';
import { serve } from '../serve.mjs';
import { ready, start } from './browser.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
const folder = mkdtempSync(path.join(tmpdir(), 'weakfish-kept-'));
before(async () => {
  cpSync(dist, folder, { recursive: true, filter: name => !/\.(br|gz)$|offline\.html$/.test(name) });
  [world, server] = await Promise.all([start(), serve(0, folder)]);
});
after(async () => {
  await world.stop();
  server.close();
  rmSync(folder, { recursive: true });
});

/** Where the page is kept: not by its number, as which this machine serves pages for a while. */
const address = () => server.url.replace('127.0.0.1', 'localhost');

/** @param {import('playwright-core').Page} page */
const caches = page => page.evaluate(() => window.caches.keys());

/** @param {string} file @param {(text: string) => string} change */
function change(file, change) {
  const name = path.join(folder, file);
  writeFileSync(name, change(readFileSync(name, 'utf8')));
}

test('a page is kept whole, comes up without a network, and takes a new version when it is asked to', async () => {
  const context = await world.browser.newContext();
  const page = await context.newPage();
  await page.goto(address());
  await ready(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  const [first, ...others] = await caches(page);
  assert.deepEqual(others, []);

  /** @type {string[]} */
  const asked = [];
  page.on('response', response => {
    if (!response.fromServiceWorker()) asked.push(response.url());
  });
  await page.reload();
  await ready(page);
  assert.deepEqual(asked, []);

  await context.setOffline(true);
  await page.reload();
  await ready(page);
  assert.ok(await page.locator('.board .man').first().isVisible());
  await page.getByRole('tab', { name: 'Analyse' }).click();
  await context.setOffline(false);

  assert.equal(await page.locator('.lasting').count(), 0);
  change('index.html', text => text.replace('<body>', '<body data-version="next">'));
  change('sw.js', text => text.replace(String(first).replace('weakfish-', ''), 'next'));
  await page.reload();
  await ready(page);
  // The version that is used stays until the new one is asked for.
  await page.getByRole('status').filter({ hasText: 'A new version is ready.' }).waitFor();
  assert.equal(await page.locator('body[data-version="next"]').count(), 0);
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.waitForSelector('body[data-version="next"]');
  await ready(page);
  await page.waitForFunction(async () => (await window.caches.keys()).join() === 'weakfish-next');
  await context.close();
});

test('the manifest is read, and its icons are there', async () => {
  const { icons, start_url: begin, display } = JSON.parse(readFileSync(path.join(folder, 'manifest.webmanifest'), 'utf8'));
  assert.deepEqual([begin, display], ['./', 'standalone']);
  for (const { src } of icons) assert.equal((await fetch(server.url + src)).status, 200, src);
  const context = await world.browser.newContext();
  const page = await context.newPage();
  await page.goto(address());
  const session = await context.newCDPSession(page);
  const { errors, data } = await session.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  assert.ok(data);
  await context.close();
});

test('files of a page that never change have a hash in their names', () => {
  for (const [stem, ending] of [['page', '.js'], ['page', '.css'], ['worker', '.js'], ['rules', '.wasm'], ['player', '.wasm'], ['fide.weights', '.txt']]) {
    assert.ok(readFileSync(path.join(dist, 'sw.js'), 'utf8').includes(built(String(stem), String(ending))), `${stem}${ending}`);
  }
});
