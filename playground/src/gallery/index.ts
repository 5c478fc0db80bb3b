// The gallery: all built-in games by family, with a drawing each; a view of the page.

import games, { type Entry } from 'catalogue';
import { element } from '../dom';
import { onFigures, showsCharacters } from '../figures';
import { told } from '../markdown';
import { capital } from '../prose';
import type { Page } from '../page';
import { boardStyle, onColours, picture, styled } from '../picture';
import { refine, writeRoute, type Filter, type Mount } from '../route';
import { words } from '../words';
import { TAGS } from './features';
import { find, type Found } from './find';
import { cardKeys } from './keys';

const ALL: Filter = { family: '', tags: [], find: '' };

/** At most so many tags stand on a card. */
const MAX_TAGS = 4;

/** Draws a game when its card comes into sight, in the colours of the board; and again when these change. */
function drawer(page: Page): (place: HTMLElement, name: string) => void {
  const names = new Map<Element, string>();
  const drawn = new Map<HTMLElement, { name: string; svg: string }>();
  let style = boardStyle();
  const show = (place: HTMLElement, svg: string) => place.replaceChildren(picture(styled(svg, style), ''));
  const draw = async (place: HTMLElement, name: string) => {
    try {
      const svg = await page.client.draw(name, {}, showsCharacters());
      drawn.set(place, { name, svg });
      show(place, svg);
    } catch (fault) {
      place.replaceChildren(told(fault));
    }
  };
  const observer = new IntersectionObserver(
    entries => {
      for (const { target, isIntersecting } of entries) {
        const name = names.get(target);
        if (!isIntersecting || name === undefined) continue;
        observer.unobserve(target);
        names.delete(target);
        void draw(target as HTMLElement, name);
      }
    },
    { rootMargin: '300px' },
  );
  onColours(() => {
    style = boardStyle();
    for (const [place, { svg }] of drawn) show(place, svg);
  });
  onFigures(() => {
    for (const [place, { name }] of drawn) void draw(place, name);
  });
  return (place, name) => {
    names.set(place, name);
    observer.observe(place);
  };
}

interface Card {
  item: HTMLElement;
  /** Shows what was found in the game. */
  mark: (found: Pick<Found, 'men' | 'features'>) => void;
}

/** A card: the title opens the game, wherever the card is clicked; a second link leads to its rules. */
function card({ name, title, about, features }: Entry, why = ''): Card & { drawing: HTMLElement } {
  const drawing = element('div', { class: 'drawing' });
  const tags = element('p', { class: 'tags' });
  const item = element(
    'li',
    { class: 'card', 'data-game': name },
    drawing,
    element(
      'div',
      { class: 'card-words' },
      element('h4', {}, element('a', { href: `#game=${name}`, translate: 'no' }, title)),
      element('p', { class: 'about', lang: why ? undefined : 'en' }, why || about),
      tags,
    ),
    element('a', { class: 'card-rules', href: writeRoute({ view: 'learn', game: name }), 'aria-label': words.gallery.rulesOf(title) }, words.gallery.rules),
  );
  const own = features.filter(feature => TAGS.includes(feature)).slice(0, MAX_TAGS);
  const mark: Card['mark'] = found => {
    const shown = [...own, ...found.features.filter(feature => !own.includes(feature))];
    tags.replaceChildren(
      ...found.men.map(man => element('mark', {}, words.men.man(man))),
      ...shown.map(feature => element(found.features.includes(feature) ? 'mark' : 'span', {}, words.gallery.features[feature].tag)),
    );
    tags.hidden = tags.childElementCount === 0;
  };
  mark({ men: [], features: [] });
  return { item, mark, drawing };
}

