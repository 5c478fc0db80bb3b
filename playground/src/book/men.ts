// The book of men: search, and the line that defines a man in a text.
//
// Pure.

import type { BookMan } from 'book';
import type { Man, Sheet } from 'weakfish';
import { freeLetter } from '../sketch/leaps';

/** The men that a search finds: by name, by movement, by a game that has them. */
export function search(men: readonly BookMan[], sought: string): BookMan[] {
  const wanted = sought.trim().toLowerCase();
  const betza = sought.trim();
  if (wanted === '') return [...men];
  const rank = (man: BookMan) => {
    if (man.betza === betza) return 0;
    if (man.names[0]?.startsWith(wanted)) return 1;
    if (man.names.some(name => name.includes(wanted))) return 2;
    return man.games.some(game => game.toLowerCase().includes(wanted)) ? 3 : null;
  };
  return men
    .map(man => ({ man, rank: rank(man) }))
    .filter(({ rank }) => rank !== null)
    .sort((one, other) => one.rank! - other.rank!)
    .map(({ man }) => man);
}

/** The man of a game that moves as one of the book does. */
export function sameIn({ men }: Sheet, { betza }: BookMan): Man | undefined {
  return men.find(man => man.betza === betza && !man.royal && man.states.length <= 1 && man.blackStates.length <= 1 && /^[A-Z]$/.test(man.white));
}

/** A name for a man that no man of the game has. */
function freeName(names: readonly string[], { men }: Sheet): string {
  const taken = new Set(men.map(({ name }) => name.toLowerCase()));
  return names.find(name => !taken.has(name)) ?? `other ${names[0]}`;
}

/** The line that defines a man in a game: `A amazon: QN`, and its letter; null if no letter is free. */
export function lineOf({ names, betza }: BookMan, sheet: Sheet): { line: string; letter: string } | null {
  const name = freeName(names, sheet);
  const letter = freeLetter(name, sheet);
  return letter === null ? null : { line: `${letter} ${name}: ${betza}`, letter };
}
