// The examples of the book open in the page.
// @ts-check
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { definition, ready, start } from './browser.mjs';
import { serve } from '../serve.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let world;
before(async () => (world = await start()));
after(() => world.stop());

const EXAMPLE = 'game "From the Book" extends fide\n\nrules\n  castling: none\n';

test('an example in the book opens in the page beside it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'book-'));
  copyFileSync(path.join(import.meta.dirname, '../../docs/playground.js'), path.join(folder, 'playground.js'));
  symlinkSync(path.join(import.meta.dirname, '../dist'), path.join(folder, 'playground'));
  // As mdbook writes pages.
  writeFileSync(
    path.join(folder, 'index.html'),
    `<!doctype html><title>A page</title><script>const path_to_root = "";</script>
    <pre><code class="language-variant own.variant">${EXAMPLE.replaceAll('"', '&quot;')}</code></pre>
    <pre><code class="language-variant">rules\n  castling: none\n</code></pre>
    <script src="playground.js"></script>`,
  );
  const server = await serve(0, folder);
  const context = await world.browser.newContext();
  const page = await context.newPage();
  await page.goto(server.url);
  const link = page.getByRole('link', { name: 'Open in the playground' });
  await link.waitFor();
  assert.equal(await link.count(), 1);
  await link.click();
  await ready(page);
  assert.equal(await definition(page), EXAMPLE);
  assert.equal(await page.locator('.file-name').innerText(), 'From the Book');
  await context.close();
  server.close();
  rmSync(folder, { recursive: true });
});
