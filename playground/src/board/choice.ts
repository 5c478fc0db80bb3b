// State machine of clicks: which man is chosen, where it can go, and which choices remain after that.
//
// Pure: a state and an event give a state and an effect.

import type { Hands, MoveView, Placed } from 'weakfish';
import { words } from '../words';

/** Choice of a player so far. */
export type Chosen =
  | { at: 'nothing' }
  /** A man, whose targets are shown; its turns and flips as well if it has any. */
  | { at: 'man'; square: string }
  /** A man and where it goes, when several moves do that. */
  | { at: 'move'; from: string; to: string }
  /** A move but for the square of its wall, as programs write it. */
  | { at: 'wall'; from: string; to: string; bare: string }
  /** An empty square where a wall can be put instead of a move. */
  | { at: 'square'; square: string }
  /** A kind of men in hand, by its letter, whose squares are shown. */
  | { at: 'hand'; letter: string }
  /** A kind in hand and where one is dropped, when several moves do that. */
  | { at: 'drop'; letter: string; to: string };

/** Effect of a click, other than a new choice. */
export type Effect =
  | { do: 'nothing' }
  | { do: 'play'; move: string }
  /** The player attempts an illegal move. */
  | { do: 'refuse'; from: string; to: string }
  /** The player attempts an illegal drop. */
  | { do: 'refuse-drop'; letter: string; to: string };

export interface Step {
  chosen: Chosen;
  effect: Effect;
}

/** Position in which clicks are interpreted. */
export interface Situation {
  men: readonly Placed[];
  /** Null in games without hands. */
  hands: Hands | null;
  /** The legal moves; none if it isn't the player's turn. */
  moves: readonly MoveView[];
  /** The side whose men may be chosen; null if none may. */
  side: 'white' | 'black' | null;
}

export const nothing: Chosen = { at: 'nothing' };
const quiet: Effect = { do: 'nothing' };

/** The moves of the man on a square that end elsewhere. */
export function departures(moves: readonly MoveView[], from: string): MoveView[] {
  return moves.filter(move => move.from === from && move.to !== undefined && move.to !== from);
}

/** The moves of the man on a square that end there: turns, flips and journeys back to it. */
export function stays(moves: readonly MoveView[], from: string): MoveView[] {
  return moves.filter(move => move.from === from && (move.to === undefined || move.to === from));
}

/** The moves from one square to another. A castling may also be shown by dragging the king onto its partner. */
export function between(moves: readonly MoveView[], from: string, to: string, dragged = false): MoveView[] {
  const direct = departures(moves, from).filter(move => move.to === to);
  if (direct.length > 0 || !dragged) return direct;
  return moves.filter(move => move.kind === 'castle' && move.from === from && move.partner === to);
}

/** A move without its wall, as programs write it. */
export function withoutWall({ move, wall }: MoveView): string {
  return wall === undefined ? move : move.slice(0, move.lastIndexOf(','));
}

/** One move of each set that differs only in walls. */
function oneOfEach(moves: readonly MoveView[]): MoveView[] {
  const first = new Map([...moves].reverse().map(move => [withoutWall(move), move]));
  return moves.filter(move => first.get(withoutWall(move)) === move);
}

/** The moves that differ from one only in the wall. */
export function walled(moves: readonly MoveView[], bare: string): MoveView[] {
  return moves.filter(move => move.wall !== undefined && withoutWall(move) === bare);
}

/** The squares that a player can choose next: where a man can go, or where its wall can be put. */
export function targets(moves: readonly MoveView[], chosen: Chosen): MoveView[] {
  if (chosen.at === 'wall') {
    return walled(moves, chosen.bare).map(move => ({ ...move, to: move.wall, captures: [] }));
  }
  if (chosen.at === 'square') {
    return wallsAlone(moves, chosen.square).map(move => ({ ...move, to: move.wall }));
  }
  return reached(moves, chosen);
}

/** The walls that can be put on a square instead of a move. */
export function wallsAlone(moves: readonly MoveView[], square: string): MoveView[] {
  return moves.filter(move => move.kind === 'wall' && move.wall === square);
}

/** The drops of a kind in hand. */
export function drops(moves: readonly MoveView[], letter: string): MoveView[] {
  return moves.filter(move => move.kind === 'drop' && move.drops === letter);
}

/** The drops of a kind in hand on a square. */
export function dropsOn(moves: readonly MoveView[], letter: string, square: string): MoveView[] {
  return drops(moves, letter).filter(move => move.to === square);
}

