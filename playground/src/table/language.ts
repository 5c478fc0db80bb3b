// The choice of the language, kept in the browser.

import { element } from '../dom';
import { store as keep, stored } from '../preferences';
import { LANGUAGE, LANGUAGES, words } from '../words';

/** A labelled list of the languages. The page is loaded again with another one; the work is kept, as at any reload. */
export function languageChoice(): HTMLElement {
  const chosen = stored<string>(LANGUAGE, 'auto');
  const option = (value: string, title: string, lang?: string) => element('option', { value, lang, selected: value === chosen }, title);
  const choice = element(
    'select',
    {
      id: 'language',
      onchange: () => {
        keep(LANGUAGE, choice.value);
        location.reload();
      },
    },
    option('auto', words.settings.languageOfBrowser),
    ...LANGUAGES.map(([tag, name]) => option(tag, name, tag)),
  );
  return element('p', { class: 'field' }, element('label', { for: choice.id }, words.settings.language), choice);
}
