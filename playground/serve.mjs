// `node serve.mjs [PORT]` serves `dist/` on the loopback address, for trying the page.
// @ts-check
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = path.join(import.meta.dirname, 'dist');
/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** A name with the hash of the content in it: what it names never changes. */
const HASHED = /\.[0-9a-f]{10}\.[a-z]+$/;

/** The compressed forms that the build writes beside a file, the smallest first. */
export const ENCODINGS = /** @type {const} */ ({ br: '.br', gzip: '.gz' });

/**
 * The file in the folder that the target of a request names; null if there is none, or no sense in it.
 * @param {string} target
 * @param {string} folder
 */
function fileOf(target, folder) {
  let pathname;
  try {
    pathname = decodeURIComponent(target.replace(/[?#].*/s, ''));
  } catch {
    return null;
  }
  const name = path.join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
  return name.startsWith(folder + path.sep) && !name.includes('\0') ? name : null;
}

/**
 * The encodings that an `Accept-Encoding` allows.
 * @param {string | string[] | undefined} header
 */
function accepted(header) {
  const words = String(header ?? '').toLowerCase().split(',').map(word => word.trim());
  const allowed = words.filter(word => !/;\s*q=0(\.0*)?$/.test(word)).map(word => word.replace(/\s*;.*/, ''));
  return Object.entries(ENCODINGS).filter(([name]) => allowed.includes(name));
}

/**
 * The bytes of a file in the smallest form that may be sent.
 * @param {string} name
 * @param {string | string[] | undefined} acceptEncoding
 * @returns {Promise<{ bytes: Buffer, encoding?: string } | null>}
 */
async function content(name, acceptEncoding) {
  const read = (/** @type {string} */ file) => readFile(file).catch(() => null);
  for (const [encoding, ending] of accepted(acceptEncoding)) {
    const bytes = await read(name + ending);
    if (bytes) return { bytes, encoding };
  }
  const bytes = await read(name);
  return bytes && { bytes };
}

/**
 * Serves a folder and returns the address.
 * @param {number} port
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serve(port = 0, folder = dist) {
  const server = createServer(async ({ url = '/', method = '', headers }, response) => {
    const refuse = (/** @type {number} */ status, /** @type {string} */ reason) =>
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(reason);
    if (!['GET', 'HEAD'].includes(method)) return refuse(405, 'Files are only read here.');
    const name = fileOf(url, folder);
    const found = name === null ? null : await content(name, headers['accept-encoding']);
    if (name === null || found === null) return refuse(404, 'There is no such file.');
    const tag = `"${createHash('sha256').update(found.bytes).digest('hex').slice(0, 16)}"`;
    const about = {
      // Pages elsewhere have boards of `weakfish-board.js`.
      'access-control-allow-origin': '*',
      etag: tag,
      vary: 'Accept-Encoding',
      'cache-control': HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    };
    if (headers['if-none-match']?.split(',').some(known => known.trim().replace(/^W\//, '') === tag)) {
      return response.writeHead(304, about).end();
    }
    response.writeHead(200, {
      'content-type': TYPES[path.extname(name)] ?? 'application/octet-stream',
      'content-length': found.bytes.length,
      ...(found.encoding && { 'content-encoding': found.encoding }),
      ...about,
    });
    response.end(found.bytes);
  });
  await new Promise(resolve => server.listen(port, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await serve(Number(process.argv[2] ?? 8080));
  console.log(url);
}
