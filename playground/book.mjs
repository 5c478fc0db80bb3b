// The book of men: the men of the built-in games and a few usual ones beside them, which the build puts into the page.
// @ts-check

/** Usual men that no built-in game has, or has under another name: names, movement, figure. */
const USUAL = [
  ['mann', 'K', 'mann'],
  ['soldier', 'fW', 'soldier'],
  ['wazir', 'W', 'wazir'],
  ['ferz', 'F', 'ferz'],
  ['dabbaba', 'D', 'dabbaba'],
  ['alfil', 'A', 'elephant'],
  ['camel', 'C', 'camel'],
  ['zebra', 'Z', ''],
  ['centaur', 'KN', ''],
  ['amazon', 'QN', 'amazon'],
  ['griffon', '[F?R]', ''],
  ['grasshopper', 'gQ', ''],
];

/** The number of games that a usual man counts as. */
const WEIGHT = 3;

/** Movements without captures: such men do in their games what the movement alone does not say. */
const HARMLESS = /^(m[A-Z]\d?)+$/;

/**
 * The men whose movement says all that they do, the most usual first. Men that move alike are one, with several names.
 * @param {{ title: string, men: import('weakfish').Man[] }[]} games
 * @returns {import('book').BookMan[]}
 */
export function book(games) {
  /** @typedef {{ uses: number, names: Map<string, number>, figures: Set<string>, games: string[] }} Uses */
  /** @type {Map<string, Uses>} */
  const found = new Map();
  const note = (/** @type {string} */ betza, /** @type {string} */ name, /** @type {string} */ figure, /** @type {string} */ game) => {
    /** @type {Uses} */
    const man = found.get(betza) ?? { uses: game ? 0 : WEIGHT, names: new Map(), figures: new Set(), games: [] };
    if (game) man.uses++;
    man.names.set(name, (man.names.get(name) ?? 0) + 1);
    if (/^[a-z-]+$/.test(figure)) man.figures.add(figure);
    if (game) man.games.push(game);
    found.set(betza, man);
  };
  for (const [name = '', betza = '', figure = ''] of USUAL) note(betza, name, figure, '');
  for (const { title, men } of games) {
    for (const { name, betza, royal, states, blackStates, symbol } of men) {
      const isPlain = states.length <= 1 && blackStates.length <= 1 && !royal && !name.startsWith('Promoted ');
      if (isPlain && betza && !HARMLESS.test(betza)) note(betza, name.toLowerCase(), symbol.replace(/^promoted .*| on .*/g, ''), title);
    }
  }
  const usual = new Map(USUAL.map(([name = '', betza = '']) => [betza, name]));
  return [...found]
    .sort(([, one], [, other]) => other.uses - one.uses)
    .map(([betza, { names, figures, games }]) => {
      const byUse = [...names].sort(([, one], [, other]) => other - one).map(([name]) => name);
      const first = usual.get(betza) ?? byUse[0] ?? '';
      // The games of a common man would find everything.
      return { names: [first, ...byUse.filter(name => name !== first)], betza, figure: [...figures][0] ?? '', games: games.length < 8 ? games : [] };
    });
}
