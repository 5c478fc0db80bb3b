// Actions of a player: take back, ask for a hint, offer a draw, resign, pause and resume the engine.

import { element } from '../dom';
import { sentence } from '../markdown';
import type { Page } from '../page';
import { canReopen, isLast, isOpen, movesToTakeBack } from './game';
import { playing } from './playing';

export function actions(page: Page): HTMLElement {
  const game = playing(page);
  const button = (title: string, act: () => void) => element('button', { type: 'button', onclick: act }, title);
  // First the end of the game is taken back, such as a resignation, and only then a move.
  const back = button('Take back', () => {
    const { game: state } = game.store.state;
    if (canReopen(state)) game.dispatch({ on: 'reopen' });
    else page.session.takeBack(movesToTakeBack(state));
  });
  const hint = button('Hint', () => game.dispatch({ on: 'hint' }));
  const offer = button('Offer a draw', () => game.dispatch({ on: 'offer' }));
  const resign = button('Resign', () => game.dispatch({ on: 'resign' }));
  const wait = button('Pause', () => game.dispatch({ on: 'pause' }));
  const go = button('Resume', () => game.dispatch({ on: 'go' }));
  const message = element('p', { class: 'message', role: 'status' });
  const show = () => {
    const { game: state } = game.store.state;
    const { players, situation, thought, paused } = state;
    const open = isOpen(state);
    const last = situation !== null && isLast(situation);
    const engines = players.white.by === 'engine' || players.black.by === 'engine';
    const reopens = canReopen(state);
    back.disabled = !situation || (situation.ply === 0 && !reopens);
    back.title = reopens ? 'Resumes the game without taking a move back' : 'Takes back the last move';
    hint.disabled = !open || !last || thought !== null;
    offer.disabled = !open || !last || thought !== null;
    resign.disabled = !open;
    const thinks = thought?.about === 'move';
    wait.hidden = !engines || paused || !open || !thinks;
    go.hidden = !engines || !paused || !open;
    const text = thought
      ? { move: 'Weakfish is thinking…', hint: 'Looking for a good move…', draw: 'Weakfish considers the offer…' }[thought.about]
      : state.message;
    message.replaceChildren(sentence(text));
  };
  game.store.watch(['game'], show);
  return element('div', {}, element('div', { class: 'bar' }, back, hint, offer, resign, wait, go), message);
}
