// Addresses of the page: which view it shows. A view takes the place of the editor and the board, which go on behind it. Links that
// open a game (`share/link.ts`) lead to the board.

import { byId, element } from './dom';
import type { Page } from './page';

/** Filters of the gallery, as the address has them. */
export interface Filter {
  family: string;
  tags: readonly string[];
  find: string;
}

export type Route =
  /** The editor and the board. */
  | { view: 'work' }
  | { view: 'games'; filter: Filter }
  /** The sheet of a built-in game; of the open work if the name is empty. */
  | { view: 'learn'; game: string };

type View = Exclude<Route['view'], 'work'>;

const WORK: Route = { view: 'work' };

/** Maximum length of a name or a filter in an address. */
const MAX_WORD = 100;

/** Reads the fragment of an address. Everything that names no view leads to the board. */
export function parseRoute(fragment: string): Route {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const word = (name: string) => (fields.get(name) ?? '').slice(0, MAX_WORD);
  const [first] = fields.keys();
  if (first === 'games') return { view: 'games', filter: { family: word('family'), tags: fields.getAll('tag'), find: word('find') } };
  if (first === 'learn') return { view: 'learn', game: word('learn') };
  return WORK;
}

/** Returns the fragment of an address, empty for the board. */
export function writeRoute(route: Route): string {
  if (route.view === 'work') return '';
  if (route.view === 'learn') return route.game ? `#learn=${encodeURIComponent(route.game)}` : '#learn';
  const { family, tags, find } = route.filter;
  const fields = [['family', family], ...tags.map(tag => ['tag', tag]), ['find', find]];
  const given = fields.filter(([, value]) => value !== '');
  return `#${['games', ...given.map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`)].join('&')}`;
}

/** Replaces the filters in the address: the way back leads to what was shown before the gallery. */
export function refine(page: Page, filter: Filter): void {
  const route: Route = { view: 'games', filter };
  try {
    history.replaceState(history.state, '', writeRoute(route));
  } catch {
    // A page on the disk may not change its address.
  }
  page.store.set({ route });
}

/**
 * Fills the place of a view, when it is first shown. The function returned shows a route in it and gives the heading, which takes
 * the focus. A view sets the title of the window while it is shown.
 */
export type Mount = (place: HTMLElement, page: Page) => (route: Route) => HTMLElement;

/** Follows the address: shows its view, with the focus on its heading, or the board again. */
export function followRoute(page: Page, views: Record<View, Mount>): void {
  const { store } = page;
  const places = new Map<View, { place: HTMLElement; show: (route: Route) => HTMLElement }>();
  const placeOf = (view: View) => {
    const known = places.get(view);
    if (known) return known;
    const place = element('main', { class: 'view', id: `view-${view}`, hidden: true });
    byId('main').after(place);
    const made = { place, show: views[view](place, page) };
    places.set(view, made);
    return made;
  };
  const follow = () => {
    const route = parseRoute(location.hash);
    if (writeRoute(route) !== writeRoute(store.state.route)) store.set({ route });
  };
  addEventListener('popstate', follow);
  addEventListener('hashchange', follow);
  // Opening a work adds a history entry, for which browsers send no event.
  store.watch(['opened'], follow);
  store.watch(['route'], ({ route }, before) => {
    const { view } = route;
    for (const [name, { place }] of places) place.hidden = name !== view;
    if (view === 'work') delete document.body.dataset['view'];
    else document.body.dataset['view'] = view;
    if (view === 'work') {
      if (before.route.view !== 'work') byId('game').focus({ preventScroll: true });
      return;
    }
    const { place, show } = placeOf(view);
    place.hidden = false;
    const heading = show(route);
    if (route !== before.route && view === before.route.view && view === 'games') return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
}
