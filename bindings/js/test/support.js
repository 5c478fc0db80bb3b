import { Client } from "weakfish";

export const client = new Client();

/** Makes edits of a text, as an editor does. */
export function edited(text, edits) {
  const ordered = [...edits].sort((one, other) => other.start - one.start);
  return ordered.reduce((result, { start, end, text: by }) => result.slice(0, start) + by + result.slice(end), text);
}

/** A game whose rook faces one way and turns. */
export const TURNING = `game "Turning Rooks 🐟" extends fide

men
  R rook: fR, turns 90

rules
  castling:       none
  promotion of P: on last rank, to Q, R, B or N, facing as at the start

test "a Rook reaches only what it faces"
  position: 4k3/8/8/8/8/8/8/R3K3 w - - 0 1
  legal:    a1a8 a1@e a1@w
  illegal:  a1b1
`;

/** Chess with captured men that change sides, from hand onto the board. */
export const HANDS = `game "Hands" extends fide

men
  all men: when captured goes to the captor's hand as before promotion

rules
  drop of P: on own rank 2 to 7
`;
