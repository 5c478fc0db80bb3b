// The drawings of a game's men that the user wants to see: figures, or characters where men have some. Kept in the browser.

import type { Drawings, Sheet } from 'weakfish';
import { segmented } from './buttons';
import { store as keep, stored } from './preferences';
import { Store } from './store';
import { words } from './words';

const NAME = 'characters';

const wish = new Store<{ characters: boolean }>({ characters: stored<boolean>(NAME, false) });

const known = new WeakMap<Sheet, { drawings: Drawings; characters: Drawings }>();

/** The drawings to show; the same object for the same sheet and wish. */
export function drawingsOf(sheet: Sheet): Drawings {
  let both = known.get(sheet);
  if (!both) known.set(sheet, (both = { drawings: sheet.drawings, characters: { ...sheet.drawings, ...sheet.characters } }));
  return wish.state.characters ? both.characters : both.drawings;
}

/** Whether men are drawn as their characters, where they have some. */
export const showsCharacters = (): boolean => wish.state.characters;

/** Calls the listener when others are wanted. */
export function onFigures(listener: () => void): void {
  wish.watch(['characters'], listener);
}

/** A labelled control to choose between figures and characters. */
export function figureChoice(): HTMLElement {
  const { figures, figureKinds } = words.settings;
  const choice = segmented('figures', figures, Object.entries(figureKinds) as ['symbols' | 'characters', string][], value => {
    keep(NAME, value === 'characters');
    wish.set({ characters: value === 'characters' });
  });
  choice.set(wish.state.characters ? 'characters' : 'symbols');
  return choice.element;
}
