// The list of moves; each leads to its position.

import { element } from '../dom';
import type { Page } from '../page';
import { rounds, type Turn } from './movelist';
import { resultText } from './outcome';
import { playing } from './playing';

export function moveList(page: Page): HTMLElement {
  const { store, session } = page;
  const game = playing(page);
  const list = element('ol', { class: 'moves' });
  const empty = element('p', { class: 'quiet' }, 'No move has been made.');
  const line = () => store.state.line;
  const result = element('p', { class: 'game-result', hidden: true });
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
    const { ply } = line();
    for (const button of list.querySelectorAll<HTMLElement>('.move')) {
      if (Number(button.dataset['ply']) === ply) {
        button.setAttribute('aria-current', 'step');
        follow(button);
      } else button.removeAttribute('aria-current');
    }
  };
  game.store.watch(['played'], build);
  store.watch(['line'], mark);
  const finish = () => {
    const text = resultText(store.state.view, game.store.state.game);
    result.hidden = text === '';
    result.textContent = text;
  };
  store.watch(['view'], finish);
  game.store.watch(['game'], finish);
  return element('div', { class: 'movelist' }, empty, list, result);
}

/** Scrolls the pane around a move so that the move is seen. The page itself stays where it is. */
function follow(move: HTMLElement): void {
  const pane = move.closest<HTMLElement>('#panels');
  if (!pane || pane.scrollHeight <= pane.clientHeight) return;
  const [box, frame] = [move.getBoundingClientRect(), pane.getBoundingClientRect()];
  // Below the tabs, which stay in view.
  if (box.top < frame.top + 44) pane.scrollTop -= frame.top + 44 - box.top;
  else if (box.bottom > frame.bottom) pane.scrollTop += box.bottom - frame.bottom + 8;
}
