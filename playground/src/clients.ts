// The workers in which the library runs.

import { Client } from 'weakfish';
import type { Clients } from './page';

type Purpose = 'quick' | 'background' | 'tests' | 'engine';

export function clients(): Clients {
  const started = new Map<Purpose, Client>();
  const client = (purpose: Purpose): Client => {
    const known = started.get(purpose);
    if (known) return known;
    const made = new Client({ worker: () => new Worker('worker.js', { type: 'module', name: purpose }) });
    started.set(purpose, made);
    return made;
  };
  return {
    get quick() {
      return client('quick');
    },
    get background() {
      return client('background');
    },
    get tests() {
      return client('tests');
    },
    get engine() {
      return client('engine');
    },
    stopTests() {
      started.get('tests')?.close();
      started.delete('tests');
    },
  };
}
