// The client of `weakfish lsp`, and what runs the other commands of the program.
// @ts-check
'use strict';

const { execFile } = require('node:child_process');
const os = require('node:os');
const path = require('node:path');
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');
const { findProgram } = require('./program');

/** @type {LanguageClient | undefined} */
let client;
/** @type {vscode.OutputChannel} */
let output;
/** @type {Map<string, vscode.WebviewPanel>} */
const sheets = new Map();

const settings = () => vscode.workspace.getConfiguration('weakfish');

/** @returns {string | undefined} */
function program() {
  return findProgram(settings().get('path', ''), {
    environment: process.env,
    home: os.homedir(),
    workspace: vscode.workspace.workspaceFolders?.find(folder => folder.uri.scheme === 'file')?.uri.fsPath,
    platform: process.platform,
  });
}

/** Reports a missing program, with ways to get it. */
async function tellMissing() {
  const setting = settings().get('path', '');
  const message = setting
    ? `There is no program at \`${setting}\`, which the setting \`weakfish.path\` names. Colours and snippets work without it.`
    : 'The program `weakfish` is not on the PATH. `cargo install --path crates/cli` in its repository installs it; '
      + 'the setting `weakfish.path` names it elsewhere. Colours and snippets work without it.';
  output.appendLine(message);
  const choice = await vscode.window.showErrorMessage(message, 'Open the Setting', 'Try Again');
  if (choice === 'Open the Setting') {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'weakfish.path');
  } else if (choice === 'Try Again') {
    await restart();
  }
}

async function start() {
  const command = program();
  if (!command) {
    // The answer may be long in coming: do not wait for it.
    void tellMissing();
    return;
  }
  const run = { command, args: settings().get('arguments', ['lsp']) };
  output.appendLine(`${run.command} ${run.args.join(' ')}`);
  client = new LanguageClient('weakfish', 'Weakfish', run, {
    documentSelector: [
      { language: 'weakfish', scheme: 'file' },
      { language: 'weakfish', scheme: 'untitled' },
    ],
    // What a definition extends may change, too.
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher('**/*.variant') },
    outputChannel: output,
  });
  try {
    await client.start();
  } catch (error) {
    const text = `\`${run.command} ${run.args.join(' ')}\` did not start as a language server: ${error}`;
    output.appendLine(text);
    void vscode.window.showErrorMessage(text, 'Show the Output').then(choice => choice && output.show());
  }
}

async function stop() {
  const old = client;
  client = undefined;
  // What is left of a server that did not start or does not answer is not worth a message.
  await old?.dispose().catch(() => undefined);
}

/** What has been asked for so far: a server starts when the one before it has ended. */
let turn = Promise.resolve();

function restart() {
  turn = turn.catch(() => undefined).then(stop).then(start);
  return turn;
}

/**
 * The definition to work on, saved: the one that is named, or the one in front.
 * @param {vscode.Uri | undefined} named
 * @returns {Promise<vscode.TextDocument | undefined>}
 */
async function definition(named) {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  // Beside a definition the output or a sheet may have the cursor.
  const shown = [activeTextEditor, ...visibleTextEditors].map(editor => editor?.document);
  const document = named ? await vscode.workspace.openTextDocument(named) : shown.find(text => text?.languageId === 'weakfish');
  if (!document) {
    void vscode.window.showInformationMessage('No definition of a game is open in front.');
    return undefined;
  }
  if (document.isDirty || document.isUntitled) await document.save();
  return document.isUntitled ? undefined : document;
}

/** @param {vscode.Uri} [named] */
async function testFile(named) {
  const [document, command] = [await definition(named), program()];
  if (!document) return;
  if (!command) return tellMissing();
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  const run = new vscode.ProcessExecution(command, ['test', document.uri.fsPath], { cwd: path.dirname(document.uri.fsPath) });
  const scope = folder ?? vscode.TaskScope.Workspace;
  await vscode.tasks.executeTask(new vscode.Task({ type: 'process' }, scope, 'test', 'Weakfish', run));
}

/** The editor gives pages of its panels a look of its own, which doesn't go with the page's. */
const LOOK = '<style>code, pre, kbd { color: inherit; background: none; }</style>';

/**
 * The page of a game as HTML, or its mistakes.
 * @param {string} command
 * @param {string} file
 * @returns {Promise<{ page: string } | { wrong: string }>}
 */
function sheetOf(command, file) {
  return new Promise(done => {
    const options = { cwd: path.dirname(file), maxBuffer: 1 << 26 };
    execFile(command, ['sheet', file], options, (error, page, wrong) => {
      done(error ? { wrong: wrong.trim() || String(error) } : { page: page.replace('</head>', `${LOOK}</head>`) });
    });
  });
}

/** @param {vscode.Uri} [named] */
async function showSheet(named) {
  const [document, command] = [await definition(named), program()];
  if (!document) return;
  if (!command) return tellMissing();
  const sheet = await sheetOf(command, document.uri.fsPath);
  if ('wrong' in sheet) {
    output.appendLine(sheet.wrong);
    const choice = await vscode.window.showErrorMessage('The sheet can’t be made while the definition has mistakes.', 'Show Them');
    if (choice) await vscode.commands.executeCommand('workbench.actions.view.problems');
    return;
  }
  const file = document.uri.toString();
  let panel = sheets.get(file);
  if (!panel) {
    const title = path.basename(document.uri.fsPath, '.variant');
    panel = vscode.window.createWebviewPanel('weakfish.sheet', title, vscode.ViewColumn.Beside, { enableScripts: false });
    panel.onDidDispose(() => sheets.delete(file));
    sheets.set(file, panel);
  }
  panel.webview.html = sheet.page;
}

/** @param {vscode.TextDocument} document */
async function renewSheet(document) {
  const panel = sheets.get(document.uri.toString());
  const command = program();
  if (!panel || !command) return;
  const sheet = await sheetOf(command, document.uri.fsPath);
  // The last page that could be made stays while there are mistakes.
  if ('page' in sheet) panel.webview.html = sheet.page;
}

/** @param {vscode.ExtensionContext} context */
async function activate(context) {
  output = vscode.window.createOutputChannel('Weakfish');
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand('weakfish.restart', restart),
    vscode.commands.registerCommand('weakfish.showOutput', () => output.show()),
    vscode.commands.registerCommand('weakfish.testFile', testFile),
    vscode.commands.registerCommand('weakfish.showSheet', showSheet),
    vscode.workspace.onDidSaveTextDocument(renewSheet),
    vscode.workspace.onDidChangeConfiguration(async change => {
      if (change.affectsConfiguration('weakfish.path') || change.affectsConfiguration('weakfish.arguments')) await restart();
    }),
  );
  await restart();
}

module.exports = { activate, deactivate: () => turn.then(stop) };
