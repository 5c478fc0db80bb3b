// The panel of the analysis: the best lines, and how far the engine has looked.

import type { MoveValue, Progress } from 'weakfish';
import { element } from '../dom';
import { libraryText } from '../markdown';
import type { Page } from '../page';
import { SIGNS } from '../values';
import { words } from '../words';
import { analysis, MOST_LINES } from './analysis';
import { mover, type Side } from './game';
import { playing } from './playing';
import { countText, scoreText } from './format';
import { numbersOf } from './moves';

/** The moves of a line that are shown. */
const MOST_SHOWN = 12;

export function analysisPanel(page: Page): HTMLElement {
  const { store } = analysis(page);
  const game = playing(page).store;
  const toggle = element('button', { type: 'button', class: 'main', onclick: () => store.set({ on: !store.state.on }) }, words.analysis.analyse);
  const count = element(
    'select',
    { 'aria-label': words.analysis.lineCount, onchange: () => store.set({ count: Number(count.value) }) },
    ...Array.from({ length: MOST_LINES }, (_, at) =>
      element('option', { value: at + 1, selected: at + 1 === store.state.count }, words.analysis.lines(at + 1)),
    ),
  );
  const about = element('p', { class: 'analysis-state quiet' });
  const list = element('ol', { class: 'lines' });
  /** The moves of a line up to one of them, after the position on the board. */
  const upTo = (at: number, count: number) => store.state.progress?.lines[at]?.moves.slice(0, count) ?? [];
  const look = (moves: readonly string[] | null) => game.set({ preview: moves });
  // A move of a line puts the line into the list, up to that move, if moves may be made here.
  const follow = (at: number, count: number) => {
    const { line } = page.store.state;
    look(null);
    if (mover(game.state.game)) page.session.follow([...line.moves.slice(0, line.ply), ...upTo(at, count)], line.ply + count);
  };
  // A line keeps its elements during the search: a click on it is not lost.
  const row = (at: number) => {
    const score = element('span', { class: 'score' });
    const moves: HTMLButtonElement[] = [];
    const place = element('span', { class: 'line-moves', translate: 'no' });
    const move = (index: number) => {
      const count = index + 1;
      return element('button', {
        type: 'button',
        class: 'line-move',
        onclick: () => follow(at, count),
        onpointerenter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && look(upTo(at, count)),
        onpointerleave: () => look(null),
        onfocus: () => look(upTo(at, count)),
        onblur: () => look(null),
      });
    };
    return {
      element: element('li', {}, score, place),
      write: (worth: string, texts: readonly string[], numbers: readonly (string | null)[]) => {
        score.textContent = worth;
        const shown = texts.slice(0, MOST_SHOWN);
        while (moves.length < shown.length) moves.push(move(moves.length));
        while (place.children.length > shown.length) place.lastElementChild!.remove();
        while (place.children.length < shown.length) place.append(moves[place.children.length]!);
        shown.forEach((text, index) => {
          const number = numbers[index];
          const parts = number ? [element('span', { class: 'line-number' }, number), ` ${text}`] : [text];
          moves[index]!.replaceChildren(...parts);
        });
      },
    };
  };
  const rows: ReturnType<typeof row>[] = [];
  const values = element('ul', { class: 'values', 'aria-label': words.analysis.moves });
  const valued = (value: MoveValue) => {
    const text = page.store.state.view?.moves.find(({ move }) => move === value.move)?.text ?? value.move;
    const title = `${text} ${words.analysis.value(value)}`;
    const onclick = () => mover(game.state.game) && page.session.play(value.move);
    const distance = value.mate === undefined ? SIGNS[value.value] : `${value.value === 'win' ? '#' : '-#'}${value.mate}`;
    const button = element('button', { type: 'button', class: `value ${value.value}`, title, 'aria-label': title, onclick }, `${text} ${distance}`);
    return element('li', {}, button);
  };
  store.watch(['on'], ({ on }) => (toggle.textContent = on ? words.analysis.stop : words.analysis.analyse));
  const show = () => {
    const { on, progress, problem } = store.state;
    const text = problem || (on ? progressText(progress, store.state.side, page.store.state.view?.outcome != null) : words.analysis.stopped);
    about.replaceChildren(problem ? libraryText(text) : text);
    const lines = progress?.lines ?? [];
    while (rows.length < lines.length) rows.push(row(rows.length));
    while (list.children.length > lines.length) list.lastElementChild!.remove();
    while (list.children.length < lines.length) list.append(rows[list.children.length]!.element);
    const made = page.store.state.view?.sides ?? [];
    lines.forEach(({ texts, sides, score }, at) => rows[at]!.write(scoreText(score, store.state.side), texts, numbersOf(made, sides)));
  };
  store.watch(['on', 'progress', 'problem'], show);
  // Room for the lines, so that nothing moves when they come.
  store.watch(['on', 'count'], ({ on, count }) => list.style.setProperty('--lines', String(on ? count : 0)));
  const legend = element(
    'p',
    { class: 'values-legend quiet', hidden: true },
    ...words.analysis.legend.flatMap((part, at) => [at > 0 && sign((['win', 'draw', 'loss'] as const)[at - 1]!), part]),
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
  if (over) return words.analysis.over;
  if (!progress) return words.analysis.looking;
  const { depth, nodes, seconds } = progress;
  const best = progress.values?.[0];
  if (best) return words.analysis.byTable(words.sides[side], words.analysis.value(best));
  return words.analysis.progress(depth, countText(nodes), seconds > 0 ? countText(Math.round(nodes / seconds)) : '');
}
