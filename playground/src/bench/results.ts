// Results of tables, problems and comparisons.

import type { BranchReport, Diff, OutlineItem, Solved, Statistics, SurveyRow, TableReport } from 'weakfish';
import { element } from '../dom';
import { sentence } from '../markdown';
import type { Page } from '../page';

/** A word that leads to the line of a text that is about it; a plain word where no line is. */
export function toLine(page: Page, words: string, text: string, name = words): HTMLElement {
  const jump = async () => {
    if (page.store.state.text !== text) return;
    const lines = (items: readonly OutlineItem[]): OutlineItem[] => items.flatMap(item => [item, ...lines(item.children)]);
    const all = lines(await page.client.outline({ text }));
    const found = all.find(item => item.name === name || item.name.split(/[ :]/)[0] === name) ?? all.find(item => `${item.name} ${item.detail}`.includes(name));
    if (found) page.store.set({ place: { start: found.start, end: found.end } });
  };
  return element('button', { type: 'button', class: 'to-test', onclick: () => void jump() }, words);
}

const percent = (part: number, whole: number) => (whole === 0 ? '–' : part === whole ? 'all' : `${((100 * part) / whole).toFixed(1)} %`);

/** A distance in moves of the winner, or in plies where a turn has several moves. */
const distance = (plies: number, series: boolean) => (series ? `${plies} plies` : `${Math.ceil(plies / 2)}`);

/** The endings of a survey. */
export function surveyTable(page: Page, rows: readonly SurveyRow[], series: boolean, text: string): HTMLElement {
  const body = rows.map(row => {
    const man = row.men.split(' v ')[0]?.split(' ').at(-1) ?? row.men;
    const name = element('th', { scope: 'row' }, toLine(page, row.men, text, man));
    if (!('to_move' in row) || !row.to_move) return element('tr', {}, name, element('td', { colspan: 2 }, row.reason ?? ''));
    const { wins, positions, longest_win: longest } = row.to_move.white;
    const said = longest === null ? 'never wins' : `wins ${percent(wins, positions)}`;
    return element('tr', {}, name, element('td', {}, said), element('td', {}, longest === null ? '' : `in at most ${distance(longest, series)}`));
  });
  return element('table', { class: 'bench-figures' }, element('tbody', {}, ...body));
}

/** The figures of a table. */
export function figures(report: TableReport, series: boolean): HTMLElement {
  const sides = (['white', 'black'] as const).map(side => {
    const { positions, wins, draws, losses, longest_win: longest } = (report as Statistics).to_move[side];
    const name = side === 'white' ? 'White' : 'Black';
    const most = longest === null ? '' : `, in at most ${distance(longest, series)}`;
    return element('p', {}, `${name} to move wins ${percent(wins, positions)}${most}; draws ${percent(draws, positions)}; loses ${percent(losses, positions)}.`);
  });
  return element('div', {}, element('p', {}, `${report.men}, ${report.seconds.toFixed(1)} s`), ...sides);
}

/** Moves as a tree; where there is no choice, on one line. */
function tree(branches: readonly BranchReport[]): HTMLElement {
  const items = branches.map(branch => {
    const line = [branch.text];
    let last = branch;
    for (let [next, ...others] = last.moves ?? []; next && others.length === 0; [next, ...others] = last.moves ?? []) {
      line.push(next.text);
      last = next;
    }
    const more = last.moves ?? [];
    return element('li', {}, line.join(' '), more.length > 0 && tree(more));
  });
  return element('ul', { class: 'solution' }, ...items);
}

/** The solutions of a problem, or the shortest games. */
export function solved({ solutions, games }: Solved): HTMLElement {
  const parts = solutions.flatMap(({ part, problem, count, sound, shorter, cut, solutions: found }) => [
    element('p', {}, [
      part ? `${part}, ` : '', `${problem}: ${count === 0 ? 'no solution' : count === 1 ? 'one solution' : `${count} solutions`}`,
      sound ? ', sound' : '', shorter ? `; there is one in ${shorter}, too` : '', cut ? '; not all moves are listed' : '', '.',
    ].join('')),
    tree(found),
  ]);
  const rows = games.flatMap(({ ending, plies, games: count, by_ply: tried, lines }) => [
    element('p', {}, plies === null ? `${ending}: none of up to ${tried.length} plies.` : `${ending}: ${count === 1 ? 'one game' : `${count} games`} of ${plies} plies.`),
    ...(lines ? [tree(lines)] : []),
  ]);
  return element('div', {}, ...parts, ...rows);
}

/** What two games differ in. */
export function differences({ titles, differences: found, moves }: Diff): HTMLElement {
  if (found.length === 0 && moves.length === 0) return element('p', {}, 'They are alike.');
  const items = found.map(({ what, first, second }) => element('div', { class: 'difference' }, element('h4', {}, what),
    first !== null && first !== undefined && element('p', { class: 'removed' }, element('span', { class: 'visually-hidden' }, `${titles[0]}: `), sentence(first)),
    second !== null && second !== undefined && element('p', { class: 'added' }, element('span', { class: 'visually-hidden' }, `${titles[1]}: `), sentence(second)),
  ));
  const first = moves.map(({ setup, only_first: gone, only_second: come }) =>
    element('p', {}, `First moves from ${setup}: ${[gone.length > 0 ? `gone ${gone.join(', ')}` : '', come.length > 0 ? `new ${come.join(', ')}` : ''].filter(part => part).join('; ')}.`));
  return element('div', {}, ...items, ...first);
}
