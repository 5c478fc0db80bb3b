// Arranging a position on the board of the page: changes, and the library's answer.

import type { Arranged, Hands, MoveView, Placed, View } from 'weakfish';
import { Layout, shapeOf } from '../board';
import { reason } from '../dialog';
import { latest } from '../latest';
import type { Page } from '../page';
import { Store } from '../store';
import { words } from '../words';
import { handsOf, menOf, put, readTurning, shown, take, turnings, type Men, type Side, type Unit } from './draft';

export interface ArrangeState {
  /** Whether the board shows the draft and not the game. */
  open: boolean;
  draft: Men;
  /** The men in hand, which are those of the position that the draft began with; null if it had no hands. */
  hands: Hands | null;
  side: Side;
  /** Fields of the FEN after the side to move. */
  rest: string;
  /** Tool that a click applies: none, the eraser, a man to put there, or what else is to be done with the square. */
  tool: 'hand' | 'remove' | Unit | { put(square: string): void };
  /** The draft as the board shows it. */
  men: readonly Placed[];
  states: readonly MoveView[];
  fen: string;
  /** Why it can't be played. */
  problems: readonly string[];
}

export class Arranging {
  readonly store = new Store<ArrangeState>({
    open: false,
    draft: new Map(),
    hands: null,
    side: 'white',
    rest: '',
    tool: 'hand',
    men: [],
    states: [],
    fen: '',
    problems: [],
  });
  /** Returns the square at a point on the screen. */
  squareAt: (x: number, y: number) => string | null = () => null;
  /** The men that need a sign that they are royal, as positions have shown. */
  readonly crowned = new Set<string>();
  readonly #ask = latest<void>(() => this.#judge());
  /** Draft as it was last copied from the game. */
  #copied: { draft: Men; side: Side } | null = null;
  #begun = false;

  constructor(private readonly page: Page) {
    page.store.watch(['panel'], ({ panel }) => this.#show(panel === 'position'));
    page.store.watch(['good'], () => this.#draw());
    page.store.watch(['view'], ({ view }) => {
      for (const { crown, man } of view?.board ?? []) if (crown) this.crowned.add(man);
    });
    page.store.watch(['opened'], () => {
      this.#begun = false;
      this.crowned.clear();
    });
    page.store.watch(['view'], () => this.store.state.open && this.#isCopy && this.copy());
    this.store.watch(['draft', 'hands', 'side', 'rest'], () => this.#draw());
  }

  /** Begins with the position of the game. */
  copy(): void {
    const { view } = this.page.store.state;
    if (!view) return;
    this.#begun = true;
    this.#set(view);
    this.#keep();
  }

  /** Whether nothing was put up by hand. */
  get #isCopy(): boolean {
    const { draft, side } = this.store.state;
    return !this.#begun || (this.#copied?.draft === draft && this.#copied.side === side);
  }

  /** Copies the position of the game. */
  #keep(): void {
    const { draft, side } = this.store.state;
    this.#copied = { draft, side };
  }

  /** Begins with a setup, or with a position as text; rejects if the text is none. */
  async read(from: { setup?: string; fen?: string }): Promise<void> {
    const { good } = this.page.store.state;
    if (!good) return;
    this.#set(await this.page.client.view({ text: good.text }, from));
  }

  clear(): void {
    const { hands } = this.store.state;
    this.store.set({ draft: new Map(), hands: hands && { white: [], black: [] }, rest: '' });
  }

  /** A man was dragged to a square from the men to choose from. */
  set(square: string, unit: Unit): void {
    this.store.set({ tool: unit, draft: put(this.store.state.draft, square, unit) });
  }

  /** A click on a square. Returns whether a tool has used it. */
  put(square: string): boolean {
    const { tool, draft } = this.store.state;
    if (tool === 'hand') return false;
    if (tool === 'remove') this.take(square, null);
    else if ('put' in tool) tool.put(square);
    else {
      const there = draft.get(square);
      const same = there && there.side === tool.side && there.man === tool.man && there.state === tool.state;
      // A second click removes the man of the first.
      this.store.set({ draft: same ? take(draft, square, null) : put(draft, square, tool) });
    }
    return true;
  }

  take(from: string, to: string | null): void {
    this.store.set({ draft: take(this.store.state.draft, from, to) });
  }

  /** One of `states` was chosen. */
  turn(move: string): void {
    const { square, state } = readTurning(move);
    const { draft } = this.store.state;
    const unit = draft.get(square);
    if (unit) this.store.set({ draft: put(draft, square, { ...unit, state }) });
  }

  /** Continues the game from the draft. */
  play(): void {
    const { fen, problems } = this.store.state;
    if (problems.length > 0 || fen === '') return;
    this.#keep();
    this.page.session.start({ fen });
    this.page.store.set({ panel: 'play' });
  }

  #show(open: boolean): void {
    this.store.set({ open });
    // An edited draft stays; otherwise the draft follows the game.
    if (open && this.#isCopy) this.copy();
    else this.#draw();
  }

  #set({ board, fen, hands }: View): void {
    const [, side, ...rest] = fen.split(' ');
    this.store.set({ draft: menOf(board), hands, side: side === 'b' ? 'black' : 'white', rest: rest.join(' ') });
  }

  #draw(): void {
    const { good } = this.page.store.state;
    if (!good) return;
    const layout = new Layout(shapeOf(good.sheet), false);
    const men = shown(good.sheet, this.store.state.draft, square => layout.has(square), this.crowned);
    this.store.set({ men, states: turnings(good.sheet, men) });
    if (this.store.state.open) this.#ask();
  }

  async #judge(): Promise<void> {
    const { good } = this.page.store.state;
    const { men, hands, side, rest } = this.store.state;
    if (!good) return;
    const placed = men.map(({ square, side, man, state }) => ({ square, side, man, state }));
    const held = hands ? handsOf(good.sheet, hands) : undefined;
    const ask = (rest?: string) => this.page.client.arrange({ text: good.text }, { placed, side, hands: held, rest });
    try {
      const arranged = await ask(rest || undefined);
      const mended = arranged.problems.length > 0 && rest !== '' ? await withoutLostRights(rest, ask) : null;
      this.store.set(mended ?? arranged);
    } catch (fault) {
      this.store.set({ fen: '', problems: [reason(fault)] });
    }
  }
}

/**
 * Rights that the game had, such as to castle, are lost when their men are put elsewhere: as much of them as the library
 * accepts; null if the position has other problems.
 */
async function withoutLostRights(
  rest: string,
  ask: (rest?: string) => Promise<Arranged>,
): Promise<(Arranged & { rest: string }) | null> {
  const without = await ask();
  if (without.problems.length > 0) return null;
  const [rights = '', ...others] = rest.split(' ');
  let best = { ...without, rest: '' };
  let possible = '';
  for (const right of rights) {
    const tried = [possible + right, ...others].join(' ');
    const arranged = await ask(tried);
    if (arranged.problems.length > 0) continue;
    possible += right;
    best = { ...arranged, rest: tried };
  }
  return best;
}

/** Board properties of a draft. */
export function arrangedProps({ men, hands, states }: Readonly<ArrangeState>) {
  return { men, hands, walls: [], moves: states, mover: null, checks: [], last: null, free: true, label: words.arrange.board };
}

const known = new WeakMap<Page, Arranging>();

/** The draft of a page. */
export function arranging(page: Page): Arranging {
  let found = known.get(page);
  if (!found) known.set(page, (found = new Arranging(page)));
  return found;
}
