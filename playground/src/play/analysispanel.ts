// The panel of the analysis: the best lines, and how far the engine has looked.

import type { Progress } from 'weakfish';
import { element } from '../dom';
import type { Page } from '../page';
import { analysis, MOST_LINES } from './analysis';
import { mover } from './game';
import { playing } from './playing';
import { countText, scoreText } from './words';

export function analysisPanel(page: Page): HTMLElement {
  const { store } = analysis(page);
  const game = playing(page).store;
  const toggle = element('button', { type: 'button', onclick: () => store.set({ on: !store.state.on }) }, 'Analyse');
  const count = element('select', { 'aria-label': 'Number of lines', onchange: () => store.set({ count: Number(count.value) }) },
    ...Array.from({ length: MOST_LINES }, (_, at) =>
      element('option', { value: at + 1, selected: at + 1 === store.state.count }, at === 0 ? '1 line' : `${at + 1} lines`)));
  const about = element('p', { class: 'quiet' });
  const list = element('ol', { class: 'lines' });
  store.watch(['on'], ({ on }) => toggle.setAttribute('aria-pressed', String(on)));
  const show = () => {
    const { on, progress, problem } = store.state;
    about.textContent = problem || (on ? progressText(progress, page.store.state.view?.outcome != null) : 'The engine is at rest.');
    list.replaceChildren(...(progress?.lines ?? []).map(({ moves, texts, score }) => {
      const play = element('button', {
        type: 'button', class: 'line-play', title: 'Play the first move',
        // A line may belong to a position that the board has left since.
        onclick: () => store.state.progress === progress && moves[0] && mover(game.state.game) && page.session.play(moves[0]),
      }, texts[0] ?? '');
      return element('li', {}, element('span', { class: 'score' }, scoreText(score, store.state.side)), play, ' ', texts.slice(1, 12).join(' '));
    }));
  };
  store.watch(['on', 'progress', 'problem'], show);
  page.store.watch(['view'], show);
  return element('div', { class: 'analysis' }, element('div', { class: 'bar' }, toggle, count), about, list);
}

function progressText(progress: Progress | null, over: boolean): string {
  if (over) return 'The game is over.';
  if (!progress) return 'Looking…';
  const { depth, nodes, seconds } = progress;
  const speed = seconds > 0 ? `, ${countText(Math.round(nodes / seconds))} a second` : '';
  return `Depth ${depth}, ${countText(nodes)} positions${speed}`;
}
