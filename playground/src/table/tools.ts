// Controls below the board: typed moves, passing, and the view of the board.

import type { View } from 'weakfish';
import type { Board } from '../board';
import { arranging } from '../arrange/arranging';
import { reason } from '../dialog';
import { element } from '../dom';
import { sentence } from '../markdown';
import type { Page } from '../page';
import { isLast, mover } from '../play/game';
import { playing } from '../play/playing';
import { position } from '../store';

export function tools(page: Page, board: Board): HTMLElement {
  return element('div', { class: 'table-tools' }, typed(page), passing(page), views(page, board));
}

/** A field for moves as people and as programs write them. */
function typed(page: Page): HTMLElement {
  const { store, client, session } = page;
  const game = playing(page).store;
  const answer = element('output', { class: 'typed-answer', id: 'typed-answer' });
  const known = element('datalist', { id: 'typed-moves' });
  const field = element('input', {
    type: 'text',
    id: 'typed-move',
    class: 'typed-move',
    list: 'typed-moves',
    placeholder: 'Type a move',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-label': 'Type a move',
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
    if (mover(game.state.game) === null) return void (answer.textContent = 'It is not your turn.');
    try {
      const move = await client.read({ text: good.text }, position(store.state), text);
      field.value = '';
      answer.textContent = '';
      session.play(move);
    } catch (fault) {
      if (isSame(view, store.state.view)) answer.replaceChildren(sentence(reason(fault)));
    }
  };
  store.watch(['view', 'opened'], ({ view, opened }, before) => {
    suggest();
    if (opened === before.opened && isSame(view, before.view)) return;
    // A refusal was about the earlier position. A move being typed during the opponent's turn stays.
    if (opened !== before.opened || answer.textContent !== '' || document.activeElement !== field) field.value = '';
    answer.textContent = '';
  });
  const form = element(
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
    element('button', { type: 'submit' }, 'Move'),
    answer,
  );
  arranging(page).store.watch(['open'], ({ open }) => (form.hidden = open));
  return form;
}

/** Whether it is the same position of the same game. */
function isSame(one: View | null, other: View | null): boolean {
  return one?.fen === other?.fen && one?.ply === other?.ply;
}

/** Buttons for moves that no man makes, and for claims. */
function passing(page: Page): HTMLElement {
  const { store, session } = page;
  const game = playing(page);
  const bar = element('div', { class: 'bar' });
  const show = () => {
    const { view } = store.state;
    const { game: state } = game.store.state;
    const mine = view !== null && mover(state) === view.side;
    const moves = mine ? view.moves.filter(({ from, kind }) => from === undefined && kind !== 'drop' && kind !== 'wall') : [];
    const claims = mine && state.situation && isLast(state.situation) && !state.ended ? view.claims : [];
    bar.hidden = moves.length + claims.length === 0;
    bar.replaceChildren(
      ...moves.map(({ move, text, kind }) =>
        element('button', { type: 'button', 'data-kind': kind, onclick: () => session.play(move) }, TITLES[kind] ?? text),
      ),
      ...claims.map(({ name, winner, text }) => {
        const reason = `${winner ? 'Win' : 'Draw'} claimed: ${name}.`;
        const claim = () => game.dispatch({ on: 'claim', winner, reason });
        return element('button', { type: 'button', title: text, onclick: claim }, `Claim a ${winner ? 'win' : 'draw'}: ${name}`);
      }),
    );
  };
  store.watch(['view'], show);
  game.store.watch(['game'], show);
  return bar;
}

const TITLES: Record<string, string> = { pass: 'Pass', 'end-series': 'End the series', claim: 'Claim stalemate' };

/** Turning the board round, coordinates. */
function views(page: Page, board: Board): HTMLElement {
  const { store } = playing(page);
  let coordinates = true;
  const flip = element('button', { type: 'button', title: 'Flips the board', onclick: () => store.set({ flipped: !store.state.flipped }) }, 'Flip');
  const names = element(
    'button',
    {
      type: 'button',
      class: 'toggle coordinates-toggle',
      title: 'Coordinates',
      'aria-label': 'Coordinates',
      'aria-pressed': 'true',
      onclick: () => {
        coordinates = !coordinates;
        names.setAttribute('aria-pressed', String(coordinates));
        board.update({ coordinates });
      },
    },
  );
  store.watch(['flipped'], ({ flipped }) => {
    board.update({ flipped });
  });
  // Flips the board for a player of Black against the engine.
  store.watch(['game'], ({ game: { players } }, before) => {
    const same = players === before.game.players;
    if (!same && players.white.by !== players.black.by) store.set({ flipped: players.black.by === 'person' });
  });
  return element('div', { class: 'bar' }, flip, names);
}
