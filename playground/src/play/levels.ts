// Levels of the engine by name, as a player chooses them.

import { words } from '../words';

/** Five levels of the twenty-one, weakest first. */
export const LEVELS: readonly (readonly [level: number, name: string])[] = [
  [2, words.play.levels.beginner],
  [5, words.play.levels.easy],
  [8, words.play.levels.club],
  [13, words.play.levels.strong],
  [20, words.play.levels.full],
];

/** Default level of the engine, against which most people have a game. */
export const FIRST_LEVEL = 8;

/** The name of a level: `Club`, or `level 7` for one without a name. */
export function levelName(level: number): string {
  return LEVELS.find(([one]) => one === level)?.[1] ?? words.play.levelNumber(level);
}
