// The men in hand of a side, as a strip of buttons beside the board.

import type { Held } from 'weakfish';
import { words } from '../words';
import type { Figures } from './figures';

/** What is shown of a hand. */
export interface HandState {
  held: readonly Held[];
  /** Whether the user may choose among the men. */
  mine: boolean;
  /** The letter of the chosen kind. */
  chosen: string | null;
  flipped: boolean;
}

export interface HandTarget {
  /** Enter on a kind, or a click of assistive technology. */
  activate(letter: string): void;
  escape(): void;
}

interface Entry {
  button: HTMLButtonElement;
  figure: HTMLSpanElement;
  number: HTMLSpanElement;
}

export class HandView {
  readonly element = document.createElement('div');
  private entries = new Map<string, Entry>();

  constructor(
    private readonly side: 'white' | 'black',
    private readonly figures: Figures,
    private readonly target: HandTarget,
  ) {
    this.element.className = `hand hand-${side}`;
    this.element.hidden = true;
    this.element.setAttribute('role', 'group');
    this.element.addEventListener('keydown', event => {
      if (event.key === 'Escape') this.target.escape();
    });
    // Clicks of a pointer come as pointer events.
    this.element.addEventListener('click', event => {
      const letter = letterOf(event.target);
      if (event.detail === 0 && letter !== null) this.target.activate(letter);
    });
  }

  /** Shows a hand; null in a game without hands. */
  update(state: HandState | null): void {
    this.element.hidden = state === null;
    const held = state?.held ?? [];
    this.element.setAttribute('aria-label', words.board.hand(words.sides[this.side]));
    // Elements stay while their kinds do, so that a button keeps the focus and a pressed one the pointer.
    const letters = held.map(({ letter }) => letter);
    if (letters.join(' ') !== [...this.entries.keys()].join(' ')) this.build(letters);
    if (state) for (const one of held) this.show(this.entries.get(one.letter)!, one, state);
  }

  /** The kind at a place on the screen that may be chosen. */
  letterAt(x: number, y: number): string | null {
    const found = [...this.entries].find(([, { button }]) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      return !button.disabled && x >= left && x < right && y >= top && y < bottom;
    });
    return found ? found[0] : null;
  }

  /** The middle of a kind's button on the screen. */
  middleOf(letter: string): { x: number; y: number } | null {
    const box = this.entries.get(letter)?.button.getBoundingClientRect();
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
  }

  /** Gives the focus to a kind. */
  focus(letter: string): void {
    this.entries.get(letter)?.button.focus({ preventScroll: true });
  }

  private build(letters: readonly string[]): void {
    this.entries = new Map(letters.map(letter => [letter, entry(letter)]));
    this.element.replaceChildren(...[...this.entries.values()].map(({ button }) => button));
  }

  private show({ button, figure, number }: Entry, held: Held, { mine, chosen, flipped }: HandState): void {
    const isEmpty = held.count === 0 && !held.unlimited;
    button.disabled = !mine || isEmpty;
    button.classList.toggle('none', isEmpty);
    button.title = words.men.held(held);
    button.setAttribute('aria-label', button.title);
    button.setAttribute('aria-pressed', String(held.letter === chosen));
    number.textContent = held.unlimited ? '∞' : String(held.count);
    figure.replaceChildren(this.figures.picture(held, flipped));
  }
}

function entry(letter: string): Entry {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'hand-man';
  button.dataset['letter'] = letter;
  const [figure, number] = [document.createElement('span'), document.createElement('span')];
  figure.className = 'hand-figure';
  number.className = 'hand-number';
  button.append(figure, number);
  return { button, figure, number };
}

function letterOf(target: EventTarget | null): string | null {
  const button = target instanceof Element ? target.closest<HTMLElement>('.hand-man') : null;
  return button?.dataset['letter'] ?? null;
}
