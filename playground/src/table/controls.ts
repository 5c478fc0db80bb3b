// Controls beside the board: steps through the game, taking back, a hint, and the view of the board.

import { arranging } from '../arrange/arranging';
import type { Board } from '../board';
import { iconButton, setIcon } from '../buttons';
import { element } from '../dom';
import type { Page } from '../page';
import { analysis } from '../play/analysis';
import { canReopen, isLast, isOpen, isRemote, movesToTakeBack } from '../play/game';
import { playing } from '../play/playing';
import { shareDialog } from '../share/dialog';
import { words } from '../words';
import { passing } from './passing';
import { settings } from './settings';
import { sounds } from './sounds';
import { typed } from './typed';

export function mountControls(place: HTMLElement, page: Page, board: Board): void {
  const ofGame = element('div', { class: 'bar controls of-game' }, ...steps(page), ...help(page));
  const moves = typed(page);
  // A position that is set up has no moves.
  arranging(page).store.watch(['open'], ({ open }) => (ofGame.hidden = moves.hidden = open));
  place.append(passing(page), ofGame, element('div', { class: 'bar controls' }, ...views(page, board)), moves);
}

/** Steps through the positions of the game. */
function steps(page: Page): HTMLElement[] {
  const { store, session } = page;
  const to = (ply: () => number) => () => session.goTo(ply());
  const buttons = [
    iconButton('first', words.table.toStart, to(() => 0)),
    iconButton('back', words.table.back, to(() => store.state.line.ply - 1)),
    iconButton('forward', words.table.forward, to(() => store.state.line.ply + 1)),
    iconButton('last', words.table.toEnd, to(() => store.state.line.moves.length)),
  ];
  store.watch(['line'], ({ line: { ply, moves } }) => {
    buttons.forEach((button, at) => (button.disabled = at < 2 ? ply === 0 : ply === moves.length));
  });
  return buttons;
}

function help(page: Page): HTMLElement[] {
  const game = playing(page);
  // First the end of the game is taken back, such as a resignation, and only then a move.
  const back = iconButton('undo', words.table.takeBack, () => {
    const { game: state } = game.store.state;
    if (canReopen(state)) game.dispatch({ on: 'reopen' });
    else page.session.takeBack(movesToTakeBack(state));
  });
  const hint = iconButton('hint', words.table.hint, () => game.dispatch({ on: 'hint' }));
  game.store.watch(['game'], ({ game: state }) => {
    const { situation, thought } = state;
    back.disabled = !situation || isRemote(state) || (situation.ply === 0 && !canReopen(state));
    back.title = canReopen(state) ? words.table.resumes : words.table.takesBack;
    hint.disabled = !isOpen(state) || !situation || !isLast(situation) || thought !== null;
  });
  return [back, hint];
}

/** The view of the board, and where the game can be taken. */
function views(page: Page, board: Board): HTMLElement[] {
  const { store } = playing(page);
  const flip = iconButton('flip', words.table.flip, () => store.set({ flipped: !store.state.flipped }));
  store.watch(['flipped'], ({ flipped }) => board.update({ flipped }));
  // Flips the board for a player of Black against the engine.
  store.watch(['game'], ({ game: { players } }, before) => {
    const same = players === before.game.players;
    if (!same && players.white.by !== players.black.by) store.set({ flipped: players.black.by === 'person' });
  });
  const sound = sounds(page).store;
  const speaker = iconButton('mute', words.table.sounds, () => sound.set({ on: !sound.state.on }));
  sound.watch(['on'], ({ on }) => {
    setIcon(speaker, on ? 'sound' : 'mute', words.table.sounds);
    speaker.setAttribute('aria-pressed', String(on));
  });
  const lines = analysis(page).store;
  const analyse = iconButton('analyse', words.table.analysis, () => {
    lines.set({ on: !lines.state.on });
    page.store.set({ panel: lines.state.on ? 'analyse' : 'play' });
  });
  lines.watch(['on'], ({ on }) => analyse.setAttribute('aria-pressed', String(on)));
  return [flip, speaker, iconButton('share', words.table.share, () => shareDialog(page)), ...settings(page, board), analyse];
}
