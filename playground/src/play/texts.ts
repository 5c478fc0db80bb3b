// The game as a text: written in both forms, copied, and read from the clipboard.

import { reason } from '../dialog';
import { element } from '../dom';
import { sentence } from '../markdown';
import type { Page } from '../page';
import { position } from '../store';
import type { Player, Side } from './game';
import { playing } from './playing';

export function texts(page: Page): HTMLElement {
  const { store, client, session } = page;
  const game = playing(page);
  const area = element('textarea', {
    rows: 6,
    spellcheck: 'false',
    'aria-label': 'Game as text',
    placeholder: 'A game text or PGN to read, or the text of this game',
  });
  const answer = element('p', { class: 'message', role: 'status' });
  const attempt = async (work: (text: string) => Promise<string>) => {
    const { good } = store.state;
    if (!good) return;
    answer.replaceChildren(sentence(await work(good.text).catch(reason)));
  };
  const write = (format: 'game' | 'pgn') =>
    attempt(async text => {
      const { state } = store;
      // Writes the whole line, not only up to the position on the board.
      const whole = { ...state, line: { ...state.line, ply: state.line.moves.length } };
      const { ended, players } = game.store.state.game;
      const end = ended && { winner: ended.winner, reason: ended.reason };
      area.value = await client.record({ text }, position(whole), tags(players), format, end ?? undefined);
      return '';
    });
  const read = () =>
    attempt(async text => {
      const { setup, fen, moves, outcome, problem } = await client.replay({ text }, area.value);
      if (problem) {
        area.focus();
        area.setSelectionRange(problem.start, problem.end);
        return `${capital(problem.message)}. The game on the board stays as it was.`;
      }
      session.start({ setup, fen, moves });
      await answered(page);
      if (outcome) game.dispatch({ on: 'recorded', ended: { winner: outcome.winner, by: 'record', reason: outcome.reason } });
      return moves.length === 1 ? '1 move was read.' : `${moves.length} moves were read.`;
    });
  const copy = async () => {
    await navigator.clipboard.writeText(area.value);
    answer.textContent = 'Copied.';
  };
  const button = (title: string, act: () => unknown) => element('button', { type: 'button', onclick: () => void act() }, title);
  // The text is no longer that of the game.
  game.store.watch(['played'], () => (answer.textContent = ''));
  return element(
    'details',
    { class: 'texts' },
    element('summary', {}, 'Game as text'),
    area,
    element(
      'div',
      { class: 'bar' },
      button('Write as game text', () => write('game')),
      button('Write as PGN', () => write('pgn')),
      button('Read this text', read),
      button('Copy', copy),
    ),
    answer,
  );
}

/** A message as the beginning of a sentence. */
function capital(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1).replace(/\.$/, '');
}

/** The names of the players, as far as there are any. */
function tags({ white, black }: Record<Side, Player>): Record<string, string> {
  const names = [
    ['White', white],
    ['Black', black],
  ] as const;
  return Object.fromEntries(names.flatMap(([tag, one]) => (one.by === 'engine' ? [[tag, `Weakfish, level ${one.level}`]] : [])));
}

/** Resolves when the library has answered about the position on the board. */
function answered({ store }: Page): Promise<void> {
  return new Promise(resolve => {
    let stop = () => {};
    stop = store.watch(['busy'], ({ busy }) => {
      if (busy) return;
      resolve();
      // The first call comes before there is anything to stop.
      queueMicrotask(() => stop());
    });
  });
}
