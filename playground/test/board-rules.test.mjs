// What clicks mean, where squares and choices are, which men slide: all that a board computes without a browser.
// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './modules.mjs';

const { Layout, squareNumbers, squareName } = await load('board/squares.ts');
const choice = await load('board/choice.ts');
const ring = await load('board/ring.ts');
const { badgesOf, freeMiddle } = await load('board/badges.ts');
const { slides } = await load('board/slides.ts');

/** @param {object} changes */
const shape = changes => ({ files: 8, ranks: 8, holes: [], grid: null, lines: [], ...changes });
/** @param {string} square @param {string} man @param {'white' | 'black'} side @param {string[]} winds */
const man = (square, man, side = 'white', winds = []) => ({
  square,
  man,
  side,
  facings: winds.map(wind => ({ part: null, wind })),
});
/** @param {string} move @param {object} changes */
const move = (move, changes = {}) => ({
  move,
  text: move,
  kind: 'move',
  from: move.slice(0, 2),
  to: move.slice(2, 4),
  captures: [],
  ...changes,
});

test('a board of sixteen ranks has squares of three signs', () => {
  const layout = new Layout(shape({ files: 16, ranks: 16 }), false);
  assert.deepEqual(squareNumbers('p16'), { file: 15, rank: 15 });
  assert.equal(squareName(15, 15), 'p16');
  assert.deepEqual(layout.placeOf('p16'), { column: 15, row: 0 });
  assert.equal(layout.squareAt({ column: 15, row: 0 }), 'p16');
  assert.equal(squareNumbers('e0'), null);
  assert.equal(layout.has('q1'), false);
});

test('every square is where it is found, either way round', () => {
  for (const flipped of [false, true]) {
    const layout = new Layout(shape({ files: 9, ranks: 10, holes: ['a1', 'i10'] }), flipped);
    const all = layout.reading().flat();
    assert.equal(all.filter((/** @type {unknown} */ square) => square === null).length, 2);
    for (const square of all.filter(Boolean)) assert.equal(layout.squareAt(layout.placeOf(square)), square);
    assert.equal(all.find(Boolean), flipped ? 'i1' : 'a10');
  }
});

test('the arrow keys go over holes and stop at the edge', () => {
  const layout = new Layout(shape({ files: 4, ranks: 4, holes: ['b2', 'c2', 'd4'] }), false);
  assert.equal(layout.beside('a2', 1, 0), 'd2');
  assert.equal(layout.beside('d2', 1, 0), 'd2');
  assert.equal(layout.beside('d3', 0, -1), 'd3');
  assert.equal(layout.beside('b1', 0, -1), 'b3');
  assert.equal(layout.farthest('d4', -1, 0), 'a4');
  assert.equal(new Layout(shape({ holes: ['a1'] }), false).first(), 'b1');
});

test('a man is chosen, another one instead of it, and none by a second click', () => {
  const men = [man('b1', 'knight'), man('a2', 'pawn'), man('a7', 'pawn', 'black')];
  const situation = { men, moves: [move('b1c3'), move('a2a3')], side: 'white' };
  const first = choice.activate(situation, choice.nothing, 'b1');
  assert.deepEqual(first, { chosen: { at: 'man', square: 'b1' }, effect: { do: 'nothing' } });
  assert.deepEqual(choice.activate(situation, first.chosen, 'a2').chosen, { at: 'man', square: 'a2' });
  assert.deepEqual(choice.activate(situation, first.chosen, 'b1').chosen, { at: 'nothing' });
  assert.deepEqual(choice.activate(situation, choice.nothing, 'a7').chosen, { at: 'nothing' });
  assert.deepEqual(choice.activate({ ...situation, side: null }, choice.nothing, 'b1').chosen, { at: 'nothing' });
});

test('a move that is alone is made, an illegal one is refused', () => {
  const situation = { men: [man('b1', 'knight')], moves: [move('b1c3')], side: 'white' };
  const chosen = { at: 'man', square: 'b1' };
  assert.deepEqual(choice.activate(situation, chosen, 'c3'), { chosen: { at: 'nothing' }, effect: { do: 'play', move: 'b1c3' } });
  assert.deepEqual(choice.activate(situation, chosen, 'd4').effect, { do: 'refuse', from: 'b1', to: 'd4' });
  assert.deepEqual(choice.drop(situation, 'b1', 'd4').effect, { do: 'refuse', from: 'b1', to: 'd4' });
  assert.deepEqual(choice.drop(situation, 'b1', null).effect, { do: 'nothing' });
});

