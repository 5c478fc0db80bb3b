// Links, files, the page as one file, what is kept.
// @ts-check
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { constants, deflateRawSync } from 'node:zlib';
import { choose, definition, open, ready, start, write } from './browser.mjs';
import { drag, moves, seat } from './table.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

const GAME = readFileSync(new URL('../../defs/weakest.variant', import.meta.url), 'utf8');

/**
 * The link that the page gives.
 * @param {import('playwright-core').Page} page
 */
async function link(page) {
  await page.getByRole('button', { name: 'Share' }).click();
  const input = page.getByRole('textbox', { name: 'Link' });
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById('link')).value !== '');
  const made = await input.inputValue();
  await page.getByRole('button', { name: 'Close' }).click();
  return made;
}

/** @param {unknown} value */
const packed = value => `1.${deflateRawSync(Buffer.from(JSON.stringify(value))).toString('base64url')}`;

test('a link brings the definition and the game to another browser', async () => {
  const { page, context, assertQuiet } = await open(world);
  const moves = 'd2d3 d7d6';
  await page.goto(`${world.url}#${packed([GAME, 'weakest', null, null, moves])}`);
  await page.reload();
  await ready(page);
  const first = await link(page);
  const other = await open(world, { path: new URL(first).hash });
  assert.equal(await definition(other.page), GAME);
  assert.equal(await link(other.page), first);
  assert.equal(await other.page.locator('#notice').innerText(), '');
  await context.close();
  await other.context.close();
  assertQuiet();
  other.assertQuiet();
});

test('a damaged link, one of a newer page and one that bursts are refused with a reason', async () => {
  const links = {
    [`1.${deflateRawSync(Buffer.from('["game')).toString('base64url')}`]: /damaged/,
    '1.####': /damaged/,
    '9.abc': /newer version/,
    [packed(['x'.repeat(50_000_000)])]: /more than a definition/,
    'game=nosuchgame': /no built-in game “nosuchgame”/,
    'game=[Continue here](https://evil.example)': /names no built-in game/,
  };
  for (const [fragment, reason] of Object.entries(links)) {
    const { page, context } = await open(world, { path: `#${fragment}` });
    assert.match(await page.locator('#notice').innerText(), reason);
    assert.match(await page.locator('#notice').innerText(), /another game/);
    assert.equal(await page.locator('#notice a').count(), 0);
    assert.ok((await page.locator('#board svg').count()) > 0);
    await context.close();
  }
});

/**
 * The most memory that any page of the browser has taken so far, in bytes, as far as the system tells.
 */
async function mostMemory() {
  const session = await world.browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => `/proc/${id}/status`)
    .filter(file => existsSync(file))
    .map(file => Number(/^VmHWM:\s*(\d+) kB/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) * 1024);
  return Math.max(0, ...peaks);
}

test('a link that would unpack to a gigabyte is refused before it does', { timeout: 180_000 }, async () => {
  // Blocks that need nothing of those before them can be repeated without packing a gigabyte here.
  const block = deflateRawSync(Buffer.alloc(1 << 20), { finishFlush: constants.Z_FULL_FLUSH, level: 9 });
  const bomb = Buffer.concat(Array.from({ length: 1024 }, () => block));
  assert.ok(bomb.length < 1.2e6, `${bomb.length} bytes`);
  const { page, context } = await open(world);
  const before = await mostMemory();
  await page.evaluate(link => {
    location.hash = link;
  }, `1.${bomb.toString('base64url')}`);
  await page.locator('#notice').filter({ hasText: /more than a definition/ }).waitFor();
  const taken = (await mostMemory()) - before;
  assert.ok(taken < 200e6, `it took ${(taken / 1e6).toFixed()} MB`);
  await context.close();
});

test('a link names a built-in game, or holds a text as it is', async () => {
  const { page, context } = await open(world, { path: '#game=weakest' });
  assert.equal(await definition(page), GAME);
  await page.goto(`${world.url}#${new URLSearchParams({ text: 'game "Linked" extends fide\n', game: 'linked' })}`);
  await page.waitForFunction(() => document.querySelector('.file-name')?.textContent === 'linked');
  await ready(page);
  assert.equal(await definition(page), 'game "Linked" extends fide\n');
  await context.close();
});

