// Session: the definition and the game that are open. The only code that sets `text`, `name`, `opened`, `checked`,
// `good`, `foretold`, `line`, `view` and `viewed`.

import { Fault, Refusal, type Client, type PositionRef, type View } from 'weakfish';
import { latest } from './latest';
import { position, titleIn, type Foretold, type Line, type State, type Store } from './store';
import { added, following, pathKey, played, promoted, resized, startsWith, withLine, without, type Lines, type Moves, type Note, type Notes } from './tree';
import { words } from './words';

/** A game to open: a definition, and where its game stands. */
export interface Opened {
  text: string;
  name: string;
  line?: Line;
  /** All lines, the main one first, and remarks on their moves. */
  lines?: Lines;
  notes?: Notes;
  /** Whether it was changed or played here before. */
  mine?: boolean;
  /** Its first board, if that is known. */
  foretold?: Foretold;
}

const START: Line = { moves: [], ply: 0 };

/** No answer, where the library has refused one. */
function refused(fault: unknown): null {
  if (fault instanceof Refusal) return null;
  throw fault;
}

export class Session {
  readonly #store: Store<State>;
  readonly #client: Client;
  readonly #refresh: (ask: { text: string; line: Line }) => void;
  /** The game as it was played. The line on the board is shorter while changed rules make some of its moves illegal. */
  #played: Line = START;
  /** Request for the position on the board. */
  #shown: { text?: string; line?: Line } = {};
  /** Definition that was opened last, with its title: another title makes it another game, with its own name. */
  #origin: { name: string; title: string | undefined } = { name: '', title: undefined };
  /** Which of the definitions that were opened the last one without errors belongs to. */
  #goodOf = -1;

  constructor(store: Store<State>, client: Client) {
    this.#store = store;
    this.#client = client;
    this.#refresh = latest(ask => this.#ask(ask.text, ask.line));
  }

  /** Replaces the definition and starts its game, or continues from `line`. */
  open({ text, name, line = START, lines = [], notes = {}, mine = false, foretold }: Opened): void {
    // The editor ends lines in this way, unlike some files; all results belong to exactly this text.
    text = text.replace(/\r\n?/g, '\n');
    this.#origin = { name, title: titleIn(text) };
    const { opened } = this.#store.state;
    this.#change({ text, name, line, lines: withLine(lines, line.moves), notes, mine, foretold: foretold ?? null, opened: opened + 1 });
  }

  /** The definition as it is now, after each key. The game stays where it is, if its moves are still legal. */
  setText(text: string): void {
    if (text !== this.#store.state.text) this.#change({ text, name: this.#nameOf(text), mine: true });
  }

  /** The name of the opened work, or the new title of the text. A text without a title keeps its name. */
  #nameOf(text: string): string {
    const title = titleIn(text);
    if (title === undefined) return this.#store.state.name;
    return title === this.#origin.title ? this.#origin.name : title;
  }

  /**
   * Makes a legal move, in machine notation. What followed in the line stays as a variation, unless it begins with the same move;
   * in an analysis the new move is the variation.
   */
  play(move: string): void {
    const { line, lines, panel, view } = this.#store.state;
    // A move is one of the position that is shown: until the library has answered about the last one, there is none.
    if (view?.ply !== line.ply) return;
    const moves = following(lines, line.moves, line.ply, move);
    const next = lines.includes(moves) ? lines : played(lines, line.moves, moves, panel !== 'analyse');
    this.#change({ line: { ...line, moves, ply: line.ply + 1 }, lines: next, mine: true });
  }

  /** Shows the position after `ply` moves of another line, which is kept. */
  follow(moves: Moves, ply: number): void {
    const { line, lines } = this.#store.state;
    const known = lines.find(one => startsWith(one, moves)) ?? moves;
    this.#change({ line: { ...line, moves: known, ply }, lines: added(lines, known), mine: true });
  }

  /** Makes the line on the board the main one. */
  promote(): void {
    const { line, lines } = this.#store.state;
    this.#store.set({ lines: promoted(lines, line.moves), mine: true });
  }

  /** Forgets the move on the board with all that follows it. */
  remove(): void {
    const { line, lines } = this.#store.state;
    const path = line.moves.slice(0, line.ply);
    if (path.length === 0) return;
    const before = path.slice(0, -1);
    const rest = without(lines, path);
    const moves = rest.find(one => startsWith(one, before)) ?? before;
    this.#change({ line: { ...line, moves, ply: before.length }, lines: rest, mine: true });
  }

  /** Writes a remark on the move on the board; an empty one is taken away. */
  note(note: Note): void {
    const { line, notes } = this.#store.state;
    const key = pathKey(line.moves.slice(0, line.ply));
    const { [key]: _, ...others } = notes;
    this.#store.set({ notes: note.comment || note.glyph ? { ...others, [key]: note } : others, mine: true });
  }

