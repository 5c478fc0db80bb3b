// Findings of a playtest as a page.

import type { Findings, Share } from 'weakfish';
import { element } from '../dom';
import type { Page } from '../page';
import { words } from '../words';
import { interval, range, shares } from './plots';
import { toLine } from './results';

interface Report {
  findings: Findings;
  played: number;
  of: number;
}

const said = words.bench.playtest;
const number = (value: number, digits: number) => words.bench.number(value, digits);
const percent = (share: number) => words.bench.percent(share, share > 0.1 && share < 0.9 ? 0 : 1);
const likely = ({ share, low, high }: Share) => words.bench.likely(percent(share), percent(low), percent(high));

/** The findings of the games so far; names lead to the lines of a text. */
export function findings(page: Page, { findings: found, played, of }: Report, text: string): HTMLElement {
  const { fairness, skill, length, endings, men, openings, unvisited } = found;
  const parts: Node[] = [element('p', {}, said.played(played, of))];
  for (const { setup, white, draws, black, score } of fairness.filter(({ score }) => score.games > 0)) {
    const result = said.shares(percent(white.share), percent(draws.share), percent(black.share));
    const bar = shares([{ share: white.share, kind: 'white' }, { share: draws.share, kind: 'drawn' }, { share: black.share, kind: 'black' }], result);
    const better = said.better[score.low > 0.5 ? 'white' : score.high < 0.5 ? 'black' : 'neither'];
    parts.push(element('p', {}, bar, `${said.from(fairness.length > 1 ? setup : '', result)} ${said.scores(likely(score))} ${better}`));
  }
  if (skill.games > 0) parts.push(element('p', {}, said.skill(skill.low > 0.5, likely(skill))));
  const [low, middle, high] = length.quartiles;
  if (high > 0) {
    const lengths = said.length(low, middle, high);
    const ends = length.unfinished.share > 0 ? said.brokenOff(likely(length.unfinished)) : said.allEnded;
    parts.push(element('p', {}, range([low, middle, high], 1.25 * high, lengths), `${lengths}. ${ends}`));
  }
  const never = endings.filter(({ players, chance }) => players.share === 0 && chance.share === 0);
  const unused = men.filter(({ moves }) => moves.mean === 0);
  if (never.length > 0) parts.push(element('p', {}, said.neverEnded, ...listed(never.map(({ label }) => toLine(page, label, text))), '.'));
  if (unused.length > 0) parts.push(element('p', {}, said.neverMoved, ...listed(unused.map(({ name, symbol }) => toLine(page, name, text, symbol))), '.'));
  if (unvisited.length > 0) parts.push(element('p', {}, said.unvisited(unvisited)));
  const rows = endings.filter(({ players }) => players.share > 0).sort((one, other) => other.players.share - one.players.share);
  parts.push(
    listing(said.endings, rows.map(({ label, players }) => [
      toLine(page, label, text), element('span', {}, interval(players.share, players.low, players.high, percent(players.share)), percent(players.share)),
    ])),
    listing(said.men, men.map(({ symbol, name, value, moves, captures, turns }) => [
      toLine(page, `${symbol} ${name}`, text, symbol), value ? number(value.mean, 2) : '–', number(moves.mean, 1), number(captures.mean, 1), turns ? number(turns.mean, 1) : '–',
    ])),
  );
  if (openings.length > 0) {
    parts.push(listing(said.openings, openings.map(({ first, score }) => [element('span', { translate: 'no' }, first), likely(score)])));
  }
  return element('div', {}, ...parts);
}

function listed(nodes: Node[]): (Node | string)[] {
  return nodes.flatMap((node, at) => (at > 0 ? [', ', node] : [node]));
}

/** A table with these headings. */
export function listing(heads: readonly string[], rows: readonly (readonly (Node | string)[])[]): HTMLElement {
  if (rows.length === 0) return element('div', {});
  return element('table', { class: 'bench-figures' },
    element('thead', {}, element('tr', {}, ...heads.map(head => element('th', { scope: 'col' }, head)))),
    element('tbody', {}, ...rows.map(cells => element('tr', {}, ...cells.map(cell => element('td', {}, cell))))),
  );
}
