// Words for the features of a game: what a tag says, and by which other words a feature is looked for.

import type { Feature } from 'weakfish';

interface Words {
  tag: string;
  /** Other words for it. */
  also: string;
  /** Whether nearly every game has it: then it is found, but is no tag. */
  common?: boolean;
}

/** In the order in which tags are offered. */
export const FEATURES: Record<Feature, Words> = {
  turns: { tag: 'turns', also: 'turning facing direction rotate' },
  flips: { tag: 'flips', also: 'flipping mode moving capturing' },
  drops: { tag: 'drops', also: 'hands pockets reserves dropping paratroops' },
  walls: { tag: 'walls', also: 'blocks arrows ducks stones' },
  series: { tag: 'several moves a turn', also: 'double moves series' },
  progressive: { tag: 'progressive', also: 'several moves a turn series longer' },
  'no-check': { tag: 'no check', also: 'no royal men without king' },
  points: { tag: 'points', also: 'score scoring' },
  conversions: { tag: 'men change sides', also: 'conversions converts reverse discs' },
  deaths: { tag: 'deaths', also: 'explode explosion atomic die' },
  returns: { tag: 'captured men return', also: 'circe rebirth' },
  'compulsory-captures': { tag: 'must capture', also: 'compulsory forced losing' },
  'unequal-armies': { tag: 'unequal armies', also: 'different sides asymmetric' },
  shuffled: { tag: 'shuffled setup', also: 'random 960 array' },
  small: { tag: 'small board', also: 'mini short' },
  large: { tag: 'large board', also: 'big' },
  grid: { tag: 'grid', also: 'blocks', common: true },
  palace: { tag: 'palace', also: 'fortress region', common: true },
  opposition: { tag: 'opposition', also: 'facing generals flying', common: true },
  paralysis: { tag: 'paralysis', also: 'immobilised frozen held', common: true },
  relay: { tag: 'relay', also: 'lends moves', common: true },
  'counted-checks': { tag: 'counted checks', also: 'three check', common: true },
  passing: { tag: 'passing', also: 'pass skip', common: true },
  promotion: { tag: 'promotion', also: 'promotes promote', common: true },
  castling: { tag: 'castling', also: 'castle', common: true },
  'en-passant': { tag: 'en passant', also: 'double step', common: true },
};

export const TAGS = (Object.keys(FEATURES) as Feature[]).filter(feature => !FEATURES[feature].common);
