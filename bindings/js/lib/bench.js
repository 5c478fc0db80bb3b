import { Fault } from "./errors.js";

/**
 * @import {
 *   Definition, Findings, PlayedGame, PlaytestOptions, PositionRef, Question, Solved, SurveyOptions, SurveyRow, TableProgress,
 *   TableReport, Task,
 * } from "./engine.js"
 * @import { Lane } from "./lane.js"
 */

/** Milliseconds from one report of a playtest to the next, at least; and how many times as long as a report takes. */
const REPORT_TIME = 400;
const REPORT_FACTOR = 4;

/** The number of games of a playtest, if none is wanted. */
const GAMES = 2000;

/**
 * A report of a playtest: its findings, and how many of the games were played.
 * @typedef {{ findings: Findings, played: number, of: number }} PlaytestReport
 */

/**
 * A report of a survey: the endings that are known, and how many there are.
 * @typedef {{ rows: SurveyRow[], of: number }} SurveyReport
 */

/**
 * Plays a game against itself, in both lanes at once. An abort ends this: it resolves with the findings of the games so far.
 * @param {Lane[]} lanes
 * @param {Question} question
 * @param {PlaytestOptions} options
 * @param {((report: PlaytestReport) => void) | undefined} on
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<PlaytestReport>}
 */
export async function playtest(lanes, question, options, on, signal) {
  const of = options.games ?? GAMES;
  /** @type {PlayedGame[]} */
  const games = [];
  const [first] = lanes;
  if (!first) throw new Fault("a playtest needs a lane");
  const report = async () => {
    const played = games.filter((game) => game);
    const findings = await first.call("playtestFindings", [question, options, played]);
    return { findings, played: played.length, of };
  };
  let next = 0;
  let reporting = false;
  let due = performance.now() + REPORT_TIME;
  const tell = async () => {
    if (!on || reporting || performance.now() < due) return;
    reporting = true;
    const begun = performance.now();
    try {
      const now = await report();
      if (!signal?.aborted) on(now);
    } finally {
      const took = performance.now() - begun;
      due = performance.now() + Math.max(REPORT_TIME, REPORT_FACTOR * took);
      reporting = false;
    }
  };
  const play = async (/** @type {Lane} */ lane) => {
    while (next < of && !signal?.aborted) {
      const number = next;
      next += 1;
      games[number] = await lane.call("playtestGame", [question, options, number]);
      await tell();
    }
  };
  const played = Promise.all(lanes.map(play));
  // A game that has begun ends with the worker's next answer; nobody waits for the other one.
  await (signal ? Promise.race([played, stopped(signal)]) : played);
  played.catch(() => undefined);
  if (signal?.aborted && !games.some((game) => game)) throw signal.reason;
  return report();
}

/**
 * Finds out which men win. An abort ends this: it resolves with the endings so far.
 * @param {Lane} lane
 * @param {Question} question
 * @param {SurveyOptions} options
 * @param {((report: SurveyReport) => void) | undefined} on
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<SurveyReport>}
 */
export async function survey(lane, question, options, on, signal) {
  const endings = await lane.call("surveyEndings", [question, options], { signal });
  /** @type {SurveyRow[]} */
  const rows = [];
  try {
    for (let number = 0; number < endings.length; number += 1) {
      rows.push(await lane.call("surveyRow", [question, options, number], { on: () => undefined, signal }));
      on?.({ rows: [...rows], of: endings.length });
    }
  } catch (error) {
    if (!signal?.aborted || error !== signal.reason) throw error;
  }
  return { rows, of: endings.length };
}

/** @param {AbortSignal} signal */
function stopped(signal) {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}
