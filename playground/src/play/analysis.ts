// Analysis: the engine thinks about the position on the board until that changes.

import type { Line, MoveValue, MoveView, Progress, View } from 'weakfish';
import type { Page } from '../page';
import { position, Store, weighted } from '../store';
import type { Side } from './game';
import { playing } from './playing';

export interface AnalysisState {
  on: boolean;
  /** How many of the best lines are looked for. */
  count: number;
  /** Analysis of the position on the board so far. */
  progress: Progress | null;
  /** The side to move; the scores are for it. */
  side: Side;
  /** The first moves of the lines. */
  firsts: readonly (MoveView | undefined)[];
  /** Exact values by move; empty where no table has the position. */
  values: ReadonlyMap<string, MoveValue>;
  problem: string;
}

/** The most lines that can be asked for. */
export const MOST_LINES = 5;

const NOTHING = { progress: null, firsts: [], values: new Map<string, MoveValue>(), problem: '' };

export class Analysis {
  readonly store = new Store<AnalysisState>({ on: false, count: 3, side: 'white', ...NOTHING });
  #stop: AbortController | undefined;
  /** Running search: a position under its rules, and the number of lines. */
  #subject: readonly unknown[] = [];
  #view: View | null = null;

  constructor(private readonly page: Page) {
    const follow = () => this.#follow();
    // Nobody asked about the game that is opened next.
    page.store.watch(['opened'], () => this.store.set({ on: false }));
    page.store.watch(['view', 'good', 'tuned'], follow);
    this.store.watch(['on', 'count'], follow);
    // The engine has one worker, and its own moves come first there.
    playing(page).store.watch(['game'], follow);
  }

  #follow(): void {
    const { view, good, tuned } = this.page.store.state;
    const { on, count } = this.store.state;
    // Results for another position are invalid here.
    if (view !== this.#view || !on) this.store.set(NOTHING);
    this.#view = view;
    const wanted = on && view && good && !view.outcome && playing(this.page).store.state.game.thought === null;
    const subject = wanted ? [view, good, count, tuned] : [];
    if (subject.length === this.#subject.length && subject.every((part, at) => part === this.#subject[at])) return;
    this.#stop?.abort();
    this.#subject = subject;
    if (wanted) void this.#search(good.text, view, count);
  }

  async #search(text: string, view: View, count: number): Promise<void> {
    const { state } = this.page.store;
    const stop = (this.#stop = new AbortController());
    const show = (progress: Progress) => {
      if (stop.signal.aborted) return;
      const firsts = progress.lines.map(({ moves }: Line) => view.moves.find(({ move }) => move === moves[0]));
      const values = new Map(progress.values?.map(value => [value.move, value]));
      this.store.set({ progress, side: view.side, firsts, values, problem: '' });
    };
    try {
      const { progress } = await this.page.client.search(weighted(state, text), position(state), { lines: count }, show, stop.signal);
      show(progress);
    } catch (fault) {
      if (!stop.signal.aborted) this.store.set({ problem: fault instanceof Error ? fault.message : String(fault) });
    }
  }
}

const known = new WeakMap<Page, Analysis>();

/** The analysis of a page. */
export function analysis(page: Page): Analysis {
  let found = known.get(page);
  if (!found) known.set(page, (found = new Analysis(page)));
  return found;
}
