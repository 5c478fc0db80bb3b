// `node serve.mjs [PORT]` serves `dist/` on the loopback address, for trying the page.
// @ts-check
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
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};

/**
 * Serves a folder and tells the address.
 * @param {number} port
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serve(port = 0, folder = dist) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = path.join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    try {
      if (!name.startsWith(folder + path.sep)) throw new Error('outside of the folder');
      const bytes = await readFile(name);
      response.writeHead(200, {
        'content-type': TYPES[path.extname(name)] ?? 'application/octet-stream',
        'cache-control': 'no-cache',
      });
      response.end(bytes);
    } catch {
      response.writeHead(404).end('There is no such file.');
    }
  });
  await new Promise(resolve => server.listen(port, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await serve(Number(process.argv[2] ?? 8080));
  console.log(url);
}
