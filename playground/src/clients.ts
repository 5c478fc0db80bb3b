// The workers in which the library runs.

import { Client } from 'weakfish';
import type { Clients } from './page';

export function clients(): Clients {
  const started = new Map<string, Client>();
  const client = (purpose: string): Client => {
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
    get engine() {
      return client('engine');
    },
    get background() {
      return client('background');
    },
  };
}
