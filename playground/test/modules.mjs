// Modules of the page that need no browser, for tests.
// @ts-check
import { build } from 'esbuild';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

/**
 * Loads a module of `src/`, compiled.
 * @param {string} file
 * @returns {Promise<any>}
 */
export async function load(file) {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'src', file)],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'warning',
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')}`);
}
