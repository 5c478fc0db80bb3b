// How the page is used.

import { dialog } from './dialog';
import { element } from './dom';

const KEYS: readonly [string, string][] = [
  ['Ctrl+Space', 'list the words that fit here'],
  ['F12, or Ctrl and a click', 'go to the definition of a name'],
  ['F2', 'rename a name everywhere'],
  ['Shift+Alt+F', 'format the text'],
  ['F8', 'go to the next mistake'],
  ['Ctrl+/', 'comment lines, or uncomment them'],
  ['Ctrl+Z, Ctrl+Shift+Z', 'undo, redo'],
  ['Ctrl+F', 'find'],
];

export function helpDialog(): void {
  dialog(
    'How this page works',
    element(
      'ol',
      {},
      element('li', {}, element('b', {}, 'Games'), ' opens one of the games that come with the page; ', element('b', {}, 'New'), ' writes a definition to change line by line.'),
      element('li', {}, 'Change a line of the text, and the board follows at once. Mistakes are listed below the text, many with a button that corrects them. Meanwhile the board is dimmed and shows the last correct version.'),
      element('li', {}, 'Point at a word to read its meaning; at a movement, such as fR, to see where the man goes.'),
      element('li', {}, 'Move men by clicks, by dragging, or by Tab to the board, arrow keys and Enter. A man that may turn has a ring of arrows around it, or a bar of buttons on a touch screen. Men in hand are beside the board; drop them in the same ways.'),
      element('li', {}, element('b', {}, 'Play'), ' lets the engine take a side. ', element('b', {}, 'Learn'), ' has the rules in words. ', element('b', {}, 'Test'), ' runs the tests in the text.'),
      element('li', {}, element('b', {}, 'Share'), ' makes a link that contains the whole work. Nothing leaves your computer before you send that link.'),
    ),
    element('h3', {}, 'Keys elsewhere'),
    element('dl', { class: 'keys' }, element('dt', {}, '←, →'), element('dd', {}, 'back and forward through the moves of the game')),
    element('h3', {}, 'Keys in the text'),
    element('dl', { class: 'keys' }, ...KEYS.flatMap(([key, does]) => [element('dt', {}, key), element('dd', {}, does)])),
    element('p', {}, 'In the text, press Escape and then Tab to leave it.'),
  );
}
