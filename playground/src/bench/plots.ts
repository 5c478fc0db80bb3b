// Small plots as SVG.

const SVG = 'http://www.w3.org/2000/svg';

function shape(tag: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/** A picture of this size, with what it says in words. */
function picture(width: number, height: number, words: string, ...shapes: SVGElement[]): SVGElement {
  const made = shape('svg', { class: 'plot', preserveAspectRatio: 'none', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': words });
  made.append(...shapes);
  return made;
}

/** A bar that shares divide: White's wins, draws, Black's wins. */
export function shares(parts: readonly { share: number; kind: string }[], words: string): SVGElement {
  let x = 0;
  const shapes = parts.map(({ share, kind }) => {
    const made = shape('rect', { class: kind, x, y: 0, width: 100 * share, height: 6 });
    x += 100 * share;
    return made;
  });
  return picture(100, 6, words, ...shapes);
}

/** White's share in the course of a game, from the bottom up. `most` is the number of the last ply. */
export function course(points: readonly { ply: number; share: number }[], most: number, words: string): SVGElement {
  const at = ({ ply, share }: { ply: number; share: number }) => `${(100 * ply) / Math.max(1, most)},${40 * (1 - share)}`;
  const [first, last] = [points[0], points.at(-1)].map(point => (100 * (point?.ply ?? 0)) / Math.max(1, most));
  return picture(
    100, 40, words,
    shape('rect', { class: 'black', x: first ?? 0, y: 0, width: Math.max(0, (last ?? 0) - (first ?? 0)), height: 40 }),
    shape('polygon', { class: 'white', points: [`${first},40`, ...points.map(at), `${last},40`].join(' ') }),
    shape('line', { class: 'axis', x1: 0, x2: 100, y1: 20, y2: 20 }),
  );
}

/** A range with its quartiles and its mean. */
export function range([low, middle, high]: readonly [number, number, number], most: number, words: string): SVGElement {
  const at = (value: number) => (100 * value) / Math.max(1, most);
  return picture(
    100, 6, words,
    shape('line', { class: 'axis', x1: 0, x2: 100, y1: 3, y2: 3 }),
    shape('rect', { class: 'middle', x: at(low), y: 0, width: Math.max(0.5, at(high) - at(low)), height: 6 }),
    shape('line', { class: 'median', x1: at(middle), x2: at(middle), y1: 0, y2: 6 }),
  );
}

/** A share with the interval that it is likely to be in. */
export function interval(share: number, low: number, high: number, words: string): SVGElement {
  return picture(
    100, 6, words,
    shape('rect', { class: 'share', x: 0, y: 1, width: 100 * share, height: 4 }),
    shape('line', { class: 'likely', x1: 100 * low, x2: 100 * high, y1: 3, y2: 3 }),
  );
}
