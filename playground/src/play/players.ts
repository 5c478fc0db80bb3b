// Settings of a game: players, time control and setup.

import { element } from '../dom';
import type { Page } from '../page';
import { STRONGEST, type Player, type Side, type TimeControl } from './game';
import { playing } from './playing';

/** Times that are offered: minutes, and seconds added for each turn. */
const TIMES: readonly (readonly [minutes: number, increment: number])[] = [
  [1, 0],
  [3, 2],
  [5, 3],
  [10, 5],
  [30, 20],
];

/** How long the engine may think without clocks, in seconds. */
const PATIENCE = [0.2, 1, 3, 10];

export function players(page: Page): HTMLElement {
  const game = playing(page);
  const row = (side: Side, title: string) => {
    const by = element(
      'select',
      { id: `by-${side}`, onchange: () => change() },
      element('option', { value: 'person' }, 'a person'),
      element('option', { value: 'engine' }, 'Weakfish'),
    );
    const value = element('output', { for: `level-${side}` });
    const level = element('input', {
      type: 'range',
      id: `level-${side}`,
      min: 0,
      max: STRONGEST,
      'aria-label': `Level of ${title}`,
      oninput: () => (value.textContent = level.value),
      onchange: () => {
        game.store.set({ levels: { ...game.store.state.levels, [side]: Number(level.value) } });
        change();
      },
    });
    const strength = element('span', { class: 'strength' }, 'level', level, value, `of ${STRONGEST}`);
    return {
      side,
      by,
      level,
      value,
      strength,
      element: element('div', { class: 'player' }, element('label', { for: `by-${side}` }, title), by, strength),
    };
  };
  const rows = [row('white', 'White'), row('black', 'Black')];
  const by = (side: Side) => rows.find(one => one.side === side)!.by.value as Player['by'];
  const change = () => game.seat({ white: by('white'), black: by('black') });

  const times = element(
    'select',
    { id: 'times', onchange: () => game.dispatch({ on: 'control', control: control() }) },
    element('option', { value: '' }, 'no clocks'),
    ...TIMES.map(([minutes, increment]) =>
      element('option', { value: `${minutes * 60} ${increment}` }, `${minutes} min + ${increment} s`),
    ),
  );
  const control = (): TimeControl | null => {
    const [seconds, increment] = times.value.split(' ').map(Number);
    return seconds === undefined || increment === undefined ? null : { seconds, increment };
  };
  const patience = element(
    'select',
    { id: 'patience', onchange: () => game.store.set({ patience: Number(patience.value) }) },
    ...PATIENCE.map(seconds =>
      element('option', { value: seconds, selected: seconds === game.store.state.patience }, `${seconds} s a move`),
    ),
  );
  const thinks = element('div', { class: 'player' }, element('label', { for: 'patience' }, 'Thinks'), patience);
  const setups = element('select', { id: 'setups', 'aria-label': 'Setup', onchange: () => show() });
  // The number of an array of a shuffled setup; without one it is drawn by lot.
  const array = element('input', { id: 'array', type: 'number', min: 0, placeholder: 'by lot', 'aria-label': 'Number of the array' });
  const arrays = (): number => page.store.state.good?.sheet.setups.find(({ name }) => name === setups.value)?.arrays ?? 0;
  const show = (): void => {
    array.hidden = arrays() === 0;
    array.max = String(arrays() - 1);
  };
  const chosen = (): string | undefined => {
    if (arrays() === 0) return setups.value || undefined;
    const number = array.value === '' ? Math.floor(Math.random() * arrays()) : Number(array.value);
    return `${setups.value} ${number}`;
  };
  const start = element(
    'button',
    {
      type: 'button',
      class: 'main',
      onclick: () => game.begin(game.store.state.game.players, control(), { setup: chosen() }),
    },
    'New game',
  );

  game.store.watch(['levels'], ({ levels }) => {
    for (const { side, level, value } of rows) {
      level.value = String(levels[side]);
      value.textContent = level.value;
    }
  });
  game.store.watch(['game'], ({ game: { players, clock } }) => {
    for (const { side, by, strength } of rows) {
      const one = players[side];
      by.value = one.by;
      strength.hidden = one.by !== 'engine';
    }
    const { control } = clock ?? {};
    times.value = control ? `${control.seconds} ${control.increment}` : '';
    thinks.hidden = clock !== null || (players.white.by === 'person' && players.black.by === 'person');
  });
  page.store.watch(['good', 'line'], ({ good, line }) => {
    const names = good?.sheet.setups.map(({ name }) => name) ?? [];
    if (names.join('\n') !== [...setups.options].map(option => option.value).join('\n')) {
      setups.replaceChildren(...names.map(name => element('option', { value: name }, name)));
    }
    setups.hidden = names.length < 2;
    setups.value = line.setup?.split(' ')[0] ?? names[0] ?? '';
    show();
  });
  const time = element('div', { class: 'player' }, element('label', { for: 'times' }, 'Time'), times);
  return element(
    'div',
    { class: 'players' },
    ...rows.map(one => one.element),
    time,
    thinks,
    element('div', { class: 'bar' }, start, setups, array),
  );
}
