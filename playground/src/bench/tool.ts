// A tool of the bench: a form of one line, what is known so far, and a way to stop.

import { element } from '../dom';
import { told } from '../markdown';
import type { Page } from '../page';
import { weighted, type Weighted } from '../store';
import { words } from '../words';

/** A run of a tool. */
export interface Run {
  readonly signal: AbortSignal;
  /** Shows what is known, and the share of the work that is done. */
  show(result: Node, share: number): void;
  progress(share: number): void;
  say(text: string): void;
}

/** Options of a select: values and what they are called. */
export function choice(label: string, options: readonly (readonly [string, string])[], chosen?: string): HTMLSelectElement {
  const select = element('select', { 'aria-label': label });
  for (const [value, text] of options) select.append(element('option', { value, selected: value === chosen }, text));
  return select;
}

/** The definition that the tools are about: the last one without mistakes, with the weights that the engine plays it with. */
export function definition(page: Page): Weighted {
  const { good } = page.store.state;
  if (!good) throw new Error(words.app.mistakes);
  return weighted(page.store.state, good.text);
}

/** Makes a tool. */
export function tool(
  title: string,
  about: string,
  fields: readonly HTMLElement[],
  action: string,
  work: (run: Run) => Promise<void>,
): HTMLElement {
  const begin = element('button', { type: 'submit' }, action);
  const bar = element('progress', { 'aria-label': title, max: 1, hidden: true });
  const status = element('p', { role: 'status', class: 'quiet' });
  const result = element('div', { class: 'bench-result' });
  let running: AbortController | undefined;
  const stop = element('button', { type: 'button', hidden: true, onclick: () => running?.abort(new DOMException('Stopped.', 'AbortError')) }, words.bench.stop);
  const run = async () => {
    running?.abort();
    const own = (running = new AbortController());
    const isOwn = () => running === own;
    const set = (busy: boolean) => {
      begin.disabled = busy;
      stop.hidden = bar.hidden = !busy;
    };
    set(true);
    bar.removeAttribute('value');
    status.replaceChildren();
    result.replaceChildren();
    try {
      await work({
        signal: own.signal,
        show: (node, share) => {
          if (!isOwn()) return;
          bar.value = share;
          // What is there already keeps the focus.
          if (result.firstChild !== node || result.childNodes.length > 1) result.replaceChildren(node);
        },
        progress: share => isOwn() && (bar.value = share),
        say: text => isOwn() && status.replaceChildren(text),
      });
      if (own.signal.aborted) status.replaceChildren(words.bench.stoppedEarly);
    } catch (fault) {
      status.replaceChildren(own.signal.aborted ? words.bench.stopped : told(fault));
    } finally {
      if (isOwn()) set(false);
    }
  };
  const form = element('form', {
    class: 'bar',
    onsubmit: (event: Event) => {
      event.preventDefault();
      void run();
    },
  }, ...fields, begin, stop);
  return element('section', { class: 'bench-tool', 'aria-label': title }, element('h3', {}, title), element('p', { class: 'quiet' }, about), form, bar, status, result);
}
