// Settings of the board, in a menu of their own.

import type { Board, BoardProps } from '../board';
import { iconButton, segmented } from '../buttons';
import { element } from '../dom';
import { figureChoice } from '../figures';
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
  /** A choice that is kept, and is a property of the board. */
  const property = <Name extends 'coordinates' | 'input' | 'animated', Value extends string>(
    name: Name,
    label: string,
    titles: Record<Value, string>,
    read: (value: Value) => BoardProps[Name],
  ) => {
    const options = Object.entries(titles) as [Value, string][];
    const choice = segmented<Value>(name, label, options, value => {
      keep(name, value);
      board.update({ [name]: read(value) });
    });
    const known = stored<string>(name, '');
    const value = options.find(([one]) => one === known)?.[0] ?? options[0]![0];
    choice.set(value);
    board.update({ [name]: read(value) });
    return choice.element;
  };
  // Offered where there are characters.
  const figures = figureChoice();
  page.store.watch(['good'], ({ good }) => (figures.hidden = !good || Object.keys(good.sheet.characters).length === 0));
  menu.append(
    property('coordinates', words.settings.coordinates, words.settings.places, value => value),
    property('input', words.settings.input, words.settings.inputs, value => value),
    property('animated', words.settings.slide, words.settings.slides, value => value === 'on'),
    figures,
    boardChoice(),
    themeChoice(page),
    languageChoice(),
    element('button', { type: 'button', class: 'signs', onclick: () => (menu.hidePopover(), page.store.set({ panel: 'play' }), showLegend()) }, words.men.signsOfMen),
  );
  const button = iconButton('settings', words.table.settings, () => {}, { popovertarget: 'settings' });
  menu.addEventListener('toggle', () => {
    const box = button.getBoundingClientRect();
    menu.style.setProperty('--popup-right', `${Math.max(8, innerWidth - box.right - 120)}px`);
    const most = innerHeight - menu.offsetHeight - 8;
    menu.style.setProperty('--popup-bottom', `${Math.max(8, Math.min(innerHeight - box.top + 8, most))}px`);
  });
  return [button, menu];
}
