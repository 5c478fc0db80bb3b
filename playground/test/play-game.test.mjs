// The game as a state machine: turns, clocks, the engine, what is taken back, how it ends.
// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './modules.mjs';

const game = await load('play/game.ts');
const words = await load('play/format.ts');

const person = { by: 'person' };
/** @param {number} level */
const engine = level => ({ by: 'engine', level });

/** A game that is played events one after the other, each a second after the one before. */
class Played {
  constructor(/** @type {object} */ players, /** @type {object | null} */ control = null) {
    this.now = 100;
    /** @type {any} */
    this.state = game.fresh;
    /** @type {any[]} */
    this.effects = [];
    /** @type {string[]} */
    this.moves = [];
    this.dispatch({ on: 'begin', players, control });
    this.position();
  }
  dispatch(/** @type {object} */ event) {
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
    return this.dispatch({
      on: 'position',
      situation: { side, over: false, start: '', line: [...this.moves], ply, sides, ...changes },
    });
  }
  play(/** @type {string} */ move, /** @type {object} */ changes = {}) {
    this.moves.push(move);
    return this.position(changes);
  }
  answer(/** @type {string} */ move, chance = 0.5) {
    return this.dispatch({ on: 'found', id: this.state.thought?.id, move, text: move, chance });
  }
  get thinks() {
    return this.effects.filter(one => one.do === 'think').map(one => [one.side, one.level, one.thought.about]);
  }
}

test('two people move in turn, and the engine is not asked', () => {
  const played = new Played({ white: person, black: person });
  assert.equal(game.mover(played.state), 'white');
  played.play('e2e4');
  assert.equal(game.mover(played.state), 'black');
  assert.deepEqual(played.effects, []);
});

test('the engine is asked at its turn, and its move is made', () => {
  const played = new Played({ white: person, black: engine(5) });
  assert.deepEqual(played.thinks, []);
  played.play('e2e4');
  assert.deepEqual(played.thinks, [['black', 5, 'move']]);
  assert.equal(game.mover(played.state), null);
  played.answer('e7e5');
  assert.deepEqual(played.effects, [{ do: 'play', move: 'e7e5' }]);
  played.play('e7e5');
  assert.deepEqual(played.thinks, []);
  assert.equal(game.mover(played.state), 'white');
});

test('an answer to an earlier question is dropped', () => {
  const played = new Played({ white: engine(1), black: engine(2) });
  const { id } = played.state.thought;
  played.moves = ['a2a3'];
  played.position({ start: 'another' });
  assert.deepEqual(played.effects[0], { do: 'stop' });
  assert.deepEqual(played.thinks, [['black', 2, 'move']]);
  played.dispatch({ on: 'found', id, move: 'e2e4', text: 'e4', chance: 0.5 });
  assert.deepEqual(played.effects, []);
});

test('whoever looks back stops the engine, and it goes on at the end', () => {
  const played = new Played({ white: person, black: engine(5) }).play('e2e4');
  played.position({ ply: 0 });
  assert.deepEqual(played.effects, [{ do: 'stop' }]);
  assert.equal(game.mover(played.state), 'white');
  played.position();
  assert.deepEqual(played.thinks, [['black', 5, 'move']]);
});

test('a person takes back his own move and the answer to it', () => {
  const played = new Played({ white: person, black: engine(5) });
  assert.equal(game.movesToTakeBack(played.state), 0);
  played.play('e2e4');
  assert.equal(game.movesToTakeBack(played.state), 1);
  played.answer('e7e5').play('e7e5');
  assert.equal(game.movesToTakeBack(played.state), 2);
  const people = new Played({ white: person, black: person }).play('e2e4').play('e7e5');
  assert.equal(game.movesToTakeBack(people.state), 1);
  const engines = new Played({ white: engine(1), black: engine(1) }).play('e2e4');
  assert.equal(game.movesToTakeBack(engines.state), 1);
});

test('in a series only the last move is taken back', () => {
  const played = new Played({ white: person, black: engine(5) });
  played.moves = ['a', 'b', 'c'];
  played.position({ sides: ['white', 'black', 'white'], side: 'white' });
  assert.equal(game.movesToTakeBack(played.state), 1);
});

