// First boards of the built-in games, made by the build: shown until the library has answered.

import opening from 'opening';
import { isOneFile } from './share/offline';
import type { Foretold } from './store';

/** The game of someone who comes without a link for the first time. */
export const FIRST = opening.name;

/** The first board of a built-in game; null if there is none. */
export async function foretold(name: string): Promise<Foretold | null> {
  if (name === FIRST) return opening;
  // The one file has the library in it, and nothing beside it.
  if (isOneFile) return null;
  const boards = (await (await fetch(FILES.boards)).json()) as Record<string, Foretold>;
  return Object.hasOwn(boards, name) ? boards[name]! : null;
}
