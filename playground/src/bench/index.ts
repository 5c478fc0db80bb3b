// The inventor's bench: what a game is like when it is played, which men win, exact tables, problems, and what has changed.

import type { SurveyRow } from 'weakfish';
import { element } from '../dom';
import type { Page, Part } from '../page';
import { position } from '../store';
import { findings } from './findings';
import { differences, figures, solved, surveyTable } from './results';
import { tool } from './tool';

const NUMBERS = [50, 200, 1000, 2000];

/** Options of a select: values and what they are called. */
function choice(label: string, options: readonly (readonly [string, string])[], chosen?: string): HTMLSelectElement {
  const select = element('select', { 'aria-label': label });
  for (const [value, text] of options) select.append(element('option', { value, selected: value === chosen }, text));
  return select;
}

/** The definition that the tools are about: the last one without mistakes. */
function definition(page: Page): { text: string } {
  const { good } = page.store.state;
  if (!good) throw new Error('The definition has mistakes. Correct them first.');
  return { text: good.text };
}

function playtest(page: Page): HTMLElement {
  const games = choice('Games', NUMBERS.map(number => [`${number}`, `${number} games`] as const), '200');
  const nodes = choice('Strength', [['100', 'quick'], ['400', 'as usual'], ['1600', 'strong']], '400');
  return tool('Playtest', 'Weakfish plays both sides. Is it fair, long, drawish? Which men and endings are never used?', [games, nodes], 'Play', async run => {
    const asked = definition(page);
    const options = { games: Number(games.value), nodes: Number(nodes.value), seed: 1 };
    const show = (report: Parameters<typeof findings>[1]) => run.show(findings(page, report, asked.text), report.played / report.of);
    show(await page.client.playtest(asked, options, show, run.signal));
  });
}

function survey(page: Page): HTMLElement {
  return tool('Which men win', 'Each man, and each two, with a King against a bare King, from every position.', [], 'Find out', async run => {
    const asked = definition(page);
    const series = page.store.state.good?.sheet.capabilities.series ?? false;
    const show = ({ rows, of }: { rows: SurveyRow[]; of: number }) =>
      run.show(surveyTable(page, rows, series, asked.text), of > 0 ? rows.length / of : 1);
    show(await page.client.survey(asked, {}, show, run.signal));
  });
}

function table(page: Page): HTMLElement {
  const men = element('input', { 'aria-label': 'Men', placeholder: 'K R v K', required: true, maxlength: 60, size: 12 });
  return tool('Exact table', 'Every position of up to four men, or of more where there are few squares: White’s men, v, Black’s.', [men], 'Make it', async run => {
    const asked = definition(page);
    const series = page.store.state.good?.sheet.capabilities.series ?? false;
    const report = await page.client.table(
      asked, men.value, {}, ({ made, of, share }) => run.progress((made + share) / Math.max(1, of)), run.signal,
    );
    run.show(figures(report, series), 1);
  });
}

function problem(page: Page): HTMLElement {
  const kinds = [['mate', 'mate in'], ['help', 'help mate in'], ['self', 'self mate in'], ['series', 'series mate in'], ['shortest', 'shortest games, up to']] as const;
  const kind = choice('Kind', kinds);
  const moves = element('input', { type: 'number', 'aria-label': 'Moves', min: 0.5, max: 20, step: 0.5, value: 2 });
  return tool('Solver', 'The problem, or the shortest games to each ending, from the position on the board.', [kind, moves], 'Solve', async run => {
    const asked = definition(page);
    const number = Number(moves.value);
    const task = kind.value === 'shortest' ? { shortest: '', plies: Math.ceil(number) } : { [kind.value]: number };
    const said = (positions: number) => run.say(`${positions.toLocaleString('en')} positions`);
    run.show(solved(await page.client.solve(asked, position(page.store.state), task, said, run.signal)), 1);
  });
}

function difference(page: Page): HTMLElement {
  const other = choice('Game', []);
  void page.client.games().then(games => {
    other.append(...games.map(({ name, title }) => element('option', { value: name }, title)));
    other.value = 'fide';
  }, () => undefined);
  return tool('What differs', 'From another game, in sentences.', [other], 'Compare', async run => {
    run.show(differences(await page.client.diff(other.value, definition(page))), 1);
  });
}

export const mountBench: Part = (place, page) => {
  const tools = [playtest, survey, table, problem, difference].map(make => make(page));
  place.append(element('div', { class: 'bench' }, ...tools));
};
