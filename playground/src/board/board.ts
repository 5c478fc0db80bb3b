// Board on the screen: shows a position, and reports the user's moves.

import type { Held, MoveView, Placed } from 'weakfish';
import { bestValue } from '../values';
import { words } from '../words';
import { after, ArrowInput, type Drawn, pictures } from './arrows';
import { Cells, type CellState } from './cells';
import * as choice from './choice';
import { CELL, Figures, svg } from './figures';
import { HandView } from './hands';
import * as marks from './marks';
import { PointerInput } from './pointer';
import type { BoardEvents, BoardProps, Note, Pointer } from './props';
import { RingView } from './ringview';
import { slides } from './slides';
import { emptyShape, Layout } from './squares';

const EMPTY: BoardProps = {
  shape: emptyShape,
  drawings: {},
  men: [],
  hands: null,
  walls: [],
  wallName: 'wall',
  moves: [],
  mover: null,
  premoves: null,
  checks: [],
  last: null,
  flipped: false,
  coordinates: 'inside',
  input: 'either',
  animated: true,
  free: false,
  pointers: [],
  values: new Map(),
  label: words.board.board,
};

/** How long a man slides, in milliseconds. */
const SLIDE = 160;

const SIDES = ['white', 'black'] as const;

/** How far choices may reach over the edge of the board, in squares. */
const ROOM = { left: 0.04, right: 0.04, top: 0.04, bottom: 0.04 };

/** Boards so far, for names of their own on the page. */
let boards = 0;

export class Board {
  readonly element = document.createElement('div');
  private props = EMPTY;
  private layout = new Layout(EMPTY.shape, false);
  private chosen: choice.Chosen = choice.nothing;
  private readonly figures = new Figures();
  private readonly picture = svg('svg', { class: 'board-picture', 'aria-hidden': 'true' });
  private readonly glow = `board-glow-${boards++}`;
  private readonly layers = {
    ground: svg('g'),
    below: svg('g', { class: 'marks' }),
    men: svg('g', { class: 'men' }),
    above: svg('g', { class: 'marks' }),
    /** Arrows and circles of the user. */
    drawn: svg('g', { class: 'marks drawings' }),
    /** The man that is dragged. */
    held: svg('g', { class: 'men' }),
  };
  private readonly frame = document.createElement('div');
  private readonly field = document.createElement('div');
  private readonly note = document.createElement('div');
  private readonly live = document.createElement('div');
  private readonly cells: Cells;
  private readonly ring: RingView;
  private readonly hands: Record<'white' | 'black', HandView>;
  /** The row at each player's edge of the board: what the page puts there, and the hand. */
  readonly edges: Record<'white' | 'black', HTMLElement>;
  private readonly pointer: PointerInput;
  /** Pointers on the hands. */
  private readonly handPointers: readonly PointerInput[];
  private men = new Map<string, { man: Placed; element: SVGGElement }>();
  private observer: ResizeObserver | null = null;
  /** The move that a drag has already shown. */
  private dragged: { from: string; to: string } | null = null;
  /** The figure of a man that is dragged from a hand. */
  private drawnOut: SVGGElement | null = null;
  /** The square over which a man is dragged. */
  private over: string | null = null;
  /** What the user has drawn, and what the right button would draw if it were released. */
  private drawn: Drawn[] = [];
  private preview: Drawn | null = null;
  /** The move in advance. */
  private premove: { from: string; to: string } | null = null;
  /** Whether the chosen man was chosen before the pointer was pressed on it. */
  private pressedChosen = false;
  /** Whether the board was touched last by a finger. */
  private byTouch = false;
  /** Counts attempts, so that the reason for an earlier one isn't shown. */
  private attempts = 0;

