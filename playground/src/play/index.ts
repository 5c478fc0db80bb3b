// The panels beside the board to play and analyse games.

import { element } from '../dom';
import { mountLegend } from '../legend';
import type { Part } from '../page';
import { actions, afterwards } from './actions';
import { analysisPanel } from './analysispanel';
import { moveList } from './moves';
import { remarks } from './remarks';
import { setup } from './setup';
import { texts } from './texts';

export const mountPlay: Part = (place, page) => {
  place.classList.add('play');
  const signs = element('div');
  mountLegend(signs, page);
  place.append(signs, setup(page), moveList(page), afterwards(page), actions(page), texts(page));
};

export const mountAnalyse: Part = (place, page) => {
  place.classList.add('play');
  place.append(analysisPanel(page), moveList(page), remarks(page));
};
