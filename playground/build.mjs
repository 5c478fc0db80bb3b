// Makes `dist/`: the page as static files. `node build.mjs` also prints the size of each, as it is and compressed.
// @ts-check
import { build } from 'esbuild';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const here = import.meta.dirname;
export const dist = path.join(here, 'dist');
/** The JavaScript package, which its own build script makes. */
const library = path.join(here, '../bindings/js');

/** @type {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  minify: true,
  target: 'es2022',
  format: 'esm',
  legalComments: 'none',
  logLevel: 'warning',
  absWorkingDir: here,
  external: ['weakfish'],
};

export async function make() {
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  await Promise.all([
    build({ ...common, entryPoints: { page: 'src/main.ts' }, outdir: 'dist', loader: { '.css': 'text' } }),
    build({ ...common, entryPoints: { page: 'src/page.css' }, outdir: 'dist' }),
  ]);
  for (const [from, to] of [['index.html', 'index.html'], ['src/icon.svg', 'icon.svg']]) {
    copyFileSync(path.join(here, /** @type {string} */ (from)), path.join(dist, /** @type {string} */ (to)));
  }
}

/**
 * What each file takes to download.
 * @returns {{ file: string, raw: number, gzip: number, brotli: number }[]}
 */
export function sizes() {
  return readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => {
      const name = path.join(entry.parentPath, entry.name);
      const bytes = readFileSync(name);
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
      return {
        file: path.relative(dist, name),
        raw: bytes.length,
        gzip: gzipSync(bytes, { level: 9 }).length,
        brotli: brotliCompressSync(bytes, quality).length,
      };
    })
    .sort((one, other) => other.gzip - one.gzip);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await make();
  if (!process.argv.includes('--quiet')) {
    const all = sizes();
    const sum = (/** @type {'raw' | 'gzip' | 'brotli'} */ key) => all.reduce((total, size) => total + size[key], 0);
    console.table([...all, { file: 'all', raw: sum('raw'), gzip: sum('gzip'), brotli: sum('brotli') }]);
  }
}