  /** Writes remarks on moves, by their paths; other moves keep theirs. */
  annotate(notes: Notes): void {
    this.#store.set({ notes: { ...this.#store.state.notes, ...notes }, mine: true });
  }

  /** Shows the position after `ply` moves of the line; keeps the later moves. */
  goTo(ply: number): void {
    const { line } = this.#store.state;
    this.#change({ line: { ...line, ply: Math.max(0, Math.min(ply, line.moves.length)) } });
  }

  /** Forgets the last moves of the line. */
  takeBack(plies = 1): void {
    const { line, lines } = this.#store.state;
    const ply = Math.max(0, line.ply - plies);
    const moves = line.moves.slice(0, ply);
    this.#change({ line: { ...line, moves, ply }, lines: resized(lines, line.moves, moves) });
  }

  /** Begins at a setup, or at a position, or with the moves of a game and its lines. */
  start(from: PositionRef = {}, lines: Lines = [], notes: Notes = {}): void {
    const moves = from.moves ?? [];
    const line = { setup: from.setup, fen: from.fen, moves, ply: moves.length };
    this.#change({ line, lines: withLine(lines, moves), notes, mine: true });
  }

  /** Resolves when the library has answered about all changes so far. */
  settled(): Promise<void> {
    return new Promise(resolve => {
      const stop = this.#store.watch(['busy'], ({ busy }) => {
        if (busy) return;
        // The first call comes before there is anything to stop.
        queueMicrotask(() => stop());
        resolve();
      });
    });
  }

  #change(values: Partial<State>): void {
    if (values.line) this.#played = values.line;
    this.#store.set({ notice: '', busy: true, ...values });
    this.#refresh({ text: this.#store.state.text, line: this.#played });
  }

  /** Asks the library for the diagnostics of a text, and for the position if it makes a game. */
  async #ask(text: string, line: Line): Promise<void> {
    const { state } = this.#store;
    let { good } = state;
    const values: Partial<State> = {};
    try {
      const known = state.checkedText === text;
      // Two workers: the position is looked at before it is known whether the text makes a game.
      const [checked, view] = await Promise.all([
        known ? null : this.#client.check({ text }),
        good && known && good.text !== text ? null : this.#look(text, line).catch(refused),
      ]);
      if (checked) {
        Object.assign(values, { checked, checkedText: text });
        if (checked.ok && checked.game) values.good = good = { text, sheet: checked.game };
      }
      if (good?.text === text) this.#goodOf = state.opened;
      else if (this.#goodOf !== state.opened) {
        // The board of another game would say nothing about this one.
        values.good = good = values.view = null;
        this.#shown = {};
      }
      if (good && !(this.#shown.text === good.text && this.#shown.line === line)) {
        Object.assign(values, good.text === text && view ? { view, line } : await this.#fitting(good.text, line));
        this.#shown = { text: good.text, line };
      }
      values.viewed = state.opened;
      values.foretold = null;
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      // The worker was replaced; the next change is asked about as if nothing had been.
      values.notice = words.app.failed(fault.message);
    } finally {
      // A change made while the library was busy is asked about next; the answer to this one may be shown all the same,
      // but must not undo that change.
      if (this.#played !== line) delete values.line;
      this.#store.set({ ...values, busy: this.#played !== line || this.#store.state.text !== text });
    }
  }

  #look(text: string, line: Line): Promise<View> {
    return this.#client.view({ text }, position({ ...this.#store.state, line }));
  }

  /** The position on the board; if changed rules have made moves illegal, after those that are still legal. */
  async #fitting(text: string, line: Line): Promise<Partial<State>> {
    const at = (line: Line) => this.#look(text, line);
    const whole = await at(line).catch(refused);
    if (whole) return { view: whole, line };
    const { view, line: playable } = await this.#longest(line, at);
    const notice =
      playable.fen === line.fen && playable.setup === line.setup
        ? words.app.shortened(playable.moves.length, line.moves.length)
        : words.app.restarted;
    return { view, line: playable, notice };
  }

  /** The most moves of a line that can be played, found by halving. */
  async #longest(line: Line, at: (line: Line) => Promise<View>): Promise<{ view: View; line: Line }> {
    let best: { view: View; line: Line } | undefined;
    let [low, high] = [0, line.moves.length];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const tried = { ...line, moves: line.moves.slice(0, middle), ply: middle };
      const view = await at(tried).catch(refused);
      if (view) {
        best = { view, line: tried };
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return best ?? { view: await at(START), line: START };
  }
}
