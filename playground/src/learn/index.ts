// The rules of a game in words and pictures: in a panel beside the board, and as a page of their own.

import { element } from '../dom';
import { told } from '../markdown';
import type { Part } from '../page';
import { writeRoute, type Mount } from '../route';
import { titleOf } from '../store';
import { words } from '../words';
import { sheetView } from './sheet';

/** The panel has the sheet of the open work. */
export const mountLearn: Part = (place, page) => {
  const sheet = sheetView(page, 'panel');
  const wider = element('a', { class: 'button learn-wider', href: writeRoute({ view: 'learn', game: '' }) }, words.learn.asPage);
  place.append(wider, sheet.element);
  page.store.watch(['good', 'panel', 'route'], ({ good, panel, route }) => {
    // Rendered only while visible.
    sheet.show(good && panel === 'learn' && route.view === 'work' ? good.text : null);
  });
};

/** The page has the sheet of the open work, or of any built-in game. */
export const mountLearnPage: Mount = (place, page) => {
  const { store, client } = page;
  const sheet = sheetView(page, 'page');
  const heading = element('h2');
  const play = element('a', { class: 'button main' });
  const print = element('button', { type: 'button', onclick: () => window.print() }, words.learn.print);
  const games = element('a', { class: 'button', href: '#games' }, words.learn.allGames);
  const answer = element('p', { role: 'status', class: 'learn-answer' });
  place.append(element('header', { class: 'learn-bar' }, heading, element('div', { class: 'bar' }, play, print, games)), answer, sheet.element);

  const isShown = (name: string) => {
    const { route } = store.state;
    return route.view === 'learn' && route.game === name;
  };
  const show = (title: string, text: string | null, problem: Node | string = '') => {
    heading.textContent = title || words.learn.rules;
    document.title = words.app.title(words.learn.rulesOf(title));
    answer.replaceChildren(problem);
    heading.translate = title === '';
    sheet.element.hidden = text === null;
    sheet.show(text);
  };
  /** A built-in game is read from the library, the open work from the page. */
  const showGame = async (name: string) => {
    try {
      const game = (await client.games()).find(one => one.name === name);
      if (!isShown(name)) return;
      if (game) show(game.title, game.text);
      else show('', null, words.learn.noGame);
    } catch (fault) {
      if (isShown(name)) show('', null, told(fault));
    }
  };
  const showWork = () => {
    const { state } = store;
    const { good, checked } = state;
    show(titleOf(state), good?.text ?? null, good || !checked ? '' : words.learn.mistakes);
  };
  store.watch(['route', 'good', 'checked', 'text', 'name'], ({ route }) => {
    if (route.view !== 'learn') sheet.show(null);
    else if (route.game === '') showWork();
  });
  return route => {
    const game = route.view === 'learn' ? route.game : '';
    play.href = game ? `#game=${encodeURIComponent(game)}` : '#board';
    play.textContent = game ? words.learn.play : words.learn.toBoard;
    if (game === '') showWork();
    else void showGame(game);
    return heading;
  };
};
