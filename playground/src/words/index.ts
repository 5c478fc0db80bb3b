// The words of the page, all in one table for each language. A language is chosen once, when the page is loaded: that of the settings,
// or the first one of the browser's that there is a table for. No library for translations gives more: TypeScript refuses a table
// that lacks a word.

import { stored } from '../preferences';
import { english, type Words } from './english';
import { german } from './german';
import { wrapped } from './pseudo';

/** Tables by the tags of their languages. */
const TABLES: Readonly<Record<string, Words>> = { en: english, de: german };

/** The languages of the page, each with its name in itself. */
export const LANGUAGES = [['en', 'English'], ['de', 'Deutsch']] as const;

/** The stored choice of the user: the tag of a language, or `auto` for the browser's. */
export const LANGUAGE = 'language';

function chosen(): string {
  // Where there is no page, such as in tests of single modules, nobody has chosen.
  if (typeof document === 'undefined') return 'en';
  const wanted = [stored<string>(LANGUAGE, 'auto'), ...navigator.languages].map(tag => tag.toLowerCase().split('-')[0]!);
  return wanted.find(tag => Object.hasOwn(TABLES, tag)) ?? 'en';
}

/** The tag of the language. */
export const language = chosen();

/** For tests, `?words=pseudo` wraps all words of the page. */
const isPseudo = typeof document !== 'undefined' && new URLSearchParams(location.search).get('words') === 'pseudo';

export const words: Words = isPseudo ? wrapped(english) : TABLES[language]!;

const SIDES = { ...words.sides };

/** Gives the sides the names that the open game has for them, wherever the page names them. */
export function nameSides(names: Readonly<typeof SIDES> | undefined): void {
  Object.assign(words.sides, names ? { white: words.sideName(names.white), black: words.sideName(names.black) } : SIDES);
}

/** Puts the words of the page, and its language, into its HTML: `data-words` names the text of an element, `data-label` its label. */
export function translate(root: HTMLElement): void {
  root.lang = language;
  const word = (name: string | undefined) => words.page[name as keyof Words['page']];
  for (const one of root.querySelectorAll<HTMLElement>('[data-words]')) one.textContent = word(one.dataset['words']);
  for (const one of root.querySelectorAll<HTMLElement>('[data-label]')) one.setAttribute('aria-label', word(one.dataset['label']));
}
