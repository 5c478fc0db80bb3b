// The evaluation bar beside the board: White's chance from White's side, as the analysis sees it.

import { arranging } from '../arrange/arranging';
import { element } from '../dom';
import type { Page } from '../page';
import { analysis } from '../play/analysis';
import { playing } from '../play/playing';
import { scoreText, whiteChance } from '../play/format';
import { words } from '../words';

export function gauge(page: Page): HTMLElement {
  const { store } = analysis(page);
  const share = element('div', { class: 'gauge-white' });
  const bar = element(
    'div',
    { class: 'gauge', role: 'meter', 'aria-label': words.table.chances, 'aria-valuemin': 0, 'aria-valuemax': 100 },
    share,
  );
  const draft = arranging(page).store;
  const hide = () => bar.classList.toggle('off', !store.state.on || draft.state.open);
  draft.watch(['open'], hide);
  store.watch(['on', 'progress'], ({ progress, side }) => {
    hide();
    const score = progress?.lines[0]?.score;
    // Until something is found, the bar stays where it was.
    if (!score) return bar.setAttribute('aria-valuetext', words.table.unknownChances);
    const chance = whiteChance(score, side);
    share.style.setProperty('--share', `${chance * 100}%`);
    bar.setAttribute('aria-valuenow', String(Math.round(chance * 100)));
    bar.setAttribute('aria-valuetext', scoreText(score, side));
  });
  playing(page).store.watch(['flipped'], ({ flipped }) => bar.classList.toggle('flipped', flipped));
  bar.setAttribute('aria-valuenow', '50');
  return bar;
}
