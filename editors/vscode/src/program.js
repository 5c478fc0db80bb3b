// Which program is the language server. Nothing here knows of the editor, so that it is tested without one.
// @ts-check
'use strict';

const fs = require('node:fs');
const path = require('node:path');

/**
 * @typedef {object} Surroundings
 * @property {Record<string, string | undefined>} environment
 * @property {string} home the user's folder
 * @property {string | undefined} workspace the first folder of the workspace
 * @property {NodeJS.Platform} platform
 */

/**
 * Whether this file can be run.
 * @param {string} file
 */
function isProgram(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * What the setting `weakfish.path` names: a path that begins in the workspace, in the user's folder or at the root, or the
 * name of a program on the `PATH`.
 * @param {string} setting
 * @param {Surroundings} around
 */
function expanded(setting, around) {
  const named = setting.replace(/^~(?=$|[\\/])/, () => around.home).replaceAll('${workspaceFolder}', around.workspace ?? '');
  const isName = !/[\\/]/.test(named);
  return isName || path.isAbsolute(named) || !around.workspace ? named : path.join(around.workspace, named);
}

/**
 * The program to run, or `undefined` if there is none.
 * @param {string} setting what `weakfish.path` says
 * @param {Surroundings} around
 * @returns {string | undefined}
 */
function findProgram(setting, around) {
  const wanted = expanded(setting.trim(), around) || 'weakfish';
  const endings = around.platform === 'win32' && !/\.exe$/i.test(wanted) ? ['.exe'] : [''];
  const found = (/** @type {string} */ file) => endings.map(ending => file + ending).find(isProgram);
  if (/[\\/]/.test(wanted)) return found(wanted);
  const { environment, home, platform } = around;
  const folders = (environment.PATH ?? environment.Path ?? '').split(platform === 'win32' ? ';' : ':');
  // Cargo's folder for programs: an editor that was started from a menu has not always what a shell adds to the `PATH`.
  folders.push(path.join(environment.CARGO_HOME ?? path.join(home, '.cargo'), 'bin'));
  for (const folder of folders) {
    const file = path.isAbsolute(folder) && found(path.join(folder, wanted));
    if (file) return file;
  }
  return undefined;
}

module.exports = { findProgram };
