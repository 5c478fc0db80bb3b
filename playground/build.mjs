// Makes `dist/`: the page as static files, each with its compressed forms beside it for servers that send those. `node build.mjs`
// also prints the size of each, as it is and compressed; `--quiet` compresses quickly rather than well, and prints nothing.
// @ts-check
import { build } from 'esbuild';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { plugin as catalogue } from './catalogue.mjs';
import { notices } from './licences.mjs';
import { oneFile } from './onefile.mjs';
import { ENCODINGS } from './serve.mjs';

const here = import.meta.dirname;
export const dist = path.join(here, 'dist');

/** @type {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  minify: true,
  target: 'es2022',
  format: 'esm',
  legalComments: 'none',
  logLevel: 'warning',
  absWorkingDir: here,
};

export async function make() {
  const engine = fileURLToPath(import.meta.resolve('weakfish/engine.wasm'));
  if (!existsSync(engine)) {
    throw new Error('the package that the page uses is not built: `../bindings/js/build` builds it, `npm run page` all');
  }
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  const [page] = await Promise.all([
    build({ ...common, entryPoints: { page: 'src/main.ts' }, outdir: 'dist', loader: { '.css': 'text' }, plugins: [catalogue], metafile: true }),
    // No module, since a page that was opened from the disk may not start a module from inside of itself.
    build({
      ...common, entryPoints: { worker: 'weakfish/worker' }, outdir: 'dist', format: 'iife', define: { 'import.meta.url': '""' },
    }),
    build({ ...common, entryPoints: { page: 'src/page.css' }, outdir: 'dist' }),
  ]);
  copyFileSync(path.join(here, 'index.html'), path.join(dist, 'index.html'));
  for (const name of ['icon.svg', 'preview.png']) copyFileSync(path.join(here, 'src', name), path.join(dist, name));
  copyFileSync(engine, path.join(dist, 'weakfish.wasm'));
  writeFileSync(path.join(dist, 'NOTICES.txt'), notices(here, Object.keys(page.metafile.inputs)));
  writeFileSync(path.join(dist, 'offline.html'), oneFile(dist));
}

/** The files of the page, without their compressed forms. */
function files() {
  return readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !Object.values(ENCODINGS).some(ending => entry.name.endsWith(ending)))
    .map(entry => path.join(entry.parentPath, entry.name));
}

/**
 * Writes the compressed forms of all files.
 * @param {boolean} quick
 */
export function compress(quick) {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: quick ? 5 : 11 } };
  for (const name of files()) {
    const bytes = readFileSync(name);
    writeFileSync(name + ENCODINGS.br, brotliCompressSync(bytes, quality));
    writeFileSync(name + ENCODINGS.gzip, gzipSync(bytes, { level: quick ? 6 : 9 }));
  }
}

/**
 * What each file takes to download.
 * @returns {{ file: string, raw: number, gzip: number, brotli: number }[]}
 */
export function sizes() {
  return files()
    .map(name => ({
      file: path.relative(dist, name),
      raw: statSync(name).size,
      gzip: statSync(name + ENCODINGS.gzip).size,
      brotli: statSync(name + ENCODINGS.br).size,
    }))
    .sort((one, other) => other.gzip - one.gzip);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const quiet = process.argv.includes('--quiet');
  await make();
  if (!quiet) console.log('compressing, as hard as it goes');
  compress(quiet);
  if (!quiet) {
    const all = sizes();
    const sum = (/** @type {'raw' | 'gzip' | 'brotli'} */ key) => all.reduce((total, size) => total + size[key], 0);
    console.table([...all, { file: 'all', raw: sum('raw'), gzip: sum('gzip'), brotli: sum('brotli') }]);
  }
}
