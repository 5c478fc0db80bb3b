// Hover card of the word under the mouse: its meaning, and a picture of a man's moves.

import { linter } from '@codemirror/lint';
import { EditorView, hoverTooltip, type Tooltip } from '@codemirror/view';
import { element } from '../dom';
import { showsCharacters } from '../figures';
import { markdown } from '../markdown';
import { picture } from '../picture';
import { words } from '../words';
import type { Ask } from './ask';

/** Time without a card after a key, in milliseconds, so that it does not cover the text during typing. */
const REST = 1000;

/** When the text was last typed in, and when the mouse was last moved over it. */
interface Activity {
  typed: number;
  moved: number;
  place: string;
}

async function card(ask: Ask, view: EditorView, at: number, activity: Activity): Promise<Tooltip | null> {
  const { doc } = view.state;
  const { typed, moved } = activity;
  // The mouse that only lies there asks nothing.
  if (moved < typed) return null;
  const rest = typed + REST - performance.now();
  if (rest > 0) await new Promise(resolve => setTimeout(resolve, rest));
  const isStale = () => view.state.doc !== doc || activity.typed !== typed;
  if (isStale()) return null;
  const answer = await ask.client.hover(ask.definition(doc.toString()), at, showsCharacters());
  if (!answer || isStale()) return null;
  return {
    pos: answer.start,
    end: answer.end,
    above: true,
    create: () => {
      const dom = element('div', { class: 'hover' });
      // The focus stays in the text, whose keys are about the word.
      dom.addEventListener('mousedown', event => event.preventDefault());
      if (answer.svg) dom.append(diagram(answer.svg, answer.more ?? 0));
      dom.append(element('div', { lang: 'en' }, markdown(answer.markdown)));
      return { dom };
    },
  };
}

/** Picture of the first diagram of a man, and the number of the others. */
function diagram(svg: string, more: number): HTMLElement {
  const image = picture(svg, words.editor.howItMoves);
  return element('figure', {}, image, more > 0 && element('figcaption', { class: 'quiet' }, words.editor.moreDiagrams(more)));
}

export function hover(ask: Ask) {
  const activity: Activity = { typed: -REST, moved: 0, place: '' };
  const type = () => void (activity.typed = performance.now());
  return [
    EditorView.domEventObservers({
      keydown: type,
      mouseleave: () => void (activity.place = ''),
      mousemove({ clientX, clientY }) {
        // The browser also reports a mouse at rest when the text under it has moved.
        const place = `${clientX} ${clientY}`;
        if (place !== activity.place) Object.assign(activity, { place, moved: performance.now() });
      },
    }),
    EditorView.updateListener.of(({ docChanged }) => docChanged && type()),
    hoverTooltip((view, at) => card(ask, view, at, activity), {
      hoverTime: 250,
      hideOn: ({ docChanged, selection }) => docChanged || selection !== undefined,
    }),
    // Hides the cards of diagnostics, too.
    linter(null, {
      hideOn: ({ docChanged }) => docChanged || null,
      tooltipFilter: diagnostics => (performance.now() < activity.typed + REST ? [] : [...diagnostics]),
    }),
  ];
}
