// The signs of a game's men.
//
// Pure; whether a sign is known is the caller's.

import type { Sheet } from 'weakfish';

export type SignName = 'faces' | 'faces-second' | 'capturing' | 'royal' | 'promoted';

type Man = Sheet['men'][number];

const HAS: Record<Exclude<SignName, 'royal'>, (state: Man['states'][number]) => boolean> = {
  faces: state => state.facings.length > 0,
  'faces-second': state => state.facings.length > 1,
  capturing: state => state.mode === 'capturing',
  promoted: state => state.promoted === true,
};

const NAMES: readonly SignName[] = ['faces', 'faces-second', 'capturing', 'royal', 'promoted'];

/** The men that have a sign, sooner or later. */
function menWith({ men }: Pick<Sheet, 'men'>, name: SignName): Man[] {
  if (name === 'royal') return men.filter(man => man.royal);
  return men.filter(man => [...man.states, ...(man.blackStates ?? [])].some(HAS[name]));
}

/** The signs that men of a game have, sooner or later. */
export function signsOf(sheet: Pick<Sheet, 'men'>, crowned: boolean): SignName[] {
  return NAMES.filter(name => (name === 'royal' ? crowned : menWith(sheet, name).length > 0));
}

/** The drawing of a man on which a sign is shown: of a Pawn, if it has it. */
export function exampleOf(sheet: Pick<Sheet, 'men'>, name: SignName): string {
  const men = menWith(sheet, name);
  return (men.find(man => man.pawnlike) ?? men[0])?.symbol ?? '';
}