  constructor(private readonly events: BoardEvents) {
    this.cells = new Cells({
      activate: square => this.activate(square, true),
      remove: square => this.props.free && this.events.onRemove?.(square),
      escape: () => this.escape(),
    });
    const hand = (side: 'white' | 'black') =>
      new HandView(side, this.figures, { activate: letter => this.activateHand(letter, true), escape: () => this.escape() });
    this.hands = { white: hand('white'), black: hand('black') };
    this.edges = { white: edgeWith('white', this.hands.white), black: edgeWith('black', this.hands.black) };
    this.ring = new RingView(
      this.figures,
      move => this.chooseInRing(move),
      () => this.leaveRing(),
      () => this.choose(choice.nothing),
    );
    this.build();
    this.pointer = new PointerInput(this.cells.element, {
      squareAt: (x, y) => this.squareAt(x, y),
      mayDrag: square => this.mayDrag(square),
      press: square => this.press(square),
      click: square => this.click(square),
      drag: (from, dx, dy, over) => this.drag(from, dx, dy, over),
      drop: (from, to) => this.drop(from, to),
      release: () => this.render(),
    });
    new ArrowInput(this.cells.element, {
      squareAt: (x, y) => this.squareAt(x, y),
      press: () => this.cancelPremove(),
      preview: drawn => this.showDrawn(this.drawn, drawn),
      draw: drawn => this.showDrawn(after(this.drawn, drawn)),
    });
    this.handPointers = SIDES.map(
      side =>
        new PointerInput(this.hands[side].element, {
          squareAt: (x, y) => this.squareAt(x, y),
          originAt: (x, y) => this.hands[side].letterAt(x, y),
          mayDrag: () => this.props.input !== 'click',
          press: letter => this.pressHand(letter),
          click: letter => this.clickHand(letter),
          drag: (letter, dx, dy, over) => this.dragFromHand(letter, dx, dy, over),
          drop: (letter, to) => this.take(choice.dropFromHand(this.situation, letter, to), false),
          release: () => this.render(),
        }),
    );
  }

  mount(host: HTMLElement): void {
    host.append(this.element);
    this.observer = new ResizeObserver(() => this.resized());
    this.observer.observe(this.frame);
  }

  /** Small boards keep coordinates that can be read: `--unit` is a pixel, in units of the drawing. */
  private resized(): void {
    const cell = this.field.clientWidth / this.layout.columns;
    if (cell > 0) this.picture.style.setProperty('--unit', String(CELL / cell));
    this.renderRing();
  }

  destroy(): void {
    this.observer?.disconnect();
    this.element.remove();
  }

  /** Shows something else. What is left out stays as it is. */
  update(changes: Partial<BoardProps>): void {
    const before = this.props;
    this.props = { ...before, ...changes };
    // Compares by value, so that typing in the definition redraws only what it changes.
    for (const part of ['shape', 'drawings', 'men', 'hands'] as const) keepIfEqual(this.props, before, part);
    const { shape, flipped, coordinates, drawings } = this.props;
    const drawn = drawings !== before.drawings;
    this.figures.update(drawings);
    const otherGround = shape !== before.shape || flipped !== before.flipped || coordinates !== before.coordinates;
    if (otherGround || !this.picture.hasAttribute('viewBox')) this.renderGround();
    if (this.props.men !== before.men || otherGround || drawn) {
      this.hideNote();
      this.renderMen(otherGround || drawn ? [] : before.men);
    }
    if (shape !== before.shape) this.drawn = [];
    if (otherGround) this.showDrawn(this.drawn);
    if (this.advancing === null) this.premove = null;
    if (this.props.free !== before.free) this.chosen = choice.nothing;
    this.chosen = this.props.free ? this.remainingFree() : choice.remaining(this.situation, this.chosen);
    this.render();
  }

  /** The square at a place on the screen; null beside the board. */
  squareAt(x: number, y: number): string | null {
    const box = this.field.getBoundingClientRect();
    const column = Math.floor(((x - box.left) / box.width) * this.layout.columns);
    const row = Math.floor(((y - box.top) / box.height) * this.layout.rows);
    return this.layout.squareAt({ column, row });
  }

  /** Says something to those who can't see it. */
  announce(text: string, library = ''): void {
    const parts = noteParts(text, library);
    // Screen readers skip a text that equals the last one.
    const isSame = this.live.textContent === [text, library].filter(Boolean).join(' ');
    this.live.replaceChildren(...parts, ...(isSame ? ['\u00a0'] : []));
  }

