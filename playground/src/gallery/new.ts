// A new game: the library writes a definition to change line by line.

import games from 'catalogue';
import { dialog, reason } from '../dialog';
import { element } from '../dom';
import { sentence } from '../markdown';
import type { Page } from '../page';

export function newDialog(page: Page): void {
  const title = element('input', { type: 'text', id: 'new-title', required: true, value: 'My Chess' });
  const base = element(
    'select',
    { id: 'new-base' },
    element('option', { value: '' }, 'Chess with a man that turns, explained line by line'),
    element('option', { value: 'position' }, 'A board and men of my own'),
  );
  const fen = element('input', { type: 'text', id: 'new-fen', value: 'rnkbr/ppppp/5/5/PPPPP/RNKBR w' });
  const position = element(
    'p',
    { hidden: true },
    element('label', { for: 'new-fen' }, 'The men, rank by rank from the top: a capital letter is a white man, a small letter a black man, a number a run of empty squares.'),
    fen,
  );
  const refusal = element('p', { class: 'bad', role: 'alert' });
  base.addEventListener('change', () => (position.hidden = base.value !== 'position'));

  const submit = async (event: Event) => {
    event.preventDefault();
    const from = base.value === '' ? {} : base.value === 'position' ? { fen: fen.value } : { game: base.value.slice(1) };
    try {
      const text = await page.client.create(title.value, from);
      page.session.open({ text, name: title.value });
      window.close();
    } catch (fault) {
      refusal.replaceChildren(sentence(reason(fault)));
    }
  };
  const window = dialog(
    'A new game',
    element(
      'form',
      { class: 'new', onsubmit: submit },
      element('label', { for: 'new-title' }, 'Name of the game'),
      title,
      element('label', { for: 'new-base' }, 'Start from'),
      base,
      position,
      element('p', {}, element('button', { type: 'submit', class: 'main' }, 'Write it')),
      refusal,
    ),
  );
  title.select();
  const families = [...new Set(games.map(({ family }) => family))];
  base.append(
    ...families.map(family =>
      element(
        'optgroup',
        { label: `A change of: ${family}` },
        ...games
          .filter(one => one.family === family)
          .map(({ name, title, size }) => element('option', { value: `=${name}` }, `${title} (${size})`)),
      ),
    ),
  );
}
