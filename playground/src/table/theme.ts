// The choice between light and dark.

import { segmented } from '../buttons';
import type { Page } from '../page';
import type { Theme } from '../store';

export function themeChoice(page: Page): HTMLElement {
  const choice = segmented<Theme>(
    'theme',
    'Theme',
    [['auto', 'System'], ['light', 'Light'], ['dark', 'Dark']],
    theme => page.store.set({ theme }),
  );
  page.store.watch(['theme'], ({ theme }) => {
    document.documentElement.dataset['theme'] = theme;
    choice.set(theme);
  });
  return choice.element;
}
