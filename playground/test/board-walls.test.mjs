// Moves that put a wall: the man and its target are chosen first, then the square of the wall.
// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './modules.mjs';

const choice = await load('board/choice.ts');

const pawn = { square: 'e7', man: 'Pawn', side: 'white', facings: [] };
/** @param {string} text @param {object} changes */
const move = (text, changes = {}) => ({
  move: text,
  text,
  kind: 'move',
  from: text.slice(0, 2),
  to: text.slice(2, 4),
  captures: [],
  wall: text.slice(-2),
  ...changes,
});
/** @param {object[]} moves */
const situation = moves => ({ men: [pawn], hands: null, moves, side: 'white' });

test('a move with several walls asks for the square of the wall', () => {
  const here = situation([move('e7e8,e8a1'), move('e7e8,e8e7')]);
  const chosen = { at: 'man', square: 'e7' };
  const step = choice.activate(here, chosen, 'e8');
  assert.deepEqual(step, { chosen: { at: 'wall', from: 'e7', to: 'e8', bare: 'e7e8' }, effect: { do: 'nothing' } });
  const squares = choice.targets(here.moves, step.chosen).map((/** @type {{ to: string }} */ { to }) => to);
  assert.deepEqual(squares, ['a1', 'e7']);
  assert.deepEqual(choice.activate(here, step.chosen, 'a1').effect, { do: 'play', move: 'e7e8,e8a1' });
  // The square that the man leaves may be that of the wall.
  assert.deepEqual(choice.activate(here, step.chosen, 'e7').effect, { do: 'play', move: 'e7e8,e8e7' });
  assert.deepEqual(choice.activate(here, step.chosen, 'h4'), { chosen: choice.nothing, effect: { do: 'nothing' } });
  assert.deepEqual(choice.cancel(step.chosen), chosen);
  assert.deepEqual(choice.remaining(situation([]), step.chosen), choice.nothing);
});

test('the only wall needs no choice', () => {
  const here = situation([move('e7e8,e8e7')]);
  assert.deepEqual(choice.drop(here, 'e7', 'e8').effect, { do: 'play', move: 'e7e8,e8e7' });
});

test('a promotion is chosen before its wall', () => {
  const here = situation(['q', 'n'].flatMap(man => [move(`e7e8${man},e8a1`), move(`e7e8${man},e8a2`)]));
  const { chosen } = choice.drop(here, 'e7', 'e8');
  assert.deepEqual(chosen, { at: 'move', from: 'e7', to: 'e8' });
  const [queen, ...others] = choice.choices(here.moves, chosen);
  assert.deepEqual([queen.move, others.length], ['e7e8q,e8a1', 1]);
  assert.deepEqual(choice.pick(here, queen).chosen, { at: 'wall', from: 'e7', to: 'e8', bare: 'e7e8q' });
});

test('a wall instead of a move is put by a second click on its square', () => {
  const alone = move('e7e7,e7a4', { kind: 'wall', from: undefined, to: undefined });
  const here = situation([alone]);
  const { chosen } = choice.activate(here, choice.nothing, 'a4');
  assert.deepEqual(chosen, { at: 'square', square: 'a4' });
  assert.deepEqual(choice.activate(here, chosen, 'a4').effect, { do: 'play', move: alone.move });
  assert.deepEqual(choice.activate(here, chosen, 'b4').chosen, choice.nothing);
});
