// What the page does with the definition and the game: the only code that sets `text`, `checked`, `good`, `line` and `view`.

import type { Client, PositionRef, View } from 'weakfish';
import { latest } from './latest';
import { position, type Good, type Line, type State, type Store } from './store';

/** A game to open: a definition, and where its game stands. */
export interface Opened {
  text: string;
  name: string;
  line?: Line;
}

const START: Line = { moves: [], ply: 0 };

export class Session {
  readonly #store: Store<State>;
  readonly #client: Client;
  readonly #refresh: (ask: { text: string; line: Line }) => void;
  /** The game as it was played. The line on the board is shorter while changed rules make some of its moves illegal. */
  #played: Line = START;

  constructor(store: Store<State>, client: Client) {
    this.#store = store;
    this.#client = client;
    this.#refresh = latest(ask => this.#ask(ask.text, ask.line));
  }

  /** Replaces the definition and begins its game anew, or where `line` says. */
  open({ text, name, line = START }: Opened): void {
    this.#change({ text, name, line, opened: this.#store.state.opened + 1 });
  }

  /** The definition as it is now, after each key. The game stays where it is, if its moves are still legal. */
  setText(text: string): void {
    if (text !== this.#store.state.text) this.#change({ text });
  }

  /** Makes a legal move, in machine notation. What followed in the line is dropped, unless it begins with the same move. */
  play(move: string): void {
    const { line } = this.#store.state;
    const moves = line.moves[line.ply] === move ? line.moves : [...line.moves.slice(0, line.ply), move];
    this.#change({ line: { ...line, moves, ply: line.ply + 1 } });
  }

  /** Shows the position after so many moves of the line, without forgetting those that follow. */
  goTo(ply: number): void {
    const { line } = this.#store.state;
    this.#change({ line: { ...line, ply: Math.max(0, Math.min(ply, line.moves.length)) } });
  }

  /** Forgets the last moves of the line. */
  takeBack(plies = 1): void {
    const { line } = this.#store.state;
    const ply = Math.max(0, line.ply - plies);
    this.#change({ line: { ...line, moves: line.moves.slice(0, ply), ply } });
  }

  /** Begins at a setup, or at a position, or with the moves of a game. */
  start(from: PositionRef = {}): void {
    const moves = from.moves ?? [];
    this.#change({ line: { setup: from.setup, fen: from.fen, moves, ply: moves.length } });
  }

  #change(values: Partial<State>): void {
    if (values.line) this.#played = values.line;
    this.#store.set({ notice: '', busy: true, ...values });
    this.#refresh({ text: this.#store.state.text, line: this.#played });
  }

  /** Asks what the library says of a text, and what the position is if it makes a game. */
  async #ask(text: string, line: Line): Promise<void> {
    const { state } = this.#store;
    let { checked, good } = state;
    const values: Partial<State> = {};
    try {
      if (!checked || state.checkedText !== text) {
        checked = await this.#client.check({ text });
        Object.assign(values, { checked, checkedText: text });
        if (checked.ok && checked.game) values.good = good = { text, sheet: checked.game };
      }
      if (good) Object.assign(values, await this.#look(good, line));
    } finally {
      // A change made while the library was busy is asked about next; the answer to this one may be shown all the same,
      // but must not undo that change.
      if (this.#played !== line) delete values.line;
      this.#store.set({ ...values, busy: this.#played !== line || this.#store.state.text !== text });
    }
  }

  /** The position on the board; if changed rules have made moves illegal, after those that are still legal. */
  async #look(good: Good, line: Line): Promise<Partial<State>> {
    const definition = { text: good.text };
    const at = (line: Line) => this.#client.view(definition, position({ ...this.#store.state, line }));
    try {
      return { view: await at(line), line };
    } catch {
      const { view, line: kept } = await this.#longest(line, at);
      const notice =
        kept.fen === line.fen && kept.setup === line.setup
          ? `Under these rules the game ends after ${kept.moves.length} of its ${line.moves.length} moves: the next is not legal.`
          : 'The position is none of this game, which begins anew.';
      return { view, line: kept, notice };
    }
  }

  /** The most moves of a line that can be played, found by halving. */
  async #longest(line: Line, at: (line: Line) => Promise<View>): Promise<{ view: View; line: Line }> {
    let best: { view: View; line: Line } | undefined;
    let [low, high] = [0, line.moves.length];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const tried = { ...line, moves: line.moves.slice(0, middle), ply: middle };
      try {
        best = { view: await at(tried), line: tried };
        low = middle + 1;
      } catch {
        high = middle - 1;
      }
    }
    return best ?? { view: await at(START), line: START };
  }
}
