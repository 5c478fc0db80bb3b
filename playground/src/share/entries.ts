// Session storage: works by entry of the browser's history. They survive a reload of the page.

import { asWork, type Work } from './work';

const WORK = 'weakfish-playground-entry-';
const ORDER = 'weakfish-playground-entries';

/** Maximum number of stored works, and maximum length of each in characters. */
const MOST = 20;
const MAX_LENGTH = 100_000;

/** Ids of the entries with stored works, the one that was left last at the end. */
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
      // An older state must not pass for the current one.
      sessionStorage.removeItem(WORK + id);
      const json = JSON.stringify(work);
      if (json.length <= MAX_LENGTH) sessionStorage.setItem(WORK + id, json);
    } catch {
      // The storage may be forbidden or full. Until the page is loaded again, it knows the works without it.
    }
  }
}
