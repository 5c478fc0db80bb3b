// The notation of all lines of a game.

import type { Page } from '../page';
import { Store } from '../store';
import { pathKey, startsWith, type Moves } from '../tree';
import type { Side } from './game';
import { playing } from './playing';

/** A line in the notation of people, with the sides that made its moves. */
export interface Written {
  moves: Moves;
  texts: readonly string[];
  sides: readonly Side[];
}

/** A move in the notation of people. */
export interface WrittenMove {
  text: string;
  side: Side;
  /** Number of the round, from 1. */
  round: number;
  /** Whether a turn begins with it. */
  opens: boolean;
}

class WrittenLines {
  readonly store = new Store<{ written: readonly Written[] }>({ written: [] });
  #about: unknown;
  #asked = new Set<string>();

  constructor(private readonly page: Page) {
    const follow = () => this.#follow();
    page.store.watch(['good', 'lines', 'view'], follow);
    playing(page).store.watch(['played'], follow);
  }

  /** The sides that made the moves of a path, as far as they are known. */
  sides(path: Moves): readonly Side[] {
    return this.#line(path)?.sides.slice(0, path.length) ?? [];
  }

  #line(path: Moves): Written | undefined {
    const { played } = playing(this.page).store.state;
    return [played, ...this.store.state.written].find(one => one.moves.length >= path.length && startsWith(one.moves, path));
  }

  /** The last move of a path; `null` until its notation is known. */
  move(path: Moves): WrittenMove | null {
    const at = path.length - 1;
    const line = this.#line(path);
    if (!line) return null;
    const { texts, sides } = line;
    const opens = (index: number) => sides[index] !== sides[index - 1];
    let round = 0;
    for (let index = 0; index <= at; index++) if (opens(index) && sides[index] === sides[0]) round++;
    return { text: texts[at] ?? path[at]!, side: sides[at] ?? 'white', round, opens: opens(at) };
  }

  /** Asks about lines that are not known yet. */
  #follow(): void {
    const { good, line, lines, view } = this.page.store.state;
    const about = good && `${good.text}\n${line.setup ?? ''}\n${line.fen ?? ''}`;
    if (about !== this.#about) {
      this.#about = about;
      this.#asked.clear();
      this.store.set({ written: [] });
    }
    if (!good || !view) return;
    const { played } = playing(this.page).store.state;
    for (const moves of lines) {
      const key = pathKey(moves);
      // The line on the board is asked about anyway.
      if (moves === line.moves || startsWith(played.moves, moves) || this.#asked.has(key)) continue;
      this.#asked.add(key);
      const { setup, fen } = line;
      const position = { ...(fen === undefined ? { setup } : { fen }), moves: [...moves] };
      this.page.client
        .view({ text: good.text }, position)
        .then(({ history, sides }) => {
          if (about !== this.#about) return;
          const others = this.store.state.written.filter(one => !startsWith(moves, one.moves));
          this.store.set({ written: [...others, { moves, texts: history, sides }] });
        })
        // A variation that changed rules make illegal is not shown.
        .catch(() => {});
    }
  }
}

const known = new WeakMap<Page, WrittenLines>();

/** The written lines of a page. */
export function writtenLines(page: Page): WrittenLines {
  let found = known.get(page);
  if (!found) known.set(page, (found = new WrittenLines(page)));
  return found;
}