test('several moves with the same squares are left to choose from', () => {
  const moves = [move('a7a8q'), move('a7a8n'), move('a7b8q')];
  const situation = { men: [man('a7', 'pawn')], moves, side: 'white' };
  const { chosen, effect } = choice.drop(situation, 'a7', 'a8');
  assert.equal(effect.do, 'nothing');
  assert.deepEqual(chosen, { at: 'move', from: 'a7', to: 'a8' });
  assert.deepEqual(
    choice.choices(moves, chosen).map((/** @type {{ move: string }} */ one) => one.move),
    ['a7a8q', 'a7a8n'],
  );
  assert.deepEqual(choice.cancel(chosen), { at: 'man', square: 'a7' });
});

/** @param {string} letter @param {string} to @param {object} changes */
const drop = (letter, to, changes = {}) => ({ ...move(`${letter}@${to}`), kind: 'drop', from: undefined, to, drops: letter, ...changes });
/** @param {string} letter @param {number} count */
const held = (letter, count) => ({ letter, count, side: 'white' });
const withHand = {
  men: [man('e1', 'king'), man('e8', 'king', 'black')],
  hands: { white: [held('N', 2), held('P', 0), held('S', 1)], black: [{ ...held('n', 1), side: 'black' }] },
  moves: [
    move('e1e2'),
    drop('N', 'f3'),
    drop('N', 'c3'),
    drop('S', 'f3', { move: 'S@f3', becomes: man('f3', 'silver') }),
    drop('S', 'f3', { move: 'S=G@f3', becomes: man('f3', 'gold') }),
  ],
  side: 'white',
};

test('a man in hand is chosen and dropped', () => {
  const { chosen } = choice.activateHand(withHand, choice.nothing, 'N');
  assert.deepEqual(chosen, { at: 'hand', letter: 'N' });
  assert.deepEqual(
    choice.reached(withHand.moves, chosen).map((/** @type {{ to: string }} */ { to }) => to),
    ['f3', 'c3'],
  );
  assert.deepEqual(choice.activate(withHand, chosen, 'f3'), { chosen: { at: 'nothing' }, effect: { do: 'play', move: 'N@f3' } });
  assert.deepEqual(choice.activate(withHand, chosen, 'd4'), { chosen, effect: { do: 'refuse-drop', letter: 'N', to: 'd4' } });
  assert.deepEqual(choice.activate(withHand, chosen, 'e1').chosen, { at: 'man', square: 'e1' });
  assert.deepEqual(choice.activateHand(withHand, { at: 'man', square: 'e1' }, 'S').chosen, { at: 'hand', letter: 'S' });
  for (const away of [choice.activateHand(withHand, chosen, 'N').chosen, choice.cancel(chosen)]) assert.deepEqual(away, { at: 'nothing' });
  // None is there, or it is the opponent's.
  for (const letter of ['P', 'n', 'Q']) assert.deepEqual(choice.activateHand(withHand, choice.nothing, letter).chosen, { at: 'nothing' });
  assert.deepEqual(choice.activateHand({ ...withHand, side: null }, choice.nothing, 'N').chosen, { at: 'nothing' });
  assert.deepEqual(choice.activateHand({ ...withHand, hands: null }, choice.nothing, 'N').chosen, { at: 'nothing' });
});

test('a man in hand is dragged to a square', () => {
  assert.deepEqual(choice.dropFromHand(withHand, 'N', 'c3').effect, { do: 'play', move: 'N@c3' });
  assert.deepEqual(choice.dropFromHand(withHand, 'N', 'e8').effect, { do: 'refuse-drop', letter: 'N', to: 'e8' });
  assert.deepEqual(choice.dropFromHand(withHand, 'N', null).effect, { do: 'nothing' });
  assert.deepEqual(choice.dropFromHand(withHand, 'P', 'c3').effect, { do: 'nothing' });
});

test('a drop with several results is a choice where the man arrives', () => {
  const { chosen, effect } = choice.activate(withHand, { at: 'hand', letter: 'S' }, 'f3');
  assert.deepEqual([chosen, effect], [{ at: 'drop', letter: 'S', to: 'f3' }, { do: 'nothing' }]);
  assert.deepEqual(
    choice.choices(withHand.moves, chosen).map((/** @type {{ move: string }} */ one) => one.move),
    ['S@f3', 'S=G@f3'],
  );
  assert.deepEqual(choice.cancel(chosen), { at: 'hand', letter: 'S' });
  assert.deepEqual(choice.remaining(withHand, chosen), chosen);
  assert.deepEqual(choice.remaining({ ...withHand, moves: [] }, chosen), { at: 'nothing' });
});

