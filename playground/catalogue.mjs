// The catalogue of the built-in games, which the build puts into the page: the gallery has it before the engine is there.
// @ts-check
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'weakfish';

/** What was made last, with the engine that it was made by: checking all games takes seconds. */
const CACHE = path.join(import.meta.dirname, 'node_modules/.cache/catalogue.json');

/** All games with what people look for in them. */
async function catalogue() {
  // A build on a busy machine is in no hurry.
  const client = new Client({ patience: 600_000 });
  try {
    const games = await client.games();
    return await Promise.all(
      games.map(async ({ name, title, about, family }) => {
        const { game } = await client.check(name);
        if (!game) throw new Error(`the built-in game ${name} has mistakes`);
        const { features, men, files, ranks } = game;
        return { name, title, about, family, features, men: [...new Set(men.map(man => man.name))], size: `${files}x${ranks}` };
      }),
    );
  } finally {
    client.close();
  }
}

/** The catalogue as JSON. */
async function json() {
  const own = [import.meta.filename, fileURLToPath(import.meta.resolve('weakfish/engine.wasm'))];
  const hash = createHash('sha256');
  for (const file of own) hash.update(readFileSync(file));
  const by = hash.digest('hex');
  try {
    const kept = JSON.parse(readFileSync(CACHE, 'utf8'));
    if (kept.by === by) return kept.games;
  } catch {
    // Nothing was kept.
  }
  const games = JSON.stringify(await catalogue());
  mkdirSync(path.dirname(CACHE), { recursive: true });
  writeFileSync(CACHE, JSON.stringify({ by, games }));
  return games;
}

/**
 * Lets the page import the catalogue as a module.
 * @type {import('esbuild').Plugin}
 */
export const plugin = {
  name: 'catalogue',
  setup(build) {
    build.onResolve({ filter: /^catalogue$/ }, ({ path }) => ({ path, namespace: 'catalogue' }));
    build.onLoad({ filter: /.*/, namespace: 'catalogue' }, async () => ({ contents: await json(), loader: 'json' }));
  },
};
