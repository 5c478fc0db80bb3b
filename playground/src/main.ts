// The page begins here: the state, the workers, and the parts in their places.

import { mountArrange } from './arrange';
import { mountBoard } from './board';
import { clients } from './clients';
import { byId } from './dom';
import { mountEditor } from './editor';
import { panels, sides, themeSwitch } from './layout';
import { mountLearn } from './learn';
import type { Page } from './page';
import { mountAnalyse, mountPlay } from './play';
import { Session } from './session';
import { initial, Store, type State } from './store';
import { mountTests } from './tests';

const store = new Store<State>(initial());
const workers = clients();
const page: Page = { store, session: new Session(store, workers.quick), client: workers.quick, clients: workers };

byId('menu').append(themeSwitch(page));
sides(byId('sides'));
mountEditor(byId('definition'), page);
mountBoard(byId('board'), page);
panels(byId('panels'), page, [
  { name: 'play', title: 'Play', part: mountPlay },
  { name: 'analyse', title: 'Analyse', part: mountAnalyse },
  { name: 'position', title: 'Position', part: mountArrange },
  { name: 'learn', title: 'Learn', part: mountLearn },
  { name: 'test', title: 'Test', part: mountTests },
]);
store.watch(['notice'], ({ notice }) => (byId('notice').textContent = notice));

void (async () => {
  const games = await page.client.games();
  const game = games.find(({ name }) => name === 'demichess') ?? games[0];
  if (game) page.session.open({ text: game.text, name: game.name });
})();
