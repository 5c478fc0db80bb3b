// Layout of the ring of choices around a square: each lies in the direction into which the man would turn, none over another.
//
// Pure; lengths are in squares, angles clockwise from the top of the screen in radians.

import type { MoveView, Placed } from 'weakfish';

/** The centre of a choice, measured from the centre of the ring. */
export interface Seat {
  x: number;
  y: number;
}

export interface Ring {
  seats: Seat[];
  /** Radius of the seats. */
  radius: number;
}

/** The winds clockwise from north. */
const WINDS = ['n', 'nne', 'ne', 'ene', 'e', 'ese', 'se', 'sse', 's', 'ssw', 'sw', 'wsw', 'w', 'wnw', 'nw', 'nnw'] as const;

const FULL = 2 * Math.PI;

/** The place of a wind among the sixteen, from 0 for north; null for a word that names none. */
export function windIndex(wind: string): number | null {
  const index = (WINDS as readonly string[]).indexOf(wind);
  return index < 0 ? null : index;
}

/** The angle in which a wind points. Oblique winds point as the leap of one square and two does. */
export function windAngle(wind: string): number | null {
  const index = windIndex(wind);
  if (index === null) return null;
  const quarter = Math.floor(index / 4) * (Math.PI / 2);
  return quarter + [0, Math.atan2(1, 2), Math.PI / 4, Math.atan2(2, 1)][index % 4]!;
}

/** The angle of the turn that leads from a man to itself after a move; null if it doesn't turn. */
export function turnAngle(before: Placed | undefined, after: Placed | undefined): number | null {
  if (!before || !after || before.man !== after.man) return null;
  const turned = after.facings.filter((facing, part) => facing.wind !== before.facings[part]?.wind);
  return turned[0] ? windAngle(turned[0].wind) : null;
}

/** The angle in which a man points, regardless of its angle before. */
function facingAngle(man: Placed | undefined): number | null {
  return man?.facings[0] ? windAngle(man.facings[0].wind) : null;
}

/**
 * Choices in the order of a row: what turns a man left stands on the left, the farthest first, then flips and all that
 * doesn't turn, then what turns it right. Men that had no facing before turn from the upper edge of the screen. Choices of
 * different men stay apart, in the order of the men.
 */
export function fromLeft(before: Placed | undefined, moves: readonly MoveView[], flipped: boolean): MoveView[] {
  const ahead = facingAngle(before) ?? (flipped ? Math.PI : 0);
  const turn = (move: MoveView) => {
    const angle = turnAngle(before, move.becomes) ?? (facingAngle(before) === null ? facingAngle(move.becomes) : null);
    if (angle === null) return 0;
    const right = (angle - ahead + 2 * FULL) % FULL;
    return right > Math.PI + 1e-9 ? right - FULL : right;
  };
  const men = [...new Set(moves.map(move => move.becomes?.man))];
  const man = (move: MoveView) => men.indexOf(move.becomes?.man);
  return [...moves].sort((one, other) => man(one) - man(other) || turn(one) - turn(other));
}

/** The angles into which the choices want to point; `arrives` if they are about how a man stands where it arrives. */
export function wantedAngles(
  before: Placed | undefined,
  moves: readonly MoveView[],
  flipped: boolean,
  arrives = false,
): (number | null)[] {
  return moves.map(move => {
    const angle = turnAngle(before, move.becomes) ?? (arrives ? facingAngle(move.becomes) : null);
    return angle !== null && flipped ? (angle + Math.PI) % FULL : angle;
  });
}

/**
 * Seats for choices that want these angles (null: anywhere). Choices as wide as `size` do not touch, and none is nearer than
 * `nearest`.
 */
export function seatsOf(wanted: readonly (number | null)[], size: number, nearest: number): Ring {
  const angles = spread(wanted);
  const radius = Math.max(nearest, radiusFor(angles, size));
  return { radius, seats: angles.map(angle => ({ x: radius * Math.sin(angle), y: -radius * Math.cos(angle) })) };
}

