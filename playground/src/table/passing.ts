// Buttons for moves that no man makes, and for claims.

import { element } from '../dom';
import type { Page } from '../page';
import { isLast, mover } from '../play/game';
import { passes } from '../play/passes';
import { playing } from '../play/playing';
import { words } from '../words';

export function passing(page: Page): HTMLElement {
  const { store, session } = page;
  const game = playing(page);
  const bar = element('div', { class: 'bar' });
  const show = () => {
    const { view } = store.state;
    const { game: state } = game.store.state;
    const mine = view !== null && mover(state) === view.side;
    const moves = mine ? passes(view.moves) : [];
    const claims = mine && state.situation && isLast(state.situation) && !state.ended ? view.claims : [];
    bar.hidden = moves.length + claims.length === 0;
    bar.replaceChildren(
      ...moves.map(({ move, kind, title }) =>
        element('button', { type: 'button', 'data-kind': kind, onclick: () => session.play(move) }, title),
      ),
      ...claims.map(({ name, winner, text }) => {
        const reason = winner ? words.table.winClaimed(name) : words.table.drawClaimed(name);
        const claim = () => game.dispatch({ on: 'claim', winner, reason });
        return element('button', { type: 'button', title: text, onclick: claim }, winner ? words.table.claimWin(name) : words.table.claimDraw(name));
      }),
    );
  };
  store.watch(['view'], show);
  game.store.watch(['game'], show);
  return bar;
}
