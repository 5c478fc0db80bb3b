// The drawing of a board without its men: squares, coordinates, lines, and marks on squares.

import type { MoveValue, MoveView } from 'weakfish';
import { bestValue, SIGNS } from '../values';
import { CELL, svg } from './figures';
import type { Pointer } from './props';
import { windAngle, type Room } from './ring';
import { type Layout, squareNumbers } from './squares';

/** The room for coordinates to the left and below, and that on the other sides. */
const MARGIN = 22;
const BORDER = 3;

/** The sides of the drawing around the squares. */
export interface Margins {
  left: number;
  bottom: number;
  other: number;
}

export function marginsOf(coordinates: boolean): Margins {
  return coordinates ? { left: MARGIN, bottom: MARGIN, other: BORDER } : { left: BORDER, bottom: BORDER, other: BORDER };
}

/** The room beside the squares, in squares. */
export function roomOf(coordinates: boolean): Room {
  const { left, bottom, other } = marginsOf(coordinates);
  return { left: left / CELL, bottom: bottom / CELL, top: other / CELL, right: other / CELL };
}

/** The middle of a square in the drawing. */
export function middle(layout: Layout, square: string): { x: number; y: number } | null {
  const place = layout.placeOf(square);
  return place && { x: (place.column + 0.5) * CELL, y: (place.row + 0.5) * CELL };
}

/** The squares with the lines between them. */
export function ground(layout: Layout): SVGGElement {
  const group = svg('g', { class: 'ground' });
  const { columns, rows, shape } = layout;
  layout.reading().forEach((line, row) =>
    line.forEach((square, column) => {
      if (!square) return;
      const { file, rank } = squareNumbers(square)!;
      const shade = (file + rank) % 2 === 0 ? 'dark' : 'light';
      const box = { x: column * CELL, y: row * CELL, width: CELL, height: CELL };
      group.append(svg('rect', { class: shade, ...box }));
    }),
  );
  if (shape.holes.length === 0) {
    group.append(svg('rect', { class: 'edge', x: 0, y: 0, width: columns * CELL, height: rows * CELL }));
  }
  group.append(...blocks(layout), ...lines(layout));
  return group;
}

function blocks(layout: Layout): SVGElement[] {
  if (!layout.shape.blockLines) return [];
  const [files, ranks] = layout.shape.blockLines;
  const { columns, rows, flipped } = layout;
  // Lines are counted from the first file and the first rank.
  const across = files.map(at => (flipped ? columns - at : at) * CELL);
  const along = ranks.map(at => (flipped ? at : rows - at) * CELL);
  return [
    ...across.map(x => svg('path', { class: 'block', d: `M${x} 0V${rows * CELL}` })),
    ...along.map(y => svg('path', { class: 'block', d: `M0 ${y}H${columns * CELL}` })),
  ];
}

function lines(layout: Layout): SVGElement[] {
  return layout.shape.lines.map(line => {
    const points = line.map(square => middle(layout, square)).filter(point => point !== null);
    return svg('path', { class: 'line', d: `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}` });
  });
}

/** The names of files and ranks. */
export function coordinates(layout: Layout): SVGGElement {
  const group = svg('g', { class: 'coordinates' });
  const names = layout.coordinates();
  const write = (name: string, x: number, y: number) => {
    const text = svg('text', { x, y });
    text.textContent = name;
    group.append(text);
  };
  names.columns.forEach((name, column) => write(name, (column + 0.5) * CELL, layout.rows * CELL + 16));
  names.rows.forEach((name, row) => write(name, -12, (row + 0.5) * CELL + 5));
  return group;
}

/** A mark that is only a line, with a wider one below it: it stands out from squares of its own lightness. */
function cased(mark: SVGElement, name = ''): SVGElement[] {
  const casing = mark.cloneNode() as SVGElement;
  casing.setAttribute('class', `casing ${name}`.trim());
  return [casing, mark];
}

function frame(layout: Layout, square: string, name: string): SVGElement[] {
  const at = middle(layout, square);
  if (!at) return [];
  const width = CELL - 6;
  return cased(svg('rect', { class: name, x: at.x - width / 2, y: at.y - width / 2, width, height: width }));
}

/** The walls that were put in play. */
export function walls(layout: Layout, squares: readonly string[]): SVGElement[] {
  return squares.flatMap(square => {
    const at = middle(layout, square);
    if (!at) return [];
    return [svg('rect', { class: 'wall', x: at.x - CELL / 2, y: at.y - CELL / 2, width: CELL, height: CELL })];
  });
}

