// All built-in games with a drawing each.

import { dialog, reason } from '../dialog';
import { element } from '../dom';
import type { Page } from '../page';
import { picture } from '../picture';

/** Draws a game when its card comes into sight. */
function drawer(page: Page, root: HTMLElement): (card: HTMLElement, name: string) => void {
  const names = new Map<Element, string>();
  const observer = new IntersectionObserver(
    entries => {
      for (const { target, isIntersecting } of entries) {
        const name = names.get(target);
        if (!isIntersecting || name === undefined) continue;
        observer.unobserve(target);
        void draw(page, target as HTMLElement, name);
      }
    },
    { root, rootMargin: '200px' },
  );
  return (card, name) => {
    names.set(card, name);
    observer.observe(card);
  };
}

async function draw(page: Page, place: HTMLElement, name: string): Promise<void> {
  try {
    place.replaceChildren(picture(await page.client.draw(name, {}), ''));
  } catch (fault) {
    place.textContent = reason(fault);
  }
}

export function galleryDialog(page: Page): void {
  const find = element('input', { type: 'search', id: 'find-game', placeholder: 'title or family' });
  const cards = element('ul', { class: 'gallery' });
  const count = element('p', { role: 'status', class: 'quiet' });
  const window = dialog(
    'Games',
    element('h3', {}, 'Open a game, and change it as you like'),
    element('p', { class: 'bar' }, element('label', { for: 'find-game' }, 'Find:'), find, count),
    cards,
  );
  window.classList.add('wide');
  const draws = drawer(page, window);

  void (async () => {
    const games = await page.client.games();
    const shown = games.map(({ name, title, family, text }) => {
      const drawing = element('div', { class: 'drawing' });
      const card = element(
        'button',
        { type: 'button', class: 'card', onclick: () => (page.session.open({ name, text }), window.close()) },
        drawing,
        element('span', {}, title),
      );
      const item = element('li', {}, card);
      cards.append(item);
      draws(drawing, name);
      return { item, words: `${name} ${title} ${family ?? ''}`.toLowerCase() };
    });
    const filter = () => {
      const words = find.value.toLowerCase().split(/\s+/);
      for (const one of shown) one.item.hidden = !words.every(word => one.words.includes(word));
      const { length } = shown.filter(({ item }) => !item.hidden);
      count.textContent = `${length} of ${shown.length} games`;
    };
    find.addEventListener('input', filter);
    filter();
  })();
}
