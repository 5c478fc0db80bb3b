// Pictures that the library draws, as images: the content of an image can't run, and its styles stay inside.

import { element } from './dom';

export function picture(svg: string, alt: string): HTMLImageElement {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  const image = element('img', { src: url, alt, decoding: 'async' });
  const done = () => URL.revokeObjectURL(url);
  image.addEventListener('load', done);
  image.addEventListener('error', done);
  return image;
}

/** Properties of the page for parts of a drawn board. */
const COLOURS: readonly (readonly [parts: string, property: 'fill' | 'stroke', name: string])[] = [
  ['.light', 'fill', '--square-light'],
  [':is(.dark, .tray)', 'fill', '--square-dark'],
  [':is(.edge, .block, .grid)', 'stroke', '--square-line'],
  ['.plain', 'fill', '--square-plain'],
  ['.on-light', 'fill', '--coordinate-light'],
  ['.on-dark', 'fill', '--coordinate-dark'],
  ['.on-plain', 'fill', '--coordinate-plain'],
  ['.on-page', 'fill', '--quiet'],
];

/** Style of pictures in the colours that the board on the page has now. The content of an image does not see them. */
export function boardStyle(): string {
  const probe = element('span', { hidden: true });
  document.body.append(probe);
  const rules = COLOURS.map(([parts, property, name]) => {
    probe.style.setProperty('color', `var(${name})`);
    return `.weakfish ${parts} { ${property}: ${getComputedStyle(probe).color}; }`;
  });
  probe.remove();
  return rules.join('\n');
}

/** Adds a style to a drawing. */
export function styled(svg: string, style: string): string {
  const end = svg.lastIndexOf('</svg>');
  return `${svg.slice(0, end)}<style>${style}</style>${svg.slice(end)}`;
}

/** Calls the listener when the page has other colours: another theme or another board. */
export function onColours(listener: () => void): void {
  new MutationObserver(listener).observe(document.documentElement, { attributeFilter: ['data-theme', 'data-board'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', listener);
}
