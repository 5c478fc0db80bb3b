// The menu of the page: games, files, sharing.

import { iconButton } from '../buttons';
import { dialog, reason } from '../dialog';
import { element } from '../dom';
import { helpDialog } from '../help';
import { newDialog } from '../gallery/new';
import type { Page } from '../page';
import { fileName, openFile, save } from './files';
import { earlierWorks } from './storage';
import { importDialog } from './import';
import { link, shared } from './link';
import { oneFile } from './offline';
import { openWork, type Work } from './work';

export function shareDialog(page: Page): void {
  const address = element('input', { type: 'text', readonly: true, id: 'link', 'aria-label': 'Link' });
  const withGame = element('input', { type: 'checkbox', id: 'with-game', checked: true });
  const status = element('p', { role: 'status' });
  const make = async () => {
    address.value = await link(shared(page.store.state, withGame.checked));
    status.textContent = `The link has ${address.value.length} letters. Everything is in the link itself: nothing is uploaded.`;
  };
  const copy = async () => {
    address.select();
    try {
      await navigator.clipboard.writeText(address.value);
      status.textContent = 'Copied.';
    } catch {
      status.textContent = 'The browser forbids copying; the link is selected, copy it with the keyboard.';
    }
  };
  withGame.addEventListener('change', () => void make());
  const html = async () => {
    const { state } = page.store;
    try {
      save(fileName(state.name, '.html'), await oneFile(shared(state, withGame.checked)), 'text/html');
      status.textContent = 'Saved. The file opens in any browser, without a network.';
    } catch (fault) {
      status.textContent = reason(fault);
    }
  };
  dialog(
    'Share',
    page.store.state.checked?.ok === false
      ? element('p', { class: 'bad' }, 'The definition has mistakes: people who open the link see them, and no board until they are mended.')
      : element('p', {}, 'Anyone who opens this link sees the definition and the board, and can play.'),
    element('div', { class: 'bar' }, address, element('button', { type: 'button', class: 'main', onclick: () => void copy() }, 'Copy the link')),
    element('p', {}, withGame, ' ', element('label', { for: 'with-game' }, 'with the moves up to the position on the board')),
    element('p', {}, element('button', { type: 'button', onclick: () => void html() }, 'Save as one HTML file'), ' that plays the game offline'),
    status,
  );
  void make();
}

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
