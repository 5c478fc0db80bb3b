// The signs of a game's men with their meanings.
//
// Pure; whether a sign is known is the caller's.

import type { Sheet } from 'weakfish';

export type SignName = 'faces' | 'faces-second' | 'capturing' | 'royal' | 'promoted';

export interface Sign {
  name: SignName;
  words: string;
}

const WORDS: Record<SignName, string> = {
  faces: 'the way the man faces',
  'faces-second': 'the way its second part faces',
  capturing: 'may capture, but not move; without it, a man that flips may move, but not capture',
  royal: 'royal: it must not be lost',
  promoted: 'promoted',
};

/** The signs that men of a game have, sooner or later. */
export function signsOf(sheet: Pick<Sheet, 'men'>, crowned: boolean): Sign[] {
  const states = sheet.men.flatMap(man => [...man.states, ...(man.blackStates ?? [])]);
  const present: Record<SignName, boolean> = {
    faces: states.some(state => state.facings.length > 0),
    'faces-second': states.some(state => state.facings.length > 1),
    capturing: states.some(state => state.mode === 'capturing'),
    royal: crowned,
    promoted: states.some(state => state.promoted === true),
  };
  return (Object.keys(present) as SignName[]).filter(name => present[name]).map(name => ({ name, words: WORDS[name] }));
}
