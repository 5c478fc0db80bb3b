// The frame of the page: the text beside the board, and the tabs of the panels.

import { iconButton } from './buttons';
import { byId, element } from './dom';
import type { Page, Part } from './page';
import { store as keep, stored } from './preferences';
import type { Panel } from './store';
import { words } from './words';

export interface PanelPart {
  name: Panel;
  part: Part;
}

/** Tabs over the panels; a panel is mounted lazily, when it is first shown. */
export function panels(place: HTMLElement, page: Page, parts: readonly PanelPart[]): void {
  const list = element('div', { role: 'tablist', class: 'tabs', 'aria-label': words.app.panels });
  const tabs = parts.map(({ name, part }) => {
    const panel = element('div', {
      role: 'tabpanel', id: `panel-${name}`, class: 'panel', 'data-boardless': words.app.boardless, 'aria-labelledby': `tab-${name}`, tabindex: 0, hidden: true,
    });
    const tab = element('button', {
      role: 'tab', id: `tab-${name}`, 'data-title': words.app.panel[name], 'aria-controls': `panel-${name}`, type: 'button',
      onclick: () => page.store.set({ panel: name }),
    }, words.app.panel[name]);
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

/** Wide enough for text, board and panel side by side, as the style sheets have it. */
const WIDE = matchMedia('(min-width: 1200px)');

/** The button that shows and hides the text. Where there is no room for both, the text takes the place of what is beside it. */
export function textSwitch({ store }: Page): HTMLElement {
  const isShown = () => (WIDE.matches ? store.state.textShown : store.state.side === 'definition');
  const button = iconButton('text', words.app.text, () => {
    if (WIDE.matches) store.set({ textShown: !store.state.textShown });
    else store.set({ side: store.state.side === 'game' ? 'definition' : 'game' });
  });
  button.classList.add('text-switch');
  button.title = words.app.textMore;
  button.append(element('span', {}, words.app.text));
  const show = () => {
    byId('main').dataset['side'] = store.state.side;
    document.body.classList.toggle('textless', !store.state.textShown);
    button.setAttribute('aria-pressed', String(isShown()));
  };
  store.watch(['side', 'textShown'], show);
  WIDE.addEventListener('change', show);
  store.watch(['textShown'], ({ textShown }) => keep('text-shown', textShown));
  store.watch(['place'], ({ place }) => place && store.set({ side: 'definition', textShown: true }));
  return button;
}

/** Widths of the text in pixels. */
const MIN_TEXT = 320;
const MIN_REST = 560;
/** The step of an arrow key on the divider, in pixels. */
const STEP = 24;

/** The divider between text and board, dragged by the pointer or moved by arrow keys. */
export function divider(definition: HTMLElement): HTMLElement {
  const bar = element('div', {
    class: 'divider', role: 'separator', tabindex: 0, 'aria-orientation': 'vertical', 'aria-label': words.app.textWidth,
    'aria-valuemin': MIN_TEXT, title: words.app.textWidthMore,
  });
  const set = (width: number) => {
    const most = Math.max(MIN_TEXT, innerWidth - MIN_REST);
    const wanted = Math.round(Math.min(most, Math.max(MIN_TEXT, width)));
    document.documentElement.style.setProperty('--width-text', `${wanted}px`);
    bar.setAttribute('aria-valuemax', String(most));
    bar.setAttribute('aria-valuenow', String(wanted));
    keep('text-width', wanted);
  };
  const reset = () => {
    document.documentElement.style.removeProperty('--width-text');
    keep('text-width', 0);
    bar.setAttribute('aria-valuenow', String(Math.round(definition.offsetWidth)));
  };
  const width = stored('text-width', 0);
  if (width > 0) set(width);
  else bar.setAttribute('aria-valuenow', String(MIN_TEXT));
  bar.addEventListener('pointerdown', event => {
    bar.setPointerCapture(event.pointerId);
    event.preventDefault();
    bar.focus();
  });
  bar.addEventListener('pointermove', event => {
    if (bar.hasPointerCapture(event.pointerId)) set(event.clientX - definition.getBoundingClientRect().left);
  });
  bar.addEventListener('dblclick', reset);
  bar.addEventListener('keydown', event => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (step === undefined) return;
    set(definition.offsetWidth + step);
    event.preventDefault();
    event.stopPropagation();
  });
  return bar;
}

/** Brings the board back into view, where it stands above the panels. */
export function showBoard(): void {
  scrollTo(0, 0);
}

/** Resets scroll positions when the layout changes, since the new layout may not allow scrolling there. */
export function followLayout(): void {
  for (const query of ['(max-width: 800px)', '(max-width: 1199px)', '(max-height: 480px)']) {
    matchMedia(query).addEventListener('change', () => {
      for (const id of ['board', 'game', 'panels', 'definition', 'main']) byId(id).scrollTop = 0;
      scrollTo(0, 0);
    });
  }
}
