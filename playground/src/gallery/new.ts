// A new game: the library writes a definition to change line by line.

import { dialog, reason } from '../dialog';
import { element } from '../dom';
import { sentence } from '../markdown';
import type { Page } from '../page';

/** The squares of a rank in a FEN: a letter with its marks is one, a number so many, `*` a hole. */
function squaresOf(rank: string): number {
  const squares = rank.replace(/\{[^}]*\}|\[[^\]]*\]/g, '').match(/\d+|[A-Za-z*]/g) ?? [];
  return squares.reduce((sum, one) => sum + (/\d/.test(one) ? Number(one) : 1), 0);
}

/** Which rank of a FEN has not as many squares as the first, in a sentence; empty if none. */
export function miscounted(fen: string): string {
  const ranks = (fen.trim().split(/\s/)[0] ?? '').split('/');
  const [first = 0, ...others] = ranks.map(squaresOf);
  const at = others.findIndex(count => count !== first);
  if (at < 0) return '';
  const count = others[at]!;
  return `Rank ${at + 2} from the top, \`${ranks[at + 1]}\`, has ${count} ${count === 1 ? 'square' : 'squares'}, and the first has ${first}.`;
}

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
    element('label', { for: 'new-fen' }, 'The men, rank by rank from the top: a letter is a man, small for Black; a number is so many empty squares.'),
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
      refusal.replaceChildren(sentence((base.value === 'position' && miscounted(fen.value)) || reason(fault)));
    }
  };
  const window = dialog(
    'A new game',
    element(
      'form',
      { class: 'new', onsubmit: submit },
      element('label', { for: 'new-title' }, 'What is it called?'),
      title,
      element('label', { for: 'new-base' }, 'What does it start from?'),
      base,
      position,
      element('p', {}, element('button', { type: 'submit', class: 'main' }, 'Write it')),
      refusal,
    ),
  );
  title.select();
  void page.client.games().then(games => {
    base.append(...games.map(({ name, title }) => element('option', { value: `=${name}` }, `${title}, with changes`)));
  });
}
