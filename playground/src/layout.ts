// The frame of the page: the tabs of the panels, on a narrow screen the choice between definition and game, the theme.

import { byId, element } from './dom';
import type { Page, Part } from './page';
import type { Panel, Theme } from './store';

export interface PanelPart {
  name: Panel;
  title: string;
  part: Part;
}

/** Tabs over the panels; a panel is mounted lazily, when it is first shown. */
export function panels(place: HTMLElement, page: Page, parts: readonly PanelPart[]): void {
  const list = element('div', { role: 'tablist', class: 'tabs', 'aria-label': 'Panels' });
  const tabs = parts.map(({ name, title, part }) => {
    const panel = element('div', {
      role: 'tabpanel', id: `panel-${name}`, class: 'panel', 'aria-labelledby': `tab-${name}`, tabindex: 0, hidden: true,
    });
    const tab = element('button', {
      role: 'tab', id: `tab-${name}`, 'data-title': title, 'aria-controls': `panel-${name}`, type: 'button',
      onclick: () => page.store.set({ panel: name }),
    }, title);
    list.append(tab);
    return { name, part, tab, panel, filled: false };
  });
  list.addEventListener('keydown', event => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const at = tabs.findIndex(({ name }) => name === page.store.state.panel);
    const next = step === undefined ? undefined : tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    page.store.set({ panel: next.name });
    next.tab.focus();
    event.preventDefault();
  });
  place.append(list, ...tabs.map(({ panel }) => panel));
  page.store.watch(['panel'], ({ panel: shown }) => {
    for (const one of tabs) {
      const selected = one.name === shown;
      one.tab.setAttribute('aria-selected', String(selected));
      one.tab.tabIndex = selected ? 0 : -1;
      one.panel.hidden = !selected;
      if (selected && !one.filled) {
        one.filled = true;
        one.part(one.panel, page);
      }
    }
  });
}

/** Shows a panel wherever it stands: behind another one, instead of the definition, or below the board and out of sight. */
export function leadTo(panel: Panel, { store }: Page): void {
  store.set({ panel, side: 'game' });
  byId(`panel-${panel}`).scrollIntoView({ block: 'nearest' });
}

/** Two buttons, seen on narrow screens only, that show either the definition or the game. */
export function sides(place: HTMLElement, { store }: Page): void {
  const main = byId('main');
  const buttons = (['definition', 'game'] as const).map(side => {
    const title = side === 'definition' ? 'Definition' : 'Board';
    return { side, button: element('button', { type: 'button', onclick: () => store.set({ side }) }, title) };
  });
  place.append(...buttons.map(({ button }) => button));
  store.watch(['side'], ({ side }) => {
    main.dataset['side'] = side;
    for (const { side: own, button } of buttons) button.setAttribute('aria-pressed', String(own === side));
  });
  store.watch(['place'], ({ place }) => place && store.set({ side: 'definition' }));
}

const SIGNS: Record<Theme, string> = { auto: '◐', light: '○', dark: '●' };

/** Button that toggles between light and dark; follows the system again where the choice equals the system's. */
export function themeSwitch(page: Page): HTMLElement {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const ofSystem = () => (system.matches ? 'dark' : 'light');
  const next = () => {
    const { theme } = page.store.state;
    return (theme === 'auto' ? ofSystem() : theme) === 'dark' ? 'light' : 'dark';
  };
  const button = element('button', {
    type: 'button',
    class: 'theme',
    onclick: () => page.store.set({ theme: next() === ofSystem() ? 'auto' : next() }),
  });
  const show = () => {
    const { theme } = page.store.state;
    document.documentElement.dataset['theme'] = theme;
    const title = `Theme: ${theme === 'auto' ? 'as the system' : theme}. Change to ${next()}`;
    button.textContent = SIGNS[theme];
    button.setAttribute('aria-label', title);
    button.title = title;
  };
  page.store.watch(['theme'], show);
  system.addEventListener('change', show);
  return button;
}

/** A phone that lies on its side, as the style sheets have it. */
const LYING = '(max-height: 480px) and (min-aspect-ratio: 4/3) and (max-width: 1199px)';

/**
 * Resets scroll positions when the layout changes, since the new layout may not allow scrolling there. A phone in landscape
 * orientation has room for the board alone.
 */
export function followLayout(): void {
  for (const query of ['(max-width: 800px)', '(max-width: 1199px)', LYING]) {
    matchMedia(query).addEventListener('change', () => {
      for (const id of ['board', 'game', 'panels', 'definition', 'main']) byId(id).scrollTop = 0;
      if (matchMedia(LYING).matches) byId('board').scrollIntoView();
      else scrollTo(0, 0);
    });
  }
}
