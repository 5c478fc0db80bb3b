// A new game: the library writes a definition to change line by line.

import games from 'catalogue';
import { dialog } from '../dialog';
import { element } from '../dom';
import { told } from '../markdown';
import type { Page } from '../page';
import { words } from '../words';

export function newDialog(page: Page): void {
  const title = element('input', { type: 'text', id: 'new-title', required: true, value: words.new.unnamed });
  const base = element(
    'select',
    { id: 'new-base' },
    element('option', { value: '' }, words.new.turning),
    element('option', { value: 'position' }, words.new.own),
  );
  const fen = element('input', { type: 'text', id: 'new-fen', value: 'rnkbr/ppppp/5/5/PPPPP/RNKBR w' });
  const position = element(
    'p',
    { hidden: true },
    element('label', { for: 'new-fen' }, words.new.fen),
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
      refusal.replaceChildren(told(fault));
    }
  };
  const window = dialog(
    words.new.title,
    element(
      'form',
      { class: 'new', onsubmit: submit },
      element('label', { for: 'new-title' }, words.new.name),
      title,
      element('label', { for: 'new-base' }, words.new.from),
      base,
      position,
      element('p', {}, element('button', { type: 'submit', class: 'main' }, words.new.write)),
      refusal,
    ),
  );
  title.select();
  const families = [...new Set(games.map(({ family }) => family))];
  base.append(
    ...families.map(family =>
      element(
        'optgroup',
        { label: words.new.changeOf(words.gallery.familyOf(family)) },
        ...games
          .filter(one => one.family === family)
          .map(({ name, title, size }) => element('option', { value: `=${name}`, translate: 'no' }, `${title} (${size})`)),
      ),
    ),
  );
}
