// The library, in workers.

import { Client } from 'weakfish';
import { isOneFile, programs } from './share/offline';

/** The milliseconds after which a question that should be answered at once is given up, and its worker replaced. */
const PATIENCE = 10_000;

export function library(): Client {
  const worker = (url: string) => () => new Worker(url);
  if (isOneFile) {
    const { program, wasm } = programs();
    return new Client({ worker: worker(program), wasm, patience: PATIENCE });
  }
  return new Client({ worker: worker('worker.js'), wasm: 'weakfish.wasm', patience: PATIENCE });
}