test('the page saved as one file plays offline, from the disk', async () => {
  const { page, context, assertQuiet } = await open(world);
  await write(page, GAME.replace('"Weakest Chess"', '"Kept </script><script>alert(1)</script> Chess"'));
  const text = await definition(page);
  await page.getByRole('button', { name: 'Share' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Page that plays offline' }).click(),
  ]);
  const file = `${await download.path()}.html`;
  await download.saveAs(file);
  await context.close();
  assertQuiet();

  // What it saves again is such a file, too.
  const again = await played(file, text);
  assert.notEqual(again, file);
  await played(again, text);
});

/**
 * Opens a saved page from the disk, without a network; gives what it saves.
 * @param {string} file
 * @param {string} text
 */
async function played(file, text) {
  const context = await world.browser.newContext({ offline: true });
  const page = await context.newPage();
  /** @type {string[]} */
  const faults = [];
  page.on('console', message => ['error', 'warning'].includes(message.type()) && faults.push(message.text()));
  page.on('pageerror', fault => faults.push(String(fault)));
  await page.goto(pathToFileURL(file).href);
  await ready(page);
  assert.equal(await definition(page), text);
  assert.equal(await page.locator('.problems').innerText(), 'No mistakes.');
  assert.match(await page.locator('#board').innerText(), /White to move/);
  await page.getByRole('button', { name: 'Share' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Page that plays offline' }).click(),
  ]);
  const saved = file.replace(/\.html$/, '-again.html');
  await download.saveAs(saved);
  await context.close();
  assert.deepEqual(faults, []);
  return saved;
}

test('what was written is there after the page was closed', async () => {
  const { page, context } = await open(world);
  const text = 'game "Kept" extends fide\n';
  await write(page, text);
  await page.close();
  const again = await context.newPage();
  await again.goto(world.url);
  await ready(again);
  assert.equal(await definition(again), text);
  await context.close();
});

test('what others wrote into the storage is read as far as it can be', async () => {
  const { page, context, assertQuiet } = await open(world);
  const text = 'game "Stored" extends fide\n';
  /** @type {[object, string][]} */
  const stored = [
    [{ moves: null }, ''],
    [{ moves: 5, setup: {}, fen: 7, name: 'stored' }, 'stored'],
    [{ moves: ['e2e4', null], play: { players: 3 }, id: [] }, ''],
    [{ name: 'played', moves: ['e2e4'] }, 'played'],
  ];
  for (const [work, name] of stored) {
    const other = await context.newPage();
    await page.evaluate(work => localStorage.setItem('weakfish-playground-work', work), JSON.stringify({ text, ...work }));
    await other.goto(world.url);
    await ready(other);
    assert.equal(await definition(other), text);
    assert.equal(await other.locator('.file-name').textContent(), name);
    assert.deepEqual(await moves(other), name === 'played' ? ['e4'] : []);
    await other.close();
  }
  await context.close();
  assertQuiet();
});

test('what was changed can be gone back to after another game was opened', async () => {
  const { page, context } = await open(world);
  const text = 'game "Mine" extends fide\n';
  await write(page, text);
  await choose(page, 'Feeble Chess');
  assert.notEqual(await definition(page), text);
  await page.getByRole('button', { name: 'File' }).click();
  await page.getByRole('button', { name: /^Back to/ }).first().click();
  await ready(page);
  assert.equal(await definition(page), text);
  await context.close();
});

