// Search in the catalogue: by title, family, man and rule.

import type { Feature } from 'weakfish';
import type { Entry } from 'catalogue';
import type { Filter } from '../route';
import { words } from '../words';

/** How a word was meant, from what is most likely looked for to what is least. */
enum Rank {
  Title,
  Man,
  Rule,
  Other,
}

/** A game that was found, and what of it was meant besides its title and family. */
export interface Found {
  game: Entry;
  /** The least likely meaning of a word. */
  rank: Rank;
  /** Names of men. */
  men: string[];
  features: Feature[];
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const begins = (text: string, word: string) => wordsOf(text).some(one => one.startsWith(word));

/** Whether some word of the text begins with the word, which may be a plural. */
const has = (text: string, word: string) => begins(text, word) || (word.length > 3 && wordsOf(text).includes(word.replace(/s$/, '')));

/** What a feature is called. */
function namesOf(feature: Feature): string {
  const { tag, also } = words.gallery.features[feature];
  return `${tag} ${also}`;
}

/** What the words mean in a game; `null` if one of them means nothing there. */
function meant(game: Entry, asked: readonly string[]): Found | null {
  const found: Found = { game, rank: Rank.Title, men: [], features: [] };
  const { name, title, family, about } = game;
  for (const word of asked) {
    const men = game.men.filter(man => has(`${man} ${words.men.man(man)}`, word));
    const features = game.features.filter(feature => begins(namesOf(feature), word));
    found.men.push(...men.filter(man => !found.men.includes(man)));
    found.features.push(...features.filter(feature => !found.features.includes(feature)));
    const isTitle = has(`${name} ${title}`, word);
    if (!isTitle && men.length + features.length === 0 && !has(`${family} ${about}`, word)) return null;
    const rank = isTitle ? Rank.Title : men.length > 0 ? Rank.Man : features.length > 0 ? Rank.Rule : Rank.Other;
    found.rank = Math.max(found.rank, rank);
  }
  return found;
}

/** The games that pass a filter: first those whose title has the words, then those with such men, then those with such rules. */
export function find(games: readonly Entry[], { family, tags, find }: Filter): Found[] {
  const asked = wordsOf(find);
  const passes = (game: Entry) =>
    (family === '' || game.family === family) && tags.every(tag => (game.features as string[]).includes(tag));
  const found = games.filter(passes).flatMap(game => meant(game, asked) ?? []);
  const isWhole = ({ game }: Found) => wordsOf(game.title).join(' ') === asked.join(' ');
  return found.sort((one, other) => one.rank - other.rank || Number(isWhole(other)) - Number(isWhole(one)));
}
