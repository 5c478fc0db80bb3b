// Every definition in the repository that has no mistake on purpose, and every example in the pages about the language.
//
// `node definitions.mjs FOLDER` writes them there, a file each.
// @ts-check
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(import.meta.dirname, '..');

/** Excluded folders and files: definitions with mistakes, and those that are not ours. */
const LEFT_OUT = /^(?:\.|target$|node_modules$|bad$|diagnostics$)|^(?:(?:broken|several-at-once|slips)\.variant|(?:reading-)?diagnostics\.md)$/;

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

/** Pages and folders of the reference, and what their examples of lines stand under. */
const SECTIONS = new Map([
  ['facts.md', 'game "A Game"\n'],
  ['men.md', 'men\n  '],
  ['properties', 'men\n  R rook: fW, '],
  ['regions.md', 'regions\n  '],
  ['setups.md', 'setup standard\n  '],
  ['rules', 'rules\n  '],
  ['endings', 'endings\n  '],
  ['tests.md', 'test "an example"\n  '],
]);

/** A heading, with or without what it heads. */
const HEADING = /^(?:(?:men|regions|rules|endings)$|(?:game|setup|test|weakfish) )/;

/**
 * The examples in the tables of a page of the reference.
 * @param {string} name
 * @param {string} page
 */
function* lines(name, page) {
  const before = SECTIONS.get(name.split('/')[2] ?? '');
  if (before === undefined) return;
  for (const [table] of page.matchAll(/^\| (?:line|property) .*\n(?:\|.*\n)+/gm)) {
    for (const row of table.split('\n').slice(2)) {
      for (const [, example = ''] of (row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)) {
        // A word in capitals stands for another one.
        if (/[A-Z]{4}/.test(example)) continue;
        yield HEADING.test(example) ? `${example}\n` : `${before}${example}\n`;
      }
    }
  }
}

/**
 * The definitions among the blocks of code in a page: those that say so and show no mistake, and those that have a title.
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
      if (/^variant(?: [\w-]+\.variant)?$/.test(block.kind) || titled) yield text;
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
  const reference = files('docs/reference', '.md').flatMap(name =>
    [...lines(name, read(name))].map((text, at) => ({ name: `${name}-line-${at + 1}`, text })),
  );
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
