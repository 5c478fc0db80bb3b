// The sheet of the game: its men, its rules in words, its setups, as the library writes it.

import { element } from '../dom';
import type { Part } from '../page';
import style from './sheet.css';

/**
 * The parts of a sheet that is a whole page. Its own styles become those of a shadow root, since the page's security policy
 * allows no `style` elements; scripts and addresses it has none, and what else could run is taken out.
 */
function parts(html: string): { sheets: CSSStyleSheet[]; content: DocumentFragment } {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const sheets = [...parsed.querySelectorAll('style')].map(({ textContent }) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync((textContent ?? '').replaceAll(':root', ':host').replace(/(^|[\s}])body(?=\s*\{)/g, '$1.body'));
    return sheet;
  });
  for (const one of parsed.querySelectorAll('script, style, link, meta, iframe, object, embed')) one.remove();
  for (const one of parsed.querySelectorAll('*')) {
    for (const { name } of [...one.attributes]) if (name.startsWith('on') || name === 'style') one.removeAttribute(name);
  }
  const content = document.createDocumentFragment();
  content.append(...parsed.body.childNodes);
  return { sheets, content };
}

export const mountLearn: Part = (place, page) => {
  const host = element('div', { class: 'sheet' });
  const root = host.attachShadow({ mode: 'open' });
  const own = new CSSStyleSheet();
  own.replaceSync(style);
  const body = element('div', { class: 'body' });
  root.append(body);
  // Places in the sheet are in the shadow root, where an address would not find them.
  root.addEventListener('click', event => {
    const link = (event.target as Element).closest('a');
    const href = link?.getAttribute('href') ?? '';
    if (!href.startsWith('#')) return;
    event.preventDefault();
    root.getElementById(href.slice(1))?.scrollIntoView();
  });
  place.append(host);

  let shown: string | undefined;
  const show = () => {
    const { good, panel } = page.store.state;
    // What is not seen is not laid out.
    if (!good || panel !== 'learn' || good.sheet.html === shown) return;
    shown = good.sheet.html;
    const { sheets, content } = parts(shown);
    root.adoptedStyleSheets = [...sheets, own];
    body.replaceChildren(content);
  };
  page.store.watch(['good', 'panel'], show);
};
