// Status of the game: side to move, counters, outcome and clocks.

import type { Sheet, View } from 'weakfish';
import { arranging } from '../arrange/arranging';
import { element } from '../dom';
import type { Page } from '../page';
import { isOpen, other, timeLeft, type Game, type Side } from '../play/game';
import { playing } from '../play/playing';
import { timeText } from '../play/format';

const NAMES: Record<Side, string> = { white: 'White', black: 'Black' };

/** How a game stands, in a sentence. */
export function standing(view: View, game: Game): string {
  if (view.outcome) return `${result(view.outcome.winner)}: ${view.outcome.reason}`;
  const last = game.situation?.ply === game.situation?.line.length;
  if (game.ended && last) return `${result(game.ended.winner)}: ${game.ended.reason}`;
  const check = view.checks.length > 0 ? ', in check' : '';
  return `${NAMES[view.side]} to move${check}`;
}

function result(winner: Side | null): string {
  return winner ? `${NAMES[winner]} wins` : 'Draw';
}

/** Formats the counters. */
export function counts(view: View, sheet?: Sheet): string[] {
  const series = view.series ? [seriesText(view.series)] : [];
  const counters = view.counters.filter(matters).map(({ name, value, limit }) => `${counterName(name, sheet)}: ${value}${limit === undefined ? '' : ` of ${limit}`}`);
  return [...series, ...counters];
}

/** The name of a count, without what no man of the game does. */
function counterName(name: string, sheet?: Sheet): string {
  const states = sheet?.men.map(man => man.states) ?? [];
  const turns = states.some(all => new Set(all.map(({ facings }) => facings.map(({ wind }) => wind).join())).size > 1);
  const flips = states.some(all => new Set(all.map(({ mode }) => mode)).size > 1);
  return turns === flips ? name : name.replace('turns and flips', turns ? 'turns' : 'flips');
}

/** Whether players should know of a count: not while its limit is far away. */
function matters({ value, limit }: View['counters'][number]): boolean {
  return value > 0 && (limit === undefined || limit - value <= Math.max(10, limit / 2));
}

function seriesText({ made, of, least }: NonNullable<View['series']>): string {
  const bounds = least < of ? `${least} to ${of}` : String(of);
  return `Series: ${made} made, ${bounds} in all`;
}

/** Announcement of a new position for screen readers: the move and its consequences. */
export function announcement(before: View | null, view: View): string {
  const mover = view.sides.at(-1);
  const moved = before && view.history.length === before.history.length + 1 && mover;
  const words = moved ? [`${NAMES[mover]}: ${view.history.at(-1)}`] : [];
  if (view.outcome) words.push(result(view.outcome.winner), view.outcome.reason);
  else if (view.checks.length > 0) words.push(`${NAMES[view.side]} is in check`);
  else if (!moved) words.push(`${NAMES[view.side]} to move`);
  return words.join('. ');
}

/** Describes the engine's side; empty if only people play. */
export function opponent({ players }: Game): string {
  const engines = (['white', 'black'] as const).flatMap(side => {
    const player = players[side];
    return player.by === 'engine' ? [`${NAMES[side]}: Weakfish, level ${player.level}`] : [];
  });
  return engines.join('; ');
}

/** The engine as an opponent, for one click; then who it is that plays. */
function challenge(page: Page): HTMLElement {
  const game = playing(page);
  const name = element('span');
  const button = element(
    'button',
    {
      type: 'button',
      class: 'challenge',
      onclick: () => {
        game.challenge();
        // The opponent's level and pace are shown there.
        page.store.set({ panel: 'play' });
      },
    },
    'Play against Weakfish',
  );
  game.store.watch(['game'], ({ game: state }) => {
    const against = opponent(state);
    name.textContent = against;
    button.hidden = against !== '' || !isOpen(state);
  });
  return element('div', { class: 'table-opponent' }, name, button);
}

/** `hint` is the board's help on its keys. */
export function status(page: Page, hint: HTMLElement): HTMLElement {
  const { store } = playing(page);
  const sentence = element('p', { class: 'table-standing' });
  const counted = element('ul', { class: 'table-counts', 'aria-label': 'Counted' });
  const clocks = (['white', 'black'] as const).map(side => ({ side, face: element('span', { class: `clock clock-${side}` }) }));
  const times = element(
    'div',
    { class: 'clocks', role: 'timer', 'aria-label': 'Clocks', 'aria-live': 'off' },
    ...clocks.map(({ face }) => face),
  );
  times.hidden = counted.hidden = true;
  const show = () => {
    const { view, good } = page.store.state;
    const { game } = store.state;
    if (!view) return;
    sentence.textContent = standing(view, game);
    const texts = counts(view, good?.sheet);
    counted.hidden = texts.length === 0;
    counted.replaceChildren(...texts.map(text => element('li', {}, text)));
    tick();
  };
  const tick = () => {
    const { clock, ended } = store.state.game;
    times.hidden = clock === null;
    for (const { side, face } of clocks) {
      if (!clock) continue;
      const left = timeLeft(clock, side, performance.now() / 1000);
      face.textContent = `${NAMES[side]} ${timeText(left)}`;
      face.classList.toggle('running', clock.running?.side === side);
      face.classList.toggle('out', ended?.by === 'time' && ended.winner === other(side));
    }
  };
  page.store.watch(['view'], show);
  store.watch(['game'], show);
  setInterval(() => store.state.game.clock?.running && tick(), 100);
  const made = element('div', { class: 'table-status' }, sentence, challenge(page), times, counted, hint);
  arranging(page).store.watch(['open'], ({ open }) => (made.hidden = open));
  return made;
}
