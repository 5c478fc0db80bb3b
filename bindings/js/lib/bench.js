import { Fault } from "./errors.js";

/**
 * @import {
 *   Findings, Judged, PlayedGame, PlaytestOptions, Question, ReviewOptions, SelfPlayed, SurveyOptions, SurveyRow, Tuned, TuneOptions,
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
 * A report of a review: the judged moves in the order of the game, and how many moves there are.
 * @typedef {{ moves: Judged[], of: number }} ReviewReport
 */

/**
 * A report of tuning: how many of the games were played and who has won them, and the weights of the last round; `null` before the
 * first round ends, or if the games are too few.
 * @typedef {{ played: number, of: number, white: number, draws: number, black: number, tuned: Tuned | null }} TuneReport
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
  const first = firstOf(lanes);
  const report = async () => {
    const played = games.filter((game) => game);
    const findings = await first.call("playtestFindings", [question, options, played]);
    return { findings, played: played.length, of };
  };
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
  await playGames(lanes, [0, of], signal, async (lane, number) => {
    games[number] = await lane.call("playtestGame", [question, options, number]);
    await tell();
  });
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

/**
 * Judges the moves of a game, from the last one to the first. An abort ends this: it resolves with the moves so far.
 * @param {Lane} lane
 * @param {Question} question
 * @param {ReviewOptions} options
 * @param {((report: ReviewReport) => void) | undefined} on
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<ReviewReport>}
 */
export async function review(lane, question, options, on, signal) {
  const of = question.position.moves?.length ?? 0;
  /** @type {Judged[]} */
  let moves = [];
  try {
    while (moves.length < of) {
      const judged = await lane.call("reviewMove", [question, options, moves.length], { signal });
      moves = [judged, ...moves];
      on?.({ moves, of });
    }
  } catch (error) {
    if (!signal?.aborted || error !== signal.reason) throw error;
  }
  return { moves, of };
}

/**
 * Fits weights to games that are played in all lanes at once. An abort ends this: it resolves with the weights of the games so far.
 * @param {Lane[]} lanes
 * @param {Question} question
 * @param {TuneOptions} options
 * @param {((report: TuneReport) => void) | undefined} on
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<TuneReport>}
 */
export async function tune(lanes, question, options, on, signal) {
  const first = firstOf(lanes);
  /** @type {number[]} */
  const rounds = await first.call("tuneRounds", [options]);
  const of = rounds.at(-1) ?? 0;
  /** @type {SelfPlayed[]} */
  const games = [];
  /** @type {Tuned | null} */
  let tuned = null;
  const report = () => {
    const played = games.filter((game) => game);
    const count = (/** @type {(score: number) => boolean} */ is) => played.filter(({ score }) => is(score)).length;
    const [white, draws, black] = [count((score) => score > 50), count((score) => score === 50), count((score) => score < 50)];
    return { played: played.length, of, white, draws, black, tuned };
  };
  let begin = 0;
  for (const end of rounds) {
    const weights = tuned?.weights;
    await playGames(lanes, [begin, end], signal, async (lane, number) => {
      games[number] = await lane.call("tuneGame", [question, options, number, weights]);
      on?.(report());
    });
    const texts = games.filter((game) => game).map(({ text }) => text);
    if (signal?.aborted && texts.length === 0) throw signal.reason;
    /** @type {Tuned | null} */
    const fitted = await first.call("tuneFit", [question, texts]);
    tuned = fitted ?? tuned;
    if (signal?.aborted) break;
    on?.(report());
    begin = end;
  }
  return report();
}

/** @param {Lane[]} lanes */
function firstOf([first]) {
  if (!first) throw new Fault("games need a lane");
  return first;
}

/**
 * Plays games by their numbers, in all lanes at once. An abort ends this: a game that has begun ends with the worker's next answer,
 * which nobody waits for.
 * @param {Lane[]} lanes
 * @param {[begin: number, end: number]} numbers
 * @param {AbortSignal | undefined} signal
 * @param {(lane: Lane, number: number) => Promise<void>} play
 */
async function playGames(lanes, [begin, end], signal, play) {
  let next = begin;
  const games = Promise.all(lanes.map(async (lane) => {
    while (next < end && !signal?.aborted) {
      const number = next;
      next += 1;
      await play(lane, number);
    }
  }));
  await (signal ? Promise.race([games, stopped(signal)]) : games);
  games.catch(() => undefined);
}

/** @param {AbortSignal} signal */
function stopped(signal) {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}
