// Search in the catalogue: by title, family, man and rule.

import type { Feature } from 'weakfish';
import type { Entry } from 'catalogue';
import type { Filter } from '../route';
import { FEATURES } from './features';

/** A game that was found, and what of it was meant besides its title and family. */
export interface Found {
  game: Entry;
  /** Names of men. */
  men: string[];
  features: Feature[];
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const begins = (text: string, word: string) => wordsOf(text).some(one => one.startsWith(word));

/** Whether some word of the text begins with the word, which may be a plural. */
const has = (text: string, word: string) => begins(text, word) || (word.length > 3 && wordsOf(text).includes(word.replace(/s$/, '')));

/** What the words mean in a game; `null` if one of them means nothing there. */
function meant(game: Entry, words: readonly string[]): Found | null {
  const found: Found = { game, men: [], features: [] };
  const { name, title, family, about } = game;
  for (const word of words) {
    const men = game.men.filter(man => has(man, word));
    const features = game.features.filter(feature => begins(`${FEATURES[feature].tag} ${FEATURES[feature].also}`, word));
    found.men.push(...men.filter(man => !found.men.includes(man)));
    found.features.push(...features.filter(feature => !found.features.includes(feature)));
    if (men.length + features.length === 0 && !has(`${name} ${title} ${family} ${about}`, word)) return null;
  }
  return found;
}

/** The games that pass a filter, in their order. */
export function find(games: readonly Entry[], { family, tags, find }: Filter): Found[] {
  const words = wordsOf(find);
  const passes = (game: Entry) =>
    (family === '' || game.family === family) && tags.every(tag => (game.features as string[]).includes(tag));
  return games.filter(passes).flatMap(game => meant(game, words) ?? []);
}
