// Makes `dist/`: the page as static files, each with its compressed forms beside it for servers that send those. `node build.mjs`
// also prints the size of each, as it is and compressed; `--quiet` compresses quickly rather than well, and prints nothing.
// @ts-check
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { plugin as catalogue, modules as made } from './catalogue.mjs';
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

/**
 * The files of the page by what they are.
 * @typedef {Record<'page' | 'style' | 'worker' | 'rules' | 'player' | 'boards', string>} Names
 */

/** Files that carry no hash in their name: their addresses are known. */
const COPIED = ['icon.svg', 'icon-192.png', 'icon-512.png', 'manifest.webmanifest'];

/** @param {string | Uint8Array} content */
const hash = content => createHash('sha256').update(content).digest('hex').slice(0, 10);

/**
 * Writes a file with the hash of its content in its name, so that browsers may keep it for ever. Returns the name.
 * @param {string} name
 * @param {string | Uint8Array} content
 */
function keep(name, content) {
  const { name: stem, ext } = path.parse(name);
  const hashed = `${stem}.${hash(content)}${ext}`;
  writeFileSync(path.join(dist, hashed), content);
  return hashed;
}

/**
 * Bundles a program or a style sheet. Returns its text, and the files that it was made of.
 * @param {import('esbuild').BuildOptions} options
 */
async function bundled(options) {
  const { outputFiles, metafile } = await build({ ...common, ...options, write: false, metafile: true, outdir: dist });
  return { text: outputFiles?.[0]?.text ?? '', inputs: Object.keys(metafile.inputs) };
}

/** @param {Record<string, unknown>} values */
const define = values => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]));

export async function make() {
  const modules = ['engine', 'player'].map(name => fileURLToPath(import.meta.resolve(`weakfish/${name}.wasm`)));
  if (!modules.every(file => existsSync(file))) {
    throw new Error('the package that the page uses is not built: `../bindings/js/build` builds it, `npm run page` all');
  }
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  const folder = path.join(path.dirname(modules[0] ?? ''), 'weights');
  const texts = Object.fromEntries(readdirSync(folder).map(name => [path.parse(name).name, readFileSync(path.join(folder, name), 'utf8')]));
  const [engine, player] = modules.map(file => readFileSync(file));
  if (!engine || !player) throw new Error('two modules');
  // No module, since a page that was opened from the disk may not start a module from inside of itself.
  const worker = await bundled({ entryPoints: ['weakfish/worker'], format: 'iife', define: { 'import.meta.url': '""' } });
  const style = await bundled({ entryPoints: ['src/page.css'] });
  const loaded = {
    worker: keep('worker.js', worker.text),
    rules: keep('rules.wasm', engine),
    player: keep('player.wasm', player),
    boards: keep('boards.json', JSON.stringify((await made())['boards'])),
  };
  // Servers compress texts.
  const weights = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, keep(`${name}.weights.txt`, text)]));
  const FILES = {
    worker: loaded.worker,
    rules: { name: loaded.rules, size: engine.length },
    player: { name: loaded.player, size: player.length },
    boards: loaded.boards,
    weights,
  };
  const page = await bundled({ entryPoints: ['src/main.ts'], loader: { '.css': 'text' }, plugins: [catalogue], define: define({ FILES }) });
  /** @type {Names} */
  const names = { ...loaded, page: keep('page.js', page.text), style: keep('page.css', style.text) };
  const index = readFileSync(path.join(here, 'index.html'), 'utf8')
    .replace('"page.js"', `"${names.page}"`)
    .replace('"page.css"', `"${names.style}"`)
    .replace('"rules.wasm"', `"${names.rules}"`);
  writeFileSync(path.join(dist, 'index.html'), index);
  for (const name of [...COPIED, 'preview.png']) copyFileSync(path.join(here, 'src', name), path.join(dist, name));
  const VERSION = hash([index, ...COPIED.map(name => hash(readFileSync(path.join(dist, name))))].join('\n'));
  // Other pages link to this name.
  const board = await bundled({ entryPoints: ['src/embed/element.ts'], loader: { '.css': 'text' }, define: define({ FILES }) });
  writeFileSync(path.join(dist, 'weakfish-board.js'), board.text);
  const { boards: _, ...kept } = names;
  const KEPT = [...Object.values(kept), ...Object.values(weights), ...COPIED];
  const keeper = await bundled({ entryPoints: ['src/sw.ts'], format: 'iife', define: define({ KEPT, VERSION }) });
  writeFileSync(path.join(dist, 'sw.js'), keeper.text);
  const font = readFileSync(path.join(here, '../defs/figures/OFL.txt'), 'utf8');
  writeFileSync(path.join(dist, 'NOTICES.txt'), `${notices(here, page.inputs)}${'-'.repeat(80)}\n\nCharacters of men: outlines of Noto Serif CJK Bold\n\n${font}`);
  writeFileSync(path.join(dist, 'offline.html'), oneFile(dist, names, texts));
}

/**
 * The built file that begins and ends so: `built('worker', '.js')`.
 * @param {string} stem
 * @param {string} ending
 */
export function built(stem, ending) {
  const found = readdirSync(dist).find(name => new RegExp(`^${stem}\\.[0-9a-f]{10}\\${ending}$`).test(name));
  if (!found) throw new Error(`there is no ${stem}${ending} in dist/`);
  return found;
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
  // The largest window that browsers accept, since the modules repeat themselves over megabytes.
  const params = { [constants.BROTLI_PARAM_QUALITY]: quick ? 5 : 11, [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  for (const name of files()) {
    const bytes = readFileSync(name);
    writeFileSync(name + ENCODINGS.br, brotliCompressSync(bytes, { params }));
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
