// A game between people and the engine: players, clocks, requests to the engine, the end.
//
// Pure: a state and an event give a state and effects. The rules are the library's; moves on the board
// come in as events. Times are seconds; `now` is any clock that only goes forward.

import { words } from '../words';

export type Side = 'white' | 'black';

export const other = (side: Side): Side => (side === 'white' ? 'black' : 'white');

/** Who plays a side: a person at this board, the engine, or a person at another device. */
export type Player = { by: 'person' } | { by: 'engine'; level: number } | { by: 'remote' };

/** Time for each player, and the increment of each turn. */
export interface TimeControl {
  seconds: number;
  increment: number;
}

export interface Clock {
  control: TimeControl;
  /** Seconds left when the clock was last stopped or pressed. */
  left: Record<Side, number>;
  /** Side whose clock runs, and the time since when. */
  running: { side: Side; since: number } | null;
}

/** An end that the players have made, and not the rules. */
export interface Ended {
  winner: Side | null;
  by: 'resignation' | 'agreement' | 'time' | 'claim' | 'record';
  /** A sentence. */
  reason: string;
}

/** State of a game that is stored with its moves to resume it later. */
export interface Resumed {
  players: Record<Side, Player>;
  control: TimeControl | null;
  /** Seconds left on the clocks. */
  left: Record<Side, number> | null;
  ended: Ended | null;
}

/** Position on the board, as far as the game depends on it. */
export interface Situation {
  side: Side;
  /** Whether the rules have ended the game. */
  over: boolean;
  /** Key of the line's start position. */
  start: string;
  /** All moves of the line; `ply` is smaller than their number while an earlier position is shown. */
  line: readonly string[];
  ply: number;
  /** The sides that made the moves so far. */
  sides: readonly Side[];
}

/** Running request to the engine. */
export type Thought = { id: number; about: 'move' | 'hint' | 'draw' };

export interface Game {
  players: Record<Side, Player>;
  clock: Clock | null;
  situation: Situation | null;
  ended: Ended | null;
  /** Whether the engine is paused. */
  paused: boolean;
  thought: Thought | null;
  /** The number of questions so far: the answer to an earlier one is no longer wanted. */
  asked: number;
  /** Message to the players. */
  message: string;
}

export type Event =
  /** A game begins anew with these players; the position comes later. */
  | { on: 'begin'; players: Record<Side, Player>; control: TimeControl | null; left?: Record<Side, number> | null }
  /** The board shows another position. */
  | { on: 'position'; situation: Situation }
  | { on: 'players'; players: Record<Side, Player> }
  | { on: 'control'; control: TimeControl | null }
  | { on: 'tick' }
  | { on: 'pause' }
  | { on: 'go' }
  | { on: 'hint' }
  | { on: 'resign' }
  | { on: 'offer' }
  /** The players agree to a draw. */
  | { on: 'agree' }
  /** A message to the players. */
  | { on: 'say'; message: string }
  | { on: 'claim'; winner: Side | null; reason: string }
  /** Outcome from a game text or from a stored game. */
  | { on: 'recorded'; ended: Ended }
  /** Resumes a game that the players have ended. */
  | { on: 'reopen' }
  /** The engine's answer. `chance` is that of the side to move. */
  | { on: 'found'; id: number; move: string | null; text: string; chance: number }
  | { on: 'failed'; id: number; reason: string };

export type Effect =
  | { do: 'think'; thought: Thought; side: Side; level: number }
  | { do: 'stop' }
  | { do: 'play'; move: string }
  | { do: 'point'; move: string };

export interface Step {
  game: Game;
  effects: Effect[];
}

/** The strongest level: what hints and answers to offers are made with. */
export const STRONGEST = 20;

/** The engine takes a draw if its chances are no better than this. */
const CONTENT = 0.5;

export const person: Player = { by: 'person' };
export const remote: Player = { by: 'remote' };

