// Captured men: those of the start that are missing.
//
// Pure.

import type { Man, Placed, Sheet } from 'weakfish';
import type { Side } from '../play/game';

/** Numbers of men by `side name`. */
export type Counts = ReadonlyMap<string, number>;

const keyOf = (side: Side, name: string) => `${side} ${name}`;

export function countMen(board: readonly Placed[]): Counts {
  const counts = new Map<string, number>();
  for (const { side, man } of board) counts.set(keyOf(side, man), (counts.get(keyOf(side, man)) ?? 0) + 1);
  return counts;
}

/** The men of a side that were captured: what is missing, without those that have promoted, in the order of the game's men. */
export function captured(start: Counts, now: Counts, sheet: Sheet, side: Side): { man: Man; count: number }[] {
  const missing = sheet.men.map(man => {
    const key = keyOf(side, man.name);
    return { man, count: (start.get(key) ?? 0) - (now.get(key) ?? 0) };
  });
  // Each man that is more than at the start was one of those that can promote.
  let promoted = missing.reduce((sum, { count }) => sum + Math.max(0, -count), 0);
  return missing.flatMap(({ man, count }) => {
    if (!man.pawnlike || promoted === 0) return count > 0 ? [{ man, count }] : [];
    const rest = Math.max(0, count - promoted);
    promoted = Math.max(0, promoted - Math.max(0, count));
    return rest > 0 ? [{ man, count: rest }] : [];
  });
}