/** The marks that lie under the men: the last move, the chosen man, checks. */
export function below(
  layout: Layout,
  last: { from?: string; to?: string; wall?: string } | null,
  checks: readonly string[],
  chosen: string | null,
): SVGElement[] {
  const marks: SVGElement[] = [];
  if (last?.from && last.from !== last.to) marks.push(...frame(layout, last.from, 'left'));
  if (last?.to) marks.push(...frame(layout, last.to, 'last'));
  if (last?.wall) marks.push(...frame(layout, last.wall, 'left'));
  if (chosen) marks.push(...frame(layout, chosen, 'chosen'));
  for (const square of checks) {
    const at = middle(layout, square);
    if (at) marks.push(...cased(svg('circle', { class: 'check', cx: at.x, cy: at.y, r: 28 })));
  }
  return marks;
}

/** The square over which a man is dragged. */
export function over(layout: Layout, square: string): SVGElement[] {
  return frame(layout, square, 'over');
}

/** The squares that a man can go to: a dot, or a ring where it captures, with the best value of a move there. */
export function targets(
  layout: Layout,
  moves: readonly MoveView[],
  values: ReadonlyMap<string, MoveValue>,
): SVGElement[] {
  const captures = new Map<string, boolean>();
  for (const move of moves) {
    if (move.to) captures.set(move.to, (captures.get(move.to) ?? false) || move.captures.length > 0);
  }
  return [...captures].flatMap(([square, captures]) => {
    const at = middle(layout, square);
    if (!at) return [];
    const value = bestValue(square, moves, values)?.value;
    const name = `${captures ? 'captures' : 'moves'} ${value ?? ''}`.trim();
    const mark = svg('circle', { class: name, cx: at.x, cy: at.y, r: captures ? 28 : value ? 12 : 9 });
    const line = captures ? cased(mark, value) : [mark];
    if (!value) return line;
    // In a corner of a square where a man stands, so that both can be seen.
    const offset = captures ? 22 : 0;
    const sign = svg('text', { class: `sign ${value}`, x: at.x + offset, y: at.y - offset });
    sign.textContent = SIGNS[value];
    const ground = svg('circle', { class: `verdict ${value}`, cx: at.x + offset, cy: at.y - offset, r: 9 });
    return captures ? [...line, ground, sign] : [mark, sign];
  });
}

/** Arrows of moves that are pointed at; a turn is drawn as an arrow on its square. */
export function pointers(layout: Layout, moves: readonly Pointer[]): SVGElement[] {
  // The best one is drawn last, above the others.
  return [...moves]
    .sort((a, b) => b.rank - a.rank)
    .flatMap(move => {
      const [from, to] = [middle(layout, move.from), middle(layout, move.to)];
      if (!from || !to) return [];
      const name = `pointer rank-${Math.min(move.rank, 3)}`;
      if (move.from === move.to) {
        const turned = move.becomes?.facings.map(facing => windAngle(facing.wind)).find(angle => angle !== null);
        const circle = arrow(svg('circle', { class: name, cx: from.x, cy: from.y, r: 27 }), move.rank);
        if (turned === undefined) return circle;
        const angle = (turned ?? 0) + (layout.flipped ? Math.PI : 0);
        const tip = { x: from.x + 27 * Math.sin(angle), y: from.y - 27 * Math.cos(angle) };
        return [...circle, head(tip, angle, name)];
      }
      const angle = Math.atan2(to.x - from.x, from.y - to.y);
      const tip = { x: to.x - 10 * Math.sin(angle), y: to.y + 10 * Math.cos(angle) };
      const end = { x: tip.x - 16 * Math.sin(angle), y: tip.y + 16 * Math.cos(angle) };
      const shaft = svg('path', { class: name, d: `M${from.x} ${from.y}L${end.x} ${end.y}` });
      return [...arrow(shaft, move.rank), head(tip, angle, name)];
    });
}

/** The line of an arrow; only that of the best move stands out. */
function arrow(line: SVGElement, rank: number): SVGElement[] {
  return rank === 0 ? cased(line, 'arrow') : [line];
}

function head(tip: { x: number; y: number }, angle: number, name: string): SVGElement {
  const degrees = (angle * 180) / Math.PI;
  return svg('path', {
    class: `${name} head`,
    d: 'M0 0L10 18H-10Z',
    transform: `translate(${tip.x} ${tip.y}) rotate(${degrees})`,
  });
}
