// Pointer input on a board and on the hands beside it: presses, clicks and drags, reported as squares.

/** Pointer handlers, in squares. Null is a place beside the board. */
export interface PointerTarget {
  squareAt(x: number, y: number): string | null;
  /** The origin of a press there, where that is no square: a kind of men in hand. */
  originAt?(x: number, y: number): string | null;
  /** Whether the square has a man that may be dragged. */
  mayDrag(square: string): boolean;
  press(square: string | null): void;
  click(square: string | null): void;
  /** The man follows the pointer by this much, in pixels. */
  drag(from: string, dx: number, dy: number, over: string | null): void;
  drop(from: string, to: string | null): void;
  /** The drag was given up. */
  release(): void;
}

/** A pointer that moves less than this only clicks. */
const SLACK = 5;

interface Press {
  pointer: number;
  square: string | null;
  x: number;
  y: number;
  draggable: boolean;
  dragging: boolean;
}

export class PointerInput {
  private pressed: Press | null = null;

  constructor(
    private readonly element: HTMLElement,
    private readonly target: PointerTarget,
  ) {
    element.addEventListener('pointerdown', event => this.down(event));
    element.addEventListener('pointermove', event => this.move(event));
    element.addEventListener('pointerup', event => this.up(event));
    element.addEventListener('pointercancel', () => this.cancel());
  }

  /** Whether a button or a finger is down. */
  get isPressed(): boolean {
    return this.pressed !== null;
  }

  /** Gives up a drag. Returns whether there was one. */
  cancel(): boolean {
    const dragging = this.pressed?.dragging ?? false;
    this.pressed = null;
    this.target.release();
    return dragging;
  }

  private originAt({ clientX, clientY }: PointerEvent): string | null {
    return this.target.originAt ? this.target.originAt(clientX, clientY) : this.target.squareAt(clientX, clientY);
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    const square = this.originAt(event);
    const draggable = square !== null && this.target.mayDrag(square);
    this.pressed = { pointer: event.pointerId, square, x: event.clientX, y: event.clientY, draggable, dragging: false };
    // A captured pointer stays with the board when it leaves it, and when the pressed element is replaced.
    this.element.setPointerCapture(event.pointerId);
    this.target.press(square);
  }

  private move(event: PointerEvent): void {
    const press = this.pressed;
    if (!press || press.pointer !== event.pointerId || !press.draggable || press.square === null) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.dragging && Math.hypot(dx, dy) < SLACK) return;
    press.dragging = true;
    this.target.drag(press.square, dx, dy, this.target.squareAt(event.clientX, event.clientY));
  }

  private up(event: PointerEvent): void {
    const press = this.pressed;
    if (!press || press.pointer !== event.pointerId) return;
    this.pressed = null;
    if (press.dragging && press.square !== null) this.target.drop(press.square, this.target.squareAt(event.clientX, event.clientY));
    else if (this.originAt(event) === press.square) this.target.click(press.square);
    else this.target.release();
  }
}
