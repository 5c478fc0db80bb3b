// How the page is used.

import { dialog } from './dialog';
import { element } from './dom';
import { sentence } from './markdown';
import { words } from './words';

export function helpDialog(): void {
  const { title, items, keysElsewhere, steps, keysInText, keys, leave } = words.help;
  dialog(
    title,
    element('ol', {}, ...items.map(item => element('li', {}, sentence(item)))),
    element('h3', {}, keysElsewhere),
    element('dl', { class: 'keys' }, element('dt', {}, '←, →'), element('dd', {}, steps)),
    element('h3', {}, keysInText),
    element('dl', { class: 'keys' }, ...keys.flatMap(({ key, does }) => [element('dt', {}, key), element('dd', {}, does)])),
    element('p', {}, leave),
  );
}
