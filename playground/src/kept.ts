// Prefetching: the module of searches, and the service worker, which keeps all files for later visits.

import type { Client } from 'weakfish';
import { element } from './dom';
import { isOneFile } from './share/offline';
import { words } from './words';

/** A page that is served by this machine for a while need not be kept. */
const isKept = !isOneFile && 'serviceWorker' in navigator && !/^(127\.|\[::1\])/.test(location.hostname);

export async function keep(client: Client): Promise<void> {
  await client.prepare().catch(() => undefined);
  if (!isKept) return;
  const { serviceWorker } = navigator;
  // The first one that takes the page over is that of the page itself.
  const isNew = () => serviceWorker.controller !== null;
  const registration = await serviceWorker.register('sw.js', { updateViaCache: 'none' });
  const offer = (worker: ServiceWorker | null) => {
    if (worker && isNew()) announce(worker);
  };
  offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => worker.state === 'installed' && offer(worker));
  });
}

/** A line that offers a new version. */
function announce(worker: ServiceWorker): void {
  const take = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    worker.postMessage('take');
  };
  lasting(words.app.newVersion, element('button', { type: 'button', onclick: take }, words.app.reload));
}

/** A line that says that the weights of a game could not be loaded. */
export function warnOfWeights(): void {
  const close = () => document.querySelector('.lasting')?.remove();
  lasting(words.app.weaker, element('button', { type: 'button', onclick: close }, words.app.close));
}

/** Shows a line that other notices don't replace. */
function lasting(text: string, button: HTMLElement): void {
  document.querySelector('.lasting')?.remove();
  document.body.append(element('p', { class: 'notice lasting', role: 'status' }, text, button));
}
