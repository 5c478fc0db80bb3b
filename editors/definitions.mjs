// Every definition in the repository that has no mistake on purpose, and every example in the pages about the language.
//
// `node definitions.mjs FOLDER` writes them there, a file each.
// @ts-check
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(import.meta.dirname, '..');

/** Folders and files of mistakes, of templates, and of what is none of ours. */
const LEFT_OUT = /^(?:\.|target$|node_modules$|bad$|diagnostics$)|^(?:(?:broken|position|several-at-once|slips)\.variant|(?:reading-)?diagnostics\.md)$/;

/**
 * The files below a folder whose names end so.
 * @param {string} folder
 * @param {string} ending
 * @returns {string[]}
 */
function files(folder, ending) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const name = path.posix.join(folder, entry.name);
    if (LEFT_OUT.test(entry.name) || name === 'editors/vscode/test') return [];
    return entry.isDirectory() ? files(name, ending) : name.endsWith(ending) ? [name] : [];
  });
}

/** What stands under a heading of the reference, and the heading in the language that its examples need. */
const SECTIONS = new Map([
  ['Title and facts', 'game "A Game"'],
  ['Men', 'men'],
  ['Regions', 'regions'],
  ['Setups', 'setup standard'],
  ['Rules', 'rules'],
  ['Endings', 'endings'],
  ['Tests', 'test "an example"'],
]);

/**
 * The examples of lines in the tables of the reference.
 * @param {string} page
 */
function* lines(page) {
  for (const part of page.split(/^## /m)) {
    const heading = SECTIONS.get(part.split('\n', 1)[0]);
    for (const [table] of part.matchAll(/^\| line .*\n(?:\|.*\n)+/gm)) {
      for (const row of table.split('\n').slice(2)) {
        for (const [, example] of (row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)) {
          yield /^setup .*:/.test(example) ? `${example}\n` : `${heading}\n  ${example}\n`;
        }
      }
    }
  }
}

/**
 * The definitions among the blocks of code in a page: those that say so, and those that have a title.
 * @param {string} page
 */
function* blocks(page) {
  /** @type {{ kind: string, lines: string[] } | undefined} */
  let block;
  for (const line of page.split('\n')) {
    const fence = /^ *```(.*)$/.exec(line);
    if (block && fence) {
      const text = `${block.lines.join('\n')}\n`;
      const titled = ['', 'text'].includes(block.kind) && /^game "/m.test(text) && !text.includes('…');
      if (block.kind === 'variant' || titled) yield text;
      block = undefined;
    } else if (block) {
      block.lines.push(line);
    } else if (fence) {
      block = { kind: (fence[1] ?? '').trim(), lines: [] };
    }
  }
}

/** @returns {{ name: string, text: string }[]} */
export function definitions() {
  const read = (/** @type {string} */ name) => readFileSync(path.join(root, name), 'utf8');
  const own = files('.', '.variant').map(name => ({ name, text: read(name) }));
  const pages = ['README.md', ...files('docs', '.md')].flatMap(name =>
    [...blocks(read(name))].map((text, at) => ({ name: `${name}-${at + 1}`, text })),
  );
  const reference = [...lines(read('docs/language.md'))].map((text, at) => ({ name: `docs/language.md-line-${at + 1}`, text }));
  return [...own, ...pages, ...reference];
}

const [, script, folder] = process.argv;
if (script === fileURLToPath(import.meta.url) && folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of definitions()) {
    writeFileSync(path.join(folder, `${name.replaceAll('/', '-').replace(/\.variant$/, '')}.variant`), text);
  }
}