export const fresh: Game = {
  players: { white: person, black: person },
  clock: null,
  situation: null,
  ended: null,
  paused: false,
  thought: null,
  asked: 0,
  message: '',
};

/** Whether it is the last position of its line. */
export function isLast({ line, ply }: Situation): boolean {
  return ply === line.length;
}

/** Whether moves can still be made at the end of the line. */
export function isOpen(game: Game): boolean {
  return game.situation !== null && !game.situation.over && game.ended === null;
}

/** Whether one side is played on another device. */
export function isRemote({ players }: Pick<Game, 'players'>): boolean {
  return players.white.by === 'remote' || players.black.by === 'remote';
}

/** The side whose men a person may move on the board as it is shown; null if none. */
export function mover(game: Game): Side | null {
  const { situation, players, ended, paused } = game;
  if (!situation || situation.over) return null;
  // A move in an earlier position continues the game from there, if the other device need not follow.
  if (!isLast(situation)) return isRemote(game) ? null : situation.side;
  if (ended) return null;
  return players[situation.side].by === 'person' || paused ? situation.side : null;
}

/** Seconds left on a clock. */
export function timeLeft(clock: Clock, side: Side, now: number): number {
  const spent = clock.running?.side === side ? now - clock.running.since : 0;
  return Math.max(0, clock.left[side] - spent);
}

/**
 * How many moves go back to the last turn of a person: a person takes back his own last move and the answer to it, never
 * less than one move. A series is taken back move by move.
 */
export function movesToTakeBack(game: Game): number {
  const { situation, players } = game;
  if (!situation || situation.ply === 0) return 0;
  const { sides } = situation;
  const isPerson = (side: Side | undefined) => side !== undefined && players[side].by === 'person';
  if (!isPerson('white') && !isPerson('black')) return 1;
  let count = 1;
  // The side that made the first of the moves that are taken back is to move again.
  while (count < sides.length && !isPerson(sides[sides.length - count])) count++;
  return count;
}

/** State after an event, and its effects. */
export function step(game: Game, event: Event, now: number): Step {
  switch (event.on) {
    case 'begin':
      return begin(game, event.players, event.control, event.left ?? null);
    case 'position':
      return arrive(game, event.situation, now);
    case 'players':
      return think(quiet({ ...game, players: event.players }));
    case 'control':
      return done({ ...game, clock: event.control && freshClock(event.control) });
    case 'tick':
      return tick(game, now);
    case 'pause':
      return quiet({ ...game, paused: true });
    case 'go':
      return think(quiet({ ...game, paused: false }));
    case 'hint':
      return ask(game, 'hint');
    case 'offer':
      return offer(game, now);
    case 'agree':
      return end(game, { winner: null, by: 'agreement', reason: words.game.agreed }, now);
    case 'say':
      return done({ ...game, message: event.message });
    case 'resign':
      return resign(game, now);
    case 'claim':
      return end(game, { winner: event.winner, by: 'claim', reason: event.reason }, now);
    case 'recorded':
      return end(game, event.ended, now);
    case 'reopen':
      return reopen(game, now);
    case 'found':
      return found(game, event, now);
    case 'failed':
      return failed(game, event.id, event.reason);
  }
}

const done = (game: Game, ...effects: Effect[]): Step => ({ game, effects });

function freshClock(control: TimeControl, left?: Record<Side, number> | null): Clock {
  return { control, left: left ?? { white: control.seconds, black: control.seconds }, running: null };
}

/** Stops the engine's search. */
function quiet(game: Game): Step {
  return game.thought ? done({ ...game, thought: null }, { do: 'stop' }) : done(game);
}

function begin(
  game: Game,
  players: Record<Side, Player>,
  control: TimeControl | null,
  left: Record<Side, number> | null,
): Step {
  const { effects } = quiet(game);
  return done({ ...fresh, asked: game.asked, players, clock: control && freshClock(control, left) }, ...effects);
}

