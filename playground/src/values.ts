// Exact values of moves in signs and words.

import type { MoveValue, MoveView } from 'weakfish';

/** Signs of the values, for readers who don't tell the colours apart; from the best to the worst. */
export const SIGNS = { win: '+', draw: '=', loss: '−' } as const;

/** What an exact value means for the side to move: `wins in 14 moves`. */
export function valueText({ value, mate, certain }: MoveValue): string {
  if (value === 'draw') return 'draws';
  const result = value === 'win' ? 'wins' : 'loses';
  const words = mate === undefined ? result : `${result} in ${mate} move${mate === 1 ? '' : 's'}`;
  return certain ? words : `${words}, unless a rule on repetition or long play makes it a draw`;
}

/** The value of the best of some moves to a square; undefined where none has a value. `values` has the best move first. */
export function bestValue(
  square: string,
  moves: readonly MoveView[],
  values: ReadonlyMap<string, MoveValue>,
): MoveValue | undefined {
  const there = new Set(moves.filter(({ to }) => to === square).map(({ move }) => move));
  return [...values.values()].find(({ move }) => there.has(move));
}