  /** Says something beside a square, until the next move or click. */
  say(square: string, { text = '', library = '' }: Note): void {
    const place = this.layout.placeOf(square);
    if (!place || (text === '' && library === '')) return;
    const { columns, rows } = this.layout;
    this.note.style.setProperty('--x', `${((place.column + 0.5) / columns) * 100}%`);
    this.note.style.setProperty('--y', `${((place.row < rows / 2 ? place.row + 1 : place.row) / rows) * 100}%`);
    this.note.classList.toggle('above', place.row >= rows / 2);
    this.note.dataset['side'] = place.column < columns / 3 ? 'left' : place.column >= (columns * 2) / 3 ? 'right' : 'middle';
    this.note.replaceChildren(...noteParts(text, library));
    this.note.hidden = false;
    this.announce(text, library);
  }

  /** No man is chosen any more. */
  release(): void {
    this.choose(choice.nothing);
  }

  /** Gives the focus to the board. */
  focus(square?: string): void {
    this.cells.focus(square);
  }

  private build(): void {
    this.element.className = 'board';
    this.frame.className = 'board-frame';
    this.field.className = 'board-field';
    this.note.className = 'board-note';
    this.note.hidden = true;
    // The live region says the same.
    this.note.setAttribute('aria-hidden', 'true');
    this.live.className = 'board-live';
    this.live.setAttribute('role', 'status');
    this.live.setAttribute('aria-live', 'polite');
    const definitions = svg('defs');
    definitions.append(marks.glow(this.glow));
    this.picture.append(definitions, this.layers.ground, this.layers.below, this.layers.men, this.layers.above, this.layers.drawn, this.layers.held);
    this.field.append(this.cells.element, this.ring.element, this.note);
    this.frame.append(this.figures.element, this.picture, this.field);
    this.element.append(this.edges.black, this.frame, this.edges.white, this.live);
    // The focused square is marked after keyboard use, not after a click.
    for (const event of ['focusin', 'focusout']) this.ring.element.addEventListener(event, () => queueMicrotask(() => this.hint()));
    const capture = { capture: true };
    this.element.addEventListener('pointerdown', ({ pointerType }) => this.used(pointerType), capture);
    this.element.addEventListener('keydown', () => this.used('keys'), capture);
  }

  /** Remembers what the board is used with: the focus is seen with keys alone, and choices are larger for a finger. */
  private used(means: string): void {
    this.byTouch = means === 'touch';
    this.element.classList.toggle('by-pointer', means !== 'keys');
  }

  private get situation(): choice.Situation {
    const { men, hands, moves, mover, free } = this.props;
    const { advancing } = this;
    if (advancing) return { men, hands: null, moves: [], side: advancing };
    return { men, hands, moves, side: free ? null : mover };
  }

  /** The side whose men may be moved in advance now. */
  private get advancing(): 'white' | 'black' | null {
    const { free, mover, premoves } = this.props;
    return free || mover !== null ? null : premoves;
  }

  private manOn(square: string): Placed | undefined {
    return this.men.get(square)?.man;
  }

  private remainingFree(): choice.Chosen {
    const { chosen } = this;
    return chosen.at === 'man' && this.manOn(chosen.square) ? chosen : choice.nothing;
  }

  private mayDrag(square: string): boolean {
    return this.mayTake(square) && (this.props.free || this.props.input !== 'click');
  }

  private mayTake(square: string): boolean {
    const man = this.manOn(square);
    return man !== undefined && (this.props.free || man.side === (this.props.mover ?? this.advancing));
  }

  // Drawing