/** The moves from the chosen man to other squares, if a square is to be chosen next. */
export function reached(moves: readonly MoveView[], chosen: Chosen): MoveView[] {
  if (chosen.at === 'man') return departures(moves, chosen.square);
  return chosen.at === 'hand' ? drops(moves, chosen.letter) : [];
}

/** The moves from the chosen man to a square. */
export function leadingTo(moves: readonly MoveView[], chosen: Chosen, square: string): MoveView[] {
  switch (chosen.at) {
    case 'nothing':
      return [];
    case 'square':
      return wallsAlone(moves, square);
    case 'wall':
      return walled(moves, chosen.bare).filter(move => move.wall === square);
    case 'man':
      return between(moves, chosen.square, square);
    case 'move':
      return between(moves, chosen.from, square);
    case 'hand':
    case 'drop':
      return dropsOn(moves, chosen.letter, square);
  }
}

/** The choices that the ring shows. */
export function choices(moves: readonly MoveView[], chosen: Chosen): MoveView[] {
  switch (chosen.at) {
    case 'nothing':
    case 'hand':
    case 'wall':
    case 'square':
      return [];
    case 'man':
      return oneOfEach(stays(moves, chosen.square));
    case 'move':
      return oneOfEach(between(moves, chosen.from, chosen.to, true));
    case 'drop':
      return dropsOn(moves, chosen.letter, chosen.to);
  }
}

/** What the stationary moves of a man do: `turn`, `flip` or `turn or flip`. */
export function stayWords(moves: readonly MoveView[]): string {
  const kinds = (['turn', 'flip'] as const).filter(kind => moves.some(move => move.kind === kind));
  return words.board.stay[kinds.length === 2 ? 'both' : kinds[0] ?? 'turn'];
}

/** A man in words. */
export const spoken = words.men.standing;

/** A move in words, with the mode that it leads to. */
export function spokenMove(move: MoveView, man: Placed | undefined): string {
  const { text, becomes } = move;
  if (text === becomes?.label) return spoken(becomes);
  return withMode(words.men.turn(text), move, man);
}

/** A move with the mode that it leads to, if that is another. */
function withMode(text: string, move: MoveView, man: Placed | undefined): string {
  const mode = move.becomes?.mode;
  return mode && flips(move, man) ? `${text}: ${words.men.may[mode]}` : text;
}

/** Whether a man has the other mode after a move. */
function flips({ becomes }: MoveView, man: Placed | undefined): boolean {
  return man?.mode !== undefined && becomes?.mode !== undefined && becomes.mode !== man.mode;
}

/** A choice among moves of one man to one square, in words that distinguish it. */
export function wordsOf(move: MoveView, man: Placed | undefined): string {
  const { text, becomes, partner, leaves, leavesOn } = move;
  if (leaves !== undefined && leavesOn !== undefined) return words.board.leaves(leaves, leavesOn);
  const states = becomes ? words.men.states(becomes) : [];
  // A man that is free has a state and no move; `Ra1 turns left`: the man and its square are seen.
  if (text === becomes?.label) return states.join(', ');
  const turn = /^\S+ (.+)$/.exec(text)?.[1];
  if (turn) return withMode(words.men.turn(turn), move, man);
  if (becomes && becomes.man !== man?.man) return [words.men.man(becomes.man), ...states].join(', ');
  return becomes || partner ? text : words.board.asItIs;
}

/** A click on a square, or Enter. */
export function activate(situation: Situation, chosen: Chosen, square: string): Step {
  if (chosen.at === 'wall') return activateWall(situation, chosen, square);
  if (chosen.at === 'hand' || chosen.at === 'drop') return activateDrop(situation, chosen.letter, square);
  const from = chosen.at === 'man' ? chosen.square : chosen.at === 'move' ? chosen.from : null;
  if (from !== null && from !== square) {
    const moves = between(situation.moves, from, square);
    if (moves.length > 0) return settle(moves, from, square);
    if (isOwn(situation, square)) return { chosen: { at: 'man', square }, effect: quiet };
    return { chosen: { at: 'man', square: from }, effect: { do: 'refuse', from, to: square } };
  }
  const [alone] = wallsAlone(situation.moves, square);
  if (alone && chosen.at === 'square' && chosen.square === square) {
    return { chosen: nothing, effect: { do: 'play', move: alone.move } };
  }
  if (alone && from === null) return { chosen: { at: 'square', square }, effect: quiet };
  if (from === square || !isOwn(situation, square)) return { chosen: nothing, effect: quiet };
  return { chosen: { at: 'man', square }, effect: quiet };
}

