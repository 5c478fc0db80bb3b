// The window in which two devices are joined for a game.

import { segmented } from '../buttons';
import { dialog, reason } from '../dialog';
import { element } from '../dom';
import type { Page } from '../page';
import type { Side } from '../play/game';
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
      status.textContent = 'Copied.';
    } catch {
      status.textContent = 'Copy it with the keyboard.';
    }
  };
  return element('div', {}, field, element('div', { class: 'bar' }, element('button', { type: 'button', onclick: () => void copy() }, 'Copy'), status));
}

const WITHIN = 'Nothing but these two texts passes between the devices before the game, and no server is asked. They have to be in one network.';

/** Someone invites another to the game on the board. */
export function inviteDialog(page: Page): void {
  const peer = new Peer();
  const match = new Match(page, peer);
  let own: Side | 'lot' = 'white';
  const colour = segmented<Side | 'lot'>('remote-colour', 'You play', [['white', 'White'], ['lot', 'By lot'], ['black', 'Black']], value => (own = value));
  colour.set(own);
  const link = element('div', {}, element('p', { class: 'quiet' }, 'Making the link …'));
  const answer = element('textarea', { id: 'remote-answer', rows: 3, 'aria-label': 'The answer', placeholder: 'The text that comes back' });
  const status = element('p', { role: 'status' });
  const connect = async () => {
    try {
      await peer.accept(answer.value);
      status.textContent = 'Connecting …';
    } catch (fault) {
      status.textContent = reason(fault);
    }
  };
  const window = dialog(
    'Play on two devices',
    element('p', {}, WITHIN),
    colour.element,
    element('h3', {}, '1. Send this link to the other one'),
    link,
    element('h3', {}, '2. Paste the answer that comes back'),
    answer,
    element('div', { class: 'bar' }, element('button', { type: 'button', class: 'main', onclick: () => void connect() }, 'Connect'), status),
  );
  window.addEventListener('close', () => peer.store.state.is !== 'open' && peer.close());
  peer.store.watch(['is', 'problem'], ({ is, problem }) => {
    if (is === 'open') {
      match.host(own === 'lot' ? (Math.random() < 0.5 ? 'white' : 'black') : own);
      window.close();
    } else if (problem) status.textContent = problem;
  });
  peer.invite().then(
    code => link.replaceChildren(copied('The link', 'remote-link', `${location.href.replace(/#.*/s, '')}#join=${code}`)),
    fault => link.replaceChildren(element('p', { class: 'bad' }, reason(fault))),
  );
}

/** Someone was invited, by a link or by its text. */
export function joinDialog(page: Page, code: string): void {
  const peer = new Peer();
  new Match(page, peer);
  const place = element('div', {}, element('p', { class: 'quiet' }, 'Reading the invitation …'));
  const status = element('p', { role: 'status' });
  const window = dialog('Play on two devices', element('p', {}, WITHIN), element('h3', {}, 'Send this text back'), place, status);
  window.addEventListener('close', () => peer.store.state.is !== 'open' && peer.close());
  peer.store.watch(['is', 'problem'], ({ is, problem }) => {
    if (is === 'open') window.close();
    else status.textContent = problem || (is === 'waiting' ? 'The game begins when the other one has pasted it.' : '');
  });
  peer.join(code).then(
    answer => place.replaceChildren(copied('The answer', 'remote-answer', answer)),
    fault => place.replaceChildren(element('p', { class: 'bad' }, reason(fault))),
  );
}