  private renderGround(): void {
    const { shape, flipped, coordinates } = this.props;
    this.layout = new Layout(shape, flipped);
    const { columns, rows } = this.layout;
    this.picture.setAttribute('viewBox', `0 0 ${columns * CELL} ${rows * CELL}`);
    this.frame.classList.toggle('with-holes', shape.holes.length > 0);
    // Men on tiles would cover names inside of squares of one colour, and a point has no corner.
    const beside = coordinates === 'outside' || (coordinates === 'inside' && shape.style !== 'checkered');
    this.frame.classList.toggle('ruled', beside);
    this.frame.classList.toggle('of-lines', shape.style !== 'checkered');
    const names = coordinates === 'off' ? [] : [beside ? marks.rulers(this.layout) : marks.coordinates(this.layout)];
    this.layers.ground.replaceChildren(marks.ground(this.layout), ...names);
    const style = this.frame.style;
    this.element.style.setProperty('--board-ratio', `${columns / rows}`);
    style.setProperty('--board-columns', String(columns));
    style.setProperty('--board-rows', String(rows));
    this.cells.build(this.layout);
    this.frame.before(this.edges[flipped ? 'white' : 'black']);
    this.frame.after(this.edges[flipped ? 'black' : 'white']);
  }

  private showDrawn(drawn: readonly Drawn[], preview: Drawn | null = null): void {
    this.drawn = [...drawn];
    this.layers.drawn.replaceChildren(...pictures(this.layout, preview ? [...drawn, preview] : drawn));
  }

  private renderHands(): void {
    const { hands, free, mover, flipped } = this.props;
    this.element.classList.toggle('with-hands', hands !== null);
    const letter = this.chosen.at === 'hand' || this.chosen.at === 'drop' ? this.chosen.letter : null;
    for (const side of SIDES) {
      const mine = !free && mover === side;
      const state = { mine, chosen: mine ? letter : null, flipped };
      this.hands[side].update(hands && { held: hands[side], ...state });
    }
  }

  /** The men in hand of a letter, of the player to move. */
  private heldAs(letter: string): Held | undefined {
    const { hands, mover } = this.props;
    return hands && mover ? hands[mover].find(held => held.letter === letter) : undefined;
  }

  private renderMen(before: readonly Placed[]): void {
    const { men, last, flipped } = this.props;
    this.men = new Map();
    for (const man of men) {
      const at = marks.middle(this.layout, man.square);
      if (!at) continue;
      const element = svg('g', { transform: `translate(${at.x} ${at.y})`, class: 'man-place' });
      element.append(this.figures.man(man, flipped));
      this.men.set(man.square, { man, element });
    }
    this.layers.held.replaceChildren();
    this.layers.men.replaceChildren(...[...this.men.values()].map(entry => entry.element));
    const dragged = this.dragged;
    this.dragged = null;
    const isStill = !this.props.animated || matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (before.length === 0 || isStill) return;
    for (const { from, to } of slides(before, men, last)) {
      if (from !== dragged?.from || to !== dragged.to) this.slide(from, to);
    }
  }

  private slide(from: string, to: string): void {
    const [start, end] = [marks.middle(this.layout, from), marks.middle(this.layout, to)];
    const entry = this.men.get(to);
    const figure = entry?.element.firstElementChild;
    if (!start || !end || !figure) return;
    // Above the others on its way.
    this.layers.men.append(entry.element);
    const offset = `translate(${start.x - end.x}px, ${start.y - end.y}px)`;
    figure.animate([{ transform: offset }, { transform: 'none' }], { duration: SLIDE, easing: 'ease-out' });
  }