/** The square of a wall is clicked; another square takes the choice back. */
function activateWall(situation: Situation, chosen: Chosen & { at: 'wall' }, square: string): Step {
  const [move] = leadingTo(situation.moves, chosen, square);
  if (move) return { chosen: nothing, effect: { do: 'play', move: move.move } };
  const again = square !== chosen.from && isOwn(situation, square);
  return { chosen: again ? { at: 'man', square } : nothing, effect: quiet };
}

/** A choice of the ring: the move is played, or its wall is to be chosen next. */
export function pick(situation: Situation, move: MoveView): Step {
  const moves = move.wall === undefined ? [move] : walled(situation.moves, withoutWall(move));
  const from = move.from ?? '';
  return settle(moves, from, move.to ?? from);
}

function activateDrop(situation: Situation, letter: string, square: string): Step {
  const moves = dropsOn(situation.moves, letter, square);
  if (moves.length > 0) return settleDrop(moves, letter, square);
  if (isOwn(situation, square)) return { chosen: { at: 'man', square }, effect: quiet };
  return { chosen: { at: 'hand', letter }, effect: { do: 'refuse-drop', letter, to: square } };
}

/** A click on a kind in hand, or Enter. */
export function activateHand(situation: Situation, chosen: Chosen, letter: string): Step {
  const again = chosen.at === 'hand' && chosen.letter === letter;
  return { chosen: again || !isHeld(situation, letter) ? nothing : { at: 'hand', letter }, effect: quiet };
}

/** A man in hand is dragged to a square, or beside the board. */
export function dropFromHand(situation: Situation, letter: string, to: string | null): Step {
  if (to === null || !isHeld(situation, letter)) return { chosen: nothing, effect: quiet };
  const moves = dropsOn(situation.moves, letter, to);
  if (moves.length > 0) return settleDrop(moves, letter, to);
  return { chosen: nothing, effect: { do: 'refuse-drop', letter, to } };
}

/** A man is dragged from one square to another, or beside the board. */
export function drop(situation: Situation, from: string, to: string | null): Step {
  if (to === null || to === from || !isOwn(situation, from)) return { chosen: nothing, effect: quiet };
  const moves = between(situation.moves, from, to, true);
  if (moves.length > 0) return settle(moves, from, to);
  return { chosen: nothing, effect: { do: 'refuse', from, to } };
}

/** Escape, or a click beside the board. */
export function cancel(chosen: Chosen): Chosen {
  if (chosen.at === 'drop') return { at: 'hand', letter: chosen.letter };
  if (chosen.at === 'wall') return { at: 'man', square: chosen.from };
  return chosen.at === 'move' ? { at: 'man', square: chosen.from } : nothing;
}

/** Returns the choice that remains valid after a change of the position. */
export function remaining(situation: Situation, chosen: Chosen): Chosen {
  if (chosen.at === 'man' && isOwn(situation, chosen.square)) return chosen;
  if (chosen.at === 'move' && between(situation.moves, chosen.from, chosen.to, true).length > 1) return chosen;
  if (chosen.at === 'wall' && walled(situation.moves, chosen.bare).length > 1) return chosen;
  if (chosen.at === 'square' && wallsAlone(situation.moves, chosen.square).length > 0) return chosen;
  if (chosen.at === 'hand' && isHeld(situation, chosen.letter)) return chosen;
  if (chosen.at === 'drop' && dropsOn(situation.moves, chosen.letter, chosen.to).length > 1) return chosen;
  return nothing;
}

function settle(moves: readonly MoveView[], from: string, to: string): Step {
  const only = moves.length === 1 ? moves[0] : undefined;
  if (only) return { chosen: nothing, effect: { do: 'play', move: only.move } };
  const bare = new Set(moves.map(withoutWall));
  const [first] = bare;
  if (first !== undefined && bare.size === 1) return { chosen: { at: 'wall', from, to, bare: first }, effect: quiet };
  return { chosen: { at: 'move', from, to }, effect: quiet };
}

function settleDrop(moves: readonly MoveView[], letter: string, to: string): Step {
  const only = moves.length === 1 ? moves[0] : undefined;
  if (only) return { chosen: nothing, effect: { do: 'play', move: only.move } };
  return { chosen: { at: 'drop', letter, to }, effect: quiet };
}

/** Whether the player has a man of a kind in hand. */
function isHeld({ hands, side }: Situation, letter: string): boolean {
  return side !== null && (hands?.[side].some(held => held.letter === letter && (held.count > 0 || held.unlimited === true)) ?? false);
}

function isOwn(situation: Situation, square: string): boolean {
  if (situation.side === null) return false;
  return situation.men.some(man => man.square === square && man.side === situation.side);
}
