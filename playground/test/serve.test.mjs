// The server for trying the page.
// @ts-check
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { built } from '../build.mjs';
import { serve } from '../serve.mjs';

const dist = path.join(import.meta.dirname, '../dist');

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
before(async () => (server = await serve()));
after(() => server.close());

/**
 * The answer to a request with exactly this target, which `fetch` would put in order first.
 * @param {string} target
 * @param {{ method?: string, headers?: Record<string, string> }} [options]
 * @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders, body: Buffer }>}
 */
function ask(target, { method = 'GET', headers = {} } = {}) {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path: target, method, headers }, async response => {
      const chunks = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
    });
    asked.on('error', reject).end();
  });
}

/**
 * The first line of the answer to bytes that a client would not send.
 * @param {string} bytes
 * @returns {Promise<string>}
 */
function raw(bytes) {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.end(bytes));
    socket.on('data', data => (answer += data)).on('close', () => resolve(answer.split('\r\n')[0] ?? '')).on('error', reject);
  });
}

test('no request ends the server', { timeout: 30_000 }, async () => {
  const hostile = [
    '//', '///', '/%', '/%zz', '/%00', '/..%2f', '/..%2fserve.mjs', '/%2e%2e/serve.mjs', '/../serve.mjs', '/..\\serve.mjs', '/%c0%ae',
    '/?', '/index.html/', '/.', '/..', `/${'a'.repeat(8_000)}`, `/${'../'.repeat(2_000)}etc/passwd`, 'http://', 'http://[', '*', '//@:/', '/%ff',
  ];
  for (const target of hostile) {
    const { status, body } = await ask(target);
    assert.ok([200, 404].includes(status), `${target}: ${status}`);
    assert.ok(!body.includes('createServer') && !body.includes('root:'), target);
  }
  assert.match(await raw(`GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`), / 431 /);
  assert.match(await raw('GET / HTTP/9.9\r\n\r\n'), / (400|505) /);
  assert.match(await raw('nonsense\r\n\r\n'), / 400 /);
  for (const method of ['POST', 'OPTIONS', 'DELETE']) assert.equal((await ask('/', { method })).status, 405);
  const { status, body } = await ask('/?x=//#y');
  assert.equal(status, 200);
  assert.deepEqual(body, readFileSync(path.join(dist, 'index.html')));
});

test('files are sent in the smallest form that the browser takes', async () => {
  const file = `/${built('rules', '.wasm')}`;
  const plain = readFileSync(path.join(dist, file));
  const sent = async (/** @type {string | undefined} */ accepts) =>
    ask(file, { headers: accepts === undefined ? {} : { 'accept-encoding': accepts } });
  /** @type {[string | undefined, string | undefined, (bytes: Buffer) => Buffer][]} */
  const cases = [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
    ['GZIP', 'gzip', gunzipSync],
    ['identity', undefined, bytes => bytes],
    [undefined, undefined, bytes => bytes],
  ];
  for (const [accepts, encoding, unpacked] of cases) {
    const { status, headers, body } = await sent(accepts);
    assert.equal(status, 200);
    assert.equal(headers['content-encoding'], encoding, accepts);
    assert.equal(headers['content-type'], 'application/wasm');
    assert.match(headers['vary'] ?? '', /accept-encoding/i);
    assert.equal(Number(headers['content-length']), body.length);
    assert.ok(unpacked(body).equals(plain), accepts);
  }
  const { body } = await sent('br');
  assert.ok(body.length < plain.length / 3, `${body.length} of ${plain.length} bytes`);
  const head = await ask(file, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  assert.equal(head.body.length, 0);
  assert.equal(Number(head.headers['content-length']), statSync(path.join(dist, `${file}.br`)).size);
});

test('a file with a hash in its name is kept for ever, others are asked for anew', async () => {
  const kept = await ask(`/${built('player', '.wasm')}`);
  assert.equal(kept.headers['cache-control'], 'public, max-age=31536000, immutable');
  for (const target of ['/', '/sw.js', '/manifest.webmanifest']) {
    const { status, headers } = await ask(target, { headers: { 'accept-encoding': 'br' } });
    assert.deepEqual([status, headers['cache-control']], [200, 'no-cache'], target);
    const etag = String(headers['etag']);
    assert.match(etag, /^"[0-9a-f]+"$/);
    const again = await ask(target, { headers: { 'accept-encoding': 'br', 'if-none-match': `"other", W/${etag}` } });
    assert.deepEqual([again.status, again.body.length, again.headers['etag']], [304, 0, etag]);
    assert.equal((await ask(target, { headers: { 'if-none-match': '"other"' } })).status, 200);
  }
});

test('a file without compressed forms is sent as it is', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'weakfish-serve-'));
  writeFileSync(path.join(folder, 'own.txt'), 'plain');
  const other = await serve(0, folder);
  const response = await fetch(`${other.url}own.txt`);
  assert.equal(await response.text(), 'plain');
  assert.equal(response.headers.get('content-encoding'), null);
  other.close();
  rmSync(folder, { recursive: true });
});
