// Choice of the board's colours: wood, blue or grey, kept in the browser. The colours are in `theme.css`.

import { segmented } from './buttons';
import { store, stored } from './preferences';
import { words } from './words';

const BOARDS = ['wood', 'blue', 'grey'] as const;
type BoardName = (typeof BOARDS)[number];

/** A labelled control to choose the board; it shows the stored choice at once. */
export function boardChoice(): HTMLElement {
  const show = (board: BoardName) => {
    document.documentElement.dataset['board'] = board;
    choice.set(board);
  };
  const choice = segmented<BoardName>('board', words.settings.board, BOARDS.map(board => [board, words.settings.boards[board]] as const), board => {
    store('board', board);
    show(board);
  });
  for (const input of choice.element.querySelectorAll('input')) {
    const swatch = document.createElement('span');
    swatch.className = 'swatch';
    swatch.dataset['board'] = input.value;
    choice.element.querySelector(`label[for="${input.id}"]`)?.prepend(swatch);
  }
  const name = stored<string>('board', 'wood');
  show(BOARDS.find(board => board === name) ?? 'wood');
  return choice.element;
}
