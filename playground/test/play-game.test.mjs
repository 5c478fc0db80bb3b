// The game as a state machine: turns, clocks, the engine, what is taken back, how it ends.
// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './modules.mjs';

const game = await load('play/game.ts');
const { rounds } = await load('play/movelist.ts');
const words = await load('play/words.ts');

const person = { by: 'person' };
/** @param {number} level */
const engine = level => ({ by: 'engine', level });

/** A game that is told events one after the other, each a second after the one before. */
class Told {
  constructor(/** @type {object} */ players, /** @type {object | null} */ control = null) {
    this.now = 100;
    /** @type {any} */
    this.state = game.fresh;
    /** @type {any[]} */
    this.effects = [];
    /** @type {string[]} */
    this.moves = [];
    this.tell({ on: 'begin', players, control });
    this.position();
  }
  tell(/** @type {object} */ event) {
    this.now += 1;
    const { game: state, effects } = game.step(this.state, event, this.now);
    this.state = state;
    this.effects = effects;
    return this;
  }
  /** The board shows the position after some of the moves; sides alternate. */
  position(/** @type {{ ply?: number, over?: boolean, start?: string, side?: string, sides?: string[] }} */ changes = {}) {
    /** @type {number} */
    const ply = changes.ply ?? this.moves.length;
    const sides = Array.from({ length: ply }, (_, at) => (at % 2 ? 'black' : 'white'));
    const side = ply % 2 ? 'black' : 'white';
    return this.tell({
      on: 'position',
      situation: { side, over: false, start: '', line: [...this.moves], ply, sides, ...changes },
    });
  }
  play(/** @type {string} */ move, /** @type {object} */ changes = {}) {
    this.moves.push(move);
    return this.position(changes);
  }
  answer(/** @type {string} */ move, chance = 0.5) {
    return this.tell({ on: 'found', id: this.state.thought?.id, move, text: move, chance });
  }
  get thinks() {
    return this.effects.filter(one => one.do === 'think').map(one => [one.side, one.level, one.thought.about]);
  }
}

test('two people move in turn, and the engine is not asked', () => {
  const told = new Told({ white: person, black: person });
  assert.equal(game.mover(told.state), 'white');
  told.play('e2e4');
  assert.equal(game.mover(told.state), 'black');
  assert.deepEqual(told.effects, []);
});

test('the engine is asked at its turn, and its move is made', () => {
  const told = new Told({ white: person, black: engine(5) });
  assert.deepEqual(told.thinks, []);
  told.play('e2e4');
  assert.deepEqual(told.thinks, [['black', 5, 'move']]);
  assert.equal(game.mover(told.state), null);
  told.answer('e7e5');
  assert.deepEqual(told.effects, [{ do: 'play', move: 'e7e5' }]);
  told.play('e7e5');
  assert.deepEqual(told.thinks, []);
  assert.equal(game.mover(told.state), 'white');
});

test('an answer to an earlier question is dropped', () => {
  const told = new Told({ white: engine(1), black: engine(2) });
  const { id } = told.state.thought;
  told.moves = ['a2a3'];
  told.position({ start: 'another' });
  assert.deepEqual(told.effects[0], { do: 'stop' });
  assert.deepEqual(told.thinks, [['black', 2, 'move']]);
  told.tell({ on: 'found', id, move: 'e2e4', text: 'e4', chance: 0.5 });
  assert.deepEqual(told.effects, []);
});

test('whoever looks back stops the engine, and it goes on at the end', () => {
  const told = new Told({ white: person, black: engine(5) }).play('e2e4');
  told.position({ ply: 0 });
  assert.deepEqual(told.effects, [{ do: 'stop' }]);
  assert.equal(game.mover(told.state), 'white');
  told.position();
  assert.deepEqual(told.thinks, [['black', 5, 'move']]);
});

