// Links of few letters: what they hold comes back, whatever it is, and nothing else.
// @ts-check
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Client } from 'weakfish';
import { load } from './modules.mjs';

const client = new Client();
after(() => client.close());

const { pack, unpack } = await load('share/pack.ts');
const games = await client.games();
const textOf = (/** @type {string} */ name) => games.find(game => game.name === name)?.text ?? '';

/** Pins the format. */
const LINK = '2..1W8zALodUvJ5pxaUoBV8kCILpRAB2gu2GKwZAA';

/** @param {object} work */
const packed = async work => String(await pack({ name: '', moves: [], ...work }, client));
/** @param {string} link @param {any} of */
const read = (link, of = client) => unpack(link, of);

/** Chess with Amazons for the Bishops on ten files, as *New* and a newcomer write it. */
async function amazons() {
  const text = await client.create('Amazons for Bishops', {});
  const changed = text
    .replace(/\/\/ about: .*/, 'about:    "Chess with four Amazons a side"\nboard:    10x8')
    .replace(/ {2}G guard: .*/, '  A amazon: queen and knight, instead of B')
    .replace('r n b g k b n r', 'r n a a q k a a n r')
    .replace('R N B G K B N R', 'R N A A Q K A A N R')
    .replaceAll('p p p p p p p p', 'p p p p p p p p p p')
    .replaceAll('P P P P P P P P', 'P P P P P P P P P P')
    .replaceAll('. . . . . . . .', '. . . . . . . . . .')
    .replace('to G, R, B or N, facing any way', 'to Q, A, R or N')
    .replace(/ {2}must move: .*\n/, '')
    .replace(/\/\/ Tests say[^]*/, '');
  assert.notEqual(changed, text);
  return changed;
}

test('a game that is changed in a few lines has a short link', async () => {
  const made = await packed({ text: await amazons(), name: 'Amazons for Bishops', players: 'p 3' });
  assert.ok(made.length <= 200, `${made.length} letters`);
  const lines = textOf('weakest').replace('"Weakest Chess"', '"Weaker Chess"').replace('turns 45', 'turns 90').replace('men\n', 'men\n  Q queen: frW, turns 90\n');
  const short = await packed({ text: lines, name: 'Weaker Chess', moves: ['e2e3', 'e7e6'], players: 'p 3' });
  assert.ok(short.length <= 100, `${short.length} letters`);
  assert.match(short, /^2\.weakest\./);
  // One that needs no other text.
  const lasting = String(await pack({ text: lines, name: 'Weaker Chess' }, client, true));
  assert.match(lasting, /^2\.\./);
  const without = { games: async () => [] };
  assert.equal((await read(lasting, without)).text, lines);
});

test('built-in games come back from their links, with moves and players', async () => {
  for (const { name, text } of games.filter((_, at) => at % 12 === 1)) {
    const work = { text, name, setup: undefined, fen: undefined, moves: ['a2a3', 'a7a6'], players: '20 p' };
    const link = await packed(work);
    assert.ok(link.length < 60, `${name}: ${link.length} letters`);
    assert.deepEqual(await read(link), work, name);
  }
});

test('any text comes back', async () => {
  const texts = ['', 'x', 'game "Ελληνικά 🐟" extends fide\n', '\n\n\0\n', 'q'.repeat(5000), '\u{10ffff}'.repeat(300), `${textOf('fide')}${'// long\n'.repeat(9_000)}`];
  for (const text of texts) {
    const work = { text, name: 'my work', setup: 'standard', fen: '8/8/8/8/8/8/8/8 w - - 0 1', moves: [], players: undefined };
    const back = await read(await packed(work));
    assert.deepEqual({ ...back, players: back.players || undefined }, work);
  }
});

test('links of today can be read by every later page', async () => {
  const work = { text: 'game "Kept" extends fide\nmen\n  A amazon: QN\n', name: 'Kept', setup: undefined, fen: undefined, moves: ['e2e4'], players: 'p 3' };
  assert.deepEqual(await read(LINK), work);
  assert.equal(await packed(work), LINK);
});

test('a link whose parent has another text is refused with the reason', async () => {
  const link = await packed({ text: `${textOf('weakest')}// mine\n`, name: 'weakest' });
  assert.match(link, /^2\.weakest\./);
  const later = { games: async () => games.map(game => ({ ...game, text: game.text.replace('Pawn', 'pawn') })), create: client.create };
  await assert.rejects(read(link, later), /changes of Weakest Chess, and this page has another version/);
  await assert.rejects(read(link, { games: async () => [], create: client.create }), /a game that this page doesn't have, “weakest”/);
});

test('damaged links and nonsense are refused', async () => {
  const link = await packed({ text: `${textOf('fide')}// mine\n`, name: 'mine' });
  const damaged = [link.slice(0, -2), `${link.slice(0, -3)}${link.endsWith('AAA') ? 'BBB' : 'AAA'}`, '2', '2.', '2.fide.####', '2.<b>.AAAA', `2..${'A'.repeat(300)}`, `2..${'-_x9'.repeat(20_000)}`];
  for (const one of damaged) await assert.rejects(read(one), /damaged/, one.slice(0, 40));
  await assert.rejects(read('3.fide.AAAA'), /newer version/);
});