  /** Draws all that depends on what is chosen. */
  private render(over: string | null = null): void {
    const { last, walls, checks, moves, pointers, values, free, mover, label } = this.props;
    const { chosen, layout } = this;
    this.over = over;
    const from = chosen.at === 'man' || chosen.at === 'square' ? chosen.square : chosen.at === 'move' || chosen.at === 'wall' ? chosen.from : null;
    const reached = choice.targets(moves, chosen);
    const halfway = chosen.at === 'wall' ? marks.over(layout, chosen.to) : [];
    const pointed = chosen.at === 'nothing' ? pointers : [];
    // A filled square lies under the marks, a figure on them.
    const figures = this.props.shape.wall !== null;
    const walled = this.walls(walls);
    this.layers.below.replaceChildren(...(figures ? [] : walled), ...marks.below(layout, last, checks, from, this.glow), ...marks.premove(layout, this.premove), ...halfway, ...(over ? marks.over(layout, over) : []), ...(figures ? walled : []));
    this.layers.above.replaceChildren(...this.ghosts(pointed), ...marks.pointers(layout, pointed), ...marks.targets(layout, reached, values));
    const captured = new Map(reached.map(move => [move.to, move.captures.length > 0]));
    this.cells.label(label, square => this.cellState(square, from, captured, reached));
    this.element.classList.toggle('playable', free || mover !== null || this.advancing !== null);
    if (!this.isPressed) this.resetDrag();
    if (chosen.at === 'wall') this.showMoved(chosen.from, chosen.to);
    this.renderHands();
    this.renderRing();
  }

  private get isPressed(): boolean {
    return [this.pointer, ...(this.handPointers ?? [])].some(pointer => pointer?.isPressed);
  }

  /** The walls that were put in play, as the game draws them. */
  private walls(squares: readonly string[]): SVGElement[] {
    const { wall } = this.props.shape;
    if (wall === null) return marks.walls(this.layout, squares);
    return squares.flatMap(square => {
      const at = marks.middle(this.layout, square);
      if (!at) return [];
      const place = svg('g', { transform: `translate(${at.x} ${at.y})` });
      place.append(this.figures.wall(wall));
      return [place];
    });
  }

  /** What a wall is called: `duck`. */
  private get wallName(): string {
    return this.props.shape.wall?.replace(/^own /, '').replaceAll('-', ' ') ?? 'wall';
  }

  /** The men of drops that are pointed at, on their squares. */
  private ghosts(pointers: readonly Pointer[]): SVGElement[] {
    const best = new Map([...pointers].reverse().map(pointer => [pointer.to, pointer]));
    return [...best.values()].flatMap(({ to, becomes, drops }) => {
      const at = marks.middle(this.layout, to);
      if (!at || !becomes || !drops) return [];
      const ghost = svg('g', { class: 'ghost', transform: `translate(${at.x} ${at.y})` });
      ghost.append(this.figures.man(becomes, this.props.flipped));
      return [ghost];
    });
  }

  private cellState(
    square: string,
    from: string | null,
    captured: Map<string | undefined, boolean>,
    reached: readonly MoveView[],
  ): CellState {
    const wall = this.props.walls.includes(square);
    const man = this.manOn(square);
    const heard = [man ? choice.spoken(man) : wall ? words.board.walled(square, this.wallName) : words.board.empty(square)];
    if (this.props.checks.includes(square)) heard.push(words.board.inCheck);
    if (square === from) heard.push(words.board.chosen);
    if (square === this.premove?.from) heard.push(words.board.premoveFrom);
    if (square === this.premove?.to) heard.push(words.board.premoveTo);
    const captures = captured.get(square);
    if (captures !== undefined) heard.push(captures ? words.board.capturable : words.board.reachable);
    const value = captures === undefined ? undefined : bestValue(square, reached, this.props.values);
    if (value) heard.push(words.analysis.value(value));
    return {
      label: heard.join(', '),
      selected: square === from,
      active: this.mayTake(square) || captures !== undefined || this.props.free,
    };
  }

  private renderRing(): void {
    const { chosen, props } = this;
    const moves = choice.choices(props.moves, chosen);
    if (chosen.at === 'nothing' || chosen.at === 'hand' || chosen.at === 'wall' || chosen.at === 'square' || moves.length === 0 || this.isPressed) {
      if (this.ring.isOpen) this.ring.close();
      this.hint();
      return;
    }
    this.ring.open({
      square: chosen.at === 'man' ? chosen.square : chosen.to,
      moves,
      man: chosen.at === 'man' ? this.manOn(chosen.square) : chosen.at === 'move' ? this.manOn(chosen.from) : undefined,
      asks: chosen.at !== 'man',
      byTouch: this.byTouch,
      layout: this.layout,
      room: ROOM,
      cell: this.field.clientWidth / this.layout.columns,
    });
    this.hint();
  }

