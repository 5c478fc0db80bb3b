// The library of all `<weakfish-board>`s of a page. Its files lie beside the script, which may come from another origin.

import { Client } from 'weakfish';

let started: Promise<Client> | undefined;

/** The library. A failed start is tried again with the next call. */
export function client(): Promise<Client> {
  started ??= start().catch(fault => {
    started = undefined;
    throw fault;
  });
  return started;
}

async function start(): Promise<Client> {
  const program = await workerAddress(beside(FILES.worker));
  return new Client({
    worker: () => new Worker(program),
    wasm: beside(FILES.rules.name),
    player: beside(FILES.player.name),
    weights: name => beside(FILES.weights[name] ?? name),
  });
}

/** The address of a file beside the script. */
export function beside(name: string): string {
  return new URL(name, import.meta.url).href;
}

/** Browsers start workers only from the page's own origin; a program from elsewhere is fetched, and started from a blob. */
async function workerAddress(address: string): Promise<string> {
  if (new URL(address).origin === location.origin) return address;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  return URL.createObjectURL(await response.blob());
}
