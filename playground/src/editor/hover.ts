// What is said about the word under the mouse: its meaning, and a picture of how a movement goes.

import { hoverTooltip, type EditorView, type Tooltip } from '@codemirror/view';
import { markdown } from '../markdown';
import { picture } from '../picture';
import type { Ask } from './ask';

async function said(ask: Ask, view: EditorView, at: number): Promise<Tooltip | null> {
  const { doc } = view.state;
  const answer = await ask.client.hover(ask.definition(doc.toString()), at);
  if (!answer || view.state.doc !== doc) return null;
  return {
    pos: answer.start,
    end: answer.end,
    above: true,
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'hover';
      // The focus stays in the text, whose keys are about the word.
      dom.addEventListener('mousedown', event => event.preventDefault());
      if (answer.svg) dom.append(picture(answer.svg, 'how it moves'));
      const words = document.createElement('div');
      words.append(markdown(answer.markdown));
      dom.append(words);
      return { dom };
    },
  };
}

export function hover(ask: Ask) {
  return hoverTooltip((view, at) => said(ask, view, at), { hoverTime: 250, hideOn: ({ docChanged, selection }) => docChanged || selection !== undefined });
}
