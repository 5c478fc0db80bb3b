// Renames the name at the cursor everywhere in the text.

import type { EditorView } from '@codemirror/view';
import { dialog } from '../dialog';
import { element } from '../dom';
import { told } from '../markdown';
import { words } from '../words';
import type { Ask } from './ask';
import { apply } from './problems';

export async function rename(ask: Ask, view: EditorView): Promise<void> {
  const { doc, selection } = view.state;
  const { head } = selection.main;
  const text = doc.toString();
  const uses = await ask.client.uses(ask.definition(text), head);
  const own = uses.find(({ start, end }) => start <= head && head <= end);
  if (!own || view.state.doc !== doc) return;
  const name = element('input', { type: 'text', id: 'new-name', value: text.slice(own.start, own.end) });
  const refusal = element('p', { class: 'bad', role: 'alert' });
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      const edits = await ask.client.rename(ask.definition(text), head, name.value.trim());
      window.close();
      apply(view, edits);
    } catch (fault) {
      refusal.replaceChildren(told(fault));
    }
  };
  const window = dialog(
    words.editor.rename,
    element(
      'form',
      { onsubmit: submit },
      element('label', { for: 'new-name' }, words.editor.newName(uses.length)),
      element('div', { class: 'bar' }, name, element('button', { type: 'submit', class: 'main' }, words.editor.rename)),
      refusal,
    ),
  );
  name.select();
}
