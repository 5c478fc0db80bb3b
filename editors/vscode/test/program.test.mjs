// Where the program is looked for.
// @ts-check
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import program from '../src/program.js';

test('the program is found by the setting, on the PATH and in the folder of Cargo', { skip: process.platform === 'win32' }, () => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'weakfish-'));
  try {
    const make = (/** @type {string} */ name) => {
      const file = path.join(home, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, '#!/bin/sh\n');
      chmodSync(file, 0o755);
      return file;
    };
    const around = { environment: { PATH: `relative:${home}/one:${home}/two` }, home, workspace: `${home}/games`, platform: process.platform };
    const find = (/** @type {string} */ setting) => program.findProgram(setting, around);
    assert.equal(find(''), undefined);
    const cargo = make('.cargo/bin/weakfish');
    assert.equal(find(''), cargo);
    // A folder and a file that isn't a program are passed over.
    mkdirSync(path.join(home, 'one/weakfish'), { recursive: true });
    const two = make('two/weakfish');
    assert.equal(find(''), two);
    chmodSync(two, 0o644);
    assert.equal(find(''), cargo);
    const own = make('games/target/release/weakfish');
    assert.equal(find('target/release/weakfish'), own);
    assert.equal(find('${workspaceFolder}/target/release/weakfish'), own);
    assert.equal(find('~/games/target/release/weakfish'), own);
    assert.equal(find(own), own);
    assert.equal(find('~/nowhere'), undefined);
    const other = make('two/weakfish-next');
    assert.equal(find(' weakfish-next '), other);
  } finally {
    rmSync(home, { recursive: true });
  }
});
