// How works were left, by their entries in the browser's history. The tab keeps them, and has them when the page is loaded again.

import { asWork, type Work } from './work';

const WORK = 'weakfish-playground-entry-';
const ORDER = 'weakfish-playground-entries';

/** The tab keeps so many works, and none that takes more letters than this: it has little room. */
const MOST = 20;
const MAX_LENGTH = 100_000;

/** The entries of which the tab keeps works, the one that was left last at the end. */
function order(): string[] {
  const ids: unknown = JSON.parse(sessionStorage.getItem(ORDER) ?? '[]');
  return Array.isArray(ids) ? ids.map(String) : [];
}

export class Entries {
  readonly #works = new Map<string, Work>();

  get(id: string): Work | null {
    const work = this.#works.get(id);
    if (work) return work;
    try {
      return asWork(JSON.parse(sessionStorage.getItem(WORK + id) ?? 'null'));
    } catch {
      return null;
    }
  }

  set(id: string, work: Work): void {
    this.#works.set(id, work);
    try {
      const ids = [...order().filter(one => one !== id), id];
      for (const old of ids.splice(0, Math.max(0, ids.length - MOST))) sessionStorage.removeItem(WORK + old);
      sessionStorage.setItem(ORDER, JSON.stringify(ids));
      // What was kept before must not be taken for how it was left now.
      sessionStorage.removeItem(WORK + id);
      const json = JSON.stringify(work);
      if (json.length <= MAX_LENGTH) sessionStorage.setItem(WORK + id, json);
    } catch {
      // The storage may be forbidden or full. Until the page is loaded again, it knows the works without it.
    }
  }
}
