// The menu of the page: games, files, help.

import { iconButton } from '../buttons';
import { reason } from '../dialog';
import { element } from '../dom';
import { helpDialog } from '../help';
import { newDialog } from '../gallery/new';
import type { Page } from '../page';
import { fileName, openFile, save } from './files';
import { earlierWorks } from './storage';
import { importDialog } from './import';
import { openWork, type Work } from './work';

/** Title of an earlier work in the menu. */
function title({ name, moves = [] }: Work): string {
  const played = moves.length === 0 ? '' : `, after ${moves.length} ${moves.length === 1 ? 'move' : 'moves'}`;
  return (name || 'what was here') + played;
}

export function menu(place: HTMLElement, page: Page): void {
  const { store, session } = page;
  const button = (title: string, act: () => void, attributes = {}) =>
    element('button', { type: 'button', onclick: act, ...attributes }, title);
  const open = async () => {
    try {
      const opened = await openFile();
      if (opened) session.open(opened);
    } catch (fault) {
      store.set({ notice: reason(fault) });
    }
  };
  const files = element('div', { popover: 'auto', id: 'files', class: 'menu' });
  const hide = () => {
    for (const menu of [files, links]) menu.hidePopover();
  };
  const item = (title: string, act: () => void) => button(title, () => (hide(), act()));
  const earlier = element('div');
  files.append(
    item('Open a definition …', () => void open()),
    item('Save the definition', () => save(fileName(store.state.name), store.state.text)),
    item('Import from Fairy-Stockfish …', () => importDialog(page)),
    earlier,
  );
  files.addEventListener('beforetoggle', () => {
    const works = earlierWorks().map(work => item(`Back to ${title(work)}`, () => openWork(page, work)));
    earlier.replaceChildren(...works);
  });
  const links = element(
    'div',
    { popover: 'auto', id: 'links', class: 'top-links' },
    element('a', { class: 'top-link', href: '#games', onclick: hide }, 'Games'),
    item('New', () => newDialog(page)),
    button('File', () => {}, { popovertarget: 'files', id: 'files-button' }),
    files,
    item('Help', () => helpDialog()),
  );
  place.append(iconButton('menu', 'Menu', () => {}, { popovertarget: 'links', id: 'links-button' }), links);
}