  /** Tells those who use keys what the ring is for. */
  private hint(): void {
    const inside = this.ring.element.matches(':focus-within');
    const byKey = !this.element.classList.contains('by-pointer');
    const again = words.board.again(choice.stayWords(choice.choices(this.props.moves, this.chosen)));
    const ring = inside ? words.board.ringKeys : again;
    const step = this.chosen.at === 'hand' ? words.board.dropKeys : null;
    const text = step ?? (this.ring.isOpen ? ring : '');
    if (this.chosen.at === 'wall') this.events.onHint?.(words.board.placeWall(this.props.wallName, byKey));
    else this.events.onHint?.(byKey ? text : '');
  }

  private hideNote(): void {
    this.attempts++;
    this.note.hidden = true;
  }

  // Input

  private press(square: string | null): void {
    this.hideNote();
    if (this.drawn.length > 0) this.showDrawn([]);
    const { chosen } = this;
    this.pressedChosen = chosen.at === 'man' && chosen.square === square;
    if (square === null || this.props.free) return;
    const isTarget = choice.leadingTo(this.props.moves, chosen, square).length > 0;
    if (!isTarget && chosen.at !== 'wall' && this.mayTake(square)) this.chosen = { at: 'man', square };
    this.render();
  }

  private click(square: string | null): void {
    if (square === null) {
      this.chosen = choice.nothing;
      return this.render();
    }
    const { chosen } = this;
    // Where men are dragged, a click beside a chosen man moves nothing.
    const isMove = (chosen.at === 'man' && chosen.square !== square) || chosen.at === 'hand';
    if (isMove && this.props.input === 'drag' && !this.props.free) return this.choose(choice.nothing);
    const justChosen = chosen.at === 'man' && chosen.square === square && !this.pressedChosen;
    if (justChosen) {
      this.render();
      void this.explain(square);
    } else this.activate(square, false);
    this.cells.focus(square);
  }

  private drag(from: string, dx: number, dy: number, over: string | null): void {
    const entry = this.men.get(from);
    const scale = (this.layout.columns * CELL) / this.field.clientWidth;
    if (!entry) return;
    if (this.layers.held.lastElementChild !== entry.element) this.layers.held.append(entry.element);
    entry.element.firstElementChild!.setAttribute('transform', `translate(${dx * scale} ${dy * scale}) scale(1.15)`);
    this.element.classList.add('dragging');
    if (over !== this.over) this.render(over);
  }

  /** A man stands where it goes while the square of its wall is chosen. */
  private showMoved(from: string, to: string): void {
    const [start, end] = [this.layout.placeOf(from), this.layout.placeOf(to)];
    if (!start || !end) return;
    const [x, y] = [(end.column - start.column) * CELL, (end.row - start.row) * CELL];
    this.men.get(from)?.element.firstElementChild?.setAttribute('transform', `translate(${x} ${y})`);
    if (to !== from) this.men.get(to)?.element.classList.add('taken');
  }

  private resetDrag(): void {
    this.element.classList.remove('dragging');
    for (const { element } of this.men.values()) element.classList.remove('taken');
    this.drawnOut?.remove();
    this.drawnOut = null;
    this.layers.men.append(...this.layers.held.children);
    for (const { element } of this.men.values()) element.firstElementChild?.removeAttribute('transform');
  }

  private drop(from: string, to: string | null): void {
    if (this.props.free) {
      this.render();
      this.chosen = choice.nothing;
      if (to !== from) this.events.onDrop?.(from, to);
      return;
    }
    if (this.advancing) {
      this.chosen = choice.nothing;
      if (to === null || to === from) return this.render();
      return this.setPremove(from, to);
    }
    const step = choice.drop(this.situation, from, to);
    if (step.effect.do === 'play' && to) this.dragged = { from, to };
    this.take(step, false);
  }

