// Games of Fairy-Stockfish, pasted as the text of a `variants.ini`.

import type { Diagnostic } from 'weakfish';
import { dialog } from '../dialog';
import { element } from '../dom';
import { libraryText, told } from '../markdown';
import type { Page } from '../page';
import { capital } from '../prose';
import { words } from '../words';

/** Message of a diagnostic with its line number. */
function withLine(text: string, { message, help, labels, file }: Diagnostic): (Node | string)[] {
  const place = file ?? words.import.line(text.slice(0, labels[0]?.start).split('\n').length);
  return [`${place}: `, libraryText(message), ...(help ? [`. ${capital(words.editor.help)}`, libraryText(help)] : [])];
}

export function importDialog(page: Page): void {
  const text = element('textarea', { id: 'ini', rows: 10, translate: 'no', spellcheck: 'false', placeholder: '[mygame:chess]\ncustomPiece1 = a:mWcF' });
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
            element('button', { type: 'button', class: 'main', onclick: () => (page.session.open({ name, text }), window.close()) }, words.import.open(name)),
            ...notes.map(note => element('p', { class: 'quiet' }, libraryText(note))),
          ),
        ),
        ...problems.map(problem => element('p', { class: 'bad' }, ...withLine(ini, problem))),
      );
      if (definitions.length === 0 && problems.length === 0) answer.append(words.import.none);
    } catch (fault) {
      answer.append(element('p', { class: 'bad' }, told(fault)));
    }
  };
  const window = dialog(
    words.import.title,
    element('label', { for: 'ini' }, words.import.paste),
    text,
    element('p', {}, element('button', { type: 'button', class: 'main', onclick: () => void read() }, words.import.read)),
    answer,
  );
}
