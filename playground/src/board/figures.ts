// Men as SVG: the library's drawing, arrows for facings, a badge for the capturing mode.
//
// Measures are those of the library's pictures: a square is 64 units wide, a drawing 100.

import type { Drawings, Placed } from 'weakfish';
import { windIndex } from './ring';

export const CELL = 64;
/** The width of a man's drawing. */
const WIDTH = 62;
/** How far a man that faces the upper edge is moved down, and one that faces the lower edge up, to make room for its arrow. */
const LOWERED = 4;
const RAISED = 2;
/** A badge is this far from the middle of the square, in both directions. */
const CORNER = 23;
/** The star of a promoted man, in the upper right corner. */
const STAR =
  'M22.5 -29.5L24.4 -25.1L29.2 -24.7L25.5 -21.5L26.6 -16.8L22.5 -19.3L18.4 -16.8L19.5 -21.5L15.8 -24.7L20.6 -25.1Z';
const NAMESPACE = 'http://www.w3.org/2000/svg';

/** What of a man is drawn. */
export type Figure = Pick<Placed, 'side' | 'symbol' | 'crown' | 'pointed' | 'facings' | 'mode' | 'promoted'>;

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
        'stroke-width': 3.6,
        'stroke-linejoin': 'round',
        'stroke-linecap': 'round',
      });
      const parsed = new DOMParser().parseFromString(`<svg xmlns="${NAMESPACE}">${content}</svg>`, 'image/svg+xml');
      symbol.append(...parsed.documentElement.childNodes);
      // A figure on a tile: the style sheet says its size, and tells the sides by round tiles. A pentagon has no rim.
      const [, second] = symbol.children;
      if (symbol.querySelector(':scope > g[transform]')) symbol.setAttribute('class', second?.tagName === 'g' ? 'tiled pentagon' : 'tiled round');
      definitions.append(symbol);
    }
    this.element.replaceChildren(definitions);
  }

  /** A man around the origin. `bold` makes its signs larger than on the board. */
  man(man: Figure, flipped: boolean, bold = false): SVGGElement {
    const winds = man.facings.map(facing => screenWind(facing.wind, flipped));
    const faces = (...some: number[]) => winds.some(wind => wind !== null && some.includes(wind));
    const [up, down] = [faces(15, 0, 1), faces(7, 8, 9)];
    const lowered = up === down ? 0 : up ? LOWERED : -RAISED;
    const box = { x: -WIDTH / 2, y: lowered - WIDTH / 2, width: WIDTH, height: WIDTH };
    const group = svg('g', { class: `man ${man.side}` });
    const id = this.ids.get(`${man.side} ${man.symbol}`) ?? this.ids.get(man.symbol);
    // A drawing that points at the enemy points upwards for the side below.
    const turned = man.pointed && (man.side === 'black') !== flipped;
    if (id !== undefined) group.append(svg('use', { href: `#${id}`, ...box, ...(turned ? { transform: 'rotate(180)' } : {}) }));
    if (man.crown) group.append(svg('path', { class: 'royal', d: 'M-28 29L-30 18L-25 22L-21 15L-17 22L-12 18L-14 29Z' }));
    if (man.promoted) group.append(svg('path', { class: 'promoted', d: STAR }));
    winds.forEach((wind, part) => group.append(...arrow(wind, part, bold)));
    if (man.mode === 'capturing') {
      // The first corner without another sign.
      const corners = [
        { x: CORNER, y: CORNER, taken: faces(5, 6, 7) },
        { x: -CORNER, y: CORNER, taken: man.crown || faces(9, 10, 11) },
        { x: CORNER, y: -CORNER, taken: man.promoted === true || faces(1, 2, 3) },
      ];
      const corner = corners.find(({ taken }) => !taken) ?? { x: -CORNER, y: -CORNER };
      group.append(badge(corner.x, corner.y, bold));
    }
    return group;
  }

  /** The drawing of a wall around the origin. */
  wall(name: string): SVGGElement {
    const group = svg('g', { class: 'blocker' });
    const id = this.ids.get(name);
    const box = { x: -WIDTH / 2, y: -WIDTH / 2, width: WIDTH, height: WIDTH };
    if (id !== undefined) group.append(svg('use', { href: `#${id}`, ...box }));
    return group;
  }

  /** A man in a picture of its own. */
  picture(man: Figure, flipped: boolean, bold = false): SVGSVGElement {
    const half = CELL / 2;
    const picture = svg('svg', {
      viewBox: `${-half} ${-half} ${CELL} ${CELL}`,
      'aria-hidden': 'true',
      class: 'man-picture',
    });
    picture.append(this.man(man, flipped, bold));
    return picture;
  }
}

/** The places of arrows along the edge of a square, clockwise from north, and the angles in which they point. */
const ARROWS: readonly (readonly [x: number, y: number, degrees: number])[] = [
  [0, -26, 0],
  [13, -26, 26.6],
  [25, -25, 45],
  [26, -13, 63.4],
  [26, 0, 90],
  [26, 13, 116.6],
  [25, 25, 135],
  [13, 26, 153.4],
  [0, 26, 180],
  [-13, 26, 206.6],
  [-25, 25, 225],
  [-26, 13, 243.4],
  [-26, 0, 270],
  [-26, -13, 296.6],
  [-25, -25, 315],
  [-13, -26, 333.4],
];

function screenWind(wind: string, flipped: boolean): number | null {
  const index = windIndex(wind);
  return index === null ? null : flipped ? (index + 8) % 16 : index;
}

/** The arrow of a part, within the edge of the square: the first has a full arrowhead, each after it open ones, farther in. */
function arrow(index: number | null, part: number, bold: boolean): SVGElement[] {
  if (index === null) return [];
  const [x, y, degrees] = ARROWS[index]!;
  const place = `translate(${x} ${y}) rotate(${degrees})`;
  const transform = bold ? `scale(0.92) ${place} scale(1.5)` : place;
  if (part === 0) return [svg('path', { class: 'facing', d: 'M0 -4L9 3H-9Z', transform })];
  const strokes = [0, 5, 10].slice(0, part).map(down => `M-9 ${down + 11}L0 ${down + 5}L9 ${down + 11}`);
  const d = strokes.join('');
  return [svg('path', { class: 'second', d, transform }), svg('path', { class: 'second-inside', d, transform })];
}

/** The badge of a man in capturing mode. Men in moving mode have none. */
function badge(x: number, y: number, bold: boolean): SVGGElement {
  const group = svg('g', { class: 'mode', transform: `translate(${x} ${y})${bold ? ' scale(1.25)' : ''}` });
  group.append(svg('circle', { class: 'badge', r: 7 }));
  group.append(svg('path', { class: 'badge-cross', d: 'M-2.5 -2.5L2.5 2.5M2.5 -2.5L-2.5 2.5' }));
  return group;
}
