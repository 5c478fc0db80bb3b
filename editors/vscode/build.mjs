// Makes `dist/`: the extension in one file, and the licences of what is in it.
// @ts-check
import { build } from 'esbuild';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Licences of libraries that may be shipped. */
const ALLOWED = ['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'];

process.chdir(import.meta.dirname);
rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
const licences = ['MIT', 'APACHE'].map(name => readFileSync(`../../LICENSE-${name}`, 'utf8').trim());
writeFileSync('LICENSE.txt', `MIT or Apache-2.0, as you like.\n\n${licences.join('\n\n')}\n`);

const result = await build({
  entryPoints: ['src/extension.js'],
  outfile: 'dist/extension.js',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node18',
  external: ['vscode'],
  minify: process.argv.includes('--minify'),
  metafile: true,
});

const libraries = new Set(
  Object.keys(result.metafile.inputs).flatMap(file => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []),
);
const notices = [...libraries].sort().map(folder => {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  if (!ALLOWED.includes(license)) throw new Error(`${name} is under ${license}, which may not be shipped`);
  const files = readdirSync(folder).filter(file => /^licen[cs]e/i.test(file));
  if (files.length === 0) throw new Error(`${name} has no text of its licence`);
  const texts = files.map(file => readFileSync(path.join(folder, file), 'utf8').trim());
  return `${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`;
});
writeFileSync('dist/NOTICES.txt', notices.join(`\n${'-'.repeat(80)}\n\n`));
