// The catalogue of the built-in games, the book of men and first boards, which the build puts into the page: they are there before the
// engine.
// @ts-check
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'weakfish';
import { book } from './book.mjs';

/** What was made last, with the engine that it was made by: checking all games takes seconds. */
const CACHE = path.join(import.meta.dirname, 'node_modules/.cache/catalogue.json');

/** The game of a visitor without a link: men that turn and flip are what other pages don't have. */
const FIRST = 'weakest';

/** All games with what people look for in them, all men, and all first boards: what the library answers about each, without moves. */
async function catalogue() {
  // A build on a busy machine is in no hurry.
  const client = new Client({ patience: 600_000 });
  try {
    const games = await client.games();
    const checked = await Promise.all(
      games.map(async game => {
        const { game: sheet } = await client.check(game.name);
        if (!sheet) throw new Error(`the built-in game ${game.name} has mistakes`);
        return { game, sheet, view: await client.view(game.name, {}) };
      }),
    );
    const boards = Object.fromEntries(
      checked.map(({ game: { name, text }, sheet, view }) => [name, { text, sheet: { ...sheet, characters: {} }, view: { ...view, moves: [] } }]),
    );
    return {
      catalogue: checked.map(({ game: { name, title, about, family }, sheet: { features, men, files, ranks } }) => ({
        name, title, about, family, features, men: [...new Set(men.map(man => man.name))], size: `${files}x${ranks}`,
      })),
      book: book(checked.map(({ sheet }) => sheet)),
      opening: { name: FIRST, ...boards[FIRST] },
      boards,
    };
  } finally {
    client.close();
  }
}

/**
 * All as JSON, by the names of their modules.
 * @returns {Promise<Record<string, unknown>>}
 */
export async function modules() {
  const own = [import.meta.filename, path.join(import.meta.dirname, 'book.mjs'), fileURLToPath(import.meta.resolve('weakfish/engine.wasm'))];
  const hash = createHash('sha256');
  for (const file of own) hash.update(readFileSync(file));
  const by = hash.digest('hex');
  try {
    const kept = JSON.parse(readFileSync(CACHE, 'utf8'));
    if (kept.by === by) return kept.modules;
  } catch {
    // Nothing was kept.
  }
  const made = await catalogue();
  mkdirSync(path.dirname(CACHE), { recursive: true });
  writeFileSync(CACHE, JSON.stringify({ by, modules: made }));
  return made;
}

/**
 * Lets the page import them as modules, but for the boards, of which a visitor needs one at most.
 * @type {import('esbuild').Plugin}
 */
export const plugin = {
  name: 'catalogue',
  setup(build) {
    build.onResolve({ filter: /^(catalogue|book|opening)$/ }, ({ path }) => ({ path, namespace: 'catalogue' }));
    build.onLoad({ filter: /.*/, namespace: 'catalogue' }, async ({ path }) => ({
      contents: JSON.stringify((await modules())[path]), loader: 'json',
    }));
  },
};