export const mountGallery: Mount = (place, page) => {
  const draws = drawer(page);
  const heading = element('h2', {}, words.gallery.games);
  const count = element('p', { role: 'status', class: 'quiet gallery-count' });
  const families = [...new Set(games.map(({ family }) => family))];
  let filter = ALL;
  const change = (part: Partial<Filter>) => refine(page, { ...filter, ...part });

  const search = element('input', {
    type: 'search',
    id: 'find-game',
    placeholder: words.gallery.findMore,
    'aria-label': words.gallery.find,
    autocomplete: 'off',
    oninput: () => change({ find: search.value }),
  });
  const family = element(
    'select',
    { id: 'game-family', 'aria-label': words.gallery.family, onchange: () => change({ family: family.value }) },
    element('option', { value: '' }, words.gallery.allFamilies),
    ...families.map(one => element('option', { value: one }, capital(words.gallery.familyOf(one)))),
  );
  const tags = TAGS.map(tag => {
    const number = games.filter(({ features }) => features.includes(tag)).length;
    const toggle = () => change({ tags: filter.tags.includes(tag) ? filter.tags.filter(one => one !== tag) : [...filter.tags, tag] });
    const button = element('button', { type: 'button', class: 'tag', onclick: toggle }, `${words.gallery.features[tag].tag} `, element('small', {}, String(number)));
    return { tag, button };
  });
  const clear = element('button', { type: 'button', class: 'plain', onclick: () => (change(ALL), search.focus()) }, words.gallery.showAll);

  const begin = element('ul', { class: 'cards begin' });
  for (const [name, why] of Object.entries(words.gallery.first)) {
    const game = games.find(one => one.name === name);
    if (!game) continue;
    const made = card(game, why);
    begin.append(made.item);
    draws(made.drawing, name);
  }
  const start = element('section', { 'aria-labelledby': 'begin-here' }, element('h3', { id: 'begin-here' }, words.gallery.begin), begin);

  const cards = new Map<string, Card>();
  const groups = families.map((name, index) => {
    const list = element('ul', { class: 'cards' });
    for (const game of games.filter(one => one.family === name)) {
      const made = card(game);
      cards.set(game.name, made);
      list.append(made.item);
      draws(made.drawing, game.name);
    }
    const id = `family-${index}`;
    return { name, list, section: element('section', { 'aria-labelledby': id }, element('h3', { id }, capital(words.gallery.familyOf(name))), list) };
  });
  // What is searched for stands in the order of the matches, and not by family.
  const matches = element('ul', { class: 'cards' });
  const results = element('section', { 'aria-labelledby': 'found-games' }, element('h3', { id: 'found-games' }, words.gallery.found), matches);
  place.classList.add('gallery');
  place.append(
    element('header', { class: 'gallery-head' }, heading, search, family, count),
    element('div', { class: 'gallery-tags', role: 'group', 'aria-label': words.gallery.tags }, ...tags.map(({ button }) => button)),
    start,
    results,
    ...groups.map(({ section }) => section),
    clear,
  );

  cardKeys(place, search);

  return route => {
    filter = route.view === 'games' ? route.filter : ALL;
    document.title = words.app.title(words.gallery.games);
    // The address has what was typed, and must not change it while more is being typed.
    if (search.value !== filter.find) search.value = filter.find;
    family.value = families.includes(filter.family) ? filter.family : '';
    for (const { tag, button } of tags) button.setAttribute('aria-pressed', String(filter.tags.includes(tag)));
    const found = find(games, filter);
    const byName = new Map(found.map(one => [one.game.name, one]));
    for (const [name, { item, mark }] of cards) {
      const one = byName.get(name);
      item.hidden = !one;
      if (one) mark(one);
    }
    const isSearched = filter.find.trim() !== '';
    results.hidden = !isSearched || found.length === 0;
    if (isSearched) matches.append(...found.map(({ game }) => cards.get(game.name)!.item));
    for (const { name, list, section } of groups) {
      section.hidden = isSearched || !found.some(({ game }) => game.family === name);
      if (!isSearched) list.append(...games.flatMap(game => (game.family === name ? cards.get(game.name)!.item : [])));
    }
    clear.hidden = filter.family === '' && filter.tags.length === 0 && filter.find.trim() === '';
    start.hidden = !clear.hidden;
    count.textContent = words.gallery.count(found.length);
    return heading;
  };
};