test('a game that was played can be gone back to, by the browser and in the menu', async () => {
  const { page, context, assertQuiet } = await open(world, { path: '#game=fide' });
  await drag(page, 'e2', 'e4');
  await choose(page, 'Xiangqi');
  const title = (/** @type {string} */ name) => page.waitForFunction(name => document.title.startsWith(`${name} `), name);
  await title('Xiangqi');
  await ready(page);
  await page.goBack();
  await title('Games');
  await page.goBack();
  await title('Chess');
  await ready(page);
  assert.deepEqual(await moves(page), ['e4']);
  await page.goForward();
  await page.goForward();
  await title('Xiangqi');
  await ready(page);
  await page.getByRole('button', { name: 'File' }).click();
  await page.getByRole('button', { name: 'Back to fide, after 1 move' }).click();
  await title('Chess');
  await ready(page);
  assert.deepEqual(await moves(page), ['e4']);
  await context.close();
  assertQuiet();
});

test('what was opened can be gone forward to after the page was loaded again', async () => {
  const { page, context, assertQuiet } = await open(world, { path: '#game=fide' });
  const title = (/** @type {string} */ name) => page.waitForFunction(name => document.title.startsWith(`${name} `), name);
  /** @param {number} steps entries between the two */
  const goBackAndReload = async steps => {
    await page.evaluate(steps => history.go(-steps), steps);
    await title('Chess');
    await ready(page);
    await page.reload();
    await title('Chess');
    await ready(page);
    await page.evaluate(steps => history.go(steps), steps);
  };
  await choose(page, 'Makruk');
  await title('Makruk');
  await ready(page);
  await drag(page, 'd3', 'd4');
  const played = await moves(page);
  assert.equal(played.length, 1);
  await goBackAndReload(2);
  await title('Makruk');
  await ready(page);
  assert.deepEqual(await moves(page), played);
  // Without a storage there is still the address.
  await page.evaluate(() => history.go(-2));
  await title('Chess');
  await ready(page);
  await page.evaluate(() => (location.hash = '#game=weakest'));
  await title('Weakest Chess');
  await ready(page);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new Error('full');
    };
  });
  await goBackAndReload(1);
  await title('Weakest Chess');
  await ready(page);
  await context.close();
  assertQuiet();
});

test('a link that is left before it is read changes nothing', async () => {
  const { page, context, assertQuiet } = await open(world, { path: '#game=fide' });
  const title = (/** @type {string} */ name) => page.waitForFunction(name => document.title.startsWith(`${name} `), name);
  await drag(page, 'e2', 'e4');
  // Long enough that it's still being unpacked when the browser is back.
  const long = packed([`game "Long" extends fide\n//${'x'.repeat(900_000)}\n`, 'long', null, null, '']);
  for (const link of ['game=weakest', long]) {
    await page.evaluate(link => {
      addEventListener('hashchange', () => history.back(), { once: true });
      location.hash = link;
    }, link);
    await page.waitForFunction(() => location.hash === '#game=fide');
    await page.waitForTimeout(500);
    await ready(page);
    await title('Chess');
    assert.deepEqual(await moves(page), ['e4']);
  }
  await context.close();
  assertQuiet();
});

test('players, clocks and result are there when a game is gone back to that was left at its start', async () => {
  const { page, context, assertQuiet } = await open(world, { path: '#game=fide' });
  const title = (/** @type {string} */ name) => page.waitForFunction(name => document.title.startsWith(`${name} `), name);
  await seat(page, { opponent: 'person', times: '300 3' });
  for (const [from, to] of [['e2', 'e4'], ['e7', 'e5'], ['g1', 'f3']]) await drag(page, String(from), String(to));
  // Until a clock shows that it has run.
  await page.locator('.clock', { hasText: /4:5\d/ }).first().waitFor();
  await page.getByRole('button', { name: 'Resign' }).dblclick();
  const left = (await page.locator('.clock').allInnerTexts()).join(' ');
  await page.getByRole('button', { name: 'To the start' }).click();
  await ready(page);
  await choose(page, 'Xiangqi');
  await title('Xiangqi');
  await ready(page);
  assert.match(await page.locator('.table-standing').innerText(), /Red to move/);
  await page.evaluate(() => history.go(-2));
  await title('Chess');
  await ready(page);
  await page.locator('.table-standing', { hasText: 'Black resigns' }).waitFor();
  assert.equal((await moves(page)).length, 3);
  assert.equal((await page.locator('.clock').allInnerTexts()).join(' '), left);
  await context.close();
  assertQuiet();
});

