// Actions of a player during a game, and what can be done after its end.

import { iconButton } from '../buttons';
import { element } from '../dom';
import { icon } from '../icons';
import { showBoard } from '../layout';
import type { Page } from '../page';
import { words } from '../words';
import { analysis } from './analysis';
import { isLast, isOpen, other } from './game';
import { playing } from './playing';
import { isRunning } from './setup';

/** How long a resignation waits for its confirmation, in milliseconds. */
const CONFIRM = 4_000;

/** Offer of a draw, resignation, pause and resumption of the engine. */
export function actions(page: Page): HTMLElement {
  const game = playing(page);
  const offer = iconButton('draw', words.play.offer, () => (game.remote ? game.remote.offer() : game.dispatch({ on: 'offer' })));
  // A slip of the finger must not lose a game, so a second press confirms the first.
  let asks: ReturnType<typeof setTimeout> | undefined;
  const lapse = () => {
    ask(false);
    game.dispatch({ on: 'say', message: words.play.notResigned });
  };
  const ask = (asked: boolean) => {
    clearTimeout(asks);
    asks = asked ? setTimeout(lapse, CONFIRM) : undefined;
    resign.classList.toggle('asks', asked);
    resign.setAttribute('aria-label', asked ? words.play.resignAgain : words.play.resign);
    resign.replaceChildren(icon('resign'), ...(asked ? [words.play.resignAsk] : []));
  };
  const resign = iconButton('resign', words.play.resign, () => {
    const confirmed = asks !== undefined;
    ask(!confirmed);
    if (confirmed) game.dispatch({ on: 'resign' });
  });
  resign.style.setProperty('--confirm', `${CONFIRM}ms`);
  const wait = iconButton('pause', words.play.pause, () => game.dispatch({ on: 'pause' }));
  const go = iconButton('play', words.play.resume, () => game.dispatch({ on: 'go' }));
  const bar = element('div', { class: 'bar game-actions' }, offer, resign, wait, go);
  game.store.watch(['game', 'begun'], state => {
    const { players, situation, thought, paused } = state.game;
    const open = isOpen(state.game);
    const last = situation !== null && isLast(situation);
    const engines = players.white.by === 'engine' || players.black.by === 'engine';
    offer.disabled = !last || thought !== null;
    wait.hidden = !engines || paused || thought?.about !== 'move';
    go.hidden = !engines || !paused;
    bar.hidden = !open || !isRunning(state);
  });
  return bar;
}

/** Another game with the same players, with sides exchanged, or an analysis of this one. */
export function afterwards(page: Page): HTMLElement {
  const game = playing(page);
  const button = (title: string, act: () => void, attributes = {}) => element('button', { type: 'button', onclick: act, ...attributes }, title);
  const control = () => game.store.state.game.clock?.control ?? null;
  // Arrows of the analysis of the last game would be advice in the next one.
  const begin = (players: typeof game.store.state.game.players) => {
    analysis(page).store.set({ on: false });
    game.begin(players, control());
    showBoard();
  };
  const again = button(words.play.again, () => begin(game.store.state.game.players), { class: 'main' });
  const swap = button(words.play.swap, () => {
    const { levels } = game.store.state;
    const { players } = game.store.state.game;
    game.store.set({ levels: { white: levels[other('white')], black: levels[other('black')] } });
    begin({ white: players.black, black: players.white });
  });
  const analyse = button(words.play.analyse, () => {
    const { line, view } = page.store.state;
    // After the last move there is nothing to look for.
    if (view?.outcome && line.ply > 0) page.session.goTo(line.ply - 1);
    analysis(page).store.set({ on: true });
    page.store.set({ panel: 'analyse' });
  });
  const bar = element('div', { class: 'bar afterwards', hidden: true }, again, swap, analyse);
  game.store.watch(['game'], ({ game: { situation, ended } }) => {
    bar.hidden = situation === null || !isLast(situation) || !(situation.over || ended);
  });
  return bar;
}
