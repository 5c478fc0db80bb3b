// Layout of the small choices around a chosen man: near its edge, in the direction into which it would turn, and
// never over the middle of a square, which must stay clickable.
//
// Pure; lengths are in squares, measured from the middle of the man's square.

import { spread, type Room, type Seat } from './ring';

/** Half the width of the middle of each square that is kept free, and the least of it, which lets larger choices lie on small squares. */
const MIDDLE = 0.2;
const LEAST_MIDDLE = 0.15;
/** The figure of the man reaches this far from its middle: it is covered only if there is no other room. */
const FIGURE = 0.34;
/** The narrowest choice that is still a picture. */
const NARROWEST = 0.28;
const USUAL = 0.44;

/** No choice lies farther away than this, and places are tried in steps of this. */
const FAR = 1.35;
const STEP = 0.05;

/** A choice so near to its own place is seen to belong there. */
const NEAR = 0.5;

export interface Badges {
  seats: Seat[];
  size: number;
}

/** Numbers of squares on each side of the man's square, and the room beside the board. */
export interface Around {
  left: number;
  right: number;
  top: number;
  bottom: number;
  room: Room;
  /** Half the width of the middle of a square that is kept free. */
  middle: number;
}

/** Half the width of the middle of each square that choices as wide as `least` keep free. */
export function freeMiddle(least: number): number {
  return Math.min(MIDDLE, Math.max(LEAST_MIDDLE, (1 - least) / 2));
}

/** Places for choices that want these angles (null: anywhere), as wide as `least` if that is possible. */
export function badgesOf(wanted: readonly (number | null)[], least: number, board: Omit<Around, 'middle'>): Badges {
  const angles = spread(wanted);
  const around = { ...board, middle: freeMiddle(least) };
  // What lies between the middles of two squares is no wider than this.
  const widest = 1 - 2 * around.middle;
  let best: (Badges & { astray: number }) | null = null;
  for (let size = Math.min(widest, Math.max(USUAL, least)); size > NARROWEST - STEP; size -= STEP) {
    const laid = placed(angles, size, around);
    const fits = !touching(laid.seats, size);
    if (fits && laid.astray < NEAR) return laid;
    // Smaller ones may lie better, but none is smaller than a finger wants it for that.
    if (fits && (!best || (size >= least && laid.astray < best.astray))) best = laid;
    if (best && size - STEP < least) break;
  }
  return best ?? placed(angles, NARROWEST, around);
}

/** Places for choices of a size: each as near to its own as the others let it. */
function placed(angles: readonly number[], size: number, around: Around): Badges & { astray: number } {
  const free = places(size, around);
  const ideals = angles.map(angle => onSquare(angle, FIGURE + size / 2 + 0.01));
  const seats = ideals.map(ideal => nearest(free, ideal, size, []));
  // The penalty for overlaps grows, so that choices in the way make room, too.
  for (let weight = 0.5; weight < 1000; weight *= 2) {
    ideals.forEach((ideal, at) => {
      const others = seats.filter((_, other) => other !== at);
      seats[at] = nearest([ideal, ...free].slice(isFree(ideal, size, around) ? 0 : 1), ideal, size, others, weight);
    });
    if (!touching(seats, size)) break;
  }
  const astray = seats.map((seat, at) => Math.hypot(seat.x - ideals[at]!.x, seat.y - ideals[at]!.y));
  return { seats, size, astray: Math.max(0, ...astray) };
}

/** The point in a direction on a square around the middle. */
function onSquare(angle: number, half: number): Seat {
  const [x, y] = [Math.sin(angle), -Math.cos(angle)];
  const scale = half / Math.max(Math.abs(x), Math.abs(y));
  return { x: x * scale, y: y * scale };
}

function nearest(free: readonly Seat[], ideal: Seat, size: number, others: readonly Seat[], weight = 0): Seat {
  let best = { seat: free[0] ?? ideal, cost: Infinity };
  for (const seat of free) {
    let cost = (seat.x - ideal.x) ** 2 + (seat.y - ideal.y) ** 2 + 0.3 * overlap(seat, MAN, FIGURE + size / 2);
    for (const other of others) cost += weight * overlap(seat, other, size + GAP);
    if (cost < best.cost - 1e-9) best = { seat, cost };
  }
  return best.seat;
}

const MAN: Seat = { x: 0, y: 0 };

/** Gap between two choices. */
const GAP = 0.02;

/** The common part of two squares whose middles lie less than `reach` apart where they touch. */
function overlap(one: Seat, other: Seat, reach: number): number {
  return Math.max(0, reach - Math.abs(one.x - other.x)) * Math.max(0, reach - Math.abs(one.y - other.y));
}

function touching(seats: readonly Seat[], size: number): boolean {
  return seats.some((one, at) => seats.slice(at + 1).some(other => overlap(one, other, size) > 1e-6));
}

/** The places that a choice of a size may have. */
function places(size: number, around: Around): Seat[] {
  const { room } = around;
  const [left, right] = [-0.5 - around.left - room.left, 0.5 + around.right + room.right];
  const [top, bottom] = [-0.5 - around.top - room.top, 0.5 + around.bottom + room.bottom];
  const columns = steps(Math.max(-FAR, left + size / 2), Math.min(FAR, right - size / 2));
  const rows = steps(Math.max(-FAR, top + size / 2), Math.min(FAR, bottom - size / 2));
  return rows.flatMap(y => columns.map(x => ({ x, y }))).filter(seat => isFree(seat, size, around));
}

/** Numbers from one to another, both among them, and the same on both sides of zero. */
function steps(from: number, to: number): number[] {
  const inside = Array.from({ length: 2 * Math.ceil(FAR / STEP) + 1 }, (_, at) => (at - Math.ceil(FAR / STEP)) * STEP);
  return [from, ...inside.filter(value => value > from && value < to), to];
}

/** Whether a choice here is on the board or in the room beside it, and over the middle of no square. */
function isFree({ x, y }: Seat, size: number, { left, right, top, bottom, room, middle }: Around): boolean {
  const half = size / 2 - 1e-9;
  if (x - half < -0.5 - left - room.left || x + half > 0.5 + right + room.right) return false;
  if (y - half < -0.5 - top - room.top || y + half > 0.5 + bottom + room.bottom) return false;
  const [column, row] = [Math.round(x), Math.round(y)];
  // Beside the board there are no squares.
  if (column < -left || column > right || row < -top || row > bottom) return true;
  return Math.abs(x - column) >= middle + half || Math.abs(y - row) >= middle + half;
}
