// The licences of the libraries that the page is bundled with.
// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Licences of libraries that may be shipped. */
const ALLOWED = ['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'];

/**
 * The texts of the licences of all libraries among these files.
 * @param {string} root the folder to which the names of files are relative
 * @param {string[]} files
 */
export function notices(root, files) {
  const libraries = new Set(files.flatMap(file => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []));
  const texts = [...libraries].sort().map(name => {
    const folder = path.join(root, name);
    const { name: title, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    if (!ALLOWED.includes(license)) throw new Error(`${title} is under ${license}, which may not be shipped`);
    const found = readdirSync(folder).filter(file => /^licen[cs]e/i.test(file));
    if (found.length === 0) throw new Error(`${title} has no text of its licence`);
    return `${title} ${version} (${license})\n\n${found.map(file => readFileSync(path.join(folder, file), 'utf8').trim()).join('\n\n')}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}
