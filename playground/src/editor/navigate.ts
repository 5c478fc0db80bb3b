// From a name to where it is defined; another name for it.

import { EditorView, keymap, type Command } from '@codemirror/view';
import type { Ask } from './ask';
import { reveal } from './problems';
import { rename } from './rename';

async function goToDefinition(ask: Ask, view: EditorView, at: number): Promise<void> {
  const { doc } = view.state;
  const found = await ask.client.definitionOf(ask.definition(doc.toString()), at);
  if (found && view.state.doc === doc) reveal(view, found.start, found.end);
}

const asynchronous =
  (work: (view: EditorView, at: number) => Promise<void>): Command =>
  view => {
    void work(view, view.state.selection.main.head);
    return true;
  };

export function navigate(ask: Ask) {
  return [
    keymap.of([
      { key: 'F12', run: asynchronous((view, at) => goToDefinition(ask, view, at)) },
      { key: 'F2', run: asynchronous(view => rename(ask, view)) },
    ]),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (at === null) return false;
        void goToDefinition(ask, view, at);
        return true;
      },
    }),
  ];
}