  /** Enter, or a click. */
  private activate(square: string, byKey: boolean): void {
    this.hideNote();
    if (this.props.free) {
      this.activateFree(square, byKey);
      return;
    }
    if (this.advancing) return this.activateInAdvance(square);
    const again = this.chosen.at === 'man' && this.chosen.square === square;
    if (byKey && again && this.ring.isOpen) {
      this.ring.focus();
      return;
    }
    this.take(choice.activate(this.situation, this.chosen, square), byKey);
  }

  /** A man is chosen, and then the square to which it goes when the turn comes; another own man is chosen instead. */
  private activateInAdvance(square: string): void {
    const { chosen, effect } = choice.activate(this.situation, this.chosen, square);
    if (effect.do === 'refuse') return this.setPremove(effect.from, effect.to);
    this.chosen = chosen;
    if (chosen.at === 'nothing') this.cancelPremove();
    this.render();
  }

  private setPremove(from: string, to: string): void {
    this.chosen = choice.nothing;
    this.premove = { from, to };
    this.render();
    const man = this.manOn(from);
    this.announce(words.board.premove(man ? choice.spoken(man) : from, to, this.byTouch));
    this.events.onPremove?.({ from, to });
  }

  /** Gives up a move in advance. Returns whether there was one. */
  private cancelPremove(): boolean {
    if (!this.premove) return false;
    this.premove = null;
    this.render();
    this.events.onPremove?.(null);
    return true;
  }

  /** A man that is free is chosen, and goes wherever it is sent. */
  private activateFree(square: string, byKey: boolean): void {
    const from = this.chosen.at === 'man' ? this.chosen.square : null;
    if (byKey && from === square && this.ring.isOpen) return this.ring.focus();
    this.chosen = choice.nothing;
    const taken = this.events.onSquare?.(square) ?? false;
    if (!taken && from !== null && from !== square) this.events.onDrop?.(from, square);
    else if (!taken && from === null && this.manOn(square)) this.chosen = { at: 'man', square };
    this.render();
  }

  private take({ chosen, effect }: choice.Step, byKey: boolean): void {
    this.chosen = chosen;
    this.render();
    if (chosen.at === 'move' || chosen.at === 'drop') this.ring.focus();
    if (chosen.at === 'wall') this.announceWall();
    if (byKey && chosen.at === 'man' && effect.do === 'nothing') this.announceChosen(chosen.square);
    if (chosen.at === 'man' && effect.do === 'nothing') void this.explain(chosen.square);
    if (effect.do === 'play') this.events.onMove?.(effect.move);
    if (effect.do === 'refuse') void this.refuse(effect.to, this.events.onAttempt?.(effect.from, effect.to));
    if (effect.do === 'refuse-drop') void this.refuse(effect.to, this.events.onAttemptDrop?.(effect.letter, effect.to));
  }

  // Hands

  private pressHand(letter: string | null): void {
    this.hideNote();
    const { chosen } = this;
    this.pressedChosen = chosen.at === 'hand' && chosen.letter === letter;
    if (letter !== null) this.chosen = { at: 'hand', letter };
    this.render();
  }

  private clickHand(letter: string | null): void {
    if (letter === null || this.pressedChosen) return this.choose(choice.nothing);
    this.render();
    this.announceHand(letter);
  }

  /** Enter on a kind in hand: the focus goes to the squares. */
  private activateHand(letter: string, byKey: boolean): void {
    this.hideNote();
    this.take(choice.activateHand(this.situation, this.chosen, letter), byKey);
    if (this.chosen.at !== 'hand') return;
    this.cells.focus();
    this.announceHand(letter);
  }

  private announceHand(letter: string): void {
    const squares = new Set(choice.drops(this.props.moves, letter).map(move => move.to)).size;
    const held = this.heldAs(letter);
    this.announce(words.board.drops(held ? words.men.held(held) : letter, squares));
  }

