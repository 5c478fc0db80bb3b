// The form for a new game: opponent, colour, level, time and setup. It folds while a game runs.

import { segmented } from '../buttons';
import { element } from '../dom';
import { showBoard } from '../layout';
import type { Page } from '../page';
import { inviteDialog } from '../remote';
import { words } from '../words';
import { isOpen, other, person, STRONGEST, type Game, type Player, type Side, type TimeControl } from './game';
import { LEVELS } from './levels';
import { playing, type PlayState } from './playing';

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

type Opponent = 'engine' | 'person' | 'engines';
type Colour = Side | 'lot';

/** What the form asks for. */
interface Wish {
  opponent: Opponent;
  colour: Colour;
}

export function setup(page: Page): HTMLElement {
  const game = playing(page);
  let wish: Wish = { opponent: 'engine', colour: 'white' };
  const opponent = segmented<Opponent>(
    'opponent',
    words.play.opponent,
    [
      ['engine', 'Weakfish'],
      ['person', words.play.person, words.play.personMore],
      ['engines', words.play.itself, words.play.itselfMore],
    ],
    value => want({ ...wish, opponent: value }),
  );
  const colour = segmented<Colour>(
    'colour',
    words.play.youPlay,
    [['white', words.sides.white], ['lot', words.play.byLot], ['black', words.sides.black]],
    value => want({ ...wish, colour: value }),
  );
  const levels = { white: level('white', page), black: level('black', page) };
  const times = element(
    'select',
    { id: 'times' },
    element('option', { value: '' }, words.play.noClocks),
    ...TIMES.map(([minutes, increment]) =>
      element('option', { value: `${minutes * 60} ${increment}` }, words.play.clocks(minutes, increment)),
    ),
  );
  const control = (): TimeControl | null => {
    const [seconds, increment] = times.value.split(' ').map(Number);
    return seconds === undefined || increment === undefined ? null : { seconds, increment };
  };
  const thinks = patience(page);
  const array = arrays(page);
  const seats = (side: Side): Record<Side, Player> => {
    const { levels } = game.store.state;
    // Drawn by lot, it has the level of the one choice that is seen.
    const isByLot = wish.opponent === 'engine' && wish.colour === 'lot';
    const engine = (one: Side): Player => ({ by: 'engine', level: isByLot ? levels.black : levels[one] });
    if (wish.opponent === 'person') return { white: person, black: person };
    if (wish.opponent === 'engines') return { white: engine('white'), black: engine('black') };
    return { white: person, black: person, [other(side)]: engine(other(side)) };
  };
  const own = (): Side => (wish.colour === 'lot' ? (Math.random() < 0.5 ? 'white' : 'black') : wish.colour);
  const play = () => {
    game.begin(seats(own()), control(), { setup: array.chosen() });
    showBoard();
  };
  const goOn = () => {
    game.dispatch({ on: 'control', control: control() });
    game.dispatch({ on: 'players', players: seats(own()) });
  };
  const continues = element(
    'button',
    { type: 'button', title: words.play.goOnMore, onclick: goOn },
    words.play.goOn,
  );
  const form = element(
    'form',
    { class: 'setup-form', onsubmit: (event: Event) => (event.preventDefault(), play()) },
    opponent.element,
    colour.element,
    levels.white.element,
    levels.black.element,
    element('div', { class: 'fields' }, field(words.play.time, times), thinks, ...array.fields),
    element('div', { class: 'bar' }, element('button', { type: 'submit', class: 'main' }, words.play.play), continues),
  );
  const elsewhere = element('button', { type: 'button', class: 'link', onclick: () => inviteDialog(page) }, words.play.elsewhere);
  form.append(elsewhere);
  const made = element('details', { class: 'setup', open: true }, element('summary', {}, words.play.newGame), form);

  /** Shows the fields that matter to a wish. */
  const want = (next: Wish) => {
    wish = next;
    opponent.set(wish.opponent);
    colour.set(wish.colour);
    const engineOn = (side: Side) => wish.opponent === 'engines' || (wish.opponent === 'engine' && wish.colour !== side);
    for (const side of ['white', 'black'] as const) {
      // By lot, the engine may get either side, at one level.
      levels[side].element.hidden = !engineOn(side) || (wish.opponent === 'engine' && wish.colour === 'lot' && side === 'white');
      colour.title(side, words.sides[side]);
      levels[side].title(wish.opponent === 'engines' ? words.play.levelOf(words.sides[side]) : words.play.level);
    }
    colour.element.hidden = wish.opponent !== 'engine';
    thinks.hidden = wish.opponent === 'person' || times.value !== '';
  };
  times.addEventListener('change', () => want(wish));
  // Games may have names of their own for the sides.
  page.store.watch(['good', 'foretold'], () => want(wish));
  game.store.watch(['game'], (state, before) => {
    const { players, clock } = state.game;
    if (players !== before.game.players || state === before) want(wishOf(players, wish));
    const { control } = clock ?? {};
    if (state === before || clock?.control !== before.game.clock?.control) {
      times.value = control ? `${control.seconds} ${control.increment}` : '';
      want(wish);
    }
    continues.hidden = !isOpen(state.game) || !isUnderWay(page);
  });
  game.store.watch(['game', 'begun'], (state, before) => {
    const runs = isRunning(state);
    if (state === before || runs !== isRunning(before)) made.open = !runs;
  });
  return made;
}

