// The moves of a game with its variations, kept as lines from the start.
//
// Pure.

/** Moves in machine notation, from the start of the game. */
export type Moves = readonly string[];

/** Lines, the main one first. None is the beginning of another. */
export type Lines = readonly Moves[];

/** A remark on a move. */
export interface Note {
  comment?: string;
  /** A sign of evaluation, such as `!?`. */
  glyph?: string;
}

/** Remarks by the path to their move; see `pathKey`. */
export type Notes = Readonly<Record<string, Note>>;

/** Signs of evaluation, with their numbers in PGN. */
export const GLYPHS = [['!', 1], ['?', 2], ['!!', 3], ['??', 4], ['!?', 5], ['?!', 6]] as const;

/** A move in the tree. */
export interface Node {
  move: string;
  /** All moves up to this one. */
  path: Moves;
  /** What can follow, the main line first. */
  children: Node[];
}

export const pathKey = (path: Moves): string => path.join(' ');

export const startsWith = (line: Moves, start: Moves): boolean => start.every((move, at) => line[at] === move);

/** Keeps each line once, and none that is only the beginning of another. */
function distinct(lines: Lines): Lines {
  return lines.filter((line, at) =>
    lines.every((other, index) => index === at || !startsWith(other, line) || (other.length === line.length && index > at)),
  );
}

const isSame = (one: Moves, other: Moves): boolean => one.length === other.length && startsWith(one, other);

/** The lines and one more: in the place of its beginning, or as the last variation. */
export function added(lines: Lines, line: Moves): Lines {
  const at = lines.findIndex(one => startsWith(line, one));
  return distinct(at < 0 ? [...lines, line] : lines.map((one, index) => (index === at ? line : one)));
}

/** Lines, each once, with this one among them. */
export function withLine(lines: Lines, line: Moves): Lines {
  return [...lines, line].reduce(added, [] as Lines);
}

/** The lines after the one on the board was made longer or shorter. */
export function resized(lines: Lines, before: Moves, after: Moves): Lines {
  const isKnown = lines.some(line => isSame(line, before));
  return distinct(isKnown ? lines.map(line => (isSame(line, before) ? after : line)) : [...lines, after]);
}

/**
 * The lines after a move on the board has led from `before` to `after`. A line that goes another way than before stays as a
 * variation; `leads` makes the new one the main line.
 */
export function played(lines: Lines, before: Moves, after: Moves, leads: boolean): Lines {
  if (startsWith(after, before)) return resized(lines, before, after);
  return leads ? promoted(lines, after) : added(lines, after);
}

/** The line that a move leads to: one that is known, or a new one that ends with the move. */
export function following(lines: Lines, line: Moves, ply: number, move: string): Moves {
  if (line[ply] === move) return line;
  const path = [...line.slice(0, ply), move];
  return lines.find(one => startsWith(one, path)) ?? path;
}

/** Makes the line the main one. */
export function promoted(lines: Lines, line: Moves): Lines {
  return distinct([line, ...lines.filter(one => !isSame(one, line))]);
}

/** Takes out the last move of a path with all that follows it. */
export function without(lines: Lines, path: Moves): Lines {
  return distinct(lines.map(line => (startsWith(line, path) ? path.slice(0, -1) : line)));
}

/** The first moves of all lines, each with what follows. */
export function treeOf(lines: Lines): Node[] {
  const roots: Node[] = [];
  for (const line of lines) {
    let siblings = roots;
    line.forEach((move, at) => {
      let node = siblings.find(one => one.move === move);
      if (!node) siblings.push((node = { move, path: line.slice(0, at + 1), children: [] }));
      siblings = node.children;
    });
  }
  return roots;
}

/** Whether a path belongs to the main line. */
export function isMain(lines: Lines, path: Moves): boolean {
  return lines.length === 0 || startsWith(lines[0]!, path);
}
