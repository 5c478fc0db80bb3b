// A definition and a game in few letters that an address may hold.

import type { Client } from 'weakfish';
import { words } from '../words';
import { base64url, bytesOf } from './base64';
import { COMPACT, compact, readCompact } from './compact';

/** Shared game. */
export interface Shared {
  text: string;
  name: string;
  setup?: string;
  fen?: string;
  moves?: string[];
  /** White's and Black's player: `p` for a person, or the level of the engine. */
  players?: string;
}

/** How what follows is packed. A page that doesn't know a number says so instead of guessing. */
const VERSION = '1';
/** Maximum length of a definition, in characters: a small link could otherwise unpack to a text that fills the memory. */
export const MAX_TEXT = 1_000_000;
const MAX_PACKED = 4 * MAX_TEXT;

/**
 * Size of a chunk to unpack, in bytes. A browser unpacks a whole chunk before any of it can be read, and a byte
 * may unpack to a thousand, so chunks are small.
 */
const PIECE_BYTES = 1024;

/** A link that unpacks to more than a game. */
class Overfull extends Error {}

async function squeezed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Bytes in small pieces, the next one when it is asked for. */
function pieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream(
    {
      pull(controller) {
        if (at < bytes.length) controller.enqueue(bytes.subarray(at, (at += PIECE_BYTES)));
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Decompresses bytes. Throws an error if the result is longer than the maximum. */
async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const reader = pieces(bytes).pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MAX_PACKED) {
      await reader.cancel();
      throw new Overfull(words.link.tooMuch);
    }
    chunks.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

export async function pack(what: Shared, client: Client, isLasting = false): Promise<string> {
  const { text, name, setup, fen, moves, players } = what;
  const fields = [text, name, setup ?? null, fen ?? null, (moves ?? []).join(' '), ...(players ? [players] : [])];
  const whole = `${VERSION}.${base64url(await squeezed(new TextEncoder().encode(JSON.stringify(fields))))}`;
  const short = await compact(what, client, isLasting);
  return short !== null && short.length <= whole.length ? short : whole;
}

/** Unpacks a shared game. Throws an error with a message for the user if that fails. */
export async function unpack(packed: string, client: Client): Promise<Shared> {
  const [version, letters = ''] = packed.split('.');
  if (version === COMPACT) return readCompact(packed.slice(COMPACT.length + 1), client);
  if (version !== VERSION) throw new Error(words.link.newer);
  if (letters.length > MAX_PACKED) throw new Error(words.link.tooLong);
  let fields: unknown;
  let json: string;
  try {
    json = new TextDecoder('utf-8', { fatal: true }).decode(await inflated(bytesOf(letters)));
    fields = JSON.parse(json);
  } catch (fault) {
    throw fault instanceof Overfull ? fault : new Error(words.link.damaged);
  }
  const [text, name, setup, fen, moves, players] = Array.isArray(fields) ? fields : [];
  if (typeof text !== 'string' || text.length > MAX_TEXT) throw new Error(words.link.empty);
  const word = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const game = { setup: word(setup), fen: word(fen), moves: (word(moves) ?? '').split(' ').filter(Boolean), players: word(players) };
  return { text, name: word(name) ?? '', ...game };
}
