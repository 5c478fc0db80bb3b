// The menu of the page: games, files, help.

import { iconButton } from '../buttons';
import { reason } from '../dialog';
import { element } from '../dom';
import { helpDialog } from '../help';
import { newDialog } from '../gallery/new';
import type { Page } from '../page';
import { words } from '../words';
import { fileName, openFile, save } from './files';
import { earlierWorks } from './storage';
import { importDialog } from './import';
import { openWork } from './work';

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
    item(words.menu.open, () => void open()),
    item(words.menu.save, () => save(fileName(store.state.name), store.state.text)),
    item(words.menu.import, () => importDialog(page)),
    earlier,
  );
  files.addEventListener('beforetoggle', () => {
    const works = earlierWorks().map(work => item(words.menu.backTo(work.name, work.moves?.length ?? 0), () => openWork(page, work)));
    earlier.replaceChildren(...works);
  });
  const links = element(
    'div',
    { popover: 'auto', id: 'links', class: 'top-links' },
    element('a', { class: 'top-link', href: '#games', onclick: hide }, words.menu.games),
    item(words.menu.new, () => newDialog(page)),
    button(words.menu.file, () => {}, { popovertarget: 'files', id: 'files-button' }),
    files,
    item(words.menu.help, () => helpDialog()),
  );
  place.append(iconButton('menu', words.menu.menu, () => {}, { popovertarget: 'links', id: 'links-button' }), links);
}
