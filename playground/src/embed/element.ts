// `<weakfish-board>`: a game, a diagram or a problem in any web page. docs/embedding.md describes its attributes.

import type { Client, PositionRef, View } from 'weakfish';
import { Board, shapeOf, type Note } from '../board';
import boardStyle from '../board/board.css';
import handStyle from '../board/hands.css';
import { iconButton } from '../buttons';
import { reason } from '../dialog';
import { element } from '../dom';
import { latest } from '../latest';
import { capital, plain } from '../prose';
import { fresh, STRONGEST, type Side } from '../play/game';
import { FIRST_LEVEL } from '../play/levels';
import { endText } from '../play/outcome';
import { passes } from '../play/passes';
import theme from '../theme.css';
import { language, words } from '../words';
import style from './embed.css';
import { beside, client } from './library';
import { opened, type Opened } from './opened';
import { Problem } from './problem';

/** Attributes that say what is shown; the others say how. */
const CONTENT = ['game', 'src', 'setup', 'fen', 'moves', 'ply', 'problem'];

/** How long Weakfish thinks about a move, in seconds. */
const PATIENCE = 1;

/** How long the reader's move in a problem is seen before it is answered, in milliseconds. */
const PACE = 500;

/** Memory for the solver, in MiB, and the most moves that it lists. */
const SOLVER = { memory: 64, lines: 20_000 };

const sheets = [theme, boardStyle, handStyle, style].map(css => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
});

export class WeakfishBoard extends HTMLElement {
  static readonly observedAttributes = [...CONTENT, 'flipped', 'play', 'level', 'board'];