test('the engine does not make again at once what was taken back', () => {
  const played = new Played({ white: engine(3), black: person });
  played.answer('e2e4').play('e2e4');
  assert.equal(game.movesToTakeBack(played.state), 1);
  played.moves = [];
  played.position();
  assert.deepEqual(played.thinks, []);
  assert.equal(played.state.paused, true);
  assert.equal(game.mover(played.state), 'white');
  played.dispatch({ on: 'go' });
  assert.deepEqual(played.thinks, [['white', 3, 'move']]);
});

test('two engines can be paused', () => {
  const played = new Played({ white: engine(3), black: engine(4) });
  played.dispatch({ on: 'pause' });
  assert.deepEqual(played.effects, [{ do: 'stop' }]);
  assert.equal(played.state.thought, null);
  played.dispatch({ on: 'go' });
  assert.equal(played.thinks.length, 1);
});

test('a fault of the engine is said, and not repeated without end', () => {
  const played = new Played({ white: engine(3), black: engine(4) });
  played.dispatch({ on: 'failed', id: played.state.thought.id, reason: 'out of memory' });
  assert.deepEqual(played.effects, []);
  assert.equal(played.state.paused, true);
  assert.match(played.state.message, /out of memory/);
});

test('clocks run from the second move on, and add the increment at the end of a turn', () => {
  const played = new Played({ white: person, black: person }, { seconds: 60, increment: 2 });
  played.dispatch({ on: 'tick' }).play('e2e4');
  const { clock } = played.state;
  assert.deepEqual(clock.left, { white: 60, black: 60 });
  assert.equal(clock.running.side, 'black');
  played.now += 9;
  played.play('e7e5');
  assert.equal(played.state.clock.left.black, 60 - 10 + 2);
  assert.equal(game.timeLeft(played.state.clock, 'white', played.now + 5), 55);
  assert.equal(game.timeLeft(played.state.clock, 'black', played.now + 5), 52);
});

test('within a series nothing is added', () => {
  const played = new Played({ white: person, black: person }, { seconds: 60, increment: 2 }).play('e2e4');
  played.now += 4;
  played.play('e7e5', { side: 'black' });
  assert.equal(played.state.clock.left.black, 55);
  assert.equal(played.state.clock.running.side, 'black');
});

test('who has no time left loses, even while somebody looks back', () => {
  const played = new Played({ white: person, black: person }, { seconds: 10, increment: 0 }).play('e2e4');
  played.position({ ply: 0 });
  played.now += 20;
  played.dispatch({ on: 'tick' });
  assert.equal(played.state.ended.winner, 'white');
  assert.equal(played.state.ended.by, 'time');
  assert.equal(played.state.clock.running, null);
  played.position();
  assert.equal(game.mover(played.state), null);
});

test('the engine stops when somebody resigns, and the person has lost', () => {
  const played = new Played({ white: person, black: engine(5) }).play('e2e4');
  played.dispatch({ on: 'resign' });
  assert.deepEqual(played.effects, [{ do: 'stop' }]);
  assert.deepEqual([played.state.ended.winner, played.state.ended.by], ['black', 'resignation']);
  played.dispatch({ on: 'resign' });
  assert.equal(played.state.ended.winner, 'black');
});

test('a game that was given up goes on when a move is taken back or another one is made', () => {
  const played = new Played({ white: person, black: person }).play('e2e4').play('e7e5');
  played.dispatch({ on: 'resign' });
  played.position({ ply: 1 });
  assert.notEqual(played.state.ended, null);
  assert.equal(game.mover(played.state), 'black');
  played.moves = ['e2e4', 'c7c5'];
  played.position();
  assert.equal(played.state.ended, null);
});

test('a resignation is taken back, and the clock goes on; time that is over is not', () => {
  const played = new Played({ white: person, black: engine(5) }, { seconds: 60, increment: 0 }).play('e2e4');
  played.dispatch({ on: 'resign' });
  played.now += 30;
  played.dispatch({ on: 'reopen' });
  assert.equal(played.state.ended, null);
  assert.deepEqual(played.thinks, [['black', 5, 'move']]);
  assert.equal(game.timeLeft(played.state.clock, 'black', played.now + 1), 58);
  played.now += 100;
  played.dispatch({ on: 'tick' });
  assert.equal(played.state.ended.by, 'time');
  played.dispatch({ on: 'reopen' });
  assert.equal(played.state.ended.by, 'time');
});