test('a person takes back his own move and the answer to it', () => {
  const told = new Told({ white: person, black: engine(5) });
  assert.equal(game.movesToTakeBack(told.state), 0);
  told.play('e2e4');
  assert.equal(game.movesToTakeBack(told.state), 1);
  told.answer('e7e5').play('e7e5');
  assert.equal(game.movesToTakeBack(told.state), 2);
  const people = new Told({ white: person, black: person }).play('e2e4').play('e7e5');
  assert.equal(game.movesToTakeBack(people.state), 1);
  const engines = new Told({ white: engine(1), black: engine(1) }).play('e2e4');
  assert.equal(game.movesToTakeBack(engines.state), 1);
});

test('in a series only the last move is taken back', () => {
  const told = new Told({ white: person, black: engine(5) });
  told.moves = ['a', 'b', 'c'];
  told.position({ sides: ['white', 'black', 'white'], side: 'white' });
  assert.equal(game.movesToTakeBack(told.state), 1);
});

test('the engine does not make again at once what was taken back', () => {
  const told = new Told({ white: engine(3), black: person });
  told.answer('e2e4').play('e2e4');
  assert.equal(game.movesToTakeBack(told.state), 1);
  told.moves = [];
  told.position();
  assert.deepEqual(told.thinks, []);
  assert.equal(told.state.paused, true);
  assert.equal(game.mover(told.state), 'white');
  told.tell({ on: 'go' });
  assert.deepEqual(told.thinks, [['white', 3, 'move']]);
});

test('two engines can be paused', () => {
  const told = new Told({ white: engine(3), black: engine(4) });
  told.tell({ on: 'pause' });
  assert.deepEqual(told.effects, [{ do: 'stop' }]);
  assert.equal(told.state.thought, null);
  told.tell({ on: 'go' });
  assert.equal(told.thinks.length, 1);
});

test('a fault of the engine is said, and not repeated without end', () => {
  const told = new Told({ white: engine(3), black: engine(4) });
  told.tell({ on: 'failed', id: told.state.thought.id, reason: 'out of memory' });
  assert.deepEqual(told.effects, []);
  assert.equal(told.state.paused, true);
  assert.match(told.state.message, /out of memory/);
});

test('clocks run from the second move on, and add the increment at the end of a turn', () => {
  const told = new Told({ white: person, black: person }, { seconds: 60, increment: 2 });
  told.tell({ on: 'tick' }).play('e2e4');
  const { clock } = told.state;
  assert.deepEqual(clock.left, { white: 60, black: 60 });
  assert.equal(clock.running.side, 'black');
  told.now += 9;
  told.play('e7e5');
  assert.equal(told.state.clock.left.black, 60 - 10 + 2);
  assert.equal(game.timeLeft(told.state.clock, 'white', told.now + 5), 55);
  assert.equal(game.timeLeft(told.state.clock, 'black', told.now + 5), 52);
});

test('within a series nothing is added', () => {
  const told = new Told({ white: person, black: person }, { seconds: 60, increment: 2 }).play('e2e4');
  told.now += 4;
  told.play('e7e5', { side: 'black' });
  assert.equal(told.state.clock.left.black, 55);
  assert.equal(told.state.clock.running.side, 'black');
});

test('who has no time left loses, even while somebody looks back', () => {
  const told = new Told({ white: person, black: person }, { seconds: 10, increment: 0 }).play('e2e4');
  told.position({ ply: 0 });
  told.now += 20;
  told.tell({ on: 'tick' });
  assert.equal(told.state.ended.winner, 'white');
  assert.equal(told.state.ended.by, 'time');
  assert.equal(told.state.clock.running, null);
  told.position();
  assert.equal(game.mover(told.state), null);
});

test('the engine stops when somebody resigns, and the person has lost', () => {
  const told = new Told({ white: person, black: engine(5) }).play('e2e4');
  told.tell({ on: 'resign' });
  assert.deepEqual(told.effects, [{ do: 'stop' }]);
  assert.deepEqual([told.state.ended.winner, told.state.ended.by], ['black', 'resignation']);
  told.tell({ on: 'resign' });
  assert.equal(told.state.ended.winner, 'black');
});

