// The browser's history: another game is another entry, so that Back leads to the one before and not away from the page.

import { reason } from '../dialog';
import type { Page } from '../page';
import { parseRoute } from '../route';
import { words } from '../words';
import { Entries } from './entries';
import { linked } from './link';
import { asWork, openWork, workOf, type Work } from './work';

interface Entry {
  id: string;
  work?: Work;
}

const entry = () => history.state as Entry | null;

export class Past {
  /** The entry that is shown. */
  id = entry()?.id ?? newId();
  readonly #works = new Entries();
  /** Whether the opened work belongs to the entry that the browser has gone to. */
  #arriving = true;

  constructor(private readonly page: Page) {
    page.store.watch(['opened'], (_, before) => {
      if (before.opened > 0 && !this.#arriving) {
        const work = workOf(page, before);
        this.#works.set(this.id, work);
        // The state of an entry survives even its tab, where browsers restore tabs.
        this.#write({ id: this.id, work });
        const id = newId();
        if (this.#write({ id }, true)) this.id = id;
      }
      this.#arriving = false;
    });
    addEventListener('popstate', () => this.#went());
    addEventListener('hashchange', () => void this.#linked());
    this.#write({ id: this.id });
  }

  /** Opens something in the entry that is shown. */
  arrive(open: () => void): void {
    this.#arriving = true;
    open();
    this.#arriving = false;
  }

  /** The browser has gone back or forward. */
  #went(): void {
    const { state } = this.page.store;
    const to = entry();
    if (!to?.id || to.id === this.id) return;
    this.#works.set(this.id, workOf(this.page, state));
    this.id = to.id;
    const work = this.#works.get(to.id) ?? asWork(to.work);
    if (work) this.arrive(() => openWork(this.page, work));
    else void this.#again();
  }

  /** Opens the work in the address, for an entry without stored data. */
  async #again(): Promise<void> {
    const { id } = this;
    const { store, client } = this.page;
    try {
      const work = await linked(location.hash, client);
      if (work && this.id === id) this.arrive(() => openWork(this.page, work));
    } catch (fault) {
      if (this.id === id) store.set({ notice: unread(fault) });
    }
  }

  /** The address has another fragment: a new entry, unless it was gone back to. */
  async #linked(): Promise<void> {
    if (entry()?.id) return;
    const { store, client } = this.page;
    const { hash } = location;
    // A view of the page, behind which the work stays.
    if (parseRoute(hash).view !== 'work') return void this.#write({ id: this.id });
    const { opened: count } = store.state;
    store.set({ busy: true });
    let opened: Work | null = null;
    let notice = '';
    try {
      opened = await linked(hash, client);
    } catch (fault) {
      notice = unread(fault);
    }
    if (location.hash !== hash || entry()?.id) {
      // The browser has gone to another entry meanwhile, which is none to write into. If it's the one before, nothing is opened.
      if (entry()?.id && store.state.opened === count) store.set({ busy: false });
      return;
    }
    if (opened) {
      const work = opened;
      this.#works.set(this.id, workOf(this.page, store.state));
      this.id = newId();
      this.arrive(() => openWork(this.page, work));
    } else store.set({ busy: false, ...(notice && { notice }) });
    this.#write({ id: this.id });
  }

  /** Marks the entry that is shown, or makes one without a fragment, which would open something else when it is loaded again. */
  #write(state: Entry, anew = false): boolean {
    try {
      if (anew) history.pushState(state, '', location.pathname + location.search);
      else history.replaceState(state, '');
      return true;
    } catch {
      // A page on the disk may not have entries of its own, and no entry holds works of any size.
      return false;
    }
  }
}

const unread = (fault: unknown) => words.app.sameGame(reason(fault));

function newId(): string {
  return Math.random().toString(36).slice(2);
}