test('what a person has claimed is taken back, what the engine has claimed only with a move', () => {
  const claim = { on: 'claim', winner: null, reason: 'Draw claimed: threefold repetition.' };
  const played = new Played({ white: person, black: engine(5) }).dispatch(claim);
  assert.equal(game.canReopen(played.state), true);
  played.dispatch({ on: 'reopen' }).play('e2e4').dispatch(claim);
  assert.equal(played.state.ended.by, 'claim');
  assert.equal(game.canReopen(played.state), false);
  assert.equal(game.movesToTakeBack(played.state), 1);
  played.moves = [];
  played.position();
  assert.equal(played.state.ended, null);
  assert.deepEqual(played.effects, []);
});

test('what is stored of a game is read again, and nothing else is', () => {
  const played = new Played({ white: person, black: engine(5) }, { seconds: 60, increment: 1 }).play('e2e4');
  played.now += 10;
  const stored = JSON.parse(JSON.stringify(game.stored(played.state, played.now)));
  assert.deepEqual(game.asResumed(stored), { players: played.state.players, control: { seconds: 60, increment: 1 }, left: { white: 60, black: 50 }, ended: null });
  const { state } = new Played({ white: person, black: person }).dispatch({ on: 'begin', ...stored });
  assert.deepEqual(state.clock, { control: stored.control, left: stored.left, running: null });
  const seats = (/** @type {unknown} */ level) => ({ ...stored, players: { ...stored.players, black: { by: 'engine', level } } });
  const ends = (/** @type {unknown} */ winner) => ({ ...stored, ended: { winner, by: 'claim', reason: 'So it is.' } });
  for (const right of [seats(0), seats(game.STRONGEST), ends(null), ends('black')]) assert.deepEqual(game.asResumed(right), right);
  for (const wrong of [
    null, 3, {}, { ...stored, players: {} }, { ...stored, left: {} }, { ...stored, control: 5 }, { ...stored, ended: {} },
    seats(2.5), seats(-1), seats(game.STRONGEST + 1), seats('3'), ends('nobody'), ends(undefined),
  ]) {
    assert.equal(game.asResumed(wrong), null, JSON.stringify(wrong));
  }
});

test('two people agree to a draw at once, the engine if it is not better', () => {
  const people = new Played({ white: person, black: person }).play('e2e4').dispatch({ on: 'offer' });
  assert.deepEqual([people.state.ended.winner, people.state.ended.by], [null, 'agreement']);
  const played = new Played({ white: person, black: engine(5) });
  played.dispatch({ on: 'offer' });
  assert.deepEqual(played.thinks, [['white', game.STRONGEST, 'draw']]);
  played.answer('e2e4', 0.3);
  assert.equal(played.state.ended, null);
  assert.equal(played.state.message, 'Weakfish declines the draw.');
  played.dispatch({ on: 'offer' }).answer('e2e4', 0.6);
  assert.equal(played.state.ended.by, 'agreement');
});

test('a claim ends the game, a hint points at a move', () => {
  const played = new Played({ white: person, black: engine(5) });
  played.dispatch({ on: 'hint' }).answer('g1f3');
  assert.deepEqual(played.effects, [{ do: 'point', move: 'g1f3' }]);
  assert.equal(played.state.message, 'Try g1f3.');
  played.dispatch({ on: 'claim', winner: null, reason: 'threefold repetition' });
  assert.equal(played.state.ended.by, 'claim');
  assert.equal(game.mover(played.state), null);
});

test('a game that was read may have ended by resignation', () => {
  const played = new Played({ white: person, black: person }).play('e2e4');
  played.dispatch({ on: 'recorded', ended: { winner: 'white', by: 'record', reason: 'Black resigns.' } });
  assert.deepEqual([played.state.ended.winner, played.state.ended.by], ['white', 'record']);
});

test('when the rules have ended the game, nothing is asked and nothing can be claimed', () => {
  const played = new Played({ white: person, black: engine(5) }, { seconds: 60, increment: 0 });
  played.play('e2e4', { over: true });
  assert.deepEqual(played.effects, []);
  assert.equal(played.state.clock.running, null);
  assert.equal(game.mover(played.state), null);
  played.dispatch({ on: 'resign' }).dispatch({ on: 'hint' }).dispatch({ on: 'offer' });
  assert.equal(played.state.ended, null);
  assert.deepEqual(played.effects, []);
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
