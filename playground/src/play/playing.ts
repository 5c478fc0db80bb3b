// The game on the page: takes what happens on the board to the state machine, and does what that asks for.

import type { Limits, MoveView, View } from 'weakfish';
import type { Pointer } from '../board';
import type { Page } from '../page';
import { position, Store, weighted, type State } from '../store';
import { words } from '../words';
import { fresh, person, step, stored, type Effect, type Event, type Game, type Player, type Resumed, type Side, type TimeControl } from './game';
import { FIRST_LEVEL } from './levels';

/** The moves of the whole line; the board may show an earlier position of it. */
export interface Played {
  moves: readonly string[];
  texts: readonly string[];
  sides: readonly Side[];
}

export interface PlayState {
  game: Game;
  /** Whether a game was begun since the definition was opened. */
  begun: boolean;
  played: Played;
  /** Squares that a hint points at. */
  hint: readonly Pointer[];
  /** Moves after the position on the board, whose end is shown for as long as somebody looks at them. */
  preview: readonly string[] | null;
  /** Whether the board is seen from Black's side. */
  flipped: boolean;
  /** How strong the engine is where it plays. */
  levels: Record<Side, number>;
  /** How long the engine may think about a move of a game without clocks, in seconds. */
  patience: number;
}

/** Time limit of a hint or of a decision on a draw offer, in seconds. */
const QUESTION = 1;

/** A game of two engines shows each position at least so long, in milliseconds. */
const PACE = 350;

const NONE: Played = { moves: [], texts: [], sides: [] };

export class Playing {
  readonly store = new Store<PlayState>({
    game: fresh,
    begun: false,
    played: NONE,
    hint: [],
    preview: null,
    flipped: false,
    levels: { white: FIRST_LEVEL, black: FIRST_LEVEL },
    patience: 1,
  });
  /** The game with another device, if there is one. */
  remote: { offer(): void } | null = null;
  #stop: AbortController | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #opened = -1;
  /** Stored states of opened games that have not begun or have no board yet, by the value of `opened`. */
  readonly #resumed = new Map<number, Resumed>();

  constructor(private readonly page: Page) {
    page.store.watch(['good', 'view', 'viewed', 'line'], (state, before) => {
      if (state.view) this.#follow(state, state.view, state.good !== before.good);
      else if (before.view) this.#leave(state.opened);
    });
    this.store.watch(['game'], ({ game }) => this.#time(game));
  }

  /** Passes an event to the game. */
  dispatch(event: Event): void {
    const { game, effects } = step(this.store.state.game, event, performance.now() / 1000);
    this.store.set({ game });
    for (const effect of effects) this.#do(effect);
  }

  /** Begins a game from a setup, from the position where the present one began, or from one that is given. */
  begin(players: Record<Side, Player>, control: TimeControl | null, from?: { setup?: string; fen?: string }): void {
    this.dispatch({ on: 'begin', players, control });
    this.store.set({ begun: true });
    const { setup, fen } = this.page.store.state.line;
    this.page.session.start(from ?? (fen === undefined ? { setup } : { fen }));
  }

  /** The move of the position on the board with this text in machine notation. */
  move(text: string): MoveView | undefined {
    return this.page.store.state.view?.moves.find(({ move }) => move === text);
  }

  /** Returns the state of an opened game to store with its moves; `null` if it has not begun. */
  stored(opened: number): Resumed | null {
    if (opened === this.#opened) return stored(this.store.state.game, performance.now() / 1000);
    return this.#resumed.get(opened) ?? null;
  }

  /** Restores players, clocks and result of an opened game. */
  resume(opened: number, play: Resumed | null): void {
    if (play) this.#resumed.set(opened, play);
  }

  /** The position on the board has changed. */
  #follow(state: Readonly<State>, view: View, otherRules: boolean): void {
    const { line } = state;
    // The library has not answered about the present line yet, or not about another game that was opened.
    if (view.ply !== line.ply || state.viewed !== state.opened) return;
    const resumed = state.opened === this.#opened ? null : this.#open(state.opened);
    this.#remember(state, view, otherRules);
    this.store.set({ hint: [] });
    const start = `${line.setup ?? ''}\n${line.fen ?? ''}`;
    const situation = { side: view.side, over: view.outcome !== null, start, line: line.moves, ply: line.ply, sides: view.sides };
    this.dispatch({ on: 'position', situation });
    if (resumed?.ended) this.dispatch({ on: 'recorded', ended: resumed.ended });
  }

  /** Ends the current game when an opened definition has no board. */
  #leave(opened: number): void {
    const { players, clock } = this.store.state.game;
    if (opened === this.#opened) this.resume(opened, this.stored(opened));
    this.#opened = -1;
    this.store.set({ hint: [], played: NONE, begun: false });
    this.dispatch({ on: 'begin', players, control: clock?.control ?? null });
  }

  /**
   * Another game was opened: with the players of the one before, unless others are known. A person who plays against the engine has
   * White again, so that the engine doesn't begin a game that somebody only wants to see.
   */
  #open(opened: number): Resumed | null {
    this.#opened = opened;
    const resumed = this.#resumed.get(opened) ?? null;
    this.#resumed.clear();
    let { levels, game: { players, clock } } = this.store.state;
    const control = clock?.control ?? null;
    if (players.white.by === 'engine' && players.black.by === 'person') {
      players = { white: players.black, black: players.white };
      levels = { white: levels.black, black: levels.white };
    }
    const level = (side: Side) => {
      const player = resumed?.players[side];
      return player?.by === 'engine' ? player.level : levels[side];
    };
    this.store.set({ levels: { white: level('white'), black: level('black') }, begun: false });
    this.dispatch({ on: 'begin', players, control, ...resumed });
    return resumed;
  }

