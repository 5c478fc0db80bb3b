// One of the diagrams that a picture of the library has.

/** What is left free between diagrams, in units of the picture. */
const GAP = 24;

const CAPTION = /<text class="caption" x="([\d.]+)" y="([\d.]+)">Facing /g;
const HEAD = /viewBox="0 0 ([\d.]+) ([\d.]+)" width="[\d.]+" height="[\d.]+"/;

/**
 * The picture with the first diagram only, if all are of a man as it is turned; and how many more there are. It is read as
 * letters: an element made of it would have styles, which the page's security policy forbids.
 */
export function firstDiagram(svg: string): { first: string; more: number } {
  const places = [...svg.matchAll(CAPTION)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
  const all = svg.split('<g class="diagram">').length - 1;
  const [start] = places;
  const head = HEAD.exec(svg);
  if (!start || !head || places.length < 2 || places.length !== all) return { first: svg, more: 0 };
  // The next one to the right, and the next one below, begin where the first one ends.
  const width = Math.min(Number(head[1]), ...places.filter(({ x }) => x > start.x).map(({ x }) => x - GAP));
  const height = Math.min(Number(head[2]), ...places.filter(({ y }) => y > start.y).map(({ y }) => y - 2 * GAP));
  const first = svg.replace(HEAD, `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`);
  return { first, more: all - 1 };
}
