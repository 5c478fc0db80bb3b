// The game as a text: written in both forms, copied, and read from the clipboard.

import type { Ended as End, Replayed } from 'weakfish';
import { reason } from '../dialog';
import { element } from '../dom';
import { sentence } from '../markdown';
import type { Page } from '../page';
import { position } from '../store';
import { pathKey, type Moves, type Note } from '../tree';
import type { Player, Side } from './game';
import { writtenLines } from './lines';
import { hasRemarks, linesOf, withVariations, wordsOf } from './pgn';
import { playing } from './playing';

export function texts(page: Page): HTMLElement {
  const { store, client, session } = page;
  const game = playing(page);
  const written = writtenLines(page);
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
      const record = (moves: Moves, end?: End) =>
        client.record({ text }, position({ ...whole, line: { ...whole.line, moves, ply: moves.length } }), tags(players), format, end);
      const { lines, notes, line } = state;
      if (format === 'game' || (lines.length < 2 && Object.keys(notes).length === 0)) {
        area.value = await record(line.moves, end ?? undefined);
        return '';
      }
      const main = lines[0] ?? [];
      const pgn = await record(main, line.moves === main ? (end ?? undefined) : undefined);
      const words = new Map<string, string>();
      for (const one of lines) {
        const found = wordsOf(one === main ? pgn : await record(one), one);
        found?.forEach((word, at) => words.set(pathKey(one.slice(0, at + 1)), word));
      }
      area.value = withVariations(pgn, lines, notes, path => ({
        text: words.get(pathKey(path)) ?? path.at(-1)!,
        ...numberOf(written.sides(path)),
      }));
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
      const { variations, notes, problems } = await remarksIn(area.value, (line: string) => client.replay({ text }, line));
      session.start({ setup, fen, moves }, [moves, ...variations], notes);
      await answered(page);
      if (outcome) game.dispatch({ on: 'recorded', ended: { winner: outcome.winner, by: 'record', reason: outcome.reason } });
      const others = variations.length === 0 ? '' : ` and ${variations.length === 1 ? '1 variation' : `${variations.length} variations`}`;
      const count = moves.length === 1 ? '1 move' : `${moves.length} moves`;
      const verb = moves.length === 1 && others === '' ? 'was' : 'were';
      return [`${count}${others} ${verb} read.`, ...problems.map(text => `A variation was left out: ${text}.`)].join(' ');
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

/** The number of a move as PGN has it: White's turn begins a round. */
function numberOf(sides: readonly Side[]): { round: number; isFirst: boolean; opens: boolean } {
  const opens = (at: number) => sides[at] !== sides[at - 1];
  const at = sides.length - 1;
  const rounds = sides.filter((side, index) => side === 'white' && opens(index)).length;
  return { round: sides.length === 0 ? 0 : rounds + (sides[0] === 'black' ? 1 : 0), isFirst: sides[at] === 'white', opens: opens(at) };
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
