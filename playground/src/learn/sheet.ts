// The sheet of a game, as the library writes it, in a shadow root with its own style.

import { element } from '../dom';
import { onFigures, showsCharacters } from '../figures';
import { latest } from '../latest';
import type { Page } from '../page';
import { words } from '../words';
import style from './sheet.css';

/** A style sheet for a shadow root, where no `style` element is needed, which the page's security policy would forbid. */
function styleSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css.replaceAll(':root', ':host'));
  return sheet;
}

/** Active attributes; no sheet has them, for any definition. */
const active = (name: string) => name.startsWith('on') || name === 'style' || name === 'src' || name === 'srcdoc';

/** A button that copies the FEN of a setup, which nobody wants to read. */
function copyButton(fen: string): HTMLElement {
  const button = element('button', { type: 'button', class: 'copy-fen', title: fen, onclick: () => void copy() }, words.learn.copyFen);
  const copy = async () => {
    const copied = await navigator.clipboard.writeText(fen).then(() => true, () => false);
    button.textContent = copied ? words.learn.copied : fen;
  };
  return button;
}

/** The elements of a sheet, with the buttons of its FENs. What could run or load is taken out. */
function elements(html: string, buttonOf: (fen: string, index: number) => HTMLElement): DocumentFragment {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const one of body.querySelectorAll('script, style, link, meta, iframe, object, embed, form')) one.remove();
  for (const one of body.querySelectorAll('*')) {
    for (const { name } of [...one.attributes]) if (active(name)) one.removeAttribute(name);
  }
  body.querySelectorAll('.fen').forEach((fen, index) => fen.replaceWith(buttonOf(fen.querySelector('code')?.textContent ?? '', index)));
  const content = document.createDocumentFragment();
  content.append(...body.childNodes);
  return content;
}

export interface SheetView {
  element: HTMLElement;
  /** Shows the sheet of a definition without mistakes; `null` if it is out of sight, which ends what takes long. */
  show: (text: string | null) => void;
}

export function sheetView(page: Page, kind: 'panel' | 'page'): SheetView {
  const host = element('div', { class: `sheet ${kind}`, lang: 'en' });
  const root = host.attachShadow({ mode: 'open' });
  const content = element('div', { class: 'body' });
  root.append(content);
  // Places in the sheet are in the shadow root, where an address would not find them.
  root.addEventListener('click', event => {
    const href = (event.target as Element).closest('a')?.getAttribute('href') ?? '';
    if (!href.startsWith('#')) return;
    event.preventDefault();
    root.getElementById(href.slice(1))?.scrollIntoView();
  });
  const styles = page.client.style().then(css => (root.adoptedStyleSheets = [styleSheet(css), styleSheet(style)]));

  /** The text that is to be seen. */
  let wanted: string | null = null;
  let shown: string | undefined;
  let remarked: string | undefined;
  let stop: AbortController | undefined;
  /** The buttons of the setups, in order: a sheet that is written anew with remarks keeps the answer to a press. */
  let buttons: HTMLElement[] = [];
  const buttonOf = (fen: string, index: number) => (buttons[index] ??= copyButton(fen));
  const write = latest(async (text: string) => {
    await styles;
    const html = await page.client.sheet({ text }, undefined, showsCharacters());
    if (text !== shown) buttons = [];
    shown = text;
    content.replaceChildren(elements(html, buttonOf));
    void remark(text);
  });
  // Remarks on men that win take longest, so they are added to a sheet that can be read already.
  const remark = async (text: string) => {
    stop?.abort();
    const { signal } = (stop = new AbortController());
    const isWanted = () => !signal.aborted && shown === text;
    try {
      const remarks = wanted === text ? await page.client.remarks({ text }, signal) : [];
      const html = remarks.length > 0 && isWanted() ? await page.client.sheet({ text }, remarks, showsCharacters()) : '';
      if (html && isWanted()) content.replaceChildren(elements(html, buttonOf));
      if (wanted === text && isWanted()) remarked = text;
    } catch (fault) {
      if (!signal.aborted) console.warn(fault);
    }
  };
  const show = (text: string | null) => {
    wanted = text;
    if (text === null) stop?.abort();
    else if (text !== shown) write(text);
    else if (text !== remarked) void remark(text);
  };
  onFigures(() => {
    shown = remarked = undefined;
    if (wanted !== null) write(wanted);
  });
  return { element: host, show };
}
