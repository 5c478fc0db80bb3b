// The inventor's bench: what a game is like when it is played, its moves judged, which men win, exact tables, problems, what has
// changed, and what men are worth.

import type { SurveyRow } from 'weakfish';
import { element } from '../dom';
import type { Page, Part } from '../page';
import { position } from '../store';
import { language, words } from '../words';
import { findings } from './findings';
import { differences, figures, solved, surveyTable } from './results';
import { review } from './review';
import { choice, definition, tool } from './tool';
import { tuning } from './tuning';

const NUMBERS = [50, 200, 1000, 2000];

function playtest(page: Page): HTMLElement {
  const games = choice(words.bench.games, NUMBERS.map(number => [`${number}`, words.bench.gameCount(number)] as const), '200');
  const { quick, usual, strong } = words.bench.strengths;
  const nodes = choice(words.bench.strength, [['100', quick], ['400', usual], ['1600', strong]], '400');
  return tool(words.bench.playtest.title, words.bench.playtest.about, [games, nodes], words.bench.playtest.begin, async run => {
    const asked = definition(page);
    const options = { games: Number(games.value), nodes: Number(nodes.value), seed: 1 };
    const show = (report: Parameters<typeof findings>[1]) => run.show(findings(page, report, asked.text), report.played / report.of);
    show(await page.client.playtest(asked, options, show, run.signal));
  });
}

function survey(page: Page): HTMLElement {
  return tool(words.bench.survey.title, words.bench.survey.about, [], words.bench.survey.begin, async run => {
    const asked = definition(page);
    const series = page.store.state.good?.sheet.capabilities.series ?? false;
    const show = ({ rows, of }: { rows: SurveyRow[]; of: number }) =>
      run.show(surveyTable(page, rows, series, asked.text), of > 0 ? rows.length / of : 1);
    show(await page.client.survey(asked, {}, show, run.signal));
  });
}

function table(page: Page): HTMLElement {
  const men = element('input', { 'aria-label': words.bench.table.men, placeholder: 'K R v K', required: true, maxlength: 60, size: 12 });
  return tool(words.bench.table.title, words.bench.table.about, [men], words.bench.table.begin, async run => {
    const asked = definition(page);
    const series = page.store.state.good?.sheet.capabilities.series ?? false;
    const report = await page.client.table(
      asked, men.value, {}, ({ made, of, share }) => run.progress((made + share) / Math.max(1, of)), run.signal,
    );
    run.show(figures(report, series), 1);
  });
}

function problem(page: Page): HTMLElement {
  const kinds = ['mate', 'help', 'self', 'series', 'shortest'] as const;
  const kind = choice(words.bench.solver.kind, kinds.map(one => [one, words.bench.solver.kinds[one]] as const));
  const moves = element('input', { type: 'number', 'aria-label': words.bench.solver.moves, min: 0.5, max: 20, step: 0.5, value: 2 });
  return tool(words.bench.solver.title, words.bench.solver.about, [kind, moves], words.bench.solver.begin, async run => {
    const asked = definition(page);
    const number = Number(moves.value);
    const task = kind.value === 'shortest' ? { shortest: '', plies: Math.ceil(number) } : { [kind.value]: number };
    const said = (positions: number) => run.say(words.bench.solver.searched(positions.toLocaleString(language)));
    run.show(solved(await page.client.solve(asked, position(page.store.state), task, said, run.signal)), 1);
  });
}

function difference(page: Page): HTMLElement {
  const other = choice(words.bench.difference.game, []);
  void page.client.games().then(games => {
    other.append(...games.map(({ name, title }) => element('option', { value: name, translate: 'no' }, title)));
    other.value = 'fide';
  }, () => undefined);
  return tool(words.bench.difference.title, words.bench.difference.about, [other], words.bench.difference.begin, async run => {
    run.show(differences(await page.client.diff(other.value, definition(page))), 1);
  });
}

export const mountBench: Part = (place, page) => {
  const tools = [playtest, review, survey, table, problem, difference, tuning].map(make => make(page));
  place.append(element('div', { class: 'bench' }, ...tools));
};