test('a game that was given up goes on when a move is taken back or another one is made', () => {
  const told = new Told({ white: person, black: person }).play('e2e4').play('e7e5');
  told.tell({ on: 'resign' });
  told.position({ ply: 1 });
  assert.notEqual(told.state.ended, null);
  assert.equal(game.mover(told.state), 'black');
  told.moves = ['e2e4', 'c7c5'];
  told.position();
  assert.equal(told.state.ended, null);
});

test('a resignation is taken back, and the clock goes on; time that is over is not', () => {
  const told = new Told({ white: person, black: engine(5) }, { seconds: 60, increment: 0 }).play('e2e4');
  told.tell({ on: 'resign' });
  told.now += 30;
  told.tell({ on: 'reopen' });
  assert.equal(told.state.ended, null);
  assert.deepEqual(told.thinks, [['black', 5, 'move']]);
  assert.equal(game.timeLeft(told.state.clock, 'black', told.now + 1), 58);
  told.now += 100;
  told.tell({ on: 'tick' });
  assert.equal(told.state.ended.by, 'time');
  told.tell({ on: 'reopen' });
  assert.equal(told.state.ended.by, 'time');
});

test('what a person has claimed is taken back, what the engine has claimed only with a move', () => {
  const claim = { on: 'claim', reason: 'Draw claimed: threefold repetition.' };
  const told = new Told({ white: person, black: engine(5) }).tell(claim);
  assert.equal(game.canReopen(told.state), true);
  told.tell({ on: 'reopen' }).play('e2e4').tell(claim);
  assert.equal(told.state.ended.by, 'claim');
  assert.equal(game.canReopen(told.state), false);
  assert.equal(game.movesToTakeBack(told.state), 1);
  told.moves = [];
  told.position();
  assert.equal(told.state.ended, null);
  assert.deepEqual(told.effects, []);
});

test('what is kept of a game is read again, and nothing else is', () => {
  const told = new Told({ white: person, black: engine(5) }, { seconds: 60, increment: 1 }).play('e2e4');
  told.now += 10;
  const kept = JSON.parse(JSON.stringify(game.kept(told.state, told.now)));
  assert.deepEqual(game.asResumed(kept), { players: told.state.players, control: { seconds: 60, increment: 1 }, left: { white: 60, black: 50 }, ended: null });
  const { state } = new Told({ white: person, black: person }).tell({ on: 'begin', ...kept });
  assert.deepEqual(state.clock, { control: kept.control, left: kept.left, running: null });
  const seats = (/** @type {unknown} */ level) => ({ ...kept, players: { ...kept.players, black: { by: 'engine', level } } });
  const ends = (/** @type {unknown} */ winner) => ({ ...kept, ended: { winner, by: 'claim', reason: 'So it is.' } });
  for (const right of [seats(0), seats(game.STRONGEST), ends(null), ends('black')]) assert.deepEqual(game.asResumed(right), right);
  for (const wrong of [
    null, 3, {}, { ...kept, players: {} }, { ...kept, left: {} }, { ...kept, control: 5 }, { ...kept, ended: {} },
    seats(2.5), seats(-1), seats(game.STRONGEST + 1), seats('3'), ends('nobody'), ends(undefined),
  ]) {
    assert.equal(game.asResumed(wrong), null, JSON.stringify(wrong));
  }
});

test('two people agree to a draw at once, the engine if it is not better', () => {
  const people = new Told({ white: person, black: person }).play('e2e4').tell({ on: 'offer' });
  assert.deepEqual([people.state.ended.winner, people.state.ended.by], [null, 'agreement']);
  const told = new Told({ white: person, black: engine(5) });
  told.tell({ on: 'offer' });
  assert.deepEqual(told.thinks, [['white', game.STRONGEST, 'draw']]);
  told.answer('e2e4', 0.3);
  assert.equal(told.state.ended, null);
  assert.equal(told.state.message, 'Weakfish plays on.');
  told.tell({ on: 'offer' }).answer('e2e4', 0.6);
  assert.equal(told.state.ended.by, 'agreement');
});

