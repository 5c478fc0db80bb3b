// The board of the page with what belongs to it: clocks, whose turn it is, the evaluation, moves that are typed.

import type { MoveValue, PositionRef, View } from 'weakfish';
import { Board, shapeOf, type Note } from '../board';
import { byId, element } from '../dom';
import { latest } from '../latest';
import { plain } from '../prose';
import type { Page, Part } from '../page';
import { analysis } from '../play/analysis';
import { isLast, isOpen, mover, type Side } from '../play/game';
import { playing, pointers } from '../play/playing';
import { isBoardless, isOutdated, position, shown, type Good, type State } from '../store';
import { arrangedProps, arranging } from '../arrange/arranging';
import { words } from '../words';
import { drawingsOf, onFigures } from '../figures';
import { gauge } from './gauge';
import { mountControls } from './controls';
import { seats } from './seats';
import { announcement, mountState } from './status';
import { steps } from './steps';

const NO_VALUES: ReadonlyMap<string, MoveValue> = new Map();

export const mountBoard: Part = (place, page) => {
  const { store, session } = page;
  const game = playing(page);
  const lines = analysis(page);
  const draft = arranging(page);
  const hint = element('span', { class: 'table-hint', 'aria-hidden': 'true' });
  const board = new Board({
    onMove: move => (draft.store.state.open ? draft.turn(move) : session.play(move)),
    onAttempt: (from, to) => reason(page, from, to),
    onAttemptDrop: (letter, to) => reasonOfDrop(page, letter, to),
    onStuck: square => stuck(page, square),
    onSquare: square => draft.put(square),
    onDrop: (from, to) => draft.take(from, to),
    onRemove: square => draft.take(square, null),
    onHint: text => (hint.textContent = text),
    onPremove: move => (premove = move),
  });
  let premove: { from: string; to: string } | null = null;
  draft.squareAt = (x, y) => board.squareAt(x, y);
  // Hidden from screen readers, which get the same from the list of mistakes.
  const outdated = element('p', { class: 'table-outdated', 'aria-hidden': 'true' });
  const field = element('div', { class: 'table-board' });
  place.classList.add('table');
  const without = element('p', { class: 'table-without' }, words.table.boardless);
  place.append(without, element('div', { class: 'table-row' }, gauge(page), field));
  board.mount(field);
  seats(page, board.edges);
  mountState(byId('state'), page, hint);
  mountControls(byId('controls'), page, board);
  steps(page, field);
  field.append(outdated);

  store.watch(['good', 'checked'], state => {
    without.hidden = !isBoardless(state);
    const { good } = state;
    const isOld = isOutdated(state);
    field.classList.toggle('outdated', isOld);
    outdated.textContent = isOld && good ? words.app.outdated(good.sheet.title) : '';
  });
  // Nothing can be done yet with a board that the build has made.
  const loading = byId('loading');
  store.watch(['foretold'], ({ foretold }) => {
    board.element.inert = foretold !== null;
    board.element.ariaBusy = String(foretold !== null);
    if (!loading.hidden) (foretold ? field : place).prepend(loading);
  });
  store.watch(['good', 'foretold'], state => {
    const { good } = shown(state);
    if (!good) return;
    const { files, ranks } = good.sheet;
    const { wall } = good.sheet;
    // A wall that is drawn as something is called that.
    const wallName = wall && /^[a-z]+$/.test(wall) ? wall : 'wall';
    board.update({ shape: shapeOf(good.sheet), drawings: drawingsOf(good.sheet), wallName });
    byId('game').style.setProperty('--board-ratio', String(files / ranks));
  });
  onFigures(() => store.state.good && board.update({ drawings: drawingsOf(store.state.good.sheet) }));
  const show = () => {
    const { good, view } = shown(store.state);
    if (!view) return;
    const { open } = draft.store.state;
    board.update(open ? arrangedProps(draft.store.state) : played(page, view, good));
  };
  store.watch(['view', 'foretold', 'line'], show);
  game.store.watch(['game'], show);
  const look = latest(async ({ good, at, moves }: { good: Good; at: PositionRef; moves: readonly string[] }) => {
    const view = await page.client.view({ text: good.text }, { ...at, moves: [...(at.moves ?? []), ...moves] });
    if (game.store.state.preview !== moves) return;
    const { board: men, hands, walls, checks, last } = view;
    board.update({ men, hands, walls, checks, last, moves: [], mover: null, premoves: null, pointers: [] });
  });
  game.store.watch(['preview'], ({ preview }, before) => {
    const { good } = store.state;
    if (preview && good) look({ good, at: position(store.state), moves: preview });
    else if (before.preview) {
      show();
      point();
    }
  });
  draft.store.watch(['open', 'men', 'hands', 'states'], show);
  const point = () => {
    const { hint } = game.store.state;
    const { on, firsts } = lines.store.state;
    const shown = hint.length > 0 ? hint : on ? pointers(firsts) : [];
    const { open } = draft.store.state;
    board.update({ pointers: open ? [] : shown, values: open ? NO_VALUES : lines.store.state.values });
  };
  game.store.watch(['hint'], ({ hint }) => {
    // A chosen man would cover the hint.
    if (hint.length > 0) board.release();
    point();
  });
  lines.store.watch(['firsts', 'values', 'on'], point);
  draft.store.watch(['open'], point);
  // A move in advance is made if it is legal, and if it is one alone.
  game.store.watch(['game'], ({ game: state }) => {
    const { view } = store.state;
    if (!premove || !view || mover(state) !== view.side || view.side !== premoveSide(page)) return;
    const { from, to } = premove;
    premove = null;
    const moves = view.moves.filter(move => move.from === from && move.to === to);
    if (moves.length === 1) session.play(moves[0]!.move);
  });
  store.watch(['opened'], () => (premove = null));
  store.watch(['view'], ({ view }, before) => {
    const known = before.view?.fen === view?.fen && before.view?.ply === view?.ply;
    if (view && !known) board.announce(announcement(before.view, view, game.store.state.game));
  });
};

