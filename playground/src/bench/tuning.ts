// Weights of the evaluation, learned from games of the engine against itself.

import type { Client, Tuned } from 'weakfish';
import { element } from '../dom';
import type { Page } from '../page';
import { fileName, save } from '../share/files';
import { titleOf, type Weighted } from '../store';
import { words } from '../words';
import { listing } from './findings';
import { shares } from './plots';
import { toLine } from './results';
import { choice, definition, tool } from './tool';

const { tuning: said, number } = words.bench;

/** Values at the beginning and at the end of a game; one of them if they are the same. */
function values([opening, ending]: readonly [number, number]): string {
  return opening === ending ? number(opening, 2) : said.values(number(opening, 2), number(ending, 2));
}

/** What was learned, and the text of the weights. */
function learned(page: Page, { initial_loss: before, loss, men, weights }: Tuned, text: string, use: HTMLElement): HTMLElement {
  const rows = men.map(({ symbol, name, before, after }) => [toLine(page, `${symbol} ${name}`, text, symbol), values(before), values(after)]);
  const area = element('textarea', { rows: 6, readonly: true, spellcheck: 'false', translate: 'no', 'aria-label': said.weights }, weights);
  const state = element('span', { role: 'status' });
  const copy = async () => {
    await navigator.clipboard.writeText(weights);
    state.textContent = said.copied;
  };
  const file = fileName(titleOf(page.store.state), '.weights');
  return element('div', {},
    element('p', {}, said.loss(number(before, 4), number(loss, 4))),
    listing([said.man, said.before, said.after], rows),
    element('p', { class: 'quiet' }, said.use(file)),
    area,
    element('div', { class: 'bar' },
      use,
      element('button', { type: 'button', onclick: () => void copy() }, said.copy),
      element('button', { type: 'button', onclick: () => save(file, weights) }, said.save),
      state,
    ),
  );
}

export function tuning(page: Page): HTMLElement {
  const games = choice(words.bench.games, [100, 400, 1000, 2000].map(count => [`${count}`, words.bench.gameCount(count)] as const), '400');
  const { quick, usual, strong } = words.bench.strengths;
  const nodes = choice(words.bench.strength, [['100', quick], ['400', usual], ['1000', strong]], '100');
  let last: Weighted | null = null;
  const isUsed = () => last !== null && page.store.state.tuned === last && page.store.state.good?.text === last.text;
  const use = element('button', { type: 'button', onclick: () => page.store.set({ tuned: isUsed() ? null : last }) }, said.play);
  const mark = () => use.setAttribute('aria-pressed', String(isUsed()));
  page.store.watch(['tuned', 'good'], mark);
  return tool(said.title, said.about, [games, nodes], said.begin, async run => {
    const asked = definition(page);
    const begun = performance.now();
    const show = ({ played, of, white, draws, black, tuned }: Awaited<ReturnType<Client['tune']>>, isOver = false) => {
      const seconds = ((performance.now() - begun) / 1000 / Math.max(1, played)) * (of - played);
      const isFitting = !tuned && played === of;
      const parts = [{ share: white / played, kind: 'white' }, { share: draws / played, kind: 'drawn' }, { share: black / played, kind: 'black' }];
      const won = said.won(white, draws, black);
      if (tuned) last = { text: asked.text, weights: tuned.weights };
      mark();
      run.show(element('div', {},
        element('p', {}, isOver ? said.played(played, of) : isFitting ? said.fitting(played) : said.left(played, of, seconds)),
        element('p', {}, shares(parts, won), won),
        tuned ? learned(page, tuned, asked.text, use) : isOver && element('p', {}, said.tooFew),
      ), played / of);
    };
    show(await page.client.tune(asked, { games: Number(games.value), nodes: Number(nodes.value) }, report => show(report), run.signal), true);
  });
}
