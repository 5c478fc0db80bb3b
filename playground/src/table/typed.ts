// A field for typed moves.

import type { View } from 'weakfish';
import { element } from '../dom';
import { told } from '../markdown';
import type { Page } from '../page';
import { position } from '../store';
import { mover } from '../play/game';
import { playing } from '../play/playing';
import { words } from '../words';

/** A field for moves as people and as programs write them. */
export function typed(page: Page): HTMLElement {
  const { store, client, session } = page;
  const game = playing(page).store;
  const answer = element('output', { class: 'typed-answer', id: 'typed-answer' });
  const known = element('datalist', { id: 'typed-moves', translate: 'no' });
  const field = element('input', {
    type: 'text',
    id: 'typed-move',
    class: 'typed-move',
    list: 'typed-moves',
    placeholder: words.table.typeMove,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-label': words.table.typeMove,
    'aria-describedby': 'typed-answer',
    onfocus: () => suggest(),
    oninput: () => (answer.textContent = ''),
  });
  // The list is long in some positions, and made only for those who type.
  const suggest = () => {
    if (document.activeElement !== field) return;
    const moves = store.state.view?.moves ?? [];
    known.replaceChildren(...moves.map(({ text }) => element('option', { value: text })));
  };
  const play = async () => {
    const { good, view } = store.state;
    const text = field.value.trim();
    if (!good || text === '') return;
    if (mover(game.state.game) === null) return void (answer.textContent = words.table.notYourTurn);
    try {
      const move = await client.read({ text: good.text }, position(store.state), text);
      field.value = '';
      answer.textContent = '';
      session.play(move);
    } catch (fault) {
      if (isSame(view, store.state.view)) answer.replaceChildren(told(fault));
    }
  };
  store.watch(['view', 'opened'], ({ view, opened }, before) => {
    suggest();
    if (opened === before.opened && isSame(view, before.view)) return;
    // A refusal was about the earlier position. A move being typed during the opponent's turn stays.
    if (opened !== before.opened || answer.textContent !== '' || document.activeElement !== field) field.value = '';
    answer.textContent = '';
  });
  return element(
    'form',
    {
      class: 'typed',
      onsubmit: (event: Event) => {
        event.preventDefault();
        void play();
      },
    },
    field,
    known,
    element('button', { type: 'submit' }, words.table.move),
    answer,
  );
}

/** Whether it is the same position of the same game. */
function isSame(one: View | null, other: View | null): boolean {
  return one?.fen === other?.fen && one?.ply === other?.ply;
}