/** The person who plays against the engine; null if there is none, or two. */
function premoveSide(page: Page): Side | null {
  const { white, black } = playing(page).store.state.game.players;
  if (white.by === black.by) return null;
  return white.by === 'person' ? 'white' : 'black';
}

/** Board properties of a game. */
function played(page: Page, view: View, good: Good | null) {
  const { game } = playing(page).store.state;
  // A second move may not be made before the library has answered about the first.
  const side = view.ply === page.store.state.line.ply ? mover(game) : null;
  return {
    men: view.board,
    hands: view.hands,
    walls: view.walls,
    moves: side === view.side ? view.moves : [],
    mover: side === view.side ? side : null,
    premoves: isOpen(game) && game.situation && isLast(game.situation) ? premoveSide(page) : null,
    checks: view.checks,
    last: view.last,
    free: false,
    label: words.table.board(good?.sheet.title),
  };
}

/** Explains why a man has no move. */
async function stuck({ client, store }: Page, square: string): Promise<Note> {
  const { good, view } = store.state;
  const man = view?.board.find(one => one.square === square);
  if (!good || !man) return {};
  const why = await client.stuck({ text: good.text }, position(store.state), square);
  return { text: words.table.stuck(man.man, square), library: plain(why) };
}

/** Explains why a man can't go to a square. */
async function reason({ client, store }: Page, from: string, to: string): Promise<Note> {
  const state: Readonly<State> = store.state;
  return { library: state.good ? plain(await client.attempt({ text: state.good.text }, position(state), from, to)) : '' };
}

/** Explains why a man in hand can't be dropped on a square. */
async function reasonOfDrop({ client, store }: Page, letter: string, to: string): Promise<Note> {
  const { good } = store.state;
  return { library: good ? plain(await client.why({ text: good.text }, position(store.state), `${letter.toUpperCase()}@${to}`)) : '' };
}