test('a claim ends the game, a hint points at a move', () => {
  const told = new Told({ white: person, black: engine(5) });
  told.tell({ on: 'hint' }).answer('g1f3');
  assert.deepEqual(told.effects, [{ do: 'point', move: 'g1f3' }]);
  assert.equal(told.state.message, 'Try g1f3.');
  told.tell({ on: 'claim', reason: 'threefold repetition' });
  assert.equal(told.state.ended.by, 'claim');
  assert.equal(game.mover(told.state), null);
});

test('a game that was read may have ended by resignation', () => {
  const told = new Told({ white: person, black: person }).play('e2e4');
  told.tell({ on: 'recorded', ended: { winner: 'white', by: 'record', reason: 'Black resigns.' } });
  assert.deepEqual([told.state.ended.winner, told.state.ended.by], ['white', 'record']);
});

test('when the rules have ended the game, nothing is asked and nothing can be claimed', () => {
  const told = new Told({ white: person, black: engine(5) }, { seconds: 60, increment: 0 });
  told.play('e2e4', { over: true });
  assert.deepEqual(told.effects, []);
  assert.equal(told.state.clock.running, null);
  assert.equal(game.mover(told.state), null);
  told.tell({ on: 'resign' }).tell({ on: 'hint' }).tell({ on: 'offer' });
  assert.equal(told.state.ended, null);
  assert.deepEqual(told.effects, []);
});

test('moves are listed by rounds, a series in one turn', () => {
  const found = rounds(['c5', 'Nf6', 'e6', 'f4', 'g4', 'h6'], ['white', 'black', 'black', 'white', 'white', 'black']);
  assert.deepEqual(
    found.map((/** @type {any} */ round) =>
      round.turns.map((/** @type {any} */ turn) => turn.moves.map((/** @type {any} */ one) => one.text)),
    ),
    [
      [['c5'], ['Nf6', 'e6']],
      [['f4', 'g4'], ['h6']],
    ],
  );
  assert.equal(found[1].turns[1].moves[0].ply, 6);
  // Black may begin.
  assert.deepEqual(
    rounds(['a', 'b', 'c'], ['black', 'white', 'black']).map((/** @type {any} */ round) => round.turns.length),
    [2, 1],
  );
  assert.deepEqual(rounds([], []), []);
});

test('scores are written as White sees them', () => {
  assert.equal(words.scoreText({ centipawns: 35 }, 'white'), '+0.35');
  assert.equal(words.scoreText({ centipawns: 35 }, 'black'), '-0.35');
  assert.equal(words.scoreText({ centipawns: 0 }, 'black'), '0.00');
  assert.equal(words.scoreText({ centipawns: -3 }, 'white', 1), '0.0');
  assert.equal(words.scoreText({ mate: 4 }, 'white'), '#4');
  assert.equal(words.scoreText({ mate: 4 }, 'black'), '-#4');
  assert.equal(words.scoreText({ mate: -2 }, 'black'), '#2');
  assert.equal(words.whiteChance({ chance: 0.7 }, 'black').toFixed(2), '0.30');
});

test('clocks show tenths at the end and hours at the beginning', () => {
  assert.equal(words.timeText(3725), '1:02:05');
  assert.equal(words.timeText(65.9), '1:05');
  assert.equal(words.timeText(9.96), '0:09.9');
  assert.equal(words.timeText(0), '0:00.0');
  assert.equal(words.countText(1_234_567), '1.2 M');
  assert.equal(words.countText(999_600), '1.0 M');
  assert.equal(words.countText(34_900), '35 k');
});
