// What is said about the word under the mouse: its meaning, and a picture of how a movement goes.

import { linter } from '@codemirror/lint';
import { EditorView, hoverTooltip, type Tooltip } from '@codemirror/view';
import { element } from '../dom';
import { markdown } from '../markdown';
import { picture } from '../picture';
import type { Ask } from './ask';
import { firstDiagram } from './diagram';

/** No card comes up for so many milliseconds after a key: who types wants to see the text. */
const REST = 1000;

/** When the text was last typed in, and when the mouse was last moved over it. */
interface Activity {
  typed: number;
  moved: number;
  place: string;
}

async function said(ask: Ask, view: EditorView, at: number, activity: Activity): Promise<Tooltip | null> {
  const { doc } = view.state;
  const { typed, moved } = activity;
  // The mouse that only lies there asks nothing.
  if (moved < typed) return null;
  const rest = typed + REST - performance.now();
  if (rest > 0) await new Promise(resolve => setTimeout(resolve, rest));
  const isStale = () => view.state.doc !== doc || activity.typed !== typed;
  if (isStale()) return null;
  const answer = await ask.client.hover(ask.definition(doc.toString()), at);
  if (!answer || isStale()) return null;
  return {
    pos: answer.start,
    end: answer.end,
    above: true,
    create: () => {
      const dom = element('div', { class: 'hover' });
      // The focus stays in the text, whose keys are about the word.
      dom.addEventListener('mousedown', event => event.preventDefault());
      if (answer.svg) dom.append(diagram(answer.svg));
      dom.append(element('div', {}, markdown(answer.markdown)));
      return { dom };
    },
  };
}

/** Where a man turns, one of its diagrams as large as all of them would be. */
function diagram(svg: string): HTMLElement {
  const { first, more } = firstDiagram(svg);
  const image = picture(first, 'how it moves');
  return element('figure', {}, image, more > 0 && element('figcaption', { class: 'quiet' }, `and ${more} more, turned`));
}

export function hover(ask: Ask) {
  const activity: Activity = { typed: -REST, moved: 0, place: '' };
  const type = () => void (activity.typed = performance.now());
  return [
    EditorView.domEventObservers({
      keydown: type,
      mouseleave: () => void (activity.place = ''),
      mousemove({ clientX, clientY }) {
        // The browser also tells of a mouse under which the text has moved.
        const place = `${clientX} ${clientY}`;
        if (place !== activity.place) Object.assign(activity, { place, moved: performance.now() });
      },
    }),
    EditorView.updateListener.of(({ docChanged }) => docChanged && type()),
    hoverTooltip((view, at) => said(ask, view, at, activity), {
      hoverTime: 250,
      hideOn: ({ docChanged, selection }) => docChanged || selection !== undefined,
    }),
    // The same for the cards of mistakes.
    linter(null, {
      hideOn: ({ docChanged }) => docChanged || null,
      tooltipFilter: diagnostics => (performance.now() < activity.typed + REST ? [] : [...diagnostics]),
    }),
  ];
}
