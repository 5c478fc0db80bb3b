// The game as a text, as it is shown, copied and saved.

import type { Ended, RecordFormat } from 'weakfish';
import type { Page } from '../page';
import { position } from '../store';
import { pathKey, type Moves } from '../tree';
import { words } from '../words';
import type { Player, Side } from './game';
import { writtenLines } from './lines';
import { names } from './names';
import { withVariations, wordsOf } from './pgn';
import { playing } from './playing';

/** Writes the whole game down, not only up to the position on the board; as PGN with its variations and remarks. */
export async function record(page: Page, format: RecordFormat): Promise<string> {
  const { client, store } = page;
  const { state } = store;
  if (!state.good) throw new Error(words.play.noGame);
  const { text } = state.good;
  const { ended, players } = playing(page).store.state.game;
  const end = ended ? { winner: ended.winner, reason: ended.reason } : undefined;
  const tags = { ...playerTags(players), ...(format === 'pgn' && { Date: today() }) };
  const write = (moves: Moves, end?: Ended) =>
    client.record({ text }, position({ ...state, line: { ...state.line, moves: [...moves], ply: moves.length } }), tags, format, end);
  const { lines, notes, line } = state;
  if (format === 'game' || (lines.length < 2 && Object.keys(notes).length === 0)) return write(line.moves, end);
  const main = lines[0] ?? [];
  const pgn = await write(main, line.moves === main ? end : undefined);
  const written = new Map<string, string>();
  for (const one of lines) {
    const found = wordsOf(one === main ? pgn : await write(one), one);
    found?.forEach((word, at) => written.set(pathKey(one.slice(0, at + 1)), word));
  }
  const all = writtenLines(page);
  return withVariations(pgn, lines, notes, path => ({
    text: written.get(pathKey(path)) ?? path.at(-1)!,
    ...numberOf(all.sides(path)),
  }));
}

/** The names of the players, as far as there are any. */
function playerTags(players: Record<Side, Player>): Record<string, string> {
  const tags = [['White', 'white'], ['Black', 'black']] as const;
  const name = (side: Side) => {
    const player = players[side];
    return player.by === 'engine' ? `Weakfish, level ${player.level}` : names.state[side];
  };
  return Object.fromEntries(tags.map(([tag, side]) => [tag, name(side)]).filter(([, name]) => name !== ''));
}

function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(number => String(number).padStart(2, '0')).join('.');
}

/** The number of a move as PGN has it: White's turn begins a round. */
function numberOf(sides: readonly Side[]): { round: number; isFirst: boolean; opens: boolean } {
  const opens = (at: number) => sides[at] !== sides[at - 1];
  const at = sides.length - 1;
  const rounds = sides.filter((side, index) => side === 'white' && opens(index)).length;
  return { round: sides.length === 0 ? 0 : rounds + (sides[0] === 'black' ? 1 : 0), isFirst: sides[at] === 'white', opens: opens(at) };
}
