// A movement drawn on an empty board: which squares a man reaches from the middle, and how.
//
// Pure.

import type { DrawnLeap, Sheet } from 'weakfish';
import { words } from '../words';

/** Squares on each side of the middle. */
export const REACH = 4;

/** How a leap may end. */
export type End = 'both' | 'moves' | 'captures';

export interface Mark {
  end: End;
  /** The most leaps in that direction; `null` for any number. */
  most: number | null;
}

/** Marks by `x,y`: files to the right and ranks forward. */
export type Sketch = ReadonlyMap<string, Mark>;

/** Directions that are marked together. */
export type Symmetry = 'none' | 'mirror' | 'all';

const NEXT: Record<End, End | null> = { both: 'moves', moves: 'captures', captures: null };

export const keyOf = (x: number, y: number): string => `${x},${y}`;

/** The squares that belong together with one. */
export function alike(x: number, y: number, symmetry: Symmetry): [number, number][] {
  if (symmetry === 'none') return [[x, y]];
  if (symmetry === 'mirror') return x === 0 ? [[x, y]] : [[x, y], [-x, y]];
  const all = [[x, y], [y, x]].flatMap(([a, b]) => [[a, b], [-a!, b], [a, -b!], [-a!, -b!]]) as [number, number][];
  return [...new Map(all.map(square => [keyOf(...square), square])).values()];
}

/** The sketch after a press on a square: unmarked, moves and captures, moves alone, captures alone, and unmarked again. */
export function pressed(sketch: Sketch, x: number, y: number, symmetry: Symmetry, most: number | null): Sketch {
  if (x === 0 && y === 0) return sketch;
  const before = sketch.get(keyOf(x, y));
  const end = before ? NEXT[before.end] : 'both';
  const after = new Map(sketch);
  for (const square of alike(x, y, symmetry)) {
    if (end) after.set(keyOf(...square), { end, most });
    else after.delete(keyOf(...square));
  }
  return after;
}

/** The leaps of a sketch, as the library takes them. */
export function leapsOf(sketch: Sketch): DrawnLeap[] {
  return [...sketch].map(([key, { end, most }]) => {
    const [dx, dy] = key.split(',').map(Number) as [number, number];
    return { dx, dy, moves: end !== 'captures', captures: end !== 'moves', ...(most === null ? {} : { most }) };
  });
}

/** A square and its mark in words: `2 right, 1 forward: moves`. */
export function squareWords(x: number, y: number, mark: Mark | undefined): string {
  const across = x === 0 ? [] : [words.sketch.across(x)];
  const along = y === 0 ? [] : [words.sketch.along(y)];
  const where = [...across, ...along].join(', ') || words.sketch.theMan;
  if (!mark) return where;
  return `${where}: ${words.sketch.ends[mark.end]}${words.sketch.far(mark.most)}`;
}

/** The squares that rides lead on to, within the sketch. */
export function riddenOf(sketch: Sketch): ReadonlySet<string> {
  const ridden = new Set<string>();
  for (const [key, { most }] of sketch) {
    const [x, y] = key.split(',').map(Number) as [number, number];
    for (let count = 2; count <= (most ?? REACH) && Math.max(Math.abs(x), Math.abs(y)) * count <= REACH; count++) {
      ridden.add(keyOf(x * count, y * count));
    }
  }
  return ridden;
}

/** A text with a man's line in its section `men`, which is made if there is none. `start` and `end` are those of the line. */
export function withMan(text: string, line: string): { text: string; start: number; end: number } {
  const heading = /^men[ \t]*(?:\/\/.*)?$/m.exec(text);
  const put = `  ${line}`;
  if (heading) {
    const at = heading.index + heading[0].length;
    return { text: `${text.slice(0, at)}\n${put}${text.slice(at)}`, start: at + 1, end: at + 1 + put.length };
  }
  // After the facts of the game, which come first.
  const facts = /^(?:game[^\n]*\n)?(?:(?:[a-z]+:[^\n]*|\/\/[^\n]*|[ \t]*)\n)*/m.exec(text)?.[0] ?? '';
  const before = facts.trimEnd();
  const start = before.length + '\n\nmen\n'.length;
  return { text: `${before}\n\nmen\n${put}\n\n${text.slice(facts.length)}`, start, end: start + put.length };
}

/** A letter for a man that no man of the game has; null if all are taken. */
export function freeLetter(name: string, { men }: Pick<Sheet, 'men'>): string | null {
  const taken = new Set(men.flatMap(({ white, black }) => [white.toUpperCase(), black.toUpperCase()]));
  const wanted = [...name.toUpperCase(), ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter(letter => /[A-Z]/.test(letter));
  return wanted.find(letter => !taken.has(letter)) ?? null;
}
