// Features of games by which people look for them.

import type { Feature } from 'weakfish';
import { words } from '../words';

/** Features that many games have: they are found, but are no tags. */
const COMMON: ReadonlySet<Feature> = new Set<Feature>([
  'grid', 'palace', 'opposition', 'paralysis', 'relay', 'counted-checks', 'passing', 'promotion', 'castling', 'en-passant',
]);

/** In the order in which tags are offered. */
export const TAGS = (Object.keys(words.gallery.features) as Feature[]).filter(feature => !COMMON.has(feature));
