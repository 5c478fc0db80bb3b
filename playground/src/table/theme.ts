// The choice between light and dark, kept in the browser.

import { segmented } from '../buttons';
import type { Page } from '../page';
import { store as keep, stored } from '../preferences';
import type { Theme } from '../store';
import { words } from '../words';

const THEMES = (['auto', 'light', 'dark'] as const);

export function storedTheme(): Theme {
  const name = stored<string>('theme', 'auto');
  return THEMES.find(theme => theme === name) ?? 'auto';
}

export function themeChoice(page: Page): HTMLElement {
  const choice = segmented<Theme>('theme', words.settings.theme, THEMES.map(theme => [theme, words.settings.themes[theme]] as const), theme => page.store.set({ theme }));
  page.store.watch(['theme'], ({ theme }) => {
    document.documentElement.dataset['theme'] = theme;
    choice.set(theme);
    keep('theme', theme);
  });
  return choice.element;
}
