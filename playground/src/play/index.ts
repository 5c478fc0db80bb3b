// The panels beside the board to play and analyse games.

import { element } from '../dom';
import type { Part } from '../page';
import { analysisPanel } from './analysispanel';
import { actions } from './actions';
import { moveList } from './moves';
import { players } from './players';
import { texts } from './texts';

export const mountPlay: Part = (place, page) => {
  place.classList.add('play');
  place.append(players(page), actions(page), moveList(page), texts(page));
};

export const mountAnalyse: Part = (place, page) => {
  place.classList.add('play');
  place.append(analysisPanel(page), element('h2', {}, 'Moves'), moveList(page));
};
