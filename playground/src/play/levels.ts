// Levels of the engine by name, as a player chooses them.

/** Five levels of the twenty-one, weakest first. */
export const LEVELS: readonly (readonly [level: number, name: string])[] = [
  [2, 'Beginner'],
  [5, 'Easy'],
  [8, 'Club'],
  [13, 'Strong'],
  [20, 'Full'],
];

/** Default level of the engine, against which most people have a game. */
export const FIRST_LEVEL = 8;

/** The name of a level: `Club`, or `level 7` for one without a name. */
export function levelName(level: number): string {
  return LEVELS.find(([one]) => one === level)?.[1] ?? `level ${level}`;
}
