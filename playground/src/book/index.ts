// The book of men over the text: a man is dragged, or chosen and sent, into the text or onto the board.

import men, { type BookMan } from 'book';
import type { Client, Drawings } from 'weakfish';
import { arranging } from '../arrange/arranging';
import { Figures } from '../board';
import { segmented } from '../buttons';
import { reason } from '../dialog';
import { element } from '../dom';
import { sentence } from '../markdown';
import type { Page } from '../page';
import type { Side } from '../play/game';
import { words } from '../words';
import { draggable } from './drag';
import { search } from './men';
import { putMan, writeMan } from './write';

/** The editor, as far as men are put into its text. */
export interface TextTarget {
  /** The place in the text at a point on the screen; null if that is beside the text. */
  offsetAt(x: number, y: number): number | null;
  cursor(): number;
  undo(): void;
}

type For = Side | 'both';

/** Letters of men that a game with figures of the book can have beside those of Chess. */
const LETTERS = [...'ACDEFGHIJLMOSTUVWXYZ'];

/** The drawings of figures. The library draws men of games, so that games are made with them. */
async function drawingsOf(client: Client, figures: readonly string[]): Promise<Drawings> {
  const parts: Promise<Drawings>[] = [];
  for (let at = 0; at < figures.length; at += LETTERS.length) {
    const named = figures.slice(at, at + LETTERS.length).map((figure, index) => ({ figure, letter: LETTERS[index]! }));
    const chosen = named.map(({ figure, letter }) => `${letter} = ${figure}`).join(', ');
    const lines = named.map(({ letter }, index) => `  ${letter} man-${LETTERS[index]!.toLowerCase()}: W`).join('\n');
    parts.push(client.symbols({ text: `game "Figures" extends fide\nfigures: ${chosen}\n\nmen\n${lines}\n` }));
  }
  return Object.assign({}, ...(await Promise.all(parts)));
}

/** The symbol of a man: its figure, or its first letter as the library draws it. */
const symbolOf = ({ figure, names }: BookMan) => figure || `letter ${names[0]?.charAt(0).toUpperCase()}`;

/** The men without figures, drawn as a letter in a disc. */
function letters(): Drawings {
  const drawing = (letter: string) =>
    `<circle cx="50" cy="50" r="40"/><text x="50" y="69" font-size="52" font-weight="bold" text-anchor="middle" fill="currentColor" stroke="none">${letter}</text>`;
  return Object.fromEntries(men.filter(({ figure }) => figure === '').map(man => [symbolOf(man), drawing(symbolOf(man).slice(-1))]));
}

/** The book, and the button that opens it. */
export function mountBook(page: Page, text: TextTarget): { button: HTMLElement; book: HTMLElement } {
  const draft = arranging(page);
  const figures = new Figures();
  const list = element('div', { class: 'book-men', role: 'group', 'aria-label': words.book.men });
  const field = element('input', { type: 'search', 'aria-label': words.book.search, placeholder: words.book.search, oninput: () => fill() });
  const said = element('span', {});
  const undo = element('button', { type: 'button', hidden: true, onclick: () => (text.undo(), say('')) }, words.book.undo);
  const write = element('button', { type: 'button', onclick: () => chosen && act(writeMan(page, chosen, text.cursor())) }, words.book.write);
  const put = element('button', { type: 'button', onclick: () => chosen && arm(chosen) }, words.book.putOn);
  let chosen: BookMan | null = null;
  let side: For = 'white';
  let isDrawn = false;
  const sides = segmented<For>('book-side', words.book.side, [['white', words.sides.white], ['black', words.sides.black], ['both', words.book.both]], value => {
    side = value;
    fill();
  });
  sides.set(side);

  const say = (words: string, isDone = false) => {
    said.replaceChildren(sentence(words));
    undo.hidden = !isDone;
  };
  const act = (work: Promise<string>) =>
    void work.then(
      words => say(words, true),
      fault => say(reason(fault)),
    );
  const place = (man: BookMan, square: string) => act(putMan(page, man, square, side === 'both' ? ['white', 'black'] : [side]));
  /** The next click or Enter on a square puts the man there. */
  const arm = (man: BookMan) => {
    page.store.set({ panel: 'position', side: 'game', notice: words.book.choose(man.names[0] ?? '') });
    draft.store.set({ tool: { put: square => place(man, square) } });
    document.querySelector<HTMLElement>('.board-cell[tabindex="0"]')?.focus();
  };
  const choose = (man: BookMan) => {
    chosen = man;
    mark();
  };
  const mark = () => {
    write.disabled = put.disabled = chosen === null;
    for (const button of list.querySelectorAll('button')) button.setAttribute('aria-pressed', String(button.dataset['betza'] === chosen?.betza));
  };
  const entry = (man: BookMan) => {
    const name = man.names[0] ?? '';
    const picture = () =>
      figures.picture({ side: side === 'black' ? 'black' : 'white', symbol: symbolOf(man), crown: false, facings: [] }, false);
    const button = element(
      'button',
      { type: 'button', class: 'book-man', translate: 'no', 'data-betza': man.betza, title: man.names.join(', '), onclick: () => choose(man) },
      picture() as unknown as HTMLElement,
      element('span', {}, name),
      element('code', {}, man.betza),
    );
    draggable(button, picture, (x, y) => {
      const square = draft.squareAt(x, y);
      const offset = text.offsetAt(x, y);
      choose(man);
      if (square) place(man, square);
      else if (offset !== null) act(writeMan(page, man, offset));
    });
    return button;
  };
  const fill = () => {
    const found = search(men, field.value);
    list.replaceChildren(...(found.length > 0 ? found.map(entry) : [element('p', { class: 'quiet' }, words.book.none)]));
    mark();
  };
  const book = element(
    'div',
    { class: 'book', hidden: true },
    element('div', { class: 'bar' }, field, sides.element),
    list,
    element('div', { class: 'bar' }, write, put, element('p', { role: 'status', class: 'book-said' }, said), undo),
    figures.element as unknown as HTMLElement,
  );
  const open = () => {
    book.hidden = !book.hidden;
    button.setAttribute('aria-expanded', String(!book.hidden));
    if (book.hidden || isDrawn) return;
    isDrawn = true;
    void drawingsOf(page.client, [...new Set(men.map(({ figure }) => figure))].filter(Boolean))
      .then(drawings => figures.update({ ...letters(), ...drawings }), () => undefined)
      .then(fill);
  };
  const button = element('button', { type: 'button', title: words.book.opens, 'aria-expanded': 'false', onclick: open }, words.book.title);
  page.store.watch(['opened'], () => {
    say('');
    const { tool } = draft.store.state;
    if (typeof tool !== 'string' && 'put' in tool) draft.store.set({ tool: 'hand' });
  });
  return { button, book };
}
