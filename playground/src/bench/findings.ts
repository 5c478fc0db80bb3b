// Findings of a playtest as a page.

import type { Findings, Share } from 'weakfish';
import { element } from '../dom';
import type { Page } from '../page';
import { interval, range, shares } from './plots';
import { toLine } from './results';

interface Report {
  findings: Findings;
  played: number;
  of: number;
}

const percent = (share: number) => `${(100 * share).toFixed(share > 0.1 && share < 0.9 ? 0 : 1)} %`;
const likely = ({ share, low, high }: Share) => `${percent(share)} (${percent(low)} to ${percent(high)})`;

/** The findings of the games so far; names lead to the lines of a text. */
export function findings(page: Page, { findings: found, played, of }: Report, text: string): HTMLElement {
  const { fairness, skill, length, endings, men, openings, unvisited } = found;
  const parts: Node[] = [element('p', {}, `${played} of ${of} games. In parentheses: what the share is likely to be.`)];
  for (const { setup, white, draws, black, score } of fairness.filter(({ score }) => score.games > 0)) {
    const words = `White wins ${percent(white.share)}, draws ${percent(draws.share)}, Black wins ${percent(black.share)}`;
    const bar = shares([{ share: white.share, kind: 'white' }, { share: draws.share, kind: 'drawn' }, { share: black.share, kind: 'black' }], words);
    const better = score.low > 0.5 ? 'White is better off.' : score.high < 0.5 ? 'Black is better off.' : 'Nothing shows that a side is better off.';
    const from = fairness.length > 1 ? `From ${setup}: ` : '';
    parts.push(element('p', {}, bar, `${from}${words}. White scores ${likely(score)}. ${better}`));
  }
  if (skill.games > 0) {
    const does = skill.low > 0.5 ? 'Skill matters' : 'Nothing shows that skill matters';
    parts.push(element('p', {}, `${does}: who looks at more positions scores ${likely(skill)}.`));
  }
  const [low, middle, high] = length.quartiles;
  if (high > 0) {
    const words = `half of the games have ${low} to ${high} plies, the middle one ${middle}`;
    const ends = length.unfinished.share > 0 ? ` ${likely(length.unfinished)} were broken off.` : ' All of them ended.';
    parts.push(element('p', {}, range([low, middle, high], 1.25 * high, words), `${words[0]?.toUpperCase()}${words.slice(1)}.${ends}`));
  }
  const never = endings.filter(({ players, chance }) => players.share === 0 && chance.share === 0);
  const unused = men.filter(({ moves }) => moves.mean === 0);
  if (never.length > 0) parts.push(element('p', {}, 'Never came about: ', ...listed(never.map(({ label }) => toLine(page, label, text))), '.'));
  if (unused.length > 0) parts.push(element('p', {}, 'Never moved: ', ...listed(unused.map(({ name, symbol }) => toLine(page, name, text, symbol))), '.'));
  if (unvisited.length > 0) parts.push(element('p', {}, `No man ever goes to ${unvisited.length <= 12 ? unvisited.join(', ') : `${unvisited.length} of the squares`}.`));
  const rows = endings.filter(({ players }) => players.share > 0).sort((one, other) => other.players.share - one.players.share);
  parts.push(
    listing(['Ending', 'Games'], rows.map(({ label, players }) => [
      toLine(page, label, text), element('span', {}, interval(players.share, players.low, players.high, percent(players.share)), percent(players.share)),
    ])),
    listing(['Man', 'Worth', 'Moves', 'Captures', 'Turns'], men.map(({ symbol, name, value, moves, captures, turns }) => [
      toLine(page, `${symbol} ${name}`, text, symbol), value ? value.mean.toFixed(2) : '–', moves.mean.toFixed(1), captures.mean.toFixed(1), turns ? turns.mean.toFixed(1) : '–',
    ])),
  );
  if (openings.length > 0) {
    parts.push(listing(['First move', 'White scores'], openings.map(({ first, score }) => [first, likely(score)])));
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
