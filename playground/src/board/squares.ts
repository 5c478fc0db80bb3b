// Squares of a rectangular board with holes: names, places, and which one lies next to which on the screen.

import type { Sheet } from 'weakfish';

/** Shape of an empty board. */
export interface Shape {
  files: number;
  ranks: number;
  /** Squares of the rectangle that are no part of the board. */
  holes: readonly string[];
  /** The files and ranks of the blocks between which lines are drawn. */
  blockLines: readonly [files: readonly number[], ranks: readonly number[]] | null;
  /** Lines drawn from the middle of a square to that of the next. */
  lines: readonly (readonly string[])[];
  /** How the board is drawn: in two colours, in one with lines between the squares, or as lines on whose crossings men stand. */
  style: 'checkered' | 'plain' | 'points';
  /** The number of ranks on White's side of a river, which interrupts the lines of a board of points; null without one. */
  river: number | null;
  /** The drawing of a wall; null for a filled square. */
  wall: string | null;
}

/** A place on the screen: columns from the left, rows from the top, both from 0. */
export interface Place {
  column: number;
  row: number;
}

export const emptyShape: Shape = { files: 8, ranks: 8, holes: [], blockLines: null, lines: [], style: 'checkered', river: null, wall: null };

/** The board of a game. */
export function shapeOf(sheet: Sheet): Shape {
  return {
    files: sheet.files,
    ranks: sheet.ranks,
    holes: sheet.holes,
    blockLines: sheet.block_lines ?? null,
    lines: sheet.lines,
    style: sheet.pattern,
    river: sheet.river ?? null,
    wall: sheet.wall ?? null,
  };
}

const FIRST_FILE = 'a'.charCodeAt(0);

/** The name of the square with these numbers, both from 0: `e4`. */
export function squareName(file: number, rank: number): string {
  return String.fromCharCode(FIRST_FILE + file) + String(rank + 1);
}

/** The numbers of a square, both from 0; null for a text that names none. */
export function squareNumbers(square: string): { file: number; rank: number } | null {
  const match = /^([a-z])([1-9][0-9]?)$/.exec(square);
  if (!match) return null;
  return { file: match[1]!.charCodeAt(0) - FIRST_FILE, rank: Number(match[2]) - 1 };
}

/** Layout of squares on the screen, seen from White's side or, flipped, from Black's. */
export class Layout {
  readonly columns: number;
  readonly rows: number;
  private readonly holes: ReadonlySet<string>;

  constructor(
    readonly shape: Shape,
    readonly flipped: boolean,
  ) {
    this.columns = shape.files;
    this.rows = shape.ranks;
    this.holes = new Set(shape.holes);
  }

  /** Whether the board has this square. */
  has(square: string): boolean {
    const numbers = squareNumbers(square);
    if (!numbers || this.holes.has(square)) return false;
    return numbers.file < this.columns && numbers.rank < this.rows;
  }

  /** Returns the place of a square or a hole. */
  placeOf(square: string): Place | null {
    const numbers = squareNumbers(square);
    if (!numbers || numbers.file >= this.columns || numbers.rank >= this.rows) return null;
    return this.flipped
      ? { column: this.columns - 1 - numbers.file, row: numbers.rank }
      : { column: numbers.file, row: this.rows - 1 - numbers.rank };
  }

  /** The square at a place; null for holes and places beside the board. */
  squareAt(place: Place): string | null {
    const { column, row } = place;
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return null;
    const square = this.nameAt(place);
    return this.holes.has(square) ? null : square;
  }

  /** The squares row by row as they are read on the screen; null where there is a hole. */
  reading(): (string | null)[][] {
    return Array.from({ length: this.rows }, (_, row) =>
      Array.from({ length: this.columns }, (_, column) => this.squareAt({ column, row })),
    );
  }

  /** The next square in a direction, over holes; the square itself at the edge. */
  beside(square: string, columns: number, rows: number): string {
    let place = this.placeOf(square);
    while (place) {
      place = { column: place.column + columns, row: place.row + rows };
      const outside = place.column < 0 || place.row < 0 || place.column >= this.columns || place.row >= this.rows;
      if (outside) break;
      const next = this.squareAt(place);
      if (next) return next;
    }
    return square;
  }

  /** The last square in a direction. */
  farthest(square: string, columns: number, rows: number): string {
    let last = square;
    for (;;) {
      const next = this.beside(last, columns, rows);
      if (next === last) return last;
      last = next;
    }
  }

  /** The square that has the focus at first: the lower left one, or the next that is no hole. */
  first(): string | null {
    for (const row of this.reading().reverse()) {
      const square = row.find(square => square !== null);
      if (square) return square;
    }
    return null;
  }

  private nameAt({ column, row }: Place): string {
    return this.flipped ? squareName(this.columns - 1 - column, row) : squareName(column, this.rows - 1 - row);
  }
}
