// Store: the state of the page, with listeners to its changes.

import type { Checked, PositionRef, Sheet, TestResult, View } from 'weakfish';
import type { Lines, Notes } from './tree';
import type { Route } from './route';

export type Panel = 'play' | 'analyse' | 'position' | 'learn' | 'test' | 'bench';
export type Side = 'definition' | 'game';
export type Theme = 'auto' | 'light' | 'dark';

/** A definition that makes a game, and the game's sheet. */
export interface Good {
  text: string;
  sheet: Sheet;
}

/** A game of which the build has made the first board. */
export interface Foretold extends Good {
  view: View;
}

/** Results of the tests in a text. */
export interface Tested {
  text: string;
  /** `null` if they took too long. */
  results: TestResult[] | null;
}

/** Start of a game, all its moves in machine notation, and the number of them that the board shows. */
export interface Line {
  setup?: string;
  fen?: string;
  moves: readonly string[];
  ply: number;
}

export interface State {
  /** The definition as it stands in the editor, with or without mistakes. */
  text: string;
  /** Counts the definitions that were opened, as opposed to changed. */
  opened: number;
  /** The name of the file or of the built-in game that the text came from; its title, once it has another one than that game. */
  name: string;
  /** Whether the user has changed or played the opened definition: it must not be lost then. */
  mine: boolean;
  /** Result of checking `checkedText`, which lags behind `text` until the library has answered; `null` before the first answer. */
  checked: Checked | null;
  checkedText: string | null;
  /** The last text without errors since one was opened: the board shows its game, with any text in the editor. */
  good: Good | null;
  /** The first board of the opened game, until the library has answered; `null` if the build has made none. */
  foretold: Foretold | null;
  line: Line;
  /** All lines of the game: that on the board, and its variations. */
  lines: Lines;
  notes: Notes;
  /** The position after `line.ply` moves of `good`. */
  view: View | null;
  /** Value of `opened` when `view` was requested: smaller than `opened` until the view of a newly opened game arrives. */
  viewed: number;
  /** The results of the tests in `good`, once they have run. */
  tests: Tested | null;
  /** Weights that were learned for a text: the engine plays it with them. */
  tuned: Weighted | null;
  /** Whether the library has yet to answer about the last change of the definition or the game; at first it has. */
  busy: boolean;
  /** What the address says to show. */
  route: Route;
  panel: Panel;
  /** Whether the text stands beside the board, where there is room for both. */
  textShown: boolean;
  /** What is shown where there is no such room. */
  side: Side;
  /** A stretch of the text that the editor is to show and select; a new object each time. */
  place: { start: number; end: number } | null;
  theme: Theme;
  /** Notice to the user, such as that moves were dropped because a rule has changed. */
  notice: string;
}

/** A definition with the weights that the engine plays it with, if they don't follow from it. */
export interface Weighted {
  text: string;
  weights?: string;
}

type Listener<S> = (state: Readonly<S>, before: Readonly<S>) => void;

/** Values by name, with listeners that are called after any of the values that they watch has changed. */
export class Store<S extends object> {
  #state: Readonly<S>;
  readonly #listeners: { keys: readonly (keyof S)[]; listener: Listener<S> }[] = [];

  constructor(state: S) {
    this.#state = state;
  }

  get state(): Readonly<S> {
    return this.#state;
  }

  /** Sets some values, all at once, and then calls the listeners of those that have changed. */
  set(values: Partial<S>): void {
    const before = this.#state;
    const state = { ...before, ...values };
    const changed = (Object.keys(values) as (keyof S)[]).filter(key => before[key] !== state[key]);
    if (changed.length === 0) return;
    this.#state = state;
    for (const { keys, listener } of [...this.#listeners]) {
      if (!keys.some(key => changed.includes(key))) continue;
      try {
        listener(state, before);
      } catch (fault) {
        // A part of the page that fails must not hide the change from the others.
        reportError(fault);
      }
    }
  }

  /** Calls the listener now and after each change of one of these values, until the function returned is called. */
  watch(keys: readonly (keyof S)[], listener: Listener<S>): () => void {
    const entry = { keys, listener };
    this.#listeners.push(entry);
    listener(this.#state, this.#state);
    return () => {
      const at = this.#listeners.indexOf(entry);
      if (at >= 0) this.#listeners.splice(at, 1);
    };
  }
}

/** The position on the board, as the library is asked about it. */
export function position({ line }: Readonly<State>): PositionRef {
  const { setup, fen, moves, ply } = line;
  return { ...(fen === undefined ? { setup } : { fen }), moves: moves.slice(0, ply) };
}

/** A text as the engine is asked about it. */
export function weighted({ tuned }: Readonly<State>, text: string): Weighted {
  return tuned?.text === text ? tuned : { text };
}

/** The game and the position to show. */
export function shown({ good, view, foretold }: Readonly<State>): Pick<State, 'good' | 'view'> {
  return foretold ? { good: foretold, view: foretold.view } : { good, view };
}

/** Whether the text has made no game since it was opened, as far as is known: then there is no board to show. */
export function isBoardless({ good, checked }: Readonly<State>): boolean {
  return good === null && checked !== null;
}

/**
 * Whether the board shows the last correct version of the game, since the text has mistakes now. Unchanged while the
 * library is busy.
 */
export function isOutdated({ good, checked }: Readonly<State>): boolean {
  return good !== null && checked !== null && !checked.ok;
}

/** The title in a text, which may have mistakes. */
export function titleIn(text: string): string | undefined {
  return /^game[ \t]+"([^"\n]+)"/m.exec(text)?.[1];
}

/** Title of the game in the text, which the board may not show yet. */
export function titleOf({ text, name }: Readonly<State>): string {
  return titleIn(text) ?? name;
}

export function initial(): State {
  return {
    text: '',
    opened: 0,
    name: '',
    mine: false,
    checked: null,
    checkedText: null,
    good: null,
    foretold: null,
    line: { moves: [], ply: 0 },
    lines: [[]],
    notes: {},
    view: null,
    viewed: 0,
    tests: null,
    tuned: null,
    busy: true,
    route: { view: 'work' },
    panel: 'play',
    textShown: true,
    side: 'game',
    place: null,
    theme: 'auto',
    notice: '',
  };
}
