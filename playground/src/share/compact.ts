// Links of few letters: a work as a change of a text that every page has, a built-in game or what *New* writes.
//
// `2.PARENT.LETTERS`: the name of that text, then checksums and the work in base64, compressed by `deflate` with that text as
// dictionary; browsers have no dictionaries, so fflate compresses. By the checksum of the parent a page with another text of that
// name refuses the link.

import { deflateSync, inflateSync } from 'fflate';
import type { BuiltIn, Client } from 'weakfish';
import { titleIn } from '../store';
import { words } from '../words';
import { base64url, bytesOf } from './base64';
import type { Shared } from './pack';

export const COMPACT = '2';

/** Maximum length of a work in bytes; for longer ones the other form is as good, and quicker. */
const MAX_BYTES = 1 << 16;

/** Separator of the fields of a work, also behind the last one. */
const END = '\0';

/** The name of a work that is called like its parent. */
const SAME = '=';

/** Words of definitions, as a beginning of the dictionary. They are part of the format. */
const WORDS = `game "Chess" extends fide
about: "The in which "
board: 10x8
first: white
black: mirrors white

men
  K king:   K, royal
  Q queen:  Q
  R rook:   R
  B bishop: B
  N knight: N
  P pawn:   mfWcfF, instead of Q
  A amazon: QN
  C chancellor: RN
  L lancer: fQ, turns 45 or 90, after moving may turn any
  all men:  flips m/c

setup standard
  r n a b q k b a n r
  p p p p p p p p p p
  . . . . . . . . . .
  P P P P P P P P P P
  R N A B Q K B A N R
  facing: toward the middle

rules
  castling:       K 3 toward R, R to the last square K crossed
  long step of P: 2 squares from own rank 2, en passant
  promotion of P: on last rank, to Q, R, B or N, facing any way
  progress:       capture or move of P
  must move:      every 4 turns
  drops: captured men, to any square but last rank
  passing: when no other move

endings
  checkmated: loses
  stalemated: draw
  K on last rank: wins
  75 moves without progress: draw (75-moves)
  50 moves without progress: draw on claim
  position 3 times: draw on claim (threefold-repetition)

test ""
  position: 4k3/8/8/8/8/8/8/4K2R w K - 0 1
  play: 1. e4 e5 2. Nf3 Nc6
  legal: e2e4
  illegal: e1g1
  expect: white wins by checkmate
  perft 3: 8902
${END}=${END}${END}${END}e2e4 e7e5 g1f3 b8c6 d2d4 d7d5 f1b5 a7a6 b1c3 g8f6 e1g1 f8c5 c1g5${END}p 3${END}`;

/** Names of parents: a built-in game, `new`, or `new-GAME` for what *New* writes with a game as base; empty for none. */
const PARENT = /^[a-z0-9-]{0,50}$/;
const TEMPLATE = /^new(?:-(.+))?$/;

/** The texts that a work may be a change of, asked of the library once. */
class Parents {
  readonly #games: Promise<BuiltIn[]>;
  readonly #texts = new Map<string, Promise<string | null>>();

  constructor(private readonly client: Client) {
    this.#games = client.games();
    // A failed request may succeed later.
    this.#games.catch(() => known.delete(client));
  }

  /** The text of a parent; `null` if this page has none of that name. */
  text(parent: string): Promise<string | null> {
    const text = this.#texts.get(parent) ?? this.#read(parent);
    this.#texts.set(parent, text);
    text.catch(() => this.#texts.delete(parent));
    return text;
  }

  async #read(parent: string): Promise<string | null> {
    if (parent === '') return '';
    const games = await this.#games;
    const own = games.find(({ name }) => name === parent);
    if (own) return own.text;
    const [isTemplate, game] = TEMPLATE.exec(parent) ?? [];
    if (isTemplate === undefined || (game !== undefined && !games.some(({ name }) => name === game))) return null;
    const text = await this.client.create('My Chess', game === undefined ? {} : { game });
    // A link outlasts the year.
    return text.replace(/year:(\s+)\d{4}/, (_, space) => `year:${space}2026`);
  }

  /** Names of the parents that a text may have come from. */
  async candidates(text: string): Promise<string[]> {
    const lines = new Set(text.split('\n').filter(line => line.trim() !== ''));
    const games = await this.#games;
    const shared = (other: string) => other.split('\n').reduce((sum, line) => sum + (lines.has(line) ? line.length : 0), 0);
    const nearest = games.map(({ name, text }) => ({ name, shared: shared(text) })).sort((one, other) => other.shared - one.shared);
    // A text written by *New* begins with a comment, and extends the base.
    const base = /^\/\/[^]*?^game\b[^\n]*\bextends[ \t]+([a-z0-9-]+)/m.exec(text)?.[1];
    const bases = games.some(({ name }) => name === base) ? [`new-${base}`] : [];
    return [...new Set(['', 'new', ...bases, ...nearest.slice(0, 2).map(({ name }) => name)])];
  }
}

