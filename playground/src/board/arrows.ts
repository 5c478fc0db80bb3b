// Arrows and circles that a user draws on a board with the right mouse button.

import { CELL, svg } from './figures';
import { middle } from './marks';
import type { Layout } from './squares';

export type Colour = 'green' | 'red' | 'blue' | 'yellow';

/** An arrow, or a circle where both squares are the same. */
export interface Drawn {
  from: string;
  to: string;
  colour: Colour;
}

/** The colour of what is drawn while these keys are held. */
export function colourOf({ shiftKey, ctrlKey, altKey, metaKey }: MouseEvent): Colour {
  const [first, second] = [shiftKey || ctrlKey, altKey || metaKey];
  return first && second ? 'yellow' : first ? 'red' : second ? 'blue' : 'green';
}

/** What is drawn, after one more: the same again removes it, in another colour it is drawn anew. */
export function after(drawn: readonly Drawn[], one: Drawn): Drawn[] {
  const same = drawn.find(({ from, to }) => from === one.from && to === one.to);
  const others = drawn.filter(other => other !== same);
  return same?.colour === one.colour ? others : [...others, one];
}

/** The pictures of arrows and circles. */
export function pictures(layout: Layout, drawn: readonly Drawn[]): SVGElement[] {
  return drawn.flatMap(({ from, to, colour }) => {
    const [start, end] = [middle(layout, from), middle(layout, to)];
    if (!start || !end) return [];
    if (from === to) return [svg('circle', { class: `drawn ${colour}`, cx: start.x, cy: start.y, r: CELL / 2 - 3 })];
    const angle = Math.atan2(end.x - start.x, start.y - end.y);
    const at = (distance: number) => `${end.x - distance * Math.sin(angle)} ${end.y + distance * Math.cos(angle)}`;
    const turn = `translate(${end.x} ${end.y}) rotate(${(angle * 180) / Math.PI})`;
    return [
      svg('path', { class: `drawn ${colour}`, d: `M${start.x} ${start.y}L${at(28)}` }),
      svg('path', { class: `drawn head ${colour}`, d: 'M0 6L15 30H-15Z', transform: turn }),
    ];
  });
}

/** Follows the right button of a mouse. */
export class ArrowInput {
  private from: string | null = null;

  constructor(
    element: HTMLElement,
    private readonly target: {
      squareAt(x: number, y: number): string | null;
      /** The right button was pressed. If true, it was meant for something else, and nothing is drawn. */
      press(): boolean;
      /** What would be drawn if the button were released now; null is nothing. */
      preview(drawn: Drawn | null): void;
      draw(drawn: Drawn): void;
    },
  ) {
    element.addEventListener('pointerdown', event => this.down(event));
    element.addEventListener('pointermove', event => this.from !== null && this.target.preview(this.drawn(event)));
    element.addEventListener('pointerup', event => this.up(event));
    element.addEventListener('pointercancel', () => this.give());
    // A long press of a finger keeps its menu.
    element.addEventListener('contextmenu', event => {
      if (!(event instanceof PointerEvent) || event.pointerType === 'mouse' || event.pointerType === '') event.preventDefault();
    });
    this.element = element;
  }

  private readonly element: HTMLElement;

  private down(event: PointerEvent): void {
    if (event.pointerType !== 'mouse') return;
    if (event.button !== 2) return this.give();
    if (this.target.press()) return;
    this.from = this.target.squareAt(event.clientX, event.clientY);
    this.element.setPointerCapture(event.pointerId);
    this.target.preview(this.drawn(event));
  }

  private up(event: PointerEvent): void {
    if (event.button !== 2 || this.from === null) return;
    const drawn = this.drawn(event);
    this.give();
    if (drawn) this.target.draw(drawn);
  }

  private give(): void {
    if (this.from === null) return;
    this.from = null;
    this.target.preview(null);
  }

  private drawn(event: PointerEvent): Drawn | null {
    const to = this.target.squareAt(event.clientX, event.clientY);
    return this.from !== null && to !== null ? { from: this.from, to, colour: colourOf(event) } : null;
  }
}
