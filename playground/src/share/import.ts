// Games of Fairy-Stockfish, pasted as the text of a `variants.ini`.

import type { Diagnostic } from 'weakfish';
import { dialog, reason } from '../dialog';
import { element } from '../dom';
import { sentence } from '../markdown';
import type { Page } from '../page';

/** Message of a diagnostic with its line number. */
function withLine(text: string, { message, help, labels, file }: Diagnostic): string {
  const place = file ?? `Line ${text.slice(0, labels[0]?.start).split('\n').length}`;
  return `${place}: ${message}${help ? `. Help: ${help}` : ''}`;
}

export function importDialog(page: Page): void {
  const text = element('textarea', { id: 'ini', rows: 10, spellcheck: 'false', placeholder: '[mygame:chess]\ncustomPiece1 = a:mWcF' });
  const answer = element('div', { role: 'status' });
  const read = async () => {
    answer.replaceChildren();
    try {
      const ini = text.value;
      const { definitions, problems } = await page.client.import(ini);
      answer.append(
        ...definitions.map(({ name, text, notes }) =>
          element(
            'div',
            { class: 'imported' },
            element('button', { type: 'button', class: 'main', onclick: () => (page.session.open({ name, text }), window.close()) }, `Open ${name}`),
            ...notes.map(note => element('p', { class: 'quiet' }, sentence(note))),
          ),
        ),
        ...problems.map(problem => element('p', { class: 'bad' }, sentence(withLine(ini, problem)))),
      );
      if (definitions.length === 0 && problems.length === 0) answer.append('There is no game in this text.');
    } catch (fault) {
      answer.append(element('p', { class: 'bad' }, sentence(reason(fault))));
    }
  };
  const window = dialog(
    'Import games of Fairy-Stockfish',
    element('label', { for: 'ini' }, 'Paste the text of a variants.ini, or the part with your game:'),
    text,
    element('p', {}, element('button', { type: 'button', class: 'main', onclick: () => void read() }, 'Read')),
    answer,
  );
}
