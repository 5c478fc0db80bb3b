// The page begins here: the state, the workers, and the parts in their places.

import { mountArrange } from './arrange';
import { mountBench } from './bench';
import { mountBoard } from './table';
import { storedTheme } from './table/theme';
import { keep, warnOfWeights } from './kept';
import { library } from './library';
import { reason } from './dialog';
import { byId, element } from './dom';
import { mountEditor } from './editor';
import { mountGallery } from './gallery';
import { divider, followLayout, panels, textSwitch } from './layout';
import { mountLearn, mountLearnPage } from './learn';
import { FIRST, foretold } from './foretold';
import { sentence } from './markdown';
import type { Page } from './page';
import { followRoute, parseRoute } from './route';
import { mountAnalyse, mountPlay } from './play';
import { stored } from './preferences';
import { joinDialog } from './remote';
import { Session } from './session';
import { initial, isBoardless, shown, Store, titleOf, type State } from './store';
import { menu } from './share';
import { Past } from './share/history';
import { storeWork, storeEarlier, storedWork } from './share/storage';
import { linked, workIn } from './share/link';
import { embedded } from './share/offline';
import { openWork } from './share/work';
import { mountTests } from './tests';
import { runTests } from './tests/run';
import { nameSides, translate, words } from './words';

translate(document.documentElement);

const first = { theme: storedTheme(), textShown: stored('text-shown', true), route: parseRoute(location.hash) };
const store = new Store<State>({ ...initial(), ...first });
// Before all parts that name the sides.
store.watch(['good', 'foretold'], state => nameSides(shown(state).good?.sheet.side_names));
const client = library(
  share => byId('loading').querySelector('progress')?.setAttribute('value', String(share)),
  warnOfWeights,
);
/** Without the library there is nothing to wait for. */
function missing(fault: unknown): void {
  const again = element('p', { class: 'bad' }, words.app.loadAgain(reason(fault)));
  byId('loading').replaceChildren(element('p', {}, words.app.unloaded), again);
}
// The workers start while the page is being put together.
client.ready().catch(missing);
const page: Page = { store, session: new Session(store, client), client };

menu(byId('menu'), page);
// Before the editor, which has to be seen when it shows a place.
byId('menu').before(textSwitch(page));
byId('definition').after(divider(byId('definition')));
followLayout();
mountEditor(byId('definition'), page);
mountBoard(byId('board'), page);
panels(byId('panels'), page, [
  { name: 'play', part: mountPlay },
  { name: 'analyse', part: mountAnalyse },
  { name: 'position', part: mountArrange },
  { name: 'learn', part: mountLearn },
  { name: 'test', part: mountTests },
  { name: 'bench', part: mountBench },
]);
runTests(page);
storeEarlier(page);
const past = new Past(page);
followRoute(page, { games: mountGallery, learn: mountLearnPage });
store.watch(['busy'], ({ busy }) => (document.body.dataset['state'] = busy ? 'busy' : 'ready'));
// The notice is part of the page's HTML and disappears with the first answer of the library.
store.watch(['view', 'checked'], ({ view, checked }) => (byId('loading').hidden ||= view !== null || checked !== null));
// Marks for performance measurements.
store.watch(['view', 'foretold'], (state, before) => shown(state).view && !shown(before).view && performance.mark('drawn board'));
store.watch(['view'], ({ view }, before) => view && !before.view && performance.mark('first board'));
store.watch(['name', 'text', 'route'], state => {
  // A view in place of the board has a title of its own.
  if (store.state.route.view !== 'work') return;
  document.title = words.app.title(titleOf(state));
});
store.watch(['good', 'checked'], state => document.body.classList.toggle('boardless', isBoardless(state)));
store.watch(['notice'], ({ notice }) => byId('notice').replaceChildren(sentence(notice)));

/**
 * Opens the stored work if this very page is loaded again; else the work in the address, or in this file, or the last stored
 * work, or a first game.
 */
async function begin(): Promise<void> {
  let notice = '';
  const left = storedWork();
  const again = left?.id === past.id ? left : null;
  const refused = (fault: unknown) => {
    notice = words.app.otherGame(reason(fault));
    return null;
  };
  const asked = again ? null : await linked(location.hash, page.client, foretold).catch(refused);
  const saved = embedded();
  const work = asked ?? again ?? (saved && workIn(saved)) ?? left ?? (await linked(`#game=${FIRST}`, page.client, foretold));
  past.arrive(() => (work ? openWork(page, work) : store.set({ busy: false })));
  if (notice) store.set({ notice });
  const invitation = /^#join=([\w-]+)$/.exec(location.hash)?.[1];
  if (!invitation) return;
  // An invitation is used once, and not again when the page is loaded again.
  history.replaceState(history.state, '', location.href.replace(/#.*/s, ''));
  joinDialog(page, invitation);
}

begin()
  .then(() => storeWork(page, past))
  // What comes later would take the network from what is waited for.
  .then(() => client.ready())
  .then(() => requestIdleCallback(() => void keep(client)), missing);
