// The dialog that shares the work: a link, files, pictures.

import { dialog, reason } from '../dialog';
import { element } from '../dom';
import type { Page } from '../page';
import type { Player, Side } from '../play/game';
import { MAX_NAME, names, setName } from '../play/names';
import { playing } from '../play/playing';
import { record } from '../play/record';
import { fileName, save } from './files';
import { link, shared } from './link';
import { oneFile } from './offline';
import { gif, png, svg } from './pictures';

const SIDES = [['white', 'White'], ['black', 'Black']] as const;

/** Who plays, in words. */
function playersWords(players: Record<Side, Player>): string {
  const word = (player: Player) => (player.by === 'engine' ? `Weakfish, level ${player.level}` : 'a person');
  return SIDES.map(([side, title]) => `${title} ${word(players[side])}`).join(', ');
}

export function shareDialog(page: Page): void {
  const { store, client } = page;
  const { players } = playing(page).store.state.game;
  const status = element('p', { role: 'status' });
  const say = (words: string) => (status.textContent = words);

  const address = element('input', { type: 'text', readonly: true, id: 'link', 'aria-label': 'Link' });
  const count = element('p', { class: 'quiet share-count' });
  const check = (id: string, words: string, checked = true) => {
    const input = element('input', { type: 'checkbox', id, checked, onchange: () => void make() });
    return { input, row: element('p', { class: 'check' }, input, element('label', { for: id }, words)) };
  };
  const withGame = check('with-game', 'with the moves up to the position on the board');
  const withPlayers = check('with-players', `with who plays: ${playersWords(players)}`);
  const lasting = check('lasting', 'longer, but later versions of this page can open it for certain', false);
  const what = () => shared(store.state, withGame.input.checked, withPlayers.input.checked ? players : null);
  const make = async () => {
    address.value = await link(what(), client, lasting.input.checked);
    count.textContent = `${address.value.length} letters. Everything is in the link itself: nothing is uploaded.`;
  };
  const copy = async () => {
    address.select();
    try {
      await navigator.clipboard.writeText(address.value);
      say('Copied.');
    } catch {
      say('The browser forbids copying; the link is selected, copy it with the keyboard.');
    }
  };

  /** A button that saves a file. */
  const file = (title: string, ending: string, content: () => Promise<BlobPart | null>, type: string, words = 'Saved.') =>
    element('button', {
      type: 'button',
      onclick: async () => {
        try {
          const made = await content();
          if (made === null) return;
          save(fileName(store.state.name, ending), made, type);
          say(words);
        } catch (fault) {
          say(reason(fault));
        }
      },
    }, title);
  const name = ([side, title]: (typeof SIDES)[number]) => {
    const { by } = players[side];
    const input = element('input', {
      type: 'text', id: `name-${side}`, maxlength: MAX_NAME, autocomplete: 'off', disabled: by === 'engine',
      value: by === 'engine' ? 'Weakfish' : names.state[side], oninput: () => setName(side, input.value),
    });
    return element('span', { class: 'share-name' }, element('label', { for: input.id }, `${title}'s name`), input);
  };
  const stop = new AbortController();
  const moving = () => gif(page, (done, all) => say(`Drawing move ${done} of ${all} …`), stop.signal);
  const made = dialog(
    'Share',
    store.state.checked?.ok === false
      ? element('p', { class: 'bad' }, 'The definition has mistakes: people who open the link see them, and no board until they are mended.')
      : element('p', {}, 'Anyone who opens this link sees the definition and the board, and can play.'),
    element('div', { class: 'bar' }, address, element('button', { type: 'button', class: 'main', onclick: () => void copy() }, 'Copy the link')),
    count,
    withGame.row,
    withPlayers.row,
    lasting.row,
    element('h3', {}, 'Files'),
    element('div', { class: 'share-names' }, ...SIDES.map(name)),
    element(
      'div',
      { class: 'bar' },
      file('Definition', '.variant', async () => store.state.text, 'text/plain'),
      file('Game text', '.game', () => record(page, 'game'), 'text/plain'),
      file('PGN', '.pgn', () => record(page, 'pgn'), 'application/x-chess-pgn'),
      file('Page that plays offline', '.html', () => oneFile(what()), 'text/html', 'Saved. The file opens in any browser, without a network.'),
    ),
    element('h3', {}, 'Pictures of the board'),
    element(
      'div',
      { class: 'bar' },
      file('PNG', '.png', () => png(page), 'image/png'),
      file('SVG', '.svg', () => svg(page), 'image/svg+xml'),
      file('Moving GIF of the game', '.gif', moving, 'image/gif'),
    ),
    status,
  );
  made.addEventListener('close', () => stop.abort());
  void make();
}
