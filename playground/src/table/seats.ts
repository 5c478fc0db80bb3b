// The players' bars above and below the board: who plays, what was captured, the clock.

import type { Sheet, View } from 'weakfish';
import { Figures } from '../board';
import { element } from '../dom';
import { drawingsOf, onFigures } from '../figures';
import type { Page } from '../page';
import { other, timeLeft, type Game, type Side } from '../play/game';
import { levelName } from '../play/levels';
import { names } from '../play/names';
import { playing } from '../play/playing';
import { timeText } from '../play/format';
import { shown } from '../store';
import { words } from '../words';
import { captured, countMen, type Counts } from './captured';

/** The name of a player, and more about it. */
export function playerName({ players }: Pick<Game, 'players'>, side: Side): { name: string; more: string } {
  const player = players[side];
  if (player.by === 'engine') return { name: 'Weakfish', more: levelName(player.level) };
  if (player.by === 'remote') return { name: names.state[side] || words.sides[side], more: words.table.elsewhere };
  const otherwise = players[other(side)].by === 'person' ? words.sides[side] : words.table.you;
  return { name: names.state[side] || otherwise, more: '' };
}

/** Puts a player's bar into each edge of the board. */
export function seats(page: Page, edges: Record<Side, HTMLElement>): void {
  const game = playing(page).store;
  const figures = new Figures();
  const starts = startCounts(page, () => show());
  const rows = (['white', 'black'] as const).map(side => {
    const name = element('strong', { class: 'seat-name' });
    const more = element('span', { class: 'seat-more' });
    const taken = element('span', { class: 'seat-taken' });
    const clock = element('span', { class: `clock clock-${side}`, role: 'timer', 'aria-live': 'off' });
    const sign = element('span', { class: `seat-sign ${side}` });
    // The hand stands between the two.
    edges[side].prepend(element('span', { class: 'seat' }, sign, name, more, taken));
    edges[side].append(clock);
    return { side, name, more, taken, clock, sign, edge: edges[side] };
  });
  edges.white.append(figures.element as unknown as HTMLElement);

  const show = () => {
    const { view, good } = shown(page.store.state);
    const { game: state } = game.state;
    const isOver = !view || view.outcome !== null || state.ended !== null;
    if (good) figures.update(drawingsOf(good.sheet));
    for (const { side, name, more, taken, edge, sign, clock } of rows) {
      sign.title = words.sides[side];
      sign.style.setProperty('background', good?.sheet.side_colours[side] ?? '');
      clock.setAttribute('aria-label', words.table.clock(words.sides[side]));
      const player = playerName(state, side);
      name.textContent = player.name;
      more.textContent = state.thought?.about === 'move' && view?.side === side ? words.table.thinking : player.more;
      edge.classList.toggle('to-move', !isOver && view.side === side);
      showTaken(taken, figures, good?.sheet, view, starts.get(), side, game.state.flipped);
    }
    tick();
  };
  const tick = () => {
    const { clock, ended } = game.state.game;
    for (const { side, clock: face } of rows) {
      face.hidden = clock === null;
      if (!clock) continue;
      face.textContent = timeText(timeLeft(clock, side, performance.now() / 1000));
      face.classList.toggle('running', clock.running?.side === side);
      face.classList.toggle('out', ended?.by === 'time' && ended.winner === other(side));
    }
  };
  page.store.watch(['view', 'good', 'foretold'], show);
  game.watch(['game', 'flipped'], show);
  names.watch(['white', 'black'], show);
  onFigures(() => {
    for (const { taken } of rows) delete taken.dataset['key'];
    show();
  });
  setInterval(() => game.state.game.clock?.running && tick(), 100);
}

/** The men that a side has captured. Where they go into a hand, or come back, there is nothing to show. */
function showTaken(place: HTMLElement, figures: Figures, sheet: Sheet | undefined, view: View | null, start: Counts | null, side: Side, flipped: boolean): void {
  const men = sheet && view && start && !view.hands ? captured(start, countMen(view.board), sheet, other(side)) : [];
  // The men of a game point at the enemy all or none: those that were taken point as on the board.
  const pointed = view?.board[0]?.pointed;
  const key = men.map(({ man, count }) => `${man.name} ${count} ${man.symbol}`).join() + String(pointed && flipped);
  if (place.dataset['key'] === key) return;
  place.dataset['key'] = key;
  const listed = men.map(({ man, count }) => (count > 1 ? `${count} × ${words.men.man(man.name)}` : words.men.man(man.name))).join(', ');
  place.title = listed;
  place.hidden = listed === '';
  // Tiles cover more of each other than figures do.
  place.classList.toggle('tiled', men.some(({ man }) => / on \w+$/.test(man.symbol)));
  place.setAttribute('role', 'img');
  place.setAttribute('aria-label', words.table.captured(listed));
  place.replaceChildren(
    ...men.map(({ man, count }) => {
      const figure = () =>
        figures.picture({ side: other(side), symbol: man.symbol, facings: [], crown: false, pointed }, flipped);
      return element('span', { class: 'taken' }, ...Array.from({ length: count }, figure));
    }),
  );
}

/** The men at the start of the line, which the library is asked about once for each line. */
function startCounts(page: Page, changed: () => void): { get(): Counts | null } {
  let key: unknown;
  let counts: Counts | null = null;
  page.store.watch(['good', 'line', 'view'], ({ good, line, view }) => {
    if (!good || !view) return;
    const wanted = `${line.setup ?? ''}\n${line.fen ?? ''}\n${good.text}`;
    if (view.ply === 0 && view.ply === line.ply) {
      key = wanted;
      counts = countMen(view.board);
    } else if (key !== wanted) {
      key = wanted;
      counts = null;
      const { setup, fen } = line;
      page.client
        .view({ text: good.text }, fen === undefined ? { setup } : { fen })
        .then(start => {
          if (key !== wanted) return;
          counts = countMen(start.board);
          changed();
        })
        // Without it the bars show no captured men.
        .catch(() => {});
    }
  });
  return { get: () => counts };
}
