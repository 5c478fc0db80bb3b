// The built page as one HTML file, whose first definition is put in by the page when it saves itself.
// @ts-check
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';

/** @param {string} text */
const hash = text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * A script's text as it can stand in a page: nothing in it ends the element.
 * @param {string} text
 */
const inScript = text => text.replace(/<\/(script)/gi, '<\\/$1').replaceAll('<!--', '<\\!--');

/**
 * @param {string} dist the folder with the built page
 * @param {import('./build.mjs').Names} names
 * @param {Record<string, string>} weights the texts of the weights of games
 */
export function oneFile(dist, names, weights) {
  const read = (/** @type {string} */ name) => readFileSync(path.join(dist, name), 'utf8');
  const program = inScript(read(names.page));
  const style = read(names.style).replaceAll('</style', '<\\/style');
  const icon = Buffer.from(read('icon.svg')).toString('base64');
  const packed = (/** @type {string | Uint8Array} */ content) => deflateRawSync(content, { level: 9 }).toString('base64');
  const packedFile = (/** @type {string} */ name) => packed(readFileSync(path.join(dist, name)));
  const policy = [
    "default-src 'none'",
    // The worker is made from a text in the page, and has the policy of the page.
    `script-src ${hash(program)} 'wasm-unsafe-eval'`,
    'worker-src blob:',
    `style-src ${hash(style)}`,
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const data = (/** @type {string} */ id, /** @type {string} */ type, /** @type {string} */ text) =>
    `<script type="${type}" id="${id}">${text}</script>`;

  /** @type {[RegExp, string][]} */
  const changes = [
    [/(http-equiv="Content-Security-Policy" content=")[^"]*/, `$1${policy}`],
    [/<link rel="stylesheet"[^>]*>/, `<style>${style}</style>`],
    [/<link rel="icon"[^>]*>/, `<link rel="icon" href="data:image/svg+xml;base64,${icon}">`],
    [/<link rel="(preload|manifest)"[^>]*>\n/g, ''],
    [/<script type="module" src="[^"]*"><\/script>\n/, ''],
    [
      /<\/body>/,
      [
        data('opened', 'application/json', 'null'),
        data('notices', 'text/plain', inScript(read('NOTICES.txt'))),
        data('rules-program', 'application/octet-stream', packedFile(names.rules)),
        data('player-program', 'application/octet-stream', packedFile(names.player)),
        data('weights', 'application/octet-stream', packed(JSON.stringify(weights))),
        data('worker-program', 'text/plain', inScript(read(names.worker))),
        `<script type="module">${program}</script>`,
        '</body>',
      ].join('\n'),
    ],
  ];
  return changes.reduce((html, [pattern, put]) => {
    if (!pattern.test(html)) throw new Error(`index.html has nothing like ${pattern}`);
    // `$1` is the only group that is meant; the programs have signs of their own that `replace` would read.
    return html.replace(pattern, (_, group) => put.replace(/^\$1/, () => group));
  }, read('index.html'));
}
