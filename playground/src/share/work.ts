// Work: a definition and the game that is played with it, with players, clocks and result.

import { asResumed, type Resumed } from '../play/game';
import { playing } from '../play/playing';
import type { Page } from '../page';
import { position, type Foretold, type State } from '../store';
import type { Moves, Notes } from '../tree';
import type { Shared } from './pack';

export interface Work extends Shared {
  play?: Resumed;
  lines?: Moves[];
  notes?: Notes;
  mine?: boolean;
  /** Its first board, if that is known. */
  foretold?: Foretold;
  /** Id of the browser's history entry. */
  id?: string;
}

/** All that there is to keep; `state` is that of the page, now or before a change that the game has not followed yet. */
export function workOf(page: Page, state: Readonly<State>): Work {
  const { text, name, line, lines, notes, mine, opened } = state;
  const play = playing(page).stored(opened) ?? undefined;
  return { text, name, mine, ...position(state), moves: [...line.moves], lines: [...lines], notes, play };
}

const word = (value: unknown) => (typeof value === 'string' ? value : undefined);

const isMoves = (value: unknown): value is string[] => Array.isArray(value) && value.every(move => typeof move === 'string');

function asNotes(value: unknown): Notes {
  if (typeof value !== 'object' || value === null) return {};
  const notes = Object.entries(value).map(([path, note]) => {
    const { comment, glyph } = (note ?? {}) as Record<string, unknown>;
    return [path, { comment: word(comment), glyph: word(glyph) }] as const;
  });
  return Object.fromEntries(notes.filter(([, { comment, glyph }]) => comment || glyph));
}

/** A stored work, if it is one. Others may have written there, so malformed parts are left out. */
export function asWork(value: unknown): Work | null {
  const { text, name, setup, fen, moves, mine, id, play, lines, notes } = (value ?? {}) as Record<keyof Work, unknown>;
  if (typeof text !== 'string' || text === '') return null;
  const line = isMoves(moves) ? moves : [];
  const game = { setup: word(setup), fen: word(fen), moves: line, play: asResumed(play) ?? undefined };
  const remarks = { lines: Array.isArray(lines) ? lines.filter(isMoves) : [], notes: asNotes(notes) };
  return { text, name: word(name) ?? '', mine: mine === true, id: word(id), ...game, ...remarks };
}

export function openWork(page: Page, work: Work): void {
  const { text, name, setup, fen, moves = [], lines, notes, mine, foretold } = work;
  page.session.open({ text, name, line: { setup, fen, moves, ply: moves.length }, lines, notes, mine, foretold });
  // Only now: until then the game that is left counts as the one that was opened last.
  playing(page).resume(page.store.state.opened, work.play ?? null);
}
