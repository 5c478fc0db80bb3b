// A position that is put up by hand: men on squares, the side to move, and what follows in a FEN.
//
// Pure. Whether the position can be played is for the library to say.

import type { Board, Facing, Hands, Man, MoveView, Placed, Sheet, State } from 'weakfish';

export type Side = 'white' | 'black';

/** A man that stands somewhere, or is to be put there. */
export interface Unit {
  side: Side;
  /** The name of its kind. */
  man: string;
  /** The number of its state. */
  state: number;
}

export type Men = ReadonlyMap<string, Unit>;

/** The states that a side's men of a kind can be in. */
export function statesOf(man: Man, side: Side): readonly State[] {
  return side === 'black' && man.blackStates.length > 0 ? man.blackStates : man.states;
}

/** The kinds of men that a side has, in the state in which they begin. */
export function unitsOf(sheet: Sheet, side: Side): Unit[] {
  return sheet.men.filter(man => man[side] !== '').map(man => ({ side, man: man.name, state: statesOf(man, side)[0]?.id ?? 0 }));
}

/** A man as the board shows it; null if the game has none such. `crowned` are the men that need a sign that they are royal. */
export function placed(sheet: Sheet, square: string, unit: Unit, crowned?: ReadonlySet<string>): Placed | null {
  const man = sheet.men.find(({ name }) => name === unit.man);
  if (!man || man[unit.side] === '') return null;
  const states = statesOf(man, unit.side);
  const state = states.find(({ id }) => id === unit.state) ?? states[0];
  const facings = state?.facings ?? [];
  return {
    square,
    side: unit.side,
    man: man.name,
    letter: man[unit.side],
    state: state?.id ?? 0,
    facings,
    mode: state?.mode,
    promoted: state?.promoted,
    symbol: man.symbol,
    royal: man.royal,
    crown: crowned?.has(man.name) ?? false,
    label: inWords(unit.side, man.name, facings, state, square),
  };
}

function inWords(side: Side, name: string, facings: readonly Facing[], state: State | undefined, square: string): string {
  const where = square === '' ? '' : ` on ${square}`;
  const facing = facings.length > 0 ? `, facing ${facings.map(({ wind }) => wind).join(' and ')}` : '';
  return `${side === 'white' ? 'White' : 'Black'} ${name}${where}${facing}${state?.mode ? `, ${state.mode}` : ''}${state?.promoted ? ', promoted' : ''}`;
}

/** The men that a position of the game has. */
export function menOf(board: readonly Placed[]): Men {
  return new Map(board.map(({ square, side, man, state }) => [square, { side, man, state }]));
}

/** The men in hand, as the library takes them. Those that the game no longer has are left out. */
export function handsOf(sheet: Sheet, hands: Hands): Board['hands'] {
  const of = (side: Side) =>
    hands[side]
      .filter(held => held.count > 0 && sheet.men.some(man => man.name === held.man && man[side] !== ''))
      .map(({ man, count }) => ({ man, count }));
  return { white: of('white'), black: of('black') };
}

/** All men as the board shows them. Those that the game no longer has, or whose squares it lacks, are left out. */
export function shown(sheet: Sheet, men: Men, has: (square: string) => boolean, crowned: ReadonlySet<string>): Placed[] {
  return [...men].flatMap(([square, unit]) => (has(square) ? (placed(sheet, square, unit, crowned) ?? []) : []));
}

/** The other states that each man can be given, as moves that the board offers in a ring. */
export function turnings(sheet: Sheet, men: readonly Placed[]): MoveView[] {
  return men.flatMap(one => {
    const man = sheet.men.find(({ name }) => name === one.man);
    const states = man ? statesOf(man, one.side) : [];
    return states
      .filter(({ id }) => id !== one.state)
      .map(({ id }): MoveView => {
        const becomes = placed(
          sheet,
          one.square,
          { side: one.side, man: one.man, state: id },
          new Set(one.crown ? [one.man] : []),
        )!;
        return {
          move: `${one.square} ${id}`,
          text: becomes.label,
          kind: 'turn',
          from: one.square,
          to: one.square,
          captures: [],
          becomes,
        };
      });
  });
}

/** The square and the state of one of `turnings`. */
export function readTurning(move: string): { square: string; state: number } {
  const [square, state] = move.split(' ');
  return { square: square!, state: Number(state) };
}

/** Puts a man on a square, in place of the one there. */
export function put(men: Men, square: string, unit: Unit): Men {
  return new Map(men).set(square, unit);
}

/** Takes a man to another square, or off the board. */
export function take(men: Men, from: string, to: string | null): Men {
  const unit = men.get(from);
  if (!unit) return men;
  const after = new Map(men);
  after.delete(from);
  if (to !== null) after.set(to, unit);
  return after;
}
