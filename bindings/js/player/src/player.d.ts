// Written by tests/it/types from the types of Rust.

import type { Findings, TableReport, SurveyRow, Question, Remark, Limits, PlaytestOptions, ReviewOptions, TuneOptions, SurveyOptions, TableOptions, Task, Progress, Found, PlayedGame, Judged, SelfPlayed, Tuned, TableProgress, Solved } from "./engine.js";

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
  /**
   * Judges the move of a game that so many moves follow: the last one is number 0. Each search begins with what those of the
   * moves behind it have found, so a review begins with the last move.
   */
  reviewMove(question: Question, options: ReviewOptions, number: number): Judged;
  /** Returns the numbers of games after which `tuneFit` is to be called. */
  tuneRounds(options: TuneOptions): number[];
  /** Plays the game of a number for tuning, with the weights of the last round. */
  tuneGame(question: Question, options: TuneOptions, number: number, weights?: string): SelfPlayed;
  /** Fits weights to the games of all rounds so far, in the order of their numbers; `null` if these are too few. */
  tuneFit(question: Question, games: readonly string[]): Tuned | null;
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