/** Handles another position on the board: after a move, or an earlier one. */
function arrive(game: Game, situation: Situation, now: number): Step {
  const change = changeOf(game.situation, situation);
  const still = quiet({
    ...game,
    situation,
    message: '',
    // Another line reopens the game.
    ended: change === 'none' ? game.ended : null,
    paused: pausedAfter(game, situation, change),
    clock: game.clock && isLast(situation) ? press(game.clock, game.situation, situation, change, now) : game.clock,
  });
  return think(still);
}

/** Change of a line: none, one more move, fewer moves, or other moves. */
type Change = 'none' | 'move' | 'back' | 'other';

function changeOf(before: Situation | null, after: Situation): Change {
  if (!before || before.start !== after.start) return 'other';
  const [shorter, longer] = before.line.length < after.line.length ? [before.line, after.line] : [after.line, before.line];
  if (!shorter.every((move, index) => move === longer[index])) return 'other';
  if (before.line.length === after.line.length) return 'none';
  if (after.line.length < before.line.length) return 'back';
  return after.line.length === before.line.length + 1 && isLast(before) ? 'move' : 'other';
}

/** The engine does not make a move again that was taken back; when a person has moved, it answers. */
function pausedAfter(game: Game, situation: Situation, change: Change): boolean {
  if (change === 'back') return game.players[situation.side].by === 'engine';
  if (change === 'move' && game.players[game.situation!.side].by === 'person') return false;
  return game.paused;
}

/** The clock after a move, or after a jump to another last position. */
function press(clock: Clock, before: Situation | null, after: Situation, change: Change, now: number): Clock {
  const left = { ...clock.left };
  const running = clock.running?.side;
  if (running) left[running] = timeLeft(clock, running, now);
  if (change === 'move' && running === before?.side && running && after.side !== running) {
    left[running] += clock.control.increment;
  }
  // The first move is not timed: the clocks begin with the answer to it.
  const runs = !after.over && after.ply > 0 && (change === 'move' || clock.running !== null);
  return { ...clock, left, running: runs ? { side: after.side, since: now } : null };
}

function stopClock(game: Game, now: number): Clock | null {
  const { clock } = game;
  if (!clock?.running) return clock;
  const { side } = clock.running;
  return { ...clock, left: { ...clock.left, [side]: timeLeft(clock, side, now) }, running: null };
}

function tick(game: Game, now: number): Step {
  const { clock } = game;
  if (!clock?.running || game.ended || game.situation?.over) return done(game);
  const { side } = clock.running;
  if (timeLeft(clock, side, now) > 0) return done(game);
  return end(game, { winner: other(side), by: 'time', reason: words.game.outOfTime(words.sides[side]) }, now);
}

function end(game: Game, ended: Ended, now: number): Step {
  if (!isOpen(game)) return done(game);
  return quiet({ ...game, ended, message: '', clock: stopClock(game, now) });
}

/** Whether the end of a game can be taken back: time that is over can't, and an engine that is to move would claim again. */
export function canReopen({ ended, players, situation, paused }: Game): boolean {
  if (ended === null || ended.by === 'time') return false;
  return ended.by !== 'claim' || paused || (situation !== null && players[situation.side].by === 'person');
}

function reopen(game: Game, now: number): Step {
  if (!canReopen(game) || !game.situation) return done(game);
  const { side, ply } = game.situation;
  const clock = game.clock && { ...game.clock, running: ply > 0 ? { side, since: now } : null };
  return think(done({ ...game, ended: null, clock, message: words.game.continues }));
}