/** Whether a game has begun: the form for a new one folds, also after its end. */
export function isRunning({ game, begun }: Readonly<PlayState>): boolean {
  const { situation, players } = game;
  if (situation === null) return false;
  return begun || situation.line.length > 0 || players.white.by === 'engine' || players.black.by === 'engine';
}

/** Whether the board shows more than the start of a setup. */
function isUnderWay({ store }: Page): boolean {
  const { line } = store.state;
  return line.moves.length > 0 || line.fen !== undefined;
}

/** The wish that has led to these players; people at both sides don't undo the wish for an engine before the game. */
function wishOf({ white, black }: Game['players'], wish: Wish): Wish {
  if (white.by === 'engine' && black.by === 'engine') return { ...wish, opponent: 'engines' };
  const colour = (side: Side): Colour => (wish.colour === 'lot' ? 'lot' : side);
  if (white.by === 'engine') return { opponent: 'engine', colour: colour('black') };
  if (black.by === 'engine') return { opponent: 'engine', colour: colour('white') };
  return wish;
}

function field(title: string, input: HTMLElement): HTMLElement {
  return element('div', { class: 'field' }, element('label', { for: input.id }, title), input);
}

/** The level of the engine on a side. */
function level(side: Side, page: Page) {
  const game = playing(page);
  const names = LEVELS.map(([level, name]) => [String(level), name, words.play.levelMore(level, STRONGEST)] as const);
  const choice = segmented(`level-${side}`, words.play.level, names, value => {
    const { levels } = game.store.state;
    game.store.set({ levels: { ...levels, [side]: Number(value) } });
  });
  game.store.watch(['levels'], ({ levels }) => choice.set(String(levels[side])));
  const legend = choice.element.querySelector('legend')!;
  return { element: choice.element, title: (text: string) => (legend.textContent = text) };
}

function patience(page: Page): HTMLElement {
  const game = playing(page);
  const choice = element(
    'select',
    { id: 'patience', onchange: () => game.store.set({ patience: Number(choice.value) }) },
    ...PATIENCE.map(seconds =>
      element('option', { value: seconds, selected: seconds === game.store.state.patience }, words.play.perMove(seconds)),
    ),
  );
  return field(words.play.thinks, choice);
}

/** The setup, and of a shuffled one the number of its array; without a number that is drawn by lot. */
function arrays(page: Page) {
  const setups = element('select', { id: 'setups', onchange: () => show() });
  const array = element('input', { id: 'array', type: 'number', min: 0, placeholder: words.play.arrayByLot });
  const [setupField, arrayField] = [field(words.play.setup, setups), field(words.play.array, array)];
  const count = (): number => page.store.state.good?.sheet.setups.find(({ name }) => name === setups.value)?.arrays ?? 0;
  const show = (): void => {
    arrayField.hidden = count() === 0;
    array.max = String(count() - 1);
  };
  page.store.watch(['good', 'line'], ({ good, line }) => {
    const names = good?.sheet.setups.map(({ name }) => name) ?? [];
    if (names.join('\n') !== [...setups.options].map(option => option.value).join('\n')) {
      setups.replaceChildren(...names.map(name => element('option', { value: name, translate: 'no' }, name)));
    }
    setupField.hidden = names.length < 2;
    setups.value = line.setup?.split(' ')[0] ?? names[0] ?? '';
    show();
  });
  const chosen = (): string | undefined => {
    if (count() === 0) return setups.value || undefined;
    const number = array.value === '' ? Math.floor(Math.random() * count()) : Number(array.value);
    return `${setups.value} ${number}`;
  };
  return { fields: [setupField, arrayField], chosen };
}
