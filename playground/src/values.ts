// Exact values of moves in signs.

import type { MoveValue, MoveView } from 'weakfish';

/** Signs of the values, for readers who don't tell the colours apart; from the best to the worst. */
export const SIGNS = { win: '+', draw: '=', loss: '−' } as const;

/** The value of the best of some moves to a square; undefined where none has a value. `values` has the best move first. */
export function bestValue(
  square: string,
  moves: readonly MoveView[],
  values: ReadonlyMap<string, MoveValue>,
): MoveValue | undefined {
  const there = new Set(moves.filter(({ to }) => to === square).map(({ move }) => move));
  return [...values.values()].find(({ move }) => there.has(move));
}