  readonly #board = new Board({
    onMove: move => void (this.#problem ? this.#try(this.#problem, move) : this.#play(move)),
    onAttempt: (from, to) => this.#ask((library, { definition }) => library.attempt(definition, this.#position(), from, to)),
    onAttemptDrop: (letter, to) => this.#ask((library, { definition }) => library.why(definition, this.#position(), `${letter.toUpperCase()}@${to}`)),
    onStuck: square => this.#ask((library, { definition }) => library.stuck(definition, this.#position(), square)),
    onHint: text => (this.#hint.textContent = text),
  });
  readonly #mistake = element('p', { class: 'embed-mistake', role: 'alert', hidden: true });
  readonly #standing = element('p', { class: 'embed-standing' });
  readonly #hint = element('p', { class: 'embed-hint', 'aria-hidden': 'true' });
  readonly #passes = element('div', { class: 'bar' });
  readonly #moves = element('p', { class: 'embed-moves' });
  readonly #back = [
    iconButton('first', words.table.toStart, () => this.#goTo(0)),
    iconButton('back', words.table.back, () => this.#goTo(this.#ply - 1)),
  ];
  readonly #forward = [
    iconButton('forward', words.table.forward, () => this.#goTo(this.#ply + 1)),
    iconButton('last', words.table.toEnd, () => this.#goTo(this.#line.length)),
  ];
  readonly #solution = element('button', { type: 'button', onclick: () => void this.#solve() }, words.embed.showSolution);
  readonly #page = element('a', { class: 'embed-page' });
  readonly #frame = element('div', { class: 'embed', role: 'group', lang: language, 'data-state': 'loading' });

  #opened: Opened | null = null;
  #problem: Problem | null = null;
  /** What is said about the reader's last move in a problem. */
  #verdict = '';
  /** All moves, in machine notation; those of the attributes come first. */
  #line: readonly string[] = [];
  #ply = 0;
  #view: View | null = null;
  /** Ends what is under way for the position on the board. */
  #leave = new AbortController();
  readonly #load = latest<void>(() => this.#open());
  readonly #refresh = latest<void>(() => this.#show());

  constructor() {
    super();
    const field = element('div', { class: 'embed-board' });
    const flip = iconButton('flip', words.table.flip, () => void this.toggleAttribute('flipped'));
    const bar = element('div', { class: 'bar embed-bar' }, ...this.#back, ...this.#forward, flip, this.#solution, this.#page);
    this.#frame.append(field, this.#mistake, this.#standing, this.#hint, this.#passes, this.#moves, bar);
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = sheets;
    root.append(this.#frame);
    this.#board.mount(field);
  }

  connectedCallback(): void {
    // The definition inside of the element may not have been parsed yet.
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => this.#load(), { once: true });
    else this.#load();
  }

  disconnectedCallback(): void {
    this.#leave.abort();
  }

  attributeChangedCallback(name: string): void {
    if (!this.isConnected || document.readyState === 'loading') return;
    if (CONTENT.includes(name)) this.#load();
    else this.#refresh();
  }

  /** The moves up to the position on the board, in machine notation. */
  get moves(): readonly string[] {
    return this.#line.slice(0, this.#ply);
  }

  #position(moves = this.moves): PositionRef {
    return { ...this.#opened?.start, moves: [...moves] };
  }

  async #ask(question: (library: Client, opened: Opened) => Promise<string>): Promise<Note> {
    return this.#opened ? { library: plain(await question(await client(), this.#opened)) } : {};
  }

  /** Reads the attributes, and shows what they ask for. */
  async #open(): Promise<void> {
    this.#leave.abort();
    try {
      const library = await client();
      const { definition, sheet, start, moves } = (this.#opened = await opened(this, library));
      const stipulation = this.getAttribute('problem');
      const solve = async () => {
        const { solutions } = await library.solve(definition, { ...start, moves: [...moves] }, { stipulation: stipulation ?? '', ...SOLVER });
        return solutions[0]!;
      };
      this.#problem = stipulation === null ? null : new Problem(stipulation, solve);
      this.#verdict = '';
      this.#view = null;
      this.#line = moves;
      const ply = Number(this.getAttribute('ply') ?? moves.length);
      this.#ply = Number.isInteger(ply) && !this.#problem ? Math.max(0, Math.min(ply, moves.length)) : moves.length;
      const label = words.table.board(sheet.title);
      this.#frame.setAttribute('aria-label', label);
      this.#board.update({ shape: shapeOf(sheet), drawings: sheet.drawings, label });
      this.#page.textContent = sheet.title;
      this.#page.href = beside(typeof definition === 'string' ? `./#game=${definition}` : `./#text=${encodeURIComponent(definition.text)}`);
      this.#frame.dataset['state'] = 'open';
      await this.#show();
    } catch (fault) {
      this.#opened = null;
      this.#frame.dataset['state'] = 'failed';
      this.#fail(fault);
    }
  }

  #fail(fault: unknown): void {
    this.#mistake.hidden = false;
    this.#mistake.textContent = capital(plain(reason(fault)));
  }

  #goTo(ply: number, verdict = ''): void {
    this.#verdict = verdict;
    this.#ply = Math.max(0, Math.min(ply, this.#line.length));
    this.#refresh();
  }

  /** The side that the reader moves now. */
  #mover({ side, outcome }: View, { moves }: Opened): Side | null {
    if (outcome) return null;
    if (this.#problem) {
      const played = this.#ply - moves.length;
      return played >= 0 && (this.#problem.isHelped || played % 2 === 0) ? side : null;
    }
    const play = this.getAttribute('play');
    return play === 'both' || play === side ? side : null;
  }

  /** Shows the position, and lets Weakfish answer. */
  async #show(): Promise<void> {
    this.#leave.abort();
    const { signal } = (this.#leave = new AbortController());
    const opened = this.#opened;
    if (!opened) return;
    try {
      const library = await client();
      const view = await library.view(opened.definition, this.#position());
      const whole = this.#ply === this.#line.length ? view : await library.view(opened.definition, this.#position(this.#line));
      if (signal.aborted) return;
      const isFirst = this.#view === null;
      this.#view = view;
      this.#mistake.hidden = true;
      this.#frame.dataset['board'] = this.getAttribute('board') ?? '';
      const mover = this.#mover(view, opened);
      const { board: men, hands, walls, checks, last } = view;
      this.#board.update({ men, hands, walls, checks, last, flipped: this.hasAttribute('flipped'), mover, moves: mover ? view.moves : [] });
      this.#passes.replaceChildren(
        ...passes(mover ? view.moves : []).map(({ move, title }) => element('button', { type: 'button', onclick: () => this.#play(move) }, title)),
      );
      this.#list(whole);
      this.#solution.hidden = !this.#problem;
      for (const button of [...this.#back, ...this.#forward]) button.hidden = this.#line.length === 0;
      for (const button of this.#back) button.disabled = this.#ply === 0;
      for (const button of this.#forward) button.disabled = this.#ply === this.#line.length;
      this.#say(view);
      if (!isFirst) this.#board.announce([view.history.at(-1), this.#standing.textContent].filter(Boolean).join('. '));
      void this.#answer(view, opened, signal);
    } catch (fault) {
      if (!signal.aborted) this.#fail(fault);
    }
  }

  /** Says how the game stands. */
  #say(view: View, verdict = this.#verdict): void {
    const standing = endText(view, fresh) || words.status.toMove(words.sides[view.side], view.checks.length > 0);
    this.#standing.textContent = this.#problem ? [words.embed.problem(this.#problem.words, standing), verdict].join(' ').trim() : verdict || standing;
  }

  /** Lists the moves; each leads to its position. */
  #list({ history, sides }: View): void {
    let round = 0;
    const buttons = history.map((text, at) =>
      element('button', { type: 'button', class: 'embed-move', 'aria-current': at + 1 === this.#ply && 'step', onclick: () => this.#goTo(at + 1) }, text),
    );
    const isRound = (at: number) => sides[at] === sides[0] && sides[at] !== sides[at - 1];
    const focused = [...this.#moves.querySelectorAll('button')].findIndex(button => button.matches(':focus'));
    this.#moves.replaceChildren(...buttons.flatMap((button, at) => [isRound(at) ? `${++round}. ` : '', button, ' ']));
    buttons[focused]?.focus({ preventScroll: true });
  }

  /** Makes a move in the position on the board. */
  #play(move: string, verdict = ''): void {
    this.#line = [...this.moves, move];
    this.#goTo(this.#line.length, verdict);
    this.dispatchEvent(new CustomEvent('move', { detail: { move, moves: this.moves }, bubbles: true, composed: true }));
  }

  /** Weakfish moves for the side that the reader does not play. */
  async #answer(view: View, { definition }: Opened, signal: AbortSignal): Promise<void> {
    const play = this.getAttribute('play');
    const isOpponent = (play === 'white' || play === 'black') && play !== view.side;
    if (this.#problem || !isOpponent || view.outcome || this.#ply < this.#line.length) return;
    const wish = Number(this.getAttribute('level') ?? NaN);
    const level = Number.isInteger(wish) && wish >= 0 ? Math.min(wish, STRONGEST) : FIRST_LEVEL;
    try {
      this.#say(view, words.embed.thinking);
      const seed = Math.floor(Math.random() * 2 ** 32);
      const { move, claim } = await (await client()).search(definition, this.#position(), { level, seed, seconds: PATIENCE }, undefined, signal);
      if (signal.aborted) return;
      if (claim) this.#say(view, words.game.claims(claim));
      else if (move) this.#play(move);
    } catch (fault) {
      if (!signal.aborted) this.#fail(fault);
    }
  }

  /** A move of the reader in a problem: it is made if it is right. */
  async #try(problem: Problem, move: string): Promise<void> {
    const view = this.#view;
    const opened = this.#opened;
    if (!view || !opened) return;
    const text = view.moves.find(one => one.move === move)?.text ?? move;
    const before = this.moves;
    const { signal } = this.#leave;
    this.#board.update({ mover: null, moves: [] });
    this.#say(view, words.embed.solving);
    try {
      const verdict = await problem.judge(before.slice(opened.moves.length), move);
      if (signal.aborted) return;
      if (!verdict.isRight) {
        const answer = verdict.refutation && (await this.#textOf([...before, move], verdict.refutation));
        return this.#goTo(this.#ply, answer ? words.embed.refuted(text, answer) : words.embed.fails(text));
      }
      const praise = verdict.isSolved ? words.embed.solved : words.embed.right(text);
      this.#play(move, praise);
      if (verdict.answer === undefined) return;
      const answered = this.moves;
      await new Promise(resolve => setTimeout(resolve, PACE));
      // The reader may have gone elsewhere meanwhile.
      if (this.moves.join() !== answered.join() || this.#problem !== problem) return;
      this.#play(verdict.answer, praise);
    } catch (fault) {
      if (!signal.aborted) this.#fail(fault);
    }
  }

  /** A move after others in the notation of people. */
  async #textOf(moves: readonly string[], move: string): Promise<string> {
    const { moves: legal } = await (await client()).view(this.#opened!.definition, this.#position(moves));
    return legal.find(one => one.move === move)?.text ?? move;
  }

  /** Puts the solution into the list of moves, and shows its first move. */
  async #solve(): Promise<void> {
    const problem = this.#problem;
    const opened = this.#opened;
    if (!problem || !opened || !this.#view) return;
    this.#say(this.#view, words.embed.solving);
    try {
      const solution = await problem.solution();
      if (this.#problem !== problem) return;
      this.#line = [...opened.moves, ...solution];
      this.#goTo(opened.moves.length + 1, solution.length > 0 ? '' : words.embed.noSolution);
    } catch (fault) {
      this.#fail(fault);
    }
  }
}

customElements.define('weakfish-board', WeakfishBoard);
