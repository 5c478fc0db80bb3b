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
import { passing } from './passing';
import { settings } from './settings';
import { sounds } from './sounds';
import { typed } from './typed';

export function mountControls(place: HTMLElement, page: Page, board: Board): void {
  const ofGame = element('div', { class: 'bar controls' }, ...steps(page), ...help(page));
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
    iconButton('first', 'To the start', to(() => 0)),
    iconButton('back', 'Back', to(() => store.state.line.ply - 1)),
    iconButton('forward', 'Forward', to(() => store.state.line.ply + 1)),
    iconButton('last', 'To the end', to(() => store.state.line.moves.length)),
  ];
  store.watch(['line'], ({ line: { ply, moves } }) => {
    buttons.forEach((button, at) => (button.disabled = at < 2 ? ply === 0 : ply === moves.length));
  });
  return buttons;
}

function help(page: Page): HTMLElement[] {
  const game = playing(page);
  // First the end of the game is taken back, such as a resignation, and only then a move.
  const back = iconButton('undo', 'Take back', () => {
    const { game: state } = game.store.state;
    if (canReopen(state)) game.dispatch({ on: 'reopen' });
    else page.session.takeBack(movesToTakeBack(state));
  });
  const hint = iconButton('hint', 'Hint', () => game.dispatch({ on: 'hint' }));
  game.store.watch(['game'], ({ game: state }) => {
    const { situation, thought } = state;
    back.disabled = !situation || isRemote(state) || (situation.ply === 0 && !canReopen(state));
    back.title = canReopen(state) ? 'Resumes the game without taking a move back' : 'Takes back the last move';
    hint.disabled = !isOpen(state) || !situation || !isLast(situation) || thought !== null;
  });
  return [back, hint];
}

/** The view of the board, and where the game can be taken. */
function views(page: Page, board: Board): HTMLElement[] {
  const { store } = playing(page);
  const flip = iconButton('flip', 'Flip the board', () => store.set({ flipped: !store.state.flipped }));
  store.watch(['flipped'], ({ flipped }) => board.update({ flipped }));
  // Flips the board for a player of Black against the engine.
  store.watch(['game'], ({ game: { players } }, before) => {
    const same = players === before.game.players;
    if (!same && players.white.by !== players.black.by) store.set({ flipped: players.black.by === 'person' });
  });
  const sound = sounds(page).store;
  const speaker = iconButton('mute', 'Sounds', () => sound.set({ on: !sound.state.on }));
  sound.watch(['on'], ({ on }) => {
    setIcon(speaker, on ? 'sound' : 'mute', 'Sounds');
    speaker.setAttribute('aria-pressed', String(on));
  });
  const lines = analysis(page).store;
  const analyse = iconButton('analyse', 'Analysis', () => {
    lines.set({ on: !lines.state.on });
    page.store.set({ panel: lines.state.on ? 'analyse' : 'play' });
  });
  lines.watch(['on'], ({ on }) => analyse.setAttribute('aria-pressed', String(on)));
  return [flip, speaker, iconButton('share', 'Share', () => shareDialog(page)), ...settings(page, board), analyse];
}
