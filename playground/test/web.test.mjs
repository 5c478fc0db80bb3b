// The page as `weakfish play --web` serves it. The variable `WEAKFISH` has the path of the program.
// @ts-check
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { dist } from '../build.mjs';
import { open, ready, start } from './browser.mjs';

const PROGRAM = process.env['WEAKFISH'] && path.resolve(process.env['WEAKFISH']);

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
/** @type {string} */
let folder;
before(async () => {
  if (!PROGRAM) return;
  world = await start();
  folder = mkdtempSync(path.join(tmpdir(), 'weakfish-'));
  writeFileSync(path.join(folder, 'base.variant'), 'game "Base" extends demichess\n');
  writeFileSync(path.join(folder, 'mine.variant'), 'game "Mine" extends "base.variant"\n');
});
after(async () => {
  if (!PROGRAM) return;
  await world.stop();
  rmSync(folder, { recursive: true });
});

/**
 * Starts the program and tells its address.
 * @param {string[]} args
 */
async function serving(...args) {
  const child = spawn(/** @type {string} */ (PROGRAM), ['play', '--web', ...args, '--page', dist], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  const [address] = await new Promise(resolve => createInterface(child.stdout).once('line', line => resolve([line])));
  const end = () => new Promise(resolve => {
    child.once('exit', resolve);
    child.kill();
  });
  return { address: /** @type {string} */ (address), end };
}

/**
 * Opens an address of a program; `searches` has the statuses of its answers to searches.
 * @param {string} address
 */
async function opened(address) {
  const it = await open({ ...world, url: address });
  /** @type {number[]} */
  const searches = [];
  it.page.on('response', response => {
    if (new URL(response.url()).pathname === '/search') searches.push(response.status());
  });
  return { ...it, searches };
}

/** @param {import('playwright-core').Page} page */
async function analysed(page) {
  await page.getByRole('tab', { name: 'Analyse' }).click();
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await page.locator('.line-play').first().waitFor();
}

test('the page opens a file with its base, and the program searches', { skip: !PROGRAM }, async () => {
  const { address, end } = await serving('mine.variant');
  const { page, context, searches, assertQuiet } = await opened(address);
  try {
    assert.ok(!page.url().includes('token'), 'the token is out of the address');
    assert.match(await page.locator('.cm-content').innerText(), /game "Mine"/);
    assert.ok((await page.locator('#board svg').count()) > 0);
    await analysed(page);
    assert.deepEqual(searches, [200]);
    // Loading the page anew ends a search, which is told as a fault.
    assertQuiet();
    await page.reload();
    await ready(page);
    await analysed(page);
    assert.deepEqual(searches, [200, 200]);
  } finally {
    await context.close();
    await end();
  }
});

test('without the program the page searches by itself, and says so', { skip: !PROGRAM }, async () => {
  const { address, end } = await serving('demichess', '--play', 'e2e3');
  const { page, context, searches } = await opened(address);
  try {
    // The third worker is the one that searches; it must have loaded its program.
    while (page.workers().length < 3) await page.waitForEvent('worker');
    await page.workers()[2]?.evaluate('true');
    await end();
    await analysed(page);
    assert.deepEqual(searches, []);
    assert.match(await page.locator('#notice').innerText(), /does not answer/);
  } finally {
    await context.close();
  }
});
