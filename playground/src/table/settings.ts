// Settings of the board, in a menu of their own.

import type { Board } from '../board';
import { iconButton } from '../buttons';
import { element } from '../dom';
import { showLegend } from '../legend';
import type { Page } from '../page';
import { boardChoice } from '../palette';
import { stored, store as keep } from '../preferences';
import { words } from '../words';
import { languageChoice } from './language';
import { themeChoice } from './theme';

/** The button that opens the settings, and the settings. */
export function settings(page: Page, board: Board): HTMLElement[] {
  const menu = element('div', { popover: 'auto', id: 'settings', class: 'popup', role: 'dialog', 'aria-label': words.table.settings });
  const coordinates = element('input', {
    type: 'checkbox',
    id: 'coordinates',
    checked: stored<boolean>('coordinates', true),
    onchange: () => show(),
  });
  const show = () => {
    keep('coordinates', coordinates.checked);
    board.update({ coordinates: coordinates.checked });
  };
  show();
  menu.append(
    element('p', { class: 'check' }, coordinates, element('label', { for: 'coordinates' }, words.settings.coordinates)),
    boardChoice(),
    themeChoice(page),
    languageChoice(),
    element('button', { type: 'button', class: 'signs', onclick: () => (menu.hidePopover(), page.store.set({ panel: 'play' }), showLegend()) }, words.settings.signs),
  );
  const button = iconButton('settings', words.table.settings, () => {}, { popovertarget: 'settings' });
  menu.addEventListener('toggle', () => {
    const box = button.getBoundingClientRect();
    menu.style.setProperty('--popup-right', `${Math.max(8, innerWidth - box.right - 120)}px`);
    menu.style.setProperty('--popup-bottom', `${Math.max(8, innerHeight - box.top + 8)}px`);
  });
  return [button, menu];
}
