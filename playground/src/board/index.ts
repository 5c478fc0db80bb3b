// The board of the page: what the store says is shown, and what is done on it goes to the session.

import type { Page, Part } from '../page';
import { position, type State } from '../store';
import { Board } from './board';
import type { Pointer } from './props';
import { shapeOf } from './squares';

export const mountBoard: Part = (place, page) => {
  const board = new Board({
    onMove: move => page.session.play(move),
    onAttempt: (from, to) => reason(page, from, to),
  });
  board.mount(place);
  page.store.watch(['good', 'view'], ({ good, view }) => {
    if (!good || !view) return;
    board.update({
      shape: shapeOf(good.sheet),
      drawings: good.sheet.drawings,
      men: view.board,
      moves: view.moves,
      mover: view.side,
      checks: view.checks,
      last: view.last,
    });
  });
};

async function reason({ client, store }: Page, from: string, to: string): Promise<string> {
  const { good } = store.state;
  if (!good) return '';
  return client.attempt({ text: good.text }, position(store.state), from, to);
}
