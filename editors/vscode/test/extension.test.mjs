// The extension as it is shipped, in an editor that is only pretended: without the program it says so, and lives on.
// @ts-check
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import test from 'node:test';

const require = createRequire(import.meta.url);
/** @type {any} */
const Module = require('node:module');

/** Whatever is asked of the editor that a test doesn't say. */
class Anything {
  dispose() {}
}

test('without the program there is one message that says what to do', async () => {
  /** @type {string[]} */
  const messages = [];
  /** @type {Map<string, () => unknown>} */
  const commands = new Map();
  let path_setting = '/no/such/weakfish';
  const said = {
    workspace: {
      getConfiguration: () => ({ get: (/** @type {string} */ name, /** @type {unknown} */ usual) => (name === 'path' ? path_setting : usual) }),
      onDidSaveTextDocument: () => new Anything(),
      onDidChangeConfiguration: () => new Anything(),
    },
    window: {
      visibleTextEditors: [],
      activeTextEditor: undefined,
      createOutputChannel: () => ({ appendLine() {}, show() {}, dispose() {} }),
      showErrorMessage: async (/** @type {string} */ message) => void messages.push(message),
      showInformationMessage: async (/** @type {string} */ message) => void messages.push(message),
    },
    commands: {
      registerCommand: (/** @type {string} */ name, /** @type {() => unknown} */ run) => {
        commands.set(name, run);
        return new Anything();
      },
    },
  };
  const editor = new Proxy(said, { get: (known, name) => (name in known ? Reflect.get(known, name) : Anything) });
  const load = Module._load;
  Module._load = (/** @type {string} */ name, /** @type {unknown[]} */ ...rest) => (name === 'vscode' ? editor : load(name, ...rest));
  try {
    const extension = require(path.resolve(import.meta.dirname, '../dist/extension.js'));
    /** @type {Anything[]} */
    const subscriptions = [];
    await extension.activate({ subscriptions });
    assert.equal(messages.length, 1);
    assert.match(messages[0], /no program at `\/no\/such\/weakfish`.*`weakfish\.path`/);
    path_setting = 'no-such-weakfish';
    await commands.get('weakfish.restart')?.();
    assert.equal(messages.length, 2);
    // No definition is in front, so that there is nothing to test.
    await commands.get('weakfish.testFile')?.();
    assert.match(messages[2], /No definition/);
    assert.deepEqual([...commands.keys()].sort(), ['weakfish.restart', 'weakfish.showOutput', 'weakfish.showSheet', 'weakfish.testFile']);
    assert(subscriptions.length >= commands.size);
    await extension.deactivate();
  } finally {
    Module._load = load;
  }
});
