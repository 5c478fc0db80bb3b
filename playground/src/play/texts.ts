// The game as a text: written in both forms, copied, and read from the clipboard.

import type { Replayed } from 'weakfish';
import { element } from '../dom';
import { sentence, told } from '../markdown';
import type { Page } from '../page';
import { pathKey, type Moves, type Note } from '../tree';
import { words } from '../words';
import { hasRemarks, linesOf } from './pgn';
import { playing } from './playing';
import { record } from './record';

export function texts(page: Page): HTMLElement {
  const { store, client, session } = page;
  const game = playing(page);
  const area = element('textarea', {
    rows: 6,
    spellcheck: 'false',
    'aria-label': words.play.text,
    placeholder: words.play.textMore,
  });
  const answer = element('p', { class: 'message', role: 'status' });
  const attempt = async (work: (text: string) => Promise<string>) => {
    const { good } = store.state;
    if (!good) return;
    answer.replaceChildren(await work(good.text).then(sentence, told));
  };
  const write = (format: 'game' | 'pgn') =>
    attempt(async () => {
      area.value = await record(page, format);
      return '';
    });
  const read = () =>
    attempt(async text => {
      const { setup, fen, moves, outcome, problem } = await client.replay({ text }, area.value);
      if (problem) {
        area.focus();
        area.setSelectionRange(problem.start, problem.end);
        return words.play.unread(capital(problem.message));
      }
      const { variations, notes, problems } = await remarksIn(area.value, (line: string) => client.replay({ text }, line));
      session.start({ setup, fen, moves }, [moves, ...variations], notes);
      await session.settled();
      if (outcome) game.dispatch({ on: 'recorded', ended: { winner: outcome.winner, by: 'record', reason: words.game.recorded({ ...outcome, winner: outcome.winner && words.sides[outcome.winner] }) } });
      return [words.play.wasRead(moves.length, variations.length), ...problems.map(words.play.leftOut)].join(' ');
    });
  const copy = async () => {
    await navigator.clipboard.writeText(area.value);
    answer.textContent = words.play.copied;
  };
  const button = (title: string, act: () => unknown) => element('button', { type: 'button', onclick: () => void act() }, title);
  // The text is no longer that of the game.
  game.store.watch(['played'], () => (answer.textContent = ''));
  return element(
    'details',
    { class: 'texts' },
    element('summary', {}, words.play.text),
    area,
    element(
      'div',
      { class: 'bar' },
      button(words.play.writeGame, () => write('game')),
      button(words.play.writePgn, () => write('pgn')),
      button(words.play.read, read),
      button(words.play.copy, copy),
    ),
    answer,
  );
}

/** Variations and remarks of a game text, and why some variations are left out. */
async function remarksIn(text: string, replay: (line: string) => Promise<Replayed>) {
  const variations: Moves[] = [];
  const notes: Record<string, Note> = {};
  const problems: string[] = [];
  if (hasRemarks(text)) {
    for (const [at, line] of linesOf(text).entries()) {
      const { moves, problem } = await replay(line.text);
      if (problem) problems.push(problem.message.replace(/\.$/, ''));
      // A word that is several moves, or none, would put the remarks beside other moves.
      if (problem || moves.length !== line.count) continue;
      if (at > 0) variations.push(moves);
      for (const [count, note] of line.notes) notes[pathKey(moves.slice(0, count))] ??= note;
    }
  }
  return { variations, notes, problems };
}

/** A message as the beginning of a sentence. */
function capital(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1).replace(/\.$/, '');
}