  /** Remembers the notation of moves after the position on the board. */
  #remember({ line, good }: Readonly<State>, view: View, otherRules: boolean): void {
    const { played } = this.store.state;
    const goesOn = line.moves.length > line.ply;
    const known =
      !otherRules && played.moves.length === line.moves.length && played.moves.every((move, at) => move === line.moves[at]);
    if (!goesOn) this.store.set({ played: { moves: line.moves, texts: view.history, sides: view.sides } });
    else if (!known && good) void this.#readOn(good.text, line);
  }

  async #readOn(text: string, line: State['line']): Promise<void> {
    const whole = { ...line, ply: line.moves.length };
    const { history, sides } = await this.page.client.view({ text }, position({ ...this.page.store.state, line: whole }));
    if (this.page.store.state.line === line) this.store.set({ played: { moves: line.moves, texts: history, sides } });
  }

  #do(effect: Effect): void {
    switch (effect.do) {
      case 'stop':
        this.#stop?.abort();
        break;
      case 'play':
        this.page.session.play(effect.move);
        break;
      case 'point':
        this.store.set({ hint: pointers([this.move(effect.move)]) });
        break;
      case 'think':
        void this.#think(effect);
        break;
    }
  }

  async #think({ thought, level }: Effect & { do: 'think' }): Promise<void> {
    const { state } = this.page.store;
    if (!state.good) return;
    const stop = (this.#stop = new AbortController());
    const { id } = thought;
    try {
      const [{ move, claim, progress }] = await Promise.all([
        this.page.client.search(
          weighted(state, state.good.text),
          position(state),
          this.#limits(thought.about, level),
          undefined,
          stop.signal,
        ),
        new Promise(resolve => setTimeout(resolve, this.#pace())),
      ]);
      if (stop.signal.aborted) return;
      if (claim && thought.about === 'move') {
        return this.dispatch({ on: 'claim', winner: claim.winner, reason: words.game.claims(claim) });
      }
      const text = (move && this.move(move)?.text) ?? move ?? '';
      this.dispatch({ on: 'found', id, move, text, chance: progress.lines[0]?.score.chance ?? 0.5 });
    } catch (fault) {
      if (!stop.signal.aborted) this.dispatch({ on: 'failed', id, reason: fault instanceof Error ? fault.message : String(fault) });
    }
  }

  #limits(about: 'move' | 'hint' | 'draw', level: number): Limits {
    if (about !== 'move') return { seconds: QUESTION, level };
    const { game, patience } = this.store.state;
    const seed = Math.floor(Math.random() * 2 ** 32);
    const { clock } = game;
    if (!clock) return { seconds: patience, level, seed };
    const { increment } = clock.control;
    const { white, black } = clock.left;
    return { clock: { white, black, whiteIncrement: increment, blackIncrement: increment }, level, seed };
  }

  #pace(): number {
    const { white, black } = this.store.state.game.players;
    return white.by === 'engine' && black.by === 'engine' ? PACE : 0;
  }

  /** Looks at the clocks while one runs. */
  #time({ clock, ended }: Game): void {
    const runs = clock?.running != null && ended === null;
    if (runs && this.#timer === undefined) this.#timer = setInterval(() => this.dispatch({ on: 'tick' }), 100);
    if (!runs) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }
}

/** How moves are pointed at, the best one first. */
export function pointers(moves: readonly (MoveView | undefined)[]): Pointer[] {
  return moves.flatMap((move, rank) => {
    const from = move?.from ?? move?.to;
    if (!move || from === undefined) return [];
    return [{ from, to: move.to ?? from, becomes: move.becomes, drops: move.kind === 'drop', rank }];
  });
}

const known = new WeakMap<Page, Playing>();

/** The game of a page. */
export function playing(page: Page): Playing {
  let found = known.get(page);
  if (!found) known.set(page, (found = new Playing(page)));
  return found;
}
