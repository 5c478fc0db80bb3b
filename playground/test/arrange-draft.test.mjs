// Positions put up by hand, as data.
// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './modules.mjs';

const draft = await load('arrange/draft.ts');

const states = [
  { id: 0, facings: [{ part: null, wind: 'n' }], mode: 'moving' },
  { id: 1, facings: [{ part: null, wind: 'ne' }], mode: 'moving' },
];
const man = (/** @type {object} */ changes) => ({
  white: 'A',
  black: 'a',
  name: 'Alfil',
  royal: false,
  pawnlike: false,
  symbol: 'elephant',
  states,
  blackStates: states,
  ...changes,
});
const sheet = {
  men: [
    man({}),
    man({ name: 'Guard', white: '', black: 'g', states: [] }),
    man({ name: 'Horse', white: 'H', black: 'h', states: [{ id: 0, facings: [] }], blackStates: [] }),
  ],
};
const unit = { side: 'white', man: 'Alfil', state: 1 };

test('each side has its own men to put up', () => {
  const names = (/** @type {string} */ side) => draft.unitsOf(sheet, side).map((/** @type {{ man: string }} */ one) => one.man);
  assert.deepEqual(names('white'), ['Alfil', 'Horse']);
  assert.deepEqual(names('black'), ['Alfil', 'Guard', 'Horse']);
});

test('a man stands as its state says, and in words', () => {
  const placed = draft.placed(sheet, 'c3', unit, new Set(['Alfil']));
  assert.deepEqual([placed.letter, placed.symbol, placed.state, placed.mode, placed.crown], ['A', 'elephant', 1, 'moving', true]);
  assert.match(placed.label, /^White Alfil on c3, facing ne.*, moving$/);
  assert.equal(draft.placed(sheet, 'c3', { ...unit, man: 'Guard' }), null);
  assert.equal(draft.placed(sheet, 'c3', { ...unit, man: 'Queen' }), null);
  // A state that the man no longer has is that of the start.
  assert.equal(draft.placed(sheet, 'c3', { ...unit, state: 9 }).state, 0);
});

test('every other state is a choice, and is read back', () => {
  const men = draft.shown(
    sheet,
    new Map([
      ['p16', unit],
      ['a1', { side: 'white', man: 'Horse', state: 0 }],
    ]),
    () => true,
    new Set(),
  );
  const turnings = draft.turnings(sheet, men);
  assert.equal(turnings.length, 1);
  assert.equal(turnings[0].from, 'p16');
  assert.deepEqual(draft.readTurning(turnings[0].move), { square: 'p16', state: 0 });
});

test('men are put, taken and lost without changing what was before', () => {
  const men = new Map([['a1', unit]]);
  const two = draft.put(men, 'b1', unit);
  assert.deepEqual([men.size, two.size], [1, 2]);
  assert.deepEqual([...draft.take(two, 'a1', 'b1').keys()], ['b1']);
  assert.deepEqual([...draft.take(two, 'a1', null).keys()], ['b1']);
  assert.equal(draft.take(two, 'h8', 'a1'), two);
  assert.deepEqual(draft.shown(sheet, two, (/** @type {string} */ square) => square === 'a1', new Set()).length, 1);
});

test('men in hand that the game no longer has are left out', () => {
  const hands = {
    white: [{ man: 'Alfil', count: 2 }, { man: 'Horse', count: 0 }, { man: 'Dragon', count: 1 }, { man: 'Guard', count: 1 }],
    black: [{ man: 'Guard', count: 1 }],
  };
  assert.deepEqual(draft.handsOf(sheet, hands), { white: [{ man: 'Alfil', count: 2 }], black: [{ man: 'Guard', count: 1 }] });
});
