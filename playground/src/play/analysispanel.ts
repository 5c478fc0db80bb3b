// The panel of the analysis: the best lines, and how far the engine has looked.

import type { MoveValue, Progress } from 'weakfish';
import { element } from '../dom';
import { sentence } from '../markdown';
import type { Page } from '../page';
import { SIGNS, valueText } from '../values';
import { analysis, MOST_LINES } from './analysis';
import { mover, type Side } from './game';
import { playing } from './playing';
import { countText, scoreText } from './format';

/** The moves of a line that are shown. */
const MOST_SHOWN = 12;

export function analysisPanel(page: Page): HTMLElement {
  const { store } = analysis(page);
  const game = playing(page).store;
  const toggle = element('button', { type: 'button', class: 'main', onclick: () => store.set({ on: !store.state.on }) }, 'Analyse');
  const count = element(
    'select',
    { 'aria-label': 'Number of lines', onchange: () => store.set({ count: Number(count.value) }) },
    ...Array.from({ length: MOST_LINES }, (_, at) =>
      element('option', { value: at + 1, selected: at + 1 === store.state.count }, at === 0 ? '1 line' : `${at + 1} lines`),
    ),
  );
  const about = element('p', { class: 'analysis-state quiet' });
  const list = element('ol', { class: 'lines' });
  const play = (at: number) => {
    const move = store.state.progress?.lines[at]?.moves[0];
    if (move && mover(game.state.game)) page.session.play(move);
  };
  // A line keeps its elements during the search: a click on it is not lost.
  const row = (at: number) => {
    const score = element('span', { class: 'score' });
    const first = element('button', {
      type: 'button',
      class: 'line-play',
      title: 'Play the first move',
      onclick: () => play(at),
    });
    const rest = element('span');
    return {
      element: element('li', {}, score, first, ' ', rest),
      write: (worth: string, texts: readonly string[]) => {
        score.textContent = worth;
        first.textContent = texts[0] ?? '';
        rest.textContent = texts.slice(1, MOST_SHOWN).join(' ');
      },
    };
  };
  const rows: ReturnType<typeof row>[] = [];
  const values = element('ul', { class: 'values', 'aria-label': 'All moves' });
  const valued = (value: MoveValue) => {
    const text = page.store.state.view?.moves.find(({ move }) => move === value.move)?.text ?? value.move;
    const title = `${text} ${valueText(value)}`;
    const onclick = () => mover(game.state.game) && page.session.play(value.move);
    const distance = value.mate === undefined ? SIGNS[value.value] : `${value.value === 'win' ? '#' : '-#'}${value.mate}`;
    const button = element('button', { type: 'button', class: `value ${value.value}`, title, 'aria-label': title, onclick }, `${text} ${distance}`);
    return element('li', {}, button);
  };
  store.watch(['on'], ({ on }) => (toggle.textContent = on ? 'Stop' : 'Analyse'));
  const show = () => {
    const { on, progress, problem } = store.state;
    const text = problem || (on ? progressText(progress, store.state.side, page.store.state.view?.outcome != null) : 'The analysis is stopped.');
    about.replaceChildren(sentence(text));
    const lines = progress?.lines ?? [];
    while (rows.length < lines.length) rows.push(row(rows.length));
    while (list.children.length > lines.length) list.lastElementChild!.remove();
    while (list.children.length < lines.length) list.append(rows[list.children.length]!.element);
    lines.forEach(({ texts, score }, at) => rows[at]!.write(scoreText(score, store.state.side), texts));
  };
  store.watch(['on', 'progress', 'problem'], show);
  const legend = element(
    'p',
    { class: 'values-legend quiet', hidden: true },
    'By the table: ',
    sign('win'),
    ' wins, ',
    sign('draw'),
    ' draws, ',
    sign('loss'),
    ' loses; # counts moves to the end. The board has the signs on the squares that a chosen man can go to.',
  );
  store.watch(['values'], state => {
    values.replaceChildren(...[...state.values.values()].map(valued));
    legend.hidden = state.values.size === 0;
  });
  page.store.watch(['view'], show);
  return element('div', { class: 'analysis' }, element('div', { class: 'bar' }, toggle, count), about, list, values, legend);
}

/** The sign of a value in its colour. */
function sign(value: keyof typeof SIGNS): HTMLElement {
  return element('b', { class: `value ${value}` }, SIGNS[value]);
}

function progressText(progress: Progress | null, side: Side, over: boolean): string {
  if (over) return 'The game is over.';
  if (!progress) return 'Looking…';
  const { depth, nodes, seconds } = progress;
  const best = progress.values?.[0];
  if (best) return `By the table of this ending ${side === 'white' ? 'White' : 'Black'} ${valueText(best)}.`;
  const speed = seconds > 0 ? `, ${countText(Math.round(nodes / seconds))} a second` : '';
  return `Depth ${depth}, ${countText(nodes)} positions${speed}`;
}
