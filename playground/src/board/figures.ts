// Men as SVG: the library's drawing, arrows for facings, a badge for the mode.
//
// Measures are those of the library's pictures: a square is 64 units wide, a drawing 100.

import type { Drawings, Placed } from 'weakfish';
import { windIndex } from './ring';

export const CELL = 64;
const WIDE = 56;
const NARROW = 44;
const NAMESPACE = 'http://www.w3.org/2000/svg';

/** What of a man is drawn. */
export type Figure = Pick<Placed, 'side' | 'symbol' | 'crown' | 'facings' | 'mode' | 'promoted'>;

/** A new element of SVG. */
export function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Record<string, string | number> = {},
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** The drawings that men refer to, under names of their own so that several boards can share a page. */
export class Figures {
  private static count = 0;
  private readonly prefix = `figure-${Figures.count++}-`;
  private drawings: Readonly<Drawings> = {};
  private ids = new Map<string, string>();
  /** Hidden; it belongs into the document of the men that use it. */
  readonly element = svg('svg', { width: 0, height: 0, 'aria-hidden': 'true', class: 'figures' });

  /** Takes other drawings, each in a box 100 units wide. */
  update(drawings: Readonly<Drawings>): void {
    if (drawings === this.drawings) return;
    this.drawings = drawings;
    this.ids = new Map(Object.keys(drawings).map((name, index) => [name, this.prefix + String(index)]));
    const definitions = svg('defs');
    for (const [name, content] of Object.entries(drawings)) {
      const symbol = svg('symbol', {
        id: this.ids.get(name)!,
        viewBox: '0 0 100 100',
        'stroke-width': 4,
        'stroke-linejoin': 'round',
        'stroke-linecap': 'round',
      });
      const parsed = new DOMParser().parseFromString(`<svg xmlns="${NAMESPACE}">${content}</svg>`, 'image/svg+xml');
      symbol.append(...parsed.documentElement.childNodes);
      definitions.append(symbol);
    }
    this.element.replaceChildren(definitions);
  }

  /** A man around the origin. `roomy` leaves room for arrows and badges; `bold` makes arrows larger than on the board. */
  man(man: Figure, flipped: boolean, roomy: boolean, bold = false): SVGGElement {
    const width = roomy ? NARROW : WIDE;
    const box = { x: -width / 2, y: -width / 2, width, height: width };
    const group = svg('g', { class: `man ${man.side}` });
    const id = this.ids.get(man.symbol);
    if (id !== undefined) group.append(svg('use', { href: `#${id}`, ...box }));
    if (man.crown) group.append(svg('path', { class: 'royal', d: 'M-27 26L-29 14L-23 19L-19 11L-15 19L-9 14L-11 26Z' }));
    if (man.promoted) group.append(svg('path', { class: 'promoted', d: 'M13 -17L20 -29L27 -17Z' }));
    man.facings.forEach((facing, part) => group.append(...arrow(facing.wind, part, flipped, bold)));
    if (man.mode) {
      const right = man.facings.some(facing => pointsRight(facing.wind, flipped));
      group.append(badge(man.mode, right ? -20 : 20, 19));
    }
    return group;
  }

  /** A man in a picture of its own. */
  picture(man: Figure, flipped: boolean, roomy: boolean, bold = false): SVGSVGElement {
    const half = CELL / 2;
    const picture = svg('svg', {
      viewBox: `${-half} ${-half} ${CELL} ${CELL}`,
      'aria-hidden': 'true',
      class: 'man-picture',
    });
    picture.append(this.man(man, flipped, roomy, bold));
    return picture;
  }
}

/** The places of arrows along the edge of a square, clockwise from north, and the angles in which they point. */
const ARROWS: readonly (readonly [x: number, y: number, degrees: number])[] = [
  [0, -26, 0],
  [13, -26, 26.6],
  [24, -24, 45],
  [26, -13, 63.4],
  [26, 0, 90],
  [26, 13, 116.6],
  [24, 24, 135],
  [13, 26, 153.4],
  [0, 26, 180],
  [-13, 26, 206.6],
  [-24, 24, 225],
  [-26, 13, 243.4],
  [-26, 0, 270],
  [-26, -13, 296.6],
  [-24, -24, 315],
  [-13, -26, 333.4],
];

function screenWind(wind: string, flipped: boolean): number | null {
  const index = windIndex(wind);
  return index === null ? null : flipped ? (index + 8) % 16 : index;
}

/** The first part has a full arrowhead, each after it open strokes. */
function arrow(wind: string, part: number, flipped: boolean, bold: boolean): SVGElement[] {
  const index = screenWind(wind, flipped);
  if (index === null) return [];
  const [x, y, degrees] = ARROWS[index]!;
  const place = `translate(${x} ${y}) rotate(${degrees})`;
  const transform = bold ? `scale(0.9) ${place} scale(1.7)` : place;
  if (part === 0) return [svg('path', { class: 'facing', d: 'M0 -8L6.5 7L0 3.5L-6.5 7Z', transform })];
  const strokes = [0, 3, 6].slice(0, part).map(down => `M-8 ${down}L0 ${down - 7}L8 ${down}`);
  const d = strokes.join('');
  return [svg('path', { class: 'second', d, transform }), svg('path', { class: 'second-inside', d, transform })];
}

function pointsRight(wind: string, flipped: boolean): boolean {
  const index = screenWind(wind, flipped);
  return index !== null && index >= 4 && index < 8;
}

function badge(mode: 'moving' | 'capturing', x: number, y: number): SVGGElement {
  const group = svg('g', { class: 'mode', transform: `translate(${x} ${y})` });
  group.append(svg('circle', { class: 'badge', r: 8.5 }));
  group.append(
    mode === 'moving'
      ? svg('circle', { class: 'badge-dot', r: 3.5 })
      : svg('path', { class: 'badge-cross', d: 'M-3 -3L3 3M3 -3L-3 3' }),
  );
  return group;
}
