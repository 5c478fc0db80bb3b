// The window in which two devices are joined for a game.

import { segmented } from '../buttons';
import { dialog, reason } from '../dialog';
import { element } from '../dom';
import type { Page } from '../page';
import type { Side } from '../play/game';
import { words } from '../words';
import { Match } from './match';
import { Peer } from './peer';

/** A text to copy, with its button. */
function copied(label: string, id: string, value: string): HTMLElement {
  const field = element('textarea', { id, readonly: true, rows: 3, 'aria-label': label });
  field.value = value;
  const status = element('span', { role: 'status', class: 'quiet' });
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      status.textContent = words.play.copied;
    } catch {
      status.textContent = words.remote.copyByKeys;
    }
  };
  return element('div', {}, field, element('div', { class: 'bar' }, element('button', { type: 'button', onclick: () => void copy() }, words.play.copy), status));
}

/** Someone invites another to the game on the board. */
export function inviteDialog(page: Page): void {
  const peer = new Peer();
  const match = new Match(page, peer);
  let own: Side | 'lot' = 'white';
  const colour = segmented<Side | 'lot'>('remote-colour', words.play.youPlay, [['white', words.sides.white], ['lot', words.play.byLot], ['black', words.sides.black]], value => (own = value));
  colour.set(own);
  const link = element('div', {}, element('p', { class: 'quiet' }, words.remote.makingLink));
  const answer = element('textarea', { id: 'remote-answer', rows: 3, 'aria-label': words.remote.answer, placeholder: words.remote.answerMore });
  const status = element('p', { role: 'status' });
  const connect = async () => {
    try {
      await peer.accept(answer.value);
      status.textContent = words.remote.connecting;
    } catch (fault) {
      status.textContent = reason(fault);
    }
  };
  const window = dialog(
    words.remote.title,
    element('p', {}, words.remote.within),
    colour.element,
    element('h3', {}, words.remote.sendLink),
    link,
    element('h3', {}, words.remote.pasteAnswer),
    answer,
    element('div', { class: 'bar' }, element('button', { type: 'button', class: 'main', onclick: () => void connect() }, words.remote.connect), status),
  );
  window.addEventListener('close', () => peer.store.state.is !== 'open' && peer.close());
  peer.store.watch(['is', 'problem'], ({ is, problem }) => {
    if (is === 'open') {
      match.host(own === 'lot' ? (Math.random() < 0.5 ? 'white' : 'black') : own);
      window.close();
    } else if (problem) status.textContent = problem;
  });
  peer.invite().then(
    code => link.replaceChildren(copied(words.remote.link, 'remote-link', `${location.href.replace(/#.*/s, '')}#join=${code}`)),
    fault => link.replaceChildren(element('p', { class: 'bad' }, reason(fault))),
  );
}

/** Someone was invited, by a link or by its text. */
export function joinDialog(page: Page, code: string): void {
  const peer = new Peer();
  new Match(page, peer);
  const place = element('div', {}, element('p', { class: 'quiet' }, words.remote.reading));
  const status = element('p', { role: 'status' });
  const window = dialog(words.remote.title, element('p', {}, words.remote.within), element('h3', {}, words.remote.sendBack), place, status);
  window.addEventListener('close', () => peer.store.state.is !== 'open' && peer.close());
  peer.store.watch(['is', 'problem'], ({ is, problem }) => {
    if (is === 'open') window.close();
    else status.textContent = problem || (is === 'waiting' ? words.remote.waiting : '');
  });
  peer.join(code).then(
    answer => place.replaceChildren(copied(words.remote.answer, 'remote-answer', answer)),
    fault => place.replaceChildren(element('p', { class: 'bad' }, reason(fault))),
  );
}
