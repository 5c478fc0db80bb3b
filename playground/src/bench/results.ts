// Results of tables, problems and comparisons.

import type { BranchReport, Diff, OutlineItem, Solved, Statistics, SurveyRow, TableReport } from 'weakfish';
import { element } from '../dom';
import { libraryText } from '../markdown';
import type { Page } from '../page';
import { words } from '../words';

/** A word that leads to the line of a text that is about it; a plain word where no line is. */
export function toLine(page: Page, label: string, text: string, name = label): HTMLElement {
  const jump = async () => {
    if (page.store.state.text !== text) return;
    const lines = (items: readonly OutlineItem[]): OutlineItem[] => items.flatMap(item => [item, ...lines(item.children)]);
    const all = lines(await page.client.outline({ text }));
    const found = all.find(item => item.name === name || item.name.split(/[ :]/)[0] === name) ?? all.find(item => `${item.name} ${item.detail}`.includes(name));
    if (found) page.store.set({ place: { start: found.start, end: found.end } });
  };
  return element('button', { type: 'button', class: 'to-test', translate: 'no', onclick: () => void jump() }, label);
}

const percent = (part: number, whole: number) => (whole === 0 ? '–' : part === whole ? words.bench.table.all : words.bench.percent(part / whole, 1));

/** A distance in moves of the winner, or in plies where a turn has several moves. */
const distance = (plies: number, series: boolean) => (series ? words.bench.table.plies(plies) : `${Math.ceil(plies / 2)}`);

/** The endings of a survey. */
export function surveyTable(page: Page, rows: readonly SurveyRow[], series: boolean, text: string): HTMLElement {
  const body = rows.map(row => {
    const man = row.men.split(' v ')[0]?.split(' ').at(-1) ?? row.men;
    const name = element('th', { scope: 'row' }, toLine(page, row.men, text, man));
    if (!('to_move' in row) || !row.to_move) return element('tr', {}, name, element('td', { colspan: 2, lang: 'en' }, row.reason ?? ''));
    const { wins, positions, longest_win: longest } = row.to_move.white;
    const said = longest === null ? words.bench.survey.never : words.bench.survey.wins(percent(wins, positions));
    return element('tr', {}, name, element('td', {}, said), element('td', {}, longest === null ? '' : words.bench.survey.atMost(distance(longest, series))));
  });
  return element('table', { class: 'bench-figures' }, element('tbody', {}, ...body));
}

/** The figures of a table. */
export function figures(report: TableReport, series: boolean): HTMLElement {
  const sides = (['white', 'black'] as const).map(side => {
    const { positions, wins, draws, losses, longest_win: longest } = (report as Statistics).to_move[side];
    const most = longest === null ? '' : distance(longest, series);
    const shares = [wins, draws, losses].map(count => percent(count, positions)) as [string, string, string];
    return element('p', {}, words.bench.table.results(words.sides[side], shares[0], most, shares[1], shares[2]));
  });
  return element('div', {}, element('p', {}, words.bench.table.made(report.men, words.bench.number(report.seconds, 1))), ...sides);
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
  return element('ul', { class: 'solution', translate: 'no' }, ...items);
}

/** The solutions of a problem, or the shortest games. */
export function solved({ solutions, games }: Solved): HTMLElement {
  const parts = solutions.flatMap(({ part, problem, count, sound, shorter, cut, solutions: found }) => [
    element('p', {}, words.bench.solver.found(part ? `${part}, ${problem}` : problem, count, sound, `${shorter ?? ''}`, cut)),
    tree(found),
  ]);
  const rows = games.flatMap(({ ending, plies, games: count, by_ply: tried, lines }) => [
    element('p', {}, plies === null ? words.bench.solver.noGames(ending, tried.length) : words.bench.solver.games(ending, count, plies)),
    ...(lines ? [tree(lines)] : []),
  ]);
  return element('div', {}, ...parts, ...rows);
}

/** What two games differ in. */
export function differences({ titles, differences: found, moves }: Diff): HTMLElement {
  if (found.length === 0 && moves.length === 0) return element('p', {}, words.bench.difference.alike);
  const items = found.map(({ what, first, second }) => element('div', { class: 'difference' }, element('h4', { lang: 'en' }, what),
    first !== null && first !== undefined && element('p', { class: 'removed' }, element('span', { class: 'visually-hidden', translate: 'no' }, `${titles[0]}: `), libraryText(first)),
    second !== null && second !== undefined && element('p', { class: 'added' }, element('span', { class: 'visually-hidden', translate: 'no' }, `${titles[1]}: `), libraryText(second)),
  ));
  const first = moves.map(({ setup, only_first: gone, only_second: come }) =>
    element('p', {}, words.bench.difference.moves(setup, gone.join(', '), come.join(', '))));
  return element('div', {}, ...items, ...first);
}
