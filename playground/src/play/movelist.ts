// The moves of a game in turns, as they are printed: a number, White's move or series, Black's.

import type { Side } from './game';

export interface PlayedMove {
  /** How many moves have been made after it. */
  ply: number;
  text: string;
}

export interface Turn {
  side: Side;
  moves: PlayedMove[];
}

export interface Round {
  number: number;
  turns: Turn[];
}

/** Rounds of turns. A round ends where the side that began the game is to move again. */
export function rounds(texts: readonly string[], sides: readonly Side[]): Round[] {
  const found: Round[] = [];
  let turn: Turn | undefined;
  texts.forEach((text, index) => {
    const side = sides[index] ?? 'white';
    if (turn?.side !== side) {
      turn = { side, moves: [] };
      if (side === sides[0]) found.push({ number: found.length + 1, turns: [] });
      found.at(-1)!.turns.push(turn);
    }
    turn.moves.push({ ply: index + 1, text });
  });
  return found;
}
