// The list of moves; each leads to its position.

import { element } from '../dom';
import type { Page } from '../page';
import { rounds, type Turn } from './movelist';
import { playing } from './playing';

export function moveList(page: Page): HTMLElement {
  const { store, session } = page;
  const game = playing(page);
  const list = element('ol', { class: 'moves' });
  const empty = element('p', { class: 'quiet' }, 'No move has been made.');
  const go = (title: string, sign: string, ply: () => number) =>
    element('button', { type: 'button', 'aria-label': title, title, onclick: () => session.goTo(ply()) }, sign);
  const { line: first } = store.state;
  const line = () => store.state.line ?? first;
  const steps = [
    go('To the start', '«', () => 0),
    go('Back', '‹', () => line().ply - 1),
    go('Forward', '›', () => line().ply + 1),
    go('To the end', '»', () => line().moves.length),
  ];
  const turn = ({ moves }: Turn) =>
    element(
      'span',
      { class: 'turn' },
      ...moves.map(({ ply, text }) =>
        element('button', { type: 'button', class: 'move', 'data-ply': ply, onclick: () => session.goTo(ply) }, text),
      ),
    );
  const build = () => {
    const { texts, sides } = game.store.state.played;
    empty.hidden = texts.length > 0;
    list.hidden = texts.length === 0;
    list.replaceChildren(
      ...rounds(texts, sides).map(({ number, turns }) =>
        element('li', { class: 'round' }, element('span', { class: 'number' }, `${number}.`), ...turns.map(turn)),
      ),
    );
    mark();
  };
  const mark = () => {
    const { ply, moves } = line();
    for (const button of list.querySelectorAll<HTMLElement>('.move')) {
      if (Number(button.dataset['ply']) === ply) {
        button.setAttribute('aria-current', 'step');
        // Only the list is scrolled: the page stays where it is.
        list.scrollTop = Math.max(0, button.offsetTop - list.offsetTop - list.clientHeight / 2);
      } else button.removeAttribute('aria-current');
    }
    steps.forEach((button, at) => (button.disabled = at < 2 ? ply === 0 : ply === moves.length));
  };
  game.store.watch(['played'], build);
  store.watch(['line'], mark);
  return element(
    'div',
    { class: 'movelist' },
    empty,
    list,
    element('div', { class: 'bar', role: 'group', 'aria-label': 'Positions' }, ...steps),
  );
}
