// Icons: strokes of one width in a square of 24, so that they look like one set.

const NAMESPACE = 'http://www.w3.org/2000/svg';

const PATHS = {
  flip: 'M7 4v14m0 0-3-3m3 3 3-3M17 20V6m0 0-3 3m3-3 3 3',
  sound: 'M4 10v4h3l5 4V6L7 10ZM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11',
  mute: 'M4 10v4h3l5 4V6L7 10ZM16 10l4 4m0-4-4 4',
  share: 'M12 15V4m0 0L8 8m4-4 4 4M5 13v6h14v-6',
  settings: 'M4 7h9m4 0h3M4 17h3m4 0h9M15 5v4M9 15v4',
  analyse: 'M4 20h16M7 20v-6m5 6V5m5 15v-9',
  first: 'M7 6v12M18 6l-7 6 7 6',
  back: 'M15 6l-7 6 7 6',
  forward: 'M9 6l7 6-7 6',
  last: 'M17 6v12M6 6l7 6-7 6',
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  hint: 'M9 17h6m-5 4h4M12 3a6 6 0 0 0-3.5 10.9c.4.3.5.7.5 1.1v2h6v-2c0-.4.1-.8.5-1.1A6 6 0 0 0 12 3Z',
  text: 'M4 5h16M4 10h10M4 15h16M4 20h8',
  menu: 'M4 7h16M4 12h16M4 17h16',
  theme: 'M12 4a8 8 0 1 0 8 8 6 6 0 0 1-8-8Z',
  close: 'M6 6l12 12M18 6 6 18',
  resign: 'M6 21V4m0 0h11l-2 4 2 4H6',
  draw: 'M5 7l3-2v7M18 4 6 20M14.5 14.5a2.2 2.2 0 1 1 3.9 1.6L14.5 20h4.5',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5l11 7-11 7Z',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon. It is decoration: its button has a name of its own. */
export function icon(name: IconName): SVGSVGElement {
  const made = document.createElementNS(NAMESPACE, 'svg');
  made.setAttribute('viewBox', '0 0 24 24');
  made.setAttribute('class', 'icon');
  made.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(NAMESPACE, 'path');
  path.setAttribute('d', PATHS[name]);
  made.append(path);
  return made;
}
