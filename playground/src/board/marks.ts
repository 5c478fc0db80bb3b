// The drawing of a board without its men: squares, coordinates, lines, and marks on squares.

import type { MoveValue, MoveView } from 'weakfish';
import { bestValue, SIGNS } from '../values';
import { CELL, svg } from './figures';
import type { Pointer } from './props';
import { windAngle } from './ring';
import { type Layout, squareNumbers } from './squares';

/** The middle of a square in the drawing. */
export function middle(layout: Layout, square: string): { x: number; y: number } | null {
  const place = layout.placeOf(square);
  return place && { x: (place.column + 0.5) * CELL, y: (place.row + 0.5) * CELL };
}

/** The squares, or the points, with the lines between them. */
export function ground(layout: Layout): SVGGElement {
  const { style, holes } = layout.shape;
  const group = svg('g', { class: holes.length === 0 ? 'ground' : 'ground with-holes' });
  layout.reading().forEach((line, row) =>
    line.forEach((square, column) => {
      if (!square) return;
      const box = { x: column * CELL, y: row * CELL, width: CELL, height: CELL };
      group.append(svg('rect', { class: shadeOf(layout, square), ...box }));
    }),
  );
  if (style === 'points') group.append(svg('path', { class: 'line', d: grid(layout) }));
  if (style === 'plain') group.append(svg('path', { class: 'line', d: borders(layout) }));
  group.append(...blocks(layout), ...lines(layout));
  return group;
}

function shadeOf({ shape }: Layout, square: string): 'light' | 'dark' | 'plain' {
  if (shape.style !== 'checkered') return 'plain';
  const { file, rank } = squareNumbers(square)!;
  return (file + rank) % 2 === 0 ? 'dark' : 'light';
}

/** The lines through the points of a board, each from a point to the next. A river interrupts all files but the outer ones. */
function grid(layout: Layout): string {
  const { river } = layout.shape;
  const pieces: string[] = [];
  layout.reading().forEach((line, row) =>
    line.forEach((square, column) => {
      const at = square && middle(layout, square);
      if (!at) return;
      if (layout.squareAt({ column: column + 1, row })) pieces.push(`M${at.x} ${at.y}h${CELL}`);
      const below = layout.squareAt({ column, row: row + 1 });
      if (!below) return;
      const banks = [square, below].map(name => squareNumbers(name)!.rank);
      const outer = column === 0 || column === layout.columns - 1;
      if (river === null || outer || Math.max(...banks) !== river) pieces.push(`M${at.x} ${at.y}v${CELL}`);
    }),
  );
  return pieces.join('');
}

