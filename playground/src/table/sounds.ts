// Sounds of moves, made by the browser as they are needed. They are off until they are wanted.

import type { View } from 'weakfish';
import type { Page } from '../page';
import { store as keep, stored } from '../preferences';
import { Store } from '../store';

/** A sound: pitches in hertz, one after the other, and the seconds that each lasts. */
interface Sound {
  pitches: readonly number[];
  seconds: number;
}

const SOUNDS = {
  move: { pitches: [320], seconds: 0.06 },
  turn: { pitches: [420, 520], seconds: 0.04 },
  capture: { pitches: [240, 180], seconds: 0.06 },
  check: { pitches: [520, 660], seconds: 0.07 },
  end: { pitches: [392, 330, 262], seconds: 0.16 },
} as const satisfies Record<string, Sound>;

export type SoundName = keyof typeof SOUNDS;

/** Loudness, from 0 to 1. */
const VOLUME = 0.25;

/** The sound of the move that led from one position to the next; `null` for any other change of the board. */
export function soundOf(before: View, after: View): SoundName | null {
  if (after.history.length !== before.history.length + 1) return null;
  if (after.outcome) return 'end';
  if (after.checks.length > 0) return 'check';
  if (after.board.length < before.board.length) return 'capture';
  const { from, to } = after.last ?? {};
  return from !== undefined && from === to ? 'turn' : 'move';
}

class Sounds {
  readonly store = new Store<{ on: boolean }>({ on: stored('sounds', false) });
  #context: AudioContext | undefined;

  constructor(page: Page) {
    this.store.watch(['on'], ({ on }) => keep('sounds', on));
    page.store.watch(['view'], ({ view, opened }, before) => {
      const name = view && before.view && opened === before.opened ? soundOf(before.view, view) : null;
      if (name && this.store.state.on) this.#play(SOUNDS[name]);
    });
  }

  #play({ pitches, seconds }: Sound): void {
    const context = (this.#context ??= new AudioContext());
    const start = context.currentTime;
    const loudness = context.createGain();
    loudness.connect(context.destination);
    const end = start + seconds * pitches.length;
    loudness.gain.setValueAtTime(VOLUME, start);
    // A tone that ends at once would click.
    loudness.gain.exponentialRampToValueAtTime(0.001, end + 0.08);
    const tone = context.createOscillator();
    tone.type = 'triangle';
    pitches.forEach((pitch, at) => tone.frequency.setValueAtTime(pitch, start + at * seconds));
    tone.connect(loudness);
    tone.start(start);
    tone.stop(end + 0.1);
  }
}

const known = new WeakMap<Page, Sounds>();

/** The sounds of a page. */
export function sounds(page: Page): Sounds {
  let found = known.get(page);
  if (!found) known.set(page, (found = new Sounds(page)));
  return found;
}
