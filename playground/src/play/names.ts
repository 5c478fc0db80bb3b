// Names of the people who play, kept in the browser.

import { store as keep, stored } from '../preferences';
import { Store } from '../store';
import type { Side } from './game';

/** Maximum length of a name. */
export const MAX_NAME = 60;

export const names = new Store<Record<Side, string>>({ white: stored('name-white', ''), black: stored('name-black', '') });

export function setName(side: Side, name: string): void {
  const given = name.trim().slice(0, MAX_NAME);
  names.set({ [side]: given });
  keep(`name-${side}`, given);
}
