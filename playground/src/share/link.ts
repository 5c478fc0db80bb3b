// Links that open a definition and a game: `#1.…` holds them packed, `#game=NAME` names a built-in game, `#text=…` has a
// definition as it is, for links that are written elsewhere.

import type { Client } from 'weakfish';
import type { Opened } from '../session';
import { position, type State } from '../store';
import { MAX_TEXT, pack, unpack, type Shared } from './pack';

/** Returns the text and the game up to the position on the board, for sharing. */
export function shared(state: Readonly<State>, withGame: boolean): Shared {
  const { text, name } = state;
  return withGame ? { text, name, ...position(state) } : { text, name };
}

export function toOpen({ text, name, setup, fen, moves = [] }: Shared): Opened {
  return { text, name, line: { setup, fen, moves, ply: moves.length } };
}

/** The address of this page with the shared work. A page saved as a file does not know the address of the published one. */
export async function link(what: Shared): Promise<string> {
  const base = location.href.replace(/#.*/s, '');
  return `${base}#${await pack(what)}`;
}

/** Valid names of built-in games. Other text in a link is not echoed, since it could pass for text of the page. */
const GAME = /^[a-z0-9-]{1,40}$/;

/** Reads the game in the fragment of an address; `null` if there is none. */
export async function linked(fragment: string, client: Client): Promise<Opened | null> {
  const rest = fragment.replace(/^#/, '');
  if (rest === '') return null;
  if (/^\d+\./.test(rest)) return toOpen(await unpack(rest));
  const fields = new URLSearchParams(rest);
  const text = fields.get('text');
  const name = fields.get('game');
  if (text !== null && text.length <= MAX_TEXT) return { text, name: name ?? '' };
  if (name === null) return null;
  if (!GAME.test(name)) throw new Error('The link names no built-in game.');
  const game = (await client.games()).find(one => one.name === name);
  if (!game) throw new Error(`There is no built-in game “${name}”.`);
  return { text: game.text, name: game.name };
}
