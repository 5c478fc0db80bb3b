// Colours of the text, by the words that the library finds in it.

import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';
import { latest } from '../latest';
import type { Ask } from './ask';

const setColours = StateEffect.define<DecorationSet>();

/** Between a change and the library's answer, colours move along with the text. */
const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(colours, transaction) {
    for (const effect of transaction.effects) if (effect.is(setColours)) return effect.value;
    return colours.map(transaction.changes);
  },
  provide: field => EditorView.decorations.from(field),
});

/** A class of its own for each kind of word; the style sheet has colours for groups of them. */
const marks = new Map<string, Decoration>();
function mark(kind: string): Decoration {
  let known = marks.get(kind);
  if (!known) marks.set(kind, (known = Decoration.mark({ class: `word-${kind.toLowerCase()}` })));
  return known;
}

export function colours(ask: Ask) {
  const plugin = ViewPlugin.fromClass(
    class {
      readonly colour: (view: EditorView) => void;
      constructor(view: EditorView) {
        this.colour = latest(async view => {
          const { doc } = view.state;
          const tokens = await ask.client.tokens(ask.definition(doc.toString()));
          if (view.state.doc !== doc) return;
          const ranges = tokens.filter(({ start, end }) => start < end && end <= doc.length);
          view.dispatch({ effects: setColours.of(Decoration.set(ranges.map(({ start, end, kind }) => mark(kind).range(start, end)), true)) });
        });
        this.colour(view);
      }
      update(update: ViewUpdate) {
        // After the question about mistakes, which is asked in the same turn and matters more.
        if (update.docChanged) queueMicrotask(() => this.colour(update.view));
      }
    },
  );
  return [field, plugin];
}
