// Properties and callbacks of a board.

import type { Drawings, Hands, MoveValue, MoveView, Placed } from 'weakfish';
import type { Shape } from './squares';

/** A move to be pointed at: a hint, or the first move of a best line. */
export interface Pointer {
  from: string;
  to: string;
  /** The man as it stands after a turn or a drop. */
  becomes?: Placed;
  /** Whether it is a drop; then `from` is the square, too. */
  drops?: boolean;
  /** 0 for the best; others are drawn fainter. */
  rank: number;
}

/** Where the names of files and ranks stand. `inside` is beside a board of lines or points, whose men would cover them. */
export type Coordinates = 'inside' | 'outside' | 'off';

/** How a person moves men with a pointer. */
export type MoveInput = 'either' | 'click' | 'drag';

export interface BoardProps {
  shape: Shape;
  /** The library's drawings. */
  drawings: Readonly<Drawings>;
  men: readonly Placed[];
  /** The men in hand; null in games without hands. */
  hands: Hands | null;
  /** The squares of walls that were put in play. */
  walls: readonly string[];
  /** What players call a wall: `duck`. */
  wallName: string;
  /** Legal moves of the position; none where no side may move. Of free men: the states that each can be given. */
  moves: readonly MoveView[];
  /** The side whose men the user may move now. */
  mover: 'white' | 'black' | null;
  /**
   * The side whose men the user may move in advance while `mover` is null, as while the opponent thinks; null if none. The board only
   * notes such a move (`onPremove`); when the turn comes, the page plays a legal move between the two squares, if there is one.
   */
  premoves: 'white' | 'black' | null;
  /** The squares of royal men in check. */
  checks: readonly string[];
  last: { from?: string; to?: string; wall?: string } | null;
  flipped: boolean;
  coordinates: Coordinates;
  input: MoveInput;
  /** Whether men slide to their squares, where the system does not ask for less motion. */
  animated: boolean;
  /** Whether any man may be taken anywhere, as when a position is set up. */
  free: boolean;
  pointers: readonly Pointer[];
  /** Exact values by move: the colours of targets. */
  values: ReadonlyMap<string, MoveValue>;
  /** The name of the board for those who don't see it. */
  label: string;
}

/** What the board says beside a square: words of the page, then those of the library, in English. */
export interface Note {
  text?: string;
  library?: string;
}

export interface BoardEvents {
  /**
   * A move in advance was chosen; null if it was given up, with Escape or the right mouse button. The board forgets it without this
   * call in the `update` that brings a `mover` or takes `premoves` away.
   */
  onPremove?(move: { from: string; to: string } | null): void;
  /** A legal move was made; the board shows it when the position comes in the next `update`. */
  onMove?(move: string): void;
  /** A move was tried that isn't legal; gives the reason, which the board says. */
  onAttempt?(from: string, to: string): Promise<Note>;
  /** A drop of a kind in hand was tried that isn't legal; gives the reason. */
  onAttemptDrop?(letter: string, to: string): Promise<Note>;
  /** Called when a man without moves is chosen; resolves to the note that the board shows. */
  onStuck?(square: string): Promise<Note>;
  /** A square was clicked while men are free. If true, that was all; else the man there is chosen, or the chosen one goes there. */
  onSquare?(square: string): boolean;
  /** A free man was taken to another square, or off the board. */
  onDrop?(from: string, to: string | null): void;
  /** Called with a hint on the keys that can be used now; may be empty. */
  onHint?(text: string): void;
  /** Delete or Backspace on a square while men are free. */
  onRemove?(square: string): void;
}
