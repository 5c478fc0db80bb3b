// The service worker keeps the files of its version, and answers with them before it asks the network. So the page comes up at
// once, and without a network. A new version is fetched in whole beside the old one, and taken when no page uses the old one any
// more, or when the user asks for it.

interface Extendable extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetched extends Extendable {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Scope {
  registration: { scope: string };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetched) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}
const scope = self as unknown as Scope;

const PREFIX = 'weakfish-';
const NAME = PREFIX + VERSION;

scope.addEventListener('install', event => {
  // Files without a hash in their names are revalidated.
  const requests = KEPT.map(name => new Request(name, { cache: /\.[0-9a-f]{10}\./.test(name) ? 'default' : 'no-cache' }));
  event.waitUntil(caches.open(NAME).then(cache => cache.addAll([new Request('./', { cache: 'no-cache' }), ...requests])));
});

scope.addEventListener('activate', event => {
  const old = async () => (await caches.keys()).filter(name => name.startsWith(PREFIX) && name !== NAME);
  event.waitUntil(old().then(names => Promise.all(names.map(name => caches.delete(name)))).then(() => scope.clients.claim()));
});

scope.addEventListener('message', event => {
  if (event.data === 'take') void scope.skipWaiting();
});

scope.addEventListener('fetch', event => {
  const { request } = event;
  if (request.method === 'GET' && request.url.startsWith(scope.registration.scope)) event.respondWith(answer(request));
});

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  const isPage = request.mode === 'navigate' && /\/(index\.html)?$/.test(new URL(request.url).pathname);
  const kept = await cache.match(isPage ? scope.registration.scope : request, { ignoreVary: true });
  return kept ?? fetch(request);
}