  private dragFromHand(letter: string, dx: number, dy: number, over: string | null): void {
    const { mover, flipped } = this.props;
    const held = this.heldAs(letter);
    const middle = mover && this.hands[mover].middleOf(letter);
    if (!held || !middle) return;
    if (!this.drawnOut) {
      this.drawnOut = svg('g', { class: 'man-place' });
      this.drawnOut.append(this.figures.man(held, flipped));
      this.layers.held.append(this.drawnOut);
    }
    const box = this.field.getBoundingClientRect();
    const scale = (this.layout.columns * CELL) / box.width;
    const [x, y] = [(middle.x + dx - box.left) * scale, (middle.y + dy - box.top) * scale];
    this.drawnOut.setAttribute('transform', `translate(${x} ${y}) scale(1.15)`);
    this.element.classList.add('dragging');
    if (over !== this.over) this.render(over);
  }

  private announceChosen(square: string): void {
    const { moves } = this.props;
    const squares = new Set(choice.departures(moves, square).map(move => move.to)).size;
    const ways = choice.stays(moves, square);
    const man = this.manOn(square);
    const goes = words.board.goes(man ? choice.spoken(man) : square, squares);
    const stays = ways.length > 0 ? `, ${words.board.stays(ways.length, choice.stayWords(ways))}` : '';
    this.announce(goes + stays);
  }

  private announceWall(): void {
    const { length } = choice.targets(this.props.moves, this.chosen);
    this.announce(words.board.walls(length, this.wallName));
  }

  private async refuse(to: string, asked: Promise<Note> | undefined): Promise<void> {
    const attempt = ++this.attempts;
    const reason = await asked;
    if (reason && attempt === this.attempts) this.say(to, reason);
  }

  /** Says why nothing is shown of a man that is chosen. */
  private async explain(square: string): Promise<void> {
    const { moves } = this.props;
    if (this.advancing) return;
    if (choice.departures(moves, square).length + choice.stays(moves, square).length > 0) return;
    const attempt = ++this.attempts;
    const why = await this.events.onStuck?.(square);
    if (why && attempt === this.attempts) this.say(square, why);
  }

  private chooseInRing(move: MoveView): void {
    const { chosen, effect } = choice.pick(this.situation, move);
    this.chosen = chosen;
    this.render();
    this.cells.focus(move.to ?? move.from);
    if (effect.do === 'play') this.events.onMove?.(effect.move);
    else this.announceWall();
  }

  /** Escape in the ring leads back to the squares; a ring that had to be answered closes. */
  private leaveRing(): void {
    const { chosen } = this;
    const square = chosen.at === 'move' ? chosen.from : chosen.at === 'man' ? chosen.square : chosen.at === 'drop' ? chosen.to : null;
    if (chosen.at === 'move' || chosen.at === 'drop') this.chosen = choice.cancel(chosen);
    this.render();
    this.cells.focus(square);
  }

  private choose(chosen: choice.Chosen): void {
    this.chosen = chosen;
    this.render();
  }

  private escape(): void {
    this.hideNote();
    const { chosen } = this;
    const dragging = [this.pointer, ...this.handPointers].filter(pointer => pointer.cancel()).length > 0;
    if (!dragging) this.chosen = choice.cancel(chosen);
    if (!dragging && chosen.at === 'nothing') this.cancelPremove();
    this.render();
    // Back to where it was chosen by a key.
    const { mover } = this.props;
    if (!dragging && chosen.at === 'hand' && mover && !this.element.classList.contains('by-pointer')) this.hands[mover].focus(chosen.letter);
  }
}

/** A text of the page, and then one of the library, which is marked as English. */
function noteParts(text: string, library: string): (Node | string)[] {
  if (library === '') return [text];
  const quoted = document.createElement('span');
  quoted.lang = 'en';
  quoted.textContent = library;
  return text === '' ? [quoted] : [`${text} `, quoted];
}

function keepIfEqual<Key extends keyof BoardProps>(props: BoardProps, before: BoardProps, key: Key): void {
  if (props[key] !== before[key] && JSON.stringify(props[key]) === JSON.stringify(before[key])) props[key] = before[key];
}

function edgeWith(side: 'white' | 'black', hand: HandView): HTMLElement {
  const edge = document.createElement('div');
  edge.className = `board-edge edge-${side}`;
  edge.append(hand.element);
  return edge;
}