/** The borders of squares of one colour: each square has its left and upper one; those at the edge have the others, too. */
function borders(layout: Layout): string {
  return layout
    .reading()
    .flatMap((line, row) =>
      line.map((square, column) => {
        if (!square) return '';
        const [x, y] = [column * CELL, row * CELL];
        const right = layout.squareAt({ column: column + 1, row }) ? '' : `M${x + CELL} ${y}v${CELL}`;
        const lower = layout.squareAt({ column, row: row + 1 }) ? '' : `M${x} ${y + CELL}h${CELL}`;
        return `M${x} ${y + CELL}v${-CELL}h${CELL}${right}${lower}`;
      }),
    )
    .join('');
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

/**
 * The names of files and ranks, in corners of squares: a file in its lowest square, a rank in its leftmost one. Their size is a
 * part of the board, which a larger board therefore does not shrink.
 */
export function coordinates(layout: Layout): SVGGElement {
  const size = Math.max(8.5, 1.1 * layout.columns);
  const group = svg('g', { class: 'coordinates' });
  group.style.setProperty('--size', `${size}px`);
  const write = (square: string, name: string, x: number, y: number, line: 'file' | 'rank') => {
    const text = svg('text', { class: `${line} on-${shadeOf(layout, square)}`, x, y });
    text.textContent = name;
    group.append(text);
  };
  const rows = layout.reading();
  rows.forEach((line, row) => {
    const column = line.findIndex(square => square !== null);
    const square = line[column];
    if (square) write(square, square.slice(1), column * CELL + 3, row * CELL + 4, 'rank');
  });
  for (let column = 0; column < layout.columns; column++) {
    const row = rows.findLastIndex(line => line[column] !== null);
    const square = rows[row]?.[column];
    if (square) write(square, square.slice(0, 1), (column + 1) * CELL - 3, (row + 1) * CELL - 4, 'file');
  }
  return group;
}

/** The names of files and ranks beside the board, each at the middle of its squares. */
export function rulers(layout: Layout): SVGGElement {
  const group = svg('g', { class: 'coordinates rulers' });
  const write = (name: string, x: number, y: number, line: 'file' | 'rank') => {
    const text = svg('text', { class: line, x, y });
    text.textContent = name;
    group.append(text);
  };
  const rows = layout.reading();
  rows.forEach((line, row) => {
    const square = line.find(square => square !== null);
    if (square) write(square.slice(1), 0, (row + 0.5) * CELL, 'rank');
  });
  for (let column = 0; column < layout.columns; column++) {
    const square = rows.map(line => line[column]).find(square => square);
    if (square) write(square.slice(0, 1), (column + 0.5) * CELL, rows.length * CELL, 'file');
  }
  return group;
}

/** A line with a wider one below it, which stands out from squares of its own lightness. */
function cased(mark: SVGElement, name = ''): SVGElement[] {
  const casing = mark.cloneNode() as SVGElement;
  casing.setAttribute('class', `casing ${name}`.trim());
  return [casing, mark];
}

/** The area of a square; on a board of points, what can be seen around a man there. */
function area(layout: Layout, square: string, name: string, inset = 0): SVGElement[] {
  const at = middle(layout, square);
  if (!at) return [];
  const width = CELL - 2 * inset;
  const rx = layout.shape.style === 'points' ? 10 : 0;
  return [svg('rect', { class: name, x: at.x - width / 2, y: at.y - width / 2, width, height: width, rx })];
}

/** Angles in the two corners of a square that have no coordinate. */
function corners(layout: Layout, square: string, name: string): SVGElement[] {
  const at = middle(layout, square);
  if (!at) return [];
  const d = 'M23 -30.5H30.5V-23M-23 30.5H-30.5V23';
  return [svg('path', { class: name, d, transform: `translate(${at.x} ${at.y})` })];
}

/** The walls that were put in play. */
export function walls(layout: Layout, squares: readonly string[]): SVGElement[] {
  return squares.flatMap(square => {
    const at = middle(layout, square);
    if (!at) return [];
    return [svg('rect', { class: 'wall', x: at.x - CELL / 2, y: at.y - CELL / 2, width: CELL, height: CELL })];
  });
}

/**
 * The marks that lie under the men: the last move, the chosen man, checks. Each has a fill, and a line that is told from both
 * kinds of squares: angles where the last move ended, a ring where it began, a frame around the chosen man, a ring in the glow of a
 * check. `glow` is the name of the gradient.
 */
export function below(
  layout: Layout,
  last: { from?: string; to?: string; wall?: string } | null,
  checks: readonly string[],
  chosen: string | null,
  glow: string,
): SVGElement[] {
  const marks: SVGElement[] = [];
  if (last?.from && last.from !== last.to) {
    marks.push(...area(layout, last.from, 'last'));
    const at = middle(layout, last.from);
    if (at) marks.push(svg('circle', { class: 'left-ring', cx: at.x, cy: at.y, r: 4.5 }));
  }
  for (const square of [last?.to, last?.wall]) {
    if (square) marks.push(...area(layout, square, 'last'), ...corners(layout, square, 'last-corners'));
  }
  for (const square of checks) {
    const at = middle(layout, square);
    if (!at) continue;
    const place = { cx: at.x, cy: at.y };
    marks.push(svg('circle', { class: 'check-glow', ...place, r: 32, fill: `url(#${glow})` }));
    marks.push(svg('circle', { class: 'check', ...place, r: 29 }));
  }
  if (chosen) marks.push(...area(layout, chosen, 'chosen', 1.5));
  return marks;
}

/** The squares of a move in advance. */
export function premove(layout: Layout, move: { from: string; to: string } | null): SVGElement[] {
  return move ? [move.from, move.to].flatMap(square => area(layout, square, 'premove', 1.5)) : [];
}

/** The gradient of checks: red in the middle of the square, nothing at its edge. */
export function glow(id: string): SVGElement {
  const gradient = svg('radialGradient', { id });
  const stops = [0, 0.45, 1].map((offset, at) => svg('stop', { class: `glow-${at}`, offset }));
  gradient.append(...stops);
  return gradient;
}

/** The square over which a man is dragged. */
export function over(layout: Layout, square: string): SVGElement[] {
  return area(layout, square, 'over', 1.5);
}

/** All of a square but a disc in its middle; on a board of points, a wide ring. */
function outside(layout: Layout, square: string, name: string): SVGElement[] {
  const at = middle(layout, square);
  if (!at) return [];
  const [half, radius] = [CELL / 2, layout.shape.style === 'points' ? 27 : 35];
  const disc = (radius: number) => `M${-radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
  if (layout.shape.style === 'points') {
    return [svg('path', { class: name, d: disc(half) + disc(radius), 'fill-rule': 'evenodd', transform: `translate(${at.x} ${at.y})` })];
  }
  // Intersection of the disc with the edges of the square.
  const meets = Math.sqrt(radius * radius - half * half);
  const corner = ([x, y]: readonly [number, number]) =>
    `M${x * half} ${y * half}V${y * meets}A${radius} ${radius} 0 0 ${x * y > 0 ? 1 : 0} ${x * meets} ${y * half}Z`;
  const d = ([[1, 1], [-1, 1], [-1, -1], [1, -1]] as const).map(corner).join('');
  return [svg('path', { class: name, d, transform: `translate(${at.x} ${at.y})` })];
}

/** The squares that a man can go to: a dot, or filled corners where it captures, with the best value of a move there. */
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
    const mark = captures ? outside(layout, square, name) : [svg('circle', { class: name, cx: at.x, cy: at.y, r: value ? 12 : 7 })];
    if (!value) return mark;
    // In a corner of a square where a man stands, so that both can be seen.
    const offset = captures ? 22 : 0;
    const sign = svg('text', { class: `sign ${value}`, x: at.x + offset, y: at.y - offset });
    sign.textContent = SIGNS[value];
    const ground = svg('circle', { class: `verdict ${value}`, cx: at.x + offset, cy: at.y - offset, r: 9 });
    return captures ? [...mark, ground, sign] : [...mark, sign];
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
      const end = { x: tip.x - 17.5 * Math.sin(angle), y: tip.y + 17.5 * Math.cos(angle) };
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