/** Angles for all: the wanted ones if they are far enough apart, else evenly spaced in the same order. */
export function spread(wanted: readonly (number | null)[]): number[] {
  const fixed = wanted.filter(angle => angle !== null).sort((a, b) => a - b);
  const crowded = fixed.some((angle, at) => at > 0 && angle - fixed[at - 1]! < 0.3);
  if (fixed.length === 0 || crowded) return evenly(wanted);
  const taken = [...fixed];
  return wanted.map(angle => {
    if (angle !== null) return angle;
    const free = middleOfLargestGap(taken);
    taken.push(free);
    taken.sort((a, b) => a - b);
    return free;
  });
}

function evenly(wanted: readonly (number | null)[]): number[] {
  const order = wanted.map((angle, index) => ({ angle: angle ?? FULL, index }));
  order.sort((a, b) => a.angle - b.angle || a.index - b.index);
  const first = wanted.length > 0 ? order[0]!.angle % FULL : 0;
  const angles = new Array<number>(wanted.length);
  order.forEach(({ index }, place) => {
    angles[index] = (first + (place * FULL) / order.length) % FULL;
  });
  return angles;
}

/** The middle of the largest gap between angles in order; of equal ones the lowest on the screen. */
function middleOfLargestGap(taken: readonly number[]): number {
  let best = { gap: 0, middle: Math.PI };
  taken.forEach((angle, at) => {
    const next = at + 1 < taken.length ? taken[at + 1]! : taken[0]! + FULL;
    const [gap, middle] = [next - angle, ((angle + next) / 2) % FULL];
    const lower = Math.cos(middle) < Math.cos(best.middle) - 1e-9;
    if (gap > best.gap + 1e-9 || (gap > best.gap - 1e-9 && lower)) best = { gap, middle };
  });
  return best.middle;
}

/** The radius at which neighbours of this size just don't touch. */
function radiusFor(angles: readonly number[], size: number): number {
  if (angles.length < 2) return 0;
  const sorted = [...angles].sort((a, b) => a - b);
  const gaps = sorted.map((angle, at) => (at > 0 ? angle - sorted[at - 1]! : angle + FULL - sorted[sorted.length - 1]!));
  const narrowest = Math.min(Math.PI, ...gaps);
  return size / (2 * Math.sin(narrowest / 2));
}

/** The room for a ring beside the squares on each side of a board. */
export interface Room {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Moves the centre of a ring as little as possible so that its seats lie on the board or beside it; all in squares. */
export function centreInside(centre: Seat, ring: Ring, size: number, board: { columns: number; rows: number }, room: Room): Seat {
  const clamp = (value: number, offsets: number[], least: number, most: number) => {
    const low = Math.min(...offsets) - size / 2;
    const high = Math.max(...offsets) + size / 2;
    if (high - low >= most - least) return (least + most - low - high) / 2;
    return Math.min(Math.max(value, least - low), most - high);
  };
  const { columns, rows } = board;
  return {
    x: clamp(
      centre.x,
      ring.seats.map(seat => seat.x),
      -room.left,
      columns + room.right,
    ),
    y: clamp(
      centre.y,
      ring.seats.map(seat => seat.y),
      -room.top,
      rows + room.bottom,
    ),
  };
}

/**
 * The number of the nearest seat in a direction from the one with the number `at`. Distances across the direction count
 * double. It is `at` itself if there is none.
 */
export function seatInDirection(seats: readonly Seat[], at: number, x: number, y: number): number {
  const from = seats[at];
  let best = { seat: at, distance: Infinity };
  seats.forEach((seat, index) => {
    if (!from || index === at) return;
    const along = (seat.x - from.x) * x + (seat.y - from.y) * y;
    const beside = Math.abs((seat.x - from.x) * y - (seat.y - from.y) * x);
    const distance = along + 2 * beside;
    // A choice hardly ahead is beside, and not in the direction.
    if (along > 0.15 * beside && along > 1e-6 && distance < best.distance) best = { seat: index, distance };
  });
  return best.seat;
}