test('what is chosen in hand stays chosen while it is there', () => {
  const chosen = { at: 'hand', letter: 'N' };
  assert.deepEqual(choice.remaining({ ...withHand, moves: [] }, chosen), chosen);
  const without = { ...withHand.hands, white: [held('N', 0)] };
  assert.deepEqual(choice.remaining({ ...withHand, hands: without }, chosen), { at: 'nothing' });
  assert.deepEqual(choice.remaining({ ...withHand, side: 'black' }, chosen), { at: 'nothing' });
});

test('turns, flips and moves back to the same square are choices around a man', () => {
  const moves = [move('a1@e', { kind: 'turn', to: 'a1' }), move('a1a1', { to: 'a1' }), move('a1a2')];
  const around = choice.choices(moves, { at: 'man', square: 'a1' });
  assert.deepEqual(
    around.map((/** @type {{ move: string }} */ one) => one.move),
    ['a1@e', 'a1a1'],
  );
});

test('a king castles by going to its square, or dragged onto its partner', () => {
  const castle = move('e1g1', { kind: 'castle', partner: 'h1' });
  const situation = { men: [man('e1', 'king'), man('h1', 'rook')], moves: [castle], side: 'white' };
  assert.deepEqual(choice.drop(situation, 'e1', 'h1').effect, { do: 'play', move: 'e1g1' });
  // A click on the partner chooses it.
  assert.deepEqual(choice.activate(situation, { at: 'man', square: 'e1' }, 'h1').chosen, { at: 'man', square: 'h1' });
  assert.deepEqual(choice.activate(situation, { at: 'man', square: 'e1' }, 'g1').effect, { do: 'play', move: 'e1g1' });
});

test('what is chosen stays only while the man is there', () => {
  const chosen = { at: 'man', square: 'a1' };
  assert.deepEqual(choice.remaining({ men: [man('a1', 'rook')], moves: [], side: 'white' }, chosen), chosen);
  assert.deepEqual(choice.remaining({ men: [man('a1', 'rook', 'black')], moves: [], side: 'white' }, chosen), choice.nothing);
});

test('a turn points where the man will face', () => {
  const before = man('a1', 'rook', 'white', ['n']);
  const moves = [move('a1@e', { becomes: man('a1', 'rook', 'white', ['e']) }), move('a1@-', {})];
  assert.deepEqual(ring.wantedAngles(before, moves, false), [Math.PI / 2, null]);
  assert.deepEqual(ring.wantedAngles(before, moves, true), [(3 * Math.PI) / 2, null]);
  assert.equal(ring.windAngle('nne'), Math.atan2(1, 2));
  assert.equal(ring.windAngle('x'), null);
});

test('choices never lie over each other, however many they are', () => {
  for (let count = 1; count <= 24; count++) {
    for (const angle of [null, 0, 1]) {
      const wanted = Array.from({ length: count }, (_, at) => (at < 3 ? angle : null));
      const { seats } = ring.seatsOf(wanted, 0.5, 0.6);
      for (const [at, one] of seats.entries()) {
        assert.ok(Math.hypot(one.x, one.y) > 0.599);
        for (const other of seats.slice(at + 1)) {
          assert.ok(Math.hypot(one.x - other.x, one.y - other.y) > 0.499, `${count} choices, angle ${angle}`);
        }
      }
    }
  }
});

test('arrow keys go to the choice that lies there, and reach every one', () => {
  const keys = { right: [1, 0], down: [0, 1], left: [-1, 0], up: [0, -1] };
  const { seats } = ring.seatsOf(Array.from({ length: 8 }, (_, at) => (at * Math.PI) / 4), 0.5, 1);
  const go = (/** @type {number} */ at, /** @type {keyof typeof keys} */ key) => ring.seatInDirection(seats, at, ...keys[key]);
  // Seats are numbered clockwise from the top.
  assert.deepEqual([go(0, 'right'), go(1, 'right'), go(2, 'right')], [1, 2, 2]);
  assert.deepEqual([go(2, 'down'), go(3, 'down'), go(4, 'down'), go(0, 'up')], [3, 4, 4, 0]);
  assert.deepEqual([go(4, 'left'), go(5, 'left'), go(6, 'up'), go(7, 'up')], [5, 6, 7, 0]);
  for (let count = 2; count <= 16; count++) {
    const some = ring.seatsOf(Array.from({ length: count }, (_, at) => (at * 2 * Math.PI) / count + 0.1), 0.5, 1).seats;
    const reached = new Set([0]);
    for (const at of reached) for (const key of Object.values(keys)) reached.add(ring.seatInDirection(some, at, ...key));
    assert.equal(reached.size, count);
  }
});

