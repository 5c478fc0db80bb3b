// Moves that no man makes. They have buttons.

import type { MoveView } from 'weakfish';
import { words } from '../words';

const TITLES: Record<string, string> = { pass: words.table.pass, 'end-series': words.table.endSeries, claim: words.table.claimStalemate };

export interface Pass {
  move: string;
  kind: MoveView['kind'];
  title: string;
}

/** The moves without a man among these. */
export function passes(moves: readonly MoveView[]): Pass[] {
  return moves
    .filter(({ from, kind }) => from === undefined && kind !== 'drop' && kind !== 'wall')
    .map(({ move, text, kind }) => ({ move, kind, title: TITLES[kind] ?? text }));
}
