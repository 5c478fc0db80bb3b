// Written by tests/it/types from the types of Rust.

import type { Findings, TableReport, SurveyRow, Question, Remark, Limits, PlaytestOptions, SurveyOptions, TableOptions, Task, Progress, Found, PlayedGame, TableProgress, Solved } from "./engine.js";

/** Answers calls that search. A call that has no result throws `{ refused: string }`. */
export class Player {
  constructor();
  free(): void;
  /** Searches for the best lines until `stop` returns true, which is called every few hundred nodes. */
  search(question: Question, limits: Limits, progress: (progress: Progress) => void, stop: () => boolean): Found;
  /**
   * Returns remarks on the men that win with their king against a bare one, by exact tables that take at most about
   * half a second each.
   */
  remarks(question: Question): Remark[];
  /** Plays the game of a number in a playtest. */
  playtestGame(question: Question, options: PlaytestOptions, number: number): PlayedGame;
  /** Returns the findings of the games of a playtest, in the order of their numbers. */
  playtestFindings(question: Question, options: PlaytestOptions, games: readonly PlayedGame[]): Findings;
  /** Returns the endings of a survey. */
  surveyEndings(question: Question, options: SurveyOptions): string[];
  /** Makes the table of an ending of a survey. */
  surveyRow(
    question: Question,
    options: SurveyOptions,
    number: number,
    progress: (progress: TableProgress) => void,
  ): SurveyRow;
  /** Makes the exact table of some men, such as `K Q v K`, and returns its figures. */
  table(
    question: Question,
    men: string,
    options: TableOptions,
    progress: (progress: TableProgress) => void,
  ): TableReport;
  /** Solves a problem, or finds the shortest games. `progress` gets the number of positions that were searched. */
  solve(question: Question, task: Task, progress: (progress: number) => void): Solved;
}