test('a ring at the corner is moved onto the board', () => {
  const placed = ring.seatsOf([0, Math.PI / 2, Math.PI, (3 * Math.PI) / 2], 0.5, 1);
  const room = { left: 0.25, right: 0, top: 0, bottom: 0.25 };
  const centre = ring.centreInside({ x: 0.5, y: 7.5 }, placed, 0.5, { columns: 8, rows: 8 }, room);
  assert.deepEqual(centre, { x: 1, y: 7 });
  const small = ring.centreInside(
    { x: 0.5, y: 0.5 },
    placed,
    0.5,
    { columns: 2, rows: 2 },
    { left: 0, right: 0, top: 0, bottom: 0 },
  );
  assert.deepEqual(small, { x: 1, y: 1 });
});

test('what a man becomes lies where it will face', () => {
  const before = man('a5', 'pawn');
  const moves = ['e', 'n', 's', 'w'].map(wind => move(`a5a6@${wind}`, { becomes: man('a6', 'rook', 'white', [wind]) }));
  assert.deepEqual(ring.wantedAngles(before, moves, false, true), [Math.PI / 2, 0, Math.PI, (3 * Math.PI) / 2]);
});

test('choices around a man keep off the middle of every square, and off each other, wherever it stands', () => {
  const room = { left: 22 / 64, bottom: 22 / 64, top: 3 / 64, right: 3 / 64 };
  const angles = Array.from({ length: 8 }, (_, at) => (at * Math.PI) / 4);
  const turns = [angles.slice(1, 2), [angles[2], angles[6]], [angles[7], angles[0], angles[1]], angles.slice(1), [...angles, null]];
  /** @type {[number, number][]} */
  const boards = [[6, 6], [3, 5], [10, 8]];
  for (const [columns, rows] of boards) {
    for (const cell of [80, 40, 24]) {
      for (let at = 0; at < columns * rows; at++) {
        const [column, row] = [at % columns, Math.floor(at / columns)];
        for (const wanted of turns) {
          const around = { left: column, right: columns - 1 - column, top: row, bottom: rows - 1 - row, room };
          const { seats, size } = badgesOf(wanted, 24 / cell, around);
          const where = `${columns}x${rows}, ${column} ${row}, ${wanted.length} choices, ${cell}`;
          if (wanted.length < 3) assert.ok(size * cell >= Math.min(24, 0.69 * cell) - 1e-6, where);
          for (const [index, { x, y }] of seats.entries()) {
            for (let square = 0; square < columns * rows; square++) {
              const [across, down] = [(square % columns) - column, Math.floor(square / columns) - row];
              const apart = Math.max(Math.abs(x - across), Math.abs(y - down));
              assert.ok(apart >= freeMiddle(24 / cell) + size / 2 - 1e-6, where);
            }
            assert.ok(x + size / 2 <= 0.5 + around.right + room.right + 1e-6, where);
            for (const other of seats.slice(index + 1)) {
              assert.ok(Math.max(Math.abs(x - other.x), Math.abs(y - other.y)) >= size - 1e-6, where);
            }
          }
        }
      }
    }
  }
});

test('men slide from where they stood', () => {
  const before = [man('e1', 'king'), man('h1', 'rook'), man('a7', 'pawn'), man('b8', 'rook', 'black')];
  const castled = [man('g1', 'king'), man('f1', 'rook'), man('a7', 'pawn'), man('b8', 'rook', 'black')];
  assert.deepEqual(slides(before, castled, { from: 'e1', to: 'g1' }), [
    { from: 'e1', to: 'g1' },
    { from: 'h1', to: 'f1' },
  ]);
  // Back again, without the move that is known of another position.
  assert.deepEqual(slides(castled, before, null).length, 2);
  const promoted = [man('e1', 'king'), man('h1', 'rook'), man('b8', 'queen')];
  assert.deepEqual(slides(before, promoted, { from: 'a7', to: 'b8' }), [{ from: 'a7', to: 'b8' }]);
  assert.deepEqual(slides(promoted, before, { from: 'g1', to: 'h1' }), [{ from: 'b8', to: 'a7' }]);
  // A turn is no slide, and another position isn't one either.
  assert.deepEqual(
    slides([man('a1', 'rook', 'white', ['n'])], [man('a1', 'rook', 'white', ['e'])], { from: 'a1', to: 'a1' }),
    [],
  );
  const many = Array.from({ length: 8 }, (_, at) => man(squareName(at, 1), 'pawn'));
  const moved = Array.from({ length: 8 }, (_, at) => man(squareName(at, 2), 'pawn'));
  assert.deepEqual(slides(many, moved, null), []);
});
