// Windows over the page.

import { element } from './dom';
import { words } from './words';

/** A window with a heading and a button that closes it; it is gone when it is closed. */
export function dialog(title: string, ...content: (Node | string)[]): HTMLDialogElement {
  const heading = element('h2', { id: 'dialog-title' }, title);
  const close = element('button', { type: 'button', onclick: () => made.close() }, words.app.close);
  const made = element(
    'dialog',
    { 'aria-labelledby': 'dialog-title', onclose: () => made.remove() },
    element('header', { class: 'bar' }, heading, close),
    element('div', { class: 'content' }, ...content),
  );
  // A click beside the window closes it, too.
  made.addEventListener('click', event => event.target === made && made.close());
  document.body.append(made);
  made.showModal();
  return made;
}

/** Returns the message of an error, as a sentence. */
export function reason(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