test('a game that is gone back through at once keeps a result of its own, and takes none', async () => {
  const { page, context, assertQuiet } = await open(world, { path: '#game=fide' });
  const title = (/** @type {string} */ name) => page.waitForFunction(name => document.title.startsWith(`${name} `), name);
  for (const name of ['Xiangqi', 'Makruk']) {
    await choose(page, name);
    await title(name);
    await ready(page);
  }
  await seat(page, { opponent: 'person' });
  await page.getByRole('button', { name: 'Resign' }).dblclick();
  await page.locator('.table-standing', { hasText: 'resigns' }).waitFor();
  // The library has no time to answer about the game in the middle.
  await page.evaluate(() => {
    addEventListener('popstate', () => history.go(-2), { once: true });
    history.go(-2);
  });
  await title('Chess');
  await ready(page);
  await page.evaluate(() => history.go(2));
  await title('Xiangqi');
  await ready(page);
  assert.match(await page.locator('.table-standing').innerText(), /Red to move/);
  await page.evaluate(() => history.go(2));
  await title('Makruk');
  await page.locator('.table-standing', { hasText: 'resigns' }).waitFor();
  await context.close();
  assertQuiet();
});

test('players, clocks and result are there after the page was loaded again', async () => {
  const { page, context, assertQuiet } = await open(world, { path: '#game=fide' });
  await seat(page, { times: '300 3', level: 5 });
  await drag(page, 'e2', 'e4');
  await page.locator('.movelist:visible .move').nth(1).waitFor();
  await page.getByRole('button', { name: 'Resign' }).dblclick();
  const left = (await page.locator('.clock').allInnerTexts()).join(' ');
  await page.reload();
  await ready(page);
  await page.locator('.table-standing', { hasText: 'White resigns' }).waitFor();
  assert.equal((await moves(page)).length, 2);
  assert.deepEqual(await page.locator('.seat').allInnerTexts(), ['Weakfish\nEasy', 'You']);
  assert.ok(await page.locator('#level-black-5').isChecked());
  assert.equal(await page.locator('#times').inputValue(), '300 3');
  assert.equal((await page.locator('.clock').allInnerTexts()).join(' '), left);
  await context.close();
  assertQuiet();
});

test('games of Fairy-Stockfish are imported', async () => {
  const { page, context, assertQuiet } = await open(world);
  await page.getByRole('button', { name: 'File' }).click();
  await page.getByRole('button', { name: 'Import from Fairy-Stockfish' }).click();
  await page.locator('#ini').fill('[mine:chess]\nnosuchkey = 3\n');
  await page.getByRole('button', { name: 'Read' }).click();
  await page.getByText('Line 2: there is no key nosuchkey').waitFor();
  await page.locator('#ini').fill('[knightmare:chess]\npromotionPieceTypes = n\n');
  await page.getByRole('button', { name: 'Read' }).click();
  await page.getByRole('button', { name: 'Open knightmare' }).click();
  await ready(page);
  assert.match(await definition(page), /extends fide|game "/);
  assert.equal(await page.locator('.problems li.error').count(), 0);
  await context.close();
  assertQuiet();
});

test('a definition is opened from a file', async () => {
  const { page, context } = await open(world);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    (async () => {
      await page.getByRole('button', { name: 'File' }).click();
      await page.getByRole('button', { name: 'Open a definition' }).click();
    })(),
  ]);
  await chooser.setFiles({ name: 'own.variant', mimeType: 'text/plain', buffer: Buffer.from(GAME.replaceAll('\n', '\r\n')) });
  await page.waitForFunction(() => document.querySelector('.file-name')?.textContent === 'own');
  await ready(page);
  assert.equal(await definition(page), GAME);
  // Lines that end as in Windows are lines like any others.
  assert.equal(await page.locator('.problems').innerText(), 'No mistakes.');
  await context.close();
});
