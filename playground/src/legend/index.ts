// A note that explains the signs of men, at the first sight of each.

import { Figures } from '../board';
import type { Figure } from '../board/figures';
import { iconButton } from '../buttons';
import { element } from '../dom';
import type { Part } from '../page';
import { store as keep, stored } from '../preferences';
import { shown } from '../store';
import { words } from '../words';
import { exampleOf, signsOf, type SignName } from './signs';

/** Where the signs that have been read are stored. */
const KNOWN = 'known-signs';

/** Asks the note to show all signs of the game again, such as from a menu. */
export const SHOW_LEGEND = 'weakfish-show-legend';

/** Shows the note again for all signs of the game, also those that are known. */
export function showLegend(): void {
  document.dispatchEvent(new CustomEvent(SHOW_LEGEND));
}

export const mountLegend: Part = (place, page) => {
  const figures = new Figures();
  const list = element('ul', {});
  const close = iconButton('close', words.men.gotIt, () => {
    for (const name of signs) known.add(name);
    keep(KNOWN, [...known].filter(Boolean).join(' '));
    again = null;
    show();
  });
  const note = element('section', { class: 'legend', 'aria-label': words.men.signsOfMen, hidden: true }, list, close, figures.element);
  place.append(note);
  const known = new Set(stored<string>(KNOWN, '').split(' '));
  let signs: SignName[] = [];
  /** The game whose known signs were asked for. */
  let again: string | null = null;
  const show = () => {
    const { good, view } = shown(page.store.state);
    const crowned = view?.board.some(man => man.crown) ?? false;
    const all = good ? signsOf(good.sheet, crowned) : [];
    signs = all.filter(name => !known.has(name) || again === good?.sheet.name);
    note.hidden = signs.length === 0;
    const examples = signs.map(name => (good ? exampleOf(good.sheet, name) : ''));
    const key = `${signs.join()} ${examples.join()}`;
    if (list.dataset['key'] === key) return;
    list.dataset['key'] = key;
    if (good) figures.update(good.sheet.drawings);
    list.replaceChildren(...signs.map((name, at) => element('li', {}, figures.picture({ ...SAMPLES[name], symbol: examples[at]! }, false, true), element('span', {}, words.men.signs[name]))));
  };
  document.addEventListener(SHOW_LEGEND, () => {
    again = page.store.state.good?.sheet.name ?? null;
    show();
  });
  page.store.watch(['good', 'view', 'foretold'], show);
  show();
};

const BARE: Figure = { side: 'white', symbol: '', crown: false, facings: [] };

/** Each sign, for a man of any kind. */
const SAMPLES: Record<SignName, Figure> = {
  faces: { ...BARE, facings: [{ part: null, wind: 'n' }] },
  'faces-second': { ...BARE, facings: [{ part: null, wind: '' }, { part: null, wind: 'n' }] },
  capturing: { ...BARE, mode: 'capturing' },
  royal: { ...BARE, crown: true },
  promoted: { ...BARE, promoted: true },
};