const known = new WeakMap<Client, Parents>();

function parentsOf(client: Client): Parents {
  const parents = known.get(client) ?? new Parents(client);
  known.set(client, parents);
  return parents;
}

/** FNV-1a hash of bytes, folded to 16 bits. */
function checksum(bytes: Uint8Array): [number, number] {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  const folded = (hash ^ (hash >>> 16)) & 0xffff;
  return [folded >> 8, folded & 255];
}

/** A text as a change of its parent: the numbers of characters that both begin and end with, and the text between. */
function changeOf(text: string, parent: string): string {
  let start = 0;
  while (start < Math.min(text.length, parent.length) && text[start] === parent[start]) start++;
  let end = 0;
  while (end < Math.min(text.length, parent.length) - start && text.at(-1 - end) === parent.at(-1 - end)) end++;
  return `${start} ${end} ${text.slice(start, text.length - end)}`;
}

/** The text behind a change. */
function changed(change: string, parent: string): string {
  const [, start, end, between] = /^(\d+) (\d+) ([^]*)$/.exec(change) ?? [];
  if (start === undefined || between === undefined) throw new Error(words.link.damaged);
  return parent.slice(0, Number(start)) + between + (Number(end) > 0 ? parent.slice(-Number(end)) : '');
}

/** Texts that both sides know. Those at the end are the cheapest to refer to. */
const dictionaryOf = (parentText: string) => new TextEncoder().encode(WORDS + parentText);

/**
 * The shortest link; `null` for a work that it can't hold. A lasting one needs no parent, whose text may change in later versions of the page.
 */
export async function compact(what: Shared, client: Client, isLasting: boolean): Promise<string | null> {
  const { text, name, setup = '', fen = '', moves = [], players = '' } = what;
  const encoder = new TextEncoder();
  let best: string | null = null;
  const parents = parentsOf(client);
  for (const parent of isLasting ? [''] : await parents.candidates(text)) {
    const parentText = await parents.text(parent);
    if (parentText === null) continue;
    const called = name === parent ? SAME : name === titleIn(text) ? '' : name;
    const fields = [changeOf(text, parentText), called, setup, fen, moves.join(' '), players];
    if (fields.some(field => field.includes(END))) return null;
    const bytes = encoder.encode(fields.join(END) + END);
    if (bytes.length > MAX_BYTES) return null;
    const packed = deflateSync(bytes, { level: 9, dictionary: dictionaryOf(parentText) });
    const sums = [...(parent === '' ? [] : checksum(encoder.encode(parentText))), ...checksum(packed)];
    const made = `${COMPACT}.${parent}.${base64url(Uint8Array.from([...sums, ...packed]))}`;
    if (best === null || made.length < best.length) best = made;
  }
  return best;
}

/** Reads what follows the version of a compact link. Throws an error with a message for the user if that fails. */
export async function readCompact(rest: string, client: Client): Promise<Shared> {
  const [parent = '', letters = ''] = rest.split('.');
  if (!PARENT.test(parent)) throw new Error(words.link.damaged);
  const parentText = await parentsOf(client).text(parent);
  if (parentText === null) throw new Error(words.link.unknownParent(parent));
  let bytes: Uint8Array;
  try {
    bytes = bytesOf(letters);
  } catch {
    throw new Error(words.link.damaged);
  }
  const isEqual = (sum: [number, number], at: number) => bytes[at] === sum[0] && bytes[at + 1] === sum[1];
  const start = parent === '' ? 0 : 2;
  if (start > 0 && !isEqual(checksum(new TextEncoder().encode(parentText)), 0)) {
    throw new Error(words.link.otherParent(titleIn(parentText) ?? parent));
  }
  const packed = bytes.subarray(start + 2);
  if (!isEqual(checksum(packed), start)) throw new Error(words.link.damaged);
  let work: Uint8Array;
  try {
    // A fixed buffer bounds the memory that a hostile link takes.
    work = inflateSync(packed, { dictionary: dictionaryOf(parentText), out: new Uint8Array(MAX_BYTES) });
  } catch {
    throw new Error(words.link.damaged);
  }
  const [change = '', called = '', setup = '', fen = '', moves = '', players = ''] = new TextDecoder().decode(work).split(END);
  const text = changed(change, parentText);
  const name = called === SAME ? parent : called || (titleIn(text) ?? '');
  return { text, name, setup: setup || undefined, fen: fen || undefined, moves: moves.split(' ').filter(Boolean), players };
}
