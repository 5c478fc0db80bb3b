// The signs of a game's men.
//
// Pure; whether a sign is known is the caller's.

import type { Sheet } from 'weakfish';

export type SignName = 'faces' | 'faces-second' | 'capturing' | 'royal' | 'promoted';

/** The signs that men of a game have, sooner or later. */
export function signsOf(sheet: Pick<Sheet, 'men'>, crowned: boolean): SignName[] {
  const states = sheet.men.flatMap(man => [...man.states, ...(man.blackStates ?? [])]);
  const present: Record<SignName, boolean> = {
    faces: states.some(state => state.facings.length > 0),
    'faces-second': states.some(state => state.facings.length > 1),
    capturing: states.some(state => state.mode === 'capturing'),
    royal: crowned,
    promoted: states.some(state => state.promoted === true),
  };
  return (Object.keys(present) as SignName[]).filter(name => present[name]);
}