/** Validates a stored state, which may have been written by others. */
export function asResumed(value: unknown): Resumed | null {
  const { players, control, left, ended } = (value ?? {}) as Partial<Resumed>;
  const isLevel = (level: number) => Number.isInteger(level) && level >= 0 && level <= STRONGEST;
  const isPlayer = (one?: Player) => one?.by === 'person' || (one?.by === 'engine' && isLevel(one.level));
  const isPair = (one?: Record<Side, number> | null) => one === null || [one?.white, one?.black].every(Number.isFinite);
  const isControl = control === null || [control?.seconds, control?.increment].every(Number.isFinite);
  const isWinner = (winner?: Side | null) => winner === null || winner === 'white' || winner === 'black';
  const isEnd = ended === null || (typeof ended?.reason === 'string' && isWinner(ended.winner));
  if (!isPlayer(players?.white) || !isPlayer(players?.black) || !isPair(left) || !isControl || !isEnd) return null;
  return { players: players!, control: control!, left: left!, ended: ended! };
}

/** Returns the state of a game to store. */
export function stored({ players, clock, ended }: Game, now: number): Resumed {
  const left = clock && { white: timeLeft(clock, 'white', now), black: timeLeft(clock, 'black', now) };
  // The connection to another device is not stored.
  const here = (player: Player): Player => (player.by === 'remote' ? person : player);
  return { players: { white: here(players.white), black: here(players.black) }, control: clock?.control ?? null, left, ended };
}

/** The person who is to move resigns; while the engine thinks, the other one. */
function resign(game: Game, now: number): Step {
  if (!game.situation) return done(game);
  const { side } = game.situation;
  const loser = game.players[side].by !== 'person' && game.players[other(side)].by === 'person' ? other(side) : side;
  return end(game, { winner: other(loser), by: 'resignation', reason: words.game.resigns(words.sides[loser]) }, now);
}

/** A draw is offered: two people agree at once, the engine is asked. */
function offer(game: Game, now: number): Step {
  if (!game.situation || !isOpen(game)) return done(game);
  const engine = game.players.white.by === 'engine' || game.players.black.by === 'engine';
  if (!engine) return end(game, { winner: null, by: 'agreement', reason: words.game.agreed }, now);
  return ask(game, 'draw');
}

/** Sends the engine a request other than for its own move. */
function ask(game: Game, about: 'hint' | 'draw'): Step {
  if (!isOpen(game) || !game.situation || !isLast(game.situation) || game.thought) return done(game);
  return pose(game, about, STRONGEST);
}

function pose(game: Game, about: Thought['about'], level: number): Step {
  const thought: Thought = { id: game.asked + 1, about };
  const side = game.situation!.side;
  return done({ ...game, thought, asked: thought.id }, { do: 'think', thought, side, level });
}

/** Lets the engine think if it is its turn. */
function think({ game, effects }: Step): Step {
  const { situation } = game;
  if (!situation || !isLast(situation) || !isOpen(game) || game.paused || game.thought) return done(game, ...effects);
  const player = game.players[situation.side];
  if (player.by !== 'engine') return done(game, ...effects);
  const next = pose(game, 'move', player.level);
  return done(next.game, ...effects, ...next.effects);
}

function found(game: Game, event: { id: number; move: string | null; text: string; chance: number }, now: number): Step {
  const { thought, situation } = game;
  if (!thought || thought.id !== event.id || !situation) return done(game);
  const still = { ...game, thought: null };
  if (thought.about === 'draw') return answer(still, event.chance, now);
  if (event.move === null) return done(still);
  if (thought.about === 'hint') return done({ ...still, message: words.game.tried(event.text) }, { do: 'point', move: event.move });
  return done(still, { do: 'play', move: event.move });
}

/** The engine's answer to an offer. `chance` is that of the side to move. */
function answer(game: Game, chance: number, now: number): Step {
  const { side } = game.situation!;
  const own = game.players[side].by === 'engine' ? chance : 1 - chance;
  if (own > CONTENT) return think(done({ ...game, message: words.game.declines }));
  return end(game, { winner: null, by: 'agreement', reason: words.game.accepts }, now);
}

/** The engine has not answered. It waits, so that a fault is not repeated without end. */
function failed(game: Game, id: number, reason: string): Step {
  if (game.thought?.id !== id) return done(game);
  return done({ ...game, thought: null, paused: true, message: words.game.failed(reason) });
}
