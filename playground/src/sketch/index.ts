// A window in which the movement of a new man is drawn on an empty board, and written into the definition.

import { segmented } from '../buttons';
import { dialog } from '../dialog';
import { element } from '../dom';
import { latest } from '../latest';
import { libraryText, markdown, told } from '../markdown';
import type { Page } from '../page';
import { words } from '../words';
import { freeLetter, keyOf, leapsOf, pressed, REACH, riddenOf, squareWords, withMan, type Sketch, type Symmetry } from './leaps';

const RANGES = ['1', '2', '3', 'any'] as const;

type RangeName = (typeof RANGES)[number];

export function sketchDialog(page: Page): void {
  const { store, client } = page;
  let sketch: Sketch = new Map();
  let symmetry: Symmetry = 'all';
  let range: RangeName = '1';
  let betza = '';
  const squares = new Map<string, HTMLButtonElement>();
  const board = element('div', { class: 'sketch-board', role: 'grid', 'aria-label': words.sketch.board });
  for (let y = REACH; y >= -REACH; y--) {
    const row = element('div', { role: 'row', class: 'sketch-row' });
    for (let x = -REACH; x <= REACH; x++) {
      const press = () => {
        sketch = pressed(sketch, x, y, symmetry, range === 'any' ? null : Number(range));
        show();
      };
      const square = element('button', { type: 'button', class: 'sketch-square', onclick: press });
      square.tabIndex = x === 0 && y === 1 ? 0 : -1;
      square.classList.toggle('dark', (x + y) % 2 !== 0);
      square.classList.toggle('middle', x === 0 && y === 0);
      square.disabled = x === 0 && y === 0;
      squares.set(keyOf(x, y), square);
      row.append(element('div', { role: 'gridcell' }, square));
    }
    board.append(row);
  }
  board.addEventListener('keydown', event => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const from = [...squares].find(([, square]) => square === document.activeElement)?.[0];
    if (!step || !from) return;
    event.preventDefault();
    let [x, y] = from.split(',').map(Number) as [number, number];
    do [x, y] = [x + step[0]!, y + step[1]!];
    while (x === 0 && y === 0);
    const next = squares.get(keyOf(x, y));
    if (!next) return;
    for (const square of squares.values()) square.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
  const directions = segmented<Symmetry>(
    'symmetry',
    words.sketch.directions,
    (['all', 'mirror', 'none'] as const).map(one => [one, words.sketch.symmetries[one]] as const),
    value => (symmetry = value),
  );
  const ranges = segmented<RangeName>(
    'sketch-range',
    words.sketch.next,
    RANGES.map(one => [one, words.sketch.ranges[one].name, words.sketch.ranges[one].more] as const),
    value => (range = value),
  );
  directions.set(symmetry);
  ranges.set(range);
  const name = element('input', { type: 'text', id: 'man-name', value: 'champion', maxlength: 30, spellcheck: 'false', oninput: () => show() });
  const letter = element('input', { type: 'text', id: 'man-letter', maxlength: 1, size: 2, spellcheck: 'false', oninput: () => show() });
  letter.value = freeLetter(name.value, store.state.good?.sheet ?? { men: [] }) ?? '';
  const line = element('code', { class: 'sketch-line' });
  const description = element('div', { class: 'sketch-words' });
  const refusal = element('p', { class: 'bad', role: 'alert' });
  const write = element('button', { type: 'button', class: 'main', onclick: () => void put() }, words.sketch.write);
  const clear = element('button', { type: 'button', onclick: () => ((sketch = new Map()), show()) }, words.sketch.clear);

  const manLine = () => `${letter.value.toUpperCase()} ${name.value.trim()}: ${betza}`;
  const spell = latest<Sketch>(async drawn => {
    betza = await client.spell(leapsOf(drawn));
    line.textContent = betza === '' ? '' : manLine();
    write.disabled = betza === '';
    // The library's description of the movement, by a game with this man alone.
    const text = `game "Sketch" extends fide\n\nmen\n  ${manLine()}\n`;
    const hover = betza === '' ? null : await client.hover({ text }, text.length - 2);
    description.replaceChildren(hover ? element('div', { lang: 'en' }, markdown(hover.markdown)) : words.sketch.press);
  });
  const show = () => {
    const ridden = riddenOf(sketch);
    for (const [key, square] of squares) {
      const [x, y] = key.split(',').map(Number) as [number, number];
      const mark = sketch.get(key);
      square.dataset['end'] = mark?.end ?? (ridden.has(key) ? 'ridden' : '');
      square.dataset['most'] = mark ? String(mark.most ?? 'any') : '';
      square.setAttribute('aria-label', squareWords(x, y, mark));
    }
    spell(sketch);
  };
  const put = async () => {
    const { text } = store.state;
    const written = withMan(text, manLine());
    try {
      const { diagnostics } = await client.check({ text: written.text });
      const own = diagnostics.find(
        ({ severity, labels }) => severity === 'error' && labels.some(({ start }) => start >= written.start && start <= written.end),
      );
      if (own) return void refusal.replaceChildren(libraryText(own.message));
      if (store.state.text !== text) return;
      page.session.setText(written.text);
      page.store.set({ place: { start: written.start, end: written.end } });
      window.close();
    } catch (fault) {
      refusal.replaceChildren(told(fault));
    }
  };
  const window = dialog(
    words.sketch.title,
    element(
      'div',
      { class: 'sketch' },
      board,
      element(
        'div',
        { class: 'sketch-side' },
        directions.element,
        ranges.element,
        element('p', { class: 'sketch-legend' }, ...(['both', 'moves', 'captures'] as const).flatMap(end => [sign(end), ` ${words.sketch.ends[end]} `])),
        element('div', { class: 'bar' }, element('label', { for: 'man-letter' }, words.sketch.letter), letter, element('label', { for: 'man-name' }, words.sketch.name), name),
        line,
        description,
        refusal,
        element('div', { class: 'bar' }, write, clear),
      ),
    ),
  );
  window.classList.add('wide');
  show();
}

function sign(end: string): HTMLElement {
  return element('span', { class: 'sketch-square sign', 'data-end': end, 'aria-hidden': 'true' });
}
