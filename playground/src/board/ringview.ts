// The ring of choices around a square, as buttons: turns and flips of a man, or what it becomes where it arrives. For a
// finger, and where squares are too small for a ring, it is a bar beside the board, of buttons with words.

import type { MoveView, Placed } from 'weakfish';
import { words } from '../words';
import { badgesOf } from './badges';
import { spokenMove, wordsOf } from './choice';
import type { Figures } from './figures';
import { centreInside, fromLeft, seatInDirection, seatsOf, wantedAngles, type Room, type Seat } from './ring';
import type { Layout, Place } from './squares';

/** More choices than this don't make a ring, but a block of rows. */
const MOST_IN_RING = 16;

/** Minimum size of a button, in pixels, where there is room. */
const LEAST = 24;

export interface RingRequest {
  /** The square around which the ring lies. */
  square: string;
  moves: readonly MoveView[];
  /** The man that moves, as it stands before. */
  man: Placed | undefined;
  /** Whether one of the choices must be made before anything else: a large ring on a dimmed board. */
  asks: boolean;
  /** Whether a finger chooses. */
  byTouch: boolean;
  layout: Layout;
  /** The room beside the squares, in squares. */
  room: Room;
  /** The width of a square on the screen. */
  cell: number;
}

export class RingView {
  readonly element = document.createElement('div');
  private buttons: HTMLButtonElement[] = [];
  private shown: RingRequest | null = null;

  constructor(
    private readonly figures: Figures,
    private readonly onChoose: (move: MoveView) => void,
    /** The focus leaves the ring. */
    private readonly onLeave: () => void,
    /** A click beside the choices. */
    private readonly onCancel: () => void,
  ) {
    this.element.className = 'ring';
    this.element.hidden = true;
    this.element.addEventListener('keydown', event => this.key(event));
    // The tap that opens the ring ends on it, which is no click beside the choices.
    let pressed: EventTarget | null = null;
    this.element.addEventListener('pointerdown', event => (pressed = event.target));
    this.element.addEventListener('click', event => {
      if (event.target === this.element && pressed === this.element) this.onCancel();
      pressed = null;
    });
  }

  get isOpen(): boolean {
    return this.shown !== null;
  }

  close(): void {
    this.shown = null;
    this.element.hidden = true;
    this.element.className = 'ring';
    this.buttons = [];
    this.element.replaceChildren();
  }

  open(asked: RingRequest): void {
    // Where there is no room for choices that a pointer hits, they are a bar, as for a finger.
    const moves = fromLeft(asked.man, asked.moves, asked.layout.flipped);
    const request = { ...asked, moves, byTouch: asked.byTouch || isCramped(asked) };
    const before = this.shown;
    this.shown = request;
    const same =
      before &&
      before.moves.length === request.moves.length &&
      before.square === request.square &&
      before.byTouch === request.byTouch &&
      before.moves.every((move, at) => move.move === request.moves[at]!.move);
    if (!same) this.build(request);
    if (!request.byTouch) this.place(request);
    else if (!same) this.element.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }

  /** Gives the focus to the first choice. */
  focus(): void {
    this.buttons[0]?.focus();
  }

