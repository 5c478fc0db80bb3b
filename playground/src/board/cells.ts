// The squares for keyboards and screen readers: a grid of cells over the drawing, one of which can have the focus.

import { words } from '../words';
import type { Layout } from './squares';

export interface CellsTarget {
  activate(square: string): void;
  remove(square: string): void;
  escape(): void;
}

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Label and marks of a cell. */
export interface CellState {
  label: string;
  selected: boolean;
  /** Whether a pointer may take the man there, or move a man there. */
  active: boolean;
}

export class Cells {
  readonly element = document.createElement('div');
  private cells = new Map<string, HTMLElement>();
  private layout: Layout | null = null;
  private focused: string | null = null;
  /** The file that was typed, until its rank follows. */
  private typed = '';

  constructor(private readonly target: CellsTarget) {
    this.element.className = 'board-cells';
    this.element.setAttribute('role', 'grid');
    this.element.addEventListener('keydown', event => this.key(event));
    this.element.addEventListener('focusin', event => {
      const square = (event.target as HTMLElement).dataset['square'];
      if (square) this.rove(square);
    });
    // Only clicks of assistive technology, which have no pointer; other clicks come as pointer events.
    this.element.addEventListener('click', event => {
      const square = (event.target as HTMLElement).dataset['square'];
      if (event.detail === 0 && square) this.target.activate(square);
    });
  }

  /** The square that has the focus, or would have it. */
  get current(): string | null {
    return this.focused;
  }

  get hasFocus(): boolean {
    return this.element.matches(':focus-within');
  }

  /** Gives the focus to a square. */
  focus(square: string | null = this.focused): void {
    if (square) this.cells.get(square)?.focus({ preventScroll: true });
  }

  /** Makes the squares of another board, or of the same board turned round. */
  build(layout: Layout): void {
    const hadFocus = this.hasFocus;
    this.layout = layout;
    this.cells = new Map();
    const rows = layout.reading().map(squares => {
      const row = document.createElement('div');
      row.setAttribute('role', 'row');
      row.className = 'board-row';
      row.append(...squares.map(square => this.cell(square)));
      return row;
    });
    this.element.replaceChildren(...rows);
    this.element.setAttribute('aria-rowcount', String(layout.rows));
    this.element.setAttribute('aria-colcount', String(layout.columns));
    const focused = this.focused && this.cells.has(this.focused) ? this.focused : layout.first();
    this.focused = null;
    if (focused) this.rove(focused);
    if (hadFocus) this.focus();
  }

  /** Says what is on each square. */
  label(label: string, stateOf: (square: string) => CellState): void {
    set(this.element, 'aria-label', label);
    for (const [square, cell] of this.cells) {
      const state = stateOf(square);
      set(cell, 'aria-label', state.label);
      set(cell, 'aria-selected', String(state.selected));
      cell.classList.toggle('active', state.active);
    }
  }

  private cell(square: string | null): HTMLElement {
    const cell = document.createElement('div');
    cell.setAttribute('role', 'gridcell');
    cell.className = 'board-cell';
    if (square) {
      cell.dataset['square'] = square;
      cell.tabIndex = -1;
      this.cells.set(square, cell);
    } else {
      cell.setAttribute('aria-label', words.board.noSquare);
    }
    return cell;
  }

  private rove(square: string): void {
    if (this.focused === square) return;
    const before = this.focused && this.cells.get(this.focused);
    if (before) before.tabIndex = -1;
    this.cells.get(square)!.tabIndex = 0;
    this.focused = square;
  }

  private key(event: KeyboardEvent): void {
    const { layout, focused } = this;
    if (!layout || !focused || (event.ctrlKey && !['Home', 'End'].includes(event.key)) || event.altKey || event.metaKey) return;
    const next = this.destination(event, layout, focused);
    if (next !== null) this.focus(next);
    else if (event.key === 'Enter' || event.key === ' ') this.target.activate(focused);
    else if (event.key === 'Escape') this.target.escape();
    else if (event.key === 'Delete' || event.key === 'Backspace') this.target.remove(focused);
    else return this.type(event, layout);
    event.preventDefault();
  }

  /** The square that a key leads to. */
  private destination(event: KeyboardEvent, layout: Layout, square: string): string | null {
    const step = STEPS[event.key];
    if (step) return layout.beside(square, ...step);
    if (event.key === 'PageUp') return layout.farthest(square, 0, -1);
    if (event.key === 'PageDown') return layout.farthest(square, 0, 1);
    if (event.key === 'Home') return layout.farthest(event.ctrlKey ? layout.farthest(square, 0, -1) : square, -1, 0);
    if (event.key === 'End') return layout.farthest(event.ctrlKey ? layout.farthest(square, 0, 1) : square, 1, 0);
    return null;
  }

  /** A file and a rank that are typed lead to their square. */
  private type(event: KeyboardEvent, layout: Layout): void {
    if (event.key.length !== 1) return;
    this.typed = /[a-z]/.test(event.key) ? event.key : this.typed + event.key;
    if (!layout.has(this.typed)) return;
    this.focus(this.typed);
    event.preventDefault();
  }
}

function set(element: HTMLElement, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
