// The dialog that shares the work: a link, files, pictures.

import { dialog } from '../dialog';
import { element } from '../dom';
import { told } from '../markdown';
import type { Page } from '../page';
import type { Player, Side } from '../play/game';
import { levelName } from '../play/levels';
import { MAX_NAME, names, setName } from '../play/names';
import { playing } from '../play/playing';
import { record } from '../play/record';
import { words } from '../words';
import { fileName, save } from './files';
import { link, shared } from './link';
import { oneFile } from './offline';
import { gif, png, svg } from './pictures';

const SIDES = ['white', 'black'] as const;

/** Who plays, in words. */
function playersWords(players: Record<Side, Player>): string {
  const word = (player: Player) => (player.by === 'engine' ? words.share.engine(levelName(player.level)) : words.share.person);
  return words.share.withPlayers(word(players.white), word(players.black));
}

export function shareDialog(page: Page): void {
  const { store, client } = page;
  const { players } = playing(page).store.state.game;
  const status = element('p', { role: 'status' });
  const say = (text: Node | string) => status.replaceChildren(text);

  const address = element('input', { type: 'text', readonly: true, id: 'link', 'aria-label': words.share.link });
  // What became of copying stands beside the button, that of saving below the files.
  const copied = element('p', { class: 'quiet share-count', role: 'status' });
  const check = (id: string, label: string, checked = true) => {
    const input = element('input', { type: 'checkbox', id, checked, onchange: () => void make() });
    return { input, row: element('p', { class: 'check' }, input, element('label', { for: id }, label)) };
  };
  const withGame = check('with-game', words.share.withGame);
  const withPlayers = check('with-players', playersWords(players));
  const lasting = check('lasting', words.share.lasting, false);
  const what = () => shared(store.state, withGame.input.checked, withPlayers.input.checked ? players : null);
  const make = async () => {
    address.value = await link(what(), client, lasting.input.checked);
    copied.textContent = words.share.letters(address.value.length);
  };
  const copy = async () => {
    address.select();
    try {
      await navigator.clipboard.writeText(address.value);
      copied.textContent = `${words.play.copied} ${words.share.letters(address.value.length)}`;
    } catch {
      copied.textContent = words.share.noCopy;
    }
  };

  /** A button that saves a file. */
  const file = (title: string, ending: string, content: () => Promise<BlobPart | null>, type: string, done = words.share.saved) =>
    element('button', {
      type: 'button',
      onclick: async () => {
        try {
          const made = await content();
          if (made === null) return;
          save(fileName(store.state.name, ending), made, type);
          say(done);
        } catch (fault) {
          say(told(fault));
        }
      },
    }, title);
  const name = (side: Side) => {
    const { by } = players[side];
    const input = element('input', {
      type: 'text', id: `name-${side}`, maxlength: MAX_NAME, autocomplete: 'off', disabled: by === 'engine',
      value: by === 'engine' ? 'Weakfish' : names.state[side], oninput: () => setName(side, input.value),
    });
    return element('span', { class: 'share-name' }, element('label', { for: input.id }, words.share.nameOf(words.sides[side])), input);
  };
  const stop = new AbortController();
  const moving = () => gif(page, (done, all) => say(words.share.drawing(done, all)), stop.signal);
  const made = dialog(
    words.share.title,
    store.state.checked?.ok === false
      ? element('p', { class: 'bad' }, words.share.mistakes)
      : element('p', {}, words.share.anyone),
    element('div', { class: 'bar' }, address, element('button', { type: 'button', class: 'main', onclick: () => void copy() }, words.share.copyLink)),
    copied,
    withGame.row,
    withPlayers.row,
    lasting.row,
    element('h3', {}, words.share.files),
    element('div', { class: 'share-names' }, ...SIDES.map(name)),
    element(
      'div',
      { class: 'bar' },
      file(words.share.definition, '.variant', async () => store.state.text, 'text/plain'),
      file(words.share.gameText, '.game', () => record(page, 'game'), 'text/plain'),
      file('PGN', '.pgn', () => record(page, 'pgn'), 'application/x-chess-pgn'),
      file(words.share.page, '.html', () => oneFile(what()), 'text/html', words.share.savedPage),
    ),
    element('h3', {}, words.share.pictures),
    element(
      'div',
      { class: 'bar' },
      file('PNG', '.png', () => png(page), 'image/png'),
      file('SVG', '.svg', () => svg(page), 'image/svg+xml'),
      file(words.share.gif, '.gif', moving, 'image/gif'),
    ),
    status,
  );
  made.addEventListener('close', () => stop.abort());
  void make();
}