  private build({ moves, man, asks, byTouch, square, layout }: RingRequest): void {
    this.element.hidden = false;
    this.element.className = 'ring';
    this.element.classList.toggle('asks', asks);
    this.element.classList.toggle('beside', byTouch);
    const menu = document.createElement('div');
    menu.className = 'ring-choices';
    menu.setAttribute('role', 'menu');
    menu.setAttribute('aria-label', asks ? words.board.arrivals(square) : words.board.turns(square));
    const pictured = moves.map(move => move.becomes ?? man);
    const ambiguous = pictured.map(
      (picture, at) => !picture || pictured.some((other, place) => place !== at && other && looksAlike(other, picture)),
    );
    this.buttons = moves.map((move, at) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'ring-choice';
      button.setAttribute('role', 'menuitem');
      const spoken = spokenMove(move, man);
      button.setAttribute('aria-label', spoken);
      button.title = spoken;
      button.tabIndex = at === 0 ? 0 : -1;
      button.dataset['move'] = move.move;
      const picture = pictured[at];
      // The icon grows under the pointer; the clickable area stays.
      const face = document.createElement('span');
      face.className = 'ring-face';
      if (picture) face.append(this.figures.picture(picture, layout.flipped, true));
      if (ambiguous[at] && !byTouch) {
        const text = document.createElement('span');
        text.className = 'ring-text';
        text.translate = false;
        text.textContent = move.partner ?? move.text;
        face.append(text);
      }
      button.append(face);
      if (byTouch) {
        const named = document.createElement('span');
        named.className = 'ring-words';
        named.textContent = wordsOf(move, man);
        button.append(named);
      }
      button.addEventListener('click', () => this.onChoose(move));
      return button;
    });
    menu.append(...this.buttons);
    this.element.replaceChildren(menu);
  }

  private place(request: RingRequest): void {
    const { moves, asks, square, layout, cell } = request;
    const at = layout.placeOf(square);
    if (!at) return;
    const { seats, size, fits } = asks ? large(request, at) : small(request, at);
    this.element.classList.toggle('block', !fits || moves.length > MOST_IN_RING);
    this.element.style.setProperty('--choice', `${size * cell}px`);
    this.buttons.forEach((button, index) => {
      const seat = seats[index]!;
      button.style.setProperty('--x', `${(seat.x / layout.columns) * 100}%`);
      button.style.setProperty('--y', `${(seat.y / layout.rows) * 100}%`);
      button.style.setProperty('--from', `${origin(seat.x, size, layout.columns)} ${origin(seat.y, size, layout.rows)}`);
    });
  }

  /** The choice that lies in a direction from another one, as it is seen. */
  private beside(at: number, [x, y]: readonly [number, number]): number {
    const middles = this.buttons.map(button => {
      const box = button.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    });
    return seatInDirection(middles, at, x, y);
  }

  private key(event: KeyboardEvent): void {
    const at = this.buttons.findIndex(button => button.matches(':focus'));
    if (event.key === 'Escape' || event.key === 'Tab') {
      if (event.key === 'Escape') event.preventDefault();
      event.stopPropagation();
      this.onLeave();
      return;
    }
    const direction = DIRECTIONS[event.key];
    const last = this.buttons.length - 1;
    const next = direction ? this.beside(at, direction) : event.key === 'Home' ? 0 : event.key === 'End' ? last : null;
    if (next === null) return;
    event.preventDefault();
    this.buttons.forEach((button, index) => (button.tabIndex = index === next ? 0 : -1));
    this.buttons[next]!.focus();
  }
}

/** Positions of the choices, in squares from the upper left corner of the board. */
interface Laid {
  seats: Seat[];
  size: number;
  /** Whether the board has room for all. */
  fits: boolean;
}

/** Compulsory choices: as large as a finger wants them, moved onto the board as a whole. */
function large({ moves, man, layout, cell, room }: RingRequest, at: Place): Laid {
  const size = Math.max(0.8, 40 / cell);
  const ring = seatsOf(wantedAngles(man, moves, layout.flipped, true), size + 0.03, size);
  const { columns, rows } = layout;
  const fits = 2 * ring.radius + size <= Math.min(columns, rows);
  const centre = centreInside({ x: at.column + 0.5, y: at.row + 0.5 }, ring, size, { columns, rows }, room);
  return { size, fits, seats: ring.seats.map(({ x, y }) => ({ x: centre.x + x, y: centre.y + y })) };
}

/** Choices beside which all else can be clicked. */
function small({ moves, man, layout, cell, room }: RingRequest, { column, row }: Place): Laid {
  const around = { left: column, right: layout.columns - 1 - column, top: row, bottom: layout.rows - 1 - row, room };
  const { seats, size } = badgesOf(wantedAngles(man, moves, layout.flipped), LEAST / cell, around);
  return { size, fits: true, seats: seats.map(({ x, y }) => ({ x: column + 0.5 + x, y: row + 0.5 + y })) };
}

/** Whether the choices of a ring would be smaller than a pointer hits. */
function isCramped(request: RingRequest): boolean {
  const { asks, moves, cell, layout, square } = request;
  const at = layout.placeOf(square);
  if (asks || moves.length > MOST_IN_RING || at === null || cell <= 0) return false;
  return small(request, at).size * cell < LEAST - 0.01;
}

/** The point from which a choice grows when it is pointed at: away from an edge that is near. */
function origin(middle: number, size: number, length: number): string {
  if (middle + size > length) return '100%';
  return middle < size ? '0%' : '50%';
}

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowRight: [1, 0],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, -1],
};

function looksAlike(a: Placed, b: Placed): boolean {
  const facings = (man: Placed) => man.facings.map(facing => facing.wind).join('.');
  return a.side === b.side && a.man === b.man && a.mode === b.mode && facings(a) === facings(b);
}
