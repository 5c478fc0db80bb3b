// The moves of a game with their judgements.

import { Refusal, type Client, type Judged, type PositionRef } from 'weakfish';
import { element } from '../dom';
import type { Page } from '../page';
import { mover } from '../play/game';
import { playing } from '../play/playing';
import { pathKey, startsWith, type Moves, type Note } from '../tree';
import { words } from '../words';
import { course } from './plots';
import { choice, definition, tool } from './tool';

const said = words.bench.review;

/** The moves of a better line that are put into the list. */
const MOST_PUT = 6;

/** The game on the page; that of a text, if there is one, takes its place. */
async function gameOf(page: Page, text: string, pasted: HTMLTextAreaElement): Promise<PositionRef> {
  if (!pasted.hidden) {
    const { setup, fen, moves, problem } = await page.client.replay({ text }, pasted.value);
    if (problem) {
      pasted.focus();
      pasted.setSelectionRange(problem.start, problem.end);
      throw new Refusal(`${problem.message.charAt(0).toUpperCase()}${problem.message.slice(1)}.`);
    }
    page.session.start({ setup, fen, moves });
    await page.session.settled();
  }
  const { setup, fen, moves } = page.store.state.line;
  if (moves.length === 0) throw new Error(said.noMoves);
  return { ...(fen === undefined ? { setup } : { fen }), moves: [...moves] };
}

/** The judged moves as they come, the last one first. */
class Judgements {
  readonly element: HTMLElement;
  readonly #plot = element('div', { class: 'review-plot' });
  readonly #rows = element('tbody', {});
  readonly #summary = element('div', { lang: 'en' });
  readonly #take = element('button', { type: 'button', onclick: () => this.#takeOver() }, said.take);
  #known: readonly Judged[] = [];

  constructor(private readonly page: Page, private readonly moves: Moves) {
    const heads = [said.move, said.score, said.remark].map(head => element('th', { scope: 'col' }, head));
    const table = element('table', { class: 'bench-figures review' }, element('thead', {}, element('tr', {}, ...heads)), this.#rows);
    this.element = element('div', {}, this.#plot, this.#summary, element('div', { class: 'bar' }, this.#take), table);
    // A click on the curve shows the position there.
    this.#plot.addEventListener('click', ({ clientX }) => {
      const { left, width } = this.#plot.getBoundingClientRect();
      this.#look(Math.round(((clientX - left) / Math.max(1, width)) * moves.length));
    });
  }

  /** Shows what is known of the moves; rows that are there stay as they are. */
  show(judged: readonly Judged[]): void {
    const added = judged.slice(0, judged.length - this.#known.length);
    this.#known = judged;
    this.#rows.prepend(...added.map(move => this.#row(move)));
    const [first] = judged;
    if (!first) return;
    this.mark();
    const lines = [`White: ${first.white}.`, `Black: ${first.black}.`];
    this.#summary.replaceChildren(...lines.map(line => element('p', {}, line)));
    const points = [{ ply: first.ply, share: first.chance_before }, ...judged.map(({ ply, chance }) => ({ ply: ply + 1, share: chance }))];
    const bad = judged.filter(({ sign }) => sign !== '').length;
    this.#plot.replaceChildren(course(points, this.moves.length, said.course(first.score_before, judged.at(-1)!.score, bad)));
  }

  #row({ ply, number, text, sign, score, remark, better }: Judged): HTMLElement {
    const show = element('button', { type: 'button', class: 'to-test', translate: 'no', onclick: () => this.#look(ply + 1) }, `${number} ${text}${sign}`);
    const put = () => {
      if (mover(playing(this.page).store.state.game)) this.page.session.follow([...this.moves.slice(0, ply), ...better.slice(0, MOST_PUT)], ply + 1);
    };
    const why = remark && element('button', { type: 'button', class: 'to-test', lang: 'en', title: said.putBetter, onclick: put }, remark);
    return element('tr', { class: sign && 'bad-move', 'data-ply': ply + 1 }, element('th', { scope: 'row' }, show), element('td', { class: 'score', lang: 'en' }, score), element('td', {}, why));
  }

  /** Marks the move that has led to the position on the board. */
  mark(): void {
    const { line } = this.page.store.state;
    for (const row of this.#rows.rows) {
      const ply = Number(row.dataset['ply']);
      const isShown = ply === line.ply && startsWith(line.moves, this.moves.slice(0, ply));
      if (isShown) row.setAttribute('aria-current', 'step');
      else row.removeAttribute('aria-current');
    }
  }

  /** Shows the position after so many moves, if the game is still on the page. */
  #look(ply: number): void {
    const { lines } = this.page.store.state;
    if (lines.some(line => startsWith(line, this.moves))) this.page.session.follow(this.moves, ply);
  }

  /** Puts signs and comments into the list of moves. */
  #takeOver(): void {
    const notes: Record<string, Note> = {};
    for (const { ply, sign, comment } of this.#known) {
      const key = pathKey(this.moves.slice(0, ply + 1));
      const { comment: own, glyph } = this.page.store.state.notes[key] ?? {};
      const comments = [own, comment && !own?.includes(comment) && comment].filter(Boolean).join(' ');
      if (sign || comment) notes[key] = { ...(comments && { comment: comments }), glyph: sign || glyph };
    }
    this.page.session.annotate(notes);
  }
}

export function review(page: Page): HTMLElement {
  const source = choice(said.game, [['page', said.onPage], ['text', said.pasted]]);
  const { quick, usual, strong } = words.bench.strengths;
  const nodes = choice(words.bench.strength, [['2000', quick], ['20000', usual], ['100000', strong]], '20000');
  const pasted = element('textarea', { rows: 4, 'aria-label': said.text, placeholder: said.placeholder, spellcheck: 'false', translate: 'no', hidden: true });
  source.addEventListener('change', () => (pasted.hidden = source.value === 'page'));
  let judgements: Judgements | null = null;
  page.store.watch(['line'], () => judgements?.mark());
  return tool(said.title, said.about, [source, nodes, pasted], said.begin, async run => {
    const asked = definition(page);
    const game = await gameOf(page, asked.text, pasted);
    const shown = (judgements = new Judgements(page, game.moves ?? []));
    const show = ({ moves, of }: Awaited<ReturnType<Client['review']>>) => {
      shown.show(moves);
      run.show(shown.element, moves.length / of);
    };
    show(await page.client.review(asked, game, { nodes: Number(nodes.value) }, show, run.signal));
  });
}
