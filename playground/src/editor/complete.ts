// Completion at the cursor.

import { autocompletion, type Completion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { markdown } from '../markdown';
import type { Ask } from './ask';

export function complete(ask: Ask) {
  const source = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const { pos, explicit, state } = context;
    // Without Ctrl+Space only inside a word, or where one is expected after the last typed sign.
    if (!explicit && !context.matchBefore(/[\p{L}\p{N}"-]$|[:,] $/u)) return null;
    const { from, to, items } = await ask.client.complete(ask.definition(state.doc.toString()), pos);
    if (context.aborted || items.length === 0) return null;
    const options = items.map(({ label, insert, detail, doc, kind }): Completion => ({
      label,
      apply: insert,
      detail,
      type: kind.toLowerCase(),
      info: doc
        ? () => {
            const dom = document.createElement('div');
            dom.lang = 'en';
            dom.append(markdown(doc));
            return dom;
          }
        : undefined,
    }));
    return { from, to, options };
  };
  return autocompletion({ override: [source], icons: false, tooltipClass: () => 'completions' });
}
