// The library, in workers.

import { Client } from 'weakfish';
import { isOneFile, programs } from './share/offline';

/** The milliseconds after which a question that should be answered at once is given up, and its worker replaced. */
const PATIENCE = 10_000;

/**
 * Starts the library.
 * @param onLoad is told the share of the rules that has come.
 * @param warn is called if the weights of a game can't be loaded.
 */
export function library(onLoad: (share: number) => void, warn: () => void): Client {
  const worker = (url: string) => () => new Worker(url);
  if (isOneFile) {
    const { program, rules, player, weights } = programs();
    return new Client({ worker: worker(program), wasm: rules, player, weights, warn, patience: PATIENCE });
  }
  const { rules, player } = FILES;
  return new Client({
    worker: worker(FILES.worker),
    wasm: counted(rules.name, rules.size, onLoad),
    player: player.name,
    weights: name => FILES.weights[name] ?? name,
    warn,
    patience: PATIENCE,
  });
}

/** Fetches a file whose size is known. A server that compresses does not say the size of what comes out. */
async function counted(name: string, size: number, onLoad: (share: number) => void): Promise<Response> {
  const response = await fetch(name);
  const reader = response.clone().body?.getReader();
  void (async () => {
    let come = 0;
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      come += part.value.length;
      onLoad(Math.min(1, come / size));
    }
  })().catch(() => undefined);
  return response;
}
