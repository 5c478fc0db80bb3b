// Which men slide when one position follows another: a comparison of where men stood and where they stand.

import type { Placed } from 'weakfish';

/** A man that came from elsewhere. */
export interface Slide {
  from: string;
  to: string;
}

/** More changes than this are another position rather than a move, and men that all slide at once show nothing. */
const MOST = 4;

const alike = (a: Placed, b: Placed) => a.side === b.side && a.man === b.man;

/** The slides that lead from one arrangement to the next. `last` is the move that was made, if one was. */
export function slides(
  before: readonly Placed[],
  after: readonly Placed[],
  last: { from?: string; to?: string } | null,
): Slide[] {
  const stood = new Map(before.map(man => [man.square, man]));
  const stands = new Map(after.map(man => [man.square, man]));
  const changed = (man: Placed, others: Map<string, Placed>) => {
    const other = others.get(man.square);
    return !other || !alike(man, other);
  };
  const left = before.filter(man => changed(man, stands));
  const came = after.filter(man => changed(man, stood));
  if (left.length > MOST || came.length > MOST) return [];
  const found: Slide[] = [];
  const pair = (fits: (from: Placed, to: Placed) => boolean) => {
    for (const to of [...came]) {
      const from = left.find(man => fits(man, to));
      if (!from) continue;
      found.push({ from: from.square, to: to.square });
      left.splice(left.indexOf(from), 1);
      came.splice(came.indexOf(to), 1);
    }
  };
  pair((from, to) => from.side === to.side && from.square === last?.from && to.square === last.to);
  pair(alike);
  // If one man of a side is left, it was promoted or goes back to its former kind.
  const single = (men: readonly Placed[], side: string) => men.filter(man => man.side === side).length === 1;
  pair((from, to) => from.side === to.side && single(left, to.side) && single(came, to.side));
  return found;
}
