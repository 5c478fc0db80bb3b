// The colours of every definition in the repository: no word is without one, and none is marked as wrong.
// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import test from 'node:test';
import { definitions } from '../../definitions.mjs';

const require = createRequire(import.meta.url);
/** @type {typeof import('vscode-oniguruma')} */
const oniguruma = require('vscode-oniguruma');
/** @type {typeof import('vscode-textmate')} */
const textmate = require('vscode-textmate');

const folder = path.resolve(import.meta.dirname, '..');
const file = path.join(folder, 'syntaxes/weakfish.tmLanguage.json');

async function load() {
  const wasm = readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
  await oniguruma.loadWASM(new Uint8Array(wasm).buffer);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: sources => new oniguruma.OnigScanner(sources),
      createOnigString: text => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(readFileSync(file, 'utf8'), file),
  });
  const grammar = await registry.loadGrammar('source.weakfish');
  assert(grammar);
  return grammar;
}

test('every word of every definition has a colour', async () => {
  const grammar = await load();
  const bare = [];
  let words = 0;
  for (const { name, text } of definitions()) {
    let state = textmate.INITIAL;
    for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
      const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
      state = ruleStack;
      for (const token of tokens) {
        const word = line.slice(token.startIndex, token.endIndex).trim();
        if (!word || token.scopes.some(scope => scope.startsWith('comment.'))) continue;
        words += 1;
        const scope = token.scopes.at(-1) ?? '';
        if (scope === 'source.weakfish' || scope.startsWith('invalid.')) bare.push(`${name}:${at + 1}: ${word}`);
      }
    }
  }
  assert.deepEqual(bare, []);
  assert(words > 10_000);
});
