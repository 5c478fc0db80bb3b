// The headings and names of a definition, to go to.

import type { EditorView } from '@codemirror/view';
import type { Client } from 'weakfish';
import { element } from '../dom';
import { latest } from '../latest';
import { words } from '../words';
import type { Ask } from './ask';
import { reveal } from './problems';

type Item = Awaited<ReturnType<Client['outline']>>[number];

/** A list to choose a place from, filled when it is about to be opened. */
export function outline(ask: Ask, view: () => EditorView): HTMLElement {
  const select = element('select', { 'aria-label': words.editor.goTo, class: 'outline' }, element('option', { value: '' }, words.editor.goToMore));
  const fill = latest(async () => {
    const items = await ask.client.outline(ask.definition(view().state.doc.toString()));
    const options = flat(items, 0).map(({ item, depth }) =>
      element('option', { value: `${item.start}`, translate: 'no' }, `${'\u2003'.repeat(depth)}${item.name}`),
    );
    select.replaceChildren(element('option', { value: '' }, words.editor.goToMore), ...options);
  });
  select.addEventListener('focus', () => fill(undefined));
  select.addEventListener('pointerenter', () => fill(undefined));
  select.addEventListener('change', () => {
    if (select.value !== '') reveal(view(), Number(select.value));
    select.value = '';
  });
  return select;
}

function flat(items: readonly Item[], depth: number): { item: Item; depth: number }[] {
  return items.flatMap(item => [{ item, depth }, ...flat(item.children as Item[], depth + 1)]);
}
