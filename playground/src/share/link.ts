// Links that open a definition and a game: `#1.…` and `#2.…` hold them packed, `#game=NAME` names a built-in game, `#text=…` has a
// definition as it is, for links that are written elsewhere.

import type { Client } from 'weakfish';
import { person, STRONGEST, type Player, type Resumed, type Side } from '../play/game';
import { position, type Foretold, type State } from '../store';
import { words } from '../words';
import { MAX_TEXT, pack, unpack, type Shared } from './pack';
import type { Work } from './work';

type Players = Record<Side, Player>;

/** Returns the text, for sharing; with the game up to the position on the board and with the players, as far as these are wanted. */
export function shared(state: Readonly<State>, withGame: boolean, players: Players | null): Shared {
  const { text, name } = state;
  return { text, name, ...(withGame && position(state)), ...(players && { players: playersWord(players) }) };
}

function playersWord({ white, black }: Players): string {
  const word = (player: Player) => (player.by === 'engine' ? String(player.level) : 'p');
  return `${word(white)} ${word(black)}`;
}

/** Who plays a shared game; `null` if the link says nothing that makes sense. */
function playersOf(word: string | undefined): Resumed | null {
  const [, white, black] = /^(p|\d{1,2}) (p|\d{1,2})$/.exec(word ?? '') ?? [];
  if (white === undefined || black === undefined) return null;
  const player = (word: string): Player => (word === 'p' ? person : { by: 'engine', level: Math.min(STRONGEST, Number(word)) });
  return { players: { white: player(white), black: player(black) }, control: null, left: null, ended: null };
}

/** The work in what was shared. */
export function workIn(shared: Shared): Work {
  return { ...shared, play: playersOf(shared.players) ?? undefined };
}

/** The address of this page with the shared work. A page saved as a file does not know the address of the published one. */
export async function link(what: Shared, client: Client, isLasting: boolean): Promise<string> {
  const base = location.href.replace(/#.*/s, '');
  return `${base}#${await pack(what, client, isLasting)}`;
}

/** Valid names of built-in games. Other text in a link is not echoed, since it could pass for text of the page. */
const GAME = /^[a-z0-9-]{1,40}$/;

/**
 * Reads the game in the fragment of an address; `null` if there is none. With `foretold`, a built-in game need not wait for the
 * library.
 */
export async function linked(
  fragment: string,
  client: Client,
  foretold?: (name: string) => Promise<Foretold | null>,
): Promise<Work | null> {
  const rest = fragment.replace(/^#/, '');
  if (rest === '') return null;
  if (/^\d+\./.test(rest)) return workIn(await unpack(rest, client));
  const fields = new URLSearchParams(rest);
  const text = fields.get('text');
  const name = fields.get('game');
  if (text !== null && text.length <= MAX_TEXT) return { text, name: name ?? '' };
  if (name === null) return null;
  if (!GAME.test(name)) throw new Error(words.link.noName);
  const known = builtIn(name, client);
  if (!foretold) return known;
  const early = async () => {
    const board = await foretold(name);
    if (!board) throw new Error(words.link.noGame(name));
    return { text: board.text, name, foretold: board };
  };
  // The library may be faster, in a page that was kept.
  return Promise.any([known, early()]).catch(() => known);
}

async function builtIn(name: string, client: Client): Promise<Work> {
  const game = (await client.games()).find(one => one.name === name);
  if (!game) throw new Error(words.link.noGame(name));
  return { text: game.text, name: game.name };
}
